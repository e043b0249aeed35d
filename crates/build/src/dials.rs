//! Dials: values of the game in the toolbar, which shows their numbers and has buttons that turn them up and down.
//!
//! Engine classes: `build.module.properties.GlobalProperty`, `ChangePropertyButton`.
//!
//! The first number is only in the module: neither the engine nor our reader needs it in a save until somebody turns
//! the dial.

use liege_rules::data::fault::{DataFault, did_you_mean, line_that};
use liege_rules::game::pack::Pack;
use liege_rules::position::values::Value;
use vassal::format::build_file::Element;
use vassal::format::key::Key;
use vassal::format::sequence::{self, Unencodable};

use super::toolbar::{property, setter};
use super::window::{Dial, Layout};

/// What stands for an end that a value does not have.
const NO_END: i32 = 1_000_000_000;

/// The dials that name no value, or one that no global property shows; `path` and `text` are those of `module.toml`.
pub(super) fn faults(path: &str, text: &str, layout: &Layout, pack: &Pack) -> Vec<DataFault> {
    let mut faults = Vec::new();
    for (number, dial) in layout.dial.iter().enumerate() {
        let told = match pack.values.iter().find(|value| value.word == dial.value) {
            _ if layout.dial[..number].iter().any(|other| other.value == dial.value) => {
                "this value already has a dial".to_owned()
            }
            None => {
                let near = did_you_mean(&dial.value, pack.values.iter().map(|value| value.word.as_str()));
                format!("rules/{}/pack.toml has no value \"{}\"{near}", pack.game, dial.value)
            }
            Some(value) if value.global().is_none() => {
                format!(
                    "the value \"{}\" is shown by pieces; a dial needs one with only a `property`",
                    dial.value
                )
            }
            Some(value) if !value.takes(first(dial, value)) => {
                format!("start: expected {}, found {}", value.range(), first(dial, value))
            }
            Some(_) if !(1..=NO_END).contains(&dial.step) => {
                format!("step: expected a whole number of at least 1, found {}", dial.step)
            }
            Some(_) => continue,
        };
        let word = format!("\"{}\"", dial.value);
        let line = line_that(text, |line| line.trim_start().starts_with("value") && line.contains(&word));
        faults.push(DataFault::at(path, line, format!("[[dial]]: {told}")));
    }
    faults
}

/// The number that a new game begins with: the least one where the dial names none.
fn first(dial: &Dial, value: &Value) -> i32 {
    dial.start.or(value.least).unwrap_or_default()
}

/// The global properties of the dials with their buttons: one that shows the number and asks for another, one that
/// turns it down, one that turns it up.
///
/// # Errors
/// A name ends in a backslash.
pub(super) fn properties(layout: &Layout, pack: &Pack) -> Result<Vec<Element>, Unencodable> {
    let mut all = Vec::new();
    for dial in &layout.dial {
        let known = pack.values.iter().find(|value| value.word == dial.value);
        let Some((value, name)) = known.and_then(|value| Some((value, value.global()?))) else { continue };
        let report = format!("$PlayerName$: {} $oldValue$ -> $newValue$", value.name);
        let button = |text: &str, tip: String, changer: [&str; 2]| {
            let mut button = setter(text, &Key::named(format!("{tip} ({name})")), "", &report)?;
            button.set_attr("propChanger", sequence::join(changer, ',')?);
            button.set_attr("tooltip", tip);
            Ok::<_, Unencodable>(button)
        };
        let asked = format!("{}, {}", value.name, value.range());
        let (down, up) = (format!("-{}", dial.step), dial.step.to_string());
        let buttons = [
            button(&format!("{} ${name}$", value.name), format!("Set {}", value.name), ["R", &asked])?,
            button("\u{2212}", format!("{} down by {up}", value.name), ["I", &down])?,
            button("+", format!("{} up by {up}", value.name), ["I", &up])?,
        ];
        let mut own = property(name, &first(dial, value).to_string(), &value.name, buttons);
        own.set_attr("isNumeric", "true");
        own.set_attr("min", value.least.unwrap_or(-NO_END).to_string());
        own.set_attr("max", value.most.unwrap_or(NO_END).to_string());
        all.push(own);
    }
    Ok(all)
}
