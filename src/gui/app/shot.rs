//! Pictures without a window: the same scene, panels included, drawn into an image, the same bytes every time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use super::super::hud;
use super::super::hud::forecasts::Forecasts;
use super::super::hud::panel::Panel;
use super::super::input::keys::Keys;
use super::super::session::Session;
use super::super::session::replay::Watch;
use super::costs::{Costs, measure};
use super::frame::Screen;
use super::off_screen::{off_screen, pixels};
use super::screen::{Launch, begin};
use super::settings::Settings;
use super::table;
use super::taken_up::Table;
use crate::battle::{LARGEST_SAVE, Order};
use crate::grid::Square;
use crate::level::read_text;
use crate::referee;

/// How many frames a picture waits for odds at most: enough for a sketch of each.
const ODDS: usize = 60;

/// Opens what is to stand over the table.
pub(in crate::gui) fn open(panel: Panel, world: &mut World, level: Option<&PathBuf>) {
    if panel == Panel::Replay {
        world.write_message(match level {
            Some(path) if path.extension().is_some_and(|extension| extension == "json") => Watch::File(path.clone()),
            _ => Watch::Table,
        });
        return;
    }
    world.write_message(panel);
}

/// A picture to take.
#[derive(Clone, Debug)]
pub struct ShotOptions {
    /// The level, or a campaign; the start screen when absent.
    pub level: Option<PathBuf>,
    /// Orders to give first: a JSON list, or one order a line.
    pub orders: Option<PathBuf>,
    /// The ruleset's key; the level's own when absent.
    pub ruleset: Option<String>,
    /// The seed of the dice.
    pub seed: u64,
    /// Size in pixels.
    pub size: (u32, u32),
    /// Pixels a point: how large text and panels are.
    pub scale: f32,
    /// Size of the text in hundredths, 100 to 200, as players set it.
    pub text: u32,
    /// Where the cursor is.
    pub hover: Option<Square>,
    /// The label or key of an action to aim, at what is under the cursor.
    pub aim: Option<String>,
    /// Hundredths of a second into the playback of the last order; what stands at its end when absent.
    pub moment: Option<u32>,
    /// Whether it is shown what could be attacked from under the cursor.
    pub from_here: bool,
    /// What stands over the table.
    pub panel: Option<Panel>,
    /// Whether hints are shown, as to whoever plays for the first time.
    pub hints: bool,
    /// Answers that are given without asking, to any side: the choice's key by the question's.
    pub always: BTreeMap<String, String>,
    /// The name of a panel that is drawn alone, without the board and without any other.
    pub only: Option<String>,
    /// What the players chose, beside the size of text.
    pub settings: Settings,
    /// Where the picture goes.
    pub out: PathBuf,
}

impl Default for ShotOptions {
    fn default() -> Self {
        Self {
            level: None,
            orders: None,
            ruleset: None,
            seed: 1,
            size: (1280, 720),
            scale: 1.0,
            text: 100,
            hover: None,
            aim: None,
            moment: None,
            from_here: false,
            panel: None,
            hints: false,
            always: BTreeMap::new(),
            only: None,
            settings: Settings::default(),
            out: "shot.png".into(),
        }
    }
}

/// Takes a picture.
///
/// # Errors
/// A sentence: a level that cannot be played, an order that is refused, a panel that there is not, no graphics, a file that cannot be
/// written.
pub fn shot(options: ShotOptions) -> Result<(), String> {
    if let Some(only) = options.only.as_deref().filter(|only| !hud::names().any(|name| name == *only)) {
        let known = hud::names().collect::<Vec<_>>().join(", ");
        return Err(format!("There is no panel `{only}` to draw alone; there are {known}."));
    }
    let picture = take(set_up(&options)?, &options)?;
    picture.save(&options.out).map_err(|e| format!("{}: {e}", options.out.display()))
}

/// Draws what the picture would show, this many frames of it, and says what that costs.
///
/// # Errors
/// As [`shot`].
#[expect(clippy::disallowed_methods, reason = "a stopwatch for drawing; no rule reads it")]
pub fn costs_of_shot(options: &ShotOptions, frames: u32) -> Result<Costs, String> {
    let began = Instant::now();
    let (mut app, target) = stage(set_up(options)?, options);
    measure(&mut app, &target, began, false, frames)
}

/// What the picture begins with.
fn launch(options: &ShotOptions, level: &Path) -> Launch {
    Launch { level: level.to_path_buf(), ruleset: options.ruleset.clone(), seed: options.seed, seats: Vec::new() }
}

/// The battle as the picture shows it; `None` for the start screen, and for a campaign between two battles.
pub(in crate::gui) fn set_up(options: &ShotOptions) -> Result<Option<Session>, String> {
    let Some(level) = &options.level else { return Ok(None) };
    let Table::Battle(session) = begin(&launch(options, level))? else { return Ok(None) };
    let mut session = *session;
    if let Some(path) = &options.orders {
        let text = read_text(path, LARGEST_SAVE)?;
        for (number, value) in orders(&text)?.into_iter().enumerate() {
            session.shown = session.battle.events().len();
            referee::names::order(&session.battle, value)
                .and_then(|order| session.submit(&order))
                .map_err(|refusal| format!("{}: order {}: {refusal}", path.display(), number + 1))?;
        }
    }
    session.hand_over();
    wish(&mut session, options)?;
    if options.moment.is_none() {
        session.shown = session.battle.events().len();
    }
    session.hover = options.hover;
    if let Some(wanted) = &options.aim {
        let offer = session.offers().iter().find(|offer| {
            offer.label.eq_ignore_ascii_case(wanted)
                || offer.action == *wanted
                || offer.with.as_deref() == Some(wanted.as_str())
        });
        let offer = offer.cloned().ok_or_else(|| {
            let known: Vec<_> = session.offers().iter().map(|offer| offer.label.clone()).collect();
            if known.is_empty() {
                return "Nobody can aim now: it is the computer's turn, or a question is open.".to_owned();
            }
            format!("There is no action `{wanted}` now; there are: {}.", known.join(", "))
        })?;
        session.pick(offer);
    }
    Ok(Some(session))
}

/// Says when sides wish to be asked, as the table does at first. An aim would not outlast these orders.
fn wish(session: &mut Session, options: &ShotOptions) -> Result<(), String> {
    while let Some(wish) = session.wish_due(&options.settings) {
        session.submit(&Order::Wish(wish)).map_err(|refusal| refusal.to_string())?;
    }
    Ok(())
}

fn orders(text: &str) -> Result<Vec<serde_json::Value>, String> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|e| format!("The orders are no JSON list: {e}."));
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| serde_json::from_str(line).map_err(|e| format!("Line {}: {e}.", number + 1))).collect()
}

/// The game off screen, with a session, or with the start screen; and the picture it draws.
pub(in crate::gui) fn stage(session: Option<Session>, options: &ShotOptions) -> (App, RenderTarget) {
    let reading = super::super::board::art::begin();
    let (mut app, target) = off_screen(options.size, options.scale);
    app.insert_resource(reading);
    match &options.only {
        None => table::plugin(&mut app),
        Some(name) => table::one_panel(&mut app, name),
    }
    app.insert_resource(Settings {
        text_scale: options.text.clamp(100, 200),
        hints: options.hints,
        ..options.settings.clone()
    })
    .insert_resource(Keys::default());
    super::super::board::camera::spawn_into(&mut app.world_mut().commands(), target.clone());
    if let Some(session) = session {
        app.insert_resource(session);
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Battle);
    } else if let Some(level) = &options.level {
        app.world_mut().write_message(launch(options, level));
    }
    app.finish();
    app.cleanup();
    app.world_mut().resource_mut::<super::super::session::what_if::FromHere>().pinned = options.from_here;
    (app, target)
}

/// Draws a session, or the start screen, and gives back the pixels.
pub(in crate::gui) fn take(session: Option<Session>, options: &ShotOptions) -> Result<image::RgbaImage, String> {
    let (mut app, target) = stage(session, options);
    if options.moment.is_some() {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    }
    for frame in 0..12 {
        // The table is cleared when it is sat down at.
        if frame == 4 {
            hud::always(app.world_mut(), &options.always);
        }
        if let Some(panel) = options.panel.filter(|_| frame == 4) {
            open(panel, app.world_mut(), options.level.as_ref());
        }
        app.update();
    }
    // Odds come a few ways of rolling a frame.
    for _ in 0..ODDS {
        if !app.world().resource::<Forecasts>().busy() {
            break;
        }
        app.update();
    }
    if let Some(moment) = options.moment {
        for _ in 0..moment {
            app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
            app.update();
        }
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    }
    pixels(&mut app, &target)
}
