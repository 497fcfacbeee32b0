//! An action being aimed: what it can be done to, with which options, how it is put together.

use std::collections::BTreeMap;

use super::Session;
use crate::battle::{
    Act, Aim, ById, Composition, CoverStep, Creature, Group, Id, Key, Offer, Order, Purpose, Setting, Takes,
};
use crate::grid::Square;

/// An action being aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aiming {
    /// The action.
    pub offer: Offer,
    /// Every legal way of doing it.
    pub acts: Vec<Act>,
    /// Options that were switched.
    pub options: BTreeMap<String, Setting>,
    /// The creature or object aimed at.
    pub target: Option<Id>,
    /// The square aimed at.
    pub at: Option<Square>,
    /// How it is put together from parts that cost, if it is.
    pub composed: Option<Composition>,
}

impl Aiming {
    /// The order it stands for now, if what is aimed at is legal.
    pub fn act(&self) -> Option<&Act> {
        let fits = |act: &&Act| match (act.target, act.at) {
            (Some(target), _) => self.target == Some(target),
            (None, Some(at)) => self.at == Some(at),
            (None, None) => true,
        };
        let mut fitting: Vec<&Act> = self.acts.iter().filter(fits).collect();
        fitting.sort_by_key(|act| act.options.len());
        fitting.iter().find(|act| act.options == self.options).or(fitting.first()).copied()
    }

    /// Every target, in the order of the ruleset's list.
    pub fn targets(&self) -> Vec<Id> {
        let mut out: Vec<Id> = Vec::new();
        for target in self.acts.iter().filter_map(|act| act.target) {
            if !out.contains(&target) {
                out.push(target);
            }
        }
        out
    }

    /// Whether it is only got ready: nothing comes of it before what it waits for.
    pub fn waits(&self) -> bool {
        self.offer.purpose == Purpose::Wait
    }

    /// Whether nothing need come of it for anybody: light, fog, ground.
    pub fn only_changes_surroundings(&self) -> bool {
        self.offer.purpose == Purpose::Surroundings
    }

    /// Whether nobody wishes it on their own side.
    pub fn harms(&self) -> bool {
        self.offer.group == Group::Attack || matches!(self.offer.purpose, Purpose::Harm | Purpose::Control)
    }

    /// Whether all it is for shows in the odds: harm, hindrance, mending. Of anything else the odds may tell nothing.
    pub fn is_felt(&self) -> bool {
        self.harms() || self.offer.purpose == Purpose::Mend
    }

    /// How far it reaches as it is put together now, in squares.
    pub fn range(&self) -> Option<u32> {
        match &self.composed {
            Some(composed) => composed.range,
            None => self.offer.range,
        }
    }

    /// The radius of its area as it is put together now, in squares.
    pub fn radius(&self) -> Option<u32> {
        match &self.composed {
            Some(composed) => composed.radius,
            None => self.offer.radius,
        }
    }

    /// Every square it can be done at.
    pub fn spots(&self) -> Vec<Square> {
        let mut out: Vec<Square> = self.acts.iter().filter_map(|act| act.at).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

impl Session {
    /// Whether something is a creature of the side that commands now.
    pub fn is_own(&self, id: Id) -> bool {
        let world = self.battle.world();
        let side = |id: Id| world.part::<Creature>(id).map(|who| who.side);
        side(id).is_some() && side(id) == self.commanded().and_then(side)
    }

    /// Brings first what is likely meant: foes before things, fighters before bystanders, what can be hurt before what lies behind full
    /// cover, the mover's own side last.
    fn rank(&self, offer: &Offer, acts: &mut [Act]) {
        let aim = Aiming {
            offer: offer.clone(),
            acts: Vec::new(),
            options: BTreeMap::new(),
            target: None,
            at: None,
            composed: None,
        };
        if !aim.harms() {
            return;
        }
        let mut known: BTreeMap<Id, (bool, bool, bool)> = BTreeMap::new();
        for act in acts.iter() {
            if let Some(target) = act.target {
                let rank = || (self.is_own(target), !self.is_foe(target), self.is_sheltered(act));
                known.entry(target).or_insert_with(rank);
            }
        }
        acts.sort_by_key(|act| act.target.and_then(|target| known.get(&target).copied()));
    }

    /// Whether all of the target is behind cover.
    pub(in crate::gui) fn is_sheltered(&self, act: &Act) -> bool {
        let battle = self.seen();
        let info = battle.ruleset().aim(battle.world(), act);
        info.is_some_and(|info| info.shelter.step == CoverStep::Full)
    }

    /// Whether what is aimed at now cannot be hurt, as far as cover tells.
    pub fn aims_in_vain(&self) -> bool {
        let aim = self.aim.as_ref();
        aim.is_some_and(|aim| aim.harms() && aim.act().is_some_and(|act| self.is_sheltered(act)))
    }

    /// Whether an attack leaves a creature alone unless it is pointed at: one of the side that commands now or of an allied one, and a
    /// bystander.
    pub(super) fn is_spared(&self, id: Id) -> bool {
        self.is_own(id) || (self.battle.world().part::<Creature>(id).is_some() && !self.is_foe(id))
    }

    /// The targets that keys go through: one's own side only once one of them is pointed at, where it would be harmed.
    pub fn offered_targets(&self) -> Vec<Id> {
        let Some(aim) = &self.aim else { return Vec::new() };
        let mut targets = aim.targets();
        let asked_for = aim.target.is_some_and(|target| self.is_spared(target));
        if aim.harms() {
            targets.retain(|&target| asked_for || !self.is_spared(target));
        } else {
            targets.sort_by_key(|&target| !self.is_foe(target));
        }
        targets
    }

    /// Starts aiming an action, or gives the order at once when there is nothing to aim.
    pub fn pick(&mut self, offer: Offer) {
        let Some(creature) = self.commanded() else { return };
        let buttons = self.buttons();
        let fans = |family: &String| buttons.iter().any(|one| one.fans() && one.name == *family);
        self.fan = offer.family.clone().filter(fans);
        let before = self.aim.as_ref().and_then(|aim| aim.target);
        if let Some(refusal) = &offer.refusal {
            self.refuse(self.masked(&refusal.to_string()));
            return;
        }
        let (world, ruleset) = (self.seen().world(), self.seen().ruleset());
        let bare = Act { with: offer.with.clone(), ..Act::new(creature, offer.action.clone()) };
        let composed = ruleset.compose(world, &bare);
        let mut acts = if composed.is_some() {
            ruleset.acts_with(world, creature, &offer, &BTreeMap::new())
        } else {
            ruleset.acts(world, creature, &offer)
        };
        self.rank(&offer, &mut acts);
        if offer.aim == Aim::Nothing && acts.len() == 1 && self.typed_options(&offer.action).is_empty() {
            let _ = self.submit(&Order::Act(acts[0].clone()));
            return;
        }
        if acts.is_empty() && composed.is_none() {
            self.refuse(format!("{}: nothing here to aim at.", offer.label));
            return;
        }
        let mut aim = Aiming { offer, acts, options: BTreeMap::new(), target: None, at: None, composed };
        aim.target = before.filter(|target| aim.targets().contains(target)).or_else(|| self.likely(&aim));
        // A cursor that lies on one's own side was hardly left there to harm it.
        let under = self.hover.map(|square| self.all_under(square)).unwrap_or_default();
        let spares = aim.harms() && under.iter().any(|&id| self.is_spared(id));
        self.aim = Some(aim);
        if !spares {
            self.aim_at_hover();
        }
    }

    /// The options of an action into which players type words, such as an idea. What waits for something is described by its ways alone.
    pub fn typed_options(&self, action: &str) -> Vec<&'static Key> {
        let kinds = self.battle.ruleset().actions();
        let kind = kinds.into_iter().find(|kind| kind.key == action && kind.purpose != Purpose::Wait);
        let options = kind.map_or(&[][..], |kind| kind.options);
        options.iter().filter(|option| matches!(option.takes, Takes::Text)).collect()
    }

    /// One of the ways of doing what needs no target, with what was typed for it.
    pub fn worded(&self, act: &Act) -> Act {
        let mut act = act.clone();
        for key in self.typed_options(&act.action) {
            let typed = self.aim.as_ref().and_then(|aim| aim.options.get(key.key));
            if let (Some(word), Some(own)) = (typed, act.options.get_mut(key.key)) {
                own.clone_from(word);
            }
        }
        act
    }

    /// The options of what is aimed that the list of orders leaves to players: switches, and numbers of a few steps. What waits for
    /// something, and what is put together from parts, has none.
    pub fn free_options(&self) -> Vec<&'static Key> {
        let Some(aim) = self.aim.as_ref().filter(|aim| aim.composed.is_none() && !aim.waits()) else {
            return Vec::new();
        };
        let kinds = self.battle.ruleset().actions();
        let kind = kinds.into_iter().find(|kind| kind.key == aim.offer.action);
        let options = kind.map_or(&[][..], |kind| kind.options);
        let listed = |act: &Act| act.options.keys().any(|key| !is_free(options, key) || !aim.options.contains_key(key));
        if aim.offer.aim == Aim::Nothing || aim.acts.iter().any(listed) {
            return Vec::new();
        }
        options.iter().filter(|option| is_free(options, option.key)).collect()
    }

    /// What an order is with another value of one of its options, and what stands against it.
    pub fn with_option(&self, act: &Act, key: &str, value: Option<Setting>) -> (Act, Option<String>) {
        let mut act = act.clone();
        match value {
            Some(value) => _ = act.options.insert(key.to_owned(), value),
            None => _ = act.options.remove(key),
        }
        let refusal = self.seen().check(&Order::Act(act.clone())).err();
        (act, refusal.map(|refusal| self.masked(&refusal.to_string())))
    }

    /// The target that is surely meant: the only foe, or else the only one there is; nobody means to harm their own side.
    fn likely(&self, aim: &Aiming) -> Option<Id> {
        let targets = aim.targets();
        let mut foes = targets.iter().copied().filter(|&target| self.is_foe(target));
        match (foes.next(), foes.next(), &targets[..]) {
            (Some(only), None, _) => Some(only),
            (None, _, &[only]) if !aim.harms() || !self.is_spared(only) => Some(only),
            _ => None,
        }
    }

    /// Sets an option of the aimed action, or takes it back; what is put together from parts is worked out anew.
    pub fn set_option(&mut self, key: String, value: Setting, on: bool) {
        let Some(creature) = self.commanded() else { return };
        let free = self.free_options().iter().any(|option| option.key == key);
        let Some(mut aim) = self.aim.take() else { return };
        // What no listed order carries, all of them carry now, or none.
        for act in aim.acts.iter_mut().filter(|_| free) {
            act.options.remove(&key);
            act.options.extend(on.then(|| (key.clone(), value.clone())));
        }
        if on {
            aim.options.insert(key, value);
        } else {
            aim.options.remove(&key);
        }
        let whole = aim.composed.is_none();
        if !whole {
            let (world, ruleset) = (self.seen().world(), self.seen().ruleset());
            let act = Act {
                with: aim.offer.with.clone(),
                options: aim.options.clone(),
                ..Act::new(creature, aim.offer.action.clone())
            };
            aim.composed = ruleset.compose(world, &act);
            aim.acts = ruleset.acts_with(world, creature, &aim.offer, &aim.options);
            self.rank(&aim.offer, &mut aim.acts);
            aim.target = aim.target.or_else(|| self.likely(&aim));
        }
        self.aim = Some(aim);
        if !whole {
            self.aim_at_hover();
        }
    }

    /// Lets the aim follow the cursor: a target under it is taken, else the last one stays.
    pub fn aim_at_hover(&mut self) {
        let Some(square) = self.hover else { return };
        let under = self.all_under(square);
        let Some(aim) = &mut self.aim else { return };
        // Of those who share the square, the first that it can be done to.
        let fits = |target: &Id| aim.acts.iter().any(|act| act.target == Some(*target));
        if let Some(target) = under.into_iter().find(fits) {
            aim.target = Some(target);
        }
        if aim.acts.iter().any(|act| act.at == Some(square)) {
            aim.at = Some(square);
        }
    }

    /// Moves the aim to the next or previous target.
    pub fn cycle(&mut self, forward: bool) {
        let targets = self.offered_targets();
        let Some(aim) = &mut self.aim else { return };
        if targets.is_empty() {
            if !aim.acts.is_empty() {
                let why = format!("{}: no foe is in reach. Point at your own side to aim there.", aim.offer.label);
                self.refuse(why);
            }
            return;
        }
        let place = aim.target.and_then(|target| targets.iter().position(|&known| known == target));
        let next = match (place, forward) {
            (None, _) => 0,
            (Some(place), true) => (place + 1) % targets.len(),
            (Some(place), false) => (place + targets.len() - 1) % targets.len(),
        };
        let target = targets[next];
        aim.target = Some(target);
        // The cursor goes along, and with it the view.
        let square = self.extent(target).map(|space| space.at);
        (self.hover, self.pointed, self.edge, self.by_keys) = (square, Some(target), None, true);
    }
}

/// More steps than this are no switches.
const STEPS: i32 = 6;

/// Whether an option is a switch, or a number of a few steps.
fn is_free(options: &[Key], key: &str) -> bool {
    let own = options.iter().find(|option| option.key == key);
    own.is_some_and(|option| match &option.takes {
        Takes::Flag => true,
        Takes::Number(steps) => *steps.start() == 1 && *steps.end() <= STEPS,
        _ => false,
    })
}

#[cfg(test)]
mod tests;
