//! What the computer does can be followed: there is a rest before it speaks again, which any key cuts short.

use super::*;
use crate::gui::board::playback::Playback;

/// Rook has ended his turn, and the computer is to speak.
fn handed_on() -> App {
    let mut session = begun(YARD, "Rook");
    session.seats = vec![Seat::Human, Seat::Ai];
    let creature = session.commanded().expect("it is his turn");
    let mut app = lay(session, 100);
    let mut session = app.world_mut().resource_mut::<Session>();
    session.submit(&Order::EndTurn { creature }).expect("a turn can be ended");
    app
}

fn idle(app: &App) -> bool {
    app.world().resource::<Playback>().is_idle()
}

#[test]
fn one_sees_who_is_next_before_the_computer_speaks() {
    let mut app = handed_on();
    wait(&mut app, 200);
    assert!(!idle(&app), "a moment to see what happened");
    wait(&mut app, 2000);
    assert!(idle(&app), "and no longer");
}

#[test]
fn the_rest_can_be_cut_short() {
    let mut app = handed_on();
    wait(&mut app, 50);
    app.world_mut().resource_mut::<Playback>().skip();
    wait(&mut app, 50);
    assert!(idle(&app));
}
