//! The whole list, possible or not, with costs and reasons (SOL-TURN-10).

use bevy::prelude::World;

use super::super::{attack, harm, lexicon, moves, reactions, stats::*};
use super::{Means, attack_ready, basic_ready, used_key};
use crate::battle::*;

/// What stands in some groups of the list, possible or not (SOL-TURN-10).
pub fn offers(world: &World, id: Id, groups: &[Group]) -> Vec<Offer> {
    let means = Means::of(world, id);
    let mut out = Vec::new();
    if groups.contains(&Group::Attack) {
        out.extend(means.profile.attacks.iter().map(|with| attack_offer(&means, with)));
    }
    if groups.contains(&Group::Action) {
        actions(&means, &mut out);
    }
    if groups.contains(&Group::Free) {
        out.extend(world.the::<Held>(id).0.iter().map(|key| drop_offer(world, id, key)));
    }
    if groups.contains(&Group::Move) || groups.contains(&Group::Free) {
        out.extend(
            moves::offers(world, id)
                .into_iter()
                .filter(|offer| groups.contains(&offer.group)),
        );
    }
    out
}

fn attack_offer(means: &Means, with: &Attack) -> Offer {
    Offer {
        action: "attack".into(),
        with: Some(with.key.clone()),
        label: with.name.clone(),
        icon: icon_of(with).into(),
        purpose: Purpose::Harm,
        cost: reactions::dice_text(with.cost_dice),
        price: reactions::price(with.cost_dice),
        group: Group::Attack,
        family: None,
        leads: false,
        aim: if with.burst_ft.is_some() {
            Aim::Square
        } else {
            Aim::Thing
        },
        range: Some(u32::try_from(with.range_ft / 5).unwrap_or(0)),
        radius: with.radius(),
        refusal: attack_ready(means, with).err(),
        help: format!(
            "{} {}, {} ft",
            with.damage,
            harm::type_name(with.damage_type),
            with.range_ft
        ),
    }
}

/// The basic actions and those of its own.
fn actions(means: &Means, out: &mut Vec<Offer>) {
    for (action, label, help, aim, range, purpose) in BASIC {
        let refusal = basic_ready(means, action).err();
        let range = (range > 0).then_some(range);
        let mut offer = offer(action, label, help, aim, range, refusal);
        offer.purpose = purpose;
        out.push(offer);
    }
    for special in &means.profile.actions {
        let key = used_key("use", Some(&special.key));
        let refusal = means.pay(&key, special.cost_dice, special.repeatable).err();
        let at_square = matches!(special.effect, Boon::Light(_) | Boon::Terrain(_));
        let mut offer = offer(
            "use",
            &special.name,
            "",
            if at_square { Aim::Square } else { Aim::Thing },
            Some(u32::try_from(special.range_ft / 5).unwrap_or(0)),
            refusal,
        );
        offer.with = Some(special.key.clone());
        offer.purpose = special.purpose();
        offer.cost = reactions::dice_text(special.cost_dice);
        offer.price = reactions::price(special.cost_dice);
        offer.icon = "heal".into();
        offer.help = describe(&special.effect);
        out.push(offer);
    }
}

fn drop_offer(world: &World, id: Id, key: &str) -> Offer {
    let name = attack::of(world, id, key).map_or(key.to_owned(), |attack| attack.name.clone());
    Offer {
        action: "drop".into(),
        with: Some(key.to_owned()),
        label: format!("Drop {name}"),
        icon: "drop".into(),
        purpose: Purpose::Gear,
        cost: String::new(),
        price: Price::Free,
        group: Group::Free,
        family: Some("Drop".into()),
        leads: false,
        aim: Aim::Nothing,
        range: None,
        radius: None,
        refusal: None,
        help: DROPS.into(),
    }
}

pub(super) const BASIC: [(&str, &str, &str, Aim, u32, Purpose); 6] = [
    (
        "sprint",
        "Sprint",
        "Doubles this turn's speed.",
        Aim::Nothing,
        0,
        Purpose::Sprint,
    ),
    (
        "hide",
        "Hide",
        "d8 + Stealth against every enemy's passive perception.",
        Aim::Nothing,
        0,
        Purpose::Hide,
    ),
    (
        "search",
        "Search",
        "d8 + Perception against those who hide.",
        Aim::Nothing,
        0,
        Purpose::Search,
    ),
    (
        "ready",
        "Ready",
        "Pay now, strike when the trigger comes.",
        Aim::Nothing,
        0,
        Purpose::Wait,
    ),
    (
        "help",
        "Help",
        "A friend within 5 ft gets a die.",
        Aim::Thing,
        1,
        Purpose::Aid,
    ),
    (
        "interact",
        "Interact",
        "A door, a device, a thing on the floor.",
        Aim::Thing,
        1,
        Purpose::Interact,
    ),
];

fn offer(action: &str, label: &str, help: &str, aim: Aim, range: Option<u32>, refusal: Option<Refusal>) -> Offer {
    Offer {
        action: action.into(),
        with: None,
        label: label.into(),
        icon: action.into(),
        purpose: Purpose::Other,
        cost: reactions::dice_text(1),
        price: Price::Points(1),
        group: Group::Action,
        family: None,
        leads: false,
        aim,
        range,
        radius: None,
        refusal,
        help: help.into(),
    }
}

fn icon_of(attack: &Attack) -> &'static str {
    match (attack.burst_ft, attack.kind, attack.natural) {
        (Some(_), ..) => "burst",
        (None, AttackKind::Melee, true) => "unarmed",
        (None, AttackKind::Melee, false) => "melee",
        (None, AttackKind::Ranged, _) => "ranged",
    }
}

/// What an action of its own does, in a sentence.
pub fn describe(effect: &Boon) -> String {
    match effect {
        Boon::Heal(dice) => format!("Heals {dice} hit points."),
        Boon::HealAbility(dice) => format!("Heals {dice} of one ability."),
        Boon::Condition(key) => format!("Gives {key}."),
        Boon::Cure(key) => format!("Ends {key}."),
        Boon::Light(_) => "Changes the light around a spot.".into(),
        Boon::Terrain(_) => "Changes the ground of a square.".into(),
    }
}

/// Every action, as an order names it.
pub fn words() -> Vec<ActWord> {
    const BY_THING: &[Aim] = &[Aim::Thing, Aim::Square];
    let word = |action: &str, label: &str, help: &str, aims: &'static [Aim], with: &'static str| ActWord {
        action: action.to_owned(),
        label: label.to_owned(),
        help: help.to_owned(),
        aims,
        with,
        options: lexicon::options(action),
    };
    let mut out = vec![word(
        "attack",
        "Attack",
        "With an attack of its list.",
        BY_THING,
        "the attack",
    )];
    out.extend(BASIC.map(|(action, label, help, aim, ..)| match action {
        "ready" => word(action, label, help, aim.alone(), "an attack, or `interact`"),
        "interact" => word(action, label, help, BY_THING, ""),
        _ => word(action, label, help, aim.alone(), ""),
    }));
    out.push(word(
        "use",
        "Use",
        "An action of its own.",
        BY_THING,
        "the action of its own",
    ));
    out.push(word("drop", "Drop", DROPS, Aim::Nothing.alone(), "what it holds"));
    out
}

const DROPS: &str = "It falls into the own square.";
