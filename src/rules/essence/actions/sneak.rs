//! Sneak: up to half of the Speed, then one roll against each Enemy it is out of sight of (ESS-SKILL-5).

use super::super::field::{sight, skills};
use super::super::motion::walk;
use super::doer::*;

/// Hiding.
pub(super) struct Sneak;

/// Where it may get to first.
fn reach(doer: &Doer<'_>) -> Reach {
    let far = skills::half_speed(doer.world, doer.id);
    // In the air a Fly action does the moving.
    if doer.stance().aloft { Reach::default() } else { walk::reach_within(doer.world, doer.id, far) }
}

/// Where it is, where it stays, and wherever it gets to.
fn ways(doer: &Doer<'_>, base: &Act) -> Vec<Act> {
    let here = doer.world.the::<Position>(doer.id).at;
    let reach = reach(doer);
    let stops = reach.squares.iter().filter(|reached| reached.stop && reached.at != here);
    let all = [here].into_iter().chain(stops.map(|reached| reached.at));
    all.map(|at| base.to(at)).collect()
}

impl Action for Sneak {
    type Rules = Essence;
    /// Its way, the next square last; none where it stays.
    type Plan = Vec<Square>;
    const KIND: &'static ActionKind = &ActionKind {
        family: Some("Skills"),
        purpose: Purpose::Hide,
        aimed: &[AimedAt::Square, AimedAt::Nothing],
        range: 3,
        ..ActionKind::new("sneak", "Sneak", "Hides from Enemies that do not see it, after up to half of its Speed.")
    };
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "essence.sneaking", hide);

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        ways(doer, &base)
    }

    fn orders(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        // Wherever there is a way to, it may go.
        match action::check_with(doer, self, &base) {
            Ok(()) => ways(doer, &base),
            Err(_) => Vec::new(),
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Vec<Square>, Refusal> {
        let here = doer.world.the::<Position>(doer.id).at;
        let Some(at) = act.at.filter(|&at| at != here) else {
            return Ok(Vec::new());
        };
        let reach = reach(doer);
        let reached = reach.get(at).filter(|reached| reached.stop);
        needs(reached.is_some(), rule!("ESS-SKILL-5"), "Half of its Speed does not lead there.")?;
        let mut rest = reach.path(at).unwrap_or_default();
        rest.reverse();
        Ok(rest)
    }

    fn begin(&self, world: &mut World, id: Id, rest: Vec<Square>) {
        // What it has not gone by the time of the roll is lost.
        Self::defer(world, id, Vec::new());
        if !rest.is_empty() {
            let far = skills::half_speed(world, id);
            walk::set_out(world, id, rest, far);
        }
    }
}

/// The roll at the end of its way.
fn hide(world: &mut World, id: Id, _rest: Vec<Square>) {
    if !is_on_map(world, id) || !creature::able(world, id) {
        return;
    }
    // What it did not go is no Move to go on with.
    world.the_mut::<TurnUsage>(id).run = 0;
    let rolled = skills::check(world, id, Skill::Sneak, "Sneak");
    let mut total = rolled.total;
    let enemies: Vec<Id> = on_map(world).filter(|&other| creature::hostile(world, id, other)).collect();
    let mut hides = Vec::new();
    for enemy in enemies {
        let name = world.resource::<Names>().name(enemy).to_owned();
        let md = creature::profile(world, enemy).md;
        let covered = sight::out_of_sight(world, enemy, id);
        if covered && total.value >= md {
            hides.push(enemy);
        } else if !sight::hidden_from(world, enemy, id) {
            // The sneaker is not told how it fares with those it does not know of.
            let why = if covered { format!("Mental Defense {md}") } else { "it is in plain sight".to_owned() };
            let term = Trace::refused(format!("Hidden from {name}"), 0, why);
            total.terms.push(term.by(rule!("ESS-SKILL-5")).of(enemy));
        }
    }
    skills::tell(world, id, total, rule!("ESS-SKILL-5"));
    sight::hide_from(world, id, hides, &rule!("ESS-HID-1"));
}
