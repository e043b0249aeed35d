//! No circles of files: whoever reads a file can read those it uses first.
//!
//! An edge goes from a file to the file that defines what a path names, through re-exports; calls of methods, tests
//! and visibilities are no edges. A module and the files below it are one thing to whoever is outside, so what they
//! use of each other is their own affair as long as those below form no circle among themselves.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;

use super::source;

/// The circles that are right, each with the reason.
const RIGHT: &[(&[&str], &str)] = &[
    (
        &["liege_art/fonts", "liege_art/vector"],
        "letters are drawn like any drawing, and a drawing may have letters",
    ),
    (
        &["vassal/format/archive", "vassal/format/archive_table"],
        "one reader cut in two for its length, which shares its errors",
    ),
    (&["vassal/model/map_reading", "vassal/model/module"], "a map holds slots and a module holds maps"),
    (
        &["vassal/model/map_reading", "vassal/model/module", "vassal/model/module/properties"],
        "the same: zones of a map have properties as a module has",
    ),
];

/// A module by the names on the way to it from the root of the package.
type Module = Vec<String>;

/// What one file says, as far as it matters here.
struct File {
    /// Names of what it defines.
    defines: BTreeSet<String>,
    /// What it imports, by the name under which it uses it.
    imports: BTreeMap<String, Vec<String>>,
    /// Modules of which it imports everything.
    globs: Vec<Vec<String>>,
    /// Paths that it uses; what it only hands on is not among them.
    uses: BTreeSet<Vec<String>>,
}

/// All files of the package by their modules.
struct Files(BTreeMap<Module, File>);

type Edges = BTreeMap<Module, BTreeSet<Module>>;

#[test]
fn files_form_no_circles() {
    let files = Files::read();
    let edges = files.edges();
    let below = |module: &Module, used: &Module| module.len() > used.len() && module.starts_with(used);
    let mut downward = edges.clone();
    for (module, used) in &mut downward {
        used.retain(|used| !below(module, used));
    }
    let own_affair = |circle: &[Module]| {
        circle.iter().any(|top| circle.iter().all(|module| module == top || below(module, top)))
    };
    let mut found: BTreeSet<Vec<String>> = circles(&downward).iter().map(|circle| named(circle)).collect();
    found.extend(circles(&edges).iter().filter(|circle| !own_affair(circle)).map(|circle| named(circle)));
    let right: BTreeSet<Vec<String>> =
        RIGHT.iter().map(|(circle, _)| circle.iter().map(ToString::to_string).collect()).collect();
    let wrong: Vec<String> = found.difference(&right).map(|circle| circle.join(", ")).collect();
    assert!(wrong.is_empty(), "circles of files:\n{}", wrong.join("\n"));
    let gone: Vec<String> = right.difference(&found).map(|circle| circle.join(", ")).collect();
    assert!(gone.is_empty(), "circles that are there no more; take them off the list:\n{}", gone.join("\n"));
}

fn named(circle: &[Module]) -> Vec<String> {
    let mut names: Vec<String> = circle.iter().map(|module| module.join("/")).collect();
    names.sort();
    names
}

impl Files {
    fn read() -> Self {
        let files = source::all().into_iter().filter(|source| source.inside.as_os_str() != "main.rs");
        let files = files.map(|source| {
            let krate = match source.krate.as_str() {
                own @ ("vassal" | "liege") => own.to_owned(),
                below => format!("liege_{below}"),
            };
            let path = source.inside.with_extension("");
            let names = path.iter().map(|name| name.to_string_lossy().into_owned());
            let names = names.filter(|name| name != "mod" && name != "lib");
            (std::iter::once(krate).chain(names).collect(), File::of(&source.text))
        });
        Self(files.collect())
    }

    /// Which files each file uses.
    fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (module, file) in &self.0 {
            let used = file.uses.iter().filter_map(|path| self.home(&self.absolute(module, path)?, 0));
            // The roots of crates and the layers' own files only list their modules.
            let used = used.filter(|used| used != module && used.len() > 1);
            edges.insert(module.clone(), used.collect());
        }
        assert!(
            edges.values().map(BTreeSet::len).sum::<usize>() > 1000,
            "the uses of the files were not found"
        );
        edges
    }

    /// A path from the root; none for what is no path of the package.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        let (mut base, mut rest) = (module.clone(), rest);
        match first.as_str() {
            "crate" => base.truncate(1),
            "self" => {}
            "super" => {
                base.pop();
                while let [next, more @ ..] = rest
                    && next == "super"
                {
                    base.pop();
                    rest = more;
                }
            }
            name => {
                base.push(name.to_owned());
                if self.0.contains_key(&vec![name.to_owned()]) {
                    base = vec![name.to_owned()];
                } else if !self.0.contains_key(&base) {
                    let import = self.0.get(module)?.imports.get(name).filter(|import| **import != path)?;
                    base = self.absolute(module, import)?;
                }
            }
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    /// The file that defines what a path from the root names; none for a module that is only named on the way.
    fn home(&self, path: &[String], depth: usize) -> Option<Module> {
        let length = (0..=path.len()).rev().find(|length| self.0.contains_key(&path[..*length]))?;
        let (module, rest) = (path[..length].to_vec(), &path[length..]);
        let (name, more) = rest.split_first()?;
        let file = &self.0[&module];
        if depth > 12 || file.defines.contains(name) {
            return Some(module);
        }
        let onward = |from: &[String], last: &[String]| {
            let mut path = self.absolute(&module, from)?;
            path.extend(last.iter().cloned());
            self.home(&path, depth + 1)
        };
        if let Some(import) = file.imports.get(name) {
            return onward(import, more);
        }
        let from_glob =
            |glob: &Vec<String>| onward(glob, rest).filter(|home| self.0[home].defines.contains(name));
        file.globs.iter().find_map(from_glob).or(Some(module))
    }
}

impl File {
    fn of(text: &str) -> Self {
        let code = code_of(text);
        let definition = Regex::new(
            r"(?m)^(?:pub(?:\([^)]*\))? )?(?:const |async |unsafe )*(?:fn|struct|enum|trait|type|const|static|union) (\w+)",
        );
        let defines = definition.unwrap().captures_iter(&code).map(|found| found[1].to_owned()).collect();
        let (mut imports, mut globs, mut uses) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        let import = Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))? )?use ([^;]+);").unwrap();
        for found in import.captures_iter(&code) {
            for (mut path, alias) in branches(&found[2]) {
                if path.last().is_some_and(|last| last == "self") {
                    path.pop();
                }
                let name = alias.or_else(|| path.last().cloned()).unwrap_or_default();
                if name == "*" {
                    path.pop();
                    globs.push(path);
                    continue;
                }
                if found.get(1).is_none() {
                    uses.insert(path.clone());
                }
                imports.insert(name, path);
            }
        }
        let body = import.replace_all(&code, "");
        let path = Regex::new(r"\b[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+").unwrap();
        uses.extend(path.find_iter(&body).map(|path| path.as_str().split("::").map(str::to_owned).collect()));
        Self { defines, imports, globs, uses }
    }
}

/// The code of a file without comments, texts, visibilities and its tests.
fn code_of(text: &str) -> String {
    let tests = Regex::new(r"#\[cfg\(test\)\]\s*mod ").unwrap();
    let code = tests.find(text).map_or(text, |tests| &text[..tests.start()]);
    let aside = Regex::new(r#"//[^\n]*|"(?:[^"\\]|\\.)*"|pub\(in [^)]*\)"#).unwrap();
    aside
        .replace_all(code, |found: &regex::Captures<'_>| if found[0].starts_with("pub") { "pub" } else { "" })
        .into()
}

/// The paths of an import, each with the name it is given.
fn branches(tree: &str) -> Vec<(Vec<String>, Option<String>)> {
    let tree = tree.trim();
    if let Some((before, inner)) = tree.split_once('{') {
        let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
        let mut depth = 0;
        let parts = inner.split(|sign| {
            depth += i32::from(sign == '{') - i32::from(sign == '}');
            sign == ',' && depth == 0
        });
        let parts = parts.filter(|part| !part.trim().is_empty());
        return parts.flat_map(|part| branches(&format!("{before}{}", part.trim()))).collect();
    }
    let (path, alias) = tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias)));
    vec![(
        path.split("::").map(|name| name.trim().to_owned()).collect(),
        alias.map(|alias| alias.trim().to_owned()),
    )]
}

/// The sets of files that all reach each other.
fn circles(edges: &Edges) -> Vec<Vec<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        edges.keys().map(|module| (module, from(edges, module))).collect();
    let mut seen = BTreeSet::new();
    let mut circles = Vec::new();
    for module in edges.keys() {
        let back = |other: &&Module| reached.get(*other).is_some_and(|reached| reached.contains(module));
        let circle: Vec<Module> = reached[module].iter().copied().filter(back).cloned().collect();
        if circle.len() > 1 && seen.insert(circle.clone()) {
            circles.push(circle);
        }
    }
    circles
}

/// All files that a file uses, and those that they use.
fn from<'e>(edges: &'e Edges, module: &'e Module) -> BTreeSet<&'e Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = edges[module].iter().collect();
    while let Some(next) = open.pop() {
        if reached.insert(next) {
            open.extend(edges.get(next).into_iter().flatten());
        }
    }
    reached
}

#[test]
fn a_path_leads_through_what_is_handed_on_to_the_file_that_defines_it() {
    let text = [
        ("own", ""),
        ("own/a", "pub use b::{Name as Other, Plain};\nmod b;\nuse crate::c::far;"),
        ("own/a/b", "pub struct Name;\npub(crate) struct Plain;"),
        ("own/c", "use crate::a::{self, Other}; // a::Comment\nfn far() { a::Plain; \"a::Text\"; c2::x(); }"),
        ("other", ""),
        ("other/d", "pub fn near() {}"),
    ];
    let module = |path: &str| path.split('/').map(str::to_owned).collect::<Module>();
    let files = Files(text.iter().map(|(path, text)| (module(path), File::of(text))).collect());
    let home = |from: &str, path: &str| {
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        files.home(&files.absolute(&module(from), &path)?, 0)
    };
    assert_eq!(home("own/c", "Other"), Some(module("own/a/b")), "under another name");
    assert_eq!(home("own/c", "a::Plain"), Some(module("own/a/b")), "through an imported module");
    assert_eq!(home("own/a", "far"), Some(module("own/c")));
    assert_eq!(home("own/a", "other::d::near"), Some(module("other/d")), "in another crate");
    assert_eq!(home("own/c", "a"), None, "a module that is only named");
    assert_eq!(home("own/c", "c2::x"), None, "nothing of the package");
    let uses: Vec<String> = files.0[&module("own/c")].uses.iter().map(|path| path.join("::")).collect();
    assert_eq!(uses, ["a::Plain", "c2::x", "crate::a", "crate::a::Other"]);
}

#[test]
fn a_circle_is_found_and_a_chain_is_none() {
    let edge = |from: &str, to: &str| (vec![from.to_owned()], BTreeSet::from([vec![to.to_owned()]]));
    let edges = Edges::from([edge("a", "b"), edge("b", "c"), edge("c", "b"), edge("d", "a")]);
    assert_eq!(circles(&edges).iter().map(|circle| named(circle)).collect::<Vec<_>>(), [["b", "c"]]);
}
