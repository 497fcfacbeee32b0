//! Bodies and things that come down on creatures, or run into them: harm by their size, half of it for the nimble (EDG-COLL).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Saved, Settled};
use super::super::body::{creature, gravity, life};
use super::super::data::{Ability, DamageType, MIGHT, REFLEX, Size, conditions::RESTRAINED};
use super::harm::{self, Dose, Share};
use super::special;
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::rule;

/// EDG-COLL-1: dice by size.
const DICE: [u16; 6] = [1, 2, 4, 6, 9, 12];
/// EDG-COLL-2: what must be rolled to save by size.
const SAVES: [i32; 6] = [7, 10, 13, 16, 20, 24];

/// What a level says of a thing that comes down on creatures (EDG-COLL-2, EDG-COLL-5).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Burden {
    /// How large it is.
    pub size: Size,
    /// What must be rolled to save, where not by its size.
    pub save: Option<i32>,
    /// EDG-COLL-5: so many metres of a fall that it is as bad as; then nobody saves.
    pub as_fall_m: Option<i32>,
}

/// Something that hits creatures with its whole body.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Collision {
    /// The creature or thing that it is; none where nobody sees what.
    pub by: Option<Id>,
    /// How large it is, and what the level says besides.
    pub burden: Burden,
    /// Whom it hits.
    pub hit: Vec<Id>,
}

/// EDG-FALL-7: a creature comes down on others.
pub(crate) fn falls_on(world: &mut World, by: Id, hit: Vec<Id>) {
    let burden = Burden { size: creature::profile(world, by).size, save: None, as_fall_m: None };
    launch(world, Collision { by: Some(by), burden, hit });
}

/// A thing that the level lets fall comes down on those in its squares (EDG-COLL-6).
pub(crate) fn comes_down(world: &mut World, thing: Id) {
    let Some(&burden) = world.part::<Burden>(thing) else { return };
    let squares = world.the::<Thing>(thing).squares.clone();
    let under = in_order(world, |_, stand| squares.iter().any(|&at| stand.space.contains(at)));
    let (floats, hit): (Vec<Id>, Vec<Id>) = under.into_iter().partition(|&id| gravity::is_weightless(world, id));
    for id in floats {
        // Without weight nothing comes down.
        world.note(id, "is not hit: nothing falls here", rule!("EDG-GRAV-14"));
    }
    if !hit.is_empty() {
        launch(world, Collision { by: Some(thing), burden, hit });
    }
}

/// EDG-COLL-3: whether a creature lies under a thing, and which.
pub(crate) fn pinned_under(world: &World, id: Id) -> Option<Id> {
    let mut all = world.the::<Conditions>(id).0.iter();
    let thing = |one: &Condition| one.source.filter(|&of| one.key == RESTRAINED && world.part::<Burden>(of).is_some());
    all.find_map(thing)
}

/// EDG-COLL-4: tries to get out from under a thing.
pub(crate) fn break_free(world: &mut World, id: Id) {
    let Some(thing) = pinned_under(world, id) else { return };
    let burden = *world.the::<Burden>(thing);
    let mut check = Check::new(world, id, Aim::Act, "Might", (Ability::Strength, Some(MIGHT)));
    check.breaking_free();
    let settled = Settled::of(id, Aim::Act);
    let against = Trace::new("from under it", burden.difficulty()).by(rule!("EDG-COLL-4"));
    if special::attempt(world, check, against, settled, rule!("EDG-COLL-4")) {
        lose_from(world, id, RESTRAINED, thing, [rule!("EDG-COLL-4")]);
    }
}

impl Burden {
    /// EDG-COLL-2: what must be rolled to save, and to get free.
    fn difficulty(self) -> i32 {
        self.save.unwrap_or(SAVES[self.size as usize])
    }
}

impl Collision {
    /// How each of those it hits saves; nobody does where that is in vain (EDG-COLL-5).
    fn saves(&self, world: &mut World, hit: &[Id]) -> Vec<(Id, Saved)> {
        let mut saves = Vec::new();
        for &id in hit {
            let saved = if self.burden.as_fall_m.is_some() {
                Saved::default()
            } else {
                let check = Check::save(world, id, Ability::Dexterity, REFLEX);
                let against = Trace::new("its size", self.burden.difficulty()).by(rule!("EDG-COLL-2"));
                let by = self.by.filter(|&by| world.part::<Creature>(by).is_some());
                special::save_against(world, check, against, by, rule!("EDG-COLL-2"))
            };
            saves.push((id, saved));
        }
        saves
    }

    /// EDG-COLL-1, EDG-COLL-5: its dice.
    fn roll(&self, world: &mut World) -> Trace {
        let dice = |world: &mut World, count: u16| {
            let expression = Expression::dice(count, 6);
            world.resource_mut::<Dice>().roll(&expression, "collision")
        };
        match self.burden.as_fall_m {
            None => dice(world, DICE[self.burden.size as usize]).by(rule!("EDG-COLL-1")),
            Some(metres) => match u16::try_from((metres / 3).clamp(0, 20)) {
                Ok(0) | Err(_) => Trace::new("collision", 0).by(rule!("EDG-COLL-5")),
                Ok(count) => dice(world, count).by(rule!("EDG-COLL-5")),
            },
        }
    }

    /// EDG-COLL-3: one who has not saved lies under a thing so much larger.
    fn pins(&self, world: &mut World, id: Id) {
        let larger = self.burden.size as i32 - creature::profile(world, id).size as i32;
        let thing = self.by.is_some_and(|by| world.part::<Burden>(by).is_some());
        if thing && larger >= 2 && is_on_map(world, id) {
            gain_from(world, id, RESTRAINED, self.by, Lasts::UntilEnded, [rule!("EDG-COLL-3")]);
        }
    }
}

impl Later for Collision {
    const STAGE: Stage = Stage::Damage;

    /// EDG-COLL-6: one roll for all of them; each makes a save of its own.
    fn happen(self, world: &mut World) {
        let hit: Vec<Id> = self.hit.iter().copied().filter(|&id| is_on_map(world, id)).collect();
        if hit.is_empty() {
            return;
        }
        let saves = self.saves(world, &hit);
        let mut amount = self.roll(world);
        if hit.len() > 1 {
            amount.note("one roll for all of them", rule!("EDG-COLL-6"));
        }
        for (id, saved) in saves {
            if !is_on_map(world, id) {
                continue;
            }
            let amount = gravity::weigh_fall(world, id, amount.clone());
            let dose = Dose { amount, damage_type: DamageType::Kinetic };
            let (parts, how) = harm::protect(world, id, vec![dose], Share::after(saved));
            world.tell(Event::new(What::came_of(&parts)).target(id).by(rule!("EDG-COLL-1")));
            life::suffer(world, id, parts, how, (None, false));
            if !saved.made && self.burden.as_fall_m.is_none() {
                self.pins(world, id);
            }
        }
    }
}
