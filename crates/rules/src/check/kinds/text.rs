//! The rows of `checks.toml` as they are written, and which keys belong to which kind of check.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use vassal::diagnostic::Severity;

/// The five kinds of checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KindWord {
    Count,
    Where,
    With,
    Value,
    Change,
}

impl KindWord {
    /// As the file has it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Where => "where",
            Self::With => "with",
            Self::Value => "value",
            Self::Change => "change",
        }
    }
}

/// A number, or the name of where it stands: a column of the counter or a value of the position.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum LimitText {
    /// A number.
    Number(i32),
    /// A column of the counter or a value.
    Named(String),
}

/// One word or several.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum WordsText {
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

impl WordsText {
    /// All of them.
    pub fn all(&self) -> &[String] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Several(words) => words,
        }
    }
}

type Written = Option<Spanned<String>>;

/// A row, or one of its further tests under `also`, which has no head of its own.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RowText {
    /// The check's id.
    pub id: Written,
    /// The fault's name.
    pub name: Written,
    /// The paragraphs.
    pub rule: Written,
    /// How sure a finding is.
    pub severity: Option<Spanned<Severity>>,
    /// When it holds: `EN.5` or `EN.5..SE.7`; all phases without.
    pub phases: Option<Spanned<WordsText>>,
    /// Steps at whose end only it is judged.
    pub unsettled: Option<Spanned<WordsText>>,
    /// Checks that it silences at the same place.
    pub refines: Option<Spanned<WordsText>>,
    /// Further tests of the same check.
    pub also: Vec<Spanned<RowText>>,
    /// The kind of check.
    pub kind: Option<Spanned<KindWord>>,
    /// Which pieces it is about.
    pub pieces: Written,
    /// What players call one of them.
    pub called: Written,
    /// Pieces of which it is not sure that the rule means them.
    pub doubt: Written,
    /// Whether pieces that are out of play count, too.
    pub everywhere: Option<Spanned<bool>>,
    /// The first month in which it holds.
    pub since: Written,
    /// The first month in which it holds no more.
    pub before: Written,
    /// The first step of that month's seasonal turn in which it holds no more.
    pub before_phase: Written,
    /// Readings of choices under which it holds.
    pub choices: Option<Spanned<BTreeMap<String, String>>>,
    /// What one finding is about: `piece`, `place`, `stack`, `side`, `nation`, `kind`, `id`, or several of them.
    pub per: Option<Spanned<WordsText>>,
    /// Whether it holds only where the tests before it found nothing.
    pub otherwise: Option<Spanned<bool>>,
    /// The sentence of a finding.
    pub says: Written,
    /// What to do about it.
    pub help: Written,
    /// What to do where something at the place can carry one of the pieces.
    pub help_aboard: Written,
    /// Which pieces of the place a finding names.
    pub shows: Written,
    /// The largest number allowed.
    pub most: Option<Spanned<LimitText>>,
    /// The smallest number allowed.
    pub least: Option<Spanned<LimitText>>,
    /// The places where it is counted.
    pub places: Written,
    /// The places where the pieces must be.
    pub must: Written,
    /// The places where the pieces must never be.
    pub never: Written,
    /// The companion that the pieces need.
    pub needs: Written,
    /// The companion that the pieces must not have.
    pub bars: Written,
    /// Where the companion is: `here`, `stack`, `on`, `carries` or `beside`.
    pub companion: Written,
    /// The relation that must hold.
    pub holds: Written,
    /// What changes: `moves`, `appears`, `goes`, `gains STATE`, `loses STATE`, `value NAME`, `rises NAME` or
    /// `falls NAME`.
    pub change: Written,
    /// The way a value may change: `up`, `down` or `never`.
    pub only: Written,
    /// The phases in which it may change.
    pub only_in: Option<Spanned<WordsText>>,
    /// What a piece must have been in the earlier position.
    pub after: Written,
}

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileText {
    /// The version of the form: 1.
    pub format: u32,
    /// The checks.
    #[serde(default)]
    pub check: Vec<Spanned<RowText>>,
}

/// The file of names, `selectors.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamesText {
    /// The version of the form: 1.
    pub format: u32,
    /// Names for selectors of pieces.
    #[serde(default)]
    pub pieces: BTreeMap<String, Spanned<String>>,
    /// Names for predicates of places.
    #[serde(default)]
    pub places: BTreeMap<String, Spanned<String>>,
}

/// The keys of one kind of check, and the keys of the head.
const KEYS: &[(&str, &[KindWord])] = {
    use KindWord::{Change, Count, Value, Where, With};
    &[
        ("pieces", &[Count, Where, With, Change]),
        ("called", &[Count, Where, With, Change]),
        ("doubt", &[Count, Where, With, Change]),
        ("everywhere", &[Count, Where, With]),
        ("per", &[Count, Where, With]),
        ("otherwise", &[Count, Where, With]),
        ("help_aboard", &[Count, Where, With]),
        ("shows", &[Count, Where, With]),
        ("most", &[Count, Change]),
        ("least", &[Count]),
        ("places", &[Count]),
        ("must", &[Where]),
        ("never", &[Where]),
        ("needs", &[With]),
        ("bars", &[With]),
        ("companion", &[With]),
        ("holds", &[Value]),
        ("change", &[Change]),
        ("only", &[Change]),
        ("only_in", &[Change]),
        ("after", &[Change]),
    ]
};

/// The keys of a check that its further tests do not repeat.
const HEAD: &[&str] = &["id", "name", "rule", "phases", "unsettled", "refines", "also"];

impl RowText {
    /// The keys that are given, with the byte where their value begins.
    fn given(&self) -> Vec<(&'static str, usize)> {
        macro_rules! starts {
            ($($key:ident)*) => {
                [$((stringify!($key), self.$key.as_ref().map(|value| value.span().start))),*]
            };
        }
        let keys = starts!(
            id name rule severity phases unsettled refines kind pieces called doubt everywhere since before
            before_phase choices per otherwise says help help_aboard shows most least places must never needs
            bars companion holds change only only_in after
        );
        let also = self.also.first().map(|also| ("also", also.span().start));
        keys.into_iter().filter_map(|(key, start)| Some((key, start?))).chain(also).collect()
    }

    /// Keys that do not belong where they are, with the byte where their value begins.
    pub fn misplaced(&self, kind: KindWord, is_head: bool) -> Vec<(usize, String)> {
        let wrong = |(key, start): (&'static str, usize)| {
            let kinds = KEYS.iter().find(|(known, _)| *known == key).map(|(_, kinds)| *kinds);
            if !is_head && HEAD.contains(&key) {
                return Some((
                    start,
                    format!("`{key}` belongs to the check and not to a further test; remove it"),
                ));
            }
            let fits = kinds.is_none_or(|kinds| kinds.contains(&kind));
            let told = || format!("`{key}` has no effect in a check of the kind {}; remove it", kind.word());
            (!fits).then(|| (start, told()))
        };
        self.given().into_iter().filter_map(wrong).collect()
    }
}
