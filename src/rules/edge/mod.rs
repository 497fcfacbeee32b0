//! Edge: two dice of twelve, a third by the majority of what speaks for and against, exploits of a lucky success, lengths in
//! half-metres.
//!
//! Only a part of its ledger is played yet (`battlemat rules edge --coverage`): it is [begun](crate::rules::begun).
//!
//! Reading order, each room using only those before it: `data` (what a creature is made of), `body` (one creature: what it can do,
//! rolls, loses), `field` (where creatures stand to each other), `fight` (attacks and what comes of them), `turn` (the flow),
//! `actions` (orders), `gm`, `sheet`, `lexicon`. The data stand in `assets/rulesets/edge/`.

mod actions;
mod body;
mod data;
mod field;
mod fight;
mod gm;
mod lexicon;
mod ruleset;
mod sheet;
mod turn;

use std::sync::Arc;

use bevy::prelude::World;

use crate::battle::*;
use crate::grid::{Length, Square};
use crate::level::{self, Light};
use crate::rule;
use body::who;
use data::{Degree, Obstacle, SQUARE, Stats, TurnUsage, Vitality, bestiary, conditions, ledger};
use field::moves;
pub use ruleset::Edge;

impl Rulebook for Edge {
    fn key(&self) -> &'static str {
        "edge"
    }

    fn title(&self) -> &'static str {
        "Edge"
    }

    fn ledger(&self) -> &'static [LedgerRow] {
        ledger::ledger()
    }

    fn content_hash(&self) -> u64 {
        ledger::content_hash()
    }

    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        match fact {
            SharedFact::FightBegins => vec![rule!("EDG-ROUND-2")],
            SharedFact::RoundBegins => vec![rule!("EDG-ROUND-1")],
            SharedFact::TurnBegins => vec![rule!("EDG-TURN-1")],
            SharedFact::FightEnds => vec![rule!("EDG-ROUND-4")],
            SharedFact::Arrives => vec![rule!("EDG-INIT-5")],
            _ => Vec::new(),
        }
    }
}

impl Setup for Edge {
    fn install(&self, engine: &mut Engine) {
        engine.save::<Stats>("edge.stats");
        engine.save::<Vitality>("edge.vitality");
        engine.save::<TurnUsage>("edge.turn");
        engine.save::<Obstacle>("edge.obstacle");
        turn::plugin(engine);
        fight::plugin(engine);
    }

    fn muster(&self, world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
        let mut profile = bestiary::muster(&spec.kind, spec.size, spec.rules.get("edge"))?;
        if let Some(items) = &spec.items {
            profile.attacks.retain(|with| items.contains(&with.key));
            profile.armour.retain(|piece| items.contains(&piece.key));
        }
        let mut body = *world.the::<Body>(id);
        body.side = profile.size.edge();
        if spec.height.is_none() {
            body.tall = profile.size.tall();
        }
        world.put(id, body);
        let vitality = Vitality(profile.vp.map_or(profile.vp_max, |now| now.min(profile.vp_max)));
        let entity = world.entity_of(id).expect("a creature should exist");
        let parts = (Stats(Arc::new(profile)), vitality, TurnUsage::default());
        world.entity_mut(entity).insert(parts);
        Ok(())
    }

    /// EDG-COV-10, R11: what a level does not tag hides by its height.
    fn furnish(&self, world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
        let written = spec.rules.get("edge").and_then(|table| table.get("cover"));
        let degree = match written.and_then(toml::Value::as_str) {
            Some("none") => Degree::None,
            Some("light") => Degree::Light,
            Some("moderate") => Degree::Moderate,
            Some("high") => Degree::High,
            Some("total") => Degree::Total,
            Some(other) => {
                return Err(format!(
                    "`cover` is none, light, moderate, high or total, not `{other}`"
                ));
            }
            None => match spec.height {
                None => Degree::Total,
                Some(height) if height >= Length(SQUARE * Length::METRE.0 / 2) => Degree::High,
                Some(height) if height >= Length::centimetres(75) => Degree::Moderate,
                Some(height) if height >= Length::centimetres(50) => Degree::Light,
                Some(_) => Degree::None,
            },
        };
        let full = degree == Degree::Total;
        let entity = world.entity_of(id).expect("an object should exist");
        world.entity_mut(entity).insert(Obstacle { full, degree });
        Ok(())
    }

    fn prepare(&self, _world: &mut World) {}
}

impl Geometry for Edge {
    fn square(&self) -> Length {
        Length(SQUARE * Length::METRE.0 / 2)
    }

    /// EDG-MOVE-15.
    fn stride(&self, _world: &World, _creature: Id) -> Length {
        Length::centimetres(50)
    }
}

impl Content for Edge {
    fn kinds(&self) -> Vec<String> {
        bestiary::kinds()
    }

    fn stature(&self, kind: &str) -> Option<(level::Size, Length)> {
        bestiary::stature(kind).map(|size| (size.shared(), size.tall()))
    }

    fn edge(&self, kind: &str, size: Option<level::Size>, overrides: Option<&toml::Table>) -> Option<u8> {
        Some(bestiary::muster(kind, size, overrides).ok()?.size.edge())
    }

    fn items(&self, kind: &str, overrides: Option<&toml::Table>) -> Vec<String> {
        let Ok(profile) = bestiary::muster(kind, None, overrides) else {
            return Vec::new();
        };
        let attacks = profile.attacks.into_iter().map(|with| with.key);
        attacks
            .chain(profile.armour.into_iter().map(|piece| piece.key))
            .collect()
    }

    fn conditions(&self) -> Vec<(String, String)> {
        conditions::ALL.all()
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        data::DamageType::known(word).unwrap_or_default().kind()
    }

    fn keys(&self, about: About) -> &'static [Key] {
        match about {
            About::Level => &[],
            About::Creature => &bestiary::KEYS,
            About::Object => &lexicon::OBJECT,
            About::Terrain => &[],
        }
    }

    fn lexicon(&self) -> Lexicon {
        lexicon::lexicon()
    }

    fn check_overrides(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}

impl Turns for Edge {
    fn arrive(&self, world: &mut World, creature: Id) {
        turn::arrive(world, creature);
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        who::conscious(world, creature)
    }

    fn may_act(&self, world: &World, creature: Id) -> bool {
        who::able(world, creature).is_ok()
    }

    fn out_of_turn(&self, _order: &Order) -> Option<Rule> {
        Some(rule!("EDG-INIT-2"))
    }
}

impl Knowledge for Edge {
    fn knows(&self, _world: &World, _side: SideId, _creature: Id) -> bool {
        true
    }

    fn all_known(&self, _world: &World) -> bool {
        true
    }

    fn lit(&self, world: &World, at: Square) -> bool {
        world
            .resource::<Map>()
            .cell(at)
            .is_some_and(|cell| cell.light != Light::Dark)
    }
}

impl Movement for Edge {
    fn reach(&self, world: &World, creature: Id) -> Reach {
        moves::reach(world, creature)
    }

    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        moves::step(world, creature, to)
    }

    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        moves::walk(world, creature, path)
    }

    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        moves::take_step(world, creature, step);
    }

    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        fight::passing::leaving(world, creature, step);
    }

    fn after_step(&self, _world: &mut World, _creature: Id, _before: Place) {}

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        (who::metres_left(world, creature), "half-metres")
    }
}

impl Actions for Edge {
    fn action_list(&self) -> &'static dyn ActionList {
        &UnitsOf::<Self>::ALL
    }
}

impl Consequences for Edge {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        fight::harm::launch_harm(world, hurt);
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        body::life::mend(world, creature, amount.value, rule!("EDG-VP-3"));
    }

    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::add_condition(world, creature, key)
    }

    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        gm::remove_condition(world, creature, key)
    }

    fn condition_ends(&self, _world: &mut World, _creature: Id, key: &str) -> Vec<Rule> {
        match key {
            conditions::DEFENDING => vec![rule!("EDG-ACT-3")],
            conditions::ON_GUARD => vec![rule!("EDG-XPL-2")],
            conditions::SICKENED => vec![rule!("EDG-DUR-3")],
            _ => Vec::new(),
        }
    }

    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        let here = |_: Id, stand: Stand| stand.space.squares().any(|at| squares.contains(&at));
        for id in environment::in_order(world, here) {
            self.displaced(world, id);
        }
    }

    /// Whoever has lost the ground comes down to what is there.
    fn displaced(&self, world: &mut World, creature: Id) {
        if is_on_map(world, creature) {
            let floor = floor_of(world, space(world, creature));
            lift_to(world, creature, floor);
        }
    }
}

impl Overrides for Edge {
    fn overrule(&self, _world: &mut World, _key: &str, _creature: Id, _value: Option<&str>) -> String {
        String::new()
    }

    fn set(&self, world: &mut World, thing: Id, _stat: &str, value: i32) {
        gm::set(world, thing, value);
    }
}

impl Presentation for Edge {
    fn sheet(&self, world: &World, thing: Id) -> Sheet {
        sheet::sheet(world, thing)
    }

    fn vital(&self) -> &'static [&'static str] {
        &["defense", "av", "movement"]
    }

    fn mark(&self, condition: &str) -> Option<Mark> {
        conditions::ALL.mark(condition)
    }

    fn height_words(&self, height: Length) -> String {
        who::metres(height.whole(Length(Length::METRE.0 / 2)))
    }
}
