//! An action being aimed: what it can be done to, with which options, how it is put together.

use std::collections::BTreeMap;

use super::Session;
use crate::battle::{Act, Aim, AimInfo, Composition, Id, Offer, Order, Setting};
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
        fitting
            .iter()
            .find(|act| act.options == self.options)
            .or(fitting.first())
            .copied()
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
        let (world, ruleset) = (self.battle.world(), self.battle.ruleset());
        let bare = Act {
            with: offer.with.clone(),
            ..Act::new(creature, offer.action.clone())
        };
        let composed = ruleset.compose(world, &bare);
        let acts = if composed.is_some() {
            ruleset.acts_with(world, creature, &offer, &BTreeMap::new())
        } else {
            ruleset.acts(world, creature, &offer)
        };
        if offer.aim == Aim::Nothing && acts.len() == 1 {
            let _ = self.submit(&Order::Act(acts[0].clone()));
            return;
        }
        if acts.is_empty() && composed.is_none() {
            self.refuse(format!("{}: nothing here to aim at.", offer.label));
            return;
        }
        let mut aim = Aiming {
            offer,
            acts,
            options: BTreeMap::new(),
            target: None,
            at: None,
            composed,
        };
        let targets = aim.targets();
        let mut likely = targets.iter().copied().filter(|&target| self.is_foe(target));
        aim.target = match (likely.next(), likely.next(), &targets[..]) {
            _ if before.is_some_and(|target| targets.contains(&target)) => before,
            (Some(only), None, _) | (None, _, &[only]) => Some(only),
            _ => None,
        };
        self.aim = Some(aim);
        self.aim_at_hover();
    }

    /// Sets an option of the aimed action, or takes it back; what is put together from parts is worked out anew.
    pub fn set_option(&mut self, key: String, value: Setting, on: bool) {
        let Some(creature) = self.commanded() else { return };
        let Some(aim) = &mut self.aim else { return };
        if on {
            aim.options.insert(key, value);
        } else {
            aim.options.remove(&key);
        }
        if aim.composed.is_none() {
            return;
        }
        let (world, ruleset) = (self.battle.world(), self.battle.ruleset());
        let act = Act {
            with: aim.offer.with.clone(),
            options: aim.options.clone(),
            ..Act::new(creature, aim.offer.action.clone())
        };
        aim.composed = ruleset.compose(world, &act);
        aim.acts = ruleset.acts_with(world, creature, &aim.offer, &aim.options);
        self.aim_at_hover();
    }

    /// Lets the aim follow the cursor: a target under it is taken, else the last one stays.
    pub fn aim_at_hover(&mut self) {
        let Some(square) = self.hover else { return };
        let under = self.thing_under(square);
        let Some(aim) = &mut self.aim else { return };
        if let Some(target) = under.filter(|target| aim.acts.iter().any(|act| act.target == Some(*target))) {
            aim.target = Some(target);
        }
        if aim.acts.iter().any(|act| act.at == Some(square)) {
            aim.at = Some(square);
        }
    }

    /// The order that a confirmation would give now.
    pub fn aimed(&self) -> Option<Order> {
        self.aim.as_ref()?.act().cloned().map(Order::Act)
    }

    /// What the ruleset knows of the aimed attack.
    pub fn aim_info(&self) -> Option<AimInfo> {
        self.battle
            .ruleset()
            .aim(self.battle.world(), self.aim.as_ref()?.act()?)
    }

    /// Moves the aim to the next or previous target.
    pub fn cycle(&mut self, forward: bool) {
        let mut targets = self.aim.as_ref().map(Aiming::targets).unwrap_or_default();
        targets.sort_by_key(|&target| !self.is_foe(target));
        let Some(aim) = &mut self.aim else { return };
        if targets.is_empty() {
            return;
        }
        let place = aim
            .target
            .and_then(|target| targets.iter().position(|&known| known == target));
        let next = match (place, forward) {
            (None, _) => 0,
            (Some(place), true) => (place + 1) % targets.len(),
            (Some(place), false) => (place + targets.len() - 1) % targets.len(),
        };
        aim.target = Some(targets[next]);
    }
}
