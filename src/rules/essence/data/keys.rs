//! The keys of a stat block, each with what it takes: readers, checks of levels and the reference go by this table.

use toml::Table;

use crate::battle::{Key, Takes};

/// The words of the Sizes.
const SIZE_WORDS: [&str; 6] = ["tiny", "small", "medium", "large", "huge", "colossal"];

const fn key(key: &'static str, takes: Takes, means: &'static str) -> Key {
    Key { key, takes, means }
}

/// Every key a stat block may have, with what it takes: the reader's bounds are these.
pub(crate) static KEYS: [Key; 41] = [
    key(
        "size",
        Takes::Word(&SIZE_WORDS),
        "Its Size; without `height_ft` its height follows.",
    ),
    key("height_ft", Takes::Number(1..=200), "How tall it stands, in feet."),
    key("level", Takes::Number(0..=30), "Level."),
    key("str", Takes::Number(-5..=10), "STR."),
    key("dex", Takes::Number(-5..=10), "DEX."),
    key("ess", Takes::Number(-5..=10), "ESS."),
    key(
        "speed_ft",
        Takes::Number(0..=500),
        "Speed in feet, down to a multiple of 5.",
    ),
    key(
        "reach_ft",
        Takes::Number(5..=100),
        "How far it strikes without a weapon that reaches farther, in feet.",
    ),
    key(
        "pd",
        Takes::Number(-100..=100),
        "Physical Defense; follows from Level, DEX and `armor_bonus` if absent.",
    ),
    key(
        "md",
        Takes::Number(-100..=100),
        "Mental Defense; follows from Level and ESS if absent.",
    ),
    key(
        "armor_bonus",
        Takes::Number(-100..=100),
        "What its armour adds to Physical Defense.",
    ),
    key(
        "hp_max",
        Takes::Number(1..=10_000),
        "Hit Points at most; follows from Level and STR if absent.",
    ),
    key("hp", Takes::Number(-10_000..=10_000), "Hit Points at the start."),
    key(
        "energy_max",
        Takes::Number(0..=1000),
        "Energy at most; follows from Level and ESS if absent.",
    ),
    key("energy", Takes::Number(0..=1000), "Energy at the start."),
    key(
        "initiative",
        Takes::Number(-100..=100),
        "Added to the roll for Initiative; DEX if absent.",
    ),
    key("hands", Takes::Number(0..=12), "Hands that can hold something."),
    key(
        "weapons",
        Takes::Own("a list of keys, or tables with `key`, `name` and the rest"),
        "What it carries and strikes with; what stands first is in hand. A table whose `key` is a shared one's changes only what it names.",
    ),
    key(
        "held",
        Takes::Own("a list of keys of its weapons"),
        "What is in hand at the start.",
    ),
    key(
        "skills",
        Takes::Own(
            "a table such as `{ climb = 3, sneak = 4 }`: `climb`, `swim`, `jump`, `sneak`, `investigation`, `medicine`, `intimidate`",
        ),
        "Skill bonuses.",
    ),
    key("darkvision", Takes::Flag, "It sees in Darkness."),
    key(
        "sense_ft",
        Takes::Number(0..=1000),
        "How far another sense finds exact places, in feet.",
    ),
    key(
        "flight",
        Takes::Word(&["plain", "improved"]),
        "It flies: by the feat Flight, or Improved Flight.",
    ),
    key("burrow", Takes::Flag, "It digs."),
    key("extra_reactions", Takes::Number(0..=20), "Reactions beyond the first."),
    key(
        "bonus_damage",
        Takes::Number(-100..=1000),
        "Added to the damage of its Attacks.",
    ),
    key("volley", Takes::Flag, "It has learnt the Volley."),
    key("breathes_water", Takes::Flag, "It breathes in water."),
    key("no_breath", Takes::Flag, "It needs no breath."),
    key(
        "vulnerable",
        Takes::Own("a list of words for damage"),
        "Kinds of damage that count double.",
    ),
    key(
        "bulk",
        Takes::Number(0..=10_000),
        "Bulk, gear included; its Size says if absent.",
    ),
    key("spells", Takes::Own("a list of keys, or tables"), "Spells it knows."),
    key(
        "wands",
        Takes::Own("a list of tables with `key`, `name`, `spell` and `energy`"),
        "Items that hold a Spell with its Energy fixed.",
    ),
    key(
        "commanded_by",
        Takes::Own("a name, or a list with the owner first"),
        "It acts only when one of them, or its rider, Commands it.",
    ),
    key(
        "poisons",
        Takes::Own("a list of tables with `level`, `damage` and `turns`"),
        "Poison in its veins.",
    ),
    key("light_ft", Takes::Number(0..=1000), "How far it gives light, in feet."),
    key("undetected", Takes::Flag, "Nobody has noticed it."),
    key("submerged", Takes::Flag, "It starts under water."),
    key(
        "aloft",
        Takes::Flag,
        "It starts on the wing; so does who has Improved Flight, if absent.",
    ),
    key("squeezing", Takes::Flag, "It starts squeezed, on half of its space."),
    key(
        "hidden_from",
        Takes::Own("a name, or a list of names, of creatures or sides"),
        "Those from whom it starts hidden.",
    ),
];

/// What the table of keys says of numbers.
///
/// # Errors
/// Which number is out of bounds, in a sentence.
pub(crate) fn within_bounds(table: &Table) -> Result<(), String> {
    for (key, value) in table {
        let known = KEYS.iter().find(|known| known.key == key);
        let (Some(Takes::Number(bounds)), Some(number)) = (known.map(|known| &known.takes), value.as_integer()) else {
            continue;
        };
        if !i32::try_from(number).is_ok_and(|number| bounds.contains(&number)) {
            let (least, most) = (bounds.start(), bounds.end());
            return Err(format!(
                "{key} {number} is out of range; use a number from {least} to {most}"
            ));
        }
    }
    Ok(())
}
