//! What the level does: gas, stone, light, steam.

use crate::synth::{Clip, Pass, glide, struck, swell};

/// It creeps in and bubbles.
pub(crate) fn gas(mut clip: Clip) -> Clip {
    clip.hiss(0.0, 1.5, 0.8, (Pass::Band, 0.8), glide(3000.0, 1100.0, 1.3), |t| {
        swell(1.5, 0.25)(t) * (0.85 + 0.15 * (t * 31.0).sin())
    });
    clip.hiss(0.05, 1.45, 0.6, (Pass::Low, 0.9), |_| 420.0, swell(1.45, 0.45));
    clip.scatter((0.25, 1.35), 22, 1.0, |clip, at, along| {
        let from = clip.noise.between(130.0, 330.0);
        let gain = clip.noise.between(0.08, 0.2) * (1.0 - 0.5 * along);
        clip.tone(at, 0.07, gain, &[1.0, 0.2], glide(from, from * 1.6, 0.06), swell(0.07, 0.3));
    });
    clip.room(0.4, 0.6);
    clip
}

/// It groans, it comes, it settles in dust.
pub(crate) fn collapse(mut clip: Clip) -> Clip {
    clip.hiss(0.0, 2.0, 0.9, (Pass::Low, 0.9), glide(160.0, 300.0, 0.5), swell(2.0, 0.28));
    for (at, gain) in [(0.1, 0.4), (0.33, 0.9), (0.47, 1.0), (0.7, 0.6), (0.98, 0.35)] {
        let pitch = clip.noise.near_one(0.2);
        clip.thump(at, gain, (95.0 * pitch, 38.0), 0.05, 0.13);
        clip.hiss(at, 0.25, gain * 0.6, (Pass::Low, 0.8), glide(2200.0, 300.0, 0.2), struck(0.002, 0.06));
    }
    clip.scatter((0.05, 1.5), 70, 1.2, |clip, at, along| {
        let pitch = clip.noise.between(260.0, 1900.0);
        let gain = 0.26 * clip.noise.between(0.25, 1.0) * swell(1.0, 0.3)(along).max(0.08);
        clip.ring(at, gain, pitch, &[(1.0, 1.0, 0.012), (1.7, 0.7, 0.008), (2.9, 0.4, 0.005)]);
        clip.hiss(at, 0.04, gain, (Pass::Band, 0.8), |_| pitch * 1.8, struck(0.001, 0.008));
    });
    clip.hiss(0.5, 1.5, 0.16, (Pass::Band, 0.6), glide(2600.0, 1200.0, 1.4), swell(1.5, 0.3));
    clip.room(0.45, 0.7);
    clip
}

/// The hum of the lamps sags, a relay lets go.
pub(crate) fn lights_out(mut clip: Clip) -> Clip {
    let sags = |t: f32| 112.0 * (0.32 + 0.68 * (-(t - 0.12).max(0.0) / 0.26).exp());
    clip.tone(0.0, 0.95, 0.6, &[1.0, 0.5, 0.34, 0.16, 0.1], sags, |t| {
        (1.0 - (t / 0.95)).max(0.0).powf(1.5) * (t / 0.03).min(1.0)
    });
    for (at, gain) in [(0.1, 0.8), (0.19, 0.3)] {
        clip.thump(at, gain, (170.0, 80.0), 0.02, 0.05);
        clip.ring(at, gain * 0.4, 640.0, &[(1.0, 1.0, 0.025), (1.7, 0.6, 0.018), (2.9, 0.3, 0.01)]);
        clip.hiss(at, 0.03, gain * 0.4, (Pass::Band, 0.9), |_| 2200.0, struck(0.001, 0.005));
    }
    clip.filter(Pass::Low, 3600.0, 0.7);
    clip.room(0.5, 0.6);
    clip
}

/// A flint, and the flame takes.
pub(crate) fn lights_on(mut clip: Clip) -> Clip {
    clip.hiss(0.0, 0.06, 0.5, (Pass::Band, 1.0), |_| 3200.0, struck(0.002, 0.012));
    clip.hiss(0.09, 0.5, 0.8, (Pass::Band, 0.6), glide(420.0, 900.0, 0.2), |t| {
        swell(0.5, 0.2)(t) * (0.8 + 0.2 * (t * 61.0).sin())
    });
    clip.scatter((0.1, 0.5), 9, 1.0, |clip, at, along| {
        let cutoff = clip.noise.between(1500.0, 3500.0);
        clip.hiss(at, 0.02, 0.22 * (1.0 - along), (Pass::Band, 1.5), |_| cutoff, struck(0.001, 0.004));
    });
    clip.tone(0.12, 0.55, 0.14, &[1.0, 0.3], |_| 293.7, swell(0.55, 0.3));
    clip.room(0.35, 0.4);
    clip
}

/// A valve lets go.
pub(crate) fn steam(mut clip: Clip) -> Clip {
    clip.thump(0.0, 0.5, (160.0, 70.0), 0.02, 0.05);
    clip.hiss(0.0, 1.25, 0.9, (Pass::Band, 0.7), glide(4200.0, 1700.0, 1.1), |t| {
        (t / 0.03).min(1.0) * (-t / 0.42).exp() * (0.88 + 0.12 * (t * 57.0).sin())
    });
    clip.hiss(0.0, 1.0, 0.25, (Pass::Band, 9.0), glide(1900.0, 1250.0, 0.8), struck(0.03, 0.25));
    clip.hiss(0.0, 1.2, 0.5, (Pass::Low, 0.8), |_| 350.0, struck(0.02, 0.3));
    clip.room(0.4, 0.5);
    clip
}
