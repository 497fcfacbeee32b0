//! The order of turns: everybody by score, ties by what the ruleset says, those who are still tied by dice.

use bevy::prelude::*;

use crate::battle::engine::{Flow, Slot};
use crate::battle::values::{Event, Id, Rule, Tell, What};
use crate::dice::Dice;

/// The scores that can be given by hand: far more than any ruleset comes to, and few enough that they can be added up.
pub const SCORES: std::ops::RangeInclusive<i32> = -10_000..=10_000;

/// A creature with a place in the order of turns to come.
#[derive(Clone, Copy, Debug)]
pub struct Ranked {
    /// Who.
    pub creature: Id,
    /// What it is ordered by: higher first.
    pub score: i32,
    /// What tells those of the same score apart, what counts more first: higher first.
    pub ties: [i32; 2],
}

impl Ranked {
    fn key(&self) -> (i32, [i32; 2]) {
        (self.score, self.ties)
    }
}

/// Puts every creature into the order of turns. Creatures that neither score nor `ties` tell apart stand as on the roster, unless `tied`
/// puts them into another order. `ties` says whether a creature comes before another of the same score.
pub fn rank(world: &mut World, mut ranked: Vec<Ranked>, mut tied: impl FnMut(&mut World, &mut [Id])) -> bool {
    ranked.sort_by(|a, b| b.key().cmp(&a.key()).then(a.creature.cmp(&b.creature)));
    let mut order = Vec::new();
    for group in ranked.chunk_by(|a, b| a.key() == b.key()) {
        let mut creatures: Vec<Id> = group.iter().map(|one| one.creature).collect();
        tied(world, &mut creatures);
        order.extend(creatures.into_iter().map(|creature| Slot {
            creature,
            score: group[0].score,
            from_round: 0,
            moves: false,
        }));
    }
    world.resource_mut::<Flow>().order = order;
    let by_ties = |pair: &[Ranked]| pair[0].score == pair[1].score && pair[0].ties != pair[1].ties;
    ranked.windows(2).any(by_ties)
}

/// The order of turns as it was settled, to be told.
pub fn ordered(world: &World) -> Event {
    let order = &world.resource::<Flow>().order;
    let creatures = order.iter().map(|slot| slot.creature).collect();
    Event::new(What::Order { creatures })
}

/// Puts tied creatures into an order by a die of so many sides: higher goes first, and those still tied roll again. `rule` is the one by
/// which they roll, the first time or again.
pub fn roll_off(world: &mut World, tied: &mut [Id], sides: u16, rule: impl Fn(bool) -> Rule) {
    by_rolls(world, tied, |world, id, tied, again| {
        let die = world.resource_mut::<Dice>().term(sides, "roll-off", rule(again));
        let face = die.dice[0].face;
        let event = Event::number(id, die);
        world.tell(tied.iter().fold(event, |event, &other| event.about(other)));
        face
    });
}

/// Each rolls, higher goes first, and those still tied roll again. `roll` is told with which creature the roller is tied, and whether it
/// is again.
///
/// What is still to be rolled for is a list and not a recursion: forced dice may be tied as often as there are any.
fn by_rolls(world: &mut World, tied: &mut [Id], mut roll: impl FnMut(&mut World, Id, &[Id], bool) -> u16) {
    let mut open = vec![(0..tied.len(), false)];
    while let Some((group, again)) = open.pop() {
        if group.len() < 2 {
            continue;
        }
        let all = &tied[group.clone()];
        let mut rolls: Vec<(u16, Id)> = all.iter().map(|&id| (roll(world, id, all, again), id)).collect();
        rolls.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut groups = Vec::new();
        let mut from = group.start;
        for same in rolls.chunk_by(|a, b| a.0 == b.0) {
            for (place, &(_, id)) in tied[from..].iter_mut().zip(same) {
                *place = id;
            }
            groups.push((from..from + same.len(), true));
            from += same.len();
        }
        // The highest are told apart first.
        open.extend(groups.into_iter().rev());
    }
}
