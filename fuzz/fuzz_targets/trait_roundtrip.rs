//! Definition and state of one trait, with a line between them, come back the same, and so do its fields by their names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::format::piece::TraitText;
use liege::format::traits::{Fields, Trait};

fuzz_target!(|text: &str| {
    let (definition, state) = text.split_once('\n').unwrap_or((text, ""));
    let text = TraitText::new(definition, state);
    assert_eq!(Trait::decode(&text).encode(), Ok(text));
    if let Some(fields) = Fields::decode(definition) {
        assert_eq!(fields.encode().as_deref(), Ok(definition));
    }
});
