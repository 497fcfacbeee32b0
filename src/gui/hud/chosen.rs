//! What the start screen remembers: levels, campaigns and saves, and what is chosen of them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::Resource;
use bevy_egui::egui::{self, TextureHandle};

use super::campaign_shelf::Shelf;
use super::library::{self, Entry};
use super::pictures::Pictures;
use super::stored::Saved;
use super::thumbnail;
use crate::gui::app::reading::Reading;
use crate::gui::app::screen::Launch;
use crate::gui::app::screen::seed_of_the_clock;
use crate::gui::app::settings::Settings;
use crate::level::Seat;

/// What the start screen lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tab {
    #[default]
    Levels,
    Campaigns,
    Saved,
}

/// What the start screen remembers.
#[derive(Resource, Default)]
pub(super) struct Start {
    pub(super) entries: Vec<Entry>,
    pub(super) chosen: Option<PathBuf>,
    pub(super) ruleset: Option<String>,
    pub(super) seats: Vec<Seat>,
    pub(super) seed: String,
    /// Whether seed and file are shown.
    pub(super) more: bool,
    /// How high what is to be chosen before a level begins was when it was last drawn, in points.
    pub(super) setup_height: f32,
    pictures: BTreeMap<PathBuf, (TextureHandle, Option<std::time::SystemTime>)>,
    looked: Option<f64>,
    pub(super) saved: Saved,
    /// The battle that is to begin once another has made room for it.
    pub(super) crowded: Option<Launch>,
    pub(super) tab: Tab,
    pub(super) campaigns: Shelf,
    /// The level that is being read.
    levels: Reading<Entry>,
    /// Whether there are levels or saves that have not been read yet.
    reading: bool,
}

impl Start {
    /// Looks at the folders again, at most once a second; says whether there is more to be read soon.
    pub(super) fn look(&mut self, now: f64, kept: bool) -> bool {
        if self.looked.is_some_and(|looked| now - looked < 1.0) && !self.reading {
            return false;
        }
        // A picture shows the game, not what somebody left unfinished on this machine.
        let saves = kept && self.saved.shelf.look(&crate::gui::app::settings::saves());
        if self.looked.is_none() {
            self.seed = seed_of_the_clock().to_string();
        }
        self.looked = Some(now);
        self.reading = library::refresh(&library::folder(), &mut self.entries, &mut self.levels) || saves;
        self.reading |= self.campaigns.look();
        let known = self.chosen.as_ref().is_some_and(|path| self.entries.iter().any(|entry| entry.path == *path));
        if !known {
            let first = self.entries.iter().find(|entry| entry.level.is_some()).or(self.entries.first());
            self.chosen = first.map(|entry| entry.path.clone());
            self.choose_level();
        }
        self.reading
    }

    /// Forgets what was seen, so that the next look is thorough: on coming back from a battle.
    pub(super) fn again(&mut self) {
        self.looked = None;
        self.crowded = None;
    }

    /// The place of the chosen level among the entries.
    pub(super) fn at(&self) -> Option<usize> {
        self.entries.iter().position(|entry| Some(&entry.path) == self.chosen.as_ref())
    }

    fn entry(&self) -> Option<&Entry> {
        self.at().map(|at| &self.entries[at])
    }

    /// Takes over the level's own ruleset and seats.
    pub(super) fn choose_level(&mut self) {
        let level = self.entry().and_then(|entry| entry.level.as_ref());
        let own = level.map(|level| (level.ruleset.clone(), level.sides.iter().map(|side| side.seat).collect()));
        let (ruleset, seats) = own.unwrap_or_default();
        self.ruleset = Some(ruleset);
        self.seats = seats;
    }

    pub(super) fn picture(
        &mut self,
        context: &egui::Context,
        at: usize,
        pictures: &Pictures,
        settings: &Settings,
    ) -> Option<TextureHandle> {
        let entry = &self.entries[at];
        let level = entry.level.as_ref()?;
        if let Some((known, changed)) = self.pictures.get(&entry.path)
            && *changed == entry.changed
        {
            return Some(known.clone());
        }
        let name = entry.path.display().to_string();
        let texture = thumbnail::texture(context, name, level, pictures, settings.palette);
        self.pictures.insert(entry.path.clone(), (texture.clone(), entry.changed));
        Some(texture)
    }
}
