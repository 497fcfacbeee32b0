//! The table driven through its whole input, without a window: mouse, gamepad, touch pad and touch screen.
//!
//! | file | what is in it |
//! |---|---|
//! | `mouse` | where the cursor is; those who share a square |
//! | `pad` | a battle by gamepad |
//! | `touch` | fingers |
//! | `twice` | what is pressed twice where once was meant |
//! | `drawings` | what the board is drawn from |
//! | `pace` | how long one sees what the computer did |
//! | `moves` | who is carried, thrown and pushed, as it is played back |

mod drawings;
mod mouse;
mod moves;
mod pace;
#[cfg(feature = "gamepad")]
mod pad;
mod touch;
mod twice;

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::PrimaryWindow;

use super::super::app::settings::Settings;
use super::super::app::shot;
use super::super::app::shot::ShotOptions;
use super::super::board::world_coords::{BoardCamera, middle};
use super::super::session::Session;
use super::test_battles::{STABLE, begun, find as id, level};
use crate::battle::{Act, Battle, Id, Order};
use crate::grid::Square;
use crate::level::Seat;

const YARD: &str = r#"
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
"#;

/// A table for a battle; nothing moves on it at speed 0.
fn lay(session: Session, speed: u32) -> App {
    let options = ShotOptions {
        // What moves is looked at frame by frame.
        size: if speed > 0 { (640, 480) } else { (1280, 720) },
        settings: Settings { speed, hints: false, ..Settings::default() },
        ..ShotOptions::default()
    };
    let (mut app, _) = shot::stage(Some(session), &options);
    frames(&mut app, 6);
    app
}

/// The yard on a table at which Rook has the word.
fn table() -> App {
    lay(begun(YARD, "Rook"), 0)
}

fn frames(app: &mut App, many: usize) {
    for _ in 0..many {
        app.update();
    }
}

/// Lets time pass, ten milliseconds a frame.
fn wait(app: &mut App, milliseconds: u64) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    frames(app, usize::try_from(milliseconds / 10).expect("a short while"));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
}

fn session(app: &App) -> &Session {
    app.world().resource::<Session>()
}

/// What somebody does to somebody.
fn act(session: &Session, who: &str, action: &str, whom: &str) -> Order {
    Order::Act(Act { target: Some(id(session, whom)), ..Act::new(id(session, who), action) })
}

fn orders(app: &App) -> Vec<Order> {
    let orders = session(app).battle.orders();
    orders.iter().map(|recorded| recorded.order.clone()).collect()
}

/// Where the camera is, and how many units of the world a point of the window is.
fn eye(app: &mut App) -> (Vec2, f32) {
    let mut eyes = app.world_mut().query_filtered::<(&Transform, &Projection), With<BoardCamera>>();
    let (place, projection) = eyes.single(app.world()).expect("one camera");
    let Projection::Orthographic(orthographic) = projection else {
        panic!("the board's camera is orthographic");
    };
    (place.translation.truncate(), orthographic.scale)
}

/// Where a place of the world is in the window.
fn in_window(app: &mut App, place: Vec2) -> Vec2 {
    let mut eyes = app.world_mut().query_filtered::<(&Camera, &GlobalTransform), With<BoardCamera>>();
    let (camera, eye) = eyes.single(app.world()).expect("one camera");
    camera.world_to_viewport(eye, place.extend(0.0)).expect("the place is in view")
}

/// Where a square is in the window.
fn seen(app: &mut App, square: Square) -> Vec2 {
    in_window(app, middle(square))
}

/// Puts the mouse there; a window for it is opened when it is first used.
fn mouse(app: &mut App, at: Vec2) {
    let mut windows = app.world_mut().query_filtered::<&mut Window, With<PrimaryWindow>>();
    if windows.single(app.world()).is_err() {
        app.world_mut().spawn((Window::default(), PrimaryWindow));
    }
    let mut window = windows.single_mut(app.world_mut()).expect("one window");
    window.set_cursor_position(Some(at));
}
