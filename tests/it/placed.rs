//! Nobody is placed where a walk through the same edge would be refused: into a grapple and out of one, into a saddle and off it, pushed,
//! thrown, made to give way. Random boards with something between the squares, under every ruleset.
//!
//! What stops a body is worked out here from the drawing alone, not asked of the code that places creatures.

use std::collections::BTreeMap;
use std::sync::Arc;

use battlemat::ai::Random;
use battlemat::battle::{Act, Battle, GmAct, Id, Order, Ruleset, is_on_map, on_map, space};
use battlemat::grid::{Direction, Edge, Footprint, Square};
use battlemat::rules;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};

const WIDTH: i16 = 9;
const HEIGHT: i16 = 7;

/// What can stand between two squares: everything but the last up to the ceiling, and none of it to be broken.
const KINDS: [(char, &str); 4] = [('|', "wall"), ('#', "grille"), ('w', "pane"), (':', "low_wall")];

/// A board: what stands between its squares, and which of them become walls in the course of the fight.
struct Board {
    edges: BTreeMap<Edge, char>,
    rising: Vec<Square>,
}

impl Board {
    /// Two rooms or three, with nothing that leads from one to another.
    fn rooms(random: &mut ChaCha8Rng) -> Self {
        let (x, y) = (random.random_range(2..WIDTH - 2), random.random_range(2..HEIGHT - 2));
        let mut kind = || KINDS[random.random_range(0..3)].0;
        let mut edges: BTreeMap<Edge, char> = BTreeMap::new();
        for row in 0..HEIGHT {
            edges.insert(Edge::west(Square::new(x, row)), kind());
        }
        for column in x..WIDTH {
            edges.insert(Edge::north(Square::new(column, y)), kind());
        }
        Self { edges, rising: rising(random) }
    }

    /// Something here and there.
    fn scattered(random: &mut ChaCha8Rng) -> Self {
        let mut edges = BTreeMap::new();
        for at in squares() {
            for edge in [Edge::west(at), Edge::north(at)] {
                if random.random_range(0..4) == 0 {
                    edges.insert(edge, KINDS[random.random_range(0..KINDS.len())].0);
                }
            }
        }
        Self { edges, rising: rising(random) }
    }

    fn level(&self, random: &mut ChaCha8Rng) -> String {
        let mut free: Vec<Square> = squares().filter(|at| at.x + 1 < WIDTH && at.y + 1 < HEIGHT).collect();
        let mut letters: BTreeMap<Square, char> = BTreeMap::new();
        for letter in ['L', 'M', 'a', 'b', 'c', 'd', 'e', 'f'] {
            let large = letter < 'a';
            let side = if large { 2 } else { 1 };
            let whole = |&at: &Square| {
                let space = Footprint { at, side };
                let whole = !Edge::inside(space).any(|edge| self.edges.contains_key(&edge));
                whole && space.squares().all(|at| free.contains(&at) || !large)
            };
            let fits: Vec<Square> = free.iter().copied().filter(whole).collect();
            let Some(&at) = fits.get(random.random_range(0..fits.len().max(1))) else {
                continue;
            };
            letters.insert(at, letter);
            free.retain(|&other| !Footprint { at, side }.contains(other));
        }
        let mut plan = String::new();
        for line in 0..=2 * HEIGHT {
            for column in 0..=2 * WIDTH {
                let at = Square::new(column / 2, line / 2);
                plan.push(match (column % 2, line % 2) {
                    (0, 0) => '+',
                    (0, _) => self.edges.get(&Edge::west(at)).copied().unwrap_or(' '),
                    (_, 0) => self.edges.get(&Edge::north(at)).copied().unwrap_or(' '),
                    _ => letters.get(&at).copied().unwrap_or('.'),
                });
            }
            plan.push('\n');
        }
        let mut text = format!("name = \"Rooms\"\nruleset = \"essence\"\nplan = '''\n{plan}'''\n[legend]\n");
        for &letter in letters.values() {
            let (kind, size) = if letter < 'a' { ("ogre", "large") } else { ("soldier", "medium") };
            let side = if "Lace".contains(letter) { "blue" } else { "red" };
            let arms = if letter < 'a' { "" } else { "essence = { weapons = [\"unarmed\", \"knife\"] }, " };
            text += &format!(
                "\"{letter}\" = {{ creature = \"{kind}\", size = \"{size}\", side = \"{side}\", {arms}name = \"N{letter}\" }}\n"
            );
        }
        text += "[edges]\n\"#\" = { edge = \"grille\" }\n\"w\" = { edge = \"pane\" }\n";
        text += "[edge.grille]\nlike = \"bars\"\nhp = 4000\n[edge.pane]\nlike = \"window\"\nhp = 4000\n";
        text += "[[side]]\nid = \"blue\"\nseat = \"ai\"\n[[side]]\nid = \"red\"\nseat = \"ai\"\n";
        for (number, at) in self.rising.iter().enumerate() {
            text += &format!(
                "[[event]]\nid = \"rise-{number}\"\nwhen = \"manual\"\ndo = {{ terrain = {{ squares = [[{}, {}]], becomes = \"wall\" }} }}\n",
                at.x, at.y
            );
            text += &format!(
                "[[event]]\nid = \"push-{number}\"\nwhen = \"manual\"\ndo = {{ push = {{ squares = [[{}, {}]], direction = \"{}\", count = 2 }} }}\n",
                at.x,
                at.y,
                ["north", "east", "south_west", "north_east", "west", "south"][number % 6]
            );
        }
        text
    }

    /// Whether what stands between two neighbouring squares lets a body by.
    fn lets_by(&self, from: Square, to: Square) -> bool {
        let aslant = from.x != to.x && from.y != to.y;
        let stops = |edge: Edge| self.edges.get(&edge).is_some_and(|&kind| kind != ':' || aslant);
        !Edge::passed(Footprint::single(from), to).any(stops)
    }

    /// The squares to which something leads from one of these, in rooms that nothing leads out of.
    fn room(&self, from: Footprint) -> Vec<Square> {
        let mut room: Vec<Square> = from.squares().collect();
        let mut next = 0;
        while next < room.len() {
            let at = room[next];
            next += 1;
            for direction in [Direction::North, Direction::East, Direction::South, Direction::West] {
                let to = at.step(direction);
                let stops =
                    Edge::between(at, to).and_then(|edge| self.edges.get(&edge)).is_some_and(|&kind| kind != ':');
                if !stops && squares().any(|at| at == to) && !room.contains(&to) {
                    room.push(to);
                }
            }
        }
        room
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| Square::new(x, y)))
}

fn rising(random: &mut ChaCha8Rng) -> Vec<Square> {
    (0..12).map(|_| Square::new(random.random_range(0..WIDTH), random.random_range(0..HEIGHT))).collect()
}

/// What brings creatures somewhere without a step of their own, under one ruleset or another.
const BRINGS: [&str; 14] = [
    "grapple",
    "push",
    "mount",
    "dismount",
    "release",
    "shove",
    "switch_places",
    "trip",
    "command",
    "throw",
    "let_go",
    "escape",
    "seize",
    "technique",
];

fn choose(battle: &Battle, player: &mut Random, random: &mut ChaCha8Rng) -> Option<Order> {
    let acts = || {
        let all = battle.legal().into_iter().map(|legal| legal.order);
        all.filter(|order| matches!(order, Order::Act(act) if BRINGS.contains(&&*act.action))).collect::<Vec<_>>()
    };
    if battle.decision().is_none() && random.random_range(0..3) > 0 {
        // Each kind of action as often as any other.
        let mut kinds: BTreeMap<String, Vec<Order>> = BTreeMap::new();
        for order in acts() {
            let Order::Act(act) = &order else { continue };
            kinds.entry(act.action.clone()).or_default().push(order);
        }
        let mut kinds: Vec<Vec<Order>> = kinds.into_values().collect();
        if !kinds.is_empty() {
            let mut acts = kinds.swap_remove(random.random_range(0..kinds.len()));
            return Some(acts.swap_remove(random.random_range(0..acts.len())));
        }
    }
    player.choose(battle)
}

/// Something that the game master does: a wall rises, a gust, or a creature falls over.
fn meddles(battle: &Battle, random: &mut ChaCha8Rng) -> Order {
    let all: Vec<Id> = on_map(battle.world()).collect();
    let number = random.random_range(0..12);
    Order::Gm(match random.random_range(0..4) {
        0 => GmAct::Fire { event: format!("rise-{number}") },
        1 => GmAct::Fire { event: format!("push-{number}") },
        _ => GmAct::AddCondition { creature: all[random.random_range(0..all.len())], condition: "prone".into() },
    })
}

/// Whether a creature finds a place in a room, others and walls aside.
fn has_room(battle: &Battle, board: &Board, room: &[Square], id: Id) -> bool {
    let world = battle.world();
    let side = space(world, id).side;
    let map = world.resource::<battlemat::battle::Map>();
    let taken = |space: Footprint| on_map(world).any(|other| other != id && self::space(world, other).overlaps(space));
    room.iter().any(|&at| {
        let space = Footprint { at, side };
        space.squares().all(|at| room.contains(&at) && !map.solid(at))
            && !Edge::inside(space).any(|edge| board.edges.contains_key(&edge))
            && !taken(space)
    })
}

/// Wherever everybody was before an order, there is a way from there to where it is after it.
fn nobody_has_left(battle: &Battle, board: &Board, before: &[(Id, Footprint)], order: &Order) -> usize {
    let world = battle.world();
    let mut moved = 0;
    for &(id, from) in before.iter().filter(|(id, _)| is_on_map(world, *id)) {
        let now = space(world, id);
        let room = board.room(from);
        moved += usize::from(now != from);
        let left = !now.squares().all(|at| room.contains(&at));
        let found = || has_room(battle, board, &room, id);
        assert!(
            !left || !found(),
            "{}: {} of {from:?} is at {now:?} after {order:?}\n{:?}",
            battle.ruleset().key(),
            battle.name(id),
            board.edges
        );
    }
    moved
}

/// What can be ordered that brings one creature to another, or to a square, leads past nothing that bars a step.
fn orders_lead_somewhere(battle: &Battle, board: &Board, seen: &mut BTreeMap<String, usize>) {
    let world = battle.world();
    for order in battle.legal().into_iter().map(|legal| legal.order) {
        let Order::Act(act @ Act { creature, target, at, .. }) = &order else { continue };
        if !["grapple", "mount", "dismount", "switch_places"].contains(&&*act.action) {
            continue;
        }
        let to = target.map(|target| space(world, target)).or(at.map(Footprint::single));
        let (from, Some(to)) = (space(world, *creature), to) else { continue };
        if from.steps(to) != 1 {
            continue;
        }
        let steps = from.squares().flat_map(|a| to.squares().map(move |b| (a, b)));
        let mut near = steps.filter(|(a, b)| a.touches(*b));
        assert!(
            near.any(|(a, b)| board.lets_by(a, b)),
            "{}: {order:?} from {from:?} to {to:?}\n{:?}",
            battle.ruleset().key(),
            board.edges
        );
        *seen.entry(act.action.clone()).or_default() += 1;
    }
}

#[track_caller]
fn check(ruleset: &'static dyn Ruleset, fights: u64, looks: bool, board: fn(&mut ChaCha8Rng) -> Board) {
    let (mut moved, mut seen) = (0, BTreeMap::new());
    for seed in 0..fights {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let board = board(&mut random);
        let text = board.level(&mut random);
        let (level, _) = rules::read_level(&text, "rooms").unwrap_or_else(|found| panic!("{text}\n{found:?}"));
        let mut battle = Battle::new(Arc::new(level), ruleset, seed).expect("a playable level");
        let mut player = Random::new(seed);
        for count in 0..50 {
            let meddles = count % 4 == 3 && on_map(battle.world()).next().is_some();
            let order = if meddles {
                Some(self::meddles(&battle, &mut random))
            } else {
                choose(&battle, &mut player, &mut random)
            };
            let Some(order) = order else { break };
            let spaces = |battle: &Battle| on_map(battle.world()).map(|id| (id, space(battle.world(), id))).collect();
            let before: Vec<(Id, Footprint)> = spaces(&battle);
            // What the game master may not do now is left.
            if battle.order(&order).is_ok() {
                moved += nobody_has_left(&battle, &board, &before, &order);
            }
            if looks && battle.decision().is_none() {
                orders_lead_somewhere(&battle, &board, &mut seen);
            }
        }
    }
    assert!(moved > 20, "{}: somebody should have been moved: {moved}", ruleset.key());
    if looks && ruleset.key() == "essence" {
        let all = ["grapple", "mount"].iter().all(|&word| seen.contains_key(word));
        assert!(all, "it should have come to all of it: {seen:?}");
    }
}

fn every_ruleset() -> impl Iterator<Item = &'static dyn Ruleset> {
    rules::all().iter().chain(rules::begun()).copied()
}

#[test]
fn nobody_comes_out_of_a_room_that_nothing_leads_out_of() {
    for ruleset in every_ruleset() {
        check(ruleset, 10, false, Board::rooms);
    }
}

#[test]
fn nobody_is_brought_past_what_a_walk_would_not_get_past() {
    for ruleset in every_ruleset() {
        check(ruleset, 12, true, Board::scattered);
    }
}
