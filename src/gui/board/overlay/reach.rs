//! The wash over the squares one can go to or aim at: light, with an outer contour.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::battle::Aim;
use crate::grid::{Direction, Square};
use crate::gui::app::frame::{Screen, TableSystems};
use crate::gui::app::settings::Settings;
use crate::gui::board::art::Art;
use crate::gui::board::map::piece::z;
use crate::gui::board::playback::Playback;
use crate::gui::board::world_coords::{SQUARE, middle};
use crate::gui::session::Session;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.add_systems(OnExit(Screen::Battle), clear).add_systems(
        Update,
        draw.in_set(TableSystems::Show).run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
    );
}

/// How far the contour lies inside its square, its own width included.
const CORNER: f32 = 4.5;

/// How wide the dark rim of the contour is, and the line behind which going costs more.
const RIM: f32 = 2.0;

/// The colour of that rim.
const SHADE: Color = Color::srgba(0.16, 0.1, 0.04, 0.7);

#[derive(Component)]
struct Wash;

/// What a wash was drawn from.
#[derive(PartialEq, Default)]
struct Look {
    squares: BTreeSet<Square>,
    /// Those of them that can be gone to before another action begins, where going farther costs one.
    near: BTreeSet<Square>,
    aiming: bool,
    contrast: bool,
}

fn clear(washes: Query<Entity, With<Wash>>, mut commands: Commands) {
    for wash in &washes {
        commands.entity(wash).despawn();
    }
}

fn look(session: &mut Session) -> Look {
    if let Some(aim) = &session.aim {
        let squares = match aim.offer.aim {
            Aim::Square => aim.spots().into_iter().collect(),
            _ => BTreeSet::new(),
        };
        return Look { squares, aiming: true, ..Look::default() };
    }
    let squares = session
        .reach()
        .map(|reach| reach.squares.iter().filter(|reached| reached.stop).map(|reached| reached.at).collect())
        .unwrap_or_default();
    Look { squares, near: session.near().iter().copied().collect(), ..Look::default() }
}

fn draw(
    mut session: ResMut<Session>,
    (playback, settings): (Res<Playback>, Res<Settings>),
    art: Res<Art>,
    washes: Query<Entity, With<Wash>>,
    mut last: Local<Look>,
    mut commands: Commands,
) {
    let mut look = if playback.is_idle() { look(&mut session) } else { Look::default() };
    look.contrast = settings.contrast;
    if *last == look && (look.squares.is_empty() || !washes.is_empty()) {
        return;
    }
    clear(washes, commands.reborrow());
    // Where going farther costs another action the squares beyond are cooler.
    let beyond = if look.contrast { Color::srgba(0.55, 0.6, 0.75, 0.6) } else { Color::srgba(0.62, 0.78, 1.0, 0.5) };
    let (tint, line) = match (look.aiming, look.contrast) {
        (true, false) => (Color::srgba(0.95, 0.55, 0.25, 0.55), Color::srgba(0.95, 0.45, 0.18, 0.95)),
        (false, false) => (Color::srgba(1.0, 0.93, 0.72, 0.62), Color::srgba(1.0, 0.9, 0.62, 0.95)),
        (true, true) => (Color::srgba(1.0, 0.5, 0.1, 0.7), Color::srgb(1.0, 0.6, 0.2)),
        (false, true) => (Color::srgba(0.85, 0.9, 1.0, 0.6), Color::WHITE),
    };
    let sides = [(Direction::North, 1), (Direction::East, 2), (Direction::South, 4), (Direction::West, 8)];
    for &at in &look.squares {
        let case: usize =
            sides.iter().filter(|(way, _)| !look.squares.contains(&at.step(*way))).map(|(_, bit)| bit).sum();
        let mut put = |sprite: Option<Sprite>, up: f32| {
            if let Some(mut sprite) = sprite {
                sprite.custom_size = Some(Vec2::splat(SQUARE));
                commands.spawn((Wash, sprite, Transform::from_translation(middle(at).extend(z::REACH + up))));
            }
        };
        let far = !look.near.is_empty() && !look.near.contains(&at);
        put(art.mark("reach", 0, if far { beyond } else { tint }), 0.0);
        put(art.mark("contour", case, line), 0.1);
        for (way, _) in sides {
            let next = at.step(way);
            let off = (middle(next) - middle(at)) / SQUARE;
            let size = (Vec2::ONE - off.abs()) * SQUARE + off.abs() * RIM;
            let mut bar = |inwards: f32, colour: Color| {
                let spot = (middle(at) + off * (SQUARE / 2.0 - inwards)).extend(z::REACH + 0.05);
                let bar = Sprite::from_color(colour, size);
                commands.spawn((Wash, bar, Transform::from_translation(spot)));
            };
            if !look.squares.contains(&next) {
                // Outside of the contour it is dark, so that it is seen on snow and sand.
                bar(RIM / 2.0, SHADE);
            } else if look.near.contains(&at) && !look.near.contains(&next) {
                bar(RIM, SHADE);
                bar(0.0, line);
                bar(-RIM, SHADE);
            }
        }
        // Where the contour turns outwards, the tiles leave a gap in the corner.
        for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let has = |x, y| look.squares.contains(&at.offset(x, y));
            if has(dx, 0) && has(0, dy) && !has(dx, dy) {
                let spot = middle(at) + Vec2::new(f32::from(dx), -f32::from(dy)) * (SQUARE / 2.0 - CORNER / 2.0);
                let corner = Sprite::from_color(line, Vec2::splat(CORNER));
                commands.spawn((Wash, corner, Transform::from_translation(spot.extend(z::REACH + 0.1))));
            }
        }
    }
    *last = look;
}
