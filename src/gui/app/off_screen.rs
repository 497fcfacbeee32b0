//! An app without a window that draws into a picture.

use std::sync::Once;

use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::settings::{MemoryHints, WgpuSettings};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;

static LOGGING: Once = Once::new();

/// How often the graphics driver is asked for a picture before it is given up.
const PATIENCE: usize = 200;

/// A picture that was asked for, once it is there.
#[derive(Resource, Default)]
struct Taken(Option<Image>);

/// Drawing with memory taken in small blocks: the sheets are put into place once, and what that took is given back.
pub(in crate::gui) fn frugal() -> RenderPlugin {
    RenderPlugin {
        render_creation: WgpuSettings { memory_hints: MemoryHints::MemoryUsage, ..default() }.into(),
        ..default()
    }
}

/// Bevy with all its parts but a window, and the picture of this size that cameras are to draw into; `scale` is pixels a point.
pub fn off_screen(size: (u32, u32), scale: f32) -> (App, RenderTarget) {
    let mut app = App::new();
    let plugins = DefaultPlugins
        .set(RenderPlugin { synchronous_pipeline_compilation: true, ..frugal() })
        .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
        .set(bevy::log::LogPlugin { filter: "error,wgpu_hal=off".into(), ..default() })
        .disable::<WinitPlugin>();
    // One process has one log, however many pictures it takes.
    let mut first = false;
    LOGGING.call_once(|| first = true);
    let plugins = if first { plugins } else { plugins.disable::<bevy::log::LogPlugin>() };
    #[cfg(feature = "audio")]
    let plugins = plugins.disable::<bevy::audio::AudioPlugin>();
    app.add_plugins(plugins).init_resource::<Taken>();
    let blank = Image::new_target_texture(size.0, size.1, TextureFormat::Rgba8UnormSrgb, None);
    let canvas = app.world_mut().resource_mut::<Assets<Image>>().add(blank);
    let target = RenderTarget::Image(ImageRenderTarget { handle: canvas, scale_factor: scale });
    (app, target)
}

/// The pixels as they are after the next frame; waits until all before it is drawn.
///
/// # Errors
/// That the driver gave none.
pub(in crate::gui) fn pixels(app: &mut App, target: &RenderTarget) -> Result<image::RgbaImage, String> {
    app.world_mut().spawn(Screenshot(target.clone())).observe(
        |captured: On<ScreenshotCaptured>, mut taken: ResMut<Taken>| {
            taken.0 = Some(captured.image.clone());
        },
    );
    for _ in 0..PATIENCE {
        app.update();
        if let Some(image) = app.world_mut().resource_mut::<Taken>().0.take() {
            let picture = image.try_into_dynamic().map_err(|e| format!("The picture cannot be read back: {e}"))?;
            return Ok(picture.to_rgba8());
        }
    }
    Err("The picture never came back from the graphics driver.".into())
}
