//! What is told of many pieces stands once, with their number; a set-up that cannot be read is told.

use liege::convert::lines;
use liege::format::Limits;
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::format::{Timestamp, command::Command};
use liege::lint::{self, Fault, OfSave};
use liege::model::module::Module;
use liege::model::position::Position;

use crate::example_module::document;

const MODULE: &str = r##"
"#class" = "VASSAL.build.GameModule"
name = "Example"
version = "2"
nextPieceSlotId = "2"

[[Map]]
mapName = "Main"
[[Map.BoardPicker]]
[[Map.BoardPicker.Board]]
name = "East"
width = 800
height = 600

[[PredefinedSetup]]
name = "Start"
file = "start.vsav"
"##;

fn module() -> ModuleFile {
    ModuleFile::new(document(MODULE), Metadata::default()).expect("a module")
}

fn commands(pieces: &str) -> Command {
    lines::read(&format!("begin_save\n\t␥\n{pieces}\tMainBoardPicker␉East␉0␉0\n\tend_save\n"))
        .expect("commands")
}

fn told(pieces: &str, only: &str) -> Vec<String> {
    let file = module();
    let (module, _) = Module::read(&file.build_file.root, &|_| None);
    let commands = commands(pieces);
    let (position, _) = Position::read(&commands, Some(&module));
    let module = Some((&file, &module));
    let save = OfSave { commands: &commands, position: &position, about: None, module, sees: &|_| true };
    lint::of_save(save, &|check| check.is_meant_by(only)).faults.iter().map(line).collect()
}

fn line(fault: &Fault) -> String {
    fault.in_file("it").lines().next().unwrap_or_default().to_owned()
}

#[test]
fn pieces_of_one_name_that_lie_nowhere_are_one_fault_with_their_number() {
    let piece = |id: u32, name: &str, place: &str| format!("\t+/{id}/piece;;;;{name}/{place};1;0\n");
    let lost: String = (1..4).map(|id| piece(id, "Tank", "null;50;50")).collect();
    let told_of = told(&format!("{lost}{}", piece(9, "Gun", "null;50;50")), "S04");
    assert_eq!(told_of.len(), 2, "{told_of:#?}");
    assert!(told_of[0].ends_with("it is on no map; 3 pieces with its name are"), "{told_of:#?}");
    assert!(told_of[1].contains("\"Gun\"") && told_of[1].ends_with("it is on no map"), "{told_of:#?}");
    let many: String = (1..14).map(|id| piece(id, &format!("Card {id}"), "null;50;50")).collect();
    let told_of = told(&many, "S04");
    assert_eq!(told_of.len(), 11, "{told_of:#?}");
    assert!(told_of[10].ends_with("3 pieces with other names lie on no map, too"), "{told_of:#?}");
    let far: String = (1..4).map(|id| piece(id, "Tank", "Main;5000;50")).collect();
    let told_of = told(&far, "S08");
    assert_eq!(told_of.len(), 1, "{told_of:#?}");
    assert!(told_of[0].ends_with("it is at 5000, 50; 3 pieces with its name are beyond it"), "{told_of:#?}");
}

#[test]
fn a_set_up_that_was_cut_off_or_is_no_save_is_told_and_one_that_is_missing_is_not_told_twice() {
    let told_of = |entry: Option<Vec<u8>>| {
        let mut file = module();
        if let Some(bytes) = entry {
            file.archive.insert("start.vsav", bytes).expect("a name");
        }
        let (module, _) = Module::read(&file.build_file.root, &|_| None);
        let linted = lint::of_module(&file, &module, &|check| check.is_meant_by("F"));
        linted.faults.iter().map(line).collect::<Vec<String>>()
    };
    let save = |text: &str| {
        let save = SaveFile::read(text.as_bytes().to_vec(), &Limits::default()).expect("a save");
        save.write(Timestamp(0)).expect("it can be written")
    };
    assert_eq!(told_of(Some(save("begin_save\u{1b}end_save"))), Vec::<String>::new());
    let cut = told_of(Some(save("begin_save\u{1b}")));
    assert!(
        cut.len() == 1 && cut[0].contains("VASSAL-F03 set-up-that-is-no-save] it, start.vsav"),
        "{cut:?}"
    );
    assert!(cut[0].contains("end_save is missing"), "{cut:?}");
    assert!(told_of(Some(b"a letter".to_vec()))[0].contains("VASSAL-F03"));
    let missing = told_of(None);
    assert!(missing.len() == 1 && missing[0].contains("VASSAL-F01"), "{missing:?}");
}
