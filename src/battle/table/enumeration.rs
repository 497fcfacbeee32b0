//! All the ways in which an order may come out: what is left open is gone through one after the other, in the battle itself.

mod sampling;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use bevy::prelude::Mut;

use super::battle::Battle;
use super::forecast::{Asked, Branch, Forecast};
use super::recorded::Understood;
use super::run_result::{RunResult, Walker, in_common};
use crate::battle::engine::memory::Bookmark;
use crate::battle::play::advance::Progress;
use crate::battle::values::{Order, Outbox, SideId, Text};
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
    mark: Bookmark,
    /// How much of what is left open had come up by then.
    taken: usize,
    standing: Standing,
}

/// How much is gone through for one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::battle) struct Effort {
    /// The most ways of rolling for each answer to the first decision; where there are more, samples are taken.
    pub(in crate::battle) most: usize,
    /// How many samples stand in for them.
    pub(in crate::battle) samples: u32,
    /// About how often the order is played out at most, with any number of possible answers.
    pub(in crate::battle) runs: usize,
    /// Whether nothing is gone through at all: the samples are spread over all ways, the same for each answer.
    pub(in crate::battle) glance: bool,
}

impl Effort {
    /// The same effort with its runs shared out among so many answers. An answer that has more ways than half its share has used up that
    /// half when samples begin.
    fn shared_out(self, answers: usize) -> Self {
        let half = (self.runs / 2 / answers).max(1);
        Self {
            most: self.most.min(half),
            samples: self.samples.min(u32::try_from(half).unwrap_or(u32::MAX)).max(1),
            ..self
        }
    }
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

/// To which player the first decision is put; those that count most come last.
///
/// What the other side can do about an order counts more than what the mover may do after it. What the target can do counts more than
/// what bystanders can. When a run turns up a decision that counts more, all is begun again, and the earlier ones are answered by doing
/// nothing. Example: an order that at first asked only bystanders turns out to ask its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PutTo {
    /// No player has been asked anything yet.
    Nobody,
    Mover,
    Other,
    Target,
}

/// After so many ways it is asked how many there may be in all.
const ENOUGH: usize = 256;
/// Where there are likely to be so many times as many ways as are gone through at most, no more are.
const FAR_TOO_MANY: u64 = 8;

/// How many ways there are with an answer, if what is still to come has as many as what has been gone through.
fn likely(ways: u64, picks: &[Pick], answer: usize) -> u64 {
    const WHOLE: u64 = 1 << 40;
    // How much of the whole one value makes of what is looked at, and how much has been gone through.
    let (mut part, mut done) = (WHOLE, 0);
    for pick in picks {
        match pick.is_branch() {
            Some(given) if answer == given => {}
            Some(given) => {
                done += if answer < given { part } else { 0 };
                part = 0;
                break;
            }
            None => {
                part /= (pick.passed() + 1 + pick.left()) as u64;
                done += part * pick.passed() as u64;
            }
        }
    }
    // The way that has come last is through.
    ways.saturating_mul(WHOLE) / (done + part).max(1)
}

/// What is being done for a forecast.
enum Part {
    /// All ways are gone through; these are the values of the next one.
    Ways(Vec<Pick>),
    /// An answer with too many ways is sampled; these are the samples so far.
    Samples(usize, Vec<RunResult>),
    /// The so-manieth of a few samples, with the answer to be tried in it.
    Glance(u32, Vec<Pick>),
}

/// Where values come from that are not laid down.
#[derive(Clone, Copy)]
enum Open {
    /// The first there is of each: all are gone through.
    First,
    /// Dice of a stream with this seed; the first decision is always answered so.
    Rng(u64, usize),
    /// Spread over all ways, as the so-manieth of a few samples.
    Spread(u32),
}

/// How far a forecast has come. It stays as good as it is as long as the battle does.
pub(in crate::battle) struct Course {
    effort: Effort,
    /// The same for each answer.
    share: Effort,
    part: Part,
    /// For everything left open that came up in the last run, the step in which it did.
    came_up: Vec<usize>,
    /// The step in which anything came up first.
    first_open: Option<usize>,
    /// The answers to the decision that branches are told apart by, key and label; known once it has come up.
    answers: Option<Vec<(String, String)>>,
    /// To whom that decision is put.
    put_to: PutTo,
    /// To whom the order has turned out to put a decision by which branches are rather to be told apart.
    begins_again: Option<PutTo>,
    found: Vec<(Option<usize>, RunResult)>,
    tallies: Vec<Tally>,
    branches: Vec<Branch>,
    /// Everything that was asked in any run.
    asks: BTreeSet<Asked>,
    /// What staying where any run ended brings.
    stays: BTreeSet<Text>,
    runs: usize,
    /// Whether any dice have fallen.
    rolls: bool,
}

impl Course {
    pub(in crate::battle) fn new(effort: Effort) -> Self {
        let part = if effort.glance { Part::Glance(0, Vec::new()) } else { Part::Ways(Vec::new()) };
        Self {
            effort,
            share: effort,
            part,
            came_up: Vec::new(),
            first_open: None,
            answers: None,
            put_to: PutTo::Nobody,
            begins_again: None,
            found: Vec::new(),
            tallies: Vec::new(),
            branches: Vec::new(),
            asks: BTreeSet::new(),
            stays: BTreeSet::new(),
            runs: 0,
            rolls: false,
        }
    }

    /// Begins again if it is to, with what the last runs took off the effort.
    fn begin_again(&mut self) -> bool {
        if let Some(put_to) = self.begins_again {
            let effort = Effort { runs: self.effort.runs.saturating_sub(self.runs), ..self.effort };
            *self = Self { put_to, runs: self.runs, ..Self::new(effort) };
            return true;
        }
        false
    }

    /// How often the order has been played out.
    pub(in crate::battle) fn runs(&self) -> usize {
        self.runs
    }

    /// Takes in one way of rolling; the values of the next, if there is one to be tried.
    fn add_result(&mut self, answer: Option<usize>, run: RunResult, mut picks: Vec<Pick>) -> Option<Vec<Pick>> {
        if self.found.is_empty() {
            self.first_open = self.came_up.first().copied();
        }
        self.tell_answers_apart();
        // Every value that is still to come has a run of its own at least, whichever answer is given there.
        let dice = picks.iter().filter(|pick| pick.is_branch().is_none());
        let to_come: usize = dice.map(|pick| pick.left()).sum();
        let far_too_many = FAR_TOO_MANY * self.share.most as u64;
        for (number, tally) in self.tallies.iter_mut().enumerate() {
            if answer.is_none_or(|answer| answer == number) && !tally.over {
                tally.ways += 1;
                tally.common = tally.common.and_then(|common| in_common(common, run.ways));
                tally.over = tally.ways + to_come > self.share.most
                    || tally.common.is_none()
                    || tally.ways >= ENOUGH && likely(tally.ways as u64, &picks, number) > far_too_many;
            }
        }
        self.found.push((answer, run));
        let go_on = self.tallies.iter().any(|tally| !tally.over) && next(&mut picks, &self.tallies);
        go_on.then_some(picks)
    }

    /// Goes on separately for each answer once the first decision has come up. That may take until a roll that leads to it. What has been
    /// gone through by then counts for each of its answers.
    fn tell_answers_apart(&mut self) {
        let count = self.answers.as_ref().map_or(0, Vec::len).max(1);
        if self.tallies.len() < count {
            let so_far = self.tallies.first().copied().unwrap_or(Tally { ways: 0, common: Some(1), over: false });
            self.tallies.resize(count, so_far);
            self.share = self.effort.shared_out(count);
        }
    }

    /// Writes down the branches from this answer on, up to the first that has to be sampled; that one comes next. False when all are
    /// written down.
    fn write_down(&mut self, from: usize) -> bool {
        for number in from..self.tallies.len() {
            let tally = self.tallies[number];
            if tally.over {
                self.part = Part::Samples(number, Vec::new());
                return true;
            }
            self.branches.push(self.branch(number, tally.common.unwrap_or(1)));
        }
        false
    }

    /// What came of an answer in all runs with it; `common` is what every number of ways goes into.
    fn branch(&self, number: usize, common: u128) -> Branch {
        let of_it = |(given, _): &&(Option<usize>, RunResult)| given.is_none_or(|given| given == number);
        let runs: Vec<&RunResult> = self.found.iter().filter(of_it).map(|(_, run)| run).collect();
        Branch::of(self.answer(number), &runs, common)
    }

    fn answer(&self, number: usize) -> Option<(String, String)> {
        self.answers.as_ref()?.get(number).cloned()
    }
}

/// The runs of one order, in the battle itself; the caller goes back to before them.
///
/// What is left open (dice, and which answer is given to the first decision) is gone through like an odometer. A run goes on from the
/// moment before the first step in which something else comes up than in the run before. So what goes before a roll is done once for all
/// its faces. Later decisions are answered like the first where that is offered, else by doing nothing. An act offered once all is
/// settled is left undone: it has odds of its own when it is asked.
pub(in crate::battle) struct Trials<'a> {
    battle: &'a mut Battle,
    order: &'a Order,
    /// What the order has been understood as; nothing when it cannot be given after all.
    understood: Option<Understood>,
    mover: Option<SideId>,
    walker: Option<Walker>,
    anchors: Vec<Anchor>,
    course: &'a mut Course,
}

impl<'a> Trials<'a> {
    pub(in crate::battle) fn new(
        battle: &'a mut Battle,
        mark: Bookmark,
        order: &'a Order,
        understood: Option<Understood>,
        course: &'a mut Course,
    ) -> Self {
        let mover = battle.side_to_move();
        let walker = Walker::of(battle, order);
        let standing = Standing { progress: None, steps: 0, answer: None };
        Self {
            battle,
            order,
            // What is taken back is no roll of anything.
            understood: understood.filter(|_| !matches!(order, Order::TakeBack(_))),
            mover,
            walker,
            anchors: vec![Anchor { mark, taken: 0, standing }],
            course,
        }
    }

    /// Plays the order out so many times more at most; what comes of it, once enough has been gone through.
    pub(in crate::battle) fn go_on(mut self, times: usize) -> Option<Forecast> {
        for _ in 0..times.max(1) {
            let goes_on = match &mut self.course.part {
                Part::Ways(picks) => {
                    let picks = std::mem::take(picks);
                    self.next_way(picks)
                }
                Part::Samples(answer, taken) => {
                    let (answer, taken) = (*answer, std::mem::take(taken));
                    self.next_sample(answer, taken)
                }
                Part::Glance(sample, picks) => {
                    let (sample, picks) = (*sample, std::mem::take(picks));
                    self.next_at_a_glance(sample, picks)
                }
            };
            if !goes_on {
                let glance = self.course.effort.glance;
                return Some(Forecast {
                    exact: !glance && self.course.tallies.iter().all(|tally| !tally.over),
                    branches: std::mem::take(&mut self.course.branches),
                    asks: std::mem::take(&mut self.course.asks),
                    stays: std::mem::take(&mut self.course.stays),
                });
            }
        }
        None
    }

    /// The way of rolling with these values; false when that was all.
    fn next_way(&mut self, picks: Vec<Pick>) -> bool {
        let differs = picks.len().checked_sub(1).map(|last| self.course.came_up[last]);
        let anchor_at = differs.and_then(|step| self.go_before(step, &picks));
        let (answer, run, open) = self.run(picks, Open::First, anchor_at);
        if self.begin_again() {
            return true;
        }
        match self.course.add_result(answer, run, open) {
            Some(picks) => {
                self.course.part = Part::Ways(picks);
                true
            }
            None => self.course.write_down(0),
        }
    }

    /// Another sample for an answer, with dice of a stream of its own; false when that was all.
    fn next_sample(&mut self, answer: usize, mut taken: Vec<RunResult>) -> bool {
        let first_open = self.course.first_open;
        let anchor_at = first_open.and_then(|step| self.go_before(step, &[]));
        let (_, mut run, _) = self.run(Vec::new(), Open::Rng(taken.len() as u64, answer), anchor_at);
        if self.begin_again() {
            return true;
        }
        (run.ways, run.weight, run.further) = (1, 1, 0);
        taken.push(run);
        self.course.tell_answers_apart();
        if taken.len() < self.course.share.samples as usize {
            self.course.part = Part::Samples(answer, taken);
            return true;
        }
        let answered = self.course.answer(answer);
        let branch = Branch::sampled(answered, &taken.iter().collect::<Vec<_>>());
        self.course.branches.push(branch);
        self.course.write_down(answer + 1)
    }

    fn begin_again(&mut self) -> bool {
        let again = self.course.begin_again();
        if again {
            self.anchors.truncate(1);
        }
        again
    }

    /// Leaves only the anchors up to a step; the step, if another anchor is worth while there.
    fn go_before(&mut self, step: usize, picks: &[Pick]) -> Option<usize> {
        while self.anchors.last().is_some_and(|anchor| anchor.standing.steps > step) {
            self.anchors.pop();
        }
        let there = self.anchors.last().is_some_and(|anchor| anchor.standing.steps == step);
        let open = picks.iter().zip(&self.course.came_up);
        let mut open = open.filter(|&(_, &came_up)| came_up == step);
        let more = picks.is_empty() || open.any(|(pick, _)| pick.goes_on());
        (!there && more).then_some(step)
    }

    /// One run, from the last anchor on: the answer given first, what came of it, and all that was open.
    fn run(&mut self, picks: Vec<Pick>, open: Open, anchor_at: Option<usize>) -> (Option<usize>, RunResult, Vec<Pick>) {
        self.course.runs += 1;
        let anchor = self.anchors.last().expect("the first anchor should stay");
        let (mark, taken, mut standing) = (anchor.mark, anchor.taken, anchor.standing);
        self.battle.back(mark);
        match open {
            Open::First => self.dice().explore(picks, taken, None),
            Open::Rng(seed, _) => self.dice().explore(picks, taken, Some(seed)),
            Open::Spread(sample) => self.dice().spread(picks, taken, sample),
        }
        self.course.came_up.truncate(taken);
        loop {
            if anchor_at == Some(standing.steps) {
                let (mark, taken) = (self.battle.mark(), self.dice().taken());
                self.anchors.push(Anchor { mark, taken, standing });
            }
            let goes_on = self.step(&mut standing, open);
            let taken = self.dice().taken();
            let came_up = &mut self.course.came_up;
            came_up.resize(taken.max(came_up.len()), standing.steps);
            standing.steps += 1;
            if !goes_on {
                break;
            }
        }
        let picks = self.dice().explored();
        let weights = Weights::of(&picks).unwrap_or(Weights { ways: u128::MAX, weight: 1, further: 0 });
        let world = self.battle.world();
        let events = &world.resource::<Outbox>().events;
        let telling = !self.course.effort.glance;
        let run = RunResult::of(self.battle, events, self.mover, self.walker.as_ref(), weights, telling);
        self.course.stays.extend(run.stays.iter().cloned());
        (standing.answer, run, picks)
    }

    /// The next step; false when the run is at its end. The first decision is left open, or always answered alike.
    fn step(&mut self, standing: &mut Standing, open: Open) -> bool {
        let Some(progress) = &mut standing.progress else {
            let Some(understood) = self.understood.clone() else {
                return false;
            };
            self.battle.apply_order(self.order, understood);
            standing.progress = Some(self.battle.engine.begin());
            return true;
        };
        match self.battle.engine.step(progress) {
            Ok(true) => true,
            Ok(false) => self.answer(standing, open),
            Err(_) => false,
        }
    }

    /// Answers a decision, if there is one.
    fn answer(&mut self, standing: &mut Standing, open: Open) -> bool {
        if self.battle.outcome().is_some() {
            return false;
        }
        let Some(decision) = self.battle.decision() else {
            return false;
        };
        self.course.asks.extend(Asked::of(decision));
        let target = match self.order {
            Order::Act(act) => act.target,
            _ => None,
        };
        let put_to = match decision.side {
            side if Some(side) == self.mover => PutTo::Mover,
            _ if target == Some(decision.creature) => PutTo::Target,
            _ => PutTo::Other,
        };
        let before = self.course.put_to;
        let counts_more = match before {
            PutTo::Nobody => false,
            PutTo::Mover => put_to > before && self.adds_nothing(standing),
            PutTo::Other | PutTo::Target => put_to > before,
        };
        if counts_more {
            self.course.begins_again = Some(put_to);
            return false;
        }
        let told_apart = put_to >= before;
        if standing.answer.is_none() && told_apart {
            self.course.put_to = put_to;
            standing.answer = self.tell_apart(*standing, open);
        }
        let answers = self.course.answers.as_deref().unwrap_or_default();
        let wanted = standing.answer.and_then(|answer| answers.get(answer));
        let Some(decision) = self.battle.decision() else {
            return false;
        };
        let like_first = decision.choices.iter().find(|choice| wanted.is_some_and(|(key, _)| choice.key == *key));
        let Some(choice) = like_first.or(decision.choices.last()) else {
            return false;
        };
        let order = Order::Answer { choice: choice.key.to_string() };
        self.battle.apply_order(&order, Understood::Order);
        standing.progress = Some(self.battle.engine.begin());
        true
    }

    /// Whether the mover has added nothing to the order of its own, asked or not.
    fn adds_nothing(&self, standing: &Standing) -> bool {
        let count = self.course.answers.as_ref().map_or(0, Vec::len);
        standing.answer.is_none_or(|answer| answer + 1 == count)
    }

    /// Which answer is given to the decision that branches are told apart by; none where it has no choices.
    fn tell_apart(&mut self, standing: Standing, open: Open) -> Option<usize> {
        if matches!(open, Open::Spread(_)) {
            self.come_back_here(standing);
        }
        let decision = self.battle.decision()?;
        let answers = self.course.answers.get_or_insert_with(|| {
            let choices = decision.choices.iter();
            choices.map(|choice| (choice.key.to_string(), choice.label.to_string())).collect()
        });
        let count = answers.len();
        match open {
            _ if count == 0 => None,
            Open::Rng(_, answer) => Some(answer),
            Open::First | Open::Spread(_) => Some(self.dice().choose(count)),
        }
    }

    fn dice(&mut self) -> Mut<'_, Dice> {
        self.battle.engine.world.resource_mut::<Dice>()
    }
}

/// The next values of what is open, past answers that have too many ways; false when all have been tried.
fn next(picks: &mut Vec<Pick>, tallies: &[Tally]) -> bool {
    while advance(picks) {
        let over = picks.iter().position(|pick| pick.is_branch().is_some_and(|answer| tallies[answer].over));
        match over {
            Some(place) => picks.truncate(place + 1),
            None => return true,
        }
    }
    false
}
