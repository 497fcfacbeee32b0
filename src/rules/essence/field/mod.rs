//! Where creatures stand to each other: lines, cover, sight, flanking, the ground; what gives Advantage, and Skills.
//!
//! Reading order: `terrain`, `tunnels`, `running`, `cover`, `sight`, `flank`, `ground`, `targeting`, `odds`, `skills`, `ties`.

pub mod cover;
pub mod flank;
pub mod ground;
pub mod odds;
pub mod running;
pub mod sight;
pub mod skills;
pub mod targeting;
pub mod terrain;
pub mod ties;
pub mod tunnels;
