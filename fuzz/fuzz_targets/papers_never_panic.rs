//! Any text, read as a paper of an umpire, ends in a value that is written and read again, or in a message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::rules::desk::chain;
use liege::rules::desk::opened::{read_key, read_leaves};
use liege::rules::desk::opening::Opening;
use liege::rules::desk::paper::Paper;
use liege::rules::desk::record::Record;

fuzz_target!(|text: &str| {
    let _ = read_key(text);
    let _ = read_leaves(text);
    match Paper::read(text) {
        Ok(Paper::Opening(opening)) => {
            assert_eq!(Opening::read(&opening.to_json()).as_ref(), Ok(&*opening));
            let record = Record::find(text).ok().and_then(|found| found.into_iter().next());
            let _ = record.map(|record| opening.check(&record));
        }
        Ok(Paper::Records(records)) => {
            for record in &records {
                assert_eq!(Record::read(&record.to_json()).as_ref(), Ok(record));
            }
            let _ = chain::check(&records);
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
});
