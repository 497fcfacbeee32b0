//! For people: the sheet, the game master, the words.
//!
//! Reading order: `sheet`, `gm`, `lexicon`.

pub(super) mod gm;
pub(super) mod lexicon;
pub(super) mod sheet;
