//! What outlasts a skirmish, and rests (EDG-CAMP-1, EDG-REST).

use bevy::prelude::World;

use super::super::body::{creature, hands};
use super::super::data::{Attack, Gear, Vitality, bestiary};
use crate::battle::{ById, CarriedOver, Id, Interlude, LinkNote, Rest, Trace, Traveller};
use crate::dice::{Dice, Expression};
use crate::rule;

/// EDG-CAMP-1: what a creature takes out of a skirmish: vitality, kit uses, and what it has not used up or broken.
pub(crate) fn carry(world: &World, id: Id) -> CarriedOver {
    let (profile, gear) = (creature::profile(world, id), world.the::<Gear>(id));
    let vp = world.the::<Vitality>(id).0;
    let mut carried = CarriedOver::default().with("kit_uses", gear.kit);
    let left: Vec<Attack> = profile.attacks.iter().filter_map(|with| left(with, gear)).collect();
    if left != profile.attacks {
        carried = carried.listing("attacks", left.iter());
        let held = hands::held(world, id).iter().map(|one| one.key.to_string());
        let kept: Vec<String> = held.filter(|key| left.iter().any(|with| with.key == *key)).collect();
        carried = carried.listing("in_hand", kept.iter());
    }
    if vp > 0 { carried.with("vp", vp) } else { carried.unfit("has no vitality points left") }
}

/// What is left of something that it carries.
fn left(with: &Attack, gear: &Gear) -> Option<Attack> {
    if gear.broken.iter().any(|key| **key == *with.key) {
        return None;
    }
    if with.uses == 0 {
        return Some(with.clone());
    }
    let used = gear.used.iter().filter(|key| ***key == *with.key).count();
    let uses = with.uses - i32::try_from(used).unwrap_or(i32::MAX);
    (uses > 0).then(|| Attack { uses, ..with.clone() })
}

/// EDG-REST-1, EDG-REST-2: a rest gives vitality points back to those who have any.
pub(crate) fn rest(people: &mut [Traveller], link: &Interlude, dice: &mut Dice) -> Vec<LinkNote> {
    let mut told = Vec::new();
    for Traveller { who, carried, .. } in people {
        let Ok(profile) = bestiary::spawn_creature(&who.kind, who.size, who.rules.get("edge")) else { continue };
        let Some(now) = carried.number("vp").filter(|vp| link.rest != Rest::None && *vp < profile.vp_max) else {
            continue;
        };
        let mut gain = Trace::new("rest", 0).by(rule!("EDG-REST-2"));
        gain.push(dice.roll(&Expression::dice(1, 6), "rest"));
        gain.push(Trace::new("Strength", profile.strength));
        let after = (now + gain.value.max(0)).min(profile.vp_max);
        **carried = std::mem::take(*carried).with("vp", after);
        let note = LinkNote::of(who, format!("rests: VP {now} -> {after}"), rule!("EDG-REST-2"));
        told.push(LinkNote { rules: vec![rule!("EDG-REST-1"), rule!("EDG-REST-2")], trace: Some(gain), ..note });
    }
    told
}
