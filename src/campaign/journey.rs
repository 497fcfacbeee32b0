//! A campaign being played: who goes, the battle, the time after it, and on by the first way that holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::load::Loaded;
use super::model::{Campaign, Stop, Test, Way};
use super::party::{Party, Question};
use super::roster::{Left, Person, State, leaves, place_of, roles};
use crate::battle::{Battle, Interlude, LinkNote, Recorded, Refusal, Ruleset, StartError, names_in};
use crate::dice::{Dice, Forced};
use crate::level::{Cast, Creature, Level};

/// Where a campaign stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Before a battle: who goes?
    Choosing {
        /// The battle's place in the campaign.
        battle: usize,
    },
    /// A battle is being fought.
    Fighting {
        /// Its place in the campaign.
        battle: usize,
        /// Who went.
        who: Vec<String>,
    },
    /// Between two battles: what does everybody do?
    Resting {
        /// The link's id.
        link: String,
        /// The battle or ending after it.
        to: String,
    },
    /// It is over.
    Ended {
        /// The ending's id; none where nobody is left who could go on.
        ending: Option<String>,
    },
}

/// A part of a campaign that lies behind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Leg {
    /// A battle.
    Battle(Fought),
    /// The time after it.
    Link(Passed),
}

/// A battle that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    /// Its id.
    pub battle: String,
    /// The seed of its dice.
    pub seed: u64,
    /// Who went.
    pub who: Vec<String>,
    /// Faces forced before its first die.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<Forced>,
    /// Every order.
    pub orders: Vec<Recorded>,
    /// The sides of the level that have won, by id.
    pub winners: Vec<String>,
    /// Why.
    pub reason: String,
    /// The hash of its last state.
    pub hash: u64,
    /// What the way on from it tells.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// The time between two battles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passed {
    /// The link's id; none where one battle followed the other at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// What was chosen for whom.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub choices: BTreeMap<String, String>,
    /// Faces forced for its dice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Forced>,
    /// What was told, with its dice.
    pub told: Vec<LinkNote>,
}

/// A campaign being played under a ruleset. The battle that is being fought is not in it: the caller of [`Journey::set_out`] holds it.
#[derive(Clone)]
pub struct Journey {
    campaign: Arc<Campaign>,
    levels: BTreeMap<String, Arc<Level>>,
    ruleset: &'static dyn Ruleset,
    seed: u64,
    roster: Vec<Person>,
    legs: Vec<Leg>,
    stage: Stage,
}

fn refused<T>(code: &'static str, why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::new(code, why.into()))
}

impl Journey {
    /// Begins a campaign.
    ///
    /// # Errors
    /// A sentence: a member whom the ruleset does not know, or whom it cannot start.
    pub fn begin(loaded: Loaded, ruleset: &'static dyn Ruleset, seed: u64) -> Result<Self, String> {
        let Loaded { campaign, levels } = loaded;
        for member in &campaign.members {
            let own = member.rules.get(ruleset.key());
            ruleset.outline(&member.kind, member.size, own).map_err(|why| format!("{}: {why}.", member.name))?;
        }
        let roster = campaign.members.iter().map(Person::new).collect();
        let stage = Stage::Choosing { battle: 0 };
        Ok(Self { campaign, levels, ruleset, seed, roster, legs: Vec::new(), stage })
    }

    /// The campaign.
    pub fn campaign(&self) -> &Campaign {
        &self.campaign
    }

    /// Its levels, by the paths that it writes.
    pub fn levels(&self) -> &BTreeMap<String, Arc<Level>> {
        &self.levels
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &'static dyn Ruleset {
        self.ruleset
    }

    /// The seed that those of battles and links follow from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Everybody, in the campaign's order.
    pub fn roster(&self) -> &[Person] {
        &self.roster
    }

    /// What lies behind.
    pub fn legs(&self) -> &[Leg] {
        &self.legs
    }

    /// The battles that are over.
    pub fn fought(&self) -> impl Iterator<Item = &Fought> {
        self.legs.iter().filter_map(|leg| match leg {
            Leg::Battle(fought) => Some(fought),
            Leg::Link(_) => None,
        })
    }

    /// Where it stands.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The battle before which it stands, or that is being fought.
    pub fn stop(&self) -> Option<&Stop> {
        match &self.stage {
            Stage::Choosing { battle } | Stage::Fighting { battle, .. } => self.campaign.battles.get(*battle),
            Stage::Resting { .. } | Stage::Ended { .. } => None,
        }
    }

    /// The seed of the next battle or link.
    fn next_seed(&self) -> u64 {
        mixed(self.seed, self.legs.len() as u64)
    }

    /// How one of the roster began, by name.
    pub fn member(&self, name: &str) -> Option<&Creature> {
        self.campaign.members.iter().find(|member| member.name == name)
    }

    /// One of the roster, whatever the case of the letters of its name.
    ///
    /// # Errors
    /// That nobody of the roster is called so.
    fn person(&self, name: &str) -> Result<&Person, Refusal> {
        Ok(&self.roster[place_of(&self.roster, name)?])
    }

    /// How many of each of the campaign's sides there is room for in a battle, and how many may go in all.
    pub fn room(&self, stop: &Stop) -> (BTreeMap<String, usize>, usize) {
        let Some(level) = self.levels.get(&stop.level) else { return (BTreeMap::new(), 0) };
        let of = |side: &String| (side.clone(), level.places(&[stop.side(side).to_owned()]).count());
        let room: BTreeMap<String, usize> = self.campaign.sides.iter().map(of).collect();
        let all = room.values().sum();
        (room, stop.up_to.map_or(all, |up_to| up_to.min(all)))
    }

    /// Those who must go into a battle, as far as they can.
    pub fn must_go<'s>(&'s self, stop: &'s Stop) -> impl Iterator<Item = &'s Person> {
        let must = self.roster.iter().filter(|person| stop.must.contains(&person.name));
        must.filter(|person| person.can_go().is_ok())
    }

    /// Who goes unless players choose: those who must, then others in the order of the roster, as many as there is room for.
    pub fn usual(&self, stop: &Stop) -> Vec<String> {
        let (mut room, most) = self.room(stop);
        let can = |person: &&Person| person.can_go().is_ok();
        let must: Vec<&Person> = self.must_go(stop).collect();
        let others = self.roster.iter().filter(can).filter(|person| !stop.must.contains(&person.name));
        let mut who = Vec::new();
        for person in must.into_iter().chain(others) {
            let side = self.member(&person.name).map(|member| member.side.as_str()).unwrap_or_default();
            if let Some(left) = room.get_mut(side).filter(|left| **left > 0 && who.len() < most) {
                *left -= 1;
                who.push(person.name.clone());
            }
        }
        who
    }

    /// Sets out into the battle before which the campaign stands, with these people or with [`Journey::usual`].
    ///
    /// # Errors
    /// That no battle comes now; who cannot go, must go, or finds no place; why the battle cannot start. Nothing has changed then.
    pub fn set_out(&mut self, who: Option<&[String]>, dice: &[Forced]) -> Result<Battle, Refusal> {
        let Stage::Choosing { battle } = self.stage else {
            return refused("not_now", "No battle is to be chosen for now.");
        };
        let stop = &self.campaign.battles[battle];
        let who = match who {
            Some(names) => self.chosen(stop, names)?,
            None => self.usual(stop),
        };
        if who.is_empty() {
            return refused("nobody", "Somebody must go.");
        }
        let fight = self.battle(stop, &who, self.next_seed(), dice)?;
        self.stage = Stage::Fighting { battle, who };
        Ok(fight)
    }

    /// The battle with these people in it.
    pub(super) fn battle(&self, stop: &Stop, who: &[String], seed: u64, dice: &[Forced]) -> Result<Battle, Refusal> {
        let level = self.cast(stop, who).map_err(|why| Refusal::new("cannot_start", why))?;
        Battle::with_dice(Arc::new(level), self.ruleset, seed, dice, false).map_err(|error| {
            let code = if matches!(error, StartError::Dice(_)) { "forced_dice" } else { "cannot_start" };
            Refusal::new(code, error.to_string())
        })
    }

    /// The names of those who are chosen, as the roster has them.
    fn chosen(&self, stop: &Stop, names: &[String]) -> Result<Vec<String>, Refusal> {
        let (room, most) = self.room(stop);
        let mut who: Vec<String> = Vec::new();
        for name in names {
            let person = self.person(name)?;
            person.can_go().map_err(|why| Refusal::new("cannot_go", why))?;
            if who.contains(&person.name) {
                return refused("twice", format!("{} is named twice.", person.name));
            }
            who.push(person.name.clone());
        }
        if let Some(person) = self.must_go(stop).find(|person| !who.contains(&person.name)) {
            return refused("must_go", format!("{} must go.", person.name));
        }
        for (side, places) in room {
            let of = |name: &&String| self.member(name).is_some_and(|member| member.side == side);
            if who.iter().filter(of).count() > places {
                return refused("no_room", format!("There are {places} places for {side}."));
            }
        }
        if who.len() > most {
            return refused("no_room", format!("{most} may go."));
        }
        Ok(who)
    }

    /// The level of a battle with these people in it.
    fn cast(&self, stop: &Stop, who: &[String]) -> Result<Level, String> {
        let level = self.levels.get(&stop.level).ok_or_else(|| format!("There is no level {}.", stop.level))?;
        let naming = names_in(self.ruleset);
        let meant = level.names_meant(naming);
        let mut cast = Cast { sides: self.campaign.sides_in(stop), roles: Vec::new(), away: Vec::new() };
        for side in &self.campaign.sides {
            let going = self.roster.iter().filter(|person| who.contains(&person.name));
            let people = going.filter_map(|person| {
                let mut creature = self.member(&person.name).filter(|member| member.side == *side)?.clone();
                self.ruleset.bring(&mut creature, &person.carried, self.ruleset.key());
                Some(creature)
            });
            cast.roles.extend(roles(level, &meant, stop.side(side), people.collect()));
        }
        let away = self.roster.iter().filter(|person| !who.contains(&person.name));
        cast.away = away.map(|person| person.name.clone()).collect();
        level.with_cast(cast, naming)
    }

    /// Takes over how a battle came out, and goes on by the first way that holds.
    ///
    /// # Errors
    /// That none is being fought, or that it is not over; nothing has changed then.
    pub fn settle(&mut self, fight: &Battle) -> Result<(), Refusal> {
        let Stage::Fighting { battle, who } = &self.stage else {
            return refused("not_now", "No battle is being fought.");
        };
        let Some(outcome) = fight.outcome() else {
            return refused("not_over", "The battle is not over.");
        };
        let sides = &fight.level().sides;
        let id_of = |side: &crate::battle::SideId| sides.get(usize::from(side.0)).map(|side| side.id.clone());
        let winners: Vec<String> = outcome.winners.iter().filter_map(id_of).collect();
        let mut fled = Vec::new();
        for person in self.roster.iter_mut().filter(|person| who.contains(&person.name)) {
            if leaves(fight.world(), self.ruleset, person) == Some(Left::Fled) {
                fled.push(person.name.clone());
            }
        }
        let campaign = self.campaign.clone();
        let stop = &campaign.battles[*battle];
        let holds = |way: &&Way| way.tests.iter().all(|test| self.holds(stop, test, &winners, &fled));
        let way = stop.then.iter().find(holds);
        self.legs.push(Leg::Battle(Fought {
            battle: stop.id.clone(),
            seed: fight.seed(),
            who: who.clone(),
            start: fight.start_dice().to_vec(),
            orders: fight.orders().to_vec(),
            winners,
            reason: outcome.reason.to_string(),
            hash: fight.hash(),
            text: way.map(|way| way.text.clone()).unwrap_or_default(),
        }));
        match way {
            None => self.stage = Stage::Ended { ending: None },
            Some(Way { to, by: Some(link), .. }) => {
                self.stage = Stage::Resting { link: link.clone(), to: to.clone() };
            }
            Some(Way { to, by: None, .. }) => {
                if campaign.ending(to).is_none() {
                    let told = self.time_passes(&Interlude::default(), &BTreeMap::new(), &[])?;
                    self.legs.push(Leg::Link(Passed { link: None, choices: BTreeMap::new(), dice: Vec::new(), told }));
                }
                self.arrive(to);
            }
        }
        Ok(())
    }

    /// Whether a test holds after a battle.
    fn holds(&self, stop: &Stop, test: &Test, winners: &[String], fled: &[String]) -> bool {
        let side = |side: &String| {
            let own = if self.campaign.sides.contains(side) { stop.side(side) } else { side };
            winners.iter().any(|winner| winner == own)
        };
        let are = |who: &[String], state: State| {
            let is = |name: &String| self.roster.iter().any(|one| one.name == *name && one.state == state);
            who.iter().all(is)
        };
        match test {
            Test::Won(won) => side(won),
            Test::Lost(lost) => !side(lost),
            Test::Alive(who) => are(who, State::Alive),
            Test::Dead(who) => are(who, State::Dead),
            Test::Fled(who) => who.iter().all(|name| fled.contains(name)),
        }
    }

    /// Its people.
    fn party(&self) -> Party<'_> {
        Party { ruleset: self.ruleset, members: &self.campaign.members, roster: &self.roster }
    }

    /// What is asked for each member who is alive, while a link is to be passed and offers something that the ruleset knows.
    pub fn questions(&self) -> Vec<Question> {
        let Stage::Resting { link, .. } = &self.stage else { return Vec::new() };
        self.campaign.link(link).map_or_else(Vec::new, |link| self.party().questions(link))
    }

    /// What the computer would choose for everybody, by name, for [`Journey::pass`].
    pub fn usual_choices(&self) -> BTreeMap<String, String> {
        let chosen = self.questions().into_iter().filter_map(|asked| Some((asked.name, asked.usual?.to_owned())));
        chosen.collect()
    }

    /// Lets the time of a link pass, with what was chosen for whom, and goes on.
    ///
    /// # Errors
    /// That no link comes now. A choice that it does not offer, that the member may not take, or for one who is not of the roster or is dead.
    /// Dice that do not fit. Nothing has changed then.
    pub fn pass(&mut self, choices: &BTreeMap<String, String>, dice: &[Forced]) -> Result<(), Refusal> {
        let Stage::Resting { link, to } = &self.stage else {
            return refused("not_now", "There is nothing to pass now.");
        };
        let campaign = self.campaign.clone();
        let Some(link) = campaign.link(link) else { return refused("not_now", "There is no such link.") };
        let settled = self.party().settled(link, choices)?;
        let to = to.clone();
        let told = self.time_passes(&link.interlude(self.ruleset.key()), &settled, dice)?;
        let dice = dice.to_vec();
        self.legs.push(Leg::Link(Passed { link: Some(link.id.clone()), choices: settled, dice, told }));
        self.arrive(&to);
        Ok(())
    }

    /// What time does to those who are alive.
    fn time_passes(
        &mut self,
        link: &Interlude,
        choices: &BTreeMap<String, String>,
        forced: &[Forced],
    ) -> Result<Vec<LinkNote>, Refusal> {
        let mut dice = Dice::new(self.next_seed());
        dice.force(forced.iter().copied(), false);
        let (roster, told) = self.party().after(link, choices, dice)?;
        self.roster = roster;
        Ok(told)
    }

    /// Comes to a battle or an ending. Where nobody can go into the battle, the campaign is over.
    fn arrive(&mut self, to: &str) {
        let next = self.campaign.battle(to).map(|(place, stop)| (place, self.usual(stop).is_empty()));
        self.stage = match next {
            Some((battle, false)) => Stage::Choosing { battle },
            Some((_, true)) => Stage::Ended { ending: None },
            None => Stage::Ended { ending: Some(to.to_owned()) },
        };
    }
}

/// A seed of its own for each part of a campaign.
fn mixed(seed: u64, part: u64) -> u64 {
    let mut mixed = seed.wrapping_add(part.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
