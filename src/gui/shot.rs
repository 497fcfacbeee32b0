//! Pictures without a window: the same scene, panels included, drawn into an image, the same bytes every time.

use std::path::PathBuf;
use std::sync::Once;
use std::time::Duration;

use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;

use super::screen::{Launch, Screen, begin};
use super::{Keys, Session, Settings};
use crate::grid::Square;
use crate::referee;

/// A picture to take.
#[derive(Clone, Debug)]
pub struct ShotOptions {
    /// The level; the start screen when absent.
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
            settings: Settings::default(),
            out: "shot.png".into(),
        }
    }
}

static LOGGING: Once = Once::new();

/// The pixels of the picture once it was taken, or why it was not.
#[derive(Resource, Default)]
struct Taken(Option<Result<Image, String>>);

/// Takes a picture.
///
/// # Errors
/// A sentence: a level that cannot be played, an order that is refused, no graphics, a file that cannot be written.
pub fn shot(options: ShotOptions) -> Result<(), String> {
    let session = set_up(&options)?;
    let picture = take(session, &options)?;
    picture
        .save(&options.out)
        .map_err(|e| format!("{}: {e}", options.out.display()))
}

/// The battle as the picture shows it; `None` for the start screen.
fn set_up(options: &ShotOptions) -> Result<Option<Session>, String> {
    let Some(level) = &options.level else { return Ok(None) };
    let mut session = begin(&Launch {
        level: level.clone(),
        ruleset: options.ruleset.clone(),
        seed: options.seed,
        seats: Vec::new(),
    })?;
    if let Some(path) = &options.orders {
        let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        for (number, value) in orders(&text)?.into_iter().enumerate() {
            session.shown = session.battle.events().len();
            referee::names::order(&session.battle, value)
                .and_then(|order| session.submit(&order))
                .map_err(|refusal| format!("{}: order {}: {refusal}", path.display(), number + 1))?;
        }
    }
    session.hand_over();
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
            format!("There is no action `{wanted}` now; there are: {}.", known.join(", "))
        })?;
        session.pick(offer);
    }
    Ok(Some(session))
}

fn orders(text: &str) -> Result<Vec<serde_json::Value>, String> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|e| format!("The orders are no JSON list: {e}."));
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| serde_json::from_str(line).map_err(|e| format!("Line {}: {e}.", number + 1)))
        .collect()
}

/// The whole window's work on a picture instead of a window, and the picture.
pub(super) fn stage(session: Option<Session>, options: &ShotOptions) -> (App, RenderTarget) {
    let mut app = App::new();
    let plugins = DefaultPlugins
        .set(RenderPlugin {
            synchronous_pipeline_compilation: true,
            ..default()
        })
        .set(WindowPlugin {
            primary_window: None,
            exit_condition: ExitCondition::DontExit,
            ..default()
        })
        .set(bevy::log::LogPlugin {
            filter: "error,wgpu_hal=off".into(),
            ..default()
        })
        .disable::<WinitPlugin>();
    // One process has one log, however many pictures it takes.
    let mut first = false;
    LOGGING.call_once(|| first = true);
    let plugins = if first {
        plugins
    } else {
        plugins.disable::<bevy::log::LogPlugin>()
    };
    #[cfg(feature = "audio")]
    let plugins = plugins.disable::<bevy::audio::AudioPlugin>();
    app.add_plugins(plugins)
        .add_plugins(super::plugin)
        .insert_resource(Settings {
            text_scale: options.text.clamp(100, 200),
            ..options.settings.clone()
        })
        .insert_resource(Keys::default())
        .init_resource::<Taken>();
    let blank = Image::new_target_texture(options.size.0, options.size.1, TextureFormat::Rgba8UnormSrgb, None);
    let canvas = app.world_mut().resource_mut::<Assets<Image>>().add(blank);
    let target = RenderTarget::Image(ImageRenderTarget {
        handle: canvas,
        scale_factor: options.scale,
    });
    super::camera::spawn_into(&mut app.world_mut().commands(), target.clone());
    if let Some(session) = session {
        app.insert_resource(session);
        app.world_mut().resource_mut::<NextState<Screen>>().set(Screen::Battle);
    }
    app.finish();
    app.cleanup();
    (app, target)
}

/// Draws a session, or the start screen, and gives back the pixels.
fn take(session: Option<Session>, options: &ShotOptions) -> Result<image::RgbaImage, String> {
    let (mut app, target) = stage(session, options);
    app.world_mut().resource_mut::<super::from_here::FromHere>().pinned = options.from_here;
    if options.moment.is_some() {
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    }
    for _ in 0..12 {
        app.update();
    }
    if let Some(moment) = options.moment {
        for _ in 0..moment {
            app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
            app.update();
        }
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    }
    app.world_mut()
        .spawn(Screenshot(target))
        .observe(|captured: On<ScreenshotCaptured>, mut taken: ResMut<Taken>| {
            taken.0 = Some(Ok(captured.image.clone()));
        });
    for _ in 0..200 {
        app.update();
        if let Some(taken) = app.world_mut().resource_mut::<Taken>().0.take() {
            let image = taken?
                .try_into_dynamic()
                .map_err(|e| format!("The picture cannot be read back: {e}"))?;
            return Ok(image.to_rgba8());
        }
    }
    Err("The picture never came back from the graphics driver.".into())
}
