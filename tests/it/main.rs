//! The one integration test program.

mod absences;
mod arena;
mod art;
mod attack;
mod begun;
mod brawls;
mod campaigns;
mod choices;
mod chronicles;
mod circles;
mod computer;
mod edges;
mod ends;
mod engine;
mod fights;
mod grid;
mod images;
mod invariants;
mod invariants_essence;
mod invariants_others;
mod leaks;
mod level;
mod lights;
mod lists;
mod moves;
mod out_of_turn;
mod placed;
mod protocol;
mod puzzles;
mod referee;
mod reference;
mod reports;
mod saves;
mod scenarios;
mod secrets;
mod sim;
mod sounds;
mod stages;
mod units;
#[cfg(feature = "gui")]
mod window;
mod written;

/// As the program without a window has it: a state is many small things.
#[cfg(not(feature = "gui"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
