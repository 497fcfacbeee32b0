//! Checks: two dice of twelve; three, of which two count, with advantage or disadvantage (EDG-CORE, EDG-ADV). Everything that is rolled
//! is built here: attacks, saves, contests, initiative, tasks, and the values that are not rolled at all.

use bevy::prelude::World;
use serde::{Deserialize, Serialize};

use super::super::data::{
    Ability, STAMINA, Skill,
    conditions::{DISTRACTED, FAVOURED, FORTUNATE, HAMPERED, UNEASY, effects},
    moment::{Moment, Only},
    skill, tables,
    traumas::TraumaRow,
};
use super::source::Source;
use super::{creature, gravity, trauma};
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
    /// Getting out of sight.
    Hide,
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

/// EDG-GRAV-10, R61: whether skills do not join what a creature does with an ability where it has no weight; those of the mind do.
fn is_lost_without_weight(world: &World, id: Id, ability: Ability) -> bool {
    let mental = matches!(ability, Ability::Intelligence | Ability::Will | Ability::Perception);
    !mental && is_on_map(world, id) && gravity::is_weightless(world, id) && !gravity::is_at_ease(world, id)
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
    /// How they were rolled.
    pub keep: Keep,
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
                Some(&bonus) if is_lost_without_weight(world, whose, ability) => {
                    Trace::refused(skill.name.as_str(), bonus, "no weight, and no G-Zero").by(rule!("EDG-GRAV-10"))
                }
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
        if matches!(ability, Ability::Strength | Ability::Dexterity) && gravity::is_light(world, whose) {
            check.lean(true, Source::Lightness, "low gravity", rule!("EDG-GRAV-6"));
        }
        for row in trauma::worsen(world, whose, ability, known.map(|skill| skill.key.as_str())) {
            check.hurts(row);
        }
        check
    }

    /// A trauma makes it worse (EDG-TRA-8, EDG-TRA-9, EDG-TRA-19, EDG-TRA-20).
    pub(crate) fn hurts(&mut self, row: &'static TraumaRow) {
        self.lean_by(false, Source::of_trauma(row), Trace::note(row.name.to_lowercase()).by(row.rule()));
    }

    /// A save (EDG-CORE-16).
    pub(crate) fn save(world: &World, whose: Id, ability: Ability, known: &str) -> Self {
        let label = skill(known).map_or(ability.name(), |skill| skill.name.as_str());
        let mut check = Self::new(world, whose, Aim::Save, label, (ability, Some(known)));
        check.join_own(world, Moment::Save);
        check
    }

    /// By that of several ways which is best for the roller; one skill counts, the others are told (EDG-CORE-17, EDG-CORE-19).
    pub(crate) fn best(world: &World, whose: Id, aim: Aim, label: &'static str, ways: &[(Ability, &str)]) -> Self {
        let one = |&(ability, known): &(Ability, &str)| Self::new(world, whose, aim, label, (ability, Some(known)));
        let all: Vec<Self> = ways.iter().map(one).collect();
        Self::best_of(all)
    }

    /// The best of several saves.
    pub(crate) fn best_save(world: &World, whose: Id, ways: &[(Ability, &str)]) -> Self {
        Self::best_of(ways.iter().map(|&(ability, known)| Self::save(world, whose, ability, known)).collect())
    }

    fn best_of(mut all: Vec<Self>) -> Self {
        // Of those that are alike the first.
        let place = (0..all.len()).rev().max_by_key(|&place| all[place].worth()).unwrap_or(0);
        let mut best = all.remove(place);
        for other in all {
            let name = other.skill.map_or(other.ability.name(), |skill| skill.name.as_str());
            let mut term = Trace::refused(name, other.worth().1, "the other way is better").by(rule!("EDG-CORE-17"));
            term.note("one skill alone counts", rule!("EDG-CORE-19"));
            best.terms.push(term);
        }
        best
    }

    /// What the roller's own conditions do to it at a moment, as far as that depends on nothing around.
    fn join_own(&mut self, world: &World, on: Moment) {
        let (whose, nimble) = (self.whose, self.ability == Ability::Dexterity);
        let body = nimble || self.ability == Ability::Strength;
        let holds = |only| only == Only::Dexterity && nimble || only == Only::Body && body;
        for (_, effect) in effects().of(world, whose, on, |only, _| holds(only)) {
            self.give(effect, whose);
        }
    }

    /// Something that joins it.
    pub(crate) fn plus(&mut self, label: impl Into<Text>, value: i32, rule: Rule) {
        self.terms.push(Trace::new(label, value).by(rule));
    }

    /// Something that joins it, by a creature that others need not know of.
    pub(crate) fn plus_of(&mut self, label: impl Into<Text>, value: i32, rule: Rule, of: Id) {
        self.terms.push(Trace::new(label, value).by(rule).of(of));
    }

    /// A source of advantage or disadvantage, told by what people call it; the same one counts once (EDG-ADV-6).
    pub(crate) fn lean(&mut self, well: bool, source: Source, says: &'static str, rule: Rule) {
        self.lean_by(well, source, Trace::note(says).by(rule));
    }

    /// Likewise, told with its reasons and whom it comes from.
    pub(crate) fn lean_by(&mut self, well: bool, source: Source, told: Trace) {
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

    /// A remark on something that leans it one way, where that is so.
    pub(crate) fn remark_on(&mut self, source: Source, remark: Trace) {
        if let Some(known) = self.sources.iter_mut().find(|known| known.source == source) {
            known.told.terms.push(remark);
        }
    }

    /// A remark.
    pub(crate) fn remark(&mut self, remark: Trace) {
        self.terms.push(remark);
    }

    /// What a condition does to it: of the one who rolls, or of another.
    pub(crate) fn give(&mut self, effect: &Effect<Moment>, of: Id) {
        if let Some(source) = Source::of(effect) {
            let told = Trace::note(effect.says).by(effect.rule.clone()).of(of);
            self.lean_by(effect.gives == Gives::Advantage, source, told);
        }
    }

    /// The ability that it is made with.
    pub(crate) fn ability(&self) -> Ability {
        self.ability
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
        (leaning, self.joins())
    }

    /// What joins its dice, all told.
    fn joins(&self) -> i32 {
        self.terms.iter().filter(|term| term.refused.is_none()).map(|term| term.value).sum()
    }

    /// EDG-COND-UNC-3, EDG-COND-PAR-2: why it fails without dice. Checks of body and hand need a body that obeys; only bearing up
    /// (Stamina) does not.
    pub(crate) fn fails(&self, world: &World) -> Option<Effect<Moment>> {
        let bears_up = self.ability == Ability::Strength && self.skill.is_some_and(|skill| skill.key == STAMINA);
        let physical =
            matches!(self.ability, Ability::Combativity | Ability::Strength | Ability::Dexterity | Ability::Tech);
        effects().first(world, self.whose, Moment::PhysicalCheck).filter(|_| physical && !bears_up).cloned()
    }

    /// EDG-CORE-14, EDG-CORE-15: the value where nothing is rolled: 12 and everything that joins it. It is 3 more or less where most
    /// sources lean one way.
    pub(crate) fn passive(self) -> Trace {
        let leans = match self.leaning().0 {
            Some(Kept::Higher) => Some(("advantage", 3, rule!("EDG-CORE-15"))),
            Some(Kept::Lower) => Some(("disadvantage", -3, rule!("EDG-CORE-15"))),
            None => None,
        };
        let mut total = Trace::new(self.label, 0).with(Trace::new("passive", 12).by(rule!("EDG-CORE-14")));
        for term in self.terms {
            total.push(term);
        }
        if let Some((says, by, rule)) = leans {
            let mut term = Trace::new(says, by).by(rule);
            term.terms.extend(self.sources.into_iter().map(|source| source.told));
            total.push(term);
        }
        total
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

    /// It before it is rolled: the dice that are thrown, each source as what speaks for them or against them, and what joins them.
    pub(crate) fn foreseen(self) -> Trace {
        let (label, rule) = dice_thrown(self.leaning().0);
        let mut out = Trace::new(label, 0).by(rule);
        let sources = self.sources.into_iter();
        out.terms.extend(sources.map(|source| Trace { value: if source.well { 1 } else { -1 }, ..source.told }));
        self.terms.into_iter().for_each(|term| out.push(term));
        out
    }

    /// Rolls it; the trace tells every die, every source, every term.
    pub(crate) fn roll(self, world: &mut World) -> Rolled {
        self.roll_for(world, Stake::Total)
    }

    /// The same, told what of its total matters: looking ahead, dice that come to the same are gone through as one.
    pub(crate) fn roll_for(self, world: &mut World, stake: Stake) -> Rolled {
        let (leaning, why) = self.leaning();
        let keep = Keep {
            count: if leaning.is_some() { 3 } else { 2 },
            sides: 12,
            keep: 2,
            of: leaning.unwrap_or(Kept::Higher),
        };
        let (joins, harms) = (self.joins(), self.aim != Aim::Save);
        let dice = world.resource_mut::<Dice>().keep_alike(keep, |faces| stake.class(faces, joins, harms), "d12");
        let faces: Vec<u16> = dice.iter().map(|die| die.face).collect();
        let kept: [u16; 2] = keep.counting(&faces).try_into().expect("two dice should count");
        let (label, rule) = dice_thrown(leaning);
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
            for key in [UNEASY, DISTRACTED, FAVOURED, FORTUNATE, HAMPERED] {
                lose(world, self.whose, key, [rule!("EDG-ADV-8")]);
            }
        }
        Rolled { total, kept, keep }
    }
}

/// What of a check's total matters for what comes of it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stake {
    /// All of it.
    Total,
    /// Whether it comes to a number (EDG-CORE-2).
    Least(i32),
    /// Whether it is above, equal to or below another (EDG-CORE-8).
    Beside(i32),
}

impl Stake {
    /// What two dice that count come to, with what joins them: the same number for all that come to the same looking ahead.
    ///
    /// What matters of the total, and, if the check `harms`, which exploit of a success would be taken for granted. Setbacks are not
    /// foreseen, and cards not drawn ahead.
    fn class(self, faces: &[u16], joins: i32, harms: bool) -> u32 {
        let kept: [u16; 2] = faces.try_into().unwrap_or([0, 0]);
        let sum = kept[0] + kept[1];
        let total = i32::from(sum) + joins;
        let (outcome, may_succeed) = match self {
            Self::Total => (sum, true),
            Self::Least(least) => (u16::from(total >= least), total >= least),
            // Tied with the other is neither a success nor a failure.
            Self::Beside(other) => (if total > other { 2 } else { u16::from(total == other) }, total > other),
        };
        let exploit = rank(kept).filter(|_| harms && may_succeed).and_then(tables::most_harmful);
        u32::from(outcome) << 16 | exploit.map_or(0, |row| u32::from(row.rank))
    }
}

/// The dice that are thrown as most sources lean, and the rule.
fn dice_thrown(leaning: Option<Kept>) -> (&'static str, Rule) {
    match leaning {
        None => ("2d12", rule!("EDG-CORE-1")),
        Some(Kept::Higher) => ("3d12, the two highest", rule!("EDG-ADV-1")),
        Some(Kept::Lower) => ("3d12, the two lowest", rule!("EDG-ADV-2")),
    }
}

impl Rolled {
    /// EDG-CARD-6: rolls all its dice again, before it is held against anything; what joins them stays.
    pub(crate) fn again(&mut self, world: &mut World) {
        let dice = world.resource_mut::<Dice>().keep(self.keep, "d12");
        let faces: Vec<u16> = dice.iter().map(|die| die.face).collect();
        self.kept = self.keep.counting(&faces).try_into().expect("two dice should count");
        if let Some(first) = self.total.terms.first_mut() {
            let sum = i32::from(self.kept[0] + self.kept[1]);
            self.total.value += sum - first.value;
            *first = Trace { value: sum, ..first.clone() }.rolled(dice);
            first.note("rolled again", rule!("EDG-CARD-6"));
        }
    }

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
    /// The thing of the level whose task it was.
    pub thing: Option<Id>,
    /// With which ability it was made, where that matters.
    pub ability: Option<Ability>,
    /// EDG-XPO-5: whether a 12 brings nothing.
    pub barred: bool,
}

impl Settled {
    /// One of which nothing else is to be said.
    pub(crate) const fn of(roller: Id, aim: Aim) -> Self {
        Self { roller, aim, whom: None, attack: None, item: None, thing: None, ability: None, barred: false }
    }
}

/// What a save came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Saved {
    /// Whether it was made.
    pub made: bool,
    /// EDG-SET-16: whether what it was made against is twice as bad.
    pub worse: bool,
}
