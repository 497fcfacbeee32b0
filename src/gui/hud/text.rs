//! Words and figures for people: odds, amounts, times. Pure.

use std::collections::BTreeMap;

use crate::battle::{Battle, Id, TargetForecast};

/// A share of a whole in whole percent; what can happen is never 0 %, what can fail never 100 %.
pub(crate) fn percent(part: u128, whole: u128) -> String {
    if whole == 0 || part == 0 {
        return "0 %".into();
    }
    if part == whole {
        return "100 %".into();
    }
    match part * 100 / whole {
        0 => "<1 %".into(),
        99 => ">99 %".into(),
        share => format!("{share} %"),
    }
}

/// To whom an action opens whoever does it.
pub(crate) fn opened_to(battle: &Battle, those: &[Id]) -> String {
    let names: Vec<&str> = those.iter().map(|&id| battle.name(id)).collect();
    let names = match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    };
    format!("this opens you to {names}")
}

/// Hundredths with one decimal, or with none where there are two figures before it.
pub(crate) fn tenth(hundredths: u128) -> String {
    if hundredths >= 995 {
        return ((hundredths + 50) / 100).to_string();
    }
    let tenths = (hundredths + 5) / 10;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The least and the most of what may come up.
pub(crate) fn span(weights: &BTreeMap<i32, u128>) -> String {
    match (weights.keys().next(), weights.keys().next_back()) {
        (Some(least), Some(most)) if least == most => format!("{least}"),
        (Some(least), Some(most)) => format!("{least}–{most}"),
        _ => "0".into(),
    }
}

/// How much somebody regains.
pub(crate) fn heals(target: &TargetForecast, whole: u128) -> String {
    let mean = tenth(target.healing_hundredths(whole));
    format!("heals {mean} ({})", span(&target.healing))
}

/// Words in which no line breaks between a figure and its unit.
pub(crate) fn with_units(words: &str) -> String {
    let mut last = ' ';
    let joined = |letter: char| {
        let before = std::mem::replace(&mut last, letter);
        if letter == ' ' && before.is_ascii_digit() { '\u{a0}' } else { letter }
    };
    words.chars().map(joined).collect()
}

/// What an answer or an attack means for one creature, in a short line.
pub(crate) fn odds(target: &TargetForecast, whole: u128) -> String {
    hurts(target, whole) + &down(target, whole)
}

/// The same, without how likely it brings the creature down.
pub(crate) fn hurts(target: &TargetForecast, whole: u128) -> String {
    if target.hurting() == 0 {
        return if target.healing.is_empty() { unharmed(target) } else { heals(target, whole) };
    }
    let amounts: BTreeMap<i32, u128> = target.harm().collect();
    let between = if amounts.len() > 1 { format!(" ({})", span(&amounts)) } else { String::new() };
    format!("Hurts {}", blow(target, whole, &between))
}

/// What an attack means for one creature, in one line: how likely it hurts, about how much it takes off, how likely it brings it down. `of`
/// is what the creature has left, where that is known.
pub(crate) fn headline(target: &TargetForecast, whole: u128, of: Option<i32>) -> String {
    let hurt = target.hurting();
    if hurt == 0 && !target.healing.is_empty() {
        return heals(target, whole);
    }
    if hurt == 0 && target.drops == 0 {
        return unharmed(target);
    }
    format!("Hurts {}", figures(target, whole, of))
}

/// The figures of [`headline`].
pub(crate) fn figures(target: &TargetForecast, whole: u128, of: Option<i32>) -> String {
    let of = of.map_or_else(String::new, |of| format!(" of {of}"));
    blow(target, whole, &of) + &down(target, whole)
}

/// How likely it hurts, and about how much it then takes off; `besides` stands behind that amount.
fn blow(target: &TargetForecast, whole: u128, besides: &str) -> String {
    let hurt = target.hurting();
    let odds = percent(hurt, whole);
    if hurt == 0 { odds } else { format!("{odds} \u{b7} about {}{besides}", target.blow()) }
}

/// How likely it brings the creature down, as the end of a line; nothing where it cannot.
fn down(target: &TargetForecast, whole: u128) -> String {
    if target.drops == 0 { String::new() } else { format!(" \u{b7} down {}", percent(target.drops, whole)) }
}

/// That no damage is done, and what it is that lets none through.
pub(crate) fn unharmed(target: &TargetForecast) -> String {
    match target.spared_by.iter().max_by_key(|(_, weight)| **weight) {
        Some((by, _)) => format!("no damage: {}", by.to_lowercase()),
        None => "no damage".into(),
    }
}

/// A key word as people read it: `knock_out` becomes `Knock out`.
pub(crate) fn readable(key: &str) -> String {
    let mut words = key.replace(['_', '-'], " ");
    if let Some(first) = words.get(..1) {
        let first = first.to_uppercase();
        words.replace_range(..1, &first);
    }
    words
}

/// A figure with its sign.
pub(crate) fn signed(value: i32) -> String {
    if value < 0 { format!("−{}", value.unsigned_abs()) } else { format!("+{value}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_never_round_to_never_or_always() {
        assert_eq!(percent(0, 64), "0 %");
        assert_eq!(percent(1, 640), "<1 %");
        assert_eq!(percent(1, 3), "33 %");
        assert_eq!(percent(639, 640), ">99 %");
        assert_eq!(percent(64, 64), "100 %");
    }

    #[test]
    fn a_line_of_odds_says_how_likely_how_much_and_fall() {
        let mut target = TargetForecast::default();
        target.damage.insert(0, 3);
        target.damage.insert(7, 1);
        assert_eq!(odds(&target, 4), "Hurts 25 % · about 7");
        target.drops = 1;
        assert_eq!(odds(&target, 4), "Hurts 25 % · about 7 · down 25 %");
        let mut spread = TargetForecast::default();
        spread.damage.extend([(0, 2), (3, 1), (9, 1)]);
        assert_eq!(odds(&spread, 4), "Hurts 50 % · about 6 (3–9)");
        assert_eq!(headline(&target, 4, Some(26)), "Hurts 25 % · about 7 of 26 · down 25 %");
        target.drops = 0;
        assert_eq!(headline(&target, 4, None), "Hurts 25 % · about 7");
        let mut spared = TargetForecast::default();
        assert_eq!(headline(&spared, 4, None), "no damage");
        spared.spared_by.insert("Mail".into(), 4);
        assert_eq!(headline(&spared, 4, None), "no damage: mail");
    }

    #[test]
    fn keys_read_as_words() {
        assert_eq!(readable("knock_out"), "Knock out");
        assert_eq!(readable(""), "");
        assert_eq!(signed(-3), "−3");
        assert_eq!(signed(3), "+3");
    }
}
