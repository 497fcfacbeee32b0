//! What stands between squares: thin walls, windows, bars, doors and curtains, drawn as strokes along and across their edge.

use bevy::prelude::*;

use super::{Piece, z};
use crate::battle::Map;
use crate::grid::{Edge, Square};
use crate::gui::art::SQUARE;
use crate::gui::camera::corner;
use crate::level::Door;

/// A filled rectangle on an edge, in squares: from where to where along it, and across it, where north and west are less than 0.
pub(in crate::gui) struct Stroke {
    pub along: (f32, f32),
    pub across: (f32, f32),
    pub colour: [u8; 4],
}

const INK: [u8; 4] = [0x24, 0x1c, 0x1a, 255];
const SHADE: [u8; 4] = [0x10, 0x0b, 0x0a, 84];
const STONE: [u8; 4] = [0x8f, 0x86, 0x7b, 255];
const STONE_LIT: [u8; 4] = [0xb4, 0xaa, 0x9b, 255];
const WOOD: [u8; 4] = [0x7c, 0x52, 0x30, 255];
const WOOD_LIT: [u8; 4] = [0xa8, 0x75, 0x48, 255];
const GLASS: [u8; 4] = [0x9f, 0xd0, 0xd8, 235];
const IRON: [u8; 4] = [0x5f, 0x64, 0x69, 255];
const IRON_LIT: [u8; 4] = [0x9a, 0xa1, 0xa8, 255];
const CLOTH: [u8; 4] = [0x86, 0x35, 0x35, 255];
const CLOTH_LIT: [u8; 4] = [0xb5, 0x53, 0x4e, 255];

/// A bar in the middle of the edge, with ink around it and light on its upper side.
fn bar(out: &mut Vec<Stroke>, along: (f32, f32), thick: f32, fill: [u8; 4], lit: [u8; 4]) {
    let half = thick / 2.0;
    let rim = 0.025;
    let mut put = |along, across, colour| out.push(Stroke { along, across, colour });
    put((along.0 - rim, along.1 + rim), (-half - rim, half + rim), INK);
    put(along, (-half, half), fill);
    put(along, (-half, -half + thick * 0.32), lit);
}

/// Seams of ink across the edge.
fn seams(out: &mut Vec<Stroke>, places: &[f32], thick: f32) {
    let seam = |&at: &f32| Stroke {
        along: (at - 0.012, at + 0.012),
        across: (-thick / 2.0, thick / 2.0),
        colour: INK,
    };
    out.extend(places.iter().map(seam));
}

/// How something that stands between squares is drawn, lowest first.
pub(in crate::gui) fn strokes(art: &str, door: Option<Door>) -> Vec<Stroke> {
    let mut out = Vec::new();
    let shadow = |out: &mut Vec<Stroke>, far: f32| {
        out.push(Stroke {
            along: (0.0, 1.0),
            across: (0.0, far),
            colour: SHADE,
        });
    };
    match art {
        "low_wall" => {
            shadow(&mut out, 0.13);
            bar(&mut out, (0.0, 1.0), 0.12, STONE, STONE_LIT);
            seams(&mut out, &[0.0, 0.27, 0.5, 0.76], 0.12);
        }
        "fence" => {
            bar(&mut out, (0.0, 1.0), 0.05, WOOD, WOOD_LIT);
            for at in [0.0, 0.33, 0.67, 1.0] {
                bar(&mut out, (at - 0.045, at + 0.045), 0.11, WOOD, WOOD_LIT);
            }
        }
        "planking" => {
            shadow(&mut out, 0.2);
            bar(&mut out, (0.0, 1.0), 0.13, WOOD, WOOD_LIT);
            seams(&mut out, &[0.2, 0.4, 0.6, 0.8], 0.13);
        }
        "window" => {
            shadow(&mut out, 0.17);
            bar(&mut out, (0.0, 1.0), 0.13, WOOD, WOOD_LIT);
            bar(&mut out, (0.09, 0.91), 0.06, GLASS, [0xe4, 0xf6, 0xf6, 255]);
            seams(&mut out, &[0.5], 0.08);
        }
        "opening" => {
            bar(&mut out, (0.0, 0.12), 0.15, STONE, STONE_LIT);
            bar(&mut out, (0.88, 1.0), 0.15, STONE, STONE_LIT);
            bar(&mut out, (0.12, 0.88), 0.045, WOOD, WOOD_LIT);
        }
        "bars" => {
            bar(&mut out, (0.0, 1.0), 0.03, IRON, IRON_LIT);
            for at in [0.1, 0.3, 0.5, 0.7, 0.9] {
                bar(&mut out, (at - 0.04, at + 0.04), 0.08, IRON, IRON_LIT);
            }
        }
        "curtain" => {
            for (number, at) in [0.0, 0.14, 0.29, 0.43, 0.57, 0.71, 0.86].into_iter().enumerate() {
                let off = if number % 2 == 0 { -0.03 } else { 0.03 };
                let fold = |half: f32, colour| Stroke {
                    along: (at, at + 0.143),
                    across: (off - half, off + half),
                    colour,
                };
                out.push(fold(0.065, INK));
                out.push(fold(0.04, if number % 2 == 0 { CLOTH_LIT } else { CLOTH }));
            }
        }
        "door" => {
            let (fill, lit) = (WOOD, WOOD_LIT);
            if door == Some(Door::Open) {
                // The leaf stands ajar, across the edge.
                out.push(Stroke {
                    along: (0.055, 0.185),
                    across: (-0.025, 0.845),
                    colour: INK,
                });
                out.push(Stroke {
                    along: (0.08, 0.16),
                    across: (0.0, 0.82),
                    colour: fill,
                });
                out.push(Stroke {
                    along: (0.08, 0.11),
                    across: (0.0, 0.82),
                    colour: lit,
                });
            } else {
                shadow(&mut out, 0.15);
                bar(&mut out, (0.08, 0.92), 0.09, fill, lit);
                seams(&mut out, &[0.29, 0.5, 0.71], 0.09);
                if door == Some(Door::Locked) {
                    bar(&mut out, (0.44, 0.56), 0.13, IRON, IRON_LIT);
                } else {
                    bar(&mut out, (0.79, 0.83), 0.12, IRON, IRON_LIT);
                }
            }
            bar(&mut out, (-0.06, 0.06), 0.17, STONE, STONE_LIT);
            bar(&mut out, (0.94, 1.06), 0.17, STONE, STONE_LIT);
        }
        _ => {
            shadow(&mut out, 0.24);
            bar(&mut out, (0.0, 1.0), 0.15, STONE, STONE_LIT);
            seams(&mut out, &[0.33, 0.67], 0.15);
        }
    }
    out
}

/// How a joint is drawn where walls meet.
pub(in crate::gui) fn post() -> Vec<Stroke> {
    let mut out = Vec::new();
    bar(&mut out, (-0.075, 0.075), 0.15, STONE, STONE_LIT);
    out
}

/// Whether joints are drawn at its ends.
fn has_posts(art: &str) -> bool {
    matches!(art, "wall" | "window" | "opening" | "bars" | "door" | "planking")
}

/// Everything that stands between squares with its strokes, and the joints, given as edges that begin in them.
pub(in crate::gui) fn standing(map: &Map, door: impl Fn(Edge) -> Option<Door>) -> Vec<(Edge, Vec<Stroke>)> {
    let Some(edges) = map.edges() else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut joints = std::collections::BTreeSet::new();
    for (edge, &upright) in edges.iter() {
        let Some(kind) = map.kind_of_edge(upright.0) else {
            continue;
        };
        out.push((edge, strokes(&kind.art, door(edge))));
        if has_posts(&kind.art) {
            joints.extend(edge.ends());
        }
    }
    out.extend(joints.into_iter().map(|joint| (Edge::north(joint), post())));
    out
}

/// Where a stroke lies on the board, in squares from its upper left corner to the right and down: its upper left corner, and
/// its size.
pub(in crate::gui) fn place(edge: Edge, stroke: &Stroke) -> ([f32; 2], [f32; 2]) {
    let [Square { x, y }, _] = edge.ends();
    let (x, y) = (f32::from(x), f32::from(y));
    let long = stroke.along.1 - stroke.along.0;
    let wide = stroke.across.1 - stroke.across.0;
    if edge.runs_across() {
        ([x + stroke.along.0, y + stroke.across.0], [long, wide])
    } else {
        ([x + stroke.across.0, y + stroke.along.0], [wide, long])
    }
}

/// Draws what stands between squares.
pub(super) fn draw(map: &Map, door: impl Fn(Edge) -> Option<Door>, commands: &mut Commands) {
    for (number, (edge, strokes)) in standing(map, door).into_iter().enumerate() {
        for (order, stroke) in strokes.iter().enumerate() {
            let ([left, top], [wide, high]) = place(edge, stroke);
            let [red, green, blue, alpha] = stroke.colour;
            let middle = corner(Square::new(0, 0)) + Vec2::new(left + wide / 2.0, -(top + high / 2.0)) * SQUARE;
            let up = number as f32 * 1e-6 + order as f32 * 1e-3;
            let sprite = Sprite::from_color(Color::srgba_u8(red, green, blue, alpha), Vec2::new(wide, high) * SQUARE);
            commands.spawn((
                Piece,
                sprite,
                Transform::from_translation(middle.extend(z::BETWEEN + up)),
            ));
        }
    }
}
