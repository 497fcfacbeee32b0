//! What is heard: events as they are shown, what calls for a person, buttons, and a quiet room behind it all.
//!
//! May enter: anything that only sounds. Never: a rule, or anything that somebody must hear to play; whoever is deaf, mutes the game or has
//! no sound card misses nothing. A seat hears only of those whom its side knows, like what rises from creatures on the board.
//!
//! | file | what is in it |
//! |---|---|
//! | `table` | every sound: files, slider, loudness |
//! | `hear` | which event sounds how, and when |
//! | this one | playing them: sliders, variants, how many at once |

mod hear;
#[cfg(test)]
mod leaks;
#[macro_use]
#[allow(dead_code, reason = "rates and names of files matter to the tool and the test")]
mod table;

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::audio::Volume;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub(super) use self::hear::sound_of;
use self::table::{Group, Sound};
use super::app::frame::{PaintSystems, Screen, TableSystems};
use super::app::settings::Settings;
use super::app::settings::Volumes;
use super::board::playback::Playback;
use super::session::{Session, Undo};
use crate::battle::Order;

/// How many sounds there are at once, the room not counted.
const MOST: usize = 20;

pub(super) fn plugin(app: &mut App) {
    let Some(mut sources) = app.world_mut().get_resource_mut::<Assets<AudioSource>>() else {
        warn!("There is nothing to play sounds with.");
        return;
    };
    let sounds = Sounds::load(&mut sources);
    app.insert_resource(sounds)
        .init_resource::<Heard>()
        .add_message::<Cue>()
        .add_systems(OnEnter(Screen::Battle), sit_down)
        .add_systems(OnEnter(Screen::Replay), sit_down)
        .add_systems(
            Update,
            (
                hear_events.run_if(
                    in_state(Screen::Battle).or_else(in_state(Screen::Replay)).and_then(resource_exists::<Session>),
                ),
                hear_table.run_if(resource_exists::<Session>),
                keep_room.run_if(resource_changed::<Settings>),
                turn_sliders.run_if(resource_changed::<Settings>),
                play,
            )
                .chain()
                .in_set(TableSystems::Show),
        )
        .add_systems(EguiPrimaryContextPass, hear_buttons.after(PaintSystems::Panels));
}

/// Play a sound.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
struct Cue {
    sound: Sound,
    /// Chooses variant and pitch; the same number sounds the same.
    salt: u32,
    /// How loud, beside what the table says.
    gain: f32,
    /// How fast and thereby how high.
    speed: f32,
}

impl Cue {
    fn new(sound: Sound, salt: u32) -> Self {
        Self { sound, salt, gain: 1.0, speed: 1.0 }
    }
}

macro_rules! embed {
    ($($(#[$doc:meta])* $name:ident = $stem:literal [$($variant:literal)*] $group:ident $gain:literal,)*) => {
        /// The files of a sound. They are part of the program, like the drawings.
        fn files(sound: Sound) -> &'static [&'static [u8]] {
            match sound {
                $(Sound::$name => {
                    const FILES: &[&[u8]] = &[$(include_bytes!(concat!(
                        env!("CARGO_MANIFEST_DIR"), "/assets/sounds/", $stem, "-", $variant, ".wav"
                    ))),*];
                    FILES
                })*
            }
        }
    };
}

every_sound!(embed);

/// A file of a sound.
struct Take {
    source: Handle<AudioSource>,
    lasts: Duration,
}

/// All sounds, ready to be played.
#[derive(Resource)]
struct Sounds(BTreeMap<Sound, Vec<Take>>);

impl Sounds {
    fn load(sources: &mut Assets<AudioSource>) -> Self {
        let mut takes = |sound: Sound| {
            let take = |bytes: &&[u8]| Take {
                source: sources.add(AudioSource { bytes: (*bytes).into() }),
                // A header of 44 bytes, then two bytes a sample.
                lasts: Duration::from_secs_f32(bytes.len().saturating_sub(44) as f32 / 2.0 / sound.rate() as f32),
            };
            files(sound).iter().map(take).collect::<Vec<_>>()
        };
        Self(Sound::ALL.iter().map(|&sound| (sound, takes(sound))).collect())
    }
}

/// A sound that is being played.
#[derive(Component)]
struct Voice {
    sound: Sound,
    /// Its loudness before the sliders.
    gain: f32,
    /// When it is over at the latest, since the start of the game.
    ends: Duration,
}

/// The quiet room.
#[derive(Component)]
struct Room;

/// How far the battle has been heard.
#[derive(Resource, Default)]
struct Heard {
    /// How many events.
    events: usize,
    /// Of which state of the session.
    version: u64,
}

/// How far a group's slider and the main one let it through: from 0 to 1, as even steps for the ear.
fn let_through(volumes: &Volumes, group: Group) -> f32 {
    if volumes.muted {
        return 0.0;
    }
    let own = match group {
        Group::Effects => volumes.effects,
        Group::Dice => volumes.dice,
        Group::Alerts => volumes.alerts,
        Group::Bed => volumes.room,
        Group::Interface => volumes.interface,
    };
    let share = |slider: u32| slider.min(100) as f32 / 100.0;
    (share(volumes.master) * share(own)).powi(2)
}

/// How many voices a sound may have at once. Whatever is more is not heard.
fn most_of(group: Group) -> usize {
    match group {
        Group::Effects => 3,
        Group::Dice | Group::Interface => 2,
        Group::Alerts | Group::Bed => 1,
    }
}

/// How far a sound's pitch strays from take to take.
fn strays(group: Group) -> f32 {
    match group {
        Group::Effects => 0.06,
        Group::Dice => 0.05,
        Group::Interface => 0.02,
        Group::Alerts | Group::Bed => 0.0,
    }
}

/// A number that looks random and is always the same for the same salt.
fn stir(salt: u32) -> u32 {
    let mut hash = salt.wrapping_add(1).wrapping_mul(0x9e37_79b1);
    hash ^= hash >> 15;
    hash = hash.wrapping_mul(0x2c1b_3c6d);
    hash ^= hash >> 12;
    hash = hash.wrapping_mul(0x297a_2d39);
    hash ^ (hash >> 15)
}

/// A battle is on the table: what happened before is not heard again.
fn sit_down(session: Option<Res<Session>>, mut heard: ResMut<Heard>, mut cues: MessageWriter<Cue>) {
    let Some(session) = session else { return };
    *heard = Heard { events: session.shown, version: session.version };
    if session.battle.orders().is_empty() {
        cues.write(Cue::new(Sound::RoundStart, 0));
    }
}

/// Events sound when they are shown. Where many are shown at once, because somebody skips, only what matters most is heard.
fn hear_events(session: Res<Session>, playback: Res<Playback>, mut heard: ResMut<Heard>, mut cues: MessageWriter<Cue>) {
    let events = session.battle.events();
    if !session.was(heard.version) || heard.events > events.len() {
        heard.events = session.shown.min(events.len());
    }
    heard.version = session.version;
    let front = playback.to_come().next().map(|beat| beat.told().saturating_sub(1));
    let begun = hear::begun(front, session.shown, events);
    if begun <= heard.events {
        return;
    }
    let new = (heard.events..begun)
        .filter(|&number| hear::known(&session, number))
        .filter_map(|number| Some((number, sound_of(&session, events, number)?)));
    for (number, sound) in hear::choose(new.collect()) {
        let (gain, speed) = hear::manner(&session, &events[number], sound);
        cues.write(Cue { sound, salt: events[number].seq, gain, speed });
    }
    heard.events = begun;
}

/// What the table itself says: that cannot be done; that was taken back.
fn hear_table(
    session: Res<Session>,
    mut undos: MessageReader<Undo>,
    mut refusals: Local<u32>,
    mut cues: MessageWriter<Cue>,
) {
    let undone = undos.read().count() > 0;
    let refused = session.refusals > *refusals;
    // What was granted is told as an event.
    let last = session.battle.orders().last().map(|recorded| &recorded.order);
    *refusals = session.refusals;
    if refused {
        cues.write(Cue::new(Sound::Refused, session.refusals));
    } else if undone && session.ask.is_none() && !matches!(last, Some(Order::TakeBack(_))) {
        cues.write(Cue::new(Sound::Undo, session.battle.orders().len() as u32));
    }
}

/// Buttons of all panels, wherever they are drawn: egui tells which widget was clicked and which is under the pointer.
fn hear_buttons(
    mut contexts: EguiContexts,
    mut last: Local<Option<egui::Id>>,
    mut count: Local<u32>,
    mut cues: MessageWriter<Cue>,
    mut redraws: MessageWriter<RequestRedraw>,
) -> Result {
    let context = contexts.ctx_mut()?;
    // A button that cannot be used leads to a refusal, which has a sound of its own.
    let clicked = context.output(|output| {
        output.events.iter().any(|event| matches!(event, egui::output::OutputEvent::Clicked(widget) if widget.enabled))
    });
    // What is clicked like a button but is lower than one is a line of text: the log would rustle under the pointer.
    let under = context.viewport(|viewport| {
        viewport.interact_widgets.hovered.iter().copied().find(|&id| {
            viewport.this_pass.widgets.get(id).is_some_and(|widget| {
                widget.enabled
                    && widget.sense.senses_click()
                    && widget.sense.is_focusable()
                    && widget.rect.height() >= 22.0
            })
        })
    });
    let came_upon = under.is_some() && *last != under;
    *last = under;
    let sound = match (clicked, came_upon) {
        (true, _) => Sound::Click,
        (false, true) => Sound::Hover,
        (false, false) => return Ok(()),
    };
    *count = count.wrapping_add(1);
    cues.write(Cue::new(sound, *count));
    redraws.write(RequestRedraw);
    Ok(())
}

/// The room is there from the start and follows its slider.
fn keep_room(
    settings: Res<Settings>,
    sounds: Res<Sounds>,
    mut rooms: Query<(&mut PlaybackSettings, Option<&mut AudioSink>), With<Room>>,
    mut commands: Commands,
) {
    let through = let_through(&settings.volumes, Group::Bed) * Sound::Bed.gain();
    let silent = through <= 0.0;
    for (mut wanted, sink) in &mut rooms {
        // What has not begun yet begins so; what has is told.
        wanted.volume = Volume::Linear(through);
        wanted.paused = silent;
        let Some(mut sink) = sink else { continue };
        sink.set_volume(Volume::Linear(through));
        if silent {
            sink.pause();
        } else {
            sink.play();
        }
    }
    if rooms.is_empty()
        && !silent
        && let Some(take) = sounds.0.get(&Sound::Bed).and_then(|takes| takes.first())
    {
        commands.spawn((
            Name::new("Room"),
            Room,
            AudioPlayer::new(take.source.clone()),
            PlaybackSettings::LOOP.with_volume(Volume::Linear(through)),
        ));
    }
}

/// What is being played follows the sliders too, and a slider that is moved lets hear what it does.
fn turn_sliders(
    settings: Res<Settings>,
    mut voices: Query<(&Voice, &mut AudioSink)>,
    mut last: Local<Option<Volumes>>,
    mut cues: MessageWriter<Cue>,
) {
    let now = settings.volumes;
    for (voice, mut sink) in &mut voices {
        let through = let_through(&now, voice.sound.group());
        sink.set_volume(Volume::Linear(through * voice.gain));
    }
    let Some(before) = last.replace(now) else { return };
    for (moved, sound) in [
        (before.effects != now.effects, Sound::WoodHit),
        (before.dice != now.dice, Sound::DiceFew),
        (before.alerts != now.alerts, Sound::Decision),
        (before.interface != now.interface, Sound::Click),
    ] {
        if moved {
            cues.write(Cue::new(sound, now.master));
        }
    }
}

/// Gives every cue a voice, as long as there are not too many.
fn play(
    mut cues: MessageReader<Cue>,
    voices: Query<(Entity, &Voice, Option<&AudioSink>)>,
    sounds: Res<Sounds>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut last: Local<BTreeMap<Sound, usize>>,
    mut commands: Commands,
) {
    let now = time.elapsed();
    let mut sounding: Vec<Sound> = Vec::new();
    for (entity, voice, sink) in &voices {
        if now > voice.ends {
            // Without a sound card nothing ever ends by itself.
            commands.entity(entity).try_despawn();
        } else if sink.is_none_or(|sink| !sink.empty()) {
            sounding.push(voice.sound);
        }
    }
    for cue in cues.read() {
        let (sound, group) = (cue.sound, cue.sound.group());
        let gain = sound.gain() * cue.gain;
        let through = let_through(&settings.volumes, group) * gain;
        let same = sounding.iter().filter(|&&other| other == sound).count();
        if through <= 0.0 || same >= most_of(group) || sounding.len() >= MOST {
            continue;
        }
        let Some(takes) = sounds.0.get(&sound).filter(|takes| !takes.is_empty()) else {
            continue;
        };
        let number = stir(cue.salt);
        let mut variant = number as usize % takes.len();
        // Twice the same would sound like a machine.
        if last.get(&sound) == Some(&variant) {
            variant = (variant + 1) % takes.len();
        }
        last.insert(sound, variant);
        let stray = ((number >> 8) & 0xff) as f32 / 127.5 - 1.0;
        let speed = cue.speed * (1.0 + stray * strays(group));
        let take = &takes[variant];
        sounding.push(sound);
        commands.spawn((
            Voice { sound, gain, ends: now + take.lasts.div_f32(speed) + Duration::from_millis(500) },
            AudioPlayer::new(take.source.clone()),
            PlaybackSettings::DESPAWN.with_volume(Volume::Linear(through)).with_speed(speed),
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_go_from_silence_to_full() {
        let all = |slider| Volumes {
            master: slider,
            effects: slider,
            dice: slider,
            alerts: slider,
            room: slider,
            interface: slider,
            muted: false,
        };
        for group in [Group::Effects, Group::Dice, Group::Alerts, Group::Bed, Group::Interface] {
            assert!(let_through(&all(0), group) <= 0.0);
            assert!(let_through(&all(100), group) >= 1.0);
            assert!(let_through(&all(50), group) < let_through(&all(60), group));
            let muted = Volumes { muted: true, ..all(100) };
            assert!(let_through(&muted, group) <= 0.0);
        }
    }

    #[test]
    fn every_sound_is_part_of_the_program() {
        for &sound in Sound::ALL {
            assert_eq!(files(sound).len(), sound.variants());
            for bytes in files(sound) {
                assert!(bytes.starts_with(b"RIFF"), "{sound:?}");
            }
        }
    }

    #[test]
    fn variants_take_turns_without_a_pattern() {
        let takes: Vec<u32> = (0..12).map(|salt| stir(salt) % 3).collect();
        for variant in 0..3 {
            assert!(takes.contains(&variant), "{takes:?}");
        }
        assert_eq!(stir(7), stir(7));
    }
}
