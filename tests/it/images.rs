//! Eight images of every board give eight images of the answer: a board by lot is turned and mirrored, and everything that rules of
//! geometry answer is asked of each image as the game asks it. Lines and cover are what the aim says, movement is what can be reached,
//! areas and pushes are what an order or event does to everybody.
//!
//! Levels are drawn by lot as in `brawls`; `BATTLEMAT_IMAGES=N` looks at N boards under each ruleset.

use std::fmt::Write;
use std::sync::Arc;

use battlemat::battle::{
    Act, Aim, Battle, ById, Conditions, Creature, Decision, DoorState, GmAct, Id, Names, Offer, Order, Position,
    Purpose, Ruleset, Trace, edge_of, is_on_map, space,
};
use battlemat::grid::{Edge, Footprint, Square};
use battlemat::rules;

use crate::attack::files::Rng;

/// The edge of the board, in squares.
const SIDE: i16 = 9;

/// One of the eight ways to turn and mirror the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Image {
    /// Rows become columns, before anything is mirrored.
    swapped: bool,
    east_to_west: bool,
    north_to_south: bool,
}

impl Image {
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|n| Self { swapped: n & 1 != 0, east_to_west: n & 2 != 0, north_to_south: n & 4 != 0 })
    }

    fn mirrored(self, (x, y): (i16, i16), last: i16) -> (i16, i16) {
        (if self.east_to_west { last - x } else { x }, if self.north_to_south { last - y } else { y })
    }

    /// Where something of so many squares along its edge comes to lie, by its north-west square.
    fn of(self, at: Square, side: u8) -> Square {
        let (x, y) = if self.swapped { (at.y, at.x) } else { (at.x, at.y) };
        let (x, y) = self.mirrored((x, y), SIDE - i16::from(side));
        Square::new(x, y)
    }

    /// The way back.
    fn back(self, at: Square, side: u8) -> Square {
        let (x, y) = self.mirrored((at.x, at.y), SIDE - i16::from(side));
        if self.swapped { Square::new(y, x) } else { Square::new(x, y) }
    }

    fn edge(self, edge: Edge) -> Edge {
        let [one, other] = edge.squares().map(|at| self.of(at, 1));
        Edge::between(one, other).expect("neighbours stay neighbours")
    }

    fn edge_back(self, edge: Edge) -> Edge {
        let [one, other] = edge.squares().map(|at| self.back(at, 1));
        Edge::between(one, other).expect("neighbours stay neighbours")
    }

    /// The word for where a direction comes to lie.
    fn facing(self, (x, y): (i16, i16)) -> &'static str {
        let (x, y) = if self.swapped { (y, x) } else { (x, y) };
        let (x, y) = (if self.east_to_west { -x } else { x }, if self.north_to_south { -y } else { y });
        match (x, y) {
            (0, -1) => "n",
            (1, -1) => "ne",
            (1, 0) => "e",
            (1, 1) => "se",
            (0, 1) => "s",
            (-1, 1) => "sw",
            (-1, 0) => "w",
            _ => "nw",
        }
    }

    /// The word for where east comes to lie.
    fn east(self) -> &'static str {
        match self {
            Self { swapped: false, east_to_west: false, .. } => "east",
            Self { swapped: false, .. } => "west",
            Self { north_to_south: false, .. } => "south",
            Self { .. } => "north",
        }
    }
}

/// A creature of a board.
#[derive(Clone, Copy)]
struct Person {
    kind: &'static str,
    /// How many squares its space has along its edge.
    side: u8,
    of: &'static str,
    /// The north-west square.
    at: Square,
    /// Where it looks, as steps to the east and to the south.
    facing: (i16, i16),
}

impl Person {
    fn space(&self) -> Footprint {
        Footprint::new(self.at, self.side)
    }
}

/// A board by lot.
struct Board {
    /// What stands in each square, row by row.
    ground: Vec<char>,
    /// How high it is, in steps of 5 ft.
    heights: Vec<char>,
    /// What stands about, and whether a door of them is open.
    things: Vec<(&'static str, bool, Square)>,
    edges: Vec<(Edge, &'static str)>,
    people: Vec<Person>,
    burst: Square,
}

const GROUND: &[char] = &['.', '.', '.', '.', '.', '.', '.', '.', '.', '.', '#', '#', ','];
const THINGS: [&str; 7] = ["crate", "barrier", "table", "boulder", "tree", "door", "bush"];
const BETWEEN: [&str; 8] = ["wall", "low_wall", "window", "door", "fence", "bars", "curtain", "opening"];
const KINDS: [&str; 8] = ["soldier", "sniper", "mystic", "brute", "engineer", "ogre", "scout", "medic"];
const SIZES: [(u8, &str); 4] = [(1, "medium"), (1, "small"), (2, "large"), (3, "huge")];

fn place(at: Square) -> usize {
    usize::try_from(at.y * SIDE + at.x).expect("a square of the board")
}

impl Board {
    fn by_lot(lot: &mut Rng) -> Self {
        let squares = usize::try_from(SIDE * SIDE).expect("a small board");
        let mut ground: Vec<char> = (0..squares).map(|_| *lot.one_of(GROUND)).collect();
        let uneven = lot.below(2) == 0;
        let one = |lot: &mut Rng| if uneven && lot.below(6) == 0 { *lot.one_of(&['1', '1', '2']) } else { '.' };
        let mut heights: Vec<char> = (0..squares).map(|_| one(lot)).collect();
        let mut people: Vec<Person> = Vec::new();
        while people.len() < 5 {
            let (kind, (side, _)) = (*lot.one_of(&KINDS), *lot.one_of(&SIZES));
            let room = usize::try_from(SIDE).expect("a small board") + 1 - usize::from(side);
            let at = |lot: &mut Rng| i16::try_from(lot.below(room)).expect("a small board");
            let at = Square::new(at(lot), at(lot));
            let here = Footprint::new(at, side);
            if people.iter().any(|one| one.space().overlaps(here)) {
                continue;
            }
            for at in here.squares() {
                ground[place(at)] = '.';
                heights[place(at)] = '.';
            }
            let of = if people.len().is_multiple_of(2) { "red" } else { "blue" };
            let facing = *lot.one_of(&[(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]);
            people.push(Person { kind, side, of, at, facing });
        }
        let mut edges: Vec<(Edge, &str)> = Vec::new();
        for _ in 0..lot.below(9) {
            let kind = *lot.one_of(&BETWEEN);
            let mut along = Square::new(1, 1).offset(below(lot, SIDE - 1), below(lot, SIDE - 1));
            let north = lot.below(2) == 0;
            for _ in 0..=lot.below(3) {
                let edge = if north { Edge::north(along) } else { Edge::west(along) };
                along = if north { along.offset(1, 0) } else { along.offset(0, 1) };
                let inside = edge.squares().into_iter().all(|at| at.x < SIDE && at.y < SIDE);
                let apart = people.iter().all(|person| Edge::inside(person.space()).all(|one| one != edge));
                if inside && apart && edges.iter().all(|&(known, _)| known != edge) {
                    edges.push((edge, kind));
                }
            }
        }
        let mut things: Vec<(&str, bool, Square)> = Vec::new();
        for _ in 0..lot.below(12) {
            let at = Square::new(below(lot, SIDE), below(lot, SIDE));
            let taken = people.iter().any(|person| person.space().contains(at));
            if !taken && ground[place(at)] == '.' && things.iter().all(|&(_, _, known)| known != at) {
                things.push((*lot.one_of(&THINGS), lot.below(2) == 0, at));
            }
        }
        let burst = Square::new(below(lot, SIDE), below(lot, SIDE));
        ground[place(burst)] = '.';
        Self { ground, heights, things, edges, people, burst }
    }

    fn drawing(squares: &[char], image: Image) -> String {
        let mut out = String::new();
        for y in 0..SIDE {
            for x in 0..SIDE {
                out.push(squares[place(image.back(Square::new(x, y), 1))]);
            }
            out.push('\n');
        }
        out
    }

    /// The level that an image of it is.
    fn level(&self, image: Image, ruleset: &str) -> String {
        let (map, heights) = (Self::drawing(&self.ground, image), Self::drawing(&self.heights, image));
        let mut out = format!(
            "name = \"Image\"\nruleset = \"{ruleset}\"\nground = \"floor\"\nmap = '''\n{map}'''\nelevation = '''\n{heights}'''\n\
             [[side]]\nid = \"red\"\n[[side]]\nid = \"blue\"\n[[goal]]\nwin = \"last_side_standing\"\n"
        );
        for (number, &Person { kind, side, of, at, facing }) in self.people.iter().enumerate() {
            let at = image.of(at, side);
            let (_, size) = SIZES.iter().rev().find(|(known, _)| *known == side).expect("a known size");
            let own = match ruleset {
                "vigor" => format!("\nvigor = {{ facing = \"{}\" }}", image.facing(facing)),
                "sol" => {
                    "\nsol = { attacks = [\"carbine\", \"grenade\", \"knife\", { key = \"ram\", name = \"Ram\", kind = \"melee\", \
                          range_ft = 10, damage = \"1d4\", type = \"force\", no_dodge = true, rider = { push = 2 } }] }"
                        .to_string()
                }
                _ => String::new(),
            };
            writeln!(
                out,
                "[[creature]]\nkind = \"{kind}\"\nside = \"{of}\"\nname = \"P{number}\"\nsize = \"{size}\"\nat = [{}, {}]{}",
                at.x,
                at.y,
                own
            )
            .expect("text");
        }
        for (number, &(kind, open, at)) in self.things.iter().enumerate() {
            let at = image.of(at, 1);
            let door = if kind == "door" && open { "door = \"open\"\n" } else { "" };
            writeln!(out, "[[place]]\nobject = \"{kind}\"\nat = [[{}, {}]]\nname = \"T{number}\"\n{door}", at.x, at.y)
                .expect("text");
        }
        for (number, &(edge, kind)) in self.edges.iter().enumerate() {
            let edge = image.edge(edge);
            let [_, at] = edge.squares();
            let side = if edge.runs_across() { "north" } else { "west" };
            let named = ["window", "door", "bars", "fence"].contains(&kind);
            let name = if named { format!("name = \"E{number}\"\n") } else { String::new() };
            writeln!(out, "[[run]]\nedge = \"{kind}\"\nof = [[{}, {}]]\nside = \"{side}\"\n{name}", at.x, at.y)
                .expect("text");
        }
        let (burst, east) = (image.of(self.burst, 1), image.east());
        writeln!(
            out,
            "[zone]\nall = {{ from = [0, 0], to = [{last}, {last}] }}\n\
             [[event]]\nid = \"burst\"\nwhen = \"manual\"\ndo = {{ burst = {{ at = [{}, {}], radius = \"13 ft\", damage = \"6d6 fire\" }} }}\n\
             [[event]]\nid = \"gust\"\nwhen = \"manual\"\ndo = {{ push = {{ squares = \"all\", direction = \"{east}\", count = 2 }} }}",
            burst.x,
            burst.y,
            last = SIDE - 1
        )
        .expect("text");
        out
    }
}

fn below(lot: &mut Rng, bound: i16) -> i16 {
    i16::try_from(lot.below(usize::try_from(bound).expect("a bound"))).expect("a small board")
}

/// One image of a board in play, asked in the words of the board that it is an image of.
struct Asked {
    battle: Battle,
    image: Image,
}

/// An order in the words of the board itself: squares are its own, and the target is called by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deed {
    Event(&'static str),
    Act {
        act: Act,
        at: Option<Square>,
        upon: Option<String>,
    },
    /// Aimed at the north-west corner of a square.
    Corner {
        act: Act,
        at: Square,
    },
}

impl Asked {
    fn people(&self) -> Vec<(Id, &str)> {
        let names = self.battle.world().resource::<Names>().iter();
        let mut all: Vec<(Id, &str)> = names.collect();
        all.retain(|&(id, _)| self.battle.world().part::<Creature>(id).is_some() && is_on_map(self.battle.world(), id));
        all
    }

    /// What is known of every attack of everybody upon everything before it is made.
    fn aims(&self, out: &mut Vec<String>) {
        let (world, ruleset) = (self.battle.world(), self.battle.ruleset());
        let all: Vec<(Id, &str)> = world.resource::<Names>().iter().collect();
        for (id, name) in self.people() {
            let offers = ruleset.offers(world, id);
            let harmful = offers.iter().filter(|offer| offer.purpose == Purpose::Harm && offer.aim == Aim::Thing);
            for offer in harmful {
                for &(target, whom) in all.iter().filter(|(target, _)| *target != id) {
                    let Some(info) = ruleset.aim(world, &offer.order(id).upon(target)) else { continue };
                    // Of several lines with as much cover any may be told of: those of a large body, and those to either side
                    // of what stands between squares.
                    let one_line = [id, target].iter().all(|&id| match world.part::<Creature>(id) {
                        Some(_) => space(world, id).side == 1,
                        None => edge_of(world, id).is_none(),
                    });
                    let mut why = info.cover.lines();
                    why.retain(|_| one_line);
                    why.sort_unstable();
                    let mut pool = info.pool.as_ref().map_or_else(Vec::new, Trace::lines);
                    pool.retain(|_| one_line);
                    pool.sort_unstable();
                    out.push(format!(
                        "{name} {:?} upon {whom}: {}, {:?}, {why:?}, {pool:?}",
                        offer.with, info.distance, info.shelter.step
                    ));
                }
            }
        }
    }

    /// Where everybody gets to, and at what cost; of those of several squares the next steps.
    fn ways(&self, out: &mut Vec<String>) {
        let (world, ruleset) = (self.battle.world(), self.battle.ruleset());
        for (id, name) in self.people() {
            let here = space(world, id);
            if here.side == 1 {
                for reached in &ruleset.reach(world, id).squares {
                    let at = self.image.back(reached.at, 1);
                    out.push(format!("{name} to {at:?}: {}, {}", reached.cost, reached.stop));
                }
            }
            // A step is named by the north-west square that it leads to. Of a large body that makes itself narrow not every image of a
            // step has such a name, so those are left out.
            for to in here.at.neighbours() {
                if let Ok(step) = ruleset.step(world, id, to)
                    && step.side == here.side
                {
                    let at = self.image.back(step.to, step.side);
                    out.push(format!("{name} steps to {at:?}, {}, {:?}: {}", step.side, step.height, step.cost.value));
                }
            }
        }
    }

    /// The harmful deeds of the creature on turn, and what it can be done with.
    fn deeds(&self) -> Vec<Deed> {
        let (world, ruleset) = (self.battle.world(), self.battle.ruleset());
        let Some(id) = self.battle.active() else { return Vec::new() };
        let offers: Vec<Offer> = ruleset.offers(world, id);
        let harmful = offers
            .iter()
            .filter(|offer| matches!(offer.purpose, Purpose::Harm | Purpose::Control) && offer.refusal.is_none());
        let mut out = Vec::new();
        for offer in harmful {
            // ESS-AREA-1: a Burst begins in the north-west corner of the square that is named.
            let corner = ruleset.key() == "essence" && offer.aim == Aim::Square;
            for act in ruleset.acts(world, id, offer) {
                match act.at {
                    Some(at) if corner => {
                        let at = self.image.back(at, 0);
                        out.push(Deed::Corner { act: Act { at: None, ..act }, at });
                    }
                    at => {
                        let at = at.map(|at| self.image.back(at, 1));
                        let upon = act.target.map(|target| self.battle.name(target).to_owned());
                        out.push(Deed::Act { act: Act { at: None, target: None, ..act }, at, upon });
                    }
                }
            }
        }
        out
    }

    fn order_of(&self, deed: &Deed) -> Order {
        match deed.clone() {
            Deed::Event(event) => Order::Gm(GmAct::Fire { event: event.into() }),
            Deed::Act { act, at, upon } => {
                let names = self.battle.world().resource::<Names>();
                let target = upon.map(|name| names.find(&name).expect("a name of the board"));
                Order::Act(Act { at: at.map(|at| self.image.of(at, 1)), target, ..act })
            }
            Deed::Corner { act, at } => Order::Act(Act { at: Some(self.image.of(at, 0)), ..act }),
        }
    }

    /// The answer to a question: nothing, or the first place of those that there are on the board itself.
    fn answer(&self, decision: &Decision) -> Option<String> {
        let side = space(self.battle.world(), decision.creature).side;
        let places = decision.choices.iter().filter_map(|choice| Some((self.image.back(choice.at?, side), choice)));
        let first = places.min_by_key(|(at, _)| *at).map(|(_, choice)| choice);
        let last = decision.choices.last().filter(|last| last.purpose == Purpose::Decline);
        Some(last.or(first).or(decision.choices.first())?.key.to_string())
    }

    /// How everybody and everything is after a deed, which is then taken back.
    fn outcome(&mut self, deed: &Deed) -> String {
        let before = self.battle.orders().len();
        let order = self.order_of(deed);
        let mut out = match self.battle.order(&order) {
            Ok(_) => format!("{deed:?}\n"),
            Err(refusal) => return format!("{deed:?}: {}", refusal.code),
        };
        for _ in 0..20 {
            let Some(decision) = self.battle.decision().cloned() else { break };
            let choice = self.answer(&decision).expect("a question with an answer");
            writeln!(out, "{} asked {}", self.battle.name(decision.creature), decision.kind).expect("text");
            self.battle.order(&Order::Answer { choice }).expect("a choice that was offered");
        }
        out.push_str(&self.state());
        while self.battle.orders().len() > before && self.battle.undo() {}
        out
    }

    fn state(&self) -> String {
        let world = self.battle.world();
        let mut all = Vec::new();
        for (id, name) in world.resource::<Names>().iter() {
            let sheet = self.battle.ruleset().sheet(world, id);
            let gauges: Vec<i32> = sheet.gauges.iter().map(|gauge| gauge.now).collect();
            if world.part::<Creature>(id).is_none() {
                let there = edge_of(world, id).map(|edge| self.image.edge_back(edge));
                let door = world.part::<DoorState>(id).map(|door| door.0);
                all.push(format!("{name}: {there:?} {door:?} {gauges:?}"));
            } else if is_on_map(world, id) {
                let here = space(world, id);
                let at = self.image.back(here.at, here.side);
                let height = world.the::<Position>(id).height;
                let ails: Vec<&str> = world.the::<Conditions>(id).0.iter().map(|one| &*one.key).collect();
                all.push(format!("{name}: {at:?} {} {height:?} {gauges:?} {ails:?}", here.side));
            }
        }
        all.sort_unstable();
        all.join("\n")
    }
}

/// How many boards are looked at.
fn boards() -> usize {
    let asked = std::env::var("BATTLEMAT_IMAGES").ok().and_then(|boards| boards.parse().ok());
    asked.unwrap_or(12)
}

/// What one image answers and the board itself does not, and the other way round; nothing where they answer alike.
fn difference(board: &[String], image: &[String]) -> Option<String> {
    let only = |here: &[String], there: &[String]| -> Vec<String> {
        here.iter().filter(|line| !there.contains(line)).take(3).cloned().collect()
    };
    let (board, image) = (only(board, image), only(image, board));
    (!board.is_empty() || !image.is_empty()).then(|| format!("board {board:#?}\nimage {image:#?}"))
}

/// The images of a board in play; none where it is no level, and then in no image.
fn images(board: &Board, ruleset: &'static dyn Ruleset) -> Vec<Asked> {
    let begin = |image: Image| {
        let text = board.level(image, ruleset.key());
        let read = rules::read_level_played(&text, "image.toml");
        let (level, _) = read.map_err(|findings| format!("{image:?} {findings:?}\n{text}"))?;
        let battle = Battle::new(Arc::new(level), ruleset, 1).map_err(|why| format!("{image:?} {why:?}\n{text}"))?;
        Ok::<_, String>(Asked { battle, image })
    };
    let all: Vec<_> = Image::all().map(begin).collect();
    let sound = all.iter().filter(|one| one.is_ok()).count();
    assert!(sound == 0 || sound == 8, "{:?}", all.iter().find_map(|one| one.as_ref().err()));
    all.into_iter().filter_map(Result::ok).collect()
}

/// What the images of a board answer otherwise than the board does.
fn differences(all: &mut [Asked], uneven: bool, lot: &mut Rng) -> Vec<String> {
    let mut out = Vec::new();
    let words = |deeds: &[Deed]| -> Vec<String> {
        deeds.iter().filter(|deed| matches!(deed, Deed::Act { .. })).map(|deed| format!("{deed:?}")).collect()
    };
    let mut own = all[0].deeds();
    for asked in &all[1..] {
        let found = difference(&words(&own), &words(&asked.deeds()));
        out.extend(found.map(|found| format!("legal, {:?}\n{found}", asked.image)));
    }
    // A corner has an image only where that is a square's, too, and height is measured from that square.
    own.retain(|deed| match deed {
        Deed::Corner { .. } => !uneven && all.iter().all(|asked| asked.battle.check(&asked.order_of(deed)).is_ok()),
        // EDG-BLAST-5: which way a charge goes astray is a d8, clockwise from north.
        Deed::Act { act, .. } => all[0].battle.ruleset().key() != "edge" || &*act.action != "throw",
        Deed::Event(_) => true,
    });
    let mut deeds = vec![Deed::Event("burst"), Deed::Event("gust")];
    for _ in 0..8.min(own.len()) {
        deeds.push(lot.one_of(&own).clone());
    }
    let mut answers = Vec::new();
    for asked in all {
        let mut lines = Vec::new();
        asked.aims(&mut lines);
        asked.ways(&mut lines);
        for deed in &deeds {
            lines.push(asked.outcome(deed));
        }
        answers.push((asked.image, lines));
    }
    for (image, lines) in &answers[1..] {
        let found = difference(&answers[0].1, lines);
        out.extend(found.map(|found| format!("{image:?}\n{found}")));
    }
    out
}

/// Some boards under a ruleset.
fn check(ruleset: &'static dyn Ruleset) {
    let (mut looked_at, mut found) = (0, Vec::new());
    for seed in 0.. {
        if looked_at == boards() {
            break;
        }
        let mut lot = Rng(0x4a6e + seed);
        let board = Board::by_lot(&mut lot);
        let mut all = images(&board, ruleset);
        if all.is_empty() {
            continue;
        }
        looked_at += 1;
        let uneven = board.heights.iter().any(|&height| height != '.');
        if let Some(first) = differences(&mut all, uneven, &mut lot).into_iter().next() {
            let text = board.level(Image::all().next().expect("the board itself"), ruleset.key());
            found.push(format!("{} board {seed}: {first}\n{text}", ruleset.key()));
        }
    }
    let first = found.iter().take(4).cloned().collect::<Vec<_>>().join("\n");
    assert!(found.is_empty(), "{} of {looked_at} boards\n{first}", found.len());
}

/// The tests of a ruleset, so that one can be asked for alone: `images::vigor`.
macro_rules! images_of {
    ($($ruleset:ident),*) => {
        $(#[test]
        fn $ruleset() {
            check(rules::by_key(stringify!($ruleset)).expect("a ruleset"));
        })*
    };
}

images_of!(sol, essence, vigor, edge, momentum);
