//! Secrets of Sol: damage is the aim, dice pay for everything, two layers of wounds.
//!
//! Reading order: [`stats`] (what a creature is made of), `turn` (flow, initiative, pool), `actions` (what can be done), `attack` and
//! `harm` (an attack and its hits in flight), `reactions`, `cover`, `sight`, `moves`, `items`, `gm`, `sheet`, `lexicon`.
//! The data stand in `assets/rulesets/sol/`.

mod actions;
mod attack;
pub mod bestiary;
pub mod conditions;
pub mod cover;
mod damage_words;
mod entries;
mod gm;
mod harm;
mod items;
mod keys;
pub mod ledger;
mod lexicon;
mod moves;
mod overrides;
mod reactions;
mod ruleset;
mod sheet;
mod sight;
pub mod stats;
mod turn;
mod values;
mod vigil;
mod who;

use std::sync::Arc;

use bevy::prelude::World;

use crate::battle::*;
use crate::grid::{Length, Square};
use crate::level;
use crate::rule;
pub use ruleset::Sol;
use stats::*;

impl Rulebook for Sol {
    fn key(&self) -> &'static str {
        "sol"
    }

    fn title(&self) -> &'static str {
        "Secrets of Sol"
    }

    fn ledger(&self) -> &'static [LedgerRow] {
        ledger::ledger()
    }

    fn content_hash(&self) -> u64 {
        ledger::content_hash()
    }

    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        match fact {
            SharedFact::FightBegins => vec![rule!("SOL-FLOW-1"), rule!("SOL-POOL-1")],
            SharedFact::Opening => vec![rule!("SOL-FLOW-3")],
            SharedFact::RoundBegins => vec![rule!("SOL-FLOW-2")],
            SharedFact::TurnBegins => Vec::new(),
            SharedFact::TurnEnds => vec![rule!("SOL-TURN-9")],
            SharedFact::EventFires => vec![
                rule!("SOL-EVENT-14"),
                rule!("SOL-EVENT-1"),
                rule!("SOL-EVENT-2"),
                rule!("SOL-EVENT-12"),
            ],
            SharedFact::TerrainChanges => vec![rule!("SOL-EVENT-8")],
            SharedFact::GroundFalls => vec![rule!("SOL-EVENT-9")],
            SharedFact::LightChanges => vec![rule!("SOL-EVENT-11")],
            SharedFact::HazardRolls => vec![rule!("SOL-EVENT-4"), rule!("SOL-EVENT-13")],
            SharedFact::RoundEnds => vec![rule!("SOL-FLOW-1"), rule!("SOL-FLOW-5")],
            SharedFact::FightEnds => vec![rule!("SOL-FLOW-6"), rule!("SOL-FLOW-8")],
            SharedFact::Arrives => vec![rule!("SOL-FLOW-9")],
            SharedFact::Overrides => vec![rule!("SOL-FLOW-10")],
        }
    }
}

impl Setup for Sol {
    fn install(&self, engine: &mut Engine) {
        engine.world.init_resource::<vigil::ReactionIndex>();
        engine.save::<Stats>("sol.stats");
        engine.save::<Wounds>("sol.wounds");
        engine.save::<Pool>("sol.pool");
        engine.save::<TurnUsage>("sol.done");
        engine.save::<Stance>("sol.stance");
        engine.save::<Hiding>("sol.hiding");
        engine.save::<Held>("sol.held");
        engine.save::<ObjectHealth>("sol.sturdy");
        engine.save::<Device>("sol.device");
        engine.save::<attack::Blow>("sol.blow");
        engine.save::<attack::CoverSet>("sol.cover_set");
        engine.save::<harm::Hit>("sol.hit");
        engine.save::<harm::Progress>("sol.progress");
        engine.save::<harm::Taken>("sol.taken");
        engine.save::<reactions::Asking>("sol.asking");
        engine.save::<reactions::Openings>("sol.openings");
        engine.save_resource::<Floor<Attack>>("sol.floor_items");
        actions::later(engine);
        moves::install(engine);
        turn::plugin(engine);
        harm::plugin(engine);
        attack::plugin(engine);
        reactions::plugin(engine);
    }

    fn muster(&self, world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
        let nothing = toml::Table::new();
        let overrides = spec.rules.get("sol").unwrap_or(&nothing);
        let mut mustered = bestiary::muster(&spec.kind, overrides)?;
        if let Some(size) = spec.size {
            mustered.profile.size = size;
        }
        if let Some(items) = &spec.items {
            mustered.held.retain(|key| items.contains(key));
        }
        let pool = Pool {
            now: mustered.profile.pool_set,
            helped: false,
            helped_fades: false,
        };
        let mut body = *world.the::<Body>(id);
        if spec.height.is_none() {
            body.tall = mustered.height;
        }
        if spec.size.is_none() {
            body.side = mustered.profile.space_squares;
        } else {
            mustered.profile.space_squares = body.side;
        }
        if mustered.squeezing {
            body.side = bestiary::squeezed(mustered.profile.size, body.side);
        }
        world.put(id, body);
        let entity = world.entity_of(id).expect("a creature should exist");
        world.entity_mut(entity).insert((
            Wounds {
                hp: mustered.hp,
                abilities: mustered.abilities,
            },
            Stats(Arc::new(mustered.profile)),
            pool,
            TurnUsage::default(),
            Stance {
                posture: mustered.posture,
                squeezing: mustered.squeezing,
                ..Stance::default()
            },
            Hiding::default(),
            Held(mustered.held),
        ));
        if spec.light.0 == 0 && mustered.light_ft > 0 {
            world.entity_mut(entity).insert(Lamp(Length::feet(mustered.light_ft)));
        }
        if mustered.posture == Posture::Prone {
            world.change::<Conditions, _>(id, |all| all.add(condition::PRONE, Lasts::UntilEnded));
        }
        Ok(())
    }

    fn furnish(&self, world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
        let entity = world.entity_of(id).expect("an object should exist");
        if let Some(hp) = spec.hp {
            world.entity_mut(entity).insert(ObjectHealth {
                hp,
                hp_max: hp,
                resist: DamageType::listed(&spec.resist)?,
                vulnerable: DamageType::listed(&spec.vulnerable)?,
                immune: DamageType::listed(&spec.immune)?,
            });
        }
        if let Some(device) = Device::of(world, spec, "sol")? {
            world.entity_mut(entity).insert(device);
        }
        Ok(())
    }

    /// Nobody flies: whoever is on the map stands on its floor.
    fn prepare(&self, world: &mut World) {
        let present: Vec<Id> = on_map(world).collect();
        for id in present {
            let height = floor_of(world, space(world, id));
            lift_to(world, id, height);
        }
    }
}

impl Geometry for Sol {
    fn square(&self) -> Length {
        Length::feet(5)
    }

    fn stride(&self, world: &World, creature: Id) -> Length {
        moves::stride(world, creature)
    }
}

impl Content for Sol {
    fn kinds(&self) -> Vec<String> {
        bestiary::kinds()
    }

    fn stature(&self, kind: &str) -> Option<(level::Size, Length)> {
        bestiary::block(kind).map(|block| (block.profile.size, block.height))
    }

    fn edge(&self, kind: &str, size: Option<level::Size>, overrides: Option<&toml::Table>) -> Option<u8> {
        bestiary::edge(kind, size, overrides)
    }

    fn items(&self, kind: &str, overrides: Option<&toml::Table>) -> Vec<String> {
        bestiary::items(kind, overrides)
    }

    fn conditions(&self) -> Vec<(String, String)> {
        conditions::ALL.all()
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        DamageType::known(word).unwrap_or_default().kind()
    }

    fn keys(&self, about: About) -> &'static [Key] {
        match about {
            About::Level => &[],
            About::Creature => &keys::KEYS,
            About::Object => &lexicon::OBJECT,
            About::Terrain => &lexicon::TERRAIN,
        }
    }

    fn naming(&self) -> &'static [&'static str] {
        &["hidden_from"]
    }

    fn lexicon(&self) -> Lexicon {
        lexicon::lexicon()
    }

    fn check_overrides(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}

impl Turns for Sol {
    fn arrive(&self, world: &mut World, creature: Id) {
        turn::arrive(world, creature);
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        who::awake(world, creature)
    }

    fn may_act(&self, world: &World, creature: Id) -> bool {
        who::awake(world, creature)
    }

    fn out_of_turn(&self, order: &Order) -> Option<Rule> {
        match order {
            Order::Move(_) => Some(rule!("SOL-MOVE-9")),
            Order::Act(_) => Some(rule!("SOL-TURN-6")),
            _ => None,
        }
    }
}

impl Knowledge for Sol {
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool {
        sight::known_to(world, side, creature)
    }

    fn all_known(&self, world: &World) -> bool {
        world.resource::<vigil::ReactionIndex>().hidden().is_empty()
    }

    fn lit(&self, world: &World, at: Square) -> bool {
        sight::lit_at(world, at, world.resource::<Map>().ground(at))
    }
}

impl Movement for Sol {
    fn reach(&self, world: &World, creature: Id) -> Reach {
        moves::reach(world, creature)
    }

    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        moves::step(world, creature, to)
    }

    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        moves::walk(world, creature, path)
    }

    fn may_walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<(), Refusal> {
        moves::go_along(world, creature, path, |_| {})
    }

    fn stroll(&self, world: &World, creature: Id, towards: Option<Square>, lot: &mut Rng) -> Option<Vec<Square>> {
        moves::stroll(world, creature, towards, lot)
    }

    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        moves::take_step(world, creature, step);
    }

    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        if !sight::runs_into(world, creature, step) {
            reactions::before_step(world, creature, step);
        }
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        sight::after_step(world, creature);
        reactions::after_step(world, creature, before);
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        moves::movement_left(world, creature)
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
        harm::heal(world, creature, amount);
    }

    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::add_condition(world, creature, key)
    }

    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::remove_condition(world, creature, key)
    }

    fn condition_ends(&self, _world: &mut World, _creature: Id, key: &str) -> Vec<Rule> {
        if key == condition::SURPRISED {
            vec![rule!("SOL-SURP-10"), rule!("SOL-FLOW-4")]
        } else {
            Vec::new()
        }
    }

    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        moves::ground_changed(world, squares);
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        moves::displaced(world, creature);
    }
}

impl Overrides for Sol {
    fn own_overrides(&self, _world: &World, _creature: Id) -> Vec<OwnOverride> {
        gm::own()
    }

    fn may_overrule(&self, _world: &World, _key: &str, _creature: Id, value: Option<&str>) -> Result<(), Refusal> {
        gm::may_overrule(value)
    }

    fn overrule(&self, world: &mut World, _key: &str, creature: Id, value: Option<&str>) -> String {
        gm::overrule(world, creature, value)
    }

    fn set(&self, world: &mut World, thing: Id, stat: &str, value: i32) {
        gm::set(world, thing, stat, value);
    }
}

impl Presentation for Sol {
    fn sheet(&self, world: &World, thing: Id) -> Sheet {
        sheet::sheet(world, thing)
    }

    fn vital(&self) -> &'static [&'static str] {
        &["speed", "dodge", "posture", "resist", "vulnerable", "immune"]
    }

    fn mark(&self, condition: &str) -> Option<Mark> {
        conditions::ALL.mark(condition)
    }

    fn litter(&self, world: &World) -> Vec<(Square, String)> {
        world.resource::<Floor<Attack>>().named()
    }

    fn height_words(&self, height: Length) -> String {
        format!("{} ft", height.whole(Length::feet(1)))
    }
}
