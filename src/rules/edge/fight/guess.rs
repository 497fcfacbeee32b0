//! An attack on a square where nobody is known to be: the attacker guesses (EDG-ATK-18). Until it hits, the right square looks like any
//! other.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check, Settled};
use super::super::body::creature;
use super::super::body::{life, source::Source};
use super::super::data::{Ability, Attack, Class, Degree, TurnUsage};
use super::super::field::reach;
use super::aiming::{self, is_in_range};
use super::damage::{joins_damage, roll_damage};
use super::harm::{self, Share};
use super::stealth;
use super::{setback, shape, smash, special};
use crate::battle::{Event, *};
use crate::grid::{Footprint, Square};
use crate::rule;

/// An attack on a square in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Guess {
    /// Who attacks.
    pub attacker: Id,
    /// With what.
    pub with: Attack,
    /// Which square.
    pub at: Square,
    /// EDG-ATK-1: whether it is meant for the square itself, and for nobody in it.
    pub place: bool,
}

/// A creature that such an attack has hit, until it is dealt.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Struck {
    guess: Guess,
    target: Id,
}

impl Guess {
    /// EDG-ATK-1, EDG-RNG-4: whether the square can be attacked: nobody of whom its side knows stands there, and it is near enough.
    ///
    /// # Errors
    /// The rule that stands against it.
    pub(crate) fn may(&self, world: &World) -> Result<(), Refusal> {
        let (id, there) = (self.attacker, Footprint::single(self.at));
        creature::works(world, id, &self.with)?;
        if shape::is_solid(lay(world).1, self.at) || space(world, id).contains(self.at) {
            return Err(Refusal::by(rule!("EDG-ATK-1"), "no_square", "Nobody can stand there."));
        }
        if !self.place && known_to(world, id).any(|(_, stand)| stand.space.overlaps(there)) {
            return Err(Refusal::by(rule!("EDG-ATK-1"), "known", "Attack the creature that is known to stand there."));
        }
        if self.with.class == Class::Melee {
            let (columns, rows) = space(world, id).gap(there);
            let between = |offset: i32| (offset - 1).max(0);
            let gap = reach::apart(between(columns), between(rows));
            let reaches = gap < reach::reach(world, id, Some(&self.with)) && !parted(world, space(world, id), there);
            return if reaches { Ok(()) } else { Err(Refusal::by(rule!("EDG-MEL-1"), "range", "Out of reach.")) };
        }
        is_in_range(&self.with, reach::between_spaces(space(world, id), there))?;
        if self.place { smash::difficulty_of_place(world, id, &self.with, self.at).map(drop) } else { Ok(()) }
    }

    /// Who stands there.
    fn target(&self, world: &World) -> Option<Id> {
        let there = |&id: &Id| id != self.attacker && space(world, id).contains(self.at);
        on_map(world).find(there)
    }

    /// Declares it; it is paid.
    pub(crate) fn declare(self, world: &mut World) {
        let (with, look) = (self.with.name.clone().into(), self.with.look());
        let what = What::Attack { with, look, at: self.at, radius: 0 };
        let rule = if self.place { rule!("EDG-ATK-1") } else { rule!("EDG-ATK-18") };
        world.tell(Event::new(what).actor(self.attacker).by(rule));
        launch(world, self);
    }

    /// EDG-ATK-1: an attack on the square itself. Nothing of the square changes, and nobody in it is harmed.
    fn strikes_the_place(&self, world: &mut World) {
        let id = self.attacker;
        let Ok(against) = smash::difficulty_of_place(world, id, &self.with, self.at) else { return };
        let mut check = Check::new(world, id, Aim::Attack, self.with.name.clone(), self.ability());
        smash::shoots(world, &mut check, &self.with, shape::distance(world, id, self.at));
        special::ready(world, &mut check, None);
        let mut rolled = check.roll(world);
        world.the_mut::<TurnUsage>(id).aim = None;
        let hits = rolled.against(against);
        let kept = rolled.kept;
        world.tell(Event::number(id, rolled.total).by(rule!("EDG-ATK-1")));
        let text = if hits { "hits the square" } else { "misses the square" };
        world.note(id, text, rule!("EDG-ATK-1"));
        let item = Some(self.with.key.clone().into());
        special::arise(world, Settled { item, ..Settled::of(id, Aim::Attack) }, kept, hits);
        stealth::give_away(world, id);
    }

    fn ability(&self) -> (Ability, Option<&str>) {
        (Ability::Combativity, Some(self.with.skill.as_str()))
    }

    /// The roll, which tells nothing of who stands there.
    fn check(&self, world: &World) -> Check {
        let mut check = Check::new(world, self.attacker, Aim::Attack, self.with.name.clone(), self.ability());
        let unseen = Trace::note("nobody is seen there").by(rule!("EDG-ATK-16"));
        check.lean_by(false, Source::UnseenTarget, unseen);
        let far = reach::between_spaces(space(world, self.attacker), self.at.into());
        smash::shoots(world, &mut check, &self.with, far);
        special::ready(world, &mut check, None);
        check
    }
}

impl Later for Guess {
    const STAGE: Stage = Stage::Rolls;

    /// EDG-ATK-18: dice fall even where nobody is. A miss may bring a setback; nothing brings an exploit.
    fn happen(self, world: &mut World) {
        let id = self.attacker;
        if creature::able(world, id).is_err() {
            return;
        }
        if self.place {
            return self.strikes_the_place(world);
        }
        let target = self.target(world);
        let mut rolled = self.check(world).roll(world);
        world.the_mut::<TurnUsage>(id).aim = None;
        let hits = target.filter(|&target| {
            let between = aiming::between(world, id, &self.with, target);
            let free = self.with.class == Class::Melee || between.cover.degree < Degree::Total;
            free && rolled.total.value >= aiming::difficulty(world, id, &self.with, &between).value
        });
        rolled.total.verdict = Some(hits.is_some());
        world.tell(Event::number(id, rolled.total).by(rule!("EDG-ATK-18")));
        special::draws(world, id, rolled.kept);
        match hits {
            Some(target) => {
                stealth::notices(world, id, target, rule!("EDG-ATK-18"));
                launch(world, Struck { guess: self, target });
            }
            None => {
                let missed = Event::new(What::came(AttackOutcome::Missed)).actor(id);
                world.tell(missed.by(rule!("EDG-ATK-18")));
                let item = Some(self.with.key.clone().into());
                let settled = Settled { item, ..Settled::of(id, Aim::Attack) };
                setback::of_dice(world, &settled, rolled.kept);
                stealth::give_away(world, id);
            }
        }
    }
}

impl Later for Struck {
    const STAGE: Stage = Stage::Damage;

    fn happen(self, world: &mut World) {
        let Self { guess: Guess { attacker, with, .. }, target } = self;
        if !is_on_map(world, target) {
            return;
        }
        let mut doses = roll_damage(world, &with, None);
        let (name, more, rule) = joins_damage(world, attacker, &with);
        if let Some(first) = doses.first_mut() {
            first.amount.push(Trace::new(name, more).by(rule));
        }
        let (parts, how) = harm::protect(world, target, doses, Share::Whole);
        world.tell(Event::new(What::came_of(&parts)).actor(attacker).target(target).by(rule!("EDG-ATK-2")));
        life::suffer(world, target, parts, how, (Some(attacker), false));
        stealth::give_away(world, attacker);
    }
}
