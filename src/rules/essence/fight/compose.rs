//! Spells as players put them together: what the Energy in each component makes of it, and what the whole takes (ESS-SPELL-3).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::stats::*;
use super::spells;
use crate::battle::Dial as Knob;
use crate::battle::{Act, ById, Composition, Setting};
use crate::rule;

/// A Spell with the Energy that the order's options name, the least where they name none.
pub(crate) fn compose(world: &World, act: &Act) -> Option<Composition> {
    let key = act.with.as_deref()?;
    let spell = creature::profile(world, act.creature).spells.iter().find(|one| one.key == key)?;
    let has = world.the::<Vitals>(act.creature).energy;
    let dials: Vec<Knob> = DIALS.iter().filter_map(|name| component(spell, name, act)).collect();
    let cost: i32 = dials.iter().map(|dial| dial.now).sum();
    let at = |name: &str| {
        let now = dials.iter().find(|dial| dial.key == name)?.now;
        u32::try_from(spell.dial(name)?.at(now) / 5).ok()
    };
    Some(Composition {
        total: format!("{cost} of {has} Energy"),
        range: at("range"),
        radius: at("area"),
        rule: rule!("ESS-SPELL-3"),
        refusal: spells::affordable(world, act).err(),
        dials,
    })
}

fn component(spell: &Spell, name: &str, act: &Act) -> Option<Knob> {
    let dial = spell.dial(name)?;
    let (least, most) = (dial.least, dial.most.max(dial.least));
    let now = match act.options.get(name) {
        Some(Setting::Number(energy)) => *energy,
        _ => least,
    };
    let says = |energy: i32| words(name, dial.at(energy));
    Some(Knob {
        key: name.into(),
        label: label(name).into(),
        now,
        least,
        most,
        value: says(now),
        less: (now > least).then(|| says(now - 1)),
        more: (now < most).then(|| says(now + 1)),
    })
}

fn label(name: &str) -> &'static str {
    match name {
        "power" => "Power",
        "area" => "Area",
        "duration" => "Duration",
        _ => "Range",
    }
}

/// What a component comes to, for people.
fn words(name: &str, amount: i32) -> String {
    match name {
        "power" => format!("{amount}d6"),
        "duration" if amount == 1 => "1 Round".into(),
        "duration" => format!("{amount} Rounds"),
        "area" => format!("{amount} ft around"),
        _ => format!("{amount} ft"),
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn components_are_said_with_their_units() {
        let said = [("power", 2), ("duration", 1), ("duration", 3), ("area", 10), ("range", 60)];
        let said = said.map(|(name, amount)| words(name, amount));
        assert_eq!(said, ["2d6", "1 Round", "3 Rounds", "10 ft around", "60 ft"]);
    }
}
