//! Rising or sinking as part of a Fly action (ESS-FLY-4, ESS-FLY-5, ESS-FLY-10).

use super::super::motion::{bonds, room, square_effects, support};
use super::super::motion::{fly, forced_movement};
use super::doer::*;

/// Changing height.
pub(super) struct Rise;

const FEET: Key =
    Key::new("feet", Takes::Own("a multiple of 5, up to 500"), "How far up, or below 0 down; must be there.");

impl Action for Rise {
    type Rules = Essence;
    type Plan = Feet;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        family: Some("Flight"),
        purpose: Purpose::Move,
        price: Price::Free,
        options: &[FEET],
        ..ActionKind::new("rise", "Rise or sink", "As part of a Fly action.")
    };
    const FACTS: Facts = Facts::InTheAir;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Movement, "essence.rising", rise);

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        doer.profile().flight.is_some()
    }

    fn candidates(&self, _doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let ways = [-20, -10, -5, 5, 10, 20];
        ways.map(|feet| base.clone().set(FEET.key, feet)).into()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Feet, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let feet = act.number(FEET.key).unwrap_or(0);
        let turn = world.the::<TurnUsage>(id);
        let flies = doer.stance().aloft && turn.aired.is_some();
        needs(flies, rule!("ESS-FLY-1"), "Only as part of a Fly action.")?;
        let named = feet != 0 && feet % 5 == 0 && feet.abs() <= 500;
        needs(named, rule!("ESS-GRID-10"), "Name `feet`, in steps of 5.")?;
        let above = -feet <= support::air_under(world, id);
        needs(above, rule!("ESS-FLY-5"), "The ground is nearer than that.")?;
        let paid = fly::vertical_cost(world, id, feet).value <= turn.run;
        needs(paid, rule!("ESS-FLY-4"), "Too little of the Fly action is left.")?;
        let free = room::nobody_known(world, id, comes_to(world, id, feet));
        needs(free, rule!("ESS-MOVE-11"), "Somebody is there.")?;
        Ok(feet)
    }

    fn way_words(&self, doer: &Doer<'_>, act: &Act) -> Option<String> {
        Some(forced_movement::height_words(doer.world, doer.id, act.number(FEET.key).unwrap_or(0)))
    }
}

/// The flyer goes up or down.
fn rise(world: &mut World, id: Id, feet: Feet) {
    let (from, to) = (Place::of(world, id), comes_to(world, id, feet));
    if room::finds_in(world, id, to) {
        return;
    }
    let cost = fly::vertical_cost(world, id, feet);
    {
        let mut turn = world.the_mut::<TurnUsage>(id);
        turn.run -= cost.value;
        if let Some(aired) = &mut turn.aired {
            *aired += cost.value;
        }
    }
    let before = *world.the::<Position>(id);
    let height = to.height;
    let after = Position { at: before.at, height };
    let along = bonds::go(world, id, after, MoveKind::ByItself);
    let event = Event::step(id, before, after, Motion::Fly, "fly").trace(cost);
    let down = (feet < 0).then_some(rule!("ESS-FALL-9"));
    world.tell(event.by(rule!("ESS-FLY-10")).by_all(down));
    square_effects::arrive(world, id, Arrival::by_itself(from, along).meeting(Meets::Ground));
}

/// Where it is so many feet higher, or lower.
fn comes_to(world: &World, id: Id, feet: Feet) -> Place {
    let here = Place::of(world, id);
    let height = Length(here.height.0 + Length::feet(feet).0).max(support::floor_under(world, id));
    Place { height, ..here }
}
