//! From where the board is looked at: drag with the middle or right button, wheel to zoom on the cursor, keys, whole board.

use bevy::camera::RenderTarget;
use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::{EguiWantsInput, egui_wants_any_keyboard_input};
use leafwing_input_manager::prelude::*;

use super::super::app::frame::{Screen, TableSystems};
use super::super::input::input_queue::Mouse;
use super::super::input::table_action::TableAction;
use super::super::session::Session;
use super::lens::{
    CLOSEST, Eye, FARTHEST, Fitted, FreeArea, Home, Outlook, draw_back_to, free, in_squares, outlook, put, scale, whole,
};
use super::world_coords::{BoardCamera, SQUARE, middle};
use crate::battle::{ById, Id, Thing};
use crate::grid::{Footprint, Square};

mod first;

use first::{acting, crowd, first_view};

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<FreeArea>()
        .init_resource::<Fitted>()
        .init_resource::<Lifted>()
        .init_resource::<Followed>()
        .init_resource::<Home>()
        .add_message::<CentreOn>()
        .add_message::<LookAt>()
        .add_message::<SeeAll>()
        .add_message::<RoomBeside>()
        .add_systems(OnEnter(Screen::Battle), afresh)
        .add_systems(OnEnter(Screen::Replay), afresh)
        // The panels are gone: the board is behind the result, as large as the window.
        .add_systems(OnEnter(Screen::Result), |mut fitted: ResMut<Fitted>, mut free: ResMut<FreeArea>| {
            (fitted.0, *free) = (None, FreeArea::default());
        })
        .add_systems(
            Update,
            (
                by_hand,
                fit,
                pan.run_if(not(egui_wants_any_keyboard_input)),
                (centre, look).chain(),
                come_back,
                follow,
                draw_back,
                clamp,
                make_way,
                stay,
            )
                .chain()
                .in_set(TableSystems::Show)
                .run_if(resource_exists::<Session>.and_then(not(in_state(Screen::Start)))),
        );
}

fn afresh(mut fitted: ResMut<Fitted>, mut home: ResMut<Home>) {
    (fitted.0, *home) = (None, Home::default());
}

/// Bring a square into view, if it is not.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gui) struct CentreOn(pub Square);

/// Look at a square, wherever it is: from the small map.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gui) struct LookAt(pub Square);

/// See all of the board.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gui) struct SeeAll;

/// One of those whom a question as large as this, in points, is about is not in view, or below it.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub(in crate::gui) struct RoomBeside(pub Vec2);

/// How far the board has been pushed up while something is aimed, in points.
#[derive(Resource, Default)]
struct Lifted(f32);

/// All edges that are not along the pixels are drawn soft, so that sampling each pixel several times would only cost.
const SAMPLES: Msaa = Msaa::Off;

/// The camera of the window.
pub(in crate::gui) fn in_window(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn((Camera2d, BoardCamera, SAMPLES));
    });
}

/// A camera that draws into a picture.
pub(in crate::gui) fn spawn_into(commands: &mut Commands, target: RenderTarget) {
    commands.spawn((Camera2d, BoardCamera, SAMPLES, target));
}

fn fit(
    eye: Eye,
    session: Res<Session>,
    area: Res<FreeArea>,
    state: Option<Single<&ActionState<TableAction>>>,
    mut wishes: MessageReader<SeeAll>,
    mut fitted: ResMut<Fitted>,
    (mut lifted, mut home): (ResMut<Lifted>, ResMut<Home>),
) {
    let (camera, mut place, mut projection) = eye.into_inner();
    let Some(view) = camera.logical_viewport_rect() else {
        return;
    };
    let Some(free) = free(camera, area.steady) else { return };
    let wished = wishes.read().count() > 0;
    let asked = wished || state.is_some_and(|state| state.just_pressed(&TableAction::Fit));
    let due = match fitted.0 {
        None => true,
        Some((size, known, moved)) => !moved && (size != view.size() || known != free),
    };
    if !asked && !due {
        return;
    }
    fitted.0 = Some((view.size(), free, false));
    lifted.0 = 0.0;
    let board = &session.battle.level().board;
    let board = Rect::new(0.0, 0.0, f32::from(board.width()), f32::from(board.height()));
    let (square, middle) = if asked {
        (whole(board, free).clamp(FARTHEST, CLOSEST), board.center())
    } else {
        first_view(board, &crowd(&session), acting(&session), free)
    };
    *scale(&mut projection) = SQUARE / square;
    put(&mut place, middle * Vec2::new(SQUARE, -SQUARE), free, view, *scale(&mut projection));
    // Also where something is aimed meanwhile, this is the view to which the eye comes back.
    home.view = Some(outlook(&place, &mut projection));
}

pub(in crate::gui) fn drag(
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    mut glance: Glance,
) {
    if motion.delta == Vec2::ZERO || !buttons.any_pressed([MouseButton::Middle, MouseButton::Right]) {
        return;
    }
    glance.push(motion.delta);
}

/// The eye on the board, for whatever zooms it or pushes the board along.
#[derive(SystemParam)]
pub(in crate::gui) struct Glance<'w, 's> {
    eye: Eye<'w, 's>,
    fitted: ResMut<'w, Fitted>,
}

impl Glance<'_, '_> {
    /// Brings the board closer by a factor, so that what is seen at a place of the window stays there; by default the middle.
    pub(in crate::gui) fn zoom(&mut self, factor: f32, at: Option<Vec2>) {
        let (camera, place, projection) = &mut *self.eye;
        let Some(view) = camera.logical_viewport_rect() else {
            return;
        };
        let scale = scale(projection);
        let before = *scale;
        *scale = (before / factor.clamp(0.2, 5.0)).clamp(SQUARE / CLOSEST, SQUARE / FARTHEST);
        let off = (at.unwrap_or(view.center()) - view.center()) * (before - *scale);
        place.translation += Vec3::new(off.x, -off.y, 0.0);
        self.fitted.moved();
    }

    /// Pushes the board along, by so many points of the window.
    pub(in crate::gui) fn push(&mut self, by: Vec2) {
        let (_, place, projection) = &mut *self.eye;
        let by = by * *scale(projection);
        place.translation += Vec3::new(-by.x, by.y, 0.0);
        self.fitted.moved();
    }
}

pub(in crate::gui) fn wheel(
    scroll: Res<AccumulatedMouseScroll>,
    keyboard: Res<ButtonInput<KeyCode>>,
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut glance: Glance,
) {
    if scroll.delta == Vec2::ZERO {
        return;
    }
    let cursor = window.and_then(|window| window.cursor_position());
    // Two fingers on a touch pad push the board along; with Ctrl, and on a wheel, they zoom.
    let ctrl = keyboard.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    let steps = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel if ctrl => scroll.delta.y / 60.0,
        MouseScrollUnit::Pixel => return glance.push(scroll.delta),
    };
    glance.zoom(1.15_f32.powf(steps), cursor);
}

fn pan(
    state: Option<Single<&ActionState<TableAction>>>,
    time: Res<Time<Real>>,
    wants: Res<EguiWantsInput>,
    eye: Eye,
    (mut fitted, mut home): (ResMut<Fitted>, ResMut<Home>),
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    let Some(state) = state else { return };
    if wants.is_popup_open() {
        return;
    }
    let held = |action| f32::from(u8::from(state.pressed(&action)));
    let by = Vec2::new(
        held(TableAction::PanRight) - held(TableAction::PanLeft),
        held(TableAction::PanUp) - held(TableAction::PanDown),
    );
    let zoom = held(TableAction::ZoomOut) - held(TableAction::ZoomIn);
    if by == Vec2::ZERO && zoom == 0.0 {
        return;
    }
    // After a pause the first frame would be a leap.
    let passed = time.delta_secs().min(0.05);
    let (_, mut place, mut projection) = eye.into_inner();
    let scale = scale(&mut projection);
    *scale = (*scale * 3.0_f32.powf(zoom * passed)).clamp(SQUARE / CLOSEST, SQUARE / FARTHEST);
    place.translation += (by * 900.0 * *scale * passed).extend(0.0);
    fitted.moved();
    home.chosen();
    redraw.write(bevy::window::RequestRedraw);
}

fn centre(
    mut centres: MessageReader<CentreOn>,
    eye: Eye,
    session: Res<Session>,
    area: Res<FreeArea>,
    (mut fitted, mut home): (ResMut<Fitted>, ResMut<Home>),
) {
    let Some(&CentreOn(square)) = centres.read().last() else {
        return;
    };
    let (camera, mut place, mut projection) = eye.into_inner();
    let Some(view) = camera.logical_viewport_rect() else {
        return;
    };
    let Some(free) = free(camera, area.now) else { return };
    let scale = scale(&mut projection);
    let eye = place.translation.truncate();
    let seen = (middle(square) - eye) / *scale * Vec2::new(1.0, -1.0) + view.center();
    let edge = SQUARE / *scale;
    if free.inflate(-edge).contains(seen) {
        return;
    }
    if let Some(aimer) = session.aim.is_some().then(|| acting(&session)).flatten() {
        // What is aimed at is seen together with whoever aims.
        let both = aimer.union(in_squares(Footprint::new(square, 1)));
        draw_back_to(both.inflate(1.0), free, view, &mut place, scale);
    } else {
        let room = beside_question(&session, square, free);
        put(&mut place, middle(square), room, view, *scale);
        if session.battle.decision().is_none() {
            home.chosen();
        }
    }
    fitted.moved();
}

/// Where whoever is asked something is to be, so that the question has room beside it: the upper half, or the lower one where its cause is
/// farther down. Without a question the whole of what is free.
fn beside_question(session: &Session, square: Square, free: Rect) -> Rect {
    let Some(decision) = session.battle.decision() else {
        return free;
    };
    let cause = decision.against.filter(|&id| session.sees(id));
    let below = cause.and_then(|id| session.extent(id)).is_some_and(|space| space.at.y > square.y);
    let (mut room, middle) = (free, free.center().y);
    *if below { &mut room.min.y } else { &mut room.max.y } = middle;
    room
}

/// The question somebody was out of view for last, how large it was, and for how many frames in a row that has been so.
#[derive(Default)]
struct Unseen {
    asked: Option<(u64, Vec2)>,
    waited: u8,
}

/// Frames after which a question has come up and its odds stand.
const SETTLED: u8 = 6;

/// Where those whom a question is about are not both in view, the board is seen from farther off: they in one part of the window, the question
/// in the other.
fn draw_back(
    mut rooms: MessageReader<RoomBeside>,
    eye: Eye,
    session: Res<Session>,
    area: Res<FreeArea>,
    mut fitted: ResMut<Fitted>,
    mut unseen: Local<Unseen>,
    mut redraw: MessageWriter<bevy::window::RequestRedraw>,
) {
    let wanted = rooms.read().last().copied();
    let (camera, mut place, mut projection) = eye.into_inner();
    let (Some(decision), Some(RoomBeside(size)), Some(view)) =
        (session.question(), wanted, camera.logical_viewport_rect())
    else {
        unseen.waited = 0;
        return;
    };
    let Some(free) = free(camera, area.now) else { return };
    // Once for each question, and again where it has grown.
    let known = |&(version, was): &(u64, Vec2)| version == session.version && was.cmpge(size).all();
    if unseen.asked.as_ref().is_some_and(known) {
        return;
    }
    // While it comes up, and its odds, it grows.
    unseen.waited += 1;
    if unseen.waited < SETTLED {
        redraw.write(bevy::window::RequestRedraw);
        return;
    }
    *unseen = Unseen { asked: Some((session.version, size)), waited: 0 };
    let about = [Some(decision.creature), decision.against].into_iter().flatten();
    let about = about.filter(|&id| session.sees(id)).filter_map(|id| session.extent(id));
    let Some(about) = about.map(in_squares).reduce(|a, b| a.union(b)) else {
        return;
    };
    let room = room_beside(about, free, size + Vec2::splat(24.0));
    draw_back_to(about.inflate(0.5), room, view, &mut place, scale(&mut projection));
    fitted.moved();
}

/// A view that hands have chosen since the last frame is kept.
fn by_hand(eye: Eye, mut home: ResMut<Home>) {
    let (_, place, mut projection) = eye.into_inner();
    let now = outlook(&place, &mut projection);
    if home.last.is_some_and(|last| !alike(last, now)) {
        home.chosen();
    }
}

fn alike(one: Outlook, other: Outlook) -> bool {
    one.0.distance(other.0) < 0.01 && (one.1 - other.1).abs() < 1e-4
}

/// Whether the player can give an order and nothing is aimed, asked or shown.
fn rests(session: &Session, playback: &super::playback::Playback) -> bool {
    let free = session.aim.is_none() && session.fan.is_none() && session.commanded().is_some();
    free && !session.is_telling() && playback.is_idle()
}

/// Once the player can give an order again and nothing is aimed, asked or shown any more, the eye is where it was before, unless the player
/// has chosen another view.
fn come_back(
    eye: Eye,
    session: Res<Session>,
    playback: Res<super::playback::Playback>,
    (mut home, mut lifted): (ResMut<Home>, ResMut<Lifted>),
) {
    let rests = rests(&session, &playback);
    let again = !std::mem::replace(&mut home.rests, rests) && rests;
    let Some((at, before)) = home.view.filter(|_| again) else {
        return;
    };
    let (_, mut place, mut projection) = eye.into_inner();
    if !alike((at, before), outlook(&place, &mut projection)) {
        place.translation = at.extend(place.translation.z);
        *scale(&mut projection) = before;
    }
    lifted.0 = 0.0;
}

/// Notes where the eye is at the end of the frame.
fn stay(eye: Eye, mut home: ResMut<Home>) {
    let (_, place, mut projection) = eye.into_inner();
    let now = outlook(&place, &mut projection);
    home.last = Some(now);
    if home.rests {
        home.view = Some(now);
    }
}

/// The part of what is free that is left beside something of a size, above or left of it, in which a part of the board is seen largest.
fn room_beside(part: Rect, free: Rect, size: Vec2) -> Rect {
    let (mut above, mut left) = (free, free);
    above.max.y = (free.max.y - size.y).max(free.min.y);
    left.max.x = (free.max.x - size.x).max(free.min.x);
    if whole(part, above) >= whole(part, left) { above } else { left }
}

fn look(
    mut looks: MessageReader<LookAt>,
    eye: Eye,
    area: Res<FreeArea>,
    (mut fitted, mut home): (ResMut<Fitted>, ResMut<Home>),
) {
    let Some(&LookAt(square)) = looks.read().last() else {
        return;
    };
    let (camera, mut place, mut projection) = eye.into_inner();
    let (Some(view), Some(free)) = (camera.logical_viewport_rect(), free(camera, area.now)) else {
        return;
    };
    put(&mut place, middle(square), free, view, *scale(&mut projection));
    fitted.moved();
    home.chosen();
}

/// What the view followed last: whose turn it was or who was asked, and after which change of the battle.
#[derive(Resource, Default)]
struct Followed(Option<(u64, Option<Id>)>);

/// The view goes where something happens: while it is shown to whoever does it, afterwards to whoever acts. A view that the player has chosen
/// stays until then.
fn follow(
    eye: Eye,
    session: Res<Session>,
    shown: Res<super::tokens::Shown>,
    playback: Res<super::playback::Playback>,
    area: Res<FreeArea>,
    mut followed: ResMut<Followed>,
) {
    let (camera, mut place, mut projection) = eye.into_inner();
    let Some(view) = camera.logical_viewport_rect() else {
        return;
    };
    let Some(free) = free(camera, area.now) else { return };
    let busy = session.is_telling() || !playback.is_idle();
    let who = if busy {
        let events = session.battle.events();
        let now = events.get(session.shown).or(events.last());
        now.and_then(|event| event.actor.or(event.target))
    } else {
        let asked = session.battle.decision().map(|decision| decision.creature);
        asked.or(session.commanded()).or(session.battle.active())
    };
    let who = who.filter(|&id| session.sees(id));
    if !busy && followed.0 == Some((session.version, who)) {
        return;
    }
    followed.0 = (!busy).then_some((session.version, who));
    let Some(seen) = who.and_then(|id| shown.all.iter().find(|seen| seen.id == id)) else {
        return;
    };
    let scale = *scale(&mut projection);
    let eye = place.translation.truncate();
    let half = Vec2::splat(seen.edge.max(1.0) * SQUARE / scale / 2.0);
    let middle = (seen.middle - eye) / scale * Vec2::new(1.0, -1.0) + view.center();
    let space = Rect::from_corners(middle - half, middle + half);
    let margin = (SQUARE / scale).min(free.width() / 6.0).min(free.height() / 6.0);
    if free.intersect(space).is_empty() {
        put(&mut place, seen.middle, free, view, scale);
        return;
    }
    let off = outside(space, free.inflate(-margin * 0.1));
    if off != Vec2::ZERO {
        // A little farther than it need be, so that the view does not creep along with every step.
        let by = off + off.signum() * Vec2::new(f32::from(off.x != 0.0), f32::from(off.y != 0.0)) * margin;
        place.translation += Vec3::new(by.x, -by.y, 0.0) * scale;
    }
}

/// How far something would have to be moved back to be inside.
fn outside(what: Rect, inside: Rect) -> Vec2 {
    let axis = |low: f32, high: f32, from: f32, to: f32| {
        if high - low > to - from {
            (low + high - from - to) / 2.0
        } else {
            (high - to).max(0.0) + (low - from).min(0.0)
        }
    };
    Vec2::new(
        axis(what.min.x, what.max.x, inside.min.x, inside.max.x),
        axis(what.min.y, what.max.y, inside.min.y, inside.max.y),
    )
}

/// While something is aimed the bar may be higher than the room that is kept for it. If it then covers what can be aimed at, the board is
/// pushed up by as much, and back when nothing is aimed any more. While the mouse is on the board nothing moves under it.
fn make_way(eye: Eye, session: Res<Session>, area: Res<FreeArea>, mouse: Res<Mouse>, mut lifted: ResMut<Lifted>) {
    let (camera, mut place, mut projection) = eye.into_inner();
    let scale = *scale(&mut projection);
    let wanted = match (&session.aim, camera.logical_viewport_rect(), area.steady, area.now) {
        (aim, Some(view), Some(steady), Some(now)) if aim.is_some() || session.fan.is_some() => {
            let foot = |target: Id| match session.battle.world().part::<Thing>(target) {
                Some(thing) if thing.squares.is_empty() => {
                    let laid = crate::battle::laid_at(session.battle.world(), target);
                    laid.map(|laid| laid.space.at.y + 1)
                }
                Some(thing) => thing.squares.iter().map(|square| square.y + 1).max(),
                None => {
                    let space = session.space(target);
                    Some(space.at.y + i16::from(space.side))
                }
            };
            // Whoever aims is to be seen, too.
            let targets = aim.iter().flat_map(super::super::session::Aiming::targets);
            let spots = aim.iter().flat_map(super::super::session::Aiming::spots);
            let feet = targets.chain(session.commanded()).filter_map(foot);
            let lowest = feet.chain(spots.map(|at| at.y + 1)).max();
            // Where its lower edge is in the window while nothing is pushed up.
            let edge = lowest.map(|row| {
                let below = f32::from(row) * SQUARE + place.translation.y;
                below / scale + view.center().y + lifted.0
            });
            let covered = edge.map_or(0.0, |edge| edge - now.max.y);
            // It never comes down meanwhile: nothing is to move under the mouse.
            let most = (steady.max.y - now.max.y).max(0.0);
            let most = if mouse.is_on_board() && !session.by_keys { most.min(lifted.0) } else { most };
            covered.clamp(lifted.0.min(most), most)
        }
        _ => 0.0,
    };
    let by = wanted - lifted.0;
    if by.abs() > 0.5 {
        place.translation.y -= by * scale;
        lifted.0 = wanted;
    }
}

/// Some of the board stays in view.
fn clamp(eye: Eye, session: Res<Session>) {
    let (_, mut place, _) = eye.into_inner();
    let board = &session.battle.level().board;
    let (w, h) = (f32::from(board.width()) * SQUARE, f32::from(board.height()) * SQUARE);
    let at = place.translation;
    let to = Vec3::new(at.x.clamp(-SQUARE * 4.0, w + SQUARE * 4.0), at.y.clamp(-h - SQUARE * 4.0, SQUARE * 4.0), at.z);
    if to != at {
        place.translation = to;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beside_a_question_there_is_room_where_it_is_largest() {
        let free = Rect::new(0.0, 0.0, 800.0, 400.0);
        // One above the other, the question is wide and low; then as high as the window.
        let above = room_beside(Rect::new(0.0, 0.0, 2.0, 6.0), free, Vec2::new(780.0, 160.0));
        assert_eq!(above, Rect::new(0.0, 0.0, 800.0, 240.0));
        let left = room_beside(Rect::new(0.0, 0.0, 4.0, 6.0), free, Vec2::new(500.0, 400.0));
        assert_eq!(left, Rect::new(0.0, 0.0, 300.0, 400.0));
    }

    #[test]
    fn what_is_outside_is_moved_just_as_far_as_it_must() {
        const FREE: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(1200.0, 600.0) };
        let at = |x: f32, y: f32| Rect::new(x, y, x + 1.0, y + 1.0);
        assert_eq!(outside(at(5.0, 5.0), FREE), Vec2::ZERO);
        assert_eq!(outside(at(-3.0, 5.0), FREE), Vec2::new(-3.0, 0.0));
        assert_eq!(outside(at(5.0, 610.0), FREE), Vec2::new(0.0, 11.0));
    }
}
