//! Levels that are legal and heavy: what one moment may set off is bounded, the checker names the number, and whatever it lets through can
//! be played.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use battlemat::ai::Random;
use battlemat::battle::{Battle, MoveOrder, Order};
use battlemat::grid::Square;
use battlemat::level::Level;
use battlemat::rules;
use cpu_time::ThreadTime;

/// Nobody waits longer for a step, an order or the start of a battle. It is the processor's time, with the checks of a debug build.
const SOON: Duration = Duration::from_secs(20);

/// A field of so many columns and rows with two people in it, and more.
fn field(size: usize, more: &str) -> String {
    let rows = format!("{}\n", ".".repeat(size)).repeat(size);
    let person = |side: &str, x: u32| format!("[[creature]]\nkind = \"civilian\"\nside = \"{side}\"\nat = [{x}, 0]\n");
    format!("name = \"D\"\nruleset = \"sol\"\nmap = '''\n{rows}'''\n{}{}{more}", person("a", 0), person("b", 1))
}

fn bursts(many: usize, radius: u32, when: &str) -> String {
    let burst = format!("{{ burst = {{ at = [20, 20], radius = {radius}, damage = \"1d1-1 fire\" }} }}, ");
    format!("[[event]]\nid = \"b\"\nwhen = {when}\ndo = [{}]\n", burst.repeat(many))
}

/// Events that wait for a step onto the same squares, each of which pushes whoever stands there to and fro.
fn pushes(many: usize, squares: usize, side: &str) -> String {
    let mut text = format!("[zone]\nz = {{ from = [0, 0], to = [{0}, {0}] }}\n", squares - 1);
    for number in 0..many {
        let direction = if number % 2 == 0 { "east" } else { "west" };
        writeln!(
            text,
            "[[event]]\nid = \"e{number}\"\nwhen = {{ enters = {{ zone = \"z\", once = false{side} }} }}\n\
             do = {{ push = {{ squares = \"z\", direction = \"{direction}\", count = 20 }} }}"
        )
        .expect("writing to a string");
    }
    text
}

#[track_caller]
fn refused(text: &str, says: &str) {
    let findings = rules::read_level(text, "heavy.toml").expect_err("it is too heavy");
    let told: Vec<&str> = findings.iter().filter(|one| one.is_error()).map(|one| one.message.as_str()).collect();
    assert_eq!(told, [says]);
}

#[test]
fn too_much_for_a_moment_is_refused_with_the_number() {
    let every = "{ round_end = { every = 1 } }";
    refused(
        &field(128, &bursts(1024, 128, every)),
        "the level's events may strike 16777216 squares: a level's may strike at most 500000",
    );
    refused(
        &field(128, &bursts(31, 128, "\"manual\"")),
        "the level's events may strike 507904 squares: a level's may strike at most 500000",
    );
    refused(&field(40, &pushes(200, 40, "")), "a step onto [39, 39] sets 200 events off: one may set off at most 32");
    let doubling = |number: u32| {
        let next = format!("{{ event = \"e{}\" }}", number + 1);
        format!("[[event]]\nid = \"e{number}\"\nwhen = \"manual\"\ndo = [{next}, {next}]\n")
    };
    let end = "[[event]]\nid = \"e40\"\nwhen = \"manual\"\ndo = []\n";
    refused(
        &field(10, &((0..40).map(doubling).collect::<String>() + end)),
        "the level's events may come about 2199023255551 times in one moment: a level's may come about at most 1024",
    );
    let joined = pushes(33, 4, "")
        .replace("when = {", "when = { any_of = [{ round_end = 9 }, {")
        .replace(" } }\ndo", " } }] }\ndo");
    refused(&field(10, &joined), "a step onto [3, 3] sets 33 events off: one may set off at most 32");
    // Two zones share a square, and those of one of them wait for one side alone.
    let blues = pushes(3, 1, ", side = \"b\"");
    let blues: String = blues.split_inclusive('\n').skip(2).collect();
    let blues = blues.replace("id = \"e", "id = \"f").replace("\"z\"", "\"y\"");
    let both = pushes(30, 40, "").replace("[zone]\n", "[zone]\ny = { from = [0, 0], to = [0, 0] }\n");
    refused(&field(40, &(both + &blues)), "a step onto [0, 0] sets 33 events off: one may set off at most 32");
    let one =
        |at: i32| format!("[[creature]]\nkind = \"civilian\"\nside = \"a\"\nat = [{}, {}]\n", at % 40, 2 + at / 40);
    let crowd = (0..100).map(one).collect::<Vec<_>>().concat();
    refused(
        &field(40, &(crowd + &pushes(25, 40, ""))),
        "the level's events may befall 51000 creatures, each counted every time: a level's may befall at most 50000",
    );
}

fn level(text: &str) -> Arc<Level> {
    match rules::read_level(text, "heavy.toml") {
        Ok((level, _)) => Arc::new(level),
        Err(findings) => panic!("{}", findings[0].message),
    }
}

/// As heavy as a level may be: it starts, and each order comes back soon.
#[test]
fn what_is_let_through_can_be_played() {
    let every = "{ round_end = { every = 1 } }";
    let texts = [
        field(128, &bursts(30, 128, every)),
        field(40, &bursts(312, 128, every)),
        field(128, &bursts(1024, 10, "{ round_start = { every = 1 } }")),
        field(40, &pushes(32, 40, "")),
        field(40, &(pushes(31, 40, "") + &bursts(200, 128, "{ enters = { zone = \"z\", once = false } }"))),
    ];
    for (number, text) in texts.iter().enumerate() {
        let level = level(text);
        for ruleset in rules::all().iter().chain(rules::begun()) {
            let began = ThreadTime::now();
            let mut battle = Battle::new(level.clone(), *ruleset, 3).expect("it starts");
            assert!(began.elapsed() < SOON, "level {number}, {}: {:?} to start", ruleset.key(), began.elapsed());
            let mut player = Random::new(5);
            for _ in 0..6 {
                let steps = battle.actors().first().map(|&creature| {
                    let reach = battle.reach(creature);
                    let at = reach.squares.iter().filter(|square| square.stop).map(|square| square.at);
                    let to: Option<Square> = at.max_by_key(|at| (at.y, at.x));
                    Order::Move(MoveOrder { creature, to, path: None })
                });
                let order = steps.filter(|order| battle.check(order).is_ok()).or_else(|| player.choose(&battle));
                let Some(order) = order else { break };
                let began = ThreadTime::now();
                battle.order(&order).expect("a legal order");
                let took = began.elapsed();
                assert!(took < SOON, "level {number}, {}: {order:?} took {took:?}", ruleset.key());
                assert!(
                    battle.events().len() < 300_000,
                    "level {number}, {}: {}",
                    ruleset.key(),
                    battle.events().len()
                );
            }
        }
    }
}
