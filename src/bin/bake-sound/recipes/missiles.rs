//! What flies, sprays and goes off.

use crate::synth::{Clip, Pass, glide, struck, swell};

/// String, limbs, and the shaft on its way.
pub(crate) fn bow(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.08);
    clip.hiss(0.0, 0.03, 0.4, (Pass::Band, 0.9), |_| 2100.0, struck(0.001, 0.006));
    clip.pluck(0.0, 0.9, 118.0 * pitch, 0.55, 0.22);
    clip.ring(0.0, 0.3, 310.0 * pitch, &[(1.0, 1.0, 0.022), (2.3, 0.5, 0.012)]);
    clip.hiss(0.02, 0.36, 0.5, (Pass::Band, 1.6), glide(2600.0 * pitch, 900.0, 0.34), swell(0.36, 0.15));
    clip.room(0.2, 0.25);
    clip
}

/// Powder: a crack, the chest behind it, and the walls.
pub(crate) fn shot(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.hiss(0.0, 0.1, 1.0, (Pass::Low, 0.7), glide(9000.0, 1600.0, 0.04), struck(0.0006, 0.012));
    clip.hiss(0.004, 0.4, 0.55, (Pass::Low, 0.7), glide(2600.0 * pitch, 300.0, 0.3), struck(0.002, 0.075));
    clip.thump(0.0, 1.0, (190.0 * pitch, 52.0), 0.022, 0.085);
    for (at, gain) in [(0.047, 0.22), (0.083, 0.16), (0.131, 0.1)] {
        let at = at * clip.noise.near_one(0.1);
        clip.hiss(at, 0.14, gain, (Pass::Band, 0.6), |_| 900.0, struck(0.002, 0.035));
    }
    clip.room(0.6, 0.55);
    clip
}

/// A hot wire and the air around it.
pub(crate) fn beam(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.08);
    let dies = move |t: f32| swell(0.5, 0.12)(t);
    let hum = move |t: f32| (196.0 - 60.0 * t) * pitch * (1.0 + 0.006 * (t * 95.0).sin());
    clip.shaken(0.0, 0.5, 0.55, 1.5, hum, |t| 3.2 * (-t / 0.16).exp() + 0.5, dies);
    clip.shaken(0.0, 0.5, 0.2, 2.01, move |t| hum(t) * 3.0, |t| 1.4 * (-t / 0.1).exp(), dies);
    clip.hiss(0.0, 0.5, 0.45, (Pass::Band, 2.0), glide(3400.0 * pitch, 1100.0, 0.4), move |t| {
        dies(t) * (0.7 + 0.3 * (t * 240.0).sin())
    });
    clip.thump(0.0, 0.5, (140.0, 70.0), 0.03, 0.06);
    clip.filter(Pass::Low, 4200.0, 0.7);
    clip.room(0.35, 0.4);
    clip
}

/// A gout that roars and flutters.
pub(crate) fn spray(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    let flutter = move |t: f32| 0.72 + 0.18 * (t * 83.0).sin() + 0.1 * (t * 143.0 + 1.0).sin();
    let level = move |t: f32| swell(0.65, 0.22)(t) * flutter(t);
    clip.hiss(0.0, 0.65, 0.8, (Pass::Band, 0.6), glide(1500.0 * pitch, 700.0, 0.6), level);
    clip.hiss(0.0, 0.65, 0.35, (Pass::Band, 0.8), |_| 3600.0 * pitch, level);
    clip.hiss(0.0, 0.65, 0.7, (Pass::Low, 0.8), |_| 190.0, level);
    clip.scatter((0.1, 0.6), 14, 1.0, |clip, at, _| {
        let cutoff = clip.noise.between(1200.0, 3800.0);
        clip.hiss(at, 0.02, 0.25, (Pass::Band, 1.4), |_| cutoff, struck(0.001, 0.004));
    });
    clip.room(0.3, 0.35);
    clip
}

/// It goes off, rolls away, and what it threw up comes down.
pub(crate) fn burst(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.08);
    clip.hiss(0.0, 0.12, 0.7, (Pass::Low, 0.7), glide(9000.0, 1500.0, 0.05), struck(0.0008, 0.02));
    clip.thump(0.0, 1.0, (125.0 * pitch, 33.0), 0.06, 0.26);
    clip.thump(0.03, 0.5, (70.0, 28.0), 0.1, 0.3);
    clip.hiss(0.0, 1.2, 0.85, (Pass::Low, 0.8), glide(2400.0 * pitch, 110.0, 0.9), struck(0.004, 0.24));
    clip.scatter((0.18, 1.15), 34, 1.3, |clip, at, along| {
        let pitch = clip.noise.between(300.0, 2400.0);
        let gain = 0.12 * clip.noise.between(0.3, 1.0) * (1.0 - along);
        clip.ring(at, gain, pitch, &[(1.0, 1.0, 0.009), (1.8, 0.6, 0.006)]);
        clip.hiss(at, 0.03, gain, (Pass::Band, 0.8), |_| pitch * 1.6, struck(0.001, 0.006));
    });
    clip.room(0.5, 0.7);
    clip
}

/// A breath drawn in, and small bars that answer it out of order.
pub(crate) fn magic(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.02);
    clip.hiss(0.0, 0.4, 0.28, (Pass::Band, 2.5), glide(500.0, 2200.0, 0.38), swell(0.4, 0.9));
    clip.hiss(0.36, 0.5, 0.18, (Pass::Band, 2.0), glide(2400.0, 700.0, 0.45), swell(0.5, 0.08));
    let scale = [293.7, 349.2, 440.0, 523.3, 587.3, 698.5, 880.0];
    for place in 0..9_u8 {
        let at = 0.3 + 0.047 * f32::from(place) * clip.noise.near_one(0.2);
        let note = scale[(clip.noise.unit() * scale.len() as f32) as usize % scale.len()] * pitch;
        bar(&mut clip, at, 0.42 - 0.03 * f32::from(place), note, 0.2);
    }
    let hum = move |_: f32| 146.8 * pitch;
    clip.tone(0.2, 0.8, 0.3, &[1.0, 0.3, 0.1], hum, swell(0.8, 0.35));
    clip.room(0.6, 0.7);
    clip
}

/// A wooden bar struck with a soft mallet.
pub(crate) fn bar(clip: &mut Clip, at: f32, gain: f32, pitch: f32, dies: f32) {
    let ways = [(1.0, 1.0, dies), (3.93, 0.22, dies * 0.32), (9.2, 0.07, dies * 0.12)];
    clip.ring(at, gain, pitch, &ways);
    clip.hiss(at, 0.02, gain * 0.12, (Pass::Low, 0.7), |_| 1500.0, struck(0.001, 0.004));
}
