//! Helping somebody near by: out of what holds it (VIG-COND-7, VIG-COND-8), or out of a faint (VIG-COND-6).

use super::super::body::life;
use super::super::data::{Grip, Tracks, conditions::*};
use super::super::field::reach;
use super::doer::*;
use super::long;

/// Doing so.
pub(super) struct Release;

/// What freeing somebody takes.
const ACTIONS: i32 = 2;

const KIND: ActionKind = ActionKind {
    icon: "help",
    purpose: Purpose::Aid,
    aimed: &[AimedAt::Creature],
    range: 1,
    ..ActionKind::new(
        "release",
        "Free or wake",
        "Frees a friend near by from what holds it (2 actions), or wakes it (1 action).",
    )
};

/// Who helps whom, and how much of it is done then, where more is to come.
#[derive(Clone)]
pub(super) struct Helping {
    by: Id,
    whom: Id,
    done: Option<i32>,
}

fn sleeps(world: &World, id: Id) -> bool {
    let stable = world.part::<Tracks>(id).is_some_and(|tracks| tracks.health == 0);
    has_condition(world, id, UNCONSCIOUS) && !has_condition(world, id, SHOCK) && !stable
}

/// Whether it can be helped so.
fn needs(world: &World, id: Id) -> bool {
    sleeps(world, id) || creature::held(world, id)
}

/// Friends who can be helped so, wherever they are.
fn in_need(doer: &Doer<'_>) -> impl Iterator<Item = Id> {
    let (world, by) = (doer.world, doer.id);
    on_map(world).filter(move |&id| id != by && !creature::hostile(world, by, id) && needs(world, id))
}

/// How many actions an order spends, and whether that completes it.
fn spends(doer: &Doer<'_>, whom: Option<Id>) -> (i32, bool) {
    match whom.filter(|&whom| is_on_map(doer.world, whom)) {
        Some(whom) if sleeps(doer.world, whom) => (1, true),
        // VIG-ENC-7: who is freed is chosen with the last action.
        Some(_) => long::spends(doer, KIND.key, ACTIONS),
        None => (1, true),
    }
}

impl Action for Release {
    type Rules = Vigor;
    type Plan = Helping;
    const KIND: &'static ActionKind = &KIND;

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        in_need(doer).next().is_some()
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let mut offer = KIND.offer();
        let asleep = in_need(doer).filter(|&id| sleeps(doer.world, id)).count();
        let held = in_need(doer).count() > asleep;
        let frees = ACTIONS - long::done(doer, KIND.key);
        let (cost, actions) = match (asleep > 0, held) {
            (true, true) if frees > 1 => (format!("1 or {}", words(frees)), frees),
            (_, true) => (words(frees), frees),
            (_, false) => (words(1), 1),
        };
        offer.cost = cost;
        offer.price = price(actions);
        offer.refusal = menu.judge(|| action::possible(doer, self, doer.id, &offer, rule!("VIG-ACT-1")));
        menu.add(offer);
    }

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        let (actions, completes) = spends(doer, act.target);
        let wakes = act.target.is_some_and(|whom| sleeps(doer.world, whom));
        Cost { actions, goes_on: !wakes && long::done(doer, KIND.key) > 0, unfinished: !completes, ..Cost::default() }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Helping, Refusal> {
        let world = doer.world;
        let meant = |&id: &Id| is_on_map(world, id) && id != doer.id && !creature::hostile(world, doer.id, id);
        let near = |id: &Id| reach::adjacent(world, doer.id, *id).is_ok();
        let found = act.target.filter(meant).filter(near).filter(|&id| needs(world, id));
        let whom = found.ok_or_else(|| {
            Refusal::by(rule!("VIG-COND-7"), "no_need", "It takes a friend beside it who is held or asleep.")
        })?;
        let (actions, completes) = spends(doer, Some(whom));
        let done = (!completes).then(|| long::done(doer, KIND.key) + actions);
        let by = doer.id;
        Ok(Helping { by, whom, done })
    }

    fn begin(&self, world: &mut World, _id: Id, helping: Helping) {
        let Helping { by, whom, done } = helping;
        if let Some(done) = done {
            return long::goes_on(world, by, KIND.key, KIND.label, (done, ACTIONS));
        }
        if sleeps(world, whom) {
            return life::wake(world, whom, rule!("VIG-COND-6"));
        }
        for grip in Grip::ALL {
            let rule = match grip {
                Grip::Bound => rule!("VIG-COND-7"),
                Grip::Pinned => rule!("VIG-COND-8"),
            };
            creature::lose(world, whom, grip.key(), rule);
        }
    }
}
