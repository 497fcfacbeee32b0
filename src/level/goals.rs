//! `[[goal]]`: how the fight ends.

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::gathered::Placed;
use super::keys;
use super::model::*;
use super::read::{self, At, Fields, Value};

impl Compiler<'_> {
    /// Reads `[[goal]]`; each comes with the place of its table.
    pub(super) fn read_goals(&mut self, fields: &Fields) -> Vec<At<Goal>> {
        let mut goals = Vec::new();
        for value in self.listed(fields, "goal") {
            let Some(fields) = Fields::open(&mut self.report, value, "a goal", keys::GOAL, &[]) else {
                continue;
            };
            let side = fields.string(&mut self.report, "side");
            let side_span = side.as_ref().map(|side| side.span.clone());
            let asked = side.is_some();
            let side = side.and_then(|side| self.side(side));
            if let (Some(id), Some(span)) = (&side, &side_span)
                && self.sides.iter().any(|side| side.id == *id && side.neutral)
            {
                self.report
                    .add(Code::GoalNeutral, span, format!("`{id}` is neutral and cannot win"))
                    .because("a neutral side");
            }
            let goal = self.goal(&fields, side, asked);
            let span = side_span.unwrap_or_else(|| fields.span.clone());
            goals.extend(goal.map(|goal| At::new(goal, span)));
        }
        goals
    }

    fn goal(&mut self, fields: &Fields, side: Option<String>, asked: bool) -> Option<Goal> {
        let (win, protect) = (fields.get("win"), fields.get("protect"));
        if win.is_none() && protect.is_none() && fields.has_slips() {
            return None;
        }
        if win.is_some() == protect.is_some() {
            self.report
                .add(Code::OneOf, &fields.span, "a goal is either to win or to protect")
                .because("exactly one of `win`, `protect`");
            return None;
        }
        if let Some(word) = win.filter(|value| value.get_ref().is_str()) {
            if word.get_ref().as_str() != Some("last_side_standing") {
                self.no_goal(word);
                return None;
            }
            return (side.is_some() || !asked).then_some(Goal::LastSideStanding { side });
        }
        if !asked {
            fields.require(&mut self.report, "side");
        }
        if let Some(value) = protect {
            let name = read::string(&mut self.report, value, "protect")?;
            let known = self.known_creature(&name);
            let side = side?;
            if let Some(owner) = self.owner(&name.value).filter(|owner| *owner != side) {
                self.report
                    .add(Code::GoalImpossible, &name.span, format!("`{}` is not of side `{side}`", name.value))
                    .because(format!("fights for `{owner}`"));
            }
            return known.then_some(Goal::Protect { side, creature: name.value });
        }
        // Without a side the way to win is read all the same, for what is wrong with it.
        let goal = self.win(win?, side.as_deref().unwrap_or_default(), 0)?;
        let parts = goal.leaves().len();
        if parts > PARTS {
            self.too_many(&fields.span, parts, "parts of a goal", PARTS);
            return None;
        }
        side.map(|_| goal)
    }

    /// Says of a word after `win` that is no goal how goals are written.
    fn no_goal(&mut self, value: Value) {
        const WAYS: &[(&str, &str)] = &[
            ("last_side_standing", "win = \"last_side_standing\""),
            ("eliminate", "win = { eliminate = [\"Boss\", \"blue\"] }"),
            ("hold", "win = { hold = \"gate\", rounds = 3 }"),
            ("escape", "win = { escape = 2 }"),
            ("carry_out", "win = { carry_out = \"Idol\" }"),
            ("survive", "win = { survive = 8 }"),
            ("all_of", "win = { all_of = [{ … }, { … }] }"),
            ("any_of", "win = { any_of = [{ … }, { … }] }"),
            ("protect", "protect = \"Ada\""),
        ];
        let word = value.get_ref().as_str().unwrap_or_default();
        let names: Vec<&str> = WAYS.iter().map(|(name, _)| *name).collect();
        let near = super::suggest::nearest(word, &names);
        let way = WAYS.iter().find(|(name, _)| Some(*name) == near);
        let found = self.report.add(Code::UnknownWord, &value.span(), format!("`win` cannot be `{word}`"));
        match way {
            Some((name, form)) if *name != "last_side_standing" => {
                found.because(format!("`{name}` says what, too")).help(format!("write `{form}`"));
            }
            Some((_, form)) => {
                found.because("not a goal").help(format!("did you mean `{form}`?"));
            }
            None => {
                let forms: Vec<&str> = WAYS.iter().map(|(_, form)| *form).collect();
                found.because("not a goal").help(format!("goals are {}", super::suggest::list(&forms)));
            }
        }
    }

    fn owner(&self, creature: &str) -> Option<String> {
        let mut everybody = self.creatures.iter().chain(&self.spawns);
        everybody.find(|placed| placed.thing.name == creature).map(|placed| placed.thing.side.clone())
    }

    fn win(&mut self, value: Value, side: &str, depth: usize) -> Option<Goal> {
        let fields = Fields::open(&mut self.report, value, "`win`", keys::WIN, &[])?;
        let ways = ["eliminate", "hold", "escape", "survive", "carry_out", "all_of", "any_of"];
        let present: Vec<_> = ways.iter().filter_map(|way| fields.entry(way)).collect();
        if present.is_empty() && fields.has_slips() {
            return None;
        }
        let [entry] = present[..] else {
            self.report
                .add(Code::OneOf, &fields.span, "`win` names exactly one way to win")
                .because(format!("exactly one of {}", super::suggest::list(&ways)))
                .help("to join several, write `win = { all_of = [{ … }, { … }] }` or `any_of`");
            return None;
        };
        let names = entry.key == "escape" && !entry.value.get_ref().is_integer();
        let fits = [("rounds", entry.key == "hold", "`hold`"), ("count", names, "names to `escape`")];
        for (key, fits, what) in fits {
            if let Some(extra) = fields.entry(key).filter(|_| !fits) {
                self.report
                    .add(Code::OneOf, &extra.key_span, format!("`{key}` does not go with `{}`", entry.key))
                    .because(format!("belongs to {what}"));
            }
        }
        let value = entry.value;
        let side = side.to_owned();
        match entry.key {
            "eliminate" => Some(Goal::Eliminate { side, targets: self.named(value, "eliminate")? }),
            "hold" => {
                let zone = read::string(&mut self.report, value, "hold")?;
                let zone = self.known_zone(&zone);
                let rounds = match fields.get("rounds") {
                    Some(value) => read::round(&mut self.report, value, "rounds"),
                    None => Some(1),
                };
                Some(Goal::Hold { side, zone: zone?, rounds: rounds? })
            }
            "escape" if names => {
                let who = self.named(value, "escape")?;
                if who.is_empty() {
                    self.report
                        .add(Code::UnknownCreature, &value.span(), "`escape` names nobody")
                        .because("no creature of this level is meant");
                    return None;
                }
                let most = i64::try_from(who.len()).unwrap_or(i64::MAX);
                let count = match fields.get("count") {
                    Some(value) => read::number(&mut self.report, value, "count", 1..=most)?.value,
                    None => most,
                };
                Some(Goal::Escape { side, who, count: count as u32 })
            }
            "escape" => {
                let count = read::number(&mut self.report, value, "escape", 1..=999)?.value as u32;
                Some(Goal::Escape { side, who: Vec::new(), count })
            }
            "carry_out" => {
                let name = read::string(&mut self.report, value, "carry_out")?;
                if !self.known_object(&name) {
                    return None;
                }
                let portable = |placed: &Placed<Object>| placed.thing.name != name.value || placed.thing.portable;
                if !self.lost.object && !self.objects.iter().chain(&self.put_down).all(portable) {
                    self.report
                        .add(Code::GoalImpossible, &name.span, format!("nobody can carry `{}`", name.value))
                        .because("it is not portable")
                        .help("give its [object.KEY] `portable = true`");
                }
                Some(Goal::CarryOut { side, object: name.value })
            }
            "all_of" | "any_of" => {
                let parts = self.parts(value, &side, depth, entry.key)?;
                Some(if entry.key == "all_of" { Goal::AllOf { side, parts } } else { Goal::AnyOf { side, parts } })
            }
            _ => read::round(&mut self.report, value, "survive").map(|rounds| Goal::Survive { side, rounds }),
        }
    }

    /// The goals that are joined, each a table as after `win`.
    fn parts(&mut self, value: Value, side: &str, depth: usize, key: &str) -> Option<Vec<Goal>> {
        let Some(list) = value.get_ref().as_array() else {
            read::wrong_type(&mut self.report, value, &format!("`{key}`"), "a list of ways to win");
            return None;
        };
        if list.len() < 2 {
            self.report
                .add(Code::OneOf, &value.span(), format!("`{key}` joins two ways to win or more"))
                .because("fewer than two")
                .help("write the one way itself after `win`, or add another");
            return None;
        }
        if depth >= DEPTH {
            self.too_many(&value.span(), depth + 1, "goals within goals", DEPTH);
            return None;
        }
        let parts: Vec<Option<Goal>> = list.iter().map(|part| self.win(part, side, depth + 1)).collect();
        parts.into_iter().collect()
    }

    /// The creatures of a list of names and sides, each once. `None` where something is wrong with it: then nothing can be said of the goal.
    fn named(&mut self, value: Value, key: &str) -> Option<Vec<String>> {
        let listed = read::strings(&mut self.report, value, key)?;
        let found = self.report.found.len();
        let named = self.names(listed);
        if self.report.found.len() > found || (named.is_empty() && self.lost.creature) {
            return None;
        }
        let mut names: Vec<String> = Vec::new();
        for name in named {
            if !names.contains(&name.value) {
                names.push(name.value);
            }
        }
        Some(names)
    }
}

/// So many goals may be joined in one.
const PARTS: usize = 64;

/// So deep may they be joined.
const DEPTH: usize = 8;
