//! Reading stat blocks key by key: those of the bestiary and what a level changes in them.

use std::collections::BTreeSet;

use toml::{Table, Value};

use super::{
    block::{Mustered, Shared},
    entries::{entries, sound_action, sound_attack, sound_reaction},
    keys::{POSTURES, SIZES, WORDS},
    stats::*,
    values::{Wrong, feet, five, flag, names, number, one_of, strings, types},
};
use crate::battle::{About, Takes};
use crate::grid::Length;
use crate::level::{Size, nearest};

/// Something wrong with a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Complaint {
    pub(super) key: String,
    pub(super) message: String,
    pub(super) help: String,
}

/// A stat block in the making: what was said, and what follows from other keys unless it was said.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    profile: Profile,
    dodge_mod: Option<i32>,
    height: Option<Length>,
    space_squares: Option<u8>,
    hp: Option<i32>,
    scores: [Option<i32>; 5],
    held: Option<BTreeSet<String>>,
    posture: Posture,
    light_ft: Feet,
    squeezing: bool,
}

/// The whole number that a key of the table takes.
fn whole(key: &str, value: &Value) -> Result<i32, Wrong> {
    let mut keys = WORDS.keys(About::Creature).iter();
    let known = keys.find(|known| known.key == key).map(|known| &known.takes);
    let Some(Takes::Number(bounds) | Takes::NumberOrFalse(bounds)) = known else {
        unreachable!("{key} should take a number");
    };
    number(value, *bounds.start(), *bounds.end())
}

/// A speed that a creature may lack: a number of feet, or `false`.
fn speed(key: &str, value: &Value) -> Result<Option<Feet>, Wrong> {
    if value.as_bool() == Some(false) {
        return Ok(None);
    }
    whole(key, value).map(Some)
}

impl Default for Draft {
    fn default() -> Self {
        let profile = Profile {
            size: Size::Medium,
            space_squares: 1,
            speed_ft: 30,
            climb_ft: None,
            magclimb_ft: None,
            swim_ft: None,
            hp_max: 20,
            abilities: [8; 5],
            athletics: 6,
            endurance: 4,
            stealth: 4,
            perception: 4,
            pool_set: 3,
            dodge_mod: 0,
            resist: BTreeSet::new(),
            vulnerable: BTreeSet::new(),
            immune: BTreeSet::new(),
            hands: true,
            extra_attacks: 0,
            sneak_free: false,
            sees_in_dark: false,
            no_squeeze: false,
            attacks: Vec::new(),
            actions: Vec::new(),
            reactions: Vec::new(),
        };
        Self {
            profile,
            dodge_mod: None,
            height: None,
            space_squares: None,
            hp: None,
            scores: [None; 5],
            held: None,
            posture: Posture::Standing,
            light_ft: 0,
            squeezing: false,
        }
    }
}

/// Everything wrong with overrides, whatever they override.
pub(super) fn check(shared: &Shared, table: &Table) -> Vec<Complaint> {
    let mut draft = Draft::default();
    let mut complaints = draft.take(shared, table);
    let both = |one: &str, other: &str| table.contains_key(one) && table.contains_key(other);
    if complaints.is_empty() && both("hp", "hp_max") && draft.hp.is_some_and(|hp| hp > draft.profile.hp_max) {
        complaints.push(Complaint {
            key: "hp".into(),
            message: "`hp` is above `hp_max`".into(),
            help: "raise `hp_max`, or leave `hp` out to start unhurt".into(),
        });
    }
    if complaints.is_empty()
        && both("attacks", "reactions")
        && let Some(message) = draft.reaction_without_attack()
    {
        complaints.push(Complaint { key: "reactions".into(), message, help: "list the attack under `attacks`".into() });
    }
    if complaints.is_empty()
        && let Some((key, message, help)) = draft.impossible_start()
    {
        complaints.push(Complaint { key: key.into(), message: message.into(), help: help.into() });
    }
    if complaints.is_empty()
        && table.contains_key("size")
        && let Err(message) = draft.space()
    {
        let help = "leave it out, or make the creature colossal".into();
        complaints.push(Complaint { key: "space_squares".into(), message, help });
    }
    complaints
}

impl Draft {
    /// Takes over every key of a table; what is wrong changes nothing and is reported.
    pub(super) fn take(&mut self, shared: &Shared, table: &Table) -> Vec<Complaint> {
        if table.contains_key("size") {
            // Another size has another height and space than the kind.
            self.height = None;
            self.space_squares = None;
        }
        let mut complaints = Vec::new();
        for (key, value) in table {
            if let Err(wrong) = self.take_key(shared, key, value) {
                let each = self.each_wrong(shared, key, value, wrong).into_iter();
                complaints.extend(each.map(|(key, (message, help))| Complaint { key, message, help }));
            }
        }
        complaints
    }

    /// What is wrong with the parts of a list by themselves, each under its place; where it is none of them, or no list, with the whole.
    fn each_wrong(&self, shared: &Shared, key: &str, value: &Value, wrong: Wrong) -> Vec<(String, Wrong)> {
        let taken = |list: Vec<Value>| self.clone().take_key(shared, key, &Value::Array(list));
        let list = value.as_array().filter(|list| list.len() > 1);
        let parts = list.filter(|_| taken(Vec::new()).is_ok()).into_iter().flatten();
        let refused = parts.enumerate().filter_map(|(place, part)| {
            let why = taken(vec![part.clone()]).err()?;
            Some((format!("{key}.{place}"), why))
        });
        let refused: Vec<_> = refused.collect();
        if refused.is_empty() {
            return vec![(key.to_owned(), wrong)];
        }
        refused
    }

    fn take_key(&mut self, shared: &Shared, key: &str, value: &Value) -> Result<(), Wrong> {
        let profile = &mut self.profile;
        match key {
            "size" => profile.size = one_of(value, &SIZES)?,
            "space_squares" => {
                self.space_squares = Some(u8::try_from(whole(key, value)?).expect("12 should fit"));
            }
            "height_ft" => self.height = Some(feet(value)?),
            "speed_ft" => profile.speed_ft = whole(key, value)?,
            "climb_ft" => profile.climb_ft = speed(key, value)?,
            "magclimb_ft" => profile.magclimb_ft = speed(key, value)?,
            "swim_ft" => profile.swim_ft = speed(key, value)?,
            "hp_max" => profile.hp_max = whole(key, value)?,
            "hp" => self.hp = Some(whole(key, value)?),
            "abilities" => profile.abilities = five(value)?,
            "athletics" => profile.athletics = whole(key, value)?,
            "endurance" => profile.endurance = whole(key, value)?,
            "stealth" => profile.stealth = whole(key, value)?,
            "perception" => profile.perception = whole(key, value)?,
            "pool_set" => profile.pool_set = whole(key, value)?,
            "dodge_mod" => self.dodge_mod = Some(whole(key, value)?),
            "resist" => profile.resist = types(value)?,
            "vulnerable" => profile.vulnerable = types(value)?,
            "immune" => profile.immune = types(value)?,
            "hands" => profile.hands = flag(value)?,
            "held" => self.held = Some(strings(value)?.into_iter().map(str::to_owned).collect()),
            "extra_attacks" => profile.extra_attacks = whole(key, value)?,
            "sneak_free" => profile.sneak_free = flag(value)?,
            "sees_in_dark" => profile.sees_in_dark = flag(value)?,
            "no_squeeze" => profile.no_squeeze = flag(value)?,
            "light_ft" => self.light_ft = whole(key, value)?,
            "posture" => self.posture = one_of(value, &POSTURES)?,
            "squeezing" => self.squeezing = flag(value)?,
            // Taken in when everybody is there.
            "hidden_from" => drop(names(value)?),
            "attacks" => profile.attacks = entries(value, &shared.attacks, "attack", sound_attack)?,
            "actions" => profile.actions = entries(value, &shared.actions, "action", sound_action)?,
            "reactions" => profile.reactions = entries(value, &shared.reactions, "reaction", sound_reaction)?,
            _ => return self.take_ability(key, value),
        }
        Ok(())
    }

    /// `str` and its like are the score now, `str_max` and its like the score at its best.
    fn take_ability(&mut self, key: &str, value: &Value) -> Result<(), Wrong> {
        let stem = key.strip_suffix("_max").unwrap_or(key);
        let Some(ability) = Ability::ALL.into_iter().find(|ability| ability.key() == stem) else {
            let keys = WORDS.keys(About::Creature).iter();
            let known: Vec<&str> = keys.map(|known| known.key).collect();
            let help = match nearest(key, &known) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("known keys are {}", known.join(", ")),
            };
            return Err((format!("a stat block has no `{key}`"), help));
        };
        if stem == key {
            self.scores[ability as usize] = Some(whole(key, value)?);
        } else {
            self.profile.abilities[ability as usize] = whole(key, value)?;
        }
        Ok(())
    }

    /// The edge of its space (SOL-SIZE-1 to SOL-SIZE-6).
    fn space(&self) -> Result<u8, String> {
        let usual = self.profile.size.edge();
        match self.space_squares {
            Some(edge) if edge == usual => Ok(edge),
            Some(edge) if self.profile.size == Size::Colossal && edge > usual => Ok(edge),
            Some(edge) => Err(format!("a space of {edge} squares does not go with this size, which takes {usual}")),
            None => Ok(usual),
        }
    }

    /// SOL-DEATH-1, SOL-SQZ-8: why it cannot start like this.
    fn impossible_start(&self) -> Option<(&'static str, &'static str, &'static str)> {
        let lost = Ability::ALL.into_iter().filter(|&ability| self.scores[ability as usize] == Some(0));
        if let Some(ability) = lost.clone().nth(1) {
            let why = "two abilities at 0 are death (SOL-DEATH-1)";
            return Some((ability.key(), why, "leave one of them at 1 or more"));
        }
        let barred = self.squeezing && self.profile.no_squeeze;
        barred.then_some(("squeezing", "it may not squeeze (SOL-SQZ-8)", "leave out `squeezing` or `no_squeeze`"))
    }

    fn reaction_without_attack(&self) -> Option<String> {
        let owns = |key: &str| self.profile.attacks.iter().any(|attack| attack.key == key);
        self.profile.reactions.iter().find_map(|reaction| match &reaction.effect {
            Answering::Attack(key) if !owns(key) => Some(format!(
                "the reaction `{}` makes the attack `{key}`, which the creature does not have",
                reaction.key
            )),
            _ => None,
        })
    }

    /// What follows from what was said.
    ///
    /// # Errors
    /// The first contradiction, as a sentence.
    pub(super) fn finish(&self) -> Result<Mustered, String> {
        if let Some(message) = self.reaction_without_attack() {
            return Err(format!("reactions: {message}"));
        }
        if let Some((key, message, _)) = self.impossible_start() {
            return Err(format!("{key}: {message}"));
        }
        let mut profile = self.profile.clone();
        profile.dodge_mod = self.dodge_mod.unwrap_or(profile.athletics / 2);
        profile.space_squares = self.space().map_err(|why| format!("space_squares: {why}"))?;
        let height = self.height.unwrap_or_else(|| usual_height(profile.size));
        // A score or hit points above the usual maximum mean a better creature, not a mistake.
        profile.hp_max = profile.hp_max.max(self.hp.unwrap_or(0));
        let mut abilities = profile.abilities;
        for (at, score) in self.scores.iter().enumerate() {
            abilities[at] = score.unwrap_or(abilities[at]);
            profile.abilities[at] = profile.abilities[at].max(abilities[at]);
        }
        let held = self.in_hand(&profile)?;
        let hp = self.hp.unwrap_or(profile.hp_max);
        // SOL-SQZ-3: squeezing counts as crawling.
        let posture = if self.squeezing { Posture::Prone } else { self.posture };
        Ok(Mustered {
            profile,
            height,
            hp,
            abilities,
            held,
            posture,
            light_ft: self.light_ft,
            squeezing: self.squeezing,
        })
    }

    fn in_hand(&self, profile: &Profile) -> Result<BTreeSet<String>, String> {
        let weapons = profile.attacks.iter().filter(|attack| attack.needs_hands && !attack.natural);
        let weapons: BTreeSet<String> = weapons.map(|attack| attack.key.clone()).collect();
        match &self.held {
            _ if !profile.hands => Ok(BTreeSet::new()),
            None => Ok(weapons),
            Some(held) => match held.difference(&weapons).next() {
                Some(other) => Err(format!("held: `{other}` is no weapon of this creature that is held in hands")),
                None => Ok(held.clone()),
            },
        }
    }
}

/// Body height where nothing else is said (R25): the edge of the space that the size takes up.
fn usual_height(size: Size) -> Length {
    match size {
        Size::Tiny => Length::feet(1),
        Size::Small => Length::inches(30),
        Size::Medium => Length::feet(5),
        Size::Large => Length::feet(10),
        Size::Huge => Length::feet(15),
        Size::Colossal => Length::feet(20),
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::sol::data::bestiary::check_overrides;

    /// The keys, messages and helps of what is wrong, a line each.
    fn findings(overrides: &str) -> String {
        let table = toml::from_str(overrides).expect("the test's TOML should be well-formed");
        let lines = check_overrides(&table).into_iter();
        lines.map(|(key, message, help)| format!("{key}: {message}; {help}")).collect::<Vec<_>>().join("\n")
    }

    #[track_caller]
    fn check(overrides: &str, wanted: &[&str]) {
        let found = findings(overrides);
        assert!(!found.is_empty(), "nothing was found wrong");
        for part in wanted {
            assert!(found.contains(part), "`{part}` is not in:\n{found}");
        }
    }

    #[test]
    fn sound_overrides_pass() {
        let sound = "hp = 0\nhp_max = 18\nstr = 1\nfor_max = 20\nsize = \"Large\"\nclimb_ft = false\nswim_ft = 20\n\
                     resist = [\"sonic\"]\nattacks = [\"knife\"]\nreactions = []\nheight_ft = 2.5";
        assert_eq!(findings(sound), "");
    }

    #[test]
    fn a_misspelt_key_gets_the_right_one() {
        check("athletcs = 4", &["athletcs:", "did you mean `athletics`"]);
        check("mana = 4", &["a stat block has no `mana`", "known keys are size"]);
        check("luck_max = 4", &["a stat block has no `luck_max`"]);
    }

    #[test]
    fn values_are_of_their_type_and_in_their_range() {
        check("hp_max = \"many\"", &["hp_max: this is a string, not a whole number"]);
        check("dex = 21", &["21 is out of range", "from 0 to 20"]);
        check("str = 0\ndex = 0", &["dex: two abilities at 0 are death"]);
        check("squeezing = true\nno_squeeze = true", &["squeezing: it may not squeeze"]);
        check("hidden_from = 3", &["a name or a list of names"]);
        assert_eq!(findings("con = 0\nsqueezing = true\nhidden_from = [\"Bo\"]"), "");
        check("dex_max = 0", &["0 is out of range"]);
        check("abilities = [8, 8, 8]", &["there are five abilities, not 3"]);
        check("hands = 2", &["hands: this is an integer, not true or false"]);
        check("size = \"big\"", &["`big` is not known", "tiny, small"]);
        check("height_ft = 0", &["out of range"]);
        check("hp = 30\nhp_max = 18", &["`hp` is above `hp_max`"]);
        check("size = \"small\"\nspace_squares = 3", &["does not go with this size"]);
    }

    #[test]
    fn an_attack_has_one_known_type() {
        let blade = "key = \"blade\", name = \"Blade\", kind = \"melee\", range_ft = 5, damage = \"1d6\"";
        check(&format!("attacks = [{{ {blade} }}]"), &["`blade` has no damage type (SOL-TYPE-1)"]);
        check(&format!("attacks = [{{ {blade}, type = \"frie\" }}]"), &["SOL-TYPE-1", "did you mean `fire`"]);
        check(&format!("attacks = [{{ {blade}, type = [\"fire\", \"cold\"] }}]"), &["a damage type in quotes"]);
        assert_eq!(findings(&format!("attacks = [{{ {blade}, type = \"electric\" }}]")), "");
    }

    #[test]
    fn lists_name_what_exists() {
        check("attacks = [\"knief\"]", &["there is no attack `knief`", "did you mean `knife`"]);
        check("attacks = [\"knife\", \"knife\"]", &["two attacks have the key `knife`"]);
        check("attacks = [{ key = \"knife\", sharp = true }]", &["attack `knife`", "sharp"]);
        check("attacks = [{ key = \"knife\", damage = \"1d6d\" }]", &["attack `knife`", "dice"]);
        check("attacks = [{ key = \"knife\", cost_dice = -1 }]", &["cost_dice -1 is out of range"]);
        check("actions = [{ key = \"medkit\", effect = { cure = \"love\" } }]", &["no condition `love`"]);
        check("attacks = [\"knife\"]\nreactions = [\"snap\"]", &["makes the attack `bite`"]);
        check("resist = [\"acdi\"]", &["resist: there is no damage type `acdi`", "did you mean `acid`"]);
    }
}
