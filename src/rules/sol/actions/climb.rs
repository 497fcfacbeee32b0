//! Climbs part of a face, to rest on it (SOL-CLIMB).

use super::super::motion::{self, Face, Feat, faces};
use super::doer::*;

/// Doing so.
pub(super) struct Climb;

const FEET: Key = Key {
    key: "feet",
    takes: Takes::Own("a whole number of feet"),
    means: "How far along the face: up, or below 0 down; must be there.",
};

const KIND: ActionKind = ActionKind {
    groups: &[Group::Move],
    purpose: Purpose::Move,
    price: Price::Way,
    aimed: &[AimedAt::Square],
    options: &[FEET],
    ..ActionKind::new("climb", "Climb", "Part of a face, to rest on it.")
};

impl Action for Climb {
    type Rules = Sol;
    type Plan = Feat;
    const KIND: &'static ActionKind = &KIND;

    /// Listed only where there is one to do; what it costs depends on where it goes.
    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        let (mover, tiles) = means.ground();
        if !faces(tiles, mover).is_empty() {
            let mut offer = KIND.offer();
            offer.price = Price::Free;
            menu.add(offer);
        }
    }

    fn orders(&self, means: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let (mover, tiles) = means.ground();
        let order = |face: Face| base.to(face.at).set(FEET.key, face.feet);
        faces(tiles, mover).into_iter().map(order).collect()
    }

    fn parse(&self, means: &Doer<'_>, act: &Act) -> Result<Feat, Refusal> {
        let Some(feet) = act.number(FEET.key) else {
            let message = "Say how many feet: `feet` up, or negative for down.";
            return Err(Refusal::new("no_feet", message));
        };
        let at = act.at.ok_or_else(|| Refusal::new("no_square", "Name the square whose face is climbed."))?;
        let (mover, tiles) = means.ground();
        let known = faces(tiles, mover).iter().any(|face| (face.at, face.feet) == (at, feet));
        if known {
            return Ok(Feat::new(means.id, at, Some(feet)));
        }
        let message = "There is no such stretch of a face within its means.";
        Err(Refusal::by(rule!("SOL-CLIMB-5"), "no_face", message))
    }

    fn begin(&self, world: &mut World, _id: Id, feat: Feat) {
        motion::begin_feat(world, feat);
    }
}
