//! `--licenses`: under which terms the program and all that is in it may be used.

use crate::cli::{Exit, Failure, output};
use crate::shipped;
use liege_art::templates;

/// Our own, of which people choose one.
const OWN: [(&str, &str); 2] =
    [("MIT", include_str!("../../../LICENSE-MIT")), ("Apache-2.0", include_str!("../../../LICENSE-APACHE"))];

/// Those of the crates; `examples/third_party` writes them down.
const CRATES: &str = include_str!("../../../THIRD-PARTY.txt");

/// What says where the coastlines come from.
const MAP_DATA: &str = "maps/geo/README.md";

/// Prints all of them.
pub fn run() -> Result<Exit, Failure> {
    let mut text = format!("liege {}: MIT or Apache-2.0, as you like\n", env!("CARGO_PKG_VERSION"));
    OWN.iter().for_each(|(name, own)| text += &headed(name, own));
    for (family, own) in templates::LICENCES {
        text += &headed(&format!("The font {family}"), own);
    }
    text += &headed("The coastlines and borders of the maps", shipped::text(MAP_DATA).unwrap_or_default());
    text += &headed("Crates", CRATES);
    output::print(text.trim_end())?;
    Ok(Exit::Clean)
}

/// A text below its title.
fn headed(title: &str, text: &str) -> String {
    format!("\n{title}\n{}\n\n{}\n", "-".repeat(title.len()), text.trim_matches('\n'))
}
