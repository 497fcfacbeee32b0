//! The tiles that the board is drawn with, in texture arrays: only those of the things that are on it, since all together are much memory.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::*;
use image::RgbaImage;

use super::detail::Detail;
use super::manifest::Manifest;
use super::sheets::{LAYERS, Sheets, Tile, array, sharp_tiles};
use crate::gui::board::world_coords::SQUARE;

/// Tiles at hand.
#[derive(Default)]
pub(in crate::gui) struct Tileset {
    textures: Vec<Handle<Image>>,
    /// What is in each of them.
    packs: Vec<Vec<Tile>>,
    places: BTreeMap<Tile, (usize, u32)>,
    detail: Detail<Vec<Image>>,
    /// Sharper ones, that are being put onto the graphics card.
    coming: Option<Vec<Handle<Image>>>,
}

impl Tileset {
    pub(in crate::gui) fn holds(&self, tiles: &BTreeSet<Tile>) -> bool {
        tiles.iter().all(|tile| self.places.contains_key(tile))
    }

    /// These tiles, and all others of the same things, as they may be needed when a wall falls.
    pub(in crate::gui) fn new(
        tiles: &BTreeSet<Tile>,
        manifest: &Manifest,
        sheets: &Sheets,
        images: &mut Assets<Image>,
    ) -> Self {
        let packs = pack(&with_kin(tiles, manifest));
        let blank = || RgbaImage::new(SQUARE as u32, SQUARE as u32);
        let picture = |tile: &Tile| sheets.tile(*tile).unwrap_or_else(blank);
        let arrays = packs.iter().map(|pack| array(pack.iter().map(picture).collect()));
        let places = packs
            .iter()
            .enumerate()
            .flat_map(|(number, pack)| pack.iter().zip(0..).map(move |(tile, place)| (*tile, (number, place))));
        Self {
            textures: arrays.map(|array| images.add(array)).collect(),
            places: places.collect(),
            packs,
            ..Self::default()
        }
    }

    /// The texture of a tile and its layer there.
    pub(in crate::gui) fn get(&self, tile: Tile) -> Option<(&Handle<Image>, u32)> {
        let (part, place) = *self.places.get(&tile)?;
        Some((&self.textures[part], place))
    }

    /// Reads the tiles at twice the size on a thread of its own, if that was not done yet.
    pub(in crate::gui) fn begin_sharp(&mut self) {
        if matches!(self.detail, Detail::Small) {
            let packs = self.packs.clone();
            self.detail.begin(move || packs.iter().map(|pack| array(sharp_tiles(pack))).collect());
        }
    }

    /// Goes on with that, and does not wait for it unless `at_once`. True when the textures are others now.
    pub(in crate::gui) fn go_on(&mut self, at_once: bool, images: &mut Assets<Image>) -> bool {
        let came = self.coming.take();
        let changed = came.is_some();
        if let Some(textures) = came {
            self.textures = textures;
        }
        if let Some(arrays) = self.detail.read(at_once) {
            self.coming = Some(arrays.into_iter().map(|array| images.add(array)).collect());
        }
        changed
    }

    /// Whether it goes on by itself.
    pub(in crate::gui) fn busy(&self) -> bool {
        self.coming.is_some() || self.detail.busy()
    }
}

/// So many tiles in an array, and one that may have to fill it up.
const MOST: usize = LAYERS - 1;

/// The tiles that are to be in the same array: a sheet is in one if it fits, since a layer of the map is a tilemap for each array that its
/// tiles are in.
fn pack(tiles: &BTreeSet<Tile>) -> Vec<Vec<Tile>> {
    let mut out: Vec<Vec<Tile>> = vec![Vec::new()];
    let mut rest: Vec<Tile> = tiles.iter().copied().collect();
    while let Some(&(sheet, _)) = rest.first() {
        let ends = rest.iter().position(|tile| tile.0 != sheet).unwrap_or(rest.len());
        let later = rest.split_off(ends.min(MOST));
        match out.last_mut() {
            Some(last) if last.len() + rest.len() <= MOST => last.append(&mut rest),
            _ => out.push(rest),
        }
        rest = later;
    }
    out.retain(|pack| !pack.is_empty());
    out
}

/// These tiles and all of the same things: every case and variant. Not of borders between grounds: there are thirty of each kind, and few of
/// them are on a board.
fn with_kin(tiles: &BTreeSet<Tile>, manifest: &Manifest) -> BTreeSet<Tile> {
    let mut out = tiles.clone();
    let sheets = tiles.iter().map(|(sheet, _)| *sheet).filter(|sheet| *sheet != "edges");
    let sheets: BTreeSet<&'static str> = sheets.collect();
    for sheet in sheets {
        let mut things: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for (name, numbers) in manifest.things(sheet) {
            let thing = name.strip_suffix("/a").or(name.strip_suffix("/b")).unwrap_or(name);
            things.entry(thing).or_default().extend(numbers);
        }
        let wanted =
            things.into_values().filter(|numbers| numbers.iter().any(|number| tiles.contains(&(sheet, *number))));
        out.extend(wanted.flatten().filter(|number| *number > 0).map(|number| (sheet, number)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(manifest: &Manifest, sheet: &'static str, names: &[&str]) -> BTreeSet<Tile> {
        let numbers = names.iter().flat_map(|name| manifest.tiles(sheet, name));
        numbers.filter(|number| **number > 0).map(|number| (sheet, *number)).collect()
    }

    #[test]
    fn with_a_tile_come_all_of_its_thing_and_no_others() {
        let manifest = Manifest::read();
        let one = manifest.tile("ground", "dirt", 1);
        let all = with_kin(&[("ground", one)].into(), &manifest);
        assert_eq!(all, numbers(&manifest, "ground", &["dirt"]));
        assert!(all.len() > 3, "{all:?}");
        let border = [("edges", manifest.tile("edges", "edge/dirt/a", 3))].into();
        assert_eq!(with_kin(&border, &manifest), border);
    }

    #[test]
    fn every_tile_is_in_the_layer_it_is_said_to_be_in() {
        let (manifest, sheets, mut images) = (Manifest::read(), Sheets::default(), Assets::default());
        // More than one array holds.
        let mut wanted = BTreeSet::new();
        for sheet in ["edges", "walls"] {
            let things: Vec<&str> = manifest.things(sheet).map(|(thing, _)| thing).collect();
            wanted.extend(numbers(&manifest, sheet, &things));
        }
        let tileset = Tileset::new(&wanted, &manifest, &sheets, &mut images);
        assert!(tileset.holds(&wanted) && tileset.textures.len() > 1);
        let walls: BTreeSet<usize> =
            tileset.places.iter().filter(|(tile, _)| tile.0 == "walls").map(|(_, (array, _))| *array).collect();
        assert_eq!(walls.len(), 1, "what fits into an array is not spread over two");
        for tile in wanted.into_iter().step_by(17) {
            let (texture, layer) = tileset.get(tile).expect("the tile should be at hand");
            let array = images.get(texture).expect("the array should be there");
            assert!(array.texture_descriptor.array_layer_count() <= LAYERS as u32);
            // A tile of 64 by 64 pixels and its two smaller copies.
            let bytes = 4 * (64 * 64 + 32 * 32 + 16 * 16);
            let data = array.data.as_ref().expect("it should hold its pixels until they are put into place");
            let found = &data[layer as usize * bytes..][..64 * 64 * 4];
            assert!(found == sheets.tile(tile).expect("the tile should be baked").as_raw(), "{tile:?}");
        }
    }
}
