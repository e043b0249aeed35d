//! A command text that was read is written as the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use liege::format::command::Command;
use liege::format::leaf::Leaf;

fuzz_target!(|text: &str| {
    let Ok(tree) = Command::parse(text.to_owned(), 200) else {
        return;
    };
    assert_eq!(tree.to_text().as_deref(), Ok(text));
    for command in tree.walk() {
        let leaf = Leaf::decode(command.own());
        assert_eq!(leaf.encode().as_deref(), Ok(command.own().as_str()));
    }
});
