//! Pictures: missing, left over, twice, with names that older versions garble.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use aho_corasick::AhoCorasick;
use unicode_normalization::UnicodeNormalization;

use super::super::pictures::{FOLDER, Pattern, SOUNDS};
use super::super::roles::Role;
use super::super::words::{is_put_together, quoted};
use super::super::{At, Subject, Told};
use vassal::format::Limits;
use vassal::format::archive::Entry;
use vassal::format::module_file::ModuleFile;
use vassal::format::save_file::SaveFile;

/// A picture that a component or trait shows and the module does not have.
pub fn missing(subject: &Subject<'_>, told: &mut Told<'_>) {
    // A Mask has its picture twice, and a Layer may have one on each of its levels.
    let mut seen = BTreeSet::new();
    for value in subject.of_role(Role::Picture) {
        let name = value.text.trim();
        let is_new = seen.insert((value.at.component, value.at.of_trait, name));
        if !is_new || name.is_empty() || is_put_together(name) || subject.pictures.has(&value.text) {
            continue;
        }
        let near = subject.slips.nearest(name, subject.pictures.names());
        let help = near.map(|near| {
            let is_same = near.to_lowercase() == name.to_lowercase();
            let why = if is_same { "; case matters" } else { "" };
            format!("it has {}{why}", quoted(near))
        });
        told.at(value.at, format!("the module has no picture {}", quoted(name)), help);
    }
}

/// The entries in the folder of pictures.
pub(super) fn in_folder(file: &ModuleFile) -> impl Iterator<Item = (&Entry, &str)> {
    let all = file.archive.entries().iter();
    all.filter_map(|entry| Some((entry, entry.name.strip_prefix(FOLDER)?)))
        .filter(|(_, name)| !name.is_empty() && !name.ends_with('/'))
}

/// Whether the ending of a name is one of pictures, or none: what else lies beside pictures is none.
fn may_be_picture(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or_default();
    last.rsplit_once('.').is_none_or(|(_, ending)| ENDINGS.contains(&&*ending.to_ascii_lowercase()))
}

/// Endings of pictures that VASSAL reads.
const ENDINGS: [&str; 9] = ["png", "jpg", "jpeg", "gif", "svg", "bmp", "wbmp", "tif", "tiff"];

/// A picture that no text of the module names. Names that are put together, and those in set-ups and pages, count as
/// named.
pub fn unused(subject: &Subject<'_>, told: &mut Told<'_>) {
    let patterns: Vec<Pattern> = put_together(subject);
    let all: Vec<(&Entry, &str)> = named_ones(subject.file).collect();
    let Some(named) = named_in_texts(subject) else {
        let message =
            format!("its texts name pictures more than {MOST_FOUND} times; unused ones are not listed");
        told.at(At::whole(0), message, None);
        return;
    };
    for ((entry, name), _) in all.iter().zip(&named).filter(|(_, is_named)| !**is_named) {
        if !patterns.iter().any(|pattern| pattern.may_make(name)) {
            let message = format!("not used in the module; it takes {} bytes", entry.size);
            told.of_entry(&entry.name, message, Some("an extension may use it".to_owned()));
        }
    }
}

/// The pictures of a file that texts may name.
fn named_ones(file: &ModuleFile) -> impl Iterator<Item = (&Entry, &str)> {
    in_folder(file).filter(|(_, name)| may_be_picture(name))
}

/// So many places with names are looked at; no module that was made by hand has as many.
const MOST_FOUND: usize = 100_000_000;

/// So many bytes of a text are looked through for names.
const LONGEST_TEXT: usize = 64 << 20;

/// Finds the names of a file's pictures in texts. Some texts leave the ending out, and some systems keep the accents of a
/// name apart.
#[derive(Debug)]
pub struct NameFinder {
    finder: AhoCorasick,
    pictures: usize,
}

/// Which pictures of a file texts name, in the order of the file.
#[derive(Debug, Clone, Default)]
pub struct NamedPictures {
    is_named: Vec<bool>,
    /// How many names were found.
    found: usize,
}

impl NameFinder {
    /// Of the pictures of a file; none where there are too many.
    pub fn of(file: &ModuleFile) -> Option<Self> {
        let bare = |name: &str| name.rsplit_once('.').map_or(name, |(bare, _)| bare).to_owned();
        let names: Vec<String> = named_ones(file).map(|(_, name)| bare(name)).collect();
        let joined: Vec<String> = names.iter().map(|name| name.nfc().collect()).collect();
        let finder = AhoCorasick::new(names.iter().chain(&joined)).ok()?;
        Some(Self { finder, pictures: names.len() })
    }

    /// Adds the pictures that a text names to those that are named.
    pub fn find(&self, text: &str, named: &mut NamedPictures) {
        named.is_named.resize(self.pictures, false);
        let text = plain(text);
        let left = MOST_FOUND.saturating_sub(named.found).saturating_add(1);
        for place in self.finder.find_overlapping_iter(&*text).take(left) {
            named.is_named[place.pattern().as_usize() % self.pictures] = true;
            named.found += 1;
        }
    }
}

impl NamedPictures {
    /// Adds what other texts name.
    pub fn add(&mut self, other: &Self) {
        self.is_named.resize(self.is_named.len().max(other.is_named.len()), false);
        self.is_named.iter_mut().zip(&other.is_named).for_each(|(own, other)| *own |= other);
        self.found = self.found.saturating_add(other.found);
    }
}

/// Which pictures are named anywhere in the texts; none where they are named too often to tell.
fn named_in_texts(subject: &Subject<'_>) -> Option<Vec<bool>> {
    let finder = NameFinder::of(subject.file)?;
    let mut named = subject.saved.named.clone();
    for own in &subject.tree.components {
        own.element.attributes.iter().for_each(|(_, text)| finder.find(text, &mut named));
        finder.find(&own.element.text(), &mut named);
    }
    let all = subject.files().flat_map(|file| file.archive.entries().iter().map(move |entry| (file, entry)));
    for (file, entry) in all {
        let is_picture = entry.name.starts_with(FOLDER) && !entry.name.ends_with(".svg");
        let is_read = std::ptr::eq(file, subject.file) && subject.saved.entries.contains(&entry.name);
        if is_read || is_picture || entry.name.starts_with(SOUNDS) || entry.name == file.build_file_name {
            continue;
        }
        let Ok(bytes) = file.archive.read_start(&entry.name, LONGEST_TEXT) else { continue };
        match SaveFile::read(bytes.as_slice(), &Limits::default()) {
            Ok(save) => finder.find(save.text(), &mut named),
            Err(_) => finder.find(&String::from_utf8_lossy(&bytes), &mut named),
        }
    }
    named.is_named.resize(finder.pictures, false);
    (named.found <= MOST_FOUND).then_some(named.is_named)
}

/// A text with the letters themselves that definitions, pages and links write otherwise.
fn plain(text: &str) -> Cow<'_, str> {
    if memchr::memchr3(b'\\', b'%', b'&', text.as_bytes()).is_none() {
        return text.into();
    }
    text.replace('\\', "").replace("%20", " ").replace("&amp;", "&").into()
}

/// The names of pictures that are put together while VASSAL runs.
fn put_together(subject: &Subject<'_>) -> Vec<Pattern> {
    let named = subject.of_role(Role::Picture).filter_map(|value| Pattern::of(&value.text));
    let mut all: Vec<Pattern> = named.collect();
    // Whatever a text stands for, it may show pictures in HTML, or be the name that another text shows.
    let attributes = subject.tree.components.iter().flat_map(|own| own.element.pairs());
    all.extend(attributes.flat_map(|(_, text)| Pattern::in_text(text)));
    all.extend(subject.values.iter().flat_map(|value| Pattern::in_text(&value.text)));
    all.sort();
    all.dedup();
    all
}

/// The same picture under several names.
pub fn twice(subject: &Subject<'_>, told: &mut Told<'_>) {
    let mut same: BTreeMap<(u32, u64), Vec<&str>> = BTreeMap::new();
    for (entry, _) in in_folder(subject.file) {
        if let Some(checksum) = entry.checksum.filter(|_| entry.size > 0) {
            same.entry((checksum, entry.size)).or_default().push(&entry.name);
        }
    }
    let mut found: Vec<_> = same.into_iter().filter(|(_, names)| names.len() > 1).collect();
    found.sort_by(|a, b| a.1.cmp(&b.1));
    for ((_, size), names) in found {
        let others = names[1..].iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
        told.of_entry(names[0], format!("the same {size} bytes are also {others}"), None);
    }
}

/// Names of entries that old versions of VASSAL and of other programs garble.
pub fn beyond_ascii(subject: &Subject<'_>, told: &mut Told<'_>) {
    for entry in subject.file.archive.entries().iter().filter(|entry| !entry.name.is_ascii()) {
        let help = "letters, digits, - and _ are safe".to_owned();
        told.of_entry(&entry.name, "its name has non-ASCII letters".to_owned(), Some(help));
    }
}
