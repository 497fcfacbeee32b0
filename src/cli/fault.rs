//! What the window's libraries answer with a panic though it is no fault of the game: told as a sentence.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind, set_hook, take_hook};

use super::trouble::Trouble;

/// Does something that opens a window or a graphics device. A real fault still panics, with its report.
///
/// # Errors
/// What the work says; or that there is no graphics driver, or no display.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, Trouble> {
    let usual = take_hook();
    set_hook(Box::new(move |info| {
        if known(info.payload()).is_none() {
            usual(info);
        }
    }));
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Ok(done?),
        Err(payload) => match known(&*payload) {
            Some(sentence) => Err(Trouble::Impossible(sentence.into())),
            None => resume_unwind(payload),
        },
    }
}

/// The sentence for a panic that is no fault of the program, if it is one.
fn known(payload: &(dyn Any + Send)) -> Option<&'static str> {
    let text = match (payload.downcast_ref::<String>(), payload.downcast_ref::<&str>()) {
        (Some(text), _) => text.as_str(),
        (None, Some(text)) => text,
        (None, None) => return None,
    };
    if text.contains("find a GPU") {
        return Some(
            "There is no graphics driver here that Battlemat can use. On Debian and Ubuntu, `sudo apt-get install \
             mesa-vulkan-drivers libvulkan1` installs one that needs no graphics card. Without one, try `battlemat demo` or \
             `battlemat referee`.",
        );
    }
    text.contains("event loop").then_some(
        "The display that DISPLAY or WAYLAND_DISPLAY names cannot be opened. Without one, try `battlemat demo`, \
         `battlemat shot LEVEL` or `battlemat referee`.",
    )
}
