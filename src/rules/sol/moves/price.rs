//! One step: whether it is legal, what it costs and why, and what the mover is after it.

use super::super::stats::*;
use super::mover::{Bar, Mode, Mover, feet_up};
use super::place::place;
use super::tiles::{Occupied, Tile, Tiles};
use crate::battle::{Step, Trace};
use crate::grid::{Footprint, Length, Square};
use crate::level::Size;
use crate::rule;

/// A step that can be taken, and the mover after it.
pub struct Priced {
    /// The way of moving.
    pub how: &'static str,
    /// The mover after it.
    pub after: Mover,
    reasons: Reasons,
}

/// What made it cost that.
#[derive(Clone, Copy, Default)]
struct Reasons {
    difficult: bool,
    enemy_space: bool,
    unconscious: bool,
    friend: bool,
    bystander: bool,
    on_object: bool,
    posture: Option<Posture>,
    squeeze: bool,
    sneaking: bool,
    free_sneak: bool,
    swim: Option<bool>,
    climb: Option<(Feet, bool, bool)>,
    jump: Option<(bool, Feet)>,
    low_step: bool,
    large: bool,
}

/// The ground a step leads to, before its cost.
struct Entered {
    space: Footprint,
    height: Length,
    deep: bool,
    face: Tile,
    reasons: Reasons,
}

/// Works a step out: in one bound onto a ledge where that can be done and paid, else by climbing.
///
/// # Errors
/// What stands against it.
pub fn price(tiles: &Tiles, mover: &Mover, to: Square) -> Result<Priced, Bar> {
    let entered = enter(tiles, mover, to)?;
    let rise = Length(entered.height.0 - mover.height.0);
    let level = mover.clings.is_none() && rise.abs() <= mover.stride();
    if level || (entered.deep && rise.0 < 0) {
        let mut reasons = entered.reasons;
        reasons.low_step = rise.0 != 0;
        return pay(mover, &entered, reasons, 0, None);
    }
    match jumps(tiles, mover, rise) {
        Some((high, extra)) => {
            let mut reasons = entered.reasons;
            reasons.jump = Some((high, extra));
            pay(mover, &entered, reasons, extra, None).or_else(|bar| climb(tiles, mover, &entered).map_err(|_| bar))
        }
        None => climb(tiles, mover, &entered),
    }
}

/// As [`price`], but by climbing where it would jump.
///
/// # Errors
/// What stands against it; `NotNear` when there is nothing to climb.
pub fn price_of_climbing(tiles: &Tiles, mover: &Mover, to: Square) -> Result<Priced, Bar> {
    let entered = enter(tiles, mover, to)?;
    let rise = Length(entered.height.0 - mover.height.0);
    if mover.clings.is_some() || rise.abs() <= mover.stride() || entered.deep {
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
            Occupied::No => {}
            Occupied::Friend { neutral } => {
                reasons.friend = true;
                reasons.bystander |= neutral;
            }
            Occupied::Passable { unconscious } => {
                reasons.enemy_space = true;
                reasons.unconscious |= unconscious;
            }
            Occupied::Enemy { smaller } => return Err(Bar::Enemy { smaller }),
        }
    }
    if deep {
        reasons.swim = Some(mover.has(Mode::Swim));
    }
    let face = highest.expect("a space should have a square");
    Ok(Entered {
        space,
        height: face.height,
        deep,
        face,
        reasons,
    })
}

/// Adds the causes up and pays for the step. `climbing` is the speed a face is climbed with.
fn pay(
    mover: &Mover,
    entered: &Entered,
    mut reasons: Reasons,
    vertical: Feet,
    climbing: Option<Mode>,
) -> Result<Priced, Bar> {
    let deep = entered.deep;
    let low = reasons.squeeze || mover.posture != Posture::Standing;
    if climbing.is_none() && !deep && low {
        reasons.posture = Some(if reasons.squeeze { Posture::Prone } else { mover.posture });
    }
    let causes = i32::from(reasons.swim == Some(false))
        + i32::from(reasons.posture.is_some())
        + i32::from(reasons.sneaking)
        + i32::from(reasons.difficult || reasons.enemy_space);
    let mode = match (climbing, reasons.swim) {
        (Some(mode), _) => mode,
        (None, Some(true)) => Mode::Swim,
        (None, _) => Mode::Walk,
    };
    let cost = vertical + 5 * (1 + causes);
    mover.affords(cost, mode)?;
    Ok(Priced {
        how: how(mover, &reasons, deep),
        after: arrived(mover, entered.space, entered.height, cost, deep, &reasons),
        reasons,
    })
}

fn how(mover: &Mover, reasons: &Reasons, deep: bool) -> &'static str {
    match () {
        () if reasons.jump.is_some() => "jump",
        () if reasons.climb.is_some() => "climb",
        () if deep => "swim",
        () if reasons.squeeze => "squeeze",
        () if mover.posture == Posture::Prone => "crawl",
        () if mover.sneaking => "sneak",
        () => "walk",
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
        let start = mover.run_up[2]
            .filter(|&last| last == mover.space.at)
            .unwrap_or(mover.space.at);
        let before = if mover.run_up[2] == Some(start) {
            mover.run_up[1]
        } else {
            None
        };
        after.run_up = [before, Some(start), Some(space.at)];
    } else {
        after.run_up = [None; 3];
    }
    after
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
    let edge = if rise.0 > 0 {
        entered.face
    } else {
        tiles.at(mover.clings.unwrap_or(mover.space.at))
    };
    let climbs = mover.climbs(edge.sheer, edge.metal);
    let lies = mover.posture != Posture::Standing && mover.clings.is_none() && !tiles.afloat(mover.space);
    if lies && climbs != Err(Bar::Sheer) {
        return Err(Bar::NotStanding);
    }
    let (mode, counts) = climbs?;
    let vertical = counts * feet_up(rise.abs());
    let mut reasons = entered.reasons;
    reasons.climb = Some((vertical, mode != Mode::Walk, mode == Mode::Magclimb));
    pay(mover, entered, reasons, vertical, Some(mode))
}

impl Priced {
    /// The step with its traced cost.
    pub fn step(&self) -> Step {
        let reasons = &self.reasons;
        let mut cost = Trace::new("movement", 0);
        cost.terms.reserve(8);
        cost.push(Trace::new("a step", 5).by(rule!("SOL-MOVE-2")));
        cost.terms
            .push(Trace::note("counts against the speed").by(rule!("SOL-MOVE-1")));
        let mut slow = |label: &'static str, rule| cost.push(Trace::new(label, 5).by(rule));
        let mut causes = 0;
        if reasons.swim == Some(false) {
            slow("swimming", rule!("SOL-SWIM-1"));
            causes += 1;
        }
        if let Some(posture) = reasons.posture {
            let rule = match (reasons.squeeze, posture) {
                (true, _) => rule!("SOL-SQZ-3"),
                (_, Posture::Crouching) => rule!("SOL-POST-1"),
                _ => rule!("SOL-POST-3"),
            };
            slow("posture", rule);
            causes += 1;
        }
        if reasons.sneaking {
            slow("sneaking", rule!("SOL-SNEAK-1"));
            causes += 1;
        }
        if reasons.enemy_space {
            slow("an enemy's space", rule!("SOL-OCC-4"));
            causes += 1;
        } else if reasons.difficult {
            slow("difficult terrain", rule!("SOL-TERR-1"));
            causes += 1;
        }
        if let Some((feet, fast, _)) = reasons.climb {
            let (label, rule) = if fast {
                ("climbing with a climb speed", rule!("SOL-CLIMB-2"))
            } else {
                ("climbing", rule!("SOL-CLIMB-1"))
            };
            cost.push(Trace::new(label, feet).by(rule));
        }
        if let Some((_, extra)) = reasons.jump
            && extra > 0
        {
            cost.push(Trace::new("a further jump", extra).by(rule!("SOL-JUMP-10")));
        }
        let mut note = |label: &'static str, rule| cost.terms.push(Trace::note(label).by(rule));
        if causes > 1 {
            note("each different cause adds", rule!("SOL-MOVE-7"));
        }
        if reasons.enemy_space && reasons.difficult {
            note("one cause counts once", rule!("SOL-TERR-3"));
        }
        if reasons.enemy_space && !reasons.unconscious {
            note("two sizes smaller", rule!("SOL-OCC-2"));
            note("by the order of sizes", rule!("SOL-SIZE-7"));
        }
        if reasons.unconscious {
            note("unconscious enemies can be stepped over", rule!("SOL-OCC-7"));
        }
        if reasons.friend {
            note("a friendly space", rule!("SOL-OCC-1"));
            note("is not difficult", rule!("SOL-OCC-5"));
        }
        if reasons.bystander {
            note("bystanders count as friendly", rule!("SOL-OCC-9"));
        }
        if reasons.on_object {
            note("onto the top of an object", rule!("SOL-OBJ-3"));
        }
        if causes > 0 {
            note("the counted distance is what has been moved", rule!("SOL-MOVE-6"));
        }
        if reasons.difficult {
            note("the square entered decides", rule!("SOL-TERR-2"));
        }
        if reasons.free_sneak {
            note("sneaking costs it nothing", rule!("SOL-SNEAK-2"));
        }
        match reasons.swim {
            Some(true) => note("a swim speed", rule!("SOL-SWIM-2")),
            Some(false) => note("into deep water", rule!("SOL-SWIM-3")),
            None => {}
        }
        if let Some((_, fast, magnetic)) = reasons.climb {
            note("a face in stages, then a step", rule!("SOL-CLIMB-4"));
            if fast {
                note("its own allowance", rule!("SOL-CLIMB-3"));
            }
            if magnetic {
                note("magnetic", rule!("SOL-CLIMB-6"));
            }
        }
        if let Some((high, _)) = reasons.jump {
            note("jumping itself costs nothing", rule!("SOL-JUMP-1"));
            note("onto a ledge", rule!("SOL-JUMP-9"));
            if high {
                note("with a run-up", rule!("SOL-JUMP-7"));
                note("high jump", rule!("SOL-JUMP-5"));
            } else {
                note("jump up", rule!("SOL-JUMP-4"));
            }
        }
        if reasons.low_step {
            note("a low step", rule!("SOL-CLIMB-7"));
        }
        if reasons.squeeze {
            note("one size too small", rule!("SOL-SQZ-1"));
            if reasons.large {
                note("the smaller footprint", rule!("SOL-SQZ-5"));
            }
        } else if self.after.size < Size::Medium {
            note("it fits", rule!("SOL-SQZ-4"));
        }
        if reasons.posture == Some(Posture::Prone) {
            note("crawling keeps it prone", rule!("SOL-POST-2"));
        }
        Step {
            to: self.after.space.at,
            height: self.after.height,
            side: self.after.space.side,
            how: self.how.into(),
            cost,
        }
    }
}
