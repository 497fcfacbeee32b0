//! An attack in flight: dodged or not, rolled against Defense, exploited, dealt (EDG-ATK-2).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Rolled, Settled, Stake};
use super::super::body::source::Source;
use super::super::body::{creature, life, trauma};
use super::super::data::{
    Ability, Attack, Band, Class, Degree, HalfMetres, THROWING, TurnUsage,
    cards::{Hands, When},
    conditions::*,
    moment::{Moment, Only},
    options,
    ready::Trigger,
    tables::{Exploit, Setback},
};
use super::super::field::sight::{self, Sight, View};
use super::super::field::{cover, melee, reach};
use super::aiming::{aims_at, between, difficulty};
use super::damage::{extra, joins_damage, roll_damage, roll_or_most};
use super::dodge::{self, Dodged};
use super::harm;
use super::moments::{self, Fateful};
use super::readied;
use super::special::{self, FollowUp, Outcome};
use super::stealth;
use super::{aftermath, aid, setback};
use crate::battle::{Event, *};
use crate::dice::{Dice, Keep, Kept};
use crate::grid::{Point, line};
use crate::rule;

/// Where an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Occasion {
    /// The Attack action.
    Action,
    /// EDG-TWF-1: the other hand, as a minor action.
    OffHand,
    /// EDG-RE-3: an enemy leaves its reach.
    Opportunity,
    /// EDG-XPL-6: an ally's exploit.
    TeamPlay,
    /// EDG-ACT-10: it was readied.
    Readied,
}

/// What an order says of an attack beside weapon and target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Said {
    /// EDG-EFF-4: so many steps of tenacity.
    pub tenacity: i32,
    /// EDG-DEATH-6: one who falls by it is spared.
    pub spares: bool,
}

/// An attack in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Strike {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub with: Attack,
    /// Whom.
    pub target: Id,
    /// Where it comes from.
    pub occasion: Occasion,
    /// What else was said of it.
    pub said: Said,
    /// What follows when all of it is settled.
    pub follows: Option<Exploit>,
    /// Whether it has hit.
    pub hit: bool,
    /// EDG-ACT-15: how many more attacks on the same target come after it.
    pub more: i32,
}

/// What an attack has rolled, until it counts.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Toss {
    /// The total, not yet held against anything.
    total: Trace,
    /// The two dice that count.
    kept: [u16; 2],
    /// Whether three dice were rolled, and whether the highest of them count.
    of_three: Option<bool>,
    /// What it must reach.
    against: Trace,
    /// Whether the target dodges.
    dodged: bool,
}

/// EDG-CARD-6: on an attack against which cover that is not total does not count.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Through;

/// EDG-CARD-6: on an attack that does 1d6 more.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Loaded;

impl Toss {
    fn of(rolled: Rolled, against: Trace, dodged: bool) -> Self {
        let of_three = (rolled.keep.count > 2).then_some(rolled.keep.of == Kept::Higher);
        Self { total: rolled.total, kept: rolled.kept, of_three, against, dodged }
    }

    fn rolled(&self) -> Rolled {
        let of = if self.of_three == Some(false) { Kept::Lower } else { Kept::Higher };
        let count = if self.of_three.is_some() { 3 } else { 2 };
        Rolled { total: self.total.clone(), kept: self.kept, keep: Keep { count, sides: 12, keep: 2, of } }
    }

    fn hits(&self) -> bool {
        self.total.value >= self.against.value
    }

    /// Tells what was rolled, and whether it comes up to what it must reach.
    fn tells(&self, world: &mut World, strike: &Strike, by: Option<Rule>) {
        let mut rolled = self.rolled();
        rolled.against(self.against.clone());
        world.tell(strike.event(What::Number).trace(rolled.total).by(rule!("EDG-ATK-3")).by_all(by));
    }
}

/// EDG-CARD-6: cover does not count against an attack in flight.
pub(super) fn through_the_gap(world: &mut World, attack: Id) {
    world.put(attack, Through);
}

/// EDG-CARD-6: an attack in flight does more.
pub(super) fn was_loaded(world: &mut World, attack: Id) {
    world.put(attack, Loaded);
}

/// EDG-CARD-6: all dice of an attack are rolled again, and the second roll stands; whether it hits.
pub(super) fn rolls_again(world: &mut World, attack: Id) -> bool {
    let (strike, before) = (world.the::<Strike>(attack).clone(), world.the::<Toss>(attack).clone());
    let mut rolled = before.rolled();
    rolled.again(world);
    let toss = Toss::of(rolled, before.against, before.dodged);
    toss.tells(world, &strike, Some(rule!("EDG-CARD-6")));
    let hits = toss.hits();
    world.put(attack, toss);
    hits
}

/// What an attack has rolled counts now (EDG-CORE-2): whether it hits, and what its dice bring besides.
pub(super) fn counts(world: &mut World, attack: Id) {
    let (strike, toss) = (world.the::<Strike>(attack).clone(), world.the::<Toss>(attack).clone());
    let hits = toss.hits();
    if !hits {
        let outcome = if toss.dodged {
            let by = Some(Protection::new(Guard::Dodge, "Dodge").of(strike.target));
            What::Outcome { outcome: AttackOutcome::Dodged, by }
        } else {
            What::came(AttackOutcome::Missed)
        };
        world.tell(strike.event(outcome).by(rule!("EDG-CORE-2")));
    }
    world.put(attack, Outcome { hits, ..Outcome::default() });
    let (attacker, target) = (strike.attacker, strike.target);
    let settled = Settled {
        whom: Some(target),
        attack: Some(attack),
        item: Some(strike.with.key.clone().into()),
        ..Settled::of(attacker, Aim::Attack)
    };
    if special::arise(world, settled, toss.kept, hits) == Some(Setback::FriendHit) {
        goes_astray(world, attack, attacker, target);
    }
    let astray =
        || world.part::<Astray>(attack).is_some() || friends_in_the_way(world, attack, attacker, target).is_empty();
    let harms = !strike.with.damage.is_empty();
    if hits && harms {
        strike.fateful(world, attack, When::Hit, true);
    } else if !hits && world.resource::<Hands>().any() && !astray() {
        strike.fateful(world, attack, When::Missed, false);
    }
}

/// EDG-SET-17: on an attack that hits a friend of the attacker's instead.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Astray(pub Id);

impl Strike {
    /// An attack of which nothing else is said.
    pub(crate) fn new(attacker: Id, with: Attack, target: Id, occasion: Occasion) -> Self {
        Self { attacker, with, target, occasion, said: Said::default(), follows: None, hit: false, more: 0 }
    }

    fn event(&self, what: What) -> Event {
        Event::new(what).actor(self.attacker).target(self.target)
    }

    /// EDG-CARD-10: a moment of it at which cards may be played; whether a side is asked.
    fn fateful(&self, world: &mut World, attack: Id, when: When, hits: bool) -> bool {
        let Self { attacker, target, .. } = *self;
        moments::open(world, Fateful { when, attack, attacker, target, hits, line: Vec::new() })
    }
}

/// Declares an attack; it is paid.
pub(crate) fn declare(world: &mut World, strike: Strike) {
    let what = What::Attack {
        with: strike.with.name.clone().into(),
        look: strike.with.look(),
        at: space(world, strike.target).at,
        radius: 0,
    };
    let event = strike.event(what).by(rule!("EDG-ATK-2"));
    world.tell(match strike.occasion {
        Occasion::Action => event.by(rule!("EDG-ACT-1")),
        Occasion::OffHand => event.by(rule!("EDG-TWF-1")).by(rule!("EDG-TWF-3")).by(rule!("EDG-MIN-8")),
        Occasion::Opportunity => event.by(rule!("EDG-RE-3")),
        Occasion::TeamPlay => event.by(rule!("EDG-XPL-6")),
        Occasion::Readied => event.by(rule!("EDG-ACT-10")).by(rule!("EDG-ACT-15")),
    });
    life::pay(world, strike.attacker, life::TENACITY.points * strike.said.tenacity, rule!("EDG-EFF-4"));
    creature::pay_psi(world, strike.attacker, &strike.with);
    if strike.with.is_loud() {
        let from = space(world, strike.attacker);
        aftermath::rouses(world, from);
    }
    crate::battle::declare(world, strike);
}

/// Everything for and against an attack roll besides what it must reach.
fn check(world: &World, strike: &Strike, far: HalfMetres, dodged: bool) -> Check {
    let Strike { attacker, with, target, .. } = strike;
    let (attacker, target) = (*attacker, *target);
    let melee = with.class == Class::Melee;
    let with_what = (with.ability, Some(with.skill.as_str()));
    let mut check = Check::new(world, attacker, Aim::Attack, with.name.clone(), with_what);
    if with.ability != Ability::Combativity {
        check.plus("not by Combativity", 0, rule!("EDG-ATK-4"));
    }
    if with.bonus != 0 {
        check.plus("its make", with.bonus, rule!("EDG-ATK-24"));
    }
    if aims(world, attacker, target) {
        check.plus("aimed", 1, rule!("EDG-MIN-1"));
    }
    if let Some(ally) = melee.then(|| melee::flanks(world, attacker, target)).flatten() {
        check.plus_of("flanking", 2, rule!("EDG-ATK-11"), ally);
    }
    if reach::is_elevated(world, attacker, target) {
        check.lean(true, Source::Elevated, "from above", rule!("EDG-ATK-13"));
    }
    if reach::rides_above(world, attacker, target) {
        check.lean(true, Source::Elevated, "from the saddle", rule!("EDG-ATK-14"));
    }
    if strike.said.tenacity > 0 {
        check.plus("tenacity", strike.said.tenacity, rule!("EDG-EFF-4"));
    }
    let near = || reach::threatens(world, attacker, target, Place::of(world, target));
    if let Some(row) = trauma::arm_used(world, attacker, with.hands, strike.occasion == Occasion::OffHand) {
        check.hurts(row);
    }
    let (its, own) = (sight::of(world, attacker, target), sight::of(world, target, attacker));
    for (of, on) in [(attacker, Moment::Attack), (target, Moment::Attacked)] {
        // A blinded creature sees nothing itself, an invisible one is not seen by the other.
        let looks = |key: &str| if (of == attacker) == (key == BLINDED) { &its } else { &own };
        let holds = |only, one: &Condition| match only {
            Only::Melee => melee,
            Only::Near => near(),
            Only::Far => !near(),
            Only::AgainstSource => one.source == Some(target),
            Only::AgainstSourceNear => melee && one.source == Some(target),
            Only::Unseen => looks(&one.key).view == View::Obscured,
            Only::Seen => own.view < View::Obscured,
            Only::Dexterity | Only::Body | Only::InSight | Only::Elsewhere => false,
        };
        for (_, effect) in effects().of(world, of, on, &holds) {
            check.give(effect, of);
        }
    }
    by_sight(world, (attacker, target), [its, own], &mut check);
    if dodged {
        check.lean(false, Source::Dodge, "the target dodges", rule!("EDG-RE-1"));
    }
    if !melee {
        if Band::of(far) > with.band {
            check.lean(false, Source::Range, "beyond its range", rule!("EDG-RNG-3"));
        }
        if let Some(enemy) = melee::hemmed_in(world, attacker) {
            let told = if knows(world, side_of(world, attacker), enemy) {
                Trace::note("an enemy within whose reach it shoots").of(enemy)
            } else {
                Trace::note("something unseen within whose reach it shoots")
            };
            check.lean_by(false, Source::CloseCombat, told.by(rule!("EDG-RNG-5")));
        }
        if let Some(ally) = melee::ally_in_the_way(world, attacker, target) {
            let told = Trace::note("an ally fights it hand to hand").of(ally);
            check.lean_by(false, Source::AllyMelee, told.by(rule!("EDG-RNG-6")));
        }
    }
    special::ready(world, &mut check, Some(target));
    check
}

/// What an attack would roll, with everything for and against it, before it is made; nobody has dodged yet.
pub(crate) fn foreseen(world: &World, strike: &Strike) -> Trace {
    let far = reach::distance(world, strike.attacker, strike.target);
    check(world, strike, far, false).foreseen()
}

/// EDG-ATK-16 to EDG-ATK-23: how well an attacker and its target perceive each other.
fn by_sight(world: &World, (attacker, target): (Id, Id), [its, own]: [Sight; 2], check: &mut Check) {
    let told = |says: &'static str, rule: Rule, why: Vec<Trace>| Trace { terms: why, ..Trace::note(says).by(rule) };
    match its.view {
        View::Obscured if its.by_condition => {
            if has_condition(world, target, INVISIBLE) {
                let known = Trace::note("its square is known by sound and traces").by(rule!("EDG-HIDE-8"));
                check.remark_on(Source::UnseenTarget, known);
            }
        }
        View::Obscured => {
            let mut unseen = told("the target is not seen", rule!("EDG-ATK-16"), its.why);
            unseen.note("obscured to it: as if it were invisible", rule!("EDG-ATK-23"));
            unseen.terms.push(sight::located_by(world, attacker, target));
            check.lean_by(false, Source::UnseenTarget, unseen);
        }
        View::Bleared => {
            let mut dim = told("the target is seen dimly", rule!("EDG-ATK-22"), its.why);
            dim.note("bleared to it", rule!("EDG-VIS-1"));
            check.lean_by(false, Source::Bleared, dim);
        }
        View::Clear => {
            for why in its.why {
                check.remark(why);
            }
        }
    }
    if own.view == View::Obscured && !own.by_condition {
        let hides = hiding::hides_from(world, attacker, target);
        let mut unseen = told("the target does not see it", rule!("EDG-ATK-19"), own.why);
        if hides {
            unseen.note("an attack out of hiding", rule!("EDG-ATK-21"));
        }
        check.lean_by(true, Source::UnseenAttacker, unseen);
    }
    if its.view == View::Obscured && own.view == View::Obscured {
        check.remark(Trace::note("neither sees the other").by(rule!("EDG-ATK-20")));
    }
}

/// EDG-SET-17: friends of an attacker that a miss may hit. They touch the target and can be attacked, or a shot passes them.
fn friends_in_the_way(world: &World, attack: Id, attacker: Id, target: Id) -> Vec<Id> {
    let with = &world.the::<Strike>(attack).with;
    let (from, to) = (space(world, attacker), space(world, target));
    let crossed: Vec<_> = line::squares_crossed(Point::centre(from.at), Point::centre(to.at)).collect();
    let hit = |id: Id, stand: Placement| {
        let touches = stand.space.steps(to) <= 1 && aims_at(world, attacker, with, id).is_ok();
        let passed = with.class != Class::Melee && stand.space.squares().any(|at| crossed.contains(&at));
        id != target && sides::allied(world, attacker, id) && (touches || passed)
    };
    in_order(world, hit)
}

/// EDG-SET-17: a miss hits a friend of the attacker's, one of several by the dice.
pub(super) fn goes_astray(world: &mut World, attack: Id, attacker: Id, target: Id) {
    let rule = rule!("EDG-SET-17");
    let friends = friends_in_the_way(world, attack, attacker, target);
    let Some(place) = setback::one_of(world, friends.len(), "which friend") else {
        return world.note(attacker, "no friend stands in the way", rule);
    };
    let friend = friends[place];
    world.tell(Event::note("hits a friend instead").actor(attacker).target(friend).by(rule));
    world.put(attack, Astray(friend));
}

fn aims(world: &World, attacker: Id, target: Id) -> bool {
    let aim = world.the::<TurnUsage>(attacker).aim;
    aim.is_some_and(|aim| aim.at == target)
}

impl AttackCourse for Strike {
    type Cover = cover::Found;

    fn targeting(&self, world: &World) -> Vec<Aimed<cover::Found>> {
        vec![between(world, self.attacker, &self.with, self.target)]
    }

    fn announce(&self, world: &mut World) {
        let flight = world.resource::<Flights>().top();
        if let Some(flight) = flight.filter(|_| self.with.class == Class::Melee) {
            dodge::offer(world, flight, self.attacker, self.target);
        }
        if let Some(flight) = flight.filter(|_| world.resource::<Hands>().any()) {
            let degree = cover::between(world, self.attacker, self.target).degree;
            if degree > Degree::None && degree < Degree::Total {
                self.fateful(world, flight, When::BeforeRoll, false);
            }
        }
    }

    fn still(&self, world: &World, between: &[Aimed<cover::Found>]) -> Result<(), Refusal> {
        creature::able(world, self.attacker)?;
        between[0].line.clone()
    }

    fn fails(self, world: &mut World, why: Refusal) {
        comes_to_nothing(world, self.attacker, Some(self.target), &self.with.name, why, []);
    }

    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<cover::Found>]) {
        let [between] = between else { return };
        let dodged = world.part::<Dodged>(flight).is_some();
        let mut between = between.clone();
        let through = world.part::<Through>(flight).is_some() && between.cover.degree < Degree::Total;
        if through {
            between.cover = cover::Found::default();
        }
        let mut against = difficulty(world, self.attacker, &self.with, &between);
        if through {
            against.note("through the gap", rule!("EDG-CARD-6"));
        }
        let check = check(world, &self, between.distance, dodged);
        let rolled = check.roll_for(world, Stake::Least(against.value));
        if aims(world, self.attacker, self.target) {
            world.the_mut::<TurnUsage>(self.attacker).aim = None;
        }
        aid::used(world, self.attacker, self.target, self.with.class == Class::Melee);
        let toss = Toss::of(rolled, against, dodged);
        toss.tells(world, &self, None);
        let hits = toss.hits();
        world.put(flight, toss);
        if !self.fateful(world, flight, When::Rolled, hits) {
            counts(world, flight);
        }
    }

    /// EDG-DMG-1 to EDG-DMG-3, EDG-XPL-12: what hits does damage.
    fn deal(self, world: &mut World, flight: Id) {
        let Outcome { hits, exploit, follows } = *world.the::<Outcome>(flight);
        world.the_mut::<Self>(flight).follows = follows;
        world.the_mut::<Self>(flight).hit = hits;
        let astray = world.part::<Astray>(flight).map(|astray| astray.0);
        if !hits && astray.is_none() {
            return;
        }
        let target = astray.unwrap_or(self.target);
        let event = |what| Event::new(what).actor(self.attacker).target(target);
        if !is_on_map(world, target) {
            return world.tell(event(What::came(AttackOutcome::Void)));
        }
        let helpless = [UNCONSCIOUS, PARALYZED].into_iter().find(|key| has_condition(world, target, key));
        let helpless = helpless.filter(|_| reach::threatens(world, self.attacker, target, Place::of(world, target)));
        let most = helpless.map(|key| if key == PARALYZED { rule!("EDG-COND-PAR-4") } else { rule!("EDG-COND-UNC-5") });
        let more = exploit.and_then(extra);
        let loaded = world.part::<Loaded>(flight).is_some();
        // What is all of one type matters as a sum.
        if let ([only], None) = (&self.with.damage[..], &most) {
            let dice = [Some((only.dice, only.sides)), more.as_ref().map(|more| (1, more.0)), loaded.then_some((1, 6))];
            world.resource_mut::<Dice>().together(&dice.into_iter().flatten().collect::<Vec<_>>());
        }
        let mut doses = roll_damage(world, &self.with, most.as_ref());
        let (name, joins, rule) = joins_damage(world, self.attacker, &self.with);
        if let Some(first) = doses.first_mut() {
            if self.with.bare {
                let term = Trace::refused(name, joins, "its damage is what it says");
                first.amount.terms.push(term.by(rule!("EDG-DMG-4")));
            } else if self.occasion == Occasion::OffHand {
                first.amount.terms.push(Trace::refused(name, joins, "the other hand").by(rule!("EDG-TWF-2")));
            } else {
                let mut term = Trace::new(name, joins).by(rule);
                if self.with.skill == THROWING {
                    term.note("thrown, a ranged attack", rule!("EDG-RNG-8"));
                }
                first.amount.push(term);
            }
            if let Some((sides, label, rule)) = more {
                let mut die = roll_or_most(world, (1, sides), label, most.as_ref());
                die.note("of its type, stopped with it", rule!("EDG-XPL-12"));
                first.amount.push(die.by(rule));
            }
            if loaded {
                let die = roll_or_most(world, (1, 6), "it was loaded", most.as_ref());
                first.amount.push(die.by(rule!("EDG-CARD-6")));
            }
        }
        let (parts, how) = harm::protect(world, target, doses, harm::Share::Whole);
        let outcome = event(What::came_of(&parts)).by(rule!("EDG-ATK-2"));
        // EDG-AV-4: where nothing gets through, the reckoning stands here.
        let none = parts.iter().all(|part| part.amount == 0);
        world.tell(if none { outcome.trace(how.clone()) } else { outcome });
        let spares = self.said.spares && (self.with.class == Class::Melee || options::spares_at_range(world));
        let harm = parts.clone();
        life::suffer(world, target, parts, how, (Some(self.attacker), spares));
        aftermath::inflicts(world, self.attacker, target, &self.with);
        if let Some(exploit) = exploit {
            aftermath::sickens(world, self.attacker, target, exploit);
            aftermath::traumatises(world, self.attacker, target, &harm, exploit);
        }
    }

    /// EDG-HIDE-6: an attack gives its attacker away, hit or miss. What an exploit allows besides comes now (EDG-XPL-1).
    fn close(self, world: &mut World) {
        stealth::give_away(world, self.attacker);
        self.goes_on(world);
        if let Some(exploit) = self.follows {
            launch(world, FollowUp::new(self.attacker, exploit, Some(self.target)));
        }
    }
}

impl Strike {
    /// EDG-ACT-11, EDG-ACT-15: those who waited for the attack are asked; then comes the next attack of one that was readied.
    fn goes_on(&self, world: &mut World) {
        readied::done(world, self.attacker, Trigger::Attacks);
        if self.hit {
            readied::done(world, self.target, Trigger::IsHit);
        }
        if self.more > 0 {
            launch(world, Again(Self { more: self.more - 1, follows: None, hit: false, ..self.clone() }));
        }
    }
}

/// EDG-ACT-15: the next attack of one that was readied, until it is declared as the first was.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Again(Strike);

impl Later for Again {
    const STAGE: Stage = Stage::Reactions;

    fn happen(self, world: &mut World) {
        let Self(strike) = self;
        let there = [strike.attacker, strike.target].iter().all(|&id| is_on_map(world, id));
        if there && creature::able(world, strike.attacker).is_ok() {
            declare(world, strike);
        }
    }
}
