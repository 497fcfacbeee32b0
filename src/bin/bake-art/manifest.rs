//! `atlas.json`: what is where in the sheets, and how large the pieces are.

use std::collections::BTreeMap;

use image::RgbaImage;
use serde::Serialize;

use crate::Failure;
use crate::raster::{SCALES, UNITS};
use crate::sheets::{Grid, Pieces};
use crate::sources::Sources;

/// The whole file.
#[derive(Serialize)]
pub(crate) struct Manifest {
    /// Pixels to a square in each bake, smallest first.
    sizes: Vec<u32>,
    /// Kinds of ground, lowest first: a kind spills over those before it.
    pub(crate) kinds: Vec<String>,
    /// The grid sheets by name.
    pub(crate) grids: BTreeMap<String, GridEntry>,
    /// Width and height of the pieces by `folder/name`, in drawing units: pixels of the smallest bake, twice that in the next.
    /// Their files are `pieces/SIZE/FOLDER/NAME.png`.
    pub(crate) pieces: BTreeMap<String, [u32; 2]>,
}

/// A sheet of equal tiles, row by row from the upper left.
#[derive(Serialize)]
pub(crate) struct GridEntry {
    /// File by size.
    files: BTreeMap<u32, String>,
    columns: u32,
    rows: u32,
    /// Tile indices by name: variants, or the cases of an index in order (0 is the empty tile).
    pub(crate) tiles: BTreeMap<String, Vec<u32>>,
}

impl Manifest {
    /// Describes the sheets; every bake has the same layout, so one of them will do.
    pub(crate) fn describe(sources: &Sources, grids: &[Grid], pieces: &Pieces) -> Self {
        let sizes = SCALES.map(|scale| scale * UNITS);
        let grids = grids
            .iter()
            .map(|grid| {
                let files = sizes.iter().map(|size| (*size, grid.file(*size))).collect();
                let entry = GridEntry { files, columns: Grid::columns(), rows: grid.rows, tiles: grid.tiles.clone() };
                (grid.name.to_owned(), entry)
            })
            .collect();
        let size = |picture: &RgbaImage| <[u32; 2]>::from(picture.dimensions());
        let pieces = pieces.0.iter().map(|(name, picture)| (name.clone(), size(picture)));
        let kinds = sources.kinds.iter().map(|kind| kind.name.clone()).collect();
        Self { sizes: sizes.to_vec(), kinds, grids, pieces: pieces.collect() }
    }

    /// The file's text: one line a name, so that a change reads well in a diff.
    pub(crate) fn to_json(&self) -> Result<String, Failure> {
        let pretty = serde_json::to_string_pretty(self)?;
        Ok(join_number_lists(&pretty) + "\n")
    }
}

/// Puts lists of numbers, which the pretty printer spreads over lines, back on one line.
fn join_number_lists(pretty: &str) -> String {
    let mut text = String::with_capacity(pretty.len());
    let mut in_list = false;
    for line in pretty.lines() {
        let trimmed = line.trim_start();
        let number = trimmed.trim_end_matches(',').parse::<u32>().is_ok();
        let closing = in_list && trimmed.starts_with(']');
        if number || closing {
            text.push_str(trimmed);
            if trimmed.ends_with(',') && number {
                text.push(' ');
            }
        } else {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(line);
        }
        in_list = number;
        if closing {
            in_list = false;
        }
    }
    text
}
