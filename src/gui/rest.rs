//! Lets the window rest. `bevy_egui` 0.42 tells egui of the modifier keys anew in every frame, and egui asks for another frame after
//! every event: together they never stop drawing. Modifiers that have not changed are kept from egui here.

use bevy::prelude::*;
use bevy_egui::{EguiInput, EguiPreUpdateSet, egui};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PreUpdate,
        keep_modifiers
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass),
    );
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
