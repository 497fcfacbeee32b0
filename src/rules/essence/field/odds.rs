//! Advantage and Disadvantage, and the d20 they are rolled with.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::conditions::effects;
use super::super::data::moment::{Moment, Only};
use super::super::data::stats::*;
use super::cover::Found;
use super::{flank, sight};
use crate::battle::*;
use crate::dice::{Dice, Kept};
use crate::rule;
use crate::rules::effects::{Effect, Gives};

/// The manner of an attack, as far as modifiers care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Hand to hand, Maneuvers too.
    Melee {
        /// With a Heavy weapon.
        heavy: bool,
    },
    /// Shot or thrown.
    Ranged {
        /// With a Heavy weapon.
        heavy: bool,
    },
    /// A Spell.
    Spell,
}

impl Manner {
    /// Whether a row that is limited to a manner counts for this one.
    fn is(self, only: Only) -> bool {
        match only {
            Only::Melee => matches!(self, Self::Melee { .. }),
            Only::Ranged => matches!(self, Self::Ranged { .. }),
            Only::Source | Only::NoSource => false,
        }
    }
}

/// Every source of Advantage and of Disadvantage.
#[derive(Clone, Debug, Default)]
pub struct Odds {
    /// For it.
    pub adv: Vec<Trace>,
    /// Against it.
    pub dis: Vec<Trace>,
    /// What might have counted and does not.
    pub notes: Vec<Trace>,
}

/// What comes of the sources (ESS-ROLL-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lean {
    /// One die.
    Plain,
    /// Two, the higher counts.
    Adv,
    /// Two, the lower counts.
    Dis,
}

impl Odds {
    /// A source of Advantage.
    pub fn adv(&mut self, label: impl Into<Text>, rule: Rule) {
        self.adv.push(Trace::note(label).by(rule));
    }

    /// A source of Disadvantage.
    pub fn dis(&mut self, label: impl Into<Text>, rule: Rule) {
        self.dis.push(Trace::note(label).by(rule));
    }

    /// What a condition does.
    fn give(&mut self, effect: &Effect<Moment>) {
        if effect.gives == Gives::Advantage {
            self.adv(effect.says, effect.rule.clone());
        } else {
            self.dis(effect.says, effect.rule.clone());
        }
    }

    /// What they come to, and the rule by which they do.
    fn judged(&self) -> (Lean, Option<Rule>) {
        match (self.adv.is_empty(), self.dis.is_empty()) {
            (true, true) => (Lean::Plain, None),
            (true, false) => (Lean::Dis, Some(rule!("ESS-ROLL-3"))),
            (false, true) => (Lean::Adv, Some(rule!("ESS-ROLL-2"))),
            (false, false) => (Lean::Plain, Some(rule!("ESS-ROLL-4"))),
        }
    }

    /// What they come to.
    pub fn lean(&self) -> Lean {
        self.judged().0
    }

    /// Which of the dice counts (the second is rolled for others, too, where one roll is for several), and those that were
    /// looked at.
    pub fn keep(&self, first: Die, second: Option<Die>) -> (u16, Vec<Die>) {
        match (self.lean(), second) {
            (Lean::Adv, Some(second)) => (first.face.max(second.face), vec![first, second]),
            (Lean::Dis, Some(second)) => (first.face.min(second.face), vec![first, second]),
            (Lean::Plain, _) | (_, None) => (first.face, vec![first]),
        }
    }

    /// The sources as remarks of a number, with the rule by which they came to what they came to.
    pub fn explain(&self, trace: &mut Trace) {
        for (word, sources) in [("Advantage", &self.adv), ("Disadvantage", &self.dis)] {
            trace.terms.extend(
                sources
                    .iter()
                    .map(|source| Trace { label: format!("{word}: {}", source.label).into(), ..source.clone() }),
            );
        }
        trace.terms.extend(self.notes.iter().cloned());
        let (lean, rule) = self.judged();
        if let (Lean::Plain, Some(rule)) = (lean, &rule) {
            trace.note("they cancel", rule.clone());
        }
        trace.rule = rule.or(trace.rule.take());
        if self.adv.len() > 1 || self.dis.len() > 1 {
            trace.note("several of a kind count as one", rule!("ESS-ROLL-5"));
        }
    }
}

/// A roll: the face kept, and the total.
#[derive(Clone, Debug)]
pub struct Rolled {
    /// The d20 that counts.
    pub kept: u16,
    /// The total with its terms.
    pub total: Trace,
}

/// Rolls a d20 with its odds and adds the modifiers.
pub fn roll(world: &mut World, label: impl Into<Text>, odds: &Odds, terms: Vec<Trace>) -> Rolled {
    let lean = odds.lean();
    let mut dice = world.resource_mut::<Dice>();
    let (first, second) = match lean {
        Lean::Plain => (dice.die(20, "d20"), None),
        Lean::Adv | Lean::Dis => {
            let kept = if lean == Lean::Adv { Kept::Higher } else { Kept::Lower };
            let [first, second] = dice.pair(20, kept, ["d20", "second d20"]);
            (first, Some(second))
        }
    };
    let (kept, dice) = odds.keep(first, second);
    let lost = lean == Lean::Dis && kept != 20 && dice.iter().any(|die| die.face == 20);
    let mut total = total(label, kept, dice, odds, terms);
    if lost {
        total.note("only the die that is kept can be critical", rule!("ESS-ROLL-6"));
    }
    Rolled { kept, total }
}

/// The total of a roll whose dice lie there already.
pub fn total(label: impl Into<Text>, kept: u16, dice: Vec<Die>, odds: &Odds, terms: Vec<Trace>) -> Trace {
    let mut die = Trace::new("d20", i32::from(kept)).rolled(dice);
    odds.explain(&mut die);
    let mut total = Trace::new(label, 0).with(die);
    for term in terms {
        total.push(term);
    }
    total
}

/// What is wrong with the attacker itself, whatever it attacks.
pub fn of_attacker(world: &World, attacker: Id, manner: Manner, odds: &mut Odds) {
    let heavy = match manner {
        Manner::Melee { heavy } | Manner::Ranged { heavy } => heavy,
        Manner::Spell => false,
    };
    for (_, effect) in effects().of(world, attacker, Moment::Attack, |only, _| manner.is(only)) {
        odds.give(effect);
    }
    if heavy && creature::squeezing(world, attacker) {
        odds.dis("a Heavy weapon in a narrow space", rule!("ESS-SQZ-4"));
    }
}

/// Every source for an attack by one creature on another (ESS-ATK-12). An area's are judged from its origin elsewhere.
pub fn between(world: &World, attacker: Id, manner: Manner, between: &Aimed<Found>) -> Odds {
    let target = between.target;
    let mut odds = Odds::default();
    of_attacker(world, attacker, manner, &mut odds);
    if world.part::<Creature>(target).is_some() {
        flat_footed(world, attacker, between, &mut odds);
        of_target(world, target, manner, &mut odds);
        let concealed = sight::concealed(world, attacker, target);
        odds.notes.push(if concealed.is_empty() {
            Trace::note("the target is Seen").by(rule!("ESS-SEEN-1"))
        } else {
            Trace::note("to this attacker, whatever others see").by(rule!("ESS-COND-1"))
        });
        for (label, rule) in concealed {
            odds.dis(label, rule);
        }
        odds.notes.extend(sight::light_notes(world, attacker, target));
        dodging(world, target, &mut odds);
    }
    too_near(between.distance, manner, &mut odds);
    if let Some(other) = creature::pair(world, attacker).or(creature::pair(world, target)) {
        let note = Trace::note("rider and mount: two targets in one space, no Cover for each other");
        odds.notes.push(note.by(rule!("ESS-CMD-9")).of(other));
    }
    odds.dis.extend(between.cover.sources.iter().cloned());
    odds.notes.extend(between.cover.notes.iter().cloned());
    odds
}

/// ESS-RANGE-5.
pub fn too_near(far: Feet, manner: Manner, odds: &mut Odds) {
    if matches!(manner, Manner::Ranged { .. }) && far <= 5 {
        odds.dis("the target is within 5 ft", rule!("ESS-RANGE-5"));
    }
}

/// ESS-DODGE-1.
pub fn dodging(world: &World, target: Id, odds: &mut Odds) {
    if world.part::<TurnUsage>(target).is_some_and(|turn| turn.dodges > 0) {
        odds.dis("the target dodges", rule!("ESS-DODGE-1"));
    }
}

/// What is the matter with the target, whoever attacks it, besides what makes it Flat Footed.
pub fn of_target(world: &World, target: Id, manner: Manner, odds: &mut Odds) {
    for (_, effect) in effects().of(world, target, Moment::Attacked, |only, _| manner.is(only)) {
        odds.give(effect);
    }
}

/// What lays a creature open to whoever attacks it.
pub fn open_to_all(world: &World, target: Id, odds: &mut Odds) {
    let of_nobody = |only, condition: &Condition| only == Only::NoSource && condition.source.is_none();
    for (_, effect) in effects().of(world, target, Moment::Open, of_nobody) {
        odds.give(effect);
    }
    if creature::squeezing(world, target) {
        odds.adv("the target squeezes", rule!("ESS-SQZ-3"));
    }
}

/// ESS-FLAT-1: why the target is Flat Footed to this attacker.
pub fn flat_footed(world: &World, attacker: Id, between: &Aimed<Found>, odds: &mut Odds) {
    let target = between.target;
    let before = odds.adv.len();
    open_to_all(world, target, odds);
    let by_attacker = |only, condition: &Condition| only == Only::Source && condition.source == Some(attacker);
    for (_, effect) in effects().of(world, target, Moment::OpenTo, by_attacker) {
        odds.give(effect);
    }
    if creature::grapples(world, attacker, target) {
        odds.adv("it grapples the target", rule!("ESS-GRAP-10"));
    }
    if sight::hidden_from(world, attacker, target) {
        odds.adv("it is Hidden from the target", rule!("ESS-HID-3"));
        if !sight::out_of_sight(world, target, attacker) {
            let note = Trace::note("nothing conceals it any more, but its own Turn has not ended");
            odds.notes.push(note.by(rule!("ESS-HID-12")));
        }
    }
    // Each is a term of its own: a side is told of those whom it knows.
    let partners = &between.behind.at_its_back;
    for &other in partners {
        let term = Trace::note("it flanks the target").by(rule!("ESS-FLANK-4"));
        odds.adv.push(term.of(other));
        for (words, rule) in [
            ("an Enemy on the opposite side", rule!("ESS-FLANK-1")),
            ("a line crosses opposite sides", rule!("ESS-FLANK-2")),
        ] {
            odds.notes.push(Trace::note(words).by(rule).of(other));
        }
        if between.distance > 5 {
            let term = Trace::note("with its Reach").by(rule!("ESS-FLANK-5"));
            odds.notes.push(term.of(other));
        }
    }
    if partners.is_empty() {
        for other in flank::beside(world, attacker, target) {
            let term = Trace::refused("flanking", 0, "no line crosses opposite sides");
            odds.notes.push(term.by(rule!("ESS-FLANK-3")).of(other));
        }
    }
    if odds.adv.len() > before {
        odds.adv("Flat Footed", rule!("ESS-FLAT-1"));
    }
}

/// ESS-ATK-4, ESS-ATK-5, ESS-ATK-7: Level and stat of a melee roll with a weapon of this class.
pub fn melee_terms(world: &World, id: Id, class: Class, natural: bool) -> Vec<Trace> {
    let profile = creature::profile(world, id);
    let light = class != Class::Heavy;
    let stat = if light && profile.dex > profile.str {
        let mut term = Trace::new("DEX", profile.dex).by(rule!("ESS-ATK-5"));
        if natural {
            term.note("part of the body", rule!("ESS-ATK-8"));
        }
        term
    } else {
        let rule = if light { rule!("ESS-ATK-4") } else { rule!("ESS-ATK-7") };
        Trace::new("STR", profile.str).by(rule)
    };
    with_level(profile, stat)
}

/// What is added to every d20: Level and a stat.
pub fn with_level(profile: &Profile, stat: Trace) -> Vec<Trace> {
    vec![Trace::new("Level", profile.level), stat]
}

/// ESS-MAN-5, R27: Level and stat with which a creature opposes.
pub fn opposing_terms(world: &World, id: Id) -> Vec<Trace> {
    let gear = &world.the::<Gear>(id).0;
    let nimble = gear.iter().any(|item| item.held && item.weapon.class != Class::Heavy)
        || creature::free_hands(world, id) > 0
        || creature::profile(world, id).hands == 0;
    let armed = gear.iter().any(|item| item.held && !item.weapon.natural && item.weapon.class != Class::Heavy);
    let class = if nimble { Class::Light } else { Class::Heavy };
    melee_terms(world, id, class, !armed)
}

/// ESS-MAN-5: what the state of one who opposes does to its roll.
pub fn opposing(world: &World, id: Id) -> Odds {
    let mut odds = Odds::default();
    let gear = &world.the::<Gear>(id).0;
    let heavy = gear.iter().any(|item| item.held && item.weapon.class == Class::Heavy && !item.weapon.natural);
    of_attacker(world, id, Manner::Melee { heavy }, &mut odds);
    odds
}

/// ESS-MAN-6: why nothing stands against a roll.
pub fn helpless() -> Trace {
    Trace::note("the target does not oppose").by(rule!("ESS-MAN-6"))
}
