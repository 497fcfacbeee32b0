//! Skills: the checks of the fight, and what each does (ESS-SKILL rows).

use bevy::prelude::World;

use super::odds::{self, Odds, Rolled};
use super::strike::compare;
use super::{cover, drift, fall, harm, moves, ready, sight, spells, stats::*, who};
use crate::battle::{Event, *};
use crate::grid::{Direction, Length, Square};
use crate::rule;

fn stat(profile: &Profile, skill: Skill) -> (&'static str, i32) {
    match skill {
        Skill::Climb | Skill::Swim | Skill::Jump => ("STR", profile.str),
        Skill::Sneak => ("DEX", profile.dex),
        Skill::Investigation | Skill::Medicine | Skill::Intimidate => ("ESS", profile.ess),
    }
}

/// ESS-SKILL-1: d20 + Level + stat + bonus.
pub fn check(world: &mut World, id: Id, skill: Skill, label: &'static str) -> Rolled {
    let profile = who::profile(world, id);
    let (name, value) = stat(profile, skill);
    let bonus = profile.skills.get(&skill).copied().unwrap_or(0);
    let mut terms = vec![
        Trace::new("Level", profile.level),
        Trace::new(name, value).by(rule!("ESS-SKILL-1")),
    ];
    if bonus != 0 {
        terms.push(Trace::new("skill", bonus));
    }
    odds::roll(world, label, &Odds::default(), terms)
}

fn tell(world: &mut World, id: Id, trace: Trace, rule: Rule) {
    world.tell(Event::new(What::Number).actor(id).trace(trace).by(rule));
}

/// ESS-SKILL-7, ESS-BLEED-11.
pub fn medicine(world: &mut World, id: Id, target: Id) {
    let mut rolled = check(world, id, Skill::Medicine, "Medicine");
    let (success, _) = compare(&mut rolled.total, rolled.kept, 15, "DC");
    tell(world, id, rolled.total, rule!("ESS-SKILL-7"));
    if success && harm::lose(world, target, condition::BLEEDING, rule!("ESS-BLEED-11")) {
        harm::wake(world, target);
    }
}

/// ESS-SKILL-8.
pub fn intimidate(world: &mut World, id: Id, target: Id) {
    let mut rolled = check(world, id, Skill::Intimidate, "Intimidate");
    let number = who::profile(world, target).md;
    let (success, critical) = compare(&mut rolled.total, rolled.kept, number, "Mental Defense");
    tell(world, id, rolled.total, rule!("ESS-SKILL-8"));
    if success {
        spells::shake(world, target, if critical { 2 } else { 1 });
    }
}

/// ESS-SKILL-5: one roll against each Enemy it is out of sight of.
pub fn sneak(world: &mut World, id: Id) {
    let rolled = check(world, id, Skill::Sneak, "Sneak");
    let mut total = rolled.total;
    let enemies: Vec<Id> = on_map(world).filter(|&other| who::hostile(world, id, other)).collect();
    let mut hides = Vec::new();
    for enemy in enemies {
        let name = world.resource::<Cast>().name(enemy).to_owned();
        let md = who::profile(world, enemy).md;
        if sight::hidden_from(world, enemy, id) {
            // The sneaker is not told how it fares with those it does not know of.
            if total.value >= md && sight::out_of_sight(world, enemy, id) {
                hides.push(enemy);
            }
        } else if !sight::out_of_sight(world, enemy, id) {
            let term = Trace::refused(format!("Hidden from {name}"), 0, "it is in plain sight");
            total.terms.push(term.by(rule!("ESS-SKILL-5")));
        } else if total.value >= md {
            hides.push(enemy);
        } else {
            let term = Trace::refused(format!("Hidden from {name}"), 0, format!("Mental Defense {md}"));
            total.terms.push(term.by(rule!("ESS-SKILL-5")));
        }
    }
    tell(world, id, total, rule!("ESS-SKILL-5"));
    for enemy in hides {
        sight::hide_from(world, id, enemy, rule!("ESS-HID-1"));
    }
}

/// ESS-SKILL-6, ESS-HID-11.
pub fn investigate(world: &mut World, id: Id) {
    let rolled = check(world, id, Skill::Investigation, "Investigation");
    let value = rolled.total.value;
    tell(world, id, rolled.total, rule!("ESS-SKILL-6"));
    let hiders: Vec<Id> = on_map(world)
        .filter(|&other| sight::hidden_from(world, other, id))
        .collect();
    for hider in hiders {
        let profile = who::profile(world, hider);
        if value >= 10 + profile.level + profile.dex && cover::line_of_effect(world, id, hider) {
            sight::reveal_to(world, hider, id, rule!("ESS-HID-11"));
        }
    }
    let believed: Vec<Id> = things(world)
        .filter(|&thing| world.part::<Fixture>(thing).is_some_and(|fixture| fixture.illusory))
        .collect();
    for thing in believed {
        if value >= 15 && who::distance(world, id, thing) <= 60 {
            see_through(world, id, thing);
        }
    }
}

/// ESS-COVER-5: an illusion is seen through, by this one alone.
pub fn see_through(world: &mut World, id: Id, thing: Id) {
    if !world.part::<Fixture>(thing).is_some_and(|fixture| fixture.illusory) {
        return;
    }
    let mut seen = world.part::<SeenThrough>(thing).cloned().unwrap_or_default();
    if seen.0.insert(id) {
        let entity = world.entity_of(thing).expect("an illusion should exist");
        world.entity_mut(entity).insert(seen);
        who::note(world, id, "sees through the illusion", rule!("ESS-COVER-5"));
    }
}

/// Half of its Speed, in whole steps.
fn half_speed(world: &World, id: Id) -> Feet {
    who::speed(world, id).value / 2 / 5 * 5
}

/// ESS-SKILL-2, ESS-CLIMB-1: along the surface beside it, up to a square's top or down to its floor.
pub fn climb(world: &mut World, id: Id, to: Square) {
    let dc = climb_dc_between(world, id, to);
    if dc != 15 {
        who::note(world, id, format!("the level makes it DC {dc}"), rule!("ESS-GM-2"));
    }
    let mut rolled = check(world, id, Skill::Climb, "Climb");
    let (success, _) = compare(&mut rolled.total, rolled.kept, dc, "DC");
    let short = dc - rolled.total.value;
    tell(world, id, rolled.total, rule!("ESS-SKILL-2"));
    if !success {
        let off_ground = world.the::<Stance>(id).climbing;
        if short >= 5 && off_ground {
            who::note(world, id, "slips", rule!("ESS-SKILL-2"));
            fall::lose_hold(world, id);
        }
        return;
    }
    let far = half_speed(world, id).max(5);
    let before = *world.the::<Position>(id);
    let goal = floor(world, to);
    let rise = 5 * (who::steps_up(goal) - who::steps_up(before.height));
    let after = if rise > far {
        Position {
            at: before.at,
            height: Length(before.height.0 + Length::feet(far).0),
        }
    } else if rise >= 0 {
        Position { at: to, height: goal }
    } else {
        let down = far.min(-rise);
        let height = Length(before.height.0 - Length::feet(down).0).max(goal);
        Position { at: to, height }
    };
    let along = bring(world, id, after, Going::ByItself);
    let hangs = after.height > floor(world, after.at);
    // Whom it grapples hangs there with it.
    for one in std::iter::once(id).chain(who::tied(world, id)) {
        world.the_mut::<Stance>(one).climbing = hangs;
    }
    world.tell(
        Event::new(What::Step {
            from: before.at,
            to: after.at,
            height: (before.height, after.height),
            motion: Motion::Climb,
            how: "climb".into(),
        })
        .actor(id)
        .by(rule!("ESS-CLIMB-1")),
    );
    environment::entered(world, id);
    moves::followed(world, &along);
    moves::entered(world, id);
}

/// The DC of the face between where it is and a square.
fn climb_dc_between(world: &World, id: Id, to: Square) -> i32 {
    let here = world.the::<Position>(id).at;
    if floor(world, to) > floor(world, here) {
        moves::climb_dc(world, to)
    } else {
        moves::climb_dc(world, here)
    }
}

/// ESS-SKILL-3, ESS-SWIM-1: half of its Speed towards a square.
pub fn swim(world: &mut World, id: Id, to: Square) {
    let at = world.the::<Position>(id).at;
    let dc = if moves::current_at(world, at).is_some() { 15 } else { 10 };
    let mut rolled = check(world, id, Skill::Swim, "Swim");
    let (success, _) = compare(&mut rolled.total, rolled.kept, dc, "DC");
    tell(world, id, rolled.total, rule!("ESS-SKILL-3"));
    if !success {
        return;
    }
    let before = space(world, id);
    for _ in 0..half_speed(world, id).max(5) / 5 {
        let here = world.the::<Position>(id).at;
        let Some(direction) = Direction::towards(i32::from(to.x - here.x), i32::from(to.y - here.y)) else {
            break;
        };
        let slid = drift::slide(world, id, direction, Motion::Swim, rule!("ESS-SWIM-1"));
        if slid != drift::Way::Free || !drift::in_water(world, id) {
            break;
        }
    }
    if space(world, id) != before {
        ready::stepped(world, id, before);
    }
}

/// ESS-SKILL-4, ESS-FALL-6: leaps in a straight line; down on purpose, the total softens the fall.
pub fn jump(world: &mut World, id: Id, to: Square) {
    let rolled = check(world, id, Skill::Jump, "Jump");
    let total = rolled.total.value;
    tell(world, id, rolled.total, rule!("ESS-SKILL-4"));
    let leap = (total.max(0) / 5 * 5).min(who::speed(world, id).value);
    let up = total.max(0) / 2 / 5;
    let before = *world.the::<Position>(id);
    let Some(direction) = Direction::towards(i32::from(to.x - before.at.x), i32::from(to.y - before.at.y)) else {
        return;
    };
    let here = space(world, id);
    let wanted = before.at.steps_to(to).min(leap / 5);
    let mut best = here;
    let mut at = here;
    for _ in 0..wanted {
        let before_it = at;
        at = at.step(direction);
        let lines = cover::Sightlines::new(world);
        if at.squares().any(|square| lines.total(square)) {
            break;
        }
        let top = lines
            .between()
            .and_then(|between| between.before(before_it, at.at, before.height));
        if lines.between().is_some_and(|between| between.divides(at)) {
            break;
        }
        let rise = at
            .squares()
            .map(|square| who::steps_up(floor(world, square)))
            .chain(top.map(who::steps_up))
            .max()
            .unwrap_or(0);
        if rise - who::steps_up(before.height) > up {
            break;
        }
        if moves::free_for(world, id, at) {
            best = at;
        }
    }
    if best == here {
        who::note(world, id, "the leap is too short", rule!("ESS-SKILL-4"));
        return;
    }
    let top = best
        .squares()
        .map(|square| floor(world, square))
        .max()
        .unwrap_or_default();
    let height = before.height.max(top);
    let along = bring(world, id, Position { at: best.at, height }, Going::ByItself);
    let mut event = Event::new(What::Step {
        from: before.at,
        to: best.at,
        height: (before.height, height),
        motion: Motion::Jump,
        how: "jump".into(),
    })
    .actor(id)
    .by(rule!("ESS-SKILL-4"));
    if fall::air_under(world, id) > 0 {
        // It jumps down: its total softens the fall.
        event = event.by(rule!("ESS-FALL-6"));
    }
    world.tell(event);
    environment::entered(world, id);
    moves::followed(world, &along);
    fall::settle_with(world, id, total.max(0) / 5 * 5, None, 0);
    moves::entered(world, id);
}
