//! Techniques: attacks with a weapon in a way that costs Vigor (VIG-ACT-17, VIG-ABIL).

use super::super::body::{breath, hands};
use super::super::data::{Attack, Class, Technique, TurnUsage, conditions::WOUNDED};
use super::super::fight::openings;
use super::super::fight::strike::{self, Occasion, Strike};
use super::doer::*;
use super::{attack, long};

/// Using one.
pub(super) struct Using;

pub(super) const KIND: ActionKind = ActionKind {
    icon: "melee",
    groups: &[Group::Attack],
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Creature, AimedAt::Object, AimedAt::Nothing],
    readied: true,
    with: "the technique and the weapon, as in `lunge/sword`",
    options: &[attack::OTHER_HAND],
    ..ActionKind::new(
        "technique",
        "Technique",
        "An attack in a way of its own, paid in Vigor. One of several actions takes those that are left, and the order is given again on the next turn; what it is aimed at is named with the last action.",
    )
};

/// The technique and the weapon that an order names.
fn named<'w>(doer: &Doer<'w>, key: Option<&str>) -> Result<(&'w Technique, &'w Attack), Refusal> {
    let key = key.unwrap_or_default();
    let (technique, with) = key.split_once('/').unwrap_or((key, ""));
    let known = doer.profile.techniques.iter().find(|known| known.key == technique);
    let known = known.ok_or_else(|| Refusal::new("no_such_technique", format!("It knows no `{technique}`.")))?;
    let with = attack::named(doer, Some(with))?;
    if known.light && !with.light {
        return Err(Refusal::by(rule!("VIG-ABIL-5"), "not_light", "It takes a light weapon."));
    }
    if known.needs_self_wounded && !has_condition(doer.world, doer.id, WOUNDED) {
        return Err(not_wounded("Only the Wounded can do that."));
    }
    match (known.ranged, with.ranged()) {
        (false, true) => Err(Refusal::new("not_melee", "It is done hand to hand.")),
        (true, false) => Err(Refusal::new("not_ranged", "It is done at a distance.")),
        (false, false) if known.weapon && with.class != Class::Melee => {
            Err(Refusal::by(rule!("VIG-DMG-3"), "not_armed", "It takes a weapon."))
        }
        _ => Ok((known, with)),
    }
}

/// What tells a technique under way from other acts.
fn word(technique: &Technique) -> String {
    format!("{} {}", KIND.key, technique.key)
}

/// What this order of it costs (VIG-ENC-7: the Vigor with its first action).
fn cost(doer: &Doer<'_>, technique: &Technique) -> Cost {
    let done = long::done(doer, &word(technique));
    Cost {
        actions: long::spends(doer, &word(technique), technique.actions).0,
        vigor: if done == 0 { technique.vigor } else { 0 },
        goes_on: done > 0,
        ..Cost::default()
    }
}

/// What an order comes to.
#[derive(Clone)]
pub(super) enum Names {
    /// More actions are to come: who, what, how many are done then.
    Begins(Id, Technique, i32),
    /// It is done; whether the other hand may strike at anything then.
    Done(Box<Strike>, Technique, bool),
}

impl Action for Using {
    type Rules = Vigor;
    type Plan = Names;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for technique in &doer.profile.techniques {
            let fits = |with: &&Attack| {
                with.ranged() == technique.ranged
                    && (!technique.light || with.light)
                    && (!technique.weapon || with.class == Class::Melee)
            };
            let had = |with: &&Attack| hands::has(doer.world, doer.id, &with.key);
            for with in doer.profile.attacks.iter().filter(fits).filter(had) {
                let mut offer = attack::row(&KIND, with);
                offer.label = format!("{}: {}", technique.name, with.name);
                let (actions, completes) = long::spends(doer, &word(technique), technique.actions);
                if technique.actions > 1 {
                    offer.price = price(actions);
                    offer.cost = format!("{} of {}", words(actions), technique.actions);
                }
                if !completes {
                    offer.aim = Aim::Nothing;
                }
                offer.cost = format!("{}, {} Vigor", offer.cost, technique.vigor);
                offer.family = Some(with.name.clone());
                offer.with = Some(format!("{}/{}", technique.key, with.key));
                let cost = cost(doer, technique);
                if technique.opening {
                    offer.exposes = menu.told(|| openings::to_whom(doer.world, doer.id));
                }
                offer.refusal = menu.judge(|| {
                    named(doer, Some(&format!("{}/{}", technique.key, with.key)))?;
                    Vigor::affords(doer, &cost)
                });
                menu.add(offer);
            }
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok((technique, with)) = named(doer, base.with.as_deref()) else {
            return Vec::new();
        };
        if !long::spends(doer, &word(technique), technique.actions).1 {
            return vec![base];
        }
        let at = |target| base.upon(target);
        let orders = strike::targets(doer.world, doer.id, with).into_iter().map(at).collect();
        if technique.light { attack::with_the_other_hand(doer, with, orders) } else { orders }
    }

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        let usual = Vigor::usual_cost(&KIND);
        named(doer, act.with.as_deref()).map_or(usual, |(technique, _)| cost(doer, technique))
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Names, Refusal> {
        let (technique, with) = named(doer, act.with.as_deref())?;
        let (actions, completes) = long::spends(doer, &word(technique), technique.actions);
        if !completes {
            if act.target.is_some() {
                return Err(long::too_soon());
            }
            let done = long::done(doer, &word(technique)) + actions;
            return Ok(Names::Begins(doer.id, technique.clone(), done));
        }
        let target = act.named_target()?;
        strike::aims_at(doer.world, doer.id, with, target)?;
        if technique.needs_target_wounded && !has_condition(doer.world, target, WOUNDED) {
            return Err(not_wounded("It can be done only to the Wounded."));
        }
        let other_hand = act.flag(attack::OTHER_HAND.key);
        if other_hand && !technique.light {
            return Err(Refusal::by(rule!("VIG-ABIL-5"), "not_light", "It leaves no other hand to strike with."));
        }
        let strike =
            Strike { attacker: doer.id, with: with.clone(), target, occasion: Occasion::Technique(technique.clone()) };
        Ok(Names::Done(Box::new(strike), technique.clone(), other_hand))
    }

    fn begin(&self, world: &mut World, _id: Id, names: Names) {
        match names {
            Names::Begins(id, technique, done) => {
                let word = word(&technique);
                long::goes_on(world, id, word, &technique.name, (done, technique.actions));
                long::of_its_kind(world, id);
                // VIG-VIGOR-4: whoever has spent its last breath on it has lost it.
                breath::catch(world, id);
            }
            Names::Done(strike, technique, other_hand) if technique.opening => {
                world.the_mut::<TurnUsage>(strike.attacker).other_hand = other_hand;
                openings::declare(world, strike.attacker, openings::Act::Strike(strike));
            }
            Names::Done(strike, _, other_hand) => attack::declare(world, *strike, other_hand),
        }
    }

    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        let technique = named(doer, act.with.as_deref())?.0;
        if technique.actions > 1 {
            return Err(Refusal::by(rule!("VIG-READY-3"), "too_long", "It takes more than one action."));
        }
        if technique.chance {
            return Err(Refusal::by(rule!("VIG-REACT-8"), "chance", "No Chances with reactions."));
        }
        Ok(())
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Names, Refusal> {
        self.parse(doer, &act.or_upon(against))
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let (technique, with) = named(doer, act.with.as_deref()).ok()?;
        let occasion = Occasion::Technique(technique.clone());
        Some(attack::aim(doer, with, target, occasion))
    }
}
