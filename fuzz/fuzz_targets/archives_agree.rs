//! Any bytes, read as an archive from memory and piece by piece from a file, give the same entries or the same message.
#![no_main]

use std::io::{Cursor, Read};

use libfuzzer_sys::fuzz_target;
use liege::format::Limits;
use liege::format::archive::Archive;
use liege::format::source::Source;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::with_max_size(1 << 22);
    let file = Source::of_file(Cursor::new(bytes.to_vec())).expect("a length");
    let (memory, file) = (Archive::read(bytes, &limits), Archive::read(file, &limits));
    let (memory, file) = match (memory, file) {
        (Ok(memory), Ok(file)) => (memory, file),
        (Err(memory), Err(file)) => return assert_eq!(memory.to_string(), file.to_string()),
        (memory, file) => panic!("{memory:?} from memory, {file:?} from a file"),
    };
    assert_eq!(memory.duplicates(), file.duplicates());
    for entry in memory.entries().iter().take(16) {
        let told = |archive: &Archive| archive.read_entry(&entry.name).map_err(|error| error.to_string());
        let whole = told(&memory);
        assert_eq!(whole, told(&file));
        let streamed = file.with_entry(&entry.name, |source, _| {
            let mut bytes = Vec::new();
            source.take(1 << 23).read_to_end(&mut bytes).map(|_| bytes)
        });
        match (&whole, streamed) {
            (Ok(whole), Ok(Ok(streamed))) => assert_eq!(*whole, streamed),
            (Err(_), Ok(Err(_)) | Err(_)) => {}
            (whole, streamed) => panic!("{whole:?} as a whole, {streamed:?} piece by piece"),
        }
        if let (Ok(whole), Ok(start)) = (&whole, file.read_start(&entry.name, 24)) {
            assert_eq!(start, whole[..start.len()]);
        }
    }
});
