//! Creatures: a coin with a portrait, the ring of its side, and how it is. What is still to be played back is not shown yet.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::super::app::frame::{Screen, TableSystems};
use super::super::app::settings::Settings;
use super::super::app::settings::side_shape;
use super::super::session::Session;
use super::art::Art;
use super::map::piece::z;
use super::playback::{Beat, Playback, Show};
use super::stacked_tokens;
use super::stacked_tokens::Stand;
use super::token_motion::{Way, strays};
use super::world_coords::{SQUARE, square_at};
use crate::battle::{Body, ById, Creature, Dead, Fled, Id, Mark, OnMap, Position, Sheet, What, creatures};
use crate::grid::Length;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .add_systems(OnEnter(Screen::Start), clear)
        .add_systems(Update, (look, draw).chain().in_set(TableSystems::Show).run_if(resource_exists::<Session>));
}

/// A part of a creature's picture: whose, and which part.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part(Id, Layer);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Remains,
    Shadow,
    Glow,
    Coin,
    Ring,
}

/// A creature as it is shown now.
#[derive(Clone, Debug)]
pub(in crate::gui) struct Seen {
    /// Who.
    pub id: Id,
    /// The middle of its coin in the world, motion included.
    pub middle: Vec2,
    /// The edge of the square around its coin, in squares: that of its space, or less where others share it.
    pub edge: f32,
    /// Over whom it is drawn: its row, and its place among those who share its space.
    over: (f32, usize),
    /// Height of the feet above the ground it is over.
    pub above: Length,
    /// The same in squares.
    pub squares_up: f32,
    /// Points now and at most, of its health.
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
    /// How far it has gone down, from 0 to 1, while that is shown.
    topples: f32,
    /// Whether it will not get up again.
    dies: bool,
    /// How far it is gone, from 0 to 1.
    pub leaves: f32,
    /// How high it still has to fall, from 1 to 0.
    falls: f32,
    /// How fresh the hit on it is, from 1 to 0.
    struck: f32,
    /// Conditions that it has got but that are still to be shown.
    coming: Vec<crate::battle::Text>,
}

impl Seen {
    /// Its conditions, as far as they were shown by now.
    pub(in crate::gui) fn ailments(&self) -> impl Iterator<Item = &crate::battle::ConditionView> {
        let coming = |key: &str| self.coming.iter().any(|coming| coming == key);
        self.sheet.ailments.iter().filter(move |ailment| !coming(&ailment.key))
    }

    /// Whether its coin is on the board: it is not dead, and if it is leaving, less than half gone.
    pub(in crate::gui) fn has_coin(&self) -> bool {
        !self.dead && self.leaves < 0.5
    }

    /// The middle of its coin in the world, raised as it is.
    pub(in crate::gui) fn coin(&self) -> Vec2 {
        self.middle + self.raised()
    }

    /// How far its coin is raised over its space, in the world. The higher it is, the farther its shadow lies from it, up to
    /// a limit.
    fn raised(&self) -> Vec2 {
        let aloft = if self.squares_up > 0.0 { (0.08 + 0.03 * self.squares_up).min(0.26) } else { 0.0 };
        Vec2::new(0.0, self.edge * SQUARE * (aloft + 0.35 * self.falls))
    }
}

/// Everyone as shown now; sheets are read once a change.
#[derive(Resource, Default)]
pub(in crate::gui) struct Shown {
    /// By identity.
    pub all: Vec<Seen>,
    sheets: BTreeMap<Id, std::sync::Arc<Sheet>>,
    version: u64,
    /// Who was carried by whom before what is being played back.
    carried: BTreeMap<Id, Id>,
}

impl Shown {
    /// The creature whose coin is at a place of the world, where several share the square: the uppermost of them.
    pub(in crate::gui) fn pointed(&self, place: Vec2, session: &Session) -> Option<Id> {
        let square = square_at(place);
        let here: Vec<&Seen> =
            self.all.iter().filter(|seen| !seen.dead && session.space(seen.id).contains(square)).collect();
        if here.len() < 2 {
            return None;
        }
        let hit = here.iter().filter(|seen| seen.coin().distance(place) <= seen.edge * SQUARE * 0.49);
        let upper = |a: &&&Seen, b: &&&Seen| a.over.1.cmp(&b.over.1);
        // Beside all coins, the lowest has the square.
        let low = here.iter().min_by(upper);
        hit.max_by(upper).or(low).map(|seen| seen.id)
    }
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
    if shown.version != session.version {
        shown.version = session.version;
        shown.sheets =
            creatures(world).into_iter().map(|id| (id, std::sync::Arc::new(ruleset.sheet(world, id)))).collect();
    }
    let pending: Vec<&Beat> = playback.to_come().collect();
    let carried: BTreeMap<Id, Id> =
        creatures(world).into_iter().filter_map(|id| Some((id, ruleset.carrier(world, id)?))).collect();
    if pending.is_empty() || session.is_added() {
        shown.carried.clone_from(&carried);
    }
    let way = Way { pending: &pending, carried: (&shown.carried, &carried) };
    let mut all = Vec::new();
    let mut stands = Vec::new();
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
        let coming: Vec<crate::battle::Text> = pending
            .iter()
            .filter_map(|beat| session.battle.events().get(beat.event))
            .filter(|event| event.target == Some(id))
            .filter_map(|event| match &event.what {
                What::Gains { condition, .. } => Some(condition.clone()),
                _ => None,
            })
            .collect();
        let has = |wanted: Mark| {
            let is = |mark: &Option<Mark>| *mark == Some(wanted);
            let comes = still(&|what| matches!(what, What::Gains { mark, .. } if is(mark)));
            let goes = still(&|what| matches!(what, What::Loses { mark, .. } if is(mark)));
            (sheet.has(wanted) && !comes) || goes
        };
        let gauge = sheet.health();
        let truth = gauge.map(|gauge| (gauge.now, gauge.max));
        let points = truth
            .map(|(now, max)| (before_hits(&session, &pending, id, gauge.map(|g| g.key.as_str())).unwrap_or(now), max));
        let (topples, leaves, falls, struck) = motion(&playback, &settings, id);
        let above = way.above(&session, id, false);
        if !dead {
            stands.push(id);
        }
        let space = crate::grid::Footprint { at: position.at, side: body.side };
        let alone = stacked_tokens::alone(space);
        all.push(Seen {
            id,
            middle: alone.middle,
            edge: alone.edge,
            over: (alone.row, alone.rank),
            above,
            squares_up: 0.0,
            points,
            dead,
            prone: has(Mark::Prone),
            out: has(Mark::Out) || points.is_some_and(|(now, _)| now <= 0) && !still(&|what| *what == What::Down),
            hidden: has(Mark::Hidden),
            topples,
            dies: topples > 0.0 && dies,
            leaves,
            falls,
            struck,
            coming,
            sheet,
        });
    }
    let spaces = |after: bool| -> Vec<Stand> { stands.iter().map(|&id| way.stand(&session, id, after)).collect() };
    let passed = playback.now().map_or(1.0, |(_, passed)| passed);
    let moves = matches!(
        playback.now(),
        Some((beat, _)) if matches!(beat.show, Show::Step { .. } | Show::Drop { .. })
    );
    let square = ruleset.square().0.max(1) as f32;
    let before = stacked_tokens::poses(&spaces(false));
    let poses = if moves {
        let after = stacked_tokens::poses(&spaces(true));
        let both = before.into_iter().zip(after);
        both.map(|(from, to)| from.towards(to, passed)).collect()
    } else {
        before
    };
    for (&id, pose) in stands.iter().zip(poses) {
        let seen = all.iter_mut().find(|seen| seen.id == id);
        let seen = seen.expect("whoever stands should be shown");
        let strays = strays(&playback, &settings, &way, id, pose.middle);
        let (from, to) = (seen.above, way.above(&session, id, moves));
        seen.squares_up = (from.0 as f32 + (to.0 - from.0) as f32 * passed) / square;
        let leans = ruleset.leans_to(world, id).map_or(Vec2::ZERO, |to| leant(session.space(id), to));
        seen.middle = pose.middle + strays + leans;
        seen.edge = pose.edge;
        seen.over = (pose.row - strays.y / SQUARE, pose.rank);
    }
    shown.all = all;
}

/// How far the coin of a creature leans out of its space, in squares of its space's edge.
const LEANS: f32 = 0.24;

/// By how much the coin of a creature is drawn towards a square that it leans to.
fn leant(space: crate::grid::Footprint, to: crate::grid::Square) -> Vec2 {
    let far = space.far_corner();
    let way = |low: i16, high: i16, to: i16| f32::from((to - high).max(0) - (low - to).max(0)).clamp(-1.0, 1.0);
    // The board's rows go down, the world's up.
    let towards = Vec2::new(way(space.at.x, far.x, to.x), -way(space.at.y, far.y, to.y));
    towards * LEANS * SQUARE
}

/// What the bar showed before the first hit that is still to be played back.
fn before_hits(session: &Session, pending: &[&Beat], id: Id, key: Option<&str>) -> Option<i32> {
    pending.iter().find_map(|beat| match (&beat.show, &session.battle.events().get(beat.event)?.what) {
        (Show::Hit { who, pool, .. }, What::Damage { change, .. } | What::Heal { change, .. })
            if *who == id && key.is_none_or(|key| key == pool) =>
        {
            Some(change.0)
        }
        _ => None,
    })
}

/// How far a creature has gone down, is gone, has still to fall, and how fresh the hit on it is.
fn motion(playback: &Playback, settings: &Settings, id: Id) -> (f32, f32, f32, f32) {
    let Some((beat, passed)) = playback.now() else {
        return (0.0, 0.0, 0.0, 0.0);
    };
    let ease = passed * passed * (3.0 - 2.0 * passed);
    match &beat.show {
        Show::Topple { who, .. } if *who == id => (ease.max(0.01), 0.0, 0.0, 0.0),
        Show::Fade { who } if *who == id => (0.0, ease, 0.0, 0.0),
        Show::Drop { who } if *who == id && !settings.reduced_motion => {
            (0.0, 0.0, (1.0 - passed * passed) * (passed * 6.0).min(1.0), 0.0)
        }
        Show::Hit { who, change, .. } if *who == id && *change < 0 => (0.0, 0.0, 0.0, 1.0 - passed),
        _ => (0.0, 0.0, 0.0, 0.0),
    }
}

/// A colour reddened and brightened by a fresh hit.
fn flash(colour: Color, fresh: f32) -> Color {
    let colour = colour.to_srgba();
    let towards = |from: f32, to: f32| from + (to - from) * fresh;
    Color::srgba(towards(colour.red, 1.6), towards(colour.green, 0.55), towards(colour.blue, 0.45), colour.alpha)
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
    let active =
        session.battle.decision().map(|decision| decision.creature).or(session.commanded()).or(session.battle.active());
    let others = session.actors();
    let mut wanted: BTreeMap<Part, (Sprite, Transform)> = BTreeMap::new();
    for seen in &shown.all {
        let who = world.the::<Creature>(seen.id);
        let edge = seen.edge * SQUARE;
        let (row, rank) = seen.over;
        let low = z::TOKENS + row * 0.002 + rank as f32 * 0.0004 + if seen.dead { -0.5 } else { 0.0 };
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
            put(Layer::Coin, "tokens/corpse", Color::srgba(1.0, 1.0, 1.0, 0.85), edge * 0.9, Vec2::ZERO, 0.0, 0.0);
            // A faint ring tells which side it was of.
            let ring = format!("rings/{}", side_shape(who.side));
            put(Layer::Ring, &ring, colour.with_alpha(0.5), edge * 0.8, Vec2::ZERO, 0.0001, 0.0);
            continue;
        }
        let raised = seen.raised();
        let ring = format!("rings/{}", side_shape(who.side));
        let (shade, turn) = match () {
            () if seen.hidden => (Color::srgba(1.0, 1.0, 1.0, 0.45), 0.0),
            () if seen.out => (Color::srgb(0.42, 0.42, 0.45), 1.2),
            () if seen.prone => (Color::srgb(0.8, 0.78, 0.76), 1.2),
            () => (Color::WHITE, 0.0),
        };
        let lies = seen.prone || seen.out;
        let size = edge * if lies { 0.9 } else { 0.98 - 0.08 * seen.topples } * (1.0 + 0.12 * seen.falls);
        let turn = if lies || settings.reduced_motion { turn } else { turn + 1.2 * seen.topples };
        // Who dies fades over the remains; who leaves, over nothing.
        let stays = if seen.dies { 1.0 - ((seen.topples - 0.4) / 0.6).clamp(0.0, 1.0) } else { 1.0 - seen.leaves };
        let shade = flash(shade, seen.struck);
        let shade = shade.with_alpha(shade.alpha() * stays);
        if seen.dies {
            let tint = Color::srgba(1.0, 1.0, 1.0, 0.85 * (1.0 - stays));
            put(Layer::Remains, "tokens/corpse", tint, edge * 0.9, Vec2::ZERO, -0.0001, 0.0);
        }
        put(
            Layer::Shadow,
            "rings/shadow",
            Color::WHITE.with_alpha(stays),
            edge,
            Vec2::new(3.0, -4.0) - raised,
            0.0,
            0.0,
        );
        if active == Some(seen.id) || others.contains(&seen.id) {
            // Whoever takes the next orders glows; who could take them, faintly.
            let light = if active == Some(seen.id) { 1.0 } else { 0.45 };
            put(Layer::Glow, "rings/glow", Color::WHITE.with_alpha(light), edge * 1.35, raised, 0.0001, 0.0);
        }
        put(Layer::Coin, &art.portrait(&who.kind), shade, size, raised, 0.0002, turn);
        let fade = if seen.hidden { 0.6 } else { stays };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Footprint, Square};

    #[test]
    fn a_coin_leans_to_the_side_on_which_the_square_is() {
        let large = Footprint { at: Square::new(3, 3), side: 2 };
        let to = |x, y| leant(large, Square::new(x, y)) / (LEANS * SQUARE);
        assert_eq!(to(5, 4), Vec2::new(1.0, 0.0));
        assert_eq!(to(2, 5), Vec2::new(-1.0, -1.0), "rows of the board go down");
        assert_eq!(to(4, 2), Vec2::new(0.0, 1.0));
        assert_eq!(to(3, 4), Vec2::ZERO, "it does not lean into its own space");
    }
}
