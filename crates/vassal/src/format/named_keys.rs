//! The numbers before the names of named keys: VASSAL gives them anew in every session and asks for the name alone.
//!
//! Engine class: `tools.NamedKeyManager`; its numbers are those of Unicode's private area.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::build_file::{Element, Node};

/// The number of each name.
pub type KeyNumbers = BTreeMap<String, u32>;

/// The numbers that a session gives.
const GIVEN: std::ops::RangeInclusive<u32> = 0xE000..=0xF8FF;

/// What stands for a 0 that is the file's own, where 0 stands for the number of its name.
const OWN_ZERO: &str = "000";

/// The same among the numbers: no key has it.
const KEPT: u32 = u32::MAX;

/// A number that a session gave, or 0, with the 0 behind it and the name; commas behind any number of backslashes. A name
/// may have a colon with a space behind it, which ends no key, and a slash that is escaped.
static NAMED_KEY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(^|[^0-9.\-])(0|000|[56][0-9]{4})(\\*),0(\\*),([^\s,;|/\\:"{}\x00-\x1f](?:[^,;|/\\:"\x00-\x1f]|: |\\+/)*)"#,
    )
    .ok()
});

/// How often each number stands before each name in what is below an element, and in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct KeyCount(BTreeMap<String, BTreeMap<u32, usize>>);

impl KeyCount {
    /// Counts them.
    pub fn of(root: &Element) -> Self {
        let mut count = Self::default();
        for element in std::iter::once(root).chain(root.walk()) {
            let texts = element.nodes.iter().filter_map(|node| match node {
                Node::Text(text) => Some(text),
                _ => None,
            });
            for text in element.attributes.iter().map(|(_, value)| value).chain(texts) {
                recoded(text, &mut |name, number| {
                    *count.0.entry(name.to_owned()).or_default().entry(number).or_default() += 1;
                    None
                });
            }
        }
        count
    }

    /// The number that stands before each name most often.
    pub fn most(&self) -> KeyNumbers {
        let most =
            |numbers: &BTreeMap<u32, usize>| numbers.iter().max_by_key(|(_, times)| **times).map(|(n, _)| *n);
        self.0.iter().filter_map(|(name, numbers)| Some((name.clone(), most(numbers)?))).collect()
    }

    /// The number that a session gave each name most often, so that 0 can stand for it.
    fn replaceable(&self) -> KeyNumbers {
        let given = |numbers: &BTreeMap<u32, usize>| {
            let own = numbers.iter().filter(|(number, _)| GIVEN.contains(number));
            let most = own.max_by_key(|(_, times)| **times).map(|(number, _)| *number);
            most.filter(|_| !numbers.contains_key(&KEPT))
        };
        // A name without letters behind 0 is a number among others.
        let named = self.0.iter().filter(|(name, _)| has_letters(name));
        named.filter_map(|(name, numbers)| Some((name.clone(), given(numbers)?))).collect()
    }
}

fn has_letters(name: &str) -> bool {
    name.contains(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// Puts 0 in the place of the usual number of each name, marks a 0 that stands there already, and gives those numbers,
/// with which [`put_back`] gives the identical texts.
pub fn take_away(root: &mut Element) -> KeyNumbers {
    let numbers = KeyCount::of(root).replaceable();
    change(root, &|name, number| match numbers.get(name) {
        Some(own) if *own == number => Some(0),
        Some(_) if number == 0 => Some(KEPT),
        _ => None,
    });
    numbers
}

/// Puts the number of each name in the place of 0, and 0 where it was marked.
pub fn put_back(root: &mut Element, numbers: &KeyNumbers) {
    if !numbers.is_empty() {
        change(root, &|name, number| match number {
            KEPT => numbers.contains_key(name).then_some(0),
            0 => numbers.get(name).copied(),
            _ => None,
        });
    }
}

/// Puts these numbers before the names, whatever stands there; 0 before names without one.
pub fn put(root: &mut Element, numbers: &KeyNumbers) {
    change(root, &|name, _| Some(numbers.get(name).copied().unwrap_or(0)));
}

fn change(element: &mut Element, new: &dyn Fn(&str, u32) -> Option<u32>) {
    let own = |text: &mut String| {
        if let Cow::Owned(changed) = recoded(text, &mut |name, number| new(name, number)) {
            *text = changed;
        }
    };
    element.attributes.iter_mut().for_each(|(_, value)| own(value));
    for node in &mut element.nodes {
        match node {
            Node::Text(text) => own(text),
            Node::Element(inner) => change(inner, new),
            _ => {}
        }
    }
}

/// A text with 0 before the name of each named key.
#[must_use]
pub fn without_numbers(text: &str) -> Cow<'_, str> {
    recoded(text, &mut |_, _| Some(0))
}

/// A text with each named key as people write it: `[Flip]`.
pub fn in_words(text: &str) -> Cow<'_, str> {
    let Some(form) = NAMED_KEY.as_ref().filter(|_| text.contains(",0")) else { return Cow::Borrowed(text) };
    let is_key = |found: &Captures<'_>, number: u32| {
        GIVEN.contains(&number) || !found[5].starts_with(|first: char| first.is_ascii_digit() || first == '-')
    };
    form.replace_all(text, |found: &Captures<'_>| match number_of(found) {
        Some(number) if is_key(found, number) => format!("{}[{}]", &found[1], &found[5]),
        _ => found[0].to_owned(),
    })
}

/// The number of a key that was found; none where it is no key after all.
fn number_of(found: &Captures<'_>) -> Option<u32> {
    let number = if &found[2] == OWN_ZERO { Some(KEPT) } else { found[2].parse().ok() };
    let number = number.filter(|number| [0, KEPT].contains(number) || GIVEN.contains(number));
    let is_name = |number: &u32| has_letters(&found[5]) || GIVEN.contains(number);
    number.filter(|number| found[3] == found[4] && is_name(number))
}

/// A text with other numbers before the names, where `new` has one.
fn recoded<'t>(text: &'t str, new: &mut dyn FnMut(&str, u32) -> Option<u32>) -> Cow<'t, str> {
    let Some(form) = NAMED_KEY.as_ref().filter(|_| text.contains(",0")) else { return Cow::Borrowed(text) };
    let mut is_changed = false;
    let changed = form.replace_all(text, |found: &Captures<'_>| {
        let whole = found[0].to_owned();
        let Some(number) = number_of(found) else { return whole };
        let Some(other) = new(&found[5], number).filter(|other| *other != number) else { return whole };
        is_changed = true;
        let other = if other == KEPT { OWN_ZERO.to_owned() } else { other.to_string() };
        format!("{}{other}{},0{},{}", &found[1], &found[3], &found[4], &found[5])
    });
    if is_changed { Cow::Owned(changed.into_owned()) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(text: &str) -> Element {
        Element::new("PieceSlot").with("hotkey", "57400,0,Flip").with_text(text)
    }

    #[test]
    fn numbers_go_and_come_back_at_every_depth_of_escapes() {
        let text = "macro;;;57400\\,0\\,Flip,57401\\,0\\,Turn Over;70,130;placemark;57401\\\\,0\\\\,Turn Over\\;5,0,0,x";
        let before = Element::new("Module").with_child(slot(text));
        let mut after = before.clone();
        let numbers = take_away(&mut after);
        assert_eq!(numbers, KeyNumbers::from([("Flip".into(), 57400), ("Turn Over".into(), 57401)]));
        let own = after.elements().next().unwrap();
        assert_eq!(own.attr("hotkey"), Some("0,0,Flip"));
        assert!(
            own.text()
                .starts_with("macro;;;0\\,0\\,Flip,0\\,0\\,Turn Over;70,130;placemark;0\\\\,0\\\\,Turn")
        );
        put_back(&mut after, &numbers);
        assert_eq!(after, before);
    }

    #[test]
    fn names_may_begin_with_a_digit() {
        let before = Element::new("Module").with_child(slot("57401,0,7YW_1-BR;57402,0,64;0,0,64"));
        let mut after = before.clone();
        let numbers = take_away(&mut after);
        assert_eq!(numbers, KeyNumbers::from([("7YW_1-BR".into(), 57401), ("Flip".into(), 57400)]));
        assert_eq!(after.elements().next().unwrap().text(), "0,0,7YW_1-BR;57402,0,64;0,0,64");
        put_back(&mut after, &numbers);
        assert_eq!(after, before);
        assert_eq!(without_numbers("57402,0,64;0,0,64"), "0,0,64;0,0,64");
        assert_eq!(in_words("57402,0,64;0,0,64;0,0,2nd"), "[64];0,0,64;0,0,2nd");
    }

    #[test]
    fn names_may_have_a_colon_and_a_slash() {
        let text = r"globalkey;;57401,0,Hit: CC;57402,0,Hit: CP\/PC;x:57403\,0\,Hit:P\,1";
        let before = Element::new("Module").with_child(slot(text));
        let mut after = before.clone();
        let numbers = take_away(&mut after);
        let names: Vec<&str> = numbers.keys().map(String::as_str).collect();
        assert_eq!(names, ["Flip", "Hit", "Hit: CC", r"Hit: CP\/PC"]);
        put_back(&mut after, &numbers);
        assert_eq!(after, before);
    }

    #[test]
    fn a_name_behind_0_and_behind_a_number_keeps_both_apart() {
        let before =
            Element::new("Module").with_child(slot("57401,0,Go")).with_child(slot("0,0,Go;57402,0,Flip"));
        let mut after = before.clone();
        let numbers = take_away(&mut after);
        assert_eq!(numbers, KeyNumbers::from([("Flip".into(), 57400), ("Go".into(), 57401)]));
        assert_eq!(after.elements().next().unwrap().text(), "0,0,Go");
        assert_eq!(after.elements().last().unwrap().text(), "000,0,Go;57402,0,Flip");
        put_back(&mut after, &numbers);
        assert_eq!(after, before);
    }

    #[test]
    fn a_mark_that_a_file_has_already_stays() {
        let before = Element::new("Module").with_child(slot("57401,0,Go;000,0,Go;0,0,Go"));
        let mut after = before.clone();
        let numbers = take_away(&mut after);
        assert_eq!(numbers, KeyNumbers::from([("Flip".into(), 57400)]));
        put_back(&mut after, &numbers);
        assert_eq!(after, before);
    }

    #[test]
    fn keys_inside_of_lists_are_told_by_their_names() {
        assert_eq!(in_words(r":0\,0\,Repair:P\,1,:57400\,0\,Hit:I\,-1"), r":[Repair]:P\,1,:[Hit]:I\,-1");
        assert_eq!(in_words(r"70\,130,0,0,5"), r"70\,130,0,0,5");
    }

    #[test]
    fn what_is_no_named_key_stays() {
        for text in [
            "0,0,12",
            "57400,0",
            "0,0,-5",
            "157400,0,Flip",
            "1.57400,0,Flip",
            "50000,0,Flip",
            "57400\\,0,Flip",
        ] {
            let mut root = Element::new("Module").with("a", text);
            put(&mut root, &KeyNumbers::new());
            assert_eq!(root.attr("a"), Some(text));
        }
        let mut root = Element::new("Module").with("a", "57400,0,Flip");
        put(&mut root, &KeyNumbers::new());
        assert_eq!(root.attr("a"), Some("0,0,Flip"));
    }
}
