//! Skill Checks that are actions: against another's (MOM-CON), against a number where nobody contests them.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::roll::{Roll, opposed};
use super::super::body::status::{self, Affliction};
use super::super::body::{creature, hands, life};
use super::super::data::Skill::{
    self, Athletics, Endurance, FirstAid, Improvisation, Nimbleness, QuickFingers, RawForce,
};
use super::super::data::Status;
use super::super::data::conditions::{BLEEDING, BLINDED, GRABBED, RESTRAINED};
use super::super::field::{distance, sight};
use super::check::{About, Contest};
use super::push::Push;
use super::{asking, cinema_reaction, ride, willing};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// The question where to, and the answer that moves nobody.
pub(crate) const WHERE_TO: &str = "where_to";
pub(crate) const STAYS: &str = "stays";
/// The question what the other drops.
pub(crate) const DISARM: &str = "drops";
/// The question where the one who is shaken off comes down.
pub(crate) const THROWN: &str = "thrown";

/// How a contest is rolled: the Skills of the actor, those of the target, and whether sizes count (MOM-CON-1 to MOM-CON-4). It knows no
/// attack roll, no Evasion, no cover and no criticals (MOM-CON-6).
struct Terms {
    tries: &'static [Skill],
    against: &'static [Skill],
    by_size: bool,
}

impl About {
    const fn terms(self) -> Terms {
        let (tries, against, by_size): (&'static [Skill], &'static [Skill], bool) = match self {
            Self::Place | Self::Hold | Self::Freedom => {
                (&[Athletics, RawForce], &[Athletics, RawForce, Nimbleness], true)
            }
            Self::Feet => (&[Athletics, RawForce], &[Athletics, Nimbleness], true),
            Self::Eyes => (&[QuickFingers, Nimbleness], &[Improvisation, Endurance], true),
            Self::Back | Self::Off => {
                (&[Athletics, Nimbleness], &[Athletics, RawForce, Nimbleness, QuickFingers], false)
            }
            Self::Hands => (
                &[Athletics, Nimbleness, RawForce, QuickFingers],
                &[Athletics, Nimbleness, RawForce, QuickFingers],
                false,
            ),
            Self::Bonds => (&[Athletics, RawForce, Nimbleness], &[], false),
            Self::Blood => (&[FirstAid], &[], false),
        };
        Terms { tries, against, by_size }
    }

    /// The rule of its checks.
    fn rule(self) -> Rule {
        match self {
            Self::Place => rule!("MOM-SHOVE-1"),
            Self::Feet => rule!("MOM-TRIP-1"),
            Self::Eyes => rule!("MOM-BLIND-1"),
            Self::Hold => rule!("MOM-GRAB-1"),
            Self::Back => rule!("MOM-CLIMB-3"),
            Self::Off => rule!("MOM-CLIMB-6"),
            Self::Hands => rule!("MOM-DISARM-1"),
            Self::Freedom => rule!("MOM-GRAB-6"),
            Self::Bonds => rule!("MOM-STAT-11"),
            Self::Blood => rule!("MOM-ACT-11"),
        }
    }

    /// Whether the one against whom it goes can accept it (MOM-DICE-12).
    const fn can_be_let(self) -> bool {
        matches!(self, Self::Place | Self::Feet | Self::Eyes | Self::Hold | Self::Back | Self::Hands)
    }
}

/// A Shove that has come off, until its player says where to.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Choosing {
    actor: Id,
    target: Id,
}

impl Contest {
    /// A contest against another creature, if it can be acted upon so (MOM-CON-1, MOM-CON-5).
    ///
    /// # Errors
    /// The rule that stands against it.
    pub(crate) fn against(world: &World, actor: Id, target: Option<Id>, about: About) -> Result<Self, Refusal> {
        if target.is_some_and(|target| creature::is_object(world, target)) {
            return Err(Refusal::by(rule!("MOM-CON-8"), "object", "Objects contest nothing."));
        }
        let known = |target: &Id| known_to(world, actor).any(|(other, _)| other == *target);
        let target = target.filter(|&target| target != actor).filter(known);
        let target = target.ok_or_else(|| Refusal::new("no_target", "Name another creature."))?;
        if !distance::beside(world, actor, target) {
            return Err(Refusal::by(rule!("MOM-CON-5"), "range", "It is not within 1 m."));
        }
        if about.terms().by_size && above(world, actor, target) > 1 {
            return Err(Refusal::by(rule!("MOM-CON-1"), "too_large", "It is too large for that."));
        }
        Ok(Self::new(actor, target, about))
    }

    /// MOM-TRIG-18: whether it can go on, now that others may have answered before the dice.
    fn still(self, world: &World) -> Result<(), Refusal> {
        let Self { actor, target, .. } = self;
        creature::able(world, actor)?;
        let near = actor == target || (is_on_map(world, target) && distance::beside(world, actor, target));
        if near { Ok(()) } else { Err(Refusal::by(rule!("MOM-CON-5"), "range", "It is not within 1 m.")) }
    }

    /// Lets it take flight; the one against whom it goes is asked first whether it lets it happen.
    pub(crate) fn launch(self, world: &mut World, name: &'static str) {
        let flight = launch(world, self);
        // What is launched last is asked first.
        cinema_reaction::before_the_roll(world, self.actor, Some(self.target));
        if self.about.can_be_let() {
            willing::ask(world, flight, self.actor, name, true, &[self.target]);
        }
    }
}

fn above(world: &World, actor: Id, target: Id) -> i32 {
    creature::profile(world, target).size.above(creature::profile(world, actor).size)
}

impl Later for Contest {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self { actor, target, about, let_happen } = self;
        if let Err(why) = self.still(world) {
            let what = "What it was about to do";
            return comes_to_nothing(world, actor, Some(target), what, why, [rule!("MOM-TRIG-18")]);
        }
        match about {
            About::Blood => return tend(world, actor, target),
            About::Bonds => return burst_free(world, actor),
            About::Freedom | About::Off => {}
            _ => sight::give_away(world, actor),
        }
        // MOM-GRAB-6, MOM-CLIMB-6: the one who holds on rolls as before, and the actor is free unless that comes higher.
        let (tries, resists) = match about {
            About::Freedom | About::Off => (target, actor),
            _ => (actor, target),
        };
        let Terms { tries: own, against, by_size } = about.terms();
        if !is_on_map(world, target) {
            return;
        }
        let holds = if let_happen {
            true
        } else {
            let mut mine = Roll::skill(world, tries, own);
            let mut its = Roll::skill(world, resists, against);
            match above(world, tries, resists) {
                _ if !by_size => {}
                0 => {}
                1.. => its.advantage("it is larger", rule!("MOM-CON-2")),
                _ => mine.advantage("the other is smaller", rule!("MOM-CON-3")),
            }
            opposed(world, mine, its, Some(about.rule()))
        };
        match about {
            About::Freedom | About::Off if holds => {}
            About::Freedom => free(world, actor, target),
            About::Off => _ = launch(world, Throwing { host: actor, rider: target }),
            _ if !holds => {}
            About::Place => _ = launch(world, Choosing { actor, target }),
            About::Feet => _ = life::knock_down(world, target, rule!("MOM-TRIP-1")),
            About::Eyes => blind(world, actor, target),
            About::Hold => grab(world, actor, target),
            About::Back => {
                if let Some(&at) = ride::seats(world, actor, target).first() {
                    if let_happen {
                        world.note(target, "lets it climb up", rule!("MOM-CLIMB-12"));
                    }
                    launch(world, ride::Mounting { climber: actor, host: target, at });
                }
            }
            About::Hands => _ = launch(world, Disarming { actor, target }),
            About::Bonds | About::Blood => {}
        }
    }
}

/// MOM-ACT-11, MOM-ACT-12: a check against a number, which gives no Vitality back.
fn tend(world: &mut World, actor: Id, target: Id) {
    let rolled = Roll::skill(world, actor, &[FirstAid]).roll_to_reach(world, 8);
    if rolled.reaches(world, 8, [rule!("MOM-DICE-4"), rule!("MOM-ACT-11")]) {
        lose(world, target, BLEEDING, [rule!("MOM-ACT-11")]);
    }
}

/// MOM-STAT-11: a check against the power of what binds it.
fn burst_free(world: &mut World, actor: Id) {
    let bonds = world.the::<Conditions>(actor).0.iter().find(|one| one.key == RESTRAINED);
    let Some(power) = bonds.map(|one| one.amount) else { return };
    let rolled = Roll::skill(world, actor, About::Bonds.terms().tries).roll_to_reach(world, power);
    if rolled.reaches(world, power, [rule!("MOM-STAT-11")]) {
        status::end(world, actor, Status::Restrained, [rule!("MOM-STAT-11")]);
    }
}

/// MOM-BLIND-2: until the end of its next turn.
fn blind(world: &mut World, actor: Id, target: Id) {
    let immune = creature::profile(world, target).status_immune.contains(&Status::Blinded);
    if immune {
        return world.note(target, "cannot be Blinded", rule!("MOM-STAT-5"));
    }
    gain_from(world, target, BLINDED, Some(actor), Lasts::TurnEnd(target), [rule!("MOM-BLIND-2")]);
}

/// MOM-GRAB-1, MOM-GRAB-3: it is held, by one hand. MOM-GRAB-5: it is not dragged along.
fn grab(world: &mut World, actor: Id, target: Id) {
    let with = Affliction { status: Status::Grabbed, dr: None, power: 0, source: Some(actor) };
    status::afflict(world, target, with, rule!("MOM-GRAB-1"));
}

/// A creature has got free of a holder (MOM-GRAB-6).
fn free(world: &mut World, held: Id, holder: Id) {
    lose_from(world, held, GRABBED, holder, [rule!("MOM-GRAB-6")]);
}

/// Lets go of a creature (MOM-GRAB-4).
pub(crate) fn let_go(world: &mut World, holder: Id, held: Id, rule: Rule) {
    if lose_from(world, held, GRABBED, holder, [rule.clone()]) {
        world.note(held, "is held by one less", rule);
    }
}

/// MOM-GRAB-4: grabs that distance, or the state of the one who holds, has ended.
pub(crate) fn test_grabs(world: &mut World) {
    let all: Vec<Id> = on_map(world).filter(|&id| has_condition(world, id, GRABBED)).collect();
    for held in all {
        let holders = world.the::<Conditions>(held).0.iter().filter(|one| one.key == GRABBED);
        let holders: Vec<Id> = holders.filter_map(|one| one.source).collect();
        for holder in holders {
            let able =
                is_on_map(world, holder) && creature::acts(world, holder) && !has_condition(world, holder, RESTRAINED);
            if !able || distance::between(world, holder, held) > 1 {
                let_go(world, holder, held, rule!("MOM-GRAB-4"));
            }
        }
    }
}

impl Choosing {
    /// MOM-SHOVE-2: every square next to its own, but for steps onto the one who shoves.
    fn squares(self, world: &World) -> Vec<Square> {
        let (own, its) = (space(world, self.actor), space(world, self.target));
        let onto = |at: &Square| !Footprint { at: *at, ..its }.overlaps(own);
        its.at.neighbours().into_iter().filter(onto).collect()
    }
}

impl Asks for Choosing {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let choosing = world.the::<Self>(flight);
        let name = world.resource::<Names>().name(choosing.target);
        let place = |at: Square| Choice::place(at, "To", rule!("MOM-SHOVE-2")).to(Purpose::Control);
        let stays = Choice::new(STAYS, "It stays where it is").to(Purpose::Decline).by(rule!("MOM-SHOVE-2"));
        let choices = choosing.squares(world).into_iter().map(place).chain([stays]).collect();
        let prompt = format!("Where is {name} shoved to?");
        let decision = Decision::new(world, choosing.actor, WHERE_TO, prompt, choices);
        Question::inquiry(decision.against(Some(choosing.target)), [rule!("MOM-SHOVE-1")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let choosing = *world.the::<Self>(flight);
        let chosen = asking::square_named(choosing.squares(world), word);
        land(world);
        let Self { actor, target } = choosing;
        let from = space(world, target);
        if let Some(to) = chosen {
            let step = (to.x - from.at.x, to.y - from.at.y);
            Push::new(actor, target, step, 1, None).launch(world, rule!("MOM-SHOVE-1"));
        }
    }
}

/// A creature that is shaken off its host's back, until the host's player says where it comes down (MOM-CLIMB-7).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Throwing {
    host: Id,
    rider: Id,
}

impl Asks for Throwing {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let &Self { host, rider } = world.the::<Self>(flight);
        let place = |at: Square| Choice::place(at, "To", rule!("MOM-CLIMB-7")).to(Purpose::Control);
        let choices: Vec<Choice> = ride::ground_beside(world, rider, host).into_iter().map(place).collect();
        if choices.is_empty() || ride::host(world, rider) != Some(host) {
            return Inquiry::Nobody;
        }
        let prompt = format!("Where does {} come down?", world.resource::<Names>().name(rider));
        let decision = Decision::new(world, host, THROWN, prompt, choices).against(Some(rider));
        Question::inquiry(decision, [rule!("MOM-CLIMB-6"), rule!("MOM-CLIMB-7")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let &Self { host, rider } = world.the::<Self>(flight);
        let there = ride::ground_beside(world, rider, host);
        land(world);
        let chosen = asking::square_named(there, word);
        if let Some(to) = chosen {
            launch(world, ride::Dismounting { rider, to, why: ride::Descent::Shaken });
        }
    }
}

/// A Disarm that has come off, until its player says what falls and whether it is taken (MOM-DISARM-2, MOM-DISARM-3).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Disarming {
    actor: Id,
    target: Id,
}

impl Disarming {
    /// The word of an answer: the key of the thing, alone or with this after it.
    const TAKE: &'static str = "+take";
}

impl Asks for Disarming {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let &Self { actor, target } = world.the::<Self>(flight);
        let free = hands::free(world, actor);
        let mut choices = Vec::new();
        for item in hands::held(world, target) {
            let (key, name) = (item.key(), item.name());
            if free >= 1 {
                let take = Choice::new(format!("{key}{}", Self::TAKE), format!("Take {name}"));
                choices.push(take.to(Purpose::Control).by(rule!("MOM-DISARM-3")));
            }
            let falls = Choice::new(key.to_owned(), format!("{name} falls"));
            choices.push(falls.to(Purpose::Control).by(rule!("MOM-DISARM-2")));
        }
        if choices.is_empty() {
            return Inquiry::Nobody;
        }
        let prompt = format!("What does {} drop?", world.resource::<Names>().name(target));
        let decision = Decision::new(world, actor, DISARM, prompt, choices).against(Some(target));
        Question::inquiry(decision, [rule!("MOM-DISARM-1"), rule!("MOM-DISARM-2")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let &Self { actor, target } = world.the::<Self>(flight);
        land(world);
        let (key, take) = match word.strip_suffix(Self::TAKE) {
            Some(key) => (key, true),
            None => (word, false),
        };
        if !take {
            return hands::drop(world, target, key, rule!("MOM-DISARM-2"));
        }
        if let Some(item) = hands::lose(world, target, key) {
            let text = format!("takes {} from it", item.name());
            let event = Event::note(text).actor(actor).target(target);
            world.tell(event.by(rule!("MOM-DISARM-3")));
            hands::receive(world, actor, item);
        }
    }
}
