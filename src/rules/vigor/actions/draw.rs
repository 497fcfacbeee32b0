//! Taking in hand what one carries, in place of what hands hold if need be (VIG-ACT-19).

use super::super::body::hands;
use super::doer::*;

/// Doing so.
pub(super) struct Drawing;

const KIND: ActionKind = ActionKind {
    family: Some("Gear"),
    icon: "interact",
    purpose: Purpose::Arm,
    with: "the weapon or shield",
    readied: true,
    ..ActionKind::new("draw", "Draw", "Takes a weapon or shield in hand; what hands must let go of for it is put away.")
};

impl Action for Drawing {
    type Rules = Vigor;
    type Plan = String;
    const KIND: &'static ActionKind = &KIND;

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        if base.with.is_some() {
            return vec![base];
        }
        let all = hands::put_away(doer.world, doer.id).into_iter();
        all.map(|(key, _)| base.using(key)).collect()
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for (key, name) in hands::put_away(doer.world, doer.id) {
            let mut offer = KIND.offer();
            offer.label = format!("Draw: {name}");
            offer.with = Some(key.to_owned());
            offer.cost = words(1);
            let with = doer.profile.attacks.iter().find(|with| with.key == key);
            offer.range = with.and_then(super::attack::carries);
            let act = offer.order(doer.id);
            offer.refusal = menu.judge(|| action::check_with(doer, self, &act));
            menu.add(offer);
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<String, Refusal> {
        let key = act.with.as_deref().unwrap_or_default();
        let refuse = |code: &'static str, message: String| Err(Refusal::by(rule!("VIG-ACT-19"), code, message));
        let Some(grip) = creature::profile(doer.world, doer.id).grip(key).filter(|&grip| grip > 0) else {
            return refuse("no_such_weapon", format!("It has no `{key}` that hands could hold."));
        };
        if hands::holds(doer.world, doer.id, key) {
            return refuse("in_hand", "That is in hand.".into());
        }
        if !hands::put_away(doer.world, doer.id).iter().any(|(own, _)| *own == key) {
            return refuse("lost", "That is lost.".into());
        }
        hands::can_hold(doer.world, doer.id, grip)?;
        Ok(key.to_owned())
    }

    fn begin(&self, world: &mut World, id: Id, key: String) {
        hands::take(world, id, &key);
    }
}
