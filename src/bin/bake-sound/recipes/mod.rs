//! How every sound is made. What is struck is wood, skin, iron or stone; what calls is a lute, a drum, a wooden bar; nothing bleeps.

mod bed;
mod blows;
mod board;
mod calls;
mod dice;
mod hazards;
mod missiles;

use crate::synth::Clip;
use crate::table::{Group, Sound};

/// How loud the loudest twelfth of a second of each group is; sliders and the table's gains do the rest.
fn loudness(group: Group) -> f32 {
    match group {
        Group::Effects => 0.17,
        Group::Dice => 0.13,
        Group::Alerts => 0.15,
        Group::Interface => 0.09,
        Group::Bed => 0.045,
    }
}

/// Makes one file of a sound.
pub(crate) fn bake(sound: Sound, variant: usize) -> Clip {
    let silence = |seconds: f32| Clip::new(sound.rate(), seconds, &sound.file(variant));
    let mut clip = match sound {
        Sound::StepStone => board::step_stone(silence(0.4)),
        Sound::StepMetal => board::step_metal(silence(0.5)),
        Sound::StepEarth => board::step_earth(silence(0.4)),
        Sound::StepWater => board::step_water(silence(0.6)),
        Sound::Scramble => board::scramble(silence(0.5)),
        Sound::DoorOpen => board::door_open(silence(1.0)),
        Sound::DoorClose => board::door_close(silence(0.9)),
        Sound::Fall => board::fall(silence(0.9)),
        Sound::Breaks => board::breaks(silence(1.1)),
        Sound::Arrives => board::arrives(silence(0.9)),
        Sound::BladeSwing => blows::blade_swing(silence(0.4)),
        Sound::BladeHit => blows::blade_hit(silence(0.6)),
        Sound::BlowSwing => blows::blow_swing(silence(0.4)),
        Sound::ClubHit => blows::club_hit(silence(0.5)),
        Sound::FistHit => blows::fist_hit(silence(0.4)),
        Sound::BodyHit => blows::body_hit(silence(0.4)),
        Sound::WoodHit => blows::wood_hit(silence(0.5)),
        Sound::MetalHit => blows::metal_hit(silence(0.8)),
        Sound::StoneHit => blows::stone_hit(silence(0.5)),
        Sound::Miss => blows::miss(silence(0.5)),
        Sound::Block => blows::block(silence(0.7)),
        Sound::Death => blows::death(silence(1.3)),
        Sound::Bow => missiles::bow(silence(0.7)),
        Sound::Shot => missiles::shot(silence(0.9)),
        Sound::Beam => missiles::beam(silence(0.8)),
        Sound::Spray => missiles::spray(silence(0.9)),
        Sound::Burst => missiles::burst(silence(1.6)),
        Sound::Magic => missiles::magic(silence(1.3)),
        Sound::Heal => calls::heal(silence(1.2)),
        Sound::Gains => calls::gains(silence(0.7)),
        Sound::Loses => calls::loses(silence(0.6)),
        Sound::Gas => hazards::gas(silence(1.8)),
        Sound::Collapse => hazards::collapse(silence(2.2)),
        Sound::LightsOut => hazards::lights_out(silence(1.2)),
        Sound::LightsOn => hazards::lights_on(silence(0.9)),
        Sound::Steam => hazards::steam(silence(1.5)),
        Sound::DieOne => dice::roll(silence(0.8), 1),
        Sound::DiceFew => dice::roll(silence(0.9), 3),
        Sound::DiceMany => dice::roll(silence(1.1), 6),
        Sound::TurnStart => calls::turn_start(silence(1.1)),
        Sound::RoundStart => calls::round_start(silence(1.7)),
        Sound::Decision => calls::decision(silence(0.9)),
        Sound::Alarm => calls::alarm(silence(1.6)),
        Sound::Victory => calls::victory(silence(3.2)),
        Sound::Defeat => calls::defeat(silence(3.2)),
        Sound::Click => calls::click(silence(0.15)),
        Sound::Hover => calls::hover(silence(0.1)),
        Sound::Refused => calls::refused(silence(0.4)),
        Sound::Undo => calls::undo(silence(0.5)),
        Sound::Bed => bed::bed(silence(22.0)),
    };
    clip.finish(loudness(sound.group()));
    clip
}
