//! What catches fire (VIG-TYPE-13). The harm that it does is in `hazard`.

use bevy::prelude::{Component, World};
use serde::{Deserialize, Serialize};

use super::super::data::Fixture;
use super::super::field::air::{Air, Cloud};
use super::super::field::sight;
use crate::battle::*;
use crate::grid::Square;
use crate::level::Visibility;
use crate::rule;

/// How long a square burns.
const ROUNDS: i32 = 3;

/// Whether fire takes hold of a square.
fn flammable(world: &World, at: Square) -> bool {
    let thing = thing_at(world, at).and_then(|thing| world.part::<Fixture>(thing));
    let terrain = world.resource::<Map>().terrain(at);
    let written = terrain.and_then(|terrain| terrain.rules.get("vigor")?.get("flammable")?.as_bool());
    written.unwrap_or(false) || thing.is_some_and(|fixture| fixture.flammable)
}

/// VIG-TYPE-13: Thermal harm sets fire to whatever it hits that burns.
pub(crate) fn ignite(world: &mut World, squares: &[Square]) {
    let burning: Vec<Square> = squares.iter().copied().filter(|&at| flammable(world, at)).collect();
    if !burning.is_empty() {
        launch(world, Kindling(burning));
    }
}

/// Squares about to catch fire.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Kindling(Vec<Square>);

impl Later for Kindling {
    const STAGE: Stage = Stage::Environment;

    fn happen(self, world: &mut World) {
        let look = Look::new(Style::Burst, Tint::Fire);
        let squares = self.0;
        let what = What::Hazard { at: None, squares: squares.clone(), look };
        world.tell(Event::new(what).by(rule!("VIG-TYPE-13")));
        // The round in which it catches fire is not counted (VIG-ENC-4).
        let cloud = Cloud { squares, rank: Visibility::Low, left: ROUNDS + 1, burns: true };
        world.resource_mut::<Air>().0.push(cloud);
        sight::look_about(world, None);
    }
}
