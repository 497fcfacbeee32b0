//! What the ruleset passes on. A method that is left out here has only its default, whatever the ruleset behind says.

use std::collections::BTreeMap;

use bevy::prelude::World;

use super::super::{Event, *};
use super::Babel;
use super::garbled::{aim, garbled, offer, sheet, step, string, text, word};
use crate::grid::{Footprint, Grid, Length, Square};
use crate::level::{self, Outfit};

impl Rulebook for Babel {
    fn key(&self) -> &'static str {
        self.0.key()
    }
    fn title(&self) -> &'static str {
        self.0.title()
    }
    fn pitch(&self) -> &'static str {
        self.0.pitch()
    }
    fn ledger(&self) -> &'static [LedgerRow] {
        self.0.ledger()
    }
    fn content_hash(&self) -> u64 {
        self.0.content_hash()
    }
    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        self.0.cites(fact)
    }
}

impl Setup for Babel {
    fn install(&self, engine: &mut Engine) {
        self.0.install(engine);
    }
    fn spawn_creature(&self, world: &mut World, creature: Id, spec: &level::Creature) -> Result<(), String> {
        self.0.spawn_creature(world, creature, spec)
    }
    fn spawn_object(&self, world: &mut World, object: Id, spec: &level::Object) -> Result<(), String> {
        self.0.spawn_object(world, object, spec)
    }
    fn prepare(&self, world: &mut World) {
        self.0.prepare(world);
    }
}

impl Geometry for Babel {
    fn square(&self) -> Length {
        self.0.square()
    }
    fn apart(&self, a: Place, b: Place) -> Length {
        self.0.apart(a, b)
    }
    fn collide(&self, a: Place, b: Place) -> bool {
        self.0.collide(a, b)
    }

    fn may_share(&self, world: &World, creature: Id, other: Id) -> bool {
        self.0.may_share(world, creature, other)
    }
    fn lets_in(&self, world: &World, pushed: Id, other: Id) -> bool {
        self.0.lets_in(world, pushed, other)
    }
    fn stride(&self, world: &World, creature: Id) -> Length {
        self.0.stride(world, creature)
    }
    fn hurdle(&self, world: &World, creature: Id) -> Length {
        self.0.hurdle(world, creature)
    }
    fn descent(&self, world: &World, creature: Id) -> Length {
        self.0.descent(world, creature)
    }
}

impl Content for Babel {
    fn kinds(&self) -> Vec<String> {
        self.0.kinds()
    }
    fn outline(
        &self,
        kind: &str,
        size: Option<level::Size>,
        overrides: Option<&toml::Table>,
    ) -> Result<Outline, String> {
        self.0.outline(kind, size, overrides)
    }
    fn conditions(&self) -> Vec<(String, String)> {
        let known = self.0.conditions().into_iter();
        known.map(|(key, name)| (key, word(&name))).collect()
    }
    fn own_word<'w>(&self, key: &'w str) -> &'w str {
        self.0.own_word(key)
    }
    fn damage_kind(&self, shared: &str) -> DamageKind {
        let mut kind = self.0.damage_kind(shared);
        text(&mut kind.name);
        kind
    }
    fn stature(&self, kind: &str) -> Option<(level::Size, Length)> {
        self.0.stature(kind)
    }
    fn edge(&self, kind: &str, size: Option<level::Size>, overrides: Option<&toml::Table>) -> Option<u8> {
        self.0.edge(kind, size, overrides)
    }
    fn items(&self, kind: &str, overrides: Option<&toml::Table>) -> Vec<String> {
        self.0.items(kind, overrides)
    }
    fn prepares(&self) -> &'static [&'static str] {
        self.0.prepares()
    }
    fn keys(&self, about: About) -> &'static [Key] {
        self.0.keys(about)
    }
    fn lexicon(&self) -> Lexicon {
        self.0.lexicon()
    }
    fn check_overrides(&self, kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        self.0.check_overrides(kind, table)
    }
    fn sharers(&self, kind: &str, size: Option<level::Size>, overrides: Option<&toml::Table>) -> usize {
        self.0.sharers(kind, size, overrides)
    }
    fn refuses(&self, outfit: &Outfit<'_>) -> Option<String> {
        self.0.refuses(outfit)
    }
    fn naming_events(&self) -> &'static [&'static str] {
        self.0.naming_events()
    }
    fn check_options(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        self.0.check_options(table)
    }
    fn check_object(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        self.0.check_object(table)
    }
    fn check_terrain(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        self.0.check_terrain(table)
    }
    fn naming(&self) -> &'static [&'static str] {
        self.0.naming()
    }
}

impl Turns for Babel {
    fn arrive(&self, world: &mut World, creature: Id) {
        self.0.arrive(world, creature);
    }
    fn standing(&self, world: &World, creature: Id) -> bool {
        self.0.standing(world, creature)
    }
    fn fights(&self, world: &World, creature: Id) -> bool {
        self.0.fights(world, creature)
    }
    fn may_act(&self, world: &World, creature: Id) -> bool {
        self.0.may_act(world, creature)
    }
    fn also_acts(&self, world: &World, active: Id) -> Vec<Id> {
        self.0.also_acts(world, active)
    }
    fn loses_what_is_left(&self) -> bool {
        self.0.loses_what_is_left()
    }
    fn shares_turn(&self, world: &World, creature: Id) -> Vec<Id> {
        self.0.shares_turn(world, creature)
    }
    fn holds_turn(&self, world: &World, creature: Id) -> bool {
        self.0.holds_turn(world, creature)
    }
    fn out_of_turn(&self, order: &Order) -> Option<Rule> {
        self.0.out_of_turn(order)
    }
    fn speakers(&self, world: &World, pause: Pause) -> Vec<Id> {
        self.0.speakers(world, pause)
    }
    fn matters(&self, world: &World, creature: Id, action: &str, pause: Pause) -> bool {
        self.0.matters(world, creature, action, pause)
    }
    fn asked_at(&self, world: &World, creature: Id, pause: Pause) -> PauseWords {
        self.0.asked_at(world, creature, pause)
    }
}

impl Knowledge for Babel {
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool {
        self.0.knows(world, side, creature)
    }
    fn doubtful<'w>(&self, world: &'w World) -> Option<&'w [Id]> {
        self.0.doubtful(world)
    }
    fn tells(&self, world: &World, side: SideId, event: &Event) -> Told {
        self.0.tells(world, side, event)
    }
    fn lit(&self, world: &World, at: Square) -> bool {
        self.0.lit(world, at)
    }
    fn light(&self, world: &World, at: Square) -> level::Light {
        self.0.light(world, at)
    }
    fn foggy(&self, world: &World, at: Square) -> bool {
        self.0.foggy(world, at)
    }
}

impl Movement for Babel {
    fn reach(&self, world: &World, creature: Id) -> Reach {
        self.0.reach(world, creature)
    }
    fn within_one_action(&self, world: &World, creature: Id) -> Vec<Square> {
        self.0.within_one_action(world, creature)
    }
    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        let mut found = self.0.step(world, creature, to).map_err(garbled)?;
        step(&mut found);
        Ok(found)
    }
    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        let mut steps = self.0.walk(world, creature, path).map_err(garbled)?;
        steps.iter_mut().for_each(step);
        Ok(steps)
    }
    fn may_walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<(), Refusal> {
        self.0.may_walk(world, creature, path).map_err(garbled)
    }
    fn stroll(&self, world: &World, creature: Id, towards: Option<Square>, lot: &mut Rng) -> Option<Vec<Square>> {
        self.0.stroll(world, creature, towards, lot)
    }
    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        self.0.take_step(world, creature, step);
    }
    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        self.0.before_step(world, creature, step);
    }
    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        self.0.after_step(world, creature, before);
    }
    fn stops_push(&self, world: &World, creature: Id, to: Footprint) -> bool {
        self.0.stops_push(world, creature, to)
    }
    fn is_solid(&self, world: &World, thing: Id) -> bool {
        self.0.is_solid(world, thing)
    }
    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        (self.0.movement_left(world, creature).0, "zqxv")
    }
    fn length(&self, _world: &World, _creature: Id, length: i32) -> String {
        format!("{length} zqxv")
    }
    fn carrier(&self, world: &World, creature: Id) -> Option<Id> {
        self.0.carrier(world, creature)
    }
    fn course(&self, world: &World, creature: Id, side: SideId) -> ForcedMovement {
        let mut course = self.0.course(world, creature, side);
        course.ways.iter_mut().for_each(|way| text(&mut way.label));
        course.watch.iter_mut().for_each(|watch| text(&mut watch.label));
        course.lines.iter_mut().for_each(string);
        course.warning.iter_mut().for_each(string);
        course
    }
    fn goes_along(&self, world: &World, creature: Id, going: MoveKind) -> Vec<(Id, Rule)> {
        self.0.goes_along(world, creature, going)
    }
}

impl Actions for Babel {
    fn action_list(&self) -> &'static dyn ActionList {
        self.0.action_list()
    }
    fn offers_in(&self, world: &World, creature: Id, groups: &[Group]) -> Vec<Offer> {
        let mut offers = self.0.offers_in(world, creature, groups);
        offers.iter_mut().for_each(offer);
        offers
    }
    fn acts(&self, world: &World, creature: Id, offer: &Offer) -> Vec<Act> {
        self.0.acts(world, creature, offer)
    }
    fn purpose(&self, world: &World, act: &Act, offer: &Offer) -> Purpose {
        self.0.purpose(world, act, offer)
    }
    fn acts_with(&self, world: &World, creature: Id, offer: &Offer, options: &BTreeMap<String, Setting>) -> Vec<Act> {
        self.0.acts_with(world, creature, offer, options)
    }
    fn draw(&self, world: &World, creature: Id, groups: &[Group], lot: &mut Rng) -> Option<Act> {
        self.0.draw(world, creature, groups, lot)
    }
    fn compose(&self, world: &World, act: &Act) -> Option<Composition> {
        let mut composed = self.0.compose(world, act)?;
        string(&mut composed.total);
        for dial in &mut composed.dials {
            string(&mut dial.label);
            string(&mut dial.value);
            dial.less.iter_mut().for_each(string);
            dial.more.iter_mut().for_each(string);
        }
        composed.refusal = composed.refusal.map(garbled);
        Some(composed)
    }
    fn triggers(&self) -> &'static [TriggerKind] {
        self.0.triggers()
    }
    fn check(&self, world: &World, act: &Act) -> Result<(), Refusal> {
        self.0.check(world, act).map_err(garbled)
    }
    fn plan(&self, world: &World, act: &Act) -> Result<Planned, Refusal> {
        self.0.plan(world, act).map_err(garbled)
    }
    fn aim(&self, world: &World, act: &Act) -> Option<AimInfo> {
        let mut info = self.0.aim(world, act)?;
        aim(&mut info);
        Some(info)
    }
    fn way_words(&self, world: &World, act: &Act) -> Option<String> {
        self.0.way_words(world, act).map(|words| word(&words))
    }
}

impl Consequences for Babel {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        self.0.harm(world, hurt);
    }
    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        self.0.mend(world, creature, amount);
    }
    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        self.0.add_condition(world, creature, key)
    }
    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        self.0.remove_condition(world, creature, key)
    }
    fn condition_ends(&self, world: &mut World, creature: Id, key: &str) -> Vec<Rule> {
        self.0.condition_ends(world, creature, key)
    }
    fn ground_harms(&self, world: &mut World, creature: Id, kind: usize) -> bool {
        self.0.ground_harms(world, creature, kind)
    }
    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        self.0.ground_changed(world, squares);
    }
    fn put_down(&self, world: &mut World, thing: Id) {
        self.0.put_down(world, thing);
    }
    fn door_opens(&self, world: &mut World, door: Id, by: Option<Id>) {
        self.0.door_opens(world, door, by);
    }
    fn displaced(&self, world: &mut World, creature: Id) {
        self.0.displaced(world, creature);
    }
    fn arrives(&self, world: &mut World, creature: Id, before: Place, going: MoveKind) {
        self.0.arrives(world, creature, before, going);
    }
    fn treads(&self) -> Treads {
        self.0.treads()
    }
    fn harm_comes_over(&self, world: &mut World, squares: &[Square], harm: &HurtPart, origin: Option<Square>) {
        self.0.harm_comes_over(world, squares, harm, origin);
    }

    fn leaves(&self, world: &mut World, creature: Id, dead: bool) {
        self.0.leaves(world, creature, dead);
    }
    fn weather_changed(&self, world: &mut World) {
        self.0.weather_changed(world);
    }
    fn event_comes(&self, world: &mut World, event: usize) {
        self.0.event_comes(world, event);
    }
    fn air_changed(&self, world: &mut World) {
        self.0.air_changed(world);
    }
    fn gives_way(&self, world: &World, creature: Id, at: Square) -> bool {
        self.0.gives_way(world, creature, at)
    }
    fn shunned(&self, world: &World, creature: Id) -> Option<Grid<u32>> {
        self.0.shunned(world, creature)
    }
    fn perils(&self, world: &World, creature: Id) -> Vec<Text> {
        let mut perils = self.0.perils(world, creature);
        perils.iter_mut().for_each(text);
        perils
    }
}

impl Overrides for Babel {
    fn own_overrides(&self, world: &World, creature: Id) -> Vec<OwnOverride> {
        self.0.own_overrides(world, creature)
    }
    fn object_overrides(&self, world: &World, thing: Id) -> Vec<OwnOverride> {
        self.0.object_overrides(world, thing)
    }
    fn may_overrule(&self, world: &World, key: &str, creature: Id, value: Option<&str>) -> Result<(), Refusal> {
        self.0.may_overrule(world, key, creature, value).map_err(garbled)
    }
    fn may_set(&self, world: &World, thing: Id, stat: &str, value: i32) -> Result<(), Refusal> {
        self.0.may_set(world, thing, stat, value).map_err(garbled)
    }
    fn may_gain(&self, world: &World, creature: Id, condition: &str, has: bool) -> Result<(), Refusal> {
        self.0.may_gain(world, creature, condition, has).map_err(garbled)
    }
    fn may_lose(&self, world: &World, creature: Id, condition: &str) -> Result<(), Refusal> {
        self.0.may_lose(world, creature, condition).map_err(garbled)
    }
    fn reaches_the_gone(&self, key: &str) -> bool {
        self.0.reaches_the_gone(key)
    }
    fn demands(&self) -> Vec<(String, String)> {
        let known = self.0.demands().into_iter();
        known.map(|(key, name)| (key, word(&name))).collect()
    }
    fn demand(&self, world: &mut World, creature: Id, roll: &str, against: i32, called: &str) {
        self.0.demand(world, creature, roll, against, called);
    }
    fn overrule(&self, world: &mut World, key: &str, creature: Id, value: Option<&str>) -> String {
        word(&self.0.overrule(world, key, creature, value))
    }
    fn set(&self, world: &mut World, thing: Id, stat: &str, value: i32) {
        self.0.set(world, thing, stat, value);
    }
}

impl Continuity for Babel {}

impl Presentation for Babel {
    fn sheet(&self, world: &World, thing: Id) -> Sheet {
        let mut found = self.0.sheet(world, thing);
        sheet(&mut found);
        found
    }
    fn mark(&self, condition: &str) -> Option<Mark> {
        self.0.mark(condition)
    }
    fn litter(&self, world: &World) -> Vec<(Square, String)> {
        let lying = self.0.litter(world).into_iter();
        lying.map(|(at, name)| (at, word(&name))).collect()
    }
    fn hand(&self, world: &World, side: SideId) -> Vec<Stat> {
        let mut held = self.0.hand(world, side);
        for stat in &mut held {
            (stat.label, stat.value) = (word(&stat.label), word(&stat.value));
        }
        held
    }
    fn hand_ways(&self, world: &World, side: SideId) -> Vec<HandWay> {
        let mut ways = self.0.hand_ways(world, side);
        for way in &mut ways {
            (way.label, way.text, way.when) = (word(&way.label), word(&way.text), word(&way.when));
        }
        ways
    }
    fn has_hands(&self, world: &World) -> bool {
        self.0.has_hands(world)
    }
    fn leans_to(&self, world: &World, creature: Id) -> Option<Square> {
        self.0.leans_to(world, creature)
    }
    fn ties(&self, world: &World, creature: Id) -> Vec<PairEffect> {
        let mut ties = self.0.ties(world, creature);
        for tie in &mut ties {
            text(&mut tie.label);
            text(&mut tie.why);
        }
        ties
    }
    fn height_words(&self, height: Length) -> String {
        word(&self.0.height_words(height))
    }
    fn distance_band(&self, world: &World, creature: Id, at: Square) -> Option<&'static str> {
        self.0.distance_band(world, creature, at)
    }
    fn vital(&self) -> &'static [&'static str] {
        self.0.vital()
    }
}
