//! A battle by gamepad.

use bevy::input::gamepad::{
    GamepadAxis, GamepadButton, GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent,
    RawGamepadButtonChangedEvent, RawGamepadEvent,
};
use bevy_egui::{EguiContext, EguiOutput};

use super::*;
use crate::battle::Group;

/// A table with a gamepad plugged in.
struct Hands {
    app: App,
    pad: Entity,
}

impl Hands {
    fn at(mut app: App) -> Self {
        let mut contexts = app.world_mut().query::<&mut EguiContext>();
        let mut context = contexts.single_mut(app.world_mut()).expect("one table");
        context.get_mut().enable_accesskit();
        let gamepad = app.world_mut().spawn_empty().id();
        let connection = GamepadConnection::Connected { name: "Pad".into(), vendor_id: None, product_id: None };
        // The driver tells of it twice, and it is the plain message that makes a gamepad of it.
        let event = GamepadConnectionEvent { gamepad, connection };
        app.world_mut().write_message(event.clone());
        app.world_mut().write_message(RawGamepadEvent::Connection(event));
        frames(&mut app, 3);
        Self { app, pad: gamepad }
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

    /// Walks with the cursor to a square.
    fn walk_to(&mut self, square: Square) {
        for _ in 0..40 {
            let from = session(&self.app).hover.or_else(|| {
                let session = session(&self.app);
                session.commanded().map(|id| session.space(id).at)
            });
            let from = from.expect("somebody is commanded");
            let button = match (square.x - from.x, square.y - from.y) {
                (1.., _) => GamepadButton::DPadRight,
                (..=-1, _) => GamepadButton::DPadLeft,
                (_, 1..) => GamepadButton::DPadDown,
                (_, ..=-1) => GamepadButton::DPadUp,
                _ => return,
            };
            self.press(button);
        }
        panic!("the cursor did not come to {square:?}");
    }

    /// What a screen reader would call the widget that has the focus.
    fn focus(&mut self) -> Option<String> {
        let mut outputs = self.app.world_mut().query::<&EguiOutput>();
        let output = outputs.single(self.app.world()).expect("one table");
        let update = output.platform_output.accesskit_update.as_ref()?;
        let (_, node) = update.nodes.iter().find(|(id, _)| *id == update.focus)?;
        node.label().map(String::from)
    }
}

#[test]
fn a_move_an_attack_and_an_answer_are_given_with_a_gamepad() {
    let mut hands = Hands::at(table());
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

    let bea = id(session(&hands.app), "Bea");
    let to = session(&hands.app).space(bea).at;
    hands.walk_to(to);
    hands.press(GamepadButton::South);
    let aim = session(&hands.app).aim.clone().expect("a foe was pointed at");
    assert!(aim.offer.group == Group::Attack && aim.target == Some(bea));
    hands.press(GamepadButton::East);
    assert!(session(&hands.app).aim.is_none(), "B lets it be");
    hands.press(GamepadButton::South);
    hands.press(GamepadButton::South);
    assert!(
        matches!(orders(&hands.app).last(), Some(Order::Act(act)) if act.target == Some(bea)),
        "{:?}",
        orders(&hands.app)
    );

    let decision = session(&hands.app).battle.decision().expect("Bea may dodge").clone();
    assert_eq!(session(&hands.app).question().map(|asked| asked.creature), Some(bea));
    let last = decision.choices.last().expect("a question has choices").label.to_string();
    // Into the panels, along them to the answer, and done.
    hands.press(GamepadButton::West);
    let mut tried = Vec::new();
    while session(&hands.app).battle.decision().is_some() && tried.len() < 60 {
        let focus = hands.focus().unwrap_or_default();
        if focus.contains(&last) {
            hands.press(GamepadButton::South);
        } else {
            hands.press(GamepadButton::DPadRight);
        }
        tried.push(focus);
    }
    assert!(matches!(orders(&hands.app).last(), Some(Order::Answer { .. })), "{last}: {tried:?}");

    while hands.focus().is_some_and(|focus| !focus.is_empty()) && orders(&hands.app).len() < 4 {
        hands.press(GamepadButton::East);
        hands.press(GamepadButton::North);
        if matches!(orders(&hands.app).last(), Some(Order::EndTurn { .. })) {
            break;
        }
    }
    hands.press(GamepadButton::North);
    let ended =
        orders(&hands.app).iter().any(|order| matches!(order, Order::EndTurn { creature } if *creature == rook));
    assert!(ended, "{:?}", orders(&hands.app));
}

#[test]
fn the_right_stick_and_the_triggers_look_around() {
    let mut hands = Hands::at(table());
    let (place, scale) = eye(&mut hands.app);
    hands.push(GamepadAxis::RightStickX, 1.0);
    wait(&mut hands.app, 100);
    hands.push(GamepadAxis::RightStickX, 0.0);
    assert!(eye(&mut hands.app).0.x > place.x);
    let event = RawGamepadButtonChangedEvent::new(hands.pad, GamepadButton::RightTrigger2, 1.0);
    hands.app.world_mut().write_message(RawGamepadEvent::Button(event));
    wait(&mut hands.app, 100);
    assert!(eye(&mut hands.app).1 < scale);
}
