//! Sol, as the engine plugs it in: every question of `battle::Ruleset` and who answers it, trait by trait. May enter: hand-overs, and
//! answers of a line or two. Never: a rule, which stands in the file that it concerns. No file imports this one.

use bevy::prelude::World;

use super::body::creature;
use super::data::keys::WORDS;
use super::data::ledger::{self, DATA};
use super::data::reaction_index::ReactionIndex;
use super::data::stats::{Attack, DamageType};
use super::data::{bestiary, conditions};
use super::field::sight;
use super::fight::readied::opening;
use super::fight::{harm, heal};
use super::flow::{continuity, turn};
use super::people::{gm, lexicon, sheet};
use super::ruleset::Sol;
use super::{actions, motion, setup};
use crate::battle::*;
use crate::dice::Dice;
use crate::grid::{Length, Square};
use crate::level;

impl Rulebook for Sol {
    fn key(&self) -> &'static str {
        DATA.key
    }

    fn title(&self) -> &'static str {
        DATA.title()
    }

    fn pitch(&self) -> &'static str {
        "No roll to hit: the damage is the aim, and a die dodges it."
    }

    fn ledger(&self) -> &'static [LedgerRow] {
        ledger::ledger()
    }

    fn content_hash(&self) -> u64 {
        DATA.content_hash()
    }

    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        ledger::cites(fact)
    }
}

impl Setup for Sol {
    fn install(&self, engine: &mut Engine) {
        setup::install(engine);
    }

    fn spawn_creature(&self, world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
        setup::spawn_creature(world, id, spec)
    }

    fn spawn_object(&self, world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
        setup::spawn_object(world, id, spec)
    }

    fn prepare(&self, world: &mut World) {
        setup::prepare(world);
    }
}

impl Geometry for Sol {
    fn square(&self) -> Length {
        Length::feet(5)
    }

    /// SOL-OCC-8, R13: what is wholly above another space is in nobody's way.
    fn collide(&self, a: Place, b: Place) -> bool {
        motion::collide(a, b)
    }

    fn stride(&self, world: &World, creature: Id) -> Length {
        motion::stride(world, creature)
    }
}

impl Content for Sol {
    fn kinds(&self) -> Vec<String> {
        bestiary::kinds()
    }

    fn outline(
        &self,
        kind: &str,
        size: Option<level::Size>,
        overrides: Option<&toml::Table>,
    ) -> Result<Outline, String> {
        bestiary::outline(kind, size, overrides)
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        DamageType::known(word).unwrap_or_default().kind()
    }

    fn keys(&self, about: About) -> &'static [Key] {
        WORDS.keys(about)
    }

    fn naming(&self) -> &'static [&'static str] {
        &["hidden_from"]
    }

    fn lexicon(&self) -> Lexicon {
        lexicon::lexicon()
    }

    fn tables(&self) -> Vec<Chapter> {
        lexicon::tables()
    }

    fn naming_events(&self) -> &'static [&'static str] {
        &["event"]
    }

    fn check_overrides(&self, _kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}

impl Turns for Sol {
    fn arrive(&self, world: &mut World, id: Id) {
        turn::arrive(world, id);
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        creature::awake(world, creature)
    }

    fn may_act(&self, world: &World, creature: Id) -> bool {
        creature::awake(world, creature)
    }

    fn out_of_turn(&self, order: &Order) -> Option<Rule> {
        turn::out_of_turn(order)
    }
}

impl Knowledge for Sol {
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool {
        sight::known_to(world, side, creature)
    }

    fn doubtful<'w>(&self, world: &'w World) -> Option<&'w [Id]> {
        Some(world.resource::<ReactionIndex>().hidden())
    }

    fn lit(&self, world: &World, at: Square) -> bool {
        sight::lit_at(world, at, world.resource::<Map>().ground(at))
    }
}

impl Movement for Sol {
    fn reach(&self, world: &World, creature: Id) -> Reach {
        motion::reach(world, creature)
    }

    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        motion::step(world, creature, to)
    }

    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        motion::walk(world, creature, path)
    }

    fn may_walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<(), Refusal> {
        motion::go_along(world, creature, path, |_, _, _| {})
    }

    fn stroll(&self, world: &World, creature: Id, towards: Option<Square>, lot: &mut Rng) -> Option<Vec<Square>> {
        motion::stroll(world, creature, towards, lot)
    }

    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        motion::take_step(world, creature, step);
    }

    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        if !sight::runs_into(world, creature, step) {
            opening::before_step(world, creature, step);
        }
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        sight::after_step(world, creature);
        opening::after_step(world, creature, before);
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        motion::movement_left(world, creature)
    }
}

impl Actions for Sol {
    fn action_list(&self) -> &'static dyn ActionList {
        &UnitsOf::<Self>::ALL
    }

    fn draw(&self, world: &World, creature: Id, groups: &[Group], lot: &mut Rng) -> Option<Act> {
        actions::draw(world, creature, groups, lot)
    }

    fn triggers(&self) -> &'static [TriggerKind] {
        &actions::TRIGGERS
    }
}

impl Consequences for Sol {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        harm::launch_harm(world, hurt);
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        heal::heal(world, creature, amount);
    }

    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::add_condition(world, creature, key)
    }

    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::remove_condition(world, creature, key)
    }

    fn condition_ends(&self, _world: &mut World, _creature: Id, key: &str) -> Vec<Rule> {
        conditions::rules_of_end(key)
    }

    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        motion::ground_changed(world, squares);
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        motion::displaced(world, creature);
    }
}

impl Overrides for Sol {
    fn own_overrides(&self, _world: &World, _creature: Id) -> Vec<OwnOverride> {
        gm::own_overrides()
    }

    fn may_overrule(&self, _world: &World, _key: &str, _creature: Id, value: Option<&str>) -> Result<(), Refusal> {
        gm::may_overrule(value)
    }

    fn overrule(&self, world: &mut World, _key: &str, id: Id, value: Option<&str>) -> String {
        gm::overrule(world, id, value)
    }

    fn may_gain(&self, world: &World, id: Id, condition: &str, has: bool) -> Result<(), Refusal> {
        gm::may_gain(world, id, condition, has)
    }

    fn may_lose(&self, world: &World, id: Id, condition: &str) -> Result<(), Refusal> {
        gm::may_lose(world, id, condition)
    }

    fn set(&self, world: &mut World, id: Id, stat: &str, value: i32) {
        gm::set(world, id, stat, value);
    }
}

impl Presentation for Sol {
    fn sheet(&self, world: &World, id: Id) -> Sheet {
        sheet::sheet(world, id)
    }

    fn vital(&self) -> &'static [&'static str] {
        &["speed", "dodge", "posture", "resist", "vulnerable", "immune"]
    }

    fn mark(&self, condition: &str) -> Option<Mark> {
        conditions::ALL.mark(condition)
    }

    fn litter(&self, world: &World) -> Vec<(Square, String)> {
        world.resource::<GroundItems<Attack>>().named()
    }
}

impl Continuity for Sol {
    fn carry(&self, world: &World, creature: Id) -> CarriedOver {
        continuity::carry(world, creature)
    }

    fn link(&self, people: &mut [Traveller], _link: &Interlude, _dice: &mut Dice) -> Vec<LinkNote> {
        continuity::recover(people)
    }
}
