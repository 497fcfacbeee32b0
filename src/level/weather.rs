//! `[weather]`: the air, how far one sees in it, gravity.

use toml::de::DeValue;

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::keys;
use super::model::Weather;
use super::read::{self, Fields, Value};
use super::report::Report;
use super::words;

impl Compiler<'_> {
    /// Reads `[weather]`, or the effect that changes it.
    pub(super) fn weather(&mut self, value: Value) -> Option<Weather> {
        let report = &mut self.report;
        let fields = Fields::open(report, value, "weather", keys::WEATHER, &[])?;
        let usual = Weather::default();
        Some(Weather {
            visibility: fields.word(report, "visibility", words::VISIBILITIES).map_or(usual.visibility, |at| at.value),
            gravity: fields.get("gravity").and_then(|value| gravity(report, value)).unwrap_or(usual.gravity),
            vacuum: fields.boolean(report, "vacuum").unwrap_or(usual.vacuum),
            wind: fields.word(report, "wind", words::DIRECTIONS).map(|at| at.value),
            falls: fields.word(report, "falls", words::FALLS).map(|at| at.value),
            haze: fields.word(report, "haze", words::HAZES).map_or(usual.haze, |at| at.value),
        })
    }
}

/// Gravity in hundredths, from `0.38` or `1`.
pub(super) fn gravity(report: &mut Report, value: Value) -> Option<i32> {
    let text = match value.get_ref() {
        DeValue::Integer(_) => read::integer(value).map(|whole| whole.to_string()),
        DeValue::Float(float) => Some(float.as_str().to_owned()),
        _ => {
            read::wrong_type(report, value, "`gravity`", "a number such as 0.38");
            return None;
        }
    };
    let hundredths = text.as_deref().and_then(hundredths).filter(|number| (0..=1000).contains(number));
    if hundredths.is_none() {
        report
            .add(Code::BadNumber, &value.span(), "`gravity` is out of range")
            .because("must be from 0 to 10, with at most two decimals");
    }
    hundredths
}

fn hundredths(text: &str) -> Option<i32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let fraction = fraction.trim_end_matches('0');
    if fraction.len() > 2 || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let whole: i32 = whole.parse().ok().filter(|number| (0..=100).contains(number))?;
    let fraction: i32 = format!("{fraction:0<2}").parse().ok()?;
    Some(whole * 100 + fraction)
}
