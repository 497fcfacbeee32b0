//! Bakes the drawings under `assets/art` into the sheets the game loads from `assets/baked`.
//!
//! `cargo run --no-default-features --features bake --bin bake-art` reads every SVG, refuses colours outside the
//! palette, and writes grid sheets (ground, borders, walls, marks), a picture for each other drawing, `atlas.json` that says where each thing is,
//! and `sources.txt` that lets a test notice a drawing changed after the last bake. The same sources give the same bytes.
//! With `--contact DIR` it also writes pictures to look at: every sprite, and a small map put together from the baked sheets.
//!
//! Reading order: `sources` (files, palette, hashes), `raster` (SVG to pixels), `edges` (borders between grounds),
//! `sheets` (grids, and the pieces that are pictures of their own), `manifest` (what is written for the game), `contact` (pictures for the eye).

mod contact;
mod edges;
mod manifest;
mod raster;
mod sheets;
mod sources;

use std::path::PathBuf;

use clap::Parser;

use manifest::Manifest;
use sources::Sources;

/// What went wrong, in words for the person at the terminal.
type Failure = Box<dyn std::error::Error>;

/// Bake the map's drawings into sheets.
#[derive(Parser)]
struct Options {
    /// Where the drawings are.
    #[arg(long, default_value = "assets/art")]
    art: PathBuf,
    /// Where the sheets go.
    #[arg(long, default_value = "assets/baked")]
    out: PathBuf,
    /// Also write contact sheets and a sample map into this folder.
    #[arg(long)]
    contact: Option<PathBuf>,
}

fn main() -> Result<(), Failure> {
    let options = Options::parse();
    let sources = Sources::read(&options.art)?;
    std::fs::create_dir_all(&options.out)?;

    let mut baked = Vec::new();
    for scale in raster::SCALES {
        let tile = raster::UNITS * scale;
        let grids = sheets::bake_grids(&sources, scale)?;
        let pieces = sheets::bake_pieces(&sources, scale)?;
        for grid in &grids {
            raster::save(&grid.image, &options.out.join(grid.file(tile)))?;
        }
        pieces.save(&options.out.join("pieces").join(tile.to_string()))?;
        baked.push((grids, pieces));
    }

    let (grids, pieces) = &baked[0];
    let manifest = Manifest::describe(&sources, grids, pieces);
    std::fs::write(options.out.join("atlas.json"), manifest.to_json()?)?;
    std::fs::write(options.out.join("sources.txt"), sources.fingerprints())?;

    if let Some(folder) = &options.contact {
        std::fs::create_dir_all(folder)?;
        let (grids, pieces) = baked.last().expect("there is at least one scale");
        contact::write(folder, &manifest, grids, pieces)?;
    }
    Ok(())
}
