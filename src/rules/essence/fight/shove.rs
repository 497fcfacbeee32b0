//! Pushing: square by square, the pusher following; and flinging what was torn away (ESS-PUSH, ESS-GRAP-12, ESS-DISARM-3).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{arrivals, creature, gear};
use super::super::data::compass;
use super::super::data::kind;
use super::super::data::stats::*;
use super::super::field::ground::Ground;
use super::super::field::terrain;
use super::super::motion::slide::{self, Way};
use super::super::motion::{bonds, chosen_place, place_choice, square_effects, unbind};
use super::harm;
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::{Direction, Footprint, Point, Square};
use crate::rule;

/// A push in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Shove {
    /// Who pushes.
    pub pusher: Id,
    /// Who is pushed.
    pub target: Id,
    /// Which way, once it is settled.
    pub direction: Option<Direction>,
    /// Feet still to go, once they are settled.
    pub left: Option<Feet>,
    /// Feet the pusher may still follow.
    pub follow: Feet,
    /// Whether the first step needs no following, out of a shared space.
    pub free: bool,
    /// Whether it is critical, and the pusher chooses how far.
    pub critical: bool,
}

/// A thing torn from somebody's hands, about to land somewhere.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Torn {
    /// Who tore it away.
    pub by: Id,
    /// From whom.
    pub target: Id,
    /// Its key.
    pub key: String,
    /// Where it lands if it only falls.
    pub lands: Square,
}

/// Who does the walking when a pusher follows: from the saddle its mount.
fn walker(world: &World, pusher: Id) -> Id {
    creature::mount_of(world, pusher).unwrap_or(pusher)
}

/// ESS-PUSH-3, ESS-PUSH-10, ESS-CRAWL-2: how many feet a pusher may follow in all.
fn may_follow(world: &World, pusher: Id) -> Feet {
    let walker = walker(world, pusher);
    let entangled = [pusher, walker].iter().any(|&id| creature::entangled(world, id).is_some());
    if entangled || !creature::able(world, walker) {
        0
    } else if has_condition(world, walker, condition::PRONE) {
        5
    } else {
        creature::speed(world, pusher).value
    }
}

impl Shove {
    /// One that goes a way that is yet to be settled.
    fn new(world: &World, pusher: Id, target: Id, critical: bool) -> Self {
        Self {
            pusher,
            target,
            direction: None,
            left: (!critical).then_some(5),
            follow: may_follow(world, pusher),
            free: false,
            critical,
        }
    }
}

/// ESS-PUSH-1 to ESS-PUSH-4, ESS-PUSH-7, ESS-PUSH-10: begins a push.
pub(crate) fn begin(world: &mut World, pusher: Id, target: Id, critical: bool) {
    let mut shove = Shove::new(world, pusher, target, critical);
    if shove.follow == 0 {
        world.note(pusher, "cannot follow, so it does not push", rule!("ESS-PUSH-10"));
        return;
    }
    let (from, to) = (Point::centre_of(space(world, pusher)), Point::centre_of(space(world, target)));
    shove.direction = Direction::towards(to.x() - from.x(), to.y() - from.y());
    if let Some(direction) = shove.direction {
        let word = compass::said(compass::WORDS[direction as usize]);
        world.note(pusher, format!("pushes to the {word}"), rule!("ESS-PUSH-7"));
    }
    launch(world, shove);
}

/// ESS-GRAP-12: a Push out of a grapple.
pub(crate) fn break_free(world: &mut World, pusher: Id, grappler: Id, critical: bool) {
    world.note(pusher, "breaks the grapple", rule!("ESS-GRAP-11"));
    unbind::unlink(world, pusher, grappler, &rule!("ESS-GRAP-12"));
    let shove = Shove { free: true, ..Shove::new(world, pusher, grappler, critical) };
    launch(world, shove);
}

fn question(
    world: &World,
    shove: &Shove,
    (kind, asks): (&'static str, &'static str),
    choices: Vec<Choice>,
) -> Decision {
    Decision::new(
        world,
        shove.pusher,
        kind,
        format!(
            "{} pushes {}. {asks}",
            world.resource::<Names>().name(shove.pusher),
            world.resource::<Names>().name(shove.target)
        ),
        choices,
    )
    .against(Some(shove.target))
}

/// ESS-PUSH-2, ESS-PUSH-7: how far, and out of a shared space which way.
impl Asks for Shove {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let shove = world.the::<Self>(flight);
        if is_over(world, shove) {
            return Inquiry::Nothing;
        }
        let decision = if shove.direction.is_none() {
            let here = space(world, shove.target);
            let way = |(word, direction)| {
                let choice = Choice::new(word, format!("To the {}", compass::said(word)));
                let choice = choice.to(Purpose::Control);
                choice.at(here.step(direction).at).by(rule!("ESS-PUSH-7"))
            };
            let choices = compass::all().map(way).collect();
            question(world, shove, (kind::PUSH_DIRECTION, "Which way?"), choices)
        } else if shove.left.is_none() {
            let choices = [("15", "15 ft"), ("10", "10 ft"), ("5", "5 ft")]
                .map(|(key, label)| Choice::new(key, label).to(Purpose::Control).by(rule!("ESS-PUSH-2")));
            question(world, shove, (kind::PUSH_DISTANCE, "How far?"), choices.to_vec())
        } else {
            return Inquiry::Nothing;
        };
        Question::inquiry(decision, [rule!("ESS-PUSH-2")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let mut shove = world.the_mut::<Self>(flight);
        match word.parse() {
            Ok(feet) => shove.left = Some(feet),
            Err(_) => shove.direction = compass::meant(word),
        }
    }
}

/// Whether nobody is pushed any farther, by whatever has become of the two.
fn is_over(world: &World, shove: &Shove) -> bool {
    let gone = |id: Id| !is_on_map(world, id) || world.the::<Stance>(id).tumbling;
    shove.left == Some(0) || gone(shove.pusher) || gone(shove.target) || !creature::able(world, shove.pusher)
}

/// One 5-ft step of a push, or its end.
pub(crate) fn advance(world: &mut World) {
    let Some((flight, shove)) = topmost::<Shove>(world) else {
        return;
    };
    let shove = shove.clone();
    if is_over(world, &shove) {
        land(world);
        return;
    }
    let (Some(direction), Some(left)) = (shove.direction, shove.left) else {
        return;
    };
    let here = space(world, shove.target);
    let way = match way_after(world, &shove, direction, here.step(direction)) {
        Ok(way) => way,
        Err(why) => {
            let event = Event::note("cannot follow further").actor(shove.pusher);
            world.tell(event.by_all(why));
            land(world);
            return;
        }
    };
    let entangled = creature::entangled(world, shove.target).is_some();
    let (rule, past) = if shove.free {
        (rule!("ESS-GRAP-12"), one_space(world, shove.pusher))
    } else {
        (rule!("ESS-PUSH-1"), Vec::new())
    };
    let mut goes_on = world.the_mut::<Shove>(flight);
    (goes_on.left, goes_on.free) = (Some(left - 5), false);
    let met = slide::way_past(world, shove.target, here.step(direction), &past);
    if met != Way::Free {
        if met == Way::Body {
            world.note(shove.target, "somebody is in the way", rule!("ESS-PUSH-8"));
        }
        land(world);
        come_apart(world, &shove);
        if met == Way::Hard {
            let who = shove.target;
            launch(world, Crash { who, left });
        }
        return;
    }
    if entangled {
        world.note(shove.target, "can be pushed all the same", rule!("ESS-PUSH-11"));
    }
    // Those who waited for it are asked once everything else that came of it is settled.
    let from = Place::of(world, shove.target);
    arrivals::came(world, shove.target, from, MoveKind::Carried);
    slide::slide_past(world, shove.target, direction, Motion::Pushed, rule.clone(), &past);
    if shove.free {
        clear_of(world, &shove, direction, &rule);
    }
    world.note(shove.target, "enters what lies there", rule!("ESS-PUSH-9"));
    if world.the::<Stance>(shove.target).tumbling {
        // It falls, or may yet hang on: either way nobody pushes it on (R29).
        world.note(shove.target, "is pushed no farther", rule!("ESS-PUSH-9"));
        world.the_mut::<Shove>(flight).left = Some(0);
    }
    for (at, cost, dear) in way {
        world.the_mut::<Shove>(flight).follow -= cost;
        follow(world, shove.pusher, at, dear);
    }
    if shove.free {
        chosen_place::freed(world, shove.pusher, shove.target, here);
    }
}

/// A creature, and those who share its space with it.
fn one_space(world: &World, id: Id) -> Vec<Id> {
    let mut out = creature::along(world, id);
    out.push(id);
    out
}

/// ESS-GRAP-12: a grappler that is not larger lands beside the pusher's space, however wide that is.
fn clear_of(world: &mut World, shove: &Shove, direction: Direction, rule: &Rule) {
    let (pusher, target) = (shove.pusher, shove.target);
    let past = one_space(world, pusher);
    let inside = |world: &World| space(world, target).overlaps(space(world, pusher));
    while creature::sizes_above(world, target, pusher) <= 0
        && inside(world)
        && is_on_map(world, target)
        && !world.the::<Stance>(target).tumbling
        && slide::slide_past(world, target, direction, Motion::Pushed, rule.clone(), &past) == Way::Free
    {}
    if creature::sizes_above(world, target, pusher) <= 0 {
        place_choice::beside(world, target, pusher);
    }
}

/// ESS-GRAP-16: where a Push out of a grapple has moved nobody, whoever came in stands beside.
fn come_apart(world: &mut World, shove: &Shove) {
    let (pusher, target) = (shove.pusher, shove.target);
    if !shove.free {
        return;
    }
    if creature::sizes_above(world, target, pusher) > 0 {
        place_choice::beside(world, pusher, target);
    } else {
        place_choice::beside(world, target, pusher);
    }
}

/// A step after a target: where to, what it costs, and by which rule more than usual.
type Paid = (Square, Feet, Option<Rule>);

/// ESS-PUSH-3, ESS-PUSH-4, R29 (none out of a shared space: ESS-GRAP-12): the squares by which the pusher stays beside a target that is
/// pushed to a place, each with what the step costs, as when it walks: the way that it pushes, if it can. It steps off no edge, and
/// goes no farther through deep water (ESS-SWIM-1).
///
/// # Errors
/// By which rules it cannot walk there, or not so far.
fn way_after(world: &World, shove: &Shove, direction: Direction, target: Footprint) -> Result<Vec<Paid>, Vec<Rule>> {
    let pusher = shove.pusher;
    let walker = walker(world, pusher);
    let height = world.the::<Position>(pusher).height;
    let aloft = world.the::<Stance>(walker).aloft;
    let floats = aloft || creature::weightless(world);
    let squeezing = creature::squeezing(world, walker);
    let ground = Ground::new(world, walker);
    let mut here = space(world, pusher);
    // The target and who goes along with it will be gone from where they are now.
    let gone = one_space(world, shove.target);
    let (mut left, mut way) = (shove.follow, Vec::new());
    while !shove.free && here.steps(target) > 1 {
        if !floats && here.squares().all(|at| terrain::deep(world, at)) {
            return Err(vec![rule!("ESS-PUSH-4"), rule!("ESS-SWIM-1")]);
        }
        let hard = !aloft && ground.hardships(here, squeezing).next().is_some();
        let holds = |to: Footprint| {
            let floor = to.squares().map(|at| floor(world, at)).max().unwrap_or_default();
            floats || creature::steps_up(floor) == creature::steps_up(height)
        };
        let priced = |at: Square| {
            let to = Footprint { at, side: here.side };
            let open = !to.overlaps(target)
                && to.steps(target) < here.steps(target)
                && slide::way_by_itself(world, pusher, to, &gone) == Way::Free
                && holds(to);
            // ESS-GRID-4, ESS-EDGE-1: not where nobody walks.
            ground.corner(here, to).ok().filter(|()| open)?;
            let over = ground.hurdle(here, to, height).ok()? && !aloft;
            let over = over.then(|| rule!("ESS-EDGE-2"));
            // By the square that the pusher leaves.
            let dear = over.or_else(|| hard.then(|| rule!("ESS-TERR-2")));
            Some((at, if dear.is_some() { 10 } else { 5 }, dear))
        };
        let left_behind = space(world, shove.target).at;
        let straight = here.at.step(direction);
        let best = here.at.neighbours().into_iter().filter_map(priced);
        let best = best.min_by_key(|&(at, cost, _)| {
            let to = Footprint { at, side: here.side };
            (to.steps(target), cost > left, at != straight, at != left_behind, at)
        });
        let Some((at, cost, dear)) = best else {
            return Err(vec![rule!("ESS-PUSH-4")]);
        };
        if cost > left {
            return Err(why_no_farther(world, walker, dear));
        }
        left -= cost;
        here.at = at;
        way.push((at, cost, dear));
    }
    Ok(way)
}

/// By which rules what is left does not pay for a step after a target.
fn why_no_farther(world: &World, walker: Id, dear: Option<Rule>) -> Vec<Rule> {
    let prone = has_condition(world, walker, condition::PRONE).then(|| rule!("ESS-PUSH-10"));
    [rule!("ESS-PUSH-4")].into_iter().chain(dear).chain(prone).collect()
}

/// ESS-PUSH-3: the pusher comes after.
fn follow(world: &mut World, pusher: Id, at: Square, dear: Option<Rule>) {
    if !is_on_map(world, pusher) || world.the::<Stance>(pusher).tumbling {
        return;
    }
    let before = *world.the::<Position>(pusher);
    // From the saddle it follows with its mount.
    let going = if creature::mount_of(world, pusher).is_some() { MoveKind::Carried } else { MoveKind::ByItself };
    let here = space(world, pusher);
    let along = bonds::go(world, pusher, Position { at, ..before }, going);
    let event = Event::step(pusher, before, Position { at, ..before }, Motion::Walk, "follows");
    world.tell(event.by(rule!("ESS-PUSH-3")).by_all(dear));
    let height = before.height;
    square_effects::arrive(world, pusher, Arrival::by_itself(Place { space: here, height }, along));
}

/// Somebody pushed into something hard, with so many feet still to go.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Crash {
    who: Id,
    left: Feet,
}

/// ESS-PUSH-5, ESS-PUSH-6: into something hard.
impl Later for Crash {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let dice = Expression::dice((self.left / 5) as u16, 6);
        let mut amount = world.resource_mut::<Dice>().roll(&dice, "against something hard");
        amount.rule = Some(rule!("ESS-PUSH-5"));
        let rules = vec![rule!("ESS-PUSH-5"), rule!("ESS-PUSH-6")];
        harm::deal(world, None, self.who, amount, DamageType::Physical, rules);
        harm::fall_prone(world, self.who, rule!("ESS-PUSH-5"));
    }
}

/// ESS-DISARM-3: where a thing flung one way comes down.
pub(crate) fn flung(world: &World, from: Square, direction: Direction) -> Square {
    let mut lands = from;
    for _ in 0..2 {
        let next = lands.step(direction);
        let barred = bars_the_way(world, lands.into(), next, floor(world, lands));
        if barred || super::super::field::cover::Sightlines::new(world).total(next) {
            break;
        }
        lands = next;
    }
    lands
}

/// ESS-DISARM-3, ESS-DISARM-4: taken, flung two squares as far as no wall stops it, or dropped.
impl Asks for Torn {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let torn = world.the::<Self>(flight);
        let item = world.the::<Gear>(torn.target).0.iter();
        let item = item.map(|item| &item.weapon).find(|weapon| weapon.key == torn.key);
        let there = [torn.by, torn.target].iter().all(|&id| is_on_map(world, id));
        let Some(item) = item.filter(|_| there && creature::able(world, torn.by)) else {
            return Inquiry::Nobody;
        };
        let hands = item.hands.min(1);
        let free = creature::free_hands(world, torn.by) >= hands;
        let mut choices: Vec<Choice> = Vec::new();
        if free {
            choices.push(Choice::new("take", "Take it").by(rule!("ESS-DISARM-4")));
        }
        for (word, direction) in compass::all() {
            let label = format!("Fling it {}", compass::said(word));
            let at = flung(world, torn.lands, direction);
            choices.push(Choice::new(word, label).at(at).by(rule!("ESS-DISARM-3")));
        }
        choices.push(Choice::new("drop", "Let it fall").at(torn.lands));
        let decision =
            Decision::new(world, torn.by, kind::DISARM, "Where does it go?", choices).against(Some(torn.target));
        let full = (!free).then(|| rule!("ESS-DISARM-4"));
        Question::inquiry(decision, [rule!("ESS-DISARM-3")].into_iter().chain(full))
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let torn = world.the::<Self>(flight).clone();
        land(world);
        if word == "take" {
            let Some(mut item) = gear::take_out(world, torn.target, &torn.key) else {
                return;
            };
            item.held = true;
            let text = format!("takes {}", item.weapon.name);
            let event = Event::note(text).actor(torn.by);
            world.tell(event.target(torn.target).by(rule!("ESS-DISARM-3")));
            world.the_mut::<Gear>(torn.by).0.push(item);
            return;
        }
        let lands = compass::meant(word).map_or(torn.lands, |direction| flung(world, torn.lands, direction));
        gear::strike_down(world, torn.target, &torn.key, lands, vec![rule!("ESS-DISARM-3")]);
    }

    /// It falls where one of the two, or the thing, is gone meanwhile.
    fn unasked(world: &mut World, flight: Id) {
        let Torn { target, key, lands, .. } = world.the::<Self>(flight).clone();
        land(world);
        if is_on_map(world, target) {
            gear::strike_down(world, target, &key, lands, vec![rule!("ESS-DISARM-3")]);
        }
    }
}
