//! Pictures to look at while drawing: every piece on one page (large, and at 32 pixels in grey), every ground with
//! its neighbours, and a small map put together from the baked sheets by the rules of `assets/art/README.md`.

use std::path::Path;

use image::imageops::{self, FilterType};
use image::{Rgba, RgbaImage};

use crate::Failure;
use crate::manifest::Manifest;
use crate::raster::{lay, save};
use crate::sheets::{Grid, PIECES, Pieces};

const PAPER: Rgba<u8> = Rgba([0xd9, 0xc8, 0xa5, 255]);
const SIDES: [[u32; 3]; 4] = [[0x2f, 0x6f, 0xb0], [0xc2, 0x45, 0x2d], [0xd1, 0xa1, 0x2b], [0x5a, 0x9a, 0x4a]];
const RINGS: [&str; 4] = ["rings/circle", "rings/hexagon", "rings/square", "rings/diamond"];

/// The sample map's ground, one letter a square (see `kind_of`).
const GROUND: [&str; 11] = [
    "gggggggggggggggggg",
    "gggbggddggffffffgg",
    "ggbbgddddgffffffgg",
    "ggggddgggdffffffgg",
    "gsssdggrrrpppfffgg",
    "sswwsggrrrpppPPfgg",
    "swWWwsgddrfffPPkgg",
    "swWWWsdddggggggkgi",
    "sswWWsggmmgggggkgi",
    "gsswwsgmmnnggggggi",
    "ggssssggmnnnggiiii",
];
/// What stands on it: walls `#` stone, `=` bulkhead, `+` timber, `^` rock, and `l` for a raised square.
const WALLS: [&str; 11] = [
    "^^^...............",
    "^^.......########.",
    "^........#......#.",
    ".........#......#.",
    "................#.",
    ".........#......=.",
    ".........#......=.",
    ".........###=.===.",
    "................ .",
    "..........ll^^..+.",
    "..........ll^^..+.",
];
const OBJECTS: [(&str, u32, u32); 21] = [
    ("tree", 5, 1),
    ("tree-2", 0, 4),
    ("bush", 7, 1),
    ("boulder", 3, 3),
    ("crate", 10, 2),
    ("crate", 10, 3),
    ("barrel", 11, 2),
    ("console", 14, 2),
    ("table", 13, 3),
    ("barrier", 8, 4),
    ("barrier", 8, 5),
    ("lamp", 10, 6),
    ("machine", 15, 6),
    ("cart", 6, 2),
    ("fence", 6, 8),
    ("fence", 7, 8),
    ("hay", 8, 7),
    ("debris", 7, 4),
    ("door-wood-vertical-open", 9, 4),
    ("door-metal-horizontal-closed", 13, 7),
    ("pine", 16, 4),
];
const TOKENS: [(&str, u32, u32, usize); 16] = [
    ("soldier", 12, 5, 0),
    ("scout", 4, 5, 0),
    ("sniper", 3, 1, 0),
    ("medic", 12, 3, 0),
    ("guard", 9, 4, 1),
    ("brute", 7, 5, 1),
    ("hound", 6, 4, 1),
    ("ogre", 6, 6, 1),
    ("drone", 15, 4, 2),
    ("titan", 14, 8, 2),
    ("swarm", 9, 10, 3),
    ("mystic", 10, 9, 2),
    ("engineer", 14, 3, 0),
    ("civilian", 12, 6, 3),
    ("stalker", 12, 8, 3),
    ("crawler", 8, 2, 3),
];
/// Squares the acting soldier can reach, and squares where it is dangerous.
const REACH: [(i64, i64); 11] =
    [(10, 4), (11, 4), (12, 4), (13, 4), (10, 5), (11, 5), (12, 5), (11, 6), (12, 6), (11, 3), (13, 3)];
const DANGER: [(i64, i64); 3] = [(8, 6), (8, 5), (7, 4)];

/// Writes `pieces.png`, `small.png`, `grounds.png` and `map.png` into a folder.
pub(crate) fn write(folder: &Path, manifest: &Manifest, grids: &[Grid], pieces: &Pieces) -> Result<(), Failure> {
    save(&page(pieces), &folder.join("pieces.png"))?;
    save(&tokens_in_grey(pieces), &folder.join("small.png"))?;
    let board = Board { manifest, grids, pieces };
    save(&board.grounds(), &folder.join("grounds.png"))?;
    let map = board.map();
    let (width, height) = map.dimensions();
    save(&imageops::resize(&map, width / 2, height / 2, FilterType::Triangle), &folder.join("map.png"))?;
    let quarter = imageops::resize(&map, width / 4, height / 4, FilterType::Triangle);
    save(
        &imageops::colorops::grayscale_alpha(&quarter).pixels().enumerate().fold(quarter.clone(), grey),
        &folder.join("map-quarter.png"),
    )
}

fn grey(mut picture: RgbaImage, (at, pixel): (usize, &image::LumaA<u8>)) -> RgbaImage {
    let width = picture.width() as usize;
    let value = pixel.0[0];
    picture.put_pixel((at % width) as u32, (at / width) as u32, Rgba([value, value, value, 255]));
    picture
}

/// Every piece, a folder after the other.
fn page(pieces: &Pieces) -> RgbaImage {
    let of = |folder: &'static str| pieces.0.iter().filter(move |(name, _)| name.starts_with(folder));
    let pictures: Vec<&RgbaImage> = PIECES.into_iter().flat_map(of).map(|(_, picture)| picture).collect();
    let mut page = RgbaImage::from_pixel(2000, 130 * (pictures.len() as u32).div_ceil(15) + 10, PAPER);
    for (picture, at) in pictures.iter().zip(0_u32..) {
        let longest = picture.width().max(picture.height());
        let (w, h) = (picture.width() * 124 / longest, picture.height() * 124 / longest);
        let small = imageops::resize(*picture, w, h, FilterType::Triangle);
        lay(&mut page, &small, i64::from(at % 15 * 132 + 6), i64::from(at / 15 * 130 + 6));
    }
    page
}

/// Tokens with rings at 32 pixels, in grey, on middle grey: kinds must still be told apart.
fn tokens_in_grey(pieces: &Pieces) -> RgbaImage {
    let names: Vec<&String> = pieces.0.keys().filter(|name| name.starts_with("tokens/")).collect();
    let mut page = RgbaImage::from_pixel(40 * names.len() as u32, 80, Rgba([150, 150, 150, 255]));
    for (name, at) in names.iter().zip(0_u32..) {
        let token = ringed(pieces, name, at as usize % 4);
        let small = imageops::resize(&token, 32, 32, FilterType::Triangle);
        lay(&mut page, &small, i64::from(at * 40 + 4), 4);
        lay(&mut page, &small, i64::from(at * 40 + 4), 44);
    }
    let below = imageops::crop_imm(&page, 0, 40, page.width(), 40).to_image();
    let plain = imageops::colorops::grayscale_alpha(&below);
    let plain = plain.pixels().enumerate().fold(below, grey);
    lay(&mut page, &plain, 0, 40);
    imageops::resize(&page, page.width() * 3, page.height() * 3, FilterType::Triangle)
}

fn ringed(pieces: &Pieces, name: &str, side: usize) -> RgbaImage {
    let mut token = pieces.0.get(name).cloned().expect("the token was baked");
    if let Some(mut ring) = pieces.0.get(RINGS[side]).cloned() {
        for pixel in ring.pixels_mut() {
            for (channel, tint) in pixel.0.iter_mut().zip(SIDES[side]) {
                *channel = (u32::from(*channel) * tint / 255) as u8;
            }
        }
        lay(&mut token, &ring, 0, 0);
    }
    token
}

struct Board<'a> {
    manifest: &'a Manifest,
    grids: &'a [Grid],
    pieces: &'a Pieces,
}

impl Board<'_> {
    fn tile(&self, sheet: &str, name: &str, case: usize) -> Option<RgbaImage> {
        let index = *self.manifest.grids[sheet].tiles.get(name)?.get(case)?;
        self.grids.iter().find(|grid| grid.name == sheet).map(|grid| grid.tile(index))
    }

    fn variant(&self, kind: &str, x: u32, y: u32) -> Option<RgbaImage> {
        let count = self.manifest.grids["ground"].tiles.get(kind)?.len();
        self.tile("ground", kind, hash(x, y) as usize % count)
    }

    /// A patch of every kind, 4 by 4.
    fn grounds(&self) -> RgbaImage {
        let kinds = &self.manifest.kinds;
        let side = self.tile_side();
        let mut page = RgbaImage::from_pixel(side * 4 * 6, side * 4 * (kinds.len() as u32).div_ceil(6), PAPER);
        for (kind, at) in kinds.iter().zip(0_u32..) {
            for cell in 0..16 {
                let (x, y) = (at % 6 * 4 + cell % 4, at / 6 * 4 + cell / 4);
                let Some(tile) = self.variant(kind, x, y) else { continue };
                lay(&mut page, &tile, i64::from(x * side), i64::from(y * side));
            }
        }
        imageops::resize(&page, page.width() / 2, page.height() / 2, FilterType::Triangle)
    }

    fn tile_side(&self) -> u32 {
        self.grids[0].image.width() / Grid::columns()
    }

    fn map(&self) -> RgbaImage {
        let (width, height) = (GROUND[0].len() as u32, GROUND.len() as u32);
        let side = i64::from(self.tile_side());
        let mut map = RgbaImage::from_pixel(width * side as u32, height * side as u32, PAPER);
        for y in 0..=height {
            for x in 0..=width {
                self.corner(&mut map, x, y, side);
            }
        }
        for y in 0..height {
            for x in 0..width {
                self.square(&mut map, x, y, side);
            }
        }
        self.reach(&mut map, side);
        let mut objects = OBJECTS;
        objects.sort_by_key(|(_, _, y)| *y);
        for (name, x, y) in objects {
            if let Some(picture) = self.pieces.0.get(&format!("objects/{name}")) {
                // Tall and wide things stand on the lower left square of their picture.
                let (px, py) = (i64::from(x) * side, (i64::from(y) + 1) * side - i64::from(picture.height()));
                lay(&mut map, picture, px, py);
            }
        }
        for (name, x, y, team) in TOKENS {
            let big = if name == "ogre" { side * 2 } else { side };
            let token = imageops::resize(
                &ringed(self.pieces, &format!("tokens/{name}"), team),
                big as u32,
                big as u32,
                FilterType::Triangle,
            );
            let (px, py) = (i64::from(x) * side, i64::from(y) * side);
            if let (Some(glow), 0) = (self.pieces.0.get("rings/glow"), x.abs_diff(12) + y.abs_diff(5)) {
                let glow = imageops::resize(glow, side as u32 * 3 / 2, side as u32 * 3 / 2, FilterType::Triangle);
                lay(&mut map, &glow, px - side / 4, py - side / 4);
            }
            if let Some(shadow) = self.pieces.0.get("rings/shadow") {
                let shadow = imageops::resize(shadow, big as u32, big as u32, FilterType::Triangle);
                lay(&mut map, &shadow, px, py);
            }
            lay(&mut map, &token, px, py);
        }
        map
    }

    fn corner(&self, map: &mut RgbaImage, x: u32, y: u32, side: i64) {
        let around =
            [(-1, -1), (0, -1), (0, 0), (-1, 0)].map(|(dx, dy)| rank(self.manifest, x as i32 + dx, y as i32 + dy));
        let (px, py) = (i64::from(x) * side - side / 2, i64::from(y) * side - side / 2);
        let lowest = *around.iter().min().expect("a corner has four squares");
        let whole = &self.manifest.kinds[lowest];
        if let Some(tile) = self.variant(whole, x, y) {
            lay(map, &tile, px, py);
        }
        for (level, kind) in self.manifest.kinds.iter().enumerate().skip(lowest + 1) {
            if !around.contains(&level) {
                continue;
            }
            let case =
                around.iter().enumerate().filter(|(_, rank)| **rank >= level).fold(0, |bits, (bit, _)| bits | 1 << bit);
            let variant = if hash(x, y).is_multiple_of(2) { "a" } else { "b" };
            if let Some(tile) = self.tile("edges", &format!("edge/{kind}/{variant}"), case) {
                lay(map, &tile, px, py);
            }
        }
    }

    fn square(&self, map: &mut RgbaImage, x: u32, y: u32, side: i64) {
        let (px, py) = (i64::from(x) * side, i64::from(y) * side);
        let (x, y) = (x as i32, y as i32);
        let here = stands(x, y);
        let variant = if hash(x as u32, y as u32).is_multiple_of(3) { "b" } else { "a" };
        let around = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| stands(x + dx, y + dy));
        let bits = |test: &dyn Fn(char) -> bool| {
            around.iter().enumerate().filter(|(_, what)| test(**what)).fold(0, |bits, (bit, _)| bits | 1 << bit)
        };
        if let Some(kind) = wall_kind(here) {
            let case = bits(&|what| wall_kind(what).is_some());
            if let Some(tile) = self.tile("walls", &format!("{kind}/{variant}"), case) {
                lay(map, &tile, px, py);
            }
            return;
        }
        if here == 'l'
            && let Some(tile) = self.tile("walls", &format!("ledge/{variant}"), bits(&|what| what != 'l'))
        {
            lay(map, &tile, px, py);
        }
        let behind = [(0, -1), (-1, 0), (-1, -1)].map(|(dx, dy)| stands(x + dx, y + dy));
        let shaded = |test: &dyn Fn(char) -> bool| {
            behind.iter().enumerate().filter(|(_, what)| test(**what)).fold(0, |bits, (bit, _)| bits | 1 << bit)
        };
        for (name, case) in [
            ("shadow", shaded(&|what| wall_kind(what).is_some())),
            ("ledge-shadow", if here == 'l' { 0 } else { shaded(&|what| what == 'l') }),
        ] {
            if let (1.., Some(tile)) = (case, self.tile("walls", name, case)) {
                lay(map, &tile, px, py);
            }
        }
    }

    fn reach(&self, map: &mut RgbaImage, side: i64) {
        for (x, y) in REACH {
            let ends = [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| !REACH.contains(&(x + dx, y + dy)));
            let case = ends.iter().enumerate().filter(|(_, ends)| **ends).fold(0, |bits, (bit, _)| bits | 1 << bit);
            for tile in [self.tile("marks", "reach", 0), self.tile("marks", "contour", case)].into_iter().flatten() {
                lay(map, &tile, x * side, y * side);
            }
        }
        for (x, y) in DANGER {
            if let Some(tile) = self.tile("marks", "danger", 0) {
                lay(map, &tile, x * side, y * side);
            }
        }
    }
}

fn kind_of(letter: u8) -> &'static str {
    match letter {
        b'b' => "brush",
        b'd' => "dirt",
        b'f' => "floor",
        b'p' => "planks",
        b'P' => "pit",
        b'k' => "deck",
        b's' => "sand",
        b'w' => "shallows",
        b'W' => "water",
        b'r' => "road",
        b'm' => "mud",
        b'n' => "rubble",
        b'i' => "snow",
        _ => "grass",
    }
}

fn rank(manifest: &Manifest, x: i32, y: i32) -> usize {
    let row = GROUND[y.clamp(0, GROUND.len() as i32 - 1) as usize].as_bytes();
    let name = kind_of(row[x.clamp(0, row.len() as i32 - 1) as usize]);
    manifest.kinds.iter().position(|kind| kind == name).expect("the sample uses known grounds")
}

/// What stands on a square; off the map goes on as its border does.
fn stands(x: i32, y: i32) -> char {
    let row = WALLS[y.clamp(0, WALLS.len() as i32 - 1) as usize].as_bytes();
    char::from(row[x.clamp(0, row.len() as i32 - 1) as usize])
}

fn wall_kind(what: char) -> Option<&'static str> {
    match what {
        '#' => Some("wall"),
        '=' => Some("bulkhead"),
        '+' => Some("timber"),
        '^' => Some("rock"),
        _ => None,
    }
}

fn hash(x: u32, y: u32) -> u32 {
    let mut value = x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca6b);
    value ^= value >> 15;
    value = value.wrapping_mul(0x2c1b_3c6d);
    value ^ value >> 13
}
