//! Momentum, as the engine plugs it in: every question of `battle::Ruleset` and who answers it, trait by trait. May enter: hand-overs, and
//! answers of a line or two. Never: a rule, which stands in the file that it concerns. No file imports this one.

use bevy::prelude::World;

use super::body::{creature, hands, life};
use super::data::{DamageType, bestiary, cinematic, conditions, ledger, ledger::DATA};
use super::field::{cover, sight};
use super::fight::{cinema, cinema_reaction, harm, held, ride, straight};
use super::flow::{continuity, turn, union};
use super::motion::{fall, ground, moves};
use super::people::{gm, lexicon, sheet};
use super::ruleset::Momentum;
use super::{actions, setup};
use crate::battle::*;
use crate::grid::{Footprint, Length, Square};
use crate::level;
use crate::rule;

impl Rulebook for Momentum {
    fn key(&self) -> &'static str {
        DATA.key
    }

    fn title(&self) -> &'static str {
        DATA.title()
    }

    fn pitch(&self) -> &'static str {
        "Points for both sides' turns: hold, unite, shove."
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

impl Setup for Momentum {
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

impl Geometry for Momentum {
    /// MOM-TERR-1.
    fn square(&self) -> Length {
        Length::METRE
    }

    /// MOM-OCC-9.
    fn may_share(&self, world: &World, one: Id, other: Id) -> bool {
        ground::may_share(world, one, other) || ground::apart_in_the_air(world, one, other)
    }

    /// MOM-PUSH-10, MOM-TERR-10: a creature that is moved above another falls onto it.
    fn lets_in(&self, world: &World, pushed: Id, other: Id) -> bool {
        ground::may_share(world, pushed, other) || ground::passes_above(world, pushed, other)
    }

    /// MOM-TERR-7, MOM-TERR-8, MOM-COV-24: half of its body.
    fn stride(&self, world: &World, creature: Id) -> Length {
        ground::half_a_body(world, creature)
    }

    /// MOM-TERR-9.
    fn descent(&self, world: &World, creature: Id) -> Length {
        ground::half_a_body(world, creature)
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
        bestiary::outline(kind, size, overrides)
    }

    fn damage_kind(&self, word: &str) -> DamageKind {
        DamageType::known(word).unwrap_or_default().kind()
    }

    fn naming(&self) -> &'static [&'static str] {
        &["hidden_from", "summoner"]
    }

    fn keys(&self, about: About) -> &'static [Key] {
        bestiary::WORDS.keys(about)
    }

    fn lexicon(&self) -> Lexicon {
        lexicon::lexicon()
    }

    fn prepares(&self) -> &'static [&'static str] {
        &[cinematic::LIST]
    }

    fn check_options(&self, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_options(table)
    }

    fn check_overrides(&self, _kind: &str, table: &toml::Table) -> Vec<(String, String, String)> {
        bestiary::check_overrides(table)
    }
}

impl Turns for Momentum {
    fn arrive(&self, world: &mut World, creature: Id) {
        turn::arrive(world, creature);
    }

    fn standing(&self, world: &World, creature: Id) -> bool {
        creature::conscious(world, creature)
    }

    /// MOM-FLOW-7.
    fn fights(&self, world: &World, creature: Id) -> bool {
        creature::conscious(world, creature) && creature::profile(world, creature).combatant
    }

    fn may_act(&self, world: &World, creature: Id) -> bool {
        creature::may_act(world, creature) || cinema::may_burst(world, creature)
    }

    fn also_acts(&self, world: &World, active: Id) -> Vec<Id> {
        creature::also_acts(world, active)
    }

    /// MOM-ROUND-6.
    fn loses_what_is_left(&self) -> bool {
        true
    }

    /// MOM-UNION-1.
    fn shares_turn(&self, world: &World, creature: Id) -> Vec<Id> {
        creature::sharing(world, creature)
    }

    /// MOM-HOLD-1.
    fn holds_turn(&self, world: &World, creature: Id) -> bool {
        turn::waits(world, creature)
    }

    /// MOM-HOLD-2, MOM-UNION-1: what comes at a pause alone is refused by its own rule.
    fn out_of_turn(&self, order: &Order) -> Option<Rule> {
        let pause = match order {
            Order::Act(act) => action::by_key::<Self>(&act.action).and_then(|unit| unit.kind().any_time.first()),
            _ => None,
        };
        Some(match pause {
            Some(Pause::BetweenTurns) => rule!("MOM-HOLD-2"),
            Some(Pause::RoundStart) => rule!("MOM-UNION-1"),
            Some(Pause::BetweenOrders) => rule!("MOM-CINE-2"),
            _ => rule!("MOM-INIT-2"),
        })
    }

    /// MOM-HOLD-3.
    fn speakers(&self, world: &World, pause: Pause) -> Vec<Id> {
        match pause {
            Pause::BetweenTurns if !turn::leaves_a_gap(world) => {
                creature::by_initiative(world, on_map(world).filter(|&id| !turn::waits(world, id)))
            }
            _ => creature::by_initiative(world, on_map(world)),
        }
    }

    fn matters(&self, world: &World, creature: Id, action: &str, pause: Pause) -> bool {
        match pause {
            _ if action == cinema_reaction::REACTION => {
                cinema_reaction::reactions(world, creature).iter().any(Option::is_some)
            }
            Pause::RoundStart => union::matters(world, creature),
            _ => turn::gap_matters(world, creature),
        }
    }

    fn asked_at(&self, world: &World, creature: Id, pause: Pause) -> PauseWords {
        match pause {
            Pause::RoundStart => actions::asked_about_unions(world, creature),
            _ if turn::waits(world, creature) => turn::asked_in_gap(world, creature),
            _ => actions::asked_about_reactions(world, creature),
        }
    }
}

impl Knowledge for Momentum {
    /// MOM-HIDE-4.
    fn knows(&self, world: &World, side: SideId, creature: Id) -> bool {
        hiding::is_found_by(world, side, creature)
    }

    fn lit(&self, world: &World, at: Square) -> bool {
        sight::lit(world, at)
    }
}

impl Movement for Momentum {
    fn reach(&self, world: &World, creature: Id) -> Reach {
        Self::gets_to(world, creature)
    }

    fn step(&self, world: &World, creature: Id, to: Square) -> Result<Step, Refusal> {
        moves::may_move(world, creature)?;
        Self::one_step(world, creature, to)
    }

    fn walk(&self, world: &World, creature: Id, path: &[Square]) -> Result<Vec<Step>, Refusal> {
        moves::may_move(world, creature)?;
        Self::whole_way(world, creature, path)
    }

    fn take_step(&self, world: &mut World, creature: Id, step: &Step) {
        moves::take_step(world, creature, step);
    }

    fn before_step(&self, world: &mut World, creature: Id, step: &Step) {
        moves::before_step(world, creature, step);
    }

    fn after_step(&self, world: &mut World, creature: Id, before: Place) {
        moves::after_step(world, creature, before);
    }

    /// MOM-CLIMB-4.
    fn carrier(&self, world: &World, creature: Id) -> Option<Id> {
        ride::host(world, creature)
    }

    /// MOM-CLIMB-4, MOM-PUSH-13: riders go along with what they ride.
    fn goes_along(&self, world: &World, creature: Id, going: MoveKind) -> Vec<(Id, Rule)> {
        let rule = if going == MoveKind::Carried { rule!("MOM-PUSH-13") } else { rule!("MOM-CLIMB-4") };
        ride::riders(world, creature).into_iter().map(|rider| (rider, rule.clone())).collect()
    }

    /// MOM-PUSH-15.
    fn stops_push(&self, world: &World, creature: Id, to: Footprint) -> bool {
        straight::pinched(world, creature, to)
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
        launch(world, harm::Wound::of(hurt));
    }

    fn mend(&self, world: &mut World, creature: Id, amount: Trace) {
        life::mend(world, creature, amount.value);
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

    fn ground_changed(&self, world: &mut World, squares: &[Square]) {
        moves::ground_changed(world, squares);
    }

    fn ground_harms(&self, world: &mut World, creature: Id, kind: usize) -> bool {
        life::is_scorched(world, creature, kind)
    }

    fn treads(&self) -> Treads {
        Treads { on_each_square: false, at_turn_end: false }
    }

    fn arrives(&self, world: &mut World, creature: Id, before: Place, _going: MoveKind) {
        life::straighten(world, creature);
        moves::ends_walk(world, creature);
        held::arrives(world, creature, before);
    }

    fn air_changed(&self, world: &mut World) {
        sight::look_about(world);
    }

    fn displaced(&self, world: &mut World, creature: Id) {
        fall::come_down(world, creature);
    }

    fn leaves(&self, world: &mut World, creature: Id, dead: bool) {
        if dead {
            life::lets_go_of_all(world, creature);
            sight::mourn(world, creature);
        }
        union::leaves(world, creature);
    }
}

impl Overrides for Momentum {
    fn own_overrides(&self, world: &World, creature: Id) -> Vec<OwnOverride> {
        gm::own_overrides(world, creature)
    }

    fn reaches_the_gone(&self, key: &str) -> bool {
        key == gm::REVIVE
    }

    fn may_overrule(&self, world: &World, key: &str, creature: Id, value: Option<&str>) -> Result<(), Refusal> {
        gm::may_overrule(world, key, creature, value)
    }

    fn overrule(&self, world: &mut World, key: &str, creature: Id, value: Option<&str>) -> String {
        gm::overrule(world, key, creature, value)
    }

    fn set(&self, world: &mut World, thing: Id, stat: &str, value: i32) {
        gm::set(world, thing, stat, value);
    }

    fn demands(&self) -> Vec<(String, String)> {
        gm::demands()
    }

    fn demand(&self, world: &mut World, creature: Id, roll: &str, against: i32, called: &str) {
        gm::demand(world, creature, roll, against, called);
    }
}

impl Presentation for Momentum {
    /// MOM-LEAN-1.
    fn leans_to(&self, world: &World, creature: Id) -> Option<Square> {
        cover::View::of(world, creature).leans_to
    }

    fn sheet(&self, world: &World, thing: Id) -> Sheet {
        sheet::sheet(world, thing)
    }

    fn vital(&self) -> &'static [&'static str] {
        &["evasion", "armor", "movement"]
    }

    fn mark(&self, condition: &str) -> Option<Mark> {
        conditions::ALL.mark(condition)
    }

    fn litter(&self, world: &World) -> Vec<(Square, String)> {
        world.resource::<GroundItems<hands::Item>>().named()
    }

    fn height_words(&self, height: Length) -> String {
        format!("{} m", height.whole(Length::METRE))
    }
}

impl Continuity for Momentum {
    fn carry(&self, world: &World, creature: Id) -> CarriedOver {
        continuity::carry(world, creature)
    }
}
