//! What a walk to the square under the cursor costs besides its length: what ends with it, who may do something about it, what harms on the
//! way, what awaits whoever stays there. Worked out a few ways of rolling a frame, once the cursor rests on the square.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::super::app::frame::{Screen, TableSystems};
use super::super::board::playback::Playback;
use super::super::hud::forecasts::WAYS_A_FRAME;
use super::super::hud::text;
use super::Session;
use crate::battle::{Forecast, Foresight, Id, MoveOrder, Order};
use crate::grid::Square;

/// So many ways of rolling, or samples, are enough to tell what may come.
const ROUGH: u32 = 100;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<Tolls>().add_systems(
        Update,
        work_out.in_set(TableSystems::Show).run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
    );
}

/// What is known of the walk to the square under the cursor.
#[derive(Resource, Default)]
pub(in crate::gui) struct Tolls {
    about: Option<(u64, Id, Square)>,
    /// How far its forecast has come; none once it is known.
    foresight: Option<Foresight>,
    /// A line each; nothing as long as it is not known.
    pub lines: Vec<String>,
}

fn work_out(
    mut session: ResMut<Session>,
    playback: Res<Playback>,
    mut tolls: ResMut<Tolls>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let session = session.bypass_change_detection();
    let about = target(session).filter(|_| playback.is_idle());
    let tolls = tolls.bypass_change_detection();
    if tolls.about != about {
        *tolls = Tolls::of(about);
        if about.is_some() {
            redraw.write(RequestRedraw);
        }
        return;
    }
    if tolls.go_on(session) {
        redraw.write(RequestRedraw);
    }
}

impl Tolls {
    fn of(about: Option<(u64, Id, Square)>) -> Self {
        let walk = |(_, creature, to): (u64, Id, Square)| {
            let order = Order::Move(MoveOrder { creature, to: Some(to), path: None });
            Foresight::rough(order, ROUGH)
        };
        Self { about, foresight: about.map(walk), lines: Vec::new() }
    }

    /// Works out one frame's share; false when there was nothing to do.
    fn go_on(&mut self, session: &mut Session) -> bool {
        let Some(((_, creature, _), foresight)) = self.about.zip(self.foresight.as_mut()) else {
            return false;
        };
        match foresight.go_on(&mut session.battle, WAYS_A_FRAME) {
            Ok(None) => return true,
            Ok(Some(forecast)) => self.lines = told(session, &forecast, creature),
            // Where one cannot go nothing is to be told.
            Err(_) => {}
        }
        self.foresight = None;
        true
    }
}

/// Where a click would lead the commanded creature.
pub(super) fn target(session: &mut Session) -> Option<(u64, Id, Square)> {
    let (creature, at) = session.commanded().zip(session.hover).filter(|_| session.aim.is_none())?;
    let to = session.walks_to(at)?;
    (!session.space(creature).contains(to)).then_some((session.version, creature, to))
}

/// What a walk brings, a line each.
fn told(session: &Session, forecast: &Forecast, creature: Id) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut tell = |line: String| {
        if !out.contains(&line) {
            out.push(line);
        }
    };
    // What comes of it when nobody does anything about it.
    let branch = forecast.branches.last();
    for (&id, target) in branch.into_iter().flat_map(|branch| &branch.targets) {
        let whole = branch.map_or(1, |branch| branch.whole);
        let who = if id == creature {
            String::new()
        } else if session.sees(id) {
            format!("{}: ", session.battle.name(id))
        } else {
            continue;
        };
        let share = |weight: u128| match weight {
            weight if weight == whole => String::new(),
            weight => format!(" {}", text::percent(weight, whole)),
        };
        if target.damage.keys().any(|&amount| amount != 0) {
            let words = text::odds(target, whole);
            // A line about the mover begins with it.
            let words = if who.is_empty() { words } else { words.to_lowercase() };
            tell(format!("{who}{words}"));
        }
        for (key, &weight) in &target.ended {
            tell(format!("{who}no longer {}{}", text::readable(key).to_lowercase(), share(weight)));
        }
        for (key, &weight) in &target.conditions {
            tell(format!("{who}{}{}", text::readable(key).to_lowercase(), share(weight)));
        }
    }
    for asked in forecast.asks.iter().filter(|asked| session.sees(asked.creature)) {
        let name = session.battle.name(asked.creature);
        tell(format!("{name} may react: {}", session.masked(&asked.label)));
    }
    for line in branch.into_iter().flat_map(|branch| branch.brings.keys()) {
        tell(session.masked(line));
    }
    for line in &forecast.stays {
        tell(session.masked(line));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::tests::test_battles::{DUSK, begun};

    /// What is told of a walk in the end.
    fn lines(session: &mut Session, creature: Id, to: Square) -> Vec<String> {
        let mut tolls = Tolls::of(Some((session.version, creature, to)));
        while tolls.go_on(session) {}
        tolls.lines
    }

    #[test]
    fn a_walk_out_of_hiding_says_so_before_it_is_made() {
        let mut session = begun(DUSK, "Zephyrine");
        let who = session.commanded().expect("it is her turn");
        let from = session.space(who).at;
        let reached: Vec<Square> = session
            .reach()
            .map(|reach| reach.squares.iter().filter(|at| at.stop && at.at != from).map(|at| at.at).collect())
            .unwrap_or_default();
        let hash = session.battle.hash();
        let ends: Vec<bool> = reached
            .iter()
            .map(|&to| lines(&mut session, who, to).iter().any(|line| line.contains("no longer hidden")))
            .collect();
        assert_eq!(session.battle.hash(), hash, "nothing was done");
        assert!(ends.contains(&true), "somewhere she is seen");
        // What is foretold comes true.
        for (&to, &ends) in reached.iter().zip(&ends).step_by(7) {
            let mut played = begun(DUSK, "Zephyrine");
            let hidden = |session: &Session| {
                let sheet = session.battle.ruleset().sheet(session.battle.world(), who);
                sheet.ailments.iter().any(|ailment| ailment.key == "hidden")
            };
            assert!(hidden(&played));
            let walk = MoveOrder { creature: who, to: Some(to), path: None };
            played.submit(&Order::Move(walk)).expect("it can be reached");
            if played.battle.decision().is_none() {
                assert_eq!(!hidden(&played), ends, "to {to:?}");
            }
        }
    }

    /// One who may bite whoever walks off.
    const GUARDED: &str = r#"
ruleset = "sol"
map = '''
##########
#.rb.....#
#........#
#........#
##########
'''
[legend]
"r" = { creature = "soldier", side = "red", name = "Rook" }
"b" = { creature = "hound", side = "blue", name = "Bea" }
"#;

    #[test]
    fn whoever_may_strike_at_a_walker_is_named() {
        let mut session = begun(GUARDED, "Rook");
        let rook = session.commanded().expect("it is his turn");
        let away = lines(&mut session, rook, Square::new(1, 3));
        assert!(away.iter().any(|line| line.starts_with("Bea may react")), "{away:?}");
        let beside = lines(&mut session, rook, Square::new(2, 2));
        assert!(beside.is_empty(), "he stays within her reach: {beside:?}");
    }

    /// A place one cannot breathe in.
    const POND: &str = r#"
ruleset = "essence"
map = '''
########
#.a~~r.#
########
'''
[terrain.pond]
like = "water"
[terrain.pond.essence]
underwater = true
[legend]
"~" = { terrain = "pond" }
"a" = { creature = "soldier", side = "blue", name = "Ada" }
"r" = { creature = "brute", side = "red", name = "Rook" }
"#;

    #[test]
    fn perils_of_staying_are_asked_of_the_rules() {
        let mut session = begun(POND, "Ada");
        let ada = session.commanded().expect("it is her turn");
        let wet = lines(&mut session, ada, Square::new(3, 1));
        assert!(wet.iter().any(|line| line.contains("cannot breathe")), "{wet:?}");
        let dry = lines(&mut session, ada, Square::new(1, 1));
        assert!(!dry.iter().any(|line| line.contains("cannot breathe")), "{dry:?}");
    }
}
