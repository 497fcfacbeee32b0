//! The stat blocks of the shared kinds, what a level changes in them, and what follows from what is said.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use toml::{Table, Value};

use super::keys::{WORDS, within_bounds};
use super::ledger::DATA;
use super::stats::*;
use crate::battle::{About, DamageWords, Outline, each_refused};
use crate::grid::Length;
use crate::level::{Size, nearest};
use crate::rules::stock::Stock;

static STOCK: LazyLock<Stock> =
    LazyLock::new(|| Stock::read_from(DATA.bestiary, &[("weapons", "weapon"), ("spells", "spell")]));

/// What a stat block may say.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Block {
    name: String,
    size: Option<Size>,
    height_ft: Option<i32>,
    level: Option<i32>,
    str: i32,
    dex: i32,
    ess: i32,
    speed_ft: Option<Feet>,
    reach_ft: Option<Feet>,
    pd: Option<i32>,
    md: Option<i32>,
    armor_bonus: i32,
    hp_max: Option<i32>,
    hp: Option<i32>,
    energy_max: Option<i32>,
    energy: Option<i32>,
    initiative: Option<i32>,
    hands: Option<u8>,
    weapons: Vec<Weapon>,
    held: Option<Vec<String>>,
    skills: BTreeMap<Skill, i32>,
    darkvision: bool,
    sense_ft: Feet,
    flight: Option<Wings>,
    burrow: bool,
    extra_reactions: i32,
    bonus_damage: i32,
    volley: bool,
    breathes_water: bool,
    no_breath: bool,
    vulnerable: BTreeSet<DamageType>,
    bulk: Option<i32>,
    spells: Vec<Spell>,
    wands: Vec<Wand>,
    commanded_by: Option<Names>,
    poisons: Vec<Dose>,
    light_ft: Feet,
    undetected: bool,
    submerged: bool,
    aloft: Option<bool>,
    squeezing: bool,
    hidden_from: Option<Names>,
}

/// One name, or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Names {
    One(String),
    Several(Vec<String>),
}

impl Names {
    fn list(self) -> Vec<String> {
        match self {
            Self::One(name) => vec![name],
            Self::Several(names) => names,
        }
    }
}

/// A creature as it enters a battle.
#[derive(Clone, Debug)]
pub(crate) struct Mustered {
    /// Its profile.
    pub profile: Arc<Profile>,
    /// Upright height.
    pub height: Length,
    /// Hit points and Energy.
    pub vitals: Vitals,
    /// What it carries.
    pub gear: Gear,
    /// How far it gives light.
    pub light_ft: Feet,
    /// The names of those whom it obeys, its owner first; empty for who needs no Command.
    pub commanded_by: Vec<String>,
    /// Poison in its veins.
    pub poisons: Poisons,
    /// Whether nobody has noticed it.
    pub hiding: Hiding,
    /// Whether it is under water, on the wing, in a space half as wide as it needs.
    pub stance: Stance,
}

fn read(table: &Table) -> Result<Block, String> {
    within_bounds(table)?;
    let mut table = STOCK.spelled_out(table)?;
    if let Some(Value::Array(types)) = table.get_mut("vulnerable") {
        for one in types {
            let word = one.as_str().unwrap_or_default();
            let known = DamageType::known(word).ok_or_else(|| format!("there is no damage type `{word}`"))?;
            *one = Value::String(known.key().to_owned());
        }
    }
    let block: Result<Block, toml::de::Error> = table.try_into();
    block.map_err(|why| why.message().to_owned())
}

/// ESS-ROLL-11, ESS-ROLL-12, R6, R46: what follows from what is said.
impl Block {
    fn finish(self, size: Size) -> Mustered {
        let (level, hands) = (self.level.unwrap_or(1), self.hands.unwrap_or(2));
        let hp_max = self.hp_max.unwrap_or(10 + level * (4 + self.str.max(0)));
        let hp_max = hp_max.max(self.hp.unwrap_or(1)).max(1);
        let energy_max = self.energy_max.unwrap_or(self.ess + level).max(0);
        let energy_max = energy_max.max(self.energy.unwrap_or(0));
        let usual_height = [1, 3, 5, 10, 15, 20][size as usize];
        let usual_bulk = [1, 3, 6, 32, 108, 256][size as usize];
        let gear = gear_of(self.weapons, hands, self.held.as_deref());
        let profile = Profile {
            size,
            level,
            str: self.str,
            dex: self.dex,
            ess: self.ess,
            speed_ft: self.speed_ft.unwrap_or(30) / 5 * 5,
            reach_ft: self.reach_ft.unwrap_or(5) / 5 * 5,
            pd: self.pd.unwrap_or(10 + level + self.dex + self.armor_bonus),
            md: self.md.unwrap_or(10 + level + self.ess),
            hp_max,
            energy_max,
            initiative: self.initiative.unwrap_or(self.dex),
            hands,
            skills: self.skills,
            darkvision: self.darkvision,
            sense_ft: self.sense_ft,
            flight: self.flight,
            burrow: self.burrow,
            extra_reactions: self.extra_reactions,
            bonus_damage: self.bonus_damage,
            volley: self.volley,
            breathes_water: self.breathes_water,
            no_breath: self.no_breath,
            vulnerable: self.vulnerable,
            bulk: self.bulk.unwrap_or(usual_bulk),
            spells: self.spells,
            wands: self.wands,
        };
        Mustered {
            height: Length::feet(self.height_ft.unwrap_or(usual_height)),
            vitals: Vitals { hp: self.hp.unwrap_or(hp_max), energy: self.energy.unwrap_or(energy_max) },
            gear,
            light_ft: self.light_ft,
            commanded_by: self.commanded_by.map(Names::list).unwrap_or_default(),
            poisons: Poisons(self.poisons),
            hiding: Hiding { undetected: self.undetected, ..Hiding::default() },
            stance: Stance {
                aloft: self.aloft.unwrap_or(profile.flight == Some(Wings::Improved)),
                submerged: self.submerged,
                squeezing: self.squeezing,
                ..Stance::default()
            },
            profile: Arc::new(profile),
        }
    }
}

/// In hand is what the list names first, as far as the hands go; or what `held` names.
fn gear_of(weapons: Vec<Weapon>, hands: u8, held: Option<&[String]>) -> Gear {
    let mut free = hands;
    let mut named: Vec<String> = held.map(<[String]>::to_vec).unwrap_or_default();
    let items = weapons.into_iter().map(|weapon| {
        let place = named.iter().position(|key| *key == weapon.key);
        let wanted = held.is_none() || place.map(|at| named.remove(at)).is_some();
        let in_hand = weapon.natural || (wanted && weapon.hands <= free);
        if in_hand && !weapon.natural {
            free -= weapon.hands;
        }
        Item { hp: weapon.sturdiness(), held: in_hand, weapon }
    });
    Gear(items.collect())
}

/// The shared kinds, in alphabetical order.
pub(crate) fn kinds() -> Vec<String> {
    STOCK.kinds()
}

/// The weapons that stat blocks share, in order of their keys.
pub(crate) fn shared_weapons() -> &'static [Weapon] {
    static WEAPONS: LazyLock<Vec<Weapon>> = LazyLock::new(|| STOCK.shared("weapons"));
    &WEAPONS
}

/// The Spells that stat blocks share, in order of their keys.
pub(crate) fn shared_spells() -> &'static [Spell] {
    static SPELLS: LazyLock<Vec<Spell>> = LazyLock::new(|| STOCK.shared("spells"));
    &SPELLS
}

/// A creature of a kind with a level's overrides.
///
/// # Errors
/// The first thing wrong, as a sentence for the level's author.
pub(crate) fn spawn_creature(kind: &str, overrides: Option<&Table>, size: Option<Size>) -> Result<Mustered, String> {
    let nothing = Table::new();
    let overrides = overrides.unwrap_or(&nothing);
    let mut table = STOCK.laid_over(kind, overrides)?;
    let resized = overrides.contains_key("size") || size.is_some();
    if resized && !overrides.contains_key("height_ft") {
        table.remove("height_ft");
    }
    let block = read(&table)?;
    if block.aloft == Some(true) && block.flight.is_none() {
        return Err("aloft: nothing holds it in the air; give it `flight`, too".to_owned());
    }
    let carries = |key: &str| block.weapons.iter().any(|weapon| weapon.key == key);
    if let Some(other) = block.held.iter().flatten().find(|key| !carries(key)) {
        return Err(format!("held: it has no weapon `{other}`"));
    }
    let size = size.or(block.size).unwrap_or(Size::Medium);
    let mustered = block.finish(size);
    if mustered.vitals.hp <= -mustered.profile.hp_max {
        return Err(format!("hp: {DEAD}"));
    }
    Ok(mustered)
}

impl From<Mustered> for Outline {
    fn from(mustered: Mustered) -> Self {
        let edge = mustered.edge();
        let weapons = mustered.gear.0.into_iter().map(|item| item.weapon.key);
        let wands = mustered.profile.wands.iter().map(|wand| wand.key.clone());
        Self { size: mustered.profile.size, height: mustered.height, edge, items: weapons.chain(wands).collect() }
    }
}

impl Mustered {
    /// ESS-GRID-5, ESS-SQZ-5: the edge of its space, half of it (rounded up) when it squeezes.
    pub(crate) fn edge(&self) -> u8 {
        let whole = self.profile.size.edge();
        if self.stance.squeezing { whole.div_ceil(2) } else { whole }
    }
}

/// ESS-DEAD-1: why nobody starts with so few Hit Points.
const DEAD: &str = "as many Hit Points below 0 as it has at most are death (ESS-DEAD-1)";

/// Everything wrong with a level's overrides for one creature, whatever its kind: key, message, help.
pub(crate) fn check_overrides(table: &Table) -> Vec<(String, String, String)> {
    let keys = WORDS.keys(About::Creature);
    let wrong = table.iter().flat_map(|(key, value)| {
        let one = Table::from_iter([(key.clone(), value.clone())]);
        if let Some(known) = keys.iter().find(|known| known.key == key) {
            let refused = each_refused(&one, |table| read(table).map(drop)).into_iter();
            let line = |why: String| why.lines().next().unwrap_or_default().to_owned();
            return refused.map(|(key, why)| (key, line(why), format!("it is {}", known.takes.words()))).collect();
        }
        let known: Vec<&str> = keys.iter().map(|known| known.key).collect();
        let help = match nearest(key, &known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("known keys are {}", known.join(", ")),
        };
        vec![(key.clone(), format!("a stat block has no `{key}`"), help)]
    });
    let mut wrong: Vec<_> = wrong.collect();
    let number = |key: &str| table.get(key).and_then(Value::as_integer);
    if wrong.is_empty()
        && let (Some(hp), Some(most)) = (number("hp"), number("hp_max"))
        && hp <= -most
    {
        wrong.push(("hp".to_owned(), DEAD.to_owned(), "raise `hp`, or `hp_max`".to_owned()));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Takes;
    use crate::level::{DAMAGE_WORDS, KINDS};

    fn with(kind: &str, overrides: &str) -> Result<Mustered, String> {
        let table = toml::from_str(overrides).expect("the test's TOML should be well-formed");
        spawn_creature(kind, Some(&table), None)
    }

    #[test]
    fn every_shared_kind_has_a_block_of_its_own() {
        let all: Vec<_> =
            KINDS.iter().map(|kind| with(kind, "").unwrap_or_else(|why| panic!("{kind}: {why}"))).collect();
        for (at, one) in all.iter().enumerate() {
            assert!(!one.gear.0.is_empty());
            assert!(all[at + 1..].iter().all(|other| (&other.profile, &other.gear) != (&one.profile, &one.gear)));
        }
        assert_eq!(kinds().len(), KINDS.len());
    }

    #[test]
    fn defenses_hit_points_and_energy_follow_from_level_and_stats() {
        let dim =
            with("soldier", "size = \"small\"\nlevel = 1\nstr = 0\ndex = 3\ness = 1").expect("Dim should be spawned");
        let numbers = (dim.profile.pd, dim.profile.md, dim.profile.hp_max, dim.profile.energy_max);
        assert_eq!((numbers, dim.profile.bulk), ((14, 12, 14, 2), 3));
        let cog =
            with("soldier", "size = \"large\"\nlevel = 4\nstr = 5\ndex = 0\ness = -1").expect("Cog should be spawned");
        assert_eq!((cog.profile.hp_max, cog.profile.energy_max, cog.profile.bulk), (46, 3, 32));
    }

    #[test]
    fn hands_hold_what_is_named_first() {
        let held = |overrides: &str| {
            let gear = with("soldier", overrides).expect("a soldier should be spawned").gear;
            let keys: Vec<String> = gear.0.into_iter().filter(|item| item.held).map(|item| item.weapon.key).collect();
            keys.join(" ")
        };
        assert_eq!(held("weapons = [\"sword\", \"bow\", \"unarmed\"]"), "sword unarmed");
        assert_eq!(held("weapons = [\"sword\", \"bow\"]\nheld = [\"bow\"]"), "bow");
        assert_eq!(held("weapons = [\"javelin\", \"javelin\"]\nheld = [\"javelin\"]"), "javelin");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (overrides, words) in [
            ("levle = 3", "did you mean `level`"),
            ("weapons = [\"swrod\"]", "did you mean `sword`"),
            ("str = 30", "from -5 to 10"),
            ("vulnerable = [\"love\"]", "no damage type `love`"),
            ("hands = \"two\"", "from 0 to 12"),
            ("armor_bonus = 2147483647", "from -100 to 100"),
            ("mana = 3", "a stat block has no `mana`"),
            ("hp = -20\nhp_max = 20", "are death (ESS-DEAD-1)"),
        ] {
            let table = toml::from_str(overrides).expect("the test's TOML should be well-formed");
            let found = check_overrides(&table);
            let lines: Vec<String> =
                found.iter().map(|(key, message, help)| format!("{key} {message} {help}")).collect();
            let text = lines.join(
                "
",
            );
            assert!(text.contains(words), "{words}: {text}");
        }
    }

    #[test]
    fn the_table_of_keys_is_what_a_stat_block_reads() {
        let unknown = toml::from_str::<Block>("zzz = 1").expect_err("there should be no such key");
        let listed = unknown.message().split("expected one of").nth(1).expect("it should list the keys");
        let mut read: Vec<&str> = listed.split('`').skip(1).step_by(2).filter(|key| *key != "name").collect();
        let keys = WORDS.keys(About::Creature);
        let mut known: Vec<&str> = keys.iter().map(|known| known.key).collect();
        read.sort_unstable();
        known.sort_unstable();
        assert_eq!(read, known);
        for known in keys {
            let fitting = match &known.takes {
                Takes::Flag => vec!["true".to_owned(), "false".to_owned()],
                Takes::Number(bounds) => vec![bounds.start().to_string(), bounds.end().to_string()],
                Takes::Word(words) => words.iter().map(|word| format!("\"{word}\"")).collect(),
                _ => continue,
            };
            for (value, fits) in fitting.iter().map(|value| (value.as_str(), true)).chain([("100001", false)]) {
                let table =
                    toml::from_str(&format!("{} = {value}", known.key)).expect("the test's TOML should be well-formed");
                assert_eq!(check_overrides(&table).is_empty(), fits, "{} = {value}", known.key);
            }
        }
    }

    #[test]
    fn every_shared_word_of_damage_means_a_type() {
        for word in DAMAGE_WORDS {
            assert!(DamageType::known(word).is_some(), "{word}");
        }
    }
}
