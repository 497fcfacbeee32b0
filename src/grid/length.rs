//! Lengths that are exact in feet, inches and metres alike.

use std::{
    borrow::Cow,
    fmt,
    iter::Sum,
    ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign},
    str::FromStr,
};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use thiserror::Error;

/// A length in tenths of a millimetre: 1 ft = 3048, 1 m = 10 000. Up to 214 km either way.
///
/// In files it is a string with its unit: `"4 ft"`, `"2.5 ft"`, `"6 in"`, `"1.2 m"`, `"30 cm"`, `"5 ft 6 in"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Length(pub i32);

/// Units a length is shown in, the preferred ones first.
const LARGE_UNITS: [(&str, i32); 2] = [("m", 10_000), ("ft", 3_048)];
const SMALL_UNITS: [(&str, i32); 3] = [("in", 254), ("cm", 100), ("mm", 10)];

impl Length {
    /// No length at all.
    pub const ZERO: Self = Self(0);
    /// One inch.
    pub const INCH: Self = Self(254);
    /// One foot.
    pub const FOOT: Self = Self(3_048);
    /// One metre.
    pub const METRE: Self = Self(10_000);

    /// Whole feet.
    pub const fn feet(feet: i32) -> Self {
        Self(feet * Self::FOOT.0)
    }

    /// Whole inches.
    pub const fn inches(inches: i32) -> Self {
        Self(inches * Self::INCH.0)
    }

    /// Whole metres.
    pub const fn metres(metres: i32) -> Self {
        Self(metres * Self::METRE.0)
    }

    /// Whole centimetres.
    pub const fn centimetres(centimetres: i32) -> Self {
        Self(centimetres * 100)
    }

    /// How many whole `unit`s fit, rounded towards minus infinity. A `unit` of zero holds none.
    pub const fn whole(self, unit: Self) -> i32 {
        if unit.0 == 0 { 0 } else { self.0.div_euclid(unit.0) }
    }

    /// The length without its sign.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }
}

/// Why a text is not a length.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LengthError {
    /// Nothing was written.
    #[error("a length is missing; write for example \"5 ft\" or \"1.5 m\"")]
    Empty,
    /// Not a plain decimal number where one was expected.
    #[error("`{0}` is not a number; write a length like \"5 ft\" or \"1.5 m\"")]
    NotANumber(String),
    /// A number without a unit.
    #[error("`{0}` has no unit; write \"{0} ft\", \"{0} m\", or use in, cm or mm")]
    MissingUnit(String),
    /// A unit that is not one of ft, in, m, cm, mm.
    #[error("`{0}` is not a unit of length; use ft, in, m, cm or mm")]
    UnknownUnit(String),
    /// Not a whole number of tenths of a millimetre.
    #[error(
        "`{0}` is not a whole number of tenths of a millimetre; feet go down to eighths (0.125 ft), inches to halves (0.5 in)"
    )]
    Inexact(String),
    /// More than 214 km.
    #[error("`{0}` is too long for a board")]
    TooLong(String),
}

impl FromStr for Length {
    type Err = LengthError;

    /// Reads one or more numbers with units, added up; a leading minus sign holds for all of them.
    fn from_str(text: &str) -> Result<Self, LengthError> {
        let text = text.trim();
        let (negative, mut rest) = match text.strip_prefix(['-', '−']) {
            Some(rest) => (true, rest.trim_start()),
            None => (false, text),
        };
        if rest.is_empty() {
            return Err(LengthError::Empty);
        }
        let mut total: i64 = 0;
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            let (number, after) = rest.split_at(end);
            let after = after.trim_start();
            let unit_end = after
                .find(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '-' || c == '.')
                .unwrap_or(after.len());
            let (unit, next) = after.split_at(unit_end);
            total = tenths(number, unit)?.checked_add(total).ok_or_else(|| LengthError::TooLong(text.to_owned()))?;
            rest = next.trim_start();
        }
        let total = if negative { -total } else { total };
        i32::try_from(total).map(Self).map_err(|_| LengthError::TooLong(text.to_owned()))
    }
}

/// One number with its unit, in tenths of a millimetre.
fn tenths(number: &str, unit: &str) -> Result<i64, LengthError> {
    let written = || format!("{number} {unit}").trim().to_owned();
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.is_empty() && fraction.is_empty() || fraction.contains('.') {
        return Err(LengthError::NotANumber(written()));
    }
    let scale = match unit {
        "" => return Err(LengthError::MissingUnit(number.to_owned())),
        "ft" | "'" | "′" | "foot" | "feet" => 3_048,
        "in" | "\"" | "″" | "inch" | "inches" => 254,
        "m" | "metre" | "metres" | "meter" | "meters" => 10_000,
        "cm" => 100,
        "mm" => 10,
        other => return Err(LengthError::UnknownUnit(other.to_owned())),
    };
    let fraction = fraction.trim_end_matches('0');
    if whole.len() > 9 {
        return Err(LengthError::TooLong(written()));
    }
    if fraction.len() > 9 {
        return Err(LengthError::Inexact(written()));
    }
    let digits: i64 = format!("{whole}{fraction}").parse().or_else(|_| {
        if whole.is_empty() && fraction.is_empty() { Ok(0) } else { Err(LengthError::NotANumber(written())) }
    })?;
    let parts = 10_i64.pow(fraction.len() as u32);
    let scaled = i128::from(digits) * i128::from(scale);
    if scaled % i128::from(parts) != 0 {
        return Err(LengthError::Inexact(written()));
    }
    i64::try_from(scaled / i128::from(parts)).map_err(|_| LengthError::TooLong(written()))
}

impl fmt::Display for Length {
    /// The shortest exact decimal in metres or feet with at most two places; a length that has none is shown in inches,
    /// centimetres or millimetres. No length at all is shown in feet, since most levels are written in feet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ZERO {
            return f.pad("0 ft");
        }
        let (number, unit) = shortest(self.0, &LARGE_UNITS)
            .or_else(|| shortest(self.0, &SMALL_UNITS))
            .expect("every length is a whole number of tenths of a millimetre");
        f.pad(&format!("{number} {unit}"))
    }
}

/// The shortest exact number, of at most two places, for which `value` has one among the units.
fn shortest(value: i32, units: &[(&'static str, i32)]) -> Option<(String, &'static str)> {
    units
        .iter()
        .filter_map(|&(unit, scale)| Some((decimal(value, scale)?, unit)))
        .min_by_key(|(number, _)| number.len())
}

/// `value / scale` as an exact decimal with at most two places, if it has one.
fn decimal(value: i32, scale: i32) -> Option<String> {
    let (size, scale) = (i64::from(value).abs(), i64::from(scale));
    let sign = if value < 0 { "-" } else { "" };
    let (whole, rest) = (size / scale, size % scale);
    if rest == 0 {
        return Some(format!("{sign}{whole}"));
    }
    (1..=2_usize).find_map(|places| {
        let shifted = rest * 10_i64.pow(places as u32);
        (shifted % scale == 0).then(|| format!("{sign}{whole}.{:0places$}", shifted / scale))
    })
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Length {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for Length {
    fn schema_name() -> Cow<'static, str> {
        "Length".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A length with its unit: ft, in, m, cm or mm.",
            "type": "string",
            "pattern": r#"^\s*[-−]?(\s*([0-9]{1,9}(\.[0-9]*)?|\.[0-9]+)\s*(ft|foot|feet|in|inch|inches|m|metres?|meters?|cm|mm|['"′″]))+\s*$"#,
            "examples": ["5 ft", "2.5 ft", "1.5 m", "30 cm", "5 ft 6 in"],
        })
    }
}

impl Add for Length {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Length {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Length {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Length {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Length {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul<i32> for Length {
    type Output = Self;
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

/// Rounded towards zero, to the tenth of a millimetre.
impl Div<i32> for Length {
    type Output = Self;
    fn div(self, parts: i32) -> Self {
        Self(self.0 / parts)
    }
}

impl Sum for Length {
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_read(text: &str, tenths: i32, shown: &str) {
        let length: Length = text.parse().expect("the text should be a length");
        assert_eq!(length, Length(tenths), "{text}");
        assert_eq!(length.to_string(), shown);
        assert_eq!(shown.parse(), Ok(length));
    }

    #[track_caller]
    fn check_refused(text: &str, part_of_message: &str) {
        let message = text.parse::<Length>().expect_err("the text is no length").to_string();
        assert!(message.contains(part_of_message), "{text}: {message}");
    }

    #[test]
    fn lengths_are_read_exactly_and_shown_in_the_shortest_unit() {
        check_read("4 ft", 12_192, "4 ft");
        check_read("2.5ft", 7_620, "2.5 ft");
        check_read("1.2 m", 12_000, "1.2 m");
        check_read("30 cm", 3_000, "0.3 m");
        check_read("  5 ft 6 in ", 16_764, "5.5 ft");
        check_read("6'", 18_288, "6 ft");
        check_read("-3 m", -30_000, "-3 m");
        check_read("0 m", 0, "0 ft");
        check_read("0.125 ft", 381, "1.5 in");
        check_read("0.1 mm", 1, "0.1 mm");
        check_read(".5 m", 5_000, "0.5 m");
    }

    #[test]
    fn what_is_no_length_says_why() {
        check_refused("", "missing");
        check_refused("5", "`5` has no unit");
        check_refused("ft", "not a number");
        check_refused("5 yards", "`yards` is not a unit");
        check_refused("0.1 ft", "eighths");
        check_refused("1.2.3 m", "not a number");
        check_refused("5 ft -2 in", "not a number");
        check_refused("999999 m", "too long");
        check_refused("99999999999 m", "too long");
        check_refused("1,5 m", "not a unit");
    }

    #[test]
    fn a_number_is_no_length_in_a_file() {
        assert!(serde_json::from_str::<Length>("5").is_err());
        assert_eq!(serde_json::from_str::<Length>("\"5 ft\"").ok(), Some(Length::feet(5)));
        assert_eq!(serde_json::to_string(&Length::metres(2)).ok().as_deref(), Some("\"2 m\""));
    }

    #[test]
    fn whole_units_round_down() {
        assert_eq!(Length::feet(14).whole(Length::feet(5)), 2);
        assert_eq!(Length::feet(-1).whole(Length::feet(5)), -1);
        assert_eq!(Length::feet(5).whole(Length::ZERO), 0);
    }
}
