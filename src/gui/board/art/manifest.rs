//! What lies where in the baked sheets.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What lies where in the sheets, and how large the pieces are, in pixels of the small ones.
#[derive(Default, Deserialize)]
pub(in crate::gui) struct Manifest {
    /// The kinds of ground, lowest first.
    pub kinds: Vec<String>,
    grids: BTreeMap<String, Tiles>,
    /// Width and height of every piece.
    pub(in crate::gui) pieces: BTreeMap<String, [u32; 2]>,
}

#[derive(Deserialize)]
struct Tiles {
    columns: u32,
    tiles: BTreeMap<String, Vec<u32>>,
}

impl Manifest {
    /// That of the baked sheets.
    pub(crate) fn read() -> Self {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/baked/atlas.json"));
        serde_json::from_str(text).expect("the baked manifest should be sound")
    }

    /// The tile of a sheet: the variant or the case `index` of a thing; 0 (nothing) when there is none.
    pub(crate) fn tile(&self, sheet: &str, name: &str, index: usize) -> u32 {
        self.tiles(sheet, name).get(index).copied().unwrap_or(0)
    }

    /// All tiles of a thing.
    pub(crate) fn tiles(&self, sheet: &str, name: &str) -> &[u32] {
        let grid = self.grids.get(sheet);
        grid.and_then(|grid| grid.tiles.get(name)).map_or(&[], Vec::as_slice)
    }

    /// How many tiles lie beside each other on a sheet, and which of them are a thing.
    pub(in crate::gui) fn grid(&self, sheet: &str, name: &str) -> Option<(u32, &[u32])> {
        let grid = self.grids.get(sheet)?;
        Some((grid.columns, grid.tiles.get(name)?))
    }

    /// All things on a sheet with their tiles.
    pub(in crate::gui) fn things(&self, sheet: &str) -> impl Iterator<Item = (&str, &[u32])> {
        let things = self.grids.get(sheet).into_iter().flat_map(|grid| &grid.tiles);
        things.map(|(name, tiles)| (name.as_str(), tiles.as_slice()))
    }

    /// How wide and how high a piece is.
    pub(crate) fn size(&self, name: &str) -> Option<[u32; 2]> {
        self.pieces.get(name).copied()
    }
}
