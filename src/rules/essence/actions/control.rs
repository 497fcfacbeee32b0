//! Control: moving a Spell that runs (ESS-CTRL rows).

use super::super::field::running;
use super::doer::*;
use super::places;

/// Moving one.
pub(super) struct Control;

const KIND: ActionKind = ActionKind {
    family: Some("Spells"),
    purpose: Purpose::Surroundings,
    aimed: &[AimedAt::Square],
    with: "the Spell, or KEY-NUMBER where several of it run",
    ..ActionKind::new("control", "Control", "Moves a Spell that runs.")
};

impl Action for Control {
    type Rules = Essence;
    /// The number of the Spell, and where to.
    type Plan = (u32, Square);
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for running in running::controllable(doer.world, doer.id) {
            let with = format!("{}-{}", running.spell.key, running.number);
            let mut offer = doer.row(&KIND, with, menu);
            offer.label = format!("{} {}", KIND.label, running.spell.name);
            offer.help = String::new();
            menu.add_beside((shelf::RUNNING, 0), offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        places::around_somebody(doer.world, &base, offer.range.unwrap_or(12))
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(u32, Square), Refusal> {
        let word = act.with.as_deref().unwrap_or_default();
        let number: Option<u32> = word.rsplit('-').next().and_then(|word| word.parse().ok());
        let all = running::controllable(doer.world, doer.id);
        let running = all.iter().find(|one| Some(one.number) == number || one.spell.key == word);
        let Some(running) = running else {
            let done = !doer.world.the::<TurnUsage>(doer.id).controlled.is_empty();
            let rule = if done { rule!("ESS-CTRL-2") } else { rule!("ESS-CTRL-1") };
            return Err(Refusal::by(rule, "nothing", "It has no such Spell to Control now."));
        };
        let to = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square it is to move to."))?;
        let far = 5 * running::centre(running).steps_to(to);
        let most = running.spell.control_ft.unwrap_or(0);
        needs(far <= most, rule!("ESS-CTRL-3"), "That is too far to move it.")?;
        Ok((running.number, to))
    }

    fn begin(&self, world: &mut World, id: Id, (number, to): (u32, Square)) {
        told(world, id, "Control", None, rule!("ESS-CTRL-1"));
        running::control(world, id, number, to);
    }
}
