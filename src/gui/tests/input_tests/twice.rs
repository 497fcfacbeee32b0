//! What is pressed twice where once was meant.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::input::mouse::MouseButtonInput;
use bevy::window::{CursorMoved, WindowEvent};

use super::*;
use crate::gui::input::press_intent::Pace;

/// A key goes down or up, as the window is told of it.
fn stroke(app: &mut App, key_code: KeyCode, state: ButtonState, repeat: bool) {
    let window = app.world_mut().spawn_empty().id();
    let logical_key = Key::Character("e".into());
    let input = KeyboardInput { key_code, logical_key, state, text: None, repeat, window };
    app.world_mut().write_message(input.clone());
    app.world_mut().write_message(WindowEvent::KeyboardInput(input));
}

/// A key goes down and up again within a frame.
fn flick(app: &mut App, key_code: KeyCode) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        stroke(app, key_code, state, false);
    }
    frames(app, 1);
}

/// A key goes down and up again.
fn tap(app: &mut App, key_code: KeyCode, repeat: bool) {
    for state in [ButtonState::Pressed, ButtonState::Released] {
        stroke(app, key_code, state, repeat);
        frames(app, 2);
    }
}

/// The window loses the keyboard.
fn lose_keyboard(app: &mut App) {
    app.world_mut().write_message(KeyboardFocusLost);
    app.world_mut().write_message(WindowEvent::KeyboardFocusLost(KeyboardFocusLost));
}

/// The left button goes down and up again at a place of the window.
fn click(app: &mut App, at: Vec2) {
    mouse(app, at);
    let window = app.world_mut().spawn_empty().id();
    let (position, delta) = (at, None);
    app.world_mut().write_message(WindowEvent::CursorMoved(CursorMoved { window, position, delta }));
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let button = MouseButton::Left;
        app.world_mut().write_message(WindowEvent::MouseButtonInput(MouseButtonInput { button, state, window }));
        frames(app, 2);
    }
}

fn ends(app: &App) -> usize {
    let ended = |order: &&Order| matches!(order, Order::EndTurn { .. });
    orders(app).iter().filter(ended).count()
}

#[test]
fn a_turn_is_ended_once_by_two_quick_presses() {
    let mut app = table();
    let pause = |app: &mut App| wait(app, 1600);
    pause(&mut app);
    tap(&mut app, KeyCode::KeyE, false);
    tap(&mut app, KeyCode::KeyE, false);
    tap(&mut app, KeyCode::KeyE, true);
    assert_eq!(ends(&app), 1, "the second press was for the turn that is over");
    pause(&mut app);
    tap(&mut app, KeyCode::KeyE, false);
    assert_eq!(ends(&app), 2, "after a while the next turn is meant");
}

#[test]
fn after_a_rest_without_a_frame_the_first_of_two_quick_presses_counts() {
    let mut app = table();
    wait(&mut app, 1600);
    flick(&mut app, KeyCode::KeyE);
    assert_eq!(ends(&app), 1);
    // Nothing moves, so that nothing is drawn until a key is pressed.
    app.world_mut().resource_mut::<Pace>().waited(0.9);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(900)));
    flick(&mut app, KeyCode::KeyE);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(75)));
    flick(&mut app, KeyCode::KeyE);
    frames(&mut app, 4);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    assert_eq!(ends(&app), 2, "the first press ends the turn, the second one nobody's");
}

#[test]
fn a_key_that_follows_within_the_frame_in_which_the_keyboard_goes_and_comes_is_heard() {
    let mut app = table();
    wait(&mut app, 1600);
    lose_keyboard(&mut app);
    flick(&mut app, KeyCode::KeyE);
    frames(&mut app, 4);
    assert_eq!(ends(&app), 1, "it was pressed afterwards");
    wait(&mut app, 1600);
    stroke(&mut app, KeyCode::KeyE, ButtonState::Pressed, false);
    lose_keyboard(&mut app);
    frames(&mut app, 4);
    assert_eq!(ends(&app), 1, "what was pressed before goes with it");
}

#[test]
fn the_second_click_of_two_does_not_fire_what_the_first_one_chose() {
    let mut app = table();
    let bea = id(session(&app), "Bea");
    let at = session(&app).space(bea).at;
    let at = seen(&mut app, at);
    wait(&mut app, 1600);
    click(&mut app, at);
    assert!(session(&app).aim.is_some(), "a foe was clicked");
    click(&mut app, at);
    assert!(session(&app).aim.is_some() && orders(&app).is_empty());
    wait(&mut app, 1600);
    click(&mut app, at);
    assert_eq!(orders(&app).len(), 1, "that was meant");
}

#[test]
fn a_click_on_nothing_does_not_fire_at_who_was_aimed_at() {
    let mut app = table();
    let bea = id(session(&app), "Bea");
    let at = session(&app).space(bea).at;
    let at = seen(&mut app, at);
    wait(&mut app, 1600);
    click(&mut app, at);
    assert!(session(&app).aim.is_some(), "a foe was clicked");
    for nothing in [Square::new(4, 1), Square::new(4, 0)] {
        wait(&mut app, 1600);
        let before = session(&app).notice.clone();
        let at = seen(&mut app, nothing);
        click(&mut app, at);
        assert!(orders(&app).is_empty(), "{nothing:?}");
        assert!(session(&app).aim.is_some(), "it is still aimed");
        assert_ne!(session(&app).notice, before, "and said why not");
    }
}
