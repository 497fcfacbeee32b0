//! Cover: four lines from the square that attacks to the square that is attacked, and what they cross (VIG-COVER).

use bevy::prelude::World;

use super::super::data::{Barrier, Fixture};
use super::near;
use crate::battle::*;
use crate::grid::{Point, Square, line};
use crate::rule;

/// What stands between an attacker and a target.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Whether no line leads there at all.
    pub blocked: bool,
    /// What it adds to Guard, and the rule.
    pub guard: Option<(i32, Rule)>,
    /// What it adds to the Armor Rank, and the rule.
    pub rank: Option<(i32, Rule)>,
    /// Why it counts: what of its kind must be so.
    pub why: Option<Rule>,
    /// What gives that.
    pub source: Option<(Option<Id>, Square)>,
    /// The line that shows it.
    pub line: Option<(Point, Point)>,
}

impl Found {
    /// How much of it there is, whatever comes of it.
    pub fn step(&self) -> CoverStep {
        match (
            self.guard.as_ref().map(|guard| guard.0),
            self.rank.as_ref().map(|rank| rank.0),
        ) {
            (_, Some(10)) => CoverStep::Full,
            (_, Some(_)) => CoverStep::Half,
            (Some(_), None) => CoverStep::Light,
            (None, None) => CoverStep::None,
        }
    }

    /// As everybody reads it.
    pub fn shelter(&self) -> Shelter {
        let step = self.step();
        let name = match step {
            CoverStep::None => "",
            CoverStep::Light => "Light Cover",
            CoverStep::Full => "Full Cover",
            _ => "Partial Cover",
        };
        let source = |&(of, at): &(Option<Id>, Square)| CoverSource { of, squares: vec![at] };
        Shelter {
            step,
            name: name.into(),
            sources: self.source.iter().map(source).collect(),
        }
    }

    /// How good it is for the target: VIG-GRID-10 looks for the least.
    fn worth(&self) -> (bool, i32, i32) {
        let number = |of: &Option<(i32, Rule)>| of.as_ref().map_or(0, |of| of.0);
        (self.blocked, number(&self.rank), number(&self.guard))
    }
}

/// VIG-COVER-1: what a square is to lines.
pub fn barrier_at(world: &World, at: Square) -> Barrier {
    let (map, lay) = lay(world);
    let Some(&screen) = lay.screens.get(at).filter(|screen| !screen.wall) else {
        return Barrier::Tall;
    };
    let things = lay.things_of(screen).filter_map(|thing| world.part::<Fixture>(thing));
    let ground = || {
        let terrain = map.terrain(at)?;
        let written = terrain
            .rules
            .get("vigor")
            .and_then(|table| table.get("foliage")?.as_bool());
        written.unwrap_or(terrain.key == "brush").then_some(Barrier::Foliage)
    };
    things
        .map(|fixture| fixture.barrier)
        .max_by_key(|&barrier| barrier as u8)
        .or_else(ground)
        .unwrap_or(Barrier::Nothing)
}

/// The least cover a target has against an attacker, from any square of the one to any of the other (VIG-GRID-10).
pub fn between(world: &World, attacker: Id, target: Id) -> Found {
    let (from, to) = (near::squares_of(world, attacker), near::squares_of(world, target));
    let own = |at: Square| from.contains(&at) || to.contains(&at);
    let pairs = from.iter().flat_map(|&one| to.iter().map(move |&other| (one, other)));
    let found = pairs.map(|(one, other)| along(world, one, other, own));
    found.min_by_key(Found::worth).unwrap_or_default()
}

/// VIG-COVER-2 to VIG-COVER-5: what the four lines from one square to another cross.
fn along(world: &World, from: Square, to: Square, own: impl Fn(Square) -> bool) -> Found {
    let start = Point::centre(from);
    let mut least = usize::MAX;
    let (mut tall, mut low, mut foliage) = (None, None, None);
    for end in Point::quarters(to) {
        let mut crossed = 0;
        for at in line::squares_crossed(start, end) {
            // Foliage hides whoever stands in it; of all else its own square is none.
            let barrier = barrier_at(world, at);
            match barrier {
                Barrier::Tall if !own(at) => {
                    crossed += 1;
                    tall = Some(at);
                }
                Barrier::Low if !own(at) && at.touches(to) => low = Some(at),
                Barrier::Foliage if at != from => foliage = Some(at),
                _ => {}
            }
        }
        least = least.min(crossed);
    }
    let end = Point::centre(to);
    let mut found = Found {
        blocked: least >= 2,
        line: Some((start, end)),
        ..Found::default()
    };
    let thing = |at: Square| (thing_at(world, at), at);
    if tall.is_some() && least >= 1 {
        found.guard = Some((5, rule!("VIG-COVER-14")));
        found.rank = Some((10, rule!("VIG-COVER-15")));
        found.why = Some(rule!("VIG-COVER-3"));
        found.source = tall.map(thing);
    } else if let Some(at) = tall.or(low) {
        found.guard = Some((3, rule!("VIG-COVER-11")));
        found.rank = Some((5, rule!("VIG-COVER-12")));
        found.why = Some(if tall.is_some() {
            rule!("VIG-COVER-23")
        } else {
            rule!("VIG-COVER-4")
        });
        found.source = Some(thing(at));
    }
    if foliage.is_some() {
        // The highest of each.
        let alone = found.rank.is_none();
        found.why = Some(if alone {
            rule!("VIG-COVER-5")
        } else {
            rule!("VIG-COVER-17")
        });
        found.guard = Some((10, rule!("VIG-COVER-7")));
        found.source = found.source.or(foliage.map(thing));
    }
    found
}
