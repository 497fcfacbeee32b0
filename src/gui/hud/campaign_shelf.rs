//! The campaigns of this machine, and what is chosen of them.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;

use bevy_egui::egui::{TextureHandle, Ui};

use super::library::{self, Filed};
use super::pictures::Pictures;
use super::thumbnail;
use crate::campaign::{self, Campaign, Loaded};
use crate::gui::app::reading::{Known, Reading};
use crate::gui::app::saves;
use crate::gui::app::settings::Settings;
use crate::level::{Diagnostic, counted};
use crate::rules;

/// A campaign file.
pub(super) struct Entry {
    pub(super) path: PathBuf,
    changed: Option<SystemTime>,
    pub(super) text: String,
    pub(super) loaded: Option<Loaded>,
    pub(super) findings: Vec<Diagnostic>,
    pub(super) trouble: Option<String>,
}

impl Filed for Entry {
    fn known(&self) -> Known {
        (self.path.clone(), self.changed)
    }

    fn of(file: &Known) -> Self {
        let (text, parsed) = campaign::load(&file.0, &rules::Known::PLAYED);
        let (loaded, mut findings) = match parsed {
            Ok((loaded, findings)) => (Some(loaded), findings),
            Err(findings) => (None, findings),
        };
        findings.sort_by_key(|finding| !finding.is_error());
        Self { text, loaded, findings, ..Self::unread(file, None) }
    }

    fn unread((path, changed): &Known, trouble: Option<String>) -> Self {
        let (text, findings) = (String::new(), Vec::new());
        Self { path: path.clone(), changed: *changed, text, loaded: None, findings, trouble }
    }

    fn size(&self) -> u32 {
        let battles = self.loaded.as_ref().map(|loaded| loaded.campaign.battles.len());
        battles.and_then(|battles| u32::try_from(battles).ok()).unwrap_or(u32::MAX)
    }
}

impl Entry {
    fn campaign(&self) -> Option<&Campaign> {
        self.loaded.as_ref().map(|loaded| &*loaded.campaign)
    }

    pub(super) fn title(&self) -> String {
        self.campaign().map_or_else(|| saves::stem(&self.path), |campaign| campaign.name.clone())
    }

    /// What it is about, or what is wrong with it.
    pub(super) fn about(&self) -> Result<String, String> {
        let Some(campaign) = self.campaign() else {
            return Err(self.trouble.clone().unwrap_or_else(|| library::mistakes(&self.findings)));
        };
        let [battles, people] = [(campaign.battles.len(), "battle"), (campaign.members.len(), "member")]
            .map(|(n, what)| counted(n as u64, what));
        Ok(format!("{battles}, {people}. {}", campaign.about))
    }
}

/// The campaigns there are, and what is chosen of them.
#[derive(Default)]
pub(super) struct Shelf {
    pub(super) entries: Vec<Entry>,
    pub(super) chosen: Option<PathBuf>,
    pub(super) ruleset: Option<String>,
    reading: Reading<Entry>,
    pictures: BTreeMap<(PathBuf, String), (TextureHandle, Option<SystemTime>)>,
}

impl Shelf {
    /// Looks at the folder again; says whether there is more to be read.
    pub(super) fn look(&mut self) -> bool {
        let more = library::refresh(&library::campaigns(), &mut self.entries, &mut self.reading);
        if self.entry().is_none() {
            self.choose(self.entries.iter().find(|one| one.loaded.is_some()).map(|one| one.path.clone()));
        }
        more
    }

    /// The place of the chosen one among the entries.
    pub(super) fn at(&self) -> Option<usize> {
        self.entries.iter().position(|entry| Some(&entry.path) == self.chosen.as_ref())
    }

    fn entry(&self) -> Option<&Entry> {
        self.at().map(|at| &self.entries[at])
    }

    /// Chooses one, with its own ruleset.
    pub(super) fn choose(&mut self, path: Option<PathBuf>) {
        self.chosen = path;
        self.ruleset = self.entry().and_then(Entry::campaign).map(|campaign| campaign.ruleset.clone());
    }

    /// The level of a battle as a picture.
    pub(super) fn picture(
        &mut self,
        ui: &Ui,
        (at, path): (usize, &str),
        pictures: &Pictures,
        settings: &Settings,
    ) -> Option<TextureHandle> {
        let entry = &self.entries[at];
        let level = entry.loaded.as_ref()?.levels.get(path)?;
        let key = (entry.path.clone(), path.to_owned());
        if let Some((known, _)) = self.pictures.get(&key).filter(|(_, changed)| *changed == entry.changed) {
            return Some(known.clone());
        }
        let name = format!("{} {path}", entry.path.display());
        let texture = thumbnail::texture(ui.ctx(), name, level, pictures, settings.palette);
        self.pictures.insert(key, (texture.clone(), entry.changed));
        Some(texture)
    }

    /// The level in which the chosen one begins.
    pub(super) fn backdrop(&mut self, ui: &Ui, pictures: &Pictures, settings: &Settings) -> Option<TextureHandle> {
        self.first(ui, self.at()?, pictures, settings)
    }

    /// The level in which a campaign begins.
    pub(super) fn first(
        &mut self,
        ui: &Ui,
        at: usize,
        pictures: &Pictures,
        settings: &Settings,
    ) -> Option<TextureHandle> {
        let first = self.entries[at].campaign()?.battles.first()?.level.clone();
        self.picture(ui, (at, &first), pictures, settings)
    }
}
