//! Extensions beside their module: what they extend, and for which module they were made.

use std::cmp::Ordering;

use super::super::words::quoted;
use super::super::{At, Extended, Told};
use vassal::model::extensions;
use vassal::model::joined::Found;

/// The target of an element leads nowhere in the module.
pub fn nowhere(extended: &Extended<'_>, told: &mut Told<'_>) {
    for own in extended.extending {
        let (Found::Nowhere { wanted }, Some(at)) = (&own.found, extended.children.get(own.element)) else {
            continue;
        };
        let at = At { component: *at, of_trait: None, field: "target" };
        told.at(at, format!("the module has no {wanted} there"), None);
    }
}

/// The target of an element names a component that is called otherwise now.
pub fn instead(extended: &Extended<'_>, told: &mut Told<'_>) {
    for own in extended.extending {
        let Some(at) = extended.children.get(own.element) else { continue };
        let Found::Instead { wanted, taken } = &own.found else { continue };
        let at = At { component: *at, of_trait: None, field: "target" };
        let message = format!("nothing there is called {}; it goes into {}", quoted(wanted), quoted(taken));
        told.at(at, message, None);
    }
}

/// It was made for a module of another name.
pub fn other_module(extended: &Extended<'_>, told: &mut Told<'_>) {
    if let Some(name) = extensions::other_module(extended.root, &extended.base.name) {
        let at = At { component: 0, of_trait: None, field: "module" };
        let (name, base) = (quoted(name), quoted(&extended.base.name));
        told.at(at, format!("it was made for the module {name}, but this one is {base}"), None);
    }
}

/// It was made for a later version of its module.
pub fn later_module(extended: &Extended<'_>, told: &mut Told<'_>) {
    let Some(version) = extended.root.attr("moduleVersion") else { return };
    let is_later = compared(version, &extended.base.version) == Some(Ordering::Greater);
    if is_later && !extensions::is_universal(extended.root) {
        let at = At { component: 0, of_trait: None, field: "moduleVersion" };
        let (version, base) = (quoted(version), quoted(&extended.base.version));
        told.at(at, format!("it was made for version {version} of the module, but this is {base}"), None);
    }
}

/// Another extension that is loaded with it has its id, which stands before the numbers of both.
pub fn id_twice(extended: &Extended<'_>, told: &mut Told<'_>) {
    let Some(id) = extended.root.attr("extensionId").filter(|id| !id.is_empty()) else { return };
    for (other, _) in extended.ids.iter().filter(|(_, own)| own == id) {
        let at = At { component: 0, of_trait: None, field: "extensionId" };
        told.at(at, format!("its id {} is also used by {other}", quoted(id)), None);
    }
}

/// Two versions of digits with dots between them; none where one is written otherwise, which may mean anything.
fn compared(one: &str, other: &str) -> Option<Ordering> {
    let numbers = |version: &str| -> Option<Vec<u64>> {
        let mut numbers =
            version.trim().split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>()?;
        while numbers.last() == Some(&0) {
            numbers.pop();
        }
        Some(numbers)
    };
    Some(numbers(one)?.cmp(&numbers(other)?))
}
