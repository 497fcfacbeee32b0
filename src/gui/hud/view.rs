//! What panels read. They change no rules state and no session.

use bevy_egui::egui::{self, Rect, Ui, Vec2};

use super::forecasts::Forecasts;
use super::pictures::Pictures;
use super::theme;
use crate::battle::{ById, Creature, Id, Offer, Sheet, SideId, Thing};
use crate::grid::Square;
use crate::gui::app::settings::Settings;
use crate::gui::board::lens::Lens;
use crate::gui::input::keys::Keys;
use crate::gui::input::table_action::TableAction;
use crate::gui::session::Session;
use crate::gui::session::action_menu::{Common, Key};

/// What panels read.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    /// The battle and what is aimed at and hovered.
    pub session: &'a Session,
    /// The commanded creature's list.
    pub offers: &'a [Offer],
    /// What the players chose.
    pub settings: &'a Settings,
    /// Odds.
    pub forecasts: &'a Forecasts,
    /// Portraits and icons.
    pub pictures: &'a Pictures,
    /// The names of keys.
    pub hints: &'a Hints,
    /// Whether somebody only watches.
    pub watching: bool,
    /// Where the board is in the window.
    pub lens: Lens,
}

/// What the keys of things are called, as bound now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// Actions of the bar, choices of a decision.
    pub slots: Vec<String>,
    /// Common acts, in the order of [`Common::ALL`].
    pub common: Vec<String>,
    /// Ends the turn.
    pub end_turn: String,
    /// Takes the last order back.
    pub undo: String,
    /// Asks how far to take back.
    pub undo_to: String,
    /// Confirms an aim.
    pub confirm: String,
    /// Aims no longer.
    pub cancel: String,
    /// Next target.
    pub next: String,
    /// Next of those who may act.
    pub next_actor: String,
    /// Shows the rest at once.
    pub skip: String,
    /// Shows everything slower, and faster.
    pub pace: [String; 2],
    /// Goals and what is to come.
    pub stakes: String,
    /// What odds come from.
    pub why: String,
    /// What a side holds.
    pub hand: String,
    /// What the computer would do.
    pub plans: String,
    /// All of the board.
    pub fit: String,
}

impl Hints {
    /// The cap of a button's key; empty where it has none.
    pub(crate) fn key(&self, key: Key) -> &str {
        let caps = match key {
            Key::Common(common) => self.common.get(common as usize),
            Key::Choice(number) => self.slots.get(number),
        };
        caps.map_or("", String::as_str)
    }

    /// The names of the keys as they are bound.
    pub(crate) fn of(keys: &Keys) -> Self {
        Self {
            slots: TableAction::CHOICES.iter().map(|&action| keys.cap(action)).collect(),
            common: Common::ALL.iter().map(|&common| keys.cap(TableAction::of(common))).collect(),
            end_turn: keys.cap(TableAction::EndTurn),
            undo: keys.cap(TableAction::Undo),
            undo_to: keys.cap(TableAction::UndoTo),
            confirm: keys.cap(TableAction::Confirm),
            cancel: keys.cap(TableAction::Cancel),
            next: keys.cap(TableAction::NextTarget),
            next_actor: keys.cap(TableAction::NextActor),
            skip: keys.cap(TableAction::Skip),
            pace: [TableAction::Slower, TableAction::Faster].map(|action| keys.cap(action)),
            stakes: keys.cap(TableAction::Stakes),
            why: keys.cap(TableAction::Why),
            hand: keys.cap(TableAction::Hand),
            plans: keys.cap(TableAction::Plans),
            fit: keys.cap(TableAction::Fit),
        }
    }
}

impl<'a> View<'a> {
    /// The name of a creature or object.
    pub(crate) fn name(&self, id: Id) -> &'a str {
        self.session.battle.name(id)
    }

    /// A creature's kind and side.
    pub(crate) fn creature(&self, id: Id) -> Option<&'a Creature> {
        self.session.battle.world().part::<Creature>(id)
    }

    /// The side a creature is on, as an index; objects are on none.
    pub(crate) fn side(&self, id: Id) -> Option<u8> {
        self.creature(id).map(|creature| creature.side.0)
    }

    /// The name of a side.
    pub(crate) fn side_name(&self, side: SideId) -> &'a str {
        self.session.side_name(side)
    }

    /// A creature's or object's sheet.
    pub(crate) fn sheet(&self, id: Id) -> Sheet {
        let battle = self.session.seen();
        battle.ruleset().sheet(battle.world(), id)
    }

    /// The square of a creature or object.
    pub(crate) fn square(&self, id: Id) -> Option<Square> {
        let world = self.session.battle.world();
        match world.part::<crate::battle::Position>(id) {
            Some(position) => Some(position.at),
            None => world.part::<Thing>(id).and_then(|thing| thing.squares.first().copied()),
        }
    }

    /// Where a creature or object is in the window.
    pub(crate) fn place(&self, id: Id) -> Option<Rect> {
        self.session.extent(id).map(|space| self.lens.space(space))
    }

    /// A creature's portrait as a widget of so many points, an object's mark else.
    pub(crate) fn portrait(&self, ui: &mut Ui, id: Id, size: f32) -> egui::Response {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), egui::Sense::hover());
        self.paint_portrait(ui.painter(), rect, id);
        response
    }

    /// Draws a creature's portrait.
    pub(crate) fn paint_portrait(&self, painter: &egui::Painter, rect: Rect, id: Id) {
        let world = self.session.battle.world();
        if let Some(creature) = self.creature(id) {
            let faded = world.part::<crate::battle::OnMap>(id).is_none();
            let palette = self.settings.palette;
            self.pictures.portrait(painter, rect, &creature.kind, creature.side.0, palette, faded);
        } else {
            painter.circle_filled(rect.center(), rect.width() * 0.42, theme::LIFTED);
            let (icon, size) = (egui_phosphor::regular::CUBE, theme::body(rect.width() * 0.5));
            painter.text(rect.center(), egui::Align2::CENTER_CENTER, icon, size, theme::PAPER);
        }
    }
}
