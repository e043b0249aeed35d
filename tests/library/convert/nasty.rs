//! Every field of every trait keeps names in any writing, delimiters and backslashes through save, slot and text.

use liege::convert::folder::{Files, pack, unpack};
use liege::convert::readable;
use liege::format::Limits;
use liege::format::build_file::Element;
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::piece::{PieceText, TraitText};
use liege::format::sequence;
use liege::format::traits::spec::SPECS;
use liege::format::traits::{Fields, Spec};
use proptest::prelude::*;

/// Texts that meet every delimiter of the formats.
const NASTY: [&str; 12] = [
    "Tōkyō",
    "東京",
    ";",
    "a;b,c/d|e:f",
    "\\",
    "a\\;b\\\\",
    "\t",
    "'quoted'",
    "'",
    "{GetProperty(\"x\") == \"東京\"}",
    "+ 1",
    "<a b=\"&amp;\">\n",
];

/// A piece with one trait, of which one field and the state have these texts; none where no file can have them.
fn piece(spec: &Spec, field: usize, text: &str, state: &str) -> Option<PieceText> {
    let values = (0..spec.fields.len()).map(|at| if at == field { text } else { "" });
    let definition = format!("{}{}", spec.prefix, sequence::join(values, ';').ok()?);
    let basic =
        TraitText::new(format!("piece;;;a.png;{}", sequence::join([text, ""], ';').ok()?), "Main;1;2;7;0");
    Some(PieceText { traits: vec![TraitText::new(definition, state), basic] })
}

fn saved(piece: &PieceText) -> Option<Vec<u8>> {
    let added = Leaf::add(Some("11".into()), piece.encode().ok()?).encode().ok()?;
    let leaves = ["begin_save", &added, "end_save"].map(Command::leaf);
    Some(Command::group("", leaves.into()).to_text().ok()?.into_bytes())
}

fn round(bytes: &[u8]) -> Option<(Files, Vec<u8>)> {
    let files = unpack(bytes, &Limits::default()).ok()?.files;
    let packed = pack(&files).ok()?.bytes;
    Some((files, packed))
}

#[test]
fn a_saved_game_that_is_far_too_large_is_kept_as_it_is_and_comes_back() {
    let text = format!("begin_save\u{1b}XYZ\t{}\u{1b}end_save", "a".repeat(40_000_000));
    let unpacked = unpack(text.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(unpacked.files.get("savedGame").map(Vec::len), Some(text.len()));
    assert!(unpacked.notes[0].contains("more than the 40000000 that are unpacked; kept unchanged"));
    assert!(pack(&unpacked.files).unwrap().bytes == text.as_bytes());
}

#[test]
fn every_field_of_every_trait_keeps_every_text() {
    let mut tried = 0;
    for spec in SPECS.iter().filter(|spec| !["piece;", "deck;"].contains(&spec.prefix)) {
        for field in 0..spec.fields.len() {
            for text in NASTY {
                let Some(piece) = piece(spec, field, text, text) else { continue };
                let definition = &piece.traits[0].type_text;
                let fields = Fields::decode(definition.clone());
                if let Some(fields) = fields.filter(|fields| fields.spec() == spec) {
                    assert_eq!(fields.get(spec.fields[field].0), text, "{definition}");
                }
                let bytes = saved(&piece).unwrap();
                let (files, again) = round(&bytes).unwrap();
                assert_eq!(again, bytes, "{definition}");
                assert!(files.contains_key("pieces.toml"), "{definition:?} has no block");
                let slot = Element::new("VASSAL.build.widget.PieceSlot");
                let text = Leaf::add(None, piece.encode().unwrap()).encode().unwrap();
                let slot = slot.with("entryName", definition.as_str()).with_text(text);
                let texts = readable::split(&slot);
                let (root, _) =
                    readable::join(&|path| texts.get(path).map(String::as_bytes), &mut |_| ()).unwrap();
                assert_eq!(root, slot);
                tried += 1;
            }
        }
    }
    assert!(tried > 3_500, "{tried}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_state_and_name_of_a_piece_comes_back(text in "\\PC{0,12}[\\\\;,/|:\t']{0,4}\\PC{0,4}", state in "[a\\\\;,/\t'東\n]{0,10}", which in 0..SPECS.len()) {
        let spec = &SPECS[which];
        prop_assume!(!["piece;", "deck;"].contains(&spec.prefix) && !spec.fields.is_empty());
        if let Some(bytes) = piece(spec, 0, &text, &state).and_then(|piece| saved(&piece)) {
            prop_assert_eq!(round(&bytes).map(|(_, again)| again), Some(bytes));
        }
    }
}
