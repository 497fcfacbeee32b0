//! Where a hidden creature stands makes no difference to a single pixel that the other side sees: the same battle is drawn with it here
//! and with it there, board and panels, and the two pictures must be the same to the byte.

use std::path::PathBuf;
use std::sync::Arc;

use super::super::app::settings::Settings;
use super::super::app::shot::{ShotOptions, take};
use super::super::session::Session;
use crate::battle::{Aim, Battle, ById, Creature, GmAct, Group, Id, Order, Position, SideId, creatures};
use crate::grid::Square;
use crate::level::Seat;
use crate::rules;

/// A yard in the dark, but for Quillon's lamp. Zephyrine hides; the squares in the middle are where Rook goes, shoots and looks.
const YARD: &str = r#"
name = "The Yard"
ruleset = "sol"
ambient = "dark"
map = '''
################
#..............#
#..r...cc...k..#
#......c.......#
#..s.........h.#
#..............#
################
'''
[legend]
"r" = { creature = "soldier", side = "red", name = "Rook", essence = { held = ["bow"] } }
"s" = { creature = "soldier", side = "red", name = "Sable" }
"h" = { creature = "scout", side = "blue", name = "Zephyrine", sol = { stealth = 20 } }
"k" = { creature = "soldier", side = "blue", name = "Quillon", light = "10 ft" }
[[side]]
id = "red"
seat = "human"
[[side]]
id = "blue"
seat = "human"
"#;

const RED: SideId = SideId(0);

fn named(battle: &Battle, name: &str) -> Id {
    creatures(battle.world()).into_iter().find(|&id| battle.name(id) == name).expect("a creature of the yard")
}

/// The battle on somebody's turn, Zephyrine hidden on a square; red looks.
fn session(text: &str, ruleset: &str, seats: [Seat; 2], turn: &str, hidden_at: Square) -> Session {
    let (level, _) = rules::read_level(text, "yard").expect("a sound level");
    let ruleset = rules::by_key(ruleset).expect("a ruleset");
    let battle = Battle::new(Arc::new(level), ruleset, 5).expect("a playable level");
    let mut session = Session::new(battle, None, seats.to_vec());
    let hidden = named(&session.battle, "Zephyrine");
    let gm = |session: &mut Session, act: GmAct| session.submit(&Order::Gm(act)).expect("the game master may");
    let condition = "hidden".to_owned();
    gm(&mut session, GmAct::AddCondition { creature: hidden, condition: condition.clone() });
    let acting = named(&session.battle, turn);
    for _ in 0..8 {
        if session.battle.active() == Some(acting) {
            break;
        }
        let creature = session.battle.active().expect("somebody's turn");
        session.submit(&Order::EndTurn { creature }).expect("a turn can be ended");
    }
    assert_eq!(session.battle.active(), Some(acting), "it should be {turn}'s turn");
    gm(&mut session, GmAct::Place { creature: hidden, at: hidden_at });
    let (world, ruleset) = (session.battle.world(), session.battle.ruleset());
    if ruleset.knows(world, RED, hidden) {
        gm(&mut session, GmAct::AddCondition { creature: hidden, condition });
    }
    let world = session.battle.world();
    assert!(!ruleset.knows(world, RED, hidden), "Zephyrine should be hidden");
    assert_eq!(world.the::<Position>(hidden).at, hidden_at);
    assert_eq!(world.the::<Creature>(acting).side, if seats[1] == Seat::Ai { SideId(1) } else { RED });
    session.look_as(RED);
    session.shown = session.battle.events().len();
    session.notice = None;
    session
}

fn options() -> ShotOptions {
    ShotOptions {
        size: (1024, 640),
        settings: Settings { hints: false, ..Settings::default() },
        ..ShotOptions::default()
    }
}

/// Draws a scene with the hidden creature here and there.
#[track_caller]
fn check_same(
    what: &str,
    (text, ruleset): (&str, &str),
    (seats, turn): ([Seat; 2], &str),
    prepare: impl Fn(&mut Session),
    options: &ShotOptions,
) {
    // In the way of a shot and of a walk, and out of both.
    let squares = [Square::new(6, 2), Square::new(5, 3), Square::new(13, 5)];
    let pictures = squares.map(|at| {
        let mut session = session(text, ruleset, seats, turn, at);
        prepare(&mut session);
        take(Some(session), options).expect("a picture")
    });
    let kept = |picture: &image::RgbaImage, name: &str| -> PathBuf {
        let path = std::env::temp_dir().join(format!("battlemat-leak-{ruleset}-{name}.png"));
        picture.save(&path).expect("a picture should be kept");
        path
    };
    let last = &pictures[2];
    for (picture, at) in pictures.iter().zip(squares).take(2) {
        let differ: Vec<_> = picture
            .enumerate_pixels()
            .filter(|(x, y, pixel)| last.get_pixel(*x, *y) != *pixel)
            .map(|(x, y, _)| (x, y))
            .collect();
        if let (Some(first), Some(end)) = (differ.first(), differ.last()) {
            let (here, there) = (kept(picture, &format!("{what}-a")), kept(last, &format!("{what}-b")));
            panic!(
                "{ruleset}, {what}: {} pixels from {first:?} to {end:?} tell that somebody hides at {at:?}: {} and {}",
                differ.len(),
                here.display(),
                there.display()
            );
        }
    }
}

const PEOPLE: ([Seat; 2], &str) = ([Seat::Human, Seat::Human], "Rook");
const COMPUTER: ([Seat; 2], &str) = ([Seat::Human, Seat::Ai], "Zephyrine");

/// The first attack that reaches Quillon, past the squares in the middle.
fn aim_at_quillon(session: &mut Session) {
    let quillon = named(&session.battle, "Quillon");
    for offer in session.offers().to_vec() {
        let fits = offer.group == Group::Attack && offer.refusal.is_none() && offer.aim == Aim::Thing;
        if !fits {
            continue;
        }
        session.pick(offer);
        if let Some(aim) = &mut session.aim
            && aim.targets().contains(&quillon)
        {
            aim.target = Some(quillon);
            return;
        }
    }
    panic!("Rook should be able to shoot at Quillon");
}

fn check_ruleset(ruleset: &str) {
    let walk = |session: &mut Session| session.hover = Some(Square::new(6, 3));
    check_same("walk", (YARD, ruleset), PEOPLE, walk, &options());
    let here = ShotOptions { from_here: true, ..options() };
    let look = |session: &mut Session| session.hover = Some(Square::new(6, 2));
    let onto = |session: &mut Session| session.hover = Some(Square::new(6, 2));
    check_same("onto", (YARD, ruleset), PEOPLE, onto, &options());
    check_same("aim", (YARD, ruleset), PEOPLE, aim_at_quillon, &options());
    check_same("from-here", (YARD, ruleset), PEOPLE, look, &here);
    check_same("waiting", (YARD, ruleset), COMPUTER, |_| {}, &options());
}

#[test]
fn no_pixel_tells_where_somebody_hides_in_sol() {
    check_ruleset("sol");
}

#[test]
fn no_pixel_tells_where_somebody_hides_in_essence() {
    check_ruleset("essence");
}

#[test]
fn a_lamp_does_not_shine_of_whom_one_does_not_know() {
    let text = YARD.replace("sol = { stealth = 20 }", "light = \"10 ft\"");
    check_same("lamp", (&text, "essence"), PEOPLE, |_| {}, &options());
}
