//! Relations over values and counts, such as `civilian + military + idle == 11`.

use serde::{Deserialize, Serialize};

use super::atoms::PieceSelector;
use super::parse::Op;

/// Two sums and how they stand to each other.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Comparison {
    /// The first sum.
    pub left: Expression,
    /// How it stands to the second.
    pub op: Op,
    /// The second sum.
    pub right: Expression,
}

/// A sum of values, counts and numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Expression {
    /// A number.
    Number(i32),
    /// A value of the position, by its name.
    Value(String),
    /// How many pieces in play a selector means.
    Count(PieceSelector),
    /// Two sums, added, taken from each other or multiplied.
    Of(Box<Expression>, Sign, Box<Expression>),
}

/// What is done with two sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sign {
    Plus,
    Minus,
    Times,
}

impl Sign {
    fn sign(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
        }
    }
}

impl Expression {
    /// Whether it counts pieces.
    pub fn counts(&self) -> bool {
        match self {
            Self::Number(_) | Self::Value(_) => false,
            Self::Count(_) => true,
            Self::Of(left, _, right) => left.counts() || right.counts(),
        }
    }

    /// Whether it is a number and nothing else.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    /// As a sentence has it.
    pub fn in_words(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Value(name) => name.clone(),
            Self::Count(pieces) => match pieces.in_words() {
                Some(such) => format!("the number of pieces {such}"),
                None => "the number of its pieces".to_owned(),
            },
            Self::Of(left, sign, right) => {
                let inner = |sum: &Self| match sum {
                    Self::Of(_, Sign::Plus | Sign::Minus, _) if *sign == Sign::Times => {
                        format!("({})", sum.in_words())
                    }
                    _ => sum.in_words(),
                };
                let taken =
                    matches!(**right, Self::Of(_, Sign::Plus | Sign::Minus, _)) && *sign == Sign::Minus;
                let right = if taken { format!("({})", right.in_words()) } else { inner(right) };
                format!("{} {} {right}", inner(left), sign.sign())
            }
        }
    }
}
