//! An open fan: all members of a family side by side, each with its cost and how likely it is to succeed against whoever is aimed
//! at, or would be.

use bevy_egui::egui::{
    Align, Align2, CornerRadius, Label, Layout, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
    WidgetType,
};
use egui_phosphor::regular as glyph;

use super::costs::{cost_figure, help};
use super::ui_command::UiCommand;
use super::view::View;
use super::{icons, text, theme};
use crate::battle::{Act, Aim, Branch, ById, Creature, Id, Offer, OnMap, Order, Position, Purpose, creatures};
use crate::gui::app::probe;
use crate::gui::session::Aiming;
use crate::gui::session::action_menu;

/// Draws the family of the aimed action, if it is fanned out.
pub(super) fn show(ui: &mut Ui, view: &View, aim: &Aiming, said: &mut Vec<UiCommand>) {
    let Some(open) = &view.session.fan else { return };
    let buttons = action_menu::buttons(view.offers);
    if let Some(button) = buttons.iter().find(|one| one.fans() && one.name == *open) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(4.0);
            members(ui, view, button, Some(aim), said);
        });
    }
}

/// Draws the members of a family as chips.
pub(super) fn members(
    ui: &mut Ui,
    view: &View,
    open: &action_menu::Button,
    aim: Option<&Aiming>,
    said: &mut Vec<UiCommand>,
) {
    let whom = whom(view, aim);
    // Of what needs no target, and of what is put together, the keys choose the way of doing it.
    let own_keys = aim.is_some_and(|aim| aim.offer.aim == Aim::Nothing || aim.composed.is_some());
    let keys = if own_keys { &[] } else { &view.hints.slots[..] };
    for (place, offer) in open.members.iter().map(|&member| &view.offers[member]).enumerate() {
        let key = keys.get(place).map_or("", String::as_str);
        let response = member(ui, view, (aim, whom), offer, key);
        probe::spot(&response, || format!("member {place}"));
        if response.clicked() {
            said.push(UiCommand::Pick(offer.clone()));
        }
    }
    let told = open.members.iter().any(|&member| has_odds(&view.offers[member]));
    if let Some(whom) = whom.filter(|_| told && aim.is_none_or(|aim| aim.target.is_none())) {
        let words = format!("{} {}", glyph::CROSSHAIR_SIMPLE, view.name(whom));
        let label = Label::new(RichText::new(words).size(12.0).color(theme::FAINT)).truncate();
        // Whoever it is, it takes the same room.
        ui.allocate_ui_with_layout(Vec2::new(110.0, 36.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(110.0);
            ui.add(label)
                .on_hover_text("The odds are against whoever is under the cursor, else against the nearest foe.");
        });
    }
}

/// Whether there are odds of it against somebody: not of what is done to nobody, nor of what is only got ready.
fn has_odds(offer: &Offer) -> bool {
    offer.aim != Aim::Nothing && offer.purpose != Purpose::Wait
}

/// Whom the odds are about: who is aimed at, else who is under the cursor, else the nearest foe that is known.
fn whom(view: &View, aim: Option<&Aiming>) -> Option<Id> {
    if let Some(target) = aim.and_then(|aim| aim.target) {
        return Some(target);
    }
    let session = view.session;
    let world = session.battle.world();
    let commanded = session.commanded()?;
    let under = session.hover.and_then(|square| session.thing_under(square));
    if let Some(under) = under.filter(|&id| id != commanded && world.part::<Creature>(id).is_some()) {
        return Some(under);
    }
    let here = session.space(commanded);
    let foes = creatures(world)
        .into_iter()
        .filter(|&id| session.is_foe(id) && session.sees(id) && world.part::<OnMap>(id).is_some());
    foes.min_by_key(|&id| (session.space(id).steps(here).unsigned_abs(), id))
}

/// The odds that take most room, but for an estimated certainty.
const LONGEST: [&str; 2] = ["100 %", "≈ 88 %"];

/// A member as a chip: key, icon, name, and below them cost and odds against what is aimed at.
fn member(ui: &mut Ui, view: &View, (aim, whom): (Option<&Aiming>, Option<Id>), offer: &Offer, key: &str) -> Response {
    let chance = chance(view, aim, whom, offer);
    let cost = cost_figure(offer.price, &offer.cost).unwrap_or_default();
    let below = format!("{cost}  {chance}");
    let wide = |text: &str, size: f32| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), theme::body(size), theme::PAPER);
        galley.size().x
    };
    let left = 8.0 + wide(key, 10.5).max(18.0);
    let usable = offer.refusal.is_none();
    // As wide as with the longest odds, so that no chip moves when odds become known.
    let odds = if usable && offer.aim != Aim::Nothing { &LONGEST[..] } else { &[] };
    let widest = odds.iter().map(|odds| wide(&format!("{cost}  {odds}"), 11.0));
    let widest = widest.fold(wide(&below, 11.0), f32::max);
    let size = Vec2::new(left + 8.0 + wide(&offer.label, 12.5).max(widest), 36.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, usable, format!("{} {below}", offer.label)));
    let chosen = aim.is_some_and(|aim| is_aimed(aim, offer));
    let painter = ui.painter();
    let fill = if chosen || response.hovered() { theme::LIFTED } else { theme::RAISED };
    painter.rect_filled(rect, CornerRadius::same(theme::CORNER), fill);
    let edge = match (response.has_focus(), chosen) {
        (true, _) => Stroke::new(3.0, theme::LAMP),
        (_, true) => Stroke::new(2.0, theme::LAMP),
        _ => Stroke::new(1.0, theme::LINE),
    };
    painter.rect_stroke(rect, CornerRadius::same(theme::CORNER), edge, StrokeKind::Inside);
    let ink = if usable { theme::PAPER } else { theme::FAINT.gamma_multiply(theme::SHUT) };
    let corner = rect.min + Vec2::new(5.0, 2.0);
    painter.text(corner, Align2::LEFT_TOP, key, theme::body(10.5), theme::LAMP);
    let icon = bevy_egui::egui::Rect::from_min_size(rect.min + Vec2::new(5.0, 16.0), Vec2::splat(16.0));
    icons::draw(painter, view.pictures, icon, &offer.icon, ink);
    let spot = rect.min + Vec2::new(left, 2.0);
    painter.text(spot, Align2::LEFT_TOP, &offer.label, theme::body(12.5), ink);
    let spot = rect.min + Vec2::new(left, 19.0);
    painter.text(spot, Align2::LEFT_TOP, &below, theme::body(11.0), theme::FAINT);
    response.on_hover_ui(|ui| help(ui, view, offer, key))
}

fn is_aimed(aim: &Aiming, offer: &Offer) -> bool {
    aim.offer.is_row_of(offer)
}

/// How likely a member succeeds against somebody; empty where there is nothing to say.
fn chance(view: &View, aim: Option<&Aiming>, whom: Option<Id>, offer: &Offer) -> String {
    let Some(creature) = view.session.commanded() else {
        return String::new();
    };
    // No odds are told of helping a foe that happens to be near.
    let helps = matches!(offer.purpose, Purpose::Mend | Purpose::Aid | Purpose::Command);
    let whom = whom.filter(|&id| !(helps && view.session.is_foe(id)));
    if offer.refusal.is_some() || !has_odds(offer) {
        return String::new();
    }
    // What is aimed has the odds that stand below; of what is put together, as it is put together now.
    let aimed = aim.filter(|aim| is_aimed(aim, offer)).and_then(Aiming::act);
    let (act, forecast) = if let Some(act) = aimed {
        let order = Order::Act(act.clone());
        (act.clone(), view.forecasts.get(&order))
    } else {
        let bare = Act { with: offer.with.clone(), ..Act::new(creature, offer.action.clone()) };
        let Some(act) = whom.and_then(|whom| aimed_at(view, bare, offer.aim, whom)) else {
            return String::new();
        };
        let order = Order::Act(act.clone());
        if let Err(refusal) = view.session.seen().check(&order) {
            return match () {
                () if refusal.is_distance() => "too far",
                () if refusal.is_barrier() => "blocked",
                () => "not here",
            }
            .into();
        }
        (act, view.forecasts.roughly(&order))
    };
    let Some(forecast) = forecast else { return "…".into() };
    let about = if forecast.exact { "" } else { "≈ " };
    let odds = forecast.branches.last().map(|branch| odds(branch, &act, whom));
    odds.filter(|odds| !odds.is_empty()).map_or(String::new(), |odds| format!("{about}{odds}"))
}

/// An act aimed at somebody, or at where they are.
fn aimed_at(view: &View, bare: Act, aim: Aim, whom: Id) -> Option<Act> {
    Some(match aim {
        Aim::Square => Act { at: Some(view.session.battle.world().part::<Position>(whom)?.at), ..bare },
        _ => Act { target: Some(whom), ..bare },
    })
}

/// The odds of a branch in a word: the roll against its target, else the chance that whoever it is about has something of it.
fn odds(branch: &Branch, act: &Act, whom: Option<Id>) -> String {
    if let Some(success) = branch.success.filter(|_| act.target.is_some()) {
        return text::percent(success, branch.whole);
    }
    let struck = act.target.or(whom).and_then(|whom| branch.targets.get(&whom));
    let Some(struck) = struck else { return String::new() };
    let hurt = struck.chance_hundredths(branch.whole);
    let most = struck.conditions.values().copied().max().unwrap_or(0);
    let held = (most * 100).checked_div(branch.whole).unwrap_or(0);
    format!("{} %", hurt.max(held))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::accesskit;

    use super::super::drawn::{Drawn, name, nodes, words};
    use super::super::layout::Foot;
    use super::*;
    use crate::battle::Setting;
    use crate::gui::session::Session;
    use crate::gui::tests::test_battles::begun;

    const HALL: &str = r#"
ruleset = "essence"
map = '''
################
#c....r........#
#..............#
################
'''
[legend]
"c" = { creature = "mystic", side = "blue", name = "Cleo", essence = { energy = 4 } }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;

    fn cleos_turn() -> Session {
        begun(HALL, "Cleo")
    }

    /// A Spell of hers.
    fn dart(session: &mut Session) -> Offer {
        let mut offers = session.offers().iter();
        let spell = offers.find(|offer| offer.with.as_deref() == Some("flame_dart"));
        spell.cloned().expect("she knows that")
    }

    /// What the fan says below the name of a Spell.
    fn below(session: &mut Session, spell: &str) -> String {
        let mut table = Drawn::new();
        table.think(session);
        let said = words(&table.frame(session, Vec::new()));
        let line = said
            .lines()
            .find_map(|line| line.strip_prefix(spell)?.split_once("  ").map(|(_, odds)| odds.trim().to_string()));
        line.unwrap_or_else(|| panic!("no {spell} among:\n{said}"))
    }

    /// Where the members of the fan are, by the word that their name begins with.
    fn places(table: &mut Drawn, session: &mut Session) -> Vec<(String, accesskit::Rect)> {
        let drawn = table.frame(session, Vec::new());
        let buttons = nodes(&drawn).iter().filter(|(_, node)| node.role() == accesskit::Role::Button);
        let place = |node: &accesskit::Node| {
            let first = name(node).split("  ").next()?.split(' ').next()?.to_string();
            Some((first, node.bounds()?))
        };
        buttons.filter_map(|(_, node)| place(node)).collect()
    }

    #[test]
    fn nothing_moves_in_the_fan_when_the_odds_become_known() {
        let mut session = cleos_turn();
        let spell = dart(&mut session);
        session.open(spell.family.expect("Spells are a family"));
        let mut table = Drawn::new();
        for _ in 0..4 {
            table.frame(&mut session, Vec::new());
        }
        let before = places(&mut table, &mut session);
        let words_before = words(&table.frame(&mut session, Vec::new()));
        table.think(&mut session);
        let words_after = words(&table.frame(&mut session, Vec::new()));
        assert_ne!(words_before, words_after, "the odds are known now");
        assert!(before.len() > 3, "{before:?}");
        assert_eq!(places(&mut table, &mut session), before);
    }

    #[test]
    fn the_bar_is_as_large_before_the_odds_are_known() {
        let mut session = cleos_turn();
        let spell = dart(&mut session);
        session.pick(spell);
        let mut table = Drawn::new();
        for _ in 0..4 {
            table.frame(&mut session, Vec::new());
        }
        let before = table.remembers::<Foot>().size;
        table.think(&mut session);
        table.frame(&mut session, Vec::new());
        assert_eq!(table.remembers::<Foot>().size, before);
    }

    /// With something to shoot, to throw and to open.
    const GATE: &str = r#"
ruleset = "sol"
map = '''
############
#.v.+....r.#
#...#......#
############
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera" }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;

    #[test]
    fn the_bar_is_as_large_after_long_aiming_as_at_first() {
        let mut aimed = 0;
        for (level, who) in [(HALL, "Cleo"), (GATE, "Vera"), (GATE, "Rook")] {
            let usable = |offer: &Offer| offer.refusal.is_none() && offer.aim != Aim::Nothing;
            let offers: Vec<Offer> = begun(level, who).offers().iter().filter(|offer| usable(offer)).cloned().collect();
            for offer in offers {
                let mut session = begun(level, who);
                session.pick(offer.clone());
                session.cycle(true);
                if session.aim.is_none() {
                    continue;
                }
                aimed += 1;
                let mut table = Drawn::new();
                table.think(&mut session);
                let mut frames = |many: usize| {
                    for _ in 0..many {
                        table.bare(&mut session, Vec2::new(1280.0, 720.0));
                    }
                    table.remembers::<Foot>().size
                };
                let (settled, later) = (frames(8), frames(200));
                assert!(settled.y > 30.0, "{}: {settled}", offer.label);
                assert_eq!(settled, later, "{}", offer.label);
            }
        }
        assert!(aimed > 6, "only {aimed} actions were aimed");
    }

    #[test]
    fn every_spell_says_how_likely_it_succeeds_and_energy_changes_that() {
        let mut session = cleos_turn();
        let spell = dart(&mut session);
        session.open(spell.family.clone().expect("Spells are a family"));
        assert!(session.aim.is_none(), "nothing leads the Spells");
        let odds = below(&mut session, &spell.label);
        assert!(odds.ends_with('%') && odds != "0 %", "{odds}");
        session.pick(spell.clone());
        let order = session.aimed().expect("there is one foe");
        assert_eq!(below(&mut session, &spell.label), odds, "the same once it is aimed");
        let forecast = session.battle.forecast(&order).expect("it can be cast");
        let branch = forecast.branches.last().expect("something comes of it");
        assert_eq!(
            text::percent(branch.success.expect("it is rolled"), branch.whole),
            odds,
            "and the same as the rules'"
        );
        session.set_option("power".into(), Setting::Number(3), true);
        let mut table = Drawn::new();
        table.think(&mut session);
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(said.contains("3d6"), "{said}");
    }
}
