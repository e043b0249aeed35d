//! Lists agree with what the engine writes and reads.

use liege::format::sequence::{decode, encode, join};
use proptest::prelude::*;
use serde_json::Value;

fn texts(value: &Value) -> Vec<String> {
    let values = value.as_array().unwrap();
    values.iter().map(|text| text.as_str().unwrap_or("").to_owned()).collect()
}

/// True where the engine's own encoding changes the values.
fn is_lossy(values: &[String]) -> bool {
    let before_last = values.len().saturating_sub(1);
    values[..before_last].iter().any(|value| value.ends_with('\\') && !value.starts_with('\\'))
}

#[test]
fn every_list_of_the_engine_agrees() {
    let (mut checked, mut refused) = (0, 0);
    for line in super::data("vassal/sequence_encoder.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        checked += 1;
        if row["k"] == "dec" {
            assert_eq!(decode(row["in"].as_str().unwrap(), ';'), texts(&row["out"]), "{line}");
            continue;
        }
        let values = texts(&row["in"]);
        let text = row["out"].as_str();
        match encode(&values, ';') {
            Ok(encoded) => {
                assert_eq!(encoded.as_deref(), text, "{line}");
                if let Some(text) = text {
                    assert_eq!(decode(text, ';'), values, "{line}");
                }
            }
            Err(error) => {
                refused += 1;
                assert!(is_lossy(&values), "{line}: {error}");
            }
        }
        assert_eq!(encode(&values, ';').is_err(), is_lossy(&values), "{line}");
    }
    assert_eq!(checked, 1733);
    assert!(refused > 0);
}

#[test]
fn a_swallowed_separator_is_refused_with_the_value() {
    let error = encode(["first", "back\\", "last"], ';').unwrap_err();
    assert_eq!(error.position, 2);
    assert!(error.to_string().contains("back\\"), "{error}");
}

#[test]
fn the_unread_tail_stays_escaped() {
    let mut decoder = liege::format::sequence::Decoder::new(r"a;b\;c;d", ';');
    assert_eq!(decoder.next().as_deref(), Some("a"));
    assert_eq!(decoder.remaining(), Some(r"b\;c;d"));
    assert_eq!(decoder.by_ref().count(), 2);
    assert_eq!(decoder.remaining(), None);
}

proptest! {
    #[test]
    fn what_is_encoded_comes_back(values in proptest::collection::vec("[a;\\\\' é\t]{0,6}", 1..6)) {
        match join(&values, ';') {
            Ok(text) => prop_assert_eq!(decode(&text, ';'), values),
            Err(_) => prop_assert!(is_lossy(&values)),
        }
    }
}
