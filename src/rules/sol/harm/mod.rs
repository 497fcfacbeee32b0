//! Damage. May enter: what becomes of a total once it stands. Never: how the total came about.
//!
//! Reading order: this file (a hit in flight and its end), `defence` (cover, resistance), `wound` (hit points, knock-out,
//! the second layer of abilities), `burden` (what an ability at 0 brings, death), `heal`, `types`.

mod burden;
mod defence;
mod heal;
mod types;
mod wound;

pub use burden::{consequences, lift_burden};
pub use heal::{can_heal, heal, heal_ability};
pub use wound::{drain, knock_out};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{cover, stats::*, who};
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

/// One blow of harm at one target, in flight. The trace runs along: total, cover, dodge, resistance.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hit {
    /// Who or what is hit.
    pub target: Id,
    /// Who attacks, when somebody does.
    pub by: Option<Id>,
    /// What comes of it so far.
    pub total: Trace,
    /// As much as came at the target, before anything was taken off.
    pub came: i32,
    /// What was taken off since.
    pub taken_off: Vec<TakenOff>,
    /// Its type.
    pub damage_type: DamageType,
    /// The spot it comes from; an attack comes from the attacker.
    pub spot: Option<Square>,
    /// Whether cover does not count.
    pub ignores_cover: bool,
    /// Whether it cannot be dodged.
    pub no_dodge: bool,
    /// Whether a knock-out is meant.
    pub knock_out: bool,
    /// What else the attack does.
    pub rider: Option<Rider>,
    /// The attack's name; empty for an event, a fall, an override.
    pub name: String,
    /// A cover level set by the game master.
    pub cover_override: Option<cover::Level>,
    /// Those the attacker was hidden from when it attacked.
    pub unseen_by: Vec<Id>,
}

impl Hit {
    /// Notes that something has brought the total from one number to another.
    pub fn took(&mut self, before: i32, after: i32, by: Protection) {
        let amount = before.max(0) - after.max(0);
        if amount != 0 {
            self.taken_off.push(TakenOff { by, amount });
        }
    }

    /// What is left of it, of which kind, and what was taken off on the way.
    pub fn part(&self) -> DamagePart {
        DamagePart {
            kind: self.damage_type.kind(),
            came: self.came.max(0),
            taken_off: self.taken_off.clone(),
            amount: self.total.value.max(0),
        }
    }
}

/// How far a hit has come.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Progress {
    /// The total stands, and cover has been taken off; those who may react are asked.
    Covered,
    /// Nobody reacts any more; resistance and damage come next.
    Defended,
    /// The damage is done; those who may react to it are asked.
    Dealt,
    /// Everything is done.
    Done,
}

/// What the target's nature makes of what is left of a hit, in words; nothing where it makes nothing of it.
pub fn foretold(world: &World, hit: &Hit) -> Option<String> {
    let (_, term) = defence::withstands(world, hit)?;
    let kind = hit.damage_type.name();
    let mut left = hit.total.clone();
    left.push(term.clone());
    (left.value != hit.total.value).then(|| format!("{} to {kind}: {} gets through", term.label, left.value))
}

/// What a hit came to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Taken(pub i32);

pub(super) fn plugin(engine: &mut Engine) {
    engine.in_flight::<Hit>(Stage::Damage, defence::resist);
    engine.in_flight::<Hit>(Stage::Damage, wound::wound);
    engine.in_flight::<Hit>(Stage::Consequences, finish);
}

/// The topmost hit, if it has come exactly so far.
pub(super) fn at(world: &World, progress: Progress) -> Option<Id> {
    let (id, &far) = topmost::<Progress>(world)?;
    (far == progress).then_some(id)
}

/// Launches harm that no attack does: events, falls, overrides (SOL-EVENT-5, SOL-DODGE-5: no dodge).
pub fn launch_harm(world: &mut World, hurt: Hurt) {
    // The last launched is dealt with first.
    for part in hurt.parts.into_iter().rev() {
        launch_hit(world, unanswered(part, hurt.target, hurt.origin, hurt.ignores_cover));
    }
}

fn unanswered(part: HurtPart, target: Id, spot: Option<Square>, ignores_cover: bool) -> Hit {
    Hit {
        target,
        by: None,
        came: part.amount.value,
        total: part.amount,
        taken_off: Vec::new(),
        damage_type: DamageType::known(&part.kind).unwrap_or_default(),
        spot,
        ignores_cover,
        no_dodge: true,
        knock_out: false,
        rider: None,
        name: String::new(),
        cover_override: None,
        unseen_by: Vec::new(),
    }
}

/// Lets a hit take flight. Cover is taken off at once: of several hits of one roll each meets what stood there when it was rolled,
/// whatever becomes of the others (SOL-AREA-5, SOL-COVER-21).
pub fn launch_hit(world: &mut World, mut hit: Hit) {
    defence::take_cover(world, &mut hit);
    launch(world, (hit, Progress::Covered));
}

/// Whether a hit comes to nothing since its attacker is not there any more or not awake; a blast goes on without it.
pub fn comes_to_nothing(world: &World, hit: &Hit) -> bool {
    hit.spot.is_none() && hit.by.is_some_and(|by| !who::awake(world, by))
}

/// Riders, then the hit is over.
fn finish(world: &mut World) {
    let Some(id) = at(world, Progress::Done) else { return };
    let taken = world.the::<Taken>(id).0;
    let hit = world.the_mut::<Hit>(id);
    let (target, by) = (hit.target, hit.by);
    let rider = hit.into_inner().rider.take().filter(|_| taken > 0);
    let name = rider.as_ref().map(|_| world.the::<Hit>(id).name.clone());
    land(world);
    if let (Some(rider), Some(name)) = (rider, name)
        && world.resource::<Ids>().stand(target).is_some()
        && is_on_map(world, target)
    {
        let text = format!("{name} has its further effect");
        world.tell(Event::new(What::Note { text: text.into() }).by(rule!("SOL-ATK-9")));
        match &rider {
            Rider::Prone => super::moves::fall_prone(world, target, rule!("SOL-ATK-9")),
            Rider::Push(squares) => {
                if let Some(by) = by {
                    let from = world.the::<Position>(by).at;
                    let to = world.the::<Position>(target).at;
                    let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
                    environment::push(world, target, (dx, dy), *squares);
                }
            }
        }
    }
}
