//! A battle of which nobody can read a word is shown, heard and offered just as any other.

use super::super::board::overlay::shield;
use super::super::board::playback::{beats, spared};
use super::super::session::Session;
use super::super::session::action_menu;
use super::super::sound::sound_of;
use crate::battle::{Battle, Group, Id, Mark, on_map, opaque_ruleset};
use crate::level::Seat;

/// What the table makes of a creature, words aside.
fn shown(battle: &Battle, id: Id) -> impl PartialEq + std::fmt::Debug + use<> {
    let (world, ruleset) = (battle.world(), battle.ruleset());
    let sheet = ruleset.sheet(world, id);
    let marks = [Mark::Prone, Mark::Out, Mark::Hidden, Mark::Airborne, Mark::Held].map(|mark| sheet.has(mark));
    let health = sheet.health().map(|gauge| (gauge.now, gauge.max));
    let offers = ruleset.offers(world, id);
    let buttons: Vec<_> =
        action_menu::buttons(&offers).into_iter().map(|button| (button.members, button.lead)).collect();
    let prices: Vec<_> = offers.iter().map(|offer| (offer.purpose, offer.price)).collect();
    let attacks = offers.iter().filter(|offer| offer.group == Group::Attack);
    let aimed: Vec<_> = attacks
        .flat_map(|offer| ruleset.acts(world, id, offer))
        .filter_map(|act| ruleset.aim(world, &act))
        .map(|info| (shield(info.shelter.step), info.shelter.sources, info.lines))
        .collect();
    (marks, health, buttons, prices, aimed)
}

#[test]
fn what_is_shown_and_heard_does_not_go_by_words() {
    opaque_ruleset::side_by_side(20, |plain, strange| {
        let (told, garbled) = (plain.events().to_vec(), opaque_ruleset::events(&strange));
        for dice in [false, true] {
            assert_eq!(beats(&told, 0, dice), beats(&garbled, 0, dice));
        }
        for id in on_map(plain.world()) {
            assert_eq!(shown(&plain, id), shown(&strange, id), "{}", plain.name(id));
        }
        let seats = vec![Seat::Human; plain.level().sides.len()];
        let session = Session::new(plain, None, seats.clone());
        let other = Session::new(strange, None, seats);
        let mut heard = 0;
        for number in 0..told.len() {
            assert_eq!(spared(&told[number]), spared(&garbled[number]));
            let sound = sound_of(&session, &told, number);
            assert_eq!(sound, sound_of(&other, &garbled, number), "{:?}", told[number]);
            heard += usize::from(sound.is_some());
        }
        assert!(heard > 10, "a battle is not silent: {heard}");
    });
}
