//! Battlemat: tactical grid fights under the combat rules of tabletop games, with every number explained.
//!
//! | room | what lives there |
//! |---|---|
//! | [`grid`] | squares, footprints, distance, movement field, line of effect, cover, areas: pure |
//! | [`dice`] | dice, expressions, the seeded and forced source |
//! | [`battle`] | the engine all rulesets share |
//! | [`rules`] | the rulesets, a room each |
//! | [`level`] | level files: model, diagnostics, lint, schema |
//! | [`campaign`] | battles that follow one another: form, lint, play, saves |
//! | [`referee`] | the game without a window: protocol, scenarios, simulation, coverage |
//! | [`ai`] | who plays when no person does |
//! | `gui` | the window (feature `gui`) |

pub mod ai;
pub mod battle;
pub mod campaign;
pub mod dice;
pub mod grid;
#[cfg(feature = "gui")]
pub mod gui;
pub mod level;
pub mod referee;
pub mod rules;
