//! `git`: a repository of a module with branches and a merge, in real git.

use std::path::Path;
use std::process::Command;

use liege::format::Limits;
use liege::format::archive::Archive;
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
        self.commit_all(message);
    }

    fn commit_all(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
    }

    fn module(&self) -> Element {
        root(&self.path("game.vmod"))
    }

    /// A repository in which git knows liege, with two branches that begin at a module.
    fn of_branches(base: &Element, ours: &Element, theirs: &Element) -> Self {
        let own = Self::new();
        told(&["git", "install", own.0.path().to_str().unwrap()], 0);
        own.commit(base, "base");
        own.git(&["checkout", "-q", "-b", "theirs"]);
        own.commit(theirs, "theirs");
        own.git(&["checkout", "-q", "main"]);
        own.commit(ours, "ours");
        own
    }

    /// What git makes of both branches, without conflicts.
    fn merged(base: &Element, ours: &Element, theirs: &Element) -> Element {
        let own = Self::of_branches(base, ours, theirs);
        own.git(&["merge", "-q", "-m", "merged", "theirs"]);
        own.module()
    }
}

fn root(path: &Path) -> Element {
    let bytes = std::fs::read(path).unwrap();
    ModuleFile::read(bytes, &Limits::default()).unwrap().build_file.root.clone()
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
fn a_name_that_begins_with_a_hyphen_is_a_name() {
    for name in ["-h.vmod", "--output=x.vmod"] {
        let own = Repository::new();
        told(&["git", "install", own.0.path().to_str().unwrap()], 0);
        let commit = |slots: Vec<Element>, message: &str| {
            write(&own.path(name), &module("3", vec![map("Main", "0")], slots));
            own.commit_all(message);
        };
        commit(vec![slot("1", "First")], "base");
        own.git(&["checkout", "-q", "-b", "theirs"]);
        commit(vec![slot("1", "First"), slot("2", "Theirs")], "theirs");
        let diff = own.git(&["diff", "HEAD~1"]);
        assert!(diff.contains("Theirs"), "{name}: {diff}");
        own.git(&["checkout", "-q", "main"]);
        commit(vec![slot("1", "First"), slot("2", "Ours")], "ours");
        own.git(&["merge", "-q", "-m", "merged", "theirs"]);
        let text = own.git(&["diff", "HEAD~1"]);
        assert!(text.contains("Theirs"), "{name}: theirs was lost: {text}");
    }
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
    // A change far below the line that names the component is told with it.
    let many: Vec<Element> = (0..40).map(|n| slot(&format!("{}", n + 1), &format!("Unit {n}"))).collect();
    let mut changed = many.clone();
    changed[30] = slot("31", "Other");
    own.commit(&module("1", vec![map("Main", "0")], many), "many");
    write(&own.path("game.vmod"), &module("1", vec![map("Main", "0")], changed));
    let shown = own.git(&["diff"]);
    assert!(shown.lines().any(|line| line.starts_with("@@ ") && line.contains("@@ === module/")), "{shown}");
}

#[test]
fn without_a_repository_nothing_is_installed() {
    let folder = tempfile::tempdir().unwrap();
    let out = liege(&["git", "install", folder.path().to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(2));
    assert!(!folder.path().join(".gitattributes").exists());
}

/// Names and numbers of the pieces, in their order.
fn pieces(root: &Element) -> Vec<(&str, &str)> {
    let own = root.descendants("VASSAL.build.widget.PieceSlot");
    own.filter_map(|slot| Some((slot.attr("entryName")?, slot.attr("gpid")?))).collect()
}

#[test]
fn a_palette_that_one_renamed_is_the_one_that_the_other_filled() {
    let base = module("2", Vec::new(), vec![slot("1", "First")]);
    let mut ours = base.clone();
    ours.elements_mut().next().unwrap().set_attr("name", "Units");
    let theirs = module("3", Vec::new(), vec![slot("1", "First"), slot("2", "Second")]);
    let merged = Repository::merged(&base, &ours, &theirs);
    let names: Vec<_> = merged.children("PieceWindow").map(|own| own.attr("name").unwrap()).collect();
    assert_eq!((names, pieces(&merged)), (vec!["Units"], vec![("First", "1"), ("Second", "2")]));
}

#[test]
fn a_piece_that_was_moved_is_there_once_with_its_number() {
    let own = |left: Vec<Element>, right: Vec<Element>| {
        let other = Element::new("VASSAL.build.module.PieceWindow").with("name", "Other");
        module("3", Vec::new(), left).with_child(right.into_iter().fold(other, Element::with_child))
    };
    let base = own(vec![slot("1", "First"), slot("2", "Second")], Vec::new());
    let ours = own(vec![slot("1", "First, changed"), slot("2", "Second")], Vec::new());
    let theirs = own(vec![slot("2", "Second")], vec![slot("1", "First")]);
    let merged = Repository::merged(&base, &ours, &theirs);
    assert_eq!(pieces(&merged), [("Second", "2"), ("First, changed", "1")]);
    assert_eq!(merged.attr("nextPieceSlotId"), Some("3"));
}

#[test]
fn the_order_that_theirs_gave_is_taken() {
    let own = |names: &[&str], edge: &str| {
        module(
            "1",
            names.iter().map(|name| map(name, if *name == "C" { edge } else { "0" })).collect(),
            Vec::new(),
        )
    };
    let merged = Repository::merged(
        &own(&["A", "B", "C"], "0"),
        &own(&["A", "B", "C"], "7"),
        &own(&["C", "A", "B"], "0"),
    );
    assert_eq!(merged, own(&["C", "A", "B"], "7"));
}

#[test]
fn components_of_one_name_are_not_mixed_up() {
    let own = |sides: &[&str]| {
        let roster = Element::new("VASSAL.build.module.PlayerRoster");
        let entries = sides.iter().map(|side| Element::new("entry").with_text(*side));
        module("1", Vec::new(), Vec::new()).with_child(entries.fold(roster, Element::with_child))
    };
    let merged = Repository::merged(&own(&["Red", "Blue"]), &own(&["Red", "Blue", "Green"]), &own(&["Blue"]));
    assert_eq!(merged, own(&["Blue", "Green"]));
}

#[test]
fn an_extension_is_merged_with_the_numbers_that_it_gives() {
    let own = |next: &str, slots: Vec<Element>| {
        let window = Element::new("VASSAL.build.module.PieceWindow").with("name", "More");
        let added = Element::new("VASSAL.build.module.ExtensionElement")
            .with("target", "VASSAL.build.GameModule:Mini")
            .with_child(slots.into_iter().fold(window, Element::with_child));
        Element::new("VASSAL.build.module.ModuleExtension")
            .with("anyModule", "false")
            .with("extensionId", "f3c")
            .with("nextPieceSlotId", next)
            .with("version", "1")
            .with_child(added)
    };
    let repository = Repository::new();
    told(&["git", "install", repository.0.path().to_str().unwrap()], 0);
    let commit = |root: &Element, message: &str| {
        let about = Metadata { version: Some("1".into()), ..Metadata::default() };
        let mut archive = Archive::new();
        archive.insert("extensiondata", about.write().into_bytes()).unwrap();
        archive.insert("buildFile.xml", Document::new(root.clone()).write().into_bytes()).unwrap();
        std::fs::write(repository.path("more.vmdx"), archive.write(Timestamp(0)).unwrap()).unwrap();
        repository.commit_all(message);
    };
    commit(&own("1", Vec::new()), "base");
    repository.git(&["checkout", "-q", "-b", "theirs"]);
    commit(&own("2", vec![slot("f3c:1", "Theirs")]), "theirs");
    repository.git(&["checkout", "-q", "main"]);
    commit(&own("2", vec![slot("f3c:1", "Ours")]), "ours");
    repository.git(&["merge", "-q", "-m", "merged", "theirs"]);
    let merged = root(&repository.path("more.vmdx"));
    assert_eq!(pieces(&merged), [("Ours", "f3c:1"), ("Theirs", "f3c:2")]);
    assert_eq!(merged.attr("nextPieceSlotId"), Some("3"));
}

#[test]
fn a_module_that_both_added_is_merged_without_a_base() {
    let own = Repository::new();
    told(&["git", "install", own.0.path().to_str().unwrap()], 0);
    own.commit_all("base");
    own.git(&["checkout", "-q", "-b", "theirs"]);
    own.commit(&module("3", vec![map("Main", "0")], vec![slot("1", "First"), slot("2", "Theirs")]), "theirs");
    own.git(&["checkout", "-q", "main"]);
    own.commit(&module("3", vec![map("Main", "0")], vec![slot("1", "First"), slot("2", "Ours")]), "ours");
    own.git(&["merge", "-q", "-m", "merged", "theirs"]);
    let merged = own.module();
    assert_eq!(merged.children("Map").count(), 1);
    assert_eq!(pieces(&merged), [("First", "1"), ("Ours", "2"), ("Theirs", "3")]);
}

#[test]
fn a_list_of_old_conflicts_goes_with_the_next_clean_merge() {
    let own = Repository::of_branches(
        &module("1", vec![map("Main", "0")], Vec::new()),
        &module("1", vec![map("Main", "20")], Vec::new()),
        &module("1", vec![map("Main", "0"), map("Chart", "0")], Vec::new()),
    );
    std::fs::write(own.path("game.vmod.conflicts.txt"), "old\n").unwrap();
    own.git(&["merge", "-q", "-m", "merged", "theirs"]);
    assert!(!own.path("game.vmod.conflicts.txt").exists());
}

#[test]
fn the_list_of_conflicts_is_there_before_the_merged_module() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, edge) in [("base", "0"), ("ours", "20"), ("theirs", "40")] {
        write(Path::new(&path(name)), &module("1", vec![map("Main", edge)], Vec::new()));
    }
    // A folder can be read as a module, and no module can take its place.
    told(&["unpack", &path("ours"), "-o", &path("folder")], 0);
    let out = liege(&["git", "merge", &path("base"), &path("folder"), &path("theirs"), &path("game.vmod")]);
    assert_eq!(out.status.code(), Some(2));
    let list = std::fs::read_to_string(path("game.vmod.conflicts.txt")).unwrap();
    assert!(list.contains("theirs was \"40\""), "{list}");
}

#[test]
fn what_cannot_be_merged_is_named_as_the_repository_names_it() {
    let own = Repository::of_branches(
        &module("1", vec![map("Main", "0")], Vec::new()),
        &module("1", vec![map("Main", "20")], Vec::new()),
        &module("1", vec![map("Main", "40")], Vec::new()),
    );
    own.git(&["checkout", "-q", "theirs"]);
    std::fs::write(own.path("game.vmod"), "no module").unwrap();
    own.commit_all("broken");
    own.git(&["checkout", "-q", "main"]);
    let (done, said) = own.try_git(&["merge", "-q", "-m", "merged", "theirs"]);
    assert!(!done && said.contains("error: game.vmod (their version): "), "{said}");
    assert!(!said.contains(".merge_file"), "{said}");
    let list = std::fs::read_to_string(own.path("game.vmod.conflicts.txt")).unwrap();
    assert!(
        list.starts_with("game.vmod (their version): ") && list.ends_with("; nothing was merged\n"),
        "{list}"
    );
}

#[test]
fn a_file_that_cannot_be_read_leaves_git_its_diff() {
    let own = Repository::new();
    told(&["git", "install", own.0.path().to_str().unwrap()], 0);
    std::fs::write(own.path("broken.vsav"), "no save").unwrap();
    own.commit(&module("1", vec![map("Main", "0")], Vec::new()), "base");
    std::fs::write(own.path("broken.vsav"), "").unwrap();
    write(&own.path("game.vmod"), &module("1", vec![map("Main", "20")], Vec::new()));
    let shown = own.git(&["diff"]);
    assert!(shown.contains("+edgeWidth = 20\n"), "{shown}");
    assert!(shown.contains("+liege cannot show this file: "), "{shown}");
    assert!(
        shown.lines().filter(|line| line.contains("cannot show")).all(|line| !line.contains("git-blob")),
        "{shown}"
    );
    let missing = liege(&["git", "textconv", own.path("nowhere.vsav").to_str().unwrap()]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn lines_of_somebody_else_are_told() {
    let own = Repository::new();
    std::fs::write(own.path(".gitattributes"), "*.txt text\n*.vmod filter=lfs diff=lfs merge=lfs -text\n")
        .unwrap();
    let out = liege(&["git", "install", own.0.path().to_str().unwrap()]);
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("git does not use liege for *.vmod: line 2 of "), "{said}");
    assert!(
        said.contains("`*.vmod filter=lfs diff=lfs merge=lfs -text`; replace its diff and merge by `diff=liege merge=liege`"),
        "{said}"
    );
    let lines = std::fs::read_to_string(own.path(".gitattributes")).unwrap();
    assert_eq!(lines.matches("*.vmod").count(), 1);
    // A line that overrules from elsewhere is found, too.
    std::fs::write(own.path(".gitattributes"), "").unwrap();
    std::fs::write(own.path(".git/info/attributes"), "*.vsav -diff\n").unwrap();
    let out = liege(&["git", "install", own.0.path().to_str().unwrap()]);
    let said = String::from_utf8(out.stderr).unwrap();
    assert!(said.starts_with("git does not use liege for *.vsav: another line of "), "{said}");
    assert_eq!(out.status.code(), Some(1));
}

#[test]
fn branches_that_were_merged_crosswise_still_have_their_conflict() {
    let of = |edge: &str| module("1", vec![map("Main", edge)], Vec::new());
    let own = Repository::of_branches(&of("0"), &of("1"), &of("2"));
    own.git(&["tag", "first-ours", "main"]);
    own.git(&["tag", "first-theirs", "theirs"]);
    for (branch, other, edge) in [("main", "first-theirs", "1"), ("theirs", "first-ours", "2")] {
        own.git(&["checkout", "-q", branch]);
        assert!(!own.try_git(&["merge", "-q", "-m", "across", other]).0);
        std::fs::remove_file(own.path("game.vmod.conflicts.txt")).unwrap();
        own.commit(&of(edge), "decided");
    }
    own.git(&["checkout", "-q", "main"]);
    let (done, said) = own.try_git(&["merge", "-q", "-m", "merged", "theirs"]);
    assert!(!done, "{said}");
    assert_eq!(own.module(), of("1"));
    let list = std::fs::read_to_string(own.path("game.vmod.conflicts.txt")).unwrap();
    assert!(list.contains("theirs was \"2\""), "{list}");
}
