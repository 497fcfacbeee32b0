//! What a side says out of turn, and how its turns wait: what it wishes to be asked about, and who have their turns together. Also when a
//! turn that waits is taken, and what a creature does once an enemy comes near.

use super::foes::enemy;
use super::worth::farthest;
use crate::battle::*;

/// Orders that are looked at for one word about the order of turns.
const MOST_WORDS: usize = 40;
/// How many squares nearer an enemy may come until the next turn of a creature that waits for it.
pub(super) const APPROACH: u32 = 12;

/// Asks to be asked: at each round about what concerns the whole side, and between turns when it can matter.
pub(super) fn wish(battle: &Battle) -> Option<Order> {
    let side = battle.side_to_move().filter(|&side| side != SideId::TABLE)?;
    let wishes = battle.world().get_resource::<Wishes>()?;
    let kinds = battle.ruleset().actions();
    // At moments of its own the ruleset asks those whom it concerns.
    let paused = |pause: &Pause| pause.is_asked() && *pause != Pause::InTheMoment;
    let asked = |kind: &&&ActionKind| kind.any_time.iter().any(paused);
    let mut unwished = kinds.iter().filter(asked).filter(|kind| wishes.of(side, kind.key) == Wish::Never);
    let kind = unwished.next()?;
    let of_sides = kind.any_time.iter().any(|pause| pause.is_of_sides());
    let wish = if of_sides { Wish::Every } else { Wish::Matters };
    Some(Order::Wish(WishOrder { side, action: kind.key.to_owned(), wish }))
}

/// What a side says at a pause; `None` where none is open.
pub(super) fn speak(battle: &mut Battle) -> Option<Order> {
    let pause = battle.pause()?;
    if pause.is_of_sides() { settle_turns(battle) } else { take_turn(battle) }
}

fn answer(choice: &Choice) -> Order {
    Order::Answer { choice: choice.key.to_string() }
}

/// The word after which most turns of the side come before those of its enemies; nothing is changed that makes no turn earlier.
fn settle_turns(battle: &mut Battle) -> Option<Order> {
    let decision = battle.decision()?.clone();
    let stay = answer(decision.choices.last()?);
    let mut best = (lateness(battle, &stay, decision.side)?, stay);
    let words: Vec<Order> = battle.legal().into_iter().map(|legal| legal.order).take(MOST_WORDS).collect();
    for order in words {
        if let Some(late) = lateness(battle, &order, decision.side)
            && late < best.0
        {
            best = (late, order);
        }
    }
    Some(best.1)
}

/// How late the turns of a side come after an order, if nobody says more: for each of its creatures the enemies that act before it.
fn lateness(battle: &mut Battle, order: &Order, side: SideId) -> Option<usize> {
    battle.ahead(order, |after| later(after, side)).ok().flatten()
}

fn later(battle: &mut Battle, side: SideId) -> Option<usize> {
    if battle.pause().is_some_and(Pause::is_of_sides) {
        let go_on = battle.decision().and_then(|decision| decision.choices.last()).map(answer)?;
        return lateness(battle, &go_on, side);
    }
    let (world, mut enemies, mut late) = (battle.world(), 0, 0);
    for slot in &battle.flow().order {
        let mut together = battle.ruleset().also_acts(world, slot.creature);
        together.push(slot.creature);
        together.retain(|&id| is_on_map(world, id));
        late += enemies * together.iter().filter(|&&id| side_of(world, id) == side).count();
        enemies += together.iter().filter(|&&id| enemy(battle, side, id)).count();
    }
    Some(late)
}

/// Takes a turn that waits, once an enemy is where it can be struck on it; else goes on waiting.
fn take_turn(battle: &mut Battle) -> Option<Order> {
    let decision = battle.decision()?.clone();
    let (stay, words) = decision.choices.split_last()?;
    for word in words.iter().map(answer) {
        if battle.ahead(&word, |after| has_turn(after, decision.creature)).unwrap_or(false) {
            return Some(word);
        }
    }
    Some(answer(stay))
}

/// Whether a creature has its turn, and one who acts on it comes to an enemy.
fn has_turn(battle: &mut Battle, creature: Id) -> bool {
    let actors = battle.actors();
    actors.contains(&creature)
        && actors.into_iter().any(|id| nearest(battle, id).is_some_and(|far| far <= reach(battle, id)))
}

/// How far off an enemy can be that a creature strikes on this turn, in squares: it goes to it, and sprints if it can still attack then.
fn reach(battle: &mut Battle, creature: Id) -> u32 {
    let walks = |battle: &Battle| {
        let left = battle.ruleset().movement_left(battle.world(), creature).0;
        u32::try_from(left).unwrap_or(0)
    };
    let offers = battle.ruleset().offers(battle.world(), creature);
    let can = |offer: &&Offer| offer.purpose == Purpose::Sprint && offer.aim == Aim::Nothing && offer.refusal.is_none();
    let acts = |offer: &Offer| battle.ruleset().acts(battle.world(), creature, offer);
    let sprints: Vec<Order> = offers.iter().filter(can).flat_map(acts).map(Order::Act).collect();
    let mut most = walks(battle);
    for sprint in &sprints {
        let sprinted = battle.ahead(sprint, |after| {
            let offers = after.ruleset().offers(after.world(), creature);
            let attacks = offers.iter().any(|offer| offer.group == Group::Attack && offer.refusal.is_none());
            if attacks { walks(after) } else { 0 }
        });
        most = most.max(sprinted.unwrap_or(0));
    }
    farthest(&offers) + most
}

/// Holds a turn that is its own alone, if that costs nothing, no enemy can be struck on it, and one that is still to act this round may
/// come near enough to be struck first.
pub(super) fn hold_on(battle: &mut Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let ruleset = battle.ruleset();
    let holds = |offer: &&Offer| offer.purpose == Purpose::Wait && offer.price == Price::Free;
    let offer = offers.iter().find(holds).filter(|_| battle.actors().len() == 1)?;
    ruleset.actions().iter().find(|kind| kind.any_time.contains(&Pause::BetweenTurns))?;
    let far = nearest(battle, creature)?;
    let reach = reach(battle, creature);
    let (world, flow) = (battle.world(), battle.flow());
    let to_come = flow.order.iter().skip(flow.at + 1).map(|slot| slot.creature);
    let (comes, _) = nearest_of(battle, creature, to_come.filter(|&id| is_on_map(world, id)))?;
    if far <= reach || comes > reach + APPROACH / 2 {
        return None;
    }
    ruleset.acts(world, creature, offer).into_iter().next().map(Order::Act)
}

/// The range that a creature counts on where its attacks come to nothing: half of the way to an enemy who is within their range.
pub(super) fn nearer(battle: &Battle, creature: Id, range: u32) -> u32 {
    let far = nearest(battle, creature).filter(|&far| far > 1 && far <= range);
    far.map_or(range, |far| far / 2)
}

/// The distance in squares to the nearest enemy of which its side knows.
pub(super) fn nearest(battle: &Battle, creature: Id) -> Option<u32> {
    nearest_enemy(battle, creature).map(|(far, _)| far)
}

/// The nearest enemy of which its side knows, and how far off it is in squares.
pub(super) fn nearest_enemy(battle: &Battle, creature: Id) -> Option<(u32, Id)> {
    nearest_of(battle, creature, on_map(battle.world()))
}

/// The same, among some creatures on the map.
fn nearest_of(battle: &Battle, creature: Id, among: impl Iterator<Item = Id>) -> Option<(u32, Id)> {
    let world = battle.world();
    let (side, here) = (side_of(world, creature), space(world, creature));
    let enemies = among.filter(|&id| enemy(battle, side, id));
    enemies.map(|id| (here.steps(space(world, id)).unsigned_abs(), id)).min()
}

/// Waits with an action for an enemy that may come near, if what is left of the turn is lost anyway.
pub(super) fn watch(battle: &Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    if !battle.ruleset().loses_what_is_left() {
        return None;
    }
    let far = nearest(battle, creature)?;
    let waits = |offer: &&Offer| offer.purpose == Purpose::Wait && matches!(offer.price, Price::Points(_));
    let near_enough = |offer: &&Offer| offer.range.is_some_and(|range| far <= range + APPROACH);
    let offer = offers.iter().filter(waits).filter(near_enough).max_by_key(|offer| offer.range)?;
    battle.ruleset().acts(battle.world(), creature, offer).into_iter().next().map(Order::Act)
}
