//! Who sees whom: what a square is to an observer (EDG-VIS, EDG-SENSE), and what an observer knows by other senses than its eyes.

use bevy::prelude::World;

use super::super::body::creature;
use super::super::data::{HalfMetres, Sense, TurnUsage, conditions::*};
use super::lines::{self, For};
use super::{light, reach};
use crate::battle::*;
use crate::grid::{Footprint, Square};
use crate::level::{Light, Visibility};
use crate::rule;

/// What a square, or a creature in it, is to an observer (EDG-VIS-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum View {
    /// It sees all of it.
    #[default]
    Clear,
    /// Dim light, rain, brush.
    Bleared,
    /// Nothing of it is seen.
    Obscured,
}

/// What it is, and why.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sight {
    /// What it is.
    pub view: View,
    /// What makes it so, remarks that name the creatures whose lamps they come from.
    pub why: Vec<Trace>,
    /// Whether a condition of one of the two makes it so, which has a row of its own.
    pub by_condition: bool,
}

impl Sight {
    fn unseen(why: Trace) -> Self {
        Self { view: View::Obscured, why: vec![why], by_condition: false }
    }

    fn joins(&mut self, view: View, why: Trace) {
        if view > self.view {
            (self.view, self.why) = (view, vec![why]);
        } else if view == self.view && view > View::Clear {
            self.why.push(why);
        }
    }
}

/// Whether a line leads from a space to a square that nothing of full height stops.
pub(crate) fn reaches(world: &World, own: Footprint, at: Square) -> bool {
    lines::lead(world, For::Shots, own, Footprint::single(at))
}

/// EDG-HIDE-17: creatures that a finder has come upon are known to its side from now on.
pub(crate) fn find(world: &mut World, finder: Id, unknown: Vec<Id>) {
    for other in unknown {
        hiding::notice(world, other, &[finder], HIDDEN, rule!("EDG-HIDE-17"));
    }
}

/// The picture of ground that blears what is in it.
const BRUSH: &str = "brush";

/// Whether a creature has a sense that reaches so far.
fn has(world: &World, id: Id, sense: Sense, far: HalfMetres) -> bool {
    creature::profile(world, id).senses(sense, far)
}

/// EDG-LIGHT-1, EDG-SENSE-1, EDG-SENSE-3, EDG-SENSE-5: what the light of a square makes it to a viewer.
fn by_light(world: &World, viewer: Id, at: Square, out: &mut Sight) {
    let lit = light::found(world, at);
    let note = |says: &'static str, rule: Rule| {
        let mut note = Trace { source: lit.lamp, ..Trace::note(says).by(rule) };
        if lit.lamp.is_some_and(|lamp| world.part::<Creature>(lamp).is_some()) {
            note.note("carried: it goes with its bearer", rule!("EDG-LIGHT-5"));
        }
        if lit.sky {
            note.note("what the sky gives", rule!("EDG-LIGHT-3"));
        }
        note
    };
    let warm = has(world, viewer, Sense::Thermovision, 0);
    let infra = warm || has(world, viewer, Sense::Infravision, 0);
    let infra_rule = || if warm { rule!("EDG-SENSE-3") } else { rule!("EDG-SENSE-1") };
    match lit.step {
        _ if has(world, viewer, Sense::Ultravision, 0) && lit.step > Light::Bright => {
            out.why.push(Trace::note("it sees in the dark").by(rule!("EDG-SENSE-5")));
        }
        Light::Bright if lit.lamp.is_some() => out.why.push(note("in the light of a lamp", rule!("EDG-LIGHT-2"))),
        Light::Bright if lit.sky => out.why.push(note("the light of day", rule!("EDG-LIGHT-1"))),
        Light::Bright => {}
        Light::Dim if infra => out.why.push(note("dim light is as bright to it", infra_rule())),
        Light::Dim => {
            let mut dim = note("dim light", rule!("EDG-LIGHT-1"));
            if lit.lamp.is_some() {
                dim.note("beyond the bright ring of a lamp", rule!("EDG-LIGHT-2"));
            }
            out.joins(View::Bleared, dim);
        }
        Light::Dark if infra => out.joins(View::Bleared, note("the dark is as dim light to it", infra_rule())),
        Light::Dark => {
            let mut dark = note("darkness", rule!("EDG-LIGHT-1"));
            dark.note("it needs light to see", rule!("EDG-LIGHT-4"));
            out.joins(View::Obscured, dark);
        }
    }
}

/// EDG-SENSE-2: whether a viewer sees a square in shades of grey alone: it is dark, and infravision shows it.
pub(crate) fn is_colourless(world: &World, viewer: Id, at: Square) -> bool {
    let sees_by = |sense| has(world, viewer, sense, 0);
    light::step(world, at) == Light::Dark
        && !sees_by(Sense::Ultravision)
        && (sees_by(Sense::Infravision) || sees_by(Sense::Thermovision))
}

/// EDG-VIS-1, EDG-VIS-4: what a square is to a viewer's eyes, a line to it given. How far it is counts in the weather.
fn square(world: &World, viewer: Id, at: Square) -> Sight {
    let (map, own) = (world.resource::<Map>(), space(world, viewer));
    let mut out = Sight::default();
    by_light(world, viewer, at, &mut out);
    if map.cell(at).is_some_and(|cell| cell.fog) && !own.contains(at) {
        out.joins(View::Obscured, Trace::note("dense fog").by(rule!("EDG-VIS-4")));
    }
    if map.terrain(at).is_some_and(|terrain| terrain.art == BRUSH) {
        out.joins(View::Bleared, Trace::note("brush").by(rule!("EDG-VIS-4")));
    }
    let far = reach::between_spaces(own, at.into());
    let weather = match map.weather.visibility {
        Visibility::Clear => None,
        Visibility::Reduced => Some((View::Bleared, "rain or haze")),
        Visibility::Low if far <= 20 => Some((View::Bleared, "within 10 m in thick weather")),
        Visibility::Low => Some((View::Obscured, "beyond 10 m in thick weather")),
        Visibility::Zero if own.steps(at.into()) <= 1 => Some((View::Bleared, "beside it in the thickest weather")),
        Visibility::Zero => Some((View::Obscured, "beyond touch in the thickest weather")),
    };
    if let Some((view, says)) = weather {
        out.joins(view, Trace::note(says).by(rule!("EDG-VIS-4")));
    }
    out
}

/// EDG-VIS-1: what a square is to a viewer's eyes, in whatever direction it lies.
pub(crate) fn view_of(world: &World, viewer: Id, at: Square) -> View {
    square(world, viewer, at).view
}

/// What a creature is to an observer by its senses alone, whether or not it hides: the best of its squares counts.
pub(crate) fn by_senses(world: &World, viewer: Id, other: Id) -> Sight {
    if viewer == other {
        return Sight::default();
    }
    if has_condition(world, viewer, UNCONSCIOUS) {
        let why = Trace::note("it sees nothing").by(rule!("EDG-COND-UNC-1"));
        return Sight { by_condition: true, ..Sight::unseen(why) };
    }
    let (own, its) = (space(world, viewer), space(world, other));
    let blindsight = has(world, viewer, Sense::Blindsight, reach::distance(world, viewer, other));
    if blindsight && lines::lead(world, For::Shots, own, its) {
        let why = vec![Trace::note("blindsight").by(rule!("EDG-SENSE-4"))];
        return Sight { why, ..Sight::default() };
    }
    if has_condition(world, viewer, BLINDED) {
        let why = Trace::note("blinded").by(rule!("EDG-COND-BLI-1"));
        return Sight { by_condition: true, ..Sight::unseen(why) };
    }
    if has_condition(world, other, INVISIBLE) && !has(world, viewer, Sense::Ultravision, 0) {
        let why = Trace::note("invisible").by(rule!("EDG-COND-INV-1"));
        return Sight { by_condition: true, ..Sight::unseen(why) };
    }
    // EDG-GRID-13: where no line leads nothing is aimed at all, so that no line of any reckoning speaks of it.
    if !lines::lead(world, For::Shots, own, its) {
        return Sight::unseen(Trace::note("no line of sight"));
    }
    if !lines::lead(world, For::Eyes, own, its) {
        return Sight::unseen(Trace::note("something that cannot be seen through lies between").by(rule!("EDG-VIS-3")));
    }
    let mut best = its.squares().map(|at| square(world, viewer, at)).min_by_key(|sight| sight.view).unwrap_or_default();
    if has_condition(world, other, INVISIBLE) {
        best.why.push(Trace::note("it sees what is invisible").by(rule!("EDG-SENSE-5")));
    }
    best
}

/// What a creature is to an observer now. One that hides from it is not seen (EDG-HIDE-4).
pub(crate) fn of(world: &World, viewer: Id, other: Id) -> Sight {
    if hiding::hides_from(world, other, viewer) {
        return Sight::unseen(Trace::note("it hides").by(rule!("EDG-HIDE-4")));
    }
    by_senses(world, viewer, other)
}

/// Whether a creature sees another: its side knows of it, and it is not obscured to it.
pub(crate) fn sees(world: &World, viewer: Id, other: Id) -> bool {
    is_on_map(world, viewer)
        && is_on_map(world, other)
        && knows(world, side_of(world, viewer), other)
        && of(world, viewer, other).view < View::Obscured
}

/// EDG-SENSE-3, EDG-SENSE-6: by what other sense an observer knows where a creature is, though it does not see it.
pub(crate) fn locates(world: &World, viewer: Id, other: Id) -> Option<(&'static str, Rule)> {
    if has_condition(world, viewer, UNCONSCIOUS) {
        return None;
    }
    let far = reach::distance(world, viewer, other);
    let grounded = |id: Id| stand(world, id).height == floor_of(world, space(world, id));
    let usage = world.the::<TurnUsage>(other);
    let stirs = usage.moved > 0 || usage.action || usage.minor || usage.interacted;
    if has(world, viewer, Sense::Tremorsense, far) && grounded(viewer) && grounded(other) && stirs {
        return Some(("it trembles the ground", rule!("EDG-SENSE-6")));
    }
    let warm = !creature::profile(world, other).cold;
    let (own, its) = (space(world, viewer), space(world, other));
    if has(world, viewer, Sense::Thermovision, 0) && warm && lines::lead(world, For::Warmth, own, its) {
        return Some(("its warmth shows", rule!("EDG-SENSE-3")));
    }
    None
}

/// EDG-ATK-17, EDG-HIDE-16: how an observer knows the square of a creature that it does not see.
pub(crate) fn located_by(world: &World, viewer: Id, other: Id) -> Trace {
    if hiding::hides_from(world, other, viewer) {
        let mut out = Trace::note("its square is known by other senses").by(rule!("EDG-ATK-17"));
        out.note("an ally has told where it is", rule!("EDG-HIDE-18"));
        return out;
    }
    let heard = || ("its square is known by sound, or from an ally", rule!("EDG-HIDE-16"));
    let (says, rule) = locates(world, viewer, other).unwrap_or_else(heard);
    let mut out = Trace::note("its square is known by other senses").by(rule!("EDG-ATK-17"));
    out.note(says, rule);
    out
}
