//! What is drawn over the board to help choosing: reach, path, aim, numbers.
//!
//! | file | what is in it |
//! |---|---|
//! | `reach` | the wash over the squares one can go to, and what can be aimed at |
//! | `paint` | lines, bars, badges and figures, painted in points above the board and below the panels |
//! | `aim` | range, line of effect, cover, template |
//! | `shelter` | the cover there would be where the way leads, by direction |
//! | `strikes` | weapons at work, hits, what rises from creatures |
//! | `dice` | dice that tumble |
//! | `question` | whom the open question is about, and the squares its answers stand for |
//! | `ties` | who is open, concealed or hidden to whom; where one is carried or heads |
//! | `moved` | where an aimed action would move creatures, and whom it would harm besides its target |
//! | `opens` | to whom an action opens whoever does it, before it is ordered |
//! | `measures` | breath, armour, what is under way, the clock of whoever is about to die, on the token |
//! | `wear` | what is left of things |
//! | `foreseen` | squares an announced event will strike |
//! | `goals` | the ground of goals, who is wanted or must live, and arrows to those out of view |
//! | `gravity` | where gravity is another than over the whole board |
//! | `air` | where there is nothing to breathe |
//! | `turn` | whose turn it is: ring and chevron, and for a moment a banner |

mod aim;
mod air;
mod board;
mod dice;
mod foreseen;
mod goals;
pub(in crate::gui) mod gravity;
mod measures;
mod moved;
mod opens;
mod paint;
mod question;
mod reach;
mod shelter;
mod strikes;
mod ties;
mod turn;
mod wear;

#[cfg(all(test, feature = "audio"))]
pub(in crate::gui) use self::aim::shield;

use bevy::prelude::*;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.add_plugins((reach::plugin, paint::plugin));
}
