//! The words of an air unit as it is typed in: types, counters, sides, what else is true of it.

use super::faces::{face, past_limit_of};
use crate::air::aircraft::{AIR_CLASSES, AIR_WORDS, AirClass, AirWord};
use crate::forces::unit::number_word;
use liege_rules::play::inputs::{KeyFault, nearest_key};

/// Words that say nothing by themselves.
pub(super) const FILLERS: &[&str] = &["of", "each", "the", "with", "unit", "units"];

/// Words for counters, sides and what lies on them.
pub(super) const COUNTER_WORDS: &[(&str, AirCounterWord)] = &[
    ("depleted", AirCounterWord::Depleted),
    ("reduced", AirCounterWord::Depleted),
    ("full", AirCounterWord::Full),
    ("intact", AirCounterWord::Full),
    ("one-sided", AirCounterWord::Blank),
    ("army", AirCounterWord::Army),
    ("underlined", AirCounterWord::Army),
    ("underscored", AirCounterWord::Army),
    ("navy", AirCounterWord::Navy),
    ("heavy", AirCounterWord::Heavy),
    ("circled", AirCounterWord::Circled),
    ("elite", AirCounterWord::Elite),
];

/// What a word says of the counter itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AirCounterWord {
    Depleted,
    Full,
    Blank,
    Army,
    Navy,
    Heavy,
    Circled,
    Elite,
}

/// `B3` as a type and a strength, where no strength stands elsewhere: then it is a name, such as B29.
pub(super) fn parted(words: Vec<&str>) -> Vec<&str> {
    let is_face = |word: &&str| face(&word.to_lowercase()).is_some();
    if words.iter().any(is_face) {
        return words;
    }
    words.into_iter().flat_map(part).collect()
}

pub(super) fn part(word: &str) -> Vec<&str> {
    let at = word.find(|letter: char| letter.is_ascii_digit()).filter(|_| class_of(word).is_none());
    let parts = at.map(|at| word.split_at(at));
    let typed = |(letters, rest): &(&str, &str)| class_of(letters).is_some() && face(rest).is_some();
    parts.filter(typed).map_or_else(|| vec![word], |(letters, rest)| vec![letters, rest])
}

/// The number in `two FB …`, or the bare number before a type.
pub(super) fn leading_count(word: &str, words: &[&str]) -> Option<usize> {
    let number =
        number_word(&word.to_lowercase()).or_else(|| word.parse().ok().filter(|number| *number > 0))?;
    let typed = words.get(1).is_some_and(|next| class_of(next).is_some());
    typed.then_some(number)
}

/// The type that a word tells, in capital or small letters.
pub(super) fn class_of(word: &str) -> Option<AirClass> {
    let plain = word.to_lowercase();
    let means = |(_, short, words): &&(AirClass, &str, &[&str])| {
        short.eq_ignore_ascii_case(word) || words.contains(&plain.as_str())
    };
    AIR_CLASSES.iter().find(means).map(|(class, ..)| *class)
}

/// What a word says beyond the counter.
pub(super) fn word_of(plain: &str) -> Option<AirWord> {
    let means = |(_, short, words): &&(AirWord, &str, &[&str])| *short == plain || words.contains(&plain);
    AIR_WORDS.iter().find(means).map(|(word, ..)| *word)
}

pub(super) fn unknown(key: &str, text: &str, word: &str, takes: &[AirWord]) -> KeyFault {
    if let Some(what) = past_limit_of(&word.to_lowercase()) {
        return KeyFault::new(key, format!("\"{text}\": {what}"));
    }
    let fault = KeyFault::new(key, format!("\"{text}\": unknown word \"{word}\""));
    if word.contains('=') {
        return fault.help("key=value is a separate word: close the quotation marks before it");
    }
    let types =
        AIR_CLASSES.iter().flat_map(|(_, short, words)| [*short].into_iter().chain(words.iter().copied()));
    let taken = AIR_WORDS.iter().filter(|(word, ..)| takes.contains(word)).map(|(_, short, _)| *short);
    let words = types.chain(COUNTER_WORDS.iter().map(|(word, _)| *word)).chain(taken);
    match nearest_key(&word.to_lowercase(), words) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help("a name comes before a colon: Akagi:N 4-5/3 JP"),
    }
}
