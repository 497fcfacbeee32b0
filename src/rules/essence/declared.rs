//! What has been declared and not been done yet: those who wait for it act first, and then it is looked at anew (ESS-ATK-12, ESS-READY-4).
//!
//! An attack, a Cast and a Volley take flight together with [`Declared`], which stays with them until their dice fall. Whatever comes
//! between (a readied Action, an override during a question) may have made it impossible; then it ends here, and what it cost is spent.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::spells::{self, Casting};
use super::strike::{self, Strike};
use super::volley::{self, Volley};
use super::{ready, stats::*, who};
use crate::battle::{Event, *};
use crate::rule;

/// On what is in flight: it is declared, and its dice have not fallen.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Declared {
    /// What others may have waited for.
    cues: Vec<Cue>,
    /// Whether they have been asked.
    asked: bool,
}

/// Lets something take flight that others may answer before its dice fall.
pub fn declare(world: &mut World, deed: impl Bundle, cues: &[Cue]) {
    let declared = Declared {
        cues: cues.to_vec(),
        asked: false,
    };
    launch(world, (declared, deed));
}

/// Whether the dice of what is in flight may fall: everybody who waited for it has been asked.
pub fn may_begin(world: &World, flight: Id) -> bool {
    world.part::<Declared>(flight).is_some_and(|declared| declared.asked)
}

/// Its dice fall now.
pub fn begins(world: &mut World, flight: Id) {
    let entity = world.entity_of(flight).expect("what is in flight should exist");
    world.entity_mut(entity).remove::<Declared>();
}

/// ESS-READY-4: asks those who waited for it; when they are done, it goes on only if it still can.
pub(super) fn look(world: &mut World) {
    let Some((flight, declared)) = topmost::<Declared>(world) else {
        return;
    };
    let Some(meant) = Meant::of(world, flight) else { return };
    if !declared.asked {
        let cues = declared.cues.clone();
        world.the_mut::<Declared>(flight).asked = true;
        ready::announce_any(world, meant.actor, &cues);
        return;
    }
    let Err(refusal) = still(world, flight, meant.actor) else {
        return;
    };
    land(world);
    let mut event = Event::new(What::Note {
        text: format!("{} comes to nothing: {}", meant.what, refusal.message).into(),
    })
    .actor(meant.actor)
    .by(rule!("ESS-READY-4"))
    .by(rule!("ESS-ATK-12"));
    event.target = meant.target;
    event.rules.extend(refusal.rule);
    world.tell(event);
    let mut came = Event::new(What::came(AttackOutcome::Void)).actor(meant.actor);
    came.target = meant.target;
    world.tell(came);
    if meant.in_passing {
        // The Move goes on, if it can: its next step is looked at anew.
        launch(world, Pause);
    }
}

/// Who is about to do what to whom.
struct Meant {
    actor: Id,
    target: Option<Id>,
    what: &'static str,
    in_passing: bool,
}

impl Meant {
    fn of(world: &World, flight: Id) -> Option<Self> {
        let meant = |actor, target, what| Self {
            actor,
            target,
            what,
            in_passing: false,
        };
        if let Some(strike) = world.part::<Strike>(flight) {
            return Some(Self {
                in_passing: strike.deed == strike::Deed::Passing,
                ..meant(strike.attacker, strike.target, "the attack")
            });
        }
        if let Some(casting) = world.part::<Casting>(flight) {
            return Some(meant(casting.caster, casting.target, "the Spell"));
        }
        let volley = world.part::<Volley>(flight)?;
        Some(meant(volley.shooter, None, "the Volley"))
    }
}

/// Whether it is as legal now as it was when it was declared.
fn still(world: &World, flight: Id, actor: Id) -> Result<(), Refusal> {
    if !who::able(world, actor) {
        return Err(Refusal::by(rule!("ESS-ACT-3"), "unable", "It can do nothing."));
    }
    if let Some(strike) = world.part::<Strike>(flight) {
        strike::legal(world, strike)
    } else if let Some(casting) = world.part::<Casting>(flight) {
        spells::legal(world, casting)
    } else if let Some(volley) = world.part::<Volley>(flight) {
        volley::legal(world, volley)
    } else {
        Ok(())
    }
}
