//! Where a creature comes to stand when that is its player's word: thrown off a mount, out of a grapple, out of a narrow place.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::field::ground;
use super::place_choice::{Placing, Why, begin, shares};
use super::{bonds, descent, ride, room, square_effects, unbind};
use crate::battle::*;
use crate::grid::{Footprint, Square};

/// ESS-GRAP-12: into one of the squares that a larger creature was pushed out of.
pub(crate) fn freed(world: &mut World, creature: Id, other: Id, before: Footprint) {
    if creature::sizes_above(world, other, creature) <= 0 || !is_on_map(world, other) {
        return;
    }
    let now = space(world, other);
    let side = world.the::<Body>(creature).side;
    let free = |at: &Square| {
        let to = Footprint { at: *at, side };
        to.squares().all(|square| before.contains(square) && !now.contains(square))
            && room::free_for(world, creature, room::place_beside(world, creature, to))
    };
    let among: Vec<Square> = before.squares().filter(free).collect();
    if !among.is_empty() {
        begin(world, creature, Why::Freed(other), among);
    }
}

/// ESS-SQZ-5: at the end of a Move out of a narrow place, where there is more than one way to take the full space.
pub(crate) fn unfolds(world: &mut World, creature: Id, before: Footprint) {
    let now = space(world, creature);
    let goes_on = topmost::<Moving>(world).is_some_and(|(_, moving)| !moving.rest.is_empty());
    if now.side <= before.side || goes_on || !is_on_map(world, creature) {
        return;
    }
    let ground = ground::Ground::new(world, creature);
    let came = |&to: &Square| matches!(ground.placed(before, true, to), Ok((space, false)) if space == now);
    let came = before.at.neighbours().into_iter().find(came);
    let unfolded = came.into_iter().flat_map(|to| ground.unfolded(to));
    let among: Vec<Square> = unfolded.map(|space| space.at).collect();
    if among.len() > 1 {
        begin(world, creature, Why::Unfolds, among);
    }
}

/// The places to choose from; none where nothing is to be done any more.
fn places(world: &World, placing: &Placing) -> Option<Vec<Square>> {
    let id = placing.creature;
    world.part::<OnMap>(id)?;
    match placing.why {
        Why::Thrown(mount) => Some(ride::landings(world, id, mount)),
        // A rider and its mount are in one place all the same (ESS-CMD-8).
        Why::LetGo(other)
            if creature::mount_of(world, id) == Some(other) || creature::rider_of(world, id) == Some(other) =>
        {
            None
        }
        Why::LetGo(other) if shares(world, id, other) => {
            let here = space(world, other);
            let up = creature::steps_up(world.the::<Position>(id).height);
            let no_higher = |to: Place| creature::steps_up(to.height) <= up;
            let mut out = ride::landings(world, id, other);
            out.retain(|&at| {
                let to = ride::down_at(world, id, at);
                to.space.steps(here) == 1 && no_higher(to) && all_have_room(world, id, at)
            });
            Some(out)
        }
        Why::LetGo(_) => None,
        Why::MakesRoom if room::stuck(world, id) => Some(room::nearest(world, id)),
        Why::MakesRoom => Some(Vec::new()),
        Why::Freed(_) | Why::Unfolds => Some(placing.among.clone()),
    }
}

/// Whether those who are carried along with a creature have room where they would come to be (ESS-GRAP-18).
fn all_have_room(world: &World, id: Id, at: Square) -> bool {
    let from = space(world, id).at;
    company(world, id, MoveKind::Carried).into_iter().all(|(one, _)| {
        let to = space(world, one).offset(at.x - from.x, at.y - from.y);
        room::may_go(world, one, room::place_beside(world, one, to))
    })
}

/// Whose it is says where, unless there is one place only.
impl Asks for Placing {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let placing = world.the::<Self>(flight);
        let (id, why) = (placing.creature, placing.why);
        let places = places(world, placing).unwrap_or_default();
        if places.len() < 2 {
            return Inquiry::Nobody;
        }
        let choice = |&at: &Square| Choice::place(at, "At", why.rule());
        let name = world.resource::<Names>().name(id);
        let prompt = match why {
            Why::Thrown(_) => format!("Where does {name} land?"),
            Why::MakesRoom => format!("{name} must make room. Where to?"),
            _ => format!("Where does {name} stand?"),
        };
        let decision = Decision::new(world, id, why.kind(), prompt, places.iter().map(choice).collect());
        Question::inquiry(decision, [why.rule()])
    }

    fn answered(world: &mut World, flight: Id, named: &str) {
        take(world, flight, Some(named));
    }

    fn unasked(world: &mut World, flight: Id) {
        take(world, flight, None);
    }
}

/// Takes the place that was named, or the first there is.
fn take(world: &mut World, flight: Id, named: Option<&str>) {
    let placing = world.the::<Placing>(flight).clone();
    let places = places(world, &placing);
    land(world);
    let Some(places) = places else { return };
    let named = named.and_then(|named| places.iter().find(|at| at.word() == named));
    let at = named.or(places.first()).copied();
    let Placing { creature, why, .. } = placing;
    launch(world, Placed { creature, why, at });
}

/// A creature that goes to its place, or has none.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Placed {
    creature: Id,
    why: Why,
    at: Option<Square>,
}

impl Later for Placed {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        settle(world, self.creature, self.why, self.at);
    }
}

fn settle(world: &mut World, id: Id, why: Why, at: Option<Square>) {
    match (why, at) {
        (Why::Thrown(_), at) => ride::lands(world, id, at),
        (Why::LetGo(other), None) => unbind::squeeze_together(world, id, other),
        (Why::MakesRoom, at) => make_room(world, id, at),
        (_, None) => {}
        (_, Some(at)) => stand_at(world, id, at, why.rule()),
    }
}

/// A creature that stands there unknown to its side is found (ESS-HID-8), and it looks anew.
fn make_room(world: &mut World, id: Id, at: Option<Square>) {
    let place = at.map(|at| room::place_in_room(world, id, at));
    if place.is_some_and(|place| room::finds_in(world, id, place)) {
        return begin(world, id, Why::MakesRoom, Vec::new());
    }
    if let Some(place) = place {
        room::gives_way(world, id, place, Why::MakesRoom.rule());
    }
    if is_on_map(world, id) {
        descent::check_hold(world, id);
        square_effects::entered(world, id);
    }
}

fn stand_at(world: &mut World, id: Id, at: Square, rule: Rule) {
    let before = *world.the::<Position>(id);
    if before.at == at {
        return;
    }
    // What it stands on then is the next thing's business: it may fall.
    let to = room::place_beside(world, id, Footprint { at, ..space(world, id) });
    let told = (Motion::Pushed, "displaced");
    let (from, along) = bonds::comes(world, id, to.position(), MoveKind::Carried, told, rule);
    let meets = room::meets(world, id, Meets::NewSquares);
    square_effects::arrive(world, id, Arrival::carried(from, along).meeting(meets));
}
