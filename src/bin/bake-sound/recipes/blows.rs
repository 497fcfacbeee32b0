//! Blades, clubs, fists, and what they meet.

use super::board::rattle;
use crate::synth::{Clip, Pass, glide, struck, swell};

/// A thin thing, fast.
pub(crate) fn blade_swing(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.12);
    let arc = move |t: f32| (700.0 + 2300.0 * swell(0.22, 0.55)(t)) * pitch;
    clip.hiss(0.0, 0.22, 1.0, (Pass::Band, 2.2), arc, swell(0.22, 0.55));
    clip.hiss(0.02, 0.2, 0.3, (Pass::Band, 4.0), move |t| arc(t) * 1.9, swell(0.2, 0.6));
    clip.ring(0.1, 0.03, 2350.0 * pitch, &[(1.0, 1.0, 0.06), (1.51, 0.6, 0.05)]);
    clip
}

/// A thick thing, less fast.
pub(crate) fn blow_swing(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    let arc = move |t: f32| (230.0 + 620.0 * swell(0.26, 0.6)(t)) * pitch;
    clip.hiss(0.0, 0.26, 1.0, (Pass::Band, 1.6), arc, swell(0.26, 0.6));
    clip.hiss(0.03, 0.2, 0.25, (Pass::Band, 1.2), move |t| arc(t) * 2.6, swell(0.2, 0.6));
    clip
}

/// Steel through cloth; the blade hums after it.
pub(crate) fn blade_hit(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.hiss(0.0, 0.12, 0.8, (Pass::Band, 0.8), glide(4200.0 * pitch, 1500.0, 0.06), struck(0.001, 0.018));
    clip.thump(0.006, 0.8, (165.0 * pitch, 78.0), 0.025, 0.045);
    clip.hiss(0.01, 0.14, 0.4, (Pass::Low, 0.8), |_| 1000.0, struck(0.003, 0.035));
    let steel = [(1.0, 1.0, 0.09), (1.47, 0.8, 0.075), (2.09, 0.6, 0.06), (2.83, 0.4, 0.04), (3.9, 0.25, 0.03)];
    clip.ring(0.0, 0.2, 1270.0 * pitch, &steel);
    clip.room(0.25, 0.3);
    clip
}

/// Ash wood on leather.
pub(crate) fn club_hit(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.thump(0.0, 1.0, (140.0 * pitch, 56.0), 0.03, 0.07);
    clip.hiss(0.0, 0.12, 0.6, (Pass::Low, 0.8), glide(2600.0, 700.0, 0.05), struck(0.001, 0.022));
    let wood = [(1.0, 1.0, 0.035), (2.31, 0.7, 0.022), (3.84, 0.4, 0.012), (5.6, 0.2, 0.007)];
    clip.ring(0.0, 0.5, 238.0 * pitch, &wood);
    clip.room(0.3, 0.3);
    clip
}

/// Knuckles.
pub(crate) fn fist_hit(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.hiss(0.0, 0.08, 0.8, (Pass::Band, 0.7), |_| 1150.0 * pitch, struck(0.001, 0.012));
    clip.thump(0.0, 0.9, (175.0 * pitch, 85.0), 0.02, 0.04);
    clip.hiss(0.008, 0.12, 0.35, (Pass::Low, 0.8), |_| 600.0, struck(0.004, 0.03));
    clip.room(0.25, 0.25);
    clip
}

/// Something small and fast goes in.
pub(crate) fn body_hit(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.12);
    clip.thump(0.0, 1.0, (150.0 * pitch, 70.0), 0.02, 0.045);
    clip.hiss(0.0, 0.05, 0.6, (Pass::Band, 0.9), |_| 1900.0 * pitch, struck(0.001, 0.007));
    clip.hiss(0.005, 0.16, 0.4, (Pass::Band, 0.7), glide(900.0, 350.0, 0.1), struck(0.004, 0.03));
    rattle(&mut clip, (0.02, 0.14), 3, 0.07);
    clip.room(0.25, 0.25);
    clip
}

/// A board takes it.
pub(crate) fn wood_hit(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.12);
    clip.thump(0.0, 0.6, (190.0 * pitch, 105.0), 0.02, 0.035);
    let board = [(1.0, 1.0, 0.045), (1.86, 0.8, 0.03), (2.97, 0.5, 0.02), (4.7, 0.3, 0.01)];
    clip.ring(0.0, 0.8, 268.0 * pitch, &board);
    clip.hiss(0.0, 0.04, 0.6, (Pass::Band, 0.8), |_| 2400.0, struck(0.001, 0.006));
    clip.scatter((0.03, 0.2), 6, 1.0, |clip, at, along| {
        let pitch = clip.noise.between(900.0, 2600.0);
        clip.ring(at, 0.13 * (1.0 - along), pitch, &[(1.0, 1.0, 0.007), (2.4, 0.5, 0.004)]);
    });
    clip.room(0.35, 0.3);
    clip
}

/// A plate takes it; soon damped.
pub(crate) fn metal_hit(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.thump(0.0, 0.5, (210.0, 120.0), 0.015, 0.03);
    clip.hiss(0.0, 0.04, 0.5, (Pass::Band, 0.9), |_| 2900.0, struck(0.001, 0.006));
    let plate = [
        (1.0, 0.8, 0.13),
        (1.61, 1.0, 0.11),
        (2.37, 0.7, 0.08),
        (3.18, 0.5, 0.06),
        (4.43, 0.35, 0.04),
        (5.71, 0.2, 0.025),
    ];
    clip.ring(0.0, 0.8, 431.0 * pitch, &plate);
    clip.filter(Pass::Low, 6200.0, 0.7);
    clip.room(0.35, 0.4);
    clip
}

/// Chips fly.
pub(crate) fn stone_hit(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.12);
    clip.thump(0.0, 0.7, (200.0 * pitch, 110.0), 0.012, 0.025);
    clip.hiss(0.0, 0.06, 0.8, (Pass::Band, 0.7), |_| 2300.0 * pitch, struck(0.001, 0.01));
    clip.ring(0.0, 0.4, 1340.0 * pitch, &[(1.0, 1.0, 0.012), (1.9, 0.7, 0.008), (3.1, 0.4, 0.005)]);
    clip.scatter((0.03, 0.26), 12, 1.3, |clip, at, along| {
        let pitch = clip.noise.between(1700.0, 4200.0);
        clip.ring(at, 0.2 * (1.0 - along), pitch, &[(1.0, 1.0, 0.005), (1.6, 0.6, 0.004)]);
    });
    clip.room(0.3, 0.3);
    clip
}

/// It goes past the ear and away.
pub(crate) fn miss(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.15);
    clip.hiss(0.0, 0.32, 1.0, (Pass::Band, 1.8), glide(2300.0 * pitch, 620.0, 0.3), swell(0.32, 0.3));
    clip.hiss(0.02, 0.3, 0.4, (Pass::Band, 0.7), glide(900.0, 320.0, 0.3), swell(0.3, 0.35));
    clip
}

/// A wooden shield with an iron rim.
pub(crate) fn block(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.1);
    clip.thump(0.0, 0.9, (170.0 * pitch, 82.0), 0.02, 0.055);
    let wood = [(1.0, 1.0, 0.05), (2.2, 0.6, 0.03), (3.6, 0.35, 0.015)];
    clip.ring(0.0, 0.7, 205.0 * pitch, &wood);
    let rim = [(1.0, 1.0, 0.12), (1.38, 0.7, 0.1), (2.17, 0.45, 0.07), (3.05, 0.25, 0.04)];
    clip.ring(0.002, 0.22, 890.0 * pitch, &rim);
    clip.hiss(0.0, 0.05, 0.5, (Pass::Band, 0.8), |_| 1900.0, struck(0.001, 0.008));
    clip.room(0.35, 0.35);
    clip
}

/// A breath goes out, a body sinks, a muffled drum.
pub(crate) fn death(mut clip: Clip) -> Clip {
    let pitch = clip.noise.near_one(0.08);
    clip.hiss(0.0, 0.45, 0.3, (Pass::Band, 3.0), glide(760.0 * pitch, 330.0, 0.42), swell(0.45, 0.25));
    clip.hiss(0.02, 0.42, 0.14, (Pass::Band, 4.0), glide(1650.0 * pitch, 900.0, 0.4), swell(0.42, 0.25));
    clip.thump(0.3, 0.9, (110.0 * pitch, 58.0), 0.05, 0.13);
    clip.hiss(0.3, 0.16, 0.4, (Pass::Low, 0.8), |_| 700.0, struck(0.003, 0.035));
    clip.thump(0.42, 0.4, (80.0, 45.0), 0.04, 0.09);
    rattle(&mut clip, (0.32, 0.6), 6, 0.08);
    clip.pluck(0.3, 0.3, 73.4, 0.2, 0.8);
    clip.room(0.5, 0.5);
    clip
}
