//! Acts drawn by lot, for players without a plan: kind before thing before target, and what was not drawn is not worked out.

use crate::battle::board::{is_bystander, win_together};
use crate::battle::values::{Act, Id, Ids, Offer, SideId};
use bevy::prelude::World;

/// Draws a number below the one given, which is at least 1.
pub type Rng<'a> = dyn FnMut(usize) -> usize + 'a;

/// One in so many blows that could be struck at an enemy goes at a friend or at furniture, which is legal, too.
const ASTRAY: usize = 12;

/// Takes one of a list out of it.
pub fn pick<T>(from: &mut Vec<T>, lot: &mut Rng) -> Option<T> {
    (!from.is_empty()).then(|| from.swap_remove(lot(from.len())))
}

/// Goes through things in the order they are drawn until one comes to an act. Of what is aimed at friends or objects the
/// first is kept for the end, unless the lot will have it so.
pub fn first_act<T>(
    world: &World,
    mut from: Vec<T>,
    lot: &mut Rng,
    mut act_of: impl FnMut(T, &mut Rng) -> Option<Act>,
) -> Option<Act> {
    let mut odd = None;
    while let Some(drawn) = pick(&mut from, lot) {
        let Some(act) = act_of(drawn, lot) else { continue };
        if !astray(world, &act) || lot(ASTRAY) == 0 {
            return Some(act);
        }
        odd.get_or_insert(act);
    }
    odd
}

/// The first target of an act that fits. Creatures of other sides come first, in the order they are drawn, then the actor's own side, its
/// allies, bystanders and objects. Now and then it is the other way round.
pub fn first_target<O: Iterator<Item = Id>>(
    world: &World,
    creature: Id,
    objects: impl Fn() -> O,
    lot: &mut Rng,
    mut fits: impl FnMut(Id) -> bool,
) -> Option<Id> {
    let ids = world.resource::<Ids>();
    let own = ids.side(creature);
    let spared = |id: Id, side: SideId| win_together(world, side, own) || is_bystander(world, id);
    let theirs = |other: bool| ids.all_stands().filter(move |&(id, stand)| spared(id, stand.side) != other);
    let astray = lot(ASTRAY) == 0;
    for others in [!astray, astray] {
        let mut from: Vec<Id> = theirs(others).map(|(id, _)| id).collect();
        if !others {
            from.extend(objects());
        }
        while let Some(id) = pick(&mut from, lot) {
            if fits(id) {
                return Some(id);
            }
        }
    }
    None
}

/// Whether an act is done to a creature of the actor's own side or an allied one, to a bystander or to an object.
pub fn astray(world: &World, act: &Act) -> bool {
    let ids = world.resource::<Ids>();
    let side = |id| ids.stand(id).map(|stand| stand.side);
    act.target.is_some_and(|target| match (side(target), side(act.creature)) {
        (Some(other), Some(own)) => win_together(world, other, own) || is_bystander(world, target),
        (other, _) => other.is_none(),
    })
}

/// Draws one offer after the other and works out the acts it stands for, until there is one.
pub(in crate::battle) fn out_of_offers(
    world: &World,
    mut offers: Vec<Offer>,
    acts: impl Fn(&Offer) -> Vec<Act>,
    lot: &mut Rng,
) -> Option<Act> {
    offers.retain(|offer| offer.refusal.is_none());
    first_act(world, offers, lot, |offer, lot| {
        let (mut odd, mut even): (Vec<Act>, Vec<Act>) = acts(&offer).into_iter().partition(|act| astray(world, act));
        if even.is_empty() || (!odd.is_empty() && lot(ASTRAY) == 0) {
            std::mem::swap(&mut odd, &mut even);
        }
        pick(&mut even, lot)
    })
}
