//! Shapes over many squares with soft edges, as one picture: fog, darkness.

use bevy::prelude::*;

/// Pixels of the picture across a square.
pub(in crate::gui) const FINE: u32 = 10;
/// How far an edge is soft to either side, in squares.
const SOFT: f32 = 0.34;

/// How much lies on every square, from 0 to 1. Beyond the board it goes on as at its edge.
pub(in crate::gui) struct Shares {
    width: i32,
    height: i32,
    all: Vec<f32>,
}

impl Shares {
    pub(in crate::gui) fn new((width, height): (u16, u16), share: impl Fn(i16, i16) -> f32) -> Self {
        let all = (0..height as i16).flat_map(|y| (0..width as i16).map(move |x| (x, y)));
        Self { width: i32::from(width), height: i32::from(height), all: all.map(|(x, y)| share(x, y)).collect() }
    }

    /// Whether nothing lies anywhere.
    pub(in crate::gui) fn is_empty(&self) -> bool {
        self.all.iter().all(|share| *share <= 0.0)
    }

    fn at(&self, x: i32, y: i32) -> f32 {
        let (x, y) = (x.clamp(0, self.width - 1), y.clamp(0, self.height - 1));
        self.all[(y * self.width + x) as usize]
    }

    /// How much lies on a place, in squares from the upper left: that of the square inside, half of either at the edge between two.
    fn covered(&self, at: Vec2) -> f32 {
        // The mean over a small square around the place, which overlaps at most four of the map.
        let (low, high) = (at - SOFT, at + SOFT);
        let (left, top) = (low.x.floor() as i32, low.y.floor() as i32);
        let edge = Vec2::new(left as f32 + 1.0, top as f32 + 1.0);
        let part = |middle: f32, low: f32, high: f32| smooth(((high - middle) / (high - low)).clamp(0.0, 1.0));
        let (east, south) = (part(edge.x, low.x, high.x), part(edge.y, low.y, high.y));
        let upper = self.at(left, top).lerp(self.at(left + 1, top), east);
        let lower = self.at(left, top + 1).lerp(self.at(left + 1, top + 1), east);
        upper.lerp(lower, south)
    }

    /// A white picture of the whole board, as opaque as `dense` makes of a place and how much lies there.
    pub(in crate::gui) fn picture(&self, dense: impl Fn(Vec2, f32) -> f32) -> image::RgbaImage {
        image::RgbaImage::from_fn(self.width as u32 * FINE, self.height as u32 * FINE, |px, py| {
            let at = (Vec2::new(px as f32, py as f32) + 0.5) / FINE as f32;
            let cover = self.covered(at);
            let alpha = if cover > 0.0 { dense(at, cover) } else { 0.0 };
            image::Rgba([255, 255, 255, (alpha * 255.0) as u8])
        })
    }
}

/// From 0 to 1, without a kink at either end.
pub(in crate::gui) fn smooth(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_whole_inside_half_at_the_edge_and_gone_beside() {
        let inside = |x: i16, y: i16| (2..5).contains(&x) && (1..4).contains(&y);
        let shares = Shares::new((8, 6), |x, y| f32::from(u8::from(inside(x, y))));
        for (at, wanted) in [((3.5, 2.5), 1.0), ((2.0, 2.5), 0.5), ((1.5, 2.5), 0.0), ((5.0, 4.0), 0.25)] {
            let cover = shares.covered(Vec2::new(at.0, at.1));
            assert!((cover - wanted).abs() < 0.01, "{cover} at {at:?}");
        }
        let picture = shares.picture(|_, cover| cover);
        let alpha = |x: u32, y: u32| picture.get_pixel(x * FINE + FINE / 2, y * FINE + FINE / 2).0[3];
        assert_eq!((alpha(3, 2), alpha(0, 2), alpha(6, 5)), (255, 0, 0));
    }

    #[test]
    fn the_edge_of_the_board_is_no_edge() {
        let shares = Shares::new((3, 3), |_, _| 1.0);
        assert!((shares.covered(Vec2::new(0.0, 3.0)) - 1.0).abs() < 0.001);
        assert!(Shares::new((3, 3), |_, _| 0.0).is_empty());
    }
}
