//! What is drawn over the board to help choosing: reach, path, aim, numbers.
//!
//! | file | what is in it |
//! |---|---|
//! | `reach` | the wash over the squares one can go to, and what can be aimed at |
//! | `paint` | lines, bars, badges and figures, painted in points above the board and below the panels |
//! | `aim` | range, line of effect, cover, template |
//! | `strikes` | weapons at work, hits, what rises from creatures |
//! | `dice` | dice that tumble |
//! | `question` | whom the open question is about, and the squares its answers stand for |
//! | `ties` | who is open, concealed or hidden to whom; where one is carried or heads |
//! | `foreseen` | squares an announced event will strike |

mod aim;
mod board;
mod dice;
mod foreseen;
mod paint;
mod question;
mod reach;
mod strikes;
mod ties;

#[cfg(all(test, feature = "audio"))]
pub(super) use self::aim::shield;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((reach::plugin, paint::plugin));
}
