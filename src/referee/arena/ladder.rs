//! How strong players are by whom they beat. In the model of Bradley and Terry the chance of a player is its share of the two strengths. A
//! draw is half a win for each.

/// So many times strengths are brought closer to those that fit best; they come to rest long before.
const STEPS: usize = 500;

/// Half a win for and against each player in bouts that nobody played, so that one who never lost has a strength all the same.
const PRIOR: f64 = 0.5;

/// The strengths that fit best, on the scale of chess: 400 points are ten wins to one, their mean is nothing. `points[one][other]` is what
/// `one` got against `other`, a point a bout.
pub(super) fn strengths(points: &[Vec<f64>]) -> Vec<f64> {
    let count = points.len();
    let mut strength = vec![1.0_f64; count];
    for _ in 0..STEPS {
        let step: Vec<f64> = (0..count).map(|one| closer(points, &strength, one)).collect();
        let mean = step.iter().map(|value| value.ln()).sum::<f64>() / real(count);
        strength = step.iter().map(|value| (value.ln() - mean).exp()).collect();
    }
    strength.iter().map(|value| 400.0 * value.log10()).collect()
}

/// The strength with which a player would have got what it got, if all others were as strong as they are taken to be.
fn closer(points: &[Vec<f64>], strength: &[f64], one: usize) -> f64 {
    // The prior is against a player of strength 1.
    let (mut got, mut weight) = (PRIOR, 2.0 * PRIOR / (strength[one] + 1.0));
    for other in (0..points.len()).filter(|&other| other != one) {
        let played = points[one][other] + points[other][one];
        got += points[one][other];
        weight += played / (strength[one] + strength[other]);
    }
    got / weight
}

fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count.max(1)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::strengths;

    #[test]
    fn who_wins_three_of_four_is_stronger_by_the_odds_of_three_to_one() {
        let found = strengths(&[vec![0.0, 300.0], vec![100.0, 0.0]]);
        let apart = found[0] - found[1];
        assert!((apart - 400.0 * 3.0_f64.log10()).abs() < 3.0, "{found:?}");
        assert!((found[0] + found[1]).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn who_never_loses_has_a_strength_and_who_never_played_is_in_the_middle() {
        let found = strengths(&[vec![0.0, 10.0, 0.0], vec![0.0; 3], vec![0.0; 3]]);
        assert!(found[0] > found[2] && found[2] > found[1] && found[0].is_finite(), "{found:?}");
    }
}
