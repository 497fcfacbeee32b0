//! Rolls: a d20, or two of which one counts (MOM-DICE): attack rolls, Skill Checks, Defense Rolls.

use bevy::prelude::World;

use super::super::data::{Skill, StatKind, conditions::effects, moment::Moment};
use super::creature;
use crate::battle::*;
use crate::dice::{Dice, Keep, Kept};
use crate::rule;
use crate::rules::effects::{Effect, Gives};

/// A roll in the making.
pub(crate) struct Roll {
    whose: Id,
    label: Text,
    terms: Vec<Trace>,
    advantages: Vec<Trace>,
    disadvantages: Vec<Trace>,
}

/// A roll that was made.
pub(crate) struct Rolled {
    /// Whose.
    pub whose: Id,
    /// The total with its terms.
    pub total: Trace,
    /// MOM-DICE-9: the face that counts.
    pub natural: u16,
}

impl Roll {
    /// A bare d20.
    pub(crate) fn new(whose: Id, label: impl Into<Text>) -> Self {
        let (label, none) = (label.into(), Vec::new);
        Self { whose, label, terms: none(), advantages: none(), disadvantages: none() }
    }

    /// A Skill Check: of several Skills the best one (MOM-DICE-3, MOM-DICE-6).
    pub(crate) fn skill(world: &World, whose: Id, skills: &[Skill]) -> Self {
        let profile = creature::profile(world, whose);
        let skill = profile.best_of(skills);
        let mut term = Trace::new(skill.name(), profile.skill(skill)).by(rule!("MOM-DICE-3"));
        if skills.len() > 1 {
            term.terms.push(Trace::note("the best of those allowed").by(rule!("MOM-DICE-6")));
        }
        let mut roll = Self::new(whose, format!("{} Check", skill.name()));
        roll.terms.push(term);
        roll
    }

    /// A Defense Roll (MOM-DICE-2), and what joins it besides.
    pub(crate) fn defense(world: &World, whose: Id, stat: StatKind, cover: Vec<Trace>) -> Self {
        let mut roll = Self::new(whose, format!("{} Defense Roll", stat.name()));
        roll.terms = defense_terms(world, whose, stat);
        roll.terms.extend(cover);
        for (_, effect) in effects().at(world, whose, Moment::DefenseRoll) {
            roll.give(effect);
        }
        roll
    }

    /// Something that joins it.
    pub(crate) fn plus(&mut self, term: Trace) {
        self.terms.push(term);
    }

    /// A source of advantage.
    pub(crate) fn advantage(&mut self, source: &'static str, rule: Rule) {
        self.advantages.push(Trace::note(format!("Advantage: {source}")).by(rule));
    }

    /// A source of disadvantage.
    pub(crate) fn disadvantage(&mut self, source: impl Into<Text>, rule: Rule) {
        let source: Text = source.into();
        self.disadvantages.push(Trace::note(format!("Disadvantage: {source}")).by(rule));
    }

    /// A source of disadvantage that names a creature.
    pub(crate) fn disadvantage_of(&mut self, whose: Id, source: impl Into<Text>, rule: Rule) {
        self.disadvantage(source, rule);
        self.disadvantages.last_mut().expect("it has just been added").source = Some(whose);
    }

    /// What a condition does to it.
    pub(crate) fn give(&mut self, effect: &Effect<Moment>) {
        if effect.gives == Gives::Advantage {
            self.advantage(effect.says, effect.rule.clone());
        } else {
            self.disadvantage(effect.says, effect.rule.clone());
        }
    }

    /// MOM-DICE-7, MOM-DICE-8: one kind of source makes it two dice, both make it one again.
    fn leaning(&self) -> Option<Kept> {
        match (self.advantages.is_empty(), self.disadvantages.is_empty()) {
            (false, true) => Some(Kept::Higher),
            (true, false) => Some(Kept::Lower),
            _ => None,
        }
    }

    /// Rolls it; the trace tells every die, every source, every term.
    pub(crate) fn roll(self, world: &mut World) -> Rolled {
        self.roll_for(world, |natural, _| natural.into())
    }

    /// The same where only matters whether it comes to a number.
    pub(crate) fn roll_to_reach(self, world: &mut World, least: i32) -> Rolled {
        self.roll_for(world, |_, total| (total >= least).into())
    }

    /// The same where faces come to the same if `class` says the same of the face that counts and of the total: looking ahead, they are
    /// gone through as one.
    pub(crate) fn roll_for(self, world: &mut World, class: impl Fn(u16, i32) -> u32) -> Rolled {
        let leaning = self.leaning();
        let count = if leaning.is_some() { 2 } else { 1 };
        let keep = Keep { count, sides: 20, keep: 1, of: leaning.unwrap_or(Kept::Higher) };
        let joins: i32 = self.terms.iter().filter(|term| term.refused.is_none()).map(|term| term.value).sum();
        let class = |faces: &[u16]| class(faces[0], i32::from(faces[0]) + joins);
        let dice = world.resource_mut::<Dice>().keep_alike(keep, class, "d20");
        let faces: Vec<u16> = dice.iter().map(|die| die.face).collect();
        let natural = keep.counting(&faces)[0];
        let label = match leaning {
            None => "d20",
            Some(Kept::Higher) => "the higher of two d20",
            Some(Kept::Lower) => "the lower of two d20",
        };
        let mut rolled = Trace::new(label, i32::from(natural)).rolled(dice);
        if leaning.is_some() {
            rolled = rolled.by(rule!("MOM-DICE-7"));
        }
        if self.advantages.len() + self.disadvantages.len() > 1 {
            let why = if leaning.is_some() { "they count once" } else { "for it and against it: one d20" };
            rolled.terms.push(Trace::note(why).by(rule!("MOM-DICE-8")));
        }
        rolled.terms.extend(self.advantages.into_iter().chain(self.disadvantages));
        let mut total = Trace::new(self.label, 0).with(rolled);
        for term in self.terms {
            total.push(term);
        }
        let whose = self.whose;
        Rolled { whose, total, natural }
    }
}

/// The rule of each of the seven kinds of Defense Rolls.
fn kind_of_defense(stat: StatKind) -> Rule {
    match stat {
        StatKind::Str => rule!("MOM-DR-6"),
        StatKind::Dex => rule!("MOM-DR-7"),
        StatKind::Con => rule!("MOM-DR-8"),
        StatKind::Int => rule!("MOM-DR-9"),
        StatKind::Cha => rule!("MOM-DR-10"),
        StatKind::Ins => rule!("MOM-DR-11"),
        StatKind::Wil => rule!("MOM-DR-12"),
    }
}

/// A Defense Roll's value, term by term.
fn defense_terms(world: &World, whose: Id, stat: StatKind) -> Vec<Trace> {
    let (profile, skill) = (creature::profile(world, whose), stat.guarded_by());
    let bonus = Trace::new(stat.name(), profile.bonus(stat)).by(rule!("MOM-DICE-2"));
    vec![bonus, Trace::new(skill.name(), profile.skill(skill)).by(kind_of_defense(stat))]
}

/// A Defense Roll's value with what cover joins to it, as it counts where Armor does not (MOM-ARM-14).
pub(crate) fn defense_value(world: &World, whose: Id, stat: StatKind, cover: &[Trace]) -> i32 {
    defense_terms(world, whose, stat).iter().chain(cover).map(|term| term.value).sum()
}

impl Rolled {
    /// Whether an attack roll hits what must be reached.
    pub(crate) const fn hits(&self, least: i32) -> bool {
        hits(self.natural, self.total.value, least)
    }

    /// Tells it, and whether it came to a number.
    fn tell(mut self, world: &mut World, least: i32, told: String, rules: impl IntoIterator<Item = Rule>) -> bool {
        let reached = self.total.value >= least;
        self.total.terms.push(Trace::note(told));
        self.total.verdict = Some(reached);
        let mut event = Event::number(self.whose, self.total);
        event.rules = rules.into_iter().collect();
        world.tell(event);
        reached
    }

    /// Whether it comes higher than a number; it is told with it.
    pub(crate) fn beats(self, world: &mut World, value: i32, rules: impl IntoIterator<Item = Rule>) -> bool {
        let (least, told) = match value.checked_add(1) {
            Some(least) if value > i32::MIN => (least, format!("to beat: {value}")),
            _ => (i32::MIN, "nothing against it".to_owned()),
        };
        self.tell(world, least, told, rules)
    }

    /// Whether it comes to a number; it is told with it.
    pub(crate) fn reaches(self, world: &mut World, least: i32, rules: impl IntoIterator<Item = Rule>) -> bool {
        self.tell(world, least, format!("to reach: {least}"), rules)
    }
}

/// Whether an attack roll hits what must be reached (MOM-ATK-4, MOM-ATK-9, MOM-ATK-10).
pub(crate) const fn hits(natural: u16, total: i32, least: i32) -> bool {
    match natural {
        20 => true,
        1 => false,
        _ => total >= least,
    }
}

/// A target's Defense Roll against the power of an effect. A target that is Down fails it (MOM-DR-2, MOM-VIT-6). No face decides by itself
/// (MOM-DICE-10).
pub(crate) fn defends(world: &mut World, roll: Roll, power: i32, why: Rule) -> bool {
    let whose = roll.whose;
    if creature::profile(world, whose).object {
        world.note(whose, "makes no Defense Roll", rule!("MOM-DR-5"));
        return false;
    }
    if creature::conscious(world, whose) {
        let rolled = roll.roll_to_reach(world, power);
        return rolled.reaches(world, power, [rule!("MOM-DR-2"), why]);
    }
    world.note(whose, "fails it: it is Down", rule!("MOM-VIT-6"));
    false
}

/// An opposed check: the actor must roll higher than the target (MOM-DICE-5). A target that is Down rolls nothing (MOM-CON-7).
pub(crate) fn opposed(world: &mut World, acts: Roll, against: Roll, about: Option<Rule>) -> bool {
    let rolled = acts.roll(world);
    if !creature::conscious(world, against.whose) {
        let told = "nothing against it".to_owned();
        return rolled.tell(world, i32::MIN, told, [rule!("MOM-CON-7")].into_iter().chain(about));
    }
    // The one who acts rolls first; what it must beat is told with its own roll.
    let acted = rolled.total.value;
    let other = against.roll_for(world, |_, total| (acted > total).into());
    let value = other.total.value;
    let event = Event::number(other.whose, other.total);
    world.tell(event.by(rule!("MOM-DICE-5")));
    rolled.tell(world, value + 1, format!("to beat: {value}"), [rule!("MOM-DICE-5")].into_iter().chain(about))
}
