//! Using what one carries, or giving it to somebody near by (VIG-ACT-18, VIG-ITEM).

use super::super::body::{breath, creature, life};
use super::super::data::{Area, DamageType, Item, Pack, Quality, SQUARE, Use};
use super::super::field::air::{Air, Cloud};
use super::super::field::{reach, sight};
use super::super::fight::area::{self, Blast};
use super::doer::*;
use crate::dice::Dice;
use crate::level::Visibility;

/// Using one.
pub(crate) struct Using;

pub(super) const KIND: ActionKind = ActionKind {
    icon: "heal",
    purpose: Purpose::Gear,
    aimed: &[AimedAt::Creature, AimedAt::Square, AimedAt::Nothing],
    with: "the item",
    readied: true,
    ..ActionKind::new("item", "Use", "Uses something it carries.")
};

/// How long smoke hangs in the air (VIG-ENC-4).
const SMOKE: i32 = 3;

/// What is used, on whom and where.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Used {
    place: usize,
    does: Use,
    on: Id,
    at: Square,
}

fn named<'w>(doer: &Doer<'w>, key: Option<&str>) -> Result<(usize, &'w Item), Refusal> {
    let spent = &doer.world.the::<Pack>(doer.id).spent;
    let mut items = doer.profile.carries.iter().enumerate();
    let left =
        |(place, item): &(usize, &Item)| Some(item.key.as_str()) == key && !spent.get(*place).copied().unwrap_or(false);
    items.find(left).ok_or_else(|| Refusal::by(rule!("VIG-ITEM-1"), "no_such_item", "It does not carry that."))
}

/// How far something can be thrown, or from where it is laid, in squares.
fn range(does: Use) -> i32 {
    if matches!(does, Use::Smoke(_)) { 30 / SQUARE } else { 1 }
}

/// Whether something can be thrown to or laid on a square.
fn may_lie(doer: &Doer<'_>, does: Use, at: Square) -> bool {
    area::may_begin(doer.world, doer.id, range(does), at).is_ok()
}

/// The squares that something can be thrown to or laid on.
fn places(doer: &Doer<'_>, does: Use) -> impl Iterator<Item = Square> {
    let near = area::near(doer.world, doer.id, range(does));
    near.filter(move |&at| may_lie(doer, does, at))
}

/// What goes off where a charge lies.
fn charge_at(world: &World, by: Id, radius: i16, at: Square) -> Blast {
    Blast {
        by,
        name: "blast charge".into(),
        dice: (3, Quality::Ordinary),
        damage_type: DamageType::Kinetic,
        origin: at,
        squares: area::squares(world, Area::Burst(radius), at, at),
        height: Place::at(world, at).height,
        span: i32::from(radius),
        resist: None,
        spell: false,
    }
}

impl Action for Using {
    type Rules = Vigor;
    type Plan = Used;
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Damage, "vigor.used", take);

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let charge = doer.world.the::<Pack>(doer.id).charge;
        for item in &doer.profile.carries {
            if named(doer, Some(&item.key)).is_err() {
                continue;
            }
            let mut offer = KIND.offer();
            offer.label.clone_from(&item.name);
            offer.with = Some(item.key.clone());
            offer.cost = words(1);
            offer.purpose = match item.does {
                Use::Health(_) => Purpose::Mend,
                Use::Vigor(_) => Purpose::Aid,
                Use::Charge(_) if charge.is_some() => Purpose::Harm,
                Use::Smoke(_) | Use::Charge(_) => Purpose::Surroundings,
            };
            offer.icon = match item.does {
                Use::Health(_) | Use::Vigor(_) => KIND.icon,
                Use::Charge(_) => "burst",
                Use::Smoke(_) => "smoke",
            }
            .into();
            offer.aim = match item.does {
                Use::Vigor(_) | Use::Health(_) => Aim::Thing,
                Use::Charge(_) if charge.is_some() => Aim::Nothing,
                Use::Smoke(_) | Use::Charge(_) => Aim::Square,
            };
            offer.refusal = menu.judge(|| Vigor::affords(doer, &Vigor::usual_cost(&KIND)));
            menu.add(offer);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Ok((_, item)) = named(doer, base.with.as_deref()) else {
            return Vec::new();
        };
        match item.does {
            Use::Vigor(_) | Use::Health(_) => {
                let on = |target| Act { target: Some(target), ..base.clone() };
                on_map(doer.world).map(on).collect()
            }
            Use::Charge(_) if doer.world.the::<Pack>(doer.id).charge.is_some() => vec![base],
            does => {
                let at = |at| base.to(at);
                places(doer, does).map(at).collect()
            }
        }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Used, Refusal> {
        let (place, item) = named(doer, act.with.as_deref())?;
        let (world, by, does) = (doer.world, doer.id, item.does);
        let refuse = |why: &'static str| Refusal::by(rule!("VIG-ITEM-1"), "no_target", why);
        let charge = world.the::<Pack>(by).charge;
        let (on, at) = match does {
            Use::Vigor(_) | Use::Health(_) => {
                let on = act.target.unwrap_or(by);
                let willing = is_on_map(world, on) && creature::lets_near(world, by, on);
                if !willing || (on != by && reach::adjacent(world, by, on).is_err()) {
                    return Err(refuse("It takes itself, or somebody beside it who wants it or is unconscious."));
                }
                (on, Square::default())
            }
            Use::Charge(radius) if let Some(at) = charge => {
                area::may_go_off(world, &charge_at(world, by, radius, at))?;
                (by, at)
            }
            does => {
                let at = act.at.filter(|&at| may_lie(doer, does, at));
                (by, at.ok_or_else(|| refuse("Name a square near enough."))?)
            }
        };
        Ok(Used { place, does, on, at })
    }

    /// VIG-READY-3: something that it carries.
    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        named(doer, act.with.as_deref()).map(|_| ())
    }

    fn begin(&self, world: &mut World, by: Id, used: Used) {
        let Used { place, does, at, .. } = used;
        let text = format!("uses its {}", creature::profile(world, by).carries[place].name);
        world.note(by, text, rule!("VIG-ACT-18"));
        let charge = world.the::<Pack>(by).charge;
        if let (Use::Charge(_), None) = (does, charge) {
            world.the_mut::<Pack>(by).charge = Some(at);
            return world.note(by, "lays the charge", rule!("VIG-ITEM-2"));
        }
        world.the_mut::<Pack>(by).spent[place] = true;
        match does {
            Use::Smoke(radius) => {
                let squares = area::squares(world, Area::Burst(radius), at, at);
                let what = What::Ground { squares: squares.clone(), becomes: "smoke".into(), collapses: false };
                world.tell(Event::new(what).by(rule!("VIG-VIS-18")));
                let rank = Visibility::Reduced;
                // The round in which it begins is not counted.
                world.resource_mut::<Air>().0.push(Cloud { squares, rank, left: SMOKE + 1, burns: false });
                sight::look_about(world, None);
            }
            Use::Charge(radius) => {
                let blast = charge_at(world, by, radius, at);
                world.the_mut::<Pack>(by).charge = None;
                world.note(by, "sets the charge off", rule!("VIG-ITEM-2"));
                area::launch_blast(world, blast, Area::Burst(radius));
            }
            Use::Vigor(_) | Use::Health(_) => Self::defer(world, by, used),
        }
    }
}

/// It is drunk, by its owner or another.
fn take(world: &mut World, by: Id, Used { does, on, .. }: Used) {
    if on != by {
        let text = format!("gives it to {}", world.resource::<Names>().name(on));
        let event = Event::note(text).actor(by).about(on);
        world.tell(event.by(rule!("VIG-ITEM-1")));
    }
    match does {
        Use::Vigor(points) => {
            breath::regain(world, on, points, [rule!("VIG-VIGOR-7"), rule!("VIG-ACT-18")]);
            breath::draw(world, on);
        }
        Use::Health(sides) => {
            let dice = format!("1d{sides}").parse().expect("sound dice");
            let amount = world.resource_mut::<Dice>().roll(&dice, "potion");
            let points = amount.value;
            world.tell(Event::new(What::Number).actor(by).target(on).trace(amount).by(rule!("VIG-ITEM-1")));
            life::mend(world, on, points, true, rule!("VIG-ITEM-1"));
        }
        Use::Smoke(_) | Use::Charge(_) => {}
    }
    breath::catch(world, by);
}
