//! The plain deeds: what each asks for, and doors and things that hands do.

use bevy::prelude::World;

use super::{fall, fly, gear, moves, stats::*, who};
use crate::battle::{Event, *};
use crate::grid::{Direction, Footprint, Square};
use crate::level::Door;
use crate::rule;

/// A kind of act, as the bar shows it.
pub struct Kind {
    /// Its key.
    pub key: &'static str,
    /// What the button says.
    pub label: &'static str,
    /// What it does.
    pub help: &'static str,
    /// What it is aimed at.
    pub aim: Aim,
    /// Squares it reaches; 0 when that says nothing.
    pub range: u32,
    /// Where it is grouped.
    pub group: Group,
}

const fn kind(key: &'static str, label: &'static str, help: &'static str, aim: Aim, range: u32, group: Group) -> Kind {
    Kind {
        key,
        label,
        help,
        aim,
        range,
        group,
    }
}

/// Every act there is besides Maneuvers.
pub const KNOWN: [Kind; 32] = [
    kind("attack", "Attack", "", Aim::Thing, 0, Group::Attack),
    kind("throw", "Throw", "", Aim::Thing, 0, Group::Attack),
    kind(
        "volley",
        "Volley",
        "One roll for a 10-ft burst of arrows.",
        Aim::Square,
        0,
        Group::Attack,
    ),
    kind("cast", "Cast", "", Aim::Thing, 0, Group::Action),
    kind(
        "control",
        "Control",
        "Moves a Spell that runs.",
        Aim::Square,
        0,
        Group::Action,
    ),
    kind(
        "ready",
        "Ready",
        "One Action, released when its trigger comes.",
        Aim::Nothing,
        0,
        Group::Action,
    ),
    kind(
        "drop",
        "Drop",
        "It falls into the own square.",
        Aim::Nothing,
        0,
        Group::Free,
    ),
    kind(
        "draw",
        "Draw",
        "Takes it into the hand.",
        Aim::Nothing,
        0,
        Group::Action,
    ),
    kind("stow", "Stow", "Puts it away.", Aim::Nothing, 0, Group::Action),
    kind(
        "dodge",
        "Dodge",
        "The next Attack against it is at Disadvantage.",
        Aim::Nothing,
        0,
        Group::Action,
    ),
    kind("focus", "Focus", "Regains Energy.", Aim::Nothing, 0, Group::Action),
    kind("stand", "Stand up", "Ends Prone.", Aim::Nothing, 0, Group::Move),
    kind("fall_prone", "Drop Prone", "Lies down.", Aim::Nothing, 0, Group::Free),
    kind(
        "douse",
        "Put out the fire",
        "Rolls on the ground.",
        Aim::Nothing,
        0,
        Group::Action,
    ),
    kind(
        "stabilize",
        "Stabilize",
        "Stops tumbling.",
        Aim::Nothing,
        0,
        Group::Action,
    ),
    kind("release", "Let go", "Ends the grapple.", Aim::Nothing, 0, Group::Free),
    kind(
        "choke",
        "Choke",
        "Who is held cannot breathe for a Round.",
        Aim::Nothing,
        0,
        Group::Action,
    ),
    kind(
        "medicine",
        "Medicine",
        "DC 15: ends Bleeding.",
        Aim::Thing,
        1,
        Group::Action,
    ),
    kind(
        "intimidate",
        "Intimidate",
        "Against Mental Defense: Shaken.",
        Aim::Thing,
        6,
        Group::Action,
    ),
    kind(
        "sneak",
        "Sneak",
        "Hides from Enemies that do not see it.",
        Aim::Nothing,
        0,
        Group::Action,
    ),
    kind(
        "investigate",
        "Investigate",
        "Finds who hides.",
        Aim::Nothing,
        0,
        Group::Action,
    ),
    kind(
        "climb",
        "Climb",
        "Along the face beside it.",
        Aim::Square,
        1,
        Group::Move,
    ),
    kind(
        "swim",
        "Swim",
        "Half of the Speed through deep water.",
        Aim::Square,
        3,
        Group::Move,
    ),
    kind(
        "jump",
        "Jump",
        "A leap in a straight line, or down.",
        Aim::Square,
        6,
        Group::Move,
    ),
    kind(
        "push_off",
        "Push off",
        "Away from what it touches.",
        Aim::Square,
        1,
        Group::Move,
    ),
    kind(
        "fly",
        "Fly",
        "Twice the Speed through the air.",
        Aim::Nothing,
        0,
        Group::Move,
    ),
    kind(
        "rise",
        "Rise or sink",
        "As part of a Fly action.",
        Aim::Nothing,
        0,
        Group::Free,
    ),
    kind("alight", "Alight", "Comes to stand.", Aim::Nothing, 0, Group::Free),
    kind(
        "wake",
        "Wake",
        "Somebody Unconscious above 0 hit points.",
        Aim::Thing,
        1,
        Group::Action,
    ),
    kind("delay", "Delay", "Takes the Turn later.", Aim::Nothing, 0, Group::Free),
    kind(
        "interact",
        "Interact",
        "A door, a thing on the ground.",
        Aim::Thing,
        1,
        Group::Action,
    ),
    kind(
        "exit",
        "Leave",
        "Out of the fight, by an exit.",
        Aim::Nothing,
        0,
        Group::Move,
    ),
];

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
            !has(condition::PRONE) && !who::weightless(world) && !stance.aloft,
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
                deeds.used == 0 && !deeds.delaying,
                rule!("ESS-TURN-7"),
                "Only at the start of its Turn.",
            )
        }
        "fly" => needs(
            who::profile(world, id).flight.is_some() && who::entangled(world, id).is_none() && !has(condition::PRONE),
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
        "exit" => needs(at_exit(world, id), rule!("ESS-ACT-3"), "It does not stand on an exit."),
        _ => Err(Refusal::by(rule!("ESS-ACT-3"), "impossible", "That cannot be done.")),
    }
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
    if world.part::<Creature>(target).is_none() || world.part::<OnMap>(target).is_none() {
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
            let open =
                steps == 1 && rise != 0 && !world.resource::<Map>().solid(at) && moves::free_for_feet(world, id, to);
            needs(
                steps == 1 && rise != 0 && !sheer && open && !stance.aloft,
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
                steps >= 1 && straight && !stance.aloft && !stance.climbing && !swims && !who::weightless(world),
                rule!("ESS-SKILL-4"),
                "Only in a straight line, from its feet.",
            )
        }
        _ => {
            needs(who::weightless(world), rule!("ESS-ZG-1"), "It has weight here.")?;
            push_off_way(world, id, at).map(|_| ())
        }
    }
}

/// ESS-ZG-1, ESS-ZG-2: pushing off what stands in a square: the way it goes, and whether that is fixed.
///
/// # Errors
/// Nothing stands there that it could push itself off.
pub fn push_off_way(world: &World, id: Id, at: Square) -> Result<(Direction, bool), Refusal> {
    let here = space(world, id);
    let beside = here.steps(Footprint::single(at)) == 1;
    let solid = super::cover::Sightlines::new(world).total(at) || thing_at(world, at).is_some();
    let direction = Direction::towards(i32::from(here.at.x - at.x), i32::from(here.at.y - at.y));
    match direction {
        Some(direction) if beside && solid => Ok((direction, true)),
        _ => Err(Refusal::by(
            rule!("ESS-ZG-1"),
            "nothing",
            "Nothing to push itself off there.",
        )),
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
        let near = world
            .the::<Thing>(thing)
            .squares
            .iter()
            .any(|&at| here.steps(Footprint::single(at)) <= 1);
        let door = world
            .part::<DoorState>(thing)
            .is_some_and(|door| door.0 != Door::Locked);
        if near && door {
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
    super::actions::told(world, id, "Interact", act.target, rule!("ESS-ACT-2"));
    if let Some(target) = act.target {
        let Some(door) = world.part::<DoorState>(target).copied() else {
            return;
        };
        let closing = door.0 == Door::Open;
        let squares = world.the::<Thing>(target).squares.clone();
        if closing && squares.iter().any(|&at| creature_at(world, at).is_some()) {
            who::note(world, id, "the door is blocked", rule!("ESS-ACT-3"));
            return;
        }
        environment::set_door(world, target, if closing { Door::Closed } else { Door::Open });
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
