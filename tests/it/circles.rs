//! Who imports whom. No two files of a ruleset import each other in a circle, nor of any other room but those that are named here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

/// Rooms with circles in them, and how many of their files are in one; in all others there is none. Files of the window import what they
/// need from the file in which it is, and its door nowhere.
const ROOMS: [(&str, usize); 4] = [("battle", 11), ("dice", 1), ("gui", 3), ("rules", 2)];

/// The folders of `battle`, each using only those before it.
const LAYERS: [&str; 7] = ["values", "board", "engine", "ruleset", "action", "play", "table"];

/// A module, by the words of its path.
type Module = Vec<String>;
type Imports = BTreeMap<Module, BTreeSet<Module>>;

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder should be readable") {
        let path = entry.expect("a folder should list its files").path();
        if path.is_dir() && !path.ends_with("src/bin") {
            files(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") {
            out.push(path);
        }
    }
}

/// Every module of the program with its text, without comments, texts and tests. What is declared as a module of tests is none of them.
fn modules() -> BTreeMap<Module, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all);
    let comment = Regex::new(r"//[^\n]*").expect("a pattern");
    // Who may see something is no import of theirs.
    let visibility = Regex::new(r"pub\(in [a-z_:]+\)").expect("a pattern");
    let text = Regex::new(r#""(\\(?s:.)|[^"\\])*""#).expect("a pattern");
    let tested = Regex::new(r"#\[cfg\(test\)\]\n(?:pub(?:\([a-z]+\))? )?mod \w+ ").expect("a pattern");
    let of_tests = Regex::new(r"#\[cfg\(test\)\]\n(?:pub(?:\([a-z]+\))? )?mod (\w+);").expect("a pattern");
    let mut tests: BTreeSet<Module> = BTreeSet::new();
    let mut out = BTreeMap::new();
    for path in &all {
        let below = path.strip_prefix(&root).expect("it lies there").with_extension("");
        let mut words: Module = below.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        if words.last().is_some_and(|last| last == "mod" || last == "lib") {
            words.pop();
        }
        let source = std::fs::read_to_string(path).expect("a source should read");
        for declared in of_tests.captures_iter(&source) {
            let name = std::iter::once(declared[1].to_owned());
            tests.insert(words.iter().cloned().chain(name).collect());
        }
        let source = of_tests.replace_all(&source, "");
        let code = tested.split(&source).next().unwrap_or_default();
        let code = comment.replace_all(code, "");
        let code = visibility.replace_all(&code, "pub");
        out.insert(words, text.replace_all(&code, "\"\"").into_owned());
    }
    out.retain(|module, _| !tests.iter().any(|of_tests| module.starts_with(of_tests)));
    out
}

/// The paths of a `use`, one by one.
fn spread(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((head, body)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.trim().to_owned()];
    };
    let body = body.trim_end().strip_suffix('}').unwrap_or(body);
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in body.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| spread(&format!("{}{}", head.trim(), part.trim()))).collect()
}

/// The module that a path leads to or into, as it is written in a module.
fn lead(
    path: &str,
    from: &Module,
    named: &BTreeMap<String, Module>,
    all: &BTreeMap<Module, String>,
) -> Option<(Module, bool)> {
    let words: Vec<&str> = path.split("::").map(str::trim).collect();
    let mut base = from.clone();
    let mut rest = &words[..];
    match words[0] {
        "crate" => {
            base.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first() == Some(&"super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        word => match named.get(word) {
            Some(module) => {
                base.clone_from(module);
                rest = &rest[1..];
            }
            None => {
                base.push(word.to_owned());
                let child = all.contains_key(&base);
                base.pop();
                if !child {
                    return None;
                }
            }
        },
    }
    let rest: Vec<&str> = rest.iter().copied().filter(|word| *word != "self").collect();
    let full: Module = base.into_iter().chain(rest.iter().map(ToString::to_string)).collect();
    let found = (1..=full.len()).rev().find(|&count| all.contains_key(&full[..count]))?;
    Some((full[..found].to_vec(), found == full.len()))
}

fn imports() -> Imports {
    let all = modules();
    let used = Regex::new(r"\buse\s+([^;]+);").expect("a pattern");
    let path = Regex::new(r"(?:^|[^\w:$])((?:[a-z_][a-z0-9_]*)(?:::[A-Za-z_][A-Za-z0-9_]*)+)").expect("a pattern");
    let spaces = Regex::new(r"\s+").expect("a pattern");
    let mut out = Imports::new();
    for (module, code) in &all {
        let mut named = BTreeMap::new();
        let mut to = BTreeSet::new();
        for tree in used.captures_iter(code) {
            for one in spread(&spaces.replace_all(&tree[1], " ")) {
                let Some((found, whole)) = lead(&one, module, &named, &all) else {
                    continue;
                };
                if whole && let Some(last) = found.last() {
                    named.insert(last.clone(), found.clone());
                }
                to.insert(found);
            }
        }
        let body = used.replace_all(code, "");
        let written = path.captures_iter(&body);
        to.extend(written.filter_map(|one| Some(lead(&one[1], module, &named, &all)?.0)));
        to.remove(module);
        out.insert(module.clone(), to);
    }
    out
}

/// Whether one imports the other, by however many others between.
fn leads_to(imports: &Imports, from: &Module, to: &Module) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        for import in imports.get(next).into_iter().flatten() {
            if import == to {
                return true;
            }
            if seen.insert(import) {
                open.push(import);
            }
        }
    }
    false
}

/// Those that lead to themselves.
fn in_circles(imports: &Imports) -> BTreeSet<&Module> {
    imports.keys().filter(|start| leads_to(imports, start, start)).collect()
}

fn module(path: &str) -> Module {
    path.split('/').map(str::to_owned).collect()
}

#[test]
fn no_files_of_a_ruleset_import_each_other_in_a_circle() {
    let imports = imports();
    assert!(imports.len() > 250, "the sources should have been found");
    let circles: Vec<String> = in_circles(&imports)
        .into_iter()
        .filter(|module| module.len() > 2 && module[0] == "rules")
        .map(|module| module.join("/"))
        .collect();
    // What is to happen above is launched (`battle::Later`); what both need goes into a file below both.
    assert!(circles.is_empty(), "in a circle: {circles:#?}");
}

#[test]
fn no_file_imports_the_plug_of_a_ruleset() {
    let imports = imports();
    let plug = |module: &Module| module.len() == 3 && module[0] == "rules" && module[2] == "plug";
    assert_eq!(imports.keys().filter(|module| plug(module)).count(), 5, "every ruleset should have its plug");
    let of_plug = imports.iter().filter(|(_, to)| to.iter().any(plug));
    let wrong: Vec<String> = of_plug.map(|(from, _)| from.join("/")).collect();
    assert!(wrong.is_empty(), "a plug is imported by {wrong:#?}");
}

#[test]
fn other_rooms_have_no_more_circles_than_they_had() {
    let imports = imports();
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for module in in_circles(&imports) {
        let ours = module.len() > 2 && module[0] == "rules";
        if let Some(room) = module.first().filter(|_| !ours) {
            found.entry(room).or_default().push(module.join("/"));
        }
    }
    let mut more = Vec::new();
    for (room, files) in found {
        let known = ROOMS.iter().find(|(known, _)| *known == room);
        let known = known.map_or(0, |(_, known)| *known);
        if files.len() > known {
            let count = files.len();
            more.push(format!("{room}: {count} files are in circles, {known} were: {}", files.join(", ")));
        }
    }
    assert!(more.is_empty(), "{more:#?}");
}

#[test]
fn the_folders_of_battle_use_only_those_before_them() {
    let layer = |module: &Module| match &module[..] {
        [room, folder, ..] if room == "battle" => LAYERS.iter().position(|known| known == folder),
        _ => None,
    };
    let mut upward = Vec::new();
    let mut found = BTreeSet::new();
    for (from, to) in imports() {
        let Some(own) = layer(&from) else { continue };
        found.insert(own);
        for import in to {
            // The room's door leads everywhere, so that whatever comes through it may come from above.
            if import.len() == 1 && import[0] == "battle" || layer(&import).is_some_and(|layer| layer > own) {
                upward.push(format!("{} uses {}", from.join("/"), import.join("/")));
            }
        }
    }
    assert_eq!(found.len(), LAYERS.len(), "the folders should have been found");
    assert!(upward.is_empty(), "{upward:#?}");
}

#[test]
fn no_file_of_the_window_imports_a_panel() {
    let door = include_str!("../../src/gui/hud/mod.rs");
    let panel = Regex::new(r#"\("[a-z-]+", ([a-z_]+)::plugin\)"#).expect("a pattern");
    let panels: Vec<Module> = panel.captures_iter(door).map(|one| module(&format!("gui/hud/{}", &one[1]))).collect();
    assert!(panels.len() >= 18, "the list of panels should have been found");
    let mut wrong = Vec::new();
    for (from, to) in imports() {
        if from == module("gui/hud") {
            continue;
        }
        let mut reached = panels.iter().filter(|panel| !from.starts_with(panel));
        if let Some(panel) = reached.find(|panel| to.iter().any(|to| to.starts_with(panel))) {
            wrong.push(format!("{} imports {}", from.join("/"), panel.join("/")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
