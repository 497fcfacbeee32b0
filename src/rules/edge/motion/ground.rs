//! What a step costs and what forbids it: 1.5 m straight, 2 m askew, more over hard ground, up faces and through water (EDG-MOVE,
//! EDG-TERR). A flyer pays by its height (EDG-FLY-2); a body is narrow where there is no room for all of it (EDG-SIZE-3).

use bevy::prelude::World;

use super::super::body::creature::{self, Way};
use super::super::body::gravity;
use super::super::data::conditions::{FRIGHTENED, HANGING, HELD_ALOFT, PRONE, SURE_FOOTED};
use super::super::data::{HalfMetres, Rider, SQUARE, STEP, Size, TurnUsage};
use super::super::field::reach::{self, halves};
use super::super::ruleset::Edge;
use crate::battle::*;
use crate::grid::{Footprint, Length};
use crate::level::Terrain;
use crate::rule;

/// Half a metre: how far up or down an ordinary step leads (EDG-MOVE-15), and how deep water is at least that matters (EDG-TERR-6).
pub(crate) const STRIDE: Length = Length::centimetres(50);

/// EDG-FLY-2, R81: heights in the air go by this.
pub(crate) const STOREY: Length = Length(SQUARE * Length::METRE.0 / 2);

/// How a creature in the way lets a mover pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// EDG-MOVE-8: no enemy.
    Friend,
    /// EDG-MOVE-9: an enemy that cannot stop it.
    Past,
    /// EDG-MOVE-19: an enemy that knows of nothing.
    Down,
    /// EDG-MOVE-9: an enemy that can.
    No,
}

/// What a level says to this ruleset alone of ground (EDG-MOVE-7, EDG-FALL-4).
fn said<'t>(terrain: &'t Terrain, key: &str) -> Option<&'t toml::Value> {
    if terrain.rules.is_empty() { None } else { terrain.rules.get("edge")?.get(key) }
}

/// EDG-MOVE-7: what must be rolled to climb the faces of ground, or to swim in it.
pub(crate) fn difficulty(terrain: &Terrain, key: &str) -> Option<i32> {
    said(terrain, key)?.as_integer().and_then(|number| i32::try_from(number).ok())
}

/// EDG-TERR-5: whether ground is difficult though the level does not say so: snow and ice.
pub(crate) fn is_rough(terrain: &Terrain) -> bool {
    terrain.ice.0 > 0 || terrain.key == "snow"
}

/// EDG-TERR-6: whether a body of this height swims in a square: the water is deeper than half of it, and no ice lies on it.
pub(crate) fn is_swum(terrain: &Terrain, tall: Length) -> bool {
    terrain.ice.0 == 0 && terrain.water >= STRIDE && terrain.water.0 > tall.0 / 2
}

/// EDG-FALL-4: whether a fall onto ground counts less: mud, snow, water of 1.5 m or more.
pub(crate) fn is_soft(terrain: &Terrain) -> bool {
    let by_itself = matches!(terrain.key.as_str(), "mud" | "snow");
    let deep = terrain.ice.0 == 0 && terrain.water >= STOREY;
    said(terrain, "soft").and_then(toml::Value::as_bool).unwrap_or(by_itself || deep)
}

/// EDG-FLY-1: whether a creature keeps itself in the air.
pub(crate) fn keeps_aloft(world: &World, id: Id) -> bool {
    let profile = creature::profile(world, id);
    if is_driven(world, id) {
        return true;
    }
    if profile.fly_m == 0 {
        return false;
    }
    let moves = || creature::moves(world, id).is_ok() && creature::able(world, id).is_ok();
    let flies = || creature::farther(world, id, Way::Air).is_some() && creature::speed(world, id) > 0;
    profile.hover || (!has_condition(world, id, PRONE) && moves() && flies())
}

/// EDG-GRAV-11: whether a creature has no weight and something that drives it: then it goes through the air as it walks.
pub(crate) fn is_driven(world: &World, id: Id) -> bool {
    creature::profile(world, id).zero_g_propulsion && gravity::is_weightless(world, id)
}

/// Whether anything keeps a creature where it is, though nothing is under its feet (EDG-FLY-1, EDG-FLY-4, EDG-MOVE-16).
pub(crate) fn is_held_up(world: &World, id: Id) -> bool {
    // EDG-GRAV-14: without weight nobody falls.
    let held = || [HANGING, HELD_ALOFT].iter().any(|key| has_condition(world, id, key));
    keeps_aloft(world, id) || held() || gravity::is_weightless(world, id)
}

/// Whether nothing is under the feet of a creature where it is.
pub(crate) fn is_aloft(world: &World, id: Id) -> bool {
    let Placement { space, height, .. } = stand(world, id);
    height > floor_of(world, space)
}

/// Whether a creature goes through the air now: it is there, or it does not walk at all.
pub(crate) fn is_flying(world: &World, id: Id) -> bool {
    let no_walker = || is_driven(world, id) || creature::profile(world, id).speed_m == 0;
    keeps_aloft(world, id) && (is_aloft(world, id) || no_walker())
}

/// EDG-MOVE-17, EDG-MOVE-18: whether a creature falls: no square under it bears it, and nothing holds it up.
pub(crate) fn would_fall(world: &World, id: Id) -> bool {
    let Placement { space, height, .. } = stand(world, id);
    height.0 - floor_of(world, space).0 > STRIDE.0 && !is_held_up(world, id)
}

/// The height of a creature's feet in a space, if it came from this height: on the floor, or above it if it keeps itself there.
pub(crate) fn height_in(world: &World, id: Id, space: Footprint, height: Length) -> Length {
    let floor = floor_of(world, space);
    let stays = keeps_aloft(world, id) || has_condition(world, id, HELD_ALOFT) || gravity::is_weightless(world, id);
    if stays { height.max(floor) } else { floor }
}

/// Whether a creature strikes only those whose space it shares (EDG-SIZE-8).
fn comes_close(world: &World, id: Id) -> bool {
    creature::profile(world, id).reach_m == Some(0)
}

/// EDG-SIZE-8, EDG-FLY-5, EDG-ATK-14: whether a creature can be where another one is. One of the two rides on the other, or is
/// above it. Or they are enemies, and one of them strikes only those whose space it shares.
pub(crate) fn may_share(world: &World, one: Id, other: Id) -> bool {
    let rides = |one: Id, other: Id| world.part::<Rider>(one).is_some_and(|rider| rider.0 == other);
    if rides(one, other) || rides(other, one) {
        return true;
    }
    let close = (comes_close(world, one) || comes_close(world, other)) && creature::hostile(world, one, other);
    close || passes_above(world, one, other)
}

/// EDG-FALL-7: whether a creature that is pushed passes above another, onto which it falls then.
pub(crate) fn passes_above(world: &World, pushed: Id, other: Id) -> bool {
    reach::is_clear_of(world, (pushed, Place::of(world, pushed)), (other, Place::of(world, other)))
}

/// EDG-SIZE-3: whether a creature is in a space too small for it.
pub(crate) fn is_narrow(world: &World, id: Id) -> bool {
    let Some(narrow) = Edge::narrows(world, id) else { return false };
    let space = space(world, id);
    let tight =
        |at| lay(world).1.footing.get(at).and_then(|there| there.tight).is_some_and(|tight| tight < narrow.size);
    space.side < narrow.whole || space.squares().any(tight)
}

/// EDG-MOVE-16: half-metres of movement for each half-metre of a face.
pub(crate) fn climbing_rate(world: &World, id: Id, hard: bool) -> HalfMetres {
    rate(creature::farther(world, id, Way::Face).is_some(), hard)
}

const fn rate(own_speed: bool, hard: bool) -> HalfMetres {
    match (own_speed, hard) {
        (true, _) => 1,
        (false, false) => 2,
        (false, true) => 3,
    }
}

impl OpenRules for Edge {
    type Passing = Passing;
    /// EDG-GRID-10.
    const CORNERS: Corners = Corners::One;
    const STOPS_ON_OBJECTS: bool = true;
    /// EDG-MOVE-16.
    const CLIMBS: bool = true;
    /// EDG-FLY-2.
    const FLIES: bool = true;
    const AIR: Length = STOREY;
    /// EDG-TERR-7.
    const PASSABLE: Length = Length::METRE;
    /// EDG-GRID-20.
    const CLIMBS_FENCES: bool = true;
    /// EDG-GRID-3.
    const LEAST: [HalfMetres; 2] = STEP;
    const BARS: &'static [(&'static str, Rule, &'static str)] = &[
        ("solid", rule!("EDG-GRID-10"), "Something of full height stands there."),
        ("corner", rule!("EDG-GRID-10"), "Something solid stands at the corner."),
        ("sheer", rule!("EDG-MOVE-16"), "That face is too smooth to climb."),
        ("lies", rule!("EDG-MOVE-16"), "It cannot climb while it lies."),
        ("enemy", rule!("EDG-MOVE-9"), "An enemy stands there."),
        ("forbidden", rule!("EDG-COND-FRI-2"), "It comes no nearer to what frightens it."),
        ("cannot_stop", rule!("EDG-MOVE-11"), "A move may not end in somebody's space."),
        ("halts", rule!("EDG-GRAV-11"), "Without weight it walks no farther, and only pushes itself off."),
        ("enemy_there", rule!("EDG-MOVE-19"), "A move may not end on somebody who lies there."),
    ];
    const SPENT: Rule = rule!("EDG-GRID-2");

    fn words(length: i32) -> String {
        creature::metres(length)
    }

    fn costs() -> Trace {
        Trace::new("half-metres", 0).by(rule!("EDG-MOVE-1"))
    }

    /// EDG-COND-FRI-2: no step of its own brings a frightened creature nearer to what frightens it.
    fn forbids(world: &World, mover: Id, from: Footprint, to: Footprint) -> bool {
        let far = |own: Footprint, id: Id| reach::between_spaces(own, space(world, id));
        known_sources(world, mover, FRIGHTENED).any(|id| far(to, id) < far(from, id))
    }

    /// EDG-MOVE-20, EDG-GRAV-20: gravity is another from the step on that leads there; without it a walk ends.
    fn goes_on(world: &World, mover: Id, from: Footprint, to: Footprint) -> Onward {
        if !world.resource::<Map>().has_places_of_gravity() {
            return Onward::As;
        }
        if gravity::would_only_drift(world, mover, to) {
            return Onward::Halts;
        }
        Onward::By(creature::gains_by_gravity(world, mover, (from, to)))
    }

    /// Whole storeys up.
    fn risen(own: Length, least: Length) -> Length {
        let storeys = (least.0 - own.0 + STOREY.0 - 1).div_euclid(STOREY.0);
        Length(own.0.saturating_add(storeys.saturating_mul(STOREY.0)))
    }

    /// EDG-SIZE-3: the space, and the size, of one category less.
    fn narrows(world: &World, mover: Id) -> Option<Narrow> {
        let size = creature::profile(world, mover).size;
        let least = size.below();
        Some(Narrow { whole: size.edge(), edge: least.edge(), size: size.shared(), least: least.shared() })
    }

    /// EDG-CARD-6.
    fn is_sure(world: &World, mover: Id) -> bool {
        has_condition(world, mover, SURE_FOOTED)
    }

    /// EDG-TERR-6.
    fn swims(terrain: &Terrain, tall: Length) -> bool {
        is_swum(terrain, tall)
    }

    fn taken(passing: Passing) -> OpenBar {
        if passing == Passing::Down { OpenBar::Held } else { OpenBar::Taken }
    }

    /// EDG-SIZE-8: one that strikes only those whose space it shares stops there.
    fn shares(world: &World, mover: Id, other: Id) -> bool {
        comes_close(world, mover) && creature::hostile(world, mover, other)
    }

    fn passing(world: &World, mover: Id, other: Id) -> Passing {
        let size = |id: Id| creature::profile(world, id).size as i32;
        let past = || world.the::<TurnUsage>(mover).overrun.contains(&other);
        if !creature::hostile(world, mover, other) {
            Passing::Friend
        } else if !creature::conscious(world, other) {
            Passing::Down
        } else if (size(other) - size(mover)).abs() >= 2 || past() {
            Passing::Past
        } else {
            Passing::No
        }
    }

    fn price(step: &OpenStep<'_, Passing>, out: &mut impl Reckoning) -> Result<(), OpenBar> {
        if step.walker.flies {
            return Self::price_in_the_air(step, out);
        }
        let clear = STEP[usize::from(step.askew)];
        let (mut hard, swims) = ground(step);
        if step.walker.sure && hard.take().is_some() {
            out.note("an open path", rule!("EDG-CARD-6"));
        }
        out.count(if step.askew { "a step askew" } else { "a step" }, clear, rule!("EDG-GRID-3"));
        Self::price_of_height(step, hard.is_some(), out);
        for (whose, passing) in step.met() {
            let (why, rule) = match passing {
                Passing::No => return Err(OpenBar::Enemy),
                Passing::Past => ("past an enemy", rule!("EDG-MOVE-9")),
                Passing::Down => ("past one who lies there", rule!("EDG-MOVE-19")),
                Passing::Friend => ("past a friend", rule!("EDG-MOVE-8")),
            };
            out.note_of(why, rule, whose);
            if hard.is_some() {
                out.note_of("hard ground counts once", rule!("EDG-TERR-3"), whose);
            }
            hard = hard.or(Some(("somebody's space", rule!("EDG-MOVE-10"), Some(whose))));
        }
        let difficult = hard.is_some();
        if let Some((why, rule, whose)) = hard {
            out.count_of(why, clear, rule, whose);
        }
        Self::price_of_going(step, (clear, swims, difficult), out);
        Ok(())
    }
}

/// What makes ground hard, by which rule, and whose body it is.
type Hard = Option<(&'static str, Rule, Option<Id>)>;

/// What makes the ground of a step hard, and whether it is swum (EDG-TERR-2, EDG-TERR-5 to EDG-TERR-7); nothing does where it is clear
/// (EDG-TERR-1).
fn ground(step: &OpenStep<'_, Passing>) -> (Hard, bool) {
    let mut hard: Hard = step.over.then(|| ("over something low", rule!("EDG-GRID-20"), None));
    let mut swims = false;
    for (there, terrain, ground) in step.grounds() {
        if there.object {
            // What is higher is climbed; its top is firm.
            if there.height.0 - ground.0 <= Edge::PASSABLE.0 {
                hard = hard.or(Some(("onto something low", rule!("EDG-TERR-7"), None)));
            }
            continue;
        }
        if there.difficult {
            hard = hard.or(Some(("difficult ground", rule!("EDG-TERR-2"), None)));
        } else if is_rough(terrain) {
            hard = hard.or(Some(("snow and ice", rule!("EDG-TERR-5"), None)));
        }
        if is_swum(terrain, step.walker.tall) {
            swims = true;
        } else if terrain.ice.0 == 0 && terrain.water >= STRIDE {
            hard = hard.or(Some(("through water", rule!("EDG-TERR-6"), None)));
        }
    }
    (hard, swims)
}

impl Edge {
    /// EDG-MOVE-16: what a face costs, up or down, before the step at its own price.
    fn price_of_height(step: &OpenStep<'_, Passing>, hard: bool, out: &mut impl Reckoning) {
        let rate = rate(step.walker.farther.climbing.is_some(), hard);
        if let Some(top) = step.fence {
            let (up, down) = (top.0 - step.walker.height.0, top.0 - step.height.0);
            let high = halves(Length(up.max(0))) + halves(Length(down.max(0)));
            return out.count("over what stands between", rate * high, rule!("EDG-GRID-20"));
        }
        let Some(rise) = step.climbs else {
            if step.height != step.walker.height && step.footings().all(|there| !there.object) {
                out.note("half a metre, or stairs", rule!("EDG-MOVE-15"));
            }
            return;
        };
        let words = if rise.0 > 0 { "climbing up" } else { "climbing down" };
        out.count(words, rate * halves(rise.abs()), rule!("EDG-MOVE-16"));
        if step.walker.farther.climbing.is_some() {
            out.note("climbing is its own way", rule!("EDG-MOVE-5"));
        }
    }

    /// EDG-TERR-4: one surcharge at most for how it goes.
    fn price_of_going(
        step: &OpenStep<'_, Passing>,
        (clear, swims, difficult): (HalfMetres, bool, bool),
        out: &mut impl Reckoning,
    ) {
        let by_own_speed = swims && step.walker.farther.swimming.is_some();
        if by_own_speed {
            out.note("swimming is its own way", rule!("EDG-MOVE-5"));
        }
        let all = [
            (swims && !by_own_speed, "swimming", rule!("EDG-MOVE-6")),
            (step.squeezes, "squeezing", rule!("EDG-SIZE-4")),
            (step.walker.crawls, "crawling", rule!("EDG-PRONE-6")),
        ];
        let several = all.iter().filter(|one| one.0).count() > 1;
        if let Some((_, words, rule)) = all.into_iter().find(|one| one.0) {
            out.count(words, clear, rule);
            if several || difficult {
                out.note("one surcharge at most, and hard ground", rule!("EDG-TERR-4"));
            }
        }
    }

    /// EDG-FLY-2, EDG-FLY-3: through the air what it rises or sinks counts by a third, or the way does; the ground does not.
    fn price_in_the_air(step: &OpenStep<'_, Passing>, out: &mut impl Reckoning) -> Result<(), OpenBar> {
        let clear = STEP[usize::from(step.askew)];
        out.count(if step.askew { "a step askew" } else { "a step" }, clear, rule!("EDG-GRID-3"));
        let rise = halves((step.height - step.walker.height).abs());
        if rise > 0 {
            out.count("up or down as well", reach::combined(clear, rise) - clear, rule!("EDG-FLY-2"));
        }
        out.note("through the air", rule!("EDG-FLY-3"));
        if step.walker.farther.flying.is_some_and(|more| more != 0) {
            out.note("flying is its own way", rule!("EDG-MOVE-5"));
        }
        let mut taken = None;
        for (whose, passing) in step.met() {
            if passing == Passing::No {
                return Err(OpenBar::Enemy);
            }
            taken = taken.or(Some(whose));
        }
        if let Some(whose) = taken {
            out.count_of("somebody's space", clear, rule!("EDG-MOVE-10"), Some(whose));
        }
        Ok(())
    }
}

impl Size {
    /// The category below.
    pub(crate) const fn below(self) -> Self {
        match self {
            Self::Tiny | Self::Small => Self::Tiny,
            Self::Medium => Self::Small,
            Self::Large => Self::Medium,
            Self::Huge => Self::Large,
            Self::Gargantuan => Self::Huge,
        }
    }
}
