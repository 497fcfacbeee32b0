//! What goes on between two: attacks, hits and what they come to, reactions.
//!
//! Reading order: `attack` (what can be aimed at), `hit` and `defence` (harm in flight, what stands against it), `burden`, `wound`, `heal`
//! (what becomes of it), `harm`, `reactions`, `opening` and `lookout` (who gets a chance to act), `blow` (an attack in flight), `answer`
//! (who may answer to a hit), `seize` (what is done with a chance).

mod answer;
pub(super) mod attack;
pub(super) mod blow;
pub(super) mod burden;
mod defence;
pub(super) mod harm;
pub(super) mod heal;
mod hit;
mod lookout;
pub(super) mod opening;
pub(super) mod reactions;
mod seize;
mod types;
pub(super) mod wound;

use crate::battle::*;

/// Registers what of a fight is in flight, and what is done with it.
pub(super) fn plugin(engine: &mut Engine) {
    // A hit is answered to before it is resisted: that of a blow has its turn in the pass after the one that dealt it.
    engine.in_flight::<hit::Hit>(Stage::Damage, defence::resist);
    engine.then(Stage::Damage, wound::wound);
    engine.in_flight::<hit::Hit>(Stage::Consequences, harm::finish);
    engine.attacks::<blow::Blow>("sol.blow");
    engine.save::<blow::CoverSet>("sol.cover_set");
    engine.asks::<hit::Hit>("sol.hit");
    engine.save::<hit::Progress>("sol.progress");
    engine.save::<hit::Taken>("sol.taken");
    engine.save::<answer::Asking>("sol.asking");
    engine.asks::<opening::Openings>("sol.openings");
    let lookout = lookout::Lookout::new(&mut engine.world);
    engine.world.insert_resource(lookout);
    engine.in_pieces::<opening::Openings>();
    engine.while_holds(Stage::Environment, opening::may_look_around, opening::look_around);
}
