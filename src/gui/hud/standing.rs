//! Answers that are given without asking, because somebody has said so once.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;

use super::panel_order::{Remember, Turn};
use super::ui_command::UiCommand;
use crate::battle::{Id, Order, SideId};
use crate::gui::app::frame::{Screen, TableSystems};
use crate::gui::app::settings::Settings;
use crate::gui::session::{Session, Submit};

pub(super) fn plugin(app: &mut App) {
    app.remember::<Standing>()
        .add_message::<Given>()
        .add_systems(
            Update,
            give.in_set(TableSystems::Input).run_if(in_state(Screen::Battle).and_then(resource_exists::<Session>)),
        )
        .add_systems(EguiPrimaryContextPass, heed.in_set(Turn::Heed));
}

/// Answers that are given without asking, by side and kind of question.
#[derive(Resource, Default)]
pub(super) struct Standing(pub BTreeMap<(SideId, String), String>);

/// An answer that was given without asking.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(super) struct Given {
    /// For whom.
    pub side: SideId,
    /// The creature it was about.
    pub creature: Id,
    /// The question's key.
    pub question: String,
    /// The answer's label.
    pub answer: String,
    /// How many orders had been given before it.
    pub order: usize,
}

fn heed(mut said: MessageReader<UiCommand>, mut standing: ResMut<Standing>) {
    for one in said.read() {
        if let UiCommand::Standing(side, kind, answer) = one {
            let question = (*side, kind.clone());
            match answer {
                Some(choice) => standing.0.insert(question, choice.clone()),
                None => standing.0.remove(&question),
            };
        }
    }
}

/// Lets questions be answered without asking, whichever side they are put to: the choice's key by the question's.
pub(in crate::gui) fn always(world: &mut World, answers: &BTreeMap<String, String>) {
    let Some(session) = world.get_resource::<Session>() else {
        return;
    };
    let sides = session.battle.level().sides.len();
    for side in (0..sides).filter_map(|side| u8::try_from(side).ok().map(SideId)) {
        for (question, choice) in answers {
            world.write_message(UiCommand::Standing(side, question.clone(), Some(choice.clone())));
        }
    }
}

/// Gives the answers that need no asking.
fn give(
    session: Res<Session>,
    standing: Res<Standing>,
    settings: Res<Settings>,
    mut submits: MessageWriter<Submit>,
    mut given: MessageWriter<Given>,
    mut told: Local<u64>,
) {
    // Nothing is shown and nobody is handed the table for an answer that is known.
    let due = session.ask.is_none() && session.waits_for_person();
    if due
        && *told != session.version
        && let Some(wish) = session.wish_due(&settings)
    {
        *told = session.version;
        submits.write(Submit(Order::Wish(wish)));
        return;
    }
    let Some(decision) = session.battle.decision().filter(|_| due) else {
        return;
    };
    if *told == session.version {
        return;
    }
    let wanted = standing.0.get(&(decision.side, decision.kind.to_string()));
    let Some(choice) = wanted.and_then(|key| decision.choices.iter().find(|known| *known.key == **key)) else {
        return;
    };
    *told = session.version;
    submits.write(Submit(Order::Answer { choice: choice.key.to_string() }));
    given.write(Given {
        side: decision.side,
        creature: decision.creature,
        question: decision.kind.to_string(),
        answer: choice.label.to_string(),
        order: session.battle.orders().len(),
    });
}
