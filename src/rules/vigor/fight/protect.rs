//! What stops damage before it reaches anybody: superior Durability, one's nature, cover, armour and hide; and how what stops it wears
//! (VIG-DMG-9, VIG-ARMOR, VIG-QUAL, VIG-COVER-19).

use bevy::prelude::World;

use super::super::body::{creature, hands};
use super::super::data::{DamageType, Fixture, Kinetic, Nature, Quality, Spell, Worn, conditions::WARD, options};
use super::super::field::cover::Found;
use super::super::field::distance;
use super::fire;
use crate::battle::*;
use crate::rule;

/// Damage on its way to somebody or something.
pub(super) struct Damage {
    pub target: Id,
    pub amount: Trace,
    pub damage_type: DamageType,
    pub kinetic: Option<Kinetic>,
    /// The quality of what does it, where it has one.
    pub quality: Option<Quality>,
    /// Whether it counts as a weapon (VIG-QUAL-9).
    pub weapon: bool,
    pub cover: Found,
    pub to_health: bool,
    pub halved: bool,
    /// Whether its harm spreads over an area.
    pub area: bool,
}

impl Damage {
    /// Takes so much off, told with its rule.
    fn stops(&mut self, part: &mut DamagePart, by: i32, guard: Protection, rule: Rule) -> i32 {
        let stopped = by.min(part.amount).max(0);
        self.amount.push(Trace::new(guard.name.clone(), -stopped).by(rule));
        part.leaves(part.amount - stopped, guard);
        stopped
    }
}

/// The quality of Durability that harms something at all: its own, or the one that it has been lent, whichever is higher (VIG-QUAL-10).
pub(super) fn superior(world: &World, id: Id) -> Option<Quality> {
    if let Some(fixture) = world.part::<Fixture>(id) {
        return fixture.rank;
    }
    let wards = world.part::<Conditions>(id).into_iter();
    let wards = wards.flat_map(|all| all.0.iter().filter(|one| one.key == WARD));
    let lent = wards.map(|ward| ward.amount).max().map(|amount| {
        if amount >= 5 {
            Quality::Legendary
        } else if amount == 4 {
            Quality::Epic
        } else {
            Quality::Heroic
        }
    });
    creature::profile(world, id).durability_rank.max(lent)
}

/// VIG-DMG-9: everything that stops damage, in its order.
pub(super) fn protect(world: &mut World, damage: &mut Damage) -> DamagePart {
    let mut part = DamagePart::new(damage.damage_type.kind(), damage.amount.value);
    let target = damage.target;
    let rolled = damage.amount.value;
    damage.amount.rule = Some(rule!("VIG-DMG-9"));
    let thing = world.part::<Fixture>(target).copied();
    if let Some(rank) = superior(world, target) {
        let name = format!("{} Durability", rank.name());
        match damage.quality.filter(|_| damage.weapon) {
            Some(quality) if quality < rank => {
                let by = Protection::new(Guard::Immunity, name).of(target);
                let rule = if thing.is_some() { rule!("VIG-OBJ-7") } else { rule!("VIG-QUAL-6") };
                // The attack's quality is compared, not its dice (VIG-QUAL-7); nothing else of the attack comes through (VIG-QUAL-8).
                damage.stops(&mut part, i32::MAX, by, rule);
                if thing.is_none() && has_condition(world, target, WARD) {
                    damage.amount.note("lent for a while", rule!("VIG-QUAL-10"));
                }
                return part;
            }
            Some(_) => {}
            None => damage.amount.push(Trace::refused(name, 0, "no weapon did it").by(rule!("VIG-QUAL-9"))),
        }
    }
    let toxic = damage.damage_type == DamageType::Toxic;
    if let Some(fixture) = thing {
        if fixture.brittle && damage.kinetic == Some(Kinetic::Impact) && part.amount > 0 {
            // Cold has made it so, and it is so once.
            let more = part.amount;
            let by = Protection::new(Guard::Vulnerability, "brittle").of(target);
            damage.amount.push(Trace::new("brittle with cold", more).by(rule!("VIG-TYPE-14")));
            part.leaves(2 * more, by);
            world.the_mut::<Fixture>(target).brittle = false;
        }
        if toxic {
            let by = Protection::new(Guard::Immunity, "not alive").of(target);
            damage.stops(&mut part, i32::MAX, by, rule!("VIG-OBJ-3"));
        } else {
            // A thing has cover like anybody: that takes its share before what is hard of the thing itself (VIG-COVER-18).
            shelter(world, damage, &mut part);
        }
        if toxic {
            // Nothing is left of it.
        } else if fixture.ar > 0 && damage.damage_type == DamageType::Radiation && !fixture.stops_radiation {
            let term = Trace::refused("hard material", -fixture.ar, "radiation passes").by(rule!("VIG-OBJ-3"));
            damage.amount.push(term);
        } else if fixture.ar > 0 && fixture.corrodible && damage.damage_type == DamageType::Chemical {
            let term = Trace::refused("hard material", -fixture.ar, "acid eats it").by(rule!("VIG-TYPE-15"));
            damage.amount.push(term);
        } else if fixture.ar > 0 {
            let by = Protection::new(Guard::Hardness, "hard material").of(target);
            damage.stops(&mut part, fixture.ar, by, rule!("VIG-OBJ-2"));
            if damage.damage_type != DamageType::Kinetic {
                damage.amount.note("against nearly all types", rule!("VIG-OBJ-3"));
            }
        }
        if damage.damage_type == DamageType::Cold && part.amount > 0 {
            let brittle = options::is_on(world, "cold_brittle");
            world.the_mut::<Fixture>(target).brittle |= brittle;
            let words = if brittle { "it is brittle now" } else { "it is no more brittle" };
            damage.amount.note(words, rule!("VIG-TYPE-14"));
        }
        return part;
    }
    if toxic && creature::profile(world, target).nature != Nature::Living {
        let by = Protection::new(Guard::Immunity, "not alive").of(target);
        damage.stops(&mut part, i32::MAX, by, rule!("VIG-TYPE-11"));
        return part;
    }
    attuned(world, damage, &mut part);
    if part.amount > 0 && damage.halved {
        let by = Protection::new(Guard::Save, "got out of its way").of(target);
        let half = (part.amount + 1) / 2;
        damage.stops(&mut part, half, by, rule!("VIG-AREA-2"));
    }
    shelter(world, damage, &mut part);
    armour(world, damage, &mut part);
    if damage.damage_type == DamageType::Chemical {
        corrode(world, damage, rolled);
    }
    part
}

/// VIG-TYPE-15: acid eats worn armour that it can eat, with all that was rolled, whether that protects from it or not.
fn corrode(world: &mut World, damage: &Damage, rolled: i32) {
    let id = damage.target;
    let pieces = creature::profile(world, id).worn.clone();
    for (place, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.corrodible) {
        let spared = damage.quality.is_some_and(|quality| piece.quality.outclasses(quality));
        if !spared {
            wear(world, id, place, rolled, rule!("VIG-TYPE-15"));
        }
    }
}

/// Takes so much off a piece that is worn; what it could take.
fn wear(world: &mut World, id: Id, place: usize, points: i32, rule: Rule) -> i32 {
    let before = world.the::<Worn>(id).0[place];
    let now = (before - points).max(0);
    if now == before {
        return 0;
    }
    world.the_mut::<Worn>(id).0[place] = now;
    let piece = creature::profile(world, id).worn[place].name.clone();
    let (name, change) = (piece.to_lowercase().into(), (before, now));
    world.tell(Event::new(What::Resource { name, change }).actor(id).by(rule));
    if now == 0 {
        world.note(id, format!("{piece} is destroyed"), rule!("VIG-ARMOR-3"));
    }
    before - now
}

/// VIG-TYPE-2, VIG-TYPE-6: what its nature makes of the type.
fn attuned(world: &World, damage: &mut Damage, part: &mut DamagePart) {
    let id = damage.target;
    let profile = creature::profile(world, id);
    let kind = damage.damage_type;
    let by = |guard, name: &'static str| Protection::new(guard, name).of(id);
    if profile.immune.contains(&kind) {
        damage.stops(part, i32::MAX, by(Guard::Immunity, "immune"), rule!("VIG-TYPE-2"));
    }
    if damage.kinetic.is_some_and(|kind| profile.immune_kinetic.contains(&kind)) {
        damage.stops(part, i32::MAX, by(Guard::Immunity, "immune to its kind"), rule!("VIG-TYPE-4"));
    }
    let Some(own) = profile.attuned() else { return };
    let dead = profile.affinity.is_none();
    if own.opposite() == Some(kind) {
        let more = part.amount;
        damage.amount.push(Trace::new("the opposite of its nature", more).by(rule!("VIG-TYPE-6")));
        damage.amount.note("opposed types", rule!("VIG-TYPE-5"));
        part.leaves(2 * more, by(Guard::Vulnerability, "opposite"));
    } else if own == kind {
        let rule = if dead { rule!("VIG-TYPE-7") } else { rule!("VIG-TYPE-6") };
        let half = (part.amount + 1) / 2;
        damage.stops(part, half, by(Guard::Resistance, "of its nature"), rule);
    }
}

/// VIG-COVER-12, VIG-COVER-15, VIG-COVER-19: the share of cover, which takes what it stops; armour comes after it (VIG-COVER-18).
fn shelter(world: &mut World, damage: &mut Damage, part: &mut DamagePart) {
    let Some((rank, rule)) = damage.cover.rank.clone() else {
        if damage.cover.step() == CoverStep::Light {
            let rule = if damage.area { rule!("VIG-COVER-9") } else { rule!("VIG-COVER-8") };
            damage.amount.note("Light Cover stops nothing", rule);
        }
        return;
    };
    let source = damage.cover.source.and_then(|(of, _)| of);
    let fixture = source.and_then(|thing| world.part::<Fixture>(thing)).copied();
    if damage.damage_type == DamageType::Radiation && fixture.is_none_or(|fixture| !fixture.stops_radiation) {
        let text = Trace::refused("cover", -rank, "radiation passes").by(rule!("VIG-COVER-21"));
        return damage.amount.push(text);
    }
    if damage.area {
        damage.amount.note("its rank alone, from where it burst", rule!("VIG-COVER-22"));
    }
    let by = Protection::new(Guard::Cover, damage.cover.name()).of(source);
    let stopped = damage.stops(part, rank, by, rule);
    let Some(thing) = source.filter(|_| stopped > 0) else {
        return;
    };
    if damage.damage_type == DamageType::Toxic {
        let unharmed = Trace::note("it does nothing to it").of(thing).by(rule!("VIG-OBJ-3"));
        return damage.amount.push(unharmed);
    }
    if let Some((rank, quality)) =
        fixture.and_then(|fixture| fixture.rank).zip(damage.quality.filter(|_| damage.weapon))
        && quality < rank
    {
        damage.amount.note("its share does nothing to it", rule!("VIG-COVER-26"));
        return;
    }
    if let Some((left, _)) = fixture.and_then(|fixture| fixture.durability) {
        if fixture.is_some_and(|fixture| fixture.ar > 0) {
            damage.amount.note("its own rank counts not again", rule!("VIG-COVER-26"));
        }
        if left <= stopped {
            damage.amount.note("it breaks, and has stopped this", rule!("VIG-COVER-20"));
        }
        // What takes in an area sets fire to it by itself.
        if damage.damage_type == DamageType::Thermal && !damage.area {
            fire::ignite(world, &distance::squares_of(world, thing));
        }
        let share = DamagePart::new(part.kind.clone(), stopped);
        wear_down(world, thing, share, None, rule!("VIG-COVER-19"));
    }
}

/// Takes damage off a thing; at 0 it is no more (VIG-OBJ-1, VIG-OBJ-4).
pub(super) fn wear_down(world: &mut World, thing: Id, part: DamagePart, how: Option<Trace>, rule: Rule) {
    let Some((left, most)) = world.part::<Fixture>(thing).and_then(|fixture| fixture.durability) else {
        return;
    };
    let now = (left - part.amount).max(0);
    world.the_mut::<Fixture>(thing).durability = Some((now, most));
    let event = Event::new(What::damage(vec![part], "durability", (left, now)));
    let event = event.target(thing).by(rule);
    world.tell(match how {
        Some(how) => event.trace(how),
        None => event,
    });
    if now == 0 {
        let left = spawn::wreck(world, thing);
        let text = left.unwrap_or("only rubble is left".into());
        let event = Event::note(text).about(thing);
        world.tell(event.by(rule!("VIG-OBJ-4")));
    }
}

/// What gives an Armor Rank.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// It has grown.
    Hide,
    /// Something that was cast (VIG-QUAL-10).
    Lent(usize),
    /// A piece that is worn.
    Worn(usize),
}

/// VIG-ARMOR-1 to VIG-ARMOR-8: the best of what is worn and grown, as far as it protects; what is worn takes what was stopped.
fn armour(world: &mut World, damage: &mut Damage, part: &mut DamagePart) {
    let id = damage.target;
    let pieces = creature::profile(world, id).worn.clone();
    let left = hands::worn(world, id);
    let mut ranks: Vec<(i32, Source)> = Vec::new();
    let profile = creature::profile(world, id);
    let hide = profile.hide;
    let ignored = damage.quality.is_some_and(|quality| quality.outclasses(profile.hide_quality));
    if hide > 0 && profile.hide_protects.contains(&damage.damage_type) {
        let term = Trace::refused("hide", -hide, "of so much lesser quality").by(rule!("VIG-QUAL-5"));
        if ignored {
            damage.amount.push(term);
        } else {
            ranks.push((hide, Source::Hide));
        }
    }
    let shields: Vec<Spell> = creature::shields(world, id).cloned().collect();
    for (place, lent) in shields.iter().enumerate() {
        if !lent.ward_protects.contains(&damage.damage_type) {
            continue;
        }
        let term = Trace::new(lent.name.clone(), -lent.ward_ar).by(rule!("VIG-QUAL-10"));
        if damage.quality.is_some_and(|quality| quality.outclasses(lent.quality)) {
            damage
                .amount
                .push(Trace { refused: Some("of so much lesser quality".into()), ..term.by(rule!("VIG-QUAL-5")) });
        } else {
            ranks.push((lent.ward_ar, Source::Lent(place)));
        }
    }
    for (place, piece) in pieces.iter().enumerate() {
        let why = if world.the::<Worn>(id).0[place] == 0 {
            Some(("destroyed", rule!("VIG-ARMOR-3")))
        } else if left[place] == 0 {
            Some(("not in hand", rule!("VIG-ACT-19")))
        } else if !piece.protects.contains(&damage.damage_type) {
            Some(("not against this", rule!("VIG-ARMOR-7")))
        } else if damage.quality.is_some_and(|quality| quality.outclasses(piece.quality)) {
            Some(("of so much lesser quality", rule!("VIG-QUAL-2")))
        } else {
            None
        };
        match why {
            Some((why, rule)) => {
                let mut term = Trace::refused(piece.name.clone(), -piece.ar, why).by(rule);
                let more = match damage.damage_type {
                    DamageType::Radiation => rule!("VIG-TYPE-10"),
                    DamageType::Kinetic => rule!("VIG-ARMOR-8"),
                    _ => rule!("VIG-ARMOR-6"),
                };
                term.note("left out before the highest is taken", more);
                damage.amount.push(term);
            }
            None => {
                ranks.push((piece.ar, Source::Worn(place)));
                if let Some(quality) = damage.quality.filter(|&quality| quality != piece.quality) {
                    let steps = (quality as i32 - piece.quality as i32).abs();
                    let note = format!("{steps} steps between {} and {}", quality.name(), piece.quality.name());
                    let mut term = Trace::note(note).by(rule!("VIG-QUAL-1"));
                    if steps < 3 {
                        term.note("fewer than three do nothing", rule!("VIG-QUAL-3"));
                    }
                    damage.amount.push(term);
                }
            }
        }
    }
    if !matches!(damage.damage_type, DamageType::Kinetic) && !ranks.is_empty() {
        damage.amount.note("made against this type, too", rule!("VIG-TYPE-2"));
    }
    // A type without a rule of its own does nothing more (VIG-TYPE-16).
    if damage.damage_type != DamageType::Kinetic {
        damage.amount.note(format!("{:?} damage", damage.damage_type), rule!("VIG-TYPE-1"));
    }
    // The highest counts; of equal ones the first.
    let Some(&(rank, best)) = ranks.iter().rev().max_by_key(|(rank, _)| *rank) else {
        return;
    };
    if ranks.len() > 1 {
        damage.amount.note("only the highest rank counts", rule!("VIG-ARMOR-4"));
    }
    let name: Text = match best {
        Source::Hide => "hide".into(),
        Source::Lent(place) => shields[place].name.clone().into(),
        Source::Worn(place) => pieces[place].name.clone().into(),
    };
    let stopped = damage.stops(part, rank, Protection::new(Guard::Armour, name).of(id), rule!("VIG-ARMOR-1"));
    if matches!(best, Source::Lent(_)) {
        damage.amount.note("lent for a while", rule!("VIG-QUAL-10"));
    }
    if damage.damage_type == DamageType::Toxic {
        return world.note(id, "what it wears is unharmed", rule!("VIG-TYPE-11"));
    }
    // VIG-ARMOR-5: worn armour takes it, the highest rank first.
    let place_of = |&(_, source): &(i32, Source)| match source {
        Source::Worn(place) => Some(place),
        _ => None,
    };
    let mut worn: Vec<usize> = ranks.iter().filter_map(place_of).collect();
    worn.sort_by_key(|&place| std::cmp::Reverse(pieces[place].ar));
    let mut rest = stopped;
    for place in worn {
        if rest == 0 {
            break;
        }
        let piece = &pieces[place];
        if damage.quality.is_some_and(|quality| piece.quality.outclasses(quality)) {
            return world.note(id, format!("{} is unharmed", piece.name), rule!("VIG-QUAL-4"));
        }
        let rule = if best == Source::Worn(place) { rule!("VIG-ARMOR-2") } else { rule!("VIG-ARMOR-5") };
        rest -= wear(world, id, place, rest, rule);
    }
}
