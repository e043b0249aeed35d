//! Yes, no or perhaps: what a selector says of a piece or a place, and what a perhaps rests on.

use crate::check::bound::{Bound, Reason, Sources};

/// An answer with its two ends: `least` under the reading in which least holds, `most` under that in which most holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Whether it holds under every reading.
    pub least: bool,
    /// Whether it holds by the data as they are; none where they say nothing.
    pub nominal: Option<bool>,
    /// Whether it holds under some reading.
    pub most: bool,
    /// The facts that keep it from being sure.
    pub rests_on: Sources,
}

impl Answer {
    /// A sure answer.
    pub fn exact(holds: bool) -> Self {
        Self { least: holds, nominal: Some(holds), most: holds, rests_on: Sources::new() }
    }

    /// An answer that draft data give.
    pub fn draft(holds: bool, why: String) -> Self {
        Self { least: false, nominal: Some(holds), most: true, rests_on: Sources::from([why.into()]) }
    }

    /// What the save shows and does not tell for sure.
    pub fn perhaps(holds: bool, why: Reason) -> Self {
        Self { least: false, nominal: Some(holds), most: true, rests_on: Sources::from([why]) }
    }

    /// One of these holds; what comes behind a sure yes is not asked for.
    pub fn any(answers: impl IntoIterator<Item = Self>) -> Self {
        let mut any = Self::exact(false);
        for answer in answers {
            any = any.or(answer);
            if any.least {
                break;
            }
        }
        any
    }

    /// Where nothing is known.
    pub fn unknown(why: String) -> Self {
        Self { least: false, nominal: None, most: true, rests_on: Sources::from([Reason::unknown(why)]) }
    }

    /// Whether it holds by the data as they are.
    pub fn holds(&self) -> bool {
        self.nominal == Some(true)
    }

    /// The opposite.
    pub fn not(self) -> Self {
        let nominal = self.nominal.map(|holds| !holds);
        Self { least: !self.most, nominal, most: !self.least, rests_on: self.rests_on }
    }

    /// Both.
    pub fn and(mut self, mut other: Self) -> Self {
        let nominal = match (self.nominal, other.nominal) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        };
        let (least, most) = (self.least && other.least, self.most && other.most);
        let known = least == most;
        if known {
            return Self { least, nominal, most, rests_on: Sources::new() };
        }
        if self.rests_on.len() < other.rests_on.len() {
            std::mem::swap(&mut self.rests_on, &mut other.rests_on);
        }
        self.rests_on.extend(other.rests_on);
        Self { least, nominal, most, rests_on: self.rests_on }
    }

    /// One of both or both.
    pub fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// How many things it counts: one, none or perhaps one. What the data say nothing about is not counted.
    pub fn counted(&self) -> Bound {
        let number = i32::from;
        Bound {
            least: number(self.least),
            nominal: number(self.holds()),
            most: number(self.most),
            rests_on: self.rests_on.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(holds: bool) -> Answer {
        Answer::draft(holds, "terrain of A1".into())
    }

    #[test]
    fn what_is_sure_needs_no_reason() {
        assert_eq!(draft(true).and(Answer::exact(false)), Answer::exact(false));
        assert_eq!(draft(false).or(Answer::exact(true)), Answer::exact(true));
        assert!(draft(true).and(Answer::exact(true)).holds());
    }

    #[test]
    fn a_perhaps_stays_one_in_its_opposite_and_keeps_its_reason() {
        let other = draft(true).not();
        assert_eq!((other.least, other.nominal, other.most), (false, Some(false), true));
        assert_eq!(other.rests_on.len(), 1);
    }

    #[test]
    fn what_nobody_knows_holds_neither_way() {
        let unknown = Answer::unknown("terrain of A1".into());
        assert!(!unknown.holds() && !unknown.clone().not().holds());
        assert_eq!(unknown.counted(), Bound::about(0, 0..=1, Reason::unknown("terrain of A1")));
    }
}
