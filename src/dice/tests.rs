use super::*;

#[test]
fn golden_vectors_hold() {
    let mut dice = Dice::new(1);
    let faces: Vec<u16> = [4, 6, 8, 10, 12, 20, 100, 6, 6, 6].map(|sides| dice.die(sides, "test").face).to_vec();
    insta::assert_compact_debug_snapshot!(faces, @"[2, 3, 4, 1, 10, 8, 67, 1, 4, 2]");
}

#[test]
fn a_restored_stream_goes_on_where_it_was() {
    let mut dice = Dice::new(7);
    for _ in 0..13 {
        dice.die(6, "test");
    }
    let state = dice.state();
    let ahead: Vec<_> = (0..20).map(|_| dice.die(8, "test")).collect();
    let mut other = Dice::new(0);
    other.restore(&state);
    let again: Vec<_> = (0..20).map(|_| other.die(8, "test")).collect();
    assert_eq!(ahead, again);
}

#[test]
fn a_forced_die_of_another_size_is_a_mismatch() {
    let mut dice = Dice::new(7);
    dice.force(["d8:3".parse().expect("a forced die")], false);
    dice.die(6, "aim");
    assert_eq!(
        dice.mismatch().expect("a mismatch").to_string(),
        "a d6 was asked for (aim), but the next forced die is a d8 showing 3"
    );
}

#[test]
fn after_a_mismatch_dice_come_from_the_stream() {
    let mut dice = Dice::new(7);
    dice.force([], true);
    let faces: std::collections::BTreeSet<u16> = (0..200).map(|_| dice.die(6, "aim").face).collect();
    assert_eq!(faces.len(), 6, "whoever rolls until faces differ comes to an end");
    let first = dice.mismatch().expect("a mismatch").clone();
    dice.force(["d4:2".parse().expect("a forced die")], true);
    dice.die(8, "another");
    assert_eq!(dice.mismatch(), Some(&first), "the first one ended the order");
    assert_eq!(dice.unused().len(), 1, "and nothing forced is used after it");
}

#[test]
fn every_set_of_faces_is_explored_once() {
    let mut picks = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    loop {
        let mut dice = Dice::new(0);
        dice.explore(picks, 0, None);
        let first = dice.die(4, "test").face;
        let second = if first > 2 { dice.die(3, "test").face } else { 0 };
        assert!(seen.insert((first, second)));
        picks = dice.explored();
        if !advance(&mut picks) {
            break;
        }
    }
    assert_eq!(seen.len(), 2 + 2 * 3);
}

#[test]
fn lumps_weigh_as_much_as_the_dice_in_them() {
    let roll = |dice: &mut Dice| {
        let sum = dice.roll(&"3d6+1".parse().expect("an expression"), "test").value;
        let best = dice.pair(20, Kept::Higher, ["one", "other"]);
        let worst = dice.pair(4, Kept::Lower, ["one", "other"]);
        let best = best[0].face.max(best[1].face);
        (sum, best, worst[0].face.min(worst[1].face))
    };
    let weigh = |one_by_one: bool| {
        let (mut picks, mut weights, mut runs) = (Vec::new(), std::collections::BTreeMap::new(), 0);
        loop {
            let mut dice = Dice::new(0);
            dice.explore(picks, 0, None);
            if one_by_one {
                dice.one_by_one();
            }
            let came = roll(&mut dice);
            picks = dice.explored();
            let Weights { weight, ways, .. } = Weights::of(&picks).expect("few dice");
            assert_eq!(ways, 216 * 400 * 16);
            *weights.entry(came).or_insert(0) += weight;
            runs += 1;
            if !advance(&mut picks) {
                return (weights, runs);
            }
        }
    };
    let ((lumped, few), (single, many)) = (weigh(false), weigh(true));
    assert_eq!(lumped, single);
    assert_eq!((few, many), (16 * 20 * 4, 216 * 400 * 16));
}

#[test]
fn dice_that_burst_weigh_as_much_together_as_one_by_one() {
    let throw = Throw { plain: (1, 6), bursting: (2, 4) };
    let weigh = |one_by_one: bool| {
        let (mut picks, mut found, mut runs) = (Vec::new(), std::collections::BTreeMap::new(), 0);
        let whole = 6 * 4_u128.pow(10);
        loop {
            let mut dice = Dice::new(0);
            dice.explore(picks, 0, None);
            if one_by_one {
                dice.one_by_one();
            }
            let came = dice.throw(throw, ["plain", "bursting"]).total();
            picks = dice.explored();
            let Weights { ways, weight, further } = Weights::of(&picks).expect("small numbers");
            let of_all = found.entry(came).or_insert((0, 0));
            *of_all = (of_all.0 + whole / ways * weight, of_all.1 + whole / ways * further);
            runs += 1;
            if !advance(&mut picks) {
                return (found, runs);
            }
        }
    };
    let ((together, few), (single, many)) = (weigh(false), weigh(true));
    assert_eq!(together, single);
    assert!(few < 50 && many > 1000, "{few} {many}");
}

#[test]
fn a_die_bursts_for_as_long_as_it_shows_its_highest_face() {
    let mut dice = Dice::new(7);
    let faces = ["d20:12", "d10:10", "d10:10", "d10:3", "d10:6"].map(|face| face.parse().expect("a die"));
    dice.force(faces, true);
    let throw = Throw { plain: (1, 20), bursting: (2, 10) };
    let thrown = dice.throw(throw, ["action die", "bonus die"]);
    assert_eq!((thrown.total(), thrown.burst, thrown.bursting.len()), (41, true, 4));
    assert!(dice.mismatch().is_none() && dice.unused().is_empty());
}

#[test]
fn each_face_comes_up() {
    let mut dice = Dice::new(3);
    let mut seen = [0; 6];
    for _ in 0..6000 {
        seen[usize::from(dice.die(6, "test").face - 1)] += 1;
    }
    assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
}

#[test]
fn a_contest_weighs_as_much_together_as_one_by_one() {
    const GUARD: i32 = 9;
    let dice_of = |plain, bursting| Throw { plain, bursting };
    let (attack, defence) = (dice_of((1, 6), (1, 4)), dice_of((1, 8), (1, 4)));
    let weigh = |one_by_one: bool| {
        let (mut picks, mut found, mut runs) = (Vec::new(), std::collections::BTreeMap::new(), 0);
        let mut common = 1;
        loop {
            let mut dice = Dice::new(0);
            dice.explore(picks, 0, None);
            if one_by_one {
                dice.one_by_one();
            }
            let total = dice.throw_against(attack, GUARD, ["", ""]);
            let lands = total.total() > GUARD;
            let came = lands.then(|| {
                let against = (total.total(), total.lump);
                let (_, beats) = dice.contest(defence, against, ["", ""]);
                // A second one against a known number.
                (beats, beats && dice.throw_against(attack, 5, ["", ""]).total() > 5)
            });
            picks = dice.explored();
            let Weights { ways, weight, further } = Weights::of(&picks).expect("few dice");
            common = std::cmp::max(common, ways);
            let sum: &mut Vec<(u128, u128, u128)> = found.entry(came).or_default();
            sum.push((ways, weight, further));
            runs += 1;
            if !advance(&mut picks) {
                break;
            }
        }
        let share = |(ways, weight, further): (u128, u128, u128)| {
            assert_eq!(common % ways, 0);
            (weight * (common / ways), further * (common / ways))
        };
        let shares: std::collections::BTreeMap<_, (u128, u128)> = found
            .into_iter()
            .map(|(came, all)| {
                let sum = all.into_iter().map(share).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
                (came, sum)
            })
            .collect();
        assert_eq!(shares.values().map(|share| share.0).sum::<u128>(), common);
        (shares, common, runs)
    };
    let ((lumped, of_lumped, few), (single, of_single, many)) = (weigh(false), weigh(true));
    assert_eq!(few, 1 + 1 + 2);
    assert!(many > 10_000, "{many}");
    assert_eq!(lumped.keys().collect::<Vec<_>>(), single.keys().collect::<Vec<_>>());
    for (came, (weight, further)) in &lumped {
        let (other, other_further) = single[came];
        assert_eq!(weight * of_single, other * of_lumped, "{came:?}");
        assert_eq!(further * of_single, other_further * of_lumped, "{came:?}");
    }
}
