//! Which key a typed name means: spelling variants are brought to one form here, so that no key lists them.
//!
//! A name is a set of words. Each word is brought to its plain form: small letters, no plural, one spelling, one word
//! for a side and for those who stand on it, one word where players have two. Words that only accompany others may be
//! left out or said as well, and a synonym may stand beside the name itself.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde::Deserialize;

use super::Key;
use super::nations::NationWords;
use crate::data::read::Read;

/// Spellings and short forms with the plain one; `-` parts several words.
const PLAIN: &[(&str, &str)] = &[
    // spelling
    ("defense", "defence"),
    ("dice", "die"),
    ("nationality", "nation"),
    ("supplied", "supply"),
    // sides
    ("attacking", "attack"),
    ("att", "attack"),
    ("a", "attack"),
    ("defend", "defence"),
    ("defending", "defence"),
    ("def", "defence"),
    ("d", "defence"),
    // short forms
    ("sp", "strength"),
    ("oos", "out-supply"),
    ("unsupplied", "out-supply"),
];

/// Words that accompany others and tell no key from another by themselves.
const BESIDE: &[&str] = &[
    "strength",
    "point",
    "possible",
    "unit",
    "hex",
    "max",
    "can",
    "own",
    "ground",
    "naval",
    "in",
    "effect",
    "other",
    "extra",
    "die",
    "full",
    "friend",
    "friendly",
    "uncontested",
    "has",
    "bonus",
];

/// The sides: one said alone means its strength.
const SIDES: [&str; 2] = ["attack", "defence"];

type Name = BTreeSet<String>;

/// The words of a game's players that typed-in values are read by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameWords {
    /// Words in the names of keys that mean the same: `[synonyms]` of `pack.toml`.
    alike: BTreeMap<String, String>,
    /// The nations.
    nations: NationWords,
}

/// The words that a thread read last, with the texts that they come from.
struct KeptGameWords {
    texts: [String; 2],
    words: GameWords,
}

thread_local! {
    static READ: RefCell<Option<Rc<KeptGameWords>>> = const { RefCell::new(None) };
}

impl GameWords {
    /// The words of a table of words, each with those that mean the same, and the nations.
    pub fn of(table: &BTreeMap<String, Vec<String>>, nations: NationWords) -> Self {
        let row = |(word, others): (&String, &Vec<String>)| {
            others
                .iter()
                .map(|other| (stem(&singular(&other.to_lowercase())), word.clone()))
                .collect::<Vec<_>>()
        };
        Self { alike: table.iter().flat_map(row).collect(), nations }
    }

    /// The words of a game, by its `pack.toml` and `nations.toml`; none where these do not read.
    pub fn read(game: &str, read: Read<'_>) -> Self {
        #[derive(Default, Deserialize)]
        struct SynonymsFile {
            #[serde(default)]
            synonyms: BTreeMap<String, Vec<String>>,
        }
        let texts =
            ["pack", "nations"].map(|name| read(&format!("rules/{game}/{name}.toml")).unwrap_or_default());
        // Each run of a procedure asks for them, and a list of battles runs hundreds.
        if let Some(words) = READ.with_borrow(|kept| kept.clone()).filter(|kept| kept.texts == texts) {
            return words.words.clone();
        }
        let synonyms = toml::from_str::<SynonymsFile>(&texts[0]).unwrap_or_default().synonyms;
        let words = Self::of(&synonyms, NationWords::read(game, &|_| Some(texts[1].clone())));
        READ.set(Some(Rc::new(KeptGameWords { texts, words: words.clone() })));
        words
    }

    /// The nations.
    #[must_use]
    pub fn nations(&self) -> &NationWords {
        &self.nations
    }
}

/// The key that a name means, when it means exactly one.
#[must_use]
pub fn named<'k>(typed: &str, keys: &'k [Key], alike: &GameWords) -> Option<&'k Key> {
    let plain = |name: &str| plain(name, alike);
    let exact = typed.trim().to_lowercase().replace(['_', ' '], "-");
    if let Some(key) = keys.iter().find(|key| key.names().any(|name| name == exact)) {
        return Some(key);
    }
    let name = plain(typed);
    let said = |wanted: &Name| only(keys, |key| key.names().any(|name| plain(name) == *wanted));
    let leaner = without(&name, |word| BESIDE.contains(&word));
    let doubled = |key: &Key| {
        let own = plain(&key.name);
        let both = |other: &str| own.union(&plain(other)).cloned().collect::<Name>();
        key.synonyms.iter().any(|other| without(&both(other), |word| BESIDE.contains(&word)) == leaner)
    };
    let without_one = || {
        let beside = name.iter().filter(|_| name.len() > 1).filter(|word| BESIDE.contains(&word.as_str()));
        beside.clone().find_map(|beside| said(&without(&name, |word| word == beside)))
    };
    let strength = || {
        let alone = name.len() == 1 && name.iter().all(|word| SIDES.contains(&word.as_str()));
        alone.then(|| said(&plain("strength"))).flatten()
    };
    said(&name)
        .or_else(|| said(&leaner))
        .or_else(|| only(keys, doubled))
        .or_else(without_one)
        .or_else(strength)
}

/// The one key that is meant, unless several are.
fn only(keys: &[Key], meant: impl Fn(&Key) -> bool) -> Option<&Key> {
    let mut meant = keys.iter().filter(|key| meant(key));
    let first = meant.next()?;
    meant.next().is_none().then_some(first)
}

/// A name as a set of plain words.
fn plain(name: &str, alike: &GameWords) -> Name {
    let lower = name.trim().to_lowercase();
    let words = lower.split(['-', '_', ' ', '+', '/']).filter(|word| !["", "of"].contains(word));
    let words = words.map(|word| stem(&singular(word))).flat_map(|word| {
        let known = PLAIN.iter().find(|(variant, _)| *variant == word).map(|(_, plain)| *plain);
        let known = known.or_else(|| alike.alike.get(&word).map(String::as_str));
        known.unwrap_or(&word).split('-').map(str::to_owned).collect::<Vec<_>>()
    });
    words.collect()
}

/// A name without some of its words, unless none would be left.
fn without(name: &Name, dropped: impl Fn(&str) -> bool) -> Name {
    let rest: Name = name.iter().filter(|word| !dropped(word)).cloned().collect();
    if rest.is_empty() { name.clone() } else { rest }
}

/// A word in the singular.
fn singular(word: &str) -> String {
    match word {
        "oos" | "has" => word.to_owned(),
        _ if word.len() > 4 && word.ends_with("ies") => format!("{}y", &word[..word.len() - 3]),
        _ if word.ends_with("xes") => word[..word.len() - 2].to_owned(),
        _ if word.len() > 2 && word.ends_with('s') && !word.ends_with("ss") => {
            word[..word.len() - 1].to_owned()
        }
        _ => word.to_owned(),
    }
}

/// A word without the ending of who does it, `attacker`, and with the shorter of two spellings, `harbor`. What is no
/// such word loses its ending in every name alike.
fn stem(word: &str) -> String {
    match word.strip_suffix("er") {
        Some(rest) if rest.len() > 4 => rest.to_owned(),
        _ => word.strip_suffix("our").map_or_else(|| word.to_owned(), |rest| format!("{rest}or")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Key, KeyKind};
    use super::*;

    const KEYS: &[Key] = &[
        Key::new("attack", &[], KeyKind::List, "1", "strength"),
        Key::new("defence", &[], KeyKind::List, "1", "strength"),
        Key::new("attack-steps", &["steps"], KeyKind::Number(0, 9), "1", "steps"),
        Key::new("out-of-supply", &[], KeyKind::YesNo, "1", "supply"),
        Key::new("landing", &["assault"], KeyKind::YesNo, "1", "landing"),
    ];

    fn key(typed: &str) -> Option<&'static str> {
        named(typed, KEYS, &GameWords::default()).map(|key| &*key.name)
    }

    #[test]
    fn words_are_read_again_where_their_text_has_changed() {
        let read = |other: &str| {
            let text = format!("[synonyms]\nattack = [\"{other}\"]\n");
            GameWords::read("any", &|path| (path == "rules/any/pack.toml").then(|| text.clone()))
        };
        let meant = |words: &GameWords| named("charge", KEYS, words).map(|key| &*key.name);
        let (first, second, third) = (read("charge"), read("push"), read("charge"));
        assert_eq!([first, second, third].map(|words| meant(&words)), [Some("attack"), None, Some("attack")]);
    }

    #[test]
    fn what_is_one_word_at_a_table_is_told_by_the_game() {
        let text = "title = \"x\"\n[synonyms]\nattack = [\"Charges\"]\nsupply = [\"food\"]\n";
        let alike = GameWords::read("any", &|path| (path == "rules/any/pack.toml").then(|| text.to_owned()));
        let said = |typed: &str| named(typed, KEYS, &alike).map(|key| &*key.name);
        assert_eq!(["charge", "charge-steps"].map(said), [Some("attack"), Some("attack-steps")]);
        assert_eq!(said("out-of-food"), Some("out-of-supply"));
        assert_eq!(["charge", "air", "gun"].map(key), [None; 3], "no game's word is in the program");
    }

    #[test]
    fn spelling_plural_side_and_separators_do_not_count() {
        for typed in ["Attackers", "attacking strength", "ATT", "attack_sp"] {
            assert_eq!(key(typed), Some("attack"), "{typed}");
        }
        assert_eq!(key("defense"), Some("defence"));
        assert_eq!(key("attacker_step"), Some("attack-steps"));
        assert_eq!(key("OOS"), Some("out-of-supply"));
        assert_eq!(key("landing-assault"), Some("landing"), "a synonym beside the name");
    }

    #[test]
    fn a_name_that_means_no_key_or_several_is_unknown() {
        assert_eq!(key("defence-steps"), None);
        assert_eq!(key("strength"), None);
        assert_eq!(key(""), None);
        let two = [
            Key::new("red-strength", &[], KeyKind::YesNo, "1", "one"),
            Key::new("red-point", &["red"], KeyKind::YesNo, "1", "two"),
            Key::new("red-unit", &["red"], KeyKind::YesNo, "1", "three"),
        ];
        assert_eq!(named("reds", &two, &GameWords::default()).map(|key| &*key.name), None);
    }
}
