//! What the parts of a level come to.

use battlemat::grid::{Direction, Edge, Length, Square};
use battlemat::level::*;

use super::{good, level_text};

fn square(x: i16, y: i16) -> Square {
    Square::new(x, y)
}

/// The terrain's key under each square of a row.
fn ground(level: &Level, y: i16) -> Vec<&str> {
    let key = |x| level.terrain_at(square(x, y)).expect("it is on the board").key.as_str();
    (0..level.board.width() as i16).map(key).collect()
}

#[test]
fn built_in_characters_need_no_legend() {
    let level =
        good(&level_text("", "#.,~-\":\naa+/To.b\n########\n", "").replace("name = \"Ada\"", "items = [\"knife\"]"));
    assert_eq!(ground(&level, 0), ["wall", "floor", "rubble", "water", "shallows", "grass", "dirt", "void"]);
    let names: Vec<&str> = level.objects.iter().map(|object| object.name.as_str()).collect();
    assert_eq!(names, ["Door 1", "Door 2", "Tree", "Boulder"]);
    assert_eq!(level.objects[0].door, Some(Door::Closed));
    assert_eq!(level.objects[1].door, Some(Door::Open));
    assert_eq!((level.objects[3].height, level.objects[3].blocks), (Some(Length::feet(5)), true));
    assert_eq!(level.objects[2].height, None);
    let names: Vec<&str> = level.creatures.iter().map(|creature| creature.name.as_str()).collect();
    assert_eq!(names, ["Soldier 1", "Soldier 2", "Bo"]);
    assert_eq!(level.creatures[0].items.as_deref(), Some(&["knife".to_owned()][..]));
    assert_eq!(level.goals, [Goal::LastSideStanding { side: None }]);
}

#[test]
fn a_creature_fights_in_its_own_manner_or_else_in_that_of_its_side() {
    let level = good(
        &level_text(
            "",
            "",
            concat!(
                "manner = \"careful\"\n",
                "[[creature]]\nkind = \"scout\"\nside = \"blue\"\nname = \"Cid\"\nat = [3, 2]\nmanner = \"hunter\"\n",
                "[[creature]]\nkind = \"scout\"\nside = \"blue\"\nname = \"Dot\"\nat = [4, 2]\nmanner = \"coward\"\narrives = 3\n",
                "[[event]]\nwhen = \"manual\"\ndo = { spawn = { kind = \"hound\", side = \"red\", name = \"Rex\", at = [2, 2], manner = \"protector\" } }",
            ),
        )
        .replace("name = \"Ada\"", "name = \"Ada\", manner = \"guard\""),
    );
    let manner = |name: &str, side: usize| level.manner_of(name, side).map(Manner::word);
    assert_eq!([manner("Ada", 0), manner("Bo", 1), manner("Cid", 1)], [Some("guard"), Some("careful"), Some("hunter")]);
    assert_eq!([manner("Rex", 0), manner("Rex 2", 0)], [Some("protector"); 2]);
    assert_eq!([manner("Nobody", 0), manner("Nobody", 1)], [None, Some("careful")]);
    // Of those who come later nothing is told.
    assert_eq!(level.manners_told().as_deref(), Some("Side Blue: careful; Ada: guard; Cid: hunter"));
    assert_eq!(good(&level_text("", "", "")).manners_told(), None);
}

#[test]
fn ground_under_things_is_that_around_them() {
    let level = good(&level_text("", "\"\"\"...\n\"T\"..b\n\"\"\"...\n~a~...\n", ""));
    assert_eq!(ground(&level, 1), ["grass", "grass", "grass", "floor", "floor", "floor"]);
    assert_eq!(ground(&level, 3)[1], "grass");
    let level = good(&level_text("ground = \"sand\"", "\"\"\"...\n\"T\"..b\na\"\"...\n", ""));
    assert_eq!(ground(&level, 1), ["grass", "sand", "grass", "floor", "floor", "sand"]);
    let level = good(&level_text("", "~~~~~~~\n~a~~~b~\n~~~~~~~\n", ""));
    assert_eq!(ground(&level, 1)[1], "water");
}

#[test]
fn a_large_creature_may_be_drawn_whole_or_by_its_corner() {
    for map in ["aa....b\naa.....\n", "a.....b\n.......\n"] {
        let level = good(&level_text("", map, "").replacen("soldier", "ogre", 1));
        assert_eq!(level.creatures.len(), 2);
        assert_eq!((level.creatures[0].at, level.creatures[0].name.as_str()), (square(0, 0), "Ada"));
    }
}

#[test]
fn joined_objects_take_all_their_squares() {
    let level = good(&level_text("", "a.tt..b\n..tt.t.\n.c.c...\n", ""));
    let squares: Vec<(&str, usize)> =
        level.objects.iter().map(|object| (object.name.as_str(), object.squares.len())).collect();
    assert_eq!(squares, [("Table 1", 4), ("Table 2", 1), ("Crate 1", 1), ("Crate 2", 1)]);
}

#[test]
fn overlays_set_height_light_fog_and_zones() {
    let top = r#"ambient = "dim"
heights = { l = "3 ft", h = "10 ft" }
elevation = '''
.l..h..
.......
'''
light = '''
b....x.
.......
'''
fog = '''
ff.....
.......
'''
zone_names = { y = "yard" }
zones = '''
...yy..
...y...
'''"#;
    let level =
        good(&level_text(top, "a.....b\n.......\n", "[[goal]]\nside = \"red\"\nwin = { hold = \"yard\", rounds = 2 }"));
    let cell = |x, y| level.board[square(x, y)];
    assert_eq!((cell(1, 0).elevation, cell(4, 0).elevation), (Length::feet(3), Length::feet(10)));
    assert_eq!((cell(0, 0).light, cell(1, 0).light, cell(5, 0).light), (Light::Bright, Light::Dim, Light::Dark));
    assert_eq!((cell(1, 0).fog, cell(2, 0).fog), (true, false));
    assert_eq!(level.zones["yard"], [square(3, 0), square(4, 0), square(3, 1)]);
    assert_eq!(level.goals, [Goal::Hold { side: "red".to_owned(), zone: "yard".to_owned(), rounds: 2 }]);
}

#[test]
fn digits_are_steps_of_five_feet_without_heights() {
    let level = good(&level_text("elevation = '''\n.2.....\n.......\n'''", "a.....b\n.......\n", ""));
    assert_eq!(level.board[square(1, 0)].elevation, Length::feet(10));
}

#[test]
fn squares_are_named_in_many_ways() {
    let rest = r#"
[zone]
corner = [[0, 0], [1, 0]]
all = [{ from = [2, 1], to = [1, 0] }, { legend = "," }, "corner", { zone = "corner" }, [6, 1]]
[[area]]
squares = "all"
exit = true
tight = "small"
"#;
    let level = good(&level_text("", "a.....b\n.....,.\n", rest));
    let all: Vec<Square> = [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (5, 1), (6, 1)].map(|(x, y)| square(x, y)).to_vec();
    assert_eq!(level.zones["all"], all);
    let exits: Vec<Square> = level.board.iter().filter(|(_, cell)| cell.exit).map(|(square, _)| square).collect();
    assert_eq!(exits, all);
    assert_eq!(level.board[square(1, 1)].tight, Some(Size::Small));
}

#[test]
fn own_terrains_and_objects_start_from_others() {
    let rest = r#"
[terrain.lava]
like = "water"
harm = "2d6 fire"
[terrain.bars]
solid = true
opaque = false
becomes = "lava"
[object.throne]
like = "statue"
height = "8 ft"
material = "gold"
[object.throne.sol]
blessed = true
[[area]]
squares = [4, 2]
terrain = "bars"
[[place]]
object = "throne"
at = [3, 1]
name = "Seat of Kings"
light = "10 ft"
"#;
    let level = good(&level_text("", "", rest));
    let terrain = |key: &str| &level.terrains[usize::from(level.terrain_index(key).expect("it is known"))];
    let lava = terrain("lava");
    assert_eq!((lava.name.as_str(), lava.art.as_str(), lava.water), ("Lava", "water", Length::feet(6)));
    assert_eq!(lava.harm, Some(Damage { dice: "2d6".to_owned(), kind: "fire".to_owned() }));
    let bars = terrain("bars");
    assert_eq!((bars.solid, bars.opaque, bars.becomes.as_deref()), (true, false, Some("lava")));
    let throne = &level.objects[0];
    assert_eq!(
        (throne.name.as_str(), throne.kind.as_str(), throne.art.as_str()),
        ("Seat of Kings", "throne", "statue")
    );
    assert_eq!((throne.height, throne.hp, throne.light), (Some(Length::feet(8)), Some(40), Length::feet(10)));
    assert_eq!(throne.rules["sol"]["blessed"], toml::Value::Boolean(true));
}

#[test]
fn creatures_say_all_about_themselves() {
    let rest = r#"
[[creature]]
name = "Hawk"
kind = "drone"
side = "red"
at = [3, 1]
size = "small"
height = "1 ft"
elevation = "15 ft"
light = "20 ft"
items = ["carbine"]
surprised = true
hidden = true
sol = { hp_max = 9, attacks = [{ name = "Beak", modifier = 2 }] }
[[creature]]
kind = "hound"
side = "blue"
at = [3, 2]
arrives = 4
[[creature]]
name = "Late"
kind = "hound"
side = "blue"
at = [4, 2]
[[arrival]]
round = 4
text = "Howling."
creatures = ["Late"]
"#;
    let level = good(&level_text("surprised = [\"blue\"]\nopening = \"Ada\"", "", rest));
    let hawk = &level.creatures[2];
    assert_eq!(
        (hawk.size, hawk.height, hawk.elevation),
        (Some(Size::Small), Some(Length::feet(1)), Some(Length::feet(15)))
    );
    assert_eq!(hawk.rules["sol"]["attacks"][0]["modifier"], toml::Value::Integer(2));
    assert_eq!(level.surprised, ["Hawk", "Bo", "Hound", "Late"]);
    assert_eq!(level.start_hidden, ["Hawk"]);
    assert_eq!(level.opening.as_deref(), Some("Ada"));
    let creatures = vec!["Hound".to_owned(), "Late".to_owned()];
    assert_eq!(level.arrivals, [Arrival { round: 4, text: "Howling.".to_owned(), creatures }]);
    assert_eq!(level.creatures[4].arrives, Some(4));
}

#[test]
fn sides_that_nobody_declares_are_those_that_creatures_name() {
    let text = "name = \"x\"\nruleset = \"sol\"\nmap = \"A.......V\"\n[legend]\n\
        A = { creature = \"soldier\", side = \"red\" }\nV = { creature = \"soldier\", side = \"blue\" }";
    let ids: Vec<String> = good(text).sides.into_iter().map(|side| side.id).collect();
    assert_eq!(ids, ["red", "blue"]);
}

#[test]
fn every_effect_and_trigger_is_read() {
    let rest = r#"
[zone]
yard = [[2, 2], [3, 2]]
[[place]]
object = "valve"
at = [4, 2]
[[place]]
object = "hatch"
at = [5, 2]
door = "locked"
[[event]]
id = "all"
when = { round_end = { from = 2, every = 2, until = 9 } }
text = " It begins. "
secret = true
do = [
    { burst = { at = [2, 2], radius = "20 ft", damage = "1d6 toxic", gas = true, ignores_cover = true } },
    { burst = { at = [2, 2], radius = 2, damage = "d8+1 fire" } },
    { harm = { squares = "yard", damage = "4 cold" } },
    { terrain = { squares = [[2, 2]], becomes = "rubble", crush = "1d6 kinetic" } },
    { light = { becomes = "dark" } },
    { fog = { squares = "yard", becomes = true } },
    { message = "Hello." },
    { spawn = [{ kind = "hound", side = "red", at = [3, 2] }, { kind = "hound", side = "red", at = [4, 1] }] },
    { condition = { creature = "Ada", condition = "prone" } },
    { condition = { squares = [3, 2], condition = "stunned" } },
    { push = { squares = "yard", direction = "north_west", count = 3 } },
    { weather = { visibility = "low", gravity = 0.38, vacuum = true, wind = "east", falls = "ash", haze = "smoke" } },
    { door = { object = "Hatch", becomes = "open" } },
    { win = "red" },
]
[[event]]
when = { round_start = 3 }
do = { message = "x" }
[[event]]
when = { enters = { zone = "yard", side = "red", once = false } }
do = { message = "x" }
[[event]]
when = { enters = "yard" }
do = { message = "x" }
[[event]]
when = { down = "Ada" }
do = { message = "x" }
[[event]]
when = { destroyed = "Valve" }
do = { message = "x" }
[[event]]
when = "manual"
do = { message = "x" }
[[goal]]
side = "red"
win = { eliminate = ["blue"] }
[[goal]]
side = "blue"
win = { survive = 5 }
[[goal]]
side = "blue"
protect = "Bo"
[[goal]]
side = "blue"
win = "last_side_standing"
"#;
    let level = good(&level_text("", "", rest));
    let event = &level.events[0];
    assert_eq!(
        (event.id.as_str(), event.text.as_str(), event.secret, event.do_.len()),
        ("all", "It begins.", true, 14)
    );
    let due: Vec<u32> = (0..12).filter(|&round| event.when.due_in(round)).collect();
    assert_eq!(due, [2, 4, 6, 8]);
    let damage = |dice: &str, kind: &str| Damage { dice: dice.to_owned(), kind: kind.to_owned() };
    let (at, radius) = (square(2, 2), Span::Length(Length::feet(20)));
    let gas = Effect::Burst { at, radius, damage: damage("1d6", "toxic"), ignores_cover: true, gas: true };
    assert_eq!(event.do_[0], gas);
    let (radius, damage_done) = (Span::Squares(2), damage("1d8+1", "fire"));
    assert_eq!(event.do_[1], Effect::Burst { at, radius, damage: damage_done, ignores_cover: false, gas: false });
    let Effect::Spawn { creatures } = &event.do_[7] else { panic!("{:?}", event.do_[7]) };
    let names: Vec<&str> = creatures.iter().map(|creature| creature.name.as_str()).collect();
    assert_eq!(names, ["Hound 1", "Hound 2"]);
    let becomes = Weather {
        visibility: Visibility::Low,
        gravity: 38,
        vacuum: true,
        wind: Some(Direction::East),
        falls: Some(Falls::Ash),
        haze: Haze::Smoke,
    };
    assert_eq!(event.do_[11], Effect::Weather { becomes });
    assert_eq!(level.events[1].when, Trigger::RoundStart { from: 3, every: None, until: None });
    assert!(level.events[1].when.due_in(3) && !level.events[1].when.due_in(4));
    assert_eq!(
        level.events[3].when,
        Trigger::Enters { zone: "yard".to_owned(), side: None, creatures: Vec::new(), once: true }
    );
    assert_eq!(level.events[6].when, Trigger::Manual);
    let (red, blue) = (|| "red".to_owned(), || "blue".to_owned());
    let goals = [
        Goal::Eliminate { side: red(), targets: vec!["Bo".to_owned()] },
        Goal::Survive { side: blue(), rounds: 5 },
        Goal::Protect { side: blue(), creature: "Bo".to_owned() },
        Goal::LastSideStanding { side: Some(blue()) },
    ];
    assert_eq!(level.goals, goals);
}

#[test]
fn a_waiver_with_a_reason_silences_its_code() {
    let rest = "[zone]\ngate = [2, 2]\n[[allow]]\ncode = \"unused-zone\"\nreason = \"For the game master.\"";
    assert_eq!(super::findings(&level_text("", "", rest)), []);
}

#[test]
fn places_in_the_file_survive_windows_line_ends() {
    let text = level_text("", "a..?...b\n........\n", "").replace('\n', "\r\n");
    let found = super::findings(&text);
    assert_eq!(found.len(), 1, "{}", super::rendered(&text, &found));
    assert_eq!(&text[found[0].span.clone()], "?");
}

#[test]
fn a_level_survives_serialization() {
    let level = good(&level_text("", "", ""));
    let text = serde_json::to_string(&level).expect("it is plain data");
    assert_eq!(serde_json::from_str::<Level>(&text).expect("it reads back"), level);
}

#[test]
fn a_plan_draws_squares_and_what_stands_between_them() {
    let text = level_text("", "", "[[run]]\nedge = \"low_wall\"\nof = [[4, 0], [4, 1]]\nside = \"west\"").replace(
        "map = '''\n########\n#a....b#\n#......#\n########\n",
        "plan = '''\n+-+-+-+-+-+\n|a .|. . \"|\n+   +-+D+\n|. .w. . b|\n+-+-+-+-+-+\n",
    );
    let level = good(&text);
    assert_eq!((level.board.width(), level.board.height()), (5, 2));
    assert_eq!(ground(&level, 0)[4], "grass");
    let edges = level.edges.as_ref().expect("something stands between squares");
    let kind = |edge: Edge| {
        let number = usize::from(*edges.get(edge).expect("it is on the board"));
        number.checked_sub(1).map(|index| level.edge_kinds[index].key.as_str())
    };
    assert_eq!(kind(Edge::west(square(2, 0))), Some("wall"));
    assert_eq!(kind(Edge::west(square(1, 0))), None);
    assert_eq!(kind(Edge::north(square(3, 1))), Some("door"));
    assert_eq!(kind(Edge::west(square(4, 1))), Some("low_wall"));
    assert_eq!(kind(Edge::north(square(0, 0))), Some("wall"));
    // What opens or breaks is a thing of its own.
    let things: Vec<(&str, Option<Edge>)> =
        level.objects.iter().map(|object| (object.name.as_str(), object.edge)).collect();
    let (door, window) = (Edge::north(square(3, 1)), Edge::west(square(2, 1)));
    assert_eq!(things, [("Door", Some(door)), ("Window", Some(window))]);
    assert!(level.objects[0].squares.is_empty());
}

#[test]
fn a_level_without_edges_knows_of_none() {
    let level = good(&level_text("", "", ""));
    assert!(level.edges.is_none() && level.edge_kinds.is_empty());
    let written = serde_json::to_string(&level).expect("plain data");
    assert!(!written.contains("edge"), "{written}");
}

#[test]
fn furniture_stands_on_the_ground_of_its_room() {
    let text = level_text("", "", "").replace(
        "map = '''\n########\n#a....b#\n#......#\n########\n",
        "plan = '''\n+-+-+-+-+-+\n|t|\" \" \" a|\n+ +\n|=|\" \" \" b|\n+-+-+-+-+-+\n",
    );
    let level = good(&text);
    assert_eq!(ground(&level, 0), ["planks", "grass", "grass", "grass", "grass"]);
}

#[test]
fn elevation_of_a_creature_is_that_of_its_feet_drawn_or_placed() {
    let entry =
        "q = { creature = \"scout\", side = \"red\", name = \"Kite\", elevation = \"20 ft\" }\n[[side]]\nid = \"red\"";
    let drawn = level_text("", "a..q..b\n.......\n", "").replace("[[side]]\nid = \"red\"", entry);
    let placed = level_text(
        "",
        "a.....b\n.......\n",
        "[[creature]]\nkind = \"scout\"\nside = \"red\"\nname = \"Kite\"\nat = [3, 0]\nelevation = \"20 ft\"",
    );
    for text in [drawn, placed] {
        let level = good(&text);
        let kite = level.creatures.iter().find(|one| one.name == "Kite").expect("it should be there");
        assert_eq!((kite.at, kite.elevation), (Square::new(3, 0), Some(Length::feet(20))));
        assert_eq!(level.board[kite.at].elevation, Length::ZERO, "the ground under it stays where it is");
    }
}
