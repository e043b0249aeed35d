//! A stream that can be decoded is encoded to the bytes it was.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::format::stream::{self, Encoding};
use liege::format::Limits;

fuzz_target!(|bytes: &[u8]| {
    let Ok((encoding, text)) = stream::decode(bytes, &Limits::with_max_size(1 << 22)) else { return };
    let again = stream::encode(&text, encoding).expect("a stream");
    match encoding {
        // Digits may be written in both cases, and one text packs to many streams.
        Encoding::Vcsk { .. } => assert!(again.eq_ignore_ascii_case(bytes)),
        Encoding::Xz => {
            let back = stream::decode(&again, &Limits::default()).expect("our own stream");
            assert_eq!(back, (encoding, text));
        }
        Encoding::Plain | Encoding::Vobs { .. } => assert_eq!(again, bytes),
    }
});
