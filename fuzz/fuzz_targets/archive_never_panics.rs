//! Any bytes, read as a save and as a module, end in a value or a message.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::format::{Limits, Timestamp};

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits::with_max_size(1 << 24);
    if let Ok(save) = SaveFile::read(bytes, &limits) {
        let _ = save.commands();
        let _ = save.write(Timestamp(0));
    }
    let _ = ModuleFile::read(bytes, &limits);
});
