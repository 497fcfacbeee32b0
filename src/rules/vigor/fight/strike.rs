//! An attack in flight: rolled against Guard, defended against if it would land, dealt (VIG-ATK-8).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::{Pool, of_score};
use super::super::body::{breath, who};
use super::super::data::{
    Attack, Brings, Class, Cue, DamageType, Fixture, Resist, Score, Technique, TurnUsage, When, conditions::*,
};
use super::super::field::{air, apart, compass, cover, guard, moves, near, sight};
use super::resist::{self, Resisting};
use super::sequel::Another;
use super::{defence, gear, harm, readied};
use crate::battle::{Event, *};
use crate::rule;

/// Where an attack comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Occasion {
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
pub struct Strike {
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
pub struct Rolled {
    /// The roll, with what it had to beat.
    pub total: Trace,
    /// Whether it lands as things stand.
    pub lands: bool,
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

    fn charges(&self) -> (Text, i32) {
        match &self.occasion {
            Occasion::Technique(technique) => (technique.name.clone().into(), technique.charges),
            _ => ("".into(), 0),
        }
    }

    /// VIG-ACT-6: Challenges on attack and damage with the other hand.
    fn off_hand(&self) -> i32 {
        -2 * i32::from(self.occasion == Occasion::OffHand)
    }

    /// What a hit calls upon its target to resist: of the technique, or of what it is made with.
    fn resist(&self) -> Option<&Resist> {
        match &self.occasion {
            Occasion::Technique(technique) if technique.resist.is_some() => technique.resist.as_ref(),
            _ => self.with.resist.as_ref(),
        }
    }

    /// VIG-SKILL-4: whether its maker has found a weakness of its target.
    fn weakness_found(&self, world: &World) -> bool {
        let found = &world.the::<TurnUsage>(self.attacker).found;
        found.iter().any(|(known, _)| *known == self.target)
    }

    /// The dice of its roll, with what moves them.
    fn pool(&self, world: &World) -> Pool {
        let (score, rule) = self.score();
        let (from, dice) = of_score(world, self.attacker, score);
        let (technique, charges) = self.charges();
        let far = band(world, self.attacker, &self.with, self.target).unwrap_or(0);
        let on_the_ground = self.with.ranged() && has_condition(world, self.target, PRONE);
        Pool::action(self.attacker, self.with.name.clone())
            .dice(from, dice, rule)
            .dice("talents", self.with.talent, rule!("VIG-ROLL-11"))
            .talents(world, When::Attack)
            .steps(technique, charges, rule!("VIG-ROLL-8"))
            .steps("the other hand", self.off_hand(), rule!("VIG-ACT-6"))
            .steps("the distance", -far, rule!("VIG-ATK-13"))
            .steps(
                "a weakness found",
                i32::from(self.weakness_found(world)),
                rule!("VIG-SKILL-4"),
            )
            .steps(
                "a target on the ground",
                -i32::from(on_the_ground),
                rule!("VIG-PRONE-7"),
            )
    }

    /// What it is known to be rolled with before it is made.
    pub fn outlook(&self, world: &World) -> Trace {
        self.pool(world).outlook(world)
    }

    fn outcome(&self, what: What) -> Event {
        Event::new(what).actor(self.attacker).target(self.target)
    }
}

/// Declares an attack; it is paid.
pub fn declare(world: &mut World, strike: Strike) {
    let at = apart::squares_of(world, strike.target)
        .first()
        .copied()
        .unwrap_or_default();
    let what = What::Attack {
        with: strike.with.name.clone().into(),
        look: strike.with.look(),
        at,
        radius: 0,
    };
    let event = Event::new(what)
        .actor(strike.attacker)
        .target(strike.target)
        .by(rule!("VIG-ATK-8"));
    world.tell(match &strike.occasion {
        Occasion::Action => event.by(rule!("VIG-ACT-4")),
        Occasion::Technique(_) | Occasion::Spell(_) => event.by(rule!("VIG-ACT-17")),
        Occasion::Opening => event.by(rule!("VIG-OPEN-2")).by(rule!("VIG-OPEN-7")),
        Occasion::OffHand => event
            .by(rule!("VIG-ACT-5"))
            .by(rule!("VIG-ACT-7"))
            .by(rule!("VIG-ACT-10")),
        Occasion::Riposte => event.by(rule!("VIG-REACT-17")),
    });
    let squares = apart::squares_of(world, strike.target);
    compass::turn_to(world, strike.attacker, &squares);
    if strike.occasion != Occasion::OffHand {
        world.the_mut::<TurnUsage>(strike.attacker).reacted.clear();
    }
    if strike.with.class == Class::Thrown {
        gear::lets_fly(world, strike.attacker, &strike.with, at);
    }
    crate::battle::declare(world, strike);
}

/// VIG-ATK-13: Challenges for the distance; nothing where it is too far.
fn band(world: &World, attacker: Id, with: &Attack, target: Id) -> Option<i32> {
    if !with.ranged() {
        return Some(0);
    }
    let far = apart::distance(world, attacker, target);
    let band = with.band().max(1);
    let challenges = (far - 1).max(0) / band;
    // VIG-ATK-14, VIG-ATK-17.
    let most = match with.class {
        Class::Thrown | Class::Natural | Class::Spell => 0,
        _ => 2,
    };
    (challenges <= most).then_some(challenges)
}

/// VIG-ATK-12: whether somebody can attack a creature or object with this.
///
/// # Errors
/// The rule that stands against it.
pub fn aims_at(world: &World, id: Id, with: &Attack, target: Id) -> Result<(), Refusal> {
    if target == id {
        return Err(Refusal::new("self", "It cannot attack itself."));
    }
    if !is_on_map(world, target)
        && world
            .part::<Fixture>(target)
            .is_none_or(|fixture| fixture.durability.is_none())
    {
        return Err(Refusal::by(rule!("VIG-ATK-12"), "gone", "There is nothing to attack."));
    }
    if is_on_map(world, target) && !knows(world, side_of(world, id), target) {
        return Err(Refusal::by(rule!("VIG-ATK-12"), "gone", "There is nothing to attack."));
    }
    not_charmed_by(world, id, target)?;
    if !with.ranged() {
        return near::reaches(world, id, with, target);
    }
    if with.damage_type == DamageType::Sonic && world.resource::<Map>().weather.vacuum {
        return Err(air::no_sound());
    }
    if band(world, id, with, target).is_none() {
        let rule = match with.class {
            Class::Thrown => rule!("VIG-ATK-14"),
            Class::Natural | Class::Spell => rule!("VIG-ATK-17"),
            _ => rule!("VIG-ATK-13"),
        };
        return Err(Refusal::by(rule, "range", "That is too far away."));
    }
    let found = cover::between(world, id, target);
    if let Some(haze) = found.pair.and_then(|(from, to)| air::haze(world, from, to))
        && apart::distance(world, id, target) > haze.limit.0
    {
        return Err(Refusal::by(
            haze.limit.1,
            "visibility",
            "Nothing can be made out there.",
        ));
    }
    let airless = |(from, to)| air::airless(world, from, to);
    if with.damage_type == DamageType::Sonic && found.pair.is_some_and(airless) {
        return Err(air::no_sound());
    }
    if found.blocked {
        let rule = if found.solid {
            rule!("VIG-COVER-1")
        } else {
            rule!("VIG-COVER-3")
        };
        return Err(Refusal::by(rule, "no_line", "No line leads there."));
    }
    Ok(())
}

/// VIG-ATK-12, VIG-OBJ-1: every creature and everything that breaks at which somebody can aim this.
pub fn targets(world: &World, id: Id, with: &Attack) -> Vec<Id> {
    let breaks = |&thing: &Id| {
        world
            .part::<Fixture>(thing)
            .is_some_and(|fixture| fixture.durability.is_some())
    };
    let all = on_map(world).chain(things(world).filter(breaks));
    all.filter(|&target| aims_at(world, id, with, target).is_ok()).collect()
}

impl AttackCourse for Strike {
    /// VIG-ACT-23, VIG-ACT-24: looked at again after whatever came between.
    fn still(&self, world: &World) -> Result<(), Refusal> {
        let id = self.attacker;
        if !who::conscious(world, id) || (who::held(world, id) && !self.needs_no_hands(world)) {
            let message = "Whoever attacks can do nothing more.";
            return Err(Refusal::by(rule!("VIG-ACT-23"), "unable", message));
        }
        if who::negated(world, id) {
            let message = "Whoever attacks has been knocked down on its own turn.";
            return Err(Refusal::by(rule!("VIG-PRONE-3"), "negated", message));
        }
        aims_at(world, self.attacker, &self.with, self.target).map_err(|why| Refusal {
            rule: Some(rule!("VIG-ACT-24")),
            ..why
        })
    }

    fn fails(self, world: &mut World, why: Refusal) {
        self.comes_to_nothing(world, why);
        breath::catch(world, self.attacker);
    }

    fn roll(self, world: &mut World, flight: Id) {
        let (against, _) = guard::against(world, self.attacker, &self.with, self.target);
        let pool = self.pool(world);
        if self.weakness_found(world) {
            let target = self.target;
            world
                .the_mut::<TurnUsage>(self.attacker)
                .found
                .retain(|(known, _)| *known != target);
        }
        let prone = has_condition(world, self.target, PRONE);
        let mut total = pool.roll(world);
        let gap = apart::distance(world, self.attacker, self.target);
        let own_reach = who::profile(world, self.attacker).size.reach();
        if prone && !self.with.ranged() {
            total.push(Trace::note("on the ground, hand to hand").by(rule!("VIG-ATK-10")));
        }
        self.remarks(world, gap, &mut total);
        if self.with.ranged() && gap <= 1 {
            total.push(Trace::note("no harder beside enemies").by(rule!("VIG-ATK-11")));
        } else if !self.with.ranged() && gap > own_reach {
            total.push(Trace::note("as far as its weapon reaches").by(rule!("VIG-GRID-7")));
        }
        let lands = total.value > against.value;
        if total.terms.first().is_some_and(|die| die.value == 1 || die.value == 20) {
            total.push(Trace::note("1 and 20 mean nothing more").by(rule!("VIG-ATK-7")));
        }
        let rule = if lands { rule!("VIG-ATK-4") } else { rule!("VIG-ROLL-2") };
        total.verdict = Some(lands);
        let mut beaten = Trace::note(format!("to beat: {}", against.value)).by(rule);
        if against.terms.len() > 1 {
            beaten
                .terms
                .push(Trace::note("Guard first, the rest after it").by(rule!("VIG-ATK-6")));
        }
        beaten.terms.extend(against.terms);
        total.push(beaten);
        world.tell(self.outcome(What::Number).trace(total.clone()));
        if !lands {
            let event = self.outcome(What::came(AttackOutcome::Missed));
            world.tell(event.by(rule!("VIG-ROLL-2")).by(rule!("VIG-REACT-12")));
        }
        let entity = world.entity_of(flight).expect("an attack in flight should exist");
        world.entity_mut(entity).insert(Rolled { total, lands });
        if lands && world.part::<Creature>(self.target).is_some() {
            defence::offer(world, flight, &self);
        }
    }

    /// VIG-DMG-1, VIG-DMG-3, VIG-DMG-4: what lands does damage.
    fn deal(self, world: &mut World, flight: Id) {
        // VIG-HIDE-3: hit or miss, whoever attacks shows itself.
        sight::reveal(world, self.attacker, None, rule!("VIG-HIDE-3"));
        if is_on_map(world, self.target) {
            uncharm(world, self.target, self.attacker);
        }
        if !world.the::<Rolled>(flight).lands {
            return;
        }
        // A reaction to it may have struck down whoever attacks, or thrown it out of reach.
        if let Err(why) = self.still(world) {
            return self.comes_to_nothing(world, why);
        }
        if self.with.damage_value == 0 {
            // VIG-DMG-11, VIG-TYPE-12: what does no damage only calls for a check.
            let event = self.outcome(What::came(AttackOutcome::Hit)).by(rule!("VIG-DMG-11"));
            world.tell(event.by(rule!("VIG-LIFE-21")));
            return self.calls_to_resist(world);
        }
        let plain = (self.with.damage_value, self.with.quality.die());
        let alone = |label: &'static str, rule| Trace::refused(label, 0, "the attack's alone").by(rule);
        let (technique, charges) = self.charges();
        let mut pool = Pool::effect(self.attacker, "damage", plain);
        pool = if self.with.class.by_strength() {
            let (from, dice) = of_score(world, self.attacker, Score::Strength);
            pool.dice(from, dice, rule!("VIG-DMG-3"))
        } else if let Some(skill) = self.with.skill {
            let dice = who::profile(world, self.attacker).skill(skill);
            pool.dice(skill.name(), dice, rule!("VIG-DMG-4"))
        } else {
            pool
        };
        // VIG-ROLL-12: only what says so counts for the effect.
        // VIG-ROLL-22: what the game master has named damage for.
        let set = std::mem::take(&mut world.the_mut::<TurnUsage>(self.attacker).damage_charges);
        let mut amount = pool
            .steps("the game master", set, rule!("VIG-ROLL-22"))
            .steps(technique, charges, rule!("VIG-ROLL-12"))
            .talents(world, When::Damage)
            .steps("the other hand", self.off_hand(), rule!("VIG-ACT-6"))
            .roll(world);
        amount
            .terms
            .push(Trace::note(self.with.quality.name()).by(rule!("VIG-DMG-2")));
        if let Some(kind) = self.with.kind_of_kinetic() {
            amount.terms.push(Trace::note(kind.word()).by(rule!("VIG-TYPE-3")));
        }
        if self.with.class == Class::Spell && self.with.skill.is_none() {
            amount.push(alone("Bonus dice", rule!("VIG-DMG-5")));
        }
        if guard::size(world, self.attacker) > guard::size(world, self.target) {
            amount.push(Trace::note("its size alone kills nobody").by(rule!("VIG-SIZE-5")));
        }
        let of_its_kind = match self.with.class {
            Class::Unarmed => Some(rule!("VIG-DMG-7")),
            Class::Natural => Some(rule!("VIG-DMG-8")),
            _ => None,
        };
        amount
            .terms
            .extend(of_its_kind.map(|rule| Trace::note("its body's own").by(rule)));
        if band(world, self.attacker, &self.with, self.target).unwrap_or(0) > 0 {
            amount.push(alone("Challenges by the distance", rule!("VIG-ROLL-14")));
        }
        if self.with.ranged() && has_condition(world, self.target, PRONE) {
            amount.push(alone("a Challenge by a target on the ground", rule!("VIG-ATK-9")));
        }
        if harm::strike_home(world, &self, amount) {
            self.calls_to_resist(world);
        }
    }

    /// What follows on every attack: its maker is out of breath or not, shows itself, may go on with the other hand; and whoever waited
    /// for it may act.
    fn close(self, world: &mut World) {
        let Self { attacker, target, .. } = self;
        // VIG-MOVE-15: whoever was stopped on its way by it.
        let stops = |(_, moving): (Id, &Moving)| moving.creature == target && moving.rest.is_empty();
        if uppermost::<Moving>(world).is_some_and(stops) {
            moves::go_back(world, target);
        }
        if !is_on_map(world, attacker) {
            return;
        }
        if self.occasion == Occasion::OffHand {
            return breath::catch(world, attacker);
        }
        let mut cues = vec![Cue::Attacks, Cue::AllyAttacked, Cue::Acts(attacker)];
        if matches!(self.occasion, Occasion::Technique(_) | Occasion::Spell(_)) {
            cues.push(Cue::UsesAbility);
        }
        readied::after(world, attacker, Some(target), cues);
        let allows = match &self.occasion {
            Occasion::Action => true,
            Occasion::Technique(technique) => technique.light,
            _ => false,
        };
        // VIG-ACT-5, VIG-ACT-9: on its own turn, for as much Vigor as it takes.
        if allows && who::own_turn(world, attacker) {
            let main = self.with.key.into();
            launch(world, Another { attacker, main });
        } else {
            breath::catch(world, attacker);
        }
    }
}

/// VIG-COND-14: whoever is attacked by its charmer's side is charmed no more.
pub fn uncharm(world: &mut World, id: Id, by: Id) {
    let own = side_of(world, by);
    let charmers: Vec<Id> = charmers(world, id).collect();
    let stay: Vec<Id> = charmers
        .iter()
        .copied()
        .filter(|&of| side_of(world, of) != own)
        .collect();
    if stay.len() == charmers.len() {
        return;
    }
    if stay.is_empty() {
        who::lose(world, id, CHARMED, rule!("VIG-COND-14"));
        return;
    }
    world.change::<Conditions, _>(id, |all| {
        let of_its_side = |of: Option<Id>| of.is_some_and(|of| !stay.contains(&of));
        all.0.retain(|one| one.key != CHARMED || !of_its_side(one.source));
    });
    who::note(world, id, "is charmed by the others alone", rule!("VIG-COND-14"));
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
pub fn not_charmed_by(world: &World, id: Id, target: Id) -> Result<(), Refusal> {
    if charmers(world, id).any(|of| of == target) {
        return Err(Refusal::by(
            rule!("VIG-COND-14"),
            "charmed",
            "It is charmed by that one.",
        ));
    }
    Ok(())
}

impl Strike {
    /// VIG-COND-2: whether it can be gone on with by somebody who is held.
    fn needs_no_hands(&self, world: &World) -> bool {
        let mut spells = who::profile(world, self.attacker).spells.iter();
        matches!(self.occasion, Occasion::Spell(_)) && spells.any(|spell| spell.mental && spell.key == self.with.key)
    }

    /// It cannot be gone on with, and what was paid for it stays paid.
    fn comes_to_nothing(&self, world: &mut World, why: Refusal) {
        let text = format!("{} comes to nothing: {}", self.with.name, why.message);
        let mut event = self.outcome(What::Note { text: text.into() });
        event.rules.extend(why.rule);
        world.tell(event);
        world.tell(self.outcome(What::came(AttackOutcome::Void)));
    }

    /// What is worth a word about where both stand.
    fn remarks(&self, world: &World, gap: i32, total: &mut Trace) {
        if self.with.ranged() {
            let far = format!("{} ft are {} squares", self.with.range_ft, self.with.band());
            total.push(Trace::note(far).by(rule!("VIG-GRID-3")));
            if matches!(self.with.class, Class::Spell | Class::Natural | Class::Thrown) {
                total.push(Trace::note("used at a distance").by(rule!("VIG-ATK-16")));
            }
        } else if gap <= 1 {
            total.push(Trace::note("a square of 6 ft away").by(rule!("VIG-GRID-1")));
            total.push(Trace::note("a clear path between").by(rule!("VIG-ADJ-1")));
        }
        if has_condition(world, self.attacker, PRONE) && self.attacker != self.target {
            total.push(Trace::note("as well from the ground").by(rule!("VIG-PRONE-8")));
        }
        if who::incapacitated(world, self.target) && world.part::<Creature>(self.target).is_some() {
            total.push(Trace::note("it must hit all the same").by(rule!("VIG-COND-5")));
        }
        if world.part::<Fixture>(self.target).is_some() {
            total.push(Trace::note("itself no cover").by(rule!("VIG-OBJ-8")));
        }
    }

    /// VIG-DMG-11: what a hit brings, whether it did harm or not.
    fn calls_to_resist(&self, world: &mut World) {
        let Some(resist) = self.resist().cloned() else { return };
        if world.part::<Creature>(self.target).is_none() {
            return;
        }
        who::note(world, self.target, "the hit is enough for it", rule!("VIG-DMG-11"));
        let stuns = resist.or == Brings::Reeling;
        let effect = Resisting {
            target: self.target,
            source: Some(self.attacker),
            name: self.with.name.clone().into(),
            resist,
            within: near::reach(world, self.attacker, &self.with).max(apart::distance(
                world,
                self.attacker,
                self.target,
            )),
            rule: if stuns {
                rule!("VIG-TYPE-12")
            } else {
                rule!("VIG-PRONE-1")
            },
        };
        resist::strike(world, effect);
    }
}
