//! Reading values of a TOML document, each mistake where it stands.
//!
//! We walk the parsed document ourselves instead of deserializing: so one level yields all its mistakes, and each
//! knows its bytes.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::DeValue;

use super::diagnostic::Code;
use super::name_rule::{check_name, check_title, one_line};
use super::report::Report;
use crate::grid::Length;

/// Bytes of the level's text.
pub(crate) type TextSpan = Range<usize>;

/// A value and its bytes.
pub(crate) type Value<'t> = &'t Spanned<DeValue<'t>>;

/// Something read, and where it stood.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: TextSpan,
}

impl<T> At<T> {
    pub(crate) fn new(value: T, span: TextSpan) -> Self {
        Self { value, span }
    }
}

/// An entry of a table.
#[derive(Clone)]
pub(crate) struct Entry<'t> {
    pub(crate) key: &'t str,
    pub(crate) key_span: TextSpan,
    pub(crate) value: Value<'t>,
}

/// So many characters of what is no name are shown.
const SHOWN_OF_A_NAME: usize = 80;

/// A table whose keys are known.
pub(crate) struct Fields<'t> {
    entries: Vec<Entry<'t>>,
    /// The table's bytes; for `[headers]` the header.
    pub(crate) span: TextSpan,
    what: &'static str,
    /// For each key that is not known, its place among the entries and the known one that seems to be meant.
    slips: Vec<(usize, Option<String>)>,
    /// Tables whose keys are characters, as in `[legend]`, where no such keys are known.
    astray: Vec<Entry<'t>>,
}

/// Other words for keys: what is written, and what may be meant, the likeliest first.
const OTHER_WORDS: &[(&str, &[&str])] = &[
    ("at", &["squares", "of"]),
    ("squares", &["at", "of"]),
    ("square", &["at", "squares", "of"]),
    ("pos", &["at", "squares", "of"]),
    ("position", &["at", "squares", "of"]),
    ("where", &["at", "squares", "of"]),
    ("size", &["radius"]),
    ("range", &["radius"]),
    ("kind", &["creature", "object", "edge"]),
    ("type", &["kind", "creature", "object", "edge"]),
    ("creature", &["kind"]),
    ("names", &["creatures", "name"]),
    ("title", &["name"]),
    ("team", &["side"]),
    ("to", &["becomes"]),
    ("into", &["becomes"]),
    ("target", &["object", "creature"]),
    ("effects", &["do"]),
    ("trigger", &["when"]),
];

/// The known key for which a key is another word, unless it is written as well.
fn other_word(key: &str, known: &[&'static str], written: &BTreeSet<&str>) -> Option<&'static str> {
    let (_, meant) = OTHER_WORDS.iter().find(|(word, _)| *word == key)?;
    let fits = |meant: &&&str| known.contains(meant) && !written.contains(**meant);
    meant.iter().find(fits).copied()
}

/// The entries of a table in file order; a report if the value is no table.
pub(crate) fn entries<'t>(report: &mut Report, value: Value<'t>, what: &str) -> Option<Vec<Entry<'t>>> {
    let Some(table) = value.get_ref().as_table() else {
        wrong_type(report, value, what, "a table");
        let tables = value.get_ref().as_array();
        if tables.is_some_and(|tables| tables.iter().all(|one| one.get_ref().is_table()) && !tables.is_empty()) {
            report.amend("there is only one of it: write `[…]` with one bracket, not `[[…]]`");
        }
        return None;
    };
    let mut entries: Vec<Entry> =
        table.iter().map(|(key, value)| Entry { key: key.get_ref(), key_span: key.span(), value }).collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    Some(entries)
}

/// Says that a value has the wrong type.
pub(crate) fn wrong_type(report: &mut Report, value: Value, what: &str, wanted: &str) {
    let got = value.get_ref().type_str();
    let article = if got.starts_with(['a', 'i']) { "an" } else { "a" };
    report
        .add(Code::WrongType, &value.span(), format!("{what} must be {wanted}, not {article} {got}"))
        .because(format!("this is {article} {got}"))
        .help(format!("write {wanted}"));
}

impl<'t> Fields<'t> {
    /// Opens a table and reports every key that is neither in `keys` nor in `more`. What stands under a misspelt key is read all the
    /// same, so that nothing else follows from the slip.
    pub(crate) fn open(
        report: &mut Report,
        value: Value<'t>,
        what: &'static str,
        keys: &[&'static str],
        more: &[String],
    ) -> Option<Self> {
        let known: Vec<&str> = keys.iter().copied().chain(more.iter().map(String::as_str)).collect();
        let (astray, mut entries): (Vec<_>, Vec<_>) = entries(report, value, what)?
            .into_iter()
            .partition(|entry| !known.contains(&entry.key) && means_a_character(entry));
        let mut slips = Vec::new();
        if let Some(first) = astray.first() {
            report
                .add(Code::UnknownKey, &first.key_span, format!("{what} has no key `{}`", first.key))
                .because("a character of the drawing belongs into `[legend]`")
                .labels(astray.iter().skip(1).map(|entry| &entry.key_span), "and here")
                .help("write `[legend]` on a line of its own above the first of them");
            report.legend_astray = true;
        }
        let written: BTreeSet<&str> = entries.iter().map(|entry| entry.key).filter(|key| known.contains(key)).collect();
        let mut guesses: Vec<(usize, &'static str)> = Vec::new();
        for (place, entry) in entries.iter().enumerate() {
            if known.contains(&entry.key) {
                continue;
            }
            let near = super::suggest::nearest(entry.key, &known);
            let other = other_word(entry.key, keys, &written).filter(|_| near.is_none());
            slips.push((place, near.or(other).map(str::to_owned)));
            let finding = report
                .add(Code::UnknownKey, &entry.key_span, format!("{what} has no key `{}`", entry.key))
                .because("nothing reads this");
            if super::keys::of_the_level_alone(entry.key) {
                finding.help(format!("`{}` is a key of the level: write it above the first `[table]`", entry.key));
            } else if let Some(other) = other {
                finding.help(format!("here it is called `{other}`"));
            } else {
                finding.suggest(entry.key, &known);
                let meant = keys.iter().find(|key| Some(**key) == near);
                let free =
                    |key: &&&'static str| !written.contains(**key) && guesses.iter().all(|(_, guess)| *guess != **key);
                guesses.extend(meant.filter(free).map(|key| (place, *key)));
            }
        }
        for (place, key) in guesses {
            report.guessed.push(entries[place].value.span());
            entries[place].key = key;
        }
        Some(Self { entries, span: value.span(), what, slips, astray })
    }

    /// Tables whose keys are characters, as in `[legend]`, where no such keys are known: they were told of.
    pub(crate) fn astray(&self) -> &[Entry<'t>] {
        &self.astray
    }

    pub(crate) fn entry(&self, key: &str) -> Option<&Entry<'t>> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn get(&self, key: &str) -> Option<Value<'t>> {
        self.entry(key).map(|entry| entry.value)
    }

    /// The value of a key, and those of keys that seem to mean the same.
    pub(crate) fn all(&self, key: &str) -> Vec<Value<'t>> {
        let meant = |(place, meant): &(usize, Option<String>)| {
            let entry = &self.entries[*place];
            (meant.as_deref() == Some(key) && entry.key != key).then_some(entry.value)
        };
        self.get(key).into_iter().chain(self.slips.iter().filter_map(meant)).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether a key was written that is not known: it may be what is missing here.
    pub(crate) fn has_slips(&self) -> bool {
        !self.slips.is_empty()
    }

    /// Reports a key that must be there and is not, unless one that was told of already seems to mean it.
    pub(crate) fn require(&self, report: &mut Report, key: &str) -> Option<Value<'t>> {
        let value = self.get(key);
        let slipped = || self.slips.iter().any(|(_, meant)| meant.as_deref() == Some(key));
        if value.is_none() && !slipped() {
            report
                .add(Code::MissingKey, &self.span, format!("{} needs a key `{key}`", self.what))
                .because(format!("`{key}` is missing"))
                .help(format!("add `{key} = …`"));
        }
        value
    }

    pub(crate) fn string(&self, report: &mut Report, key: &str) -> Option<At<String>> {
        let value = self.get(key)?;
        string(report, value, key)
    }

    /// A string that may not be blank.
    pub(crate) fn title(&self, report: &mut Report, key: &str) -> Option<At<String>> {
        let title = self.string(report, key)?;
        if title.value.trim().is_empty() {
            report.add(Code::EmptyText, &title.span, format!("`{key}` is empty")).because("nothing to show");
        }
        if let Err(why) = check_title(&title.value) {
            bad_name(report, &title.value, &title.span, why);
        }
        Some(title)
    }

    /// What a creature or a thing is called: reported where it cannot be a name.
    pub(crate) fn name(&self, report: &mut Report) -> Option<At<String>> {
        let name = self.string(report, "name")?;
        check_is_name(report, &name.value, &name.span);
        Some(name)
    }

    pub(crate) fn boolean(&self, report: &mut Report, key: &str) -> Option<bool> {
        let value = self.get(key)?;
        let answer = value.get_ref().as_bool();
        if answer.is_none() {
            wrong_type(report, value, &format!("`{key}`"), "true or false");
        }
        answer
    }

    pub(crate) fn number(&self, report: &mut Report, key: &str, range: RangeInclusive<i64>) -> Option<At<i64>> {
        let value = self.get(key)?;
        number(report, value, key, range)
    }

    pub(crate) fn length(&self, report: &mut Report, key: &str) -> Option<At<Length>> {
        let value = self.get(key)?;
        length(report, value, key)
    }

    /// A length that may not be negative.
    pub(crate) fn extent(&self, report: &mut Report, key: &str) -> Option<Length> {
        let length = self.length(report, key)?;
        if length.value.0 < 0 {
            report
                .add(Code::BadNumber, &length.span, format!("`{key}` cannot be negative"))
                .because("less than nothing");
            return None;
        }
        Some(length.value)
    }

    pub(crate) fn word<T: Copy>(&self, report: &mut Report, key: &str, words: &[(&str, T)]) -> Option<At<T>> {
        let value = self.get(key)?;
        word(report, value, key, words)
    }

    pub(crate) fn strings(&self, report: &mut Report, key: &str) -> Option<Vec<At<String>>> {
        let value = self.get(key)?;
        strings(report, value, key)
    }
}

/// Whether an entry reads like one of `[legend]`: a character, and a table of what it means.
fn means_a_character(entry: &Entry) -> bool {
    let Some(table) = entry.value.get_ref().as_table() else {
        return false;
    };
    let mut letters = entry.key.chars();
    let one = letters.next().is_some() && letters.next().is_none();
    one && ["terrain", "object", "creature", "zone"].iter().any(|key| table.contains_key(*key))
}

/// Reports what cannot be a name.
pub(crate) fn check_is_name(report: &mut Report, name: &str, span: &TextSpan) {
    if let Err(why) = check_name(name) {
        bad_name(report, name, span, why);
    }
}

/// Says that something cannot be a name or a title.
pub(crate) fn bad_name(report: &mut Report, name: &str, span: &TextSpan, why: String) {
    let shown = one_line(name);
    let shown: String = shown.chars().take(SHOWN_OF_A_NAME).collect();
    report.add(Code::BadName, span, format!("`{shown}` is no name")).because(why);
}

pub(crate) fn string(report: &mut Report, value: Value, what: &str) -> Option<At<String>> {
    let text = value.get_ref().as_str();
    if text.is_none() {
        wrong_type(report, value, &format!("`{what}`"), "a string");
    }
    text.map(|text| At::new(text.to_owned(), value.span()))
}

/// A list of strings, or one string alone.
pub(crate) fn strings(report: &mut Report, value: Value, what: &str) -> Option<Vec<At<String>>> {
    if let Some(list) = value.get_ref().as_array() {
        return Some(list.iter().filter_map(|item| string(report, item, what)).collect());
    }
    if value.get_ref().is_str() {
        return string(report, value, what).map(|text| vec![text]);
    }
    wrong_type(report, value, &format!("`{what}`"), "a list of strings");
    None
}

pub(crate) fn integer(value: Value) -> Option<i64> {
    let integer = value.get_ref().as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

pub(crate) fn number(report: &mut Report, value: Value, what: &str, range: RangeInclusive<i64>) -> Option<At<i64>> {
    if !value.get_ref().is_integer() {
        wrong_type(report, value, &format!("`{what}`"), "a whole number");
        return None;
    }
    match integer(value) {
        Some(number) if range.contains(&number) => Some(At::new(number, value.span())),
        _ => {
            report.add(Code::BadNumber, &value.span(), format!("`{what}` is out of range")).because(format!(
                "must be from {} to {}",
                range.start(),
                range.end()
            ));
            None
        }
    }
}

/// A round, counted from 1.
pub(crate) fn round(report: &mut Report, value: Value, what: &str) -> Option<u32> {
    if integer(value) == Some(0) {
        report.add(Code::RoundZero, &value.span(), format!("`{what}` names round 0")).because("the first round is 1");
        return None;
    }
    number(report, value, what, 1..=9999).and_then(|at| u32::try_from(at.value).ok())
}

/// Nothing of a level is longer, or lies higher or lower, than 10 km, so that sums of such lengths are lengths.
pub(crate) const LONGEST: Length = Length::metres(10_000);

/// How to write a number as a length.
pub(crate) fn with_unit(value: Value) -> Option<String> {
    let number = match value.get_ref() {
        DeValue::Integer(_) => integer(value)?.to_string(),
        DeValue::Float(float) => float.as_str().to_owned(),
        _ => return None,
    };
    Some(format!("write it as a string with its unit: \"{number} ft\" or \"{number} m\""))
}

pub(crate) fn length(report: &mut Report, value: Value, what: &str) -> Option<At<Length>> {
    if value.get_ref().is_integer() || value.get_ref().is_float() {
        report.add(Code::BadLength, &value.span(), format!("`{what}` needs a unit")).because("a number alone").help(
            with_unit(value)
                .unwrap_or_else(|| "write it as a string with its unit: \"4 ft\", \"1.2 m\" or \"30 cm\"".to_owned()),
        );
        return None;
    }
    let Some(text) = value.get_ref().as_str() else {
        wrong_type(report, value, &format!("`{what}`"), "a length such as \"4 ft\"");
        return None;
    };
    match text.parse::<Length>() {
        Ok(length) if length.0.abs() > LONGEST.0 => {
            report
                .add(Code::BadLength, &value.span(), format!("`{text}` is too long for a board"))
                .because("more than 10 km");
            None
        }
        Ok(length) => Some(At::new(length, value.span())),
        Err(error) => {
            report.add(Code::BadLength, &value.span(), format!("`{text}` is not a length")).because(error.to_string());
            None
        }
    }
}

pub(crate) fn word<T: Copy>(report: &mut Report, value: Value, what: &str, words: &[(&str, T)]) -> Option<At<T>> {
    let text = string(report, value, what)?;
    let found = words.iter().find(|(word, _)| *word == text.value).map(|&(_, meaning)| meaning);
    if found.is_none() {
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        report
            .add(Code::UnknownWord, &text.span, format!("`{what}` cannot be `{}`", text.value))
            .because(format!("not one of {}", super::suggest::list(&known)))
            .suggest(&text.value, &known);
    }
    found.map(|meaning| At::new(meaning, text.span))
}

/// One value alone, or each of a list.
pub(crate) fn one_or_many(value: Value<'_>) -> Vec<Value<'_>> {
    match value.get_ref().as_array() {
        Some(list) => list.iter().collect(),
        None => vec![value],
    }
}
