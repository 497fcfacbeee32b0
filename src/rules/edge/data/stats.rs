//! What a creature is made of: its profile, as stat blocks and levels write it.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use super::damage::DamageType;
use super::gravity::{Acclimatised, Gravity};
use super::measure::{Band, HalfMetres, Size};
use crate::battle::{DamageWords, Look, Style, Voice};

/// The abilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    Combativity,
    Strength,
    Dexterity,
    Perception,
    Intelligence,
    Will,
    Tech,
}

impl Ability {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        ["Combativity", "Strength", "Dexterity", "Perception", "Intelligence", "Will", "Tech"][self as usize]
    }
}

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Melee,
    Ranged,
    /// Every creature in a cone from its user makes a save.
    Cone,
    /// In a line from its user.
    Line,
    /// In a cube beside its user.
    Cube,
    /// Around the square that it is thrown to.
    Blast,
    /// A round column that stands on the floor of a square in sight (EDG-AOE-5).
    Cylinder,
}

/// The ability and the skill of a save.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveBy {
    /// The ability.
    pub ability: Ability,
    /// The key of the skill.
    pub skill: String,
}

impl Default for SaveBy {
    fn default() -> Self {
        Self { ability: Ability::Dexterity, skill: "reflex".into() }
    }
}

/// Dice of one type of damage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageDice {
    /// How many.
    pub dice: u16,
    /// Of how many sides.
    pub sides: u16,
    /// Of which type.
    #[serde(rename = "type", default)]
    pub damage_type: DamageType,
    /// EDG-DMG-6: what it is more exactly, such as burning; matters to rules alone that name it.
    pub subtype: Option<String>,
}

/// EDG-REST-6: the rest that brings spent uses back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// Any.
    Rest,
    /// A full one.
    FullRest,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_none(number: &i32) -> bool {
    *number == 0
}

/// Something to attack with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// How it is made.
    pub class: Class,
    /// The skill that joins the attack.
    #[serde(default)]
    pub skill: String,
    /// EDG-ATK-4: the ability that the attack is made with; Combativity where nothing is written.
    #[serde(default = "combativity")]
    pub ability: Ability,
    /// EDG-ATK-24: what it adds to the roll itself.
    #[serde(default)]
    pub bonus: i32,
    /// EDG-DMG-4: whether its damage is what is written, so that no ability joins it.
    #[serde(default)]
    pub bare: bool,
    /// What it does.
    pub damage: Vec<DamageDice>,
    /// EDG-SIZE-9: how much further it reaches than its bearer.
    #[serde(default)]
    pub reach_bonus_m: i32,
    /// The band up to which it is at ease.
    #[serde(default)]
    pub band: Band,
    /// How long its cone or line is, or the radius of its burst.
    #[serde(default)]
    pub length_m: i32,
    /// How many squares its line or cube is across.
    #[serde(default = "one")]
    pub across: i32,
    /// EDG-RNG-9: how often it can be used; 0 where that is not counted.
    #[serde(default)]
    pub uses: i32,
    /// EDG-REST-6: which rest brings back what is used of it; none where it is used up for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub per: Option<Per>,
    /// How many of its uses are spent at the start.
    #[serde(default, skip_serializing_if = "is_none")]
    pub spent: i32,
    /// R79: how many psi points each use takes.
    #[serde(default, skip_serializing_if = "is_none")]
    pub psi: i32,
    /// EDG-ATK-25: conditions of those who fail the save, until the user's next turn.
    #[serde(default)]
    pub inflicts: Vec<String>,
    /// EDG-DUR-2: for how many rounds, where they last longer than that.
    #[serde(default)]
    pub rounds: u32,
    /// EDG-DUR-4: whether they last until the same save is made.
    #[serde(default)]
    pub until_saved: bool,
    /// What must be rolled to save against it.
    #[serde(default)]
    pub save: i32,
    /// With what that is rolled.
    #[serde(default)]
    pub save_by: SaveBy,
    /// EDG-ACT-14: whether it takes the minor action in place of the action.
    #[serde(default)]
    pub quick: bool,
    /// EDG-AOE-5: how high a column it makes.
    #[serde(default)]
    pub high_m: i32,
    /// How many hands it takes; none where it is part of the body.
    #[serde(default)]
    pub hands: u8,
    /// EDG-TWF-1: whether it goes with another in the other hand.
    #[serde(default)]
    pub light: bool,
    /// EDG-SHOVE-5: whether it can fell by its own skill.
    #[serde(default)]
    pub trip: bool,
    /// How it looks.
    pub style: Style,
    /// How it sounds, where not as it looks.
    pub sound: Option<Voice>,
}

impl Attack {
    /// Whether it is aimed at one creature.
    pub const fn is_aimed(&self) -> bool {
        matches!(self.class, Class::Melee | Class::Ranged)
    }

    /// How it looks and sounds.
    pub fn look(&self) -> Look {
        let first = self.damage.first().map(|dice| dice.damage_type).unwrap_or_default();
        Look::new(self.style, first.kind().tint).sounding(self.sound)
    }

    /// The length of its cone.
    pub const fn length(&self) -> HalfMetres {
        2 * self.length_m
    }

    /// "2d6 Kinetic, 1d6 Energy".
    pub fn words(&self) -> String {
        let words = |dice: &DamageDice| format!("{}d{} {}", dice.dice, dice.sides, dice.damage_type.kind().name);
        self.damage.iter().map(words).collect::<Vec<_>>().join(", ")
    }

    /// EDG-COND-UNC-6: whether it wakes sleepers: gunfire, a burst that does damage.
    pub fn is_loud(&self) -> bool {
        let bursts = matches!(self.class, Class::Blast) && !self.damage.is_empty();
        bursts || matches!(self.class, Class::Ranged) && self.skill == "kinetic_weapons"
    }

    /// Whether it comes about around a square that is named, apart from its user.
    pub const fn is_put_down(&self) -> bool {
        matches!(self.class, Class::Blast | Class::Cylinder)
    }
}

/// Something that a creature can keep up (EDG-CONC, EDG-DUR): a field, a cloak, an aura.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// The condition that it gives.
    pub gives: String,
    /// Whether it takes the minor action in place of the action.
    #[serde(default)]
    pub quick: bool,
    /// EDG-CONC-1: whether it lasts only while its user concentrates on it.
    #[serde(default)]
    pub concentration: bool,
    /// EDG-DUR-2: for how many rounds it lasts; 0 where nothing but its end is written.
    #[serde(default)]
    pub rounds: u32,
    /// EDG-AOE-9: around its user, wherever that goes, it takes in every enemy within so many metres; else it is for its user alone.
    #[serde(default)]
    pub aura_m: i32,
}

/// Something that stops damage.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Key within the stat block.
    pub key: String,
    /// What people call it.
    pub name: String,
    /// Its Armour Value.
    pub av: i32,
    /// What it takes off checks of Strength and Dexterity (EDG-CORE-18).
    #[serde(default)]
    pub check: i32,
    /// EDG-REST-8: what Stamina must reach so that a full rest in it does any good; nothing where it is no hindrance.
    #[serde(default)]
    pub full_rest: i32,
}

fn combativity() -> Ability {
    Ability::Combativity
}

fn one() -> i32 {
    1
}

fn ten() -> i32 {
    10
}

fn day() -> i32 {
    24
}

fn two() -> u8 {
    2
}

/// The profile: what does not change in an ordinary fight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What people call the kind.
    pub name: String,
    /// Size category.
    pub size: Size,
    /// Abilities, 1 where nothing is written.
    #[serde(default = "one")]
    pub combativity: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub strength: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub dexterity: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub perception: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub intelligence: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub will: i32,
    /// Likewise.
    #[serde(default = "one")]
    pub tech: i32,
    /// Bonuses by skill.
    #[serde(default)]
    pub skills: BTreeMap<String, i32>,
    /// What attacks must reach; 12 and Dexterity where nothing is written (R12).
    pub defense: Option<i32>,
    /// What stops damage.
    #[serde(default)]
    pub armour: Vec<Armour>,
    /// The types that do it half the harm.
    #[serde(default)]
    pub resistances: Vec<DamageType>,
    /// The types that do it twice the harm.
    #[serde(default)]
    pub vulnerabilities: Vec<DamageType>,
    /// Vitality at most.
    pub vp_max: i32,
    /// Vitality at the start, where not the most.
    pub vp: Option<i32>,
    /// How far it walks in a turn.
    #[serde(default = "ten")]
    pub speed_m: i32,
    /// EDG-MOVE-5: how far it flies in a turn; not at all where nothing is written.
    #[serde(default)]
    pub fly_m: i32,
    /// EDG-FLY-1: whether it stays in the air whatever befalls it.
    #[serde(default)]
    pub hover: bool,
    /// EDG-MOVE-6: how far it swims in a turn, where it has a speed of its own for that.
    #[serde(default)]
    pub swim_m: i32,
    /// EDG-MOVE-6: how far it climbs in a turn, where it has a speed of its own for that.
    #[serde(default)]
    pub climb_m: i32,
    /// EDG-MOVE-14: how far it gets from one place to another without a way between; not at all where nothing is written.
    #[serde(default)]
    pub blink_m: i32,
    /// EDG-SIZE-1: how far its body reaches; as its size does where nothing is written.
    pub reach_m: Option<i32>,
    /// What joins its initiative.
    #[serde(default)]
    pub initiative: i32,
    /// Whether it dies where others fall unconscious (EDG-DEATH-5).
    #[serde(default)]
    pub dies_at_zero: bool,
    /// EDG-ACT-1: how many more attacks its Attack action has.
    #[serde(default)]
    pub extra_attacks: i32,
    /// EDG-STAB-1, EDG-COND-BLE-3: how often its first-aid kit can be used.
    #[serde(default)]
    pub kit_uses: i32,
    /// R79: psi points at most.
    #[serde(default)]
    pub psi: i32,
    /// EDG-REST-10: how many hours its kind goes without a full rest.
    #[serde(default = "day")]
    pub full_rest_every_h: i32,
    /// EDG-STAB-4: whether its body is strange to those who would help it.
    #[serde(default)]
    pub unusual: bool,
    /// EDG-SUFF-1: whether it breathes its own air, or none.
    #[serde(default)]
    pub sealed: bool,
    /// EDG-RAD-3: by how much it lowers the level of radiation that it is exposed to.
    #[serde(default)]
    pub radiation_resistance: i32,
    /// EDG-RAD-10: whether it carries something that measures its rads.
    #[serde(default)]
    pub dosimeter: bool,
    /// EDG-LOAD-5: how many kilograms its body weighs; by its size where nothing is written.
    pub weight_kg: Option<i32>,
    /// EDG-LOAD-1: how many kilograms it carries.
    #[serde(default)]
    pub load_kg: i32,
    /// EDG-GRAV-15: the gravity in which it is at home.
    #[serde(default)]
    pub native_gravity: Gravity,
    /// EDG-GRAV-3, EDG-GRAV-6, EDG-GRAV-19: what other gravity it has got used to.
    pub acclimatised: Option<Acclimatised>,
    /// EDG-GRAV-3: on how many days it has borne high gravity.
    #[serde(default)]
    pub heavy_days: i32,
    /// EDG-GRAV-11: whether something drives it where it has no weight.
    #[serde(default)]
    pub zero_g_propulsion: bool,
    /// How many hands it has.
    #[serde(default = "two")]
    pub hands: u8,
    /// What it holds when the fight begins; as much of its list as its hands can where nothing is written.
    pub in_hand: Option<Vec<String>>,
    /// EDG-SENSE-1: whether the dark is as dim light to it.
    #[serde(default)]
    pub infravision: bool,
    /// EDG-SENSE-3: likewise, and warmth shows through what is thin.
    #[serde(default)]
    pub thermovision: bool,
    /// EDG-SENSE-5: whether it sees in the dark, and what is invisible.
    #[serde(default)]
    pub ultravision: bool,
    /// EDG-SENSE-4: within how many metres it perceives everything without eyes.
    #[serde(default)]
    pub blindsight_m: i32,
    /// EDG-SENSE-6: within how many metres it feels what stirs on the ground.
    #[serde(default)]
    pub tremorsense_m: i32,
    /// EDG-SENSE-3: whether it gives no warmth.
    #[serde(default)]
    pub cold: bool,
    /// EDG-SURP-2: whether it is on the alert when the fight begins.
    #[serde(default)]
    pub alert: bool,
    /// EDG-SURP-7: whether it is placed so that it notices no ambush.
    #[serde(default)]
    pub unwary: bool,
    /// What it attacks with.
    pub attacks: Vec<Attack>,
    /// What it can keep up.
    #[serde(default)]
    pub powers: Vec<Power>,
}

/// A sense other than plain eyes (EDG-SENSE).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sense {
    Infravision,
    Thermovision,
    Ultravision,
    Blindsight,
    Tremorsense,
}

impl Profile {
    /// Whether it has a sense that reaches so far.
    pub(crate) const fn senses(&self, sense: Sense, far: HalfMetres) -> bool {
        match sense {
            Sense::Infravision => self.infravision,
            Sense::Thermovision => self.thermovision,
            Sense::Ultravision => self.ultravision,
            Sense::Blindsight => self.blindsight_m > 0 && far <= 2 * self.blindsight_m,
            Sense::Tremorsense => self.tremorsense_m > 0 && far <= 2 * self.tremorsense_m,
        }
    }

    /// An ability.
    pub const fn ability(&self, ability: Ability) -> i32 {
        match ability {
            Ability::Combativity => self.combativity,
            Ability::Strength => self.strength,
            Ability::Dexterity => self.dexterity,
            Ability::Perception => self.perception,
            Ability::Intelligence => self.intelligence,
            Ability::Will => self.will,
            Ability::Tech => self.tech,
        }
    }

    /// EDG-TRA-30: an ability is so much higher, or lower.
    pub const fn raise(&mut self, ability: Ability, by: i32) {
        let value = match ability {
            Ability::Combativity => &mut self.combativity,
            Ability::Strength => &mut self.strength,
            Ability::Dexterity => &mut self.dexterity,
            Ability::Perception => &mut self.perception,
            Ability::Intelligence => &mut self.intelligence,
            Ability::Will => &mut self.will,
            Ability::Tech => &mut self.tech,
        };
        *value += by;
    }

    /// What attacks must reach, before anything stands in the way (R12).
    pub fn defense(&self) -> i32 {
        self.defense.unwrap_or(12 + self.dexterity)
    }

    /// EDG-LOAD-5: the kilograms of its body.
    pub fn weight(&self) -> i32 {
        self.weight_kg.unwrap_or(match self.size {
            Size::Tiny => 5,
            Size::Small => 30,
            Size::Medium => 80,
            Size::Large => 500,
            Size::Huge => 3000,
            Size::Gargantuan => 20_000,
        })
    }

    /// EDG-DEATH-1: how much more than its last point kills it at once.
    pub const fn threshold(&self) -> i32 {
        let threshold = 10 + self.strength + self.will;
        if threshold > 0 { threshold } else { 0 }
    }
}

/// The profile on the creature.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Stats(#[serde(with = "crate::battle::saved_form::shared")] pub Arc<Profile>);
