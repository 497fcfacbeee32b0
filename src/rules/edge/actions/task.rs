//! Trying a task of the level, and helping an ally with one (EDG-CORE-10 to EDG-CORE-12).

use super::super::body::life;
use super::super::data::task::Task;
use super::super::fight::task::{self, Try};
use super::doer::*;

/// Trying one.
pub(super) struct Trying;

/// To try it without the strain.
const SPARING: Key = Key::new("sparing", Takes::Flag, "Spares itself the strain: disadvantage, and exhaustion.");

/// The things beside a creature that take a check.
fn near(world: &World, id: Id) -> impl Iterator<Item = Id> + '_ {
    things(world).filter(move |&thing| world.part::<Task>(thing).is_some() && task::is_beside(world, id, thing))
}

impl Action for Trying {
    type Rules = Edge;
    type Plan = Try;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "interact",
        purpose: Purpose::Interact,
        aimed: &[AimedAt::Object],
        range: 1,
        options: &[TENACITY, SPARING],
        exertion: Some(life::TENACITY),
        ..ActionKind::new("task", "Task", "A check that something beside it takes: a lock, a machine, a stuck door.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "edge.task_tried", task::attempt);

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost::Task
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        near(doer.world, doer.id).next().is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        near(doer.world, doer.id).map(|thing| base.upon(thing)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Try, Refusal> {
        let thing = act.target.filter(|&thing| doer.world.part::<Thing>(thing).is_some());
        let thing = thing.ok_or_else(|| Refusal::new("no_target", "Name a thing."))?;
        let strain = task::may_try(doer.world, doer.id, thing)?.strain;
        let tenacity = act.number(TENACITY.key).unwrap_or(0);
        let can_pay = |more: i32| life::can_pay(doer.world, doer.id, life::TENACITY.points * tenacity + more);
        // A doer who cannot bear the strain tries it without (EDG-EFF-2).
        let strained = strain > 0 && !act.flag(SPARING.key) && can_pay(strain).is_ok();
        if !strained {
            can_pay(0)?;
        }
        Ok(Try { thing, strained, tenacity })
    }
}

/// Helping with one.
pub(super) struct HelpingWith;

/// What the ally is helped with.
const WITH: Key = Key::new("thing", Takes::Own("the name of a thing"), "What it helps with.");

impl Action for HelpingWith {
    type Rules = Edge;
    type Plan = (Id, Id);
    const KIND: &'static ActionKind = &ActionKind {
        icon: "aid",
        purpose: Purpose::Aid,
        aimed: &[AimedAt::Creature],
        options: &[WITH],
        ..ActionKind::new("assist", "Help with a task", "An ally's next try at something beside it has advantage.")
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        near(doer.world, doer.id).next().is_some()
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let (world, id) = (doer.world, doer.id);
        let names = world.resource::<Names>();
        let allies: Vec<Id> = known_to(world, id).map(|(other, _)| other).collect();
        let pairs = near(world, id).flat_map(|thing| allies.iter().map(move |&ally| (ally, thing)));
        let may = |&(ally, thing): &(Id, Id)| task::may_help(world, id, ally, thing).is_ok();
        pairs.filter(may).map(|(ally, thing)| base.upon(ally).saying(WITH.key, names.name(thing))).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Id, Id), Refusal> {
        let ally = act.target.ok_or_else(|| Refusal::new("no_target", "Name the ally it helps."))?;
        let named = act.word(WITH.key).and_then(|name| doer.world.resource::<Names>().find(name));
        let thing = named.or_else(|| near(doer.world, doer.id).next());
        let thing =
            thing.ok_or_else(|| Refusal::by(rule!("EDG-CORE-11"), "no_task", "Nothing beside it takes a check."))?;
        task::may_help(doer.world, doer.id, ally, thing)?;
        Ok((ally, thing))
    }

    fn begin(&self, world: &mut World, id: Id, (ally, thing): (Id, Id)) {
        task::help(world, id, ally, thing);
    }
}
