//! What a save is about: its name, its ruleset, where it stands, and the level as it was told.

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::{Event, Id, Save, SideId, What, standing};
use crate::campaign::{CampaignSave, Leg};
use crate::grid::Square;
use crate::level::{Door, Level, Seat, check_keys};
use crate::rules;

/// What a save is about, as far as it can be read.
#[derive(Clone, Debug)]
pub struct About {
    /// The level's name.
    pub title: String,
    /// The level, if it is still sound, as it stands by what was told: who is where, which doors are open, which things are broken.
    pub level: Option<Level>,
    /// The ruleset's title, or its key when it is not known here.
    pub ruleset: String,
    /// The round it stands in.
    pub round: u32,
    /// Whether it is a campaign's.
    pub campaign: bool,
    /// Where it stands instead, of a campaign between two battles.
    pub between: Option<String>,
    /// How many orders were given.
    pub orders: usize,
    /// How it came out, if it did.
    pub outcome: Option<String>,
}

impl About {
    /// What the save of a battle is about.
    pub(super) fn battle(save: &Save) -> Self {
        let level = rules::read_level(&save.level, "save").ok().map(|(level, _)| level);
        Self {
            title: match &level {
                Some(level) => level.name.clone(),
                None => name_in(&save.level).unwrap_or_else(|| "A battle".into()),
            },
            ruleset: ruleset_title(&save.ruleset),
            round: save.round(),
            campaign: false,
            between: None,
            orders: save.orders.len(),
            outcome: save.outcome().map(|outcome| {
                let sides = level.iter().flat_map(|level| {
                    let side = |side: &SideId| level.sides.get(usize::from(side.0));
                    outcome.winners.iter().filter_map(side)
                });
                let winners: Vec<&str> = sides.map(|side| side.name.as_str()).collect();
                if winners.is_empty() {
                    outcome.reason.to_string()
                } else {
                    format!("won by {}", winners.join(" and "))
                }
            }),
            level: level.map(|level| as_it_was_told(level, save.events(), &save.seats)),
        }
    }

    /// What a campaign's save is about: the battle in it, or where it stands between two.
    pub(super) fn campaign(save: &CampaignSave) -> Self {
        let title = name_in(&save.campaign).unwrap_or_else(|| "A campaign".into());
        let running = save.running.as_ref().and_then(|running| Save::from_value(running.save.clone()).ok());
        if let Some(battle) = running {
            let battle = Self::battle(&battle);
            return Self { title: format!("{title}: {}", battle.title), campaign: true, ..battle };
        }
        let battles = save.legs.iter().filter_map(|leg| match leg {
            Leg::Battle(fought) => Some(fought),
            Leg::Link(_) => None,
        });
        let (count, orders) = battles.fold((0, 0), |(count, orders), one| (count + 1, orders + one.orders.len()));
        let between = match count {
            0 => "before its first battle".to_owned(),
            1 => "after one battle".to_owned(),
            count => format!("after {count} battles"),
        };
        let (ruleset, between) = (ruleset_title(&save.ruleset), Some(between));
        Self { title, level: None, ruleset, round: 0, campaign: true, between, orders, outcome: None }
    }
}

/// The name in the text of a level or a campaign, as far as it can be read.
fn name_in(text: &str) -> Option<String> {
    check_keys(text).ok()?;
    let table: toml::Table = text.parse().ok()?;
    Some(table.get("name")?.as_str()?.to_owned())
}

/// What a ruleset is called, or its key when it is not known here.
fn ruleset_title(key: &str) -> String {
    rules::by_key(key).map_or(key, |known| known.title()).to_owned()
}

/// The level of a battle, drawn anew by what was told to those who sit at the table as persons. Of several who know different things, the
/// picture shows what all know.
fn as_it_was_told(mut level: Level, events: &[Event], seats: &[Seat]) -> Level {
    let seat = |side: usize| seats.get(side).copied().unwrap_or(level.sides[side].seat);
    let people: Vec<SideId> = (0..level.sides.len())
        .filter(|&side| seat(side) == Seat::Human)
        .filter_map(|side| u8::try_from(side).ok().map(SideId))
        .collect();
    let told = Told::of(events, &people);
    // Objects have the first identities, from 1 on, and creatures those behind them.
    let things = level.objects.len();
    let id = |place: usize| u32::try_from(place + 1).map(Id).ok();
    let mut place = 0;
    level.objects.retain_mut(|object| {
        let id = id(place);
        place += 1;
        if let (Some(door), Some(&open)) = (&mut object.door, id.and_then(|id| told.doors.get(&id))) {
            *door = if open { Door::Open } else { Door::Closed };
        }
        !id.is_some_and(|id| told.gone.contains(&id))
    });
    let board = level.board.clone();
    let mut place = things;
    level.creatures.retain_mut(|creature| {
        let Some(id) = id(place) else { return false };
        place += 1;
        let at = told.places.get(&id).copied();
        let arrived = (creature.arrives.is_none() && !creature.called) || at.is_some();
        creature.at = at.filter(|&at| board.get(at).is_some()).unwrap_or(creature.at);
        (creature.arrives, creature.called) = (None, false);
        let known = people.is_empty() || told.known.contains(&id);
        known && arrived && !told.gone.contains(&id)
    });
    level
}

/// What was told of creatures and objects, as it stands last.
#[derive(Default)]
struct Told {
    known: BTreeSet<Id>,
    places: BTreeMap<Id, Square>,
    doors: BTreeMap<Id, bool>,
    gone: BTreeSet<Id>,
}

impl Told {
    fn of(events: &[Event], people: &[SideId]) -> Self {
        let mut told = Self::default();
        for (event, stands) in events.iter().zip(standing(events)) {
            let versions: Option<Vec<&Event>> = people.iter().map(|&side| event.told_to(side)).collect();
            let Some(versions) = versions.filter(|_| stands) else { continue };
            let first = versions.first().copied().unwrap_or(event);
            // A creature counts only if what each of the people is told names it.
            let mut common = named(first);
            common.retain(|id| versions.iter().all(|version| named(version).contains(id)));
            let shared = |id: Option<Id>| id.filter(|id| common.contains(id));
            match (&first.what, shared(first.target.or(first.actor))) {
                (What::Step { to, .. }, _) => told.places.extend(shared(first.actor).map(|actor| (actor, *to))),
                (What::Arrives { at }, _) => {
                    told.places.extend(shared(first.actor.or(first.target)).map(|who| (who, *at)));
                }
                (What::Door { open }, Some(door)) => drop(told.doors.insert(door, *open)),
                (What::Dies | What::Leaves | What::Destroyed, Some(who)) => drop(told.gone.insert(who)),
                _ => {}
            }
            told.known.extend(common);
        }
        told
    }
}

/// The creatures and objects that an event names.
fn named(event: &Event) -> Vec<Id> {
    let order = match &event.what {
        What::Order { creatures } => creatures.as_slice(),
        _ => &[],
    };
    event.actor.iter().chain(&event.target).chain(&event.about).chain(order).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::name_in;

    #[test]
    fn a_name_is_read_only_from_text_that_is_safe_to_read() {
        assert_eq!(name_in("name = \"The Long Road\"").as_deref(), Some("The Long Road"));
        let deep = std::fs::read_to_string("tests/attacks/deep-key.toml").expect("the attack");
        assert_eq!(name_in(&deep), None, "its keys take all memory");
    }
}
