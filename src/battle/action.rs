//! Actions as units: everything a ruleset says of one kind of action stands in one file of it, and is read from there by whoever
//! lists, checks, orders, readies, begins or explains it.
//!
//! A file states an [`ActionKind`] (what can be read without a battle) and implements [`Action`] for a unit type: the rows it puts on
//! the list, the orders they stand for, how an order of it is understood, and what it then brings about. What an order is understood
//! as is a plan: typed, made once, and handed from the check to the beginning, so that nothing is looked for twice. What all actions
//! of a ruleset have in common (what is looked up about whoever acts, what they cost, who may act at all) is its [`ActionRules`].
//!
//! To begin and to pay are two things: what is released by a trigger, granted by another action or done out of turn begins without
//! being paid as an action is.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use bevy::prelude::World;

use super::{
    Act, ActWord, Aim, AimInfo, Composition, Group, Id, Key, Offer, Price, Purpose, Refusal, Setting, Text, is_on_map,
    is_there,
};

/// What an order of an action can name besides who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AimedAt {
    /// Nothing: it is done at once.
    Nothing,
    /// A creature.
    Creature,
    /// An object.
    Object,
    /// A square.
    Square,
    /// Several creatures or objects.
    Several,
    /// A line from whoever acts.
    Line,
    /// A cone from whoever acts.
    Cone,
    /// Everything around a point.
    Burst,
    /// A way, square by square.
    Path,
}

impl AimedAt {
    /// What hands point at for it.
    pub const fn by_hand(self) -> Aim {
        match self {
            Self::Nothing => Aim::Nothing,
            Self::Creature | Self::Object | Self::Several => Aim::Thing,
            Self::Square | Self::Line | Self::Cone | Self::Burst | Self::Path => Aim::Square,
        }
    }

    /// The word, for people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Creature => "a creature",
            Self::Object => "an object",
            Self::Square => "a square",
            Self::Several => "several",
            Self::Line => "a line",
            Self::Cone => "a cone",
            Self::Burst => "a burst",
            Self::Path => "a way",
        }
    }
}

/// What can set off something that waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriggerKind {
    /// The word by which an order names it.
    pub key: &'static str,
    /// What else an order says about it, for people.
    pub takes: &'static str,
    /// When it comes, in a sentence.
    pub means: &'static str,
}

/// A kind of action, as far as it can be read without a battle.
#[derive(Clone, Copy, Debug)]
pub struct ActionKind {
    /// The word by which an order names it.
    pub key: &'static str,
    /// What the button says.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The icon's name.
    pub icon: &'static str,
    /// Where the bar shows it; more than one where that depends on what it is done with.
    pub groups: &'static [Group],
    /// The button behind which it stands with its like.
    pub family: Option<&'static str>,
    /// What it is for, as a rule.
    pub purpose: Purpose,
    /// What it costs, as a rule.
    pub price: Price,
    /// What an order of it can name; what it is usually aimed at comes first.
    pub aimed: &'static [AimedAt],
    /// How far it goes, in squares; 0 where that says nothing.
    pub range: u32,
    /// What `with` of an order names; empty where it is done with nothing.
    pub with: &'static str,
    /// What else an order of it can say.
    pub options: &'static [Key],
    /// Whether it can be readied, to be released by a trigger.
    pub readied: bool,
}

impl ActionKind {
    /// An action that is aimed at nothing, done with nothing and costs one point; the rest is said beside it.
    pub const fn new(key: &'static str, label: &'static str, help: &'static str) -> Self {
        Self {
            key,
            label,
            help,
            icon: key,
            groups: &[Group::Action],
            family: None,
            purpose: Purpose::Other,
            price: Price::Points(1),
            aimed: &[AimedAt::Nothing],
            range: 0,
            with: "",
            options: &[],
            readied: false,
        }
    }

    /// A row of the list, as far as the kind says what stands on it.
    pub fn offer(&self) -> Offer {
        Offer {
            action: self.key.into(),
            with: None,
            label: self.label.into(),
            icon: self.icon.into(),
            purpose: self.purpose,
            cost: String::new(),
            price: self.price,
            group: self.groups[0],
            family: self.family.map(Into::into),
            leads: false,
            aim: self.aimed[0].by_hand(),
            range: (self.range > 0).then_some(self.range),
            radius: None,
            refusal: None,
            help: self.help.into(),
        }
    }

    /// Itself, for those who write orders.
    pub fn word(&self) -> ActWord {
        let mut aims: Vec<Aim> = Vec::new();
        for aim in self.aimed.iter().map(|aimed| aimed.by_hand()) {
            if !aims.contains(&aim) {
                aims.push(aim);
            }
        }
        ActWord {
            action: self.key.to_owned(),
            label: self.label.to_owned(),
            help: self.help.to_owned(),
            aims,
            with: self.with,
            options: self.options,
        }
    }

    /// An order of it that names nothing yet.
    pub fn order(&self, creature: Id) -> Act {
        Act::new(creature, self.key)
    }

    /// Whether an order says nothing that orders of this kind cannot say.
    ///
    /// # Errors
    /// What it says too much.
    pub fn understands(&self, act: &Act) -> Result<(), Refusal> {
        for (option, setting) in &act.options {
            let Some(known) = self.options.iter().find(|known| known.key == option) else {
                let message = format!("{} has no option `{option}`.", self.label);
                return Err(Refusal::new("no_such_option", message));
            };
            if !known.takes.takes(setting) {
                let message = format!("`{option}` is {}.", known.takes.words());
                return Err(Refusal::new("bad_option", message));
            }
        }
        if let Some(with) = act.with.as_deref().filter(|_| self.with.is_empty()) {
            let message = format!("{} is done with nothing, not with `{with}`.", self.label);
            return Err(Refusal::new("nothing_used", message));
        }
        let aims = |aim: Aim| self.aimed.iter().any(|aimed| aimed.by_hand() == aim);
        if (act.target.is_some() && !aims(Aim::Thing)) || (act.at.is_some() && !aims(Aim::Square)) {
            let wanted: Vec<&str> = self.aimed.iter().map(|aimed| aimed.word()).collect();
            let message = format!("{} is aimed at {}.", self.label, wanted.join(" or "));
            return Err(Refusal::new("bad_target", message));
        }
        Ok(())
    }
}

/// What an order has been understood as: all that is left is to begin it, once in the battle, any number of times where it is foreseen.
#[derive(Clone)]
pub struct Planned(Arc<dyn Fn(&mut World) + Send + Sync>);

impl Planned {
    /// Something that is begun so.
    pub fn new(begin: impl Fn(&mut World) + Send + Sync + 'static) -> Self {
        Self(Arc::new(begin))
    }

    /// Begins it.
    pub fn begin(&self, world: &mut World) {
        (self.0)(world);
    }
}

/// The list of what somebody can do, while it is put together.
pub struct Menu<'a> {
    /// The groups that are asked for.
    pub groups: &'a [Group],
    /// Whether it is asked what stands against each row; where not, only what there is to do counts.
    pub judged: bool,
    rows: Vec<((usize, usize), Offer)>,
}

impl<'a> Menu<'a> {
    /// An empty list.
    pub fn new(groups: &'a [Group], judged: bool) -> Self {
        Self {
            groups,
            judged,
            rows: Vec::new(),
        }
    }

    /// Adds a row below those of the kinds before.
    pub fn add(&mut self, offer: Offer) {
        self.add_beside((usize::MAX, 0), offer);
    }

    /// Adds a row beside those of other kinds with the same place, as everything that is done with one weapon stands together. Rows
    /// without a place come below.
    pub fn add_beside(&mut self, place: (usize, usize), offer: Offer) {
        if self.groups.contains(&offer.group) {
            self.rows.push((place, offer));
        }
    }

    /// What stands against a row, if that is asked.
    pub fn judge(&self, why: impl FnOnce() -> Result<(), Refusal>) -> Option<Refusal> {
        if self.judged { why().err() } else { None }
    }

    fn into_offers(mut self) -> Vec<Offer> {
        self.rows.sort_by_key(|(place, _)| *place);
        self.rows.into_iter().map(|(_, offer)| offer).collect()
    }
}

/// What all actions of a ruleset have in common.
pub trait ActionRules: Sized + 'static {
    /// Whoever acts, with what every action asks about it looked up once.
    type Doer<'w>;
    /// What an action takes of whoever does it.
    type Cost: Send + Sync + 'static;
    /// What else there is to know of every kind of action.
    type Facts: Default;

    /// Looks up who acts.
    fn doer(world: &World, creature: Id) -> Self::Doer<'_>;
    /// Every kind of action, in the order in which they are listed.
    fn all() -> &'static [&'static dyn Unit<Self>];
    /// What an action costs that says nothing else.
    fn usual_cost(kind: &ActionKind) -> Self::Cost;
    /// Whether somebody can act at all, and has what it takes.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn affords(doer: &Self::Doer<'_>, cost: &Self::Cost) -> Result<(), Refusal>;
    /// What every action does before its own deed: it is paid.
    fn pay(world: &mut World, creature: Id, action: &dyn Unit<Self>, cost: &Self::Cost);
    /// Puts an action on the list that says nothing else about its row.
    fn list(doer: &Self::Doer<'_>, action: &dyn Unit<Self>, menu: &mut Menu<'_>);
}

/// A kind of action of a ruleset.
pub trait Action: Sized + Send + Sync + 'static {
    /// Whose.
    type Rules: ActionRules;
    /// What an order of it is understood as: everything that it takes to begin.
    type Plan: Clone + Send + Sync + 'static;

    /// What can be read of it without a battle.
    fn kind(&self) -> &'static ActionKind;
    /// What else its ruleset wants to know of it.
    fn facts(&self) -> <Self::Rules as ActionRules>::Facts {
        Default::default()
    }
    /// Whether somebody could ever do it where it is; otherwise it is not listed at all.
    fn concerns(&self, _doer: &DoerOf<'_, Self>) -> bool {
        true
    }
    /// Puts its rows on the list, possible or not.
    fn offers(&self, doer: &DoerOf<'_, Self>, menu: &mut Menu<'_>) {
        Self::Rules::list(doer, self, menu);
    }
    /// Every order that a row could stand for, legal or not: `base` says what it is done with.
    fn candidates(&self, _doer: &DoerOf<'_, Self>, _offer: &Offer, base: Act) -> Vec<Act> {
        vec![base]
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
    /// What is known of an attack before it is made; whoever is aimed at is there.
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
    /// Brings about what was understood; it is paid.
    fn begin(&self, world: &mut World, plan: Self::Plan);

    /// Whether an order of it can wait for a trigger, which may name what is still missing.
    ///
    /// # Errors
    /// What is missing all the same.
    fn readies(&self, _doer: &DoerOf<'_, Self>, _act: &Act) -> Result<(), Refusal> {
        Ok(())
    }
    /// What a readied order comes to when its trigger has come, brought about by somebody.
    ///
    /// # Errors
    /// The rule that stands against it now.
    fn at_trigger(&self, doer: &DoerOf<'_, Self>, act: &Act, _against: Option<Id>) -> Result<Self::Plan, Refusal> {
        self.parse(doer, act)
    }
    /// Brings about what was readied.
    fn release(&self, world: &mut World, plan: Self::Plan) {
        self.begin(world, plan);
    }
    /// What a readied order is called when it is asked whether to release it.
    fn readied_as(&self, _doer: &DoerOf<'_, Self>, act: &Act) -> Text {
        act.with.clone().unwrap_or_else(|| act.action.clone()).into()
    }
}

/// Whoever does an action.
pub type DoerOf<'w, A> = <<A as Action>::Rules as ActionRules>::Doer<'w>;

/// An [`Action`] of whatever plan, as lists hold it.
pub trait Unit<R: ActionRules>: Send + Sync {
    /// As [`Action::kind`].
    fn kind(&self) -> &'static ActionKind;
    /// As [`Action::facts`].
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
}

impl<R: ActionRules, A: Action<Rules = R>> Unit<R> for A {
    fn kind(&self) -> &'static ActionKind {
        Action::kind(self)
    }

    fn facts(&self) -> R::Facts {
        Action::facts(self)
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
        let plan = self.parse(doer, act)?;
        Ok(Planned::new(move |world| self.begin(world, plan.clone())))
    }

    fn readies(&self, doer: &R::Doer<'_>, act: &Act) -> Result<(), Refusal> {
        Action::readies(self, doer, act)
    }

    fn at_trigger(&'static self, doer: &R::Doer<'_>, act: &Act, against: Option<Id>) -> Result<Planned, Refusal> {
        let plan = Action::at_trigger(self, doer, act, against)?;
        Ok(Planned::new(move |world| self.release(world, plan.clone())))
    }

    fn readied_as(&self, doer: &R::Doer<'_>, act: &Act) -> Text {
        Action::readied_as(self, doer, act)
    }
}

/// The actions of a ruleset as shared code asks for them, whoever acts and whatever it has to act with.
pub trait ActionList: Send + Sync {
    /// The kinds of actions, in the order in which they are listed.
    fn kinds(&self) -> Vec<&'static ActionKind>;
    /// What stands in some groups of a creature's list, possible or not.
    fn offers(&self, world: &World, creature: Id, groups: &[Group]) -> Vec<Offer>;
    /// Every legal order that a row of the list stands for.
    fn orders(&self, world: &World, creature: Id, offer: &Offer) -> Vec<Act>;
    /// The same with just these options.
    fn orders_with(&self, world: &World, creature: Id, offer: &Offer, options: &BTreeMap<String, Setting>) -> Vec<Act>;
    /// Whether a complete order is legal.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn check(&self, world: &World, act: &Act) -> Result<(), Refusal>;
    /// What a complete order comes to.
    ///
    /// # Errors
    /// The rule that stands against it.
    fn plan(&self, world: &World, act: &Act) -> Result<Planned, Refusal>;
    /// As [`Action::aim`].
    fn aim(&self, world: &World, act: &Act) -> Option<AimInfo>;
    /// As [`Action::compose`].
    fn compose(&self, world: &World, act: &Act) -> Option<Composition>;
    /// As [`Action::way_words`].
    fn way_words(&self, world: &World, act: &Act) -> Option<String>;
}

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

/// What stands in some groups of the list, possible or not; where it need not be `judged`, nobody asks whether it could be done.
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

/// An order of a row that names nothing yet.
fn base(creature: Id, offer: &Offer) -> Act {
    Act {
        with: offer.with.clone(),
        ..Act::new(creature, offer.action.clone())
    }
}

/// Every legal order that a row of the list stands for.
pub fn orders<R: ActionRules>(doer: &R::Doer<'_>, creature: Id, offer: &Offer) -> Vec<Act> {
    by_key::<R>(&offer.action).map_or_else(Vec::new, |action| action.orders(doer, offer, base(creature, offer)))
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
    let base = Act {
        options: options.clone(),
        ..base(creature, offer)
    };
    action.orders_with(doer, offer, base)
}

/// Those of the orders of a row that have just the options of `base`.
pub fn those_with<A: Action>(action: &A, doer: &DoerOf<'_, A>, offer: &Offer, base: Act) -> Vec<Act> {
    let Act { options, .. } = base.clone();
    let plain = Act {
        options: BTreeMap::new(),
        ..base
    };
    let mut orders = Action::orders(action, doer, offer, plain);
    orders.retain(|act| act.options == options);
    orders
}

/// What is known of an attack before it is made; nothing of one by or at somebody who is not on the map.
pub fn aim<R: ActionRules>(world: &World, act: &Act) -> Option<AimInfo> {
    let target = act.target.filter(|&target| is_there(world, target))?;
    let action = by_key::<R>(&act.action).filter(|_| is_on_map(world, act.creature))?;
    action.aim(&R::doer(world, act.creature), act, target)
}

/// Every order that a row of the list could stand for, legal or not.
pub fn candidates<R: ActionRules>(doer: &R::Doer<'_>, creature: Id, offer: &Offer) -> Vec<Act> {
    by_key::<R>(&offer.action).map_or_else(Vec::new, |action| action.candidates(doer, offer, base(creature, offer)))
}

/// As [`check`], for a known action and somebody who was looked up already.
pub fn check_with<R: ActionRules>(doer: &R::Doer<'_>, action: &dyn Unit<R>, act: &Act) -> Result<(), Refusal> {
    action.kind().understands(act)?;
    R::affords(doer, &action.cost(doer, act))?;
    action.parses(doer, act)
}

/// Whether a complete order is legal.
///
/// # Errors
/// The rule that stands against it.
pub fn check<R: ActionRules>(world: &World, act: &Act) -> Result<(), Refusal> {
    let action = named::<R>(act)?;
    check_with(&R::doer(world, act.creature), action, act)
}

/// What a complete order comes to: to begin it pays it.
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
        deed.begin(world);
    }))
}
