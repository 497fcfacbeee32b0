//! Aims, and what a click and a key make of them.

use super::super::Meaning;
use super::*;
use crate::gui::tests::test_battles::{DUSK, begun, find, pick};

/// One with Spells, and one to cast them upon, sixty feet off.
const RANGE: &str = r#"
ruleset = "essence"
map = '''
################
#c...........r.#
#..............#
################
'''
[legend]
"c" = { creature = "mystic", side = "blue", name = "Cleo", essence = { energy = 4 } }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;

fn aiming(spell: &str) -> Session {
    let mut session = begun(RANGE, "Cleo");
    pick(&mut session, |offer| offer.with.as_deref() == Some(spell));
    session
}

fn composed(session: &Session) -> &Composition {
    let aim = session.aim.as_ref().expect("something is aimed");
    aim.composed.as_ref().expect("it is put together")
}

fn turn(session: &mut Session, part: &str, to: i32) {
    session.set_option(part.into(), Setting::Number(to), true);
}

#[test]
fn energy_makes_a_spell_reach_farther_and_strike_harder() {
    let mut session = aiming("flame_dart");
    assert_eq!(composed(&session).total, "1 of 4 Energy");
    assert_eq!(composed(&session).range, Some(6));
    assert!(session.aimed().is_none(), "Rook is sixty feet away");
    turn(&mut session, "range", 1);
    assert_eq!(composed(&session).range, Some(12));
    let weak = session.aimed().expect("he is in range now");
    turn(&mut session, "power", 3);
    let power = composed(&session).dials.iter().find(|dial| dial.key == "power").cloned();
    assert_eq!(power.map(|dial| (dial.value, dial.less)), Some(("3d6".into(), Some("2d6".into()))));
    let strong = session.aimed().expect("there is enough for it");
    let mean = |session: &mut Session, order: &Order| {
        let forecast = session.battle.forecast(order).expect("it can be cast");
        let branch = forecast.branches.last().expect("something comes of it").clone();
        let success = branch.success.expect("it is rolled against a defense");
        assert!(success > 0 && success < branch.whole);
        branch.targets.values().map(|one| one.mean_hundredths(branch.whole)).sum::<u128>()
    };
    assert!(mean(&mut session, &strong) > 2 * mean(&mut session, &weak));
}

#[test]
fn pointing_confirms_only_what_is_pointed_at() {
    let mut session = aiming("flame_dart");
    turn(&mut session, "range", 1);
    let rook = find(&session, "Rook");
    let point = |session: &mut Session, at: Square| {
        (session.hover, session.pointed) = (Some(at), None);
        session.aim_at_hover();
        session.aimed_here()
    };
    let at = session.space(rook).at;
    assert!(point(&mut session, at).is_ok(), "he is aimed at");
    for nothing in [Square::new(5, 2), Square::new(5, 0)] {
        let why = point(&mut session, nothing).expect_err("nobody is there");
        assert!(why.contains("nobody"), "{why}");
        assert!(session.aimed().is_some(), "a key still confirms what the bar shows");
    }
    let mut session = aiming("fog_bank");
    assert!(point(&mut session, Square::new(4, 2)).is_ok());
    let far = point(&mut session, Square::new(14, 2)).expect_err("that is far away");
    assert!(!far.is_empty() && session.aimed().is_some(), "{far}");
}

#[test]
fn the_cursor_goes_along_to_the_next_target() {
    let mut session = aiming("flame_dart");
    turn(&mut session, "range", 1);
    session.hover = None;
    session.cycle(true);
    let rook = session.aim.as_ref().and_then(|aim| aim.target).expect("a target");
    assert_eq!(session.hover, Some(session.space(rook).at));
    assert_eq!((session.pointed, session.by_keys), (Some(rook), true));
}

#[test]
fn more_than_there_is_is_refused_in_the_words_of_the_rules() {
    let mut session = aiming("flame_dart");
    turn(&mut session, "power", 4);
    turn(&mut session, "range", 1);
    let refusal = composed(&session).refusal.clone().expect("five of four");
    assert!(refusal.message.contains("5 Energy"), "{refusal}");
    assert!(refusal.rule.is_some_and(|rule| rule.id() == "ESS-SPELL-4"));
    assert!(session.aimed().is_none());
    turn(&mut session, "power", 3);
    assert!(composed(&session).refusal.is_none());
    assert!(session.aimed().is_some());
}

#[test]
fn keys_turn_the_parts_one_by_one() {
    use crate::gui::session::action_menu::{LESS, Pressed};
    let mut session = aiming("fog_bank");
    assert_eq!(session.pressed(0), Some(Pressed::Turn("area".into(), 1)));
    turn(&mut session, "area", 1);
    assert_eq!(session.pressed(LESS), Some(Pressed::Turn("area".into(), 0)));
    assert_eq!(session.pressed(2), None, "its range cannot be changed");
    session.step_back();
    assert!(session.aim.is_none() && session.fan.is_some(), "back among the Spells");
}

/// A door beside her, a foe far off, a friend near by, and another foe behind a wall.
const HALL: &str = r#"
ruleset = "sol"
map = '''
####################
#.v+...............#
#..#..............r#
#.k#...............#
####################
'''
[legend]
"v" = { creature = "brute", side = "blue", name = "Vera" }
"k" = { creature = "soldier", side = "blue", name = "Kit" }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;

#[test]
fn a_click_means_what_is_there() {
    let mut session = begun(HALL, "Vera");
    let door = crate::battle::thing_at(session.battle.world(), Square::new(3, 1)).expect("a door");
    let Some(Meaning::Act(offer)) = session.obvious(door) else { panic!("it is beside her") };
    assert_eq!(offer.purpose, Purpose::Interact);
    let rook = find(&session, "Rook");
    let Some(Meaning::Not(why)) = session.obvious(rook) else { panic!("he is far away") };
    assert!(why.contains("Rook") && !why.contains("left"), "{why}");
    session.pick(*offer);
    assert!(session.aim.is_some(), "the first click aims");
}

#[test]
fn a_foe_in_reach_is_attacked_and_a_friend_is_not() {
    let mut session = begun(DUSK, "Rook");
    let sable = find(&session, "Sable");
    let attacks = |found: Option<Meaning>| matches!(found, Some(Meaning::Act(offer)) if offer.group == Group::Attack);
    assert!(!attacks(session.obvious(sable)));
    let mut session = begun(YARD, "Rook");
    let bea = find(&session, "Bea");
    assert!(attacks(session.obvious(bea)));
}

const YARD: &str = r#"
ruleset = "sol"
map = '''
###########
#...#.....#
#.r.#.f...#
#...#.....#
#.........#
#.b.......#
###########
'''
[legend]
"r" = { creature = "soldier", side = "red", name = "Rook" }
"f" = { creature = "guard", side = "blue", name = "Finn" }
"b" = { creature = "guard", side = "blue", name = "Bea" }
"#;

#[test]
fn whom_nothing_can_hurt_comes_last_and_is_told_to_be_so() {
    let mut session = begun(YARD, "Rook");
    pick(&mut session, |offer| {
        offer.group == Group::Attack && offer.aim == Aim::Thing && offer.range.is_some_and(|range| range > 6)
    });
    let (finn, bea) = (find(&session, "Finn"), find(&session, "Bea"));
    let targets = session.offered_targets();
    let place = |id: Id| targets.iter().position(|&known| known == id).expect("a target");
    assert!(place(bea) < place(finn), "a wall hides Finn: {targets:?}");
    for (target, vain) in [(bea, false), (finn, true)] {
        session.aim.as_mut().expect("an aim").target = Some(target);
        assert_eq!(session.aims_in_vain(), vain);
    }
}

#[test]
fn keys_offer_no_friend_as_a_target() {
    const ALONE: &str = r#"
ruleset = "essence"
map = '''
########################################
#ck...................................r#
########################################
'''
[legend]
"c" = { creature = "mystic", side = "blue", name = "Cleo", essence = { energy = 4 } }
"k" = { creature = "soldier", side = "blue", name = "Kit" }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;
    let mut session = begun(ALONE, "Cleo");
    pick(&mut session, |offer| offer.with.as_deref() == Some("mind_spike"));
    let kit = find(&session, "Kit");
    let aim = session.aim.as_ref().expect("it could be done to Kit");
    assert!(aim.targets().contains(&kit) && aim.target.is_none(), "nobody means that");
    session.cycle(true);
    assert!(session.aim.as_ref().is_some_and(|aim| aim.target.is_none()));
    assert!(session.notice.as_ref().is_some_and(|(said, _)| said.contains("no foe is in reach")));
    session.hover = Some(session.space(kit).at);
    session.aim_at_hover();
    assert!(session.aimed().is_some(), "pointed at, it can be");
}
