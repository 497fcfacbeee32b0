//! Drawings at 64 pixels a square that become drawings at 128, which are read on a thread.

use std::thread::JoinHandle;

use super::sheets::Fineness;

/// How far something has come from small to sharp.
#[derive(Default)]
pub(in crate::gui) enum Detail<T> {
    /// At 64 pixels a square.
    #[default]
    Small,
    /// At 64 still, while the larger drawings are being read.
    Reading(JoinHandle<T>),
    /// At 128 pixels a square.
    Sharp,
}

impl<T: Send + 'static> Detail<T> {
    pub(in crate::gui) fn begin(&mut self, read: impl FnOnce() -> T + Send + 'static) {
        if matches!(self, Self::Small) {
            *self = Self::Reading(std::thread::spawn(read));
        }
    }

    /// What was read, once; does not wait for it unless `at_once`.
    pub(in crate::gui) fn read(&mut self, at_once: bool) -> Option<T> {
        if !matches!(self, Self::Reading(reading) if at_once || reading.is_finished()) {
            return None;
        }
        match std::mem::replace(self, Self::Sharp) {
            Self::Reading(reading) => Some(reading.join().expect("the baked sheets should be readable")),
            Self::Small | Self::Sharp => None,
        }
    }

    pub(in crate::gui) fn busy(&self) -> bool {
        matches!(self, Self::Reading(_))
    }

    pub(in crate::gui) fn fineness(&self) -> Fineness {
        match self {
            Self::Small | Self::Reading(_) => Fineness::Small,
            Self::Sharp => Fineness::Sharp,
        }
    }
}
