//! Who is moved against its will: square by square straight away, into whatever stands there (MOM-PUSH).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::roll::{Roll, defends};
use super::super::data::conditions::HIDDEN;
use super::super::data::{DamageType, Durability, Metres, Size, StatKind, Stats};
use super::super::motion::ground;
use super::harm::{Blow, Dose, Wound, protect};
use super::held;
use super::hit_result::Struck;
use super::{asking, ride};
use crate::battle::{Event, *};
use crate::grid::{Edge, Footprint, Length, Square};
use crate::level::Door;
use crate::rule;

/// The question, and its answers.
pub(crate) const COLLISION: &str = "collision";
pub(crate) const JOIN: &str = "join";
pub(crate) const APART: &str = "apart";
/// The question which way (MOM-PUSH-14).
pub(crate) const WAY: &str = "way";

/// A creature that is moved, in flight below the shared push until that has ended.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Push {
    /// Who moves it.
    pub by: Id,
    /// Whom.
    pub target: Id,
    /// Where it stood.
    pub from: Footprint,
    /// Which way.
    pub step: (i16, i16),
    /// How far it would go.
    pub metres: Metres,
    /// The attack or Ability that does it, if its damage can join.
    pub attack: Option<Id>,
    /// Whether a fall has ended it (MOM-PUSH-12).
    #[serde(default)]
    pub fell: bool,
}

/// The damage of a collision while an attack moves a creature. The attacker is asked whether it joins the damage of the attack.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Joining {
    attack: Id,
    by: Id,
    target: Id,
    damage: i32,
}

/// MOM-PUSH-14: straight away from one space, as seen by another.
pub(crate) fn away(from: Footprint, to: Footprint) -> (i16, i16) {
    let (dx, dy) = from.gap(to);
    let (large, small) = (dx.max(dy), dx.min(dy));
    let sign = |one: i16, other: i16, gap: i32| if gap > 0 { (other - one).signum() } else { 0 };
    let both = 2 * small >= large;
    (
        if both || dx == large { sign(from.at.x, to.at.x, dx) } else { 0 },
        if both || dy == large { sign(from.at.y, to.at.y, dy) } else { 0 },
    )
}

/// Those whom one attack or Ability moves, one after the other, each from the board that the ones before have left; the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Pushes {
    pub by: Id,
    pub attack: Id,
    pub metres: Metres,
    /// The middle of the area that moves them, where it is one.
    #[serde(default)]
    pub centre: Option<Square>,
    pub rest: Vec<Id>,
}

impl Later for Pushes {
    const STAGE: Stage = Stage::Movement;

    fn happen(mut self, world: &mut World) {
        let Some(target) = self.rest.pop() else { return };
        let (by, attack, metres, centre) = (self.by, self.attack, self.metres, self.centre);
        launch(world, self);
        if !is_on_map(world, target) {
            return;
        }
        let from = space(world, target);
        let origin = centre.map_or_else(|| space(world, by), Footprint::single);
        let step = away(origin, from);
        if step == (0, 0) {
            launch(world, Heading { by, target, metres, attack });
        } else {
            Push::new(by, target, step, metres, Some(attack)).launch(world, rule!("MOM-PUSH-1"));
        }
    }
}

/// A creature that is to be moved and stands in the square of its mover, until the mover says which way (MOM-PUSH-14).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Heading {
    by: Id,
    target: Id,
    metres: Metres,
    attack: Id,
}

impl Asks for Heading {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let &Self { by, target, .. } = world.the::<Self>(flight);
        if !is_on_map(world, target) || !creature::conscious(world, by) {
            return Inquiry::Nobody;
        }
        let place = |at: Square| Choice::place(at, "Towards", rule!("MOM-PUSH-14")).to(Purpose::Control);
        let choices = space(world, target).at.neighbours().into_iter().map(place).collect();
        let prompt = format!("Which way is {} moved?", world.resource::<Names>().name(target));
        let decision = Decision::new(world, by, WAY, prompt, choices).against(Some(target));
        Question::inquiry(decision, [rule!("MOM-PUSH-14")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let Self { by, target, metres, attack } = *world.the::<Self>(flight);
        let from = space(world, target);
        let chosen = asking::square_named(from.at.neighbours(), word);
        land(world);
        if let Some(to) = chosen {
            let step = (to.x - from.at.x, to.y - from.at.y);
            Push::new(by, target, step, metres, Some(attack)).launch_from(world, from, rule!("MOM-PUSH-1"));
        }
    }
}

/// Who moves a creature that falls on its way; the fall ends that (MOM-PUSH-12).
pub(crate) fn falls(world: &mut World, id: Id) -> Option<Id> {
    let push = all_in_flight::<Push>(world).find(|(_, push)| push.target == id && !push.fell);
    let (flight, by) = push.map(|(flight, push)| (flight, push.by))?;
    world.the_mut::<Push>(flight).fell = true;
    Some(by)
}

/// MOM-PUSH-15: whether a step askew of a creature that is moved leads between two squares that are blocked.
pub(crate) fn pinched(world: &World, id: Id, to: Footprint) -> bool {
    let from = space(world, id);
    let corners = corners(from, to);
    !corners.is_empty() && corners.iter().all(|&at| blocks(world, at))
}

/// The two squares beside a step askew, of the square that leads it.
fn corners(from: Footprint, to: Footprint) -> Vec<Square> {
    let (dx, dy) = (to.at.x - from.at.x, to.at.y - from.at.y);
    if dx == 0 || dy == 0 {
        return Vec::new();
    }
    let ahead = |at: Square| !from.contains(at.offset(dx, 0)) && !from.contains(at.offset(0, dy));
    let lead = from.squares().find(|&at| ahead(at));
    lead.map(|at| vec![at.offset(dx, 0), at.offset(0, dy)]).unwrap_or_default()
}

/// Whether a wall or a thing stands in a square that stops what is moved.
fn blocks(world: &World, at: Square) -> bool {
    world.resource::<Map>().solid(at) || thing_at(world, at).is_some_and(|thing| stops(world, thing))
}

/// Whether a thing stops what is moved into it: all but what can be walked through.
pub(super) fn stops(world: &World, thing: Id) -> bool {
    match world.part::<DoorState>(thing) {
        Some(door) => door.0 != Door::Open,
        None => world.the::<Thing>(thing).blocks,
    }
}

impl Push {
    /// The push of a creature. It starts where the creature stands when the push is launched.
    pub(crate) fn new(by: Id, target: Id, step: (i16, i16), metres: Metres, attack: Option<Id>) -> Self {
        let from = Footprint::single(Square::default());
        Self { by, target, from, step, metres, attack, fell: false }
    }

    /// Sets it going.
    pub(crate) fn launch(self, world: &mut World, why: Rule) {
        let from = space(world, self.target);
        self.launch_from(world, from, why);
    }

    /// The same, from the space where its target is.
    fn launch_from(mut self, world: &mut World, from: Footprint, why: Rule) {
        self.from = from;
        let name = world.resource::<Names>().name(self.target);
        let text = format!("moves {name} up to {} m", self.metres);
        let event = Event::note(text).actor(self.by).target(self.target).by(why);
        world.tell(event.by_all(self.attack.map(|_| rule!("MOM-PUSH-14"))));
        launch(world, self);
        let squares = u16::try_from(self.metres).unwrap_or(0);
        environment::push(world, self.target, self.step, squares);
    }
}

/// The push is over: if it came to an end before its time, it ended in something (MOM-PUSH-2 to MOM-PUSH-9, MOM-PUSH-11), or by a fall.
pub(super) fn collide(world: &mut World) {
    let Some((_, &shoved)) = topmost::<Push>(world) else {
        return;
    };
    land(world);
    let Push { by, target, from, metres, attack, fell, step } = shoved;
    if !is_on_map(world, target) {
        return;
    }
    let now = space(world, target);
    if fell {
        world.note(target, "is moved no farther: it has fallen", rule!("MOM-PUSH-12"));
    } else if from.at.steps_to(now.at) < metres {
        world.note(target, "is stopped there", rule!("MOM-PUSH-6"));
        Meeting::ahead(world, target, step).crash(world, by, target, metres, attack);
    }
    let shares = |(other, stand): (Id, Placement)| {
        let beside = other != target && stand.space.overlaps(now);
        beside && ride::host(world, other) != Some(target) && ride::host(world, target) != Some(other)
    };
    if now != from && all_stands(world).any(shares) {
        world.note(target, "comes into a space that it can share", rule!("MOM-PUSH-10"));
    }
    if now != from {
        held::entered(world, target, from);
    }
}

/// What a creature meets that is stopped by it, or comes down on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// By Initiative.
    creatures: Vec<Id>,
    /// Things that can be broken.
    things: Vec<Id>,
    /// What cannot: the rule, and how it is called.
    wall: Option<(Rule, &'static str)>,
    /// Whether these are the two squares beside a step askew (MOM-PUSH-15).
    pinched: bool,
}

impl Meeting {
    /// What stands where the next square of a push would have been.
    fn ahead(world: &World, id: Id, step: (i16, i16)) -> Self {
        let Placement { space: own, height, .. } = stand(world, id);
        let next = own.offset(step.0, step.1);
        let mut found = Self::default();
        let met = |&(other, stand): &(Id, Placement)| {
            let shares = ground::may_share(world, id, other) || ground::passes_above(world, id, other);
            other != id && stand.space.overlaps(next) && !shares
        };
        let met = all_stands(world).filter(met).map(|(other, _)| other);
        found.creatures = creature::by_initiative(world, met);
        let map = world.resource::<Map>();
        let mut squares: Vec<Square> = next.squares().filter(|&at| !own.contains(at)).collect();
        if pinched(world, id, next) {
            found.pinched = true;
            squares.extend(corners(own, next));
        }
        for &at in &squares {
            if !map.contains(at) {
                found.wall = Some((rule!("MOM-PUSH-12"), "comes up against the edge of the field"));
            } else if map.solid(at) {
                found.meets_wall();
            } else if let Some(thing) = thing_at(world, at).filter(|&thing| stops(world, thing)) {
                found.meets(world, thing);
            }
        }
        let half = ground::half_a_body(world, id);
        let (_, lay) = lay(world);
        if let Some(between) = &lay.between {
            for edge in Edge::passed(own, next.at).filter(|&edge| between.at(edge).step > height) {
                match between.at(edge).thing {
                    Some(thing) => found.meets(world, thing),
                    None => found.meets_wall(),
                }
            }
        }
        let bank = floor_of(world, next).0 - height.0 > half.0 && !lay.is_walked_up(own, next);
        if (bank && found.things.is_empty()) || found.is_nothing() {
            found.meets_wall();
        }
        found
    }

    /// On what a creature comes down that falls to a floor.
    pub(crate) fn below(world: &World, id: Id, floor: Length) -> Self {
        let own = space(world, id);
        let tall = world.the::<Body>(id).tall;
        let met = |&(other, stand): &(Id, Placement)| {
            let its = world.the::<Body>(other).tall;
            let clear = stand.height.0 >= floor.0 + tall.0 || floor.0 >= stand.height.0 + its.0;
            other != id && stand.space.overlaps(own) && !ground::may_share(world, id, other) && !clear
        };
        let met = all_stands(world).filter(met).map(|(other, _)| other);
        let mut found = Self { creatures: creature::by_initiative(world, met), ..Self::default() };
        for at in own.squares() {
            if let Some(thing) = thing_at(world, at).filter(|&thing| stops(world, thing)) {
                found.meets(world, thing);
            }
        }
        found
    }

    fn meets_wall(&mut self) {
        self.wall = self.wall.take().or(Some((rule!("MOM-PUSH-9"), "comes up against something solid")));
    }

    fn meets(&mut self, world: &World, thing: Id) {
        if world.part::<Durability>(thing).is_none() {
            self.meets_wall();
        } else if !self.things.contains(&thing) {
            self.things.push(thing);
        }
    }

    /// Whether there is nothing.
    pub(crate) fn is_nothing(&self) -> bool {
        self.creatures.is_empty() && self.things.is_empty() && self.wall.is_none()
    }

    /// The collision (MOM-PUSH-2 to MOM-PUSH-11). Each creature in the way makes a Defense Roll and takes its own damage; each thing takes all
    /// of it. The creature that was moved takes the highest of these.
    pub(crate) fn crash(&self, world: &mut World, by: Id, id: Id, metres: Metres, attack: Option<Id>) {
        let power = creature::profile(world, by).power();
        let mut hardest = 0;
        let mut wounds: Vec<(Id, i32, Rule)> = Vec::new();
        if let Some((rule, words)) = self.wall.clone() {
            world.note(id, words, rule);
            hardest = metres;
        }
        if self.pinched {
            world.note(id, "does not come between two that block it, and meets both", rule!("MOM-PUSH-15"));
        }
        self.tell_of_several(world, id);
        let own = side_of(world, by);
        for &other in &self.creatures {
            if !knows(world, own, other) {
                hiding::reveal(world, other, None, HIDDEN, rule!("MOM-OCC-15"));
            }
            // MOM-PUSH-16: no cover joins it, which has a direction; what makes all its Defense Rolls better does.
            let mut roll = Roll::defense(world, other, StatKind::Str, Vec::new());
            if category(world, other) > category(world, id) {
                roll.advantage("it is larger", rule!("MOM-PUSH-3"));
            }
            let stands_firm = defends(world, roll, power, rule!("MOM-PUSH-2"));
            let (damage, rule) =
                if stands_firm { (metres / 2, rule!("MOM-PUSH-5")) } else { (metres, rule!("MOM-PUSH-4")) };
            hardest = hardest.max(damage);
            wounds.push((other, damage, rule));
        }
        for &thing in &self.things {
            wounds.push((thing, metres, rule!("MOM-PUSH-9")));
            hardest = metres;
        }
        // What is launched last is dealt with first; the one who was moved comes before those it was moved into.
        for (other, damage, rule) in wounds.into_iter().rev() {
            // MOM-PUSH-8: it joins what the same attack does to the one in the way, if it does anything to that.
            let joins = |attack: &Id| world.part::<Struck>(*attack).is_some_and(|all| all.hit(other).is_some());
            if let Some(attack) = attack.filter(joins) {
                launch(world, Joining { attack, by, target: other, damage });
            } else {
                let separate = Trace::note("separate from what moved the other").by(rule!("MOM-PUSH-8"));
                wound(world, other, Trace::new("collision", damage).by(rule).with(separate));
            }
        }
        match attack {
            Some(attack) => _ = launch(world, Joining { attack, by, target: id, damage: hardest }),
            None if self.wall.is_none() && self.creatures.is_empty() => {
                wound(world, id, Trace::new("collision", hardest).by(rule!("MOM-PUSH-9")));
            }
            None => wound(world, id, Trace::new("collision", hardest).by(rule!("MOM-SHOVE-3"))),
        }
    }

    /// MOM-PUSH-11, MOM-PUSH-17: several are met at once.
    fn tell_of_several(&self, world: &mut World, id: Id) {
        if self.creatures.len() + self.things.len() < 2 {
            return;
        }
        let spaces: Vec<Footprint> = self.creatures.iter().map(|&other| space(world, other)).collect();
        let shared = (1..spaces.len()).any(|at| spaces[..at].iter().any(|other| other.overlaps(spaces[at])));
        let rule = if shared { rule!("MOM-PUSH-17") } else { rule!("MOM-PUSH-11") };
        world.note(id, "meets several at once, and takes the highest damage of theirs", rule);
    }
}

/// The size category of a creature, or of an object by its height (MOM-PUSH-18).
fn category(world: &World, id: Id) -> Size {
    if let Some(Stats(profile)) = world.part::<Stats>(id) {
        return profile.size;
    }
    let height = world.part::<GivesCover>(id).and_then(|gives| gives.height);
    let as_tall = |size: &Size| height.is_some_and(|height| size.tall() >= height);
    Size::ALL.into_iter().find(as_tall).unwrap_or(Size::Gigantic)
}

fn dose(amount: Trace) -> Dose {
    let damage_type = DamageType::Physical;
    Dose { amount, damage_type }
}

fn wound(world: &mut World, target: Id, amount: Trace) {
    let doses = vec![dose(amount)];
    launch(world, Wound::plain(target, doses));
}

impl Joining {
    fn collision(&self) -> Dose {
        dose(Trace::new("collision", self.damage).by(rule!("MOM-PUSH-7")))
    }

    /// What the target would lose if the damage joins that of the attack, and if it does not.
    fn outcomes(&self, world: &World) -> (i32, i32) {
        let all = |blow: &Blow| -> i32 {
            let (parts, _) = protect(world, self.target, blow);
            parts.iter().map(|part| part.amount).sum()
        };
        let Some(hit) = world.the::<Struck>(self.attack).hit(self.target) else {
            return (0, 0);
        };
        let apart = Blow { doses: vec![self.collision()], ..Blow::default() };
        (all(&hit.joined(self.collision())), all(&hit.blow) + all(&apart))
    }
}

impl Asks for Joining {
    /// MOM-PUSH-7: asked where it makes a difference.
    fn asking(world: &World, flight: Id) -> Inquiry {
        let joining = world.the::<Self>(flight);
        let (joined, apart) = joining.outcomes(world);
        if joined == apart || !creature::conscious(world, joining.by) {
            return Inquiry::Nobody;
        }
        let name = world.resource::<Names>().name(joining.target);
        let choice = |key, label: &str, damage: i32, purpose| {
            Choice::new(key, format!("{label}: {damage} in all")).to(purpose).by(rule!("MOM-PUSH-7"))
        };
        let choices = vec![
            choice(JOIN, "It joins the hit", joined, Purpose::Harm),
            choice(APART, "It is a hit of its own", apart, Purpose::Decline),
        ];
        let prompt = format!("{name} is moved into something for {} damage.", joining.damage);
        let decision = Decision::new(world, joining.by, COLLISION, prompt, choices).against(Some(joining.target));
        Question::inquiry(decision, [rule!("MOM-PUSH-7")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let joining = *world.the::<Self>(flight);
        land(world);
        joining.settle(world, word == JOIN);
    }

    fn unasked(world: &mut World, flight: Id) {
        let joining = *world.the::<Self>(flight);
        land(world);
        // MOM-PUSH-7: unasked it is the larger total, and joined where that is the same.
        let (joined, apart) = joining.outcomes(world);
        joining.settle(world, joined >= apart);
    }
}

impl Joining {
    fn settle(self, world: &mut World, joins: bool) {
        let collision = self.collision();
        let mut struck = world.the_mut::<Struck>(self.attack);
        let Some(hit) = struck.hit_mut(self.target) else { return };
        if joins {
            hit.blow = hit.joined(collision);
        } else {
            hit.apart = Some(collision);
        }
    }
}
