//! Attacks and what comes of them. May enter: what goes on between two creatures. Never: whose turn it is, what is on the bar.
//!
//! Reading order, the mechanics first: `harm` (damage, what protects from it), `special` (what the dice of a check bring besides),
//! `setback`, `exploit`, `follow_up` (acts that an exploit allows). Attacks on a creature: `aiming` (whether they get to it, what they must
//! reach), `damage` (its dice), `strike` (from declared to closed), `dodge` (the target's reaction), `aftermath` (what a hit leaves
//! behind), `passing` (a mover that leaves an enemy's reach), `spare_walk` (ways out of a turn's order), `readied`. Attacks on something
//! else: `smash` (an object), `guess` (a square), `shape` (areas by their squares), `area` (an attack on one), `favour` (whom the exploit
//! of a throw concerns). Other acts: `contest` (grapples, shoves), `haul` (weights and bodies that are dragged), `aid` (help, feints),
//! `first_aid`, `stand` (getting up, getting past), `task` (tasks of the level),
//! `stealth` (who hides, who notices). What comes by itself: `upkeep` (what lasts), `ordeal` (what traumas demand), `weight` (what gravity
//! demands), `collision` (bodies that come down on others), `traps`. EDGE cards: `draw` (the pile and the hands), `cards` (played between
//! two orders), `moments` (when a side is asked), `fate` (what the answers turn).

mod aftermath;
pub(super) mod aid;
pub(super) mod aiming;
pub(super) mod area;
pub(super) mod cards;
pub(super) mod collision;
pub(super) mod contest;
mod damage;
pub(super) mod dodge;
pub(super) mod draw;
mod exploit;
mod fate;
mod favour;
pub(super) mod first_aid;
pub(super) mod follow_up;
pub(super) mod guess;
pub(super) mod harm;
pub(super) mod haul;
mod moments;
pub(super) mod ordeal;
pub(super) mod passing;
pub(super) mod readied;
pub(super) mod setback;
pub(super) mod shape;
pub(super) mod smash;
mod spare_walk;
pub(super) mod special;
pub(super) mod stand;
pub(super) mod stealth;
pub(super) mod strike;
pub(super) mod task;
pub(super) mod traps;
pub(super) mod upkeep;
pub(super) mod weight;

use crate::battle::{Engine, Stage};

pub(super) fn plugin(engine: &mut Engine) {
    engine.attacks::<strike::Strike>("edge.strike");
    engine.save::<strike::Astray>("edge.astray");
    engine.save::<strike::Toss>("edge.toss");
    engine.save::<strike::Through>("edge.through");
    engine.save::<strike::Loaded>("edge.loaded");
    engine.later::<strike::Again>("edge.again");
    engine.save::<special::Outcome>("edge.outcome");
    engine.save::<setback::Fated>("edge.fated");
    engine.asks::<special::Exploiting>("edge.exploiting");
    engine.asks::<special::FollowUp>("edge.follow_up");
    engine.asks::<dodge::Dodging>("edge.dodging");
    engine.save::<dodge::Dodged>("edge.dodged");
    engine.later::<traps::SetOff>("edge.set_off");
    engine.attacks::<smash::Smash>("edge.smash");
    engine.later::<guess::Guess>("edge.guess");
    engine.later::<guess::Struck>("edge.guess_hit");
    engine.attacks::<area::Spray>("edge.spray");
    engine.save::<favour::Saves>("edge.saves");
    engine.save::<favour::Favours>("edge.favours");
    engine.asks::<favour::Favouring>("edge.favouring");
    engine.asks::<passing::Passing>("edge.passing");
    engine.readied::<readied::Sprung>("edge.sprung");
    engine.asks::<readied::ReadiedWalk>("edge.readied_walk");
    engine.asks::<contest::Shoved>("edge.shoved");
    engine.later::<collision::Collision>("edge.collision");
    engine.later::<weight::Crushed>("edge.crushed");
    engine.later::<weight::Endured>("edge.endured");
    engine.later::<contest::Contest>("edge.contest");
    engine.later::<contest::Won>("edge.contest_won");
    engine.later::<stand::Rising>("edge.rising");
    engine.save::<harm::Wound>("edge.wound");
    engine.in_flight::<harm::Wound>(Stage::Damage, harm::deal);
    engine.later::<upkeep::Ordeal>("edge.ordeal");
    engine.later::<super::body::concentration::Shaken>("edge.shaken");
    draw::plugin(engine);
    fate::plugin(engine);
    stealth::plugin(engine);
    haul::plugin(engine);
    engine.always(Stage::Consequences, contest::test_bonds);
    engine.then(Stage::Consequences, upkeep::test_focus);
    engine.then(Stage::Consequences, ordeal::test_dread);
    engine.later::<ordeal::Dreading>("edge.dreading");
}
