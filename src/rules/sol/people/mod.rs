//! For people: sheets, words, the game master's hand.

pub(super) mod gm;
pub(super) mod lexicon;
pub(super) mod sheet;
