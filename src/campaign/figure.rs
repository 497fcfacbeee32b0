//! One of the roster as it would stand on a board now: what is shown of it between battles.

use super::journey::Journey;
use super::roster::{State, fighter};
use crate::battle::Sheet;

impl Journey {
    /// The sheet of one of the roster as it would begin a battle now, alone of its people. That is the next battle, or else the first that
    /// has room for it. None for the dead, for a name that nobody has, and where no battle can begin with it.
    pub fn sheet(&self, name: &str) -> Option<Sheet> {
        let person = self.roster().iter().find(|person| person.name == name && person.state == State::Alive)?;
        let who = [person.name.clone()];
        let stops = self.stop().into_iter().chain(&self.campaign().battles);
        stops.into_iter().find_map(|stop| {
            let battle = self.battle(stop, &who, self.seed(), &[]).ok()?;
            let id = fighter(battle.world(), &person.name)?;
            Some(self.ruleset().sheet(battle.world(), id))
        })
    }
}
