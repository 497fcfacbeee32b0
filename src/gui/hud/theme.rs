//! The look of everything around the board: colours, spacing, corners, fonts, and the marks by which sides are told.

use bevy_egui::egui::{
    self, Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Vec2, style::WidgetVisuals,
};

use crate::battle::SideId;
use crate::gui::app::settings::Settings;
use crate::gui::app::settings::SidePalette;

/// The ground of panels: dark warm grey, a little of the map shining through.
pub(crate) const PANEL: Color32 = Color32::from_rgba_premultiplied(40, 36, 34, 235);
/// The same where nothing may shine through.
pub(crate) const PANEL_SOLID: Color32 = Color32::from_rgb(0x2b, 0x27, 0x25);
/// A field or button on a panel.
pub(crate) const RAISED: Color32 = Color32::from_rgb(0x3d, 0x37, 0x33);
/// The same under the pointer.
pub(crate) const LIFTED: Color32 = Color32::from_rgb(0x4e, 0x46, 0x40);
/// Hollows: bars not filled, text fields.
pub(crate) const SUNKEN: Color32 = Color32::from_rgb(0x1c, 0x19, 0x18);
/// Text.
pub(crate) const PAPER: Color32 = Color32::from_rgb(0xf7, 0xf1, 0xe3);
/// Text that matters less; still 6:1 against the panel.
pub(crate) const FAINT: Color32 = Color32::from_rgb(0xc6, 0xb9, 0xa2);
/// The share of [`FAINT`] with which text is drawn of what cannot be used; still 4.5:1 against the panel.
pub(crate) const SHUT: f32 = 0.76;
/// The one accent.
pub(crate) const LAMP: Color32 = Color32::from_rgb(0xff, 0xe2, 0xa6);
/// Harm.
pub(crate) const HARM: Color32 = Color32::from_rgb(0xf5, 0x8c, 0x66);
/// Help.
pub(crate) const HELP: Color32 = Color32::from_rgb(0xa9, 0xc4, 0x77);
/// Bars of points: whole, hurt, nearly gone.
pub(crate) const BARS: [Color32; 3] =
    [Color32::from_rgb(0x86, 0xb2, 0x5a), Color32::from_rgb(0xf2, 0xb3, 0x3d), Color32::from_rgb(0xd8, 0x4a, 0x34)];
/// The same with text in them.
pub(crate) const BARS_UNDER_TEXT: [Color32; 3] =
    [Color32::from_rgb(0x5c, 0x87, 0x38), Color32::from_rgb(0x9a, 0x6f, 0x12), Color32::from_rgb(0xb0, 0x3a, 0x2a)];
/// Bars of breath, with text in them or without.
pub(crate) const BREATH: Color32 = Color32::from_rgb(0x3f, 0x7f, 0xa6);
/// Ink, for outlines and dark text on light.
pub(crate) const INK: Color32 = Color32::from_rgb(0x24, 0x1c, 0x1a);
/// A thin line between things.
pub(crate) const LINE: Color32 = Color32::from_rgb(0x5a, 0x51, 0x4a);

/// The step of all spacing, in points.
pub(crate) const STEP: f32 = 8.0;
/// The radius of corners, in points.
pub(crate) const CORNER: u8 = 6;

/// The names of the palettes, in their order.
pub(crate) const PALETTES: [(SidePalette, &str); 3] = [
    (SidePalette::Usual, "Default"),
    (SidePalette::RedGreen, "Red-green blind"),
    (SidePalette::BlueYellow, "Blue-yellow blind"),
];

/// The colour of a side (by its place in the level's list) in a palette.
pub(crate) fn side_colour(palette: SidePalette, side: u8) -> Color32 {
    let colour = Settings { palette, ..Settings::default() }.side_colour(SideId(side)).to_srgba();
    let [red, green, blue, _] = bevy::color::ColorToPacked::to_u8_array(colour);
    Color32::from_rgb(red, green, blue)
}

/// A side's colour, lightened so that text in it reads on a panel.
pub(crate) fn side_text(palette: SidePalette, side: u8) -> Color32 {
    let colour = side_colour(palette, side);
    let lift = |part: u8| part + (255 - part) / 2;
    Color32::from_rgb(lift(colour.r()), lift(colour.g()), lift(colour.b()))
}

/// Body text.
pub(crate) fn body(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// The fonts of all text. What the proportional one lacks, such as arrows, is taken from the monospaced one.
fn fonts() -> egui::FontDefinitions {
    let mut fonts = egui::FontDefinitions::default();
    egui_phosphor::add_to_fonts(&mut fonts, egui_phosphor::Variant::Regular);
    let spare = fonts.families[&FontFamily::Monospace].clone();
    let all = fonts.families.entry(FontFamily::Proportional).or_default();
    let new = spare.into_iter().filter(|name| !all.contains(name)).collect::<Vec<_>>();
    all.extend(new);
    fonts
}

/// Puts fonts and style into a fresh context.
pub(crate) fn dress(context: &egui::Context) {
    context.set_fonts(fonts());
    context.set_theme(egui::Theme::Dark);
    context.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Small, body(12.0)),
            (TextStyle::Body, body(14.0)),
            (TextStyle::Button, body(14.0)),
            (TextStyle::Heading, body(20.0)),
            (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
        ]
        .into();
        // Words on a card are part of it: a click on them is one on the card.
        style.interaction.selectable_labels = false;
        let spacing = &mut style.spacing;
        spacing.item_spacing = Vec2::new(STEP, STEP / 2.0);
        spacing.button_padding = Vec2::new(STEP, STEP / 2.0);
        spacing.interact_size = Vec2::new(28.0, 26.0);
        spacing.window_margin = Margin::same(12);
        spacing.menu_margin = Margin::same(8);
        spacing.tooltip_width = 320.0;
        spacing.scroll = egui::style::ScrollStyle::thin();
        let visuals = &mut style.visuals;
        *visuals = egui::Visuals::dark();
        visuals.override_text_color = None;
        visuals.panel_fill = PANEL;
        visuals.window_fill = PANEL_SOLID;
        visuals.window_stroke = Stroke::new(1.0, LINE);
        visuals.window_corner_radius = CornerRadius::same(CORNER);
        visuals.menu_corner_radius = CornerRadius::same(CORNER);
        visuals.extreme_bg_color = SUNKEN;
        visuals.faint_bg_color = RAISED;
        visuals.hyperlink_color = LAMP;
        visuals.warn_fg_color = LAMP;
        visuals.error_fg_color = HARM;
        visuals.weak_text_color = Some(FAINT);
        visuals.selection.bg_fill = Color32::from_rgb(0x6b, 0x58, 0x33);
        visuals.selection.stroke = Stroke::new(1.0, LAMP);
        let widgets = &mut visuals.widgets;
        let look = |fill: Color32, edge: Color32, text: Color32| WidgetVisuals {
            bg_fill: fill,
            weak_bg_fill: fill,
            bg_stroke: Stroke::new(1.0, edge),
            corner_radius: CornerRadius::same(CORNER),
            fg_stroke: Stroke::new(1.2, text),
            expansion: 0.0,
        };
        widgets.noninteractive = look(PANEL_SOLID, LINE, PAPER);
        widgets.inactive = look(RAISED, RAISED, PAPER);
        widgets.hovered = look(LIFTED, FAINT, PAPER);
        widgets.active = look(LIFTED, LAMP, LAMP);
        widgets.active.bg_stroke.width = 2.0;
        widgets.open = look(LIFTED, LINE, PAPER);
    });
}

/// The frame of a panel.
pub(crate) fn frame() -> egui::Frame {
    egui::Frame::new()
        .fill(PANEL)
        .stroke(Stroke::new(1.0, LINE))
        .corner_radius(CornerRadius::same(CORNER))
        .inner_margin(Margin::same(STEP as i8))
}

/// The frame of a panel that is a single row.
pub(crate) fn slim_frame() -> egui::Frame {
    frame().inner_margin(Margin::symmetric(6, 4))
}

/// The frame of a panel that must be seen: the accent at its edge.
pub(crate) fn loud_frame() -> egui::Frame {
    frame().fill(PANEL_SOLID).stroke(Stroke::new(2.0, LAMP))
}

/// The frame of what lies in a panel a step deeper.
pub(crate) fn sunken_frame() -> egui::Frame {
    egui::Frame::new().fill(SUNKEN).corner_radius(CORNER).inner_margin(6.0)
}

/// A window in the middle of the screen that is filled in and closed.
pub(crate) fn form<'open>(id: &str, title: String, open: &'open mut bool) -> egui::Window<'open> {
    egui::Window::new(title)
        .id(egui::Id::new(id))
        .open(open)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::CENTER_CENTER, Vec2::ZERO)
        .frame(loud_frame().inner_margin(12.0))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Relative luminance after WCAG.
    fn luminance(colour: Color32) -> f32 {
        let part = |part: u8| {
            let part = f32::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(colour.r()) + 0.7152 * part(colour.g()) + 0.0722 * part(colour.b())
    }

    /// How far two colours are apart, after WCAG.
    pub(crate) fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The text of every file below a folder.
    fn texts(folder: &std::path::Path, out: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(folder).expect("a folder of the project") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                texts(&path, out);
            } else if path.extension().is_some_and(|kind| kind == "rs" || kind == "toml") {
                let text = std::fs::read_to_string(&path).expect("a text");
                out.push((path.display().to_string(), text));
            }
        }
    }

    #[test]
    fn every_character_of_ours_has_a_glyph() {
        let context = egui::Context::default();
        dress(&context);
        context.run_ui(egui::RawInput::default(), |_| ()).textures_delta.clear();
        let mut all = Vec::new();
        for folder in ["src", "assets/rulesets", "levels"] {
            texts(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
        }
        assert!(all.len() > 100, "{} files", all.len());
        let has = |sign: char| context.fonts_mut(|fonts| fonts.has_glyph(&body(14.0), sign));
        for (name, text) in all {
            let lacking: String = text.chars().filter(|&sign| !sign.is_control() && !has(sign)).collect();
            assert!(lacking.is_empty(), "{name}: {lacking}");
        }
    }

    #[test]
    fn what_is_shut_reads_and_marks_between_ink_are_seen_on_any_ground() {
        let part = |over: u8, under: u8| (f32::from(over) * SHUT + f32::from(under) * (1.0 - SHUT)) as u8;
        let shut = Color32::from_rgb(
            part(FAINT.r(), PANEL_SOLID.r()),
            part(FAINT.g(), PANEL_SOLID.g()),
            part(FAINT.b(), PANEL_SOLID.b()),
        );
        assert!(contrast(shut, PANEL_SOLID) >= 4.5, "{}", contrast(shut, PANEL_SOLID));
        // Who acts, and the ground of a goal: light between two lines of ink, which are there on any ground.
        for light in [LAMP, PAPER] {
            assert!(contrast(light, INK) >= 3.0, "{light:?}: {}", contrast(light, INK));
        }
    }

    #[test]
    fn text_reads_on_panels() {
        for text in [PAPER, FAINT, LAMP, HARM, HELP] {
            for ground in [PANEL_SOLID, RAISED, SUNKEN] {
                assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}: {}", contrast(text, ground));
            }
        }
        for (palette, name) in PALETTES {
            for side in 0..4 {
                let text = side_text(palette, side);
                assert!(contrast(text, PANEL_SOLID) >= 4.5, "side {side} of palette {name}");
            }
        }
    }

    /// A colour as seen by somebody without one of the three kinds of cones (Machado, Oliveira and Fernandes 2009), in CIE Lab.
    fn seen_without(cones: &[[f32; 3]; 3], colour: Color32) -> [f32; 3] {
        let part = |part: u8| {
            let part = f32::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let light = [part(colour.r()), part(colour.g()), part(colour.b())];
        let [r, g, b] = cones.map(|row| {
            let sum: f32 = row.iter().zip(light).map(|(share, part)| share * part).sum();
            sum.clamp(0.0, 1.0)
        });
        let curve = |x: f32| {
            if x > 0.008_856 { x.cbrt() } else { 7.787 * x + 16.0 / 116.0 }
        };
        let x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
        let y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn palettes_for_the_colour_blind_keep_sides_apart() {
        let red = [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ];
        let green =
            [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]];
        let blue = [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ];
        for (palette, cones) in
            [(SidePalette::RedGreen, &red), (SidePalette::RedGreen, &green), (SidePalette::BlueYellow, &blue)]
        {
            for one in 0..4 {
                for other in 0..one {
                    let [a, b] = [one, other].map(|side| seen_without(cones, side_colour(palette, side)));
                    let far = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
                    assert!(far > 20.0, "{palette:?}: sides {other} and {one} are {far} apart");
                }
            }
        }
    }
}
