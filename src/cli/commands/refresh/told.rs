//! What `refresh` tells of a save: text and JSON.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{Brought, followers};
use crate::cli::standard;
use liege_tools::compare::words;
use liege_tools::convert::refresh::{DeckFate, DeckWhat, Difference, Fate, OptionChanged, What};
use vassal::diagnostic::counted;
use vassal::format::kinds::ValueKind;
use vassal::model::counters::{By, NoCounter};
use vassal::model::eyes::Eyes;
use vassal::model::position::Piece;

/// Pieces of one counter to which the same happened.
type Group<'d> = (String, &'d Fate);

impl Brought {
    /// The pieces with what became of them.
    fn pieces(&self) -> impl Iterator<Item = (&Piece, &Fate)> {
        self.position.pieces.iter().zip(&self.made.fates)
    }

    fn count(&self, is_meant: impl Fn(&Fate) -> bool) -> usize {
        self.made.fates.iter().filter(|fate| is_meant(fate)).count()
    }

    /// Groups of equal pieces that were renewed, or kept without a counter, in the order of the save.
    fn groups(&self) -> Vec<(Group<'_>, usize)> {
        let mut groups: Vec<(Group<'_>, usize)> = Vec::new();
        let mut places: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
        for (piece, fate) in
            self.pieces().filter(|(_, fate)| matches!(fate, Fate::Renewed { .. } | Fate::Kept(_)))
        {
            let key = (piece.true_name.clone(), piece.gpid.clone());
            let places = places.entry(key).or_default();
            match places.iter().find(|&&place| groups[place].0.1 == fate) {
                Some(&place) => groups[place].1 += 1,
                None => {
                    places.push(groups.len());
                    groups.push(((called(piece), fate), 1));
                }
            }
        }
        groups
    }
}

fn called(piece: &Piece) -> String {
    let number = if piece.gpid.is_empty() { String::new() } else { format!(" (gpid {})", piece.gpid) };
    format!("\"{}\"{number}", piece.true_name)
}

/// A save.
pub(super) fn of_save(save: &Path, target: Option<&PathBuf>, done: &Brought) -> String {
    let from = standard::name_of_input(save);
    let to = match target {
        Some(target) => format!(" → {}", standard::name_of_output(target)),
        None => String::from(" (nothing written)"),
    };
    text(&format!("{from}{to}"), done)
}

/// What became of a save that has a name.
pub(super) fn text(named: &str, done: &Brought) -> String {
    let mut text = format!("{named}: {}\n", counts(done));
    for line in notes(done) {
        text.push_str(&format!("note: {line}\n"));
    }
    let groups = done.groups();
    let times = |count: usize| if count > 1 { format!("{count} × ") } else { String::new() };
    for ((called, fate), count) in &groups {
        match fate {
            Fate::Renewed { by, differences } => {
                text.push_str(&format!("{}{called}{}\n", times(*count), found_by(*by)));
                for difference in differences {
                    text.push_str(&format!("  - {}\n", in_words(difference)));
                }
            }
            Fate::Kept(reason) => text.push_str(&format!("{}{called}: {}\n", times(*count), why(*reason))),
            Fate::Same | Fate::Unseen => {}
        }
    }
    text.push_str(&decks(done));
    text.push_str(&followers::text(done));
    text
}

/// The decks: how many there are, and what became of those that are not as they were.
fn decks(done: &Brought) -> String {
    let Some(fates) = &done.made.decks else { return String::new() };
    let count = |what: DeckWhat| fates.iter().filter(|fate| fate.what == what).count();
    let parts = [
        (DeckWhat::Same, "as the module has them"),
        (DeckWhat::Renewed, "renewed"),
        (DeckWhat::Added, "added"),
        (DeckWhat::Missing, "of the module missing (--add-decks adds them)"),
        (DeckWhat::Deleted, "turned into stacks of their cards"),
        (DeckWhat::Unknown, "unknown to the module (--delete-decks turns them into stacks)"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(what, _)| count(*what) > 0)
        .map(|(what, words)| format!("{} {words}", count(*what)))
        .collect();
    let has_none = if parts.is_empty() { "none".to_owned() } else { parts.join(", ") };
    let rows = fates.iter().filter(|fate| fate.what != DeckWhat::Same).map(deck_in_words);
    format!("decks: {has_none}\n{}", rows.collect::<String>())
}

fn deck_in_words(fate: &DeckFate) -> String {
    let named = format!("deck \"{}\" on \"{}\"", fate.deck, fate.map);
    let cards = counted(fate.cards, "card");
    match fate.what {
        DeckWhat::Same => String::new(),
        DeckWhat::Added => format!("{named} is new and has no cards\n"),
        DeckWhat::Missing => format!("{named} is not in the save\n"),
        DeckWhat::Deleted if fate.cards == 0 => format!("{named} is gone; it had no cards\n"),
        DeckWhat::Deleted => format!("{named} is gone; its {cards} became a stack there\n"),
        DeckWhat::Unknown => format!("{named} with {cards} stays; the module has no deck with this name\n"),
        DeckWhat::Renewed => {
            let mut text = format!("{named}\n");
            if let Some(from) = &fate.moved_from {
                text.push_str(&format!("  - it was on \"{}\" at {}, {}\n", from.map, from.x, from.y));
            }
            for option in &fate.options {
                text.push_str(&format!("  - {} {}\n", words::name(option.option), option_in_words(option)));
            }
            text
        }
    }
}

fn option_in_words(option: &OptionChanged) -> String {
    words::difference(ValueKind::of_field(option.option), Some(&option.before), Some(&option.now))
}

fn counts(done: &Brought) -> String {
    let all = counted(done.made.fates.len(), "piece");
    let parts = [
        (done.count(|fate| *fate == Fate::Same), "as the module has them"),
        (done.count(|fate| matches!(fate, Fate::Renewed { .. })), "renewed"),
        (done.count(|fate| matches!(fate, Fate::Kept(_))), "left unchanged, without a counter"),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if parts.is_empty() { all } else { format!("{all}; {}", parts.join(", ")) }
}

/// What concerns the save or the module as a whole.
fn notes(done: &Brought) -> Vec<String> {
    let mut notes = Vec::new();
    if done.eyes != Eyes::Umpire {
        notes.push(format!(
            "pieces that {} does not see are left unchanged and not counted",
            done.eyes.side()
        ));
    }
    for map in &done.position.unknown_maps {
        notes.push(format!("the module has no map \"{map}\"; pieces there cannot be seen in VASSAL"));
    }
    if !done.made.unstacked.is_empty() {
        let count = counted(done.made.unstacked.len(), "piece");
        notes.push(format!(
            "{count} left their stack, because the new counter does not stack with the piece below"
        ));
    }
    if let Some(first) = done.twice.first() {
        let count = counted(done.twice.len(), "number");
        notes.push(format!(
            "{count} in the module belong to several counters ({first} is one); VASSAL refuses to refresh \
             until the module has been opened in its editor and saved"
        ));
    }
    if done.without > 0 {
        let count = counted(done.without, "counter");
        notes.push(format!(
            "{count} in the module have no number; VASSAL refuses to refresh until the module has been \
             opened in its editor and saved"
        ));
    }
    notes
}

fn found_by(by: By) -> &'static str {
    match by {
        By::Number => "",
        By::Name => ", found by its name",
        By::NameAndPicture => ", found by its name and picture",
    }
}

fn why(reason: NoCounter) -> String {
    match reason {
        NoCounter::Gone => "no counter in the module has its number or name".to_owned(),
        NoCounter::Several(count) => format!("{count} different counters in the module have its name"),
    }
}

fn in_words(difference: &Difference) -> String {
    let Difference { of_trait, what, before, now } = difference;
    let quoted = |text: &Option<String>| match text.as_deref() {
        None | Some("") => "nothing".to_owned(),
        Some(text) => format!("\"{text}\""),
    };
    match what {
        What::New => format!("{of_trait} is new"),
        What::Gone if before.as_deref().is_none_or(str::is_empty) => format!("{of_trait} is gone"),
        What::Gone => format!("{of_trait} is gone; it was {}", quoted(before)),
        What::Changed if before == now => format!("{of_trait} is defined differently"),
        What::Changed | What::Reset => format!("{of_trait} was {} and is {}", quoted(before), quoted(now)),
    }
}

pub(super) fn report(save: &Path, target: Option<&PathBuf>, done: &Brought) -> Value {
    let mut report = json!({
        "file": save.display().to_string(),
        "output": target.map(|target| target.display().to_string()),
    });
    if let (Some(report), Value::Object(more)) = (report.as_object_mut(), fates(done)) {
        report.extend(more);
    }
    report
}

/// What became of the pieces and decks of a save.
pub(super) fn fates(done: &Brought) -> Value {
    let row = |piece: &Piece, more: Value| {
        let mut row = json!({"piece": piece.id, "name": piece.true_name, "gpid": piece.gpid});
        if let (Some(row), Value::Object(more)) = (row.as_object_mut(), more) {
            row.extend(more);
        }
        row
    };
    let (mut renewed, mut kept) = (Vec::new(), Vec::new());
    for (piece, fate) in done.pieces() {
        match fate {
            Fate::Renewed { by, differences } => {
                let by = match by {
                    By::Number => "number",
                    By::Name => "name",
                    By::NameAndPicture => "name and picture",
                };
                renewed.push(row(piece, json!({"found_by": by, "differences": differences})));
            }
            Fate::Kept(reason) => kept.push(row(piece, json!({"reason": why(*reason)}))),
            Fate::Same | Fate::Unseen => {}
        }
    }
    json!({
        "pieces": {
            "all": done.made.fates.len(),
            "same": done.count(|fate| *fate == Fate::Same),
            "renewed": renewed.len(),
            "without_counter": kept.len(),
            "unseen": done.count(|fate| *fate == Fate::Unseen),
        },
        "renewed": renewed,
        "without_counter": kept,
        "unstacked": done.made.unstacked,
        "unknown_maps": done.position.unknown_maps,
        "decks": done.made.decks,
        "places": followers::report(done),
        "notes": notes(done),
    })
}
