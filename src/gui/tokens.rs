//! Creatures: a coin with a portrait, the ring of its side, and how it is. What is still to be played back is not shown yet.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::art::{Art, SQUARE};
use super::camera::corner;
use super::map::z;
use super::playback::{Beat, Playback, Show};
use super::settings::side_shape;
use super::{Screen, Session, Settings, TableSystems};
use crate::battle::{Body, ById, Creature, Dead, Fled, Id, OnMap, Position, Sheet, What, creatures, floor};
use crate::grid::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .add_systems(OnEnter(Screen::Start), clear)
        .add_systems(
            Update,
            (look, draw)
                .chain()
                .in_set(TableSystems::Show)
                .run_if(resource_exists::<Session>),
        );
}

/// A part of a creature's picture: whose, and which part.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part(Id, Layer);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Shadow,
    Glow,
    Coin,
    Ring,
}

/// A creature as it is shown now.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Who.
    pub id: Id,
    /// The middle of its space in the world, motion included.
    pub middle: Vec2,
    /// The edge of its space in squares.
    pub side: u8,
    /// Height of the feet above the ground it is over, in thousandths of the ruleset's square.
    pub above: i64,
    /// Points now and at most, of the first gauge.
    pub points: Option<(i32, i32)>,
    /// Dead or gone for good: only remains are drawn.
    pub dead: bool,
    /// Its sheet.
    pub sheet: std::sync::Arc<Sheet>,
    /// Whether it lies on the ground.
    pub prone: bool,
    /// Whether it cannot act any more but lives.
    pub out: bool,
    /// Whether the others do not know where it is.
    pub hidden: bool,
}

/// Everyone as shown now; sheets are read once a change.
#[derive(Resource, Default)]
pub struct Shown {
    /// By identity.
    pub all: Vec<Seen>,
    sheets: BTreeMap<Id, std::sync::Arc<Sheet>>,
    version: u64,
}

fn clear(parts: Query<Entity, With<Part>>, mut shown: ResMut<Shown>, mut commands: Commands) {
    for part in &parts {
        commands.entity(part).despawn();
    }
    *shown = Shown::default();
}

/// Works out how everyone is shown at this moment of the playback.
fn look(session: Res<Session>, playback: Res<Playback>, settings: Res<Settings>, mut shown: ResMut<Shown>) {
    let world = session.battle.world();
    let ruleset = session.battle.ruleset();
    if shown.version != session.version || session.is_added() {
        shown.version = session.version;
        shown.sheets = creatures(world)
            .into_iter()
            .map(|id| (id, std::sync::Arc::new(ruleset.sheet(world, id))))
            .collect();
    }
    let pending: Vec<&Beat> = playback.to_come().collect();
    let mut all = Vec::new();
    for id in creatures(world) {
        let still = |test: &dyn Fn(&What) -> bool| {
            pending.iter().any(|beat| {
                session
                    .battle
                    .events()
                    .get(beat.event)
                    .is_some_and(|event| event.target == Some(id) && test(&event.what))
            })
        };
        let dies = still(&|what| matches!(what, What::Dies | What::Leaves));
        let on_map = world.part::<OnMap>(id).is_some() || dies;
        let dead = world.part::<Dead>(id).is_some() && !dies;
        if (!on_map && !dead)
            || (world.part::<Fled>(id).is_some() && !dies)
            || still(&|what| matches!(what, What::Arrives { .. }))
        {
            continue;
        }
        if !session.sees(id) && !dead {
            continue;
        }
        let (position, body) = (world.the::<Position>(id), world.the::<Body>(id));
        let sheet = shown.sheets.get(&id).cloned().unwrap_or_default();
        let has = |key: &str| sheet.ailments.iter().any(|ailment| ailment.key == key);
        let gauge = sheet.gauges.first();
        let truth = gauge.map(|gauge| (gauge.now, gauge.max));
        let points = truth.map(|(now, max)| {
            (
                before_hits(&session, &pending, id, gauge.map(|g| g.key.as_str())).unwrap_or(now),
                max,
            )
        });
        let square = session.battle.ruleset().square().0.max(1);
        let above = (position.height.0 - floor(world, position.at).0).max(0) * 1000 / square;
        all.push(Seen {
            id,
            middle: place(&playback, &pending, &settings, id, position.at, body.side),
            side: body.side,
            above: i64::from(above),
            points,
            dead,
            prone: has("prone"),
            out: has("unconscious") || truth.is_some_and(|(now, _)| now <= 0),
            hidden: has("hidden"),
            sheet,
        });
    }
    shown.all = all;
}

/// What the bar showed before the first hit that is still to be played back.
fn before_hits(session: &Session, pending: &[&Beat], id: Id, key: Option<&str>) -> Option<i32> {
    pending.iter().find_map(
        |beat| match (&beat.show, &session.battle.events().get(beat.event)?.what) {
            (Show::Hit { who, pool, .. }, What::Damage { change, .. } | What::Heal { change, .. })
                if *who == id
                    && key.is_none_or(|key| key == pool || pool.contains("hit points") || pool.contains(key)) =>
            {
                Some(change.0)
            }
            _ => None,
        },
    )
}

/// Where a creature is shown: on its way, lunging, shaken, or where it stands.
fn place(playback: &Playback, pending: &[&Beat], settings: &Settings, id: Id, at: Square, side: u8) -> Vec2 {
    let half = Vec2::new(0.5, -0.5) * SQUARE * f32::from(side);
    let next = pending.iter().find_map(|beat| match beat.show {
        Show::Step { who, from, .. } if who == id => Some(from),
        _ => None,
    });
    let mut middle = corner(next.unwrap_or(at)) + half;
    let Some((beat, passed)) = playback.now() else {
        return middle;
    };
    match &beat.show {
        Show::Step { who, from, to } if *who == id => {
            middle = corner(*from).lerp(corner(*to), passed) + half;
            if !settings.reduced_motion {
                middle.y += (passed * std::f32::consts::PI).sin() * 7.0;
            }
        }
        Show::Lunge { who, at: aim, flies } if *who == id && !settings.reduced_motion => {
            let towards = (super::camera::middle(*aim) - middle).normalize_or_zero();
            let swing = (passed * std::f32::consts::PI).sin();
            middle += towards * swing * if *flies { -6.0 } else { 22.0 };
        }
        Show::Hit { who, .. } if *who == id && !settings.reduced_motion => {
            let fades = 1.0 - passed;
            middle.x += (passed * 40.0).sin() * 5.0 * fades;
        }
        _ => {}
    }
    middle
}

fn draw(
    session: Res<Session>,
    shown: Res<Shown>,
    art: Res<Art>,
    settings: Res<Settings>,
    mut parts: Query<(Entity, &Part, &mut Sprite, &mut Transform)>,
    mut commands: Commands,
) {
    let world = session.battle.world();
    let active = session
        .battle
        .decision()
        .map(|decision| decision.creature)
        .or(session.battle.active());
    let mut wanted: BTreeMap<Part, (Sprite, Transform)> = BTreeMap::new();
    for seen in &shown.all {
        let who = world.the::<Creature>(seen.id);
        let edge = f32::from(seen.side) * SQUARE;
        let low = z::TOKENS + (-seen.middle.y / SQUARE) * 0.002 + if seen.dead { -0.5 } else { 0.0 };
        let colour = settings.side_colour(who.side);
        let mut put = |layer: Layer, name: &str, tint: Color, size: f32, offset: Vec2, up: f32, turn: f32| {
            if let Some(mut sprite) = art.sprite(name) {
                sprite.custom_size = Some(Vec2::splat(size));
                sprite.color = tint;
                let at = (seen.middle + offset).extend(low + up);
                let transform = Transform::from_translation(at).with_rotation(Quat::from_rotation_z(turn));
                wanted.insert(Part(seen.id, layer), (sprite, transform));
            }
        };
        if seen.dead {
            put(
                Layer::Coin,
                "tokens/corpse",
                Color::srgba(1.0, 1.0, 1.0, 0.85),
                edge * 0.9,
                Vec2::ZERO,
                0.0,
                0.0,
            );
            continue;
        }
        let raised = if seen.above > 0 {
            Vec2::new(0.0, edge * 0.12)
        } else {
            Vec2::ZERO
        };
        let ring = format!("rings/{}", side_shape(who.side));
        let (shade, turn) = match () {
            () if seen.hidden => (Color::srgba(1.0, 1.0, 1.0, 0.45), 0.0),
            () if seen.out => (Color::srgb(0.42, 0.42, 0.45), 1.2),
            () if seen.prone => (Color::srgb(0.8, 0.78, 0.76), 1.2),
            () => (Color::WHITE, 0.0),
        };
        let size = edge * if seen.prone || seen.out { 0.9 } else { 0.98 };
        put(
            Layer::Shadow,
            "rings/shadow",
            Color::WHITE,
            edge,
            Vec2::new(3.0, -4.0) - raised,
            0.0,
            0.0,
        );
        if active == Some(seen.id) {
            put(
                Layer::Glow,
                "rings/glow",
                Color::WHITE,
                edge * 1.35,
                raised,
                0.0001,
                0.0,
            );
        }
        put(Layer::Coin, &art.portrait(&who.kind), shade, size, raised, 0.0002, turn);
        let fade = if seen.hidden { 0.6 } else { 1.0 };
        put(Layer::Ring, &ring, colour.with_alpha(fade), size, raised, 0.0003, 0.0);
    }
    for (entity, part, mut sprite, mut transform) in &mut parts {
        match wanted.remove(part) {
            Some((new, to)) => {
                if sprite.rect != new.rect || sprite.color != new.color || sprite.custom_size != new.custom_size {
                    *sprite = new;
                }
                transform.set_if_neq(to);
            }
            None => commands.entity(entity).despawn(),
        }
    }
    for (part, (sprite, transform)) in wanted {
        commands.spawn((part, sprite, transform));
    }
}
