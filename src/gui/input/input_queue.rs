//! Quick fingers. The game looks once a frame at which keys are held and where the mouse is; where frames are slow, hands do several
//! things between two of them. So what they did is kept in order, and every frame is shown one press of a key and one click: none is lost,
//! none overtakes another, and a key is seen with the modifiers it was pressed with.

use std::collections::{BTreeSet, VecDeque};

use bevy::input::ButtonState;
use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw, WindowEvent};
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiContexts, egui};
use leafwing_input_manager::plugin::InputManagerSystem;

use super::keys::Keys;
use super::press_intent::{Moment, Now, Presses};

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<Mouse>()
        .add_systems(PreUpdate, (show_keys.before(InputManagerSystem::Unify), show_mouse).after(InputSystems));
}

const CTRL: [KeyCode; 2] = [KeyCode::ControlLeft, KeyCode::ControlRight];
const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];

fn is_modifier(key: KeyCode) -> bool {
    use KeyCode::{AltLeft, AltRight, SuperLeft, SuperRight};
    CTRL.contains(&key) || SHIFT.contains(&key) || [AltLeft, AltRight, SuperLeft, SuperRight].contains(&key)
}

/// A key goes down or up.
#[derive(Clone, Copy)]
struct Stroke {
    key: KeyCode,
    down: bool,
    /// It is pressed soon after it was pressed before.
    again: bool,
    /// It came after a click that this frame is the first to tell of: that may have given a field the keyboard.
    late: bool,
}

/// Keys as hands moved them, oldest first, and as the game was shown them.
#[derive(Default)]
struct Queue {
    due: VecDeque<Stroke>,
    shown: BTreeSet<KeyCode>,
}

impl Queue {
    /// Lets the game see what was done up to and with the next press. `chorded` tells keys that mean something else with a modifier: one of
    /// them that is held while a modifier comes or goes is not taken for a new press. Tells the press that is shown.
    fn show_next(&mut self, chorded: impl Fn(KeyCode) -> bool) -> Option<Stroke> {
        let before = self.shown.clone();
        while let Some(&stroke) = self.due.front() {
            let Stroke { key, down, late, .. } = stroke;
            // To be seen pressed anew, it must be seen let go first.
            if late || down && before.contains(&key) && !self.shown.contains(&key) {
                return None;
            }
            self.due.pop_front();
            if is_modifier(key) {
                self.shown.retain(|&held| is_modifier(held) || !chorded(held));
            }
            if !down {
                self.shown.remove(&key);
            } else if self.shown.insert(key) && !is_modifier(key) {
                return Some(stroke);
            }
        }
        None
    }

    /// Another frame comes: what was clicked before has been seen.
    fn clicks_are_seen(&mut self) {
        for stroke in &mut self.due {
            stroke.late = false;
        }
    }

    /// What is typed into a field is no key of the table, also when the field is gone by the time it would be shown.
    fn forget_presses(&mut self) {
        self.due.retain(|stroke| !stroke.down || is_modifier(stroke.key));
    }

    fn let_go(&mut self) {
        self.due.clear();
        self.shown.clear();
    }
}

fn show_keys(
    mut events: MessageReader<WindowEvent>,
    mut keys: ResMut<ButtonInput<KeyCode>>,
    (wants, bound): (Res<EguiWantsInput>, Res<Keys>),
    mut queue: Local<Queue>,
    (now, mut presses): (Now, ResMut<Presses>),
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let mut moved = queue.shown.clone();
    queue.clicks_are_seen();
    // Only all events together are in the order of the hands. A window that gets the keyboard may just have been told that it had lost it.
    let mut late = false;
    for event in events.read() {
        match event {
            WindowEvent::MouseButtonInput(_) => late = true,
            WindowEvent::KeyboardFocusLost(_) => queue.let_go(),
            WindowEvent::KeyboardInput(input) if input.repeat => presses.repeat(input.key_code, now.moment()),
            WindowEvent::KeyboardInput(input) => {
                let (key, down) = (input.key_code, input.state == ButtonState::Pressed);
                moved.insert(key);
                let again = down && presses.key(key, now.moment());
                queue.due.push_back(Stroke { key, down, again, late });
            }
            _ => {}
        }
    }
    let before = queue.shown.clone();
    let pressed = queue.show_next(|key| bound.chorded(key));
    presses.again = pressed.map(|stroke| stroke.again);
    if wants.wants_any_keyboard_input() {
        queue.forget_presses();
    }
    moved.extend(&queue.shown);
    for key in moved {
        let (was, is) = (before.contains(&key), queue.shown.contains(&key));
        if is {
            keys.press(key);
            keys.clear_just_released(key);
        } else {
            keys.release(key);
            keys.clear_just_pressed(key);
        }
        if was && is {
            keys.clear_just_pressed(key);
        }
        if !was && !is {
            keys.clear_just_released(key);
        }
    }
    if !queue.due.is_empty() {
        redraws.write(RequestRedraw);
    }
}

/// A click on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::gui) struct Click {
    /// Where the left button was let go without having dragged.
    pub at: Vec2,
    /// When the first of the quick clicks began that this one belongs to.
    pub began: Moment,
}

/// The mouse as this frame is shown it. Places are logical pixels of the window.
#[derive(Resource, Default)]
pub(in crate::gui) struct Mouse {
    /// What the left button did on the board.
    pub click: Option<Click>,
    /// Whether the right button was let go on the board without having dragged it along.
    pub right: bool,
    /// Whether it is over a panel, or busy with one: then it does not point at the board.
    pub on_panel: bool,
    due: VecDeque<Click>,
    at: Option<Vec2>,
    held: Option<Click>,
    held_right: Option<Vec2>,
}

/// Farther than this is a drag, in logical pixels.
const DRAG: f32 = 8.0;

impl Mouse {
    /// Whether it points at the board.
    pub(in crate::gui) fn is_on_board(&self) -> bool {
        self.at.is_some() && !self.on_panel
    }

    /// The left button goes down, in the run of clicks that began then, or up.
    fn button(&mut self, down: Option<Moment>, on_panel: impl Fn(Vec2) -> bool) {
        let at = self.at.filter(|&at| !on_panel(at));
        if let Some(began) = down {
            self.held = at.map(|at| Click { at, began });
            return;
        }
        let from = self.held.take();
        let click = from.zip(at).filter(|(from, at)| from.at.distance(*at) < DRAG);
        self.due.extend(click.map(|(from, at)| Click { at, ..from }));
    }

    /// The right button goes down or up: whoever looks around with it lets nothing be.
    fn right_button(&mut self, down: bool, on_panel: impl Fn(Vec2) -> bool) {
        let at = self.at.filter(|&at| !on_panel(at));
        if down {
            self.held_right = at;
        } else {
            let from = self.held_right.take();
            self.right |= from.zip(at).is_some_and(|(from, at)| from.distance(at) < DRAG);
        }
    }
}

/// Run condition: the mouse is on the board.
pub(in crate::gui) fn on_board(mouse: Res<Mouse>) -> bool {
    !mouse.on_panel
}

fn show_mouse(
    mut events: MessageReader<WindowEvent>,
    mut mouse: ResMut<Mouse>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut contexts: EguiContexts,
    wants: Res<EguiWantsInput>,
    (now, mut presses): (Now, ResMut<Presses>),
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let mouse = mouse.bypass_change_detection();
    mouse.right = false;
    // The panels lie where the last frame drew them; what they say of the mouse themselves is older than the mouse.
    let panels = contexts.ctx_mut().ok();
    let scale = window.as_ref().map_or(1.0, |window| window.scale_factor());
    let on_panel = |at: Vec2| {
        panels.as_ref().is_some_and(|panels| {
            let at = at * scale / panels.pixels_per_point();
            // The layer in the background is the window itself.
            let layer = panels.layer_id_at(egui::pos2(at.x, at.y));
            layer.is_some_and(|layer| layer.order != egui::Order::Background)
        })
    };
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => mouse.at = Some(moved.position),
            WindowEvent::CursorLeft(_) => mouse.at = None,
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Left => {
                let pressed = mouse.at.filter(|_| input.state.is_pressed());
                let down = pressed.map(|at| presses.point(at, now.moment()));
                mouse.button(down, on_panel);
            }
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Right => {
                mouse.right_button(input.state.is_pressed(), on_panel);
            }
            _ => {}
        }
    }
    mouse.on_panel = wants.is_using_pointer() || mouse.at.is_some_and(on_panel);
    mouse.click = mouse.due.pop_front();
    if !mouse.due.is_empty() {
        redraws.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use KeyCode::{Digit1, KeyE, ShiftLeft};

    const KEYS: [(char, KeyCode); 3] = [('1', Digit1), ('e', KeyE), ('s', ShiftLeft)];

    fn code(letter: char) -> KeyCode {
        let known = KEYS.iter().find(|(known, _)| *known == letter.to_ascii_lowercase());
        known.expect("a key of these tests").1
    }

    /// Frames of what the hand did (small letters down, capitals up, a star a click), and which keys each of them and the idle ones after it show.
    fn shown(frames: &[&str], idle: usize) -> Vec<String> {
        let mut queue = Queue::default();
        let quiet = std::iter::repeat_n("", idle);
        let held = |queue: &Queue| {
            let held = KEYS.iter().filter(|(_, key)| queue.shown.contains(key));
            held.map(|(letter, _)| letter).collect()
        };
        let see = |frame: &str| {
            queue.clicks_are_seen();
            let mut late = false;
            for hand in frame.chars() {
                let up = hand.is_ascii_uppercase() || hand == '!';
                let letter = if hand == '!' { '1' } else { hand };
                if hand == '*' {
                    late = true;
                    continue;
                }
                let (key, down, again) = (code(letter), !up, false);
                queue.due.push_back(Stroke { key, down, again, late });
            }
            queue.show_next(|key| key == Digit1);
            held(&queue)
        };
        frames.iter().copied().chain(quiet).map(see).collect()
    }

    #[test]
    fn every_press_is_seen_once() {
        assert_eq!(shown(&["e", "", "E"], 1), ["e", "e", "", ""], "a key held for two frames");
        assert_eq!(shown(&["eE"], 2), ["e", "", ""], "a tap within one frame");
        assert_eq!(shown(&["eEeE"], 4), ["e", "", "e", "", ""], "two taps within one frame");
        assert_eq!(
            shown(&["e", "Ee", "E"], 3),
            ["e", "", "e", "", "", ""],
            "let go and pressed again within one frame"
        );
        assert_eq!(shown(&["eEe"], 3), ["e", "", "e", "e"], "tapped, and then held");
    }

    #[test]
    fn keys_of_one_frame_are_seen_one_after_another() {
        assert_eq!(shown(&["1!eE"], 2), ["1", "e", ""]);
        assert_eq!(shown(&["e1E!"], 2), ["e", "1e", ""]);
    }

    #[test]
    fn a_key_after_a_click_waits_until_the_click_is_seen() {
        assert_eq!(shown(&["*eE"], 2), ["", "e", ""], "the field may have it then");
        assert_eq!(shown(&["1!*eE"], 2), ["1", "e", ""], "what came before does not wait");
        assert_eq!(shown(&["e", "*E"], 1), ["e", "e", ""], "held as long as the hand held it");
    }

    #[test]
    fn a_modifier_is_seen_with_its_key_and_makes_no_second_press_of_it() {
        assert_eq!(shown(&["s1!S"], 2), ["1s", "", ""], "all within one frame");
        assert_eq!(shown(&["s1S", "!"], 1), ["1s", "", ""], "let go before its key");
        assert_eq!(shown(&["s", "1", "S", "", "!"], 0), ["s", "1s", "", "", ""]);
        assert_eq!(shown(&["s1!Ss1!S"], 4), ["1s", "", "1s", "", ""], "twice within one frame");
        assert_eq!(shown(&["1", "s", "S!"], 0), ["1", "s", ""], "pressed before the modifier");
        assert_eq!(shown(&["e", "s", "S"], 0), ["e", "es", "e"], "held keys without chords stay held");
    }

    #[test]
    fn clicks_are_where_the_button_was() {
        let mut mouse = Mouse::default();
        let (a, b, panel) = (Vec2::new(10.0, 10.0), Vec2::new(90.0, 10.0), Vec2::new(90.0, 90.0));
        let began = Moment::default();
        let mut button = |at: Vec2, down: Option<Moment>| {
            mouse.at = Some(at);
            mouse.button(down, |at| at == panel);
        };
        for at in [a, panel, b] {
            button(at, Some(began));
            button(at, None);
        }
        button(a, Some(began));
        button(b, None);
        assert_eq!(
            mouse.due,
            [a, b].map(|at| Click { at, began }),
            "neither a drag nor what a panel takes is a click on the board"
        );
        let mut right = |from: Vec2, to: Vec2| {
            mouse.right = false;
            for (at, down) in [(from, true), (to, false)] {
                mouse.at = Some(at);
                mouse.right_button(down, |at| at == panel);
            }
            mouse.right
        };
        assert!(right(a, a));
        assert!(!right(a, b), "that looked around");
        assert!(!right(panel, panel));
    }
}
