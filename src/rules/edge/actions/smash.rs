//! An attack on an object that can be broken, in place of one on a creature (EDG-OBJ-2).

use super::super::body::hands::{self, Handling};
use super::super::data::Structure;
use super::super::field::reach;
use super::super::fight::smash::{self, Smash};
use super::attack;
use super::doer::*;

/// Doing so.
pub(super) struct Smashing;

impl Action for Smashing {
    type Rules = Edge;
    type Plan = (Smash, Vec<Handling>);
    const KIND: &'static ActionKind = &ActionKind {
        family: Some("Attack an object"),
        purpose: Purpose::Interact,
        aimed: &[AimedAt::Object],
        with: "the attack",
        ..ActionKind::new(
            "smash",
            "Attack an object",
            "One attack of its list on an object that can be broken, against 9.",
        )
    };

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        attack::price(doer)
    }

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        things(doer.world).any(|thing| doer.world.part::<Structure>(thing).is_some())
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for with in doer.profile.attacks.iter().filter(|with| with.is_aimed()) {
            let mut offer = doer.row(Self::KIND, with, doer.range(with), attack::price(doer), menu);
            offer.label = format!("{}: {}", Self::KIND.label, with.name);
            offer.refusal = offer.refusal.or_else(|| menu.judge(|| doer.makes_ready(with, true).map(drop)));
            menu.add(offer);
        }
    }

    /// Those beside it; others are for players to choose.
    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let near = |&thing: &Id| smash::is_breakable(doer.world, thing) && reach::to_hand(doer.world, doer.id, thing);
        things(doer.world).filter(near).map(|thing| base.upon(thing)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Self::Plan, Refusal> {
        let with = attack::aimed(doer, act)?;
        let thing = act.target.filter(|&thing| doer.world.part::<Thing>(thing).is_some());
        let thing = thing.ok_or_else(|| Refusal::new("no_target", "Name an object."))?;
        smash::between(doer.world, doer.id, with, thing).line?;
        let handling = attack::handling(doer, with)?;
        Ok((Smash { attacker: doer.id, with: with.clone(), thing }, handling))
    }

    fn begin(&self, world: &mut World, id: Id, (smash, handling): Self::Plan) {
        hands::handle(world, id, &handling);
        smash.begin(world);
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let with = doer.attack(act.with.as_deref()).ok()?;
        doer.world.part::<Structure>(target)?;
        let found = smash::between(doer.world, doer.id, with, target);
        let against = smash::difficulty(with, &found);
        Some(found.aim_info(doer.world, creature::metres(found.distance), against, None))
    }
}
