//! In which order panels are drawn, and how long what they remember lasts.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use crate::gui::app::frame::Screen;

/// Whose turn it is to be drawn. Whatever comes later keeps clear of what was drawn before it, and lies on top where it cannot.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Turn {
    /// What was said is taken in.
    Heed,
    /// The table is laid.
    Lay,
    Spoken,
    Ribbon,
    Sheet,
    Log,
    Bar,
    Decision,
    Odds,
    Why,
    Hand,
    Advice,
    Card,
    SmallMap,
    LastLines,
    Notice,
    Answered,
    GameMaster,
    Rule,
    Stakes,
    TakeBack,
    SaveAs,
    Report,
    /// What lies over all panels.
    Curtain,
    /// What was said is passed on.
    PassOn,
    /// Over any screen.
    Settings,
}

/// What panels remember.
pub(super) trait Remember {
    /// A resource that begins anew with every battle.
    fn remember<T: Resource + Component<Mutability = Mutable> + Default>(&mut self) -> &mut Self;
}

impl Remember for App {
    fn remember<T: Resource + Component<Mutability = Mutable> + Default>(&mut self) -> &mut Self {
        self.init_resource::<T>()
            .add_systems(OnEnter(Screen::Battle), anew::<T>)
            .add_systems(OnEnter(Screen::Replay), anew::<T>)
    }
}

fn anew<T: Resource + Component<Mutability = Mutable> + Default>(mut kept: ResMut<T>) {
    *kept = T::default();
}

/// A form that was closed is opened anew, one that was open is closed.
pub(super) fn toggle<T: Default>(form: &mut Option<T>) {
    *form = match form {
        Some(_) => None,
        None => Some(T::default()),
    };
}
