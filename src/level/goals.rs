//! `[[goal]]`: how the fight ends.

use super::compiler::Compiler;
use super::diagnostic::Code;
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
            read::word(&mut self.report, word, "win", &[("last_side_standing", ())])?;
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
        let win = self.win(win?)?;
        let side = side?;
        Some(match win {
            Win::Eliminate(targets) => Goal::Eliminate { side, targets },
            Win::Hold(zone, rounds) => Goal::Hold { side, zone, rounds },
            Win::Escape(count) => Goal::Escape { side, count },
            Win::Survive(rounds) => Goal::Survive { side, rounds },
        })
    }

    fn owner(&self, creature: &str) -> Option<String> {
        let mut everybody = self.creatures.iter().chain(&self.spawns);
        everybody.find(|placed| placed.thing.name == creature).map(|placed| placed.thing.side.clone())
    }

    fn win(&mut self, value: Value) -> Option<Win> {
        let fields = Fields::open(&mut self.report, value, "`win`", keys::WIN, &[])?;
        let ways = ["eliminate", "hold", "escape", "survive"];
        let present: Vec<_> = ways.iter().filter_map(|way| fields.entry(way)).collect();
        if present.is_empty() && fields.has_slips() {
            return None;
        }
        let [entry] = present[..] else {
            self.report
                .add(Code::OneOf, &fields.span, "`win` names exactly one way to win")
                .because(format!("exactly one of {}", super::suggest::list(&ways)));
            return None;
        };
        if entry.key != "hold"
            && let Some(extra) = fields.entry("rounds")
        {
            self.report
                .add(Code::OneOf, &extra.key_span, format!("`rounds` does not go with `{}`", entry.key))
                .because("belongs to `hold`");
        }
        let value = entry.value;
        match entry.key {
            "eliminate" => {
                let listed = read::strings(&mut self.report, value, "eliminate")?;
                let found = self.report.found.len();
                let named = self.names(listed);
                if self.report.found.len() > found || (named.is_empty() && self.lost.creature) {
                    // Somebody who is meant is not known; so nothing can be said of the goal.
                    return None;
                }
                let mut targets: Vec<String> = Vec::new();
                for name in named {
                    if !targets.contains(&name.value) {
                        targets.push(name.value);
                    }
                }
                Some(Win::Eliminate(targets))
            }
            "hold" => {
                let zone = read::string(&mut self.report, value, "hold")?;
                let zone = self.known_zone(&zone);
                let rounds = match fields.get("rounds") {
                    Some(value) => read::round(&mut self.report, value, "rounds"),
                    None => Some(1),
                };
                Some(Win::Hold(zone?, rounds?))
            }
            "escape" => read::number(&mut self.report, value, "escape", 1..=999).map(|at| Win::Escape(at.value as u32)),
            _ => read::round(&mut self.report, value, "survive").map(Win::Survive),
        }
    }
}

/// A way to win before its side is known.
enum Win {
    Eliminate(Vec<String>),
    Hold(String, u32),
    Escape(u32),
    Survive(u32),
}
