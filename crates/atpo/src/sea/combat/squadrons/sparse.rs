//! Sums of weights of which few are not zero.

use liege_rules::play::wide::Wide;

/// Weights by number, of which few are not zero.
pub(super) struct SparseSums<const N: usize> {
    pub(super) sums: Vec<Wide<N>>,
    /// The numbers that have a weight.
    pub(super) touched: Vec<u32>,
}

impl<const N: usize> SparseSums<N> {
    pub(super) fn new(numbers: usize) -> Self {
        Self { sums: vec![Wide::ZERO; numbers], touched: Vec::new() }
    }

    pub(super) fn add<const M: usize>(&mut self, number: u32, weight: &Wide<M>, ways: u64) {
        let sum = &mut self.sums[number as usize];
        if *sum == Wide::ZERO {
            self.touched.push(number);
        }
        sum.add_times(weight, ways);
    }

    /// No number has a weight any more.
    pub(super) fn clear(&mut self) {
        let sums = &mut self.sums;
        self.touched.drain(..).for_each(|number| sums[number as usize] = Wide::ZERO);
    }
}
