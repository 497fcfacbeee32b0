//! The desk at which every panel works: what it reads, where it may lie, and where it says what it wants.
//!
//! A panel is a plugin. What it remembers is a resource of its own, which no other panel reads; it is drawn by a system of its own, in its
//! [`Turn`]; what it says ([`UiCommand`]) is passed on once all are drawn, as messages, which every panel takes in before it is drawn the next
//! time. So a panel can be taken away without another noticing, and drawn alone.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

use super::forecasts::Forecasts;
use super::keep_clear::Clear;
use super::layout::Layout;
use super::panel_order::{Remember, Turn};
use super::pictures::Pictures;
use super::ui_command::UiCommand;
use super::view::{Hints, View};
use crate::battle::{Id, Offer};
use crate::grid::Square;
use crate::gui::app::frame::{PaintSystems, Screen};
use crate::gui::app::settings::Settings;
use crate::gui::board::lens::Lens;
use crate::gui::session::Session;

/// What panels are drawn on: egui's context of the window, of a picture, or of a test.
#[derive(Resource, Clone)]
pub(crate) struct EguiContext(pub egui::Context);

/// Puts the turns in order.
pub(crate) fn plugin(app: &mut App) {
    app.remember::<Covered>().add_message::<UiCommand>();
    app.configure_sets(
        EguiPrimaryContextPass,
        (
            Turn::Heed,
            Turn::Lay,
            (
                Turn::Spoken,
                Turn::Ribbon,
                Turn::Sheet,
                Turn::Log,
                Turn::Bar,
                Turn::Decision,
                Turn::Odds,
                Turn::Why,
                Turn::Hand,
                Turn::Advice,
                Turn::Card,
                Turn::SmallMap,
                Turn::LastLines,
                Turn::Notice,
                Turn::Answered,
                Turn::GameMaster,
                Turn::Rule,
                Turn::Stakes,
                Turn::TakeBack,
                Turn::SaveAs,
            )
                .chain()
                .run_if(drawn),
            Turn::Report,
            Turn::Curtain,
            Turn::PassOn,
            Turn::Settings,
        )
            .chain()
            .in_set(PaintSystems::Panels),
    );
}

/// Whether panels are drawn in this frame.
fn drawn(
    screen: Res<State<Screen>>,
    laid: Option<Res<Laid>>,
    session: Option<Res<Session>>,
    covered: Res<Covered>,
) -> bool {
    let table = matches!(screen.get(), Screen::Battle | Screen::Replay);
    table && laid.is_some() && session.is_some() && !covered.0
}

/// Whether somebody plays, and does not watch.
pub(crate) fn plays(screen: Res<State<Screen>>) -> bool {
    *screen.get() == Screen::Battle
}

/// Whether the table is covered while it is handed over.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Covered(pub bool);

/// The table as it is laid for this frame.
#[derive(Resource)]
pub(crate) struct Laid {
    /// The commanded creature's list.
    pub offers: Vec<Offer>,
    /// The names of keys.
    pub hints: Hints,
    /// Where the board is in the window.
    pub lens: Lens,
    /// Whether somebody only watches.
    pub watching: bool,
    /// Where panels may lie, and whom they are about.
    pub spot: Spot,
    /// What panels have said in this frame.
    pub said: Vec<UiCommand>,
}

/// Where panels may lie, and whom they are about.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// The rectangles of panels.
    pub places: Layout,
    /// What is to be kept clear, those panels among it that have been drawn.
    pub clear: Clear,
    /// The square under the pointer.
    pub pointed: Option<Square>,
    /// Whom the cursor is on.
    pub hovered: Option<Id>,
    /// Who acts or is asked.
    pub acting: Option<Id>,
}

/// What a panel reads and where it says what it wants.
#[derive(SystemParam)]
pub(crate) struct Desk<'w> {
    glass: Res<'w, EguiContext>,
    session: Res<'w, Session>,
    settings: Res<'w, Settings>,
    forecasts: Res<'w, Forecasts>,
    pictures: Res<'w, Pictures>,
    laid: ResMut<'w, Laid>,
}

impl Desk<'_> {
    /// Draws a panel: on the glass, from what is to be seen, where there is room, saying what it wants.
    pub(crate) fn draw<T>(
        &mut self,
        add: impl FnOnce(&egui::Context, &View, &mut Spot, &mut Vec<UiCommand>) -> T,
    ) -> T {
        let Laid { offers, hints, lens, watching, spot, said } = &mut *self.laid;
        let view = View {
            session: &self.session,
            offers,
            settings: &self.settings,
            forecasts: &self.forecasts,
            pictures: &self.pictures,
            hints,
            watching: *watching,
            lens: *lens,
        };
        add(&self.glass.0, &view, spot, said)
    }
}
