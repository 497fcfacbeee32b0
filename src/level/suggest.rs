//! "Did you mean": the nearest of the known words.

/// The known word that needs the fewest edits to become `wrong`, if few enough.
pub fn nearest<'a, S: AsRef<str>>(wrong: &str, known: &'a [S]) -> Option<&'a str> {
    let wrong_lower = wrong.to_lowercase();
    let allowed = (wrong_lower.chars().count() / 3).clamp(1, 3);
    known
        .iter()
        .map(|word| (edits(&wrong_lower, &word.as_ref().to_lowercase()), word.as_ref()))
        .filter(|&(count, _)| count <= allowed)
        .min_by_key(|&(count, _)| count)
        .map(|(_, word)| word)
}

/// The words in backquotes with commas, cut after thirty.
pub(crate) fn list<S: AsRef<str>>(words: &[S]) -> String {
    let mut shown: Vec<String> = words.iter().take(30).map(|word| format!("`{}`", word.as_ref())).collect();
    if words.len() > shown.len() {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// Insertions, deletions, replacements and swaps of neighbours between two words.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_one_edit() {
        assert_eq!(edits("floor", "flor"), 1);
        assert_eq!(edits("nmae", "name"), 1);
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(nearest("soldeir", &["scout", "soldier"]), Some("soldier"));
        assert_eq!(nearest("banana", &["scout", "soldier"]), None);
    }
}
