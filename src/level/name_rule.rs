//! What may be a name of a creature or a thing, and when two names are the same: one rule for levels, scenarios and the game master's hand.
//! And how a text that an author wrote is shown where a line must stay a line.

use std::borrow::Cow;

/// Characters that a name has at most.
const LONGEST: usize = 80;

/// Characters that a title has at most, such as that of a level or the key of a zone.
const LONGEST_TITLE: usize = 200;

/// What is wrong with a name.
///
/// # Errors
/// Why it cannot be one, as a sentence.
pub fn check_name(name: &str) -> Result<(), String> {
    let said = |text: &str| Err(text.to_owned());
    if name.trim().is_empty() {
        return said("A name has a letter at least.");
    }
    if name.trim() != name {
        return said("A name has no blanks at its ends.");
    }
    if name.starts_with('#') {
        return said("A name does not begin with `#`, as identities do.");
    }
    if name.chars().any(is_unseen) {
        return said("A name has neither line breaks nor other characters that cannot be seen.");
    }
    if name.chars().count() > LONGEST {
        return Err(format!("A name has at most {LONGEST} characters."));
    }
    Ok(())
}

/// What is wrong with a title: it is shown in a line, but no order names anything by it.
///
/// # Errors
/// Why it cannot be one, as a sentence.
pub(super) fn check_title(title: &str) -> Result<(), String> {
    if title.chars().any(is_unseen) {
        return Err("A title has neither line breaks nor other characters that cannot be seen.".to_owned());
    }
    if title.chars().count() > LONGEST_TITLE {
        return Err(format!("A title has at most {LONGEST_TITLE} characters."));
    }
    Ok(())
}

/// A name as it is compared: whether letters are small or capital, and whether an accent is part of its letter, does not matter.
pub(super) fn fold_name(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    icu_normalizer::DecomposingNormalizerBorrowed::new_nfd().normalize(&name.to_lowercase()).into_owned()
}

/// Whether two names are the same one.
pub fn is_same_name(one: &str, other: &str) -> bool {
    if one.is_ascii() && other.is_ascii() {
        return one.eq_ignore_ascii_case(other);
    }
    one == other || fold_name(one) == fold_name(other)
}

/// A name without the number behind it, as of several of one name. Example: `Hound 2` is `Hound`.
pub fn without_number(name: &str) -> &str {
    name.rsplit_once(' ').filter(|(_, number)| number.parse::<u32>().is_ok()).map_or(name, |(base, _)| base)
}

/// Whether a character is a command rather than a sign: to a terminal, or to the direction in which a line is read.
fn is_unseen(c: char) -> bool {
    let line_end = matches!(c, '\u{2028}' | '\u{2029}');
    let direction =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || line_end || direction
}

/// A text as part of a line: breaks and tabs are blanks, and other characters that cannot be seen are shown as signs.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unseen) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", " ");
    let part = |c: char| if matches!(c, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}') { ' ' } else { sign_of(c) };
    Cow::Owned(text.chars().map(part).collect())
}

/// A text of several lines for a terminal: what the terminal would take for a command is shown as a sign.
pub fn plain_lines(text: &str) -> Cow<'_, str> {
    let stays = |c: char| matches!(c, '\n' | '\t') || !is_unseen(c);
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    Cow::Owned(text.chars().map(|c| if stays(c) { c } else { sign_of(c) }).collect())
}

/// The sign that stands for a character that cannot be seen.
fn sign_of(c: char) -> char {
    match c {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        c if is_unseen(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_that_can_be_seen_and_typed() {
        for good in [
            "Ada",
            "Crate 1",
            "Élodie",
            "\u{674e}\u{96f7}",
            "O'Neil",
            "a#5",
            "\u{928}\u{92e}\u{938}\u{94d}\u{924}\u{947}",
            "a b",
        ] {
            assert_eq!(check_name(good), Ok(()), "{good}");
        }
        let long = "x".repeat(LONGEST + 1);
        for bad in [
            "",
            " ",
            " Ada",
            "Ada ",
            "Ada\u{a0}",
            "#5",
            "Ada\nBo dies.",
            "A\0",
            "A\u{1b}[2J",
            "A\u{202e}",
            "A\u{2028}B",
            "A\u{9b}2J",
            &long,
        ] {
            assert!(check_name(bad).is_err(), "{bad:?}");
        }
        assert_eq!(check_name(&"é".repeat(LONGEST)), Ok(()), "characters count, not bytes");
    }

    #[test]
    fn case_and_composition_make_no_other_name() {
        for (one, other) in [
            ("Ada", "ADA"),
            ("Élodie", "e\u{301}lodie"),
            ("ÄRGER", "A\u{308}rger"),
            ("Çağ", "c\u{327}Ag\u{306}"),
            ("Vi\u{1ec7}t", "vie\u{302}\u{323}t"),
            ("\u{ac01}", "\u{1100}\u{1161}\u{11a8}"),
            ("\u{ac00}", "\u{1100}\u{1161}"),
            ("\u{f900}", "\u{8c48}"),
        ] {
            assert!(is_same_name(one, other), "{one} {other}");
        }
        assert!(!is_same_name("Ada", "Adá"));
    }

    #[test]
    fn a_text_stays_in_its_line_and_commands_nothing() {
        assert_eq!(one_line("Bo\nEvil: Bo dies.\r\nx\ty"), "Bo Evil: Bo dies. x y");
        assert_eq!(
            one_line("a\u{1b}[31mb\u{7}\u{7f}\u{9b}c\u{202e}"),
            "a\u{241b}[31mb\u{2407}\u{2421}\u{fffd}c\u{fffd}"
        );
        assert_eq!(plain_lines("a\nb\u{1b}\r\nc\rd"), "a\nb\u{241b}\nc\u{240d}d");
        assert!(matches!(one_line("plain"), Cow::Borrowed(_)));
        assert!(matches!(plain_lines("plain\nlines"), Cow::Borrowed(_)));
    }
}
