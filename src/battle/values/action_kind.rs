//! What can be read of an action without a battle: its key, words, cost and targets, and what an order of it can say.

use super::id::Id;
use super::lexicon::{ActWord, Chapter, Key};
use super::offer::{Aim, Group, Offer};
use super::order::Act;
use super::pause::Pause;
use super::purpose::{Price, Purpose};
use super::refusal::Refusal;
use super::sheet::Measure;

/// What an order of an action can name besides who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AimedAt {
    /// Nothing: it is done at once.
    Nothing,
    /// A creature.
    Creature,
    /// An object.
    Object,
    /// A square.
    Square,
    /// Several creatures or objects.
    Several,
    /// A line that begins at the actor.
    Line,
    /// A cone that begins at the actor.
    Cone,
    /// Everything around a point.
    Burst,
    /// A way, square by square.
    Path,
}

impl AimedAt {
    /// What hands point at for it.
    pub const fn by_hand(self) -> Aim {
        match self {
            Self::Nothing => Aim::Nothing,
            Self::Creature | Self::Object | Self::Several => Aim::Thing,
            Self::Square | Self::Line | Self::Cone | Self::Burst | Self::Path => Aim::Square,
        }
    }

    /// The word, for people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Creature => "a creature",
            Self::Object => "an object",
            Self::Square => "a square",
            Self::Several => "several",
            Self::Line => "a line",
            Self::Cone => "a cone",
            Self::Burst => "a burst",
            Self::Path => "a way",
        }
    }
}

/// What can set off something that waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriggerKind {
    /// The word by which an order names it.
    pub key: &'static str,
    /// What else an order says about it, for people.
    pub takes: &'static str,
    /// When it comes, in a sentence.
    pub means: &'static str,
}

impl TriggerKind {
    /// A trigger.
    pub const fn new(key: &'static str, takes: &'static str, means: &'static str) -> Self {
        Self { key, takes, means }
    }

    /// The words of several, as an order takes one of them.
    pub const fn words<const N: usize>(all: &[Self; N]) -> [&'static str; N] {
        let mut words = [""; N];
        let mut at = 0;
        while at < N {
            words[at] = all[at].key;
            at += 1;
        }
        words
    }
}

/// An option of an order by which more is paid so that its roll comes higher. It is a whole number of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exertion {
    /// The option's key.
    pub key: &'static str,
    /// The steps that can be taken at most.
    pub steps: i32,
    /// What each step is paid from.
    pub from: Measure,
    /// How many points of it each step costs.
    pub points: i32,
}

/// A kind of action, as far as it can be read without a battle.
#[derive(Clone, Copy, Debug)]
pub struct ActionKind {
    /// The word by which an order names it.
    pub key: &'static str,
    /// What the button says.
    pub label: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The icon's name.
    pub icon: &'static str,
    /// The groups of the bar that show it; more than one where the group depends on the weapon or tool it is done with.
    pub groups: &'static [Group],
    /// The button behind which it stands together with similar actions.
    pub family: Option<&'static str>,
    /// What it is for, as a rule.
    pub purpose: Purpose,
    /// What it costs, as a rule.
    pub price: Price,
    /// The kinds of targets that an order of it can name; the usual one comes first.
    pub aimed: &'static [AimedAt],
    /// How far it reaches, in squares; 0 where no range is stated.
    pub range: u32,
    /// What `with` of an order names; empty where it is done with nothing.
    pub with: &'static str,
    /// What else an order of it can say.
    pub options: &'static [Key],
    /// The one of them by which more is paid for better odds; `None` where there is none.
    pub exertion: Option<Exertion>,
    /// Whether it can be readied, to be released by a trigger.
    pub readied: bool,
    /// The pauses at which an order of it may come although it is not its creature's turn; none as a rule.
    pub any_time: &'static [Pause],
}

impl ActionKind {
    /// An action that is aimed at nothing, done with nothing and costs one point; the rest is said beside it.
    pub const fn new(key: &'static str, label: &'static str, help: &'static str) -> Self {
        Self {
            key,
            label,
            help,
            icon: key,
            groups: &[Group::Action],
            family: None,
            purpose: Purpose::Other,
            price: Price::Points(1),
            aimed: &[AimedAt::Nothing],
            range: 0,
            with: "",
            options: &[],
            exertion: None,
            readied: false,
            any_time: &[],
        }
    }

    /// A row of the list, as far as the kind says what stands on it.
    pub fn offer(&self) -> Offer {
        Offer {
            action: self.key.into(),
            with: None,
            label: self.label.into(),
            icon: self.icon.into(),
            purpose: self.purpose,
            cost: String::new(),
            price: self.price,
            group: self.groups[0],
            family: self.family.map(Into::into),
            leads: false,
            aim: self.aimed[0].by_hand(),
            range: (self.range > 0).then_some(self.range),
            radius: None,
            exposes: Vec::new(),
            refusal: None,
            help: self.help.into(),
        }
    }

    /// Itself, for those who write orders.
    pub fn word(&self) -> ActWord {
        let mut aims: Vec<Aim> = Vec::new();
        for aim in self.aimed.iter().map(|aimed| aimed.by_hand()) {
            if !aims.contains(&aim) {
                aims.push(aim);
            }
        }
        ActWord {
            action: self.key.to_owned(),
            label: self.label.to_owned(),
            help: self.help.to_owned(),
            aims,
            with: self.with,
            options: self.options,
            readied: self.readied,
        }
    }

    /// Whether an order of it says no more than who does it.
    pub fn is_bare(&self) -> bool {
        self.aimed == [AimedAt::Nothing] && self.options.is_empty() && self.with.is_empty()
    }

    /// An order of it that names nothing yet.
    pub fn order(&self, creature: Id) -> Act {
        Act::new(creature, self.key)
    }

    /// Whether an order says nothing that orders of this kind cannot say.
    ///
    /// # Errors
    /// What it says too much.
    pub fn understands(&self, act: &Act) -> Result<(), Refusal> {
        for (option, setting) in &act.options {
            let Some(known) = self.options.iter().find(|known| known.key == option) else {
                let message = format!("{} has no option `{option}`.", self.label);
                return Err(Refusal::new("no_such_option", message));
            };
            if !known.takes.takes(setting) {
                let message = format!("`{option}` is {}.", known.takes.words());
                return Err(Refusal::new("bad_option", message));
            }
        }
        if let Some(with) = act.with.as_deref().filter(|_| self.with.is_empty()) {
            let message = format!("{} is done with nothing, not with `{with}`.", self.label);
            return Err(Refusal::new("nothing_used", message));
        }
        let aims = |aim: Aim| self.aimed.iter().any(|aimed| aimed.by_hand() == aim);
        if (act.target.is_some() && !aims(Aim::Thing)) || (act.at.is_some() && !aims(Aim::Square)) {
            let wanted: Vec<&str> = self.aimed.iter().map(|aimed| aimed.word()).collect();
            let message = format!("{} is aimed at {}.", self.label, wanted.join(" or "));
            return Err(Refusal::new("bad_target", message));
        }
        Ok(())
    }
}

impl Chapter {
    /// What can set off something that is readied.
    pub fn triggers(all: &[TriggerKind]) -> Self {
        let row = |trigger: &TriggerKind| {
            let key = format!("`{}`", trigger.key);
            vec![key, trigger.takes.to_owned(), trigger.means.to_owned()]
        };
        Self {
            title: "Triggers",
            about: "What the option `trigger` of `ready` takes.",
            columns: vec!["`trigger`", "further options", "what it waits for"],
            rows: all.iter().map(row).collect(),
        }
    }
}
