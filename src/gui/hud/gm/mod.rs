//! The game master's panel: sets values, harms, heals, places, changes ground, light and weather, lets events happen. Every one
//! is an order, so it is logged and can be taken back. It lists everybody, so that where sides have secrets from each other it says
//! so first, and it is closed when the table is handed over.
//!
//! | file | what is in it |
//! |---|---|
//! | `form` | what is filled in, and fields and buttons for it |
//! | `whom` | what is done to a creature or object |
//! | `place` | what is done at a square, and to all of the board |

mod form;
mod place;
mod whom;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, RichText, ScrollArea, Sense, WidgetInfo, WidgetType};
use egui_phosphor::regular as glyph;

use self::form::Form;
use super::float::just_opened;
use super::panel::Panel;
use super::panel_context::{Desk, plays};
use super::panel_order::{Remember, Turn, toggle};
use super::theme;
use super::ui_command::{UiCommand, Window};
use super::view::View;
use crate::battle::SideId;
use crate::grid::Square;
use crate::gui::session::knowledge::secret;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Open>()
        .add_systems(EguiPrimaryContextPass, (heed.in_set(Turn::Heed), draw.in_set(Turn::GameMaster).run_if(plays)));
}

/// What the panel remembers.
#[derive(Resource, Debug, Default)]
pub(super) struct Open {
    /// What is filled in, while it is open.
    pub(super) form: Option<Form>,
    /// Whether somebody has agreed in this battle that it shows what is hidden.
    pub(super) warned: bool,
}

impl Open {
    /// Open, after somebody has agreed that it shows what is hidden.
    fn agreed() -> Self {
        Self { warned: true, ..Self::asked() }
    }

    /// Open; where something is hidden it asks first.
    pub(super) fn asked() -> Self {
        Self { form: Some(Form::default()), warned: false }
    }
}

fn heed(mut said: MessageReader<UiCommand>, mut panels: MessageReader<Panel>, mut open: ResMut<Open>) {
    for _ in said.read().filter(|one| **one == UiCommand::Toggle(Window::GameMaster)) {
        toggle(&mut open.form);
    }
    for panel in panels.read() {
        match panel {
            Panel::GameMaster => *open = Open::agreed(),
            Panel::Warning => *open = Open::asked(),
            _ => {}
        }
    }
}

fn draw(mut desk: Desk, mut open: ResMut<Open>) {
    desk.draw(|context, view, spot, said| show(context, view, &mut open, spot.places.free, spot.pointed, said));
}

/// Whether somebody at the table knows what the viewer must not, or the other way round.
fn secrets(view: &View) -> bool {
    let session = view.session;
    let sides = u8::try_from(session.battle.level().sides.len()).unwrap_or(u8::MAX);
    (0..sides).any(|side| secret(&session.battle, session.viewer, SideId(side)))
}

/// Draws the panel, if it is open. `pointed` is the square under the pointer.
fn show(
    context: &egui::Context,
    view: &View,
    opened: &mut Open,
    free: egui::Rect,
    pointed: Option<Square>,
    said: &mut Vec<UiCommand>,
) {
    let Some(mut form) = opened.form.take() else { return };
    if *form.viewer.get_or_insert(view.session.viewer) != view.session.viewer {
        return;
    }
    let mut open = true;
    if !opened.warned && secrets(view) {
        open = warn(context, &mut opened.warned);
    } else {
        if form.picking {
            pick(context, &mut form, free, pointed);
        }
        window(&mut open).default_pos(free.left_top()).default_width(WIDTH).show(context, |ui| {
            let height = free.height() - 84.0;
            let rows = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
            rows.show(ui, |ui| {
                ui.set_width(WIDTH.min(free.width() - 56.0));
                whom::show(ui, view, &mut form, said);
                place::show(ui, view, &mut form, said);
                place::board(ui, view, &mut form, said);
            });
        });
    }
    if context.input(|input| input.key_pressed(egui::Key::Escape)) {
        open = form.picking;
        form.picking = false;
    }
    opened.form = open.then_some(form);
}

fn window(open: &mut bool) -> egui::Window<'_> {
    egui::Window::new(format!("{} Game master", glyph::CROWN))
        .id(egui::Id::new("game master"))
        .open(open)
        // A title bar to drag it by would be a stop of Tab without a name.
        .drag_area(egui::WindowDrag::Anywhere)
        .collapsible(false)
        .resizable(false)
        .frame(theme::loud_frame().inner_margin(12.0))
}

/// Says that the panel shows what sides hide from each other; whether it stays open.
fn warn(context: &egui::Context, warned: &mut bool) -> bool {
    let mut open = true;
    let mut leave = false;
    window(&mut open).anchor(egui::Align2::CENTER_CENTER, egui::Vec2::ZERO).show(context, |ui| {
        ui.set_width(WIDTH.min(context.content_rect().width() - 40.0));
        ui.label("This panel lists everybody on the board, also those who are hidden from the side whose turn it is.");
        ui.label("Open it only if whoever looks at the screen may see that.");
        ui.add_space(theme::STEP);
        ui.horizontal(|ui| {
            let back = ui.button("Not now");
            if just_opened(context, "game master's warning") {
                back.request_focus();
            }
            leave = back.clicked();
            let words = RichText::new("Show everything").color(theme::INK);
            *warned = ui.add(egui::Button::new(words).fill(theme::LAMP)).clicked();
        });
    });
    open && !leave
}

/// How wide the panel is, in points, where there is room.
const WIDTH: f32 = 372.0;

/// Takes one click on the map for the square; nothing else sees the click.
fn pick(context: &egui::Context, form: &mut Form, free: egui::Rect, pointed: Option<Square>) {
    egui::Area::new(egui::Id::new("pick a square")).fixed_pos(free.min).order(egui::Order::Middle).show(
        context,
        |ui| {
            let (rect, response) = ui.allocate_exact_size(free.size(), Sense::click());
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Click a square of the map"));
            ui.painter().rect_stroke(rect, 6.0, egui::Stroke::new(2.0, theme::LAMP), egui::StrokeKind::Inside);
            if response.on_hover_cursor(egui::CursorIcon::Crosshair).clicked() {
                if let Some(square) = pointed {
                    form.at = (square.x, square.y);
                }
                form.picking = false;
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::super::drawn::Drawn;
    use super::place::around;
    use super::*;

    #[test]
    fn squares_around_stay_on_the_map() {
        assert_eq!(around(Square::new(0, 0), 1, (9, 9)).len(), 4);
        assert_eq!(around(Square::new(4, 4), 1, (9, 9)).len(), 9);
        assert_eq!(around(Square::new(8, 4), 0, (9, 9)), [Square::new(8, 4)]);
    }

    #[test]
    fn each_override_of_a_ruleset_keeps_the_word_that_was_chosen_for_it() {
        let mut session = crate::gui::tests::test_battles::begun(crate::gui::tests::test_battles::BETWEEN, "Vera");
        let mut form = Form::default();
        form.own.insert("vs".into(), "25".into());
        let open = Open { form: Some(form), warned: true };
        let mut table = Drawn::of(&[plugin]).with(open);
        for _ in 0..3 {
            table.frame(&mut session, Vec::new());
        }
        let form = table.remembers::<Open>().form.clone().expect("it is still open");
        assert_eq!(form.own["vs"], "25", "{:?}", form.own);
        assert_eq!(form.own["charge"], "", "it takes no word");
    }
}
