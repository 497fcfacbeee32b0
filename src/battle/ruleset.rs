//! What a ruleset is to the engine: a plugin with its data, and the questions shared code asks it.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Event, *};
use crate::grid::{Length, Square};
use crate::level;

/// The ruleset the battle is fought under.
#[derive(Resource, Clone, Copy)]
pub struct Rules(pub &'static dyn Ruleset);

/// A fact that shared code brings about; the ruleset names the rules behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SharedFact {
    /// The fight is on.
    FightBegins,
    /// The level said what led to the fight.
    Opening,
    /// A round begins.
    RoundBegins,
    /// A turn begins.
    TurnBegins,
    /// A turn ends.
    TurnEnds,
    /// An event of the level takes effect.
    EventFires,
    /// Terrain changes.
    TerrainChanges,
    /// Ground that changes comes down on who stands there.
    GroundFalls,
    /// Light changes.
    LightChanges,
    /// One roll of an event serves all it hits.
    HazardRolls,
    /// The round ends.
    RoundEnds,
    /// The fight ends.
    FightEnds,
    /// A creature arrives late.
    Arrives,
    /// The game master overrides something.
    Overrides,
}

/// One row of a ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerRow {
    /// The rule's identifier.
    pub id: String,
    /// The section it stands in.
    pub section: String,
    /// The rule.
    pub text: String,
    /// Its worked example.
    pub check: String,
}

/// Harm that no attack of a creature does: an event, a fall, the game master.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hurt {
    /// Who suffers.
    pub target: Id,
    /// How much of which kinds, all at once.
    pub parts: Vec<HurtPart>,
    /// Where it comes from, when cover against it may count.
    pub origin: Option<Square>,
    /// Whether cover does not count.
    pub ignores_cover: bool,
}

/// Harm of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HurtPart {
    /// How much, with its dice.
    pub amount: Trace,
    /// The shared word for the kind of damage.
    pub kind: Text,
}

impl Hurt {
    /// Harm of one kind that comes from nowhere in particular, so that cover does not count.
    pub fn new(target: Id, amount: Trace, kind: impl Into<Text>) -> Self {
        let kind = kind.into();
        Self {
            target,
            parts: vec![HurtPart { amount, kind }],
            origin: None,
            ignores_cover: true,
        }
    }
}

/// When ground that harms does so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Treads {
    /// Whether every square of a kind that is come onto harms anew, or only coming onto that kind of ground from another.
    pub on_each_square: bool,
    /// Whether it harms at the end of a turn whoever stands there; otherwise the ruleset says when.
    pub at_turn_end: bool,
}

/// A [`GmAct::Rule`] as people choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnOverride {
    /// The override's key.
    pub key: String,
    /// What it says about the creature.
    pub label: String,
    /// The words that can go with it, and how they read; `None` stands for no word.
    pub values: Vec<(Option<String>, String)>,
}

/// A ruleset. Implementations are units; all state lives in the world.
pub trait Ruleset: Send + Sync + 'static {
    /// The key, as levels and the command line write it.
    fn key(&self) -> &'static str;
    /// The name people read.
    fn title(&self) -> &'static str;
    /// The ledger, in its own order.
    fn ledger(&self) -> &'static [LedgerRow];
    /// A number that changes whenever the ruleset's data does.
    fn content_hash(&self) -> u64;

    /// Registers the components to save and adds systems to the stages.
    fn install(&self, engine: &mut Engine);
    /// Gives a creature its stats from the bestiary and the level's overrides. Errors are sentences for the author.
    fn muster(&self, world: &mut World, creature: Id, spec: &level::Creature) -> Result<(), String>;
    /// Gives an object what the ruleset needs of it.
    fn furnish(&self, world: &mut World, object: Id, spec: &level::Object) -> Result<(), String>;
    /// Called once when everything stands on the map, before the first pass.
    fn prepare(&self, world: &mut World);

    /// The length of a square's edge.
    fn square(&self) -> Length;
    /// How far apart two places are, heights counted in.
    fn apart(&self, a: Place, b: Place) -> Length {
        let up = Length((a.height.0 - b.height.0).abs());
        Length(a.space.steps(b.space) * self.square().0).max(up)
    }
    /// Whether two creatures cannot be in two places at once, since these are one place in part; by default however high they are.
    fn collide(&self, a: Place, b: Place) -> bool {
        a.space.overlaps(b.space)
    }
    /// How much higher the next square may be for a creature to get there as on level ground.
    fn stride(&self, _world: &World, _creature: Id) -> Length {
        Length(self.square().0 - 1)
    }
    /// The shared kinds of its bestiary.
    fn kinds(&self) -> Vec<String>;
    /// The conditions it knows, key and name.
    fn conditions(&self) -> Vec<(String, String)>;
    /// Its key for a condition, by a word that levels share.
    fn own_word<'w>(&self, word: &'w str) -> &'w str {
        word
    }
    /// What a condition looks like on the board, by its key.
    fn mark(&self, condition: &str) -> Option<Mark>;
    /// The kind of damage that a word of a level means.
    fn damage_kind(&self, word: &str) -> DamageKind;
    /// Checks a level author's overrides for one creature: key, message, help.
    fn check_overrides(&self, table: &toml::Table) -> Vec<(String, String, String)>;
    /// Checks a level's options for this ruleset: key, message, help.
    fn check_options(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        check_keys(table, About::Level, self.keys(About::Level))
    }
    /// Checks a level author's overrides for one kind of object: key, message, help.
    fn check_object(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        check_keys(table, About::Object, self.keys(About::Object))
    }
    /// Checks a level author's overrides for one kind of terrain: key, message, help.
    fn check_terrain(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        check_keys(table, About::Terrain, self.keys(About::Terrain))
    }
    /// The keys that a level may set for this ruleset alone.
    fn keys(&self, about: About) -> &'static [Key];
    /// Everything else of it that can be written: actions, questions, what the game master may set, whatever has a name.
    fn lexicon(&self) -> Lexicon;
    /// The edge, in squares, of the space in which a creature of a kind starts, with a level's size and overrides for it;
    /// nothing where the overrides are unsound.
    fn edge(&self, _kind: &str, _size: Option<level::Size>, _overrides: Option<&toml::Table>) -> Option<u8> {
        None
    }
    /// Keys of overrides whose values are names of creatures or ids of sides.
    fn naming(&self) -> &'static [&'static str] {
        &[]
    }
    /// What a creature of a kind can carry, with a level's overrides: the words of `items`.
    fn items(&self, _kind: &str, _overrides: Option<&toml::Table>) -> Vec<String> {
        Vec::new()
    }
    /// The size and upright height of a shared kind.
    fn stature(&self, kind: &str) -> Option<(level::Size, Length)>;

    /// Whether the creature counts for its side.
    fn standing(&self, world: &World, creature: Id) -> bool;
    /// Whether the creature can be given orders on its turn (else the turn passes).
    fn may_act(&self, world: &World, creature: Id) -> bool;
    /// Who takes orders on a creature's turn besides the creature itself, in the order in which they are listed.
    fn also_acts(&self, _world: &World, _active: Id) -> Vec<Id> {
        Vec::new()
    }
    /// Who carries a creature along in its own space, as a mount does its rider.
    fn carrier(&self, _world: &World, _creature: Id) -> Option<Id> {
        None
    }
    /// Who goes along when a creature comes elsewhere, by the bonds that hold directly between the two: whom it carries, holds
    /// or is held by; each with the rule.
    fn goes_along(&self, _world: &World, _creature: Id, _going: Going) -> Vec<(Id, Rule)> {
        Vec::new()
    }
    /// When ground that harms does so.
    fn treads(&self) -> Treads {
        Treads {
            on_each_square: true,
            at_turn_end: true,
        }
    }
    /// What lies about on the ground: where, and its name.
    fn litter(&self, _world: &World) -> Vec<(Square, String)> {
        Vec::new()
    }
    /// Whether a bank of fog lies on a square, drawn there or made since; the weather aside.
    fn foggy(&self, world: &World, at: Square) -> bool {
        world.resource::<Map>().cell(at).is_some_and(|cell| cell.fog)
    }
    /// Whether there is light in a square: its own, a lamp's, a fire's.
    fn lit(&self, world: &World, at: Square) -> bool;
    /// The rule by which an order is refused that comes out of turn.
    fn out_of_turn(&self, _order: &Order) -> Option<Rule> {
        None
    }
    /// Whether a side knows where a creature is.
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool;
    /// Whether every side knows of everybody, as far as that is quickly told.
    fn all_known(&self, _world: &World) -> bool {
        false
    }

    /// What a side is told of an event, at the moment at which it happens.
    fn tells(&self, world: &World, side: SideId, event: &Event) -> Told {
        plainly(world, side, event)
    }

    /// Every square a move could end in now with its cost, cheapest way first found. Cost in the ruleset's unit.
    fn reach(&self, world: &World, creature: Id) -> Reach;
    /// What the next step would be and cost, or why not.
    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal>;
    /// Works out a whole path, every step with its cost, without walking it.
    ///
    /// # Errors
    /// The first step that is not legal or cannot be paid, or that the creature may not stop where the path ends.
    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal>;
    /// As [`Ruleset::walk`], without the steps.
    ///
    /// # Errors
    /// As there.
    fn may_walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<(), Refusal> {
        self.walk(world, creature, path).map(|_| ())
    }
    /// Pays for a step and places the creature.
    fn take_step(&self, world: &mut World, creature: Id, step: &Step);
    /// Called before a step; may launch interrupts.
    fn before_step(&self, world: &mut World, creature: Id, step: &Step);
    /// Called after a step with the place the creature had before it; may launch interrupts.
    fn after_step(&self, world: &mut World, creature: Id, before: Place);
    /// What awaits a creature that ends its turn where it is, as far as that is certain by the rules, in words: it holds its breath there.
    fn perils(&self, _world: &World, _creature: Id) -> Vec<Text> {
        Vec::new()
    }
    /// How many of the ruleset's units of length are left, and what the unit is called.
    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str);

    /// Its actions, a unit each: what follows is asked of them.
    fn action_list(&self) -> &'static dyn ActionList;
    /// Everything on the creature's list, possible or not.
    fn offers(&self, world: &World, creature: Id) -> Vec<Offer> {
        self.offers_in(world, creature, &Group::ALL)
    }
    /// As [`Ruleset::offers`], only what stands in some groups.
    fn offers_in(&self, world: &World, creature: Id, groups: &[Group]) -> Vec<Offer> {
        self.action_list().offers(world, creature, groups)
    }
    /// The keys of the stats that matter most while fighting, such as what an attack must overcome: they are shown first.
    fn vital(&self) -> &'static [&'static str] {
        &[]
    }
    /// Every complete order an offer stands for.
    fn acts(&self, world: &World, creature: Id, offer: &Offer) -> Vec<Act> {
        self.action_list().orders(world, creature, offer)
    }
    /// As [`Ruleset::acts`], with these options and no others.
    fn acts_with(&self, world: &World, creature: Id, offer: &Offer, options: &BTreeMap<String, Setting>) -> Vec<Act> {
        self.action_list().orders_with(world, creature, offer, options)
    }
    /// An act out of some groups by lot, for players without a plan; `None` where there is none. Everything legal in them can
    /// come up. Rulesets that need not work out what is not drawn say how.
    fn draw(&self, world: &World, creature: Id, groups: &[Group], lot: &mut Rng) -> Option<Act> {
        lot::out_of_offers(world, creature, groups, lot)
    }
    /// A legal way by lot, towards a square if one is given; `None` where the ruleset cannot tell without [`Ruleset::reach`].
    fn stroll(&self, _world: &World, _creature: Id, _towards: Option<Square>, _lot: &mut Rng) -> Option<Vec<Square>> {
        None
    }
    /// How an act is put together from parts that cost; nothing for acts that are not. It need not name a target yet.
    fn compose(&self, world: &World, act: &Act) -> Option<Composition> {
        self.action_list().compose(world, act)
    }
    /// The kinds of actions, in the order in which they are listed.
    fn actions(&self) -> Vec<&'static ActionKind> {
        self.action_list().kinds()
    }
    /// What can set off something that waits for it.
    fn triggers(&self) -> &'static [TriggerKind] {
        &[]
    }
    /// Whether a complete order is legal.
    fn check(&self, world: &World, act: &Act) -> Result<(), Refusal> {
        self.action_list().check(world, act)
    }
    /// What a complete order comes to, understood once: to begin it launches what it brings about.
    ///
    /// # Errors
    /// As [`Ruleset::check`].
    fn plan(&self, world: &World, act: &Act) -> Result<Planned, Refusal> {
        self.action_list().plan(world, act)
    }
    /// What is known of an attack before it is made; nothing of one by or at somebody who is not on the map.
    fn aim(&self, world: &World, act: &Act) -> Option<AimInfo> {
        self.action_list().aim(world, act)
    }

    /// What holds between a creature and single others, both ways.
    fn ties(&self, _world: &World, _creature: Id) -> Vec<PairEffect> {
        Vec::new()
    }
    /// Where a creature is bound without an order, as far as a side may know it.
    fn course(&self, _world: &World, _creature: Id, _side: SideId) -> ForcedMovement {
        ForcedMovement::default()
    }
    /// What tells one way of doing an action from the others, where its options alone do not, for people.
    fn way_words(&self, world: &World, act: &Act) -> Option<String> {
        self.action_list().way_words(world, act)
    }
    /// A height, for people.
    fn height_words(&self, height: Length) -> String;

    /// Rolls and sets the order of turns for a creature that arrives late.
    fn arrive(&self, world: &mut World, creature: Id);
    /// Launches harm.
    fn harm(&self, world: &mut World, hurt: Hurt);
    /// Gives a condition by key; false when it does not know the key.
    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool;
    /// Takes a condition away by key; false when it was not there.
    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool;
    /// Called when a condition has run out; the rules behind it.
    fn condition_ends(&self, world: &mut World, creature: Id, key: &str) -> Vec<Rule>;
    /// Called when ground, doors or objects changed: falls, displacement.
    fn ground_changed(&self, world: &mut World, squares: &[Square]);
    /// Called when a door has opened: by whom, if it did not open by itself.
    fn door_opens(&self, _world: &mut World, _door: Id, _by: Option<Id>) {}
    /// Called when a creature was put on another square by no movement of its own.
    fn displaced(&self, world: &mut World, creature: Id);
    /// Called when a creature is about to be off the map, dead or alive: what it held, or what held it, holds no more.
    fn leaves(&self, _world: &mut World, _creature: Id, _dead: bool) {}
    /// Called when the weather has changed: what had no weight may fall.
    fn weather_changed(&self, _world: &mut World) {}

    /// The rules behind a fact of shared code.
    fn cites(&self, fact: SharedFact) -> Vec<Rule>;
    /// The sheet of a creature or, where it has one, an object.
    fn sheet(&self, world: &World, thing: Id) -> Sheet;
    /// The overrides that only this ruleset knows, as far as they concern a creature.
    fn own_overrides(&self, _world: &World, _creature: Id) -> Vec<OwnOverride> {
        Vec::new()
    }
    /// Whether one of these that a game master gives, with its value, can be brought about; key and creature are known.
    ///
    /// # Errors
    /// A refusal that says what is unknown.
    fn may_overrule(&self, _world: &World, _key: &str, _creature: Id, _value: Option<&str>) -> Result<(), Refusal> {
        Ok(())
    }
    /// Brings one of these about that is checked; returns the sentence logged.
    fn overrule(&self, world: &mut World, key: &str, creature: Id, value: Option<&str>) -> String;
    /// Sets a stat of its lexicon to a value within its bounds, by the game master's hand, and sees to what follows from it.
    fn set(&self, world: &mut World, thing: Id, stat: &str, value: i32);
    /// Heals a creature, by the game master's hand.
    fn mend(&self, world: &mut World, creature: Id, amount: Trace);
}

impl Event {
    /// Cites whatever the ruleset says stands behind a shared fact.
    #[must_use]
    pub fn citing(mut self, world: &World, fact: SharedFact) -> Self {
        self.rules.extend(world.resource::<Rules>().0.cites(fact));
        self
    }
}
