//! What is seen of the board at first.

use bevy::prelude::*;

use super::super::super::session::Session;
use super::super::lens::{CLOSEST, FARTHEST, squares, whole};
use super::super::world_coords::SQUARE;

/// Points a square that the first view does not go below as long as it need not: faces are told apart from here on.
const FACES: f32 = 32.0;
/// Points a square that the first view does not go above, but in very large windows.
const NEAR: f32 = 96.0;

/// Points a square, and the middle of the view in squares. All of the board, where faces are told apart then; else everybody, near enough for
/// that; else those around whoever acts.
pub(in crate::gui) fn first_view(board: Rect, crowd: &[Rect], acting: Option<Rect>, free: Rect) -> (f32, Vec2) {
    let near = NEAR.max(free.width().min(free.height()) / 9.0).min(CLOSEST);
    let all = whole(board, free);
    if all >= FACES || crowd.is_empty() {
        return (all.clamp(FARTHEST, near), board.center());
    }
    let around = crowd.iter().copied().reduce(|a, b| a.union(b)).expect("somebody").inflate(0.5);
    let square = whole(around, free).clamp(FACES, SQUARE.min(near));
    let seen = free.size() / square;
    // Nothing beyond the edge is shown for which there is board on the other side.
    let bound = |at: f32, low: f32, high: f32, wide: f32| {
        if wide >= high - low { f32::midpoint(low, high) } else { at.clamp(low + wide / 2.0, high - wide / 2.0) }
    };
    let mut middle = around.center();
    if let Some(acting) = acting {
        // Where not everybody has room, whoever acts has, and some squares around.
        let margin = (seen / 2.0 - 2.5).max(Vec2::ZERO);
        let (low, high) = (acting.center() - margin, acting.center() + margin);
        if around.width() > seen.x {
            middle.x = middle.x.clamp(low.x, high.x);
        }
        if around.height() > seen.y {
            middle.y = middle.y.clamp(low.y, high.y);
        }
    }
    middle.x = bound(middle.x, board.min.x, board.max.x, seen.x);
    middle.y = bound(middle.y, board.min.y, board.max.y, seen.y);
    (square, middle)
}

/// The spaces of all creatures whom the viewer knows of, in squares.
pub(in crate::gui) fn crowd(session: &Session) -> Vec<Rect> {
    let all = crate::battle::on_map(session.battle.world());
    all.filter(|&id| session.sees(id)).map(|id| squares(session, id)).collect()
}

/// The space of whoever acts, in squares, if the viewer knows of them.
pub(in crate::gui) fn acting(session: &Session) -> Option<Rect> {
    let who = session.commanded().or(session.battle.active());
    who.filter(|&id| session.sees(id)).map(|id| squares(session, id))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(60.0, 40.0) };

    const FREE: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(1200.0, 600.0) };

    fn at(x: f32, y: f32) -> Rect {
        Rect::new(x, y, x + 1.0, y + 1.0)
    }

    #[test]
    fn a_small_board_is_seen_as_a_whole() {
        let board = Rect::new(0.0, 0.0, 12.0, 10.0);
        let (square, middle) = first_view(board, &[at(1.0, 1.0)], Some(at(1.0, 1.0)), FREE);
        assert!((50.0..=NEAR).contains(&square), "{square}");
        assert_eq!(middle, board.center());
    }

    #[test]
    fn of_a_large_one_everybody_is_seen_near_by() {
        let crowd = [at(20.0, 10.0), at(34.0, 18.0)];
        let (square, middle) = first_view(BOARD, &crowd, Some(crowd[0]), FREE);
        assert!(square >= FACES, "{square}");
        let seen = Rect::from_center_size(middle, FREE.size() / square);
        assert!(crowd.iter().all(|one| seen.union(*one) == seen), "{seen:?}");
    }

    #[test]
    fn where_not_all_have_room_whoever_acts_has() {
        let crowd = [at(0.0, 0.0), at(59.0, 39.0)];
        let (square, middle) = first_view(BOARD, &crowd, Some(crowd[1]), FREE);
        assert!((square - FACES).abs() < 0.01, "{square}");
        let seen = Rect::from_center_size(middle, FREE.size() / square);
        assert!(seen.union(crowd[1]) == seen, "{seen:?}");
        assert!(BOARD.union(seen) == BOARD, "nothing beyond the edge: {seen:?}");
    }
}
