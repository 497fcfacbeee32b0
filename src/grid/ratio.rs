//! Exact fractions, for shares of a body and anything else that rules compare before they round.

use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio {
    num: i64,
    den: i64,
}

impl Ratio {
    /// `num / den`, reduced.
    ///
    /// # Panics
    /// If `den` is 0.
    pub const fn new(num: i64, den: i64) -> Self {
        assert!(den != 0, "a fraction's denominator should not be zero");
        let shared = gcd(num.unsigned_abs(), den.unsigned_abs()) as i64;
        let sign = if den < 0 { -1 } else { 1 };
        Self { num: sign * num / shared, den: sign * den / shared }
    }

    /// A whole number.
    pub const fn whole(number: i64) -> Self {
        Self { num: number, den: 1 }
    }

    /// The numerator in lowest terms; it carries the sign.
    pub const fn num(self) -> i64 {
        self.num
    }

    /// The denominator in lowest terms, at least 1.
    pub const fn den(self) -> i64 {
        self.den
    }
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (i128::from(self.num) * i128::from(other.den)).cmp(&(i128::from(other.num) * i128::from(self.den)))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_compared_exactly() {
        assert_eq!(Ratio::new(4, -6), Ratio::new(-2, 3));
        assert!(Ratio::new(5, 8) > Ratio::new(1, 2) && Ratio::new(7, 16) < Ratio::new(1, 2));
        // As floating-point numbers these two are one.
        let (less, more) = (Ratio::new(i64::MAX - 1, i64::MAX), Ratio::whole(1));
        assert!(less < more && less.num() as f64 / less.den() as f64 >= 1.0);
    }
}
