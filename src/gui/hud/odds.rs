//! The odds of an order as cards: for every answer that could be given, whom it strikes, how hard, and who falls.

use std::collections::BTreeMap;

use bevy_egui::egui::{Align2, Label, RichText, Sense, Ui, Vec2};

use super::paint::Scale;
use super::view::View;
use super::{paint, text, theme};
use crate::battle::{Branch, ById, Forecast, Id, Purpose, TargetForecast, Thing};

/// How odds are drawn that stand side by side.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// How wide, in points.
    pub(super) width: f32,
    /// The scale that they share.
    pub(super) scale: Scale,
    /// Whether there is room for what would be left, too.
    pub(super) roomy: bool,
}

/// Draws every branch of a forecast, side by side.
pub(super) fn branches(ui: &mut Ui, view: &View, forecast: &Forecast, about: Option<Id>) {
    let many = forecast.branches.len().max(1) as f32;
    let width = (ui.available_width() / many - theme::STEP).clamp(104.0, 168.0);
    let scale = scale(view, forecast.branches.iter(), about);
    ui.horizontal_wrapped(|ui| {
        for branch in &forecast.branches {
            ui.vertical(|ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing.y = 2.0;
                if let Some((_, label)) = &branch.answer {
                    ui.label(RichText::new(format!("if: {label}")).size(12.0).color(theme::FAINT));
                }
                one(ui, view, branch, about, Look { width, scale, roomy: true });
            });
        }
        if !forecast.exact {
            ui.label(RichText::new("sampled").size(11.0).color(theme::FAINT))
                .on_hover_text("There are too many ways to roll to go through them all; these odds are estimated.");
        }
    });
}

/// The one scale of branches that stand side by side.
pub(super) fn scale<'a>(view: &View, branches: impl Iterator<Item = &'a Branch>, about: Option<Id>) -> Scale {
    let of =
        |branch: &'a Branch| struck(view, branch, about).into_iter().map(|id| (&branch.targets[&id], branch.whole));
    let all: Vec<_> = branches.flat_map(of).collect();
    Scale::of(&all)
}

/// How likely what is aimed comes off: an attack hits, anything else succeeds.
pub(super) fn likely(view: &View, success: u128, whole: u128) -> String {
    let what = if view.session.aim_info().is_some() { "hit" } else { "succeed" };
    format!("{} to {what}", text::percent(success, whole))
}

/// Of more who are struck by a branch only the first are told.
const MOST: usize = 3;

/// Whom a branch tells of: the creature it is about, else those who are struck.
fn struck(view: &View, branch: &Branch, about: Option<Id>) -> Vec<Id> {
    if let Some(id) = about.filter(|id| branch.targets.contains_key(id)) {
        return vec![id];
    }
    let known = branch.targets.iter().filter(|(id, _)| view.session.sees(**id));
    let known = known.filter(|(_, target)| !target.only_ends());
    let mut all: Vec<Id> = known.map(|(&id, _)| id).collect();
    all.sort_by_key(|&id| view.creature(id).is_none());
    all
}

/// More letters than this do not fit one line of a card.
const LONG: usize = 27;

/// How many lines [`one`] takes besides what it says of the damage of one.
pub(super) fn lines(view: &View, branch: &Branch, about: Id) -> usize {
    let told = alike(view, branch, &struck(view, branch, Some(about)));
    let told = told.into_iter().take(MOST).enumerate();
    let of_each = told.map(|(place, (id, _))| {
        let target = &branch.targets[&id];
        let besides =
            conditions(target, branch.whole).len() + target.ended.len() + usize::from(!target.healing.is_empty());
        // A long line goes on in the next.
        let long = text::hurts(target, branch.whole).chars().count() > LONG;
        let besides = besides + usize::from(target.drops > 0) + usize::from(long);
        besides + usize::from(id != about) + if place > 0 { 2 } else { 0 }
    });
    of_each.sum::<usize>() + branch.brings.len() + usize::from(success(view, branch, Some(about)).is_some())
}

/// How likely it comes off, where that is said. The creature that answers a blow is told how likely that hurts. The blow's success would
/// read as its own.
fn success(view: &View, branch: &Branch, about: Option<Id>) -> Option<u128> {
    let target = branch.targets.get(&about?);
    let hurts = target.is_some_and(|target| target.damage.keys().any(|&amount| amount != 0));
    let answers = view.session.question().is_some_and(|asked| asked.against.is_some_and(|one| one != asked.creature));
    branch.success.filter(|_| !(hurts && answers))
}

/// Draws one branch: the creature it is about, else the first ones struck.
pub(super) fn one(ui: &mut Ui, view: &View, branch: &Branch, about: Option<Id>, look: Look) {
    if let Some(success) = success(view, branch, about) {
        ui.label(RichText::new(likely(view, success, branch.whole)).size(13.0).color(theme::PAPER));
    }
    let struck = struck(view, branch, about);
    brought(ui, view, branch, about, struck.is_empty());
    for (id, many) in alike(view, branch, &struck).into_iter().take(MOST) {
        let target = &branch.targets[&id];
        if about != Some(id) {
            ui.label(RichText::new(called(view, id, many)).size(12.0).color(theme::PAPER));
        }
        if target.damage.keys().any(|&amount| amount != 0) {
            let size = Vec2::new(look.width, if look.roomy { HIGH } else { FLAT });
            let drawn = paint::histogram(ui, size, target, branch.whole, look.scale);
            drawn.on_hover_ui(|ui| amounts(ui, target, branch.whole));
            ui.label(RichText::new(text::hurts(target, branch.whole)).size(13.0));
            if target.drops > 0 {
                let words = format!("down {}", text::percent(target.drops, branch.whole));
                ui.label(RichText::new(words).size(12.5).color(theme::HARM));
            }
            if look.roomy {
                loss(ui, view, id, target, look.width);
            }
        } else if target.healing.is_empty() && target.ended.is_empty() {
            ui.add(Label::new(RichText::new(spared(view, target, Some(id))).size(13.0).color(theme::FAINT)).wrap());
        }
        besides(ui, target, branch.whole);
    }
}

/// How high the odds of amounts are drawn, and the bar of what would be left, in points.
pub(super) const HIGH: f32 = 28.0;
const LEFT: f32 = 14.0;

/// The same where there is little room.
const FLAT: f32 = 20.0;

/// Of more amounts than this, several stand in one line.
const ROWS: usize = 12;

/// How likely each amount is, in lines that any window has room for; nothing at all has a line of its own.
fn amounts(ui: &mut Ui, target: &TargetForecast, whole: u128) {
    for (amount, weight) in grouped(&target.damage) {
        ui.label(format!("{amount}: {}", text::percent(weight, whole)));
    }
}

/// The weight of each amount, or of each few amounts.
fn grouped(damage: &BTreeMap<i32, u128>) -> Vec<(String, u128)> {
    let nothing = damage.get(&0).map(|&weight| ("nothing".to_owned(), weight));
    let some: Vec<(i32, u128)> = damage.iter().filter(|(amount, _)| **amount != 0).map(|(&a, &w)| (a, w)).collect();
    let rows = some.chunks(some.len().div_ceil(ROWS).max(1)).map(|few| {
        let (first, last) = (few[0].0, few[few.len() - 1].0);
        let words = if first == last { first.to_string() } else { format!("{first}\u{2013}{last}") };
        (words, few.iter().map(|(_, weight)| weight).sum())
    });
    nothing.into_iter().chain(rows).collect()
}

/// What a likely blow would leave of the target, on its own bar; nothing where that is not known, or where nothing is lost.
pub(super) fn loss(ui: &mut Ui, view: &View, id: Id, target: &TargetForecast, width: f32) {
    if !view.session.sees(id) {
        return;
    }
    let sheet = view.sheet(id);
    let (Some(gauge), about) = (sheet.health(), target.blow()) else { return };
    if about == 0 {
        return;
    }
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, LEFT), Sense::hover());
    let left = target.leaves(gauge.now);
    paint::loss(ui.painter(), rect, (gauge.now, gauge.max), left);
    let words = format!("{} \u{2192} about {left}", gauge.now);
    let words = if left == 0 { format!("{} \u{2192} 0", gauge.now) } else { words };
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, words, theme::body(11.0), theme::PAPER);
    response.on_hover_text(format!("{}: what is left if it strikes home", gauge.label));
}

/// Everything but the damage of a branch, about one or about nobody.
pub(super) fn rest(ui: &mut Ui, view: &View, branch: &Branch, about: Option<Id>) {
    let target = about.and_then(|id| branch.targets.get(&id));
    brought(ui, view, branch, about, target.is_none());
    if let Some(target) = target {
        besides(ui, target, branch.whole);
        let empty = target.healing.is_empty() && target.ended.is_empty() && target.conditions.is_empty();
        if empty && target.damage.keys().all(|&amount| amount == 0) {
            ui.add(Label::new(RichText::new(spared(view, target, about)).size(15.0).color(theme::FAINT)).wrap());
        }
    }
}

/// What is said of a target to which nothing happens: what lets no damage through. Of an action that does not aim to harm it is said what
/// the action is for.
fn spared(view: &View, target: &TargetForecast, about: Option<Id>) -> String {
    match view.session.aim.as_ref() {
        Some(aim) if !aim.harms() => nothing(view, about),
        _ => text::unharmed(target),
    }
}

/// What is said of an aim of which nothing is foretold: what it is for, where it is not done to harm anybody.
pub(super) fn nothing(view: &View, about: Option<Id>) -> String {
    let aim = view.session.aim.as_ref();
    match (aim.filter(|aim| !aim.is_felt()), about) {
        (Some(aim), Some(target)) if aim.offer.purpose == Purpose::Command => {
            format!("{} may act next", view.name(target))
        }
        (Some(aim), _) if !aim.offer.help.is_empty() => aim.offer.help.clone(),
        _ => "nothing comes of it".into(),
    }
}

/// What else comes about.
fn brought(ui: &mut Ui, view: &View, branch: &Branch, about: Option<Id>, alone: bool) {
    if alone && branch.brings.is_empty() {
        ui.add(Label::new(RichText::new(nothing(view, about)).size(12.5).color(theme::FAINT)).wrap());
    }
    for (line, &weight) in &branch.brings {
        let mut words = view.session.masked(line);
        if weight < branch.whole {
            words = format!("{words} {}", text::percent(weight, branch.whole));
        }
        ui.add(Label::new(RichText::new(words).size(12.5).color(theme::PAPER)).wrap());
    }
}

/// What is mended, ended and brought upon somebody.
fn besides(ui: &mut Ui, target: &TargetForecast, whole: u128) {
    let mut line = |words: String, colour| {
        ui.label(RichText::new(words).size(12.5).color(colour));
    };
    if !target.healing.is_empty() {
        line(text::heals(target, whole), theme::HELP);
    }
    for (condition, &weight) in &target.ended {
        let name = text::readable(condition).to_lowercase();
        line(format!("no longer {name} {}", text::percent(weight, whole)), theme::HELP);
    }
    for words in conditions(target, whole) {
        line(words, theme::LAMP);
    }
}

/// The conditions that somebody may gain, the likeliest first; those that are equally likely in one line.
pub(super) fn conditions(target: &TargetForecast, whole: u128) -> Vec<String> {
    let mut all: Vec<(&String, u128)> = target.conditions.iter().map(|(key, &weight)| (key, weight)).collect();
    all.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
    let told = all.into_iter().map(|(key, weight)| (text::readable(key), text::percent(weight, whole)));
    let mut out: Vec<(String, String)> = Vec::new();
    for (name, odds) in told {
        match out.last_mut() {
            Some((names, known)) if *known == odds => *names = format!("{names}, {name}"),
            _ => out.push((name, odds)),
        }
    }
    out.into_iter().map(|(names, odds)| format!("{names} {odds}")).collect()
}

/// One of each kind of thing to which the same may happen, and how many there are.
pub(super) fn alike(view: &View, branch: &Branch, struck: &[Id]) -> Vec<(Id, usize)> {
    let kind = |id: Id| view.session.battle.world().part::<Thing>(id).map(|thing| &thing.kind);
    let mut out: Vec<(Id, usize)> = Vec::new();
    for &id in struck {
        let same = |(other, _): &&mut (Id, usize)| {
            kind(id).is_some() && kind(id) == kind(*other) && branch.targets[&id] == branch.targets[other]
        };
        match out.iter_mut().find(same) {
            Some((_, many)) => *many += 1,
            None => out.push((id, 1)),
        }
    }
    out
}

/// A name, or of several things alike how many of them there are.
pub(super) fn called(view: &View, id: Id, many: usize) -> String {
    match view.session.battle.world().part::<Thing>(id) {
        Some(thing) if many > 1 => format!("{many} \u{d7} {}", text::readable(&thing.kind)),
        _ => view.name(id).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{Drawn, words};
    use super::super::ui_command::{UiCommand, Window};
    use crate::battle::Aim;
    use crate::gui::tests::test_battles::{begun, pick};

    const DOOR: &str = r#"
ruleset = "sol"
map = '''
########
#.v+...#
#..#.r.#
########
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera" }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;

    #[test]
    fn it_is_foretold_that_a_door_opens() {
        let mut session = begun(DOOR, "Vera");
        let offer = pick(&mut session, |offer| offer.action == "interact");
        assert_eq!(offer.aim, Aim::Thing);
        session.cycle(true);
        assert!(session.aimed().is_some(), "the door is all there is");
        let mut table = Drawn::new();
        table.think(&mut session);
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(said.contains("opens") && !said.contains("nothing comes of it"), "{said}");
    }

    #[test]
    fn however_many_amounts_there_are_they_are_told_in_few_lines() {
        let mut damage: std::collections::BTreeMap<i32, u128> = (5..=93).map(|amount| (amount, 2)).collect();
        damage.insert(0, 7);
        let rows = super::grouped(&damage);
        assert!(rows.len() <= super::ROWS + 1, "{rows:?}");
        assert_eq!(rows[0], ("nothing".to_owned(), 7));
        assert_eq!(rows.iter().map(|(_, weight)| weight).sum::<u128>(), 7 + 2 * 89, "none is left out");
        assert!(rows[1].0.starts_with("5\u{2013}") && rows.last().is_some_and(|(words, _)| words.ends_with("93")));
        let few = super::grouped(&[(1, 1), (2, 3)].into());
        assert_eq!(few, [("1".to_owned(), 1), ("2".to_owned(), 3)]);
    }

    const CRATES: &str = r#"
ruleset = "sol"
map = '''
############
#.v...ccc..#
#.....crc..#
############
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera" }
"r" = { creature = "brute", side = "red", name = "Rook" }
"c" = { object = "crate" }
"#;

    #[test]
    fn things_alike_are_counted_and_stand_below_whom_one_means() {
        let mut session = begun(CRATES, "Vera");
        pick(&mut session, |offer| offer.radius.is_some());
        session.hover = Some(crate::grid::Square::new(7, 2));
        session.aim_at_hover();
        assert!(session.aimed().is_some(), "he is in range");
        let mut table = Drawn::new();
        table.think(&mut session);
        let said = words(&table.frame(&mut session, Vec::new()));
        let place = |words: &str| said.lines().position(|line| line.ends_with(words));
        let (crates, rook) = (place("\u{d7} Crate"), place("Rook"));
        assert!(crates.is_some() && rook < crates, "{said}");
    }

    /// A word, a burst, armour, and nothing.
    const YARD: &str = r#"
ruleset = "essence"
map = '''
##############
#.a..........#
#..h.........#
#............#
##############
'''
[legend]
"a" = { creature = "mystic", side = "blue", name = "Ada", essence = { energy = 4 } }
"h" = { creature = "hound", side = "blue", name = "Bruin", essence = { commanded_by = "Ada" } }
[[creature]]
kind = "soldier"
side = "red"
name = "Gull"
at = [6, 2]
elevation = "35 ft"
essence = { flight = "plain", aloft = true }
"#;

    fn said(session: &mut crate::gui::session::Session) -> String {
        let mut table = Drawn::new();
        table.think(session);
        words(&table.frame(session, Vec::new()))
    }

    #[test]
    fn of_a_word_to_a_beast_it_is_said_that_the_beast_may_act() {
        let mut session = begun(YARD, "Ada");
        pick(&mut session, |offer| offer.action == "command");
        session.cycle(true);
        assert!(session.aimed().is_some(), "the beast is all there is");
        let said = said(&mut session);
        assert!(said.contains("Bruin may act next") && !said.contains("nothing comes of it"), "{said}");
    }

    #[test]
    fn of_a_flyer_over_the_drawn_area_it_is_said_how_high_it_is() {
        let mut session = begun(YARD, "Ada");
        pick(&mut session, |offer| offer.with.as_deref() == Some("fire_burst"));
        let gull = crate::gui::tests::test_battles::find(&session, "Gull");
        session.hover = Some(session.space(gull).at);
        session.aim_at_hover();
        assert!(session.aimed().is_some(), "it is in range");
        let said = said(&mut session);
        assert!(said.contains("Gull: 35 ft up, not struck") && !said.contains("nothing comes of it"), "{said}");
    }

    const MAIL: &str = r#"
ruleset = "vigor"
map = '''
########
#.v..r.#
########
'''
[legend]
"v" = { creature = "civilian", side = "blue", name = "Vera", vigor = { attacks = ["unarmed"] } }
"r" = { creature = "soldier", side = "red", name = "Rook" }
"#;

    #[test]
    fn no_damage_is_told_together_with_what_lets_none_through() {
        let mut spared = crate::battle::TargetForecast::default();
        spared.damage.insert(0, 4);
        spared.spared_by.insert("Mail".into(), 4);
        assert_eq!(super::text::headline(&spared, 4, Some(20)), "no damage: mail");
        let mut session = begun(MAIL, "Vera");
        let rook = crate::gui::tests::test_battles::find(&session, "Rook");
        let worn = session.battle.ruleset().sheet(session.battle.world(), rook);
        let worn = worn.of(crate::battle::Measure::Armour).next().map(|gauge| gauge.label.clone());
        let worn = worn.expect("a soldier wears armour");
        let attack = r#"{"move":{"to":[4,1]}}"#;
        crate::gui::tests::test_battles::order(&mut session, attack);
        pick(&mut session, |offer| offer.action == "attack");
        session.cycle(true);
        let mut table = Drawn::new();
        table.think(&mut session);
        // Opened by its button, the panel names what is worn.
        let mut table = table.told(UiCommand::Toggle(Window::Why));
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(said.contains(&format!("{worn}:")), "{said}");
    }
}
