//! Help: an ally's first attack on an enemy within the helper's reach has advantage (EDG-ACT-8).

use super::super::fight::aid;
use super::doer::*;

/// Helping.
pub(super) struct Helping;

/// Whom the ally is helped against.
const AGAINST: Key = Key::new("against", Takes::Own("the name of an enemy"), "The enemy against whom it helps.");

impl Action for Helping {
    type Rules = Edge;
    type Plan = (Id, Id);
    const KIND: &'static ActionKind = &ActionKind {
        icon: "aid",
        purpose: Purpose::Aid,
        aimed: &[AimedAt::Creature],
        options: &[AGAINST],
        ..ActionKind::new("help", "Help", "An ally's first attack on an enemy within its reach has advantage.")
    };

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let names = doer.world.resource::<Names>();
        let act = |(ally, foe): (Id, Id)| base.upon(ally).saying(AGAINST.key, names.name(foe));
        aid::pairs(doer.world, doer.id).into_iter().map(act).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Id, Id), Refusal> {
        let ally = act.target.ok_or_else(|| Refusal::new("no_target", "Name the ally it helps."))?;
        let foes: Vec<Id> =
            aid::pairs(doer.world, doer.id).into_iter().filter(|pair| pair.0 == ally).map(|pair| pair.1).collect();
        let named = act.word(AGAINST.key).map(|name| doer.world.resource::<Names>().find(name));
        let foe = match named {
            Some(foe) => foe.ok_or_else(|| Refusal::new("no_target", "There is nobody of that name."))?,
            None if foes.len() == 1 => foes[0],
            None if foes.is_empty() => {
                return Err(Refusal::by(rule!("EDG-ACT-8"), "range", "No enemy is within its reach."));
            }
            None => return Err(Refusal::new("which", "Several enemies are within its reach: name one in `against`.")),
        };
        aid::may_help(doer.world, doer.id, ally, foe)?;
        Ok((ally, foe))
    }

    fn begin(&self, world: &mut World, id: Id, (ally, foe): (Id, Id)) {
        aid::help(world, id, ally, foe);
    }
}
