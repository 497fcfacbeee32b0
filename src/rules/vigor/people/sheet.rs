//! What players may read about a creature or an object.

use bevy::prelude::World;

use super::super::body::{creature, hands};
use super::super::data::{Attack, Fixture, Score, Stats, Tracks, TurnUsage, Worn, conditions};
use super::super::field::to_hit;
use super::super::motion::moves;
use crate::battle::*;

/// The sheet of a creature, or of an object that can break.
pub(crate) fn sheet(world: &World, id: Id) -> Sheet {
    if let Some(fixture) = world.part::<Fixture>(id) {
        let gauge = |(now, max)| Gauge::new("durability", Measure::Health, "Durability", now, max);
        return Sheet {
            gauges: fixture.durability.into_iter().map(gauge).collect(),
            stats: vec![Stat::new("ar", "Armor Rank", fixture.ar)],
            ..Sheet::default()
        };
    }
    let Some(Stats(profile)) = world.part::<Stats>(id) else {
        return Sheet::default();
    };
    let tracks = world.the::<Tracks>(id);
    let mut gauges =
        vec![Gauge::new("durability", Measure::Health, "Durability", tracks.durability, profile.durability_max())];
    if profile.health_max() > 0 {
        gauges.push(Gauge::new("health", Measure::DeepHealth, "Health", tracks.health, profile.health_max()));
    }
    gauges.push(Gauge::new("vigor", Measure::Breath, "Vigor", tracks.vigor, profile.vigor_max()));
    if !profile.spells.is_empty() {
        gauges.push(Gauge::new("mana", Measure::Energy, "Mana", tracks.mana, profile.mana_max()));
    }
    for (piece, &left) in profile.worn.iter().zip(&world.the::<Worn>(id).0) {
        gauges.push(Gauge::new(&piece.key, Measure::Armour, &piece.name, left, piece.durability));
    }
    gauges.extend(under_way(world, id));
    gauges.extend(clock(world, id));
    let (left, unit) = left(world, id);
    let mut stats = vec![
        Stat::new("guard", "Guard", to_hit::guard(world, id).value),
        Stat::new("movement", "Movement left", format!("{left} {unit}")),
        Stat::new("size", "Size", format!("{:?}", profile.size)),
    ];
    let scores =
        [Score::Strength, Score::Agility, Score::Speed, Score::Stamina, Score::Reason, Score::Resolve, Score::Soul];
    stats.extend(scores.map(|score| Stat::new(&score.name().to_lowercase(), score.name(), profile.score(score))));
    if profile.hands > 0 {
        let held = hands::named(world, id);
        let held = if held.is_empty() { "nothing".into() } else { held.join(", ") };
        stats.push(Stat::new("hands", "In hand", held));
    }
    let had = profile.attacks.iter().filter(|with| hands::has(world, id, &with.key));
    Sheet {
        gauges,
        pips: vec![Gauge::new(
            "actions",
            Measure::Turn,
            "Actions",
            creature::actions_left(world, id),
            profile.actions.max(creature::actions(world, id).value),
        )],
        stats,
        ailments: ailments(world, id),
        gear: had.map(|with| gear(world, id, with)).collect(),
    }
}

/// Squares left of this turn, and what they are called.
pub(crate) fn left(world: &World, id: Id) -> (i32, &'static str) {
    let run = world.the::<TurnUsage>(id).run;
    (run + creature::actions_left(world, id) * moves::allowance(world, id), "squares")
}

/// VIG-ENC-6: what it is at that takes more actions than a turn has.
fn under_way(world: &World, id: Id) -> Option<Gauge> {
    let begun = world.the::<TurnUsage>(id).under_way.as_ref()?;
    Some(Gauge::new("under_way", Measure::Progress, &begun.name, begun.done, begun.of))
}

/// VIG-LIFE-9: the rounds that somebody in Shock has left.
fn clock(world: &World, id: Id) -> Option<Gauge> {
    let all = &world.the::<Conditions>(id).0;
    let shock = all.iter().find(|one| one.key == conditions::SHOCK)?;
    let most = creature::profile(world, id).stamina;
    Some(Gauge::new("shock", Measure::Clock, "Rounds until it dies", shock.amount.min(most), most))
}

fn rounds(count: i32) -> String {
    format!("{count} round{}", if count == 1 { "" } else { "s" })
}

fn ailments(world: &World, id: Id) -> Vec<ConditionView> {
    let all = world.the::<Conditions>(id).0.iter();
    let lasts = |one: &Condition| match one.lasts {
        _ if one.key == conditions::SHOCK => rounds(one.amount.min(creature::profile(world, id).stamina)),
        Lasts::TurnStart(_) => "until its next turn".to_owned(),
        // Its next turn, if it has not begun: see `creature::to_its_next_turn`.
        Lasts::TurnEnd(_) | Lasts::UntilSaved => "until its turn ends".to_owned(),
        Lasts::RoundEnd | Lasts::Rounds(..=1) => "until the round ends".to_owned(),
        Lasts::Rounds(more) => format!("this round and {} more", more - 1),
        _ => "until it is ended".to_owned(),
    };
    all.map(|one| conditions::ALL.ailment(&one.key, &lasts(one))).collect()
}

fn gear(world: &World, id: Id, attack: &Attack) -> Stat {
    let carried = if hands::serves(world, id, attack) { "" } else { ", put away" };
    let value = format!(
        "{}d{} {}, {}{carried}",
        attack.damage_value,
        attack.quality.die(),
        attack.damage_type.kind().name,
        attack.quality.name()
    );
    Stat::new(&attack.key, &attack.name, value)
}
