//! Every encoding of a save is read and written; damaged ones end in a message.

use liege::format::Limits;
use liege::format::stream::{Encoding, StreamError, decode, encode};

const TEXT: &str = "begin_save\u{1b}CHATTōkyō 東京\u{1b}end_save";

fn all() -> Vec<Encoding> {
    vec![
        Encoding::Plain,
        Encoding::Vcsk { key: 0xA7, upper: false },
        Encoding::Vcsk { key: 0xA7, upper: true },
        Encoding::Vobs { key: 0x5B, bang: false },
        Encoding::Vobs { key: 0x5B, bang: true },
        Encoding::Xz,
    ]
}

#[test]
fn every_encoding_comes_back() {
    for encoding in all() {
        let bytes = encode(TEXT, encoding).unwrap();
        let (read, text) = decode(&bytes, &Limits::default()).unwrap();
        assert_eq!((read, text.as_str()), (encoding, TEXT));
        assert_eq!(encode(&text, read).unwrap(), bytes);
    }
}

#[test]
fn the_bytes_are_those_of_the_engine() {
    let vcsk = encode("AB", Encoding::Vcsk { key: 0x0f, upper: false }).unwrap();
    assert_eq!(vcsk, b"!VCSK0f4e4d");
    assert_eq!(encode("AB", Encoding::Vobs { key: 1, bang: false }).unwrap(), b"VOBS\x01@C");
}

#[test]
fn a_new_save_depends_on_its_text_alone() {
    assert_eq!(Encoding::for_new(TEXT), Encoding::for_new(TEXT));
    assert!(matches!(Encoding::for_new(""), Encoding::Vcsk { key: 1.., upper: false }));
}

#[test]
fn damaged_streams_say_where() {
    let fail = |bytes: &[u8]| decode(bytes, &Limits::default()).unwrap_err();
    assert!(matches!(fail(b"!VCSK00414"), StreamError::OddDigits { digits: 5 }));
    assert!(matches!(fail(b"!VCSK004x"), StreamError::NotHex { offset: 8, found: 'x' }));
    assert!(matches!(fail(b"!VCSK"), StreamError::NoKey { .. }));
    assert!(matches!(fail(b"VOBS"), StreamError::NoKey { .. }));
    assert!(matches!(fail(b"begin\xFF"), StreamError::BrokenUtf8 { offset: 5 }));
    assert!(matches!(fail(b"!VCSK0041ff"), StreamError::BrokenUtf8 { offset: 1 }));
    assert!(matches!(fail(b"!VOXZ...."), StreamError::Unreleased { .. }));
    let mut xz = encode(TEXT, Encoding::Xz).unwrap();
    xz.truncate(xz.len() / 2);
    assert!(matches!(fail(&xz), StreamError::Xz(_)));
}

#[test]
fn a_packed_stream_stops_at_the_limit() {
    let bomb = encode(&"a".repeat(1 << 22), Encoding::Xz).unwrap();
    let limits = Limits::with_max_size(1 << 20);
    assert!(matches!(decode(&bomb, &limits).unwrap_err(), StreamError::TooLong { .. }));
}

#[test]
fn no_damage_to_a_packed_stream_ends_in_a_crash() {
    let whole = encode(TEXT, Encoding::Xz).unwrap();
    for at in 6..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x41;
        let _ = decode(&bytes, &Limits::with_max_size(1 << 20));
    }
}
