//! Where the buttons are in the window, for a test that plays by mouse ([`super::telling`]).

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use bevy_egui::{EguiContexts, egui};

/// Where buttons are in the window, by name.
type Spots = Arc<Mutex<BTreeMap<String, [f32; 2]>>>;

fn spots() -> egui::Id {
    egui::Id::new("spots that a test may click")
}

/// Notes where a button is, if a test watches.
pub(in crate::gui) fn spot(button: &egui::Response, name: impl FnOnce() -> String) {
    spot_at(button, button.rect.center(), name);
}

/// As [`spot`], where to click it: there are links in the middle of some.
pub(in crate::gui) fn spot_at(button: &egui::Response, at: egui::Pos2, name: impl FnOnce() -> String) {
    let Some(spots) = button.ctx.data(|data| data.get_temp::<Spots>(spots())) else {
        return;
    };
    let at = at * button.ctx.zoom_factor();
    let mut spots = spots.lock().unwrap_or_else(PoisonError::into_inner);
    spots.insert(name(), [at.x, at.y]);
}

/// How far apart the places of [`rows`] are, in points: less than a line is high.
const ROW: f32 = 14.0;

/// Notes places from the top of a card to its foot, so that a test can click every line of it; none on a link.
pub(in crate::gui) fn rows(card: &egui::Response, link: Option<egui::Rect>, name: impl Fn() -> String) {
    let rect = card.rect.shrink(4.0);
    let places = (0..).map(|row| rect.min + egui::vec2(18.0, row as f32 * ROW)).take_while(|at| at.y < rect.max.y);
    let off_link = |at: &egui::Pos2| link.is_none_or(|link| !link.expand(2.0).contains(*at));
    for (row, at) in places.filter(off_link).enumerate() {
        spot_at(card, at, || format!("{} row {row}", name()));
    }
}

/// The buttons that were drawn since the last time; from now on they are noted.
pub(in crate::gui) fn take_spots(contexts: &mut EguiContexts) -> BTreeMap<String, [f32; 2]> {
    let Ok(context) = contexts.ctx_mut() else {
        return BTreeMap::new();
    };
    let known = context.data_mut(|data| data.get_temp_mut_or_default::<Spots>(spots()).clone());
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::take(&mut *known)
}
