//! What holds between the creature under the cursor and single others, as thin lines with a word; and where that creature and the
//! commanded one are carried or head. Only what the viewer's side may know.

use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use egui_phosphor::regular as glyph;

use super::board::{Board, INK, LAMP, PAPER, RED, WARNING, arrow};
use crate::battle::{Bearing, Bound, ById, Creature, ForcedMovement, Id, PairEffect, SideId, Watch};
use crate::grid::{Footprint, Square};
use crate::gui::board::tokens::{Seen, Shown};
use crate::gui::board::world_coords::{SQUARE, corner};
use crate::gui::session::Session;

/// How many pairs have their words written beside their lines; of more, only the icons.
const WORDY: usize = 5;
/// How much of its space somebody's face takes, across.
const FACE: f32 = 0.7;
/// How many lines the tag of a creature has at most.
const MOST_LINES: usize = 7;
/// The most names in one of them.
const MOST_NAMES: usize = 4;

/// What was found of the creature under the cursor and of the commanded one, until something changes.
#[derive(Default)]
pub(in crate::gui) struct Found {
    stamp: Option<(u64, SideId, Option<Id>, Option<Id>)>,
    hovered: Option<Id>,
    ties: Vec<PairEffect>,
    courses: Vec<(Id, ForcedMovement)>,
}

/// Everything that holds between a creature and others, as far as the viewer knows of all who take part.
fn known(session: &Session, id: Id) -> Vec<PairEffect> {
    let battle = session.seen();
    let mut ties = battle.ruleset().ties(battle.world(), id);
    let sees = |one: Option<Id>| one.is_none_or(|id| session.sees(id));
    ties.retain(|tie| session.sees(tie.who) && sees(tie.to) && sees(tie.by));
    let mut told: Vec<PairEffect> = Vec::new();
    for tie in ties {
        // Whoever is flanked by several pairs is flanked.
        let same =
            |other: &PairEffect| (other.who, other.to, &other.key, &other.why) == (tie.who, tie.to, &tie.key, &tie.why);
        if !told.iter().any(same) {
            told.push(tie);
        }
    }
    told
}

/// The same the other way round.
fn mirrors(a: &PairEffect, b: &PairEffect) -> bool {
    a.bearing != Bearing::Open && (Some(a.who), a.to) == (b.to, Some(b.who)) && (&a.key, &a.why) == (&b.key, &b.why)
}

impl Found {
    pub(in crate::gui) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Asks again when the battle, the viewer or the creature under the cursor is another.
    pub(in crate::gui) fn follow(&mut self, session: &Session) {
        let world = session.battle.world();
        let under = session.hover.and_then(|square| session.thing_under(square));
        let hovered = under.filter(|&id| world.part::<Creature>(id).is_some());
        let stamp = Some((session.version, session.viewer, hovered, session.commanded()));
        if self.stamp == stamp {
            return;
        }
        let seen = session.seen();
        let course = |id: Id| (id, seen.ruleset().course(seen.world(), id, session.viewer));
        let mut ids: Vec<Id> = session.commanded().into_iter().chain(hovered).collect();
        ids.dedup();
        *self = Self {
            stamp,
            hovered,
            ties: hovered.map_or_else(Vec::new, |id| known(session, id)),
            courses: ids.into_iter().map(course).collect(),
        };
    }

    /// What the tag of a creature says besides its name.
    pub(in crate::gui) fn lines(&self, session: &Session, id: Id) -> Vec<String> {
        if self.hovered != Some(id) {
            return Vec::new();
        }
        let name = |id: Id| session.battle.name(id);
        // What is so with several is one line.
        let mut told: Vec<(String, Vec<&str>, String)> = Vec::new();
        let mut tell = |head: String, other: Option<Id>, why: String| {
            let other = other.map(name);
            match told.iter_mut().find(|(known, _, cause)| (known, cause) == (&head, &why)) {
                Some((_, others, _)) => others.extend(other),
                None => told.push((head, other.into_iter().collect(), why)),
            }
        };
        for (place, tie) in self.ties.iter().enumerate() {
            let twin = self.ties.iter().position(|other| mirrors(tie, other));
            if twin.is_some_and(|twin| twin < place) {
                continue;
            }
            let why = if tie.why.is_empty() { String::new() } else { format!(" ({})", tie.why) };
            match tie.to {
                None => tell(format!("{} to all", tie.label), None, why),
                Some(to) if twin.is_some() => {
                    let other = if tie.who == id { to } else { tie.who };
                    tell(format!("{} to each other: ", tie.label), Some(other), why);
                }
                Some(to) if tie.who == id => tell(format!("{} to ", tie.label), Some(to), why),
                Some(_) => tell(format!("{} to {}: ", tie.label, name(id)), Some(tie.who), why),
            }
        }
        let line = |(head, others, why): &(String, Vec<&str>, String)| {
            let (first, rest) = others.split_at(others.len().min(MOST_NAMES));
            let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            format!("{head}{}{more}{why}", first.join(", "))
        };
        let mut out: Vec<String> = told.iter().map(line).collect();
        if out.len() > MOST_LINES {
            let more = out.len() - MOST_LINES + 1;
            out.truncate(MOST_LINES - 1);
            out.push(format!("and {more} more"));
        }
        let course = self.courses.iter().find(|(who, _)| *who == id);
        out.extend(course.into_iter().flat_map(|(_, course)| course.lines.iter().cloned()));
        out.extend(course.and_then(|(_, course)| course.warning.clone()));
        out
    }
}

pub(in crate::gui) fn paint(board: &Board, session: &Session, shown: &Shown, found: &Found) {
    for (id, course) in &found.courses {
        if let Some(watch) = &course.watch {
            watched(board, session.space(*id), watch);
        }
        for bound in &course.ways {
            way(board, f32::from(session.space(*id).side), bound);
        }
    }
    if session.aim.is_some() {
        return;
    }
    let mut pairs: Vec<(Id, Id)> = Vec::new();
    for tie in &found.ties {
        // What is so both ways is drawn once.
        let twin = |other: &PairEffect| mirrors(tie, other) && pairs.contains(&(other.who, tie.who));
        if let Some(to) = tie.to
            && !pairs.contains(&(tie.who, to))
            && !found.ties.iter().any(twin)
        {
            pairs.push((tie.who, to));
        }
    }
    let face =
        |seen: &Seen| Rect::from_center_size(board.at(seen.middle), Vec2::splat(board.square * seen.edge * FACE));
    let faces: Vec<Rect> = shown.all.iter().filter(|seen| !seen.dead).map(face).collect();
    // Where words stand already, there is no room for others.
    let mut taken: Vec<Rect> = Vec::new();
    for &(who, to) in &pairs {
        let middle = |id: Id| {
            let seen = shown.all.iter().find(|seen| seen.id == id && !seen.dead)?;
            Some((board.at(seen.middle), seen.edge))
        };
        let (Some(from), Some(end)) = (middle(to), middle(who)) else {
            continue;
        };
        let of_pair = found.ties.iter().filter(|tie| (tie.who, tie.to) == (who, Some(to)));
        let of_pair: Vec<&PairEffect> = of_pair.collect();
        pair(board, from, end, &of_pair, pairs.len() <= WORDY, (&faces, &mut taken));
    }
}

/// The line from one creature to another who is open, concealed or hidden to it, with what it is.
fn pair(
    board: &Board,
    (from, from_side): (Pos2, f32),
    (end, end_side): (Pos2, f32),
    ties: &[&PairEffect],
    wordy: bool,
    (faces, taken): (&[Rect], &mut Vec<Rect>),
) {
    let Some(first) = ties.first() else { return };
    let way = (end - from).normalized();
    // The two directions of a pair lie side by side, each to its own right.
    let aside = way.rot90() * 4.0;
    let start = from + way * board.square * from_side * 0.45 + aside;
    let stop = end - way * board.square * end_side * 0.5 + aside;
    let open = ties.iter().any(|tie| tie.bearing == Bearing::Open);
    let colour = if open { RED } else { PAPER };
    if open {
        board.line(vec![start, stop], 1.4, colour);
        let (base, across) = (stop - way * 8.0, way.rot90() * 4.5);
        let head = vec![stop, base + across, base - across];
        board.painter.add(Shape::convex_polygon(head, colour, Stroke::new(1.0, INK)));
    } else {
        let dashes =
            |width: f32, colour: Color32| Shape::dashed_line(&[start, stop], Stroke::new(width, colour), 5.0, 5.0);
        board.painter.extend(dashes(3.0, INK.gamma_multiply(0.7)));
        board.painter.extend(dashes(1.4, colour));
    }
    let mut words: Vec<String> = Vec::new();
    for tie in ties {
        let word = if tie.bearing == Bearing::Open && !tie.why.is_empty() {
            tie.why.to_string()
        } else {
            tie.label.to_string()
        };
        if !words.contains(&word) {
            words.push(word);
        }
    }
    let icon = match () {
        () if open => glyph::SHIELD_SLASH,
        () if first.bearing == Bearing::Hidden => glyph::EYE_SLASH,
        () if first.bearing == Bearing::Behind => glyph::ARROW_U_UP_LEFT,
        () => glyph::EYE_CLOSED,
    };
    // Between neighbours there is only room for the icon; their tag has the words.
    let text = if wordy && from.distance(end) > board.square * 1.6 {
        format!("{icon} {}", words.join(", "))
    } else {
        icon.to_string()
    };
    let icon = icon.to_string();
    let room = |(share, text): &(f32, &String)| {
        let spot = start + (stop - start) * *share;
        board.flag_room(spot, Align2::CENTER_CENTER, text, 11.0)
    };
    let Some((share, text)) = free_place(&text, &icon, (faces, taken), room) else {
        return;
    };
    let spot = start + (stop - start) * share;
    taken.push(board.flag(spot, Align2::CENTER_CENTER, text, 11.0, colour));
}

/// How far along a line its words fit beside those that stand there already and off all faces; where they do not, its icon, which covers
/// little of a face if it must.
fn free_place<'t>(
    words: &'t String,
    icon: &'t String,
    (faces, taken): (&[Rect], &[Rect]),
    room: impl Fn(&(f32, &String)) -> Rect,
) -> Option<(f32, &'t String)> {
    let along = |text: &'t String| [0.62, 0.45, 0.78, 0.3].map(|share| (share, text));
    let free = |of: &[Rect], place: &(f32, &'t String)| !of.iter().any(|other| other.intersects(room(place)));
    let places = [along(words), along(icon)].concat();
    let clear = places.into_iter().find(|place| free(taken, place) && free(faces, place));
    clear.or_else(|| along(icon).into_iter().find(|place| free(taken, place)))
}

/// What somebody watches: a wash over the squares, and its name where it looks.
fn watched(board: &Board, space: Footprint, watch: &Watch) {
    let within = |x: i16, y: i16| watch.squares.contains(&Square::new(x, y));
    let edge = Stroke::new(2.0, WARNING);
    for &at in &watch.squares {
        let rect = board.square(at);
        board.painter.rect_filled(rect, 0.0, WARNING.gamma_multiply(0.16));
        let [left, right, top, bottom] = [rect.left_top(), rect.right_top(), rect.left_top(), rect.left_bottom()];
        let (down, along) = (vec2(0.0, rect.height()), vec2(rect.width(), 0.0));
        for (open, from, way) in [
            (!within(at.x - 1, at.y), left, down),
            (!within(at.x + 1, at.y), right, down),
            (!within(at.x, at.y - 1), top, along),
            (!within(at.x, at.y + 1), bottom, along),
        ] {
            if open {
                board.painter.line_segment([from, from + way], edge);
            }
        }
    }
    // Beside the arrow of the way it faces, and not far off.
    let near = watch.squares.iter().min_by_key(|&&at| ((space.steps(Footprint::single(at)) - 3).abs(), at));
    if let Some(&at) = near {
        let words = format!("{} {}", glyph::BINOCULARS, watch.label);
        board.flag(board.middle(at), Align2::CENTER_CENTER, &words, 11.0, LAMP);
    }
}

/// A way it is carried, as an arrow; a heading, as a short dashed one.
fn way(board: &Board, side: f32, bound: &Bound) {
    let half = bevy::prelude::Vec2::new(0.5, -0.5) * SQUARE * side;
    let points: Vec<Pos2> = bound.way.iter().map(|&at| board.at(corner(at) + half)).collect();
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else {
        return;
    };
    let below = vec2(0.0, board.square * side * 0.5 + 2.0);
    if points.len() < 2 {
        board.flag(first + below, Align2::CENTER_TOP, &bound.label, 11.0, LAMP);
        return;
    }
    if bound.carried {
        arrow(board, points);
        board.flag(last + below, Align2::CENTER_TOP, &bound.label, 11.0, LAMP);
        return;
    }
    let way = (last - first).normalized();
    let start = first + way * board.square * side * 0.5;
    let dashes = Shape::dashed_line(&[start, last], Stroke::new(2.0, LAMP), 6.0, 4.0);
    board.painter.extend(dashes);
    let (base, across) = (last - way * 9.0, way.rot90() * 6.0);
    let head = vec![last, base + across, base - across];
    board.painter.add(Shape::convex_polygon(head, LAMP, Stroke::new(1.0, INK)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Battle;
    use crate::level::Seat;
    use std::sync::Arc;

    /// Theo between two who flank him, one of whom he does not know of.
    const BETWEEN: &str = r#"
name = "Between"
ruleset = "essence"
map = '''
#######
#.....#
#.ath.#
#.....#
#######
'''
[legend]
"t" = { creature = "soldier", side = "red", name = "Theo" }
"a" = { creature = "soldier", side = "blue", name = "Ada" }
"h" = { creature = "scout", side = "blue", name = "Hedda", hidden = true }
[[side]]
id = "red"
seat = "human"
[[side]]
id = "blue"
seat = "human"
"#;

    #[test]
    fn words_of_ties_do_not_lie_over_each_other() {
        let (long, icon) = ("concealed: fog".to_owned(), "o".to_owned());
        // Lines that all begin in one place, as those of whoever is in the middle do.
        let room = |angle: f32| {
            move |(share, text): &(f32, &String)| {
                let at = Pos2::ZERO + Vec2::angled(angle) * *share * 160.0;
                Rect::from_center_size(at, vec2(text.len() as f32 * 7.0, 15.0))
            }
        };
        let mut taken: Vec<Rect> = Vec::new();
        for number in 0..8 {
            let room = room(number as f32 * 0.1);
            if let Some(place) = free_place(&long, &icon, (&[], &taken), room) {
                taken.push(room(&place));
            }
        }
        assert!(taken.len() >= 4, "there is room for some: {taken:?}");
        for (place, one) in taken.iter().enumerate() {
            assert!(taken[..place].iter().all(|other| !other.intersects(*one)));
        }
        // Somebody stands where the words would be; then somebody all along the line.
        let room = room(0.0);
        let face = |share: f32| Rect::from_center_size(Pos2::new(share * 160.0, 0.0), vec2(20.0, 20.0));
        let (share, text) = free_place(&long, &icon, (&[face(0.62)], &[]), room).expect("there is room beside it");
        assert!(!room(&(share, text)).intersects(face(0.62)));
        let crowd = [0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0].map(face);
        assert_eq!(free_place(&long, &icon, (&crowd, &[]), room).map(|(_, text)| text), Some(&icon));
    }

    #[test]
    fn nobody_is_seen_to_be_flanked_by_whom_one_does_not_know() {
        let (level, _) = crate::rules::read_level(BETWEEN, "between").expect("a sound level");
        let ruleset = crate::rules::by_key("essence").expect("essence");
        let battle = Battle::new(Arc::new(level), ruleset, 1).expect("a playable level");
        let mut session = Session::new(battle, None, vec![Seat::Human; 2]);
        let id = |session: &Session, name: &str| {
            let cast = session.battle.world().resource::<crate::battle::Names>();
            cast.find(name).expect("somebody of that name")
        };
        let (theo, ada) = (id(&session, "Theo"), id(&session, "Ada"));
        let flanked = |session: &Session| {
            let ties = known(session, theo);
            ties.iter().any(|tie| tie.why == "flanked" && tie.to == Some(ada))
        };
        session.look_as(SideId(1));
        assert!(flanked(&session), "blue knows both of its own");
        session.look_as(SideId(0));
        assert!(!flanked(&session), "that would tell red where Hedda is");
        let hedda = id(&session, "Hedda");
        assert!(known(&session, theo).iter().all(|tie| tie.to != Some(hedda) && tie.who != hedda));
        session.show_all(true);
        assert!(flanked(&session));
    }
}
