//! The two ends of a line that cover may lie on: where it comes from, and who may be covered.

use bevy::prelude::{EntityRef, World};

use super::super::super::data::stats::*;
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};

/// Where an attack or effect comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The squares it may come from.
    pub space: Footprint,
    /// The ground it stands on.
    pub ground: Length,
    /// Its posture height; `None` for a spot, which leans over nothing.
    pub tall: Option<Length>,
    /// The creature, so that it does not stand in its own way.
    pub who: Option<Id>,
}

/// Who or what may be covered.
#[derive(Clone, Copy, Debug)]
pub struct Covered {
    /// Its squares.
    pub space: Footprint,
    /// The ground it stands on.
    pub ground: Length,
    /// Its posture height.
    pub tall: Length,
    /// Its size, when it is a creature.
    pub size: Option<crate::level::Size>,
    /// Its identity.
    pub who: Option<Id>,
}

/// SOL-POST-5: the height of a creature in its posture.
pub(super) fn height_of(who: EntityRef) -> Length {
    let body: &Body = who.get().expect("a creature should have a body");
    in_posture(*body, who.get().expect("a creature should hold its body somehow"))
}

pub(super) fn in_posture(body: Body, stance: &Stance) -> Length {
    match stance.posture {
        Posture::Standing => body.tall,
        Posture::Crouching => Length(body.tall.0 / 2),
        Posture::Prone => Length(body.tall.0 / 4),
    }
}

/// Where a creature or object is: its squares, and the height it stands at.
pub fn place(world: &World, id: Id) -> Place {
    let anywhere = Footprint::single(Square::new(i16::MIN, i16::MIN));
    place_from(world, id, anywhere)
}

/// As [`place`], for somebody in a space: what stands between two squares is on the nearer one.
pub fn place_from(world: &World, id: Id, viewer: Footprint) -> Place {
    if let Some(stand) = world.resource::<Ids>().stand(id) {
        return Place { space: stand.space, height: stand.height };
    }
    let laid = laid_at(world, id).expect("what is measured should be somewhere");
    Place { space: laid.from(viewer), height: laid.height }
}

/// A creature as an origin.
pub fn origin_of(world: &World, id: Id) -> Origin {
    let stand = stand(world, id);
    Origin {
        space: stand.space,
        ground: stand.height,
        tall: Some(height_of(world.look(id).expect("a creature should exist"))),
        who: Some(id),
    }
}

/// A spot as an origin.
pub fn spot(world: &World, at: Square) -> Origin {
    Origin { space: Footprint::single(at), ground: floor(world, at), tall: None, who: None }
}

/// A creature or object as something that may be covered.
pub fn covered(world: &World, id: Id) -> Covered {
    covered_from(world, id, space_of(world, id))
}

fn space_of(world: &World, id: Id) -> Footprint {
    place(world, id).space
}

/// As [`covered_from`], once more where half of the viewer's space lies on either side of what stands between two squares.
pub fn covered_on_either_side(world: &World, id: Id, viewer: Footprint) -> impl Iterator<Item = Covered> {
    let near = covered_from(world, id, viewer);
    let sides = laid_at(world, id).map(|laid| laid.sides(viewer));
    let far = sides.filter(|[one, other]| one != other).map(|[_, other]| Covered { space: other, ..near });
    [near].into_iter().chain(far)
}

/// As [`covered`], against somebody in a space: what stands between two squares is on the nearer one.
pub(super) fn covered_from(world: &World, id: Id, viewer: Footprint) -> Covered {
    let what = world.look(id).expect("what may be covered should exist");
    if let Some(stand) = world.resource::<Ids>().stand(id) {
        let stats: &Stats = what.get().expect("a creature should have a profile");
        return Covered {
            space: stand.space,
            ground: stand.height,
            tall: height_of(what),
            size: Some(stats.0.size),
            who: Some(id),
        };
    }
    let laid = laid_at(world, id).expect("what may be covered should be somewhere");
    let map = world.resource::<Map>();
    let tall = match world.the::<GivesCover>(id).height {
        None => Length::feet(10),
        // What hides nothing for being slim or flat is not hidden whole by whatever is higher than nothing: it counts
        // as high as its square is wide.
        Some(Length(0)) => Length::feet(5),
        Some(height) => height,
    };
    Covered {
        space: place_from(world, id, viewer).space,
        ground: laid.edge.map_or_else(|| map.ground(laid.space.at), |edge| ground_at(map, edge)),
        tall,
        size: None,
        who: Some(id),
    }
}
