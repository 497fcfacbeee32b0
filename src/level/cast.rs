//! People from elsewhere who take places of a level. The level is played with them, and its text stays what it was.

use std::collections::BTreeSet;

use super::model::{Affected, Cast, Creature, Effect, Goal, Level, Role, Trigger};
use super::name_rule::{check_name, is_same_name};
use super::read::LONGEST;

/// Keys of a ruleset's tables whose values are names of creatures.
#[derive(Clone, Copy, Debug)]
pub struct Naming<'a> {
    /// The ruleset's key.
    pub ruleset: &'a str,
    /// The keys.
    pub keys: &'a [&'a str],
}

/// Called for each name by which a level means a creature, outside the list of its creatures.
type See<'s> = dyn FnMut(&mut String) + 's;

impl Level {
    /// The creatures whose places others may take: those of these sides that are on the map when the fight begins.
    pub fn places(&self, sides: &[String]) -> impl Iterator<Item = &Creature> {
        self.creatures.iter().filter(move |creature| is_place(creature, sides))
    }

    /// The names of creatures that goals, events and tables of rulesets mean.
    pub fn names_meant(&self, naming: Naming) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        self.clone().each_name(naming, &mut |name| {
            found.insert(name.clone());
        });
        found
    }

    /// The level with others in some of its places. What it says of the creature of a place is then said of the one who takes that place.
    ///
    /// # Errors
    /// A sentence for players: a place that is not there or is taken twice, a name that another creature or a thing has.
    pub fn with_cast(&self, cast: Cast, naming: Naming) -> Result<Self, String> {
        self.check_roles(&cast)?;
        let meant = self.names_meant(naming);
        let mut level = self.clone();
        let role = |name: &str| cast.roles.iter().find(|role| is_same_name(&role.place, name));
        let away = |name: &str| cast.away.iter().any(|away| is_same_name(away, name));
        let stays = |own: &Creature| {
            !is_place(own, &cast.sides) || role(&own.name).is_some() || meant.contains(&own.name) && !away(&own.name)
        };
        level.creatures.retain(stays);
        for own in &mut level.creatures {
            if let Some(role) = role(&own.name).filter(|_| is_place(own, &cast.sides)) {
                *own = taken(own, &role.who);
            }
        }
        level.each_name(naming, &mut |name| {
            if let Some(role) = role(name) {
                name.clone_from(&role.who.name);
            }
        });
        let there: BTreeSet<String> = level.creatures.iter().map(|creature| creature.name.clone()).collect();
        level.surprised.retain(|name| there.contains(name));
        level.start_hidden.retain(|name| there.contains(name));
        level.check_names()?;
        level.cast = Some(Box::new(cast));
        Ok(level)
    }

    /// That every place is there and taken once, and that its taker can stand on a map.
    fn check_roles(&self, cast: &Cast) -> Result<(), String> {
        let mut taken: BTreeSet<&str> = BTreeSet::new();
        for Role { place, who } in &cast.roles {
            if !self.places(&cast.sides).any(|own| own.name == *place) {
                return Err(format!("{}: there is no place of `{place}` to take.", self.name));
            }
            if !taken.insert(place) {
                return Err(format!("{}: the place of `{place}` is taken twice, by {} too.", self.name, who.name));
            }
            check_name(&who.name).map_err(|why| format!("{}: somebody has no name: {why}.", self.name))?;
            if who.height.into_iter().chain([who.light]).any(|length| !(0..=LONGEST.0).contains(&length.0)) {
                return Err(format!("{}: {} is as tall, or shines as far, as nobody can.", self.name, who.name));
            }
        }
        Ok(())
    }

    /// That no two creatures, nor a creature and a thing, have one name.
    fn check_names(&self) -> Result<(), String> {
        let things = self.objects.iter().map(|object| object.name.as_str());
        let names: Vec<&str> = self.creatures.iter().map(|creature| creature.name.as_str()).chain(things).collect();
        for (place, name) in names.iter().enumerate().take(self.creatures.len()) {
            if names.iter().skip(place + 1).any(|other| is_same_name(name, other)) {
                return Err(format!("{}: two there are called {name}.", self.name));
            }
        }
        Ok(())
    }

    /// Shows each of those names, to be read or changed.
    fn each_name(&mut self, naming: Naming, see: &mut See) {
        self.goals.iter_mut().for_each(|goal| in_goal(goal, see));
        for event in &mut self.events {
            in_trigger(&mut event.when, see);
            event.do_.iter_mut().for_each(|effect| in_effect(effect, naming, see));
        }
        for effect in self.prepared.values_mut().flatten().flatten() {
            in_effect(effect, naming, see);
        }
        self.surprised.iter_mut().for_each(&mut *see);
        self.start_hidden.iter_mut().for_each(&mut *see);
        if let Some(table) = self.rules.get_mut(naming.ruleset) {
            in_table(table, naming.keys, see);
        }
        self.creatures.iter_mut().for_each(|creature| in_creature(creature, naming, see));
    }
}

fn is_place(creature: &Creature, sides: &[String]) -> bool {
    sides.contains(&creature.side) && !creature.comes_late()
}

/// A member in the place of a level's own creature.
fn taken(place: &Creature, who: &Creature) -> Creature {
    Creature {
        side: place.side.clone(),
        at: place.at,
        elevation: place.elevation,
        bystander: place.bystander,
        manner: place.manner,
        arrives: None,
        called: false,
        ..who.clone()
    }
}

fn in_goal(goal: &mut Goal, see: &mut See) {
    match goal {
        Goal::Eliminate { targets: names, .. } | Goal::Escape { who: names, .. } => names.iter_mut().for_each(see),
        Goal::Protect { creature, .. } => see(creature),
        Goal::AllOf { parts, .. } | Goal::AnyOf { parts, .. } => parts.iter_mut().for_each(|part| in_goal(part, see)),
        Goal::LastSideStanding { .. } | Goal::Hold { .. } | Goal::CarryOut { .. } | Goal::Survive { .. } => {}
    }
}

fn in_trigger(when: &mut Trigger, see: &mut See) {
    match when {
        Trigger::Enters { creatures, .. } => creatures.iter_mut().for_each(see),
        Trigger::Down { creature } => see(creature),
        Trigger::AnyOf(parts) | Trigger::AllOf(parts) => parts.iter_mut().for_each(|part| in_trigger(part, see)),
        Trigger::RoundEnd { .. }
        | Trigger::RoundStart { .. }
        | Trigger::Destroyed { .. }
        | Trigger::After { .. }
        | Trigger::Manual => {}
    }
}

fn in_effect(effect: &mut Effect, naming: Naming, see: &mut See) {
    match effect {
        Effect::Condition { on: Affected::Creature(name), .. } => see(name),
        Effect::Spawn { creatures } => creatures.iter_mut().for_each(|one| in_creature(one, naming, see)),
        _ => {}
    }
}

fn in_creature(creature: &mut Creature, naming: Naming, see: &mut See) {
    if let Some(table) = creature.rules.get_mut(naming.ruleset) {
        in_table(table, naming.keys, see);
    }
}

fn in_table(table: &mut toml::Table, keys: &[&str], see: &mut See) {
    let named = table.iter_mut().filter(|(key, _)| keys.contains(&key.as_str()));
    for (_, value) in named {
        match value {
            toml::Value::String(name) => see(name),
            toml::Value::Array(list) => {
                for one in list {
                    if let toml::Value::String(name) = one {
                        see(name);
                    }
                }
            }
            _ => {}
        }
    }
}
