//! The sheets: grids of equal tiles for the tilemap, and one packed sheet for everything that moves or floats.

use std::collections::BTreeMap;

use image::{GenericImage, RgbaImage};

use crate::Failure;
use crate::edges;
use crate::raster::{self, UNITS};
use crate::sources::Sources;

/// Tiles in a row of a grid sheet.
const COLUMNS: u32 = 16;
/// Width of the packed sheet in drawing units.
const PACKED_WIDTH: u32 = 1024;
/// Clear space around a packed picture, in drawing units.
const PADDING: u32 = 2;
/// Folders that go into the packed sheet.
pub(crate) const PACKED: [&str; 7] = ["badges", "effects", "icons", "objects", "overlays", "rings", "tokens"];

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

/// A sheet of pictures of any size.
pub(crate) struct Packed {
    /// Its pixels.
    pub(crate) image: RgbaImage,
    /// Where each picture is, in drawing units: x, y, width, height.
    pub(crate) rects: BTreeMap<String, [u32; 4]>,
}

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

impl Packed {
    /// The sheet's file for a square of that many pixels.
    pub(crate) fn file(tile: u32) -> String {
        format!("pieces-{tile}.png")
    }

    /// The pixels of one picture.
    pub(crate) fn picture(&self, name: &str) -> Option<RgbaImage> {
        let scale = self.image.width() / PACKED_WIDTH;
        let [x, y, w, h] = self.rects.get(name)?.map(|unit| unit * scale);
        Some(image::imageops::crop_imm(&self.image, x, y, w, h).to_image())
    }
}

/// Bakes the four grid sheets.
pub(crate) fn bake_grids(sources: &Sources, scale: u32) -> Result<Vec<Grid>, Failure> {
    let mut ground = GridBuilder::new(scale);
    for (name, svg) in sources.folder("ground") {
        let (kind, _) = name
            .rsplit_once('-')
            .ok_or_else(|| format!("ground/{name}: no variant in the name"))?;
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

    Ok(vec![
        ground.finish("ground"),
        borders.finish("edges"),
        walls.finish("walls"),
        marks.finish("marks"),
    ])
}

struct GridBuilder {
    side: u32,
    tiles: Vec<RgbaImage>,
    names: BTreeMap<String, Vec<u32>>,
}

impl GridBuilder {
    fn new(scale: u32) -> Self {
        let side = UNITS * scale;
        Self {
            side,
            tiles: vec![RgbaImage::new(side, side)],
            names: BTreeMap::new(),
        }
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
        Grid {
            name,
            image,
            rows,
            tiles: self.names,
        }
    }
}

/// Bakes the packed sheet: tallest pictures first, in shelves.
pub(crate) fn bake_pieces(sources: &Sources, scale: u32) -> Result<Packed, Failure> {
    let mut pictures = Vec::new();
    for folder in PACKED {
        for (name, svg) in sources.folder(folder) {
            pictures.push((format!("{folder}/{name}"), raster::draw(svg, scale)?));
        }
    }
    pictures.sort_by(|(one, a), (two, b)| {
        b.height()
            .cmp(&a.height())
            .then(b.width().cmp(&a.width()))
            .then(one.cmp(two))
    });

    let mut rects = BTreeMap::new();
    let (mut x, mut y, mut shelf) = (PADDING, PADDING, 0);
    for (name, picture) in &pictures {
        let (w, h) = (picture.width() / scale, picture.height() / scale);
        if x + w + PADDING > PACKED_WIDTH {
            (x, y, shelf) = (PADDING, y + shelf + PADDING, 0);
        }
        rects.insert(name.clone(), [x, y, w, h]);
        x += w + PADDING;
        shelf = shelf.max(h);
    }

    let mut image = RgbaImage::new(PACKED_WIDTH * scale, (y + shelf + PADDING) * scale);
    for (name, picture) in &pictures {
        let [x, y, ..] = rects[name];
        image
            .copy_from(picture, x * scale, y * scale)
            .expect("the sheet has room for every picture");
    }
    raster::bleed(&mut image, 2);
    Ok(Packed { image, rects })
}
