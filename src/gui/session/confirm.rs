//! What a click or a key means: what is to be done to what was clicked, what a confirmation orders, and why nothing comes of it.

use super::Session;
use crate::battle::{Act, Aim, AimInfo, ById, Creature, DoorState, Group, Id, Offer, Order, Purpose};
use crate::grid::Square;
use crate::level::Door;

impl Session {
    /// What a click on somebody or something means while nothing is chosen: the first thing on the list that can be done to it,
    /// attacks on foes before all else, doors opened before they are broken. `None` where nothing is meant but the square.
    ///
    /// # Errors
    /// Why what is meant cannot be done, in the words of the rules.
    pub fn obvious(&mut self, other: Id) -> Option<Result<Offer, String>> {
        let creature = self.commanded()?;
        let offers = self.offers().to_vec();
        let battle = self.seen();
        let (world, ruleset) = (battle.world(), battle.ruleset());
        let (is_creature, own) = (world.part::<Creature>(other).is_some(), self.is_spared(other));
        let wished = |offer: &&Offer| {
            let attacks = offer.group == Group::Attack;
            offer.aim == Aim::Thing && !(own && attacks)
        };
        let mut listed: Vec<&Offer> = offers.iter().filter(wished).collect();
        listed.sort_by_key(|offer| offer.group);
        if !is_creature {
            listed.sort_by_key(|offer| offer.purpose != Purpose::Interact);
        }
        let hits = |offer: &&&Offer| {
            let ways = ruleset.acts(world, creature, offer);
            offer.refusal.is_none() && ways.iter().any(|act| act.target == Some(other))
        };
        if let Some(offer) = listed.iter().find(hits) {
            return Some(Ok((*offer).clone()));
        }
        let name = battle.name(other);
        let door = world.part::<DoorState>(other).is_some_and(|door| door.0 != Door::Open);
        if own {
            return Some(Err(format!("There is nothing to be done to {name} from here.")));
        }
        if !is_creature && !door {
            return None;
        }
        let first = listed.iter().find(|offer| offer.refusal.is_none()).or(listed.first())?;
        let act = Act { with: first.with.clone(), target: Some(other), ..Act::new(creature, first.action.clone()) };
        let why = match (&first.refusal, &battle.check(&Order::Act(act))) {
            (Some(refusal), _) | (None, Err(refusal)) => self.masked(&refusal.to_string()),
            (None, Ok(())) => "not from here.".into(),
        };
        Some(Err(format!("{} at {name}: {why}", first.label)))
    }

    /// The order that a confirmation would give now; `None` while it is open what is to be done, or at whom.
    pub fn aimed(&self) -> Option<Order> {
        let aim = self.aim.as_ref()?;
        if aim.offer.aim == Aim::Nothing && aim.acts.len() > 1 {
            return None;
        }
        aim.act().cloned().map(Order::Act)
    }

    /// The order that pointing at the hovered square gives.
    ///
    /// # Errors
    /// Why there is none: what was aimed at last stays aimed at, but it is not what is pointed at.
    pub fn aimed_here(&self) -> Result<Order, String> {
        let Some(square) = self.hover else {
            return Err(self.why_not_aimed());
        };
        let under = self.all_under(square);
        let here = |act: &Act| match (act.target, act.at) {
            (Some(target), _) => under.contains(&target),
            (None, at) => at == Some(square),
        };
        match self.aimed() {
            Some(Order::Act(act)) if here(&act) => Ok(Order::Act(act)),
            _ => Err(self.why_not_here(square, under.first().copied())),
        }
    }

    /// Why nothing can be confirmed yet.
    pub fn why_not_aimed(&self) -> String {
        let Some(aim) = &self.aim else { return String::new() };
        let refusal = aim.composed.as_ref().and_then(|composed| composed.refusal.as_ref());
        let label = &aim.offer.label;
        match (refusal, aim.offer.aim) {
            (Some(refusal), _) => self.masked(&refusal.to_string()),
            (None, Aim::Nothing) => format!("{label}: choose in the bar how."),
            (None, Aim::Thing) => format!("{label}: choose whom first."),
            (None, Aim::Square) => format!("{label}: choose a square first."),
        }
    }

    /// Why what is aimed cannot be done to what is pointed at, in the words of the rules where they have some.
    fn why_not_here(&self, square: Square, under: Option<Id>) -> String {
        let Some(aim) = &self.aim else { return String::new() };
        let composed = aim.composed.as_ref().is_some_and(|composed| composed.refusal.is_some());
        let (Some(creature), false) = (self.commanded(), composed || aim.offer.aim == Aim::Nothing) else {
            return self.why_not_aimed();
        };
        let label = &aim.offer.label;
        if aim.offer.aim == Aim::Thing && under.is_none() {
            return format!("{label}: there is nobody and nothing to aim at there.");
        }
        let first = aim.acts.first().cloned();
        let bare = first.unwrap_or_else(|| Act {
            with: aim.offer.with.clone(),
            options: aim.options.clone(),
            ..Act::new(creature, aim.offer.action.clone())
        });
        let act =
            if aim.offer.aim == Aim::Thing { Act { target: under, ..bare } } else { Act { at: Some(square), ..bare } };
        match self.seen().check(&Order::Act(act)) {
            Err(refusal) => self.masked(&refusal.to_string()),
            Ok(()) => format!("{label}: nothing would come of it there."),
        }
    }

    /// What the ruleset knows of the aimed attack.
    pub fn aim_info(&self) -> Option<AimInfo> {
        self.seen().ruleset().aim(self.seen().world(), self.aim.as_ref()?.act()?)
    }
}
