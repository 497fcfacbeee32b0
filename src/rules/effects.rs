//! What a condition does, as rows of data beside its words: when, what, and by which rule.
//!
//! A ruleset says which moments there are ([`Moment`]) and asks for the rows of one where it puts a roll together, adds a number up
//! or tells whether something can be done. Rows come in the order of the data, whatever the order in which conditions were gained.

use std::fmt::Debug;

use bevy::prelude::World;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

use crate::battle::{ById, Condition, Conditions, Id, Ids, Refusal, Rule, Trace};

/// When a condition can do something: an enum of the ruleset, such as `Attack`, `Attacked`, `Speed`.
pub trait Moment: Copy + PartialEq + Debug + DeserializeOwned + Send + Sync + 'static {
    /// What a row may be limited to, such as one manner of attack; [`Never`] where nothing is.
    type Only: Copy + PartialEq + Debug + DeserializeOwned + Send + Sync + 'static;

    /// Whether the rules ask for such a row at this moment. Any other row is an error in the data.
    fn allows(self, only: Option<Self::Only>, gives: Gives) -> bool;
}

/// Nothing: the moments of a ruleset whose conditions are all code, and the limits of moments that have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Never {}

impl Moment for Never {
    type Only = Self;

    fn allows(self, _: Option<Self>, _: Gives) -> bool {
        match self {}
    }
}

/// What a row gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gives {
    /// A source of advantage.
    Advantage,
    /// A source of disadvantage.
    Disadvantage,
    /// So much more, or less.
    Plus(i32),
    /// So much more or less for each of the amount that goes with the condition.
    PlusEach(i32),
    /// The number is this.
    Becomes(i32),
    /// One part of so many, rounded down: 2 is half of it.
    Share(i32),
    /// So many steps up the ladder of dice, or down.
    Step(i32),
    /// It cannot be done.
    Forbidden,
    /// It fails without dice.
    Fails,
    /// A remark that changes nothing.
    Note,
}

impl Gives {
    /// Whether it is a source of advantage or of disadvantage.
    pub const fn leans(self) -> bool {
        matches!(self, Self::Advantage | Self::Disadvantage)
    }

    /// Whether it changes a number.
    pub const fn counts(self) -> bool {
        matches!(self, Self::Plus(_) | Self::PlusEach(_) | Self::Becomes(_) | Self::Share(_))
    }
}

/// A row: one thing that a condition does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect<M: Moment> {
    /// When.
    pub on: M,
    /// What it is limited to.
    pub only: Option<M::Only>,
    /// What it gives.
    pub gives: Gives,
    /// Whether it does so for each time that the creature has the condition, as against once.
    pub each: bool,
    /// What a trace calls it: the name of the condition where the row says nothing else.
    pub says: &'static str,
    /// The rule that says so.
    pub rule: Rule,
}

/// A row as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "M: Moment"))]
struct Row<M: Moment> {
    on: M,
    only: Option<M::Only>,
    gives: Gives,
    #[serde(default)]
    each: bool,
    #[serde(default)]
    says: String,
    rule: String,
}

impl<'de, M: Moment> Deserialize<'de> for Effect<M> {
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<Self, D::Error> {
        let Row { on, only, gives, each, says, rule } = Row::<M>::deserialize(file)?;
        if !on.allows(only, gives) {
            let only = only.map_or_else(String::new, |only| format!(" only {only:?}"));
            return Err(D::Error::custom(format_args!("no rule asks for {gives:?} on {on:?}{only}")));
        }
        if gives == Gives::Share(0) {
            return Err(D::Error::custom("there is no share of 0"));
        }
        // Data are read once and stay.
        Ok(Self { on, only, gives, each, says: says.leak(), rule: Rule::new(rule.leak()) })
    }
}

impl<M: Moment> Effect<M> {
    /// The term that it is in a number that has come to so much before it.
    pub fn term(&self, condition: &Condition, before: i32) -> Trace {
        let term = match self.gives {
            Gives::Plus(more) => Trace::new(self.says, more),
            Gives::PlusEach(more) => Trace::new(self.says, more * condition.amount),
            Gives::Becomes(number) => Trace::becomes(self.says, number),
            Gives::Share(parts) => Trace::becomes(self.says, before.div_euclid(parts)),
            _ => Trace::note(self.says),
        };
        term.by(self.rule.clone())
    }

    /// What it makes of a number.
    pub fn number(&self, condition: &Condition, before: i32) -> i32 {
        match self.gives {
            Gives::Plus(more) => before + more,
            Gives::PlusEach(more) => before + more * condition.amount,
            Gives::Becomes(number) => number,
            Gives::Share(parts) => before.div_euclid(parts),
            _ => before,
        }
    }

    /// The refusal of what it forbids, with the key of the condition as its code.
    pub fn refusal(&self, condition: &Condition) -> Refusal {
        Refusal { code: condition.key.clone(), message: self.says.into(), rule: Some(self.rule.clone()) }
    }

    /// By how many steps it moves dice.
    pub const fn steps(&self) -> i32 {
        if let Gives::Step(steps) = self.gives { steps } else { 0 }
    }
}

/// Every row of a ruleset with the key of its condition, in the order of the data.
#[derive(Debug)]
pub struct Effects<M: Moment>(Vec<(String, Effect<M>)>);

impl<M: Moment> Effects<M> {
    /// The rows of conditions, each with its key and its name.
    pub(super) fn new<'a>(conditions: impl Iterator<Item = (&'a str, &'a str, Vec<Effect<M>>)>) -> Self {
        let mut out = Vec::new();
        for (key, name, effects) in conditions {
            for mut effect in effects {
                if effect.says.is_empty() {
                    effect.says = name.to_owned().leak();
                }
                out.push((key.to_owned(), effect));
            }
        }
        Self(out)
    }

    /// Every row, with the key of its condition.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &Effect<M>)> {
        self.0.iter().map(|(key, effect)| (key.as_str(), effect))
    }

    /// What the conditions of a creature do at a moment; `holds` judges what rows are limited to.
    pub fn of<'w>(
        &'w self,
        world: &'w World,
        id: Id,
        on: M,
        holds: impl Fn(M::Only, &Condition) -> bool + Copy + 'w,
    ) -> impl Iterator<Item = (&'w Condition, &'w Effect<M>)> {
        // Most have no condition: nothing is looked through for them.
        let ails = world.resource::<Ids>().has_conditions(id);
        let conditions = world.part::<Conditions>(id).filter(|_| ails);
        let rows = if ails { &self.0[..] } else { &[] };
        let rows = rows.iter().filter(move |(_, effect)| effect.on == on);
        rows.flat_map(move |(key, effect)| {
            let all = conditions.into_iter().flat_map(|conditions| &conditions.0);
            let held = all.filter(move |&one| one.key == *key && effect.only.is_none_or(|only| holds(only, one)));
            held.take(if effect.each { usize::MAX } else { 1 }).map(move |one| (one, effect))
        })
    }

    /// What they do at a moment whose rows are limited to nothing.
    pub fn at<'w>(&'w self, world: &'w World, id: Id, on: M) -> impl Iterator<Item = (&'w Condition, &'w Effect<M>)> {
        self.of(world, id, on, |_, _| false)
    }

    /// The first of them, where one says all that there is to say: that something is forbidden, or fails.
    pub fn first<'w>(&'w self, world: &'w World, id: Id, on: M) -> Option<&'w Effect<M>> {
        self.at(world, id, on).next().map(|(_, effect)| effect)
    }

    /// Whether none of them forbids what a creature would do.
    ///
    /// # Errors
    /// The first that does.
    pub fn allow(&self, world: &World, id: Id, on: M) -> Result<(), Refusal> {
        let forbids = self.at(world, id, on).next();
        forbids.map_or(Ok(()), |(condition, effect)| Err(effect.refusal(condition)))
    }

    /// Adds them to a number, a term each.
    pub fn add_to(&self, out: &mut Trace, world: &World, id: Id, on: M) {
        for (condition, effect) in self.at(world, id, on) {
            out.push(effect.term(condition, out.value));
        }
    }

    /// What they make of a number.
    pub fn number(&self, world: &World, id: Id, on: M, before: i32) -> i32 {
        self.at(world, id, on).fold(before, |number, (condition, effect)| effect.number(condition, number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Lasts;
    use crate::rules::book::Words;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum When {
        Attack,
        Speed,
        Acts,
        Save,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Where {
        Near,
        Source,
    }

    impl Moment for When {
        type Only = Where;

        fn allows(self, only: Option<Where>, gives: Gives) -> bool {
            match self {
                Self::Attack => gives.leans() || matches!(gives, Gives::Note | Gives::Step(_)),
                Self::Speed => gives.counts() && only.is_none(),
                Self::Acts => gives == Gives::Forbidden && only.is_none(),
                Self::Save => gives == Gives::Fails && only.is_none(),
            }
        }
    }

    /// Two conditions, `ill` with these rows and `old` with one of its own after them.
    fn read(rows: &str) -> Result<Words<When>, String> {
        Words::parse(&format!(
            r#"
            [[condition]]
            key = "ill"
            name = "Ill"
            text = "Feels bad."
            rule = "T-1"
            effects = [{rows}]

            [[condition]]
            key = "old"
            name = "Old"
            text = "Feels worse."
            rule = "T-2"
            effects = [{{ on = "speed", gives = {{ plus = -1 }}, rule = "T-9" }}]
            "#
        ))
    }

    fn world(keys: &[(&'static str, Option<Id>, i32)]) -> (World, Id) {
        let mut world = World::new();
        world.init_resource::<Ids>();
        let condition = |&(key, source, amount): &(&'static str, Option<Id>, i32)| Condition {
            key: key.into(),
            source,
            lasts: Lasts::UntilEnded,
            amount,
        };
        let id = world.spawn_with_id(Conditions(keys.iter().map(condition).collect()));
        (world, id)
    }

    /// What somebody who is old, then ill, then ill again because of 7 has to add to its speed of 9.
    fn speed(rows: &str) -> Vec<String> {
        let (world, id) = world(&[("old", None, 0), ("ill", None, 3), ("ill", Some(Id(7)), 0)]);
        let words = read(rows).expect("the rows");
        let mut out = Trace::new("speed", 9);
        words.effects().add_to(&mut out, &world, id, When::Speed);
        assert_eq!(words.effects().number(&world, id, When::Speed, 9), out.value);
        out.lines()
    }

    #[test]
    fn a_number_goes_up_and_down_in_the_order_of_the_data() {
        let told = speed(r#"{ on = "speed", gives = { plus = -2 }, rule = "T-3" }"#);
        assert_eq!(told, ["speed = 6", "  Ill -2  T-3", "  Old -1  T-9"]);
    }

    #[test]
    fn a_number_goes_down_for_each_of_an_amount() {
        let told = speed(r#"{ on = "speed", gives = { plus_each = -2 }, says = "worn", rule = "T-3" }"#);
        assert_eq!(told, ["speed = 2", "  worn -6  T-3", "  Old -1  T-9"]);
    }

    #[test]
    fn a_number_is_set_or_parted() {
        let told = speed(r#"{ on = "speed", gives = { becomes = 1 }, rule = "T-3" }"#);
        assert_eq!(told, ["speed = 0", "  Ill -> 1  T-3", "  Old -1  T-9"]);
        let told = speed(r#"{ on = "speed", gives = { share = 2 }, rule = "T-3" }"#);
        assert_eq!(told, ["speed = 3", "  Ill -> 4  T-3", "  Old -1  T-9"]);
    }

    #[test]
    fn what_is_forbidden_and_what_fails_is_told_by_its_rule() {
        let (world, id) = world(&[("ill", None, 0)]);
        let rows =
            r#"{ on = "acts", gives = "forbidden", rule = "T-3" }, { on = "save", gives = "fails", rule = "T-4" }"#;
        let words = read(rows).expect("the rows");
        let first = |on| words.effects().first(&world, id, on).map(|effect| (effect.gives, effect.rule.id()));
        assert_eq!(first(When::Acts), Some((Gives::Forbidden, "T-3")));
        let refused = words.effects().allow(&world, id, When::Acts);
        assert_eq!(refused, Err(Refusal::by(Rule::new("T-3"), "ill", "Ill")));
        assert_eq!(words.effects().allow(&world, id, When::Speed), Ok(()));
        assert_eq!(first(When::Save), Some((Gives::Fails, "T-4")));
        assert_eq!(first(When::Speed), None);
    }

    #[test]
    fn a_row_counts_once_or_each_time_and_only_where_it_is_limited_to() {
        let sources = [("ill", Some(Id(7)), 0), ("ill", None, 0), ("ill", Some(Id(7)), 0)];
        let (world, id) = world(&sources);
        let rows = r#"
            { on = "attack", gives = "advantage", rule = "T-3" },
            { on = "attack", gives = "disadvantage", each = true, rule = "T-4" },
            { on = "attack", only = "source", gives = { step = -1 }, each = true, rule = "T-5" },
            { on = "attack", only = "near", gives = "note", rule = "T-6" },
        "#;
        let words = read(rows).expect("the rows");
        let by = |near: bool| {
            let holds = move |only, condition: &Condition| match only {
                Where::Near => near,
                Where::Source => condition.source == Some(Id(7)),
            };
            let all = words.effects().of(&world, id, When::Attack, holds);
            all.map(|(_, effect)| (effect.rule.id(), effect.steps())).collect::<Vec<_>>()
        };
        let far = [("T-3", 0), ("T-4", 0), ("T-4", 0), ("T-4", 0), ("T-5", -1), ("T-5", -1)];
        assert_eq!(by(false), far);
        assert_eq!(by(true), [&far[..], &[("T-6", 0)]].concat());
    }

    #[test]
    fn nothing_is_done_to_whoever_has_no_condition() {
        let (world, id) = world(&[]);
        let words = read(r#"{ on = "acts", gives = "forbidden", rule = "T-3" }"#).expect("the rows");
        assert_eq!(words.effects().first(&world, id, When::Acts), None);
    }

    #[test]
    fn what_is_wrong_in_a_row_is_told() {
        let wrong = |rows: &str| read(rows).err().expect("it should not read");
        for (rows, why) in [
            (r#"{ on = "attacked", gives = "advantage", rule = "T" }"#, "unknown variant `attacked`"),
            (r#"{ on = "attack", gives = "advantge", rule = "T" }"#, "unknown variant `advantge`"),
            (r#"{ on = "attack", only = "far", gives = "advantage", rule = "T" }"#, "unknown variant `far`"),
            (r#"{ on = "attack", gives = "advantage" }"#, "missing field `rule`"),
            (r#"{ on = "attack", gives = "advantage", rule = "T", for = 2 }"#, "unknown field `for`"),
            (r#"{ on = "acts", gives = "advantage", rule = "T" }"#, "no rule asks for Advantage on Acts"),
            (r#"{ on = "acts", only = "near", gives = "forbidden", rule = "T" }"#, "on Acts only Near"),
            (r#"{ on = "speed", gives = { share = 0 }, rule = "T" }"#, "no share of 0"),
        ] {
            let told = wrong(rows);
            assert!(told.contains(why), "{told}");
        }
    }

    #[test]
    fn a_ruleset_without_moments_has_no_rows() {
        let words: Result<Words, String> = Words::parse(
            r#"
            [[condition]]
            key = "ill"
            name = "Ill"
            text = "Feels bad."
            rule = "T-1"
            effects = [{ on = "acts", gives = "forbidden", rule = "T" }]
            "#,
        );
        assert!(words.err().expect("it should not read").contains("unknown variant `acts`"));
    }
}
