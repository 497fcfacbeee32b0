//! Banks of fog: one soft shape over all squares in which it hangs, and puffs that come up and fade in it. Under whatever stands there.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::piece::{Piece, z};
use super::soft::{Shares, smooth};
use crate::battle::Map;
use crate::grid::Square;
use crate::gui::board::art::{scatter, texture};
use crate::gui::board::world_coords::{SQUARE, middle};
use crate::gui::session::Session;
use crate::level::Haze;

/// Edge of a puff's picture in pixels.
const PUFF: u32 = 64;

pub(in crate::gui) fn plugin(app: &mut App) {
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    let puff = Puff(images.add(texture(puff(), 1)));
    app.insert_resource(puff);
}

/// The picture of a puff.
#[derive(Resource)]
pub(in crate::gui) struct Puff(Handle<Image>);

/// A puff: where it is at home, and where in its round of coming up and fading it began.
#[derive(Component)]
pub(in crate::gui) struct Wisp {
    home: Vec2,
    began: f32,
    dense: f32,
}

impl Wisp {
    /// How far it has drifted and how dense it is after so many seconds.
    fn at(&self, passed: f32) -> (Vec2, f32) {
        let round = (self.began + passed * 0.05).fract();
        let shows = (round * std::f32::consts::PI).sin();
        (Vec2::new((round - 0.5) * 0.7 * SQUARE, 0.0), self.dense * shows * shows)
    }
}

/// The colour of the bank, and of the puffs in it; at high contrast it recedes as the ground does.
fn colours(haze: Haze, contrast: bool) -> (Srgba, Srgba) {
    let (bank, puff) = match haze {
        Haze::Mist => ("#c9d3d6", "#f4f8f8"),
        Haze::Smoke => ("#4b4745", "#2e2b2a"),
        Haze::Dust => ("#c7a76c", "#e4cf9d"),
        Haze::Gas => ("#93b13f", "#cfe07a"),
    };
    let shade = if contrast { 0.5 } else { 1.0 };
    let read = |hex| (Srgba::hex(hex).expect("a colour should be one") * shade).with_alpha(1.0);
    (read(bank), read(puff))
}

/// Draws the banks over these squares, if there are any.
pub(in crate::gui) fn draw(
    session: &Session,
    puff: &Puff,
    (bank, contrast): (&BTreeSet<Square>, bool),
    images: &mut Assets<Image>,
    commands: &mut Commands,
) {
    let map = session.battle.world().resource::<Map>();
    let (width, height) = map.size();
    let foggy = |at: &Square| bank.contains(at);
    let shares = Shares::new((width, height), |x, y| f32::from(u8::from(foggy(&Square::new(x, y)))));
    if shares.is_empty() {
        return;
    }
    let (colour, wisp) = colours(map.weather.haze, contrast);
    let size = Vec2::new(f32::from(width), f32::from(height)) * SQUARE;
    let sprite = Sprite {
        image: images.add(texture(shares.picture(dense), 1)),
        color: colour.into(),
        custom_size: Some(size),
        ..default()
    };
    let place = Vec2::new(size.x, -size.y) / 2.0;
    commands.spawn((Piece, sprite, Transform::from_translation(place.extend(z::FOG))));
    let squares = (0..height as i16).flat_map(|y| (0..width as i16).map(move |x| Square::new(x, y)));
    for at in squares.filter(foggy) {
        let chance = |salt: u32| (scatter(at, 60 + salt) % 1000) as f32 / 1000.0;
        let one = Wisp {
            home: middle(at) + (Vec2::new(chance(0), chance(1)) - 0.5) * 0.6 * SQUARE,
            began: chance(2),
            dense: 0.28 + 0.2 * chance(3),
        };
        let (drift, dense) = one.at(0.0);
        let sprite = Sprite {
            image: puff.0.clone(),
            color: Color::from(wisp).with_alpha(dense),
            custom_size: Some(Vec2::new(1.5, 1.0) * SQUARE * (0.9 + 0.5 * chance(4))),
            ..default()
        };
        let place = (one.home + drift).extend(z::FOG + 0.01);
        commands.spawn((Piece, one, sprite, Transform::from_translation(place)));
    }
}

/// How dense the bank is at a place of which it has a share: denser in some places than in others.
fn dense(at: Vec2, share: f32) -> f32 {
    let cloud = 0.6 * noise(at * 0.55, 81) + 0.4 * noise(at * 1.3, 82);
    share * (0.5 + 0.3 * cloud)
}

/// Smooth noise from 0 to 1.
fn noise(at: Vec2, salt: u32) -> f32 {
    let cell = at.floor();
    let within = at - cell;
    let ease = Vec2::new(smooth(within.x), smooth(within.y));
    let value = |dx: f32, dy: f32| {
        let corner = Square::new((cell.x + dx) as i16, (cell.y + dy) as i16);
        (scatter(corner, salt) % 1000) as f32 / 999.0
    };
    let upper = value(0.0, 0.0).lerp(value(1.0, 0.0), ease.x);
    let lower = value(0.0, 1.0).lerp(value(1.0, 1.0), ease.x);
    upper.lerp(lower, ease.y)
}

/// A round cloud without an edge.
fn puff() -> image::RgbaImage {
    image::RgbaImage::from_fn(PUFF, PUFF, |x, y| {
        let at = (Vec2::new(x as f32, y as f32) + 0.5) / PUFF as f32 - 0.5;
        let out = (at.length() * 2.0).min(1.0);
        let soft = (1.0 - out * out) * (1.0 - out * out);
        image::Rgba([255, 255, 255, (soft * 255.0) as u8])
    })
}

/// Lets the puffs drift.
pub(in crate::gui) fn drift(passed: f32, wisps: &mut Query<(&Wisp, &mut Sprite, &mut Transform)>) {
    for (wisp, mut sprite, mut place) in wisps {
        let (off, dense) = wisp.at(passed);
        sprite.color.set_alpha(dense);
        place.translation.x = wisp.home.x + off.x;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_is_seen_through_a_bank() {
        for y in 0..60 {
            for x in 0..60 {
                let dense = dense(Vec2::new(x as f32, y as f32) * 0.31, 1.0);
                assert!((0.45..0.82).contains(&dense), "{dense}");
            }
        }
    }

    #[test]
    fn a_puff_comes_and_goes_without_a_jump() {
        let wisp = Wisp { home: Vec2::ZERO, began: 0.4, dense: 0.4 };
        let mut last = wisp.at(0.0);
        for frame in 1..2400 {
            let now = wisp.at(frame as f32 / 60.0);
            assert!((now.1 - last.1).abs() < 0.02, "it flickers at frame {frame}");
            let leaps = now.0.distance(last.0) > 1.0;
            assert!(!leaps || now.1 < 0.01, "it leaps where it is seen, at frame {frame}");
            last = now;
        }
    }
}
