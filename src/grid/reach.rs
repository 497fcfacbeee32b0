//! Where a mover gets to: the one search behind every ruleset's movement, over squares and what the mover is on its way.
//!
//! A ruleset brings its rules as [`Steps`]: which squares a step may be named by, what the mover is after it and has paid
//! by then, and when one who comes to a square makes another who comes there superfluous. Everything else is the same under
//! all of them: the cheapest ways go on first, out of a bucket for every cost; of ways of equal cost the one that does the
//! mover the least harm is taken, and of these the one that lies nearer to the start, so that it is the straightest; and a
//! square keeps as many ways as may still matter, since what a mover is when it gets there (how much of a run-up it has,
//! how it holds its body) may matter more further on than what it has paid.
//!
//! Costs are whole numbers of any unit, counted from 0 at the start. Buckets are counted through one by one, so the unit
//! should be the coarsest that all steps are multiples of, or nearly.

use super::square::Square;

/// The rules by which a mover goes.
pub trait Steps {
    /// What of the mover changes on its way, its place and what it has paid included. Kept small, since a search makes thousands.
    type State: Copy;

    /// The square by which its place is known: the north-west one of its space.
    fn place(&self, state: &Self::State) -> Square;

    /// What it has paid since the start.
    fn paid(&self, state: &Self::State) -> u32;

    /// The squares that a step may be named by, in the order in which they are tried.
    fn ahead(&self, from: &Self::State) -> impl Iterator<Item = Square>;

    /// The mover after a step: nothing where it cannot be taken, several where it can be taken in several ways.
    fn step(&self, from: &Self::State, to: Square) -> impl IntoIterator<Item = Self::State>;

    /// Whether the mover `one` can do everything that the mover `other` can, in the same square. Must be transitive.
    fn no_worse(&self, one: &Self::State, other: &Self::State) -> bool;

    /// Whether it may stay where it is.
    fn may_stop(&self, state: &Self::State) -> bool;

    /// How much harm a step does to the mover, in any unit. Of ways that cost the same the least harmful is taken.
    fn harm(&self, _from: &Self::State, _after: &Self::State) -> u32 {
        0
    }

    /// Whether nobody who steps `from` somewhere `to` a square where one who is `known` comes, too, could be any better than
    /// that one. Only saves asking for the step.
    fn pointless(&self, _known: &Self::State, _from: &Self::State, _to: Square) -> bool {
        false
    }
}

/// Where a mover could get to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The square, the cost of getting there, and the square before it on the way, in row-major order. Squares one
    /// can only pass through have `stop` false.
    pub squares: Vec<Reached>,
    /// The ways, as a tree: a square may be on several.
    pub ways: Vec<Way>,
}

/// One square of a [`Reach`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The square.
    pub at: Square,
    /// What getting there costs, in the ruleset's unit.
    pub cost: i32,
    /// The square before it on the way.
    pub from: Square,
    /// Whether the creature may stop there.
    pub stop: bool,
    /// Where its way ends in [`Reach::ways`].
    pub way: u32,
}

/// One step of the ways of a [`Reach`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The square the step is named by.
    pub at: Square,
    /// The step before it; the start's is itself.
    pub before: u32,
}

impl Reach {
    /// The entry of a square.
    pub fn get(&self, at: Square) -> Option<&Reached> {
        self.squares.binary_search_by_key(&at, |reached| reached.at).ok().map(|i| &self.squares[i])
    }

    /// Every square of the way after the start, if the square can be reached.
    pub fn path(&self, to: Square) -> Option<Vec<Square>> {
        let mut at = self.get(to)?.way;
        let mut path = Vec::new();
        while self.ways[at as usize].before != at {
            let way = self.ways[at as usize];
            path.push(way.at);
            at = way.before;
        }
        path.reverse();
        Some(path)
    }

    /// Every square a mover gets to on a board of so many columns and rows, by cost; of ways of equal cost the least harmful, and of these
    /// the straightest.
    pub fn search<S: Steps>(board: (u16, u16), steps: &S, start: S::State) -> Self {
        let mut search = Search::new(board, steps, start);
        search.run();
        search.gather()
    }
}

/// A way to a square, and what the mover is at the end of it.
struct Label<T> {
    state: T,
    paid: u32,
    /// What the way has done to the mover.
    harm: u32,
    /// The next label of the same square; `NONE` after the last.
    next: u32,
    /// Whether another one to the same square, found later, is no worse: then it goes nowhere from here.
    outdone: bool,
}

const NONE: u32 = u32::MAX;

/// What is to go on at some cost: how far it lies from the start, the place of its square on the board, the label.
type Due = (i32, u32, u32);

struct Search<'s, S: Steps> {
    steps: &'s S,
    board: (u16, u16),
    home: Square,
    labels: Vec<Label<S::State>>,
    /// The way that belongs to each label.
    ways: Vec<Way>,
    /// The newest label of each square.
    newest: Vec<u32>,
    by_cost: Vec<Vec<Due>>,
}

impl<'s, S: Steps> Search<'s, S> {
    fn new(board: (u16, u16), steps: &'s S, start: S::State) -> Self {
        let mut search = Self {
            steps,
            board,
            home: steps.place(&start),
            labels: Vec::with_capacity(256),
            ways: Vec::with_capacity(256),
            newest: vec![NONE; usize::from(board.0) * usize::from(board.1)],
            by_cost: Vec::new(),
        };
        search.offer(start, 0, search.home, NONE);
        search
    }

    /// The place of a square among all squares of the board, row by row.
    #[inline]
    fn index(&self, at: Square) -> Option<usize> {
        let (width, height) = self.board;
        let inside = at.x >= 0 && at.y >= 0 && (at.x as u16) < width && (at.y as u16) < height;
        inside.then(|| at.y as usize * usize::from(width) + at.x as usize)
    }

    /// Takes a way in, unless another one to the same square is no worse in any respect. Ways that are worse and dearer are
    /// forgotten; those that are worse and as cheap stay, as the first of their cost, but go nowhere. Of two that cost the same, one that
    /// does more harm makes no other superfluous.
    fn offer(&mut self, state: S::State, harm: u32, named: Square, before: u32) {
        let place = self.steps.place(&state);
        let square = self.index(place).expect("a way should stay on the board");
        let paid = self.steps.paid(&state);
        let mut previous = NONE;
        let mut at = self.newest[square];
        while at != NONE {
            let known = &mut self.labels[at as usize];
            let as_dear = paid == known.paid;
            if !(as_dear && known.harm > harm) && self.steps.no_worse(&known.state, &state) {
                return;
            }
            let next = known.next;
            if !(as_dear && harm > known.harm) && self.steps.no_worse(&state, &known.state) {
                known.outdone = true;
                if paid < known.paid {
                    match previous {
                        NONE => self.newest[square] = next,
                        previous => self.labels[previous as usize].next = next,
                    }
                    at = next;
                    continue;
                }
            }
            previous = at;
            at = next;
        }
        let label = u32::try_from(self.labels.len()).expect("fewer ways than four billion");
        self.labels.push(Label {
            state,
            paid,
            harm,
            next: std::mem::replace(&mut self.newest[square], label),
            outdone: false,
        });
        self.ways.push(Way { at: named, before: if before == NONE { label } else { before } });
        let cost = paid as usize;
        if self.by_cost.len() <= cost {
            self.by_cost.resize_with(cost + 1, Vec::new);
        }
        self.by_cost[cost].push((self.home.distance_squared(place), square as u32, label));
    }

    fn run(&mut self) {
        let mut cost = 0;
        while cost < self.by_cost.len() {
            let mut here = std::mem::take(&mut self.by_cost[cost]);
            here.sort_unstable();
            for &(.., label) in &here {
                if !self.labels[label as usize].outdone {
                    self.go_on(label);
                }
            }
            // Steps that cost nothing come back to the same cost.
            if self.by_cost[cost].is_empty() {
                cost += 1;
            }
        }
    }

    fn go_on(&mut self, label: u32) {
        let steps = self.steps;
        let Label { state, harm, .. } = self.labels[label as usize];
        for to in steps.ahead(&state) {
            let known = self.index(to).map(|square| self.newest[square]);
            if known.is_none_or(|newest| self.pointless(newest, (&state, harm), to)) {
                continue;
            }
            for after in steps.step(&state, to) {
                let harm = harm.saturating_add(steps.harm(&state, &after));
                self.offer(after, harm, to, label);
            }
        }
    }

    #[inline]
    fn pointless(&self, newest: u32, (from, harm): (&S::State, u32), to: Square) -> bool {
        let mut at = newest;
        while at != NONE {
            let known = &self.labels[at as usize];
            if known.harm <= harm && self.steps.pointless(&known.state, from, to) {
                return true;
            }
            at = known.next;
        }
        false
    }

    /// Of each square but the start's the best way: one that may end there rather than one that may not, then the cheapest,
    /// then the least harmful, then the first.
    fn gather(self) -> Reach {
        let home = self.index(self.home).expect("a mover should stand on the board");
        let mut squares = Vec::with_capacity(self.labels.len());
        for (square, &newest) in self.newest.iter().enumerate() {
            if newest == NONE || square == home {
                continue;
            }
            let mut best = (true, u32::MAX, u32::MAX, NONE);
            let mut at = newest;
            while at != NONE {
                let label = &self.labels[at as usize];
                best = best.min((!self.steps.may_stop(&label.state), label.paid, label.harm, at));
                at = label.next;
            }
            let (held, paid, _, way) = best;
            let width = usize::from(self.board.0);
            let before = self.ways[way as usize].before;
            squares.push(Reached {
                at: Square::new((square % width) as i16, (square / width) as i16),
                cost: i32::try_from(paid).unwrap_or(i32::MAX),
                from: self.steps.place(&self.labels[before as usize].state),
                stop: !held,
                way,
            });
        }
        Reach { squares, ways: self.ways }
    }
}
