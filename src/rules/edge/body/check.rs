//! Checks: two dice of twelve; three, of which two count, with advantage or disadvantage; and what the dice that count make of it
//! besides (EDG-CORE, EDG-ADV, EDG-SPEC).

use bevy::prelude::World;

use super::super::data::{Ability, SKILLS, conditions::effects, moment::Moment};
use super::creature;
use crate::battle::*;
use crate::dice::{Dice, Keep, Kept};
use crate::rule;
use crate::rules::effects::{Effect, Gives};

/// A check in the making.
pub(crate) struct Check {
    whose: Id,
    label: Text,
    terms: Vec<Trace>,
    advantages: Vec<Trace>,
    disadvantages: Vec<Trace>,
}

/// A check that was rolled.
pub(crate) struct Rolled {
    /// The total with its terms.
    pub total: Trace,
    /// The two dice that count.
    kept: [u16; 2],
}

impl Check {
    /// A check of an ability and, where there is one, a skill (EDG-CORE-1).
    pub(crate) fn new(world: &World, whose: Id, label: impl Into<Text>, ability: Ability, skill: Option<&str>) -> Self {
        let profile = creature::profile(world, whose);
        let mut terms = vec![Trace::new(ability.name(), profile.ability(ability)).by(rule!("EDG-CORE-1"))];
        let known = skill.and_then(|skill| SKILLS.iter().find(|(key, _)| *key == skill));
        if let Some((key, name)) = known {
            terms.push(match profile.skills.get(*key) {
                Some(&bonus) => Trace::new(*name, bonus).by(rule!("EDG-CORE-1")),
                None => Trace::refused(*name, 0, "untrained").by(rule!("EDG-CORE-20")),
            });
        }
        let mut check = Self { whose, label: label.into(), terms, advantages: Vec::new(), disadvantages: Vec::new() };
        for (_, effect) in effects().at(world, whose, Moment::Check) {
            check.give(effect);
        }
        check
    }

    /// Something that joins it.
    pub(crate) fn plus(&mut self, label: impl Into<Text>, value: i32, rule: Rule) {
        self.terms.push(Trace::new(label, value).by(rule));
    }

    /// A source of advantage; the same one counts once (EDG-ADV-6).
    pub(crate) fn advantage(&mut self, source: &'static str, rule: Rule) {
        join(&mut self.advantages, source, rule);
    }

    /// A source of disadvantage; the same one counts once (EDG-ADV-6).
    pub(crate) fn disadvantage(&mut self, source: &'static str, rule: Rule) {
        join(&mut self.disadvantages, source, rule);
    }

    /// What a condition does to it.
    pub(crate) fn give(&mut self, effect: &Effect<Moment>) {
        if effect.gives == Gives::Advantage {
            self.advantage(effect.says, effect.rule.clone());
        } else {
            self.disadvantage(effect.says, effect.rule.clone());
        }
    }

    /// Whose it is.
    pub(crate) fn whose(&self) -> Id {
        self.whose
    }

    /// What most sources come to, and the rule (EDG-ADV-3, EDG-ADV-4).
    fn leaning(&self) -> (Option<Kept>, Option<Rule>) {
        let (well, ill) = (self.advantages.len(), self.disadvantages.len());
        let several = well + ill > 1;
        match well.cmp(&ill) {
            std::cmp::Ordering::Equal if several => (None, Some(rule!("EDG-ADV-4"))),
            std::cmp::Ordering::Equal => (None, None),
            std::cmp::Ordering::Greater if several => (Some(Kept::Higher), Some(rule!("EDG-ADV-3"))),
            std::cmp::Ordering::Greater => (Some(Kept::Higher), Some(rule!("EDG-ADV-1"))),
            std::cmp::Ordering::Less if several => (Some(Kept::Lower), Some(rule!("EDG-ADV-3"))),
            std::cmp::Ordering::Less => (Some(Kept::Lower), Some(rule!("EDG-ADV-2"))),
        }
    }

    /// Rolls it; the trace tells every die, every source, every term.
    pub(crate) fn roll(self, world: &mut World) -> Rolled {
        let (leaning, why) = self.leaning();
        let keep = Keep {
            count: if leaning.is_some() { 3 } else { 2 },
            sides: 12,
            keep: 2,
            of: leaning.unwrap_or(Kept::Higher),
        };
        let dice = world.resource_mut::<Dice>().keep(keep, "d12");
        let faces: Vec<u16> = dice.iter().map(|die| die.face).collect();
        let kept: [u16; 2] = keep.counting(&faces).try_into().expect("two dice should count");
        let label = match leaning {
            None => "2d12",
            Some(Kept::Higher) => "3d12, the two highest",
            Some(Kept::Lower) => "3d12, the two lowest",
        };
        let rule = match leaning {
            None => rule!("EDG-CORE-1"),
            Some(Kept::Higher) => rule!("EDG-ADV-1"),
            Some(Kept::Lower) => rule!("EDG-ADV-2"),
        };
        let mut rolled = Trace::new(label, i32::from(kept[0] + kept[1])).by(rule);
        for (word, sources) in [("Advantage", &self.advantages), ("Disadvantage", &self.disadvantages)] {
            for source in sources {
                let mut source = source.clone();
                source.label = format!("{word}: {}", source.label).into();
                rolled.terms.push(source);
            }
        }
        if let Some(why) = why {
            let (well, ill) = (self.advantages.len(), self.disadvantages.len());
            rolled.note(format!("{well} for it, {ill} against it"), why);
            if well.abs_diff(ill) > 1 {
                rolled.note("one more die at most", rule!("EDG-ADV-5"));
            }
        }
        let lost = |face: u16| dice.iter().any(|die| die.face == face) && !kept.contains(&face);
        if lost(12) || lost(1) {
            rolled.note("only dice that count can be special", rule!("EDG-SPEC-1"));
        }
        let mut total = Trace::new(self.label, 0).with(rolled.rolled(dice));
        for term in self.terms {
            total.push(term);
        }
        Rolled { total, kept }
    }
}

fn join(sources: &mut Vec<Trace>, source: &'static str, rule: Rule) {
    if sources.iter().all(|known| known.label != source) {
        sources.push(Trace::note(source).by(rule));
    }
}

impl Rolled {
    /// Holds it against a difficulty: whether it succeeds is told with it (EDG-CORE-2).
    pub(crate) fn against(&mut self, against: Trace) -> bool {
        let succeeds = self.total.value >= against.value;
        let mut term = Trace::note(format!("to reach: {}", against.value)).by(rule!("EDG-CORE-2"));
        term.terms = against.terms;
        self.total.terms.push(term);
        self.total.verdict = Some(succeeds);
        if !succeeds && self.kept.contains(&12) {
            self.total.note("a 12, but no success", rule!("EDG-SPEC-3"));
        }
        succeeds
    }

    /// EDG-SPEC-2, EDG-SPEC-6, EDG-SPEC-7: up to which rank a success with a 12 allows an exploit.
    pub(crate) fn exploit(&self) -> Option<(u16, Rule)> {
        match self.kept {
            [12, 12] => Some((11, rule!("EDG-SPEC-7"))),
            [12, 1] | [1, 12] => None,
            [12, other] | [other, 12] => Some((other, rule!("EDG-SPEC-2"))),
            _ => None,
        }
    }

    /// EDG-SPEC-6: a 1 and a 12 count as 13 and as nothing else.
    pub(crate) fn cancels(&self) -> bool {
        self.kept.contains(&1) && self.kept.contains(&12)
    }
}

/// A save (EDG-CORE-16): whether it is made is told with it.
pub(crate) fn save(world: &mut World, check: Check, difficulty: i32, why: Rule) -> bool {
    let whose = check.whose();
    let mut rolled = check.roll(world);
    let saved = rolled.against(Trace::new("difficulty", difficulty));
    world.tell(Event::number(whose, rolled.total).by(why).by(rule!("EDG-CORE-16")));
    saved
}
