//! Hide: where no enemy sees it, Stealth above the Perception of every enemy (MOM-HIDE-1, MOM-HIDE-2).

use super::super::body::roll::Roll;
use super::super::data::{Skill, conditions::HIDDEN};
use super::super::field::sight;
use super::super::fight::cinema_reaction;
use super::doer::*;

/// Doing so.
pub(super) struct Hide;

impl Solo for Hide {
    type Rules = Momentum;
    const KIND: &'static ActionKind = &ActionKind {
        purpose: Purpose::Hide,
        price: Price::Points(2),
        ..ActionKind::new("hide", "Hide", "Stealth above every enemy's Perception, where none of them sees it.")
    };
    const FACTS: Option<Rule> = Some(rule!("MOM-HIDE-1"));
    const STAGE: Option<Deferral<Self>> = Deferral::to(Stage::Rolls, "momentum.hides", |world, id, ()| hide(world, id));

    /// Others may answer before its dice fall.
    fn done(world: &mut World, id: Id) {
        Self::defer(world, id, ());
        cinema_reaction::before_the_roll(world, id, None);
    }

    /// Of enemies that its side does not know of it takes no account.
    fn may(doer: &Doer<'_>) -> Result<(), Refusal> {
        let own = side_of(doer.world, doer.id);
        let seen = sight::watchers(doer.world, doer.id).into_iter().any(|viewer| knows(doer.world, own, viewer));
        if seen { Err(Refusal::by(rule!("MOM-HIDE-1"), "seen", "An enemy sees it.")) } else { Ok(()) }
    }
}

/// One Stealth Check against the highest Perception Check of all enemies that are not Down.
///
/// The hider's side may not know of some of these enemies. They roll last, so that the known ones roll as they would without them. The log
/// says what the known ones' checks have to be beaten by; that an unknown one noticed the hider is told without a name.
fn hide(world: &mut World, id: Id) {
    let seen = !sight::watchers(world, id).is_empty();
    let rolled = Roll::skill(world, id, &[Skill::Stealth]).roll(world);
    let enemies =
        on_map(world).filter(|&other| creature::hostile(world, id, other) && creature::conscious(world, other));
    let enemies = creature::by_initiative(world, enemies);
    let own = side_of(world, id);
    let (known, unknown): (Vec<Id>, Vec<Id>) = enemies.iter().partition(|&&enemy| knows(world, own, enemy));
    let highest = highest_perception(world, &known);
    let highest_unknown = highest_perception(world, &unknown);
    let total = rolled.total.value;
    if !rolled.beats(world, highest, [rule!("MOM-HIDE-2")]) {
        return;
    }
    if seen || total <= highest_unknown {
        world.note(id, format!("is noticed by {SOMETHING}"), rule!("MOM-HIDE-2"));
        return;
    }
    hiding::hide(world, id, enemies, HIDDEN, rule!("MOM-HIDE-2"));
    // MOM-HIDE-10: what gave it away before does so no more.
    if world.part::<HiddenFrom>(id).is_some_and(|hidden| hidden.given_away) {
        world.the_mut::<HiddenFrom>(id).given_away = false;
        world.note(id, "stays hidden", rule!("MOM-HIDE-10"));
    }
}

/// The highest of what these roll for Perception; below every check where there are none.
fn highest_perception(world: &mut World, enemies: &[Id]) -> i32 {
    let mut highest = i32::MIN;
    for &enemy in enemies {
        let against = Roll::skill(world, enemy, &[Skill::Perception]).roll(world);
        highest = highest.max(against.total.value);
        world.tell(Event::number(enemy, against.total).by(rule!("MOM-HIDE-2")));
    }
    highest
}
