//! Rule identifiers: the thread from ledger to code to scenario.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// Text that is usually a literal, but owned after loading a save.
pub type Text = Cow<'static, str>;

/// A rule's stable identifier as it stands in its ruleset's ledger.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rule(pub Text);

impl Rule {
    /// Wraps a literal; code cites rules with the [`rule!`](crate::rule) macro.
    pub const fn new(id: &'static str) -> Self {
        Self(Cow::Borrowed(id))
    }

    /// The identifier, as the ledger writes it.
    pub fn id(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Cites a ledger row at the line that makes it true.
#[macro_export]
macro_rules! rule {
    ($id:literal) => {
        $crate::battle::Rule::new($id)
    };
}
