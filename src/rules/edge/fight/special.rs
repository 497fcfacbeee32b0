//! What the dice of a check bring besides (EDG-SPEC): an exploit to one who succeeds with a 12, a setback to one who fails with a 1.
//! Every check that can fail is settled here, for whichever creature rolls it, in whosever turn.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Rolled, rank, sets_back};
use super::super::body::creature;
use super::super::data::{
    conditions::{ON_GUARD, effects},
    moment::{Moment, Only},
    tables::{self, After, Exploit, ExploitRow, Setback},
};
use super::super::field::sight;
use super::{follow_up, setback};
use crate::battle::{Event, *};
use crate::dice::Dice;
use crate::rule;

/// The question.
pub(crate) const EXPLOIT: &str = "exploit";
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

/// A check that is settled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Settled {
    /// Who rolled it.
    pub roller: Id,
    /// What for.
    pub aim: Aim,
    /// Whom it was directed at, or whose effect forced it.
    pub whom: Option<Id>,
    /// The attack in flight that it was rolled for.
    pub attack: Option<Id>,
    /// The key of what was used.
    pub item: Option<Text>,
}

/// What holds for a check by where others are: it is made once it is clear against whom.
pub(crate) fn ready(world: &World, check: &mut Check, whom: Option<Id>) {
    let id = check.whose();
    let no_attack = check_is_no_attack(check);
    let elsewhere = !matches!(check.aim(), Aim::Save | Aim::Quality) && !check.breaks_free();
    let holds = |only, one: &Condition| match only {
        Only::InSight => one.source.is_none_or(|source| sight::sees(world, id, source)),
        Only::Elsewhere => elsewhere && (one.source != whom || no_attack),
        _ => false,
    };
    let rows: Vec<_> = effects()
        .of(world, id, Moment::Check, holds)
        .filter(|(_, effect)| effect.only.is_some_and(|only| only != Only::Dexterity))
        .map(|(_, effect)| effect)
        .collect();
    for effect in rows {
        check.give(effect, id);
    }
}

/// EDG-COND-GRA-2: only attacks on the one who holds it are free of what holds it.
fn check_is_no_attack(check: &Check) -> bool {
    !matches!(check.aim(), Aim::Attack | Aim::Contest)
}

/// What a save came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// Whether it was made.
    pub made: bool,
    /// EDG-SET-16: whether what it was made against is twice as bad.
    pub worse: bool,
}

/// A save against an effect of a creature or of the place (EDG-CORE-16).
pub(crate) fn save(world: &mut World, check: Check, difficulty: i32, by: Option<Id>, why: Rule) -> Saved {
    save_against(world, check, Trace::new("difficulty", difficulty), by, why)
}

/// The same against a difficulty that is put together.
pub(crate) fn save_against(world: &mut World, mut check: Check, against: Trace, by: Option<Id>, why: Rule) -> Saved {
    let roller = check.whose();
    if let Some(fails) = check.fails(world) {
        world.note(roller, fails.says, fails.rule.clone());
        return Saved::default();
    }
    ready(world, &mut check, by);
    let mut rolled = check.roll(world);
    let made = rolled.against(against);
    let kept = rolled.kept;
    world.tell(Event::number(roller, rolled.total).by(why).by(rule!("EDG-CORE-16")));
    let settled = Settled { roller, aim: Aim::Save, whom: by, attack: None, item: None };
    let setback = arise(world, settled, kept, made);
    Saved { made, worse: setback == Some(Setback::Worse) }
}

/// A check against a number that an act of the roller's takes (EDG-CORE-2); whether it succeeds, and whether an exploit spares a kit.
pub(crate) fn attempt(world: &mut World, mut check: Check, against: Trace, settled: Settled, why: Rule) -> bool {
    let roller = check.whose();
    if let Some(fails) = check.fails(world) {
        world.note(roller, fails.says, fails.rule.clone());
        return false;
    }
    ready(world, &mut check, settled.whom);
    let mut rolled = check.roll(world);
    let succeeds = rolled.against(against);
    let kept = rolled.kept;
    world.tell(Event::number(roller, rolled.total).by(why));
    arise(world, settled, kept, succeeds);
    succeeds
}

/// A contest (EDG-CORE-8): whether the first comes higher; none where they are tied (EDG-CORE-9).
pub(crate) fn contest(world: &mut World, mut mine: Check, mut its: Check, why: Rule) -> Option<bool> {
    let (one, other) = (mine.whose(), its.whose());
    // EDG-MEL-4: one whose body does not obey loses without dice.
    if let Some(fails) = its.fails(world) {
        world.tell(Event::note(fails.says).actor(other).by(rule!("EDG-MEL-4")).by(fails.rule));
        return Some(true);
    }
    ready(world, &mut mine, Some(other));
    ready(world, &mut its, Some(one));
    let (mut mine, mut its) = (mine.roll(world), its.roll(world));
    let wins = mine.total.value.cmp(&its.total.value);
    let settle = |rolled: &mut Rolled, against: i32, wins: bool| {
        rolled.total.note(format!("against {against}"), rule!("EDG-CORE-8"));
        rolled.total.note(if wins { "wins: a success" } else { "loses: a failure" }, rule!("EDG-SPEC-10"));
        rolled.settle(wins);
    };
    let tie = wins.is_eq();
    let (own, other_total) = (mine.total.value, its.total.value);
    if tie {
        mine.total.note(format!("against {other_total}: nothing changes"), rule!("EDG-CORE-9"));
    } else {
        settle(&mut mine, other_total, wins.is_gt());
        settle(&mut its, own, wins.is_lt());
    }
    let kept = (mine.kept, its.kept);
    world.tell(Event::number(one, mine.total).target(other).by(why.clone()));
    world.tell(Event::number(other, its.total).target(one).by(why));
    if tie {
        return None;
    }
    let settled = |roller, whom| Settled { roller, aim: Aim::Contest, whom: Some(whom), attack: None, item: None };
    // EDG-SPEC-10: the one who loses has its setback before the other's exploit.
    let won = wins.is_gt();
    let (winner, loser) = if won { (one, other) } else { (other, one) };
    let (well, ill) = if won { (kept.0, kept.1) } else { (kept.1, kept.0) };
    arise(world, settled(loser, winner), ill, false);
    arise(world, settled(winner, loser), well, true);
    Some(won)
}

/// What the dice that count bring to one who has rolled them (EDG-SPEC-2, EDG-SPEC-4); the setback, if that is what it is.
pub(crate) fn arise(world: &mut World, settled: Settled, kept: [u16; 2], succeeds: bool) -> Option<Setback> {
    if succeeds {
        if let Some((rank, _)) = rank(kept) {
            launch(world, Exploiting { settled, rank });
        }
        return None;
    }
    if !sets_back(kept) {
        return None;
    }
    setback::befalls(world, &settled)
}

/// A creature that may choose an exploit.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Exploiting {
    settled: Settled,
    /// Up to which rank.
    rank: u16,
}

impl Exploiting {
    /// What can be chosen: by rank, by what was rolled, and by what is possible now (EDG-XPL-1, EDG-XPL-13, EDG-XPO-12).
    fn open(&self, world: &World) -> Vec<&'static ExploitRow> {
        let aim = self.settled.aim;
        let fits = |after: After| match after {
            After::Any => true,
            After::Damage | After::Attack => aim == Aim::Attack,
            After::Kit => aim == Aim::Task,
            After::Search => matches!(aim, Aim::Search | Aim::Task),
            After::Quiet => !matches!(aim, Aim::Attack | Aim::Contest | Aim::Save),
        };
        let rows = tables::exploits().iter();
        rows.filter(|row| row.rank <= self.rank && fits(row.after))
            .filter(|row| follow_up::is_possible(world, &self.settled, row.exploit))
            .collect()
    }

    /// Looking ahead the most harmful one is taken, so that an aim has as many branches as it has answers of others.
    fn foreseen(&self, world: &World) -> Option<Exploit> {
        let open = self.open(world);
        let harms = [Exploit::LethalStrike, Exploit::PowerfulStrike, Exploit::EffectiveStrike];
        harms.into_iter().find(|harm| open.iter().any(|row| row.exploit == *harm))
    }
}

impl Asks for Exploiting {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let exploiting = world.the::<Self>(flight);
        let Settled { roller, whom, .. } = exploiting.settled;
        if world.resource::<Dice>().looks_ahead() || !creature::conscious(world, roller) {
            return Inquiry::Nobody;
        }
        let open = exploiting.open(world);
        if open.is_empty() {
            return Inquiry::Nobody;
        }
        let choice = |row: &&'static ExploitRow| {
            let label = format!("{} (rank {}): {}", row.name, row.rank, row.text);
            Choice::new(row.key(), label).to(row.purpose).by(row.rule())
        };
        let decline = Choice::new(NONE, "Leave it at that").to(Purpose::Decline);
        let name = world.resource::<Names>().name(roller);
        let prompt = format!("A 12: {name} may exploit it, up to rank {}.", exploiting.rank);
        let choices = open.iter().map(choice).chain([decline]).collect();
        let decision = Decision::new(world, roller, EXPLOIT, prompt, choices).against(whom);
        let mut rules = vec![rule!("EDG-SPEC-2"), rule!("EDG-SPEC-9"), rule!("EDG-SPEC-11")];
        if open.iter().any(|row| row.rule().id().starts_with("EDG-XPO")) {
            rules.push(rule!("EDG-XPO-12"));
        }
        Question::inquiry(decision, rules)
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let exploiting = world.the::<Self>(flight).clone();
        let chosen = exploiting.open(world).into_iter().find(|row| row.key() == word);
        land(world);
        if let Some(row) = chosen {
            perform(world, exploiting.settled, row);
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        let exploiting = world.the::<Self>(flight).clone();
        let harm = exploiting.foreseen(world).filter(|_| world.resource::<Dice>().looks_ahead());
        land(world);
        let row = harm.and_then(|harm| tables::exploits().iter().find(|row| row.exploit == harm));
        if let Some(row) = row {
            let text = format!("with a 12: {} is taken for granted", row.name);
            world.note(exploiting.settled.roller, text, rule!("EDG-SPEC-9"));
            perform(world, exploiting.settled, row);
        }
    }
}

/// What was chosen comes about: now, with the damage, or when all is settled (EDG-SPEC-9, EDG-XPL-1).
fn perform(world: &mut World, settled: Settled, row: &'static ExploitRow) {
    let Settled { roller, attack, .. } = settled;
    match row.exploit {
        Exploit::OnGuard => {
            gain(world, roller, ON_GUARD, Lasts::TurnStart(roller), [row.rule()]);
        }
        Exploit::EffectiveStrike | Exploit::PowerfulStrike | Exploit::LethalStrike => {
            if let Some(attack) = attack {
                world.the_mut::<Outcome>(attack).exploit = Some(row.exploit);
            }
        }
        Exploit::QuickMovement | Exploit::ExtraMinor | Exploit::TeamPlay | Exploit::LendAHand => {
            // The attack below goes on first.
            if let Some(attack) = attack {
                world.the_mut::<Outcome>(attack).follows = Some(row.exploit);
            } else {
                follow_up::begin(world, &settled, row.exploit);
            }
        }
        Exploit::ClimbInitiative => {
            let round = world.resource::<Flow>().round;
            world.resource_mut::<super::super::flow::turn::Climbers>().0.push((roller, round + 1));
            world.note(roller, "acts first from the next round on", row.rule());
        }
        _ => world.tell(Event::note(row.name.to_lowercase()).actor(roller).target(settled.whom).by(row.rule())),
    }
}
