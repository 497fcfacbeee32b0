//! The whole board, small, in a corner, while not all of it is in view: who is where, and what is seen of it. A click looks there.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{
    self, Align2, Color32, ColorImage, Rect, Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Vec2,
    WidgetInfo, WidgetType,
};

use super::float::Float;
use super::keep_clear::Clear;
use super::layout::Layout;
use super::panel_context::Desk;
use super::panel_order::Turn;
use super::ui_command::UiCommand;
use super::view::View;
use super::{paint, theme};
use crate::battle::{Map, on_map};
use crate::grid::Square;
use crate::level::Terrain;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(Turn::SmallMap));
}

fn draw(mut desk: Desk) {
    desk.draw(|context, view, spot, said| {
        if view.watching || !view.settings.panels.map_folded {
            let rect = show(context, view, &spot.places, &spot.clear, said);
            spot.clear.rects.extend(rect);
        }
    });
}

/// How large it becomes, in points.
const MOST: Vec2 = Vec2::new(138.0, 101.0);
/// Where so much of the board is in view, with everybody on it, it would say nothing.
const NEARLY: f32 = 0.8;
/// In windows with less height for the board there is no room for it, in points.
const LEAST: f32 = 300.0;

/// Draws it; where it is.
fn show(
    context: &egui::Context,
    view: &View,
    places: &Layout,
    clear: &Clear,
    said: &mut Vec<UiCommand>,
) -> Option<Rect> {
    let map = view.session.battle.world().resource::<Map>();
    let (width, height) = map.size();
    let board = view.lens.board(width, height);
    let window = context.content_rect();
    if in_view(view, board, window) || places.free.height() < LEAST {
        return None;
    }
    let size = Vec2::new(f32::from(width), f32::from(height));
    let size = (size * (MOST / size).min_elem()).ceil();
    let float = Float { frame: theme::frame().inner_margin(3.0), ..Float::new("small map", size + Vec2::splat(8.0)) };
    let corners = [Align2::RIGHT_TOP, Align2::LEFT_TOP, Align2::RIGHT_BOTTOM, Align2::LEFT_BOTTOM];
    let rect = clear.corner(float.most, places.free, &corners)?;
    let texture = texture(context, view, map);
    float.show(
        context,
        |_| rect,
        |ui| {
            let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Map of the whole board"));
            let painter = ui.painter().with_clip_rect(rect);
            let whole = Rect::from_min_max(egui::Pos2::ZERO, egui::pos2(1.0, 1.0));
            painter.image(texture.id(), rect, whole, Color32::WHITE);
            let scale = rect.width() / f32::from(width);
            let there = |at: egui::Pos2| rect.min + (at - board.min) / view.lens.square * scale;
            for ground in &view.session.marks().grounds {
                for &square in &ground.squares {
                    let place = view.lens.square(square);
                    let place = Rect::from_min_max(there(place.min), there(place.max));
                    painter.rect_filled(place, 0.0, theme::LAMP.gamma_multiply(0.7));
                }
            }
            let active = view.session.battle.active();
            let stars = &view.session.marks().stars;
            for id in on_map(view.session.battle.world()).filter(|&id| view.session.sees(id)) {
                let (Some(place), Some(side)) = (view.place(id), view.side(id)) else {
                    continue;
                };
                let radius = (place.width() / view.lens.square * scale * 0.5).max(2.6);
                let acts = active == Some(id);
                let (fill, ring) =
                    (theme::side_colour(view.settings.palette, side), if acts { theme::LAMP } else { theme::INK });
                let radius = if acts { radius + 1.2 } else { radius };
                paint::side_shape(&painter, there(place.center()), radius, side, fill, Stroke::new(1.0, ring));
                if stars.contains_key(&id) {
                    paint::star(&painter, there(place.center()) - Vec2::new(0.0, radius + 3.0), 3.5);
                }
            }
            let seen = Rect::from_min_max(there(window.min), there(window.max)).intersect(rect);
            painter.rect_stroke(seen, 1.0, Stroke::new(1.2, theme::LAMP), StrokeKind::Inside);
            let response = response.on_hover_text("Click to look there");
            if let Some(at) = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on()) {
                let at = (at - rect.min) / scale;
                let bound = |at: f32, most: u16| (at as i16).clamp(0, most as i16 - 1);
                said.push(UiCommand::LookAt(Square::new(bound(at.x, width), bound(at.y, height))));
            }
        },
    );
    Some(rect)
}

/// The grounds of the board, a pixel each, made anew when the battle has changed.
/// Whether the window shows what there is to see: all of the board but its rim, or nearly all and everybody whom the viewer knows of.
fn in_view(view: &View, board: Rect, window: Rect) -> bool {
    let whole = window.contains_rect(board.shrink(view.lens.square));
    let nearly = window.intersect(board).area() >= NEARLY * board.area();
    let mut all = on_map(view.session.battle.world()).filter(|&id| view.session.sees(id));
    whole || nearly && all.all(|id| view.place(id).is_none_or(|place| window.contains_rect(place)))
}

fn texture(context: &egui::Context, view: &View, map: &Map) -> TextureHandle {
    let id = egui::Id::new("small map of");
    let now = (view.session.version, view.settings.contrast);
    let known: Option<((u64, bool), TextureHandle)> = context.data(|data| data.get_temp(id));
    if let Some((of, texture)) = known
        && of == now
    {
        return texture;
    }
    let (width, height) = map.size();
    let mut pixels = Vec::with_capacity(usize::from(width) * usize::from(height));
    for y in 0..height as i16 {
        for x in 0..width as i16 {
            pixels.push(map.terrain(Square::new(x, y)).map_or(theme::SUNKEN, colour));
        }
    }
    let image = ColorImage::new([usize::from(width), usize::from(height)], pixels);
    let texture = context.load_texture("small map", image, TextureOptions::NEAREST);
    context.data_mut(|data| data.insert_temp(id, (now, texture.clone())));
    texture
}

/// What a ground looks like from afar.
fn colour(terrain: &Terrain) -> Color32 {
    match terrain {
        terrain if terrain.art == "void" => theme::SUNKEN,
        terrain if terrain.solid => Color32::from_rgb(0x4d, 0x4c, 0x4e),
        terrain if terrain.pit.0 > 0 => Color32::from_rgb(0x24, 0x1c, 0x1a),
        // Ice bears whoever walks over the water below it.
        terrain if terrain.art == "ice" => Color32::from_rgb(0x9d, 0xbd, 0xca),
        terrain if terrain.water.0 > 0 => Color32::from_rgb(0x3f, 0x6d, 0x86),
        terrain if terrain.harm.is_some() => Color32::from_rgb(0xa8, 0x3a, 0x20),
        terrain if terrain.art == "grass" => Color32::from_rgb(0x7f, 0x8f, 0x52),
        terrain if terrain.art == "snow" => Color32::from_rgb(0xc9, 0xd2, 0xd4),
        terrain if terrain.art == "road" => Color32::from_rgb(0x8d, 0x8a, 0x84),
        terrain if terrain.art == "deck" => Color32::from_rgb(0x85, 0x8a, 0x8e),
        terrain if terrain.art == "planks" => Color32::from_rgb(0x8f, 0x68, 0x42),
        terrain if terrain.difficult => Color32::from_rgb(0x7a, 0x6f, 0x5c),
        terrain if terrain.soft => Color32::from_rgb(0x9a, 0x80, 0x5c),
        _ => Color32::from_rgb(0xa8, 0x9a, 0x80),
    }
}
