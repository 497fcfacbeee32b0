//! What is baked: grids of equal tiles for the tilemap, and a picture for each thing that stands, moves or floats.

use std::collections::BTreeMap;
use std::path::Path;

use image::{GenericImage, RgbaImage};

use crate::Failure;
use crate::edges;
use crate::raster::{self, UNITS};
use crate::sources::Sources;

/// Tiles in a row of a grid sheet.
const COLUMNS: u32 = 16;
/// Folders whose drawings are pictures of their own.
pub(crate) const PIECES: [&str; 7] = ["badges", "effects", "icons", "objects", "overlays", "rings", "tokens"];

/// A sheet of equal tiles, row by row; tile 0 is empty.
pub(crate) struct Grid {
    /// The sheet's name.
    pub(crate) name: &'static str,
    /// Its pixels.
    pub(crate) image: RgbaImage,
    /// Rows of tiles.
    pub(crate) rows: u32,
    /// The tiles of each name: variants, or one for each case of an index.
    pub(crate) tiles: BTreeMap<String, Vec<u32>>,
}

/// Pictures of any size, by `folder/name`.
pub(crate) struct Pieces(pub(crate) BTreeMap<String, RgbaImage>);

impl Grid {
    /// Tiles in a row.
    pub(crate) const fn columns() -> u32 {
        COLUMNS
    }

    /// The sheet's file at a tile size in pixels.
    pub(crate) fn file(&self, tile: u32) -> String {
        format!("{}-{tile}.png", self.name)
    }

    /// The pixels of one tile.
    pub(crate) fn tile(&self, index: u32) -> RgbaImage {
        let side = self.image.width() / COLUMNS;
        image::imageops::crop_imm(&self.image, index % COLUMNS * side, index / COLUMNS * side, side, side).to_image()
    }
}

impl Pieces {
    /// Writes a file for each into a folder, in which nothing else is left.
    pub(crate) fn save(&self, folder: &Path) -> Result<(), Failure> {
        if folder.exists() {
            std::fs::remove_dir_all(folder)?;
        }
        for own in PIECES {
            std::fs::create_dir_all(folder.join(own))?;
        }
        for (name, picture) in &self.0 {
            raster::save(picture, &folder.join(format!("{name}.png")))?;
        }
        Ok(())
    }
}

/// Bakes the four grid sheets.
pub(crate) fn bake_grids(sources: &Sources, scale: u32) -> Result<Vec<Grid>, Failure> {
    let mut ground = GridBuilder::new(scale);
    for (name, svg) in sources.folder("ground") {
        let (kind, _) = name.rsplit_once('-').ok_or_else(|| format!("ground/{name}: no variant in the name"))?;
        ground.add(kind, raster::draw(svg, scale)?);
    }

    let mut borders = GridBuilder::new(scale);
    for kind in &sources.kinds {
        for variant in edges::VARIANTS {
            let name = format!("edge/{}/{variant}", kind.name);
            borders.repeat(&name, 0);
            for corners in 1..16 {
                borders.add(&name, edges::border(sources, kind, corners, variant, scale)?);
            }
        }
    }

    let mut walls = GridBuilder::new(scale);
    walls.add_cases(sources, "walls", scale)?;
    let mut marks = GridBuilder::new(scale);
    marks.add_cases(sources, "marks", scale)?;

    Ok(vec![ground.finish("ground"), borders.finish("edges"), walls.finish("walls"), marks.finish("marks")])
}

struct GridBuilder {
    side: u32,
    tiles: Vec<RgbaImage>,
    names: BTreeMap<String, Vec<u32>>,
}

impl GridBuilder {
    fn new(scale: u32) -> Self {
        let side = UNITS * scale;
        Self { side, tiles: vec![RgbaImage::new(side, side)], names: BTreeMap::new() }
    }

    fn add(&mut self, name: &str, tile: RgbaImage) {
        assert_eq!(tile.dimensions(), (self.side, self.side), "{name} should be one square");
        let index = self.tiles.len() as u32;
        self.tiles.push(tile);
        self.repeat(name, index);
    }

    fn repeat(&mut self, name: &str, index: u32) {
        self.names.entry(name.to_owned()).or_default().push(index);
    }

    /// Adds `NAME-CASE-VARIANT` and `NAME-CASE` drawings as lists by case, and other drawings as single tiles. A case that is not drawn
    /// points at the empty tile.
    fn add_cases(&mut self, sources: &Sources, folder: &str, scale: u32) -> Result<(), Failure> {
        for (name, svg) in sources.folder(folder) {
            let mut tile = raster::draw(svg, scale)?;
            raster::bleed(&mut tile, 2);
            let parts: Vec<&str> = name.rsplitn(3, '-').collect();
            let case = |part: &str| part.parse::<usize>().ok();
            let (list, case) = match parts[..] {
                [variant, number, kind] if case(number).is_some() => (format!("{kind}/{variant}"), case(number)),
                [number, ..] if case(number).is_some() => {
                    (name[..name.len() - number.len() - 1].to_owned(), case(number))
                }
                _ => (name.to_owned(), None),
            };
            while case.is_some_and(|case| self.names.get(&list).map_or(0, Vec::len) < case) {
                self.repeat(&list, 0);
            }
            self.add(&list, tile);
        }
        Ok(())
    }

    fn finish(self, name: &'static str) -> Grid {
        let rows = (self.tiles.len() as u32).div_ceil(COLUMNS);
        let mut image = RgbaImage::new(COLUMNS * self.side, rows * self.side);
        for (index, tile) in (0..).zip(&self.tiles) {
            image
                .copy_from(tile, index % COLUMNS * self.side, index / COLUMNS * self.side)
                .expect("the sheet has room for every tile");
        }
        Grid { name, image, rows, tiles: self.names }
    }
}

/// Bakes what is no tile.
pub(crate) fn bake_pieces(sources: &Sources, scale: u32) -> Result<Pieces, Failure> {
    let mut pictures = BTreeMap::new();
    for folder in PIECES {
        for (name, svg) in sources.folder(folder) {
            let mut picture = raster::draw(svg, scale)?;
            raster::bleed(&mut picture, 2);
            pictures.insert(format!("{folder}/{name}"), picture);
        }
    }
    Ok(Pieces(pictures))
}
