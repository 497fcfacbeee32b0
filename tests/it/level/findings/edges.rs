//! Mistakes of what stands between squares.

use battlemat::level::Code;

use super::super::level_text;
use super::check;

/// A level drawn as a plan, with something at the end.
fn plan(rows: &str, rest: &str) -> String {
    level_text("", "", rest)
        .replace("map = '''\n########\n#a....b#\n#......#\n########\n", &format!("plan = '''\n{rows}"))
}

const HOUSE: &str = "+-+-+-+-+-+\n|a .|. . .|\n+   +-+D+-+\n|. .w. . b|\n+-+-+-+-+-+\n";

#[test]
fn mistakes_between_squares() {
    check(Code::EdgeCharacter, &plan(&HOUSE.replace('w', "«?"), ""));
    check(Code::EdgeCharacter, &plan(&HOUSE.replacen("+   +", "+   «a", 1), ""));
    let run = "[[run]]\nedge = \"wall\"\nof = [2, 1]\nside = \"west\"";
    check(Code::EdgeTwice, &plan(HOUSE, &format!("«{run}")));
    check(Code::UnknownEdge, &plan(HOUSE, &run.replace("\"wall\"", "«\"wal\"")));
    check(Code::OffMap, &plan(HOUSE, &run.replace("[2, 1]", "«[9, 9]")));
    check(Code::UnknownWord, &plan(HOUSE, &run.replace("\"west\"", "«\"left\"")));
    check(Code::MissingKey, &plan(HOUSE, &format!("{}\ndoor = «\"open\"", run.replace("[2, 1]", "[1, 1]"))));
    check(Code::DoorInOpen, &plan("+-+-+-+-+-+\n|a . . . .|\n+    «D\n|. . . . b|\n+-+-+-+-+-+\n", ""));
    check(Code::DoorToNowhere, &plan("+-+-+-+-+-+\n|a . . . .«D\n+\n|. . . . b|\n+-+-+-+-+-+\n", ""));
    check(Code::SidesApart, &plan("+-+-+-+-+-+\n|«a .|. . .|\n+   +\n|. .|. . b|\n+-+-+-+-+-+\n", ""));
    check(
        Code::TerrainContradiction,
        &plan(HOUSE, "[[run]]\nedge = \"hole\"\nof = [1, 1]\nside = \"west\"\n«[edge.hole]\nstops = []"),
    );
}
