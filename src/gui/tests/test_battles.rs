//! Battles that tests of the table begin with, and what they do first.

use std::sync::Arc;

use super::super::session::Session;
use crate::battle::{Battle, Id, Names, Offer, Ruleset};
use crate::level::{Level, Seat};
use crate::rules;

/// A rider beside her beast.
pub(in crate::gui) const STABLE: &str = r#"
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
"#;

/// Two who walk, and two who lie hidden from them.
pub(in crate::gui) const DUSK: &str = r#"
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
"#;

/// One who can open herself to two, and hits whatever she strikes at.
pub(in crate::gui) const BETWEEN: &str = r#"
ruleset = "vigor"
map = '''
#########
#.......#
#..gvu..#
#.......#
#########
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera", vigor = { agility = 60 } }
"g" = { creature = "brute", side = "red", name = "Gar" }
"u" = { creature = "scout", side = "red", name = "Una" }
"#;

/// A level of people that is written without what all of them have in common: a name, and a person at each side, in the order in which
/// somebody of them is named.
fn whole(text: &str) -> String {
    if text.contains("[[side]]") {
        return text.to_owned();
    }
    let mut sides: Vec<&str> = Vec::new();
    for words in text.split("side = \"").skip(1) {
        let side = words.split('"').next().expect("a side has a name");
        if !sides.contains(&side) {
            sides.push(side);
        }
    }
    let people = sides.iter().map(|side| format!("[[side]]\nid = \"{side}\"\nseat = \"human\"\n"));
    format!("name = \"Trial\"{text}{}", people.collect::<String>())
}

/// A level and the ruleset it is played by.
pub(in crate::gui) fn level(text: &str) -> (Arc<Level>, &'static dyn Ruleset) {
    let (level, _) = rules::read_level(&whole(text), "level").expect("a sound level");
    let ruleset = rules::by_key(&level.ruleset).expect("a known ruleset");
    (Arc::new(level), ruleset)
}

/// A battle in which somebody has the first word.
pub(in crate::gui) fn begun(text: &str, who: &str) -> Session {
    let (level, ruleset) = level(text);
    let battle = (1..50)
        .map(|seed| Battle::new(level.clone(), ruleset, seed).expect("a playable level"))
        .find(|battle| battle.active().is_some_and(|id| battle.name(id) == who))
        .expect("everybody begins with one of the seeds");
    let mut session = Session::new(battle, None, vec![Seat::Human; 2]);
    session.shown = session.battle.events().len();
    session
}

/// Somebody or something of that name.
pub(in crate::gui) fn find(session: &Session, name: &str) -> Id {
    let cast = session.battle.world().resource::<Names>();
    cast.find(name).expect("somebody of that name")
}

/// Chooses what is first on the list of what is wanted.
pub(in crate::gui) fn pick(session: &mut Session, wanted: impl Fn(&Offer) -> bool) -> Offer {
    let offer = session.offers().iter().find(|offer| wanted(offer)).cloned();
    let offer = offer.expect("it is on the list");
    session.pick(offer.clone());
    offer
}

/// Gives an order as the referee reads it; all that comes of it has been shown.
pub(in crate::gui) fn order(session: &mut Session, text: &str) {
    let order = serde_json::from_str(text).expect("an order should read");
    let order = crate::referee::names::order(&session.battle, order).expect("names of the level");
    session.submit(&order).expect("a legal order");
    session.shown = session.battle.events().len();
}
