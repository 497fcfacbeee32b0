//! Pictures taken without a window, compared with references that may differ a little: other graphics drivers round otherwise.
//!
//! `BATTLEMAT_BLESS=1 cargo test --test it window` takes the references anew.

use std::path::{Path, PathBuf};

use battlemat::grid::Square;
use battlemat::gui::{Settings, ShotOptions, costs_of_shot, shot};

/// Share of pixels, in thousandths, that may differ by more than a shade.
const MAY_DIFFER: usize = 15;
/// How far apart two channels may be before they count as different.
const SHADE: u8 = 40;

pub(super) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Takes a picture and compares it with `tests/pictures/NAME.png`.
#[track_caller]
pub(super) fn check_picture(name: &str, options: ShotOptions) {
    let reference = root().join(format!("tests/pictures/{name}.png"));
    let out = std::env::temp_dir().join(format!("battlemat-{name}-{}.png", std::process::id()));
    shot(ShotOptions { out: out.clone(), ..options }).expect("the picture should be taken");
    if std::env::var_os("BATTLEMAT_BLESS").is_some() {
        std::fs::copy(&out, &reference).expect("the reference should be written");
    }
    let (taken, wanted) = (read(&out), read(&reference));
    assert_eq!(taken.dimensions(), wanted.dimensions(), "{name}");
    let differ = taken
        .pixels()
        .zip(wanted.pixels())
        .filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > SHADE))
        .count();
    let share = differ * 1000 / (taken.width() as usize * taken.height() as usize);
    assert!(
        share <= MAY_DIFFER,
        "{name}: {share} of 1000 pixels differ; see {} beside {}",
        out.display(),
        reference.display()
    );
    let _ = std::fs::remove_file(out);
}

fn read(path: &Path) -> image::RgbaImage {
    image::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).to_rgba8()
}

pub(super) fn level() -> PathBuf {
    root().join("levels/first-fight.toml")
}

/// Orders in a file of their own, one a line.
pub(super) fn orders(name: &str, lines: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("battlemat-{name}-{}.jsonl", std::process::id()));
    std::fs::write(&path, lines).expect("orders should be written");
    path
}

#[test]
fn a_battle_shows_reach_and_the_way_to_the_cursor() {
    let hover = Some(Square::new(7, 6));
    check_picture("reach", ShotOptions { level: Some(level()), hover, ..ShotOptions::default() });
}

#[test]
fn the_start_screen_offers_the_levels() {
    check_picture("start", ShotOptions::default());
}

#[test]
fn large_text_on_a_fine_screen_fits() {
    check_picture(
        "large",
        ShotOptions { level: Some(level()), size: (1600, 1200), scale: 1.25, text: 150, ..ShotOptions::default() },
    );
}

#[test]
fn aiming_shows_the_target_and_the_line_to_it() {
    check_picture(
        "aim",
        ShotOptions {
            level: Some(level()),
            orders: Some(orders("aim", "{\"move\":{\"to\":[9,5]}}\n")),
            aim: Some("pistol".into()),
            hover: Some(Square::new(10, 2)),
            ..ShotOptions::default()
        },
    );
}

pub(super) fn ford() -> PathBuf {
    root().join("levels/harrow-ford.toml")
}

#[test]
fn aiming_with_breath_shows_what_the_other_may_answer() {
    let lines =
        "{\"gm\":{\"place\":{\"creature\":\"Maddoc\",\"at\":[2,6]}}}\n{\"end_turn\":{\"creature\":\"Gannick\"}}\n";
    check_picture(
        "breath-aim",
        ShotOptions {
            level: Some(ford()),
            orders: Some(orders("breath-aim", lines)),
            aim: Some("sword".into()),
            hover: Some(Square::new(2, 6)),
            ..ShotOptions::default()
        },
    );
}

#[test]
fn whoever_is_shot_at_sees_what_an_answer_costs_and_leaves() {
    let lines = "{\"act\":{\"action\":\"attack\",\"with\":\"rifle\",\"target\":\"Orla\"}}\n";
    check_picture(
        "breath-defence",
        ShotOptions { level: Some(ford()), orders: Some(orders("breath-defence", lines)), ..ShotOptions::default() },
    );
}

#[test]
fn a_blow_is_shown_with_its_dice() {
    check_picture(
        "blow",
        ShotOptions {
            level: Some(level()),
            orders: Some(orders(
                "blow",
                "{\"move\":{\"to\":[9,5]}}\n{\"act\":{\"action\":\"attack\",\"with\":\"pistol\",\"target\":\"Wenzel\"}}\n",
            )),
            moment: Some(20),
            ..ShotOptions::default()
        },
    );
}

#[test]
fn high_contrast_leaves_no_grey_on_grey() {
    check_picture(
        "contrast",
        ShotOptions {
            level: Some(level()),
            hover: Some(Square::new(7, 6)),
            settings: Settings { contrast: true, ..Settings::default() },
            ..ShotOptions::default()
        },
    );
}

#[test]
fn snow_falls_and_fog_hangs_where_the_level_says() {
    check_picture(
        "weather",
        ShotOptions {
            level: Some(root().join("levels/the-long-ice.toml")),
            size: (800, 600),
            ..ShotOptions::default()
        },
    );
}

#[test]
fn what_drawing_costs_is_told() {
    let options = ShotOptions { level: Some(level()), size: (320, 240), ..ShotOptions::default() };
    let costs = costs_of_shot(&options, 5).expect("frames should be drawn");
    assert!(costs.first > costs.frame, "{costs}");
    assert!(cfg!(not(target_os = "linux")) || costs.resident > 10_000, "{costs}");
}

#[test]
fn from_another_square_is_listed_who_is_seen_from_there() {
    check_picture(
        "from-here",
        ShotOptions { level: Some(level()), hover: Some(Square::new(9, 4)), from_here: true, ..ShotOptions::default() },
    );
}

#[test]
fn a_decision_is_shown_to_whom_it_is_put() {
    check_picture(
        "decision",
        ShotOptions {
            level: Some(level()),
            orders: Some(orders(
                "decision",
                "{\"move\":{\"to\":[9,5]}}\n{\"act\":{\"action\":\"attack\",\"with\":\"pistol\",\"target\":\"Wenzel\"}}\n",
            )),
            ..ShotOptions::default()
        },
    );
}

/// A rider with a beast, somebody with Spells, and two who come at them.
const KENNEL: &str = r#"
name = "Kennel"
ruleset = "essence"
map = '''
##############
#............#
#..a...r.....#
#.bb.........#
#.bb..c......#
#......r.....#
##############
'''
[legend]
"a" = { creature = "soldier", side = "blue", name = "Ada", essence = { dex = 9 } }
"b" = { creature = "hound", side = "blue", name = "Bruin", size = "large", essence = { level = 4, str = 5, commanded_by = "Ada" } }
"c" = { creature = "mystic", side = "blue", name = "Cleo" }
"r" = { creature = "brute", side = "red" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// The kennel, with whoever is to act first made quick.
pub(super) fn kennel(first: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("battlemat-kennel-{first}-{}.toml", std::process::id()));
    let text = if first == "Ada" {
        KENNEL.to_owned()
    } else {
        KENNEL
            .replace("name = \"Ada\", essence = { dex = 9 }", "name = \"Ada\"")
            .replace("name = \"Cleo\"", "name = \"Cleo\", essence = { dex = 9 }")
    };
    std::fs::write(&path, text).expect("the level should be written");
    path
}

#[test]
fn maneuvers_fan_out_of_the_attack_with_their_odds() {
    check_picture(
        "fan",
        ShotOptions {
            level: Some(kennel("Ada")),
            aim: Some("trip".into()),
            hover: Some(Square::new(7, 2)),
            orders: Some(orders("fan", "{\"move\":{\"to\":[6,2]}}\n")),
            ..ShotOptions::default()
        },
    );
}

#[test]
fn a_spell_is_put_together_from_its_parts() {
    check_picture(
        "spell",
        ShotOptions {
            level: Some(kennel("Cleo")),
            aim: Some("fire burst".into()),
            hover: Some(Square::new(8, 2)),
            ..ShotOptions::default()
        },
    );
}

#[test]
fn the_same_picture_twice_is_the_same_to_the_byte() {
    let take = |name: &str| {
        let out = std::env::temp_dir().join(format!("battlemat-twice-{name}-{}.png", std::process::id()));
        shot(ShotOptions { level: Some(level()), out: out.clone(), size: (640, 480), ..ShotOptions::default() })
            .expect("the picture should be taken");
        let bytes = std::fs::read(&out).expect("the picture should be there");
        let _ = std::fs::remove_file(out);
        bytes
    };
    assert!(take("a") == take("b"), "two pictures of the same battle differ");
}

#[test]
fn what_cannot_be_shown_is_told() {
    let refused = shot(ShotOptions {
        level: Some(level()),
        orders: Some(orders("refused", "{\"move\":{\"to\":[0,0]}}\n")),
        ..ShotOptions::default()
    });
    let why = refused.expect_err("a walk into a wall should be refused");
    assert!(why.contains("order 1"), "{why}");
    let missing = shot(ShotOptions { level: Some("levels/nowhere.toml".into()), ..ShotOptions::default() });
    assert!(missing.expect_err("no such level").contains("levels/nowhere.toml"));
}
