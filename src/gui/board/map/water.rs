//! Wavelets on open water. They move while frames are drawn for another reason, such as a creature that walks or a mouse that points, and ask for
//! none themselves: a window in which nothing happens rests, whatever lies on its board.

use bevy::ecs::query::QueryFilter;
use bevy::prelude::*;

use super::piece::{Piece, z};
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::board::art::{scatter, texture};
use crate::gui::board::world_coords::{SQUARE, middle};
use crate::gui::session::Session;

/// How many wavelets a square has.
const MANY: u32 = 2;
/// Width and height of a wavelet's picture.
const SIZE: (u32, u32) = (48, 12);

pub(in crate::gui) fn plugin(app: &mut App) {
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let wave = Wave(images.add(texture(picture(), 1)));
    app.insert_resource(wave);
}

/// The picture of a wavelet.
#[derive(Resource)]
pub(in crate::gui) struct Wave(Handle<Image>);

/// A wavelet: where it is at home, and where in its round of coming up and fading it began.
#[derive(Component)]
pub(in crate::gui) struct Wavelet {
    home: Vec2,
    began: f32,
    bright: f32,
}

impl Wavelet {
    /// How far it has drifted and how bright it is after so many seconds.
    fn at(&self, passed: f32) -> (f32, f32) {
        let round = (self.began + passed * 0.28).fract();
        let shines = (round * std::f32::consts::PI).sin();
        ((round - 0.5) * 16.0, self.bright * shines * shines)
    }
}

/// A stroke that rises, falls and rises again, thin at its ends.
fn picture() -> image::RgbaImage {
    image::RgbaImage::from_fn(SIZE.0, SIZE.1, |x, y| {
        let share = (x as f32 + 0.5) / SIZE.0 as f32;
        let height = 6.0 + 2.4 * (share * 1.5 * std::f32::consts::TAU).sin();
        let thick = 1.5 * (share * std::f32::consts::PI).sin();
        let off = (y as f32 + 0.5 - height).abs();
        let cover = (thick - off + 0.5).clamp(0.0, 1.0);
        image::Rgba([0xe8, 0xf2, 0xf4, (cover * 255.0) as u8])
    })
}

/// Wavelets on every square of water that is not frozen and lies open.
pub(in crate::gui) fn draw(session: &Session, wave: &Wave, commands: &mut Commands) {
    let map = session.battle.world().resource::<Map>();
    let (width, height) = map.size();
    for y in 0..height as i16 {
        for x in 0..width as i16 {
            let at = Square::new(x, y);
            let wet = |terrain: &crate::level::Terrain| terrain.water.0 > 0 && terrain.ice.0 == 0 && !terrain.solid;
            if !map.terrain(at).is_some_and(wet) {
                continue;
            }
            for number in 0..MANY {
                let chance = |salt: u32| (scatter(at, 40 + number * 8 + salt) % 1000) as f32 / 1000.0;
                // One in the upper half of the square, one in the lower.
                let off = Vec2::new(chance(0) - 0.5, (chance(1) * 0.7 + 0.15 + number as f32) / MANY as f32 - 0.5);
                let wavelet = Wavelet {
                    home: middle(at) + off * Vec2::new(0.45, 0.85) * SQUARE,
                    began: chance(2),
                    bright: 0.2 + 0.22 * chance(3),
                };
                let sprite = Sprite {
                    image: wave.0.clone(),
                    custom_size: Some(Vec2::new(SIZE.0 as f32, SIZE.1 as f32) * (0.45 + 0.3 * chance(4))),
                    ..default()
                };
                let (sprite, place) = shown(&wavelet, sprite, 0.0);
                commands.spawn((Piece, wavelet, sprite, place));
            }
        }
    }
}

fn shown(wavelet: &Wavelet, mut sprite: Sprite, passed: f32) -> (Sprite, Transform) {
    let (drift, alpha) = wavelet.at(passed);
    sprite.color = Color::WHITE.with_alpha(alpha);
    let place = wavelet.home + Vec2::new(drift, 0.0);
    (sprite, Transform::from_translation(place.extend(z::WAVES)))
}

/// Lets the wavelets drift.
pub(in crate::gui) fn drift<F: QueryFilter>(
    passed: f32,
    waves: &mut Query<(&Wavelet, &mut Sprite, &mut Transform), F>,
) {
    for (wavelet, mut sprite, mut place) in waves {
        let (drift, alpha) = wavelet.at(passed);
        sprite.color.set_alpha(alpha);
        place.translation.x = wavelet.home.x + drift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wavelet_comes_and_goes_without_a_jump() {
        let wavelet = Wavelet { home: Vec2::ZERO, began: 0.3, bright: 0.4 };
        let mut last = wavelet.at(0.0);
        for frame in 1..600 {
            let now = wavelet.at(frame as f32 / 60.0);
            assert!((now.1 - last.1).abs() < 0.02, "it flickers at frame {frame}");
            let leaps = (now.0 - last.0).abs() > 1.0;
            assert!(!leaps || now.1 < 0.01, "it leaps where it is seen, at frame {frame}");
            last = now;
        }
    }
}
