//! Those who are tied roll until they are told apart: one mechanism for every ruleset that ranks by dice.

use bevy::prelude::World;

use super::Id;

/// Puts the tied into an order: each rolls, higher goes first, whoever is still tied rolls again. `roll` is told with whom one is tied and
/// whether it is again.
///
/// What is still to be rolled for is a list and not a recursion: forced dice may be tied as often as there are any.
pub fn roll_off(world: &mut World, tied: &mut [Id], mut roll: impl FnMut(&mut World, Id, &[Id], bool) -> u16) {
    let mut open = vec![(0..tied.len(), false)];
    while let Some((group, again)) = open.pop() {
        if group.len() < 2 {
            continue;
        }
        let all = &tied[group.clone()];
        let mut rolls: Vec<(u16, Id)> = all.iter().map(|&id| (roll(world, id, all, again), id)).collect();
        rolls.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut groups = Vec::new();
        let mut from = group.start;
        for same in rolls.chunk_by(|a, b| a.0 == b.0) {
            for (place, &(_, id)) in tied[from..].iter_mut().zip(same) {
                *place = id;
            }
            groups.push((from..from + same.len(), true));
            from += same.len();
        }
        // The highest are told apart first.
        open.extend(groups.into_iter().rev());
    }
}
