//! What a level may switch for this ruleset (VIG-GM-2).

use bevy::prelude::World;

use crate::battle::*;

/// Every switch: key, whether it is on where nothing is written, what it does.
pub(crate) const ALL: [(&str, bool, &str); 6] = [
    ("hard_hit", true, "One hit for half of its Durability knocks down."),
    (
        "kill_helpless",
        true,
        "A hit that gets through kills whoever is helpless.",
    ),
    (
        "sticky_reach",
        false,
        "A Move out of an enemy's reach opens whoever makes it.",
    ),
    ("sonic_stuns", true, "Sonic harm stuns and dazes."),
    (
        "cold_brittle",
        false,
        "An object that cold has harmed takes twice as much from the next impact.",
    ),
    (
        "pitch_dark",
        false,
        "Where it is dark it is pitch dark: as thick as Zero visibility, not Low.",
    ),
];

/// The same, for those who check levels.
pub(crate) static KEYS: [Key; 6] = [
    Key::new(ALL[0].0, Takes::Flag, ALL[0].2),
    Key::new(ALL[1].0, Takes::Flag, ALL[1].2),
    Key::new(ALL[2].0, Takes::Flag, ALL[2].2),
    Key::new(ALL[3].0, Takes::Flag, ALL[3].2),
    Key::new(ALL[4].0, Takes::Flag, ALL[4].2),
    Key::new(ALL[5].0, Takes::Flag, ALL[5].2),
];

/// Whether one is on.
pub(crate) fn is_on(world: &World, key: &str) -> bool {
    let level = &world.resource::<LevelRes>().0;
    let written = level.rules.get("vigor").and_then(|table| table.get(key)?.as_bool());
    written.unwrap_or_else(|| ALL.iter().any(|(known, on, _)| *known == key && *on))
}
