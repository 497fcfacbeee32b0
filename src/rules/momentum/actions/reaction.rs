//! Cinematic Reaction: out of its own turn, between two orders or two turns (MOM-CINE-2). Before dice fall a creature is asked about it.

use super::super::data::cinematic::Entry;
use super::super::fight::cinema::{self, Begun};
use super::super::fight::cinema_reaction;
use super::super::fight::prepared;
use super::cinematic::{IDEA, Plan, idea};
use super::doer::*;

/// Doing so.
pub(super) struct Reacting;

const KIND: ActionKind = ActionKind {
    family: Some("Cinematic"),
    groups: &[Group::Free],
    price: Price::Points(2),
    aimed: &[AimedAt::Creature, AimedAt::Nothing],
    with: "a Cinematic that is prepared as a Reaction; nothing for an idea, where a game master answers",
    options: &[IDEA],
    any_time: &[Pause::BetweenOrders, Pause::BetweenTurns],
    ..ActionKind::new(
        cinema_reaction::REACTION,
        "Cinematic Reaction",
        "Out of its turn, after anything that others have done: a Skill Check for 2 RP and 3 NM, and much comes of it.",
    )
};

/// Whether it is the creature's own turn.
fn has_its_turn(world: &World, id: Id) -> bool {
    world.resource::<Flow>().active().is_some_and(|active| creature::sharing(world, active).contains(&id))
        && pauses::now(world) != Some(Pause::BetweenTurns)
}

/// How a creature is asked between two turns: by the Reactions that it can do.
pub(in super::super) fn asked(world: &World, id: Id) -> PauseWords {
    let order = |reaction: Option<&Entry>| {
        let act = KIND.order(id);
        match reaction {
            Some(entry) => Act { with: Some(entry.key.clone()), ..act },
            None => act.saying(IDEA.key, cinema_reaction::AS_TOLD),
        }
    };
    let way = |reaction| (cinema_reaction::choice(reaction), order(reaction));
    PauseWords {
        kind: cinema_reaction::REACTION.into(),
        prompt: format!("A Cinematic Reaction of {}?", world.resource::<Names>().name(id)).into(),
        ways: cinema_reaction::reactions(world, id).into_iter().map(way).collect(),
        go_on: "Let it be".into(),
        rules: vec![rule!("MOM-CINE-2")],
    }
}

impl Action for Reacting {
    type Rules = Momentum;
    type Plan = Plan;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-CINE-2"));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        creature::drama(doer.world, doer.id).nm > 0 && !has_its_turn(doer.world, doer.id)
    }

    /// It is paid once it is judged.
    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost { unpaid: true, ..Cost::default() }
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let price = cinema::price(doer.world, doer.id, true, false);
        let usual = "2 RP, 3 NM".to_owned();
        let cost = price.as_ref().map_or(usual, |price| price.words());
        for reaction in cinema_reaction::reactions(doer.world, doer.id) {
            let mut offer = KIND.offer();
            offer.cost.clone_from(&cost);
            offer.aim = Aim::Nothing;
            if let Some(entry) = reaction {
                offer.label.clone_from(&entry.name);
                offer.with = Some(entry.key.clone());
            }
            offer.refusal = menu.judge(|| price.clone().map(drop));
            menu.add(offer);
        }
    }

    fn candidates(&self, _doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        match base.with {
            Some(_) => vec![base],
            None => vec![base.saying(IDEA.key, "something out of the ordinary")],
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Plan, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let refuse = |code: &'static str, message: &'static str| Err(Refusal::by(rule!("MOM-CINE-2"), code, message));
        if has_its_turn(world, id) {
            return refuse("own_turn", "On its own turn it is a Cinematic Action.");
        }
        cinema::price(world, id, true, false)?;
        let idea = idea(world, act)?;
        let Some(key) = act.with.as_deref() else {
            return Ok(Plan { entry: None, idea, target: act.target, invited: Vec::new() });
        };
        let Some(entry) = prepared::entry(world, key).filter(|entry| entry.reaction) else {
            return refuse("no_such_cinematic", "No such Cinematic is prepared as a Reaction.");
        };
        prepared::is_possible(world, id, entry)?;
        if !prepared::can_be_aimed(world, id, entry, act.target) {
            return refuse("no_target", "Name an enemy who is near enough.");
        }
        Ok(Plan { entry: Some(entry.key.clone()), idea, target: act.target, invited: Vec::new() })
    }

    fn begin(&self, world: &mut World, actor: Id, plan: Plan) {
        let Plan { entry, idea, target, invited } = plan;
        cinema::begin(world, Begun { actor, entry, idea, target, reaction: true, invited });
    }
}
