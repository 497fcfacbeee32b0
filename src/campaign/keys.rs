//! The keys of each table of the file format. The reader refuses every other key; a test holds the JSON schema to the same lists.

/// The campaign itself.
pub(super) const CAMPAIGN: &[&str] = &["name", "about", "ruleset", "side", "member", "battle", "link", "ending"];

/// `[[member]]`; rulesets' names may stand here too.
pub(super) const MEMBER: &[&str] = &["name", "kind", "side", "size", "height", "light", "items"];

/// `[[battle]]`.
pub(super) const BATTLE: &[&str] = &["id", "level", "as", "takes", "then"];

/// `takes` of a battle.
pub(super) const TAKES: &[&str] = &["must", "up_to"];

/// A way of `then`.
pub(super) const WAY: &[&str] = &["if", "to", "by", "text"];

/// `if` of a way.
pub(super) const TEST: &[&str] = &["won", "lost", "alive", "dead", "fled"];

/// `[[link]]`; rulesets' names may stand here too.
pub(super) const LINK: &[&str] = &["id", "text", "hours", "rest", "offers"];

/// `[[ending]]`.
pub(super) const ENDING: &[&str] = &["id", "text"];
