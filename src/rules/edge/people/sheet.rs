//! What players may read about a creature.

use bevy::prelude::World;

use super::super::body::check::{Aim, Check};
use super::super::body::concentration::Focus;
use super::super::body::lasting::{Ends, Hold, Lasting};
use super::super::body::{air, creature, exhaustion, gravity, hands, load, rads, trauma};
use super::super::data::cards::{self, Card, Hands};
use super::super::data::gravity::{Adrift, Gravity};
use super::super::data::start::Psi;
use super::super::data::traumas::{Trauma, TraumaRow};
use super::super::data::{ALERTNESS, Ability, Attack, Stats, Structure, TurnUsage, Vitality, conditions};
use super::super::motion::{drift, moves};
use crate::battle::*;

fn ailments(world: &World, id: Id) -> Vec<ConditionView> {
    let all = world.the::<Conditions>(id).0.iter();
    let name = |of: Id| world.resource::<Names>().name(of).to_owned();
    let held = |one: &Condition| {
        let of_it = |hold: &&Hold| hold.key == one.key && Some(hold.source) == one.source;
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

/// What it attacks with, and whether it has that in hand.
fn gear(world: &World, id: Id, attack: &Attack) -> Stat {
    let grip = hands::grip(world, id, &attack.key);
    let words = match (attack.hands, grip) {
        (0, _) => attack.words(),
        (hands, grip) if grip >= hands => format!("{} (in hand)", attack.words()),
        (_, 1..) => format!("{} (in one hand)", attack.words()),
        _ => format!("{} (at hand)", attack.words()),
    };
    Stat::new(&attack.key, &attack.name, words)
}

/// A trauma, and how far it is healed (EDG-REST-4).
fn suffered(one: &Trauma, row: &TraumaRow) -> String {
    match (one.healed, one.successes) {
        (true, _) => format!("{} (healed, but for what stays)", row.name),
        (false, 0) => row.name.clone(),
        (false, successes) => format!("{} ({successes} of {})", row.name, trauma::SUCCESSES),
    }
}

/// The sheet of a creature.
pub(crate) fn sheet(world: &World, id: Id) -> Sheet {
    let Some(Stats(profile)) = world.part::<Stats>(id) else {
        let left = world.part::<Structure>(id);
        let gauge = |left: &Structure| Gauge::new("hp", Measure::Health, "Structure", left.now, left.max);
        return Sheet { gauges: left.map(gauge).into_iter().collect(), ..Sheet::default() };
    };
    let usage = world.the::<TurnUsage>(id);
    let pip = |key: &str, label: &str, used: bool| Gauge::new(key, Measure::Turn, label, i32::from(!used), 1);
    let av: i32 = profile.armour.iter().map(|piece| piece.av).sum();
    let notices = Check::new(world, id, Aim::Quality, "passive Alertness", (Ability::Perception, Some(ALERTNESS)));
    let mut stats = vec![
        Stat::new("defense", "Defense", profile.defense()),
        Stat::new("av", "Armour Value", av),
        Stat::new("movement", "Movement left", creature::metres(moves::left(world, id))),
        Stat::new("size", "Size", format!("{:?}", profile.size)),
        Stat::new("threshold", "Death threshold", profile.threshold()),
        Stat::new("free_hands", "Free hands", hands::free(world, id)),
        Stat::new("capacity", "Carries at most", format!("{} kg", load::capacity(profile))),
        Stat::new("alertness", "Passive Alertness", notices.passive().value),
    ];
    if profile.fly_m > 0 {
        stats.push(Stat::new("flies", "Flies", format!("{} m", profile.fly_m)));
    }
    let felt = gravity::felt(world, id);
    if felt != Gravity::Normal {
        stats.push(Stat::new("gravity", "Feels", felt.name()));
    }
    if let Some(&adrift) = world.part::<Adrift>(id) {
        stats.push(Stat::new("drift", "Drifts", drift::words(adrift)));
    }
    let tired = exhaustion::level(world, id);
    if tired > 0 {
        stats.push(Stat::new("exhaustion", "Exhaustion", tired));
    }
    let hurt: Vec<String> = trauma::of(world, id).map(|(one, row)| suffered(one, row)).collect();
    if !hurt.is_empty() {
        stats.push(Stat::new("traumas", "Traumas", hurt.join(", ")));
    }
    if let Some(psi) = world.part::<Psi>(id) {
        stats.push(Stat::new("psi", "Psi points", format!("{} of {}", psi.0, profile.psi)));
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
    if !rads::are_known(world, id) {
        stats.push(Stat::new("rads", "Rads", "?"));
    }
    let vitality = world.the::<Vitality>(id).0;
    let vitality = Gauge::new("vp", Measure::Health, "Vitality", vitality, exhaustion::vp_max(world, id));
    Sheet {
        gauges: [vitality].into_iter().chain(air::gauge(world, id)).chain(rads::gauge(world, id)).collect(),
        pips: vec![
            pip("action", "Action", usage.action),
            pip("minor", "Minor action", usage.minor),
            pip("reaction", "Reaction", usage.reacted),
        ],
        stats,
        ailments: ailments(world, id),
        gear: profile.attacks.iter().map(|with| gear(world, id, with)).collect(),
    }
}

/// EDG-CARD-3, EDG-CARD-5: the cards of a side, and whether it has used the one of this fight.
pub(crate) fn hand(world: &World, side: SideId) -> Vec<Stat> {
    let hands = world.resource::<Hands>();
    let used = if hands.used.contains(&side) { " (one was used in this fight)" } else { "" };
    let held = hands.of(side).iter().filter_map(|key| cards::card(key));
    let stat = |card: &Card| Stat::new(&card.key, &card.key, format!("{}{used}", card.words()));
    held.map(stat).collect()
}

/// EDG-CARD-6, EDG-CARD-7: what can be done with the cards of a side: each sentence, or burning it.
pub(crate) fn hand_ways(world: &World, side: SideId) -> Vec<HandWay> {
    let held = world.resource::<Hands>().of(side).iter().filter_map(|key| cards::card(key));
    held.flat_map(|card| {
        let way = |word: &str, label: &str, text: &str, when: &str| HandWay {
            held: card.key.clone(),
            with: format!("{}-{word}", card.key),
            label: label.to_owned(),
            text: text.to_owned(),
            when: when.to_owned(),
        };
        let said = cards::LETTERS.into_iter().zip(&card.sentences);
        let said = said.map(|(letter, one)| way(letter, &one.name, &one.text, one.when.words()));
        let burnt = way(cards::BURN, "Burn", cards::BURNING, cards::When::AnyTime.words());
        said.chain([burnt]).collect::<Vec<_>>()
    })
    .collect()
}
