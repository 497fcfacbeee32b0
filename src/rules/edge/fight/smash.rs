//! An attack on an object that can be broken: against 9, its distance and what is in the way (EDG-ATK-6, EDG-OBJ-2).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Settled, Stake};
use super::super::body::creature;
use super::super::body::source::Source;
use super::super::data::{Ability, Attack, Band, Class, Degree, HalfMetres, Structure};
use super::super::field::{cover::Found, lines, melee, reach};
use super::aiming::is_in_range;
use super::damage::{extra, joins_damage, roll_damage, roll_or_most};
use super::harm::{self, Share};
use super::shape;
use super::special::{self, Outcome};
use super::stealth;
use crate::battle::{Event, *};
use crate::grid::{Footprint, Point, Square};
use crate::rule;

/// An attack on an object in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Smash {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub with: Attack,
    /// What.
    pub thing: Id,
}

/// Whether an object is there and can be broken (EDG-OBJ-2).
pub(crate) fn is_breakable(world: &World, thing: Id) -> bool {
    is_there(world, thing) && world.part::<Structure>(thing).is_some_and(|left| left.now > 0)
}

/// The square of an object that lies nearest to a creature.
fn nearest(world: &World, id: Id, thing: Id) -> Option<Square> {
    let own = space(world, id);
    squares_about(world, thing).into_iter().min_by_key(|&at| (own.steps(at.into()), own.at.distance_squared(at)))
}

/// EDG-COV-9: how many of the lines from the best corner of the attacker to the corners of a square something stops.
fn degree(world: &World, id: Id, at: Square) -> (Degree, Option<(Point, Point)>) {
    let own = space(world, id);
    let ends = [own, Footprint::single(at)];
    let stopped = |from: Point| {
        let all = Point::corners(at).into_iter();
        all.filter(|&to| lines::stops(world, ends, from, to).is_some()).count()
    };
    let corners = own.squares().flat_map(Point::corners);
    let best = corners.map(|from| (stopped(from), from)).min_by_key(|&(stopped, _)| stopped);
    best.map_or((Degree::None, None), |(count, from)| (Degree::of(count), Some((from, Point::centre(at)))))
}

/// What stands between an attacker and an object, for an attack with this.
pub(crate) fn between(world: &World, id: Id, with: &Attack, thing: Id) -> Aimed<Found> {
    let at = nearest(world, id, thing).unwrap_or_default();
    let (degree, line) = degree(world, id, at);
    let degree = if space(world, id).contains(at) { Degree::None } else { degree };
    let cover = Found { degree, line, ..Found::default() };
    let distance = shape::distance(world, id, at);
    Aimed {
        target: thing,
        line: gets_to(world, id, with, thing, (distance, degree)),
        distance,
        cover,
        behind: Behind::default(),
    }
}

fn gets_to(
    world: &World,
    id: Id,
    with: &Attack,
    thing: Id,
    (far, degree): (HalfMetres, Degree),
) -> Result<(), Refusal> {
    creature::works(world, id, with)?;
    if !is_breakable(world, thing) {
        let message = "Nothing breaks it in so short a time.";
        return Err(Refusal::by(rule!("EDG-OBJ-2"), "unbreakable", message));
    }
    if with.class == Class::Melee {
        let near = far <= reach::reach(world, id, Some(with)).max(4);
        return if near && (reach::to_hand(world, id, thing) || degree < Degree::Total) {
            Ok(())
        } else {
            Err(Refusal::by(rule!("EDG-MEL-1"), "range", "Out of reach."))
        };
    }
    is_in_range(with, far)?;
    if degree == Degree::Total {
        return Err(Refusal::by(rule!("EDG-RNG-1"), "no_line", "No line leads there."));
    }
    Ok(())
}

/// What it must reach.
pub(crate) fn difficulty(with: &Attack, between: &Aimed<Found>) -> Trace {
    to_reach(with, "an object", between)
}

fn to_reach(with: &Attack, what: &'static str, between: &Aimed<Found>) -> Trace {
    let mut out = Trace::new("to reach", 0).by(rule!("EDG-ATK-10"));
    out.push(Trace::new(what, 9).by(rule!("EDG-ATK-6")));
    if with.class != Class::Melee {
        let band = Band::of(between.distance);
        out.push(Trace::new(format!("{} range", band.name()), band.harder()).by(rule!("EDG-ATK-8")));
    }
    if let Some((name, rule)) = between.cover.named() {
        out.push(Trace::new(name, between.cover.degree.bonus()).by(rule));
    }
    out
}

/// EDG-ATK-1, EDG-ATK-6: what an attack on a square itself must reach.
///
/// # Errors
/// No line leads there.
pub(super) fn difficulty_of_place(world: &World, id: Id, with: &Attack, at: Square) -> Result<Trace, Refusal> {
    let (degree, line) = degree(world, id, at);
    if with.class != Class::Melee && degree == Degree::Total {
        return Err(Refusal::by(rule!("EDG-RNG-1"), "no_line", "No line leads there."));
    }
    let cover = Found { degree, line, ..Found::default() };
    let distance = shape::distance(world, id, at);
    let between = Aimed { target: id, line: Ok(()), distance, cover, behind: Behind::default() };
    Ok(to_reach(with, "an empty space", &between))
}

impl Smash {
    fn event(&self, what: What) -> Event {
        Event::new(what).actor(self.attacker).target(self.thing)
    }

    /// It is declared; it is paid.
    pub(crate) fn begin(self, world: &mut World) {
        let at = nearest(world, self.attacker, self.thing).unwrap_or_default();
        let what = What::Attack { with: self.with.name.clone().into(), look: self.with.look(), at, radius: 0 };
        world.tell(self.event(what).by(rule!("EDG-ATK-2")).by(rule!("EDG-OBJ-2")));
        declare(world, self);
    }

    fn check(&self, world: &World, far: HalfMetres) -> Check {
        let with_what = (Ability::Combativity, Some(self.with.skill.as_str()));
        let mut check = Check::new(world, self.attacker, Aim::Attack, self.with.name.clone(), with_what);
        shoots(world, &mut check, &self.with, far);
        special::ready(world, &mut check, None);
        check
    }
}

/// EDG-RNG-3, EDG-RNG-5: what is against a shot at an object or a square.
pub(super) fn shoots(world: &World, check: &mut Check, with: &Attack, far: HalfMetres) {
    if with.class == Class::Melee {
        return;
    }
    if Band::of(far) > with.band {
        check.lean(false, Source::Range, "beyond its range", rule!("EDG-RNG-3"));
    }
    if melee::hemmed_in(world, check.whose()).is_some() {
        check.lean(false, Source::CloseCombat, "an enemy within whose reach it shoots", rule!("EDG-RNG-5"));
    }
}

impl AttackCourse for Smash {
    type Cover = Found;

    fn targeting(&self, world: &World) -> Vec<Aimed<Found>> {
        vec![between(world, self.attacker, &self.with, self.thing)]
    }

    fn still(&self, world: &World, between: &[Aimed<Found>]) -> Result<(), Refusal> {
        creature::able(world, self.attacker)?;
        between[0].line.clone()
    }

    fn fails(self, world: &mut World, why: Refusal) {
        comes_to_nothing(world, self.attacker, None, &self.with.name, why, []);
    }

    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<Found>]) {
        let [between] = between else { return };
        let against = difficulty(&self.with, between);
        let mut rolled = self.check(world, between.distance).roll_for(world, Stake::Least(against.value));
        let hits = rolled.against(against);
        let kept = rolled.kept;
        world.tell(self.event(What::Number).trace(rolled.total).by(rule!("EDG-ATK-3")));
        if !hits {
            world.tell(self.event(What::came(AttackOutcome::Missed)).by(rule!("EDG-CORE-2")));
        }
        world.put(flight, Outcome { hits, ..Outcome::default() });
        let item = Some(self.with.key.clone().into());
        let settled = Settled { attack: Some(flight), item, ..Settled::of(self.attacker, Aim::Attack) };
        special::arise(world, settled, kept, hits);
    }

    fn deal(self, world: &mut World, flight: Id) {
        let Outcome { hits, exploit, .. } = *world.the::<Outcome>(flight);
        if !hits || !is_breakable(world, self.thing) {
            return;
        }
        let mut doses = roll_damage(world, &self.with, None);
        let (name, more, rule) = joins_damage(world, self.attacker, &self.with);
        if let Some(first) = doses.first_mut() {
            first.amount.push(Trace::new(name, more).by(rule));
            if let Some((sides, label, rule)) = exploit.and_then(extra) {
                first.amount.push(roll_or_most(world, (1, sides), label, None).by(rule));
            }
        }
        let (parts, how) = harm::protect(world, self.thing, doses, Share::Whole);
        world.tell(self.event(What::came_of(&parts)).by(rule!("EDG-ATK-2")));
        harm::batter(world, self.thing, parts, how);
    }

    fn close(self, world: &mut World) {
        stealth::give_away(world, self.attacker);
    }
}
