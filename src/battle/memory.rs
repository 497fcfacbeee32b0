//! What the battle was at marked moments, kept as what changed since: going back costs what changed, not the size of the level.
//!
//! Beside the world lies a copy of its state as it was when it was last looked at. Bevy's change ticks tell what is no longer like
//! that copy, whoever changed it and by whatever door; what it was before goes to the end of a log. A [`Mark`] is a place in that log.
//! Undo, orders that are taken back, refused dice and forecasts all go back to a mark; the whole battle as data, which has to be
//! written down, is a [`Snapshot`].

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::*;
use crate::dice::{Dice, DiceState};

mod column;

pub(super) use column::{Column, ground, rows, whole};

/// A marked moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(usize);

/// What of a marked moment is in no column.
struct Moment {
    /// How many changes had been noted.
    log: usize,
    next: u32,
    chain: Vec<Id>,
    dice: DiceState,
    told: u32,
    /// How many facts lay in the outbox.
    heard: usize,
    /// What has ceased to exist or exists again between this mark and the next, and whether it existed before.
    turned: Vec<(Id, bool)>,
}

/// What a battle was at all its marks.
pub(super) struct Memory {
    columns: Vec<Box<dyn Column>>,
    /// For every change, its column.
    log: Vec<u16>,
    moments: Vec<Moment>,
}

impl Memory {
    /// Remembers from now on.
    pub(super) fn new(world: &mut World) -> Self {
        // What is derived from the ground is to be had from the ground that is put back, too.
        lay(world);
        let columns = persist::kept(world);
        world.resource_mut::<Ids>().take_turned();
        world.clear_trackers();
        Self {
            columns,
            log: Vec::new(),
            moments: Vec::new(),
        }
    }

    /// Marks this moment.
    pub(super) fn mark(&mut self, world: &mut World) -> Mark {
        self.take_in(world);
        let outbox = world.resource::<Outbox>();
        self.moments.push(Moment {
            log: self.log.len(),
            next: world.resource::<Ids>().next(),
            chain: flight::chain(world),
            dice: world.resource::<Dice>().state(),
            told: outbox.next,
            heard: outbox.events.len(),
            turned: Vec::new(),
        });
        Mark(self.moments.len() - 1)
    }

    /// Looks at the world: what changed since the last time goes into the log.
    fn take_in(&mut self, world: &mut World) {
        let turned = world.resource_mut::<Ids>().take_turned();
        for (number, column) in self.columns.iter_mut().enumerate() {
            let number = u16::try_from(number).expect("fewer types of state than that");
            let changes = column.take_in(world, &turned);
            self.log.extend(std::iter::repeat_n(number, changes));
        }
        if let Some(moment) = self.moments.last_mut() {
            moment.turned.extend(turned);
        }
        world.clear_trackers();
    }

    /// Puts the world back to a mark, which stays; those after it are forgotten.
    pub(super) fn back(&mut self, world: &mut World, mark: Mark) {
        let moments = self.moments.split_off(mark.0 + 1);
        let now = &mut self.moments[mark.0];
        let recent = world.resource_mut::<Ids>().take_turned();
        let later = moments.into_iter().flat_map(|moment| moment.turned);
        let turned: Vec<(Id, bool)> = now
            .turned
            .drain(..)
            .chain(later)
            .chain(recent.iter().copied())
            .collect();
        make_exist(world, now.next, turned);
        world.resource_mut::<Ids>().take_turned();
        for column in &mut self.columns {
            column.note(world, &recent);
        }
        for number in self.log.drain(now.log..).rev() {
            self.columns[usize::from(number)].drop_last();
        }
        for column in &mut self.columns {
            column.put_back(world);
        }
        now.restore(world);
        world.clear_trackers();
    }

    /// Puts the world as it was at a mark; the marks since then stay, and one can go back to them.
    pub(super) fn recall(&mut self, world: &mut World, mark: Mark) {
        self.take_in(world);
        let then = &self.moments[mark.0];
        let since = self.moments[mark.0..].iter();
        let turned = since.flat_map(|moment| moment.turned.iter().copied()).collect();
        let mut changes = vec![0; self.columns.len()];
        for &number in &self.log[then.log..] {
            changes[usize::from(number)] += 1;
        }
        make_exist(world, then.next, turned);
        for (column, changes) in self.columns.iter().zip(changes) {
            column.put_earlier(world, changes);
        }
        then.restore(world);
    }

    /// Forgets a mark and those after it, without going back.
    pub(super) fn unmark(&mut self, mark: Mark) {
        let forgotten = self.moments.split_off(mark.0);
        if let Some(before) = self.moments.last_mut() {
            before
                .turned
                .extend(forgotten.into_iter().flat_map(|moment| moment.turned));
        } else {
            self.log.clear();
            for column in &mut self.columns {
                column.forget();
            }
        }
    }

    /// The state of the dice at a mark.
    pub(super) fn dice(&self, mark: Mark) -> &DiceState {
        &self.moments[mark.0].dice
    }
}

/// Lets exactly those things exist that did: none from a number on, and of the others as before they first turned.
fn make_exist(world: &mut World, next: u32, turned: Vec<(Id, bool)>) {
    let newer = (next..world.resource::<Ids>().next()).map(|id| (Id(id), false));
    let mut existed: BTreeMap<Id, bool> = newer.collect();
    for (id, before) in turned {
        existed.entry(id).or_insert(before);
    }
    for (id, existed) in existed {
        match (existed, world.entity_of(id)) {
            (false, Some(entity)) => {
                world.despawn(entity);
                world.resource_mut::<Ids>().set(id, None);
            }
            (true, None) if id.0 < next => {
                let entity = world.spawn(id).id();
                world.resource_mut::<Ids>().set(id, Some(entity));
            }
            _ => {}
        }
    }
    world.resource_mut::<Ids>().truncate(next);
}

impl Moment {
    fn restore(&self, world: &mut World) {
        let mut dice = world.resource_mut::<Dice>();
        dice.restore(&self.dice);
        let mut outbox = world.resource_mut::<Outbox>();
        outbox.next = self.told;
        outbox.events.truncate(self.heard);
        if !flight::is_tied(world, &self.chain) {
            flight::tie(world, &self.chain);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn battle(ruleset: &'static dyn Ruleset, level: &str, seed: u64) -> Option<Battle> {
        let text = std::fs::read_to_string(level).expect("a shipped level");
        let (level, _) = crate::rules::read_level(&text, "level").ok()?;
        Battle::new(Arc::new(level), ruleset, seed).ok()
    }

    const LEVELS: [&str; 5] = [
        "levels/first-fight.toml",
        "levels/pump-room.toml",
        "levels/river-farm.toml",
        "levels/last-lantern.toml",
        "levels/low-wall.toml",
    ];

    #[test]
    fn going_back_by_what_changed_is_going_back_to_the_whole() {
        for ruleset in crate::rules::all().iter().chain(crate::rules::begun()) {
            for (seed, level) in (3..).zip(LEVELS) {
                let Some(mut battle) = battle(*ruleset, level, seed) else {
                    continue;
                };
                let mut player = crate::ai::Random::new(seed);
                let mut states = vec![battle.hash()];
                while states.len() <= 80 && battle.outcome().is_none() {
                    let order = player.choose(&battle).expect("something to do");
                    battle.order(&order).expect("a legal order");
                    let after = battle.hash();
                    // There and back, and there again.
                    assert!(battle.undo());
                    assert_eq!(
                        &battle.hash(),
                        states.last().expect("a first state"),
                        "{level} {order:?}"
                    );
                    battle.order(&order).expect("a legal order");
                    assert_eq!(battle.hash(), after, "{level} {order:?}");
                    states.push(after);
                }
                // Some way back in one go, which is an order itself, and back before that.
                let orders = battle.orders().len();
                for to in [orders / 2, orders / 3] {
                    let back = TakeBack {
                        to,
                        by: None,
                        agreed: Vec::new(),
                    };
                    battle
                        .order(&Order::TakeBack(back))
                        .expect("an order that is remembered");
                    assert_eq!(battle.hash(), states[to], "{level} taken back to {to}");
                }
                assert!(battle.undo() && battle.undo());
                for state in states.iter().rev().skip(1) {
                    assert!(battle.undo());
                    assert_eq!(&battle.hash(), state, "{level}");
                }
                assert!(!battle.undo());
            }
        }
    }

    /// Things go one after another while nobody looks where they lie; then each comes back, and lies where it lay.
    #[test]
    fn what_is_derived_from_things_comes_back_with_them() {
        for ruleset in crate::rules::all().iter().chain(crate::rules::begun()) {
            let mut battle = battle(*ruleset, "levels/first-fight.toml", 3).expect("a playable level");
            let all: Vec<Id> = things(battle.world()).collect();
            for &creature in &all {
                let remove = Order::Gm(GmAct::Remove { creature });
                battle.order(&remove).expect("an override should be accepted");
            }
            for gone in (0..all.len()).rev() {
                // Looked at between here and there, as the window does.
                let _ = lay(battle.world());
                assert!(battle.undo());
                let world = battle.world();
                assert_eq!(things(world).count(), all.len() - gone);
                let nowhere = things(world).find(|&thing| laid_at(world, thing).is_none());
                assert_eq!(nowhere, None, "{}: back to {gone} things gone", ruleset.key());
            }
        }
    }

    #[test]
    fn an_order_is_remembered_by_what_it_changed() {
        for ruleset in crate::rules::all().iter().chain(crate::rules::begun()) {
            let mut battle = battle(*ruleset, "levels/river-farm.toml", 3).expect("a playable level");
            let mut player = crate::ai::Random::new(3);
            for _ in 0..60 {
                let order = player.choose(&battle).expect("something to do");
                battle.order(&order).expect("a legal order");
            }
            let memory = battle.memory().expect("a battle with a memory");
            let changes = memory.log.len() / 60;
            assert!(changes < 24, "{changes} changes an order");
        }
    }

    /// On the largest map a square changes with every order: what is remembered is the square, and not the map.
    #[test]
    fn changed_ground_is_remembered_square_by_square() {
        let row = format!("A{}B\n", ".".repeat(126));
        let rows = row + &format!("{}\n", ".".repeat(128)).repeat(127);
        let creature =
            |letter: &str, side: &str| format!("\"{letter}\" = {{ creature = \"soldier\", side = \"{side}\" }}\n");
        let text = format!(
            "name = \"Wide\"\nruleset = \"{}\"\nmap = \"\"\"\n{rows}\"\"\"\n[legend]\n{}{}",
            crate::rules::all()[0].key(),
            creature("A", "red"),
            creature("B", "blue")
        );
        let (level, _) = crate::rules::read_level(&text, "wide.toml").expect("a sound level");
        let level = Arc::new(level);
        for ruleset in crate::rules::all().iter().chain(crate::rules::begun()) {
            let mut battle = Battle::new(level.clone(), *ruleset, 3).expect("a playable level");
            let start = battle.hash();
            let terrains: Vec<String> = battle
                .level()
                .terrains
                .iter()
                .map(|terrain| terrain.key.clone())
                .collect();
            let other = terrains
                .iter()
                .find(|key| *key != &terrains[0])
                .expect("a second terrain");
            let orders = 60;
            for x in 0..orders {
                let squares = vec![crate::grid::Square::new(x, 40)];
                let becomes = other.clone();
                battle
                    .order(&Order::Gm(GmAct::Terrain { squares, becomes }))
                    .expect("an override should be accepted");
                let _ = lay(battle.world());
            }
            let memory = battle.memory().expect("a battle with a memory");
            let bytes: usize = memory.columns.iter().map(|column| column.bytes()).sum();
            let each = bytes / usize::try_from(orders).expect("a count");
            assert!(each < 64 << 10, "{}: {each} bytes an order", ruleset.key());
            for _ in 0..orders {
                assert!(battle.undo());
                let _ = lay(battle.world());
            }
            assert_eq!(battle.hash(), start, "{}", ruleset.key());
        }
    }
}
