//! Attacks and what comes of them. May enter: what goes on between two creatures. Never: whose turn it is, what is on the bar.
//!
//! Reading order: `asking` (what several questions share), `check` (a contest), `harm` (damage, what protects from it), `hit_result` (what
//! an attack will do), `willing` (who lets it happen), `held` (actions that wait for something), `held_walk` (a walk that was held),
//! `straight` (which way), `collision` (what a moved body meets), `push` (a creature is moved), `slide` (an object is), `teleport`,
//! `bearing` (which damage Armor stops), `answer` (Abilities that answer harm), `ride` (who is on whose back), `sparing` (an attack that
//! would hit and is to miss), `rider` (a Status Effect that rides on an attack), `pin` (who is kept pinned down), `prepared` (Cinematics
//! that are prepared), `cinema_price` (what a Cinematic takes), `cinema` (a Cinematic from the idea to its effects), `cinema_reaction` (who
//! may answer dice by one), `strike` (an attack from declared to closed), `contest` (Skill Checks that are actions), `swap` (two change
//! places).

pub(super) mod answer;
mod asking;
pub(super) mod bearing;
pub(super) mod check;
pub(super) mod cinema;
mod cinema_price;
pub(super) mod cinema_reaction;
pub(super) mod collision;
pub(super) mod contest;
pub(super) mod harm;
pub(super) mod held;
pub(super) mod held_walk;
pub(super) mod hit_result;
pub(super) mod pin;
pub(super) mod prepared;
pub(super) mod push;
pub(super) mod ride;
pub(super) mod rider;
mod slide;
pub(super) mod sparing;
pub(super) mod straight;
pub(super) mod strike;
pub(super) mod swap;
pub(super) mod teleport;
pub(super) mod willing;

use bevy::prelude::World;

use crate::battle::{Engine, Stage};

pub(super) fn plugin(engine: &mut Engine) {
    engine.attacks::<strike::Strike>("momentum.strike");
    engine.save::<hit_result::Struck>("momentum.struck");
    engine.save::<hit_result::Yields>("momentum.yields");
    engine.save::<sparing::Marked>("momentum.marked");
    engine.save::<teleport::Destination>("momentum.destination");
    engine.save::<push::Push>("momentum.shoved");
    engine.save::<ride::Riding>("momentum.riding");
    engine.asks::<collision::Joining>("momentum.joining");
    engine.asks::<push::Heading>("momentum.heading");
    engine.asks::<contest::Choosing>("momentum.choosing");
    engine.asks::<contest::Throwing>("momentum.throwing");
    engine.asks::<contest::Disarming>("momentum.disarming");
    engine.asks::<willing::Willing>("momentum.willing");
    engine.asks::<bearing::Bearing>("momentum.bearing");
    engine.asks::<answer::Answering>("momentum.answering");
    engine.asks::<sparing::Sparing>("momentum.sparing");
    engine.asks::<teleport::Aiming>("momentum.aiming");
    // MOM-FLOW-7: the end of the fight is tested after each of those who waited.
    engine.readied::<held::Sprung>("momentum.sprung");
    engine.asks::<held_walk::HeldWalk>("momentum.held_walk");
    engine.in_pieces::<held_walk::HeldWalk>();
    engine.asks::<swap::Swapping>("momentum.swapping");
    engine.save::<pin::Pinning>("momentum.pinning");
    engine.asks::<cinema::Cinema>("momentum.cinema");
    engine.asks::<cinema_reaction::Chance>("momentum.chance");
    engine.later::<cinema::CinemaRolls>("momentum.cinema_rolls");
    engine.later::<prepared::Staging>("momentum.staging");
    engine.later::<harm::Wound>("momentum.wound");
    engine.later::<check::Contest>("momentum.contest");
    engine.later::<swap::Swap>("momentum.swap");
    engine.later::<push::Pushes>("momentum.pushes");
    engine.later::<teleport::Teleporting>("momentum.teleporting");
    engine.later::<ride::Mounting>("momentum.mounting");
    engine.later::<ride::Dismounting>("momentum.dismounting");
    engine.later::<rider::Rides>("momentum.rides");
    engine.later::<strike::Repeats>("momentum.repeats");
    engine.in_flight::<push::Push>(Stage::Movement, push::collide);
    engine.always(Stage::Consequences, test_bonds);
}

/// What holds between two creatures only while they are where they are, and in the state in which they are.
pub(super) fn test_bonds(world: &mut World) {
    contest::test_grabs(world);
    ride::test(world);
    pin::test(world);
}
