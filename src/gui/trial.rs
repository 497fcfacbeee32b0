//! Battles that several tests of the table begin with.

use std::sync::Arc;

use super::Session;
use crate::battle::Battle;
use crate::level::Seat;
use crate::rules;

/// A rider beside her beast.
pub const STABLE: &str = r#"
name = "Stable"
ruleset = "essence"
map = '''
##########
#.a......#
#..bb..r.#
#..bb....#
##########
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada" }
"b" = { creature = "hound", side = "blue", name = "Bruin", size = "large", essence = { level = 4, str = 5, commanded_by = "Ada" } }
"r" = { creature = "brute", side = "red", name = "Rook" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// Two who walk, and two who lie hidden from them.
pub const DUSK: &str = r#"
name = "Dusk"
ruleset = "sol"
map = '''
##############
#............#
#.r...cc...h.#
#.....c......#
#.s........k.#
##############
'''
[legend]
"r" = { creature = "soldier", side = "red", name = "Rook" }
"s" = { creature = "soldier", side = "red", name = "Sable" }
"h" = { creature = "scout", side = "blue", name = "Zephyrine", hidden = true }
"k" = { creature = "stalker", side = "blue", name = "Quillon", hidden = true }
[[side]]
id = "red"
seat = "human"
[[side]]
id = "blue"
seat = "human"
"#;

/// A battle in which somebody has the first word.
pub fn begun(text: &str, who: &str) -> Session {
    let (level, _) = rules::read_level(text, "level").expect("a sound level");
    let ruleset = rules::by_key(&level.ruleset).expect("a known ruleset");
    let level = Arc::new(level);
    let battle = (1..50)
        .map(|seed| Battle::new(level.clone(), ruleset, seed).expect("a playable level"))
        .find(|battle| battle.active().is_some_and(|id| battle.name(id) == who))
        .expect("everybody begins with one of the seeds");
    let mut session = Session::new(battle, None, vec![Seat::Human; 2]);
    session.shown = session.battle.events().len();
    session
}
