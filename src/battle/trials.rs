//! All the ways in which an order may come out: what is left open is gone through one after the other, in the battle itself.

use bevy::prelude::Mut;

use super::forecast::{Run, in_common};
use super::legal::Understood;
use super::memory::Mark;
use super::stage::Progress;
use super::*;
use crate::dice::{Dice, Pick, Weights, advance};

/// How far one run of an order has come.
#[derive(Clone, Copy)]
struct Standing {
    /// Where its resolution stands; none before the order is taken in.
    progress: Option<Progress>,
    /// Steps taken so far: the order, stages, answers.
    steps: usize,
    /// The answer given to the first decision, once there was one.
    answer: Option<usize>,
}

/// A moment from which several runs go on.
struct Anchor {
    mark: Mark,
    /// How much of what is left open had come up by then.
    taken: usize,
    standing: Standing,
}

/// All runs of one order.
///
/// What is left open (dice, and which answer is given to the first decision) is gone through like an odometer. A run goes on from the
/// moment before the step in which something other than in the run before comes up, so whatever goes before a roll is done once for
/// all its faces. Later decisions are answered like the first where that is offered, else by doing nothing.
pub(super) struct Trials<'a> {
    battle: &'a mut Battle,
    order: &'a Order,
    /// What the order has been understood as; nothing when it cannot be given after all.
    understood: Option<Understood>,
    mover: Option<SideId>,
    anchors: Vec<Anchor>,
    /// For everything left open that came up in this run, the step in which it did.
    came_up: Vec<usize>,
    /// The answers to the first decision, key and label; known once a run has come to its end.
    answers: Option<Vec<(String, String)>>,
    /// The answer that every run gives; else all are gone through.
    always: Option<usize>,
    runs: usize,
}

/// What is known of one answer while ways are gone through.
#[derive(Clone, Copy)]
struct Tally {
    ways: usize,
    /// What every number of ways goes into; none when that is no number any more.
    common: Option<u128>,
    /// Whether there are too many ways.
    over: bool,
}

impl<'a> Trials<'a> {
    pub(super) fn new(battle: &'a mut Battle, order: &'a Order, understood: Option<Understood>) -> Self {
        let mover = battle.side_to_move();
        let mark = battle.mark();
        let standing = Standing {
            progress: None,
            steps: 0,
            answer: None,
        };
        Self {
            battle,
            order,
            // What is taken back is no roll of anything.
            understood: understood.filter(|_| !matches!(order, Order::TakeBack(_))),
            mover,
            anchors: vec![Anchor {
                mark,
                taken: 0,
                standing,
            }],
            came_up: Vec::new(),
            answers: None,
            always: None,
            runs: 0,
        }
    }

    /// Goes through all ways, or as many samples for an answer with more than `most`; and says how many runs that took.
    pub(super) fn go_through(mut self, most: usize, samples: u32) -> (Forecast, usize) {
        let mut found: Vec<(Option<usize>, Run)> = Vec::new();
        let mut tallies: Vec<Tally> = Vec::new();
        let mut picks = Vec::new();
        let mut anchor_at = None;
        let mut first_open = None;
        loop {
            let (answer, run, open) = self.run(picks, None, anchor_at);
            picks = open;
            if tallies.is_empty() {
                let count = self.answers.get_or_insert_default().len().max(1);
                let tally = Tally {
                    ways: 0,
                    common: Some(1),
                    over: false,
                };
                tallies = vec![tally; count];
                first_open = self.came_up.first().copied();
            }
            // Every value that is still to come has a run of its own at least, whichever answer is given there.
            let dice = picks.iter().filter(|pick| pick.is_branch().is_none());
            let to_come: usize = dice.map(|pick| pick.left()).sum();
            for (number, tally) in tallies.iter_mut().enumerate() {
                if answer.is_none_or(|answer| answer == number) && !tally.over {
                    tally.ways += 1;
                    tally.common = tally.common.and_then(|common| in_common(common, run.ways));
                    tally.over = tally.ways + to_come > most || tally.common.is_none();
                }
            }
            found.push((answer, run));
            if tallies.iter().all(|tally| tally.over) || !next(&mut picks, &tallies) {
                break;
            }
            anchor_at = self.go_before(self.came_up[picks.len() - 1], &picks);
        }
        let mut branches = Vec::new();
        let answers = self.answers.take().unwrap_or_default();
        let exact = tallies.iter().all(|tally| !tally.over);
        for (number, tally) in tallies.iter().enumerate() {
            let answer = answers.get(number).cloned();
            if tally.over {
                self.answers = Some(answers.clone());
                let sampled = self.sample(number, first_open, samples);
                branches.push(Branch::of(answer, &sampled.iter().collect::<Vec<_>>(), 1));
                continue;
            }
            let of_it = |(given, _): &&(Option<usize>, Run)| given.is_none_or(|given| given == number);
            let runs: Vec<&Run> = found.iter().filter(of_it).map(|(_, run)| run).collect();
            branches.push(Branch::of(answer, &runs, tally.common.unwrap_or(1)));
        }
        (Forecast { exact, branches }, self.runs)
    }

    /// Runs with dice of streams of their own, all with one answer.
    fn sample(&mut self, answer: usize, first_open: Option<usize>, samples: u32) -> Vec<Run> {
        self.always = Some(answer);
        let mut anchor_at = first_open.and_then(|step| self.go_before(step, &[]));
        (0..samples.max(1))
            .map(|sample| {
                let (_, mut run, _) = self.run(Vec::new(), Some(u64::from(sample)), anchor_at.take());
                (run.ways, run.weight, run.further) = (1, 1, 0);
                run
            })
            .collect()
    }

    /// Leaves only the anchors up to a step; the step, if another anchor is worth while there.
    fn go_before(&mut self, step: usize, picks: &[Pick]) -> Option<usize> {
        while self.anchors.last().is_some_and(|anchor| anchor.standing.steps > step) {
            self.anchors.pop();
        }
        let there = self.anchors.last().is_some_and(|anchor| anchor.standing.steps == step);
        let open = picks.iter().zip(&self.came_up);
        let mut open = open.filter(|&(_, &came_up)| came_up == step);
        let more = picks.is_empty() || open.any(|(pick, _)| pick.goes_on());
        (!there && more).then_some(step)
    }

    /// One run, from the last anchor on: the answer given first, what came of it, and all that was open.
    fn run(
        &mut self,
        picks: Vec<Pick>,
        random: Option<u64>,
        anchor_at: Option<usize>,
    ) -> (Option<usize>, Run, Vec<Pick>) {
        self.runs += 1;
        let anchor = self.anchors.last().expect("the first anchor should stay");
        let (mark, taken, mut standing) = (anchor.mark, anchor.taken, anchor.standing);
        self.battle.back(mark);
        self.dice().explore(picks, taken, random);
        self.came_up.truncate(taken);
        loop {
            if anchor_at == Some(standing.steps) {
                let (mark, taken) = (self.battle.mark(), self.dice().taken());
                self.anchors.push(Anchor { mark, taken, standing });
            }
            let goes_on = self.step(&mut standing);
            let taken = self.dice().taken();
            self.came_up.resize(taken.max(self.came_up.len()), standing.steps);
            standing.steps += 1;
            if !goes_on {
                break;
            }
        }
        let picks = self.dice().explored();
        let weights = Weights::of(&picks).unwrap_or(Weights {
            ways: u128::MAX,
            weight: 1,
            further: 0,
        });
        let world = self.battle.world();
        let events = &world.resource::<Outbox>().events;
        let run = Run::of(events, self.mover, world.resource::<Cast>(), weights);
        (standing.answer, run, picks)
    }

    /// The next step; false when the run is at its end.
    fn step(&mut self, standing: &mut Standing) -> bool {
        let Some(progress) = &mut standing.progress else {
            let Some(understood) = self.understood.clone() else {
                return false;
            };
            self.battle.take_in(self.order, understood);
            standing.progress = Some(self.battle.engine.begin());
            return true;
        };
        match self.battle.engine.step(progress) {
            Ok(true) => true,
            Ok(false) => self.answer(standing),
            Err(_) => false,
        }
    }

    /// Answers a decision, if there is one.
    fn answer(&mut self, standing: &mut Standing) -> bool {
        if self.battle.outcome().is_some() {
            return false;
        }
        let Some(decision) = self.battle.decision() else {
            return false;
        };
        let answers = self.answers.get_or_insert_with(|| {
            let choices = decision.choices.iter();
            choices
                .map(|choice| (choice.key.to_string(), choice.label.to_string()))
                .collect()
        });
        let count = answers.len();
        if standing.answer.is_none() && count > 0 {
            let choose = || self.battle.engine.world.resource_mut::<Dice>().choose(count);
            standing.answer = Some(self.always.unwrap_or_else(choose));
        }
        let wanted = standing.answer.and_then(|answer| answers.get(answer));
        let Some(decision) = self.battle.decision() else {
            return false;
        };
        let like_first = decision
            .choices
            .iter()
            .find(|choice| wanted.is_some_and(|(key, _)| choice.key == *key));
        let Some(choice) = like_first.or(decision.choices.last()) else {
            return false;
        };
        let order = Order::Answer {
            choice: choice.key.to_string(),
        };
        self.battle.take_in(&order, Understood::Order);
        standing.progress = Some(self.battle.engine.begin());
        true
    }

    fn dice(&mut self) -> Mut<'_, Dice> {
        self.battle.engine.world.resource_mut::<Dice>()
    }
}

/// The next values of what is open, past answers that have too many ways; false when all have been tried.
fn next(picks: &mut Vec<Pick>, tallies: &[Tally]) -> bool {
    while advance(picks) {
        let over = picks
            .iter()
            .position(|pick| pick.is_branch().is_some_and(|answer| tallies[answer].over));
        match over {
            Some(place) => picks.truncate(place + 1),
            None => return true,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;

    /// The same by playing the order out from its start in another battle for every face of every die and each answer; `None` where
    /// that would take too long.
    fn slowly(battle: &Battle, order: &Order, most: usize) -> Option<Forecast> {
        let mut lab = battle.spare();
        lab.restore(&battle.snapshot());
        lab.take_out(&battle.unknown_to_mover());
        let start = lab.snapshot();
        let mover = lab.side_to_move();
        let mut once = |answer: Option<&str>, picks: Vec<Pick>| {
            lab.restore(&start);
            lab.forget_past();
            lab.world_mut().resource_mut::<Dice>().explore(picks, 0, None);
            lab.world_mut().resource_mut::<Dice>().one_by_one();
            let mut next = order.clone();
            let mut first = Vec::new();
            while lab.order(&next).is_ok() {
                let Some(decision) = lab.decision() else { break };
                let choices = &decision.choices;
                if first.is_empty() {
                    let names = |choice: &Choice| (choice.key.to_string(), choice.label.to_string());
                    first.extend(choices.iter().map(names));
                }
                let like_first = choices
                    .iter()
                    .find(|choice| answer.is_some_and(|answer| choice.key == answer));
                let Some(choice) = like_first.or(choices.last()) else {
                    break;
                };
                let choice = choice.key.to_string();
                next = Order::Answer { choice };
            }
            let picks = lab.world_mut().resource_mut::<Dice>().explored();
            let weights = Weights::of(&picks).expect("few dice should have ways that can be counted");
            let run = Run::of(lab.events(), mover, lab.world().resource::<Cast>(), weights);
            (run, picks, first)
        };
        let (_, _, answers) = once(None, Vec::new());
        let mut answers: Vec<_> = answers.into_iter().map(Some).collect();
        if answers.is_empty() {
            answers.push(None);
        }
        let mut branches = Vec::new();
        for answer in answers {
            let (mut runs, mut picks, mut common) = (Vec::new(), Vec::new(), 1);
            loop {
                let (run, open, _) = once(answer.as_ref().map(|(key, _)| key.as_str()), picks);
                picks = open;
                common = in_common(common, run.ways)?;
                runs.push(run);
                if !advance(&mut picks) {
                    break;
                }
                if runs.len() == most {
                    return None;
                }
            }
            branches.push(Branch::of(answer, &runs.iter().collect::<Vec<_>>(), common));
        }
        let mut forecast = Forecast { exact: true, branches };
        battle.leave_out_unknown(&mut forecast, battle.side_to_move());
        Some(forecast)
    }

    #[test]
    fn forecasts_are_what_playing_every_way_out_comes_to() {
        // Where dice burst few orders have so few ways that they can be gone through one by one.
        let finished = crate::rules::all().iter().map(|ruleset| (ruleset, 30));
        let begun = crate::rules::begun().iter().map(|ruleset| (ruleset, 10));
        for (ruleset, least) in finished.chain(begun) {
            let mut compared = 0;
            let mut kinds = BTreeSet::new();
            for (seed, level) in (5..).zip(["first-fight", "pump-room", "river-farm", "last-lantern"]) {
                let path = format!("levels/{level}.toml");
                let text = std::fs::read_to_string(&path).expect("a shipped level");
                let (level, _) = crate::rules::read_level(&text, &path).expect("a sound level");
                let Ok(mut battle) = Battle::new(Arc::new(level), *ruleset, seed) else {
                    continue;
                };
                let mut player = crate::ai::Random::new(seed);
                for number in 0..100 {
                    if battle.outcome().is_some() {
                        break;
                    }
                    let order = player.choose(&battle).expect("something to do");
                    let kind = match &order {
                        Order::Act(act) => format!("{} {:?}", act.action, act.with),
                        Order::Answer { choice } => choice.clone(),
                        Order::Move(_) => "move".into(),
                        _ => "end".into(),
                    };
                    // Every kind of order, and now and then one again.
                    if (kinds.insert(kind) || number % 20 == 0)
                        && let Some(slow) = slowly(&battle, &order, 70)
                    {
                        let hash = battle.hash();
                        let quick = battle.forecast(&order).expect("a legal order");
                        assert_eq!(quick, slow, "{path} {order:?}");
                        assert_eq!(battle.hash(), hash, "{path} {order:?}");
                        compared += 1;
                    }
                    battle.order(&order).expect("a legal order");
                }
            }
            assert!(compared > least, "{compared} forecasts were compared");
        }
    }
}
