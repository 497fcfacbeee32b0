//! What hands do to what is near: doors, levers, weapons on the ground and in hand (VIG-ACT-19, VIG-ACT-25, VIG-SKILL-6).

use super::super::body::roll::{Pool, of_score};
use super::super::body::{breath, hands, skill};
use super::super::data::{Fixture, Score, Skill, TurnUsage};
use super::super::field::{air, distance, reach, sight};
use super::super::fight::gear;
use super::doer::*;
use crate::level::{Door, Visibility};

/// Doing so.
pub(crate) struct Handling;

const KIND: ActionKind = ActionKind {
    icon: "interact",
    purpose: Purpose::Interact,
    aimed: &[AimedAt::Object, AimedAt::Nothing],
    range: 1,
    with: "a weapon on the ground: its key, or its key and number as in `dagger-0`",
    readied: true,
    ..ActionKind::new("handle", "Handle", "Opens or closes a door, works a lever, picks up a weapon.")
};

/// What is handled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Handled {
    Door(Id),
    Lever(Id),
    Weapon(u32),
}

/// Whether hands get to a thing: beside it with nothing between, and at what stands between two squares from either of them.
fn to_hand(world: &World, by: Id, thing: Id) -> bool {
    match edge_of(world, thing) {
        Some(_) => distance::on_the_level(world, by, thing) == 0 && distance::levels_apart(world, by, thing) <= 1,
        None => reach::adjacent(world, by, thing).is_ok(),
    }
}

fn upon(doer: &Doer<'_>, thing: Id) -> Result<Handled, Refusal> {
    let world = doer.world;
    let refuse = |key: &'static str, message: &'static str| Err(Refusal::by(rule!("VIG-ACT-25"), key, message));
    if !to_hand(world, doer.id, thing) {
        return refuse("not_to_hand", "That is not to hand.");
    }
    if opens(world, doer.id, thing) {
        if kept_open(world, thing, doer.id) {
            return refuse("occupied", "Somebody stands in the door.");
        }
        return Ok(Handled::Door(thing));
    }
    if let Some((skill, _)) = world.part::<Fixture>(thing).and_then(|fixture| fixture.check) {
        let here = space(world, doer.id).at;
        // A number that the game master has said lets it try.
        let lets = world.the::<TurnUsage>(doer.id).vs.is_some();
        if skill == Some(Skill::Piloting) && air::rank(world, here) == Visibility::Zero && !lets {
            let message = "Nobody steers by sight here, unless the game master says what must be beaten.";
            return Err(Refusal::by(rule!("VIG-VIS-15"), "blind", message));
        }
        return Ok(Handled::Lever(thing));
    }
    match world.part::<DoorState>(thing) {
        Some(_) => refuse("locked", "It is locked."),
        None => refuse("nothing", "Hands do nothing to that."),
    }
}

/// The door opens or closes. A creature that keeps it from closing, and of which the closer's side did not know, is found
/// (VIG-HIDE-10).
fn turn(world: &mut World, by: Id, door: Id) {
    let Err(unknown) = turn_door(world, door, by) else {
        return;
    };
    let own = side_of(world, by);
    for other in unknown {
        sight::reveal(world, other, Some(own), rule!("VIG-HIDE-10"));
    }
    world.note(by, "the door is blocked", rule!("VIG-HIDE-10"));
}

impl Action for Handling {
    type Rules = Vigor;
    type Plan = Handled;
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "vigor.handled", work);

    /// What lies near has a row of its own each: it is a weapon that comes to hand.
    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        Vigor::list(doer, self, menu);
        for lying in gear::to_hand(doer.world, doer.id) {
            let mut offer = KIND.offer();
            offer.label = format!("Pick up: {}", lying.item.name);
            offer.purpose = Purpose::Arm;
            offer.with = Some(lying.word());
            offer.cost = words(1);
            offer.aim = Aim::Nothing;
            offer.range = super::attack::carries(&lying.item);
            let act = offer.order(doer.id);
            offer.refusal = menu.judge(|| action::check_with(doer, self, &act));
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        if base.with.is_some() {
            return vec![base];
        }
        let on = |target| base.upon(target);
        let things = things(doer.world).filter(|&thing| to_hand(doer.world, doer.id, thing));
        things.map(on).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Handled, Refusal> {
        match (act.target, act.with.as_deref()) {
            (Some(thing), None) if doer.world.part::<Thing>(thing).is_some() => upon(doer, thing),
            (None, Some(key)) => {
                let none = || Refusal::by(rule!("VIG-ACT-19"), "not_to_hand", "That does not lie near.");
                let lying = gear::meant(doer.world, doer.id, key).ok_or_else(none)?;
                hands::can_hold(doer.world, doer.id, lying.item.grip())?;
                Ok(Handled::Weapon(lying.number))
            }
            _ => Err(Refusal::by(rule!("VIG-ACT-25"), "nothing", "Name a door, a lever or a weapon.")),
        }
    }

    fn begin(&self, world: &mut World, by: Id, what: Handled) {
        match what {
            Handled::Door(door) => {
                world.note(by, "works the door", rule!("VIG-ACT-25"));
                turn(world, by, door);
            }
            Handled::Weapon(number) => gear::pick_up(world, by, number),
            Handled::Lever(_) => Self::defer(world, by, what),
        }
    }
}

/// VIG-SKILL-6: a check against what the level says of it, harder where a pilot sees badly (VIG-VIS-7, VIG-VIS-11).
fn work(world: &mut World, by: Id, what: Handled) {
    let Handled::Lever(thing) = what else {
        return;
    };
    let Some((with, vs)) = world.part::<Fixture>(thing).and_then(|fixture| fixture.check) else {
        return;
    };
    let mut to_beat = Trace::new("to beat", 0).with(Trace::new("what the level says", vs).by(rule!("VIG-SKILL-6")));
    let rank = air::rank(world, space(world, by).at);
    if with == Some(Skill::Piloting) {
        let (more, rule) = match rank {
            Visibility::Clear => (0, rule!("VIG-VIS-3")),
            Visibility::Reduced => (5, rule!("VIG-VIS-7")),
            Visibility::Low => (10, rule!("VIG-VIS-11")),
            Visibility::Zero => (15, rule!("VIG-VIS-15")),
        };
        to_beat.push(Trace::new("what one sees", more).by(rule));
    }
    let vs = skill::to_beat(world, by, to_beat.value);
    if vs != to_beat.value {
        to_beat.push(Trace::becomes("what the game master says", vs).by(rule!("VIG-GM-1")));
    }
    let total = match with {
        Some(with) => {
            let check = skill::check(world, by, with, to_beat.value, rule!("VIG-SKILL-6"));
            check.total.value
        }
        None => {
            let (from, dice) = of_score(world, by, Score::Agility);
            let roll =
                Pool::action(by, "by hand").dice(from, dice, rule!("VIG-SKILL-6")).check(world, to_beat.value).total;
            let value = roll.value;
            world.tell(Event::number(by, roll).by(rule!("VIG-SKILL-6")));
            value
        }
    };
    world.tell(Event::number(by, to_beat.clone()));
    breath::catch(world, by);
    if total <= to_beat.value {
        return;
    }
    world.note(by, "works it", rule!("VIG-SKILL-6"));
    if world.part::<DoorState>(thing).is_some() {
        environment::set_door(world, thing, Door::Open, Some(by));
    } else {
        let level = world.resource::<LevelRes>().0.clone();
        let name = world.resource::<Names>().name(thing).to_string();
        let worked = |event: &crate::level::Event| matches!(&event.when, crate::level::Trigger::Destroyed { object } if *object == name);
        if let Some(event) = level.events.iter().position(worked) {
            environment::fire(world, event);
        }
    }
}
