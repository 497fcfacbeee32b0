//! Where panels go. The board fills the window; panels float over it, each as large as what is in it: pure arithmetic over the window's
//! size in points.
//!
//! Along the top run turn order, goal and buttons, along the bottom one row for whoever acts. Between them everything is the board's, but for
//! the sheet at the left and the log at the right while they are open. In a small window those two are open one at a time.

use bevy::prelude::{App, IntoScheduleConfigs, MessageReader, OnEnter, Res, ResMut, Resource};
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{Pos2, Rect, Vec2};

use super::panel::Panel;
use super::panel_order::{Remember, Turn};
use super::theme::STEP;
use super::ui_command::{UiCommand, Window};
use crate::gui::app::frame::Screen;
use crate::gui::app::settings::{Panels, Settings};

/// The columns, and the foot of the window.
pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Columns>()
        .remember::<Foot>()
        .add_systems(OnEnter(Screen::Battle), as_chosen)
        .add_systems(OnEnter(Screen::Replay), as_chosen)
        .add_systems(EguiPrimaryContextPass, heed.in_set(Turn::Heed));
}

/// Sheet and log at the sides of the window.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Columns {
    /// What was folded by hand.
    pub folds: Folds,
    /// Whether sheet and log are open as the window stands.
    pub open: (bool, bool),
}

/// What stands at the foot of the window, as it was last drawn.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Foot {
    /// In a window of this size.
    pub window: Vec2,
    /// How large it was; nothing where there was none.
    pub size: Vec2,
    /// How high it has been at most in this window with nothing but a list of actions in it.
    pub row: f32,
}

impl Foot {
    /// How high it is with a list of actions: in a low window with large letters that takes more than a row does elsewhere.
    pub(crate) fn row(&self, window: Vec2) -> f32 {
        if self.window == window { self.row.max(ROW) } else { ROW }
    }

    /// How high it was; a row before it was drawn first.
    pub(crate) fn height(&self, window: Vec2) -> f32 {
        if self.window == window { self.size.y } else { ROW }
    }
}

/// What was open in the last battle is open in the next.
fn as_chosen(mut columns: ResMut<Columns>, chosen: Res<Settings>) {
    columns.folds = Folds { sheet: Some(chosen.panels.sheet_pinned), log: Some(chosen.panels.log_open) };
}

fn heed(
    mut said: MessageReader<UiCommand>,
    mut panels: MessageReader<Panel>,
    mut columns: ResMut<Columns>,
    mut settings: ResMut<Settings>,
) {
    for one in said.read() {
        match *one {
            UiCommand::Toggle(Window::Sheet) => columns.folds.sheet = Some(!columns.open.0),
            UiCommand::Toggle(Window::Log) => columns.folds.log = Some(!columns.open.1),
            UiCommand::Wide(Window::Sheet, wide) => settings.panels.sheet = Some(wide.round()),
            UiCommand::Wide(Window::Log, wide) => settings.panels.log = Some(wide.round()),
            _ => {}
        }
    }
    if panels.read().any(|&panel| panel == Panel::Reckonings) {
        columns.folds.log = Some(true);
    }
}

/// What the player has opened by hand; `None` leaves it folded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Folds {
    /// The sheet at the left, pinned.
    pub sheet: Option<bool>,
    /// The log at the right.
    pub log: Option<bool>,
}

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// Under 900 points.
    Narrow,
    /// Under 1200 points.
    Middling,
    /// More.
    Wide,
}

/// The rectangles of panels, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    /// How much room there is.
    pub room: Room,
    /// Whether there is so little height that panels over the board say only the most important.
    pub low: bool,
    /// All that panels may lie in: the window without a small rim.
    pub full: Rect,
    /// How high turn order, goal and buttons are.
    pub strip: f32,
    /// What the sheet may take, if open.
    pub sheet: Option<Rect>,
    /// What the log takes, if open.
    pub log: Option<Rect>,
    /// What the bar takes at most: it stands on its lower edge, in the middle.
    pub bar: Rect,
    /// What is left for whatever must be seen of the board.
    pub free: Rect,
}

impl Layout {
    /// Leaves out what is open over what must be seen of the board: where there is room only for one of them, a question or an aim comes first.
    pub(crate) fn give_way(&mut self) {
        let free = self.free;
        let beside = |panel: &Rect| !panel.intersects(free);
        self.sheet = self.sheet.filter(beside);
        self.log = self.log.filter(beside);
    }
}

/// Narrower than this, in points, the sheet and the log are open one at a time.
const BOTH: f32 = 760.0;

/// How high the bar is with one row of actions.
pub(crate) const ROW: f32 = 60.0;

/// Whether the window has little room.
fn small(size: Vec2) -> bool {
    size.x < 900.0 || size.y < 480.0
}

/// How much larger everything is drawn in a window of this size, in points of the system: on a screen that is far finer than its system takes
/// it for, letters would be too small to be read. In steps, so that a window that is drawn larger does not flicker. Where letters have been
/// made larger (`text` times) already, only as far as there is still room as on a screen of 1280×720.
pub(crate) fn enlarged(window: Vec2, text: f32) -> f32 {
    // Before a panel knows its window it takes it for this large.
    if window.x >= 10_000.0 {
        return 1.0;
    }
    let fits = (window.x / 1920.0).min(window.y / 1080.0);
    let room = (window.x / 1280.0).min(window.y / 720.0) / text;
    (fits.clamp(1.0, 2.0).min(room.max(1.0)) * 4.0).floor() / 4.0
}

/// Lays out the battle screen with a bar of this height; none where it is 0.
pub(crate) fn battle(size: Vec2, folds: Folds, kept: &Panels, bar: f32) -> Layout {
    let room = match size.x {
        x if x < 900.0 => Room::Narrow,
        x if x < 1200.0 => Room::Middling,
        _ => Room::Wide,
    };
    let gap = if room == Room::Narrow { STEP / 2.0 } else { STEP };
    let full = Rect::from_min_size(Pos2::ZERO, size).shrink(gap);
    let strip = if small(size) { 38.0 } else { 44.0 };
    let top = full.min.y + strip + gap;
    let high = bar.min(size.y * 0.6);
    let bar = Rect::from_min_max(Pos2::new(full.min.x, full.max.y - high), full.max);
    let bottom = if high > 0.0 { bar.min.y - gap } else { full.max.y };

    let log_open = folds.log.unwrap_or(false);
    let sheet_open = folds.sheet.unwrap_or(false) && !(log_open && size.x < BOTH);
    let most = (full.width() * 0.6).max(full.width().min(240.0));
    let wide = |wanted: f32, least: f32| wanted.max(least.min(most)).min(most);
    let sheet_width = wide(kept.sheet.unwrap_or((size.x * 0.2).clamp(232.0, 280.0)), 200.0);
    let log_width = wide(kept.log.unwrap_or((size.x * 0.26).clamp(272.0, 420.0)), 220.0);
    let column = |left: f32, right: f32| Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom));
    let sheet = sheet_open.then(|| column(full.min.x, full.min.x + sheet_width));
    let log = log_open.then(|| column(full.max.x - log_width, full.max.x));
    // What must be seen lies beside an open panel, where half of the window is left there.
    let beside = |panel: Option<Rect>| panel.filter(|panel| full.width() - panel.width() - gap > size.x * 0.5);
    let mut left = beside(sheet).map_or(full.min.x, |panel| panel.max.x + gap);
    let right = beside(log).map_or(full.max.x, |panel| panel.min.x - gap);
    if right - left < size.x * 0.35 {
        left = full.min.x;
    }
    let free = Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom));
    Layout { room, low: size.y < 400.0, full, strip, sheet, log, bar, free }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_as_large_on_a_fine_screen_as_on_a_coarse_one() {
        for (window, text, wanted) in [
            ((800.0, 600.0), 1.0, 1.0),
            ((1920.0, 1080.0), 1.0, 1.0),
            ((2560.0, 1440.0), 1.0, 1.25),
            ((3840.0, 2160.0), 1.0, 2.0),
            ((3840.0, 1080.0), 1.0, 1.0),
            ((7680.0, 4320.0), 1.0, 2.0),
            ((3840.0, 2160.0), 2.0, 1.5),
            ((2560.0, 1440.0), 2.0, 1.0),
            ((7680.0, 4320.0), 2.0, 2.0),
        ] {
            assert!((enlarged(Vec2::from(window), text) - wanted).abs() < 0.001, "{window:?}");
        }
    }

    const SIZES: [(f32, f32); 9] = [
        (800.0, 600.0),
        (1280.0, 720.0),
        (1920.0, 1080.0),
        (3840.0, 2160.0),
        (640.0, 360.0), // 1280×720 at 200 %
        (400.0, 300.0), // 800×600 at 200 %
        (320.0, 240.0), // 640×480 at 200 %
        (960.0, 540.0), // 1920×1080 at 200 %
        (1024.0, 768.0),
    ];

    #[test]
    fn panels_never_overlap_each_other_nor_leave_the_window() {
        for (x, y) in SIZES {
            for sheet in [None, Some(false), Some(true)] {
                for log in [None, Some(false), Some(true)] {
                    let size = Vec2::new(x, y);
                    let layout = battle(size, Folds { sheet, log }, &Panels::default(), ROW);
                    let strip = Rect::from_min_size(layout.full.min, Vec2::new(layout.full.width(), layout.strip));
                    let mut rects = vec![strip, layout.bar];
                    rects.extend(layout.sheet);
                    rects.extend(layout.log);
                    for (place, one) in rects.iter().enumerate() {
                        assert!(Rect::from_min_size(Pos2::ZERO, size).contains_rect(*one));
                        for other in &rects[place + 1..] {
                            assert!(!one.shrink(0.1).intersects(*other), "{x}x{y}: {one:?} over {other:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_must_be_seen_lies_beside_an_open_panel_if_there_is_room() {
        let open = |x: f32, y: f32| {
            let folds = Folds { sheet: None, log: Some(true) };
            let layout = battle(Vec2::new(x, y), folds, &Panels::default(), ROW);
            (layout.free, layout.log.expect("it is open"))
        };
        let (free, log) = open(800.0, 600.0);
        assert!(free.max.x < log.min.x && free.width() > 400.0, "{free:?} beside {log:?}");
        let (free, log) = open(400.0, 300.0);
        assert!(free.max.x > log.min.x && free.width() > 380.0, "{free:?} under {log:?}");
    }

    #[test]
    fn what_lies_over_the_board_gives_way_to_a_question() {
        for (x, y) in SIZES {
            for folds in [(Some(true), None), (None, Some(true)), (Some(true), Some(true))] {
                let (sheet, log) = folds;
                let open = battle(Vec2::new(x, y), Folds { sheet, log }, &Panels::default(), ROW);
                let mut asked = open;
                asked.give_way();
                for (panel, left) in [(open.sheet, asked.sheet), (open.log, asked.log)] {
                    let over = panel.is_some_and(|panel| panel.intersects(open.free));
                    assert_eq!(left, panel.filter(|_| !over), "{x}x{y}");
                }
                assert!(x > 500.0 || (asked.sheet, asked.log) == (None, None), "{x}x{y}: {asked:?}");
            }
        }
    }

    #[test]
    fn with_nothing_asked_for_the_board_has_nearly_all_of_the_window() {
        for (x, y) in SIZES {
            let size = Vec2::new(x, y);
            let layout = battle(size, Folds::default(), &Panels::default(), ROW);
            assert!(layout.free.width() >= x * 0.95, "{x}x{y}: {:?}", layout.free);
            let share = if y < 400.0 { 0.5 } else { 0.7 };
            assert!(layout.free.height() >= y * share, "{x}x{y}: {:?}", layout.free);
        }
    }
}
