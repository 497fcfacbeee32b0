//! One step: whether it is legal, what it costs and why, and what the mover is after it.

use super::super::data::stats::*;
use super::{
    mover::{Bar, Mode, Mover, feet_up},
    place::{hurdle, place},
    tiles::{Occupied, Sizes, Tile, Tiles},
};
use crate::battle::{Id, Motion, Reckoning, Step, Sum, Trace};
use crate::grid::{Footprint, Length, Square};
use crate::rule;

/// A step that can be taken, and the mover after it.
pub(crate) struct Priced {
    /// The way of moving.
    pub how: Motion,
    /// The mover after it.
    pub after: Mover,
    reasons: Reasons,
}

/// What made it cost that.
#[derive(Clone, Copy, Default)]
struct Reasons {
    difficult: bool,
    enemy_space: Option<Id>,
    unconscious: bool,
    on_object: bool,
    posture: Option<Posture>,
    squeeze: bool,
    sneaking: bool,
    free_sneak: bool,
    swim: Option<bool>,
    climb: Option<(Feet, bool, bool)>,
    jump: Option<(bool, Feet)>,
    low_step: bool,
    /// Over something between squares: by climbing or in a bound.
    over: bool,
    large: bool,
}

/// The ground a step leads to, before its cost.
struct Entered {
    space: Footprint,
    height: Length,
    deep: bool,
    face: Tile,
    /// The top of what stands between the squares and is more than a step.
    hurdle: Option<Length>,
    reasons: Reasons,
}

/// Works a step out: in one bound onto a ledge where that can be done and paid, else by climbing.
///
/// # Errors
/// What stands against it.
pub(super) fn price(tiles: &Tiles, mover: &Mover, to: Square) -> Result<Priced, Bar> {
    let entered = enter(tiles, mover, to)?;
    if let Some(top) = entered.hurdle {
        return over(tiles, mover, &entered, top);
    }
    let rise = Length(entered.height.0 - mover.height.0);
    let walked = rise.abs() <= mover.stride() || tiles.is_walked_up(mover.space, entered.space);
    let level = mover.clings.is_none() && walked;
    if level || (entered.deep && rise.0 < 0) {
        let mut reasons = entered.reasons;
        reasons.low_step = rise.0 != 0;
        return pay(mover, &entered, reasons, None);
    }
    match jumps(tiles, mover, rise) {
        Some((high, extra)) => {
            let mut reasons = entered.reasons;
            reasons.jump = Some((high, extra));
            pay(mover, &entered, reasons, None).or_else(|bar| climb(tiles, mover, &entered).map_err(|_| bar))
        }
        None => climb(tiles, mover, &entered),
    }
}

/// As [`price`], but by climbing where it would jump.
///
/// # Errors
/// What stands against it; `NotNear` when there is nothing to climb.
pub(super) fn price_of_climbing(tiles: &Tiles, mover: &Mover, to: Square) -> Result<Priced, Bar> {
    let entered = enter(tiles, mover, to)?;
    let rise = Length(entered.height.0 - mover.height.0);
    let walked = rise.abs() <= mover.stride() || tiles.is_walked_up(mover.space, entered.space);
    if mover.clings.is_some() || walked || entered.deep || entered.hurdle.is_some() {
        return Err(Bar::NotNear);
    }
    climb(tiles, mover, &entered)
}

fn enter(tiles: &Tiles, mover: &Mover, to: Square) -> Result<Entered, Bar> {
    let from = mover.space;
    let (space, squeezing) = place(tiles, mover, to)?;
    let mut reasons = Reasons {
        large: mover.full > 1,
        squeeze: squeezing,
        sneaking: mover.sneaks_slowly(),
        free_sneak: mover.sneaking && mover.sneak_free,
        ..Reasons::default()
    };
    let mut deep = true;
    let mut highest: Option<Tile> = None;
    for square in space.squares() {
        let tile = tiles.at(square);
        deep &= tile.deep;
        if highest.is_none_or(|highest| tile.height > highest.height) {
            highest = Some(tile);
        }
        if from.contains(square) {
            continue;
        }
        reasons.difficult |= tile.difficult;
        reasons.on_object |= tile.on_object;
        match tile.occupied {
            Occupied::No | Occupied::Friend => {}
            Occupied::Passable { whose, unconscious } => {
                reasons.enemy_space = Some(whose);
                reasons.unconscious |= unconscious;
            }
            Occupied::Enemy { smaller } => return Err(Bar::Enemy { smaller }),
        }
    }
    if deep {
        reasons.swim = Some(mover.has(Mode::Swim));
    }
    let face = highest.expect("a space should have a square");
    // From a ledge that is as high nothing has to be got over.
    let hurdle = hurdle(tiles, mover, space).filter(|&top| top > face.height);
    Ok(Entered { hurdle, space, height: face.height, deep, face, reasons })
}

/// Adds up what a step costs and pays for it. `climbing` is the speed a face is climbed with.
fn pay(mover: &Mover, entered: &Entered, mut reasons: Reasons, climbing: Option<Mode>) -> Result<Priced, Bar> {
    let deep = entered.deep;
    let low = reasons.squeeze || mover.posture != Posture::Standing;
    if climbing.is_none() && !deep && low {
        reasons.posture = Some(if reasons.squeeze { Posture::Prone } else { mover.posture });
    }
    let mode = match (climbing, reasons.swim) {
        (Some(mode), _) => mode,
        (None, Some(true)) => Mode::Swim,
        (None, _) => Mode::Walk,
    };
    let mut cost = Sum::default();
    reasons.reckon(&mut cost);
    let cost = cost.total();
    mover.affords(cost, mode)?;
    Ok(Priced {
        how: how(mover, &reasons, deep),
        after: arrived(mover, entered.space, entered.height, cost, deep, &reasons),
        reasons,
    })
}

fn how(mover: &Mover, reasons: &Reasons, deep: bool) -> Motion {
    match () {
        () if reasons.jump.is_some() => Motion::Jump,
        () if reasons.climb.is_some() => Motion::Climb,
        () if deep => Motion::Swim,
        () if reasons.squeeze => Motion::Squeeze,
        () if mover.posture == Posture::Prone => Motion::Crawl,
        () if mover.sneaking => Motion::Sneak,
        () => Motion::Walk,
    }
}

fn arrived(mover: &Mover, space: Footprint, height: Length, cost: Feet, deep: bool, reasons: &Reasons) -> Mover {
    let mut after = *mover;
    after.space = space;
    after.height = height;
    after.moved += cost;
    after.clings = None;
    after.squeezing = reasons.squeeze;
    if reasons.squeeze {
        after.posture = Posture::Prone;
    }
    if deep {
        after.posture = Posture::Standing;
    }
    if reasons.jump.is_some() {
        after.jumped = true;
    }
    let upright = mover.posture == Posture::Standing
        && !deep
        && reasons.climb.is_none()
        && reasons.jump.is_none()
        && !reasons.squeeze;
    if upright {
        let start = mover.run_up[2].filter(|&last| last == mover.space.at).unwrap_or(mover.space.at);
        let before = if mover.run_up[2] == Some(start) { mover.run_up[1] } else { None };
        after.run_up = [before, Some(start), Some(space.at)];
    } else {
        after.run_up = [None; 3];
    }
    after
}

/// SOL-EDGE-3: over something low between squares, in one bound where that can be done and paid, else by climbing up and down
/// again.
fn over(tiles: &Tiles, mover: &Mover, entered: &Entered, top: Length) -> Result<Priced, Bar> {
    let mut reasons = entered.reasons;
    reasons.over = true;
    let up = Length(top.0 - mover.height.0);
    let lands = mover.height.0 - entered.height.0 <= mover.stride().0 || entered.deep;
    if lands && let Some((high, extra)) = jumps(tiles, mover, up) {
        let mut jumping = reasons;
        jumping.jump = Some((high, extra));
        if let Ok(priced) = pay(mover, entered, jumping, None) {
            return Ok(priced);
        }
    }
    if mover.posture != Posture::Standing && mover.clings.is_none() && !tiles.afloat(mover.space) {
        return Err(Bar::NotStanding);
    }
    let (mode, counts) = mover.climbs(false, false)?;
    let feet = feet_up(up) + feet_up(Length(top.0 - entered.height.0));
    reasons.climb = Some((counts * feet, mode != Mode::Walk, mode == Mode::Magclimb));
    pay(mover, entered, reasons, Some(mode))
}

/// SOL-JUMP-4, SOL-JUMP-5, SOL-JUMP-9, SOL-JUMP-10: onto a ledge in one bound; whether that takes a run-up, and what it
/// costs besides the step.
fn jumps(tiles: &Tiles, mover: &Mover, rise: Length) -> Option<(bool, Feet)> {
    if rise.0 <= 0 || !mover.may_jump(tiles.afloat(mover.space)) {
        return None;
    }
    if rise > mover.jump_height(mover.has_run_up(None)) {
        return None;
    }
    let extra = if mover.jumped { feet_up(rise) } else { 0 };
    Some((rise > mover.jump_height(false), extra))
}

/// CLIMB rows: up or down a face, then the step.
fn climb(tiles: &Tiles, mover: &Mover, entered: &Entered) -> Result<Priced, Bar> {
    let rise = Length(entered.height.0 - mover.height.0);
    let edge = if rise.0 > 0 { entered.face } else { tiles.at(mover.clings.unwrap_or(mover.space.at)) };
    let climbs = mover.climbs(edge.sheer, edge.metal);
    let lies = mover.posture != Posture::Standing && mover.clings.is_none() && !tiles.afloat(mover.space);
    if lies && climbs != Err(Bar::Sheer) {
        return Err(Bar::NotStanding);
    }
    let (mode, counts) = climbs?;
    let vertical = counts * feet_up(rise.abs());
    let mut reasons = entered.reasons;
    reasons.climb = Some((vertical, mode != Mode::Walk, mode == Mode::Magclimb));
    pay(mover, entered, reasons, Some(mode))
}

impl Reasons {
    /// What the step costs, told term by term: the one place where that is added up.
    ///
    /// It counts against the speed (SOL-MOVE-1), slowing included (SOL-MOVE-6), by the square entered (SOL-TERR-2). Who fits does not
    /// squeeze (SOL-SQZ-4), and a jump itself costs nothing (SOL-JUMP-1).
    fn reckon(&self, cost: &mut impl Reckoning) {
        cost.count("a step", 5, rule!("SOL-MOVE-2"));
        let mut causes = 0;
        let mut slow = |label: &'static str, rule, whose| {
            causes += 1;
            cost.count_of(label, 5, rule, whose);
        };
        if self.swim == Some(false) {
            slow("swimming", rule!("SOL-SWIM-1"), None);
        }
        if let Some(posture) = self.posture {
            let rule = match (self.squeeze, posture) {
                (true, _) => rule!("SOL-SQZ-3"),
                (_, Posture::Crouching) => rule!("SOL-POST-1"),
                _ => rule!("SOL-POST-3"),
            };
            slow("posture", rule, None);
        }
        if self.sneaking {
            slow("sneaking", rule!("SOL-SNEAK-1"), None);
        }
        if self.enemy_space.is_some() {
            slow("an enemy's space", rule!("SOL-OCC-4"), self.enemy_space);
        } else if self.difficult {
            slow("difficult terrain", rule!("SOL-TERR-1"), None);
        }
        if let Some((feet, fast, _)) = self.climb {
            let (label, rule) = if fast {
                ("climbing with a climb speed", rule!("SOL-CLIMB-2"))
            } else {
                ("climbing", rule!("SOL-CLIMB-1"))
            };
            cost.count(label, feet, rule);
        }
        if let Some((_, extra)) = self.jump
            && extra > 0
        {
            cost.count("a further jump", extra, rule!("SOL-JUMP-10"));
        }
        if causes > 1 {
            cost.note("each different cause adds", rule!("SOL-MOVE-7"));
        }
        if let Some(whose) = self.enemy_space {
            if self.difficult {
                cost.note_of("one cause counts once", rule!("SOL-TERR-3"), whose);
            }
            if self.unconscious {
                cost.note_of("unconscious enemies can be stepped over", rule!("SOL-OCC-7"), whose);
            } else {
                cost.note_of("two sizes smaller", rule!("SOL-OCC-2"), whose);
                cost.note_of("by the order of sizes", Sizes::RULE, whose);
            }
        }
        if self.on_object {
            cost.note("onto the top of an object", rule!("SOL-OBJ-3"));
        }
        if self.free_sneak {
            cost.note("sneaking costs it nothing", rule!("SOL-SNEAK-2"));
        }
        match self.swim {
            Some(true) => cost.note("a swim speed", rule!("SOL-SWIM-2")),
            Some(false) => cost.note("into deep water", rule!("SOL-SWIM-3")),
            None => {}
        }
        if let Some((_, fast, magnetic)) = self.climb {
            cost.note("a face in stages, then a step", rule!("SOL-CLIMB-4"));
            if fast {
                cost.note("its own allowance", rule!("SOL-CLIMB-3"));
            }
            if magnetic {
                cost.note("magnetic", rule!("SOL-CLIMB-6"));
            }
        }
        if let Some((high, _)) = self.jump {
            if !self.over {
                cost.note("onto a ledge", rule!("SOL-JUMP-9"));
            }
            if high {
                cost.note("with a run-up", rule!("SOL-JUMP-7"));
                cost.note("high jump", rule!("SOL-JUMP-5"));
            } else {
                cost.note("jump up", rule!("SOL-JUMP-4"));
            }
        }
        if self.over {
            cost.note("over what stands between the squares", rule!("SOL-EDGE-3"));
        }
        if self.low_step {
            cost.note("a low step", rule!("SOL-CLIMB-7"));
        }
        if self.squeeze {
            cost.note("one size too small", rule!("SOL-SQZ-1"));
            if self.large {
                cost.note("the smaller footprint", rule!("SOL-SQZ-5"));
            }
        }
        if self.posture == Some(Posture::Prone) {
            cost.note("crawling keeps it prone", rule!("SOL-POST-2"));
        }
    }
}

impl Priced {
    /// The step, from a space, with its traced cost.
    pub(crate) fn step(&self, tiles: &Tiles, from: Footprint) -> Step {
        let mut cost = Trace::new("movement", 0);
        cost.terms.reserve(8);
        self.reasons.reckon(&mut cost);
        for (friend, bystander) in tiles.friends(from, self.after.space) {
            cost.note_of("a friendly space", rule!("SOL-OCC-1"), friend);
            cost.note_of("is not difficult", rule!("SOL-OCC-5"), friend);
            if bystander {
                cost.note_of("bystanders count as friendly", rule!("SOL-OCC-9"), friend);
            }
        }
        Step {
            to: self.after.space.at,
            height: self.after.height,
            side: self.after.space.side,
            motion: self.how,
            how: self.how.word().into(),
            cost,
        }
    }
}
