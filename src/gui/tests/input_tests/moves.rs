//! Who is carried, thrown and pushed, as it is played back.

use super::*;
use crate::battle::{Event, MoveOrder, What};
use crate::gui::board::playback::Playback;
use crate::gui::board::tokens::Shown;
use crate::gui::board::world_coords::SQUARE;

/// The middles of coins in squares, frame by frame of twenty milliseconds, until nothing moves any more.
fn played(app: &mut App, names: &[&str]) -> Vec<Vec<Vec2>> {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(20)));
    let ids: Vec<Id> = names.iter().map(|name| id(session(app), name)).collect();
    let mut out = Vec::new();
    for _ in 0..2000 {
        app.update();
        let shown = app.world().resource::<Shown>();
        let middle = |who: &Id| {
            let seen = shown.all.iter().find(|seen| seen.id == *who);
            seen.map_or(Vec2::NAN, |seen| seen.middle / SQUARE)
        };
        out.push(ids.iter().map(middle).collect());
        if app.world().resource::<Playback>().is_idle() && out.len() > 4 {
            break;
        }
    }
    out
}

/// The farthest that a coin leapt from one frame to the next, in squares.
fn leap(frames: &[Vec<Vec2>], whose: usize) -> f32 {
    let leaps = frames.windows(2).map(|two| two[0][whose].distance(two[1][whose]));
    leaps.fold(0.0, f32::max)
}

#[test]
fn a_rider_goes_along_with_its_mount() {
    let mut session = begun(STABLE, "Ada");
    let mount = act(&session, "Ada", "mount", "Bruin");
    session.submit(&mount).expect("he stands beside her");
    let command = act(&session, "Ada", "command", "Bruin");
    session.submit(&command).expect("he is hers");
    session.shown = session.battle.events().len();
    let (ada, bruin) = (id(&session, "Ada"), id(&session, "Bruin"));
    let mut app = lay(session, 100);
    let start = played(&mut app, &["Ada", "Bruin"]).pop().expect("a frame");
    let mut table = app.world_mut().resource_mut::<Session>();
    table.command(bruin);
    let to = table.space(bruin).at.offset(0, -1);
    let step = Order::Move(MoveOrder { creature: bruin, to: Some(to), path: None });
    table.submit(&step).expect("there is room");
    assert_eq!(table.space(ada).at, to);
    let frames = played(&mut app, &["Ada", "Bruin"]);
    let aside = start[0] - start[1];
    for frame in &frames {
        assert!((frame[0] - frame[1]).distance(aside) < 0.05, "she keeps her seat: {frame:?}");
    }
    assert!(leap(&frames, 0) < 0.4 && leap(&frames, 1) < 0.4, "nobody leaps");
}

/// Two at the edge of a drop, with a wall on the other side.
const EDGE: &str = r#"
name = "Edge"
ruleset = "essence"
map = '''
##########
#........#
#..ab....#
#........#
##########
'''
elevation = '''
..........
.2222.....
.2222.....
.2222.....
..........
'''
[legend]
"a" = { creature = "brute", side = "blue", name = "Ada", essence = { str = 6 } }
"b" = { creature = "soldier", side = "red", name = "Bor", elevation = "10 ft" }
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// One with a sword below one in the air.
const ROOF: &str = r#"
name = "Roof"
ruleset = "essence"
map = '''
##########
#........#
#..a.....#
#........#
##########
'''
[legend]
"a" = { creature = "brute", side = "blue", name = "Ada", essence = { str = 6, dex = 5 } }
[[creature]]
kind = "drone"
side = "red"
name = "Bor"
at = [4, 2]
elevation = "5 ft"
[[side]]
id = "blue"
seat = "human"
[[side]]
id = "red"
seat = "human"
"#;

/// Does what is legal of this kind, and answers what is asked with the first choice.
fn give(session: &mut Session, who: &str, action: &str, whom: &str) -> bool {
    let creature = id(session, who);
    let order = if action == "end_turn" {
        Some(Order::EndTurn { creature })
    } else {
        let target = id(session, whom);
        session.battle.legal().into_iter().map(|legal| legal.order).find(|order| {
            matches!(order, Order::Act(act)
                if act.creature == creature && act.action == action && act.target == Some(target))
        })
    };
    let Some(order) = order else { return false };
    if session.submit(&order).is_err() {
        return false;
    }
    for _ in 0..20 {
        let Some(decision) = session.battle.decision() else {
            break;
        };
        let choice = decision.choices[0].key.to_string();
        session.hand_over();
        if session.submit(&Order::Answer { choice }).is_err() {
            return false;
        }
    }
    session.hand_over();
    true
}

/// Plays a script with one seed after the other until its last deed brings about what is wanted; then shows that deed, and gives
/// back the table and where the coins of those named were, frame by frame.
fn shown(
    text: &str,
    script: &[(&str, &str, &str)],
    names: &[&str],
    wanted: impl Fn(&[Event]) -> bool,
) -> (App, Vec<Vec<Vec2>>) {
    let (level, ruleset) = level(text);
    let (&last, first) = script.split_last().expect("something is done");
    let set_up = |seed: u64| {
        let battle = Battle::new(level.clone(), ruleset, seed).expect("a playable level");
        let mut session = Session::new(battle, None, vec![Seat::Human; 2]);
        session.hand_over();
        let all = first.iter().all(|&(who, action, whom)| give(&mut session, who, action, whom));
        all.then_some(session)
    };
    let seed = (1..400).find(|&seed| {
        let Some(mut session) = set_up(seed) else { return false };
        let from = session.battle.events().len();
        give(&mut session, last.0, last.1, last.2) && wanted(&session.battle.events()[from..])
    });
    let mut session = set_up(seed.expect("it comes about with one of the seeds")).expect("as before");
    session.shown = session.battle.events().len();
    let mut app = lay(session, 100);
    played(&mut app, names);
    assert!(give(&mut app.world_mut().resource_mut::<Session>(), last.0, last.1, last.2));
    let frames = played(&mut app, names);
    (app, frames)
}

/// Lines of the log that speak of somebody.
fn lines(app: &App, about: &str) -> Vec<String> {
    let session = session(app);
    let all = (0..session.battle.events().len()).filter_map(|number| session.line(number));
    all.filter(|line| line.contains(about)).collect()
}

fn falls(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.what, What::Falls { .. }))
}

#[test]
fn who_is_pushed_over_an_edge_goes_there_and_then_falls() {
    let (app, frames) = shown(EDGE, &[("Ada", "push", "Bor")], &["Bor", "Ada"], falls);
    let (first, last) = (frames[0][0], frames[frames.len() - 1][0]);
    assert!((first - last).x < -0.9, "{first} to {last}");
    assert!(leap(&frames, 0) < 0.45 && leap(&frames, 1) < 0.45, "{}", leap(&frames, 0));
    let said = lines(&app, "Bor");
    assert!(said.iter().any(|line| line.contains("falls")), "{said:#?}");
}

#[test]
fn a_flyer_that_is_tripped_comes_down_before_it_lies() {
    let (_, frames) = shown(ROOF, &[("Ada", "trip", "Bor")], &["Bor"], falls);
    assert!(leap(&frames, 0) < 0.45);
}

#[test]
fn a_rider_that_is_thrown_flies_from_the_saddle_to_where_she_lands() {
    let close = STABLE.replace("#..bb..r.#", "#..bbr...#").replace("\"brute\"", "\"ogre\"");
    let script = [("Ada", "mount", "Bruin"), ("Ada", "end_turn", ""), ("Rook", "trip", "Bruin")];
    let thrown = |events: &[Event]| {
        events.iter().any(|event| matches!(&event.what, What::Step { motion: crate::battle::Motion::Thrown, .. }))
    };
    let (app, frames) = shown(&close, &script, &["Ada", "Bruin"], thrown);
    assert!(leap(&frames, 0) < 0.9, "{}", leap(&frames, 0));
    let last = frames.last().expect("frames");
    assert!(last[0].distance(last[1]) > 1.2, "she lies beside him: {last:?}");
    let said = lines(&app, "Ada");
    assert!(said.iter().any(|line| line.contains("thrown")), "{said:#?}");
}
