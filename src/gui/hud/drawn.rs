//! The panels drawn without a window, for tests: what stands on them, and what a screen reader would say.

use bevy::ecs::message::Messages;
use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Event, FullOutput, Pos2, Shape, accesskit};

use super::forecasts::Forecasts;
use super::layout::{Columns, Folds};
use super::panel_context::{EguiContext, Laid};
use super::panel_order::Turn;
use super::pictures::Pictures;
use super::ui_command::UiCommand;
use super::{Seen, theme};
use crate::gui::app::frame::Screen;
use crate::gui::app::settings::Settings;
use crate::gui::board::art;
use crate::gui::board::lens::Lens;
use crate::gui::input::keys::Keys;
use crate::gui::session::Session;
use crate::gui::tests::test_battles::{STABLE, begun};

/// Where the board is while nobody draws it.
const LENS: Lens = Lens { origin: Pos2::new(200.0, 120.0), square: 48.0 };

/// A table of panels that is drawn frame by frame: the plugins that the window has, without the window.
pub(super) struct Drawn {
    app: App,
    context: egui::Context,
    /// What lies on the table while nobody draws it.
    spare: Option<Session>,
    /// What the panels asked for in the last frame.
    pub(super) said: Vec<UiCommand>,
}

/// The log has as much room as it takes, and nothing lies under the pointer.
fn unroll(mut laid: ResMut<Laid>) {
    let spot = &mut laid.spot;
    if let Some(log) = &mut spot.places.log {
        log.max.y = 60_000.0;
    }
    spot.pointed = None;
}

impl Drawn {
    /// With all panels.
    pub(super) fn new() -> Self {
        Self::of(&super::PANELS.map(|(_, panel)| panel))
    }

    /// With these panels only.
    pub(super) fn of(panels: &[fn(&mut App)]) -> Self {
        let context = egui::Context::default();
        context.enable_accesskit();
        theme::dress(&context);
        let mut app = App::new();
        super::shared(&mut app);
        for panel in panels {
            panel(&mut app);
        }
        app.add_systems(
            EguiPrimaryContextPass,
            unroll.in_set(Turn::Lay).after(super::lay).run_if(resource_exists::<Laid>),
        )
        .insert_resource(Seen(Some(LENS)))
        .insert_resource(Pictures::new(context.clone(), art::Sheets::default()))
        .insert_resource(EguiContext(context.clone()))
        .insert_resource(State::new(Screen::Battle))
        .init_resource::<Settings>()
        .init_resource::<Keys>()
        .init_resource::<Forecasts>();
        Self { app, context, spare: Some(begun(STABLE, "Ada")), said: Vec::new() }
    }

    /// With this remembered by a panel.
    pub(super) fn with<T: Resource>(mut self, remembered: T) -> Self {
        self.app.insert_resource(remembered);
        self
    }

    /// With this said before the next frame.
    pub(super) fn told<T: Message>(mut self, message: T) -> Self {
        self.app.world_mut().write_message(message);
        self
    }

    /// What a panel remembers.
    pub(super) fn remembers<T: Resource>(&self) -> &T {
        self.app.world().resource()
    }

    /// One frame in a large window, with sheet and log; the log is as long as it takes.
    pub(super) fn frame(&mut self, session: &mut Session, events: Vec<Event>) -> FullOutput {
        self.app.world_mut().resource_mut::<Columns>().folds = Folds { sheet: Some(true), log: Some(true) };
        self.draw(session, events, egui::Vec2::new(1920.0, 1080.0))
    }

    /// Where a panel was drawn last, in points.
    pub(super) fn place(&self, name: &str) -> Option<egui::Rect> {
        self.context.memory(|memory| memory.area_rect(egui::Id::new(name)))
    }

    /// A frame of a window of this size, in points, once every panel in it has its place.
    pub(super) fn settled(&mut self, session: &mut Session, size: egui::Vec2) -> FullOutput {
        for _ in 0..4 {
            self.bare(session, size);
        }
        self.bare(session, size)
    }

    /// One frame with nothing asked for in a window of this size, in points.
    pub(super) fn bare(&mut self, session: &mut Session, size: egui::Vec2) -> FullOutput {
        self.draw(session, Vec::new(), size)
    }

    fn draw(&mut self, session: &mut Session, events: Vec<Event>, size: egui::Vec2) -> FullOutput {
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, size)),
            events,
            ..egui::RawInput::default()
        };
        let world = self.app.world_mut();
        let spare = self.spare.take().expect("nobody draws it");
        world.insert_resource(std::mem::replace(session, spare));
        let mut drawn = self.context.run_ui(input, |_| world.run_schedule(EguiPrimaryContextPass));
        let battle = world.remove_resource::<Session>().expect("it lies on the table");
        self.spare = Some(std::mem::replace(session, battle));
        self.said = std::mem::take(&mut world.resource_mut::<Laid>().said);
        world.resource_mut::<Messages<UiCommand>>().update();
        // Nobody paints here, and egui wants that said.
        drawn.textures_delta.clear();
        drawn
    }

    /// Works out all odds that were asked for in frames before.
    pub(super) fn think(&mut self, session: &mut Session) {
        // The first look at a battle forgets what was asked before it.
        self.frame(session, Vec::new());
        self.work(session);
        // Sketches first, then what they stand in for.
        for _ in 0..2 {
            self.frame(session, Vec::new());
            while self.work(session) {}
        }
    }

    fn work(&mut self, session: &mut Session) -> bool {
        self.app.world_mut().resource_mut::<Forecasts>().work(&mut session.battle)
    }
}

impl Drop for Drawn {
    fn drop(&mut self) {
        self.context.tex_manager().write().take_delta().clear();
    }
}

/// Every word that is painted, and every word that is there to be read out.
pub(super) fn words(drawn: &FullOutput) -> String {
    let mut out = String::new();
    for shape in &drawn.shapes {
        gather(&shape.shape, &mut out);
    }
    for (_, node) in nodes(drawn) {
        out.push_str(&name(node));
        out.push('\n');
    }
    out
}

fn gather(shape: &Shape, out: &mut String) {
    match shape {
        Shape::Vec(many) => many.iter().for_each(|one| gather(one, out)),
        Shape::Text(text) => {
            out.push_str(text.galley.text());
            out.push('\n');
        }
        _ => {}
    }
}

/// What a screen reader knows.
pub(super) fn nodes(drawn: &FullOutput) -> &[(accesskit::NodeId, accesskit::Node)] {
    let update = drawn.platform_output.accesskit_update.as_ref();
    update.map_or(&[], |update| &update.nodes)
}

/// What is read out for a node.
pub(super) fn name(node: &accesskit::Node) -> String {
    [node.label(), node.value()].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What has the focus, as it is read out; `None` when nothing has.
pub(super) fn focused(drawn: &FullOutput) -> Option<(accesskit::Role, String)> {
    let update = drawn.platform_output.accesskit_update.as_ref()?;
    let (_, node) = update.nodes.iter().find(|(id, _)| *id == update.focus)?;
    (node.role() != accesskit::Role::Window).then(|| (node.role(), name(node)))
}

/// A key, down and up again.
pub(super) fn key(key: egui::Key, shift: bool) -> Vec<Event> {
    let modifiers = if shift { egui::Modifiers::SHIFT } else { egui::Modifiers::NONE };
    let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
    vec![event(true), event(false)]
}

#[cfg(test)]
mod tests {
    use super::super::standing::Given;
    use super::super::{
        PANELS, Panel, answered, at_target, bar, decision, gm, log, notice, objectives, report, ribbon, rule_card,
        save_as, sheet, take_back,
    };
    use super::*;
    use crate::battle::Group;
    use crate::gui::tests::test_battles::{BETWEEN, order, pick};

    /// What stands on one panel while it is the only one.
    fn alone(panel: fn(&mut App), session: &mut Session, prepare: impl FnOnce(Drawn) -> Drawn) -> String {
        let mut table = prepare(Drawn::of(&[panel]));
        table.frame(session, Vec::new());
        table.think(session);
        words(&table.frame(session, Vec::new()))
    }

    #[track_caller]
    fn check(said: &str, wanted: &[&str]) {
        for words in wanted {
            assert!(said.contains(words), "`{words}` should stand in:\n{said}");
        }
    }

    #[test]
    fn every_panel_is_drawn_with_no_other_there() {
        for (name, panel) in PANELS {
            let mut session = begun(STABLE, "Ada");
            let said = alone(panel, &mut session, |table| table);
            assert!(!said.contains("End turn") || name == "bar", "{name}: {said}");
        }
        let plain = |panel: fn(&mut App), wanted: &[&str]| {
            check(&alone(panel, &mut begun(STABLE, "Ada"), |table| table), wanted);
        };
        plain(ribbon::plugin, &["Round", "Settings"]);
        plain(sheet::plugin, &["Ada"]);
        plain(log::plugin, &["Fold the log away", "Ada's turn"]);
        plain(bar::plugin, &["End turn", "Ada"]);
    }

    #[test]
    fn windows_open_when_they_are_told_to_with_no_other_panel_there() {
        let opened = |panel: fn(&mut App), by: Panel, wanted: &[&str]| {
            let said = alone(panel, &mut begun(STABLE, "Ada"), |table| table.told(by));
            check(&said, wanted);
        };
        opened(gm::plugin, Panel::GameMaster, &["Game master", "Whom"]);
        opened(objectives::plugin, Panel::Stakes, &["Close"]);
        opened(take_back::plugin, Panel::TakeBack, &["There is nothing to undo."]);
        opened(save_as::plugin, Panel::SaveAs, &["Save under a name"]);
        opened(report::plugin, Panel::Report, &["Report a mistake"]);
        let mut session = begun(STABLE, "Ada");
        let row = &session.battle.ruleset().ledger()[0];
        let rule = row.id.clone();
        let said = alone(rule_card::plugin, &mut session, |table| table.told(UiCommand::Rule(rule.clone())));
        check(&said, &[&rule, &row.text]);
        session.notice = Some(("Not there.".into(), 1));
        check(&alone(notice::plugin, &mut session, |table| table), &["Not there."]);
    }

    #[test]
    fn an_aim_a_question_and_an_answer_that_was_given_are_drawn_with_no_other_panel_there() {
        let mut session = begun(STABLE, "Ada");
        pick(&mut session, |offer| offer.group == Group::Attack);
        let aim = session.aim.as_mut().expect("an attack is aimed");
        aim.target = aim.targets().first().copied();
        assert!(aim.target.is_some());
        let said = alone(at_target::plugin, &mut session, |table| table);
        assert!(said.contains('%'), "{said}");

        let mut session = begun(BETWEEN, "Vera");
        let blow = r#"{"act":{"action":"attack","with":"sword","target":"Gar"}}"#;
        order(&mut session, blow);
        session.hand_over();
        let asked = session.battle.decision().expect("it lands").clone();
        let label = asked.choices[0].label.to_string();
        check(&alone(decision::plugin, &mut session, |table| table), &[&label]);
        let given = Given {
            side: asked.side,
            creature: asked.creature,
            question: asked.kind.to_string(),
            answer: "Lets it come".into(),
            order: 0,
        };
        let said = alone(answered::plugin, &mut session, |table| table.told(given));
        check(&said, &["Answered for you, without asking", "Lets it come"]);
    }
}
