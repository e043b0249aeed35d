//! Values of keys as types: what a key takes, and how its value is read.

use super::{Inputs, Key, KeyFault, KeyKind};
use crate::position::places::Hex;

/// An input whose keys are declared with its fields.
pub trait TypedInput: Sized {
    /// The keys, in the order of the fields.
    const KEYS: &'static [Key];

    /// Read the fields.
    ///
    /// # Errors
    /// All values that are wrong or missing.
    fn read(inputs: &Inputs) -> Result<Self, Vec<KeyFault>> {
        let mut faults = Vec::new();
        match Self::fields(inputs, &mut faults) {
            Some(input) if faults.is_empty() => Ok(input),
            _ => Err(faults),
        }
    }

    /// Read the fields as a part of a larger input, and add what is wrong to `faults`; none where something is.
    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self>;
}

/// A value of a key that stands alone as a field: it knows what holds where the key was not given.
pub trait Field: Sized {
    /// What its key takes.
    const KIND: KeyKind;

    /// The value of a key; none, with a fault, where it is wrong or missing.
    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self>;
}

/// A value of a key that may be missing, as `Option` of it.
pub trait KeyValue: Sized {
    /// What its key takes.
    const KIND: KeyKind;

    /// The value that a key was given, if it was.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault>;
}

impl<T: KeyValue> Field for Option<T> {
    const KIND: KeyKind = T::KIND;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        T::read(inputs, key).map_err(|fault| faults.push(fault)).ok()
    }
}

/// What a key lists; not given may be an empty list.
pub trait Listed: Sized {
    /// The entries of a key; none, with faults, where they are wrong or missing.
    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Vec<Self>>;
}

impl<T: Listed> Field for Vec<T> {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        T::read(inputs, key, faults)
    }
}

/// Yes; not given is no.
impl Field for bool {
    const KIND: KeyKind = KeyKind::YesNo;

    fn read(inputs: &Inputs, key: &str, _: &mut Vec<KeyFault>) -> Option<Self> {
        Some(inputs.yes(key))
    }
}

impl KeyValue for bool {
    const KIND: KeyKind = KeyKind::YesNo;

    fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault> {
        Ok(inputs.yes_no(key))
    }
}

/// Yes, also where it is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnlessNo(pub bool);

impl Field for UnlessNo {
    const KIND: KeyKind = KeyKind::YesNo;

    fn read(inputs: &Inputs, key: &str, _: &mut Vec<KeyFault>) -> Option<Self> {
        Some(Self(inputs.yes_no(key) != Some(false)))
    }
}

/// The word of a key that must be given.
pub fn needed<T: KeyValue>(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<T> {
    let word = T::read(inputs, key).map_err(|fault| faults.push(fault)).ok()?;
    if word.is_none() {
        let fault = KeyFault::new(key, "is missing");
        faults.push(match T::KIND {
            KeyKind::Word(words) => fault.help(format!("one of {}", words.proper().join(", "))),
            _ => fault,
        });
    }
    word
}

/// Yes, or how many there are; not given is no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Present(pub bool);

impl Field for Present {
    const KIND: KeyKind = KeyKind::Present;

    fn read(inputs: &Inputs, key: &str, _: &mut Vec<KeyFault>) -> Option<Self> {
        Some(Self(inputs.yes(key)))
    }
}

/// The field of a key whose value another field reads: a flag, or a key of one thing that several keys make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReadElsewhere;

impl Field for ReadElsewhere {
    const KIND: KeyKind = KeyKind::YesNo;

    fn read(_: &Inputs, _: &str, _: &mut Vec<KeyFault>) -> Option<Self> {
        Some(Self)
    }
}

impl KeyValue for String {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault> {
        Ok(inputs.word(key).map(str::to_owned))
    }
}

impl KeyValue for Hex {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault> {
        let told = inputs.word(key).map(str::parse).transpose();
        told.map_err(|fault: String| KeyFault::new(key, fault))
    }
}

/// Whole numbers; a field may narrow their limits.
macro_rules! numbers {
    ($($number:ty: $least:literal..=$most:literal),*) => { $(
        impl KeyValue for $number {
            const KIND: KeyKind = KeyKind::Number($least, $most);

            fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault> {
                Ok(inputs.number(key).and_then(|number| number.try_into().ok()))
            }
        }
    )* };
}
numbers!(u8: 0..=255, u32: 0..=4_294_967_295, i32: -2_147_483_648..=2_147_483_647);

/// A month such as `1942-08`, of a key that must be given.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(pub String);

impl KeyValue for Month {
    const KIND: KeyKind = KeyKind::Month;

    fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault> {
        Ok(inputs.word(key).map(|month| Self(month.to_owned())))
    }
}

impl Field for Month {
    const KIND: KeyKind = KeyKind::Month;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let month = inputs.word(key).map(|month| Self(month.to_owned()));
        if month.is_none() {
            faults.push(KeyFault::new(key, "is missing").help("the month, such as 1942-08"));
        }
        month
    }
}

/// The code of a nation of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NationCode(pub &'static str);

impl KeyValue for NationCode {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str) -> Result<Option<Self>, KeyFault> {
        let Some(word) = inputs.word(key) else { return Ok(None) };
        let code = inputs.nation(word).ok_or_else(|| KeyFault::new(key, format!("no nation \"{word}\"")));
        code.map(|code| Some(Self(code)))
    }
}
