//! The list beside the cursor while the key for it is held: everybody seen from there, with distance, cover and the odds of the attack.

use bevy::prelude::{App, IntoScheduleConfigs, Res, resource_exists};
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Grid, Rect, RichText, Ui, Vec2};
use egui_phosphor::regular as glyph;

use super::float::Float;
use super::keep_clear::Clear;
use super::panel_context::{EguiContext, Laid, plays};
use super::panel_order::Turn;
use super::{text, theme};
use crate::battle::{CoverStep, Forecast, Id};
use crate::grid::Footprint;
use crate::gui::session::Session;
use crate::gui::session::what_if::{FromHere, Row, Stand};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.after(Turn::PassOn).before(Turn::Settings).run_if(plays).run_if(resource_exists::<Session>),
    );
}

/// Beside the cursor's square, what could be attacked from it.
fn draw(glass: Option<Res<EguiContext>>, session: Res<Session>, here: Res<FromHere>, laid: Option<Res<Laid>>) {
    let (Some(glass), Some(stand), Some(laid)) = (glass, &here.stand, laid) else {
        return;
    };
    let space = |space: Footprint| laid.lens.space(space);
    let from = space(Footprint { at: stand.at, ..session.space(stand.who) });
    let listed = |row: &Row| space(session.space(row.target));
    let open = stand.rows.iter().filter(|row| row.refusal.is_none());
    let open: Vec<Rect> = open.take(MOST).map(listed).collect();
    let clear = Clear {
        lines: open.iter().map(|rect| [from.center(), rect.center()]).collect(),
        rects: open.into_iter().chain([from]).collect(),
        others: stand.rows.iter().map(listed).collect(),
        cursor: None,
        area: Vec::new(),
        ground: laid.spot.clear.ground.clone(),
    };
    let places = &laid.spot.places;
    // In a low window only whom one could attack has room.
    let rows = if places.low && stand.rows.iter().any(|row| row.refusal.is_none()) {
        stand.rows.iter().filter(|row| row.refusal.is_none()).take(FEW).collect()
    } else {
        stand.rows.iter().take(MOST).collect()
    };
    show(&glass.0, &session, stand, rows, |context, size| clear.place(context, NAME, size, places.free, from));
}

/// What the list is called among what floats.
const NAME: &str = "from here";
/// The most rows; whoever is farther away is counted.
const MOST: usize = 8;

/// The most in a low window.
const FEW: usize = 3;

/// Draws the list near where one would stand, off whoever could be attacked from there and the lines to them.
fn show(
    context: &egui::Context,
    session: &Session,
    stand: &Stand,
    rows: Vec<&Row>,
    place: impl FnOnce(&egui::Context, Vec2) -> Rect,
) {
    let float = Float {
        frame: theme::frame().fill(theme::PANEL_SOLID),
        takes: false,
        order: egui::Order::Tooltip,
        ..Float::new(NAME, context.content_rect().size() - Vec2::splat(2.0 * theme::STEP))
    };
    float.show(
        context,
        |size| place(context, size),
        |ui| {
            let who = session.battle.name(stand.who);
            let with = stand.offer.as_ref().map_or("nothing to attack with", |offer| &offer.label);
            let head = format!("{} {who} at {},{}: {with}", glyph::CROSSHAIR, stand.at.x, stand.at.y);
            ui.label(RichText::new(head).color(theme::LAMP));
            if let Some(trouble) = &stand.trouble {
                ui.label(RichText::new(trouble).color(theme::FAINT));
                return;
            }
            if stand.rows.is_empty() {
                ui.label(RichText::new("No foe is in sight.").color(theme::FAINT));
                return;
            }
            Grid::new(NAME).num_columns(4).min_row_height(16.0).spacing(Vec2::new(14.0, 3.0)).show(ui, |ui| {
                for &row in &rows {
                    line(ui, session, row);
                    ui.end_row();
                }
            });
            if stand.rows.len() > rows.len() {
                let more = format!("and {} more", stand.rows.len() - rows.len());
                ui.label(RichText::new(more).size(12.0).color(theme::FAINT));
            }
        },
    );
}

fn line(ui: &mut Ui, session: &Session, row: &Row) {
    let small = |text: &str| RichText::new(text).size(13.0);
    ui.label(small(session.battle.name(row.target)));
    let (distance, cover) =
        row.info.as_ref().map_or(("", ""), |info| (info.distance.as_str(), info.shelter.name.as_str()));
    let step = row.info.as_ref().map(|info| info.shelter.step).unwrap_or_default();
    ui.label(small(distance));
    if step == CoverStep::None {
        let open = if row.info.is_some() { "open" } else { "" };
        ui.label(small(open).color(theme::FAINT));
    } else {
        ui.label(small(&format!("{} {cover}", glyph::SHIELD)).color(theme::LAMP));
    }
    match (&row.odds, &row.refusal) {
        (Some(odds), _) => ui.label(small(&summary(odds, row.target))),
        (None, Some(why)) => ui.label(small(why).color(theme::FAINT)),
        (None, None) => ui.label(small("…").color(theme::FAINT)),
    };
}

/// The odds in a line: over all answers that could be given, from the least to the most.
fn summary(odds: &Forecast, target: Id) -> String {
    let struck: Vec<(u128, u128, Option<String>)> = odds
        .branches
        .iter()
        .filter_map(|branch| {
            let of = branch.targets.get(&target)?;
            let chance = of.chance_hundredths(branch.whole);
            let falls = (of.drops > 0).then(|| text::percent(of.drops, branch.whole));
            Some((chance, u128::from(of.blow().unsigned_abs()), falls))
        })
        .collect();
    let span = |value: &dyn Fn(&(u128, u128, Option<String>)) -> u128, show: &dyn Fn(u128) -> String| {
        let least = struck.iter().map(value).min().unwrap_or(0);
        let most = struck.iter().map(value).max().unwrap_or(0);
        let (least, most) = (show(least), show(most));
        if least == most { most } else { format!("{least}–{most}") }
    };
    if struck.iter().all(|(chance, ..)| *chance == 0) {
        return "no harm".into();
    }
    let chance = span(&|one| one.0, &|percent| percent.to_string());
    let about = span(&|one| one.1, &|about| about.to_string());
    match struck.iter().max_by_key(|(_, about, _)| *about) {
        Some((.., Some(down))) => format!("{chance} % \u{b7} about {about} \u{b7} down {down}"),
        _ => format!("{chance} % \u{b7} about {about}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Branch, TargetForecast};

    #[test]
    fn a_summary_spans_all_answers() {
        let branch = |hits: u128| {
            let mut target = TargetForecast::default();
            target.damage.insert(0, 100 - hits);
            target.damage.insert(4, hits);
            Branch {
                success: None,
                answer: None,
                whole: 100,
                samples: None,
                further: 0,
                targets: [(Id(2), target)].into(),
                brings: std::collections::BTreeMap::new(),
                places: std::collections::BTreeMap::new(),
                wins: std::collections::BTreeMap::new(),
            }
        };
        let odds = |branches| Forecast { exact: true, branches, ..Forecast::default() };
        assert_eq!(summary(&odds(vec![branch(50)]), Id(2)), "50 % · about 4");
        assert_eq!(summary(&odds(vec![branch(25), branch(75)]), Id(2)), "25–75 % · about 4");
        assert_eq!(summary(&odds(vec![branch(0)]), Id(2)), "no harm");
    }
}
