//! What is gathered while a level is read, before all of it is known.

use std::collections::{BTreeMap, BTreeSet};

use super::catalog::{Definition, built_in};
use super::edge_kinds::EDGE_GLYPHS;
use super::model::*;
use super::read::{At, TextSpan};
use super::words;
use crate::grid::{Edge, Length, Square};

/// The name of the built-in void terrain.
pub(super) const VOID: &str = "void";

/// Something with a name, standing on the board.
pub(super) struct Placed<T> {
    pub(super) thing: T,
    /// Its character in the drawing, or its `at`.
    pub(super) span: TextSpan,
    /// What it is called before numbers are given.
    pub(super) base: String,
    /// Where the author wrote its name, if nobody else may have it.
    pub(super) named: Option<TextSpan>,
    /// The edge of its ground in squares; 1 for objects.
    pub(super) side: u8,
    /// Where the author wrote how high its feet are.
    pub(super) height: Option<TextSpan>,
    /// It is caught off guard.
    pub(super) surprised: bool,
    /// It starts out of sight.
    pub(super) hidden: bool,
}

impl Placed<Object> {
    pub(super) fn object(thing: Object, span: TextSpan, base: String, named: Option<TextSpan>) -> Self {
        Self { thing, span, base, named, side: 1, height: None, surprised: false, hidden: false }
    }
}

/// A named area while it is gathered.
#[derive(Default)]
pub(super) struct Zone {
    pub(super) squares: BTreeSet<Square>,
    pub(super) span: TextSpan,
    pub(super) used: bool,
    /// Its squares could not be read.
    pub(super) broken: bool,
}

/// What could not be read. A name of something lost names nothing that is known, through no fault of the name.
#[derive(Clone, Copy, Default)]
pub(super) struct Lost {
    pub(super) creature: bool,
    pub(super) object: bool,
    pub(super) side: bool,
    pub(super) zones: bool,
    pub(super) event: bool,
    /// Part of the drawing means nothing: what stands there, and where ways lead, is not known.
    pub(super) board: bool,
    /// How large the drawing is meant to be is not known either.
    pub(super) size: bool,
}

/// The legend: the author's entries over the built-in ones.
#[derive(Default)]
pub(super) struct Legend {
    pub(super) own: BTreeMap<char, Meaning>,
}

impl Legend {
    /// Whether a character means something as a square.
    pub(super) fn knows(&self, character: char) -> bool {
        self.own.contains_key(&character) || built_in(character).is_some()
    }
}

/// What the author says about a character.
pub(super) struct Meaning {
    pub(super) span: TextSpan,
    pub(super) terrain: Option<String>,
    pub(super) object: Option<Drawn>,
    pub(super) creature: Option<Person>,
    pub(super) zones: Vec<String>,
    pub(super) elevation: Option<Length>,
    pub(super) light: Option<Light>,
    pub(super) fog: bool,
    pub(super) vacuum: Option<bool>,
    pub(super) exit: bool,
    pub(super) tight: Option<Size>,
}

/// An object as one character draws it.
#[derive(Clone)]
pub(super) struct Drawn {
    pub(super) definition: Definition,
    /// Set if the author gave it a name.
    pub(super) name: Option<(String, TextSpan)>,
}

/// A creature before it stands anywhere.
#[derive(Clone)]
pub(super) struct Person {
    pub(super) creature: Creature,
    pub(super) name: Option<At<String>>,
    /// Where the author wrote how high its feet are.
    pub(super) height: Option<TextSpan>,
    pub(super) surprised: bool,
    pub(super) hidden: bool,
}

impl Person {
    /// With its feet so high above the level's zero, if the author wrote that.
    pub(super) fn lifted(mut self, elevation: Option<At<Length>>) -> Self {
        self.creature.elevation = elevation.as_ref().map(|at| at.value);
        self.height = elevation.map(|at| at.span);
        self
    }

    /// The creature on its square; it gets its final name later.
    pub(super) fn stand(self, at: Square, span: TextSpan) -> Placed<Creature> {
        let base = self.name.as_ref().map_or_else(|| words::title_case(&self.creature.kind), |name| name.value.clone());
        Placed {
            thing: Creature { at, ..self.creature },
            span,
            base,
            named: self.name.map(|name| name.span),
            side: 1,
            height: self.height,
            surprised: self.surprised,
            hidden: self.hidden,
        }
    }
}

/// What stands between squares while it is gathered.
#[derive(Default)]
pub(super) struct Between {
    /// Index into the compiler's kinds of edges and where it was written, by edge.
    pub(super) edges: BTreeMap<Edge, (usize, TextSpan)>,
    /// What the author's own characters of a plan mean.
    pub(super) own: BTreeMap<char, EdgeMeaning>,
    /// Where the author wrote them.
    pub(super) spans: BTreeMap<char, TextSpan>,
}

impl Between {
    /// Whether a character means something as a side of squares.
    pub(super) fn knows(&self, character: char) -> bool {
        self.own.contains_key(&character) || EDGE_GLYPHS.iter().any(|(known, ..)| *known == character)
    }
}

/// What a character between squares means.
#[derive(Clone)]
pub(super) struct EdgeMeaning {
    pub(super) kind: usize,
    pub(super) door: Option<Door>,
    pub(super) name: Option<(String, TextSpan)>,
}
