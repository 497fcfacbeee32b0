//! One step: whether it is legal, what it costs and why, and what the mover is after it.

use super::super::stats::*;
use super::mover::{Mode, Mover, feet_up};
use super::tiles::{Occupied, Tile, Tiles};
use crate::battle::{Refusal, Step, Trace};
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

/// Works a step out. `Err` names the rule that forbids it.
pub fn price(tiles: &Tiles, mover: &Mover, to: Square) -> Result<Priced, Refusal> {
    let from = mover.space;
    if from.at.steps_to(to) != 1 {
        return Err(Refusal::new("no_step", "That is not a neighbouring square."));
    }
    let mut reasons = Reasons::default();
    let (after_space, squeezing) = placed(tiles, mover, to)?;
    corners(tiles, from, after_space)?;
    reasons.large = from.side > 1;
    reasons.squeeze = squeezing;
    let mut height = Length(i32::MIN);
    let mut deep = true;
    let mut face: &Tile = tiles.at(to);
    for square in after_space.squares() {
        let tile = tiles.at(square);
        deep &= tile.deep;
        if tile.height > height {
            height = tile.height;
            face = tile;
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
            Occupied::Enemy { smaller } => {
                let rule = if smaller {
                    rule!("SOL-OCC-3")
                } else {
                    rule!("SOL-OCC-2")
                };
                return Err(Refusal::by(
                    rule,
                    "enemy",
                    "An enemy stands there that is not two sizes larger.",
                ));
            }
        }
    }
    let in_water = from.squares().all(|square| tiles.at(square).deep);
    let mut mode = Mode::Walk;
    let mut causes = 0;
    if deep {
        if mover.profile.swim_ft.is_some() {
            mode = Mode::Swim;
            reasons.swim = Some(true);
        } else {
            causes += 1;
            reasons.swim = Some(false);
        }
    }
    let rise = Length(height.0 - mover.height.0);
    let mut vertical = 0;
    let level_step = rise.abs() <= mover.stride() || (deep && rise.0 < 0);
    if level_step {
        reasons.low_step = rise.0 != 0;
    } else if rise.0 > 0 && mover.may_jump(in_water) && jumps(mover, rise, &mut reasons) {
        if let Some((_, extra)) = reasons.jump {
            vertical = extra;
        }
    } else {
        (vertical, mode) = climb(tiles, mover, face, rise, in_water, &mut reasons)?;
    }
    if reasons.climb.is_none() && !deep {
        let low = squeezing || mover.posture != Posture::Standing;
        if low {
            causes += 1;
            reasons.posture = Some(if squeezing { Posture::Prone } else { mover.posture });
        }
    }
    if mover.sneaking {
        if mover.profile.sneak_free {
            reasons.free_sneak = true;
        } else {
            causes += 1;
            reasons.sneaking = true;
        }
    }
    if reasons.difficult || reasons.enemy_space {
        causes += 1;
    }
    let cost = vertical + 5 * (1 + causes);
    let limit = mover.limit(mode);
    if mover.moved + cost > limit {
        let rule = match (mode, mover.moved >= limit) {
            (Mode::Walk, _) => rule!("SOL-MOVE-8"),
            (_, true) => rule!("SOL-MOVE-5"),
            _ => rule!("SOL-MOVE-4"),
        };
        let message = format!("It costs {cost} ft; {} ft are left.", (limit - mover.moved).max(0));
        return Err(Refusal::by(rule, "speed", message));
    }
    Ok(Priced {
        how: how(mover, &reasons, deep),
        after: arrived(mover, after_space, height, cost, deep, &reasons),
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
    let mut after = mover.clone();
    after.space = space;
    after.height = height;
    after.moved += cost;
    after.climbing = false;
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

/// Where the mover's space comes to lie, and whether it squeezes there (SQZ rows).
fn placed(tiles: &Tiles, mover: &Mover, to: Square) -> Result<(Footprint, bool), Refusal> {
    let size = mover.profile.size;
    let full = mover.full_side();
    let open = |space: Footprint| space.squares().all(|square| !tiles.at(square).solid);
    let roomy = |space: Footprint| {
        space
            .squares()
            .all(|square| tiles.at(square).tight.is_none_or(|tight| tight >= size))
    };
    let solid = || Refusal::by(rule!("SOL-MOVE-10"), "solid", "Something solid stands there.");
    let whole = if mover.squeezing && full > mover.space.side {
        placements(to, full)
            .into_iter()
            .find(|&space| open(space) && roomy(space) && free_of_others(tiles, space))
    } else {
        Some(Footprint { at: to, side: full }).filter(|&space| open(space) && roomy(space))
    };
    if let Some(space) = whole {
        return Ok((space, false));
    }
    if mover.profile.no_squeeze {
        return Err(Refusal::by(
            rule!("SOL-SQZ-8"),
            "no_squeeze",
            "It may not squeeze in there.",
        ));
    }
    let small = if size >= Size::Large { full - 1 } else { full };
    let space = Footprint { at: to, side: small };
    if !open(space) {
        let at = Footprint { at: to, side: full };
        let narrow = full > 2 && at.squares().any(|square| !tiles.at(square).solid);
        return Err(if narrow { too_tight() } else { solid() });
    }
    let smaller = size as i32 - 1;
    let fits = space
        .squares()
        .all(|square| tiles.at(square).tight.is_none_or(|tight| tight as i32 >= smaller));
    if !fits {
        return Err(too_tight());
    }
    Ok((space, true))
}

fn too_tight() -> Refusal {
    Refusal::by(
        rule!("SOL-SQZ-2"),
        "too_tight",
        "That space is more than one size too small.",
    )
}

fn free_of_others(tiles: &Tiles, space: Footprint) -> bool {
    space.squares().all(|square| tiles.at(square).occupied == Occupied::No)
}

/// Every placement of a space of this edge that contains the square.
fn placements(at: Square, side: u8) -> Vec<Footprint> {
    let back = i16::from(side) - 1;
    (-back..=0)
        .flat_map(|dy| (-back..=0).map(move |dx| (dx, dy)))
        .map(|(dx, dy)| Footprint {
            at: Square::new(at.x + dx, at.y + dy),
            side,
        })
        .collect()
}

/// SOL-MOVE-10: no diagonal step past a wall.
fn corners(tiles: &Tiles, from: Footprint, to: Footprint) -> Result<(), Refusal> {
    if from.at.x == to.at.x || from.at.y == to.at.y {
        return Ok(());
    }
    let swept = [Square::new(from.at.x, to.at.y), Square::new(to.at.x, from.at.y)];
    for at in swept {
        for square in (Footprint {
            at,
            side: to.side.min(from.side),
        })
        .squares()
        {
            if !from.contains(square) && !to.contains(square) && tiles.at(square).solid {
                return Err(Refusal::by(
                    rule!("SOL-MOVE-10"),
                    "corner",
                    "No diagonal step past a wall.",
                ));
            }
        }
    }
    Ok(())
}

/// SOL-JUMP-4, SOL-JUMP-5, SOL-JUMP-9, SOL-JUMP-10: onto a ledge in one bound.
fn jumps(mover: &Mover, rise: Length, reasons: &mut Reasons) -> bool {
    let run_up = mover.has_run_up(None);
    if rise > mover.jump_height(run_up) {
        return false;
    }
    let extra = if mover.jumped { feet_up(rise) } else { 0 };
    let high = rise > mover.jump_height(false);
    reasons.jump = Some((high, extra));
    true
}

/// CLIMB rows: up or down a face, then the step.
fn climb(
    tiles: &Tiles,
    mover: &Mover,
    face: &Tile,
    rise: Length,
    in_water: bool,
    reasons: &mut Reasons,
) -> Result<(Feet, Mode), Refusal> {
    let edge = if rise.0 > 0 { face } else { tiles.at(mover.space.at) };
    let magnetic = mover.profile.magclimb_ft.is_some();
    let fast = if magnetic && (edge.metal || mover.profile.climb_ft.is_none()) {
        Some(Mode::Magclimb)
    } else if mover.profile.climb_ft.is_some() {
        Some(Mode::Climb)
    } else {
        None
    };
    if edge.sheer && !(magnetic && edge.metal) {
        return Err(Refusal::by(rule!("SOL-CLIMB-6"), "sheer", "That face is sheer."));
    }
    if mover.posture != Posture::Standing && !mover.climbing && !in_water {
        return Err(Refusal::by(
            rule!("SOL-POST-7"),
            "not_standing",
            "Climbing starts only from standing.",
        ));
    }
    if fast.is_none() && !mover.hands {
        return Err(Refusal::by(
            rule!("SOL-CLIMB-5"),
            "no_hands",
            "Without hands it needs a climb speed.",
        ));
    }
    let feet = feet_up(rise.abs());
    let slow = i32::from(fast.is_none()) + i32::from(mover.sneaking && !mover.profile.sneak_free);
    let vertical = (1 + slow) * feet;
    reasons.climb = Some((vertical, fast.is_some(), fast == Some(Mode::Magclimb)));
    Ok((vertical, fast.unwrap_or(Mode::Walk)))
}

impl Priced {
    /// The step with its traced cost.
    pub fn step(&self) -> Step {
        let reasons = &self.reasons;
        let mut cost = Trace::new("movement", 0);
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
        } else if self.after.profile.size < Size::Medium {
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
