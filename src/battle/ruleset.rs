//! What a ruleset is to the engine: a plugin with its data, and the questions shared code asks it.

use std::collections::BTreeMap;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Event, *};
use crate::grid::{Footprint, Length, Square};
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

/// What a gauge or counter stands for, whatever it is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// What goes down first when a creature or thing is hurt; drawn on the token.
    Health,
    /// A further layer under it.
    DeepHealth,
    /// An ability that can be worn down.
    Ability,
    /// What it has to pay with on its turn.
    Turn,
    /// What powers or exertions are paid with.
    Energy,
    /// Breath.
    Breath,
    /// Ammunition.
    Ammunition,
    /// What armour or a shield still stands.
    Armour,
    /// Anything else.
    #[default]
    Other,
}

/// A bar of the sheet: hit points and their like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gauge {
    /// The ruleset's name of the stat, as `gm set` takes it.
    pub key: String,
    /// What it stands for.
    pub measure: Measure,
    /// What people call it.
    pub label: String,
    /// Now.
    pub now: i32,
    /// At most.
    pub max: i32,
}

/// A stat of the sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stat {
    /// The ruleset's name of the stat.
    pub key: String,
    /// What people call it.
    pub label: String,
    /// Its value, for people.
    pub value: String,
}

/// A condition as the sheet shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ailment {
    /// The ruleset's key; the badge goes by it.
    pub key: String,
    /// What it looks like on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
    /// What people call it.
    pub label: String,
    /// What it does, in a sentence.
    pub text: String,
    /// How long it lasts, for people.
    pub lasts: String,
    /// The rule.
    pub rule: Option<Rule>,
}

/// Everything a player may read about a creature, whatever the ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Pools that keep it going.
    pub gauges: Vec<Gauge>,
    /// Counters it pays with.
    pub pips: Vec<Gauge>,
    /// Other numbers.
    pub stats: Vec<Stat>,
    /// Conditions.
    pub ailments: Vec<Ailment>,
    /// Attacks and other things it owns, a line each.
    pub gear: Vec<Stat>,
}

impl Gauge {
    /// A gauge or counter.
    pub fn new(key: &str, measure: Measure, label: &str, now: i32, max: i32) -> Self {
        Self {
            key: key.into(),
            measure,
            label: label.into(),
            now,
            max,
        }
    }
}

impl Stat {
    /// A stat, whatever its value.
    pub fn new(key: &str, label: &str, value: impl ToString) -> Self {
        Self {
            key: key.into(),
            label: label.into(),
            value: value.to_string(),
        }
    }
}

impl Sheet {
    /// The gauge of what goes down first when it is hurt.
    pub fn health(&self) -> Option<&Gauge> {
        self.gauges.iter().find(|gauge| gauge.measure == Measure::Health)
    }

    /// Whether a condition of it looks like this.
    pub fn has(&self, mark: Mark) -> bool {
        self.ailments.iter().any(|ailment| ailment.mark == Some(mark))
    }
}

/// What an action is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// At nothing: it is done at once.
    Nothing,
    /// At a creature or an object.
    Thing,
    /// At a square.
    Square,
}

impl Aim {
    /// This one and no other.
    pub const fn alone(self) -> &'static [Self] {
        match self {
            Self::Nothing => &[Self::Nothing],
            Self::Thing => &[Self::Thing],
            Self::Square => &[Self::Square],
        }
    }
}

/// Where the action bar groups an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Attacks.
    Attack,
    /// Everything else that costs.
    Action,
    /// Ways of moving.
    Move,
    /// What is free.
    Free,
}

impl Group {
    /// All of them, in the order of the action bar.
    pub const ALL: [Self; 4] = [Self::Attack, Self::Action, Self::Move, Self::Free];
}

/// An action of a creature's list, possible now or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The ruleset's key.
    pub action: String,
    /// The key of the weapon or device.
    pub with: Option<String>,
    /// What the button says.
    pub label: String,
    /// The icon's name.
    pub icon: String,
    /// What it is for.
    pub purpose: Purpose,
    /// The cost, for people.
    pub cost: String,
    /// The same, counted.
    #[serde(default)]
    pub price: Price,
    /// Where it is grouped.
    pub group: Group,
    /// The family it belongs to: the name of the one button behind which all its members stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// Whether it is what the button of its family does at once, as a plain attack leads what else its weapon can do.
    #[serde(default)]
    pub leads: bool,
    /// What it is aimed at.
    pub aim: Aim,
    /// The range drawn on the map while aiming, in squares.
    pub range: Option<u32>,
    /// The radius of its area in squares.
    pub radius: Option<u32>,
    /// Why it cannot be used at all now.
    pub refusal: Option<Refusal>,
    /// What it does, in a sentence.
    pub help: String,
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

/// What the map shows of an aimed attack: the line that decides, and what stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AimLine {
    /// From where, in the units of [`Point`](crate::grid::Point).
    pub from: (i32, i32),
    /// To where.
    pub to: (i32, i32),
    /// The first square that blocks it.
    pub blocked_at: Option<Square>,
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

/// How much stands between, whatever a ruleset calls it and makes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoverStep {
    /// Nothing that counts.
    #[default]
    None,
    /// It hinders the eye more than the weapon.
    Light,
    /// About half, or whatever a ruleset counts as partly.
    Half,
    /// More than half.
    ThreeQuarters,
    /// All of it.
    Full,
}

/// Something on the board that gives cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverSource {
    /// The creature or object; none for a wall.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Id>,
    /// Where it stands in the way.
    pub squares: Vec<Square>,
}

/// The cover a target has against an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shelter {
    /// How much.
    pub step: CoverStep,
    /// The ruleset's short name, empty for none.
    pub name: String,
    /// What gives it.
    pub sources: Vec<CoverSource>,
}

/// What is known of an attack before it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AimInfo {
    /// Distance, for people.
    pub distance: String,
    /// Cover or whatever else stands against it, as a traced number.
    pub cover: Trace,
    /// The cover itself.
    pub shelter: Shelter,
    /// Lines to draw.
    pub lines: Vec<AimLine>,
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
    /// How much higher the next square may be for a creature to get there as on level ground.
    fn stride(&self, _world: &World, _creature: Id) -> Length {
        Length(self.square().0 - 1)
    }
    /// The shared kinds of its bestiary.
    fn kinds(&self) -> Vec<String>;
    /// The conditions it knows, key and name.
    fn conditions(&self) -> Vec<(String, String)>;
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
    fn draw(&self, world: &World, creature: Id, groups: &[Group], lot: &mut Lot) -> Option<Act> {
        lot::out_of_offers(world, creature, groups, lot)
    }
    /// A legal way by lot, towards a square if one is given; `None` where the ruleset cannot tell without [`Ruleset::reach`].
    fn stroll(&self, _world: &World, _creature: Id, _towards: Option<Square>, _lot: &mut Lot) -> Option<Vec<Square>> {
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
    fn ties(&self, _world: &World, _creature: Id) -> Vec<Tie> {
        Vec::new()
    }
    /// Where a creature is bound without an order, as far as a side may know it.
    fn course(&self, _world: &World, _creature: Id, _side: SideId) -> Course {
        Course::default()
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
    /// Whether a game master's override names things the ruleset knows: the words of its lexicon, unless it says otherwise. Called for
    /// every override.
    ///
    /// # Errors
    /// A refusal that says what is unknown.
    fn gm_check(&self, world: &World, act: &GmAct) -> Result<(), Refusal> {
        gm::in_lexicon(world, &self.lexicon(), act)
    }
    /// The overrides that only this ruleset knows, as far as they concern a creature.
    fn own_overrides(&self, _world: &World, _creature: Id) -> Vec<OwnOverride> {
        Vec::new()
    }
    /// Brings about an override that is the ruleset's: set, damage, heal, conditions, rule. Returns the sentence logged.
    fn gm(&self, world: &mut World, act: &GmAct) -> String;
}

/// Where a creature stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Place {
    /// Its squares.
    pub space: Footprint,
    /// The height of its feet.
    pub height: Length,
}

impl Place {
    /// Where a creature stands now.
    pub fn of(world: &World, creature: Id) -> Self {
        let stand = stand(world, creature);
        Self {
            space: stand.space,
            height: stand.height,
        }
    }

    /// A square, as high as one would stand there.
    pub fn at(world: &World, at: Square) -> Self {
        Self {
            space: Footprint::single(at),
            height: lay(world).1.footing.get(at).map_or(Length(0), |footing| footing.height),
        }
    }
}

/// One step of a move, worked out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Top-left square after it.
    pub to: Square,
    /// Height of the feet after it.
    pub height: Length,
    /// Edge of the space after it, in squares.
    pub side: u8,
    /// The way of moving.
    pub motion: Motion,
    /// What people call it.
    pub how: Text,
    /// The cost with its reasons.
    pub cost: Trace,
}

impl Step {
    /// Where the creature stands after it.
    pub fn place(&self) -> Place {
        Place {
            space: Footprint {
                at: self.to,
                side: self.side,
            },
            height: self.height,
        }
    }
}

impl Event {
    /// Cites whatever the ruleset says stands behind a shared fact.
    #[must_use]
    pub fn citing(mut self, world: &World, fact: SharedFact) -> Self {
        self.rules.extend(world.resource::<Rules>().0.cites(fact));
        self
    }
}
