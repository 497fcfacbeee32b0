//! Dice expressions: `2d6+2`, `d4`, `1d4-3`, `5`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Some dice of one size and a number added once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Expression {
    /// How many dice.
    pub count: u16,
    /// Their sides; 0 when there are none.
    pub sides: u16,
    /// Added once.
    pub plus: i32,
}

/// The most that is added to dice, or stands without any.
const MOST_ADDED: u32 = 10_000;

/// Why a text is no dice expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no dice expression; write it like `2d6+2`, `d4` or `5`")]
pub struct ExpressionError(String);

impl Expression {
    /// So many dice with so many sides, and nothing besides.
    pub const fn dice(count: u16, sides: u16) -> Self {
        let plus = 0;
        Self { count, sides, plus }
    }
}

impl std::str::FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Self, ExpressionError> {
        let wrong = || ExpressionError(text.to_string());
        let compact: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let Some((count, rest)) = compact.split_once('d') else {
            let plus: i32 = compact.parse().map_err(|_| wrong())?;
            if plus.unsigned_abs() > MOST_ADDED {
                return Err(wrong());
            }
            return Ok(Self { count: 0, sides: 0, plus });
        };
        let count = if count.is_empty() { 1 } else { count.parse().map_err(|_| wrong())? };
        let sign = rest.find(['+', '-']);
        let (sides, plus) = rest.split_at(sign.unwrap_or(rest.len()));
        let sides: u16 = sides.parse().map_err(|_| wrong())?;
        let plus: i32 = if plus.is_empty() { 0 } else { plus.parse().map_err(|_| wrong())? };
        if count == 0 || count > 100 || sides == 0 || sides > 1000 || plus.unsigned_abs() > MOST_ADDED {
            return Err(wrong());
        }
        Ok(Self { count, sides, plus })
    }
}

impl std::fmt::Display for Expression {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.count, self.plus) {
            (0, plus) => write!(f, "{plus}"),
            (count, 0) => write!(f, "{count}d{}", self.sides),
            (count, plus) => write!(f, "{count}d{}{plus:+}", self.sides),
        }
    }
}

impl JsonSchema for Expression {
    fn schema_name() -> Cow<'static, str> {
        "Dice".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "Dice, and a number added once.", "type": "string", "format": "dice" })
    }
}

impl TryFrom<String> for Expression {
    type Error = ExpressionError;

    fn try_from(text: String) -> Result<Self, ExpressionError> {
        text.parse()
    }
}

impl From<Expression> for String {
    fn from(expression: Expression) -> Self {
        expression.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_read_back_as_written() {
        for text in ["2d6+2", "1d4", "1d4-3", "5", "12d10"] {
            assert_eq!(text.parse::<Expression>().expect(text).to_string(), text);
        }
        assert_eq!("d8".parse::<Expression>().expect("d8").to_string(), "1d8");
        for text in
            ["", "d", "2d", "x", "2d6+", "0d6", "1d0", "2d6+2d4", "999999d6", "2d6*2", "d6-2147483648", "2147483647"]
        {
            assert!(text.parse::<Expression>().is_err(), "{text}");
        }
    }
}
