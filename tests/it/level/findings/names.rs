//! Names that nothing has.

use battlemat::level::Code;

use super::super::level_text;
use super::{check, legend, rest, top};

#[test]
fn unknown_names() {
    check(Code::UnknownTerrain, &legend("q = { terrain = «\"flor\" }", "a..q..b\n.......\n"));
    top(Code::UnknownTerrain, "ground = «\"flor\"");
    rest(Code::UnknownTerrain, "[terrain.lava]\nlike = «\"flor\"\n[[area]]\nterrain = \"lava\"\nsquares = [2, 2]");
    check(Code::UnknownObject, &legend("q = { object = «\"crat\" }", "a..q..b\n.......\n"));
    rest(Code::UnknownObject, "[[place]]\nobject = «\"crat\"\nat = [2, 2]");
    check(Code::UnknownKind, &legend("q = { creature = «\"solder\", side = \"red\" }", "a..q..b\n.......\n"));
    check(Code::UnknownSide, &legend("q = { creature = \"scout\", side = «\"rde\" }", "a..q..b\n.......\n"));
    rest(Code::UnknownSide, "[[goal]]\nside = «\"rde\"\nwin = \"last_side_standing\"");
    rest(Code::UnknownZone, "[[goal]]\nside = \"red\"\nwin = { hold = «\"gate\" }");
    rest(Code::UnknownZone, "[[area]]\nfog = true\nsquares = «\"gate\"");
    check(Code::UnknownRuleset, &level_text("", "", "").replace("\"sol\"", "«\"soll\""));
    rest(Code::UnknownRuleset, "[rules.«soll]\nx = 1");
    rest(
        Code::UnknownKey,
        "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]\n[creature.«soll]\nnonsense = 1",
    );
    rest(
        Code::CircularLike,
        "[terrain.a]\nlike = «\"b\"\n[terrain.b]\nlike = \"a\"\n[[area]]\nterrain = \"a\"\nsquares = [2, 2]",
    );
    rest(Code::CircularLike, "[object.o]\nlike = «\"o\"\n[[place]]\nobject = \"o\"\nat = [2, 2]");
    rest(Code::UnknownArt, "[object.o]\nart = «\"treasure\"\n[[place]]\nobject = \"o\"\nat = [2, 2]");
    rest(Code::UnknownArt, "[terrain.swamp]\nart = «\"swmp\"\n[[area]]\nterrain = \"swamp\"\nsquares = [2, 2]");
    rest(
        Code::UnknownCondition,
        "[[event]]\nwhen = \"manual\"\ndo = { condition = { creature = \"Ada\", condition = «\"pron\" } }",
    );
    rest(
        Code::UnknownDamage,
        "[[event]]\nwhen = \"manual\"\ndo = { harm = { squares = [2, 2], damage = «\"1d6 toxik\" } }",
    );
    rest(
        Code::UnknownDamage,
        "[object.crate]\nresist = [\"fire\", «\"fyre\"]\n[[place]]\nobject = \"crate\"\nat = [2, 2]",
    );
    rest(Code::UnknownSide, "[[side]]\nid = \"green\"\n[[creature]]\nkind = \"scout\"\nside = «\"gren\"\nat = [2, 2]");
    top(Code::UnknownCreature, "surprised = [\"Ada\", «\"Adda\"]");
    top(Code::UnknownCreature, "opening = «\"Adda\"");
    rest(Code::UnknownCreature, "[[event]]\ntext = \"x\"\nwhen = { down = «\"Adda\" }");
    rest(Code::UnknownCreature, "[[goal]]\nside = \"red\"\nprotect = «\"Adda\"");
    rest(Code::UnknownCreature, "[[arrival]]\nround = 2\ncreatures = [«\"Adda\"]");
    rest(Code::UnknownThing, "[[event]]\ntext = \"x\"\nwhen = { destroyed = «\"Vlave\" }");
    rest(Code::UnknownThing, "[[event]]\nwhen = \"manual\"\ndo = { door = { object = «\"Dor\", becomes = \"open\" } }");
    rest(Code::DuplicateName, "[[creature]]\nname = «\"Ada\"\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]");
    for name in ["ADA", "ada"] {
        let again = format!("[[creature]]\nname = «\"{name}\"\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]");
        rest(Code::DuplicateName, &again);
    }
    // A letter and its accent are one character, or two.
    rest(
        Code::DuplicateName,
        "[[creature]]\nname = \"\u{c9}lodie\"\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]\n\
         [[creature]]\nname = «\"E\u{301}lodie\"\nkind = \"scout\"\nside = \"red\"\nat = [4, 2]",
    );
    // Orders and events name creatures and things alike.
    rest(Code::DuplicateName, "[[place]]\nname = «\"Ada\"\nobject = \"crate\"\nat = [2, 2]");
    rest(
        Code::DuplicateName,
        "[[place]]\nname = \"A\"\nobject = \"crate\"\nat = [2, 2]\n[[place]]\nname = «\"A\"\nobject = \"crate\"\nat = [3, 2]",
    );
    rest(
        Code::DuplicateName,
        "[[event]]\nwhen = \"manual\"\ndo = { spawn = { name = «\"Ada\", kind = \"scout\", side = \"red\", at = [2, 2] } }",
    );
    rest(Code::DuplicateId, "[[side]]\nid = «\"red\"");
    rest(
        Code::DuplicateId,
        "[[event]]\nid = \"e\"\ntext = \"x\"\nwhen = \"manual\"\n[[event]]\nid = «\"e\"\ntext = \"x\"\nwhen = \"manual\"",
    );
}

#[test]
fn what_cannot_be_a_name() {
    let long = format!("\"{}\"", "x".repeat(100_000));
    let bad = [
        "\"\"",
        "\" \"",
        "\"Bo \"",
        "\" Bo\"",
        "\"#5\"",
        r#""Bo\nAda dies.""#,
        r#""A\u0000""#,
        r#""A\u001b[2J""#,
        r#""A\u202e""#,
        &long,
    ];
    for name in bad {
        let creature = format!("name = «{name}\nkind = \"scout\"\nside = \"red\"\nat = [2, 2]");
        rest(Code::BadName, &format!("[[creature]]\n{creature}"));
        let spawned = creature.replace('\n', ", ");
        rest(Code::BadName, &format!("[[event]]\nwhen = \"manual\"\ndo = {{ spawn = {{ {spawned} }} }}"));
        rest(Code::BadName, &format!("[[place]]\nname = «{name}\nobject = \"crate\"\nat = [2, 2]"));
        let legend = format!("q = {{ object = \"crate\", name = «{name} }}");
        check(Code::BadName, &super::legend(&legend, "a..q..b\n.......\n"));
        let defined = format!("[object.o]\nname = «{name}\n[[place]]\nobject = \"o\"\nat = [2, 2]");
        rest(Code::BadName, &defined);
    }
    rest(Code::BadName, "[object.«\"#o\"]\n[[place]]\nobject = \"#o\"\nat = [2, 2]");
    // Titles stand in lines as well.
    rest(
        Code::BadName,
        r#"[[side]]
id = "green"
name = «"Green\u001b[31m"
[[creature]]
kind = "scout"
side = "green"
at = [2, 2]"#,
    );
    check(Code::BadName, &level_text("", "", "").replacen("name = ", "name = «\"E\\u001b]0;pwned\\u0007\" # ", 1));
    rest(
        Code::BadName,
        "[zone]\n«\"ga\\u0007te\" = [2, 2]\n[[goal]]\nside = \"red\"\nwin = { hold = \"ga\\u0007te\" }",
    );
}

#[test]
fn a_definition_may_be_like_a_later_one() {
    let text = level_text(
        "",
        "",
        "[terrain.bog]\nlike = \"marsh\"\n[terrain.marsh]\nlike = \"mud\"\nwater = \"1 ft\"\n[[area]]\nterrain = \"bog\"\nsquares = [2, 2]",
    );
    let level = super::super::good(&text);
    let bog = level.terrain_at(battlemat::grid::Square::new(2, 2)).expect("it is on the board");
    assert!(bog.difficult && bog.water == "1 ft".parse().expect("a length"));
}
