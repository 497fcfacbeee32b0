//! Hiding: where no enemy sees it in the open, a roll of Stealth (VIG-HIDE-1, VIG-HIDE-2).

use super::super::body::breath;
use super::super::body::skill::{USUAL, roll, to_beat};
use super::super::data::{Hiding, Skill, conditions::HIDDEN};
use super::super::field::sight::{self, Concealed};
use super::doer::*;

/// Doing so.
pub(crate) struct Hide;

pub(super) const KIND: ActionKind = ActionKind {
    purpose: Purpose::Hide,
    readied: true,
    ..ActionKind::new("hide", "Hide", "Stealth against 20, where no enemy sees it in the open.")
};

impl Solo for Hide {
    type Rules = Vigor;
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "vigor.hides", hide);

    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let (world, id) = (doer.world, doer.id);
        let own = side_of(world, id);
        // VIG-HIDE-9: of an enemy that it does not know of it takes no account.
        let watchers = sight::watchers(world, id).into_iter().filter(|&other| knows(world, own, other));
        for viewer in watchers {
            if sight::concealed(world, viewer, id).is_none() {
                let partial = super::super::field::cover::between(world, viewer, id).step() == CoverStep::Half;
                let rule = if partial { rule!("VIG-COVER-13") } else { rule!("VIG-HIDE-1") };
                return Err(Refusal::by(rule, "seen", "An enemy sees it."));
            }
        }
        Ok(())
    }
}

/// The roll, and from whom it is out of sight then.
fn hide(world: &mut World, id: Id, (): ()) {
    let vs = to_beat(world, id, USUAL);
    let total = roll(world, id, Skill::Stealth, Some(vs), rule!("VIG-HIDE-2"));
    // Of an enemy that it does not know of nothing is said.
    let own = side_of(world, id);
    for viewer in sight::watchers(world, id) {
        if !knows(world, own, viewer) {
            continue;
        }
        let (text, rule) = match sight::concealed(world, viewer, id) {
            Some(Concealed::Covered(CoverStep::Full)) => ("behind Full Cover", rule!("VIG-COVER-16")),
            Some(Concealed::Covered(_)) => ("in Light Cover", rule!("VIG-HIDE-7")),
            Some(Concealed::Beyond(rule)) => ("farther than one can see", rule),
            Some(Concealed::NoLine) => ("out of sight", rule!("VIG-HIDE-1")),
            None => continue,
        };
        // Whoever does not know of the viewer is not told that there is one.
        let text = format!("for {} {text}", world.resource::<Names>().name(viewer));
        let event = Event::note(text).actor(id);
        world.tell(event.about(viewer).by(rule));
    }
    breath::catch(world, id);
    if total <= vs {
        return world.note(id, "does not get out of sight", rule!("VIG-HIDE-2"));
    }
    let from = sides(world).filter(|&side| side != own).collect();
    let mut hiding = world.the_mut::<Hiding>(id);
    (hiding.from, hiding.total) = (from, total);
    creature::gain(world, id, HIDDEN, Lasts::UntilEnded, rule!("VIG-HIDE-2"));
    // One that stands in view of somebody unseen is found at once.
    sight::look_about(world, None);
}
