//! The battle at the table: what is aimed at, what is hovered, what was worked out already; and the messages by which the
//! board and the panels ask for changes.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use bevy::prelude::*;

use super::TableSystems;
use super::knowledge::{Knowledge, Told, mask, mask_trace, secret};
use crate::battle::{
    Act, Aim, AimInfo, Battle, Cast, Creature, Decision, Forecast, Id, Offer, Order, Phase, Reach, Recorded, Refusal,
    Save, SaveError, Setting, SideId, Trace,
};
use crate::battle::{ById, creature_at, space, thing_at};
use crate::grid::{Footprint, Square};
use crate::level::Seat;
use crate::referee::report::BugReport;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Submit>()
        .add_message::<Pick>()
        .add_message::<CancelAim>()
        .add_message::<Undo>()
        .add_message::<SaveTo>()
        .add_systems(
            Update,
            (take_back, pick, cancel, submit, save)
                .chain()
                .in_set(TableSystems::Apply)
                .run_if(resource_exists::<Session>),
        );
}

/// Give an order, or answer the open decision.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Submit(pub Order);

/// Choose an action of the list: done at once when it needs no aim, else aimed.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Pick(pub Offer);

/// Aim no longer.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CancelAim;

/// Take the last order back.
#[derive(Message, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Undo;

/// Write the battle to a file.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct SaveTo(pub PathBuf);

/// An action being aimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aiming {
    /// The action.
    pub offer: Offer,
    /// Every legal way of doing it.
    pub acts: Vec<Act>,
    /// Options that were switched.
    pub options: BTreeMap<String, Setting>,
    /// The creature or object aimed at.
    pub target: Option<Id>,
    /// The square aimed at.
    pub at: Option<Square>,
}

impl Aiming {
    /// The order it stands for now, if what is aimed at is legal.
    pub fn act(&self) -> Option<&Act> {
        let fits = |act: &&Act| match (act.target, act.at) {
            (Some(target), _) => self.target == Some(target),
            (None, Some(at)) => self.at == Some(at),
            (None, None) => true,
        };
        let mut fitting: Vec<&Act> = self.acts.iter().filter(fits).collect();
        fitting.sort_by_key(|act| act.options.len());
        fitting
            .iter()
            .find(|act| act.options == self.options)
            .or(fitting.first())
            .copied()
    }

    /// Every target, in the order of the ruleset's list.
    pub fn targets(&self) -> Vec<Id> {
        let mut out: Vec<Id> = Vec::new();
        for target in self.acts.iter().filter_map(|act| act.target) {
            if !out.contains(&target) {
                out.push(target);
            }
        }
        out
    }

    /// Every square it can be done at.
    pub fn spots(&self) -> Vec<Square> {
        let mut out: Vec<Square> = self.acts.iter().filter_map(|act| act.at).collect();
        out.sort_unstable();
        out.dedup();
        out
    }
}

/// The battle at the table.
#[derive(Resource)]
pub struct Session {
    /// The battle. Change it only through [`Session::submit`] and [`Session::undo`].
    pub battle: Battle,
    /// The level's file.
    pub path: Option<PathBuf>,
    /// Who gives each side's orders, by side.
    pub seats: Vec<Seat>,
    /// The action being aimed.
    pub aim: Option<Aiming>,
    /// The square under the mouse or the keyboard's cursor.
    pub hover: Option<Square>,
    /// Whether the cursor was last moved by keys: then it is drawn.
    pub by_keys: bool,
    /// How many events have been played back; the log ends there.
    pub shown: usize,
    /// The last refusal or remark for the player, and how often one was given (so that the same one is seen again).
    pub notice: Option<(String, u32)>,
    /// How often something was refused.
    pub refusals: u32,
    /// The side whose knowledge the board shows: that of the person who plays, or played last.
    pub viewer: SideId,
    /// What each side knew while things happened.
    knowledge: Knowledge,
    /// Whether everything is shown, whoever knows of it: to those who watch a battle again.
    pub all_seen: bool,
    /// Goes up whenever the battle changes.
    pub version: u64,
    reach: Option<(u64, Id, Reach)>,
    offers: Option<(u64, Vec<Offer>)>,
    forecast: Option<(u64, Order, Result<Forecast, Refusal>)>,
}

impl Session {
    /// A battle just set up; without seats, the level's own.
    pub fn new(battle: Battle, path: Option<PathBuf>, seats: Vec<Seat>) -> Self {
        let level = battle.level();
        let seats = if seats.len() == level.sides.len() {
            seats
        } else {
            level.sides.iter().map(|side| side.seat).collect()
        };
        let shown = battle.events().len();
        let viewer = battle.side_to_move().unwrap_or(SideId(0));
        let mut session = Self {
            battle,
            path,
            seats,
            aim: None,
            hover: None,
            by_keys: false,
            shown,
            notice: None,
            refusals: 0,
            viewer,
            knowledge: Knowledge::default(),
            all_seen: false,
            version: 1,
            reach: None,
            offers: None,
            forecast: None,
        };
        session.settle();
        session
    }

    /// Gives an order to the battle. A refusal becomes the notice.
    ///
    /// # Errors
    /// The refusal.
    pub fn submit(&mut self, order: &Order) -> Result<(), Refusal> {
        self.aim = None;
        match self.battle.order(order) {
            Ok(_) => {
                self.notice = None;
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
        let folder = super::settings::reports();
        std::fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
        let battle = &self.battle;
        let name = super::saves::file_name(&battle.level().name.to_lowercase());
        let stem = format!("{name}-{}-{}", battle.seed(), battle.orders().len());
        let free = |number: u32| {
            let path = folder.join(format!("{stem}-{number}.json"));
            (!path.exists()).then_some(path)
        };
        let path = (1..).find_map(free).expect("some number should be free");
        let report = BugReport::new(battle, &self.seats, note);
        report.write(&path).map_err(|why| why.to_string())?;
        Ok(path)
    }

    /// The battle as a save, with who sits where.
    pub fn save(&self) -> Save {
        let mut save = self.battle.save();
        save.seats.clone_from(&self.seats);
        save
    }

    /// Takes the last order back.
    pub fn undo(&mut self) {
        self.aim = None;
        if self.battle.undo() {
            self.shown = self.shown.min(self.battle.events().len());
            self.settle();
        } else {
            self.refuse("There is nothing to take back.".into());
        }
    }

    /// Says something to the player.
    pub fn remark(&mut self, text: String) {
        let count = self.notice.as_ref().map_or(0, |(_, count)| *count);
        self.notice = Some((text, count + 1));
    }

    /// Says why something cannot be done.
    fn refuse(&mut self, why: String) {
        self.refusals += 1;
        self.remark(why);
    }

    fn settle(&mut self) {
        self.version += 1;
        self.knowledge.follow(&self.battle);
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

    /// The side of the person who must speak next.
    fn person_to_move(&self) -> Option<SideId> {
        let side = self.battle.side_to_move().filter(|_| self.battle.outcome().is_none());
        side.filter(|&side| self.seat(side) == Seat::Human)
    }

    /// Whether the next word is another person's than the one who looks at the table.
    pub fn hands_over(&self) -> bool {
        self.person_to_move().is_some_and(|side| side != self.viewer)
    }

    /// Gives the table to the person who must speak next.
    pub fn hand_over(&mut self) {
        if let Some(side) = self.person_to_move() {
            self.viewer = side;
        }
    }

    /// How much of an event the viewer may be told.
    pub fn told(&self, number: usize) -> Told {
        if self.all_seen {
            return Told::Plain;
        }
        self.knowledge.told(&self.battle, number, self.viewer)
    }

    /// The line of an event as the viewer may read it; `None` when there is none for them.
    pub fn line(&self, number: usize) -> Option<String> {
        let event = self.battle.events().get(number)?;
        if self.told(number) == Told::Nothing {
            return None;
        }
        let text = event.describe(self.battle.world().resource::<Cast>());
        if self.all_seen {
            return Some(text);
        }
        Some(self.knowledge.text(&self.battle, number, self.viewer, text))
    }

    /// The number behind an event as the viewer may read it.
    pub fn trace(&self, number: usize) -> Option<Cow<'_, Trace>> {
        let trace = self.battle.events().get(number)?.trace.as_deref()?;
        match self.told(number) {
            Told::Plain => Some(self.plain(trace)),
            Told::Masked | Told::Nothing => None,
        }
    }

    /// A reckoning without the names of creatures that the viewer does not know of now.
    pub fn plain<'a>(&self, trace: &'a Trace) -> Cow<'a, Trace> {
        let unknown = self.unknown();
        if unknown.is_empty() {
            Cow::Borrowed(trace)
        } else {
            Cow::Owned(mask_trace(&self.battle, &unknown, trace))
        }
    }

    /// A text without the names of creatures that the viewer does not know of now.
    pub fn masked(&self, text: &str) -> String {
        mask(&self.battle, &self.unknown(), text.to_string())
    }

    fn unknown(&self) -> BTreeSet<Id> {
        if self.all_seen {
            return BTreeSet::new();
        }
        self.knowledge.unknown(&self.battle, self.viewer)
    }

    /// Whether what has happened is still being shown.
    pub fn is_telling(&self) -> bool {
        self.shown < self.battle.events().len()
    }

    /// The question that somebody must answer, once what led to it has been shown.
    pub fn question(&self) -> Option<&Decision> {
        self.battle
            .decision()
            .filter(|_| !self.hands_over() && !self.is_telling())
    }

    /// Who gives a side's orders.
    pub fn seat(&self, side: SideId) -> Seat {
        self.seats.get(usize::from(side.0)).copied().unwrap_or(Seat::Human)
    }

    /// Whether a person must speak next.
    pub fn waits_for_person(&self) -> bool {
        self.battle.outcome().is_none()
            && self
                .battle
                .side_to_move()
                .is_some_and(|side| self.seat(side) == Seat::Human)
    }

    /// The creature that a person can give orders to now.
    pub fn commanded(&self) -> Option<Id> {
        if !self.waits_for_person() || self.battle.decision().is_some() || self.battle.flow().phase != Phase::Acting {
            return None;
        }
        self.battle.active()
    }

    /// Where the commanded creature can go.
    pub fn reach(&mut self) -> Option<&Reach> {
        let creature = self.commanded()?;
        if !matches!(&self.reach, Some((version, whose, _)) if *version == self.version && *whose == creature) {
            let reach = super::from_here::known_reach(&self.battle, &self.unknown(), creature);
            self.reach = Some((self.version, creature, reach));
        }
        self.reach.as_ref().map(|(_, _, reach)| reach)
    }

    /// The commanded creature's list, in the order of the action bar and of the keys 1 to 9: by group, usable ones first come as listed.
    pub fn offers(&mut self) -> &[Offer] {
        let Some(creature) = self.commanded() else { return &[] };
        if !matches!(&self.offers, Some((version, _)) if *version == self.version) {
            let mut offers = self.battle.ruleset().offers(self.battle.world(), creature);
            offers.sort_by_key(|offer| offer.group);
            self.offers = Some((self.version, offers));
        }
        self.offers.as_ref().map_or(&[], |(_, offers)| offers)
    }

    /// What an order would do; worked out once.
    pub fn forecast(&mut self, order: &Order) -> &Result<Forecast, Refusal> {
        if !matches!(&self.forecast, Some((version, known, _)) if *version == self.version && known == order) {
            let forecast = self.battle.forecast(order);
            self.forecast = Some((self.version, order.clone(), forecast));
        }
        &self.forecast.as_ref().expect("a forecast just made should be there").2
    }

    /// Starts aiming an action, or gives the order at once when there is nothing to aim.
    pub fn pick(&mut self, offer: Offer) {
        let Some(creature) = self.commanded() else { return };
        if let Some(refusal) = &offer.refusal {
            self.refuse(self.masked(&refusal.to_string()));
            return;
        }
        let acts = self.battle.ruleset().acts(self.battle.world(), creature, &offer);
        if offer.aim == Aim::Nothing && acts.len() == 1 {
            let _ = self.submit(&Order::Act(acts[0].clone()));
            return;
        }
        if acts.is_empty() {
            self.refuse(format!("{}: nothing here to aim at.", offer.label));
            return;
        }
        let mut aim = Aiming {
            offer,
            acts,
            options: BTreeMap::new(),
            target: None,
            at: None,
        };
        let targets = aim.targets();
        let mut likely = targets.iter().copied().filter(|&target| self.is_foe(target));
        aim.target = match (likely.next(), likely.next(), &targets[..]) {
            (Some(only), None, _) | (None, _, &[only]) => Some(only),
            _ => None,
        };
        self.aim = Some(aim);
        self.aim_at_hover();
    }

    /// Lets the aim follow the cursor: a target under it is taken, else the last one stays.
    pub fn aim_at_hover(&mut self) {
        let Some(square) = self.hover else { return };
        let under = self.thing_under(square);
        let Some(aim) = &mut self.aim else { return };
        if let Some(target) = under.filter(|target| aim.acts.iter().any(|act| act.target == Some(*target))) {
            aim.target = Some(target);
        }
        if aim.acts.iter().any(|act| act.at == Some(square)) {
            aim.at = Some(square);
        }
    }

    /// The order that a confirmation would give now.
    pub fn aimed(&self) -> Option<Order> {
        self.aim.as_ref()?.act().cloned().map(Order::Act)
    }

    /// What the ruleset knows of the aimed attack.
    pub fn aim_info(&self) -> Option<AimInfo> {
        self.battle
            .ruleset()
            .aim(self.battle.world(), self.aim.as_ref()?.act()?)
    }

    /// The creature or object in a square, as far as the viewer knows of it.
    pub fn thing_under(&self, square: Square) -> Option<Id> {
        let world = self.battle.world();
        creature_at(world, square)
            .filter(|&id| self.sees(id))
            .or_else(|| thing_at(world, square))
    }

    /// Whether something is a creature of another side than the one whose turn it is.
    pub fn is_foe(&self, id: Id) -> bool {
        let world = self.battle.world();
        let side = |id: Id| world.part::<Creature>(id).map(|who| who.side);
        side(id).is_some_and(|other| self.battle.active().and_then(side) != Some(other))
    }

    /// Whether the viewer knows where a creature is.
    pub fn sees(&self, creature: Id) -> bool {
        let world = self.battle.world();
        self.all_seen
            || world
                .part::<Creature>(creature)
                .is_none_or(|who| who.side == self.viewer)
            || self.battle.ruleset().knows(world, self.viewer, creature)
    }

    /// Where a creature stands.
    pub fn space(&self, creature: Id) -> Footprint {
        space(self.battle.world(), creature)
    }

    /// Moves the aim to the next or previous target.
    pub fn cycle(&mut self, forward: bool) {
        let mut targets = self.aim.as_ref().map(Aiming::targets).unwrap_or_default();
        targets.sort_by_key(|&target| !self.is_foe(target));
        let Some(aim) = &mut self.aim else { return };
        if targets.is_empty() {
            return;
        }
        let place = aim
            .target
            .and_then(|target| targets.iter().position(|&known| known == target));
        let next = match (place, forward) {
            (None, _) => 0,
            (Some(place), true) => (place + 1) % targets.len(),
            (Some(place), false) => (place + targets.len() - 1) % targets.len(),
        };
        aim.target = Some(targets[next]);
    }
}

fn take_back(mut undos: MessageReader<Undo>, mut session: ResMut<Session>) {
    for _ in undos.read() {
        session.undo();
    }
}

fn pick(mut picks: MessageReader<Pick>, mut session: ResMut<Session>) {
    for Pick(offer) in picks.read() {
        session.pick(offer.clone());
    }
}

fn cancel(mut cancels: MessageReader<CancelAim>, mut session: ResMut<Session>) {
    if cancels.read().last().is_some() {
        session.aim = None;
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
        let written = session.save().write(path);
        session.remark(match written {
            Ok(()) => format!("Saved: {}", path.display()),
            Err(why) => why.to_string(),
        });
    }
}
