//! Ways of moving that are chosen: postures, sneaking, leaving, and the list with jumps and climbs.

use std::cell::OnceCell;

use bevy::prelude::World;

use super::super::{lexicon, stats::*, turn};
use super::faces::faces;
use super::fall;
use super::feats::{self, Feat, jumps, why_no_jump};
use super::mover::{Mode, Mover};
use super::tiles::Tiles;
use crate::battle::{Event, *};
use crate::rule;

/// What standing up, crouching and leaving cost (SOL-POST-4, SOL-FLOW-7).
const CHANGE: Feet = 5;

/// Charges it; the number as the log shows it.
fn charge(world: &mut World, id: Id, rule: Rule) -> Trace {
    let cost = Trace::new("movement", CHANGE).by(rule);
    world.the_mut::<Done>(id).moved += cost.value;
    cost
}

const KEYS: [&str; 7] = ["stand", "crouch", "prone", "sneak", "jump", "climb", "leave"];

type Way = (
    &'static str,
    &'static str,
    &'static str,
    Group,
    Aim,
    &'static str,
    &'static str,
);

/// Key, label, cost, group, aim, what it does, icon.
const WAYS: [Way; 7] = [
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
        "Sneak",
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

/// Every way of moving that an order names.
pub fn words() -> Vec<ActWord> {
    let word = |(action, label, _, _, aim, help, _): Way| ActWord {
        action: action.to_owned(),
        label: label.to_owned(),
        help: help.to_owned(),
        aims: aim.alone(),
        with: "",
        options: lexicon::options(action),
    };
    WAYS.map(word).to_vec()
}

/// The list, possible or not.
pub fn offers(world: &World, id: Id) -> Vec<Offer> {
    let stance = world.the::<Stance>(id);
    let mover = Mover::of(world, id);
    let tiles = Tiles::of(world, &mover);
    let sneak = if stance.sneaking { "Stop sneaking" } else { "Sneak" };
    WAYS.into_iter()
        .map(|(action, label, cost, group, aim, help, icon)| {
            let label = if action == "sneak" { sneak } else { label };
            let refusal = match action {
                "jump" if !jumps(&tiles, &mover).any(|jump| jump.paid) => Some(Refusal::by(
                    rule!("SOL-JUMP-12"),
                    "no_jump",
                    "There is nothing it could jump over.",
                )),
                "climb" if faces(&tiles, &mover).is_empty() => Some(Refusal::by(
                    rule!("SOL-CLIMB-5"),
                    "no_face",
                    "There is no face it could climb.",
                )),
                "jump" | "climb" => None,
                _ => simple(world, &tiles, &mover, action).err(),
            };
            Offer {
                action: action.into(),
                with: None,
                label: label.into(),
                icon: icon.into(),
                purpose: if action == "leave" {
                    Purpose::Leave
                } else {
                    Purpose::Move
                },
                cost: cost.into(),
                price: if cost.is_empty() { Price::Free } else { Price::Way },
                group,
                family: None,
                leads: false,
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
pub fn acts(world: &World, id: Id, action: &str) -> Vec<Act> {
    let mover = || Mover::of(world, id);
    match action {
        "jump" => {
            let mover = mover();
            leaps(&Tiles::of(world, &mover), &mover)
        }
        "climb" => {
            let mover = mover();
            climbs(&Tiles::of(world, &mover), &mover)
        }
        action if KEYS.contains(&action) => vec![Act::new(id, action)],
        _ => Vec::new(),
    }
}

fn leaps(tiles: &Tiles, mover: &Mover) -> Vec<Act> {
    let paid = jumps(tiles, mover).filter(|jump| jump.paid);
    paid.map(|jump| Act {
        at: Some(jump.after.space.at),
        ..Act::new(mover.id, "jump")
    })
    .collect()
}

fn climbs(tiles: &Tiles, mover: &Mover) -> Vec<Act> {
    faces(tiles, mover)
        .into_iter()
        .map(|face| {
            let mut act = Act {
                at: Some(face.at),
                ..Act::new(mover.id, "climb")
            };
            act.options.insert("feet".into(), Setting::Number(face.feet));
            act
        })
        .collect()
}

/// Ways of moving out of some groups, to be drawn from by lot.
pub struct Ways<'w> {
    world: &'w World,
    id: Id,
    /// The creature and the ground around it, once one of them has been drawn.
    mover: OnceCell<(Mover, Tiles<'w>)>,
    keys: &'static [&'static str],
}

impl<'w> Ways<'w> {
    /// Those of some groups.
    pub fn of(world: &'w World, id: Id, groups: &[Group]) -> Self {
        let keys = match (groups.contains(&Group::Move), groups.contains(&Group::Free)) {
            (true, true) => &KEYS[..],
            (true, false) => &["stand", "crouch", "jump", "climb", "leave"],
            (false, true) => &["prone", "sneak"],
            (false, false) => &[],
        };
        let mover = OnceCell::new();
        Self { world, id, mover, keys }
    }

    /// Their keys, possible or not.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().copied()
    }

    /// An order of one of them, if there is any.
    pub fn draw(&self, key: &str, lot: &mut Lot) -> Option<Act> {
        let (mover, tiles) = self.mover.get_or_init(|| {
            let mover = Mover::of(self.world, self.id);
            (mover, Tiles::of(self.world, &mover))
        });
        match key {
            "jump" => pick(&mut leaps(tiles, mover), lot),
            "climb" => pick(&mut climbs(tiles, mover), lot),
            _ => simple(self.world, tiles, mover, key)
                .ok()
                .map(|()| Act::new(mover.id, key)),
        }
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
            let mover = Mover::of(world, id);
            let tiles = Tiles::of(world, &mover);
            let mut possible = jumps(&tiles, &mover).filter(|jump| jump.paid);
            if possible.any(|jump| jump.after.space.at == at)
                && act.options.is_empty()
                && act.target.is_none()
                && act.with.is_none()
            {
                return Ok(());
            }
            Err(why_no_jump(&tiles, &mover, at))
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
            let mover = Mover::of(world, id);
            let possible = faces(&Tiles::of(world, &mover), &mover);
            let known = possible.iter().any(|face| (face.at, face.feet) == (at, feet));
            if known && act.target.is_none() && act.with.is_none() && act.options.len() == 1 {
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
            let mover = Mover::of(world, id);
            simple(world, &Tiles::of(world, &mover), &mover, action)
        }
    }
}

fn affordable(mover: &Mover, rule: Rule) -> Result<(), Refusal> {
    if mover.moved + CHANGE > mover.limit(Mode::Walk) {
        let left = (mover.limit(Mode::Walk) - mover.moved).max(0);
        return Err(Refusal::by(
            rule,
            "speed",
            format!("It costs {CHANGE} ft; {left} ft are left."),
        ));
    }
    Ok(())
}

/// SOL-POST-4, SOL-ACT-14, SOL-FLOW-7.
fn simple(world: &World, tiles: &Tiles, mover: &Mover, action: &str) -> Result<(), Refusal> {
    let in_water = tiles.afloat(mover.space);
    let posture = |wanted: Posture| {
        if mover.posture == wanted {
            return Err(Refusal::new("already", "It is already."));
        }
        if mover.squeezing {
            return Err(Refusal::by(rule!("SOL-SQZ-7"), "squeezing", "Not while squeezing."));
        }
        if in_water || mover.clings.is_some() {
            return Err(Refusal::by(
                rule!("SOL-POST-7"),
                "no_posture",
                "Neither in deep water nor on a face.",
            ));
        }
        if let Some(refusal) = super::stranded(world, mover.id) {
            return Err(refusal);
        }
        if wanted == Posture::Prone {
            Ok(())
        } else {
            affordable(mover, rule!("SOL-POST-4"))
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
            affordable(mover, rule!("SOL-FLOW-7"))
        }
        _ => Ok(()),
    }
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
            let cost = charge(world, id, rule!("SOL-POST-4"));
            world.the_mut::<Done>(id).run_up.clear();
            fall::stand_up(world, id, wanted, rule!("SOL-POST-4"));
            let text = if wanted == Posture::Standing {
                "stands"
            } else {
                "crouches"
            };
            let event = Event::new(What::Note { text: text.into() })
                .actor(id)
                .trace(cost)
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
            let cost = charge(world, id, rule!("SOL-FLOW-7"));
            let event = Event::new(What::Leaves).target(id).trace(cost);
            world.tell(event.by(rule!("SOL-FLOW-7")));
            spawn::leave(world, id, false);
            turn::awaits(world, id);
        }
        "jump" | "climb" => {
            let at = act.at.expect("a checked jump or climb should name its square");
            let climb = match act.options.get("feet") {
                Some(Setting::Number(feet)) => Some(*feet),
                _ => None,
            };
            feats::begin(world, Feat::new(id, at, climb));
        }
        _ => {}
    }
}
