//! Through whose eyes a battle is looked at: the referee's own, which see all of it, or a side's. Whatever is written down for a side is
//! asked of these, so that nobody is named, counted or shot at of whom the side does not know.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;

use crate::battle::*;

/// The numbers by which a side that sits at the table calls creatures and objects: from 1, in the order in which it came to know them,
/// so that no gap tells of anybody. A number once given stays.
#[derive(Debug, Default)]
pub struct Book(RefCell<Vec<Id>>);

impl Book {
    /// The number of a creature or object that the side knows of.
    fn number(&self, id: Id) -> Id {
        let mut met = self.0.borrow_mut();
        let place = met.iter().position(|&known| known == id).unwrap_or_else(|| {
            met.push(id);
            met.len() - 1
        });
        Id(u32::try_from(place + 1).expect("fewer than four billion things in a battle"))
    }

    /// Whose number it is.
    fn whose(&self, number: Id) -> Option<Id> {
        let place = usize::try_from(number.0).ok()?.checked_sub(1)?;
        self.0.borrow().get(place).copied()
    }
}

/// A battle, and who looks at it.
pub struct Eyes<'a> {
    /// The battle as it is.
    pub battle: &'a Battle,
    side: Option<SideId>,
    unknown: BTreeSet<Id>,
    book: Option<&'a Book>,
    seen: OnceCell<Option<Box<Battle>>>,
}

impl<'a> Eyes<'a> {
    /// The referee's own.
    pub fn all(battle: &'a Battle) -> Self {
        Self::of(battle, None)
    }

    /// The referee's, keeping to what a side knows where one is named. Everybody keeps the battle's own numbers.
    pub fn of(battle: &'a Battle, side: Option<SideId>) -> Self {
        let unknown = side.map_or_else(Vec::new, |side| battle.unknown_to(side));
        Self { battle, side, unknown: unknown.into_iter().collect(), book: None, seen: OnceCell::new() }
    }

    /// Those of a side that sits at the table.
    pub fn seated(battle: &'a Battle, side: SideId, book: &'a Book) -> Self {
        Self { book: Some(book), ..Self::of(battle, Some(side)) }
    }

    /// Whose eyes; nobody's in particular for the referee's own.
    pub fn side(&self) -> Option<SideId> {
        self.side
    }

    /// The creature whose turn it is, by its number; for a side only one of its own.
    pub fn active(&self) -> Option<Id> {
        let own = |id: &Id| self.side.is_none_or(|side| side_of(self.battle.world(), *id) == side);
        self.battle.active().filter(own).map(|id| self.number(id))
    }

    /// Whether they are those of a side that sits at the table and is told nothing else.
    pub fn are_seated(&self) -> bool {
        self.book.is_some()
    }

    /// Whether a creature or object is known.
    pub fn know(&self, id: Id) -> bool {
        !self.unknown.contains(&id)
    }

    /// The battle without those who are not known: for whatever is read of it. A side at the table reads a copy even where it knows
    /// of all creatures: otherwise a faster answer would tell it that no creature is hidden.
    pub fn seen(&self) -> &Battle {
        let without = || {
            let unknown: Vec<Id> = self.unknown.iter().copied().collect();
            (self.are_seated() || !unknown.is_empty()).then(|| Box::new(self.battle.without(&unknown)))
        };
        self.seen.get_or_init(without).as_deref().unwrap_or(self.battle)
    }

    /// What is told of an event; `None` for nothing.
    pub fn told<'e>(&self, event: &'e Event) -> Option<&'e Event> {
        match self.side {
            Some(side) => event.told_to(side),
            None => Some(event),
        }
    }

    /// How a creature or object is called here.
    pub fn number(&self, id: Id) -> Id {
        if !self.know(id) {
            return Id::SOMEBODY;
        }
        match self.book {
            Some(book) if id != Id::SOMEBODY => book.number(id),
            _ => id,
        }
    }

    /// As [`Eyes::number`], in what was told of an event: those who stand in it were known then.
    pub fn number_told(&self, id: Id) -> Id {
        match self.book {
            Some(book) if id != Id::SOMEBODY => book.number(id),
            _ => id,
        }
    }

    /// Who or what is called by a number here, if the one who looks knows of it.
    pub fn whose(&self, number: Id) -> Option<Id> {
        let id = match self.book {
            Some(book) => book.whose(number)?,
            None => number,
        };
        self.known().any(|(known, _)| known == id).then_some(id)
    }

    /// Everybody and everything that is known, with the names.
    pub fn known(&self) -> impl Iterator<Item = (Id, &str)> {
        let cast = self.battle.world().resource::<Names>();
        cast.iter().filter(|&(id, _)| self.know(id))
    }
}
