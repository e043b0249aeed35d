//! Definition and state of a piece, with a slash between them, come back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::format::piece::Form;
use liege::format::sequence;

fuzz_target!(|text: &str| {
    let mut parts = sequence::Decoder::new(text, '/');
    let types = parts.next().unwrap_or_default().into_owned();
    let state = parts.next().unwrap_or_default().into_owned();
    let again = Form::decode(&types, &state).encode();
    assert_eq!(again, Ok((types, state)));
});
