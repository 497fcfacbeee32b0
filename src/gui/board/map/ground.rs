//! Grounds and the borders between them: a tile on every corner between four squares, as the drawings' README tells.

use bevy::prelude::*;

use super::layer::Layer;
use super::piece::z;
use crate::battle::Map;
use crate::grid::{Direction, Square};
use crate::gui::board::art::{Manifest, scatter};

/// The ground of every square as a place in the list of kinds; under a wall lies what lies beside it.
struct Grounds {
    width: i16,
    height: i16,
    kinds: Vec<Option<usize>>,
}

impl Grounds {
    fn new(map: &Map, art: &Manifest) -> Self {
        let (width, height) = map.size();
        let (width, height) = (width as i16, height as i16);
        let kind = |at: Square| {
            let terrain = map.terrain(at)?;
            if terrain.solid {
                return None;
            }
            let known = |name: &str| art.kinds.iter().position(|kind| kind == name);
            known(&terrain.art).or_else(|| known(fallback(terrain)))
        };
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| Square::new(x, y)));
        let bare: Vec<Option<usize>> = squares.clone().map(kind).collect();
        let get = |at: Square| {
            (at.x >= 0 && at.y >= 0 && at.x < width && at.y < height)
                .then(|| {
                    bare[usize::try_from(i32::from(at.y) * i32::from(width) + i32::from(at.x)).expect("on the map")]
                })
                .flatten()
        };
        let under = |at: Square| {
            get(at).or_else(|| {
                // South and east first: what is seen below a wall should go on under it.
                [Direction::South, Direction::East, Direction::West, Direction::North]
                    .into_iter()
                    .find_map(|direction| get(at.step(direction)))
                    .or_else(|| at.neighbours().into_iter().find_map(get))
            })
        };
        let kinds = squares.map(under).collect();
        Self { width, height, kinds }
    }

    /// The kind; off the map, that of the nearest square.
    fn at(&self, x: i16, y: i16) -> usize {
        let (x, y) = (x.clamp(0, self.width - 1), y.clamp(0, self.height - 1));
        self.kinds[usize::try_from(i32::from(y) * i32::from(self.width) + i32::from(x)).expect("on the map")]
            .unwrap_or(0)
    }
}

/// What an author's own terrain is drawn as.
fn fallback(terrain: &crate::level::Terrain) -> &'static str {
    match terrain {
        t if t.pit.0 > 0 => "pit",
        t if t.water.0 > 0 => "water",
        t if t.harm.is_some() => "slime",
        t if t.metal => "deck",
        t if t.difficult => "rubble",
        t if t.soft => "dirt",
        _ => "floor",
    }
}

/// The layers that the ground is drawn with, lowest first.
pub(in crate::gui) fn layers(map: &Map, art: &Manifest) -> Vec<Layer> {
    let grounds = Grounds::new(map, art);
    laid(&grounds, art, 0, |_| true)
}

/// The ground as it goes on beyond the edge of the map for so many squares, lowest layer first. Nothing goes on behind a wall, but what comes
/// out beside it does so for a few squares, to fade away there.
pub(in crate::gui) fn beyond(map: &Map, art: &Manifest, squares: u16) -> Vec<Layer> {
    let mut grounds = Grounds::new(map, art);
    let (width, height) = (grounds.width, grounds.height);
    let border = border(width, height);
    let around = border.len();
    let place = |at: Square| {
        usize::from(at.y.cast_unsigned()) * usize::from(width.cast_unsigned()) + usize::from(at.x.cast_unsigned())
    };
    let shut = |at: Square| map.solid(at);
    let mut hidden = Vec::new();
    for (step, &at) in border.iter().enumerate().filter(|&(_, &at)| shut(at)) {
        let along = (1..=BESIDE_A_WALL).flat_map(|far| [step + far, step + around - far]);
        let open = along.map(|step| border[step % around]).find(|&at| !shut(at));
        match open {
            Some(open) => grounds.kinds[place(at)] = grounds.kinds[place(open)],
            None => hidden.push(at),
        }
    }
    laid(&grounds, art, squares as i16, |at| {
        let beyond = at.x < 0 || at.y < 0 || at.x > width || at.y > height;
        // Off the corners a tile may lie farther away than the ground goes on.
        let off = |at: i16, most: i16| f32::from((-at).max(at - most).max(0)) - 0.5;
        let far = off(at.x, width).max(0.0).hypot(off(at.y, height).max(0.0));
        let near = |x: i16, y: i16| Square::new(x.clamp(0, width - 1), y.clamp(0, height - 1));
        beyond
            && far < f32::from(squares)
            && (-1..=0).any(|x| (-1..=0).any(|y| !hidden.contains(&near(at.x + x, at.y + y))))
    })
}

/// For how many squares along a wall at the edge the ground beside it is seen to fade away: it has by then.
const BESIDE_A_WALL: usize = 3;

/// The squares at the edge of the map, once around.
fn border(width: i16, height: i16) -> Vec<Square> {
    let upper = (0..width).map(|x| Square::new(x, 0));
    let right = (1..height).map(|y| Square::new(width - 1, y));
    let lower = (0..width - 1).rev().map(|x| Square::new(x, height - 1));
    let left = (1..height - 1).rev().map(|y| Square::new(0, y));
    upper.chain(right).chain(lower).chain(left).collect()
}

/// Tiles on the corners for which `wanted` holds, of those on the map and so many to all sides of it.
fn laid(grounds: &Grounds, art: &Manifest, around: i16, wanted: impl Fn(Square) -> bool) -> Vec<Layer> {
    let size = ((grounds.width + 1 + 2 * around) as u32, (grounds.height + 1 + 2 * around) as u32);
    let mut bottom = Vec::new();
    let mut borders: [Vec<(u32, u32, u32)>; 3] = Default::default();
    let place = |at: i16| (at + around) as u32;
    for cy in -around..=grounds.height + around {
        for cx in -around..=grounds.width + around {
            let spot = Square::new(cx, cy);
            if !wanted(spot) {
                continue;
            }
            let around =
                [grounds.at(cx - 1, cy - 1), grounds.at(cx, cy - 1), grounds.at(cx, cy), grounds.at(cx - 1, cy)];
            let mut kinds = around;
            kinds.sort_unstable();
            let variants = art.tiles("ground", &art.kinds[kinds[0]]);
            let variant = variants.get(scatter(spot, 1) as usize % variants.len().max(1)).copied().unwrap_or(0);
            bottom.push((place(cx), place(cy), variant));
            let mut layer = 0;
            for number in 1..4 {
                if kinds[number] == kinds[number - 1] || kinds[number] == kinds[0] {
                    continue;
                }
                let kind = kinds[number];
                let case: usize =
                    [1, 2, 4, 8].iter().zip(around).filter(|(_, there)| *there >= kind).map(|(bit, _)| bit).sum();
                let letter = if scatter(spot, 2) & 1 == 0 { "a" } else { "b" };
                let tile = art.tile("edges", &format!("edge/{}/{letter}", art.kinds[kind]), case);
                borders[layer].push((place(cx), place(cy), tile));
                layer += 1;
            }
        }
    }
    let layer = |sheet, z, tiles| Layer { sheet, size, first: Vec2::splat(-f32::from(around)), z, tiles };
    let mut out = vec![layer("ground", z::GROUND, bottom)];
    for (number, tiles) in borders.into_iter().enumerate() {
        out.push(layer("edges", z::EDGES + number as f32 * 0.05, tiles));
    }
    out
}
