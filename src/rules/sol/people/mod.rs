//! For people: sheets, words, the game master's hand.

pub mod gm;
pub mod lexicon;
pub mod sheet;
