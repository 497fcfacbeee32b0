//! Level files: the TOML format, the compiled [`Level`], and everything that can be wrong with one.
//!
//! A level says what stands where, in the physical world's lengths and words. No ruleset's constants enter here, and
//! nothing here knows a window; what the rulesets know (kinds, words, overrides) is asked through [`Vocabulary`].
//! `docs/level-format.md` tells authors what they may write.
//!
//! Reading order:
//!
//! | file | what is in it |
//! |---|---|
//! | `model`, `things`, `happenings` | [`Level`]; what stands on its board; what happens and how it ends |
//! | `door`, `sky`, `manner` | doors; the weather; how the computer fights with whom |
//! | `cast` | others in places of a level |
//! | `code`, `diagnostic`, `report` | the mistakes, a finding, and where findings are gathered |
//! | `syntax`, `outline` | what is wrong with a text that is not TOML |
//! | `read`, `keys`, `words`, `suggest`, `overrides` | reading TOML values, each with its place |
//! | `compile` | the steps from text to level |
//! | `compiler`, `gathered` | what they share, and what they gather before all is known |
//! | `weather`, `rules`, `sides` | what holds for the whole level; options of rulesets; who fights |
//! | `catalog`, `define`, `damage`, `art`, `legend` | built-in and own terrains, objects, characters |
//! | `drawing`, `aligned`, `letters` | the map drawn: its characters, those that are off, those of other keyboards |
//! | `board`, `overlay`, `place` | squares, the further drawings, naming squares |
//! | `edge_kinds`, `edges` | what stands between squares |
//! | `people`, `names`, `name_rule`, `arrivals` | creatures and objects, and what they may be called |
//! | `events`, `triggers`, `goals` | what happens, how it ends |
//! | `check`, `creatures`, `idle`, `water`, `reach`, `waive` | the level as a whole; creatures under every ruleset; what does nothing |
//! | `limits`, `counted`, `long_keys`, `weight` | how much there may be of everything, and reading no more |
//! | `vocabulary`, `lint`, `schema` | what the rulesets know; `battlemat lint`; completion for editors |
//! | `file` | texts from files that are no larger than they can be meant |

mod aligned;
mod arrivals;
pub mod art;
mod board;
mod cast;
mod catalog;
mod check;
mod code;
mod compile;
mod compiler;
mod counted;
mod creatures;
mod damage;
mod define;
mod diagnostic;
mod door;
mod drawing;
mod edge_kinds;
mod edges;
mod events;
mod file;
mod gathered;
mod goals;
mod happenings;
mod idle;
mod keys;
mod legend;
mod letters;
mod limits;
mod lint;
mod long_keys;
mod manner;
mod manners;
mod model;
mod name_rule;
mod names;
mod outline;
mod overlay;
pub(crate) mod overrides;
mod people;
mod place;
mod reach;
pub(crate) mod read;
pub(crate) mod report;
mod rules;
mod schema;
mod sides;
mod sky;
pub(crate) mod suggest;
mod syntax;
mod things;
mod triggers;
mod vocabulary;
mod waive;
mod water;
mod weather;
mod weight;
mod words;

pub use self::cast::Naming;
pub use self::catalog::catalog_markdown;
pub use self::code::{Code, Severity};
pub use self::compile::Parsed;
pub(crate) use self::compile::with_document;
pub use self::diagnostic::{Counts, Diagnostic, Label, counted, first_error, render_errors};
pub use self::file::{LARGEST_LEVEL, read_text};
pub(crate) use self::limits::CREATURES as MOST_CREATURES;
pub(crate) use self::lint::read_checked;
pub use self::lint::{Checked, lint, lint_each, lint_files, load};
pub use self::long_keys::check_keys;
pub use self::model::*;
pub use self::name_rule::{check_name, is_same_name, one_line, plain_lines, without_number};
pub use self::schema::schema;
pub use self::suggest::nearest;
pub use self::vocabulary::{About, CONDITIONS, DAMAGE_WORDS, KINDS, Outfit, SharedVocabulary, Vocabulary};
pub(crate) use self::words::{SIZES, weather as weather_words};

/// Reads a level.
///
/// `file_name` only appears in the findings. The findings come in the order of the file.
///
/// # Errors
/// All findings, if one of them is an error. Never panics, whatever the text.
pub fn parse(text: &str, file_name: &str, vocabulary: &dyn Vocabulary) -> Parsed {
    compile::compile(text, file_name, vocabulary, compile::Scope::Own)
}
