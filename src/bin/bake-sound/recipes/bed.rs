//! The quiet room: a fire in the next one, wind at the shutter, a low open fifth that hardly moves. It loops without a seam because
//! everything in it either wraps round the end or fits into the loop a whole number of times.

use std::f32::consts::TAU;

use crate::synth::{Clip, Pass, struck};

/// How long noise overlaps itself at the seam.
const OVERLAP: f32 = 3.0;

/// Noise that goes round and round: it fades in over what is left of its own end, equally loud throughout.
fn around(clip: &mut Clip, gain: f32, filter: (Pass, f32), cutoff: impl Fn(f32) -> f32, level: impl Fn(f32) -> f32) {
    let whole = clip.seconds();
    let seam = |t: f32| {
        let up = (t / OVERLAP).min(1.0);
        let down = ((whole + OVERLAP - t) / OVERLAP).clamp(0.0, 1.0);
        (up * TAU / 4.0).sin() * (down * TAU / 4.0).sin()
    };
    clip.hiss(0.0, whole + OVERLAP, gain, filter, cutoff, |t| seam(t) * level(t));
}

/// The loop.
pub(crate) fn bed(clip: Clip) -> Clip {
    let mut clip = clip.looping();
    let whole = clip.seconds();
    // A slow wave that fits into the loop so many times.
    let wave = move |times: f32, phase: f32| move |t: f32| 0.5 + 0.5 * (TAU * (times * t / whole + phase)).sin();
    // The fire's body.
    let (slow, quick) = (wave(3.0, 0.1), wave(31.0, 0.4));
    around(&mut clip, 0.5, (Pass::Low, 0.7), |_| 170.0, move |t| 0.6 + 0.3 * slow(t) + 0.1 * quick(t));
    // Wind at the shutter.
    let (gust, whistle) = (wave(2.0, 0.6), wave(5.0, 0.2));
    around(
        &mut clip,
        0.3,
        (Pass::Band, 1.4),
        move |t| 300.0 + 170.0 * whistle(t),
        move |t| 0.15 + 0.85 * gust(t).powi(2),
    );
    around(&mut clip, 0.1, (Pass::Band, 0.7), |_| 1500.0, move |t| 0.4 + 0.6 * slow(t));
    // The fifth. Its pitches are rounded to fit the loop.
    for (pitch, times, phase, gain) in
        [(73.42_f32, 1.0, 0.0, 0.16), (110.0, 2.0, 0.3, 0.12), (146.83, 3.0, 0.55, 0.09), (220.0, 2.0, 0.8, 0.035)]
    {
        let fits = (pitch * whole).round() / whole;
        let breath = wave(times, phase);
        clip.tone(0.0, whole, gain, &[1.0, 0.22, 0.08], move |_| fits, move |t| 0.25 + 0.75 * breath(t));
    }
    // Crackling, in no hurry.
    clip.scatter((0.0, whole), 70, 1.0, |clip, at, _| {
        let (cutoff, gain) = (clip.noise.between(900.0, 3200.0), clip.noise.unit().powi(3) * 0.28 + 0.03);
        let dies = clip.noise.between(0.002, 0.007);
        clip.hiss(at, 0.05, gain, (Pass::Band, 1.5), move |_| cutoff, struck(0.0008, dies));
    });
    clip.scatter((0.0, whole), 7, 1.0, |clip, at, _| {
        let pitch = clip.noise.between(240.0, 420.0);
        clip.ring(at, 0.1, pitch, &[(1.0, 1.0, 0.02), (2.3, 0.5, 0.01)]);
    });
    clip.filter(Pass::Low, 4200.0, 0.6);
    clip
}
