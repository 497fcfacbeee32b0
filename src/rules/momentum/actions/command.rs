//! Command: its summons take orders until its next turn (MOM-CMD-1).

use super::super::data::conditions::COMMANDED;
use super::doer::*;

/// Doing so.
pub(super) struct Command;

/// The summons of a creature that are on the map.
fn summons(world: &World, id: Id) -> Vec<Id> {
    on_map(world).filter(|&other| creature::summoner(world, other) == Some(id)).collect()
}

impl Solo for Command {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        icon: "command",
        purpose: Purpose::Command,
        ..ActionKind::new("command", "Command", "Until its next turn its summons take orders on their own turns.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-CMD-1"));

    fn concerns(doer: &Doer<'_>) -> bool {
        !summons(doer.world, doer.id).is_empty()
    }

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let world = doer.world;
        if summons(world, doer.id).is_empty() {
            return Err(Refusal::by(rule!("MOM-CMD-1"), "no_summon", "It has no summons."));
        }
        let mut refused = None;
        for summon in summons(world, doer.id) {
            match creature::can_be_commanded(world, summon) {
                Ok(()) if has_condition(world, summon, COMMANDED) => {}
                Ok(()) => return Ok(()),
                Err(why) => refused = Some(why),
            }
        }
        let already = || Refusal::by(rule!("MOM-CMD-1"), "already", "Its summons take its orders already.");
        Err(refused.unwrap_or_else(already))
    }

    fn done(world: &mut World, id: Id) {
        for summon in summons(world, id) {
            match creature::can_be_commanded(world, summon) {
                Ok(()) => {
                    gain_from(world, summon, COMMANDED, Some(id), Lasts::TurnStart(id), [rule!("MOM-CMD-1")]);
                }
                Err(why) => world.note(summon, why.message, rule!("MOM-CMD-2")),
            }
        }
    }
}
