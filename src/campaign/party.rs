//! Who lives through the time between two battles: what each is asked, and what the time does to them. Campaigns and scenarios go through
//! it alike.

use std::collections::BTreeMap;

use super::model::Link;
use super::roster::{Person, State, place_of};
use crate::battle::{Interlude, LinkNote, Refusal, Ruleset, Traveller};
use crate::dice::Dice;
use crate::level::Creature;

/// What one member may do in the time between two battles.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its name.
    pub name: String,
    /// What it may choose, in the link's order, with what keeps it from that.
    pub choices: Vec<LinkChoice>,
    /// What the computer would choose for it.
    pub usual: Option<&'static str>,
}

/// One of the things that a member may do between two battles.
#[derive(Clone, Debug)]
pub struct LinkChoice {
    /// The word.
    pub word: &'static str,
    /// What it is, in a sentence.
    pub means: &'static str,
    /// Why this member may not choose it.
    pub refusal: Option<Refusal>,
}

/// People, as they began and as they are, under a ruleset. Both lists have one order.
#[derive(Clone, Copy)]
pub(crate) struct Party<'p> {
    pub(crate) ruleset: &'static dyn Ruleset,
    pub(crate) members: &'p [Creature],
    pub(crate) roster: &'p [Person],
}

impl Party<'_> {
    fn alive(&self) -> impl Iterator<Item = (&Creature, &Person)> {
        self.members.iter().zip(self.roster).filter(|(_, person)| person.state == State::Alive)
    }

    /// Those who are alive as travellers, with what was chosen for them by name; `roster` is a copy that the time may change.
    fn travellers<'a>(&'a self, roster: &'a mut [Person], choices: &'a BTreeMap<String, String>) -> Vec<Traveller<'a>> {
        let alive = self.members.iter().zip(roster).filter(|(_, person)| person.state == State::Alive);
        let people = alive.map(|(who, person)| {
            let choice = choices.get(&person.name).map(String::as_str);
            Traveller { who, carried: &mut person.carried, choice, dies: false }
        });
        people.collect()
    }

    /// The words of a link that the ruleset knows, with what they mean, in the order of the link.
    fn offers(&self, link: &Link) -> Vec<(&'static str, &'static str)> {
        let known = self.ruleset.link_offers();
        let of = |word: &String| known.iter().find(|(known, _)| known == word).copied();
        link.offers.iter().filter_map(of).collect()
    }

    /// What each who is alive is asked for the time of a link; nothing where the ruleset knows none of its offers.
    pub(crate) fn questions(&self, link: &Link) -> Vec<Question> {
        let offers = self.offers(link);
        if offers.is_empty() {
            return Vec::new();
        }
        let words: Vec<&str> = offers.iter().map(|(word, _)| *word).collect();
        let (mut roster, unchosen) = (self.roster.to_vec(), BTreeMap::new());
        let people = self.travellers(&mut roster, &unchosen);
        let usual = self.ruleset.usual_choices(&people, &link.interlude(self.ruleset.key()), &words);
        let asked = self.alive().zip(usual).map(|((who, person), usual)| {
            let choice = |&(word, means): &(&'static str, &'static str)| LinkChoice {
                word,
                means,
                refusal: self.ruleset.may_choose(who, &person.carried, word).err(),
            };
            Question { name: person.name.clone(), choices: offers.iter().map(choice).collect(), usual }
        });
        asked.collect()
    }

    /// Choices by the names of the roster.
    ///
    /// # Errors
    /// That no member has a name, or that the member is dead. That the link does not offer a word, or that the member may not choose it.
    pub(crate) fn settled(
        &self,
        link: &Link,
        choices: &BTreeMap<String, String>,
    ) -> Result<BTreeMap<String, String>, Refusal> {
        let offers = self.offers(link);
        let mut settled = BTreeMap::new();
        for (name, choice) in choices {
            let place = place_of(self.roster, name)?;
            let (who, person) = (&self.members[place], &self.roster[place]);
            if person.state == State::Dead {
                return Err(Refusal::new("cannot_go", format!("{name} is dead.")));
            }
            if !offers.iter().any(|(word, _)| word == choice) {
                return Err(Refusal::new("no_such_choice", format!("`{choice}` is not offered here.")));
            }
            self.ruleset.may_choose(who, &person.carried, choice)?;
            settled.insert(person.name.clone(), choice.clone());
        }
        Ok(settled)
    }

    /// How everybody is after that time, and what is told of it. `dice` are those of this time alone, with what is forced of them.
    ///
    /// # Errors
    /// Forced dice that do not fit.
    pub(crate) fn after(
        &self,
        link: &Interlude,
        choices: &BTreeMap<String, String>,
        mut dice: Dice,
    ) -> Result<(Vec<Person>, Vec<LinkNote>), Refusal> {
        let refused = |why: String| Err(Refusal::new("forced_dice", why));
        let mut roster = self.roster.to_vec();
        let mut people = self.travellers(&mut roster, choices);
        let told = self.ruleset.link(&mut people, link, &mut dice);
        let dead: Vec<String> = people.iter().filter(|one| one.dies).map(|one| one.who.name.clone()).collect();
        roster.iter_mut().filter(|person| dead.contains(&person.name)).for_each(Person::die);
        if let Some(mismatch) = dice.mismatch() {
            return refused(format!("The forced dice do not fit: {mismatch}."));
        }
        if !dice.unused().is_empty() {
            return refused("More dice are forced than are rolled.".to_owned());
        }
        Ok((roster, told))
    }
}
