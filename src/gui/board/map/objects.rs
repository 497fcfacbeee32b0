//! Crates, trees, doors: whatever stands on the map and is no creature.

use bevy::prelude::*;
use bevy::sprite::Anchor;

use super::piece::{Piece, z};
use crate::battle::{ById, DoorState, Map, Thing, thing_at, things};
use crate::grid::Square;
use crate::gui::board::art;
use crate::gui::board::art::{Art, scatter};
use crate::gui::board::world_coords::{SQUARE, corner, middle};
use crate::gui::session::Session;

pub(in crate::gui) fn draw(session: &Session, art: &Art, commands: &mut Commands) {
    let world = session.battle.world();
    let map = world.resource::<Map>();
    for id in things(world) {
        let thing = world.the::<Thing>(id);
        let door = world.part::<DoorState>(id).map(|door| door.0);
        let (Some(west), Some(east)) =
            (thing.squares.iter().map(|square| square.x).min(), thing.squares.iter().map(|square| square.x).max())
        else {
            continue;
        };
        let (north, south) = (thing.squares[0].y, thing.squares[thing.squares.len() - 1].y);
        let (across, down) = (east - west + 1, south - north + 1);
        let whole = thing.squares.len() == usize::try_from(across * down).unwrap_or(0);
        if door.is_none() && whole && across > 1 && down > 1 {
            let at = Square::new(west, north);
            put(art, &name(thing, art, at, false), at, (across, down), false, commands);
            continue;
        }
        for &square in &thing.squares {
            let same = |other: Square| {
                thing_at(world, other).is_some_and(|other| world.the::<Thing>(other).kind == thing.kind)
            };
            let runs_down = (same(square.offset(0, 1)) || same(square.offset(0, -1)))
                && !same(square.offset(1, 0))
                && !same(square.offset(-1, 0));
            let name = match door {
                Some(state) => {
                    let wall = |other: Square| map.contains(other) && map.solid(other);
                    let beside = |dx| wall(square.offset(dx, 0)) || same(square.offset(dx, 0));
                    art::door(&thing.material, beside(-1) || beside(1), state)
                }
                None => name(thing, art, square, runs_down),
            };
            // Pipes are drawn lying; those that run down the board are turned.
            let turned = runs_down && name == "objects/pipe";
            put(art, &name, square, (1, 1), turned, commands);
        }
    }
}

/// The picture of an object: its own, a variant of it, or that of a crate.
fn name(thing: &Thing, art: &Art, at: Square, runs_down: bool) -> String {
    let own = format!("objects/{}", thing.art);
    let turned = format!("{own}-vertical");
    if runs_down && art.has(&turned) {
        return turned;
    }
    let second = format!("{own}-2");
    if art.has(&second) && scatter(at, 5) & 1 == 1 {
        return second;
    }
    if art.has(&own) { own } else { "objects/crate".into() }
}

/// Puts a picture on a block of squares. One taller than its squares stands on their lower edge.
fn put(art: &Art, name: &str, at: Square, (across, down): (i16, i16), turned: bool, commands: &mut Commands) {
    let Some(mut sprite) = art.sprite(name) else { return };
    let natural = sprite.custom_size.unwrap_or(Vec2::splat(SQUARE));
    let room = Vec2::new(f32::from(across), f32::from(down)) * SQUARE;
    let grown = if natural.x > SQUARE && across == 1 { SQUARE * 1.7 / natural.x } else { room.x / natural.x };
    sprite.custom_size = Some(natural * grown);
    let foot = corner(at) + Vec2::new(room.x / 2.0, -room.y);
    let low = f32::from(at.y + down) * 0.001;
    let over = if grown * natural.x > room.x + 1.0 { Vec2::new(0.0, -0.12 * SQUARE) } else { Vec2::ZERO };
    if turned {
        let turn = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let transform = Transform::from_translation(middle(at).extend(z::OBJECTS + low)).with_rotation(turn);
        commands.spawn((Piece, sprite, transform));
        return;
    }
    commands.spawn((
        Piece,
        sprite,
        Anchor::BOTTOM_CENTER,
        Transform::from_translation((foot + over).extend(z::OBJECTS + low)),
    ));
}

/// Puts a mark on squares where something lies about: in the lower right, so that it is seen beside whoever stands there.
pub(in crate::gui) fn scatter_about(squares: &[Square], art: &Art, commands: &mut Commands) {
    for &at in squares {
        let Some(mut sprite) = art.sprite("objects/item") else {
            return;
        };
        let natural = sprite.custom_size.unwrap_or(Vec2::splat(SQUARE));
        sprite.custom_size = Some(natural * (0.95 * SQUARE / natural.x));
        let place = corner(at) + Vec2::new(0.68, -0.66) * SQUARE;
        let low = f32::from(at.y) * 0.001;
        commands.spawn((Piece, sprite, Transform::from_translation(place.extend(z::OBJECTS + low))));
    }
}
