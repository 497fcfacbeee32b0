//! Where a creature gets to: Move actions of whole squares, one after the other (VIG-MOVE-1, VIG-GRID-4).

use bevy::prelude::{Component, World};
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::data::{SQUARE, TurnUsage, conditions::*, moment::Moment};
use super::super::field::barrier::{obstacle, parts};
use super::super::field::compass;
use super::super::ruleset::Vigor;
use super::ground::{Bar, Ground, meet};
use super::mover::Mover;
use crate::battle::{self, Event, *};
use crate::grid::{Edge, Footprint, Square};
use crate::rule;

/// VIG-GRID-4, VIG-PRONE-5: squares of one Move.
pub(crate) fn allowance(world: &World, id: Id) -> i32 {
    let speed = effects().number(world, id, Moment::Speed, creature::profile(world, id).speed);
    (speed / SQUARE).max(1)
}

impl Mover {
    /// The creature as it is now.
    pub(crate) fn of(world: &World, id: Id) -> Self {
        let stand = stand(world, id);
        let able = creature::able(world, id).is_ok() && !creature::held(world, id);
        Self {
            id,
            size: creature::profile(world, id).size,
            space: stand.space,
            height: stand.height,
            per: allowance(world, id),
            run: if able { world.the::<TurnUsage>(id).run } else { 0 },
            actions: if able && !world.the::<TurnUsage>(id).single { creature::actions_left(world, id) } else { 0 },
            gone: 0,
            edge: creature::profile(world, id).size.edge(),
            jump: creature::profile(world, id).strength / 12,
            upright: !has_condition(world, id, PRONE),
            falls: false,
            anew: false,
        }
    }

    /// As it would be with one whole Move and no more.
    fn with_one_move(self) -> Self {
        Self { run: self.per, actions: 0, ..self }
    }
}

/// VIG-READY-3: sets out on one Move along a way, the next square last, and on no more than that.
pub(crate) fn set_out(world: &mut World, creature: Id, rest: Vec<Square>) {
    let run = allowance(world, creature);
    let mut turn = world.the_mut::<TurnUsage>(creature);
    (turn.run, turn.single) = (run, true);
    launch(world, Arriving(creature));
    let stride = StepPhase::Ready;
    launch(world, Moving { creature, rest, stride });
}

/// The end of a Move that is all there is: what is left of it is lost.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Arriving(Id);

impl Later for Arriving {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        arrive(world, self.0);
    }
}

/// A Move that is all there is ends: what is left of it is lost.
pub(crate) fn arrive(world: &mut World, id: Id) {
    let Some(mut turn) = world.part_mut::<TurnUsage>(id) else {
        return;
    };
    let left = turn.run > 0;
    (turn.run, turn.single) = (0, false);
    if left && is_on_map(world, id) {
        world.note(id, "the rest of its Move is lost", rule!("VIG-MOVE-2"));
    }
}

impl OnFoot for Vigor {
    type Ground<'w> = Ground<'w>;

    fn set_out(world: &World, creature: Id) -> (Ground<'_>, Mover) {
        let mover = Mover::of(world, creature);
        (Ground::of(world, &mover), mover)
    }
}

impl Walking for Ground<'_> {
    type Walker = Mover;
    type Bar = Bar;

    fn place(&self, mover: &Mover) -> Place {
        mover.place()
    }

    fn paid(&self, mover: &Mover) -> i32 {
        mover.gone
    }

    fn motion(&self, from: &Mover, after: &Mover) -> Motion {
        match () {
            () if self.clambers(from, after.space.at) => Motion::Climb,
            () if !from.space.at.touches(after.space.at) => Motion::Jump,
            () if after.space.side < after.edge => Motion::Squeeze,
            () if from.upright => Motion::Walk,
            () => Motion::Crawl,
        }
    }

    fn costs(&self) -> Trace {
        Trace::new("movement", 0).by(rule!("VIG-MOVE-1"))
    }

    fn step(&self, mover: &Mover, to: Square, out: &mut impl Reckoning) -> Result<Mover, Bar> {
        self.price(mover, to, out)
    }

    fn stop(&self, mover: &Mover) -> Result<(), Bar> {
        let stops = self.may_stop(mover.space, mover.height);
        stops.then_some(()).ok_or(Bar::Midway)
    }

    fn ahead(&self, mover: &Mover) -> impl Iterator<Item = Square> {
        mover.ahead(self.gaps)
    }

    /// The ways to take a step. The first goes on with the Move under way. The second begins a new Move, where the mover could choose to.
    /// It exists only if the step leads to where no creature may stop: the rest of this Move might not reach the other side.
    fn steps(&self, mover: &Mover, to: Square) -> impl IntoIterator<Item = Mover> {
        let plain = self.price(mover, to, &mut Sum::default()).ok();
        let chooses = |after: &Mover| {
            mover.run > 0
                && mover.actions > 0
                && after.actions == mover.actions
                && !after.falls
                && !self.may_stop(after.space, after.height)
                && self.may_stop(mover.space, mover.height)
        };
        let anew = Mover { anew: true, ..*mover };
        let other = plain.filter(chooses);
        let other = other.and_then(|_| self.price(&anew, to, &mut Sum::default()).ok());
        plain.into_iter().chain(other)
    }

    fn no_worse(&self, one: &Mover, other: &Mover) -> bool {
        // Where nobody may stop no new Move can be begun, so what is left of the one under way counts.
        let lasts = one.run >= other.run || self.may_stop(one.space, one.height);
        one.gone <= other.gone && one.space.side >= other.space.side && one.falls == other.falls && lasts
    }

    /// Of a body of one square it is known beforehand what a step costs at least, and whether it ends in the air.
    fn pointless(&self, known: &Mover, from: &Mover, to: Square) -> bool {
        from.edge == 1
            && known.gone <= from.gone + self.least(to)
            && known.falls == self.falls(from, to)
            && self.may_stop(known.space, known.height)
    }

    /// A mover as it sets out on the first step of a way: with a new Move where it comes through in no other way.
    fn setting_out(&self, mover: &Mover, way: &[Square]) -> Mover {
        let [to, rest @ ..] = way else { return *mover };
        let through = |after: Mover| after.falls || self.leads(&after, rest);
        let mut steps = self.steps(mover, *to).into_iter().map(through);
        let plain = steps.next() == Some(true);
        let anew = !plain && steps.next() == Some(true);
        Mover { anew, ..*mover }
    }

    fn remarks(&self, from: &Mover, after: &Mover, cost: &mut Trace) {
        if let Some(watcher) = self.watcher(from.space) {
            cost.push(Trace::note("a Move opens nobody").by(rule!("VIG-ACT-15")).of(watcher));
        }
        if let Some(dead) = lying_there(self.world, from.id, after.space) {
            cost.push(Trace::note("over the dead").by(rule!("VIG-LIFE-20")).of(dead));
        }
        let begun = self.world.the::<TurnUsage>(from.id).under_way.as_ref();
        if let Some(begun) = begun.filter(|_| after.actions < from.actions) {
            cost.push(Trace::note(begun.lost()).by(rule!("VIG-ENC-8")));
        }
        if self.motion(from, after) == Motion::Crawl {
            cost.push(Trace::note("a quarter of its Speed").by(rule!("VIG-PRONE-5")));
        }
    }
}

/// The way of one whole Move to a square, with any number of actions left.
pub(crate) fn way_of_a_move(world: &World, id: Id, to: Square) -> Option<Vec<Square>> {
    let found = search(world, Mover::of(world, id).with_one_move());
    found.get(to).filter(|there| there.stop)?;
    found.path(to)
}

/// The way to a square with what is left of the Move under way, and no other.
pub(crate) fn way_of_the_rest(world: &World, id: Id, to: Square) -> Option<Vec<Square>> {
    let mover = Mover { actions: 0, ..Mover::of(world, id) };
    let found = search(world, mover);
    found.get(to).filter(|there| there.stop)?;
    found.path(to)
}

/// Every square that one whole Move could end in.
pub(crate) fn of_a_move(world: &World, id: Id) -> Vec<Square> {
    ends(world, Mover::of(world, id).with_one_move())
}

/// VIG-MOVE-1: where it can go with the Move under way, or with the next one, before one more action begins; nothing where none could.
pub(crate) fn within_one_action(world: &World, id: Id) -> Vec<Square> {
    let mover = Mover::of(world, id);
    match (mover.run > 0, mover.actions) {
        (true, 0) | (false, 0 | 1) => Vec::new(),
        (true, _) => ends(world, Mover { actions: 0, ..mover }),
        (false, _) => ends(world, mover.with_one_move()),
    }
}

fn ends(world: &World, mover: Mover) -> Vec<Square> {
    let found = search(world, mover);
    let ends = found.squares.iter().filter(|there| there.stop);
    ends.map(|there| there.at).collect()
}

/// VIG-LIFE-20: one of the dead of whom its side knows who lies there.
fn lying_there(world: &World, id: Id, space: Footprint) -> Option<Id> {
    let own = side_of(world, id);
    let lies = |&dead: &Id| world.part::<Dead>(dead).is_some() && knows(world, own, dead);
    let there = |&dead: &Id| self::space(world, dead).overlaps(space);
    creatures(world).into_iter().filter(lies).find(there)
}

fn search(world: &World, mover: Mover) -> Reach {
    Ground::of(world, &mover).reach(world, mover.id, mover)
}

/// Takes a step: pays for it, and places the creature.
pub(crate) fn take_step(world: &mut World, id: Id, step: &Step) {
    let (ground, mover) = Vigor::set_out(world, id);
    let setting_out = ground.setting_out(&mover, &way_ahead(world, id, step.to));
    let after = ground.step(&setting_out, step.to, &mut Sum::default());
    let stays = ground.may_stop(mover.space, mover.height);
    let Ok(after) = after else { return };
    let here = (*world.the::<Position>(id), mover.space.side);
    let from = mover.space.at;
    let lasts = ground.may_stop(after.space, after.height);
    let mut turn = world.the_mut::<TurnUsage>(id);
    // Where a Move begins the mover could stay, even if others share the place.
    if stays || turn.way.is_empty() {
        turn.way.push(here);
    }
    turn.midway = !lasts;
    compass::turn(world, id, ((step.to.x - from.x).signum(), (step.to.y - from.y).signum()));
    if after.space.side != mover.space.side {
        grow_to(world, id, after.space.side);
    }
    begin(world, id, mover.actions - after.actions);
    world.the_mut::<TurnUsage>(id).run = after.run;
    move_with_attached(world, id, after.place().position(), MoveKind::Carried);
}

/// VIG-MOVE-15: a mover that has been stopped where it may not stay goes back to where it could.
pub(crate) fn go_back(world: &mut World, id: Id) {
    if !is_on_map(world, id) {
        return;
    }
    let (ground, mover) = Vigor::set_out(world, id);
    let stays = ground.may_stop(mover.space, mover.height);
    let mut turn = world.the_mut::<TurnUsage>(id);
    let (way, midway) = (std::mem::take(&mut turn.way), std::mem::take(&mut turn.midway));
    let Some(&(last, edge)) = way.last().filter(|_| midway && !stays) else {
        return;
    };
    let free = |at: Square, side: u8| may_stop_at(world, &Ground::of(world, &mover), Footprint { at, side });
    // A creature may have come to the last of them since, and to the one before.
    let (back, side) = way.into_iter().rfind(|&(place, side)| free(place.at, side)).unwrap_or_else(|| {
        let places = environment::free_places(world, id, last.at, edge);
        let at = places.into_iter().find(|&at| free(at, edge)).unwrap_or(last.at);
        let height = floor_of(world, Footprint { at, side: edge });
        (Position { at, height }, edge)
    });
    if side != mover.space.side {
        grow_to(world, id, side);
    }
    let from = mover.place();
    let along = move_with_attached(world, id, back, MoveKind::Carried);
    world.note(id, "goes back to where it could stand", rule!("VIG-MOVE-15"));
    // VIG-HAZ-5: however it has come there.
    battle::arrive(world, id, Arrival::carried(from, along));
}

/// Whether a mover may stop on the floor of a space.
fn may_stop_at(world: &World, ground: &Ground, space: Footprint) -> bool {
    ground.may_stop(space, floor_of(world, space))
}

/// A mover, and the same after a step; `None` where the step cannot be taken.
fn after(world: &World, id: Id, step: &Step) -> Option<(Mover, Mover)> {
    let (ground, mover) = Vigor::set_out(world, id);
    let setting_out = ground.setting_out(&mover, &way_ahead(world, id, step.to));
    let after = ground.step(&setting_out, step.to, &mut Sum::default()).ok()?;
    Some((mover, after))
}

/// VIG-HIDE-10: the price of a step that an unseen creature stands in the way of: it is paid and not made.
pub(crate) fn bump(world: &mut World, id: Id, step: &Step) {
    let Some((mover, after)) = after(world, id, step) else { return };
    begin(world, id, mover.actions - after.actions);
    world.the_mut::<TurnUsage>(id).run = after.run;
}

/// Whether a step begins a new Move.
pub(crate) fn begins(world: &World, id: Id, step: &Step) -> bool {
    after(world, id, step).is_some_and(|(mover, after)| after.actions < mover.actions)
}

/// Pays for the Moves that a step begins.
pub(crate) fn begin(world: &mut World, id: Id, actions: i32) {
    if actions > 0 {
        creature::pay_actions(world, id, actions);
        world.the_mut::<TurnUsage>(id).moving = true;
    }
}

/// VIG-MOVE-16: the squares of a low obstacle that a creature has crossed with a whole Move since it was in a place.
pub(crate) fn crossed(world: &World, id: Id, before: Place) -> Vec<Square> {
    let now = space(world, id);
    if before.space.at.touches(now.at) {
        return Vec::new();
    }
    let (ground, mover) = Vigor::set_out(world, id);
    let from = Mover { space: before.space, height: before.height, ..mover };
    ground.clambered(&from, now.at).filter(|at| !now.contains(*at)).collect()
}

/// VIG-FALL-5: whether it could climb up or down to a neighbouring square, and stand there.
///
/// # Errors
/// What stands against it.
pub(crate) fn may_climb(world: &World, id: Id, to: Square) -> Result<(), Refusal> {
    let (ground, mover) = Vigor::set_out(world, id);
    Ok(ground.may_climb(&mover, to)?)
}

/// Whether it could stay in a space: no obstacle and no creature is there. Creatures unknown to its side count as well.
pub(crate) fn may_stay(world: &World, id: Id, space: Footprint) -> bool {
    let divided = Edge::inside(space).any(|edge| parts(world, edge));
    let place = Place { space, height: floor_of(world, space) };
    let taken = || on_map(world).any(|other| other != id && meet(Place::of(world, other), place));
    !divided && !space.squares().any(|at| obstacle(world, at)) && !taken()
}

/// Whether an obstacle, be it low, lies in a neighbouring space, or at an edge or a corner on the way to it.
pub(crate) fn obstructed(world: &World, from: Footprint, to: Footprint) -> bool {
    let (dx, dy) = (to.at.x - from.at.x, to.at.y - from.at.y);
    // VIG-GRID-8: of a large body each square by itself.
    let cut = |at: Square| obstacle(world, at.offset(dx, 0)) || obstacle(world, at.offset(0, dy));
    if dx != 0 && dy != 0 && from.squares().any(cut) {
        return true;
    }
    Edge::passed(from, to.at).chain(Edge::inside(to)).any(|edge| parts(world, edge))
        || to.squares().any(|at| obstacle(world, at))
}

/// VIG-MOVE-15: whether a creature stands in or across what has become solid.
fn stuck(world: &World, id: Id) -> bool {
    let (ground, mover) = Vigor::set_out(world, id);
    divided(world, mover.space) || mover.space.squares().any(|at| ground.is_filled(at))
}

/// Lets a creature that is stuck make room.
pub(crate) fn make_room(world: &mut World, id: Id) {
    if stuck(world, id) {
        launch(world, MakesRoom(id));
    }
}

/// A creature that is stuck, until it has made room.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct MakesRoom(Id);

impl Later for MakesRoom {
    const STAGE: Stage = Stage::Movement;

    fn happen(self, world: &mut World) {
        let Self(id) = self;
        if is_on_map(world, id) && stuck(world, id) {
            out_of_the_way(world, id);
        }
    }
}

/// VIG-MOVE-15: to the nearest place where there is room.
fn out_of_the_way(world: &mut World, id: Id) {
    let (ground, mover) = Vigor::set_out(world, id);
    // VIG-MOVE-8: where there is no room for all of it, it makes itself narrower.
    let narrower = (mover.edge > 1).then(|| mover.edge - 1);
    let found = [Some(mover.edge), narrower].into_iter().flatten().find_map(|side| {
        let places = environment::free_places(world, id, mover.space.at, side);
        let free = |at: &Square| may_stop_at(world, &ground, Footprint { at: *at, side });
        let at = places.iter().copied().find(free).or(places.first().copied())?;
        Some((at, side))
    });
    let Some((at, side)) = found else {
        return;
    };
    if side != mover.space.side {
        grow_to(world, id, side);
    }
    let from = mover.place();
    let height = floor_of(world, Footprint { at, side });
    let to = Position { at, height };
    let along = move_with_attached(world, id, to, MoveKind::Carried);
    let event = Event::step(id, from.position(), to, Motion::Pushed, "displaced");
    world.tell(event.by(rule!("VIG-MOVE-15")));
    if side < mover.edge.min(mover.space.side) {
        world.note(id, "makes itself narrower", rule!("VIG-MOVE-8"));
    }
    // VIG-HAZ-5: however it has come there.
    battle::arrive(world, id, Arrival::carried(from, along));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::grid::reach::Steps;
    use crate::rules;

    /// Every step asked for, every leap looked for.
    struct Plainly<'w>(Ground<'w>);

    impl Steps for Plainly<'_> {
        type State = Mover;

        fn place(&self, mover: &Mover) -> Square {
            mover.space.at
        }

        fn paid(&self, mover: &Mover) -> u32 {
            mover.gone.unsigned_abs()
        }

        fn ahead(&self, mover: &Mover) -> impl Iterator<Item = Square> {
            mover.ahead(true)
        }

        fn step(&self, mover: &Mover, to: Square) -> impl IntoIterator<Item = Mover> {
            self.0.steps(mover, to)
        }

        fn no_worse(&self, one: &Mover, other: &Mover) -> bool {
            self.0.no_worse(one, other)
        }

        fn may_stop(&self, mover: &Mover) -> bool {
            self.0.stop(mover).is_ok()
        }
    }

    #[test]
    fn what_the_search_leaves_out_would_have_led_nowhere_else() {
        let vigor = rules::by_key("vigor").expect("a known ruleset");
        let levels = std::fs::read_dir("levels").expect("the shipped levels");
        let mut compared = 0;
        for path in levels.map(|file| file.expect("a file").path()) {
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a shipped level");
            let (level, _) = rules::read_level(&text, &path.display().to_string()).expect("a sound level");
            let battle = Battle::new(Arc::new(level), vigor, 1).expect("a playable level");
            let world = battle.world();
            for id in on_map(world) {
                let mover = Mover { actions: 2, ..Mover::of(world, id) };
                let size = world.resource::<Map>().size();
                let quick = search(world, mover);
                let plain = Reach::search(size, &Plainly(Ground::of(world, &mover)), mover);
                let facts = |reach: &Reach| -> Vec<_> {
                    let all = reach.squares.iter();
                    all.map(|one| (one.at, one.cost, one.stop)).collect()
                };
                assert_eq!(facts(&quick), facts(&plain), "{} on {}", battle.name(id), path.display());
                compared += quick.squares.len();
            }
        }
        assert!(compared > 5000, "{compared}");
    }

    #[test]
    fn going_farther_than_one_move_costs_another_action() {
        let text = std::fs::read_to_string("levels/first-fight.toml").expect("a shipped level");
        let (level, _) = rules::read_level(&text, "first-fight").expect("a sound level");
        let vigor = rules::by_key("vigor").expect("a known ruleset");
        let mut battle = Battle::new(Arc::new(level), vigor, 1).expect("a playable level");
        let id = battle.active().expect("somebody acts");
        let of = |battle: &Battle| (within_one_action(battle.world(), id), Vigor::gets_to(battle.world(), id));
        let (near, all) = of(&battle);
        let stops = |reach: &Reach| reach.squares.iter().filter(|there| there.stop).count();
        assert_eq!(near, of_a_move(battle.world(), id));
        assert!(near.len() < stops(&all), "{} of {}", near.len(), stops(&all));
        let begun = near.iter().copied().find(|at| all.get(*at).is_some_and(|there| there.cost == 1));
        let to = begun.expect("a square beside it");
        let order = Order::Move(MoveOrder { creature: id, to: Some(to), path: None });
        battle.order(&order).expect("it can go there");
        let (rest, after) = of(&battle);
        assert!(rest.len() < near.len() && rest.len() < stops(&after), "what is left of the Move");
        let far = after.squares.iter().filter(|there| there.stop).max_by_key(|there| there.cost);
        let order = Order::Move(MoveOrder { creature: id, to: far.map(|there| there.at), path: None });
        battle.order(&order).expect("it can go there");
        assert_eq!(within_one_action(battle.world(), id), [], "no action is left to go farther for");
    }
}
