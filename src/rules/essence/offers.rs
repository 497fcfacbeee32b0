//! The list of what a creature can do, possible or not, and every complete order each entry stands for.

use std::collections::BTreeMap;

use bevy::prelude::World;

use super::kinds::KNOWN;
use super::{
    actions, burrow, command, compose, cover, deeds, gear, ready, ride, running, sight, spells, stats::*, who,
};
use crate::battle::*;
use crate::grid::{Footprint, Square};

fn blank(action: &str, label: impl Into<String>, group: Group, aim: Aim) -> Offer {
    Offer {
        action: action.into(),
        with: None,
        label: label.into(),
        icon: action.into(),
        purpose: KNOWN
            .iter()
            .find(|kind| kind.key == action)
            .map_or(Purpose::Control, |kind| kind.purpose),
        cost: "1 Action".into(),
        price: Price::Points(1),
        group,
        family: None,
        leads: false,
        aim,
        range: None,
        radius: None,
        refusal: None,
        help: String::new(),
    }
}

fn squares(feet: Feet) -> Option<u32> {
    u32::try_from(feet / 5).ok()
}

/// The whole list.
pub fn offers(world: &World, id: Id) -> Vec<Offer> {
    list(world, id, &Group::ALL, true)
}

/// What stands in some groups of the list; where it need not be `judged`, nobody asks whether any of it could be done.
pub(super) fn list(world: &World, id: Id, groups: &[Group], judged: bool) -> Vec<Offer> {
    let mut out = weapons_and_spells(world, id, judged);
    if groups != [Group::Attack] {
        out.extend(carried(world, id, judged));
        out.extend(plain(world, id, groups, judged));
    }
    out.retain(|offer| groups.contains(&offer.group));
    out
}

fn weapons_and_spells(world: &World, id: Id, judged: bool) -> Vec<Offer> {
    let mut out = Vec::new();
    let unpaid = |cost: i32| judged.then(|| actions::can_pay(world, id, cost).err()).flatten();
    let weapons = gear::weapons(world, id);
    for weapon in &weapons {
        out.extend(with_weapon(world, id, weapon, judged));
    }
    // The one that reaches farthest; of several, the first.
    let armed = weapons
        .iter()
        .rev()
        .filter(|weapon| weapon.reach_ft.is_some() && gear::usable(world, id, weapon).is_ok())
        .max_by_key(|weapon| weapon.reach_ft);
    if let Some(weapon) = armed {
        for maneuver in Maneuver::ALL {
            let mut offer = blank(maneuver.key(), maneuver.name(), Group::Action, Aim::Thing);
            offer.with = Some(weapon.key.clone());
            offer.range = squares(weapon.reach_ft.unwrap_or(5));
            offer.family = Some(weapon.name.clone());
            offer.help = "An opposed roll in place of damage.".into();
            offer.refusal = unpaid(1);
            out.push(offer);
        }
    }
    let profile = who::profile(world, id);
    for spell in &profile.spells {
        let area = spell.area_ft.is_some() || spells::at_square(spell);
        let group = if spell.attack.is_some() {
            Group::Attack
        } else {
            Group::Action
        };
        let mut offer = blank("cast", &spell.name, group, if area { Aim::Square } else { Aim::Thing });
        offer.with = Some(spell.key.clone());
        offer.family = Some("Spells".into());
        offer.icon = if spell.effect == SpellEffect::Heal {
            "heal"
        } else {
            "burst"
        }
        .into();
        offer.purpose = spell.purpose();
        offer.range = squares(spell.range_ft.at(spell.range_ft.most));
        offer.radius = spell.area_ft.and_then(|dial| squares(dial.base));
        offer.refusal = unpaid(1);
        out.push(offer);
    }
    for wand in &profile.wands {
        let Some(spell) = profile.spells.iter().find(|spell| spell.key == wand.spell) else {
            continue;
        };
        let area = spell.area_ft.is_some() || spells::at_square(spell);
        let aim = if area { Aim::Square } else { Aim::Thing };
        let mut offer = blank("cast", &wand.name, Group::Action, aim);
        offer.with = Some(wand.key.clone());
        offer.family = Some("Spells".into());
        offer.icon = "burst".into();
        offer.purpose = spell.purpose();
        let with = |name: &str| wand.energy.get(name).copied().unwrap_or(0);
        offer.range = squares(spell.range_ft.at(with("range")));
        offer.radius = spell.area_ft.and_then(|dial| squares(dial.at(with("area"))));
        offer.help = format!("{}, with the Energy that is in it.", spell.name);
        offer.refusal = unpaid(1);
        out.push(offer);
    }
    for running in running::controllable(world, id) {
        let mut offer = blank(
            "control",
            format!("Control {}", running.spell.name),
            Group::Action,
            Aim::Square,
        );
        offer.with = Some(format!("{}-{}", running.spell.key, running.number));
        offer.family = Some("Spells".into());
        offer.refusal = unpaid(1);
        out.push(offer);
    }
    for (_, key, name) in ready::tools(world, id) {
        let mut offer = blank("ready", format!("Watch a square: {name}"), Group::Action, Aim::Square);
        offer.with = Some(key);
        offer.family = Some("Watch a square".into());
        offer.cost = "2 Actions".into();
        offer.price = Price::Points(2);
        offer.range = Some(8);
        offer.help = "Readied for the next Enemy who enters it.".into();
        offer.refusal = unpaid(2);
        out.push(offer);
    }
    out
}

fn with_weapon(world: &World, id: Id, weapon: &Weapon, judged: bool) -> Vec<Offer> {
    let refusal = || {
        let ready = actions::can_pay(world, id, 1).and_then(|()| gear::usable(world, id, weapon));
        ready.err()
    };
    let mut out = Vec::new();
    let mut offer = |action: &str, label: String, icon: &str, feet: Option<Feet>| {
        let mut offer = blank(action, label, Group::Attack, Aim::Thing);
        offer.with = Some(weapon.key.clone());
        offer.family = Some(weapon.name.clone());
        offer.leads = action == "attack";
        offer.icon = icon.into();
        offer.range = feet.and_then(squares);
        offer.refusal = judged.then(refusal).flatten();
        offer.help = format!(
            "{} {}",
            weapon.damage,
            super::damage_words::damage_name(weapon.damage_type)
        );
        out.push(offer);
    };
    let icon = if weapon.natural { "unarmed" } else { "melee" };
    if weapon.reach_ft.is_some() {
        offer("attack", weapon.name.clone(), icon, weapon.reach_ft);
    }
    match weapon.increment_ft {
        Some(feet) if weapon.thrown => offer("throw", format!("Throw {}", weapon.name), "ranged", Some(3 * feet)),
        Some(feet) => offer("attack", weapon.name.clone(), "ranged", Some(3 * feet)),
        None => {}
    }
    let shoots = weapon.increment_ft.is_some() && !weapon.thrown;
    if shoots && who::profile(world, id).volley {
        let mut offer = blank("volley", "Volley", Group::Attack, Aim::Square);
        offer.with = Some(weapon.key.clone());
        offer.family = Some(weapon.name.clone());
        offer.icon = "burst".into();
        offer.cost = "2 Actions".into();
        offer.price = Price::Points(2);
        offer.range = weapon.increment_ft.and_then(squares);
        offer.radius = Some(2);
        offer.refusal = judged.then(|| actions::can_pay(world, id, 2).err()).flatten();
        out.push(offer);
    }
    out
}

fn carried(world: &World, id: Id, judged: bool) -> Vec<Offer> {
    let mut out = Vec::new();
    let mut seen: Vec<(String, bool)> = Vec::new();
    for item in &world.the::<Gear>(id).0 {
        let key = (item.weapon.key.clone(), item.held);
        if item.weapon.natural || seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let name = &item.weapon.name;
        let entries: &[(&str, String, Group)] = if item.held {
            &[
                ("drop", format!("Drop {name}"), Group::Free),
                ("stow", format!("Stow {name}"), Group::Action),
            ]
        } else {
            &[("draw", format!("Draw {name}"), Group::Action)]
        };
        for (action, label, group) in entries {
            let mut offer = blank(action, label.clone(), *group, Aim::Nothing);
            offer.with = Some(item.weapon.key.clone());
            offer.family = Some("Gear".into());
            offer.icon = "drop".into();
            if *action == "drop" {
                offer.cost = String::new();
                offer.price = Price::Free;
            }
            let act = Act {
                with: offer.with.clone(),
                ..Act::new(id, *action)
            };
            offer.refusal = judged.then(|| actions::check(world, &act).err()).flatten();
            out.push(offer);
        }
    }
    out
}

/// The button behind which a plain deed stands with its like.
fn family(key: &str) -> Option<&'static str> {
    match key {
        "medicine" | "intimidate" | "sneak" | "investigate" | "wake" => Some("Skills"),
        "stand" | "fall_prone" | "douse" | "stabilize" => Some("Posture"),
        "release" | "choke" => Some("Hold"),
        "fly" | "rise" | "alight" => Some("Flight"),
        "climb" | "swim" | "jump" | "push_off" | "burrow" | "mount" | "dismount" | "dig_out" | "exit" => Some("Ways"),
        _ => None,
    }
}

/// Whether a plain deed is one that the creature could ever do where it is: others are not listed at all.
fn concerns(world: &World, id: Id, key: &str) -> bool {
    let profile = who::profile(world, id);
    match key {
        "fly" | "rise" | "alight" => profile.flight.is_some(),
        "focus" => profile.energy_max > 0,
        "release" | "choke" => who::in_grapple(world, id),
        "douse" => who::has(world, id, condition::ON_FIRE),
        "stabilize" | "push_off" => who::weightless(world),
        "dismount" => ride::mount_of(world, id).is_some(),
        "command" => on_map(world).any(|other| command::bound(world, other) && who::friendly(world, id, other)),
        "exit" => world.resource::<Map>().cells().iter().any(|(_, cell)| cell.exit),
        _ => true,
    }
}

fn plain(world: &World, id: Id, groups: &[Group], judged: bool) -> Vec<Offer> {
    let own = ["attack", "throw", "volley", "cast", "control", "drop", "draw", "stow"];
    let shown = KNOWN
        .iter()
        .filter(|kind| groups.contains(&kind.group) && !own.contains(&kind.key) && concerns(world, id, kind.key));
    shown
        .map(|kind| {
            let mut offer = blank(kind.key, kind.label, kind.group, kind.aim);
            offer.help = kind.help.into();
            offer.range = (kind.range > 0).then_some(kind.range);
            offer.family = family(kind.key).map(Into::into);
            let cost = actions::cost_of(world, &Act::new(id, kind.key));
            offer.cost = match cost {
                0 => String::new(),
                1 => "1 Action".into(),
                more => format!("{more} Actions"),
            };
            offer.price = match u8::try_from(cost) {
                Ok(0) | Err(_) => Price::Free,
                Ok(actions) => Price::Points(actions),
            };
            if kind.key == "medicine" || kind.key == "wake" {
                offer.icon = "heal".into();
            }
            if !judged {
                return offer;
            }
            offer.refusal = match kind.aim {
                Aim::Nothing if kind.key != "rise" && kind.key != "ready" => {
                    actions::check(world, &Act::new(id, kind.key)).err()
                }
                _ => actions::can_pay(world, id, cost).err(),
            };
            if offer.refusal.is_none() && kind.aim != Aim::Nothing && acts(world, id, &offer).is_empty() {
                let refusal = Refusal::by(
                    crate::rule!("ESS-ACT-3"),
                    "nothing",
                    "There is nothing to do that with.",
                );
                offer.refusal = Some(refusal);
            }
            offer
        })
        .collect()
}

/// Every complete order an offer stands for.
pub fn acts(world: &World, id: Id, offer: &Offer) -> Vec<Act> {
    let mut out = candidates(world, id, offer);
    out.retain(|act| actions::check(world, act).is_ok());
    out
}

/// Every order an offer could stand for, legal or not.
pub(super) fn candidates(world: &World, id: Id, offer: &Offer) -> Vec<Act> {
    let base = Act {
        with: offer.with.clone(),
        ..Act::new(id, offer.action.clone())
    };
    match offer.action.as_str() {
        "attack" | "throw" => strikes(world, id, &base),
        "cast" => casts(world, id, &base),
        "volley" | "control" => around(world, id, &base, offer.range.unwrap_or(12))
            .into_iter()
            .filter(|act| near_somebody(world, id, act.at))
            .collect(),
        "ready" if offer.aim == Aim::Square => {
            let range = offer.range.unwrap_or(1);
            ready::watches(world, id, &base, around(world, id, &base, range))
        }
        "ready" => ready::orders(world, id, &base),
        "rise" => [-20, -10, -5, 5, 10, 20]
            .into_iter()
            .map(|feet| {
                let mut act = base.clone();
                act.options.insert("feet".into(), Setting::Number(feet));
                act
            })
            .collect(),
        "medicine" | "intimidate" | "wake" | "command" | "mount" | "dig_out" => on_map(world)
            .map(|target| Act {
                target: Some(target),
                ..base.clone()
            })
            .collect(),
        "burrow" => burrow::steps(world, &base),
        "dismount" => ride::mount_of(world, id)
            .map(|mount| ride::landings(world, id, mount))
            .unwrap_or_default()
            .into_iter()
            .map(|at| Act {
                at: Some(at),
                ..base.clone()
            })
            .collect(),
        "climb" => around(world, id, &base, 1),
        "push_off" => pushes_off(world, id, &base),
        "swim" => around(world, id, &base, 2),
        "jump" => around(world, id, &base, 3),
        "interact" => deeds::interactions(world, id),
        key if Maneuver::by_key(key).is_some() => strikes(world, id, &base),
        _ => vec![base],
    }
}

/// Every complete order an offer stands for with these options: for a Spell, with just this Energy, wherever it may go.
pub fn acts_with(world: &World, id: Id, offer: &Offer, options: &BTreeMap<String, Setting>) -> Vec<Act> {
    let base = Act {
        with: offer.with.clone(),
        options: options.clone(),
        ..Act::new(id, offer.action.clone())
    };
    let Some(composed) = compose::compose(world, &base) else {
        let mut out = acts(world, id, offer);
        out.retain(|act| act.options == *options);
        return out;
    };
    if composed.refusal.is_some() {
        return Vec::new();
    }
    let mut out: Vec<Act> = if offer.aim == Aim::Square {
        let here = who::covered(world, id).into_iter().map(|at| Act {
            at: Some(at),
            ..base.clone()
        });
        around(world, id, &base, composed.range.unwrap_or(0))
            .into_iter()
            .chain(here)
            .collect()
    } else {
        on_map(world)
            .map(|target| Act {
                target: Some(target),
                ..base.clone()
            })
            .collect()
    };
    out.retain(|act| actions::check(world, act).is_ok());
    out
}

/// As far as it goes, or any shorter way.
fn pushes_off(world: &World, id: Id, base: &Act) -> Vec<Act> {
    let speed = who::speed(world, id).value;
    let mut out = Vec::new();
    for whole in around(world, id, base, 1) {
        out.push(whole.clone());
        for feet in (5..speed).step_by(5) {
            let mut act = whole.clone();
            act.options.insert("feet".into(), Setting::Number(feet));
            out.push(act);
        }
    }
    out
}

fn strikes(world: &World, id: Id, base: &Act) -> Vec<Act> {
    let objects = Maneuver::by_key(&base.action).is_none();
    let things = things(world).filter(|&thing| objects && world.part::<Sturdy>(thing).is_some());
    let targets = on_map(world)
        .filter(|&target| target != id && !sight::hidden_from(world, target, id))
        .chain(things);
    targets
        .map(|target| Act {
            target: Some(target),
            ..base.clone()
        })
        .collect()
}

fn casts(world: &World, id: Id, base: &Act) -> Vec<Act> {
    let profile = who::profile(world, id);
    let key = base.with.as_deref().unwrap_or_default();
    let wand = profile.wands.iter().find(|wand| wand.key == key);
    let key = wand.map_or(key, |wand| &wand.spell);
    let Some(spell) = profile.spells.iter().find(|spell| spell.key == key) else {
        return Vec::new();
    };
    let energy = world.the::<Vitals>(id).energy;
    let mut out = Vec::new();
    let least: i32 = DIALS
        .iter()
        .filter_map(|name| spell.dial(name))
        .map(|dial| dial.least)
        .sum();
    let spare = (energy - least).max(0);
    // The least, and as much of what matters most as there is Energy for.
    let first = DIALS.iter().find_map(|name| {
        spell
            .dial(name)
            .filter(|dial| dial.most > dial.least)
            .map(|dial| (*name, dial))
    });
    let mut settings = vec![None];
    if let Some((name, dial)) = first.filter(|_| wand.is_none()) {
        let more = dial.most.min(dial.least + spare);
        if more > dial.least {
            settings.push(Some((name, more)));
        }
    }
    let aimed: Vec<Act> = if spell.area_ft.is_some() || spells::at_square(spell) {
        let range = u32::try_from(spell.range_ft.base / 5).unwrap_or(0);
        let all = around(world, id, base, range.min(12));
        all.into_iter().filter(|act| near_somebody(world, id, act.at)).collect()
    } else {
        on_map(world)
            .map(|target| Act {
                target: Some(target),
                ..base.clone()
            })
            .collect()
    };
    for act in aimed {
        for setting in &settings {
            let mut act = act.clone();
            if let Some((name, energy)) = setting {
                act.options.insert((*name).into(), Setting::Number(*energy));
            }
            out.push(act);
        }
    }
    out
}

/// Whether somebody it knows of stands near enough to a square for an area to be worth a thought.
fn near_somebody(world: &World, id: Id, at: Option<Square>) -> bool {
    at.is_some_and(|at| {
        on_map(world)
            .any(|other| !sight::hidden_from(world, other, id) && space(world, other).steps(Footprint::single(at)) <= 1)
    })
}

/// Orders at every square within so many.
fn around(world: &World, id: Id, base: &Act, range: u32) -> Vec<Act> {
    let here = space(world, id);
    let range = i16::try_from(range).unwrap_or(1);
    let far = here.far_corner();
    let map = world.resource::<Map>();
    (here.at.y - range..=far.y + range)
        .flat_map(|y| (here.at.x - range..=far.x + range).map(move |x| Square::new(x, y)))
        .filter(|&at| map.contains(at) && here.steps(Footprint::single(at)) >= 1)
        .map(|at| Act {
            at: Some(at),
            ..base.clone()
        })
        .collect()
}

/// What is known of an attack before it is made.
pub fn aim(world: &World, act: &Act) -> Option<AimInfo> {
    let target = act.target.filter(|&target| is_there(world, target))?;
    if !is_on_map(world, act.creature) {
        return None;
    }
    let manner = match act.action.as_str() {
        "attack" | "throw" => {
            let weapon = gear::in_hand(world, act.creature, act.with.as_deref().unwrap_or("unarmed"))?;
            let deed = ready::deed_of(&act.action, &weapon)?;
            super::strike::Strike::new(act.creature, weapon, deed, target, world.the::<Position>(target).at).manner()
        }
        "cast" => super::odds::Manner::Spell,
        key if Maneuver::by_key(key).is_some() => super::odds::Manner::Melee { heavy: false },
        _ => return None,
    };
    let odds = super::odds::between(world, act.creature, target, manner);
    let mut trace = Trace::new("odds", 0);
    odds.explain(&mut trace);
    trace.label = match odds.lean() {
        super::odds::Lean::Plain => "one d20",
        super::odds::Lean::Adv => "Advantage",
        super::odds::Lean::Dis => "Disadvantage",
    }
    .into();
    let how_far = format!("{} ft", who::distance(world, act.creature, target));
    trace.terms.push(Trace::note(how_far).by(crate::rule!("ESS-GRID-3")));
    trace
        .terms
        .push(Trace::note("five points to a square").by(crate::rule!("ESS-LOE-2")));
    let found = cover::from_creature(world, act.creature, target);
    let lines = found.line.map(|(from, to, blocked_at)| AimLine {
        from: (from.x(), from.y()),
        to: (to.x(), to.y()),
        blocked_at,
    });
    Some(AimInfo {
        distance: format!("{} ft", who::distance(world, act.creature, target)),
        cover: trace,
        shelter: found.shelter(),
        lines: lines.into_iter().collect(),
    })
}
