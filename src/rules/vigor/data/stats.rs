//! What a creature is made of: its profile, as stat blocks and levels write it.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::damage::DamageType;
use super::kit::{Armour, Attack, Item, Kinetic, Skill, Spell, Technique, kinetic};
use super::measure::{Feet, Nature, Score, Size};
use super::quality::Quality;
use crate::battle::Text;

fn two() -> i32 {
    2
}

fn pair() -> u8 {
    2
}

/// The profile: what does not change in an ordinary fight. Where a track's most is not written, it follows from the scores.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What people call the kind.
    pub name: String,
    /// Size category.
    pub size: Size,
    /// How tall it stands.
    pub height_ft: Feet,
    /// Who is harmed in which way.
    #[serde(default)]
    pub nature: Nature,
    /// Ability scores.
    pub strength: i32,
    /// Likewise.
    pub agility: i32,
    /// Likewise.
    pub speed: i32,
    /// Likewise.
    pub stamina: i32,
    /// Likewise.
    pub reason: i32,
    /// Likewise.
    pub resolve: i32,
    /// Likewise.
    pub soul: i32,
    /// Actions a turn.
    #[serde(default = "two")]
    pub actions: i32,
    /// What abilities add to Guard.
    #[serde(default)]
    pub guard_bonus: i32,
    /// Bonus dice on initiative.
    #[serde(default)]
    pub init_dice: i32,
    /// The most of its tracks, where written.
    pub vigor_max: Option<i32>,
    /// Likewise.
    pub durability_max: Option<i32>,
    /// Likewise.
    pub health_max: Option<i32>,
    /// What is left of its tracks at the start, where not the most.
    pub vigor: Option<i32>,
    /// Likewise.
    pub durability: Option<i32>,
    /// Likewise.
    pub health: Option<i32>,
    /// Magic at most, and at the start.
    pub mana_max: Option<i32>,
    /// Likewise.
    pub mana: Option<i32>,
    /// Mana that an ability gives back each round.
    #[serde(default)]
    pub mana_recovery: i32,
    /// Bonus dice on every Resistance check.
    #[serde(default)]
    pub resist_dice: i32,
    /// Bonus dice of skills.
    #[serde(default)]
    pub skills: BTreeMap<Skill, i32>,
    /// The type it is attuned to.
    pub affinity: Option<DamageType>,
    /// Types that do nothing to it.
    #[serde(default)]
    pub immune: Vec<DamageType>,
    /// Kinds of Kinetic damage that do nothing to it.
    #[serde(default)]
    pub immune_kinetic: Vec<Kinetic>,
    /// Whether nothing kills it outright.
    #[serde(default)]
    pub protected: bool,
    /// Whether it lies in wait for those whom the level names as surprised.
    #[serde(default)]
    pub ambush: bool,
    /// The direction in which it watches when the fight begins.
    pub over_watch: Option<Heading>,
    /// Whether its owner says so instead, before the order is rolled.
    #[serde(default)]
    pub may_watch: bool,
    /// The direction it faces then.
    pub facing: Option<Heading>,
    /// Whether the fight begins with its act.
    #[serde(default)]
    pub initiator: bool,
    /// Whether it stays out of the fight until it wishes otherwise.
    #[serde(default)]
    pub stays_out: bool,
    /// Whether its owner says so instead, before the order is rolled and at the end of each round.
    #[serde(default)]
    pub may_stay_out: bool,
    /// Whether it lies on the ground at the start.
    #[serde(default)]
    pub prone: bool,
    /// Whether it starts narrower than it is.
    #[serde(default)]
    pub squeezing: bool,
    /// Whether nobody can see it.
    #[serde(default)]
    pub invisible: bool,
    /// Whether it sees what nobody can.
    #[serde(default)]
    pub sees_invisible: bool,
    /// Spells it knows.
    #[serde(default)]
    pub spells: Vec<Spell>,
    /// What it carries to be used.
    #[serde(default)]
    pub carries: Vec<Item>,
    /// The quality of its hide.
    #[serde(default)]
    pub hide_quality: Quality,
    /// What its hide protects from.
    #[serde(default = "kinetic")]
    pub hide_protects: Vec<DamageType>,
    /// Durability that an ability gives back each round.
    #[serde(default)]
    pub durability_recovery: i32,
    /// Whether it gets that back while it is Wounded, too.
    #[serde(default)]
    pub recovers_wounded: bool,
    /// Health, likewise.
    #[serde(default)]
    pub health_recovery: i32,
    /// The quality that harms it at all.
    pub durability_rank: Option<Quality>,
    /// The Armor Rank of its hide.
    #[serde(default)]
    pub hide: i32,
    /// What can be used besides Dodge, against attacks.
    #[serde(default)]
    pub defenses: Vec<Defense>,
    /// What it wears.
    #[serde(default)]
    pub worn: Vec<Armour>,
    /// What it attacks with.
    pub attacks: Vec<Attack>,
    /// How many hands it has.
    #[serde(default = "pair")]
    pub hands: u8,
    /// The weapons and shields in its hands at the start, the main hand first; where not written, what its hands can hold of its list.
    pub held: Option<Vec<String>>,
    /// Techniques it has learnt.
    #[serde(default)]
    pub techniques: Vec<Technique>,
    /// What talents add to its rolls.
    #[serde(default)]
    pub mods: Vec<Mod>,
    /// What never befalls it.
    #[serde(default)]
    pub riders_immune: Vec<String>,
}

/// What a talent adds to rolls of a kind (VIG-ABIL-7).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mod {
    /// What people call the talent.
    #[serde(default = "talent")]
    pub name: String,
    /// To which rolls.
    pub when: When,
    /// Bonus dice.
    #[serde(default)]
    pub dice: i32,
    /// Charges; below 0 Challenges.
    #[serde(default)]
    pub charges: i32,
}

fn talent() -> String {
    "a talent".into()
}

/// Rolls to which a talent may add something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Initiative.
    Init,
    /// Attacks.
    Attack,
    /// What they do.
    Damage,
    /// Defenses.
    Defense,
    /// Resistance checks.
    Resist,
    /// Skills.
    Skill,
}

/// A form of Defense.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Defense {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The score whose dice join it.
    pub score: Score,
    /// Whether it strikes back instead of warding off.
    #[serde(default)]
    pub riposte: bool,
    /// What that costs then, where not what every reaction does (VIG-REACT-17).
    pub cost: Option<i32>,
    /// Whether that is a Defense, and Defend makes it cheaper, too (VIG-ACT-12).
    #[serde(default)]
    pub defense: bool,
    /// The key of what must be in hand for it.
    pub needs: Option<String>,
}

/// The key of the Defense that everybody has (VIG-REACT-16).
pub(crate) const DODGE: &str = "dodge";
/// The key of the answer that does nothing.
pub(crate) const NONE: &str = "none";

/// A direction as stat blocks write it (VIG-AMB-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heading {
    N,
    Ne,
    E,
    Se,
    S,
    Sw,
    W,
    Nw,
}

impl Heading {
    /// Clockwise from the north.
    pub const ALL: [Self; 8] = [Self::N, Self::Ne, Self::E, Self::Se, Self::S, Self::Sw, Self::W, Self::Nw];

    /// As stat blocks and answers write it.
    pub const fn key(self) -> &'static str {
        ["n", "ne", "e", "se", "s", "sw", "w", "nw"][self as usize]
    }

    /// In words.
    pub const fn name(self) -> &'static str {
        ["North", "North-east", "East", "South-east", "South", "South-west", "West", "North-west"][self as usize]
    }

    /// The step of it.
    pub const fn delta(self) -> (i16, i16) {
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][self as usize]
    }
}

impl Profile {
    /// VIG-GRID-5, VIG-MOVE-8: the edge of the space it starts in, one square less when it squeezes.
    pub fn edge(&self) -> u8 {
        let whole = self.size.edge();
        if self.squeezing { whole - 1 } else { whole }
    }

    /// How many hands a weapon or shield of its list takes; nothing for what it does not have.
    pub fn grip(&self, key: &str) -> Option<u8> {
        let weapon = self.attacks.iter().find(|with| with.key == key).map(Attack::grip);
        let piece = || self.worn.iter().find(|piece| piece.key == key);
        weapon.or_else(|| piece().map(|piece| u8::from(piece.in_hand)))
    }

    /// Everything of its list that hands hold, with how many: shields first.
    fn for_hands(&self) -> impl Iterator<Item = (&str, u8)> {
        let shields = self.worn.iter().filter(|piece| piece.in_hand);
        let shields = shields.map(|piece| (piece.key.as_str(), 1));
        let weapons = self.attacks.iter().map(|with| (with.key.as_str(), with.grip()));
        shields.chain(weapons).filter(|&(_, hands)| hands > 0)
    }

    /// With only these of the weapons, armour and things of its kind; with all of them where none are named.
    #[must_use]
    pub fn with_only(mut self, items: Option<&[String]>) -> Self {
        if let Some(items) = items {
            self.attacks.retain(|with| items.contains(&with.key));
            self.worn.retain(|piece| items.contains(&piece.key));
            self.carries.retain(|item| items.contains(&item.key));
        }
        self
    }

    /// VIG-ACT-4, VIG-ACT-7: what is in its hands when the fight begins, the main hand first.
    ///
    /// # Errors
    /// What it cannot hold, as a sentence for the level's author.
    pub fn held_at_start(&self) -> Result<Vec<Text>, String> {
        let many = self.attacks.iter().find(|with| with.grip() > self.hands);
        if let Some(with) = many {
            let (key, grip, own) = (&with.key, with.grip(), self.hands);
            return Err(format!("`attacks`: {grip} hands hold `{key}`; it has {own} (`hands`)"));
        }
        let mut free = self.hands;
        let Some(held) = &self.held else {
            let mut out: Vec<&str> = Vec::new();
            for (key, hands) in self.for_hands() {
                if hands <= free {
                    free -= hands;
                    out.push(key);
                }
            }
            let is_weapon = |key: &&str| self.attacks.iter().any(|with| with.key == **key);
            out.sort_by_key(|key| !is_weapon(key));
            return Ok(out.into_iter().map(|key| key.to_owned().into()).collect());
        };
        for (place, key) in held.iter().enumerate() {
            let hands = match self.grip(key) {
                Some(0) => return Err(format!("`held`: no hand holds `{key}`")),
                Some(hands) => hands,
                None => {
                    let all: Vec<&str> = self.for_hands().map(|(key, _)| key).collect();
                    let all = if all.is_empty() { "nothing".into() } else { all.join(", ") };
                    return Err(format!("`held`: it has no `{key}`; its hands could hold {all}"));
                }
            };
            if held[..place].contains(key) {
                return Err(format!("`held`: it has one `{key}`"));
            }
            free = free.checked_sub(hands).ok_or_else(|| {
                let needed: u32 = held.iter().filter_map(|key| self.grip(key)).map(u32::from).sum();
                format!("`held`: {needed} hands would hold that; it has {}", self.hands)
            })?;
        }
        Ok(held.iter().map(|key| key.clone().into()).collect())
    }

    /// Bonus dice of a skill.
    pub fn skill(&self, skill: Skill) -> i32 {
        self.skills.get(&skill).copied().unwrap_or(0)
    }

    /// The most magic it can have (R7).
    pub fn mana_max(&self) -> i32 {
        self.mana_max.unwrap_or(self.soul)
    }

    /// VIG-TYPE-6, VIG-TYPE-7: the type it is attuned to.
    pub fn attuned(&self) -> Option<DamageType> {
        let dead = (self.nature == Nature::Undead).then_some(DamageType::Umbral);
        self.affinity.or(dead)
    }

    /// A score.
    pub const fn score(&self, score: Score) -> i32 {
        match score {
            Score::Strength => self.strength,
            Score::Agility => self.agility,
            Score::Speed => self.speed,
            Score::Stamina => self.stamina,
            Score::Reason => self.reason,
            Score::Resolve => self.resolve,
            Score::Soul => self.soul,
        }
    }

    /// The most breath it can have (R7).
    pub fn vigor_max(&self) -> i32 {
        self.vigor_max.unwrap_or(2 * self.stamina).max(5)
    }

    /// What it can shrug off (R7).
    pub fn durability_max(&self) -> i32 {
        self.durability_max.unwrap_or(self.stamina + self.strength)
    }

    /// What it can lose then and live (R7, VIG-LIFE-22).
    pub fn health_max(&self) -> i32 {
        let living = self.nature == Nature::Living;
        if living { self.health_max.unwrap_or(self.stamina) } else { 0 }
    }
}
