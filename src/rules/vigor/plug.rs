//! Vigor, as the engine plugs it in: every question of `battle::Ruleset` and who answers it, trait by trait. May enter: hand-overs, and
//! answers of a line or two. Never: a rule, which stands in the file that it concerns. No file imports this one.

use bevy::prelude::World;

use super::body::{creature, life};
use super::data::{Attack, DamageType, SQUARE, bestiary, conditions, ledger, ledger::DATA};
use super::field::{air, pair_effects, sight};
use super::fight::{harm, stepping};
use super::flow::{continuity, initiative};
use super::motion::{ground, moves};
use super::people::{gm, lexicon, sheet};
use super::ruleset::Vigor;
use super::{actions, setup};
use crate::battle::*;
use crate::dice::Dice;
use crate::grid::{Footprint, Length, Square};
use crate::level::{self, Outfit};
use crate::rule;

impl Rulebook for Vigor {
    fn key(&self) -> &'static str {
        DATA.key
    }

    fn title(&self) -> &'static str {
        DATA.title()
    }

    fn pitch(&self) -> &'static str {
        "Dice that burst, and breath that pays for every parry."
    }

    fn ledger(&self) -> &'static [LedgerRow] {
        DATA.rows()
    }

    fn content_hash(&self) -> u64 {
        DATA.content_hash()
    }

    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        ledger::cites(fact)
    }
}

impl Setup for Vigor {
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

impl Geometry for Vigor {
    fn square(&self) -> Length {
        Length::feet(SQUARE)
    }

    /// VIG-FALL-6: whoever is at the bottom is in nobody's way at the brim.
    fn collide(&self, a: Place, b: Place) -> bool {
        ground::meet(a, b)
    }

    fn may_share(&self, world: &World, creature: Id, other: Id) -> bool {
        ground::may_share(world, creature, other)
    }

    /// VIG-FALL-7: a step down of less than 6 ft is no fall.
    fn descent(&self, _world: &World, _creature: Id) -> Length {
        Length(self.square().0 - 1)
    }
}

impl Content for Vigor {
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

    fn sharers(&self, kind: &str, size: Option<level::Size>, overrides: Option<&toml::Table>) -> usize {
        bestiary::sharers(kind, size, overrides)
    }

    fn own_word<'w>(&self, word: &'w str) -> &'w str {
        conditions::own_word(word)
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        DamageType::known(word).unwrap_or_default().kind()
    }

    fn keys(&self, about: About) -> &'static [Key] {
        bestiary::WORDS.keys(about)
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

    fn refuses(&self, outfit: &Outfit<'_>) -> Option<String> {
        bestiary::refuses(outfit)
    }

    fn check_overrides(&self, kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(kind, table)
    }
}

impl Turns for Vigor {
    fn arrive(&self, world: &mut World, creature: Id) {
        initiative::arrive(world, creature);
        sight::look_about(world, None);
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        creature::counts(world, creature)
    }

    fn may_act(&self, world: &World, creature: Id) -> bool {
        creature::may_act(world, creature)
    }

    fn out_of_turn(&self, _order: &Order) -> Option<Rule> {
        Some(rule!("VIG-INIT-2"))
    }
}

impl Knowledge for Vigor {
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool {
        !sight::hidden_from(world, side, creature)
    }

    fn lit(&self, world: &World, at: Square) -> bool {
        air::lit(world, at)
    }

    fn foggy(&self, world: &World, at: Square) -> bool {
        air::foggy(world, at)
    }
}

impl Movement for Vigor {
    fn within_one_action(&self, world: &World, creature: Id) -> Vec<Square> {
        moves::within_one_action(world, creature)
    }

    fn reach(&self, world: &World, creature: Id) -> Reach {
        Self::gets_to(world, creature)
    }

    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        Self::one_step(world, creature, to)
    }

    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        Self::whole_way(world, creature, path)
    }

    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        moves::take_step(world, creature, step);
    }

    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        stepping::before_step(world, creature, step);
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        stepping::after_step(world, creature, before);
    }

    fn course(&self, world: &World, creature: Id, _side: SideId) -> ForcedMovement {
        pair_effects::course(world, creature)
    }

    /// VIG-MOVE-9, VIG-MOVE-11: what one may not stop on stops a push, be it low.
    fn stops_push(&self, world: &World, creature: Id, to: Footprint) -> bool {
        moves::obstructed(world, space(world, creature), to)
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        sheet::left(world, creature)
    }
}

impl Actions for Vigor {
    fn action_list(&self) -> &'static dyn ActionList {
        &UnitsOf::<Self>::ALL
    }

    fn triggers(&self) -> &'static [TriggerKind] {
        &actions::TRIGGERS
    }

    fn plan(&self, world: &World, act: &Act) -> Result<Planned, Refusal> {
        actions::plan(world, act)
    }

    fn offers_in(&self, world: &World, creature: Id, groups: &[Group]) -> Vec<Offer> {
        actions::offers(world, creature, groups)
    }

    fn purpose(&self, world: &World, act: &Act, offer: &Offer) -> Purpose {
        actions::purpose(world, act, offer)
    }
}

impl Consequences for Vigor {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        harm::launch_harm(world, hurt);
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        life::mend(world, creature, amount.value, false, rule!("VIG-GM-1"));
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

    fn harm_comes_over(&self, world: &mut World, squares: &[Square], harm: &HurtPart, origin: Option<Square>) {
        harm::comes_over(world, squares, harm, origin);
    }

    /// VIG-COND-8: whoever is gone holds nobody.
    fn leaves(&self, world: &mut World, creature: Id, _dead: bool) {
        creature::release(world, creature, None);
    }

    fn treads(&self) -> Treads {
        Treads { on_each_square: false, at_turn_end: false }
    }

    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        stepping::ground_changed(world, squares);
    }

    fn air_changed(&self, world: &mut World) {
        sight::air_changed(world);
    }

    fn arrives(&self, world: &mut World, creature: Id, before: Place, _going: MoveKind) {
        stepping::arrives(world, creature, before);
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        stepping::displaced(world, creature);
    }
}

impl Overrides for Vigor {
    fn own_overrides(&self, world: &World, creature: Id) -> Vec<OwnOverride> {
        gm::own_overrides(world, creature)
    }

    fn object_overrides(&self, world: &World, thing: Id) -> Vec<OwnOverride> {
        gm::object_overrides(world, thing)
    }

    fn may_overrule(&self, world: &World, key: &str, id: Id, value: Option<&str>) -> Result<(), Refusal> {
        gm::may_overrule(world, key, id, value)
    }

    fn overrule(&self, world: &mut World, key: &str, id: Id, value: Option<&str>) -> String {
        gm::overrule(world, key, id, value)
    }

    fn may_set(&self, world: &World, id: Id, stat: &str, value: i32) -> Result<(), Refusal> {
        gm::may_set(world, id, stat, value)
    }

    fn may_gain(&self, world: &World, id: Id, condition: &str, has: bool) -> Result<(), Refusal> {
        gm::may_gain(world, id, condition, has)
    }

    fn set(&self, world: &mut World, id: Id, stat: &str, value: i32) {
        gm::set(world, id, stat, value);
    }
}

impl Presentation for Vigor {
    fn sheet(&self, world: &World, thing: Id) -> Sheet {
        sheet::sheet(world, thing)
    }

    fn ties(&self, world: &World, creature: Id) -> Vec<PairEffect> {
        pair_effects::ties(world, creature)
    }

    fn vital(&self) -> &'static [&'static str] {
        &["guard", "movement", "size"]
    }

    fn mark(&self, condition: &str) -> Option<Mark> {
        conditions::ALL.mark(condition)
    }

    fn litter(&self, world: &World) -> Vec<(Square, String)> {
        world.resource::<GroundItems<Attack>>().named()
    }
}

impl Continuity for Vigor {
    fn carry(&self, world: &World, creature: Id) -> CarriedOver {
        continuity::carry(world, creature)
    }

    fn link(&self, people: &mut [Traveller], _link: &Interlude, _dice: &mut Dice) -> Vec<LinkNote> {
        continuity::recover(people)
    }
}
