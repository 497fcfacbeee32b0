//! Rain, snow, ash, sand and spray: two thin layers, one below the creatures and a fainter one above, equally fine at any zoom.
//! They are for the eye, hide nobody, and are left out at high contrast.

use bevy::ecs::query::QueryFilter;
use bevy::image::{ImageAddressMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;

use super::piece::{Piece, z};
use crate::battle::Map;
use crate::grid::{Direction, Square};
use crate::gui::board::art::{scatter, texture};
use crate::gui::board::world_coords::BoardCamera;
use crate::gui::board::world_coords::SQUARE;
use crate::gui::session::Session;
use crate::level::Falls;

/// Edge of the picture in pixels; it repeats.
const EDGE: u32 = 512;

/// One of the two layers: how much farther away than the other it seems, and how fast it goes, in pixels of the screen a second.
#[derive(Component)]
pub(in crate::gui) struct Veil {
    size: Vec2,
    grown: f32,
    speed: Vec2,
}

/// How something falls.
struct Kind {
    colour: [u8; 3],
    /// Flakes or drops in the picture.
    many: u32,
    /// Length of the trail in pixels; 0 for flakes.
    trail: f32,
    /// Thickness in pixels.
    thick: f32,
    /// Pixels a second without wind, downwards.
    falls: f32,
    /// Pixels a second that the wind adds.
    blown: f32,
    /// How opaque the layer below the creatures is; the one above is half as much.
    opaque: f32,
}

fn kind(falls: Falls) -> Kind {
    match falls {
        Falls::Rain => Kind {
            colour: [0xb4, 0xc9, 0xd6],
            many: 150,
            trail: 22.0,
            thick: 1.3,
            falls: 620.0,
            blown: 170.0,
            opaque: 0.55,
        },
        Falls::Snow => Kind {
            colour: [0xff, 0xff, 0xff],
            many: 150,
            trail: 0.0,
            thick: 2.2,
            falls: 46.0,
            blown: 30.0,
            opaque: 0.9,
        },
        Falls::Ash => Kind {
            colour: [0x8f, 0x8d, 0x86],
            many: 110,
            trail: 0.0,
            thick: 1.7,
            falls: 24.0,
            blown: 26.0,
            opaque: 0.8,
        },
        Falls::Sand => Kind {
            colour: [0xd3, 0xb6, 0x79],
            many: 190,
            trail: 13.0,
            thick: 1.2,
            falls: 30.0,
            blown: 420.0,
            opaque: 0.55,
        },
        Falls::Spray => Kind {
            colour: [0xe8, 0xf2, 0xf4],
            many: 140,
            trail: 9.0,
            thick: 1.4,
            falls: 60.0,
            blown: 190.0,
            opaque: 0.6,
        },
    }
}

/// Which way it goes over the screen, x to the right and y down, in pixels a second.
fn speed(kind: &Kind, wind: Option<Direction>) -> Vec2 {
    // What is blown needs a wind; without one it comes from the west.
    let wind = wind.or((kind.blown > kind.falls).then_some(Direction::East));
    let to = wind.map_or(Vec2::ZERO, |wind| {
        let at = Square::new(0, 0).step(wind);
        Vec2::new(f32::from(at.x), f32::from(at.y)).normalize()
    });
    Vec2::new(0.0, kind.falls) + to * kind.blown
}

/// Draws what falls, if anything does.
pub(in crate::gui) fn draw(session: &Session, images: &mut Assets<Image>, commands: &mut Commands) {
    let map = session.battle.world().resource::<Map>();
    let Some(falls) = map.weather.falls else { return };
    let kind = kind(falls);
    let speed = speed(&kind, map.weather.wind);
    let mut picture = texture(picture(&kind, speed.normalize_or(Vec2::Y)), 1);
    picture.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::Repeat,
        ..ImageSamplerDescriptor::linear()
    });
    let picture = images.add(picture);
    let (width, height) = map.size();
    let size = Vec2::new(f32::from(width), f32::from(height)) * SQUARE;
    for (grown, opaque, z) in [(0.7, 1.0, z::FALLS_BELOW), (1.0, 0.5, z::FALLS_ABOVE)] {
        let veil = Veil { size, grown, speed: speed * grown };
        let sprite = Sprite {
            image: picture.clone(),
            color: Color::WHITE.with_alpha(kind.opaque * opaque),
            custom_size: Some(size),
            rect: Some(cut(&veil, 1.0, 0.0)),
            ..default()
        };
        let place = Vec2::new(size.x, -size.y) / 2.0;
        commands.spawn((Piece, veil, sprite, Transform::from_translation(place.extend(z))));
    }
}

/// Which part of the endless picture lies over the board, at so many units of the world a pixel and after so many seconds.
fn cut(veil: &Veil, scale: f32, passed: f32) -> Rect {
    let gone = veil.speed * passed / veil.grown;
    let first = Vec2::new(-gone.x, -gone.y).rem_euclid(Vec2::splat(EDGE as f32));
    Rect::from_corners(first, first + veil.size / (scale * veil.grown))
}

/// Drops or flakes strewn over a picture that repeats.
fn picture(kind: &Kind, way: Vec2) -> image::RgbaImage {
    let mut out =
        image::RgbaImage::from_pixel(EDGE, EDGE, image::Rgba([kind.colour[0], kind.colour[1], kind.colour[2], 0]));
    for number in 0..kind.many {
        let chance = |salt: u32| (scatter(Square::new(number as i16, 3), salt) % 1024) as f32 / 1024.0;
        let head = Vec2::new(chance(11), chance(12)) * EDGE as f32;
        let size = 0.6 + 0.7 * chance(13);
        let tail = head - way * kind.trail * size;
        stroke(&mut out, kind, head, tail, kind.thick * size.sqrt());
    }
    out
}

/// One drop or flake: dense at its head, thin at its tail; flakes have a darker rim, to be seen on snow.
fn stroke(out: &mut image::RgbaImage, kind: &Kind, head: Vec2, tail: Vec2, thick: f32) {
    let reach = thick + 1.5;
    let (low, high) = (head.min(tail) - reach, head.max(tail) + reach);
    for y in low.y.floor() as i32..=high.y.ceil() as i32 {
        for x in low.x.floor() as i32..=high.x.ceil() as i32 {
            let at = Vec2::new(x as f32, y as f32);
            let along = tail - head;
            let share = if along == Vec2::ZERO {
                0.0
            } else {
                ((at - head).dot(along) / along.length_squared()).clamp(0.0, 1.0)
            };
            let off = at.distance(head + along * share);
            let core = (thick - off + 0.5).clamp(0.0, 1.0) * (1.0 - 0.85 * share);
            let rim = if kind.trail > 0.0 { 0.0 } else { 0.3 * (thick + 1.0 - off + 0.5).clamp(0.0, 1.0) };
            let pixel = out.get_pixel_mut(x.rem_euclid(EDGE as i32) as u32, y.rem_euclid(EDGE as i32) as u32);
            let cover = core.max(rim);
            if cover * 255.0 > f32::from(pixel.0[3]) {
                let lit = core / cover;
                let shade = |channel: u8| (f32::from(channel) * (0.45 + 0.55 * lit)) as u8;
                *pixel = image::Rgba([
                    shade(kind.colour[0]),
                    shade(kind.colour[1]),
                    shade(kind.colour[2]),
                    (cover * 255.0) as u8,
                ]);
            }
        }
    }
}

/// Lays the layers out for how near the board is looked at, after so many seconds.
pub(in crate::gui) fn lay_out<F: QueryFilter>(
    passed: f32,
    eye: &Projection,
    veils: &mut Query<(&Veil, &mut Sprite), F>,
) {
    let Projection::Orthographic(eye) = eye else { return };
    for (veil, mut sprite) in veils {
        let rect = Some(cut(veil, eye.scale, passed));
        if sprite.rect != rect {
            sprite.rect = rect;
        }
    }
}

/// Pictures stand still, but are as fine as the window's.
pub(in crate::gui) fn stand(eye: Single<&Projection, With<BoardCamera>>, mut veils: Query<(&Veil, &mut Sprite)>) {
    lay_out(0.0, &eye, &mut veils);
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Falls; 5] = [Falls::Rain, Falls::Snow, Falls::Ash, Falls::Sand, Falls::Spray];

    #[test]
    fn what_falls_is_thin_enough_to_see_through() {
        for falls in ALL {
            let kind = kind(falls);
            let picture = picture(&kind, Vec2::Y);
            let dense: u64 = picture.pixels().map(|pixel| u64::from(pixel.0[3])).sum();
            let share = dense as f32 / 255.0 / (EDGE * EDGE) as f32 * kind.opaque;
            assert!((0.001..0.03).contains(&share), "{falls:?} covers {share}");
        }
    }

    #[test]
    fn wind_blows_it_along() {
        for falls in ALL {
            let kind = kind(falls);
            assert!(speed(&kind, Some(Direction::East)).x > 0.0, "{falls:?}");
            assert!(speed(&kind, Some(Direction::West)).x < 0.0, "{falls:?}");
            assert!(speed(&kind, None).y > 0.0, "{falls:?}");
        }
        let rain = kind(Falls::Rain);
        assert!(speed(&rain, Some(Direction::North)).y > 0.0, "rain does not rise");
    }

    #[test]
    fn it_moves_the_way_it_falls_and_comes_round() {
        let veil = Veil { size: Vec2::splat(640.0), grown: 1.0, speed: Vec2::new(0.0, 512.0) };
        let (start, later, round) = (cut(&veil, 1.0, 0.0), cut(&veil, 1.0, 0.25), cut(&veil, 1.0, 1.0));
        assert_eq!(start, round);
        // What was at the top of the picture is farther down the board.
        assert!((later.min.y - (EDGE as f32 - 128.0)).abs() < 0.01, "{later:?}");
        assert!((later.size() - start.size()).length() < 0.01);
        assert!((cut(&veil, 2.0, 0.0).size() - start.size() / 2.0).length() < 0.01, "as fine from afar");
    }
}
