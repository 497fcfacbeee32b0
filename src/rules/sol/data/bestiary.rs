//! The stat blocks of the shared kinds, and what a level changes in them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::ledger::DATA;
use super::{
    block::{Mustered, Shared},
    entries::{Keyed, entries},
    overrides::{self, Complaint, Draft},
    stats::*,
};
use crate::battle::Outline;
use crate::level::Size;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    attack: BTreeMap<String, toml::Table>,
    action: BTreeMap<String, toml::Table>,
    reaction: BTreeMap<String, toml::Table>,
    kind: BTreeMap<String, toml::Table>,
}

struct Bestiary {
    shared: Shared,
    kinds: BTreeMap<String, Draft>,
}

static READ: LazyLock<Bestiary> = LazyLock::new(|| {
    let file: File = toml::from_str(DATA.bestiary).expect("the bestiary's data should be well-formed");
    let shared = Shared { attacks: file.attack, actions: file.action, reactions: file.reaction };
    let kinds = file.kind.into_iter().map(|(kind, table)| {
        let read = read_kind(&shared, table);
        let read = read.unwrap_or_else(|why| panic!("the stat block of `{kind}` should be sound: {why}"));
        (kind, read)
    });
    let kinds = kinds.collect();
    Bestiary { shared, kinds }
});

fn read_kind(shared: &Shared, mut table: toml::Table) -> Result<Draft, String> {
    let named = table.remove("name");
    if !named.is_some_and(|name| name.is_str()) {
        return Err("it has no name".into());
    }
    let mut draft = Draft::default();
    first(draft.take(shared, &table))?;
    draft.finish()?;
    Ok(draft)
}

fn first(complaints: Vec<Complaint>) -> Result<(), String> {
    complaints.into_iter().next().map_or(Ok(()), |complaint| Err(format!("{}: {}", complaint.key, complaint.message)))
}

/// The shared kinds, in alphabetical order.
pub(crate) fn kinds() -> Vec<String> {
    READ.kinds.keys().cloned().collect()
}

/// A list of everything that stat blocks share, in order of its key.
fn whole_list<T: DeserializeOwned + Keyed>(shared: &BTreeMap<String, toml::Table>, what: &str) -> Vec<T> {
    let keys = shared.keys().cloned().map(toml::Value::String).collect();
    let read = entries(&toml::Value::Array(keys), shared, what, |_| Ok(()));
    read.unwrap_or_else(|(why, _)| panic!("the bestiary's {what}s should be sound: {why}"))
}

/// The attacks that stat blocks share.
pub(crate) fn shared_attacks() -> Vec<Attack> {
    whole_list(&READ.shared.attacks, "attack")
}

/// The actions that stat blocks share.
pub(crate) fn shared_actions() -> Vec<Special> {
    whole_list(&READ.shared.actions, "action")
}

/// The reactions that stat blocks share.
pub(crate) fn shared_reactions() -> Vec<Reaction> {
    whole_list(&READ.shared.reactions, "reaction")
}

/// A creature of a kind with a level's overrides.
///
/// # Errors
/// The first thing wrong, as a sentence for the level's author.
pub(crate) fn spawn_creature(kind: &str, overrides: &toml::Table) -> Result<Mustered, String> {
    let draft = READ.kinds.get(kind).ok_or_else(|| format!("there is no `{kind}` in this ruleset"))?;
    let mut draft = draft.clone();
    first(draft.take(&READ.shared, overrides))?;
    draft.finish()
}

/// A creature of a kind with a level's size and overrides for it, as shared code asks of it.
///
/// # Errors
/// The first thing wrong, as a sentence for the level's author.
pub(crate) fn outline(kind: &str, size: Option<Size>, overrides: Option<&toml::Table>) -> Result<Outline, String> {
    let nothing = toml::Table::new();
    let mustered = spawn_creature(kind, overrides.unwrap_or(&nothing))?;
    let profile = mustered.profile;
    let whole = size.map_or(profile.space_squares, Size::edge);
    let size = size.unwrap_or(profile.size);
    let edge = if mustered.squeezing { squeezed(size, whole) } else { whole };
    let attacks = profile.attacks.into_iter().map(|attack| attack.key);
    Ok(Outline {
        size,
        height: mustered.height,
        edge,
        items: attacks.chain(profile.actions.into_iter().map(|action| action.key)).collect(),
    })
}

/// SOL-SQZ-5: the edge of the space while squeezing, that of the next smaller size.
pub(crate) fn squeezed(size: Size, whole: u8) -> u8 {
    if size.edge() == 1 { whole } else { size.edge() - 1 }
}

/// Everything wrong with a level's overrides for one creature, whatever its kind: key, message, help.
pub(crate) fn check_overrides(table: &toml::Table) -> Vec<(String, String, String)> {
    let complaints = overrides::check(&READ.shared, table);
    complaints.into_iter().map(|Complaint { key, message, help }| (key, message, help)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::grid::Length;
    use crate::level::KINDS;

    fn with(kind: &str, overrides: &str) -> Result<Mustered, String> {
        spawn_creature(kind, &toml::from_str(overrides).expect("the test's TOML should be well-formed"))
    }

    #[test]
    fn every_shared_kind_has_a_block() {
        for kind in KINDS {
            let block = with(kind, "").expect(kind);
            assert!((8..=60).contains(&block.profile.hp_max), "{kind}");
            assert!((2..=4).contains(&block.profile.pool_set), "{kind}");
            assert!(!block.profile.attacks.is_empty(), "{kind}");
        }
        assert_eq!(kinds().len(), KINDS.len());
    }

    #[test]
    fn no_two_kinds_fight_alike() {
        let kinds = kinds();
        for (at, one) in kinds.iter().enumerate() {
            for other in &kinds[at + 1..] {
                let [one, other] = [one, other].map(|kind| with(kind, "").expect(kind).profile);
                assert_ne!(one, other);
            }
        }
    }

    #[test]
    fn every_shared_entry_is_somebodys() {
        let blocks: Vec<Mustered> = kinds().iter().map(|kind| with(kind, "").expect(kind)).collect();
        let used = |keys: fn(&Profile) -> Vec<&str>| -> BTreeSet<&str> {
            blocks.iter().flat_map(|block| keys(&block.profile)).collect()
        };
        let attacks = used(|profile| profile.attacks.iter().map(|attack| attack.key.as_str()).collect());
        let reactions = used(|profile| profile.reactions.iter().map(|reaction| reaction.key.as_str()).collect());
        let samples = ["corrosive_sprayer", "freezer"];
        for key in READ.shared.attacks.keys() {
            assert!(attacks.contains(key.as_str()) || samples.contains(&key.as_str()), "{key}");
        }
        assert_eq!(reactions.len(), READ.shared.reactions.len());
    }

    #[test]
    fn what_a_block_leaves_out_has_the_usual_value() {
        let soldier = with("soldier", "").expect("a soldier should be spawned");
        assert_eq!(soldier.profile.speed_ft, 30);
        assert_eq!(soldier.profile.pool_set, 3);
        assert_eq!(soldier.profile.dodge_mod, 3, "half of 7, rounded down");
        assert_eq!(soldier.hp, soldier.profile.hp_max);
        assert_eq!(soldier.height, Length::feet(6));
        assert_eq!(soldier.held.iter().map(String::as_str).collect::<Vec<_>>(), ["carbine", "grenade", "knife"]);
        let ogre = with("ogre", "").expect("an ogre should be spawned");
        assert_eq!((ogre.profile.size, ogre.height), (Size::Large, Length::feet(10)));
        let hound = with("hound", "").expect("a hound should be spawned");
        assert_eq!(hound.height.0 * 2, Length::feet(5).0);
        assert!(hound.held.is_empty());
    }

    #[test]
    fn a_level_may_write_a_whole_new_creature() {
        let ari = with(
            "soldier",
            r#"
            hp_max = 20
            abilities = [8, 8, 8, 8, 8]
            str = 3
            athletics = 9
            stealth = 6
            resist = ["fire", "electric"]
            climb_ft = 20
            attacks = ["knife", { key = "pistol", repeatable = true }, { key = "dart", name = "Dart", kind = "ranged", range_ft = 20, damage = "1d4-3", type = "toxic" }]
            actions = ["medkit"]
            reactions = ["brace", { key = "cut", name = "Cut", range_ft = 5, trigger = "enemy_leaves_reach", effect = { attack = "knife" } }]
            posture = "crouching"
            light_ft = 20
            height_ft = 5.5
            "#,
        )
        .expect("Ari should be spawned");
        assert_eq!((ari.hp, ari.profile.dodge_mod, ari.profile.climb_ft), (20, 4, Some(20)));
        assert_eq!((ari.abilities, ari.profile.abilities), ([3, 8, 8, 8, 8], [8; 5]));
        assert_eq!(ari.profile.resist, BTreeSet::from([DamageType::Fire, DamageType::Energy]));
        let pistol = &ari.profile.attacks[1];
        assert!(pistol.repeatable && pistol.name == "Pistol" && pistol.range_ft == 60);
        assert_eq!(ari.profile.attacks[2].damage.plus, -3);
        assert_eq!((ari.posture, ari.light_ft), (Posture::Crouching, 20));
        assert_eq!(ari.height, "5.5 ft".parse().expect("a length"));
        assert_eq!(ari.profile.reactions[1].effect, Answering::Attack("knife".into()));
    }

    #[test]
    fn size_brings_its_own_height_and_space() {
        let giant = with("soldier", "size = \"huge\"").expect("a giant should be spawned");
        assert_eq!((giant.profile.space_squares, giant.height), (3, Length::feet(15)));
        let island = with("titan", "size = \"colossal\"\nspace_squares = 5").expect("an island should be spawned");
        assert_eq!((island.profile.space_squares, island.height), (5, Length::feet(20)));
        assert!(with("soldier", "space_squares = 2").is_err(), "only the colossal choose their space");
    }

    #[test]
    fn hands_and_held_decide_what_can_be_dropped() {
        assert!(with("soldier", "hands = false").expect("it should be spawned").held.is_empty());
        let held = with("soldier", "held = [\"knife\"]").expect("it should be spawned").held;
        assert_eq!(held, BTreeSet::from(["knife".to_owned()]));
        assert!(with("soldier", "held = [\"maul\"]").is_err());
    }

    #[test]
    fn a_reaction_needs_the_attack_it_makes() {
        let why = with("civilian", "reactions = [\"halt\"]").expect_err("a civilian has no pole blade");
        assert!(why.contains("pole_blade"), "{why}");
    }
}
