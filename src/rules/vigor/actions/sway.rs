//! Menace and Social: skills used against an enemy near by (VIG-SKILL-2, VIG-SKILL-3). How they go on is in `fight/sway`.

use super::super::data::{Nature, SQUARE, Skill};
use super::super::field::{cover, distance};
use super::super::fight::sway::Sway;
use super::doer::*;

/// Using one.
pub(super) struct Swaying {
    skill: Skill,
}

const fn kind(key: &'static str, label: &'static str, help: &'static str) -> ActionKind {
    ActionKind {
        icon: "alarm",
        purpose: Purpose::Control,
        aimed: &[AimedAt::Creature],
        range: 5,
        readied: true,
        family: Some("Skills"),
        ..ActionKind::new(key, label, help)
    }
}

pub(super) const FRIGHTENS: ActionKind =
    kind("menace", "Menace", "Menace against 20: an enemy within 30 ft is Shaken, unless its Resolve is stronger.");

pub(super) const CHARMS: ActionKind =
    kind("social", "Charm", "Social against 20: a living enemy within 30 ft cannot attack whoever charmed it.");

/// Frightening somebody.
pub(super) const MENACE: Swaying = Swaying { skill: Skill::Menace };

/// Charming somebody.
pub(super) const SOCIAL: Swaying = Swaying { skill: Skill::Social };

impl Action for Swaying {
    type Rules = Vigor;
    type Plan = Sway;
    const KIND: &'static ActionKind = &FRIGHTENS;

    fn kind(&self) -> &'static ActionKind {
        if self.skill == Skill::Menace { &FRIGHTENS } else { &CHARMS }
    }

    /// VIG-COND-2: it takes no movement.
    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        let usual = Vigor::usual_cost(Action::kind(self));
        Cost { still: true, ..usual }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Sway, Refusal> {
        let (world, by) = (doer.world, doer.id);
        let rule = if self.skill == Skill::Menace { rule!("VIG-SKILL-2") } else { rule!("VIG-SKILL-3") };
        let refuse = |why: &'static str| Refusal::by(rule.clone(), "no_target", why);
        let target = act.target.ok_or_else(|| refuse("Name an enemy."))?;
        if !is_on_map(world, target)
            || !creature::hostile(world, by, target)
            || !knows(world, side_of(world, by), target)
        {
            return Err(refuse("Name an enemy."));
        }
        if distance::distance(world, by, target) > 30 / SQUARE || cover::between(world, by, target).blocked {
            return Err(refuse("It takes an enemy within 30 ft whom a line leads to."));
        }
        if self.skill == Skill::Social && creature::profile(world, target).nature != Nature::Living {
            return Err(refuse("Only the living can be charmed."));
        }
        Ok(Sway { by, target, skill: self.skill, total: None, lump: None })
    }

    fn begin(&self, world: &mut World, _id: Id, sway: Sway) {
        launch(world, sway);
    }

    /// VIG-READY-3: against whoever sets it off, where nobody was named.
    fn at_trigger(&self, doer: &Doer<'_>, act: &Act, against: Option<Id>) -> Result<Sway, Refusal> {
        self.parse(doer, &act.or_upon(against))
    }
}
