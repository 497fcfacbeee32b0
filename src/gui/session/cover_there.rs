//! The cover that the mover would have on the square a click would lead to, against each foe its side knows of. Asked of a spare copy of the
//! battle, in which it is put there; one foe a frame, once the cursor rests on the square.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::super::app::frame::Screen;
use super::super::board::playback::Playback;
use super::Session;
use super::path_cost::target;
use super::what_if::place;
use crate::battle::{Act, Aim, Battle, CoverStep, Group, Id, Offer, on_map};
use crate::grid::Square;

pub(in crate::gui) fn plugin(app: &mut App) {
    // After everything was drawn: nothing of that waits for it, nor changes its order.
    app.init_resource::<CoverThere>()
        .add_systems(Last, work_out.run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)));
}

/// For so many frames the cursor rests on a square before anything is asked.
const RESTS: u32 = 4;

/// What is known of the square under the cursor.
#[derive(Resource, Default)]
pub(in crate::gui) struct CoverThere {
    about: Option<(u64, Id, Square)>,
    rests: u32,
    /// Foes that are still to be asked about.
    left: Vec<Id>,
    /// Each foe, and how much cover the mover would have from its attack there.
    pub known: Vec<(Id, CoverStep)>,
    /// A copy of the battle at a version, and with what each foe attacks in it.
    spare: Option<(u64, Battle, BTreeMap<Id, Option<Offer>>)>,
}

impl CoverThere {
    /// The square that this is about.
    pub(in crate::gui) fn at(&self) -> Option<Square> {
        self.about.map(|(.., at)| at)
    }

    /// Asks about the next foe; false when there was none.
    fn go_on(&mut self, session: &Session) -> bool {
        let Some((version, who, at)) = self.about else { return false };
        if self.left.is_empty() {
            return false;
        }
        if self.rests < RESTS {
            self.rests += 1;
            return true;
        }
        if self.spare.as_ref().is_none_or(|(of, ..)| *of != version) {
            self.spare = Some((version, session.spare(), BTreeMap::new()));
        }
        let (Some(foe), Some((_, spare, attacks))) = (self.left.pop(), &mut self.spare) else { return false };
        if spare.order(&place(who, at)).is_err() {
            self.left.clear();
            return false;
        }
        let (world, ruleset) = (spare.world(), spare.ruleset());
        let attack = attacks.entry(foe).or_insert_with(|| {
            let at_somebody = |offer: &Offer| offer.group == Group::Attack && offer.aim == Aim::Thing;
            ruleset.offers(world, foe).into_iter().filter(at_somebody).max_by_key(|offer| offer.range)
        });
        let info = attack.as_ref().and_then(|offer| {
            let act = Act { with: offer.with.clone(), target: Some(who), ..Act::new(foe, &*offer.action) };
            ruleset.aim(world, &act)
        });
        self.known.extend(info.map(|info| (foe, info.shelter.step)));
        spare.undo();
        true
    }
}

fn work_out(
    mut session: ResMut<Session>,
    playback: Res<Playback>,
    mut cover: ResMut<CoverThere>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let session = session.bypass_change_detection();
    let about = target(session).filter(|_| playback.is_idle());
    let cover = cover.bypass_change_detection();
    if cover.about != about {
        let left = about.map_or_else(Vec::new, |(_, who, _)| foes(session, who));
        *cover = CoverThere { about, left, spare: cover.spare.take(), ..CoverThere::default() };
    } else if !cover.go_on(session) {
        return;
    }
    redraw.write(RequestRedraw);
}

/// The foes of the mover that the viewer knows of.
fn foes(session: &Session, who: Id) -> Vec<Id> {
    let world = session.battle.world();
    on_map(world).filter(|&id| id != who && session.is_foe(id) && session.sees(id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::tests::test_battles::{begun, find};

    const WALL: &str = r#"
ruleset = "sol"
map = '''
############
#..........#
#.v..#...r.#
#..........#
############
'''
[legend]
"v" = { creature = "soldier", side = "blue", name = "Vera" }
"r" = { creature = "soldier", side = "red", name = "Rook" }
"#;

    #[test]
    fn behind_a_wall_there_is_cover_and_beside_it_none() {
        let session = begun(WALL, "Vera");
        let (vera, rook) = (find(&session, "Vera"), find(&session, "Rook"));
        let hash = session.battle.hash();
        let step = |at: Square| {
            let about = Some((session.version, vera, at));
            let mut cover = CoverThere { about, left: foes(&session, vera), ..CoverThere::default() };
            while cover.go_on(&session) {}
            cover.known.iter().find(|(id, _)| *id == rook).map(|(_, step)| *step)
        };
        assert_eq!(step(Square::new(4, 2)), Some(CoverStep::Full));
        assert_eq!(step(Square::new(4, 1)), Some(CoverStep::None));
        assert_eq!(session.battle.hash(), hash, "the battle itself is not touched");
    }
}
