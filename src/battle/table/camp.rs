//! Open ground between two battles: people stand close by, nothing runs. What the time does to them is reckoned there, as in a battle.

use bevy::prelude::World;

use super::battle::{Battle, StartError};
use crate::battle::ruleset::Ruleset;
use crate::grid::Square;
use crate::level::{self, SharedVocabulary, Vocabulary};

/// A world with nobody but these people in it, all of one side, under a ruleset. Its dice are nobody's: who rolls there brings dice.
///
/// # Errors
/// Whom the ruleset cannot start, in sentences; that nobody is there.
pub fn camp(people: &[level::Creature], ruleset: &'static dyn Ruleset) -> Result<World, StartError> {
    let edges = people.iter().map(|who| {
        let own = who.rules.get(ruleset.key());
        ruleset.edge(&who.kind, who.size, own).unwrap_or(1).max(1)
    });
    let widest = edges.max().unwrap_or(1);
    let across = (1..=people.len()).find(|&across| across * across >= people.len()).unwrap_or(1);
    let side = i16::try_from(across).unwrap_or(i16::MAX).saturating_mul(i16::from(widest));
    let mut ground = ground(usize::try_from(side).unwrap_or(1), ruleset.key());
    let lines = || (0..side).step_by(usize::from(widest));
    let mut squares = lines().flat_map(|y| lines().map(move |x| Square::new(x, y)));
    for who in people {
        let (at, side) = (squares.next().unwrap_or_default(), SIDE.to_owned());
        ground.creatures.push(level::Creature {
            at,
            side,
            elevation: None,
            arrives: None,
            called: false,
            ..who.clone()
        });
    }
    Battle::standing(ground.into(), ruleset)
}

/// The one side there.
const SIDE: &str = "camp";

/// Bare, bright ground, so many squares a side.
fn ground(side: usize, ruleset: &str) -> level::Level {
    let first = SharedVocabulary.rulesets().into_iter().next().unwrap_or_default();
    let row = ".".repeat(side);
    let rows = vec![row; side].join("\n");
    let text = format!(
        "name = \"Camp\"\nruleset = \"{first}\"\nmap = '''\n{rows}\n'''\n[[side]]\nid = \"{SIDE}\"\n[[creature]]\nname = \"Host\"\nkind = \"soldier\"\nside = \"{SIDE}\"\nat = [0, 0]\n"
    );
    let (mut level, _) = level::parse(&text, "camp", &SharedVocabulary).expect("bare ground should be a level");
    ruleset.clone_into(&mut level.ruleset);
    level.creatures.clear();
    level
}
