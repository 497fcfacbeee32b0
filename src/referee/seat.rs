//! A side that sits at the table: what it may ask for, by which numbers it calls whom, and who plays the others meanwhile.

use std::collections::{BTreeMap, BTreeSet};

use super::eyes::{Book, Eyes};
use super::names;
use crate::ai::{Mind, Player};
use crate::battle::*;

/// A side at the table.
#[derive(Default)]
pub(super) struct Seat {
    /// Its numbers.
    pub(super) book: Book,
    /// Whom it knew of before each of its orders, by place in the list of orders.
    knew: BTreeMap<usize, BTreeSet<Id>>,
}

impl Seat {
    /// Notes whom the side knows of before it orders something.
    pub(super) fn orders(&mut self, battle: &Battle, side: SideId) {
        self.knew.insert(battle.orders().len(), known(battle, side));
    }

    /// Takes the side's last order back. The same turn must go on, and as far as the side knows nobody else has spoken. No die may have
    /// fallen, and the side may have got to know of nobody. Answers of creatures that it does not know go back too, since a refusal would
    /// tell of them.
    ///
    /// # Errors
    /// That it may not; nothing in it says why, since the reason might tell.
    pub(super) fn undo(&self, battle: &mut Battle, side: SideId) -> Result<(), Refusal> {
        let Some(back) = self.undoable(battle, side) else {
            let text = "There is no order that this side may take back: only its own last one, in the same turn, before a die falls or somebody is found.";
            return Err(Refusal::new("nothing_to_undo", text));
        };
        while battle.orders().len() > back && battle.undo() {}
        Ok(())
    }

    /// The place of the order that the side may take back.
    fn undoable(&self, battle: &Battle, side: SideId) -> Option<usize> {
        let mut place = battle.orders().len();
        let steps = battle.undoable();
        let step = steps.iter().rev().find(|step| {
            place -= 1;
            step.order != place
                || step.by == Some(side)
                || !matches!(battle.orders()[place].order, Order::Answer { .. })
        })?;
        let own = step.order == place && step.by == Some(side);
        let spoken = battle.events()[step.event..].iter().filter_map(|event| event.told_to(side)).any(|event| {
            let own = |id| side_of(battle.world(), id) == side;
            matches!(event.what, What::Answered { .. }) && !event.actor.is_some_and(own)
        });
        let knew = self.knew.get(&step.order);
        let met = knew.is_none_or(|knew| *knew != known(battle, side));
        (own && step.turn == battle.turn() && !step.rolled && !spoken && !met).then_some(step.order)
    }
}

fn known(battle: &Battle, side: SideId) -> BTreeSet<Id> {
    let world = battle.world();
    creatures(world).into_iter().filter(|&id| knows(world, side, id)).collect()
}

/// What a side that sits at the table does not get.
pub(super) fn refusal(request: &str) -> Refusal {
    Refusal::new(
        "not_for_a_side",
        format!("`{request}` is the referee's: whoever sits at the table as one side has no use of it."),
    )
}

/// Whether the next word is the side's.
///
/// # Errors
/// That it is not. Whose it is is not told.
pub(super) fn has_the_word(battle: &Battle, side: SideId) -> Result<(), Refusal> {
    if battle.outcome().is_some() {
        return Err(Refusal::over());
    }
    if battle.side_to_move() == Some(side) {
        return Ok(());
    }
    let text = format!("It is not for {} to speak now.", names::side_id(battle, side));
    Err(Refusal::new("not_your_turn", text))
}

/// Whether a side may give an order now. While it has the word it may give any. At any time it may give its own wishes, and what its
/// creatures may do out of turn.
///
/// # Errors
/// That it is not its word, or that the wish is another side's.
pub(super) fn may_say(battle: &Battle, side: SideId, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Wish(wish) if wish.side != side => {
            let text = format!("What {} wishes is for it to say.", names::side_id(battle, wish.side));
            Err(Refusal::new("not_for_a_side", text))
        }
        Order::Wish(_) => Ok(()),
        // An act that may come out of turn is the creature's own side's to order and to ask about, on any creature's turn.
        Order::Act(act) if battle.is_out_of_turn(act) => {
            let own = side_of(battle.world(), act.creature) == side;
            let refused = || Refusal::new("not_for_a_side", "That creature is another side's to order.");
            own.then_some(()).ok_or_else(refused)
        }
        _ => has_the_word(battle, side),
    }
}

/// An order that a side may give, of creatures that it knows.
///
/// # Errors
/// As [`names::order_seen`]; for overrides and for what goes back beyond `undo`, that they are the referee's.
pub(super) fn order(eyes: &Eyes, value: serde_json::Value) -> Result<Order, Refusal> {
    if let Some(table) = value.as_object() {
        for kind in ["gm", "take_back"] {
            if table.contains_key(kind) {
                return Err(refusal(kind));
            }
        }
    }
    names::order_seen(eyes, value)
}

/// So many rounds the others play before the side is told how things stand.
const MOST_ROUNDS: u32 = 10;

/// So many orders the others give before the side is told how things stand.
const MOST_ORDERS: usize = 1000;

/// That there is nothing for which a client could wait.
pub(super) fn nothing_to_wait_for() -> Refusal {
    Refusal::new("nothing_to_wait_for", "Nobody else plays on: `wait` is for a side whose last reply said `waiting`.")
}

/// Who plays the other sides.
pub(super) struct Others {
    /// Those who play one side alone.
    seats: BTreeMap<SideId, Mind>,
    /// Who plays all the rest.
    rest: Mind,
}

impl Others {
    /// By their words, beside this side: who plays which side by its id, and who all the rest.
    ///
    /// # Errors
    /// The words of players there are; the side that is none, or that the client itself plays.
    pub(super) fn seated(
        battle: &Battle,
        side: SideId,
        (named, others): (&BTreeMap<String, String>, Option<&str>),
    ) -> Result<Self, Refusal> {
        let mind = |word: &str| {
            let player = Player::by_word(word).map_err(|why| Refusal::new("no_such_player", why))?;
            Ok::<Mind, Refusal>(Mind::new(player, battle.seed()))
        };
        let mut seats = BTreeMap::new();
        for (id, word) in named {
            let seat = names::side(battle, id)?;
            if seat == side {
                let text = format!("`{id}` is the side that you play yourself; `seats` names others.");
                return Err(Refusal::new("bad_request", text));
            }
            seats.insert(seat, mind(word)?);
        }
        let rest = mind(others.unwrap_or(Player::DEFAULT.word()))?;
        Ok(Self { seats, rest })
    }

    /// Plays until the side has the word or the fight is over, but no longer than a client can be kept waiting: a fight in which the side
    /// has nobody left may never end. Says whether the others would go on.
    #[must_use]
    pub(super) fn play(&mut self, battle: &mut Battle, side: SideId) -> bool {
        let (round, orders) = (battle.flow().round, battle.orders().len());
        while battle.outcome().is_none() && battle.side_to_move().is_some_and(|next| next != side) {
            if battle.flow().round - round >= MOST_ROUNDS || battle.orders().len() - orders >= MOST_ORDERS {
                return true;
            }
            let next = battle.side_to_move().and_then(|next| self.seats.get_mut(&next));
            let Some(order) = next.unwrap_or(&mut self.rest).choose(battle) else { return false };
            battle.order(&order).expect("a computer should choose what is legal");
        }
        false
    }
}

/// A seed that nobody knows.
pub(super) fn secret_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
