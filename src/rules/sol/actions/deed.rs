//! Legal orders taken in: the dice are paid, and what is done begins.

use bevy::prelude::World;

use super::super::vigil::Vigil;
use super::super::{attack, harm, items, moves, reactions, sight, stats::*, turn};
use super::{READY_TRIGGERS, special_of, used_key};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::rule;

/// Takes a legal order in.
pub fn begin(world: &mut World, act: &Act) {
    let id = act.creature;
    match act.action.as_str() {
        "attack" => {
            let key = act.with.as_deref().unwrap_or_default();
            let with = attack::of(world, id, key);
            let with = with.expect("a checked attack should exist").clone();
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
            let targets = reactions::targets_of(world, id, &with);
            world.the_mut::<Done>(id).ready = Some(Ready { with, trigger, targets });
            world.resource_mut::<Vigil>().readies(id, Some(trigger));
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
            let between = act.target.is_some_and(|target| edge_of(world, target).is_some());
            let rule = if between {
                rule!("SOL-EDGE-7")
            } else {
                rule!("SOL-ACT-12")
            };
            told(world, id, "Interact", act.target, rule);
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
