//! Who has turns, and who may be given orders in them.

use crate::battle::engine::in_order;
use crate::battle::values::{Act, Choice, Id, Order, Pause, Rule, Text};
use bevy::prelude::World;

/// Who counts, who has turns, and who may be given orders in them.
pub trait Turns {
    /// Rolls and sets the order of turns for a creature that arrives late.
    fn arrive(&self, world: &mut World, creature: Id);
    /// Whether the creature counts for its side.
    fn standing(&self, world: &World, creature: Id) -> bool;
    /// Whether the creature keeps its side in the fight; as a rule every one that counts for it.
    fn fights(&self, world: &World, creature: Id) -> bool {
        self.standing(world, creature)
    }
    /// Whether the creature can be given orders on its turn (else the turn passes).
    fn may_act(&self, world: &World, creature: Id) -> bool;
    /// Who takes orders on a creature's turn besides the creature itself, in the order in which they are listed.
    fn also_acts(&self, _world: &World, _active: Id) -> Vec<Id> {
        Vec::new()
    }
    /// Whether points for actions that a creature has left at the end of its turn are lost. Where they are not, they may still pay for
    /// something before its next turn.
    fn loses_what_is_left(&self) -> bool {
        false
    }
    /// The creatures that share a creature's turn, the creature itself among them, in the order in which they are listed.
    fn shares_turn(&self, _world: &World, creature: Id) -> Vec<Id> {
        vec![creature]
    }
    /// Whether a creature holds its turn, to take it later in the round.
    fn holds_turn(&self, _world: &World, _creature: Id) -> bool {
        false
    }
    /// The rule by which an order is refused that comes out of turn.
    fn out_of_turn(&self, _order: &Order) -> Option<Rule> {
        None
    }
    /// The creatures that may have the word at a pause, in the order in which they are asked. Which of them are asked is then found out
    /// from the kinds of action ([`any_time`](crate::battle::ActionKind::any_time)) and from what their sides wish.
    fn speakers(&self, world: &World, _pause: Pause) -> Vec<Id> {
        in_order(world, |_, _| true)
    }
    /// Whether it can matter that a creature does something of a kind at this pause, as far as its side knows: what is asked for a side
    /// that wishes to be asked only then.
    fn matters(&self, _world: &World, _creature: Id, _action: &str, _pause: Pause) -> bool {
        true
    }
    /// How a creature is asked at a pause.
    fn asked_at(&self, _world: &World, _creature: Id, _pause: Pause) -> PauseWords {
        PauseWords::default()
    }
}

/// How a creature is asked at a pause.
#[derive(Clone, Debug)]
pub struct PauseWords {
    /// The question's key.
    pub kind: Text,
    /// The question in a sentence.
    pub prompt: Text,
    /// Answers besides those that a kind of action has by itself: each with the order that it stands for.
    pub ways: Vec<(Choice, Act)>,
    /// What the answer says by which nothing is done.
    pub go_on: Text,
    /// The rules that make it a question.
    pub rules: Vec<Rule>,
}

impl Default for PauseWords {
    fn default() -> Self {
        let prompt = "Is there a word out of turn?".into();
        Self { kind: "pause".into(), prompt, ways: Vec::new(), go_on: "Go on".into(), rules: Vec::new() }
    }
}
