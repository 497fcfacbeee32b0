//! What a game master does to a creature or object.

use bevy_egui::egui::{ComboBox, DragValue, Grid, Ui};

use super::form::{Form, choose, deed, figure, named_list};
use crate::battle::{ById, GmAct, Id, Inventory, Roster, Thing, initiative};
use crate::gui::hud::float::{DropDown, just_opened};
use crate::gui::hud::ui_command::UiCommand;
use crate::gui::hud::view::View;
use crate::level::DAMAGE_WORDS;

/// Everything done to one creature or object.
pub(super) fn show(ui: &mut Ui, view: &View, form: &mut Form, said: &mut Vec<UiCommand>) {
    let battle = &view.session.battle;
    let world = battle.world();
    let mut known: Vec<Id> = world.resource::<Roster>().0.clone();
    known.extend(world.resource::<Inventory>().0.iter().copied().filter(|&id| world.part::<Thing>(id).is_some()));
    let id = form.creature.filter(|id| known.contains(id)).or(battle.active()).or(known.first().copied());
    let Some(mut id) = id else { return };
    ui.horizontal(|ui| {
        view.portrait(ui, id, 36.0);
        let known_as = ComboBox::from_id_salt("whom").width(220.0).selected_text(view.name(id)).show_ui(ui, |ui| {
            let mut list = DropDown::of(ui, "whom");
            for &one in &known {
                let is_chosen = id == one;
                list.line(&ui.selectable_value(&mut id, one, view.name(one)), is_chosen);
            }
        });
        named_list(&known_as.response, "Whom", view.name(id));
        if just_opened(ui.ctx(), "game master") {
            known_as.response.request_focus();
        }
    });
    form.creature = Some(id);
    let sheet = view.sheet(id);
    let creature = view.creature(id).is_some();
    Grid::new("whom").num_columns(3).show(ui, |ui| {
        let now = form.amount;
        figure(ui, "Amount", DragValue::new(&mut form.amount).range(0..=999), now);
        choose(ui, "Kind of damage", &mut form.damage, DAMAGE_WORDS.iter().map(|&word| (word, word.to_string())));
        ui.horizontal(|ui| {
            deed(
                ui,
                view,
                "Damage",
                GmAct::Damage { creature: id, amount: form.amount, kind: form.damage.clone() },
                said,
            );
            deed(ui, view, "Heal", GmAct::Heal { creature: id, amount: form.amount }, said);
        });
        ui.end_row();
        let now = form.value;
        figure(ui, "Value", DragValue::new(&mut form.value), now);
        let stats = sheet.gauges.iter().chain(&sheet.pips).map(|gauge| (gauge.key.as_str(), gauge.label.clone()));
        choose(ui, "What is set", &mut form.stat, stats);
        deed(ui, view, "Set", GmAct::Set { creature: id, stat: form.stat.clone(), value: form.value }, said);
        ui.end_row();
        if creature {
            ui.label("");
            let conditions = battle.ruleset().conditions();
            choose(
                ui,
                "Condition",
                &mut form.condition,
                conditions.iter().map(|(key, name)| (key.as_str(), name.clone())),
            );
            ui.horizontal(|ui| {
                deed(ui, view, "Give", GmAct::AddCondition { creature: id, condition: form.condition.clone() }, said);
                deed(ui, view, "End", GmAct::RemoveCondition { creature: id, condition: form.condition.clone() }, said);
            });
            ui.end_row();
            let now = form.score;
            let score = DragValue::new(&mut form.score).range(initiative::SCORES);
            figure(ui, "Initiative", score, now);
            ui.label("Initiative");
            ui.horizontal(|ui| {
                deed(ui, view, "Set", GmAct::Initiative { creature: id, score: form.score }, said);
                deed(ui, view, "Remove", GmAct::Remove { creature: id }, said);
            });
            ui.end_row();
        }
    });
    own(ui, view, id, form, said);
}

/// What only this ruleset's game masters decide.
fn own(ui: &mut Ui, view: &View, id: Id, form: &mut Form, said: &mut Vec<UiCommand>) {
    let battle = &view.session.battle;
    let (ruleset, world) = (battle.ruleset(), battle.world());
    let all = if view.creature(id).is_some() {
        ruleset.own_overrides(world, id)
    } else {
        ruleset.object_overrides(world, id)
    };
    // Where there is nobody to name there is nothing to decide.
    for one in all.into_iter().filter(|one| !one.values.is_empty()) {
        ui.horizontal_wrapped(|ui| {
            ui.label(&one.label);
            let label = |value: &Option<String>| value.clone().unwrap_or_default();
            let values: Vec<String> = one.values.iter().map(|(value, _)| label(value)).collect();
            let known = values.iter().zip(&one.values).map(|(key, (_, words))| (key.as_str(), words.clone()));
            let chosen = form.own.entry(one.key.clone()).or_default();
            // Where there is one thing to say there is nothing to choose.
            if values.len() > 1 {
                choose(ui, &one.label, chosen, known);
            } else {
                chosen.clone_from(&values[0]);
            }
            let act = GmAct::Rule {
                key: one.key.clone(),
                creature: Some(id),
                value: Some(chosen.clone()).filter(|value| !value.is_empty()),
            };
            deed(ui, view, "Apply", act, said);
        });
    }
}
