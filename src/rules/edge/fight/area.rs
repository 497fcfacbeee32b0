//! An attack on an area in flight: a cone, a line, a cube from the one who uses it, or a charge that is thrown. Every creature in it
//! makes a save, and one roll of damage serves all (EDG-AOE, EDG-BLAST, EDG-CORE-16).

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Saved, Settled};
use super::super::body::source::Source;
use super::super::body::{creature, life};
use super::super::data::{
    Ability, Attack, Band, Class, EXPLOSIVES, Gear, HalfMetres, REFLEX, SQUARE, STEP, THROWING, conditions::*,
};
use super::super::field::{cover, cover::Found, reach};
use super::harm::{self, Share};
use super::special;
use super::strike::roll_damage;
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::{Direction, LineRule, Point, Square, area};
use crate::rule;

/// An attack on an area in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Spray {
    /// Who uses it.
    pub user: Id,
    /// What.
    pub with: Attack,
    /// Towards where, or where to.
    pub towards: Square,
}

/// Who is in it, and how each save went: on the attack until it is over.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Saves(Vec<(Id, Saved)>);

/// The square of the user that lies nearest to where it goes, as the crow flies: of a large user's squares that is one alone.
fn origin(world: &World, user: Id, towards: Square) -> Square {
    let squares = space(world, user).squares();
    squares.min_by_key(|at| at.distance_squared(towards)).unwrap_or(towards)
}

/// Whether a square, so far from the origin, is in a shape that goes in a direction (EDG-AOE-4, EDG-AOE-6 to EDG-AOE-8).
fn inside(with: &Attack, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> bool {
    let length = with.length();
    // So far along the way and beside it, in lengths of the direction.
    let (along, beside) = (dx * x + dy * y, (dx * y - dy * x).abs());
    let square = x * x + y * y;
    let reaches = along > 0 && (SQUARE * along).pow(2) <= length.pow(2) * square;
    match with.class {
        Class::Cone => reaches && 2 * beside <= along,
        Class::Line => reaches && (2 * beside).pow(2) <= with.across.pow(2) * square,
        Class::Cube => {
            let n = with.across;
            let axis = |toward: i32, aside: i32, offset: i32| {
                if 2 * toward.abs() < aside.abs() {
                    // Across the way it lies around the origin.
                    let low = -(n - 1) / 2;
                    (low..low + n).contains(&offset)
                } else {
                    (1..=n).contains(&(offset * toward.signum()))
                }
            };
            axis(x, y, dx) && axis(y, x, dy)
        }
        _ => reach::apart(dx.abs(), dy.abs()) <= length,
    }
}

/// The squares of an area, and whether something keeps it from others (EDG-AOE-2). A thrown charge has its origin where it bursts.
pub(crate) fn squares(world: &World, user: Id, with: &Attack, towards: Square) -> (Vec<Square>, bool) {
    let from = if with.class == Class::Blast { towards } else { origin(world, user, towards) };
    let way = (i32::from(towards.x - from.x), i32::from(towards.y - from.y));
    let off = |at: &Square| (i32::from(at.x - from.x), i32::from(at.y - from.y));
    let map = world.resource::<Map>();
    let mut all: Vec<Square> = map.cells().squares().filter(|at| inside(with, way, off(at))).collect();
    let (_, lay) = lay(world);
    let solid = |at: Square| lay.footing.get(at).is_none_or(|there| there.solid);
    let wall = |edge| lay.between.as_ref().is_some_and(|between| between.at(edge).is_wall());
    let centre = Point::centre(from);
    all.retain(|&at| !solid(at));
    let whole = all.len();
    area::cut_by_walls(centre, &mut all, LineRule::SolidUnion, Point::corners, solid, wall);
    let cut = all.len() < whole;
    (all, cut)
}

/// EDG-BLAST-3: how far a charge flies to each square within Short range, round corners and not through what is solid.
fn flights(world: &World, user: Id) -> BTreeMap<Square, HalfMetres> {
    let (_, lay) = lay(world);
    let solid = |at: Square| lay.footing.get(at).is_none_or(|there| there.solid);
    let most = Band::Short.limit();
    let mut best: BTreeMap<Square, HalfMetres> = space(world, user).squares().map(|at| (at, 0)).collect();
    let mut open: BinaryHeap<Reverse<(HalfMetres, Square)>> = best.keys().map(|&at| Reverse((0, at))).collect();
    while let Some(Reverse((far, at))) = open.pop() {
        if best.get(&at).is_some_and(|&known| known < far) {
            continue;
        }
        for (dx, dy) in Direction::ALL.map(Direction::delta) {
            let next = at.offset(dx, dy);
            let askew = dx != 0 && dy != 0;
            let corner = askew && (solid(at.offset(dx, 0)) || solid(at.offset(0, dy)));
            let far = far + STEP[usize::from(askew)];
            let shorter = best.get(&next).is_none_or(|&known| far < known);
            let free = far <= most && shorter && !solid(next) && !corner;
            if free && !parted(world, at.into(), next.into()) {
                best.insert(next, far);
                open.push(Reverse((far, next)));
            }
        }
    }
    best
}

/// The squares to which a charge can be thrown, each with how far that is, heights counted in (EDG-BLAST-1 to EDG-BLAST-3,
/// EDG-BLAST-11).
pub(crate) fn targets(world: &World, user: Id) -> BTreeMap<Square, HalfMetres> {
    let all = flights(world, user).into_iter();
    let combined = |(at, far): (Square, HalfMetres)| (at, reach::combined(far, reach::height_between(world, user, at)));
    all.map(combined).filter(|&(_, far)| far <= Band::Short.limit()).collect()
}

/// How far a charge is thrown to a square.
///
/// # Errors
/// No way within Short range leads there.
pub(crate) fn throws_to(world: &World, user: Id, to: Square) -> Result<HalfMetres, Refusal> {
    let refused = || Refusal::by(rule!("EDG-BLAST-3"), "range", "No way within Short range leads there.");
    targets(world, user).get(&to).copied().ok_or_else(refused)
}

/// Whether there is any left of what it uses up (EDG-RNG-9).
///
/// # Errors
/// There is none.
pub(crate) fn is_left(world: &World, user: Id, with: &Attack) -> Result<(), Refusal> {
    let used = world.the::<Gear>(user).used.iter().filter(|key| ***key == *with.key).count();
    if with.uses > 0 && used >= usize::try_from(with.uses).unwrap_or(usize::MAX) {
        return Err(Refusal::by(rule!("EDG-RNG-9"), "used_up", "There is none left."));
    }
    Ok(())
}

/// Declares it; it is paid.
pub(crate) fn declare(world: &mut World, spray: Spray) {
    let Spray { user, ref with, towards } = spray;
    let radius = if with.class == Class::Blast { u32::try_from(with.length() / SQUARE).unwrap_or(0) } else { 0 };
    let what = What::Attack { with: with.name.clone().into(), look: with.look(), at: towards, radius };
    let shape = match with.class {
        Class::Line => rule!("EDG-AOE-7"),
        Class::Cube => rule!("EDG-AOE-8"),
        Class::Blast => rule!("EDG-AOE-4"),
        _ => rule!("EDG-AOE-6"),
    };
    world.tell(Event::new(what).actor(user).by(rule!("EDG-AOE-1")).by(shape));
    if with.uses > 0 {
        let key: Text = with.key.clone().into();
        world.the_mut::<Gear>(user).used.push(key);
    }
    crate::battle::declare(world, spray);
}

impl Spray {
    /// Whom an area takes in (EDG-AOE-3), the thrower of a charge among them (EDG-BLAST-6).
    fn victims(&self, world: &World, squares: &[Square]) -> Vec<Id> {
        let thrown = self.with.class == Class::Blast;
        let inside = |id: Id, stand: Placement| {
            (thrown || id != self.user) && stand.space.squares().any(|at| squares.contains(&at))
        };
        in_order(world, inside)
    }

    /// EDG-BLAST-1, EDG-BLAST-2, EDG-BLAST-4, EDG-BLAST-5: where a charge comes down.
    fn comes_down(&self, world: &mut World) -> Square {
        let Ok(far) = throws_to(world, self.user, self.towards) else { return self.towards };
        let mut check = Check::new(world, self.user, Aim::Act, "Throw", (Ability::Combativity, Some(THROWING)));
        if Band::of(far) > Band::Close {
            check.lean(false, Source::Range, "beyond Close range", rule!("EDG-BLAST-2"));
        }
        let against = Trace::new("on the square", 15).by(rule!("EDG-BLAST-1"));
        let item = Some(self.with.key.clone().into());
        let settled = Settled { roller: self.user, aim: Aim::Act, whom: None, attack: None, item };
        if special::attempt(world, check, against, settled, rule!("EDG-BLAST-1")) {
            world.note(self.user, "on the square", rule!("EDG-BLAST-4"));
            return self.towards;
        }
        let mut roll = |sides, what: &'static str| {
            let die = world.resource_mut::<Dice>().roll(&Expression::dice(1, sides), what);
            let value = die.value;
            world.tell(Event::number(self.user, die).by(rule!("EDG-BLAST-5")));
            value
        };
        let (metres, way) = (roll(3, "metres astray"), roll(8, "which way"));
        let steps = if metres >= 3 { 2 } else { 1 };
        let (dx, dy) = Direction::ALL[usize::try_from(way - 1).unwrap_or(0) % 8].delta();
        let mut at = self.towards;
        for _ in 0..steps {
            let next = at.offset(dx, dy);
            let solid = lay(world).1.footing.get(next).is_none_or(|there| there.solid);
            if solid || parted(world, at.into(), next.into()) {
                break;
            }
            at = next;
        }
        at
    }
}

impl AttackCourse for Spray {
    type Cover = Found;

    /// Whom the area would take in where it is aimed.
    fn targeting(&self, world: &World) -> Vec<Aimed<Found>> {
        let (area, _) = squares(world, self.user, &self.with, self.towards);
        let row = |target| Aimed {
            target,
            line: Ok(()),
            distance: reach::distance(world, self.user, target),
            cover: Found::default(),
            behind: Behind::default(),
        };
        self.victims(world, &area).into_iter().map(row).collect()
    }

    fn still(&self, world: &World, _between: &[Aimed<Found>]) -> Result<(), Refusal> {
        creature::able(world, self.user)
    }

    fn fails(self, world: &mut World, why: Refusal) {
        let text = format!("{} comes to nothing: {}", self.with.name, why.message);
        world.note(self.user, text, why.rule.unwrap_or(rule!("EDG-COND-UNC-1")));
    }

    fn roll(self, world: &mut World, flight: Id, _between: &[Aimed<Found>]) {
        let thrown = self.with.class == Class::Blast;
        let towards = if thrown { self.comes_down(world) } else { self.towards };
        let (area, cut) = squares(world, self.user, &self.with, towards);
        if cut {
            let text = "it does not get past what stands in its way";
            world.note(self.user, text, rule!("EDG-AOE-2"));
        }
        let from = if thrown { towards } else { origin(world, self.user, towards) };
        let more = creature::profile(world, self.user).skills.get(EXPLOSIVES).copied().filter(|_| thrown);
        let mut against = Trace::new("difficulty", self.with.save);
        if let Some(more) = more {
            let mut term = Trace::new("Explosives", more).by(rule!("EDG-BLAST-7"));
            term.note("its skill", rule!("EDG-SKILL-7"));
            against.push(term);
        }
        let mut saves = Vec::new();
        for id in self.victims(world, &area) {
            let mut check = Check::save(world, id, Ability::Dexterity, REFLEX);
            if cover::from_origin(world, self.user, from, id) {
                check.lean(true, Source::CoverSave, "cover from where it comes", rule!("EDG-AOE-11"));
            }
            let saved = special::save_against(world, check, against.clone(), Some(self.user), rule!("EDG-AOE-1"));
            saves.push((id, saved));
        }
        world.put(flight, Saves(saves));
    }

    /// EDG-AOE-10, EDG-DMG-5: one roll for all of them; no ability joins it (EDG-AOE-12).
    fn deal(self, world: &mut World, flight: Id) {
        let Saves(saves) = world.the::<Saves>(flight).clone();
        if saves.is_empty() {
            return world.note(self.user, "nobody is in it", rule!("EDG-AOE-3"));
        }
        let mut doses = roll_damage(world, &self.with, None);
        if let Some(first) = doses.first_mut() {
            let alone = Trace::refused("Perception", 0, "nothing joins an area").by(rule!("EDG-AOE-12"));
            first.amount.terms.push(alone);
            if saves.len() > 1 {
                let mut once = Trace::note("one roll for all of them").by(rule!("EDG-AOE-10"));
                once.note("several at once", rule!("EDG-DMG-5"));
                first.amount.terms.push(once);
            }
        }
        for (id, saved) in saves {
            if !is_on_map(world, id) {
                continue;
            }
            let share = match saved {
                Saved { made: true, .. } => Share::Half,
                Saved { worse: true, .. } => Share::Twice,
                _ => Share::Whole,
            };
            if !doses.is_empty() {
                let (parts, how) = harm::protect(world, id, doses.clone(), share);
                let event = Event::new(What::came_of(&parts)).actor(self.user).target(id);
                let mut event = event.by(rule!("EDG-AOE-3"));
                if self.with.class == Class::Blast {
                    event = event.by(rule!("EDG-BLAST-6"));
                }
                world.tell(event);
                life::suffer(world, id, parts, how, false);
            }
            // EDG-ATK-25: what it does besides, to those who failed.
            if !saved.made && creature::conscious(world, id) {
                for key in &self.with.inflicts {
                    gain(world, id, key.clone(), Lasts::TurnStart(self.user), [rule!("EDG-ATK-25")]);
                }
            }
        }
    }

    /// EDG-HIDE-6: it gives its user away, with or without a creature in it.
    fn close(self, world: &mut World) {
        hiding::reveal(world, self.user, None, HIDDEN, rule!("EDG-HIDE-6"));
    }
}
