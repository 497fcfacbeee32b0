//! The hand of a side, such as its cards: each with every way of using it, when that can be, and why not now. Only one side sees it: where
//! several people share the table, a curtain falls before it is shown, unless they play with open hands.

use bevy::ecs::message::{MessageCursor, Messages};
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{
    self, Button, Label, Popup, Rect, RichText, ScrollArea, Stroke, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::float::{Float, just_opened};
use super::keep_clear::Clear;
use super::layout::Layout;
use super::panel::Panel;
use super::panel_context::{Desk, plays};
use super::panel_order::{Remember, Turn};
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{paint, theme};
use crate::battle::SideId;
use crate::gui::app::probe;
use crate::gui::app::settings::Settings;
use crate::gui::session::Session;
use crate::gui::session::hand::{Held, Use};

pub(super) fn plugin(app: &mut App) {
    app.remember::<Hand>().add_systems(
        EguiPrimaryContextPass,
        (heed.in_set(Turn::Heed).run_if(resource_exists::<Session>), draw.in_set(Turn::Hand).run_if(plays)),
    );
}

/// Whose hand is open, and what was worked out for it.
#[derive(Resource, Clone, Debug, Default)]
struct Hand {
    whose: Option<SideId>,
    /// For which state of the battle.
    of: Option<u64>,
    held: Vec<Held>,
}

impl Hand {
    /// Works it out anew where the battle has changed.
    fn follow(&mut self, session: &Session, side: SideId) {
        if self.of != Some(session.version) {
            (self.of, self.held) = (Some(session.version), session.hand(side));
        }
    }
}

fn heed(
    (mut said, mut cursor): (ResMut<Messages<UiCommand>>, Local<MessageCursor<UiCommand>>),
    mut panels: MessageReader<Panel>,
    mut hand: ResMut<Hand>,
    mut settings: ResMut<Settings>,
    session: Res<Session>,
) {
    let mut wanted = None;
    for one in cursor.read(&said) {
        match one {
            UiCommand::Toggle(Window::Hand) if hand.whose.is_some() => *hand = Hand::default(),
            UiCommand::Toggle(Window::Hand) => {
                let people = session.people();
                let side = people.iter().find(|&&side| side == session.viewer).or(people.first()).copied();
                wanted = side.filter(|_| session.has_hands());
            }
            UiCommand::Hand(side) => *hand = Hand { whose: Some(*side), ..Hand::default() },
            UiCommand::OpenHands(open) => settings.open_hands = *open,
            _ => {}
        }
    }
    if panels.read().any(|&panel| panel == Panel::Hand) {
        *hand = Hand { whose: Some(session.viewer), ..Hand::default() };
    }
    // The curtain, too, hears of it, and falls before the hand is drawn.
    if let Some(side) = wanted {
        said.write(UiCommand::Hand(side));
    }
    // Where several share the table, what was opened for one side is not left open for another.
    let moved_on = hand.of.is_some_and(|of| of != session.version);
    if session.aim.is_some()
        || session.battle.outcome().is_some()
        || moved_on && session.hides_hands(settings.open_hands)
    {
        *hand = Hand::default();
    }
}

fn draw(mut desk: Desk, mut hand: ResMut<Hand>) {
    desk.draw(|context, view, spot, said| {
        let Some(side) = hand.whose else { return };
        hand.follow(view.session, side);
        let clear = spot.clear.but_cursor();
        let rect = show(context, view, &spot.places, &clear, (side, &hand.held), said);
        spot.clear.rects.push(rect);
        let closes = context.input(|input| input.key_pressed(egui::Key::Escape)) && !Popup::is_any_open(context);
        if closes || said.contains(&UiCommand::Toggle(Window::Hand)) {
            said.retain(|one| *one != UiCommand::Toggle(Window::Hand));
            *hand = Hand::default();
            context.memory_mut(egui::Memory::stop_text_input);
        }
    });
}

/// How wide a card is, in points, and how much of the height it may take.
const CARD: f32 = 232.0;
const PART: f32 = 0.86;

fn show(
    context: &egui::Context,
    view: &View,
    places: &Layout,
    clear: &Clear,
    (side, held): (SideId, &[Held]),
    said: &mut Vec<UiCommand>,
) -> Rect {
    let room = places.free.width() - 16.0;
    let card = CARD.min(room - 24.0);
    let beside = ((room - 24.0) / (card + theme::STEP)).floor().clamp(1.0, 3.0).min(held.len().max(1) as f32);
    let wide = beside * (card + theme::STEP) + 16.0;
    let most = Vec2::new(wide.min(room), places.free.height() * PART);
    let fresh = just_opened(context, "hand");
    let near = Rect::from_center_size(places.free.center_bottom(), Vec2::ZERO);
    Float { frame: theme::loud_frame(), ..Float::new("hand", most) }.show(
        context,
        |size| clear.place(context, "hand", size, places.free, near),
        |ui| {
            head(ui, view, side, said);
            let high = (ui.available_height() - 4.0).max(40.0);
            ScrollArea::vertical().id_salt("hand").auto_shrink([true, true]).max_height(high).show(ui, |ui| {
                ui.set_max_width(most.x - 20.0);
                let mut first = fresh;
                let beside = egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(true);
                ui.with_layout(beside, |ui| {
                    for one in held {
                        ui.allocate_ui(Vec2::new(card, 0.0), |ui| self::card(ui, view, one, card, &mut first, said));
                    }
                });
                if held.is_empty() {
                    ui.label(RichText::new("Nothing in hand.").size(13.5).color(theme::FAINT));
                }
                foot(ui, view, side, said);
            });
            probe::spot(&ui.response(), || "hand".into());
        },
    )
}

/// Whose it is, and closing it.
fn head(ui: &mut Ui, view: &View, side: SideId, said: &mut Vec<UiCommand>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(glyph::CARDS_THREE).size(18.0).color(theme::LAMP));
        paint::side_mark_widget(ui, side.0, view.settings.palette);
        let colour = theme::side_text(view.settings.palette, side.0);
        ui.label(RichText::new(format!("{}: hand", view.side_name(side))).size(15.0).color(colour));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = ui.add(Button::new(RichText::new(glyph::X).size(15.0)).frame(false));
            close.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Close the hand"));
            probe::spot(&close, || "close the hand".into());
            if close.clicked() {
                said.push(UiCommand::Toggle(Window::Hand));
            }
        });
    });
}

/// Where several people share the table: the other hands, and whether the curtain falls.
fn foot(ui: &mut Ui, view: &View, side: SideId, said: &mut Vec<UiCommand>) {
    let others: Vec<SideId> = view.session.people().into_iter().filter(|&other| other != side).collect();
    if others.is_empty() {
        return;
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        for other in others {
            let words = format!("{}: open hand", view.side_name(other));
            let button = ui.button(&words);
            probe::spot(&button, || words.clone());
            if button.clicked() {
                said.push(UiCommand::Hand(other));
            }
        }
        let mut open = view.settings.open_hands;
        let switch = ui.checkbox(&mut open, "Open hands").on_hover_text("No curtain falls before a hand is shown.");
        if switch.changed() {
            said.push(UiCommand::OpenHands(open));
        }
    });
}

/// One thing that is held, with every way of using it.
fn card(ui: &mut Ui, view: &View, held: &Held, wide: f32, first: &mut bool, said: &mut Vec<UiCommand>) {
    theme::sunken_frame().stroke(Stroke::new(1.0, theme::LINE)).show(ui, |ui| {
        ui.set_width(wide - 16.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            ui.label(RichText::new(&held.what.label).size(13.0).color(theme::LAMP));
            // What stands against all of them alike is said once.
            let first_why = held.uses.first().and_then(|one| one.refusal.clone());
            let alike = first_why.filter(|why| held.uses.iter().all(|one| one.refusal.as_ref() == Some(why)));
            for one in &held.uses {
                way(ui, view, one, (first, alike.is_some()), said);
                ui.add_space(4.0);
            }
            if let Some(why) = alike {
                told(ui, view, &why, false);
            }
        });
    });
}

/// When something can be used, or why not now.
fn told(ui: &mut Ui, view: &View, when: &str, lit: bool) {
    let colour = if lit { theme::HELP } else { theme::FAINT };
    let mark = if lit { glyph::CHECK } else { glyph::PROHIBIT };
    ui.add(Label::new(RichText::new(format!("{mark} {}", view.session.masked(when))).size(12.0).color(colour)).wrap());
}

/// One way of using it: its button, what it does, and when it can be used or why not now, unless that is said of all together. The first
/// that can be used takes the focus.
fn way(ui: &mut Ui, view: &View, one: &Use, (first, together): (&mut bool, bool), said: &mut Vec<UiCommand>) {
    let lit = one.refusal.is_none();
    let ink = if lit { theme::PAPER } else { theme::FAINT };
    let text = RichText::new(&one.way.label).size(14.0).color(ink);
    let button = Button::new(text).wrap().min_size(Vec2::new(ui.available_width(), 26.0));
    let button = ui.add_enabled(lit, button);
    button.widget_info(|| WidgetInfo::labeled(WidgetType::Button, lit, format!("{}. {}", one.way.label, one.way.text)));
    probe::spot(&button, || format!("hand {}", one.way.with));
    if lit && std::mem::take(first) {
        button.request_focus();
    }
    ui.add(Label::new(RichText::new(&one.way.text).size(12.5).color(ink)).wrap());
    if !together {
        told(ui, view, one.refusal.as_deref().unwrap_or(&one.way.when), lit);
    }
    match (&one.offer, one.orders.as_slice()) {
        (Some(offer), _) if button.clicked() => said.push(UiCommand::Pick(offer.clone())),
        (None, [only]) if button.clicked() => said.push(UiCommand::Order(only.order.clone())),
        (None, [_, _, ..]) => {
            Popup::menu(&button).show(|ui| {
                ScrollArea::vertical().id_salt("orders of a hand").max_height(280.0).show(ui, |ui| {
                    for legal in &one.orders {
                        let line = ui.button(view.session.masked(&legal.label));
                        probe::spot(&line, || format!("play {}", legal.label));
                        if line.clicked() {
                            said.push(UiCommand::Order(legal.order.clone()));
                        }
                    }
                });
            });
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{Drawn, name, nodes, words};
    use super::super::ui_command::{UiCommand, Window};
    use crate::battle::Order;
    use crate::gui::session::Session;
    use crate::gui::tests::test_battles::{begun, find, order};
    use crate::level::Seat;

    const DEALT: &str = r#"
ruleset = "edge"
map = '''
##########
#a.......#
#b......r#
##########
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada", edge = { vp = 5, hand = ["E03", "E02"] } }
"b" = { creature = "scout", side = "blue", name = "Bea" }
"r" = { creature = "soldier", side = "red", name = "Rook", edge = { hand = ["E05"] } }
"#;

    fn opened(session: &mut Session) -> (Drawn, String) {
        let mut table = Drawn::new().told(UiCommand::Toggle(Window::Hand));
        for _ in 0..3 {
            table.frame(session, Vec::new());
        }
        let said = words(&table.frame(session, Vec::new()));
        (table, said)
    }

    fn lit(session: &mut Session, way: &str) -> Option<bool> {
        let (mut table, _) = opened(session);
        let drawn = table.frame(session, Vec::new());
        let all = nodes(&drawn);
        let found = all.iter().find(|(_, node)| name(node).starts_with(way));
        found.map(|(_, node)| !node.is_disabled())
    }

    #[test]
    fn a_hand_shows_both_sentences_and_why_one_cannot_be_played_now() {
        let mut session = begun(DEALT, "Ada");
        let (_, said) = opened(&mut session);
        for wanted in ["A breath of relief", "Someone freezes", "Someone mocks death", "Burn"] {
            assert!(said.contains(wanted), "{wanted}: {said}");
        }
        assert!(said.contains("Only when an attack has missed."), "{said}");
        assert!(!said.contains("A weapon jams"), "the other side's card is not seen: {said}");
        assert_eq!(lit(&mut session, "A breath of relief"), Some(true));
        assert_eq!(lit(&mut session, "Someone hits an ally"), Some(false));
    }

    #[test]
    fn what_is_in_hand_stands_on_no_other_list() {
        let mut session = begun(DEALT, "Ada");
        assert!(!session.offers().iter().any(|offer| offer.label.contains("E03")), "not in the bar");
        let said = words(&Drawn::new().frame(&mut session, Vec::new()));
        assert!(!said.contains("EDGE card") && !said.contains("E05") && !said.contains("E03"), "{said}");
    }

    #[test]
    fn a_card_is_played_on_anybodys_turn() {
        let mut session = begun(DEALT, "Rook");
        session.seats = vec![Seat::Human, Seat::Ai];
        session.look_as(crate::battle::SideId(0));
        let blue = session.hand(crate::battle::SideId(0));
        let relief = blue.iter().flat_map(|held| &held.uses).find(|one| one.way.with == "E03-A");
        let relief = relief.expect("blue holds it");
        assert_eq!(relief.refusal, None);
        let ada = find(&session, "Ada");
        let own = |order: &&Order| matches!(order, Order::Act(act) if act.target == Some(ada));
        let play = relief.orders.iter().map(|legal| &legal.order).find(own).expect("she has lost points").clone();
        session.submit(&play).expect("it is legal");
        let used = session.hand(crate::battle::SideId(0));
        let why = used.iter().flat_map(|held| &held.uses).filter_map(|one| one.refusal.as_deref());
        assert!(used.iter().all(|held| held.what.key != "E03") && why.count() > 0, "one in a fight");
    }

    #[test]
    fn of_several_people_each_opens_a_hand_behind_the_curtain_alone() {
        let mut session = begun(DEALT, "Ada");
        assert!(session.hides_hands(false), "two people share the table");
        assert!(!session.hides_hands(true));
        session.seats = vec![Seat::Human, Seat::Ai];
        assert!(!session.hides_hands(false), "nobody else looks");
    }

    #[test]
    fn a_hand_that_was_opened_is_closed_when_the_battle_goes_on() {
        let mut session = begun(DEALT, "Ada");
        let (mut table, said) = opened(&mut session);
        assert!(said.contains("A breath of relief"));
        order(&mut session, r#"{"end_turn":true}"#);
        table.frame(&mut session, Vec::new());
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(!said.contains("A breath of relief"), "{said}");
    }
}
