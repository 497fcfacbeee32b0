//! Dice: shaken in the hand, thrown on a wooden table, bouncing until they lie.

use crate::synth::{Clip, Pass, struck};

/// So many dice.
pub(crate) fn roll(mut clip: Clip, dice: u8) -> Clip {
    let shaken = if dice == 1 { 2 } else { 4 };
    for knock in 0..shaken {
        let at = 0.035 * knock as f32 * clip.noise.near_one(0.2);
        let pitch = clip.noise.between(1300.0, 2100.0);
        // In a closed hand: dull.
        clip.ring(at, 0.1, pitch, &[(1.0, 1.0, 0.006), (1.8, 0.4, 0.004)]);
        clip.hiss(at, 0.02, 0.08, (Pass::Band, 0.9), |_| 1500.0, struck(0.001, 0.004));
    }
    let thrown = 0.04 + 0.035 * shaken as f32;
    for die in 0..dice {
        let (mut at, mut gain) = (thrown + 0.03 * f32::from(die) * clip.noise.near_one(0.6), 1.0);
        let mut apart = clip.noise.between(0.07, 0.1);
        let own = clip.noise.near_one(0.15);
        let bounces = 4 + (clip.noise.unit() * 3.0) as usize;
        for _ in 0..bounces {
            knock(&mut clip, at, gain * clip_share(dice), own);
            at += apart * clip.noise.near_one(0.25);
            apart *= clip.noise.between(0.58, 0.76);
            gain *= clip.noise.between(0.55, 0.8);
        }
    }
    clip.room(0.25, 0.22);
    clip
}

/// Many dice are louder than one, but not as many times.
fn clip_share(dice: u8) -> f32 {
    1.0 / f32::from(dice).sqrt()
}

/// An edge of a die on the table: its own click, and the board under it.
fn knock(clip: &mut Clip, at: f32, gain: f32, own: f32) {
    let pitch = 2650.0 * own * clip.noise.near_one(0.1);
    clip.ring(at, gain * 0.5, pitch, &[(1.0, 1.0, 0.006), (1.63, 0.7, 0.005), (2.7, 0.35, 0.003)]);
    clip.hiss(at, 0.012, gain * 0.35, (Pass::Band, 0.8), |_| 3400.0 * own, struck(0.0005, 0.002));
    let board = [(1.0, 1.0, 0.022), (2.13, 0.8, 0.016), (3.62, 0.5, 0.01), (5.4, 0.25, 0.006)];
    let table = 212.0 * clip.noise.near_one(0.06);
    clip.ring(at, gain * 0.6, table, &board);
}
