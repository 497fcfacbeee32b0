//! What an exploit lets its owner do when the check that brought it is settled. Such acts cost nothing of the owner's turn (EDG-XPL-1,
//! EDG-XPL-13).

use bevy::prelude::World;

use super::super::body::check::Settled;
use super::super::body::{creature, exhaustion, hands, trauma};
use super::super::data::{Attack, HalfMetres, Vitality, cards, conditions::*, tables::Exploit, task::Task};
use super::super::field::sight;
use super::super::ruleset::Edge;
use super::aid;
use super::aiming;
use super::contest::{self, Contest};
use super::spare_walk;
use super::special::{FollowUp, NONE};
use super::stealth;
use super::strike::{self, Occasion, Strike};
use crate::battle::{Event, *};
use crate::grid::Square;
use crate::rule;

/// The question what to do.
pub(crate) const FOLLOW_UP: &str = "follow_up";
/// The answer that gets up.
const STAND: &str = "rise";
/// The answer that hides.
const HIDE: &str = "conceal";
/// How far a quick movement goes (EDG-XPL-3).
const QUICK: HalfMetres = 6;

/// Whether an exploit is an act, done when all that came before is settled.
pub(super) const fn is_act(exploit: Exploit) -> bool {
    matches!(
        exploit,
        Exploit::QuickMovement
            | Exploit::ExtraMinor
            | Exploit::TeamPlay
            | Exploit::LendAHand
            | Exploit::Vanish
            | Exploit::Distraction
            | Exploit::Discovery
    )
}

/// Whether an exploit can do anything now: one that cannot is not offered.
pub(super) fn is_possible(world: &World, settled: &Settled, exploit: Exploit) -> bool {
    let follow = FollowUp::new(settled.roller, exploit, settled.whom);
    match exploit {
        _ if is_act(exploit) => follow.acts(world).next().is_some(),
        Exploit::Destiny => cards::are_played(world),
        Exploit::OneMore => {
            let also = |thing: Id| world.part::<Task>(thing).is_some_and(|task| task.also.is_some());
            settled.thing.is_some_and(also)
        }
        _ => true,
    }
}

/// One thing that it may do.
enum Act {
    To(Square),
    Stand,
    Contest(Contest),
    Feint(Id),
    Divert(Id),
    Discover(Id),
    Help { ally: Id, foe: Id },
    Hide,
    Attack { ally: Id, with: Attack },
}

/// Those of whom a creature's side knows.
fn others(world: &World, owner: Id) -> impl Iterator<Item = Id> + '_ {
    known_to(world, owner).map(|(other, _)| other)
}

/// The enemies among them.
fn foes(world: &World, owner: Id) -> impl Iterator<Item = Id> + '_ {
    others(world, owner).filter(move |&other| creature::hostile(world, owner, other))
}

impl FollowUp {
    fn acts<'w>(&self, world: &'w World) -> Box<dyn Iterator<Item = Act> + 'w> {
        let Self { owner, exploit, whom, .. } = *self;
        match exploit {
            Exploit::QuickMovement if creature::moves(world, owner).is_ok() && creature::speed(world, owner) > 0 => {
                let prone = has_condition(world, owner, PRONE).then_some(Act::Stand);
                let here = space(world, owner).at;
                let squares = Edge::gets_within(world, owner, QUICK).squares.into_iter();
                let there = squares
                    .filter(move |reached| reached.stop && reached.at != here)
                    .map(|reached| Act::To(reached.at));
                Box::new(prone.into_iter().chain(there))
            }
            Exploit::ExtraMinor if creature::able(world, owner).is_ok() => {
                Box::new(foes(world, owner).flat_map(move |foe| {
                    let all = contest::QUICK
                        .into_iter()
                        .filter_map(move |about| Contest::against(world, owner, foe, about).ok());
                    let feint = aid::may_feint(world, owner, foe).is_ok().then_some(Act::Feint(foe));
                    all.map(Act::Contest).chain(feint)
                }))
            }
            Exploit::LendAHand if creature::able(world, owner).is_ok() => {
                Box::new(aid::pairs(world, owner).into_iter().map(|(ally, foe)| Act::Help { ally, foe }))
            }
            Exploit::Vanish => {
                let hides = creature::able(world, owner).is_ok() && stealth::may_hide(world, owner).is_ok();
                Box::new(hides.then_some(Act::Hide).into_iter())
            }
            Exploit::Distraction => {
                Box::new(foes(world, owner).filter(move |&foe| sight::sees(world, foe, owner)).map(Act::Divert))
            }
            Exploit::Discovery => {
                let seen = move |&other: &Id| other != owner && sight::sees(world, owner, other);
                Box::new(others(world, owner).filter(seen).map(Act::Discover))
            }
            Exploit::TeamPlay => {
                let Some(target) = whom else { return Box::new(std::iter::empty()) };
                let plays = move |&ally: &Id| {
                    ally != owner
                        && sides::allied(world, owner, ally)
                        && aid::accepts_help(world, owner, ally).is_ok()
                        && creature::can_react(world, ally).is_ok()
                        && sight::sees(world, owner, ally)
                        && sight::sees(world, ally, target)
                };
                Box::new(others(world, owner).filter(plays).flat_map(move |ally| {
                    let all = hands::usable(world, ally);
                    let strikes =
                        all.filter(move |with| with.is_aimed() && aiming::aims_at(world, ally, with, target).is_ok());
                    strikes.map(move |with| Act::Attack { ally, with: with.clone() })
                }))
            }
            _ => Box::new(std::iter::empty()),
        }
    }
}

impl Act {
    fn key(&self, world: &World) -> String {
        let name = |id: Id| world.resource::<Names>().name(id).to_owned();
        match self {
            Self::To(at) => at.word(),
            Self::Stand => STAND.to_owned(),
            Self::Hide => HIDE.to_owned(),
            Self::Contest(contest) => format!("{}-{}", contest.about.key(), name(contest.target)),
            Self::Feint(foe) => format!("feint-{}", name(*foe)),
            Self::Divert(foe) => format!("divert-{}", name(*foe)),
            Self::Discover(other) => format!("read-{}", name(*other)),
            Self::Help { ally, foe } => format!("{}-{}", name(*ally), name(*foe)),
            Self::Attack { ally, with } => format!("{}-{}", name(*ally), with.key),
        }
    }

    fn choice(&self, world: &World) -> Choice {
        let name = |id: Id| world.resource::<Names>().name(id).to_owned();
        let key = self.key(world);
        match self {
            Self::To(at) => Choice::place(*at, "To", rule!("EDG-XPL-3")),
            Self::Stand => Choice::new(key, "Stand up").to(Purpose::Move).by(rule!("EDG-XPL-3")),
            Self::Hide => Choice::new(key, "Hide").to(Purpose::Hide).by(rule!("EDG-XPL-8")),
            Self::Contest(contest) => Choice::new(key, format!("{} {}", contest.about.name(), name(contest.target)))
                .to(Purpose::Control)
                .onto(contest.target)
                .by(rule!("EDG-XPL-4")),
            Self::Feint(foe) => Choice::new(key, format!("Feint at {}", name(*foe)))
                .to(Purpose::Control)
                .onto(*foe)
                .by(rule!("EDG-XPL-4")),
            Self::Discover(other) => Choice::new(key, format!("Read {}", name(*other)))
                .to(Purpose::Other)
                .onto(*other)
                .by(rule!("EDG-XPO-10")),
            Self::Divert(foe) => Choice::new(key, format!("Draw the eyes of {}", name(*foe)))
                .to(Purpose::Control)
                .onto(*foe)
                .by(rule!("EDG-XPO-3")),
            Self::Help { ally, foe } => {
                let label = format!("{} against {}", name(*ally), name(*foe));
                Choice::new(key, label).to(Purpose::Aid).onto(*ally).by(rule!("EDG-XPL-7"))
            }
            Self::Attack { ally, with } => {
                let label = format!("{}: {}", name(*ally), with.name);
                Choice::new(key, label).to(Purpose::Harm).onto(*ally).by(rule!("EDG-XPL-6"))
            }
        }
    }
}

impl Asks for FollowUp {
    const AFTERWARDS: bool = true;

    fn asking(world: &World, flight: Id) -> Inquiry {
        let follow = world.the::<Self>(flight);
        if follow.moving || !is_on_map(world, follow.owner) {
            return Inquiry::Nobody;
        }
        let choices: Vec<Choice> = follow.acts(world).map(|act| act.choice(world)).collect();
        if choices.is_empty() {
            return Inquiry::Nobody;
        }
        let name = world.resource::<Names>().name(follow.owner);
        let (prompt, rule) = match follow.exploit {
            Exploit::QuickMovement => (format!("Where does {name} move at once?"), rule!("EDG-XPL-3")),
            Exploit::ExtraMinor => (format!("What does {name} do besides?"), rule!("EDG-XPL-4")),
            Exploit::LendAHand => (format!("Whom does {name} help?"), rule!("EDG-XPL-7")),
            Exploit::Vanish => (format!("Does {name} hide at once?"), rule!("EDG-XPL-8")),
            Exploit::Discovery => (format!("Whom does {name} read?"), rule!("EDG-XPO-10")),
            Exploit::Distraction => (format!("Whose eyes does {name} draw?"), rule!("EDG-XPO-3")),
            _ => ("Which ally attacks the same target?".to_owned(), rule!("EDG-XPL-6")),
        };
        let decline = Choice::new(NONE, "Leave it at that").to(Purpose::Decline);
        let choices = choices.into_iter().chain([decline]).collect();
        let decision = Decision::new(world, follow.owner, FOLLOW_UP, prompt, choices).against(follow.whom);
        Question::inquiry(decision, [rule, rule!("EDG-XPL-1")])
    }

    fn answered(world: &mut World, flight: Id, word: &str) {
        let follow = *world.the::<Self>(flight);
        let chosen = follow.acts(world).find(|act| act.key(world) == word);
        let owner = follow.owner;
        let Some(act) = chosen else {
            return land(world);
        };
        if let Act::To(at) = act {
            let Some(way) = Edge::gets_within(world, owner, QUICK).path(at) else { return land(world) };
            world.the_mut::<Self>(flight).moving = true;
            world.note(owner, "moves at once", rule!("EDG-XPL-13"));
            return spare_walk::walk(world, owner, way, QUICK);
        }
        land(world);
        match act {
            Act::To(_) => {}
            Act::Stand => _ = lose(world, owner, PRONE, [rule!("EDG-XPL-3")]),
            Act::Hide => {
                world.note(owner, "hides at once", rule!("EDG-XPL-8"));
                stealth::hide(world, owner);
            }
            Act::Contest(contest) => contest.begin(world),
            Act::Feint(foe) => aid::feint(world, owner, foe),
            Act::Discover(other) => discover(world, owner, other),
            Act::Divert(foe) => {
                gain_from(world, foe, DIVERTED, Some(owner), Lasts::TurnStart(owner), [rule!("EDG-XPO-3")]);
            }
            Act::Help { ally, foe } => aid::help(world, owner, ally, foe),
            Act::Attack { ally, with } => {
                creature::react(world, ally);
                let Some(target) = follow.whom else { return };
                strike::declare(world, Strike::new(ally, with, target, Occasion::TeamPlay));
            }
        }
    }

    fn unasked(world: &mut World, flight: Id) {
        let Self { owner, .. } = *world.the::<Self>(flight);
        land(world);
        spare_walk::has_walked(world, owner);
    }
}

/// EDG-XPO-10: all there is to know of a creature, in words.
fn discover(world: &mut World, owner: Id, other: Id) {
    let profile = creature::profile(world, other);
    let av: i32 = profile.armour.iter().map(|piece| piece.av).sum();
    let (vp, most) = (world.the::<Vitality>(other).0, exhaustion::vp_max(world, other));
    let hurt: Vec<&str> = trauma::of(world, other).map(|(_, row)| row.name.as_str()).collect();
    let hurt = if hurt.is_empty() { "no traumas".to_owned() } else { hurt.join(", ") };
    let text = format!("Defense {}, Armour Value {av}, Vitality {vp} of {most}, {hurt}", profile.defense());
    world.tell(Event::note(text).actor(owner).target(other).by(rule!("EDG-XPO-10")));
}
