//! Faces that the next dice must show, and what is said of those that do not fit.

use serde::{Deserialize, Serialize};

use super::die::Die;

/// A face that the next die must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Forced(pub Die);

impl From<Forced> for String {
    fn from(forced: Forced) -> Self {
        forced.0.to_string()
    }
}

impl TryFrom<String> for Forced {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl std::str::FromStr for Forced {
    type Err = String;

    /// Reads `d8:3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a forced die; write the size and the face, like `d8:3`");
        let (sides, face) = text.strip_prefix('d').and_then(|rest| rest.split_once(':')).ok_or_else(wrong)?;
        let sides: u16 = sides.parse().map_err(|_| wrong())?;
        let face: u16 = face.parse().map_err(|_| wrong())?;
        if sides == 0 || face == 0 || face > sides {
            return Err(format!("a d{sides} has no face {face}; forced die `{text}`"));
        }
        Ok(Self(Die::new(sides, face)))
    }
}

/// A forced queue that did not fit the dice that were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mismatch {
    /// Sides of the die that was asked for.
    pub asked: u16,
    /// What it was for.
    pub purpose: String,
    /// The forced die at the head of the queue; `None` when a strict queue was empty.
    pub forced: Option<Die>,
}

impl std::fmt::Display for Mismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.forced {
            Some(die) => write!(
                f,
                "a d{} was asked for ({}), but the next forced die is a d{} showing {}",
                self.asked, self.purpose, die.sides, die.face
            ),
            None => write!(
                f,
                "a d{} was asked for ({}), but the strict queue of forced dice is empty",
                self.asked, self.purpose
            ),
        }
    }
}
