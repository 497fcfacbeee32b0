//! The commands that need the window's code.

use super::args::{Play, Shot};
use super::trouble::Trouble;
#[cfg(feature = "gui")]
use battlemat::level::Seat;

#[cfg(feature = "gui")]
use super::fault::guarded;

#[cfg(feature = "gui")]
pub(super) fn play(play: Play) -> Result<(), Trouble> {
    let display =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|at| !at.is_empty()));
    if cfg!(target_os = "linux") && !display {
        return Err(Trouble::Impossible(
            "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set). Without one, try `battlemat demo`, \
             `battlemat shot LEVEL` or `battlemat referee`."
                .into(),
        ));
    }
    let seats = play
        .seats
        .iter()
        .map(|seat| match seat.as_str() {
            "human" => Ok(Seat::Human),
            "ai" => Ok(Seat::Ai),
            other => Err(Trouble::Impossible(format!(
                "`{other}` is no seat; write human or ai for each side, such as human,ai."
            ))),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let options = battlemat::gui::PlayOptions {
        level: play.level,
        ruleset: play.ruleset,
        seed: play.seed,
        resume: play.resume,
        seats,
    };
    guarded(|| battlemat::gui::play(options))
}

#[cfg(feature = "gui")]
pub(super) fn shot(shot: Shot) -> Result<(), Trouble> {
    let size = shot.size.split_once('x').and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    let Some(size) = size.filter(|&(w, h): &(u32, u32)| (16..=8192).contains(&w) && (16..=8192).contains(&h)) else {
        return Err(Trouble::Impossible(format!("`{}` is no size; write it like 1280x720.", shot.size)));
    };
    if !(0.5..=4.0).contains(&shot.scale) {
        return Err(Trouble::Impossible(format!("A scale of {} is not possible; 0.5 to 4 is.", shot.scale)));
    }
    let hover = match &shot.hover {
        None => None,
        Some(text) => {
            let refused = |error| Trouble::Impossible(format!("`{text}` is {error}."));
            Some(text.parse::<battlemat::grid::Square>().map_err(refused)?)
        }
    };
    let named = |name: &str| battlemat::gui::Panel::ALL.iter().find(|(known, _)| *known == name);
    let panel = match shot.panel.as_deref() {
        None => None,
        Some(name) => Some(named(name).map(|&(_, panel)| panel).ok_or_else(|| {
            let known = battlemat::gui::Panel::ALL.map(|(known, _)| known).join(", ");
            Trouble::Impossible(format!("There is no panel `{name}`; there are {known}."))
        })?),
    };
    let palette = match shot.palette.as_deref() {
        None => battlemat::gui::app::settings::SidePalette::Usual,
        Some("red-green") => battlemat::gui::app::settings::SidePalette::RedGreen,
        Some("blue-yellow") => battlemat::gui::app::settings::SidePalette::BlueYellow,
        Some(other) => {
            return Err(Trouble::Impossible(format!(
                "There is no palette `{other}`; there are red-green and blue-yellow."
            )));
        }
    };
    let always = shot.always.iter().map(|pair| match pair.split_once('=') {
        Some((question, answer)) => Ok((question.to_owned(), answer.to_owned())),
        None => Err(Trouble::Impossible(format!("`{pair}` is no question with its answer, such as `dodge=none`."))),
    });
    let options = battlemat::gui::ShotOptions {
        level: shot.level,
        orders: shot.orders,
        ruleset: shot.ruleset,
        seed: shot.seed,
        size,
        scale: shot.scale,
        text: shot.text,
        hover,
        aim: shot.aim,
        moment: shot.moment,
        from_here: shot.from_here,
        panel,
        hints: shot.hints,
        always: always.collect::<Result<_, _>>()?,
        only: shot.only,
        settings: battlemat::gui::Settings { contrast: shot.contrast, palette, ..battlemat::gui::Settings::default() },
        out: shot.out,
    };
    match shot.frames {
        Some(frames) => {
            let costs = guarded(|| battlemat::gui::costs_of_shot(&options, frames))?;
            super::text::say(&format!("{costs}\n"))
        }
        None => guarded(|| battlemat::gui::shot(options)),
    }
}

#[cfg(not(feature = "gui"))]
const WITHOUT: &str = "This battlemat was built without its window. Build it with the feature `gui`, or try `battlemat demo`, \
                       `battlemat sim LEVEL` or `battlemat referee`.";

#[cfg(not(feature = "gui"))]
pub(super) fn play(_: Play) -> Result<(), Trouble> {
    Err(Trouble::Impossible(WITHOUT.into()))
}

#[cfg(not(feature = "gui"))]
pub(super) fn shot(_: Shot) -> Result<(), Trouble> {
    Err(Trouble::Impossible(WITHOUT.into()))
}
