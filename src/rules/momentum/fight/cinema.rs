//! A Cinematic from the idea to what comes of it: judged, joined by allies, paid, rolled (MOM-CINE, MOM-COOP, MOM-BURST).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::creature::{AP, NM, RP};
use super::super::body::roll::Roll;
use super::super::data::cinematic::{Check, Entry};
use super::super::data::conditions::effects;
use super::super::data::moment::Moment;
use super::super::data::{Drama, Skill};
use super::prepared::{self, Staging};
use crate::battle::{Event, *};
use crate::rule;

/// The questions, and their answers.
pub(crate) const CINEMATIC: &str = "cinematic";
pub(crate) const NUMBER: &str = "cinematic_number";
pub(crate) const OUTCOME: &str = "cinematic_outcome";
pub(crate) const REACTION: &str = "cinematic_reaction";
pub(crate) const JOINS: &str = "join";
pub(crate) const ALONE: &str = "alone";
const ALLOW: &str = "allow";
const REFUSE: &str = "refuse";
const JOIN: &str = "join";
const STAY: &str = "stay";
const GO_ON: &str = "go_on";
const STOP: &str = "stop";
const EFFECT: &str = "effect";
const DONE: &str = "done";
const IDEA: &str = "idea";
const LET_BE: &str = "let_be";

/// The numbers that a check can be against.
const NUMBERS: std::ops::RangeInclusive<i32> = 1..=30;

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
    /// The table says whether one can take part, and by which Skill.
    Judging(Id),
    /// The table says what that must reach.
    Number(Id, Skill),
    /// Those who were invited are asked.
    Inviting,
    /// Nobody has joined.
    Alone,
    /// Everybody pays.
    Paying,
    /// The dice fall.
    Rolling,
    /// The table says what comes of it.
    Ruling { success: bool, told: bool },
}

/// A Cinematic in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Cinema {
    actor: Id,
    entry: Option<String>,
    idea: String,
    target: Option<Id>,
    reaction: bool,
    invited: Vec<Id>,
    asked: bool,
    parts: Vec<Part>,
    step: Step,
}

/// What taking part in a Cinematic takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    ap: i32,
    rp: i32,
    nm: i32,
    burst: bool,
}

impl Price {
    /// As people read it.
    pub(crate) fn words(self) -> String {
        match self {
            Self { burst: true, nm, .. } => format!("{nm} NM, Burst"),
            Self { ap: 0, rp, nm, .. } => format!("{rp} RP, {nm} NM"),
            Self { ap, nm, .. } => format!("{ap} AP, {nm} NM"),
        }
    }
}

/// MOM-CINE-13: the Narrative Momentum that it takes of a creature.
fn momentum(world: &World, id: Id, usual: i32) -> i32 {
    let profile = creature::profile(world, id);
    (usual + profile.nm_cost_mod).max(i32::from(!profile.nm_free_ok))
}

/// Whether an effect withholds from a creature what a Cinematic Action takes, rather than that it is spent (MOM-BURST-1, MOM-BURST-4).
fn is_withheld(world: &World, id: Id, reaction: bool) -> bool {
    if reaction {
        return effects().first(world, id, Moment::Reacts).is_some();
    }
    let most = creature::profile(world, id).ap_max;
    creature::able(world, id).is_err()
        || effects().first(world, id, Moment::Spends).is_some()
        || effects().number(world, id, Moment::ActionPoints, most) < ACTION.min(most)
}

/// What a Cinematic Action takes, and a Cinematic Reaction.
const ACTION: i32 = 3;
const REACTION_POINTS: i32 = 2;

/// What taking part takes of a creature as things stand: as the one who begins, or as one of several (MOM-CINE-1 to MOM-CINE-3, MOM-COOP-1,
/// MOM-COOP-2, MOM-BURST-1 to MOM-BURST-5).
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn price(world: &World, id: Id, reaction: bool, joint: bool) -> Result<Price, Refusal> {
    let Drama { nm, ap_used, rp_used, .. } = creature::drama(world, id);
    let points = creature::points(world, id);
    let plain = Price {
        ap: if reaction { 0 } else { ACTION },
        rp: if reaction { REACTION_POINTS } else { 0 },
        nm: momentum(world, id, if joint { 2 } else { 3 }),
        burst: false,
    };
    let short = |rule: Rule, message: String| Err(Refusal::by(rule, "spent", message));
    let enough = if reaction { points.rp >= REACTION_POINTS } else { points.ap >= ACTION };
    if enough && creature::reacts_or_acts(world, id, reaction) {
        if nm < plain.nm {
            return short(rule!("MOM-CINE-14"), format!("It takes {} NM; {nm} left.", plain.nm));
        }
        return Ok(plain);
    }
    if !is_withheld(world, id, reaction) {
        let (left, needs, name) = if reaction { (points.rp, REACTION_POINTS, RP) } else { (points.ap, ACTION, AP) };
        let usual = match (reaction, joint) {
            (true, true) => rule!("MOM-COOP-1"),
            (true, false) => rule!("MOM-CINE-2"),
            (false, _) => rule!("MOM-CINE-1"),
        };
        let rule = if nm >= momentum(world, id, 6) { rule!("MOM-BURST-4") } else { usual };
        return short(rule, format!("It takes {needs} {name}; {left} left."));
    }
    if !is_on_map(world, id) {
        return short(rule!("MOM-BURST-7"), "It is not in the fight.".into());
    }
    if reaction && rp_used {
        return short(rule!("MOM-BURST-3"), "A Burst takes that no RP were used in this round.".into());
    }
    if !reaction && ap_used {
        return short(rule!("MOM-BURST-2"), "A Burst takes that no AP were used on this turn.".into());
    }
    let takes = momentum(world, id, if joint { 4 } else { 6 });
    if nm < takes {
        return short(rule!("MOM-BURST-1"), format!("A Burst takes {takes} NM; {nm} left."));
    }
    Ok(Price { ap: points.ap, rp: points.rp, nm: takes, burst: true })
}

/// Whether a creature that can do nothing else can begin a Cinematic on its turn (MOM-BURST-1, MOM-BURST-7).
pub(crate) fn may_burst(world: &World, id: Id) -> bool {
    let drama = creature::drama(world, id);
    drama.nm > 0
        && !drama.ap_used
        && is_on_map(world, id)
        && price(world, id, false, false).is_ok_and(|price| price.burst)
        && (is_presided(world)
            || prepared::entries(world).iter().any(|entry| prepared::is_possible(world, id, entry).is_ok()))
}

/// A Cinematic as it is begun.
pub(crate) struct Begun {
    /// Who begins it.
    pub actor: Id,
    /// The key of what is prepared, if anything is.
    pub entry: Option<String>,
    /// What it wants to do, in its player's words.
    pub idea: String,
    /// An enemy that is meant.
    pub target: Option<Id>,
    /// Whether it is a Reaction.
    pub reaction: bool,
    /// The allies who are invited.
    pub invited: Vec<Id>,
}

/// Begins one; nothing is paid yet.
pub(crate) fn begin(world: &mut World, begun: Begun) {
    let Begun { actor, entry, idea, target, reaction, invited } = begun;
    let known = entry.as_deref().and_then(|key| prepared::entry(world, key));
    let name = known.map_or_else(|| idea.clone(), |entry| entry.name);
    let event = Event::note(format!("attempts: {name}")).actor(actor);
    world.tell(event.target(target).by(rule!("MOM-CINE-4")));
    // The next one to be asked stands last.
    let mut invited = creature::by_initiative(world, invited.into_iter());
    invited.reverse();
    let (asked, step) = (!invited.is_empty(), Step::Judging(actor));
    launch(world, Cinema { actor, entry, idea, target, reaction, invited, asked, parts: Vec::new(), step });
}

impl Cinema {
    fn prepared(&self, world: &World) -> Option<Entry> {
        prepared::entry(world, self.entry.as_deref()?)
    }

    fn name(&self, world: &World) -> String {
        self.prepared(world).map_or_else(|| self.idea.clone(), |entry| entry.name)
    }

    fn is_joint(&self) -> bool {
        self.parts.len() > 1
    }

    /// MOM-COOP-3: of the checks that are prepared the one in which a creature stands best; the actor makes the first.
    fn prepared_check(&self, world: &World, who: Id) -> Option<Check> {
        let entry = self.prepared(world)?;
        let first = Check { skill: entry.skill, against: entry.against };
        if who == self.actor {
            return Some(first);
        }
        let margin = |check: &Check| creature::profile(world, who).skill(check.skill) - check.against;
        let all: Vec<Check> = [first].into_iter().chain(entry.others).collect();
        all.into_iter().rev().max_by_key(margin)
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
        let number = |number: i32| Choice::new(number.to_string(), number.to_string()).by(rule!("MOM-CINE-5"));
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
        let join = Choice::new(JOIN, "Join").costs(price.words(), battle_price(price)).to(Purpose::Aid);
        let stay = Choice::new(STAY, "Stay out of it").to(Purpose::Decline).by(rule!("MOM-COOP-7"));
        let decision = Decision::new(world, ally, JOINS, prompt, vec![join.by(rule!("MOM-COOP-1")), stay]);
        Question::inquiry(decision.against(Some(self.actor)), [rule!("MOM-COOP-7")])
    }

    fn going_on(&self, world: &World) -> Inquiry {
        let Ok(price) = price(world, self.actor, self.reaction, false) else { return Inquiry::Nobody };
        let go_on = Choice::new(GO_ON, "Alone, then").costs(price.words(), battle_price(price)).by(rule!("MOM-COOP-7"));
        let stop = Choice::new(STOP, "Not at all").to(Purpose::Decline).by(rule!("MOM-COOP-7"));
        let prompt = format!("Nobody joins {}.", world.resource::<Names>().name(self.actor));
        let decision = Decision::new(world, self.actor, ALONE, prompt, vec![go_on, stop]);
        Question::inquiry(decision, [rule!("MOM-COOP-7")])
    }

    fn ruling(&self, world: &World, success: bool, told: bool) -> Decision {
        let came = if success { "It comes off." } else { "It fails." };
        let prompt =
            format!("{}: {}. {came} What comes of it?", world.resource::<Names>().name(self.actor), self.name(world));
        let rule = if success { rule!("MOM-CINE-6") } else { rule!("MOM-CINE-7") };
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

/// What it takes, counted.
fn battle_price(price: Price) -> crate::battle::Price {
    crate::battle::Price::Points(u8::try_from(price.ap.max(price.rp)).unwrap_or(0))
}

/// Lets a Cinematic go on with another step.
fn go_to(world: &mut World, flight: Id, step: Step) {
    world.the_mut::<Cinema>(flight).step = step;
}

/// One takes part, with what it rolls; then others are invited.
fn takes_part(world: &mut World, flight: Id, who: Id, check: Check) {
    let mut cinema = world.the_mut::<Cinema>(flight);
    cinema.parts.push(Part { who, check });
    cinema.step = Step::Inviting;
}

/// It is not possible: the actor's comes to nothing, of an ally only its part.
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
                let rule = if success { rule!("MOM-CINE-6") } else { rule!("MOM-CINE-7") };
                Question::inquiry(cinema.ruling(world, success, told), [rule])
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
            let reaction = cinema.reaction || part.who != cinema.actor;
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
        let reaction = cinema.reaction || who != cinema.actor;
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
        let Cinema { actor, parts, .. } = world.the::<Cinema>(flight).clone();
        let joint = parts.len() > 1;
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
            (false, true, _) => rule!("MOM-CINE-6"),
            (false, false, _) => rule!("MOM-CINE-7"),
        };
        world.note(actor, if success { "comes off" } else { "does not come off" }, rule);
        go_to(world, flight, Step::Ruling { success, told: false });
    }
}

/// Those who could answer the roll of another creature by a Cinematic Reaction, the next one last (MOM-CINE-2).
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Chance {
    by: Id,
    queue: Vec<Id>,
}

/// What a creature could do as a Reaction now: the prepared ones, and whether it may tell the game master anything.
fn reactions(world: &World, id: Id) -> (Vec<Entry>, bool) {
    let able = is_on_map(world, id) && creature::drama(world, id).nm > 0 && price(world, id, true, false).is_ok();
    if !able {
        return (Vec::new(), false);
    }
    let mut all = prepared::entries(world);
    all.retain(|entry| entry.reaction && prepared::is_possible(world, id, entry).is_ok());
    (all, is_presided(world))
}

/// Asks those who could, before the dice of a creature's attack fall: whom it is aimed at, and those for whom something is prepared.
pub(crate) fn before_the_roll(world: &mut World, by: Id, target: Option<Id>) {
    let could = |&id: &Id| {
        let (prepared, presided) = reactions(world, id);
        id != by && (!prepared.is_empty() || (presided && target == Some(id)))
    };
    let all: Vec<Id> = on_map(world).filter(could).collect();
    let mut queue = creature::by_initiative(world, all.into_iter());
    queue.reverse();
    if !queue.is_empty() {
        launch(world, Chance { by, queue });
    }
}

impl AsksInTurn for Chance {
    type One = Id;

    fn line(&self) -> Option<&[Id]> {
        Some(&self.queue)
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Id>> {
        Some(&mut self.queue)
    }

    fn asking_next(world: &World, flight: Id, &id: &Id) -> Inquiry {
        let by = world.the::<Self>(flight).by;
        let (all, presided) = reactions(world, id);
        let Ok(price) = price(world, id, true, false) else { return Inquiry::Nobody };
        let costly = |choice: Choice| choice.costs(price.words(), battle_price(price)).by(rule!("MOM-CINE-2"));
        let mut choices: Vec<Choice> =
            all.iter().map(|entry| costly(Choice::new(entry.key.clone(), entry.name.clone()))).collect();
        choices.extend(presided.then(|| costly(Choice::new(IDEA, "An idea for the game master"))));
        if choices.is_empty() {
            return Inquiry::Nobody;
        }
        choices.push(Choice::new(LET_BE, "Let it be").to(Purpose::Decline).by(rule!("MOM-CINE-2")));
        let names = world.resource::<Names>();
        let prompt = format!("{} attacks. A Cinematic Reaction of {}?", names.name(by), names.name(id));
        let decision = Decision::new(world, id, REACTION, prompt, choices).against(Some(by));
        Question::inquiry(decision, [rule!("MOM-CINE-2")])
    }

    fn one_answered(world: &mut World, flight: Id, id: Id, word: &str) {
        let by = world.the::<Self>(flight).by;
        let entry = reactions(world, id).0.into_iter().find(|entry| entry.key == word);
        if entry.is_none() && word != IDEA {
            return;
        }
        let target =
            entry.as_ref().filter(|entry| !prepared::targets(world, id, entry, Some(by)).is_empty()).map(|_| by);
        let (entry, idea) = (entry.map(|entry| entry.key), "as told at the table".to_owned());
        begin(world, Begun { actor: id, entry, idea, target, reaction: true, invited: Vec::new() });
    }
}
