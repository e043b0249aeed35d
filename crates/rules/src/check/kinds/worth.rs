//! What sums of values and counts come to in a position.

use super::ask;
use super::expression::{Comparison, Expression, Sign};
use crate::check::bound::{Bound, Sources};
use crate::position::situation::{PieceIx, Situation};

impl Comparison {
    /// Whether it counts pieces that may be hidden from the looker.
    pub fn may_be_hidden(&self, now: &Situation) -> bool {
        [&self.left, &self.right].iter().any(|sum| sum.may_be_hidden(now))
    }

    /// Whether it fails however many more pieces there are than those that are seen.
    pub fn fails_whatever_more_there_is(&self, now: &Situation) -> bool {
        let ends =
            [&self.left, &self.right].map(|sum| sum.with(now, &|count| Bound { most: i32::MAX, ..count }));
        let [Ok(left), Ok(right)] = ends else { return false };
        ask::relation(&left, self.op, &right).not().least
    }
}

impl Expression {
    /// What it comes to in a position.
    ///
    /// # Errors
    /// The name of a value that the position does not show.
    pub fn of(&self, now: &Situation) -> Result<Bound, String> {
        self.with(now, &|count| count)
    }

    /// The same with another view of each number of pieces.
    fn with(&self, now: &Situation, seen: &dyn Fn(Bound) -> Bound) -> Result<Bound, String> {
        match self {
            Self::Number(number) => Ok(Bound::exact(*number)),
            Self::Value(name) => now.values.get(name.as_str()).cloned().ok_or_else(|| name.clone()),
            Self::Count(pieces) => {
                Ok(seen(ask::matching(now, pieces, false).iter().map(|(_, answer)| answer.counted()).sum()))
            }
            Self::Of(left, sign, right) => Ok(joined(&left.with(now, seen)?, *sign, &right.with(now, seen)?)),
        }
    }

    fn may_be_hidden(&self, now: &Situation) -> bool {
        match self {
            Self::Number(_) | Self::Value(_) => false,
            Self::Count(pieces) => ask::may_be_hidden(now, None, pieces),
            Self::Of(left, _, right) => left.may_be_hidden(now) || right.may_be_hidden(now),
        }
    }

    /// The pieces that it counts.
    pub fn pieces(&self, now: &Situation) -> Vec<PieceIx> {
        match self {
            Self::Number(_) | Self::Value(_) => Vec::new(),
            Self::Count(pieces) => {
                let meant = ask::matching(now, pieces, false);
                meant.into_iter().filter(|(_, answer)| answer.holds()).map(|(ix, _)| ix).collect()
            }
            Self::Of(left, _, right) => left.pieces(now).into_iter().chain(right.pieces(now)).collect(),
        }
    }

    /// The counts and values in it with what each of them comes to, in order.
    pub fn parts(&self, now: &Situation) -> Vec<(String, Bound)> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Value(_) | Self::Count(_) => {
                self.of(now).map(|number| vec![(self.in_words(), number)]).unwrap_or_default()
            }
            Self::Of(left, _, right) => left.parts(now).into_iter().chain(right.parts(now)).collect(),
        }
    }
}

/// Two numbers joined, end by end.
fn joined(left: &Bound, sign: Sign, right: &Bound) -> Bound {
    let corners = |f: fn(i32, i32) -> i32| {
        let all = [left.least, left.most].map(|a| [right.least, right.most].map(|b| f(a, b)));
        let all = || all.iter().flatten().copied();
        let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
        let rests_on = if least == most { Sources::new() } else { &left.rests_on | &right.rests_on };
        Bound { least, nominal: f(left.nominal, right.nominal), most, rests_on }
    };
    match sign {
        Sign::Plus => corners(i32::saturating_add),
        Sign::Minus => corners(i32::saturating_sub),
        Sign::Times => corners(i32::saturating_mul),
    }
}
