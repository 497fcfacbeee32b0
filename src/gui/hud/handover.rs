//! Handing over between people at one table: a short line when the next order is another person's, a curtain over the
//! table when that person knows something the last one does not. Behind the curtain, what happened meanwhile is shown again, as
//! far as that person's side knows of it.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Align2, Color32, Key, RichText, Sense, Ui, Vec2};

use super::keep_clear::Clear;
use super::layout::Layout;
use super::panel::Panel;
use super::panel_context::{Covered, Desk, EguiContext, Laid, plays};
use super::panel_order::{Remember, Turn};
use super::ui_command::UiCommand;
use super::view::View;
use super::{paint, theme};
use crate::battle::SideId;
use crate::gui::app::probe;
use crate::gui::app::settings::Settings;
use crate::gui::board::playback::Playback;
use crate::gui::input::press_intent::Meant;
use crate::gui::session::Session;
use crate::gui::session::knowledge::secret;

/// How long the line stays, in seconds.
const STAYS: f64 = 1.8;

pub(super) fn plugin(app: &mut App) {
    app.remember::<Handover>().add_systems(
        EguiPrimaryContextPass,
        (heed.in_set(Turn::Heed), draw.in_set(Turn::Curtain).run_if(resource_exists::<Laid>))
            .run_if(plays)
            .run_if(resource_exists::<Session>),
    );
}

fn heed(
    glass: Option<Res<EguiContext>>,
    session: Res<Session>,
    playback: Res<Playback>,
    mut panels: MessageReader<Panel>,
    (mut said, settings): (MessageReader<UiCommand>, Res<Settings>),
    mut handover: ResMut<Handover>,
    mut covered: ResMut<Covered>,
) {
    if let Some(glass) = glass.filter(|_| playback.is_idle()) {
        handover.follow(&session, glass.0.input(|input| input.time));
    }
    if panels.read().any(|&panel| panel == Panel::HandOver) {
        handover.curtain = true;
    }
    for one in said.read() {
        if let UiCommand::Hand(side) = one
            && session.hides_hands(settings.open_hands)
        {
            (handover.curtain, handover.hand_of) = (true, Some(*side));
        }
    }
    covered.0 = handover.curtain;
}

fn draw(mut desk: Desk, meant: Meant, mut handover: ResMut<Handover>, mut covered: ResMut<Covered>) {
    desk.draw(|context, view, spot, said| {
        let now = context.input(|input| input.time);
        let meant = meant.on_panel(context);
        // No creature is covered, nor a question or another panel that stands over the board.
        let middle = |rect: egui::Rect| egui::Rect::from_center_size(rect.center(), Vec2::splat(1.0));
        let mut taken: Vec<egui::Rect> = Clear::of(view).others.into_iter().map(middle).collect();
        taken.extend(&spot.clear.rects);
        let missed = handover.show(context, view, &spot.places, now, meant, &taken);
        said.extend(missed.map(UiCommand::Recap));
    });
    covered.0 = handover.curtain;
}

/// Who had the word last, and what is being shown.
#[derive(Resource, Clone, Debug, Default)]
struct Handover {
    last: Option<SideId>,
    since: Option<f64>,
    curtain: bool,
    /// How many events each side has seen.
    seen: BTreeMap<SideId, usize>,
    /// The first event to show again once the curtain is lifted.
    missed: Option<usize>,
    /// Up to which event it is being shown again.
    again: Option<usize>,
    /// The side before whose hand the curtain has fallen.
    hand_of: Option<SideId>,
}

/// What a change of person calls for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Calls {
    /// Nothing: the same person, or the computer.
    Nothing,
    /// A line on the screen.
    Line,
    /// A curtain before the table.
    Curtain,
}

/// What passing the word from one side to another calls for. `secret`: whether either knows something the other does not.
fn calls(last: Option<SideId>, next: Option<SideId>, person: bool, secret: bool) -> Calls {
    match (last, next) {
        (Some(last), Some(next)) if last != next && person => {
            if secret {
                Calls::Curtain
            } else {
                Calls::Line
            }
        }
        _ => Calls::Nothing,
    }
}

impl Handover {
    /// Follows the battle; starts the line or the curtain when the word passes to another person.
    fn follow(&mut self, session: &Session, now: f64) {
        let Some(side) = session.next_at_table() else { return };
        let hidden = self.last.is_some_and(|last| last != side && secret(&session.battle, last, side));
        match calls(self.last, Some(side), true, hidden) {
            Calls::Nothing => {}
            Calls::Line => self.since = Some(now),
            Calls::Curtain => {
                self.curtain = true;
                self.since = None;
                self.missed = self.seen.get(&side).copied();
            }
        }
        let events = session.battle.events().len();
        for watched in self.last.replace(side).into_iter().chain([side]) {
            self.seen.insert(watched, events);
        }
    }

    /// Draws what is to be drawn; the curtain is lifted by what is `meant` for it. Returns the first event to show again, when it has just
    /// been lifted.
    fn show(
        &mut self,
        context: &egui::Context,
        view: &View,
        places: &Layout,
        now: f64,
        meant: bool,
        taken: &[egui::Rect],
    ) -> Option<usize> {
        let side = self.last.or(self.hand_of)?;
        if self.curtain {
            self.draw_curtain(context, view, self.hand_of.unwrap_or(side), meant);
            if !self.curtain && self.hand_of.take().is_some() {
                return None;
            }
            let events = view.session.battle.events().len();
            let missed = self.missed.filter(|&missed| !self.curtain && missed < events)?;
            self.missed = None;
            self.again = Some(events);
            return Some(missed);
        }
        if let Some(until) = self.again {
            if view.session.shown < until {
                meanwhile(context, view, places);
            } else {
                self.again = None;
            }
        }
        self.line(context, view, places, side, (now, taken));
        None
    }

    fn line(
        &mut self,
        context: &egui::Context,
        view: &View,
        places: &Layout,
        side: SideId,
        (now, taken): (f64, &[egui::Rect]),
    ) {
        let Some(since) = self.since else { return };
        let passed = now - since;
        let click = context.input(|input| input.pointer.any_pressed() || !input.keys_down.is_empty());
        if passed > STAYS || (click && passed > 0.2) {
            self.since = None;
            return;
        }
        let fade = if view.settings.reduced_motion { 1.0 } else { ((STAYS - passed) / 0.3).clamp(0.0, 1.0) as f32 };
        let (at, pivot) = beside(places.free, taken);
        egui::Area::new(egui::Id::new("handover"))
            .fixed_pos(at)
            .pivot(pivot)
            .order(egui::Order::Foreground)
            .interactable(false)
            .show(context, |ui| {
                ui.set_opacity(fade);
                theme::loud_frame().show(ui, |ui| {
                    ui.horizontal(|ui| {
                        name(ui, view, side, "Pass to", 20.0);
                        if let Some(who) = whose(view, side) {
                            view.portrait(ui, who, 28.0);
                            ui.label(RichText::new(view.name(who)).size(20.0).color(theme::PAPER));
                        }
                    })
                });
            });
        context.request_repaint();
    }

    fn draw_curtain(&mut self, context: &egui::Context, view: &View, side: SideId, meant: bool) {
        let rect = context.content_rect();
        egui::Area::new(egui::Id::new("curtain")).fixed_pos(rect.min).order(egui::Order::Foreground).show(
            context,
            |ui| {
                let (rect, _) = ui.allocate_exact_size(rect.size(), Sense::click_and_drag());
                ui.painter().rect_filled(rect, 0.0, Color32::from_rgb(0x1d, 0x19, 0x18));
                let middle = egui::Rect::from_center_size(rect.center(), Vec2::new(rect.width().min(460.0), 260.0));
                emblem(ui, view, side, rect);
                let mut inner = ui.new_child(
                    egui::UiBuilder::new().max_rect(middle).layout(egui::Layout::top_down(egui::Align::Center)),
                );
                match whose(view, side).filter(|&who| is_no_secret(view, who)) {
                    Some(who) => _ = view.portrait(&mut inner, who, 72.0),
                    None => paint::side_mark_widget(&mut inner, side.0, view.settings.palette),
                }
                inner.label(heading(view, side));
                let why = match view.session.ask.as_ref().map(|ask| ask.back.by) {
                    _ if self.hand_of.is_some() => format!("The hand of {} is opened.", view.side_name(side)),
                    Some(Some(by)) => format!("{} asks to undo something.", view.side_name(by)),
                    _ => format!("{} only, please.", view.side_name(side)),
                };
                inner.label(RichText::new(why).color(theme::FAINT));
                inner.add_space(16.0);
                let words = RichText::new("Ready").size(16.0).color(theme::INK);
                let button = inner.add(egui::Button::new(words).fill(theme::LAMP).min_size(Vec2::new(240.0, 40.0)));
                probe::spot(&button, || "show the table".into());
                // Whatever has the focus keeps keys from the board.
                button.request_focus();
                if meant && (button.clicked() || context.input(|input| input.key_pressed(Key::Enter))) {
                    self.curtain = false;
                    // The very next key is for the board again.
                    button.surrender_focus();
                }
            },
        );
    }
}

/// The emblem of the side that gets the table, large behind the words.
fn emblem(ui: &Ui, view: &View, side: SideId, rect: egui::Rect) {
    let colour = theme::side_colour(view.settings.palette, side.0);
    let radius = (rect.height() * 0.36).min(rect.width() * 0.3);
    let edge = egui::Stroke::new(4.0, colour.gamma_multiply(0.55));
    paint::side_shape(ui.painter(), rect.center(), radius, side.0, colour.gamma_multiply(0.16), edge);
}

/// Whether every side knows of a creature, so that its portrait tells no player anything new.
fn is_no_secret(view: &View, who: crate::battle::Id) -> bool {
    crate::battle::strangers_to(view.session.battle.world(), who).is_empty()
}

/// Who of a side acts or is asked now.
fn whose(view: &View, side: SideId) -> Option<crate::battle::Id> {
    let battle = &view.session.battle;
    let asked = battle.decision().map(|decision| decision.creature);
    let who = asked.or(battle.active())?;
    (view.side(who) == Some(side.0) && view.session.sees(who)).then_some(who)
}

/// How much room the line takes at most, in points.
const ROOM: Vec2 = Vec2::new(420.0, 60.0);

/// Where the line covers nobody: at the upper edge of what is free, at the lower one, in a corner; else at the upper edge all the same.
fn beside(free: egui::Rect, taken: &[egui::Rect]) -> (egui::Pos2, Align2) {
    let inner = free.shrink(12.0);
    let places = [
        (inner.center_top(), Align2::CENTER_TOP),
        (inner.center_bottom(), Align2::CENTER_BOTTOM),
        (inner.left_top(), Align2::LEFT_TOP),
        (inner.right_top(), Align2::RIGHT_TOP),
        (inner.left_bottom(), Align2::LEFT_BOTTOM),
        (inner.right_bottom(), Align2::RIGHT_BOTTOM),
    ];
    let is_free = |(at, pivot): &(egui::Pos2, Align2)| {
        let room = pivot.anchor_size(*at, ROOM).expand(16.0);
        !taken.iter().any(|rect| room.intersects(*rect))
    };
    places.into_iter().find(is_free).unwrap_or(places[0])
}

/// "Pass to" and the side in its colour, as one text that can stand in the middle.
fn heading(view: &View, side: SideId) -> egui::text::LayoutJob {
    let mut job = egui::text::LayoutJob::default();
    let format = |color| egui::TextFormat { font_id: theme::body(30.0), color, ..Default::default() };
    job.append("Pass to ", 0.0, format(theme::PAPER));
    let colour = theme::side_text(view.settings.palette, side.0);
    job.append(view.side_name(side), 0.0, format(colour));
    job
}

/// Says that what is shown has happened already.
fn meanwhile(context: &egui::Context, view: &View, places: &Layout) {
    egui::Area::new(egui::Id::new("meanwhile"))
        .fixed_pos(egui::Pos2::new(places.free.center().x, places.free.min.y + 12.0))
        .pivot(Align2::CENTER_TOP)
        .order(egui::Order::Foreground)
        .interactable(false)
        .show(context, |ui| {
            theme::loud_frame().show(ui, |ui| {
                ui.label(RichText::new("While you were away").size(18.0).color(theme::LAMP));
                ui.label(RichText::new(format!("{}: skip", view.hints.skip)).color(theme::FAINT));
            });
        });
}

fn name(ui: &mut Ui, view: &View, side: SideId, before: &str, size: f32) {
    ui.label(RichText::new(before).size(size));
    paint::side_mark_widget(ui, side.0, view.settings.palette);
    let colour = theme::side_text(view.settings.palette, side.0);
    ui.label(RichText::new(view.side_name(side)).size(size).color(colour));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_covers_nobody() {
        let free = egui::Rect::from_min_size(egui::Pos2::ZERO, Vec2::new(1000.0, 600.0));
        let top = egui::Pos2::new(480.0, 40.0);
        assert_eq!(beside(free, &[]).1, Align2::CENTER_TOP);
        let at = |place| egui::Rect::from_center_size(place, Vec2::splat(1.0));
        assert_eq!(beside(free, &[at(top)]).1, Align2::CENTER_BOTTOM, "somebody comes through the gate there");
        assert_eq!(beside(free, &[at(top), at(egui::Pos2::new(520.0, 570.0))]).1, Align2::LEFT_TOP);
    }

    #[test]
    fn only_another_person_is_handed_the_table() {
        let (blue, red) = (Some(SideId(0)), Some(SideId(1)));
        assert_eq!(calls(None, blue, true, true), Calls::Nothing, "nobody had it before");
        assert_eq!(calls(blue, blue, true, true), Calls::Nothing);
        assert_eq!(calls(blue, red, false, true), Calls::Nothing, "the computer needs no table");
        assert_eq!(calls(blue, red, true, false), Calls::Line);
        assert_eq!(calls(blue, red, true, true), Calls::Curtain);
    }
}
