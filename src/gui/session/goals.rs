//! Where the goals are on the board: the ground that is to be held or left by, and those who are wanted, must live or must get away.

use std::collections::BTreeMap;

use super::Session;
use super::marks::{Ground, Marks, Star};
use crate::battle::{ById, Creature, Id, Names, Stake, carrier_of, on_map, stakes};
use crate::level::Goal;

impl Star {
    /// In a few words.
    pub(in crate::gui) fn words(self, session: &Session) -> String {
        match self {
            Self::Wanted(side) => format!("{} must take it out", session.side_name(side)),
            Self::MustLive(side) => format!("Must live, or {} loses", session.side_name(side)),
            Self::MustLeave(side) => format!("{} must get it out by an exit", session.side_name(side)),
        }
    }
}

impl Session {
    /// Where the goals are; worked out once for each change of the battle or of the viewer.
    pub(in crate::gui) fn marks(&self) -> &Marks {
        self.marks.get_or_init(|| {
            let stakes = stakes(self.battle.world());
            Marks { stars: stars(self, &stakes), grounds: grounds(self, &stakes) }
        })
    }
}

fn stars(session: &Session, stakes: &[Stake]) -> BTreeMap<Id, Star> {
    let world = session.battle.world();
    let names = world.resource::<Names>();
    let mut out = BTreeMap::new();
    for stake in stakes.iter().flat_map(leaves) {
        let Some(side) = stake.side else { continue };
        let (those, star): (Vec<Id>, _) = match &stake.goal {
            Goal::Eliminate { targets, .. } => {
                (targets.iter().filter_map(|name| names.find(name)).collect(), Star::Wanted(side))
            }
            Goal::Protect { creature, .. } => (names.find(creature).into_iter().collect(), Star::MustLive(side)),
            Goal::Escape { who, .. } => {
                (who.iter().filter_map(|name| names.find(name)).collect(), Star::MustLeave(side))
            }
            // While a creature carries the thing, the star is the carrier's.
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

fn grounds(session: &Session, stakes: &[Stake]) -> Vec<Ground> {
    let mut out: Vec<Ground> = Vec::new();
    for stake in stakes {
        for leaf in leaves(stake) {
            let count = leaf.progress.map_or_else(String::new, |(now, all)| format!(" {now}/{all}"));
            let words = match &leaf.goal {
                Goal::Hold { zone, .. } => format!("{}{count}", zone.replace(['_', '-'], " ")),
                Goal::Escape { .. } | Goal::CarryOut { .. } if stake.parts.is_empty() => format!("way out{count}"),
                Goal::Escape { .. } | Goal::CarryOut { .. } => "way out".to_owned(),
                _ => continue,
            };
            let mut squares = leaf.squares.clone();
            squares.sort_unstable();
            if squares.is_empty() {
                continue;
            }
            match out.iter_mut().find(|other| other.squares == squares) {
                Some(other) if other.words == words => {}
                // Two sides that want the same ground are told apart by the name of the second.
                Some(other) if other.side != leaf.side => {
                    let whose = leaf.side.map_or("all", |side| session.side_name(side));
                    other.words = format!("{} \u{b7} {whose}: {words}", other.words);
                }
                Some(other) => other.words = format!("{} \u{b7} {words}", other.words),
                None => out.push(Ground { squares, words, side: leaf.side }),
            }
        }
    }
    out.sort_by_key(|ground| ground.side != Some(session.viewer));
    out
}

/// The goals that a goal is joined from, through all depths; else the goal itself.
fn leaves(stake: &Stake) -> Vec<&Stake> {
    if stake.parts.is_empty() { vec![stake] } else { stake.parts.iter().flat_map(leaves).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{SideId, zones_told};
    use crate::grid::Square;
    use crate::gui::session::square_words;
    use crate::gui::tests::test_battles::{begun, find};

    const VALVE: &str = r#"
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
"#;

    #[test]
    fn the_ground_of_goals_is_known_with_its_count_and_who_is_wanted_or_must_live_has_a_star() {
        let session = begun(VALVE, "Vera");
        let marks = session.marks();
        let told: Vec<(&str, usize)> =
            marks.grounds.iter().map(|ground| (ground.words.as_str(), ground.squares.len())).collect();
        assert_eq!(told, [("valve 0/3", 2), ("way out 0/1", 1)]);
        let of = |name: &str| marks.stars.get(&find(&session, name)).copied();
        assert_eq!(of("Rook"), Some(Star::Wanted(SideId(0))));
        assert_eq!(of("Wim"), Some(Star::MustLive(SideId(0))));
        assert_eq!(of("Vera"), None);
    }

    #[test]
    fn a_ground_that_two_sides_want_tells_whose_count_is_whose() {
        let both = "[[goal]]\nside = \"red\"\nwin = { hold = \"valve\", rounds = 4 }\n[[event]]";
        let session = begun(&VALVE.replacen("[[event]]", both, 1), "Vera");
        let words = &session.marks().grounds[0].words;
        assert_eq!(*words, format!("valve 0/3 \u{b7} {}: valve 0/4", session.side_name(SideId(1))));
    }

    #[test]
    fn only_zones_that_mean_something_to_a_player_are_told() {
        let session = begun(VALVE, "Vera");
        let told: Vec<String> = zones_told(session.battle.world()).into_keys().collect();
        assert_eq!(told, ["plate", "valve"]);
        let words = |x, y| square_words::words(&session, Square::new(x, y)).join(" ");
        assert!(words(3, 1).contains("valve") && words(7, 3).contains("plate"));
        assert!(!words(6, 3).contains("trap"), "{}", words(6, 3));
    }
}
