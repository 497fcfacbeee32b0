//! Contests that are acts: grapple, hold fast, break free, shove (EDG-GRAP, EDG-SHOVE, EDG-MEL-2 to EDG-MEL-4).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::check::{Aim, Check};
use super::super::body::creature::{held_by, holders, is_held_by};
use super::super::body::source::Source;
use super::super::body::{creature, hands, life};
use super::super::data::{ACROBATICS, Ability, Attack, Class, Size, WRESTLING, conditions::*, skill, tables::Exploit};
use super::super::field::reach;
use super::super::motion::ground;
use super::super::ruleset::Edge;
use super::special::{self, FollowUp};
use crate::battle::{Event, *};
use crate::grid::{Direction, Footprint, Square};
use crate::rule;

/// The question what a shove does.
pub(crate) const SHOVED: &str = "shoved";
/// The answer that knocks down.
const DOWN: &str = "prone";

/// What a contest is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum About {
    /// To lay hold of the other (EDG-GRAP-2).
    Hold,
    /// To move or fell the other (EDG-SHOVE-1).
    Place,
    /// To hold the other fast (EDG-GRAP-7).
    Fast,
    /// To get free of the other (EDG-GRAP-4).
    Freedom,
    /// To knock something from the other's grasp (EDG-DIS-1).
    Grasp,
    /// To fell the other with a weapon made for it (EDG-SHOVE-5).
    Trip,
}

/// Those that an exploit allows at once (EDG-XPL-4).
pub(super) const QUICK: [About; 2] = [About::Hold, About::Place];

impl About {
    /// The word of answers.
    pub(super) const fn key(self) -> &'static str {
        ["hold", "topple", "pin", "free", "wrest", "fell"][self as usize]
    }

    /// What people call it.
    pub(super) const fn name(self) -> &'static str {
        ["Grapple", "Shove", "Immobilise", "Escape from", "Disarm", "Trip"][self as usize]
    }

    const fn rule(self) -> Rule {
        match self {
            Self::Hold => rule!("EDG-GRAP-2"),
            Self::Place => rule!("EDG-SHOVE-1"),
            Self::Fast => rule!("EDG-GRAP-7"),
            Self::Freedom => rule!("EDG-GRAP-4"),
            Self::Grasp => rule!("EDG-DIS-1"),
            Self::Trip => rule!("EDG-SHOVE-5"),
        }
    }

    /// EDG-MEL-2: whether it takes the place of a blow.
    pub(crate) const fn replaces_attack(self) -> bool {
        !matches!(self, Self::Fast | Self::Freedom)
    }
}

/// A contest in flight.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Contest {
    /// Who begins it.
    pub actor: Id,
    /// Against whom.
    pub target: Id,
    /// What it is about.
    pub about: About,
    /// The weapon that it is done with, if one was named.
    pub with: Option<Text>,
    /// What is to be knocked away, if that was named.
    pub item: Option<Text>,
    /// EDG-GRAP-8: whether one that is held fast is kept from speaking.
    pub mutes: bool,
    /// EDG-DIS-3: the square of the target on which the thing falls, if one was named.
    pub at: Option<Square>,
}

fn size(world: &World, id: Id) -> Size {
    creature::profile(world, id).size
}

/// Whether the actor gets at its target with its hands. Beside each other it takes a free step, farther apart a free line for a hand.
fn lets_by(world: &World, actor: Id, target: Id) -> bool {
    let (own, its) = (space(world, actor), space(world, target));
    let feet = world.the::<Position>(actor).height;
    if own.steps(its) > 1 {
        return !out_of_hands(world, own, its);
    }
    let step = |from: Square, to: Square| from.steps_to(to) <= 1 && !bars_the_way(world, from.into(), to, feet);
    own.squares().any(|from| its.squares().any(|to| step(from, to)))
}

impl Contest {
    /// A contest against another creature, if it can be tried (EDG-GRAP-1, EDG-SHOVE-1).
    ///
    /// # Errors
    /// The rule that stands against it.
    pub(crate) fn against(world: &World, actor: Id, target: Id, about: About) -> Result<Self, Refusal> {
        if !creature::knows_of(world, actor, target) {
            return Err(Refusal::new("no_target", "Name another creature."));
        }
        let held = is_held_by(world, target, actor);
        match about {
            About::Hold if held => return Err(Refusal::by(rule!("EDG-GRAP-1"), "held", "It holds it already.")),
            About::Hold if hands::free(world, actor) < 1 => {
                let grasps = !held_by(world, actor).is_empty();
                let rule = if grasps { rule!("EDG-GRAP-9") } else { rule!("EDG-GRAP-1") };
                return Err(Refusal::by(rule, "no_hand", "No hand is free."));
            }
            About::Fast if !held => return Err(Refusal::by(rule!("EDG-GRAP-7"), "not_held", "It does not hold it.")),
            About::Freedom if !is_held_by(world, actor, target) => {
                return Err(Refusal::by(rule!("EDG-GRAP-4"), "free", "It is not in its grasp."));
            }
            _ => {}
        }
        if matches!(about, About::Hold | About::Place | About::Trip) {
            let rule = if about == About::Hold { rule!("EDG-GRAP-1") } else { rule!("EDG-SHOVE-1") };
            if size(world, target) as i32 - size(world, actor) as i32 > 1 {
                return Err(Refusal::by(rule, "too_large", "It is more than one size larger."));
            }
            let near = match about {
                About::Hold => reach::naturally_reaches(world, actor, target) && lets_by(world, actor, target),
                _ => reach::threatens(world, actor, target, Place::of(world, target)),
            };
            if !near {
                return Err(Refusal::by(rule, "range", "Out of reach."));
            }
        }
        if about == About::Grasp {
            if !reach::threatens(world, actor, target, Place::of(world, target)) {
                return Err(Refusal::by(rule!("EDG-DIS-1"), "range", "Out of reach."));
            }
            if hands::held(world, target).is_empty() {
                return Err(Refusal::by(rule!("EDG-DIS-1"), "empty", "It holds nothing."));
            }
        }
        Ok(Self { actor, target, about, with: None, item: None, mutes: false, at: None })
    }

    /// The same with a weapon in hand.
    ///
    /// # Errors
    /// It is not in hand, does not reach so far, or does not do what it is to do.
    pub(crate) fn using(self, world: &World, key: &str) -> Result<Self, Refusal> {
        let with = creature::profile(world, self.actor).attacks.iter().find(|with| with.key == key);
        let rule = || self.about.rule();
        let Some(with) = with.filter(|with| hands::is_ready(world, self.actor, with)) else {
            return Err(Refusal::by(rule(), "not_in_hand", "It has no such thing ready."));
        };
        if self.about == About::Trip && !with.trip {
            return Err(Refusal::by(rule(), "no_trip", "It is not made to trip with."));
        }
        if with.class == Class::Melee && !reach::reaches(world, self.actor, with, self.target) {
            return Err(Refusal::by(rule(), "range", "Out of reach."));
        }
        Ok(Self { with: Some(with.key.clone().into()), ..self })
    }

    /// It takes its course.
    pub(crate) fn begin(self, world: &mut World) {
        let name = self.about.name().to_lowercase();
        let mut event = Event::note(format!("tries to {name}")).actor(self.actor).target(self.target);
        event = event.by(rule!("EDG-MEL-3"));
        let replaces = self.about.replaces_attack().then(|| rule!("EDG-MEL-2"));
        world.tell(event.by_all(replaces));
        launch(world, self);
    }
}

/// EDG-DIS-1, EDG-SHOVE-5: the skills by which a creature fells another, knocks things away and keeps them: those of its weapons, with
/// bare hands Wrestling.
fn by_weapon(world: &World, id: Id, with: Option<&str>) -> Vec<(Ability, &'static str)> {
    let attacks = creature::profile(world, id).attacks.iter();
    let fells = |one: &Attack| one.trip && one.hands == 0;
    let armed = attacks.filter(|one| fells(one) || hands::grip(world, id, &one.key) > 0);
    let named = armed.filter(|one| with.is_none_or(|key| key == one.key));
    let mut ways: Vec<_> =
        named.filter_map(|one| Some((Ability::Combativity, skill(&one.skill)?.key.as_str()))).collect();
    if ways.is_empty() {
        ways.push(WRESTLES);
    }
    ways
}

/// EDG-DIS-3: what a disarm would knock away: what was named, or else what is held by the most hands.
fn aimed_at(world: &World, contest: &Contest) -> Option<hands::Held> {
    let held = hands::held(world, contest.target);
    let named = contest.item.as_ref().and_then(|key| held.iter().find(|one| one.key == *key));
    // Of several the first.
    let most = held.iter().rev().max_by_key(|one| one.grip);
    named.or(most).cloned()
}

const WRESTLES: (Ability, &str) = (Ability::Combativity, WRESTLING);
const SLIPS: (Ability, &str) = (Ability::Dexterity, ACROBATICS);

impl Later for Contest {
    const STAGE: Stage = Stage::Rolls;

    fn happen(self, world: &mut World) {
        let Self { actor, target, about, ref with, .. } = self;
        if !is_on_map(world, actor) || !is_on_map(world, target) {
            return;
        }
        let (mine, its) = match about {
            About::Freedom => (vec![WRESTLES, SLIPS], vec![WRESTLES]),
            About::Grasp => (by_weapon(world, actor, with.as_deref()), by_weapon(world, target, None)),
            About::Trip => (by_weapon(world, actor, with.as_deref()), vec![WRESTLES, SLIPS]),
            About::Hold | About::Place | About::Fast => (vec![WRESTLES], vec![WRESTLES, SLIPS]),
        };
        let mut mine = Check::best(world, actor, Aim::Contest, about.name(), &mine);
        if about == About::Freedom {
            mine.breaking_free();
        }
        let item = aimed_at(world, &self).filter(|_| about == About::Grasp);
        if item.as_ref().is_some_and(|item| item.grip > 1) {
            mine.lean(false, Source::TwoHands, "it holds it in both hands", rule!("EDG-DIS-2"));
        }
        let its = Check::best(world, target, Aim::Contest, about.name(), &its);
        let rule = about.rule();
        let won = |world: &mut World| Some(launch(world, Won { contest: self, follows: None }));
        special::contest_for(world, mine, its, rule, won);
    }
}

/// A contest that its actor has won, until its exploit is chosen: then it gets what it was for (EDG-SPEC-9, EDG-SPEC-10).
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Won {
    contest: Contest,
    /// The exploit that follows when all of it is settled (EDG-XPL-1).
    pub follows: Option<Exploit>,
}

impl Later for Won {
    const STAGE: Stage = Stage::Consequences;

    fn happen(self, world: &mut World) {
        let Self { contest, follows } = self;
        let (actor, target) = (contest.actor, contest.target);
        if let Some(exploit) = follows {
            launch(world, FollowUp::new(actor, exploit, Some(target)));
        }
        if is_on_map(world, actor) && is_on_map(world, target) {
            contest.gets(world);
        }
    }
}

impl Contest {
    /// What it was for.
    fn gets(self, world: &mut World) {
        let Self { actor, target, about, .. } = self;
        match about {
            About::Hold => gain_from(
                world,
                target,
                GRAPPLED,
                Some(actor),
                Lasts::UntilEnded,
                [rule!("EDG-GRAP-3"), rule!("EDG-COND-GRA-1")],
            ),
            About::Freedom => let_go(world, target, actor, rule!("EDG-GRAP-4")),
            About::Fast => {
                for (id, by) in [(actor, None), (target, Some(actor))] {
                    gain_from(
                        world,
                        id,
                        RESTRAINED,
                        by,
                        Lasts::TurnStart(actor),
                        [rule!("EDG-GRAP-7"), rule!("EDG-COND-RES-1")],
                    );
                }
                if self.mutes {
                    let lasts = Lasts::TurnStart(actor);
                    gain_from(world, target, MUTED, Some(actor), lasts, [rule!("EDG-GRAP-8")]);
                }
            }
            About::Grasp => {
                if let Some(item) = aimed_at(world, &self) {
                    self.knocks_away(world, &item);
                }
            }
            About::Trip => life::knock_down(world, target, rule!("EDG-SHOVE-5")),
            About::Place => _ = launch(world, Shoved { actor, target }),
        }
    }
}

impl Contest {
    /// EDG-DIS-3: the thing falls within the target's space, where the one who disarms wants it.
    fn knocks_away(&self, world: &mut World, item: &hands::Held) {
        let its = space(world, self.target);
        let at = self.at.filter(|&at| its.contains(at)).unwrap_or(its.at);
        let name = hands::item(world, self.target, &item.key).map_or_else(String::new, |with| with.name.clone());
        let event = Event::note(format!("drops {name}")).actor(self.target).by(rule!("EDG-DIS-3"));
        world.tell(event.about(self.actor));
        hands::falls_to(world, self.target, &item.key, at);
    }
}

/// Lets go of a creature.
pub(crate) fn let_go(world: &mut World, holder: Id, held: Id, rule: Rule) {
    if lose_from(world, held, GRAPPLED, holder, [rule.clone()]) {
        world.note(held, "is held by one less", rule);
    }
}

/// EDG-COND-GRA-3, EDG-COND-GRA-4: grasps that end since the holder is incapacitated or too far away. EDG-ACT-5: a Defend that ends
/// since its owner can do nothing, or has come to a stand.
pub(super) fn test_bonds(world: &mut World) {
    let ids = world.resource::<Ids>();
    let defends = |&id: &Id| {
        let stands = || creature::able(world, id).is_err() || creature::speed(world, id) == 0;
        ids.has_condition(world, id, DEFENDING) && stands()
    };
    let no_more: Vec<Id> = on_map(world).filter(defends).collect();
    for id in no_more {
        lose(world, id, DEFENDING, [rule!("EDG-ACT-5")]);
    }
    let ids = world.resource::<Ids>();
    let held: Vec<Id> = on_map(world).filter(|&id| ids.has_condition(world, id, GRAPPLED)).collect();
    for id in held {
        for holder in holders(world, id) {
            if creature::able(world, holder).is_err() {
                let_go(world, holder, id, rule!("EDG-COND-GRA-3"));
            } else if !reach::naturally_reaches(world, holder, id) {
                let_go(world, holder, id, rule!("EDG-COND-GRA-4"));
            }
        }
    }
}

/// EDG-GRAP-6: after a step those whom a mover holds are drawn after it, onto the ground that it has left.
pub(crate) fn drag(world: &mut World, mover: Id, before: Place) {
    for held in held_by(world, mover) {
        if !reach::naturally_reaches(world, mover, held) {
            draws(world, held, before, [rule!("EDG-GRAP-6"), rule!("EDG-GRAP-5")]);
        }
    }
}

/// A body is drawn onto ground that another has left.
pub(super) fn draws(world: &mut World, held: Id, before: Place, rules: impl IntoIterator<Item = Rule>) {
    let from = *world.the::<Position>(held);
    let own = Place::of(world, held).space;
    // Only where it could step itself, and where nobody stands.
    let (ground, walker) = OpenGround::<Edge>::set_out(world, held, i32::MAX / 2, false);
    let fits = |at: Square| {
        let there = Footprint { at, ..own };
        let free = |other: Id, stand: Placement| other == held || !stand.space.overlaps(there);
        let level = |step: &Step| step.motion != Motion::Climb && step.side == own.side;
        ground.next(&walker, at).is_ok_and(|(_, step)| level(&step))
            && all_stands(world).all(|(other, stand)| free(other, stand))
    };
    let Some(at) = before.space.squares().find(|&at| fits(at)) else { return };
    let to = Position { at, height: floor_of(world, Footprint { at, ..own }) };
    move_with_attached(world, held, to, MoveKind::Carried);
    world.tell(Event::step(held, from, to, Motion::Pushed, "dragged").by_all(rules));
}

/// A shove that has come off, until its player says what it does (EDG-SHOVE-2).
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Shoved {
    actor: Id,
    target: Id,
}

impl Shoved {
    /// EDG-SHOVE-3: straight away, half aside, aside, where the target fits.
    fn steps(self, world: &World) -> Vec<(i16, i16)> {
        let (own, its) = (space(world, self.actor), space(world, self.target));
        // Middles in half squares.
        let middle = |space: Footprint| {
            let side = i32::from(space.side);
            (2 * i32::from(space.at.x) + side, 2 * i32::from(space.at.y) + side)
        };
        let (from, to) = (middle(own), middle(its));
        let away = (to.0 - from.0, to.1 - from.1);
        let straight = (0..8).max_by_key(|&way| {
            let (x, y) = Direction::ALL[way].delta();
            let long = if x != 0 && y != 0 { 707 } else { 1000 };
            (away.0 * i32::from(x) + away.1 * i32::from(y)) * long
        });
        let straight = straight.unwrap_or(0);
        let around = [0, 1, 7, 2, 6].map(|turn| Direction::ALL[(straight + turn) % 8].delta());
        around.into_iter().filter(|&step| environment::can_be_pushed(world, self.target, step)).collect()
    }
}

impl Asks for Shoved {
    fn asking(world: &World, flight: Id) -> Inquiry {
        let shoved = *world.the::<Self>(flight);
        let at = space(world, shoved.target).at;
        let place = |step: (i16, i16)| {
            Choice::place(at.offset(step.0, step.1), "To", rule!("EDG-SHOVE-3")).to(Purpose::Control)
        };
        let down = Choice::new(DOWN, "Knock it down").to(Purpose::Control).by(rule!("EDG-SHOVE-2"));
        let choices = [down].into_iter().chain(shoved.steps(world).into_iter().map(place)).collect();
        let prompt = format!("What does the shove do to {}?", world.resource::<Names>().name(shoved.target));
        let decision = Decision::new(world, shoved.actor, SHOVED, prompt, choices).against(Some(shoved.target));
        Question::inquiry(decision, [rule!("EDG-SHOVE-2"), rule!("EDG-SHOVE-3")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let shoved = *world.the::<Self>(flight);
        let at: Square = space(world, shoved.target).at;
        let named = |&(x, y): &(i16, i16)| at.offset(x, y).word() == word;
        let step = shoved.steps(world).into_iter().find(named);
        land(world);
        match step {
            None => life::knock_down(world, shoved.target, rule!("EDG-SHOVE-2")),
            Some(step) => {
                let event = Event::note("is pushed").actor(shoved.target).by(rule!("EDG-SHOVE-2"));
                let edge = over_an_edge(world, shoved.target, step).then(|| rule!("EDG-SHOVE-4"));
                // EDG-GRID-14: 2 m are a square.
                world.tell(event.by(rule!("EDG-MOVE-13")).by(rule!("EDG-GRID-14")).by_all(edge));
                environment::push(world, shoved.target, step, 1);
            }
        }
    }
}

/// EDG-SHOVE-4: whether nothing bears a creature any more once it is pushed by a step, so that it falls.
fn over_an_edge(world: &World, id: Id, (columns, rows): (i16, i16)) -> bool {
    let Placement { space, height, .. } = stand(world, id);
    let there = Footprint { at: space.at.offset(columns, rows), ..space };
    !ground::is_held_up(world, id) && height.0 - floor_of(world, there).0 > ground::STRIDE.0
}
