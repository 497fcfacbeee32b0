//! Edge, as the engine plugs it in: every question of `battle::Ruleset` and who answers it, trait by trait. May enter: hand-overs, and
//! answers of a line or two. Never: a rule, which stands in the file that it concerns. No file imports this one.

use bevy::prelude::World;

use super::body::{breath, creature, gravity, lasting, life, radiation};
use super::data::{Attack, Band, DamageType, SQUARE, bestiary, cards, conditions, ledger, ledger::DATA, options, task};
use super::field::{light, reach, shunned};
use super::fight::{collision, contest, draw, harm, haul, readied, shape, stealth, traps};
use super::flow::{between, continuity, turn};
use super::motion::{drift, fall, ground, hold, moves};
use super::people::{gm, lexicon, sheet};
use super::ruleset::Edge;
use super::setup;
use crate::battle::*;
use crate::dice::Dice;
use crate::grid::{Grid, Length, Square};
use crate::level;
use crate::rule;

impl Rulebook for Edge {
    fn key(&self) -> &'static str {
        DATA.key
    }

    fn title(&self) -> &'static str {
        DATA.title()
    }

    fn pitch(&self) -> &'static str {
        "Two d12: a 12 exploits, a 1 sets back."
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

impl Setup for Edge {
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

impl Geometry for Edge {
    fn square(&self) -> Length {
        Length(SQUARE * Length::METRE.0 / 2)
    }

    /// EDG-GRID-4, EDG-GRID-6.
    fn apart(&self, one: Place, other: Place) -> Length {
        Length(reach::between_places(one, other).saturating_mul(ground::STRIDE.0))
    }

    /// EDG-SIZE-8, EDG-FLY-5.
    fn may_share(&self, world: &World, one: Id, other: Id) -> bool {
        ground::may_share(world, one, other)
    }

    /// EDG-FALL-7: a creature that is pushed above another falls onto it.
    fn lets_in(&self, world: &World, pushed: Id, other: Id) -> bool {
        ground::passes_above(world, pushed, other)
    }

    /// EDG-TERR-7, EDG-GRID-20.
    fn hurdle(&self, _world: &World, _creature: Id) -> Length {
        Length::METRE
    }

    /// EDG-MOVE-15.
    fn stride(&self, _world: &World, _creature: Id) -> Length {
        ground::STRIDE
    }

    /// EDG-MOVE-15.
    fn descent(&self, _world: &World, _creature: Id) -> Length {
        ground::STRIDE
    }
}

impl Content for Edge {
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

    fn naming(&self) -> &'static [&'static str] {
        &["hidden_from", bestiary::MOUNTED]
    }

    fn keys(&self, about: About) -> &'static [Key] {
        bestiary::WORDS.keys(about)
    }

    fn naming_events(&self) -> &'static [&'static str] {
        &["event"]
    }

    fn check_options(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        options::check_options(table)
    }

    fn lexicon(&self) -> Lexicon {
        lexicon::lexicon()
    }

    fn check_object(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        let own = task::check(table);
        let mut keys = check_keys(table, About::Object, self.keys(About::Object));
        keys.retain(|(key, ..)| own.iter().all(|(told, ..)| told != key));
        keys.into_iter().chain(own).collect()
    }

    fn check_overrides(&self, kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(kind, table)
    }
}

impl Turns for Edge {
    fn arrive(&self, world: &mut World, id: Id) {
        turn::arrive(world, id);
    }

    /// EDG-ROUND-5: if the last who can act of both sides fall by the same event, nobody has won.
    fn standing(&self, world: &World, creature: Id) -> bool {
        creature::conscious(world, creature)
    }

    fn may_act(&self, world: &World, creature: Id) -> bool {
        // EDG-COND-INC-1: one that can do nothing may still walk.
        let walks = || creature::moves(world, creature).is_ok() && creature::metres_left(world, creature) > 0;
        creature::able(world, creature).is_ok() || walks()
    }

    fn out_of_turn(&self, _order: &Order) -> Option<Rule> {
        Some(rule!("EDG-INIT-2"))
    }
}

impl Knowledge for Edge {
    /// EDG-HIDE-4, EDG-HIDE-18: one of a side that has noticed a creature tells the others.
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool {
        hiding::is_found_by(world, side, creature)
    }

    /// EDG-LIGHT-4.
    fn lit(&self, world: &World, at: Square) -> bool {
        light::step(world, at) < level::Light::Dark
    }

    /// EDG-LIGHT-2.
    fn light(&self, world: &World, at: Square) -> level::Light {
        light::step(world, at)
    }
}

/// What a creature brings about where it comes to.
fn came(world: &mut World, creature: Id, before: Place) {
    stealth::look_about(world, Some(creature));
    readied::came(world, creature, before);
    traps::came(world, creature, before);
}

impl Movement for Edge {
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
        moves::before_step(world, creature, step);
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        gravity::settle(world, creature);
        contest::drag(world, creature, before);
        haul::follows(world, creature, before);
        stealth::moved(world, creature);
        came(world, creature, before);
    }

    /// EDG-ATK-14: a rider goes where its mount goes.
    fn goes_along(&self, world: &World, creature: Id, _going: MoveKind) -> Vec<(Id, Rule)> {
        creature::riders_of(world, creature).map(|rider| (rider, rule!("EDG-ATK-14"))).collect()
    }

    /// EDG-GRAV-13.
    fn course(&self, world: &World, creature: Id, side: SideId) -> ForcedMovement {
        drift::course(world, creature, side)
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        (moves::left(world, creature), "half-metres")
    }

    fn length(&self, _world: &World, _creature: Id, length: i32) -> String {
        creature::metres(length)
    }
}

impl Actions for Edge {
    fn action_list(&self) -> &'static dyn ActionList {
        &UnitsOf::<Self>::ALL
    }
}

impl Consequences for Edge {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        harm::launch_harm(world, hurt);
    }

    fn harm_comes_over(&self, world: &mut World, squares: &[Square], part: &HurtPart, _origin: Option<Square>) {
        harm::comes_over(world, squares, part);
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        life::mend(world, creature, amount.value, rule!("EDG-VP-3"));
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

    /// EDG-OBJ-5: coming onto a kind of ground, not each square of it.
    fn treads(&self) -> Treads {
        Treads { on_each_square: false, at_turn_end: true }
    }

    fn ground_harms(&self, world: &mut World, creature: Id, kind: usize) -> bool {
        harm::ground_harms(world, creature, kind)
    }

    /// EDG-ACT-11: those are asked who waited for a creature to come, by whatever way it did.
    fn arrives(&self, world: &mut World, creature: Id, before: Place, _going: MoveKind) {
        came(world, creature, before);
    }

    /// EDG-COLL-3, EDG-COLL-6.
    fn put_down(&self, world: &mut World, thing: Id) {
        collision::comes_down(world, thing);
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        fall::come_down(world, creature);
        stealth::look_about(world, Some(creature));
    }

    fn door_opens(&self, world: &mut World, _door: Id, _by: Option<Id>) {
        stealth::look_about(world, None);
    }

    /// EDG-GRAV-20: what has weight now, falls.
    fn weather_changed(&self, world: &mut World) {
        hold::test(world);
    }

    /// EDG-HIDE-7: those who were kept from sight by it may be seen now.
    fn air_changed(&self, world: &mut World) {
        stealth::look_about(world, None);
    }

    /// EDG-CARD-2.
    fn event_comes(&self, world: &mut World, event: usize) {
        draw::deals(world, event);
    }

    fn leaves(&self, world: &mut World, creature: Id, _dead: bool) {
        lasting::keeps_slot(world, creature);
    }

    /// EDG-SUFF-3, EDG-RAD-4.
    fn shunned(&self, world: &World, creature: Id) -> Option<Grid<u32>> {
        shunned::squares(world, creature)
    }

    /// EDG-SUFF-1, EDG-RAD-2.
    fn perils(&self, world: &World, creature: Id) -> Vec<Text> {
        breath::peril(world, creature).into_iter().chain(radiation::peril(world, creature)).collect()
    }
}

impl Overrides for Edge {
    fn own_overrides(&self, world: &World, creature: Id) -> Vec<OwnOverride> {
        gm::own_overrides(world, creature)
    }

    fn may_overrule(&self, world: &World, key: &str, creature: Id, value: Option<&str>) -> Result<(), Refusal> {
        gm::may_overrule(world, key, creature, value)
    }

    fn overrule(&self, world: &mut World, key: &str, creature: Id, value: Option<&str>) -> String {
        gm::overrule(world, key, creature, value)
    }

    fn demands(&self) -> Vec<(String, String)> {
        gm::demands()
    }

    fn demand(&self, world: &mut World, creature: Id, roll: &str, against: i32, called: &str) {
        gm::demand(world, creature, roll, against, called);
    }

    fn may_lose(&self, world: &World, creature: Id, condition: &str) -> Result<(), Refusal> {
        gm::may_lose(world, creature, condition)
    }

    fn may_set(&self, world: &World, id: Id, stat: &str, value: i32) -> Result<(), Refusal> {
        gm::may_set(world, id, stat, value)
    }

    fn set(&self, world: &mut World, id: Id, stat: &str, value: i32) {
        gm::set(world, id, stat, value);
    }
}

impl Presentation for Edge {
    fn sheet(&self, world: &World, id: Id) -> Sheet {
        sheet::sheet(world, id)
    }

    fn vital(&self) -> &'static [&'static str] {
        &["defense", "av", "movement"]
    }

    fn mark(&self, condition: &str) -> Option<Mark> {
        conditions::ALL.mark(condition)
    }

    /// EDG-CARD-3.
    fn hand(&self, world: &World, side: SideId) -> Vec<Stat> {
        sheet::hand(world, side)
    }

    fn hand_ways(&self, world: &World, side: SideId) -> Vec<HandWay> {
        sheet::hand_ways(world, side)
    }

    fn has_hands(&self, world: &World) -> bool {
        cards::are_played(world)
    }

    fn litter(&self, world: &World) -> Vec<(Square, String)> {
        world.resource::<GroundItems<Attack>>().named()
    }

    /// EDG-ATK-8.
    fn distance_band(&self, world: &World, creature: Id, at: Square) -> Option<&'static str> {
        Some(Band::of(shape::distance(world, creature, at)).name())
    }

    fn height_words(&self, height: Length) -> String {
        creature::metres(height.whole(Length(Length::METRE.0 / 2)))
    }
}

impl Continuity for Edge {
    fn carry(&self, world: &World, creature: Id) -> CarriedOver {
        continuity::carry(world, creature)
    }

    fn bring(&self, who: &mut level::Creature, carried: &CarriedOver, ruleset: &str) {
        continuity::bring(who, carried, ruleset);
    }

    fn link(&self, people: &mut [Traveller], link: &Interlude, dice: &mut Dice) -> Vec<LinkNote> {
        between::pass(people, link, dice)
    }

    fn link_offers(&self) -> &'static [(&'static str, &'static str)] {
        between::OFFERS
    }

    fn may_choose(&self, who: &level::Creature, carried: &CarriedOver, word: &str) -> Result<(), Refusal> {
        between::may_choose(who, carried, word)
    }

    fn usual_choices(&self, people: &[Traveller], _link: &Interlude, offers: &[&str]) -> Vec<Option<&'static str>> {
        between::usual(people, offers)
    }

    fn check_link(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        between::check_link(table)
    }
}
