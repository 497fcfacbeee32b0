//! The game without a window: the JSON-lines protocol, scenarios, simulated battles, replays, coverage of the rules.
//!
//! May enter: whatever drives a battle from outside and reads what came of it. Never: a rule, a window.
//!
//! Reading order:
//!
//! | file | what is in it |
//! |---|---|
//! | `names` | names of creatures, objects, sides, events wherever identities are |
//! | `state`, `board`, `log` | the battle as JSON; the board; its events as lines |
//! | `view` | forecasts, decisions, offers as JSON |
//! | `request`, `answers`, `seated` | what can be asked, and what is answered: to the referee, to a side |
//! | `travel` | a campaign, as the referee or a side may see it |
//! | `protocol` | requests and replies, a line each |
//! | `schema` | the JSON schema of both |
//! | `scenario` | scenario files: what is done, what must then be true |
//! | `coverage` | which rules took effect where |
//! | `reference` | every word that can be written, to be looked up |
//! | `plan`, `sim`, `tally` | whole battles by the computer, and what many of them came to |
//! | `arena` | players against each other: who wins, and how they behave |
//! | `campaigns` | campaigns: as lines, and played by the computer |
//! | `replay`, `report` | saves played again; reports of mistakes |

mod answers;
pub mod arena;
mod board;
pub mod campaigns;
pub mod coverage;
pub mod eyes;
pub mod log;
pub mod names;
pub mod plan;
pub mod protocol;
pub mod reference;
mod renumber;
pub mod replay;
pub mod report;
mod request;
pub mod scenario;
pub mod schema;
mod seat;
mod seated;
pub mod sim;
pub mod stages;
pub mod state;
pub mod tally;
mod travel;
pub mod view;
