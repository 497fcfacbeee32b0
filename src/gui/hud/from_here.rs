//! The list beside the cursor while the key for it is held: everybody seen from there, with distance, cover and the odds of the attack.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, Area, Grid, Order, RichText, Ui};
use egui_phosphor::regular as glyph;

use super::desk::{Glass, plays};
use super::turn::Turn;
use super::{text, theme};
use crate::battle::{CoverStep, Forecast, Id};
use crate::gui::from_here::{FromHere, Row};
use crate::gui::places::{BoardCamera, centre, middle};
use crate::gui::session::Session;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        draw.after(Turn::PassOn)
            .before(Turn::Settings)
            .run_if(plays)
            .run_if(resource_exists::<Session>),
    );
}

/// Beside the cursor's square, what could be attacked from it.
fn draw(
    glass: Option<Res<Glass>>,
    session: Res<Session>,
    here: Res<FromHere>,
    eye: Query<(&Camera, &GlobalTransform), With<BoardCamera>>,
) {
    let (Some(glass), Some(stand), Ok((camera, place))) = (glass, &here.stand, eye.single()) else {
        return;
    };
    let zoom = glass.0.zoom_factor();
    let at = |middle: Vec2| {
        let at = camera.world_to_viewport(place, middle.extend(0.0)).ok()?;
        Some(egui::Pos2::new(at.x, at.y) / zoom)
    };
    let Some(from) = at(middle(stand.at)) else { return };
    let listed = stand.rows.iter().take(MOST);
    let spaces = listed.map(|row| session.space(row.target));
    let there: Vec<egui::Pos2> = spaces.filter_map(|space| at(centre(space))).collect();
    show(&glass.0, &session, &here, from, &there);
}

/// What the list is called among what floats.
const NAME: &str = "from here";
/// The most rows; whoever is farther away is counted.
const MOST: usize = 8;

/// Where the list lies: with a corner at a place of the window, towards the middle of it, but rather another way where it would lie on
/// fewer of those it lists.
fn corner(context: &egui::Context, at: egui::Pos2, there: &[egui::Pos2]) -> (Align2, egui::Vec2) {
    let window = context.content_rect().shrink(theme::STEP);
    let size = context.memory(|memory| memory.area_rect(egui::Id::new(NAME)));
    let size = size.map_or(egui::Vec2::ZERO, |rect| rect.size());
    let (right, low) = (at.x > window.center().x, at.y > window.center().y);
    let ways = [(right, low), (right, !low), (!right, low), (!right, !low)];
    let ways = ways.map(|(right, low)| {
        let align = |back| if back { egui::Align::Max } else { egui::Align::Min };
        let off = |back, by: f32| if back { -by } else { by };
        let pivot = Align2([align(right), align(low)]);
        (pivot, egui::vec2(off(right, 24.0), off(low, 8.0)))
    });
    let covers = |(pivot, off): &(Align2, egui::Vec2)| {
        let rect = pivot.anchor_size(at + *off, size);
        // It is pushed into the window.
        let over = (rect.max - window.max).max(egui::Vec2::ZERO) - (window.min - rect.min).max(egui::Vec2::ZERO);
        let rect = rect.translate(-over);
        let listed = there.iter().filter(|&&one| rect.contains(one)).count();
        (rect.contains(at), listed)
    };
    ways.into_iter().min_by_key(covers).expect("there are four ways")
}

/// Draws the list, its corner at a place of the window; those it lists are there.
fn show(context: &egui::Context, session: &Session, here: &FromHere, at: egui::Pos2, there: &[egui::Pos2]) {
    let Some(stand) = &here.stand else { return };
    let (pivot, off) = corner(context, at, there);
    Area::new(egui::Id::new(NAME))
        .order(Order::Tooltip)
        .interactable(false)
        .fixed_pos(at + off)
        .pivot(pivot)
        // Nothing of it, with a small rim, lies outside the window.
        .constrain_to(context.content_rect().shrink(theme::STEP))
        .show(context, |ui| {
            theme::frame().fill(theme::PANEL_SOLID).show(ui, |ui| {
                let who = session.battle.name(stand.who);
                let with = stand
                    .offer
                    .as_ref()
                    .map_or("nothing to attack with", |offer| &offer.label);
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
                Grid::new(NAME)
                    .num_columns(4)
                    .min_row_height(16.0)
                    .spacing(egui::vec2(14.0, 3.0))
                    .show(ui, |ui| {
                        for row in stand.rows.iter().take(MOST) {
                            line(ui, session, row);
                            ui.end_row();
                        }
                    });
                if stand.rows.len() > MOST {
                    let more = format!("and {} more", stand.rows.len() - MOST);
                    ui.label(RichText::new(more).size(12.0).color(theme::FAINT));
                }
            });
        });
}

fn line(ui: &mut Ui, session: &Session, row: &Row) {
    let small = |text: &str| RichText::new(text).size(13.0);
    ui.label(small(session.battle.name(row.target)));
    let (distance, cover) = row
        .info
        .as_ref()
        .map_or(("", ""), |info| (info.distance.as_str(), info.shelter.name.as_str()));
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
            Some((chance, of.mean_hundredths(branch.whole), falls))
        })
        .collect();
    let span = |value: &dyn Fn(&(u128, u128, Option<String>)) -> u128, show: &dyn Fn(u128) -> String| {
        let least = struck.iter().map(value).min().unwrap_or(0);
        let most = struck.iter().map(value).max().unwrap_or(0);
        let (least, most) = (show(least), show(most));
        if least == most {
            most
        } else {
            format!("{least}–{most}")
        }
    };
    if struck.iter().all(|(chance, ..)| *chance == 0) {
        return "no harm".into();
    }
    let chance = span(&|one| one.0, &|percent| percent.to_string());
    let mean = span(&|one| one.1, &text::tenth);
    match struck.iter().max_by_key(|(_, mean, _)| *mean) {
        Some((.., Some(falls))) => format!("{chance} %, mean {mean}, falls {falls}"),
        _ => format!("{chance} %, mean {mean}"),
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
                further: 0,
                targets: [(Id(2), target)].into(),
                brings: std::collections::BTreeMap::new(),
            }
        };
        let odds = |branches| Forecast {
            exact: true,
            branches,
            ..Forecast::default()
        };
        assert_eq!(summary(&odds(vec![branch(50)]), Id(2)), "50 %, mean 2.0");
        assert_eq!(
            summary(&odds(vec![branch(25), branch(75)]), Id(2)),
            "25–75 %, mean 1.0–3.0"
        );
        assert_eq!(summary(&odds(vec![branch(0)]), Id(2)), "no harm");
    }
}
