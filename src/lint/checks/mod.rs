//! The list of all checks of modules and extensions.

mod commands;
mod expressions;
mod files;
mod geometry;
mod images;
mod keys;
mod numbers;
mod prototypes;
mod structure;

use super::{Level, Subject, Told};

/// One check.
#[derive(Debug)]
pub struct Check {
    /// Its id: `VASSAL-`, the letter of its family, two digits.
    pub id: &'static str,
    /// Its name, which says what is wrong.
    pub name: &'static str,
    /// How bad a fault is.
    pub severity: Level,
    /// Whether an extension alone tells it.
    pub of_extensions: bool,
    pub(super) run: fn(&Subject<'_>, &mut Told<'_>),
}

impl Check {
    /// Its page.
    #[must_use]
    pub fn page(&self) -> Option<&'static str> {
        crate::shipped::text(&format!("lint/checks/{}.md", self.id))
    }

    /// Whether a word means it: its id or the beginning of one, with or without `VASSAL-`, or its name.
    #[must_use]
    pub fn is_meant_by(&self, word: &str) -> bool {
        let word = word.to_uppercase();
        let short = self.id.trim_start_matches("VASSAL-");
        self.id.starts_with(&word) || short.starts_with(&word) || self.name.eq_ignore_ascii_case(&word)
    }
}

/// A check that goes for modules and extensions.
const fn both(
    id: &'static str,
    name: &'static str,
    severity: Level,
    run: fn(&Subject<'_>, &mut Told<'_>),
) -> Check {
    Check { id, name, severity, of_extensions: true, run }
}

/// A check of modules: what an extension lacks or leaves alone, its module may have or use.
const fn whole(
    id: &'static str,
    name: &'static str,
    severity: Level,
    run: fn(&Subject<'_>, &mut Told<'_>),
) -> Check {
    Check { id, name, severity, of_extensions: false, run }
}

/// All checks, in the order of their ids.
pub static CHECKS: &[Check] = &[
    both("VASSAL-A01", "packed-along", Level::Note, structure::packed_along),
    whole("VASSAL-C01", "missing-menu-command", Level::Warning, commands::missing_command),
    whole("VASSAL-C02", "unreachable-command", Level::Note, commands::unreachable),
    whole("VASSAL-D01", "missing-deck", Level::Error, commands::missing_deck),
    both("VASSAL-E01", "expression-that-fails", Level::Error, expressions::failing),
    whole("VASSAL-E02", "undefined-property", Level::Warning, expressions::undefined),
    whole("VASSAL-F01", "missing-file", Level::Error, files::missing),
    whole("VASSAL-F02", "missing-sound", Level::Warning, files::missing_sound),
    both("VASSAL-G01", "stack-beside-the-board", Level::Error, geometry::off_board),
    both("VASSAL-G02", "missing-board", Level::Error, geometry::missing_board),
    both("VASSAL-G03", "zone-without-area", Level::Error, geometry::zone_without_area),
    both("VASSAL-G04", "place-name-twice", Level::Warning, geometry::name_twice),
    whole("VASSAL-G05", "missing-destination", Level::Error, commands::missing_destination),
    whole("VASSAL-I01", "missing-picture", Level::Error, images::missing),
    whole("VASSAL-I02", "unused-picture", Level::Note, images::unused),
    both("VASSAL-I03", "no-picture", Level::Error, images::unreadable),
    both("VASSAL-I04", "same-picture-twice", Level::Note, images::twice),
    both("VASSAL-I05", "name-beyond-ascii", Level::Note, images::beyond_ascii),
    whole("VASSAL-K01", "key-that-nobody-hears", Level::Warning, keys::unheard),
    both("VASSAL-K02", "trigger-that-calls-itself", Level::Error, keys::circular),
    both("VASSAL-M01", "unknown-component", Level::Error, structure::unknown_component),
    both("VASSAL-M02", "unknown-trait", Level::Error, structure::unknown_trait),
    whole("VASSAL-M03", "missing-side", Level::Warning, structure::missing_side),
    both("VASSAL-M04", "side-twice", Level::Warning, structure::side_twice),
    both("VASSAL-M05", "map-twice", Level::Error, structure::map_twice),
    whole("VASSAL-M06", "missing-button", Level::Warning, structure::missing_button),
    both("VASSAL-N01", "number-twice", Level::Warning, numbers::twice),
    both("VASSAL-N02", "piece-without-number", Level::Warning, numbers::absent),
    whole("VASSAL-N03", "next-number-taken", Level::Warning, numbers::next),
    whole("VASSAL-P01", "missing-prototype", Level::Error, prototypes::missing),
    both("VASSAL-P02", "circular-prototype", Level::Error, prototypes::circular),
    whole("VASSAL-P03", "unused-prototype", Level::Note, prototypes::unused),
    both("VASSAL-P04", "prototype-twice", Level::Warning, prototypes::twice),
    both("VASSAL-P05", "unreadable-piece", Level::Error, prototypes::unreadable),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_in_order_and_names_stand_once() {
        assert!(CHECKS.is_sorted_by(|a, b| a.id < b.id), "{CHECKS:?}");
        let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CHECKS.len());
    }
}
