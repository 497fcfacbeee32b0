//! High contrast: every colour of the panels and of the lines on the board is exchanged for one in black, white or a strong hue, after all was
//! drawn. So a panel is written once, in the usual colours, and none can be forgotten.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::layers::ShapeIdx;
use bevy_egui::egui::{Color32, LayerId, epaint::shape_transform::adjust_colors};

use super::theme;
use crate::gui::app::settings::Settings;

/// The colours of the usual look, and what stands for them.
const EXCHANGE: [(Color32, Color32); 21] = [
    (theme::PANEL, Color32::BLACK),
    (theme::PANEL_SOLID, Color32::BLACK),
    (FLAG, Color32::BLACK),
    (theme::SUNKEN, Color32::BLACK),
    (theme::RAISED, Color32::from_rgb(0x26, 0x26, 0x26)),
    (theme::LIFTED, Color32::from_rgb(0x30, 0x26, 0x00)),
    (theme::LINE, Color32::from_rgb(0xb4, 0xb4, 0xb4)),
    (SELECTED, Color32::from_rgb(0x4a, 0x3a, 0x00)),
    (theme::PAPER, Color32::WHITE),
    (theme::FAINT, Color32::from_rgb(0xee, 0xee, 0xee)),
    (theme::LAMP, Color32::from_rgb(0xff, 0xe1, 0x00)),
    (theme::HARM, Color32::from_rgb(0xff, 0xa3, 0x8a)),
    (theme::HELP, Color32::from_rgb(0xb9, 0xf5, 0x6a)),
    (theme::INK, Color32::BLACK),
    (theme::BARS[0], Color32::WHITE),
    (theme::BARS[1], Color32::from_rgb(0xff, 0xe1, 0x00)),
    (theme::BARS[2], Color32::from_rgb(0xff, 0x6a, 0x50)),
    (theme::BARS_UNDER_TEXT[0], Color32::from_rgb(0x58, 0x58, 0x58)),
    (theme::BARS_UNDER_TEXT[1], Color32::from_rgb(0x69, 0x55, 0x00)),
    (theme::BARS_UNDER_TEXT[2], Color32::from_rgb(0x9c, 0x1f, 0x10)),
    (theme::BREATH, Color32::from_rgb(0x00, 0x5c, 0x8f)),
];

/// What is chosen of several.
const SELECTED: Color32 = Color32::from_rgb(0x6b, 0x58, 0x33);
/// Flags on the board.
const FLAG: Color32 = Color32::from_rgba_premultiplied(40, 36, 34, 235);

/// Whether the players asked for it.
pub(super) fn wanted(settings: Res<Settings>) -> bool {
    settings.contrast
}

/// Exchanges the colours of everything that was drawn in this frame.
pub(super) fn sharpen(mut contexts: EguiContexts) -> Result {
    let context = contexts.ctx_mut()?;
    let mut layers: Vec<LayerId> = context.memory(|memory| memory.layer_ids().collect());
    if !layers.contains(&LayerId::background()) {
        layers.push(LayerId::background());
    }
    context.graphics_mut(|graphics| {
        for layer in layers {
            let Some(list) = graphics.get_mut(layer) else { continue };
            for number in 0..list.next_idx().0 {
                list.mutate_shape(ShapeIdx(number), |shape| adjust_colors(&mut shape.shape, exchange));
            }
        }
    });
    Ok(())
}

fn exchange(colour: &mut Color32) {
    if let Some((_, other)) = EXCHANGE.iter().find(|(usual, _)| usual == colour) {
        *colour = *other;
    }
}

#[cfg(test)]
mod tests {
    use super::super::theme::tests::contrast;
    use super::*;

    fn sharp(mut colour: Color32) -> Color32 {
        exchange(&mut colour);
        colour
    }

    #[test]
    fn text_is_far_from_its_ground() {
        use theme::*;
        for text in [PAPER, FAINT, LAMP, HARM, HELP] {
            for ground in [PANEL, PANEL_SOLID, RAISED, LIFTED, SUNKEN] {
                let far = contrast(sharp(text), sharp(ground));
                assert!(far >= 7.0, "{text:?} on {ground:?}: {far}");
            }
        }
        assert!(contrast(sharp(LINE), sharp(PANEL)) >= 7.0, "panels have an edge");
    }

    #[test]
    fn bars_are_far_from_their_ground_and_from_their_text() {
        use theme::*;
        for bar in BARS {
            let far = contrast(sharp(bar), sharp(SUNKEN));
            assert!(far >= 7.0, "{bar:?}: {far}");
        }
        for bar in BARS_UNDER_TEXT.into_iter().chain([BREATH]) {
            let (text, ground) = (contrast(sharp(PAPER), sharp(bar)), contrast(sharp(bar), sharp(SUNKEN)));
            assert!(text >= 7.0 && ground >= 2.5, "{bar:?}: {text}, {ground}");
            assert!(contrast(PAPER, bar) >= 3.6, "{bar:?} in the usual look");
        }
    }
}
