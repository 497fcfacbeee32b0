//! What calls for a person, and buttons: a lute, a frame drum, wooden bars, paper.

use super::missiles::bar;
use crate::synth::{Clip, Pass, glide, struck, swell};

const D2: f32 = 73.42;
const A2: f32 = 110.0;
const D3: f32 = 146.83;
const F3: f32 = 174.61;
const F3_SHARP: f32 = 185.0;
const A3: f32 = 220.0;
const B3_FLAT: f32 = 233.08;
const C4: f32 = 261.63;
const D4: f32 = 293.66;
const E4: f32 = 329.63;
const F4_SHARP: f32 = 369.99;
const A4: f32 = 440.0;
const D5: f32 = 587.33;

/// A frame drum.
fn drum(clip: &mut Clip, at: f32, gain: f32) {
    clip.thump(at, gain, (128.0, 74.0), 0.03, 0.13);
    clip.ring(at, gain * 0.22, 118.0, &[(1.59, 1.0, 0.09), (2.14, 0.7, 0.07), (2.65, 0.5, 0.05)]);
    clip.hiss(at, 0.06, gain * 0.18, (Pass::Band, 0.7), |_| 900.0, struck(0.002, 0.015));
}

/// Two notes of a lute.
pub(crate) fn turn_start(mut clip: Clip) -> Clip {
    clip.pluck(0.0, 0.8, D4, 0.5, 0.8);
    clip.pluck(0.13, 0.9, A4, 0.5, 0.8);
    clip.pluck(0.13, 0.35, D3, 0.3, 0.9);
    clip.room(0.4, 0.5);
    clip
}

/// A drum, and an open fifth.
pub(crate) fn round_start(mut clip: Clip) -> Clip {
    drum(&mut clip, 0.0, 1.0);
    drum(&mut clip, 0.2, 0.55);
    drum(&mut clip, 0.3, 0.8);
    for (late, (pitch, gain)) in (0_u8..).zip([(D3, 0.5), (A3, 0.45), (D4, 0.4)]) {
        clip.pluck(0.3 + 0.022 * f32::from(late), gain, pitch, 0.4, 1.2);
    }
    clip.room(0.45, 0.6);
    clip
}

/// Two wooden bars that ask.
pub(crate) fn decision(mut clip: Clip) -> Clip {
    bar(&mut clip, 0.0, 0.8, A4, 0.12);
    bar(&mut clip, 0.12, 0.9, D5, 0.17);
    bar(&mut clip, 0.12, 0.3, D4, 0.17);
    clip.room(0.4, 0.4);
    clip
}

/// A watchman's bell, damped, over a drum.
pub(crate) fn alarm(mut clip: Clip) -> Clip {
    let bell =
        [(0.5, 0.5, 0.35), (1.0, 1.0, 0.3), (1.19, 0.7, 0.24), (1.5, 0.5, 0.18), (2.0, 0.5, 0.13), (2.74, 0.25, 0.07)];
    for (at, gain) in [(0.0, 0.9), (0.34, 0.75), (0.68, 0.9)] {
        clip.ring(at, gain, 349.2, &bell);
        drum(&mut clip, at, gain * 0.7);
    }
    clip.filter(Pass::Low, 3000.0, 0.7);
    clip.room(0.5, 0.7);
    clip
}

/// Up, in major.
pub(crate) fn victory(mut clip: Clip) -> Clip {
    let tune = [
        (0.0, D3, 0.7),
        (0.18, F3_SHARP, 0.7),
        (0.36, A3, 0.75),
        (0.54, D4, 0.8),
        (0.9, E4, 0.6),
        (1.08, F4_SHARP, 0.9),
    ];
    for (at, pitch, gain) in tune {
        clip.pluck(at, gain, pitch, 0.5, 1.6);
    }
    for (late, (pitch, gain)) in
        (0_u8..).zip([(D2, 0.5), (A2, 0.5), (D3, 0.5), (F3_SHARP, 0.45), (A3, 0.45), (D4, 0.5), (A4, 0.35)])
    {
        clip.pluck(1.5 + 0.03 * f32::from(late), gain, pitch, 0.5, 2.0);
    }
    for (at, gain) in [(0.0, 0.6), (0.54, 0.6), (1.08, 0.5), (1.26, 0.4), (1.5, 1.0)] {
        drum(&mut clip, at, gain);
    }
    for pitch in [D3, A3, D4] {
        clip.tone(
            1.2,
            2.2,
            0.09,
            &[1.0, 0.4, 0.2, 0.08],
            |t| pitch * (1.0 + 0.002 * (t * 27.0).sin()),
            swell(2.2, 0.3),
        );
    }
    clip.room(0.45, 0.8);
    clip
}

/// Down, and no third to rest on.
pub(crate) fn defeat(mut clip: Clip) -> Clip {
    for (at, pitch, gain) in
        [(0.0, D4, 0.7), (0.36, C4, 0.65), (0.72, B3_FLAT, 0.65), (1.14, A3, 0.75), (1.14, F3, 0.4)]
    {
        clip.pluck(at, gain, pitch, 0.32, 1.7);
    }
    for (late, (pitch, gain)) in (0_u8..).zip([(D2, 0.8), (A2, 0.5), (D3, 0.5)]) {
        clip.pluck(1.75 + 0.06 * f32::from(late), gain, pitch, 0.22, 1.9);
    }
    for (at, gain) in [(0.0, 0.5), (1.14, 0.5), (1.75, 0.9)] {
        drum(&mut clip, at, gain);
    }
    for pitch in [D2 * 2.0, A2 * 2.0] {
        clip.tone(1.0, 2.4, 0.08, &[1.0, 0.35, 0.12], |t| pitch * (1.0 + 0.002 * (t * 24.0).sin()), swell(2.4, 0.35));
    }
    clip.room(0.5, 0.9);
    clip
}

/// Warm bars upwards, and a breath.
pub(crate) fn heal(mut clip: Clip) -> Clip {
    let pitch = if clip.noise.unit() < 0.5 { 1.0 } else { 1.122 };
    for (place, note) in (0_u8..).zip([D4, F4_SHARP, A4]) {
        bar(&mut clip, 0.1 * f32::from(place), 0.8, note * pitch, 0.24);
    }
    clip.hiss(0.0, 0.6, 0.14, (Pass::Band, 1.5), glide(600.0, 1500.0, 0.5), swell(0.6, 0.5));
    clip.tone(0.05, 0.8, 0.25, &[1.0, 0.2], |_| D3 * pitch, swell(0.8, 0.35));
    clip.room(0.5, 0.6);
    clip
}

/// A low string that bends, and a brush on skin.
pub(crate) fn gains(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.06);
    clip.tone(0.0, 0.45, 0.7, &[1.0, 0.5, 0.25, 0.1], glide(D3 * pitch, D3 * 0.84 * pitch, 0.3), struck(0.006, 0.12));
    clip.hiss(0.0, 0.3, 0.3, (Pass::Band, 0.8), glide(1400.0, 500.0, 0.28), swell(0.3, 0.2));
    clip.thump(0.0, 0.5, (120.0, 75.0), 0.03, 0.06);
    clip.room(0.35, 0.4);
    clip
}

/// A bar, light.
pub(crate) fn loses(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.04);
    bar(&mut clip, 0.0, 0.7, A3 * pitch, 0.1);
    bar(&mut clip, 0.08, 0.6, D4 * pitch, 0.12);
    clip.hiss(0.0, 0.25, 0.14, (Pass::Band, 0.9), glide(900.0, 2000.0, 0.22), swell(0.25, 0.6));
    clip.room(0.35, 0.4);
    clip
}

/// A fingernail on a wooden box.
pub(crate) fn click(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.06);
    clip.ring(0.0, 0.8, 640.0 * pitch, &[(1.0, 1.0, 0.012), (2.2, 0.5, 0.007), (3.7, 0.25, 0.004)]);
    clip.hiss(0.0, 0.02, 0.3, (Pass::Band, 0.8), |_| 2400.0, struck(0.0008, 0.003));
    clip
}

/// A fingertip on paper.
pub(crate) fn hover(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.hiss(0.0, 0.045, 0.8, (Pass::Band, 0.8), |_| 1900.0 * pitch, swell(0.045, 0.35));
    clip
}

/// Two knocks, low.
pub(crate) fn refused(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.05);
    for (at, gain, lower) in [(0.0, 0.9, 1.0), (0.1, 0.8, 0.84)] {
        let wood = [(1.0, 1.0, 0.028), (2.3, 0.4, 0.014), (3.9, 0.15, 0.007)];
        clip.ring(at, gain, 176.0 * pitch * lower, &wood);
        clip.thump(at, gain * 0.5, (120.0, 82.0), 0.02, 0.03);
        clip.hiss(at, 0.03, gain * 0.12, (Pass::Low, 0.7), |_| 1400.0, struck(0.001, 0.006));
    }
    clip
}

/// A page is turned back.
pub(crate) fn undo(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.hiss(0.0, 0.26, 0.8, (Pass::Band, 0.8), glide(3000.0 * pitch, 900.0, 0.25), swell(0.26, 0.7));
    clip.scatter((0.0, 0.24), 18, 0.7, |clip, at, along| {
        let cutoff = clip.noise.between(1800.0, 4200.0);
        clip.hiss(at, 0.02, 0.3 * along, (Pass::Band, 1.2), |_| cutoff, struck(0.001, 0.004));
    });
    clip.thump(0.24, 0.35, (180.0, 110.0), 0.015, 0.02);
    clip.hiss(0.24, 0.04, 0.4, (Pass::Band, 0.8), |_| 1500.0, struck(0.001, 0.008));
    clip
}
