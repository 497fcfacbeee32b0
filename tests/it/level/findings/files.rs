//! Files that cannot be read, waivers, what follows from a mistake.

use battlemat::level::Code;

use super::super::level_text;
use super::{only, rest};

#[test]
fn mistakes_of_waiving() {
    rest(Code::WaiverReason, "[zone]\ngate = [2, 2]\n«[[allow]]\ncode = \"L085\"");
    rest(Code::WaiverReason, "[zone]\ngate = [2, 2]\n«[[allow]]\ncode = \"unused-zone\"\nreason = \" \"");
    rest(Code::WaiverUnused, "[[allow]]\ncode = «\"L085\"\nreason = \"x\"");
    rest(Code::WaiverCode, "[[allow]]\ncode = «\"L999\"\nreason = \"x\"");
    rest(Code::WaiverCode, "[[allow]]\ncode = «\"L040\"\nreason = \"x\"");
}

#[test]
fn a_file_that_cannot_be_read_is_a_finding() {
    let missing = std::path::PathBuf::from("no/such/level.toml");
    let (out, exit) = battlemat::level::lint_files(&[missing], false, &battlemat::level::SharedVocabulary);
    assert!(out.contains(Code::Unreadable.id()) && exit == 1, "{out}");
}

#[test]
fn a_folder_without_a_level_is_a_finding() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-level");
    std::fs::create_dir_all(&folder).expect("the folder should be made");
    let (out, exit) = battlemat::level::lint_files(&[folder], false, &battlemat::level::SharedVocabulary);
    assert!(out.contains("there is no level in this folder") && out.contains("no-level") && exit == 1, "{out}");
    assert!(out.ends_with("0 levels, 1 error, 0 warnings, 0 hints\n"), "{out}");
}

#[test]
fn a_misspelt_key_is_one_finding() {
    only(&level_text("", "", "").replace("map = ", "Map = "), &[Code::UnknownKey]);
    only(&level_text("", "", "").replace("id = \"red\"", "idd = \"red\""), &[Code::UnknownKey]);
    let zone = "[zone]\ngate = [2, 2]\n";
    for rest in [
        "[[goal]]\nside = \"red\"\nhold = { zone = \"gate\" }",
        "[[goal]]\nside = \"red\"\nwin = { holdd = \"gate\" }",
        "[[event]]\ntext = \"x\"\nwhen = { enters = { zonne = \"gate\" } }",
    ] {
        only(&level_text("", "", &format!("{zone}{rest}")), &[Code::UnknownKey]);
    }
}

#[test]
fn a_tab_in_a_drawing_is_one_finding() {
    only(&level_text("", "\t########\n#a....b#\n#......#\n########\n", ""), &[Code::UnknownCharacter]);
}

#[test]
fn what_follows_from_a_mistake_is_no_further_finding() {
    // A drawing of zones that cannot be read may hold any zone.
    let held = |zone: &str| format!("[[goal]]\nside = \"red\"\nwin = {{ hold = \"{zone}\" }}\n");
    let goals: String = ["g", "h", "i", "j", "k", "l"].map(held).concat();
    only(&level_text("zones = '''\n.......g\n........\n........\n'''", "", &goals), &[Code::OverlaySize]);
    only(&level_text("", "", "[[goal]]\nside = \"red\"\nwin = { eliminate = [\"Molly\"] }"), &[Code::UnknownCreature]);
    // Who stands where nobody knows has a name all the same.
    only(
        &level_text(
            "opening = \"Cid\"",
            "",
            "[[creature]]\nname = \"Cid\"\nkind = \"scout\"\nside = \"red\"\nat = [99, 2]",
        ),
        &[Code::OffMap],
    );
    only(
        &level_text(
            "",
            "",
            "[[place]]\nname = \"Chest\"\nobject = \"crat\"\nat = [2, 2]\n[[event]]\ntext = \"x\"\nwhen = { destroyed = \"Chest\" }",
        ),
        &[Code::UnknownObject],
    );
    only(
        &level_text("", "", "[[side]]\nnmae = \"x\"\n[[creature]]\nkind = \"scout\"\nside = \"green\"\nat = [2, 2]"),
        &[Code::MissingKey, Code::UnknownKey],
    );
}
