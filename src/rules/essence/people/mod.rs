//! For people: the sheet, the game master, the words; and the bot that draws by lot.
//!
//! Reading order: `sheet`, `gm`, `lexicon`, `draw`.

pub mod draw;
pub mod gm;
pub mod lexicon;
pub mod sheet;
