//! Events as lines for people: indented by depth, with the rules behind them, with traces on demand. An event is one line, whatever an author
//! has written into it.

use crate::battle::{Battle, Event, Names, Rule, SideId, Trace};
use crate::level::one_line;

/// One event as a line: indented as deep as it is nested, the rules at its end.
pub fn line(battle: &Battle, event: &Event) -> String {
    let cast = battle.world().resource::<Names>();
    let mut line = "  ".repeat(usize::from(event.depth));
    line.push_str(&one_line(&event.describe(cast)));
    let rules = rules(event);
    if !rules.is_empty() {
        line.push_str("  [");
        line.push_str(&rules.join(" "));
        line.push(']');
    }
    line
}

/// The rules behind an event, its trace included, each once, in order.
pub fn rules(event: &Event) -> Vec<&str> {
    let mut out: Vec<&str> = Vec::new();
    for rule in event.all_rules() {
        if !out.contains(&rule.id()) {
            out.push(rule.id());
        }
    }
    out
}

/// An event as a line, and under it the tree of the number behind it.
pub fn with_trace(battle: &Battle, event: &Event) -> Vec<String> {
    let mut out = vec![line(battle, event)];
    if let Some(trace) = &event.trace
        && !(trace.terms.is_empty() && trace.dice.is_empty())
    {
        let indent = "  ".repeat(usize::from(event.depth) + 2);
        out.extend(trace.lines().into_iter().map(|line| format!("{indent}{}", one_line(&line))));
    }
    out
}

/// As [`with_trace`], with the rules that each line cites itself.
pub fn with_rules(battle: &Battle, event: &Event) -> Vec<(String, Vec<Rule>)> {
    let mut rules = vec![event.rules.clone()];
    if let Some(trace) = &event.trace {
        own_rules(trace, &mut rules);
    }
    with_trace(battle, event).into_iter().zip(rules).collect()
}

/// The rule of every term of a tree, in the order of its lines.
fn own_rules(trace: &Trace, out: &mut Vec<Vec<Rule>>) {
    out.push(trace.rule.iter().cloned().collect());
    for term in &trace.terms {
        own_rules(term, out);
    }
}

/// The events from number `from` on, as lines, as far as a side is told of them.
pub fn lines_told_to(battle: &Battle, side: SideId, from: usize, traces: bool) -> Vec<String> {
    let told = battle.events().get(from..).unwrap_or_default().iter();
    written(battle, told.filter_map(|event| event.told_to(side)), traces)
}

/// The events from number `from` on, as lines.
pub fn lines(battle: &Battle, from: usize, traces: bool) -> Vec<String> {
    written(battle, battle.events().get(from..).unwrap_or_default().iter(), traces)
}

/// Events as lines.
pub(super) fn written<'e>(battle: &Battle, events: impl Iterator<Item = &'e Event>, traces: bool) -> Vec<String> {
    if traces {
        events.flat_map(|event| with_trace(battle, event)).collect()
    } else {
        events.map(|event| line(battle, event)).collect()
    }
}
