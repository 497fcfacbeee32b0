//! What a body meets that is moved or falls: the Defense Rolls, and the damage to both (MOM-PUSH-2 to MOM-PUSH-11, MOM-TERR-10).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::roll::{Roll, defends};
use super::super::data::conditions::HIDDEN;
use super::super::data::{Durability, Metres, Size, StatKind, Stats};
use super::super::field::distance::Extent;
use super::super::motion::ground;
use super::harm::{Blow, Dose, Wound, protect};
use super::hit_result::Struck;
use super::straight::{corners, is_pinched, stops};
use crate::battle::*;
use crate::grid::{Edge, Footprint, Length, Square};
use crate::rule;

/// The question, and its answers.
const COLLISION: &str = "collision";
const JOIN: &str = "join";
const APART: &str = "apart";

/// The damage of a collision while an attack moves a creature or an object. The attacker is asked whether it joins the damage of the attack.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Joining {
    attack: Id,
    by: Id,
    target: Id,
    damage: i32,
}

/// What stops a body that is moved, or what it comes down on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// By Initiative.
    creatures: Vec<Id>,
    /// Things that can be broken.
    things: Vec<Id>,
    /// What cannot: the rule, and how it is called.
    wall: Option<(Rule, &'static str)>,
    /// Whether these are the two squares beside a step askew (MOM-PUSH-15).
    pinched: bool,
}

impl Meeting {
    /// What stands where the next square of a push would have been.
    pub(super) fn ahead(world: &World, id: Id, step: (i16, i16)) -> Self {
        let Placement { space: own, height, .. } = stand(world, id);
        let next = own.offset(step.0, step.1);
        let mut found = Self::with(world, |other, stand| {
            let shares = ground::may_share(world, id, other) || ground::passes_above(world, id, other);
            other != id && stand.space.overlaps(next) && !shares
        });
        found.meets_squares(world, own, next, None);
        let half = ground::half_a_body(world, id);
        let (_, lay) = lay(world);
        if let Some(between) = &lay.between {
            for edge in Edge::passed(own, next.at).filter(|&edge| between.at(edge).step > height) {
                match between.at(edge).thing {
                    Some(thing) => found.meets(world, thing),
                    None => found.meets_wall(),
                }
            }
        }
        let bank = floor_of(world, next).0 - height.0 > half.0 && !lay.is_walked_up(own, next);
        if (bank && found.things.is_empty()) || found.is_nothing() {
            found.meets_wall();
        }
        found
    }

    /// On what a creature comes down that falls to a floor.
    pub(crate) fn below(world: &World, id: Id, floor: Length) -> Self {
        let own = space(world, id);
        let tall = world.the::<Body>(id).tall;
        let mut found = Self::with(world, |other, stand| {
            let its = world.the::<Body>(other).tall;
            let clear = stand.height.0 >= floor.0 + tall.0 || floor.0 >= stand.height.0 + its.0;
            other != id && stand.space.overlaps(own) && !ground::may_share(world, id, other) && !clear
        });
        for at in own.squares() {
            if let Some(thing) = thing_at(world, at).filter(|&thing| stops(world, thing)) {
                found.meets(world, thing);
            }
        }
        found
    }

    /// What an object meets that would be moved a step from where it is: creatures of whatever size, other objects, what is solid, a floor
    /// higher by more than half of it.
    pub(super) fn before(world: &World, thing: Id, (dx, dy): (i16, i16)) -> Self {
        let own = Extent::of(world, thing);
        let next = own.space.offset(dx, dy);
        let mut found = Self::with(world, |other, stand| {
            stand.space.overlaps(next) && !stand.space.overlaps(own.space) && !Extent::of(world, other).is_clear_of(own)
        });
        let squares = found.meets_squares(world, own.space, next, Some(thing));
        let barred = own.space.squares().any(|at| bars_the_way(world, at.into(), at.offset(dx, dy), own.low));
        let half = (own.high.0 - own.low.0) / 2;
        let bank = squares.iter().any(|&at| floor(world, at).0 - own.low.0 > half);
        if barred || (bank && found.things.is_empty()) {
            found.meets_wall();
        }
        found
    }

    /// On what an object comes down that falls to a floor.
    pub(super) fn under(world: &World, thing: Id, floor: Length) -> Self {
        let own = Extent::of(world, thing);
        let tall = own.high.0 - own.low.0;
        let its = Extent { low: floor, high: Length(floor.0 + tall), ..own };
        Self::with(world, |other, stand| stand.space.overlaps(own.space) && !Extent::of(world, other).is_clear_of(its))
    }

    /// The creatures that are met, and nothing else yet.
    fn with(world: &World, met: impl Fn(Id, Placement) -> bool) -> Self {
        let met = all_stands(world).filter(|&(id, stand)| met(id, stand)).map(|(id, _)| id);
        Self { creatures: creature::by_initiative(world, met), ..Self::default() }
    }

    /// Adds what is solid, and other objects, in the squares that a step needs; these squares. A step askew between two that block it meets
    /// both (MOM-PUSH-15).
    fn meets_squares(&mut self, world: &World, own: Footprint, next: Footprint, itself: Option<Id>) -> Vec<Square> {
        let mut squares: Vec<Square> = next.squares().filter(|&at| !own.contains(at)).collect();
        if is_pinched(world, own, next) {
            self.pinched = true;
            squares.extend(corners(own, next));
        }
        let map = world.resource::<Map>();
        for &at in &squares {
            let thing = thing_at(world, at).filter(|&thing| Some(thing) != itself && stops(world, thing));
            if !map.contains(at) {
                self.wall = Some((rule!("MOM-PUSH-12"), "comes up against the edge of the field"));
            } else if map.solid(at) {
                self.meets_wall();
            } else if let Some(thing) = thing {
                self.meets(world, thing);
            }
        }
        squares
    }

    fn meets_wall(&mut self) {
        self.wall = self.wall.take().or(Some((rule!("MOM-PUSH-9"), "comes up against something solid")));
    }

    fn meets(&mut self, world: &World, thing: Id) {
        if world.part::<Durability>(thing).is_none() {
            self.meets_wall();
        } else if !self.things.contains(&thing) {
            self.things.push(thing);
        }
    }

    /// Whether there is nothing.
    pub(crate) fn is_nothing(&self) -> bool {
        self.creatures.is_empty() && self.things.is_empty() && self.wall.is_none()
    }

    /// The collision (MOM-PUSH-2 to MOM-PUSH-11). Each creature in the way makes a Defense Roll and takes its own damage; each thing takes all
    /// of it. The creature that was moved takes the highest of these.
    pub(crate) fn crash(&self, world: &mut World, by: Id, id: Id, metres: Metres, attack: Option<Id>) {
        let power = creature::profile(world, by).power();
        let mut hardest = 0;
        let mut wounds: Vec<(Id, i32, Rule)> = Vec::new();
        if let Some((rule, words)) = self.wall.clone() {
            world.note(id, words, rule);
            hardest = metres;
        }
        if self.pinched {
            world.note(id, "does not come between two that block it, and meets both", rule!("MOM-PUSH-15"));
        }
        self.tell_of_several(world, id);
        let own = side_of(world, by);
        for &other in &self.creatures {
            if !knows(world, own, other) {
                hiding::reveal(world, other, None, HIDDEN, rule!("MOM-OCC-15"));
            }
            // MOM-PUSH-16: no cover joins it, which has a direction; what makes all its Defense Rolls better does.
            let mut roll = Roll::defense(world, other, StatKind::Str, Vec::new());
            if category(world, other) > category(world, id) {
                let thing = world.part::<Thing>(id).is_some();
                roll.advantage("it is larger", if thing { rule!("MOM-PUSH-18") } else { rule!("MOM-PUSH-3") });
            }
            let stands_firm = defends(world, roll, power, rule!("MOM-PUSH-2"));
            let (damage, rule) =
                if stands_firm { (metres / 2, rule!("MOM-PUSH-5")) } else { (metres, rule!("MOM-PUSH-4")) };
            hardest = hardest.max(damage);
            wounds.push((other, damage, rule));
        }
        for &thing in &self.things {
            wounds.push((thing, metres, rule!("MOM-PUSH-9")));
            hardest = metres;
        }
        // What is launched last is dealt with first; the one who was moved comes before those it was moved into.
        for (other, damage, rule) in wounds.into_iter().rev() {
            // MOM-PUSH-8: it joins what the same attack does to the one in the way, if it does anything to that.
            let joins = |attack: &Id| world.part::<Struck>(*attack).is_some_and(|all| all.hit(other).is_some());
            if let Some(attack) = attack.filter(joins) {
                launch(world, Joining { attack, by, target: other, damage });
            } else {
                let separate = Trace::note("separate from what moved the other").by(rule!("MOM-PUSH-8"));
                wound(world, other, Trace::new("collision", damage).by(rule).with(separate));
            }
        }
        match attack {
            Some(attack) => _ = launch(world, Joining { attack, by, target: id, damage: hardest }),
            None if self.wall.is_none() && self.creatures.is_empty() => {
                wound(world, id, Trace::new("collision", hardest).by(rule!("MOM-PUSH-9")));
            }
            None => wound(world, id, Trace::new("collision", hardest).by(rule!("MOM-SHOVE-3"))),
        }
    }

    /// MOM-PUSH-11, MOM-PUSH-17: several are met at once.
    fn tell_of_several(&self, world: &mut World, id: Id) {
        if self.creatures.len() + self.things.len() < 2 {
            return;
        }
        let spaces: Vec<Footprint> = self.creatures.iter().map(|&other| space(world, other)).collect();
        let shared = (1..spaces.len()).any(|at| spaces[..at].iter().any(|other| other.overlaps(spaces[at])));
        let rule = if shared { rule!("MOM-PUSH-17") } else { rule!("MOM-PUSH-11") };
        world.note(id, "meets several at once, and takes the highest damage of theirs", rule);
    }
}

/// The size category of a creature, or of an object by its height (MOM-PUSH-18).
fn category(world: &World, id: Id) -> Size {
    if let Some(Stats(profile)) = world.part::<Stats>(id) {
        return profile.size;
    }
    let height = world.part::<GivesCover>(id).and_then(|gives| gives.height);
    let as_tall = |size: &Size| height.is_some_and(|height| size.tall() >= height);
    Size::ALL.into_iter().find(as_tall).unwrap_or(Size::Gigantic)
}

fn wound(world: &mut World, target: Id, amount: Trace) {
    launch(world, Wound::plain(target, vec![Dose::physical(amount)]));
}

impl Joining {
    fn collision(&self) -> Dose {
        Dose::physical(Trace::new("collision", self.damage).by(rule!("MOM-PUSH-7")))
    }

    /// What the target would lose if the damage joins that of the attack, and if it does not.
    fn outcomes(&self, world: &World) -> (i32, i32) {
        let all = |blow: &Blow| -> i32 {
            let (parts, _) = protect(world, self.target, blow);
            parts.iter().map(|part| part.amount).sum()
        };
        let Some(hit) = world.the::<Struck>(self.attack).hit(self.target) else {
            return (0, 0);
        };
        let apart = Blow { doses: vec![self.collision()], ..Blow::default() };
        (all(&hit.joined(self.collision())), all(&hit.blow) + all(&apart))
    }
}

impl Asks for Joining {
    /// MOM-PUSH-7: asked where it makes a difference.
    fn asking(world: &World, flight: Id) -> Inquiry {
        let joining = world.the::<Self>(flight);
        let (joined, apart) = joining.outcomes(world);
        if joined == apart || !creature::conscious(world, joining.by) {
            return Inquiry::Nobody;
        }
        let name = world.resource::<Names>().name(joining.target);
        let choice = |key, label: &str, damage: i32, purpose| {
            Choice::new(key, format!("{label}: {damage} in all")).to(purpose).by(rule!("MOM-PUSH-7"))
        };
        let choices = vec![
            choice(JOIN, "It joins the hit", joined, Purpose::Harm),
            choice(APART, "It is a hit of its own", apart, Purpose::Decline),
        ];
        let prompt = format!("{name} is moved into something for {} damage.", joining.damage);
        let decision = Decision::new(world, joining.by, COLLISION, prompt, choices).against(Some(joining.target));
        Question::inquiry(decision, [rule!("MOM-PUSH-7")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let joining = *world.the::<Self>(flight);
        land(world);
        joining.settle(world, word == JOIN);
    }

    fn unasked(world: &mut World, flight: Id) {
        let joining = *world.the::<Self>(flight);
        land(world);
        // MOM-PUSH-7: unasked it is the larger total, and joined where that is the same.
        let (joined, apart) = joining.outcomes(world);
        joining.settle(world, joined >= apart);
    }
}

impl Joining {
    fn settle(self, world: &mut World, joins: bool) {
        let collision = self.collision();
        let mut struck = world.the_mut::<Struck>(self.attack);
        let Some(hit) = struck.hit_mut(self.target) else { return };
        if joins {
            hit.blow = hit.joined(collision);
        } else {
            hit.apart = Some(collision);
        }
    }
}
