//! The six Maneuvers: an opposed roll in place of damage (ESS-MAN rows). The effect of each is in `maneuver`, `shove` and `grapple` of `fight`.

use super::super::body::gear;
use super::super::field::odds::Manner;
use super::super::fight::strike::{self, AttackMode, Strike};
use super::attack;
use super::doer::*;

/// The attempt at one.
pub(crate) struct Attempt(pub Maneuver);

/// What Break and Disarm are about.
pub(crate) const CARRIED: Key = Key::new(
    "item",
    Takes::Text,
    "The key of what it is about, of all that the target carries; the first of it if absent.",
);

const fn kind(key: &'static str, label: &'static str, options: &'static [Key]) -> ActionKind {
    ActionKind {
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature, AimedAt::Square],
        with: "the weapon; `unarmed` if absent",
        options,
        readied: true,
        ..ActionKind::new(key, label, "An opposed roll in place of damage.")
    }
}

const BREAK: ActionKind = kind("break", "Break", &[CARRIED]);
const PUSH: ActionKind = kind("push", "Push", &[]);
const FEINT: ActionKind = kind("feint", "Feint", &[]);
const DISARM: ActionKind = kind("disarm", "Disarm", &[CARRIED]);
const TRIP: ActionKind = kind("trip", "Trip", &[]);
const GRAPPLE: ActionKind = kind("grapple", "Grapple", &[]);

impl Maneuver {
    /// What can be read of it without a battle.
    pub const fn kind(self) -> &'static ActionKind {
        match self {
            Self::Break => &BREAK,
            Self::Push => &PUSH,
            Self::Feint => &FEINT,
            Self::Disarm => &DISARM,
            Self::Trip => &TRIP,
            Self::Grapple => &GRAPPLE,
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        self.kind().label
    }
}

impl Action for Attempt {
    type Rules = Essence;
    type Plan = Strike;
    const KIND: &'static ActionKind = &BREAK;

    fn kind(&self) -> &'static ActionKind {
        self.0.kind()
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let (world, id) = (doer.world, doer.id);
        // With what reaches farthest; of several, the first.
        let armed = gear::weapons(world, id)
            .into_iter()
            .rev()
            .filter(|weapon| weapon.reach_ft.is_some() && gear::usable(world, id, weapon).is_ok())
            .max_by_key(|weapon| weapon.reach_ft);
        let Some(weapon) = armed else { return };
        let mut offer = doer.row(self.0.kind(), weapon.key, menu);
        offer.range = u32::try_from(weapon.reach_ft.unwrap_or(5) / 5).ok();
        offer.family = Some(weapon.name);
        menu.add_beside((shelf::MANEUVERS, 0), offer);
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let acts = attack::upon(doer, &base, std::iter::empty());
        if self.0.kind().options.is_empty() {
            return acts;
        }
        acts.into_iter().flat_map(|act| about_each(doer.world, act)).collect()
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Strike, Refusal> {
        attack::strike_of(doer, act, |weapon| self.mode(weapon))
    }

    fn begin(&self, world: &mut World, _id: Id, strike: Strike) {
        strike::declare(world, strike);
    }

    fn aim(&self, doer: &Doer<'_>, _act: &Act, target: Id) -> Option<AimInfo> {
        Some(attack::known_of(doer, target, Manner::Melee { heavy: false }))
    }

    fn readies(&self, doer: &Doer<'_>, act: &Act) -> Result<(), Refusal> {
        attack::armed(doer, act, |weapon| self.mode(weapon)).map(drop)
    }

    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Strike, Refusal> {
        self.parse(doer, &attack::turned_upon(act, against))
    }

    fn readied_as(&self, doer: &Doer<'_>, act: &Act) -> Text {
        attack::weapon_name(doer, act)
    }
}

impl Attempt {
    fn mode(&self, weapon: &Weapon) -> Option<AttackMode> {
        weapon.reach_ft.is_some().then_some(AttackMode::Maneuver(self.0))
    }
}

/// ESS-BREAK-1, ESS-DISARM-1: the same about each of the things that the target carries, where there is a choice.
fn about_each(world: &World, act: Act) -> Vec<Act> {
    let things = act.target.map_or_else(Vec::new, |target| gear::carried(world, target));
    if things.len() < 2 {
        return vec![act];
    }
    let about = |thing: String| act.clone().saying(CARRIED.key, thing);
    things.into_iter().map(about).collect()
}

/// ESS-MAN-1, ESS-MAN-2: every Maneuver that a readied attack hand to hand can be released as upon somebody.
pub(crate) fn instead(doer: &Doer<'_>, readied: &Act, target: Id) -> Vec<(Choice, Planned)> {
    let mut out = Vec::new();
    for maneuver in Maneuver::ALL {
        let kind = maneuver.kind();
        let things = if kind.options.is_empty() {
            vec![None]
        } else {
            gear::carried(doer.world, target).into_iter().map(Some).collect()
        };
        for thing in things {
            let mut act = Act { action: kind.key.into(), ..attack::turned_upon(readied, Some(target)) };
            let (mut key, mut label) = (kind.key.to_owned(), kind.label.to_owned());
            if let Some(thing) = thing {
                key += &format!("-{thing}");
                label += &format!(": {}", gear::name_of(doer.world, target, &thing));
                act = act.saying(CARRIED.key, thing);
            }
            if let Ok(strike) = Attempt(maneuver).parse(doer, &act) {
                let choice = Choice::new(key, label).to(Purpose::Control);
                let plan = Planned::new(move |world| strike::declare(world, strike.clone()));
                out.push((choice.by(rule!("ESS-MAN-2")), plan));
            }
        }
    }
    out
}
