//! Hints for those who play for the first time, each at the moment it is of use, once.

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Label, RichText, Vec2};
use egui_phosphor::regular as glyph;

use super::float::Float;
use super::panel_context::{Desk, Spot, plays};
use super::panel_order::{Remember, Turn};
use super::theme;
use super::ui_command::UiCommand;
use super::view::{Hints, View};
use crate::battle::{ById, Creature, Group, SideId, on_map, prospects};
use crate::gui::app::probe;
use crate::gui::app::settings::Settings;
use crate::gui::session::Session;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Shown>()
        .add_systems(EguiPrimaryContextPass, (heed.in_set(Turn::Heed), draw.in_set(Turn::Advice).run_if(plays)));
}

/// The hint that is shown.
#[derive(Resource, Default)]
struct Shown(Option<Advice>);

/// Keeps in the settings what has been said, so that it is said once.
fn heed(mut said: MessageReader<UiCommand>, mut settings: ResMut<Settings>) {
    for one in said.read() {
        match one {
            UiCommand::Advised(key) => {
                settings.hinted.insert((*key).into());
            }
            UiCommand::NoAdvice => settings.hints = false,
            _ => {}
        }
    }
}

fn draw(mut desk: Desk, mut shown: ResMut<Shown>) {
    desk.draw(|context, view, spot, said| {
        let rect = show(context, view, &mut shown.0, spot, said);
        spot.clear.rects.extend(rect);
    });
}

/// A hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Advice {
    /// A creature can be moved.
    Move,
    /// An attack is being aimed.
    Attack,
    /// A question is open.
    Decision,
    /// One of one's own is hidden.
    Hidden,
    /// The level has announced something.
    Announced,
    /// The last order took a roll.
    Rolled,
}

impl Advice {
    /// All, the most pressing first.
    const ALL: [Self; 6] = [Self::Decision, Self::Attack, Self::Move, Self::Hidden, Self::Announced, Self::Rolled];

    /// Its name in the settings' file.
    fn key(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Attack => "attack",
            Self::Decision => "decision",
            Self::Hidden => "hidden",
            Self::Announced => "announced",
            Self::Rolled => "rolled",
        }
    }

    /// Whether this is its moment.
    fn is_due(self, session: &Session) -> bool {
        let commanded = session.commanded().filter(|_| !session.hands_over());
        let plain = commanded.is_some() && session.aim.is_none();
        match self {
            Self::Move => plain,
            Self::Attack => session.aim.as_ref().is_some_and(|aim| aim.offer.group == Group::Attack),
            Self::Decision => session.question().is_some() && session.waits_for_person(),
            Self::Hidden => plain && is_hidden(session),
            Self::Announced => plain && prospects(session.battle.world()).iter().any(|one| one.round.is_some()),
            Self::Rolled => plain && session.backs().first().is_some_and(|back| back.step.rolled),
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Move => "Your move",
            Self::Attack => "Taking aim",
            Self::Decision => "A question of the rules",
            Self::Hidden => "Hidden",
            Self::Announced => "Something is coming",
            Self::Rolled => "The numbers behind it",
        }
    }

    fn text(self, hints: &Hints) -> String {
        match self {
            Self::Move => format!(
                "Lit squares can be reached: click one to go there, or move the cursor with the arrow keys and press {}. \
                 Below is what else can be done, each with its key. {} ends the turn.",
                hints.confirm, hints.end_turn
            ),
            Self::Attack => format!(
                "Point at a target, or go from one to the next with {}. Distance, cover and the odds stand beside \
                 it before anything is rolled. {} does it, {} lets it be.",
                hints.next, hints.confirm, hints.cancel
            ),
            Self::Decision => {
                "The rules ask before going on. Each answer shows its odds, and the number at stake folds \
                 open. “Always …” gives the same answer from now on without asking; the settings take that back."
                    .into()
            }
            Self::Hidden => {
                "A creature drawn faintly is hidden from its enemies: they do not know where it is, or only some of them do. \
                 Between people, the table is covered before it is handed over, and each side sees only what it knows."
                    .into()
            }
            Self::Announced => format!(
                "The level has announced what will happen; the squares it will strike are marked. {} shows everything \
                 that is to come, and the goals.",
                hints.stakes
            ),
            Self::Rolled => format!(
                "Every line of the log with a mark at its end folds open to the reckoning, rule by rule. {} takes an order \
                 back; once a die was rolled, the other side is asked first.",
                hints.undo
            ),
        }
    }
}

/// Whether somebody of the viewer's side is hidden from somebody else's.
fn is_hidden(session: &Session) -> bool {
    let (battle, world) = (&session.battle, session.battle.world());
    let others = (0..battle.level().sides.len()).filter_map(|side| u8::try_from(side).ok().map(SideId));
    let others: Vec<SideId> = others.filter(|&side| side != session.viewer).collect();
    on_map(world)
        .filter(|&id| world.the::<Creature>(id).side == session.viewer)
        .any(|id| others.iter().any(|&side| !battle.ruleset().knows(world, side, id)))
}

/// The next hint that has not been given and whose moment this is.
fn due(session: &Session, settings: &Settings) -> Option<Advice> {
    Advice::ALL.into_iter().find(|advice| !settings.hinted.contains(advice.key()) && advice.is_due(session))
}

/// Draws the hint of the moment, if there is one; where it is.
fn show(
    context: &egui::Context,
    view: &View,
    now: &mut Option<Advice>,
    spot: &Spot,
    said: &mut Vec<UiCommand>,
) -> Option<egui::Rect> {
    let places = &spot.places;
    let (session, settings) = (view.session, view.settings);
    if !settings.hints || view.watching {
        *now = None;
        return None;
    }
    if now.is_some_and(|advice| !advice.is_due(session)) {
        *now = None;
    }
    if now.is_none() {
        *now = due(session, settings);
        said.extend(now.map(|advice| UiCommand::Advised(advice.key())));
    }
    let advice = (*now)?;
    let mut done = false;
    let wide = (places.free.width() - 16.0).clamp(176.0, 340.0);
    let float = Float { frame: theme::loud_frame(), ..Float::new("advice", Vec2::new(wide, places.free.height())) };
    let corner = egui::Rect::from_min_size(places.free.left_bottom(), Vec2::ZERO);
    let clear = spot.clear.but_cursor();
    let rect = float.show(
        context,
        |size| clear.place(context, "advice", size, places.free, corner),
        |ui| {
            ui.vertical(|ui| {
                ui.label(
                    RichText::new(format!("{} {}", glyph::LIGHTBULB, advice.title())).size(15.0).color(theme::LAMP),
                );
                ui.add(Label::new(RichText::new(advice.text(view.hints)).size(13.5)).wrap());
                ui.add_space(2.0);
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = Vec2::new(6.0, 4.0);
                    let got_it = ui.button("Got it");
                    probe::spot(&got_it, || "got it".into());
                    done |= got_it.clicked();
                    if ui.button("No more hints").clicked() {
                        said.push(UiCommand::NoAdvice);
                        done = true;
                    }
                });
            });
        },
    );
    if done {
        // Until the moment is over, nothing else takes its place.
        *now = None;
        if let Some(next) = due(session, settings).filter(|&next| next != advice) {
            *now = Some(next);
            said.push(UiCommand::Advised(next.key()));
        }
    }
    Some(rect)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Battle;
    use std::sync::Arc;

    fn session(level: &str) -> Session {
        let text = std::fs::read_to_string(format!("levels/{level}.toml")).expect("a shipped level");
        let (level, _) = crate::rules::read_level(&text, level).expect("a sound level");
        let sol = crate::rules::by_key("sol").expect("sol");
        let seats = vec![crate::level::Seat::Human; level.sides.len()];
        Session::new(Battle::new(Arc::new(level), sol, 1).expect("a playable level"), None, seats)
    }

    #[test]
    fn a_hint_comes_at_its_moment_and_once() {
        let mut session = session("first-fight");
        let mut settings = Settings::default();
        assert_eq!(due(&session, &settings), Some(Advice::Move));
        let mut offers = session.offers().iter();
        let offer = offers.find(|offer| offer.group == Group::Attack).cloned();
        session.pick(offer.expect("somebody can attack"));
        if session.aim.is_some() {
            assert_eq!(due(&session, &settings), Some(Advice::Attack));
        }
        session.aim = None;
        for advice in Advice::ALL {
            settings.hinted.insert(advice.key().into());
        }
        assert_eq!(due(&session, &settings), None);
    }

    #[test]
    fn every_hint_names_its_keys() {
        let hints = Hints { confirm: "Enter".into(), end_turn: "E".into(), ..Hints::default() };
        assert!(Advice::Move.text(&hints).contains("press Enter"));
        let keys: std::collections::BTreeSet<_> = Advice::ALL.iter().map(|advice| advice.key()).collect();
        assert_eq!(keys.len(), Advice::ALL.len());
    }
}
