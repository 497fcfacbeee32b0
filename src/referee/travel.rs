//! A campaign of which battles are refereed, and what may be seen of it: the referee sees all, a side its own people.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::campaigns::NOBODY_LEFT;
use super::seat;
use crate::battle::{LinkNote, Refusal, Trace, names_in};
use crate::campaign::{Journey, Leg, LinkChoice, Person, Question, Stage, State, Stop};
use crate::level::is_same_name;

/// For whom a battle is opened, and who plays beside them.
#[derive(Clone, Default)]
pub(super) struct Opening {
    pub(super) side: Option<String>,
    pub(super) others: Option<String>,
    /// Who plays which of the other sides, by their ids.
    pub(super) seats: BTreeMap<String, String>,
}

impl Opening {
    /// The seed: the one that is asked for, else 1. A side that knew the seed would know every die, so it gets a secret one.
    pub(super) fn seed(&self, asked: Option<u64>) -> u64 {
        asked.unwrap_or_else(|| if self.side.is_some() { seat::secret_seed() } else { 1 })
    }

    /// Whether it says who plays any other side.
    pub(super) fn names_players(&self) -> bool {
        self.others.is_some() || !self.seats.is_empty()
    }

    /// That `others` or `seats` is said, and no side.
    pub(super) fn lacks_side() -> Refusal {
        Refusal::new("bad_request", "`others` and `seats` say who plays beside a side that is named by `as`.")
    }
}

/// A campaign, and for whom its battles are opened.
#[derive(Clone)]
pub(super) struct Travel {
    pub(super) journey: Journey,
    /// Where it was read from.
    pub(super) file: Option<String>,
    opening: Opening,
}

impl Travel {
    /// A campaign for the referee, or for one of its sides.
    ///
    /// # Errors
    /// That no people of that side go on; that `others` goes with no side.
    pub(super) fn new(journey: Journey, file: Option<String>, opening: Opening) -> Result<Self, Refusal> {
        let sides = &journey.campaign().sides;
        if let Some(side) = opening.side.as_ref().filter(|side| !sides.contains(side)) {
            let text = format!("`{side}` is no side of the campaign; its people are those of {}.", sides.join(", "));
            return Err(Refusal::new("no_such_side", text));
        }
        if opening.side.is_none() && opening.names_players() {
            return Err(Opening::lacks_side());
        }
        Ok(Self { journey, file, opening })
    }

    /// Whether it is one side's.
    pub(super) fn is_seated(&self) -> bool {
        self.opening.side.is_some()
    }

    /// For whom the battle that is being fought is opened: by the id of the level's side.
    pub(super) fn opening(&self) -> Opening {
        let named = |side: &String| self.journey.stop().map_or(side.clone(), |stop| stop.side(side).to_owned());
        Opening { side: self.opening.side.as_ref().map(named), ..self.opening.clone() }
    }

    /// Whether the fields that are given with `go` have a meaning now.
    ///
    /// # Errors
    /// Which field has no place now.
    pub(super) fn fits(&self, who: bool, choices: bool, dice: bool) -> Result<(), Refusal> {
        let stage = self.journey.stage();
        let choosing = matches!(stage, Stage::Choosing { .. });
        let resting = matches!(stage, Stage::Resting { .. });
        let wrong = [
            ("who", who && !choosing, "before a battle"),
            ("choices", choices && !resting, "in the time between two battles"),
            ("dice", dice && !choosing && !resting, "before a battle, or in the time between two"),
        ];
        match wrong.iter().find(|(_, wrong, _)| *wrong) {
            Some((field, _, when)) => Err(Refusal::new("not_now", format!("`{field}` has its place {when}."))),
            None => Ok(()),
        }
    }

    /// Whether one of the roster is of the side that speaks.
    fn shows(&self, name: &str) -> bool {
        let side = self.opening.side.as_deref();
        side.is_none_or(|side| self.side_of(name) == side)
    }

    fn side_of(&self, name: &str) -> &str {
        self.journey.member(name).map_or("", |member| member.side.as_str())
    }

    fn names<'p>(&self, people: impl Iterator<Item = &'p str>) -> Vec<&'p str> {
        people.filter(|name| self.shows(name)).collect()
    }

    /// How it stands.
    pub(super) fn view(&self) -> Value {
        let campaign = self.journey.campaign();
        let mut view = json!({
            "name": campaign.name,
            "about": campaign.about,
            "ruleset": self.journey.ruleset().key(),
            "roster": self.roster(),
            "legs": self.journey.legs().iter().map(|leg| self.leg(leg)).collect::<Vec<_>>(),
        });
        match self.journey.stage() {
            Stage::Choosing { .. } => {
                view["stage"] = "choosing".into();
                view["next"] = self.journey.stop().map_or(Value::Null, |stop| self.choice(stop));
            }
            Stage::Fighting { who, .. } => {
                view["stage"] = "fighting".into();
                let id = self.journey.stop().map(|stop| stop.id.as_str());
                let who = self.names(who.iter().map(String::as_str));
                view["fought"] = json!({ "battle": id, "who": who });
            }
            Stage::Resting { link, to } => {
                view["stage"] = "resting".into();
                if let Some(link) = campaign.link(link) {
                    let known = self.journey.ruleset().link_offers();
                    let offers = known.iter().filter(|(word, _)| link.offers.iter().any(|offer| offer == word));
                    let offers = offers.map(|(word, means)| json!({ "choice": word, "means": means }));
                    let asked = self.journey.questions();
                    let asked = asked.iter().filter(|question| self.shows(&question.name)).map(Self::question);
                    view["questions"] = asked.collect::<Vec<_>>().into();
                    view["link"] = json!({
                        "link": link.id,
                        "text": link.text,
                        "hours": link.hours,
                        "rest": link.rest,
                        "offers": offers.collect::<Vec<_>>(),
                        "to": to,
                    });
                }
            }
            Stage::Ended { ending } => {
                view["stage"] = "ended".into();
                let text = ending.as_deref().and_then(|id| campaign.ending(id)).map(|ending| ending.text.as_str());
                view["end"] = json!({ "ending": ending, "text": text.unwrap_or(NOBODY_LEFT) });
            }
        }
        view
    }

    /// What is asked for a member between two battles.
    fn question(asked: &Question) -> Value {
        let choice = |choice: &LinkChoice| {
            let why = choice.refusal.as_ref().map(ToString::to_string);
            json!({ "choice": choice.word, "why_not": why })
        };
        let choices: Vec<Value> = asked.choices.iter().map(choice).collect();
        json!({ "name": asked.name, "choices": choices, "usual": asked.usual })
    }

    /// What is chosen for whom between two battles: by the side that speaks for its own people, by the computer for those of others.
    ///
    /// # Errors
    /// A choice for a member of another side.
    pub(super) fn choices(&self, own: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, Refusal> {
        let theirs = |name: &&String| {
            let member = self.journey.campaign().members.iter().find(|member| is_same_name(&member.name, name));
            member.is_some_and(|member| !self.shows(&member.name))
        };
        if let Some(name) = own.keys().find(theirs) {
            return Err(Refusal::new("not_yours", format!("{name} is of another side.")));
        }
        let usual = self.journey.usual_choices().into_iter().filter(|(name, _)| !self.shows(name));
        Ok(usual.chain(own.clone()).collect())
    }

    /// What is to be chosen before a battle.
    fn choice(&self, stop: &Stop) -> Value {
        let (room, most) = self.journey.room(stop);
        let level = self.journey.levels().get(&stop.level);
        let meant = level.map(|level| level.names_meant(names_in(self.journey.ruleset())));
        let sides = self.journey.campaign().sides_in(stop);
        let places = level.into_iter().flat_map(|level| level.places(&sides)).map(|place| {
            let named = meant.as_ref().is_some_and(|meant| meant.contains(&place.name));
            json!({ "name": place.name, "kind": place.kind, "side": place.side, "at": place.at, "meant": named })
        });
        json!({
            "battle": stop.id,
            "level": level.map(|level| level.name.as_str()),
            "about": level.map(|level| level.about.as_str()),
            "must": self.names(self.journey.must_go(stop).map(|person| person.name.as_str())),
            "most": most,
            "room": room,
            "places": places.collect::<Vec<_>>(),
            "usual": self.names(self.journey.usual(stop).iter().map(String::as_str)),
        })
    }

    fn roster(&self) -> Vec<Value> {
        let shown = self.journey.roster().iter().filter(|person| self.shows(&person.name));
        let told = |person: &Person| {
            let why = person.can_go().err();
            json!({
                "name": person.name,
                "kind": self.journey.member(&person.name).map(|member| member.kind.as_str()),
                "side": self.side_of(&person.name),
                "alive": person.state == State::Alive,
                "can_go": why.is_none(),
                "why_not": why,
                "battles": person.battles,
                "carried": person.carried.keys,
                "items": person.carried.items,
            })
        };
        shown.map(told).collect()
    }

    fn leg(&self, leg: &Leg) -> Value {
        match leg {
            Leg::Battle(fought) => {
                let mut told = json!({
                    "battle": fought.battle,
                    "who": self.names(fought.who.iter().map(String::as_str)),
                    "winners": fought.winners,
                    "reason": fought.reason,
                    "text": fought.text,
                });
                if !self.is_seated() {
                    told["orders"] = fought.orders.len().into();
                    told["hash"] = super::view::hash(fought.hash).into();
                }
                json!({ "battle": told })
            }
            Leg::Link(passed) => {
                let told = passed.told.iter().filter(|note| self.shows(&note.who)).map(|note: &LinkNote| {
                    let lines = note.trace.as_ref().map(Trace::lines).unwrap_or_default();
                    json!({ "name": note.who, "text": note.text, "rules": note.rules, "trace": note.trace, "lines": lines })
                });
                json!({ "link": { "link": passed.link, "told": told.collect::<Vec<_>>() } })
            }
        }
    }
}
