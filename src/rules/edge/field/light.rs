//! How light it is in a square: its own light, and the two rings of a lamp (EDG-LIGHT).

use bevy::prelude::World;

use super::super::data::{HalfMetres, options};
use super::lines::{self, For};
use super::reach;
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::level::Light;

/// How light a square is, and what makes it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lit {
    /// Bright, dim or dark.
    pub step: Light,
    /// The creature or thing whose lamp makes it lighter than it is by itself.
    pub lamp: Option<Id>,
    /// Whether it is what the sky gives.
    pub sky: bool,
}

/// EDG-LIGHT-3: how light a square is by itself, lamps aside.
fn own(world: &World, at: Square) -> Lit {
    let map = world.resource::<Map>();
    let drawn = map.cell(at).map_or(Light::Dark, |cell| cell.light);
    match options::sky(world) {
        // What the sky gives is for squares of which the level says nothing.
        Some(sky) if drawn == Light::Bright => Lit { step: sky, lamp: None, sky: true },
        _ => Lit { step: drawn, lamp: None, sky: false },
    }
}

/// EDG-LIGHT-2: the brightest of what a square has by itself and of every lamp from which a line leads there. A lamp is bright as far as
/// it reaches, and dim as far again (EDG-VIS-4). Of several lamps that are alike it is one that most sides know of.
pub(crate) fn found(world: &World, at: Square) -> Lit {
    let mut best = own(world, at);
    let own = best.step;
    if own == Light::Bright || !world.resource::<Map>().contains(at) {
        return best;
    }
    let mut strangers = 0;
    for id in on_map(world).chain(things(world)) {
        let Some(&Lamp(radius)) = world.part::<Lamp>(id).filter(|lamp| lamp.0 > Length::ZERO) else { continue };
        let Some(step) = shines(world, id, radius, at).filter(|&step| step < own) else { continue };
        let unknown = strangers_to(world, id).len();
        if step < best.step || (step == best.step && best.lamp.is_some() && unknown < strangers) {
            (best, strangers) = (Lit { step, lamp: Some(id), sky: false }, unknown);
        }
        // No other lamp gives more light, or is known to more.
        if best.step == Light::Bright && strangers == 0 {
            break;
        }
    }
    best
}

/// The light of one lamp in a square.
fn shines(world: &World, lamp: Id, radius: Length, at: Square) -> Option<Light> {
    let squares = match world.part::<Thing>(lamp) {
        Some(thing) => thing.squares.clone(),
        None => space(world, lamp).squares().collect(),
    };
    let there = Footprint::single(at);
    let leads = |from: Footprint| lines::lead(world, For::Eyes, from, there);
    let reaches = |most: HalfMetres| {
        let mut squares = squares.iter().map(|&from| Footprint::single(from));
        squares.any(|from| reach::between_spaces(from, there) <= most && leads(from))
    };
    if reaches(reach::halves(radius)) {
        Some(Light::Bright)
    } else if reaches(reach::halves(Length(2 * radius.0))) {
        Some(Light::Dim)
    } else {
        None
    }
}

/// How light a square is.
pub(crate) fn step(world: &World, at: Square) -> Light {
    found(world, at).step
}
