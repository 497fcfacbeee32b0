//! Dice: one seeded stream per battle, our own `die(n)`, forced faces in front, expressions such as `2d6+2`.
//!
//! May enter: rulesets, the engine. Never: a clock, a global generator, a float.

use std::collections::VecDeque;

use bevy::prelude::*;
use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};
use serde::{Deserialize, Serialize};

use crate::battle::{Die, Rule, Trace};

mod expression;

pub use expression::{Expression, ExpressionError};

/// A face that the next die must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Forced(pub Die);

impl From<Forced> for String {
    fn from(forced: Forced) -> Self {
        forced.0.to_string()
    }
}

impl TryFrom<String> for Forced {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl std::str::FromStr for Forced {
    type Err = String;

    /// Reads `d8:3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a forced die; write the size and the face, like `d8:3`");
        let (sides, face) = text
            .strip_prefix('d')
            .and_then(|rest| rest.split_once(':'))
            .ok_or_else(wrong)?;
        let sides: u16 = sides.parse().map_err(|_| wrong())?;
        let face: u16 = face.parse().map_err(|_| wrong())?;
        if sides == 0 || face == 0 || face > sides {
            return Err(format!("a d{sides} has no face {face}; forced die `{text}`"));
        }
        Ok(Self(Die::new(sides, face)))
    }
}

/// A forced queue that did not fit the dice that were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mismatch {
    /// Sides of the die that was asked for.
    pub asked: u16,
    /// What it was for.
    pub purpose: String,
    /// The forced die at the head of the queue; `None` when a strict queue was empty.
    pub forced: Option<Die>,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.forced {
            Some(die) => write!(
                f,
                "a d{} was asked for ({}), but the next forced die is a d{} showing {}",
                self.asked, self.purpose, die.sides, die.face
            ),
            None => write!(
                f,
                "a d{} was asked for ({}), but the strict queue of forced dice is empty",
                self.asked, self.purpose
            ),
        }
    }
}

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

/// Faces taken so far while every possible roll is gone through.
#[derive(Default)]
struct Explore {
    faces: Vec<Die>,
    next: usize,
    random: bool,
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
        Die {
            number: self.rolled,
            ..self.face(sides, purpose)
        }
    }

    /// The next face, as forced, explored or drawn.
    fn face(&mut self, sides: u16, purpose: &str) -> Die {
        if let Some(explore) = &mut self.explore
            && !explore.random
        {
            return explore.die(sides);
        }
        if self.mismatch.is_none() {
            match self.forced.front() {
                Some(&forced) if forced.sides == sides => {
                    self.forced.pop_front();
                    return forced;
                }
                None if !self.strict => {}
                forced => {
                    self.mismatch = Some(Mismatch {
                        asked: sides,
                        purpose: purpose.to_string(),
                        forced: forced.copied(),
                    });
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
    pub fn roll(&mut self, expression: &Expression, purpose: &str) -> Trace {
        let mut dice = Vec::new();
        let mut total = 0;
        for _ in 0..expression.count {
            let die = self.die(expression.sides, purpose);
            total += i32::from(die.face);
            dice.push(die);
        }
        let mut trace = Trace::new(purpose.to_string(), 0);
        if expression.count > 0 {
            trace.push(Trace::new(format!("{}d{}", expression.count, expression.sides), total).rolled(dice));
        }
        if expression.plus != 0 {
            trace.push(Trace::new("modifier", expression.plus));
        }
        trace
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
        self.stream = ChaCha8Rng::from_seed(state.seed);
        self.stream.set_word_pos(u128::from(state.word));
        self.forced = state.forced.iter().copied().collect();
        self.strict = state.strict;
        self.rolled = state.rolled;
        self.mismatch = None;
    }

    /// From now on every roll takes the faces of the exploration (or of a stream of its own).
    pub(crate) fn explore(&mut self, faces: Vec<Die>, random: Option<u64>) {
        if let Some(seed) = random {
            self.stream = ChaCha8Rng::seed_from_u64(seed);
            self.forced.clear();
            self.strict = false;
        }
        self.explore = Some(Explore {
            faces,
            next: 0,
            random: random.is_some(),
        });
    }

    /// Ends an exploration; the faces that were taken.
    pub(crate) fn explored(&mut self) -> Vec<Die> {
        self.explore.take().map(|explore| explore.faces).unwrap_or_default()
    }
}

impl Explore {
    fn die(&mut self, sides: u16) -> Die {
        if self.next == self.faces.len() {
            self.faces.push(Die::new(sides, 1));
        }
        let die = self.faces[self.next];
        self.next += 1;
        die
    }
}

/// The next set of faces to try, like an odometer; `None` when all have been tried.
pub(crate) fn advance(mut faces: Vec<Die>) -> Option<Vec<Die>> {
    while let Some(die) = faces.last_mut() {
        if die.face < die.sides {
            die.face += 1;
            return Some(faces);
        }
        faces.pop();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_vectors_hold() {
        let mut dice = Dice::new(1);
        let faces: Vec<u16> = [4, 6, 8, 10, 12, 20, 100, 6, 6, 6]
            .map(|sides| dice.die(sides, "test").face)
            .to_vec();
        insta::assert_compact_debug_snapshot!(faces, @"[2, 3, 4, 1, 10, 8, 67, 1, 4, 2]");
    }

    #[test]
    fn a_restored_stream_goes_on_where_it_was() {
        let mut dice = Dice::new(7);
        for _ in 0..13 {
            dice.die(6, "test");
        }
        let state = dice.state();
        let ahead: Vec<_> = (0..20).map(|_| dice.die(8, "test")).collect();
        let mut other = Dice::new(0);
        other.restore(&state);
        let again: Vec<_> = (0..20).map(|_| other.die(8, "test")).collect();
        assert_eq!(ahead, again);
    }

    #[test]
    fn a_forced_die_of_another_size_is_a_mismatch() {
        let mut dice = Dice::new(7);
        dice.force(["d8:3".parse().expect("a forced die")], false);
        dice.die(6, "aim");
        assert_eq!(
            dice.mismatch().expect("a mismatch").to_string(),
            "a d6 was asked for (aim), but the next forced die is a d8 showing 3"
        );
    }

    #[test]
    fn after_a_mismatch_dice_come_from_the_stream() {
        let mut dice = Dice::new(7);
        dice.force([], true);
        let faces: std::collections::BTreeSet<u16> = (0..200).map(|_| dice.die(6, "aim").face).collect();
        assert_eq!(faces.len(), 6, "whoever rolls until faces differ comes to an end");
        let first = dice.mismatch().expect("a mismatch").clone();
        dice.force(["d4:2".parse().expect("a forced die")], true);
        dice.die(8, "another");
        assert_eq!(dice.mismatch(), Some(&first), "the first one ended the order");
        assert_eq!(dice.unused().len(), 1, "and nothing forced is used after it");
    }

    #[test]
    fn every_set_of_faces_is_explored_once() {
        let mut faces = Some(Vec::new());
        let mut seen = std::collections::BTreeSet::new();
        while let Some(prefix) = faces {
            let mut dice = Dice::new(0);
            dice.explore(prefix, None);
            let first = dice.die(4, "test").face;
            let second = if first > 2 { dice.die(3, "test").face } else { 0 };
            seen.insert((first, second));
            faces = advance(dice.explored());
        }
        assert_eq!(seen.len(), 2 + 2 * 3);
    }

    #[test]
    fn each_face_comes_up() {
        let mut dice = Dice::new(3);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[usize::from(dice.die(6, "test").face - 1)] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
    }
}
