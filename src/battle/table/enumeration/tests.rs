//! Forecasts compared with playing every way out one by one, and worked out in bits.

use std::sync::Arc;

use super::*;
use crate::battle::*;

/// The same by playing the order out from its start in another battle, for every face of every die and each answer. `None` where that
/// would take too long.
fn slowly(battle: &Battle, order: &Order, most: usize) -> Option<Forecast> {
    let mut lab = battle.without(&battle.unknown_to_mover());
    let start = lab.snapshot();
    let mover = lab.side_to_move();
    let walker = Walker::of(&lab, order);
    let (mut asks, mut stays) = (BTreeSet::new(), BTreeSet::new());
    let mut once = |answer: Option<(&str, bool)>, picks: Vec<Pick>| {
        lab.restore(&start);
        lab.forget_past();
        lab.world_mut().resource_mut::<Dice>().explore(picks, 0, None);
        lab.world_mut().resource_mut::<Dice>().one_by_one();
        let mut next = order.clone();
        // What the mover is asked first, and what the other side is.
        let mut first = [Vec::new(), Vec::new()];
        while lab.order(&next).is_ok() {
            let Some(decision) = lab.decision() else { break };
            asks.extend(Asked::of(decision));
            let choices = &decision.choices;
            let of = usize::from(Some(decision.side) != mover);
            if first[of].is_empty() {
                let names = |choice: &Choice| (choice.key.to_string(), choice.label.to_string());
                first[of].extend(choices.iter().map(names));
            }
            // The mover adds nothing before the other side has been asked, if it is.
            let adds = |&(_, other): &(&str, bool)| !other || !first[1].is_empty();
            let answer = answer.filter(adds);
            let like_first = choices.iter().find(|choice| answer.is_some_and(|(answer, _)| choice.key == answer));
            let Some(choice) = like_first.or(choices.last()) else {
                break;
            };
            let choice = choice.key.to_string();
            next = Order::Answer { choice };
        }
        let picks = lab.world_mut().resource_mut::<Dice>().explored();
        let weights = Weights::of(&picks).expect("few dice should have ways that can be counted");
        let run = RunResult::of(&lab, lab.events(), mover, walker.as_ref(), weights, true);
        stays.extend(run.stays.iter().cloned());
        (run, picks, first)
    };
    // What is asked first may only be asked once something else than the least is rolled, and what the other side is asked goes before.
    let (mut own, mut others, mut picks) = (Vec::new(), Vec::new(), Vec::new());
    for way in 1.. {
        let (_, open, [first_own, first_others]) = once(None, picks);
        picks = open;
        others = first_others;
        if own.is_empty() {
            own = first_own;
        }
        if !others.is_empty() || !advance(&mut picks) {
            break;
        }
        if way == most {
            return None;
        }
    }
    let other = !others.is_empty();
    let mut answers: Vec<_> = if other { others } else { own }.into_iter().map(Some).collect();
    if answers.is_empty() {
        answers.push(None);
    }
    let mut branches = Vec::new();
    for answer in answers {
        let (mut runs, mut picks, mut common) = (Vec::new(), Vec::new(), 1);
        loop {
            let (run, open, _) = once(answer.as_ref().map(|(key, _)| (key.as_str(), other)), picks);
            picks = open;
            common = in_common(common, run.ways)?;
            runs.push(run);
            if !advance(&mut picks) {
                break;
            }
            if runs.len() == most {
                return None;
            }
        }
        branches.push(Branch::of(answer, &runs.iter().collect::<Vec<_>>(), common));
    }
    let mut forecast = Forecast { exact: true, branches, asks, stays };
    battle.leave_out_unknown(&mut forecast, battle.side_to_move());
    Some(forecast)
}

/// What a forecast comes to when only so many ways are gone through at a time.
fn in_bits(battle: &mut Battle, mut foresight: Foresight, times: usize) -> Forecast {
    loop {
        let before = foresight.runs();
        let found = foresight.go_on(battle, times).expect("a legal order");
        assert!(foresight.runs() <= before + times, "no bit is larger than was said");
        if let Some(found) = found {
            return found;
        }
    }
}

#[test]
fn samples_are_the_same_bit_by_bit_and_no_more_than_was_said() {
    // So few that there are orders with more ways under every ruleset.
    const TIMES: u32 = 12;
    for ruleset in crate::rules::all() {
        let text = std::fs::read_to_string("levels/river-farm.toml").expect("a shipped level");
        let (level, _) = crate::rules::read_level(&text, "level").expect("a sound level");
        let mut battle = Battle::new(Arc::new(level), *ruleset, 3).expect("a playable level");
        let mut sampled = 0;
        let mut player = crate::ai::Random::new(3);
        for _ in 0..16 {
            let acts = battle.legal().into_iter().map(|legal| legal.order);
            let acts = acts.filter(|order| matches!(order, Order::Act(_) | Order::Answer { .. }));
            for order in acts.step_by(17) {
                let whole = battle.forecast_within(&order, TIMES).expect("a legal order");
                let mut foresight = Foresight::within(order.clone(), TIMES);
                while foresight.go_on(&mut battle, 7).expect("a legal order").is_none() {}
                // Twice for each answer, if there are that many.
                let most = (TIMES as usize).max(2 * whole.branches.len());
                assert!(foresight.runs() <= most, "{} times {order:?}", foresight.runs());
                assert_eq!(in_bits(&mut battle, Foresight::within(order.clone(), TIMES), 7), whole);
                sampled += usize::from(!whole.exact);
            }
            let order = player.choose(&battle).expect("something to do");
            battle.order(&order).expect("a legal order");
        }
        assert!(sampled > 0, "no forecast was sampled under {}", ruleset.key());
    }
}

#[test]
fn forecasts_are_what_playing_every_way_out_comes_to() {
    // Where dice burst few orders have so few ways that they can be gone through one by one.
    let finished = crate::rules::all().iter().map(|ruleset| (ruleset, 30));
    let begun = crate::rules::begun().iter().map(|ruleset| (ruleset, 10));
    for (ruleset, least) in finished.chain(begun) {
        let mut compared = 0;
        let mut kinds = BTreeSet::new();
        let levels = ["first-fight", "pump-room", "river-farm", "last-lantern", "low-wall"];
        for (seed, level) in (5..).zip(levels.into_iter().cycle()).take(6 * levels.len()) {
            // All levels once, and again as long as there were too few.
            if seed >= 10 && compared > least {
                break;
            }
            let path = format!("levels/{level}.toml");
            let text = std::fs::read_to_string(&path).expect("a shipped level");
            let (level, _) = crate::rules::read_level(&text, &path).expect("a sound level");
            let Ok(mut battle) = Battle::new(Arc::new(level), *ruleset, seed) else {
                continue;
            };
            let mut player = crate::ai::Random::new(seed);
            for number in 0..100 {
                if battle.outcome().is_some() {
                    break;
                }
                let order = player.choose(&battle).expect("something to do");
                let kind = match &order {
                    Order::Act(act) => format!("{} {:?}", act.action, act.with),
                    Order::Answer { choice } => choice.clone(),
                    Order::Move(_) => "move".into(),
                    _ => "end".into(),
                };
                // Every kind of order, and now and then one again.
                if (kinds.insert(kind) || number % 20 == 0)
                    && let Some(slow) = slowly(&battle, &order, 70)
                {
                    let hash = battle.hash();
                    let quick = battle.forecast(&order).expect("a legal order");
                    assert_eq!(quick, slow, "{path} {order:?}");
                    let bits = in_bits(&mut battle, Foresight::new(order.clone()), 7);
                    assert_eq!(bits, slow, "{path} {order:?}, bit by bit");
                    assert_eq!(battle.hash(), hash, "{path} {order:?}");
                    compared += 1;
                }
                battle.order(&order).expect("a legal order");
            }
        }
        assert!(compared > least, "{compared} forecasts were compared");
    }
}

/// Two with so few dice that blow, counter-roll and damage can be gone through one by one.
const DUEL: &str = include_str!("../../../../tests/levels/duel.toml");

#[test]
fn what_only_has_to_be_above_a_number_weighs_as_much_as_its_dice() {
    let (level, _) = crate::rules::read_level(DUEL, "duel").expect("a sound level");
    let ruleset = crate::rules::by_key(&level.ruleset).expect("its ruleset");
    let mut battle = Battle::new(Arc::new(level), ruleset, 1).expect("a playable level");
    let (mut compared, mut dodged) = (BTreeSet::new(), false);
    for _ in 0..2 {
        let acts = battle.legal().into_iter().map(|legal| legal.order);
        for order in acts {
            let Order::Act(act) = &order else { continue };
            if act.target.is_none() || !compared.insert(act.action.clone()) {
                continue;
            }
            let slow = slowly(&battle, &order, 6000).unwrap_or_else(|| panic!("{order:?} has too many ways"));
            let answers = slow.branches.iter().filter_map(|branch| branch.answer.as_ref());
            dodged |= answers.clone().any(|(key, _)| key == "dodge");
            let mut foresight = Foresight::new(order.clone());
            while foresight.go_on(&mut battle, 1000).expect("a legal order").is_none() {}
            assert!(foresight.runs() < 100, "{} times {order:?}", foresight.runs());
            assert_eq!(battle.forecast(&order).expect("a legal order"), slow, "{order:?}");
        }
        let creature = battle.active().expect("somebody has the turn");
        battle.order(&Order::EndTurn { creature }).expect("it is its turn");
    }
    assert!(dodged && compared.len() > 2, "{compared:?}");
}

/// Two with so few dice that an attack can be gone through face by face, though its rules ask only what the faces come to.
const FEW_DICE: [&str; 2] =
    [include_str!("../../../../tests/levels/throw.toml"), include_str!("../../../../tests/levels/fists.toml")];

#[test]
fn faces_that_come_to_the_same_weigh_as_much_together_as_one_by_one() {
    for text in FEW_DICE {
        let (level, _) = crate::rules::read_level(text, "few dice").expect("a sound level");
        let ruleset = crate::rules::by_key(&level.ruleset).expect("its ruleset");
        let mut battle = Battle::new(Arc::new(level), ruleset, 1).expect("a playable level");
        let acts = battle.legal().into_iter().map(|legal| legal.order);
        let order = acts.into_iter().find(|order| matches!(order, Order::Act(act) if act.action == "attack"));
        let order = order.expect("somebody can be attacked");
        let slow = slowly(&battle, &order, 30_000).unwrap_or_else(|| panic!("{order:?} has too many ways"));
        let mut foresight = Foresight::new(order.clone());
        while foresight.go_on(&mut battle, 1000).expect("a legal order").is_none() {}
        assert!(foresight.runs() < 100, "{} times {order:?}", foresight.runs());
        assert_eq!(battle.forecast(&order).expect("a legal order"), slow, "{order:?}");
    }
}
