//! Lets the window rest: it draws when something happens, when a panel asked to be drawn again by then, and else once a minute.
//!
//! `bevy_egui` 0.42 tells egui of the modifier keys anew in every frame, and egui asks for another frame after
//! every event: together they never stop drawing. Modifiers that have not changed are kept from egui here.

use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::{EguiFullOutput, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, egui};

/// The longest time between two frames.
const LONGEST: Duration = Duration::from_secs(60);
/// The shortest time that panels can ask for; what is to be drawn sooner asks for the next frame.
const SHORTEST: Duration = Duration::from_millis(16);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        keep_modifiers
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass),
    )
    .add_systems(
        PostUpdate,
        sleep
            .after(EguiPostUpdateSet::EndPass)
            .before(EguiPostUpdateSet::ProcessOutput),
    );
}

/// Sleeps until a panel wants to be drawn again.
fn sleep(outputs: Query<&EguiFullOutput>, mut winit: ResMut<WinitSettings>) {
    let asked = outputs
        .iter()
        .filter_map(|output| output.0.as_ref())
        .flat_map(|output| output.viewport_output.values())
        .map(|viewport| viewport.repaint_delay)
        .min();
    let wait = asked.unwrap_or(LONGEST).clamp(SHORTEST, LONGEST);
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
