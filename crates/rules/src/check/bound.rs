//! Numbers that may not be known exactly: an interval and what it rests on, so that a guess is never passed off as a rule.

use std::collections::BTreeSet;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, RangeInclusive};
use std::sync::Arc;

use vassal::diagnostic::{Severity, plural};

/// A fact that keeps a number or an answer from being known, as people read it: a draft, unless nobody knows it at all.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    text: Arc<str>,
    is_draft: bool,
}

impl Reason {
    /// What the data do not tell at all.
    pub fn unknown(text: impl Into<Arc<str>>) -> Self {
        Self { text: text.into(), is_draft: false }
    }
}

impl<T: Into<Arc<str>>> From<T> for Reason {
    fn from(text: T) -> Self {
        Self { text: text.into(), is_draft: true }
    }
}

/// The draft or unknown facts that an interval rests on.
pub type Sources = BTreeSet<Reason>;

/// What a finding says that is not sure because of these facts; nothing where there are none.
pub fn unsure(rests_on: &Sources) -> Option<String> {
    let drafts = rests_on.iter().all(|reason| reason.is_draft);
    let begins = if drafts { "this depends on draft values" } else { "not certain" };
    let all: Vec<&str> = rests_on.iter().map(|reason| &*reason.text).collect();
    (!all.is_empty()).then(|| format!("{begins}: {}", all.join(", ")))
}

/// A whole number between `least` and `most`; known exactly when they are equal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bound {
    /// The smallest value it can have.
    pub least: i32,
    /// The value that the data give; where they give none, the reading that suits the players.
    pub nominal: i32,
    /// The largest value it can have.
    pub most: i32,
    /// Why it is not known exactly; empty for an exact number.
    pub rests_on: Sources,
}

impl Bound {
    /// A known number.
    pub fn exact(value: i32) -> Self {
        Self { least: value, nominal: value, most: value, rests_on: Sources::new() }
    }

    /// A number that the data give as `nominal` and that may lie anywhere in `range`, because of `what`.
    pub fn about(nominal: i32, range: RangeInclusive<i32>, what: impl Into<Reason>) -> Self {
        let (least, most) = (nominal.min(*range.start()), nominal.max(*range.end()));
        let rests_on = if least == most { Sources::new() } else { Sources::from([what.into()]) };
        Self { least, nominal, most, rests_on }
    }

    /// Whether only one value is possible.
    pub fn is_exact(&self) -> bool {
        self.least == self.most
    }

    /// The larger of two numbers, end by end.
    pub fn max(&self, other: &Self) -> Self {
        let ends = |pick: fn(&Self) -> i32| pick(self).max(pick(other));
        Self::joined(ends(|b| b.least), ends(|b| b.nominal), ends(|b| b.most), self, other)
    }

    fn joined(least: i32, nominal: i32, most: i32, a: &Self, b: &Self) -> Self {
        let rests_on =
            if least == most { Sources::new() } else { a.rests_on.union(&b.rests_on).cloned().collect() };
        Self { least, nominal, most, rests_on }
    }

    /// So many things: `1 ship`, `9 ships`, `9 (estimate, 7 to 11) ships`.
    pub fn counted(&self, thing: &str) -> String {
        let one = self.is_exact() && self.nominal == 1;
        format!("{self} {}", if one { thing.to_owned() } else { plural(thing) })
    }
}

impl Add for &Bound {
    type Output = Bound;
    fn add(self, other: &Bound) -> Bound {
        Bound::joined(
            self.least.saturating_add(other.least),
            self.nominal.saturating_add(other.nominal),
            self.most.saturating_add(other.most),
            self,
            other,
        )
    }
}

impl Sum for Bound {
    fn sum<I: Iterator<Item = Bound>>(numbers: I) -> Bound {
        numbers.fold(Bound::exact(0), |sum, number| &sum + &number)
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_exact() {
            write!(f, "{}", self.nominal)
        } else {
            let what =
                if self.rests_on.iter().all(|reason| reason.is_draft) { "estimate" } else { "not certain" };
            write!(f, "{} ({what}, {} to {})", self.nominal, self.least, self.most)
        }
    }
}

/// Whether a load is over its limit: surely (illegal), by the data as they are (suspicious) or not. What the data give
/// as legal is never reported because an estimate might be too low.
pub fn over(load: &Bound, limit: &Bound) -> Option<Severity> {
    if load.least > limit.most {
        Some(Severity::Illegal)
    } else if load.nominal > limit.nominal {
        Some(Severity::Suspicious)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exact_load_over_an_exact_limit_is_illegal() {
        assert_eq!(over(&Bound::exact(9), &Bound::exact(8)), Some(Severity::Illegal));
        assert_eq!(over(&Bound::exact(8), &Bound::exact(8)), None);
    }

    #[test]
    fn a_load_that_is_over_by_an_estimate_is_suspicious_and_says_why() {
        let load = Bound::about(9, 7..=10, "steps of x");
        assert_eq!(over(&load, &Bound::exact(8)), Some(Severity::Suspicious));
        assert_eq!(unsure(&load.rests_on).as_deref(), Some("this depends on draft values: steps of x"));
        assert_eq!(over(&Bound::about(10, 9..=12, "steps of x"), &Bound::exact(8)), Some(Severity::Illegal));
    }

    #[test]
    fn a_load_that_is_legal_as_the_data_have_it_is_not_reported_because_it_might_be_higher() {
        assert_eq!(over(&Bound::about(8, 7..=16, "steps of x"), &Bound::exact(8)), None);
        assert_eq!(over(&Bound::exact(8), &Bound::about(8, 0..=30, "port of y")), None);
    }

    #[test]
    fn what_nobody_knows_is_no_draft() {
        let mixed = Sources::from(["steps of x".into(), Reason::unknown("which of 2 counts")]);
        assert_eq!(unsure(&mixed).as_deref(), Some("not certain: steps of x, which of 2 counts"));
        assert_eq!(unsure(&Sources::new()), None);
    }

    #[test]
    fn sums_remember_what_they_rest_on_and_never_overflow() {
        let sum: Bound = [Bound::exact(i32::MAX), Bound::about(1, 1..=2, "a"), Bound::about(4, 3..=4, "b")]
            .into_iter()
            .sum();
        assert_eq!(sum.least, i32::MAX);
        let small = &Bound::about(1, 1..=2, "a") + &Bound::about(4, 3..=4, "b");
        assert_eq!((small.least, small.nominal, small.most), (4, 5, 6));
        assert_eq!(unsure(&small.rests_on).as_deref(), Some("this depends on draft values: a, b"));
        assert_eq!(small.to_string(), "5 (estimate, 4 to 6)");
    }
}
