//! Momentum: points for actions and for reactions, turns that are held or shared, attacks that go on to whoever stands in front, and
//! what comes of being moved into somebody.
//!
//! Only a part of its ledger is played yet (`battlemat rules momentum --coverage`): it is [begun](crate::rules::begun).
//!
//! Reading order, each room using only those before it: `data` (what a creature is made of), `body` (one creature: what it can do,
//! rolls, loses), `field` (where creatures stand to each other), `fight` (attacks and what comes of them), `union`, `turn` (the flow),
//! `actions` (orders), `gm`, `sheet`, `lexicon`. The data stand in `assets/rulesets/momentum/`.

mod actions;
mod body;
mod data;
mod field;
mod fight;
mod flow;
mod motion;
mod people;
mod ruleset;

use std::sync::Arc;

use bevy::prelude::World;

use crate::battle::*;
use crate::grid::{Length, Square};
use crate::level::{self, Light};
use crate::rule;
use body::{creature, life};
use data::{Durability, HeldActions, Points, Stats, Timing, Vitality, bestiary, conditions, ledger::DATA};
use motion::moves;
pub use ruleset::Momentum;

impl Rulebook for Momentum {
    fn key(&self) -> &'static str {
        DATA.key
    }

    fn title(&self) -> &'static str {
        DATA.title()
    }

    fn ledger(&self) -> &'static [LedgerRow] {
        DATA.rows()
    }

    fn content_hash(&self) -> u64 {
        DATA.content_hash()
    }

    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        match fact {
            SharedFact::RoundBegins => vec![rule!("MOM-ROUND-1")],
            SharedFact::TurnBegins => vec![rule!("MOM-ROUND-5")],
            SharedFact::FightEnds => vec![rule!("MOM-FLOW-7")],
            SharedFact::Arrives => vec![rule!("MOM-INIT-7")],
            SharedFact::Overrides => vec![rule!("MOM-GM-1")],
            _ => Vec::new(),
        }
    }
}

impl Setup for Momentum {
    fn install(&self, engine: &mut Engine) {
        engine.save::<Stats>("momentum.stats");
        engine.save::<Vitality>("momentum.vitality");
        engine.save::<Points>("momentum.points");
        engine.save::<Timing>("momentum.timing");
        engine.save::<HeldActions>("momentum.held_actions");
        engine.save::<Durability>("momentum.durability");
        engine.save::<HiddenFrom>("momentum.hidden_from");
        engine.asks::<flow::union::Uniting>("momentum.uniting");
        engine.later::<life::Bleeds>("momentum.bleeds");
        engine.later::<moves::Settling>("momentum.settling");
        flow::turn::plugin(engine);
        fight::plugin(engine);
    }

    fn spawn_creature(&self, world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
        let mut profile = bestiary::spawn_creature(&spec.kind, spec.size, spec.rules.get("momentum"))?;
        if let Some(items) = &spec.items {
            profile.attacks.retain(|with| items.contains(&with.key));
            profile.worn.retain(|piece| items.contains(&piece.key));
        }
        let (side, tall) = (profile.size.edge(), spec.height.unwrap_or(profile.size.tall()));
        world.put(id, Body { side, tall });
        let vitality = profile.vitality.unwrap_or(profile.vitality_max).min(profile.vitality_max);
        let points = Points { wp: profile.wp_max, ..Points::default() };
        let entity = world.entity_of(id).expect("a creature should exist");
        let own = (Timing::default(), HeldActions::default());
        world.entity_mut(entity).insert((Stats(Arc::new(profile)), Vitality(vitality), points, own));
        Ok(())
    }

    fn spawn_object(&self, world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
        if let Some(max) = spec.hp {
            world.put(id, Durability { now: max, max });
        }
        Ok(())
    }

    fn prepare(&self, world: &mut World) {
        level_start::on_the_floor(world);
        hiding::hide_at_start(world, "momentum", conditions::HIDDEN, &rule!("MOM-HIDE-4"));
    }
}

impl Geometry for Momentum {
    /// MOM-TERR-1.
    fn square(&self) -> Length {
        Length::METRE
    }

    /// MOM-TERR-7.
    fn stride(&self, world: &World, creature: Id) -> Length {
        Length(creature::profile(world, creature).size.tall().0 / 2)
    }
}

impl Content for Momentum {
    fn kinds(&self) -> Vec<String> {
        bestiary::kinds()
    }

    fn outline(
        &self,
        kind: &str,
        size: Option<level::Size>,
        overrides: Option<&toml::Table>,
    ) -> Result<Outline, String> {
        let profile = bestiary::spawn_creature(kind, size, overrides)?;
        let attacks = profile.attacks.into_iter().map(|with| with.key);
        Ok(Outline {
            size: profile.size.shared(),
            height: profile.size.tall(),
            edge: profile.size.edge(),
            items: attacks.chain(profile.worn.into_iter().map(|piece| piece.key)).collect(),
        })
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        data::DamageType::known(word).unwrap_or_default().kind()
    }

    fn naming(&self) -> &'static [&'static str] {
        &["hidden_from"]
    }

    fn keys(&self, about: About) -> &'static [Key] {
        bestiary::WORDS.keys(about)
    }

    fn lexicon(&self) -> Lexicon {
        people::lexicon::lexicon()
    }

    fn check_overrides(&self, _kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}

impl Turns for Momentum {
    fn arrive(&self, world: &mut World, creature: Id) {
        flow::turn::arrive(world, creature);
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        creature::conscious(world, creature)
    }

    /// MOM-UNION-11: the others of a union go on.
    fn may_act(&self, world: &World, creature: Id) -> bool {
        creature::sharing(world, creature).iter().any(|&id| creature::conscious(world, id))
    }

    /// MOM-UNION-3.
    fn also_acts(&self, world: &World, active: Id) -> Vec<Id> {
        let mut others = creature::sharing(world, active);
        others.retain(|&id| id != active && creature::conscious(world, id));
        others
    }

    fn out_of_turn(&self, _order: &Order) -> Option<Rule> {
        Some(rule!("MOM-INIT-2"))
    }
}

impl Knowledge for Momentum {
    /// MOM-HIDE-4.
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool {
        hiding::is_found_by(world, side, creature)
    }

    fn lit(&self, world: &World, at: Square) -> bool {
        let cell = world.resource::<Map>().cell(at);
        cell.is_some_and(|cell| cell.light != Light::Dark)
    }
}

impl Movement for Momentum {
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
        if !moves::walk_into(world, creature, step) {
            moves::get_past(world, creature, step);
        }
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        fight::held::entered(world, creature, before.space);
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        (creature::points(world, creature).metres, creature::METRES)
    }
}

impl Actions for Momentum {
    fn action_list(&self) -> &'static dyn ActionList {
        &UnitsOf::<Self>::ALL
    }

    fn triggers(&self) -> &'static [TriggerKind] {
        &actions::TRIGGERS
    }
}

impl Consequences for Momentum {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        launch(world, fight::harm::Wound::of(hurt));
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        life::mend(world, creature, amount.value);
    }

    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        people::gm::add_condition(world, creature, key)
    }

    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        people::gm::remove_condition(world, creature, key)
    }

    fn condition_ends(&self, _world: &mut World, _creature: Id, key: &str) -> Vec<Rule> {
        match key {
            conditions::DEFENDING => vec![rule!("MOM-ACT-4"), rule!("MOM-HOLD-7")],
            conditions::IN_COVER => vec![rule!("MOM-ACT-20"), rule!("MOM-HOLD-7")],
            conditions::SURPRISED => vec![rule!("MOM-SURP-3")],
            _ => Vec::new(),
        }
    }

    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        let here = |_: Id, stand: Placement| stand.space.squares().any(|at| squares.contains(&at));
        for id in in_order(world, here) {
            self.displaced(world, id);
        }
    }

    /// Whoever has lost the ground comes down to what is there; whoever stands where nobody may makes room.
    /// MOM-TRIG-12: a push is answered once it is complete.
    fn arrives(&self, world: &mut World, creature: Id, before: Place, _going: MoveKind) {
        if !is_pushed(world, creature) {
            fight::held::entered(world, creature, before.space);
        }
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        if is_on_map(world, creature) {
            let floor = floor_of(world, space(world, creature));
            lift_to(world, creature, floor);
            moves::settle(world, creature);
        }
    }

    fn leaves(&self, world: &mut World, creature: Id, _dead: bool) {
        flow::union::leaves(world, creature);
    }
}

impl Overrides for Momentum {
    fn overrule(&self, _world: &mut World, _key: &str, _creature: Id, _value: Option<&str>) -> String {
        String::new()
    }

    fn set(&self, world: &mut World, thing: Id, _stat: &str, value: i32) {
        people::gm::set(world, thing, value);
    }
}

impl Presentation for Momentum {
    fn sheet(&self, world: &World, thing: Id) -> Sheet {
        people::sheet::sheet(world, thing)
    }

    fn vital(&self) -> &'static [&'static str] {
        &["evasion", "armor", "movement"]
    }

    fn mark(&self, condition: &str) -> Option<Mark> {
        conditions::ALL.mark(condition)
    }

    fn height_words(&self, height: Length) -> String {
        format!("{} m", height.whole(Length::METRE))
    }
}
