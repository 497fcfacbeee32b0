//! What is drawn over the board to help choosing: reach, path, aim, numbers.
//!
//! | file | what is in it |
//! |---|---|
//! | `reach` | the wash over the squares one can go to, and what can be aimed at |
//! | `paint` | lines, bars, badges and figures, painted in points above the board and below the panels |
//! | `aim` | range, line of effect, cover, template |
//! | `strikes` | weapons at work, hits, what rises from creatures |
//! | `dice` | dice that tumble |
//! | `foreseen` | squares an announced event will strike |

mod aim;
mod dice;
mod foreseen;
mod paint;
mod reach;
mod strikes;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((reach::plugin, paint::plugin));
}
