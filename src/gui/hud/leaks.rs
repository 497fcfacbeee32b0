//! Nothing on a seat's screen names a creature that its side does not know of, or says where it is: every panel is drawn without a
//! window, for every seat, and all its words are read.

use std::collections::BTreeSet;

use super::decision::Unfolded;
use super::drawn::{self, Drawn};
use super::gm;
use super::log::Log;
use super::objectives::Goals;
use super::take_back::HowFar;
use crate::ai::Random;
use crate::battle::{Battle, ById, Id, OnMap, Position, SideId, on_map};
use crate::gui::session::Session;
use crate::gui::tests::test_battles::{DUSK, level};
use crate::level::Seat;

fn start(text: &str, seed: u64) -> Battle {
    let (level, ruleset) = level(text);
    Battle::new(level, ruleset, seed).expect("a playable level")
}

/// Every word that the panels show a seat, or that is read out to it.
fn words(session: &mut Session, open: bool) -> String {
    let mut log = Log { lines: 10_000, ..Log::default() };
    if open {
        log.open = session.battle.events().iter().map(|event| event.seq).collect();
    }
    let mut table = Drawn::new().with(log).with(Goals(open)).with(Unfolded(open)).with(HowFar(open.then_some(true)));
    table.frame(session, Vec::new());
    drawn::words(&table.frame(session, Vec::new()))
}

/// Draws every seat's panels; `never` are creatures that a side has not known of at any time.
#[track_caller]
fn check_seats(session: &mut Session, never: &[BTreeSet<Id>], open: bool) -> usize {
    let mut hidden = 0;
    for (side, never) in never.iter().enumerate() {
        session.look_as(SideId(u8::try_from(side).expect("few sides")));
        let secrets = session.battle.unknown_to(session.viewer);
        if secrets.is_empty() {
            continue;
        }
        let said = words(session, open);
        assert!(said.contains("Round"), "the panels are drawn");
        for &id in &secrets {
            let world = session.battle.world();
            let name = session.battle.name(id);
            let at = world.the::<Position>(id).at;
            if world.part::<OnMap>(id).is_some() && never.contains(&id) {
                hidden += 1;
                assert!(!said.contains(name), "side {side} reads of {name}:\n{said}");
            }
            // Places are told as `x,y` in lines about somebody; the last one may not be where it is now.
            for line in said.lines().filter(|line| line.contains(name)) {
                assert!(!line.ends_with(&format!("{},{}", at.x, at.y)), "side {side} reads where {name} is: {line}");
            }
        }
    }
    hidden
}

#[test]
fn no_seat_reads_of_whom_it_does_not_know() {
    let (mut hidden, mut asked) = (0, 0);
    for seed in 1..=4 {
        let mut session = Session::new(start(DUSK, seed), None, vec![Seat::Human; 2]);
        let everyone: BTreeSet<Id> = on_map(session.battle.world()).collect();
        let mut never = vec![everyone; 2];
        let mut player = Random::new(seed);
        for order in 0..24 {
            for (side, never) in never.iter_mut().enumerate() {
                let now = session.battle.unknown_to(SideId(u8::try_from(side).expect("few sides")));
                never.retain(|id| now.contains(id));
            }
            session.shown = session.battle.events().len();
            hidden += check_seats(&mut session, &never, order % 3 == 0);
            session.take_back(None);
            if session.ask.is_some() {
                hidden += check_seats(&mut session, &never, false);
                asked += 1;
                session.reply(order % 4 == 0);
                session.shown = session.battle.events().len();
                hidden += check_seats(&mut session, &never, false);
            }
            session.hand_over();
            let Some(order) = player.choose(&session.battle) else {
                break;
            };
            // A refusal is as good: it must not tell either.
            let _ = session.submit(&order);
        }
    }
    assert!(hidden >= 10, "somebody should have been hidden: {hidden}");
    assert!(asked >= 5, "something should have been asked back: {asked}");
}

#[test]
fn a_refusal_does_not_tell_who_is_in_the_way() {
    let mut session = Session::new(start(DUSK, 1), None, vec![Seat::Human; 2]);
    while session.viewer != SideId(0) || session.commanded().is_none() {
        let creature = session.battle.active().expect("somebody's turn");
        session.submit(&crate::battle::Order::EndTurn { creature }).expect("a turn can be ended");
        session.hand_over();
    }
    let creature = session.commanded().expect("red commands somebody");
    for id in session.battle.unknown_to(SideId(0)) {
        let to = Some(session.space(id).at);
        let walk = crate::battle::MoveOrder { creature, to, path: None };
        if session.submit(&crate::battle::Order::Move(walk)).is_err() {
            let (said, _) = session.notice.clone().expect("a refusal is told");
            assert!(!said.contains(session.battle.name(id)), "{said}");
        } else {
            session.undo();
        }
    }
}

#[test]
fn the_aim_offers_only_whom_one_knows() {
    let mut session = Session::new(start(DUSK, 2), None, vec![Seat::Human; 2]);
    session.hand_over();
    let secrets = session.battle.unknown_to(session.viewer);
    for offer in session.offers().to_vec() {
        session.pick(offer);
        let targets = session.aim.as_ref().map(crate::gui::session::Aiming::targets).unwrap_or_default();
        assert!(targets.iter().all(|id| !secrets.contains(id)), "{targets:?}");
        session.aim = None;
        if session.battle.orders().is_empty() {
            continue;
        }
        session.undo();
    }
}

#[test]
fn the_game_masters_panel_says_first_that_it_shows_what_is_hidden_and_is_closed_when_the_table_is_handed_over() {
    use bevy_egui::egui::Key;

    let mut session = Session::new(start(DUSK, 1), None, vec![Seat::Human; 2]);
    session.look_as(SideId(0));
    let hidden: Vec<Id> = session.battle.unknown_to(SideId(0)).into_iter().collect();
    let names: Vec<String> = hidden.iter().map(|&id| session.battle.name(id).to_string()).collect();
    assert!(!names.is_empty());
    let mut table = Drawn::new().with(gm::Open::asked());
    table.frame(&mut session, Vec::new());
    let said = drawn::words(&table.frame(&mut session, Vec::new()));
    assert!(said.contains("hidden from the side"), "{said}");
    assert!(names.iter().all(|name| !said.contains(name)), "{said}");
    assert!(!said.contains("Remove"));
    // The way out has the focus; the next stop is the way in.
    table.frame(&mut session, drawn::key(Key::Tab, false));
    table.frame(&mut session, drawn::key(Key::Enter, false));
    let said = drawn::words(&table.frame(&mut session, Vec::new()));
    assert!(table.remembers::<gm::Open>().warned && said.contains("Remove"), "{said}");
    session.look_as(SideId(1));
    table.frame(&mut session, Vec::new());
    assert!(table.remembers::<gm::Open>().form.is_none(), "the next one at the screen does not find it open");
}
