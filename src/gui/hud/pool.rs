//! Dice before and after they fall: the ladder they stand on with what has moved them, those an answer throws, and what an answer
//! leaves of what it is paid with.

use bevy_egui::egui::{Align2, Painter, Pos2, Rect, RichText, Sense, Stroke, Ui, Vec2};
use egui_phosphor::regular as glyph;

use super::{paint, theme};
use crate::battle::{Ladder, Left};

/// The edge of a die on a ladder, in points.
const STEP: f32 = 24.0;

/// Every step of a ladder: where the dice stand by themselves is ringed, where they are rolled is lit; then what has moved them.
pub(super) fn ladder(ui: &mut Ui, ladder: &Ladder) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::new(2.0, 1.0);
        for (place, &sides) in ladder.steps.iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(Vec2::splat(STEP), Sense::hover());
            let (by_itself, rolled) = (place == usize::from(ladder.from), place == usize::from(ladder.to));
            let (fill, ink) = if rolled { (theme::LAMP, theme::INK) } else { (theme::SUNKEN, theme::FAINT) };
            let edge = if by_itself { Stroke::new(2.0, theme::PAPER) } else { Stroke::new(1.0, theme::LINE) };
            paint::size_of_die(ui.painter(), rect.center(), STEP * 0.4, sides, (fill, ink, edge));
            let words = match (by_itself, rolled) {
                (true, true) => format!("d{sides}: as they are"),
                (true, false) => format!("d{sides}: as they would be"),
                (false, true) => format!("d{sides}: as they are rolled"),
                (false, false) => format!("d{sides}"),
            };
            response.on_hover_text(words);
        }
        for moved in &ladder.moved {
            let (mark, colour) =
                if moved.by > 0 { (glyph::ARROW_FAT_UP, theme::HELP) } else { (glyph::ARROW_FAT_DOWN, theme::HARM) };
            let marks = mark.repeat(usize::try_from(moved.by.unsigned_abs()).unwrap_or(1).min(5));
            let words = format!(" {marks} {}", moved.why);
            ui.label(RichText::new(words).size(12.0).color(colour));
        }
    });
}

/// How high the foot of a card is with dice, and with what is left.
const DICE: f32 = 26.0;
const REST: f32 = 20.0;

/// How much room dice and what is left take at the foot of a card.
pub(super) fn foot_height(dice: &[u16], left: Option<&Left>) -> f32 {
    let dice = if dice.is_empty() { 0.0 } else { DICE };
    left.map_or(dice, |left| dice + REST + if left.brings.is_empty() { 0.0 } else { REST })
}

/// The dice that an answer throws, and what it leaves of what it is paid with, in the lowest part of a card.
pub(super) fn foot(painter: &Painter, inner: Rect, dice: &[u16], left: Option<&Left>) {
    let mut top = inner.max.y - foot_height(dice, left);
    if !dice.is_empty() {
        let shown = dice.iter().take(6).enumerate();
        for (place, &sides) in shown {
            let centre = Pos2::new(inner.min.x + 11.0 + place as f32 * 24.0, top + DICE / 2.0);
            let look = (theme::PAPER, theme::INK, Stroke::new(1.5, theme::INK));
            paint::size_of_die(painter, centre, 10.0, sides, look);
        }
        if dice.len() > 6 {
            let at = Pos2::new(inner.min.x + 6.0 * 24.0, top + DICE / 2.0);
            let more = format!("+{}", dice.len() - 6);
            painter.text(at, Align2::LEFT_CENTER, more, theme::body(12.0), theme::FAINT);
        }
        top += DICE;
    }
    let Some(left) = left else { return };
    let bar = Rect::from_min_size(Pos2::new(inner.min.x, top + 2.0), Vec2::new(inner.width(), REST - 4.0));
    let gauge = &left.of;
    paint::bar(painter, bar, gauge.now, gauge.max, theme::BREATH);
    let words = bar.shrink2(Vec2::new(5.0, 0.0));
    let label = format!("{} left", gauge.label);
    painter.text(words.left_center(), Align2::LEFT_CENTER, label, theme::body(11.0), theme::PAPER);
    let figures = format!("{}/{}", gauge.now, gauge.max);
    painter.text(words.right_center(), Align2::RIGHT_CENTER, figures, theme::body(11.0), theme::PAPER);
    if !left.brings.is_empty() {
        let at = Pos2::new(inner.min.x, top + REST + REST / 2.0);
        let words = format!("{} {}", glyph::WARNING, left.brings);
        let galley = painter.layout_no_wrap(words, theme::body(11.5), theme::HARM);
        painter.with_clip_rect(inner.expand(2.0)).galley(
            at - Vec2::new(0.0, galley.size().y / 2.0),
            galley,
            theme::HARM,
        );
    }
}

/// What an answer leaves, in a few words.
pub(super) fn left_words(left: &Left) -> String {
    let gauge = &left.of;
    let mut out = format!("leaves {} {}/{}", gauge.label, gauge.now, gauge.max);
    if !left.brings.is_empty() {
        out = format!("{out}: {}", left.brings);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{Drawn, words};
    use super::super::log::Log;
    use crate::battle::{Measure, Order};
    use crate::gui::tests::test_battles::{BETWEEN, begun, order, pick};

    #[test]
    fn whom_an_act_opens_one_to_is_said_before_it_is_ordered() {
        let mut session = begun(BETWEEN, "Vera");
        let offer = pick(&mut session, |offer| !offer.exposes.is_empty());
        let mut names: Vec<&str> = offer.exposes.iter().map(|&id| session.battle.name(id)).collect();
        names.sort_unstable();
        assert_eq!(names, ["Gar", "Una"], "both stand beside her");
        let mut table = Drawn::new();
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(
            said.contains("this opens you to Gar and Una") || said.contains("this opens you to Una and Gar"),
            "{said}"
        );
        let plain = pick(&mut session, |offer| offer.action == "attack");
        assert!(plain.exposes.is_empty(), "a plain attack opens nobody");
        let said = words(&Drawn::new().frame(&mut session, Vec::new()));
        assert!(!said.contains("this opens you"), "{said}");
    }

    #[test]
    fn an_answer_says_what_it_throws_and_leaves_of_the_breath() {
        let mut session = begun(BETWEEN, "Vera");
        order(&mut session, r#"{"act":{"action":"attack","with":"sword","target":"Gar"}}"#);
        session.hand_over();
        let decision = session.battle.decision().expect("it lands").clone();
        let gar = decision.creature;
        let sheet = session.battle.ruleset().sheet(session.battle.world(), gar);
        let breath = sheet.of(Measure::Breath).next().expect("he breathes").clone();
        let dodge = &decision.choices[0];
        let left = dodge.leaves.as_ref().expect("it costs");
        assert_eq!((left.of.now, left.of.max), (breath.now - 5, breath.max));
        assert_eq!(dodge.dice.first(), Some(&20));
        let take = decision.choices.last().expect("there is always one that does nothing");
        assert!(take.leaves.is_none() && take.dice.is_empty());
        let mut table = Drawn::new();
        table.think(&mut session);
        let said = words(&table.frame(&mut session, Vec::new()));
        let figures = format!("{}/{}", left.of.now, left.of.max);
        assert!(said.contains("Vigor left") && said.contains(&figures), "{said}");
    }

    #[test]
    fn the_last_breath_is_said_to_be_the_last() {
        let level = BETWEEN.replace("name = \"Gar\"", "name = \"Gar\", vigor = { vigor = 5 }");
        let mut session = begun(&level, "Vera");
        order(&mut session, r#"{"act":{"action":"attack","with":"sword","target":"Gar"}}"#);
        session.hand_over();
        let decision = session.battle.decision().expect("it lands");
        let left = decision.choices[0].leaves.as_ref().expect("it costs");
        assert!(left.of.now == 0 && left.brings.contains("Winded"), "{left:?}");
        let said = words(&Drawn::new().frame(&mut session, Vec::new()));
        assert!(said.contains("Winded"), "{said}");
    }

    #[test]
    fn what_moves_the_dice_stands_on_their_ladder() {
        let mut session = begun(BETWEEN, "Vera");
        let lunge = r#"{"act":{"action":"technique","with":"lunge/sword","target":"Gar"}}"#;
        order(&mut session, lunge);
        while let Some(decision) = session.battle.decision() {
            let choice = decision.choices.last().expect("one that does nothing").key.to_string();
            session.submit(&Order::Answer { choice }).expect("it is among the choices");
        }
        session.shown = session.battle.events().len();
        let ladders = session.battle.events().iter().filter_map(|event| event.trace.as_deref());
        let ladders: Vec<_> =
            ladders.flat_map(|trace| &trace.terms).filter_map(|term| term.ladder.as_deref()).collect();
        let attack = ladders.iter().find(|ladder| ladder.moved.iter().any(|moved| moved.by > 0));
        let attack = attack.expect("its Charge moves them");
        assert_eq!((attack.sides(), attack.to, attack.from), (12, 4, 3));
        let mut table = Drawn::new().with(Log {
            open: session.battle.events().iter().map(|event| event.seq).collect(),
            lines: 10_000,
            ..Log::default()
        });
        table.frame(&mut session, Vec::new());
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(said.contains(&format!("{} Lunge", super::glyph::ARROW_FAT_UP)), "{said}");
    }
}
