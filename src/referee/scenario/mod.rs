//! Scenario files: a level, what is ordered with which dice, and what must then be true.
//!
//! | file | what is in it |
//! |---|---|
//! | `form` | the TOML format |
//! | `board` | from a drawing and a table of creatures to the text of a level |
//! | `run` | plays a scenario |
//! | `scene` | the battle, and what was found out about it so far |
//! | `step` | carries one step out |
//! | `link` | the time between two battles as a step, and what must be true of who lives through it |
//! | `played` | a turn or an answer that a puzzle's player plays |
//! | `expect`, `people`, `facts` | what must be true: of the battle, of creatures, of what happened |
//! | `compare` | values of the file, and how they are held against what came |
//! | `mismatch` | what is not as it should be, and words that are not known |
//! | `words` | whether what is named there can be meant at all |
//! | `refusal` | the same of orders that are to be refused |
//! | `report` | `battlemat test`: files, a line per scenario, the count |
//! | `suggest` | what a scenario could state of a rule that it only names |
//! | `write` | a battle that was played, as a scenario |

mod board;
mod compare;
mod expect;
mod facts;
mod form;
mod link;
mod mismatch;
mod people;
mod played;
mod refusal;
mod report;
mod run;
mod scene;
mod step;
mod suggest;
mod turn_order;
mod words;
mod write;

pub use form::{Problem, Scenario, read};
pub(super) use report::files_of;
pub use report::{Outcome, files, run_files, test_files};
pub use run::{Failure, Played, When, play};
pub use suggest::Suggestion;
pub use write::of_report;
