//! Saves: what was changed in one is found, one that cannot be taken up stays where it is, and writing one never loses another.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use battlemat::ai::Random;
use battlemat::battle::{Battle, Save, seal};
use battlemat::referee::{replay, report::BugReport, sim::Setup};
use serde_json::{Value, json};

/// Two people in an empty room.
const DUEL: &str = "name = \"Duel\"\nruleset = \"sol\"\nmap = '''\nA..B\n'''\n[legend]\n\
    \"A\" = { creature = \"soldier\", side = \"red\" }\n\"B\" = { creature = \"soldier\", side = \"blue\" }\n";

fn duel() -> Battle {
    let (level, _) = battlemat::rules::read_level(DUEL, "duel").expect("a sound level");
    let sol = battlemat::rules::by_key("sol").expect("sol");
    Battle::new(std::sync::Arc::new(level), sol, 4).expect("a duel starts")
}

/// A battle of some orders by chance.
fn played(level: &str, orders: usize) -> Battle {
    let setup = Setup::read(level.as_ref(), None).expect("a shipped level should be sound");
    let mut battle = setup.start(8).expect("a shipped level should start");
    let mut player = Random::new(8);
    while battle.orders().len() < orders
        && let Some(order) = player.choose(&battle)
    {
        battle.order(&order).expect("a legal order");
    }
    battle
}

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("battlemat-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder of the test");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn every_bit_of_a_save_counts() {
    let save = duel().save();
    let honest = save.to_value();
    let text = save.to_json().into_bytes();
    // One bit of every byte always, all eight where there is time.
    let every = super::attack::long().is_some();
    let mut harmless = 0;
    for place in 0..text.len() {
        for bit in 0..8 {
            if !every && bit != place % 8 {
                continue;
            }
            let mut damaged = text.clone();
            damaged[place] ^= 1 << bit;
            let Ok(damaged) = String::from_utf8(damaged) else {
                continue;
            };
            if Save::from_json(&damaged).is_ok() {
                harmless += 1;
                let says: Value = serde_json::from_str(&damaged).expect("what was read is JSON");
                assert_eq!(says, honest, "bit {bit} of byte {place}");
            }
        }
    }
    assert!(harmless < 10, "{harmless} bits are said to make no difference");
}

/// Of two fields of one name readers take the first or the last: neither is believed, wherever they stand, and the file stays.
#[test]
fn a_key_that_stands_twice_is_refused_wherever_it_stands() {
    let folder = folder("twice");
    let battle = played("levels/first-fight.toml", 4);
    let save = battle.save().to_json();
    let report = BugReport::new(&battle, &[], "a note").to_json();
    for (file, text) in [("save.json", &save), ("report.json", &report)] {
        let mut doubled = 0;
        // Behind each brace a key of its own, twice; and the seed, first or last.
        let mut texts = vec![
            text.replacen('{', "{\"seed\":9,", 1),
            format!("{},\"seed\":9}}", text.strip_suffix('}').expect("it is an object")),
        ];
        let braces = text.match_indices("{\"").map(|(at, _)| at);
        texts.extend(braces.step_by(29).map(|at| {
            let key = text[at + 2..].split('"').next().expect("a key");
            format!("{}{{\"{key}\":0,{}", &text[..at], &text[at + 1..])
        }));
        for text in texts {
            let path = folder.join(file);
            std::fs::write(&path, &text).expect("a file for the test");
            let read = match file {
                "save.json" => Save::read(&path).map(drop),
                _ => BugReport::from_json(&text).map(drop),
            };
            let why = read.expect_err("it is not believed").to_string();
            assert!(why.contains("is written twice") && why.ends_with('.'), "{why}");
            assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);
            doubled += 1;
        }
        assert!(doubled > 2, "{file}: {doubled}");
    }
    std::fs::remove_dir_all(folder).expect("the folder of the test");
}

/// The complaint about a save in which something was changed; with `sealed` its checksum was made to fit again.
fn complaint(battle: &Battle, sealed: bool, change: impl FnOnce(&mut Value)) -> String {
    let mut value = battle.save().to_value();
    change(&mut value);
    if sealed {
        seal(&mut value);
    }
    let checked = Save::from_value(value).and_then(|save| replay::check(&save));
    checked.err().map_or_else(|| "it is believed".into(), |why| why.to_string())
}

#[test]
fn whatever_was_changed_is_found() {
    let battle = played("levels/last-lantern.toml", 60);
    replay::check(&battle.save()).expect("an honest save");
    type Change = (&'static str, fn(&mut Value));
    let changes: [Change; 9] = [
        ("seed", |save| save["seed"] = json!(9)),
        ("level", |save| {
            let text = save["level"].as_str().expect("a text").to_string();
            save["level"] = json!(text + "\n[[goal]]\nside = \"nobody\"\n");
        }),
        ("name of the level", |save| {
            let text = save["level"].as_str().expect("a text").replace("name = \"", "name = \"X");
            save["level"] = json!(text);
        }),
        ("no orders", |save| save["orders"] = json!([])),
        ("an order less", |save| {
            let orders = save["orders"].as_array_mut().expect("orders");
            orders.remove(3);
        }),
        ("no events", |save| save["events"] = json!([])),
        ("an event", |save| save["events"][5]["round"] = json!(77)),
        ("a hash of an order", |save| save["orders"][2]["hash"] = json!(1)),
        ("a new field", |save| save["remark"] = json!("hello")),
    ];
    for (what, change) in changes {
        let why = complaint(&battle, false, change);
        assert!(why.contains("its checksum does not fit"), "{what}: {why}");
    }
    // Whoever makes the checksum fit again is found where it matters: by playing it again.
    for (what, change) in changes.into_iter().filter(|(what, _)| *what != "name of the level") {
        assert_ne!(complaint(&battle, true, change), "it is believed", "{what}");
    }
    let emptied = complaint(&battle, true, |save| save["events"] = json!([]));
    assert!(emptied.contains("event 0"), "{emptied}");
}

#[test]
fn the_checking_replay_finds_it_too() {
    let folder = folder("checks");
    let path = folder.join("battle.json");
    let battle = played("levels/first-fight.toml", 25);
    battle.save().write(&path).expect("a save should be written");
    let check = || {
        let out = Command::new(env!("CARGO_BIN_EXE_battlemat")).args(["replay", "--check"]).arg(&path).output();
        let out = out.expect("the program should run");
        (out.status.success(), String::from_utf8_lossy(&out.stderr).into_owned())
    };
    assert!(check().0);
    let text = std::fs::read_to_string(&path).expect("a save");
    for (from, to) in [("\"seed\":8", "\"seed\":9"), ("First Fight", "Fist Fight"), ("\"seq\":1,", "\"seq\":2,")] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        std::fs::write(&path, changed).expect("a file");
        let (well, why) = check();
        assert!(!well && why.contains("checksum"), "{from}: {why}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn saves_of_other_versions_say_so() {
    let battle = played("levels/first-fight.toml", 25);
    let older = complaint(&battle, true, |save| save["battlemat"] = json!(1));
    assert!(older.contains("form 1") && older.contains("older version"), "{older}");
    let newer = complaint(&battle, true, |save| save["battlemat"] = json!(99));
    assert!(newer.contains("form 99") && newer.contains("newer version"), "{newer}");
    let none = complaint(&battle, true, |save| {
        drop(save.as_object_mut().expect("a table").remove("battlemat"));
    });
    assert!(none.contains("lacks the field `battlemat`"), "{none}");
    let bare = complaint(&battle, false, |save| {
        drop(save.as_object_mut().expect("a table").remove("checksum"));
    });
    assert!(bare.contains("lacks its checksum"), "{bare}");
}

#[test]
fn a_state_that_no_battle_comes_to_is_damage() {
    let battle = played("levels/first-fight.toml", 25);
    let resumed = |change: fn(&mut Value)| {
        let mut value = battle.save().to_value();
        change(&mut value);
        seal(&mut value);
        let came = Save::from_value(value).and_then(|save| replay::resume(&save));
        came.err().map(|why| why.to_string()).unwrap_or_default()
    };
    assert_eq!(resumed(|_| {}), "");
    let many = resumed(|save| save["snapshot"]["next"] = json!(u32::MAX));
    assert!(many.contains("its list of things"), "{many}");
    let moved = resumed(|save| save["snapshot"]["columns"]["position"][0][1]["height"] = json!("9 m"));
    assert!(moved.contains("its `position` is not as it was saved"), "{moved}");
    for told in [0, u32::MAX] {
        let mut value = battle.save().to_value();
        value["snapshot"]["told"] = json!(told);
        seal(&mut value);
        let came = Save::from_value(value).and_then(|save| replay::resume(&save));
        let why = came.err().map(|why| why.to_string()).unwrap_or_default();
        assert!(why.contains("log"), "{told}: {why}");
    }
}

#[test]
fn a_save_from_before_the_rules_changed_goes_on_where_that_makes_no_difference() {
    let battle = played("levels/first-fight.toml", 25);
    let with = |change: fn(&mut Value)| {
        let mut value = battle.save().to_value();
        value["content"] = json!(7);
        change(&mut value);
        seal(&mut value);
        let save = Save::from_value(value).expect("a save that reads");
        replay::resume(&save)
    };
    let carried = with(|_| {}).expect("nothing that happened in it is different");
    assert_eq!(carried.hash(), battle.hash());
    assert_eq!(carried.events(), battle.events());
    let current = Save::from_json(&carried.save().to_json()).expect("a sound save");
    replay::check(&current).expect("it is a save of this version from then on");
    let Err(why) = with(|save| save["orders"][9]["hash"] = json!(1)) else {
        panic!("an order that comes out differently should be found");
    };
    let why = why.to_string();
    assert!(why.contains("have changed since") && why.contains("Order 9"), "{why}");
}

/// A referee that loads a duel and saves it to a file so many times.
fn saver(path: &Path, times: usize) -> std::process::Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_battlemat"))
        .arg("referee")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program should run");
    let mut input = child.stdin.take().expect("its input");
    let load = json!({ "cmd": "load", "text": DUEL });
    let save = json!({ "cmd": "save", "file": path });
    std::thread::spawn(move || {
        for line in std::iter::once(&load).chain(std::iter::repeat_n(&save, times)) {
            // One that is killed reads no more.
            if writeln!(input, "{line}").is_err() {
                return;
            }
        }
    });
    child
}

#[test]
fn several_may_save_to_one_file_at_once() {
    let folder = folder("writers");
    let path = folder.join("battle.json");
    duel().save().write(&path).expect("a save");
    let savers: Vec<_> = (0..3).map(|_| saver(&path, 25)).collect();
    let outputs: Vec<_> = savers
        .into_iter()
        .map(|saver| std::thread::spawn(move || saver.wait_with_output().expect("it ends")))
        .collect();
    while outputs.iter().any(|output| !output.is_finished()) {
        Save::read(&path).expect("at every moment there is a whole save");
    }
    for output in outputs {
        let output = output.join().expect("a thread").stdout;
        let replies = String::from_utf8_lossy(&output).into_owned();
        assert_eq!(replies.lines().filter(|line| line.contains("\"ok\":true")).count(), 26, "{replies}");
    }
    assert_eq!(names(&folder), ["battle.json"]);
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn a_saver_that_is_killed_leaves_the_old_save_or_the_new() {
    let folder = folder("killed");
    let path = folder.join("battle.json");
    duel().save().write(&path).expect("a save");
    // Two are killed each time: while they start and load, or in the middle of saving, once the one has saved so many times.
    let times = super::attack::long().map_or(12, |requests| requests / 2_000);
    for round in 0..times {
        let mut savers = [saver(&path, 400), saver(&path, 400)];
        let output = savers[0].stdout.take().expect("its output");
        let mut replies = BufReader::new(output).lines();
        for reply in replies.by_ref().take(round % 11) {
            let reply = reply.expect("a line");
            assert!(reply.contains("\"ok\":true"), "{reply}");
        }
        let pause = u64::try_from(round * 7_919 % 97).expect("below 97");
        std::thread::sleep(std::time::Duration::from_micros(pause * 100));
        for saver in &mut savers {
            saver.kill().expect("it can be killed");
            saver.wait().expect("it ends");
        }
        let save = Save::read(&path).expect("a whole save");
        replay::resume(&save).expect("a sound save");
    }
    #[expect(clippy::print_stdout, reason = "the figures of a long attack are to be read")]
    {
        println!("{} savers killed", 2 * times);
    }
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn a_save_that_fails_leaves_nothing_behind() {
    let folder = folder("fails");
    let save = duel().save();
    std::fs::create_dir(folder.join("taken")).expect("a folder");
    for (path, why) in [
        (folder.join("taken"), "this is a folder"),
        (folder.join("none/battle.json"), "No such file"),
        (folder.join(".."), "this is a folder"),
        (PathBuf::new(), "name of the file is empty"),
    ] {
        let came = save.write(&path).expect_err("it cannot be written").to_string();
        assert!(came.contains(why), "{came}");
    }
    assert_eq!(names(&folder), ["taken"]);
    assert!(names(&folder.join("taken")).is_empty());
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

/// A new file in its place would be a way round what protects it.
#[cfg(unix)]
#[test]
fn a_write_protected_save_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("protected");
    let path = folder.join("keep.json");
    std::fs::write(&path, "kept").expect("a file");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).expect("its mode");
    std::os::unix::fs::symlink("keep.json", folder.join("link.json")).expect("a link");
    for name in ["keep.json", "link.json"] {
        let why = duel().save().write(&folder.join(name)).expect_err("it is protected").to_string();
        assert!(why.ends_with(&format!("{name}: this file is write-protected.")), "{why}");
    }
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "kept");
    assert_eq!(names(&folder), ["keep.json", "link.json"]);
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

/// Runs the program; its exit code and what it said.
fn run(args: &[&str]) -> (Option<i32>, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_battlemat")).args(args).output().expect("the program should run");
    let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
    (done.status.code(), said)
}

#[cfg(unix)]
#[test]
fn what_is_read_is_not_written_over() {
    let folder = folder("itself");
    let path = folder.join("battle.json");
    let battle = played("levels/first-fight.toml", 4);
    battle.save().write(&path).expect("a save");
    let before = std::fs::read(&path).expect("a save");
    std::fs::hard_link(&path, folder.join("again.json")).expect("another name");
    std::os::unix::fs::symlink("battle.json", folder.join("link.json")).expect("a link");
    let name = path.to_str().expect("a plain name");
    for out in ["battle.json", "again.json", "link.json", "./battle.json"] {
        let out = folder.join(out);
        let (code, said) = run(&["replay", name, "--to-scenario", out.to_str().expect("a plain name")]);
        assert!(code == Some(2) && said.contains("this is the file that is read"), "{said}");
    }
    let level = folder.join("level.toml");
    std::fs::write(&level, DUEL).expect("a level");
    let level = level.to_str().expect("a plain name");
    for args in [["demo", level, "--save", level], ["sim", level, "--stuck", level]] {
        let (code, said) = run(&args);
        assert!(code == Some(2) && said.contains("this is the file that is read"), "{said}");
    }
    assert_eq!(std::fs::read(&path).expect("a save"), before);
    assert_eq!(std::fs::read_to_string(level).expect("a level"), DUEL);
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn a_seed_that_no_scenario_can_hold_is_named() {
    let folder = folder("seeds");
    let (path, out) = (folder.join("seed.json"), folder.join("out.toml"));
    let (level, _) = battlemat::rules::read_level(DUEL, "duel").expect("a sound level");
    let sol = battlemat::rules::by_key("sol").expect("sol");
    let level = std::sync::Arc::new(level);
    let (name, to) = (path.to_str().expect("a plain name"), out.to_str().expect("a plain name"));
    for (seed, well) in [(1 << 63, false), (u64::MAX, false), ((1 << 63) - 1, true)] {
        let mut battle = Battle::new(level.clone(), sol, seed).expect("a duel starts");
        let order = Random::new(1).choose(&battle).expect("something to do");
        battle.order(&order).expect("a legal order");
        battle.save().write(&path).expect("a save");
        let (code, said) = run(&["replay", name, "--to-scenario", to]);
        assert_eq!((code == Some(0), out.exists()), (well, well), "{said}");
        assert!(well || said.contains(&format!("The battle has the seed {seed}.")), "{said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_is_written_to_only_while_it_is_read_from() {
    let folder = folder("pipes");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo should run").success());
    let save = played("levels/first-fight.toml", 60).save();
    let why = save.write(&pipe).expect_err("nobody reads").to_string();
    assert!(why.ends_with("nobody reads from this."), "{why}");
    // A reader that takes its time gets all of it, and it is more than a pipe holds.
    let read = pipe.clone();
    let reader = std::thread::spawn(move || {
        let mut pipe = std::fs::File::open(read).expect("the pipe");
        let (mut all, mut some) = (Vec::new(), vec![0_u8; 20_000]);
        loop {
            std::thread::sleep(std::time::Duration::from_millis(20));
            match std::io::Read::read(&mut pipe, &mut some).expect("it can be read") {
                0 => return all,
                count => all.extend_from_slice(&some[..count]),
            }
        }
    });
    while save.write(&pipe).is_err() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let all = reader.join().expect("a thread");
    assert!(all.len() > 65_536 && all == save.to_json().as_bytes(), "{}", all.len());
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

/// The program says why and goes on; the old save stays.
#[cfg(target_os = "linux")]
#[test]
fn under_a_limit_of_file_size_the_old_save_stays() {
    let folder = folder("limit");
    let path = folder.join("battle.json");
    std::fs::write(&path, "old").expect("a file");
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -f 8; exec \"$0\" referee", env!("CARGO_BIN_EXE_battlemat")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program should run");
    let mut input = child.stdin.take().expect("its input");
    let load = json!({ "cmd": "load", "level": "levels/first-fight.toml" });
    for request in [load, json!({ "cmd": "save", "file": path }), json!({ "cmd": "hash" })] {
        writeln!(input, "{request}").expect("it reads");
    }
    drop(input);
    let done = child.wait_with_output().expect("it ends");
    let replies = String::from_utf8_lossy(&done.stdout).into_owned();
    let replies: Vec<Value> = replies.lines().map(|line| serde_json::from_str(line).expect("a reply")).collect();
    assert!(done.status.success() && replies.len() == 3, "{replies:?}");
    assert_eq!(replies[1]["error"]["code"], "cannot_write", "{}", replies[1]);
    assert_eq!(replies[2]["ok"], true);
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), "old");
    assert_eq!(names(&folder), ["battle.json"]);
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn what_killed_writers_have_left_is_removed_once_it_is_old() {
    let folder = folder("leftovers");
    let hours = |hours: u64| std::time::Duration::from_secs(hours * 3600);
    let save = duel().save();
    save.write(&folder.join("battle.json")).expect("a save");
    let now =
        std::fs::metadata(folder.join("battle.json")).and_then(|file| file.modified()).expect("when it was written");
    for (name, age) in [(".battlemat-1-0.tmp", 2), (".battlemat-1-1.tmp", 0), ("notes.tmp", 9), (".battlemat-7", 9)] {
        let file = std::fs::File::create(folder.join(name)).expect("a file");
        file.set_modified(now - hours(age)).expect("its time");
    }
    save.write(&folder.join("battle.json")).expect("a save");
    assert_eq!(names(&folder), [".battlemat-1-1.tmp", ".battlemat-7", "battle.json", "notes.tmp"]);
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[test]
fn a_battle_that_kept_no_memory_is_saved_with_something_to_check() {
    let mut battle = duel();
    battle.forget_past();
    let mut player = Random::new(5);
    for _ in 0..12 {
        let order = player.choose(&battle).expect("something to do");
        battle.order(&order).expect("a legal order");
    }
    let save = battle.save();
    assert!(save.orders.iter().all(|recorded| recorded.hash != 0));
    let again = replay::check(&save).expect("the same battle");
    assert_eq!(again.save().orders, save.orders, "saved again it keeps them");
}

#[cfg(unix)]
#[test]
fn a_link_and_the_mode_of_a_file_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("links");
    let (real, link) = (folder.join("real.json"), folder.join("link.json"));
    std::fs::write(&real, "old").expect("a file");
    std::fs::set_permissions(&real, std::fs::Permissions::from_mode(0o640)).expect("its mode");
    symlink("real.json", &link).expect("a link");
    symlink("later.json", folder.join("early.json")).expect("a link to nothing yet");
    symlink("ring.json", folder.join("ring.json")).expect("a link to itself");
    let save = duel().save();
    save.write(&link).expect("a save");
    save.write(&folder.join("early.json")).expect("a save");
    let ring = save.write(&folder.join("ring.json")).expect_err("it leads nowhere").to_string();
    assert!(ring.contains("in a ring"), "{ring}");
    assert!(Save::read(&real).is_ok() && Save::read(&folder.join("later.json")).is_ok());
    let is_link = |path: &Path| path.symlink_metadata().expect("it is there").file_type().is_symlink();
    assert!(is_link(&link) && is_link(&folder.join("early.json")));
    let mode = std::fs::metadata(&real).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(names(&folder), ["early.json", "later.json", "link.json", "real.json", "ring.json"]);
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_file_or_has_no_end_is_no_level_and_no_save() {
    let folder = folder("no-files");
    let pipe = folder.join("pipe.toml");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo should run");
    assert!(made.success());
    let large = folder.join("large.toml");
    let file = std::fs::File::create(&large).expect("a file");
    // It takes no room on the disk.
    file.set_len(1 << 40).expect("a hole");
    for (path, why) in [
        (Path::new("/dev/zero"), "this is a pipe or a device and no file"),
        (&pipe, "this is a pipe or a device and no file"),
        (&folder, "this is a folder and no file"),
        (&large, "this is larger than 16 megabytes"),
        (Path::new(""), "The name of the file is empty"),
    ] {
        let came = Setup::read(path, None).err().expect("it is no level");
        assert!(came.contains(why), "{came}");
        let mut session = battlemat::referee::protocol::Session::default();
        let reply = session.reply(&json!({ "cmd": "load", "level": path }).to_string());
        assert_eq!(reply["error"]["code"], "no_file", "{reply}");
        let reply = session.reply(&json!({ "cmd": "restore", "file": path }).to_string());
        assert_eq!(reply["error"]["code"], "bad_save", "{reply}");
    }
    // A folder is looked through; what is in it that cannot be read is told, and the others are not kept waiting.
    std::fs::remove_file(&large).expect("the file of the test");
    let path = folder.to_str().expect("a plain name");
    for command in [vec!["lint", path], vec!["test", path], vec!["replay", pipe.to_str().expect("a plain name")]] {
        let done =
            Command::new(env!("CARGO_BIN_EXE_battlemat")).args(&command).output().expect("the program should run");
        let said = String::from_utf8_lossy(&done.stdout).into_owned() + &String::from_utf8_lossy(&done.stderr);
        assert!(!done.status.success() && said.contains("and no file"), "{command:?}: {said}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder of the test");
}
