//! Investigate: finding who hides, and what is not there (ESS-SKILL-6, ESS-HID-11).

use super::super::field::{cover, sight, skills};
use super::doer::*;

/// Looking closely.
pub(super) struct Investigate;

impl Solo for Investigate {
    type Rules = Essence;
    const KIND: &'static ActionKind = &ActionKind {
        family: Some("Skills"),
        purpose: Purpose::Search,
        ..ActionKind::new("investigate", "Investigate", "Finds who hides.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "essence.looking", look);
}

/// The check, and what it finds.
fn look(world: &mut World, id: Id, (): ()) {
    let rolled = skills::check(world, id, Skill::Investigation, "Investigation");
    let value = rolled.total.value;
    skills::tell(world, id, rolled.total, rule!("ESS-SKILL-6"));
    let hiders: Vec<Id> = on_map(world).filter(|&other| sight::hidden_from(world, other, id)).collect();
    for hider in hiders {
        let profile = creature::profile(world, hider);
        if value >= 10 + profile.level + profile.dex && cover::line_of_effect(world, id, hider) {
            sight::reveal_to(world, hider, id, rule!("ESS-HID-11"));
        }
    }
    let believed: Vec<Id> = things(world).filter(|&thing| creature::illusory(world, thing)).collect();
    for thing in believed {
        if value >= 15 && creature::distance(world, id, thing) <= 60 && cover::line_of_effect(world, id, thing) {
            skills::see_through(world, id, thing);
        }
    }
}
