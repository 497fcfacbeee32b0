//! What stands where, as it is now: the map, what is derived from it, the squares and edges, things on the ground.

pub(super) mod board_index;
pub mod edges;
pub(super) mod ground_items;
pub(super) mod level_tables;
pub(super) mod map;
pub(super) mod parties;
pub(super) mod positions;

pub use board_index::{Lay, Occluder, PlacedObject, Standable, laid, laid_at, lay};
pub use edges::{
    Between, CEILING, EdgeObject, EdgeRun, Partition, bars_the_way, beside, divided, edge_in_line, edge_name, edge_of,
    ground_at, out_of_hands, parted, squares_about,
};
pub use ground_items::{GroundItem, GroundItems, Portable};
pub use level_tables::{check_keys, check_overrides, each_refused};
pub use map::{LevelRes, Map};
pub use parties::{Bystanders, at_odds, is_bystander, win_together};
pub use positions::{
    Inventory, Object, all_stands, as_if_at, closed_door_at, creature_at, floor, floor_of, grow_to, has_condition,
    is_on_map, is_there, lift_to, objects, on_map, side_of, space, stand, thing_at, things, top_of,
};
