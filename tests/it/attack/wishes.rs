//! What may be wished of the referee, by chance: sense, and what is near enough to sense to get deep into the program.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::played;

/// A request that is still to be made definite.
#[derive(Clone, Debug)]
pub(super) enum Wish {
    Load {
        level: usize,
        ruleset: usize,
        seed: u64,
        dice: Vec<String>,
        strict: bool,
    },
    /// One of the legal orders or answers.
    Legal {
        pick: usize,
        with: &'static str,
    },
    /// An order that is perhaps none.
    Order {
        cmd: &'static str,
        kind: &'static str,
        who: usize,
        whom: usize,
        what: usize,
        at: (i32, i32),
    },
    Gm {
        kind: usize,
        who: usize,
        word: usize,
        value: i64,
        at: (i32, i32),
    },
    TakeBack {
        back: usize,
        by: usize,
    },
    Undo,
    Save,
    Restore {
        which: usize,
    },
    /// A save with something in it changed.
    RestoreDamaged {
        which: usize,
        place: prop::sample::Index,
        value: i64,
    },
    Replay,
    Look {
        kind: usize,
        who: usize,
        number: u64,
        at: (i32, i32),
    },
    Dice {
        faces: Vec<String>,
        strict: bool,
        clear: bool,
    },
    Text(String),
}

/// Numbers that are near to sense, and such as are not.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -2_i64..30,
        1 => prop::sample::select(vec![i64::MIN, i64::MAX, -1_000_001, 10_000, 10_001, i64::from(i32::MAX), i64::from(i32::MIN), 1 << 40]),
    ]
}

fn square() -> impl Strategy<Value = (i32, i32)> {
    prop_oneof![
        6 => (-1_i32..14, -1_i32..9),
        1 => prop::sample::select(vec![(i32::from(i16::MAX), 0), (i32::from(i16::MIN), i32::from(i16::MIN)), (70_000, 3)]),
    ]
}

fn faces() -> impl Strategy<Value = Vec<String>> {
    let die = (prop::sample::select(vec![1, 4, 6, 8, 10, 12, 20, 100]), 1_u16..200)
        .prop_map(|(sides, face)| format!("d{sides}:{}", face.min(sides)));
    prop::collection::vec(die, 0..4)
}

pub(super) fn wishes() -> BoxedStrategy<Wish> {
    let load = (0_usize..12, 0..=played().len(), any::<u64>(), faces(), any::<bool>())
        .prop_map(|(level, ruleset, seed, dice, strict)| Wish::Load { level, ruleset, seed, dice, strict });
    // To foresee takes longest by far.
    let with = prop_oneof![30 => Just("order"), 4 => Just("check"), 4 => Just("aim"), 1 => Just("forecast")];
    let legal = (any::<usize>(), with).prop_map(|(pick, with)| Wish::Legal { pick, with });
    let cmd = prop_oneof![5 => Just("order"), 4 => Just("check"), 4 => Just("aim"), 1 => Just("forecast")];
    let order = (
        cmd,
        prop::sample::select(vec!["move", "path", "act", "act", "act", "end_turn", "answer"]),
        any::<usize>(),
        any::<usize>(),
        any::<usize>(),
        square(),
    )
        .prop_map(|(cmd, kind, who, whom, what, at)| Wish::Order { cmd, kind, who, whom, what, at });
    let gm = (any::<usize>(), any::<usize>(), any::<usize>(), number(), square())
        .prop_map(|(kind, who, word, value, at)| Wish::Gm { kind, who, word, value, at });
    let damaged = (any::<usize>(), any::<prop::sample::Index>(), number())
        .prop_map(|(which, place, value)| Wish::RestoreDamaged { which, place, value });
    let look = (any::<usize>(), any::<usize>(), any::<u64>(), square())
        .prop_map(|(kind, who, number, at)| Wish::Look { kind, who, number, at });
    let dice = (faces(), prop::bool::weighted(0.2), any::<bool>()).prop_map(|(faces, strict, clear)| Wish::Dice {
        faces,
        strict,
        clear,
    });
    prop_oneof![
        1 => load,
        30 => legal,
        14 => order,
        14 => gm,
        3 => (0_usize..6, 0_usize..4).prop_map(|(back, by)| Wish::TakeBack { back, by }),
        4 => Just(Wish::Undo),
        2 => Just(Wish::Save),
        2 => any::<usize>().prop_map(|which| Wish::Restore { which }),
        1 => damaged,
        1 => Just(Wish::Replay),
        12 => look,
        3 => dice,
        2 => any::<String>().prop_map(Wish::Text),
    ]
    .boxed()
}

/// Changes a number, a text or a list somewhere in a save; says whether anything is different then.
pub(super) fn damage(save: &mut Value, place: prop::sample::Index, value: i64) -> bool {
    fn count(value: &Value) -> usize {
        1 + match value {
            Value::Array(list) => list.iter().map(count).sum(),
            Value::Object(table) => table.values().map(count).sum(),
            _ => 0,
        }
    }
    fn visit<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
        if *left == 0 {
            return Some(value);
        }
        *left -= 1;
        match value {
            Value::Array(list) => list.iter_mut().find_map(|value| visit(value, left)),
            Value::Object(table) => table.values_mut().find_map(|value| visit(value, left)),
            _ => None,
        }
    }
    let mut left = place.index(count(save));
    let Some(there) = visit(save, &mut left) else {
        return false;
    };
    let new = if there.is_number() { json!(value) } else { Value::Null };
    let differs = *there != new;
    *there = new;
    differs
}
