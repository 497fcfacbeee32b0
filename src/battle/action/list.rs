//! All actions of a ruleset: the rows on a creature's list, the orders that are legal, and the plan that an order is understood as.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use super::menu::Menu;
use super::unit::{ActionRules, Unit, check_with};
use crate::battle::board::{is_on_map, is_there};
use crate::battle::ruleset::{ActionList, Planned};
use crate::battle::values::{
    Act, ActWord, ActionKind, Aim, AimInfo, AimedAt, Composition, Group, Id, Offer, Refusal, Rule, Setting,
};
use bevy::prelude::World;

/// All units of a ruleset's actions.
pub struct UnitsOf<R>(PhantomData<fn() -> R>);

impl<R> UnitsOf<R> {
    /// All of them.
    pub const ALL: Self = Self(PhantomData);
}

impl<R: ActionRules> ActionList for UnitsOf<R> {
    fn kinds(&self) -> Vec<&'static ActionKind> {
        kinds::<R>()
    }

    fn offers(&self, world: &World, creature: Id, groups: &[Group]) -> Vec<Offer> {
        offers::<R>(&R::doer(world, creature), groups, true)
    }

    fn orders(&self, world: &World, creature: Id, offer: &Offer) -> Vec<Act> {
        orders::<R>(&R::doer(world, creature), creature, offer)
    }

    fn orders_with(&self, world: &World, creature: Id, offer: &Offer, options: &BTreeMap<String, Setting>) -> Vec<Act> {
        orders_with::<R>(&R::doer(world, creature), creature, offer, options)
    }

    fn check(&self, world: &World, act: &Act) -> Result<(), Refusal> {
        check::<R>(world, act)
    }

    fn plan(&self, world: &World, act: &Act) -> Result<Planned, Refusal> {
        plan::<R>(world, act)
    }

    fn aim(&self, world: &World, act: &Act) -> Option<AimInfo> {
        aim::<R>(world, act)
    }

    fn compose(&self, world: &World, act: &Act) -> Option<Composition> {
        by_key::<R>(&act.action)?.compose(&R::doer(world, act.creature), act)
    }

    fn way_words(&self, world: &World, act: &Act) -> Option<String> {
        by_key::<R>(&act.action)?.way_words(&R::doer(world, act.creature), act)
    }
}

/// The kinds of actions of a ruleset, in its order.
pub fn kinds<R: ActionRules>() -> Vec<&'static ActionKind> {
    R::all().iter().map(|action| action.kind()).collect()
}

/// The same, for those who write orders.
pub fn words<R: ActionRules>() -> Vec<ActWord> {
    R::all().iter().map(|action| action.kind().word()).collect()
}

/// The action of a key.
pub fn by_key<R: ActionRules>(key: &str) -> Option<&'static dyn Unit<R>> {
    R::all().iter().copied().find(|action| action.kind().key == key)
}

fn named<R: ActionRules>(act: &Act) -> Result<&'static dyn Unit<R>, Refusal> {
    by_key(&act.action).ok_or_else(|| {
        let message = format!("There is no action `{}`.", act.action);
        Refusal::new("no_such_action", message)
    })
}

/// The rows of some groups of the list, possible or not. Unless `judged` is set, nothing checks whether a row could be done.
pub fn offers<R: ActionRules>(doer: &R::Doer<'_>, groups: &[Group], judged: bool) -> Vec<Offer> {
    let mut menu = Menu::new(groups, judged);
    for action in R::all() {
        let asked_for = action.kind().groups.iter().any(|group| groups.contains(group));
        if asked_for && action.concerns(doer) {
            action.offers(doer, &mut menu);
        }
    }
    menu.into_offers()
}

/// Every legal order that a row of the list stands for.
pub fn orders<R: ActionRules>(doer: &R::Doer<'_>, creature: Id, offer: &Offer) -> Vec<Act> {
    by_key::<R>(&offer.action).map_or_else(Vec::new, |action| action.orders(doer, offer, offer.order(creature)))
}

/// Every legal order that a row of the list stands for with just these options.
pub fn orders_with<R: ActionRules>(
    doer: &R::Doer<'_>,
    creature: Id,
    offer: &Offer,
    options: &BTreeMap<String, Setting>,
) -> Vec<Act> {
    let Some(action) = by_key::<R>(&offer.action) else {
        return Vec::new();
    };
    let base = Act { options: options.clone(), ..offer.order(creature) };
    action.orders_with(doer, offer, base)
}

/// What is known of an attack before it is made; nothing if attacker or target is not on the map.
pub fn aim<R: ActionRules>(world: &World, act: &Act) -> Option<AimInfo> {
    let target = act.target.filter(|&target| is_there(world, target))?;
    let action = by_key::<R>(&act.action).filter(|_| is_on_map(world, act.creature))?;
    action.aim(&R::doer(world, act.creature), act, target)
}

/// Every order that a row of the list could stand for, legal or not.
pub fn candidates<R: ActionRules>(doer: &R::Doer<'_>, creature: Id, offer: &Offer) -> Vec<Act> {
    by_key::<R>(&offer.action).map_or_else(Vec::new, |action| action.candidates(doer, offer, offer.order(creature)))
}

/// Whether the one row of a kind of action is possible. It can be paid for and, if it is aimed, there is something to aim it at. If the
/// order need not name anything, what stands against the order stands against the row.
///
/// # Errors
/// The rule that stands against it, or `nothing`.
pub fn possible<R: ActionRules>(
    doer: &R::Doer<'_>,
    action: &dyn Unit<R>,
    creature: Id,
    offer: &Offer,
    nothing: Rule,
) -> Result<(), Refusal> {
    let kind = action.kind();
    let bare = kind.order(creature);
    if kind.aimed == [AimedAt::Nothing] && kind.options.is_empty() {
        return check_with(doer, action, &bare);
    }
    R::affords(doer, &action.cost(doer, &bare))?;
    if offer.aim != Aim::Nothing && action.orders(doer, offer, bare).is_empty() {
        return Err(Refusal::by(nothing, "nothing", "There is nothing to do that with."));
    }
    Ok(())
}

/// Whether a complete order is legal.
///
/// # Errors
/// The rule that stands against it.
pub fn check<R: ActionRules>(world: &World, act: &Act) -> Result<(), Refusal> {
    let action = named::<R>(act)?;
    check_with(&R::doer(world, act.creature), action, act)
}

/// The plan that a complete order is understood as, typed and ready to begin. Beginning it pays its price.
///
/// # Errors
/// The rule that stands against it.
pub fn plan<R: ActionRules>(world: &World, act: &Act) -> Result<Planned, Refusal> {
    let action = named::<R>(act)?;
    action.kind().understands(act)?;
    let creature = act.creature;
    let doer = R::doer(world, creature);
    let cost = action.cost(&doer, act);
    R::affords(&doer, &cost)?;
    let deed = action.plan(&doer, act)?;
    Ok(Planned::new(move |world| {
        R::pay(world, creature, action, &cost);
        if R::goes_ahead(world, creature, action, &cost) {
            deed.begin(world);
        }
    }))
}
