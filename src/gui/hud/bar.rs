//! The bar at the foot of the window: an aim, the list of actions, or who is waited for. It is as large as what is in it. An open question has
//! no bar: it stands beside whom it is put to.

use bevy_egui::egui::{self, Align2, Rect, Vec2};

use super::float::Float;
use super::layout::{self, Layout};
use super::said::Said;
use super::view::View;
use super::{actions, aim, decision, take_back, theme};
use crate::level::Seat;

/// What the bar is about. While it stays the same the bar may grow, but does not shrink: nothing moves away from under the mouse because the
/// next target has a shorter name.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Topic {
    /// Who is waited for, or a list of actions: as large as it is.
    #[default]
    Plain,
    /// An action that is aimed, or its family.
    Aim(String),
}

impl Topic {
    fn of(view: &View) -> Self {
        let session = view.session;
        let aimed = session.aim.as_ref().map(|aim| &aim.offer);
        aimed.map_or(Self::Plain, |offer| {
            let family = session.fan.clone().unwrap_or_default();
            Self::Aim(if family.is_empty() { offer.label.clone() } else { family })
        })
    }
}

/// The bar as it was last drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// What it was about.
    about: Topic,
    /// In a window of this size.
    window: Vec2,
    /// How large it was; nothing where there was none.
    pub size: Vec2,
    /// How high it has been at most in this window with nothing but a list of actions in it.
    row: f32,
}

impl Drawn {
    /// How high it is with a list of actions: in a low window with large letters that takes more than a row does elsewhere.
    pub fn row(&self, window: Vec2) -> f32 {
        if self.window == window {
            self.row.max(layout::ROW)
        } else {
            layout::ROW
        }
    }

    /// How high it was; a row before it was drawn first.
    pub fn height(&self, window: Vec2) -> f32 {
        if self.window == window {
            self.size.y
        } else {
            layout::ROW
        }
    }
}

/// Draws the bar, or the open question beside whom it is put to; returns where that is.
pub fn show(
    context: &egui::Context,
    view: &View,
    (last, unfolded): (&mut Drawn, &mut bool),
    places: &Layout,
    said: &mut Vec<Said>,
) -> Option<Rect> {
    let window = context.content_rect().size();
    let question = view.session.question();
    if question.is_none() {
        decision::foresee(view);
    }
    let asks_person = question.is_some_and(|question| view.session.seat(question.side) == Seat::Human);
    let about = Topic::of(view);
    let same = last.window == window && last.about == about;
    let was = if same { last.size } else { Vec2::ZERO };
    let mut now = Vec2::ZERO;
    if !asks_person {
        let here = !view.session.hands_over();
        let ask = view.session.ask.as_ref().filter(|_| here);
        let frame = if ask.is_some() {
            theme::loud_frame()
        } else {
            theme::frame()
        };
        let grows = about != Topic::Plain;
        let most = Vec2::new(places.full.width(), window.y * 0.6);
        let float = Float {
            frame: frame.inner_margin(5.0),
            least: if grows { was } else { Vec2::ZERO },
            ..Float::new("bar", most)
        };
        let id = float.id;
        float.show(
            context,
            |size| Align2::CENTER_BOTTOM.align_size_within_rect(size, places.full),
            |ui| {
                if let Some(ask) = ask {
                    ui.set_max_width(640.0);
                    take_back::asked(ui, view, ask, said);
                } else if let Some(question) = question {
                    decision::others(ui, view, question);
                } else if let Some(aim) = &view.session.aim {
                    aim::show(ui, view, aim, places.low, said);
                } else if let Some(creature) = view.session.commanded().filter(|_| here) {
                    actions::show(ui, view, creature, places.low, said);
                } else {
                    actions::waiting(ui, view, said);
                }
            },
        );
        now = Float::new(id, most)
            .size(context)
            .unwrap_or(Vec2::new(0.0, layout::ROW));
    }
    let known = if last.window == window { last.row } else { 0.0 };
    let row = if about == Topic::Plain && !asks_person && view.session.ask.is_none() {
        known.max(now.y)
    } else {
        known
    };
    let drawn = Drawn {
        about,
        window,
        size: now,
        row,
    };
    if drawn != *last {
        *last = drawn;
        context.request_repaint();
    }
    let question = question.filter(|_| asks_person)?;
    Some(decision::show(context, view, unfolded, places, question, said))
}
