//! Vigor: what reactions and techniques are paid with, and what becomes of whoever has none left (VIG-VIGOR).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::data::{Tracks, conditions::WINDED};
use super::creature;
use crate::battle::{Event, *};
use crate::rule;

/// What a reaction costs (VIG-VIGOR-1).
pub(crate) const REACTION: i32 = 5;

/// With how much of it Winded ends (VIG-VIGOR-5).
pub(crate) const ENOUGH: i32 = 5;

/// Pays so much.
pub(crate) fn pay(world: &mut World, id: Id, price: i32, rule: Rule) {
    if price > 0 {
        change(world, id, -price, vec![rule!("VIG-VIGOR-1"), rule]);
    }
}

/// Gives so much back.
pub(crate) fn regain(world: &mut World, id: Id, points: i32, rules: impl Into<Vec<Rule>>) {
    change(world, id, points, rules.into());
}

fn change(world: &mut World, id: Id, by: i32, rules: Vec<Rule>) {
    let most = creature::profile(world, id).vigor_max();
    let mut tracks = world.the_mut::<Tracks>(id);
    let before = tracks.vigor;
    tracks.vigor = (before + by).clamp(0, most);
    let change = (before, tracks.vigor);
    if change.0 != change.1 {
        let name = "vigor".into();
        let mut event = Event::new(What::Resource { name, change }).actor(id);
        event.rules = rules;
        world.tell(event);
    }
}

/// A choice that is paid with so much of it.
pub(crate) fn priced(world: &World, id: Id, price: i32, choice: Choice) -> Choice {
    let points = Price::Points(u8::try_from(price).unwrap_or(0));
    let choice = choice.costs(format!("{price} Vigor"), points);
    choice.leaving(after(world, id, price))
}

/// What a price would leave.
fn after(world: &World, id: Id, price: i32) -> Left {
    let left = world.the::<Tracks>(id).vigor - price;
    let brings = if left > 0 {
        "".into()
    } else {
        // VIG-VIGOR-3, VIG-VIGOR-6.
        "the last of it: Winded".into()
    };
    let most = creature::profile(world, id).vigor_max();
    Left { of: Gauge::new("vigor", Measure::Breath, "Vigor", left, most), brings }
}

/// Somebody does as a reaction what it has paid for: once that is resolved, whoever has spent its last breath on it, or on what came
/// in between, is Winded (VIG-VIGOR-4).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Winding(pub Id);

impl Later for Winding {
    const STAGE: Stage = Stage::Consequences;

    fn happen(self, world: &mut World) {
        catch(world, self.0);
    }
}

/// VIG-VIGOR-3, VIG-VIGOR-4: once what was paid for is resolved, whoever has no Vigor left is Winded.
pub(crate) fn catch(world: &mut World, id: Id) {
    let goes_on = all_in_flight::<Winding>(world).any(|(_, winding)| winding.0 == id);
    if !goes_on && is_on_map(world, id) && world.the::<Tracks>(id).vigor == 0 {
        creature::gain(world, id, WINDED, Lasts::UntilEnded, rule!("VIG-VIGOR-4"));
    }
}

/// VIG-VIGOR-5: whoever has enough of it again is Winded no more.
pub(crate) fn draw(world: &mut World, id: Id) {
    if world.the::<Tracks>(id).vigor >= ENOUGH {
        creature::lose(world, id, WINDED, rule!("VIG-VIGOR-5"));
    }
}

/// Pays so much Mana (VIG-VIGOR-8).
pub(crate) fn pay_mana(world: &mut World, id: Id, price: i32) {
    if price > 0 {
        change_mana(world, id, -price, rule!("VIG-VIGOR-8"));
    }
}

/// Gives so much Mana back (VIG-REC-4).
pub(crate) fn regain_mana(world: &mut World, id: Id, points: i32) {
    change_mana(world, id, points, rule!("VIG-REC-4"));
}

fn change_mana(world: &mut World, id: Id, by: i32, rule: Rule) {
    let most = creature::profile(world, id).mana_max();
    let mut tracks = world.the_mut::<Tracks>(id);
    let before = tracks.mana;
    tracks.mana = (before + by).clamp(0, most);
    let change = (before, tracks.mana);
    if change.0 != change.1 {
        let name = "mana".into();
        world.tell(Event::new(What::Resource { name, change }).actor(id).by(rule));
    }
}
