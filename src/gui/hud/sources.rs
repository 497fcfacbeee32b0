//! What speaks for and against a roll before it is made, as chips beside what they come to: each has its sign and its word, and says on hover
//! who brought it.

use bevy_egui::egui::{Align, Color32, Frame, Layout, Margin, Response, RichText, ScrollArea, Stroke, Ui, Vec2};

use super::text::signed;
use super::theme;
use super::view::View;
use crate::battle::{Id, Part, Trace};

/// Something that speaks for a roll or against it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Source {
    good: bool,
    words: String,
    of: Option<Id>,
    rule: Option<String>,
}

/// Everything that speaks for and against dice that are not thrown yet.
fn of(pool: &Trace) -> Vec<Source> {
    let mut out = Vec::new();
    gather(pool, &mut out);
    // What moves the dice comes first, then what joins them.
    out.sort_by_key(|(joins, _)| *joins);
    out.into_iter().map(|(_, source)| source).collect()
}

/// Whether anything speaks for or against dice that are not thrown yet.
pub(super) fn speak(pool: &Trace) -> bool {
    !of(pool).is_empty()
}

fn gather(trace: &Trace, out: &mut Vec<(bool, Source)>) {
    for moved in trace.ladder.iter().flat_map(|ladder| &ladder.moved) {
        let words = moved.why.to_string();
        out.push((false, Source { good: moved.by > 0, words, of: None, rule: None }));
    }
    for term in trace.terms.iter().filter(|term| term.refused.is_none()) {
        let rule = term.rule.as_ref().map(|rule| rule.id().to_owned());
        let source = |words: String| Source { good: term.value > 0, words, of: term.source, rule };
        match (term.part, term.value) {
            (Part::Note, 0) => gather(term, out),
            (Part::Note, _) => out.push((false, source(term.label.to_string()))),
            (Part::Add, 0) | (Part::Becomes, _) => {}
            (Part::Add, value) => out.push((true, source(format!("{} {}", term.label, signed(value))))),
        }
    }
}

/// How high the row is, in points.
pub(super) const HIGH: f32 = 24.0;

/// Draws what is thrown with what joins it, then each source, in one row that is scrolled where it is too long.
pub(super) fn row(ui: &mut Ui, view: &View, pool: &Trace) {
    let room = Vec2::new(ui.available_width(), HIGH);
    ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_height(HIGH);
        ScrollArea::horizontal().id_salt("sources").auto_shrink([true, true]).show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                let joins = if pool.part == Part::Add && pool.value != 0 { signed(pool.value) } else { String::new() };
                let sum = format!("{} {joins}", pool.label);
                ui.label(RichText::new(sum.trim()).size(13.0).color(theme::LAMP));
                for source in &of(pool) {
                    self::source(ui, view, source);
                }
            });
        });
    });
}

/// One of them: its sign and word; on hover who brought it, by which rule.
fn source(ui: &mut Ui, view: &View, source: &Source) {
    let (mark, colour) = if source.good { ("+", theme::HELP) } else { ("\u{2212}", theme::HARM) };
    let shown = chip(ui, &format!("{mark} {}", source.words), colour);
    let known =
        |id| if view.session.sees(id) { view.name(id).to_owned() } else { "a creature that is not known".into() };
    let by = source.of.map_or(String::new(), |id| format!(", by {}", known(id)));
    let rule = source.rule.as_ref().map_or(String::new(), |rule| format!(" ({rule})"));
    let way = if source.good { "For it" } else { "Against it" };
    shown.on_hover_text(format!("{way}: {}{by}{rule}", source.words));
}

fn chip(ui: &mut Ui, words: &str, colour: Color32) -> Response {
    let frame = Frame::new().fill(theme::SUNKEN).stroke(Stroke::new(1.0, colour)).corner_radius(8.0);
    let frame = frame.inner_margin(Margin::symmetric(6, 1));
    frame.show(ui, |ui| ui.label(RichText::new(words).size(12.0).color(colour))).response
}

#[cfg(test)]
mod tests {
    use super::super::drawn::{Drawn, words};
    use super::*;
    use crate::gui::tests::test_battles::{begun, pick};

    #[test]
    fn what_counts_for_and_against_is_told_with_its_sign() {
        let well = Trace { value: 1, ..Trace::note("from above") };
        let ill = Trace { value: -1, ..Trace::note("seen dimly").of(Id(7)) };
        let mut pool = Trace::new("2d12", 0);
        pool.terms.extend([well, ill, Trace::note("a remark")]);
        pool.push(Trace::new("skill", 3));
        pool.push(Trace::refused("other skill", 9, "one alone counts"));
        let told: Vec<(bool, String, Option<Id>)> =
            of(&pool).into_iter().map(|one| (one.good, one.words, one.of)).collect();
        let wanted = [
            (true, "from above".to_owned(), None),
            (false, "seen dimly".to_owned(), Some(Id(7))),
            (true, "skill +3".to_owned(), None),
        ];
        assert_eq!(told, wanted);
    }

    const SHOT: &str = r#"
ruleset = "edge"
map = '''
############
#a........r#
#s.........#
############
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada" }
"r" = { creature = "soldier", side = "red", name = "Rook" }
"s" = { creature = "soldier", side = "red", name = "Sable" }
"#;

    #[test]
    fn an_aim_has_its_sources_as_chips_and_what_tenacity_leaves() {
        let mut session = begun(SHOT, "Ada");
        pick(&mut session, |offer| offer.action == "attack" && offer.range.is_some_and(|range| range > 10));
        session.cycle(true);
        let mut table = Drawn::new();
        table.think(&mut session);
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(said.contains("\u{2212} ") && said.contains("3d12, the two lowest"), "{said}");
        assert!(said.contains("Tenacity"), "{said}");
        let health = |session: &crate::gui::session::Session| {
            let ada = session.commanded().expect("it is her turn");
            session.battle.ruleset().sheet(session.battle.world(), ada).health().map(|gauge| (gauge.now, gauge.max))
        };
        let (now, max) = health(&session).expect("she has points");
        assert!(said.contains(&format!("{}/{max}", now - 3)) && said.contains(&format!("{}/{max}", now - 9)), "{said}");
        session.set_option("tenacity".into(), crate::battle::Setting::Number(2), true);
        let order = session.aimed().expect("she aims at somebody");
        session.submit(&order).expect("it is legal");
        assert_eq!(health(&session), Some((now - 6, max)), "two steps are paid");
    }
}
