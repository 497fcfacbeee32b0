//! The table driven through its whole input, without a window: touch pads.

use std::sync::Arc;

use bevy::input::gestures::{PanGesture, PinchGesture};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;

use super::camera::BoardCamera;
use super::{Session, Settings, ShotOptions, shot};
use crate::battle::Battle;
use crate::level::Seat;
use crate::rules;

const YARD: &str = r#"
name = "The Yard"
ruleset = "sol"
map = '''
##########
#........#
#.r....b.#
#........#
##########
'''
[legend]
"r" = { creature = "soldier", side = "red", name = "Rook" }
"b" = { creature = "soldier", side = "blue", name = "Bea" }
[[side]]
id = "red"
seat = "human"
[[side]]
id = "blue"
seat = "human"
"#;

/// The yard on a table at which Rook has the word.
fn table() -> App {
    let (level, _) = rules::read_level(YARD, "yard").expect("a sound level");
    let (sol, level) = (rules::by_key("sol").expect("sol"), Arc::new(level));
    let battle = (1..50)
        .map(|seed| Battle::new(level.clone(), sol, seed).expect("a playable level"))
        .find(|battle| battle.active().is_some_and(|id| battle.name(id) == "Rook"))
        .expect("Rook begins with one of the seeds");
    let options = ShotOptions {
        settings: Settings {
            speed: 0,
            hints: false,
            ..Settings::default()
        },
        ..ShotOptions::default()
    };
    let (mut app, _) = shot::stage(Some(Session::new(battle, None, vec![Seat::Human; 2])), &options);
    frames(&mut app, 6);
    app
}

fn frames(app: &mut App, many: usize) {
    for _ in 0..many {
        app.update();
    }
}

/// Where the camera is, and how many units of the world a point of the window is.
fn eye(app: &mut App) -> (Vec2, f32) {
    let mut eyes = app
        .world_mut()
        .query_filtered::<(&Transform, &Projection), With<BoardCamera>>();
    let (place, projection) = eyes.single(app.world()).expect("one camera");
    let Projection::Orthographic(orthographic) = projection else {
        panic!("the board's camera is orthographic");
    };
    (place.translation.truncate(), orthographic.scale)
}

#[test]
fn a_touch_pad_pushes_and_pinches_the_board() {
    let mut app = table();
    let (place, scale) = eye(&mut app);
    let window = app.world_mut().spawn_empty().id();
    app.world_mut().write_message(MouseWheel {
        unit: MouseScrollUnit::Pixel,
        x: 10.0,
        y: -20.0,
        window,
        phase: TouchPhase::Moved,
    });
    frames(&mut app, 2);
    let (pushed, same) = eye(&mut app);
    assert!(
        (pushed - place - Vec2::new(-10.0, -20.0) * scale).length() < 0.01,
        "{place} to {pushed}"
    );
    assert!((same - scale).abs() < 1e-6, "two fingers push, they do not zoom");
    app.world_mut().write_message(PanGesture(Vec2::new(-10.0, 20.0)));
    frames(&mut app, 2);
    assert!((eye(&mut app).0 - place).length() < 0.01);
    app.world_mut().write_message(PinchGesture(0.25));
    frames(&mut app, 2);
    assert!((eye(&mut app).1 * 1.25 - scale).abs() < 0.001, "apart is closer");
    app.world_mut().write_message(MouseWheel {
        unit: MouseScrollUnit::Line,
        x: 0.0,
        y: -1.0,
        window,
        phase: TouchPhase::Moved,
    });
    frames(&mut app, 2);
    assert!(eye(&mut app).1 * 1.25 > scale, "a wheel zooms");
}
