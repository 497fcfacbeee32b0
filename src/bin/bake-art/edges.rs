//! Borders between grounds: a kind's texture cut by a mask, with its shore or far wall, and an ink line along the cut.
//!
//! A border tile sits on the corner between four squares. Its index says which of them hold this kind or a higher one:
//! north-west 1, north-east 2, south-east 4, south-west 8.

use image::{Rgba, RgbaImage};

use crate::Failure;
use crate::raster;
use crate::sources::{Kind, Sources};

/// The parts of a border drawing, each a `<g id="…">`.
const PARTS: [&str; 4] = ["mask", "shore", "face", "line"];
/// The colour that stands for "this kind's own" in the shore and face parts.
const STAND_IN: &str = "#f7f1e3";

/// The ways a border is drawn; the window picks one by a hash of the corner.
pub(crate) const VARIANTS: [&str; 2] = ["a", "b"];

/// The border tile of `kind` for a corner whose squares are `corners` (1 to 15).
pub(crate) fn border(
    sources: &Sources,
    kind: &Kind,
    corners: u32,
    variant: &str,
    scale: u32,
) -> Result<RgbaImage, Failure> {
    let ground = sources.drawing(&format!("ground/{}-{variant}", kind.name))?;
    let mut tile = raster::draw(ground, scale)?;
    if corners == 15 {
        return Ok(tile);
    }
    let svg = sources.drawing(&format!("edges/{}-{corners:02}-{variant}", kind.edge))?;
    if let Some(colour) = &kind.shore {
        let band = raster::draw(&only("shore", svg).replace(STAND_IN, colour), scale)?;
        raster::lay(&mut tile, &band, 0, 0);
    }
    if let Some(colour) = &kind.face {
        let wall = raster::draw(&only("face", svg).replace(STAND_IN, colour), scale)?;
        raster::lay(&mut tile, &wall, 0, 0);
    }
    let mask = raster::draw(&only("mask", svg), scale)?;
    for (pixel, cut) in tile.pixels_mut().zip(mask.pixels()) {
        pixel.0[3] = cut.0[3];
        if cut.0[3] == 0 {
            *pixel = Rgba([0; 4]);
        }
    }
    let mut line = raster::draw(&only("line", svg), scale)?;
    for pixel in line.pixels_mut() {
        pixel.0[3] = (f32::from(pixel.0[3]) * kind.line).round() as u8;
    }
    raster::lay(&mut tile, &line, 0, 0);
    raster::bleed(&mut tile, 2);
    Ok(tile)
}

/// The drawing with every part but one hidden.
fn only(part: &str, svg: &str) -> String {
    PARTS.iter().filter(|other| **other != part).fold(svg.to_owned(), |svg, other| {
        svg.replace(&format!("<g id=\"{other}\">"), &format!("<g id=\"{other}\" display=\"none\">"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_part_stays_visible() {
        let svg = r#"<g id="mask"></g><g id="shore"></g><g id="face"></g><g id="line"></g>"#;
        let line = only("line", svg);
        assert_eq!(line.matches("display").count(), 3);
        assert!(line.contains(r#"<g id="line">"#));
    }
}
