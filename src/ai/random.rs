//! A player that does anything legal, with dice of its own. It likes attacks, so that battles end.

use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

use crate::battle::{Act, Battle, ById, Creature, Group, Id, MoveOrder, Order, Phase, on_map, space};
use crate::grid::{Footprint, Square};

/// A player without a plan.
pub struct Random {
    stream: ChaCha8Rng,
}

/// What a creature may do on its turn, and how often it is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Attack,
    Move,
    Action,
    Free,
    End,
}

// What is free is rare: whoever drops a weapon at every turn does not fight for long.
const KINDS: [(Kind, usize); 5] = [
    (Kind::Attack, 120),
    (Kind::Move, 50),
    (Kind::Action, 14),
    (Kind::Free, 4),
    (Kind::End, 12),
];

impl Random {
    /// The same seed plays the same battle in the same way.
    pub fn new(seed: u64) -> Self {
        let mut stream = ChaCha8Rng::seed_from_u64(seed);
        stream.set_stream(1); // the battle's dice are stream 0 of their seed
        Self { stream }
    }

    /// A number below `below`.
    pub fn below(&mut self, below: usize) -> usize {
        let below = u64::try_from(below.max(1)).expect("a count should fit");
        let drawn = (u64::from(self.stream.next_u32()) * below) >> 32;
        usize::try_from(drawn).expect("less than a count should fit")
    }

    fn pick<T>(&mut self, mut from: Vec<T>) -> Option<T> {
        if from.is_empty() {
            return None;
        }
        let at = self.below(from.len());
        Some(from.swap_remove(at))
    }

    /// A legal order, or an answer; `None` when the fight is over.
    ///
    /// It draws a kind first (attacks before moves before all else) and only then works out what there is of that kind.
    pub fn choose(&mut self, battle: &Battle) -> Option<Order> {
        if battle.outcome().is_some() {
            return None;
        }
        if let Some(decision) = battle.decision() {
            let keys = decision.choices.iter().map(|choice| choice.key.to_string()).collect();
            return self.pick(keys).map(|choice| Order::Answer { choice });
        }
        let active = battle.active().filter(|_| battle.flow().phase == Phase::Acting)?;
        let actors = battle.actors();
        let creature = match actors.len() {
            0 | 1 => active,
            several => actors[self.below(several)],
        };
        let mut kinds = KINDS.to_vec();
        loop {
            let whole = kinds.iter().map(|(_, weight)| weight).sum();
            let mut drawn = self.below(whole);
            let at = kinds.iter().position(|&(_, weight)| {
                let hit = drawn < weight;
                drawn = drawn.wrapping_sub(weight);
                hit
            });
            let (kind, _) = kinds.remove(at?);
            let order = match kind {
                Kind::End => Some(Order::EndTurn { creature: active }),
                Kind::Move => self.walk(battle, creature),
                Kind::Attack => self.act(battle, creature, &[Group::Attack]),
                Kind::Action => self.act(battle, creature, &[Group::Action]),
                Kind::Free => self.act(battle, creature, &[Group::Move, Group::Free]),
            };
            if order.is_some() {
                return order;
            }
        }
    }

    fn walk(&mut self, battle: &Battle, creature: Id) -> Option<Order> {
        let reach = battle.reach(creature);
        let stops: Vec<Square> = reach
            .squares
            .iter()
            .filter(|reached| reached.stop)
            .map(|reached| reached.at)
            .collect();
        // Every other move goes towards somebody of another side, or two could wander past each other for ever.
        let world = battle.world();
        let side = world.the::<Creature>(creature).side;
        let others = on_map(world)
            .filter(|&id| world.the::<Creature>(id).side != side)
            .collect();
        let to = match self.pick::<Id>(others).filter(|_| self.below(2) == 0) {
            Some(other) => {
                let there = space(world, other);
                stops.into_iter().min_by_key(|&at| there.steps(Footprint::single(at)))?
            }
            None => self.pick(stops)?,
        };
        Some(Order::Move(MoveOrder {
            creature,
            to: Some(to),
            path: None,
        }))
    }

    /// Something out of these groups. Offers are drawn first, and only what was drawn is worked out to complete orders.
    fn act(&mut self, battle: &Battle, creature: Id, groups: &[Group]) -> Option<Order> {
        let mut offers = battle.ruleset().offers_in(battle.world(), creature, groups);
        offers.retain(|offer| offer.refusal.is_none());
        let mut odd = Vec::new();
        while !offers.is_empty() {
            let offer = offers.swap_remove(self.below(offers.len()));
            let acts = battle.ruleset().acts(battle.world(), creature, &offer);
            let (other, harmful): (Vec<Act>, Vec<Act>) = acts.into_iter().partition(|act| friendly_fire(battle, act));
            odd.extend(other);
            // Friends and furniture are shot at now and then: that is legal, too.
            if !harmful.is_empty() && (odd.is_empty() || self.below(12) != 0) {
                return self.pick(harmful).map(Order::Act);
            }
        }
        self.pick(odd).map(Order::Act)
    }
}

/// Whether an action is done to a creature of one's own side or to an object.
fn friendly_fire(battle: &Battle, act: &Act) -> bool {
    let side = |id| battle.world().part::<Creature>(id).map(|creature| creature.side);
    act.target
        .is_some_and(|target| side(target).is_none() || side(target) == side(act.creature))
}
