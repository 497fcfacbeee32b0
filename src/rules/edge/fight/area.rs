//! An attack on an area in flight: a cone, a line, a cube from the one who uses it, or a charge that is thrown. Every creature in it
//! makes a save, and one roll of damage serves all (EDG-AOE, EDG-BLAST, EDG-CORE-16).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Saved, Settled};
use super::super::body::source::Source;
use super::super::body::{creature, hands, life};
use super::super::data::cards::Hands;
use super::super::data::{
    Ability, Attack, Band, Class, EXPLOSIVES, Gear, SQUARE, THROWING, conditions::*, tables::Exploit,
};
use super::super::field::{cover, cover::Found, reach};
use super::damage::roll_damage;
use super::favour::{self, Saves};
use super::harm::{self, Dose, Share};
use super::moments::Bracing;
use super::shape::{self, off};
use super::special::{self, FollowUp, Outcome};
use super::stealth;
use super::{aftermath, upkeep};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::{Direction, Square};
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
    /// What follows when all of it is settled (EDG-XPL-1).
    pub follows: Option<Exploit>,
}

/// EDG-COND-CHA-1: whether an area spares the creature that charms its user, as far as the user's side knows of that creature.
///
/// # Errors
/// It takes in that creature.
pub(crate) fn spares_charmer(world: &World, spray: &Spray) -> Result<(), Refusal> {
    let all = &world.the::<Conditions>(spray.user).0;
    let charmers: Vec<Id> = all.iter().filter(|one| one.key == CHARMED).filter_map(|one| one.source).collect();
    if charmers.is_empty() {
        return Ok(());
    }
    let (area, _) = shape::squares(world, spray.user, &spray.with, spray.towards);
    let inside = |id: Id| charmers.contains(&id) && knows(world, side_of(world, spray.user), id);
    if spray.victims(world, spray.towards, &area).into_iter().any(inside) {
        return Err(Refusal::by(rule!("EDG-COND-CHA-1"), "charmed", "It does no harm to the one who charms it."));
    }
    Ok(())
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
    let Spray { user, ref with, towards, .. } = spray;
    let radius = if with.is_put_down() { u32::try_from(with.length() / SQUARE).unwrap_or(0) } else { 0 };
    let what = What::Attack { with: with.name.clone().into(), look: with.look(), at: towards, radius };
    let shape = match with.class {
        Class::Line => rule!("EDG-AOE-7"),
        Class::Cube => rule!("EDG-AOE-8"),
        Class::Blast => rule!("EDG-AOE-4"),
        Class::Cylinder => rule!("EDG-AOE-5"),
        _ => rule!("EDG-AOE-6"),
    };
    let own = with.quick.then_some(rule!("EDG-ACT-14"));
    world.tell(Event::new(what).actor(user).by(rule!("EDG-AOE-1")).by(shape).by_all(own));
    if with.uses > 0 {
        let key: Text = with.key.clone().into();
        hands::leaves_hand(world, user, &key);
        world.the_mut::<Gear>(user).used.push(key);
    }
    creature::pay_psi(world, user, with);
    crate::battle::declare(world, spray);
}

impl Spray {
    /// One of which nothing has come yet.
    pub(crate) const fn new(user: Id, with: Attack, towards: Square) -> Self {
        Self { user, with, towards, follows: None }
    }

    /// Whom an area takes in (EDG-AOE-3), the thrower of a charge among them (EDG-BLAST-6). Those at whom its user could not aim are
    /// taken in as well (EDG-COV-6).
    fn victims(&self, world: &World, towards: Square, squares: &[Square]) -> Vec<Id> {
        let put_down = self.with.is_put_down();
        let from = shape::from(world, self.user, &self.with, towards);
        let way = off(towards, from);
        let floor = if put_down { floor_of(world, from.into()) } else { Place::of(world, self.user).height };
        let takes_in = |stand: Placement, at: Square| {
            let up = reach::halves(stand.height - floor);
            squares.contains(&at) && shape::inside_upright(&self.with, way, off(at, from), up)
        };
        let inside = |id: Id, stand: Placement| {
            (put_down || id != self.user) && stand.space.squares().any(|at| takes_in(stand, at))
        };
        in_order(world, inside)
    }

    /// EDG-BLAST-1, EDG-BLAST-2, EDG-BLAST-4, EDG-BLAST-5, EDG-BLAST-8: where a charge comes down. The throw is no attack roll: what is for
    /// and against one does not count.
    fn comes_down(&self, world: &mut World, flight: Id) -> Square {
        let Ok(far) = shape::throws_to(world, self.user, self.towards) else { return self.towards };
        let mut check = Check::new(world, self.user, Aim::Act, "Throw", (Ability::Combativity, Some(THROWING)));
        if Band::of(far) > Band::Close {
            check.lean(false, Source::Range, "beyond Close range", rule!("EDG-BLAST-2"));
        }
        let mut against = Trace::new("on the square", 15).by(rule!("EDG-BLAST-1"));
        if reach::height_between(world, self.user, self.towards) > 0 {
            against.note("heights count in", rule!("EDG-BLAST-11"));
        }
        let item = Some(self.with.key.clone().into());
        let settled = Settled { attack: Some(flight), item, ..Settled::of(self.user, Aim::Act) };
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
            if shape::is_solid(lay(world).1, next) || parted(world, at.into(), next.into()) {
                break;
            }
            at = next;
        }
        at
    }

    /// EDG-AOE-1, EDG-AOE-11, EDG-BLAST-7: the save of a creature in it.
    fn save_of(&self, world: &mut World, id: Id, from: Square) -> Saved {
        let thrown = self.with.class == Class::Blast;
        let more = creature::profile(world, self.user).skills.get(EXPLOSIVES).copied().filter(|_| thrown);
        let mut against = Trace::new("difficulty", self.with.save);
        if let Some(more) = more {
            let mut term = Trace::new("Explosives", more).by(rule!("EDG-BLAST-7"));
            term.note("its skill", rule!("EDG-SKILL-7"));
            against.push(term);
        }
        let by = &self.with.save_by;
        let mut check = Check::save(world, id, by.ability, &by.skill);
        let cover = || cover::from_origin(world, self.user, from, id);
        if let Some(source) = (by.ability == Ability::Dexterity).then(cover).flatten() {
            let mut told = Trace::note("cover from where it comes").by(rule!("EDG-AOE-11"));
            told.note("any cover does", rule!("EDG-COV-8"));
            check.lean_by(true, Source::CoverSave, Trace { source, ..told });
        }
        special::save_against(world, check, against, Some(self.user), rule!("EDG-AOE-1"))
    }

    /// EDG-AOE-3: a side that knows of no creature in the area is told that nobody is known to be in it. So it learns of no creature there.
    fn tell_of_none(&self, world: &mut World, victims: &[Id]) {
        let all: Vec<SideId> = sides(world).collect();
        for side in all {
            let knows_one = victims.iter().any(|&id| knows(world, side, id));
            if !knows_one && knows(world, side, self.user) {
                let text = "nobody is known to be in it";
                world.tell_alone(side, Event::note(text).actor(self.user).by(rule!("EDG-AOE-3")));
            }
        }
    }
}

impl AttackCourse for Spray {
    type Cover = Found;

    /// Whom the area would take in where it is aimed.
    fn targeting(&self, world: &World) -> Vec<Aimed<Found>> {
        let (area, _) = shape::squares(world, self.user, &self.with, self.towards);
        let row = |target| Aimed {
            target,
            line: Ok(()),
            distance: reach::distance(world, self.user, target),
            cover: Found::default(),
            behind: Behind::default(),
        };
        self.victims(world, self.towards, &area).into_iter().map(row).collect()
    }

    /// EDG-CARD-7: before the saves cards may be burned for those whom the area would take in.
    fn announce(&self, world: &mut World) {
        if self.with.damage.is_empty() || !world.resource::<Hands>().any() {
            return;
        }
        let (area, _) = shape::squares(world, self.user, &self.with, self.towards);
        let mut line = self.victims(world, self.towards, &area);
        line.reverse();
        let most = self.with.damage.iter().map(|part| i32::from(part.dice) * i32::from(part.sides)).sum();
        launch(world, Bracing { by: self.user, line, most });
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
        world.put(flight, Outcome { hits: true, ..Outcome::default() });
        let towards = if thrown { self.comes_down(world, flight) } else { self.towards };
        let (area, cut) = shape::squares(world, self.user, &self.with, towards);
        if cut {
            let text = "it does not get past what stands in its way";
            world.note(self.user, text, rule!("EDG-AOE-2"));
        }
        let from = shape::from(world, self.user, &self.with, towards);
        // Those of whom a side does not know save after all dice that every side may see: they change none of these.
        let (known, mut late): (Vec<Id>, Vec<Id>) =
            self.victims(world, towards, &area).into_iter().partition(|&id| strangers_to(world, id).is_empty());
        late.sort_by_key(|&id| strangers_to(world, id).len());
        let all = known.into_iter().map(|id| (id, self.save_of(world, id, from))).collect();
        world.put(flight, Saves { all, late, from, harms: !self.with.damage.is_empty() });
        if self.with.is_loud() {
            aftermath::rouses(world, from.into());
        }
    }

    /// EDG-AOE-10, EDG-DMG-5: one roll for all of them; no ability joins it (EDG-AOE-12).
    fn deal(self, world: &mut World, flight: Id) {
        world.the_mut::<Self>(flight).follows = world.the::<Outcome>(flight).follows;
        let saves = world.the::<Saves>(flight).clone();
        let all: Vec<Id> = saves.victims().collect();
        let Saves { all: mut saves, late, from, .. } = saves;
        self.tell_of_none(world, &all);
        if all.is_empty() {
            return;
        }
        let mut doses = roll_damage(world, &self.with, None);
        if let Some(first) = doses.first_mut() {
            let alone = Trace::refused("Perception", 0, "nothing joins an area").by(rule!("EDG-AOE-12"));
            first.amount.terms.push(alone);
            // Told to those who know of two of them at least.
            if let Some(&second) = all.get(1) {
                let mut once = Trace::note("one roll for all of them").by(rule!("EDG-AOE-10")).of(second);
                once.note("several at once", rule!("EDG-DMG-5"));
                first.amount.terms.push(once);
            }
        }
        let favours = favour::extra(world, flight);
        for id in late {
            let saved = self.save_of(world, id, from);
            saves.push((id, saved));
        }
        for (id, saved) in saves {
            if !is_on_map(world, id) {
                continue;
            }
            let more = favours.filter(|favours| favours.0 == id).map(|favours| favours.1);
            if !doses.is_empty() {
                let mut doses: Vec<Dose> = doses.clone();
                if let (Some(exploit), Some(first)) = (more, doses.first_mut()) {
                    first.amount.push(favour::more(world, exploit).by(rule!("EDG-BLAST-9")));
                }
                let (parts, how) = harm::protect(world, id, doses, Share::after(saved));
                let event = Event::new(What::came_of(&parts)).actor(self.user).target(id);
                let mut event = event.by(rule!("EDG-AOE-3"));
                if self.with.class == Class::Blast {
                    event = event.by(rule!("EDG-BLAST-6"));
                }
                world.tell(event);
                let harm = parts.clone();
                life::suffer(world, id, parts, how, (Some(self.user), false));
                if let Some(exploit) = more {
                    aftermath::traumatises(world, self.user, id, &harm, exploit);
                }
            }
            if let Some(exploit) = more {
                aftermath::sickens(world, self.user, id, exploit);
            }
            // EDG-ATK-25: what it does besides, to those who failed.
            if !saved.made && creature::conscious(world, id) {
                upkeep::inflict(world, id, self.user, &self.with, saved.worse && doses.is_empty());
            }
        }
    }

    /// EDG-HIDE-6: it gives its user away, with or without a creature in it.
    fn close(self, world: &mut World) {
        stealth::give_away(world, self.user);
        if let Some(exploit) = self.follows {
            launch(world, FollowUp::new(self.user, exploit, None));
        }
    }
}
