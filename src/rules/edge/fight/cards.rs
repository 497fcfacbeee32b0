//! EDGE cards: what is played between two orders, and what is burned (EDG-CARD-6, EDG-CARD-7, EDG-CARD-10). What is asked in the moment
//! is in `fate`, how cards come to hand in `draw`.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::{creature, exhaustion, hands, life};
use super::super::data::cards::{self, Card, Fate, Hands, On, Sentence, When};
use super::super::data::gravity::Gravity;
use super::super::data::{Faulty, Gear, Size, TurnUsage, Vitality, conditions::*};
use super::super::field::lines::{self, For};
use super::super::field::sight;
use super::super::flow::climbers::Climbers;
use super::super::motion::ground;
use super::collision::{Burden, Collision};
use super::{setback, shape, stealth};
use crate::battle::{Event, *};
use crate::dice::{Dice, Expression};
use crate::grid::{Length, Square};
use crate::level::{Door, Effect};
use crate::rule;

/// EDG-CARD-6: how many half-metres a rush gives.
const RUSH: i32 = 6;

/// What is done with a card between two orders.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Play {
    /// The card's number.
    pub card: Text,
    /// The letter of its sentence; none where it is burned.
    pub letter: Option<Text>,
    /// Whom or what it is about.
    pub target: Option<Id>,
    /// Where.
    pub at: Option<Square>,
}

fn refuse(code: &'static str, message: impl Into<Text>) -> Refusal {
    Refusal::by(rule!("EDG-CARD-10"), code, message)
}

/// EDG-CARD-3, EDG-CARD-5: whether a side holds a card and may still use one in this fight.
///
/// # Errors
/// The rule that stands against it.
pub(crate) fn may_use(world: &World, side: SideId, key: &str) -> Result<&'static Card, Refusal> {
    let hands = world.resource::<Hands>();
    let card = cards::card(key).filter(|card| hands.of(side).iter().any(|held| **held == *card.key));
    let Some(card) = card else {
        return Err(Refusal::by(rule!("EDG-CARD-3"), "no_card", "Its side does not hold that card."));
    };
    if hands.used.contains(&side) {
        let message = "A side uses one card in a fight, and has.";
        return Err(Refusal::by(rule!("EDG-CARD-5"), "card_used", message));
    }
    Ok(card)
}

impl Play {
    /// The sentence that is played; none where the card is burned.
    fn sentence(&self) -> Option<&'static Sentence> {
        cards::card(&self.card)?.sentence(self.letter.as_deref()?)
    }

    /// Whether the card has the sentence that is named.
    pub(crate) fn has_a_sentence(&self) -> bool {
        self.sentence().is_some()
    }

    /// Whether a creature's side may do it now (EDG-CARD-5, EDG-CARD-6, EDG-CARD-7, EDG-CARD-10).
    ///
    /// # Errors
    /// The rule that stands against it.
    pub(crate) fn may(&self, world: &World, id: Id) -> Result<(), Refusal> {
        self.is_timely(world, id)?;
        let side = side_of(world, id);
        let Some(sentence) = self.sentence() else {
            let whom = self.creature(world, side)?;
            let own = side_of(world, whom) == side;
            return if own { Ok(()) } else { Err(refuse("no_target", "Name a creature of its own side.")) };
        };
        match sentence.on {
            On::Nothing => does_something(world, id, sentence.fate),
            On::Works if self.target.is_some_and(|of| world.part::<Thing>(of).is_some()) => {
                self.works(world, id).map(drop)
            }
            On::Creature | On::Works | On::Own | On::Enemy => {
                let whom = self.creature(world, side)?;
                match sentence.on {
                    On::Own if side_of(world, whom) != side => {
                        return Err(refuse("no_target", "Name a creature of its own side."));
                    }
                    On::Enemy if !creature::hostile(world, id, whom) => {
                        return Err(refuse("no_target", "Name an enemy."));
                    }
                    _ => {}
                }
                befalls(world, whom, sentence.fate)
            }
            On::Square => {
                let at = self.at.ok_or_else(|| refuse("no_square", "Name a square."))?;
                if sentence.fate == Fate::ComesDown
                    && Gravity::of(world.resource::<Map>().gravity_in(at.into())) == Gravity::Zero
                {
                    return Err(refuse("no_weight", "Nothing falls where nothing has weight."));
                }
                if shape::is_solid(lay(world).1, at) {
                    return Err(refuse("no_square", "Something solid is there."));
                }
                Ok(())
            }
            On::Light => self.light(world, id).map(drop),
            On::Door => self.door(world, id).map(drop),
        }
    }

    /// Whether the card is there, unused, and its sentence can be chosen at this moment.
    ///
    /// # Errors
    /// The rule that stands against it.
    pub(crate) fn is_timely(&self, world: &World, id: Id) -> Result<(), Refusal> {
        may_use(world, side_of(world, id), &self.card)?;
        let Some(sentence) = self.sentence() else { return Ok(()) };
        let on_turn = world.resource::<Flow>().active() == Some(id);
        let acted = world.the::<TurnUsage>(id).action;
        let timely = match sentence.when {
            When::AnyTime => true,
            When::OwnTurn => on_turn && creature::able(world, id).is_ok(),
            When::Acted => on_turn && acted && creature::able(world, id).is_ok(),
            _ => false,
        };
        if timely { Ok(()) } else { Err(refuse("wrong_moment", sentence.when.words())) }
    }

    fn creature(&self, world: &World, side: SideId) -> Result<Id, Refusal> {
        let known = |id: &Id| world.part::<Creature>(*id).is_some() && is_on_map(world, *id) && knows(world, side, *id);
        self.target.filter(known).ok_or_else(|| refuse("no_target", "Name a creature."))
    }

    /// A lamp that the one who plays it sees.
    fn light(&self, world: &World, id: Id) -> Result<Id, Refusal> {
        let lit = |id: &Id| world.part::<Lamp>(*id).is_some_and(|lamp| lamp.0.0 > 0);
        let seen = |&of: &Id| is_in_view(world, id, of);
        self.target.filter(lit).filter(seen).ok_or_else(|| refuse("no_target", "Name a light in line of sight."))
    }

    /// A door or a device within sight that works.
    fn works(&self, world: &World, id: Id) -> Result<Id, Refusal> {
        let sound = |&of: &Id| {
            let used = world.part::<DoorState>(of).is_some() || world.part::<Device>(of).is_some();
            used && world.part::<Faulty>(of).is_none() && is_in_view(world, id, of)
        };
        self.target.filter(sound).ok_or_else(|| refuse("no_target", "Name a door or a device within sight that works."))
    }

    fn door(&self, world: &World, id: Id) -> Result<Id, Refusal> {
        let loose = |&door: &Id| {
            let state = world.part::<DoorState>(door).map(|state| state.0);
            let moves = state.is_some_and(|state| state != Door::Locked) && world.part::<Faulty>(door).is_none();
            moves && !kept_open(world, door, id)
        };
        let seen = |&door: &Id| is_in_view(world, id, door);
        let message = "Name a door within sight that is not locked and in which nobody stands.";
        self.target.filter(loose).filter(seen).ok_or_else(|| refuse("no_target", message))
    }
}

/// Whether a creature has a line of sight to another, or to a thing.
fn is_in_view(world: &World, id: Id, of: Id) -> bool {
    if world.part::<Creature>(of).is_some() {
        return of == id || (knows(world, side_of(world, id), of) && sight::sees(world, id, of));
    }
    let own = space(world, id);
    let near = |at: &Square| own.steps((*at).into()) <= 1 || lines::lead(world, For::Eyes, own, (*at).into());
    squares_about(world, of).iter().any(near)
}

/// What stands against a sentence about the creature that plays it.
fn does_something(world: &World, id: Id, fate: Fate) -> Result<(), Refusal> {
    match fate {
        Fate::Unseen => stealth::may_hide(world, id),
        Fate::Adrenaline => creature::moves(world, id).map_err(|why| refuse("no_target", why.message)),
        _ => Ok(()),
    }
}

/// What stands against a sentence about a creature: that nothing would come of it.
fn befalls(world: &World, whom: Id, fate: Fate) -> Result<(), Refusal> {
    let gear = world.the::<Gear>(whom);
    let vp = world.the::<Vitality>(whom).0;
    let possible = match fate {
        Fate::Breaks => works_in_hand(world, whom).is_some(),
        Fate::Jams => !hands::held(world, whom).is_empty(),
        Fate::Trips => !has_condition(world, whom, PRONE) && !ground::is_aloft(world, whom),
        Fate::Relief => vp > 0 && vp < exhaustion::vp_max(world, whom),
        Fate::Freezes => creature::can_react(world, whom).is_ok(),
        Fate::Glare => !has_condition(world, whom, DAZZLED),
        Fate::Spare => !gear.stuck.is_empty() || !gear.broken.is_empty(),
        Fate::SnapOut => stupor(world, whom).is_some(),
        _ => true,
    };
    if possible { Ok(()) } else { Err(refuse("no_target", "Nothing would come of it.")) }
}

/// What a creature holds that works.
fn works_in_hand(world: &World, id: Id) -> Option<Text> {
    let stuck = &world.the::<Gear>(id).stuck;
    hands::held(world, id).iter().map(|held| held.key.clone()).find(|key| !stuck.contains(key))
}

/// What a creature can be shaken out of.
fn stupor(world: &World, id: Id) -> Option<&'static str> {
    [STUNNED, DAZZLED, FRIGHTENED, DEAFENED].into_iter().find(|key| has_condition(world, id, key))
}

/// EDG-CARD-5, EDG-CARD-8: a card is used up for this fight and goes back into the pile.
fn spend(world: &mut World, whose: Id, key: &str) {
    let side = side_of(world, whose);
    let mut hands = world.resource_mut::<Hands>();
    hands.put_back(side, key);
    hands.used.insert(side);
}

/// EDG-CARD-6: a sentence is played; everybody is told which.
pub(super) fn plays(world: &mut World, whose: Id, card: &Card, sentence: &'static Sentence) {
    spend(world, whose, &card.key);
    let text = format!("plays {}: {}", card.key, sentence.name);
    let rules = [rule!("EDG-CARD-6"), rule!("EDG-CARD-5"), rule!("EDG-CARD-8")];
    let event = Event::note(text).actor(whose).by_all(rules).by_all(sentence.rests());
    world.tell(event.by_all(sentence.when.is_asked().then(|| rule!("EDG-CARD-10"))));
}

/// EDG-CARD-7: a card is burned, face down, for the next check of a creature of its side.
pub(crate) fn burns(world: &mut World, whose: Id, key: &str, whom: Id) {
    spend(world, whose, key);
    let event = Event::note("burns an EDGE card").actor(whose).target((whom != whose).then_some(whom));
    world.tell(event.by(rule!("EDG-CARD-7")).by(rule!("EDG-CARD-5")).by(rule!("EDG-CARD-8")));
    gain(world, whom, FORTUNATE, Lasts::UntilEnded, [rule!("EDG-CARD-7")]);
}

/// Does it.
pub(crate) fn play(world: &mut World, id: Id, play: &Play) {
    if play.may(world, id).is_err() {
        return;
    }
    let (target, rule) = (play.target.unwrap_or(id), rule!("EDG-CARD-6"));
    let Some((card, sentence)) = cards::card(&play.card).zip(play.sentence()) else {
        return burns(world, id, &play.card, target);
    };
    plays(world, id, card, sentence);
    match sentence.fate {
        Fate::Breaks => {
            if world.part::<Thing>(target).is_some() {
                world.put(target, Faulty);
                let event = Event::note("something breaks: it takes an action to be used again").target(target);
                world.tell(event.by(rule).by(rule!("EDG-SET-3")));
            } else if let Some(key) = works_in_hand(world, target) {
                let name = hands::item(world, target, &key).map_or_else(String::new, |with| with.name.clone());
                world.the_mut::<Gear>(target).stuck.push(key);
                world.note(target, format!("{name} takes an action to be used again"), rule);
            }
        }
        Fate::Trips => life::knock_down(world, target, rule),
        Fate::Relief => {
            let roll = world.resource_mut::<Dice>().roll(&Expression::dice(1, 6), "relief");
            let points = roll.value;
            world.tell(Event::number(target, roll).by(rule.clone()));
            life::mend(world, target, points, rule);
        }
        Fate::Freezes => {
            world.the_mut::<TurnUsage>(target).reacted = true;
            world.note(target, "has no reaction until its next turn", rule);
        }
        Fate::LightsOut => puts_out(world, target),
        Fate::Glare => _ = gain(world, target, DAZZLED, Lasts::TurnStart(target), [rule]),
        Fate::Jams => setback::fumbles(world, target, None, &rule!("EDG-SET-7")),
        Fate::Spare => works_again(world, target, rule),
        Fate::Unseen => stealth::hide(world, id),
        Fate::Adrenaline => {
            world.the_mut::<TurnUsage>(id).moved -= RUSH;
            world.note(id, "moves 3 m more on this turn", rule);
        }
        Fate::SnapOut => {
            if let Some(key) = stupor(world, target) {
                lose(world, target, key, [rule]);
            }
        }
        Fate::First | Fate::Last => {
            let round = world.resource::<Flow>().round;
            let mut climbers = world.resource_mut::<Climbers>();
            let first = sentence.fate == Fate::First;
            let (list, place) = if first { (&mut climbers.0, "first") } else { (&mut climbers.1, "last") };
            list.push((target, round + 1));
            world.note(target, format!("acts {place} from the next round on"), rule);
        }
        Fate::BadFooting => play.at.into_iter().for_each(|at| loosens(world, at)),
        Fate::OpenPath => _ = gain(world, id, SURE_FOOTED, Lasts::TurnEnd(id), [rule]),
        Fate::ComesDown => play.at.into_iter().for_each(|at| something_falls(world, at)),
        Fate::LeftOpen => {
            if let Err(unknown) = turn_door(world, target, id) {
                sight::find(world, id, unknown);
            }
        }
        // What is asked in the moment.
        Fate::StrayShot | Fate::Clings | Fate::Reroll | Fate::Gap | Fate::Scrap | Fate::Loaded | Fate::Scratch => {}
    }
}

/// A light goes out: a thing's, or one that a creature bears.
fn puts_out(world: &mut World, of: Id) {
    if world.part::<Thing>(of).is_some() {
        let object = world.resource::<Names>().name(of).to_owned();
        return environment::apply(world, &Effect::Lamp { object, becomes: Length::ZERO }, false);
    }
    readied::changing(world, |world| {
        world.put(of, Lamp(Length::ZERO));
        world.note(of, "its lamp goes out", rule!("EDG-CARD-6"));
        stealth::look_about(world, None);
    });
}

/// Something that has jammed, or else is broken, works again.
fn works_again(world: &mut World, id: Id, rule: Rule) {
    let mut gear = world.the_mut::<Gear>(id);
    if gear.stuck.pop().is_none() {
        gear.broken.pop();
    }
    world.note(id, "has a spare: it works again", rule);
}

/// A square and its neighbours become hard to walk on, where the ground is level.
fn loosens(world: &mut World, at: Square) {
    let map = world.resource::<Map>();
    let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| at.offset(x, y)));
    let level = |at: &Square| {
        map.terrain(*at).is_some_and(|terrain| {
            !terrain.solid && !terrain.difficult && terrain.pit.0 == 0 && terrain.water.0 == 0 && terrain.harm.is_none()
        })
    };
    let squares: Vec<Square> = around.filter(level).collect();
    environment::change_terrain(world, &squares, "rubble");
}

/// Something small falls on those in a square.
fn something_falls(world: &mut World, at: Square) {
    let burden = Burden { size: Size::Small, save: None, as_fall_m: None };
    let hit = in_order(world, |_, stand| stand.space.contains(at));
    if !hit.is_empty() {
        launch(world, Collision { by: None, burden, hit });
    }
}
