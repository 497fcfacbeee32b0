//! Makes every sound of the game, from nothing but numbers, into `assets/sounds`.
//!
//! `cargo run --no-default-features --features bake --bin bake-sound` writes all files named in the game's table and prints what they are;
//! the same sources give the same sounds on one platform. It uses nothing but the standard library, so that
//! `rustc -O --edition 2024 src/bin/bake-sound/main.rs -o /tmp/bake-sound && /tmp/bake-sound` does in seconds as well. With words after it,
//! only sounds whose names hold one of them are made.
//!
//! Reading order: the table (in `src/gui/sound/table.rs`, shared with the game), `synth` (the workshop), `recipes` (each sound), `wav`.

mod recipes;
mod synth;
#[path = "../../gui/sound/table.rs"]
#[allow(dead_code, reason = "gains and loops matter to the game")]
mod table;
mod wav;

use std::path::Path;

use table::Sound;

fn main() -> std::io::Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let folder = Path::new("assets/sounds");
    std::fs::create_dir_all(folder)?;
    let mut whole = 0;
    let mut report = String::new();
    for &sound in Sound::ALL {
        if !wanted.is_empty() && !wanted.iter().any(|word| sound.stem().contains(word.as_str())) {
            continue;
        }
        for variant in 1..=sound.variants() {
            let clip = recipes::bake(sound, variant);
            let file = sound.file(variant);
            whole += wav::write(&folder.join(&file), sound.rate(), &clip.samples)?;
            let peak = clip.samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
            report += &format!("{file:<20} {:6.2} s  peak {peak:.2}\n", clip.seconds());
        }
    }
    report += &format!("{whole} bytes\n");
    std::io::Write::write_all(&mut std::io::stdout(), report.as_bytes())
}
