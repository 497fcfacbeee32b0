//! Help: a friend within 5 ft gets a die (SOL-ACT-10, SOL-ACT-11).

use super::super::body::pool;
use super::super::field::{items, sight};
use super::doer::*;

/// Doing so.
pub(super) struct Help;

const KIND: ActionKind = ActionKind {
    purpose: Purpose::Aid,
    aimed: &[AimedAt::Creature],
    range: 1,
    ..ActionKind::new("help", "Help", "A friend within 5 ft gets a die.")
};

fn able(means: &Doer) -> Result<(), Refusal> {
    means.pay(Some(KIND.key), 1)?;
    if creature::mad(means.world, means.id) {
        return Err(nothing("The mad help nobody.", rule!("SOL-COND-5")));
    }
    Ok(())
}

fn can_help(means: &Doer, friend: Id) -> Result<(), Refusal> {
    let (world, id) = (means.world, means.id);
    let refuse = |code, message: &'static str| Err(Refusal::by(rule!("SOL-ACT-10"), code, message));
    if world.part::<Creature>(friend).is_none() || !is_on_map(world, friend) || !creature::friendly(world, id, friend) {
        return refuse("no_friend", "That is no friend on the map.");
    }
    if sight::distance(world, id, friend) > items::REACH {
        return refuse("range", "That friend is more than 5 ft away.");
    }
    if !items::within(world, id, friend, items::REACH) {
        return Err(out_of_hand());
    }
    if world.the::<Pool>(friend).helped {
        let message = "That friend holds a helped die already.";
        return Err(Refusal::by(rule!("SOL-ACT-11"), "helped", message));
    }
    Ok(())
}

fn friends(means: &Doer) -> Vec<Id> {
    let mut all: Vec<Id> = on_map(means.world).collect();
    all.retain(|&friend| can_help(means, friend).is_ok());
    all
}

impl Action for Help {
    type Rules = Sol;
    /// The friend.
    type Plan = Id;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        let mut offer = row(&KIND);
        offer.refusal = menu.judge(|| {
            able(means)?;
            if friends(means).is_empty() {
                return Err(nothing("No friend within 5 ft needs a die.", rule!("SOL-ACT-10")));
            }
            Ok(())
        });
        menu.add(offer);
    }

    fn orders(&self, means: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        if able(means).is_err() {
            return Vec::new();
        }
        let upon = |friend| base.upon(friend);
        friends(means).into_iter().map(upon).collect()
    }

    fn parse(&self, means: &Doer<'_>, act: &Act) -> Result<Id, Refusal> {
        able(means)?;
        let friend = act.named_target()?;
        can_help(means, friend)?;
        Ok(friend)
    }

    fn begin(&self, world: &mut World, id: Id, friend: Id) {
        told(world, id, KIND.label, Some(friend), rule!("SOL-ACT-10"));
        spend(world, id, KIND.key, 1);
        pool::help(world, friend);
    }
}
