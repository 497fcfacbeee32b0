//! Creatures that go along: a creature that is carried, ridden or held stays with its carrier, by any kind of movement.
//!
//! A ruleset names the bonds ([`Movement::goes_along`](crate::battle::Movement::goes_along)), each with its rule and only the ones that
//! hold directly; here they are followed on. Every way by which a creature on the map comes to another place ends in
//! [`move_with_attached`]. So no way of moving leaves an attached creature behind.

use bevy::prelude::World;

use crate::battle::board::space;
use crate::battle::ruleset::Rules;
use crate::battle::values::{ById, Event, Id, MoveKind, Position, Rule, Tell, What};
use crate::grid::{Footprint, Length};

/// Everybody who goes along with a creature, nearest bonds first, each with the rule; the creature itself is not among them.
pub fn company(world: &World, id: Id, going: MoveKind) -> Vec<(Id, Rule)> {
    let ruleset = world.resource::<Rules>().0;
    let mut out = ruleset.goes_along(world, id, going);
    let mut at = 0;
    while at < out.len() {
        for (other, rule) in ruleset.goes_along(world, out[at].0, going) {
            if other != id && !out.iter().any(|(known, _)| *known == other) {
                out.push((other, rule));
            }
        }
        at += 1;
    }
    out
}

/// Puts a creature elsewhere; all who go along keep their place by it. Who they were, with the places they had.
pub fn move_with_attached(world: &mut World, id: Id, to: Position, going: MoveKind) -> Vec<(Id, Footprint)> {
    let from = *world.the::<Position>(id);
    if from == to {
        return Vec::new();
    }
    let company = company(world, id, going);
    world.put(id, to);
    let (dx, dy) = (to.at.x - from.at.x, to.at.y - from.at.y);
    let rise = to.height.0 - from.height.0;
    let mut out = Vec::new();
    for (other, rule) in company {
        let before = space(world, other);
        let Position { at, height } = *world.the::<Position>(other);
        world.put(other, Position { at: at.offset(dx, dy), height: Length(height.0 + rise) });
        let text = match going {
            MoveKind::ByItself | MoveKind::Placed => Some("goes along"),
            MoveKind::Carried => Some("is carried along"),
            MoveKind::Falls => None,
        };
        if let Some(text) = text {
            let note = What::Note { text: text.into() };
            world.tell(Event::new(note).actor(other).by(rule));
        }
        out.push((other, before));
    }
    out
}
