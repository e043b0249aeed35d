//! Whole numbers that never overflow: 128 bits as long as they do, many digits beyond.
//!
//! Shares are 128-bit fractions until they overflow, and are brought to a least common total at the end, so that
//! printed fractions are in lowest terms however they were found.

use num_bigint::BigUint;
use num_integer::Integer;

/// A whole number, 0 or more.
#[derive(Debug, Clone)]
pub enum Whole {
    /// Up to 2^128 - 1.
    Small(u128),
    /// The result of a product or a sum that was more.
    Large(BigUint),
}

impl Whole {
    /// 1.
    pub const ONE: Self = Self::Small(1);

    /// As a number without limit.
    #[must_use]
    pub fn big(self) -> BigUint {
        match self {
            Self::Small(small) => small.into(),
            Self::Large(large) => large,
        }
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        if let (Self::Small(one), Self::Small(two)) = (self, other)
            && let Some(product) = one.checked_mul(*two)
        {
            return Self::Small(product);
        }
        Self::Large(self.clone().big() * other.clone().big())
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        if let (Self::Small(one), Self::Small(two)) = (self, other)
            && let Some(sum) = one.checked_add(*two)
        {
            return Self::Small(sum);
        }
        Self::Large(self.clone().big() + other.clone().big())
    }

    /// How often `part`, a divisor of it, goes into it.
    #[must_use]
    pub fn parts(&self, part: &Self) -> Self {
        match (self, part) {
            (Self::Small(one), Self::Small(two)) => Self::Small(one.checked_div(*two).unwrap_or(0)),
            _ => Self::from(self.clone().big() / part.clone().big().max(1u8.into())),
        }
    }

    /// The greatest number that divides both.
    #[must_use]
    pub fn common_divisor(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(one), Self::Small(two)) => Self::Small(one.gcd(two)),
            _ => Self::from(self.clone().big().gcd(&other.clone().big())),
        }
    }

    /// To the power of `n`.
    #[must_use]
    pub fn to_the(&self, n: u16) -> Self {
        match self {
            Self::Small(small) => small
                .checked_pow(n.into())
                .map_or_else(|| Self::Large(BigUint::from(*small).pow(n.into())), Self::Small),
            Self::Large(large) => Self::Large(large.pow(n.into())),
        }
    }
}

impl From<BigUint> for Whole {
    fn from(number: BigUint) -> Self {
        u128::try_from(&number).map_or(Self::Large(number), Self::Small)
    }
}

impl From<u64> for Whole {
    fn from(number: u64) -> Self {
        Self::Small(number.into())
    }
}

impl PartialEq for Whole {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Small(one), Self::Small(two)) => one == two,
            _ => self.clone().big() == other.clone().big(),
        }
    }
}

impl Eq for Whole {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_128_bits_are_exact() {
        let seven = Whole::from(7);
        let large = seven.to_the(60);
        assert!(matches!(large, Whole::Large(_)));
        assert_eq!(seven.to_the(30).times(&seven.to_the(30)), large);
        assert_eq!(large.parts(&seven.to_the(59)), seven);
        assert_eq!(large.common_divisor(&seven.to_the(40).times(&2.into())), seven.to_the(40));
        let most = Whole::Small(u128::MAX);
        assert_eq!(most.plus(&Whole::ONE).big(), BigUint::from(u128::MAX) + 1u8);
    }

    #[test]
    fn a_number_is_the_same_however_it_is_kept() {
        assert_eq!(Whole::Large(6u8.into()), Whole::from(6));
    }
}
