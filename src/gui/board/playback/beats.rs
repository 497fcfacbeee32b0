//! What is shown of the events: which of them take time, what weapons do meanwhile, what rises from whom.

use super::beat::{Beat, Show, Strike};
use super::throws::{Throw, Tosses};
use crate::battle::{AttackOutcome, Event, Id, Purpose, Style, What};

/// How long a blow takes, and one that takes in an area, in seconds at usual speed.
const BLOW: f32 = 0.42;
const BURST: f32 = 0.6;
/// How long dice that belong to no blow are waited for.
const ROLL: f32 = 0.4;

/// What came of an attack or other harm that took nothing; `None` when the event is no such outcome.
pub(crate) fn spared(event: &Event) -> Option<AttackOutcome> {
    match event.what {
        What::Outcome { outcome, .. } if !outcome.lands() => Some(outcome),
        _ => None,
    }
}

/// The beats of the events from `from` on. Without `dice` none are thrown and nothing waits for them.
pub(crate) fn beats(events: &[Event], from: usize, dice: bool) -> Vec<Beat> {
    let mut tosses = Tosses::default();
    // Dice of a blow that was interrupted by a question are in the traces of what follows.
    let start = events[..from].iter().rposition(|event| begins_anew(&event.what));
    for event in &events[start.unwrap_or(from)..from] {
        tosses.fresh(event);
    }
    let mut out: Vec<Beat> = Vec::new();
    // The beat of the attack that the next dice belong to, and whose it is.
    let mut attack: Option<(usize, Id)> = None;
    for (number, event) in events.iter().enumerate().skip(from) {
        let fresh = if dice { tosses.fresh(event) } else { Vec::new() };
        if !fresh.is_empty()
            && let Some(who) = event.actor.or(event.target)
        {
            let belongs = attack.filter(|(_, attacker)| event.actor.is_none_or(|actor| actor == *attacker));
            if let Some((beat, attacker)) = belongs {
                let throw = out[beat].throws.get_or_insert_with(|| Throw::new(attacker, number));
                throw.add(fresh);
            } else {
                let mut throw = Throw::new(who, number);
                throw.add(fresh);
                out.push(Beat { event: number, show: Show::Roll, lasts: ROLL, throws: Some(throw), floats: false });
            }
        }
        match (&event.what, event.actor) {
            (What::Attack { .. }, Some(who)) => attack = Some((out.len(), who)),
            (What::Number | What::Outcome { .. }, _) => {}
            (What::Resource { .. } | What::Note { .. } | What::Damage { .. }, _) => {}
            _ => attack = None,
        }
        if let Some((show, lasts)) = show(events, number) {
            out.push(Beat { event: number, show, lasts, throws: None, floats: true });
        } else if floats(events, number).is_some() {
            out.push(Beat { event: number, show: Show::Look, lasts: 0.0, throws: None, floats: true });
        }
    }
    out
}

/// Whether dice told from here on are no longer those of what went before.
fn begins_anew(what: &What) -> bool {
    matches!(what, What::Attack { .. } | What::TurnBegins | What::RoundEnds { .. } | What::Hazard { .. })
}

/// How an event is shown, and for how long; `None` when it is only a line of the log.
fn show(events: &[Event], number: usize) -> Option<(Show, f32)> {
    let event = &events[number];
    Some(match &event.what {
        What::Step { from, to, .. } => (Show::Step { who: event.actor?, from: *from, to: *to }, 0.09),
        What::Attack { at, look, radius, .. } => {
            let bursts = look.style == Style::Burst;
            let strike = Strike {
                look: *look,
                radius: if bursts { (*radius).max(1) as f32 } else { 0.0 },
                misses: misses(events, number),
                target: event.target,
            };
            let who = event.actor?;
            (Show::Lunge { who, at: *at, strike }, if bursts { BURST } else { BLOW })
        }
        What::Damage { change, pool, .. } | What::Heal { change, pool } => (
            Show::Hit { who: event.target?, left: change.1, pool: pool.to_string(), change: change.1 - change.0 },
            0.24,
        ),
        What::Hazard { squares, look, .. } => (Show::Flare { squares: squares.clone(), tint: look.tint }, 0.5),
        What::Falls { .. } => (Show::Drop { who: event.target? }, 0.3),
        What::Dies => (Show::Topple { who: event.target?, dies: true }, 0.55),
        What::Down => (Show::Topple { who: event.target?, dies: false }, 0.35),
        What::Gains { mark: Some(mark), .. } if mark.lies() => (Show::Topple { who: event.target?, dies: false }, 0.22),
        What::Part { .. } if !holds_nothing(events, number) => (Show::Part, 0.55),
        What::RoundBegins { round } if *round > 1 => (Show::Round(*round), 0.7),
        What::Leaves => (Show::Fade { who: event.target? }, 0.4),
        What::Destroyed | What::Arrives { .. } => (Show::Look, 0.3),
        What::Gains { .. } | What::Loses { .. } | What::Door { .. } => (Show::Look, 0.12),
        What::Ground { .. } | What::Edges { .. } | What::Light { .. } | What::Override { .. } => (Show::Look, 0.1),
        _ => return None,
    })
}

/// Whether a part of what is gone through step by step begins with which nothing comes about.
pub(crate) fn holds_nothing(events: &[Event], number: usize) -> bool {
    let starts = |event: &Event| {
        matches!(
            event.what,
            What::Part { .. }
                | What::RoundEnds { .. }
                | What::RoundBegins { .. }
                | What::TurnBegins
                | What::Ends { .. }
        )
    };
    matches!(events[number].what, What::Part { .. }) && events.get(number + 1).is_none_or(starts)
}

/// Whether an event belongs to such a part: nobody has done anything since it began.
fn in_part(events: &[Event], number: usize) -> bool {
    let before = events[..number].iter().rev();
    let mut told = before.map_while(|event| match event.what {
        What::Part { .. } => Some(true),
        What::Resource { .. } | What::Note { .. } | What::Heal { .. } | What::Loses { .. } => Some(false),
        _ => None,
    });
    told.any(|part| part)
}

/// Whether nothing comes of an attack, as far as that was told by now.
fn misses(events: &[Event], number: usize) -> bool {
    let mut misses = false;
    for event in events[number + 1..].iter().take(60) {
        match &event.what {
            What::Outcome { outcome, .. } if outcome.lands() => return false,
            What::Outcome { .. } => misses = true,
            what if begins_anew(what) || *what == What::TurnEnds => break,
            _ => {}
        }
    }
    misses
}

/// How what rises from a creature is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Bad for them.
    Bad,
    /// Good for them.
    Good,
    /// A word by the way.
    Plain,
}

/// What rises from a creature with an event: from whom, text, how it is meant, and how large it is written.
pub(in crate::gui) fn floats(events: &[Event], number: usize) -> Option<(Id, String, Tone, f32)> {
    use Tone::*;
    let event = events.get(number)?;
    let target = event.target;
    Some(match &event.what {
        // That nothing got through is told by the outcome.
        What::Damage { amount: 0, .. } => return None,
        What::Damage { amount, change, .. } => {
            let share = *amount as f32 / change.0.max(1) as f32;
            (target?, format!("-{amount}"), Bad, 1.15 + 0.5 * share.clamp(0.0, 1.0))
        }
        What::Heal { change, .. } => (target?, format!("+{}", change.1 - change.0), Good, 1.2),
        What::Resource { change, .. } if change.1 > change.0 && in_part(events, number) => {
            (event.actor?, format!("+{}", change.1 - change.0), Good, 1.0)
        }
        What::Gains { condition, .. } => (target?, condition.replace('_', " "), Bad, 0.9),
        What::Dies => (target?, "dies".into(), Bad, 1.1),
        What::Down => (target?, "down".into(), Bad, 1.1),
        What::Falls { distance } => (target?, format!("falls {distance}"), Bad, 0.95),
        // That nothing is done is not worth a word.
        What::Answered { purpose: Purpose::Decline | Purpose::Wait, .. } => return None,
        What::Answered { choice, label, .. } => {
            let said = if label.is_empty() { choice } else { label };
            let short = said.split(':').next().unwrap_or_default();
            (event.actor?, short.to_owned(), Plain, 0.9)
        }
        What::Outcome { .. } => (target?, spared(event)?.word().into(), Plain, 1.0),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{DamageKind, DamagePart, Die, Guard, Look, Protection, Tint, Trace};
    use crate::grid::Square;

    fn attack(style: Style) -> Event {
        let what = What::Attack {
            with: "Pistol".into(),
            look: Look::new(style, Tint::Toxic),
            at: Square::new(1, 1),
            radius: 2,
        };
        Event::new(what).actor(Id(1)).target(Id(2))
    }

    fn roll(faces: &[u16]) -> Trace {
        let numbered = (1..).zip(faces).map(|(number, &face)| Die { number, ..Die::new(6, face) });
        Trace::new("2d6", 5).rolled(numbered.collect())
    }

    fn toxic(amount: i32) -> DamagePart {
        let kind = DamageKind { key: "toxic".into(), name: "Toxic".into(), tint: Tint::Toxic };
        DamagePart::new(kind, amount)
    }

    fn harm(trace: Trace) -> Event {
        Event::new(What::damage(vec![toxic(3)], "hp", (10, 7))).target(Id(2)).trace(trace)
    }

    fn of(events: &[Event], from: usize, dice: bool) -> Vec<Beat> {
        beats(events, from, dice)
    }

    #[test]
    fn dice_of_a_blow_are_thrown_with_it_and_once() {
        let total = Trace::new("Pistol", 5).with(roll(&[1, 4]));
        let events = [attack(Style::Shot), Event::new(What::Number).actor(Id(1)).trace(total.clone()), harm(total)];
        let beats = of(&events, 0, true);
        assert_eq!(beats.len(), 2, "the blow and what it takes: {beats:?}");
        let throw = beats[0].throws.as_ref().expect("the blow throws dice");
        let faces: Vec<u16> = throw.dice.iter().map(|tossed| tossed.die.face).collect();
        assert_eq!((throw.who, faces), (Id(1), vec![1, 4]));
        assert!(beats[1].throws.is_none());
        // Taken up after a question, they are known too.
        assert!(of(&events, 2, true).iter().all(|beat| beat.throws.is_none()));
        assert!(of(&events, 0, false).iter().all(|beat| beat.throws.is_none()));
    }

    #[test]
    fn the_same_faces_thrown_twice_are_two_throws() {
        let thrown = |number: u64| {
            let die = Die { number, ..Die::new(6, 4) };
            Event::new(What::Number).actor(Id(1)).trace(Trace::new("hide", 4).rolled(vec![die]))
        };
        let rolls = |events: &[Event]| of(events, 0, true).iter().filter(|beat| beat.show == Show::Roll).count();
        assert_eq!(rolls(&[thrown(1), thrown(2)]), 2, "another die that shows the same, under the same label");
        let mut carried = thrown(1);
        carried.trace = carried.trace.map(|trace| Trace::new("under another name", 4).with(*trace).into());
        assert_eq!(rolls(&[thrown(1), carried]), 1, "the same die, under another label");
    }

    #[test]
    fn the_answer_to_a_blow_rolls_on_its_own() {
        let events = [
            attack(Style::Blade),
            Event::new(What::Answered { choice: "dodge".into(), label: "Dodge".into(), purpose: Purpose::Dodge })
                .actor(Id(2)),
            Event::new(What::Number).actor(Id(2)).trace(roll(&[6])),
        ];
        let beats = of(&events, 0, true);
        let throw = beats.last().and_then(|beat| beat.throws.as_ref()).expect("a roll");
        assert_eq!(throw.who, Id(2));
        assert_eq!(of(&events, 0, false).len(), 2, "without dice nothing waits for them");
    }

    #[test]
    fn a_burst_is_as_wide_as_it_says_and_a_miss_is_seen_coming() {
        let lunge = |events: &[Event]| match of(events, 0, false).first().map(|beat| beat.show.clone()) {
            Some(Show::Lunge { strike, .. }) => strike,
            other => panic!("a blow should be shown: {other:?}"),
        };
        let hit = || Event::new(What::came(AttackOutcome::Hit)).target(Id(2));
        let strike = lunge(&[attack(Style::Burst), hit(), harm(roll(&[2]))]);
        assert_eq!((strike.radius, strike.misses, strike.look.tint), (2.0, false, Tint::Toxic));
        let miss = Event::new(What::came(AttackOutcome::Missed)).actor(Id(1)).target(Id(2));
        let events = [attack(Style::Shot), miss];
        let strike = lunge(&events);
        assert_eq!((strike.radius, strike.misses), (0.0, true));
        assert_eq!(floats(&events, 1), Some((Id(2), "missed".into(), Tone::Plain, 1.0)));
        assert!(!lunge(&[attack(Style::Burst), events[1].clone(), hit()]).misses);
    }

    #[test]
    fn what_is_gone_through_step_by_step_is_shown_where_something_comes_of_it() {
        let part = || Event::new(What::Part { name: "breath".into() });
        let gains = |change| Event::new(What::Resource { name: "breath".into(), change }).actor(Id(1));
        let events =
            [part(), part(), gains((3, 6)), gains((6, 9)), Event::new(What::RoundEnds { round: 1 }), gains((2, 4))];
        let shown: Vec<(usize, Show)> = of(&events, 0, false).into_iter().map(|beat| (beat.event, beat.show)).collect();
        assert_eq!(shown, [(1, Show::Part), (2, Show::Look), (3, Show::Look)]);
        assert_eq!(floats(&events, 3), Some((Id(1), "+3".into(), Tone::Good, 1.0)));
        assert_eq!(floats(&events, 5), None, "what is got back otherwise is no part of it");
        assert!(holds_nothing(&events, 0) && !holds_nothing(&events, 1));
    }

    #[test]
    fn what_spared_somebody_is_named() {
        let spared = |guard: Guard, left: i32| {
            let mut part = toxic(7);
            part.leaves(left, Protection::new(guard, "Whatever it is called"));
            let events = [Event::new(What::came_of(&[part])).target(Id(2))];
            floats(&events, 0).map(|(_, text, ..)| text)
        };
        assert_eq!(spared(Guard::Dodge, 0).as_deref(), Some("dodged"));
        assert_eq!(spared(Guard::Cover, 0).as_deref(), Some("blocked"));
        assert_eq!(spared(Guard::Immunity, 0).as_deref(), Some("no harm"));
        assert_eq!(spared(Guard::Cover, 3), None);
    }
}
