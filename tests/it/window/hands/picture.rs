//! What is on the screen that nobody sees.

use std::path::Path;

/// Its pixels: red, green and blue.
pub(super) struct Picture {
    width: usize,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads the frame buffer that the screen keeps in its folder, in the format of `xwd`.
    pub(super) fn read(folder: &Path) -> Self {
        let bytes = std::fs::read(folder.join("Xvfb_screen0")).expect("the screen should keep its pixels there");
        let number = |at: usize| {
            let four = bytes[at..at + 4].try_into().expect("four bytes");
            u32::from_be_bytes(four) as usize
        };
        // Size of the header; width and height; bytes of a line; colours of twelve bytes each that follow the header.
        let (header, width, height, line, colours) = (number(0), number(16), number(20), number(48), number(76));
        let start = header + colours * 12;
        let pixels = (0..height)
            .flat_map(|y| (0..width).map(move |x| start + y * line + x * 4))
            .map(|at| [bytes[at + 2], bytes[at + 1], bytes[at]])
            .collect();
        Self { width, pixels }
    }

    /// How many of ten thousand pixels of an area, given by its corners, are of another colour than on another picture.
    pub(super) fn differs(&self, other: &Self, [left, top, right, bottom]: [usize; 4]) -> usize {
        let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        let differ = places.filter(|&(x, y)| {
            let at = |picture: &Self| picture.pixels[y * picture.width + x];
            at(self).iter().zip(at(other)).any(|(a, b)| a.abs_diff(b) > 32)
        });
        differ.count() * 10_000 / ((right - left) * (bottom - top)).max(1)
    }

    /// Writes an image file, to be looked at when a test fails.
    pub(super) fn write(&self, path: &Path) {
        let height = self.pixels.len() / self.width;
        let image = image::RgbImage::from_fn(self.width as u32, height as u32, |x, y| {
            image::Rgb(self.pixels[y as usize * self.width + x as usize])
        });
        image.save(path).expect("a picture should be written");
    }
}
