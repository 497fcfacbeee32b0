//! The engine all rulesets share: the rules world, its stages, and the battle that orders drive.
//!
//! May enter: anything true under every ruleset. Never: a ruleset's name, constant or stat; a window; a clock; a float.
//!
//! Read in this order: [`order`], [`stage`], [`engine`], [`flow`], [`flight`], [`movement`], [`environment`], [`ruleset`], [`run`].

pub mod action;
mod ailing;
mod arrival;
mod ask;
mod attack;
pub mod awaited;
#[cfg(test)]
pub mod babel;
mod befall;
pub mod between;
mod came;
mod checksum;
mod company;
mod compose;
mod damage;
mod decision;
mod describe;
mod engine;
pub mod environment;
mod event;
mod file;
pub mod flight;
mod flow;
mod forecast;
mod gm;
mod goals;
mod hands;
mod hash;
pub mod hiding;
mod id;
pub mod initiative;
pub(crate) mod known;
mod ladder;
mod later;
mod left;
mod legal;
mod lexicon;
mod litter;
mod look;
mod lot;
mod map;
mod memory;
mod movement;
mod offer;
mod open_ground;
mod order;
mod outcome;
mod parts;
pub mod persist;
mod prospect;
mod purpose;
mod put_off;
pub mod readied;
mod reckon;
mod refusal;
mod rule;
mod ruleset;
mod run;
mod save;
mod sheet;
pub mod spawn;
mod stage;
pub mod start;
mod step;
mod table;
mod take_back;
mod tie;
mod told;
mod trace;
mod trials;
mod walking;

pub use crate::dice::Die;
pub use action::{
    Action, ActionKind, ActionList, ActionRules, AimedAt, Deferral, Deferred, Menu, Planned, Solo, TriggerKind, Unit,
    UnitsOf,
};
pub use ailing::{gain, gain_from, lose};
pub use arrival::{Arrival, Meets, arrive};
pub use ask::{Asks, AsksInTurn, Inquiry, Question};
pub use attack::{AttackCourse, AttackStep, comes_to_nothing, declare};
pub use befall::is_pushed;
pub use between::{
    Between, CEILING, Partition, Run, Upright, bars_the_way, beside, change_edges, divided, edge_in_line, edge_name,
    edge_of, parted, squares_about,
};
pub use checksum::{read_json, seal, unseal};
pub use company::{Going, bring, company};
pub use compose::{Composition, Dial};
pub use damage::{DamageRow, DamageWords};
pub use decision::{Answer, Choice, Decision};
pub use engine::Engine;
pub use event::{Event, Names, Outbox, Outcome, Tell, ToldIn, What};
pub use file::write_whole;
pub use flight::{
    ComesAfter, Flights, InFlight, Pieces, all_in_flight, begin, between_pieces, land, launch, top, topmost, uppermost,
};
pub use flow::{Flow, Phase, Roster, Slot, creatures, expire};
pub use forecast::{Asked, Branch, Forecast, Foresight, TargetForecast};
pub use goals::{Holding, outcome};
pub use hands::{Device, turn_door, work_device};
pub use hash::{StableHasher, hash_of};
pub use hiding::HiddenFrom;
pub use id::{ById, Id, Ids, SideId, Stand};
pub use initiative::Ranked;
pub use known::{at_odds, known_to, known_to_side, strangers};
pub use ladder::{Ladder, Moved};
pub use later::Later;
pub use left::Left;
pub use legal::{Legal, Only};
pub use lexicon::{About, ActWord, Chapter, ConditionWord, Key, Lexicon, QuestionWord, StatWord, Takes};
pub use litter::{Floor, Lying, Portable};
pub use look::{Look, Mark, Motion, Style, Tint, Voice};
pub use lot::{Rng, astray, first_act, first_target, pick};
pub use map::{
    Footing, Inventory, Laid, Lay, LevelRes, Map, Object, Screen, all_stands, as_if_at, barred, closed_door_at,
    creature_at, floor, floor_of, grow_to, has_condition, is_on_map, is_there, laid, laid_at, lay, lift_to, objects,
    on_map, side_of, space, stand, thing_at, things, top_of,
};
pub use movement::{Moving, Pause, Stride, plan};
pub use offer::{Aim, AimInfo, AimLine, CoverSource, CoverStep, Group, Offer, Shelter};
pub(crate) use open_ground::{Corners, OpenBar, OpenGround, OpenRules, OpenStep, OpenWalker};
pub use order::{Act, GmAct, MoveOrder, Order, Setting, TakeBack};
pub use outcome::{AttackOutcome, DamageKind, DamagePart, Guard, Protection, TakenOff, outcome_of};
pub use parts::*;
pub use persist::{Registry, Snapshot, SnapshotFile};
pub use prospect::{Prospect, Stake, prospects, stakes};
pub use purpose::{Price, Purpose};
pub use readied::{Asking, Readied};
pub use reckon::{Reckoning, Sum};
pub use refusal::Refusal;
pub use rule::{Rule, Text};
pub use ruleset::*;
pub use run::{Battle, Report, StartError, World};
pub use save::{LARGEST_SAVE, Recorded, Save, SaveError};
pub use sheet::{Ailment, Gauge, Measure, Sheet, Stat};
pub use stage::{Resolve, Stage, Work};
pub use step::{Place, Step};
pub use table::{check_keys, check_overrides, each_refused};
pub use take_back::{Undoable, in_force, standing};
pub use tie::{Bearing, Bound, ForcedMovement, PairEffect, Watch};
pub use told::{LeftUnknown, SOMETHING, Telling, Told, knows, plainly, sides};
pub use trace::{Part, Trace};
pub use walking::Walking;
pub(crate) use walking::{OnFoot, way_ahead};

pub use crate::grid::reach::{Reach, Reached, Way};
