//! A glance at what an order may bring: a few samples, spread over all ways of rolling and the same for each answer. It is for computers
//! that weigh many orders against each other. What several runs share (the dice before a question, what goes before the dice) is played
//! out once.

use super::super::forecast::Branch;
use super::{Anchor, Course, Open, Part, Standing, Trials};
use crate::dice::{Pick, advance_branch};

impl Course {
    /// Takes so many samples more, once it has come to its end.
    pub(in crate::battle) fn look_closer(&mut self, samples: u32) {
        // Where no dice fall one sample says it all.
        let so_far = if self.rolls { self.effort.samples } else { 0 };
        if !self.rolls {
            self.found.clear();
        }
        self.part = Part::Glance(so_far, Vec::new());
        self.effort.samples = so_far + samples;
    }

    fn branches_at_a_glance(&self) -> Vec<Branch> {
        let answers = self.answers.as_ref().map_or(0, Vec::len);
        (0..answers.max(1)).map(|number| self.branch(number, 1)).collect()
    }
}

impl Trials<'_> {
    /// The next answer with the same dice, or the next of a few samples; false when that was all.
    pub(in crate::battle) fn next_at_a_glance(&mut self, sample: u32, picks: Vec<Pick>) -> bool {
        let differs = match picks.len().checked_sub(1) {
            Some(last) => self.course.came_up.get(last).copied(),
            None => self.course.first_open,
        };
        let anchor_at = differs.and_then(|step| self.go_before(step, &picks));
        let (answer, mut run, mut open) = self.run(picks, Open::Spread(sample), anchor_at);
        if self.begin_again() {
            return true;
        }
        (run.ways, run.weight, run.further) = (1, 1, 0);
        let course = &mut *self.course;
        course.found.push((answer, run));
        course.first_open = course.came_up.first().copied();
        course.rolls |= open.iter().any(|pick| pick.is_branch().is_none());
        course.part = if advance_branch(&mut open) {
            Part::Glance(sample, open)
        } else if sample + 1 < course.effort.samples && course.rolls {
            Part::Glance(sample + 1, Vec::new())
        } else {
            course.branches = course.branches_at_a_glance();
            return false;
        };
        true
    }

    /// The other answers to the first decision go on from here.
    pub(super) fn come_back_here(&mut self, standing: Standing) {
        let several = self.battle.decision().is_some_and(|decision| decision.choices.len() > 1);
        let last = self.anchors.last();
        let there = last.is_some_and(|anchor| anchor.standing.steps == standing.steps);
        if several && !there {
            let (mark, taken) = (self.battle.mark(), self.dice().taken());
            self.anchors.push(Anchor { mark, taken, standing });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::ai::Random;
    use crate::battle::*;

    fn mean(forecast: &Forecast) -> i128 {
        let whole = |branch: &Branch| {
            let hundredths = branch.targets.values().map(|target| target.mean_hundredths(branch.whole));
            i128::try_from(hundredths.sum::<u128>()).expect("few points of damage")
        };
        forecast.branches.iter().map(whole).sum()
    }

    #[test]
    fn a_glance_is_near_the_odds_and_goes_on_where_it_ended() {
        for ruleset in crate::rules::all() {
            let text = std::fs::read_to_string("levels/first-fight.toml").expect("a shipped level");
            let (level, _) = crate::rules::read_level(&text, "level").expect("a sound level");
            let mut battle = Battle::new(Arc::new(level), *ruleset, 5).expect("a playable level");
            let mut player = Random::new(5);
            let (mut looked, mut apart, mut all) = (0, 0, 0);
            for _ in 0..400 {
                if battle.outcome().is_some() || looked == 12 {
                    break;
                }
                let order = player.choose(&battle).expect("something to do");
                let strikes = matches!(order, Order::Act(_) | Order::Answer { .. });
                let whole = |order: &Order| Foresight::rough(order.clone(), 1000);
                let exact = strikes.then(|| whole(&order).go_through(&mut battle).expect("a legal order"));
                if let Some(exact) = exact.filter(|exact| exact.exact && mean(exact) > 0) {
                    let before = battle.hash();
                    let mut glance = Foresight::glance(order.clone(), 2);
                    glance.go_through(&mut battle).expect("a legal order");
                    let closer = glance.look_closer(&mut battle, 6).expect("a legal order");
                    let at_once = Foresight::glance(order.clone(), 8).go_through(&mut battle);
                    assert_eq!(at_once.expect("a legal order").branches, closer.branches, "{order:?}");
                    assert_eq!(battle.hash(), before, "{order:?}");
                    let answers = |forecast: &Forecast| -> Vec<_> {
                        forecast.branches.iter().map(|branch| branch.answer.clone()).collect()
                    };
                    assert_eq!(answers(&closer), answers(&exact), "{order:?}");
                    apart += (mean(&closer) - mean(&exact)).abs();
                    all += mean(&exact);
                    looked += 1;
                }
                battle.order(&order).expect("a legal order");
            }
            assert!(looked > 4, "{looked} orders were looked at");
            assert!(apart * 5 < all, "{}: {apart} hundredths off of {all}", ruleset.key());
        }
    }
}
