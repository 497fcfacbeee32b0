//! The lines of the log: one for each event, runs of steps of one creature drawn together, filtered. Pure.

use crate::battle::{Event, Names, What};
use crate::gui::board::playback::holds_nothing;

/// Which lines the log shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Filter {
    /// All.
    #[default]
    All,
    /// What happened to whom, without steps and reckoning.
    Fights,
    /// Lines with a number behind them.
    Numbers,
    /// What came of what was done: of blows also that they missed, and no line of a turn or an answer.
    Outcomes,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The first event it stands for, by place in the list.
    pub first: usize,
    /// The last one.
    pub last: usize,
    /// What it says.
    pub text: String,
}

/// Whether an event has a line under a filter.
pub(super) fn shown(event: &Event, filter: Filter) -> bool {
    // Of what struck one reads what it did.
    if matches!(&event.what, What::Outcome { outcome, .. } if outcome.lands()) {
        return false;
    }
    match filter {
        Filter::All => true,
        Filter::Numbers => event.trace.is_some(),
        Filter::Fights => fights(&event.what) && !matches!(event.what, What::Outcome { .. }),
        Filter::Outcomes => {
            fights(&event.what) && !matches!(event.what, What::TurnBegins | What::Answered { .. } | What::Part { .. })
        }
    }
}

fn fights(what: &What) -> bool {
    !matches!(
        what,
        What::Step { .. }
            | What::Number
            | What::Resource { .. }
            | What::Ranked { .. }
            | What::Asked { .. }
            | What::TurnEnds
            | What::RoundEnds { .. }
            | What::Note { .. }
    )
}

/// The lines of a list of events, oldest first. `tell` gives what may be said of one; nothing when nobody may know.
pub(super) fn lines(
    events: &[Event],
    filter: Filter,
    cast: &Names,
    tell: impl Fn(usize) -> Option<String>,
) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    for (at, event) in events.iter().enumerate().filter(|(_, event)| shown(event, filter)) {
        if holds_nothing(events, at) {
            continue;
        }
        let Some(text) = tell(at) else { continue };
        if let What::Step { to, how, motion, .. } = &event.what
            && let Some(line) = out.last_mut()
            && line.last + 1 == at
            && let What::Step { motion: before, .. } = &events[line.last].what
            && before == motion
            && events[line.last].actor == event.actor
        {
            line.last = at;
            let steps = line.last - line.first + 1;
            let who = event.actor.map_or("", |id| cast.name(id));
            line.text = format!("{who}: {how} {steps} squares to {},{}", to.x, to.y);
            continue;
        }
        out.push(Line { first: at, last: at, text });
    }
    out
}

/// The lines in which something is found: its words, or, for `round 2`, all of that round. The head of a round stays over what was found in it.
pub(super) fn found(lines: Vec<Line>, events: &[Event], wanted: &str) -> Vec<Line> {
    let wanted = wanted.trim().to_lowercase();
    if wanted.is_empty() {
        return lines;
    }
    let number = wanted.strip_prefix("round").map(str::trim);
    let number: Option<u32> = number.and_then(|number| number.parse().ok());
    let mut round = 0;
    let mut head: Option<Line> = None;
    let mut out = Vec::new();
    for line in lines {
        if let What::RoundBegins { round: begins } = events[line.last].what {
            round = begins;
            head = Some(line);
            continue;
        }
        let fits = match number {
            Some(number) => number == round,
            None => line.text.to_lowercase().contains(&wanted),
        };
        if fits {
            out.extend(head.take());
            out.push(line);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{AttackOutcome, Id, Motion, Trace};
    use crate::grid::{Length, Square};

    fn step(who: u32, x: i16) -> Event {
        let what = What::Step {
            from: Square::new(x - 1, 0),
            to: Square::new(x, 0),
            height: (Length(0), Length(0)),
            motion: Motion::Walk,
            how: "walk".into(),
        };
        Event::new(what).actor(Id(who))
    }

    fn cast() -> Names {
        let mut cast = Names::default();
        cast.insert(Id(1), "Rook");
        cast.insert(Id(2), "Vera");
        cast
    }

    #[test]
    fn a_walk_is_one_line_until_somebody_else_walks() {
        let events = [step(1, 1), step(1, 2), step(1, 3), step(2, 9), Event::new(What::TurnEnds).actor(Id(2))];
        let lines = lines(&events, Filter::All, &cast(), |at| Some(events[at].describe(&cast())));
        let said: Vec<_> = lines.iter().map(|line| (line.first, line.last, line.text.as_str())).collect();
        assert_eq!(
            said,
            [(0, 2, "Rook: walk 3 squares to 3,0"), (3, 3, "Vera: walk to 9,0"), (4, 4, "Vera ends the turn."),]
        );
    }

    #[test]
    fn lines_are_found_by_words_and_by_round() {
        let begins = |round| Event::new(What::RoundBegins { round });
        let events = [begins(1), step(1, 1), step(2, 5), begins(2), step(1, 2)];
        let all = || lines(&events, Filter::All, &cast(), |at| Some(events[at].describe(&cast())));
        let places = |wanted: &str| -> Vec<usize> {
            let found = found(all(), &events, wanted);
            found.into_iter().map(|line| line.first).collect()
        };
        assert_eq!(places(""), [0, 1, 2, 3, 4]);
        assert_eq!(places("vera"), [0, 2]);
        assert_eq!(places("Round 2"), [3, 4]);
        assert!(places("nobody of that name").is_empty());
    }

    #[test]
    fn what_nobody_may_know_has_no_line() {
        let events = [step(1, 1), step(2, 4), step(1, 2)];
        let tell = |at: usize| (at != 1).then(|| events[at].describe(&cast()));
        let lines = lines(&events, Filter::All, &cast(), tell);
        let said: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(said, ["Rook: walk to 1,0", "Rook: walk to 2,0"]);
    }

    #[test]
    fn filters_leave_out_what_they_say() {
        let events = [
            step(1, 1),
            Event::new(What::Number).actor(Id(1)).trace(Trace::new("damage", 7)),
            Event::new(What::Dies).target(Id(2)),
            Event::new(What::TurnBegins).actor(Id(2)),
            Event::new(What::came(AttackOutcome::Missed)).actor(Id(1)).target(Id(2)),
        ];
        let tell = |at: usize| Some(events[at].describe(&cast()));
        assert_eq!(lines(&events, Filter::Fights, &cast(), tell).len(), 2);
        let came = lines(&events, Filter::Outcomes, &cast(), tell);
        assert_eq!(came.iter().map(|line| line.last).collect::<Vec<_>>(), [2, 4], "a miss, and no turn");
        let numbers = lines(&events, Filter::Numbers, &cast(), tell);
        assert_eq!((numbers.len(), numbers[0].text.as_str()), (1, "Rook: damage: 7"));
    }
}
