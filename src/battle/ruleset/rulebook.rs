//! What a ruleset is called, its ledger, and the rules behind what shared code brings about.

use crate::battle::values::Rule;
use serde::{Deserialize, Serialize};

/// A fact that shared code brings about; the ruleset names the rules behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SharedFact {
    /// The fight is on.
    FightBegins,
    /// The level said what led to the fight.
    Prologue,
    /// A round begins.
    RoundBegins,
    /// A turn begins.
    TurnBegins,
    /// A turn ends.
    TurnEnds,
    /// An event of the level takes effect.
    EventFires,
    /// Terrain changes.
    TerrainChanges,
    /// Ground that changes comes down on who stands there.
    GroundFalls,
    /// Ground harms a creature that comes onto it or stays there.
    GroundHarms,
    /// Light changes.
    LightChanges,
    /// One roll of an event serves all it hits.
    HazardRolls,
    /// The round ends.
    RoundEnds,
    /// The fight ends.
    FightEnds,
    /// A creature arrives late.
    Arrives,
    /// The game master overrides something.
    Overrides,
}

/// One row of a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerRow {
    /// The rule's identifier.
    pub id: String,
    /// The section it stands in.
    pub section: String,
    /// The rule.
    pub text: String,
    /// Its worked example.
    pub check: String,
    /// Whether it brings something about or says what does not count.
    #[serde(default)]
    pub kind: RowKind,
}

/// What a row of a ledger says, and so how a scenario can prove it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    /// Something happens or counts by it: what is told of it cites the row.
    #[default]
    Effect,
    /// Something does not happen or does not count: nothing is told of it. An expectation that rests on the row proves it.
    Absence,
}

/// What a ruleset is called and what it rests on.
pub trait Rulebook {
    /// The key, as levels and the command line write it.
    fn key(&self) -> &'static str;
    /// The name people read.
    fn title(&self) -> &'static str;
    /// What it is like to play, in a line for those who choose one.
    fn pitch(&self) -> &'static str {
        ""
    }
    /// The ledger, in its own order.
    fn ledger(&self) -> &'static [LedgerRow];
    /// A number that changes whenever the ruleset's data does.
    fn content_hash(&self) -> u64;
    /// The rules behind a fact of shared code.
    fn cites(&self, fact: SharedFact) -> Vec<Rule>;
}
