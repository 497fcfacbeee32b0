//! An attack in flight: what it is, at whom it can be aimed, with which dice it is rolled. How it goes on is in `course` (VIG-ATK-8).

use std::borrow::Cow;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::roll::{Pool, of_score};
use super::super::data::{
    Attack, Class, DamageType, Fixture, Resist, Score, Technique, TurnUsage, When,
    conditions::*,
    moment::{Moment, Only},
};
use super::super::field::cover::Found;
use super::super::field::{air, compass, cover, distance, reach, to_hit};
use super::gear;
use crate::battle::{Event, *};
use crate::dice::Lump;
use crate::rule;
use crate::rules::effects::Effect;

/// Where an attack comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Occasion {
    /// The Attack action.
    Action,
    /// A technique.
    Technique(Technique),
    /// A spell, and the score that it is aimed with.
    Spell(Score),
    /// An opening that was taken.
    Opening,
    /// With the other hand, as part of an attack.
    OffHand,
    /// Struck back instead of warding off.
    Riposte,
}

/// An attack in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Strike {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub with: Attack,
    /// Whom or what.
    pub target: Id,
    /// Where it comes from.
    pub occasion: Occasion,
}

/// What the dice of an attack said, on the attack until it is over.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Rolled {
    /// The roll, with what it had to beat.
    pub total: Trace,
    /// Whether it lands as things stand.
    pub lands: bool,
    /// Past what cover it lands, once all is answered.
    #[serde(default)]
    pub cover: Found,
    /// Set while every possible roll is gone through, where no more is known of it than that it landed.
    #[serde(skip)]
    pub lump: Option<Lump>,
}

impl Strike {
    /// VIG-ATK-1, VIG-ATK-3: the score whose dice join the attack.
    fn score(&self) -> (Score, Rule) {
        match &self.occasion {
            Occasion::Technique(technique) => (technique.score, rule!("VIG-ATK-3")),
            Occasion::Spell(score) => (*score, rule!("VIG-ATK-2")),
            _ => (Score::Agility, rule!("VIG-ATK-1")),
        }
    }

    pub(super) fn charges(&self) -> (Text, i32) {
        match &self.occasion {
            Occasion::Technique(technique) => (technique.name.clone().into(), technique.charges),
            _ => ("".into(), 0),
        }
    }

    /// VIG-ACT-6: Challenges on attack and damage with the other hand.
    pub(super) fn off_hand(&self) -> i32 {
        -2 * i32::from(self.occasion == Occasion::OffHand)
    }

    /// What a hit calls upon its target to resist: of the technique, or of what it is made with.
    pub(super) fn resist(&self) -> Option<&Resist> {
        match &self.occasion {
            Occasion::Technique(technique) if technique.resist.is_some() => technique.resist.as_ref(),
            _ => self.with.resist.as_ref(),
        }
    }

    /// What it is called: a technique goes before what it is done with.
    pub(super) fn name(&self) -> Text {
        match &self.occasion {
            Occasion::Technique(technique) => format!("{} ({})", technique.name, self.with.name).into(),
            _ => self.with.name.clone().into(),
        }
    }

    /// VIG-SKILL-4: whether its maker has found a weakness of its target.
    pub(super) fn weakness_found(&self, world: &World) -> bool {
        let found = &world.the::<TurnUsage>(self.attacker).found;
        found.iter().any(|(known, _)| *known == self.target)
    }

    /// The dice of its roll upon a target so many squares away, with what moves them.
    pub(super) fn pool(&self, world: &World, far: i32) -> Pool {
        let (score, rule) = self.score();
        let (from, dice) = of_score(world, self.attacker, score);
        let (technique, charges) = self.charges();
        let far = band(&self.with, far).unwrap_or(0);
        let pool = Pool::action(self.attacker, self.with.name.clone())
            .dice(from, dice, rule)
            .dice("talents", self.with.talent, rule!("VIG-ROLL-11"))
            .talents(world, When::Attack)
            .steps(technique, charges, rule!("VIG-ROLL-8"))
            .steps("the other hand", self.off_hand(), rule!("VIG-ACT-6"))
            .steps("the distance", -far, rule!("VIG-ATK-13"))
            .steps("a weakness found", i32::from(self.weakness_found(world)), rule!("VIG-SKILL-4"));
        let of_target = self.of_target(world);
        of_target.fold(pool, |pool, effect| pool.steps(effect.says, effect.steps(), effect.rule.clone()))
    }

    /// What the conditions of its target do to it.
    pub(super) fn of_target<'w>(&self, world: &'w World) -> impl Iterator<Item = &'w Effect<Moment>> + use<'w> {
        let manner = if self.with.ranged() { Only::Ranged } else { Only::Melee };
        effects().of(world, self.target, Moment::Attacked, move |only, _| only == manner).map(|(_, effect)| effect)
    }

    /// What it is known to be rolled with before it is made.
    pub(crate) fn outlook(&self, world: &World, far: i32) -> Trace {
        self.pool(world, far).outlook(world)
    }

    pub(super) fn outcome(&self, what: What) -> Event {
        Event::new(what).actor(self.attacker).target(self.target)
    }
}

/// Declares an attack; it is paid.
pub(crate) fn declare(world: &mut World, strike: Strike) {
    let at = distance::squares_of(world, strike.target).first().copied().unwrap_or_default();
    let what = What::Attack { with: strike.name(), look: strike.with.look(), at, radius: 0 };
    let event = Event::new(what).actor(strike.attacker).target(strike.target).by(rule!("VIG-ATK-8"));
    world.tell(match &strike.occasion {
        Occasion::Action => event.by(rule!("VIG-ACT-4")),
        Occasion::Technique(_) | Occasion::Spell(_) => event.by(rule!("VIG-ACT-17")),
        Occasion::Opening => event.by(rule!("VIG-OPEN-2")).by(rule!("VIG-OPEN-7")),
        Occasion::OffHand => event.by(rule!("VIG-ACT-5")).by(rule!("VIG-ACT-7")).by(rule!("VIG-ACT-10")),
        Occasion::Riposte => event.by(rule!("VIG-REACT-17")),
    });
    let squares = distance::squares_of(world, strike.target);
    compass::turn_to(world, strike.attacker, &squares);
    let mut turn = world.the_mut::<TurnUsage>(strike.attacker);
    match strike.occasion {
        Occasion::OffHand => {}
        Occasion::Riposte => turn.strikes_back(),
        _ => turn.reacted.clear(),
    }
    if strike.with.class == Class::Thrown {
        gear::lets_fly(world, strike.attacker, &strike.with, at);
    }
    crate::battle::declare(world, strike);
}

/// VIG-ATK-13: Challenges for the distance; nothing where it is too far.
pub(super) fn band(with: &Attack, far: i32) -> Option<i32> {
    if !with.ranged() {
        return Some(0);
    }
    let band = with.band().max(1);
    let challenges = (far - 1).max(0) / band;
    (challenges <= most_challenges(with)).then_some(challenges)
}

/// VIG-ATK-14, VIG-ATK-17: with how many of them it can still be aimed.
fn most_challenges(with: &Attack) -> i32 {
    match with.class {
        Class::Thrown | Class::Natural | Class::Spell => 0,
        _ => 2,
    }
}

/// VIG-ATK-12: whether somebody can attack a creature or object with this.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn aims_at(world: &World, id: Id, with: &Attack, target: Id) -> Result<(), Refusal> {
    gets_to(world, id, with, target, || Cow::Owned(cover::between(world, id, target)))
}

/// What stands between an attacker and a target, a creature or an object, for an attack with this.
pub(crate) fn between(world: &World, id: Id, with: &Attack, target: Id) -> Aimed<Found> {
    let there = world.part::<Position>(target).is_some();
    let cover = if there { cover::between(world, id, target) } else { Found::default() };
    let behind = world.part::<Creature>(target).is_some() && compass::behind(world, target, id);
    let between = || to_hit::who_stands_between(world, &cover, id, target);
    Aimed {
        target,
        line: gets_to(world, id, with, target, || Cow::Borrowed(&cover)),
        distance: if there { distance::distance(world, id, target) } else { i32::MAX },
        behind: Behind {
            at_its_back: behind.then_some(id).into_iter().collect(),
            in_front: with.ranged().then(between).flatten(),
        },
        cover,
    }
}

/// VIG-ATK-12, VIG-COVER-6: as [`aims_at`], where it is known what stands between; hand to hand that is not looked at.
///
/// # Errors
/// The rule that stands against it.
fn gets_to<'c>(
    world: &World,
    id: Id,
    with: &Attack,
    target: Id,
    cover: impl FnOnce() -> Cow<'c, Found>,
) -> Result<(), Refusal> {
    if target == id {
        return Err(Refusal::new("self", "It cannot attack itself."));
    }
    if !is_on_map(world, target) && world.part::<Fixture>(target).is_none_or(|fixture| fixture.durability.is_none()) {
        return Err(Refusal::by(rule!("VIG-ATK-12"), "gone", "There is nothing to attack."));
    }
    if is_on_map(world, target) && !knows(world, side_of(world, id), target) {
        return Err(Refusal::by(rule!("VIG-ATK-12"), "gone", "There is nothing to attack."));
    }
    not_charmed_by(world, id, target)?;
    if !with.ranged() {
        return reach::reaches(world, id, with, target);
    }
    let airless = || space(world, target).squares().all(|at| world.resource::<Map>().airless(at));
    if with.damage_type == DamageType::Sonic && airless() {
        return Err(air::no_sound());
    }
    if band(with, distance::distance(world, id, target)).is_none() {
        let rule = match with.class {
            Class::Thrown => rule!("VIG-ATK-14"),
            Class::Natural | Class::Spell => rule!("VIG-ATK-17"),
            _ => rule!("VIG-ATK-13"),
        };
        return Err(Refusal::by(rule, "range", "That is too far away."));
    }
    let found = cover();
    if let Some(haze) = found.pair.and_then(|(from, to)| air::haze(world, from, to))
        && distance::distance(world, id, target) > haze.limit.0
    {
        return Err(Refusal::by(haze.limit.1, "visibility", "Nothing can be made out there."));
    }
    let airless = |(from, to)| air::airless(world, from, to);
    if with.damage_type == DamageType::Sonic && found.pair.is_some_and(airless) {
        return Err(air::no_sound());
    }
    if found.blocked {
        let rule = if found.solid { rule!("VIG-COVER-1") } else { rule!("VIG-COVER-3") };
        return Err(Refusal::by(rule, "no_line", "No line leads there."));
    }
    Ok(())
}

/// VIG-ATK-12, VIG-OBJ-1: every creature and everything that breaks at which an attacker can aim this.
pub(crate) fn targets(world: &World, id: Id, with: &Attack) -> Vec<Id> {
    let all = within(world, id, farthest(world, id, with)).into_iter();
    all.map(|(target, _)| target).filter(|&target| aims_at(world, id, with, target).is_ok()).collect()
}

/// How many squares away anything can be at most at which somebody aims this.
pub(super) fn farthest(world: &World, id: Id, with: &Attack) -> i32 {
    if with.ranged() { (most_challenges(with) + 1) * with.band().max(1) } else { reach::reach(world, id, with) }
}

/// Everybody and everything that breaks, no more than so many squares away, and how many it is.
pub(super) fn within(world: &World, id: Id, far: i32) -> Vec<(Id, i32)> {
    let here = space(world, id);
    let fixture = |thing: Id| world.part::<Fixture>(thing);
    let breaks = |thing: Id| fixture(thing).is_some_and(|fixture| fixture.durability.is_some());
    let things = laid(world).iter().map(|thing| (thing.id, thing.from(here).steps(here)));
    let things = things.filter(|&(thing, gap)| gap <= far && breaks(thing));
    let creatures = all_stands(world).map(|(other, stand)| (other, stand.space.steps(here)));
    creatures.filter(|&(_, gap)| gap <= far).chain(things).collect()
}

/// VIG-COND-14: whoever is attacked by its charmer's side is charmed no more.
pub(crate) fn uncharm(world: &mut World, id: Id, by: Id) {
    let own = side_of(world, by);
    let charmers: Vec<Id> = charmers(world, id).collect();
    let stay: Vec<Id> = charmers.iter().copied().filter(|&of| side_of(world, of) != own).collect();
    if stay.len() == charmers.len() {
        return;
    }
    if stay.is_empty() {
        creature::lose(world, id, CHARMED, rule!("VIG-COND-14"));
        return;
    }
    world.change::<Conditions, _>(id, |all| {
        let of_its_side = |of: Option<Id>| of.is_some_and(|of| !stay.contains(&of));
        all.0.retain(|one| one.key != CHARMED || !of_its_side(one.source));
    });
    world.note(id, "is charmed by the others alone", rule!("VIG-COND-14"));
}

/// Those who have charmed somebody.
fn charmers(world: &World, id: Id) -> impl Iterator<Item = Id> {
    let conditions = world.part::<Conditions>(id).into_iter();
    let charms = conditions.flat_map(|all| all.0.iter().filter(|one| one.key == CHARMED));
    charms.filter_map(|charm| charm.source)
}

/// VIG-COND-14: whether somebody could attack another, as far as charms go.
///
/// # Errors
/// That it is charmed by that one.
pub(crate) fn not_charmed_by(world: &World, id: Id, target: Id) -> Result<(), Refusal> {
    let by_target = |only, condition: &Condition| only == Only::Source && condition.source == Some(target);
    let forbids = effects().of(world, id, Moment::Aims, by_target).next();
    forbids.map_or(Ok(()), |(condition, effect)| Err(effect.refusal(condition)))
}
