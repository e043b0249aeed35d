//! An extension looked through together with its module, and a module together with its extensions.

use std::collections::{BTreeMap, BTreeSet};

use super::checks::{Check, Code, Run};
use super::extending::Extended;
use super::fault::{Fault, Place};
use super::set_ups::Saved;
use super::tree::Tree;
use super::values::{self, At, Value};
use super::words::Slips;
use super::{Asks, CHECKS, Linted, NotChecked, Pictures, Subject, Told, Wanted, alone, set_ups};
use vassal::format::build_file::Element;
use vassal::format::module_file::ModuleFile;
use vassal::model::joined::{EXTENSION_ELEMENT, Joined};
use vassal::model::module::Module;

/// Checks of things that stand twice, which the file and its module may have between them.
const BETWEEN: [&str; 3] = ["VASSAL-M05", "VASSAL-N01", "VASSAL-P04"];
/// Checks of what nothing uses, which an extension may use.
const USED_BY_NOBODY: [&str; 5] = ["VASSAL-C02", "VASSAL-E02", "VASSAL-I02", "VASSAL-K01", "VASSAL-P03"];

/// Reads a module from a build file; sizes of boards come from the pictures of files.
pub type ReadRoot<'a> = dyn Fn(&Element) -> Module + 'a;

/// What an extension is looked at beside.
#[derive(Debug, Clone, Copy)]
pub struct Beside<'m> {
    /// Its module, with the other extensions that VASSAL loads; those before it stand in its build file.
    pub file: &'m ModuleFile,
    /// The same, read.
    pub module: &'m Module,
    /// The roots of the extensions that VASSAL loads after it.
    pub later: &'m [&'m Element],
    /// The files of the other extensions that VASSAL loads with it, each with its id.
    pub ids: &'m [(String, String)],
}

/// Looks for the faults of an extension with its set-ups beside its module.
#[must_use]
pub fn of_extension(
    (file, module): (&ModuleFile, &Module),
    Beside { file: base_file, module: base, later, ids }: &Beside<'_>,
    read: &ReadRoot<'_>,
    asked: Wanted<'_>,
) -> Linted {
    let wanted = asked.checks;
    let is_alone = |check: &Check| check.asks == Asks::Nothing && wanted(check);
    let none = Saved::default();
    let mut linted = alone(file, module, &none, Wanted { checks: &is_alone, ..asked });
    let joined = Joined::of(&base_file.build_file.root, &[&[&file.build_file.root], *later].concat());
    let own = joined.extending.partition_point(|extending| extending.extension == 0);
    let tree = Tree::of(&file.build_file.root);
    let children = children(&tree);
    let view = Extended {
        root: &file.build_file.root,
        extending: &joined.extending[..own],
        children: &children,
        base,
        ids,
    };
    for check in CHECKS.iter().filter(|check| wanted(check)) {
        let Run::Extension(run) = check.run else { continue };
        run(&view, &mut Told { check, tree: Some(&tree), faults: &mut linted.faults });
        linted.made.push(check.id);
    }
    let whole = Whole::of(&joined, &tree, &children);
    let joined_module = read(&joined.root);
    let set_ups = set_ups::look((file, Some(base_file)), (&joined_module, &module.setups), wanted);
    let others = [*base_file];
    let values = values::all(&whole.tree);
    let subject = subject(&whole.tree, &values, (file, &joined_module), (&others, &set_ups.saved));
    let is_between =
        |check: &Check| wanted(check) && (check.asks != Asks::Nothing || BETWEEN.contains(&check.id));
    let code = Code::of(&subject);
    let mut known: BTreeSet<(String, String)> =
        linted.faults.iter().map(|fault| (fault.place.words(), fault.message.clone())).collect();
    for check in CHECKS.iter().filter(|check| is_between(check)) {
        let Run::Module(run) = check.run else { continue };
        if let Some(reason) = code.forbids(check.asks) {
            linted.not_checked.push(NotChecked { id: check.id, reason });
            continue;
        }
        let mut faults = Vec::new();
        run(&subject, &mut Told { check, tree: Some(&whole.tree), faults: &mut faults });
        let own = faults.into_iter().filter_map(|fault| whole.in_extension(fault, 0, &tree));
        linted.faults.extend(own.filter(|fault| known.insert((fault.place.words(), fault.message.clone()))));
        if !linted.made.contains(&check.id) {
            linted.made.push(check.id);
        }
    }
    linted.add(set_ups.linted);
    let order = |id: &str| CHECKS.iter().position(|check| check.id == id);
    linted.faults.sort_by_key(|fault| order(fault.id));
    linted
}

/// Takes away the faults of a module that its extensions mend: what one of them uses is not left over.
pub fn with_extensions(
    linted: &mut Linted,
    file: &ModuleFile,
    extensions: &[&ModuleFile],
    read: &ReadRoot<'_>,
) {
    let mut told: Vec<&Check> = CHECKS.iter().filter(|check| USED_BY_NOBODY.contains(&check.id)).collect();
    told.retain(|check| linted.faults.iter().any(|fault| fault.id == check.id));
    if extensions.is_empty() || told.is_empty() {
        return;
    }
    let roots: Vec<&Element> = extensions.iter().map(|extension| &extension.build_file.root).collect();
    let joined = Joined::of(&file.build_file.root, &roots);
    let tree = Tree::of(&file.build_file.root);
    let whole = Whole::of(&joined, &tree, &[]);
    let module = read(&joined.root);
    let values = values::all(&whole.tree);
    let none = Saved::default();
    let subject = subject(&whole.tree, &values, (file, &module), (extensions, &none));
    let mut left = Vec::new();
    for check in &told {
        if let Run::Module(run) = check.run {
            run(&subject, &mut Told { check, tree: Some(&whole.tree), faults: &mut left });
        }
    }
    let left: BTreeSet<String> = left.iter().map(Fault::fingerprint).collect();
    linted.faults.retain(|fault| !USED_BY_NOBODY.contains(&fault.id) || left.contains(&fault.fingerprint()));
}

/// The components of the children of a root, in their order.
fn children(tree: &Tree<'_>) -> Vec<usize> {
    let all = tree.components.iter().enumerate();
    all.filter(|(_, own)| own.parent == Some(0)).map(|(at, _)| at).collect()
}

/// A module and its extensions, or an extension and its module, as one.
fn subject<'s>(
    tree: &'s Tree<'s>,
    values: &'s [Value<'s>],
    (file, module): (&'s ModuleFile, &'s Module),
    (others, saved): (&'s [&'s ModuleFile], &'s Saved),
) -> Subject<'s> {
    let mut pictures = Pictures::of(file);
    others.iter().for_each(|other| pictures.add(other));
    // Checks of pictures look at one file.
    let (reader, slips) = (None, Slips::default());
    Subject { file, others, module, tree, values, pictures, reader, slips, saved }
}

/// Which extension a component is of, and which of its components it is.
#[derive(Clone, Copy)]
struct Origin {
    extension: usize,
    component: usize,
}

/// A module with extensions, and whose each component is.
struct Whole<'m> {
    tree: Tree<'m>,
    /// The origin of each component; none of one of the module.
    origins: Vec<Option<Origin>>,
}

impl<'m> Whole<'m> {
    /// `own` and `children` are those of the extension whose faults are told.
    fn of(joined: &'m Joined, own: &Tree<'_>, children: &[usize]) -> Self {
        let tree = Tree::of(&joined.root);
        let inserted = joined.inserted();
        let mut passed = vec![0; joined.extending.len()];
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        let mut origins: Vec<Option<Origin>> = Vec::with_capacity(tree.components.len());
        for (at, component) in tree.components.iter().enumerate() {
            let inherited = component.parent.and_then(|parent| numbers.get(&parent).copied());
            let number = inserted.get(&std::ptr::from_ref(component.element)).copied().or(inherited);
            let Some(number) = number else {
                origins.push(None);
                continue;
            };
            numbers.insert(at, number);
            let extending = &joined.extending[number];
            let first = children.get(extending.element).copied().unwrap_or_default();
            // The component of an element that extends another is the one inside of it.
            let is_wrapped = own.components.get(first).is_some_and(|own| own.element.is(EXTENSION_ELEMENT));
            let component = first + usize::from(is_wrapped) + passed[number];
            passed[number] += 1;
            origins.push(Some(Origin { extension: extending.extension, component }));
        }
        Self { tree, origins }
    }

    /// A fault of a component of an extension, in the words of its own file; none of one of the module.
    fn in_extension(&self, mut fault: Fault, extension: usize, own: &Tree<'_>) -> Option<Fault> {
        let Some((component, of_trait)) = fault.place.numbers else {
            return fault.place.entry.is_some().then_some(fault);
        };
        let origin = self.origins.get(component).copied().flatten();
        let origin = origin.filter(|origin| origin.extension == extension)?;
        let at = At { component: origin.component, of_trait, field: "" };
        let place = Place::of(own, at);
        fault.place.component = place.component;
        fault.place.numbers = Some((origin.component, of_trait));
        Some(fault)
    }
}
