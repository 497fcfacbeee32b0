//! What panels read, what they may remember, and what they say back. Panels change no rules state and no session.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::Resource;
use bevy_egui::egui::{self, Id as UiId, Rect, Ui, UiBuilder, Vec2};

use super::forecasts::Forecasts;
use super::layout::Folds;
use super::pictures::Pictures;
use super::{gm, theme};
use crate::battle::{Battle, ById, Creature, Id, Offer, Order, Sheet, SideId, Thing};
use crate::grid::Square;
use crate::gui::camera::Lens;
use crate::gui::{Keys, Panel, Session, Settings, TableAction};

/// What panels read.
#[derive(Clone, Copy)]
pub struct View<'a> {
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
pub struct Hints {
    /// Actions of the bar, choices of a decision.
    pub slots: Vec<String>,
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
    /// Goals and what is to come.
    pub stakes: String,
}

impl Hints {
    /// The names of the keys as they are bound.
    pub fn of(keys: &Keys) -> Self {
        Self {
            slots: TableAction::CHOICES.iter().map(|&action| keys.cap(action)).collect(),
            end_turn: keys.cap(TableAction::EndTurn),
            undo: keys.cap(TableAction::Undo),
            undo_to: keys.cap(TableAction::UndoTo),
            confirm: keys.cap(TableAction::Confirm),
            cancel: keys.cap(TableAction::Cancel),
            next: keys.cap(TableAction::NextTarget),
            next_actor: keys.cap(TableAction::NextActor),
            skip: keys.cap(TableAction::Skip),
            stakes: keys.cap(TableAction::Stakes),
        }
    }
}

/// What a panel asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// An order.
    Order(Order),
    /// An action of the list.
    Pick(Offer),
    /// The fan of a family.
    Open(String),
    /// The next orders are for this one.
    Command(Id),
    /// Aim at this creature or object.
    AimAt(Id),
    /// Switch an option of the aimed action.
    Option(String, crate::battle::Setting, bool),
    /// Aim no longer.
    CancelAim,
    /// Take the last order back.
    Undo,
    /// Take everything from this order on back.
    TakeBack(usize),
    /// Whether something may be taken back.
    Reply(bool),
    /// Look at a square.
    Look(Square),
    /// Look at a square, even if it is in view.
    LookAt(Square),
    /// Open the card of a rule.
    Rule(String),
    /// Show this creature's sheet while the pointer is on it.
    Show(Id),
    /// Answer this kind of question so from now on, or no longer.
    Standing(SideId, String, Option<String>),
    /// A panel is this wide now.
    Wide(Window, f32),
    /// Open or close a window: the game master's, the settings.
    Toggle(Window),
    /// Save to this file.
    SaveAs(std::path::PathBuf),
    /// Write a report of a mistake with this note.
    Report(String),
    /// Back to the start screen.
    Leave,
    /// This hint has been shown.
    Advised(super::advice::Advice),
    /// No more hints.
    NoAdvice,
}

impl Said {
    /// Whether it does something to the battle that depends on whose turn it is and what is asked. A game master's overrides do not.
    pub fn acts(&self) -> bool {
        match self {
            Self::Order(order) => !matches!(order, Order::Gm(_)),
            Self::Pick(_) | Self::Open(_) | Self::Command(_) | Self::TakeBack(_) | Self::Reply(_) => true,
            Self::Standing(_, _, answer) => answer.is_some(),
            _ => false,
        }
    }
}

/// Windows that open over the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// The sheet at the left.
    Sheet,
    /// The log at the right.
    Log,
    /// The game master's panel.
    GameMaster,
    /// The settings.
    Settings,
    /// Goals and what is to come.
    Stakes,
    /// Saving under a name.
    SaveAs,
    /// Reporting a mistake.
    Report,
    /// How far to take back.
    TakeBack,
}

/// Which lines the log shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// All.
    #[default]
    All,
    /// What happened to whom, without steps and reckoning.
    Fights,
    /// Lines with a number behind them.
    Numbers,
}

/// What panels remember between frames.
#[derive(Resource, Default)]
pub struct Hud {
    /// What was folded by hand.
    pub folds: Folds,
    /// Whether sheet and log are open as the window stands.
    pub open_now: (bool, bool),
    /// The bar as last drawn.
    pub bar: super::bar::Drawn,
    /// Lines of the log that are folded open, by event number.
    pub open: BTreeSet<u32>,
    /// What the log shows.
    pub filter: Filter,
    /// What is looked for in the log.
    pub wanted: String,
    /// How many lines of the log are drawn at most.
    pub lines: usize,
    /// The rule whose card is open.
    pub card: Option<String>,
    /// The creature whose portrait is under the pointer.
    pub shown: Option<Id>,
    /// Who acted, or was asked, in the last frame.
    pub acting: Option<Id>,
    /// Where the cursor was when somebody else's turn came, until it is moved.
    pub left: Option<Square>,
    /// The game master's form, while open.
    pub gm: Option<gm::Form>,
    /// Whether somebody has agreed in this battle that it shows what is hidden.
    pub gm_warned: bool,
    /// The form for saving under a name, while open.
    pub save_as: Option<super::save_as::Form>,
    /// The form for reporting a mistake, while open.
    pub report: Option<super::report::Form>,
    /// Whether the window of how far to take back has just been opened, while open.
    pub take_back: Option<bool>,
    /// Whether the settings are open.
    pub settings: bool,
    /// Whether the window of goals is open.
    pub stakes: bool,
    /// Whether the number behind the open decision is folded open.
    pub unfolded: bool,
    /// Answers that are given without asking, by side and kind of question.
    pub standing: BTreeMap<(SideId, String), String>,
    /// The notice last shown and when it came, in seconds.
    pub notice: (u32, f64),
    /// Answers given without asking since their side had the word.
    pub answered: Vec<super::answered::Given>,
    /// For which side the note of them is shown, and after how many orders it was.
    pub noted: Option<(SideId, usize)>,
    /// The first-time hint that is shown.
    pub advice: Option<super::advice::Advice>,
    /// Handing over between people.
    pub handover: super::handover::Handover,
}

impl Hud {
    /// Opens a window, for a picture of it.
    pub fn open_panel(&mut self, panel: Panel, battle: Option<&Battle>) {
        match panel {
            Panel::Settings => self.settings = true,
            Panel::GameMaster => (self.gm, self.gm_warned) = (Some(gm::Form::default()), true),
            Panel::Warning => self.gm = Some(gm::Form::default()),
            Panel::Stakes => self.stakes = true,
            Panel::SaveAs => self.save_as = Some(super::save_as::Form::default()),
            Panel::Report => self.report = Some(super::report::Form::default()),
            Panel::TakeBack => self.take_back = Some(true),
            Panel::Reckonings => {
                self.folds.log = Some(true);
                let events = battle.map_or(&[][..], Battle::events);
                self.open = events.iter().map(|event| event.seq).collect();
            }
            Panel::Rule => {
                let mut events = battle.map_or(&[][..], Battle::events).iter().rev();
                self.card = events.find_map(|event| event.rules.first().map(|rule| rule.id().to_string()));
            }
            Panel::HandOver => self.handover.cover(),
            // A screen of its own.
            Panel::Replay => {}
        }
    }
}

impl<'a> View<'a> {
    /// The name of a creature or object.
    pub fn name(&self, id: Id) -> &'a str {
        self.session.battle.name(id)
    }

    /// A creature's kind and side.
    pub fn creature(&self, id: Id) -> Option<&'a Creature> {
        self.session.battle.world().part::<Creature>(id)
    }

    /// The side a creature is on, as an index; objects are on none.
    pub fn side(&self, id: Id) -> Option<u8> {
        self.creature(id).map(|creature| creature.side.0)
    }

    /// The name of a side.
    pub fn side_name(&self, side: SideId) -> &'a str {
        self.session
            .battle
            .level()
            .sides
            .get(usize::from(side.0))
            .map_or("", |side| side.name.as_str())
    }

    /// A creature's or object's sheet.
    pub fn sheet(&self, id: Id) -> Sheet {
        let battle = self.session.seen();
        battle.ruleset().sheet(battle.world(), id)
    }

    /// The square of a creature or object.
    pub fn square(&self, id: Id) -> Option<Square> {
        let world = self.session.battle.world();
        match world.part::<crate::battle::Position>(id) {
            Some(position) => Some(position.at),
            None => world.part::<Thing>(id).and_then(|thing| thing.squares.first().copied()),
        }
    }

    /// Where a creature or object is in the window.
    pub fn place(&self, id: Id) -> Option<Rect> {
        let at = self.square(id)?;
        let creature = self.creature(id).is_some();
        Some(if creature {
            self.lens.space(self.session.space(id))
        } else {
            self.lens.square(at)
        })
    }

    /// A creature's portrait as a widget of so many points, an object's mark else.
    pub fn portrait(&self, ui: &mut Ui, id: Id, size: f32) -> egui::Response {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), egui::Sense::hover());
        self.paint_portrait(ui.painter(), rect, id);
        response
    }

    /// Draws a creature's portrait.
    pub fn paint_portrait(&self, painter: &egui::Painter, rect: Rect, id: Id) {
        let world = self.session.battle.world();
        if let Some(creature) = self.creature(id) {
            let faded = world.part::<crate::battle::OnMap>(id).is_none();
            let palette = self.settings.palette;
            self.pictures
                .portrait(painter, rect, &creature.kind, creature.side.0, palette, faded);
        } else {
            painter.circle_filled(rect.center(), rect.width() * 0.42, theme::LIFTED);
            let (icon, size) = (egui_phosphor::regular::CUBE, theme::body(rect.width() * 0.5));
            painter.text(rect.center(), egui::Align2::CENTER_CENTER, icon, size, theme::PAPER);
        }
    }
}

/// Draws a panel into a rectangle; nothing of it shows outside. Returns the height its contents wanted.
pub fn pane(context: &egui::Context, id: &str, rect: Rect, frame: egui::Frame, add: impl FnOnce(&mut Ui)) -> f32 {
    let mut wanted = 0.0;
    egui::Area::new(UiId::new(id))
        .fixed_pos(rect.min)
        .constrain(false)
        .order(egui::Order::Middle)
        .default_size(rect.size())
        .show(context, |ui| {
            ui.set_clip_rect(rect.expand(2.0));
            ui.painter()
                .add(frame.paint(rect.shrink2(frame.inner_margin.sum() / 2.0)));
            // The whole pane takes the pointer, so that no click falls through to the board; it is no stop for Tab.
            ui.allocate_rect(rect, egui::Sense::CLICK | egui::Sense::DRAG);
            let inner = rect.shrink2(frame.inner_margin.sum() / 2.0);
            let mut child = ui.new_child(
                UiBuilder::new()
                    .max_rect(inner)
                    .layout(egui::Layout::top_down(egui::Align::Min)),
            );
            child.set_clip_rect(rect);
            add(&mut child);
            wanted = child.min_rect().height() + frame.inner_margin.sum().y;
        });
    wanted
}

/// How a panel that floats over the board is drawn.
pub struct Float<'a> {
    /// Its name.
    pub id: &'a str,
    /// Its frame.
    pub frame: egui::Frame,
    /// How large it may become.
    pub most: Vec2,
    /// How large it is at least.
    pub least: Vec2,
    /// Whether it takes the pointer; else whatever is done on it is done to the board.
    pub takes: bool,
    /// Over or under other panels.
    pub order: egui::Order,
}

impl<'a> Float<'a> {
    /// A panel that takes the pointer.
    pub fn new(id: &'a str, most: Vec2) -> Self {
        Self {
            id,
            frame: theme::frame(),
            most,
            least: Vec2::ZERO,
            takes: true,
            order: egui::Order::Middle,
        }
    }

    /// How large it was when it was last drawn.
    pub fn size(&self, context: &egui::Context) -> Option<Vec2> {
        context.data(|data| data.get_temp(UiId::new(("size of", self.id))))
    }

    /// Draws it where it is to be placed, as large as its contents were in the last frame: contents do not lie otherwise because of where or how
    /// large it is. Returns where it is. Before it has a size it is not seen.
    pub fn show(self, context: &egui::Context, place: impl FnOnce(Vec2) -> Rect, add: impl FnOnce(&mut Ui)) -> Rect {
        let known = self.size(context);
        let rim = self.frame.total_margin().sum();
        let size = known.unwrap_or(self.least).max(self.least).min(self.most);
        let rect = place(size);
        let mut wanted = Vec2::ZERO;
        let mut area = egui::Area::new(UiId::new(self.id))
            .fixed_pos(rect.min)
            .constrain(false)
            .order(self.order)
            .interactable(self.takes)
            .default_size(rect.size());
        if !self.takes {
            area = area.sense(egui::Sense::empty());
        }
        area.show(context, |ui| {
            if known.is_none() {
                ui.set_invisible();
            }
            ui.set_clip_rect(rect.expand(2.0));
            ui.painter().add(self.frame.paint(rect.shrink2(rim / 2.0)));
            // The whole panel takes the pointer, so that no click falls through to the board; it is no stop for Tab.
            let sense = if self.takes {
                egui::Sense::CLICK | egui::Sense::DRAG
            } else {
                egui::Sense::empty()
            };
            ui.allocate_rect(rect, sense);
            let inner = Rect::from_min_size(rect.min + rim / 2.0, self.most - rim);
            let mut child = ui.new_child(
                UiBuilder::new()
                    .max_rect(inner)
                    .layout(egui::Layout::top_down(egui::Align::Min)),
            );
            child.set_clip_rect(rect);
            add(&mut child);
            wanted = (child.min_rect().size() + rim).ceil();
        });
        let wanted = wanted.max(self.least).min(self.most);
        if known.is_none_or(|known| (known - wanted).abs().max_elem() > 0.5) {
            context.data_mut(|data| data.insert_temp(UiId::new(("size of", self.id)), wanted));
            context.request_repaint();
        }
        rect
    }
}

/// The edge of the sheet or of the log towards the board: dragged, it makes them wider or narrower.
pub fn edge(ui: &Ui, window: Window, rect: Rect, said: &mut Vec<Said>) {
    let right = window == Window::Log;
    let at = if right { rect.min.x } else { rect.max.x };
    let wide = |x: f32| if right { rect.max.x - x } else { x - rect.min.x };
    let grip = Rect::from_x_y_ranges(at - 4.0..=at + 4.0, rect.y_range());
    let id = UiId::new(("edge", right));
    let response = ui.interact(grip, id, egui::Sense::DRAG);
    if response.hovered() || response.dragged() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::ResizeHorizontal);
    }
    if let Some(to) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        said.push(Said::Wide(window, wide(to.x).clamp(160.0, 2000.0)));
    }
}

/// Whether a window is drawn now and was not in the frame before: then the focus goes into it.
pub fn just_opened(context: &egui::Context, name: &str) -> bool {
    let now = context.cumulative_pass_nr();
    let id = UiId::new(("last drawn", name));
    let last = context.data_mut(|data| data.get_temp_mut_or(id, None).replace(now));
    last.is_none_or(|last: u64| last + 1 < now)
}

/// A rule's identifier as a link.
pub fn rule_link(ui: &mut Ui, rule: &str, said: &mut Vec<Said>) {
    let text = egui::RichText::new(rule).size(11.0).color(theme::LAMP);
    if ui
        .add(egui::Label::new(text).sense(egui::Sense::click()))
        .on_hover_text("Read the rule")
        .clicked()
    {
        said.push(Said::Rule(rule.to_string()));
    }
}
