//! Pieces, stacks and decks come back as the texts they were.

use liege::format::piece::{Form, PieceText, TraitText};
use liege::format::sequence;
use proptest::prelude::*;

#[test]
fn traits_are_outermost_first() {
    let types = "mark;side\tdelete;Delete;68,130\\\tpiece;;;unit.png;Unit";
    let states = "red\t\\\tMap0;10;20;7;0";
    let Form::Piece(piece) = Form::decode(types, states) else { panic!("verbatim") };
    let expected = [
        TraitText::new("mark;side", "red"),
        TraitText::new("delete;Delete;68,130", ""),
        TraitText::new("piece;;;unit.png;Unit", "Map0;10;20;7;0"),
    ];
    assert_eq!(piece.traits, expected);
    assert_eq!(piece.encode().unwrap(), (types.to_owned(), states.to_owned()));
}

#[test]
fn missing_state_levels_stay_verbatim() {
    let form = Form::decode("mark;side\tpiece;;;a;b", "red");
    assert!(matches!(form, Form::Verbatim { .. }));
}

#[test]
fn a_tab_in_the_last_trait_that_is_escaped_too_often_leaves_the_piece_verbatim() {
    for types in ["a\\\t", "mark;a\tb\\\\\tc"] {
        let form = Form::decode(types, "");
        assert_eq!(form.encode().unwrap(), (types.to_owned(), String::new()));
        assert!(matches!(form, Form::Verbatim { .. }), "{types:?}");
    }
}

#[test]
fn stacks_and_decks_are_read() {
    let Form::Stack(stack) = Form::decode("stack", "Map0;10;-20;5;6;@@-1") else { panic!() };
    assert_eq!((stack.x, stack.y, stack.layer), (10, -20, Some(-1)));
    assert_eq!(stack.ids, ["5", "6"]);
    let Form::Deck(deck) = Form::decode("deck;true;0,0,0;40;40;Always", "null;1;2;true;8,9") else {
        panic!()
    };
    assert_eq!(deck.ids, ["8", "9"]);
    assert!(deck.face_down);
    let Form::Deck(empty) = Form::decode("deck;true", "Map0;1;2;false") else { panic!() };
    assert!(empty.ids.is_empty());
    assert!(matches!(Form::decode("stack", "Map0;x;2"), Form::Verbatim { .. }));
}

#[test]
fn many_traits_are_read_in_one_pass() {
    let mut traits = vec![TraitText::new("report;keys", ""); 500];
    traits.push(TraitText::new("piece;;;;x", "null;0;0;;0"));
    let piece = PieceText { traits };
    let (types, states) = piece.encode().unwrap();
    assert_eq!(PieceText::decode(&types, &states), Some(piece));
}

/// The engine's own way: pairs inside pairs.
fn nest(values: &[String]) -> Result<String, sequence::Unencodable> {
    let (last, outer) = values.split_last().unwrap();
    outer.iter().rev().try_fold(last.clone(), |text, value| sequence::join([value, &text], '\t'))
}

proptest! {
    #[test]
    fn pieces_nest_as_the_engine_nests_them(
        texts in proptest::collection::vec(("[a'\\\\\t;]{0,4}", "[a'\\\\\t;]{0,4}"), 1..6)
    ) {
        let (types, states): (Vec<String>, Vec<String>) = texts.into_iter().unzip();
        let pairs = types.iter().zip(&states);
        let piece = PieceText { traits: pairs.map(|(t, s)| TraitText::new(t, s)).collect() };
        match (nest(&types), nest(&states)) {
            (Ok(types), Ok(states)) => {
                let encoded = piece.encode().unwrap();
                prop_assert_eq!(&encoded, &(types, states));
                if let Some(again) = PieceText::decode(&encoded.0, &encoded.1) {
                    prop_assert_eq!(again.encode().unwrap(), encoded);
                }
            }
            _ => prop_assert!(piece.encode().is_err()),
        }
    }

    #[test]
    fn any_form_comes_back(types in "[a'\\\\\t;]{0,20}", states in "[a1'\\\\\t;]{0,20}") {
        let form = Form::decode(&types, &states);
        prop_assert_eq!(form.encode().unwrap(), (types, states));
    }

    #[test]
    fn ordinary_pieces_are_never_verbatim(
        texts in proptest::collection::vec(("[a-z;,\t]{0,6}x", "[0-9;,\t]{0,6}"), 1..8)
    ) {
        let last = texts.len() - 1;
        let traits = texts.into_iter().enumerate().map(|(at, (t, s))| {
            // The engine itself loses a tab in the innermost texts.
            if at == last { TraitText::new(t.replace('\t', ""), s.replace('\t', "")) }
            else { TraitText::new(t, s) }
        });
        let piece = PieceText { traits: traits.collect() };
        let (types, states) = piece.encode().unwrap();
        prop_assert_eq!(PieceText::decode(&types, &states), Some(piece));
    }
}
