//! What a creature can do on its Turn: whether it is legal and what it costs, and the deed itself.

use bevy::prelude::World;

use super::ready::deed_of;
use super::strike::{self, Deed, Strike};
use super::{
    burrow, clock, command, deeds, drift, fall, fly, gear, grapple, harm, kinds, lexicon, moves, ready, ride, running,
    skills, spells, stats::*, turn, volley, walk, who,
};
use crate::battle::{Event, *};
use crate::rule;

/// Whether the creature can act at all, and has so many Actions.
pub fn can_pay(world: &World, id: Id, cost: i32) -> Result<(), Refusal> {
    if who::surprised(world, id) {
        return Err(Refusal::by(rule!("ESS-SURP-3"), "surprised", "It noticed nothing yet."));
    }
    if !who::able(world, id) {
        return Err(Refusal::by(rule!("ESS-STUN-1"), "unable", "It can do nothing."));
    }
    let left = who::actions_left(world, id);
    if left < cost {
        let rule = if cost > 1 {
            rule!("ESS-ACT-4")
        } else {
            rule!("ESS-TURN-1")
        };
        let message = format!("It costs {cost} Actions; {left} are left.");
        return Err(Refusal::by(rule, "actions", message));
    }
    Ok(())
}

fn needs(condition: bool, rule: Rule, message: &'static str) -> Result<(), Refusal> {
    if condition {
        Ok(())
    } else {
        Err(Refusal::by(rule, "impossible", message))
    }
}

/// ESS-FREE-1: whether a kind of act uses up no Action.
pub fn is_free(action: &str) -> bool {
    matches!(action, "drop" | "fall_prone" | "release" | "delay" | "rise" | "alight")
}

/// Actions that a kind of act costs.
pub fn cost_of(world: &World, act: &Act) -> i32 {
    match act.action.as_str() {
        key if is_free(key) => 0,
        // Each step is 5 ft of a Move, which is paid as it begins.
        "burrow" => 0,
        "ready" | "volley" | "dig_out" => 2,
        "interact" => act
            .target
            .and_then(|thing| world.part::<Fixture>(thing))
            .map_or(1, |fixture| fixture.interact_cost),
        _ => 1,
    }
}

/// The weapon and the deed an order names.
pub fn armed(world: &World, act: &Act) -> Result<(Weapon, Deed), Refusal> {
    let weapon = gear::ready_to_hand(world, act.creature, act.with.as_deref().unwrap_or("unarmed"))?;
    let deed = deed_of(&act.action, &weapon)
        .ok_or_else(|| Refusal::by(rule!("ESS-ACT-3"), "wrong_weapon", format!("Not with {}.", weapon.name)))?;
    Ok((weapon, deed))
}

/// Refuses options that an action does not have.
///
/// # Errors
/// The first one.
pub fn knows_options(act: &Act, known: &[Key]) -> Result<(), Refusal> {
    let unknown = |option: &&String| known.iter().all(|known| known.key != **option);
    act.options.keys().find(unknown).map_or(Ok(()), |option| {
        let message = format!("There is no option `{option}` here.");
        Err(Refusal::new("no_such_option", message))
    })
}

/// Whether a complete order is legal.
///
/// # Errors
/// The rule that stands against it.
pub fn check(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    if !kinds::KNOWN.iter().any(|kind| kind.key == act.action) && Maneuver::by_key(&act.action).is_none() {
        return Err(Refusal::new(
            "no_such_action",
            format!("There is no action `{}`.", act.action),
        ));
    }
    // What goes into a Spell is for the Spell to say.
    if act.action != "cast" {
        knows_options(act, lexicon::options(&act.action))?;
    }
    can_pay(world, id, cost_of(world, act))?;
    match act.action.as_str() {
        "attack" | "throw" => strike_of(world, act).map(|_| ()),
        "volley" => volley::check(world, act),
        "cast" => spells::check(world, act),
        "control" => check_control(world, act),
        "ready" => ready::check(world, act),
        "drop" => {
            let key = act.with.as_deref().unwrap_or_default();
            let held = gear::in_hand(world, id, key).is_some_and(|weapon| !weapon.natural);
            needs(held, rule!("ESS-FREE-2"), "It does not hold that.")
        }
        "draw" => {
            let key = act.with.as_deref().unwrap_or_default();
            let there = gear::drawable(world, id).iter().any(|known| known == key);
            needs(
                there,
                rule!("ESS-ACT-1"),
                "It has no such thing to draw, or no hand for it.",
            )
        }
        "stow" => {
            let key = act.with.as_deref().unwrap_or_default();
            let held = gear::in_hand(world, id, key).is_some_and(|weapon| !weapon.natural);
            needs(held, rule!("ESS-ACT-2"), "It does not hold that.")
        }
        _ if Maneuver::by_key(&act.action).is_some() => strike_of(world, act).map(|_| ()),
        _ => deeds::check(world, act),
    }
}

/// The attack that an order names, if it can be made.
///
/// # Errors
/// The rule that stands against it.
pub fn strike_of(world: &World, act: &Act) -> Result<Strike, Refusal> {
    let id = act.creature;
    let (weapon, deed) = armed(world, act)?;
    knows_options(act, lexicon::options(&act.action))?;
    let (target, at) = match (act.target, act.at) {
        (Some(target), None) => {
            if world.entity_of(target).is_none() {
                return Err(Refusal::new("no_such_creature", "There is nothing with that identity."));
            }
            strike::aims_at(world, id, &weapon, deed, target)?;
            (Some(target), strike::nearest_square(world, id, target))
        }
        (None, Some(at)) => (None, at),
        _ => {
            return Err(Refusal::by(
                rule!("ESS-ATK-12"),
                "no_target",
                "Name one target, or a square.",
            ));
        }
    };
    let strike = Strike {
        attacker: id,
        weapon,
        deed,
        target,
        at,
        guessed: target.is_none(),
        item: act.word("item").map(ToOwned::to_owned),
    };
    strike::legal(world, &strike)?;
    Ok(strike)
}

/// Whether a Maneuver can be tried at all, and upon whom it is aimed (nothing is asked of a square where nobody is seen).
///
/// # Errors
/// The rule that stands against it.
pub fn check_maneuver(world: &World, strike: &Strike) -> Result<(), Refusal> {
    let id = strike.attacker;
    let Deed::Maneuver(maneuver) = strike.deed else {
        return Ok(());
    };
    let Some(target) = strike.target else {
        return if maneuver == Maneuver::Grapple {
            grapple::possible(world, id)
        } else {
            Ok(())
        };
    };
    match maneuver {
        Maneuver::Grapple => {
            grapple::possible(world, id)?;
            // Others may hold the target too (ESS-GRAP-1, R33); who is in a grapple itself can only turn it round.
            let busy = who::in_grapple(world, id) && !who::grapples(world, target, id);
            needs(!busy, rule!("ESS-GRAP-2"), "It is in a grapple already.")
        }
        Maneuver::Break | Maneuver::Disarm => {
            let carried = gear::carried(world, target);
            let rule = if maneuver == Maneuver::Break {
                rule!("ESS-BREAK-3")
            } else {
                rule!("ESS-DISARM-4")
            };
            let named = strike.item.as_ref();
            let there = named.map_or(!carried.is_empty(), |word| carried.contains(word));
            needs(there, rule, "It carries no such thing.")
        }
        _ => Ok(()),
    }
}

fn check_control(world: &World, act: &Act) -> Result<(), Refusal> {
    let number: Option<u32> = act
        .with
        .as_deref()
        .and_then(|word| word.rsplit('-').next()?.parse().ok());
    let all = running::controllable(world, act.creature);
    let running = all
        .iter()
        .find(|one| Some(one.number) == number || act.with.as_deref() == Some(one.spell.key.as_str()));
    let Some(running) = running else {
        let done = !world.the::<Deeds>(act.creature).controlled.is_empty();
        let rule = if done { rule!("ESS-CTRL-2") } else { rule!("ESS-CTRL-1") };
        return Err(Refusal::by(rule, "nothing", "It has no such Spell to Control now."));
    };
    let at = act
        .at
        .ok_or_else(|| Refusal::new("no_square", "Name the square it is to move to."))?;
    let far = 5 * running::centre(running).steps_to(at);
    let most = running.spell.control_ft.unwrap_or(0);
    needs(far <= most, rule!("ESS-CTRL-3"), "That is too far to move it.")
}

/// Takes a legal order in.
pub fn begin(world: &mut World, act: &Act) {
    let id = act.creature;
    let cost = cost_of(world, act);
    if world.the::<Deeds>(id).run > 0 && cost > 0 {
        who::note(world, id, "the rest of the Move is lost", rule!("ESS-TURN-3"));
    }
    let airborne = matches!(
        act.action.as_str(),
        "rise" | "alight" | "fly" | "fall_prone" | "drop" | "release" | "burrow"
    );
    if !airborne {
        fly::end_action(world, id);
    }
    if cost > 0 && act.action != "fly" {
        let again = world.the::<Deeds>(id).used > 0;
        let rule = if again {
            rule!("ESS-TURN-2")
        } else {
            rule!("ESS-TURN-1")
        };
        who::pay(world, id, cost, rule);
    }
    if matches!(act.action.as_str(), "drop" | "fall_prone" | "release") {
        world.the_mut::<Deeds>(id).freed += 1;
        if world.the::<Deeds>(id).freed > 1 {
            who::note(world, id, "Free Actions are not counted", rule!("ESS-FREE-4"));
        }
    }
    match act.action.as_str() {
        "attack" | "throw" => strike::declare(
            world,
            strike_of(world, act).expect("a checked attack should be possible"),
        ),
        "volley" => volley::begin(world, act),
        "cast" => spells::cast(world, act),
        "control" => {
            let all = running::controllable(world, id);
            let word = act.with.as_deref().unwrap_or_default();
            let number = word.rsplit('-').next().and_then(|word| word.parse::<u32>().ok());
            let running = all
                .iter()
                .find(|one| Some(one.number) == number || one.spell.key == word);
            let number = running.expect("a checked Spell should run").number;
            told(world, id, "Control", None, rule!("ESS-CTRL-1"));
            running::control(
                world,
                id,
                number,
                act.at.expect("a checked Control should name a square"),
            );
        }
        "ready" => {
            told(world, id, "Ready", None, rule!("ESS-READY-1"));
            let readied = Ready::of_order(world, act).expect("a checked Ready should name its trigger");
            world.the_mut::<Deeds>(id).ready = Some(readied);
        }
        "drop" => {
            let at = world.the::<Position>(id).at;
            gear::drop_item(
                world,
                id,
                act.with.as_deref().unwrap_or_default(),
                at,
                rule!("ESS-FREE-1"),
            );
        }
        "draw" => {
            told(world, id, "Draw", None, rule!("ESS-ACT-1"));
            gear::shift(world, id, act.with.as_deref().unwrap_or_default(), true);
        }
        "stow" => {
            told(world, id, "Stow", None, rule!("ESS-ACT-2"));
            gear::shift(world, id, act.with.as_deref().unwrap_or_default(), false);
        }
        _ if Maneuver::by_key(&act.action).is_some() => strike::declare(
            world,
            strike_of(world, act).expect("a checked attack should be possible"),
        ),
        _ => begin_plain(world, act),
    }
}

/// Tells of an action that is no attack.
pub fn told(world: &mut World, id: Id, name: &'static str, target: Option<Id>, rule: Rule) {
    let mut event = Event::new(What::Action { name: name.into() }).actor(id).by(rule);
    event.target = target;
    world.tell(event);
}

/// What costs nothing further: the deed itself.
pub fn begin_plain(world: &mut World, act: &Act) {
    let id = act.creature;
    let target = act.target;
    match act.action.as_str() {
        "dodge" => {
            told(world, id, "Dodge", None, rule!("ESS-DODGE-1"));
            world.the_mut::<Deeds>(id).dodges += 1;
        }
        "focus" => focus(world, id),
        "stand" => walk::stand_up(world, id),
        "fall_prone" => {
            who::note(world, id, "drops to the ground", rule!("ESS-FREE-2"));
            harm::fall_prone(world, id, rule!("ESS-FREE-1"));
        }
        "douse" => {
            told(world, id, "Roll on the ground", None, rule!("ESS-FIRE-2"));
            harm::fall_prone(world, id, rule!("ESS-FIRE-2"));
            harm::lose(world, id, condition::ON_FIRE, rule!("ESS-FIRE-2"));
        }
        "stabilize" => {
            told(world, id, "Stabilize", None, rule!("ESS-ZG-9"));
            harm::lose(world, id, condition::DESTABILISED, rule!("ESS-ZG-9"));
        }
        "release" => {
            who::note(world, id, "lets go", rule!("ESS-GRAP-14"));
            grapple::let_go(world, id, &rule!("ESS-GRAP-14"));
        }
        "choke" => {
            told(world, id, "Choke", who::held_by(world, id), rule!("ESS-GRAP-15"));
            grapple::choke(world, id);
        }
        "medicine" => skills::medicine(world, id, target.unwrap_or(id)),
        "intimidate" => skills::intimidate(world, id, target.expect("a checked act should have its target")),
        "sneak" => skills::sneak(world, id),
        "investigate" => skills::investigate(world, id),
        "climb" => skills::climb(world, id, act.at.expect("a checked act should have its square")),
        "swim" => skills::swim(world, id, act.at.expect("a checked act should have its square")),
        "jump" => skills::jump(world, id, act.at.expect("a checked act should have its square")),
        "push_off" => {
            let at = act.at.expect("a checked act should have its square");
            let far = act.options.contains_key("feet").then(|| deeds::feet_of(act));
            drift::push_off(world, id, at, far);
        }
        "fly" => fly::begin_action(world, id),
        "rise" => {
            let feet = deeds::feet_of(act);
            fly::change_height(world, id, feet);
        }
        "alight" => fly::alight(world, id),
        "wake" => {
            let target = target.expect("a checked act should have its target");
            told(world, id, "Wake", Some(target), rule!("ESS-UNC-2"));
            harm::wake(world, target);
        }
        "delay" => turn::delay(world, id),
        "interact" => deeds::interact(world, act),
        "command" => command::command(world, id, target.expect("a checked act should have its target")),
        "mount" => ride::mount(world, id, target.expect("a checked act should have its target")),
        "dismount" => ride::dismount(world, id, act.at.expect("a checked act should have its square")),
        "burrow" => burrow::burrow(world, act),
        "dig_out" => burrow::dig_out(world, id, target.expect("a checked act should have its target")),
        "exit" => {
            world.tell(Event::new(What::Leaves).target(id).by(rule!("ESS-ACT-3")));
            spawn::leave(world, id, false);
        }
        _ => {}
    }
    if act.action == "douse" && moves::water_at(world, id) {
        fall::settle(world, id);
    }
}

/// ESS-ENERGY-1 to ESS-ENERGY-3.
fn focus(world: &mut World, id: Id) {
    let profile = who::profile(world, id);
    let (sum, max) = (profile.ess + profile.level, profile.energy_max);
    let gain = (sum / 3).max(0);
    let before = world.the::<Vitals>(id).energy;
    let after = (before + gain).min(max).max(before);
    world.the_mut::<Vitals>(id).energy = after;
    told(world, id, "Focus", None, rule!("ESS-ENERGY-1"));
    let third = Trace::new("a third of ESS + Level", gain).by(rule!("ESS-ENERGY-2"));
    let mut trace = Trace::new("Energy", 0).with(third);
    if after - before < gain || sum < 0 {
        // Never above its most, and never a loss.
        let term = Trace::becomes(format!("at most {max}"), after - before);
        trace.push(term.by(rule!("ESS-ENERGY-3")));
    }
    let event = Event::new(What::Resource {
        name: "energy".into(),
        change: (before, after),
    })
    .actor(id)
    .by(rule!("ESS-ENERGY-1"))
    .trace(trace);
    world.tell(event);
}

/// Rounds left of a condition, for the sheet.
pub fn rounds_left(world: &World, id: Id, key: &str) -> Option<i32> {
    clock::left(world, &clock::Timed::Condition(id, key.to_owned().into()))
}
