//! Extensions beside their module: what one has the other has, and what one uses is used.

use super::wanted;
use liege::format::Limits;
use liege::format::Timestamp;
use liege::format::build_file::Element;
use liege::format::detect::Kind;
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::format::save_file::SaveFile;
use liege::lint::{self, Beside, Linted};
use liege::model::module::Module;

use crate::example_module::{document, picture};

const MODULE: &str = r##"
"#class" = "VASSAL.build.GameModule"
name = "Example"
version = "2"
nextPieceSlotId = "10"

[[PieceWindow]]
name = "Counters"
[[PieceWindow.ListWidget]]
entryName = "Red"
[[PieceWindow.ListWidget.PieceSlot]]
entryName = "Tank"
gpid = "1"
[[PieceWindow.ListWidget.PieceSlot.trait]]
trait = "Basic piece"
imageName = "tank.png"
name = "Tank"
state = "null;0;0;1;0"

[[PrototypesContainer]]
[[PrototypesContainer.PrototypeDefinition]]
name = "Gun"
[[PrototypesContainer.PrototypeDefinition.trait]]
trait = "Delete"
commandName = "Delete"
[[PrototypesContainer.PrototypeDefinition.trait]]
trait = "Basic piece"
imageName = ""
name = "Tank"
state = "null;0;0;;0"
"##;

const EXTENSION: &str = r##"
"#class" = "VASSAL.build.module.ModuleExtension"
anyModule = "false"
extensionId = "a1b"
module = "Example"
moduleVersion = "2"
version = "1"
nextPieceSlotId = "2"

[[ExtensionElement]]
target = "VASSAL.build.module.PrototypesContainer"
[[ExtensionElement.PrototypeDefinition]]
name = "Boat"
[[ExtensionElement.PrototypeDefinition.trait]]
trait = "Delete"
commandName = "Delete"
[[ExtensionElement.PrototypeDefinition.trait]]
trait = "Basic piece"
imageName = ""
name = "Tank"
state = "null;0;0;;0"

[[ExtensionElement]]
target = "VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.ListWidget:Red"
[[ExtensionElement.PieceSlot]]
entryName = "Howitzer"
gpid = "1"
[[ExtensionElement.PieceSlot.trait]]
trait = "Prototype"
prototypeName = "Gun"
[[ExtensionElement.PieceSlot.trait]]
trait = "Prototype"
prototypeName = "Boot"
[[ExtensionElement.PieceSlot.trait]]
trait = "Prototype"
prototypeName = "Boat"
[[ExtensionElement.PieceSlot.trait]]
trait = "Basic piece"
imageName = "howitzer.png"
name = "Howitzer"
state = "null;0;0;1;0"
"##;

fn file(text: &str, kind: Kind, pictures: &[&str]) -> ModuleFile {
    let mut file = ModuleFile::new(document(text), Metadata::default()).expect("a new file");
    for name in pictures {
        file.archive.insert(&format!("images/{name}"), picture(name)).expect("a name of an entry");
    }
    let bytes = file.write(Timestamp(0)).expect("it can be written");
    let mut file = ModuleFile::read(bytes, &Limits::default()).expect("it can be read");
    file.kind = kind;
    file
}

fn read(root: &Element) -> Module {
    Module::read(root, &|_| None).0
}

fn of_extension(extension: &ModuleFile, base: &ModuleFile) -> Linted {
    let (own, module) = (read(&extension.build_file.root), read(&base.build_file.root));
    lint::of_extension(
        (extension, &own),
        &Beside { file: base, module: &module, later: &[], ids: &[] },
        &read,
        wanted(&|_| true),
    )
}

fn told(linted: &Linted) -> Vec<String> {
    linted
        .faults
        .iter()
        .map(|fault| fault.in_file("it").lines().next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn an_extension_has_what_its_module_has_and_no_number_twice_with_it() {
    let base = file(MODULE, Kind::Module, &["tank.png", "howitzer.png"]);
    let extension = file(EXTENSION, Kind::Extension, &["spare.png"]);
    let linted = of_extension(&extension, &base);
    let told = told(&linted);
    assert_eq!(told.len(), 3, "{told:#?}");
    assert!(told[0].contains("VASSAL-I02") && told[0].contains("images/spare.png"), "{told:#?}");
    assert!(
        told[1].contains("VASSAL-N01") && told[1].contains("Single piece \"Howitzer\", gpid"),
        "{told:#?}"
    );
    assert!(
        told[2].contains("VASSAL-P01")
            && told[2].contains("Single piece \"Howitzer\"")
            && told[2].contains("Prototype \"Boot\", prototypeName: the module has no prototype \"Boot\""),
        "{told:#?}"
    );
    assert!(linted.not_checked.is_empty(), "{:?}", linted.not_checked);
}

#[test]
fn what_only_an_extension_uses_is_not_left_over_and_all_else_is_told_as_before() {
    let base = file(MODULE, Kind::Module, &["tank.png", "howitzer.png", "spare.png"]);
    let extension = file(EXTENSION, Kind::Extension, &[]);
    let module = read(&base.build_file.root);
    let mut linted = lint::of_module(&base, &module, wanted(&|_| true));
    let ids = |linted: &Linted| -> Vec<String> {
        linted.faults.iter().map(|fault| format!("{} {}", fault.id, fault.place.words())).collect()
    };
    let spare = "VASSAL-I02 images/spare.png".to_owned();
    let howitzer = "VASSAL-I02 images/howitzer.png".to_owned();
    let gun = "VASSAL-P03 [Prototypes] / Prototype \"Gun\"";
    let before = ids(&linted);
    assert_eq!(before.len(), 3, "{before:?}");
    assert!(before.contains(&spare) && before.contains(&howitzer), "{before:?} {gun}");
    lint::with_extensions(&mut linted, &base, &[&extension], &read);
    assert_eq!(ids(&linted), [spare]);
}

#[test]
fn places_are_told_of_the_right_element_when_one_extends_another() {
    let nested = EXTENSION.replace(
        "target = \"VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.ListWidget:Red\"\n",
        concat!(
            "target = \"VASSAL.build.module.PieceWindow:Counters\"\n[[ExtensionElement.ListWidget]]\n",
            "entryName = \"Blue\"\n\n[[ExtensionElement]]\n",
            "target = \"VASSAL.build.module.PieceWindow:Counters/VASSAL.build.widget.ListWidget:Blue\"\n"
        ),
    );
    let base = file(MODULE, Kind::Module, &["tank.png", "howitzer.png"]);
    let linted = of_extension(&file(&nested, Kind::Extension, &[]), &base);
    let told = told(&linted);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told.iter().all(|line| line.contains("Single piece \"Howitzer\"")), "{told:#?}");
}

#[test]
fn an_element_that_extends_nothing_is_told_and_what_it_has_still_counts() {
    let lost = EXTENSION.replace("widget.ListWidget:Red", "widget.TabWidget:Red");
    let base = file(MODULE, Kind::Module, &["tank.png"]);
    let linted = of_extension(&file(&lost, Kind::Extension, &["howitzer.png"]), &base);
    let ids: Vec<&str> = linted.faults.iter().map(|fault| fault.id).collect();
    assert_eq!(ids, ["VASSAL-N01", "VASSAL-P01", "VASSAL-X01"]);
}

#[test]
fn thousands_of_elements_and_of_equal_components_come_to_an_end() {
    let element = |class: &str| Element::new(class).with("entryName", "x");
    let mut deep = element("VASSAL.build.widget.TabWidget");
    for _ in 0..40 {
        let mut around = element("VASSAL.build.widget.TabWidget");
        (0..3).for_each(|_| around.push(element("VASSAL.build.widget.TabWidget")));
        around.push(deep);
        deep = around;
    }
    let mut base = file(MODULE, Kind::Module, &[]);
    let mut root = base.build_file.root.clone();
    root.push(Element::new("VASSAL.build.module.PieceWindow").with("name", "Deep").with_child(deep));
    base.build_file = std::sync::Arc::new(liege::format::build_file::Document::new(root));
    let mut extension = Element::new("VASSAL.build.module.ModuleExtension").with("module", "Example");
    let way = "/VASSAL.build.widget.TabWidget:y".repeat(60);
    for number in 0..5000 {
        let target = if number % 2 == 0 { "" } else { way.as_str() };
        let target = if target.is_empty() {
            String::new()
        } else {
            format!("VASSAL.build.module.PieceWindow:Deep{target}")
        };
        extension.push(
            Element::new("VASSAL.build.module.ExtensionElement")
                .with("target", target)
                .with_child(element("VASSAL.build.widget.TabWidget")),
        );
    }
    let mut own = file(EXTENSION, Kind::Extension, &[]);
    own.build_file = std::sync::Arc::new(liege::format::build_file::Document::new(extension));
    let linted = of_extension(&own, &base);
    assert!(linted.faults.iter().any(|fault| fault.id == "VASSAL-X01"), "{:?}", linted.faults.first());
}

#[test]
fn the_set_ups_inside_a_module_are_looked_through_and_named() {
    let set_up = "\n[[PredefinedSetup]]\nname = \"Start\"\nfile = \"start.vsav\"\n";
    let mut base = file(&format!("{MODULE}{set_up}"), Kind::Module, &["tank.png", "howitzer.png"]);
    let commands = ["begin_save", "+/1/piece;;;tank.png;Tank/Main;5;5;77;0", "end_save"].join("\u{1b}");
    let save = SaveFile::read(commands.into_bytes(), &Limits::default()).expect("a save");
    base.archive.insert("start.vsav", save.write(Timestamp(0)).expect("it can be written")).expect("a name");
    let module = read(&base.build_file.root);
    let linted = lint::of_module(&base, &module, wanted(&|check| check.is_meant_by("S")));
    let told = told(&linted);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[0].contains("VASSAL-S06 window-that-is-not-there] it, start.vsav:"), "{told:#?}");
    assert!(told[1].contains("VASSAL-S09 piece-without-counter] it, start.vsav, \"Tank\""), "{told:#?}");
    assert_eq!(linted.made.iter().filter(|id| **id == "VASSAL-S09").count(), 1);
}

#[test]
fn the_set_ups_inside_an_extension_are_looked_through_with_the_pieces_and_pictures_of_both() {
    let set_up = "\n[[ExtensionElement]]\ntarget = \"\"\n[[ExtensionElement.PredefinedSetup]]\n\
                  name = \"Start\"\nfile = \"start.vsav\"\n";
    let text = EXTENSION.replace("gpid = \"1\"", "gpid = \"a1b:1\"");
    let mut extension = file(&format!("{text}{set_up}"), Kind::Extension, &["howitzer.png"]);
    let commands = [
        "begin_save",
        "+/1/piece;;;tank.png;Tank/Main;5;5;1;0",
        "+/2/piece;;;howitzer.png;Howitzer/Main;5;5;a1b:1;0",
        "+/3/piece;;;boat.png;Boat/Main;5;5;a1b:7;0",
        "end_save",
    ];
    let save = SaveFile::read(commands.join("\u{1b}").into_bytes(), &Limits::default()).expect("a save");
    let save = save.write(Timestamp(0)).expect("it can be written");
    extension.archive.insert("start.vsav", save.clone()).expect("a name");
    let map = "\n[[Map]]\nmapName = \"Main\"\n";
    let mut base = file(&format!("{MODULE}{map}"), Kind::Module, &["tank.png"]);
    let of_set_up = |linted: &Linted| -> Vec<String> {
        told(linted).into_iter().filter(|line| line.contains("start.vsav")).collect()
    };
    let linted = of_extension(&extension, &base);
    let told = of_set_up(&linted);
    assert_eq!(told.len(), 2, "{told:#?}");
    assert!(told[0].contains("VASSAL-S09 piece-without-counter] it, start.vsav, \"Boat\""), "{told:#?}");
    assert!(told[1].contains("VASSAL-S10") && told[1].contains("boat.png"), "{told:#?}");
    assert_eq!(linted.made.iter().filter(|id| **id == "VASSAL-S09").count(), 1);
    // VASSAL takes a file of that name from the module.
    base.archive.insert("start.vsav", save).expect("a name");
    assert_eq!(of_set_up(&of_extension(&extension, &base)), Vec::<String>::new());
}

#[test]
fn the_next_number_of_an_extension_is_above_those_with_its_id() {
    let base = file(MODULE, Kind::Module, &["tank.png"]);
    let next_numbers = |gpid: &str| {
        let text = EXTENSION.replace("gpid = \"1\"", &format!("gpid = \"{gpid}\""));
        let linted = of_extension(&file(&text, Kind::Extension, &["howitzer.png"]), &base);
        told(&linted).into_iter().filter(|line| line.contains("VASSAL-N03")).collect::<Vec<String>>()
    };
    assert_eq!(next_numbers("a1b:1"), Vec::<String>::new());
    assert_eq!(next_numbers("7"), Vec::<String>::new(), "a number of its module");
    let told = next_numbers("a1b:5");
    assert!(told[0].contains("would get the number \"2\"") && told[0].ends_with("has a1b:5"), "{told:?}");
}
