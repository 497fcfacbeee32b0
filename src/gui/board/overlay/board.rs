//! The board as the painter sees it: where things are in the window, and how lines, flags and drawings are put there.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId, Pos2, Shape, Stroke, StrokeKind, pos2, vec2};

use crate::grid::{Footprint, Square};
use crate::gui::board::art::Art;
use crate::gui::board::world_coords::{centre, corner, middle};
use crate::gui::hud::pictures::Pictures;

/// Dark brown-black.
pub(in crate::gui) const INK: Color32 = Color32::from_rgb(0x24, 0x1c, 0x1a);
/// Paper white.
pub(in crate::gui) const PAPER: Color32 = Color32::from_rgb(0xf7, 0xf1, 0xe3);
/// Lamp light.
pub(in crate::gui) const LAMP: Color32 = Color32::from_rgb(0xff, 0xe2, 0xa6);
/// What one would not want.
pub(in crate::gui) const WARNING: Color32 = Color32::from_rgb(0xff, 0xb4, 0x9a);
/// Danger.
pub(in crate::gui) const RED: Color32 = Color32::from_rgb(0xe0, 0x5a, 0x3a);

/// The board as the painter sees it.
pub(in crate::gui) struct Board<'a> {
    pub(in crate::gui) painter: egui::Painter,
    pub(in crate::gui) art: &'a Art,
    pub(in crate::gui) pictures: &'a Pictures,
    pub(in crate::gui) camera: &'a Camera,
    pub(in crate::gui) eye: &'a GlobalTransform,
    /// Window units in one of egui's points: egui's are larger when text is.
    pub(in crate::gui) zoom: f32,
    /// Points a square.
    pub(in crate::gui) square: f32,
}

impl Board<'_> {
    /// Where a place of the world is in the window.
    pub(in crate::gui) fn at(&self, place: Vec2) -> Pos2 {
        self.camera
            .world_to_viewport(self.eye, place.extend(0.0))
            .map_or(pos2(-1e4, -1e4), |at| pos2(at.x, at.y) / self.zoom)
    }

    /// The middle of a square in the window.
    pub(in crate::gui) fn middle(&self, square: Square) -> Pos2 {
        self.at(middle(square))
    }

    /// The middle of a space in the window.
    pub(in crate::gui) fn centre(&self, space: Footprint) -> Pos2 {
        self.at(centre(space))
    }

    /// A square in the window.
    pub(in crate::gui) fn square(&self, square: Square) -> egui::Rect {
        egui::Rect::from_min_size(self.at(corner(square)), vec2(self.square, self.square))
    }

    /// The least rectangle around some squares in the window.
    pub(in crate::gui) fn area(&self, squares: &[Square]) -> egui::Rect {
        squares.iter().fold(egui::Rect::NOTHING, |area, &square| area.union(self.square(square)))
    }

    /// A space in the window.
    pub(in crate::gui) fn space(&self, space: Footprint) -> egui::Rect {
        let edge = self.square * f32::from(space.side);
        egui::Rect::from_min_size(self.at(corner(space.at)), vec2(edge, edge))
    }

    /// A line in ink with a lighter core.
    pub(in crate::gui) fn line(&self, points: Vec<Pos2>, width: f32, colour: Color32) {
        self.painter.add(Shape::line(points.clone(), Stroke::new(width + 2.5, INK.gamma_multiply(0.75))));
        self.painter.add(Shape::line(points, Stroke::new(width, colour)));
    }

    /// Where a flag with this text would lie.
    pub(in crate::gui) fn flag_room(&self, at: Pos2, anchor: Align2, text: &str, size: f32) -> egui::Rect {
        let galley = self.painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), PAPER);
        anchor.anchor_size(at, galley.size() + vec2(10.0, 4.0))
    }

    /// Text on a dark flag.
    pub(in crate::gui) fn flag(&self, at: Pos2, anchor: Align2, text: &str, size: f32, colour: Color32) -> egui::Rect {
        let galley = self.painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), colour);
        let rect = anchor.anchor_size(at, galley.size() + vec2(10.0, 4.0));
        self.painter.rect(
            rect,
            4.0,
            Color32::from_rgba_unmultiplied(0x2b, 0x27, 0x25, 235),
            Stroke::new(1.0, INK),
            StrokeKind::Outside,
        );
        self.painter.galley(rect.min + vec2(5.0, 2.0), galley, colour);
        rect
    }

    /// A piece of the drawings, fitted into a rectangle.
    pub(in crate::gui) fn piece(&self, name: &str, rect: egui::Rect, tint: Color32) {
        if let Some((texture, uv)) = self.pictures.piece(name, rect.width()) {
            self.painter.image(texture, rect, uv, tint);
        }
    }

    /// A piece of the drawings of this size, turned clockwise.
    pub(in crate::gui) fn turned(&self, name: &str, centre: Pos2, size: egui::Vec2, angle: f32, tint: Color32) {
        let Some((texture, uv)) = self.pictures.piece(name, size.x) else {
            return;
        };
        let mut mesh = egui::Mesh::with_texture(texture);
        mesh.add_rect_with_uv(egui::Rect::from_center_size(centre, size), uv, tint);
        mesh.rotate(egui::emath::Rot2::from_angle(angle), centre);
        self.painter.add(mesh);
    }

    /// Window units in one of egui's points.
    pub(in crate::gui) fn zoom(&self) -> f32 {
        self.zoom
    }

    /// Text with an ink outline, for the bare board.
    pub(in crate::gui) fn outlined(&self, at: Pos2, text: &str, size: f32, colour: Color32) {
        let font = FontId::proportional(size);
        let ink = INK.gamma_multiply(f32::from(colour.a()) / 255.0);
        for (dx, dy) in
            [(-1.2, 0.0), (1.2, 0.0), (0.0, -1.2), (0.0, 1.2), (0.9, 0.9), (-0.9, -0.9), (0.9, -0.9), (-0.9, 0.9)]
        {
            self.painter.text(at + vec2(dx, dy), Align2::CENTER_CENTER, text, font.clone(), ink);
        }
        self.painter.text(at, Align2::CENTER_CENTER, text, font, colour);
    }
}

/// A line with an arrowhead.
pub(in crate::gui) fn arrow(board: &Board, mut points: Vec<Pos2>) {
    let &[.., before, end] = points.as_slice() else { return };
    let way = (end - before).normalized();
    let (long, wide) = (board.square * 0.3, board.square * 0.17);
    let base = end - way * long;
    let last = points.len() - 1;
    points[last] = base;
    // The line starts at the rim of the coin, not on the face.
    let out = points[1] - points[0];
    points[0] += out.normalized() * (board.square * 0.5).min(out.length() * 0.6);
    board.line(points, (board.square * 0.07).max(2.0), LAMP);
    let across = way.rot90() * wide;
    let head = vec![end, base + across, base - across];
    board.painter.add(Shape::convex_polygon(head, LAMP, Stroke::new(1.5, INK)));
}
