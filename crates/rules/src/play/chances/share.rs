//! Parts of all that can happen, as exact fractions.

use crate::play::whole::Whole;

/// A part of all that can happen: so much of so much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) part: Whole,
    pub(super) of: Whole,
}

impl Share {
    /// All that can happen.
    pub(super) const ALL: Self = Self { part: Whole::ONE, of: Whole::ONE };

    /// So many of all that are counted.
    pub(super) fn sure(part: Whole) -> Self {
        Self { part, of: Whole::ONE }
    }

    /// So many of a total that this share divides.
    pub(super) fn weight(&self, total: &Whole) -> Whole {
        self.part.times(&total.parts(&self.of))
    }

    /// A part of this part.
    pub(super) fn times(&self, (part, of): &(Whole, Whole)) -> Self {
        Self { part: self.part.times(part), of: self.of.times(of) }
    }

    /// Add what happens in another way as well.
    pub(super) fn add(&mut self, other: &Self) {
        if self.of == other.of {
            self.part = self.part.plus(&other.part);
            return;
        }
        let divisor = self.of.common_divisor(&other.of);
        let (mine, theirs) = (other.of.parts(&divisor), self.of.parts(&divisor));
        self.part = self.part.times(&mine).plus(&other.part.times(&theirs));
        self.of = self.of.times(&mine);
    }
}
