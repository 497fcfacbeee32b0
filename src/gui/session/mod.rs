//! The battle at the table: what is aimed at, what is hovered, what was worked out already; and the messages by which the
//! board and the panels ask for changes.

pub mod action_menu;
mod aiming;
mod beside;
pub(super) mod computer;
mod confirm;
pub(super) mod cover_there;
mod ending;
mod goals;
pub(super) mod hand;
pub(super) mod intents;
pub(super) mod knowledge;
pub(super) mod marks;
mod meaning;
pub(super) mod path_cost;
pub(super) mod plans;
pub mod replay;
pub mod slots;
pub(super) mod square_words;
mod suggesting;
mod take_back;
#[cfg(test)]
mod tests;
mod views;
pub(super) mod what_if;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use bevy::prelude::*;

pub(super) use self::aiming::Aiming;
use self::intents::Intent;
use self::knowledge::{Knowledge, secret};
pub(super) use self::meaning::Meaning;
use self::plans::Plans;
use self::slots::{Answer, Answers, Slots};
pub(super) use self::take_back::{Ask, Back, Reply, Terms, Undo};
use super::app::frame::TableSystems;
use super::app::saves::Kept;
use super::app::travel::Travel;
use crate::battle::{
    Battle, ById, Choice, Creature, Decision, Id, Offer, Order, Phase, Position, Reach, Recorded, Refusal, Save,
    SaveError, SideId, Thing, at_odds, floor, is_bystander, is_on_map, laid_at, space,
};
use crate::grid::{Edge, Footprint, Length, Square};
use crate::level::Seat;
use crate::referee::{self, report::BugReport};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Submit>()
        .add_message::<Pick>()
        .add_message::<Open>()
        .add_message::<Command>()
        .add_message::<CancelAim>()
        .add_message::<Undo>()
        .add_message::<Reply>()
        .add_message::<SaveTo>()
        .add_systems(
            Update,
            (take_back, reply, command, open, pick, cancel, submit, save)
                .chain()
                .in_set(TableSystems::Apply)
                .run_if(resource_exists::<Session>),
        );
}

/// Give an order, or answer the open decision.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(super) struct Submit(pub Order);

/// Choose an action of the list: done at once when it needs no aim, else aimed.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(super) struct Pick(pub Offer);

/// Open the fan of a family.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(super) struct Open(pub String);

/// Give the next orders to this one of those who may act.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Command(pub Id);

/// Aim no longer.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CancelAim;

/// Write the battle to a file.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(super) struct SaveTo(pub PathBuf);

/// The battle at the table.
#[derive(Resource)]
pub struct Session {
    /// The battle. Change it only through [`Session::submit`] and [`Session::undo`].
    pub battle: Battle,
    /// The level's file.
    pub path: Option<PathBuf>,
    /// The file in which it is kept while it is unfinished, once it is.
    pub kept_in: Option<PathBuf>,
    /// The campaign that it is a battle of.
    pub travel: Option<Box<Travel>>,
    /// Who gives each side's orders, by side.
    pub seats: Vec<Seat>,
    /// The action being aimed.
    pub aim: Option<Aiming>,
    /// What the computer would do here, once that was asked for.
    plans: Option<Plans>,
    /// What sides were told of what the computer was about to do, oldest first.
    intents: Vec<Intent>,
    /// What others are asked to let be taken back.
    pub ask: Option<Ask>,
    /// The family whose members are fanned out.
    pub fan: Option<String>,
    /// Who was chosen among those who may act; the one whose turn it is, if nobody was.
    pub(super) actor: Option<Id>,
    /// The square under the mouse or the keyboard's cursor.
    pub hover: Option<Square>,
    /// Who is under the mouse, where several share that square.
    pub pointed: Option<Id>,
    /// The side of the square under the mouse that the mouse is on, where something stands there.
    pub edge: Option<Edge>,
    /// Whether the cursor was last moved by keys: then it is drawn.
    pub by_keys: bool,
    /// How many events have been played back; the log ends there.
    pub shown: usize,
    /// The last refusal or remark for the player, and how often one was given (so that the same one is seen again).
    pub notice: Option<(String, u32)>,
    /// The version of the session at which it was asked whether the turn is really to end.
    ending: Option<u64>,
    /// How often something was refused.
    pub refusals: u32,
    /// The side whose knowledge the board shows: that of the person who plays, or played last. Change it only through
    /// [`Session::look_as`].
    pub viewer: SideId,
    /// What each side knew while things happened.
    knowledge: Knowledge,
    /// Whether everything is shown, whoever knows of it: to those who watch a battle again. Change it only through
    /// [`Session::show_all`].
    pub all_seen: bool,
    /// The battle without those whom the viewer does not know of, once it was asked for; nothing in it when the viewer knows everybody.
    seen: OnceLock<Option<Box<Battle>>>,
    /// Where the goals are, once it was asked for.
    marks: OnceLock<marks::Marks>,
    /// Goes up whenever the battle changes. No two battles of a run of the program have one in common, so whatever is kept by it is not
    /// taken for that of another battle.
    pub version: u64,
    reach: Option<(u64, Id, Reach, Vec<Square>)>,
    offers: Option<(u64, Vec<Offer>)>,
    /// What a click on something meant last: after which change of the battle, for whom, on what.
    meaning: Option<((u64, Id, Id), Option<Meaning>)>,
    slots: Slots,
    answers: Answers,
}

/// Battles of this run of the program so far, in the upper half of their versions.
static BATTLES: AtomicU64 = AtomicU64::new(1);

fn first_version() -> u64 {
    BATTLES.fetch_add(1, Ordering::Relaxed) << 32
}

impl Session {
    /// The number of this battle among those of this run of the program.
    pub(super) fn number(&self) -> u64 {
        self.version >> 32
    }

    /// Whether a version is one of this battle, older than what it is now or as old.
    pub fn was(&self, version: u64) -> bool {
        version >> 32 == self.number() && version <= self.version
    }

    /// A battle just set up; without seats, the level's own.
    pub fn new(battle: Battle, path: Option<PathBuf>, seats: Vec<Seat>) -> Self {
        let level = battle.level();
        let seats =
            if seats.len() == level.sides.len() { seats } else { level.sides.iter().map(|side| side.seat).collect() };
        let shown = battle.events().len();
        let viewer = battle.side_to_move().unwrap_or(SideId(0));
        let mut session = Self {
            battle,
            path,
            kept_in: None,
            travel: None,
            seats,
            aim: None,
            plans: None,
            intents: Vec::new(),
            ask: None,
            fan: None,
            actor: None,
            hover: None,
            pointed: None,
            edge: None,
            by_keys: false,
            shown,
            notice: None,
            ending: None,
            refusals: 0,
            viewer,
            knowledge: Knowledge::default(),
            all_seen: false,
            seen: OnceLock::new(),
            marks: OnceLock::new(),
            version: first_version(),
            reach: None,
            offers: None,
            meaning: None,
            slots: Slots::default(),
            answers: Answers::default(),
        };
        session.settle();
        session
    }

    /// A battle from a save. Its orders are played again and must come out as they were saved. So what everybody knew is known here, too,
    /// and orders can still be taken back.
    pub fn resumed(save: &Save) -> Result<Self, SaveError> {
        let (level, ruleset) = referee::replay::parts(&save.level, save.cast.as_deref(), &save.ruleset)?;
        let again = Battle::with_dice(level, ruleset, save.seed, &save.start, false)
            .map_err(|why| SaveError(format!("The level in this save cannot be set up: {why}")))?;
        let mut session = Self::new(again, None, save.seats.clone());
        let mut orders = save.orders.iter().enumerate();
        orders
            .try_for_each(|(number, one)| {
                session.order_again(number, one)?;
                session.battle.tells_no_more_than(save)
            })
            .and_then(|()| session.battle.ends_as(save))
            .map_err(|why| save.not_so(&why, ruleset))?;
        session.shown = session.battle.events().len();
        session.viewer = session.battle.side_to_move().unwrap_or(SideId(0));
        session.settle();
        Ok(session)
    }

    /// Gives an order to the battle. A refusal becomes the notice.
    ///
    /// # Errors
    /// The refusal.
    pub fn submit(&mut self, order: &Order) -> Result<(), Refusal> {
        self.aim = None;
        if self.ask.is_some() {
            let refusal = Refusal::new("asked", "First answer whether something may be taken back.");
            self.refuse(refusal.to_string());
            return Err(refusal);
        }
        self.fan = None;
        let active = self.battle.active();
        match self.battle.order(order) {
            Ok(_) => {
                self.notice = None;
                if self.battle.active() != active {
                    self.actor = None;
                }
                self.settle();
                Ok(())
            }
            Err(refusal) => {
                self.refuse(self.masked(&refusal.to_string()));
                Err(refusal)
            }
        }
    }

    /// Gives a recorded order again: for those who watch.
    ///
    /// # Errors
    /// That it is refused now, or comes out differently.
    pub fn order_again(&mut self, number: usize, recorded: &Recorded) -> Result<(), SaveError> {
        let result = self.battle.order_again(number, recorded);
        self.settle();
        result
    }

    /// Writes what is needed to play the battle again, with a note of what is wrong, and says where.
    ///
    /// # Errors
    /// What the file system says, with the path.
    pub fn report(&self, note: &str) -> Result<PathBuf, String> {
        let folder = crate::gui::app::settings::reports();
        std::fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        let battle = &self.battle;
        let name = crate::gui::app::saves::file_name(&battle.level().name.to_lowercase());
        let stem = format!("{name}-{}-{}", battle.seed(), battle.orders().len());
        let path = crate::gui::app::saves::free(&folder, &stem);
        let report = BugReport::new(battle, &self.seats, note);
        report.write(&path).map_err(|why| {
            crate::gui::app::saves::give_back(&path);
            why.to_string()
        })?;
        Ok(path)
    }

    /// The battle as a save, with who sits where.
    pub fn save(&self) -> Save {
        let mut save = self.battle.save();
        save.seats.clone_from(&self.seats);
        save
    }

    /// What is kept of it: the battle, or the campaign with the battle in it.
    pub(in crate::gui) fn kept(&self) -> Kept {
        match &self.travel {
            None => Kept::Battle(Box::new(self.save())),
            Some(travel) => Kept::Campaign { travel: travel.clone(), battle: Some(Box::new(self.save())) },
        }
    }

    /// It is a battle of this campaign, and is kept where that is.
    pub(in crate::gui) fn sit_down_with(&mut self, mut travel: Travel) {
        self.kept_in = travel.kept_in.take();
        if let Some(note) = travel.note.take() {
            self.remark(note);
        }
        self.travel = Some(Box::new(travel));
    }

    /// Takes the last order back, whoever gave it: for those who watch.
    pub fn undo(&mut self) {
        self.aim = None;
        self.fan = None;
        if self.battle.undo() {
            self.shown = self.shown.min(self.battle.events().len());
            self.settle();
        } else {
            self.refuse("There is nothing to undo.".into());
        }
    }

    /// Says something to the player.
    pub fn remark(&mut self, text: String) {
        let count = self.notice.as_ref().map_or(0, |(_, count)| *count);
        self.notice = Some((text, count + 1));
    }

    /// Says why something cannot be done.
    pub(super) fn refuse(&mut self, why: String) {
        self.refusals += 1;
        self.remark(why);
    }

    fn settle(&mut self) {
        self.looks_anew();
        self.knowledge.follow(&self.battle);
        self.follow_intents();
        if let Some(decision) = self.battle.decision() {
            self.answers.learn(decision);
        }
        if let Some(side) = self.person_to_move() {
            // Where one of them knows more, the table is handed over first.
            if self.seat(self.viewer) == Seat::Ai || !secret(&self.battle, self.viewer, side) {
                self.viewer = side;
            }
        } else if self.seat(self.viewer) == Seat::Ai
            && let Some(human) = (0..self.seats.len()).find(|&side| self.seats[side] == Seat::Human)
        {
            self.viewer = SideId(u8::try_from(human).expect("fewer than 256 sides"));
        }
    }

    /// Who gives a side's orders.
    pub fn seat(&self, side: SideId) -> Seat {
        self.seats.get(usize::from(side.0)).copied().unwrap_or(Seat::Human)
    }

    /// Whether a person must speak next.
    pub fn waits_for_person(&self) -> bool {
        self.person_to_move().is_some()
    }

    /// The creature that a person can give orders to now.
    pub fn commanded(&self) -> Option<Id> {
        if !self.waits_for_person()
            || self.ask.is_some()
            || self.battle.decision().is_some()
            || self.battle.flow().phase != Phase::Acting
        {
            return None;
        }
        let chosen = self.actor.filter(|actor| self.battle.actors().contains(actor));
        chosen.or(self.battle.active())
    }

    /// Where the commanded creature can go.
    pub fn reach(&mut self) -> Option<&Reach> {
        let creature = self.commanded()?;
        if !matches!(&self.reach, Some((version, whose, ..)) if *version == self.version && *whose == creature) {
            let seen = self.seen();
            let reach = seen.ruleset().reach(seen.world(), creature);
            let near = seen.ruleset().within_one_action(seen.world(), creature);
            self.reach = Some((self.version, creature, reach, near));
        }
        self.reach.as_ref().map(|(.., reach, _)| reach)
    }

    /// Where of that it can go before another action begins; nothing where that makes no difference.
    pub fn near(&mut self) -> &[Square] {
        let known = self.reach().is_some();
        self.reach.as_ref().filter(|_| known).map_or(&[], |(.., near)| near)
    }

    /// The commanded creature's list, in the order of the action bar and of the keys 1 to 9: each action where it was first listed.
    pub fn offers(&mut self) -> &[Offer] {
        let Some(creature) = self.commanded() else { return &[] };
        if !matches!(&self.offers, Some((version, _)) if *version == self.version) {
            let seen = self.seen();
            let mut offers = seen.ruleset().offers(seen.world(), creature);
            offers.retain(|offer| !self.is_of_hand(creature, offer));
            self.offers = Some((self.version, self.slots.lay_out(creature, offers)));
        }
        self.offers.as_ref().map_or(&[], |(_, offers)| offers)
    }

    /// The places of an open question's answers, in the order of the keys 1 to 9.
    pub fn answers(&self, decision: &Decision) -> Vec<Answer> {
        self.answers.lay_out(decision)
    }

    /// Whether something is a creature that the side whose turn it is fights: neither of an allied side nor a bystander.
    pub fn is_foe(&self, id: Id) -> bool {
        let world = self.battle.world();
        let side = |id: Id| world.part::<Creature>(id).map(|who| who.side);
        let own = self.battle.active().and_then(side);
        let fights = |other| own.is_none_or(|own| at_odds(world, own, other));
        side(id).is_some_and(fights) && !is_bystander(world, id)
    }

    /// Whether a creature is above the ground.
    pub fn flies(&self, id: Id) -> bool {
        self.height_above_ground(id).is_some_and(|high| high > Length::ZERO)
    }

    /// How high above the ground a creature is.
    pub fn height_above_ground(&self, id: Id) -> Option<Length> {
        let world = self.battle.world();
        let place = world.part::<Position>(id)?;
        Some(Length(place.height.0 - floor(world, place.at).0))
    }

    /// Where a creature stands.
    pub fn space(&self, creature: Id) -> Footprint {
        space(self.battle.world(), creature)
    }

    /// The squares of a creature or an object, as long as it is on the map; of what stands between squares, those on the nearer side for
    /// whoever acts.
    pub fn extent(&self, id: Id) -> Option<Footprint> {
        let world = self.battle.world();
        let Some(thing) = world.part::<Thing>(id) else {
            return is_on_map(world, id).then(|| self.space(id));
        };
        match laid_at(world, id).filter(|laid| laid.edge.is_some()) {
            Some(laid) => Some(laid.from(self.commanded().map_or(laid.space, |who| self.space(who)))),
            None => thing.squares.first().copied().map(Footprint::single),
        }
    }

    /// Where an answer lies on the board: its square, or whoever it is done to.
    pub fn place_of(&self, choice: &Choice) -> Option<Footprint> {
        let target = choice.target.filter(|&id| self.sees(id));
        choice.at.map(Footprint::single).or_else(|| target.and_then(|id| self.extent(id)))
    }
}

fn take_back(mut undos: MessageReader<Undo>, mut session: ResMut<Session>) {
    for &Undo(to) in undos.read() {
        session.take_back(to);
    }
}

fn reply(mut replies: MessageReader<Reply>, mut session: ResMut<Session>) {
    for &Reply(yes) in replies.read() {
        session.reply(yes);
    }
}

fn pick(mut picks: MessageReader<Pick>, mut session: ResMut<Session>) {
    for Pick(offer) in picks.read() {
        session.pick(offer.clone());
    }
}

fn open(mut opens: MessageReader<Open>, mut session: ResMut<Session>) {
    for Open(family) in opens.read() {
        session.open(family.clone());
    }
}

fn command(mut commands: MessageReader<Command>, mut session: ResMut<Session>) {
    for Command(creature) in commands.read() {
        session.command(*creature);
    }
}

fn cancel(mut cancels: MessageReader<CancelAim>, mut session: ResMut<Session>) {
    if cancels.read().last().is_some() {
        session.step_back();
    }
}

fn submit(mut submits: MessageReader<Submit>, mut session: ResMut<Session>) {
    for Submit(order) in submits.read() {
        // A refusal has become the notice.
        let _ = session.submit(order);
    }
}

fn save(mut saves: MessageReader<SaveTo>, mut session: ResMut<Session>) {
    for SaveTo(path) in saves.read() {
        let written = super::app::saves::write(&session.kept(), path);
        session.remark(match written {
            Ok(()) => format!("Saved: {}", path.display()),
            Err(why) => {
                super::app::saves::give_back(path);
                why.to_string()
            }
        });
    }
}
