//! What panels keep clear of: who acts, who is aimed at or asked, the line between them, and the square under the cursor. A panel that
//! floats over the board looks for the nearest place where it covers none of them, beside the board if there is room, else on walls, and stays
//! there as long as that holds.

use bevy_egui::egui::{self, Id as UiId, Pos2, Rect, Vec2};

use super::view::View;
use crate::battle::{Id, Map, on_map};
use crate::grid::Square;
use crate::gui::board::lens::{Lens, flag_at};

/// How far a panel stays away from what is to be seen, in points.
const AWAY: f32 = 6.0;
/// So much farther off a panel may be for every one of the others whom it does not cover, in points.
const COVERS: f32 = 60.0;
/// How far apart the places are that are tried, in points.
const STRIDE: f32 = 16.0;

/// What is to be seen, in points.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Clear {
    /// Rectangles of the board, and panels that were there first.
    pub rects: Vec<Rect>,
    /// Lines from middle to middle.
    pub lines: Vec<[Pos2; 2]>,
    /// The square under the cursor.
    pub cursor: Option<Rect>,
    /// The rows of the area that is aimed: covered only where there is room nowhere else.
    pub area: Vec<Rect>,
    /// Everybody else: covered only where it is far to a place where nobody is.
    pub others: Vec<Rect>,
    /// Where the board is, if it is known.
    pub ground: Option<Ground>,
}

/// The squares of the board, as they lie in the window.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ground {
    lens: Lens,
    size: (u16, u16),
    /// Whether each square can be stood on, row by row.
    open: Vec<bool>,
}

/// What a panel lies on; the first is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Under {
    /// It lies beside the board.
    Nothing,
    /// Only walls.
    Walls,
    /// A square on which a creature could stand, at least one.
    Ground,
}

impl Ground {
    fn of(map: &Map, lens: Lens) -> Self {
        let (width, height) = map.size();
        let at = |x: u16, y: u16| Square::new(x as i16, y as i16);
        let open = (0..height).flat_map(|y| (0..width).map(move |x| !map.solid(at(x, y)))).collect();
        Self { lens, size: (width, height), open }
    }

    /// What a panel there lies on.
    pub(crate) fn under(&self, panel: Rect) -> Under {
        let (width, height) = self.size;
        let panel = panel.shrink(1.0);
        if !panel.intersects(self.lens.board(width, height)) {
            return Under::Nothing;
        }
        let [first, last] = [panel.min, panel.max].map(|at| self.lens.square_at(at));
        let along = |from: i16, to: i16, most: u16| from.max(0)..=to.min(most as i16 - 1);
        let mut squares =
            along(first.y, last.y, height).flat_map(|y| along(first.x, last.x, width).map(move |x| (x, y)));
        let open = |(x, y): (i16, i16)| self.open[y as usize * usize::from(width) + x as usize];
        if squares.any(open) { Under::Ground } else { Under::Walls }
    }
}

impl Clear {
    /// What is to be seen now.
    pub(crate) fn of(view: &View) -> Self {
        let session = view.session;
        let mut out = Self::default();
        let pairs = focus(view);
        for (one, other) in pairs {
            let rects = [Some(one), other].map(|id| id.and_then(|id| view.place(id)));
            out.rects.extend(rects.iter().flatten());
            // At what is aimed at stands how far it is, and its cover.
            let flies = other.is_some_and(|id| session.flies(id));
            out.rects.extend(rects[1].map(|rect| flag_at(rect, rects[0], flies)));
            if let [Some(one), Some(other)] = rects {
                out.lines.push([one.center(), other.center()]);
            }
        }
        // The line that decides may begin and end at corners.
        let info = session.aim_info();
        out.lines.extend(info.iter().flat_map(|info| &info.lines).map(|line| view.lens.line(line)));
        // Answers stand for squares, or are done to somebody.
        let choices = session.question().into_iter().flat_map(|question| &question.choices);
        let places = choices.filter_map(|choice| session.place_of(choice));
        out.rects.extend(places.map(|place| view.lens.space(place)));
        if let Some(aim) = &session.aim
            && let (None, Some(at)) = (aim.target, aim.at)
        {
            let there = view.lens.square(at);
            if let Some(here) = session.commanded().and_then(|id| view.place(id)) {
                out.lines.push([here.center(), there.center()]);
            }
            out.rects.push(there);
            if let Some(radius) = aim.radius() {
                out.area.extend(rows(there, radius));
            }
        }
        let all = on_map(session.battle.world()).filter(|&id| session.sees(id));
        let all = all.filter_map(|id| view.place(id));
        out.others.extend(all);
        out.cursor = session.hover.map(|at| view.lens.square(at));
        out.ground = (view.lens != Lens::NOWHERE).then(|| Ground::of(session.battle.world().resource(), view.lens));
        out
    }

    /// The same for a panel that is pointed at itself: a player who points at it does not point at the board.
    pub(crate) fn but_cursor(&self) -> Self {
        Self { cursor: None, ..self.clone() }
    }

    /// Whether a panel there covers nothing of it.
    pub(crate) fn allows(&self, panel: Rect) -> bool {
        let near = panel.expand(AWAY);
        let all = self.rects.iter().chain(&self.cursor).chain(&self.area);
        !all.into_iter().any(|rect| near.intersects(rect.shrink(1.0)))
            && !self.lines.iter().any(|&[from, to]| crosses(panel, from, to))
    }

    /// The place for a panel of this size inside of an area that is nearest to a point and covers nothing; the last place as long as it
    /// will do, so that nothing moves without need. Where there is no such place, the one that covers the fewest.
    pub(crate) fn place(&self, context: &egui::Context, name: &str, size: Vec2, within: Rect, near: Rect) -> Rect {
        let id = UiId::new(("place", name));
        let now = context.cumulative_pass_nr();
        let last: Option<(Rect, Rect, u64)> = context.data(|data| data.get_temp(id));
        let stays = last.filter(|&(rect, was, pass)| {
            pass + 1 >= now
                && was.center().distance(near.center()) < 1.0
                && (rect.size() - size).length() < 0.5
                && within.expand(0.5).contains_rect(rect)
                && self.allows(rect)
        });
        let rect = stays.map_or_else(|| self.nearest(size, within, near), |(rect, ..)| rect);
        context.data_mut(|data| data.insert_temp(id, (rect, near, now)));
        rect
    }

    /// The nearest place; see [`Clear::place`].
    pub(crate) fn nearest(&self, size: Vec2, within: Rect, near: Rect) -> Rect {
        let room = (within.size() - size).max(Vec2::ZERO);
        let bound = |min: Pos2| min.clamp(within.min, within.min + room);
        let mut tried: Vec<Rect> = Vec::new();
        let mut add = |min: Pos2| tried.push(Rect::from_min_size(bound(min), size));
        // Beside it, level with its middle; then everywhere.
        let off = near.size() / 2.0 + size / 2.0 + Vec2::splat(AWAY + 4.0);
        for to in [Vec2::new(off.x, 0.0), Vec2::new(-off.x, 0.0), Vec2::new(0.0, -off.y), Vec2::new(0.0, off.y)] {
            add(near.center() + to - size / 2.0);
        }
        let (columns, rows) = ((room.x / STRIDE) as u32 + 1, (room.y / STRIDE) as u32 + 1);
        for row in 0..=rows {
            for column in 0..=columns {
                add(within.min + Vec2::new(column as f32, row as f32) * STRIDE);
            }
        }
        let covered = |rect: &Rect| self.others.iter().filter(|other| rect.intersects(**other)).count();
        let far = |rect: &Rect| {
            let off = apart(*rect, near) + 0.05 * rect.center().distance(near.center());
            off + COVERS * covered(rect) as f32
        };
        let under = |rect: &Rect| self.ground.as_ref().map_or(Under::Nothing, |ground| ground.under(*rect));
        let best = tried.iter().filter(|rect| self.allows(**rect)).map(|rect| (under(rect), far(rect), rect));
        let best = best.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))).map(|(.., rect)| rect);
        // If every place covers something: the fewest creatures, then the fewest lines, then the least of an area.
        let least = || {
            let all = tried.iter().map(|rect| (self.covered(*rect), rect));
            let best = all.min_by(|a, b| a.0.cmp(&b.0).then(far(a.1).total_cmp(&far(b.1))));
            best.map(|(_, rect)| rect)
        };
        best.or_else(least).copied().unwrap_or(near)
    }

    /// How many of what is to be seen a panel there covers, how many of the lines, and of the rows of an area.
    fn covered(&self, panel: Rect) -> (usize, usize, usize) {
        let rects = self.rects.iter().chain(&self.cursor);
        let rects = rects.filter(|rect| panel.intersects(rect.shrink(1.0))).count();
        let lines = self.lines.iter().filter(|&&[from, to]| crosses(panel, from, to));
        let area = self.area.iter().filter(|row| panel.intersects(row.shrink(1.0))).count();
        (rects, lines.count(), area)
    }

    /// The first of some corners of an area that a panel of this size covers nothing in.
    pub(crate) fn corner(&self, size: Vec2, within: Rect, corners: &[egui::Align2]) -> Option<Rect> {
        let mut rects = corners.iter().map(|corner| corner.align_size_within_rect(size, within));
        rects.find(|rect| self.allows(*rect))
    }
}

/// The rows of a round area around a square.
fn rows(middle: Rect, radius: u32) -> impl Iterator<Item = Rect> {
    let (edge, radius) = (middle.height(), radius as i32);
    let reach = radius as f32 + 0.5;
    (-radius..=radius).map(move |row| {
        let off = row as f32;
        let wide = 2.0 * (reach * reach - off * off).sqrt();
        Rect::from_center_size(middle.center() + Vec2::new(0.0, off * edge), Vec2::new(wide * edge, edge))
    })
}

/// Who is to be seen, and with whom it has to do.
pub(crate) fn focus(view: &View) -> Vec<(Id, Option<Id>)> {
    let session = view.session;
    let seen = |id: &Id| session.sees(*id);
    if let Some(decision) = session.question() {
        let against = decision.against.filter(seen);
        return Some(decision.creature).filter(seen).map(|id| (id, against)).into_iter().collect();
    }
    let acting = session.commanded().or(session.battle.active()).filter(seen);
    let target = session.aim.as_ref().and_then(|aim| aim.target);
    acting.map(|id| (id, target)).into_iter().collect()
}

/// How far apart two rectangles are.
fn apart(a: Rect, b: Rect) -> f32 {
    let gap = |low: f32, high: f32, from: f32, to: f32| (from - high).max(low - to).max(0.0);
    Vec2::new(gap(a.min.x, a.max.x, b.min.x, b.max.x), gap(a.min.y, a.max.y, b.min.y, b.max.y)).length()
}

/// Whether a line goes through a rectangle.
pub(crate) fn crosses(rect: Rect, from: Pos2, to: Pos2) -> bool {
    let way = to - from;
    let (mut least, mut most) = (0.0_f32, 1.0_f32);
    for (start, step, low, high) in [(from.x, way.x, rect.min.x, rect.max.x), (from.y, way.y, rect.min.y, rect.max.y)] {
        if step.abs() < 1e-6 {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (a, b) = ((low - start) / step, (high - start) / step);
        least = least.max(a.min(b));
        most = most.min(a.max(b));
    }
    least <= most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect::from_min_size(Pos2::new(x, y), Vec2::new(w, h))
    }

    #[test]
    fn a_panel_goes_beside_what_it_is_about_and_off_the_line() {
        let (here, there) = (rect(100.0, 300.0, 50.0, 50.0), rect(500.0, 300.0, 50.0, 50.0));
        let clear =
            Clear { rects: vec![here, there], lines: vec![[here.center(), there.center()]], ..Clear::default() };
        let within = rect(0.0, 50.0, 1000.0, 600.0);
        let place = clear.nearest(Vec2::new(200.0, 100.0), within, there);
        assert!(within.contains_rect(place) && clear.allows(place), "{place:?}");
        assert!(apart(place, there) < 20.0, "{place:?}");
    }

    #[test]
    fn at_the_rim_it_goes_to_another_side() {
        let target = rect(950.0, 60.0, 50.0, 50.0);
        let clear = Clear { rects: vec![target], ..Clear::default() };
        let within = rect(0.0, 50.0, 1000.0, 600.0);
        let place = clear.nearest(Vec2::new(300.0, 200.0), within, target);
        assert!(within.contains_rect(place) && clear.allows(place), "{place:?}");
    }

    #[test]
    fn where_there_is_no_room_it_covers_a_line_rather_than_anybody() {
        let (here, there) = (rect(20.0, 110.0, 40.0, 40.0), rect(400.0, 380.0, 40.0, 40.0));
        let clear =
            Clear { rects: vec![here, there], lines: vec![[here.center(), there.center()]], ..Clear::default() };
        let within = rect(0.0, 50.0, 500.0, 400.0);
        let place = clear.nearest(Vec2::new(440.0, 200.0), within, here);
        assert!(within.contains_rect(place) && !clear.allows(place), "{place:?}");
        assert_eq!(clear.covered(place).0, 0, "{place:?}");
    }

    /// A board of 20 by 10 squares: walls in its right half.
    fn half(lens: Lens) -> Ground {
        Ground { lens, size: (20, 10), open: (0..200).map(|place| place % 20 < 10).collect() }
    }

    #[test]
    fn a_panel_goes_beside_the_board_else_on_walls_else_on_the_ground() {
        let within = rect(0.0, 0.0, 1000.0, 500.0);
        let target = rect(300.0, 200.0, 40.0, 40.0);
        let lens = |x: f32, square: f32| Lens { origin: Pos2::new(x, 0.0), square };
        // 200 points are left at the left; then none, but walls at the right; then there are only open squares in view.
        for (lens, wanted) in
            [(lens(220.0, 39.0), Under::Nothing), (lens(0.0, 50.0), Under::Walls), (lens(0.0, 100.0), Under::Ground)]
        {
            let clear = Clear { rects: vec![target], ground: Some(half(lens)), ..Clear::default() };
            let place = clear.nearest(Vec2::new(190.0, 100.0), within, target);
            assert!(within.contains_rect(place) && clear.allows(place), "{place:?}");
            assert_eq!(half(lens).under(place), wanted, "{place:?}");
        }
    }

    #[test]
    fn an_area_is_covered_only_where_there_is_no_other_room() {
        let there = rect(300.0, 300.0, 40.0, 40.0);
        let clear = Clear { area: rows(there, 4).collect(), ..Clear::default() };
        let place = clear.nearest(Vec2::new(200.0, 100.0), rect(0.0, 50.0, 1000.0, 600.0), there);
        assert_eq!(clear.covered(place), (0, 0, 0), "{place:?}");
    }

    #[test]
    fn a_line_that_passes_by_is_not_crossed() {
        let panel = rect(10.0, 10.0, 10.0, 10.0);
        assert!(crosses(panel, Pos2::new(0.0, 15.0), Pos2::new(30.0, 15.0)));
        assert!(!crosses(panel, Pos2::new(0.0, 25.0), Pos2::new(30.0, 25.0)));
        assert!(!crosses(panel, Pos2::new(0.0, 15.0), Pos2::new(5.0, 15.0)));
    }
}
