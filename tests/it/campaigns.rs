//! Campaigns: what is found in their files, who goes where, what outlasts a battle under each ruleset, saves, and whole ones by the computer.

use std::path::{Path, PathBuf};

use battlemat::battle::seal;
use battlemat::campaign::{self, CampaignSave, Journey, Stage};
use battlemat::level::{Code, Diagnostic, lint_files};
use battlemat::referee::campaigns;
use battlemat::referee::protocol::Session;
use battlemat::referee::sim::{Plan, Player};
use battlemat::rules::{self, Known};
use serde_json::{Value, json};

/// Two against two; a third of red's comes late, and a goal speaks of Cob.
const YARD: &str = r#"name = "Yard"
ruleset = "sol"
map = '''
A...X
.....
C...Y
'''
[legend]
"A" = { creature = "soldier", side = "red", name = "Ann", exit = true }
"C" = { creature = "scout", side = "red", name = "Cob" }
"X" = { creature = "guard", side = "blue", name = "Xan" }
"Y" = { creature = "guard", side = "blue", name = "Yul" }
[[side]]
id = "red"
[[side]]
id = "blue"
[[creature]]
name = "Late"
kind = "guard"
side = "red"
at = [2, 1]
arrives = 9
[[goal]]
side = "red"
win = "last_side_standing"
[[goal]]
side = "red"
protect = "Cob"
"#;

/// Two battles in that yard, a night between, two endings.
const ROAD: &str = r#"name = "Road"
ruleset = "sol"
side = "crew"

[[member]]
name = "Vale"
kind = "soldier"

[[member]]
name = "Mo"
kind = "medic"

[[member]]
name = "Pip"
kind = "scout"

[[battle]]
id = "first"
level = "yard.toml"
as = "red"
takes = { must = ["Vale"], up_to = 2 }
then = [
    { if = { won = "crew" }, to = "second", by = "night", text = "On." },
    { to = "lost" },
]

[[battle]]
id = "second"
level = "yard.toml"
as = "red"
then = [
    { if = { won = "crew", dead = ["Mo"] }, to = "lost" },
    { if = { won = "crew" }, to = "home" },
    { to = "lost" },
]

[[link]]
id = "night"
hours = 8
rest = "full"

[[ending]]
id = "home"
text = "Home."

[[ending]]
id = "lost"
"#;

fn parsed(text: &str) -> Vec<Diagnostic> {
    let find = |path: &str| match path {
        "yard.toml" => Ok(YARD.to_owned()),
        "broken.toml" => Ok(YARD.replace("[[goal]]", "[[gaol]]")),
        other => Err(format!("{other}: there is no such file.")),
    };
    let (Ok((_, findings)) | Err(findings)) = campaign::parse(text, "road.toml", &Known::PLAYED, &find);
    findings
}

/// The road with one thing changed in it yields exactly this finding, on the line that holds the mark.
#[track_caller]
fn check(code: Code, from: &str, to: &str, mark: &str) {
    assert!(ROAD.contains(from), "{from}");
    let text = ROAD.replacen(from, to, 1);
    let found = parsed(&text);
    let told: Vec<String> = found.iter().map(|finding| finding.render(&text)).collect();
    let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [code], "{}", told.join("\n"));
    let line = text.lines().nth(found[0].line - 1).expect("the finding stands in the text");
    assert!(line.contains(mark), "line {}: {line}\n{}", found[0].line, told.join("\n"));
    assert!(!found[0].reason.is_empty() && !found[0].help.is_empty(), "{}", told.join("\n"));
}

#[test]
fn the_road_is_sound() {
    assert_eq!(parsed(ROAD), []);
}

#[test]
fn each_mistake_is_found_where_it_stands() {
    check(Code::UnknownStop, "to = \"home\"", "to = \"hoem\"", "hoem");
    check(Code::UnknownStop, "by = \"night\"", "by = \"nihgt\"", "nihgt");
    check(
        Code::NoWayOn,
        "    { to = \"lost\" },\n]\n\n[[battle]]\nid = \"second\"",
        "]\n\n[[battle]]\nid = \"second\"",
        "then = [",
    );
    check(Code::WayNever, "won = \"crew\", dead = [\"Mo\"]", "won = \"crew\"", "to = \"home\"");
    check(Code::WayNever, "won = \"crew\", dead = [\"Mo\"]", "won = \"crew\", lost = \"crew\"", "lost = \"crew\"");
    check(Code::WayNever, "won = \"crew\", dead = [\"Mo\"]", "alive = [\"Mo\"], dead = [\"mo\"]", "alive");
    check(Code::UnknownMember, "must = [\"Vale\"]", "must = [\"Vael\"]", "Vael");
    check(Code::UnknownMember, "dead = [\"Mo\"]", "dead = [\"Moe\"]", "Moe");
    check(Code::LevelUnfit, "level = \"yard.toml\"", "level = \"yrad.toml\"", "yrad.toml");
    check(Code::LevelUnfit, "level = \"yard.toml\"", "level = \"broken.toml\"", "broken.toml");
    check(Code::LevelUnfit, "as = \"red\"", "as = \"rde\"", "rde");
    check(Code::LevelUnfit, "up_to = 2", "up_to = 3", "up_to = 3");
    check(Code::LevelUnfit, "must = [\"Vale\"], up_to = 2", "must = [\"Vale\", \"Mo\"], up_to = 1", "up_to = 1");
    check(Code::LevelUnfit, "must = [\"Vale\"], up_to = 2", "must = [\"Vale\", \"Mo\", \"Pip\"]", "yard.toml");
}

#[test]
fn names_keys_and_kinds_are_checked_as_in_levels() {
    check(Code::DuplicateName, "name = \"Pip\"", "name = \"mo\"", "mo");
    check(Code::DuplicateId, "id = \"lost\"", "id = \"second\"\n[[ending]]\nid = \"lost\"", "second");
    check(Code::UnknownKind, "kind = \"scout\"", "kind = \"scuot\"", "scuot");
    check(Code::BadOverride, "kind = \"scout\"", "kind = \"scout\"\nsol = { hp_mx = 4 }", "hp_mx");
    check(Code::BadOverride, "hours = 8", "hours = 8\nvigor = { fed = true }", "fed");
    check(Code::UnknownWord, "rest = \"full\"", "rest = \"ful\"", "ful");
    check(Code::UnknownKey, "hours = 8", "hours = 8\nedeg = { fed = true }", "edeg");
    check(Code::UnknownWord, "rest = \"full\"", "rest = \"full\"\noffers = [\"watch\"]", "watch");
    check(Code::UnknownKey, "hours = 8", "hour = 8", "hour");
    check(Code::BadNumber, "hours = 8", "hours = -8", "-8");
    check(Code::UnknownSide, "won = \"crew\", dead", "won = \"crow\", dead", "crow");
}

#[test]
fn what_leads_nowhere_is_a_warning() {
    check(Code::Unreached, "id = \"lost\"\n", "id = \"lost\"\n[[ending]]\nid = \"spare\"\n", "spare");
    check(Code::Unreached, "[[ending]]\nid = \"home\"", "[[link]]\nid = \"day\"\n\n[[ending]]\nid = \"home\"", "day");
}

#[test]
fn a_member_is_called_as_nobody_else_of_a_level() {
    let found = parsed(&ROAD.replace("name = \"Pip\"", "name = \"xan\""));
    let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::LevelUnfit; 2], "once for each battle: {found:?}");
}

#[test]
fn where_nothing_ends_the_last_battle_says_so() {
    let text = ROAD.replace("to = \"lost\"", "to = \"first\"").replace("to = \"home\"", "to = \"first\"");
    let codes: Vec<Code> = parsed(&text).iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::NoWayOn, Code::NoWayOn, Code::Unreached, Code::Unreached]);
}

/// A folder of its own for a test, with the road and the yard in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("battlemat-campaign-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let folder = Self(folder);
        folder.write("road.toml", ROAD);
        folder.write("yard.toml", YARD);
        folder
    }

    fn at(&self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.0.join(file), text).expect("a file for the test");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("the folder of the test");
    }
}

/// Sends a request that must be granted.
#[track_caller]
fn ask(session: &mut Session, request: Value) -> Value {
    let reply = session.reply(&request.to_string());
    assert_eq!(reply["ok"], true, "{request}: {reply}");
    reply
}

/// Sends a request that must be refused; its code.
#[track_caller]
fn refused(session: &mut Session, request: Value) -> String {
    let reply = session.reply(&request.to_string());
    assert_eq!(reply["ok"], false, "{request}: {reply}");
    reply["error"]["code"].as_str().expect("a code").to_owned()
}

#[track_caller]
fn gm(session: &mut Session, act: Value) -> Value {
    ask(session, json!({ "cmd": "gm", "do": act }))
}

/// A session with the road.
fn road(folder: &Folder, ruleset: &str) -> Session {
    let mut session = Session::default();
    ask(&mut session, json!({ "cmd": "load", "campaign": folder.at("road.toml"), "ruleset": ruleset, "seed": 3 }));
    session
}

/// Wins the battle by the game master's hand.
#[track_caller]
fn win(session: &mut Session) {
    gm(session, json!({ "remove": { "creature": "Xan" } }));
    let reply = gm(session, json!({ "remove": { "creature": "Yul" } }));
    assert_eq!(reply["outcome"]["winners"], json!(["red"]), "{reply}");
}

#[track_caller]
fn person<'v>(reply: &'v Value, name: &str) -> &'v Value {
    let roster = reply["campaign"]["roster"].as_array().expect("a roster");
    roster.iter().find(|person| person["name"] == name).expect("somebody of the roster")
}

/// What was told of somebody in the last link.
fn told(reply: &Value, name: &str) -> Vec<String> {
    let legs = reply["campaign"]["legs"].as_array().expect("legs");
    let told = legs.iter().rev().find_map(|leg| leg["link"]["told"].as_array()).expect("a link");
    let of = told.iter().filter(|note| note["name"] == name);
    of.map(|note| format!("{} {}", note["text"].as_str().expect("a text"), note["rules"])).collect()
}

fn creature<'v>(state: &'v Value, name: &str) -> &'v Value {
    let all = state["state"]["creatures"].as_object().expect("creatures");
    all.values().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name} should be there"))
}

/// Fights the first battle with these stats set on Vale, passes the night, and goes into the second.
fn night(ruleset: &str, stats: &[(&str, i32)], dice: &[&str]) -> (Value, Value, Session) {
    let folder = Folder::new(&format!("night-{ruleset}-{}", stats.len()));
    // By Focus nobody of Level 1 without ESS gains anything.
    folder.write(
        "road.toml",
        &ROAD.replace("kind = \"soldier\"", "kind = \"soldier\"\nessence = { level = 3, ess = 2 }"),
    );
    let mut session = road(&folder, ruleset);
    ask(&mut session, json!({ "cmd": "go", "who": ["Vale", "Mo"] }));
    for (stat, value) in stats {
        gm(&mut session, json!({ "set": { "creature": "Vale", "stat": stat, "value": value } }));
    }
    win(&mut session);
    let before = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(before["campaign"]["stage"], "resting");
    for (stat, value) in stats {
        let unfit = *value <= 0 && person(&before, "Vale")["can_go"] == false;
        assert!(unfit || person(&before, "Vale")["carried"][stat] == *value, "{stat}: {before}");
    }
    let after = ask(&mut session, json!({ "cmd": "go", "dice": dice }));
    let battle = ask(&mut session, json!({ "cmd": "go" }));
    (after, battle, session)
}

#[test]
fn in_sol_the_living_recover() {
    let (after, battle, _) = night("sol", &[("hp", 0), ("str", 0)], &[]);
    assert_eq!(told(&after, "Vale"), ["recovers: Hit points 0 -> 22, Strength 0 -> 8 [\"SOL-HEAL-8\"]"]);
    assert_eq!(creature(&battle, "Vale")["values"]["hp"], 22);
    assert_eq!(creature(&battle, "Vale")["values"]["str"], 8);
    assert!(told(&after, "Mo").is_empty(), "an unhurt medic has nothing to recover from");
}

#[test]
fn in_vigor_only_the_unwounded_have_all_durability_again() {
    let (after, battle, _) = night("vigor", &[("durability", 1)], &[]);
    let most = creature(&battle, "Vale")["values"]["durability_max"].as_i64().expect("its most");
    assert_eq!(told(&after, "Vale"), [format!("Durability 1 -> {most} [\"VIG-LIFE-19\"]")]);
    assert_eq!(creature(&battle, "Vale")["values"]["durability"], most);

    let (after, battle, _) = night("vigor", &[("durability", 0), ("health", 9)], &[]);
    assert_eq!(told(&after, "Vale"), ["is Wounded: keeps Durability 0, Health 9 [\"VIG-LIFE-19\"]"]);
    let vale = creature(&battle, "Vale");
    assert_eq!((&vale["values"]["durability"], &vale["values"]["health"]), (&json!(0), &json!(9)));
    assert!(vale["conditions"].to_string().contains("wounded"), "{vale}");
}

#[test]
fn in_essence_energy_comes_back_by_focus_and_hit_points_do_not() {
    let (after, battle, _) = night("essence", &[("hp", 5), ("energy", 0)], &[]);
    let vale = &creature(&battle, "Vale")["values"];
    assert_eq!(vale["hp"], 5);
    let most = vale["energy_max"].as_i64().expect("its most");
    assert_eq!(vale["energy"], most);
    assert_eq!(told(&after, "Vale"), [format!("Focus: Energy 0 -> {most} [\"ESS-ROUND-7\",\"ESS-ENERGY-1\"]")]);
}

/// EDG-REST-2: 1d6 and Strength, with the dice that were forced.
#[test]
fn in_edge_a_rest_gives_dice_back() {
    let (after, battle, _) = night("edge", &[("vp", 4)], &["d6:4"]);
    // 4, the die, and the 2 that a soldier has in Strength.
    let vp = 4 + 4 + 2;
    assert_eq!(told(&after, "Vale"), [format!("rests: VP 4 -> {vp} [\"EDG-REST-1\",\"EDG-REST-2\"]")]);
    assert_eq!(creature(&battle, "Vale")["values"]["vp"], vp);
    let mut session = road(&Folder::new("too-many-dice"), "edge");
    ask(&mut session, json!({ "cmd": "go" }));
    win(&mut session);
    ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(refused(&mut session, json!({ "cmd": "go", "dice": ["d6:4"] })), "forced_dice", "nobody is hurt");
    ask(&mut session, json!({ "cmd": "go" }));
}

/// EDG-REST-3: one level less after a full rest, for who is fed; what is locked stays.
#[test]
fn in_edge_a_full_rest_takes_a_level_of_exhaustion_from_who_is_fed() {
    let folder = Folder::new("exhaustion");
    for (fed, after, told_of) in [("edge = { fed = true }", 1, true), ("edge = { fed = false }", 2, false)] {
        folder.write("road.toml", &ROAD.replace("hours = 8", &format!("hours = 8\n{fed}")));
        let mut session = road(&folder, "edge");
        ask(&mut session, json!({ "cmd": "go" }));
        gm(&mut session, json!({ "set": { "creature": "Vale", "stat": "exhaustion", "value": 2 } }));
        win(&mut session);
        ask(&mut session, json!({ "cmd": "go" }));
        let rested = ask(&mut session, json!({ "cmd": "go" }));
        let told = told(&rested, "Vale");
        assert_eq!(told.contains(&"rests: exhaustion 2 -> 1 [\"EDG-REST-3\"]".to_owned()), told_of, "{told:?}");
        let battle = ask(&mut session, json!({ "cmd": "go" }));
        let vale = creature(&battle, "Vale");
        assert_eq!(vale["conditions"].to_string().contains("sickened"), after == 2, "{vale}");
        assert!(vale["conditions"].to_string().contains("exhausted"), "{vale}");
    }
}

#[test]
fn in_momentum_vitality_stays_as_it_was() {
    let (after, battle, _) = night("momentum", &[("vitality", 3)], &[]);
    assert!(told(&after, "Vale").is_empty());
    assert_eq!(creature(&battle, "Vale")["values"]["vitality"], 3);
}

/// `docs/campaigns.md` names what outlasts a battle; nothing else does.
#[test]
fn nothing_is_carried_that_the_page_does_not_name() {
    let folder = Folder::new("carried");
    for (ruleset, named) in [
        ("sol", &["cha", "con", "dex", "for", "hp", "str"][..]),
        ("vigor", &["durability", "health"]),
        ("essence", &["energy", "hp"]),
        ("edge", &["kit_uses", "vp"]),
        ("momentum", &["vitality"]),
    ] {
        let mut session = road(&folder, ruleset);
        ask(&mut session, json!({ "cmd": "go" }));
        win(&mut session);
        let after = ask(&mut session, json!({ "cmd": "go" }));
        let carried = person(&after, "Vale")["carried"].as_object().expect("a table").clone();
        assert_eq!(carried.keys().collect::<Vec<_>>(), named, "{ruleset}");
        let home = person(&after, "Pip");
        assert_eq!((&home["carried"], &home["battles"]), (&json!({}), &json!(0)), "who stayed at home");
    }
}

#[test]
fn members_stand_in_the_places_of_a_level_and_in_its_goals() {
    let folder = Folder::new("places");
    let mut session = road(&folder, "sol");
    let begun = ask(&mut session, json!({ "cmd": "campaign" }));
    assert_eq!(begun["campaign"]["next"]["usual"], json!(["Vale", "Mo"]));
    for (who, code) in [
        (json!(["Mo"]), "must_go"),
        (json!(["Vale", "Mo", "Pip"]), "no_room"),
        (json!(["Vale", "vale"]), "twice"),
        (json!(["Vale", "Nobody"]), "no_such_member"),
    ] {
        assert_eq!(refused(&mut session, json!({ "cmd": "go", "who": who })), code);
    }
    assert_eq!(refused(&mut session, json!({ "cmd": "state" })), "no_battle");
    let battle = ask(&mut session, json!({ "cmd": "go", "who": ["vale", "Pip"] }));
    let names: Vec<&Value> =
        battle["state"]["creatures"].as_object().expect("creatures").values().map(|one| &one["name"]).collect();
    for (name, there) in [("Vale", true), ("Pip", true), ("Ann", false), ("Cob", false), ("Late", true)] {
        assert_eq!(names.contains(&&json!(name)), there, "{name}: {names:?}");
    }
    // The place that a goal speaks of is filled first, and the goal speaks of whoever is there.
    assert_eq!(creature(&battle, "Vale")["at"], json!([0, 2]));
    let stakes = battle["state"]["stakes"].to_string();
    assert!(stakes.contains("Vale") && !stakes.contains("Cob"), "{stakes}");
    let fallen = gm(&mut session, json!({ "remove": { "creature": "Vale" } }));
    assert_eq!(fallen["outcome"]["winners"], json!(["blue"]), "{fallen}");
}

#[test]
fn a_place_of_which_a_level_speaks_has_a_guest_where_nobody_comes() {
    let folder = Folder::new("guests");
    let level = YARD
        .replace("protect = \"Cob\"", "protect = \"Cob\"\n[[goal]]\nside = \"blue\"\nwin = { eliminate = [\"Ann\"] }");
    folder.write("yard.toml", &level);
    let mut session = road(&folder, "sol");
    let battle = ask(&mut session, json!({ "cmd": "go", "who": ["Vale"] }));
    assert_eq!(creature(&battle, "Vale")["at"], json!([0, 0]), "Ann comes before Cob");
    assert_eq!(creature(&battle, "Cob")["at"], json!([0, 2]), "he stays as a guest");
    win(&mut session);
    let after = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(after["campaign"]["roster"].as_array().expect("a roster").len(), 3, "guests go");
    // With the goal's words about Ann alone, nobody stands where Cob would.
    folder.write("yard.toml", &level.replace("protect = \"Cob\"", "protect = \"Ann\""));
    let mut session = road(&folder, "sol");
    let battle = ask(&mut session, json!({ "cmd": "go", "who": ["Vale"] }));
    assert!(!battle["state"]["creatures"].to_string().contains("Cob"));
}

#[test]
fn the_dead_stay_dead_who_fled_comes_back_and_ways_go_by_it() {
    let folder = Folder::new("dead");
    let mut session = road(&folder, "sol");
    ask(&mut session, json!({ "cmd": "go", "who": ["Vale", "Mo"] }));
    // Who is called first to the place that the goal means is Vale; Mo stands on the exit.
    for _ in 0..8 {
        let legal = ask(&mut session, json!({ "cmd": "legal", "purpose": "leave" }));
        if let Some(order) = legal["legal"].as_array().and_then(|legal| legal.first()) {
            let order = order["order"].clone();
            ask(&mut session, json!({ "cmd": "order", "order": order }));
            break;
        }
        ask(&mut session, json!({ "cmd": "order", "order": { "end_turn": true } }));
    }
    win(&mut session);
    let after = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(person(&after, "Mo")["alive"], true);
    assert_eq!(person(&after, "Mo")["can_go"], true);
    ask(&mut session, json!({ "cmd": "go" }));
    ask(&mut session, json!({ "cmd": "go", "who": ["Vale", "Mo"] }));
    let state = ask(&mut session, json!({ "cmd": "state" }));
    assert_eq!(creature(&state, "Mo")["status"], "standing", "who fled comes back");
    gm(&mut session, json!({ "remove": { "creature": "Mo" } }));
    win(&mut session);
    let end = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(person(&end, "Mo")["alive"], false);
    assert_eq!(end["campaign"]["end"]["ending"], "lost", "the first way asks for Mo's death");
    assert_eq!(refused(&mut session, json!({ "cmd": "go" })), "over");
}

#[test]
fn where_nobody_can_go_on_it_is_over() {
    let folder = Folder::new("nobody");
    folder.write(
        "road.toml",
        &ROAD
            .replace(
                "{ to = \"lost\" },\n]\n\n[[battle]]\nid = \"second\"",
                "{ to = \"second\" },\n]\n\n[[battle]]\nid = \"second\"",
            )
            .replace("kind = \"scout\"", "kind = \"scout\"\nvigor = { health = 1 }"),
    );
    let mut session = road(&folder, "vigor");
    ask(&mut session, json!({ "cmd": "go", "who": ["Vale", "Mo"] }));
    for name in ["Mo", "Vale"] {
        gm(&mut session, json!({ "remove": { "creature": name } }));
    }
    let after = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(after["campaign"]["next"]["usual"], json!(["Pip"]), "{after}");
    ask(&mut session, json!({ "cmd": "go" }));
    gm(&mut session, json!({ "remove": { "creature": "Pip" } }));
    let end = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(end["campaign"]["end"]["ending"], json!("lost"), "{end}");
}

/// Every stage of the road as a save, by the stage's name.
fn saves(folder: &Folder, ruleset: &str) -> Vec<(String, Value)> {
    let mut session = road(folder, ruleset);
    let mut out = Vec::new();
    loop {
        let stage = ask(&mut session, json!({ "cmd": "campaign" }));
        let stage = stage["campaign"]["stage"].as_str().expect("a stage").to_owned();
        if stage == "fighting" {
            gm(&mut session, json!({ "damage": { "creature": "Vale", "amount": 9, "kind": "kinetic" } }));
            ask(&mut session, json!({ "cmd": "order", "order": { "end_turn": true } }));
        }
        out.push((stage.clone(), ask(&mut session, json!({ "cmd": "save" }))["save"].clone()));
        match stage.as_str() {
            "ended" => return out,
            "fighting" => win(&mut session),
            _ => {}
        }
        ask(&mut session, json!({ "cmd": "go" }));
    }
}

/// A stage taken up from its save: the same view, and the same state of a battle.
#[test]
fn a_campaign_is_taken_up_where_it_was_left() {
    let folder = Folder::new("saves");
    for ruleset in ["sol", "vigor", "essence", "edge", "momentum"] {
        let saves = saves(&folder, ruleset);
        let stages: Vec<&str> = saves.iter().map(|(stage, _)| stage.as_str()).collect();
        assert_eq!(stages, ["choosing", "fighting", "resting", "choosing", "fighting", "ended"]);
        for (stage, save) in saves {
            let file = folder.at("campaign.json");
            let read = CampaignSave::from_value(save.clone()).expect("an honest save");
            read.write(Path::new(&file)).expect("it can be written");
            let mut session = Session::default();
            let reply = ask(&mut session, json!({ "cmd": "restore", "file": file }));
            assert_eq!(reply["campaign"]["stage"], json!(stage), "{ruleset}");
            assert!(reply["note"].is_null(), "nothing was changed: {reply}");
            assert_eq!(reply["state"].is_object(), stage == "fighting");
            let again = ask(&mut session, json!({ "cmd": "save" }))["save"].clone();
            assert_eq!(again, save, "{ruleset}, {stage}");
            if let Some(running) = save.get("running") {
                let hash = ask(&mut session, json!({ "cmd": "hash" }))["hash"].clone();
                let mut alone = Session::default();
                ask(&mut alone, json!({ "cmd": "restore", "save": running["save"] }));
                assert_eq!(ask(&mut alone, json!({ "cmd": "hash" }))["hash"], hash, "the battle is a save by itself");
            }
            let undone = session.reply(&json!({ "cmd": "undo" }).to_string());
            assert_eq!(undone["ok"], false, "nothing lies before what was taken up: {undone}");
        }
    }
}

#[test]
fn undo_stops_where_a_battle_begins() {
    let folder = Folder::new("undo");
    let mut session = road(&folder, "sol");
    ask(&mut session, json!({ "cmd": "go" }));
    let start = ask(&mut session, json!({ "cmd": "hash" }))["hash"].clone();
    win(&mut session);
    for _ in 0..2 {
        ask(&mut session, json!({ "cmd": "undo" }));
    }
    assert_eq!(ask(&mut session, json!({ "cmd": "hash" }))["hash"], start, "until `go` the end can be taken back");
    win(&mut session);
    ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(refused(&mut session, json!({ "cmd": "undo" })), "no_battle");
    ask(&mut session, json!({ "cmd": "go" }));
    ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(refused(&mut session, json!({ "cmd": "undo" })), "nothing_to_undo");
}

#[test]
fn a_save_goes_on_with_its_own_text_and_says_so() {
    let folder = Folder::new("changed");
    let (_, save) = saves(&folder, "sol").swap_remove(2);
    for (file, text) in
        [("road.toml", ROAD.replace("hours = 8", "hours = 9")), ("yard.toml", YARD.replace("Late", "Later"))]
    {
        folder.write("road.toml", ROAD);
        folder.write("yard.toml", YARD);
        folder.write(file, &text);
        let mut session = Session::default();
        let reply = ask(&mut session, json!({ "cmd": "restore", "save": save }));
        let note = reply["note"].as_str().expect("a note");
        assert!(note.contains("its own text"), "{note}");
        assert_eq!(reply["campaign"]["link"]["hours"], 8);
    }
}

/// Each leaf of a save under a checksum that fits again: what was changed is found by playing it again, or it changes nothing that is played.
#[test]
fn the_replay_finds_what_was_changed() {
    let folder = Folder::new("forged");
    let (_, honest) = saves(&folder, "edge").swap_remove(4);
    let mut damaged = honest.clone();
    damaged["seed"] = json!(4);
    let why = CampaignSave::from_value(damaged).expect_err("its checksum does not fit").to_string();
    assert!(why.contains("checksum"), "{why}");
    let changes: [(&str, Value); 13] = [
        ("/seed", json!(4)),
        ("/legs/0/battle/seed", json!(4)),
        ("/legs/0/battle/who", json!(["Vale"])),
        ("/legs/0/battle/orders/0/hash", json!(4)),
        ("/legs/0/battle/winners", json!(["blue"])),
        ("/legs/0/battle/reason", json!("luck")),
        ("/legs/0/battle/hash", json!(4)),
        ("/legs/1/link/told/0/trace/terms/0/terms/0/dice/0/face", json!(7)),
        ("/legs/1/link/told/0/text", json!("sleeps")),
        ("/roster/0/state", json!("dead")),
        ("/roster/0/carried/keys/vp", json!(1)),
        ("/roster/2/battles", json!(9)),
        ("/running/who", json!(["Vale"])),
    ];
    for (path, value) in changes {
        let mut forged = honest.clone();
        *forged.pointer_mut(path).unwrap_or_else(|| panic!("{path} should be there: {honest}")) = value;
        seal(&mut forged);
        let restored = CampaignSave::from_value(forged).and_then(|save| save.restore());
        assert!(restored.is_err(), "{path} makes no difference");
    }
    let mut other = honest.clone();
    other["campaign"] = json!(ROAD.replace("rest = \"full\"", "rest = \"none\""));
    seal(&mut other);
    let restored = CampaignSave::from_value(other).and_then(|save| save.restore());
    assert!(restored.is_err(), "a night without rest heals nobody");
    let read = CampaignSave::from_value(honest).expect("an honest save");
    assert!(matches!(read.restore().expect("it comes out the same").journey.stage(), Stage::Fighting { .. }));
}

/// The cast of a battle's own save, made to fit by its checksum: who could not start so is refused.
#[test]
fn nobody_is_forged_into_a_battle() {
    let folder = Folder::new("forged-cast");
    let (_, honest) = saves(&folder, "sol").swap_remove(1);
    let honest = honest["running"]["save"].clone();
    let changes: [(&str, Value); 8] = [
        ("/cast/roles/0/place", json!("Nobody")),
        ("/cast/roles/0/place", json!("Ann")),
        ("/cast/roles/0/who/name", json!("Xan")),
        ("/cast/roles/0/who/name", json!("#5")),
        ("/cast/roles/0/who/kind", json!("nothing")),
        ("/cast/roles/0/who/light", json!("999999999 m")),
        ("/cast/roles/0/who/rules/sol", json!({ "hp_max": 2_000_000_000 })),
        ("/cast/sides/0", json!("green")),
    ];
    for (path, value) in changes {
        let mut forged = honest.clone();
        if path.ends_with("/sol") {
            forged["cast"]["roles"][0]["who"]["rules"] = json!({ "sol": value });
        } else {
            *forged.pointer_mut(path).unwrap_or_else(|| panic!("{path} should be there: {honest}")) = value.clone();
        }
        seal(&mut forged);
        let mut session = Session::default();
        let code = refused(&mut session, json!({ "cmd": "restore", "save": forged }));
        assert_eq!(code, "bad_save", "{path}: {value}");
    }
}

#[test]
fn a_side_sees_its_own_people_and_nothing_of_the_referees() {
    let folder = Folder::new("seated");
    let two = ROAD
        .replace("side = \"crew\"\n\n[[member]]", "side = [\"crew\", \"watch\"]\n\n[[member]]")
        .replace("name = \"Vale\"", "side = \"crew\"\nname = \"Vale\"")
        .replace("name = \"Mo\"", "side = \"crew\"\nname = \"Mo\"")
        .replace("name = \"Pip\"", "side = \"watch\"\nname = \"Pip\"")
        .replace("as = \"red\"", "as = { crew = \"red\", watch = \"blue\" }")
        .replace("takes = { must = [\"Vale\"], up_to = 2 }", "");
    folder.write("road.toml", &two);
    let mut session = Session::default();
    let load =
        json!({ "cmd": "load", "campaign": folder.at("road.toml"), "as": "watch", "others": "random", "seed": 5 });
    let begun = ask(&mut session, load);
    assert_eq!(begun["campaign"]["roster"].as_array().map(Vec::len), Some(1), "{begun}");
    for request in [json!({ "cmd": "save" }), json!({ "cmd": "load", "level": "levels/first-fight.toml" })] {
        assert_eq!(refused(&mut session, request), "not_for_a_side");
    }
    assert_eq!(refused(&mut session, json!({ "cmd": "go", "dice": ["d8:1"] })), "not_for_a_side");
    let battle = ask(&mut session, json!({ "cmd": "go" }));
    assert_eq!(battle["campaign"]["fought"]["who"], json!(["Pip"]));
    assert!(battle["state"]["seed"].is_null());
    let load = json!({ "cmd": "load", "campaign": folder.at("road.toml"), "as": "red" });
    assert_eq!(refused(&mut Session::default(), load), "no_such_side");
}

/// The campaigns that come with the game.
fn shipped() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("campaigns");
    let files = std::fs::read_dir(folder).expect("the folder of campaigns").map(|file| file.expect("a file").path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    files
}

#[test]
fn shipped_campaigns_have_no_findings() {
    let files = shipped();
    assert!(!files.is_empty());
    let (text, code) = campaign::lint_files(&files, false, &Known::PLAYED);
    assert_eq!(code, 0, "{text}");
    assert!(text.ends_with("1 campaign, 0 errors, 0 warnings, 0 hints\n"), "{text}");
    let (text, _) = lint_files(&files, false, &Known::PLAYED);
    assert!(!text.contains("0 errors"), "a campaign is no level: {text}");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        assert!(text.starts_with("#:schema campaign.schema.json\n"), "its first line names the schema");
    }
}

#[test]
fn the_schema_of_campaigns_is_current() {
    crate::written::is_current(
        "campaigns/campaign.schema.json",
        &campaign::schema(&Known::FINISHED),
        "UPDATE_LEVEL_DOCS",
    );
}

#[test]
fn the_example_of_the_page_is_a_campaign() {
    let page = std::fs::read_to_string("docs/campaigns.md").expect("the page is there");
    let text = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let find = |path: &str| std::fs::read_to_string(path).map_err(|why| why.to_string());
    let parsed = campaign::parse(text, "page", &Known::FINISHED, &find);
    let (loaded, findings) = parsed.unwrap_or_else(|found| panic!("{found:?}"));
    assert_eq!(findings, []);
    for ruleset in rules::all() {
        Journey::begin(loaded.clone(), *ruleset, 1).expect("it begins under every ruleset");
    }
}

/// The shipped campaign under each whole ruleset: no run is stuck, every run ends, and the figures say where.
#[test]
fn shipped_campaigns_come_to_their_ends_under_every_ruleset() {
    for file in shipped() {
        let loaded = campaign::read_file(&file).expect("it has no errors");
        for ruleset in rules::all() {
            let plan = Plan { games: 1, seed: 1, rounds: 200, player: Player::Greedy };
            let figures = campaigns::run(&loaded, *ruleset, &plan).expect("it can be played").to_json();
            assert_eq!(figures["stuck"], json!([]), "{}: {figures}", ruleset.key());
            assert_eq!(runs(&figures).iter().map(|(_, runs)| runs).sum::<u64>(), 1, "{figures}");
        }
    }
}

/// How often each ending was reached.
fn runs(figures: &Value) -> Vec<(String, u64)> {
    let endings = figures["endings"].as_array().expect("endings").iter();
    endings.map(|one| (one["ending"].to_string(), one["runs"].as_u64().expect("a number"))).collect()
}

/// The same seeds come to the same figures, and the road is gone to each of its ends by somebody.
#[test]
fn the_computer_comes_to_both_ends_of_the_road() {
    let folder = Folder::new("sim");
    // One stronger enemy, or nobody would ever be lost.
    let guard = r#""Y" = { creature = "guard""#;
    assert!(YARD.contains(guard));
    folder.write("yard.toml", &YARD.replace(guard, r#""Y" = { creature = "soldier""#));
    let loaded = campaign::read_file(Path::new(&folder.at("road.toml"))).expect("the road is sound");
    let plan = Plan { games: 8, seed: 1, rounds: 200, player: Player::Greedy };
    let sol = rules::by_key("sol").expect("sol");
    let tally = campaigns::run(&loaded, sol, &plan).expect("it can be played");
    let figures = tally.to_json();
    assert_eq!(figures["stuck"], json!([]));
    let ends = runs(&figures);
    assert_eq!(ends.len(), 2, "{figures}");
    assert!(ends.iter().all(|(_, runs)| *runs > 0), "{figures}");
    assert_eq!(ends.iter().map(|(_, runs)| runs).sum::<u64>(), 8);
    assert_eq!(campaigns::run(&loaded, sol, &plan).expect("again").to_json(), figures, "the same seeds");
    let report = tally.report();
    for line in ["Road under Secrets of Sol: 8 runs", "  home ", "  lost ", "first > second > home"] {
        assert!(report.contains(line), "{line}: {report}");
    }
}
