//! The odds of what is aimed, beside what it is aimed at: how likely it hurts, how hard, what would bring it down, and for each answer that the
//! target has how that would be. All of it in few words; more stands behind *Why?* in the bar.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Label, Rect, RichText, Ui, Vec2};
use egui_phosphor::regular as glyph;

use super::float::Float;
use super::keep_clear::Clear;
use super::layout::Layout;
use super::paint::Scale;
use super::panel_context::{Desk, plays};
use super::panel_order::Turn;
use super::view::View;
use super::{odds, paint, text, theme};
use crate::battle::{Act, Branch, ById, Creature, Forecast, Id, Order, Purpose, on_map};
use crate::gui::session::Aiming;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.in_set(Turn::Odds).run_if(plays));
}

fn draw(mut desk: Desk) {
    desk.draw(|context, view, spot, _| {
        let rect = show(context, view, &spot.places, &spot.clear);
        spot.clear.rects.extend(rect);
    });
}

/// How wide it is, in points.
const WIDTH: f32 = 252.0;
/// The room of common odds, before they are known, too: nothing moves when they come.
const HEIGHT: f32 = 74.0;
/// The same in a low window.
const LOW: (f32, f32) = (150.0, 44.0);
/// The room of one line, for what harms nobody and is done to nobody, such as going somewhere unseen.
const LINE: f32 = 34.0;
/// Of more who are struck, the others are counted.
const MOST: usize = 4;

/// Draws the odds, where something is aimed at something.
fn show(context: &egui::Context, view: &View, places: &Layout, clear: &Clear) -> Option<Rect> {
    let aim = view.session.aim.as_ref().filter(|aim| !aim.waits())?;
    let act = aim.act()?;
    let near = match (act.target, act.at) {
        (Some(target), _) => view.place(target)?,
        (None, at) => view.lens.square(at?),
    };
    let forecast = view.forecasts.get(&Order::Act(act.clone()));
    if aim.only_changes_surroundings() && forecast.is_some_and(Forecast::comes_to_nothing) {
        return None;
    }
    let (wide, high) = match (places.low, act.target) {
        (true, _) => LOW,
        (false, None) if !aim.harms() => (WIDTH, LINE),
        (false, _) => (WIDTH, HEIGHT),
    };
    let float = Float {
        least: Vec2::new(wide, high),
        takes: false,
        ..Float::new("odds", Vec2::new(wide, places.full.height() * 0.6))
    };
    let rect = float.show(
        context,
        |size| clear.place(context, "odds", size, places.free, near),
        |ui| {
            ui.set_width(wide - 18.0);
            ui.spacing_mut().item_spacing.y = 2.0;
            match forecast {
                Some(forecast) if places.low => brief(ui, view, act, forecast),
                Some(forecast) => told(ui, view, act, forecast),
                None => {
                    ui.label(RichText::new("Working out the odds …").color(theme::FAINT));
                }
            }
        },
    );
    Some(rect)
}

/// The one line, where there is no room for more.
fn brief(ui: &mut Ui, view: &View, act: &Act, forecast: &Forecast) {
    let Some(branch) = forecast.branches.last() else { return };
    let harm = match act.target {
        Some(target) => branch.targets.get(&target),
        None => branch.targets.values().next(),
    };
    let success = branch.success.map(|success| odds::likely(view, success, branch.whole));
    let of = act.target.and_then(|target| left(view, target));
    let words = harm.map(|harm| text::headline(harm, branch.whole, of));
    let words = success.or(words).unwrap_or_else(|| odds::nothing(view, act.target));
    if let Some(target) = act.target {
        own_side(ui, view, target);
    }
    ui.add(Label::new(RichText::new(words).size(12.5).color(theme::PAPER)).wrap());
}

fn told(ui: &mut Ui, view: &View, act: &Act, forecast: &Forecast) {
    // Should more be asked after it, the odds are those of doing nothing more.
    let Some((plain, answers)) = forecast.branches.split_last() else {
        return;
    };
    match act.target {
        Some(target) => {
            own_side(ui, view, target);
            let scale = odds::scale(view, forecast.branches.iter(), Some(target));
            // To which square it is moved is asked afterwards, and the squares are drawn on the board.
            let (squares, answers): (Vec<&Branch>, Vec<&Branch>) =
                answers.iter().partition(|branch| branch.is_of_a_place());
            if squares.is_empty() {
                one(ui, view, (plain, scale), target);
            } else {
                choice_of_squares(ui, view, plain, squares.len());
            }
            for branch in answers {
                answer(ui, branch, target);
            }
        }
        None => many(ui, view, act, plain),
    }
    if !forecast.exact {
        ui.label(RichText::new("estimated").size(11.0).color(theme::FAINT));
    }
}

/// A warning where whoever aims would harm their own side.
fn own_side(ui: &mut Ui, view: &View, target: Id) {
    let harms = view.session.aim.as_ref().is_some_and(Aiming::harms);
    if harms && view.session.is_own(target) {
        let words = format!("{} {} is on your side", glyph::WARNING, view.name(target));
        ui.add(Label::new(RichText::new(words).size(12.5).color(theme::HARM)).truncate());
    }
}

/// What comes of it for the one it is aimed at.
fn one(ui: &mut Ui, view: &View, (branch, scale): (&Branch, Scale), target: Id) {
    let harm = branch.targets.get(&target);
    // Of an action that is to control its target, the conditions come first.
    let controls = view.session.aim.as_ref().is_some_and(|aim| aim.offer.purpose == Purpose::Control);
    let effects = harm.filter(|_| controls).map_or_else(Vec::new, |harm| odds::conditions(harm, branch.whole));
    for words in &effects {
        ui.label(RichText::new(words).size(15.0).color(theme::LAMP));
    }
    if let Some(success) = branch.success {
        let words = odds::likely(view, success, branch.whole);
        let size = if effects.is_empty() { 15.0 } else { 13.0 };
        ui.label(RichText::new(words).size(size).color(theme::PAPER));
    }
    if let Some(harm) = harm.filter(|harm| harm.damage.keys().any(|&amount| amount > 0)) {
        let words = text::headline(harm, branch.whole, left(view, target));
        let size = if branch.success.is_some() { 13.0 } else { 14.5 };
        ui.add(Label::new(RichText::new(words).size(size).color(theme::PAPER)).wrap());
        let width = ui.available_width();
        paint::histogram(ui, Vec2::new(width, odds::HIGH), harm, branch.whole, scale);
        odds::loss(ui, view, target, harm, width);
    }
    goes_on(ui, view, branch, target);
    if effects.is_empty() {
        odds::rest(ui, view, branch, Some(target));
        return;
    }
    let mut others = branch.clone();
    let spared = others.targets.get_mut(&target).is_none_or(|harm| {
        harm.conditions.clear();
        harm.is_spared()
    });
    if !spared || !others.brings.is_empty() {
        odds::rest(ui, view, &others, Some(target));
    }
}

/// Who else is harmed, in words, the likeliest first. Some are harmed if the first roll fails, as by a shot that goes on to a creature in
/// front; how likely that is counts from there. Others are harmed with the target, as by a creature that is thrown against another.
fn others(view: &View, branch: &Branch, target: Id) -> Vec<(Id, String)> {
    let known = branch.targets.iter().filter(|(id, _)| **id != target && view.session.sees(**id));
    let failed = branch.success.map_or(0, |success| branch.whole - success);
    let mut out: Vec<(u128, Id, String)> = Vec::new();
    for (&id, harm) in known {
        let all = harm.hurting();
        let name = view.name(id);
        if harm.missed > 0 && failed > 0 {
            let words = format!("if it misses, then {name}: {}", text::percent(harm.missed, failed));
            out.push((harm.missed, id, words));
        }
        if all > harm.missed {
            let words = format!("{name}, too: {}", text::percent(all - harm.missed, branch.whole));
            out.push((all - harm.missed, id, words));
        }
    }
    out.sort_by_key(|(weight, id, _)| (std::cmp::Reverse(*weight), *id));
    out.into_iter().map(|(_, id, words)| (id, words)).collect()
}

/// Tells who else is harmed; a friend in the colour of harm.
fn goes_on(ui: &mut Ui, view: &View, branch: &Branch, target: Id) {
    for (id, words) in others(view, branch, target).into_iter().take(MOST) {
        let own = view.session.is_own(id);
        let mark = if own { glyph::WARNING } else { glyph::ARROW_BEND_DOWN_RIGHT };
        let colour = if own { theme::HARM } else { theme::FAINT };
        ui.add(Label::new(RichText::new(format!("{mark} {words}")).size(12.0).color(colour)).wrap());
    }
}

/// How much a creature or thing has left of what goes down first.
fn left(view: &View, id: Id) -> Option<i32> {
    view.sheet(id).health().map(|gauge| gauge.now)
}

/// How likely it is that a square can be chosen, and among how many.
fn choice_of_squares(ui: &mut Ui, view: &View, branch: &Branch, squares: usize) {
    if let Some(success) = branch.success {
        let words = odds::likely(view, success, branch.whole);
        ui.label(RichText::new(words).size(15.0).color(theme::PAPER));
    }
    let words = if squares == 1 { "to the square drawn".to_owned() } else { format!("to one of {squares} squares") };
    ui.label(RichText::new(words).size(13.0).color(theme::LAMP));
}

/// How it would be if the target answered so.
fn answer(ui: &mut Ui, branch: &Branch, target: Id) {
    let Some((_, label)) = &branch.answer else { return };
    let words = match branch.targets.get(&target) {
        Some(harm) if harm.is_spared() => text::unharmed(harm),
        Some(harm) => text::figures(harm, branch.whole, None),
        None => "no damage".into(),
    };
    // What it costs stands in the question itself.
    let label = label.split(" (").next().unwrap_or(label);
    let words = format!("{} {label}: {words}", glyph::ARROW_BEND_DOWN_RIGHT);
    ui.add(Label::new(RichText::new(words).size(12.0).color(theme::FAINT)).wrap());
}

/// Everybody who is struck, a line each, creatures first.
fn many(ui: &mut Ui, view: &View, act: &Act, branch: &Branch) {
    let world = view.session.battle.world();
    let known = branch.targets.iter().filter(|(id, _)| view.session.sees(**id));
    let mut known: Vec<_> = known.filter(|(_, harm)| !harm.only_ends()).collect();
    known.sort_by_key(|(id, _)| (world.part::<Creature>(**id).is_none(), !view.session.is_foe(**id)));
    let ids: Vec<Id> = known.iter().map(|(id, _)| **id).collect();
    let groups = odds::alike(view, branch, &ids);
    for &(id, many) in groups.iter().take(MOST) {
        let harm = &branch.targets[&id];
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            if let Some(side) = view.side(id) {
                paint::side_mark_widget(ui, side, view.settings.palette);
            }
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                ui.label(RichText::new(odds::called(view, id, many)).size(12.5).color(theme::PAPER));
                let words = text::headline(harm, branch.whole, left(view, id));
                ui.label(RichText::new(words).size(12.0).color(theme::FAINT));
            });
        });
    }
    if groups.len() > MOST {
        let more = format!("and {} more", groups.len() - MOST);
        ui.label(RichText::new(more).size(12.0).color(theme::FAINT));
    }
    let above = above(view, act, branch);
    for &id in above.iter().take(MOST) {
        let high = view.session.height_above_ground(id).map(|high| view.session.battle.ruleset().height_words(high));
        let words = format!("{}: {} up, not struck", view.name(id), high.unwrap_or_default());
        ui.add(Label::new(RichText::new(words).size(12.0).color(theme::FAINT)).wrap());
    }
    if known.is_empty() && (above.is_empty() || !branch.brings.is_empty()) {
        odds::rest(ui, view, branch, None);
    }
}

/// Those who fly over the area that is drawn and are not struck in it.
fn above(view: &View, act: &Act, branch: &Branch) -> Vec<Id> {
    let session = view.session;
    let Some((at, radius)) = act.at.zip(session.aim.as_ref().and_then(Aiming::radius)) else {
        return Vec::new();
    };
    let struck = |id: Id| branch.targets.get(&id).is_some_and(|harm| !harm.is_spared());
    let within = |id: Id| session.space(id).steps(at.into()) <= i32::try_from(radius).unwrap_or(i32::MAX);
    let all = on_map(session.battle.world()).filter(|&id| session.sees(id) && session.flies(id));
    all.filter(|&id| within(id) && !struck(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{Drawn, words};
    use super::*;
    use crate::gui::tests::test_battles::{begun, find, pick};

    /// One who shoots at a foe, in front of whom another one stands.
    const BEHIND: &str = r#"
ruleset = "momentum"
map = '''
#########
#a...g.r#
#.......#
#########
'''
[legend]
"a" = { creature = "scout", side = "blue", name = "Ada", momentum = { init_mod = 40 } }
"g" = { creature = "ogre", side = "red", name = "Gar" }
"r" = { creature = "scout", side = "red", name = "Rook" }
"#;

    #[test]
    fn a_shot_says_whom_it_goes_on_to_where_it_misses() {
        let mut session = begun(BEHIND, "Ada");
        let far = |offer: &crate::battle::Offer| offer.range.is_some_and(|range| range > 3);
        pick(&mut session, |offer| offer.purpose == Purpose::Harm && offer.refusal.is_none() && far(offer));
        let target = find(&session, "Rook");
        session.aim.as_mut().expect("it is aimed").target = Some(target);
        let mut table = Drawn::new();
        table.think(&mut session);
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(said.contains("if it misses, then Gar: "), "{said}");
    }

    #[test]
    fn a_shove_says_where_its_target_ends() {
        let text = BEHIND.replace("#a...g.r#", "#.ag..r.#").replace("ogre", "brute");
        let mut session = begun(&text, "Ada");
        pick(&mut session, |offer| offer.action == "shove");
        let target = find(&session, "Gar");
        session.aim.as_mut().expect("it is aimed").target = Some(target);
        let mut table = Drawn::new();
        table.think(&mut session);
        table.frame(&mut session, Vec::new());
        let act = session.aim.as_ref().and_then(Aiming::act).expect("it can be done").clone();
        let forecasts = table.remembers::<crate::gui::hud::forecasts::Forecasts>();
        let known = forecasts.get(&Order::Act(act)).expect("odds");
        let ends =
            |branch: &Branch| branch.places.get(&target).map(|ends| ends.keys().all(|at| at.x != 3 || at.y != 1));
        let moved: Vec<bool> = known.branches.iter().filter_map(ends).collect();
        assert!(!moved.is_empty() && moved.iter().all(|elsewhere| *elsewhere), "{known:?}");
        let asked = known.branches.len() > 1;
        let said = words(&table.frame(&mut session, Vec::new()));
        let chosen = said.contains("to the square drawn") || said.contains(" squares");
        assert_eq!(chosen, asked, "{said}");
    }
}
