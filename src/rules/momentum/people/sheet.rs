//! What players may read about a creature or an object.

use bevy::prelude::World;

use super::super::body::{creature, hands};
use super::super::data::{
    Attack, Category, Class, Clock, Clocks, Consumable, DamageType, Durability, Profile, StatKind, Stats, Temporary,
    Timing, Vitality, conditions,
};
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
        Stat::new("armor", "Armor", creature::armor(world, id).value),
        Stat::new("movement", "Movement left", format!("{} m", points.metres)),
        Stat::new("initiative", "Initiative", world.the::<Timing>(id).initiative),
        Stat::new("power", "Power of its effects", profile.power()),
        Stat::new("size", "Size", format!("{:?}", profile.size)),
    ];
    let stat = |stat: StatKind| Stat::new(&stat.name().to_lowercase(), stat.name(), profile.stat(stat));
    stats.extend(StatKind::ALL.map(stat));
    stats.extend(creature::shown(world, id).into_iter().filter_map(|damage| nature(profile, damage)));
    if profile.flies {
        stats.push(Stat::new("flies", "Flies", "yes"));
    }
    let temporary = world.part::<Temporary>(id).map_or(0, |left| left.0);
    if temporary > 0 {
        stats.push(Stat::new("temporary_vitality", "Temporary Vitality", temporary));
    }
    let nm = creature::drama(world, id).nm;
    let nm = (nm > 0 || profile.nm > 0).then(|| pip(creature::NM, Measure::Energy, nm, nm.max(profile.nm)));
    let wp = (profile.wp_max > 0).then(|| pip(creature::WP, Measure::Energy, points.wp, profile.wp_max));
    Sheet {
        gauges: vec![health(world.the::<Vitality>(id).0, profile.vitality_max)],
        pips: [
            pip(creature::AP, Measure::Turn, points.ap, profile.ap_max),
            pip(creature::RP, Measure::Turn, points.rp, profile.rp_max),
        ]
        .into_iter()
        .chain(wp)
        .chain(nm)
        .collect(),
        stats,
        ailments: ailments(world, id),
        gear: profile
            .attacks
            .iter()
            .map(|with| gear(world, id, with))
            .chain(profile.carries.iter().map(carried))
            .collect(),
    }
}

/// MOM-TYPE-11: how it takes a type of damage, once play has shown it.
fn nature(profile: &Profile, damage: DamageType) -> Option<Stat> {
    let is = |list: &[Category]| list.iter().any(|one| one.covers(damage));
    let words = match (is(&profile.immune), is(&profile.resist), is(&profile.vulnerable)) {
        (true, ..) => "immune",
        (_, true, false) => "resistant",
        (_, false, true) => "vulnerable",
        _ => return None,
    };
    Some(Stat::new(damage.key(), damage.name(), words))
}

fn carried(item: &Consumable) -> Stat {
    Stat::new(&item.key, &item.name, item.words())
}

fn ailments(world: &World, id: Id) -> Vec<ConditionView> {
    let all = world.the::<Conditions>(id).0.iter();
    let clock = |key: &str| {
        let clocks = world.part::<Clocks>(id).map_or(&[][..], |clocks| &clocks.0);
        clocks.iter().find(|clock| clock.status.key() == key).copied()
    };
    let lasts = |one: &Condition| match one.lasts {
        Lasts::UntilSaved if clock(&one.key).is_some() => {
            let Clock { dr, power, last, .. } = clock(&one.key).expect("it is there");
            format!(
                "until a {} Defense Roll reaches {power} at the end of its turn, at most until round {last}",
                dr.name()
            )
        }
        Lasts::TurnEnd(of) => format!("until the end of {}'s turn", world.resource::<Names>().name(of)),
        Lasts::TurnStart(of) => format!("until {}'s next turn", world.resource::<Names>().name(of)),
        Lasts::RoundEnd => "until the end of the round".to_owned(),
        _ => "until it is ended".to_owned(),
    };
    all.map(|one| conditions::ALL.ailment(&one.key, &lasts(one))).collect()
}

fn gear(world: &World, id: Id, with: &Attack) -> Stat {
    let put_away = with.hands > 0 && !hands::holds(world, id, &with.key);
    let words = if put_away { format!("{} (put away)", with.words()) } else { with.words() };
    Stat::new(&with.key, &with.name, words)
}
