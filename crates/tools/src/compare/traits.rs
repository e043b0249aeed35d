//! How the traits of two pieces differ: which came, which went, and which fields of the others changed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::ValueDiff;
use vassal::diagnostic::counted;
use vassal::format::kinds::ValueKind;
use vassal::format::named_keys;
use vassal::format::piece::{PieceText, TraitText};
use vassal::format::traits::{Fields, title};

/// How the definitions of the traits of two pieces differ.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TraitsDiff {
    /// Traits that only the second has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gained: Vec<String>,
    /// Traits that only the first has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<String>,
    /// Traits that both have, with the fields that differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<TraitChange>,
    /// How many traits are written otherwise and say the same, as another version of VASSAL writes them.
    #[serde(skip_serializing_if = "is_zero")]
    pub rewritten: usize,
    /// Whether the traits that both have stand in another order.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reordered: bool,
}

/// How one trait differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TraitChange {
    /// Its title.
    pub name: String,
    /// The fields of its definition that differ; the state as `state`.
    pub fields: Vec<ValueDiff>,
}

/// Serde asks for it so.
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The traits of a piece by their titles, each with which of that title it is.
type ByTitle<'a> = BTreeMap<(String, usize), (usize, &'a TraitText)>;

fn by_title(piece: &PieceText) -> ByTitle<'_> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let titled = piece.traits.iter().enumerate().map(|(at, own)| {
        let title = title(&own.type_text);
        let number = counts.entry(title.clone()).or_default();
        *number += 1;
        ((title, *number), (at, own))
    });
    titled.collect()
}

fn without_numbers(piece: &PieceText) -> PieceText {
    let own = |own: &TraitText| {
        let type_text = match named_keys::without_numbers(&own.type_text) {
            Cow::Borrowed(_) => own.type_text.clone(),
            Cow::Owned(changed) => changed.into(),
        };
        TraitText { type_text, ..own.clone() }
    };
    PieceText { traits: piece.traits.iter().map(own).collect() }
}

/// How the definitions differ; states only of traits whose values belong to the definition of a piece, those of a palette
/// or a prototype, when `with_states`.
pub fn between(before: &PieceText, after: &PieceText, with_states: bool) -> TraitsDiff {
    if before == after {
        return TraitsDiff::default();
    }
    // The numbers of named keys are those of a session.
    let [before, after] = [before, after].map(without_numbers);
    if before == after {
        return TraitsDiff::default();
    }
    let (was, is) = (by_title(&before), by_title(&after));
    let only = |own: &ByTitle<'_>, other: &ByTitle<'_>| {
        let mut found: Vec<(usize, String)> = own
            .iter()
            .filter(|(key, _)| !other.contains_key(*key))
            .map(|((title, _), (at, _))| (*at, title.clone()))
            .collect();
        found.sort();
        found.into_iter().map(|(_, title)| title).collect()
    };
    let mut both: Vec<(usize, usize, &str, &TraitText, &TraitText)> = was
        .iter()
        .filter_map(|(key, (old_at, old))| {
            let (new_at, new) = is.get(key)?;
            Some((*old_at, *new_at, key.0.as_str(), *old, *new))
        })
        .collect();
    both.sort_by_key(|(_, new_at, ..)| *new_at);
    let mut rewritten = 0;
    let mut changed = Vec::new();
    for (_, _, title, old, new) in &both {
        let fields = fields(old, new, with_states);
        rewritten += usize::from(fields.is_empty() && old.type_text != new.type_text);
        if !fields.is_empty() {
            changed.push(TraitChange { name: (*title).to_owned(), fields });
        }
    }
    TraitsDiff {
        gained: only(&is, &was),
        lost: only(&was, &is),
        changed,
        rewritten,
        reordered: both.windows(2).any(|pair| pair[0].0 > pair[1].0),
    }
}

/// The fields of a trait that differ; an absent one has the value that the engine takes for it.
fn fields(old: &TraitText, new: &TraitText, with_states: bool) -> Vec<ValueDiff> {
    let mut found = Vec::new();
    if old.type_text != new.type_text {
        let known = |text: &TraitText| Fields::decode(text.type_text.clone());
        match (known(old), known(new)) {
            (Some(was), Some(is)) if was.spec() == is.spec() && was.further() == is.further() => {
                let names = was.spec().fields.iter().map(|(name, _)| *name);
                found.extend(names.filter_map(|name| {
                    let kind = ValueKind::of_field(name);
                    let (was, is) = (was.get(name), is.get(name));
                    let differs = !kind.means_the_same(was, is);
                    differs.then(|| ValueDiff::of_kind(kind, name, Some(was), Some(is))).flatten()
                }));
            }
            // Fields behind those that are known, and definitions that are none of fields.
            _ => found.extend(ValueDiff::of("definition", Some(&old.type_text), Some(&new.type_text))),
        }
    }
    if with_states {
        let kind = ValueKind::of_state(&new.type_text);
        found.extend(ValueDiff::of_kind(kind, "state", Some(&old.state_text), Some(&new.state_text)));
    }
    found
}

impl TraitsDiff {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// One phrase for each difference: `gained the trait Layer "Face"`.
    pub fn in_words(&self) -> Vec<String> {
        let gained = self.gained.iter().map(|title| format!("gained the trait {title}"));
        let lost = self.lost.iter().map(|title| format!("lost the trait {title}"));
        let changed = self.changed.iter().flat_map(|change| {
            change.fields.iter().map(move |field| format!("{}: {}", change.name, field.of_field_in_words()))
        });
        let rewritten = (self.rewritten > 0).then(|| {
            let traits = counted(self.rewritten, "trait");
            format!("{traits} written in another version's form, with the same meaning")
        });
        let order = self.reordered.then(|| "its traits are in another order".to_owned());
        gained.chain(lost).chain(changed).chain(rewritten).chain(order).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(traits: &[(&str, &str)]) -> PieceText {
        let own = traits.iter().map(|(kind, state)| TraitText::new(*kind, *state));
        PieceText { traits: own.collect() }
    }

    #[test]
    fn a_changed_field_is_told_by_its_name() {
        let before = piece(&[("delete;Delete;68,130;", ""), ("piece;;;a.png;1st", "null;0;0;1;0")]);
        let after = piece(&[
            ("delete;Remove;68,130;", ""),
            ("PROP;Steps;;;", "2"),
            ("piece;;;b.png;1st", "null;0;0;1;0"),
        ]);
        let diff = between(&before, &after, true);
        assert_eq!(diff.gained, ["Delete \"Remove\"", "Dynamic Property \"Steps\""]);
        assert_eq!(diff.lost, ["Delete \"Delete\""]);
        assert_eq!(diff.in_words().last().map(String::as_str), Some("Basic piece: image name a.png → b.png"));
    }

    #[test]
    fn a_definition_with_fewer_fields_of_the_same_meaning_is_counted_and_not_listed() {
        let (old, new) = (piece(&[("delete;Delete;68,130", "")]), piece(&[("delete;Delete;68,130;", "")]));
        let diff = between(&old, &new, true);
        assert_eq!((diff.rewritten, diff.changed.len()), (1, 0));
        assert_eq!(diff.in_words(), ["1 trait written in another version's form, with the same meaning"]);
        let further = piece(&[("delete;Delete;68,130;;new", "")]);
        assert_eq!(between(&old, &further, true).changed.len(), 1);
    }

    #[test]
    fn numbers_of_named_keys_and_absent_parts_of_a_target_are_no_difference() {
        let old = piece(&[
            ("delete;Delete;57400,0,Go;", ""),
            ("globalkey;;57401,0,A;;;;;;;;;;MAP|false|MAP|||||0|0||false|||EQUALS", ""),
        ]);
        let other = piece(&[
            ("delete;Delete;57500,0,Go;", ""),
            ("globalkey;;57501,0,A;;;;;;;;;;MAP|false|MAP|||||0|0||false|||EQUALS", ""),
        ]);
        assert!(between(&old, &other, true).is_empty());
        let newer = piece(&[
            ("delete;Delete;57500,0,Go;", ""),
            ("globalkey;;57501,0,A;;;;;;;;;;MAP|false|MAP|||||0|0||false|||EQUALS||", ""),
        ]);
        let diff = between(&old, &newer, true);
        assert_eq!((diff.rewritten, diff.in_words().len()), (1, 1), "{diff:?}");
    }

    #[test]
    fn the_place_of_a_basic_piece_is_told_by_its_parts() {
        let [old, new] =
            [("null;0;0;7;0"), ("null;0;-16;7;0")].map(|state| piece(&[("piece;;;a.png;1st", state)]));
        assert_eq!(between(&old, &new, true).in_words(), ["Basic piece: state y 0 → -16"]);
    }

    #[test]
    fn the_same_traits_in_another_order_are_told() {
        let (one, two) = (("mark;A", "1"), ("mark;B", "2"));
        let diff = between(&piece(&[one, two]), &piece(&[two, one]), true);
        assert!(diff.reordered && diff.gained.is_empty() && diff.changed.is_empty());
    }
}
