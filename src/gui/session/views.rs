//! Who looks at the table, and what they may be told: everything panels and board show of others goes through here.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::Session;
use crate::battle::{
    ActionKind, Battle, ById, Creature, Decision, DoorState, Event, Flights, Id, Map, Names, SideId, Trace, Wish,
    WishOrder, Wishes, edge_of, laid, on_map, thing_at,
};
use crate::grid::Square;
use crate::gui::app::settings::Settings;
use crate::gui::session::knowledge::{Told, mask, mask_trace};
use crate::level::{Door, Seat};

impl Session {
    /// The side that must speak next: one that is asked to let something be taken back, else the one whose order or answer is due.
    pub fn speaker(&self) -> Option<SideId> {
        if let Some(ask) = &self.ask {
            return ask.asked.first().copied();
        }
        self.battle.side_to_move().filter(|_| self.battle.outcome().is_none())
    }

    /// Whether what has happened is still being shown.
    pub fn is_telling(&self) -> bool {
        self.shown < self.battle.events().len()
    }

    /// The rules' question that is to be answered now, once what led to it has been shown.
    pub fn question(&self) -> Option<&Decision> {
        let due = self.ask.is_none() && !self.hands_over() && !self.is_telling();
        self.battle.decision().filter(|_| due)
    }

    /// The kinds of action about which sides are asked out of turn.
    pub fn asked_about(&self) -> Vec<&'static ActionKind> {
        let mut kinds = self.battle.ruleset().actions();
        kinds.retain(|kind| kind.any_time.iter().any(|pause| pause.is_asked()));
        kinds
    }

    /// The next wish to be given, so that every side that a person plays wishes what the settings say; none once they all do.
    pub fn wish_due(&self, settings: &Settings) -> Option<WishOrder> {
        let known = self.battle.world().get_resource::<Wishes>().filter(|_| self.battle.outcome().is_none())?;
        let sides = (0..self.seats.len()).filter_map(|side| u8::try_from(side).ok().map(SideId));
        let kinds = self.asked_about();
        let of = |side: SideId| {
            let mut due = kinds.iter().map(|kind| (kind.key, self.wished(settings, kind)));
            let (action, wish) = due.find(|&(action, wish)| known.of(side, action) != wish)?;
            Some(WishOrder { side, action: action.to_owned(), wish })
        };
        sides.filter(|&side| self.seat(side) == Seat::Human).find_map(of)
    }

    /// When a person wishes to be asked about a kind of action. Where nothing was chosen, that is when it can matter. In the first
    /// round a side is asked once in any case about what it decides as a whole, so that the player learns that it can be done.
    fn wished(&self, settings: &Settings, kind: &ActionKind) -> Wish {
        let once = kind.any_time.iter().any(|pause| pause.is_of_sides()) && self.battle.flow().round <= 1;
        match settings.wishes.get(kind.key) {
            None if once => Wish::Every,
            _ => settings.wish(kind.key),
        }
    }

    /// The side of the person who must speak next.
    pub(super) fn person_to_move(&self) -> Option<SideId> {
        self.speaker().filter(|&side| self.seat(side) == Seat::Human)
    }

    /// The name of a side.
    pub fn side_name(&self, side: SideId) -> &str {
        if side == SideId::TABLE {
            return "Game master";
        }
        self.battle.level().sides.get(usize::from(side.0)).map_or("", |side| side.name.as_str())
    }

    /// The side of the person who must speak next; none where that is a game master, to whom the table is not handed over.
    pub fn next_at_table(&self) -> Option<SideId> {
        self.person_to_move().filter(|&side| side != SideId::TABLE)
    }

    /// Whether the next word is another person's than the one who looks at the table.
    pub fn hands_over(&self) -> bool {
        self.next_at_table().is_some_and(|side| side != self.viewer)
    }

    /// Gives the table to the person who must speak next.
    pub fn hand_over(&mut self) {
        if let Some(side) = self.next_at_table() {
            self.look_as(side);
        }
    }

    /// Shows from now on what a side knows.
    pub fn look_as(&mut self, side: SideId) {
        self.viewer = side;
        self.looks_anew();
    }

    /// The battle, or who looks at it, has changed: what was worked out for the viewer's eyes is worked out anew.
    pub(super) fn looks_anew(&mut self) {
        self.version += 1;
        (self.seen, self.marks) = (OnceLock::new(), OnceLock::new());
    }

    /// Shows everything from now on, or only what the viewer knows.
    pub fn show_all(&mut self, all: bool) {
        self.all_seen = all;
        self.looks_anew();
    }

    /// Whether [`Session::seen`] tells no more than the viewer knows.
    pub fn sees_clearly(&self) -> bool {
        self.battle.world().resource::<Flights>().top().is_none() || self.unknown().is_empty()
    }

    /// The battle as the viewer knows it. Whatever is shown, offered or foretold is asked of this one, so that nothing in it tells where
    /// somebody hides. While something is in flight it is the battle itself: those unknown may have their part in it.
    pub fn seen(&self) -> &Battle {
        let seen = self.seen.get_or_init(|| {
            let in_flight = self.battle.world().resource::<Flights>().top().is_some();
            (!in_flight && !self.unknown().is_empty()).then(|| Box::new(self.spare()))
        });
        seen.as_deref().unwrap_or(&self.battle)
    }

    /// A copy of the battle as the viewer knows it, to try things in.
    pub fn spare(&self) -> Battle {
        let unknown: Vec<Id> = self.unknown().into_iter().collect();
        self.battle.without(&unknown)
    }

    /// An event as the viewer is told it; `None` where it is told nothing.
    pub fn event(&self, number: usize) -> Option<&Event> {
        let event = self.battle.events().get(number)?;
        if self.all_seen { Some(event) } else { event.told_to(self.viewer) }
    }

    /// How much of an event the viewer may be told.
    pub fn told(&self, number: usize) -> Told {
        match self.battle.events().get(number) {
            Some(event) if !self.all_seen => Told::of(event, self.viewer),
            _ => Told::Plain,
        }
    }

    /// The line of an event as the viewer may read it, set as print is; `None` when there is none for them.
    pub fn line(&self, number: usize) -> Option<String> {
        let cast = self.battle.world().resource::<Names>();
        Some(in_print(&self.event(number)?.describe(cast)))
    }

    /// The number behind an event as the viewer may read it.
    pub fn trace(&self, number: usize) -> Option<&Trace> {
        self.event(number)?.trace.as_deref()
    }

    /// A reckoning without the names of creatures that the viewer does not know of now.
    pub fn plain<'a>(&self, trace: &'a Trace) -> Cow<'a, Trace> {
        let unknown = self.unknown();
        if unknown.is_empty() { Cow::Borrowed(trace) } else { Cow::Owned(mask_trace(&self.battle, &unknown, trace)) }
    }

    /// The number at stake in a question, as the viewer is told it.
    pub fn at_stake(&self, decision: &Decision) -> Option<Trace> {
        let unknown = self.unknown();
        let number = decision.number_known(&|id| !unknown.contains(&id))?;
        Some(self.plain(&number).into_owned())
    }

    /// A text without the names of creatures that the viewer does not know of now.
    pub fn masked(&self, text: &str) -> String {
        mask(&self.battle, &self.unknown(), text.to_string())
    }

    pub(super) fn unknown(&self) -> BTreeSet<Id> {
        if self.all_seen {
            return BTreeSet::new();
        }
        self.knowledge.unknown(&self.battle, self.viewer)
    }

    /// Whether the viewer knows where a creature is.
    pub fn sees(&self, creature: Id) -> bool {
        let world = self.battle.world();
        self.all_seen
            || world.part::<Creature>(creature).is_none_or(|who| who.side == self.viewer)
            || self.battle.ruleset().knows(world, self.viewer, creature)
    }

    /// The creature or object in a square, as far as the viewer knows of it; of several, the one pointed at.
    pub fn thing_under(&self, square: Square) -> Option<Id> {
        let under = self.all_under(square).into_iter();
        let door = self.door_pointed();
        under.into_iter().find(|&id| edge_of(self.battle.world(), id).is_none() || door == Some(id))
    }

    /// The closed or locked door between two squares that the mouse is on.
    pub fn door_pointed(&self) -> Option<Id> {
        let (world, edge) = (self.battle.world(), self.edge?);
        let thing = world.resource::<Map>().upright(edge).1?;
        world.part::<DoorState>(thing).is_some_and(|door| door.0 != Door::Open).then_some(thing)
    }

    /// Everyone and everything in a square, as far as the viewer knows of them, the one pointed at first, objects last.
    pub fn all_under(&self, square: Square) -> Vec<Id> {
        let world = self.battle.world();
        let here = |id: &Id| self.sees(*id) && self.space(*id).contains(square);
        let mut all: Vec<Id> = on_map(world).filter(here).collect();
        if let Some(pointed) = self.pointed.filter(|_| self.hover == Some(square)) {
            all.sort_by_key(|&id| id != pointed);
        }
        all.extend(thing_at(world, square));
        // What stands on its sides comes last.
        let between = laid(world).iter().filter(|laid| laid.edge.is_some_and(|edge| edge.bounds(square.into())));
        all.extend(between.map(|laid| laid.id));
        // What is on the side under the mouse comes first all the same.
        if let Some(edge) = self.edge.filter(|_| self.hover == Some(square)) {
            all.sort_by_key(|&id| edge_of(world, id) != Some(edge));
        }
        all
    }
}

/// A line of the log as it is printed: arrows as arrows, the sign before a figure as a minus, and keys as words.
fn in_print(line: &str) -> String {
    let mut out = String::new();
    // A name may have such letters, too: it stays as it is written.
    let is_key = |word: &str| word.contains('_') && !word.chars().any(char::is_uppercase);
    let word = |word: &str| if is_key(word) { word.replace('_', " ") } else { word.to_owned() };
    let words: Vec<String> = line.split(' ').map(word).collect();
    let mut rest = words.join(" ").replace(" -> ", " → ");
    while let Some(at) = rest.find(" -") {
        let figure = rest[at + 2..].starts_with(|letter: char| letter.is_ascii_digit());
        out.push_str(&rest[..at]);
        out.push_str(if figure { " \u{2212}" } else { " -" });
        rest.drain(..at + 2);
    }
    out + &rest
}

#[cfg(test)]
mod tests {
    use super::in_print;

    #[test]
    fn a_line_is_set_as_print_is() {
        assert_eq!(in_print("Bo -4 toxic (14 hp left)"), "Bo −4 toxic (14 hp left)");
        assert_eq!(in_print("Bo: hp 4 -> 5"), "Bo: hp 4 → 5");
        assert_eq!(in_print("Bo: on_guard"), "Bo: on guard");
        assert_eq!(in_print("B_2: on_guard"), "B_2: on guard");
        assert_eq!(in_print("a half-open door - ajar"), "a half-open door - ajar");
    }
}
