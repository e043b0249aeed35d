//! Components and traits that are newer than the version of VASSAL that the module names.

use super::super::{At, Subject, Told};

/// Since which version VASSAL has a component, by its class without the package.
const COMPONENTS: [(&str, &str); 20] = [
    ("BooleanScenarioProperty", "3.7.0"),
    ("BrowserPDFFile", "3.5.0"),
    ("ChessClock", "3.5.0"),
    ("ChessClockControl", "3.5.0"),
    ("DeckSendKeyCommand", "3.6.0"),
    ("DeckSortKeyCommand", "3.6.0"),
    ("DeckSubFolder", "3.6.0"),
    ("Flare", "3.5.0"),
    ("GlobalPropertyFolder", "3.6.0"),
    ("GlobalTranslatableMessage", "3.5.4"),
    ("ListScenarioProperty", "3.7.0"),
    ("MapSubFolder", "3.6.0"),
    ("ModuleSubFolder", "3.6.0"),
    ("MoveCameraButton", "3.6.0"),
    ("NumberScenarioProperty", "3.7.0"),
    ("PrototypeFolder", "3.6.0"),
    ("ScenarioPropertiesOptionTab", "3.7.0"),
    ("StringScenarioProperty", "3.7.0"),
    ("TranslatableMessage", "3.5.4"),
    ("ObliqueHexGridNumbering", "3.8.0"),
];

/// The same of traits, by what their definition begins with.
const TRAITS: [(&str, &str); 9] = [
    ("attach;", "3.7.0"),
    ("basicName;", "3.6.0"),
    ("border;", "3.7.0"),
    ("cmt;", "3.7.0"),
    ("deselect;", "3.5.0"),
    ("locmsg;", "3.5.4"),
    ("mat;", "3.6.0"),
    ("matPiece;", "3.6.0"),
    ("setpieceprop;", "3.7.0"),
];

/// A component or trait that the named version of VASSAL does not have.
pub fn newer(subject: &Subject<'_>, told: &mut Told<'_>) {
    let Some(named) = numbers(&subject.module.vassal_version) else { return };
    let is_newer = |since: &str| numbers(since).is_some_and(|since| since > named);
    let message = |since: &str| {
        format!("VASSAL has it since {since}, but the module names {}", subject.module.vassal_version)
    };
    for (place, own) in subject.tree.components.iter().enumerate() {
        let since = COMPONENTS.iter().find(|(class, _)| own.element.is(class)).map(|(_, since)| *since);
        if let Some(since) = since.filter(|since| is_newer(since)) {
            told.at(At::whole(place), message(since), None);
        }
        for (of_trait, one) in own.traits.iter().enumerate() {
            let since = TRAITS.iter().find(|(prefix, _)| one.is(prefix)).map(|(_, since)| *since);
            if let Some(since) = since.filter(|since| is_newer(since)) {
                told.at(At { component: place, of_trait: Some(of_trait), field: "" }, message(since), None);
            }
        }
    }
}

/// The numbers of a version: `3.7.0-beta2` is 3, 7, 0.
fn numbers(version: &str) -> Option<Vec<u32>> {
    let number = |part: &str| {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    let mut numbers: Vec<u32> = version.split('.').map_while(number).take(3).collect();
    if numbers.is_empty() {
        return None;
    }
    numbers.resize(3, 0);
    Some(numbers)
}
