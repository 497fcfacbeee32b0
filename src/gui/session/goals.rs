//! Where the goals are on the board: the ground that is to be held or left by, and those who are wanted, must live or must get away.

use std::collections::BTreeMap;

use super::Session;
use crate::battle::{ById, Creature, Holding, Id, Map, Names, SideId, Stake, carrier_of, on_map, stakes};
use crate::grid::Square;
use crate::level::{Goal, Level, Trigger};

/// A part of the board that a goal is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::gui) struct Ground {
    /// Its squares, sorted.
    pub squares: Vec<Square>,
    /// What it is, and how far the goal is.
    pub words: String,
    /// The side whose goal it is.
    pub side: Option<SideId>,
}

/// Why a creature or thing has a star.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gui) enum Star {
    /// Its fall is what a side wants.
    Wanted(SideId),
    /// Its fall loses the fight for a side.
    MustLive(SideId),
    /// A side wants it to get away, or to be carried away.
    MustLeave(SideId),
}

impl Star {
    /// In a few words.
    pub(in crate::gui) fn words(self, level: &Level) -> String {
        let name = |side: SideId| level.sides.get(usize::from(side.0)).map_or("", |side| side.name.as_str());
        match self {
            Self::Wanted(side) => format!("{} must take it out", name(side)),
            Self::MustLive(side) => format!("Must live, or {} loses", name(side)),
            Self::MustLeave(side) => format!("{} must get it out by an exit", name(side)),
        }
    }
}

/// The side of a level with this id.
fn side_of(level: &Level, id: &str) -> Option<SideId> {
    let place = level.sides.iter().position(|side| side.id == id)?;
    u8::try_from(place).ok().map(SideId)
}

/// Everybody and everything that has a star, as far as the viewer knows of them.
pub(in crate::gui) fn stars(session: &Session) -> BTreeMap<Id, Star> {
    let world = session.battle.world();
    let level = session.battle.level();
    let names = world.resource::<Names>();
    let mut out = BTreeMap::new();
    for goal in level.goals.iter().flat_map(Goal::leaves) {
        let Some(side) = goal.side().and_then(|id| side_of(level, id)) else { continue };
        let (those, star): (Vec<Id>, _) = match goal {
            Goal::Eliminate { targets, .. } => {
                (targets.iter().filter_map(|name| names.find(name)).collect(), Star::Wanted(side))
            }
            Goal::Protect { creature, .. } => (names.find(creature).into_iter().collect(), Star::MustLive(side)),
            Goal::Escape { who, .. } => {
                (who.iter().filter_map(|name| names.find(name)).collect(), Star::MustLeave(side))
            }
            // Who has it has the star.
            Goal::CarryOut { object, .. } => {
                let it = carrier_of(world, object).or_else(|| names.find(object));
                (it.into_iter().collect(), Star::MustLeave(side))
            }
            _ => continue,
        };
        for id in those {
            let here = world.part::<Creature>(id).is_none() || on_map(world).any(|other| other == id);
            if here && session.sees(id) {
                out.entry(id).or_insert(star);
            }
        }
    }
    out
}

/// All grounds of goals, the viewer's first.
pub(in crate::gui) fn grounds(session: &Session) -> Vec<Ground> {
    let world = session.battle.world();
    let level = session.battle.level();
    let stakes = stakes(world);
    let mut out: Vec<Ground> = Vec::new();
    let mut exits: Option<Vec<Square>> = None;
    for (goal, stake) in level.goals.iter().zip(&stakes) {
        for leaf in goal.leaves() {
            let side = leaf.side().and_then(|id| side_of(level, id));
            let of_leaf = Some(stake).filter(|_| std::ptr::eq(leaf, goal)).and_then(|stake: &Stake| stake.progress);
            let (squares, words) = match leaf {
                Goal::Hold { zone, rounds, .. } => {
                    let held = &world.resource::<Holding>().0;
                    let held = side.and_then(|side| held.get(&(side, zone.clone())).copied()).unwrap_or(0);
                    let Some(squares) = level.zones.get(zone) else { continue };
                    let words = format!("{} {}/{rounds}", zone.replace(['_', '-'], " "), held.min(*rounds));
                    (squares.clone(), words)
                }
                Goal::Escape { .. } | Goal::CarryOut { .. } => {
                    let all = exits.get_or_insert_with(|| way_out(world.resource::<Map>()));
                    let count = of_leaf.map_or(String::new(), |(now, all)| format!(" {now}/{all}"));
                    (all.clone(), format!("way out{count}"))
                }
                _ => continue,
            };
            let mut squares: Vec<Square> = squares;
            squares.sort_unstable();
            if squares.is_empty() {
                continue;
            }
            match out.iter_mut().find(|other| other.squares == squares) {
                Some(other) if other.words == words => {}
                Some(other) => other.words = format!("{} \u{b7} {words}", other.words),
                None => out.push(Ground { squares, words, side }),
            }
        }
    }
    out.sort_by_key(|ground| ground.side != Some(session.viewer));
    out
}

/// The squares by which one leaves the map.
fn way_out(map: &Map) -> Vec<Square> {
    map.cells().iter().filter(|(_, cell)| cell.exit).map(|(at, _)| at).collect()
}

/// Whether a zone means something to the players: a goal is about it, or something that is announced.
pub(in crate::gui) fn is_told(level: &Level, zone: &str) -> bool {
    is_goal(level, zone) || {
        let entered = |trigger: &Trigger| matches!(trigger, Trigger::Enters { zone: other, .. } if other == zone);
        let told = level.events.iter().filter(|event| !event.secret && !event.text.is_empty());
        told.into_iter().any(|event| event.when.any(&entered))
    }
}

/// Whether a goal is about a zone.
pub(in crate::gui) fn is_goal(level: &Level, zone: &str) -> bool {
    let mut leaves = level.goals.iter().flat_map(Goal::leaves);
    leaves.any(|goal| matches!(goal, Goal::Hold { zone: other, .. } if other == zone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::session::square_words;
    use crate::gui::tests::test_battles::{begun, find};

    const VALVE: &str = r#"
name = "Trial"
ruleset = "sol"
map = '''
##########
#.v....r.#
#........#
#...w....#
##########
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera" }
"w" = { creature = "soldier", side = "blue", name = "Wim" }
"r" = { creature = "brute", side = "red", name = "Rook" }
[zone]
valve = { from = [3, 1], to = [4, 1] }
trap = [[6, 3]]
plate = [[7, 3]]
[[area]]
squares = [[8, 2]]
exit = true
[[goal]]
side = "blue"
win = { hold = "valve", rounds = 3 }
[[goal]]
side = "blue"
win = { eliminate = ["Rook"] }
[[goal]]
side = "blue"
protect = "Wim"
[[goal]]
side = "red"
win = { escape = 1 }
[[event]]
when = { enters = { zone = "trap" } }
text = "A click."
secret = true
[[event]]
when = { enters = { zone = "plate" } }
text = "The floor gives."
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

    #[test]
    fn the_ground_of_goals_is_known_with_its_count_and_who_is_wanted_or_must_live_has_a_star() {
        let session = begun(VALVE, "Vera");
        let grounds = grounds(&session);
        let told: Vec<(&str, usize)> =
            grounds.iter().map(|ground| (ground.words.as_str(), ground.squares.len())).collect();
        assert_eq!(told, [("valve 0/3", 2), ("way out 0/1", 1)]);
        let stars = stars(&session);
        let of = |name: &str| stars.get(&find(&session, name)).copied();
        assert_eq!(of("Rook"), Some(Star::Wanted(SideId(0))));
        assert_eq!(of("Wim"), Some(Star::MustLive(SideId(0))));
        assert_eq!(of("Vera"), None);
    }

    #[test]
    fn only_zones_that_mean_something_to_a_player_are_told() {
        let session = begun(VALVE, "Vera");
        let level = session.battle.level();
        let told: Vec<&str> = level.zones.keys().map(String::as_str).filter(|zone| is_told(level, zone)).collect();
        assert_eq!(told, ["plate", "valve"]);
        let words = |x, y| square_words::words(&session, Square::new(x, y)).join(" ");
        assert!(words(3, 1).contains("valve") && words(7, 3).contains("plate"));
        assert!(!words(6, 3).contains("trap"), "{}", words(6, 3));
    }
}
