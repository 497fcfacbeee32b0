//! The game master's panel: sets values, harms, heals, places, changes ground and light, lets events happen. Every one is
//! an order, so it is logged and can be taken back.

use bevy_egui::egui::{
    self, ComboBox, DragValue, Grid, RichText, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::theme;
use super::view::{Hud, Said, View, just_opened};
use crate::battle::{ById, GmAct, Id, Inventory, Map, Order, Roster, Thing};
use crate::grid::Square;
use crate::level::{DAMAGE_WORDS, Light};

/// What is filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    creature: Option<Id>,
    amount: i32,
    damage: String,
    stat: String,
    value: i32,
    condition: String,
    at: (i16, i16),
    picking: bool,
    radius: i16,
    terrain: String,
    light: Option<Light>,
    event: String,
    kind: String,
    name: String,
    side: String,
    score: i32,
}

/// Draws the panel, if it is open. `pointed` is the square under the pointer.
pub fn show(
    context: &egui::Context,
    view: &View,
    hud: &mut Hud,
    free: egui::Rect,
    pointed: Option<Square>,
    said: &mut Vec<Said>,
) {
    let Some(mut form) = hud.gm.take() else { return };
    if form.picking {
        pick(context, &mut form, free, pointed);
    }
    let mut open = true;
    egui::Window::new(format!("{} Game master", glyph::CROWN))
        .id(egui::Id::new("game master"))
        .open(&mut open)
        .default_pos(free.left_top())
        .default_width(WIDTH)
        .resizable(false)
        .frame(theme::loud_frame().inner_margin(12.0))
        .show(context, |ui| {
            ScrollArea::vertical().max_height(free.height() - 84.0).show(ui, |ui| {
                ui.set_width(WIDTH.min(free.width() - 40.0));
                whom(ui, view, &mut form, said);
                where_(ui, view, &mut form, said);
                table(ui, view, &mut form, said);
            });
        });
    if context.input(|input| input.key_pressed(egui::Key::Escape)) {
        open = form.picking;
        form.picking = false;
    }
    hud.gm = open.then_some(form);
}

/// How wide the panel is, in points, where there is room.
const WIDTH: f32 = 372.0;

/// Takes one click on the map for the square; nothing else sees the click.
fn pick(context: &egui::Context, form: &mut Form, free: egui::Rect, pointed: Option<Square>) {
    egui::Area::new(egui::Id::new("pick a square"))
        .fixed_pos(free.min)
        .order(egui::Order::Middle)
        .show(context, |ui| {
            let (rect, response) = ui.allocate_exact_size(free.size(), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Click a square of the map"));
            ui.painter()
                .rect_stroke(rect, 6.0, egui::Stroke::new(2.0, theme::LAMP), egui::StrokeKind::Inside);
            if response.on_hover_cursor(egui::CursorIcon::Crosshair).clicked() {
                if let Some(square) = pointed {
                    form.at = (square.x, square.y);
                }
                form.picking = false;
            }
        });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).color(theme::LAMP));
}

fn order(said: &mut Vec<Said>, act: GmAct) {
    said.push(Said::Order(Order::Gm(act)));
}

/// A drop-down of keys with labels.
fn choose<'a>(ui: &mut Ui, salt: &str, chosen: &mut String, known: impl Iterator<Item = (&'a str, String)>) {
    let known: Vec<(&str, String)> = known.collect();
    if !known.iter().any(|(key, _)| key == chosen)
        && let Some((key, _)) = known.first()
    {
        *chosen = (*key).to_string();
    }
    let label = known
        .iter()
        .find(|(key, _)| key == chosen)
        .map_or("", |(_, label)| label.as_str());
    ComboBox::from_id_salt(salt)
        .width(140.0)
        .selected_text(label)
        .show_ui(ui, |ui| {
            for (key, label) in &known {
                ui.selectable_value(chosen, (*key).to_string(), label);
            }
        });
}

/// Everything done to one creature or object.
fn whom(ui: &mut Ui, view: &View, form: &mut Form, said: &mut Vec<Said>) {
    let battle = &view.session.battle;
    let world = battle.world();
    let mut known: Vec<Id> = world.resource::<Roster>().0.clone();
    known.extend(
        world
            .resource::<Inventory>()
            .0
            .iter()
            .copied()
            .filter(|&id| world.part::<Thing>(id).is_some()),
    );
    let id = form
        .creature
        .filter(|id| known.contains(id))
        .or(battle.active())
        .or(known.first().copied());
    let Some(mut id) = id else { return };
    ui.horizontal(|ui| {
        view.portrait(ui, id, 36.0);
        let known_as = ComboBox::from_id_salt("whom")
            .width(220.0)
            .selected_text(view.name(id))
            .show_ui(ui, |ui| {
                for &one in &known {
                    ui.selectable_value(&mut id, one, view.name(one));
                }
            });
        if just_opened(ui.ctx(), "game master") {
            known_as.response.request_focus();
        }
    });
    form.creature = Some(id);
    let sheet = view.sheet(id);
    let creature = view.creature(id).is_some();
    Grid::new("whom").num_columns(3).show(ui, |ui| {
        ui.add(DragValue::new(&mut form.amount).range(0..=999));
        choose(
            ui,
            "damage",
            &mut form.damage,
            DAMAGE_WORDS.iter().map(|&word| (word, word.to_string())),
        );
        ui.horizontal(|ui| {
            if ui.button("Damage").clicked() {
                order(
                    said,
                    GmAct::Damage {
                        creature: id,
                        amount: form.amount,
                        kind: form.damage.clone(),
                    },
                );
            }
            if ui.button("Heal").clicked() {
                order(
                    said,
                    GmAct::Heal {
                        creature: id,
                        amount: form.amount,
                    },
                );
            }
        });
        ui.end_row();
        ui.add(DragValue::new(&mut form.value));
        let stats = sheet
            .gauges
            .iter()
            .chain(&sheet.pips)
            .map(|gauge| (gauge.key.as_str(), gauge.label.clone()));
        choose(ui, "stat", &mut form.stat, stats);
        if ui
            .add_enabled(!form.stat.is_empty(), egui::Button::new("Set"))
            .clicked()
        {
            order(
                said,
                GmAct::Set {
                    creature: id,
                    stat: form.stat.clone(),
                    value: form.value,
                },
            );
        }
        ui.end_row();
        if creature {
            ui.label("");
            let conditions = battle.ruleset().conditions();
            choose(
                ui,
                "condition",
                &mut form.condition,
                conditions.iter().map(|(key, name)| (key.as_str(), name.clone())),
            );
            ui.horizontal(|ui| {
                if ui.button("Give").clicked() {
                    order(
                        said,
                        GmAct::AddCondition {
                            creature: id,
                            condition: form.condition.clone(),
                        },
                    );
                }
                if ui.button("End").clicked() {
                    order(
                        said,
                        GmAct::RemoveCondition {
                            creature: id,
                            condition: form.condition.clone(),
                        },
                    );
                }
            });
            ui.end_row();
            ui.add(DragValue::new(&mut form.score));
            ui.label("Initiative");
            ui.horizontal(|ui| {
                if ui.button("Set").clicked() {
                    order(
                        said,
                        GmAct::Initiative {
                            creature: id,
                            score: form.score,
                        },
                    );
                }
                if ui.button("Take out").clicked() {
                    order(said, GmAct::Remove { creature: id });
                }
            });
            ui.end_row();
        }
    });
}

/// Everything done at a square.
fn where_(ui: &mut Ui, view: &View, form: &mut Form, said: &mut Vec<Said>) {
    let battle = &view.session.battle;
    let level = battle.level();
    let (width, height) = battle.world().resource::<Map>().size();
    heading(ui, "At a square");
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut form.at.0).range(0..=width as i16 - 1).prefix("x "));
        ui.add(DragValue::new(&mut form.at.1).range(0..=height as i16 - 1).prefix("y "));
        let words = if form.picking {
            "Click the map …"
        } else {
            "Pick on the map"
        };
        if ui.button(words).clicked() {
            form.picking = !form.picking;
        }
    });
    let at = Square::new(form.at.0, form.at.1);
    if let Some(id) = form.creature.filter(|&id| view.creature(id).is_some())
        && ui.button(format!("Put {} there", view.name(id))).clicked()
    {
        order(said, GmAct::Place { creature: id, at });
    }
    Grid::new("where").num_columns(3).show(ui, |ui| {
        ui.label("Squares around");
        ui.add(DragValue::new(&mut form.radius).range(0..=30));
        ui.end_row();
        choose(
            ui,
            "terrain",
            &mut form.terrain,
            level.terrains.iter().map(|one| (one.key.as_str(), one.name.clone())),
        );
        if ui.button("Change ground").clicked() {
            order(
                said,
                GmAct::Terrain {
                    squares: around(at, form.radius, (width, height)),
                    becomes: form.terrain.clone(),
                },
            );
        }
        ui.end_row();
        let mut light = form.light.unwrap_or_default();
        ComboBox::from_id_salt("light")
            .width(140.0)
            .selected_text(format!("{light:?}"))
            .show_ui(ui, |ui| {
                for one in [Light::Bright, Light::Dim, Light::Dark] {
                    ui.selectable_value(&mut light, one, format!("{one:?}"));
                }
            });
        form.light = Some(light);
        ui.horizontal(|ui| {
            if ui.button("Light there").clicked() {
                order(
                    said,
                    GmAct::Light {
                        squares: Some(around(at, form.radius, (width, height))),
                        becomes: light,
                    },
                );
            }
            if ui.button("Everywhere").clicked() {
                order(
                    said,
                    GmAct::Light {
                        squares: None,
                        becomes: light,
                    },
                );
            }
        });
        ui.end_row();
    });
    heading(ui, "A newcomer");
    ui.horizontal_wrapped(|ui| {
        let kinds = battle.ruleset().kinds();
        choose(
            ui,
            "kind",
            &mut form.kind,
            kinds.iter().map(|kind| (kind.as_str(), super::text::readable(kind))),
        );
        choose(
            ui,
            "side",
            &mut form.side,
            level.sides.iter().map(|side| (side.id.as_str(), side.name.clone())),
        );
        ui.add(
            TextEdit::singleline(&mut form.name)
                .hint_text("Name")
                .desired_width(120.0),
        );
        if ui
            .add_enabled(!form.name.trim().is_empty(), egui::Button::new("Bring in"))
            .clicked()
        {
            let name = form.name.trim().to_string();
            order(
                said,
                GmAct::Spawn {
                    kind: form.kind.clone(),
                    name,
                    side: form.side.clone(),
                    at,
                },
            );
        }
    });
}

/// Events of the level.
fn table(ui: &mut Ui, view: &View, form: &mut Form, said: &mut Vec<Said>) {
    let events = &view.session.battle.level().events;
    if events.is_empty() {
        return;
    }
    heading(ui, "Events");
    ui.horizontal(|ui| {
        choose(
            ui,
            "event",
            &mut form.event,
            events.iter().map(|event| (event.id.as_str(), event.id.clone())),
        );
        if ui.button("Let it happen").clicked() {
            order(
                said,
                GmAct::Fire {
                    event: form.event.clone(),
                },
            );
        }
    });
}

/// Every square of the map so many steps around one.
fn around(at: Square, radius: i16, size: (u16, u16)) -> Vec<Square> {
    let (width, height) = (size.0 as i16, size.1 as i16);
    let mut out = Vec::new();
    for y in (at.y - radius).max(0)..=(at.y + radius).min(height - 1) {
        for x in (at.x - radius).max(0)..=(at.x + radius).min(width - 1) {
            out.push(Square::new(x, y));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_around_stay_on_the_map() {
        assert_eq!(around(Square::new(0, 0), 1, (9, 9)).len(), 4);
        assert_eq!(around(Square::new(4, 4), 1, (9, 9)).len(), 9);
        assert_eq!(around(Square::new(8, 4), 0, (9, 9)), [Square::new(8, 4)]);
    }
}
