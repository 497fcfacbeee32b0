//! The table driven through its whole input, without a window: gamepads, touch pads, touch screens.

use std::sync::Arc;

use bevy::input::gestures::{PanGesture, PinchGesture};
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::input::touch::{TouchInput, TouchPhase};
use bevy::prelude::*;
use bevy_egui::{EguiContext, EguiOutput};

use super::camera::{BoardCamera, middle};
use super::{Session, Settings, ShotOptions, shot};
use crate::battle::{Battle, Group, Order};
use crate::grid::Square;
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
    frames(&mut app, 3);
    let mut contexts = app.world_mut().query::<&mut EguiContext>();
    let mut context = contexts.single_mut(app.world_mut()).expect("one table");
    context.get_mut().enable_accesskit();
    frames(&mut app, 3);
    app
}

fn frames(app: &mut App, many: usize) {
    for _ in 0..many {
        app.update();
    }
}

fn session(app: &App) -> &Session {
    app.world().resource::<Session>()
}

fn orders(app: &App) -> Vec<Order> {
    let orders = session(app).battle.orders();
    orders.iter().map(|recorded| recorded.order.clone()).collect()
}

/// What a screen reader would call the widget that has the focus.
fn focus(app: &mut App) -> Option<String> {
    let mut outputs = app.world_mut().query::<&EguiOutput>();
    let output = outputs.single(app.world()).expect("one table");
    let update = output.platform_output.accesskit_update.as_ref()?;
    let (_, node) = update.nodes.iter().find(|(id, _)| *id == update.focus)?;
    node.label().map(String::from)
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

/// Where a square is in the window.
fn seen(app: &mut App, square: Square) -> Vec2 {
    let mut eyes = app
        .world_mut()
        .query_filtered::<(&Camera, &GlobalTransform), With<BoardCamera>>();
    let (camera, place) = eyes.single(app.world()).expect("one camera");
    camera
        .world_to_viewport(place, middle(square).extend(0.0))
        .expect("the square is in view")
}

#[cfg(feature = "gamepad")]
mod pad {
    use bevy::input::gamepad::{
        GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent,
        RawGamepadEvent,
    };

    use super::*;

    /// A table with a gamepad plugged in.
    struct Hands {
        app: App,
        pad: Entity,
    }

    impl Hands {
        fn new() -> Self {
            let mut app = table();
            let pad = app.world_mut().spawn_empty().id();
            let connection = GamepadConnection::Connected {
                name: "Pad".into(),
                vendor_id: None,
                product_id: None,
            };
            let event = GamepadConnectionEvent {
                gamepad: pad,
                connection,
            };
            app.world_mut().write_message(RawGamepadEvent::Connection(event));
            frames(&mut app, 2);
            Self { app, pad }
        }

        fn press(&mut self, button: GamepadButton) {
            for value in [1.0, 0.0] {
                let event = RawGamepadButtonChangedEvent::new(self.pad, button, value);
                self.app.world_mut().write_message(RawGamepadEvent::Button(event));
                frames(&mut self.app, 2);
            }
            frames(&mut self.app, 3);
        }

        fn push(&mut self, axis: GamepadAxis, to: f32) {
            let event = RawGamepadAxisChangedEvent::new(self.pad, axis, to);
            self.app.world_mut().write_message(RawGamepadEvent::Axis(event));
            frames(&mut self.app, 3);
        }
    }

    #[test]
    fn orders_are_given_with_a_gamepad() {
        let mut hands = Hands::new();
        let rook = session(&hands.app).commanded().expect("Rook has the word");
        let at = session(&hands.app).space(rook).at;

        hands.press(GamepadButton::DPadRight);
        hands.push(GamepadAxis::LeftStickX, 1.0);
        hands.push(GamepadAxis::LeftStickX, 0.0);
        assert_eq!(session(&hands.app).hover, Some(at.offset(2, 0)), "the cursor has moved");
        hands.press(GamepadButton::South);
        assert_eq!(session(&hands.app).space(rook).at, at.offset(2, 0), "and Rook after it");

        hands.press(GamepadButton::Select);
        assert_eq!(session(&hands.app).space(rook).at, at, "Select takes it back");
        assert!(orders(&hands.app).is_empty());
        hands.press(GamepadButton::South);

        let offers = session(&hands.app)
            .battle
            .ruleset()
            .offers(session(&hands.app).battle.world(), rook);
        let attack = offers
            .iter()
            .find(|offer| offer.group == Group::Attack && offer.refusal.is_none());
        let attack = attack.expect("something to attack with").label.clone();
        // Into the panels, along them to an action, and done.
        hands.press(GamepadButton::West);
        let mut tried = 0;
        while session(&hands.app).aim.is_none() && orders(&hands.app).len() == 1 && tried < 40 {
            hands.press(GamepadButton::DPadRight);
            if focus(&mut hands.app).as_deref() == Some(&*attack) {
                hands.press(GamepadButton::South);
            }
            tried += 1;
        }
        assert!(
            session(&hands.app).aim.is_some(),
            "an attack is aimed from the bar, after {tried} steps"
        );
        hands.press(GamepadButton::East);
        hands.press(GamepadButton::East);
        assert!(session(&hands.app).aim.is_none(), "B lets it be");

        hands.press(GamepadButton::North);
        let given = orders(&hands.app);
        assert!(
            matches!(given.last(), Some(Order::EndTurn { creature }) if *creature == rook),
            "{given:?}"
        );
    }

    #[test]
    fn the_right_stick_and_the_triggers_look_around() {
        let mut hands = Hands::new();
        let (place, scale) = eye(&mut hands.app);
        hands.push(GamepadAxis::RightStickX, 1.0);
        std::thread::sleep(std::time::Duration::from_millis(20));
        frames(&mut hands.app, 2);
        hands.push(GamepadAxis::RightStickX, 0.0);
        assert!(eye(&mut hands.app).0.x > place.x);
        let event = RawGamepadButtonChangedEvent::new(hands.pad, GamepadButton::RightTrigger2, 1.0);
        hands.app.world_mut().write_message(RawGamepadEvent::Button(event));
        frames(&mut hands.app, 2);
        std::thread::sleep(std::time::Duration::from_millis(20));
        frames(&mut hands.app, 2);
        assert!(eye(&mut hands.app).1 < scale);
    }
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

/// Fingers on the screen, all in one frame.
fn touch(app: &mut App, fingers: &[(u64, TouchPhase, Vec2)]) {
    let window = app.world_mut().spawn_empty().id();
    for &(id, phase, position) in fingers {
        app.world_mut().write_message(TouchInput {
            phase,
            position,
            window,
            force: None,
            id,
        });
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
    touch(
        &mut app,
        &[(1, Moved, under + left * 1.2), (2, Moved, under + right * 1.2)],
    );
    frames(&mut app, 2);
    assert!(
        (eye(&mut app).1 * 1.2 - scale).abs() < 0.001,
        "fingers apart bring the board closer"
    );
    assert!(
        (seen(&mut app, square) - under).length() < 1.0,
        "what is under them stays there"
    );
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
