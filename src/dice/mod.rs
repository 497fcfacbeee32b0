//! Dice: one seeded stream per battle, our own `die(n)`, forced faces in front, expressions such as `2d6+2`.
//!
//! May enter: rulesets, the engine. Never: a clock, a global generator, a float.

use std::collections::VecDeque;

use bevy::prelude::*;
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use serde::{Deserialize, Serialize};

use crate::battle::values::rule::Rule;
use crate::battle::values::trace::Trace;

mod above;
mod die;
mod expression;
mod forced;
mod keep;
mod picks;
mod pools;
mod throw;

pub use die::Die;
pub use expression::{Expression, ExpressionError};
pub use forced::{Forced, Mismatch};
use keep::Class;
pub use keep::{Keep, Kept};
pub(crate) use picks::{Pick, Weights, advance, advance_branch};
use pools::Pool;
pub use throw::{Lump, MOST_BURSTS, Throw, Thrown};

/// The battle's dice.
#[derive(Resource)]
pub struct Dice {
    stream: ChaCha8Rng,
    forced: VecDeque<Die>,
    strict: bool,
    mismatch: Option<Mismatch>,
    rolled: u64,
    explore: Option<Explore>,
}

/// What was taken so far while every possible roll is gone through.
#[derive(Default)]
struct Explore {
    picks: Vec<Pick>,
    next: usize,
    random: bool,
    /// The so-manieth of a few samples: what is not laid down is spread over all its ways.
    sample: Option<u32>,
    /// Whether every die is gone through by itself, whatever the rules look at.
    one_by_one: bool,
    /// What rolls come to that were taken together with one before them, the next one first.
    together: VecDeque<(Pool, u16)>,
}

/// The dice as they are saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceState {
    seed: [u8; 32],
    word: u64,
    forced: Vec<Die>,
    strict: bool,
    rolled: u64,
}

impl DiceState {
    /// Whether dice that are not forced are an error.
    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }
}

impl std::hash::Hash for DiceState {
    /// Strictness is how a test asks, not what the battle is: it is left out.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.seed, self.word, &self.forced, self.rolled).hash(state);
    }
}

impl Dice {
    /// A stream for a seed.
    pub fn new(seed: u64) -> Self {
        Self {
            stream: ChaCha8Rng::seed_from_u64(seed),
            forced: VecDeque::new(),
            strict: false,
            mismatch: None,
            rolled: 0,
            explore: None,
        }
    }

    /// A die of `sides` sides: even, by rejection, independent of any library's range method.
    ///
    /// A forced face that does not fit ends what is being resolved: it is remembered as a [`Mismatch`], the battle runs no further
    /// and goes back to before it. The system that asked for the die still comes to its end, with dice of the stream, and nothing
    /// of that is kept.
    pub fn die(&mut self, sides: u16, purpose: &str) -> Die {
        assert!(sides > 0, "a die should have sides");
        self.rolled += 1;
        Die { number: self.rolled, ..self.face(sides, purpose) }
    }

    /// The next face, as forced, explored or drawn.
    fn face(&mut self, sides: u16, purpose: &str) -> Die {
        if let Some(explore) = &mut self.explore
            && !explore.random
        {
            return Die::new(sides, explore.pick(Pick::die(sides)));
        }
        if self.mismatch.is_none() {
            match self.forced.front() {
                Some(&forced) if forced.sides == sides => {
                    self.forced.pop_front();
                    return forced;
                }
                None if !self.strict => {}
                forced => {
                    self.mismatch =
                        Some(Mismatch { asked: sides, purpose: purpose.to_string(), forced: forced.copied() });
                }
            }
        }
        let sides32 = u32::from(sides);
        let even = u32::MAX - u32::MAX % sides32;
        let face = loop {
            let word = self.stream.next_u32();
            if word < even {
                break word % sides32;
            }
        };
        let face = u16::try_from(face + 1).expect("a face should not exceed the sides");
        Die::new(sides, face)
    }

    /// Rolls an expression; the trace holds every die.
    ///
    /// Rules go by the total alone: a forecast goes through the totals, not through the dice.
    pub fn roll(&mut self, expression: &Expression, purpose: &str) -> Trace {
        let Expression { count, sides, .. } = *expression;
        let mut dice = Vec::new();
        let together = self.explore.as_mut().and_then(|explore| explore.taken_together((count, sides)));
        if let Some(total) = together {
            self.rolled += u64::from(count);
            dice = throw::dice_of(count, sides, total);
        } else if let Some(explore) = self.explore.as_mut().filter(|explore| explore.lumps())
            && let Some(pick) = Pick::sum(count, sides)
        {
            self.rolled += u64::from(count);
            dice = throw::dice_of(count, sides, explore.pick(pick));
        } else {
            for _ in 0..count {
                dice.push(self.die(sides, purpose));
            }
        }
        let total = dice.iter().map(|die| i32::from(die.face)).sum();
        let mut trace = Trace::new(purpose.to_string(), 0);
        if expression.count > 0 {
            trace.push(Trace::new(format!("{}d{}", expression.count, expression.sides), total).rolled(dice));
        }
        if expression.plus != 0 {
            trace.push(Trace::new("modifier", expression.plus));
        }
        trace
    }

    /// Says that of the next rolls, of these dice in this order and with nothing else in between, only matters what they come to together:
    /// while every possible roll is gone through, there are no more ways than that.
    pub fn together(&mut self, pools: &[(u16, u16)]) {
        if let Some(explore) = self.explore.as_mut().filter(|explore| explore.lumps())
            && pools.len() > 1
            && pools.iter().all(|&(count, sides)| count > 0 && sides > 0)
            && let Some(pick) = Pick::pools(pools)
        {
            let totals = explore.take(pick).faces();
            explore.together = pools.iter().copied().zip(totals.iter().copied()).collect();
        }
    }

    /// Two dice of which one counts, and nothing of the other.
    pub fn pair(&mut self, sides: u16, kept: Kept, purposes: [&str; 2]) -> [Die; 2] {
        let (count, keep) = (2, 1);
        let rule = Keep { count, sides, keep, of: kept };
        match self.foreseen(rule, None).as_deref() {
            Some(&[face]) => [face; 2],
            _ => purposes.map(|purpose| self.die(sides, purpose)),
        }
    }

    /// Dice of which the highest or the lowest count, and nothing of the others: in the order in which they were rolled, or, while
    /// every possible roll is gone through, only those that count.
    pub fn keep(&mut self, keep: Keep, purpose: &str) -> Vec<Die> {
        self.foreseen(keep, None).unwrap_or_else(|| self.keeping(keep, purpose))
    }

    /// The same where faces that count come to the same if `class` says the same of them: while every possible roll is gone through, one
    /// set of faces stands for all of its class. `class` is told the faces from the lowest up.
    pub fn keep_alike(&mut self, keep: Keep, class: impl Fn(&[u16]) -> u32, purpose: &str) -> Vec<Die> {
        self.foreseen(keep, Some(&class)).unwrap_or_else(|| self.keeping(keep, purpose))
    }

    fn keeping(&mut self, keep: Keep, purpose: &str) -> Vec<Die> {
        (0..keep.count).map(|_| self.die(keep.sides, purpose)).collect()
    }

    /// Those that count, while every possible roll is gone through.
    fn foreseen(&mut self, keep: Keep, class: Option<Class<'_>>) -> Option<Vec<Die>> {
        let explore = self.explore.as_mut().filter(|explore| explore.lumps())?;
        let pick = explore.laid_down().map_or_else(|| Pick::kept(keep, class), Some)?;
        self.rolled += u64::from(keep.count);
        let faces = explore.take(pick).faces();
        Some(faces.iter().map(|&face| Die::new(keep.sides, face)).collect())
    }

    /// Dice of which only the total matters, and some of which burst: each with its bursts before the next one.
    pub fn throw(&mut self, throw: Throw, purposes: [&str; 2]) -> Thrown {
        let Throw { plain, bursting } = throw;
        if let Some(explore) = self.explore.as_mut().filter(|explore| explore.lumps())
            && let Some(pick) = Pick::throw(throw)
        {
            self.rolled += u64::from(plain.0 + bursting.0);
            let total = explore.take(pick).total(throw);
            return throw.dice_of(total);
        }
        let looks_ahead = self.explore.as_ref().is_some_and(|explore| !explore.random);
        let most = if looks_ahead { throw::bursts_ahead(bursting.1) } else { MOST_BURSTS };
        let mut out = Thrown::default();
        for _ in 0..plain.0 {
            out.plain.push(self.die(plain.1, purposes[0]));
        }
        for _ in 0..bursting.0 {
            for burst in 0..=most {
                let die = if looks_ahead && burst == most {
                    self.last_die(bursting.1)
                } else {
                    self.die(bursting.1, purposes[1])
                };
                out.bursting.push(die);
                if die.face < die.sides {
                    break;
                }
                out.burst = true;
            }
        }
        out
    }

    /// The same where only matters whether the total is above a number: while every possible roll is gone through, there are no more ways
    /// than that.
    pub fn throw_against(&mut self, throw: Throw, over: i32, purposes: [&str; 2]) -> Thrown {
        if let Some(explore) = self.explore.as_mut().filter(|explore| explore.lumps())
            && let Some(pick) = Pick::above(Lump { throw, over })
        {
            self.rolled += u64::from(throw.plain.0 + throw.bursting.0);
            let above = explore.take(pick).is_above();
            let lump = above.then_some(Lump { throw, over });
            return Thrown { lump, ..throw.dice_of(above::nearest(throw, over, above).unwrap_or(0)) };
        }
        self.throw(throw, purposes)
    }

    /// The same held against what other dice came to; with it, whether it is above that. Of those no more may be known than that they were
    /// above what they were thrown against: then the total says nothing, but whether it is above does.
    pub fn contest(&mut self, throw: Throw, (total, lump): (i32, Option<Lump>), purposes: [&str; 2]) -> (Thrown, bool) {
        let Some(lump) = lump else {
            let thrown = self.throw_against(throw, total, purposes);
            let above = thrown.total() > total;
            return (thrown, above);
        };
        let explore = self.explore.as_mut().expect("only an exploration knows so little of a total");
        self.rolled += u64::from(throw.plain.0 + throw.bursting.0);
        let above = explore.take(Pick::contest(throw, lump)).is_above();
        let near = above::nearest(throw, total, above).or_else(|| above::nearest(throw, total, !above));
        (throw.dice_of(near.unwrap_or(0)), above)
    }

    /// The die behind which no further burst is looked at.
    fn last_die(&mut self, sides: u16) -> Die {
        self.rolled += 1;
        let explore = self.explore.as_mut().expect("only an exploration ends early");
        Die { number: self.rolled, ..Die::new(sides, explore.pick(Pick::cut(sides))) }
    }

    /// One die as a term.
    pub fn term(&mut self, sides: u16, label: &'static str, rule: Rule) -> Trace {
        let die = self.die(sides, label);
        Trace::new(label, i32::from(die.face)).rolled(vec![die]).by(rule)
    }

    /// Puts faces at the end of the forced queue.
    pub fn force(&mut self, faces: impl IntoIterator<Item = Forced>, strict: bool) {
        self.forced.extend(faces.into_iter().map(|forced| forced.0));
        self.strict = strict;
    }

    /// Throws away forced faces that have not been used, and ends strictness.
    pub fn unforce(&mut self) {
        self.forced.clear();
        self.strict = false;
    }

    /// The forced faces that have not been used.
    pub fn unused(&self) -> Vec<Die> {
        self.forced.iter().copied().collect()
    }

    /// Whether every die must be among the forced ones.
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Whether an order may fail for its dice.
    pub fn is_forced(&self) -> bool {
        self.strict || !self.forced.is_empty()
    }

    /// How many dice were ever rolled.
    pub fn rolled(&self) -> u64 {
        self.rolled
    }

    /// The forced die that did not fit, if there was one: whatever was rolled since does not count.
    pub fn mismatch(&self) -> Option<&Mismatch> {
        self.mismatch.as_ref()
    }

    /// The state to be saved.
    pub fn state(&self) -> DiceState {
        DiceState {
            seed: self.stream.get_seed(),
            word: u64::try_from(self.stream.get_word_pos()).expect("a battle should not use up the stream"),
            forced: self.forced.iter().copied().collect(),
            strict: self.strict,
            rolled: self.rolled,
        }
    }

    /// Goes back to a saved state.
    pub fn restore(&mut self, state: &DiceState) {
        let (seed, word) = (self.stream.get_seed(), self.stream.get_word_pos());
        if seed != state.seed {
            self.stream = ChaCha8Rng::from_seed(state.seed);
        }
        if seed != state.seed || word != u128::from(state.word) {
            self.stream.set_word_pos(u128::from(state.word));
        }
        self.forced = state.forced.iter().copied().collect();
        self.strict = state.strict;
        self.rolled = state.rolled;
        self.mismatch = None;
    }

    /// From now on every roll takes what the exploration says, this many of it taken already, or its faces from a stream of its own.
    pub(crate) fn explore(&mut self, picks: Vec<Pick>, taken: usize, random: Option<u64>) {
        if let Some(seed) = random {
            self.stream = ChaCha8Rng::seed_from_u64(seed);
            self.forced.clear();
            self.strict = false;
        }
        self.explore = Some(Explore { picks, next: taken, random: random.is_some(), ..Explore::default() });
    }

    /// From now on every roll takes what is laid down, this much of it taken already, or its share as the so-manieth of a few samples.
    pub(crate) fn spread(&mut self, picks: Vec<Pick>, taken: usize, sample: u32) {
        self.explore(picks, taken, None);
        if let Some(explore) = &mut self.explore {
            explore.sample = Some(sample);
        }
    }

    /// Goes through every die by itself: to compare with.
    #[cfg(test)]
    pub(crate) fn one_by_one(&mut self) {
        if let Some(explore) = &mut self.explore {
            explore.one_by_one = true;
        }
    }

    /// Whether what is rolled is gone through instead, and nobody plays it.
    pub(crate) fn looks_ahead(&self) -> bool {
        self.explore.is_some()
    }

    /// How much of an exploration has been taken.
    pub(crate) fn taken(&self) -> usize {
        self.explore.as_ref().map_or(0, |explore| explore.next)
    }

    /// Leaves open which of so many ways is gone.
    pub(crate) fn choose(&mut self, of: usize) -> usize {
        let of = u16::try_from(of).unwrap_or(u16::MAX);
        let explore = self.explore.as_mut().expect("only an exploration leaves something open");
        usize::from(explore.pick(Pick::branch(of)))
    }

    /// Ends an exploration; what was taken.
    pub(crate) fn explored(&mut self) -> Vec<Pick> {
        self.explore.take().map(|explore| explore.picks).unwrap_or_default()
    }
}

impl Explore {
    /// Whether what makes no difference is not gone through.
    fn lumps(&self) -> bool {
        !self.random && !self.one_by_one
    }

    /// The value taken: the one that is laid down, else the first there is.
    fn pick(&mut self, first: Pick) -> u16 {
        self.take(first).value()
    }

    /// What a roll comes to, if it was taken together with one before it.
    fn taken_together(&mut self, pool: Pool) -> Option<u16> {
        let &(next, total) = self.together.front()?;
        if next != pool {
            self.together.clear();
            return None;
        }
        self.together.pop_front();
        Some(total)
    }

    /// What is to be taken next, if that is laid down.
    fn laid_down(&self) -> Option<Pick> {
        self.picks.get(self.next).copied()
    }

    fn take(&mut self, first: Pick) -> Pick {
        if self.next == self.picks.len() {
            let share = self.sample.map(|sample| picks::spread(sample, self.next));
            self.picks.push(share.map_or(first, |share| first.at(share)));
        }
        let pick = self.picks[self.next];
        self.next += 1;
        pick
    }
}

#[cfg(test)]
mod tests;
