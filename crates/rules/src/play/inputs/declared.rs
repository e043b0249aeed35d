//! Keys declared once: [`inputs!`](crate::inputs!) makes of a struct its keys and what reads them, [`words!`](crate::words!) of an enum
//! the words of a key.

use std::borrow::Cow;

use super::{Key, KeyKind, KeyWords, Synonyms, WordRows};

/// The key of a name, for an input that shares it.
///
/// # Panics
/// While compiling, where no key has the name.
#[must_use]
pub const fn key(keys: &[Key], name: &str) -> Key {
    let mut at = 0;
    while at < keys.len() {
        if is_same(text(&keys[at].name), name) {
            return copied(&keys[at]);
        }
        at += 1;
    }
    panic!("no key of this name")
}

/// The keys of several lists in one.
///
/// # Panics
/// While compiling, where `N` is not the number of all keys.
#[must_use]
pub const fn joined<const N: usize>(lists: &[&[Key]]) -> [Key; N] {
    const NONE: Key = Key::new("", &[], KeyKind::YesNo, "", "");
    let mut all = [NONE; N];
    let (mut list, mut count) = (0, 0);
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            std::mem::forget(std::mem::replace(&mut all[count], copied(&lists[list][at])));
            count += 1;
            at += 1;
        }
        list += 1;
    }
    assert!(count == N, "not all keys are filled");
    all
}

/// How many keys some lists have.
#[must_use]
pub const fn count(lists: &[&[Key]]) -> usize {
    let (mut list, mut count) = (0, 0);
    while list < lists.len() {
        count += lists[list].len();
        list += 1;
    }
    count
}

const fn copied(key: &Key) -> Key {
    let Synonyms::Coded(synonyms) = &key.synonyms else { panic!("a key of the code") };
    let kind = match &key.kind {
        KeyKind::Number(least, most) => KeyKind::Number(*least, *most),
        KeyKind::YesNo => KeyKind::YesNo,
        KeyKind::Present => KeyKind::Present,
        KeyKind::Word(words) => KeyKind::Word(KeyWords::Coded(rows(words))),
        KeyKind::Alone(words) => KeyKind::Alone(KeyWords::Coded(rows(words))),
        KeyKind::Month => KeyKind::Month,
        KeyKind::Flag(key, word) => KeyKind::flag(text(key), text(word)),
        KeyKind::List => KeyKind::List,
    };
    Key::new(text(&key.name), synonyms, kind, text(&key.rule), text(&key.help))
}

const fn rows(words: &KeyWords) -> WordRows {
    match words {
        KeyWords::Coded(rows) => rows,
        KeyWords::Read(_) => panic!("words of the code"),
    }
}

#[expect(clippy::ptr_arg, reason = "only a Cow says that its text is of the code")]
const fn text(text: &Cow<'static, str>) -> &'static str {
    match text {
        Cow::Borrowed(text) => text,
        Cow::Owned(_) => panic!("a text of the code"),
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The help of a key from the comment of its field: without the space before it.
#[must_use]
pub const fn help(comment: &'static str) -> &'static str {
    let (space, help) = comment.split_at(1);
    assert!(is_same(space, " "), "a comment begins with a space");
    help
}

/// Declares a struct with the keys of its fields: comment (the help), field, type, name of the key with its synonyms,
/// rule, and the limits of a number; or a key that several structs share. The type is a
/// [`Field`](crate::play::inputs::Field); `..` takes the keys of another such struct in their place.
///
/// ```
/// use liege_rules::play::inputs::{Inputs, Key, KeyKind, TypedInput};
/// use liege_rules::position::places::Hex;
///
/// const FORTIFIED: Key = Key::new("fortified", &["fort"], KeyKind::YesNo, "3.9.2.1", "a working fort in the hex");
///
/// liege_rules::inputs! {
///     /// A port.
///     pub struct Port {
///         /// the hex of the port: W2112
///         hex: Option<Hex> = "hex" | "target", "3.9.2";
///         /// the port has a Harbor Enlargement
///         enlarged: bool = "enlarged", "3.9.2.1";
///         fortified: bool = FORTIFIED;
///         /// ships in it
///         ships: Option<u8> = "ships", "3.9.2", 1..=60;
///     }
/// }
///
/// assert_eq!(Port::KEYS[1].help, "the port has a Harbor Enlargement");
/// assert_eq!(Port::KEYS[2], FORTIFIED);
/// let port = Port::read(&Inputs::default()).unwrap();
/// assert!(port.hex.is_none() && !port.enlarged);
/// ```
#[macro_export]
macro_rules! inputs {
    (
        $(#[$meta:meta])*
        $vis:vis struct $input:ident {
            $( $(#[doc = $help:literal])? $field:ident: $type:ty = $($name:literal)|* $($shared:path)?
                $(, $rule:expr $(, $least:literal..=$most:literal)?)?; )*
            $( ..$part:ident: $keys:ty;
                $( $(#[doc = $help2:literal])? $field2:ident: $type2:ty = $($name2:literal)|* $($shared2:path)?
                    $(, $rule2:expr $(, $least2:literal..=$most2:literal)?)?; )*
            )*
        }
    ) => {
        $(#[$meta])*
        $vis struct $input {
            $( $(#[doc = $help])? pub(crate) $field: $type, )*
            $(
                #[allow(missing_docs)] pub(crate) $part: $keys,
                $( $(#[doc = $help2])? pub(crate) $field2: $type2, )*
            )*
        }

        impl $crate::play::inputs::TypedInput for $input {
            const KEYS: &'static [$crate::play::inputs::Key] = {
                const LISTS: &[&[$crate::play::inputs::Key]] = &[
                    &[ $( $crate::inputs!(
                        @key [$($name)|*] [$($shared)?] [$type] [$($rule $(, $least, $most)?)?] [$($help)?]
                    ) ),* ],
                    $(
                        <$keys as $crate::play::inputs::TypedInput>::KEYS,
                        &[ $( $crate::inputs!(
                            @key [$($name2)|*] [$($shared2)?] [$type2] [$($rule2 $(, $least2, $most2)?)?] [$($help2)?]
                        ) ),* ],
                    )*
                ];
                &$crate::play::inputs::joined::<{ $crate::play::inputs::count(LISTS) }>(LISTS)
            };

            fn fields(
                inputs: &$crate::play::inputs::Inputs,
                faults: &mut Vec<$crate::play::inputs::KeyFault>,
            ) -> Option<Self> {
                $( let $field = $crate::inputs!(@read [$($name)|*] [$($shared)?] $type, inputs, faults); )*
                $(
                    let $part = <$keys as $crate::play::inputs::TypedInput>::fields(inputs, faults);
                    $( let $field2 = $crate::inputs!(@read [$($name2)|*] [$($shared2)?] $type2, inputs, faults); )*
                )*
                Some(Self { $( $field: $field?, )* $( $part: $part?, $( $field2: $field2?, )* )* })
            }
        }
    };
    (@key [] [$shared:path] [$type:ty] [] []) => { $shared };
    (
        @key [$name:literal $(| $more:literal)*] [] [$type:ty]
        [$rule:expr $(, $least:literal, $most:literal)?] [$($help:literal)?]
    ) => {
        $crate::play::inputs::Key::new(
            $name,
            &[$($more),*],
            $crate::inputs!(@kind $type $(, $least, $most)?),
            $rule,
            $crate::play::inputs::help(concat!($($help)?)),
        )
    };
    (@read [] [$shared:path] $type:ty, $inputs:ident, $faults:ident) => {
        <$type as $crate::play::inputs::Field>::read($inputs, &$shared.name, $faults)
    };
    (@read [$name:literal $(| $more:literal)*] [] $type:ty, $inputs:ident, $faults:ident) => {
        <$type as $crate::play::inputs::Field>::read($inputs, $name, $faults)
    };
    (@kind $type:ty) => { <$type as $crate::play::inputs::Field>::KIND };
    (@kind $type:ty, $least:literal, $most:literal) => { $crate::play::inputs::KeyKind::Number($least, $most) };
}

/// Declares an enum by the words of a key, each with its synonyms; `alone` where they stand without the key. As a
/// [`Field`](crate::play::inputs::Field) it may be missing as `Option` of it; with `needed` it must be given, and with
/// `or WORD` that one holds where it is not.
///
/// ```
/// use liege_rules::play::inputs::{Field as _, Inputs};
///
/// liege_rules::words! {
///     /// The size of a port.
///     pub enum Port or Minor { Minor = "minor" | "small", Major = "major" | "large" }
/// }
///
/// liege_rules::words! {
///     /// What is attacked.
///     pub enum Target needed { Aircraft = "aircraft", Ships = "ships" }
/// }
///
/// let mut faults = Vec::new();
/// assert_eq!(Port::read(&Inputs::default(), "port", &mut faults), Some(Port::Minor));
/// assert_eq!(Target::read(&Inputs::default(), "target", &mut faults), None);
/// assert_eq!(faults.len(), 1);
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $words:ident { $( $(#[$doc:meta])* $word:ident = $name:literal $(| $more:literal)* ),* $(,)? }
    ) => {
        $crate::words!(@enum word; $(#[$meta])* $vis $words { $( $(#[$doc])* $word = $name [$($more),*] ),* });
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $words:ident alone { $( $(#[$doc:meta])* $word:ident = $name:literal $(| $more:literal)* ),* $(,)? }
    ) => {
        $crate::words!(@enum alone; $(#[$meta])* $vis $words { $( $(#[$doc])* $word = $name [$($more),*] ),* });
    };
    ($(#[$meta:meta])* $vis:vis enum $words:ident needed { $($body:tt)* }) => {
        $crate::words! { $(#[$meta])* $vis enum $words { $($body)* } }

        impl $crate::play::inputs::Field for $words {
            const KIND: $crate::play::inputs::KeyKind = <Self as $crate::play::inputs::KeyValue>::KIND;

            fn read(
                inputs: &$crate::play::inputs::Inputs,
                key: &str,
                faults: &mut Vec<$crate::play::inputs::KeyFault>,
            ) -> Option<Self> {
                $crate::play::inputs::needed(inputs, key, faults)
            }
        }
    };
    ($(#[$meta:meta])* $vis:vis enum $words:ident or $default:ident { $($body:tt)* }) => {
        $crate::words! { $(#[$meta])* $vis enum $words { $($body)* } }

        impl $crate::play::inputs::Field for $words {
            const KIND: $crate::play::inputs::KeyKind = <Self as $crate::play::inputs::KeyValue>::KIND;

            fn read(
                inputs: &$crate::play::inputs::Inputs,
                key: &str,
                faults: &mut Vec<$crate::play::inputs::KeyFault>,
            ) -> Option<Self> {
                <Option<Self> as $crate::play::inputs::Field>::read(inputs, key, faults)
                    .map(|given| given.unwrap_or(Self::$default))
            }
        }
    };
    (@enum $kind:ident; $(#[$meta:meta])* $vis:vis $words:ident {
        $( $(#[$doc:meta])* $word:ident = $name:literal [$($more:literal),*] ),*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        $vis enum $words { $( $(#[$doc])* #[doc = $name] $word, )* }

        impl $crate::play::inputs::KeyValue for $words {
            const KIND: $crate::play::inputs::KeyKind =
                $crate::play::inputs::KeyKind::$kind(&[ $( ($name, &[$($more),*]) ),* ]);

            fn read(
                inputs: &$crate::play::inputs::Inputs,
                key: &str,
            ) -> Result<Option<Self>, $crate::play::inputs::KeyFault> {
                Ok(match inputs.word(key) {
                    $( Some($name) => Some(Self::$word), )*
                    _ => None,
                })
            }
        }

        impl $words {
            /// Its word.
            #[must_use]
            $vis fn word(self) -> &'static str {
                match self { $( Self::$word => $name, )* }
            }
        }

        impl std::fmt::Display for $words {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
