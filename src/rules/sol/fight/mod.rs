//! What goes on between two: attacks, hits and their harm, reactions.
//!
//! Reading order: `attack` (what can be aimed at), `hit` and `defence` (harm in flight, what stands against it), `ability_loss`, `wound`, `heal`
//! (what becomes of it), `harm`, `reactions`, `readied` (which owner gets a chance to act, and what it does with it), `strike`
//! (an attack in flight), `answer` (which creature may answer to a hit).

pub(super) mod ability_loss;
mod answer;
pub(super) mod attack;
mod defence;
pub(super) mod harm;
pub(super) mod heal;
mod hit;
pub(super) mod reactions;
pub(super) mod readied;
pub(super) mod strike;
mod types;
pub(super) mod wound;

use crate::battle::*;

/// Registers what of a fight is in flight, and what is done with it.
pub(super) fn plugin(engine: &mut Engine) {
    // A hit is answered to before it is resisted: that of a blow has its turn in the pass after the one that dealt it.
    engine.in_flight::<hit::Hit>(Stage::Damage, defence::resist);
    engine.then(Stage::Damage, wound::wound);
    engine.in_flight::<hit::Hit>(Stage::Consequences, harm::finish);
    engine.attacks::<strike::Strike>("sol.blow");
    engine.save::<strike::CoverSet>("sol.cover_set");
    engine.asks::<hit::Hit>("sol.hit");
    engine.save::<hit::Progress>("sol.progress");
    engine.save::<hit::Taken>("sol.taken");
    engine.save::<answer::Asking>("sol.asking");
    engine.asks::<readied::opening::Openings>("sol.openings");
    let lookout = readied::watch::Lookout::new(&mut engine.world);
    engine.world.insert_resource(lookout);
    engine.in_pieces::<readied::opening::Openings>();
    engine.while_holds(Stage::Environment, readied::opening::may_look_around, readied::opening::look_around);
}
