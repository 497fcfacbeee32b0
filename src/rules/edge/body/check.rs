//! Checks: two dice of twelve; three, of which two count, with advantage or disadvantage (EDG-CORE, EDG-ADV). Everything that is rolled
//! is built here: attacks, saves, contests, initiative, tasks, and the values that are not rolled at all.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::super::data::{
    Ability, STAMINA, Skill,
    conditions::{DISTRACTED, UNEASY, effects},
    moment::{Moment, Only},
    skill,
};
use super::creature;
use super::source::Source;
use crate::battle::*;
use crate::dice::{Dice, Keep, Kept};
use crate::rule;
use crate::rules::effects::{Effect, Gives};

/// What a check is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Aim {
    /// An attack roll.
    Attack,
    /// A save that an effect forces.
    Save,
    /// A side of a contest, as an act of its own or against another's.
    Contest,
    /// A task: of a level, with a kit, first aid.
    Task,
    /// A look around for what is hidden.
    Search,
    /// Another act that can fail.
    Act,
    /// A total that neither succeeds nor fails (EDG-CORE-4).
    Quality,
}

/// A check in the making.
pub(crate) struct Check {
    whose: Id,
    aim: Aim,
    ability: Ability,
    skill: Option<&'static Skill>,
    label: Text,
    terms: Vec<Trace>,
    sources: Vec<Leaning>,
    /// Whether it breaks free of what holds the one who rolls (EDG-COND-GRA-2).
    breaks_free: bool,
}

/// A source that leans one way.
struct Leaning {
    source: Source,
    well: bool,
    /// How it is told: what it is, who brought it, by which rule.
    told: Trace,
}

/// A check that was rolled.
pub(crate) struct Rolled {
    /// The total with its terms.
    pub total: Trace,
    /// The two dice that count.
    pub kept: [u16; 2],
}

impl Check {
    /// A check of an ability and, where there is one, a skill (EDG-CORE-1, EDG-CORE-20).
    pub(crate) fn new(
        world: &World,
        whose: Id,
        aim: Aim,
        label: impl Into<Text>,
        (ability, known): (Ability, Option<&str>),
    ) -> Self {
        let profile = creature::profile(world, whose);
        let mut terms = vec![Trace::new(ability.name(), profile.ability(ability)).by(rule!("EDG-CORE-1"))];
        let known = known.and_then(skill);
        if let Some(skill) = known {
            terms.push(match profile.skills.get(&skill.key) {
                Some(&bonus) => {
                    let mut term = Trace::new(skill.name.as_str(), bonus).by(rule!("EDG-CORE-1"));
                    term.note("its skill", skill.rule());
                    term
                }
                None => Trace::refused(skill.name.as_str(), 0, "untrained").by(rule!("EDG-CORE-20")),
            });
        }
        if matches!(ability, Ability::Strength | Ability::Dexterity) {
            let heavy = profile.armour.iter().filter(|piece| piece.check != 0);
            terms.extend(heavy.map(|piece| Trace::new(piece.name.clone(), piece.check).by(rule!("EDG-CORE-18"))));
        }
        let label = label.into();
        let mut check =
            Self { whose, aim, ability, skill: known, label, terms, sources: Vec::new(), breaks_free: false };
        check.join_own(world, Moment::Check);
        check
    }

    /// A save (EDG-CORE-16).
    pub(crate) fn save(world: &World, whose: Id, ability: Ability, known: &str) -> Self {
        let label = skill(known).map_or(ability.name(), |skill| skill.name.as_str());
        let mut check = Self::new(world, whose, Aim::Save, label, (ability, Some(known)));
        check.join_own(world, Moment::Save);
        check
    }

    /// What the roller's own conditions do to it at a moment, as far as that depends on nothing around.
    fn join_own(&mut self, world: &World, on: Moment) {
        let (whose, nimble) = (self.whose, self.ability == Ability::Dexterity);
        for (_, effect) in effects().of(world, whose, on, |only, _| only == Only::Dexterity && nimble) {
            self.give(effect, whose);
        }
    }

    /// Something that joins it.
    pub(crate) fn plus(&mut self, label: impl Into<Text>, value: i32, rule: Rule) {
        self.terms.push(Trace::new(label, value).by(rule));
    }

    /// A source of advantage or disadvantage, told by what people call it; the same one counts once (EDG-ADV-6).
    pub(crate) fn lean(&mut self, well: bool, source: Source, says: &'static str, rule: Rule) {
        self.join(well, source, Trace::note(says).by(rule));
    }

    /// What a condition does to it: of the one who rolls, or of another.
    pub(crate) fn give(&mut self, effect: &Effect<Moment>, of: Id) {
        if let Some(source) = Source::of(effect) {
            let told = Trace::note(effect.says).by(effect.rule.clone()).of(of);
            self.join(effect.gives == Gives::Advantage, source, told);
        }
    }

    fn join(&mut self, well: bool, source: Source, told: Trace) {
        let known = self.sources.iter_mut().find(|known| known.source == source && known.well == well);
        match known {
            None => self.sources.push(Leaning { source, well, told }),
            Some(known) if known.told.label != told.label => {
                let mut told = told;
                told.note("counts once", rule!("EDG-ADV-6"));
                known.told.terms.push(told);
            }
            Some(_) => {}
        }
    }

    /// Whose it is.
    pub(crate) fn whose(&self) -> Id {
        self.whose
    }

    /// What it is for.
    pub(crate) fn aim(&self) -> Aim {
        self.aim
    }

    /// It is made to get free of what holds the one who rolls.
    pub(crate) fn breaking_free(&mut self) {
        self.breaks_free = true;
    }

    /// Whether it is.
    pub(crate) fn breaks_free(&self) -> bool {
        self.breaks_free
    }

    /// How good it is beside another of the same roller: first by which way most sources lean, then by what joins it.
    pub(crate) fn worth(&self) -> (i32, i32) {
        let leaning = match self.leaning().0 {
            Some(Kept::Higher) => 1,
            None => 0,
            Some(Kept::Lower) => -1,
        };
        let joins = self.terms.iter().filter(|term| term.refused.is_none()).map(|term| term.value).sum();
        (leaning, joins)
    }

    /// EDG-COND-UNC-3, EDG-COND-PAR-2: why it fails without dice. Checks of body and hand need a body that obeys; only bearing up
    /// (Stamina) does not.
    pub(crate) fn fails(&self, world: &World) -> Option<Effect<Moment>> {
        let bears_up = self.ability == Ability::Strength && self.skill.is_some_and(|skill| skill.key == STAMINA);
        let physical =
            matches!(self.ability, Ability::Combativity | Ability::Strength | Ability::Dexterity | Ability::Tech);
        effects().first(world, self.whose, Moment::PhysicalCheck).filter(|_| physical && !bears_up).cloned()
    }

    fn count(&self) -> (usize, usize) {
        let well = self.sources.iter().filter(|source| source.well).count();
        (well, self.sources.len() - well)
    }

    /// What most sources come to, and the rule (EDG-ADV-3, EDG-ADV-4).
    fn leaning(&self) -> (Option<Kept>, Option<Rule>) {
        let (well, ill) = self.count();
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
        let (label, rule) = match leaning {
            None => ("2d12", rule!("EDG-CORE-1")),
            Some(Kept::Higher) => ("3d12, the two highest", rule!("EDG-ADV-1")),
            Some(Kept::Lower) => ("3d12, the two lowest", rule!("EDG-ADV-2")),
        };
        let mut rolled = Trace::new(label, i32::from(kept[0] + kept[1])).by(rule);
        let (well, ill) = self.count();
        for source in self.sources {
            let mut told = source.told;
            let word = if source.well { "Advantage" } else { "Disadvantage" };
            told.label = format!("{word}: {}", told.label).into();
            rolled.terms.push(told);
        }
        if let Some(why) = why {
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
        // EDG-ADV-8: what is for the next check is used up by it.
        if self.aim != Aim::Quality || leaning.is_some() {
            for key in [UNEASY, DISTRACTED] {
                lose(world, self.whose, key, [rule!("EDG-ADV-8")]);
            }
        }
        Rolled { total, kept }
    }
}

impl Rolled {
    /// Holds it against a difficulty: whether it succeeds is told with it (EDG-CORE-2).
    pub(crate) fn against(&mut self, against: Trace) -> bool {
        let succeeds = self.total.value >= against.value;
        let mut term = Trace::note(format!("to reach: {}", against.value)).by(rule!("EDG-CORE-2"));
        term.terms = against.terms;
        self.total.terms.push(term);
        self.settle(succeeds);
        succeeds
    }

    /// Notes whether it succeeds, and what its dice do not bring.
    pub(crate) fn settle(&mut self, succeeds: bool) {
        self.total.verdict = Some(succeeds);
        if self.kept.contains(&1) && self.kept.contains(&12) {
            self.total.note("a 1 and a 12 cancel", rule!("EDG-SPEC-6"));
        } else if !succeeds && self.kept.contains(&12) {
            self.total.note("a 12, but no success", rule!("EDG-SPEC-3"));
        } else if succeeds && self.kept.contains(&1) {
            self.total.note("a 1, but no failure", rule!("EDG-SPEC-5"));
        }
    }
}

/// EDG-SPEC-2, EDG-SPEC-6, EDG-SPEC-7: up to which rank the dice that count allow an exploit.
pub(crate) fn rank(kept: [u16; 2]) -> Option<u16> {
    match kept {
        [12, 12] => Some(11),
        [12, 1] | [1, 12] => None,
        [12, other] | [other, 12] => Some(other),
        _ => None,
    }
}

/// EDG-SPEC-4, EDG-SPEC-6: whether they bring a setback to one who fails.
pub(crate) fn sets_back(kept: [u16; 2]) -> bool {
    kept.contains(&1) && !kept.contains(&12)
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

/// What a save came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// Whether it was made.
    pub made: bool,
    /// EDG-SET-16: whether what it was made against is twice as bad.
    pub worse: bool,
}
