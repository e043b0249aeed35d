//! Values as the engine's interpreter holds them, and what it makes of two of them.
//!
//! Engine classes: `bsh.BSHBinaryExpression`, `bsh.Primitive`.

use std::cmp::Ordering;

use super::patterns;

/// A sign between two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `>`
    More,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Over,
    /// `%`
    Modulo,
    /// `=~`, the whole left text by the pattern at the right
    Matches,
    /// `!~`
    MatchesNot,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `&`
    BitAnd,
    /// `<<`
    Left,
    /// `>>`
    Right,
    /// `>>>`
    RightUnsigned,
}

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The interpreter refuses it too.
    Refused,
    /// Only the interpreter knows.
    Unknown,
}

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A whole number.
    Number(i32),
    /// A decimal of 32 bits, as a property with a point is.
    Single(f32),
    /// A decimal of 64 bits, as one in a source is.
    Double(f64),
    /// True or false.
    Truth(bool),
    /// A text.
    Text(String),
    /// A letter, which counts as its number beside numbers.
    Letter(char),
    /// Several texts, as a text is split into them.
    Texts(Vec<String>),
}

/// A value, and whether it is an object: numbers and truths that went through a function of the interpreter's
/// own language are, and compare by identity.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Held {
    pub value: Value,
    pub object: bool,
}

impl From<Value> for Held {
    fn from(value: Value) -> Self {
        Self { value, object: false }
    }
}

impl Held {
    pub fn text(text: impl Into<String>) -> Self {
        Value::Text(text.into()).into()
    }

    /// The value as the interpreter writes it; decimals that Java writes with an exponent are not known.
    pub fn shown(&self) -> Result<String, Fault> {
        let plain = |size: f64| size == 0.0 || (1e-3..1e7).contains(&size);
        match &self.value {
            Value::Number(number) => Ok(number.to_string()),
            Value::Single(decimal) if plain(decimal.abs().into()) => Ok(format!("{decimal:?}")),
            Value::Double(decimal) if plain(decimal.abs()) => Ok(format!("{decimal:?}")),
            Value::Single(_) | Value::Double(_) | Value::Texts(_) => Err(Fault::Unknown),
            Value::Truth(truth) => Ok(truth.to_string()),
            Value::Text(text) => Ok(text.clone()),
            Value::Letter(letter) => Ok(letter.to_string()),
        }
    }

    /// What a condition says.
    pub fn truth(&self) -> Result<bool, Fault> {
        match self.value {
            Value::Truth(truth) => Ok(truth),
            _ => Err(Fault::Refused),
        }
    }

    fn is_text(&self) -> bool {
        matches!(self.value, Value::Text(_))
    }

    fn is_blank(&self) -> bool {
        matches!(&self.value, Value::Text(text) if text.is_empty())
    }

    fn is_plain_number(&self) -> bool {
        matches!(self.value, Value::Number(_)) && !self.object
    }

    /// The value with a sign before it.
    pub fn signed(self, sign: char) -> Result<Self, Fault> {
        use Value::{Double, Number, Single, Truth};
        let value = match (sign, self.value.reckoned()) {
            ('!', Truth(truth)) => Truth(!truth),
            ('-', Number(number)) => Number(number.wrapping_neg()),
            ('-', Single(decimal)) => Single(-decimal),
            ('-', Double(decimal)) => Double(-decimal),
            ('+', value @ (Number(_) | Single(_) | Double(_))) => value,
            ('~', Number(number)) => Number(!number),
            (_, Value::Texts(_)) => return Err(Fault::Unknown),
            _ => return Err(Fault::Refused),
        };
        Ok(Self { value, ..self })
    }
}

/// What an operator makes of two values.
pub(super) fn operate(operator: Operator, left: &Held, right: &Held) -> Result<Held, Fault> {
    if [left, right].iter().any(|held| matches!(held.value, Value::Texts(_))) {
        return Err(Fault::Unknown);
    }
    match (left.is_text(), right.is_text()) {
        (false, false) if left.object && right.object && operator == Operator::Equal => Err(Fault::Refused),
        (false, false) => match of_values(operator, &left.value, &right.value) {
            Some(value) => {
                let value = value?;
                let object = (left.object || right.object) && !matches!(value, Value::Truth(_));
                Ok(Held { value, object })
            }
            None => of_texts(operator, &left.shown()?, &right.shown()?),
        },
        (false, true) if left.is_plain_number() && right.is_blank() => {
            operate(operator, left, &Value::Number(0).into())
        }
        (true, false) if right.is_plain_number() && left.is_blank() => {
            operate(operator, &Value::Number(0).into(), right)
        }
        _ => of_texts(operator, &left.shown()?, &right.shown()?),
    }
}

fn of_texts(operator: Operator, left: &str, right: &str) -> Result<Held, Fault> {
    match operator {
        Operator::Plus => Ok(Held::text(left.to_owned() + right)),
        Operator::Matches | Operator::MatchesNot => {
            let matches = patterns::whole(right).ok_or(Fault::Unknown)?.is_match(left);
            Ok(Value::Truth(matches == (operator == Operator::Matches)).into())
        }
        _ => ordered(operator, left.cmp(right)).map(Held::from).ok_or(Fault::Refused),
    }
}

/// What a comparison says of an order.
fn ordered(operator: Operator, order: Ordering) -> Option<Value> {
    let truth = match operator {
        Operator::Equal => order.is_eq(),
        Operator::Unequal => order.is_ne(),
        Operator::AtMost => order.is_le(),
        Operator::AtLeast => order.is_ge(),
        Operator::Less => order.is_lt(),
        Operator::More => order.is_gt(),
        _ => return None,
    };
    Some(Value::Truth(truth))
}

/// Of two numbers or truths; none where the interpreter tries again with both as texts.
fn of_values(operator: Operator, left: &Value, right: &Value) -> Option<Result<Value, Fault>> {
    use Value::{Double, Number, Single, Truth};
    if matches!(operator, Operator::Matches | Operator::MatchesNot) {
        return None;
    }
    Some(match (&left.clone().reckoned(), &right.clone().reckoned()) {
        (Truth(a), Truth(b)) => match operator {
            Operator::Equal => Ok(Truth(a == b)),
            Operator::Unequal => Ok(Truth(a != b)),
            Operator::And => Ok(Truth(*a && *b)),
            Operator::Or => Ok(Truth(*a || *b)),
            _ => Err(Fault::Refused),
        },
        (Truth(_), _) | (_, Truth(_)) => return None,
        (Number(a), Number(b)) => of_numbers(operator, *a, *b).ok_or(Fault::Refused),
        (a @ Double(_), b) | (a, b @ Double(_)) => of_decimals(operator, a.decimal(), b.decimal(), Double),
        (a, b) => {
            // Both have at most the precision of a single one, and so has what is made of them.
            of_decimals(operator, single(a).into(), single(b).into(), |made| Single(made as f32))
        }
    })
}

fn of_numbers(operator: Operator, a: i32, b: i32) -> Option<Value> {
    let made = match operator {
        Operator::Plus => a.wrapping_add(b),
        Operator::Minus => a.wrapping_sub(b),
        Operator::Times => a.wrapping_mul(b),
        Operator::Over if b != 0 => a.wrapping_div(b),
        Operator::Modulo if b != 0 => a.wrapping_rem(b),
        Operator::BitOr => a | b,
        Operator::BitXor => a ^ b,
        Operator::BitAnd => a & b,
        // Java takes the last five bits of how far.
        Operator::Left => a.wrapping_shl(b.cast_unsigned()),
        Operator::Right => a.wrapping_shr(b.cast_unsigned()),
        Operator::RightUnsigned => a.cast_unsigned().wrapping_shr(b.cast_unsigned()).cast_signed(),
        _ => return ordered(operator, a.cmp(&b)),
    };
    Some(Value::Number(made))
}

fn of_decimals(operator: Operator, a: f64, b: f64, made: fn(f64) -> Value) -> Result<Value, Fault> {
    Ok(match operator {
        Operator::Plus => made(a + b),
        Operator::Minus => made(a - b),
        Operator::Times => made(a * b),
        Operator::Over => made(a / b),
        Operator::Modulo => made(a % b),
        _ => {
            let order = a.partial_cmp(&b).ok_or(Fault::Unknown)?;
            return ordered(operator, order).ok_or(Fault::Refused);
        }
    })
}

impl Value {
    /// A letter as its number, anything else as it stands.
    fn reckoned(self) -> Self {
        match self {
            Self::Letter(letter) => Self::Number(u32::from(letter).cast_signed()),
            other => other,
        }
    }

    /// As a decimal; not a number for truths and texts.
    pub(super) fn decimal(&self) -> f64 {
        match self {
            Self::Number(number) => (*number).into(),
            Self::Single(decimal) => (*decimal).into(),
            Self::Double(decimal) => *decimal,
            _ => f64::NAN,
        }
    }
}

fn single(value: &Value) -> f32 {
    match value {
        Value::Number(number) => *number as f32,
        other => other.decimal() as f32,
    }
}
