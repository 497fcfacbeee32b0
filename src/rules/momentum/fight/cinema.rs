//! A Cinematic in flight: judged, joined by allies, paid, rolled, ruled on (MOM-CINE, MOM-COOP, MOM-BURST).
//!
//! It goes through the [`Step`]s in the order in which they stand there. For each ally who joins it goes back to [`Step::Judging`].

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::creature::{AP, NM, RP};
use super::super::body::roll::Roll;
use super::super::data::cinematic::{Check, Entry, NUMBERS};
use super::super::data::{Drama, Skill};
pub(crate) use super::cinema_price::{Price, may_burst, price};
use super::prepared::{self, Staging};
use crate::battle::{Event, *};
use crate::rule;

/// The questions.
const CINEMATIC: &str = "cinematic";
const NUMBER: &str = "cinematic_number";
const JOINS: &str = "join";
const ALONE: &str = "alone";
const OUTCOME: &str = "cinematic_outcome";

/// Their answers.
const ALLOW: &str = "allow";
const REFUSE: &str = "refuse";
const JOIN: &str = "join";
const STAY: &str = "stay";
const GO_ON: &str = "go_on";
const STOP: &str = "stop";
const EFFECT: &str = "effect";
const DONE: &str = "done";

/// A creature that takes part, and what it rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Part {
    who: Id,
    check: Check,
}

/// How far a Cinematic has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    /// The game master says whether a creature can take part, and by which Skill.
    Judging(Id),
    /// The game master says which number its Skill Check must reach.
    Number(Id, Skill),
    /// The allies who were invited are asked.
    Inviting,
    /// Nobody has joined: the actor is asked whether it goes on.
    Alone,
    /// Everybody pays.
    Paying,
    /// The dice fall.
    Rolling,
    /// The game master says what happens; `told` once what is prepared has been let happen.
    Ruling { success: bool, told: bool },
}

/// A Cinematic in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Cinema {
    actor: Id,
    /// The key of what is prepared, if anything is.
    entry: Option<String>,
    idea: String,
    target: Option<Id>,
    reaction: bool,
    /// The allies still to be asked, the next one last.
    invited: Vec<Id>,
    /// Whether any ally was invited at all.
    asked: bool,
    /// Those who take part so far, the actor first.
    parts: Vec<Part>,
    step: Step,
}

/// A Cinematic as it is begun.
pub(crate) struct Begun {
    /// The creature that begins it.
    pub actor: Id,
    /// The key of what is prepared, if anything is.
    pub entry: Option<String>,
    /// What the actor wants to do, in its player's words.
    pub idea: String,
    /// The enemy that its player named.
    pub target: Option<Id>,
    /// Whether it is a Reaction.
    pub reaction: bool,
    /// The allies who are invited.
    pub invited: Vec<Id>,
}

/// Begins one; nothing is paid yet.
pub(crate) fn begin(world: &mut World, begun: Begun) {
    let Begun { actor, entry, idea, target, reaction, invited } = begun;
    // The next one to be asked stands last.
    let mut invited = creature::by_initiative(world, invited.into_iter());
    invited.reverse();
    let (asked, step) = (!invited.is_empty(), Step::Judging(actor));
    let cinema = Cinema { actor, entry, idea, target, reaction, invited, asked, parts: Vec::new(), step };
    let event = Event::note(format!("attempts: {}", cinema.name(world))).actor(actor);
    world.tell(event.target(target).by(rule!("MOM-CINE-4")));
    launch(world, cinema);
}

/// The rule by which a Cinematic succeeds or fails.
fn rule_of(success: bool) -> Rule {
    if success { rule!("MOM-CINE-6") } else { rule!("MOM-CINE-7") }
}

impl Cinema {
    fn prepared<'a>(&self, world: &'a World) -> Option<&'a Entry> {
        prepared::entry(world, self.entry.as_deref()?)
    }

    fn name(&self, world: &World) -> String {
        self.prepared(world).map_or_else(|| self.idea.clone(), |entry| entry.name.clone())
    }

    fn is_joint(&self) -> bool {
        self.parts.len() > 1
    }

    /// Whether a creature takes part as a Reaction, as all allies who join do.
    fn is_reaction_of(&self, who: Id) -> bool {
        self.reaction || who != self.actor
    }

    /// The prepared check that a creature makes. The actor makes the first, an ally the one in which it stands best (MOM-COOP-3).
    fn prepared_check(&self, world: &World, who: Id) -> Option<Check> {
        let entry = self.prepared(world)?;
        let first = Check { skill: entry.skill, against: entry.against };
        if who == self.actor {
            return Some(first);
        }
        let margin = |check: &Check| creature::profile(world, who).skill(check.skill) - check.against;
        let all = [first].into_iter().chain(entry.others.iter().copied());
        all.rev().max_by_key(margin)
    }

    fn judging(&self, world: &World, who: Id) -> Decision {
        let names = world.resource::<Names>();
        let what = if who == self.actor {
            self.name(world)
        } else {
            format!("{} helps: {}", names.name(who), self.name(world))
        };
        let guide = prepared::guide(world, self.actor);
        let prompt = format!(
            "{}: {}. Is it possible, and by which Skill? Worth {guide} at least; 11 at level 3, 15 at level 5, 18 at level 9.",
            names.name(self.actor),
            what.trim_end_matches('.')
        );
        let mut choices = Vec::new();
        if let Some(Check { skill, against }) = self.prepared_check(world, who) {
            let label = format!("Yes: {} against {against}", skill.name());
            choices.push(Choice::new(ALLOW, label).by(rule!("MOM-CINE-5")));
        }
        let skill =
            |&(_, key, name): &(Skill, &'static str, &'static str)| Choice::new(key, name).by(rule!("MOM-CINE-5"));
        choices.extend(Skill::ALL.iter().map(skill));
        choices.push(Choice::new(REFUSE, "Not possible").to(Purpose::Decline).by(rule!("MOM-CINE-4")));
        Decision::to_the_table(world, who, CINEMATIC, prompt, choices)
    }

    fn numbering(world: &World, who: Id, skill: Skill) -> Decision {
        let number = |number: i64| Choice::new(number.to_string(), number.to_string()).by(rule!("MOM-CINE-5"));
        let refuse = Choice::new(REFUSE, "Not possible after all").to(Purpose::Decline).by(rule!("MOM-CINE-4"));
        let choices = NUMBERS.map(number).chain([refuse]).collect();
        let prompt = format!("{}: what must the {} Check reach?", world.resource::<Names>().name(who), skill.name());
        Decision::to_the_table(world, who, NUMBER, prompt, choices)
    }

    /// The question to the next ally who was invited, if it can pay for it.
    fn inviting(&self, world: &World) -> Inquiry {
        let Some(&ally) = self.invited.last() else { return Inquiry::Nobody };
        let Ok(price) = price(world, ally, true, true) else { return Inquiry::Nobody };
        let names = world.resource::<Names>();
        let prompt = format!("{} invites {}: {}", names.name(self.actor), names.name(ally), self.name(world));
        let join = price.on(Choice::new(JOIN, "Join")).to(Purpose::Aid);
        let stay = Choice::new(STAY, "Stay out of it").to(Purpose::Decline).by(rule!("MOM-COOP-7"));
        let decision = Decision::new(world, ally, JOINS, prompt, vec![join.by(rule!("MOM-COOP-1")), stay]);
        Question::inquiry(decision.against(Some(self.actor)), [rule!("MOM-COOP-7")])
    }

    fn going_on(&self, world: &World) -> Inquiry {
        let Ok(price) = price(world, self.actor, self.reaction, false) else { return Inquiry::Nobody };
        let go_on = price.on(Choice::new(GO_ON, "Alone, then")).by(rule!("MOM-COOP-7"));
        let stop = Choice::new(STOP, "Not at all").to(Purpose::Decline).by(rule!("MOM-COOP-7"));
        let prompt = format!("Nobody joins {}.", world.resource::<Names>().name(self.actor));
        let decision = Decision::new(world, self.actor, ALONE, prompt, vec![go_on, stop]);
        Question::inquiry(decision, [rule!("MOM-COOP-7")])
    }

    fn ruling(&self, world: &World, success: bool, told: bool) -> Decision {
        let came = if success { "It comes off." } else { "It fails." };
        let prompt =
            format!("{}: {}. {came} What comes of it?", world.resource::<Names>().name(self.actor), self.name(world));
        let rule = rule_of(success);
        let effect = Choice::new(EFFECT, "What is prepared").by(rule.clone());
        let effect = (self.entry.is_some() && success && !told).then_some(effect);
        let done = Choice::new(DONE, "That is all").to(Purpose::Decline).by(rule);
        Decision::to_the_table(world, self.actor, OUTCOME, prompt, effect.into_iter().chain([done]).collect())
    }

    fn staging(&self) -> Option<Staging> {
        let entry = self.entry.clone()?;
        let parts = u16::try_from(self.parts.len()).unwrap_or(1);
        Some(Staging { actor: self.actor, entry, target: self.target, parts, next: 0 })
    }
}

/// Goes on with another step.
fn go_to(world: &mut World, flight: Id, step: Step) {
    world.the_mut::<Cinema>(flight).step = step;
}

/// A creature takes part, by a check; then the next ally is asked.
fn takes_part(world: &mut World, flight: Id, who: Id, check: Check) {
    let mut cinema = world.the_mut::<Cinema>(flight);
    cinema.parts.push(Part { who, check });
    cinema.step = Step::Inviting;
}

/// What a creature would do is not possible. Without its actor the Cinematic is over; without an ally it goes on.
fn refused(world: &mut World, flight: Id, who: Id) {
    let actor = world.the::<Cinema>(flight).actor;
    if who == actor {
        land(world);
        return world.note(actor, "cannot do that; nothing is paid", rule!("MOM-CINE-4"));
    }
    world.note(who, "cannot help with that", rule!("MOM-CINE-4"));
    go_to(world, flight, Step::Inviting);
}

impl Asks for Cinema {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let cinema = world.the::<Self>(flight);
        let presided = is_presided(world);
        if !is_on_map(world, cinema.actor) {
            return Inquiry::Nobody;
        }
        match cinema.step {
            Step::Judging(who) if presided => {
                Question::inquiry(cinema.judging(world, who), [rule!("MOM-CINE-4"), rule!("MOM-CINE-8")])
            }
            Step::Number(who, skill) if presided => {
                Question::inquiry(Self::numbering(world, who, skill), [rule!("MOM-CINE-5")])
            }
            Step::Inviting => cinema.inviting(world),
            Step::Alone => cinema.going_on(world),
            Step::Ruling { success, told } if presided => {
                Question::inquiry(cinema.ruling(world, success, told), [rule_of(success)])
            }
            Step::Rolling => Inquiry::Nothing,
            _ => Inquiry::Nobody,
        }
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let cinema = world.the::<Self>(flight).clone();
        match cinema.step {
            Step::Judging(who) => match (word, cinema.prepared_check(world, who), Skill::of_key(word)) {
                (ALLOW, Some(check), _) => takes_part(world, flight, who, check),
                (_, _, Some(skill)) => go_to(world, flight, Step::Number(who, skill)),
                _ => refused(world, flight, who),
            },
            Step::Number(who, skill) => match word.parse() {
                Ok(against) => takes_part(world, flight, who, Check { skill, against }),
                Err(_) => refused(world, flight, who),
            },
            Step::Inviting => {
                let Some(ally) = world.the_mut::<Self>(flight).invited.pop() else { return };
                match (word, cinema.prepared_check(world, ally)) {
                    (JOIN, _) if is_presided(world) => go_to(world, flight, Step::Judging(ally)),
                    (JOIN, Some(check)) => takes_part(world, flight, ally, check),
                    _ => world.note(ally, "stays out of it", rule!("MOM-COOP-7")),
                }
            }
            Step::Alone if word == GO_ON => go_to(world, flight, Step::Paying),
            Step::Alone => {
                land(world);
                world.note(cinema.actor, "leaves it; nothing is paid", rule!("MOM-COOP-7"));
            }
            Step::Ruling { success, .. } if word == EFFECT => {
                go_to(world, flight, Step::Ruling { success, told: true });
                if let Some(staging) = cinema.staging() {
                    launch(world, staging);
                }
            }
            _ => land(world),
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        let cinema = world.the::<Self>(flight).clone();
        if !is_on_map(world, cinema.actor) {
            land(world);
            return;
        }
        match cinema.step {
            Step::Judging(who) | Step::Number(who, _) => match cinema.prepared_check(world, who) {
                Some(check) => takes_part(world, flight, who, check),
                None => refused(world, flight, who),
            },
            Step::Inviting => match cinema.invited.last() {
                Some(&ally) => {
                    let Refusal { message, rule, .. } =
                        price(world, ally, true, true).err().unwrap_or(Refusal::new("gone", "It is not there."));
                    let event = Event::note(format!("cannot join. {message}")).actor(ally).by(rule!("MOM-COOP-1"));
                    world.tell(event.by_all(rule));
                    world.the_mut::<Self>(flight).invited.pop();
                }
                None if cinema.asked && !cinema.is_joint() => go_to(world, flight, Step::Alone),
                None => go_to(world, flight, Step::Paying),
            },
            Step::Alone => {
                land(world);
                world.note(cinema.actor, "cannot do it alone; nothing is paid", rule!("MOM-COOP-7"));
            }
            Step::Paying => pay(world, flight, &cinema),
            Step::Ruling { success, .. } => {
                land(world);
                if let Some(staging) = cinema.staging().filter(|_| success) {
                    launch(world, staging);
                }
            }
            Step::Rolling => land(world),
        }
    }
}

/// Everybody pays before anybody rolls (MOM-CINE-5, MOM-COOP-7).
fn pay(world: &mut World, flight: Id, cinema: &Cinema) {
    let joint = cinema.is_joint();
    let whole: Result<Vec<(Id, Price)>, Refusal> = cinema
        .parts
        .iter()
        .map(|part| {
            let reaction = cinema.is_reaction_of(part.who);
            price(world, part.who, reaction, joint).map(|price| (part.who, price))
        })
        .collect();
    let paid = match whole {
        Ok(paid) => paid,
        Err(why) => {
            land(world);
            let rule = why.rule.unwrap_or(rule!("MOM-CINE-3"));
            return world.note(cinema.actor, format!("leaves it. {}", why.message), rule);
        }
    };
    for (who, price) in paid {
        let reaction = cinema.is_reaction_of(who);
        let points = match (price.burst, reaction, who == cinema.actor) {
            (true, ..) => rule!("MOM-BURST-6"),
            (_, true, false) => rule!("MOM-COOP-1"),
            (_, true, true) => rule!("MOM-CINE-2"),
            (_, false, _) => rule!("MOM-CINE-1"),
        };
        let momentum = match (price.burst, joint) {
            (true, true) => rule!("MOM-BURST-5"),
            (true, false) => rule!("MOM-BURST-1"),
            (false, true) => rule!("MOM-COOP-2"),
            (false, false) => rule!("MOM-CINE-3"),
        };
        if reaction {
            creature::change(world, who, RP, -price.rp, [points]);
        } else {
            creature::change(world, who, AP, -price.ap, [points]);
        }
        let mut drama = world.the_mut::<Drama>(who);
        let before = drama.nm;
        drama.nm -= price.nm;
        drama.ap_used |= !reaction;
        drama.rp_used |= reaction;
        let event = Event::resource(who, NM, (before, before - price.nm)).by(momentum);
        let modified = creature::profile(world, who).nm_cost_mod != 0;
        let down = !creature::conscious(world, who);
        let event = event.by_all(modified.then_some(rule!("MOM-CINE-13")));
        world.tell(event.by_all(down.then_some(rule!("MOM-BURST-7"))));
    }
    go_to(world, flight, Step::Rolling);
    launch(world, CinemaRolls(flight));
}

/// The Skill Checks of a Cinematic, until their dice fall: the actor first, then by Initiative.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct CinemaRolls(Id);

impl Later for CinemaRolls {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self(flight) = self;
        let cinema = world.the::<Cinema>(flight).clone();
        let (joint, Cinema { actor, parts, .. }) = (cinema.is_joint(), cinema);
        let others = parts.iter().map(|part| part.who).filter(|&who| who != actor);
        let order = [actor].into_iter().chain(creature::by_initiative(world, others));
        let (mut failed, mut critical) = (0, 0);
        for who in order.collect::<Vec<Id>>() {
            let Some(part) = parts.iter().find(|part| part.who == who) else { continue };
            let mut roll = Roll::skill(world, who, &[part.check.skill]);
            if joint {
                roll.advantage("they act together", rule!("MOM-COOP-3"));
            }
            let rolled = roll.roll(world);
            let natural = rolled.natural;
            if !rolled.reaches(world, part.check.against, [rule!("MOM-DICE-4"), rule!("MOM-CINE-5")]) {
                failed += 1;
            } else if joint && natural == 20 {
                critical += 1;
            }
        }
        let success = failed <= critical;
        let rule = match (joint, success, failed) {
            (true, true, 1..) => rule!("MOM-COOP-5"),
            (true, ..) => rule!("MOM-COOP-4"),
            (false, success, _) => rule_of(success),
        };
        world.note(actor, if success { "comes off" } else { "does not come off" }, rule);
        go_to(world, flight, Step::Ruling { success, told: false });
    }
}
