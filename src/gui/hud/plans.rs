//! What the computer would do in the player's place, and why: a card beside who acts, opened by a key. Each plan can be taken.

use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use bevy_egui::egui::{self, Button, Label, RichText, ScrollArea, Ui, Vec2, WidgetInfo, WidgetType};
use egui_phosphor::regular as glyph;

use super::float::Float;
use super::panel_context::{Desk, Spot, plays};
use super::panel_order::Turn;
use super::ui_command::{UiCommand, Window};
use super::view::View;
use super::{paint, theme};
use crate::ai::Suggestion;
use crate::battle::{Id, MoveOrder, Order};
use crate::grid::{Footprint, Square};
use crate::gui::app::{frame_pacing, probe};
use crate::gui::session::Session;
use crate::gui::session::plans::Plans;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        (heed.in_set(Turn::Heed).run_if(resource_exists::<Session>), draw.in_set(Turn::Hand)).run_if(plays),
    );
}

/// Opens and closes the plans, and takes in those that have been found.
fn heed(mut said: MessageReader<UiCommand>, mut session: ResMut<Session>) {
    // What is suggested changes nothing at the table.
    let session = session.bypass_change_detection();
    for _ in said.read().filter(|one| **one == UiCommand::Toggle(Window::Plans)) {
        if !session.close_plans() {
            session.ask_for_plans();
        }
    }
    session.follow_plans();
}

fn draw(mut desk: Desk) {
    desk.draw(|context, view, spot, said| {
        let Some(plans) = view.session.plans() else { return };
        let rect = show(context, view, plans, spot, said);
        spot.clear.rects.push(rect);
        if context.input(|input| input.key_pressed(egui::Key::Escape)) {
            said.push(UiCommand::Toggle(Window::Plans));
        }
    });
}

/// How often the card looks whether the plans are found.
const LOOK: Duration = Duration::from_millis(60);

/// How wide the card is, in points.
const WIDE: f32 = 360.0;

fn show(context: &egui::Context, view: &View, plans: &Plans, spot: &Spot, said: &mut Vec<UiCommand>) -> egui::Rect {
    let room = spot.places.free;
    let wide = (room.width() - 16.0).clamp(176.0, WIDE);
    let float = Float { frame: theme::loud_frame(), ..Float::new("plans", Vec2::new(wide, room.height())) };
    let corner = egui::Rect::from_min_size(room.left_bottom(), Vec2::ZERO);
    let near = view.place(plans.whose).unwrap_or(corner);
    let mut clear = spot.clear.but_cursor();
    // Where a plan leads is to be seen while it is pointed at.
    clear.rects.extend(plans.found.iter().flat_map(|plan| places(view, &plan.order)));
    float.show(
        context,
        |size| clear.place(context, "plans", size, room, near),
        |ui| {
            ui.horizontal_wrapped(|ui| {
                let title = format!("{} What {} could do", glyph::LIGHTBULB, view.name(plans.whose));
                ui.label(RichText::new(title).size(15.0).color(theme::LAMP));
                let close = ui.add(Button::new(glyph::X).frame(false)).on_hover_text("Close");
                close.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Close"));
                if close.clicked() {
                    said.push(UiCommand::Toggle(Window::Plans));
                }
            });
            if plans.is_thinking() {
                frame_pacing::wake_after(context, LOOK);
                ui.label(RichText::new("Thinking …").size(13.5));
                return;
            }
            if let Some(trouble) = &plans.trouble {
                ui.add(Label::new(RichText::new(trouble).size(13.5)).wrap());
                return;
            }
            let most = (room.height() - 72.0).max(60.0);
            ScrollArea::vertical().id_salt("plans").max_height(most).show(ui, |ui| {
                for (number, plan) in plans.found.iter().enumerate() {
                    one(ui, view, (number, plan), spot.places.low, said);
                }
            });
        },
    )
}

/// Where an order leads or at whom it is done, as it lies in the window.
fn places(view: &View, order: &Order) -> Vec<egui::Rect> {
    let session = view.session;
    let on = |id: Option<Id>| id.filter(|&id| session.sees(id)).and_then(|id| view.place(id));
    let square = |at: Option<Square>| at.map(|at| view.lens.square(at));
    match order {
        Order::Move(MoveOrder { creature, to: Some(to), .. }) => {
            let there = Footprint::new(*to, session.space(*creature).side);
            vec![view.lens.space(there)]
        }
        Order::Act(act) => on(act.target).into_iter().chain(square(act.at)).collect(),
        Order::Answer { choice } => {
            let choices = session.battle.decision().into_iter().flat_map(|decision| &decision.choices);
            let places = choices.filter(|known| known.key == *choice).filter_map(|choice| session.place_of(choice));
            places.map(|place| view.lens.space(place)).collect()
        }
        _ => Vec::new(),
    }
}

/// A plan: its key, what it is, and why. In a low window only the first reason has room.
fn one(ui: &mut Ui, view: &View, (number, plan): (usize, &Suggestion), low: bool, said: &mut Vec<UiCommand>) {
    let key = view.hints.slots.get(number).map_or("", String::as_str);
    let words = RichText::new(format!("{key}  {}", plan.label)).size(14.5);
    let button = ui.add(Button::new(words).wrap());
    button.widget_info(|| {
        let name = format!("{}: {}", plan.label, plan.why.join(" "));
        WidgetInfo::labeled(WidgetType::Button, true, name)
    });
    probe::spot(&button, || format!("plan {}", number + 1));
    if button.hovered() || button.has_focus() {
        for rect in places(view, &plan.order) {
            paint::ring_on_board(ui.ctx(), rect, theme::LAMP);
        }
    }
    if button.clicked() {
        said.push(UiCommand::Order(plan.order.clone()));
    }
    for why in plan.why.iter().take(if low { 1 } else { usize::MAX }) {
        ui.add(Label::new(RichText::new(why).size(12.5).color(theme::FAINT)).wrap());
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::accesskit;

    use super::super::drawn::{Drawn, name, nodes, words};
    use super::*;
    use crate::gui::tests::test_battles::{STABLE, begun};

    #[test]
    fn plans_open_by_their_button_say_why_and_can_be_closed() {
        let mut session = begun(STABLE, "Ada");
        let mut table = Drawn::of(&[plugin]);
        table.frame(&mut session, Vec::new());
        let mut table = table.told(UiCommand::Toggle(Window::Plans));
        table.frame(&mut session, Vec::new());
        let said = words(&table.frame(&mut session, Vec::new()));
        assert!(said.contains("What Ada could do"), "{said}");
        while session.plans().expect("they are open").is_thinking() {
            std::thread::sleep(LOOK);
            table.frame(&mut session, Vec::new());
        }
        table.frame(&mut session, Vec::new());
        let drawn = table.frame(&mut session, Vec::new());
        let said = words(&drawn);
        assert!(!said.contains("Thinking"), "{said}");
        let plans = session.plans().expect("they are open").found.clone();
        assert!(!plans.is_empty());
        for plan in &plans {
            assert!(said.contains(&plan.label), "{plan:?}:\n{said}");
            assert!(plan.why.iter().all(|why| said.contains(why.as_str())), "{plan:?}:\n{said}");
            assert!(nodes(&drawn).iter().any(|(_, node)| name(node).starts_with(&plan.label)), "{plan:?}");
        }
        let mut table = table.told(UiCommand::Toggle(Window::Plans));
        table.frame(&mut session, Vec::new());
        assert!(session.plans().is_none());
    }

    #[test]
    fn a_plan_that_is_pointed_at_shows_its_square() {
        let mut session = begun(STABLE, "Ada");
        let mut table = Drawn::of(&[plugin]).told(UiCommand::Toggle(Window::Plans));
        table.frame(&mut session, Vec::new());
        while session.plans().expect("they are open").is_thinking() {
            std::thread::sleep(LOOK);
            table.frame(&mut session, Vec::new());
        }
        let drawn = (0..4).map(|_| table.frame(&mut session, Vec::new())).last().expect("a frame");
        let plan = session.plans().expect("they are open").found[0].clone();
        let node = nodes(&drawn).iter().find(|(_, node)| name(node).starts_with(&plan.label)).map(|(_, node)| node);
        let at = node.and_then(accesskit::Node::bounds).expect("the first plan is somewhere");
        let at = egui::pos2((at.x0 + at.x1) as f32 / 2.0, (at.y0 + at.y1) as f32 / 2.0);
        let ringed = |drawn: &egui::FullOutput| {
            let rings = drawn.shapes.iter().filter_map(|shape| match &shape.shape {
                egui::Shape::Rect(rect) if rect.stroke == egui::Stroke::new(3.0, theme::LAMP) => Some(rect.rect),
                _ => None,
            });
            rings.collect::<Vec<_>>()
        };
        assert!(ringed(&drawn).is_empty(), "nothing is pointed at");
        table.frame(&mut session, vec![egui::Event::PointerMoved(at)]);
        let drawn = table.frame(&mut session, Vec::new());
        let side = match &plan.order {
            Order::Move(walk) => Some(session.space(walk.creature).side),
            Order::Act(act) => act.target.and_then(|id| session.extent(id)).map(|there| there.side),
            _ => None,
        };
        let side = side.expect("it is done somewhere");
        let rings = ringed(&drawn);
        let size = 48.0 * f32::from(side) + 6.0;
        assert!(rings.iter().any(|ring| (ring.width() - size).abs() < 0.5), "{rings:?}");
        let card = table.place("plans").expect("they are open");
        assert!(!rings.iter().any(|ring| ring.intersects(card)), "{rings:?} under {card:?}");
    }

    #[test]
    fn the_card_lies_on_nobody_who_acts_and_stays_in_a_small_window_with_large_letters() {
        let mut session = begun(STABLE, "Ada");
        let mut table = Drawn::of(&[plugin]).told(UiCommand::Toggle(Window::Plans));
        let size = Vec2::new(400.0, 300.0);
        table.bare(&mut session, size);
        while session.plans().expect("they are open").is_thinking() {
            std::thread::sleep(LOOK);
            table.bare(&mut session, size);
        }
        let drawn = (0..4).map(|_| table.bare(&mut session, size)).last().expect("a frame");
        let first = session.plans().expect("they are open").found[0].label.clone();
        let first = nodes(&drawn).iter().find(|(_, node)| name(node).starts_with(&first)).map(|(_, node)| node);
        let at = first.and_then(accesskit::Node::bounds).expect("the first plan is somewhere");
        assert!(at.x0 >= 0.0 && at.x1 <= f64::from(size.x) && at.y1 <= f64::from(size.y), "{at:?}");
    }
}
