//! Actions of a creature's own list: what it alone can do (SOL-TURN-10).

use super::super::data::stats;
use super::super::field::{items, sight};
use super::super::fight::{heal, reactions};
use super::doer::*;
use crate::dice::Dice;
use crate::grid::Length;
use crate::level::Terrain;

/// Using one of them.
pub(super) struct Special;

/// What is used, and what for.
#[derive(Clone, PartialEq, Hash, Serialize, Deserialize)]
pub(super) struct Use {
    own: stats::Special,
    upon: Upon,
}

/// What it is used upon.
#[derive(Clone, PartialEq, Hash, Serialize, Deserialize)]
enum Upon {
    Creature(Id),
    Ability(Id, Ability),
    Square(Square),
}

const ABILITY: Key = Key {
    key: "ability",
    takes: Takes::Word(&["str", "dex", "con", "cha", "for"]),
    means: "Which ability an action that heals one is to heal; must be there with such an action, and with no other.",
};

/// What an order of it reads like.
pub(super) const KIND: ActionKind = ActionKind {
    icon: "heal",
    aimed: &[AimedAt::Creature, AimedAt::Square],
    with: "the action of its own",
    options: &[ABILITY],
    ..ActionKind::new(
        "use",
        "Use",
        "An action that only some have: it heals, gives or ends a condition, changes light or ground.",
    )
};

/// The key under which one counts as used.
fn used_key(own: &stats::Special) -> String {
    format!("{}:{}", KIND.key, own.key)
}

/// Whether one could be paid now.
///
/// # Errors
/// The rule that stands against it.
pub(super) fn ready(means: &Doer, own: &stats::Special) -> Result<(), Refusal> {
    let once = (!own.repeatable).then(|| used_key(own));
    means.pay(once.as_deref(), own.cost_dice)
}

fn named<'w>(means: &Doer<'w>, act: &Act) -> Option<&'w stats::Special> {
    let key = act.with.as_deref()?;
    means.profile.actions.iter().find(|own| own.key == key)
}

/// Whether it is done at a square, not to somebody.
pub(super) fn at_square(own: &stats::Special) -> bool {
    matches!(own.effect, Boon::Light(_) | Boon::Terrain(_))
}

/// Whether a square is near enough for it, and its ground can become what it makes of it.
pub(super) fn square_fits(world: &World, id: Id, own: &stats::Special, at: Square) -> bool {
    ground_fits(world, own, at) && items::within_square(world, id, at, own.range_ft)
}

/// SOL-EVENT-8: floor becomes anything, but a wall only floor or rubble, and a pit is not filled.
fn ground_fits(world: &World, own: &stats::Special, at: Square) -> bool {
    let becomes = |ground: &Terrain| match &own.effect {
        Boon::Terrain(key) if ground.solid => matches!(key.as_str(), "floor" | "rubble"),
        Boon::Terrain(_) => ground.pit == Length::ZERO,
        _ => true,
    };
    world.resource::<Map>().terrain(at).is_some_and(becomes)
}

/// Whether a creature is near enough for it, and its side knows that it is there.
fn creature_fits(world: &World, id: Id, own: &stats::Special, target: Id) -> bool {
    items::within(world, id, target, own.range_ft) && knows(world, side_of(world, id), target)
}

/// SOL-EDGE-7: whether nothing but what hands do not get through stands against it, for all that its side knows.
fn by_hand_through_a_wall(means: &Doer, own: &stats::Special, act: &Act) -> bool {
    let (world, id) = (means.world, means.id);
    match (act.target, act.at) {
        (Some(target), None) if is_on_map(world, target) && knows(world, side_of(world, id), target) => {
            !at_square(own)
                && sight::distance(world, id, target) <= own.range_ft
                && !items::within(world, id, target, own.range_ft)
        }
        (None, Some(at)) if at_square(own) && world.resource::<Map>().contains(at) => {
            sight::distance_to(world, id, at) <= own.range_ft && !items::within_square(world, id, at, own.range_ft)
        }
        _ => false,
    }
}

/// What an order uses it upon, if it can be used so.
fn upon(means: &Doer, own: &stats::Special, act: &Act) -> Option<Upon> {
    let (world, id) = (means.world, means.id);
    if at_square(own) {
        let at = act.at.filter(|_| act.target.is_none() && act.options.is_empty())?;
        return square_fits(world, id, own, at).then_some(Upon::Square(at));
    }
    let target = act.target.filter(|_| act.at.is_none())?;
    let there = world.part::<Creature>(target).is_some() && is_on_map(world, target);
    if !there || !creature_fits(world, id, own, target) {
        return None;
    }
    if !matches!(own.effect, Boon::HealAbility(_)) {
        return act.options.is_empty().then_some(Upon::Creature(target));
    }
    let word = act.word(ABILITY.key)?;
    let ability = Ability::ALL.into_iter().find(|ability| ability.key() == word)?;
    Some(Upon::Ability(target, ability))
}

impl Action for Special {
    type Rules = Sol;
    type Plan = Use;
    const KIND: &'static ActionKind = &KIND;
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Damage, "sol.mends", mend);

    fn offers(&self, means: &Doer<'_>, menu: &mut Menu<'_>) {
        for own in &means.profile.actions {
            let mut offer = KIND.offer();
            offer.label.clone_from(&own.name);
            offer.aim = if at_square(own) { Aim::Square } else { Aim::Thing };
            offer.icon = match own.effect {
                Boon::Light(_) => "light",
                Boon::Terrain(_) => "ground",
                Boon::HealAbility(_) => "kit",
                Boon::Cure(_) => "cure",
                Boon::Heal(_) | Boon::Condition(_) => KIND.icon,
            }
            .into();
            offer.range = Some(u32::try_from(own.range_ft / 5).unwrap_or(0));
            offer.refusal = menu.judge(|| ready(means, own));
            offer.with = Some(own.key.clone());
            offer.purpose = own.purpose();
            offer.cost = reactions::dice_text(own.cost_dice);
            offer.price = reactions::price(own.cost_dice);
            offer.help = describe(&own.effect);
            menu.add(offer);
        }
    }

    fn orders(&self, means: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let (world, id) = (means.world, means.id);
        let Some(own) = named(means, &base).filter(|own| ready(means, own).is_ok()) else {
            return Vec::new();
        };
        if at_square(own) {
            let squares = world.resource::<Map>().cells().squares();
            let at = |at| base.to(at);
            return squares.filter(|&at| square_fits(world, id, own, at)).map(at).collect();
        }
        let mut out = Vec::new();
        for target in on_map(world).filter(|&target| creature_fits(world, id, own, target)) {
            let act = base.upon(target);
            if !matches!(own.effect, Boon::HealAbility(_)) {
                out.push(act);
                continue;
            }
            for ability in Ability::ALL {
                out.push(act.clone().saying(ABILITY.key, ability.key()));
            }
        }
        out
    }

    fn parse(&self, means: &Doer<'_>, act: &Act) -> Result<Use, Refusal> {
        let own = named(means, act).ok_or_else(|| Refusal::new("no_such_action", "It has no such action."))?;
        ready(means, own)?;
        if let Some(upon) = upon(means, own, act) {
            let own = own.clone();
            return Ok(Use { own, upon });
        }
        let dead = act.target.is_some_and(|target| means.world.part::<Dead>(target).is_some());
        if dead {
            return Err(Refusal::by(rule!("SOL-HEAL-6"), "dead", "The dead cannot be healed."));
        }
        let there = |at: &Square| means.world.resource::<Map>().contains(*at);
        if act.at.filter(there).is_some_and(|at| !ground_fits(means.world, own, at)) {
            let message = format!("{} does not change such ground.", own.name);
            return Err(Refusal::by(rule!("SOL-EVENT-8"), "bad_ground", message));
        }
        if by_hand_through_a_wall(means, own, act) {
            return Err(out_of_hand());
        }
        let message = format!("{} cannot be used like that.", own.name);
        Err(Refusal::by(rule!("SOL-TURN-10"), "bad_target", message))
    }

    fn begin(&self, world: &mut World, id: Id, Use { own, upon }: Use) {
        let name = own.name.clone().into();
        let mut event = Event::new(What::Action { name }).actor(id).by(rule!("SOL-TURN-10"));
        event.target = match upon {
            Upon::Creature(target) | Upon::Ability(target, _) => Some(target),
            Upon::Square(_) => None,
        };
        world.tell(event);
        spend(world, id, &used_key(&own), own.cost_dice);
        let ruleset = world.resource::<Rules>().0;
        match (&own.effect, upon) {
            (Boon::Heal(_) | Boon::HealAbility(_), upon) => Self::defer(world, id, Use { own, upon }),
            (Boon::Condition(key), Upon::Creature(target)) => {
                ruleset.add_condition(world, target, key);
            }
            (Boon::Cure(key), Upon::Creature(target)) => {
                ruleset.remove_condition(world, target, key);
            }
            (Boon::Light(light), Upon::Square(at)) => environment::change_light(world, Some(&[at]), *light),
            (Boon::Terrain(terrain), Upon::Square(at)) => environment::change_terrain(world, &[at], terrain),
            _ => {}
        }
    }
}

/// The target is healed: of hit points or of an ability.
fn mend(world: &mut World, _id: Id, Use { own, upon }: Use) {
    let roll = |world: &mut World, dice| world.resource_mut::<Dice>().roll(dice, "healing");
    match (&own.effect, upon) {
        (Boon::Heal(dice), Upon::Creature(target)) => {
            let amount = roll(world, dice);
            heal::heal(world, target, amount);
        }
        (Boon::HealAbility(dice), Upon::Ability(target, ability)) => {
            let amount = roll(world, dice);
            heal::heal_ability(world, target, ability, amount);
        }
        _ => {}
    }
}

/// What one does, in a sentence.
pub(crate) fn describe(effect: &Boon) -> String {
    match effect {
        Boon::Heal(dice) => format!("Heals {dice} hit points."),
        Boon::HealAbility(dice) => format!("Heals {dice} of one ability."),
        Boon::Condition(key) => format!("Gives {key}."),
        Boon::Cure(key) => format!("Ends {key}."),
        Boon::Light(_) => "Changes the light of a square.".into(),
        Boon::Terrain(_) => "Changes the ground of a square.".into(),
    }
}
