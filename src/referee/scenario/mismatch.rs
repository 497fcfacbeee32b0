//! What is not as a scenario says it should be, and words that are not known.

use crate::battle::Refusal;

/// Something that is not as it should be, without its place.
#[derive(Debug)]
pub(super) struct Mismatch {
    pub(super) expected: String,
    pub(super) came: String,
}

impl Mismatch {
    pub(super) fn new(expected: impl Into<String>, came: impl Into<String>) -> Self {
        Self { expected: expected.into(), came: came.into() }
    }
}

/// A mistake in the scenario itself rather than in the game.
impl From<Refusal> for Mismatch {
    fn from(refusal: Refusal) -> Self {
        Self::new("names and forms that can be understood", refusal.message)
    }
}

/// A refusal with its code and rule.
pub(super) fn told(refusal: &Refusal) -> String {
    format!("refused with `{}`: {refusal}", refusal.code)
}

/// An unknown key, with the nearest known one.
pub(super) fn unknown<S: AsRef<str>>(key: &str, known: &[S]) -> Mismatch {
    let came = match crate::level::nearest(key, known) {
        Some(near) => format!("`{key}` is unknown; did you mean `{near}`?"),
        None => format!("`{key}` is unknown; known are {}", crate::level::suggest::list(known)),
    };
    Mismatch::new("keys that are known", came)
}
