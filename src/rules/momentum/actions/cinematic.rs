//! Cinematic Action: something that the rules do not allow, or make hard, for Narrative Momentum (MOM-CINE-1).

use super::super::data::cinematic::Entry;
use super::super::fight::cinema::{self, Begun};
use super::super::fight::cinema_reaction;
use super::super::fight::prepared;
use super::doer::*;

/// Doing so.
pub(super) struct Cinematic;

/// What the actor wants to do.
pub(super) const IDEA: Key = Key::new("idea", Takes::Text, "What it wants to do, in 200 characters at most.");
/// The allies who are invited.
const INVITES: Key =
    Key::new("invites", Takes::Text, "The allies who are invited: their names with commas between, or `all`.");

/// The most characters of an idea.
const LONGEST: usize = 200;

const KIND: ActionKind = ActionKind {
    family: Some("Cinematic"),
    price: Price::Points(3),
    aimed: &[AimedAt::Creature, AimedAt::Nothing],
    with: "a prepared Cinematic; nothing for an idea of one's own, where a game master answers",
    options: &[IDEA, INVITES],
    ..ActionKind::new(
        "cinematic_action",
        "Cinematic Action",
        "Something out of the ordinary, for 3 NM: a Skill Check, and much comes of it. Allies may join.",
    )
};

/// What is begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(super) entry: Option<String>,
    pub(super) idea: String,
    pub(super) target: Option<Id>,
    pub(super) invited: Vec<Id>,
}

/// What an order says that the actor wants to do. Without a prepared Cinematic there must be something, and a game master who judges it.
///
/// # Errors
/// It is too long, or missing, or nobody judges it.
pub(super) fn idea(world: &World, act: &Act) -> Result<String, Refusal> {
    let refuse = |code: &'static str, message: String| Err(Refusal::by(rule!("MOM-CINE-4"), code, message));
    let idea = act.word(IDEA.key).unwrap_or_default().trim().to_owned();
    if idea.chars().count() > LONGEST {
        return refuse("too_long", format!("Say it in {LONGEST} characters."));
    }
    if act.with.is_none() && !is_presided(world) {
        return refuse("nobody_judges", "Without a game master only what is prepared can be done.".into());
    }
    if act.with.is_none() && idea.is_empty() {
        return refuse("no_idea", "Say what it wants to do: `idea`.".into());
    }
    Ok(idea)
}

/// The allies of whom its player may invite some: those on the map with Narrative Momentum.
fn allies(doer: &Doer<'_>) -> Vec<Id> {
    let may =
        |&id: &Id| id != doer.id && creature::allied(doer.world, doer.id, id) && creature::drama(doer.world, id).nm > 0;
    known_to(doer.world, doer.id).map(|(id, _)| id).filter(may).collect()
}

/// Those whom an order invites.
///
/// # Errors
/// A name that nobody has who could be invited.
fn invited(doer: &Doer<'_>, act: &Act) -> Result<Vec<Id>, Refusal> {
    let all = allies(doer);
    let names = doer.world.resource::<Names>();
    let one = |name: &str| {
        let found = all.iter().copied().find(|&id| names.name(id).eq_ignore_ascii_case(name));
        let message = || format!("{name} is no ally who could join.");
        found.ok_or_else(|| Refusal::by(rule!("MOM-COOP-1"), "no_ally", message()))
    };
    match act.word(INVITES.key).map(str::trim) {
        None | Some("") => Ok(Vec::new()),
        Some("all") => Ok(all.clone()),
        Some(words) => words.split(',').map(|name| one(name.trim())).collect(),
    }
}

/// Whether what is prepared can be done as things stand. A game master judges that, where one answers.
///
/// # Errors
/// What it needs that is not so.
fn possible(world: &World, id: Id, entry: &Entry) -> Result<(), Refusal> {
    let judged = is_presided(world) && entry.targets.is_none();
    if judged { Ok(()) } else { prepared::is_possible(world, id, entry) }
}

/// What it costs: alone, or together with allies if the actor cannot pay for it alone and there are some.
///
/// # Errors
/// The rule that stands against it.
fn price(doer: &Doer<'_>, allies: &[Id]) -> Result<cinema::Price, Refusal> {
    let price = |joint: bool| cinema::price(doer.world, doer.id, false, joint);
    price(false).or_else(|why| if allies.is_empty() { Err(why) } else { price(true) })
}

impl Action for Cinematic {
    type Rules = Momentum;
    type Plan = Plan;
    const KIND: &'static ActionKind = &KIND;
    const FACTS: Option<Rule> = Some(rule!("MOM-CINE-1"));

    fn concerns(&self, doer: &Doer<'_>) -> bool {
        creature::drama(doer.world, doer.id).nm > 0
    }

    /// It is paid once it is known who takes part.
    fn cost(&self, _doer: &Doer<'_>, _act: &Act) -> Cost {
        Cost { unpaid: true, ..Cost::default() }
    }

    fn offers(&self, doer: &Doer<'_>, menu: &mut Menu<'_>) {
        let price = price(doer, &allies(doer));
        let usual = "3 AP, 3 NM".to_owned();
        let cost = price.as_ref().map_or(usual, |price| price.words());
        let mut row = |entry: Option<&Entry>, may: Result<(), Refusal>| {
            let mut offer = KIND.offer();
            offer.cost.clone_from(&cost);
            offer.aim = Aim::Nothing;
            if let Some(entry) = entry {
                offer.label.clone_from(&entry.name);
                offer.with = Some(entry.key.clone());
                offer.help = format!("{} {} Check against {}.", entry.text, entry.skill.name(), entry.against);
                if entry.targets.is_some() {
                    offer.aim = Aim::Thing;
                }
                offer.purpose = match entry {
                    Entry { harms: Some(_), .. } => Purpose::Harm,
                    Entry { awakens: Some(_), .. } => Purpose::Mend,
                    Entry { effects: Some(_), .. } => Purpose::Surroundings,
                    _ => Purpose::Control,
                };
            }
            offer.refusal = menu.judge(|| price.clone().map(drop).and(may));
            menu.add(offer);
        };
        // Those of the library are shown where they can be done.
        for entry in prepared::entries(doer.world) {
            let possible = possible(doer.world, doer.id, entry);
            if possible.is_ok() || entry.of_level.is_some() {
                row(Some(entry), possible);
            }
        }
        if is_presided(doer.world) {
            row(None, Ok(()));
        }
    }

    fn candidates(&self, doer: &Doer<'_>, _offer: &Offer, base: Act) -> Vec<Act> {
        let Some(entry) = base.with.as_deref().and_then(|key| prepared::entry(doer.world, key)) else {
            let idea = "something out of the ordinary";
            return vec![base.saying(IDEA.key, idea)];
        };
        let aimed: Vec<Act> = match entry.targets {
            Some(_) => known_to(doer.world, doer.id).map(|(id, _)| base.upon(id)).collect(),
            None => vec![base],
        };
        let invites = (!allies(doer).is_empty()).then_some("all");
        aimed
            .into_iter()
            .flat_map(|act| [Some(act.clone()), invites.map(|word| act.saying(INVITES.key, word))])
            .flatten()
            .collect()
    }

    fn way_words(&self, doer: &Doer<'_>, act: &Act) -> Option<String> {
        let names = doer.world.resource::<Names>();
        let with: Vec<&str> = invited(doer, act).ok()?.into_iter().map(|id| names.name(id)).collect();
        Some(if with.is_empty() { "Alone".to_owned() } else { format!("With {}", with.join(", ")) })
    }

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<Plan, Refusal> {
        let (world, id) = (doer.world, doer.id);
        let invited = invited(doer, act)?;
        price(doer, &invited)?;
        let idea = idea(world, act)?;
        let Some(key) = act.with.clone() else {
            return Ok(Plan { entry: None, idea, target: act.target, invited });
        };
        let entry = prepared::entry(world, &key).ok_or_else(|| {
            Refusal::by(rule!("MOM-CINE-4"), "no_such_cinematic", format!("No Cinematic `{key}` is prepared."))
        })?;
        possible(world, id, entry)?;
        if !prepared::can_be_aimed(world, id, entry, act.target) {
            return Err(Refusal::by(rule!("MOM-CINE-4"), "no_target", "Name an enemy who is near enough."));
        }
        Ok(Plan { entry: Some(key), idea, target: act.target, invited })
    }

    fn begin(&self, world: &mut World, actor: Id, plan: Plan) {
        let Plan { entry, idea, target, invited } = plan;
        cinema::begin(world, Begun { actor, entry, idea, target, reaction: false, invited });
        // What is launched last is asked first: others may answer before its dice fall.
        cinema_reaction::before_the_roll(world, actor, target);
    }
}
