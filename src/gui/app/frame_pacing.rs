//! Lets the window rest: it draws when something happens, when a panel asked to be drawn again by then, and else once a minute.
//!
//! `bevy_egui` 0.42 tells egui of the modifier keys anew in every frame, and egui asks for another frame after
//! every event: together they never stop drawing. Modifiers that have not changed are kept from egui here.
//!
//! Bevy takes for the time of a frame when the last one had been drawn. After a rest that is long ago: whatever is done first would count as
//! done before the rest, and a click as a button held since then. So a frame's time is when it begins.
//!
//! Panels and board are laid by what the frame before measured, so a window of another size takes a few frames until everything has its
//! place in it: they are asked for.
//!
//! How long the window has waited, with nothing left to draw, is told to `press_intent`: frames say nothing of the time between two presses.

use std::time::{Duration, Instant};

use bevy::input::gamepad::Gamepad;
use bevy::prelude::*;
use bevy::render::{ExtractSchedule, MainWorld, RenderApp};
use bevy::time::{TimeSystems, TimeUpdateStrategy};
use bevy::window::{RequestRedraw, WindowResized, WindowScaleFactorChanged};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{EguiContext, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, egui};

use super::super::input::press_intent::Pace;

/// The longest time between two frames.
const LONGEST: Duration = Duration::from_mins(1);
/// With a gamepad: nobody is woken when one is touched, so it must be asked.
const ASKED: Duration = Duration::from_millis(40);
/// The shortest time that panels can ask for; what is to be drawn sooner asks for the next frame.
const SHORTEST: Duration = Duration::from_millis(16);
/// Frames that are drawn after the window has got another size.
const SETTLING: u8 = 6;

pub(in crate::gui) fn plugin(app: &mut App) {
    if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
        renderer.add_systems(ExtractSchedule, note_the_end);
    }
    app.init_resource::<Ended>()
        .add_systems(First, begin_now.before(TimeSystems))
        .add_systems(Last, settle)
        .add_systems(
            PreUpdate,
            keep_modifiers.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        )
        .add_systems(PostUpdate, sleep.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput));
}

/// When the last frame was handed to the renderer, which had drawn the one before by then.
#[derive(Resource, Default)]
struct Ended(Option<Instant>);

/// The frame begins now, however long nothing was drawn before it.
#[expect(clippy::disallowed_methods, reason = "the time of a frame; no rule reads it")]
fn begin_now(mut time: ResMut<TimeUpdateStrategy>, ended: Res<Ended>, mut pace: ResMut<Pace>) {
    let now = Instant::now();
    pace.waited(ended.0.map_or(0.0, |ended| now.duration_since(ended).as_secs_f64()));
    *time = TimeUpdateStrategy::ManualInstant(now);
}

#[expect(clippy::disallowed_methods, reason = "the time of a frame; no rule reads it")]
fn note_the_end(mut world: ResMut<MainWorld>) {
    if let Some(mut ended) = world.get_resource_mut::<Ended>() {
        ended.0 = Some(Instant::now());
    }
}

/// Goes on drawing until everything has found its place in a window of another size.
fn settle(
    mut sizes: MessageReader<WindowResized>,
    mut scales: MessageReader<WindowScaleFactorChanged>,
    mut left: Local<u8>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    if sizes.read().count() + scales.read().count() > 0 {
        *left = SETTLING;
    }
    if *left > 0 {
        *left -= 1;
        redraws.write(RequestRedraw);
    }
}

/// Asks for a frame after so long, if nothing brings one sooner. egui's own `request_repaint_after` will not do: `bevy_egui` takes
/// every wish, however far off, for one of the next frame.
pub(in crate::gui) fn wake_after(context: &egui::Context, wait: Duration) {
    context.data_mut(|data| {
        let soonest: &mut Duration = data.get_temp_mut_or(wake_id(), wait);
        *soonest = wait.min(*soonest);
    });
}

fn wake_id() -> egui::Id {
    egui::Id::new("wake after")
}

/// Sleeps until a panel wants to be drawn again.
fn sleep(mut contexts: Query<&mut EguiContext>, gamepads: Query<&Gamepad>, mut winit: ResMut<WinitSettings>) {
    let asked = contexts
        .iter_mut()
        .filter_map(|mut context| context.get_mut().data_mut(|data| data.remove_temp::<Duration>(wake_id())))
        .min();
    let longest = if gamepads.is_empty() { LONGEST } else { ASKED };
    let wait = asked.unwrap_or(longest).clamp(SHORTEST, longest);
    let focused = UpdateMode::reactive(wait);
    if winit.focused_mode != focused {
        winit.focused_mode = focused;
        winit.unfocused_mode = UpdateMode::reactive_low_power(wait);
    }
}

fn keep_modifiers(mut inputs: Query<&mut EguiInput>, mut last: Local<egui::Modifiers>) {
    for mut input in &mut inputs {
        let known = *last;
        let mut now = known;
        input.events.retain(|event| match event {
            egui::Event::ModifiersChanged(modifiers) => {
                now = *modifiers;
                *modifiers != known
            }
            _ => true,
        });
        *last = now;
    }
}
