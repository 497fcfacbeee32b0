//! What a creature can do on its turn: the list with costs and reasons, the check, the deed.

use bevy::prelude::World;

use super::{attack, harm, items, moves, reactions, sight, stats::*, turn};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::grid::{Footprint, Square};
use crate::rule;

const READY_TRIGGERS: [(&str, ReadyTrigger); 2] = [
    ("enemy_in_sight", ReadyTrigger::EnemyInSight),
    ("enemy_attacked", ReadyTrigger::EnemyAttacked),
];

/// The key under which an action counts as used.
fn used_key(action: &str, with: Option<&str>) -> String {
    match (action, with) {
        ("attack" | "use", Some(with)) => format!("{action}:{with}"),
        _ => action.to_string(),
    }
}

/// Whether the creature can use actions at all, and this one for its dice.
fn can_pay(world: &World, id: Id, key: &str, dice: i32, repeatable: bool) -> Result<(), Refusal> {
    if world.the::<Conditions>(id).has(condition::SURPRISED) {
        return Err(Refusal::by(
            rule!("SOL-SURP-5"),
            "surprised",
            "Surprised: no actions on this turn.",
        ));
    }
    if let Some(refusal) = moves::stranded(world, id) {
        return Err(refusal);
    }
    if !repeatable && world.the::<Done>(id).actions.contains(key) {
        return Err(Refusal::by(rule!("SOL-TURN-5"), "used", "Used on this turn already."));
    }
    let pool = world.the::<Pool>(id).dice();
    if pool < dice {
        let rule = if pool == 0 {
            rule!("SOL-TURN-2")
        } else {
            rule!("SOL-POOL-3")
        };
        let message = format!(
            "It costs {}; {} left.",
            reactions::dice_text(dice),
            reactions::dice_text(pool)
        );
        return Err(Refusal::by(rule, "dice", message));
    }
    Ok(())
}

/// SOL-TURN-3, SOL-TURN-4: the attack actions of a turn.
fn attack_left(world: &World, id: Id) -> Result<(), Refusal> {
    let extra = world.the::<Stats>(id).0.extra_attacks;
    if world.the::<Done>(id).attacks > extra {
        let rule = if extra > 0 {
            rule!("SOL-TURN-4")
        } else {
            rule!("SOL-TURN-3")
        };
        return Err(Refusal::by(
            rule,
            "attack_used",
            "No attack action is left on this turn.",
        ));
    }
    Ok(())
}

fn attack_ready(world: &World, id: Id, with: &Attack) -> Result<(), Refusal> {
    attack_left(world, id)?;
    can_pay(
        world,
        id,
        &used_key("attack", Some(&with.key)),
        with.cost_dice,
        with.repeatable,
    )?;
    attack::usable(world, id, with)
}

/// The whole list, possible or not (SOL-TURN-10).
pub fn offers(world: &World, id: Id) -> Vec<Offer> {
    let profile = world.the::<Stats>(id).0.clone();
    let mut out = Vec::new();
    for with in &profile.attacks {
        out.push(Offer {
            action: "attack".into(),
            with: Some(with.key.clone()),
            label: with.name.clone(),
            icon: icon_of(with).into(),
            cost: reactions::dice_text(with.cost_dice),
            group: Group::Attack,
            aim: if with.burst_ft.is_some() {
                Aim::Square
            } else {
                Aim::Thing
            },
            range: Some(u32::try_from(with.range_ft / 5).unwrap_or(0)),
            radius: with.burst_ft.map(|feet| u32::try_from(feet / 5).unwrap_or(0)),
            refusal: attack_ready(world, id, with).err(),
            help: format!(
                "{} {}, {} ft",
                with.damage,
                harm::type_name(with.damage_type),
                with.range_ft
            ),
        });
    }
    for (action, label, help, aim, range) in BASIC {
        let refusal = basic_ready(world, id, action).err();
        let range = (range > 0).then_some(range);
        out.push(offer(action, label, help, aim, range, refusal));
    }
    for special in &profile.actions {
        let key = used_key("use", Some(&special.key));
        let refusal = can_pay(world, id, &key, special.cost_dice, special.repeatable).err();
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
        offer.cost = reactions::dice_text(special.cost_dice);
        offer.icon = "heal".into();
        offer.help = describe(&special.effect);
        out.push(offer);
    }
    for key in &world.the::<Held>(id).0 {
        let name = attack::of(world, id, key).map_or(key.clone(), |attack| attack.name);
        out.push(Offer {
            action: "drop".into(),
            with: Some(key.clone()),
            label: format!("Drop {name}"),
            icon: "drop".into(),
            cost: String::new(),
            group: Group::Free,
            aim: Aim::Nothing,
            range: None,
            radius: None,
            refusal: None,
            help: "It falls into the own square.".into(),
        });
    }
    out.extend(moves::offers(world, id));
    out
}

const BASIC: [(&str, &str, &str, Aim, u32); 6] = [
    ("sprint", "Sprint", "Doubles this turn's speed.", Aim::Nothing, 0),
    (
        "hide",
        "Hide",
        "d8 + Stealth against every enemy's passive perception.",
        Aim::Nothing,
        0,
    ),
    (
        "search",
        "Search",
        "d8 + Perception against those who hide.",
        Aim::Nothing,
        0,
    ),
    (
        "ready",
        "Ready",
        "Pay now, strike when the trigger comes.",
        Aim::Nothing,
        0,
    ),
    ("help", "Help", "A friend within 5 ft gets a die.", Aim::Thing, 1),
    (
        "interact",
        "Interact",
        "A door, a device, a thing on the floor.",
        Aim::Thing,
        1,
    ),
];

fn offer(action: &str, label: &str, help: &str, aim: Aim, range: Option<u32>, refusal: Option<Refusal>) -> Offer {
    Offer {
        action: action.into(),
        with: None,
        label: label.into(),
        icon: action.into(),
        cost: reactions::dice_text(1),
        group: Group::Action,
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

fn describe(effect: &Boon) -> String {
    match effect {
        Boon::Heal(dice) => format!("Heals {dice} hit points."),
        Boon::HealAbility(dice) => format!("Heals {dice} of one ability."),
        Boon::Condition(key) => format!("Gives {key}."),
        Boon::Cure(key) => format!("Ends {key}."),
        Boon::Light(_) => "Changes the light around a spot.".into(),
        Boon::Terrain(_) => "Changes the ground of a square.".into(),
    }
}

/// Whether a basic action could be done with something.
fn basic_ready(world: &World, id: Id, action: &str) -> Result<(), Refusal> {
    let nothing = |message: &'static str, rule: Rule| Refusal::by(rule, "nothing", message);
    can_pay(world, id, action, 1, false)?;
    match action {
        "ready" => {
            if let Some((why, rule)) = turn::barred_from_reacting(world, id) {
                return Err(Refusal::by(rule, "cannot_react", why));
            }
            if readiable(world, id).is_empty() {
                let rule = if attack_left(world, id).is_err() {
                    rule!("SOL-ACT-9")
                } else {
                    rule!("SOL-ACT-6")
                };
                return Err(nothing("Nothing can be readied.", rule));
            }
        }
        "help" => {
            if turn::mad(world, id) {
                return Err(nothing("The mad help nobody.", rule!("SOL-COND-5")));
            }
            if !on_map(world).any(|friend| can_help(world, id, friend).is_ok()) {
                return Err(nothing("No friend within 5 ft needs a die.", rule!("SOL-ACT-10")));
            }
        }
        "interact" => {
            if !items::hands(world, id) {
                return Err(nothing("It cannot use its hands.", rule!("SOL-ZERO-2")));
            }
            if items::interactions(world, id).is_empty() {
                return Err(nothing("Nothing to hand within 5 ft.", rule!("SOL-ACT-12")));
            }
        }
        _ => {}
    }
    Ok(())
}

fn can_help(world: &World, id: Id, friend: Id) -> Result<(), Refusal> {
    if world.part::<Creature>(friend).is_none()
        || world.part::<OnMap>(friend).is_none()
        || !turn::friendly(world, id, friend)
    {
        return Err(Refusal::by(
            rule!("SOL-ACT-10"),
            "no_friend",
            "That is no friend on the map.",
        ));
    }
    if sight::distance(world, id, friend) > 5 {
        return Err(Refusal::by(
            rule!("SOL-ACT-10"),
            "range",
            "That friend is more than 5 ft away.",
        ));
    }
    if world.the::<Pool>(friend).helped {
        return Err(Refusal::by(
            rule!("SOL-ACT-11"),
            "helped",
            "That friend holds a helped die already.",
        ));
    }
    Ok(())
}

/// What can be readied: attacks that could be paid and used, and Interact.
fn readiable(world: &World, id: Id) -> Vec<String> {
    let mut out: Vec<String> = world
        .the::<Stats>(id)
        .0
        .attacks
        .iter()
        .filter(|with| with.burst_ft.is_none() && attack_ready(world, id, with).is_ok())
        .map(|with| with.key.clone())
        .collect();
    if items::hands(world, id) && !world.the::<Done>(id).actions.contains("interact") {
        out.push("interact".into());
    }
    out
}

/// Every complete order an offer stands for.
pub fn acts(world: &World, id: Id, offer: &Offer) -> Vec<Act> {
    let base = Act {
        with: offer.with.clone(),
        ..Act::new(id, offer.action.clone())
    };
    match offer.action.as_str() {
        "attack" => attack_acts(world, id, &base),
        "sprint" | "hide" | "search" | "drop" => vec![base],
        "ready" => readiable(world, id)
            .into_iter()
            .flat_map(|with| {
                READY_TRIGGERS.map(|(word, _)| {
                    let mut act = Act {
                        with: Some(with.clone()),
                        ..base.clone()
                    };
                    act.options.insert("trigger".into(), Setting::Word(word.into()));
                    act
                })
            })
            .collect(),
        "help" => on_map(world)
            .filter(|&friend| can_help(world, id, friend).is_ok())
            .map(|friend| Act {
                target: Some(friend),
                ..base.clone()
            })
            .collect(),
        "interact" => items::interactions(world, id),
        "use" => special_acts(world, id, &base),
        _ => moves::acts(world, id, offer),
    }
}

fn attack_acts(world: &World, id: Id, base: &Act) -> Vec<Act> {
    let key = base.with.as_deref().unwrap_or_default();
    let Some(with) = attack::of(world, id, key) else {
        return Vec::new();
    };
    if with.burst_ft.is_some() {
        return spots(world, id, &with)
            .into_iter()
            .map(|at| Act {
                at: Some(at),
                ..base.clone()
            })
            .collect();
    }
    let only = attack::must_attack(world, id, &with);
    let mut out = Vec::new();
    let targets = on_map(world).chain(things(world).filter(|&thing| world.part::<Sturdy>(thing).is_some()));
    for target in targets {
        if attack::aims_at(world, id, &with, target).is_err()
            || only.as_ref().is_some_and(|only| !only.contains(&target))
        {
            continue;
        }
        out.push(Act {
            target: Some(target),
            ..base.clone()
        });
        if may_knock_out(world, &with, target).is_ok() {
            let mut act = Act {
                target: Some(target),
                ..base.clone()
            };
            act.options.insert("knock_out".into(), Setting::Flag(true));
            out.push(act);
        }
    }
    out
}

fn spots(world: &World, id: Id, with: &Attack) -> Vec<Square> {
    let body = space(world, id);
    let reach = i16::try_from(with.range_ft / 5).unwrap_or(0);
    let far = body.far_corner();
    let mut out = Vec::new();
    for y in body.at.y - reach..=far.y + reach {
        for x in body.at.x - reach..=far.x + reach {
            let at = Square::new(x, y);
            if attack::aims_at_spot(world, id, with, at).is_ok() {
                out.push(at);
            }
        }
    }
    out
}

/// SOL-KO-1, SOL-KO-2.
fn may_knock_out(world: &World, with: &Attack, target: Id) -> Result<(), Refusal> {
    if with.kind != AttackKind::Melee {
        return Err(Refusal::by(
            rule!("SOL-KO-2"),
            "not_melee",
            "Only a melee attack can knock out.",
        ));
    }
    let hp = world.part::<Wounds>(target).map(|wounds| wounds.hp);
    if hp != Some(0) || world.part::<Creature>(target).is_none() {
        return Err(Refusal::by(
            rule!("SOL-KO-1"),
            "not_at_zero",
            "Only a creature at 0 hit points can be knocked out.",
        ));
    }
    Ok(())
}

fn special_acts(world: &World, id: Id, base: &Act) -> Vec<Act> {
    let Some(special) = special_of(world, id, base.with.as_deref()) else {
        return Vec::new();
    };
    if matches!(special.effect, Boon::Light(_) | Boon::Terrain(_)) {
        let map = world.resource::<Map>();
        let body = space(world, id);
        return map
            .cells()
            .squares()
            .filter(|&at| 5 * body.steps(Footprint::single(at)) <= special.range_ft)
            .map(|at| Act {
                at: Some(at),
                ..base.clone()
            })
            .collect();
    }
    let targets: Vec<Id> = on_map(world)
        .filter(|&target| items::within(world, id, target, special.range_ft))
        .collect();
    let mut out = Vec::new();
    for target in targets {
        let act = Act {
            target: Some(target),
            ..base.clone()
        };
        if matches!(special.effect, Boon::HealAbility(_)) {
            for ability in Ability::ALL {
                let mut act = act.clone();
                act.options
                    .insert("ability".into(), Setting::Word(ability.key().into()));
                out.push(act);
            }
        } else {
            out.push(act);
        }
    }
    out
}

fn special_of(world: &World, id: Id, key: Option<&str>) -> Option<Special> {
    let key = key?;
    world
        .the::<Stats>(id)
        .0
        .actions
        .iter()
        .find(|special| special.key == key)
        .cloned()
}

/// Whether a complete order is legal.
///
/// # Errors
/// The rule that stands against it.
pub fn check(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let known = [
        "attack", "ready", "help", "use", "interact", "drop", "sprint", "hide", "search",
    ];
    if !known.contains(&act.action.as_str()) {
        return moves::check(world, act);
    }
    let allowed: &[&str] = match act.action.as_str() {
        "attack" => &["knock_out"],
        "ready" => &["trigger"],
        "use" => &["ability"],
        "interact" => &["item"],
        _ => &[],
    };
    if let Some(option) = act.options.keys().find(|option| !allowed.contains(&option.as_str())) {
        return Err(Refusal::new(
            "no_such_option",
            format!("{} has no option `{option}`.", act.action),
        ));
    }
    match act.action.as_str() {
        "attack" => check_attack(world, act),
        "sprint" | "hide" | "search" => {
            no_target(act)?;
            basic_ready(world, id, &act.action)
        }
        "ready" => {
            basic_ready(world, id, "ready")?;
            let with = act.with.as_deref().unwrap_or_default();
            if !readiable(world, id).iter().any(|key| key == with) {
                if let Some(attack) = attack::of(world, id, with) {
                    attack_ready(world, id, &attack)?;
                }
                return Err(Refusal::by(
                    rule!("SOL-ACT-6"),
                    "not_readiable",
                    format!("`{with}` cannot be readied."),
                ));
            }
            match act.word("trigger") {
                Some(word) if READY_TRIGGERS.iter().any(|(known, _)| *known == word) => Ok(()),
                _ => Err(Refusal::by(
                    rule!("SOL-ACT-6"),
                    "no_trigger",
                    "Name the trigger: enemy_in_sight or enemy_attacked.",
                )),
            }
        }
        "help" => {
            basic_ready(world, id, "help")?;
            let friend = act
                .target
                .ok_or_else(|| Refusal::new("no_target", "Name the friend."))?;
            can_help(world, id, friend)
        }
        "interact" => {
            basic_ready(world, id, "interact")?;
            if items::interactions(world, id).contains(act) {
                Ok(())
            } else {
                Err(Refusal::by(
                    rule!("SOL-ACT-12"),
                    "not_to_hand",
                    "That is not to hand within 5 ft.",
                ))
            }
        }
        "use" => check_special(world, act),
        "drop" => {
            no_target(act)?;
            match &act.with {
                Some(key) if world.the::<Held>(id).0.contains(key) => Ok(()),
                _ => Err(Refusal::by(rule!("SOL-ACT-14"), "not_held", "It does not hold that.")),
            }
        }
        _ => unreachable!("the action is one of the known ones"),
    }
}

fn no_target(act: &Act) -> Result<(), Refusal> {
    if act.target.is_some() || act.at.is_some() {
        return Err(Refusal::new(
            "no_target_wanted",
            format!("{} is aimed at nothing.", act.action),
        ));
    }
    Ok(())
}

fn check_attack(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let key = act.with.as_deref().unwrap_or_default();
    let with = attack::of(world, id, key)
        .ok_or_else(|| Refusal::new("no_such_attack", format!("It has no attack `{key}`.")))?;
    attack_ready(world, id, &with)?;
    if with.burst_ft.is_some() {
        let (None, Some(at)) = (act.target, act.at) else {
            return Err(Refusal::by(
                rule!("SOL-AREA-1"),
                "no_spot",
                "An area is aimed at a square: give `at`.",
            ));
        };
        if act.flag("knock_out") {
            return Err(Refusal::by(
                rule!("SOL-KO-2"),
                "not_melee",
                "Only a melee attack can knock out.",
            ));
        }
        return attack::aims_at_spot(world, id, &with, at);
    }
    let (Some(target), None) = (act.target, act.at) else {
        return Err(Refusal::by(
            rule!("SOL-ATK-1"),
            "no_target",
            "Name the target of the attack.",
        ));
    };
    if world.entity_of(target).is_none() {
        return Err(Refusal::new(
            "no_such_creature",
            format!("There is nothing with the identity {target}."),
        ));
    }
    attack::aims_at(world, id, &with, target)?;
    if let Some(only) = attack::must_attack(world, id, &with)
        && !only.contains(&target)
    {
        return Err(Refusal::by(
            rule!("SOL-COND-4"),
            "mad",
            "Mad: it must attack the nearest creature it sees.",
        ));
    }
    match act.options.get("knock_out") {
        Some(Setting::Flag(true)) => may_knock_out(world, &with, target),
        Some(_) => Err(Refusal::new("bad_option", "knock_out is true or absent.")),
        None => Ok(()),
    }
}

fn check_special(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let special = special_of(world, id, act.with.as_deref())
        .ok_or_else(|| Refusal::new("no_such_action", "It has no such action."))?;
    can_pay(
        world,
        id,
        &used_key("use", Some(&special.key)),
        special.cost_dice,
        special.repeatable,
    )?;
    let base = Act {
        with: act.with.clone(),
        ..Act::new(id, "use")
    };
    if special_acts(world, id, &base).contains(act) {
        return Ok(());
    }
    let dead = act.target.is_some_and(|target| world.part::<Dead>(target).is_some());
    if dead {
        return Err(Refusal::by(rule!("SOL-HEAL-6"), "dead", "The dead cannot be healed."));
    }
    Err(Refusal::by(
        rule!("SOL-TURN-10"),
        "bad_target",
        format!("{} cannot be used like that.", special.name),
    ))
}

/// Takes a legal order in.
pub fn begin(world: &mut World, act: &Act) {
    let id = act.creature;
    match act.action.as_str() {
        "attack" => {
            let key = act.with.as_deref().unwrap_or_default();
            let with = attack::of(world, id, key).expect("a checked attack should exist");
            world.the_mut::<Done>(id).attacks += 1;
            spend(world, id, &used_key("attack", Some(key)), with.cost_dice);
            if world.the::<Done>(id).attacks > 1 {
                let text = "a further attack action".into();
                world.tell(Event::new(What::Note { text }).actor(id).by(rule!("SOL-TURN-4")));
            }
            attack::strike(
                world,
                id,
                with,
                act.target,
                act.at,
                act.flag("knock_out"),
                attack::Occasion::Action,
            );
        }
        "sprint" => {
            told(world, id, "Sprint", None, rule!("SOL-ACT-3"));
            spend(world, id, "sprint", 1);
            world.the_mut::<Done>(id).sprinted = true;
            sight::reveal(world, id, rule!("SOL-ACT-3"));
        }
        "hide" => {
            told(world, id, "Hide", None, rule!("SOL-ACT-4"));
            spend(world, id, "hide", 1);
            sight::hide(world, id, false);
        }
        "search" => {
            told(world, id, "Search", None, rule!("SOL-ACT-5"));
            spend(world, id, "search", 1);
            sight::search(world, id);
        }
        "ready" => {
            let with = act.with.clone().expect("a checked Ready should name its attack");
            let cost = attack::of(world, id, &with).map_or(1, |attack| attack.cost_dice);
            let word = act.word("trigger").expect("a checked Ready should name its trigger");
            let trigger = READY_TRIGGERS.iter().find(|(known, _)| *known == word);
            let trigger = trigger.expect("a checked trigger should be known").1;
            told(world, id, "Ready", None, rule!("SOL-ACT-6"));
            if with != "interact" {
                let mut done = world.the_mut::<Done>(id);
                done.attacks += 1;
                done.actions.insert(used_key("attack", Some(&with)));
                let text = "the readied attack is the turn's attack action".into();
                world.tell(Event::new(What::Note { text }).actor(id).by(rule!("SOL-ACT-9")));
            }
            spend(world, id, "ready", cost);
            world.the_mut::<Done>(id).ready = Some(Ready { with, trigger });
        }
        "help" => {
            let friend = act.target.expect("a checked Help should name a friend");
            told(world, id, "Help", Some(friend), rule!("SOL-ACT-10"));
            spend(world, id, "help", 1);
            let mut pool = world.the_mut::<Pool>(friend);
            let before = pool.dice();
            pool.helped = true;
            pool.helped_fades = false;
            let change = (before, pool.dice());
            world.tell(
                Event::new(What::Resource {
                    name: "action dice".into(),
                    change,
                })
                .actor(friend)
                .by(rule!("SOL-ACT-10")),
            );
        }
        "interact" => {
            told(world, id, "Interact", act.target, rule!("SOL-ACT-12"));
            spend(world, id, "interact", 1);
            items::interact(world, act);
        }
        "use" => use_special(world, act),
        "drop" => {
            let key = act.with.clone().expect("a checked drop should name its thing");
            items::drop_item(world, id, &key, rule!("SOL-ACT-14"));
        }
        _ => moves::begin(world, act),
    }
}

fn told(world: &mut World, id: Id, name: &'static str, target: Option<Id>, rule: Rule) {
    let mut event = Event::new(What::Action { name: name.into() })
        .actor(id)
        .by(rule)
        .by(rule!("SOL-ACT-1"));
    event.target = target;
    world.tell(event);
}

fn spend(world: &mut World, id: Id, key: &str, dice: i32) {
    world.the_mut::<Done>(id).actions.insert(key.to_string());
    turn::pay(world, id, dice);
}

fn use_special(world: &mut World, act: &Act) {
    let id = act.creature;
    let special = special_of(world, id, act.with.as_deref()).expect("a checked action should exist");
    let mut event = Event::new(What::Action {
        name: special.name.clone().into(),
    })
    .actor(id)
    .by(rule!("SOL-TURN-10"));
    event.target = act.target;
    world.tell(event);
    spend(world, id, &used_key("use", Some(&special.key)), special.cost_dice);
    let ruleset = world.resource::<Rules>().0;
    match (&special.effect, act.target, act.at) {
        (Boon::Heal(dice), Some(target), _) => {
            let amount = world.resource_mut::<Dice>().roll(dice, "healing");
            harm::heal(world, target, amount);
        }
        (Boon::HealAbility(dice), Some(target), _) => {
            let word = act.word("ability").unwrap_or_default();
            let ability = Ability::ALL.into_iter().find(|ability| ability.key() == word);
            let amount = world.resource_mut::<Dice>().roll(dice, "healing");
            harm::heal_ability(
                world,
                target,
                ability.expect("a checked ability should be known"),
                amount,
            );
        }
        (Boon::Condition(key), Some(target), _) => {
            ruleset.add_condition(world, target, key);
        }
        (Boon::Cure(key), Some(target), _) => {
            ruleset.remove_condition(world, target, key);
        }
        (Boon::Light(light), _, Some(at)) => environment::change_light(world, Some(&[at]), *light),
        (Boon::Terrain(terrain), _, Some(at)) => environment::change_terrain(world, &[at], terrain),
        _ => {}
    }
}
