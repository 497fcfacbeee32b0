//! A player who does something legal, no matter what: for simulations and property tests.

use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

use crate::battle::{Act, Battle, Legal, Order};

/// Picks legal orders from a stream of its own, attacks more often than not, so that battles end.
pub struct Random {
    stream: ChaCha8Rng,
}

impl Random {
    /// A player for a seed.
    pub fn new(seed: u64) -> Self {
        let mut stream = ChaCha8Rng::seed_from_u64(seed);
        stream.set_stream(1); // the battle's dice are stream 0 of their seed
        Self { stream }
    }

    /// A legal order, or none when nobody may speak.
    pub fn choose(&mut self, battle: &Battle) -> Option<Order> {
        let mut legal = battle.legal();
        if legal.is_empty() {
            return None;
        }
        let harmful = |legal: &Legal| match &legal.order {
            Order::Act(act) => act.action == "attack" && !friendly_fire(battle, act),
            _ => false,
        };
        let attacks: Vec<usize> = (0..legal.len()).filter(|&index| harmful(&legal[index])).collect();
        if !attacks.is_empty() && self.below(4) > 0 {
            let pick = attacks[self.below(attacks.len())];
            return Some(legal.swap_remove(pick).order);
        }
        let pick = self.below(legal.len());
        Some(legal.swap_remove(pick).order)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.stream.next_u64() % most as u64) as usize
    }
}

fn friendly_fire(battle: &Battle, act: &Act) -> bool {
    use crate::battle::{ById, Creature};
    let side = |id| battle.world().part::<Creature>(id).map(|creature| creature.side);
    act.target.is_some_and(|target| side(target).is_none() || side(target) == side(act.creature))
}
