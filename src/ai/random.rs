//! A player that does anything legal, with dice of its own. It likes attacks, so that battles end.

use rand::{Rng, SeedableRng, rngs::ChaCha8Rng};

use crate::battle::{Battle, Group, Id, Ids, MoveOrder, Order, Phase, is_bystander, pick};
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

// What is free is rare: a creature that drops a weapon on every turn does not fight for long.
const KINDS: [(Kind, usize); 5] =
    [(Kind::Attack, 120), (Kind::Move, 50), (Kind::Action, 14), (Kind::Free, 4), (Kind::End, 12)];

/// One in so many moves is drawn out of all squares that can be reached; the others go ahead step by step.
const PONDER: usize = 32;

impl Clone for Random {
    fn clone(&self) -> Self {
        Self { stream: ChaCha8Rng::deserialize_state(&self.stream.serialize_state()) }
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

    /// A legal order, or an answer; `None` when the fight is over.
    ///
    /// It draws a kind first (attacks before moves before all else) and only then works out what there is of that kind.
    pub fn choose(&mut self, battle: &Battle) -> Option<Order> {
        if battle.outcome().is_some() {
            return None;
        }
        if let Some(decision) = battle.decision() {
            let chosen = decision.choices.get(self.below(decision.choices.len()))?;
            let choice = chosen.key.to_string();
            return Some(Order::Answer { choice });
        }
        let active = battle.active().filter(|_| battle.flow().phase == Phase::Acting)?;
        let actors = battle.actors();
        let creature = match actors.len() {
            0 | 1 => active,
            several => actors[self.below(several)],
        };
        let mut kinds = KINDS;
        loop {
            let whole = kinds.iter().map(|(_, weight)| weight).sum();
            let mut drawn = self.below(whole);
            let at = kinds.iter().position(|&(_, weight)| {
                let hit = drawn < weight;
                drawn = drawn.wrapping_sub(weight);
                hit
            });
            let (kind, weight) = &mut kinds[at?];
            let kind = *kind;
            *weight = 0; // drawn once
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
        let world = battle.world();
        // Every other move goes towards a creature of another side, or two could wander past each other for ever.
        let ids = world.resource::<Ids>();
        let side = ids.side(creature);
        let others = ids.all_stands().filter(|(_, stand)| stand.side != side);
        let mut others: Vec<Footprint> = others.map(|(_, stand)| stand.space).collect();
        let goal = pick(&mut others, &mut |below| self.below(below)).filter(|_| self.below(2) == 0);
        let order = |to, path| Some(Order::Move(MoveOrder { creature, to, path }));
        if self.below(PONDER) != 0 {
            let towards = goal.map(|goal| goal.at);
            let path = battle.ruleset().stroll(world, creature, towards, &mut |below| self.below(below));
            if path.is_some() {
                return order(None, path);
            }
        }
        let reach = battle.reach(creature);
        let stops = reach.squares.iter().filter(|reached| reached.stop).map(|reached| reached.at);
        let to = match goal {
            Some(goal) => stops.min_by_key(|&at| goal.steps(Footprint::single(at))),
            None => pick(&mut stops.collect::<Vec<Square>>(), &mut |below| self.below(below)),
        };
        order(Some(to?), None)
    }

    /// Something out of these groups.
    fn act(&mut self, battle: &Battle, creature: Id, groups: &[Group]) -> Option<Order> {
        // Bystanders are left alone, but for what hits several.
        let bystander = |act: &crate::battle::Act| act.target.is_some_and(|id| is_bystander(battle.world(), id));
        for _ in 0..8 {
            let drawn = battle.ruleset().draw(battle.world(), creature, groups, &mut |below| self.below(below))?;
            if !bystander(&drawn) {
                return Some(Order::Act(drawn));
            }
        }
        None
    }
}
