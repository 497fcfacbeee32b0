//! Spells: aimed at somebody, over an area, or upon whoever casts them; some take more actions than a turn has (VIG-ABIL, VIG-ENC-6).

use super::super::data::{Area, SQUARE, Spell, conditions::WOUNDED};
use super::super::fight::area::{self, Blast};
use super::super::fight::strike::{self, Occasion, Strike};
use super::super::fight::{openings, ward};
use super::doer::*;
use super::{attack, long};

/// Casting one.
pub(super) struct Casting;

pub(super) const KIND: ActionKind = ActionKind {
    icon: "cast",
    groups: &[Group::Attack],
    family: Some("Spells"),
    purpose: Purpose::Harm,
    aimed: &[AimedAt::Creature, AimedAt::Square, AimedAt::Nothing],
    with: "the spell",
    readied: true,
    ..ActionKind::new(
        "spell",
        "Spell",
        "Casts a spell, paid in Mana. One of several actions takes those that are left, and the order is given again on the next turn; what it is aimed at is named with the last action.",
    )
};

/// What an order comes to.
#[derive(Clone)]
pub(super) enum Names {
    /// More actions are to come: who, what, how many are done then.
    Begins(Id, Spell, i32),
    /// It is aimed at somebody.
    Aimed(Strike),
    /// It takes in an area.
    Area(Blast, Area),
    /// It is upon its caster.
    Own(Id, Spell),
    /// It opens its caster first.
    Opens(Id, openings::Act),
}

fn named<'w>(doer: &Doer<'w>, key: Option<&str>) -> Result<&'w Spell, Refusal> {
    let known = doer.profile.spells.iter().find(|known| Some(known.key.as_str()) == key);
    known.ok_or_else(|| Refusal::new("no_such_spell", format!("It knows no `{}`.", key.unwrap_or_default())))
}

/// How many of its actions are done.
fn done(doer: &Doer<'_>, spell: &Spell) -> i32 {
    long::done(doer, &spell.key)
}

/// How many actions this order spends, and whether it completes the spell.
fn spends(doer: &Doer<'_>, spell: &Spell) -> (i32, bool) {
    long::spends(doer, &spell.key, spell.actions)
}

/// VIG-ABIL-4: whether its caster is in a state to cast it.
fn may_cast(doer: &Doer<'_>, spell: &Spell) -> Result<(), Refusal> {
    if spell.needs_self_wounded && !has_condition(doer.world, doer.id, WOUNDED) {
        return Err(not_wounded("Only the Wounded can do that."));
    }
    Ok(())
}

/// Every square in which it could begin.
fn origins(doer: &Doer<'_>, spell: &Spell, area: Area) -> Vec<Square> {
    let here = space(doer.world, doer.id);
    let map = doer.world.resource::<Map>();
    let range = spell.range_ft / SQUARE;
    match area {
        Area::Burst(_) => area::near(doer.world, doer.id, range)
            .filter(|&at| area::may_begin(doer.world, doer.id, range, at).is_ok())
            .collect(),
        _ => here.rim().filter(|&at| map.contains(at)).collect(),
    }
}

impl Action for Casting {
    type Rules = Vigor;
    type Plan = Names;
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        for spell in &doer.profile.spells {
            let mut offer = KIND.offer();
            offer.label.clone_from(&spell.name);
            offer.with = Some(spell.key.clone());
            let (actions, completes) = spends(doer, spell);
            offer.aim = match (completes, spell.area, spell.is_ward()) {
                (false, ..) | (_, None, true) => Aim::Nothing,
                (_, Some(_), _) => Aim::Square,
                _ => Aim::Thing,
            };
            offer.icon = spell.damage_type.kind().tint.icon().into();
            if spell.is_ward() {
                offer.purpose = Purpose::Guard;
                offer.icon = "ward".into();
            }
            offer.price = price(actions);
            offer.cost = format!("{} of {}, {} Mana", words(actions), spell.actions, spell.mana);
            offer.range = u32::try_from(spell.range_ft / SQUARE).ok().filter(|&range| range > 0);
            offer.radius = match spell.area {
                Some(Area::Burst(n)) => u32::try_from(n).ok(),
                _ => None,
            };
            if spell.opening {
                offer.exposes = menu.told(|| openings::to_whom(doer.world, doer.id));
            }
            offer.help = format!("{}d{} {}", spell.damage_value, spell.quality.die(), spell.damage_type.kind().name);
            let cost = Action::cost(self, doer, &offer.order(doer.id));
            offer.refusal = menu.judge(|| Vigor::affords(doer, &cost).and_then(|()| may_cast(doer, spell)));
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok(spell) = named(doer, base.with.as_deref()) else {
            return Vec::new();
        };
        if !spends(doer, spell).1 || (spell.area.is_none() && spell.is_ward()) {
            return vec![base];
        }
        if let Some(area) = spell.area {
            let at = |at| base.to(at);
            return origins(doer, spell, area).into_iter().map(at).collect();
        }
        let attack = spell.attack();
        let aimed = on_map(doer.world).filter(|&id| strike::aims_at(doer.world, doer.id, &attack, id).is_ok());
        aimed.map(|target| base.upon(target)).collect()
    }

    fn cost(&self, doer: &Doer<'_>, act: &Act) -> Cost {
        named(doer, act.with.as_deref()).map_or(Cost { actions: 1, ..Cost::default() }, |spell| Cost {
            actions: spends(doer, spell).0,
            // VIG-ENC-7: paid with its first action.
            mana: if done(doer, spell) == 0 { spell.mana } else { 0 },
            still: spell.mental,
            goes_on: done(doer, spell) > 0,
            ..Cost::default()
        })
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Names, Refusal> {
        let names = comes_to(doer, act)?;
        let opens = named(doer, act.with.as_deref())?.opening;
        Ok(if opens { opened(doer, act, names) } else { names })
    }

    fn begin(&self, world: &mut World, _id: Id, cast: Names) {
        match cast {
            Names::Begins(id, spell, done) => {
                long::goes_on(world, id, spell.key.clone(), &spell.name, (done, spell.actions));
                long::of_its_kind(world, id);
            }
            Names::Aimed(strike) => strike::declare(world, strike),
            Names::Area(blast, area) => area::launch_blast(world, blast, area),
            Names::Own(id, spell) => ward::lend(world, id, &spell),
            Names::Opens(id, act) => openings::declare(world, id, act),
        }
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Names, Refusal> {
        let spell = named(doer, act.with.as_deref())?;
        let aimed = spell.area.is_none() && !spell.is_ward();
        let target = act.target.or(against).filter(|_| aimed);
        self.parse(doer, &Act { target, ..act.clone() })
    }

    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        let spell = named(doer, act.with.as_deref())?;
        if spell.actions > 1 {
            return Err(Refusal::by(rule!("VIG-READY-3"), "too_long", "It takes more than one action."));
        }
        Ok(())
    }

    fn aim(&self, doer: &Doer<'_>, act: &Act, target: Id) -> Option<AimInfo> {
        let spell = named(doer, act.with.as_deref()).ok()?;
        let with = spell.attack();
        Some(attack::aim(doer, &with, target, Occasion::Spell(spell.score)))
    }
}

/// What an order comes to, whoever may strike before that.
fn comes_to(doer: &Doer<'_>, act: &Act) -> Result<Names, Refusal> {
    let spell = named(doer, act.with.as_deref())?;
    may_cast(doer, spell)?;
    let (actions, completes) = spends(doer, spell);
    if !completes {
        if act.target.is_some() || act.at.is_some() {
            return Err(long::too_soon());
        }
        return Ok(Names::Begins(doer.id, spell.clone(), done(doer, spell) + actions));
    }
    if let Some(area) = spell.area {
        let at =
            act.at.ok_or_else(|| Refusal::by(rule!("VIG-ENC-7"), "no_square", "Name the square where it begins."))?;
        if matches!(area, Area::Burst(_)) {
            area::may_begin(doer.world, doer.id, spell.range_ft / SQUARE, at)?;
        } else if !origins(doer, spell, area).contains(&at) {
            return Err(Refusal::by(rule!("VIG-AREA-6"), "direction", "Name a square beside it: the direction."));
        }
        let from = area::starts(doer.world, doer.id, at);
        let (origin, height) = if matches!(area, Area::Burst(_)) {
            (at, Place::at(doer.world, at).height)
        } else {
            (from, Place::of(doer.world, doer.id).height)
        };
        let blast = Blast {
            by: doer.id,
            name: spell.name.clone().into(),
            dice: (spell.damage_value, spell.quality),
            damage_type: spell.damage_type,
            origin,
            squares: area::squares(doer.world, area, from, at),
            height,
            span: area::span(area),
            resist: spell.resist.clone(),
            spell: true,
        };
        area::may_go_off(doer.world, &blast)?;
        return Ok(Names::Area(blast, area));
    }
    if spell.is_ward() {
        if act.target.is_some() || act.at.is_some() {
            return Err(Refusal::new("no_aim", "It is upon whoever casts it."));
        }
        return Ok(Names::Own(doer.id, spell.clone()));
    }
    let target = act.named_target()?;
    let with = spell.attack();
    strike::aims_at(doer.world, doer.id, &with, target)?;
    if spell.needs_target_wounded && !has_condition(doer.world, target, WOUNDED) {
        return Err(not_wounded("It can be done only to the Wounded."));
    }
    Ok(Names::Aimed(Strike { attacker: doer.id, with, target, occasion: Occasion::Spell(spell.score) }))
}

/// VIG-ABIL-3, VIG-OPEN-1: the same of a spell that opens whoever casts it.
fn opened(doer: &Doer<'_>, act: &Act, names: Names) -> Names {
    let (world, id) = (doer.world, doer.id);
    let range = named(doer, act.with.as_deref()).map_or(0, |spell| spell.range_ft / SQUARE);
    let act = match names {
        Names::Begins(..) | Names::Opens(..) => return names,
        Names::Aimed(strike) => openings::Act::Strike(Box::new(strike)),
        Names::Area(blast, area) => openings::Act::Blast(Box::new((blast, area)), range, space(world, id).at),
        Names::Own(_, spell) => openings::Act::Ward(Box::new(spell)),
    };
    Names::Opens(id, act)
}
