//! Relations over values and counts, such as `civilian + military + idle == 11`.

use super::ask;
use super::parse::{Op, Token, TokenReader, tokens};
use super::selector::{KnownWords, Looker, PieceSelector};
use crate::rules::bound::{Bound, Sources};
use crate::rules::situation::{PieceIx, Situation};

/// Two sums and how they stand to each other.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The first sum.
    pub left: Expression,
    /// How it stands to the second.
    pub op: Op,
    /// The second sum.
    pub right: Expression,
}

/// A sum of values, counts and numbers.
#[derive(Debug, Clone)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// A relation as a row has it.
///
/// # Errors
/// What cannot be read, or a word that nothing knows.
pub fn relation(text: &str, known: &KnownWords<'_>) -> Result<Comparison, String> {
    let tokens = tokens(text)?;
    let mut reader = TokenReader::new(&tokens);
    let left = sum(&mut reader, known)?;
    let op = reader.peek().and_then(|token| {
        Op::ALL.iter().find(|(sign, _)| !token.is_word && *sign == token.text).map(|(_, op)| *op)
    });
    let Some(op) = op else { return Err(reader.expected("one of == != < <= > >=")) };
    reader.take();
    let right = sum(&mut reader, known)?;
    if reader.peek().is_some() {
        return Err(reader.expected("+, -, * or the end"));
    }
    Ok(Comparison { left, op, right })
}

fn sum(reader: &mut TokenReader<'_>, known: &KnownWords<'_>) -> Result<Expression, String> {
    let mut left = product(reader, known)?;
    loop {
        let sign = if reader.eat("+") {
            Sign::Plus
        } else if reader.eat("-") {
            Sign::Minus
        } else {
            return Ok(left);
        };
        left = Expression::Of(Box::new(left), sign, Box::new(product(reader, known)?));
    }
}

fn product(reader: &mut TokenReader<'_>, known: &KnownWords<'_>) -> Result<Expression, String> {
    let mut left = part(reader, known)?;
    while reader.eat("*") {
        left = Expression::Of(Box::new(left), Sign::Times, Box::new(part(reader, known)?));
    }
    Ok(left)
}

fn part(reader: &mut TokenReader<'_>, known: &KnownWords<'_>) -> Result<Expression, String> {
    if reader.eat("(") {
        let inner = reader.deeper(|reader| sum(reader, known))?;
        reader.expect(")")?;
        return Ok(inner);
    }
    let Some(Token { text, quoted, .. }) = reader.peek().filter(|token| token.is_word) else {
        return Err(reader.expected("a number, the name of a value or count(...)"));
    };
    reader.take();
    if !quoted && text == "count" && reader.eat("(") {
        let node = reader.deeper(TokenReader::either)?;
        reader.expect(")")?;
        return Ok(Expression::Count(known.pieces_of(&node, Looker::Nobody)?));
    }
    Ok(match text.parse() {
        Ok(number) if !quoted => Expression::Number(number),
        _ => Expression::Value(known.value(text)?),
    })
}

impl Comparison {
    /// Whether it counts pieces.
    pub fn counts(&self) -> bool {
        self.left.counts() || self.right.counts()
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
    fn counts(&self) -> bool {
        match self {
            Self::Number(_) | Self::Value(_) => false,
            Self::Count(_) => true,
            Self::Of(left, _, right) => left.counts() || right.counts(),
        }
    }

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
