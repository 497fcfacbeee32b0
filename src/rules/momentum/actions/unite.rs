//! Acting as a union: agreed at the start of a round, for that round (MOM-UNION-1).

use super::super::data::{Timing, options};
use super::super::flow::union::{self, AS_BEFORE, TOGETHER};
use super::doer::*;

/// Agreeing to it: with another, whose union it may be already, or several at once.
pub(super) struct Unite;

const SEVERAL: Key = Key::new(
    "several",
    Takes::Word(&[AS_BEFORE, TOGETHER]),
    "Instead of a target: the unions of last round, or all of the side.",
);

const KIND: ActionKind = ActionKind {
    icon: "aid",
    groups: &[Group::Free],
    price: Price::Free,
    aimed: &[AimedAt::Creature],
    options: &[SEVERAL],
    any_time: &[Pause::RoundStart],
    ..ActionKind::new("unite", "Act as a union", "Allies have their turns of this round together.")
};

impl Action for Unite {
    type Rules = Momentum;
    type Plan = Vec<Vec<Id>>;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-UNION-1"));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        pauses::now(doer.world) == Some(Pause::RoundStart)
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Vec<Vec<Id>>, Refusal> {
        let world = doer.world;
        if pauses::now(world) != Some(Pause::RoundStart) {
            return Err(Refusal::by(rule!("MOM-UNION-1"), "too_late", "Unions are agreed at the start of a round."));
        }
        let side = side_of(world, doer.id);
        if let Some(word) = act.word(SEVERAL.key) {
            let unions = union::whole(world, side, word);
            return if unions.is_empty() {
                Err(Refusal::by(rule!("MOM-UNION-1"), "nobody", "There are no two who could."))
            } else {
                Ok(unions)
            };
        }
        let with = act.named_target()?;
        if world.part::<Creature>(with).is_none() || side_of(world, with) != side || with == doer.id {
            return Err(Refusal::by(rule!("MOM-UNION-10"), "no_ally", "A union is of allies, each of which agrees."));
        }
        if !creature::conscious(world, with) {
            return Err(Refusal::by(rule!("MOM-UNION-11"), "down", "Who is Down agrees to no union."));
        }
        if world.the::<Timing>(doer.id).union.is_some() {
            return Err(Refusal::by(rule!("MOM-UNION-9"), "in_union", "It belongs to a union already."));
        }
        let mut members = creature::sharing(world, with);
        members.push(doer.id);
        Ok(vec![members])
    }

    fn begin(&self, world: &mut World, _id: Id, unions: Vec<Vec<Id>>) {
        for members in unions {
            union::unite(world, &members);
        }
    }
}

/// How a side is asked at the start of a round.
pub(in super::super) fn asked(world: &World, id: Id) -> PauseWords {
    union::asked(world, id, |word| KIND.order(id).saying(SEVERAL.key, word))
}

/// What the level says of when its sides wish to be asked.
pub(in super::super) fn wish(world: &mut World) {
    let written = options::written(world, "asks_unions").and_then(toml::Value::as_str);
    let wish = Wish::ALL.into_iter().find(|wish| Some(wish.word()) == written).unwrap_or_default();
    for side in sides(world) {
        world.resource_mut::<Wishes>().set(side, KIND.key, wish);
    }
}
