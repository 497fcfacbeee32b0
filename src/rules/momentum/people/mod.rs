//! What people read and write: sheets, words, the game master.
pub(super) mod gm;
pub(super) mod lexicon;
pub(super) mod sheet;
