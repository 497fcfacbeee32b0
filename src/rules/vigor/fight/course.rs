//! How an attack goes on: rolled against Guard, defended against if it would land, dealt, closed (VIG-ATK-8).

use bevy::prelude::World;

use super::super::body::roll::{Check, Pool, of_score};
use super::super::body::{breath, creature};
use super::super::data::{Brings, Class, Score, Trigger, TurnUsage, When};
use super::super::field::cover::Found;
use super::super::field::{distance, reach, sight, to_hit};
use super::super::motion::moves;
use super::follow_up::Another;
use super::resist::{self, Resisting};
use super::strike::{self, Occasion, Rolled, Strike, band, uncharm};
use super::{defence, harm, readied};
use crate::battle::*;
use crate::rule;

impl AttackCourse for Strike {
    type Cover = Found;

    fn targeting(&self, world: &World) -> Vec<Aimed<Found>> {
        vec![strike::between(world, self.attacker, &self.with, self.target)]
    }

    /// VIG-ACT-23, VIG-ACT-24: looked at again after whatever came between.
    fn still(&self, world: &World, between: &[Aimed<Found>]) -> Result<(), Refusal> {
        self.past_cover(world, &between[0]).map(drop)
    }

    fn fails(self, world: &mut World, why: Refusal) {
        self.comes_to_nothing(world, why);
        breath::catch(world, self.attacker);
    }

    fn roll(self, world: &mut World, flight: Id, between: &[Aimed<Found>]) {
        let [between] = between else { return };
        let gap = between.distance;
        let against = to_hit::against(world, self.attacker, &self.with, between);
        let pool = self.pool(world, gap);
        if self.weakness_found(world) {
            let target = self.target;
            world.the_mut::<TurnUsage>(self.attacker).found.retain(|(known, _)| *known != target);
        }
        let Check { mut total, lump } = pool.check(world, against.value);
        let own_reach = creature::profile(world, self.attacker).size.reach();
        if !self.with.ranged() && gap > own_reach {
            total.note("as far as its weapon reaches", rule!("VIG-GRID-7"));
        }
        // Neither a target on the ground (VIG-ATK-10), nor enemies beside the shooter (VIG-ATK-11), nor an attacker on the ground
        // (VIG-PRONE-8) change the number; who is helpless must be hit all the same (VIG-COND-5), and so must who is beside it
        // (VIG-ADJ-1). A 1 or a 20 means no more than its number (VIG-ATK-7).
        let lands = total.value > against.value;
        let rule = if lands { rule!("VIG-ATK-4") } else { rule!("VIG-ROLL-2") };
        total.verdict = Some(lands);
        let mut beaten = Trace::note(format!("to beat: {}", against.value)).by(rule);
        beaten.terms.extend(against.terms);
        total.push(beaten);
        world.tell(self.outcome(What::Number).trace(total.clone()));
        if !lands {
            let event = self.outcome(What::came(AttackOutcome::Missed));
            world.tell(event.by(rule!("VIG-ROLL-2")).by(rule!("VIG-REACT-12")));
        }
        let rolled = Rolled { total, lands, cover: Found::default(), lump };
        world.put(flight, rolled);
        if lands && world.part::<Creature>(self.target).is_some() {
            defence::offer(world, flight, &self);
        }
    }

    /// A reaction to it may have struck down whoever attacks, or thrown it out of reach.
    fn settle(world: &mut World, flight: Id) {
        if !world.the::<Rolled>(flight).lands {
            return;
        }
        let found = between::<Self>(world, flight);
        match world.the::<Self>(flight).past_cover(world, &found[0]) {
            Ok(cover) => world.the_mut::<Rolled>(flight).cover = cover,
            Err(why) => {
                world.the_mut::<Rolled>(flight).lands = false;
                let strike = world.the::<Self>(flight).clone();
                strike.comes_to_nothing(world, why);
            }
        }
    }

    /// VIG-DMG-1, VIG-DMG-3, VIG-DMG-4: what lands does damage.
    fn deal(self, world: &mut World, flight: Id) {
        // VIG-HIDE-3: hit or miss, whoever attacks shows itself.
        sight::reveal(world, self.attacker, None, rule!("VIG-HIDE-3"));
        if is_on_map(world, self.target) {
            uncharm(world, self.target, self.attacker);
        }
        let rolled = world.the::<Rolled>(flight);
        if !rolled.lands {
            return;
        }
        let cover = rolled.cover.clone();
        if self.with.damage_value == 0 {
            // VIG-DMG-11, VIG-TYPE-12: what does no damage only calls for a check.
            let event = self.outcome(What::came(AttackOutcome::Hit)).by(rule!("VIG-DMG-11"));
            world.tell(event.by(rule!("VIG-LIFE-21")));
            return self.calls_to_resist(world);
        }
        let plain = (self.with.damage_value, self.with.quality.die());
        let alone = |label: Text, rule| Trace::refused(label, 0, "the attack's alone").by(rule);
        let (technique, charges) = self.charges();
        let mut pool = Pool::effect(self.attacker, "damage", plain);
        pool = if self.with.class.by_strength() {
            let (from, dice) = of_score(world, self.attacker, Score::Strength);
            pool.dice(from, dice, rule!("VIG-DMG-3"))
        } else if let Some(skill) = self.with.skill {
            let dice = creature::profile(world, self.attacker).skill(skill);
            pool.dice(skill.name(), dice, rule!("VIG-DMG-4"))
        } else {
            pool
        };
        // VIG-ROLL-12: only what says so counts for the effect.
        // VIG-ROLL-22: what the game master has named damage for.
        let set = std::mem::take(&mut world.the_mut::<TurnUsage>(self.attacker).damage_charges);
        let mut amount = pool
            .steps("the game master", set, rule!("VIG-ROLL-22"))
            .steps(technique, charges, rule!("VIG-ROLL-12"))
            .talents(world, When::Damage)
            .steps("the other hand", self.off_hand(), rule!("VIG-ACT-6"))
            .roll(world);
        amount.note(self.with.quality.name(), rule!("VIG-DMG-2"));
        if let Some(kind) = self.with.kind_of_kinetic() {
            amount.note(kind.word(), rule!("VIG-TYPE-3"));
        }
        if self.with.class == Class::Spell && self.with.skill.is_none() {
            amount.push(alone("Bonus dice".into(), rule!("VIG-DMG-5")));
        }
        // That the attacker is the larger one adds nothing (VIG-SIZE-5).
        let of_its_kind = match self.with.class {
            Class::Unarmed => Some(rule!("VIG-DMG-7")),
            Class::Natural => Some(rule!("VIG-DMG-8")),
            _ => None,
        };
        amount.terms.extend(of_its_kind.map(|rule| Trace::note("its body's own").by(rule)));
        let gap = between::<Self>(world, flight)[0].distance;
        if band(&self.with, gap).unwrap_or(0) > 0 {
            amount.push(alone("Challenges by the distance".into(), rule!("VIG-ROLL-14")));
        }
        for effect in self.of_target(world).filter(|effect| effect.steps() < 0) {
            amount.push(alone(format!("a Challenge by {}", effect.says).into(), rule!("VIG-ATK-9")));
        }
        if harm::deal_damage(world, &self, amount, cover) {
            self.calls_to_resist(world);
        }
    }

    /// What follows on every attack: its maker is out of breath or not, shows itself, may go on with the other hand; and whoever waited
    /// for it may act.
    fn close(self, world: &mut World) {
        let Self { attacker, target, .. } = self;
        // VIG-MOVE-15: whoever was stopped on its way by it.
        let stops = |(_, moving): (Id, &Moving)| moving.creature == target && moving.rest.is_empty();
        if uppermost::<Moving>(world).is_some_and(stops) {
            moves::go_back(world, target);
        }
        if !is_on_map(world, attacker) {
            return;
        }
        // VIG-ACT-10: an attack of its own, of the same act.
        if self.occasion == Occasion::OffHand {
            readied::after(world, attacker, Some(target), vec![Trigger::AllyAttacked]);
            return breath::catch(world, attacker);
        }
        let mut cues = vec![Trigger::Attacks, Trigger::AllyAttacked, Trigger::Acts(attacker)];
        if matches!(self.occasion, Occasion::Technique(_) | Occasion::Spell(_)) {
            cues.push(Trigger::UsesAbility);
        }
        if self.occasion == Occasion::Riposte {
            let reacted = world.the_mut::<TurnUsage>(attacker).has_struck_back();
            readied::after_striking_back(world, attacker, target, cues, reacted);
        } else {
            readied::after(world, attacker, Some(target), cues);
        }
        let allows = match &self.occasion {
            Occasion::Action => true,
            Occasion::Technique(technique) => technique.light,
            _ => false,
        };
        // VIG-ACT-5, VIG-ACT-9: on its own turn, for as much Vigor as it takes.
        if allows && creature::own_turn(world, attacker) {
            let main = self.with.key.into();
            let at_anything = world.the::<TurnUsage>(attacker).other_hand;
            launch(world, Another { attacker, main, struck: target, at_anything });
        } else {
            breath::catch(world, attacker);
        }
    }
}

impl Strike {
    /// VIG-ACT-23, VIG-ACT-24: whether it can be gone on with as things stand, and past what cover.
    fn past_cover(&self, world: &World, between: &Aimed<Found>) -> Result<Found, Refusal> {
        let id = self.attacker;
        if !creature::conscious(world, id) || (creature::held(world, id) && !self.needs_no_hands(world)) {
            let message = "Whoever attacks can do nothing more.";
            return Err(Refusal::by(rule!("VIG-ACT-23"), "unable", message));
        }
        if creature::negated(world, id) {
            let message = "Whoever attacks has been knocked down on its own turn.";
            return Err(Refusal::by(rule!("VIG-PRONE-3"), "negated", message));
        }
        match between.line.clone() {
            Ok(()) if self.with.ranged() => Ok(between.cover.clone()),
            Ok(()) => Ok(Found::default()),
            Err(why) => Err(Refusal { rule: Some(rule!("VIG-ACT-24")), ..why }),
        }
    }

    /// VIG-COND-2: whether it can be gone on with by somebody who is held.
    fn needs_no_hands(&self, world: &World) -> bool {
        let mut spells = creature::profile(world, self.attacker).spells.iter();
        matches!(self.occasion, Occasion::Spell(_)) && spells.any(|spell| spell.mental && spell.key == self.with.key)
    }

    /// It cannot be gone on with, and what was paid for it stays paid.
    fn comes_to_nothing(&self, world: &mut World, why: Refusal) {
        comes_to_nothing(world, self.attacker, Some(self.target), &self.with.name, why, []);
    }

    /// VIG-DMG-11: what a hit brings, whether it did harm or not.
    fn calls_to_resist(&self, world: &mut World) {
        let Some(resist) = self.resist().cloned() else { return };
        if world.part::<Creature>(self.target).is_none() {
            return;
        }
        world.note(self.target, "the hit is enough for it", rule!("VIG-DMG-11"));
        let stuns = resist.or == Brings::Reeling;
        let effect = Resisting {
            target: self.target,
            source: Some(self.attacker),
            name: self.name(),
            resist,
            within: reach::reach(world, self.attacker, &self.with).max(distance::distance(
                world,
                self.attacker,
                self.target,
            )),
            rule: if stuns { rule!("VIG-TYPE-12") } else { rule!("VIG-PRONE-1") },
        };
        resist::strike(world, effect);
    }
}
