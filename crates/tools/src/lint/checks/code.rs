//! Classes of a module's own: what they keep from being judged, those that are too new for Java; letters that keep VASSAL from
//! reading a module at all.

use super::super::words::shortened;
use super::super::{Asks, At, Subject, Told};
use super::structure::missing_classes;
use vassal::format::Limits;
use vassal::format::build_file::{Document, Element, Node};
use vassal::format::metadata::{EXTENSION_DATA, MODULE_DATA};
use vassal::format::module_file::ModuleFile;

/// So many bytes of a class are looked through for the names of other classes.
const MOST_OF_CLASS: usize = 1 << 20;
/// What a class that reads pieces and commands itself says of VASSAL's classes.
const ENCODERS: [&[u8]; 2] = [b"VASSAL/command/CommandEncoder", b"VASSAL/build/module/BasicCommandEncoder"];

/// Which classes a module brings, and which are missing.
#[derive(Debug, Clone, Copy)]
pub struct Code {
    has_own: bool,
    lacks_some: bool,
    has_encoder: bool,
}

impl Code {
    /// Of a module or extension with all that is loaded with it.
    pub fn of(subject: &Subject<'_>) -> Self {
        Self {
            has_own: subject.has_code(),
            lacks_some: missing_classes(subject).next().is_some(),
            has_encoder: subject.files().any(has_encoder),
        }
    }

    /// Why a check is not made because of them.
    pub fn forbids(self, asks: Asks) -> Option<&'static str> {
        match asks {
            Asks::NoCode | Asks::NoUnknownCode if self.has_own => {
                Some("its own classes may use it under any name")
            }
            Asks::NoUnknownCode if self.lacks_some => {
                Some("it names missing classes, which may use it under any name")
            }
            Asks::NoEncoder if self.has_encoder => {
                Some("its own command encoder may read more than VASSAL's")
            }
            Asks::NoEncoder if self.lacks_some => {
                Some("it names missing classes, which may read more than VASSAL")
            }
            _ => None,
        }
    }
}

/// The names of the classes of a file.
fn classes(file: &ModuleFile) -> impl Iterator<Item = &str> {
    file.archive.entries().iter().map(|entry| entry.name.as_str()).filter(|name| name.ends_with(".class"))
}

/// Whether one of the classes of a file is a command encoder, or adds one.
fn has_encoder(file: &ModuleFile) -> bool {
    let is_one = |name: &str| {
        let class = file.archive.read_start(name, MOST_OF_CLASS).unwrap_or_default();
        ENCODERS.iter().any(|encoder| memchr::memmem::find(&class, encoder).is_some())
    };
    classes(file).any(is_one)
}

/// The number of a class file's version is that of its Java and this.
const JAVA: u16 = 44;
/// The Java that VASSAL needs at least, from a version on, the newest first; older ones are counted as the oldest here,
/// since a module of theirs is opened with a newer one.
const NEEDED: [((u32, u32, u32), u16); 2] = [((3, 7, 25), 17), ((0, 0, 0), 11)];

/// A class that the Java of its VASSAL refuses.
pub fn too_new(subject: &Subject<'_>, told: &mut Told<'_>) {
    let about = subject.file.about.as_ref().and_then(|about| about.vassal_version.clone());
    let root = &subject.file.build_file.root;
    let own = ["VassalVersion", "vassalVersion"].iter().find_map(|name| root.attr(name)).map(str::to_owned);
    let Some(vassal) = own.or(about) else { return };
    let needed = java_of(&vassal);
    for name in classes(subject.file) {
        let Ok(start) = subject.file.archive.read_start(name, 8) else { continue };
        let [0xca, 0xfe, 0xba, 0xbe, _, _, high, low] = start[..] else { continue };
        let java = u16::from_be_bytes([high, low]).saturating_sub(JAVA);
        if java > needed {
            let vassal = shortened(&vassal);
            let message = format!("it is made for Java {java}, but VASSAL {vassal} runs on Java {needed}");
            let help = format!("compile it with --release {needed}");
            told.of_entry(name, message, Some(help));
        }
    }
}

fn java_of(vassal: &str) -> u16 {
    let mut numbers =
        vassal.split(|letter: char| !letter.is_ascii_digit()).map(|part| part.parse().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    let version: (u32, u32, u32) = (next(), next(), next());
    NEEDED.iter().find(|(from, _)| version >= *from).map_or(JAVA, |(_, java)| *java)
}

/// A letter that XML forbids, however it is written.
fn forbidden(text: &str) -> Option<char> {
    let is_forbidden = |letter: &char| matches!(letter, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    text.chars().find(is_forbidden)
}

/// A control character in a text, with which Java's reader of XML refuses the whole file.
pub fn forbidden_character(subject: &Subject<'_>, told: &mut Told<'_>) {
    let help =
        || Some("remove it from the build file by hand: VASSAL's editor cannot open the module".to_owned());
    let message = |letter: char| {
        let code = u32::from(letter);
        format!("it contains the character U+{code:04X}, which XML forbids; VASSAL cannot read the file")
    };
    for (number, own) in subject.tree.components.iter().enumerate() {
        for (field, text) in own.element.pairs() {
            if let Some(letter) = forbidden(text) {
                told.at(At { component: number, of_trait: None, field }, message(letter), help());
            }
        }
        if let Some(letter) = texts_in(own.element).find_map(forbidden) {
            told.at(At::whole(number), message(letter), help());
        }
    }
    for name in [MODULE_DATA, EXTENSION_DATA].into_iter().filter(|name| subject.file.archive.contains(name)) {
        let bytes = subject.file.archive.read_entry(name).unwrap_or_default();
        let Ok(document) = Document::parse(&bytes, &Limits::default()) else { continue };
        let all = std::iter::once(&document.root).chain(document.root.walk());
        let mut letters = all.flat_map(|own| texts_in(own).chain(own.pairs().map(|(_, text)| text)));
        if let Some(letter) = letters.find_map(forbidden) {
            told.of_entry(name, message(letter), None);
        }
    }
}

fn texts_in(element: &Element) -> impl Iterator<Item = &str> {
    element.nodes.iter().filter_map(|node| match node {
        Node::Text(text) => Some(text.as_str()),
        _ => None,
    })
}
