//! From where the board is looked at: drag with the middle or right button, wheel to zoom on the cursor, keys, whole board.

use bevy::camera::RenderTarget;
use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::{EguiWantsInput, egui_wants_any_keyboard_input, egui_wants_any_pointer_input};
use leafwing_input_manager::prelude::*;

use super::art::SQUARE;
use super::keys::TableAction;
use super::{Screen, Session, TableSystems};
use crate::battle::{ById, Id, Thing};
use crate::grid::Square;

/// Nearest and farthest: points a square.
const CLOSEST: f32 = 160.0;
const FARTHEST: f32 = 8.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FreeArea>()
        .init_resource::<Fitted>()
        .init_resource::<Lifted>()
        .add_message::<CentreOn>()
        .add_systems(OnEnter(Screen::Battle), |mut fitted: ResMut<Fitted>| fitted.0 = None)
        .add_systems(OnEnter(Screen::Replay), |mut fitted: ResMut<Fitted>| fitted.0 = None)
        // The panels are gone: the board is behind the result, as large as the window.
        .add_systems(
            OnEnter(Screen::Result),
            |mut fitted: ResMut<Fitted>, mut free: ResMut<FreeArea>| {
                (fitted.0, *free) = (None, FreeArea::default());
            },
        )
        .add_systems(
            Update,
            (
                fit,
                (drag, wheel).run_if(not(egui_wants_any_pointer_input)),
                pan.run_if(not(egui_wants_any_keyboard_input)),
                centre,
                clamp,
                make_way,
            )
                .chain()
                .in_set(TableSystems::Show)
                .run_if(resource_exists::<Session>.and_then(not(in_state(Screen::Start)))),
        );
}

/// The camera on the board; the panels are drawn on it too.
#[derive(Component)]
pub struct BoardCamera;

/// The part of the window that no panel covers, in points; everything when the panels have not said.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct FreeArea {
    /// With the bar as high as its list of actions: what the board is fitted to, so that it does not jump.
    pub steady: Option<Rect>,
    /// With the bar as high as it is now, for an aim or a question.
    pub now: Option<Rect>,
}

/// Bring a square into view, if it is not.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct CentreOn(pub Square);

/// For which window and panels the whole board was fitted; the player's own view is kept until those change before the first move.
#[derive(Resource, Default)]
struct Fitted(Option<(Vec2, Rect, bool)>);

/// How far the board has been pushed up while something is aimed, in points.
#[derive(Resource, Default)]
struct Lifted(f32);

/// The middle of a square in the world.
pub fn middle(square: Square) -> Vec2 {
    corner(square) + Vec2::new(0.5, -0.5) * SQUARE
}

/// The upper left corner of a square in the world.
pub fn corner(square: Square) -> Vec2 {
    Vec2::new(f32::from(square.x), -f32::from(square.y)) * SQUARE
}

/// The square at a place of the world.
pub fn square_at(place: Vec2) -> Square {
    let at = place / SQUARE;
    Square::new(at.x.floor() as i16, (-at.y).floor() as i16)
}

/// All edges that are not along the pixels are drawn soft, so that sampling each pixel several times would only cost.
const SAMPLES: Msaa = Msaa::Off;

/// The camera of the window.
pub(super) fn in_window(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        commands.spawn((Camera2d, BoardCamera, SAMPLES));
    });
}

/// A camera that draws into a picture.
pub(super) fn spawn_into(commands: &mut Commands, target: RenderTarget) {
    commands.spawn((Camera2d, BoardCamera, SAMPLES, target));
}

type Eye<'w, 's> =
    Single<'w, 's, (&'static Camera, &'static mut Transform, &'static mut Projection), With<BoardCamera>>;

fn scale(projection: &mut Projection) -> &mut f32 {
    match projection {
        Projection::Orthographic(orthographic) => &mut orthographic.scale,
        _ => panic!("the board's camera should be orthographic"),
    }
}

fn free(camera: &Camera, area: Option<Rect>) -> Option<Rect> {
    let view = camera.logical_viewport_rect()?;
    let free = area.unwrap_or(view).intersect(view);
    Some(if free.width() > 120.0 && free.height() > 120.0 {
        free
    } else {
        view
    })
}

fn fit(
    eye: Eye,
    session: Res<Session>,
    area: Res<FreeArea>,
    state: Option<Single<&ActionState<TableAction>>>,
    mut fitted: ResMut<Fitted>,
    mut lifted: ResMut<Lifted>,
) {
    let (camera, mut place, mut projection) = eye.into_inner();
    let Some(view) = camera.logical_viewport_rect() else {
        return;
    };
    let Some(free) = free(camera, area.steady) else { return };
    let asked = state.is_some_and(|state| state.just_pressed(&TableAction::Fit));
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
    let size = Vec2::new(f32::from(board.width()), f32::from(board.height())) * SQUARE;
    let wanted = ((size.x + SQUARE) / free.width()).max((size.y + SQUARE) / free.height());
    *scale(&mut projection) = wanted.clamp(SQUARE / 96.0, SQUARE / FARTHEST);
    let middle = Vec2::new(size.x, -size.y) / 2.0;
    put(&mut place, middle, free, view, *scale(&mut projection));
}

/// Puts the eye so that a place of the world is seen in the middle of the free part of the window.
fn put(place: &mut Transform, what: Vec2, free: Rect, view: Rect, scale: f32) {
    let off = (free.center() - view.center()) * scale;
    let to = Vec2::new(what.x - off.x, what.y + off.y);
    place.translation = to.extend(place.translation.z);
}

fn drag(buttons: Res<ButtonInput<MouseButton>>, motion: Res<AccumulatedMouseMotion>, mut glance: Glance) {
    if motion.delta == Vec2::ZERO || !buttons.any_pressed([MouseButton::Middle, MouseButton::Right]) {
        return;
    }
    glance.push(motion.delta);
}

fn moved(fitted: &mut Fitted) {
    if let Some((_, _, moved)) = &mut fitted.0 {
        *moved = true;
    }
}

/// The eye on the board, for whatever zooms it or pushes the board along.
#[derive(SystemParam)]
pub struct Glance<'w, 's> {
    eye: Eye<'w, 's>,
    fitted: ResMut<'w, Fitted>,
}

impl Glance<'_, '_> {
    /// Brings the board closer by a factor, so that what is seen at a place of the window stays there; by default the middle.
    pub fn zoom(&mut self, factor: f32, at: Option<Vec2>) {
        let (camera, place, projection) = &mut *self.eye;
        let Some(view) = camera.logical_viewport_rect() else {
            return;
        };
        let scale = scale(projection);
        let before = *scale;
        *scale = (before / factor.clamp(0.2, 5.0)).clamp(SQUARE / CLOSEST, SQUARE / FARTHEST);
        let off = (at.unwrap_or(view.center()) - view.center()) * (before - *scale);
        place.translation += Vec3::new(off.x, -off.y, 0.0);
        moved(&mut self.fitted);
    }

    /// Pushes the board along, by so many points of the window.
    pub fn push(&mut self, by: Vec2) {
        let (_, place, projection) = &mut *self.eye;
        let by = by * *scale(projection);
        place.translation += Vec3::new(-by.x, by.y, 0.0);
        moved(&mut self.fitted);
    }
}

fn wheel(
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
    mut fitted: ResMut<Fitted>,
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
    moved(&mut fitted);
    redraw.write(bevy::window::RequestRedraw);
}

fn centre(mut centres: MessageReader<CentreOn>, eye: Eye, area: Res<FreeArea>, mut fitted: ResMut<Fitted>) {
    let Some(&CentreOn(square)) = centres.read().last() else {
        return;
    };
    let (camera, mut place, mut projection) = eye.into_inner();
    let Some(view) = camera.logical_viewport_rect() else {
        return;
    };
    let Some(free) = free(camera, area.now) else { return };
    let scale = *scale(&mut projection);
    let eye = place.translation.truncate();
    let seen = (middle(square) - eye) / scale * Vec2::new(1.0, -1.0) + view.center();
    let edge = SQUARE / scale;
    if !free.inflate(-edge).contains(seen) {
        put(&mut place, middle(square), free, view, scale);
        moved(&mut fitted);
    }
}

/// While something is aimed the bar may be higher than the room that is kept for it. If it then covers what can be aimed at, the board is
/// pushed up by as much, and back when nothing is aimed any more.
fn make_way(eye: Eye, session: Res<Session>, area: Res<FreeArea>, mut lifted: ResMut<Lifted>) {
    let (camera, mut place, mut projection) = eye.into_inner();
    let scale = *scale(&mut projection);
    let wanted = match (&session.aim, camera.logical_viewport_rect(), area.steady, area.now) {
        (Some(aim), Some(view), Some(steady), Some(now)) => {
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
            let feet = aim.targets().into_iter().filter_map(foot);
            let lowest = feet.chain(aim.spots().into_iter().map(|at| at.y + 1)).max();
            // Where its lower edge is in the window while nothing is pushed up.
            let edge = lowest.map(|row| {
                let below = f32::from(row) * SQUARE + place.translation.y;
                below / scale + view.center().y + lifted.0
            });
            let covered = edge.map_or(0.0, |edge| edge - now.max.y);
            // It never comes down meanwhile: nothing is to move under the mouse.
            let most = (steady.max.y - now.max.y).max(0.0);
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
    let to = Vec3::new(
        at.x.clamp(-SQUARE * 4.0, w + SQUARE * 4.0),
        at.y.clamp(-h - SQUARE * 4.0, SQUARE * 4.0),
        at.z,
    );
    if to != at {
        place.translation = to;
    }
}
