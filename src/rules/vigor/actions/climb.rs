//! Climbing up or down a drop: so many Move actions, one after the other (VIG-FALL-5, VIG-FALL-7).

use super::super::data::SQUARE;
use super::super::field::{compass, sight};
use super::super::motion::moves;
use super::doer::*;
use super::long;
use crate::grid::{Footprint, Length};

/// Doing so.
pub(crate) struct Climbing;

/// Where it climbs to, once all its actions are spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Climb {
    to: Square,
    /// Actions done with this order, of how many.
    done: i32,
    of: i32,
}

fn drop_of(doer: &Doer<'_>, to: Square) -> i32 {
    let here = space(doer.world, doer.id);
    let there = floor_of(doer.world, Footprint { at: to, ..here });
    (there.0 - doer.world.the::<Position>(doer.id).height.0).abs() / Length::feet(1).0
}

fn word(to: Square) -> Text {
    format!("climb {},{}", to.x, to.y).into()
}

/// Move actions that it takes, and those that are done.
fn actions(doer: &Doer<'_>, to: Square) -> (i32, i32) {
    ((drop_of(doer, to) + 11) / 12, long::done(doer, &word(to)))
}

impl Action for Climbing {
    type Rules = Vigor;
    type Plan = Climb;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Move],
        purpose: Purpose::Move,
        aimed: &[AimedAt::Square],
        range: 1,
        ..ActionKind::new(
            "climb",
            "Climb",
            "Up or down to a square beside it: a Move action for each 12 ft or part of it.",
        )
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "vigor.climb", climb);

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        let near = space(doer.world, doer.id).at.neighbours();
        let leads = |to| drop_of(doer, to) >= SQUARE && moves::may_climb(doer.world, doer.id, to).is_ok();
        near.into_iter().any(leads)
    }

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        // The row of it stands for the face that it is at.
        let near = space(doer.world, doer.id).at.neighbours();
        let at = act.at.or_else(|| near.into_iter().find(|&to| long::done(doer, &word(to)) > 0));
        let (of, done) = at.map_or((1, 0), |to| actions(doer, to));
        let needs = of - done;
        let have = creature::actions_left(doer.world, doer.id).max(1);
        Cost { actions: needs.clamp(1, have), goes_on: done > 0, unfinished: needs > have, ..Cost::default() }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let near = space(doer.world, doer.id).at.neighbours();
        near.into_iter().map(|at| base.to(at)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Climb, Refusal> {
        let refuse = |why: &'static str| Refusal::by(rule!("VIG-FALL-5"), "no_climb", why);
        let to = act.at.ok_or_else(|| refuse("Name the square it climbs to."))?;
        let here = space(doer.world, doer.id).at;
        let map = doer.world.resource::<Map>();
        if here == to || !here.touches(to) || !map.contains(to) || drop_of(doer, to) < SQUARE {
            return Err(refuse("There is nothing to climb."));
        }
        moves::may_climb(doer.world, doer.id, to)?;
        let (of, done) = actions(doer, to);
        let done = done + Action::cost(self, doer, act).actions;
        Ok(Climb { to, done, of })
    }

    fn begin(&self, world: &mut World, id: Id, climb: Climb) {
        let Climb { to, done, of } = climb;
        world.note(id, format!("{done} of {of} Moves"), rule!("VIG-FALL-5"));
        if done >= of {
            Self::defer(world, id, climb);
        } else {
            long::is_begun(world, id, word(to), Self::KIND.label, (done, of));
        }
    }
}

/// Whoever climbs comes to where it climbs.
fn climb(world: &mut World, id: Id, Climb { to, of, .. }: Climb) {
    if !is_on_map(world, id) {
        return;
    }
    let from = Place::of(world, id);
    let there = Footprint { at: to, ..from.space };
    let height = floor_of(world, there);
    let place = Place { space: there, height };
    if sight::walks_into(world, id, place) || moves::may_climb(world, id, to).is_err() {
        return world.note(id, "finds no footing there", rule!("VIG-FALL-5"));
    }
    let here = from.space.at;
    compass::turn(world, id, (to.x - here.x, to.y - here.y));
    move_with_attached(world, id, place.position(), MoveKind::ByItself);
    let climb = Motion::Climb;
    let event = Event::step(id, from.position(), place.position(), climb, climb.word());
    let rule = if height < from.height { rule!("VIG-FALL-7") } else { rule!("VIG-FALL-5") };
    let cost = Trace::new("Moves", of).by(rule.clone());
    world.tell(event.trace(cost).by(rule));
    // What comes of any step comes of this one: events, whoever sees it now, whoever has waited for it.
    let moving = Moving { creature: id, rest: Vec::new(), stride: StepPhase::Trodden(from) };
    launch(world, moving);
    environment::tread(world, id, Some(from.space));
}
