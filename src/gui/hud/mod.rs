//! The table around the board: panels that show a battle and turn clicks into messages.
//!
//! May enter: anything drawn by egui. Never: a change to a battle; panels say what they want ([`ui_command::UiCommand`]) and `ui_commands` passes it on.
//!
//! Every panel is a plugin, listed in [`PANELS`]: what it remembers is its own resource, it draws itself in its turn ([`panel_order::Turn`]), and
//! what others have said it hears as messages.
//!
//! | file | what is in it |
//! |---|---|
//! | `panel_context`, `panel_order`, `view`, `ui_command`, `float` | where panels work, and when; what they read; what they say; how they are drawn |
//! | `panel` | what may stand over the table, by name |
//! | `layout`, `window`, `keep_clear` | where panels go; where the board is then; what they must not cover |
//! | `theme`, `paint`, `pictures`, `icons`, `text` | colours and fonts; dice, marks and bars; portraits; words and figures |
//! | `contrast` | the same in black and white, for those who ask for it |
//! | `ribbon` (`goals`, `reactions`), `sheet`, `log` (`log_lines`), `small_map` | turn order; a creature; what happened; all of the board |
//! | `bar`: `actions`, `action_menu`, `compose`, `aim` (`costs`) | what to do, at whom |
//! | `at_target` (`why`), `decision` (`answer_buttons`, `answer_cells`), `odds`, `trace_view` | beside those on the board: odds, and what they come from; what to answer; reckonings |
//! | `hand`, `plans`, `intent`, `sources` | what a side holds; what the computer would do, and what it is about to do; what speaks for and against a roll |
//! | `gm`, `options`, `rule_card`, `objectives`, `handover` | windows over the table |
//! | `take_back`, `undo` | how far back; what taking back needs, and asking the other side |
//! | `notice`, `answered` (`standing`), `advice` | refusals and remarks; answers given without asking; hints at first moments |
//! | `save_as`, `report` | saving under a name; reporting a mistake |
//! | `start` (`begin`, `chosen`, `levels`, `campaigns`, `setup`, `library`, `stored`, `thumbnail`), `result` (`carried_on`), `roster` (`figure`), `watch` | the other screens |
//! | `what_if` | what could be attacked from the square under the cursor |
//! | `forecasts` | odds, worked out outside the drawing |
//! | `accessibility` | what a screen reader says of the board |
//! | `ui_commands`, `pad_panels` | what panels said becomes messages; panels by gamepad |

mod accessibility;
mod action_menu;
mod actions;
mod advice;
mod aim;
mod answer_buttons;
mod answer_cells;
mod answered;
mod at_target;
mod bar;
mod begin;
mod campaign_shelf;
mod campaigns;
mod carried_on;
mod chosen;
mod compose;
mod contrast;
mod costs;
mod decision;
#[cfg(test)]
mod drawn;
mod figure;
mod float;
pub(super) mod forecasts;
mod gauge;
mod gm;
mod goals;
mod hand;
mod handover;
pub(super) mod icons;
mod intent;
pub(super) mod keep_clear;
pub(super) mod layout;
#[cfg(test)]
mod leaks;
mod levels;
mod library;
mod log;
mod log_lines;
mod notice;
mod objectives;
mod odds;
pub(super) mod options;
mod pad_panels;
pub(super) mod paint;
pub mod panel;
pub(super) mod panel_context;
mod panel_order;
pub(super) mod pictures;
mod plans;
mod pool;
mod reactions;
mod report;
mod result;
mod ribbon;
pub(super) mod roster;
mod rule_card;
mod save_as;
mod setup;
mod sheet;
mod small_map;
mod sources;
mod standing;
mod start;
mod stored;
mod take_back;
pub(super) mod text;
pub(super) mod theme;
mod thumbnail;
mod trace_view;
mod ui_command;
mod ui_commands;
mod undo;
mod view;
mod watch;
mod what_if;
mod why;
mod window;

pub(super) use standing::always;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use self::forecasts::Forecasts;
use self::keep_clear::Clear;
use self::layout::{Columns, Foot};
use self::panel::Panel;
use self::panel_context::{EguiContext, Laid, Spot};
use self::panel_order::{Remember, Turn};
use self::pictures::Pictures;
use self::view::{Hints, View};
use super::app::frame::{PaintSystems, Screen, TableSystems};
use super::app::settings::Settings;
use super::board::art::Art;
use super::board::lens::Lens;
use super::board::world_coords::BoardCamera;
use super::input::keys::Keys;
use super::session::Session;
use crate::battle::Id;
use crate::grid::Square;

/// Adds the panels.
pub fn plugin(app: &mut App) {
    with(app, |_| true);
}

/// Adds one panel alone: one of [`names`].
pub fn only(app: &mut App, name: &str) {
    with(app, |panel| panel == name);
}

fn with(app: &mut App, wanted: impl Fn(&str) -> bool) {
    app.init_resource::<Forecasts>()
        .add_systems(Update, work_out_odds.in_set(TableSystems::Show).run_if(resource_exists::<Session>))
        .add_systems(
            EguiPrimaryContextPass,
            (
                dress.before(Turn::Heed),
                look.before(Turn::Lay),
                contrast::sharpen.after(Turn::Settings).run_if(contrast::wanted),
            )
                .in_set(PaintSystems::Panels),
        );
    shared(app);
    for (_, panel) in PANELS.iter().filter(|(name, _)| wanted(name)) {
        panel(app);
    }
    // These show nothing until they are asked for.
    app.add_plugins((
        start::plugin,
        result::plugin,
        roster::plugin,
        handover::plugin,
        ui_commands::plugin,
        what_if::plugin,
        options::plugin,
        pad_panels::plugin,
    ));
}

/// What can be shown alone, by name: the panels of a table, and what is asked for.
pub fn names() -> impl Iterator<Item = &'static str> {
    let panels = PANELS.iter().map(|&(name, _)| name);
    panels.chain(["settings", "hand-over", "from-here"])
}

/// The panels of a table, by name. None needs another.
const PANELS: [(&str, fn(&mut App)); 22] = [
    ("spoken", accessibility::plugin),
    ("ribbon", ribbon::plugin),
    ("sheet", sheet::plugin),
    ("log", log::plugin),
    ("bar", bar::plugin),
    ("watch", watch::plugin),
    ("decision", decision::plugin),
    ("at-target", at_target::plugin),
    ("why", why::plugin),
    ("hand", hand::plugin),
    ("plans", plans::plugin),
    ("intent", intent::plugin),
    ("small-map", small_map::plugin),
    ("notice", notice::plugin),
    ("answered", answered::plugin),
    ("advice", advice::plugin),
    ("game-master", gm::plugin),
    ("rule-card", rule_card::plugin),
    ("stakes", objectives::plugin),
    ("take-back", take_back::plugin),
    ("save-as", save_as::plugin),
    ("report", report::plugin),
];

/// What all panels share.
fn shared(app: &mut App) {
    app.remember::<Pointing>().init_resource::<Seen>().add_message::<Panel>().add_systems(
        EguiPrimaryContextPass,
        lay.in_set(Turn::Lay)
            .run_if(in_state(Screen::Battle).or_else(in_state(Screen::Replay)))
            .run_if(resource_exists::<Session>),
    );
    app.add_plugins((panel_context::plugin, layout::plugin, standing::plugin));
}

fn work_out_odds(
    mut forecasts: ResMut<Forecasts>,
    mut session: ResMut<Session>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // A forecast leaves the battle as it was.
    if forecasts.work(&mut session.bypass_change_detection().battle) || forecasts.busy() {
        redraw.write(RequestRedraw);
    }
}

/// Fonts, style and drawings, once; the size of text whenever it changes.
fn dress(
    mut contexts: EguiContexts,
    settings: Res<Settings>,
    art: Res<Art>,
    dressed: Option<Res<Pictures>>,
    mut commands: Commands,
) -> Result {
    let context = contexts.ctx_mut()?;
    if dressed.is_none() {
        theme::dress(context);
        // However long a button is held, or a frame takes: let go on it, it was clicked.
        context.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
        // The size of letters is a setting; egui's own keys for it would fight against that, and against keys of the table.
        context.options_mut(|options| options.zoom_with_keyboard = false);
        commands.insert_resource(EguiContext(context.clone()));
        commands.insert_resource(Pictures::new(context.clone(), art.sheets().clone()));
    }
    if settings.is_changed() {
        let seconds = if settings.reduced_motion { 0.0 } else { 1.0 / 12.0 };
        context.all_styles_mut(|style| style.animation_time = seconds);
    }
    let window = context.content_rect().size() * context.zoom_factor();
    let text = settings.text_scale as f32 / 100.0;
    let zoom = text * layout::enlarged(window, text);
    if (context.zoom_factor() - zoom).abs() > 0.001 {
        context.set_zoom_factor(zoom);
    }
    Ok(())
}

/// Who acted, and where the cursor was then.
#[derive(Resource, Default)]
struct Pointing {
    /// Who acted, or was asked, in the last frame.
    acting: Option<Id>,
    /// Where the cursor was when somebody else's turn came, until it is moved.
    left: Option<Square>,
}

/// Where the board is in the window; nowhere while no camera shows it.
#[derive(Resource, Default)]
struct Seen(Option<Lens>);

fn look(
    glass: If<Res<EguiContext>>,
    eye: Query<(&Camera, &GlobalTransform), With<BoardCamera>>,
    mut seen: ResMut<Seen>,
) {
    seen.0 = window::lens(&eye, &glass.0.0);
}

/// Lays the table: how much room there is, what is to be kept clear, whom the panels are about.
fn lay(
    (glass, pictures): (If<Res<EguiContext>>, If<Res<Pictures>>),
    mut session: ResMut<Session>,
    (settings, keys, forecasts): (Res<Settings>, Res<Keys>, Res<Forecasts>),
    (foot, mut columns, mut pointing): (Res<Foot>, ResMut<Columns>, ResMut<Pointing>),
    (screen, seen): (Res<State<Screen>>, Res<Seen>),
    mut commands: Commands,
) {
    let context = &glass.0.0;
    let Some(lens) = seen.0 else {
        commands.remove_resource::<Laid>();
        return;
    };
    let watching = *screen.get() == Screen::Replay;
    let offers = if watching { Vec::new() } else { session.bypass_change_detection().offers().to_vec() };
    let hints = Hints::of(&keys);
    let view = View {
        session: &session,
        offers: &offers,
        settings: &settings,
        forecasts: &forecasts,
        pictures: &pictures,
        hints: &hints,
        watching,
        lens,
    };
    let size = context.content_rect().size();
    let mut places = layout::battle(size, columns.folds, &settings.panels, foot.height(size));
    columns.open = (places.sheet.is_some(), places.log.is_some());
    if !watching && (session.question().is_some() || session.aim.is_some()) {
        places.give_way();
    }
    let spot = spot(context, &view, places, &mut pointing);
    commands.insert_resource(Laid { offers, hints, lens, watching, spot, said: Vec::new() });
}

/// What is kept clear in places laid out so, and whom panels are about.
fn spot(context: &bevy_egui::egui::Context, view: &View, places: layout::Layout, pointing: &mut Pointing) -> Spot {
    let session = view.session;
    let pointed = context.input(|input| input.pointer.latest_pos());
    let asked = session.battle.decision().map(|decision| decision.creature);
    let acting = asked.or(session.commanded()).or(session.battle.active()).filter(|&id| session.sees(id));
    // A cursor that was left where it was in a turn that is over asks for nobody's card.
    let cursor = session.hover;
    if pointing.acting.is_some() && pointing.acting != acting && !view.watching {
        pointing.left = cursor;
    }
    pointing.acting = acting;
    if pointing.left != cursor {
        pointing.left = None;
    }
    let hovered = cursor.and_then(|square| session.thing_under(square));
    let mut clear = Clear::of(view);
    clear.rects.extend(places.sheet);
    clear.rects.extend(places.log);
    Spot {
        places,
        clear,
        pointed: pointed.map(|at| view.lens.square_at(at)),
        hovered: hovered.filter(|_| pointing.left.is_none()),
        acting,
    }
}

#[cfg(test)]
mod tests {
    use super::drawn::{Drawn, words};
    use super::*;
    use crate::battle::Order;
    use crate::gui::tests::test_battles::{STABLE, begun};

    #[test]
    fn the_card_comes_back_to_who_acts() {
        let mut session = begun(STABLE, "Ada");
        let ada = session.commanded().expect("it is her turn");
        let cursor = Some(session.space(ada).at);
        let mut table = Drawn::new();
        let mut said = |session: &mut Session, hover: Option<Square>| {
            session.hover = hover;
            table.frame(session, Vec::new());
            words(&table.frame(session, Vec::new()))
        };
        said(&mut session, cursor);
        session.submit(&Order::EndTurn { creature: ada }).expect("it is hers to end");
        session.shown = session.battle.events().len();
        assert_ne!(session.commanded(), Some(ada));
        let left = said(&mut session, cursor);
        let nobody = said(&mut session, None);
        let pointed = said(&mut session, cursor);
        let tells = |text: &str, line: &str| text.lines().any(|other| other == line);
        let card: Vec<&str> = pointed.lines().filter(|line| !tells(&nobody, line) && !tells(&left, line)).collect();
        assert!(!card.is_empty(), "pointed at anew, she is shown; left behind, the cursor shows nobody");
    }
}
