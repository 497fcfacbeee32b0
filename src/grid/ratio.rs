//! Exact fractions, for shares of a body and anything else that rules compare before they round.

use std::{
    cmp::Ordering,
    fmt,
    iter::Sum,
    ops::{self, Mul},
};

use serde::{Deserialize, Serialize};

/// A fraction in lowest terms with a positive denominator.
///
/// Numerator and denominator are 64-bit; the sums that rules make (some dozens of terms with a few different
/// denominators below a million) stay far from that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "[i64; 2]", into = "[i64; 2]")]
pub struct Ratio {
    num: i64,
    den: i64,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Self = Self { num: 0, den: 1 };
    /// The whole.
    pub const ONE: Self = Self { num: 1, den: 1 };
    /// One half.
    pub const HALF: Self = Self { num: 1, den: 2 };

    /// `num / den`, reduced.
    ///
    /// # Panics
    /// If `den` is 0.
    pub const fn new(num: i64, den: i64) -> Self {
        assert!(den != 0, "a fraction's denominator should not be zero");
        let shared = gcd(num.unsigned_abs(), den.unsigned_abs()) as i64;
        let sign = if den < 0 { -1 } else { 1 };
        Self {
            num: sign * num / shared,
            den: sign * den / shared,
        }
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

    /// Rounded towards minus infinity.
    pub const fn floor(self) -> i64 {
        self.num.div_euclid(self.den)
    }

    /// Rounded towards plus infinity.
    pub const fn ceil(self) -> i64 {
        -(-self.num).div_euclid(self.den)
    }
}

const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Default for Ratio {
    fn default() -> Self {
        Self::ZERO
    }
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

impl ops::Add for Ratio {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let shared = gcd(self.den as u64, other.den as u64) as i64;
        Self::new(
            self.num * (other.den / shared) + other.num * (self.den / shared),
            self.den / shared * other.den,
        )
    }
}

impl ops::AddAssign for Ratio {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl ops::Sub for Ratio {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + Self {
            num: -other.num,
            ..other
        }
    }
}

impl Mul for Ratio {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let left = gcd(self.num.unsigned_abs(), other.den as u64) as i64;
        let right = gcd(other.num.unsigned_abs(), self.den as u64) as i64;
        Self::new(
            self.num / left * (other.num / right),
            self.den / right * (other.den / left),
        )
    }
}

impl Mul<i64> for Ratio {
    type Output = Self;
    fn mul(self, times: i64) -> Self {
        self * Self::whole(times)
    }
}

/// # Panics
/// If `parts` is 0.
impl ops::Div<i64> for Ratio {
    type Output = Self;
    fn div(self, parts: i64) -> Self {
        Self::new(1, parts).mul(self)
    }
}

impl Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(ratios: I) -> Self {
        ratios.fold(Self::ZERO, ops::Add::add)
    }
}

impl TryFrom<[i64; 2]> for Ratio {
    type Error = &'static str;
    fn try_from([num, den]: [i64; 2]) -> Result<Self, Self::Error> {
        if den == 0 || num == i64::MIN || den == i64::MIN {
            Err("a fraction needs a denominator other than zero")
        } else {
            Ok(Self::new(num, den))
        }
    }
}

impl From<Ratio> for [i64; 2] {
    fn from(ratio: Ratio) -> Self {
        [ratio.num, ratio.den]
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 {
            write!(f, "{}", self.num)
        } else {
            write!(f, "{}/{}", self.num, self.den)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_compared_and_added_exactly() {
        assert_eq!(Ratio::new(4, -6), Ratio::new(-2, 3));
        assert!(Ratio::new(5, 8) > Ratio::HALF && Ratio::new(7, 16) < Ratio::HALF);
        let thirds: Ratio = std::iter::repeat_n(Ratio::new(1, 3), 3).sum();
        assert_eq!(thirds, Ratio::ONE);
        assert_eq!(Ratio::new(3, 4) * Ratio::new(2, 9), Ratio::new(1, 6));
        assert_eq!(Ratio::new(3, 4) - Ratio::ONE, Ratio::new(-1, 4));
        assert_eq!(Ratio::new(3, 4) / 3, Ratio::new(1, 4));
    }

    #[test]
    fn rounding_is_named() {
        assert_eq!((Ratio::new(7, 2).floor(), Ratio::new(7, 2).ceil()), (3, 4));
        assert_eq!((Ratio::new(-7, 2).floor(), Ratio::new(-7, 2).ceil()), (-4, -3));
        assert_eq!((Ratio::whole(2).floor(), Ratio::whole(2).ceil()), (2, 2));
    }

    #[test]
    fn a_zero_denominator_in_a_file_is_an_error() {
        assert!(serde_json::from_str::<Ratio>("[1,0]").is_err());
        assert_eq!(serde_json::from_str::<Ratio>("[2,4]").ok(), Some(Ratio::HALF));
    }
}
