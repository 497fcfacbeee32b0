//! Essence: three Actions a Turn, a d20 against fixed defenses, conditions between pairs, Maneuvers and Spells.
//!
//! Reading order, each room using those before it, but for the imports that `tests/it/circles.rs` lists and some upwards within an attack:
//! `data`, `body`, `field`, `motion`, `fight`, `flow`, `actions`, `people`. The data stand in `assets/rulesets/essence/`.

mod actions;
mod body;
mod data;
pub mod field;
mod fight;
mod flow;
mod motion;
mod people;
mod ruleset;

use bevy::prelude::*;

use crate::battle::*;
use crate::grid::{Length, Square};
use crate::level;
use crate::rule;
use body::{clock, obeys, who};
pub use data::stats;
use data::stats::*;
use data::{bestiary, conditions, cue, keys, ledger};
use field::{sight, ties};
use fight::{attack, grapple, harm, ready, running, shove, spells, strike, volley};
use flow::{breath, command, dawn, turn};
use motion::{bonds, burrow, carry, course, drift, fall, ice, moves, place, ride, walk};
use people::{draw, gm, lexicon, sheet};
pub use ruleset::Essence;

/// All systems, stage by stage, in the order they run.
fn systems(engine: &mut Engine) {
    later(engine);
    engine.entering(Stage::Turn, Phase::Awareness, turn::settle_awareness);
    engine.entering(Stage::Turn, Phase::Initiative, turn::roll_initiative);
    engine.entering(Stage::Turn, Phase::TurnStart, turn::start_turn);
    engine.entering(Stage::Turn, Phase::TurnEnd, turn::end_turn);
    engine.in_flight::<shove::Shove>(Stage::Movement, shove::advance);
    engine.in_pieces::<carry::Carried>();
    engine.in_flight::<carry::Carried>(Stage::Movement, carry::advance);
    engine.in_flight::<fall::Unheld>(Stage::Movement, fall::let_down);
    engine.asks::<turn::Entering>();
    engine.asks::<ready::Openings>();
    engine.asks::<fall::Fall>();
    engine.asks::<shove::Shove>();
    engine.asks::<shove::Torn>();
    engine.asks::<grapple::Pinned>();
    engine.asks::<place::Placing>();
    engine.attacks::<strike::Strike>();
    engine.attacks::<spells::Casting>();
    engine.attacks::<volley::Volley>();
    engine.in_flight::<fall::Fall>(Stage::Movement, fall::drop);
    engine.in_flight::<fall::Fall>(Stage::Damage, fall::strike_ground);
    engine.in_flight::<harm::Wound>(Stage::Damage, harm::wound);
    engine.in_flight::<dawn::TurnStartEffects>(Stage::Movement, dawn::carry_in_order);
    engine.in_flight::<dawn::TurnStartEffects>(Stage::Damage, dawn::strike_in_order);
}

/// What takes place in a later stage than that in which it is brought about.
fn later(engine: &mut Engine) {
    actions::later(engine);
    engine.later::<ride::Mounting>("essence.mounting");
    engine.later::<burrow::Digging>("essence.digging");
    engine.later::<drift::Floating>("essence.floating");
    engine.later::<grapple::TakesHold>("essence.takes_hold");
    engine.later::<place::Placed>("essence.placed");
    engine.later::<ready::Brought>("essence.brought");
    engine.later::<shove::Crash>("essence.crash");
}

impl Rulebook for Essence {
    fn key(&self) -> &'static str {
        "essence"
    }

    fn title(&self) -> &'static str {
        "Essence"
    }

    fn ledger(&self) -> &'static [LedgerRow] {
        ledger::ledger()
    }

    fn content_hash(&self) -> u64 {
        ledger::content_hash()
    }

    fn cites(&self, fact: SharedFact) -> Vec<Rule> {
        match fact {
            SharedFact::FightBegins => vec![rule!("ESS-ROUND-1")],
            SharedFact::RoundBegins => vec![rule!("ESS-ROUND-3")],
            SharedFact::TurnBegins => vec![rule!("ESS-TURN-1")],
            SharedFact::Arrives => vec![rule!("ESS-ROUND-8")],
            SharedFact::Overrides => vec![rule!("ESS-GM-1")],
            SharedFact::LightChanges => vec![rule!("ESS-LIGHT-1")],
            _ => Vec::new(),
        }
    }
}

impl Setup for Essence {
    fn install(&self, engine: &mut Engine) {
        engine.save::<Stats>("essence.stats");
        engine.save::<Vitals>("essence.vitals");
        engine.save::<Gear>("essence.gear");
        engine.save::<TurnUsage>("essence.deeds");
        engine.save::<Stance>("essence.stance");
        engine.save::<Hiding>("essence.hiding");
        engine.save::<Poisons>("essence.poisons");
        engine.save::<ObjectHealth>("essence.sturdy");
        engine.save::<Obscures>("essence.obscures");
        engine.save::<ObjectProperties>("essence.fixture");
        engine.save::<obeys::Obeys>("essence.obeys");
        engine.save::<SeenThrough>("essence.seen_through");
        engine.save::<Adrift>("essence.adrift");
        engine.save::<place::Placing>("essence.placing");
        engine.save::<grapple::Pinned>("essence.pinned");
        engine.save::<strike::Strike>("essence.strike");
        engine.save::<spells::Casting>("essence.casting");
        engine.save::<volley::Volley>("essence.volley");
        engine.save::<attack::Landed>("essence.landed");
        engine.save::<shove::Shove>("essence.shove");
        engine.save::<shove::Torn>("essence.torn");
        engine.save::<carry::Carried>("essence.carried");
        engine.save::<fall::Fall>("essence.fall");
        engine.save::<fall::Unheld>("essence.unheld");
        engine.save::<harm::Wound>("essence.wound");
        engine.save::<dawn::TurnStartEffects>("essence.dawn");
        engine.save::<turn::Entering>("essence.entering");
        engine.save::<ready::Openings>("essence.openings");
        engine.save_resource::<turn::Entered>("essence.entered");
        engine.save_resource::<clock::Clocks>("essence.clocks");
        engine.save_resource::<running::Spells>("essence.spells");
        engine.save_resource::<Floor<Item>>("essence.floor");
        engine.save_resource::<ice::Melted>("essence.melted");
        engine.save_resource::<burrow::Tunnels>("essence.tunnels");
        systems(engine);
    }

    fn muster(&self, world: &mut World, id: Id, spec: &level::Creature) -> Result<(), String> {
        let nothing = toml::Table::new();
        let overrides = spec.rules.get("essence").unwrap_or(&nothing);
        let mut mustered = bestiary::muster(&spec.kind, overrides, spec.size)?;
        if let Some(items) = &spec.items {
            let kept = |item: &Item| item.weapon.natural || items.contains(&item.weapon.key);
            mustered.gear.0.retain(kept);
        }
        let mut body = *world.the::<Body>(id);
        if spec.height.is_none() {
            body.tall = mustered.height;
        }
        body.side = mustered.edge();
        world.put(id, body);
        let entity = world.entity_of(id).expect("a creature should exist");
        world.entity_mut(entity).insert((
            Stats(mustered.profile.clone()),
            mustered.vitals,
            mustered.gear,
            TurnUsage::default(),
            Stance {
                aloft: mustered.aloft || (spec.elevation.is_some() && mustered.profile.flight.is_some()),
                submerged: mustered.submerged,
                squeezing: mustered.squeezing,
                ..Stance::default()
            },
            Hiding {
                undetected: mustered.undetected,
                ..Hiding::default()
            },
            Poisons(mustered.poisons.clone()),
        ));
        if let Some(owner) = mustered.commanded_by.first() {
            world.entity_mut(entity).insert(obeys::Obeys {
                whom: owner.clone(),
                round: 0,
                masters: mustered.commanded_by.clone(),
            });
        }
        if spec.light.0 == 0 && mustered.light_ft > 0 {
            world.entity_mut(entity).insert(Lamp(Length::feet(mustered.light_ft)));
        }
        if !mustered.poisons.is_empty() {
            world.change::<Conditions, _>(id, |all| all.add(condition::POISONED, Lasts::UntilEnded));
        }
        if mustered.vitals.hp <= 0 {
            world.change::<Conditions, _>(id, |all| all.add(condition::PRONE, Lasts::UntilEnded));
        }
        Ok(())
    }

    fn furnish(&self, world: &mut World, id: Id, spec: &level::Object) -> Result<(), String> {
        let own = spec.rules.get("essence");
        let word = |key: &str| own.and_then(|table| table.get(key));
        let number = |key: &str| {
            word(key)
                .and_then(toml::Value::as_integer)
                .and_then(|n| i32::try_from(n).ok())
        };
        let entity = world.entity_of(id).expect("an object should exist");
        if let Some(hp) = spec.hp {
            let usual = match spec.material.as_str() {
                "wood" => 3,
                "stone" => 6,
                "metal" => 10,
                _ => 0,
            };
            world.entity_mut(entity).insert(ObjectHealth {
                hp,
                hp_max: hp,
                durability: number("durability").unwrap_or(usual),
                vulnerable: DamageType::listed(&spec.vulnerable)?,
            });
        }
        // A whole body's height hides all of one, a child's some of one (the level's own word wins).
        let usual = match spec.height {
            None => Obscures::Total,
            Some(height) if height >= Length::feet(5) => Obscures::Total,
            Some(height) if height.0 * 2 >= Length::feet(5).0 => Obscures::Partial,
            Some(_) => Obscures::None,
        };
        let obscures = match word("obscures").and_then(toml::Value::as_str) {
            Some("total") => Obscures::Total,
            Some("partial") => Obscures::Partial,
            Some("none") => Obscures::None,
            Some(other) => return Err(format!("`obscures` is total, partial or none, not `{other}`")),
            None => usual,
        };
        let size = match word("size").and_then(toml::Value::as_str) {
            Some(word) => moves::size_of(word).ok_or_else(|| format!("no size `{word}`"))?,
            None => level::Size::Medium,
        };
        world.entity_mut(entity).insert((
            obscures,
            ObjectProperties {
                climb_dc: number("climb_dc").unwrap_or(15),
                interact_cost: number("interact_cost").unwrap_or(1),
                illusory: word("illusory").and_then(toml::Value::as_bool) == Some(true),
                fixed: word("fixed").and_then(toml::Value::as_bool) != Some(false),
                size,
            },
        ));
        Ok(())
    }

    fn prepare(&self, _world: &mut World) {}
}

impl Geometry for Essence {
    fn square(&self) -> Length {
        Length::feet(5)
    }

    fn apart(&self, a: Place, b: Place) -> Length {
        let up = (who::steps_up(a.height) - who::steps_up(b.height)).abs();
        Length(a.space.steps(b.space).max(up) * self.square().0)
    }

    fn collide(&self, a: Place, b: Place) -> bool {
        // Whoever flies above or digs below is in nobody's way (ESS-GRID-10).
        a.space.overlaps(b.space) && who::steps_up(a.height) == who::steps_up(b.height)
    }
}

impl Content for Essence {
    fn kinds(&self) -> Vec<String> {
        bestiary::kinds()
    }

    fn stature(&self, kind: &str) -> Option<(level::Size, Length)> {
        bestiary::stature(kind)
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

    fn own_word<'w>(&self, word: &'w str) -> &'w str {
        conditions::own_word(word)
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
        &["commanded_by", "hidden_from"]
    }

    fn lexicon(&self) -> Lexicon {
        lexicon::lexicon()
    }

    fn check_overrides(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}

impl Turns for Essence {
    fn arrive(&self, world: &mut World, creature: Id) {
        turn::arrive(world, creature);
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        who::conscious(world, creature) && command::led(world, creature)
    }

    fn may_act(&self, world: &World, creature: Id) -> bool {
        who::able(world, creature) && !who::surprised(world, creature) && !world.the::<TurnUsage>(creature).delaying
    }

    fn also_acts(&self, world: &World, active: Id) -> Vec<Id> {
        obeys::roused(world, active)
    }

    fn out_of_turn(&self, order: &Order) -> Option<Rule> {
        let free = matches!(order, Order::Act(act) if actions::is_free(&act.action));
        Some(if free { rule!("ESS-FREE-3") } else { rule!("ESS-TURN-1") })
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
    fn reach(&self, world: &World, creature: Id) -> Reach {
        walk::reach(world, creature)
    }

    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        walk::step(world, creature, to)
    }

    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        walk::walk(world, creature, path)
    }

    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        walk::take_step(world, creature, step);
    }

    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        walk::before_step(world, creature, step);
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        walk::after_step(world, creature, before.space);
    }

    fn movement_left(&self, world: &World, creature: Id) -> (i32, &'static str) {
        walk::movement_left(world, creature)
    }

    fn carrier(&self, world: &World, creature: Id) -> Option<Id> {
        ride::mount_of(world, creature)
    }

    fn goes_along(&self, world: &World, creature: Id, going: Going) -> Vec<(Id, Rule)> {
        bonds::goes_along(world, creature, going)
    }

    fn course(&self, world: &World, creature: Id, side: SideId) -> ForcedMovement {
        course::course(world, creature, side)
    }
}

impl Actions for Essence {
    fn action_list(&self) -> &'static dyn ActionList {
        &UnitsOf::<Self>::ALL
    }

    fn draw(&self, world: &World, creature: Id, groups: &[Group], lot: &mut Rng) -> Option<Act> {
        draw::draw(world, creature, groups, lot)
    }

    fn triggers(&self) -> &'static [TriggerKind] {
        &cue::TRIGGERS
    }
}

impl Consequences for Essence {
    fn harm(&self, world: &mut World, hurt: Hurt) {
        // The last launched is dealt with first.
        for HurtPart { amount, kind } in hurt.parts.into_iter().rev() {
            let kind = DamageType::known(&kind).unwrap_or_default();
            let target = hurt.target;
            launch(world, harm::Wound { target, amount, kind });
        }
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
        match key {
            condition::SURPRISED => vec![rule!("ESS-SURP-3")],
            condition::FLAT_FOOTED => vec![rule!("ESS-FEINT-1")],
            _ => Vec::new(),
        }
    }

    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        moves::ground_changed(world, squares);
    }

    fn door_opens(&self, world: &mut World, door: Id, by: Option<Id>) {
        ready::door_opens(world, door, by);
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        moves::displaced(world, creature);
    }

    fn leaves(&self, world: &mut World, creature: Id, dead: bool) {
        bonds::leaves(world, creature, dead);
    }

    fn weather_changed(&self, world: &mut World) {
        fall::weight_returns(world);
    }

    fn perils(&self, world: &World, creature: Id) -> Vec<Text> {
        breath::peril(world, creature).into_iter().collect()
    }
}

impl Overrides for Essence {
    fn own_overrides(&self, world: &World, creature: Id) -> Vec<OwnOverride> {
        gm::own(world, creature)
    }

    fn may_overrule(&self, world: &World, _key: &str, creature: Id, value: Option<&str>) -> Result<(), Refusal> {
        gm::may_overrule(world, creature, value)
    }

    fn overrule(&self, world: &mut World, _key: &str, creature: Id, value: Option<&str>) -> String {
        gm::overrule(world, creature, value)
    }

    fn set(&self, world: &mut World, thing: Id, stat: &str, value: i32) {
        gm::set(world, thing, stat, value);
    }
}

impl Presentation for Essence {
    fn sheet(&self, world: &World, thing: Id) -> Sheet {
        sheet::sheet(world, thing)
    }

    fn vital(&self) -> &'static [&'static str] {
        &["pd", "md", "speed", "altitude"]
    }

    fn mark(&self, condition: &str) -> Option<Mark> {
        conditions::ALL.mark(condition)
    }

    fn litter(&self, world: &World) -> Vec<(Square, String)> {
        world.resource::<Floor<Item>>().named()
    }

    fn ties(&self, world: &World, creature: Id) -> Vec<PairEffect> {
        ties::ties(world, creature)
    }

    fn height_words(&self, height: Length) -> String {
        format!("{} ft", height.whole(Length::feet(1)))
    }
}
