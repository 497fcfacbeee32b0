//! The icon of an action, a condition or an event: from the art atlas where it has been drawn, else from the icon font.

use bevy_egui::egui::{Align2, Color32, Painter, Rect};
use egui_phosphor::regular as glyph;

use super::{pictures::Pictures, theme};
use crate::battle::What;

/// The glyph that stands for an icon's name.
pub(crate) fn of(name: &str) -> &'static str {
    match name {
        "melee" => glyph::SWORD,
        "ranged" | "shot" => glyph::CROSSHAIR,
        "burst" => glyph::BOMB,
        "fire" => glyph::FLAME,
        "toxic" => glyph::FLASK,
        "cold" => glyph::SNOWFLAKE,
        "spark" => glyph::LIGHTNING,
        "arcane" => glyph::MAGIC_WAND,
        "natural" => glyph::PAW_PRINT,
        "smoke" => glyph::CLOUD_FOG,
        "light" => glyph::LIGHTBULB,
        "ground" => glyph::SHOVEL,
        "unarmed" => glyph::HAND_FIST,
        "sprint" => glyph::PERSON_SIMPLE_RUN,
        "hide" | "hidden" => glyph::EYE_SLASH,
        "search" => glyph::MAGNIFYING_GLASS,
        "ready" => glyph::HOURGLASS_MEDIUM,
        "help" | "helped" => glyph::HANDSHAKE,
        "interact" => glyph::HAND_POINTING,
        "heal" => glyph::FIRST_AID,
        "kit" => glyph::FIRST_AID_KIT,
        "cure" => glyph::HAND_HEART,
        "drop" => glyph::ARROW_LINE_DOWN,
        "prone" | "fall_prone" => glyph::BED,
        "crouch" | "crouching" => glyph::ARROW_FAT_LINE_DOWN,
        "stand" | "stand_up" | "rise" => glyph::ARROW_FAT_LINE_UP,
        "sneak" | "sneaking" => glyph::FOOTPRINTS,
        "climb" | "climbing" => glyph::LADDER,
        "jump" | "leap" => glyph::ARROW_ARC_RIGHT,
        "swim" => glyph::WAVES,
        "squeeze" | "squeezing" => glyph::ARROWS_IN_LINE_HORIZONTAL,
        "push" | "shove" => glyph::HAND_PALM,
        "grab" | "grapple" => glyph::HAND_GRABBING,
        "leave" | "exit" => glyph::SIGN_OUT,
        "fly" => glyph::BIRD,
        "dodge" => glyph::WIND,
        "surprised" => glyph::EXCLAMATION_MARK,
        "unconscious" => glyph::MOON,
        "madness" => glyph::SPIRAL,
        "bleeding" => glyph::DROP,
        "burning" => glyph::FIRE,
        "poisoned" => glyph::SKULL,
        "break" => glyph::HAMMER,
        "feint" => glyph::MASK_HAPPY,
        "disarm" => glyph::HAND_ARROW_DOWN,
        "trip" => glyph::ARROW_ELBOW_RIGHT_DOWN,
        "focus" => glyph::CIRCLES_THREE,
        "draw" => glyph::HAND_ARROW_UP,
        "command" => glyph::MEGAPHONE,
        "mount" => glyph::HORSE,
        "dismount" => glyph::ARROW_ELBOW_DOWN_LEFT,
        "delay" => glyph::CLOCK_COUNTDOWN,
        "intimidate" => glyph::SMILEY_ANGRY,
        "investigate" => glyph::MAGNIFYING_GLASS,
        "control" => glyph::ARROWS_OUT_CARDINAL,
        "release" => glyph::HAND,
        "burrow" | "dig_out" => glyph::SHOVEL,
        "alight" => glyph::ARROW_LINE_DOWN,
        "winded" => glyph::WIND,
        "wounded" => glyph::BANDAIDS,
        "shock" => glyph::HEARTBEAT,
        "dazed" | "stunned" => glyph::STAR_HALF,
        "shaken" => glyph::SMILEY_NERVOUS,
        "ambushed" => glyph::EXCLAMATION_MARK,
        "bound" => glyph::LINK,
        "pinned" => glyph::PUSH_PIN,
        "charmed" => glyph::HEART,
        "defending" => glyph::SHIELD_CHECK,
        "ward" => glyph::SHIELD_PLUS,
        "none" => glyph::X,
        _ => glyph::SPARKLE,
    }
}

/// The glyph before an event in the log.
pub(crate) fn of_event(what: &What) -> &'static str {
    match what {
        What::FightBegins | What::Ends { .. } => glyph::FLAG,
        What::RoundBegins { .. } | What::RoundEnds { .. } => glyph::CLOCK_CLOCKWISE,
        What::Ranked { .. } | What::Order { .. } => glyph::LIST_NUMBERS,
        What::TurnBegins | What::TurnEnds => glyph::CARET_RIGHT,
        What::Step { .. } => glyph::FOOTPRINTS,
        What::Attack { .. } => glyph::SWORD,
        What::Outcome { .. } => glyph::SHIELD,
        What::Action { .. } => glyph::LIGHTNING,
        What::Number => glyph::HASH,
        What::Asked { .. } => glyph::QUESTION,
        What::Answered { .. } => glyph::CHAT_CENTERED,
        What::Damage { .. } => glyph::HEART_BREAK,
        What::Heal { .. } => glyph::HEART,
        What::Resource { .. } => glyph::DICE_FIVE,
        What::Gains { .. } => glyph::PLUS_CIRCLE,
        What::Loses { .. } => glyph::MINUS_CIRCLE,
        What::Falls { .. } => glyph::ARROW_DOWN,
        What::Down | What::Dies => glyph::SKULL,
        What::Leaves => glyph::SIGN_OUT,
        What::Arrives { .. } => glyph::SIGN_IN,
        What::Destroyed => glyph::HAMMER,
        What::Door { .. } => glyph::DOOR,
        What::Ground { .. } | What::Edges { .. } => glyph::MOUNTAINS,
        What::Light { .. } => glyph::SUN,
        What::Hazard { .. } => glyph::WARNING,
        What::Says { .. } => glyph::CHAT_TEXT,
        What::TakenBack { .. } => glyph::ARROW_U_UP_LEFT,
        What::Override { .. } => glyph::CROWN,
        What::Part { .. } => glyph::LIST_BULLETS,
        What::Note { .. } => glyph::INFO,
    }
}

/// Draws an icon into a square.
pub(crate) fn draw(painter: &Painter, pictures: &Pictures, rect: Rect, name: &str, colour: Color32) {
    if let Some((texture, uv)) = pictures.piece(&format!("icons/{name}"), rect.width()) {
        painter.image(texture, rect, uv, colour);
        return;
    }
    painter.text(rect.center(), Align2::CENTER_CENTER, of(name), theme::body(rect.height()), colour);
}

/// The piece that a condition's badge is drawn with, where there is one.
pub(crate) fn badge_piece(key: &str) -> String {
    format!("badges/{}", key.replace('_', "-"))
}

/// Draws a condition's badge into a square.
pub(crate) fn badge(painter: &Painter, pictures: &Pictures, rect: Rect, key: &str) {
    if let Some((texture, uv)) = pictures.piece(&badge_piece(key), rect.width()) {
        painter.image(texture, rect, uv, Color32::WHITE);
        return;
    }
    painter.circle_filled(rect.center(), rect.width() / 2.0, theme::LIFTED);
    painter.text(rect.center(), Align2::CENTER_CENTER, of(key), theme::body(rect.height() * 0.7), theme::LAMP);
}
