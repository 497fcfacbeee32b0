//! What taking part in a Cinematic takes: Action or Reaction Points, Narrative Momentum, or a Burst (MOM-CINE, MOM-COOP, MOM-BURST).

use bevy::prelude::World;

use super::super::body::creature;
use super::super::body::creature::{AP, RP};
use super::super::data::Drama;
use super::super::data::conditions::effects;
use super::super::data::moment::Moment;
use super::prepared;
use crate::battle::*;
use crate::rule;

/// The Action Points of a Cinematic Action.
const ACTION: i32 = 3;
/// The Reaction Points of a Cinematic Reaction.
const REACTION_POINTS: i32 = 2;

/// What taking part in a Cinematic takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    /// Action Points.
    pub ap: i32,
    /// Reaction Points.
    pub rp: i32,
    /// Narrative Momentum.
    pub nm: i32,
    /// Whether it is a Burst: all the points that are left, and twice the Narrative Momentum (MOM-BURST-1).
    pub burst: bool,
}

impl Price {
    /// As people read it.
    pub(crate) fn words(self) -> String {
        match self {
            Self { burst: true, nm, .. } => format!("{nm} NM, Burst"),
            Self { ap: 0, rp, nm, .. } => format!("{rp} RP, {nm} NM"),
            Self { ap, nm, .. } => format!("{ap} AP, {nm} NM"),
        }
    }

    /// Writes it on a choice.
    pub(super) fn on(self, choice: Choice) -> Choice {
        let points = u8::try_from(self.ap.max(self.rp)).unwrap_or(0);
        choice.costs(self.words(), crate::battle::Price::Points(points))
    }
}

/// The Narrative Momentum that a Cinematic takes of a creature, from what it usually takes (MOM-CINE-13).
fn momentum(world: &World, id: Id, usual: i32) -> i32 {
    let profile = creature::profile(world, id);
    (usual + profile.nm_cost_mod).max(i32::from(!profile.nm_free_ok))
}

/// Whether an effect withholds the points for a Cinematic from a creature; points that it has spent are not withheld (MOM-BURST-1,
/// MOM-BURST-4).
fn is_withheld(world: &World, id: Id, reaction: bool) -> bool {
    if reaction {
        return effects().first(world, id, Moment::Reacts).is_some();
    }
    let most = creature::profile(world, id).ap_max;
    creature::able(world, id).is_err()
        || effects().first(world, id, Moment::Spends).is_some()
        || effects().number(world, id, Moment::ActionPoints, most) < ACTION.min(most)
}

/// What taking part takes of a creature as things stand, alone or joint with others (MOM-CINE-1 to MOM-CINE-3, MOM-COOP-1, MOM-COOP-2,
/// MOM-BURST-1 to MOM-BURST-5).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn price(world: &World, id: Id, reaction: bool, joint: bool) -> Result<Price, Refusal> {
    let Drama { nm, ap_used, rp_used, .. } = creature::drama(world, id);
    let points = creature::points(world, id);
    let plain = Price {
        ap: if reaction { 0 } else { ACTION },
        rp: if reaction { REACTION_POINTS } else { 0 },
        nm: momentum(world, id, if joint { 2 } else { 3 }),
        burst: false,
    };
    let short = |rule: Rule, message: String| Err(Refusal::by(rule, "spent", message));
    let enough = if reaction { points.rp >= REACTION_POINTS } else { points.ap >= ACTION };
    if enough && creature::reacts_or_acts(world, id, reaction) {
        if nm < plain.nm {
            return short(rule!("MOM-CINE-14"), format!("It takes {} NM; {nm} left.", plain.nm));
        }
        return Ok(plain);
    }
    if !is_withheld(world, id, reaction) {
        let (left, needs, name) = if reaction { (points.rp, REACTION_POINTS, RP) } else { (points.ap, ACTION, AP) };
        let usual = match (reaction, joint) {
            (true, true) => rule!("MOM-COOP-1"),
            (true, false) => rule!("MOM-CINE-2"),
            (false, _) => rule!("MOM-CINE-1"),
        };
        let rule = if nm >= momentum(world, id, 6) { rule!("MOM-BURST-4") } else { usual };
        return short(rule, format!("It takes {needs} {name}; {left} left."));
    }
    if !is_on_map(world, id) {
        return short(rule!("MOM-BURST-7"), "It is not in the fight.".into());
    }
    if reaction && rp_used {
        return short(rule!("MOM-BURST-3"), "A Burst takes that no RP were used in this round.".into());
    }
    if !reaction && ap_used {
        return short(rule!("MOM-BURST-2"), "A Burst takes that no AP were used on this turn.".into());
    }
    let takes = momentum(world, id, if joint { 4 } else { 6 });
    if nm < takes {
        return short(rule!("MOM-BURST-1"), format!("A Burst takes {takes} NM; {nm} left."));
    }
    Ok(Price { ap: points.ap, rp: points.rp, nm: takes, burst: true })
}

/// Whether a creature that can do nothing else can begin a Cinematic on its turn (MOM-BURST-1, MOM-BURST-7).
pub(crate) fn may_burst(world: &World, id: Id) -> bool {
    let drama = creature::drama(world, id);
    drama.nm > 0
        && !drama.ap_used
        && is_on_map(world, id)
        && price(world, id, false, false).is_ok_and(|price| price.burst)
        && (is_presided(world)
            || prepared::entries(world).iter().any(|entry| prepared::is_possible(world, id, entry).is_ok()))
}
