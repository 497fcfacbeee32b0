//! The panels drawn without a window, for tests: what stands on them, and what a screen reader would say.

use bevy_egui::egui::{self, Event, FullOutput, Pos2, Rect, Shape, Vec2, accesskit};

use super::forecasts::Forecasts;
use super::layout;
use super::pictures::Pictures;
use super::said::Said;
use super::state::Hud;
use super::view::{Hints, View};
use super::{panels, theme};
use crate::gui::art;
use crate::gui::camera::Lens;
use crate::gui::session::Session;
use crate::gui::settings::Settings;

/// Where the board is while nobody draws it.
const LENS: Lens = Lens {
    origin: Pos2::new(200.0, 120.0),
    square: 48.0,
};

/// A table of panels that is drawn frame by frame.
pub(super) struct Drawn {
    context: egui::Context,
    pictures: Pictures,
    forecasts: Forecasts,
    pub(super) hud: Hud,
    /// What the panels asked for in the last frame.
    pub(super) said: Vec<Said>,
}

impl Drawn {
    pub(super) fn new(hud: Hud) -> Self {
        let context = egui::Context::default();
        context.enable_accesskit();
        theme::dress(&context);
        let pictures = Pictures::new(context.clone(), art::Sheets::default());
        Self {
            context,
            pictures,
            forecasts: Forecasts::default(),
            hud,
            said: Vec::new(),
        }
    }

    /// One frame in a large window, with sheet and log; the log is as long as it takes.
    pub(super) fn frame(&mut self, session: &mut Session, events: Vec<Event>) -> FullOutput {
        (self.hud.folds.sheet, self.hud.folds.log) = (Some(true), Some(true));
        self.draw(session, events, Vec2::new(1920.0, 1080.0))
    }

    /// One frame with nothing asked for in a window of this size, in points.
    pub(super) fn bare(&mut self, session: &mut Session, size: Vec2) -> FullOutput {
        self.draw(session, Vec::new(), size)
    }

    fn draw(&mut self, session: &mut Session, events: Vec<Event>, size: Vec2) -> FullOutput {
        let (settings, hints) = (Settings::default(), Hints::default());
        let offers = session.offers().to_vec();
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)),
            events,
            ..egui::RawInput::default()
        };
        let Self {
            hud,
            pictures,
            forecasts,
            said,
            ..
        } = self;
        said.clear();
        let mut drawn = self.context.run_ui(input, |ui| {
            let view = View {
                session: &*session,
                offers: &offers,
                settings: &settings,
                forecasts,
                pictures,
                hints: &hints,
                watching: false,
                lens: LENS,
            };
            let mut places = layout::battle(size, hud.folds, &settings.panels, hud.bar.height(size));
            if let Some(log) = &mut places.log {
                log.max.y = 60_000.0;
            }
            panels(ui.ctx(), &view, hud, &places, None, said);
        });
        // Nobody paints here, and egui wants that said.
        drawn.textures_delta.clear();
        drawn
    }
}

impl Drawn {
    /// Works out all odds that were asked for in frames before.
    pub(super) fn think(&mut self, session: &mut Session) {
        // The first look at a battle forgets what was asked before it.
        self.frame(session, Vec::new());
        self.forecasts.work(&mut session.battle);
        // Sketches first, then what they stand in for.
        for _ in 0..2 {
            self.frame(session, Vec::new());
            while self.forecasts.work(&mut session.battle) {}
        }
    }
}

impl Drop for Drawn {
    fn drop(&mut self) {
        self.context.tex_manager().write().take_delta().clear();
    }
}

/// Every word that is painted, and every word that is there to be read out.
pub(super) fn words(drawn: &FullOutput) -> String {
    let mut out = String::new();
    for shape in &drawn.shapes {
        gather(&shape.shape, &mut out);
    }
    for (_, node) in nodes(drawn) {
        out.push_str(&name(node));
        out.push('\n');
    }
    out
}

fn gather(shape: &Shape, out: &mut String) {
    match shape {
        Shape::Vec(many) => many.iter().for_each(|one| gather(one, out)),
        Shape::Text(text) => {
            out.push_str(text.galley.text());
            out.push('\n');
        }
        _ => {}
    }
}

/// What a screen reader knows.
pub(super) fn nodes(drawn: &FullOutput) -> &[(accesskit::NodeId, accesskit::Node)] {
    let update = drawn.platform_output.accesskit_update.as_ref();
    update.map_or(&[], |update| &update.nodes)
}

/// What is read out for a node.
pub(super) fn name(node: &accesskit::Node) -> String {
    [node.label(), node.value()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

/// What has the focus, as it is read out; `None` when nothing has.
pub(super) fn focused(drawn: &FullOutput) -> Option<(accesskit::Role, String)> {
    let update = drawn.platform_output.accesskit_update.as_ref()?;
    let (_, node) = update.nodes.iter().find(|(id, _)| *id == update.focus)?;
    (node.role() != accesskit::Role::Window).then(|| (node.role(), name(node)))
}

/// A key, down and up again.
pub(super) fn key(key: egui::Key, shift: bool) -> Vec<Event> {
    let modifiers = if shift {
        egui::Modifiers::SHIFT
    } else {
        egui::Modifiers::NONE
    };
    let event = |pressed| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers,
    };
    vec![event(true), event(false)]
}
