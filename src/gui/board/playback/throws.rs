//! Dice in the air and on the table. They end on the faces that the event says; how they tumble until then is for the eye only.

use std::collections::BTreeSet;

use crate::battle::{Die, Event, Id, Trace};

/// How long dice tumble, in seconds at usual speed.
pub(in crate::gui) const TUMBLES: f32 = 0.4;
/// How long they lie afterwards, the fading included.
const LIES: f32 = 1.3;
/// How long they fade.
const FADES: f32 = 0.35;
/// How many are shown of one throw.
const MOST: usize = 12;

/// A die of a throw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tossed {
    /// The die and the face it ends on.
    pub die: Die,
    /// Whether it burst: it was thrown again, and both count.
    pub burst: bool,
    /// Whether it counts: of several that only one of is kept, the others do not.
    pub kept: bool,
}

/// Dice thrown together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Throw {
    /// Who threw them.
    pub who: Id,
    /// The dice.
    pub dice: Vec<Tossed>,
    /// Seconds since they were thrown, at usual speed.
    pub age: f32,
    /// Makes one throw tumble otherwise than another.
    pub seed: usize,
}

impl Throw {
    pub(in crate::gui) fn new(who: Id, seed: usize) -> Self {
        Self { who, dice: Vec::new(), age: 0.0, seed }
    }

    pub(in crate::gui) fn add(&mut self, dice: Vec<Tossed>) {
        self.dice.extend(dice);
        self.dice.truncate(MOST);
    }

    /// Whether they are still to be seen.
    pub(in crate::gui) fn lasts(&self) -> bool {
        self.age < TUMBLES + LIES
    }

    /// How much of the tumbling of one of the dice has passed, from 0 to 1: they come to rest one after the other.
    pub(crate) fn passed(&self, place: usize) -> f32 {
        let share = 1.0 - 0.3 * (self.dice.len() - 1 - place.min(self.dice.len() - 1)) as f32 / self.dice.len() as f32;
        (self.age / (TUMBLES * share)).clamp(0.0, 1.0)
    }

    /// The face that one of the dice shows now.
    pub(crate) fn face(&self, place: usize) -> u16 {
        let die = self.dice[place].die;
        let passed = self.passed(place);
        if passed > 0.86 {
            return die.face;
        }
        // Eight faces a tumble; never the same twice in a row where there is another.
        let turn = (passed * 8.0) as usize;
        let faces = usize::from(die.sides.max(1));
        let step = 1 + (self.seed + place) % (faces.max(2) - 1).max(1);
        ((self.seed * 7 + place * 5 + turn * step) % faces) as u16 + 1
    }

    /// How opaque they are.
    pub(crate) fn alpha(&self) -> f32 {
        ((TUMBLES + LIES - self.age) / FADES).clamp(0.0, 1.0)
    }
}

/// Which dice were told already, by their numbers: a number found from another carries its dice along.
#[derive(Default)]
pub(in crate::gui) struct Tosses(BTreeSet<u64>);

impl Tosses {
    /// The dice of an event that were not told before.
    pub(in crate::gui) fn fresh(&mut self, event: &Event) -> Vec<Tossed> {
        let mut out = Vec::new();
        if let Some(trace) = event.trace.as_deref() {
            self.gather(trace, &mut out);
        }
        out
    }

    fn gather(&mut self, trace: &Trace, out: &mut Vec<Tossed>) {
        for tossed in kept(trace) {
            if self.0.insert(tossed.die.number) {
                out.push(tossed);
            }
        }
        for term in &trace.terms {
            self.gather(term, out);
        }
    }
}

/// The dice of a roll, and which of them count.
fn kept(trace: &Trace) -> Vec<Tossed> {
    let tossed = trace.dice.iter().zip(trace.counting());
    tossed
        .map(|(&die, kept)| Tossed {
            die,
            burst: trace.ladder.as_ref().is_some_and(|ladder| ladder.burst(die.sides, die.face)),
            kept,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throw(dice: &[(u16, u16)]) -> Throw {
        let mut throw = Throw::new(Id(1), 17);
        throw.add(
            dice.iter().map(|&(sides, face)| Tossed { die: Die::new(sides, face), burst: false, kept: true }).collect(),
        );
        throw
    }

    #[test]
    fn a_die_ends_on_the_face_rolled() {
        for sides in [4, 6, 8, 10, 12, 20, 100] {
            for face in 1..=sides {
                let mut throw = throw(&[(sides, face), (6, 3)]);
                for age in [TUMBLES, TUMBLES + 0.5, TUMBLES + LIES] {
                    throw.age = age;
                    assert_eq!((throw.face(0), throw.face(1)), (face, 3), "d{sides} after {age}");
                }
            }
        }
    }

    #[test]
    fn a_tumbling_die_shows_only_faces_it_has() {
        let mut throw = throw(&[(4, 2), (20, 7), (1, 1)]);
        let mut seen = BTreeSet::new();
        for step in 0..40 {
            throw.age = TUMBLES * step as f32 / 40.0;
            for place in 0..3 {
                let (face, sides) = (throw.face(place), throw.dice[place].die.sides);
                assert!((1..=sides).contains(&face), "{face} on a d{sides}");
            }
            seen.insert(throw.face(1));
        }
        assert!(seen.len() > 3, "it tumbles: {seen:?}");
    }

    #[test]
    fn of_two_dice_of_which_one_is_kept_the_other_does_not_count() {
        let die = |face| Die::new(20, face);
        let kept_of = |trace: &Trace| kept(trace).iter().map(|tossed| tossed.kept).collect::<Vec<_>>();
        assert_eq!(kept_of(&Trace::new("d20", 10).rolled(vec![die(13), die(10)])), [false, true]);
        assert_eq!(kept_of(&Trace::new("3d12", 17).rolled(vec![die(5), die(12), die(3)])), [true, true, false]);
        assert_eq!(kept_of(&Trace::new("2d20", 23).rolled(vec![die(13), die(10)])), [true, true]);
    }

    #[test]
    fn dice_fade_and_are_gone() {
        let mut throw = throw(&[(6, 2)]);
        assert!((throw.alpha() - 1.0).abs() < 0.001);
        throw.age = TUMBLES + LIES + 0.01;
        assert!(!throw.lasts() && throw.alpha() < 0.001);
    }
}
