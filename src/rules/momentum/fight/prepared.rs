//! Cinematics that are prepared: which can be done now, to which targets, and their effects (MOM-CINE-6).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::status::{self, Affliction};
use super::super::body::{creature, life};
use super::super::data::cinematic::{self, Entry};
use super::super::data::conditions::DOWN;
use super::super::data::{Attack, Drama, Points, Portion, Profile, Shell, Temporary, Vitality, bestiary};
use super::super::field::{distance, sight};
use super::harm::{Dose, Wound};
use super::pin;
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::Length;
use crate::level::{self, Effect};
use crate::rule;

/// All of them: the level's, then the library's. They are read once, before the first round.
#[derive(Resource, Debug)]
struct Prepared(Vec<Entry>);

/// Reads those of the level that is played.
pub(crate) fn read(world: &mut World) {
    let mut all = cinematic::of_level(world);
    let known: Vec<String> = all.iter().map(|entry| entry.key.clone()).collect();
    all.extend(bestiary::LIBRARY.iter().filter(|entry| !known.contains(&entry.key)).cloned());
    world.insert_resource(Prepared(all));
}

/// All of them.
pub(crate) fn entries(world: &World) -> &[Entry] {
    world.get_resource::<Prepared>().map_or(&[], |prepared| &prepared.0)
}

/// The one with a key.
pub(crate) fn entry<'a>(world: &'a World, key: &str) -> Option<&'a Entry> {
    entries(world).iter().find(|entry| entry.key == key)
}

/// Whether a thing can be picked up, and is at least 1 m high.
fn is_a_table(world: &World, thing: Id) -> bool {
    let portable = world.part::<Shell>(thing).is_some_and(|shell| shell.portable);
    let tall = world.part::<GivesCover>(thing).is_some_and(|cover| cover.height.is_none_or(|top| top >= Length::METRE));
    portable && tall
}

/// Whether what a prepared Cinematic needs is so.
///
/// # Errors
/// What is not.
pub(crate) fn is_possible(world: &World, id: Id, entry: &Entry) -> Result<(), Refusal> {
    let (needs, own) = (&entry.needs, space(world, id));
    let refuse = |code: &'static str, message: String| Err(Refusal::by(rule!("MOM-CINE-4"), code, message));
    if let Some(zone) = &needs.zone {
        let squares = world.resource::<LevelRes>().0.zones.get(zone);
        if !squares.is_some_and(|squares| squares.iter().any(|&at| own.contains(at))) {
            return refuse("not_there", format!("It takes place in `{zone}`."));
        }
    }
    if let Some(name) = &needs.object {
        let thing = world.resource::<Names>().find(name).filter(|&thing| is_there(world, thing));
        if !thing.is_some_and(|thing| distance::beside(world, id, thing)) {
            return refuse("not_to_hand", format!("It takes {name}, within 1 m."));
        }
    }
    if needs.portable && !things(world).any(|thing| is_a_table(world, thing) && distance::beside(world, id, thing)) {
        return refuse("not_to_hand", "It takes something that can be picked up, 1 m high, within 1 m.".into());
    }
    let bereft = world.resource::<Flow>().round == creature::drama(world, id).bereft;
    let fallen = |other: Id| {
        other != id
            && creature::allied(world, id, other)
            && has_condition(world, other, DOWN)
            && sight::sees(world, id, other)
    };
    if needs.ally_dead && !bereft {
        return refuse("nobody_died", "It takes an ally who died before its eyes in this round.".into());
    }
    if needs.ally_down && !bereft && !on_map(world).any(fallen) {
        return refuse("nobody_fell", "It takes an ally who is Down, or died in this round.".into());
    }
    if needs.wounded && 2 * world.the::<Vitality>(id).0 > creature::profile(world, id).vitality_max {
        return refuse("unhurt", "It takes half of its Vitality at most.".into());
    }
    let known = |other: &Id| knows(world, side_of(world, id), *other);
    if entry.banishes && !banishable(world, id).iter().any(known) {
        return refuse("nobody", "Nobody is there who can be banished.".into());
    }
    if entry.targets.is_some() && targets(world, id, entry, None).is_empty() {
        return refuse("nobody", "No enemy is near enough.".into());
    }
    Ok(())
}

/// Its enemies that can be banished.
fn banishable(world: &World, id: Id) -> Vec<Id> {
    let goes = |other: &Id| creature::hostile(world, id, *other) && creature::profile(world, *other).banishable;
    on_map(world).filter(goes).collect()
}

/// The targets of a prepared Cinematic: the enemy that is named, or else the nearest; then enemies next to one of these, the nearest first.
pub(crate) fn targets(world: &World, id: Id, entry: &Entry, named: Option<Id>) -> Vec<Id> {
    let Some(wanted) = entry.targets else { return Vec::new() };
    let near =
        |other: &Id| creature::hostile(world, id, *other) && distance::between(world, id, *other) <= wanted.within;
    let mut left: Vec<Id> = known_to(world, id).map(|(other, _)| other).filter(near).collect();
    left.sort_by_key(|&other| (Some(other) != named, distance::between(world, id, other), other));
    if named.is_some_and(|named| left.first() != Some(&named)) {
        return Vec::new();
    }
    let mut chosen: Vec<Id> = Vec::new();
    while chosen.len() < wanted.most {
        let beside = |other: &Id| {
            chosen.is_empty() || chosen.iter().any(|&known| space(world, known).steps(space(world, *other)) <= 1)
        };
        let Some(place) = left.iter().position(beside) else { break };
        chosen.push(left.remove(place));
    }
    chosen
}

/// Whether an order may name a target, or none, for a prepared Cinematic. What has no targets takes no notice of a name.
pub(crate) fn can_be_aimed(world: &World, id: Id, entry: &Entry, named: Option<Id>) -> bool {
    entry.targets.is_none() || named.is_none() || !targets(world, id, entry, named).is_empty()
}

/// MOM-CINE-8: what a success should be worth: the actor's best Ability, fully upcast, or else 4d6.
pub(crate) fn guide(world: &World, id: Id) -> String {
    let worth = |with: &&Attack| {
        let dice = with.damage.iter().map(|one| i32::from(one.dice) * (i32::from(one.sides) + 1) + 2 * one.plus);
        dice.sum::<i32>()
    };
    let abilities =
        creature::profile(world, id).attacks.iter().filter(|with| with.is_ability() && !with.damage.is_empty());
    let best = abilities.rev().max_by_key(worth);
    best.map_or_else(
        || "4d6".to_owned(),
        |with| {
            let words = |one: &Portion| one.expression().to_string();
            let dice: Vec<String> = with.damage.iter().map(words).collect();
            format!("{} {}+{}d6", with.name, dice.join("+"), creature::upcast_limit(world, id))
        },
    )
}

/// What a Cinematic that has come off brings about, piece by piece.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Staging {
    /// Who did it.
    pub actor: Id,
    /// The key of what was prepared.
    pub entry: String,
    /// The enemy that was named.
    pub target: Option<Id>,
    /// How many took part.
    pub parts: u16,
    /// The piece that comes next.
    pub next: usize,
}

impl Later for Staging {
    const STAGE: Stage = Stage::Environment;

    fn happen(self, world: &mut World) {
        let Self { actor, target, parts, next, .. } = self;
        let Some(entry) = entry(world, &self.entry).cloned().filter(|_| is_on_map(world, actor)) else { return };
        let level = world.resource::<LevelRes>().0.clone();
        let prepared = level.prepared.get("momentum").zip(entry.of_level);
        let effects = prepared.and_then(|(all, place)| all.get(place)).map_or(&[][..], Vec::as_slice);
        // What is launched last comes first.
        if next <= effects.len() + 2 {
            launch(world, Self { next: next + 1, ..self });
        }
        let place = next.saturating_sub(effects.len());
        match effects.get(next) {
            Some(effect) => environment::apply(world, &grown(effect, parts), true),
            None if place == 0 => harm(world, actor, &entry, target, parts),
            None if place == 1 => ail(world, actor, &entry, target),
            None if place == 2 => wake(world, actor, &entry),
            None => {}
        }
    }
}

/// MOM-COOP-6: so many dice for each who took part.
fn times(dice: Expression, parts: u16) -> Expression {
    Expression { count: dice.count.saturating_mul(parts), ..dice }
}

/// What an effect of a level does when several bring it about.
fn grown(effect: &Effect, parts: u16) -> Effect {
    let mut effect = effect.clone();
    let damage = match &mut effect {
        Effect::Burst { damage, .. } | Effect::Harm { damage, .. } => Some(damage),
        Effect::Terrain { crush, .. } => crush.as_mut(),
        _ => None,
    };
    if let Some(level::Damage { dice, .. }) = damage
        && let Ok(one) = dice.parse::<Expression>()
    {
        *dice = times(one, parts).to_string();
    }
    effect
}

/// Harms the targets: one damage roll for all of them, and each protects itself by its own Armor.
fn harm(world: &mut World, actor: Id, entry: &Entry, target: Option<Id>, parts: u16) {
    let Some((dice, damage_type)) = entry.harm() else { return };
    let all = targets(world, actor, entry, target);
    let amount = world.resource_mut::<Dice>().roll(&times(dice, parts), "damage");
    let event = Event::number(actor, amount.clone()).by(rule!("MOM-CINE-6"));
    world.tell(event.by_all((parts > 1).then_some(rule!("MOM-COOP-6"))));
    // What is launched last comes first.
    for id in all.into_iter().rev() {
        launch(world, Wound::plain(id, vec![Dose { amount: amount.clone(), damage_type }]));
    }
}

/// Gives the targets a Status Effect, and pins them down.
fn ail(world: &mut World, actor: Id, entry: &Entry, target: Option<Id>) {
    let mut all = targets(world, actor, entry, target);
    all.retain(|&id| is_on_map(world, id));
    if let Some(status) = entry.gives {
        let power = creature::profile(world, actor).power();
        for &id in &all {
            let with = Affliction { status, dr: None, power, source: Some(actor) };
            status::afflict(world, id, with, rule!("MOM-CINE-6"));
        }
    }
    if entry.pins {
        pin::pin(world, actor, &all);
    }
}

/// MOM-CINE-10, MOM-CINE-11: everything back, and more WP; the unholy leave, and their portal closes.
fn wake(world: &mut World, actor: Id, entry: &Entry) {
    if let Some(upcast) = entry.awakens {
        world.note(actor, format!("awakens: {upcast} WP more to upcast"), rule!("MOM-CINE-10"));
        let &Profile { vitality_max, temp_vitality, wp_max, .. } = creature::profile(world, actor);
        let before = world.the::<Vitality>(actor).0;
        life::mend(world, actor, vitality_max - before);
        let left = world.part::<Temporary>(actor).map_or(0, |left| left.0);
        world.put(actor, Temporary(left.max(temp_vitality)));
        let missing = wp_max - world.the::<Points>(actor).wp;
        creature::change(world, actor, creature::WP, missing.max(0), [rule!("MOM-CINE-10")]);
        world.the_mut::<Drama>(actor).upcast += upcast;
    }
    if entry.banishes {
        for id in banishable(world, actor) {
            world.note(id, "is cast out", rule!("MOM-CINE-11"));
            spawn::leave(world, id, false);
        }
        let portals: Vec<Id> =
            things(world).filter(|&thing| world.part::<Shell>(thing).is_some_and(|shell| shell.portal)).collect();
        for portal in portals {
            world.tell(Event::note("closes").target(portal).by(rule!("MOM-CINE-11")));
            spawn::destroy(world, portal);
        }
    }
}
