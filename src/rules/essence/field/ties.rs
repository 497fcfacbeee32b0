//! What holds between two: who is Flat Footed, Concealed or Hidden to whom, and through whom (ESS-COND-1).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::conditions::effects;
use super::super::data::moment::{Moment, Only};
use super::super::data::stats::*;
use super::{flank, odds, sight};
use crate::battle::{Bearing, Condition, Id, PairEffect, Rule, Text, on_map};
use crate::rule;

/// Everything that holds between a creature and its Enemies, both ways.
pub fn ties(world: &World, id: Id) -> Vec<PairEffect> {
    let mut out = to_everybody(world, id);
    let enemies = on_map(world).filter(|&other| other != id && creature::hostile(world, id, other));
    for other in enemies {
        one_way(world, id, other, &mut out);
        one_way(world, other, id, &mut out);
    }
    out
}

fn tie(
    who: Id,
    to: Option<Id>,
    (key, label, bearing): (&'static str, &'static str, Bearing),
    why: Text,
    rule: Rule,
) -> PairEffect {
    PairEffect { who, to, by: None, key: key.into(), label: label.into(), why, bearing, rule }
}

const FLAT: (&str, &str, Bearing) = (condition::FLAT_FOOTED, "Flat Footed", Bearing::Open);

/// What lays it open whoever attacks.
fn to_everybody(world: &World, id: Id) -> Vec<PairEffect> {
    let mut found = odds::Odds::default();
    odds::open_to_all(world, id, &mut found);
    let sources = found.adv.into_iter();
    sources.filter_map(|source| Some(tie(id, None, FLAT, source.label, source.rule?))).collect()
}

/// How `id` stands to one Enemy.
fn one_way(world: &World, id: Id, to: Id, out: &mut Vec<PairEffect>) {
    let by_it = |only, condition: &Condition| only == Only::Source && condition.source == Some(to);
    for (_, effect) in effects().of(world, id, Moment::OpenTo, by_it) {
        out.push(tie(id, Some(to), FLAT, "feinted".into(), effect.rule.clone()));
    }
    if creature::grapples(world, to, id) {
        out.push(tie(id, Some(to), FLAT, "grappled".into(), rule!("ESS-GRAP-10")));
    }
    for partner in flank::partners(world, to, id) {
        out.push(PairEffect { by: Some(partner), ..tie(id, Some(to), FLAT, "flanked".into(), rule!("ESS-FLANK-4")) });
    }
    if sight::hidden_from(world, to, id) {
        let why = "the other is Hidden".into();
        out.push(tie(id, Some(to), FLAT, why, rule!("ESS-HID-3")));
    }
    if sight::hidden_from(world, id, to) {
        let hidden = ("hidden", "Hidden", Bearing::Hidden);
        out.push(tie(id, Some(to), hidden, "".into(), rule!("ESS-HID-2")));
        return;
    }
    // The last says what the others come to.
    let mut veils = sight::concealed(world, to, id);
    veils.pop();
    let veiled = ("concealed", "Concealed", Bearing::Concealed);
    let veils = veils.into_iter();
    out.extend(veils.map(|(why, rule)| tie(id, Some(to), veiled, why, rule)));
}
