//! Every scenario file passes; and a scenario that is wrong fails with what a reader needs.

use std::path::{Path, PathBuf};

use battlemat::referee::scenario;

#[test]
fn every_scenario_passes() {
    // Mutants of one ruleset meet the scenarios of that one (`scripts/mutants.sh`).
    let folder = std::env::var_os("BATTLEMAT_SCENARIOS").unwrap_or_else(|| "tests/scenarios".into());
    let (report, well) =
        scenario::test_files(&[PathBuf::from(folder)], false).expect("the scenarios should be readable");
    let failures: Vec<&str> = report.lines().filter(|line| !line.starts_with("ok")).collect();
    assert!(well, "{}", failures.join("\n"));
}

#[test]
fn the_examples_of_the_handbook_pass() {
    let text = std::fs::read_to_string("docs/scenarios.md").expect("the handbook should be readable");
    let examples: Vec<&str> =
        text.split("```toml scenario\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        check(example, None);
    }
}

/// Plays the scenarios of a text; the complaint about the first that fails must hold all of these words.
#[track_caller]
fn check(text: &str, complaint: Option<&[&str]>) {
    let came = match scenario::read(text) {
        Err(problem) => Some(problem.to_string()),
        Ok(scenarios) => scenarios.into_iter().find_map(|(line, one)| {
            let failure = scenario::play(&one, text, line, Path::new("")).err()?;
            Some(format!(
                "line {}, {}: expected {}, came {}",
                failure.line, failure.when, failure.expected, failure.came
            ))
        }),
    };
    match (complaint, came) {
        (None, None) => {}
        (None, Some(came)) => panic!("it should pass, but {came}"),
        (Some(_), None) => panic!("it should fail, but it passes"),
        (Some(words), Some(came)) => {
            for word in words {
                assert!(came.contains(word), "`{word}` should be in: {came}");
            }
        }
    }
}

/// A duel in the open, Ari to act first, with these further lines.
fn duel(rest: &str) -> String {
    format!(
        "name = \"duel\"\nruleset = \"sol\"\nturn_order = [\"Ari\", \"Bo\"]\nmap = '''\n......\nA...b.\n......\n'''\n\
         creatures = {{ A = {{ name = \"Ari\", attacks = [\"pistol\"] }}, b = {{ name = \"Bo\", attacks = [\"pistol\"] }} }}\n{rest}"
    )
}

#[test]
fn a_duel_passes() {
    check(
        &duel(
            "[[step]]\nmove = { to = [1, 1] }\nexpect = [{ creature = \"ari\", at = [1, 1] }, { log = [\"walk to 1,1\"] }]\n\
             [[step]]\nundo = true\nexpect = [{ creature = \"Ari\", at = [0, 1] }]\n\
             [[step]]\nend_turn = true\nexpect = [{ active = \"Bo\" }]\n\
             [[step]]\nsave_and_restore = true\n\
             [[step]]\nmove = { creature = \"Ari\", to = [1, 1] }\nrefused = \"not_your_turn\"\n",
        ),
        None,
    );
}

#[test]
fn the_number_of_an_aim_may_lack_a_term() {
    check(
        &duel(
            "expect = [{ aim = { creature = \"Ari\", with = \"pistol\", target = \"Bo\", trace = [\
             { label = \"zzz\", none = true }, { rule = \"SOL-COVER-5\", none = true }] } }]\n",
        ),
        None,
    );
}

#[test]
fn wrong_scenarios_say_what_is_wrong() {
    for (rest, words) in [
        ("", &["nothing to check"][..]),
        ("expect = [{}]\n", &["line 10", "empty"]),
        ("expect = [{ rond = 1 }]\n", &["line 10", "`rond`", "`round`"]),
        ("expect = [{ round = 2 }]\n", &["round = 2", "came 1"]),
        ("expect = [{ creature = \"Boo\", hp = 3 }]\n", &["`Boo`", "`Bo`"]),
        ("expect = [{ creature = \"Bo\", hpp = 3 }]\n", &["`hpp`", "`hp`"]),
        ("expect = [{ event = \"damage\" }]\n", &["the event", "fight_begins"]),
        ("expect = [{ event = \"round_begins\", rond = 1 }]\n", &["`rond`", "`round`"]),
        ("expect = [{ creature = \"Bo\" }]\n", &["something about Bo"]),
        ("rules = [\"SOL-NONE-1\"]\nexpect = [{ round = 1 }]\n", &["line 10, at the end", "SOL-NONE-1", "no such row"]),
        (
            "rules = [\n\"SOL-FLOW-1\",\n\"SOL-DODGE-1\"]\nexpect = [{ round = 1 }]\n",
            &["line 12, at the end", "SOL-DODGE-1", "takes effect"],
        ),
        ("[[step]]\nend_turn = true\ndice = [\"d6:3\"]\nexpect = [{ round = 1 }]\n", &["step 1", "d6:3"]),
        (
            "[[step]]\nact = { action = \"attack\", with = \"pistol\", target = \"Bo\" }\nexpect = [{ round = 1 }]\n",
            &["d6", "empty"],
        ),
        (
            "expect = [{ aim = { creature = \"Ari\", with = \"pistol\", target = \"Bo\", trace = { label = \"zzz\" } } }]\n",
            &["a term", "zzz", "no number of the aim has it"],
        ),
        (
            "[[step]]\nmove = { to = [1, 1] }\n[[step]]\ntake_back = { to = 0 }\ndice = [\"d6:3\"]\nexpect = [{ round = 1 }]\n",
            &["step 2", "all dice", "d6:3"],
        ),
        ("[[step]]\nend_turn = true\nrefused = true\n", &["is refused", "accepted"]),
        (
            "[[step]]\nact = { action = \"attack\", with = \"pistol\", target = \"Bo\" }\nrefused = true\n",
            &["is refused", "accepted", "rolled"],
        ),
        (
            "[[step]]\nact = { action = \"attack\", with = \"pistol\", target = \"Bo\" }\ndice = [\"d20:3\"]\nrefused = true\n",
            &["is refused", "accepted", "rolled"],
        ),
        ("[[step]]\nend_turn = \"Bo\"\nrefused = { code = \"other\" }\n", &["code `other`", "not_your_turn"]),
        ("[[step]]\nend_turn = true\nundo = true\n", &["several"]),
        ("[[step]]\nundo = true\n", &["nothing"]),
        ("[[step]]\nend_trun = true\n", &["line 11", "end_trun", "end_turn"]),
        ("start_dice = [\"d8:9\"]\nexpect = [{ round = 1 }]\n", &["no face 9"]),
    ] {
        check(&duel(rest), Some(words));
    }
}

#[test]
fn what_checks_nothing_fails() {
    for (rest, words) in [
        ("[[step]]\nrefused = true\nexpect = [{ round = 1 }]\n", &["line 10, step 1", "nothing is ordered"][..]),
        ("[[step]]\nend_turn = []\nexpect = [{ round = 1 }]\n", &["line 10, step 1", "empty"]),
        ("[[step]]\nsave_and_restore = false\nexpect = [{ round = 1 }]\n", &["line 11", "`false` does nothing"]),
        ("[[step]]\nundo = false\nexpect = [{ round = 1 }]\n", &["line 11", "`false` does nothing"]),
        ("expect = [{ aim = { with = \"pistol\", target = \"Bo\" } }]\n", &["line 10", "about the aim"]),
        (
            "expect = [{ forecast = { order = { act = { action = \"attack\", with = \"pistol\", target = \"Bo\" } } } }]\n",
            &["line 10", "about the forecast"],
        ),
        ("expect = [{ legal = [] }]\n", &["line 10", "states nothing"]),
        ("expect = [{ illegal = [] }]\n", &["line 10", "states nothing"]),
        ("expect = [{ log = [] }]\n", &["line 10", "`log`", "states nothing"]),
        ("expect = [{ log = [\"\"] }]\n", &["line 10", "`log`"]),
        ("expect = [{ rules = [] }]\n", &["line 10", "`rules`", "states nothing"]),
        ("expect = [{ no_rules = 3 }]\n", &["line 10", "`rules`", "came 3"]),
        ("expect = [{ trace = [] }]\n", &["line 10", "states nothing"]),
        ("expect = [{ trace = { none = true } }]\n", &["line 10", "about the term"]),
        ("expect = [{ creature = \"Bo\", known_to = [] }]\n", &["line 10", "`known_to`"]),
        ("expect = [{ creature = \"Bo\", lasts = {} }]\n", &["line 10", "lasts"]),
        ("expect = [{ decision = {} }]\n", &["line 10", "about the decision"]),
    ] {
        check(&duel(rest), Some(words));
    }
}

#[test]
fn what_does_not_exist_is_not_merely_absent() {
    for (expected, words) in [
        ("creature = \"Bo\", lacks = \"pronee\"", &["`pronee`", "`prone`"][..]),
        ("trace = { rule = \"SOL-NOPE-9\", none = true }", &["SOL-NOPE-9", "no such row"]),
        ("trace = { labl = \"cover\", none = true }", &["`labl`", "`label`"]),
        ("trace = { of = \"Zed\", none = true }", &["`Zed`"]),
        ("no_rules = [\"SOL-NOPE-9\"]", &["SOL-NOPE-9", "no such row"]),
        ("event = \"damage\", count = 0, rule = \"SOL-NOPE-1\"", &["SOL-NOPE-1", "no such row"]),
        ("event = \"damage\", count = 0, target = \"Zed\"", &["`Zed`"]),
        ("event = \"damagee\", count = 0", &["`damagee`", "`damage`"]),
        ("event = \"damage\", count = 0, amunt = 3", &["`amunt`", "`amount`"]),
        ("event = \"dies\", count = 0, amount = 3", &["`amount`"]),
        ("event = \"gains\", count = 0, condition = \"pronee\"", &["`pronee`", "`prone`"]),
        ("event = \"damage\", count = \"0\"", &["`count`"]),
        ("aim = { with = \"pistle\", target = \"Bo\", cover = \"\" }", &["`pistle`", "`pistol`"]),
        ("reach = { to = [99, 99], never = true }", &["99,99", "a square of the map"]),
    ] {
        let words: Vec<&str> = words.iter().copied().chain(["line 10, at the start"]).collect();
        check(&duel(&format!("expect = [{{ {expected} }}]\n")), Some(&words));
    }
}

#[test]
fn what_rests_on_a_row_names_one_of_which_nothing_is_told() {
    let start = |rules: &str, expected: &str| duel(&format!("rules = [{rules}]\nexpect = [{{ {expected} }}]\n"));
    check(&start("\"SOL-TURN-7\"", "round = 1, rests_on = [\"SOL-TURN-7\"]"), None);
    for (rules, expected, words) in [
        ("", "round = 1, rests_on = [\"SOL-FLOW-1\"]", &["line 11, at the start", "SOL-FLOW-1", "`shows`"][..]),
        ("", "round = 1, rests_on = [\"SOL-NONE-1\"]", &["line 11, at the start", "SOL-NONE-1", "no such row"]),
        ("", "round = 1, rests_on = []", &["line 11, at the start", "`rests_on`", "empty"]),
        ("", "rests_on = [\"SOL-TURN-7\"]", &["line 11, at the start", "an expectation", "empty"]),
        ("", "round = 2, rests_on = [\"SOL-TURN-7\"]", &["line 11, at the start", "round = 2", "came 1"]),
        ("", "round = 1, shows = \"SOL-TURN-7\"", &["line 11, at the start", "SOL-TURN-7", "takes effect"]),
        ("\"SOL-TURN-7\"", "round = 1", &["line 10, at the end", "SOL-TURN-7", "`rests_on`"]),
    ] {
        check(&start(rules, expected), Some(words));
    }
}

/// An order with a slip in it is refused whatever the rules say, so that it shows nothing of them.
#[test]
fn a_slip_in_an_order_that_is_to_be_refused_is_found() {
    let act = |rest: &str| format!("act = {{ creature = \"Bo\", {rest} }}");
    for (order, words) in [
        (act("action = \"atack\", with = \"pistol\", target = \"Ari\""), ["`atack`", "`attack`"]),
        (act("action = \"attack\", with = \"pistle\", target = \"Ari\""), ["`pistle`", "`pistol`"]),
        (
            act("action = \"attack\", with = \"pistol\", target = \"Ari\", options = { knock_ot = true }"),
            ["`knock_ot`", "`knock_out`"],
        ),
        (
            act("action = \"ready\", with = \"pistol\", options = { trigger = \"enemy_in_site\" }"),
            ["`enemy_in_site`", "`enemy_in_sight`"],
        ),
        ("answer = \"dogde\"".to_owned(), ["`dogde`", "`dodge`"]),
    ] {
        let illegal = format!("expect = [{{ illegal = [{{ {order} }}] }}]\n");
        check(&duel(&illegal), Some(&words));
        let coded = format!("expect = [{{ illegal = [{{ {order}, code = \"not_your_turn\" }}] }}]\n");
        if !order.starts_with("answer") {
            check(&duel(&coded), Some(&words));
        }
        check(&duel(&format!("[[step]]\n{order}\nrefused = true\n")), Some(&words));
    }
    for order in [
        "move = { creature = \"Arri\", to = [1, 1] }",
        "move = { creature = \"Ari\", too = [1, 1] }",
        "gm = { set = { creature = \"Ari\", stat = \"hpp\", value = 3 } }",
        "gm = { add_condition = { creature = \"Ari\", condition = \"pronee\" } }",
        "act = { creature = \"Ari\", action = \"attack\", with = \"pistol\", target = \"Boo\" }",
    ] {
        check(&duel(&format!("[[step]]\n{order}\nrefused = true\n")), Some(&["the code `"]));
    }
    // Whoever means so says so; and what is known is refused by the rules.
    for sound in [
        "[[step]]\nact = { action = \"atack\" }\nrefused = \"no_such_action\"\n",
        "[[step]]\nact = { action = \"attack\", with = \"pistol\", target = \"Bo\" }\nrefused = \"forced_dice\"\n",
        "[[step]]\nmove = { creature = \"Arri\", to = [1, 1] }\nrefused = \"no_such_creature\"\n",
        "expect = [{ illegal = [{ act = { creature = \"Bo\", action = \"attack\", with = \"pistol\", target = \"Ari\" } }, { answer = \"dodge\" }] }]\n",
    ] {
        check(&duel(sound), None);
    }
    let lacks = "[[step]]\nact = { action = \"attack\", with = \"pistol\", target = \"Bo\" }\nfree_dice = true\n\
                 expect = [{ decision = { kind = \"dodge\", lacks = [\"dogde\"] } }]\n";
    check(&duel(lacks), Some(&["`dogde`", "`dodge`"]));
}

/// A folder of this test's own with these files.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder should be made");
    for (file, bytes) in files {
        std::fs::write(folder.join(file), bytes).expect("the file should be written");
    }
    folder
}

#[test]
fn a_folder_without_a_scenario_is_said_to_be_one() {
    let empty = folder("no-scenario", &[("README.md", b"# x")]);
    let why = scenario::test_files(&[empty], false).expect_err("there is nothing to play");
    assert!(why.contains("no-scenario: there is no scenario"), "{why}");
}

#[test]
fn a_very_long_line_is_not_told_whole() {
    let long = "ä".repeat(50_000);
    for text in [
        format!("name = {long}"),
        format!("nmae = \"{long}\""),
        format!("{long} = 1"),
        duel(&format!("expect = [{{ phase = \"{long}\" }}]")),
    ] {
        let folder = folder("long-line", &[("long.toml", text.as_bytes())]);
        let (told, well) = scenario::test_files(&[folder], false).expect("it should be readable");
        assert!(!well && told.len() < 12_000, "{} bytes are told", told.len());
    }
}

#[test]
fn coverage_names_what_it_cannot_use() {
    let ruleset = battlemat::rules::by_key("sol").expect("the ruleset should be there");
    let files: [(&str, &[u8]); 4] = [
        ("empty.toml", b""),
        ("binary.toml", b"\xff\xfe\x00"),
        ("other.toml", b"what = 1"),
        ("good.toml", b"name = \"x\"\nlevel_file = \"levels/first-fight.toml\"\nexpect = [{ round = 1 }]"),
    ];
    let unfit = folder("unfit", &files);
    let empty = folder("unfit-empty", &[("README.md", b"# x")]);
    let complaint = |scenarios: &Path, levels: &Path| {
        let found = battlemat::referee::coverage::Coverage::find(ruleset, scenarios, levels, 0);
        found.err().unwrap_or_default()
    };
    let (good, level) = (unfit.join("good.toml"), Path::new("levels/first-fight.toml"));
    assert_eq!(complaint(&good, level), "");
    let unusable = ["missing", "empty.toml", "binary.toml", "other.toml"].map(|name| unfit.join(name));
    for path in unusable.iter().chain([&empty]) {
        let named = path.display().to_string();
        for why in [complaint(path, level), complaint(&good, path)] {
            assert!(why.contains(&named), "{named}: {why}");
        }
    }
}

#[test]
fn starts_that_cannot_be_say_why() {
    let ending = "expect = [{ round = 1 }]\n";
    for (text, words) in [
        (format!("name = \"x\"\n{ending}"), &["no level"][..]),
        (
            format!("name = \"x\"\nruleset = \"soll\"\nlevel_file = \"levels/first-fight.toml\"\n{ending}"),
            &["soll", "`sol`"],
        ),
        (format!("name = \"x\"\nlevel_file = \"levels/none.toml\"\n{ending}"), &["levels/none.toml"]),
        (format!("name = \"x\"\nlevel = \"map = 3\"\n{ending}"), &["L003"]),
        (
            duel(&format!("start_dice = [\"d8:1\", \"d8:2\", \"d8:3\"]\n{ending}")).replace("turn_order", "# "),
            &["d8:3"],
        ),
        (duel(ending).replace("[\"Ari\", \"Bo\"]\nmap", "[\"Ari\", \"Cid\"]\nmap"), &["Cid"]),
    ] {
        check(&text, Some(words));
    }
}
