//! Which components of a module have a file of their own, and where.

use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{ReadableError, Spot, element, value};
use crate::convert::paths::is_portable;
use vassal::format::build_file::Element;
use vassal::format::components::name;

/// The folder and the first file of the readable form.
pub const READABLE: &str = "module";

/// Key of the class of the component in a file.
const CLASS: &str = "#class";

/// Key of the list of files and classes that are inside.
const INSIDE: &str = "#inside";

/// Components whose parts have files of their own, by class.
const SPLIT: [&str; 12] = [
    "VASSAL.build.GameModule",
    "VASSAL.launch.BasicModule",
    "VASSAL.build.module.ModuleExtension",
    "VASSAL.build.module.Map",
    "VASSAL.build.module.PrivateMap",
    "VASSAL.build.module.PlayerHand",
    "VASSAL.build.module.PrototypesContainer",
    "VASSAL.build.module.folder.PrototypeFolder",
    "VASSAL.build.module.folder.DeckSubFolder",
    "VASSAL.build.module.folder.GlobalPropertyFolder",
    "VASSAL.build.module.folder.MapSubFolder",
    "VASSAL.build.module.folder.ModuleSubFolder",
];

/// The most levels of files inside of each other.
const DEEPEST: usize = 40;

/// The longest name of a file, in letters, without its ending.
const LONGEST: usize = 60;

/// The files of a build file by their path.
pub type Texts = BTreeMap<String, String>;

/// The files that a root element becomes; the first is `module.toml`.
pub fn split(root: &Element) -> Texts {
    let mut splitter = Splitter::default();
    splitter.add(root, READABLE, 0);
    splitter.texts
}

#[derive(Default)]
struct Splitter {
    texts: Texts,
    /// Paths given away, in small letters.
    taken: BTreeSet<String>,
    /// Where the numbers of a name go on, so that many parts of one name stay cheap.
    numbers: BTreeMap<String, usize>,
}

impl Splitter {
    /// Adds the file of an element and those of its parts; `path` is without its ending.
    fn add(&mut self, own: &Element, path: &str, depth: usize) {
        let mut text = format!("\"{CLASS}\" = {}\n", value::quoted(&own.tag));
        let parts: Vec<&Element> = own.elements().collect();
        let is_split =
            SPLIT.contains(&own.tag.as_str()) && parts.len() == own.nodes.len() && !parts.is_empty();
        if is_split && depth < DEEPEST {
            let bare = Element { nodes: Vec::new(), ..own.clone() };
            text.push_str(&element::write(&bare));
            let mut inside = Vec::new();
            for part in parts {
                if part.attributes.is_empty() && part.nodes.is_empty() {
                    inside.push(part.tag.clone());
                    continue;
                }
                let below = self.free(path, part);
                inside.push(format!("{below}.toml"));
                self.add(part, &below, depth + 1);
            }
            let lines: String = inside.iter().map(|part| format!("    {},\n", value::quoted(part))).collect();
            text.push_str(&format!("\"{INSIDE}\" = [\n{lines}]\n"));
        } else {
            text.push_str(&element::write(own));
        }
        self.texts.insert(format!("{path}.toml"), text);
    }

    /// A free path for a part below a path: its class and its name.
    fn free(&mut self, path: &str, part: &Element) -> String {
        let class = part.short_tag().to_owned();
        let words = slug(name(part));
        let stem = if words.is_empty() { class } else { format!("{class} {words}") };
        let first = format!("{path}/{stem}");
        if !is_portable(&format!("{first}.toml")) {
            // A class of somebody's own whose name no file can have.
            return self.free(path, &Element::new("part"));
        }
        loop {
            let number = self.numbers.entry(first.to_lowercase()).or_insert(0);
            *number += 1;
            let whole = if *number == 1 { first.clone() } else { format!("{first} {number}") };
            if self.taken.insert(whole.to_lowercase()) {
                return whole;
            }
        }
    }
}

/// A name as part of the name of a file.
fn slug(name: &str) -> String {
    let mut out = String::new();
    for letter in name.trim().chars().take(LONGEST) {
        let fits = letter.is_alphanumeric() || "-_() ".contains(letter);
        out.push(if fits { letter } else { '-' });
    }
    out.trim_matches(['-', ' ', '.']).to_owned()
}

/// A file that was read: its component without those that have files of their own.
pub struct Part<'p> {
    /// Path of the file.
    pub path: &'p str,
    /// The component.
    pub element: &'p Element,
    /// The files and classes inside of it, behind the components that its own file has, each with its line.
    pub inside: &'p [(usize, String)],
    text: &'p str,
    table: &'p DeTable<'p>,
}

impl Part<'_> {
    /// The line of a spot of the component below this one to which `steps` lead by the numbers of children.
    pub fn line(&self, steps: &[usize], spot: Spot<'_>) -> usize {
        let at = element::place(self.table, &self.element.tag, steps, spot).unwrap_or(0);
        ReadableError::at(self.text, at, "").line
    }

    /// The component and those below it that its file has, in order, each with its place there.
    pub fn components(&self) -> Vec<element::InFile<'_>> {
        element::in_file(self.table, self.element)
    }

    /// The line of a spot of one of these.
    pub fn line_of(&self, component: &element::InFile<'_>, spot: Spot<'_>) -> usize {
        ReadableError::at(self.text, component.offset_of(spot), "").line
    }
}

/// Whether something inside of a component is the name of a file, and not a class.
pub fn is_file(inside: &str) -> bool {
    inside.ends_with(".toml")
}

/// The root element of the files of a folder, with the paths that were read; each file is shown to `look`.
///
/// # Errors
/// A file that is missing, read twice or no component, with its path.
pub fn join<'f>(
    file: &dyn Fn(&str) -> Option<&'f [u8]>,
    look: &mut dyn FnMut(&Part<'_>),
) -> Result<(Element, BTreeSet<String>), (String, ReadableError)> {
    let mut joiner = Joiner { file, look, read: BTreeSet::new() };
    let root = joiner.element(&format!("{READABLE}.toml"), None, DEEPEST + 1)?;
    Ok((root, joiner.read))
}

/// Where a file is named: in which file, its text, and the byte there.
#[derive(Clone, Copy)]
struct Naming<'n> {
    file: &'n str,
    text: &'n str,
    at: usize,
}

struct Joiner<'j, 'f> {
    file: &'j dyn Fn(&str) -> Option<&'f [u8]>,
    look: &'j mut dyn FnMut(&Part<'_>),
    read: BTreeSet<String>,
}

impl Joiner<'_, '_> {
    /// The element of a file, which another names.
    fn element(
        &mut self,
        path: &str,
        named: Option<Naming<'_>>,
        deepest: usize,
    ) -> Result<Element, (String, ReadableError)> {
        let wrong = |line: usize, why: String| (path.to_owned(), ReadableError { line, why });
        let deeper = deepest.checked_sub(1).ok_or_else(|| wrong(1, "files are nested too deeply".into()))?;
        let misnamed = |why: &str| match named {
            Some(by) => (by.file.to_owned(), ReadableError::at(by.text, by.at, format!("{path} {why}"))),
            None => wrong(1, format!("{why}; it is the module itself")),
        };
        if !is_portable(path) || !self.read.insert(path.to_owned()) {
            return Err(misnamed("is named twice, or is not a path inside the folder"));
        }
        let bytes = (self.file)(path).ok_or_else(|| misnamed("is not there"))?;
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            wrong(line, "is not UTF-8; save it as UTF-8".to_owned())
        })?;
        let parsed = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            (path.to_owned(), ReadableError::at(text, at, error.message()))
        })?;
        let table = parsed.get_ref();
        let own = |key: &str| table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value);
        let class = own(CLASS).and_then(|value| value.get_ref().as_str());
        let class = class.ok_or_else(|| wrong(1, format!("expected \"{CLASS}\" = \"…\"")))?;
        let inside = own(INSIDE).map(|value| {
            let wrong = |at: usize| {
                let why = format!("\"{INSIDE}\": expected a list of files and classes");
                (path.to_owned(), ReadableError::at(text, at, why))
            };
            let parts = value.get_ref().as_array().ok_or_else(|| wrong(value.span().start))?;
            let part = |part: &Spanned<DeValue<'_>>| match part.get_ref().as_str() {
                Some(name) => Ok((part.span().start, name.to_owned())),
                None => Err(wrong(part.span().start)),
            };
            parts.iter().map(part).collect::<Result<Vec<(usize, String)>, _>>()
        });
        let inside = inside.transpose()?.unwrap_or_default();
        let mut bare = DeTable::new();
        let rest = table.iter().filter(|(name, _)| ![CLASS, INSIDE].contains(&name.get_ref().as_ref()));
        bare.extend(rest.map(|(name, value)| (name.clone(), value.clone())));
        let read = element::read(&bare, class, text, DEEPEST);
        let mut element = read.map_err(|error| (path.to_owned(), error))?;
        let lines: Vec<(usize, String)> =
            inside.iter().map(|(at, part)| (ReadableError::at(text, *at, "").line, part.clone())).collect();
        (self.look)(&Part { path, element: &element, inside: &lines, text, table: &bare });
        for (at, part) in inside {
            let naming = Naming { file: path, text, at };
            element.push(match is_file(&part) {
                true => self.element(&part, Some(naming), deeper)?,
                false => Element::new(part),
            });
        }
        Ok(element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module() -> Element {
        let map = |name: &str| {
            Element::new("VASSAL.build.module.Map")
                .with("mapName", name)
                .with_child(Element::new("VASSAL.build.module.map.StackMetrics").with("exSepX", "6"))
                .with_child(Element::new("VASSAL.build.module.map.StackExpander"))
        };
        Element::new("VASSAL.build.GameModule")
            .with("name", "Mini")
            .with_child(Element::new("VASSAL.build.module.BasicCommandEncoder"))
            .with_child(map("Main"))
            .with_child(map("main"))
            .with_child(map("a/b: \"c\""))
    }

    #[test]
    fn a_module_becomes_files_and_comes_back() {
        let texts = split(&module());
        let names: Vec<&str> = texts.keys().map(String::as_str).collect();
        assert!(
            names.contains(&"module/Map Main.toml") && names.contains(&"module/Map main 2.toml"),
            "{names:?}"
        );
        assert!(names.contains(&"module/Map a-b- -c.toml"), "{names:?}");
        let (root, read) = join(&|path| texts.get(path).map(String::as_bytes), &mut |_| ()).unwrap();
        assert_eq!(root, module());
        assert_eq!(read.len(), texts.len());
    }

    #[test]
    fn a_missing_or_repeated_file_is_told() {
        let mut texts = split(&module());
        texts.remove("module/Map Main.toml");
        let (path, error) = join(&|path| texts.get(path).map(String::as_bytes), &mut |_| ()).unwrap_err();
        assert!(path == "module.toml" && error.line > 1 && error.why == "module/Map Main.toml is not there");
        let own = texts["module.toml"].replace("Map main 2", "Map a-b- -c");
        texts.insert("module/Map Main.toml".into(), texts["module/Map main 2.toml"].clone());
        texts.insert("module.toml".into(), own);
        assert!(
            join(&|path| texts.get(path).map(String::as_bytes), &mut |_| ())
                .unwrap_err()
                .1
                .why
                .contains("named twice")
        );
    }

    #[test]
    fn files_that_name_each_other_end() {
        let text = "\"#class\" = \"a\"\n\"#inside\" = [\"module.toml\"]\n";
        assert!(join(&|_| Some(text.as_bytes()), &mut |_| ()).is_err());
        let outside = "\"#class\" = \"a\"\n\"#inside\" = [\"../x.toml\"]\n";
        assert!(join(&|_| Some(outside.as_bytes()), &mut |_| ()).is_err());
        let (_, error) = join(&|_| Some(&b"a = 1\nb = \"\xff\"\n"[..]), &mut |_| ()).unwrap_err();
        assert_eq!(error.to_string(), "line 2: is not UTF-8; save it as UTF-8");
    }
}
