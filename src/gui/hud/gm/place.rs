//! What a game master does at a square, and to all of the board.

use bevy_egui::egui::{Button, ComboBox, DragValue, Grid, TextEdit, Ui, WidgetInfo, WidgetType};

use super::super::float::DropDown;
use super::form::{Form, choose, deed, figure, heading, named_list};
use crate::battle::{GmAct, Map};
use crate::grid::{Direction, Square};
use crate::gui::hud::text;
use crate::gui::hud::ui_command::UiCommand;
use crate::gui::hud::view::View;
use crate::level::{Light, Visibility};

/// Everything done at a square.
pub(super) fn show(ui: &mut Ui, view: &View, form: &mut Form, said: &mut Vec<UiCommand>) {
    let battle = &view.session.battle;
    let level = battle.level();
    let (width, height) = battle.world().resource::<Map>().size();
    heading(ui, "At a square");
    ui.horizontal(|ui| {
        let (x, y) = form.at;
        let drag = DragValue::new(&mut form.at.0).range(0..=width as i16 - 1);
        figure(ui, "Column", drag.prefix("x "), x);
        let drag = DragValue::new(&mut form.at.1).range(0..=height as i16 - 1);
        figure(ui, "Row", drag.prefix("y "), y);
        let words = if form.picking { "Click the map …" } else { "Pick on the map" };
        if ui.button(words).clicked() {
            form.picking = !form.picking;
        }
    });
    let at = Square::new(form.at.0, form.at.1);
    if let Some(id) = form.creature.filter(|&id| view.creature(id).is_some()) {
        let words = format!("Put {} there", view.name(id));
        deed(ui, view, &words, GmAct::Place { creature: id, at }, said);
    }
    Grid::new("where").num_columns(3).show(ui, |ui| {
        ui.label("Squares around");
        let now = form.radius;
        figure(ui, "Squares around", DragValue::new(&mut form.radius).range(0..=30), now);
        ui.end_row();
        choose(ui, "Ground", &mut form.terrain, level.terrains.iter().map(|one| (one.key.as_str(), one.name.clone())));
        deed(
            ui,
            view,
            "Change ground",
            GmAct::Terrain { squares: around(at, form.radius, (width, height)), becomes: form.terrain.clone() },
            said,
        );
        ui.end_row();
        let mut light = form.light.unwrap_or_default();
        let all = [Light::Bright, Light::Dim, Light::Dark].map(|one| (one, format!("{one:?}")));
        pick_one(ui, "Light", &mut light, &all);
        form.light = Some(light);
        ui.horizontal(|ui| {
            deed(
                ui,
                view,
                "Light there",
                GmAct::Light { squares: Some(around(at, form.radius, (width, height))), becomes: light },
                said,
            );
            deed(ui, view, "Everywhere", GmAct::Light { squares: None, becomes: light }, said);
        });
        ui.end_row();
        let here = battle.world().resource::<Map>().gravity(at);
        let mut gravity = form.gravity.unwrap_or(here);
        figure(ui, "Gravity there, in hundredths", DragValue::new(&mut gravity).range(0..=500), here);
        form.gravity = (gravity != here).then_some(gravity);
        deed(
            ui,
            view,
            "Gravity there",
            GmAct::Gravity { squares: Some(around(at, form.radius, (width, height))), becomes: gravity },
            said,
        );
        ui.end_row();
    });
    heading(ui, "A newcomer");
    ui.horizontal_wrapped(|ui| {
        let kinds = battle.ruleset().kinds();
        choose(ui, "Kind of newcomer", &mut form.kind, kinds.iter().map(|kind| (kind.as_str(), text::readable(kind))));
        choose(
            ui,
            "Side of the newcomer",
            &mut form.side,
            level.sides.iter().map(|side| (side.id.as_str(), side.name.clone())),
        );
        ui.add(
            TextEdit::singleline(&mut form.name).id_salt("name of the newcomer").hint_text("Name").desired_width(120.0),
        )
        .widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Name of the newcomer"));
        let name = form.name.trim().to_string();
        if name.is_empty() {
            ui.add_enabled(false, Button::new("Bring in")).on_disabled_hover_text("Give it a name.");
        } else {
            deed(
                ui,
                view,
                "Bring in",
                GmAct::Spawn { kind: form.kind.clone(), name, side: form.side.clone(), at },
                said,
            );
        }
    });
}

/// Everything done to the whole board.
pub(super) fn board(ui: &mut Ui, view: &View, form: &mut Form, said: &mut Vec<UiCommand>) {
    weather(ui, view, form, said);
    events(ui, view, form, said);
}

/// A drop-down of values.
fn pick_one<T: PartialEq + Copy>(ui: &mut Ui, name: &str, now: &mut T, all: &[(T, String)]) {
    let label = |value: T| all.iter().find(|(one, _)| *one == value).map_or("", |(_, label)| label);
    let list = ComboBox::from_id_salt(name).width(140.0).selected_text(label(*now)).show_ui(ui, |ui| {
        let mut list = DropDown::of(ui, name);
        for (one, label) in all {
            let is_chosen = now == one;
            list.line(&ui.selectable_value(now, *one, label), is_chosen);
        }
    });
    named_list(&list.response, name, label(*now));
}

/// A direction as people write it: `north-east`.
fn towards(direction: Direction) -> String {
    let name = format!("{direction:?}").to_lowercase();
    match name.strip_prefix("north").or(name.strip_prefix("south")) {
        Some(rest) if !rest.is_empty() => format!("{}-{rest}", &name[..5]),
        _ => name,
    }
}

/// Sight, gravity, air and wind.
fn weather(ui: &mut Ui, view: &View, form: &mut Form, said: &mut Vec<UiCommand>) {
    let current = view.session.battle.world().resource::<Map>().weather;
    let mut weather = form.weather.unwrap_or(current);
    heading(ui, "Weather");
    Grid::new("weather").num_columns(2).show(ui, |ui| {
        ui.label("Sight");
        let all = [Visibility::Clear, Visibility::Reduced, Visibility::Low, Visibility::Zero];
        pick_one(ui, "Sight", &mut weather.visibility, &all.map(|one| (one, format!("{one:?}"))));
        ui.end_row();
        ui.label("Wind to the");
        let mut all = vec![(None, "No wind".to_string())];
        all.extend(Direction::ALL.map(|one| (Some(one), towards(one))));
        pick_one(ui, "Wind to the", &mut weather.wind, &all);
        ui.end_row();
        ui.label("Gravity, in hundredths");
        let now = weather.gravity;
        figure(ui, "Gravity, in hundredths", DragValue::new(&mut weather.gravity).range(0..=500), now);
        ui.end_row();
        ui.checkbox(&mut weather.vacuum, "No air");
        deed(ui, view, "Change the weather", GmAct::Weather { becomes: weather }, said);
        ui.end_row();
    });
    form.weather = (weather != current).then_some(weather);
}

/// Events of the level.
fn events(ui: &mut Ui, view: &View, form: &mut Form, said: &mut Vec<UiCommand>) {
    let battle = &view.session.battle;
    // Only where rolls can be demanded is anything put to the table.
    if !battle.ruleset().demands().is_empty() {
        let here = !battle.flow().presided;
        let words = if here { "Answer what is put to the table" } else { "Answer nothing any more" };
        deed(ui, view, words, GmAct::Preside { here }, said);
    }
    let events = &battle.level().events;
    if events.is_empty() {
        return;
    }
    heading(ui, "Events");
    ui.horizontal(|ui| {
        choose(ui, "Event", &mut form.event, events.iter().map(|event| (event.id.as_str(), event.id.clone())));
        deed(ui, view, "Let it happen", GmAct::Fire { event: form.event.clone() }, said);
    });
}

/// Every square of the map so many steps around one.
pub(super) fn around(at: Square, radius: i16, size: (u16, u16)) -> Vec<Square> {
    let (width, height) = (size.0 as i16, size.1 as i16);
    let mut out = Vec::new();
    for y in (at.y - radius).max(0)..=(at.y + radius).min(height - 1) {
        for x in (at.x - radius).max(0)..=(at.x + radius).min(width - 1) {
            out.push(Square::new(x, y));
        }
    }
    out
}
