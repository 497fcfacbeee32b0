//! The workshop: noise, filters, things that ring, strings, a room, and the last touches.
//!
//! A layer is made on its own, brought to a peak of one and mixed in at a gain, so that recipes speak of how loud their parts are beside
//! each other and never of filters' losses.

use std::f32::consts::TAU;

/// Noise that is the same in every bake.
pub(crate) struct Noise(u64);

impl Noise {
    /// From a name, so that a change to one sound leaves the others as they were.
    pub(crate) fn named(name: &str) -> Self {
        let hash = name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Self(hash)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// From 0 to 1.
    pub(crate) fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// From -1 to 1.
    pub(crate) fn signed(&mut self) -> f32 {
        self.unit() * 2.0 - 1.0
    }

    /// Between two numbers.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// One, give or take.
    pub(crate) fn near_one(&mut self, spread: f32) -> f32 {
        1.0 + self.signed() * spread
    }
}

/// What a filter lets through.
#[derive(Clone, Copy)]
pub(crate) enum Pass {
    Low,
    Band,
    High,
}

/// A state variable filter whose cutoff may move while it works.
#[derive(Default)]
struct Filter {
    a: f32,
    b: f32,
}

impl Filter {
    fn step(&mut self, input: f32, rate: f32, pass: Pass, cutoff: f32, q: f32) -> f32 {
        let g = (std::f32::consts::PI * (cutoff / rate).clamp(0.0002, 0.45)).tan();
        let k = 1.0 / q;
        let high = (input - (g + k) * self.a - self.b) / (1.0 + g * (g + k));
        let band = g * high + self.a;
        let low = g * band + self.b;
        self.a = g * high + band;
        self.b = g * band + low;
        match pass {
            Pass::Low => low,
            Pass::Band => band * k,
            Pass::High => high,
        }
    }
}

/// Loudness over time: a soft attack, then dying away by the time constant.
pub(crate) fn struck(attack: f32, dies: f32) -> impl Fn(f32) -> f32 + Copy {
    move |t| {
        let up = (t / attack.max(0.0002)).min(1.0);
        (1.0 - (up * std::f32::consts::PI).cos()) * 0.5 * (-(t - attack).max(0.0) / dies).exp()
    }
}

/// Loudness over time: up to a peak at this share of the whole, and down again.
pub(crate) fn swell(seconds: f32, peak: f32) -> impl Fn(f32) -> f32 + Copy {
    move |t| {
        let along = (t / seconds).clamp(0.0, 1.0);
        let angle = if along < peak { along / peak } else { (1.0 - along) / (1.0 - peak) };
        (angle * std::f32::consts::FRAC_PI_2).sin().powi(2)
    }
}

/// A value that glides evenly for the ear from one to another.
pub(crate) fn glide(from: f32, to: f32, seconds: f32) -> impl Fn(f32) -> f32 + Copy {
    move |t| from * (to / from).powf((t / seconds).clamp(0.0, 1.0))
}

/// A sound in the making.
pub(crate) struct Clip {
    /// Samples a second.
    pub(crate) rate: f32,
    /// The samples.
    pub(crate) samples: Vec<f32>,
    /// Its own noise.
    pub(crate) noise: Noise,
    wraps: bool,
}

impl Clip {
    /// Silence to work on.
    pub(crate) fn new(rate: u32, seconds: f32, name: &str) -> Self {
        let rate = rate as f32;
        Self { rate, samples: vec![0.0; (seconds * rate) as usize], noise: Noise::named(name), wraps: false }
    }

    /// Whatever goes past the end comes in again at the start.
    pub(crate) fn looping(mut self) -> Self {
        self.wraps = true;
        self
    }

    /// How long it is.
    pub(crate) fn seconds(&self) -> f32 {
        self.samples.len() as f32 / self.rate
    }

    fn count(&self, seconds: f32) -> usize {
        (seconds * self.rate) as usize
    }

    /// Mixes a layer in, brought to this peak.
    pub(crate) fn layer(&mut self, at: f32, gain: f32, part: &[f32]) {
        let peak = part.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
        if peak <= 0.0 {
            return;
        }
        let start = self.count(at.max(0.0));
        let length = self.samples.len();
        // A layer that is cut off before it has died away would click; in a loop layers end by themselves or meet their start.
        let fades = if self.wraps { 1.0 } else { self.rate * 0.005 };
        for (place, sample) in part.iter().enumerate() {
            let left = ((part.len() - place) as f32 / fades).min(1.0);
            let place = start + place;
            let place = if self.wraps { place % length } else { place };
            if let Some(out) = self.samples.get_mut(place) {
                *out += sample * left * gain / peak;
            }
        }
    }

    /// Filtered noise.
    pub(crate) fn hiss(
        &mut self,
        at: f32,
        seconds: f32,
        gain: f32,
        (pass, q): (Pass, f32),
        cutoff: impl Fn(f32) -> f32,
        level: impl Fn(f32) -> f32,
    ) {
        let mut filter = Filter::default();
        let part: Vec<f32> = (0..self.count(seconds))
            .map(|i| {
                let t = i as f32 / self.rate;
                let white = self.noise.signed();
                filter.step(white, self.rate, pass, cutoff(t), q) * level(t)
            })
            .collect();
        self.layer(at, gain, &part);
    }

    /// Something struck that rings: a base frequency and, for each way it swings, ratio, strength and time to die away.
    pub(crate) fn ring(&mut self, at: f32, gain: f32, base: f32, ways: &[(f32, f32, f32)]) {
        let longest = ways.iter().fold(0.0_f32, |longest, way| longest.max(way.2));
        let phases: Vec<f32> = ways.iter().map(|_| self.noise.signed() * 0.4).collect();
        let part: Vec<f32> = (0..self.count(longest * 7.0))
            .map(|i| {
                let t = i as f32 / self.rate;
                let up = (t / 0.0012).min(1.0);
                ways.iter()
                    .zip(&phases)
                    .filter(|((ratio, ..), _)| base * ratio < self.rate * 0.45)
                    .map(|((ratio, strength, dies), phase)| {
                        (TAU * base * ratio * t + phase).sin() * strength * (-t / dies).exp()
                    })
                    .sum::<f32>()
                    * up
            })
            .collect();
        self.layer(at, gain, &part);
    }

    /// A skin, a chest, a floor: a low tone that sinks as it dies.
    pub(crate) fn thump(&mut self, at: f32, gain: f32, (from, to): (f32, f32), sinks: f32, dies: f32) {
        let mut phase = 0.0;
        let level = struck(0.003, dies);
        let part: Vec<f32> = (0..self.count(dies * 7.0))
            .map(|i| {
                let t = i as f32 / self.rate;
                phase += TAU * (to + (from - to) * (-t / sinks).exp()) / self.rate;
                (phase.sin() + 0.45 * (2.0 * phase).sin() + 0.2 * (3.0 * phase).sin()) * level(t)
            })
            .collect();
        self.layer(at, gain * 0.62, &part);
    }

    /// A tone with overtones, as strong as listed.
    pub(crate) fn tone(
        &mut self,
        at: f32,
        seconds: f32,
        gain: f32,
        overtones: &[f32],
        pitch: impl Fn(f32) -> f32,
        level: impl Fn(f32) -> f32,
    ) {
        let mut phase = 0.0_f32;
        let part: Vec<f32> = (0..self.count(seconds))
            .map(|i| {
                let t = i as f32 / self.rate;
                phase += TAU * pitch(t) / self.rate;
                let sum: f32 = (1_u8..)
                    .zip(overtones)
                    .map(|(number, strength)| (phase * f32::from(number)).sin() * strength)
                    .sum();
                sum * level(t)
            })
            .collect();
        self.layer(at, gain, &part);
    }

    /// A tone whose pitch another tone shakes: hums and rays.
    pub(crate) fn shaken(
        &mut self,
        at: f32,
        seconds: f32,
        gain: f32,
        ratio: f32,
        pitch: impl Fn(f32) -> f32,
        index: impl Fn(f32) -> f32,
        level: impl Fn(f32) -> f32,
    ) {
        let (mut carrier, mut shaker) = (0.0_f32, 0.0_f32);
        let part: Vec<f32> = (0..self.count(seconds))
            .map(|i| {
                let t = i as f32 / self.rate;
                carrier += TAU * pitch(t) / self.rate;
                shaker += TAU * pitch(t) * ratio / self.rate;
                (carrier + index(t) * shaker.sin()).sin() * level(t)
            })
            .collect();
        self.layer(at, gain, &part);
    }

    /// A plucked string on a wooden body. `bright` from 0 to 1, `holds` the time it takes to die away.
    pub(crate) fn pluck(&mut self, at: f32, gain: f32, pitch: f32, bright: f32, holds: f32) {
        // Half a sample is lost in the loop's own filter; the rest of the length is a whole number and a bit to interpolate.
        let length = self.rate / pitch - 0.5;
        let whole = length.floor() as usize;
        let bit = length - length.floor();
        let mut string = vec![0.0_f32; whole + 2];
        let mut soft = 0.0;
        for sample in &mut string[..whole] {
            soft += (self.noise.signed() - soft) * (0.15 + 0.8 * bright);
            *sample = soft;
        }
        let mean = string[..whole].iter().sum::<f32>() / whole as f32;
        // Plucked at a fifth of its length.
        let pick = (whole / 5).max(1);
        let shape: Vec<f32> =
            (0..whole).map(|i| string[i] - mean - (string[(i + pick) % whole] - mean) * 0.8).collect();
        string[..whole].copy_from_slice(&shape);
        let loss = (-6.9 / (pitch * holds)).exp();
        let (mut read, mut last) = (0_usize, 0.0_f32);
        let size = whole + 1;
        let mut body = [Filter::default(), Filter::default()];
        let part: Vec<f32> = (0..self.count(holds * 1.1))
            .map(|i| {
                let next = (read + 1) % size;
                let sample = string[next] * (1.0 - bit) + string[read] * bit;
                let filtered = (sample + last) * 0.5 * loss;
                last = sample;
                string[read] = filtered;
                read = next;
                let wood = body[0].step(sample, self.rate, Pass::Band, 210.0, 2.0) * 0.7
                    + body[1].step(sample, self.rate, Pass::Band, 430.0, 2.5) * 0.4;
                let up = (i as f32 / (self.rate * 0.0015)).min(1.0);
                (sample + wood) * up
            })
            .collect();
        self.layer(at, gain, &part);
    }

    /// Many small sounds between two times; more of them early when `front` is above one.
    pub(crate) fn scatter(
        &mut self,
        (from, to): (f32, f32),
        count: usize,
        front: f32,
        mut one: impl FnMut(&mut Self, f32, f32),
    ) {
        for _ in 0..count {
            let along = self.noise.unit().powf(front);
            one(self, from + (to - from) * along, along);
        }
    }

    /// A filter over everything so far. What wraps is run through twice, so that the filter enters the loop as it leaves it.
    pub(crate) fn filter(&mut self, pass: Pass, cutoff: f32, q: f32) {
        let mut filter = Filter::default();
        let rate = self.rate;
        if self.wraps {
            for &sample in &self.samples {
                filter.step(sample, rate, pass, cutoff, q);
            }
        }
        for sample in &mut self.samples {
            *sample = filter.step(*sample, rate, pass, cutoff, q);
        }
    }

    /// A small wooden room around it.
    pub(crate) fn room(&mut self, wet: f32, holds: f32) {
        let rate = self.rate;
        let dry = self.samples.clone();
        let mut sum = vec![0.0_f32; dry.len()];
        for length in [0.0297_f32, 0.0371, 0.0411, 0.0437] {
            let size = (length * rate) as usize;
            let back = 10.0_f32.powf(-3.0 * length / holds);
            let (mut line, mut soft) = (vec![0.0_f32; size], 0.0_f32);
            for (i, (&sample, out)) in dry.iter().zip(&mut sum).enumerate() {
                let heard = line[i % size];
                soft += (heard - soft) * 0.45;
                line[i % size] = sample + soft * back;
                *out += heard * 0.25;
            }
        }
        for length in [0.005_f32, 0.0017] {
            let size = (length * rate) as usize;
            let mut line = vec![0.0_f32; size];
            for (i, sample) in sum.iter_mut().enumerate() {
                let heard = line[i % size];
                let input = *sample + heard * 0.6;
                line[i % size] = input;
                *sample = heard - input * 0.6;
            }
        }
        for (out, reflected) in self.samples.iter_mut().zip(&sum) {
            *out += reflected * wet;
        }
    }

    /// The last touches: no offset, no clicks, no dead time, and as loud as its group. Peaks bend instead of breaking.
    pub(crate) fn finish(&mut self, loudness: f32) {
        if self.wraps {
            let mean = self.samples.iter().sum::<f32>() / self.samples.len() as f32;
            self.samples.iter_mut().for_each(|sample| *sample -= mean);
        } else {
            self.filter(Pass::High, 52.0, 0.7);
            self.trim();
        }
        let now = self.loudness();
        if now > 0.0 {
            let gain = loudness / now;
            for sample in &mut self.samples {
                *sample = bend(*sample * gain);
            }
        }
        if !self.wraps {
            self.fade();
        }
    }

    /// The loudest twelfth of a second. Lows are weighed less, as the ear does, but not forgotten: they cost room below the peak.
    fn loudness(&self) -> f32 {
        let mut filter = Filter::default();
        let heard = self.samples.iter().map(|&sample| filter.step(sample, self.rate, Pass::High, 160.0, 0.6).powi(2));
        let heard = self.loudest(&heard.collect::<Vec<_>>());
        let whole = self.loudest(&self.samples.iter().map(|sample| sample.powi(2)).collect::<Vec<_>>());
        heard.max(whole * 0.75)
    }

    /// The root of the greatest mean over a window.
    fn loudest(&self, squares: &[f32]) -> f32 {
        let window = self.count(0.08);
        let mean = |from: usize| squares[from..].iter().take(window).sum::<f32>() / window as f32;
        (0..squares.len()).step_by(self.count(0.01)).map(mean).fold(0.0, f32::max).sqrt()
    }

    fn trim(&mut self) {
        let peak = self.samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
        let loud = |least: f32| move |sample: &f32| sample.abs() > peak * least;
        let first = self.samples.iter().position(loud(0.003)).unwrap_or(0);
        let last = self.samples.iter().rposition(loud(0.004)).unwrap_or(0);
        self.samples.truncate((last + self.count(0.004)).min(self.samples.len()));
        self.samples.drain(..first.saturating_sub(self.count(0.001)));
    }

    fn fade(&mut self) {
        let length = self.samples.len();
        let ramp = |i: usize, over: usize| {
            let along = (i as f32 / over.max(1) as f32).min(1.0);
            (1.0 - (along * std::f32::consts::PI).cos()) * 0.5
        };
        let (up, down) = (self.count(0.0012), self.count(0.06).min(length / 3));
        for (i, sample) in self.samples.iter_mut().enumerate() {
            *sample *= ramp(i, up) * ramp(length - 1 - i, down);
        }
        // A few samples of nothing, so that whoever plays it faster or slower ends in silence too.
        self.samples.extend([0.0; 16]);
    }
}

/// Lets peaks bend from one half on; nothing gets past 0.85.
fn bend(sample: f32) -> f32 {
    let over = sample.abs() - 0.5;
    if over <= 0.0 { sample } else { sample.signum() * (0.5 + 0.35 * (over / 0.35).tanh()) }
}
