//! Pictures: missing, left over, no pictures at all, twice, with names that older versions garble.

use std::borrow::Cow;
use std::collections::BTreeMap;

use aho_corasick::AhoCorasick;
use unicode_normalization::UnicodeNormalization;

use super::super::pictures::{FOLDER, Pattern, SOUNDS};
use super::super::roles::Role;
use super::super::words::{is_put_together, quoted};
use super::super::{At, Subject, Told};
use crate::format::Limits;
use crate::format::archive::Entry;
use crate::format::save_file::SaveFile;

/// A picture that a component or trait shows and the module does not have.
pub fn missing(subject: &Subject<'_>, told: &mut Told<'_>) {
    for value in subject.of_role(Role::Picture) {
        let name = value.text.trim();
        if name.is_empty() || is_put_together(name) || subject.pictures.has(&value.text) {
            continue;
        }
        let near = subject.slips.nearest(name, subject.pictures.names());
        let help = near.map(|near| {
            let is_same = near.to_lowercase() == name.to_lowercase();
            let why = if is_same { "; capital and small letters count" } else { "" };
            format!("it has {}{why}", quoted(near))
        });
        told.at(value.at, format!("the module has no picture {}", quoted(name)), help);
    }
}

/// The entries in the folder of pictures.
fn entries<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = (&'s Entry, &'s str)> {
    let all = subject.file.archive.entries().iter();
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
    let all: Vec<(&Entry, &str)> = entries(subject).filter(|(_, name)| may_be_picture(name)).collect();
    let Some(named) = named_in(&texts(subject), &all) else {
        let message =
            format!("its texts name pictures more than {MOST_FOUND} times; which are unused was not told");
        told.at(At::whole(0), message, None);
        return;
    };
    for ((entry, name), _) in all.iter().zip(&named).filter(|(_, is_named)| !**is_named) {
        if !patterns.iter().any(|pattern| pattern.may_make(name)) {
            let message = format!("no text of the module names it; it takes {} bytes", entry.size);
            told.of_entry(&entry.name, message, Some("an extension may show it".to_owned()));
        }
    }
}

/// So many places with names are looked at; no module that was made by hand has as many.
const MOST_FOUND: usize = 100_000_000;

/// Which pictures are named anywhere in the texts; none where they are named too often to tell. Some texts leave the
/// ending out, and some systems keep the accents of a name apart.
fn named_in(texts: &[Cow<'_, str>], all: &[(&Entry, &str)]) -> Option<Vec<bool>> {
    let bare = |name: &str| name.rsplit_once('.').map_or(name, |(bare, _)| bare).to_owned();
    let names: Vec<String> = all.iter().map(|(_, name)| bare(name)).collect();
    let joined: Vec<String> = names.iter().map(|name| name.nfc().collect()).collect();
    let finder = AhoCorasick::new(names.iter().chain(&joined)).ok()?;
    let mut named = vec![false; names.len()];
    let places = texts.iter().flat_map(|text| finder.find_overlapping_iter(&**text));
    for (count, place) in places.enumerate() {
        if count >= MOST_FOUND {
            return None;
        }
        named[place.pattern().as_usize() % names.len()] = true;
    }
    Some(named)
}

/// All texts in which a picture may be named, without what stands before special letters in definitions, pages and links.
fn texts<'s>(subject: &'s Subject<'_>) -> Vec<Cow<'s, str>> {
    let components = subject.tree.components.iter().map(|own| own.element);
    let own = components.flat_map(|element| {
        let attributes = element.attributes.iter().map(|(_, text)| Cow::Borrowed(text.as_str()));
        attributes.chain([Cow::Owned(element.text())]).filter(|text| !text.is_empty())
    });
    let mut texts: Vec<Cow<'_, str>> = own.map(plain).collect();
    let all = subject.files().flat_map(|file| file.archive.entries().iter().map(move |entry| (file, entry)));
    for (file, entry) in all {
        let is_picture = entry.name.starts_with(FOLDER) && !entry.name.ends_with(".svg");
        if is_picture || entry.name.starts_with(SOUNDS) || entry.name == file.build_file_name {
            continue;
        }
        if let Some(text) = subject.saved.get(&entry.name).filter(|_| std::ptr::eq(file, subject.file)) {
            texts.push(plain(text.as_str().into()));
            continue;
        }
        let Ok(bytes) = file.archive.read_entry(&entry.name) else { continue };
        let save = SaveFile::read(bytes.as_slice(), &Limits::default());
        let text =
            save.map_or_else(|_| String::from_utf8_lossy(&bytes).into_owned(), |save| save.text().to_owned());
        texts.push(plain(text.into()));
    }
    texts
}

/// A text with the letters themselves that definitions, pages and links write otherwise.
fn plain(text: Cow<'_, str>) -> Cow<'_, str> {
    if memchr::memchr3(b'\\', b'%', b'&', text.as_bytes()).is_none() {
        return text;
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

/// The first bytes of the kinds of pictures that VASSAL reads.
const BEGINNINGS: [&[u8]; 6] = [b"\x89PNG", b"GIF8", b"\xff\xd8", b"BM", b"II*\0", b"MM\0*"];
/// So many bytes tell them.
const START: usize = 4;
/// An SVG begins with text; its root is looked for in so many bytes.
const SVG_START: usize = 4096;

/// An entry in the folder of pictures that is none.
pub fn unreadable(subject: &Subject<'_>, told: &mut Told<'_>) {
    for (entry, name) in entries(subject) {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
        let known = ["png", "gif", "jpg", "jpeg", "bmp", "svg"];
        if !ending.is_some_and(|ending| known.contains(&ending.as_str())) {
            continue;
        }
        let archive = &subject.file.archive;
        let Ok(start) = archive.read_start(&entry.name, START) else { continue };
        if BEGINNINGS.iter().any(|begin| start.starts_with(begin)) {
            continue;
        }
        let Ok(start) = archive.read_start(&entry.name, SVG_START) else { continue };
        let has = |word: &[u8]| memchr::memmem::find(&start, word).is_some();
        if !(has(b"<svg") || has(b"<?xml") || start.starts_with(b"\x1f\x8b")) {
            let message = if start.is_empty() { "it is empty" } else { "it is no picture that VASSAL reads" };
            told.of_entry(&entry.name, message.to_owned(), None);
        }
    }
}

/// The same picture under several names.
pub fn twice(subject: &Subject<'_>, told: &mut Told<'_>) {
    let mut same: BTreeMap<(u32, u64), Vec<&str>> = BTreeMap::new();
    for (entry, _) in entries(subject) {
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
        told.of_entry(&entry.name, "its name has letters beyond ASCII".to_owned(), Some(help));
    }
}
