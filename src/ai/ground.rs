//! Where to go: towards the enemy as far as the creature's weapons ask, behind cover where there is some, through doors.

use super::foes::enemy;
use super::weights::Weights;
use crate::battle::*;
use crate::grid::{Edge, Footprint, Grid, Point, Square};
use crate::level::{Door, Goal};

/// Steps to the nearest enemy for every square, walls in the way; for a creature that can open doors.
struct Distances {
    width: i32,
    steps: Vec<u32>,
}

const FAR: u32 = u32::MAX;
/// Rounds after which a fight from afar is not getting anywhere, and everybody closes in.
pub(super) const PATIENCE: u32 = 12;
/// What each step beyond its leash costs a creature that is to stay near something, in hundredths of a point of damage.
const STRAY: i32 = 300;
/// What standing where the level's goals want the creature is worth, beside 600 for having an enemy in range.
const POST: i32 = 450;

impl Distances {
    fn from(world: &World, enemies: &[Footprint]) -> Self {
        let (map, lay) = lay(world);
        let between = lay.between.as_ref();
        let (width, height) = map.size();
        let mut found = Self { width: i32::from(width), steps: vec![FAR; usize::from(width) * usize::from(height)] };
        let mut ring: Vec<Square> = enemies.iter().flat_map(|enemy| enemy.squares()).collect();
        let mut step = 0;
        while !ring.is_empty() {
            let mut next = Vec::new();
            for at in ring {
                let Some(place) = found.place(at).filter(|&place| map.contains(at) && found.steps[place] == FAR) else {
                    continue;
                };
                if map.solid(at) && step > 0 {
                    continue;
                }
                found.steps[place] = step;
                let through = |to: &Square| between.is_none_or(|between| !shut(world, between, at, *to));
                next.extend(at.neighbours().into_iter().filter(through));
            }
            ring = next;
            step += 1;
        }
        found
    }

    fn place(&self, at: Square) -> Option<usize> {
        if at.x < 0 || at.y < 0 || i32::from(at.x) >= self.width {
            return None;
        }
        let place = usize::try_from(i32::from(at.y) * self.width + i32::from(at.x)).ok()?;
        (place < self.steps.len()).then_some(place)
    }

    fn at(&self, at: Square) -> u32 {
        self.place(at).map_or(FAR, |place| self.steps[place])
    }
}

/// Whether nobody gets from one square to the next for what stands between; doors that are not locked can be opened.
fn shut(world: &World, between: &Between, from: Square, to: Square) -> bool {
    let closes = |edge: Edge| {
        let here = between.at(edge);
        let opens = || {
            let door = here.thing.and_then(|thing| world.part::<DoorState>(thing));
            door.is_some_and(|door| door.0 != Door::Locked)
        };
        here.step == CEILING && !opens()
    };
    Edge::passed(from.into(), to).any(closes)
}

/// What a creature thinks of the battlefield.
pub(super) struct Eye<'a> {
    enemies: Vec<Footprint>,
    distances: Distances,
    /// The longest range among its attacks, in squares.
    range: u32,
    side: u8,
    /// Squares that the goals want the creature in, with or without enemies near: a zone to hold, an exit to leave by.
    posts: Vec<Square>,
    /// Steps to them.
    to_posts: Distances,
    /// Where it is bad to end a turn, if anywhere.
    shunned: Option<Shunned>,
    ground: Ground<'a>,
    /// How the terms count, and the only enemy whose place counts where there is one.
    weights: Weights,
    quarry: Option<Footprint>,
    /// Steps to where the creature's manner draws it.
    to_pull: Option<Distances>,
}

/// Squares on which it is bad to end a turn, and the steps to the others.
struct Shunned {
    dread: Grid<u32>,
    to_safety: Distances,
}

impl Shunned {
    fn of(battle: &Battle, creature: Id) -> Option<Self> {
        let world = battle.world();
        let dread = battle.ruleset().shunned(world, creature)?;
        let map = world.resource::<Map>();
        let safe = dread.iter().filter(|&(at, &bad)| bad == 0 && !map.solid(at)).map(|(at, _)| Footprint::single(at));
        let to_safety = Distances::from(world, &safe.collect::<Vec<Footprint>>());
        Some(Self { dread, to_safety })
    }

    /// What a square is worth less for it: as much as it is dreaded, and a little for each step to a safe one.
    fn at(&self, at: Square) -> i32 {
        match self.dread.get(at).copied().unwrap_or(0) {
            0 => 0,
            bad => {
                let steps = self.to_safety.at(at).min(60);
                i32::try_from(bad.saturating_add(bad.min(40) * steps / 4)).unwrap_or(i32::MAX / 4)
            }
        }
    }
}

/// What is asked of the ground again and again, read once.
struct Ground<'a> {
    between: Option<&'a Between>,
    /// Squares nobody sees through for their full height.
    stops: Grid<bool>,
    /// Squares with something in them to hide behind.
    hides: Grid<bool>,
}

impl<'a> Ground<'a> {
    fn of(world: &'a World) -> Self {
        let (map, lay) = lay(world);
        let walls = map.cells().map(|at, _| {
            let terrain = map.terrain(at);
            terrain.is_none_or(|terrain| terrain.solid && terrain.opaque)
        });
        let mut ground = Self { between: lay.between.as_ref(), hides: walls.map(|_, _| false), stops: walls };
        let mut taken = ground.hides.clone();
        for object in objects(world) {
            let door = object.parts.get::<DoorState>().is_some_and(|door| door.0 != Door::Open);
            let cover = object.parts.contains::<GivesCover>();
            for &at in &object.thing.squares {
                if door {
                    ground.stops.set(at, true);
                }
                // Of several things in a square the first is hidden behind.
                if taken.set(at, true) == Some(false) {
                    ground.hides.set(at, cover);
                }
            }
        }
        ground
    }
}

impl<'a> Eye<'a> {
    /// The view of a creature whose attacks reach so far. `None` if there is no enemy, no goal wants the
    /// creature in a square, and it is well where it is.
    pub(super) fn of(battle: &'a Battle, creature: Id, range: u32) -> Option<Self> {
        Self::with(battle, creature, range, Weights::USUAL)
    }

    /// The same, of a creature for which the terms count so.
    pub(super) fn with(battle: &'a Battle, creature: Id, range: u32, weights: Weights) -> Option<Self> {
        let world = battle.world();
        let side = side_of(world, creature);
        let enemies: Vec<Footprint> =
            on_map(world).filter(|&id| enemy(battle, side, id)).map(|id| space(world, id)).collect();
        let enemies = if is_bystander(world, creature) { Vec::new() } else { enemies };
        let posts = posts(battle, creature);
        let shunned = Shunned::of(battle, creature);
        let here = world.the::<Position>(creature).at;
        let is_well = shunned.as_ref().is_none_or(|shunned| shunned.at(here) == 0);
        if enemies.is_empty() && posts.is_empty() && is_well && weights.pull.is_none() {
            return None;
        }
        let range = if battle.flow().round > PATIENCE { range.min(1) } else { range };
        let quarry = weights.quarry.map(|id| space(world, id));
        let distances = Distances::from(world, quarry.as_ref().map_or(&enemies[..], std::slice::from_ref));
        let to_pull = weights.pull.as_ref().map(|pull| Distances::from(world, &pull.to));
        let zone: Vec<Footprint> = posts.iter().map(|&post| Footprint::single(post)).collect();
        let to_posts = Distances::from(world, &zone);
        let (side, ground) = (world.the::<Body>(creature).side, Ground::of(world));
        Some(Self { enemies, distances, range, side, posts, to_posts, shunned, ground, weights, quarry, to_pull })
    }

    /// The value of the best square that the creature gets to now, and that square.
    pub(super) fn best_in_reach(&self, battle: &Battle, creature: Id) -> Option<(i32, Square)> {
        let (left, _) = battle.ruleset().movement_left(battle.world(), creature);
        let reach = battle.reach(creature);
        let squares = reach.squares.iter().filter(|reached| reached.stop && reached.cost <= left);
        let best = squares.map(|reached| (self.value(reached.at), -reached.cost, reached.at)).max();
        best.map(|(value, _, to)| (value, to))
    }

    /// Whether an enemy is within range of a square, or the goals want the creature there.
    fn has_in_range(&self, at: Square) -> bool {
        let body = Footprint { at, side: self.side };
        let near = |enemy: &Footprint| self.reaches(at, *enemy, body.steps(*enemy));
        self.enemies.iter().any(near) || self.posts.iter().any(|&post| body.contains(post))
    }

    /// Whether attacks from a square reach an enemy who is so many steps away.
    fn reaches(&self, from: Square, enemy: Footprint, steps: i32) -> bool {
        u32::try_from(steps).is_ok_and(|steps| steps <= self.range) && self.sees(from, enemy.at)
    }

    /// How good a square is to be in; higher is better.
    pub(super) fn value(&self, at: Square) -> i32 {
        let shunned = self.shunned.as_ref().map_or(0, |shunned| shunned.at(at));
        let wary = (self.weights.risk - 100).max(0);
        let exposed = if wary > 0 { wary * self.exposure(at) / 100 } else { 0 };
        self.fighting(at) * self.weights.harm / 100 + self.posted(at) + self.pull(at) - exposed - shunned
    }

    /// How safe a square is, in hundredths of a point of damage, and what the level's goals and the creature's manner say of it. It is less
    /// for each enemy who sees it, and more for what there is to hide behind.
    pub(super) fn safety(&self, at: Square) -> i32 {
        self.posted(at) + self.pull(at) - self.exposure(at) * self.weights.risk / 100
    }

    /// What standing in a square may cost for the enemies who see it.
    fn exposure(&self, at: Square) -> i32 {
        /// What being seen by an enemy costs, and what something to hide behind saves of it.
        const SEEN: i32 = 90;
        const SAVED: i32 = 50;
        let seen = self.enemies.iter().filter(|enemy| self.sees(at, enemy.at));
        seen.map(|enemy| SEEN - SAVED * self.shelter(at, enemy.at)).sum()
    }

    /// What the creature's manner says of a square.
    fn pull(&self, at: Square) -> i32 {
        let Some((pull, to_pull)) = self.weights.pull.as_ref().zip(self.to_pull.as_ref()) else { return 0 };
        let far = to_pull.at(at).min(60);
        let steps = |count: u32| i32::try_from(count).unwrap_or(60);
        let beyond = pull.leash.map_or(0, |leash| far.saturating_sub(leash));
        -pull.step * steps(far.saturating_sub(pull.free.min(self.range))) - STRAY * steps(beyond)
    }

    /// In the line of how many enemies a square lies.
    pub(super) fn seen_by(&self, at: Square) -> usize {
        self.enemies.iter().filter(|enemy| self.sees(at, enemy.at)).count()
    }

    /// What the level's goals say of a square.
    fn posted(&self, at: Square) -> i32 {
        if self.posts.is_empty() {
            return 0;
        }
        self.weights.goals * self.at_post(at) / 100
    }

    fn at_post(&self, at: Square) -> i32 {
        let body = Footprint { at, side: self.side };
        if self.posts.iter().any(|&post| body.contains(post)) {
            return POST;
        }
        let steps = i32::try_from(self.to_posts.at(at).min(60)).unwrap_or(60);
        -POST / 30 * steps
    }

    /// What the enemies say of a square.
    fn fighting(&self, at: Square) -> i32 {
        let body = Footprint { at, side: self.side };
        let mut in_range = false;
        let mut shelter = 0;
        let mut nearest = i32::MAX;
        for enemy in self.quarry.as_ref().map_or(&self.enemies[..], std::slice::from_ref) {
            let steps = body.steps(*enemy);
            nearest = nearest.min(steps);
            in_range = in_range || self.reaches(at, *enemy, steps);
            shelter += self.shelter(at, enemy.at);
        }
        let walk = i32::try_from(self.distances.at(at).min(500)).unwrap_or(500);
        if self.range <= 2 {
            return 400 * i32::from(in_range) - 10 * walk;
        }
        // Shooters stop at the edge of a good distance rather than nose to nose.
        let close = (4 - nearest).max(0);
        let wary = (15 * shelter.min(4) - 12 * close) * self.weights.risk / 100;
        if in_range { 600 + wary - walk } else { -10 * walk }
    }

    /// Whether nothing of full height stands on the straight line between two squares.
    fn sees(&self, from: Square, to: Square) -> bool {
        let walled_off = |between: &Between| between.walls_off(Point::centre(from), Point::centre(to), true);
        if self.ground.between.is_some_and(walled_off) {
            return false;
        }
        let steps = from.steps_to(to).max(1);
        (1..steps).all(|step| {
            let along = |a: i16, b: i16| {
                let (a, b) = (i32::from(a), i32::from(b));
                i16::try_from((2 * (a * steps + (b - a) * step) + steps).div_euclid(2 * steps)).unwrap_or(i16::MAX)
            };
            let at = Square::new(along(from.x, to.x), along(from.y, to.y));
            self.ground.stops.get(at) == Some(&false)
        })
    }

    /// Whether the square next to this one, towards the enemy, holds something to hide behind.
    fn shelter(&self, at: Square, enemy: Square) -> i32 {
        let toward = at.offset((enemy.x - at.x).signum(), (enemy.y - at.y).signum());
        let thing = self.ground.hides.get(toward) == Some(&true);
        let edge = self.ground.between.is_some_and(|between| {
            let sides = [Square::new(toward.x, at.y), Square::new(at.x, toward.y)];
            let sides = sides.into_iter().filter_map(|beside| Edge::between(at, beside));
            sides.into_iter().any(|edge| between.at(edge).hides() && !between.at(edge).is_wall())
        });
        i32::from(thing || edge)
    }
}

/// The squares that its side's goals want a creature in.
pub(super) fn posts(battle: &Battle, creature: Id) -> Vec<Square> {
    let level = battle.level();
    let world = battle.world();
    let side = side_of(world, creature);
    let wanted = |goal: &Goal| match goal {
        Goal::Hold { zone, .. } if belongs(battle, side, goal) => level.zones.get(zone).cloned().unwrap_or_default(),
        Goal::CarryOut { object, .. } if belongs(battle, side, goal) && carrier_of(world, object).is_none() => {
            lies_at(world, object)
        }
        _ if leads_off(battle, creature, goal) => exits(world),
        _ => Vec::new(),
    };
    level.goals.iter().flat_map(Goal::leaves).flat_map(wanted).collect()
}

/// Whether a goal, joined from no others, wants a creature to leave by an exit.
fn leads_off(battle: &Battle, creature: Id, goal: &Goal) -> bool {
    let world = battle.world();
    match goal {
        Goal::Escape { who, .. } if who.is_empty() => belongs(battle, side_of(world, creature), goal),
        Goal::Escape { who, .. } => who.iter().any(|name| *name == world.the::<Creature>(creature).name),
        Goal::CarryOut { object, .. } => {
            belongs(battle, side_of(world, creature), goal) && carrier_of(world, object) == Some(creature)
        }
        _ => false,
    }
}

fn belongs(battle: &Battle, side: SideId, goal: &Goal) -> bool {
    let id = battle.level().sides.get(usize::from(side.0)).map(|side| side.id.as_str());
    goal.side().is_some() && goal.side() == id
}

/// Whether the level's goals make a creature worth more to a side: the side must take it out, or another side must keep it safe or get
/// it out.
pub(crate) fn wanted(battle: &Battle, side: SideId, name: &str) -> bool {
    battle.level().goals.iter().flat_map(Goal::leaves).any(|goal| match goal {
        Goal::Eliminate { targets, .. } => belongs(battle, side, goal) && targets.iter().any(|target| target == name),
        Goal::Protect { creature, .. } => !belongs(battle, side, goal) && creature == name,
        Goal::Escape { who, .. } => !belongs(battle, side, goal) && who.iter().any(|one| one == name),
        Goal::CarryOut { object, .. } => {
            let carrier = carrier_of(battle.world(), object);
            !belongs(battle, side, goal)
                && carrier.is_some_and(|by| battle.world().resource::<Names>().name(by) == name)
        }
        _ => false,
    })
}

/// Leaves by the exit it stands in or gets to, when that is what its side is there for.
pub(super) fn get_away(battle: &Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let world = battle.world();
    let mut goals = battle.level().goals.iter().flat_map(Goal::leaves);
    let offer = offers.iter().find(|offer| offer.purpose == Purpose::Leave)?;
    if !goals.any(|goal| leads_off(battle, creature, goal)) {
        return None;
    }
    // Where one leaves on the way, the way must lead out.
    let (cells, side) = (world.resource::<Map>().cells(), world.the::<Body>(creature).side);
    let exit = |at: Square| cells.get(at).is_some_and(|cell| cell.exit);
    let leads_out = |act: &Act| act.at.is_none_or(|at| Footprint { at, side }.squares().any(exit));
    let acts = battle.ruleset().acts(world, creature, offer);
    acts.into_iter().find(leads_out).map(Order::Act)
}

/// Moves a creature whose attacks reach so far to a better square than its own; far from all enemies it sprints.
pub(super) fn better_place(battle: &Battle, creature: Id, offers: &[Offer], range: u32) -> Option<Order> {
    let world = battle.world();
    let eye = Eye::of(battle, creature, range)?;
    let here = eye.value(world.the::<Position>(creature).at);
    if let Some((value, to)) = eye.best_in_reach(battle, creature)
        && value > here
    {
        return Some(Order::Move(MoveOrder { creature, to: Some(to), path: None }));
    }
    // Far from everybody and nothing nearer within reach: run, if there is something like running.
    let sprint = offers.iter().find(|offer| offer.purpose == Purpose::Sprint);
    let far = eye.distances.at(world.the::<Position>(creature).at) > eye.range.saturating_mul(2) + 6;
    sprint
        .filter(|_| far)
        .and_then(|offer| battle.ruleset().acts(world, creature, offer).into_iter().next())
        .map(Order::Act)
}

/// Sprints with a creature that has no enemy in range, if a better square is in reach only then. Example: on top of a cliff.
pub(super) fn run_up(battle: &mut Battle, creature: Id, offers: &[Offer], range: u32) -> Option<Order> {
    let eye = Eye::of(battle, creature, range)?;
    let at = battle.world().the::<Position>(creature).at;
    if eye.has_in_range(at) {
        return None;
    }
    let here = eye.value(at);
    let world = battle.world();
    let sprints = offers.iter().filter(|offer| offer.purpose == Purpose::Sprint && offer.aim == Aim::Nothing);
    let orders = sprints.flat_map(|offer| battle.ruleset().acts(world, creature, offer)).map(Order::Act);
    let orders: Vec<Order> = orders.collect();
    let best = |after: &Battle| Eye::of(after, creature, range)?.best_in_reach(after, creature);
    let mut leads_on = |order: &Order| {
        let after = battle.ahead(order, |after| best(after)).ok().flatten();
        after.is_some_and(|(value, _)| value > here)
    };
    orders.into_iter().find(|order| leads_on(order))
}

/// Gets a creature up that lies on the ground and is about to move, if it can.
pub(super) fn get_up(battle: &mut Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let orders = ways_up(battle, creature, offers);
    let mut gets_up = |order: &Order| battle.ahead(order, |after| !lies(after, creature)).unwrap_or(false);
    orders.into_iter().find(|order| gets_up(order))
}

/// Orders by which a creature that lies may get up; none where it does not lie.
pub(super) fn ways_up(battle: &Battle, creature: Id, offers: &[Offer]) -> Vec<Order> {
    if !lies(battle, creature) {
        return Vec::new();
    }
    let ways = offers.iter().filter(|offer| offer.purpose == Purpose::Move && offer.aim == Aim::Nothing);
    ways.flat_map(|offer| battle.ruleset().acts(battle.world(), creature, offer)).map(Order::Act).collect()
}

/// Whether a creature lies on the ground.
pub(super) fn lies(battle: &Battle, creature: Id) -> bool {
    bears(battle, creature, Mark::lies)
}

/// Whether a creature bears a condition with a mark of some kind.
pub(super) fn bears(battle: &Battle, creature: Id, kind: impl Fn(Mark) -> bool) -> bool {
    let conditions = battle.world().part::<Conditions>(creature);
    let mark = |one: &Condition| battle.ruleset().mark(&one.key);
    conditions.is_some_and(|all| all.0.iter().any(|one| mark(one).is_some_and(&kind)))
}

/// Opens a closed door within reach, when there is nothing better to do.
pub(super) fn open_way(battle: &Battle, creature: Id, offers: &[Offer]) -> Option<Order> {
    let world = battle.world();
    let shut =
        |id: Id| world.part::<DoorState>(id).is_some_and(|door| door.0 != Door::Open) && opens(world, creature, id);
    offers
        .iter()
        .filter(|offer| offer.purpose == Purpose::Interact)
        .flat_map(|offer| battle.ruleset().acts(world, creature, offer))
        .find(|act| act.target.is_some_and(shut))
        .map(Order::Act)
}
