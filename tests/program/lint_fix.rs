//! `lint --fix` and `--diff`: what is mended is mended as VASSAL's editor does it, and all else stays.

use std::path::Path;

use liege::format::Limits;
use liege::format::module_file::ModuleFile;
use liege::format::timestamp::Timestamp;

use super::example_module::bytes;
use super::{liege, said, told};

fn page(id: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("lint/checks/{id}.md"));
    std::fs::read_to_string(page).unwrap()
}

/// A file of a folder with these bytes.
fn file(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

fn read(path: &str) -> ModuleFile {
    ModuleFile::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap()
}

/// The numbers of the pieces of a module, each with that in its text, and the next.
fn numbers(module: &ModuleFile) -> (Vec<(String, String)>, String) {
    let root = &module.build_file.root;
    let own = |text: String| text.rsplit(';').nth(1).unwrap_or_default().to_owned();
    let slots = root.walk().filter(|element| element.is("PieceSlot"));
    let slots = slots.map(|slot| (slot.attr("gpid").unwrap_or_default().to_owned(), own(slot.text())));
    (slots.collect(), root.attr("nextPieceSlotId").unwrap_or_default().to_owned())
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(one, other)| ((*one).to_owned(), (*other).to_owned())).collect()
}

#[test]
fn the_modules_of_the_pages_are_mended_where_they_lie() {
    for (id, slots, next) in [
        ("VASSAL-N01", pairs(&[("1", "1"), ("10", "10")]), "11"),
        ("VASSAL-N02", pairs(&[("10", "10"), ("2", "2")]), "11"),
        ("VASSAL-N03", pairs(&[("1", "1")]), "2"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let module = file(folder.path(), "game.vmod", &bytes(&page(id)));
        let output = liege(&["lint", &module, "--fix", "--only", "N"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.ends_with("0 errors, 0 warnings, 0 notes\n"), "{id}: {text}");
        assert_eq!(numbers(&read(&module)), (slots, next.to_owned()), "{id}");
    }
}

#[test]
fn a_module_without_a_next_number_gets_one_and_the_first_mended_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let page = page("VASSAL-N02").replace("nextPieceSlotId = \"10\"\n", "").replace("gpid = \"2\"\n", "");
    let (head, slots) = page.split_once("[[PieceWindow.PieceSlot]]").unwrap();
    let (slots, rest) = slots.split_once("```").unwrap();
    let many = format!("[[PieceWindow.PieceSlot]]{slots}").repeat(6);
    let module = file(folder.path(), "game.vmod", &bytes(&format!("{head}{many}```{rest}")));
    let output = liege(&["lint", &module, "--fix", "--only", "N"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let talk = String::from_utf8(output.stderr).unwrap();
    assert_eq!(talk.matches("note[VASSAL-N02]").count(), 10, "{talk}");
    assert!(talk.contains("game.vmod: 12 faults mended; -v lists all"), "{talk}");
    let (slots, next) = numbers(&read(&module));
    assert_eq!(slots.first(), Some(&("0".to_owned(), "0".to_owned())));
    assert_eq!((slots.len(), next.as_str()), (12, "12"));
}

#[test]
fn a_diff_shows_the_text_that_would_change_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let before = bytes(&page("VASSAL-N01"));
    let module = file(folder.path(), "game.vmod", &before);
    let diff = told(&["lint", &module, "--diff"], 1);
    assert!(diff.contains("--- a/module.toml\n+++ b/module.toml\n"), "{diff}");
    assert!(
        diff.contains("-nextPieceSlotId = \"10\"\n+nextPieceSlotId = \"11\"\n")
            || diff.contains("-nextPieceSlotId = 10\n+nextPieceSlotId = 11\n"),
        "{diff}"
    );
    assert!(diff.contains("--- a/module/PieceWindow Counters.toml\n"), "{diff}");
    assert_eq!(std::fs::read(&module).unwrap(), before);
    let mended = folder.path().join("mended.vmod");
    let mended = mended.to_str().unwrap();
    let text = told(&["lint", &module, "--fix", "--diff", "-o", mended, "--only", "N"], 0);
    assert!(text.starts_with(&diff), "{text}");
    assert_eq!(std::fs::read(&module).unwrap(), before, "-o leaves the file alone");
    let (before, after) = (read(&module), read(mended));
    assert_eq!(told(&["lint", mended, "--diff"], 0), "");
    for entry in before.archive.entries().iter().filter(|entry| entry.name != before.build_file_name) {
        let same = |file: &ModuleFile| file.archive.read_entry(&entry.name).unwrap();
        assert_eq!(same(&before), same(&after), "{}", entry.name);
    }
}

#[test]
fn a_number_that_a_set_up_names_stands_twice_as_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut module = ModuleFile::read(bytes(&page("VASSAL-N01")), &Limits::default()).unwrap();
    let save =
        |gpid: &str| format!("begin_save\u{1b}+/7/piece;;;tank.png;Tank/null;0;0;{gpid};0\u{1b}end_save");
    let with = |module: &mut ModuleFile, name: &str, content: &[u8]| {
        module.archive.insert(name, content.to_vec()).unwrap();
        file(folder.path(), "game.vmod", &module.write(Timestamp::from_day(1942, 8, 7)).unwrap())
    };
    let path = with(&mut module, "start.vsav", save("2").as_bytes());
    assert!(told(&["lint", &path, "--diff"], 1).contains("module.toml"), "a set-up of other numbers");
    let path = with(&mut module, "start.vsav", save("1").as_bytes());
    let output = liege(&["lint", &path, "--diff"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("has a piece with the number 1"), "{}", said(&output));
    let path = with(&mut module, "start.vsav", b"no save");
    let output = liege(&["lint", &path, "--diff"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(
        said(&output).contains("start.vsav, in the module, is a log or cannot be read"),
        "{}",
        said(&output)
    );
}

#[test]
fn what_cannot_be_mended_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let one = file(folder.path(), "one.vmod", &bytes(&page("VASSAL-N01")));
    let two = file(folder.path(), "two.vmod", &bytes(&page("VASSAL-N01")));
    for (arguments, expected) in [
        (vec!["lint", &one, &two, "--fix", "-o", "x.vmod"], "-o names one file"),
        (vec!["lint", &one, "--fix", "-o", "x.vsav"], "expected a name ending in .vmod"),
        (vec!["lint", &one, "-o", "x.vmod"], "--fix"),
    ] {
        let output = liege(&arguments);
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(expected), "{expected}: {}", said(&output));
    }
}

#[test]
fn an_unpacked_folder_is_mended_where_it_lies_unless_something_of_its_own_would_be_lost() {
    let folder = tempfile::tempdir().unwrap();
    let module = file(folder.path(), "game.vmod", &bytes(&page("VASSAL-N01")));
    let text = folder.path().join("game");
    let unpacked = text.to_str().unwrap();
    assert_eq!(liege(&["unpack", &module, "-o", unpacked]).status.code(), Some(0));
    let files = || -> std::collections::BTreeMap<std::path::PathBuf, Vec<u8>> {
        let all =
            walkdir::WalkDir::new(&text).into_iter().flatten().filter(|entry| entry.file_type().is_file());
        all.map(|entry| (entry.path().to_path_buf(), std::fs::read(entry.path()).unwrap())).collect()
    };
    let before = files();
    let (palette, _) = before
        .iter()
        .find(|(path, content)| {
            path.extension().is_some_and(|own| own == "toml")
                && String::from_utf8_lossy(content).contains("gpid = ")
        })
        .unwrap();
    // A comment would be lost.
    let commented = [b"# my note\n".as_slice(), &before[palette]].concat();
    std::fs::write(palette, &commented).unwrap();
    let output = liege(&["lint", unpacked, "--fix", "--only", "N"]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("has comments or a different order"), "{}", said(&output));
    assert_eq!(std::fs::read(palette).unwrap(), commented);
    std::fs::write(palette, &before[palette]).unwrap();
    let output = liege(&["lint", unpacked, "--fix", "--only", "N"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let after = files();
    assert!(after.keys().eq(before.keys()));
    let changed = after.iter().filter(|(path, content)| before[*path] != **content);
    assert!(changed.clone().all(|(path, _)| path.extension().is_some_and(|own| own == "toml")));
    assert!(changed.clone().count() > 0 && !changed.clone().any(|(path, _)| path.ends_with("manifest.toml")));
    let packed = folder.path().join("again.vmod");
    assert_eq!(liege(&["pack", unpacked, "-o", packed.to_str().unwrap()]).status.code(), Some(0));
    let mended = file(folder.path(), "mended.vmod", &bytes(&page("VASSAL-N01")));
    assert_eq!(liege(&["lint", &mended, "--fix", "--only", "N"]).status.code(), Some(0));
    assert_eq!(read(packed.to_str().unwrap()).build_file.root, read(&mended).build_file.root);
}

#[test]
fn the_numbers_of_an_extension_are_mended_with_its_id_before_them() {
    let folder = tempfile::tempdir().unwrap();
    let text = super::example_module::block(&page("VASSAL-X02"), "extension").unwrap().to_owned();
    let (head, slot) = text.split_once("[[ExtensionElement.PieceSlot]]").unwrap();
    let slot = format!("[[ExtensionElement.PieceSlot]]{slot}");
    let document = super::example_module::document(&format!("{head}{slot}{slot}"));
    let mut archive = liege::format::archive::Archive::new();
    archive.insert("buildFile.xml", document.write().into_bytes()).unwrap();
    archive.insert("extensiondata", b"<data version=\"1\"><version>1</version></data>".to_vec()).unwrap();
    let extension = file(folder.path(), "more.vmdx", &archive.write(Timestamp(0)).unwrap());
    let output = liege(&["lint", &extension, "--fix", "--only", "N"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let (slots, next) = numbers(&read(&extension));
    assert_eq!(slots, pairs(&[("a1b:1", "a1b:1"), ("a1b:2", "a1b:2")]));
    assert_eq!(next, "3");
}
