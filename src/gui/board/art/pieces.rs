//! Everything that stands, moves or floats: a picture each. All together are much memory, and no battle shows them all; so sprites are cut from
//! a sheet that those are put on which were asked for.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use bevy::prelude::*;
use image::RgbaImage;
use image::imageops::replace;
use include_dir::{Dir, include_dir};

use super::detail::Detail;
use super::sheets::{Fineness, read, texture};
use crate::gui::board::world_coords::SQUARE;

static BAKED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/baked/pieces");

/// A piece by `folder/name`; `None` when it was not drawn.
pub(in crate::gui) fn picture(name: &str, fineness: Fineness) -> Option<RgbaImage> {
    let edge = SQUARE as u32 * fineness.scale();
    BAKED.get_file(format!("{edge}/{name}.png")).map(|file| read(file.contents()))
}

/// The sheet that sprites are cut from. Rectangles are in pixels of the small pictures.
pub(in crate::gui) struct Pieces {
    pub sheet: Handle<Image>,
    asked: Mutex<Asked>,
    detail: Detail<(usize, Image)>,
}

/// What sprites asked for, in rows from the top. What has its place keeps it.
#[derive(Clone, Default)]
struct Asked {
    places: BTreeMap<String, URect>,
    /// Where the next one goes, if it fits.
    next: UVec2,
    /// How high the sheet is so far.
    height: u32,
    /// How many are on the sheet as it is drawn.
    drawn: usize,
}

/// How wide the sheet is, in pixels of the small pictures.
const WIDTH: u32 = 1024;
/// Clear space between pieces.
const SPACE: u32 = 2;

impl Asked {
    fn place(&mut self, name: &str, size: UVec2) -> URect {
        if let Some(known) = self.places.get(name) {
            return *known;
        }
        if self.next.x + size.x > WIDTH {
            self.next = UVec2::new(0, self.height);
        }
        let place = URect::from_corners(self.next, self.next + size);
        self.next.x += size.x + SPACE;
        self.height = self.height.max(place.max.y + SPACE);
        self.places.insert(name.to_owned(), place);
        place
    }

    /// The sheet with everything on it.
    fn sheet(&self, fineness: Fineness) -> Image {
        let scale = fineness.scale();
        // Smaller copies of it are whole.
        let height = self.height.next_multiple_of(16).max(16);
        let mut sheet = RgbaImage::new(WIDTH * scale, height * scale);
        for (name, place) in &self.places {
            if let Some(picture) = picture(name, fineness) {
                let (x, y) = (place.min.x * scale, place.min.y * scale);
                replace(&mut sheet, &picture, i64::from(x), i64::from(y));
            }
        }
        texture(sheet, 2 + scale)
    }
}

impl Pieces {
    pub(in crate::gui) fn new(images: &Assets<Image>) -> Self {
        Self { sheet: images.reserve_handle(), asked: Mutex::default(), detail: Detail::default() }
    }

    /// Where on the sheet a piece of this size is; its picture is there before the frame is drawn.
    pub(in crate::gui) fn place(&self, name: &str, size: UVec2) -> URect {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.place(name, size)
    }

    /// How finely the sheet is drawn now.
    pub(in crate::gui) fn fineness(&self) -> Fineness {
        self.detail.fineness()
    }

    /// Draws the sheet anew if something was asked for that is not on it.
    pub(in crate::gui) fn fetch(&mut self, images: &mut Assets<Image>) -> Result {
        let fineness = self.fineness();
        let asked = self.asked.get_mut().unwrap_or_else(PoisonError::into_inner);
        if asked.drawn != asked.places.len() {
            asked.drawn = asked.places.len();
            images.insert(&self.sheet, asked.sheet(fineness))?;
        }
        Ok(())
    }

    /// Draws the sheet at twice the size on a thread of its own, if that was not done yet.
    pub(in crate::gui) fn begin_sharp(&mut self) {
        let asked = self.asked.get_mut().unwrap_or_else(PoisonError::into_inner).clone();
        self.detail.begin(move || (asked.places.len(), asked.sheet(Fineness::Sharp)));
    }

    /// Puts it in place of the small one, and does not wait for it unless `at_once`. True when it did.
    pub(in crate::gui) fn go_on(&mut self, at_once: bool, images: &mut Assets<Image>) -> Result<bool> {
        let Some((drawn, sheet)) = self.detail.read(at_once) else {
            return Ok(false);
        };
        // What was asked for meanwhile is put on it with this frame.
        self.asked.get_mut().unwrap_or_else(PoisonError::into_inner).drawn = drawn;
        images.insert(&self.sheet, sheet)?;
        Ok(true)
    }

    /// Whether it goes on by itself.
    pub(in crate::gui) fn busy(&self) -> bool {
        self.detail.busy()
    }
}

#[cfg(test)]
mod tests {
    use super::super::manifest::Manifest;
    use super::*;

    #[test]
    fn pieces_keep_their_places_and_do_not_overlap() {
        let manifest = Manifest::read();
        let mut asked = Asked::default();
        let places: Vec<URect> =
            manifest.pieces.iter().map(|(name, size)| asked.place(name, UVec2::from(*size))).collect();
        for (number, (place, (name, size))) in places.iter().zip(&manifest.pieces).enumerate() {
            assert_eq!(asked.place(name, UVec2::from(*size)), *place, "{name} was moved");
            assert!(place.max.x <= WIDTH && place.max.y <= asked.height, "{name} is off the sheet");
            let overlaps = |other: &&URect| !place.intersect(**other).is_empty();
            assert_eq!(places[number + 1..].iter().find(overlaps), None, "{name} is covered");
        }
    }

    #[test]
    fn every_piece_is_there_small_and_sharp() {
        let manifest = Manifest::read();
        assert!(manifest.pieces.len() > 100);
        for (name, &[width, height]) in &manifest.pieces {
            for (fineness, scale) in [(Fineness::Small, 1), (Fineness::Sharp, 2)] {
                let picture = picture(name, fineness).unwrap_or_else(|| panic!("{name} should be baked"));
                assert_eq!(picture.dimensions(), (width * scale, height * scale), "{name}");
            }
        }
    }
}
