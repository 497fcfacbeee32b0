//! What drawing costs: the time until the board is seen, the time of a frame, the memory held. The same measure for the game and for
//! `examples/bare_tilemap.rs`, which it is compared with.
#![expect(clippy::disallowed_methods, reason = "a stopwatch for drawing; no rule reads it")]

use std::time::{Duration, Instant};

use bevy::camera::RenderTarget;
use bevy::prelude::*;

use super::off_screen::pixels;

/// Frames drawn before any is timed: the last uploads and pipelines.
const WARM: u32 = 10;
/// After so many frames the driver is waited for, so that none pile up.
const BATCH: u32 = 10;

/// What was measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// From the start of the program's work to the first picture in which something is seen.
    pub first: Duration,
    /// The time of a frame: of all batches the median.
    pub frame: Duration,
    /// What all processors together spent on a frame, drawing in software included; zero where the system does not say.
    pub work: Duration,
    /// Memory that the process holds, in KiB; 0 where the system does not say.
    pub resident: u64,
}

impl std::fmt::Display for Costs {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let [first, frame, work] = [self.first, self.frame, self.work].map(|time| time.as_secs_f64() * 1000.0);
        write!(f, "first_ms={first:.0} frame_ms={frame:.2} work_ms={work:.2} resident_kib={}", self.resident)
    }
}

/// Draws the first picture with anything in its middle, and so many frames more. The app is finished but was not updated yet.
///
/// # Errors
/// That the driver gave no picture, or nothing was ever seen in one.
pub fn measure(
    app: &mut App,
    target: &RenderTarget,
    began: Instant,
    empty: bool,
    frames: u32,
) -> Result<Costs, String> {
    let mut tries = 0;
    while !shows_something(&pixels(app, target)?) && !empty {
        tries += 1;
        if tries > 60 {
            return Err("Nothing was to be seen in sixty frames.".into());
        }
    }
    let first = began.elapsed();
    for _ in 0..WARM {
        app.update();
    }
    pixels(app, target)?;
    let mut times = Vec::new();
    let (batches, worked) = (frames.div_ceil(BATCH).max(1), processors());
    for _ in 0..batches {
        let start = Instant::now();
        for _ in 1..BATCH {
            app.update();
        }
        pixels(app, target)?;
        times.push(start.elapsed() / BATCH);
    }
    times.sort_unstable();
    Ok(Costs {
        first,
        frame: times[times.len() / 2],
        work: processors().saturating_sub(worked) / (batches * BATCH),
        resident: resident(),
    })
}

/// Whether the middle of a picture is not all of one colour.
fn shows_something(picture: &image::RgbaImage) -> bool {
    let (width, height) = picture.dimensions();
    let first = picture.get_pixel(width / 3, height / 3);
    let middle = image::imageops::crop_imm(picture, width / 3, height / 3, width / 3, height / 3);
    middle.to_image().pixels().any(|pixel| pixel != first)
}

/// What all threads of this process have spent so far.
fn processors() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is a name and may hold anything; the fourteenth and fifteenth are hundredths of a second.
    let after = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let spent = after.split_whitespace().skip(11).take(2);
    Duration::from_millis(10 * spent.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>())
}

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted() {
        let before = processors();
        let mut sum = 0_u64;
        for number in 0..200_000_000_u64 {
            sum = sum.rotate_left(3) ^ std::hint::black_box(number);
        }
        let spent = processors().saturating_sub(before);
        assert!(spent > Duration::ZERO || cfg!(not(target_os = "linux")), "{sum}");
    }

    #[test]
    fn an_empty_picture_shows_nothing() {
        let mut picture = image::RgbaImage::from_pixel(30, 30, image::Rgba([29, 25, 24, 255]));
        assert!(!shows_something(&picture));
        picture.put_pixel(2, 2, image::Rgba([255; 4]));
        assert!(!shows_something(&picture), "panels at the edge are not the board");
        picture.put_pixel(15, 15, image::Rgba([255; 4]));
        assert!(shows_something(&picture));
    }
}
