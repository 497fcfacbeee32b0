//! The plain deeds: what each asks for, and doors and things that hands do.

use bevy::prelude::World;

use super::kinds::KNOWN;
use super::{burrow, command, drift, fall, fly, gear, moves, ride, stats::*, who};
use crate::battle::{Event, *};
use crate::grid::Footprint;
use crate::level::Door;
use crate::rule;

fn needs(condition: bool, rule: Rule, message: &'static str) -> Result<(), Refusal> {
    if condition {
        Ok(())
    } else {
        Err(Refusal::by(rule, "impossible", message))
    }
}

/// Feet named by an order to rise or sink.
pub fn feet_of(act: &Act) -> Feet {
    match act.options.get("feet") {
        Some(Setting::Number(feet)) => *feet,
        _ => 0,
    }
}

/// Whether a plain deed can be done.
///
/// # Errors
/// The rule that stands against it.
pub fn check(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let stance = world.the::<Stance>(id);
    let aimed = KNOWN.iter().find(|kind| kind.key == act.action).map(|kind| kind.aim);
    let fits = match aimed {
        Some(Aim::Nothing) => act.target.is_none() && act.at.is_none(),
        Some(Aim::Square) => act.target.is_none() && act.at.is_some(),
        _ => true,
    };
    if !fits {
        return Err(Refusal::new(
            "bad_target",
            format!("`{}` is not aimed like that.", act.action),
        ));
    }
    let has = |key: &str| who::has(world, id, key);
    match act.action.as_str() {
        "dodge" | "sneak" | "investigate" => Ok(()),
        "focus" => needs(
            who::profile(world, id).energy_max > 0,
            rule!("ESS-ENERGY-1"),
            "It has no Energy to regain.",
        ),
        "stand" => needs(has(condition::PRONE), rule!("ESS-PRONE-4"), "It stands."),
        "fall_prone" => needs(
            !has(condition::PRONE) && !who::weightless(world) && !stance.aloft && stance.riding.is_none(),
            rule!("ESS-FREE-2"),
            "It cannot lie down there.",
        ),
        "douse" => needs(has(condition::ON_FIRE), rule!("ESS-FIRE-2"), "It does not burn."),
        "stabilize" => needs(has(condition::DESTABILISED), rule!("ESS-ZG-9"), "It is steady."),
        "release" => needs(
            who::held_by(world, id).is_some(),
            rule!("ESS-GRAP-14"),
            "It holds nobody.",
        ),
        "choke" => needs(
            who::held_by(world, id).is_some(),
            rule!("ESS-GRAP-15"),
            "It holds nobody.",
        ),
        "delay" => {
            let deeds = world.the::<Deeds>(id);
            needs(
                deeds.used == 0 && !deeds.delaying && !command::bound(world, id),
                rule!("ESS-TURN-7"),
                "Only at the start of its Turn.",
            )
        }
        "fly" => needs(
            who::profile(world, id).flight.is_some()
                && who::entangled(world, id).is_none()
                && !has(condition::PRONE)
                && stance.riding.is_none()
                && !super::cover::buried(world, id),
            rule!("ESS-FLY-1"),
            "It cannot fly now.",
        ),
        "rise" => check_rise(world, act),
        "alight" => needs(
            stance.aloft && fall::air_under(world, id) == 0,
            rule!("ESS-FLY-1"),
            "There is no ground under its feet.",
        ),
        "medicine" | "intimidate" | "wake" => check_on(world, act),
        "climb" | "swim" | "jump" | "push_off" => check_way(world, act),
        "interact" => {
            let free = interactions(world, id).contains(act);
            needs(free, rule!("ESS-ACT-2"), "That is not to hand.")
        }
        "command" => command::check(world, id, named(act)?),
        "mount" => ride::check_mount(world, id, named(act)?),
        "dismount" => check_dismount(world, act),
        "burrow" => burrow::check(world, act),
        "dig_out" => burrow::check_dig_out(world, id, named(act)?),
        "exit" => needs(at_exit(world, id), rule!("ESS-ACT-3"), "It does not stand on an exit."),
        _ => Err(Refusal::by(rule!("ESS-ACT-3"), "impossible", "That cannot be done.")),
    }
}

/// Whom an order is about.
fn named(act: &Act) -> Result<Id, Refusal> {
    act.target
        .ok_or_else(|| Refusal::new("no_target", "Name who it is done to."))
}

fn check_dismount(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let mount = ride::mount_of(world, id);
    let mount = mount.ok_or_else(|| Refusal::by(rule!("ESS-CMD-8"), "on_foot", "It rides nothing."))?;
    let side = who::edge(who::profile(world, id).size);
    let there = act.at.map(|at| Footprint { at, side });
    let fits = there.is_some_and(|to| {
        let here = space(world, mount);
        to.steps(here) == 1 && !to.overlaps(here) && moves::free_for(world, id, to)
    });
    needs(fits, rule!("ESS-CMD-8"), "Only to a free square beside the mount.")
}

/// Whether its whole space lies on exits.
pub fn at_exit(world: &World, id: Id) -> bool {
    let map = world.resource::<Map>();
    space(world, id)
        .squares()
        .all(|at| map.cell(at).is_some_and(|cell| cell.exit))
}

fn check_rise(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let feet = feet_of(act);
    let deeds = world.the::<Deeds>(id);
    needs(
        world.the::<Stance>(id).aloft && deeds.aired.is_some(),
        rule!("ESS-FLY-1"),
        "Only as part of a Fly action.",
    )?;
    needs(
        feet != 0 && feet % 5 == 0 && feet.abs() <= 500,
        rule!("ESS-GRID-10"),
        "Name `feet`, in steps of 5.",
    )?;
    needs(
        -feet <= fall::air_under(world, id),
        rule!("ESS-FLY-5"),
        "The ground is nearer than that.",
    )?;
    let cost = fly::vertical_cost(world, id, feet).value;
    needs(
        cost <= deeds.run,
        rule!("ESS-FLY-4"),
        "Too little of the Fly action is left.",
    )
}

fn check_on(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let target = act.target.unwrap_or(id);
    if world.part::<Creature>(target).is_none() || !is_on_map(world, target) {
        return Err(Refusal::new("gone", "That creature is not on the map."));
    }
    let far = who::distance(world, id, target);
    match act.action.as_str() {
        "medicine" => {
            needs(far <= 5, rule!("ESS-SKILL-7"), "Only within 5 ft.")?;
            let bleeds = who::has(world, target, condition::BLEEDING);
            needs(bleeds, rule!("ESS-BLEED-11"), "It does not bleed.")
        }
        "intimidate" => {
            needs(who::hostile(world, id, target), rule!("ESS-SKILL-8"), "Only an Enemy.")?;
            needs(
                far <= 30 && super::sight::sees(world, id, target),
                rule!("ESS-SKILL-8"),
                "Only within 30 ft and Line of Effect.",
            )
        }
        _ => {
            needs(far <= 5 && target != id, rule!("ESS-UNC-2"), "Only within 5 ft.")?;
            let sleeps = who::has(world, target, condition::UNCONSCIOUS) && world.the::<Vitals>(target).hp > 0;
            needs(sleeps, rule!("ESS-UNC-2"), "It cannot be woken.")
        }
    }
}

fn check_way(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square."))?;
    if !world.resource::<Map>().contains(at) {
        return Err(Refusal::new("off_map", "That square is not on the map."));
    }
    if let Some(rule) = who::entangled(world, id) {
        return Err(Refusal::by(rule, "entangled", "It is Entangled."));
    }
    if who::has(world, id, condition::PRONE) {
        return Err(Refusal::by(rule!("ESS-CRAWL-2"), "prone", "It lies Prone."));
    }
    if ride::mount_of(world, id).is_some() {
        return Err(Refusal::by(rule!("ESS-CMD-8"), "riding", "It rides."));
    }
    if super::cover::buried(world, id) {
        return Err(Refusal::by(rule!("ESS-BURROW-1"), "buried", "It is under the ground."));
    }
    let steps = space(world, id).steps(Footprint::single(at));
    let swims = moves::water_at(world, id) && !moves::above_water(world, id);
    let stance = world.the::<Stance>(id);
    match act.action.as_str() {
        "climb" => {
            let rise = who::steps_up(floor(world, at)) - who::steps_up(world.the::<Position>(id).height);
            let sheer = world.resource::<Map>().terrain(at).is_some_and(|terrain| terrain.sheer);
            let to = Footprint {
                at,
                side: world.the::<Body>(id).side,
            };
            // Whoever hangs on the edge of broken ice climbs out at its own height.
            let out = stance.climbing && moves::water_at(world, id) && !moves::deep(world, at);
            let face = rise != 0 || out;
            let barred = bars_the_way(world, space(world, id), at, world.the::<Position>(id).height);
            let open = !barred
                && steps == 1
                && face
                && !world.resource::<Map>().solid(at)
                && moves::free_for_feet(world, id, to);
            needs(
                face && !sheer && open && !stance.aloft,
                rule!("ESS-CLIMB-1"),
                "There is no face to climb there.",
            )
        }
        "swim" => needs(swims && steps >= 1, rule!("ESS-SWIM-1"), "It is not in deep water."),
        "jump" => {
            let straight = {
                let here = world.the::<Position>(id).at;
                let (dx, dy) = (at.x - here.x, at.y - here.y);
                dx == 0 || dy == 0 || dx.abs() == dy.abs()
            };
            needs(
                steps >= 1 && straight && !swims && fall::support(world, id) == Some(fall::Support::Ground),
                rule!("ESS-SKILL-4"),
                "Only in a straight line, from its feet.",
            )
        }
        _ => {
            needs(who::weightless(world), rule!("ESS-ZG-1"), "It has weight here.")?;
            let (_, hold) = drift::push_off_way(world, id, at)?;
            let (far, most) = (feet_of(act), drift::push_off_feet(world, id, hold));
            let chosen = !act.options.contains_key("feet") || (far >= 5 && far % 5 == 0 && far <= most);
            needs(
                chosen,
                rule!("ESS-ZG-2"),
                "Name `feet` in steps of 5, as far as it can go.",
            )
        }
    }
}

/// What hands could do now: doors, and things on the ground.
pub fn interactions(world: &World, id: Id) -> Vec<Act> {
    let mut out = Vec::new();
    if who::profile(world, id).hands == 0 {
        return out;
    }
    let here = space(world, id);
    for thing in things(world) {
        // ESS-EDGE-6: what stands between squares is worked from either side, by whoever stands at it.
        let near = match edge_of(world, thing) {
            Some(edge) => edge.bounds(here),
            None => world
                .the::<Thing>(thing)
                .squares
                .iter()
                .any(|&at| here.steps(Footprint::single(at)) <= 1),
        };
        let door = world
            .part::<DoorState>(thing)
            .is_some_and(|door| door.0 != Door::Locked);
        let doubtful = world.part::<Fixture>(thing).is_some_and(|fixture| fixture.illusory)
            && !world
                .part::<SeenThrough>(thing)
                .is_some_and(|seen| seen.0.contains(&id));
        if near && (door || doubtful) {
            out.push(Act {
                target: Some(thing),
                ..Act::new(id, "interact")
            });
        }
    }
    for lying in &world.resource::<gear::Floor>().items {
        if here.steps(Footprint::single(lying.at)) <= 1 && lying.item.weapon.hands <= who::free_hands(world, id) {
            let mut act = Act {
                at: Some(lying.at),
                ..Act::new(id, "interact")
            };
            let word = format!("{}-{}", lying.item.weapon.key, lying.number);
            act.options.insert("item".into(), Setting::Word(word));
            out.push(act);
        }
    }
    out
}

/// ESS-ACT-2: does it.
pub fn interact(world: &mut World, act: &Act) {
    let id = act.creature;
    let between = act.target.is_some_and(|target| edge_of(world, target).is_some());
    let rule = if between {
        rule!("ESS-EDGE-6")
    } else {
        rule!("ESS-ACT-2")
    };
    super::actions::told(world, id, "Interact", act.target, rule);
    if let Some(target) = act.target {
        let Some(door) = world.part::<DoorState>(target).copied() else {
            super::skills::see_through(world, id, target);
            return;
        };
        let closing = door.0 == Door::Open;
        let squares = world.the::<Thing>(target).squares.clone();
        if closing && squares.iter().any(|&at| creature_at(world, at).is_some()) {
            who::note(world, id, "the door is blocked", rule!("ESS-ACT-3"));
            return;
        }
        let becomes = if closing { Door::Closed } else { Door::Open };
        environment::set_door(world, target, becomes, Some(id));
        return;
    }
    let Some(word) = act.word("item") else { return };
    let mut floor = world.resource_mut::<gear::Floor>();
    let place = floor
        .items
        .iter()
        .position(|lying| format!("{}-{}", lying.item.weapon.key, lying.number) == word);
    let Some(place) = place else { return };
    let mut item = floor.items.remove(place).item;
    item.held = true;
    let text = format!("picks up {}", item.weapon.name);
    world.the_mut::<Gear>(id).0.push(item);
    world.tell(
        Event::new(What::Note { text: text.into() })
            .actor(id)
            .by(rule!("ESS-ACT-2")),
    );
}
