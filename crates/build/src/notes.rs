//! What a piece bears in writing: the number it stands for, and notes such as when it was seen.

use liege_rules::game::pack::{NUMBER, PieceNote, PieceTerms, Prototype, StateLayer};
use liege_rules::position::notation::MOST_ON_A_PIECE;
use vassal::format::key::Key;
use vassal::format::piece::TraitText;
use vassal::format::sequence::{self, Unencodable};
use vassal::format::traits::{Layer, new};

use super::aim;
use super::moves;
use super::states::{self, overlay_image};

/// How far labels reach below the foot of a piece, in pixels: they hang over its edge, clear of the figures at the foot and
/// of the silhouette above them.
const BELOW_FOOT: &str = "9";

/// The type size of a label that shows a note as it is, in pixels.
const PLAIN_SIZE: i32 = 12;

/// The commands that change a number: the text, the key, and what it does as a Dynamic Property says it.
fn tally_commands() -> [(&'static str, Key, &'static str); 5] {
    [
        ("1 more", Key::ctrl('1'), "I,1"),
        ("1 less", Key::ctrl_shift('1'), "I,-1"),
        ("10 more", Key::ctrl('0'), "I,10"),
        ("10 less", Key::ctrl_shift('0'), "I,-10"),
        ("Set the number", Key::ctrl('N'), "R,How many?"),
    ]
}

/// The keys that change the number of a piece.
pub fn tally_keys() -> Vec<Key> {
    tally_commands().into_iter().map(|(_, key, _)| key).collect()
}

/// The number that a piece stands for, on the piece, with the commands that change it; `label` says how it is
/// shown and `below` how far below the middle, `name` what it adds to the name of the piece, `least` the smallest number.
///
/// # Errors
/// See [`new::trait_with`].
pub fn tally(label: &str, name: &str, below: i32, least: i32) -> Result<Vec<TraitText>, Unencodable> {
    let change =
        |command: &str, key: &Key, change: &str| sequence::join([command, &key.encode(), change], ':');
    let changes: Result<Vec<String>, Unencodable> =
        tally_commands().iter().map(|(command, key, to)| change(command, key, to)).collect();
    let told = tally_keys();
    Ok(vec![
        new::report(&told, "$newPieceName$: $menuCommand$")?,
        new::label(
            label,
            &[
                ("fontSize", "22"),
                ("fontStyle", "1"),
                ("menuCommand", ""),
                ("nameFormat", name),
                ("textBg", "255,255,255"),
                ("verticalJust", "c"),
                ("verticalOffset", &below.to_string()),
                ("verticalPos", "c"),
            ],
        )?,
        new::trait_with(
            "PROP;",
            &[
                ("key", NUMBER),
                ("constraints", &format!("true,{least},{MOST_ON_A_PIECE},false")),
                ("keyCommands", &sequence::join(&changes?, ',')?),
            ],
            "0",
        )?,
    ])
}

/// A note on the pieces of a prototype: its text and where it shows it, and the property where no command asks for it.
///
/// # Errors
/// See [`new::trait_with`].
pub fn note(note: &PieceNote, row: &Prototype, traits: &mut Vec<TraitText>) -> Result<(), Unencodable> {
    let property = note.property();
    if note.label {
        let place = [("verticalJust", "b"), ("verticalOffset", BELOW_FOOT), ("verticalPos", "b")];
        traits.push(written(&format!("${property}$"), PLAIN_SIZE, &place)?);
    }
    for spot in note.spots_on(row) {
        let (right, below) = (spot.offset.0.to_string(), spot.offset.1.to_string());
        let place = [
            ("horizontalOffset", right.as_str()),
            ("verticalJust", "c"),
            ("verticalOffset", &below),
            ("verticalPos", "c"),
        ];
        for label in &note.says {
            traits.push(written(&label.text, label.size, &place)?);
        }
    }
    if !note.overlay.is_empty() {
        let images = ["", &overlay_image(&note.overlay)];
        traits.push(Layer::new(property, &images, &["", ""])?.following(property, 0).encode()?);
    }
    if note.command.is_empty() {
        traits.push(new::dynamic_property(property, false, "")?);
    }
    if let Some(cross) = &note.cross {
        traits.push(aim::lays(cross)?);
    }
    Ok(())
}

/// The properties of the notes that commands of a piece of this name ask for.
///
/// # Errors
/// See [`new::trait_with`].
pub fn all_asked(name: &str, row: &Prototype, terms: &PieceTerms) -> Result<Vec<TraitText>, Unencodable> {
    let notes = terms.outfit.notes_of(&row.notes).filter(|note| !note.command.is_empty());
    let property = |note: &PieceNote| {
        let emptied_by = Key::named(note.emptied_by.as_str());
        let ends = |layer: &&StateLayer| moves::ends(layer) && states::set_key(layer, 1) == emptied_by;
        let ended = states::layers_of(terms, row).find(ends).map(moves::end_key);
        asked(note, name, ended)
    };
    notes.map(property).collect()
}

/// The property of a note on a piece, with the command that asks for it: the engine writes the question as it stands, so
/// that each piece has its own, with its name. `ended` is the key that ends what the note belongs to.
fn asked(note: &PieceNote, name: &str, ended: Option<Key>) -> Result<TraitText, Unencodable> {
    let expects = if note.expects.is_empty() { String::new() } else { format!(": {}", note.expects) };
    let question = sequence::join(["R", &format!("{name}, {}{expects}", note.word)], ',')?;
    let asks = sequence::join([note.command.as_str(), &note.key().encode(), &question], ':')?;
    let mut commands = vec![asks];
    if note.cross.is_some() {
        commands.push(aim::takes(note)?);
    }
    let emptied_by = (!note.emptied_by.is_empty()).then(|| Key::named(note.emptied_by.as_str()));
    for key in emptied_by.into_iter().chain(ended) {
        commands.push(sequence::join(["", &key.encode(), "P,"], ':')?);
    }
    let fields = [
        ("key", note.property()),
        ("constraints", "false,0,100,false"),
        ("keyCommands", &sequence::join(&commands, ',')?),
    ];
    new::trait_with("PROP;", &fields, "")
}

/// A label of a note at its place on the piece.
fn written(text: &str, size: i32, place: &[(&str, &str)]) -> Result<TraitText, Unencodable> {
    let size = size.to_string();
    let looks = [
        ("fontSize", size.as_str()),
        ("fontStyle", "1"),
        ("menuCommand", ""),
        // A label without a text would leave its brackets in the name.
        ("nameFormat", "$pieceName$"),
        ("textBg", "255,246,214"),
    ];
    new::label(text, &[&looks, place].concat())
}
