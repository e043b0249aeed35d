//! What a key of an input is: its name, what it takes, its rule; written in code or read from data.

use std::borrow::Cow;

/// A text that the code has, or that was read from a file.
pub type Text = Cow<'static, str>;

/// What a key takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyKind {
    /// A whole number between two limits.
    Number(i64, i64),
    /// Yes or no.
    YesNo,
    /// Yes or no, or how many: any number above zero is yes.
    Present,
    /// One of some words, each with its synonyms.
    Word(KeyWords),
    /// The same; its words also stand alone, without the key: `jungle` for `terrain=jungle`.
    Alone(KeyWords),
    /// A month: `1944-02`, `February 1944`.
    Month,
    /// Yes or no; yes is another way to give a key that takes words this word: `monsoon=yes` for `weather=monsoon`.
    Flag(Text, Text),
    /// A text or list in the notation that the procedure's page tells.
    List,
}

impl KeyKind {
    /// One of some words, each with its synonyms.
    #[must_use]
    pub const fn word(words: WordRows) -> Self {
        Self::Word(KeyWords::Coded(words))
    }

    /// The same; its words also stand alone.
    #[must_use]
    pub const fn alone(words: WordRows) -> Self {
        Self::Alone(KeyWords::Coded(words))
    }

    /// Another way to give `key` the word `word`.
    #[must_use]
    pub const fn flag(key: &'static str, word: &'static str) -> Self {
        Self::Flag(Cow::Borrowed(key), Cow::Borrowed(word))
    }
}

/// Words with their synonyms, as code has them.
pub type WordRows = &'static [(&'static str, &'static [&'static str])];

/// The words that a key takes, each with its synonyms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyWords {
    /// Of the code.
    Coded(WordRows),
    /// Of a data file.
    Read(Vec<(String, Vec<String>)>),
}

impl KeyWords {
    /// The proper words.
    #[must_use]
    pub fn proper(&self) -> Vec<&str> {
        match self {
            Self::Coded(rows) => rows.iter().map(|(word, _)| *word).collect(),
            Self::Read(rows) => rows.iter().map(|(word, _)| word.as_str()).collect(),
        }
    }

    /// Each proper word with itself and all that mean it.
    fn each<'w>(&'w self) -> Vec<(&'w str, Vec<&'w str>)> {
        match self {
            Self::Coded(rows) => rows.iter().map(|(word, more)| (*word, more.to_vec())).collect(),
            Self::Read(rows) => {
                let row = |(word, more): &'w (String, Vec<String>)| {
                    (word.as_str(), more.iter().map(String::as_str).collect())
                };
                rows.iter().map(row).collect()
            }
        }
    }

    /// All words, the proper ones and their synonyms.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.each().into_iter().flat_map(|(word, more)| std::iter::once(word).chain(more))
    }

    /// The proper word for a word or its synonym, in capital or small letters.
    #[must_use]
    pub fn find(&self, typed: &str) -> Option<&str> {
        let means = |word: &str| word.eq_ignore_ascii_case(typed);
        let rows = self.each().into_iter();
        rows.filter(|(word, more)| means(word) || more.iter().copied().any(means))
            .map(|(word, _)| word)
            .next()
    }
}

/// Other names of a key, two at most; spelling variants are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Synonyms {
    /// Of the code.
    Coded(&'static [&'static str]),
    /// Of a data file.
    Read(Vec<String>),
}

impl Synonyms {
    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let (coded, read): (&[&str], &[String]) = match self {
            Self::Coded(coded) => (coded, &[]),
            Self::Read(read) => (&[], read),
        };
        coded.iter().copied().chain(read.iter().map(String::as_str))
    }
}

/// One key of a procedure's input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// Its name, in kebab-case.
    pub name: Text,
    /// Other names that mean the same.
    pub synonyms: Synonyms,
    /// What it takes.
    pub kind: KeyKind,
    /// The rule it belongs to.
    pub rule: Text,
    /// One short sentence.
    pub help: Text,
}

impl Key {
    /// A key of the code.
    #[must_use]
    pub const fn new(
        name: &'static str,
        synonyms: &'static [&'static str],
        kind: KeyKind,
        rule: &'static str,
        help: &'static str,
    ) -> Self {
        Self {
            name: Cow::Borrowed(name),
            synonyms: Synonyms::Coded(synonyms),
            kind,
            rule: Cow::Borrowed(rule),
            help: Cow::Borrowed(help),
        }
    }

    /// Its name and its synonyms.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.name).chain(self.synonyms.iter())
    }
}
