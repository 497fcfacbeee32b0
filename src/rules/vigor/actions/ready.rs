//! Ready: an action, and what it waits for (VIG-ACT-16, VIG-READY). What comes of it is in `fight/readied`.

use std::borrow::Cow;

use super::super::body::hands;
use super::super::data::{Attack, Pack, Ready, Trigger, TurnUsage, Use};
use super::super::field::reach;
use super::super::motion::moves;
use super::doer::*;
use super::{attack, hide, item, search, spell, sway, technique, throw, walk, weakness};
use crate::battle::action::by_key;
use crate::battle::triggers;
use crate::battle::triggers::{ENTERS_SQUARE, SQUARE};
use crate::grid::Footprint;

/// Readying something.
pub(super) struct Readying;

const ACTION: Key = Key::new(
    "action",
    Takes::Text,
    "The action that is readied, with its `with`, `target` and `at`; if absent the skill that `with` names, else `attack`.",
);
const WHOSE: Key = Key::new("whose", Takes::Text, "For `acts`: the creature's name.");
const TRIGGER: Key = Key::new(triggers::TRIGGER, Takes::Word(&WORDS), "What it waits for; `enters_reach` if absent.");

const ACTS: &str = "acts";

const WORDS: [&str; 7] = TriggerKind::words(&TRIGGERS);

/// What can set off something readied (VIG-READY-4).
pub(crate) const TRIGGERS: [TriggerKind; 7] = [
    TriggerKind::new("enters_reach", "", "An enemy comes within its reach."),
    TriggerKind::new(ENTERS_SQUARE, "`square`", "An enemy enters that square."),
    TriggerKind::new("enters_view", "", "An enemy comes into view."),
    TriggerKind::new("attacks", "", "An enemy attacks."),
    TriggerKind::new("uses_ability", "", "An enemy uses a technique or a spell."),
    TriggerKind::new("ally_attacked", "", "An ally is attacked."),
    TriggerKind::new(ACTS, "`whose`", "That creature acts."),
];

const KIND: ActionKind = ActionKind {
    purpose: Purpose::Wait,
    aimed: &[AimedAt::Nothing, AimedAt::Creature, AimedAt::Square],
    with: "what the readied action is done with, or the skill that is readied",
    options: &[ACTION, TRIGGER, SQUARE, WHOSE],
    ..ActionKind::new("ready", "Ready", "One action, done as a reaction when what it waits for comes.")
};

fn cue(doer: &Doer<'_>, act: &Act) -> Result<Trigger, Refusal> {
    let whose = || doer.world.resource::<Names>().find(act.word(WHOSE.key)?);
    let found = match act.word(TRIGGER.key).unwrap_or(WORDS[0]) {
        "enters_reach" => Some(Trigger::EntersReach),
        ENTERS_SQUARE => act.awaited_square().map(Trigger::EntersSquare),
        "enters_view" => Some(Trigger::EntersView),
        "attacks" => Some(Trigger::Attacks),
        "uses_ability" => Some(Trigger::UsesAbility),
        "ally_attacked" => Some(Trigger::AllyAttacked),
        ACTS => whose().filter(|&id| id != doer.id && doer.world.part::<Creature>(id).is_some()).map(Trigger::Acts),
        _ => None,
    };
    found.ok_or_else(|| Refusal::by(rule!("VIG-READY-4"), "no_trigger", "Say what it waits for."))
}

/// The order that is readied. A square that is watched is none that it is aimed at.
fn readied(act: &Act) -> Act {
    let action = action_of(act);
    Act {
        with: act.with.clone().filter(|with| with != action),
        target: act.target,
        at: act.at.filter(|_| !act.aims_at_awaited()),
        ..Act::new(act.creature, action)
    }
}

/// The action that is readied by an order.
fn action_of(act: &Act) -> &str {
    let skill = || act.with.as_deref().filter(|with| SKILLS.iter().any(|(kind, _)| kind.key == *with));
    act.word(ACTION.key).or_else(skill).unwrap_or(attack::KIND.key)
}

/// VIG-READY-3: skills that can be readied.
const SKILLS: [(&ActionKind, Where); 5] = [
    (&sway::FRIGHTENS, Where::Cause),
    (&sway::CHARMS, Where::Cause),
    (&weakness::KIND, Where::Cause),
    (&search::KIND, Where::Itself),
    (&hide::KIND, Where::Itself),
];

/// How far off a square can be to be watched.
const WATCHED: u8 = 5;
/// How far off something is laid or thrown that waits: where one stands, or beside it.
const NEAR: i32 = 1;

/// The button behind which all of it is.
const FAMILY: &str = "Ready";
const WATCH: &str = "Watch a square";

/// Something that can be readied.
struct Tool<'w> {
    action: &'static str,
    /// What it is done with; a skill is named by itself.
    with: Option<Cow<'w, str>>,
    /// The way of doing it, where it has a name of its own.
    way: Option<&'w str>,
    what: &'w str,
    at: Where,
}

/// What it is done at, once it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// Whoever sets it off.
    Cause,
    /// Nothing that need be said.
    Itself,
    /// A square, named beforehand.
    Square,
}

impl<'w> Tool<'w> {
    fn new(action: &'static str, with: Option<&'w str>, what: &'w str, at: Where) -> Self {
        let with = with.map(Cow::Borrowed);
        Self { action, with, way: None, what, at }
    }

    /// What people call it.
    fn name(&self) -> String {
        match self.way {
            Some(way) => format!("{way}: {}", self.what),
            None => self.what.into(),
        }
    }

    /// Whether an order is done with it.
    fn is_with(&self, act: &Act) -> bool {
        self.with.as_deref() == act.with.as_deref()
    }

    /// Whether it is a skill, and done with nothing.
    fn is_skill(&self) -> bool {
        self.with.as_deref() == Some(self.action)
    }

    /// The order of it, but for whom or what it is done at.
    fn order(&self, by: Id) -> Act {
        let with = self.with.as_deref().filter(|_| !self.is_skill());
        Act { with: with.map(Into::into), ..Act::new(by, self.action) }
    }

    /// Whether it could be readied now.
    fn is_ready(&self, doer: &Doer<'_>) -> bool {
        let unit = by_key::<Vigor>(self.action);
        self.action == walk::KIND.key || unit.is_some_and(|unit| unit.readies(doer, &self.order(doer.id)).is_ok())
    }

    /// Whether it is done to whoever enters a square that is watched.
    fn watches(&self) -> bool {
        self.at == Where::Cause && !self.is_skill()
    }

    /// An order to ready it for a trigger.
    fn readied(&self, base: &Act, (trigger, whose): (&str, Option<&str>)) -> Act {
        let mut act = base.clone();
        let word = |word: &str| Setting::Word(word.into());
        if self.action != attack::KIND.key && !self.is_skill() {
            act.options.insert(ACTION.key.into(), word(self.action));
        }
        if self.action == item::KIND.key && self.at == Where::Itself {
            act.target = Some(base.creature);
        }
        act.options.insert(TRIGGER.key.into(), word(trigger));
        if let Some(whose) = whose {
            act.options.insert(WHOSE.key.into(), word(whose));
        }
        act
    }
}

/// VIG-READY-3: all that somebody can ready: attacks, abilities and items of one action, skills, a Move.
fn tools<'w>(doer: &Doer<'w>) -> impl Iterator<Item = Tool<'w>> {
    every_tool(doer).filter(|tool| tool.is_ready(doer))
}

/// All that somebody has for it, whether it can be readied or not.
fn every_tool<'w>(doer: &Doer<'w>) -> impl Iterator<Item = Tool<'w>> {
    let &Doer { world, id, profile } = doer;
    let attack = |with: &'w Attack| Tool::new(attack::KIND.key, Some(&with.key), &with.name, Where::Cause);
    let throw = |with: &'w Attack| Tool {
        way: Some("Throw"),
        ..Tool::new(throw::KIND.key, Some(&with.key), &with.name, Where::Cause)
    };
    let attacks = hands::at_hand(world, id).map(attack);
    let throws = profile.attacks.iter().filter(|with| with.thrown_ft > 0).map(throw);
    let techniques = profile.techniques.iter().flat_map(|technique| {
        profile.attacks.iter().map(|with| Tool {
            with: Some(Cow::Owned(format!("{}/{}", technique.key, with.key))),
            way: Some(&technique.name),
            ..Tool::new(technique::KIND.key, None, &with.name, Where::Cause)
        })
    });
    let spells = profile.spells.iter().map(|spell| {
        let at = match spell.area {
            Some(_) => Where::Square,
            None if spell.is_ward() => Where::Itself,
            None => Where::Cause,
        };
        Tool::new(spell::KIND.key, Some(&spell.key), &spell.name, at)
    });
    let items = profile.carries.iter().map(move |carried| {
        let at = match carried.does {
            Use::Vigor(_) | Use::Health(_) => Where::Itself,
            Use::Charge(_) if world.the::<Pack>(id).charge.is_some() => Where::Itself,
            Use::Charge(_) | Use::Smoke(_) => Where::Square,
        };
        Tool::new(item::KIND.key, Some(&carried.key), &carried.name, at)
    });
    let skills = SKILLS.map(|(kind, at)| Tool::new(kind.key, Some(kind.key), kind.label, at));
    let walk = Tool::new(walk::KIND.key, None, walk::KIND.label, Where::Square);
    let abilities = throws.chain(techniques).chain(spells);
    attacks.chain(abilities).chain(items).chain(skills).chain([walk])
}

/// What something readied is called when it is asked whether to do it now.
fn called(doer: &Doer<'_>, act: &Act) -> Text {
    let known = every_tool(doer).find(|tool| tool.action == act.action && tool.order(doer.id).with == act.with);
    known.map_or_else(|| act.action.clone(), |tool| tool.name()).into()
}

/// VIG-READY-4: what a tool can wait for, but for squares: what enemies do, and what any single one does that its side knows of.
fn triggers<'w>(doer: &Doer<'w>) -> Vec<(&'static str, Option<&'w str>)> {
    let world = doer.world;
    let side = side_of(world, doer.id);
    let others = on_map(world).filter(|&id| id != doer.id && knows(world, side, id));
    let names = world.resource::<Names>();
    let acts = others.map(|id| (ACTS, Some(names.name(id))));
    let plain = WORDS.into_iter().filter(|word| ![ENTERS_SQUARE, ACTS].contains(word));
    plain.map(|word| (word, None)).chain(acts).collect()
}

/// The squares that can be watched: those that it could strike at, and of what is shot or thrown those near by.
fn watched(doer: &Doer<'_>, tool: &Tool<'_>) -> Vec<Square> {
    let (world, here) = (doer.world, space(doer.world, doer.id));
    let key = tool.with.as_deref().and_then(|with| with.rsplit('/').next());
    let with = doer.profile.attacks.iter().find(|with| Some(with.key.as_str()) == key);
    let near = with.filter(|with| !with.ranged() && tool.action != throw::KIND.key);
    let reach = |with| u8::try_from(reach::reach(world, doer.id, with)).unwrap_or(WATCHED);
    let map = world.resource::<Map>();
    // Off the map all is solid.
    let around = here.around(near.map_or(WATCHED, reach));
    around.filter(|&at| !map.solid(at)).collect()
}

/// The squares at which something readied could be done, as things stand.
fn squares(doer: &Doer<'_>, tool: &Tool<'_>) -> Vec<Square> {
    if tool.action == walk::KIND.key {
        return moves::of_a_move(doer.world, doer.id);
    }
    let Some(unit) = by_key::<Vigor>(tool.action) else {
        return Vec::new();
    };
    let here = space(doer.world, doer.id);
    let all = unit.candidates(doer, &unit.kind().offer(), tool.order(doer.id)).into_iter();
    let all = all.filter_map(|act| act.at);
    all.filter(|&at| here.steps(Footprint::single(at)) <= NEAR).collect()
}

impl Action for Readying {
    type Rules = Vigor;
    type Plan = (Trigger, Act);
    const KIND: &'static ActionKind = &KIND;

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let row = |label: String, family: &str, tool: &Tool<'_>, aim: Aim| {
            let mut offer = KIND.offer();
            offer.family = Some(family.into());
            offer.cost = words(1);
            (offer.label, offer.with, offer.aim) = (label, tool.with.as_deref().map(Into::into), aim);
            offer.refusal = menu.judge(|| Vigor::affords(doer, &Vigor::usual_cost(&KIND)));
            offer
        };
        let tools: Vec<Tool<'_>> = tools(doer).collect();
        let mut rows: Vec<Offer> = Vec::new();
        for tool in &tools {
            let with = tool.with.as_deref();
            let is_there = |row: &Offer| row.with.as_deref() == with && row.aim == Aim::Nothing;
            if tool.at == Where::Square {
                rows.push(row(format!("Ready: {}", tool.name()), FAMILY, tool, Aim::Square));
            } else if !rows.iter().any(is_there) {
                rows.push(row(format!("Ready: {}", tool.name()), FAMILY, tool, Aim::Nothing));
            }
        }
        // As above, one row stands for all that is done with one thing.
        for tool in tools.iter().filter(|tool| tool.watches()) {
            let with = tool.with.as_deref();
            if rows.iter().any(|row| row.with.as_deref() == with && row.family.as_deref() == Some(WATCH)) {
                continue;
            }
            let label = format!("Watch a square: {}", tool.name());
            let mut watch = row(label, WATCH, tool, Aim::Square);
            watch.icon = "eye".into();
            rows.push(watch);
        }
        for row in rows {
            menu.add(row);
        }
    }

    fn candidates(&self, doer: &Doer<'_>, offer: &Offer, base: Act) -> Vec<Act> {
        let mut out = Vec::new();
        let alike = every_tool(doer).filter(|tool| tool.is_with(&base));
        for tool in alike.filter(|tool| tool.is_ready(doer)) {
            let at = |at| base.to(at);
            match (offer.aim, tool.at) {
                (Aim::Nothing, Where::Cause | Where::Itself) => {
                    out.extend(triggers(doer).into_iter().map(|trigger| tool.readied(&base, trigger)));
                }
                (Aim::Square, Where::Square) => {
                    let plain = || triggers(doer).into_iter().filter(|(_, whose)| whose.is_none());
                    let each = |place| plain().map(move |trigger| (place, trigger));
                    let all = squares(doer, &tool).into_iter().flat_map(each);
                    out.extend(all.map(|(place, trigger)| tool.readied(&at(place), trigger)));
                }
                (Aim::Square, Where::Cause) if tool.watches() => {
                    let all = watched(doer, &tool).into_iter();
                    out.extend(all.map(|place| tool.readied(&at(place), (ENTERS_SQUARE, None))));
                }
                _ => {}
            }
        }
        out
    }

    fn way_words(&self, doer: &Doer<'_>, act: &Act) -> Option<String> {
        let trigger = act.word(TRIGGER.key).unwrap_or(WORDS[0]);
        let means = TRIGGERS.iter().find(|known| known.key == trigger)?.means;
        let means = match act.word(WHOSE.key) {
            Some(whose) => format!("{whose} acts"),
            None => means.trim_end_matches('.').replacen("An ", "an ", 1),
        };
        let alike: Vec<Tool<'_>> = tools(doer).filter(|tool| tool.is_with(act)).collect();
        let action = action_of(act);
        let tool = alike.iter().find(|tool| tool.action == action)?;
        let several = alike.iter().filter(|tool| tool.at != Where::Square).count() > 1;
        Some(if several { format!("{}: {means}", tool.name()) } else { means })
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<(Trigger, Act), Refusal> {
        let cue = cue(doer, act)?;
        let act = readied(act);
        let unit = by_key::<Vigor>(&act.action).filter(|unit| unit.kind().readied);
        let unit = unit.ok_or_else(|| {
            let message = format!("`{}` cannot be readied.", act.action);
            Refusal::by(rule!("VIG-READY-3"), "not_readied", message)
        })?;
        unit.readies(doer, &act)?;
        Ok((cue, act))
    }

    fn begin(&self, world: &mut World, id: Id, (cue, act): (Trigger, Act)) {
        let name = called(&Vigor::doer(world, id), &act);
        world.note(id, "holds itself ready", rule!("VIG-ACT-16"));
        let ready = Ready { act, cue, name };
        if world.the_mut::<TurnUsage>(id).ready.replace(ready).is_some() {
            world.note(id, "lets go what it had readied before", rule!("VIG-READY-1"));
        }
    }
}
