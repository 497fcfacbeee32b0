//! What players may read about a creature or an object.

use bevy::prelude::World;

use super::super::body::{creature, pool};
use super::super::data::{conditions, stats::*};
use crate::battle::*;

type Types = std::collections::BTreeSet<DamageType>;

fn qualities(resist: &Types, vulnerable: &Types, immune: &Types) -> Vec<Stat> {
    [("resist", "Resists", resist), ("vulnerable", "Vulnerable to", vulnerable), ("immune", "Immune to", immune)]
        .into_iter()
        .filter(|(_, _, types)| !types.is_empty())
        .map(|(key, label, types)| {
            let names: Vec<_> = types.iter().map(|&one| one.name()).collect();
            Stat::new(key, label, names.join(", "))
        })
        .collect()
}

fn ailments(world: &World, id: Id) -> Vec<ConditionView> {
    let mut out: Vec<ConditionView> = world
        .the::<Conditions>(id)
        .0
        .iter()
        .map(|condition| {
            let lasts = match condition.lasts {
                Lasts::RoundEnd => "until the round ends",
                Lasts::Fight => "for the rest of the fight",
                _ => "until it is ended",
            };
            conditions::ALL.ailment(&condition.key, lasts)
        })
        .collect();
    let stance = world.the::<Stance>(id);
    let done = world.the::<TurnUsage>(id);
    let more = [
        ("crouching", stance.posture == Posture::Crouching),
        ("sneaking", stance.sneaking),
        ("squeezing", stance.squeezing),
        ("climbing", stance.clings.is_some()),
        ("hidden", world.the::<Hiding>(id).from.iter().any(|&from| is_on_map(world, from))),
        ("helped", world.the::<Pool>(id).helped),
        ("ready", done.ready.is_some()),
    ];
    out.extend(
        more.into_iter().filter(|(_, is)| *is).map(|(key, _)| conditions::ALL.ailment(key, "until it is ended")),
    );
    out
}

fn gear(world: &World, id: Id) -> Vec<Stat> {
    let profile = &world.the::<Stats>(id).0;
    let held = world.the::<Held>(id);
    let attacks = profile.attacks.iter().map(|attack| {
        let dropped = attack.needs_hands && !attack.natural && !held.0.contains(&attack.key);
        let area = attack.burst_ft.map_or(String::new(), |feet| format!(", {feet} ft around a spot"));
        let value = format!(
            "{} {}, {} ft{area}{}",
            attack.damage,
            attack.damage_type.name(),
            attack.range_ft,
            if dropped { " (not in hand)" } else { "" }
        );
        Stat::new(&attack.key, &attack.name, value)
    });
    let actions = profile.actions.iter().map(|special| {
        Stat::new(
            &special.key,
            &special.name,
            format!(
                "action, {}, {} ft",
                super::super::fight::reactions::dice_text(special.cost_dice),
                special.range_ft
            ),
        )
    });
    let reactions = profile.reactions.iter().map(|reaction| {
        Stat::new(
            &reaction.key,
            &reaction.name,
            format!("reaction, {}", super::super::fight::reactions::dice_text(reaction.cost_dice)),
        )
    });
    attacks.chain(actions).chain(reactions).collect()
}

/// The sheet of a creature, or of an object with hit points.
pub(crate) fn sheet(world: &World, id: Id) -> Sheet {
    let health = |now, max| Gauge::new("hp", Measure::Health, "Hit points", now, max);
    if let Some(sturdy) = world.part::<ObjectHealth>(id) {
        return Sheet {
            gauges: vec![health(sturdy.hp, sturdy.hp_max)],
            stats: qualities(&sturdy.resist, &sturdy.vulnerable, &sturdy.immune),
            ..Sheet::default()
        };
    }
    let Some(stats) = world.part::<Stats>(id) else {
        return Sheet::default();
    };
    let profile = &stats.0;
    let wounds = world.the::<Wounds>(id);
    let pool = world.the::<Pool>(id);
    let mut gauges = vec![health(wounds.hp, profile.hp_max)];
    for ability in Ability::ALL {
        let max = profile.abilities[ability as usize];
        gauges.push(Gauge::new(ability.key(), Measure::Ability, ability.name(), wounds.score(ability), max));
    }
    let size = pool::pool_size(world, id).0;
    let mut pips = vec![Gauge::new("pool", Measure::Turn, "Action dice", pool.now, size)];
    if pool.helped {
        pips.push(Gauge::new("helped", Measure::Turn, "Helped die", 1, 1));
    }
    let mut out = Vec::new();
    let mut stat = |key: &str, label: &str, value: String| {
        out.push(Stat::new(key, label, value));
    };
    let (left, unit) = super::super::motion::movement_left(world, id);
    stat("movement", "Movement left", format!("{left} {unit}"));
    for (key, label, speed) in [
        ("speed", "Speed", Some(profile.speed_ft)),
        ("climb", "Climb", profile.climb_ft),
        ("magclimb", "Magclimb", profile.magclimb_ft),
        ("swim", "Swim", profile.swim_ft),
    ] {
        if let Some(speed) = speed {
            stat(key, label, format!("{} ft", creature::speed_now(wounds, speed)));
        }
    }
    stat("dodge", "Dodge", format!("1d8{:+}", profile.dodge_mod));
    for (key, label, value) in [
        ("athletics", "Athletics", profile.athletics),
        ("endurance", "Endurance", profile.endurance),
        ("stealth", "Stealth", profile.stealth),
        ("perception", "Perception", profile.perception),
    ] {
        stat(key, label, value.to_string());
    }
    stat("size", "Size", format!("{:?}", profile.size));
    let posture = world.the::<Stance>(id).posture;
    stat("posture", "Posture", format!("{posture:?}").to_lowercase());
    out.extend(qualities(&profile.resist, &profile.vulnerable, &profile.immune));
    Sheet { gauges, pips, stats: out, ailments: ailments(world, id), gear: gear(world, id) }
}
