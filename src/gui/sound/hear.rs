//! Which event sounds how. Nothing here plays anything; what is asked is the battle as it stands and the event as it was told.

use super::table::Sound;
use crate::battle::{AttackOutcome, Body, ById, Creature, Event, Map, Motion, Purpose, Thing, Trace, Voice, What};
use crate::grid::Square;
use crate::gui::board::playback::spared;
use crate::gui::session::Session;
use crate::gui::session::knowledge::Told;
use crate::level::{Level, Seat, Trigger};

/// How many sounds are heard of events that are shown at the same moment.
const FEW: usize = 3;

/// How many events have begun to be shown: up to the beat that is being shown (`front`), and what belongs to it without a beat of its own,
/// such as the dice of a blow. What came of the blow waits for the next beat.
pub(super) fn begun(front: Option<usize>, shown: usize, events: &[Event]) -> usize {
    let Some(front) = front else {
        return shown.min(events.len());
    };
    let belongs = |event: &&Event| match &event.what {
        What::Outcome { outcome, .. } => outcome.lands(),
        What::Number | What::Resource { .. } | What::Note { .. } => true,
        _ => false,
    };
    let rest = events.get(front + 1..).unwrap_or_default();
    (front + 1 + rest.iter().take_while(belongs).count()).min(events.len())
}

/// Whether the viewer is told of it, and of everybody who has a part in it: a sound would tell who does what.
pub(super) fn known(session: &Session, number: usize) -> bool {
    session.told(number) == Told::Plain
}

/// Of many sounds at once the few that matter most, each once, in the order they happened.
pub(super) fn choose(sounds: Vec<(usize, Sound)>) -> Vec<(usize, Sound)> {
    let mut once: Vec<(usize, Sound)> = Vec::new();
    for one in sounds {
        if once.iter().all(|(_, known)| *known != one.1) {
            once.push(one);
        }
    }
    once.sort_by_key(|&(number, sound)| (std::cmp::Reverse(weight(sound)), number));
    once.truncate(FEW);
    once.sort_by_key(|&(number, _)| number);
    once
}

/// How much it matters to hear it.
fn weight(sound: Sound) -> u8 {
    match sound {
        Sound::Victory | Sound::Defeat => 10,
        Sound::Death | Sound::Collapse | Sound::Gas | Sound::Steam | Sound::LightsOut => 9,
        Sound::Decision | Sound::Alarm => 8,
        Sound::TurnStart | Sound::RoundStart => 7,
        Sound::Burst | Sound::Breaks | Sound::Fall | Sound::Arrives => 6,
        Sound::BladeHit | Sound::ClubHit | Sound::FistHit | Sound::BodyHit | Sound::Heal => 5,
        Sound::Shot | Sound::Beam | Sound::Spray | Sound::Magic | Sound::Bow | Sound::Block | Sound::Miss => 4,
        Sound::DieOne | Sound::DiceFew | Sound::DiceMany => 3,
        Sound::StepStone | Sound::StepMetal | Sound::StepEarth | Sound::StepWater | Sound::Scramble => 1,
        _ => 2,
    }
}

/// How loud and how fast an event sounds, beside what the table says: those who sneak tread softly, big ones deeply, and where there is no
/// air blows are felt more than heard.
pub(super) fn manner(session: &Session, event: &Event, sound: Sound) -> (f32, f32) {
    let world = session.battle.world();
    let (mut gain, mut speed) = (1.0, 1.0);
    if let What::Step { motion, .. } = &event.what {
        if *motion == Motion::Sneak {
            gain *= 0.35;
        }
        if let Some(body) = event.actor.and_then(|id| world.part::<Body>(id)) {
            let larger = f32::from(body.side.saturating_sub(1).min(4));
            speed *= 1.0 - 0.09 * larger;
            gain *= 1.0 + 0.2 * larger;
        }
    }
    let on_board = !matches!(
        sound,
        Sound::Victory
            | Sound::Defeat
            | Sound::Decision
            | Sound::Alarm
            | Sound::TurnStart
            | Sound::RoundStart
            | Sound::DieOne
            | Sound::DiceFew
            | Sound::DiceMany
    );
    if on_board && world.resource::<Map>().weather.vacuum {
        gain *= 0.4;
        speed *= 0.8;
    }
    (gain, speed)
}

/// How an event sounds, if it does.
pub(crate) fn sound_of(session: &Session, events: &[Event], number: usize) -> Option<Sound> {
    let event = &events[number];
    let level = session.battle.level();
    match &event.what {
        What::RoundBegins { round } if is_coming(level, *round) => Some(Sound::Alarm),
        What::RoundBegins { .. } => Some(Sound::RoundStart),
        What::TurnBegins => {
            let creature = session.battle.world().part::<Creature>(event.actor?)?;
            (session.seat(creature.side) == Seat::Human).then_some(Sound::TurnStart)
        }
        What::Step { to, motion, .. } => step(session, *to, *motion),
        What::Attack { look, .. } => Some(voice(look.voice)),
        What::Outcome { .. } => outcome_of(event),
        What::Number => dice(event.trace.as_deref()?),
        What::Asked { side, .. } => {
            let answered = events[number + 1..].iter().any(|later| matches!(later.what, What::Answered { .. }));
            (!answered && session.seat(*side) == Seat::Human).then_some(Sound::Decision)
        }
        What::Answered { purpose, .. } => (*purpose == Purpose::Guard).then_some(Sound::Block),
        What::TakenBack { .. } => Some(Sound::Undo),
        // What stopped it has been heard.
        What::Damage { amount: 0, .. } => None,
        What::Damage { .. } => Some(struck(session, events, number)),
        What::Heal { .. } => Some(Sound::Heal),
        What::Gains { .. } => Some(Sound::Gains),
        What::Loses { .. } => Some(Sound::Loses),
        What::Falls { .. } => Some(Sound::Fall),
        What::Down | What::Dies => Some(Sound::Death),
        What::Leaves | What::Arrives { .. } => Some(Sound::Arrives),
        What::Destroyed => Some(Sound::Breaks),
        What::Door { open: true } => Some(Sound::DoorOpen),
        What::Door { open: false } => Some(Sound::DoorClose),
        What::Ground { .. } | What::Edges { .. } => ground(events, number),
        What::Light { becomes, .. } => Some(match becomes {
            crate::level::Light::Bright => Sound::LightsOn,
            crate::level::Light::Dim | crate::level::Light::Dark => Sound::LightsOut,
        }),
        What::Hazard { look, .. } => Some(voice(look.voice)),
        What::Says { portent, .. } => portent.then_some(Sound::Alarm),
        What::Ends { result } => {
            let won = result.winners.iter().any(|&side| session.seat(side) == Seat::Human);
            let played = session.seats.contains(&Seat::Human);
            Some(if won || !played { Sound::Victory } else { Sound::Defeat })
        }
        _ => None,
    }
}

/// A foot on the ground as it is now.
fn step(session: &Session, to: Square, motion: Motion) -> Option<Sound> {
    match motion {
        // A fall is told by an event of its own.
        Motion::Fly | Motion::Teleport | Motion::Fall => return None,
        Motion::Swim => return Some(Sound::StepWater),
        Motion::Climb | Motion::Squeeze | Motion::Crawl | Motion::Pushed => return Some(Sound::Scramble),
        _ => {}
    }
    let ground = session.battle.world().resource::<Map>().terrain(to)?;
    let wet = ground.water.0 > 0 && ground.ice.0 == 0;
    if motion == Motion::Drift && !wet {
        return None;
    }
    Some(if wet {
        Sound::StepWater
    } else if ground.metal {
        Sound::StepMetal
    } else if ground.soft || matches!(ground.art.as_str(), "brush" | "mud" | "slime") {
        Sound::StepEarth
    } else {
        Sound::StepStone
    })
}

/// A weapon or a hazard at work.
fn voice(voice: Voice) -> Sound {
    match voice {
        Voice::Blade => Sound::BladeSwing,
        Voice::Blunt | Voice::Fist => Sound::BlowSwing,
        Voice::String => Sound::Bow,
        Voice::Gun => Sound::Shot,
        Voice::Beam => Sound::Beam,
        Voice::Spray => Sound::Spray,
        Voice::Blast => Sound::Burst,
        Voice::Magic => Sound::Magic,
        Voice::Gas => Sound::Gas,
        Voice::Steam => Sound::Steam,
        Voice::Collapse => Sound::Collapse,
    }
}

/// What came of an attack that took nothing: cover or armour stopped it, or it went past.
fn outcome_of(event: &Event) -> Option<Sound> {
    Some(match spared(event)? {
        AttackOutcome::Blocked | AttackOutcome::Absorbed => Sound::Block,
        AttackOutcome::Dodged | AttackOutcome::Missed => Sound::Miss,
        AttackOutcome::Hit | AttackOutcome::Grazed | AttackOutcome::Void => return None,
    })
}

/// How many dice stand behind a number.
fn count(trace: &Trace) -> usize {
    trace.dice.len() + trace.terms.iter().map(count).sum::<usize>()
}

/// Dice on the table.
fn dice(trace: &Trace) -> Option<Sound> {
    match count(trace) {
        0 => None,
        1 => Some(Sound::DieOne),
        2..=4 => Some(Sound::DiceFew),
        _ => Some(Sound::DiceMany),
    }
}

/// Somebody or something is hit: by what, the last attack says; of what a thing is made, it says itself.
fn struck(session: &Session, events: &[Event], number: usize) -> Sound {
    let world = session.battle.world();
    let Some(target) = events[number].target else {
        return Sound::BodyHit;
    };
    if let Some(thing) = world.part::<Thing>(target) {
        return match thing.material.as_str() {
            "metal" => Sound::MetalHit,
            "stone" | "glass" => Sound::StoneHit,
            _ => Sound::WoodHit,
        };
    }
    let before = events[..number].iter().rev().take(80).find_map(|event| match &event.what {
        What::Attack { look, .. } => Some(Some(look.voice)),
        // Whatever happened since was no attack.
        What::Hazard { .. } | What::Falls { .. } | What::TurnBegins | What::RoundEnds { .. } => Some(None),
        _ => None,
    });
    match before.flatten() {
        Some(Voice::Blade) => Sound::BladeHit,
        Some(Voice::Fist) => Sound::FistHit,
        Some(Voice::Blunt) => Sound::ClubHit,
        _ => Sound::BodyHit,
    }
}

/// Ground that comes down on somebody, or after something broke, has been heard already.
fn ground(events: &[Event], number: usize) -> Option<Sound> {
    let (What::Ground { collapses, .. } | What::Edges { collapses, .. }) = &events[number].what else {
        return None;
    };
    let neighbour = |at: Option<usize>| at.and_then(|at| events.get(at)).map(|event| &event.what);
    let heard = matches!(neighbour(number.checked_sub(1)), Some(What::Destroyed))
        || matches!(neighbour(number.checked_add(1)), Some(What::Hazard { .. }));
    (!heard && *collapses).then_some(Sound::Collapse)
}

/// Whether something that players are told beforehand is due before the next round has begun.
fn is_coming(level: &Level, round: u32) -> bool {
    level.events.iter().filter(|event| !event.secret && !event.do_.is_empty()).any(|event| match event.when {
        Trigger::RoundEnd { .. } => event.when.due_in(round),
        Trigger::RoundStart { .. } => event.when.due_in(round + 1),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{DamageKind, DamagePart, Die, Guard, Id, Look, Protection, Style, Tint};

    fn level() -> Level {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/pump-room.toml"));
        let Ok((level, _)) = crate::rules::read_level(text, "pump-room.toml") else {
            panic!("a shipped level should be readable");
        };
        level
    }

    fn attack_event() -> Event {
        let what = What::Attack {
            with: "Pistol".into(),
            look: Look::new(Style::Shot, Tint::Plain),
            at: Square::new(1, 1),
            radius: 0,
        };
        Event::new(what).actor(Id(1)).target(Id(2))
    }

    fn roll() -> Event {
        Event::new(What::Number).actor(Id(1)).trace(Trace::new("damage", 7))
    }

    fn nothing_left(guard: Guard) -> Event {
        let kind = DamageKind { key: "kinetic".into(), name: "Kinetic".into(), tint: Tint::Plain };
        let mut part = DamagePart::new(kind, 7);
        part.leaves(0, Protection::new(guard, "it"));
        Event::new(What::came_of(&[part])).target(Id(2))
    }

    #[test]
    fn dice_are_heard_with_the_blow_and_its_outcome_after_it() {
        let events = [attack_event(), roll(), nothing_left(Guard::Dodge), Event::new(What::TurnEnds)];
        assert_eq!(begun(Some(0), 0, &events), 2);
        assert_eq!(begun(None, 4, &events), 4);
        assert_eq!(begun(None, 9, &events), 4, "never more than there is");
        assert_eq!(outcome_of(&events[1]), None);
        assert_eq!(outcome_of(&events[2]), Some(Sound::Miss));
        assert_eq!(outcome_of(&nothing_left(Guard::Cover)), Some(Sound::Block));
    }

    #[test]
    fn skipping_lets_hear_the_few_that_matter() {
        let steps = (0..40).map(|number| (number, Sound::StepStone));
        let rest = [(40, Sound::BladeSwing), (41, Sound::BladeHit), (42, Sound::Death), (43, Sound::TurnStart)];
        assert_eq!(
            choose(steps.chain(rest).collect()),
            [(41, Sound::BladeHit), (42, Sound::Death), (43, Sound::TurnStart)]
        );
        assert_eq!(choose(vec![(3, Sound::StepStone)]), [(3, Sound::StepStone)]);
    }

    #[test]
    fn the_alarm_goes_in_rounds_that_end_badly() {
        let level = level();
        let rounds: Vec<u32> = (1..=7).filter(|&round| is_coming(&level, round)).collect();
        assert_eq!(rounds, [2, 3, 4, 5, 6], "gas in even rounds, walls in the third, darkness from the sixth");
    }

    #[test]
    fn more_dice_make_more_noise() {
        let thrown = |number: usize| {
            let shown = (0..number).map(|_| Die::new(6, 3)).collect();
            dice(&Trace::new("damage", 3).rolled(shown))
        };
        assert_eq!(thrown(0), None);
        assert_eq!(thrown(1), Some(Sound::DieOne));
        assert_eq!(thrown(3), Some(Sound::DiceFew));
        assert_eq!(thrown(9), Some(Sound::DiceMany));
    }
}
