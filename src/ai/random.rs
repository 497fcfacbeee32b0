//! A player that does anything legal, with dice of its own. It likes attacks, so that battles end.

use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

use crate::battle::{Act, Battle, ById, Creature, Group, Id, MoveOrder, Offer, Order, Phase, on_map, space};
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

impl Kind {
    fn of(group: Group) -> Self {
        match group {
            Group::Attack => Self::Attack,
            Group::Action => Self::Action,
            Group::Move | Group::Free => Self::Free,
        }
    }
}

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
        let mut offers: Option<Vec<Offer>> = None;
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
                Kind::Attack | Kind::Action | Kind::Free => {
                    let offers = offers.get_or_insert_with(|| battle.ruleset().offers(battle.world(), creature));
                    let fitting: Vec<&Offer> = offers
                        .iter()
                        .filter(|offer| offer.refusal.is_none() && kind == Kind::of(offer.group))
                        .collect();
                    self.act(battle, creature, &fitting)
                }
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

    fn act(&mut self, battle: &Battle, creature: Id, offers: &[&Offer]) -> Option<Order> {
        let acts = offers
            .iter()
            .flat_map(|offer| battle.ruleset().acts(battle.world(), creature, offer));
        let (harmful, other): (Vec<Act>, Vec<Act>) = acts.partition(|act| !friendly_fire(battle, act));
        // Friends and furniture are shot at now and then: that is legal, too.
        let odd = harmful.is_empty() || (!other.is_empty() && self.below(12) == 0);
        self.pick(if odd { other } else { harmful }).map(Order::Act)
    }
}

/// Whether an action is done to a creature of one's own side or to an object.
fn friendly_fire(battle: &Battle, act: &Act) -> bool {
    let side = |id| battle.world().part::<Creature>(id).map(|creature| creature.side);
    act.target
        .is_some_and(|target| side(target).is_none() || side(target) == side(act.creature))
}
