//! Files that hold what the program says, and are written anew when it is meant to say something else.

use std::path::PathBuf;

/// The file, by its path from the project's root, holds exactly this text; with the variable set in the environment it is made to.
#[track_caller]
pub(crate) fn is_current(path: &str, found: &str, variable: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os(variable).is_some() {
        std::fs::write(&file, found).expect("it can be written");
    }
    let wanted = std::fs::read_to_string(&file).unwrap_or_default();
    let pairs = found.lines().zip(wanted.lines()).enumerate();
    let differs =
        pairs.map(|(line, (found, wanted))| (line + 1, found, wanted)).find(|(_, found, wanted)| found != wanted);
    let where_ = differs.map_or_else(
        || "at its end".to_owned(),
        |(line, found, wanted)| {
            format!("in line {line}, where the program says\n  {found}\nand the file\n  {wanted}\n")
        },
    );
    assert!(found == wanted, "{path} is out of date {where_}: if that is meant, run the test once with {variable}=1");
}
