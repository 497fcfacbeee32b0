//! Ready: an action, and what it waits for (VIG-ACT-16, VIG-READY). What comes of it is in `fight/readied`.

use bevy::prelude::World;

use super::super::body::{hands, who};
use super::super::data::{Cue, Ready, TurnUsage};
use super::super::ruleset::Vigor;
use super::attack;
use super::doer::Doer;
use crate::battle::action::by_key;
use crate::battle::*;
use crate::grid::Square;
use crate::rule;

/// Readying something.
pub(super) struct Readying;

const ACTION: Key = Key::new(
    "action",
    Takes::Text,
    "The action that is readied, with its `with`, `target` and `at`; `attack` if absent.",
);
const SQUARE: Key = Key::new(
    "square",
    Takes::Own("X,Y, such as `\"6,2\"`"),
    "For `enters_square`: the square.",
);
const WHOSE: Key = Key::new("whose", Takes::Text, "For `acts`: the creature's name.");
const TRIGGER: Key = Key::new(
    "trigger",
    Takes::Word(&WORDS),
    "What it waits for; `enters_reach` if absent.",
);

const WORDS: [&str; 7] = [
    "enters_reach",
    "enters_square",
    "enters_view",
    "attacks",
    "uses_ability",
    "ally_attacked",
    "acts",
];

/// What can set off something readied (VIG-READY-4).
pub(crate) static TRIGGERS: [TriggerKind; 7] = [
    TriggerKind {
        key: WORDS[0],
        takes: "",
        means: "An enemy comes within its reach.",
    },
    TriggerKind {
        key: WORDS[1],
        takes: "`square`",
        means: "An enemy enters that square.",
    },
    TriggerKind {
        key: WORDS[2],
        takes: "",
        means: "An enemy comes into view.",
    },
    TriggerKind {
        key: WORDS[3],
        takes: "",
        means: "An enemy attacks.",
    },
    TriggerKind {
        key: WORDS[4],
        takes: "",
        means: "An enemy uses a technique or a spell.",
    },
    TriggerKind {
        key: WORDS[5],
        takes: "",
        means: "An ally is attacked.",
    },
    TriggerKind {
        key: WORDS[6],
        takes: "`whose`",
        means: "That creature acts.",
    },
];

const KIND: ActionKind = ActionKind {
    purpose: Purpose::Wait,
    aimed: &[AimedAt::Nothing, AimedAt::Creature, AimedAt::Square],
    with: "what the readied action is done with",
    options: &[ACTION, TRIGGER, SQUARE, WHOSE],
    ..ActionKind::new(
        "ready",
        "Ready",
        "One action, done as a reaction when what it waits for comes.",
    )
};

fn cue(doer: &Doer<'_>, act: &Act) -> Result<Cue, Refusal> {
    let square = || {
        let (x, y) = act.word(SQUARE.key)?.split_once(',')?;
        Some(Square::new(x.trim().parse().ok()?, y.trim().parse().ok()?))
    };
    let whose = || doer.world.resource::<Names>().find(act.word(WHOSE.key)?);
    let found = match act.word(TRIGGER.key).unwrap_or(WORDS[0]) {
        "enters_reach" => Some(Cue::EntersReach),
        "enters_square" => square().map(Cue::EntersSquare),
        "enters_view" => Some(Cue::EntersView),
        "attacks" => Some(Cue::Attacks),
        "uses_ability" => Some(Cue::UsesAbility),
        "ally_attacked" => Some(Cue::AllyAttacked),
        "acts" => whose()
            .filter(|&id| id != doer.id && doer.world.part::<Creature>(id).is_some())
            .map(Cue::Acts),
        _ => None,
    };
    found.ok_or_else(|| Refusal::by(rule!("VIG-READY-4"), "no_trigger", "Say what it waits for."))
}

/// The order that is readied.
fn readied(act: &Act) -> Act {
    let action = act.word(ACTION.key).unwrap_or(attack::KIND.key).to_owned();
    Act {
        action,
        options: std::collections::BTreeMap::new(),
        ..act.clone()
    }
}

impl Action for Readying {
    type Rules = Vigor;
    type Plan = (Id, Ready);

    fn kind(&self) -> &'static ActionKind {
        &KIND
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let mut out = Vec::new();
        for with in hands::at_hand(doer.world, doer.id) {
            for word in WORDS
                .into_iter()
                .filter(|word| !matches!(*word, "enters_square" | "acts"))
            {
                let mut act = Act {
                    with: Some(with.key.clone()),
                    ..base.clone()
                };
                act.options.insert(TRIGGER.key.into(), Setting::Word(word.into()));
                out.push(act);
            }
        }
        out
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Id, Ready), Refusal> {
        let cue = cue(doer, act)?;
        let act = readied(act);
        let unit = by_key::<Vigor>(&act.action).filter(|unit| unit.kind().readied);
        let unit = unit.ok_or_else(|| {
            let message = format!("`{}` cannot be readied.", act.action);
            Refusal::by(rule!("VIG-READY-3"), "not_readied", message)
        })?;
        unit.readies(doer, &act)?;
        Ok((doer.id, Ready { act, cue }))
    }

    fn begin(&self, world: &mut World, (id, ready): (Id, Ready)) {
        who::note(world, id, "holds itself ready", rule!("VIG-ACT-16"));
        world.the_mut::<TurnUsage>(id).ready = Some(ready);
    }
}
