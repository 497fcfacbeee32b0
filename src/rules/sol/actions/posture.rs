//! Postures: standing up, crouching, dropping prone (SOL-POST-4, SOL-ACT-14).

use super::super::motion;
use super::doer::*;

/// Taking one.
pub(super) struct Taking {
    posture: Posture,
    kind: &'static ActionKind,
}

const fn kind(key: &'static str, label: &'static str, help: &'static str) -> ActionKind {
    ActionKind {
        groups: &[Group::Move],
        family: Some("Posture"),
        purpose: Purpose::Move,
        price: Price::Way,
        ..ActionKind::new(key, label, help)
    }
}

/// Standing up.
pub(super) const STAND: Taking =
    Taking { posture: Posture::Standing, kind: &kind("stand", "Stand up", "Upright again.") };

/// Crouching.
pub(super) const CROUCH: Taking =
    Taking { posture: Posture::Crouching, kind: &kind("crouch", "Crouch", "Half as tall; every step costs double.") };

/// Dropping prone.
pub(super) const PRONE: Taking = Taking {
    posture: Posture::Prone,
    kind: &ActionKind {
        icon: "crawl",
        groups: &[Group::Free],
        price: Price::Free,
        ..kind("prone", "Drop prone", "A quarter as tall; crawling only; dodges halved.")
    },
};

impl Action for Taking {
    type Rules = Sol;
    type Plan = ();
    const KIND: &'static ActionKind = STAND.kind;

    fn kind(&self) -> &'static ActionKind {
        self.kind
    }

    fn concerns(&self, means: &Doer<'_>) -> bool {
        means.world.the::<Stance>(means.id).posture != self.posture
    }

    fn parse(&self, means: &Doer<'_>, _act: &Act) -> Result<(), Refusal> {
        let (mover, _) = means.ground();
        if mover.posture == self.posture {
            return Err(Refusal::new("already", "It is already."));
        }
        if mover.squeezing {
            return Err(Refusal::by(rule!("SOL-SQZ-7"), "squeezing", "Not while squeezing."));
        }
        if motion::keeps_afloat(means.world, means.id) || mover.clings.is_some() {
            let message = "Neither in deep water nor on a face.";
            return Err(Refusal::by(rule!("SOL-POST-7"), "no_posture", message));
        }
        if let Some(refusal) = motion::stranded(means.world, means.id) {
            return Err(refusal);
        }
        if self.posture != Posture::Prone {
            means.pay_feet(CHANGE, rule!("SOL-POST-4"))?;
        }
        Ok(())
    }

    fn begin(&self, world: &mut World, id: Id, (): ()) {
        world.the_mut::<TurnUsage>(id).run_up.clear();
        let text = match self.posture {
            Posture::Prone => {
                motion::fall_prone(world, id, rule!("SOL-ACT-14"));
                return;
            }
            Posture::Standing => "stands",
            Posture::Crouching => "crouches",
        };
        let cost = charge(world, id, rule!("SOL-POST-4"));
        motion::stand_up(world, id, self.posture, rule!("SOL-POST-4"));
        let event = Event::note(text).actor(id).trace(cost).by(rule!("SOL-POST-4")).by(rule!("SOL-POST-5"));
        world.tell(event);
    }
}
