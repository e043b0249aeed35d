//! Typed-in values: `key=value` words or a table, read against the keys that a procedure declares.

mod declared;
mod key;
mod lists;
mod names;
mod nations;
mod typed;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

pub use declared::{count, help, joined, key};
pub use key::{Key, KeyKind, KeyWords, Synonyms, Text, WordRows};
pub use lists::{empty_entry, words as list_words};
pub use names::{GameWords, named};
pub use nations::{LONGEST_CODE, NationWords};
pub use typed::{
    Field, KeyValue, Listed, Month, NationCode, Present, ReadElsewhere, TypedInput, UnlessNo, needed,
};

/// A value that was typed in wrongly. The tool could not start; the rules were not asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {message}")]
pub struct KeyFault {
    /// The key as it was typed.
    pub key: String,
    /// What is wrong and what was expected.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl KeyFault {
    /// A fault at `key`.
    pub fn new(key: &str, message: impl Into<String>) -> Self {
        Self { key: key.to_owned(), message: message.into(), help: None }
    }

    /// The same with a hint.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The nearest of some names, when it is near enough to be meant: keys and their words are short, so a third of the
/// letters may be wrong, where [`crate::data::fault::nearest`] lets two.
#[must_use]
pub fn nearest_key<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, name)| *distance <= (name.len() / 3).max(1) && *distance < name.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Texts and lists longer than this are no values that anybody types.
const LONGEST: usize = 100_000;
/// Most faults of one table that are reported.
pub const MOST_FAULTS: usize = 50;

/// The value of a word that stands alone; no argument and no sane file has it.
const ALONE: &str = "\0";

/// Read `key=value` words into a table of texts. A word without `=` has no value; [`Inputs::read`] knows what may
/// stand alone.
///
/// # Errors
/// A key given twice.
pub fn pairs<S: AsRef<str>>(words: &[S]) -> Result<Map<String, Value>, Vec<KeyFault>> {
    let mut table = Map::new();
    let mut faults = Vec::new();
    for word in words {
        let word = word.as_ref();
        let (key, value) = match word.split_once('=') {
            None => (word, Value::from(ALONE)),
            Some((key, value)) => (key, Value::from(value.trim())),
        };
        if key.trim().is_empty() {
            faults.push(KeyFault::new(word, "expected key=value, found no key before the sign"));
        } else if table.insert(key.trim().to_owned(), value).is_some() {
            faults.push(KeyFault::new(key, "given twice"));
        }
    }
    if faults.is_empty() { Ok(table) } else { Err(faults) }
}

/// Values under their proper names: numbers, truth values, words and lists as the keys ask for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inputs {
    values: BTreeMap<String, Value>,
    /// The name under which each value was typed.
    typed: BTreeMap<String, String>,
    /// Words that a flag's `no` denies.
    denied: Vec<Denied>,
    /// The names of the keys that it was read against.
    declared: BTreeSet<String>,
    /// The nations of its game.
    nations: NationWords,
}

/// A flag's `no`.
#[derive(Debug, Clone, PartialEq)]
struct Denied {
    /// The flag as it was typed.
    flag: String,
    key: String,
    word: String,
}

impl Denied {
    /// Whether a word of its key is the denied one or has it as a part: `jungle` beside `jungle-mountain`.
    fn contradicts(&self, said: &str) -> bool {
        said == self.word || said.split('-').any(|part| part == self.word)
    }
}

impl Inputs {
    /// Read a table against the keys. Names are taken as [`named`] reads them.
    ///
    /// # Errors
    /// The first [`MOST_FAULTS`] of these: every unknown key (with the nearest name), key given twice, value of the wrong kind, and flag that denies what
    /// another key says.
    pub fn read(table: &Map<String, Value>, keys: &[Key], alike: &GameWords) -> Result<Self, Vec<KeyFault>> {
        let declared = keys.iter().map(|key| key.name.to_string()).collect();
        let mut inputs = Self { declared, nations: alike.nations().clone(), ..Self::default() };
        let mut faults = Vec::new();
        for (name, value) in table {
            let read = find(name, value, keys, alike).and_then(|(key, value)| {
                read_value(&value, &key.kind)
                    .map(|read| (key, read))
                    .map_err(|message| KeyFault::new(name, message).help(&*key.help))
            });
            match read {
                Err(fault) => faults.push(fault),
                Ok((key, read)) => faults.extend(inputs.take(name, key, read)),
            }
            if faults.len() >= MOST_FAULTS {
                return Err(faults);
            }
        }
        faults.extend(inputs.denials());
        if faults.is_empty() { Ok(inputs) } else { Err(faults) }
    }

    fn take(&mut self, name: &str, key: &Key, read: Value) -> Option<KeyFault> {
        let (target, read) = match &key.kind {
            KeyKind::Flag(target, word) if read == Value::Bool(false) => {
                let (flag, key, word) = (name.to_owned(), target.to_string(), word.to_string());
                self.denied.push(Denied { flag, key, word });
                return None;
            }
            KeyKind::Flag(target, word) => (target, Value::from(&**word)),
            _ => (&key.name, read),
        };
        self.values.insert(target.to_string(), read);
        let before = self.typed.insert(target.to_string(), name.to_owned())?;
        Some(KeyFault::new(name, format!("`{target}` is given twice, here and with `{before}`")))
    }

    /// Flags whose `no` contradicts the word of their key: `jungle=no` beside jungle or jungle-mountain.
    fn denials(&self) -> Vec<KeyFault> {
        let contradicted = |denied: &Denied| {
            let said = self.word(&denied.key).filter(|said| denied.contradicts(said))?;
            Some(KeyFault::new(&denied.flag, format!("is no, but `{}` is {said}", denied.key)))
        };
        self.denied.iter().filter_map(contradicted).collect()
    }

    /// No values, for those of a part of the same procedure.
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self { nations: self.nations.clone(), ..Self::default() }
    }

    /// The nations of its game.
    #[must_use]
    pub fn nations(&self) -> &NationWords {
        &self.nations
    }

    /// The code of the nation that a word means.
    #[must_use]
    pub fn nation(&self, word: &str) -> Option<&'static str> {
        self.nations.code(word)
    }

    /// Whether a flag's `no` denies that a key has this word.
    #[must_use]
    pub fn denies(&self, key: &str, word: &str) -> bool {
        self.denied.iter().any(|denied| denied.key == key && denied.word == word)
    }

    /// Set a value where none was given and no flag's `no` denies it.
    pub fn preset(&mut self, name: &str, value: Value) {
        let denied = |denied: &Denied| {
            denied.key == name && value.as_str().is_some_and(|word| denied.contradicts(word))
        };
        if !self.denied.iter().any(denied) {
            self.values.entry(name.to_owned()).or_insert(value);
        }
    }

    /// Whether a key was declared.
    #[must_use]
    pub fn declares(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    /// The value of a key as it was read. In a debug build it panics for a key that was not declared.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        debug_assert!(
            self.declared.is_empty() || self.declared.contains(name),
            "`{name}` is asked for and not declared"
        );
        self.values.get(name)
    }

    /// All values with their names, by name.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// A whole number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<i64> {
        self.value(name)?.as_i64()
    }

    /// Yes, no, or not said.
    #[must_use]
    pub fn yes_no(&self, name: &str) -> Option<bool> {
        self.value(name)?.as_bool()
    }

    /// Yes; not said counts as no.
    #[must_use]
    pub fn yes(&self, name: &str) -> bool {
        self.yes_no(name).unwrap_or(false)
    }

    /// A word or text.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&str> {
        self.value(name)?.as_str()
    }

    /// All values by name, as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        Value::Object(self.values.iter().map(|(name, value)| (name.clone(), value.clone())).collect())
    }
}

/// The key that a name or a word standing alone means, with its value.
fn find<'k>(
    name: &str,
    value: &Value,
    keys: &'k [Key],
    alike: &GameWords,
) -> Result<(&'k Key, Value), KeyFault> {
    let plain = name.trim().to_lowercase().replace(['_', ' '], "-");
    let known = named(name, keys, alike);
    if value.as_str() != Some(ALONE) {
        return known.map(|key| (key, value.clone())).ok_or_else(|| unknown(name, &plain, keys));
    }
    if let Some(flag) = known.filter(|key| matches!(key.kind, KeyKind::Flag(..))) {
        return Ok((flag, Value::Bool(true)));
    }
    let plain = plain.replace('/', "-");
    let alone = |key: &&Key| match &key.kind {
        KeyKind::Alone(words) => words.find(&plain).is_some(),
        _ => false,
    };
    let found = keys.iter().find(alone).map(|key| (key, Value::from(plain.as_str())));
    found.ok_or_else(|| {
        let fault = KeyFault::new(name, "expected key=value");
        match (known, nearest_key(&plain, keys.iter().flat_map(alone_words))) {
            (Some(Key { kind: KeyKind::YesNo | KeyKind::Present, .. }), _) => {
                fault.help(format!("write `{name}=yes`"))
            }
            (Some(key), _) => fault.help(&*key.help),
            (None, Some(near)) => fault.help(format!("did you mean `{near}`?")),
            (None, None) => fault,
        }
    })
}

/// The words that may stand alone for a key.
fn alone_words(key: &Key) -> Vec<&str> {
    match &key.kind {
        KeyKind::Flag(..) => vec![&key.name],
        KeyKind::Alone(words) => words.all().collect(),
        _ => Vec::new(),
    }
}

fn unknown(name: &str, plain: &str, keys: &[Key]) -> KeyFault {
    let fault = KeyFault::new(name, "unknown key");
    match nearest_key(plain, keys.iter().flat_map(Key::names)) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => {
            let all: Vec<&str> = keys.iter().map(|key| &*key.name).collect();
            fault.help(format!("known keys: {}", all.join(", ")))
        }
    }
}

fn read_value(value: &Value, kind: &KeyKind) -> Result<Value, String> {
    if size(value, LONGEST) > LONGEST {
        return Err(format!("is longer than {LONGEST} letters"));
    }
    if let Some(what) = lists::empty_in(value).filter(|_| *kind == KeyKind::List) {
        return Err(what);
    }
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.to_string(),
        other => match kind {
            KeyKind::List => return Ok(other.clone()),
            // A bare date of a TOML file comes as a table with one text.
            KeyKind::Month => other
                .as_object()
                .filter(|table| table.len() == 1)
                .and_then(|table| table.values().next()?.as_str())
                .map(str::to_owned)
                .ok_or("expected a month like 1944-02")?,
            _ => return Err("expected one value, not a list or table".to_owned()),
        },
    };
    match kind {
        KeyKind::Number(least, most) => text
            .strip_prefix('+')
            .unwrap_or(&text)
            .parse::<i64>()
            .ok()
            .filter(|number| (*least..=*most).contains(number))
            .map(Value::from)
            .ok_or_else(|| format!("expected a whole number from {least} to {most}, not \"{text}\"")),
        KeyKind::YesNo | KeyKind::Flag(..) => {
            yes_no(&text).map(Value::from).ok_or_else(|| format!("expected yes or no, not \"{text}\""))
        }
        KeyKind::Present => yes_no(&text)
            .or_else(|| text.parse::<u32>().ok().map(|count| count > 0))
            .map(Value::from)
            .ok_or_else(|| format!("expected yes, no or a count, not \"{text}\"")),
        KeyKind::Word(words) | KeyKind::Alone(words) => {
            let plain = text.to_lowercase().replace(['_', ' ', '/'], "-");
            words
                .find(&plain)
                .map(Value::from)
                .ok_or_else(|| format!("expected one of {}, not \"{text}\"", words.proper().join(", ")))
        }
        KeyKind::Month => month(&text)
            .map(|(year, month)| Value::from(format!("{year:04}-{month:02}")))
            .ok_or_else(|| format!("expected a month like 1944-02, not \"{text}\"")),
        KeyKind::List => Ok(Value::from(text)),
    }
}

/// Letters of all texts of a value, and one for each entry; counted no further than just past `most`.
fn size(value: &Value, most: usize) -> usize {
    let all = |sizes: &mut dyn Iterator<Item = usize>| {
        let mut sum = 0usize;
        while sum <= most
            && let Some(size) = sizes.next()
        {
            sum += size + 1;
        }
        sum
    };
    match value {
        Value::String(text) => text.len(),
        Value::Array(list) => all(&mut list.iter().map(|entry| size(entry, most))),
        Value::Object(table) => all(&mut table.iter().map(|(name, entry)| name.len() + size(entry, most))),
        _ => 1,
    }
}

fn yes_no(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "true" | "on" | "1" => Some(true),
        "no" | "n" | "false" | "off" | "0" | "none" => Some(false),
        _ => None,
    }
}

/// Year and month of `1944-02`, `1944-2-14`, `February 1944` or `feb 1944`.
#[must_use]
pub fn month(text: &str) -> Option<(u16, u8)> {
    const NAMES: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let lower = text.to_lowercase();
    let parts: Vec<&str> =
        lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let is_year = |part: &&&str| part.len() == 4 && !part.starts_with('0');
    let year = parts.iter().filter(is_year).find_map(|part| part.parse().ok())?;
    let by_name = parts.iter().find_map(|part| NAMES.iter().position(|name| part.starts_with(name)));
    let month = match by_name {
        Some(index) => index + 1,
        None => parts.get(1)?.parse().ok()?,
    };
    let month = u8::try_from(month).ok().filter(|month| (1..=12).contains(month))?;
    Some((year, month))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: &[Key] = &[
        Key::new("attack", &["onslaught"], KeyKind::Number(0, 99), "1", "strength"),
        Key::new("river", &[], KeyKind::YesNo, "1", "river"),
        Key::new(
            "terrain",
            &[],
            KeyKind::alone(&[("clear", &["plain"]), ("forest", &["dark-wood"])]),
            "1",
            "terrain",
        ),
        Key::new("plain", &[], KeyKind::flag("terrain", "clear"), "1", "plain"),
        Key::new("date", &[], KeyKind::Month, "1", "month"),
    ];

    fn read(words: &[&str]) -> Result<Inputs, Vec<KeyFault>> {
        Inputs::read(&pairs(words).unwrap(), KEYS, &GameWords::default())
    }

    #[test]
    fn of_a_table_of_nothing_but_faults_the_first_are_told() {
        let words: Vec<String> = (0..1000).map(|number| format!("x{number}=1")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(read(&words).unwrap_err().len(), MOST_FAULTS);
    }

    #[test]
    fn synonyms_lead_to_the_proper_name_and_value() {
        let inputs = read(&["ONSLAUGHT=+7", "river=yes", "Terrain=Plain", "date=February 1944"]).unwrap();
        assert_eq!(inputs.number("attack"), Some(7));
        assert!(inputs.yes("river"));
        assert_eq!(inputs.word("terrain"), Some("clear"));
        assert_eq!(inputs.word("date"), Some("1944-02"));
    }

    #[test]
    fn a_month_may_be_of_any_year_of_four_digits() {
        let months = ["2025-03", "March 2025", "0476-09", "1941-12", "feb 44", "2025"].map(month);
        assert_eq!(months, [Some((2025, 3)), Some((2025, 3)), None, Some((1941, 12)), None, None]);
    }

    #[test]
    fn every_wrong_value_is_told_with_the_nearest_name() {
        let faults =
            read(&["atack=7", "river=maybe", "terrain=moon", "date=1944-13", "attack=x"]).unwrap_err();
        assert_eq!(faults.len(), 5);
        assert_eq!(faults[0].help.as_deref(), Some("did you mean `attack`?"));
        assert!(faults[2].message.contains("clear"), "{}", faults[2]);
    }

    #[test]
    fn a_flag_gives_another_key_its_word() {
        assert_eq!(read(&["plain=yes"]).unwrap().word("terrain"), Some("clear"));
        assert_eq!(read(&["plain=no"]).unwrap().word("terrain"), None);
        assert!(read(&["plain=yes", "terrain=clear"]).is_err());
    }

    #[test]
    fn a_flag_that_denies_what_another_key_says_is_a_contradiction() {
        let fault = &read(&["plain=no", "terrain=clear"]).unwrap_err()[0];
        assert_eq!(fault.to_string(), "plain: is no, but `terrain` is clear");
        assert!(read(&["plain=no"]).unwrap().denies("terrain", "clear"));
    }

    #[test]
    fn a_default_does_not_overrule_a_flag_that_denies_it() {
        let mut said = read(&["plain=no"]).unwrap();
        said.preset("terrain", "clear".into());
        assert_eq!(said.word("terrain"), None);
        said.preset("terrain", "forest".into());
        assert_eq!(said.word("terrain"), Some("forest"));
    }

    #[test]
    fn words_of_a_key_stand_alone() {
        assert_eq!(read(&["Plain"]).unwrap().word("terrain"), Some("clear"));
        assert_eq!(read(&["dark/wood"]).unwrap().word("terrain"), Some("forest"));
        assert!(read(&["clear", "terrain=clear"]).is_err());
        let null = serde_json::json!({"plain": null});
        assert!(
            Inputs::read(null.as_object().unwrap(), KEYS, &GameWords::default()).is_err(),
            "a null in a file is no word"
        );
        let fault = &read(&["claer"]).unwrap_err()[0];
        assert_eq!(
            (fault.message.as_str(), fault.help.as_deref()),
            ("expected key=value", Some("did you mean `clear`?"))
        );
    }

    #[test]
    fn a_value_that_nobody_types_is_refused() {
        let long = format!("terrain={}", "x".repeat(LONGEST + 1));
        assert!(read(&[long.as_str()]).unwrap_err()[0].message.contains("longer than"));
    }

    #[test]
    fn a_word_without_equals_sign_and_a_key_given_twice_are_faults() {
        assert!(read(&["attack"]).is_err());
        assert!(pairs(&["=7"]).is_err());
        assert!(pairs(&["a=1", "a=2"]).is_err());
        assert!(read(&["attack=1", "attacker=2"]).is_err());
    }

    #[test]
    #[should_panic(expected = "`rivr` is asked for and not declared")]
    fn a_key_that_is_asked_for_must_be_declared() {
        let _ = read(&["river=yes"]).unwrap().yes("rivr");
    }
}
