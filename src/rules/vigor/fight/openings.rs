//! Acts that open their actor: every enemy that can may strike first; then the act goes on, or is negated (VIG-OPEN).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{breath, creature, hands};
use super::super::data::{Area, Attack, NONE, Reaction, Spell, TurnUsage, conditions::PRONE, options};
use super::super::field::{distance, reach};
use super::super::motion::moves;
use super::super::ruleset::Vigor;
use super::area::{self, Blast};
use super::strike::{self, Occasion, Strike};
use super::ward;
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

/// The question of an opening.
pub(crate) const OPENING: &str = "opening";

/// What the act is, once nothing stands against it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Act {
    /// An attack.
    Strike(Box<Strike>),
    /// Standing up.
    Stand,
    /// Fleeing to a square.
    Escape(Square),
    /// Being on the way there, from where it set out last and with how much of its Move. A creature that gets to the edge is gone.
    Away(Square, (Square, i32)),
    /// A spell over an area: how far it carries, and where it is cast.
    Blast(Box<(Blast, Area)>, i32, Square),
    /// A spell upon its caster.
    Ward(Box<Spell>),
    /// A step out of an enemy's reach, where the level has it so (VIG-ACT-15).
    Step,
}

/// An act in flight that opens its actor. It is paid.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Exposed {
    creator: Id,
    act: Act,
    /// The enemies who may still take the opening, the next one last. `None` until they have been looked for.
    queue: Option<Vec<Id>>,
}

/// Declares an act that opens its actor (VIG-OPEN-1).
pub(crate) fn declare(world: &mut World, creator: Id, act: Act) {
    launch(world, Exposed { creator, act, queue: None });
}

/// VIG-ACT-15: where the level has it so, a step of a Move out of an enemy's reach opens the mover; fleeing has opened it already.
pub(crate) fn steps_away(world: &mut World, creator: Id, step: &Step) {
    let flees = uppermost::<Exposed>(world).is_some_and(|(_, exposed)| exposed.creator == creator);
    if flees || !options::is_on(world, "sticky_reach") {
        return;
    }
    let there = step.place().space;
    let mut queue = in_order(world, |id, stand| {
        let far = stand.space.steps(there);
        may_take(world, id, creator) && ways(world, id, creator).all(|with| reach::reach(world, id, with) < far)
    });
    if queue.is_empty() {
        return;
    }
    queue.reverse();
    pay_for_the_move(world, creator, step);
    let (act, queue) = (Act::Step, Some(queue));
    world.the_mut::<TurnUsage>(creator).reacted.clear();
    launch(world, Exposed { creator, act, queue });
}

/// VIG-OPEN-5: the Move that a step begins is paid before anybody takes the opening, and stays paid where it is negated (VIG-OPEN-9).
fn pay_for_the_move(world: &mut World, creator: Id, step: &Step) {
    if world.the::<TurnUsage>(creator).run >= step.cost.value {
        return;
    }
    moves::begin(world, creator, 1);
    // A Move makes one step at least: what that costs by itself.
    world.the_mut::<TurnUsage>(creator).run = i32::MAX / 2;
    let least = Vigor::one_step(world, creator, step.to).map_or(0, |step| step.cost.value);
    world.the_mut::<TurnUsage>(creator).run = moves::allowance(world, creator).max(least);
}

/// VIG-OPEN-3: what an opening may be taken with: hand to hand.
fn ways(world: &World, id: Id, creator: Id) -> impl Iterator<Item = &Attack> {
    hands::at_hand(world, id).filter(move |with| !with.ranged() && strike::aims_at(world, id, with, creator).is_ok())
}

/// VIG-OPEN-4, VIG-OPEN-6: whether an enemy may take the opening.
fn may_take(world: &World, id: Id, creator: Id) -> bool {
    is_on_map(world, creator)
        && creature::hostile(world, id, creator)
        && creature::can_react(world, id, breath::REACTION).is_ok()
        && knows(world, side_of(world, id), creator)
        && ways(world, id, creator).next().is_some()
}

/// The enemies who could take an opening now if this creature did something that opens it. They come in the order in which they are
/// asked, and only those of whom the creature's side knows.
pub(crate) fn to_whom(world: &World, creator: Id) -> Vec<Id> {
    let own = side_of(world, creator);
    in_order(world, |id, _| may_take(world, id, creator) && knows(world, own, id))
}

impl AsksInTurn for Exposed {
    type One = Id;

    /// An actor that is on its way already has been asked about.
    fn line(&self) -> Option<&[Id]> {
        match self.act {
            Act::Away(..) => Some(&[]),
            _ => self.queue.as_deref(),
        }
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Id>> {
        self.queue.as_mut()
    }

    fn line_up(world: &mut World, flight: Id) {
        let creator = world.the::<Self>(flight).creator;
        let mut queue = in_order(world, |id, _| may_take(world, id, creator));
        queue.reverse();
        world.the_mut::<Self>(flight).queue = Some(queue);
    }

    fn asking_next(world: &World, flight: Id, &id: &Id) -> Inquiry {
        let creator = world.the::<Self>(flight).creator;
        if !may_take(world, id, creator) {
            return Inquiry::Nobody;
        }
        let cast = world.resource::<Names>();
        let choice = |with: &Attack| {
            let choice = Choice::new(with.key.clone(), with.name.clone()).to(Purpose::Harm);
            breath::priced(world, id, breath::REACTION, choice.by(rule!("VIG-OPEN-3")))
        };
        let decline = Choice::new(NONE, "Let it pass").to(Purpose::Decline);
        let prompt = format!("{} is open to {}.", cast.name(creator), cast.name(id));
        let choices = ways(world, id, creator).map(choice).chain([decline]).collect();
        let decision = Decision::new(world, id, OPENING, prompt, choices).against(Some(creator));
        let mut why = vec![
            rule!("VIG-OPEN-1"),
            rule!("VIG-OPEN-2"),
            rule!("VIG-OPEN-4"),
            rule!("VIG-OPEN-5"),
            rule!("VIG-REACT-6"),
            rule!("VIG-REACT-21"),
        ];
        if distance::distance(world, id, creator) > 1 {
            why.push(rule!("VIG-ADJ-6"));
        } else {
            why.push(rule!("VIG-ADJ-2"));
        }
        match world.the::<Self>(flight).act {
            Act::Stand => why.push(rule!("VIG-PRONE-4")),
            Act::Strike(_) | Act::Blast(..) | Act::Ward(_) => why.push(rule!("VIG-ABIL-3")),
            Act::Step => why.extend([rule!("VIG-ACT-15"), rule!("VIG-GM-2")]),
            _ => {}
        }
        if creature::negated(world, creator) {
            why.push(rule!("VIG-OPEN-8"));
        }
        Question::inquiry(decision, why)
    }

    /// VIG-REACT-6: once, whatever the answer.
    fn one_answered(world: &mut World, flight: Id, id: Id, word: &str) {
        let creator = world.the::<Self>(flight).creator;
        let with = ways(world, id, creator).find(|with| with.key == word).cloned();
        if let Some(with) = with {
            breath::pay(world, id, breath::REACTION, rule!("VIG-OPEN-2"));
            let reacted = &mut world.the_mut::<TurnUsage>(creator).reacted;
            reacted.push((id, Reaction::Opening));
            let strike = Strike { attacker: id, with, target: creator, occasion: Occasion::Opening };
            strike::declare(world, strike);
        }
    }

    /// The act itself, unless it is negated.
    fn after_the_last(world: &mut World, flight: Id) {
        let Self { creator, act, .. } = world.the::<Self>(flight).clone();
        go_on(world, flight, creator, act);
    }
}

/// Nobody is left to be asked.
fn go_on(world: &mut World, flight: Id, creator: Id, act: Act) {
    // Whether it still can be made is looked at when the step is taken.
    if act == Act::Step {
        return land(world);
    }
    if creature::incapacitated(world, creator) {
        return spent(world, creator, "its act ends where it stands", rule!("VIG-ACT-23"));
    }
    if creature::negated(world, creator) {
        let rule = if matches!(act, Act::Away(..)) { rule!("VIG-PRONE-3") } else { rule!("VIG-OPEN-9") };
        return spent(world, creator, "what it was about to do is negated", rule);
    }
    match act {
        Act::Strike(strike) => {
            land(world);
            if !world.the::<TurnUsage>(creator).reacted.is_empty() {
                world.note(creator, "goes on as things stand now", rule!("VIG-REACT-23"));
            }
            let reacted = world.the::<TurnUsage>(creator).reacted.clone();
            strike::declare(world, *strike);
            // VIG-READY-6: an opening that was taken was the reaction to all of the act.
            world.the_mut::<TurnUsage>(creator).reacted = reacted;
        }
        Act::Blast(spell, range, from) => {
            let (blast, area) = *spell;
            let still = if matches!(area, Area::Burst(_)) {
                area::may_begin(world, creator, range, blast.origin).is_ok()
            } else {
                space(world, creator).at == from
            };
            if !still {
                return spent(world, creator, "it cannot be cast there any more", rule!("VIG-ACT-24"));
            }
            land(world);
            area::launch_blast(world, blast, area);
        }
        Act::Ward(spell) => {
            land(world);
            ward::lend(world, creator, &spell);
        }
        Act::Stand => {
            land(world);
            creature::lose(world, creator, PRONE, rule!("VIG-ACT-21"));
        }
        Act::Escape(to) => {
            let run = moves::allowance(world, creator);
            let mut turn = world.the_mut::<TurnUsage>(creator);
            (turn.run, turn.single) = (run, true);
            if space(world, creator).at != to && !flees(world, flight, creator, to) {
                return spent(world, creator, "it cannot get there any more", rule!("VIG-ACT-24"));
            }
            if space(world, creator).at == to {
                land(world);
                leave(world, creator);
            }
        }
        // VIG-READY-5: a mover that was held up, or thrown off its way, goes on with what is left of its Move.
        Act::Away(to, since) => {
            let here = space(world, creator).at;
            let left = world.the::<TurnUsage>(creator).run;
            if here == to || (here, left) == since || !flees(world, flight, creator, to) {
                land(world);
                leave(world, creator);
            }
        }
        Act::Step => {}
    }
}

/// VIG-ACT-13: sets out to a square with what is left of the Move; whether there is a way.
fn flees(world: &mut World, flight: Id, creature: Id, to: Square) -> bool {
    let Some(mut rest) = moves::way_of_the_rest(world, creature, to) else {
        return false;
    };
    rest.reverse();
    let since = (space(world, creature).at, world.the::<TurnUsage>(creature).run);
    let mut exposed = world.the_mut::<Exposed>(flight);
    (exposed.act, exposed.queue) = (Act::Away(to, since), None);
    let stride = StepPhase::Ready;
    launch(world, Moving { creature, rest, stride });
    true
}

/// An act comes to nothing: what was paid for it stays paid.
fn spent(world: &mut World, creator: Id, why: &'static str, rule: Rule) {
    land(world);
    let mut turn = world.the_mut::<TurnUsage>(creator);
    (turn.run, turn.single) = (0, false);
    world.note(creator, why, rule);
    breath::catch(world, creator);
}

/// Whether something that a creature does itself is under way.
fn is_acting(world: &World, id: Id) -> bool {
    all_in_flight::<Strike>(world).any(|(_, strike)| strike.attacker == id)
        || all_in_flight::<Exposed>(world).any(|(_, exposed)| exposed.creator == id && exposed.act != Act::Step)
        || all_in_flight::<Moving>(world).any(|(_, moving)| moving.creature == id)
}

impl Later for creature::Seized {
    const STAGE: Stage = Stage::Reactions;

    /// VIG-ACT-23: a creature that becomes Incapacitated in the middle of an act on its turn loses the actions that are left.
    fn happen(self, world: &mut World) {
        let Self(id) = self;
        if is_on_map(world, id) && creature::own_turn(world, id) && is_acting(world, id) {
            creature::forfeit(world, id);
        }
    }
}

/// VIG-ACT-13: a creature that has fled to the edge of the map, or to a way out, leaves.
fn leave(world: &mut World, id: Id) {
    moves::arrive(world, id);
    if is_at_exit(world, id) {
        world.tell(Event::new(What::Leaves).target(id).by(rule!("VIG-ACT-13")));
        spawn::leave(world, id, false);
    }
}

/// Whether a creature stands where one gets out of the fight.
pub(crate) fn is_at_exit(world: &World, id: Id) -> bool {
    leads_out(world, &distance::squares_of(world, id))
}

/// Whether one gets out of the fight from any of these squares: from one that the level marks. If the level marks none, from the edge of
/// the map.
pub(crate) fn leads_out(world: &World, squares: &[Square]) -> bool {
    let map = world.resource::<Map>();
    let (width, height) = map.size();
    let marked = map.cells().cells().iter().any(|cell| cell.exit);
    let edge = |at: &Square| at.x == 0 || at.y == 0 || at.x + 1 >= width as i16 || at.y + 1 >= height as i16;
    let out = |at: &Square| {
        if marked { map.cell(*at).is_some_and(|cell| cell.exit) } else { edge(at) }
    };
    squares.iter().any(out)
}
