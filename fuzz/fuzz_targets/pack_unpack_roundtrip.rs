//! A file that was unpacked is packed into the same entries with the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::convert::folder::{pack, unpack};
use liege::format::Limits;
use liege::format::archive::Archive;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::with_max_size(1 << 20);
    let Ok(unpacked) = unpack(bytes, &limits) else { return };
    let packed = pack(&unpacked.files).unwrap().bytes;
    if !Archive::looks_like_zip(bytes) {
        assert_eq!(packed, bytes);
        return;
    }
    let entries = |bytes: &[u8]| {
        let archive = Archive::read(bytes, &limits).unwrap();
        let names: Vec<String> = archive.entries().iter().map(|entry| entry.name.clone()).collect();
        names.into_iter().map(|name| (archive.read_entry(&name).unwrap(), name)).collect::<Vec<_>>()
    };
    assert_eq!(entries(&packed), entries(bytes));
});
