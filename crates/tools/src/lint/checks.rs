//! The list of all checks.

mod code;
mod commands;
mod expressions;
mod extensions;
mod files;
mod geometry;
mod images;
mod keys;
mod numbers;
mod palettes;
mod places;
mod placing;
mod prototypes;
mod saves;
mod steps;
mod structure;
mod unreadable;
mod versions;

pub(super) use code::Code;
pub(super) use images::{NameFinder, NamedPictures};
pub(super) use numbers::prefix;

use super::{Extended, Level, ReadPictures, Subject, Table, Told};

/// One check.
#[derive(Debug)]
pub struct Check {
    /// Its id: `VASSAL-`, the letter of its family, two digits.
    pub id: &'static str,
    /// Its name, which says what is wrong.
    pub name: &'static str,
    /// How bad a fault is.
    pub severity: Level,
    /// What it must know to judge.
    pub asks: Asks,
    pub(super) run: Run,
}

/// What a check looks at.
#[derive(Debug, Clone, Copy)]
pub(super) enum Run {
    /// A module or extension.
    Module(fn(&Subject<'_>, &mut Told<'_>)),
    /// The same with the sizes of its pictures.
    Pictures(fn(&Subject<'_>, &dyn ReadPictures, &mut Told<'_>)),
    /// A save or log.
    Save(fn(&Table<'_>, &mut Told<'_>)),
    /// An extension beside its module.
    Extension(fn(&Extended<'_>, &mut Told<'_>)),
    /// What is told where the set-ups of a module are read.
    SetUps,
}

impl Check {
    /// Where its page stands among the files of the program.
    #[must_use]
    pub fn page_path(&self) -> String {
        format!("lint/checks/{}.md", self.id)
    }

    /// Whether a word means it: its id or the beginning of one, with or without `VASSAL-`, or its name.
    #[must_use]
    pub fn is_meant_by(&self, word: &str) -> bool {
        let word = word.to_uppercase();
        let short = self.id.trim_start_matches("VASSAL-");
        self.id.starts_with(&word) || short.starts_with(&word) || self.name.eq_ignore_ascii_case(&word)
    }
}

/// What a check must know to judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// Nothing but the file.
    Nothing,
    /// The whole module: what an extension lacks or leaves alone, its module may have or use.
    WholeModule,
    /// The whole module, and that it has no classes of its own.
    NoCode,
    /// The same, and that none of the classes that it names is missing.
    NoUnknownCode,
    /// That it has no command encoder of its own, and that none may be among classes that are missing.
    NoEncoder,
    /// Of a save, its module with the extensions that it was saved with; of an extension, its module.
    ItsModule,
    /// Of a save, the same, and that they have no classes of their own.
    ItsModuleWithoutCode,
    /// Of a save, its module, whether its extensions are there or not.
    ItsModuleInPart,
}

const fn check(
    id: &'static str,
    name: &'static str,
    severity: Level,
    asks: Asks,
    run: fn(&Subject<'_>, &mut Told<'_>),
) -> Check {
    Check { id, name, severity, asks, run: Run::Module(run) }
}

const fn of_pictures(
    id: &'static str,
    name: &'static str,
    run: fn(&Subject<'_>, &dyn ReadPictures, &mut Told<'_>),
) -> Check {
    Check { id, name, severity: Level::Note, asks: Asks::Nothing, run: Run::Pictures(run) }
}

const fn of_save(
    id: &'static str,
    name: &'static str,
    severity: Level,
    asks: Asks,
    run: fn(&Table<'_>, &mut Told<'_>),
) -> Check {
    Check { id, name, severity, asks, run: Run::Save(run) }
}

const fn of_extension(
    id: &'static str,
    name: &'static str,
    severity: Level,
    run: fn(&Extended<'_>, &mut Told<'_>),
) -> Check {
    Check { id, name, severity, asks: Asks::ItsModule, run: Run::Extension(run) }
}

/// All checks, in the order of their ids.
pub static CHECKS: &[Check] = &[
    check("VASSAL-A01", "packed-along", Level::Note, Asks::Nothing, structure::packed_along),
    check("VASSAL-C01", "missing-menu-command", Level::Warning, Asks::NoCode, commands::missing_command),
    check("VASSAL-C02", "unreachable-command", Level::Note, Asks::NoUnknownCode, commands::unreachable),
    check("VASSAL-D01", "missing-deck", Level::Error, Asks::WholeModule, commands::missing_deck),
    check("VASSAL-E01", "expression-that-fails", Level::Error, Asks::Nothing, expressions::failing),
    check("VASSAL-E02", "undefined-property", Level::Warning, Asks::NoUnknownCode, expressions::undefined),
    check("VASSAL-F01", "missing-file", Level::Error, Asks::WholeModule, files::missing),
    check("VASSAL-F02", "missing-sound", Level::Warning, Asks::WholeModule, files::missing_sound),
    Check {
        id: "VASSAL-F03",
        name: "set-up-that-is-no-save",
        severity: Level::Error,
        asks: Asks::Nothing,
        run: Run::SetUps,
    },
    check("VASSAL-G01", "stack-beside-the-board", Level::Error, Asks::Nothing, geometry::off_board),
    check("VASSAL-G02", "missing-board", Level::Error, Asks::Nothing, geometry::missing_board),
    check("VASSAL-G03", "zone-without-area", Level::Error, Asks::Nothing, geometry::zone_without_area),
    check("VASSAL-G04", "place-name-twice", Level::Warning, Asks::Nothing, geometry::name_twice),
    check(
        "VASSAL-G05",
        "missing-destination",
        Level::Error,
        Asks::WholeModule,
        commands::missing_destination,
    ),
    check("VASSAL-G06", "zones-that-overlap", Level::Note, Asks::Nothing, places::overlapping),
    check("VASSAL-G07", "numbers-that-collide", Level::Warning, Asks::Nothing, places::colliding),
    check("VASSAL-G08", "board-beyond-memory", Level::Note, Asks::Nothing, places::too_large),
    check("VASSAL-I01", "missing-picture", Level::Error, Asks::WholeModule, images::missing),
    check("VASSAL-I02", "unused-picture", Level::Note, Asks::NoUnknownCode, images::unused),
    check("VASSAL-I03", "no-picture", Level::Error, Asks::Nothing, unreadable::unreadable),
    check("VASSAL-I04", "same-picture-twice", Level::Note, Asks::Nothing, images::twice),
    check("VASSAL-I05", "name-beyond-ascii", Level::Note, Asks::Nothing, images::beyond_ascii),
    of_pictures("VASSAL-I06", "picture-beyond-memory", palettes::too_large),
    check("VASSAL-K01", "key-that-nobody-hears", Level::Warning, Asks::NoUnknownCode, keys::unheard),
    check("VASSAL-K02", "trigger-that-calls-itself", Level::Error, Asks::Nothing, keys::circular),
    check("VASSAL-K03", "marker-that-places-itself", Level::Error, Asks::Nothing, placing::circular),
    check("VASSAL-L01", "layer-of-nothing", Level::Note, Asks::Nothing, prototypes::empty_layer),
    of_pictures("VASSAL-L02", "list-that-cuts-its-counters", palettes::cut_off),
    check("VASSAL-M01", "unknown-component", Level::Error, Asks::WholeModule, structure::unknown_component),
    check("VASSAL-M02", "unknown-trait", Level::Error, Asks::NoCode, structure::unknown_trait),
    check("VASSAL-M03", "missing-side", Level::Warning, Asks::WholeModule, structure::missing_side),
    check("VASSAL-M04", "side-twice", Level::Warning, Asks::Nothing, structure::side_twice),
    check("VASSAL-M05", "map-twice", Level::Error, Asks::Nothing, structure::map_twice),
    check("VASSAL-M06", "missing-button", Level::Warning, Asks::WholeModule, structure::missing_button),
    check("VASSAL-M07", "forbidden-character", Level::Error, Asks::Nothing, code::forbidden_character),
    check("VASSAL-M08", "class-too-new", Level::Error, Asks::Nothing, code::too_new),
    check("VASSAL-N01", "number-twice", Level::Warning, Asks::Nothing, numbers::twice),
    check("VASSAL-N02", "piece-without-number", Level::Warning, Asks::Nothing, numbers::absent),
    check("VASSAL-N03", "next-number-taken", Level::Warning, Asks::Nothing, numbers::next),
    check("VASSAL-P01", "missing-prototype", Level::Error, Asks::WholeModule, prototypes::missing),
    check("VASSAL-P02", "circular-prototype", Level::Error, Asks::Nothing, prototypes::circular),
    check("VASSAL-P03", "unused-prototype", Level::Note, Asks::WholeModule, prototypes::unused),
    check("VASSAL-P04", "prototype-twice", Level::Warning, Asks::Nothing, prototypes::twice),
    check("VASSAL-P05", "unreadable-piece", Level::Error, Asks::NoEncoder, prototypes::unreadable),
    check("VASSAL-P06", "dollar-signs-lost", Level::Warning, Asks::Nothing, prototypes::dollars_lost),
    of_save("VASSAL-S01", "passwords", Level::Note, Asks::Nothing, saves::passwords),
    of_save("VASSAL-S02", "id-twice", Level::Error, Asks::Nothing, saves::id_twice),
    of_save("VASSAL-S03", "stack-of-absent-pieces", Level::Warning, Asks::Nothing, saves::absent_pieces),
    of_save("VASSAL-S04", "piece-on-no-map", Level::Warning, Asks::Nothing, saves::on_no_map),
    of_save("VASSAL-S05", "unreadable-piece-of-a-save", Level::Error, Asks::Nothing, saves::unreadable),
    of_save("VASSAL-S06", "window-that-is-not-there", Level::Error, Asks::ItsModule, saves::missing_window),
    of_save("VASSAL-S07", "board-that-is-not-there", Level::Error, Asks::ItsModule, saves::missing_board),
    of_save("VASSAL-S08", "piece-beyond-the-map", Level::Warning, Asks::ItsModule, saves::off_board),
    of_save("VASSAL-S09", "piece-without-counter", Level::Warning, Asks::ItsModule, saves::without_counter),
    of_save("VASSAL-S10", "picture-that-is-not-there", Level::Error, Asks::ItsModule, saves::missing_picture),
    of_save("VASSAL-S11", "side-that-is-not-there", Level::Warning, Asks::ItsModule, saves::missing_side),
    of_save(
        "VASSAL-S12",
        "save-of-another-version",
        Level::Note,
        Asks::ItsModuleInPart,
        saves::other_version,
    ),
    of_save(
        "VASSAL-S13",
        "trait-that-is-not-there",
        Level::Error,
        Asks::ItsModuleWithoutCode,
        saves::unknown_trait,
    ),
    of_save(
        "VASSAL-S14",
        "missing-extension",
        Level::Warning,
        Asks::ItsModuleInPart,
        saves::missing_extension,
    ),
    of_save("VASSAL-T01", "step-of-an-absent-piece", Level::Warning, Asks::Nothing, steps::absent_piece),
    of_save("VASSAL-T02", "step-to-an-absent-window", Level::Error, Asks::ItsModule, steps::absent_window),
    of_save("VASSAL-T03", "nothing-to-undo", Level::Note, Asks::Nothing, steps::nothing_to_undo),
    check("VASSAL-V01", "newer-than-it-says", Level::Warning, Asks::Nothing, versions::newer),
    of_extension("VASSAL-X01", "extends-nothing", Level::Error, extensions::nowhere),
    of_extension("VASSAL-X02", "extends-another-one", Level::Warning, extensions::instead),
    of_extension("VASSAL-X03", "extension-of-another-module", Level::Error, extensions::other_module),
    of_extension("VASSAL-X04", "extension-of-a-later-version", Level::Note, extensions::later_module),
    of_extension("VASSAL-X05", "extension-id-twice", Level::Warning, extensions::id_twice),
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
