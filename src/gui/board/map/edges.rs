//! What stands between squares: thin walls, windows, bars, doors and curtains, drawn as strokes along and across their edge.

use crate::gui::board::world_coords::{SQUARE, corner};
use bevy::prelude::*;

use super::piece::{Piece, z};
use crate::battle::Map;
use crate::grid::{Edge, Square};
use crate::level::Door;

/// A filled rectangle on an edge, in squares: from where to where along it, and across it, where north and west are less than 0.
pub(in crate::gui) struct Stroke {
    pub along: (f32, f32),
    pub across: (f32, f32),
    pub colour: [u8; 4],
}

const INK: [u8; 4] = [0x24, 0x1c, 0x1a, 255];
const SHADE: [u8; 4] = [0x10, 0x0b, 0x0a, 84];

/// What something is made of: its colour, and that of its upper side in the light.
type Stuff = ([u8; 4], [u8; 4]);

/// Walls up to the ceiling are cut through, and darker than what one looks down upon.
const WALL: Stuff = ([0x5e, 0x57, 0x52, 255], [0x86, 0x7d, 0x74, 255]);
const STONE: Stuff = ([0x8f, 0x86, 0x7b, 255], [0xb4, 0xaa, 0x9b, 255]);
const WOOD: Stuff = ([0x7c, 0x52, 0x30, 255], [0xa8, 0x75, 0x48, 255]);
const GLASS: Stuff = ([0x9f, 0xd0, 0xd8, 235], [0xe4, 0xf6, 0xf6, 255]);
const IRON: Stuff = ([0x5f, 0x64, 0x69, 255], [0x9a, 0xa1, 0xa8, 255]);
const CLOTH: Stuff = ([0x86, 0x35, 0x35, 255], [0xb5, 0x53, 0x4e, 255]);

/// A bar in the middle of the edge, with ink around it and light on its upper side.
fn bar(out: &mut Vec<Stroke>, along: (f32, f32), thick: f32, (fill, lit): Stuff) {
    let half = thick / 2.0;
    let rim = 0.025;
    let mut put = |along, across, colour| out.push(Stroke { along, across, colour });
    put((along.0 - rim, along.1 + rim), (-half - rim, half + rim), INK);
    put(along, (-half, half), fill);
    put(along, (-half, -half + thick * 0.32), lit);
}

/// The shadow to the south or east.
fn shadow(out: &mut Vec<Stroke>, far: f32) {
    out.push(Stroke { along: (0.0, 1.0), across: (0.0, far), colour: SHADE });
}

/// How far that of what reaches the ceiling falls, whatever it is: so it runs on past windows and doors.
const HIGH: f32 = 0.2;

/// Seams of ink across the edge.
fn seams(out: &mut Vec<Stroke>, places: &[f32], thick: f32) {
    let seam = |&at: &f32| Stroke { along: (at - 0.012, at + 0.012), across: (-thick / 2.0, thick / 2.0), colour: INK };
    out.extend(places.iter().map(seam));
}

/// How something that stands between squares is drawn, lowest first.
pub(in crate::gui) fn strokes(art: &str, door: Option<Door>) -> Vec<Stroke> {
    let mut out = Vec::new();
    match door {
        Some(Door::Open) => ajar(&mut out, stuff(art)),
        _ => upright(&mut out, art),
    }
    if let Some(door) = door {
        match door {
            Door::Open => {}
            Door::Closed => bar(&mut out, (0.78, 0.83), 0.13, IRON),
            Door::Locked => bar(&mut out, (0.42, 0.58), 0.15, IRON),
        }
        bar(&mut out, (-0.08, 0.08), 0.19, STONE);
        bar(&mut out, (0.92, 1.08), 0.19, STONE);
    }
    out
}

fn stuff(art: &str) -> Stuff {
    match art {
        "door" | "fence" | "planking" => WOOD,
        "bars" => IRON,
        "curtain" => CLOTH,
        "low_wall" => STONE,
        _ => WALL,
    }
}

/// The leaf of an open door, across the edge.
fn ajar(out: &mut Vec<Stroke>, (fill, lit): Stuff) {
    let mut put = |along, across, colour| out.push(Stroke { along, across, colour });
    put((0.03, 0.17), (-0.025, 0.845), INK);
    put((0.055, 0.145), (0.0, 0.82), fill);
    put((0.055, 0.085), (0.0, 0.82), lit);
}

fn upright(out: &mut Vec<Stroke>, art: &str) {
    match art {
        "low_wall" => {
            shadow(out, 0.12);
            bar(out, (0.0, 1.0), 0.12, STONE);
            seams(out, &[0.0, 0.25, 0.5, 0.75], 0.12);
        }
        "fence" => {
            bar(out, (0.0, 1.0), 0.05, WOOD);
            for at in [0.0, 0.33, 0.67, 1.0] {
                bar(out, (at - 0.045, at + 0.045), 0.11, WOOD);
            }
        }
        "planking" => {
            shadow(out, HIGH);
            bar(out, (0.0, 1.0), 0.13, WOOD);
            seams(out, &[0.2, 0.4, 0.6, 0.8], 0.13);
        }
        "window" => {
            shadow(out, HIGH);
            bar(out, (0.0, 1.0), 0.15, WALL);
            bar(out, (0.12, 0.88), 0.07, GLASS);
            seams(out, &[0.5], 0.09);
        }
        "opening" => {
            shadow(out, 0.12);
            bar(out, (0.0, 0.12), 0.17, WALL);
            bar(out, (0.88, 1.0), 0.17, WALL);
            bar(out, (0.12, 0.88), 0.06, STONE);
        }
        "bars" => {
            shadow(out, 0.07);
            bar(out, (0.0, 1.0), 0.03, IRON);
            for at in [0.125, 0.375, 0.625, 0.875] {
                bar(out, (at - 0.04, at + 0.04), 0.09, IRON);
            }
        }
        "curtain" => {
            let (dark, lit) = CLOTH;
            for (number, at) in [0.0, 0.14, 0.29, 0.43, 0.57, 0.71, 0.86].into_iter().enumerate() {
                let (off, colour) = if number % 2 == 0 { (-0.035, lit) } else { (0.035, dark) };
                let fold =
                    |half: f32, colour| Stroke { along: (at, at + 0.143), across: (off - half, off + half), colour };
                out.extend([fold(0.075, INK), fold(0.05, colour)]);
            }
        }
        "door" => {
            shadow(out, HIGH);
            bar(out, (0.08, 0.92), 0.09, WOOD);
            seams(out, &[0.29, 0.5, 0.71], 0.09);
        }
        _ => {
            shadow(out, HIGH);
            bar(out, (0.0, 1.0), 0.17, WALL);
        }
    }
}

/// How a joint is drawn where walls meet.
fn post() -> Vec<Stroke> {
    let mut out = Vec::new();
    bar(&mut out, (-0.085, 0.085), 0.17, WALL);
    out
}

/// Whether joints are drawn at its ends.
fn has_posts(art: &str) -> bool {
    matches!(art, "wall" | "window" | "opening" | "bars" | "door" | "planking")
}

/// The joints, given as edges that begin in them, and everything that stands between squares, each with its strokes.
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
    // The joints first, so that walls run over them.
    let joints = joints.into_iter().map(|joint| (Edge::north(joint), post()));
    joints.chain(out).collect()
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
pub(in crate::gui) fn draw(map: &Map, door: impl Fn(Edge) -> Option<Door>, commands: &mut Commands) {
    for (number, (edge, strokes)) in standing(map, door).into_iter().enumerate() {
        for (order, stroke) in strokes.iter().enumerate() {
            let ([left, top], [wide, high]) = place(edge, stroke);
            let [red, green, blue, alpha] = stroke.colour;
            let middle = corner(Square::new(0, 0)) + Vec2::new(left + wide / 2.0, -(top + high / 2.0)) * SQUARE;
            // Every shadow lies below whatever stands anywhere.
            let order = if stroke.colour == SHADE { 0 } else { order + 1 };
            let up = number as f32 * 1e-6 + order as f32 * 1e-3;
            let sprite = Sprite::from_color(Color::srgba_u8(red, green, blue, alpha), Vec2::new(wide, high) * SQUARE);
            commands.spawn((Piece, sprite, Transform::from_translation(middle.extend(z::BETWEEN + up))));
        }
    }
}
