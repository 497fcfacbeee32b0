//! What players may read about a creature.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Ability, Attack, Stats, TurnUsage, Vitality, conditions};
use crate::battle::*;

fn ailments(world: &World, id: Id) -> Vec<ConditionView> {
    let all = world.the::<Conditions>(id).0.iter();
    let lasts = |one: &Condition| match one.lasts {
        Lasts::TurnStart(of) => format!("until {}'s next turn", world.resource::<Names>().name(of)),
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
        gauges: vec![Gauge::new("vp", Measure::Health, "Vitality", world.the::<Vitality>(id).0, profile.vp_max)],
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
