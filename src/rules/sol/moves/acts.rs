//! Ways of moving that are chosen: postures, sneaking, jumps over gaps, faces climbed in part, leaving.

use bevy::prelude::World;

use super::super::{sight, stats::*};
use super::fall;
use super::mover::{Mode, Mover};
use super::reach::apply;
use super::tiles::{Occupied, Tiles};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Length, Square};
use crate::rule;

const KEYS: [&str; 7] = ["stand", "crouch", "prone", "sneak", "jump", "climb", "leave"];

/// The list, possible or not.
pub fn offers(world: &World, id: Id) -> Vec<Offer> {
    let stance = world.the::<Stance>(id);
    let sneak = if stance.sneaking { "Stop sneaking" } else { "Sneak" };
    let rows = [
        (
            "stand",
            "Stand up",
            "5 ft",
            Group::Move,
            Aim::Nothing,
            "Upright again.",
            "stand",
        ),
        (
            "crouch",
            "Crouch",
            "5 ft",
            Group::Move,
            Aim::Nothing,
            "Half as tall; every step costs double.",
            "crouch",
        ),
        (
            "prone",
            "Drop prone",
            "",
            Group::Free,
            Aim::Nothing,
            "A quarter as tall; crawling only; dodges halved.",
            "crawl",
        ),
        (
            "sneak",
            sneak,
            "",
            Group::Free,
            Aim::Nothing,
            "Keeps the hidden hidden; every step costs double.",
            "sneak",
        ),
        (
            "jump",
            "Jump",
            "",
            Group::Move,
            Aim::Square,
            "Over a gap, or down.",
            "jump",
        ),
        (
            "climb",
            "Climb",
            "",
            Group::Move,
            Aim::Square,
            "Part of a face, to rest on it.",
            "climb",
        ),
        (
            "leave",
            "Leave",
            "5 ft",
            Group::Move,
            Aim::Nothing,
            "Out of the fight, alive.",
            "leave",
        ),
    ];
    rows.into_iter()
        .map(|(action, label, cost, group, aim, help, icon)| {
            let refusal = match action {
                "jump" if landings(world, id).is_empty() => Some(Refusal::by(
                    rule!("SOL-JUMP-12"),
                    "no_jump",
                    "There is nothing it could jump over.",
                )),
                "climb" if faces(world, id).is_empty() => Some(Refusal::by(
                    rule!("SOL-CLIMB-5"),
                    "no_face",
                    "There is no face it could climb.",
                )),
                "jump" | "climb" => None,
                _ => simple(world, id, action).err(),
            };
            Offer {
                action: action.into(),
                with: None,
                label: label.into(),
                icon: icon.into(),
                cost: cost.into(),
                group,
                aim,
                range: None,
                radius: None,
                refusal,
                help: help.into(),
            }
        })
        .filter(|offer| {
            let shown = match offer.action.as_str() {
                "stand" => stance.posture != Posture::Standing,
                "crouch" => stance.posture != Posture::Crouching,
                "prone" => stance.posture != Posture::Prone,
                "leave" | "jump" | "climb" => offer.refusal.is_none(),
                _ => true,
            };
            shown || offer.refusal.is_none()
        })
        .collect()
}

/// Every complete order an offer stands for.
pub fn acts(world: &World, id: Id, offer: &Offer) -> Vec<Act> {
    match offer.action.as_str() {
        "jump" => landings(world, id)
            .into_iter()
            .map(|landing| Act {
                at: Some(landing.to),
                ..Act::new(id, "jump")
            })
            .collect(),
        "climb" => faces(world, id)
            .into_iter()
            .map(|(at, feet)| {
                let mut act = Act {
                    at: Some(at),
                    ..Act::new(id, "climb")
                };
                act.options.insert("feet".into(), Setting::Number(feet));
                act
            })
            .collect(),
        action if KEYS.contains(&action) => vec![Act::new(id, action)],
        _ => Vec::new(),
    }
}

/// Whether a complete order is legal.
///
/// # Errors
/// The rule that stands against it.
pub fn check(world: &World, act: &Act) -> Result<(), Refusal> {
    let id = act.creature;
    if !KEYS.contains(&act.action.as_str()) {
        return Err(Refusal::new(
            "no_such_action",
            format!("There is no action `{}`.", act.action),
        ));
    }
    match act.action.as_str() {
        "jump" => {
            let at = act
                .at
                .ok_or_else(|| Refusal::new("no_square", "Name the square to land in."))?;
            if acts_contain(landings(world, id).iter().map(|landing| landing.to), at)
                && act.options.is_empty()
                && act.target.is_none()
            {
                return Ok(());
            }
            Err(why_no_jump(world, id, at))
        }
        "climb" => {
            let feet = match act.options.get("feet") {
                Some(Setting::Number(feet)) => *feet,
                _ => {
                    return Err(Refusal::new(
                        "no_feet",
                        "Say how many feet: `feet` up, or negative for down.",
                    ));
                }
            };
            let at = act
                .at
                .ok_or_else(|| Refusal::new("no_square", "Name the square whose face is climbed."))?;
            if faces(world, id).contains(&(at, feet)) && act.target.is_none() && act.options.len() == 1 {
                return Ok(());
            }
            Err(Refusal::by(
                rule!("SOL-CLIMB-5"),
                "no_face",
                "There is no such stretch of a face within its means.",
            ))
        }
        action => {
            if act.target.is_some() || act.at.is_some() || act.with.is_some() || !act.options.is_empty() {
                return Err(Refusal::new(
                    "no_target_wanted",
                    format!("{action} is aimed at nothing."),
                ));
            }
            simple(world, id, action)
        }
    }
}

fn acts_contain(mut squares: impl Iterator<Item = Square>, at: Square) -> bool {
    squares.any(|square| square == at)
}

fn affordable(mover: &Mover, feet: Feet, rule: Rule) -> Result<(), Refusal> {
    if mover.moved + feet > mover.limit(Mode::Walk) {
        let left = (mover.limit(Mode::Walk) - mover.moved).max(0);
        return Err(Refusal::by(
            rule,
            "speed",
            format!("It costs {feet} ft; {left} ft are left."),
        ));
    }
    Ok(())
}

/// SOL-POST-4, SOL-ACT-14, SOL-FLOW-7.
fn simple(world: &World, id: Id, action: &str) -> Result<(), Refusal> {
    let mover = Mover::of(world, id);
    let tiles = Tiles::around(world, &mover, 1);
    let in_water = mover.space.squares().all(|square| tiles.at(square).deep);
    let posture = |wanted: Posture| {
        if mover.posture == wanted {
            return Err(Refusal::new("already", "It is already."));
        }
        if mover.squeezing {
            return Err(Refusal::by(rule!("SOL-SQZ-7"), "squeezing", "Not while squeezing."));
        }
        if in_water || mover.climbing {
            return Err(Refusal::by(
                rule!("SOL-POST-7"),
                "no_posture",
                "Neither in deep water nor on a face.",
            ));
        }
        if let Some(refusal) = super::stranded(world, id) {
            return Err(refusal);
        }
        if wanted == Posture::Prone {
            Ok(())
        } else {
            affordable(&mover, 5, rule!("SOL-POST-4"))
        }
    };
    match action {
        "stand" => posture(Posture::Standing),
        "crouch" => posture(Posture::Crouching),
        "prone" => posture(Posture::Prone),
        "leave" => {
            let map = world.resource::<Map>();
            let out = mover
                .space
                .squares()
                .all(|square| map.cell(square).is_some_and(|cell| cell.exit));
            if !out {
                return Err(Refusal::by(
                    rule!("SOL-FLOW-7"),
                    "no_exit",
                    "It does not stand wholly on an exit.",
                ));
            }
            affordable(&mover, 5, rule!("SOL-FLOW-7"))
        }
        _ => Ok(()),
    }
}

/// A jump that could be made.
struct Landing {
    to: Square,
    height: Length,
    cost: Feet,
    gap: i32,
    run_up: bool,
}

/// SOL-JUMP-2, SOL-JUMP-3, SOL-JUMP-8: every square a jump could land in.
fn landings(world: &World, id: Id) -> Vec<Landing> {
    let mover = Mover::of(world, id);
    let athletics = mover.profile.athletics;
    let farthest = (athletics / 10).max(0);
    let tiles = Tiles::around(world, &mover, (farthest + 1) as i16);
    let in_water = mover.space.squares().all(|square| tiles.at(square).deep);
    if !mover.may_jump(in_water) {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (dx, dy) in [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] {
        let run_up = mover.has_run_up(Some((dx, dy)));
        for gap in 0..=farthest {
            let clears = if run_up {
                athletics >= 10 * gap
            } else {
                athletics >= 15 * gap
            };
            let way = |step: i32| Footprint {
                at: mover.space.at.offset(dx * step as i16, dy * step as i16),
                side: mover.space.side,
            };
            let crossed = (1..=gap).all(|step| {
                way(step).squares().all(|square| {
                    let tile = tiles.at(square);
                    !tile.solid && tile.occupied == Occupied::No && tile.height <= mover.height
                })
            });
            if !clears || !crossed {
                break;
            }
            let landing = way(gap + 1);
            let free = landing
                .squares()
                .all(|square| !tiles.at(square).solid && tiles.at(square).occupied == Occupied::No);
            let corner = dx != 0 && dy != 0 && {
                let before = way(gap).at;
                tiles.at(before.offset(dx, 0)).solid || tiles.at(before.offset(0, dy)).solid
            };
            let height = landing
                .squares()
                .map(|square| tiles.at(square).height)
                .max()
                .unwrap_or_default();
            let rise = height.0 - mover.height.0;
            let low = rise < -mover.stride().0;
            if !free || corner || rise > mover.stride().0 || (gap == 0 && !low) {
                continue;
            }
            let difficult = landing.squares().any(|square| tiles.at(square).difficult);
            let further = if mover.jumped { 5 * gap } else { 0 };
            let cost = further + if difficult { 10 } else { 5 };
            if mover.moved + cost <= mover.limit(Mode::Walk) {
                out.push(Landing {
                    to: landing.at,
                    height,
                    cost,
                    gap,
                    run_up,
                });
            }
        }
    }
    out
}

fn why_no_jump(world: &World, id: Id, at: Square) -> Refusal {
    let mover = Mover::of(world, id);
    let (dx, dy) = (at.x - mover.space.at.x, at.y - mover.space.at.y);
    let straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    if !straight {
        return Refusal::by(
            rule!("SOL-JUMP-8"),
            "not_straight",
            "Jumps go in a straight or diagonal line.",
        );
    }
    if !mover.may_jump(false) {
        return Refusal::by(
            rule!("SOL-JUMP-12"),
            "no_jump",
            "Only upright, and not while sneaking, squeezing or climbing.",
        );
    }
    let gap = i32::from(dx.abs().max(dy.abs())) - 1;
    if mover.profile.athletics < 15 * gap {
        return Refusal::by(rule!("SOL-JUMP-6"), "too_far", "That is farther than it jumps.");
    }
    Refusal::by(
        rule!("SOL-JUMP-11"),
        "blocked",
        "Something is in the way, or the landing cannot be paid.",
    )
}

/// SOL-CLIMB-4, SOL-CLIMB-5: stretches of faces beside the mover that it could climb and rest on.
fn faces(world: &World, id: Id) -> Vec<(Square, Feet)> {
    let mover = Mover::of(world, id);
    if mover.posture != Posture::Standing {
        return Vec::new();
    }
    let tiles = Tiles::around(world, &mover, 1);
    let ground = mover
        .space
        .squares()
        .map(|square| tiles.at(square).height)
        .max()
        .unwrap_or_default();
    let mut out = Vec::new();
    for at in mover.space.at.neighbours() {
        let tile = tiles.at(at);
        if mover.space.contains(at) || tile.solid || tile.height.0 <= ground.0 + mover.stride().0 {
            continue;
        }
        let Some((mode, twice)) = face_mode(&mover, tile.sheer, tile.metal) else {
            continue;
        };
        let highest = tile.height.0 - mover.height.0;
        let mut feet = 5;
        while Length::feet(feet).0 < highest && mover.moved + feet * twice <= mover.limit(mode) {
            out.push((at, feet));
            feet += 5;
        }
        let mut feet = 5;
        while mover.height.0 - Length::feet(feet).0 >= ground.0 && mover.moved + feet * twice <= mover.limit(mode) {
            out.push((at, -feet));
            feet += 5;
        }
    }
    out
}

fn face_mode(mover: &Mover, sheer: bool, metal: bool) -> Option<(Mode, Feet)> {
    let magnetic = mover.profile.magclimb_ft.is_some();
    if sheer && !(magnetic && metal) {
        return None;
    }
    if magnetic && (metal || mover.profile.climb_ft.is_none()) {
        return Some((Mode::Magclimb, 1));
    }
    if mover.profile.climb_ft.is_some() {
        return Some((Mode::Climb, 1));
    }
    mover.hands.then_some((Mode::Walk, 2))
}

/// Takes a legal order in.
pub fn begin(world: &mut World, act: &Act) {
    let id = act.creature;
    match act.action.as_str() {
        "stand" | "crouch" => {
            let wanted = if act.action == "stand" {
                Posture::Standing
            } else {
                Posture::Crouching
            };
            world.the_mut::<Done>(id).moved += 5;
            world.the_mut::<Done>(id).run_up.clear();
            fall::stand_up(world, id, wanted, rule!("SOL-POST-4"));
            let text = if wanted == Posture::Standing {
                "stands"
            } else {
                "crouches"
            };
            let event = Event::new(What::Note { text: text.into() })
                .actor(id)
                .by(rule!("SOL-POST-4"))
                .by(rule!("SOL-POST-5"));
            world.tell(event);
        }
        "prone" => {
            world.the_mut::<Done>(id).run_up.clear();
            fall::fall_prone(world, id, rule!("SOL-ACT-14"));
        }
        "sneak" => {
            let mut stance = world.the_mut::<Stance>(id);
            stance.sneaking = !stance.sneaking;
            let text = if stance.sneaking {
                "sneaks from here on"
            } else {
                "sneaks no longer"
            };
            world.tell(
                Event::new(What::Note { text: text.into() })
                    .actor(id)
                    .by(rule!("SOL-ACT-14")),
            );
        }
        "leave" => {
            world.the_mut::<Done>(id).moved += 5;
            world.tell(Event::new(What::Leaves).target(id).by(rule!("SOL-FLOW-7")));
            spawn::leave(world, id, false);
        }
        "jump" => jump(world, act),
        "climb" => climb(world, act),
        _ => {}
    }
}

fn jump(world: &mut World, act: &Act) {
    let id = act.creature;
    let at = act.at.expect("a checked jump should name its square");
    let landing = landings(world, id).into_iter().find(|landing| landing.to == at);
    let landing = landing.expect("a checked jump should be possible");
    let before = Mover::of(world, id);
    let mut after = before.clone();
    after.space.at = at;
    let drop = Length(before.height.0 - landing.height.0) > before.stride();
    after.height = if drop { before.height } else { landing.height };
    after.moved += landing.cost;
    after.jumped |= landing.gap > 0;
    after.run_up = [None; 3];
    apply(world, id, &before, &after);
    let mut cost = Trace::new("movement", 0).with(Trace::new("the landing step", landing.cost).by(rule!("SOL-JUMP-8")));
    cost.terms
        .push(Trace::note("jumping itself costs nothing").by(rule!("SOL-JUMP-1")));
    if landing.gap > 0 {
        let rule = if landing.run_up {
            rule!("SOL-JUMP-3")
        } else {
            rule!("SOL-JUMP-2")
        };
        cost.terms
            .push(Trace::note(format!("a gap of {} squares", landing.gap)).by(rule));
        cost.terms
            .push(Trace::note("compared without rounding").by(rule!("SOL-JUMP-6")));
        cost.terms
            .push(Trace::note("what lies below has no effect").by(rule!("SOL-JUMP-11")));
        if landing.run_up {
            cost.terms.push(Trace::note("a run-up").by(rule!("SOL-JUMP-7")));
        }
        if before.jumped {
            cost.terms
                .push(Trace::note("not the first jump of the turn").by(rule!("SOL-JUMP-10")));
        }
    }
    let event = Event::new(What::Step {
        from: before.space.at,
        to: at,
        height: (before.height, after.height),
        how: "jump".into(),
    })
    .actor(id)
    .trace(cost);
    world.tell(event);
    sight::reveal(world, id, rule!("SOL-SNEAK-3"));
    environment::entered(world, id);
    super::super::reactions::after_step(world, id, before.space);
    fall::settle(world, id);
}

fn climb(world: &mut World, act: &Act) {
    let id = act.creature;
    let feet = match act.options.get("feet") {
        Some(Setting::Number(feet)) => *feet,
        _ => 0,
    };
    let at = act.at.expect("a checked climb should name its face");
    let before = Mover::of(world, id);
    let tiles = Tiles::around(world, &before, 1);
    let tile = tiles.at(at);
    let (_, twice) = face_mode(&before, tile.sheer, tile.metal).expect("a checked climb should be possible");
    let ground = before
        .space
        .squares()
        .map(|square| tiles.at(square).height)
        .max()
        .unwrap_or_default();
    let mut after = before.clone();
    after.height = Length(before.height.0 + Length::feet(feet).0);
    after.moved += feet.abs() * twice;
    after.climbing = after.height > ground;
    after.run_up = [None; 3];
    apply(world, id, &before, &after);
    let rule = if twice == 2 {
        rule!("SOL-CLIMB-1")
    } else {
        rule!("SOL-CLIMB-2")
    };
    let cost = Trace::new("movement", 0).with(Trace::new("climbing", feet.abs() * twice).by(rule));
    let from = before.space.at;
    let event = Event::new(What::Step {
        from,
        to: from,
        height: (before.height, after.height),
        how: "climb".into(),
    })
    .actor(id)
    .trace(cost)
    .by(rule!("SOL-CLIMB-5"));
    world.tell(event);
}
