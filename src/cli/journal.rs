//! What holds several outputs of one command together: a marker from before the first of them takes its name until the
//! last has it. Where a kill leaves the marker, the next command that reads or writes there gives the others theirs.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::{Failure, output};

/// How the names of temporary files and folders begin; as many letters follow as [`tempfile`] gives.
pub const TEMPORARY: &str = ".liege-";
const RANDOM_LETTERS: usize = 6;
/// The name of a marker. It is locked as long as its writer lives.
const MARKER: &str = ".liege-unfinished";
/// A marker with more bytes is none of ours.
const LONGEST: u64 = 16 << 20;
/// How often a marker of others, who come between, is waited for.
const MOST_WAITS: usize = 100;

/// Whether a name is one of this tool's temporary files and folders.
pub fn is_temporary(name: &OsStr) -> bool {
    let rest = name.to_str().and_then(|name| name.strip_prefix(TEMPORARY)).unwrap_or_default();
    rest.len() == RANDOM_LETTERS && rest.bytes().all(|sign| sign.is_ascii_alphanumeric())
}

/// One output: a file of this folder that is whole and on the disk, and the name in this folder that it will take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Naming {
    pub folder: PathBuf,
    pub staged: OsString,
    pub name: OsString,
    /// Where the file that bore the name before is kept meanwhile.
    pub aside: Option<OsString>,
}

impl Naming {
    /// Gives the output its name, unless it has it or somebody has written there since; whether it gave it.
    fn finish(&self, marked: &Path) -> std::io::Result<bool> {
        // What is not of this tool is not touched, whatever a marker says.
        let plain = |name: &OsString| Path::new(name).file_name() == Some(name);
        if !is_temporary(&self.staged) || !plain(&self.name) {
            return Ok(false);
        }
        let facts = |path: &Path| fs::symlink_metadata(path);
        let (staged, target) = (self.folder.join(&self.staged), self.folder.join(&self.name));
        let is_newer =
            |path: &Path| Some(facts(path).ok()?.modified().ok()? > facts(marked).ok()?.modified().ok()?);
        let finished = match facts(&staged) {
            Ok(found) if found.is_dir() => facts(&target).is_err(),
            Ok(found) => found.is_file() && is_newer(&target) != Some(true),
            Err(_) => false,
        };
        if finished {
            fs::rename(&staged, &target)?;
        } else if facts(&staged).is_ok_and(|found| found.is_file()) {
            fs::remove_file(&staged)?;
        }
        let aside =
            self.aside.as_deref().filter(|aside| is_temporary(aside)).map(|aside| self.folder.join(aside));
        if let Some(aside) = aside.filter(|aside| facts(aside).is_ok_and(|found| found.is_file())) {
            if facts(&target).is_err() && facts(&aside).is_ok_and(|found| found.len() > 0) {
                fs::rename(&aside, &target)?;
            } else {
                fs::remove_file(&aside)?;
            }
        }
        Ok(finished)
    }
}

/// The markers of outputs that are taking their names.
#[derive(Debug)]
pub struct Journal(Vec<(PathBuf, File)>);

impl Journal {
    /// Marks every folder of these outputs.
    pub fn begin(all: &[Naming]) -> Result<Self, Failure> {
        let folders: BTreeSet<&PathBuf> = all.iter().map(|one| &one.folder).collect();
        let text = serde_json::to_vec(all).map_err(|error| Failure::new(error.to_string()))?;
        let mut journal = Self(Vec::new());
        for folder in folders {
            let path = folder.join(MARKER);
            let about = |error: std::io::Error| Failure::about(&path, error);
            let mut file = new_marker(&path).map_err(about)?;
            // Where nothing can be locked, two commands in one folder have to be told apart by their user.
            let _ = file.lock();
            journal.0.push((path.clone(), file.try_clone().map_err(about)?));
            file.write_all(&text).and_then(|()| file.sync_all()).map_err(about)?;
            sync_folder(folder);
        }
        Ok(journal)
    }
}

impl Drop for Journal {
    /// All have their names, or none has it any more.
    fn drop(&mut self) {
        for (path, _) in &self.0 {
            if let Some(folder) = path.parent() {
                sync_folder(folder);
            }
            let _ = fs::remove_file(path);
        }
    }
}

fn new_marker(path: &Path) -> std::io::Result<File> {
    for _ in 0..MOST_WAITS {
        finish(path);
        match fs::OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            made => return made,
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}

/// The names last over a loss of power, too, where the system can do that.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Finishes what a command that was killed has left of several outputs in a folder, or of a folder beside it; looked for
/// once in a run.
pub fn finish_in(folder: &Path) {
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in [Some(folder), folder.parent()].into_iter().flatten() {
        if seen.insert(folder.to_owned()) {
            finish(&folder.join(MARKER));
        }
    }
}

/// The text of a marker, once its writer is through; none of what is no marker.
fn read_marker(path: &Path) -> Option<Vec<u8>> {
    fs::symlink_metadata(path).ok().filter(|facts| facts.is_file() && facts.len() <= LONGEST)?;
    let file = File::open(path).ok()?;
    let _ = file.lock_shared();
    let mut text = Vec::new();
    file.take(LONGEST).read_to_end(&mut text).ok()?;
    Some(text)
}

/// Finishes what a marker lists. Its writer, when it lives, is waited for, and has left nothing to do.
fn finish(marker: &Path) {
    let Some(text) = read_marker(marker) else { return };
    let all: Vec<Naming> = serde_json::from_slice(&text).unwrap_or_default();
    let mut named = Vec::new();
    for one in &all {
        let path = one.folder.join(&one.name);
        match one.finish(marker) {
            Ok(true) => named.push(path.display().to_string()),
            Ok(false) => {}
            // The marker stays for the next command.
            Err(error) => return output::say(&format!("warning: {}: {error}", path.display())),
        }
    }
    let folders: BTreeSet<PathBuf> = all.iter().map(|one| one.folder.join(MARKER)).collect();
    for same in folders.iter().filter(|other| read_marker(other).as_ref() == Some(&text)) {
        let _ = fs::remove_file(same);
    }
    let _ = fs::remove_file(marker);
    if !named.is_empty() {
        output::remark(&format!("note: an earlier command was stopped; finished {}", named.join(", ")));
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "a test may touch files")]
mod tests {
    use super::*;

    /// Two outputs in two folders, staged and marked, as a kill leaves them after so many took their names.
    fn killed_after(named: usize) -> (tempfile::TempDir, [PathBuf; 2]) {
        let folder = tempfile::tempdir().unwrap();
        let whole = fs::canonicalize(folder.path()).unwrap();
        let folders = ["one", "two"].map(|name| whole.join(name));
        let staged = [".liege-aaaaaa", ".liege-bbbbbb"].map(OsString::from);
        let mut all = Vec::new();
        for (folder, staged) in folders.iter().zip(staged) {
            fs::create_dir(folder).unwrap();
            fs::write(folder.join("result"), "old").unwrap();
            fs::write(folder.join(&staged), "new").unwrap();
            fs::write(folder.join(".liege-cccccc"), "").unwrap();
            let aside = Some(".liege-cccccc".into());
            all.push(Naming { folder: folder.clone(), staged, name: "result".into(), aside });
        }
        let mut journal = Journal::begin(&all).unwrap();
        for one in &all[..named] {
            fs::rename(one.folder.join("result"), one.folder.join(".liege-cccccc")).unwrap();
            fs::rename(one.folder.join(&one.staged), one.folder.join("result")).unwrap();
        }
        // A kill closes files and removes none.
        journal.0.clear();
        (folder, folders)
    }

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn what_a_kill_leaves_is_finished_from_any_of_the_folders() {
        for named in 0..=2 {
            for first in 0..2 {
                let (_folder, folders) = killed_after(named);
                finish_in(&folders[first]);
                for folder in &folders {
                    let found = fs::read_to_string(folder.join("result")).unwrap();
                    assert_eq!(found, "new", "{named} had their names, looked into {first}");
                    assert_eq!(names(folder), ["result"], "{named}, {first}");
                }
            }
        }
    }

    #[test]
    fn a_kill_between_the_old_file_and_the_new_one_loses_neither() {
        let (_folder, [one, _]) = killed_after(0);
        fs::rename(one.join("result"), one.join(".liege-cccccc")).unwrap();
        fs::remove_file(one.join(".liege-aaaaaa")).unwrap();
        finish_in(&one);
        assert_eq!(fs::read_to_string(one.join("result")).unwrap(), "old");
        assert_eq!(names(&one), ["result"]);
    }

    #[test]
    fn a_file_that_was_written_since_is_kept() {
        let (_folder, [one, two]) = killed_after(0);
        std::thread::sleep(std::time::Duration::from_millis(50));
        fs::write(one.join("result"), "newer").unwrap();
        finish_in(&two);
        assert_eq!(fs::read_to_string(one.join("result")).unwrap(), "newer");
        assert_eq!(fs::read_to_string(two.join("result")).unwrap(), "new");
        assert_eq!([names(&one), names(&two)], [["result"], ["result"]]);
    }

    #[test]
    fn a_marker_of_strangers_moves_no_file_of_theirs_or_ours() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        fs::create_dir(&inside).unwrap();
        fs::write(folder.path().join("mine"), "mine").unwrap();
        fs::write(inside.join(".liege-aaaaaa"), "theirs").unwrap();
        fs::write(inside.join("theirs"), "theirs").unwrap();
        let naming = |staged: &str, name: &str| Naming {
            folder: inside.clone(),
            staged: staged.into(),
            name: name.into(),
            aside: Some("theirs".into()),
        };
        let all = [naming(".liege-aaaaaa", "../mine"), naming("theirs", "x"), naming("../mine", "x")];
        fs::write(inside.join(MARKER), serde_json::to_vec(&all).unwrap()).unwrap();
        finish_in(&inside);
        assert_eq!(fs::read_to_string(folder.path().join("mine")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(inside.join("theirs")).unwrap(), "theirs");
        assert!(!inside.join("x").exists());
        let (_folder, [one, _]) = killed_after(0);
        fs::write(one.join(MARKER), "no marker at all").unwrap();
        finish_in(&one);
        assert_eq!(fs::read_to_string(one.join("result")).unwrap(), "old");
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_gave_way_and_was_not_replaced_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let whole = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir(whole.join(".liege-aaaaaa")).unwrap();
        fs::write(whole.join(".liege-aaaaaa/in"), "new").unwrap();
        let naming =
            Naming { folder: whole.clone(), staged: ".liege-aaaaaa".into(), name: "out".into(), aside: None };
        Journal::begin(&[naming]).unwrap().0.clear();
        finish_in(&whole.join("out"));
        assert_eq!(fs::read_to_string(whole.join("out/in")).unwrap(), "new");
        assert_eq!(names(&whole), ["out"]);
    }
}
