//! What is filled in, and the fields and buttons for it.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, ComboBox, DragValue, Response, RichText, Ui, WidgetInfo, WidgetType, emath::Numeric};

use crate::battle::{GmAct, Id, Order, SideId};
use crate::gui::hud::float::DropDown;
use crate::gui::hud::theme;
use crate::gui::hud::ui_command::UiCommand;
use crate::gui::hud::view::View;
use crate::level::{Light, Weather};

/// What is filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Form {
    /// Who looked at the table when it was opened.
    pub(super) viewer: Option<SideId>,
    pub(super) creature: Option<Id>,
    pub(super) amount: i32,
    pub(super) damage: String,
    pub(super) stat: String,
    pub(super) value: i32,
    pub(super) condition: String,
    pub(super) at: (i16, i16),
    pub(super) picking: bool,
    pub(super) radius: i16,
    pub(super) terrain: String,
    pub(super) light: Option<Light>,
    pub(super) weather: Option<Weather>,
    pub(super) gravity: Option<i32>,
    pub(super) event: String,
    pub(super) kind: String,
    pub(super) name: String,
    pub(super) side: String,
    pub(super) score: i32,
    /// The word for each override that only the ruleset knows, by its key.
    pub(super) own: BTreeMap<String, String>,
}

pub(super) fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).color(theme::LAMP));
}

/// A drop-down of keys with labels, read out under a name.
pub(super) fn choose<'a>(ui: &mut Ui, name: &str, chosen: &mut String, known: impl Iterator<Item = (&'a str, String)>) {
    let known: Vec<(&str, String)> = known.collect();
    if !known.iter().any(|(key, _)| key == chosen)
        && let Some((key, _)) = known.first()
    {
        *chosen = (*key).to_string();
    }
    let label = known.iter().find(|(key, _)| key == chosen).map_or("", |(_, label)| label.as_str());
    let list = ComboBox::from_id_salt(name).width(140.0).selected_text(label).show_ui(ui, |ui| {
        let mut list = DropDown::of(ui, name);
        for (key, label) in &known {
            let is_chosen = chosen == key;
            list.line(&ui.selectable_value(chosen, (*key).to_string(), label), is_chosen);
        }
    });
    named_list(&list.response, name, label);
}

/// A figure that is read out under a name.
pub(super) fn figure<N: Numeric>(ui: &mut Ui, name: &str, drag: DragValue, now: N) -> Response {
    let response = ui.add(drag);
    response.widget_info(|| {
        let mut info = WidgetInfo::drag_value(true, now.to_f64());
        info.label = Some(name.to_string());
        info
    });
    response.on_hover_text(name)
}

/// What a drop-down is read out as.
pub(super) fn named_list(response: &Response, name: &str, chosen: &str) {
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(WidgetType::ComboBox, true, name);
        info.current_text_value = Some(chosen.to_string());
        info
    });
}

/// A button for an override; greyed with the reason where it cannot be brought about.
pub(super) fn deed(ui: &mut Ui, view: &View, words: &str, act: GmAct, said: &mut Vec<UiCommand>) {
    let wanted = Order::Gm(act);
    let refusal = view.session.battle.check(&wanted).err();
    let response = ui.add_enabled(refusal.is_none(), egui::Button::new(words));
    let response = match refusal {
        Some(refusal) => response.on_disabled_hover_text(refusal.to_string()),
        None => response,
    };
    if response.clicked() {
        said.push(UiCommand::Order(wanted));
    }
}
