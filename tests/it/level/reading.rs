//! How findings read: for people and as JSON.

use super::{findings, level_text, rendered};

#[test]
fn findings_read_well() {
    let show = |text: &str| rendered(text, &findings(text));
    insta::assert_snapshot!(show(&level_text("", "a...?...b\n....?...?\n", "")), @r##"
    error[L024]: `?` has no meaning, drawn 3 times (unknown-character)
     --> test.toml:5:5
      |
    5 | a...?...b
      |     ^ neither built in nor in [legend]
    6 | ....?...?
      |     -   - and here
      |     |
      |     and here
      |
      = help: add `"?" = { terrain = … }` to [legend] (it has `a`, `b`)
    "##);
    insta::assert_snapshot!(show(&level_text("", "", "[[creature]]\nkind = \"scout\"\nside = \"red\"\nat = [1, 1]")), @r##"
    error[L073]: `Ada` and `Scout` both stand on (1, 1) (creatures-overlap)
      --> test.toml:22:6
       |
     6 | #a....b#
       |  - by this one
    ...
    22 | at = [1, 1]
       |      ^^^^^^ occupied
       |
       = help: move one of them
    "##);
    insta::assert_snapshot!(show(&level_text("abuot = \"x\"", "", "")), @r##"
    error[L004]: a level has no key `abuot` (unknown-key)
     --> test.toml:3:1
      |
    3 | abuot = "x"
      | ^^^^^ nothing reads this
      |
      = help: did you mean `about`?
    "##);
    insta::assert_snapshot!(show(&level_text("", "", "[[area]]\nsquares = [2, 2]\nelevation = 4")), @r##"
    error[L006]: `elevation` needs a unit (bad-length)
      --> test.toml:21:13
       |
    21 | elevation = 4
       |             ^ a number alone
       |
       = help: write it as a string with its unit: "4 ft" or "4 m"
    "##);
    insta::assert_snapshot!(show("name = \"x\nruleset = 3"), @r##"
    error[L001]: not TOML: invalid basic string, expected `"` (syntax)
     --> test.toml:1:10
      |
    1 | name = "x
      |          ^ the reader stopped here
      |
      = help: close the text with `"`, and write a quote inside it as `\"`
    "##);
    insta::assert_snapshot!(show(&level_text("", "a..#..b\n...#...\n", "")), @r##"
    warning[L081]: no way leads from `red` to `blue` (sides-apart)
     --> test.toml:5:1
      |
    5 | a..#..b
      | ^     - to here
      | |
      | nobody gets from here
      |
      = help: open a way
    "##);
}

#[test]
fn a_finding_as_json() {
    let found = findings(&level_text("", "a..?...b\n", ""));
    let json = serde_json::to_value(&found[0]).expect("it is plain data");
    insta::assert_snapshot!(serde_json::to_string_pretty(&json).expect("it is JSON"), @r##"
    {
      "code": "L024",
      "column": 4,
      "file": "test.toml",
      "help": "add `\"?\" = { terrain = … }` to [legend] (it has `a`, `b`)",
      "labels": [],
      "line": 5,
      "message": "`?` has no meaning",
      "name": "unknown-character",
      "reason": "neither built in nor in [legend]",
      "rulesets": [],
      "severity": "error",
      "span": [
        44,
        45
      ]
    }
    "##);
}
