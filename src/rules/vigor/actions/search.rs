//! Searching: a roll of Awareness against everybody who hides (VIG-HIDE-4, VIG-HIDE-11).

use super::super::body::breath;
use super::super::body::skill::roll;
use super::super::data::{Hiding, Skill};
use super::super::field::sight;
use super::doer::*;

/// Doing so.
pub(crate) struct Search;

pub(super) const KIND: ActionKind = ActionKind {
    purpose: Purpose::Search,
    readied: true,
    ..ActionKind::new(
        "search",
        "Search",
        "Awareness against everybody who hides; whoever is found is known to its whole side.",
    )
};

impl Action for Search {
    type Rules = Vigor;
    type Plan = ();
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "vigor.searches", search);

    /// VIG-COND-2: it takes no movement.
    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        let usual = Vigor::usual_cost(Action::kind(self));
        Cost { still: true, ..usual }
    }

    fn parse(&self, _doer: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        Ok(())
    }
}

/// The roll, and who is found by it.
fn search(world: &mut World, id: Id, (): ()) {
    let total = roll(world, id, Skill::Awareness, None, rule!("VIG-HIDE-4"));
    let side = side_of(world, id);
    let hidden: Vec<Id> = on_map(world)
        .filter(|&other| creature::hostile(world, id, other) && sight::hidden_from(world, side, other))
        .collect();
    for other in hidden {
        let invisible = creature::profile(world, other).invisible;
        // VIG-HIDE-11: one that nobody sees is at least as hard to find as an ambusher.
        let stored = world.the::<Hiding>(other).total;
        let stored = if invisible { stored.max(AMBUSHER) } else { stored };
        if total > stored {
            let rule = if invisible { rule!("VIG-HIDE-11") } else { rule!("VIG-HIDE-4") };
            sight::reveal(world, other, Some(side), rule);
        }
    }
    breath::catch(world, id);
}

/// VIG-HIDE-5: what finds an ambusher of the level must beat.
const AMBUSHER: i32 = 20;
