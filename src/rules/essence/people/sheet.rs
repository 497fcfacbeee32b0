//! What players may read about a creature or an object.

use bevy::prelude::World;

use super::super::body::clock::{self, Timed};
use super::super::body::{creature, gear};
use super::super::data::{conditions, stats::*};
use super::super::field::sight;
use super::super::fight::harm;
use super::super::motion::walk;
use crate::battle::*;

fn numbers(world: &World, id: Id, profile: &Profile) -> Vec<Stat> {
    let (left, unit) = walk::movement_left(world, id);
    let turn = world.the::<TurnUsage>(id);
    let penalty = harm::bleed_penalty(world, id).unwrap_or(0);
    let rows = [
        ("movement", "Movement left", format!("{left} {unit}")),
        ("speed", "Speed", format!("{} ft", creature::speed(world, id).value)),
        ("pd", "Physical Defense", profile.pd.to_string()),
        ("md", "Mental Defense", profile.md.to_string()),
        ("level", "Level", profile.level.to_string()),
        ("str", "STR", profile.str.to_string()),
        ("dex", "DEX", profile.dex.to_string()),
        ("ess", "ESS", profile.ess.to_string()),
        ("size", "Size", format!("{:?}", profile.size)),
        ("reach", "Reach", format!("{} ft", gear::reach(world, id))),
        ("bulk", "Bulk", profile.bulk.to_string()),
        ("altitude", "Altitude", format!("{} ft", creature::altitude(world, id))),
        ("dodges", "Dodges", turn.dodges.to_string()),
        ("bleed_penalty", "Bleed Penalty", penalty.to_string()),
        ("breathless", "Turns without breath", world.the::<Stance>(id).breathless.to_string()),
    ];
    rows.into_iter().map(|(key, label, value)| Stat::new(key, label, value)).collect()
}

fn ailments(world: &World, id: Id) -> Vec<ConditionView> {
    let name = |id: Id| {
        let id = if is_on_map(world, id) { id } else { Id::SOMEBODY };
        world.resource::<Names>().name(id).to_owned()
    };
    let mut out: Vec<ConditionView> = world
        .the::<Conditions>(id)
        .0
        .iter()
        .map(|one| {
            let lasts = match one.lasts {
                Lasts::RoundEnd => "until the Round ends".to_owned(),
                Lasts::TurnStart(id) => format!("until {}'s next Turn", name(id)),
                Lasts::TurnEnd(id) => format!("until {}'s Turn ends", name(id)),
                _ => match clock::left(world, &Timed::Condition(id, one.key.clone())) {
                    Some(1) => "1 Round".to_owned(),
                    Some(rounds) => format!("{rounds} Rounds"),
                    None => "until it is ended".to_owned(),
                },
            };
            conditions::ALL.ailment(&one.key, &lasts)
        })
        .collect();
    let stance = world.the::<Stance>(id);
    let turn = world.the::<TurnUsage>(id);
    let hiding = world.the::<Hiding>(id);
    let more = [
        ("incapacitated", creature::incapacitated(world, id)),
        ("squeezing", creature::squeezing(world, id)),
        ("climbing", stance.climbing),
        ("flying", stance.aloft),
        ("falling", stance.fallen > 0),
        ("drifting", stance.drift.is_some()),
        ("dodging", turn.dodges > 0),
        ("ready", turn.ready.is_some()),
        ("delaying", turn.delaying),
        ("hidden", hiding.from.iter().any(|&from| is_on_map(world, from))),
        ("undetected", sight::undetected(world, id)),
    ];
    let more = more.into_iter().filter(|(_, is)| *is);
    let waits = turn.ready.as_ref().map(|ready| format!("until {}", ready.text(world)));
    out.extend(more.map(|(key, _)| {
        let lasts = waits.as_deref().filter(|_| key == "ready");
        conditions::ALL.ailment(key, lasts.unwrap_or("until it is ended"))
    }));
    out
}

fn belongings(world: &World, id: Id, profile: &Profile) -> Vec<Stat> {
    let items = world.the::<Gear>(id).0.iter().map(|item| {
        let weapon = &item.weapon;
        let place = match (weapon.natural, item.held) {
            (true, _) => "",
            (false, true) => ", in hand",
            (false, false) => ", stowed",
        };
        let reach = weapon.reach_ft.map_or(String::new(), |feet| format!(", reach {feet} ft"));
        let shoots = weapon.increment_ft.map_or(String::new(), |feet| format!(", increment {feet} ft"));
        let value = format!("{}{reach}{shoots}{place}", weapon.damage);
        Stat::new(&weapon.key, &weapon.name, value)
    });
    let spells = profile.spells.iter().map(|spell| Stat::new(&spell.key, &spell.name, "Spell"));
    items.chain(spells).collect()
}

/// The sheet of a creature, or of an object with hit points.
pub(crate) fn sheet(world: &World, id: Id) -> Sheet {
    let health = |now, max| Gauge::new("hp", Measure::Health, "Hit points", now, max);
    if let Some(sturdy) = world.part::<ObjectHealth>(id) {
        return Sheet {
            gauges: vec![health(sturdy.hp, sturdy.hp_max)],
            stats: vec![Stat::new("durability", "Durability", sturdy.durability)],
            ..Sheet::default()
        };
    }
    let Some(stats) = world.part::<Stats>(id) else {
        return Sheet::default();
    };
    let profile = &stats.0;
    let vitals = world.the::<Vitals>(id);
    let mut gauges = vec![health(vitals.hp, profile.hp_max)];
    if profile.energy_max > 0 {
        gauges.push(Gauge::new("energy", Measure::Energy, "Energy", vitals.energy, profile.energy_max));
    }
    let reactions = creature::reactions_left(world, id).unwrap_or(0);
    let pips = vec![
        Gauge::new("actions", Measure::Turn, "Actions", creature::actions_left(world, id), 3),
        Gauge::new("reactions", Measure::Turn, "Reactions", reactions, 1 + profile.extra_reactions),
    ];
    Sheet {
        gauges,
        pips,
        stats: numbers(world, id, profile),
        ailments: ailments(world, id),
        gear: belongings(world, id, profile),
    }
}
