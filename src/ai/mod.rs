//! Choosing orders when no person does.
//!
//! May enter: whatever reads a battle and names a legal order. Never: a rule, a change to the battle, the battle's dice.
//!
//! [`Random`] plays anything legal, for simulations; [`Greedy`] plays to win, looking one order ahead; [`Planner`] thinks of where
//! to act from before it moves. A [`Mind`] is any of them, as a [`Player`] names it. [`suggest`] tells a person what it would do, and why;
//! [`intent`] tells those who look on of an order what it is for.

mod answers;
mod attacks;
mod care;
mod danger;
mod effort;
mod exertion;
mod finish;
mod foes;
mod greedy;
mod ground;
mod leaps;
mod manners;
mod offers;
mod out_of_turn;
mod plan;
mod planner;
mod player;
mod prepare;
mod random;
mod replies;
mod rescue;
mod squares;
mod suggest;
mod to_come;
mod weighing;
mod weights;
mod worth;

pub use effort::Effort;
pub use greedy::Greedy;
pub(crate) use ground::wanted;
pub use planner::Planner;
pub use player::{Mind, Player};
pub use random::Random;
pub use suggest::{Suggestion, intent, suggest};
