//! The table around the board: panels that show a battle and turn clicks into messages.
//!
//! May enter: anything drawn by egui. Never: a change to a battle; panels say what they want ([`said::Said`]) and `speak` passes it on.
//!
//! | file | what is in it |
//! |---|---|
//! | `view`, `said`, `float` | what panels read; what they say; how they are drawn |
//! | `state`, `panel` | what each remembers, together; what may stand over the table, by name |
//! | `layout`, `window`, `clear` | where panels go; where the board is then; what they must not cover |
//! | `theme`, `paint`, `pictures`, `icons`, `text` | colours and fonts; dice, marks and bars; portraits; words and figures |
//! | `contrast` | the same in black and white, for those who ask for it |
//! | `ribbon`, `sheet`, `log` (`log_lines`), `small_map` | turn order; a creature; what happened; all of the board |
//! | `bar`: `actions`, `fan`, `compose`, `aim` (`costs`) | what to do, at whom |
//! | `at_target`, `decision`, `odds`, `trace_view` | beside those on the board: odds; what to answer; reckonings |
//! | `gm`, `options`, `rule_card`, `stakes`, `handover` | windows over the table |
//! | `take_back` | what taking back needs, how far, and asking the other side |
//! | `notice`, `answered`, `advice` | refusals and remarks; answers given without asking; hints at first moments |
//! | `save_as`, `report` | saving under a name; reporting a mistake |
//! | `start` (`begin`, `chosen`, `levels`, `library`, `stored`, `thumbnail`), `result`, `watch` | the other screens |
//! | `from_here` | what could be attacked from the square under the cursor |
//! | `forecasts` | odds, worked out outside the drawing |
//! | `spoken` | what a screen reader says of the board |
//! | `speak`, `pad_panels` | what panels said becomes messages; panels by gamepad |

mod actions;
mod advice;
mod aim;
mod answered;
mod at_target;
mod bar;
mod begin;
mod chosen;
pub(super) mod clear;
mod compose;
mod contrast;
mod costs;
mod decision;
#[cfg(test)]
mod drawn;
mod fan;
mod float;
pub(super) mod forecasts;
mod from_here;
mod gm;
mod handover;
pub(super) mod icons;
mod layout;
#[cfg(test)]
mod leaks;
mod levels;
mod library;
mod log;
mod log_lines;
mod notice;
mod odds;
mod options;
mod pad_panels;
pub(super) mod paint;
pub mod panel;
pub(super) mod pictures;
mod pool;
mod report;
mod result;
mod ribbon;
mod rule_card;
mod said;
mod save_as;
mod sheet;
mod small_map;
mod speak;
mod spoken;
mod stakes;
mod start;
pub(super) mod state;
mod stored;
mod take_back;
pub(super) mod text;
pub(super) mod theme;
mod thumbnail;
mod trace_view;
mod view;
mod watch;
mod window;

use bevy::input::gamepad::Gamepad;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use self::begin::Begin;
use self::chosen::Start;
use self::clear::Clear;
use self::forecasts::Forecasts;
use self::layout::{Folds, Layout};
use self::pictures::Pictures;
use self::said::Said;
use self::speak::Speak;
use self::state::{Binding, Hud};
use self::view::{Hints, View};
use self::window::{lens, tell_free_area};
use super::art::Art;
use super::camera::FreeArea;
use super::camera::Lens;
use super::frame::{PaintSystems, Screen, TableSystems};
use super::from_here::FromHere;
use super::keys::{Key, Keys};
use super::pads::Pad;
use super::places::BoardCamera;
use super::replay::Watch;
use super::screen::{Launch, StartTrouble};
use super::session::Session;
use super::settings::Settings;
use crate::grid::Square;

/// Adds the panels.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hud>()
        .init_resource::<Forecasts>()
        .init_resource::<Start>()
        .init_resource::<Binding>()
        .add_systems(OnEnter(Screen::Start), |mut start: ResMut<Start>| start.again())
        .add_systems(OnEnter(Screen::Battle), fresh_table)
        .add_systems(OnEnter(Screen::Replay), fresh_table)
        .add_systems(
            Update,
            (speak::keys, speak::standing_answers)
                .chain()
                .in_set(TableSystems::Input)
                .run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
        )
        .add_systems(
            Update,
            speak::watching_keys
                .in_set(TableSystems::Input)
                .run_if(in_state(Screen::Replay)),
        )
        .add_systems(
            Update,
            speak::menu_key
                .in_set(TableSystems::Input)
                .run_if(in_state(Screen::Start).or_else(in_state(Screen::Result))),
        )
        .add_systems(
            Update,
            work_out_odds
                .in_set(TableSystems::Show)
                .run_if(resource_exists::<Session>),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                dress,
                (
                    start_screen.run_if(in_state(Screen::Start)),
                    table.run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
                    result_screen.run_if(in_state(Screen::Result).and_then(resource_exists::<Session>)),
                    watch::screen.run_if(in_state(Screen::Replay).and_then(resource_exists::<Session>)),
                ),
                view_from_cursor.run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
                settings_window,
                contrast::sharpen.run_if(contrast::wanted),
            )
                .chain()
                .in_set(PaintSystems::Panels),
        );
    speak::guard_tab(app);
    pad_panels::plugin(app);
}

fn fresh_table(mut hud: ResMut<Hud>, chosen: Res<Settings>) {
    *hud = Hud {
        folds: Folds {
            sheet: Some(chosen.panels.sheet_pinned),
            log: Some(chosen.panels.log_open),
        },
        settings: hud.settings,
        ..Hud::default()
    };
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

fn start_screen(
    mut contexts: EguiContexts,
    mut start: ResMut<Start>,
    mut hud: ResMut<Hud>,
    pictures: If<Res<Pictures>>,
    settings: Res<Settings>,
    trouble: Res<StartTrouble>,
    mut speak: Speak,
) -> Result {
    let context = contexts.ctx_mut()?;
    let begin = start::show(context, &mut start, &pictures, &settings, &trouble.0);
    match begin.filter(|_| speak.meant.on_panel(context)) {
        Some(Begin::Level(launch)) => speak.launch(launch),
        Some(Begin::Resume(path)) => speak.resume(path),
        Some(Begin::Watch(path)) => speak.watch(Watch::File(path)),
        Some(Begin::Settings) => hud.settings = true,
        None => {}
    }
    Ok(())
}

/// The battle screen.
fn table(
    mut contexts: EguiContexts,
    mut session: ResMut<Session>,
    mut hud: ResMut<Hud>,
    (forecasts, pictures, keys): (Res<Forecasts>, If<Res<Pictures>>, Res<Keys>),
    mut settings: ResMut<Settings>,
    eye: Query<(&Camera, &GlobalTransform), With<BoardCamera>>,
    mut free: ResMut<FreeArea>,
    mut speak: Speak,
) -> Result {
    let context = contexts.ctx_mut()?;
    let Some(lens) = lens(&eye, context) else { return Ok(()) };
    let offers = session.bypass_change_detection().offers().to_vec();
    let hints = Hints::of(&keys);
    let view = View {
        session: &session,
        offers: &offers,
        settings: &settings,
        forecasts: &forecasts,
        pictures: &pictures,
        hints: &hints,
        watching: false,
        lens,
    };
    let hud = &mut *hud;
    let now = context.input(|input| input.time);
    let size = context.content_rect().size();
    let places = layout::battle(size, hud.folds, &settings.panels, hud.bar.height(size));
    hud.open_now = (places.sheet.is_some(), places.log.is_some());
    let pointed = context
        .input(|input| input.pointer.latest_pos())
        .map(|at| lens.square_at(at));

    let idle = speak.is_idle();
    if idle {
        hud.handover.follow(&view, now);
    }
    let mut said = Vec::new();
    if !hud.handover.covers() {
        panels(context, &view, hud, &places, pointed, &mut said);
    }
    let meant = speak.meant.on_panel(context);
    let taken: Vec<egui::Pos2> = Clear::of(&view).others.iter().map(egui::Rect::center).collect();
    let recap = hud.handover.show(context, &view, &places, now, meant, &taken);

    advice::remember(&mut said, &mut settings);
    let bars = [hud.bar.row(size), hud.bar.height(size)];
    tell_free_area(context, hud.folds, &settings, bars, &mut free);
    keep_folds(hud, &mut settings);
    if idle && session.hands_over() {
        session.hand_over();
        context.request_repaint();
    }
    if let Some(from) = recap {
        session.shown = from;
        context.request_repaint();
    }
    speak.pass_on(said, meant, hud, &mut session);
    Ok(())
}

/// What was opened or folded stays so in the next battle, and when the game is started again.
fn keep_folds(hud: &Hud, settings: &mut ResMut<Settings>) {
    let open = |fold: Option<bool>| fold.unwrap_or(false);
    let now = (open(hud.folds.sheet), open(hud.folds.log));
    if now != (settings.panels.sheet_pinned, settings.panels.log_open) {
        (settings.panels.sheet_pinned, settings.panels.log_open) = now;
    }
}

/// Beside the cursor's square, what could be attacked from it.
fn view_from_cursor(
    mut contexts: EguiContexts,
    session: Res<Session>,
    here: Res<FromHere>,
    eye: Query<(&Camera, &GlobalTransform), With<BoardCamera>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let (Some(stand), Ok((camera, place))) = (&here.stand, eye.single()) else {
        return Ok(());
    };
    let Ok(at) = camera.world_to_viewport(place, super::places::middle(stand.at).extend(0.0)) else {
        return Ok(());
    };
    let zoom = context.zoom_factor();
    from_here::show(context, &session, &here, egui::Pos2::new(at.x, at.y) / zoom);
    Ok(())
}

fn panels(
    context: &egui::Context,
    view: &View,
    hud: &mut Hud,
    places: &Layout,
    pointed: Option<Square>,
    said: &mut Vec<Said>,
) {
    let mut places = *places;
    if view.session.question().is_some() || view.session.aim.is_some() {
        places.give_way();
    }
    let places = &places;
    spoken::show(context, view);
    ribbon::show(context, view, places, said);
    let hovered = view.session.hover.and_then(|square| view.session.thing_under(square));
    let acting = view
        .session
        .battle
        .decision()
        .map(|decision| decision.creature)
        .or(view.session.commanded())
        .or(view.session.battle.active())
        .filter(|&id| view.session.sees(id));
    // A cursor that was left where it was in a turn that is over asks for nobody's card.
    let cursor = view.session.hover;
    if hud.acting.is_some() && hud.acting != acting {
        hud.left = cursor;
    }
    hud.acting = acting;
    if hud.left != cursor {
        hud.left = None;
    }
    let hovered = hovered.filter(|_| hud.left.is_none());
    let mut clear = Clear::of(view);
    clear.rects.extend(places.sheet);
    clear.rects.extend(places.log);
    if let (Some(rect), Some(subject)) = (places.sheet, hud.shown.or(hovered).or(acting)) {
        sheet::show(context, view, rect, subject, said);
    }
    if let Some(rect) = places.log {
        log::show(context, view, &mut hud.log, rect, said);
    }
    clear.rects.extend(bar::show(
        context,
        view,
        (&mut hud.bar, &mut hud.unfolded),
        places,
        said,
    ));
    clear.rects.extend(at_target::show(context, view, places, &clear));
    if places.sheet.is_none() {
        let pointed = hovered.filter(|&id| view.session.aim.is_none() && Some(id) != acting);
        let above = context.input(|input| input.pointer.latest_pos());
        let at = match above {
            Some(at) if hud.shown.is_some() && at.y < places.free.min.y => sheet::At::Order,
            _ => sheet::At::Below,
        };
        if let Some(subject) = hud.shown.or(pointed) {
            let card = sheet::card(context, view, places, &clear, subject, at, said);
            clear.rects.extend(card);
        }
    }
    hud.shown = None;
    if !view.settings.panels.map_folded {
        clear.rects.extend(small_map::show(context, view, places, &clear, said));
    }
    if places.log.is_none() && view.session.aim.is_none() {
        log::last_lines(context, view, places, &clear);
    }
    notice::show(context, view, &mut hud.notice, places);
    answered::show(context, view, &mut hud.answered, places, said);
    advice::show(context, view, &mut hud.advice, places, said);
    gm::show(context, view, &mut hud.gm, places.free, pointed, said);
    rule_card::show(context, view, &mut hud.card);
    stakes::window(context, view, &mut hud.stakes);
    take_back::window(context, view, &mut hud.take_back, said);
    save_as::show(context, view, &mut hud.save_as, said);
    report::show(context, &mut hud.report, said);
}

fn result_screen(
    mut contexts: EguiContexts,
    mut session: ResMut<Session>,
    mut hud: ResMut<Hud>,
    (forecasts, pictures, keys): (Res<Forecasts>, If<Res<Pictures>>, Res<Keys>),
    settings: Res<Settings>,
    mut next: ResMut<NextState<Screen>>,
    mut speak: Speak,
) -> Result {
    let context = contexts.ctx_mut()?;
    let hints = Hints::of(&keys);
    let view = View {
        session: &session,
        offers: &[],
        settings: &settings,
        forecasts: &forecasts,
        pictures: &pictures,
        hints: &hints,
        watching: false,
        lens: Lens::NOWHERE,
    };
    let meant = speak.meant.on_panel(context);
    match result::show(context, &view).filter(|_| meant) {
        Some(result::After::Again) => {
            if let Some(level) = session.path.clone() {
                speak.launch(Launch {
                    level,
                    ruleset: Some(session.battle.ruleset().key().to_string()),
                    seed: super::screen::seed_of_the_clock(),
                    seats: session.seats.clone(),
                });
            }
        }
        Some(result::After::Back) => speak.leave(),
        Some(result::After::Watch) => speak.watch(Watch::Table),
        Some(result::After::Report) => hud.report = Some(report::Form::default()),
        Some(result::After::Keep) => speak.keep_replay(&session),
        Some(result::After::Undo) => {
            speak.undo();
            next.set(Screen::Battle);
        }
        None => {}
    }
    let mut said = Vec::new();
    report::show(context, &mut hud.report, &mut said);
    speak.pass_on(said, meant, &mut hud, &mut session);
    Ok(())
}

/// The settings, over any screen.
fn settings_window(
    mut contexts: EguiContexts,
    mut hud: ResMut<Hud>,
    mut settings: ResMut<Settings>,
    mut keys: ResMut<Keys>,
    mut binding: ResMut<Binding>,
    keyboard: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
) -> Result {
    if !hud.settings {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let held = |keys: [KeyCode; 2]| keyboard.any_pressed(keys);
    let ctrl = held([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let shift = held([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let pressed = keyboard
        .get_just_pressed()
        .find_map(|&code| Key::pressed(code, ctrl, shift));
    let (mut changed, mut bound) = (settings.clone(), keys.clone());
    let binding = &mut *binding;
    let hud = &mut *hud;
    let mut choices = options::Choices {
        settings: &mut changed,
        folds: &mut hud.folds,
        standing: &mut hud.standing,
        keys: &mut bound,
        waiting: &mut binding.key,
        pressed,
        waiting_pad: &mut binding.pad,
        pressed_pad: gamepads.iter().find_map(Pad::pressed),
    };
    let stored = options::show(context, &mut hud.settings, &mut choices);
    settings.set_if_neq(changed);
    if stored {
        keys.set_if_neq(bound);
        if settings.kept
            && let Err(why) = keys.store()
        {
            warn!("{why}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::drawn::{Drawn, words};
    use super::*;
    use crate::battle::Order;
    use crate::gui::trial::{STABLE, begun};

    #[test]
    fn the_card_comes_back_to_who_acts() {
        let mut session = begun(STABLE, "Ada");
        let ada = session.commanded().expect("it is her turn");
        let cursor = Some(session.space(ada).at);
        let mut table = Drawn::new(Hud::default());
        let mut said = |session: &mut Session, hover: Option<Square>| {
            session.hover = hover;
            table.frame(session, Vec::new());
            words(&table.frame(session, Vec::new()))
        };
        said(&mut session, cursor);
        session
            .submit(&Order::EndTurn { creature: ada })
            .expect("it is hers to end");
        session.shown = session.battle.events().len();
        assert_ne!(session.commanded(), Some(ada));
        let left = said(&mut session, cursor);
        let nobody = said(&mut session, None);
        let pointed = said(&mut session, cursor);
        let tells = |text: &str, line: &str| text.lines().any(|other| other == line);
        let card: Vec<&str> = pointed
            .lines()
            .filter(|line| !tells(&nobody, line) && !tells(&left, line))
            .collect();
        assert!(
            !card.is_empty(),
            "pointed at anew, she is shown; left behind, the cursor shows nobody"
        );
    }
}
