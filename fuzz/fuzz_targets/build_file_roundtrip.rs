//! A build file that was read is written as one that says the same, and its readable form gives the same components.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::convert::readable;
use liege::format::Limits;
use liege::format::build_file::Document;

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::with_max_size(1 << 20);
    let Ok(document) = Document::parse(bytes, &limits) else { return };
    let again = Document::parse(document.write().as_bytes(), &limits).map(|again| again.root);
    assert_eq!(again.as_ref().ok(), Some(&document.root));
    let texts = readable::split(&document.root);
    if let Ok((root, _)) = readable::join(&|path| texts.get(path).map(String::as_bytes), &mut |_| ()) {
        assert_eq!(root, document.root);
    }
});
