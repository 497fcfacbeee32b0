//! Command: the word is given to a beast or mount (ESS-CMD rows). What follows from it is in `command`.

use super::super::body::controller;
use super::super::flow::command;
use super::doer::*;

/// Giving the word.
pub(super) struct Command;

impl Action for Command {
    type Rules = Essence;
    type Plan = Id;
    const KIND: &'static ActionKind = &ActionKind {
        purpose: Purpose::Command,
        aimed: &[AimedAt::Creature],
        ..ActionKind::new("command", "Command", "A beast or mount of yours acts on this Turn, too.")
    };

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        on_map(doer.world)
            .any(|other| controller::bound(doer.world, other) && creature::friendly(doer.world, doer.id, other))
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        let target = act.named_target()?;
        command::check(doer.world, doer.id, target)?;
        Ok(target)
    }

    fn begin(&self, world: &mut World, id: Id, target: Id) {
        told(world, id, "Command", Some(target), rule!("ESS-CMD-1"));
        command::command(world, id, target);
    }
}
