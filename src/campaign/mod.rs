//! Campaigns: battles that follow one another, and the people who go through them. `docs/campaigns.md` tells authors what they may write.
//!
//! May enter: whatever joins whole battles. Never: a rule, a window. What outlasts a battle is the ruleset's
//! ([`crate::battle::Continuity`]).
//!
//! Reading order:
//!
//! | file | what is in it |
//! |---|---|
//! | `model` | [`Campaign`] and its parts |
//! | `keys`, `read`, `check` | from text to campaign: each table, and what they say of each other |
//! | `load`, `schema` | files with their levels, `battlemat lint`; completion for editors |
//! | `roster` | who is there, and in which state |
//! | `party` | what each is asked between two battles, and what that time does to them |
//! | `journey` | a campaign being played, from battle to battle |
//! | `figure` | one of the roster as it would stand on a board now |
//! | `save` | journeys in files, and played again |

mod check;
mod figure;
mod journey;
mod keys;
mod load;
mod model;
mod party;
mod read;
mod roster;
mod save;
mod schema;

pub use self::journey::{Journey, Leg, Stage};
pub(crate) use self::load::parse_link;
pub use self::load::{Loaded, Parsed, find_beside, is_one, lint_files, load, parse, read_file};
pub use self::model::{Campaign, Ending, Link, Stop, Test, Way};
pub(crate) use self::party::Party;
pub use self::party::{LinkChoice, Question};
pub(crate) use self::roster::leaves;
pub use self::roster::{Person, State};
pub use self::save::{CampaignSave, Restored};
pub use self::schema::schema;
