//! Abilities that answer harm: those who were harmed and have one are asked, by Initiative (MOM-ABIL-5 to MOM-ABIL-7).

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::super::body::creature;
use super::super::body::creature::{RP, WP};
use super::super::data::{Attack, Class};
use super::super::field::{distance, sight};
use super::asking;
use super::harm::{self, Wound};
use crate::battle::{Event, *};
use crate::rule;

/// The question. Its answers are the keys of Abilities, and to let it be.
pub(crate) const ANSWER: &str = "answer";

/// Those whom a creature has harmed and who may answer it, the next one last.
#[derive(Component, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Answering {
    foe: Id,
    queue: Vec<Id>,
    /// Whether actions that were held have answered the same event before (MOM-ABIL-7).
    #[serde(default)]
    pub after_held: bool,
}

/// The Abilities with which a creature can answer harm from another now.
fn ways(world: &World, id: Id, foe: Id) -> impl Iterator<Item = &Attack> {
    let profile = creature::profile(world, id);
    let able = is_on_map(world, id)
        && is_on_map(world, foe)
        && creature::hostile(world, id, foe)
        && knows(world, side_of(world, id), foe);
    let wp = creature::points(world, id).wp;
    profile.attacks.iter().filter(move |with| {
        let fits = with.class == Class::Reaction && able && with.wp <= wp;
        fits && creature::reacts(world, id, with.rp).is_ok() && distance::between(world, id, foe) <= with.range_m
    })
}

/// Lines up those who have been harmed by a creature; `after_held` says whether held actions answer the same event before them.
pub(crate) fn harmed(world: &mut World, foe: Id, by_initiative: &[Id], after_held: bool) {
    let may = |&id: &Id| is_on_map(world, id) && ways(world, id, foe).next().is_some();
    let order = by_initiative.iter().copied().filter(may).collect();
    asking::launch_line(world, order, |queue| Answering { foe, queue, after_held });
}

impl AsksInTurn for Answering {
    type One = Id;

    fn line(&self) -> Option<&[Id]> {
        Some(&self.queue)
    }

    fn line_mut(&mut self) -> Option<&mut Vec<Id>> {
        Some(&mut self.queue)
    }

    fn asking_next(world: &World, flight: Id, &id: &Id) -> Inquiry {
        let foe = world.the::<Self>(flight).foe;
        let choice = |with: &Attack| {
            let cost = if with.wp > 0 { format!("{} RP, {} WP", with.rp, with.wp) } else { format!("{} RP", with.rp) };
            let price = Price::Points(u8::try_from(with.rp).unwrap_or(u8::MAX));
            Choice::new(with.key.clone(), with.name.clone())
                .costs(cost, price)
                .to(Purpose::Harm)
                .by(rule!("MOM-ABIL-5"))
        };
        let mut choices: Vec<Choice> = ways(world, id, foe).map(choice).collect();
        if choices.is_empty() {
            return Inquiry::Nobody;
        }
        choices.push(asking::let_be(rule!("MOM-ABIL-5")));
        let names = world.resource::<Names>();
        let prompt = format!("{} has harmed {}.", names.name(foe), names.name(id));
        let decision = Decision::new(world, id, ANSWER, prompt, choices).against(Some(foe));
        let later = world.the::<Self>(flight).after_held.then_some(rule!("MOM-ABIL-7"));
        Question::inquiry(decision, [rule!("MOM-ABIL-5"), rule!("MOM-ROUND-9")].into_iter().chain(later))
    }

    /// MOM-ABIL-6: what it does is no harm that is answered again.
    fn one_answered(world: &mut World, flight: Id, id: Id, word: &str) {
        let foe = world.the::<Self>(flight).foe;
        let Some(with) = ways(world, id, foe).find(|with| with.key == word).cloned() else {
            return;
        };
        creature::change(world, id, RP, -with.rp, [rule!("MOM-ROUND-9"), rule!("MOM-ABIL-5")]);
        creature::change(world, id, WP, -with.wp, [rule!("MOM-ABIL-2")]);
        let at = space(world, foe).at;
        let what = What::Attack { with: with.name.clone().into(), look: with.look(), at, radius: 0 };
        world.tell(Event::new(what).actor(id).target(foe).by(rule!("MOM-ABIL-5")).by(rule!("MOM-ABIL-6")));
        let doses = harm::roll_portions(world, &with.damage, 0);
        let ignores = with.ignores_armor.points();
        launch(world, Wound { ignores, ..Wound::plain(foe, doses) });
        // MOM-HIDE-8: a reaction that deals damage tells where it comes from.
        sight::give_away(world, id);
    }
}
