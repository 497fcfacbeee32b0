//! For people: the sheet, the game master, the words.
//!
//! Reading order: `sheet`, `gm`, `lexicon`.

pub mod gm;
pub mod lexicon;
pub mod sheet;
