//! Feet, doors, falls, things that break.

use crate::synth::{Clip, Pass, glide, struck, swell};

/// A heel and then a sole, in leather.
pub(crate) fn step_stone(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.12);
    let sole = clip.noise.between(0.045, 0.07);
    clip.thump(0.0, 0.7, (150.0 * pitch, 85.0 * pitch), 0.02, 0.025);
    clip.hiss(0.0, 0.08, 0.6, (Pass::Band, 0.8), |_| 1500.0 * pitch, struck(0.001, 0.008));
    clip.ring(0.0, 0.22, 620.0 * pitch, &[(1.0, 1.0, 0.014), (2.3, 0.6, 0.009), (4.1, 0.3, 0.005)]);
    clip.hiss(sole, 0.09, 0.3, (Pass::Band, 0.9), |_| 2600.0 * pitch, struck(0.008, 0.016));
    clip.thump(sole, 0.25, (120.0 * pitch, 80.0), 0.02, 0.02);
    clip.room(0.35, 0.25);
    clip
}

/// A plate that gives a little and rings a little.
pub(crate) fn step_metal(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.thump(0.0, 0.6, (170.0 * pitch, 95.0 * pitch), 0.02, 0.03);
    clip.hiss(0.0, 0.05, 0.4, (Pass::Band, 0.8), |_| 1900.0, struck(0.001, 0.006));
    let plate = [(1.0, 1.0, 0.07), (1.58, 0.7, 0.05), (2.24, 0.55, 0.04), (2.92, 0.4, 0.03), (4.16, 0.25, 0.018)];
    clip.ring(0.0, 0.42, 318.0 * pitch, &plate);
    clip.ring(0.055, 0.14, 352.0 * pitch, &plate);
    clip.hiss(0.055, 0.06, 0.16, (Pass::Band, 1.0), |_| 2400.0, struck(0.006, 0.012));
    clip.filter(Pass::Low, 5200.0, 0.7);
    clip.room(0.35, 0.3);
    clip
}

/// Blades of grass and grit give way under a soft thud.
pub(crate) fn step_earth(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.12);
    clip.thump(0.0, 0.75, (105.0 * pitch, 62.0), 0.03, 0.035);
    clip.hiss(0.0, 0.16, 0.4, (Pass::Band, 0.6), |_| 850.0 * pitch, struck(0.01, 0.035));
    clip.scatter((0.0, 0.14), 26, 1.3, |clip, at, along| {
        let cutoff = clip.noise.between(1700.0, 4200.0);
        clip.hiss(at, 0.02, 0.26 * (1.0 - along * 0.7), (Pass::Band, 1.6), |_| cutoff, struck(0.001, 0.0035));
    });
    clip.filter(Pass::Low, 6500.0, 0.6);
    clip
}

/// A splash, and drops that close behind it.
pub(crate) fn step_water(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.hiss(0.0, 0.3, 0.7, (Pass::Band, 0.7), glide(1900.0 * pitch, 620.0, 0.22), swell(0.28, 0.2));
    clip.thump(0.0, 0.35, (160.0, 80.0), 0.03, 0.04);
    clip.scatter((0.03, 0.3), 13, 1.7, |clip, at, along| {
        let (from, gain) = (clip.noise.between(420.0, 1100.0), clip.noise.between(0.08, 0.24) * (1.0 - 0.6 * along));
        clip.tone(at, 0.05, gain, &[1.0, 0.15], glide(from, from * 1.7, 0.04), swell(0.05, 0.25));
    });
    clip.filter(Pass::Low, 5500.0, 0.6);
    clip
}

/// Cloth and leather over stone, and a hand that finds a hold.
pub(crate) fn scramble(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.15);
    clip.hiss(0.0, 0.2, 0.4, (Pass::Band, 0.9), glide(900.0 * pitch, 2100.0, 0.18), swell(0.2, 0.6));
    clip.hiss(0.16, 0.14, 0.3, (Pass::Band, 0.9), glide(1700.0, 800.0, 0.12), swell(0.14, 0.3));
    clip.thump(0.2, 0.6, (130.0 * pitch, 80.0), 0.02, 0.03);
    clip.scatter((0.18, 0.36), 8, 1.0, |clip, at, along| {
        let pitch = clip.noise.between(1500.0, 3000.0);
        clip.ring(at, 0.16 * (1.0 - along), pitch, &[(1.0, 1.0, 0.004), (1.7, 0.6, 0.003)]);
    });
    clip.room(0.3, 0.25);
    clip
}

/// The latch, the hinge that sticks and slips, the leaf against its stop.
pub(crate) fn door_open(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.08);
    latch(&mut clip, 0.0, 0.5 * pitch);
    let mut at = 0.1_f32;
    while at < 0.52 {
        let along = (at - 0.1) / 0.42;
        let slips = 52.0 + 60.0 * (along * 3.0).sin() * along + clip.noise.signed() * 9.0;
        let hinge = 390.0 * pitch * (1.0 + 0.3 * along);
        let gain = 0.2 * (along * std::f32::consts::PI).sin().max(0.05) * clip.noise.between(0.6, 1.0);
        clip.ring(at, gain, hinge, &[(1.0, 1.0, 0.012), (1.9, 0.7, 0.009), (3.2, 0.4, 0.006)]);
        at += 1.0 / slips.max(30.0);
    }
    clip.hiss(0.1, 0.45, 0.1, (Pass::Band, 0.8), |_| 420.0, swell(0.45, 0.6));
    clip.thump(0.56, 0.5, (120.0 * pitch, 72.0), 0.03, 0.05);
    clip.ring(0.56, 0.2, 190.0 * pitch, &[(1.0, 1.0, 0.04), (2.4, 0.6, 0.025), (4.3, 0.3, 0.012)]);
    clip.room(0.5, 0.4);
    clip
}

/// The leaf in its frame, and the latch behind it.
pub(crate) fn door_close(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.08);
    clip.hiss(0.0, 0.16, 0.14, (Pass::Band, 0.7), glide(300.0, 700.0, 0.15), swell(0.16, 0.85));
    clip.thump(0.14, 0.9, (135.0 * pitch, 62.0), 0.035, 0.085);
    clip.hiss(0.14, 0.08, 0.45, (Pass::Low, 0.7), |_| 1300.0, struck(0.001, 0.018));
    clip.ring(0.14, 0.4, 172.0 * pitch, &[(1.0, 1.0, 0.06), (2.1, 0.7, 0.04), (3.7, 0.45, 0.02), (5.9, 0.2, 0.01)]);
    latch(&mut clip, 0.23, 0.3);
    clip.room(0.55, 0.45);
    clip
}

/// Iron on iron, twice, small.
fn latch(clip: &mut Clip, at: f32, gain: f32) {
    for (after, share) in [(0.0, 1.0), (0.045, 0.7)] {
        let pitch = 1180.0 * clip.noise.near_one(0.1);
        let iron = [(1.0, 1.0, 0.014), (1.72, 0.7, 0.01), (2.9, 0.4, 0.007)];
        clip.ring(at + after, gain * share * 0.5, pitch, &iron);
        clip.hiss(at + after, 0.02, gain * share * 0.4, (Pass::Band, 1.0), |_| 2300.0, struck(0.001, 0.003));
        clip.thump(at + after, gain * share * 0.5, (260.0, 180.0), 0.01, 0.012);
    }
}

/// A body in its gear comes down.
pub(crate) fn fall(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.08);
    clip.hiss(0.0, 0.2, 0.2, (Pass::Band, 0.8), glide(1300.0, 500.0, 0.2), swell(0.2, 0.8));
    for (at, gain) in [(0.18, 1.0), (0.27, 0.45)] {
        clip.thump(at, gain, (105.0 * pitch, 48.0), 0.04, 0.09);
        clip.hiss(at, 0.14, gain * 0.5, (Pass::Low, 0.7), |_| 900.0, struck(0.002, 0.03));
    }
    rattle(&mut clip, (0.2, 0.45), 9, 0.13);
    clip.room(0.4, 0.35);
    clip
}

/// Buckles and gear.
pub(crate) fn rattle(clip: &mut Clip, when: (f32, f32), count: usize, gain: f32) {
    clip.scatter(when, count, 1.4, |clip, at, along| {
        let pitch = clip.noise.between(900.0, 2600.0);
        let gain = gain * clip.noise.between(0.4, 1.0) * (1.0 - 0.6 * along);
        clip.ring(at, gain, pitch, &[(1.0, 1.0, 0.012), (1.53, 0.6, 0.009), (2.41, 0.4, 0.006)]);
    });
}

/// Boards split, splinters fall.
pub(crate) fn breaks(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.thump(0.0, 0.8, (150.0 * pitch, 55.0), 0.03, 0.08);
    clip.hiss(0.0, 0.2, 0.7, (Pass::Low, 0.8), glide(5200.0, 700.0, 0.16), struck(0.001, 0.05));
    clip.scatter((0.0, 0.22), 16, 1.4, |clip, at, along| {
        let pitch = clip.noise.between(380.0, 1500.0);
        let wood = [(1.0, 1.0, 0.02), (2.2, 0.7, 0.012), (3.9, 0.4, 0.006)];
        clip.ring(at, 0.5 * (1.0 - along * 0.6), pitch, &wood);
        clip.hiss(at, 0.03, 0.4 * (1.0 - along * 0.6), (Pass::Band, 0.8), |_| 2600.0, struck(0.001, 0.005));
    });
    clip.scatter((0.2, 0.75), 18, 1.1, |clip, at, along| {
        let pitch = clip.noise.between(500.0, 2300.0);
        let gain = 0.24 * clip.noise.between(0.4, 1.0) * (1.0 - along);
        clip.ring(at, gain, pitch, &[(1.0, 1.0, 0.012), (2.6, 0.5, 0.006)]);
    });
    clip.room(0.4, 0.4);
    clip
}

/// Three quick steps and a cloak.
pub(crate) fn arrives(mut clip: Clip) -> Clip {
    for (at, gain) in [(0.0, 0.5), (0.15, 0.7), (0.31, 0.9)] {
        let pitch = clip.noise.near_one(0.08);
        clip.thump(at, gain, (140.0 * pitch, 78.0), 0.02, 0.03);
        clip.hiss(at, 0.06, gain * 0.5, (Pass::Band, 0.8), |_| 1500.0 * pitch, struck(0.001, 0.01));
    }
    clip.hiss(0.25, 0.32, 0.3, (Pass::Band, 0.7), glide(700.0, 1600.0, 0.3), swell(0.32, 0.4));
    rattle(&mut clip, (0.3, 0.55), 6, 0.1);
    clip.room(0.45, 0.4);
    clip
}
