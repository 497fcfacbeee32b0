//! The lens on the board: how near it is, which part of the window is free for it, and where the board then appears.

use bevy::prelude::*;
use bevy_egui::egui;

use super::super::session::Session;
use super::world_coords::{BoardCamera, SQUARE, corner};
use crate::battle::{AimLine, Id};
use crate::grid::{Footprint, Point, Square};

/// Nearest and farthest: points a square.
pub(in crate::gui) const CLOSEST: f32 = 160.0;
/// See [`CLOSEST`].
pub(in crate::gui) const FARTHEST: f32 = 8.0;

/// The part of the window that no panel covers, in points; everything when the panels have not said.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::gui) struct FreeArea {
    /// With the bar as high as its list of actions: what the board is fitted to, so that it does not jump.
    pub steady: Option<Rect>,
    /// With the bar as high as it is now, for an aim or a question.
    pub now: Option<Rect>,
}

/// For which window and panels the whole board was fitted; the player's own view is kept until those change before the first move.
#[derive(Resource, Default)]
pub(in crate::gui) struct Fitted(pub(in crate::gui) Option<(Vec2, Rect, bool)>);

impl Fitted {
    /// The player has chosen a view.
    pub(in crate::gui) fn moved(&mut self) {
        if let Some((_, _, moved)) = &mut self.0 {
            *moved = true;
        }
    }
}

/// Where the board is in the window, in egui's points: for panels that stand beside something on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::gui) struct Lens {
    /// The upper left corner of the board.
    pub origin: egui::Pos2,
    /// How large a square is.
    pub square: f32,
}

impl Lens {
    /// For panels that stand beside nothing.
    pub(in crate::gui) const NOWHERE: Self = Self { origin: egui::Pos2::ZERO, square: 1.0 };

    /// What the camera sees; `zoom` is how large egui's points are.
    pub(in crate::gui) fn of(camera: &Camera, eye: &GlobalTransform, zoom: f32) -> Option<Self> {
        let at = |square: Square| camera.world_to_viewport(eye, corner(square).extend(0.0)).ok();
        let (origin, next) = (at(Square::new(0, 0))?, at(Square::new(1, 0))?);
        Some(Self { origin: egui::Pos2::new(origin.x, origin.y) / zoom, square: (next.x - origin.x) / zoom })
    }

    /// A square.
    pub(in crate::gui) fn square(&self, at: Square) -> egui::Rect {
        self.space(Footprint::new(at, 1))
    }

    /// All squares of somebody.
    pub(in crate::gui) fn space(&self, space: Footprint) -> egui::Rect {
        let at = egui::vec2(f32::from(space.at.x), f32::from(space.at.y)) * self.square;
        egui::Rect::from_min_size(self.origin + at, egui::Vec2::splat(self.square * f32::from(space.side)))
    }

    /// All of a board of so many squares.
    pub(in crate::gui) fn board(&self, width: u16, height: u16) -> egui::Rect {
        let size = egui::vec2(f32::from(width), f32::from(height)) * self.square;
        egui::Rect::from_min_size(self.origin, size)
    }

    /// Where a line that decides an attack begins and ends.
    pub(in crate::gui) fn line(&self, line: &AimLine) -> [egui::Pos2; 2] {
        let place = |(x, y): (i32, i32)| egui::vec2(x as f32, y as f32) * self.square / Point::PER_SQUARE as f32;
        [line.from, line.to].map(|end| self.origin + place(end))
    }

    /// The square at a place.
    pub(in crate::gui) fn square_at(&self, at: egui::Pos2) -> Square {
        let at = (at - self.origin) / self.square;
        Square::new(at.x.floor() as i16, at.y.floor() as i16)
    }
}

/// How much room the flag takes that says how far off a target is and what covers it, in points.
const FLAG: egui::Vec2 = egui::vec2(170.0, 26.0);

/// Where that flag is: above the target, or below it where it would lie over whoever aims or over the flag of its own height.
pub(in crate::gui) fn flag_at(target: egui::Rect, aimer: Option<egui::Rect>, flies: bool) -> egui::Rect {
    let wide = FLAG.x.max(target.width());
    let above =
        egui::Rect::from_center_size(target.center_top() - egui::vec2(0.0, FLAG.y / 2.0), egui::vec2(wide, FLAG.y));
    if flies || aimer.is_some_and(|aimer| above.intersects(aimer.shrink(1.0))) {
        above.translate(egui::vec2(0.0, target.height() + FLAG.y))
    } else {
        above
    }
}

/// The camera, where it is and how near.
pub(in crate::gui) type Eye<'w, 's> =
    Single<'w, 's, (&'static Camera, &'static mut Transform, &'static mut Projection), With<BoardCamera>>;

/// How many points of the world a point of the window is.
pub(in crate::gui) fn scale(projection: &mut Projection) -> &mut f32 {
    match projection {
        Projection::Orthographic(orthographic) => &mut orthographic.scale,
        _ => panic!("the board's camera should be orthographic"),
    }
}

/// Of an area that no panel covers what is in the window; all of the window where that is next to nothing.
pub(in crate::gui) fn free(camera: &Camera, area: Option<Rect>) -> Option<Rect> {
    let view = camera.logical_viewport_rect()?;
    let free = area.unwrap_or(view).intersect(view);
    Some(if free.width() > 120.0 && free.height() > 120.0 { free } else { view })
}

/// Points a square with which all of a part of the board, in squares, is seen in a part of the window.
pub(in crate::gui) fn whole(part: Rect, free: Rect) -> f32 {
    (free.width() / (part.width() + 0.5)).min(free.height() / (part.height() + 0.5))
}

/// The space of somebody, in squares.
pub(in crate::gui) fn squares(session: &Session, id: Id) -> Rect {
    in_squares(session.space(id))
}

/// A space, in squares.
pub(in crate::gui) fn in_squares(space: Footprint) -> Rect {
    let at = Vec2::new(f32::from(space.at.x), f32::from(space.at.y));
    Rect::from_corners(at, at + f32::from(space.side))
}

/// Puts the eye so that a place of the world is seen in the middle of the free part of the window.
pub(in crate::gui) fn put(place: &mut Transform, what: Vec2, free: Rect, view: Rect, scale: f32) {
    let off = (free.center() - view.center()) * scale;
    let to = Vec2::new(what.x - off.x, what.y + off.y);
    place.translation = to.extend(place.translation.z);
}

/// Where the eye is, and how many points of the world a point of the window is.
pub(in crate::gui) type Outlook = (Vec2, f32);

/// Where the eye is now.
pub(in crate::gui) fn outlook(place: &Transform, projection: &mut Projection) -> Outlook {
    (place.translation.truncate(), *scale(projection))
}

/// The view the player left. While something is aimed, asked or shown, the camera moves by itself to keep those involved in view;
/// afterwards it returns here.
#[derive(Resource, Default)]
pub(in crate::gui) struct Home {
    /// The view when the player could last give an order; none once the player has moved the camera since.
    pub(in crate::gui) view: Option<Outlook>,
    /// Where the camera was at the end of the last frame: if it is elsewhere now, the player moved it.
    pub(in crate::gui) last: Option<Outlook>,
    /// Whether an order could be given in the last frame, and nothing was aimed.
    pub(in crate::gui) rests: bool,
}

impl Home {
    /// The player has chosen a view.
    pub(in crate::gui) fn chosen(&mut self) {
        self.view = None;
    }
}

/// Sees a part of the board, in squares, as a whole in a part of the window, from no nearer than now.
pub(in crate::gui) fn draw_back_to(part: Rect, room: Rect, view: Rect, place: &mut Transform, scale: &mut f32) {
    *scale = scale.max(SQUARE / whole(part, room).clamp(FARTHEST, CLOSEST));
    put(place, part.center() * Vec2::new(SQUARE, -SQUARE), room, view, *scale);
}
