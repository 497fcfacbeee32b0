//! Fingers on a touch pad and on a touch screen.

use bevy::input::gestures::{PanGesture, PinchGesture};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::window::{CursorMoved, WindowEvent};

use super::*;
use crate::gui::session::what_if::FromHere;

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
    assert!((pushed - place - Vec2::new(-10.0, -20.0) * scale).length() < 0.01, "{place} to {pushed}");
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

/// Moves the mouse to a place of the window and turns its wheel there, in one frame.
fn wheel(app: &mut App, position: Vec2) {
    mouse(app, position);
    let window = app.world_mut().spawn_empty().id();
    let delta = None;
    app.world_mut().write_message(WindowEvent::CursorMoved(CursorMoved { window, position, delta }));
    app.world_mut().write_message(MouseWheel {
        unit: MouseScrollUnit::Line,
        x: 0.0,
        y: -1.0,
        window,
        phase: TouchPhase::Moved,
    });
    frames(app, 2);
}

#[test]
fn a_wheel_zooms_as_soon_as_the_mouse_is_off_a_panel() {
    let mut app = table();
    let (_, scale) = eye(&mut app);
    let board = seen(&mut app, Square::new(4, 2));
    // The order of turns is up there.
    wheel(&mut app, Vec2::new(40.0, 30.0));
    assert!((eye(&mut app).1 - scale).abs() < 1e-6, "over a panel it is not for the board");
    wheel(&mut app, board);
    assert!(eye(&mut app).1 > scale, "in the frame in which it has left the panel");
}

/// Fingers on the screen, all in one frame.
fn touch(app: &mut App, fingers: &[(u64, TouchPhase, Vec2)]) {
    let window = app.world_mut().spawn_empty().id();
    for &(id, phase, position) in fingers {
        app.world_mut().write_message(TouchInput { phase, position, window, force: None, id });
    }
    frames(app, 1);
}

#[test]
fn two_fingers_zoom_and_one_taps() {
    use TouchPhase::{Ended, Moved, Started};
    let mut app = table();
    let (_, scale) = eye(&mut app);
    let square = Square::new(4, 2);
    let under = seen(&mut app, square);
    let (left, right) = (Vec2::new(-40.0, 0.0), Vec2::new(40.0, 0.0));
    touch(&mut app, &[(1, Started, under + left), (2, Started, under + right)]);
    touch(&mut app, &[(1, Moved, under + left * 1.2), (2, Moved, under + right * 1.2)]);
    frames(&mut app, 3);
    assert!((eye(&mut app).1 * 1.2 - scale).abs() < 0.001, "fingers apart bring the board closer, once");
    assert!((seen(&mut app, square) - under).length() < 1.0, "what is under them stays there");
    touch(&mut app, &[(1, Ended, under + left), (2, Ended, under + right)]);
    assert_eq!(session(&app).hover, None, "two fingers do not tap");

    let rook = session(&app).commanded().expect("Rook has the word");
    for taps in 1..=2 {
        let at = seen(&mut app, square);
        touch(&mut app, &[(3, Started, at)]);
        touch(&mut app, &[(3, Ended, at)]);
        frames(&mut app, 3);
        assert_eq!(session(&app).hover, Some(square));
        let there = session(&app).space(rook).at == square;
        assert_eq!(there, taps == 2, "the first tap points, the second one goes there");
    }
}

#[test]
fn one_finger_pushes_the_board_and_takes_no_panel_along() {
    use TouchPhase::{Ended, Moved, Started};
    let mut app = table();
    let square = Square::new(4, 2);
    let under = seen(&mut app, square);
    touch(&mut app, &[(1, Started, under)]);
    touch(&mut app, &[(1, Moved, under + Vec2::new(8.0, 0.0))]);
    assert!((seen(&mut app, square) - under).length() < 0.1, "a finger is never quite still");
    let to = under + Vec2::new(50.0, 30.0);
    for part in [0.5, 1.0] {
        touch(&mut app, &[(1, Moved, under.lerp(to, part))]);
    }
    touch(&mut app, &[(1, Ended, to)]);
    frames(&mut app, 2);
    assert!((seen(&mut app, square) - to).length() < 1.0, "the board lies under the finger");
    assert_eq!(session(&app).hover, None, "that was no tap");
    let before = eye(&mut app).0;
    let panel = Vec2::new(600.0, 700.0);
    touch(&mut app, &[(1, Started, panel)]);
    touch(&mut app, &[(1, Moved, panel - Vec2::new(0.0, 90.0))]);
    assert_eq!(eye(&mut app).0, before, "a finger on the bar is the bar's");
}

#[test]
fn a_finger_that_rests_asks_what_there_is_from_there() {
    use TouchPhase::{Ended, Started};
    let mut app = table();
    let square = Square::new(4, 2);
    let at = seen(&mut app, square);
    let rook = session(&app).commanded().expect("Rook has the word");
    touch(&mut app, &[(1, Started, at)]);
    wait(&mut app, 300);
    assert!(app.world().resource::<FromHere>().stand.is_none());
    wait(&mut app, 300);
    let stand = app.world().resource::<FromHere>().stand.as_ref();
    assert_eq!(stand.map(|stand| (stand.who, stand.at)), Some((rook, square)));
    touch(&mut app, &[(1, Ended, at)]);
    frames(&mut app, 2);
    assert!(app.world().resource::<FromHere>().stand.is_none(), "until it is lifted");
    assert_ne!(session(&app).space(rook).at, square);
}
