use std::sync::Arc;

use super::*;
use crate::battle::{Act, GmAct, MoveOrder, What};
use crate::gui::tests::test_battles::{DUSK, begun};
use crate::referee::report::BugReport;
use crate::referee::{replay, scenario};
use crate::rules;

const YARD: &str = r#"
name = "The Yard"
ruleset = "sol"
map = '''
##########
#........#
#.r....b.#
#........#
##########
'''
[legend]
"r" = { creature = "soldier", side = "red", name = "Rook" }
"b" = { creature = "soldier", side = "blue", name = "Bea" }
[[side]]
id = "red"
name = "Red"
seat = "human"
[[side]]
id = "blue"
name = "Blue"
seat = "human"
"#;

/// Two who see each other; the first has the word. Who sits there is given by side.
fn table(seats: [Seat; 2]) -> Session {
    let (level, _) = rules::read_level(YARD, "yard").expect("a sound level");
    let sol = rules::by_key("sol").expect("sol");
    let level = Arc::new(level);
    let battle = (1..50)
        .map(|seed| Battle::new(level.clone(), sol, seed).expect("a playable level"))
        .find(|battle| battle.side_to_move() == Some(SideId(0)))
        .expect("one of them begins with the first side");
    Session::new(battle, None, seats.to_vec())
}

const PEOPLE: [Seat; 2] = [Seat::Human; 2];

fn step(session: &mut Session, x: i16, y: i16) {
    let creature = session.battle.active().expect("somebody's turn");
    let to = Some(Square::new(x, y));
    let order = Order::Move(MoveOrder { creature, to, path: None });
    session.submit(&order).expect("the square can be reached");
}

/// An attack on the other one.
fn blow(session: &Session) -> Order {
    let creature = session.battle.active().expect("somebody's turn");
    let legal = session.battle.legal().into_iter().map(|legal| legal.order);
    let attack = |order: &Order| matches!(order, Order::Act(Act { action, target: Some(_), .. }) if action == "attack");
    let mut attacks = legal.filter(attack);
    attacks.next().unwrap_or_else(|| panic!("{creature} should have a target"))
}

/// Answers whatever is asked with the last choice, until somebody can order again.
fn settle_questions(session: &mut Session) {
    while let Some(decision) = session.battle.decision() {
        let choice = decision.choices.last().expect("a choice").key.to_string();
        session.submit(&Order::Answer { choice }).expect("a listed choice");
    }
}

#[test]
fn a_move_is_taken_back_freely_and_leaves_no_trace() {
    let mut session = table(PEOPLE);
    let (hash, events) = (session.battle.hash(), session.battle.events().len());
    step(&mut session, 3, 2);
    step(&mut session, 4, 2);
    let terms: Vec<_> = session.backs().into_iter().map(|back| (back.count, back.terms)).collect();
    assert_eq!(terms, [(1, Terms::Free), (2, Terms::Free)]);
    session.take_back(Some(0));
    assert_eq!((session.battle.hash(), session.battle.events().len()), (hash, events));
    assert!(session.battle.orders().is_empty() && session.backs().is_empty());
    session.take_back(None);
    assert_eq!(session.refusals, 1);
}

#[test]
fn a_roll_is_taken_back_with_the_yes_of_the_other_side_and_rolls_the_same_again() {
    let mut session = table(PEOPLE);
    step(&mut session, 3, 2);
    let before = session.battle.hash();
    let blow = blow(&session);
    session.submit(&blow).expect("a legal blow");
    let asked = session.battle.hash();
    settle_questions(&mut session);
    let after = session.battle.hash();
    let orders = session.battle.orders().len();

    // The last order is the other side's answer; the blow lies behind it.
    let back = session.backs().into_iter().find(|back| back.step.order == 1);
    let back = back.expect("the blow can be taken back");
    assert_eq!((back.by, back.terms), (Some(SideId(0)), Terms::Asks(vec![SideId(1)])));
    session.take_back(Some(1));
    let ask = session.ask.clone().expect("the other side is asked");
    assert!(session.commanded().is_none() && session.question().is_none());
    assert!(session.submit(&blow).is_err(), "nothing else is ordered meanwhile");
    assert_eq!(session.speaker(), ask.asked.first().copied());

    session.reply(false);
    assert_eq!((session.battle.hash(), session.battle.orders().len()), (after, orders));
    let said = session.notice.clone().map(|(text, _)| text).unwrap_or_default();
    assert!(said.contains("says no"), "{said}");

    session.take_back(Some(1));
    session.reply(true);
    assert_eq!(session.battle.orders().len(), orders + 1, "it stays in the list");
    let last = session.battle.events().last().expect("an event");
    let What::TakenBack { text, .. } = &last.what else { panic!("{last:?}") };
    assert!(text.starts_with("Red takes ") && text.ends_with(" back; Blue agrees."), "{text}");
    assert_eq!(session.battle.hash(), before, "the moment before the blow");
    session.submit(&blow).expect("the blow is legal again");
    assert_eq!(session.battle.hash(), asked, "the same choice rolls the same dice");
    settle_questions(&mut session);
    assert_eq!(session.battle.hash(), after, "and the same answers come to the same end");

    let save = session.save();
    let again = replay::check(&save).expect("it replays");
    assert_eq!(again.events(), session.battle.events());
    let report = BugReport::new(&session.battle, &session.seats, "");
    scenario::of_report(&report).expect("and it becomes a scenario");
}

#[test]
fn a_computer_agrees_unless_something_hidden_was_seen() {
    let mut session = table([Seat::Human, Seat::Ai]);
    let blow = blow(&session);
    session.submit(&blow).expect("a legal blow");
    let back = session.backs().remove(0);
    assert_eq!((back.terms, back.step.rolled), (Terms::Granted, true));
    session.take_back(None);
    assert!(session.ask.is_none());
    let TakeBackTold { by, agreed } = told(&session);
    assert_eq!((by, agreed), (Some(SideId(0)), vec![SideId(1)]));

    // What has been seen cannot be unseen.
    let place = session.battle.orders().len();
    step(&mut session, 3, 2);
    let zed = Order::Gm(GmAct::Spawn {
        kind: "scout".into(),
        name: "Zed".into(),
        side: "blue".into(),
        at: Square::new(5, 1),
    });
    session.submit(&zed).expect("an override");
    let backs = session.backs();
    let back = backs.iter().find(|back| back.step.order == place).expect("the step");
    assert_eq!((back.terms.clone(), back.seen), (Terms::Refused, true));
    let orders = session.battle.orders().len();
    session.take_back(Some(place));
    assert_eq!((session.battle.orders().len(), session.refusals), (orders, 1));
}

struct TakeBackTold {
    by: Option<SideId>,
    agreed: Vec<SideId>,
}

fn told(session: &Session) -> TakeBackTold {
    match session.battle.orders().last().map(|one| one.order.clone()) {
        Some(Order::TakeBack(back)) => TakeBackTold { by: back.by, agreed: back.agreed },
        other => panic!("a taking back was expected, not {other:?}"),
    }
}

#[test]
fn a_save_taken_up_again_remembers_what_can_be_taken_back() {
    let mut session = table(PEOPLE);
    step(&mut session, 3, 2);
    let blow = blow(&session);
    session.submit(&blow).expect("a legal blow");
    let again = Session::resumed(&session.save()).expect("a sound save");
    assert_eq!(again.backs(), session.backs());
    assert_eq!((again.battle.hash(), again.shown), (session.battle.hash(), session.battle.events().len()));
}

/// Whatever is worked out for the eyes that look is kept with the version it was worked out at.
#[test]
fn other_eyes_make_another_version() {
    let mut session = begun(DUSK, "Rook");
    let mut last = session.version;
    let mut renewed = |session: &Session| {
        let newer = session.version > last;
        last = session.version;
        newer
    };
    session.look_as(SideId(1));
    assert!(renewed(&session), "the other side looks");
    session.hand_over();
    assert!(renewed(&session) && session.viewer == SideId(0), "it is handed the table");
    session.show_all(true);
    assert!(renewed(&session), "everything is shown");
}

/// Answers may be done to things: to the cover that somebody stands behind, say.
#[test]
fn answers_lie_where_those_are_whom_they_are_done_to() {
    let mut session = begun(&YARD.replace("#.r....b.#", "#.r..c.b.#"), "Rook");
    let place = |session: &Session, id: Id| session.place_of(&Choice::new("key", "label").onto(id));
    let single = |x| Some(Footprint::single(Square::new(x, 2)));
    let thing = crate::battle::things(session.battle.world()).next();
    assert_eq!(place(&session, thing.expect("a crate")), single(5));
    let bea = crate::gui::tests::test_battles::find(&session, "Bea");
    assert_eq!(place(&session, bea), single(7));
    let gone = GmAct::Remove { creature: bea };
    session.submit(&Order::Gm(gone)).expect("Bea can be taken off the map");
    assert_eq!(place(&session, bea), None);
}
