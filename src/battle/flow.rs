//! Rounds and turns: whose turn it is, in which phase the battle stands, and how it goes on from there.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Event, *};

/// Where in its cycle the battle stands. Each phase lasts at least one pass of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Who is aware of the fight is settled.
    Awareness,
    /// The order of turns is found.
    Initiative,
    /// A round begins.
    RoundStart,
    /// The active creature's turn begins.
    TurnStart,
    /// The active creature's player gives orders.
    Acting,
    /// The active creature's turn ends.
    TurnEnd,
    /// The level's events of the end of the round.
    Environment,
    /// Those who fight get back what a round gives back, before whatever lasts for rounds has gone on for one.
    Recovery,
    /// The round ends.
    RoundEnd,
    /// The fight is decided.
    Over,
}

/// A creature's place in the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Whose.
    pub creature: Id,
    /// What it is ordered by; higher acts first.
    pub score: i32,
    /// The first round it acts in, for one who came late.
    #[serde(default)]
    pub from_round: u32,
    /// Whether it takes the place of its score only when the next round begins.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
}

impl Hash for Slot {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.creature, self.score, self.from_round).hash(hasher);
        if self.moves {
            self.moves.hash(hasher);
        }
    }
}

/// The state of the cycle.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Flow {
    /// Counted from 1; 0 before the first round.
    pub round: u32,
    /// The phase.
    pub phase: Phase,
    /// Whether the phase has just been entered: true for its first pass only.
    pub fresh: bool,
    /// The order of turns.
    pub order: Vec<Slot>,
    /// The place in the order whose turn it is.
    pub at: usize,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

impl Default for Flow {
    fn default() -> Self {
        Self { round: 0, phase: Phase::Awareness, fresh: true, order: Vec::new(), at: 0, outcome: None }
    }
}

impl Flow {
    /// The creature whose turn it is, from the start of its turn to the end of it.
    pub fn active(&self) -> Option<Id> {
        matches!(self.phase, Phase::TurnStart | Phase::Acting | Phase::TurnEnd)
            .then(|| self.order.get(self.at).map(|slot| slot.creature))
            .flatten()
    }

    /// Enters a phase.
    pub fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.fresh = true;
    }

    /// A creature's place in the order.
    pub fn place(&self, creature: Id) -> Option<usize> {
        self.order.iter().position(|slot| slot.creature == creature)
    }

    /// Everyone in the order, counted on from the creature given (which comes last).
    pub fn on_from(&self, creature: Id) -> impl Iterator<Item = Id> + '_ {
        // Whoever has left the order has nobody's place: it is counted on from the turn that runs.
        let start = self.place(creature).map_or(self.at.min(self.order.len()), |place| place + 1);
        let (first, rest) = self.order.split_at(start);
        rest.iter().chain(first).map(|slot| slot.creature)
    }

    /// Takes a creature out of the order; one whose turn runs keeps its place until that has ended.
    pub fn remove(&mut self, creature: Id) {
        if self.active() == Some(creature) {
            return;
        }
        let Some(place) = self.place(creature) else { return };
        self.order.remove(place);
        if place < self.at {
            self.at -= 1;
        }
    }

    /// Puts a creature that comes late into the order, it acts from the next round.
    pub fn insert_late(&mut self, creature: Id, score: i32) {
        let next = self.round + 1;
        self.insert(creature, score, next);
    }

    /// As [`Flow::insert_late`], but among those of the same score before the first of whom `gives_way` says that a tie puts it behind.
    pub fn insert_late_among(&mut self, creature: Id, score: i32, gives_way: impl Fn(Id) -> bool) {
        let next = self.round + 1;
        let behind = |slot: &Slot| slot.score < score || (slot.score == score && gives_way(slot.creature));
        let place = self.order.iter().position(behind);
        self.insert_at(place, creature, score, next);
    }

    /// Puts a creature into the order behind those with the same or a higher score, without changing whose turn it is.
    pub fn insert(&mut self, creature: Id, score: i32, from_round: u32) {
        let place = self.order.iter().position(|slot| slot.score < score);
        self.insert_at(place, creature, score, from_round);
    }

    /// Gives a creature of the order another score. Everybody has one turn in the round that runs all the same: whoever has had it, or has
    /// it, takes its new place when the next one begins, and so does whoever would come before the turn that runs, which is the next one
    /// to act.
    pub fn rescore(&mut self, creature: Id, score: i32) {
        let Some(place) = self.place(creature) else { return };
        let running = self.active().is_some();
        let mut slot = self.order.remove(place);
        slot.score = score;
        let to = self.order.iter().position(|other| other.score < score);
        let to = to.unwrap_or(self.order.len());
        // Without it the turn that runs is the one before `next`.
        let next = self.at + usize::from(place > self.at);
        let now = match place.cmp(&self.at) {
            _ if !running => to,
            Ordering::Less if to < self.at => to,
            Ordering::Greater if to >= next => to,
            Ordering::Greater => next,
            Ordering::Less | Ordering::Equal => place,
        };
        slot.moves = now != to;
        self.order.insert(now, slot);
    }

    /// Those who were given another score in the last round take their places.
    fn settle_places(&mut self) {
        let (moving, order) = std::mem::take(&mut self.order).into_iter().partition(|slot| slot.moves);
        self.order = order;
        let moving: Vec<Slot> = moving;
        for slot in moving {
            self.insert(slot.creature, slot.score, slot.from_round);
        }
    }

    /// Puts a creature at a place of the order, at its end where there is none.
    fn insert_at(&mut self, place: Option<usize>, creature: Id, score: i32, from_round: u32) {
        let place = place.unwrap_or(self.order.len());
        let running = self.active().is_some();
        self.order.insert(place, Slot { creature, score, from_round, moves: false });
        if running && place <= self.at {
            self.at += 1;
        }
    }
}

pub(super) fn plugin(engine: &mut Engine) {
    for (phase, system) in [
        (Phase::Awareness, begin_fight as Work),
        (Phase::RoundStart, begin_round),
        (Phase::TurnStart, begin_turn),
        (Phase::TurnEnd, end_turn),
        (Phase::RoundEnd, end_round),
    ] {
        engine.entering(Stage::Turn, phase, system);
    }
    engine.always(Stage::Report, settle_outcome);
    engine.then(Stage::Report, go_on);
}

fn begin_fight(world: &mut World) {
    let event = Event::new(What::FightBegins).citing(world, SharedFact::FightBegins);
    world.tell(event);
    let opening = world.resource::<LevelRes>().0.opening.clone();
    if let Some(name) = opening {
        let says = What::Says { text: format!("It begins with what {name} does.").into(), portent: false };
        let event = Event::new(says).citing(world, SharedFact::Opening);
        world.tell(event);
    }
}

fn begin_round(world: &mut World) {
    let mut flow = world.resource_mut::<Flow>();
    flow.settle_places();
    flow.round += 1;
    flow.at = 0;
    let round = flow.round;
    let event = Event::new(What::RoundBegins { round }).citing(world, SharedFact::RoundBegins);
    world.tell(event);
    environment::arrive(world, round);
    environment::trigger_round(world, true);
}

fn begin_turn(world: &mut World) {
    let Some(active) = world.resource::<Flow>().active() else {
        return;
    };
    let event = Event::new(What::TurnBegins).actor(active).citing(world, SharedFact::TurnBegins);
    world.tell(event);
    expire(world, |lasts| *lasts == Lasts::TurnStart(active));
}

fn end_turn(world: &mut World) {
    let Some(active) = world.resource::<Flow>().active() else {
        return;
    };
    let event = Event::new(What::TurnEnds).actor(active).citing(world, SharedFact::TurnEnds);
    world.tell(event);
    if world.resource::<Rules>().0.treads().at_turn_end {
        environment::tread(world, active, None);
    }
    expire(world, |lasts| *lasts == Lasts::TurnEnd(active));
}

fn end_round(world: &mut World) {
    let round = world.resource::<Flow>().round;
    expire(world, |lasts| match lasts {
        Lasts::RoundEnd => true,
        Lasts::Rounds(left) => {
            *left = left.saturating_sub(1);
            *left == 0
        }
        _ => false,
    });
    // After all that the end of the round has brought about.
    goals::count_holding(world);
    let event = Event::new(What::RoundEnds { round }).citing(world, SharedFact::RoundEnds);
    world.tell(event);
}

/// Ends every condition whose clock `done` says has run out, creature by creature.
pub fn expire(world: &mut World, done: impl Fn(&mut Lasts) -> bool) {
    let ids = world.resource::<Ids>();
    let roster = world.resource::<Roster>().0.iter().copied();
    let ailing: Vec<Id> = roster.filter(|&id| ids.has_conditions(id)).collect();
    for id in ailing {
        // What goes on as before has not changed: whoever looks for what has would take it for news.
        let goes_on = |condition: &Condition| {
            let mut lasts = condition.lasts;
            !done(&mut lasts) && lasts == condition.lasts
        };
        if world.the::<Conditions>(id).0.iter().all(goes_on) {
            continue;
        }
        let mut ended: Vec<Text> = Vec::new();
        world.change::<Conditions, _>(id, |conditions| {
            conditions.0.retain_mut(|condition| {
                let over = done(&mut condition.lasts);
                if over {
                    ended.push(condition.key.clone());
                }
                !over
            });
        });
        let ruleset = world.resource::<Rules>().0;
        for key in ended {
            // Whoever has the same from elsewhere, too, still has it.
            let mut event = if has_condition(world, id, &key) {
                let text = format!("{key} of one source is over, of another it holds");
                Event::note(text).actor(id)
            } else {
                Event::new(What::loses(world, key.clone())).target(id)
            };
            event.rules = ruleset.condition_ends(world, id, &key);
            world.tell(event);
        }
    }
}

/// Tests the end of the fight whenever an attack, an event or whatever else goes on to its end has done so. What was still to come,
/// such as the rest of a move or the next event, comes no more.
fn settle_outcome(world: &mut World) {
    let flow = world.resource::<Flow>();
    if flow.phase == Phase::Over || flow.round == 0 || !between_pieces(world) {
        return;
    }
    if let Some(result) = outcome(world) {
        end_fight(world, result);
    }
}

fn end_fight(world: &mut World, result: Outcome) {
    let event = Event::new(What::Ends { result: result.clone() }).citing(world, SharedFact::FightEnds);
    world.tell(event);
    flight::land_all(world);
    let mut flow = world.resource_mut::<Flow>();
    flow.outcome = Some(result);
    flow.enter(Phase::Over);
}

/// Ends a fight in which rounds would go by for ever without anybody acting: nobody has won it.
pub(super) fn nobody_acts_again(world: &mut World) {
    let reason = "Nobody who is left will act again".into();
    let winners = Vec::new();
    end_fight(world, Outcome { winners, reason });
}

/// So many rounds are waited where it is left to dice, or to events of the level that come again and again, whether anybody will act.
const PATIENCE: u32 = 100;

/// Rounds in which nobody acted, one after the other, since an order was taken in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Silence {
    rounds: u32,
    /// What the last of them left behind.
    left: Option<u64>,
}

impl Silence {
    /// Asked after every pass: whether another such round has just ended and rounds will be like that for ever.
    pub(super) fn is_for_good(&mut self, world: &World, flow: &Flow) -> bool {
        let ended = flow.phase == Phase::RoundStart && flow.fresh && flow.round > 0;
        if !ended || prospect::awaits(world, flow) {
            return false;
        }
        self.rounds += 1;
        // Most often the next round is not like that at all: the first one is not looked at before that is likely.
        let rules = world.resource::<Rules>().0;
        if self.rounds == 1 && on_map(world).any(|id| rules.may_act(world, id)) {
            return false;
        }
        let left = persist::hash_but_time(world);
        let same = self.left.replace(left) == Some(left);
        self.rounds > PATIENCE || (same && !prospect::comes_again(world, flow))
    }
}

/// Goes on to the next phase when nothing is in flight.
fn go_on(world: &mut World) {
    let mut flow = world.resource::<Flow>();
    if world.resource::<Flights>().top().is_some() {
        if flow.fresh {
            world.resource_mut::<Flow>().fresh = false;
        }
        return;
    }
    let gone = flow.active().filter(|&id| flow.phase == Phase::TurnEnd && !is_on_map(world, id));
    if let Some(gone) = gone {
        world.resource_mut::<Flow>().order.retain(|slot| slot.creature != gone);
        flow = world.resource::<Flow>();
    }
    let present = |id: Id| is_on_map(world, id);
    let next = match flow.phase {
        Phase::Awareness => Some((Phase::Initiative, 0)),
        Phase::Initiative => Some((Phase::RoundStart, 0)),
        Phase::RoundStart => Some(next_turn(flow, 0, present)),
        Phase::TurnStart => {
            let active = flow.active().expect("a turn that starts should be somebody's");
            let acts = present(active) && world.resource::<Rules>().0.may_act(world, active);
            Some((if acts { Phase::Acting } else { Phase::TurnEnd }, flow.at))
        }
        Phase::Acting => {
            let active = flow.active().expect("a turn that runs should be somebody's");
            let acts = present(active) && world.resource::<Rules>().0.may_act(world, active);
            (!acts).then_some((Phase::TurnEnd, flow.at))
        }
        // Whoever died or left on its own turn leaves the order with the end of that, and the next one has moved up.
        Phase::TurnEnd if gone.is_some() => Some(next_turn(flow, flow.at, present)),
        Phase::TurnEnd => Some(next_turn(flow, flow.at + 1, present)),
        Phase::Environment => Some((Phase::Recovery, flow.at)),
        Phase::Recovery => Some((Phase::RoundEnd, flow.at)),
        Phase::RoundEnd => Some((Phase::RoundStart, 0)),
        Phase::Over => None,
    };
    let Some((phase, at)) = next else {
        if flow.fresh {
            world.resource_mut::<Flow>().fresh = false;
        }
        return;
    };
    let mut flow = world.resource_mut::<Flow>();
    flow.at = at;
    flow.enter(phase);
}

fn next_turn(flow: &Flow, from: usize, present: impl Fn(Id) -> bool) -> (Phase, usize) {
    (from..flow.order.len())
        .find(|&at| present(flow.order[at].creature) && flow.order[at].from_round <= flow.round)
        .map_or((Phase::Environment, flow.order.len()), |at| (Phase::TurnStart, at))
}

/// All creatures that were ever in the battle, by identity.
pub fn creatures(world: &World) -> Vec<Id> {
    world.resource::<Roster>().0.clone()
}

/// The creatures of the battle, by identity.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roster(pub Vec<Id>);
