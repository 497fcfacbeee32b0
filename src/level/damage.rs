//! Damage: dice and a shared word.

use super::compile::Compiler;
use super::diagnostic::Code;
use super::model::Damage;
use super::read::{self, At, Fields, Value};

impl Compiler<'_> {
    /// Damage: `"1d6 toxic"`, or a table with `dice` and `kind`.
    pub(super) fn damage(&mut self, value: Value) -> Option<Damage> {
        let text = read::string(&mut self.report, value, "damage")?;
        let mut words: Vec<&str> = text.value.split_whitespace().collect();
        let kind = words
            .pop()
            .filter(|word| word.starts_with(|c: char| c.is_alphabetic()) && dice(word).is_err());
        let Some(kind) = kind else {
            self.report
                .add(
                    Code::BadDice,
                    &text.span,
                    format!("`{}` does not say what kind of damage it is", text.value),
                )
                .because("a damage word is missing at the end")
                .help(format!(
                    "write for example \"1d6 toxic\"; known: {}",
                    super::suggest::list(&self.damage_words)
                ));
            return None;
        };
        let known = self.damage_word(&At::new(kind.to_owned(), text.span.clone()));
        match dice(&words.concat()) {
            Ok(dice) => known.then(|| Damage {
                dice,
                kind: kind.to_owned(),
            }),
            Err(why) => {
                self.report
                    .add(
                        Code::BadDice,
                        &text.span,
                        format!("`{}` are no dice", words.join(" ")),
                    )
                    .because(why);
                None
            }
        }
    }

    /// A list of damage words.
    pub(super) fn damage_kinds(&mut self, fields: &Fields, key: &str) -> Option<Vec<String>> {
        let words = fields.strings(&mut self.report, key)?;
        Some(
            words
                .into_iter()
                .filter(|word| self.damage_word(word))
                .map(|word| word.value)
                .collect(),
        )
    }

    /// Whether it is a damage word; a report if not.
    pub(super) fn damage_word(&mut self, word: &At<String>) -> bool {
        let found = self.damage_words.contains(&word.value);
        if !found {
            self.report
                .add(
                    Code::UnknownDamage,
                    &word.span,
                    format!("there is no damage `{}`", word.value),
                )
                .because("not a damage word")
                .suggest(&word.value, &self.damage_words);
        }
        found
    }
}

/// Checks dice such as `2d6+1` and writes them the one usual way.
fn dice(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("the dice are missing".to_owned());
    }
    let mut out = String::new();
    for (index, term) in text.replace('-', "+-").split('+').enumerate() {
        if term.is_empty() && index == 0 && text.starts_with('-') {
            return Err("damage cannot begin with a minus".to_owned());
        }
        let (sign, term) = term
            .strip_prefix('-')
            .map_or(("+", term), |rest| ("-", rest));
        if index > 0 {
            out.push_str(sign);
        }
        let number = |digits: &str, range: std::ops::RangeInclusive<u32>| {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits
                .parse::<u32>()
                .ok()
                .filter(|number| plain && range.contains(number));
            number.ok_or_else(|| format!("`{term}` is neither dice like 2d6 nor a number"))
        };
        match term.split_once(['d', 'D']) {
            Some((count, sides)) => {
                let count = if count.is_empty() {
                    1
                } else {
                    number(count, 1..=100)?
                };
                out.push_str(&format!("{count}d{}", number(sides, 2..=1000)?));
            }
            None => out.push_str(&number(term, 0..=9999)?.to_string()),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::dice;

    #[test]
    fn dice_are_written_one_way() {
        assert_eq!(dice("d6").as_deref(), Ok("1d6"));
        assert_eq!(dice("2D8+3-1").as_deref(), Ok("2d8+3-1"));
        assert_eq!(dice("4").as_deref(), Ok("4"));
        for wrong in [
            "", "d", "2d", "d1", "d6d", "-d6", "2d6+", "1.5", "0d6", "999d6", "+2",
        ] {
            assert!(dice(wrong).is_err(), "{wrong}");
        }
    }
}
