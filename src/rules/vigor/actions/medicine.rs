//! Treating the wounded: emergency aid, and stabilising whoever is in Shock (VIG-LIFE-11 to VIG-LIFE-18, VIG-SKILL-5).

use super::super::body::skill::succeeds;
use super::super::body::{breath, creature, life};
use super::super::data::{Nature, Skill, Tracks, conditions::SHOCK};
use super::super::field::reach;
use super::doer::*;
use super::long;
use crate::dice::Dice;

/// Doing so.
pub(crate) struct Medicine {
    stabilises: bool,
}

const fn kind(key: &'static str, label: &'static str, help: &'static str) -> ActionKind {
    ActionKind {
        icon: "heal",
        purpose: Purpose::Mend,
        price: Price::Points(2),
        aimed: &[AimedAt::Creature],
        range: 1,
        family: Some("Skills"),
        ..ActionKind::new(key, label, help)
    }
}

const TREATS: ActionKind =
    kind("aid", "Emergency aid", "Medicine against 20: 1d10 Durability for somebody injured, near by or itself.");

const STOPS: ActionKind =
    kind("stabilise", "Stabilise", "Medicine or Medical Science against 20: stops the clock of somebody in Shock.");

/// Giving Durability back.
pub(crate) const AID: Medicine = Medicine { stabilises: false };

/// Stopping the clock of Shock.
pub(crate) const STABILISE: Medicine = Medicine { stabilises: true };

/// What takes two actions.
const ACTIONS: i32 = 2;

/// Who is treated, and whether that is all of it or the first half (VIG-ENC-6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Treatment {
    whom: Id,
    stabilises: bool,
    done: bool,
}

impl Medicine {
    /// VIG-ENC-7: what tells the act from others; whom it is done to is chosen with its last action.
    const fn word(&self) -> &'static str {
        if self.stabilises { STOPS.key } else { TREATS.key }
    }

    /// How many actions are done.
    fn done(&self, doer: &Doer<'_>) -> i32 {
        long::done(doer, self.word())
    }
}

impl Action for Medicine {
    type Rules = Vigor;
    type Plan = Treatment;
    const KIND: &'static ActionKind = &TREATS;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Damage, "vigor.treating", treat);

    fn kind(&self) -> &'static ActionKind {
        if self.stabilises { &STOPS } else { &TREATS }
    }

    fn cost(&self, doer: &Doer<'_>, _act: &Act) -> Cost {
        let needs = ACTIONS - self.done(doer);
        let have = creature::actions_left(doer.world, doer.id).max(1);
        Cost { actions: needs.min(have), goes_on: needs < ACTIONS, unfinished: needs > have, ..Cost::default() }
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Treatment, Refusal> {
        let (world, by) = (doer.world, doer.id);
        let refuse = |rule, why: &'static str| Err(Refusal::by(rule, "no_patient", why));
        let Some(whom) = act.target.filter(|&whom| is_on_map(world, whom) && creature::lets_near(world, by, whom))
        else {
            return refuse(rule!("VIG-LIFE-16"), "Name somebody to treat.");
        };
        if whom != by && reach::adjacent(world, by, whom).is_err() {
            return refuse(rule!("VIG-LIFE-12"), "It is not beside it.");
        }
        let shock = has_condition(world, whom, SHOCK);
        let profile = creature::profile(world, whom);
        if shock != self.stabilises || profile.nature != Nature::Living {
            return refuse(rule!("VIG-LIFE-18"), "That does not help there.");
        }
        if !self.stabilises && world.the::<Tracks>(whom).durability >= profile.durability_max() {
            return refuse(rule!("VIG-LIFE-16"), "It is not injured.");
        }
        let needs = ACTIONS - self.done(doer);
        let done = needs <= creature::actions_left(world, by).max(1);
        Ok(Treatment { whom, stabilises: self.stabilises, done })
    }

    fn begin(&self, world: &mut World, by: Id, treatment: Treatment) {
        if treatment.done {
            world.note(by, "takes two actions", rule!("VIG-ACT-20"));
            Self::defer(world, by, treatment);
        } else {
            let name = Action::kind(self).label;
            long::is_begun(world, by, self.word(), name, (1, ACTIONS));
            world.note(by, "1 of 2 actions", rule!("VIG-ACT-3"));
        }
    }
}

/// The check, and what it does for the patient.
fn treat(world: &mut World, by: Id, Treatment { whom, stabilises, .. }: Treatment) {
    if stabilises {
        let profile = creature::profile(world, by);
        // VIG-SKILL-5: whichever it knows better.
        let skill = if profile.skill(Skill::MedicalScience) > profile.skill(Skill::Medicine) {
            Skill::MedicalScience
        } else {
            Skill::Medicine
        };
        world.note(by, skill.name(), rule!("VIG-SKILL-5"));
        if succeeds(world, by, skill, rule!("VIG-LIFE-11")) {
            life::stabilise(world, whom);
        } else {
            world.note(by, "can try again", rule!("VIG-LIFE-12"));
        }
    } else if succeeds(world, by, Skill::Medicine, rule!("VIG-LIFE-16")) {
        let dice = "1d10".parse().expect("sound dice");
        let amount = world.resource_mut::<Dice>().roll(&dice, "emergency aid");
        let points = amount.value;
        let event = Event::new(What::Number).actor(by).target(whom).trace(amount);
        world.tell(event.by(rule!("VIG-LIFE-17")));
        life::mend(world, whom, points, false, rule!("VIG-LIFE-16"));
    }
    breath::catch(world, by);
}
