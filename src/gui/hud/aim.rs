//! The bar while an action is aimed: its family, its parts, whom it can be done to, what the odds come from, confirm.

use bevy_egui::egui::containers::menu::{MenuButton, MenuConfig};
use bevy_egui::egui::{
    self, Align2, Button, CornerRadius, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use egui_phosphor::regular as glyph;

use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{action_menu, compose, costs, icons, odds, pool, sources, text, theme};
use crate::battle::{Act, Aim, CoverStep, Forecast, Id, Order, Setting, Takes};
use crate::gui::app::probe;
use crate::gui::session::Aiming;

/// Draws the bar for an action being aimed. The odds stand beside what it is aimed at ([`super::at_target`]).
/// In a low window it is one row; what an action can be besides stands behind its name.
pub(super) fn show(ui: &mut Ui, view: &View, aim: &Aiming, low: bool, said: &mut Vec<UiCommand>) {
    let act = aim.act();
    ui.spacing_mut().item_spacing.y = 4.0;
    head(ui, view, aim, act, low, said);
    if !low {
        ways_and_parts(ui, view, aim, 150.0, said);
    }
}

/// Everything one may change about what is aimed: its family, its parts, its options, the ways of doing what needs no target.
fn ways_and_parts(ui: &mut Ui, view: &View, aim: &Aiming, high: f32, said: &mut Vec<UiCommand>) {
    action_menu::show(ui, view, aim, said);
    let act = aim.act();
    if let Some(composed) = &aim.composed {
        compose::show(ui, view, aim, composed, said);
    } else if aim.offer.aim != Aim::Nothing {
        if let Some(act) = act {
            let same_spot: Vec<&Act> =
                aim.acts.iter().filter(|other| other.target == act.target && other.at == act.at).collect();
            options(ui, view, &same_spot, aim, said);
        }
        // Before a target is chosen these keep their room: the bar is as high then.
        if let Some(any) = act.or(aim.acts.first()) {
            free_options(ui, view, any, aim, said);
            speaking(ui, view, any, act.is_some());
        }
    }
    if aim.offer.aim == Aim::Nothing {
        typed(ui, view, aim, said);
        ways(ui, view, &aim.acts, high, said);
    }
}

/// Whether there is anything that one may change.
fn has_ways_and_parts(view: &View, aim: &Aiming) -> bool {
    let fans = view.session.fan.is_some();
    let options = || aim.acts.iter().any(|act| !act.options.is_empty()) || !view.session.free_options().is_empty();
    fans || aim.composed.is_some() || aim.offer.aim == Aim::Nothing || options()
}

/// How wide the name of what is aimed is at least: it does not move when the next is chosen.
const NAME: f32 = 92.0;
/// The room of cancel, the reasons and confirm.
const BUTTONS: f32 = 340.0;

fn head(ui: &mut Ui, view: &View, aim: &Aiming, act: Option<&Act>, low: bool, said: &mut Vec<UiCommand>) {
    let narrow = ui.available_width() < 560.0;
    let room = ui.available_width();
    ui.horizontal(|ui| {
        if !low {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(26.0), Sense::hover());
            icons::draw(ui.painter(), view.pictures, rect, &aim.offer.icon, theme::LAMP);
        }
        ui.vertical(|ui| {
            ui.set_min_width(NAME);
            ui.spacing_mut().item_spacing.y = 0.0;
            if low && has_ways_and_parts(view, aim) {
                behind_its_name(ui, view, aim, said);
            } else {
                ui.label(RichText::new(&aim.offer.label).size(15.0));
            }
            let cost = if aim.offer.cost.is_empty() { "free" } else { &aim.offer.cost };
            ui.horizontal(|ui| {
                ui.spacing_mut().interact_size.y = 12.0;
                ui.label(RichText::new(cost).size(12.0).color(theme::FAINT));
                if let Some(actor) = view.session.commanded().filter(|_| !low) {
                    costs::left_by(ui, &view.sheet(actor), &aim.offer);
                }
            });
            if !low {
                costs::opens(ui, view, &aim.offer);
            }
        });
        let buttons = match (low, narrow) {
            (true, _) => 148.0,
            (false, true) => 186.0,
            (false, false) => BUTTONS,
        };
        let left = room - ui.min_rect().width() - buttons;
        if aim.offer.aim == Aim::Thing {
            targets(ui, view, aim, left.max(80.0), low, said);
        } else if aim.offer.aim == Aim::Square && !narrow {
            let words = "Point at a square in range, or move the cursor there with the arrow keys.";
            ui.scope(|ui| {
                ui.set_max_width(left.clamp(80.0, 260.0));
                ui.add(egui::Label::new(RichText::new(words).size(12.0).color(theme::FAINT)).wrap());
            });
        }
        why(ui, view, act, low, said);
        let words = |name: &str, icon: &str, key: &str| match (low, narrow) {
            (true, _) => icon.to_string(),
            (false, true) => name.to_string(),
            (false, false) => format!("{name}  {key}"),
        };
        let cancel = Button::new(words("Cancel", glyph::X, &view.hints.cancel)).min_size(Vec2::new(34.0, 34.0));
        let cancel = ui.add(cancel);
        cancel.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Cancel"));
        probe::spot(&cancel, || "cancel".into());
        if cancel.clicked() {
            said.push(UiCommand::CancelAim);
        }
        if aim.offer.aim != Aim::Nothing {
            // What can come to nothing only does not shine.
            let vain = in_vain(view, act);
            let (ink, fill) = if vain { (theme::PAPER, theme::RAISED) } else { (theme::INK, theme::LAMP) };
            let words = RichText::new(words("Confirm", glyph::CHECK, &view.hints.confirm)).color(ink);
            let wide = match (low, narrow) {
                (true, _) => 40.0,
                (false, true) => 70.0,
                (false, false) => 104.0,
            };
            let confirm = Button::new(words).fill(fill).min_size(Vec2::new(wide, 34.0));
            let confirm = ui.add_enabled(act.is_some(), confirm);
            confirm.widget_info(|| WidgetInfo::labeled(WidgetType::Button, act.is_some(), "Confirm"));
            probe::spot(&confirm, || "confirm".into());
            let confirm = match act.filter(|_| vain) {
                Some(act) => confirm.on_hover_text(cause(view, act)),
                None => confirm,
            };
            if confirm.clicked()
                && let Some(act) = act
            {
                said.push(UiCommand::Order(Order::Act(act.clone())));
            }
        }
    });
}

/// The name of what is aimed as a button; behind it stands what there is no room for in the bar.
fn behind_its_name(ui: &mut Ui, view: &View, aim: &Aiming, said: &mut Vec<UiCommand>) {
    let words = format!("{} {}", aim.offer.label, glyph::CARET_UP);
    let name = Button::new(RichText::new(words).size(14.0)).min_size(Vec2::new(0.0, 20.0));
    let stays = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let (response, _) = MenuButton::from_button(name).config(stays).ui(ui, |ui| {
        let window = ui.ctx().content_rect();
        ui.set_max_width(window.width() - 40.0);
        ScrollArea::vertical()
            .id_salt("ways and parts")
            .max_height(window.height() * 0.6)
            .show(ui, |ui| ways_and_parts(ui, view, aim, f32::INFINITY, said));
    });
    let words = format!("{}: its ways and parts", aim.offer.label);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
}

/// Everybody it can be done to: for keys, and for those who do not see the board.
fn targets(ui: &mut Ui, view: &View, aim: &Aiming, room: f32, low: bool, said: &mut Vec<UiCommand>) {
    // Friends stand there only once one of them is aimed at, where it would be harmed.
    let targets = view.session.offered_targets();
    if targets.is_empty() {
        if aim.harms() {
            ui.label(RichText::new("No foe in reach").size(12.5).color(theme::FAINT));
        }
        return;
    }
    if !low {
        ui.label(RichText::new(&view.hints.next).size(12.0).color(theme::FAINT)).on_hover_text("Next target");
    }
    let roomy = !low && room >= 2.0 * FOLD;
    let (targets, folded) = if roomy { folded(view, aim, targets) } else { (targets, Vec::new()) };
    let room = if folded.is_empty() { room } else { room - FOLD };
    chips(ui, view, aim, &targets, room, said);
    if !folded.is_empty() {
        let button = Button::new(format!("Objects ({})", folded.len())).min_size(Vec2::new(FOLD - 8.0, 34.0));
        let stays = MenuConfig::new().close_behavior(egui::PopupCloseBehavior::CloseOnClick);
        let (response, _) = MenuButton::from_button(button).config(stays).ui(ui, |ui| {
            ScrollArea::vertical().id_salt("objects").max_height(240.0).show(ui, |ui| {
                for &target in &folded {
                    chip(ui, view, aim, target, said);
                }
            });
        });
        let words = format!("{} objects to aim at", folded.len());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    }
}

/// The room of the button behind which objects stand, in points.
const FOLD: f32 = 104.0;

/// Fewer objects than this stand in the bar beside the creatures.
const FEW: usize = 3;

/// The targets in the bar, and those behind the button: objects, where there are many beside creatures. The target that is aimed at stays
/// in the bar.
fn folded(view: &View, aim: &Aiming, targets: Vec<Id>) -> (Vec<Id>, Vec<Id>) {
    let is_object = |id: &Id| view.creature(*id).is_none();
    let objects = targets.iter().filter(|id| is_object(id)).count();
    if objects < FEW || objects == targets.len() {
        return (targets, Vec::new());
    }
    let (shown, folded) = targets.into_iter().partition(|id| !is_object(id) || aim.target == Some(*id));
    (shown, folded)
}

/// Some of them side by side, scrolled where they have no room.
fn chips(ui: &mut Ui, view: &View, aim: &Aiming, targets: &[Id], room: f32, said: &mut Vec<UiCommand>) {
    let gap = 4.0;
    let wide = |&target: &Id| chip_width(ui, view.name(target), &chip_line(view, aim, target)) + gap;
    if targets.iter().map(wide).sum::<f32>() <= room {
        // In the row itself they stand on one line with what is beside them.
        ui.scope(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for &target in targets {
                chip(ui, view, aim, target, said);
            }
        });
        return;
    }
    ScrollArea::horizontal().id_salt("targets").auto_shrink([true, true]).max_width(room).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for &target in targets {
                chip(ui, view, aim, target, said);
            }
        });
    });
}

/// Opens what the odds come from ([`super::why`]), and closes it.
fn why(ui: &mut Ui, view: &View, act: Option<&Act>, low: bool, said: &mut Vec<UiCommand>) {
    let words = if low { "?" } else { "Why?" };
    let button = Button::new(words).min_size(Vec2::new(34.0, 34.0));
    let response = ui.add_enabled(act.is_some(), button);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, act.is_some(), "Why?"));
    probe::spot(&response, || "why".into());
    if response.on_hover_text(format!("What the odds come from ({})", view.hints.why)).clicked() {
        said.push(UiCommand::Toggle(Window::Why));
    }
}

/// Whether nothing can come of what is aimed, as far as that is known by now.
fn in_vain(view: &View, act: Option<&Act>) -> bool {
    let known = act.and_then(|act| view.forecasts.get(&Order::Act(act.clone())));
    let aim = view.session.aim.as_ref();
    let unasked = aim.is_some_and(|aim| !aim.is_felt());
    view.session.aims_in_vain() || !unasked && known.is_some_and(Forecast::comes_to_nothing)
}

/// Why nothing can come of what is aimed.
fn cause(view: &View, act: &Act) -> String {
    if view.session.aims_in_vain() {
        return "No damage: all of it is behind full cover".into();
    }
    let known = view.forecasts.get(&Order::Act(act.clone()));
    let branch = known.and_then(|known| known.branches.last());
    let target = act.target.and_then(|target| branch?.targets.get(&target));
    target.map_or_else(|| odds::nothing(view, act.target), text::unharmed)
}

/// How far off a target is, and behind what.
fn chip_line(view: &View, aim: &Aiming, target: Id) -> String {
    let battle = view.session.seen();
    let act = aim.acts.iter().find(|act| act.target == Some(target));
    let info = act.and_then(|act| battle.ruleset().aim(battle.world(), act));
    info.map_or(String::new(), |info| match info.shelter.step {
        CoverStep::None => info.distance,
        _ => format!("{}, {}", info.distance, info.shelter.name),
    })
}

fn chip_width(ui: &Ui, name: &str, line: &str) -> f32 {
    let wide = |text: &str, size: f32| {
        let text = ui.painter().layout_no_wrap(text.to_string(), theme::body(size), theme::PAPER);
        text.size().x
    };
    44.0 + wide(name, 13.0).max(wide(line, 11.5))
}

/// A target to choose: portrait, name, distance and cover.
fn chip(ui: &mut Ui, view: &View, aim: &Aiming, target: Id, said: &mut Vec<UiCommand>) {
    let (name, line) = (view.name(target), chip_line(view, aim, target));
    let width = chip_width(ui, name, &line);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 36.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Aim at {name}, {line}")));
    let chosen = aim.target == Some(target);
    if chosen {
        // Once: the player may look at the others.
        let id = ui.id().with("chosen");
        let last = ui.data_mut(|data| data.get_temp_mut_or_insert_with(id, || None).replace(target));
        if last != Some(target) {
            response.scroll_to_me(None);
        }
    }
    let painter = ui.painter();
    let fill = if chosen || response.hovered() { theme::LIFTED } else { theme::RAISED };
    painter.rect_filled(rect, CornerRadius::same(theme::CORNER), fill);
    let edge =
        if chosen || response.has_focus() { Stroke::new(2.0, theme::LAMP) } else { Stroke::new(1.0, theme::LINE) };
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), edge, StrokeKind::Inside);
    let coin = Rect::from_min_size(rect.min + Vec2::splat(4.0), Vec2::splat(28.0));
    view.paint_portrait(painter, coin, target);
    // A target that full cover keeps from all harm is dimmed.
    let act = aim.acts.iter().find(|act| act.target == Some(target));
    let vain = aim.harms() && act.is_some_and(|act| view.session.is_sheltered(act));
    let (ink, faint) =
        if vain { (theme::FAINT, theme::FAINT.gamma_multiply(theme::SHUT)) } else { (theme::PAPER, theme::FAINT) };
    if vain {
        painter.circle_filled(coin.center(), 14.0, fill.gamma_multiply(0.6));
    }
    painter.text(rect.min + Vec2::new(36.0, 3.0), Align2::LEFT_TOP, name, theme::body(13.0), ink);
    painter.text(rect.min + Vec2::new(36.0, 18.0), Align2::LEFT_TOP, line, theme::body(11.5), faint);
    if response.clicked() {
        said.push(UiCommand::AimAt(target));
    }
}

/// Switches for options that some of the ways of doing it carry.
fn options(ui: &mut Ui, view: &View, acts: &[&Act], aim: &Aiming, said: &mut Vec<UiCommand>) {
    let mut known: Vec<(&String, &Setting)> = acts.iter().flat_map(|act| act.options.iter()).collect();
    known.sort();
    known.dedup();
    let free = view.session.free_options();
    known.retain(|(key, _)| !free.iter().any(|option| option.key == **key));
    if known.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (key, value) in known {
            let mut on = aim.options.get(key) == Some(value);
            let label = match value {
                Setting::Flag(_) => text::readable(key),
                Setting::Number(number) => format!("{} {number}", text::readable(key)),
                Setting::Word(word) => format!("{}: {}", text::readable(key), text::readable(word)),
            };
            let mut switch = ui.checkbox(&mut on, label);
            if let Some(means) = option_means(view, aim, key) {
                switch = switch.on_hover_text(means);
            }
            if switch.changed() {
                said.push(UiCommand::Option(key.clone(), value.clone(), on));
            }
        }
    });
}

/// What speaks for and against the dice of what is aimed, where it is known what dice are thrown.
fn speaking(ui: &mut Ui, view: &View, act: &Act, aimed: bool) {
    let battle = view.session.seen();
    let pool = |act: &Act| battle.ruleset().aim(battle.world(), act).and_then(|info| info.pool);
    let all = &view.session.aim.as_ref().map_or(&[][..], |aim| &aim.acts);
    if !all.iter().any(|act| pool(act).is_some_and(|pool| sources::speak(&pool))) {
        return;
    }
    match pool(act) {
        Some(pool) if aimed => sources::row(ui, view, &view.session.plain(&pool)),
        Some(_) => _ = ui.allocate_exact_size(Vec2::new(1.0, sources::HIGH), Sense::hover()),
        None => {}
    }
}

/// What players may add to an order: a switch each, and a number as steps, each with what it would leave of what it is paid with.
fn free_options(ui: &mut Ui, view: &View, act: &Act, aim: &Aiming, said: &mut Vec<UiCommand>) {
    let mut free = view.session.free_options();
    // A switch that can do nothing now does not stand there.
    free.retain(|option| {
        let possible = || view.session.with_option(act, option.key, Some(Setting::Flag(true))).1.is_none();
        !matches!(option.takes, Takes::Flag) || aim.options.contains_key(option.key) || possible()
    });
    if free.is_empty() {
        return;
    }
    ui.horizontal(|ui| {
        for option in free {
            let means = option_means(view, aim, option.key).unwrap_or_default();
            let name = text::readable(option.key);
            let Takes::Number(steps) = &option.takes else {
                let mut on = aim.options.contains_key(option.key);
                let switch = ui.checkbox(&mut on, name);
                if switch.changed() {
                    said.push(UiCommand::Option(option.key.to_owned(), Setting::Flag(true), on));
                }
                switch.on_hover_text(&means);
                continue;
            };
            ui.label(RichText::new(&name).size(12.5).color(theme::FAINT)).on_hover_text(&means);
            for step in steps.clone() {
                let value = Setting::Number(step);
                let (other, against) = view.session.with_option(act, option.key, Some(value.clone()));
                let on = aim.options.get(option.key) == Some(&value);
                let battle = view.session.seen();
                let left = battle.ruleset().aim(battle.world(), &other).and_then(|info| info.leaves);
                let leaves = left.as_ref().map(|left| format!(" \u{2192} {}/{}", left.of.now, left.of.max));
                let words = format!("{step}{}", leaves.unwrap_or_default());
                let button = ui.add_enabled(on || against.is_none(), Button::selectable(on, words.as_str()));
                let spoken = format!("{name} {words}");
                button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, button.enabled(), &spoken));
                probe::spot(&button, || format!("{} {step}", option.key));
                if button.clicked() {
                    said.push(UiCommand::Option(option.key.to_owned(), value, !on));
                }
                let left = left.map(|left| format!("{means} It {}.", pool::left_words(&left)));
                let told = against.or(left).unwrap_or_else(|| means.clone());
                button.on_hover_text(&told).on_disabled_hover_text(&told);
            }
        }
    });
}

/// What an option of an action does, as the ruleset says it; of how it is written in an order nothing.
fn option_means(view: &View, aim: &Aiming, key: &str) -> Option<String> {
    let kinds = view.session.battle.ruleset().actions();
    let kind = kinds.into_iter().find(|kind| kind.key == aim.offer.action)?;
    let option = kind.options.iter().find(|option| option.key == key)?;
    let means = option.means.split("; `").next().unwrap_or(option.means);
    Some(if means.ends_with('.') { means.to_owned() } else { format!("{means}.") })
}

/// A field for each option into which words are typed and that every way carries.
fn typed(ui: &mut Ui, view: &View, aim: &Aiming, said: &mut Vec<UiCommand>) {
    for key in view.session.typed_options(&aim.offer.action) {
        let own = |act: &Act| act.word(key.key).map(str::to_owned);
        let all: Option<Vec<String>> = aim.acts.iter().map(own).collect();
        let Some(first) = all.and_then(|all| all.into_iter().next()) else { continue };
        let mut words = match aim.options.get(key.key) {
            Some(Setting::Word(typed)) => typed.clone(),
            _ => first,
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(text::readable(key.key)).color(theme::FAINT)).on_hover_text(key.means);
            let field = egui::TextEdit::singleline(&mut words).id_salt(("option", key.key)).char_limit(200);
            if ui.add(field.desired_width(320.0)).changed() {
                said.push(UiCommand::Option(key.key.to_owned(), Setting::Word(words), true));
            }
        });
    }
}

/// The odds are told if there are no more ways than this.
const FEW_WAYS: usize = 6;

/// Every way of doing what needs no target, a button each with how likely it succeeds.
fn ways(ui: &mut Ui, view: &View, acts: &[Act], high: f32, said: &mut Vec<UiCommand>) {
    ScrollArea::vertical().id_salt("ways").max_height(high).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for (place, act) in acts.iter().enumerate() {
                let key = view.hints.slots.get(place).map_or("", String::as_str);
                let order = Order::Act(view.session.worded(act));
                let known = (acts.len() <= FEW_WAYS).then(|| view.forecasts.get(&order)).flatten();
                let branch = known.and_then(|known| known.branches.last());
                let odds = branch.and_then(|branch| Some(text::percent(branch.success?, branch.whole)));
                let odds = odds.map_or(String::new(), |odds| format!(" \u{b7} {odds}"));
                let button = ui.button(format!("{key}  {}{odds}", way(view, act)));
                probe::spot(&button, || format!("way {place}"));
                let button = match known {
                    Some(known) => button.on_hover_ui(|ui| odds::branches(ui, view, known, None)),
                    None => button,
                };
                if button.clicked() {
                    said.push(UiCommand::Order(order));
                }
            }
        });
    });
}

/// What tells one way of doing something from another.
fn way(view: &View, act: &Act) -> String {
    let battle = view.session.seen();
    if let Some(words) = battle.ruleset().way_words(battle.world(), act) {
        return words;
    }
    let mut parts = Vec::new();
    if let Some(with) = &act.with {
        let sheet = view.sheet(act.creature);
        let named = sheet.gear.iter().find(|gear| gear.key == *with).map(|gear| gear.label.clone());
        parts.push(named.unwrap_or_else(|| text::readable(with)));
    }
    if let Some(target) = act.target {
        parts.push(view.name(target).to_string());
    }
    for (key, value) in &act.options {
        parts.push(match value {
            Setting::Flag(_) => text::readable(key),
            Setting::Number(number) => format!("{} {number}", text::readable(key)),
            Setting::Word(word) => text::readable(word).to_lowercase(),
        });
    }
    if parts.is_empty() { text::readable(&act.action) } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Vec2;

    use super::super::drawn::Drawn;
    use crate::battle::{Aim, Group};
    use crate::gui::tests::test_battles::begun;

    const RANGE: &str = r#"
ruleset = "sol"
map = '''
##########
#.v..ccr.#
#....cc.k#
##########
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera" }
"r" = { creature = "brute", side = "red", name = "Rook" }
"k" = { creature = "brute", side = "red", name = "Kurt the Elder" }
"c" = { object = "crate" }
"#;

    #[test]
    fn however_small_the_window_is_an_aim_can_be_confirmed_with_the_mouse() {
        let mut session = begun(RANGE, "Vera");
        let shot = session.offers().iter().find(|offer| {
            offer.group == Group::Attack && offer.aim == Aim::Thing && offer.range.is_some_and(|range| range > 4)
        });
        let shot = shot.cloned().expect("a soldier shoots");
        session.pick(shot);
        session.cycle(true);
        assert!(session.aim.as_ref().is_some_and(|aim| aim.targets().len() > 3));
        for size in [(400.0, 300.0), (640.0, 360.0), (800.0, 600.0), (1280.0, 720.0)] {
            let mut table = Drawn::new();
            let size = Vec2::new(size.0, size.1);
            let drawn = table.settled(&mut session, size);
            let tree = drawn.platform_output.accesskit_update.expect("a tree");
            for name in ["Confirm", "Cancel"] {
                let named = tree.nodes.iter().find(|(_, node)| node.label() == Some(name));
                let bounds = named.and_then(|(_, node)| node.bounds()).expect("a button");
                assert!(
                    bounds.x1 <= f64::from(size.x) && bounds.y1 <= f64::from(size.y),
                    "{name} at {bounds:?} in {size:?}"
                );
            }
        }
    }
}
