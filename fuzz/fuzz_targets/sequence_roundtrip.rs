//! Any text, taken apart at any delimiter, is joined to the same text, and values that were joined are taken apart again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::format::sequence;

fuzz_target!(|text: &str| {
    for delimiter in [';', ',', '/', '\t', '|', ':'] {
        let values = sequence::decode(text, delimiter);
        // A value in quotes that needs none, and a last backslash, are written otherwise and mean the same.
        if let Ok(joined) = sequence::join(&values, delimiter) {
            assert_eq!(sequence::decode(&joined, delimiter), values);
        }
    }
});
