//! Damage: dice and a shared word.

use super::compiler::Compiler;
use super::diagnostic::Code;
use super::model::Damage;
use super::read::{self, At, Fields, Value};
use crate::dice::{Expression, ExpressionError};

impl Compiler<'_> {
    /// Damage: `"1d6 toxic"`, or a table with `dice` and `kind`.
    pub(super) fn damage(&mut self, value: Value) -> Option<Damage> {
        let text = read::string(&mut self.report, value, "damage")?;
        let mut words: Vec<&str> = text.value.split_whitespace().collect();
        let kind = words.pop().filter(|word| word.starts_with(|c: char| c.is_alphabetic()) && dice(word).is_err());
        let Some(kind) = kind else {
            self.report
                .add(Code::BadDice, &text.span, format!("`{}` does not say what kind of damage it is", text.value))
                .because("a damage word is missing at the end")
                .help(format!("write for example \"1d6 toxic\"; known: {}", super::suggest::list(&self.damage_words)));
            return None;
        };
        let known = self.damage_word(&At::new(kind.to_owned(), text.span.clone()));
        match dice(&words.concat()) {
            Ok(dice) => known.then(|| Damage { dice, kind: kind.to_owned() }),
            Err(why) => {
                self.report.add(Code::BadDice, &text.span, format!("`{}` are no dice", words.join(" "))).because(why);
                None
            }
        }
    }

    /// A list of damage words.
    pub(super) fn damage_kinds(&mut self, fields: &Fields, key: &str) -> Option<Vec<String>> {
        let words = fields.strings(&mut self.report, key)?;
        Some(words.into_iter().filter(|word| self.damage_word(word)).map(|word| word.value).collect())
    }

    /// Whether it is a damage word; a report if not.
    pub(super) fn damage_word(&mut self, word: &At<String>) -> bool {
        let found = self.damage_words.contains(&word.value);
        if !found {
            self.report
                .add(Code::UnknownDamage, &word.span, format!("there is no damage `{}`", word.value))
                .because("not a damage word")
                .suggest(&word.value, &self.damage_words);
        }
        found
    }
}

/// Checks dice such as `2d6+1` and writes them the one usual way.
fn dice(text: &str) -> Result<String, String> {
    let dice: Expression = text.parse().map_err(|error: ExpressionError| error.to_string())?;
    if dice.count == 0 && dice.plus < 0 {
        return Err("damage cannot be negative".to_owned());
    }
    Ok(dice.to_string())
}

#[cfg(test)]
mod tests {
    use super::dice;

    #[test]
    fn dice_are_written_one_way() {
        assert_eq!(dice("d6").as_deref(), Ok("1d6"));
        assert_eq!(dice("2d8+3").as_deref(), Ok("2d8+3"));
        assert_eq!(dice("4").as_deref(), Ok("4"));
        for wrong in ["", "d", "2d", "d6d", "-d6", "2d6+", "1.5", "0d6", "999d6", "-2"] {
            assert!(dice(wrong).is_err(), "{wrong}");
        }
    }
}
