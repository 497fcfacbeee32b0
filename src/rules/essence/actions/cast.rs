//! Casting a Spell, a known one or a wand's (ESS-SPELL rows). What it then brings about is in `spells`.

use super::super::field::odds::Manner;
use super::super::fight::compose;
use super::super::fight::spells::{self, CastOrder};
use super::doer::*;
use super::{attack, places};

/// Casting one.
pub(crate) struct Casting;

const DIAL: Takes = Takes::Own("Energy: a whole number, within what the Spell says");
/// Energy for its dice.
pub(crate) const POWER: Key = Key::new("power", DIAL, "Energy for its dice; the least it may get if absent.");
/// Energy for its Area.
pub(crate) const AREA: Key = Key::new("area", DIAL, "Energy for its Area, likewise.");
/// Energy for its Duration.
pub(crate) const DURATION: Key = Key::new("duration", DIAL, "Energy for its Duration, likewise.");
/// Energy for its Range.
pub(crate) const RANGE: Key = Key::new("range", DIAL, "Energy for its Range, likewise.");

/// What an order of it reads like.
pub(crate) const KIND: ActionKind = ActionKind {
    groups: &[Group::Action, Group::Attack],
    family: Some("Spells"),
    aimed: &[AimedAt::Creature, AimedAt::Square, AimedAt::Burst],
    with: "the Spell, or the wand",
    options: &[POWER, AREA, DURATION, RANGE],
    readied: true,
    ..ActionKind::new("cast", "Cast", "Casts a Spell with as much Energy in each component as is said.")
};

impl Action for Casting {
    type Rules = Essence;
    type Plan = CastOrder;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let profile = doer.profile();
        let of = |spell: &Spell, key: &str, name: &str, menu: &Menu<'_>| {
            let mut offer = doer.row(&KIND, key, menu);
            name.clone_into(&mut offer.label);
            offer.help = String::new();
            offer.purpose = spell.purpose();
            offer.icon = spell.icon().into();
            offer.aim = if spells::has_area(spell) { Aim::Square } else { Aim::Thing };
            offer
        };
        for (place, spell) in profile.spells.iter().enumerate() {
            let mut offer = of(spell, &spell.key, &spell.name, menu);
            if spell.attack.is_some() {
                offer.group = Group::Attack;
            }
            offer.range = squares(spell.range_ft.at(spell.range_ft.most));
            offer.radius = spell.area_ft.and_then(|dial| squares(dial.base));
            menu.add_beside((shelf::SPELLS, place), offer);
        }
        for (place, wand) in profile.wands.iter().enumerate() {
            let Some(spell) = spells::spell_in(profile, wand) else {
                continue;
            };
            let mut offer = of(spell, &wand.key, &wand.name, menu);
            let with = |name: &str| wand.energy.get(name).copied().unwrap_or(0);
            offer.range = squares(spell.range_ft.at(with("range")));
            offer.radius = spell.area_ft.and_then(|dial| squares(dial.at(with("area"))));
            offer.help = format!("{}, with the Energy that is in it.", spell.name);
            menu.add_beside((shelf::WANDS, place), offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let world = doer.world;
        let profile = doer.profile();
        let key = base.with.as_deref().unwrap_or_default();
        let wand = profile.wands.iter().find(|wand| wand.key == key);
        let spell = match wand {
            Some(wand) => spells::spell_in(profile, wand),
            None => profile.spells.iter().find(|spell| spell.key == key),
        };
        let Some(spell) = spell else {
            return Vec::new();
        };
        // The least, and as much of what matters most as there is Energy for.
        let more = if wand.is_none() { most_of_first(doer, spell) } else { None };
        let aimed = if spells::has_area(spell) {
            let range = u32::try_from(spell.range_ft.base / 5).unwrap_or(0);
            places::around_somebody(world, &base, range.min(12))
        } else {
            places::everybody(world, &base)
        };
        let mut out = Vec::new();
        for act in aimed {
            let fuller = more.map(|(name, energy)| act.clone().set(name, energy));
            out.push(act);
            out.extend(fuller);
        }
        out
    }

    /// With just this Energy, wherever it may go.
    fn orders_with(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        let (world, id) = (doer.world, doer.id);
        let Some(composed) = compose::compose(world, &base) else {
            return action::those_with(self, doer, offer, base);
        };
        if composed.refusal.is_some() {
            return Vec::new();
        }
        let mut out = if offer.aim == Aim::Square {
            let mut squares = places::around(world, &base, composed.range.unwrap_or(0));
            squares.extend(creature::covered(world, id).into_iter().map(|at| base.to(at)));
            squares
        } else {
            places::everybody(world, &base)
        };
        out.retain(|act| action::check_with(doer, self, act).is_ok());
        out
    }

    fn compose(&self, doer: &Doer<'_>, act: &Act) -> Option<Composition> {
        compose::compose(doer.world, act)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<CastOrder, Refusal> {
        spells::of_order(doer.world, act)
    }

    fn begin(&self, world: &mut World, _id: Id, cast: CastOrder) {
        spells::cast(world, cast);
    }

    fn aim(&self, doer: &Doer<'_>, _act: &Act, target: Id) -> Option<AimInfo> {
        Some(attack::known_of(doer, target, Manner::Spell))
    }

    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        spells::named(doer.world, act).map(drop)
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<CastOrder, Refusal> {
        let spell = spells::named(doer.world, act)?.casting.spell;
        let mut act = act.clone();
        if act.at.is_none() && act.target.is_none() {
            if spells::has_area(&spell) {
                act.at = against.map(|against| doer.world.the::<Position>(against).at);
            } else {
                act.target = against;
            }
        }
        self.parse(doer, &act)
    }

    fn release(&self, world: &mut World, id: Id, cast: CastOrder) {
        world.note(id, "pays its Energy now", rule!("ESS-READY-6"));
        self.begin(world, id, cast);
    }
}

fn squares(feet: Feet) -> Option<u32> {
    u32::try_from(feet / 5).ok()
}

/// The first component that more can be put into, with as much as there is Energy for.
fn most_of_first(doer: &Doer<'_>, spell: &Spell) -> Option<(&'static str, i32)> {
    let energy = doer.world.the::<Vitals>(doer.id).energy;
    let dials = DIALS.iter().filter_map(|name| Some((*name, spell.dial(name)?)));
    let least: i32 = dials.clone().map(|(_, dial)| dial.least).sum();
    let spare = (energy - least).max(0);
    let (name, dial) = dials.clone().find(|(_, dial)| dial.most > dial.least)?;
    let more = dial.most.min(dial.least + spare);
    (more > dial.least).then_some((name, more))
}
