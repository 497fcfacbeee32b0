//! An open decision beside whom it is put to: who must decide, what about, the number at stake, and the odds of every choice.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{
    self, Align, Align2, CornerRadius, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::answer_buttons::{self, KEY, LINE, Shape, answer};
use super::answer_cells::{self, Cells, Says};
use super::float::{DropDown, Float, rule_link};
use super::keep_clear::{Clear, focus};
use super::layout::Layout as Places;
use super::panel_context::{Desk, plays};
use super::panel_order::{Remember, Turn};
use super::ui_command::UiCommand;
use super::view::View;
use super::{odds, paint, pool, text, theme, trace_view};
use crate::battle::{Branch, Choice, Decision, Purpose, TargetForecast};
use crate::gui::app::probe;
use crate::gui::session::slots::Answer;
use crate::level::Seat;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Unfolded>().add_systems(EguiPrimaryContextPass, draw.in_set(Turn::Decision).run_if(plays));
}

/// Whether the number behind the open decision is folded open.
#[derive(Resource, Default)]
pub(super) struct Unfolded(pub(super) bool);

fn draw(mut desk: Desk, mut unfolded: ResMut<Unfolded>) {
    desk.draw(|context, view, spot, said| match view.session.question() {
        None => foresee(view),
        Some(question) if view.session.seat(question.side) == Seat::Human => {
            let rect = show(context, view, &mut unfolded.0, &spot.places, question, said);
            spot.clear.rects.push(rect);
        }
        // The bar says who is deciding.
        Some(_) => {}
    });
}

/// Of more choices than this each is only a line.
const MANY: usize = 4;

/// Has the odds of a decision worked out while what led to it is still being shown.
fn foresee(view: &View) {
    let session = view.session;
    let put = session.battle.decision().filter(|_| session.waits_for_person() && !session.hands_over());
    for choice in put.into_iter().flat_map(|decision| &decision.choices) {
        view.forecasts.get(&answer(choice));
    }
}

/// How much of a creature the question is about may lie outside the window or under the question's card, in points.
const UNSEEN: f32 = 2.0;
/// How wide a question is where there is little room, if its answers do not stand in one row, and how many do.
const NARROW: f32 = 300.0;
const FEW: usize = 2;
/// How many answers say their odds there, how high they may be then, and on how many lines it is asked.
const MOST_CELLS: usize = 6;
const CELLS: f32 = 96.0;
const PROMPT: usize = 2;
/// So much lower words stand than the edge of buttons beside them, so that both are level.
const LEVEL: f32 = 3.0;

/// Draws the open decision beside whom it is put to: as large as its choices, and off the line of what led to it.
fn show(
    context: &egui::Context,
    view: &View,
    unfolded: &mut bool,
    places: &Places,
    decision: &Decision,
    said: &mut Vec<UiCommand>,
) -> Rect {
    let few = decision.choices.len() <= MANY && !places.low;
    // Up to three stand side by side also where text is large.
    let answers = view.session.answers(decision);
    let beside = answers.len().clamp(1, 3) as f32;
    let full = places.free.width() - 24.0;
    let card_width = ((full - (beside - 1.0) * theme::STEP) / beside).clamp(112.0, 184.0);
    let size = Vec2::new(card_width, card_height(context, view, decision, card_width));
    let wide = beside * card_width + (beside - 1.0) * theme::STEP;
    let least = if few { 330.0 } else { 440.0 };
    let says = |answer: &Answer| match answer {
        Answer::Open(number) => view.session.masked(&decision.choices[*number].label),
        Answer::Shut(label) => label.to_string(),
    };
    let cells = (places.low && !is_plain(decision) && answers.len() <= MOST_CELLS).then(|| {
        let says: Vec<Says> = answers.iter().enumerate().map(|one| in_a_cell(view, decision, one)).collect();
        (Cells::of(context, &says, full), says)
    });
    // Where there are too many to be looked through beside the board, their odds are behind the pointer.
    let cells = cells.filter(|(cells, _)| cells.high <= CELLS);
    let tiles = || answer_buttons::tiles(context, &answers.iter().map(says).collect::<Vec<_>>(), full);
    let (shape, wide) = match (few, places.low) {
        (true, _) => (Shape::Card(size), wide),
        (false, true) => (Shape::Line(0.0), wide),
        (false, false) => tiles().map_or((Shape::Line(LINE.x), wide), |(size, wide)| (Shape::Tile(size), wide)),
    };
    // Where there is little room few answers stand in one row, so that the question is no higher than it must be.
    let wide = match (places.low, answers.len() <= FEW || cells.is_some()) {
        (true, true) => full,
        (true, false) => NARROW.min(full),
        (false, _) => wide.max(least).min(full),
    };
    let mut within = places.free;
    within.max.y = places.full.max.y;
    let float = Float { frame: theme::loud_frame(), ..Float::new("question", Vec2::new(wide + 16.0, within.height())) };
    let asked = view.place(decision.creature).filter(|_| view.session.sees(decision.creature));
    let near = asked.unwrap_or(Rect::from_center_size(within.center_bottom(), Vec2::ZERO));
    let clear = Clear::of(view).but_cursor();
    let known = float.size(context).is_some();
    let rect = float.show(
        context,
        |size| clear.place(context, "question", size, within, near),
        |ui| {
            let most = ui.available_height();
            ScrollArea::vertical().id_salt("question").auto_shrink([true, true]).max_height(most).show(ui, |ui| {
                ui.set_max_width(wide);
                if let Some((cells, says)) = &cells {
                    ui.spacing_mut().item_spacing = Vec2::splat(answer_cells::GAP);
                    in_cells(ui, view, unfolded, (decision, &answers), (cells, says), said);
                    return;
                }
                question(ui, view, unfolded, decision, places.low, said);
                ui.spacing_mut().item_spacing = Vec2::splat(shape.gap());
                ui.horizontal_wrapped(|ui| {
                    for (place, answer) in answers.iter().enumerate() {
                        let key = view.hints.slots.get(place).map_or("", String::as_str);
                        let choice = match answer {
                            Answer::Open(number) => &decision.choices[*number],
                            Answer::Shut(label) => {
                                answer_buttons::shut(ui, label, shape);
                                continue;
                            }
                        };
                        let about = Some(decision.creature);
                        match shape {
                            Shape::Card(size) => card(ui, view, decision, (choice, key, size), said),
                            Shape::Tile(size) => answer_buttons::tile(ui, view, about, (choice, key, size), said),
                            Shape::Line(wide) => answer_buttons::line(ui, view, about, (choice, key, wide), said),
                        }
                    }
                    if places.low {
                        number(ui, unfolded, decision, false);
                        always(ui, decision, said);
                    }
                });
            });
        },
    );
    let window = context.content_rect();
    let about = focus(view).into_iter().flat_map(|(one, other)| [Some(one), other]);
    let mut about = about.flatten().filter_map(|id| view.place(id));
    let is_lost = |place: Rect| !window.contains_rect(place) || rect.intersects(place);
    if known && about.any(|place| is_lost(place.shrink(UNSEEN))) {
        let size = rect.size() * context.zoom_factor();
        said.push(UiCommand::OutOfView(size.x, size.y));
    }
    rect
}

/// Answers in cells under the question: on so few lines that who asks and who is asked have their room in a low window.
fn in_cells(
    ui: &mut Ui,
    view: &View,
    unfolded: &mut bool,
    (decision, answers): (&Decision, &[Answer]),
    (cells, says): (&Cells, &[Says]),
    said: &mut Vec<UiCommand>,
) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            always(ui, decision, said);
            number(ui, unfolded, decision, true);
            let prompt = view.session.masked(&decision.prompt);
            let mut job =
                egui::text::LayoutJob::simple(prompt.clone(), theme::body(13.0), theme::PAPER, ui.available_width());
            job.wrap.max_rows = PROMPT;
            let words = ui.painter().layout_job(job);
            let cut = words.elided;
            let size = Vec2::new(ui.available_width(), words.size().y + LEVEL);
            let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
            ui.painter().galley(rect.min + Vec2::new(0.0, LEVEL), words, theme::PAPER);
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &prompt));
            if cut {
                response.on_hover_text(prompt);
            }
        });
    });
    behind(ui, view, *unfolded, decision, said);
    ui.horizontal_wrapped(|ui| {
        for (place, (answer, says)) in answers.iter().zip(says).enumerate() {
            let response = cells.draw(ui, place, says);
            if let Answer::Open(number) = answer {
                answer_buttons::respond(response, view, Some(decision.creature), &decision.choices[*number], said);
            }
        }
    });
}

/// What stands in the cell of an answer.
fn in_a_cell(view: &View, decision: &Decision, (place, answer): (usize, &Answer)) -> Says {
    let choice = match answer {
        Answer::Open(number) => &decision.choices[*number],
        Answer::Shut(label) => return Says { label: label.to_string(), shut: true, ..Says::default() },
    };
    let branch = view.forecasts.get(&answer_buttons::answer(choice)).and_then(|forecast| forecast.branches.last());
    let no_help = branch.is_some_and(|branch| is_no_help(view, decision, choice, branch));
    let brings = choice.leaves.as_ref().map(|left| left.brings.to_string()).unwrap_or_default();
    Says {
        key: view.hints.slots.get(place).cloned().unwrap_or_default(),
        label: view.session.masked(&choice.label),
        odds: text::with_units(&in_a_line(view, decision, choice)),
        warning: if no_help { "no help".to_owned() } else { brings },
        price: text::with_units(&answer_cells::price(choice)),
        shut: false,
    }
}

/// Who must decide on account of whom, what about, and the number at stake.
fn question(ui: &mut Ui, view: &View, unfolded: &mut bool, decision: &Decision, low: bool, said: &mut Vec<UiCommand>) {
    let beside = !low && between(ui, view, decision, said);
    ui.add(egui::Label::new(RichText::new(view.session.masked(&decision.prompt)).size(14.0)).wrap());
    if !low && (!beside || decision.number.is_some()) {
        ui.horizontal_wrapped(|ui| {
            number(ui, unfolded, decision, false);
            if !beside {
                always(ui, decision, said);
            }
        });
    }
    behind(ui, view, *unfolded, decision, said);
}

/// The number at stake, folded open.
fn behind(ui: &mut Ui, view: &View, unfolded: bool, decision: &Decision, said: &mut Vec<UiCommand>) {
    if unfolded && let Some(number) = view.session.at_stake(decision) {
        theme::sunken_frame().show(ui, |ui| {
            ScrollArea::vertical()
                .id_salt("number")
                .max_height(140.0)
                .show(ui, |ui| trace_view::tree(ui, &number, said));
        });
    }
}

/// How wide the button is behind which the answers to give whenever this is asked stand.
const ALWAYS: f32 = 80.0;

/// Who decides on account of whom, and at the end of the row, if there is room, the answers to give whenever this is asked; whether they
/// are there.
fn between(ui: &mut Ui, view: &View, decision: &Decision, said: &mut Vec<UiCommand>) -> bool {
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        if view.session.sees(decision.creature) {
            view.portrait(ui, decision.creature, 28.0);
        }
        if let Some(against) = decision.against.filter(|&id| view.session.sees(id)) {
            ui.label(RichText::new(glyph::ARROW_LEFT).color(theme::HARM));
            view.portrait(ui, against, 28.0);
        }
        paint::side_mark_widget(ui, decision.side.0, view.settings.palette);
        let colour = theme::side_text(view.settings.palette, decision.side.0);
        let known = view.session.sees(decision.creature);
        let who = if known { view.name(decision.creature) } else { view.side_name(decision.side) };
        ui.label(RichText::new(who).size(14.0).color(colour)).on_hover_text(view.side_name(decision.side));
        let reacts = decision.against.is_some_and(|against| against != decision.creature);
        ui.label(RichText::new(if reacts { "\u{b7} how to react?" } else { "\u{b7} which?" }).size(14.0));
        let fits = ui.available_width() >= ALWAYS;
        if fits {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| always(ui, decision, said));
        }
        fits
    });
    row.inner
}

/// Answers to give whenever this is asked again.
fn always(ui: &mut Ui, decision: &Decision, said: &mut Vec<UiCommand>) {
    ui.menu_button("Always …", |ui| {
        ui.label(RichText::new("Whenever this is asked in this fight:").size(12.0).color(theme::FAINT));
        let mut list = DropDown::of(ui, "always");
        for choice in &decision.choices {
            let line = ui.button(&*choice.label);
            list.line(&line, true);
            if line.clicked() {
                let standing = Some(choice.key.to_string());
                said.push(UiCommand::Standing(decision.side, decision.kind.to_string(), standing));
            }
        }
    });
}

/// The number at stake, `bare` without its name; a click folds its terms open.
fn number(ui: &mut Ui, unfolded: &mut bool, decision: &Decision, bare: bool) {
    let Some(number) = &decision.number else { return };
    let caret = if *unfolded { glyph::CARET_DOWN } else { glyph::CARET_RIGHT };
    let words = if bare { caret.to_owned() } else { format!("{caret} {} ", number.label) };
    let mut job = egui::text::LayoutJob::default();
    let format = |size: f32, colour| egui::TextFormat {
        font_id: theme::body(size),
        color: colour,
        valign: Align::Center,
        ..Default::default()
    };
    job.append(&words, 0.0, format(13.0, theme::FAINT));
    job.append(&number.value.to_string(), 4.0, format(if bare { 15.0 } else { 20.0 }, theme::LAMP));
    if ui.add(egui::Button::new(job)).on_hover_text("How this number came about").clicked() {
        *unfolded = !*unfolded;
    }
}

/// The odds of an answer for the creature that is asked, in one line. Before the odds are known the line is as high.
fn in_a_line(view: &View, decision: &Decision, choice: &Choice) -> String {
    let Some(forecast) = view.forecasts.get(&answer(choice)) else { return "\u{2026}".into() };
    let Some(branch) = forecast.branches.last() else { return String::new() };
    let harm = branch.targets.get(&decision.creature);
    let told = |harm: &TargetForecast| match harm.hurting() {
        0 => text::headline(harm, branch.whole, None),
        _ => text::figures(harm, branch.whole, None),
    };
    let harm = harm.map(told);
    let success = || branch.success.map(|success| odds::likely(view, success, branch.whole));
    harm.or_else(success).unwrap_or_default()
}

/// Whether no answer by itself harms, hinders or helps a creature: then cards have no odds. Example: the question who acts next.
fn is_plain(decision: &Decision) -> bool {
    let idle = |choice: &Choice| matches!(choice.purpose, Purpose::Other | Purpose::Wait | Purpose::Decline);
    decision.afterwards && decision.number.is_none() && decision.choices.iter().all(idle)
}

/// Lines that odds have room for on cards that are put before all odds are known.
const LINES: usize = 3;

/// How high cards are: so that the one with most to say in its odds holds it all. While odds are still being worked out there is room
/// for what is usual, and it stays so when they come: nothing moves under the pointer.
fn card_height(context: &egui::Context, view: &View, decision: &Decision, wide: f32) -> f32 {
    let painter = context.layer_painter(egui::LayerId::background());
    let room = wide - 2.0 * theme::STEP - KEY - COST;
    let tall = |choice: &Choice| label(&painter, view, choice, room).size().y;
    if is_plain(decision) {
        let tall = decision.choices.iter().map(tall).fold(ROW, f32::max);
        return tall + 3.0 * theme::STEP + RULE;
    }
    let lines = |choice: &Choice| {
        let forecast = view.forecasts.get(&answer(choice))?;
        let lines = |branch| odds::lines(view, branch, decision.creature);
        Some(forecast.branches.last().map_or(0, lines))
    };
    let put = (view.session.version, decision.clone());
    let id = egui::Id::new("cards");
    let known: Option<((u64, Decision), usize, bool)> = context.data(|data| data.get_temp(id));
    let lines = match known.filter(|(of, ..)| *of == put) {
        Some((_, lines, true)) => lines,
        known => {
            let (put_before, before) = (known.is_some(), known.map(|(_, lines, _)| lines));
            let all: Option<Vec<usize>> = decision.choices.iter().map(lines).collect();
            // Odds of an act of one's own name whom it is done to.
            let usual = before.unwrap_or(LINES + usize::from(decision.afterwards));
            // What was put before its odds were known grows, once they are, only as far as it must.
            let exact = |choice| view.forecasts.get(&answer(choice)).is_some_and(|forecast| forecast.exact);
            let whole = decision.choices.iter().all(exact);
            let most = all.map(|all| all.into_iter().max().unwrap_or(0).min(6));
            let lines = match (most, put_before) {
                (Some(_), true) if !is_roomy(context) => usual,
                (Some(most), true) => most.max(usual),
                (Some(most), false) => most,
                (None, _) => usual,
            };
            context.data_mut(|data| data.insert_temp(id, (put, lines, whole)));
            lines
        }
    };
    let foot = |choice: &Choice| pool::foot_height(&choice.dice, choice.leaves.as_ref());
    let foot = decision.choices.iter().map(foot).fold(0.0, f32::max);
    let long = decision.choices.iter().map(|choice| tall(choice) - ROW).fold(0.0, f32::max);
    let odds = if is_roomy(context) { 118.0 } else { 96.0 };
    odds + 17.0 * lines as f32 + foot + long
}

/// How wide the cost of a card is; how high one line of what it is called.
const COST: f32 = 44.0;
const ROW: f32 = 20.0;

/// What an answer is called, on as many lines as it takes.
fn label(painter: &egui::Painter, view: &View, choice: &Choice, room: f32) -> std::sync::Arc<egui::Galley> {
    painter.layout(view.session.masked(&choice.label), theme::body(15.0), theme::PAPER, room)
}

/// Whether the window has room for cards that say what would be left, too.
fn is_roomy(context: &egui::Context) -> bool {
    context.content_rect().height() >= ROOMY
}

/// Windows lower than this have no room for that, in points.
const ROOMY: f32 = 640.0;

/// The one scale of all answers.
fn scale(view: &View, decision: &Decision) -> paint::Scale {
    let known = decision.choices.iter().filter_map(|choice| view.forecasts.get(&answer(choice)));
    let branches = known.filter_map(|forecast| forecast.branches.last());
    odds::scale(view, branches, Some(decision.creature))
}

/// Whether an answer that costs something leaves the creature that is asked as badly off as doing nothing.
fn is_no_help(view: &View, decision: &Decision, choice: &Choice, branch: &Branch) -> bool {
    let guards = matches!(choice.purpose, Purpose::Guard | Purpose::Dodge);
    let nothing = decision.choices.iter().find(|other| other.purpose == Purpose::Decline).filter(|_| guards);
    let forecast = nothing.and_then(|nothing| view.forecasts.get(&answer(nothing)));
    let Some(other) = forecast.filter(|one| one.exact).and_then(|one| one.branches.last()) else {
        return false;
    };
    // Only conditions that doing nothing brings count: what the answer itself brings is no harm.
    let of = |branch: &Branch| branch.targets.get(&decision.creature).cloned();
    let threats: Vec<_> = of(other).map(|one| one.conditions.into_keys().collect()).unwrap_or_default();
    let share = |branch: &Branch| {
        let (target, whole) = (of(branch)?, branch.whole);
        let part = |weight: u128| (weight * 10_000).checked_div(whole);
        let suffers = |key| part(target.conditions.get(key).copied().unwrap_or(0));
        let suffered: Vec<_> = threats.iter().map(suffers).collect();
        Some((target.lost_hundredths(whole), part(target.drops), target.mean_hundredths(whole), suffered))
    };
    share(branch) == share(other)
}

/// How high the line of a rule is, in points.
const RULE: f32 = 13.0;

/// One choice as a card that is a button: label, cost, odds, key.
fn card(
    ui: &mut Ui,
    view: &View,
    decision: &Decision,
    (choice, key, size): (&Choice, &str, Vec2),
    said: &mut Vec<UiCommand>,
) {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| {
        let left = choice.leaves.as_ref().map(pool::left_words).unwrap_or_default();
        WidgetInfo::labeled(WidgetType::Button, true, format!("{} {} {left}", choice.label, choice.cost).trim())
    });
    // What the answer is called stands there.
    let title = rect.left_top() + Vec2::new(48.0, 16.0);
    probe::spot_at(&response, title, || format!("answer {}", choice.key));
    let painter = ui.painter();
    let fill = if response.hovered() { theme::LIFTED } else { theme::RAISED };
    painter.rect_filled(rect, CornerRadius::same(theme::CORNER), fill);
    let edge = match (response.has_focus(), response.hovered()) {
        (true, _) => Stroke::new(2.0, theme::LAMP),
        (_, true) => Stroke::new(1.0, theme::LAMP),
        _ => Stroke::new(1.0, theme::LINE),
    };
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), edge, StrokeKind::Inside);
    let inner = rect.shrink(theme::STEP);
    let mut left = inner.left_top();
    if !key.is_empty() {
        let cap = Rect::from_min_size(left, Vec2::splat(18.0));
        painter.rect_filled(cap, CornerRadius::same(3), theme::SUNKEN);
        painter.text(cap.center(), Align2::CENTER_CENTER, key, theme::body(12.0), theme::LAMP);
        left.x += KEY;
    }
    let label = label(painter, view, choice, inner.max.x - left.x - COST);
    // A long label goes on below, and moves down what comes after it.
    let high = label.size().y.max(ROW) + 4.0;
    painter.galley(left, label, theme::PAPER);
    painter.text(inner.right_top(), Align2::RIGHT_TOP, &*choice.cost, theme::body(12.0), theme::FAINT);
    pool::foot(painter, inner, &choice.dice, choice.leaves.as_ref());
    let mut below = Rect::from_min_max(egui::Pos2::new(inner.min.x, inner.min.y + high), inner.max);
    below.max.y -= pool::foot_height(&choice.dice, choice.leaves.as_ref());
    let mut child = ui.new_child(UiBuilder::new().max_rect(below).layout(Layout::top_down(Align::Min)));
    child.spacing_mut().item_spacing.y = 2.0;
    child.shrink_clip_rect(Rect::from_min_max(inner.min, below.max.max(inner.min)));
    let order = answer(choice);
    let scale = scale(view, decision);
    let plain = is_plain(decision);
    match (!plain).then(|| view.forecasts.get(&order)).flatten() {
        Some(forecast) => {
            // Should more be asked after it, the odds are those of doing nothing more.
            if let Some(branch) = forecast.branches.last() {
                if is_no_help(view, decision, choice, branch) {
                    child.label(RichText::new("No help against this").size(12.5).color(theme::HARM));
                }
                let look = odds::Look { width: below.width(), scale, roomy: is_roomy(ui.ctx()) };
                odds::one(&mut child, view, branch, Some(decision.creature), look);
            }
        }
        None if plain => {}
        None => {
            child.label(RichText::new("Working out the odds …").size(12.0).color(theme::FAINT));
        }
    }
    // A rule that would be cut off is left out.
    let fits = child.cursor().min.y + RULE <= below.max.y;
    let link = choice.rule.as_ref().filter(|_| fits).map(|rule| rule_link(&mut child, rule.id(), said));
    probe::rows(&response, link, || format!("answer {}", choice.key));
    if response.clicked() {
        said.push(UiCommand::Order(order));
    }
}

#[cfg(test)]
mod tests {
    use crate::gui::app::screen::{Launch, begin};
    use crate::gui::app::taken_up::Table;
    use crate::gui::session::Session;
    use crate::referee;

    fn session() -> Session {
        let launch = Launch { level: "levels/first-fight.toml".into(), ruleset: None, seed: 1, seats: Vec::new() };
        match begin(&launch).expect("a shipped level should start") {
            Table::Battle(session) => *session,
            Table::Between(_) => panic!("a level should be a battle"),
        }
    }

    #[test]
    fn a_question_is_put_once_its_dice_lie() {
        let mut session = session();
        for order in [r#"{"move":{"to":[9,5]}}"#, r#"{"act":{"action":"attack","with":"pistol","target":"Wenzel"}}"#] {
            assert_eq!(session.question(), None, "nothing is asked before");
            session.shown = session.battle.events().len();
            let order = serde_json::from_str(order).expect("an order should read");
            let order = referee::names::order(&session.battle, order).expect("names of the level");
            session.submit(&order).expect("a legal order");
        }
        session.hand_over();
        assert!(session.battle.decision().is_some(), "the target may dodge");
        assert_eq!(session.question(), None, "the blow is still being shown");
        session.shown = session.battle.events().len();
        assert!(session.question().is_some());
    }

    const TOUGH: &str = r#"
ruleset = "sol"
map = '''
########
#.v..r.#
########
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera" }
"r" = { creature = "brute", side = "red", name = "Rook", sol = { resist = ["energy"] } }
"#;

    #[test]
    fn in_a_small_window_with_large_letters_answers_say_their_odds() {
        use super::super::drawn::{Drawn, words};
        let mut session = crate::gui::tests::test_battles::begun(TOUGH, "Vera");
        let shot = r#"{"act":{"action":"attack","with":"carbine","target":"Rook"}}"#;
        crate::gui::tests::test_battles::order(&mut session, shot);
        session.hand_over();
        let mut table = Drawn::new();
        table.think(&mut session);
        let said = words(&table.settled(&mut session, bevy_egui::egui::Vec2::new(400.0, 300.0)));
        assert!(said.lines().filter(|line| line.contains("about") && line.contains('%')).count() >= 2, "{said}");
    }

    /// With what they cost and leave, they take no more of the window than who asks and who is asked leave of it.
    #[test]
    fn answers_that_are_paid_for_say_their_odds_and_price_there_too() {
        use super::super::drawn::{Drawn, words};
        use crate::gui::tests::test_battles::{BETWEEN, begun, order};
        let mut session = begun(BETWEEN, "Vera");
        order(&mut session, r#"{"act":{"action":"attack","with":"sword","target":"Gar"}}"#);
        session.hand_over();
        let mut table = Drawn::new();
        table.think(&mut session);
        let said = words(&table.settled(&mut session, bevy_egui::egui::Vec2::new(400.0, 300.0)));
        let decision = session.battle.decision().expect("it lands");
        for choice in &decision.choices {
            let cost = super::text::with_units(&choice.cost);
            let left =
                choice.leaves.as_ref().map_or_else(String::new, |left| format!("{}/{}", left.of.now, left.of.max));
            let wanted = [&*choice.label, &cost, &left, "%"];
            let told = |line: &str| wanted.iter().all(|words| line.contains(words));
            assert!(said.lines().any(told), "{choice:?}:\n{said}");
        }
        let place = table.place("question").expect("it is asked");
        assert!(place.height() <= 110.0, "{place:?}");
    }

    #[test]
    fn a_question_names_what_will_be_taken_off() {
        use crate::battle::Order;
        let mut session = crate::gui::tests::test_battles::begun(TOUGH, "Vera");
        let order = r#"{"act":{"action":"attack","with":"carbine","target":"Rook"}}"#;
        let order = serde_json::from_str(order).expect("an order should read");
        let order = referee::names::order(&session.battle, order).expect("names of the level");
        session.submit(&order).expect("a legal order");
        let decision = session.battle.decision().expect("he may dodge").clone();
        let take = Order::Answer { choice: "none".into() };
        let forecast = session.battle.forecast(&take).expect("it can be taken");
        let taken = forecast.branches[0].targets[&decision.creature].damage.keys().copied().max();
        let taken = taken.expect("it hurts");
        let coming = decision.number.as_ref().expect("a number is at stake").value;
        assert_eq!(taken, coming / 2);
        assert!(decision.prompt.contains(&format!(". Resists energy: {taken}")), "{}", decision.prompt);
    }
}
