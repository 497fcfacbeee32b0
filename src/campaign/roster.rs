//! Who is there, and in which state.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::battle::{ById, CarriedOver, Creature as Fighter, Dead, Fled, Id, Refusal, Ruleset, World, creatures};
use crate::level::{Creature, Level, Role, is_same_name};

/// Whether one of the roster is alive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Alive.
    #[default]
    Alive,
    /// Dead, and so for good.
    Dead,
}

/// One of the roster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// Its name.
    pub name: String,
    /// Whether it is alive.
    pub state: State,
    /// What it has taken out of battles.
    pub carried: CarriedOver,
    /// How many battles it has been in.
    pub battles: u32,
}

impl Person {
    /// A member at the start of a campaign.
    pub(crate) fn new(member: &Creature) -> Self {
        Self { name: member.name.clone(), state: State::Alive, carried: CarriedOver::default(), battles: 0 }
    }

    /// It is dead from now on, and carries nothing.
    pub(crate) fn die(&mut self) {
        self.state = State::Dead;
        self.carried = CarriedOver::default();
    }

    /// Whether it can go into a battle.
    ///
    /// # Errors
    /// Why not, in a sentence.
    pub fn can_go(&self) -> Result<(), String> {
        match (self.state, &self.carried.unfit) {
            (State::Dead, _) => Err(format!("{} is dead.", self.name)),
            (State::Alive, Some(why)) => Err(format!("{} {why}.", self.name)),
            (State::Alive, None) => Ok(()),
        }
    }
}

/// The place in a roster of the person with this name, whatever the case of its letters.
///
/// # Errors
/// That nobody of the roster is called so.
pub(super) fn place_of(roster: &[Person], name: &str) -> Result<usize, Refusal> {
    let place = roster.iter().position(|person| is_same_name(&person.name, name));
    place.ok_or_else(|| Refusal::new("no_such_member", format!("Nobody of the roster is called {name}.")))
}

/// The creature that stands for one of the roster in a battle: by its name, letter for letter.
pub(super) fn fighter(world: &World, name: &str) -> Option<Id> {
    let named = |id: &Id| world.part::<Fighter>(*id).is_some_and(|one| one.name == name);
    creatures(world).into_iter().find(named)
}

/// How one of the roster left a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    Standing,
    Fled,
    Dead,
}

/// Takes over what a battle leaves of one of the roster, and says how it left. None where no creature of the battle has its name.
pub(crate) fn leaves(world: &World, ruleset: &dyn Ruleset, person: &mut Person) -> Option<Left> {
    let id = fighter(world, &person.name)?;
    person.battles += 1;
    if world.part::<Dead>(id).is_some() {
        person.die();
        return Some(Left::Dead);
    }
    person.carried = ruleset.carry(world, id);
    Some(if world.part::<Fled>(id).is_some() { Left::Fled } else { Left::Standing })
}

/// Gives people their places in a level. A member with the name of a place's creature stands there. Then those places are filled that the
/// level means somewhere, then the others.
pub(super) fn roles(level: &Level, meant: &BTreeSet<String>, side: &str, people: Vec<Creature>) -> Vec<Role> {
    let side = [side.to_owned()];
    let mut free: Vec<&str> = level.places(&side).map(|place| place.name.as_str()).collect();
    free.sort_by_key(|name| !meant.contains(*name));
    let mut roles = Vec::new();
    let mut others = Vec::new();
    for who in people {
        match free.iter().position(|place| is_same_name(place, &who.name)) {
            Some(place) => roles.push(Role { place: free.remove(place).to_owned(), who }),
            None => others.push(who),
        }
    }
    let rest = free.into_iter().zip(others);
    roles.extend(rest.map(|(place, who)| Role { place: place.to_owned(), who }));
    roles
}
