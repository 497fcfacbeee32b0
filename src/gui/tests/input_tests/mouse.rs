//! The mouse over the board.

use super::*;
use crate::gui::board::tokens::Shown;

#[test]
fn the_square_under_a_mouse_at_rest_follows_the_board() {
    let mut app = table();
    assert_eq!(session(&app).hover, None, "before there is a mouse it is nowhere");
    let at = seen(&mut app, Square::new(4, 2));
    mouse(&mut app, at);
    frames(&mut app, 2);
    assert_eq!(session(&app).hover, Some(Square::new(4, 2)));
    let scale = eye(&mut app).1;
    let mut eyes = app.world_mut().query_filtered::<&mut Transform, With<BoardCamera>>();
    let mut eye = eyes.single_mut(app.world_mut()).expect("one camera");
    eye.translation.x -= crate::gui::board::world_coords::SQUARE;
    frames(&mut app, 2);
    assert_eq!(session(&app).hover, Some(Square::new(3, 2)), "the board was moved under it");
    let mut windows = app.world_mut().query_filtered::<&mut Window, With<PrimaryWindow>>();
    let mut window = windows.single_mut(app.world_mut()).expect("one window");
    window.set_cursor_position(None);
    frames(&mut app, 2);
    assert_eq!((session(&app).hover, scale > 0.0), (None, true), "it has left the window");
}

#[test]
fn a_cursor_moved_by_keys_stays_while_the_board_moves() {
    let mut app = table();
    let at = seen(&mut app, Square::new(4, 2));
    mouse(&mut app, at);
    frames(&mut app, 2);
    let mut session = app.world_mut().resource_mut::<Session>();
    (session.hover, session.by_keys) = (Some(Square::new(7, 1)), true);
    let mut eyes = app.world_mut().query_filtered::<&mut Transform, With<BoardCamera>>();
    eyes.single_mut(app.world_mut()).expect("one camera").translation.x += 200.0;
    frames(&mut app, 3);
    assert_eq!(app.world().resource::<Session>().hover, Some(Square::new(7, 1)));
    mouse(&mut app, at + Vec2::X);
    frames(&mut app, 2);
    assert_ne!(app.world().resource::<Session>().hover, Some(Square::new(7, 1)), "until the mouse moves");
}

#[test]
fn of_rider_and_mount_the_one_under_the_mouse_is_meant() {
    let mut session = begun(STABLE, "Ada");
    let mount = act(&session, "Ada", "mount", "Bruin");
    session.submit(&mount).expect("he stands beside her");
    let (ada, bruin) = (id(&session, "Ada"), id(&session, "Bruin"));
    let mut app = lay(session, 0);
    let coins = |app: &App| {
        let shown = app.world().resource::<Shown>();
        let coin = |who: Id| shown.all.iter().find(|seen| seen.id == who).map(|seen| (seen.middle, seen.edge));
        (coin(ada).expect("she is seen"), coin(bruin).expect("he is seen"))
    };
    let (hers, his) = coins(&app);
    assert!(hers.1 < his.1, "she sits small on a large one: {hers:?} {his:?}");
    let under = |app: &mut App, place: Vec2| {
        let at = in_window(app, place);
        mouse(app, at);
        frames(app, 2);
        let session = app.world().resource::<Session>();
        session.hover.and_then(|square| session.thing_under(square))
    };
    assert_eq!(under(&mut app, hers.0), Some(ada));
    let corner = his.0 + Vec2::new(0.3, -0.3) * his.1 * crate::gui::board::world_coords::SQUARE;
    assert_eq!(under(&mut app, corner), Some(bruin));
}
