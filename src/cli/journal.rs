//! What holds several outputs of one command together: a marker from before the first of them takes its name until the
//! last has it. Where a kill leaves the marker, the next command that reads or writes there gives the others theirs.
//!
//! All outputs are on disk under temporary names, and a marker `.liege-unfinished` lists them, before the first
//! takes its own name. The marker is written and locked under a temporary name first, so that nobody sees half of
//! one. The next command that reads or writes in the folder finishes what a kill left behind, and keeps files that
//! somebody else has written since. A marker can name only temporary files of this tool and files beside them, in
//! its own folder and in folders that hold the same marker. A command waits for the holder of a marker, two seconds
//! to read and ten to write. Outputs of several inputs (`render`, `convert`, `refresh`, `transcript`, `unpack`) are
//! written one at a time.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Component, Path, PathBuf, Prefix};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{Failure, console, output};

/// How the names of temporary files and folders begin; as many letters follow as [`tempfile`] gives.
pub const TEMPORARY: &str = ".liege-";
const RANDOM_LETTERS: usize = 6;
/// The name of a marker. It is locked as long as its writer lives.
const MARKER: &str = ".liege-unfinished";
/// A marker with more bytes is none of ours.
const LONGEST: u64 = 16 << 20;
/// How long a command that wants to write waits for another that holds the marker, and one that reads for all of them:
/// a marker is there for moments, and whoever holds one longer shall stop nobody.
const WRITER_WAITS: Duration = Duration::from_secs(10);
const READER_WAITS: Duration = Duration::from_secs(2);
/// How long it sleeps meanwhile.
const PAUSE: Duration = Duration::from_millis(10);

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
    /// Gives the output its name, unless it has it or somebody has written there since; whether it gave it. Where the
    /// others cannot get theirs, what is staged goes.
    fn finish(&self, marked: &Metadata, with_others: bool) -> io::Result<bool> {
        // What is not of this tool is not touched, whatever a marker says.
        let plain = |name: &OsString| Path::new(name).file_name() == Some(name);
        if !is_temporary(&self.staged) || !plain(&self.name) {
            return Ok(false);
        }
        let facts = |path: &Path| fs::symlink_metadata(path);
        let (staged, target) = (self.folder.join(&self.staged), self.folder.join(&self.name));
        let is_newer = |path: &Path| Some(facts(path).ok()?.modified().ok()? > marked.modified().ok()?);
        let finished = match facts(&staged) {
            _ if !with_others => false,
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
            let file = new_marker(folder, &text).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Failure::about(&path, "another command is writing there")
                    .help("wait until it is done; if none is running, delete the file"),
                _ => Failure::about(&path, error),
            })?;
            journal.0.push((path, file));
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

/// A marker that is whole and locked from the moment when it can be seen.
fn new_marker(folder: &Path, text: &[u8]) -> io::Result<File> {
    let (path, until) = (folder.join(MARKER), Instant::now() + WRITER_WAITS);
    while finish(&path, until).is_ok() && Instant::now() < until {
        let mut staged = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
        // Whoever writes here next may have to finish it.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let _ = staged.as_file().set_permissions(fs::Permissions::from_mode(0o644));
        }
        // Where nothing can be locked, two commands in one folder have to be told apart by their user.
        let _ = staged.as_file().try_lock();
        staged.write_all(text)?;
        staged.as_file().sync_all()?;
        match staged.persist_noclobber(&path) {
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => std::thread::sleep(PAUSE),
            placed => return placed.map_err(|error| error.error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The names last over a loss of power, too, where the system can do that.
fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Finishes what a command that was killed has left of several outputs in a folder, or of a folder beside it; looked for
/// once in a run.
pub fn finish_in(folder: &Path) {
    let console = console::current();
    let mut settled = console.settled.lock().unwrap_or_else(PoisonError::into_inner);
    let (seen, waited) = &mut *settled;
    for folder in [Some(folder), folder.parent()].into_iter().flatten() {
        if !seen.insert(folder.to_owned()) {
            continue;
        }
        let begun = Instant::now();
        if finish(&folder.join(MARKER), begun + READER_WAITS.saturating_sub(*waited))
            .is_err_and(|held| held == Held::Busy)
        {
            let at = folder.join(MARKER);
            output::remark(&format!(
                "note: {}: another command is writing there; the files read may be from before or after",
                at.display()
            ));
        }
        *waited += begun.elapsed();
    }
}

/// A marker whose writer is through, held until nothing more is done with it.
struct Marker {
    path: PathBuf,
    text: Vec<u8>,
    facts: Metadata,
    /// Keeps others from finishing the same.
    file: File,
}

impl Marker {
    /// The marker of this name: none where there is none, an error where somebody holds it for too long.
    fn hold(path: &Path, until: Instant) -> Result<Option<Self>, Held> {
        loop {
            let Some(file) = open_marker(path)? else { return Ok(None) };
            // Where nothing can be locked it is taken as it is.
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                if Instant::now() >= until {
                    return Err(Held::Busy);
                }
                std::thread::sleep(PAUSE);
                continue;
            }
            let marker = Self::of(path, file);
            // Between opening and locking it may have been finished, and another have taken its name.
            if marker.as_ref().is_none_or(Self::is_in_place) || Instant::now() >= until {
                return Ok(marker);
            }
        }
    }

    fn of(path: &Path, file: File) -> Option<Self> {
        let mut text = Vec::new();
        (&file).take(LONGEST).read_to_end(&mut text).ok()?;
        Some(Self { path: path.to_owned(), text, facts: file.metadata().ok()?, file })
    }

    /// Whether its name is still its own; where files cannot be told apart, it is taken to be.
    fn is_in_place(&self) -> bool {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let own = |facts: &Metadata| (facts.dev(), facts.ino());
            fs::symlink_metadata(&self.path).is_ok_and(|facts| own(&facts) == own(&self.facts))
        }
        #[cfg(not(unix))]
        self.path.exists()
    }

    fn remove(self) {
        if self.is_in_place() {
            let _ = fs::remove_file(&self.path);
        }
        drop(self.file);
    }
}

/// Why nothing can be done about a marker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// Its writer, or somebody else, is at it.
    Busy,
    /// It cannot be opened, or is no file of ours.
    Closed,
}

/// To be locked, a file on some network drives must be open for writing.
fn open_marker(path: &Path) -> Result<Option<File>, Held> {
    match fs::symlink_metadata(path) {
        Ok(facts) if facts.is_file() && facts.len() <= LONGEST => {}
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        _ => return Err(Held::Closed),
    }
    let file = fs::OpenOptions::new().read(true).write(true).open(path).or_else(|_| File::open(path));
    match file {
        Ok(file) => Ok(Some(file)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(_) => Err(Held::Closed),
    }
}

/// Finishes what a marker lists, unless its writer, or somebody else, holds it for too long.
fn finish(path: &Path, until: Instant) -> Result<(), Held> {
    loop {
        let Some(marker) = Marker::hold(path, until)? else { return Ok(()) };
        match finish_marked(marker) {
            // Whoever finishes the same from another folder waits for this one in turn.
            Err(Held::Busy) if Instant::now() < until => std::thread::sleep(PAUSE),
            done => return done,
        }
    }
}

fn finish_marked(marker: Marker) -> Result<(), Held> {
    let all: Vec<Naming> = serde_json::from_slice(&marker.text).unwrap_or_default();
    let own = marker.path.parent().and_then(|folder| fs::canonicalize(folder).ok()).unwrap_or_default();
    // The same marker lies in each of the folders from before the first name was given until after the last. So where one
    // has none, either nothing was done yet or everything; and a marker that came with an archive lists nothing elsewhere.
    let others: BTreeSet<&PathBuf> =
        all.iter().map(|one| &one.folder).filter(|folder| **folder != own).collect();
    let others = others.into_iter().map(|folder| same(&marker, &own, folder));
    let others: Vec<Option<Marker>> = others.collect::<Result<_, _>>()?;
    let with_others = others.iter().all(Option::is_some);
    let mut named = Vec::new();
    for one in all.iter().filter(|one| with_others || one.folder == own) {
        let path = one.folder.join(&one.name);
        match one.finish(&marker.facts, with_others) {
            Ok(true) => named.push(path.display().to_string()),
            Ok(false) => {}
            // The marker stays for the next command.
            Err(error) => {
                output::say(&format!("warning: {}: {error}", path.display()));
                return Ok(());
            }
        }
    }
    others.into_iter().flatten().for_each(Marker::remove);
    marker.remove();
    if !named.is_empty() {
        output::remark(&format!("note: an earlier command was stopped; finished its {}", named.join(", ")));
    }
    Ok(())
}

/// The same marker in another folder. No computer is asked for one because a file names it.
fn same(marker: &Marker, own: &Path, folder: &Path) -> Result<Option<Marker>, Held> {
    let is_near = match prefix_of(folder) {
        None | Some(Prefix::Disk(_) | Prefix::VerbatimDisk(_)) => true,
        share => share == prefix_of(own),
    };
    if !is_near {
        return Ok(None);
    }
    let other = Marker::hold(&folder.join(MARKER), Instant::now())?;
    Ok(other.filter(|other| other.text == marker.text))
}

fn prefix_of(path: &Path) -> Option<Prefix<'_>> {
    match path.components().next() {
        Some(Component::Prefix(prefix)) => Some(prefix.kind()),
        _ => None,
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

    #[test]
    fn a_marker_that_came_from_elsewhere_moves_nothing_in_other_folders() {
        let (_folder, [one, two]) = killed_after(0);
        fs::rename(two.join(MARKER), two.join("gone")).unwrap();
        let came = one.join("archive");
        fs::create_dir(&came).unwrap();
        fs::copy(one.join(MARKER), came.join(MARKER)).unwrap();
        finish_in(&came.join("deeper"));
        finish_in(&came);
        assert!(!came.join(MARKER).exists());
        for folder in [&one, &two] {
            assert_eq!(fs::read_to_string(folder.join("result")).unwrap(), "old");
        }
    }

    #[test]
    fn outputs_whose_markers_were_not_yet_in_all_folders_are_given_up_together() {
        for first in 0..2 {
            let (_folder, folders) = killed_after(0);
            fs::remove_file(folders[1 - first].join(MARKER)).unwrap();
            finish_in(&folders[first]);
            assert_eq!(names(&folders[first]), ["result"]);
            for folder in &folders {
                assert_eq!(fs::read_to_string(folder.join("result")).unwrap(), "old");
            }
        }
    }

    #[test]
    fn whoever_holds_a_marker_stops_nobody_for_long_and_the_marker_of_a_writer_is_whole_when_it_is_seen() {
        let (_folder, [one, _]) = killed_after(0);
        let held = File::open(one.join(MARKER)).unwrap();
        held.lock().unwrap();
        let begun = Instant::now();
        finish_in(&one);
        assert!(begun.elapsed() < READER_WAITS + Duration::from_secs(3));
        assert_eq!(fs::read_to_string(one.join("result")).unwrap(), "old", "its holder may be at work");
        drop(held);
        let folder = tempfile::tempdir().unwrap();
        let file = new_marker(folder.path(), b"[]").unwrap();
        let marker = folder.path().join(MARKER);
        assert!(matches!(File::open(&marker).unwrap().try_lock(), Err(TryLockError::WouldBlock)));
        assert_eq!(fs::read(&marker).unwrap(), b"[]");
        drop(file);
        assert!(finish(&marker, Instant::now()).is_ok());
        assert!(!marker.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_marker_that_is_another_by_now_is_not_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(MARKER);
        fs::write(&path, "[]").unwrap();
        let Ok(Some(marker)) = Marker::hold(&path, Instant::now()) else { panic!("nobody holds it") };
        fs::rename(&path, folder.path().join("old")).unwrap();
        fs::write(&path, "[ ]").unwrap();
        marker.remove();
        assert_eq!(fs::read_to_string(&path).unwrap(), "[ ]");
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
