//! The ground, what is built on it and what stands on it. Drawn anew as a whole when the battle changes it: that is rare and quick.
//!
//! | file | what is in it |
//! |---|---|
//! | `ground` | grounds and the borders between them, drawn on the corners of squares |
//! | `walls` | walls, ledges and their shadows |
//! | `objects`, `edges` | crates, trees, doors; what stands between squares |
//! | `beyond` | what lies around it: its ground, fading into the table |
//! | `light`, `lines` | darkness, exits, zones; the grid |
//! | `water`, `fog`, `falls` | wavelets on open water; banks of fog; rain and snow |
//! | `piece`, `layer`, `soft` | how high everything lies; a tilemap from a list of tiles; shapes with soft edges |

mod beyond;
mod edges;
mod falls;
mod fog;
mod ground;
mod layer;
mod light;
mod lines;
mod objects;
pub(super) mod piece;
mod soft;
mod walls;
mod water;

pub(in crate::gui) use edges::{place as edge_place, standing as edges_standing};
pub(in crate::gui) use light::{NIGHT, light_at, shade};

use std::collections::BTreeSet;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use self::layer::Layer;
use self::piece::{Piece, z};
use super::super::app::frame::{Screen, TableSystems};
use super::super::app::settings::Settings;
use super::super::session::Session;
use super::art::{Art, Manifest};
use super::playback::Playback;
use super::world_coords::BoardCamera;
use super::world_coords::SQUARE;
use crate::battle::{ById, DoorState, EdgeObject, Map, SideId, closed_door_at, things};
use crate::grid::{Edge, Edges, Grid, Square};
use crate::level::{Cell, Door, Falls, Haze, Light};

pub(in crate::gui) fn plugin(app: &mut App) {
    water::plugin(app);
    fog::plugin(app);
    app.init_resource::<Drawn>()
        .add_systems(OnEnter(Screen::Battle), |mut drawn: ResMut<Drawn>| drawn.0 = None)
        .add_systems(OnEnter(Screen::Replay), |mut drawn: ResMut<Drawn>| drawn.0 = None)
        .add_systems(OnEnter(Screen::Start), clear)
        .add_systems(
            Update,
            (draw, falls::stand, lines::keep_thin)
                .chain()
                .in_set(TableSystems::Show)
                .run_if(resource_exists::<Session>),
        );
}

/// Lets moving things of the map move; pictures stand still, so that they are the same every time.
pub(in crate::gui) fn in_window(app: &mut App) {
    app.add_systems(Update, flow.after(falls::stand).in_set(TableSystems::Show).run_if(resource_exists::<Session>));
}

/// Moves what moves by itself by the time since the last frame; a long rest counts as one frame.
fn flow(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut passed: Local<f32>,
    mut waves: Query<(&water::Wavelet, &mut Sprite, &mut Transform), Without<fog::Wisp>>,
    mut wisps: Query<(&fog::Wisp, &mut Sprite, &mut Transform)>,
    mut veils: Query<(&falls::Veil, &mut Sprite), (Without<fog::Wisp>, Without<water::Wavelet>)>,
    eye: Single<&Projection, With<BoardCamera>>,
) {
    if settings.reduced_motion || settings.speed == 0 {
        return;
    }
    *passed = (*passed + time.delta_secs().min(0.05)).rem_euclid(1000.0);
    water::drift(*passed, &mut waves);
    fog::drift(*passed, &mut wisps);
    falls::lay_out(*passed, &eye, &mut veils);
}

/// What the map on the screen was drawn from.
#[derive(Resource, Default)]
struct Drawn(Option<Look>);

#[derive(PartialEq)]
struct Look {
    cells: Grid<Cell>,
    between: Option<Edges<EdgeObject>>,
    things: Vec<(u32, Option<Door>)>,
    air: Air,
    litter: Vec<Square>,
    seen: (Option<Falls>, Haze),
    grid: bool,
    contrast: bool,
    laid: u64,
}

/// Where fog hangs and where there is light, by the rules, as far as the viewer knows of what makes it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Air {
    foggy: BTreeSet<Square>,
    /// Squares that are not light by themselves.
    lit: BTreeSet<Square>,
}

/// The air of a state of the session. It changes only when the battle does.
type Breathed = Option<((u64, SideId, bool), Air)>;

fn air(session: &Session, breathed: &mut Breathed) -> Air {
    let stamp = (session.version, session.viewer, session.all_seen);
    if let Some((known, air)) = breathed
        && (*known == stamp || !session.sees_clearly())
    {
        return air.clone();
    }
    let (world, ruleset) = (session.seen().world(), session.seen().ruleset());
    let map = world.resource::<Map>();
    let clear = session.sees_clearly();
    let lamps = light::lamps(session);
    let foggy = |at: Square, cell: &Cell| if clear { ruleset.foggy(world, at) } else { cell.fog };
    // What is dim is light enough for the rules; it is brighter only where a lamp shines.
    let lit = |at: Square, cell: &Cell| {
        if clear && cell.light == Light::Dark { ruleset.lit(world, at) } else { light::lit(&lamps, at) }
    };
    let mut air = Air::default();
    for (at, cell) in map.cells().iter() {
        let solid = map.solid(at);
        if !solid && foggy(at, cell) {
            air.foggy.insert(at);
        }
        // No rule says how light a wall is; it is seen beside what is lit.
        let shone_on = if solid { light::lit(&lamps, at) } else { lit(at, cell) };
        if cell.light != Light::Bright && shone_on {
            air.lit.insert(at);
        }
    }
    *breathed = clear.then(|| (stamp, air.clone()));
    air
}

fn look(session: &Session, settings: &Settings, art: &Art, air: Air) -> Look {
    let world = session.battle.world();
    let map = world.resource::<Map>();
    Look {
        seen: (map.weather.falls, map.weather.haze),
        cells: map.cells().clone(),
        between: map.edges().cloned(),
        things: things(world).map(|id| (id.0, world.part::<DoorState>(id).map(|door| door.0))).collect(),
        air,
        litter: litter(session),
        grid: settings.grid,
        contrast: settings.contrast,
        laid: art.laid(),
    }
}

/// The squares on which something lies about, each once.
fn litter(session: &Session) -> Vec<Square> {
    let all = session.battle.ruleset().litter(session.battle.world());
    let mut squares: Vec<Square> = all.into_iter().map(|(at, _)| at).collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

fn clear(pieces: Query<Entity, With<Piece>>, mut commands: Commands, mut drawn: ResMut<Drawn>) {
    for piece in &pieces {
        commands.entity(piece).despawn();
    }
    drawn.0 = None;
}

fn draw(
    session: Res<Session>,
    playback: Res<Playback>,
    settings: Res<Settings>,
    mut art: ResMut<Art>,
    (wave, puff): (Res<water::Wave>, Res<fog::Puff>),
    mut images: ResMut<Assets<Image>>,
    pieces: Query<Entity, With<Piece>>,
    (mut seen, mut breathed): (Local<Option<(u64, u64, (SideId, bool), (bool, bool), u64)>>, Local<Breathed>),
    mut drawn: ResMut<Drawn>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    let now = Some((
        session.version,
        playback.turn,
        (session.viewer, session.all_seen),
        (settings.grid, settings.contrast),
        art.laid(),
    ));
    if *seen == now && drawn.0.is_some() {
        return;
    }
    *seen = now;
    let air = air(&session, &mut breathed);
    let look = look(&session, &settings, &art, air);
    if drawn.0.as_ref() == Some(&look) {
        return;
    }
    let world = session.battle.world();
    let map = world.resource::<Map>();
    let mut layers = layers(map, art.manifest(), |at| closed_door_at(world, at));
    if !settings.contrast {
        layers.extend(ground::beyond(map, art.manifest(), beyond::FADES));
    }
    let zones = light::zones(&session, art.manifest());
    let tiles = layers.iter().chain([&zones]).flat_map(Layer::needs).collect();
    if !art.lay_out(&tiles, &mut images) && drawn.0.is_some() {
        // What is drawn stays until the new tiles are on the graphics card.
        *seen = None;
        redraw.write(RequestRedraw);
        return;
    }
    for piece in &pieces {
        commands.entity(piece).despawn();
    }
    for layer in &layers {
        layer::spawn(layer, Color::WHITE, &art, &mut commands);
    }
    layer::spawn(&zones, light::ZONE, &art, &mut commands);
    beyond::draw(map, settings.contrast, &mut images, &mut commands);
    walls::draw_void(map, settings.contrast, &mut commands);
    water::draw(&session, &wave, &mut commands);
    if settings.contrast {
        veil(&look.cells, &mut commands);
    }
    let door = |edge: Edge| {
        let thing = map.upright(edge).1?;
        world.part::<DoorState>(thing).map(|door| door.0)
    };
    edges::draw(map, door, &mut commands);
    objects::draw(&session, &art, &mut commands);
    objects::scatter_about(&look.litter, &art, &mut commands);
    light::draw(map, &look.air.lit, &mut images, &mut commands);
    if settings.grid {
        lines::draw(&session, &mut commands);
    }
    let (bank, contrast) = (&look.air.foggy, settings.contrast);
    fog::draw(&session, &puff, (bank, contrast), &mut images, &mut commands);
    if !settings.contrast {
        falls::draw(&session, &mut images, &mut commands);
    }
    frame(&look.cells, &mut commands);
    drawn.0 = Some(look);
}

/// What the ground and all that is built on it are drawn with, lowest first.
pub(in crate::gui) fn layers(map: &Map, art: &Manifest, closed_door: impl Fn(Square) -> bool) -> Vec<Layer> {
    let mut out = ground::layers(map, art);
    out.extend(walls::layers(map, art, closed_door));
    out
}

/// At high contrast the ground recedes behind what stands on it.
fn veil(cells: &Grid<Cell>, commands: &mut Commands) {
    let size = Vec2::new(f32::from(cells.width()), f32::from(cells.height())) * SQUARE;
    let middle = Vec2::new(size.x, -size.y) / 2.0;
    let dark = Sprite::from_color(Color::srgba(0.0, 0.0, 0.0, 0.62), size);
    commands.spawn((Piece, dark, Transform::from_translation(middle.extend(z::VEIL))));
}

/// A line along the edge of the board.
fn frame(cells: &Grid<Cell>, commands: &mut Commands) {
    let (w, h) = (f32::from(cells.width()) * SQUARE, f32::from(cells.height()) * SQUARE);
    let bar = |middle: Vec2, size: Vec2, colour: Color, up: f32| {
        (Piece, Sprite::from_color(colour, size), Transform::from_translation(middle.extend(z::FRAME + up)))
    };
    for (edge, hex, alpha, up) in [(4.0, "#241c1a", 0.85, 0.01), (1.5, "#5d4430", 1.0, 0.02)] {
        let colour = Color::from(Srgba::hex(hex).expect("a colour should be one")).with_alpha(alpha);
        for y in [edge / 2.0, -h - edge / 2.0] {
            let size = Vec2::new(w + edge * 2.0, edge);
            commands.spawn(bar(Vec2::new(w / 2.0, y), size, colour, up));
        }
        for x in [-edge / 2.0, w + edge / 2.0] {
            commands.spawn(bar(Vec2::new(x, -h / 2.0), Vec2::new(edge, h), colour, up));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Act, Aim, Order};
    use crate::gui::tests::test_battles::{begun, pick};

    /// One who makes fog, in the dark.
    const YARD: &str = r#"
ruleset = "essence"
map = '''
################
#c............r#
#..............#
#..............#
################
'''
[legend]
"c" = { creature = "mystic", side = "blue", name = "Cleo", essence = { energy = 4 } }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;

    #[test]
    fn fog_that_was_made_is_drawn() {
        let mut session = begun(YARD, "Cleo");
        assert!(air(&session, &mut None).foggy.is_empty(), "none is drawn in the level");
        let spell = pick(&mut session, |offer| offer.with.as_deref() == Some("fog_bank"));
        assert_eq!(spell.aim, Aim::Square);
        let at = Square::new(4, 2);
        session.hover = Some(at);
        session.aim_at_hover();
        let order = session.aimed_here().expect("it can be made there");
        assert!(matches!(&order, Order::Act(Act { at: Some(there), .. }) if *there == at));
        session.submit(&order).expect("she has the Energy");
        assert!(air(&session, &mut None).foggy.contains(&at), "and it hangs there");
    }
}
