//! Help: an ally's first attack on an enemy within the helper's reach has advantage (EDG-ACT-8).

use super::super::fight::aid;
use super::doer::*;

/// Helping.
pub(super) struct Helping;

/// Whom the ally is helped against.
const AGAINST: Key = Key::new("against", Takes::Own("the name of an enemy"), "The enemy against whom it helps.");

/// The one enemy against whom an ally can be helped.
fn only_foe(doer: &Doer<'_>, ally: Id) -> Result<Id, Refusal> {
    let foes: Vec<Id> =
        aid::pairs(doer.world, doer.id).into_iter().filter(|pair| pair.0 == ally).map(|pair| pair.1).collect();
    match foes[..] {
        [foe] => Ok(foe),
        [] => Err(Refusal::by(rule!("EDG-ACT-8"), "range", "No enemy is within its reach.")),
        _ => Err(Refusal::new("which", "Several enemies are within its reach: name one in `against`.")),
    }
}

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
        let foe = match act.word(AGAINST.key) {
            Some(name) => {
                let named = doer.world.resource::<Names>().find(name);
                named.ok_or_else(|| Refusal::new("no_target", "There is nobody of that name."))?
            }
            None => only_foe(doer, ally)?,
        };
        aid::may_help(doer.world, doer.id, ally, foe)?;
        Ok((ally, foe))
    }

    fn begin(&self, world: &mut World, id: Id, (ally, foe): (Id, Id)) {
        aid::help(world, id, ally, foe);
    }
}
