//! What players may read about a creature.

use bevy::prelude::World;

use super::super::body::check::{Aim, Check};
use super::super::body::concentration::Focus;
use super::super::body::lasting::{Ends, Hold, Lasting};
use super::super::body::{creature, exhaustion, load, trauma};
use super::super::data::{ALERTNESS, Ability, Attack, Stats, TurnUsage, Vitality, conditions};
use crate::battle::*;

fn is_of(one: &Condition, hold: &Hold) -> bool {
    one.key == hold.key && one.source == Some(hold.source)
}

fn ailments(world: &World, id: Id) -> Vec<ConditionView> {
    let all = world.the::<Conditions>(id).0.iter();
    let name = |of: Id| world.resource::<Names>().name(of).to_owned();
    let held = |one: &Condition| {
        let of_it = |hold: &&Hold| is_of(one, hold);
        world.part::<Lasting>(id)?.0.iter().find(of_it)
    };
    let lasts = |one: &Condition| match (one.lasts, held(one).map(|hold| &hold.ends)) {
        (Lasts::TurnStart(of), _) => format!("until {}'s next turn", name(of)),
        (_, Some(Ends::Round(round))) => {
            format!("until {}'s turn in round {round}", one.source.map(name).unwrap_or_default())
        }
        (_, Some(Ends::OwnTurn(_))) => "until its next turn ends".to_owned(),
        (_, Some(Ends::Save { against, .. })) => format!("until it saves against {against}"),
        _ => "until it is ended".to_owned(),
    };
    all.map(|one| conditions::ALL.ailment(&one.key, &lasts(one))).collect()
}

fn gear(attack: &Attack) -> Stat {
    Stat::new(&attack.key, &attack.name, attack.words())
}

/// The sheet of a creature.
pub(crate) fn sheet(world: &World, id: Id) -> Sheet {
    let Some(Stats(profile)) = world.part::<Stats>(id) else {
        return Sheet::default();
    };
    let usage = world.the::<TurnUsage>(id);
    let pip = |key: &str, label: &str, used: bool| Gauge::new(key, Measure::Turn, label, i32::from(!used), 1);
    let av: i32 = profile.armour.iter().map(|piece| piece.av).sum();
    let mut stats = vec![
        Stat::new("defense", "Defense", profile.defense()),
        Stat::new("av", "Armour Value", av),
        Stat::new("movement", "Movement left", creature::metres(creature::metres_left(world, id))),
        Stat::new("size", "Size", format!("{:?}", profile.size)),
        Stat::new("threshold", "Death threshold", profile.threshold()),
    ];
    stats.push(Stat::new("capacity", "Carries at most", format!("{} kg", load::capacity(profile))));
    let notices = Check::new(world, id, Aim::Quality, "passive Alertness", (Ability::Perception, Some(ALERTNESS)));
    stats.push(Stat::new("alertness", "Passive Alertness", notices.passive().value));
    let tired = exhaustion::level(world, id);
    if tired > 0 {
        stats.push(Stat::new("exhaustion", "Exhaustion", tired));
    }
    let hurt: Vec<&str> = trauma::of(world, id).map(|(_, row)| row.name.as_str()).collect();
    if !hurt.is_empty() {
        stats.push(Stat::new("traumas", "Traumas", hurt.join(", ")));
    }
    if let Some(focus) = world.part::<Focus>(id) {
        stats.push(Stat::new("focus", "Concentrates on", focus.name.to_string()));
    }
    let abilities = [
        Ability::Combativity,
        Ability::Strength,
        Ability::Dexterity,
        Ability::Perception,
        Ability::Intelligence,
        Ability::Will,
        Ability::Tech,
    ];
    stats.extend(
        abilities.map(|ability| Stat::new(&ability.name().to_lowercase(), ability.name(), profile.ability(ability))),
    );
    Sheet {
        gauges: vec![Gauge::new(
            "vp",
            Measure::Health,
            "Vitality",
            world.the::<Vitality>(id).0,
            creature::vp_max(world, id),
        )],
        pips: vec![
            pip("action", "Action", usage.action),
            pip("minor", "Minor action", usage.minor),
            pip("reaction", "Reaction", usage.reacted),
        ],
        stats,
        ailments: ailments(world, id),
        gear: profile.attacks.iter().map(gear).collect(),
    }
}
