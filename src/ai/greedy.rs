//! A player that plays to win, looking one order ahead: forecasts for attacks and answers, the lie of the land for moves.
//!
//! Everything it knows it reads from offers, sheets, forecasts and the map, so it plays any ruleset.

use std::collections::BTreeMap;

use super::foes::enemy;
use super::random::Random;
use super::worth::{cost_of, farthest, gain, health, worth};
use super::{exertion, finish, ground, leaps, out_of_turn, rescue};
use crate::battle::*;
use crate::grid::Length;

/// Attacks that are foreseen for one choice; the others are left out by a cheap guess.
const MOST_FORECASTS: usize = 5;
/// Samples of each of these forecasts at first, spread over all ways of rolling.
const GLANCE: u32 = 2;
/// So many that look about equally good are looked at more closely.
const FINALISTS: usize = 2;
/// With so many samples more of each.
const CLOSER: u32 = 4;
/// Orders other than attacks that are foreseen for the harm that they may do.
const MOST_ROUNDABOUT: usize = 8;
/// An attack that does less than this is not worth its cost.
const WORTH_IT: i128 = 60;

/// Samples of an attack that seems to do nothing, before a creature with nothing else to do lets it be.
const SELDOM: u32 = 32;
/// So many of these are looked at.
const MOST_SELDOM: usize = 2;

/// Rounds after which a fight that went on as it does would go on for ever: a creature is mended as fast as it is hurt, say.
pub(super) const WEARY: u32 = 24;

/// A player that looks one order ahead.
#[derive(Clone)]
pub struct Greedy {
    fallback: Random,
    /// The turn that its notes are about: round and creature.
    turn: (u32, Option<Id>),
    /// What each creature that acts on it has been ordered.
    notes: BTreeMap<Id, Notes>,
}

/// What a creature has been ordered on a turn.
#[derive(Clone, Copy, Debug, Default)]
struct Notes {
    /// How often it was thought of moving.
    moves: u32,
    /// Orders other than moves.
    orders: u32,
}

impl Notes {
    /// Whether another order than a move may be thought of: so a turn comes to its end.
    fn goes_on(self) -> bool {
        self.orders < 6
    }
}

impl Greedy {
    /// The same seed plays the same battle in the same way.
    pub fn new(seed: u64) -> Self {
        Self { fallback: Random::new(seed), turn: (0, None), notes: BTreeMap::new() }
    }

    /// A legal order, or an answer; `None` when the fight is over.
    ///
    /// The battle is only borrowed for its spare world; nothing in it changes.
    pub fn choose(&mut self, battle: &mut Battle) -> Option<Order> {
        if battle.outcome().is_some() {
            return None;
        }
        if let Some(order) = out_of_turn::wish(battle) {
            return Some(order);
        }
        if battle.decision().is_some() {
            return out_of_turn::speak(battle).or_else(|| answer(battle)).or_else(|| self.fallback.choose(battle));
        }
        let creature = battle.active().filter(|_| battle.flow().phase == Phase::Acting)?;
        let turn = (battle.flow().round, Some(creature));
        if self.turn != turn {
            self.turn = turn;
            self.notes.clear();
        }
        for actor in battle.actors() {
            let order = on_turn(battle, actor, self.notes.entry(actor).or_default());
            if let Some(order) = order.filter(|order| battle.check(order).is_ok()) {
                return Some(order);
            }
        }
        Some(Order::EndTurn { creature })
    }
}

/// What a creature does next on a turn.
fn on_turn(battle: &mut Battle, creature: Id, notes: &mut Notes) -> Option<Order> {
    let mut offers = battle.ruleset().offers(battle.world(), creature);
    // Where to stand is asked for the sake of what cannot be done now, too.
    let range = farthest(&offers);
    offers.retain(|offer| offer.refusal.is_none());
    if let Some(order) = rouse(battle, creature, &offers) {
        return Some(order);
    }
    if let Some(order) = ground::get_away(battle, creature, &offers) {
        return Some(order);
    }
    if is_bystander(battle.world(), creature) {
        // A bystander goes where its side wants it, and attacks nobody.
        if notes.moves < 2 {
            notes.moves += 1;
            return ground::better_place(battle, creature, &offers, range);
        }
        return None;
    }
    let mood = Mood::of(battle, creature);
    let (mut feeble, mut range) = (None, range);
    if notes.goes_on() {
        if let Some(order) = finish::win_by_work(battle, creature, &offers) {
            notes.orders += 1;
            return Some(order);
        }
        let mended = match mood {
            Mood::Usual => rescue::heal(battle, creature, &offers),
            Mood::Other(_) => None,
        };
        let worth_it = |value| value >= WORTH_IT || mood != Mood::Usual;
        let order = mended.or_else(|| match attack(battle, creature, &offers, mood, MOST_FORECASTS) {
            Some((value, order)) if worth_it(value) => {
                let side = side_of(battle.world(), creature);
                Some(exertion::spend(battle, side, order))
            }
            other => {
                feeble = other;
                arm(battle, creature, &offers)
            }
        });
        if order.is_some() {
            notes.orders += 1;
            return order;
        }
        if feeble.is_none() && offers.iter().any(|offer| offer.group == Group::Attack) {
            range = out_of_turn::nearer(battle, creature, range);
        }
    }
    if notes.moves < 2
        && let Some(order) = go(battle, creature, &offers, range, notes)
    {
        return Some(order);
    }
    if notes.goes_on() {
        notes.orders += 1;
        if let Some(order) = arm_for_later(battle, creature, &offers) {
            return Some(order);
        }
        // Better a feeble blow than none: two who think so of each other would stand there for ever.
        let order = ground::open_way(battle, creature, &offers).or(feeble.map(|(_, order)| order));
        if order.is_some() {
            return order;
        }
        if let Some(order) = ground::run_up(battle, creature, &offers, range) {
            notes.moves = 1;
            return Some(order);
        }
        return out_of_turn::watch(battle, creature, &offers).or_else(|| long_shot(battle, creature, &offers));
    }
    None
}

/// Goes somewhere, with any of its ways of moving; or waits, or makes ready to go.
fn go(battle: &mut Battle, creature: Id, offers: &[Offer], range: u32, notes: &mut Notes) -> Option<Order> {
    notes.moves += 1;
    if let Some(order) = rescue::go_to_the_fallen(battle, creature, offers) {
        return Some(order);
    }
    if notes.moves == 1
        && let Some(order) = out_of_turn::hold_on(battle, creature, offers)
    {
        return Some(order);
    }
    let (comes_near, rise) = leaps::rise(battle, creature, offers, range).unzip();
    if comes_near == Some(true) {
        return rise;
    }
    let leap = leaps::leap(battle, creature, offers, (range, notes.moves == 1)).or(rise);
    let order = leap.or_else(|| ground::better_place(battle, creature, offers, range))?;
    Some(ground::get_up(battle, creature, offers).unwrap_or(order))
}

/// How a creature fights on a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// By what is best now.
    Usual,
    /// By something else, since what was best did not end it: the attack that is next in a row of all, and mends nobody.
    Other(usize),
}

impl Mood {
    /// After many rounds everybody tries something else on every other turn.
    fn of(battle: &Battle, creature: Id) -> Self {
        let round = battle.flow().round;
        if round > WEARY && (round + creature.0).is_multiple_of(2) {
            Self::Other((round / 2) as usize)
        } else {
            Self::Usual
        }
    }
}

/// Commands a creature that acts only when commanded.
fn rouse(battle: &Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let offer = offers.iter().find(|offer| offer.purpose == Purpose::Command)?;
    let acts = battle.ruleset().acts(battle.world(), creature, offer);
    acts.into_iter().next().map(Order::Act)
}

/// Weapons that are thought of taking in hand.
const MOST_ARMS: usize = 3;
/// Attacks that are foreseen with each of them.
const WITH_IT: usize = 1;

/// What there is to take in hand, and how far an attack with it goes.
fn arms(battle: &Battle, creature: Id, offers: &[Offer]) -> Vec<(u32, Order)> {
    let arms = offers.iter().filter(|offer| offer.purpose == Purpose::Arm);
    let mut out: Vec<(u32, Order)> = arms
        .filter_map(|offer| {
            let act = battle.ruleset().acts(battle.world(), creature, offer).into_iter().next()?;
            Some((offer.range?, Order::Act(act)))
        })
        .collect();
    out.sort_by_key(|&(range, _)| std::cmp::Reverse(range));
    out.truncate(MOST_ARMS);
    out
}

/// Takes something in hand with which there is something to be done at once, where there is nothing with what is in hand now.
fn arm(battle: &mut Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let mut best: Option<(i128, Order)> = None;
    for (_, order) in arms(battle, creature, offers) {
        let value = battle.ahead(&order, |battle| {
            let mut offers = battle.ruleset().offers(battle.world(), creature);
            offers.retain(|offer| offer.group == Group::Attack && offer.refusal.is_none());
            attack(battle, creature, &offers, Mood::Usual, WITH_IT).map_or(0, |(value, _)| value)
        });
        let value = value.unwrap_or(0);
        if value >= WORTH_IT && best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, order));
        }
    }
    best.map(|(_, order)| order)
}

/// With nothing better to do: takes in hand what reaches an enemy that nothing in hand does, for the next turn.
fn arm_for_later(battle: &Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let (far, order) = arms(battle, creature, offers).into_iter().next()?;
    let attacks = offers.iter().filter(|offer| offer.group == Group::Attack);
    let range = attacks.filter_map(|offer| offer.range).max().unwrap_or(0);
    let world = battle.world();
    let side = side_of(world, creature);
    let here = space(world, creature);
    let nearest = on_map(world)
        .filter(|&id| enemy(battle, side, id))
        .map(|id| here.steps(space(world, id)).unsigned_abs())
        .min()?;
    (far > range && nearest > range && nearest <= far).then_some(order)
}

/// An attack that seldom does anything, for a creature that would do nothing else.
fn long_shot(battle: &mut Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let side = side_of(battle.world(), creature);
    let orders = promising(battle, creature, offers, Mood::Usual, MOST_SELDOM);
    orders.into_iter().find(|order| {
        let forecast = Foresight::glance(order.clone(), SELDOM).go_through(battle);
        forecast.is_ok_and(|forecast| worth(battle, side, &forecast) >= 1)
    })
}

/// The attacks that a cheap guess puts first, so many at most; or from the next in a row on.
fn promising(battle: &Battle, creature: Id, offers: &[Offer], mood: Mood, most: usize) -> Vec<Order> {
    let side = battle.world().the::<Creature>(creature).side;
    let mut guesses: Vec<(i32, Order)> = Vec::new();
    let mut known = BTreeMap::new();
    for offer in offers.iter().filter(|offer| offer.group == Group::Attack || offer.purpose == Purpose::Harm) {
        for act in battle.ruleset().acts(battle.world(), creature, offer) {
            if let Some(guess) = promise(battle, side, offer, &act, mood, &mut known) {
                guesses.push((guess, Order::Act(act)));
            }
        }
    }
    guesses.sort_by_key(|&(guess, _)| std::cmp::Reverse(guess));
    if let Mood::Other(turn) = mood {
        let count = guesses.len().max(1);
        guesses.rotate_left(turn % count);
    }
    guesses.truncate(most);
    guesses.into_iter().map(|(_, order)| order).collect()
}

/// The attack that is foreseen to do most, or the next in a row, and what it does; nothing where none does anything.
fn attack(battle: &mut Battle, creature: Id, offers: &[Offer], mood: Mood, most: usize) -> Option<(i128, Order)> {
    let side = battle.world().the::<Creature>(creature).side;
    let attacks = promising(battle, creature, offers, mood, most).into_iter();
    let orders: Vec<Order> = attacks.chain(roundabout(battle, creature, offers)).collect();
    if mood != Mood::Usual {
        let orders = orders.into_iter();
        return orders
            .filter_map(|order| Some((Weighed::of(battle, order.clone(), side)?.value, order)))
            .find(|&(value, _)| value >= 1);
    }
    let weighed = orders.into_iter().filter_map(|order| Weighed::of(battle, order, side)).collect();
    best_of(battle, weighed, side).filter(|&(value, _)| value >= 1)
}

/// Attacks that are foreseen to do something, out of so many that a guess puts first, and what each does; the best first.
pub(super) fn good_attacks(battle: &mut Battle, creature: Id, offers: &[Offer], most: usize) -> Vec<(i128, Order)> {
    let side = side_of(battle.world(), creature);
    let orders = promising(battle, creature, offers, Mood::Usual, most);
    let weighed = orders.into_iter().filter_map(|order| Weighed::of(battle, order, side));
    let mut good: Vec<(i128, Order)> = weighed.map(|one| (one.value, one.order)).collect();
    good.retain(|&(value, _)| value >= 1);
    good.reverse();
    good.sort_by_key(|&(value, _)| std::cmp::Reverse(value));
    good
}

/// Orders that are no attacks and may do harm all the same: those that hinder or move an enemy beside something to fall into, and those
/// that change what is around.
fn roundabout(battle: &Battle, creature: Id, offers: &[Offer]) -> Vec<Order> {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let side = side_of(world, creature);
    let others =
        || offers.iter().filter(|offer| offer.group != Group::Attack && matches!(offer.price, Price::Points(_)));
    let acts = |offer: &Offer| ruleset.acts(world, creature, offer);
    let hinders = others().filter(|offer| offer.purpose == Purpose::Control && offer.aim == Aim::Thing);
    let falls = |act: &Act| {
        let target = act.target.filter(|&id| world.part::<Creature>(id).is_some() && enemy(battle, side, id));
        target.is_some_and(|id| leaps::is_at_an_edge(battle, id))
    };
    let shoves = hinders.flat_map(acts).filter(falls);
    let changes = others().filter(|offer| offer.purpose == Purpose::Surroundings && offer.aim == Aim::Nothing);
    shoves.chain(changes.flat_map(acts)).take(MOST_ROUNDABOUT).map(Order::Act).collect()
}

/// An order at whose outcome has been glanced.
struct Weighed {
    order: Order,
    foresight: Foresight,
    value: i128,
}

impl Weighed {
    fn of(battle: &mut Battle, order: Order, side: SideId) -> Option<Self> {
        let mut foresight = Foresight::glance(order.clone(), GLANCE);
        let forecast = foresight.go_through(battle).ok()?;
        let value = worth(battle, side, &forecast);
        Some(Self { order, foresight, value })
    }
}

/// The best of several, the first of equals: those that look best are looked at more closely.
fn best_of(battle: &mut Battle, mut weighed: Vec<Weighed>, side: SideId) -> Option<(i128, Order)> {
    weighed.sort_by_key(|one| std::cmp::Reverse(one.value));
    let best = weighed.first()?.value;
    // What seems to do nothing may only be rare.
    let about_equal = |one: &Weighed| 4 * one.value >= 3 * best || best < WORTH_IT;
    let close = weighed.iter().take(FINALISTS).filter(|one| about_equal(one)).count();
    if close > 1 || best < WORTH_IT {
        weighed.truncate(close);
        for one in &mut weighed {
            if let Ok(forecast) = one.foresight.look_closer(battle, CLOSER) {
                one.value = worth(battle, side, &forecast);
            }
        }
        weighed.sort_by_key(|one| std::cmp::Reverse(one.value));
    }
    let best = weighed.into_iter().next()?;
    Some((best.value, best.order))
}

/// A cheap guess at how good an attack is: who is in it, and how hurt they are. `None` for what one does not do.
///
/// How hurt each enemy is stands in `known`, once it has been asked for one of many attacks on it; `None` of who is no enemy.
fn promise(
    battle: &Battle,
    side: SideId,
    offer: &Offer,
    act: &Act,
    mood: Mood,
    known: &mut BTreeMap<Id, Option<i32>>,
) -> Option<i32> {
    let world = battle.world();
    let special = act.options.values().any(|setting| *setting == Setting::Flag(true));
    if let Some(target) = act.target {
        let fought = || world.part::<Creature>(target).is_some() && enemy(battle, side, target);
        // Special ways of attacking are for those who have nothing left to lose by the usual one.
        let health = (*known.entry(target).or_insert_with(|| fought().then(|| health(battle, target))))?;
        return match (special, health <= 0) {
            (true, false) => (mood != Mood::Usual).then_some(50),
            (true, true) => Some(260),
            (false, _) => Some(200 - health),
        };
    }
    if special {
        return None;
    }
    if offer.aim == Aim::Nothing {
        // The glance at its outcome shows what it harms.
        return Some(150);
    }
    let at = act.at?;
    let ruleset = battle.ruleset();
    let radius = i32::try_from(offer.radius.unwrap_or(0)).unwrap_or(0);
    let reach = Length(radius.saturating_mul(ruleset.square().0));
    let spot = Place::at(world, at);
    let mut guess = 0;
    let met = |&id: &Id| ruleset.apart(Place::of(world, id), spot) <= reach && ruleset.knows(world, side, id);
    for id in on_map(world).filter(met) {
        guess += if enemy(battle, side, id) { 150 } else { -200 };
    }
    (guess > 0).then_some(guess)
}

/// The answer after which its side stands best, each point of its cost counted against it.
fn answer(battle: &mut Battle) -> Option<Order> {
    let decision = battle.decision()?.clone();
    let side = decision.side;
    let worst = |battle: &Battle, branches: &[Branch]| {
        let gains = branches.iter().map(|branch| gain(battle, side, branch));
        gains.min().unwrap_or(0)
    };
    let mut best: Option<(i128, Order)> = None;
    // The last choice does nothing; it wins ties.
    for choice in decision.choices.iter().rev() {
        let order = Order::Answer { choice: choice.key.to_string() };
        let cost = cost_of(choice);
        let mut foresight = Foresight::glance(order.clone(), CLOSER);
        let forecast = foresight.go_through(battle).ok()?;
        let value = worst(battle, &forecast.branches) - cost;
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, order));
        }
    }
    best.map(|(_, order)| order)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// A battle of one on each side under Vigor, with what is different of the one who goes first.
    fn battle(map: &str, own: &str, goals: &str) -> Battle {
        let text = format!(
            r#"name = "Test"
ruleset = "vigor"
map = '''
{map}
'''

[legend]
a = {{ creature = "soldier", side = "red", name = "Ada", vigor = {{ init_dice = 6, {own} }} }}
b = {{ creature = "soldier", side = "blue", name = "Bo" }}
x = {{ terrain = "floor", exit = true }}

[[side]]
id = "red"

[[side]]
id = "blue"
{goals}
"#
        );
        let (level, _) = crate::rules::read_level(&text, "test").expect("the level should be sound");
        let ruleset = crate::rules::by_key("vigor").expect("Vigor should be known");
        let start = |seed| Battle::new(Arc::new(level.clone()), ruleset, seed).expect("the level should start");
        let first = |battle: &Battle| battle.active().is_some_and(|id| battle.name(id) == "Ada");
        (1..50).map(start).find(first).expect("Ada should be first in some battle")
    }

    #[test]
    fn a_summoner_commands_its_summons_and_they_take_orders() {
        let text = r#"name = "Test"
ruleset = "momentum"
rules = { momentum = { unions = false } }
map = '''
..........
.m.h....R.
..........
'''

[legend]
m = { creature = "mystic", side = "one", name = "Mag" }
h = { creature = "hound", side = "one", name = "Wisp", momentum = { summoner = "Mag", init_mod = -10 } }
R = { creature = "scout", side = "two", name = "Rook", momentum = { init_mod = -40 } }
"#;
        let (level, _) = crate::rules::read_level_played(text, "test").expect("the level should be sound");
        let ruleset = crate::rules::by_key("momentum").expect("Momentum should be known");
        let mut battle = Battle::new(Arc::new(level), ruleset, 1).expect("the level should start");
        while let Some(wish @ Order::Wish(_)) = Greedy::new(1).choose(&mut battle) {
            battle.order(&wish).expect("a wish can be said");
        }
        assert_eq!(ordered(&mut battle), ("command".to_owned(), None));
        let command = Greedy::new(1).choose(&mut battle).expect("an order");
        battle.order(&command).expect("a legal order");
        assert_ne!(ordered(&mut battle).0, "command");
        let mag = battle.active().expect("a turn");
        battle.order(&Order::EndTurn { creature: mag }).expect("a turn can be ended");
        assert_eq!(battle.active().map(|id| battle.name(id).to_owned()).as_deref(), Some("Wisp"));
    }

    fn ordered(battle: &mut Battle) -> (String, Option<String>) {
        let before = battle.hash();
        let order = Greedy::new(1).choose(battle);
        assert_eq!(before, battle.hash(), "choosing should change nothing");
        match order {
            Some(Order::Act(act)) => (act.action, act.with),
            other => (format!("{other:?}"), None),
        }
    }

    fn act(action: &str, with: &str) -> (String, Option<String>) {
        (action.to_owned(), Some(with.to_owned()))
    }

    #[test]
    fn it_takes_in_hand_what_reaches_where_nothing_in_hand_does() {
        let rifle = r#"attacks = ["sword", "rifle"]"#;
        let mut far = battle("a........b", rifle, "");
        assert_eq!(ordered(&mut far), act("draw", "rifle"));
        let mut near = battle("ab........", rifle, "");
        assert_ne!(ordered(&mut near).0, "draw", "a sword does beside an enemy");
        let walled = "a.........\n##########\n.........b";
        let mut apart = battle(walled, r#"attacks = ["rifle", "sword"]"#, "");
        assert_ne!(ordered(&mut apart).0, "draw");
    }

    #[test]
    fn it_gets_up_before_it_goes_anywhere() {
        let mut lying = battle("a........b", r#"attacks = ["sword"], prone = true"#, "");
        assert_eq!(ordered(&mut lying).0, "stand");
    }

    #[test]
    fn it_flees_only_where_that_leads_out() {
        let goals = "[[goal]]\nside = \"red\"\nwin = { escape = 1 }\n";
        let mut far = battle("a..........x.b", "attacks = [\"sword\"]", goals);
        assert_ne!(ordered(&mut far).0, "escape");
        let mut near = battle("a.x.........b", "attacks = [\"sword\"]", goals);
        assert_eq!(ordered(&mut near).0, "escape");
    }
}
