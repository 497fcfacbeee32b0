//! What stands on the list and on the sheet of whoever has the turn, row by row as one reads it, in scenes with somebody of every kind: what
//! is offered, under which name, behind which button, for what, at what price, aimed at what, and why not; what a game master may change
//! about it by hand, where it is bound and what awaits it. A row that comes, goes or reads otherwise shows here, whichever rule it stands for.
//!
//! Set `UPDATE_LISTS=1` to write `tests/lists/*.txt` anew, and read what differs.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

use battlemat::battle::{Battle, Gauge, Id, Offer, Order, Ruleset, Sheet, on_map, side_of};
use battlemat::grid::Length;
use battlemat::referee::names;
use battlemat::referee::sim::Setup;
use battlemat::rules;

use crate::written::is_current;

fn row(battle: &Battle, offer: &Offer) -> String {
    let mut out = offer.action.clone();
    if let Some(with) = &offer.with {
        write!(out, " {with}").expect("text");
    }
    write!(out, ": {}", offer.label).expect("text");
    if let Some(family) = &offer.family {
        write!(out, ", in {family}{}", if offer.leads { " first" } else { "" }).expect("text");
    }
    let (purpose, group, aim) = (offer.purpose, offer.group, offer.aim);
    write!(out, "; {group:?}, {purpose:?}, at {aim:?}").expect("text");
    if !offer.icon.is_empty() {
        write!(out, ", drawn as {}", offer.icon).expect("text");
    }
    if let Some(range) = offer.range {
        write!(out, " within {range}").expect("text");
    }
    if let Some(radius) = offer.radius {
        write!(out, " and {radius} around").expect("text");
    }
    let cost = if offer.cost.is_empty() { "free" } else { &offer.cost };
    write!(out, "; {cost} ({:?})", offer.price).expect("text");
    let exposed: Vec<&str> = offer.exposes.iter().map(|&id| battle.name(id)).collect();
    if !exposed.is_empty() {
        write!(out, "; opens to {}", exposed.join(", ")).expect("text");
    }
    if let Some(refusal) = &offer.refusal {
        write!(out, "; not now: {} [{}]", refusal.message, refusal.code).expect("text");
    }
    out
}

fn sheet(ruleset: &dyn Ruleset, sheet: &Sheet, out: &mut String) {
    writeln!(out, "  what counts: {}", ruleset.vital().join(", ")).expect("text");
    let gauge = |one: &Gauge| format!("{} {}/{} ({:?})", one.label, one.now, one.max, one.measure);
    for one in sheet.gauges.iter().chain(&sheet.pips) {
        writeln!(out, "  {}: {}", one.key, gauge(one)).expect("text");
    }
    for one in sheet.stats.iter().chain(&sheet.gear) {
        writeln!(out, "  {}: {} {}", one.key, one.label, one.value).expect("text");
    }
    for one in &sheet.ailments {
        let mark = ruleset.mark(&one.key);
        writeln!(out, "  {}: {}, {} ({mark:?})", one.key, one.label, one.lasts).expect("text");
    }
}

/// What can set off whatever waits, and how heights read.
fn words(ruleset: &dyn Ruleset, out: &mut String) {
    writeln!(out, "{}", ruleset.title()).expect("text");
    for trigger in ruleset.triggers() {
        writeln!(out, "  {}: {} {}", trigger.key, trigger.means, trigger.takes).expect("text");
    }
    for squares in [0, 1, 3] {
        let height = Length(ruleset.square().0 * squares + 7);
        writeln!(out, "  {squares} squares up: {}", ruleset.height_words(height)).expect("text");
    }
    writeln!(out).expect("text");
}

/// What only the ruleset's game master may change about somebody, where it is bound or looks, what awaits it.
fn besides(battle: &Battle, id: Id, out: &mut String) {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    for own in ruleset.own_overrides(world, id) {
        let values = own.values.iter().map(|(word, reads)| match word {
            Some(word) => format!("{word} \"{reads}\""),
            None => format!("\"{reads}\""),
        });
        let values: Vec<String> = values.collect();
        writeln!(out, "  by hand {}, {}: {}", own.key, own.label, values.join(", ")).expect("text");
    }
    let course = ruleset.course(world, id, side_of(world, id));
    for bound in &course.ways {
        let way: Vec<String> = bound.way.iter().map(ToString::to_string).collect();
        let carried = if bound.carried { "carried" } else { "of itself" };
        writeln!(out, "  {} {carried}: {}", bound.label, way.join(" ")).expect("text");
    }
    if let Some(watch) = &course.watch {
        let squares: Vec<String> = watch.squares.iter().map(ToString::to_string).collect();
        writeln!(out, "  {}: {}", watch.label, squares.join(" ")).expect("text");
    }
    for line in course.lines.iter().chain(&course.warning) {
        writeln!(out, "  {line}").expect("text");
    }
    for peril in ruleset.perils(world, id) {
        writeln!(out, "  awaited by: {peril}").expect("text");
    }
}

/// Lists and sheets of all whose turn comes in the first round, each when it does.
fn round(battle: &mut Battle) -> String {
    let ruleset: &'static dyn Ruleset = battle.ruleset();
    let mut out = String::new();
    words(ruleset, &mut out);
    let mut had: BTreeSet<Id> = BTreeSet::new();
    for _ in 0..400 {
        if let Some(decision) = battle.decision() {
            let choice = decision.choices.last().expect("one that does nothing").key.to_string();
            battle.order(&Order::Answer { choice }).expect("it is among the choices");
            continue;
        }
        let Some(id) = battle.active().filter(|_| battle.flow().round == 1 && battle.outcome().is_none()) else {
            break;
        };
        if had.insert(id) {
            writeln!(out, "{}", battle.name(id)).expect("text");
            sheet(ruleset, &ruleset.sheet(battle.world(), id), &mut out);
            besides(battle, id, &mut out);
            for offer in ruleset.offers(battle.world(), id) {
                writeln!(out, "- {}", row(battle, &offer)).expect("text");
            }
            writeln!(out).expect("text");
        }
        battle.order(&Order::EndTurn { creature: id }).expect("a turn can be ended");
    }
    for id in on_map(battle.world()).filter(|id| !had.contains(id)) {
        writeln!(out, "{}, without a turn", battle.name(id)).expect("text");
        sheet(ruleset, &ruleset.sheet(battle.world(), id), &mut out);
        besides(battle, id, &mut out);
        writeln!(out).expect("text");
    }
    out
}

/// The lists of a scene after these orders, as they are written down.
#[track_caller]
fn check(scene: &str, ruleset: &str, orders: &[&str]) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = root.join(format!("tests/lists/{scene}.toml"));
    let setup = Setup::read(&path, Some(ruleset)).expect("a sound level");
    let mut battle = setup.start(1).expect("it starts");
    for text in orders {
        let order = serde_json::from_str(text).expect("an order should read");
        let order = names::order(&battle, order).expect("names of the level");
        battle.order(&order).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    }
    let found = round(&mut battle);
    is_current(&format!("tests/lists/{scene}-{ruleset}.txt"), &found, "UPDATE_LISTS");
}

#[test]
fn everybody_can_do_what_is_written_down() {
    for ruleset in rules::all().iter().chain(rules::begun()) {
        check("hall", ruleset.key(), &[]);
    }
}

#[test]
fn whoever_is_held_hurt_or_busy_can_do_what_is_written_down() {
    check(
        "straits",
        "vigor",
        &[
            r#"{"gm":{"rule":{"creature":"Soldier","key":"pinned","value":"Brute"}}}"#,
            r#"{"gm":{"add_condition":{"creature":"Soldier","condition":"bound"}}}"#,
            r#"{"gm":{"set":{"creature":"Scout","stat":"health","value":0}}}"#,
            r#"{"gm":{"add_condition":{"creature":"Sleeper","condition":"unconscious"}}}"#,
            r#"{"gm":{"add_condition":{"creature":"Mystic","condition":"bound"}}}"#,
            r#"{"gm":{"add_condition":{"creature":"Watcher","condition":"prone"}}}"#,
            r#"{"gm":{"set":{"creature":"Medic","stat":"durability","value":1}}}"#,
            r#"{"gm":{"set":{"creature":"Watcher","stat":"soul","value":17}}}"#,
            r#"{"gm":{"set":{"creature":"Watcher","stat":"resolve","value":18}}}"#,
            r#"{"gm":{"set":{"creature":"Watcher","stat":"reason","value":19}}}"#,
            r#"{"gm":{"set":{"creature":"Porter","stat":"guard_bonus","value":3}}}"#,
            r#"{"gm":{"set":{"creature":"Porter","stat":"turn_actions","value":3}}}"#,
        ],
    );
}
