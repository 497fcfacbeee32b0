//! The computer's seats. It thinks on a thread of its own, in a copy of the battle, while what happened before is still being shown; it
//! speaks once that is over. So no frame waits for it. Whatever changes the battle meanwhile throws the thought away.

use std::sync::Arc;
use std::thread::JoinHandle;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::super::app::frame::{Screen, TableSystems};
use super::super::app::settings::Settings;
use super::super::app::strength::Strength;
use super::super::board::playback::Playback;
use super::Session;
use super::beside::beside;
use super::intents::ordered;
use crate::ai::{Mind, Suggestion, intent};
use crate::battle::{Battle, Id, Moment, Order, Phase, SideId};

pub(in crate::gui) fn plugin(app: &mut App) {
    app.init_resource::<Computer>().add_systems(
        Update,
        // After all that people do in a frame, so that no order is given to a battle other than the one it was thought of.
        speak
            .in_set(TableSystems::Apply)
            .after(super::save)
            .run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
    );
}

/// How an order is found.
type Think = Arc<dyn Fn(&mut Mind, &mut Battle) -> Option<Order> + Send + Sync>;

/// The player without a chair.
#[derive(Resource)]
struct Computer {
    /// Which battle it plays, how hard, and what it remembers of that.
    mind: Option<(u64, Strength, Mind)>,
    thought: Option<Thought>,
    /// The last turn on which it has given an order: the round, and whose it is.
    turn: Option<(u32, Id)>,
    think: Think,
}

/// What it thinks of one state of the battle.
struct Thought {
    /// Of which.
    version: u64,
    /// The thread, until its order was taken.
    thread: Option<JoinHandle<Found>>,
}

/// What was found.
struct Found {
    order: Option<Order>,
    /// What those who look on are told of it, side by side, if a turn begins with it.
    told: Vec<(SideId, Suggestion)>,
    /// The mind after it.
    mind: Mind,
}

impl Default for Computer {
    fn default() -> Self {
        Self { mind: None, thought: None, turn: None, think: Arc::new(Mind::choose) }
    }
}

impl Computer {
    /// What it remembers has not happened.
    fn forget(&mut self) {
        (self.mind, self.thought, self.turn) = (None, None, None);
    }

    /// Its mind for this battle. What one battle left there is nothing to another.
    fn mind(&mut self, session: &Session, strength: Strength) -> &mut Mind {
        let number = session.number();
        if self.mind.as_ref().is_some_and(|&(battle, played, _)| (battle, played) != (number, strength)) {
            self.forget();
        }
        let (_, _, mind) = self.mind.get_or_insert_with(|| {
            let mind = Mind::new(strength.player(), session.battle.seed());
            (number, strength, mind)
        });
        mind
    }

    /// Thinks of the battle as it stands, unless it does already. A thought of another state is let go, and has left no trace in the mind.
    ///
    /// # Errors
    /// The system gives no thread. It is tried once for each state of the battle.
    fn think_of(&mut self, session: &Session, strength: Strength) -> std::io::Result<()> {
        self.mind(session, strength);
        if self.thought.as_ref().is_some_and(|thought| thought.version == session.version) {
            return Ok(());
        }
        let mut mind = self.mind(session, strength).clone();
        let (moment, think) = (session.battle.moment(), self.think.clone());
        let begins = turn(session).is_some_and(|turn| self.turn != Some(turn));
        let unknown = |side: SideId| (side, session.battle.unknown_to(side));
        let onlookers: Vec<_> = session.onlookers().into_iter().filter(|_| begins).map(unknown).collect();
        let thread = beside(move || {
            let order = think(&mut mind, &mut moment.battle());
            let told = order.iter().flat_map(|order| tell(order, &moment, &onlookers)).collect();
            Found { order, told, mind }
        });
        let (thread, trouble) = match thread {
            Ok(thread) => (Some(thread), Ok(())),
            Err(why) => (None, Err(why)),
        };
        self.thought = Some(Thought { version: session.version, thread });
        trouble
    }

    /// The order it has thought of, once that is there. Where it found none it does not think again until something has changed.
    fn order(&mut self) -> Option<(Order, Vec<(SideId, Suggestion)>)> {
        let thread = self.thought.as_mut()?.thread.take_if(|thread| thread.is_finished())?;
        let found = thread.join().unwrap_or_else(|broken| std::panic::resume_unwind(broken));
        if let Some((_, _, mind)) = &mut self.mind {
            *mind = found.mind;
        }
        if found.order.is_some() {
            self.thought = None;
        }
        Some((found.order?, found.told))
    }
}

/// The turn that is being played, while nothing is asked.
fn turn(session: &Session) -> Option<(u32, Id)> {
    let battle = &session.battle;
    let active = battle.active().filter(|_| battle.decision().is_none() && battle.flow().phase == Phase::Acting)?;
    Some((battle.flow().round, active))
}

/// What each side is told of an order, from the battle as it knows it: nothing of an order of a creature that it does not know of, and
/// nothing of a wish.
fn tell(order: &Order, moment: &Moment, onlookers: &[(SideId, Vec<Id>)]) -> Vec<(SideId, Suggestion)> {
    let Some(creature) = ordered(order) else { return Vec::new() };
    let knowing = onlookers.iter().filter(|(_, unknown)| !unknown.contains(&creature));
    knowing.filter_map(|(side, unknown)| Some((*side, intent(&mut moment.without(unknown), order)?))).collect()
}

/// Whether a side still knows of a creature after its order, and of all its way: where it has gone out of sight, nobody is told where to.
fn may_be_told(battle: &Battle, side: SideId, order: &Order) -> bool {
    let is_on_its_way = matches!(order, Order::Move(_)) && battle.decision().is_some();
    !is_on_its_way && ordered(order).is_some_and(|creature| !battle.unknown_to(side).contains(&creature))
}

/// Whether the next word is the computer's.
fn is_due(session: &Session) -> bool {
    let battle = &session.battle;
    battle.outcome().is_none()
        && (battle.decision().is_some() || battle.flow().phase == Phase::Acting)
        && !session.waits_for_person()
}

fn speak(
    mut computer: ResMut<Computer>,
    mut session: ResMut<Session>,
    (playback, settings): (Res<Playback>, Res<Settings>),
    mut redraw: MessageWriter<RequestRedraw>,
    mut known: Local<usize>,
) {
    let orders = session.battle.orders();
    let back = matches!(orders.last().map(|one| &one.order), Some(Order::TakeBack(_)));
    if orders.len() != *known && back || orders.len() < *known {
        computer.forget();
    }
    *known = orders.len();
    if !is_due(&session) {
        computer.thought = None;
        return;
    }
    if let Err(why) = computer.think_of(&session, settings.computer) {
        session.remark(format!("The computer cannot think: {why}. Undo, or change something, and it tries again."));
    }
    redraw.write(RequestRedraw);
    if !playback.is_idle() || session.is_telling() {
        return;
    }
    if let Some((order, told)) = computer.order() {
        let (before, turn) = (session.battle.events().len(), turn(&session));
        // A refusal has become the notice.
        if session.submit(&order).is_ok() {
            if ordered(&order).is_some() {
                computer.turn = turn;
            }
            let told = told.into_iter().filter(|(side, told)| may_be_told(&session.battle, *side, &told.order));
            let told = told.collect();
            session.note_intents(before, told);
        }
        *known = session.battle.orders().len();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    use super::*;
    use crate::battle::{GmAct, on_map};
    use crate::gui::tests::test_battles::{BETWEEN, DUSK, STABLE, begun};
    use crate::level::Seat;

    /// A table at which only the computer speaks, and nothing takes time to be shown.
    fn table(mut session: Session, strength: Strength) -> App {
        session.seats.fill(Seat::Ai);
        let mut app = App::new();
        app.add_message::<RequestRedraw>()
            .init_resource::<Computer>()
            .init_resource::<Playback>()
            .insert_resource(Settings { computer: strength, ..Settings::default() })
            .insert_resource(session)
            .add_systems(Update, (speak, show_all).chain());
        app
    }

    fn show_all(mut session: ResMut<Session>) {
        session.shown = session.battle.events().len();
    }

    fn battle(app: &App) -> &Battle {
        &app.world().resource::<Session>().battle
    }

    fn orders(battle: &Battle) -> Vec<Order> {
        battle.orders().iter().map(|recorded| recorded.order.clone()).collect()
    }

    /// Draws frames until so many orders were given, or the fight is over.
    fn until(app: &mut App, many: usize) {
        while battle(app).orders().len() < many && battle(app).outcome().is_none() {
            app.update();
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The same, thought in the battle itself.
    fn inline(battle: &mut Battle, strength: Strength, many: usize) {
        let mut mind = Mind::new(strength.player(), battle.seed());
        while battle.orders().len() < many
            && let Some(order) = mind.choose(battle)
        {
            battle.order(&order).expect("a legal order");
        }
    }

    /// The computer waits before every thought until it is let go.
    fn held(app: &mut App) -> Sender<()> {
        let (free, gate) = channel();
        let gate = Mutex::new(gate);
        app.world_mut().resource_mut::<Computer>().think = Arc::new(move |mind: &mut Mind, battle: &mut Battle| {
            // Once nobody holds the other end, nothing is held any more.
            let _ = gate.lock().expect("no thought breaks off").recv();
            mind.choose(battle)
        });
        free
    }

    #[test]
    fn the_computer_gives_the_orders_that_it_would_give_if_it_thought_in_the_battle_itself() {
        for (level, who, strength) in [(BETWEEN, "Vera", Strength::Easy), (STABLE, "Ada", Strength::Normal)] {
            let mut reference = begun(level, who).battle;
            inline(&mut reference, strength, 16);
            let mut app = table(begun(level, who), strength);
            until(&mut app, 16);
            assert_eq!(orders(battle(&app)), orders(&reference), "{who}");
            assert_eq!(battle(&app).hash(), reference.hash(), "{who}");
        }
    }

    #[test]
    fn frames_go_on_while_it_thinks_and_the_order_comes_when_it_is_found() {
        let mut app = table(begun(BETWEEN, "Vera"), Strength::Easy);
        let free = held(&mut app);
        let before = battle(&app).hash();
        for _ in 0..5 {
            app.update();
        }
        assert_eq!(battle(&app).hash(), before, "nobody has let it think yet");
        drop(free);
        until(&mut app, 1);
        let mut reference = begun(BETWEEN, "Vera").battle;
        inline(&mut reference, Strength::Easy, 1);
        assert_eq!(orders(battle(&app)), orders(&reference));
    }

    #[test]
    fn what_changes_meanwhile_throws_the_thought_away() {
        let mut app = table(begun(BETWEEN, "Vera"), Strength::Easy);
        let free = held(&mut app);
        app.update();
        let foes: Vec<Id> = on_map(battle(&app).world()).filter(|&id| battle(&app).name(id) != "Vera").collect();
        let away = |id: Id, x: i16| Order::Gm(GmAct::Place { creature: id, at: crate::grid::Square::new(x, 1) });
        let moved = [away(foes[0], 1), away(foes[1], 2)];
        for order in &moved {
            app.world_mut().resource_mut::<Session>().submit(order).expect("a game master may");
        }
        app.update();
        // Both thoughts end now, the one that was thrown away and the one of what stands there now.
        drop(free);
        until(&mut app, 3);
        let mut reference = begun(BETWEEN, "Vera").battle;
        for order in &moved {
            reference.order(order).expect("a game master may");
        }
        inline(&mut reference, Strength::Easy, 3);
        assert_eq!(orders(battle(&app)), orders(&reference), "the mind is as if it had not thought before");
    }

    #[test]
    fn a_thought_of_what_was_taken_back_is_thrown_away() {
        let mut session = begun(STABLE, "Ada");
        let creature = session.battle.active().expect("somebody acts");
        session.submit(&Order::EndTurn { creature }).expect("it is her turn");
        let mut app = table(session, Strength::Normal);
        let free = held(&mut app);
        app.update();
        app.world_mut().resource_mut::<Session>().undo();
        app.update();
        assert!(battle(&app).orders().is_empty());
        drop(free);
        until(&mut app, 1);
        let mut reference = begun(STABLE, "Ada").battle;
        inline(&mut reference, Strength::Normal, 1);
        assert_eq!(orders(battle(&app)), orders(&reference));
    }

    #[test]
    fn nobody_is_told_of_who_has_gone_out_of_sight() {
        let battle = begun(DUSK, "Rook").battle;
        let red = SideId(0);
        let told = |creature: Id| may_be_told(&battle, red, &Order::EndTurn { creature });
        assert!(told(battle.active().expect("somebody acts")));
        let unknown = battle.unknown_to(red);
        assert!(!unknown.is_empty() && !unknown.into_iter().any(told));
    }

    #[test]
    fn as_a_turn_begins_each_side_of_people_is_told_what_is_about_to_be_done() {
        let mut app = table(begun(BETWEEN, "Vera"), Strength::Normal);
        app.world_mut().resource_mut::<Session>().seats = vec![Seat::Ai, Seat::Human];
        until(&mut app, 1);
        let session = app.world().resource::<Session>();
        let told: Vec<_> = session.intents.iter().map(|told| (told.side, session.battle.name(told.creature))).collect();
        assert_eq!(told, [(SideId(1), "Vera")]);
        let first = session.intents[0].clone();
        assert!(!first.label.is_empty() && first.before < session.battle.events().len(), "{first:?}");
    }
}
