//! What players may read about a creature or an object.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{Attack, Class, Durability, StatKind, Stats, Timing, Vitality, conditions};
use super::super::field::cover::Found;
use super::super::field::evasion;
use crate::battle::*;

/// The sheet.
pub(crate) fn sheet(world: &World, id: Id) -> Sheet {
    let health = |now: i32, max: i32| Gauge::new("vitality", Measure::Health, "Vitality", now, max);
    let Some(Stats(profile)) = world.part::<Stats>(id) else {
        let gauge = world.part::<Durability>(id).map(|left| health(left.now, left.max));
        return Sheet { gauges: gauge.into_iter().collect(), ..Sheet::default() };
    };
    let points = creature::points(world, id);
    let pip = |key: &str, measure, now, max| Gauge::new(key, measure, key, now, max);
    let evasion = evasion::evasion(world, id, Class::Ranged, &Found::default()).value;
    let mut stats = vec![
        Stat::new("evasion", "Evasion", evasion),
        Stat::new("armor", "Armor", profile.armor()),
        Stat::new("movement", "Movement left", format!("{} m", points.metres)),
        Stat::new("initiative", "Initiative", world.the::<Timing>(id).initiative),
        Stat::new("power", "Power of its effects", profile.power()),
        Stat::new("size", "Size", format!("{:?}", profile.size)),
    ];
    let all = [StatKind::Str, StatKind::Dex, StatKind::Con, StatKind::Int, StatKind::Cha, StatKind::Ins, StatKind::Wil];
    let stat = |stat: StatKind| Stat::new(&stat.name().to_lowercase(), stat.name(), profile.stat(stat));
    stats.extend(all.map(stat));
    let wp = (profile.wp_max > 0).then(|| pip(creature::WP, Measure::Energy, points.wp, profile.wp_max));
    Sheet {
        gauges: vec![health(world.the::<Vitality>(id).0, profile.vitality_max)],
        pips: [
            pip(creature::AP, Measure::Turn, points.ap, profile.ap_max),
            pip(creature::RP, Measure::Turn, points.rp, profile.rp_max),
        ]
        .into_iter()
        .chain(wp)
        .collect(),
        stats,
        ailments: ailments(world, id),
        gear: profile.attacks.iter().map(gear).collect(),
    }
}

fn ailments(world: &World, id: Id) -> Vec<ConditionView> {
    let all = world.the::<Conditions>(id).0.iter();
    let lasts = |one: &Condition| match one.lasts {
        Lasts::TurnStart(of) => format!("until {}'s next turn", world.resource::<Names>().name(of)),
        Lasts::RoundEnd => "until the end of the round".to_owned(),
        _ => "until it is ended".to_owned(),
    };
    all.map(|one| conditions::ALL.ailment(&one.key, &lasts(one))).collect()
}

fn gear(attack: &Attack) -> Stat {
    Stat::new(&attack.key, &attack.name, attack.words())
}
