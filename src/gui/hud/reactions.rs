//! What may be done out of turn while the battle rests between two orders. The turn order has a card for each creature that could do so,
//! lit while it can.

use bevy_egui::egui::{
    Align2, CornerRadius, Popup, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType,
};
use egui_phosphor::regular as glyph;

use super::theme;
use super::ui_command::UiCommand;
use super::view::View;
use crate::battle::{ActionKind, ById, Creature, Id, Legal, Only, Order, Purpose, on_map};
use crate::gui::app::probe;
use crate::gui::session::Session;
use crate::gui::session::hand::kinds;
use crate::level::Seat;

/// A creature that may do something out of turn.
#[derive(Clone, Debug)]
pub(super) struct Card {
    creature: Id,
    /// The kind of action.
    kind: &'static ActionKind,
    /// What it may do now.
    ways: Vec<Legal>,
}

/// What was worked out last, and for which state of which battle.
#[derive(Clone, Debug, Default)]
pub(super) struct Cards {
    of: Option<u64>,
    pub(super) all: Vec<Card>,
}

impl Cards {
    /// Works them out anew where the battle has changed.
    pub(super) fn follow(&mut self, session: &Session) {
        if self.of != Some(session.version) {
            *self = Self { of: Some(session.version), all: all(session) };
        }
    }
}

/// The cards of all creatures that people play and whose turn it is not, as far as the viewer knows of them.
fn all(session: &Session) -> Vec<Card> {
    let battle = session.seen();
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let kinds = kinds(battle);
    let actors = battle.actors();
    let mut out = Vec::new();
    for creature in on_map(world).filter(|_| !kinds.is_empty()).filter(|id| session.sees(*id) && !actors.contains(id)) {
        let Some(side) = world.part::<Creature>(creature).map(|one| one.side) else { continue };
        if session.seat(side) != Seat::Human {
            continue;
        }
        for kind in &kinds {
            let rows = ruleset.offers_in(world, creature, kind.groups);
            let mut rows = rows.iter().filter(|offer| offer.action == kind.key);
            // What is in hand is nobody's to see in the turn order.
            if rows.any(|offer| !session.is_of_hand(creature, offer)) {
                let only = Only { creature: Some(creature), action: Some(kind.key.into()), ..Only::default() };
                let ways = battle.legal_out_of_turn(side, &only);
                out.push(Card { creature, kind, ways });
            }
        }
    }
    out
}

/// The answer to a question whether a creature does so, where there is only one besides letting it be.
fn asked(view: &View, id: Id, kind: &ActionKind) -> Option<Order> {
    let question = view.session.question().filter(|asked| asked.creature == id && *asked.kind == *kind.key)?;
    let mut ways = question.choices.iter().filter(|choice| choice.purpose != Purpose::Decline);
    let (first, more) = (ways.next()?, ways.next());
    more.is_none().then(|| Order::Answer { choice: first.key.to_string() })
}

/// Draws a card; a click on one that is lit lists what may be done.
pub(super) fn card(ui: &mut Ui, view: &View, card: &Card, size: f32, said: &mut Vec<UiCommand>) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(size * 0.82, size), Sense::click());
    let id = card.creature;
    let answer = asked(view, id, card.kind);
    let lit = answer.is_some() || (!card.ways.is_empty() && view.session.question().is_none());
    let words = format!("{}: {}", view.name(id), card.kind.label);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, lit, &words));
    probe::spot(&response, || format!("reaction of {}", view.name(id)));
    let painter = ui.painter();
    let (edge, fill) = match (lit, response.has_focus() || response.hovered()) {
        (true, _) => (Stroke::new(2.0, theme::LAMP), theme::LAMP.gamma_multiply(0.25)),
        (false, true) => (Stroke::new(1.5, theme::FAINT), theme::RAISED),
        (false, false) => (Stroke::new(1.0, theme::LINE), theme::RAISED),
    };
    painter.rect(rect, CornerRadius::same(3), fill, edge, StrokeKind::Inside);
    let coin = Rect::from_center_size(rect.center() - Vec2::new(0.0, 3.0), Vec2::splat(size * 0.62));
    view.paint_portrait(painter, coin, id);
    let foot = Pos2::new(rect.center().x, rect.max.y - 1.0);
    let colour = if lit { theme::LAMP } else { theme::FAINT };
    painter.text(foot, Align2::CENTER_BOTTOM, glyph::LIGHTNING, theme::body(12.0), colour);
    if response.hovered() || response.has_focus() {
        said.push(UiCommand::Show(id));
    }
    match answer {
        Some(order) if response.clicked() => said.push(UiCommand::Order(order)),
        None if lit => {
            Popup::menu(&response).show(|ui| {
                ui.label(RichText::new(&words).size(12.0).color(theme::LAMP));
                for way in &card.ways {
                    let words = format!("{}  {}", view.session.masked(&way.label), way.cost);
                    let button = ui.button(words.trim());
                    probe::spot(&button, || format!("react {}", way.label));
                    if button.clicked() {
                        said.push(UiCommand::Order(way.order.clone()));
                    }
                }
            });
        }
        None if response.clicked() => said.extend(view.square(id).map(UiCommand::Look)),
        _ => {}
    }
    response.on_hover_text(if lit { format!("{words}: may be played now") } else { format!("{words}: not now") });
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{Drawn, name, nodes};
    use crate::gui::tests::test_battles::{begun, order};

    const DUST: &str = r#"
ruleset = "momentum"
map = '''
##########
#a.r.....#
#........#
##########
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada", momentum = { init_mod = 40 } }
"r" = { creature = "scout", side = "red", name = "Rook", momentum = { init_mod = -20, nm = 3 } }
[[rules.momentum.cinematic]]
name = "Kick up dust"
skill = "nimbleness"
against = 10
reaction = true
targets = { most = 1, within = 3 }
gives = "blinded"
"#;

    #[test]
    fn a_reaction_is_a_card_that_is_lit_while_it_may_be_played() {
        let mut session = begun(DUST, "Ada");
        let lit = |session: &mut crate::gui::session::Session| {
            let mut table = Drawn::new();
            table.frame(session, Vec::new());
            let drawn = table.frame(session, Vec::new());
            let all = nodes(&drawn);
            let card = all.iter().find(|(_, node)| name(node) == "Rook: Cinematic Reaction");
            card.map(|(_, node)| !node.is_disabled())
        };
        let before = lit(&mut session);
        order(&mut session, r#"{"act":{"creature":"Ada","action":"drop_prone"}}"#);
        assert_eq!(
            (before, lit(&mut session)),
            (Some(true), Some(true)),
            "between two orders of another it can answer"
        );
        order(&mut session, r#"{"gm":{"set":{"creature":"Rook","stat":"nm","value":0}}}"#);
        assert_eq!(lit(&mut session), None, "it has nothing to pay with, so its list has no such row");
    }
}
