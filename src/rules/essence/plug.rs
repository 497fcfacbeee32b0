//! Essence, as the engine plugs it in: every question of `battle::Ruleset` and who answers it, trait by trait. May enter: hand-overs, and
//! answers of a line or two. Never: a rule, which stands in the file that it concerns. No file imports this one.

use bevy::prelude::World;

use super::body::{arrivals, controller, creature};
use super::data::keys::WORDS;
use super::data::ledger::{self, DATA};
use super::data::stats::{DamageType, Item};
use super::data::{bestiary, conditions, trigger};
use super::field::{sight, ties};
use super::fight::{harm, waiting};
use super::flow::{breath, command, continuity, turn};
use super::motion::{bonds, descent, forced_movement, square_effects, walk};
use super::people::{gm, lexicon, sheet};
use super::ruleset::Essence;
use super::{actions, setup};
use crate::battle::*;
use crate::dice::Dice;
use crate::grid::{Length, Square};
use crate::level;
use crate::rule;

impl Rulebook for Essence {
    fn key(&self) -> &'static str {
        DATA.key
    }

    fn title(&self) -> &'static str {
        DATA.title()
    }

    fn pitch(&self) -> &'static str {
        "Three actions and a d20, with spells, flyers and mounts."
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

impl Setup for Essence {
    fn install(&self, engine: &mut Engine) {
        setup::install(engine);
    }

    fn spawn_creature(&self, world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
        setup::spawn_creature(world, id, spec)
    }

    fn spawn_object(&self, world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
        setup::spawn_object(world, id, spec)
    }

    fn prepare(&self, _world: &mut World) {}
}

impl Geometry for Essence {
    fn square(&self) -> Length {
        creature::square()
    }

    fn apart(&self, a: Place, b: Place) -> Length {
        creature::apart(a, b)
    }

    fn collide(&self, a: Place, b: Place) -> bool {
        creature::collide(a, b)
    }
}

impl Content for Essence {
    fn kinds(&self) -> Vec<String> {
        bestiary::kinds()
    }

    fn outline(
        &self,
        kind: &str,
        size: Option<level::Size>,
        overrides: Option<&toml::Table>,
    ) -> Result<Outline, String> {
        bestiary::spawn_creature(kind, overrides, size).map(Outline::from)
    }

    fn own_word<'w>(&self, word: &'w str) -> &'w str {
        conditions::own_word(word)
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        DamageType::known(word).unwrap_or_default().kind()
    }

    fn keys(&self, about: About) -> &'static [Key] {
        WORDS.keys(about)
    }

    fn naming(&self) -> &'static [&'static str] {
        &["commanded_by", "hidden_from"]
    }

    fn lexicon(&self) -> Lexicon {
        lexicon::lexicon()
    }

    fn tables(&self) -> Vec<Chapter> {
        lexicon::tables()
    }

    fn check_overrides(&self, _kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}

impl Turns for Essence {
    fn arrive(&self, world: &mut World, id: Id) {
        turn::arrive(world, id);
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        creature::conscious(world, creature) && command::led(world, creature)
    }

    fn may_act(&self, world: &World, creature: Id) -> bool {
        creature::may_act(world, creature)
    }

    fn also_acts(&self, world: &World, active: Id) -> Vec<Id> {
        controller::roused(world, active)
    }

    fn out_of_turn(&self, order: &Order) -> Option<Rule> {
        Some(actions::out_of_turn(order))
    }
}

impl Knowledge for Essence {
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool {
        sight::known_to(world, side, creature)
    }

    fn lit(&self, world: &World, at: Square) -> bool {
        sight::lit(world, at)
    }

    fn foggy(&self, world: &World, at: Square) -> bool {
        sight::fog_in(world, at)
    }
}

impl Movement for Essence {
    /// ESS-COVER-5: an illusion is Cover and stops no body.
    fn is_solid(&self, world: &World, thing: Id) -> bool {
        !creature::illusory(world, thing)
    }

    fn within_one_action(&self, world: &World, creature: Id) -> Vec<Square> {
        walk::within_one_action(world, creature)
    }

    fn reach(&self, world: &World, id: Id) -> Reach {
        walk::reach(world, id)
    }

    fn step(&self, world: &World, id: Id, to: Square) -> Result<Step, Refusal> {
        walk::step(world, id, to)
    }

    fn walk(&self, world: &World, id: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        walk::walk(world, id, path)
    }

    fn take_step(&self, world: &mut World, id: Id, step: &Step) {
        walk::take_step(world, id, step);
    }

    fn before_step(&self, world: &mut World, id: Id, step: &Step) {
        walk::before_step(world, id, step);
    }

    fn after_step(&self, world: &mut World, id: Id, before: Place) {
        walk::after_step(world, id, before);
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        walk::movement_left(world, creature)
    }

    fn carrier(&self, world: &World, creature: Id) -> Option<Id> {
        creature::mount_of(world, creature)
    }

    fn goes_along(&self, world: &World, creature: Id, going: MoveKind) -> Vec<(Id, Rule)> {
        bonds::goes_along(world, creature, going)
    }

    fn course(&self, world: &World, creature: Id, side: SideId) -> ForcedMovement {
        forced_movement::course(world, creature, side)
    }
}

impl Actions for Essence {
    fn action_list(&self) -> &'static dyn ActionList {
        &UnitsOf::<Self>::ALL
    }

    fn draw(&self, world: &World, creature: Id, groups: &[Group], lot: &mut Rng) -> Option<Act> {
        actions::draw(world, creature, groups, lot)
    }

    fn triggers(&self) -> &'static [TriggerKind] {
        &trigger::TRIGGERS
    }
}

impl Consequences for Essence {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        harm::launch_harm(world, hurt);
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        harm::heal(world, creature, amount, vec![rule!("ESS-GM-1")]);
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
        square_effects::ground_changed(world, squares);
    }

    fn door_opens(&self, world: &mut World, door: Id, by: Option<Id>) {
        waiting::door_opens(world, door, by);
    }

    fn arrives(&self, world: &mut World, creature: Id, before: Place, going: MoveKind) {
        arrivals::arrives(world, creature, before, going);
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        square_effects::displaced(world, creature);
    }

    fn leaves(&self, world: &mut World, creature: Id, dead: bool) {
        bonds::leaves(world, creature, dead);
    }

    fn weather_changed(&self, world: &mut World) {
        descent::weight_returns(world);
    }

    fn gives_way(&self, world: &World, creature: Id, at: Square) -> bool {
        square_effects::gives_way(world, creature, at)
    }

    fn perils(&self, world: &World, creature: Id) -> Vec<Text> {
        breath::peril(world, creature).into_iter().collect()
    }
}

impl Overrides for Essence {
    fn own_overrides(&self, world: &World, id: Id) -> Vec<OwnOverride> {
        gm::own_overrides(world, id)
    }

    fn may_overrule(&self, world: &World, _key: &str, owner: Id, by: Option<&str>) -> Result<(), Refusal> {
        gm::may_overrule(world, owner, by)
    }

    fn overrule(&self, world: &mut World, _key: &str, owner: Id, by: Option<&str>) -> String {
        gm::overrule(world, owner, by)
    }

    fn may_gain(&self, world: &World, id: Id, condition: &str, has: bool) -> Result<(), Refusal> {
        gm::may_gain(world, id, condition, has)
    }

    fn may_set(&self, world: &World, id: Id, stat: &str, value: i32) -> Result<(), Refusal> {
        gm::may_set(world, id, stat, value)
    }

    fn set(&self, world: &mut World, id: Id, stat: &str, value: i32) {
        gm::set(world, id, stat, value);
    }
}

impl Presentation for Essence {
    fn sheet(&self, world: &World, id: Id) -> Sheet {
        sheet::sheet(world, id)
    }

    fn vital(&self) -> &'static [&'static str] {
        &["pd", "md", "speed", "altitude"]
    }

    fn mark(&self, condition: &str) -> Option<Mark> {
        conditions::ALL.mark(condition)
    }

    fn litter(&self, world: &World) -> Vec<(Square, String)> {
        world.resource::<GroundItems<Item>>().named()
    }

    fn ties(&self, world: &World, creature: Id) -> Vec<PairEffect> {
        ties::ties(world, creature)
    }
}

impl Continuity for Essence {
    fn carry(&self, world: &World, creature: Id) -> CarriedOver {
        continuity::carry(world, creature)
    }

    fn link(&self, people: &mut [Traveller], link: &Interlude, _dice: &mut Dice) -> Vec<LinkNote> {
        continuity::focus(people, link)
    }
}
