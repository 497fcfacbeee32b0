//! What the battle was at marked moments, kept as what changed since: going back costs what changed, not the size of the level.
//!
//! Beside the world lies a copy of its state as it was when it was last looked at. Bevy's change ticks tell what no longer equals that
//! copy, through any door that changed it. What it was before goes to the end of a log. A [`Bookmark`] is a place in that log. Undo,
//! orders that are taken back, refused dice and forecasts all go back to a mark. The whole battle as data, which has to be written down,
//! is a [`Snapshot`](crate::battle::Snapshot).

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::component::{ComponentId, Mutable};
use bevy::ecs::query::QueryState;
use bevy::prelude::*;

use super::flight::Flights;
use super::persist::Saved;
use super::{flight, persist};
use crate::battle::board::map::Before;
use crate::battle::board::{Map, lay};
use crate::battle::values::{ById, Id, Ids, Outbox};
use crate::dice::{Dice, DiceState};

/// One registered type: how it was when last looked at, and how it was before each change since the first mark.
pub(in crate::battle) trait Column: Send + Sync {
    /// Takes in what changed since it was last looked at; the number of changes that were noted.
    fn note_changes(&mut self, world: &World, turned: &[(Id, bool)]) -> usize;
    /// Notes what changed since it was last looked at, without taking it in: it is to be put back.
    fn note(&mut self, world: &World, turned: &[(Id, bool)]);
    /// Forgets the last change that was taken in; what it concerned is to be put back.
    fn drop_last(&mut self);
    /// Puts everything noted back as it is kept here.
    fn put_back(&mut self, world: &mut World);
    /// Puts everything back as it was so many changes ago, without forgetting one: that, too, is a change.
    fn put_earlier(&self, world: &mut World, changes: usize);
    /// Forgets all changes, but not how it is.
    fn forget(&mut self);
    /// How much room what it was before all changes takes up, as far as its own types say.
    #[cfg(test)]
    fn bytes(&self) -> usize;
}

/// A column of components.
struct Rows<T: Component> {
    part: ComponentId,
    changed: QueryState<(&'static Id, &'static T), Changed<T>>,
    /// By identity.
    rows: Vec<(Id, T)>,
    /// What was there before each change.
    was: Vec<(Id, Option<T>)>,
    /// What is to be put back.
    noted: Vec<Id>,
}

/// How a component is kept.
pub(in crate::battle) fn rows<T: Saved + Component>(world: &mut World) -> Box<dyn Column> {
    let part = world.register_component::<T>();
    let mut rows: Vec<(Id, T)> = world.query::<(&Id, &T)>().iter(world).map(|(&id, row)| (id, row.clone())).collect();
    rows.sort_by_key(|&(id, _)| id);
    Box::new(Rows { part, changed: QueryState::new(world), rows, was: Vec::new(), noted: Vec::new() })
}

impl<T: Saved + Component> Rows<T> {
    fn find(rows: &[(Id, T)], id: Id) -> Result<usize, usize> {
        // What is in flight comes and goes at the end.
        match rows.last() {
            Some(&(last, _)) if last < id => Err(rows.len()),
            None => Err(0),
            _ => rows.binary_search_by_key(&id, |&(id, _)| id),
        }
    }

    fn removed(part: ComponentId, world: &World) -> impl Iterator<Item = Id> + '_ {
        let still = world.removed_with_id(part).filter_map(|entity| world.get_entity(entity).ok());
        still.filter_map(|thing| thing.get::<Id>().copied())
    }

    /// Gives the thing the part as it is to be, if it has another.
    fn write(world: &mut World, entity: Entity, to: Option<&T>) {
        let now = world.get::<T>(entity);
        if now == to {
            return;
        }
        match to {
            Some(to) => {
                let to = to.clone();
                world.entity_mut(entity).insert(to);
            }
            None => {
                world.entity_mut(entity).remove::<T>();
            }
        }
    }
}

impl<T: Saved + Component> Column for Rows<T> {
    fn note_changes(&mut self, world: &World, turned: &[(Id, bool)]) -> usize {
        let before = self.was.len();
        let (rows, was) = (&mut self.rows, &mut self.was);
        // Queries are quickest when they go round by themselves.
        self.changed.iter(world).for_each(|(&id, row)| match Self::find(rows, id) {
            Ok(at) if rows[at].1 == *row => {}
            Ok(at) => {
                let old = std::mem::replace(&mut rows[at].1, row.clone());
                was.push((id, Some(old)));
            }
            Err(at) => {
                rows.insert(at, (id, row.clone()));
                was.push((id, None));
            }
        });
        if self.rows.is_empty() {
            return self.was.len() - before;
        }
        for id in Self::removed(self.part, world).chain(turned.iter().map(|&(id, _)| id)) {
            if let Ok(at) = Self::find(&self.rows, id)
                && world.part::<T>(id).is_none()
            {
                let (_, old) = self.rows.remove(at);
                self.was.push((id, Some(old)));
            }
        }
        self.was.len() - before
    }

    fn note(&mut self, world: &World, turned: &[(Id, bool)]) {
        let noted = &mut self.noted;
        self.changed.iter(world).for_each(|(&id, _)| noted.push(id));
        self.noted.extend(Self::removed(self.part, world));
        // What has turned and is in no row was given the part since, or never had it.
        let turned = turned.iter().map(|&(id, _)| id);
        let rows = &self.rows;
        self.noted.extend(turned.filter(|&id| Self::find(rows, id).is_ok()));
    }

    fn drop_last(&mut self) {
        let (id, old) = self.was.pop().expect("a change in the log should be in its column");
        match (Self::find(&self.rows, id), old) {
            (Ok(at), Some(old)) => self.rows[at].1 = old,
            (Ok(at), None) => {
                self.rows.remove(at);
            }
            (Err(at), Some(old)) => self.rows.insert(at, (id, old)),
            (Err(_), None) => {}
        }
        self.noted.push(id);
    }

    fn put_back(&mut self, world: &mut World) {
        if self.noted.is_empty() {
            return;
        }
        // The same thing may have changed before several marks.
        self.noted.sort_unstable();
        self.noted.dedup();
        for id in self.noted.drain(..) {
            let Some(entity) = world.entity_of(id) else { continue };
            let to = Self::find(&self.rows, id).ok().map(|at| &self.rows[at].1);
            Self::write(world, entity, to);
        }
    }

    fn put_earlier(&self, world: &mut World, changes: usize) {
        let mut done = BTreeSet::new();
        for (id, old) in &self.was[self.was.len() - changes..] {
            if done.insert(*id)
                && let Some(entity) = world.entity_of(*id)
            {
                Self::write(world, entity, old.as_ref());
            }
        }
    }

    fn forget(&mut self) {
        self.was = Vec::new();
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        size_of_val(self.was.as_slice())
    }
}

/// A resource.
struct Whole<T: Resource> {
    part: ComponentId,
    now: T,
    was: Vec<T>,
    noted: bool,
}

/// How a resource is kept.
pub(in crate::battle) fn whole<T>(world: &mut World) -> Box<dyn Column>
where
    T: Saved + Resource + Component<Mutability = Mutable>,
{
    Box::new(Whole {
        part: world.register_component::<T>(),
        now: world.resource::<T>().clone(),
        was: Vec::new(),
        noted: false,
    })
}

impl<T> Column for Whole<T>
where
    T: Saved + Resource + Component<Mutability = Mutable>,
{
    fn note_changes(&mut self, world: &World, _: &[(Id, bool)]) -> usize {
        if !world.is_resource_changed_by_id(self.part) {
            return 0;
        }
        let now = world.resource::<T>();
        if *now == self.now {
            return 0;
        }
        self.was.push(std::mem::replace(&mut self.now, now.clone()));
        1
    }

    fn note(&mut self, world: &World, _: &[(Id, bool)]) {
        self.noted = world.is_resource_changed_by_id(self.part);
    }

    fn drop_last(&mut self) {
        self.now = self.was.pop().expect("a change in the log should be in its column");
        self.noted = true;
    }

    fn put_back(&mut self, world: &mut World) {
        if std::mem::take(&mut self.noted) && *world.resource::<T>() != self.now {
            *world.resource_mut::<T>() = self.now.clone();
        }
    }

    fn put_earlier(&self, world: &mut World, changes: usize) {
        if changes > 0 {
            *world.resource_mut::<T>() = self.was[self.was.len() - changes].clone();
        }
    }

    fn forget(&mut self) {
        self.was = Vec::new();
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        size_of_val(self.was.as_slice())
    }
}

/// Before so many of the last changes what is derived from the ground is remembered, too: forecasts go back and forth over them.
/// Farther back it is worked out anew.
const RECENT: usize = 4;

/// The column of the ground.
struct Ground {
    part: ComponentId,
    now: Map,
    was: Vec<Before>,
    noted: bool,
}

/// How changes of the ground are kept: of each only the squares and edges that it changed. What was derived from the ground before it is
/// kept for as long as it is likely to be needed again.
pub(in crate::battle) fn ground(world: &mut World) -> Box<dyn Column> {
    Box::new(Ground {
        part: world.register_component::<Map>(),
        now: world.resource::<Map>().clone(),
        was: Vec::new(),
        noted: false,
    })
}

impl Column for Ground {
    fn note_changes(&mut self, world: &World, _: &[(Id, bool)]) -> usize {
        if !world.is_resource_changed_by_id(self.part) {
            return 0;
        }
        let now = world.resource::<Map>();
        if *now == self.now {
            return 0;
        }
        self.was.push(Before::between(&self.now, now));
        self.now = now.clone();
        if let Some(older) = self.was.len().checked_sub(RECENT + 1) {
            self.was[older].forget_derived();
        }
        1
    }

    fn note(&mut self, world: &World, _: &[(Id, bool)]) {
        self.noted = world.is_resource_changed_by_id(self.part);
    }

    fn drop_last(&mut self) {
        let before = self.was.pop().expect("a change in the log should be in its column");
        before.put_back(&mut self.now);
        self.noted = true;
    }

    fn put_back(&mut self, world: &mut World) {
        if std::mem::take(&mut self.noted) && *world.resource::<Map>() != self.now {
            *world.resource_mut::<Map>() = self.now.clone();
        }
    }

    fn put_earlier(&self, world: &mut World, changes: usize) {
        if changes > 0 {
            let mut map = self.now.clone();
            for before in self.was[self.was.len() - changes..].iter().rev() {
                before.clone().put_back(&mut map);
            }
            *world.resource_mut::<Map>() = map;
        }
    }

    fn forget(&mut self) {
        self.was = Vec::new();
    }

    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.was.iter().map(Before::bytes).sum()
    }
}

/// A marked moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::battle) struct Bookmark(usize);

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
pub(in crate::battle) struct Memory {
    columns: Vec<Box<dyn Column>>,
    /// For every change, its column.
    log: Vec<u16>,
    moments: Vec<Moment>,
}

impl Memory {
    /// Remembers from now on.
    pub(in crate::battle) fn new(world: &mut World) -> Self {
        // What is derived from the ground is to be had from the ground that is put back, too.
        lay(world);
        let columns = persist::kept(world);
        world.resource_mut::<Ids>().take_turned();
        world.clear_trackers();
        Self { columns, log: Vec::new(), moments: Vec::new() }
    }

    /// Marks this moment.
    pub(in crate::battle) fn mark(&mut self, world: &mut World) -> Bookmark {
        self.note_changes(world);
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
        Bookmark(self.moments.len() - 1)
    }

    /// Looks at the world: what changed since the last time goes into the log.
    fn note_changes(&mut self, world: &mut World) {
        let turned = world.resource_mut::<Ids>().take_turned();
        for (number, column) in self.columns.iter_mut().enumerate() {
            let number = u16::try_from(number).expect("fewer types of state than that");
            let changes = column.note_changes(world, &turned);
            self.log.extend(std::iter::repeat_n(number, changes));
        }
        if let Some(moment) = self.moments.last_mut() {
            moment.turned.extend(turned);
        }
        world.clear_trackers();
    }

    /// Puts the world back to a mark, which stays; those after it are forgotten.
    pub(in crate::battle) fn back(&mut self, world: &mut World, mark: Bookmark) {
        let moments = self.moments.split_off(mark.0 + 1);
        let now = &mut self.moments[mark.0];
        let recent = world.resource_mut::<Ids>().take_turned();
        let later = moments.into_iter().flat_map(|moment| moment.turned);
        let turned: Vec<(Id, bool)> = now.turned.drain(..).chain(later).chain(recent.iter().copied()).collect();
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
    pub(in crate::battle) fn recall(&mut self, world: &mut World, mark: Bookmark) {
        self.note_changes(world);
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
    pub(in crate::battle) fn unmark(&mut self, mark: Bookmark) {
        let forgotten = self.moments.split_off(mark.0);
        if let Some(before) = self.moments.last_mut() {
            before.turned.extend(forgotten.into_iter().flat_map(|moment| moment.turned));
        } else {
            self.log.clear();
            for column in &mut self.columns {
                column.forget();
            }
        }
    }

    /// The state of the dice at a mark.
    pub(in crate::battle) fn dice(&self, mark: Bookmark) -> &DiceState {
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
        match (existed, world.entity_of(id).is_some()) {
            (false, true) => world.despawn_id(id),
            (true, false) if id.0 < next => world.spawn_as(id, ()),
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
        world.resource_mut::<Flights>().happened += 1;
        if !flight::is_tied(world, &self.chain) {
            flight::tie(world, &self.chain);
        }
    }
}

#[cfg(test)]
mod tests;
