//! `git`: a repository of a module with branches and a merge, in real git.

use std::path::Path;
use std::process::Command;

use liege::format::Limits;
use liege::format::build_file::{Document, Element};
use liege::format::metadata::Metadata;
use liege::format::module_file::ModuleFile;
use liege::format::timestamp::Timestamp;

use super::{liege, told};

/// A repository with its own settings, whatever those of the machine are.
struct Repository(tempfile::TempDir);

impl Repository {
    fn new() -> Self {
        let own = Self(tempfile::tempdir().unwrap());
        own.git(&["init", "-q", "-b", "main"]);
        for (key, value) in
            [("user.name", "Anna"), ("user.email", "anna@example.org"), ("commit.gpgsign", "false")]
        {
            own.git(&["config", key, value]);
        }
        own
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    /// What git prints, and whether it did it.
    fn try_git(&self, arguments: &[&str]) -> (bool, String) {
        let run = Command::new("git").arg("-C").arg(self.0.path()).args(arguments).output().unwrap();
        let said = [run.stdout, run.stderr].concat();
        (run.status.success(), String::from_utf8_lossy(&said).into_owned())
    }

    fn git(&self, arguments: &[&str]) -> String {
        let (done, said) = self.try_git(arguments);
        assert!(done, "git {arguments:?}: {said}");
        said
    }

    fn commit(&self, module: &Element, message: &str) {
        write(&self.path("game.vmod"), module);
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
    }

    fn module(&self) -> Element {
        let bytes = std::fs::read(self.path("game.vmod")).unwrap();
        ModuleFile::read(bytes, &Limits::default()).unwrap().build_file.root.clone()
    }
}

fn write(path: &Path, root: &Element) {
    let about = Metadata { name: Some("Mini".into()), version: Some("1".into()), ..Metadata::default() };
    let file = ModuleFile::new(Document::new(root.clone()), about).unwrap();
    std::fs::write(path, file.write(Timestamp(0)).unwrap()).unwrap();
}

fn slot(gpid: &str, name: &str) -> Element {
    Element::new("VASSAL.build.widget.PieceSlot")
        .with("entryName", name)
        .with("gpid", gpid)
        .with_text(format!("+/null/piece;;;{name}.png;{name}/null;0;0;{gpid};0"))
}

fn map(name: &str, edge: &str) -> Element {
    Element::new("VASSAL.build.module.Map").with("edgeWidth", edge).with("mapName", name)
}

fn module(next: &str, maps: Vec<Element>, slots: Vec<Element>) -> Element {
    let window = slots
        .into_iter()
        .fold(Element::new("VASSAL.build.module.PieceWindow").with("name", "Counters"), Element::with_child);
    let root = Element::new("VASSAL.build.GameModule")
        .with("VassalVersion", "3.7.26")
        .with("name", "Mini")
        .with("nextPieceSlotId", next)
        .with("version", "1");
    maps.into_iter().fold(root, Element::with_child).with_child(window)
}

#[test]
fn different_components_are_merged_and_colliding_numbers_given_anew() {
    let own = Repository::new();
    told(&["git", "install", own.0.path().to_str().unwrap()], 0);
    let maps = || vec![map("Main", "0"), map("Chart", "0")];
    own.commit(&module("2", maps(), vec![slot("1", "First")]), "base");
    own.git(&["checkout", "-q", "-b", "theirs"]);
    let mut theirs_maps = maps();
    theirs_maps[1] = map("Chart", "40");
    own.commit(&module("3", theirs_maps, vec![slot("1", "First"), slot("2", "Theirs")]), "theirs");
    own.git(&["checkout", "-q", "main"]);
    let mut our_maps = maps();
    our_maps[0] = map("Main", "20");
    own.commit(&module("3", our_maps, vec![slot("1", "First"), slot("2", "Ours")]), "ours");
    own.git(&["merge", "-q", "-m", "merged", "theirs"]);
    let merged = own.module();
    let edges: Vec<&str> =
        merged.children("VASSAL.build.module.Map").filter_map(|map| map.attr("edgeWidth")).collect();
    assert_eq!(edges, ["20", "40"]);
    let numbers: Vec<(&str, &str)> = merged
        .descendants("VASSAL.build.widget.PieceSlot")
        .filter_map(|slot| Some((slot.attr("entryName")?, slot.attr("gpid")?)))
        .collect();
    assert_eq!(numbers.len(), 3);
    assert!(numbers.contains(&("Ours", "2")) && numbers.contains(&("Theirs", "3")), "{numbers:?}");
    assert_eq!(merged.attr("nextPieceSlotId"), Some("4"));
}

#[test]
fn a_true_conflict_keeps_ours_and_is_listed() {
    let own = Repository::new();
    told(&["git", "install", own.0.path().to_str().unwrap()], 0);
    own.commit(&module("1", vec![map("Main", "0")], Vec::new()), "base");
    own.git(&["checkout", "-q", "-b", "theirs"]);
    own.commit(&module("1", vec![map("Main", "40")], Vec::new()), "theirs");
    own.git(&["checkout", "-q", "main"]);
    own.commit(&module("1", vec![map("Main", "20")], Vec::new()), "ours");
    let (done, said) = own.try_git(&["merge", "-q", "-m", "merged", "theirs"]);
    assert!(!done, "{said}");
    let merged = own.module();
    assert_eq!(merged.children("VASSAL.build.module.Map").next().unwrap().attr("edgeWidth"), Some("20"));
    let list = std::fs::read_to_string(own.path("game.vmod.conflicts.txt")).unwrap();
    assert_eq!(list, "Map Window \"Main\": both changed edgeWidth; ours is kept, theirs was \"40\"\n");
}

#[test]
fn git_shows_a_module_as_text() {
    let own = Repository::new();
    let folder = own.0.path().to_str().unwrap();
    told(&["git", "install", folder], 0);
    told(&["git", "install", folder], 0);
    let lines = std::fs::read_to_string(own.path(".gitattributes")).unwrap();
    assert_eq!(lines.lines().filter(|line| line.starts_with("*.vmod ")).count(), 1, "{lines}");
    own.commit(&module("1", vec![map("Main", "0")], Vec::new()), "base");
    write(&own.path("game.vmod"), &module("1", vec![map("Main", "20")], vec![slot("1", "First")]));
    let shown = own.git(&["diff"]);
    assert!(shown.contains("-edgeWidth = 0\n+edgeWidth = 20\n"), "{shown}");
    assert!(shown.contains("+imageName = \"First.png\"\n"), "{shown}");
}

#[test]
fn without_a_repository_nothing_is_installed() {
    let folder = tempfile::tempdir().unwrap();
    let out = liege(&["git", "install", folder.path().to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(2));
    assert!(!folder.path().join(".gitattributes").exists());
}
