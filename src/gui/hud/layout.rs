//! Where panels go: pure arithmetic over the window's size in points, so that nothing overlaps and the map keeps the middle.
//!
//! Three widths are told apart. In a wide window sheet and log stand at the sides; in a middling one only the sheet does;
//! in a narrow one both fold away and come out on demand, one at a time, over the map or, where half of the window is left, beside it.

use bevy_egui::egui::{Pos2, Rect, Vec2};

use super::theme::STEP;

/// What the player has folded or opened by hand; `None` leaves it to the window's width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Folds {
    /// The sheet at the left.
    pub sheet: Option<bool>,
    /// The log at the right.
    pub log: Option<bool>,
}

/// How much room there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Under 900 points: everything folded.
    Narrow,
    /// Under 1200 points.
    Middling,
    /// Everything stands open.
    Wide,
}

/// The rectangles of panels, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// How much room there is.
    pub room: Room,
    /// Turn order and window buttons, along the top.
    pub ribbon: Rect,
    /// The sheet, if open.
    pub sheet: Option<Rect>,
    /// The log, if open.
    pub log: Option<Rect>,
    /// Actions or the open decision, along the bottom.
    pub bar: Rect,
    /// What is left for the map, panels that lie over the map not counted.
    pub free: Rect,
}

/// How high the bar wants to be for what is in it, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wants {
    /// Height of the bar.
    pub bar: f32,
}

/// Lays out the battle screen.
pub fn battle(size: Vec2, folds: Folds, wants: Wants) -> Layout {
    let room = match size.x {
        x if x < 900.0 => Room::Narrow,
        x if x < 1200.0 => Room::Middling,
        _ => Room::Wide,
    };
    let short = size.y < 480.0;
    let gap = if room == Room::Narrow { STEP / 2.0 } else { STEP };
    let full = Rect::from_min_size(Pos2::ZERO, size).shrink(gap);
    let ribbon_height = if short || room == Room::Narrow { 52.0 } else { 68.0 };
    let ribbon = Rect::from_min_size(full.min, Vec2::new(full.width(), ribbon_height));
    let bar_height = wants.bar.min(size.y * 0.45);
    let middle_top = ribbon.max.y + gap;

    let mut sheet_open = folds.sheet.unwrap_or(room != Room::Narrow);
    let log_open = folds.log.unwrap_or(room == Room::Wide);
    if room == Room::Narrow && sheet_open && log_open {
        sheet_open = false; // one at a time
    }
    let sheet_width = (size.x * 0.2).clamp(232.0, 280.0).min(full.width());
    let log_width = (size.x * 0.24).clamp(272.0, 400.0).min(full.width());

    // In a narrow window the bar takes the whole width and the side panels lie over the map above it.
    let docked = room != Room::Narrow;
    let left = if docked && sheet_open {
        full.min.x + sheet_width + gap
    } else {
        full.min.x
    };
    let right = if docked && log_open {
        full.max.x - log_width - gap
    } else {
        full.max.x
    };
    let bar = Rect::from_min_max(Pos2::new(left, full.max.y - bar_height), Pos2::new(right, full.max.y));
    let side_bottom = if docked { full.max.y } else { bar.min.y - gap };
    let sheet = sheet_open.then(|| {
        Rect::from_min_max(
            Pos2::new(full.min.x, middle_top),
            Pos2::new(full.min.x + sheet_width, side_bottom),
        )
    });
    let log = log_open.then(|| {
        Rect::from_min_max(
            Pos2::new(full.max.x - log_width, middle_top),
            Pos2::new(full.max.x, side_bottom),
        )
    });
    // A panel that lies over the map leaves it the rest, where that is more than half of the window.
    let over = |panel: Option<Rect>| panel.filter(|panel| !docked && full.width() - panel.width() - gap > size.x * 0.5);
    let left = over(sheet).map_or(left, |panel| panel.max.x + gap);
    let right = over(log).map_or(right, |panel| panel.min.x - gap);
    let free = Rect::from_min_max(Pos2::new(left, middle_top), Pos2::new(right, bar.min.y - gap));
    Layout {
        room,
        ribbon,
        sheet,
        log,
        bar,
        free,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(f32, f32); 8] = [
        (800.0, 600.0),
        (1280.0, 720.0),
        (1920.0, 1080.0),
        (3840.0, 2160.0),
        (640.0, 360.0), // 1280×720 at 200 %
        (400.0, 300.0), // 800×600 at 200 %
        (960.0, 540.0), // 1920×1080 at 200 %
        (1024.0, 768.0),
    ];

    #[test]
    fn panels_that_stand_beside_the_map_never_overlap_it_or_each_other() {
        for (x, y) in SIZES {
            for sheet in [None, Some(false), Some(true)] {
                for log in [None, Some(false), Some(true)] {
                    let layout = battle(Vec2::new(x, y), Folds { sheet, log }, Wants { bar: 112.0 });
                    let mut rects = vec![layout.ribbon, layout.bar];
                    rects.extend(layout.sheet);
                    rects.extend(layout.log);
                    for (place, one) in rects.iter().enumerate() {
                        assert!(Rect::from_min_size(Pos2::ZERO, Vec2::new(x, y)).contains_rect(*one));
                        for other in &rects[place + 1..] {
                            assert!(!one.shrink(0.1).intersects(*other), "{x}x{y}: {one:?} over {other:?}");
                        }
                    }
                    if layout.room != Room::Narrow {
                        assert!(rects.iter().all(|rect| !rect.shrink(0.1).intersects(layout.free)));
                    }
                }
            }
        }
    }

    #[test]
    fn in_a_narrow_window_the_map_goes_beside_an_open_panel_if_there_is_room() {
        let open = |x: f32, y: f32| {
            let folds = Folds {
                sheet: None,
                log: Some(true),
            };
            let layout = battle(Vec2::new(x, y), folds, Wants { bar: 112.0 });
            (layout.free, layout.log.expect("it is open"))
        };
        let (free, log) = open(800.0, 600.0);
        assert!(
            free.max.x < log.min.x && free.width() > 400.0,
            "{free:?} beside {log:?}"
        );
        let (free, log) = open(400.0, 300.0);
        assert!(free.max.x > log.min.x && free.width() > 380.0, "{free:?} under {log:?}");
    }

    #[test]
    fn the_map_keeps_half_the_width_and_two_fifths_of_the_height() {
        for (x, y) in SIZES {
            let layout = battle(Vec2::new(x, y), Folds::default(), Wants { bar: 112.0 });
            assert!(layout.free.width() >= x * 0.5, "{x}x{y}: {:?}", layout.free);
            assert!(layout.free.height() >= y * 0.35, "{x}x{y}: {:?}", layout.free);
        }
    }
}
