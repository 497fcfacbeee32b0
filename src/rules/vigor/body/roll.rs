//! Pools of dice: dice that count as they fall, and Bonus dice that go up and down the ladder and burst (VIG-ROLL).

use bevy::prelude::World;

use super::super::data::{Score, TurnUsage, When, conditions::effects, moment::Moment};
use super::creature;
use crate::battle::*;
use crate::dice::{Dice, Lump, Throw, Thrown};
use crate::rule;

/// The steps of the ladder (VIG-ROLL-4), and where Bonus dice stand on it by themselves (VIG-ROLL-3).
const LADDER: [u16; 6] = [4, 6, 8, 10, 12, 20];
const USUAL: i32 = 3;

/// A roll in the making.
pub(crate) struct Pool {
    whose: Id,
    label: Text,
    /// Whether it is an action roll, as against damage.
    action: bool,
    plain: (u16, u16),
    /// Bonus dice with where they come from.
    dice: Vec<(Text, i32, Rule)>,
    /// Charges (above 0) and Challenges (below) with where they come from.
    steps: Vec<(Text, i32, Rule)>,
    /// What lowers them besides, whatever the roll is for (VIG-ROLL-13).
    lowered: Vec<(&'static str, i32, Rule)>,
}

/// A roll that only has to be above a number.
pub(crate) struct Check {
    /// What it came to.
    pub total: Trace,
    /// Set while every possible roll is gone through, where no more is known of it than that it is above.
    pub lump: Option<Lump>,
}

/// VIG-ROLL-11, R6: the Bonus dice that a score gives.
pub(crate) fn dice_of(score: i32) -> i32 {
    (score / 10).clamp(0, 6)
}

impl Pool {
    /// VIG-ROLL-1: the roll of an action.
    pub(crate) fn action(whose: Id, label: impl Into<Text>) -> Self {
        Self::of(whose, label, true, (1, 20))
    }

    /// VIG-DMG-1: a roll of an effect, such as damage, with dice of its own.
    pub(crate) fn effect(whose: Id, label: impl Into<Text>, plain: (u16, u16)) -> Self {
        Self::of(whose, label, false, plain)
    }

    fn of(whose: Id, label: impl Into<Text>, action: bool, plain: (u16, u16)) -> Self {
        Self { whose, label: label.into(), action, plain, dice: Vec::new(), steps: Vec::new(), lowered: Vec::new() }
    }

    /// Adds Bonus dice.
    #[must_use]
    pub(crate) fn dice(mut self, from: impl Into<Text>, count: i32, rule: Rule) -> Self {
        if count > 0 {
            self.dice.push((from.into(), count, rule));
        }
        self
    }

    /// Adds Charges, or Challenges below 0.
    #[must_use]
    pub(crate) fn steps(mut self, from: impl Into<Text>, steps: i32, rule: Rule) -> Self {
        if steps != 0 {
            self.steps.push((from.into(), steps, rule));
        }
        self
    }

    /// VIG-ABIL-7: what its talents add to rolls of a kind.
    #[must_use]
    pub(crate) fn talents(mut self, world: &World, when: When) -> Self {
        let all = creature::profile(world, self.whose).mods.iter();
        for talent in all.filter(|talent| talent.when == when) {
            self = self.dice(talent.name.clone(), talent.dice, rule!("VIG-ABIL-7")).steps(
                talent.name.clone(),
                talent.charges,
                rule!("VIG-ABIL-7"),
            );
        }
        self
    }

    /// What moves the dice of every roll of its kind, whatever it is for.
    fn with_own_steps(mut self, world: &World) -> Self {
        let lowered = effects().at(world, self.whose, Moment::BonusDice);
        self.lowered = lowered.map(|(_, effect)| (effect.says, effect.steps(), effect.rule.clone())).collect();
        if !self.action {
            return self;
        }
        let narrow = space(world, self.whose).side < creature::profile(world, self.whose).size.edge();
        self = self.steps("squeezing", -i32::from(narrow), rule!("VIG-MOVE-8"));
        let set = world.the::<TurnUsage>(self.whose).charges;
        self = self.steps("the game master", set, rule!("VIG-ROLL-22"));
        for (_, effect) in effects().at(world, self.whose, Moment::ActionRoll) {
            self = self.steps(effect.says, effect.steps(), effect.rule.clone());
        }
        self
    }

    /// How many Bonus dice there are, and by how many steps they are moved.
    fn totals(&self) -> (i32, i32) {
        let count = self.dice.iter().map(|(_, count, _)| count).sum();
        let steps: i32 = self.steps.iter().map(|(_, steps, _)| steps).sum();
        (count, steps - self.down())
    }

    /// By how many steps they are lowered besides Challenges.
    fn down(&self) -> i32 {
        -self.lowered.iter().map(|(_, steps, _)| steps).sum::<i32>()
    }

    /// The ladder with where its Bonus dice stand on it, and what has moved them.
    fn ladder(&self) -> Ladder {
        let (count, net) = self.totals();
        let step = |place: i32| u8::try_from(place.clamp(0, 5)).expect("the ladder begins at 0");
        let mut moved: Vec<Moved> =
            self.steps.iter().map(|(why, by, rule)| Moved { by: *by, why: why.clone(), rule: rule.clone() }).collect();
        moved.extend(self.lowered.iter().map(|(why, by, rule)| Moved {
            by: *by,
            why: (*why).into(),
            rule: rule.clone(),
        }));
        Ladder {
            steps: LADDER.to_vec(),
            from: step(USUAL),
            to: step(USUAL + net),
            dice: u8::try_from(count).unwrap_or(0),
            moved,
            bursts: true,
        }
    }

    /// The dice as they would be rolled now, with where they come from and what moves them.
    pub(crate) fn outlook(self, world: &World) -> Trace {
        let pool = self.with_own_steps(world);
        let (count, net) = pool.totals();
        let (plain, sides) = pool.plain;
        let mut out = Trace::note(format!("{}: {plain}d{sides}", pool.label)).by(pool.plain_rule());
        if count > 0 {
            let ladder = pool.ladder();
            let label = format!("{count}d{}", ladder.sides());
            let mut bonus = Trace::note(label).by(rule!("VIG-ROLL-3")).on(ladder);
            bonus.terms = pool.reasons(net);
            out.terms.push(bonus);
        } else if net != 0 {
            out.terms.push(Trace::note("no Bonus dice to step").by(rule!("VIG-ROLL-20")));
        }
        out
    }

    /// The dice that would be thrown now, by their sides.
    pub(crate) fn sides(self, world: &World) -> Vec<u16> {
        let pool = self.with_own_steps(world);
        let ladder = pool.ladder();
        let (plain, sides) = pool.plain;
        let mut out = vec![sides; usize::from(plain)];
        out.extend(vec![ladder.sides(); usize::from(ladder.dice)]);
        out
    }

    fn plain_rule(&self) -> Rule {
        if self.action { rule!("VIG-ROLL-1") } else { rule!("VIG-DMG-1") }
    }

    /// Rolls it; the trace tells every die and every step.
    pub(crate) fn roll(self, world: &mut World) -> Trace {
        let (pool, throw, names) = self.prepared(world);
        let thrown = world.resource_mut::<Dice>().throw(throw, names);
        pool.trace(thrown)
    }

    /// The same where only matters whether it is above a number (VIG-ROLL-2).
    pub(crate) fn check(self, world: &mut World, vs: i32) -> Check {
        let (pool, throw, names) = self.prepared(world);
        let thrown = world.resource_mut::<Dice>().throw_against(throw, vs, names);
        Check { lump: thrown.lump, total: pool.trace(thrown) }
    }

    /// The same held against a check of somebody else, which it must be above; with it, whether it is.
    pub(crate) fn contest(self, world: &mut World, other: (i32, Option<Lump>)) -> (Trace, bool) {
        let (pool, throw, names) = self.prepared(world);
        let (thrown, above) = world.resource_mut::<Dice>().contest(throw, other, names);
        (pool.trace(thrown), above)
    }

    /// The dice to be thrown now, and their names.
    fn prepared(self, world: &mut World) -> (Self, Throw, [&'static str; 2]) {
        let pool = self.with_own_steps(world);
        if pool.action && world.the::<TurnUsage>(pool.whose).charges != 0 {
            world.the_mut::<TurnUsage>(pool.whose).charges = 0;
        }
        let throw =
            Throw { plain: pool.plain, bursting: (u16::try_from(pool.totals().0).unwrap_or(0), pool.ladder().sides()) };
        let names = [pool.plain_name(), "Bonus die"];
        (pool, throw, names)
    }

    /// What was thrown, with where the dice come from and what has moved them. Each Bonus die bursts at its size as rolled (VIG-ROLL-16),
    /// and its bursts stand before the next die (VIG-ROLL-19).
    fn trace(self, thrown: Thrown) -> Trace {
        let (count, net) = self.totals();
        let ladder = self.ladder();
        let sides = ladder.sides();
        let mut out = Trace::new(self.label.clone(), 0);
        out.push(self.plain_term(&thrown));
        if count == 0 {
            if net != 0 {
                out.push(Trace::note("no Bonus dice to step").by(rule!("VIG-ROLL-20")));
            }
            return out;
        }
        let label = if count == 1 { format!("1 Bonus die, d{sides}") } else { format!("{count} Bonus dice, d{sides}") };
        let mut bonus = Trace::new(label, Thrown::sum(&thrown.bursting)).by(rule!("VIG-ROLL-3"));
        bonus.terms = self.reasons(net);
        if thrown.burst {
            bonus.push(Trace::note("burst").by(rule!("VIG-ROLL-15")));
            if !self.action {
                bonus.push(Trace::note("a critical hit").by(rule!("VIG-ROLL-18")));
            }
        }
        out.push(bonus.rolled(thrown.bursting).on(ladder));
        out
    }

    fn plain_name(&self) -> &'static str {
        if self.action { "action die" } else { "damage die" }
    }

    /// The dice that nothing steps: the action die (VIG-ROLL-7) or the base damage dice (VIG-DMG-6).
    fn plain_term(&self, thrown: &Thrown) -> Trace {
        let value = Thrown::sum(&thrown.plain);
        let mut term = Trace::new(self.plain_name(), value).by(self.plain_rule());
        if thrown.plain.iter().any(|die| die.face == die.sides) {
            term.terms.push(Trace::note("does not burst").by(rule!("VIG-ROLL-17")));
        }
        term.rolled(thrown.plain.clone())
    }

    /// Where Bonus dice come from, and what has moved them.
    fn reasons(&self, net: i32) -> Vec<Trace> {
        let mut out = Vec::new();
        for (from, count, rule) in &self.dice {
            out.push(Trace::note(format!("{from}: {count}")).by(rule.clone()));
        }
        if self.dice.len() > 1 {
            out.push(Trace::note("from all of these together").by(rule!("VIG-ROLL-11")));
        }
        let (mut up, mut down) = (0, 0);
        for (from, steps, rule) in &self.steps {
            let (what, how) = if *steps > 0 {
                up += steps;
                ("Charge", rule!("VIG-ROLL-8"))
            } else {
                down -= steps;
                ("Challenge", rule!("VIG-ROLL-5"))
            };
            let mut term = Trace::note(format!("{} {what} by {from}", steps.abs())).by(rule.clone());
            term.terms.push(Trace::note("steps all Bonus dice").by(how));
            out.push(term);
        }
        for (why, _, rule) in &self.lowered {
            out.push(Trace::note(format!("{why}: a step down")).by(rule.clone()));
        }
        let lowered = self.down();
        if (up > 0 && down + lowered > 0) || (down > 0 && lowered > 0) {
            out.push(Trace::note(format!("{net:+} steps in all")).by(rule!("VIG-ROLL-10")));
        }
        if USUAL + net < 0 {
            out.push(Trace::note("never below d4").by(rule!("VIG-ROLL-6")));
        }
        if USUAL + net > 5 {
            out.push(Trace::note("never above d20").by(rule!("VIG-ROLL-9")));
        }
        out
    }
}

/// What somebody's score adds to a pool.
pub(crate) fn of_score(world: &World, id: Id, score: Score) -> (&'static str, i32) {
    (score.name(), dice_of(creature::profile(world, id).score(score)))
}
