//! The copy of a save for a side: it shows what the side saw, and nothing else is in it.

mod attack;
mod foreign;
mod traits;

mod world;

use liege::format::Limits;
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::metadata::Metadata;
use liege::format::save_file::SaveFile;
use liege::format::timestamp::Timestamp;
use liege::model::eyes::Eyes;
use liege::model::module::Module;
use liege::model::position::Position;
use liege::model::view::{self, Plan, Redacted};

/// The copy of a save for a side.
pub fn copy(commands: &Command, module: &Module, side: &str) -> Redacted {
    let (position, _) = Position::read(commands, Some(module));
    let eyes = Eyes::of_side(side, &position);
    view::write(&Plan::of(&position, module, &eyes), commands, &position, module).unwrap()
}

/// The bytes of the copy as a file.
pub fn bytes(copy: &Redacted) -> Vec<u8> {
    let save = SaveFile::new(&copy.commands, Some(b"<data/>"), &Metadata::default()).unwrap();
    save.write(Timestamp(1_767_225_600_000)).unwrap()
}

/// All that a file says, with and without the escapes that nesting adds.
pub fn decoded(bytes: &[u8]) -> String {
    let save = SaveFile::read(bytes, &Limits::default()).unwrap();
    let mut text = save.text().to_owned();
    text.push_str(&save.text().replace('\\', ""));
    for command in save.commands().unwrap().walk() {
        text.push('\n');
        text.push_str(command.own());
        if let Leaf::AddPiece { type_text, state, .. } = Leaf::decode(command.own()) {
            text.push('\n');
            text.push_str(&type_text);
            text.push('\n');
            text.push_str(&state);
        }
    }
    text
}
