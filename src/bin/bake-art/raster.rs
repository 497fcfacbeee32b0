//! From SVG text to pixels, and from pixels to a file.

use std::io::BufWriter;
use std::path::Path;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageEncoder, Rgba, RgbaImage};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::Failure;

/// Drawing units to a map square.
pub(crate) const UNITS: u32 = 64;
/// Pixels to a drawing unit, one bake for each.
pub(crate) const SCALES: [u32; 2] = [1, 2];

/// Renders a drawing at its own size times `scale`.
pub(crate) fn draw(svg: &str, scale: u32) -> Result<RgbaImage, Failure> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width() * scale, size.height() * scale);
    let mut pixmap = Pixmap::new(width, height).ok_or("a drawing has no size")?;
    resvg::render(&tree, Transform::from_scale(scale as f32, scale as f32), &mut pixmap.as_mut());
    let bytes = pixmap
        .pixels()
        .iter()
        .flat_map(|pixel| {
            let colour = pixel.demultiply();
            [colour.red(), colour.green(), colour.blue(), colour.alpha()]
        })
        .collect();
    Ok(RgbaImage::from_raw(width, height, bytes).expect("a pixmap has four bytes a pixel"))
}

/// Lays `over` on `under` at a place, straight alpha; what falls outside is cut off.
pub(crate) fn lay(under: &mut RgbaImage, over: &RgbaImage, x: i64, y: i64) {
    image::imageops::overlay(under, over, x, y);
}

/// Gives transparent pixels the colour of their nearest opaque neighbours, `reach` pixels far, so that smooth sampling
/// does not draw a dark fringe. Alpha stays 0.
pub(crate) fn bleed(image: &mut RgbaImage, reach: u32) {
    let (width, height) = image.dimensions();
    let mut known: Vec<bool> = image.pixels().map(|pixel| pixel.0[3] > 0).collect();
    for _ in 0..reach {
        let before = image.clone();
        let was_known = known.clone();
        for (x, y, pixel) in image.enumerate_pixels_mut() {
            if was_known[(y * width + x) as usize] {
                continue;
            }
            let mut sum = [0_u32; 3];
            let mut count = 0;
            for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                let (Some(nx), Some(ny)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                    continue;
                };
                if nx < width && ny < height && was_known[(ny * width + nx) as usize] {
                    let near = before.get_pixel(nx, ny).0;
                    (0..3).for_each(|channel| sum[channel] += u32::from(near[channel]));
                    count += 1;
                }
            }
            if let [Some(red), Some(green), Some(blue)] = sum.map(|channel| channel.checked_div(count)) {
                *pixel = Rgba([red as u8, green as u8, blue as u8, 0]);
                known[(y * width + x) as usize] = true;
            }
        }
    }
}

/// Writes a PNG as small as the encoder can make it; fully opaque pictures lose their alpha channel.
pub(crate) fn save(picture: &RgbaImage, path: &Path) -> Result<(), Failure> {
    let file = BufWriter::new(std::fs::File::create(path)?);
    let encoder = PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::Adaptive);
    let (width, height) = picture.dimensions();
    if picture.pixels().all(|pixel| pixel.0[3] == 255) {
        let rgb: Vec<u8> = picture.pixels().flat_map(|pixel| [pixel.0[0], pixel.0[1], pixel.0[2]]).collect();
        encoder.write_image(&rgb, width, height, image::ExtendedColorType::Rgb8)?;
    } else {
        encoder.write_image(picture.as_raw(), width, height, image::ExtendedColorType::Rgba8)?;
    }
    Ok(())
}
