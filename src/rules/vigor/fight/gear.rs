//! Weapons that leave the hand and lie on the ground, and those who pick them up (VIG-ATK-18, VIG-ACT-19).

use std::sync::Arc;

use bevy::prelude::World;

use super::super::body::{creature, hands};
use super::super::data::{Attack, Pack, Profile, Stats};
use super::super::field::reach;
use crate::battle::*;
use crate::grid::Square;
use crate::rule;

impl Portable for Attack {
    fn key(&self) -> &str {
        &self.key
    }

    fn name(&self) -> &str {
        &self.name
    }
}

/// VIG-ATK-18: a weapon that is thrown leaves the hand, and lies where it was aimed at.
pub(crate) fn lets_fly(world: &mut World, id: Id, with: &Attack, at: Square) {
    lose(world, id, &with.key, at);
    world.note(id, format!("{} is out of its hand", with.name), rule!("VIG-ATK-18"));
}

/// A weapon comes to lie on the ground, as it was in hand.
pub(crate) fn lose(world: &mut World, id: Id, key: &str, at: Square) {
    let attacks = &creature::profile(world, id).attacks;
    let Some(with) = attacks.iter().find(|with| with.key == key).cloned() else {
        return;
    };
    hands::lose(world, id, key);
    world.resource_mut::<GroundItems<Attack>>().lay_down(at, with);
}

/// What lies near enough for somebody to pick up, whoever it was of.
pub(crate) fn to_hand(world: &World, id: Id) -> impl Iterator<Item = &GroundItem<Attack>> {
    let all = world.resource::<GroundItems<Attack>>().items.iter();
    all.filter(move |lying| reach::to_hand(world, id, lying.at))
}

/// What of it an order means: by its key and number, or by its key alone the first that fell.
pub(crate) fn meant<'w>(world: &'w World, id: Id, word: &str) -> Option<&'w GroundItem<Attack>> {
    let exactly = to_hand(world, id).find(|lying| lying.word() == word);
    exactly.or_else(|| to_hand(world, id).find(|lying| lying.item.key == word))
}

/// A weapon as somebody else uses it: what the talents of its last owner gave goes for nothing, what its own give with the like counts.
fn made_ones_own(profile: &Profile, with: &Attack) -> Attack {
    let like = profile.attacks.iter().filter(|own| own.class == with.class);
    Attack { talent: like.map(|own| own.talent).max().unwrap_or(0), ..with.clone() }
}

/// Picks something up, which takes it in hand: what was its own before, or what is its own from now on.
pub(crate) fn pick_up(world: &mut World, id: Id, number: u32) {
    let Some(found) = world.resource_mut::<GroundItems<Attack>>().take_up(number) else {
        return;
    };
    world.note(id, "picks it up", rule!("VIG-ACT-19"));
    let profile = creature::profile(world, id);
    let bare = |with: &Attack| Attack { talent: 0, ..with.clone() };
    let gone = &world.the::<Pack>(id).gone;
    let lost = |own: &&Attack| gone.iter().any(|gone| **gone == *own.key) && bare(own) == bare(&found);
    let key = match profile.attacks.iter().find(lost) {
        Some(own) => own.key.clone(),
        None => {
            let mut own = made_ones_own(profile, &found);
            if profile.grip(&own.key).is_some() {
                own.key = format!("{}-{number}", own.key);
            }
            let key = own.key.clone();
            let mut stats = world.the_mut::<Stats>(id);
            Arc::make_mut(&mut stats.0).attacks.push(own);
            key
        }
    };
    world.the_mut::<Pack>(id).gone.retain(|gone| **gone != *key);
    hands::take(world, id, &key);
}
