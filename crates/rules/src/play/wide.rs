//! Whole numbers of a fixed width for sums of millions of weights: no memory is asked for, nothing is rounded.

use num_bigint::BigUint;

/// A number of `N` times 64 bits. Whoever adds up weights of a known total sees to it that the total fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    /// 0.
    pub const ZERO: Self = Self([0; N]);

    /// 1.
    pub const ONE: Self = {
        let mut words = [0; N];
        words[0] = 1;
        Self(words)
    };

    /// A number that is no wider.
    #[must_use]
    pub fn of<const M: usize>(other: &Wide<M>) -> Self {
        const { assert!(M <= N, "a number fits a wider one") };
        let mut words = [0; N];
        words[..M].copy_from_slice(&other.0);
        Self(words)
    }

    /// Add another number.
    pub fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(other.0) {
            let (sum, over) = word.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(carry.into());
            (*word, carry) = (sum, over || again);
        }
        debug_assert!(!carry, "a sum is wider than its total");
    }

    /// Add the product of another number, no wider than this one, with a smaller one.
    pub fn add_times<const M: usize>(&mut self, other: &Wide<M>, factor: u64) {
        const { assert!(M <= N, "the product is as wide as the sum at most") };
        let mut carry = 0u64;
        for (word, more) in self.0.iter_mut().zip(other.0) {
            let sum = u128::from(more) * u128::from(factor) + u128::from(*word) + u128::from(carry);
            *word = sum as u64;
            carry = (sum >> u64::BITS) as u64;
        }
        for word in &mut self.0[M..] {
            let (sum, over) = word.overflowing_add(carry);
            (*word, carry) = (sum, over.into());
        }
        debug_assert_eq!(carry, 0, "a sum is wider than its total");
    }

    /// The product with a smaller number.
    #[must_use]
    pub fn times(&self, factor: u64) -> Self {
        let mut product = Self::ZERO;
        product.add_times(self, factor);
        product
    }

    /// As a number without limit.
    #[must_use]
    pub fn big(&self) -> BigUint {
        let bytes: Vec<u8> = self.0.iter().flat_map(|word| word.to_le_bytes()).collect();
        BigUint::from_bytes_le(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_products_are_those_of_numbers_without_limit() {
        let seven = (0..60).fold(Wide::<4>::ONE, |product, _| product.times(7));
        assert_eq!(seven.big(), BigUint::from(7u8).pow(60));
        let factor = u64::MAX - 4;
        let mut sum = seven.times(factor);
        sum.add(&seven);
        assert_eq!(sum.big(), BigUint::from(7u8).pow(60) * (BigUint::from(factor) + 1u8));
        sum.add_times(&seven, 3);
        sum.add_times(&seven, factor);
        assert_eq!(sum.big(), BigUint::from(7u8).pow(60) * (BigUint::from(factor) * 2u8 + 4u8));
    }
}
