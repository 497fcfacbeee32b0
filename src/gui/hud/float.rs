//! How panels are drawn: panes of a given place, panels that float over the board, and what is common to those that open.

use bevy_egui::egui::{self, Id as UiId, Rect, Ui, UiBuilder, Vec2};

use super::theme;
use super::ui_command::{UiCommand, Window};

/// Draws a panel into a rectangle; nothing of it shows outside. Returns the height its contents wanted.
pub(super) fn pane(
    context: &egui::Context,
    id: &str,
    rect: Rect,
    frame: egui::Frame,
    add: impl FnOnce(&mut Ui),
) -> f32 {
    let mut wanted = 0.0;
    egui::Area::new(UiId::new(id))
        .fixed_pos(rect.min)
        .constrain(false)
        .order(egui::Order::Middle)
        .default_size(rect.size())
        .show(context, |ui| {
            ui.set_clip_rect(rect.expand(2.0));
            ui.painter().add(frame.paint(rect.shrink2(frame.inner_margin.sum() / 2.0)));
            // The whole pane takes the pointer, so that no click falls through to the board; it is no stop for Tab.
            ui.allocate_rect(rect, egui::Sense::CLICK | egui::Sense::DRAG);
            let inner = rect.shrink2(frame.inner_margin.sum() / 2.0);
            let mut child =
                ui.new_child(UiBuilder::new().max_rect(inner).layout(egui::Layout::top_down(egui::Align::Min)));
            child.set_clip_rect(rect);
            add(&mut child);
            wanted = child.min_rect().height() + frame.inner_margin.sum().y;
        });
    wanted
}

/// How a panel that floats over the board is drawn.
pub(super) struct Float<'a> {
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
    pub(super) fn new(id: &'a str, most: Vec2) -> Self {
        Self { id, frame: theme::frame(), most, least: Vec2::ZERO, takes: true, order: egui::Order::Middle }
    }

    /// How large it was when it was last drawn.
    pub(super) fn size(&self, context: &egui::Context) -> Option<Vec2> {
        context.data(|data| data.get_temp(UiId::new(("size of", self.id))))
    }

    /// Draws it where it is to be placed, as large as its contents were in the last frame: contents do not lie otherwise because of where or how
    /// large it is. Returns where it is. Before it has a size it is not seen.
    pub(super) fn show(
        self,
        context: &egui::Context,
        place: impl FnOnce(Vec2) -> Rect,
        add: impl FnOnce(&mut Ui),
    ) -> Rect {
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
            let sense = if self.takes { egui::Sense::CLICK | egui::Sense::DRAG } else { egui::Sense::empty() };
            ui.allocate_rect(rect, sense);
            let inner = Rect::from_min_size(rect.min + rim / 2.0, self.most - rim);
            let mut child =
                ui.new_child(UiBuilder::new().max_rect(inner).layout(egui::Layout::top_down(egui::Align::Min)));
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
pub(super) fn edge(ui: &Ui, window: Window, rect: Rect, said: &mut Vec<UiCommand>) {
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
        said.push(UiCommand::Wide(window, wide(to.x).clamp(160.0, 2000.0)));
    }
}

/// Whether a window is drawn now and was not in the frame before: then the focus goes into it.
pub(super) fn just_opened(context: &egui::Context, name: &str) -> bool {
    let now = context.cumulative_pass_nr();
    let id = UiId::new(("last drawn", name));
    let last = context.data_mut(|data| data.get_temp_mut_or(id, None).replace(now));
    last.is_none_or(|last: u64| last + 1 < now)
}

/// A list that drops down: its lines take arrow keys and Enter from the moment it opens, whether it was opened by mouse or by key.
pub(super) struct DropDown {
    fresh: bool,
}

impl DropDown {
    /// The list of this name, which is being drawn.
    pub(super) fn of(ui: &Ui, name: &str) -> Self {
        Self { fresh: just_opened(ui.ctx(), &format!("list {name}")) }
    }

    /// A line of it; the chosen one has the focus first.
    pub(super) fn line(&mut self, line: &egui::Response, chosen: bool) {
        if chosen && std::mem::take(&mut self.fresh) {
            line.request_focus();
        }
    }
}

/// As much of a window's contents as the screen has room for beside its title and a row below; the rest is scrolled to.
pub(super) fn scrolled(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let room = (ui.ctx().content_rect().height() - 140.0).max(80.0);
    egui::ScrollArea::vertical().max_height(room).show(ui, add);
}

/// A rule's identifier as a link. Returns where it is.
pub(super) fn rule_link(ui: &mut Ui, rule: &str, said: &mut Vec<UiCommand>) -> Rect {
    let text = egui::RichText::new(rule).size(11.0).color(theme::LAMP);
    let link = ui.add(egui::Label::new(text).sense(egui::Sense::click())).on_hover_text("Read the rule");
    if link.clicked() {
        said.push(UiCommand::Rule(rule.to_string()));
    }
    link.rect
}
