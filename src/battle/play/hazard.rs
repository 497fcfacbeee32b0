//! Harm that the level does: how it looks, and one roll for all creatures that it finds.

use crate::battle::ruleset::{Hurt, HurtPart, Rules, SharedFact};
use crate::battle::values::{Event, Id, Look, Style, Tell, Voice, What};
use crate::dice::Dice;
use crate::grid::Square;
use bevy::prelude::World;

/// How harm of the level looks and sounds: the ruleset knows its colour, the level's own word what breaks out.
pub(in crate::battle) fn look_of(world: &World, damage: &crate::level::Damage, gas: bool) -> Look {
    let tint = world.resource::<Rules>().0.damage_kind(&damage.kind).tint;
    let voice = if gas { Voice::Gas } else { Voice::of_hazard(&damage.kind) };
    Look::new(Style::Burst, tint).sounding(Some(voice))
}

/// How harm of the level comes about.
#[derive(Clone, Copy)]
pub(in crate::battle) struct Bursting {
    /// Where it comes from, when cover against it may count.
    pub origin: Option<Square>,
    /// Whether cover does not count.
    pub ignores_cover: bool,
    /// Whether it comes down from above.
    pub comes_down: bool,
}

impl Bursting {
    /// From nowhere in particular.
    pub(in crate::battle) const fn nowhere() -> Self {
        Self { origin: None, ignores_cover: true, comes_down: false }
    }
}

/// Harm that one roll serves for all it hits, the first of them first, and for what stands in the squares that it comes over.
pub(in crate::battle) fn hurt_all(
    world: &mut World,
    (hit, squares): (&[Id], &[Square]),
    damage: &crate::level::Damage,
    from: Bursting,
) {
    let ruleset = world.resource::<Rules>().0;
    let expression: crate::dice::Expression =
        damage.dice.parse().expect("a level that passed its checks should have sound dice");
    let amount = world.resource_mut::<Dice>().roll(&expression, "damage of the event");
    let told = Event::new(What::Number).trace(amount.clone()).citing(world, SharedFact::HazardRolls);
    world.tell(told);
    let kind = damage.kind.clone().into();
    let harm = HurtPart { amount, kind };
    // The last launched is dealt first.
    ruleset.harm_comes_over(world, squares, &harm, from.origin.filter(|_| !from.ignores_cover));
    for &target in hit.iter().rev() {
        let mut hurt = Hurt::new(target, harm.amount.clone(), harm.kind.clone());
        (hurt.origin, hurt.ignores_cover, hurt.comes_down) = (from.origin, from.ignores_cover, from.comes_down);
        ruleset.harm(world, hurt);
    }
}
