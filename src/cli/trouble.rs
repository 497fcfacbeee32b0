//! Why a command could not be carried out.

/// Why a command could not be carried out.
pub(super) enum Trouble {
    /// What was checked is not as it should be.
    Failed(String),
    /// It could not be done at all.
    Impossible(String),
}

impl From<String> for Trouble {
    fn from(text: String) -> Self {
        Self::Impossible(text)
    }
}
