//! An expression is read and evaluated without a panic, and says what it reads within its own length.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::model::expression::Expression;
use liege::model::text::{Unknown, evaluate, reads};

fuzz_target!(|text: &str| {
    let value = |name: &str| name.len().is_multiple_of(2).then(|| name.repeat(2));
    let _ = evaluate(text, Unknown::Vanishes, &value);
    let _ = evaluate(&format!("{{{text}}}"), Unknown::Stays, &value);
    for read in reads(text).unwrap_or_default() {
        assert!(text.get(read.at..).is_some(), "{read:?}");
    }
    match Expression::parse(text) {
        Ok(expression) => assert!(expression.calls().iter().all(|(_, at)| text.is_char_boundary(*at))),
        Err(error) => assert!(error.at <= text.len()),
    }
});
