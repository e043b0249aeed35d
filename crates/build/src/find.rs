//! The search for counters by name: what is looked for, and the list of what is found.

use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::format::sequence::{self, Unencodable};

use super::toolbar::{self, action, inventory, property, setter};
use super::window::{Menu, PieceList};

/// The global property with what is looked for.
const SOUGHT: &str = "Sought";
const SEEK: &str = "find: ask";
const FOUND: &str = "find: list";

/// What is looked for, with the button without a face that asks for it.
///
/// # Errors
/// See [`setter`].
pub fn sought() -> Result<Element, Unencodable> {
    let mut asks = setter("", &Key::named(SEEK), "", "")?;
    asks.set_attr("propChanger", sequence::join(["R", "Name of a counter, or a part of it"], ',')?);
    Ok(property(SOUGHT, "", "What Find looks for", [asks]))
}

/// The menu that looks for counters by name and lists where they lie, with what is in it.
///
/// # Errors
/// See [`action`].
pub fn buttons(own_windows: &str) -> Result<[Element; 3], Unencodable> {
    // To the engine a text of digits is a number, unless it is asked for as a text.
    let small = |name: &str| format!("GetString(\"{name}\").toLowerCase()");
    let list = PieceList {
        name: "Found".to_owned(),
        tooltip: "The counters that were found".to_owned(),
        filter: format!("{{{}.contains({}) && Obscured != true}}", small("BasicName"), small(SOUGHT)),
        group_by: Vec::new(),
        line: "{\"<html><div style='width:130px'><b>\" + BasicName + \"</b><br>\" + CurrentMap + (LocationName == \"\" ? \"\" : \", \" + LocationName) + \"</html>\"}".to_owned(),
    };
    let mut found = inventory(&list, "", own_windows);
    found.set_attr("hotkey", Key::named(FOUND).encode());
    // A further search shows what it finds rather than shut the window.
    found.set_attr("launchFunction", "functionRefresh");
    let by_name = "Find by name";
    let items = vec![by_name.to_owned(), list.name];
    let menu = Menu { name: "Find".to_owned(), tooltip: "Find counters by name".to_owned(), items };
    let keys = [SEEK, FOUND].map(Key::named);
    Ok([found, action(by_name, true, &Key::named(by_name), "", &keys)?, toolbar::menu(&menu)?])
}
