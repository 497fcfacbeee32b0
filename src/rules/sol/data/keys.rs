//! What can be written for this ruleset, which readers of stat blocks, checks of levels and the reference go by; words with a meaning.

use std::sync::LazyLock;

use super::ledger::DATA;
use super::stats::Posture;
use crate::level::Size;
use crate::rules::glossary::Glossary;

/// What can be written for this ruleset.
pub(crate) static WORDS: &LazyLock<Glossary> = &DATA.words;

/// The Sizes by their words.
pub(super) const SIZES: [(&str, Size); 6] = [
    ("tiny", Size::Tiny),
    ("small", Size::Small),
    ("medium", Size::Medium),
    ("large", Size::Large),
    ("huge", Size::Huge),
    ("colossal", Size::Colossal),
];

/// The postures by their words.
pub(super) const POSTURES: [(&str, Posture); 3] =
    [("standing", Posture::Standing), ("crouching", Posture::Crouching), ("prone", Posture::Prone)];
