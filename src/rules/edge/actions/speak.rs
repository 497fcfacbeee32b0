//! Speaking: free, on its own turn (EDG-TURN-2), unless it is kept from it (EDG-GRAP-8).

use super::super::data::conditions::MUTED;
use super::super::fight::stealth;
use super::doer::*;

/// Saying something.
pub(super) struct Speaking;

/// What is said.
const WORDS: Key = Key::new("words", Takes::Text, "What it says, in 200 characters at most; must be there.");

impl Action for Speaking {
    type Rules = Edge;
    type Plan = String;
    const KIND: &'static ActionKind = &ActionKind {
        groups: &[Group::Free],
        purpose: Purpose::Other,
        price: Price::Free,
        options: &[WORDS],
        ..ActionKind::new("speak", "Speak", "Says something to all, for nothing.")
    };

    /// Nobody speaks without words, which only an order has.
    fn offers(&self, _doer: &Doer<'_>, _menu: &mut Menu<'_>) {}

    fn parse(&self, doer: &Doer<'_>, act: &Act) -> Result<String, Refusal> {
        if has_condition(doer.world, doer.id, MUTED) {
            return Err(Refusal::by(rule!("EDG-GRAP-8"), "muted", "It is kept from speaking."));
        }
        let words = act.word(WORDS.key).map(str::trim).filter(|words| !words.is_empty());
        let words =
            words.ok_or_else(|| Refusal::by(rule!("EDG-TURN-2"), "no_words", "Say in `words` what it says."))?;
        if words.chars().count() > 200 {
            return Err(Refusal::by(rule!("EDG-TURN-2"), "too_long", "200 characters at most."));
        }
        Ok(words.to_owned())
    }

    fn begin(&self, world: &mut World, id: Id, words: String) {
        world.note(id, format!("says: {words}"), rule!("EDG-TURN-2"));
        stealth::give_away(world, id);
    }
}
