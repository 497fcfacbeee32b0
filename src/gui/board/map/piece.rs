//! What everything on the map shares: that it is a piece of it, and how high it lies.

use bevy::prelude::*;

/// A piece of the map.
#[derive(Component)]
pub(in crate::gui) struct Piece;

/// Heights of the layers, lowest first.
pub(crate) mod z {
    /// The table around the map, and its wood over the ground that goes on beyond the edge. It hides what of walls, ledges and shadows is out there.
    pub(crate) const BEYOND: f32 = 0.78;
    /// Grounds.
    pub(crate) const GROUND: f32 = 0.0;
    /// Their borders, three layers.
    pub(crate) const EDGES: f32 = 0.1;
    /// Wavelets.
    pub(crate) const WAVES: f32 = 0.3;
    /// What makes the ground recede at high contrast.
    pub(crate) const VEIL: f32 = 0.35;
    /// Ledges.
    pub(crate) const LEDGES: f32 = 0.4;
    /// Their shadows.
    pub(crate) const LEDGE_SHADOWS: f32 = 0.5;
    /// Shadows of walls.
    pub(crate) const SHADOWS: f32 = 0.6;
    /// Walls.
    pub(crate) const WALLS: f32 = 0.7;
    /// The frame around the board.
    pub(crate) const FRAME: f32 = 0.8;
    /// The grid.
    pub(crate) const GRID: f32 = 0.9;
    /// Zones and exits.
    pub(crate) const ZONES: f32 = 1.0;
    /// Where one can go.
    pub(crate) const REACH: f32 = 1.2;
    /// What stands between squares.
    pub(crate) const BETWEEN: f32 = 1.9;
    /// Objects; those farther down the board lie over those farther up.
    pub(crate) const OBJECTS: f32 = 2.0;
    /// Fog.
    pub(crate) const FOG: f32 = 2.9;
    /// Darkness.
    pub(crate) const DARK: f32 = 3.0;
    /// Creatures.
    pub(crate) const TOKENS: f32 = 4.0;
    /// Rain and snow far off.
    pub(crate) const FALLS_BELOW: f32 = 3.2;
    /// Rain and snow near by.
    pub(crate) const FALLS_ABOVE: f32 = 6.0;
}
