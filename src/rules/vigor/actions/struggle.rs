//! Struggling out of what holds one: the check that failed, once more (VIG-RES-6).

use super::super::body::breath;
use super::super::body::roll::dice_of;
use super::super::data::{Brings, Grip, Held, Hold, Resist, Score};
use super::super::fight::resist;
use super::doer::*;

/// Doing so.
pub(crate) struct Struggle;

const KIND: ActionKind = ActionKind {
    icon: "push",
    purpose: Purpose::Move,
    with: "where there are several, what holds it and the score, as in `pinned/strength`",
    ..ActionKind::new("struggle", "Struggle", "The check that failed, once more: gets free of what holds it.")
};

/// What holds somebody: in which order it came, and of each grip that nobody brought about, Strength against 20.
fn holds(world: &World, id: Id) -> Vec<Hold> {
    let held = world.the::<Held>(id);
    let mut out = Vec::new();
    for grip in Grip::ALL.into_iter().filter(|grip| has_condition(world, id, grip.key())) {
        let of = held.0.iter().filter(|hold| hold.grip == grip);
        let before = out.len();
        out.extend(of.cloned());
        if out.len() == before {
            out.push(Hold { grip, by: None, within: 0, resist: Resist::usual(Score::Strength, Brings::All) });
        }
    }
    out
}

/// The ways to struggle: against what, with which score; the best of each first.
fn ways(doer: &Doer<'_>) -> Vec<(Hold, Score)> {
    let mut out: Vec<(Hold, Score)> = Vec::new();
    for hold in holds(doer.world, doer.id) {
        let mut scores = hold.resist.by.clone();
        scores.sort_by_key(|&score| std::cmp::Reverse(dice_of(doer.profile.score(score))));
        for score in scores {
            let known = |(other, same): &(Hold, Score)| other.grip == hold.grip && *same == score;
            if !out.iter().any(known) {
                out.push((hold.clone(), score));
            }
        }
    }
    out
}

/// How an order names one of them.
fn word(hold: &Hold, score: Score) -> String {
    format!("{}/{}", hold.grip.key(), resist::word(score))
}

impl Action for Struggle {
    type Rules = Vigor;
    type Plan = (Hold, Score);
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "vigor.struggling", struggle);

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        creature::held(doer.world, doer.id)
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let ways = ways(doer);
        if ways.len() < 2 {
            return Vigor::list(doer, self, menu);
        }
        for (hold, score) in &ways {
            let mut offer = KIND.offer();
            let of = if hold.grip == Grip::Bound { "bonds" } else { "grip" };
            offer.label = format!("{}: {}, {of}", KIND.label, score.name());
            offer.with = Some(word(hold, *score));
            offer.cost = words(1);
            let act = offer.order(doer.id);
            offer.refusal = menu.judge(|| action::check_with(doer, self, &act));
            menu.add(offer);
        }
    }

    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost { actions: 1, still: true, ..Cost::default() }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Hold, Score), Refusal> {
        let free = |why: &'static str| Refusal::by(rule!("VIG-RES-6"), "free", why);
        let mut ways = ways(doer).into_iter();
        let found = match &act.with {
            Some(with) => ways.find(|(hold, score)| word(hold, *score) == *with),
            None => ways.next(),
        };
        found.ok_or_else(|| free("Nothing holds it so."))
    }
}

/// The check, and what no longer holds it.
fn struggle(world: &mut World, id: Id, (hold, score): (Hold, Score)) {
    world.note(id, "struggles", rule!("VIG-RES-6"));
    if resist::check(world, id, &hold.resist, &resist::word(score)) {
        let held = world.the::<Held>(id).0.clone();
        if held.contains(&hold) {
            let left = held.into_iter().filter(|other| *other != hold).collect();
            creature::set_holds(world, id, left, rule!("VIG-RES-6"));
        } else {
            creature::lose(world, id, hold.grip.key(), rule!("VIG-RES-6"));
        }
    }
    breath::catch(world, id);
}
