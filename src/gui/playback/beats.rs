//! What is shown of the events: which of them take time, what weapons do meanwhile, what rises from whom.

use super::throws::{Throw, Tosses};
use super::{Beat, Show};
use crate::battle::{Event, Id, Part, Style, What};

/// How long a blow takes, and one that takes in an area, in seconds at usual speed.
const BLOW: f32 = 0.42;
const BURST: f32 = 0.6;
/// How long dice that belong to no blow are waited for.
const ROLL: f32 = 0.4;

/// What a weapon's work looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strike {
    /// How the event says it looks.
    pub style: Style,
    /// Whether what flies is an arrow or is thrown, and nothing flashes at the shooter.
    pub strung: bool,
    /// The colour of its harm.
    pub tint: Tint,
    /// How many squares around its middle it takes in.
    pub radius: f32,
    /// Whether it is known by now that it went past or was stopped.
    pub misses: bool,
    /// At whom, when it is not at a square.
    pub target: Option<Id>,
}

/// The colour of harm, by what its kind is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tint {
    /// Whatever needs no colour of its own.
    #[default]
    Plain,
    /// Fire, heat, steam.
    Fire,
    /// Poison, gas, acid, disease.
    Toxic,
    /// Cold.
    Cold,
    /// Lightning.
    Spark,
    /// Mind and magic.
    Arcane,
}

impl Tint {
    fn of(kind: &str) -> Self {
        let speaks_of = |words: &[&str]| speaks_of(kind, words);
        match () {
            () if speaks_of(&["fire", "heat", "burn", "steam", "lava"]) => Self::Fire,
            () if speaks_of(&["toxi", "poison", "gas", "acid", "patho", "disease"]) => Self::Toxic,
            () if speaks_of(&["cold", "frost", "ice"]) => Self::Cold,
            () if speaks_of(&["electr", "lightning", "shock"]) => Self::Spark,
            () if speaks_of(&["mind", "psy", "mental", "magic", "arcane", "soul", "nightmare", "radia"]) => {
                Self::Arcane
            }
            () => Self::Plain,
        }
    }
}

/// Whether one of the words stands in a name.
fn speaks_of(name: &str, words: &[&str]) -> bool {
    let name = name.to_lowercase();
    words.iter().any(|word| name.contains(word))
}

/// Why an attack took nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spared {
    /// It went past.
    Missed,
    /// The target got out of its way.
    Dodged,
    /// Cover, a shield or armour took it.
    Blocked,
}

impl Spared {
    /// What came of an attack that took nothing; `None` when the event is no such outcome.
    pub fn of(event: &Event) -> Option<Self> {
        let trace = event.trace.as_deref()?;
        if event.what != What::Number || event.actor.is_some() || event.target.is_none() || trace.value > 0 {
            return None;
        }
        let counts = |words: &[&str]| {
            trace.terms.iter().any(|term| {
                let counts = term.refused.is_none() && !matches!(term.part, Part::Note);
                counts && !term.label.starts_with("no ") && speaks_of(&term.label, words)
            })
        };
        Some(if counts(&["dodge", "evade"]) {
            Self::Dodged
        } else if counts(&["cover", "parry", "brace", "shield", "aegis", "armour", "resist"]) {
            Self::Blocked
        } else {
            Self::Missed
        })
    }

    fn word(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::Dodged => "dodged",
            Self::Blocked => "blocked",
        }
    }
}

/// The beats of the events from `from` on. `radius` knows how far somebody's weapon reaches around the square it is aimed at;
/// without `dice` none are thrown and nothing waits for them.
pub(super) fn beats(events: &[Event], from: usize, dice: bool, radius: &dyn Fn(Id, &str) -> Option<u32>) -> Vec<Beat> {
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
        if begins_anew(&event.what) {
            tosses = Tosses::default();
        }
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
                out.push(Beat {
                    event: number,
                    show: Show::Roll,
                    lasts: ROLL,
                    throws: Some(throw),
                    floats: false,
                });
            }
        }
        match (&event.what, event.actor) {
            (What::Attack { .. }, Some(who)) => attack = Some((out.len(), who)),
            (What::Number | What::Resource { .. } | What::Note { .. } | What::Damage { .. }, _) => {}
            _ => attack = None,
        }
        if let Some((show, lasts)) = show(events, number, radius) {
            out.push(Beat {
                event: number,
                show,
                lasts,
                throws: None,
                floats: true,
            });
        } else if floats(events, number).is_some() {
            out.push(Beat {
                event: number,
                show: Show::Look,
                lasts: 0.0,
                throws: None,
                floats: true,
            });
        }
    }
    out
}

/// Whether dice told from here on are no longer those of what went before.
fn begins_anew(what: &What) -> bool {
    matches!(
        what,
        What::Attack { .. } | What::TurnBegins | What::RoundEnds { .. } | What::Hazard { .. }
    )
}

/// How an event is shown, and for how long; `None` when it is only a line of the log.
fn show(events: &[Event], number: usize, radius: &dyn Fn(Id, &str) -> Option<u32>) -> Option<(Show, f32)> {
    let event = &events[number];
    Some(match &event.what {
        What::Step { from, to, .. } => (
            Show::Step {
                who: event.actor?,
                from: *from,
                to: *to,
            },
            0.09,
        ),
        What::Attack { at, style, with } => {
            let who = event.actor?;
            let (tint, misses) = foresee(events, number);
            let strike = Strike {
                style: *style,
                strung: speaks_of(
                    with,
                    &["bow", "sling", "dart", "javelin", "spear", "thrown", "throwing"],
                ),
                tint,
                radius: if *style == Style::Burst {
                    radius(who, with).unwrap_or(1) as f32
                } else {
                    0.0
                },
                misses,
                target: event.target,
            };
            let lasts = if *style == Style::Burst { BURST } else { BLOW };
            (Show::Lunge { who, at: *at, strike }, lasts)
        }
        What::Damage { change, pool, .. } | What::Heal { change, pool } => (
            Show::Hit {
                who: event.target?,
                left: change.1,
                pool: pool.to_string(),
                change: change.1 - change.0,
            },
            0.24,
        ),
        What::Hazard { squares, .. } => (
            Show::Flare {
                squares: squares.clone(),
                tint: foresee(events, number).0,
            },
            0.5,
        ),
        What::Falls { .. } => (Show::Drop { who: event.target? }, 0.3),
        What::Dies => (
            Show::Topple {
                who: event.target?,
                dies: true,
            },
            0.55,
        ),
        What::Down => (
            Show::Topple {
                who: event.target?,
                dies: false,
            },
            0.35,
        ),
        What::Gains { condition } if LYING.contains(&condition.as_ref()) => (
            Show::Topple {
                who: event.target?,
                dies: false,
            },
            0.22,
        ),
        What::Leaves => (Show::Fade { who: event.target? }, 0.4),
        What::Destroyed | What::Arrives { .. } => (Show::Look, 0.3),
        What::Gains { .. } | What::Loses { .. } | What::Door { .. } => (Show::Look, 0.12),
        What::Ground { .. } | What::Light { .. } | What::Override { .. } => (Show::Look, 0.1),
        _ => return None,
    })
}

/// The conditions in which a creature lies.
pub const LYING: [&str; 2] = ["prone", "unconscious"];

/// The colour of what an attack or hazard does, and whether it does nothing, as far as that was told by now.
fn foresee(events: &[Event], number: usize) -> (Tint, bool) {
    let mut misses = false;
    for event in events[number + 1..].iter().take(60) {
        match &event.what {
            What::Damage { kind, .. } => return (Tint::of(kind), false),
            what if begins_anew(what) || *what == What::TurnEnds => break,
            _ => misses |= Spared::of(event).is_some() || is_miss(&event.what),
        }
    }
    (Tint::Plain, misses)
}

fn is_miss(what: &What) -> bool {
    matches!(what, What::Note { text } if text == "miss")
}

/// How what rises from a creature is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Bad for them.
    Bad,
    /// Good for them.
    Good,
    /// A word by the way.
    Plain,
}

/// What rises from a creature with an event: from whom, text, how it is meant, and how large it is written.
pub(super) fn floats(events: &[Event], number: usize) -> Option<(Id, String, Tone, f32)> {
    use Tone::*;
    let event = events.get(number)?;
    let target = event.target;
    Some(match &event.what {
        What::Damage { amount: 0, .. } => (target?, "no harm".into(), Plain, 1.0),
        What::Damage { amount, change, .. } => {
            let share = *amount as f32 / change.0.max(1) as f32;
            (target?, format!("-{amount}"), Bad, 1.15 + 0.5 * share.clamp(0.0, 1.0))
        }
        What::Heal { change, .. } => (target?, format!("+{}", change.1 - change.0), Good, 1.2),
        What::Gains { condition } => (target?, condition.replace('_', " "), Bad, 0.9),
        What::Dies => (target?, "dies".into(), Bad, 1.1),
        What::Down => (target?, "down".into(), Bad, 1.1),
        What::Falls { distance } => (target?, format!("falls {distance}"), Bad, 0.95),
        What::Answered { choice, .. } if choice != "none" => (event.actor?, choice.replace('_', " "), Plain, 0.9),
        What::Number => (target?, Spared::of(event)?.word().into(), Plain, 1.0),
        what if is_miss(what) => {
            let aimed = events[..number]
                .iter()
                .rev()
                .take(40)
                .find_map(|event| match event.what {
                    What::Attack { .. } => Some(event.target),
                    _ => None,
                });
            (aimed??, "miss".into(), Plain, 1.0)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Die, Trace};
    use crate::grid::Square;

    fn attack(style: Style) -> Event {
        let what = What::Attack {
            with: "Pistol".into(),
            style,
            at: Square::new(1, 1),
        };
        Event::new(what).actor(Id(1)).target(Id(2))
    }

    fn roll(faces: &[u16]) -> Trace {
        let dice = faces.iter().map(|&face| Die { sides: 6, face }).collect();
        Trace::new("2d6", 5).rolled(dice)
    }

    fn harm(trace: Trace) -> Event {
        let what = What::Damage {
            amount: 3,
            kind: "Toxic".into(),
            pool: "hp".into(),
            change: (10, 7),
        };
        Event::new(what).target(Id(2)).trace(trace)
    }

    fn of(events: &[Event], from: usize, dice: bool) -> Vec<Beat> {
        beats(events, from, dice, &|_, _| Some(2))
    }

    #[test]
    fn dice_of_a_blow_are_thrown_with_it_and_once() {
        let total = Trace::new("Pistol", 5).with(roll(&[1, 4]));
        let events = [
            attack(Style::Shot),
            Event::new(What::Number).actor(Id(1)).trace(total.clone()),
            harm(total),
        ];
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
    fn the_answer_to_a_blow_rolls_on_its_own() {
        let events = [
            attack(Style::Blade),
            Event::new(What::Answered {
                choice: "dodge".into(),
                label: "Dodge".into(),
            })
            .actor(Id(2)),
            Event::new(What::Number).actor(Id(2)).trace(roll(&[6])),
        ];
        let beats = of(&events, 0, true);
        let throw = beats.last().and_then(|beat| beat.throws.as_ref()).expect("a roll");
        assert_eq!(throw.who, Id(2));
        assert_eq!(of(&events, 0, false).len(), 2, "without dice nothing waits for them");
    }

    #[test]
    fn harm_colours_the_blow_and_a_miss_is_seen_coming() {
        let events = [attack(Style::Spray), harm(roll(&[2]))];
        assert_eq!(foresee(&events, 0), (Tint::Toxic, false));
        let note = Event::new(What::Note { text: "miss".into() }).actor(Id(1));
        let events = [attack(Style::Shot), note];
        assert_eq!(foresee(&events, 0), (Tint::Plain, true));
        assert_eq!(floats(&events, 1), Some((Id(2), "miss".into(), Tone::Plain, 1.0)));
    }

    #[test]
    fn what_spared_somebody_is_named() {
        let spared = |term: &'static str| {
            let trace = Trace::new("damage", 7).with(Trace::new(term, -9));
            let events = [Event::new(What::Number).target(Id(2)).trace(trace)];
            floats(&events, 0).map(|(_, text, ..)| text)
        };
        assert_eq!(spared("dodge").as_deref(), Some("dodged"));
        assert_eq!(spared("half cover").as_deref(), Some("blocked"));
        assert_eq!(spared("no cover").as_deref(), Some("missed"));
    }
}
