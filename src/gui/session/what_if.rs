//! What the commanded creature's weapon could do from the square under the cursor, while the key for it is held: it is put there in a
//! spare copy of the battle, and that copy is asked as the battle is when an attack is aimed. Only of those whom its side sees.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::input::EguiWantsInput;
use leafwing_input_manager::prelude::ActionState;

use super::super::app::frame::{Screen, TableSystems};
use super::super::board::playback::Playback;
use super::super::hud::forecasts::WAYS_A_FRAME;
use super::super::input::table_action::TableAction;
use super::Session;
use crate::battle::{
    Act, Aim, AimInfo, Battle, ById, Creature, Dead, Fled, Forecast, Foresight, GmAct, Group, Id, Offer, OnMap, Order,
    creatures,
};
use crate::grid::Square;

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<FromHere>()
        .add_systems(OnEnter(Screen::Battle), |mut here: ResMut<FromHere>| {
            here.stand = None;
            here.spare = None;
        })
        .add_systems(
            Update,
            look.in_set(TableSystems::Show).run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
        );
}

/// The view from the square under the cursor.
#[derive(Resource, Default)]
pub(in crate::gui) struct FromHere {
    /// Whether it is shown without the key, for pictures.
    pub pinned: bool,
    /// Whether a finger rests on the square.
    pub rests: bool,
    /// What is known so far; nothing while the key is up.
    pub stand: Option<Stand>,
    /// A copy of the battle as it was at a version of the session.
    spare: Option<(u64, Battle)>,
}

/// A creature as if it stood somewhere.
pub(in crate::gui) struct Stand {
    version: u64,
    /// Who.
    pub who: Id,
    /// Where.
    pub at: Square,
    /// With what it would attack; nothing when it has nothing to attack with.
    pub offer: Option<Offer>,
    /// Whom it would see, nearest first.
    pub rows: Vec<Row>,
    /// Why it cannot stand there.
    pub trouble: Option<String>,
}

/// A foe as seen from there.
pub(in crate::gui) struct Row {
    /// Who.
    pub target: Id,
    /// How the attack would be made.
    act: Option<Act>,
    /// Distance and cover.
    pub info: Option<AimInfo>,
    /// What it would do, once that is known.
    pub odds: Option<Forecast>,
    /// How far that has come; a few ways of rolling are gone through in a frame.
    foresight: Option<Foresight>,
    /// Why it cannot be attacked from there.
    pub refusal: Option<String>,
}

impl Stand {
    /// Whether odds are still to be worked out.
    fn busy(&self) -> bool {
        self.rows.iter().any(|row| row.act.is_some() && row.odds.is_none())
    }
}

fn look(
    keys: Option<Single<&ActionState<TableAction>>>,
    wants: Option<Res<EguiWantsInput>>,
    session: Res<Session>,
    playback: Res<Playback>,
    mut here: ResMut<FromHere>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let typing = wants.is_some_and(|wants| wants.wants_any_keyboard_input());
    let held = here.pinned || here.rests || (!typing && keys.is_some_and(|keys| keys.pressed(&TableAction::FromHere)));
    let wanted = session.commanded().zip(session.hover);
    let Some((who, at)) = wanted.filter(|_| held && playback.is_idle()) else {
        if here.stand.is_some() {
            here.stand = None;
        }
        return;
    };
    let here = here.bypass_change_detection();
    let offer = default_attack(&session, who);
    let known = here.stand.as_ref().is_some_and(|stand| {
        (stand.version, stand.who, stand.at) == (session.version, who, at) && stand.offer == offer
    });
    if known && !here.stand.as_ref().is_some_and(Stand::busy) {
        return;
    }
    redraw.write(RequestRedraw);
    let spare = spare(&mut here.spare, &session);
    if !known {
        here.stand = None;
    }
    if let Err(refusal) = spare.order(&place(who, at)) {
        let why = refusal.message.to_string();
        here.stand = Some(stand(&session, who, at, offer, Vec::new(), Some(why)));
        return;
    }
    if let Some(known) = &mut here.stand {
        work_out(spare, known);
    } else {
        let rows = offer.as_ref().map_or_else(Vec::new, |offer| rows(spare, &session, who, offer));
        here.stand = Some(stand(&session, who, at, offer, rows, None));
    }
    spare.undo();
}

fn stand(
    session: &Session,
    who: Id,
    at: Square,
    offer: Option<Offer>,
    rows: Vec<Row>,
    trouble: Option<String>,
) -> Stand {
    Stand { version: session.version, who, at, offer, rows, trouble }
}

/// What it attacks with: what is being aimed, else the first attack of its list that can be made.
fn default_attack(session: &Session, who: Id) -> Option<Offer> {
    let at_somebody = |offer: &Offer| offer.aim == Aim::Thing && offer.refusal.is_none();
    if let Some(aim) = session.aim.as_ref().filter(|aim| at_somebody(&aim.offer)) {
        return Some(aim.offer.clone());
    }
    let offers = session.seen().ruleset().offers(session.seen().world(), who);
    offers.into_iter().find(|offer| offer.group == Group::Attack && at_somebody(offer))
}

/// The copy of the battle as the viewer knows it, made when it changed.
fn spare<'a>(kept: &'a mut Option<(u64, Battle)>, session: &Session) -> &'a mut Battle {
    if kept.as_ref().is_none_or(|(version, _)| *version != session.version) {
        *kept = None;
    }
    let (_, battle) = kept.get_or_insert_with(|| (session.version, session.spare()));
    battle
}

pub(super) fn place(creature: Id, at: Square) -> Order {
    Order::Gm(GmAct::Place { creature, at })
}

/// Everybody it would see from there who is no friend, with distance and cover, or why not.
fn rows(spare: &Battle, session: &Session, who: Id, offer: &Offer) -> Vec<Row> {
    let (world, ruleset) = (spare.world(), spare.ruleset());
    let mut acts = ruleset.acts(world, who, offer);
    acts.sort_by_key(|act| act.options.len());
    let own = world.part::<Creature>(who).map(|creature| creature.side);
    let foe = |id: &Id| {
        world.part::<Creature>(*id).map(|creature| creature.side) != own
            && world.part::<OnMap>(*id).is_some()
            && world.part::<Dead>(*id).is_none()
            && world.part::<Fled>(*id).is_none()
            && session.sees(*id)
    };
    let mut foes: Vec<Id> = creatures(world).into_iter().filter(foe).collect();
    let here = corner_of(world, who);
    foes.sort_by_key(|&id| {
        let (dx, dy) = here.apart(corner_of(world, id));
        dx.abs().max(dy.abs())
    });
    foes.into_iter()
        .map(|target| {
            let act = acts.iter().find(|act| act.target == Some(target)).cloned();
            let tried = act.clone().unwrap_or_else(|| Act {
                with: offer.with.clone(),
                target: Some(target),
                ..Act::new(who, &*offer.action)
            });
            let refusal = spare.check(&Order::Act(tried.clone())).err();
            Row {
                target,
                info: ruleset.aim(world, &tried),
                act: act.filter(|_| refusal.is_none()),
                odds: None,
                foresight: None,
                refusal: refusal.map(|refusal| refusal.message.to_string()),
            }
        })
        .collect()
}

fn corner_of(world: &World, id: Id) -> Square {
    crate::battle::space(world, id).at
}

/// Goes on with the next odds, for the ways of one frame.
fn work_out(spare: &mut Battle, stand: &mut Stand) {
    let next = stand.rows.iter_mut().find(|row| row.act.is_some() && row.odds.is_none());
    if let Some(row) = next
        && let Some(act) = row.act.clone()
    {
        let foresight = row.foresight.get_or_insert_with(|| Foresight::new(Order::Act(act)));
        match foresight.go_on(spare, WAYS_A_FRAME) {
            Ok(Some(odds)) => (row.odds, row.foresight) = (Some(odds), None),
            Ok(None) => {}
            Err(refusal) => {
                row.act = None;
                row.refusal = Some(refusal.message.to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn session() -> Session {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/levels/first-fight.toml"));
        let Ok((level, _)) = crate::rules::read_level(text, "first-fight.toml") else {
            panic!("a shipped level should be readable");
        };
        let ruleset = crate::rules::by_key(&level.ruleset).expect("its ruleset should be known");
        let battle = Battle::new(Arc::new(level), ruleset, 3).expect("a shipped level should set up");
        Session::new(battle, None, vec![crate::level::Seat::Human; 2])
    }

    #[test]
    fn from_another_square_other_things_are_near() {
        let session = session();
        let who = session.commanded().expect("somebody acts first");
        let hash = session.battle.hash();
        let offer = default_attack(&session, who).expect("everybody here is armed");
        let mut kept = None;
        let copy = spare(&mut kept, &session);
        let mut distances = Vec::new();
        for at in [Square::new(2, 8), Square::new(9, 4)] {
            copy.order(&place(who, at)).expect("these squares are free");
            let mut seen = stand(&session, who, at, Some(offer.clone()), rows(copy, &session, who, &offer), None);
            assert!(!seen.rows.is_empty());
            while seen.busy() {
                work_out(copy, &mut seen);
            }
            distances.push(
                seen.rows
                    .iter()
                    .filter_map(|row| row.info.as_ref())
                    .map(|info| info.distance.clone())
                    .collect::<Vec<_>>(),
            );
            copy.undo();
            assert_eq!(copy.hash(), hash, "the copy is as it was");
        }
        assert_ne!(distances[0], distances[1]);
        assert_eq!(session.battle.hash(), hash, "the battle itself is not touched");
    }

    #[test]
    fn nobody_stands_in_a_wall() {
        let session = session();
        let who = session.commanded().expect("somebody acts first");
        let mut kept = None;
        let copy = spare(&mut kept, &session);
        let wall = (0..20)
            .map(|x| Square::new(x, 0))
            .find(|&at| session.battle.world().resource::<crate::battle::Map>().solid(at));
        if let Some(wall) = wall {
            assert!(copy.order(&place(who, wall)).is_err());
        }
    }
}
