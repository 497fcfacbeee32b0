//! Facts in words: a line of the log each.

use crate::battle::values::event::SOMEBODY;
use crate::battle::values::{AttackOutcome, DamagePart, Event, Guard, Id, Names, Style, What};
use crate::level::counted;

impl Event {
    /// The event as one line of the log.
    pub fn describe(&self, cast: &Names) -> String {
        let mut line = self.words(cast);
        if self.actor == Some(Id::SOMEBODY) && line.starts_with(SOMEBODY) {
            line.replace_range(..1, "S");
        }
        line
    }

    fn words(&self, cast: &Names) -> String {
        let actor = self.actor.map_or("", |id| cast.name(id));
        let target = self.target.map_or("", |id| cast.name(id));
        let number = |fallback: &str| match &self.trace {
            Some(trace) => format!("{}: {}", trace.label, trace.value),
            None => fallback.to_string(),
        };
        match &self.what {
            What::FightBegins => "The fight begins.".into(),
            What::RoundBegins { round } => format!("Round {round}"),
            What::RoundEnds { round } => format!("Round {round} ends."),
            What::Ranked { score } => format!("{actor}: initiative {score}"),
            What::Order { creatures } => {
                let names: Vec<_> = creatures.iter().map(|&id| cast.name(id)).collect();
                format!("Order: {}", names.join(", "))
            }
            What::TurnBegins => format!("{actor}'s turn"),
            What::TurnEnds => format!("{actor} ends the turn."),
            What::Step { to, how, .. } => format!("{actor}: {how} to {},{}", to.x, to.y),
            What::Attack { with, at, .. } if self.target.is_none() => {
                format!("{actor}: {with} at {},{}", at.x, at.y)
            }
            // What is cast need not be meant to harm.
            What::Attack { with, look, .. } if look.style == Style::Spell => {
                let upon = self.target.filter(|_| self.target != self.actor);
                upon.map_or(format!("{actor}: {with}"), |_| format!("{actor}: {with} at {target}"))
            }
            What::Attack { with, .. } => format!("{actor} attacks {target}: {with}"),
            What::Outcome { outcome, by } => {
                let word = match by {
                    Some(by) if by.guard != Guard::Dodge => format!("{} by {}", outcome.word(), by.name),
                    _ => outcome.word().to_string(),
                };
                match (&self.trace, outcome) {
                    (Some(_), _) => format!("{target}: {}, {word}", number("")),
                    (None, AttackOutcome::Missed) if !actor.is_empty() => format!("{actor}: miss"),
                    (None, _) if target.is_empty() => format!("{actor}: {word}"),
                    (None, _) => format!("{target}: {word}"),
                }
            }
            What::Action { name } if target.is_empty() => format!("{actor}: {name}"),
            What::Action { name } => format!("{actor}: {name}, {target}"),
            What::Number => {
                let who = if actor.is_empty() { target } else { actor };
                if who.is_empty() { number("") } else { format!("{who}: {}", number("")) }
            }
            What::Asked { kind, .. } => format!("{target} is asked: {}?", kind.replace('_', " ")),
            What::Answered { choice, label, .. } if label.is_empty() => format!("{actor}: {choice}"),
            What::Answered { label, .. } => format!("{actor}: {label}"),
            What::Damage { amount, parts, pool, change } => {
                let named = |amount: i32, part: &DamagePart| format!("{amount} {}", part.kind.name.to_lowercase());
                let kinds: Vec<String> = match &parts[..] {
                    [] => vec![amount.to_string()],
                    [one] => vec![named(*amount, one)],
                    many => many.iter().map(|part| named(part.amount, part)).collect(),
                };
                let left =
                    if change.1 > 0 { format!("{} {pool} left", change.1) } else { format!("{pool} {}", change.1) };
                format!("{target} -{} ({left})", kinds.join(" -"))
            }
            What::Heal { pool, change } if change.0 == change.1 => {
                format!("{target} heals nothing: {}", level(pool, *change))
            }
            What::Heal { pool, change } => format!("{target} heals: {}", level(pool, *change)),
            What::Resource { name, change } => format!("{actor}: {}", level(name, *change)),
            What::Gains { condition, .. } => format!("{target}: {condition}"),
            What::Loses { condition, .. } => format!("{target}: no longer {condition}"),
            What::Falls { distance } => format!("{target} falls {distance}."),
            What::Down => format!("{target} is down."),
            What::Dies => format!("{target} dies."),
            What::Leaves => format!("{target} leaves the fight."),
            What::Arrives { at } => format!("{target} arrives at {},{}.", at.x, at.y),
            What::Destroyed => format!("{target} is destroyed."),
            What::Door { open } => {
                format!("{target} {}.", if *open { "opens" } else { "closes" })
            }
            What::Ground { squares, becomes, .. } => {
                format!("The ground changes: {becomes} ({})", counted(squares.len(), "square"))
            }
            What::Edges { edges, becomes, .. } => {
                format!("Between squares there is {becomes} now ({})", counted(edges.len(), "side"))
            }
            What::Light { squares: None, becomes } => format!("The light is {becomes:?} now."),
            What::Light { squares: Some(squares), becomes } => {
                let are = if squares.len() == 1 { "is" } else { "are" };
                format!("{} {are} {becomes:?} now.", counted(squares.len(), "square"))
            }
            What::Hazard { at: Some(at), .. } => format!("It takes effect around {},{}.", at.x, at.y),
            What::Hazard { at: None, .. } => "It takes effect.".into(),
            What::Says { text, .. } | What::TakenBack { text, .. } => text.to_string(),
            What::Override { text } => format!("Game master: {text}"),
            What::Part { name } => name.to_string(),
            What::Note { text } if actor.is_empty() => text.to_string(),
            What::Note { text } => format!("{actor}: {text}"),
            What::Ends { result } => format!("The fight is over: {}.", result.reason),
        }
    }
}

/// What a pool held and holds now; once only if that is the same.
fn level(pool: &str, (before, now): (i32, i32)) -> String {
    if before == now { format!("{pool} {now}") } else { format!("{pool} {before} -> {now}") }
}
