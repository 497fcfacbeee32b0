//! What outlasts a fight: Hit Points and Energy. No row of the ledger gives Hit Points back by itself; Energy comes back by Focus, which
//! works outside combat as well (ESS-ROUND-7, ESS-ENERGY-1).

use bevy::prelude::World;

use super::super::data::bestiary;
use super::super::data::stats::Vitals;
use crate::battle::{ById, CarriedOver, Id, Interlude, LinkNote, Traveller};
use crate::rule;

/// What a creature takes out of a fight.
pub(crate) fn carry(world: &World, id: Id) -> CarriedOver {
    let Vitals { hp, energy } = *world.the::<Vitals>(id);
    let carried = CarriedOver::default().with("hp", hp).with("energy", energy);
    if hp > 0 { carried } else { carried.unfit(format!("lies at {hp} Hit Points")) }
}

/// ESS-ENERGY-1, ESS-ENERGY-3: in an hour there is time for as many Focus Actions as it takes, for those who gain anything by one.
pub(crate) fn focus(people: &mut [Traveller], link: &Interlude) -> Vec<LinkNote> {
    /// ESS and Level together make one point of Energy for each of these (ESS-ENERGY-1).
    const A_POINT: i32 = 3;

    let mut told = Vec::new();
    for Traveller { who, carried, .. } in people {
        let Ok(whole) = bestiary::spawn_creature(&who.kind, who.rules.get("essence"), who.size) else { continue };
        let (profile, Some(now)) = (whole.profile, carried.number("energy")) else { continue };
        let able = link.hours > 0 && carried.unfit.is_none() && profile.ess + profile.level >= A_POINT;
        if able && now < profile.energy_max {
            let most = profile.energy_max;
            carried.set("energy", most);
            let note = LinkNote::of(who, format!("Focus: Energy {now} -> {most}"), rule!("ESS-ENERGY-1"));
            told.push(LinkNote { rules: vec![rule!("ESS-ROUND-7"), rule!("ESS-ENERGY-1")], ..note });
        }
    }
    told
}
