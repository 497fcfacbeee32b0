//! Vigor: one die and a pool that bursts, reactions paid from the breath that actions need, armour that wears.
//!
//! Reading order, each room using only those before it: `data` (what a creature is made of), `body` (one creature: what it can do,
//! rolls, loses), `field` (where creatures stand to each other), `fight` (attacks and what comes of them), `order` (whose turn comes
//! when), `wishes` (what owners decide about it), `turn` (the flow), `actions` (orders), `gm`, `sheet`, `lexicon`. The data stand in `assets/rulesets/vigor/`.

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
use serde::Deserialize;

use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::level::{self, Light, Outfit};
use crate::rule;
use crate::rules::stock;
use body::creature;
use data::{
    Attack, Barrier, Facing, Fixture, Heading, Held, Hiding, Pack, Quality, Size, Skill, Stats, Tracks, TurnUsage,
    Worn, bestiary, conditions, ledger::DATA,
};
use field::{air, sight};
use motion::moves;
pub use ruleset::Vigor;

impl Rulebook for Vigor {
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
            SharedFact::FightBegins => vec![rule!("VIG-ENC-1")],
            SharedFact::RoundBegins | SharedFact::RoundEnds => vec![rule!("VIG-ENC-2")],
            SharedFact::TurnBegins => vec![rule!("VIG-ENC-10")],
            SharedFact::TurnEnds => vec![rule!("VIG-ENC-12")],
            SharedFact::FightEnds => vec![rule!("VIG-ENC-9"), rule!("VIG-ENC-11")],
            SharedFact::Arrives => vec![rule!("VIG-INIT-5")],
            SharedFact::Overrides => vec![rule!("VIG-GM-1")],
            _ => Vec::new(),
        }
    }
}

/// What a level may say of an object.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Said {
    barrier: Option<Barrier>,
    ar: i32,
    durability_rank: Option<Quality>,
    sturdy: Option<bool>,
    vs: Option<i32>,
    skill: Option<Skill>,
    size: Option<Size>,
    flammable: bool,
    stops_radiation: bool,
    corrodible: bool,
}

impl Setup for Vigor {
    fn install(&self, engine: &mut Engine) {
        engine.save::<Stats>("vigor.stats");
        engine.save::<Tracks>("vigor.tracks");
        engine.save::<Worn>("vigor.worn");
        engine.save::<TurnUsage>("vigor.deeds");
        engine.save::<Fixture>("vigor.fixture");
        engine.save::<Facing>("vigor.facing");
        engine.save::<Hiding>("vigor.hiding");
        engine.save::<Held>("vigor.held");
        engine.save::<Pack>("vigor.pack");
        engine.save_resource::<air::Air>("vigor.air");
        flow::turn::plugin(engine);
        fight::plugin(engine);
        actions::plugin(engine);
    }

    fn spawn_creature(&self, world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
        let profile = bestiary::spawn_creature(&spec.kind, spec.size, spec.rules.get("vigor"))?;
        let profile = profile.with_only(spec.items.as_deref());
        let (side, tall) = (profile.edge(), Length::feet(profile.height_ft));
        let tall = spec.height.unwrap_or(tall);
        world.put(id, Body { side, tall });
        let at_start = |now: Option<i32>, most: i32| now.map_or(most, |now| now.min(most));
        let tracks = Tracks {
            vigor: at_start(profile.vigor, profile.vigor_max()),
            durability: at_start(profile.durability, profile.durability_max()),
            health: at_start(profile.health, profile.health_max()),
            mana: at_start(profile.mana, profile.mana_max()),
        };
        let (x, y) = profile.facing.unwrap_or(Heading::E).delta();
        let pack =
            Pack { spent: vec![false; profile.carries.len()], held: profile.held_at_start()?, ..Pack::default() };
        let worn = Worn(profile.worn.iter().map(|piece| piece.durability).collect());
        let entity = world.entity_of(id).expect("a creature should exist");
        world.entity_mut(entity).insert((Stats(Arc::new(profile)), tracks, worn, TurnUsage::default())).insert((
            Facing(x, y),
            Hiding::default(),
            Held::default(),
            pack,
        ));
        Ok(())
    }

    fn spawn_object(&self, world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
        let own: Said = stock::said(&spec.rules, "vigor")?;
        let usual = match spec.height {
            // VIG-ACT-25: shut, it is solid.
            _ if spec.door.is_some() => Barrier::Solid,
            // What a person can step over or crouch behind is low.
            _ if spec.material == "plant" && !spec.blocks => Barrier::Foliage,
            None => Barrier::Tall,
            Some(height) if height >= Length::feet(data::SQUARE) => Barrier::Tall,
            Some(height) if height >= Length::feet(2) => Barrier::Low,
            Some(_) => Barrier::Nothing,
        };
        let fixture = Fixture {
            barrier: own.barrier.unwrap_or(usual),
            durability: spec.hp.map(|most| (most, most)),
            ar: own.ar,
            rank: own.durability_rank,
            sturdy: own.sturdy.unwrap_or(true),
            check: own.vs.map(|vs| (own.skill, vs)),
            size: own.size.unwrap_or(Size::Medium),
            flammable: own.flammable,
            stops_radiation: own.stops_radiation,
            corrodible: own.corrodible,
            brittle: false,
        };
        world.put(id, fixture);
        Ok(())
    }

    fn prepare(&self, world: &mut World) {
        level_start::on_the_floor(world);
        for id in creatures(world) {
            people::gm::settle(world, id);
            if creature::profile(world, id).prone {
                creature::gain(world, id, conditions::PRONE, Lasts::UntilEnded, rule!("VIG-PRONE-1"));
            }
        }
    }
}

impl Geometry for Vigor {
    fn square(&self) -> Length {
        Length::feet(data::SQUARE)
    }

    /// VIG-FALL-6: whoever is at the bottom is in nobody's way at the brim.
    fn collide(&self, a: Place, b: Place) -> bool {
        motion::ground::meet(a, b)
    }

    /// VIG-FALL-7: a step down of less than 6 ft is no fall.
    fn descent(&self) -> Length {
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
        let profile = bestiary::spawn_creature(kind, size, overrides)?;
        let attacks = profile.attacks.iter().map(|with| &with.key);
        let carries = profile.carries.iter().map(|item| &item.key);
        let keys = attacks.chain(profile.worn.iter().map(|piece| &piece.key)).chain(carries);
        Ok(Outline {
            size: profile.size.shared(),
            height: Length::feet(profile.height_ft),
            edge: profile.edge(),
            items: keys.cloned().collect(),
        })
    }

    fn own_word<'w>(&self, word: &'w str) -> &'w str {
        conditions::own_word(word)
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        data::DamageType::known(word).unwrap_or_default().kind()
    }

    fn keys(&self, about: About) -> &'static [Key] {
        bestiary::WORDS.keys(about)
    }

    fn naming(&self) -> &'static [&'static str] {
        &["hidden_from"]
    }

    fn lexicon(&self) -> Lexicon {
        people::lexicon::lexicon()
    }

    fn refuses(&self, outfit: &Outfit<'_>) -> Option<String> {
        let profile = bestiary::spawn_creature(outfit.kind, outfit.size, Some(outfit.overrides));
        let equipped = profile.and_then(|profile| profile.with_only(outfit.items).held_at_start());
        equipped.err()
    }

    fn check_overrides(&self, kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(kind, table)
    }
}

impl Turns for Vigor {
    fn arrive(&self, world: &mut World, creature: Id) {
        flow::initiative::arrive(world, creature);
        sight::look_about(world, None);
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        creature::counts(world, creature)
    }

    /// VIG-ENC-12: a turn ends with its last action.
    fn may_act(&self, world: &World, creature: Id) -> bool {
        let going = || world.the::<TurnUsage>(creature).run > 0 || creature::actions_left(world, creature) > 0;
        creature::able(world, creature).is_ok() && going()
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
        let light = world.resource::<Map>().cell(at).map(|cell| cell.light);
        light.is_some_and(|light| light != Light::Dark || air::lamplit(world, at))
    }

    fn foggy(&self, world: &World, at: Square) -> bool {
        let drawn = world.resource::<Map>().cell(at).is_some_and(|cell| cell.fog);
        drawn || world.resource::<air::Air>().0.iter().any(|cloud| cloud.squares.contains(&at))
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

    /// VIG-HIDE-10: whoever it does not know of is walked into.
    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        fight::openings::steps_away(world, creature, step);
        if sight::unknown_in(world, creature, step.place()).is_some() {
            moves::bump(world, creature, step);
            sight::walks_into(world, creature, step.place());
            launch(world, Replan);
        }
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        if !is_on_map(world, creature) {
            return;
        }
        self.displaced(world, creature);
        sight::lose_sight(world, creature);
        sight::look_about(world, Some(creature));
        creature::release_if_far(world);
        fight::readied::stepped(world, creature, before, true);
    }

    fn course(&self, world: &World, creature: Id, _side: SideId) -> ForcedMovement {
        field::pair_effects::course(world, creature)
    }

    /// VIG-MOVE-9, VIG-MOVE-11: what one may not stop on stops a push, be it low.
    fn stops_push(&self, world: &World, creature: Id, to: Footprint) -> bool {
        moves::obstructed(world, space(world, creature), to)
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        people::sheet::left(world, creature)
    }
}

impl Actions for Vigor {
    fn action_list(&self) -> &'static dyn ActionList {
        &UnitsOf::<Self>::ALL
    }

    fn triggers(&self) -> &'static [TriggerKind] {
        &actions::TRIGGERS
    }
}

impl Consequences for Vigor {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        fight::harm::launch_harm(world, hurt);
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        body::life::mend(world, creature, amount.value, false, rule!("VIG-GM-1"));
    }

    fn add_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        people::gm::add_condition(world, creature, key)
    }

    fn remove_condition(&self, world: &mut World, creature: Id, key: &str) -> bool {
        people::gm::remove_condition(world, creature, key)
    }

    fn condition_ends(&self, _world: &mut World, _creature: Id, key: &str) -> Vec<Rule> {
        match key {
            conditions::DEFENDING => vec![rule!("VIG-ACT-11")],
            conditions::DAZED => vec![rule!("VIG-COND-12")],
            conditions::SHAKEN => vec![rule!("VIG-COND-13")],
            conditions::STUNNED => vec![rule!("VIG-COND-11")],
            conditions::CHARMED => vec![rule!("VIG-COND-14")],
            conditions::WARD | conditions::SHIELDED => vec![rule!("VIG-ABIL-8"), rule!("VIG-ENC-4")],
            _ => Vec::new(),
        }
    }

    fn harm_comes_over(&self, world: &mut World, squares: &[Square], harm: &HurtPart, origin: Option<Square>) {
        fight::harm::comes_over(world, squares, harm, origin);
    }

    /// VIG-COND-8: whoever is gone holds nobody.
    fn leaves(&self, world: &mut World, creature: Id, _dead: bool) {
        creature::release(world, creature, None);
    }

    fn treads(&self) -> Treads {
        Treads { on_each_square: false, at_turn_end: false }
    }

    /// VIG-FALL-1: whoever has lost the ground falls to what is there.
    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        let here = |_: Id, stand: Placement| stand.space.squares().any(|at| squares.contains(&at));
        // What is launched last comes first.
        for id in in_order(world, here).into_iter().rev() {
            launch(world, fight::hazard::Displaced(id));
        }
        if world.resource::<Flow>().round > 0 {
            sight::look_across(world, squares);
        }
    }

    /// VIG-HIDE-8: who was kept from sight by it may be seen now.
    fn air_changed(&self, world: &mut World) {
        if world.resource::<Flow>().round > 0 {
            sight::look_about(world, None);
        }
    }

    /// VIG-HIDE-3, VIG-READY-4: however it comes there, it is seen there, and what others waited for has come.
    fn arrives(&self, world: &mut World, creature: Id, before: Place, _going: MoveKind) {
        if is_on_map(world, creature) && world.resource::<Flow>().round > 0 {
            sight::look_at(world, creature);
            fight::readied::stepped(world, creature, before, false);
        }
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        creature::release_if_far(world);
        fight::hazard::fall(world, creature);
        let walks = uppermost::<Moving>(world)
            .is_some_and(|(_, moving)| moving.creature == creature && !moving.rest.is_empty());
        if is_on_map(world, creature) && !walks {
            moves::go_back(world, creature);
            moves::make_room(world, creature);
        }
    }
}

impl Presentation for Vigor {
    fn sheet(&self, world: &World, thing: Id) -> Sheet {
        people::sheet::sheet(world, thing)
    }

    fn ties(&self, world: &World, creature: Id) -> Vec<PairEffect> {
        field::pair_effects::ties(world, creature)
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
