//! Ready: one Action, released when its trigger comes (ESS-READY-1). What waits and what sets it off is in `fight/ready` and `data/trigger`.

use super::super::body::gear;
use super::super::data::trigger;
use super::super::data::trigger::Ready;
use super::doer::*;
use super::{attack, cast, maneuver, places, walk};
use crate::battle::action::by_key;
use crate::battle::triggers;
use crate::level::Door;

/// Readying something.
pub(crate) struct Readying;

/// What an order of it reads like.
pub(crate) const KIND: ActionKind = ActionKind {
    purpose: Purpose::Wait,
    price: Price::Points(2),
    aimed: &[AimedAt::Nothing, AimedAt::Creature, AimedAt::Object, AimedAt::Square],
    with: "the weapon or the Spell",
    options: &[
        trigger::ACTION,
        trigger::TRIGGER,
        triggers::SQUARE,
        trigger::ZONE,
        trigger::DOOR,
        trigger::WHOSE,
        trigger::WHEN,
        maneuver::CARRIED,
        cast::POWER,
        cast::AREA,
        cast::DURATION,
        cast::RANGE,
    ],
    ..ActionKind::new("ready", "Ready", "One Action, released when its trigger comes.")
};

impl Action for Readying {
    type Rules = Essence;
    type Plan = Ready;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for tool in tools(doer) {
            let mut offer = doer.row(&KIND, tool.with, menu);
            offer.label = format!("Watch a square: {}", tool.name);
            offer.family = Some("Watch a square".into());
            offer.icon = "eye".into();
            offer.help = "Readied for the next Enemy who enters it.".into();
            offer.aim = Aim::Square;
            offer.range = Some(8);
            menu.add_beside((shelf::WATCHES, 0), offer);
        }
        Essence::list(doer, self, menu);
    }

    fn candidates(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        if offer.aim == Aim::Square {
            return watches(doer, offer, &base);
        }
        let mut out = Vec::new();
        for tool in tools(doer) {
            for (trigger, about) in triggers(doer.world) {
                let act = tool.readied(&base, trigger);
                out.push(match about {
                    Some((key, what)) => act.saying(key, what),
                    None => act,
                });
            }
        }
        out
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Ready, Refusal> {
        let ready = Ready::of_order(doer.world, act, attack::ATTACK.key())?;
        let named = by_action(&ready.act)?;
        named.kind().understands(&ready.act)?;
        named.readies(doer, &ready.act)?;
        Ok(ready)
    }

    fn begin(&self, world: &mut World, id: Id, ready: Ready) {
        told(world, id, "Ready", None, rule!("ESS-READY-1"));
        world.the_mut::<TurnUsage>(id).ready = Some(ready);
    }
}

/// The action that is readied.
///
/// # Errors
/// That there is none of that name, or that it cannot be readied.
pub(crate) fn by_action(readied: &Act) -> Result<&'static dyn Unit<Essence>, Refusal> {
    let moves: &'static dyn Unit<Essence> = &walk::Walk;
    let key = readied.action.as_str();
    let known = if key == moves.kind().key {
        Some(moves)
    } else {
        by_key::<Essence>(key).filter(|action| action.kind().readied)
    };
    known.ok_or_else(|| {
        let message = format!("`{key}` cannot be readied.");
        Refusal::by(rule!("ESS-READY-1"), "not_readied", message)
    })
}

/// What a creature could strike or Cast with once a trigger comes.
struct Tool {
    action: &'static str,
    with: String,
    name: String,
}

impl Tool {
    /// An order to ready it for a trigger.
    fn readied(&self, base: &Act, trigger: &str) -> Act {
        let act = base.using(&self.with).saying(trigger::ACTION.key, self.action);
        act.saying(trigger::TRIGGER.key, trigger)
    }
}

fn tools(doer: &Doer<'_>) -> Vec<Tool> {
    let strike = gear::weapons(doer.world, doer.id).into_iter().filter_map(|weapon| {
        let way = [attack::ATTACK, attack::THROW].into_iter().find(|way| way.suits(&weapon))?;
        Some(Tool { action: way.key(), with: weapon.key, name: weapon.name })
    });
    let spells = doer.profile().spells.iter();
    let cast = spells.filter(|spell| spell.attack.is_some() && spell.area_ft.is_none()).map(|spell| Tool {
        action: cast::KIND.key,
        with: spell.key.clone(),
        name: spell.name.clone(),
    });
    strike.chain(cast).collect()
}

/// Triggers that are worth a thought, each with what it is about: zones, doors, the game master's word.
fn triggers(world: &World) -> Vec<(&'static str, Option<(&'static str, String)>)> {
    let mut out: Vec<_> = trigger::TRIGGERS
        .iter()
        .filter(|trigger| trigger.takes.is_empty())
        .map(|trigger| (trigger.key, None))
        .collect();
    let zones = world.resource::<LevelRes>().0.zones.keys().cloned();
    out.extend(zones.map(|zone| (trigger::ENTERS_ZONE.key, Some((trigger::ZONE.key, zone)))));
    let shut = |thing: &Id| world.part::<DoorState>(*thing).is_some_and(|door| door.0 != Door::Open);
    let doors = things(world).filter(shut);
    let name = |door: Id| world.resource::<Names>().name(door).to_owned();
    out.extend(doors.map(|door| (trigger::OPENS_DOOR.key, Some((trigger::DOOR.key, name(door))))));
    out.push((trigger::TOLD.key, Some((trigger::WHEN.key, "the game master says so".to_owned()))));
    out
}

/// Orders to ready one thing for whoever enters one of the squares around.
fn watches(doer: &Doer<'_>, offer: &Offer, base: &Act) -> Vec<Act> {
    let tool = tools(doer).into_iter().find(|tool| Some(&tool.with) == base.with.as_ref());
    let Some(tool) = tool else { return Vec::new() };
    // Nobody ever enters a wall.
    let map = doer.world.resource::<Map>();
    places::around(doer.world, base, offer.range.unwrap_or(1))
        .into_iter()
        .filter(|act| act.at.is_some_and(|at| !map.solid(at)))
        .map(|aimed| tool.readied(&aimed, trigger::ENTERS_SQUARE.key))
        .collect()
}
