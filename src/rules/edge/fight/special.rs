//! What the dice of a check bring besides (EDG-SPEC): a success with a 12 an exploit, a failure with a 1 a setback.
//! Every check that can fail is settled here, for whichever creature rolls it, in any turn.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Rolled, Saved, Settled, Stake, rank, sets_back};
use super::super::body::source::Source;
use super::super::body::{life, trauma};
use super::super::data::{
    Ability,
    conditions::{BRACED, DIVERTED, effects},
    moment::{Moment, Only},
    options::{self, Lean},
    tables::{Exploit, Setback},
    task,
};
use super::super::field::{reach, sight};
use super::{draw, setback};
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

/// EDG-TRA-24: how far from its lucky charm a creature may be.
const CHARM: i32 = 20;

/// The answer that does nothing.
pub(crate) const NONE: &str = "none";

/// What the dice of an attack said, on the attack until it is over.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// Whether it hits.
    pub hits: bool,
    /// The exploit that joins its damage.
    pub exploit: Option<Exploit>,
    /// The exploit that follows when all of it is settled (EDG-XPL-1).
    pub follows: Option<Exploit>,
}

/// What holds for a check by where others are: it is made once it is clear against whom.
pub(crate) fn ready(world: &World, check: &mut Check, whom: Option<Id>) {
    let id = check.whose();
    // EDG-COND-GRA-2: only attacks on the one who holds it are free of what holds it.
    let no_attack = !matches!(check.aim(), Aim::Attack | Aim::Contest);
    let elsewhere = !matches!(check.aim(), Aim::Save | Aim::Quality) && !check.breaks_free();
    let holds = |only, one: &Condition| match only {
        Only::InSight => one.source.is_none_or(|source| sight::sees(world, id, source)),
        Only::Elsewhere => elsewhere && (one.source != whom || no_attack),
        _ => false,
    };
    for (_, effect) in effects().of(world, id, Moment::Check, holds) {
        // The others have joined it when it was made.
        if effect.only.is_some() {
            check.give(effect, id);
        }
    }
    let diverts = |one: &Condition| one.key == DIVERTED && one.source != whom;
    if check.ability() == Ability::Perception && world.the::<Conditions>(id).0.iter().any(diverts) {
        check.lean(false, Source::Diverted, "it looks elsewhere", rule!("EDG-XPO-3"));
    }
    if let Some(charm) = trauma::of(world, id).find_map(|(one, _)| one.charm) {
        let far = !is_on_map(world, charm) || reach::distance(world, id, charm) > CHARM;
        if far {
            check.lean(false, Source::LuckyCharm, "far from its lucky charm", rule!("EDG-TRA-24"));
        }
    }
    for place in options::circumstances(world) {
        let inside = |squares: &Vec<Square>| space(world, id).squares().any(|at| squares.contains(&at));
        let concerns = place.on.is_none_or(|ability| ability == check.ability());
        if concerns && world.resource::<LevelRes>().0.zones.get(&place.zone).is_some_and(inside) {
            let told = Trace::note(place.says).by(rule!("EDG-ADV-7"));
            check.lean_by(place.gives == Lean::Advantage, Source::Circumstance, told);
        }
    }
}

/// Rolls a check against a number, unless the roller's body fails it without dice: whether it succeeds, and the setback it brings.
fn roll_against(
    world: &mut World,
    mut check: Check,
    against: Trace,
    settled: Settled,
    why: impl IntoIterator<Item = Rule>,
) -> (bool, Option<Setback>) {
    let roller = check.whose();
    let settled = Settled { ability: Some(check.ability()), ..settled };
    if let Some(fails) = check.fails(world) {
        world.note(roller, fails.says, fails.rule);
        return (false, None);
    }
    ready(world, &mut check, settled.whom);
    let mut rolled = check.roll_for(world, Stake::Least(against.value));
    let succeeds = rolled.against(against);
    if settled.aim == Aim::Task {
        let outcome = format!("outcome: {}", task::outcome(rolled.total.value));
        rolled.total.note(outcome, rule!("EDG-CORE-5"));
    }
    let kept = rolled.kept;
    world.tell(Event::number(roller, rolled.total).by_all(why));
    (succeeds, arise(world, settled, kept, succeeds))
}

/// A save against an effect of a creature or of the place (EDG-CORE-16).
pub(crate) fn save(world: &mut World, check: Check, difficulty: i32, by: Option<Id>, why: Rule) -> Saved {
    save_against(world, check, Trace::new("difficulty", difficulty), by, why)
}

/// The same against a difficulty that is put together.
pub(crate) fn save_against(world: &mut World, mut check: Check, against: Trace, by: Option<Id>, why: Rule) -> Saved {
    braces(world, &mut check);
    let settled = Settled { whom: by, ..Settled::of(check.whose(), Aim::Save) };
    let (made, setback) = roll_against(world, check, against, settled, [why, rule!("EDG-CORE-16")]);
    Saved { made, worse: setback == Some(Setback::Worse) }
}

/// EDG-EFF-4: a creature that has braced itself pays for its next save and rolls it better, where it has the points.
fn braces(world: &mut World, check: &mut Check) {
    let id = check.whose();
    let braced = world.the::<Conditions>(id).0.iter().find(|one| one.key == BRACED).map(|one| one.amount);
    let Some(steps) = braced else { return };
    lose(world, id, BRACED, [rule!("EDG-EFF-4")]);
    if life::can_pay(world, id, 3 * steps).is_ok() {
        life::pay(world, id, 3 * steps, rule!("EDG-EFF-4"));
        check.plus("tenacity", steps, rule!("EDG-EFF-4"));
    }
}

/// Whether a check succeeds against the number that an act of the roller's takes (EDG-CORE-2).
pub(crate) fn attempt(world: &mut World, check: Check, against: Trace, settled: Settled, why: Rule) -> bool {
    roll_against(world, check, against, settled, [why]).0
}

/// A contest (EDG-CORE-8): whether the first comes higher; none where they are tied (EDG-CORE-9).
pub(crate) fn contest(world: &mut World, mine: Check, its: Check, why: Rule) -> Option<bool> {
    contest_for(world, mine, its, why, |_| None)
}

/// A contest for something: where the first comes higher, `won` launches what comes of it. Its exploit is chosen before that takes place.
pub(super) fn contest_for(
    world: &mut World,
    mut mine: Check,
    mut its: Check,
    why: Rule,
    won: impl FnOnce(&mut World) -> Option<Id>,
) -> Option<bool> {
    let (one, other) = (mine.whose(), its.whose());
    // EDG-MEL-4: one whose body does not obey loses without dice.
    if let Some(fails) = its.fails(world) {
        world.tell(Event::note(fails.says).actor(other).by(rule!("EDG-MEL-4")).by(fails.rule));
        won(world);
        return Some(true);
    }
    ready(world, &mut mine, Some(other));
    ready(world, &mut its, Some(one));
    let [my_ability, its_ability] = [mine.ability(), its.ability()];
    let mut mine = mine.roll(world);
    let mut its = its.roll_for(world, Stake::Beside(mine.total.value));
    let wins = mine.total.value.cmp(&its.total.value);
    let settle = |rolled: &mut Rolled, against: i32, wins: bool| {
        rolled.total.note(format!("against {against}"), rule!("EDG-CORE-8"));
        rolled.total.note(if wins { "wins: a success" } else { "loses: a failure" }, rule!("EDG-SPEC-10"));
        rolled.settle(wins);
    };
    let (own, other_total) = (mine.total.value, its.total.value);
    if wins.is_eq() {
        mine.total.note(format!("against {other_total}: nothing changes"), rule!("EDG-CORE-9"));
    } else {
        settle(&mut mine, other_total, wins.is_gt());
        settle(&mut its, own, wins.is_lt());
    }
    let (first, second) = ((one, my_ability, mine.kept), (other, its_ability, its.kept));
    world.tell(Event::number(one, mine.total).target(other).by(why.clone()));
    world.tell(Event::number(other, its.total).target(one).by(why));
    if wins.is_eq() {
        draws(world, first.0, first.2);
        draws(world, second.0, second.2);
        return None;
    }
    let first_wins = wins.is_gt();
    let gain = if first_wins { won(world) } else { None };
    let (winner, loser) = if first_wins { (first, second) } else { (second, first) };
    // EDG-SPEC-10: the one who loses has its setback before the other's exploit.
    for ((roller, ability, kept), whom, succeeds) in [(loser, winner.0, false), (winner, loser.0, true)] {
        let attack = gain.filter(|_| succeeds);
        let settled = Settled { whom: Some(whom), attack, ability: Some(ability), ..Settled::of(roller, Aim::Contest) };
        arise(world, settled, kept, succeeds);
    }
    Some(first_wins)
}

/// What the dice that count bring to one who has rolled them (EDG-SPEC-2, EDG-SPEC-4); the setback, if that is what it is. A 12 softens
/// no failure (EDG-SPEC-14).
pub(crate) fn arise(world: &mut World, settled: Settled, kept: [u16; 2], succeeds: bool) -> Option<Setback> {
    draws(world, settled.roller, kept);
    if succeeds {
        if let Some(rank) = rank(kept).filter(|_| !settled.barred) {
            // What else is told of the check is no part of the exploit.
            launch_after(world, Exploiting { settled, rank });
        }
        return None;
    }
    if sets_back(kept) { setback::befalls(world, &settled) } else { None }
}

/// EDG-SPEC-7, EDG-SPEC-8: a double 12 and a double 1 bring its side a card, whatever comes of the check.
pub(super) fn draws(world: &mut World, roller: Id, kept: [u16; 2]) {
    match kept {
        [12, 12] => draw::draw(world, roller, rule!("EDG-SPEC-7")),
        [1, 1] => draw::draw(world, roller, rule!("EDG-SPEC-8")),
        _ => {}
    }
}

/// A creature that may choose an exploit.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Exploiting {
    /// The check that brought it.
    pub settled: Settled,
    /// Up to which rank.
    pub rank: u16,
}

/// A creature that may do something at once, since an exploit lets it (EDG-XPL-1).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct FollowUp {
    /// Who.
    pub owner: Id,
    /// By which exploit.
    pub exploit: Exploit,
    /// Whom the check was directed at.
    pub whom: Option<Id>,
    /// Whether it is on its way.
    pub moving: bool,
}

impl FollowUp {
    /// Of an exploit that nothing has come of yet.
    pub(crate) const fn new(owner: Id, exploit: Exploit, whom: Option<Id>) -> Self {
        Self { owner, exploit, whom, moving: false }
    }
}
