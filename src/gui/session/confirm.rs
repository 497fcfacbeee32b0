//! What a click or a key means: what is to be done to what was clicked, what a confirmation orders, and why nothing comes of it.

use super::Session;
use super::meaning::Meaning;
use crate::battle::{Act, Aim, AimInfo, ById, Creature, DoorState, Group, Id, Offer, Order, Purpose, edge_of, parted};
use crate::grid::{Footprint, Square};
use crate::level::Door;

impl Session {
    /// What a click on something means while nothing is aimed; `None` where only its square is meant. A foe is attacked if an attack
    /// reaches it and can harm it; a door is opened. Where that cannot be done from here, the click is the walk to a square beside it.
    pub fn obvious(&mut self, other: Id) -> Option<Meaning> {
        let creature = self.commanded()?;
        let about = (self.version, creature, other);
        if let Some((_, meaning)) = self.meaning.as_ref().filter(|(known, _)| *known == about) {
            return meaning.clone();
        }
        let meaning = self.meant_by_a_click(creature, other);
        self.meaning = Some((about, meaning.clone()));
        meaning
    }

    fn meant_by_a_click(&mut self, creature: Id, other: Id) -> Option<Meaning> {
        let offers = self.offers().to_vec();
        let world = self.battle.world();
        let (is_creature, own) = (world.part::<Creature>(other).is_some(), self.is_spared(other));
        let door = world.part::<DoorState>(other).is_some_and(|door| door.0 != Door::Open);
        let wished = |offer: &&Offer| {
            let harms = offer.group == Group::Attack || matches!(offer.purpose, Purpose::Harm | Purpose::Control);
            let fits = match (own, is_creature) {
                (true, _) => !harms,
                (false, true) => offer.purpose == Purpose::Harm,
                (false, false) => offer.purpose == Purpose::Interact,
            };
            offer.aim == Aim::Thing && fits
        };
        let mut listed: Vec<&Offer> = offers.iter().filter(wished).collect();
        listed.sort_by_key(|offer| offer.group);
        let (world, ruleset) = (self.seen().world(), self.seen().ruleset());
        let mut sheltered = None;
        for offer in listed.iter().filter(|offer| offer.refusal.is_none()) {
            let ways = ruleset.acts(world, creature, offer);
            let Some(way) = ways.iter().find(|act| act.target == Some(other)) else {
                continue;
            };
            if !(is_creature && !own && self.is_sheltered(way)) {
                return Some(Meaning::Act(Box::new((*offer).clone())));
            }
            sheltered = sheltered.or(Some(*offer));
        }
        let name = self.battle.name(other).to_owned();
        if own {
            return Some(Meaning::Not(format!("Nothing to do to {name} from here.")));
        }
        if !is_creature && !door {
            return None;
        }
        let (sheltered, listed) = (sheltered.cloned(), listed.into_iter().cloned().collect::<Vec<_>>());
        // There is no use in walking up to a foe that could not be attacked from there either.
        let leads = door || listed.iter().any(|offer| offer.refusal.is_none());
        if let Some(beside) = leads.then(|| self.beside(creature, other)).flatten() {
            return Some(Meaning::Walk(beside));
        }
        if let Some(offer) = sheltered {
            return Some(Meaning::Not(format!("{} at {name}: full cover is in the way.", offer.label)));
        }
        let first = listed.iter().find(|offer| offer.refusal.is_none()).or(listed.first())?;
        let act = Act { with: first.with.clone(), target: Some(other), ..Act::new(creature, first.action.clone()) };
        let why = match (&first.refusal, &self.seen().check(&Order::Act(act))) {
            (Some(refusal), _) | (None, Err(refusal)) => self.masked(&refusal.to_string()),
            (None, Ok(())) => "not from here.".into(),
        };
        Some(Meaning::Not(format!("{} at {name}: {why}", first.label)))
    }

    /// The square beside something that the commanded creature reaches most cheaply, if it does not stand beside it already: across a side
    /// rather than a corner, and with no wall between.
    fn beside(&mut self, creature: Id, other: Id) -> Option<Square> {
        let here = self.space(creature);
        let world = self.battle.world();
        let edge = edge_of(world, other);
        let there: Vec<Footprint> = match edge {
            Some(edge) => edge.squares().map(Footprint::single).to_vec(),
            None => vec![self.extent(other)?],
        };
        // A creature in one of the two squares of an edge stands beside what is on that edge.
        let near = |space: Footprint| match edge {
            Some(edge) => edge.bounds(space).then_some(0),
            None => there.iter().map(|&there| space.gap(there)).find(|&(x, y)| x.max(y) == 1).map(|(x, y)| x.min(y)),
        };
        if near(here).is_some() {
            return None;
        }
        let spots: Vec<(Square, i32)> =
            self.reach()?.squares.iter().filter(|at| at.stop).map(|at| (at.at, at.cost)).collect();
        let world = self.battle.world();
        let beside = spots.into_iter().filter_map(|(at, cost)| {
            let space = Footprint { at, ..here };
            let near = near(space)?;
            let open = edge.is_some() || there.iter().any(|&there| !parted(world, space, there));
            open.then_some(((cost, near), at))
        });
        beside.min_by_key(|(key, at)| (*key, *at)).map(|(_, at)| at)
    }

    /// What a click on a square means while nothing is aimed: the walk there, or what the creature or object in it stands for.
    pub fn meant(&mut self, square: Square) -> Option<Meaning> {
        let creature = self.commanded()?;
        if self.door_pointed().is_none() && self.reach()?.get(square).is_some_and(|at| at.stop) {
            return Some(Meaning::Walk(square));
        }
        let other = self.thing_under(square).filter(|&id| id != creature)?;
        self.obvious(other)
    }

    /// The square to which a click on a square walks while nothing is aimed, if it does.
    pub fn walks_to(&mut self, square: Square) -> Option<Square> {
        match self.meant(square)? {
            Meaning::Walk(to) => Some(to),
            _ => None,
        }
    }

    /// The order that a confirmation would give now; `None` while it is open what is to be done, or at whom.
    pub fn aimed(&self) -> Option<Order> {
        let aim = self.aim.as_ref()?;
        if aim.offer.aim == Aim::Nothing && aim.acts.len() > 1 {
            return None;
        }
        aim.act().map(|act| Order::Act(self.worded(act)))
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
