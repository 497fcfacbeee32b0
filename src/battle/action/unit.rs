//! A kind of action of a ruleset as a unit: its rows, its orders, how one is understood, and what it brings about.

use std::collections::BTreeMap;

use super::deferred::Deferral;
use super::menu::Menu;
use crate::battle::board::on_map;
use crate::battle::engine::Engine;
use crate::battle::ruleset::Planned;
use crate::battle::values::{Act, ActionKind, AimInfo, AimedAt, Composition, Id, Offer, Refusal, Text};
use bevy::prelude::World;

/// What all actions of a ruleset have in common.
pub trait ActionRules: Sized + 'static {
    /// The actor, with what every action asks about it looked up once.
    type Doer<'w>;
    /// What an action takes of its actor.
    type Cost: Send + Sync + 'static;
    /// What a ruleset keeps about every kind of action beyond what all rulesets have.
    type Facts;
    /// The facts of a kind of action that states none.
    const PLAIN: Self::Facts;

    /// Looks up what every action asks about the actor.
    fn doer(world: &World, creature: Id) -> Self::Doer<'_>;
    /// The world that the actor is in.
    fn world<'a>(doer: &'a Self::Doer<'_>) -> &'a World;
    /// Every kind of action, in the order in which they are listed.
    fn all() -> &'static [&'static dyn Unit<Self>];
    /// The price of an action that does not state its own.
    fn usual_cost(kind: &ActionKind) -> Self::Cost;
    /// Whether a creature can act at all, and can pay the price.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn affords(doer: &Self::Doer<'_>, cost: &Self::Cost) -> Result<(), Refusal>;
    /// Pays for an action; this comes before what the action does.
    fn pay(world: &mut World, creature: Id, action: &dyn Unit<Self>, cost: &Self::Cost);
    /// Whether an action that is paid takes place. Example: not where its actor fails the check that an injury takes before each action.
    fn goes_ahead(_world: &mut World, _creature: Id, _action: &dyn Unit<Self>, _cost: &Self::Cost) -> bool {
        true
    }
    /// Puts an action on the list that does not state its own rows.
    fn list(doer: &Self::Doer<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>);
}

/// A kind of action of a ruleset.
pub trait Action: Sized + Send + Sync + 'static {
    /// The ruleset's rules of actions.
    type Rules: ActionRules;
    /// What an order of it is understood as: everything that beginning it needs, except the actor.
    type Plan: Clone + Send + Sync + 'static;
    /// What can be read of it without a battle.
    const KIND: &'static ActionKind;
    /// What else its ruleset keeps about it.
    const FACTS: <Self::Rules as ActionRules>::Facts = <Self::Rules as ActionRules>::PLAIN;
    /// The later stage in which it takes place, and what it does there. `None` for an action that is done as its order is taken in.
    const STAGE: Option<Deferral<Self>> = None;

    /// Its kind. Where one type stands for several kinds, this says which of them it is.
    fn kind(&self) -> &'static ActionKind {
        Self::KIND
    }
    /// Whether the creature could ever do it where it is; otherwise it is not listed at all.
    fn concerns(&self, _doer: &DoerOf<'_, Self>) -> bool {
        true
    }
    /// Puts its rows on the list, possible or not.
    fn offers(&self, doer: &DoerOf<'_, Self>, menu: &mut Menu<'_>) {
        Self::Rules::list(doer, self, menu);
    }
    /// Every order that a row could stand for, legal or not; `base` says what it is done with. An action that is usually aimed at a
    /// creature may be aimed at any on the map.
    fn candidates(&self, doer: &DoerOf<'_, Self>, _offer: &Offer, base: Act) -> Vec<Act> {
        match self.kind().aimed[0] {
            AimedAt::Creature => on_map(Self::Rules::world(doer)).map(|id| base.upon(id)).collect(),
            _ => vec![base],
        }
    }
    /// Every legal order that a row stands for.
    fn orders(&self, doer: &DoerOf<'_, Self>, offer: &Offer, base: Act) -> Vec<Act> {
        let mut orders = self.candidates(doer, offer, base);
        orders.retain(|act| check_with(doer, self, act).is_ok());
        orders
    }
    /// Every legal order that a row stands for with just the options of `base`.
    fn orders_with(&self, doer: &DoerOf<'_, Self>, offer: &Offer, base: Act) -> Vec<Act> {
        those_with(self, doer, offer, base)
    }
    /// How an order is put together from parts that cost; it need not name a target yet.
    fn compose(&self, _doer: &DoerOf<'_, Self>, _act: &Act) -> Option<Composition> {
        None
    }
    /// What is known of an attack before it is made; the target is there.
    fn aim(&self, _doer: &DoerOf<'_, Self>, _act: &Act, _target: Id) -> Option<AimInfo> {
        None
    }
    /// What tells one order of it from the others, where its options alone do not, for people.
    fn way_words(&self, _doer: &DoerOf<'_, Self>, _act: &Act) -> Option<String> {
        None
    }
    /// What an order costs.
    fn cost(&self, _doer: &DoerOf<'_, Self>, _act: &Act) -> <Self::Rules as ActionRules>::Cost {
        Self::Rules::usual_cost(self.kind())
    }
    /// Understands an order; what it costs has been looked at.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn parse(&self, doer: &DoerOf<'_, Self>, act: &Act) -> Result<Self::Plan, Refusal>;
    /// The actor brings about what was understood; it is paid. An action with a stage of its own ([`Action::STAGE`]) waits for it.
    fn begin(&self, world: &mut World, id: Id, plan: Self::Plan) {
        Self::defer(world, id, plan);
    }
    /// Lets the action wait for its stage; one that has none does not compile.
    fn defer(world: &mut World, id: Id, plan: Self::Plan) {
        const { Self::STAGE.expect("an action says what it begins, or in which stage it takes place") }
            .launch(world, id, plan);
    }

    /// Whether an order of it can wait for a trigger, which may name what is still missing.
    ///
    /// # Errors
    /// What is missing all the same.
    fn readies(&self, _doer: &DoerOf<'_, Self>, _act: &Act) -> Result<(), Refusal> {
        Ok(())
    }
    /// The plan of a readied order once its trigger has come.
    ///
    /// # Errors
    /// The rule that stands against it now.
    fn at_trigger(&self, doer: &DoerOf<'_, Self>, act: &Act, _against: Option<Id>) -> Result<Self::Plan, Refusal> {
        self.parse(doer, act)
    }
    /// Brings about what was readied.
    fn release(&self, world: &mut World, id: Id, plan: Self::Plan) {
        self.begin(world, id, plan);
    }
    /// What a readied order is called when it is asked whether to release it.
    fn readied_as(&self, _doer: &DoerOf<'_, Self>, act: &Act) -> Text {
        act.with.clone().unwrap_or_else(|| act.action.clone()).into()
    }
}

/// The actor of an action, as its ruleset looks it up.
pub type DoerOf<'w, A> = <<A as Action>::Rules as ActionRules>::Doer<'w>;

/// An [`Action`] with any type of plan, as lists hold it.
pub trait Unit<R: ActionRules>: Send + Sync {
    /// As [`Action::kind`].
    fn kind(&self) -> &'static ActionKind;
    /// As [`Action::FACTS`].
    fn facts(&self) -> R::Facts;
    /// As [`Action::concerns`].
    fn concerns(&self, doer: &R::Doer<'_>) -> bool;
    /// As [`Action::offers`].
    fn offers(&self, doer: &R::Doer<'_>, menu: &mut Menu<'_>);
    /// As [`Action::candidates`].
    fn candidates(&self, doer: &R::Doer<'_>, offer: &Offer, base: Act) -> Vec<Act>;
    /// As [`Action::orders`].
    fn orders(&self, doer: &R::Doer<'_>, offer: &Offer, base: Act) -> Vec<Act>;
    /// As [`Action::orders_with`].
    fn orders_with(&self, doer: &R::Doer<'_>, offer: &Offer, base: Act) -> Vec<Act>;
    /// As [`Action::compose`].
    fn compose(&self, doer: &R::Doer<'_>, act: &Act) -> Option<Composition>;
    /// As [`Action::aim`].
    fn aim(&self, doer: &R::Doer<'_>, act: &Act, target: Id) -> Option<AimInfo>;
    /// As [`Action::way_words`].
    fn way_words(&self, doer: &R::Doer<'_>, act: &Act) -> Option<String>;
    /// As [`Action::cost`].
    fn cost(&self, doer: &R::Doer<'_>, act: &Act) -> R::Cost;
    /// Whether [`Action::parse`] understands an order.
    ///
    /// # Errors
    /// As there.
    fn parses(&self, doer: &R::Doer<'_>, act: &Act) -> Result<(), Refusal>;
    /// What [`Action::parse`] makes of an order, ready to begin.
    ///
    /// # Errors
    /// As there.
    fn plan(&'static self, doer: &R::Doer<'_>, act: &Act) -> Result<Planned, Refusal>;
    /// As [`Action::readies`].
    ///
    /// # Errors
    /// As there.
    fn readies(&self, doer: &R::Doer<'_>, act: &Act) -> Result<(), Refusal>;
    /// What [`Action::at_trigger`] makes of an order, ready to be released.
    ///
    /// # Errors
    /// As there.
    fn at_trigger(&'static self, doer: &R::Doer<'_>, act: &Act, against: Option<Id>) -> Result<Planned, Refusal>;
    /// As [`Action::readied_as`].
    fn readied_as(&self, doer: &R::Doer<'_>, act: &Act) -> Text;
    /// Under which name it is in flight where it takes place in a later stage, and what registers it.
    fn deferral(&self) -> Option<(&'static str, fn(&mut Engine, &'static str))>;
}

impl<R: ActionRules, A: Action<Rules = R>> Unit<R> for A {
    fn kind(&self) -> &'static ActionKind {
        Action::kind(self)
    }

    fn facts(&self) -> R::Facts {
        A::FACTS
    }

    fn concerns(&self, doer: &R::Doer<'_>) -> bool {
        Action::concerns(self, doer)
    }

    fn offers(&self, doer: &R::Doer<'_>, menu: &mut Menu<'_>) {
        Action::offers(self, doer, menu);
    }

    fn candidates(&self, doer: &R::Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        Action::candidates(self, doer, offer, base)
    }

    fn orders(&self, doer: &R::Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        Action::orders(self, doer, offer, base)
    }

    fn orders_with(&self, doer: &R::Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        Action::orders_with(self, doer, offer, base)
    }

    fn compose(&self, doer: &R::Doer<'_>, act: &Act) -> Option<Composition> {
        Action::compose(self, doer, act)
    }

    fn aim(&self, doer: &R::Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        Action::aim(self, doer, act, target)
    }

    fn way_words(&self, doer: &R::Doer<'_>, act: &Act) -> Option<String> {
        Action::way_words(self, doer, act)
    }

    fn cost(&self, doer: &R::Doer<'_>, act: &Act) -> R::Cost {
        Action::cost(self, doer, act)
    }

    fn parses(&self, doer: &R::Doer<'_>, act: &Act) -> Result<(), Refusal> {
        self.parse(doer, act).map(drop)
    }

    fn plan(&'static self, doer: &R::Doer<'_>, act: &Act) -> Result<Planned, Refusal> {
        let (id, plan) = (act.creature, self.parse(doer, act)?);
        Ok(Planned::new(move |world| self.begin(world, id, plan.clone())))
    }

    fn readies(&self, doer: &R::Doer<'_>, act: &Act) -> Result<(), Refusal> {
        Action::readies(self, doer, act)
    }

    fn at_trigger(&'static self, doer: &R::Doer<'_>, act: &Act, against: Option<Id>) -> Result<Planned, Refusal> {
        let (id, plan) = (act.creature, Action::at_trigger(self, doer, act, against)?);
        Ok(Planned::new(move |world| self.release(world, id, plan.clone())))
    }

    fn readied_as(&self, doer: &R::Doer<'_>, act: &Act) -> Text {
        Action::readied_as(self, doer, act)
    }

    fn deferral(&self) -> Option<(&'static str, fn(&mut Engine, &'static str))> {
        A::STAGE.map(Deferral::registered)
    }
}

/// Those of the orders of a row that have just the options of `base`.
pub fn those_with<A: Action>(action: &A, doer: &DoerOf<'_, A>, offer: &Offer, base: Act) -> Vec<Act> {
    let Act { options, .. } = base.clone();
    let plain = Act { options: BTreeMap::new(), ..base };
    let mut orders = Action::orders(action, doer, offer, plain);
    orders.retain(|act| act.options == options);
    orders
}

/// Whether a complete order of a known action is legal, by an actor that was looked up already.
///
/// # Errors
/// The rule that stands against it.
pub fn check_with<R: ActionRules>(doer: &R::Doer<'_>, action: &dyn Unit<R>, act: &Act) -> Result<(), Refusal> {
    action.kind().understands(act)?;
    R::affords(doer, &action.cost(doer, act))?;
    action.parses(doer, act)
}
