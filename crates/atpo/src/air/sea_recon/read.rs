//! What is typed in for reconnaissance at sea, as typed values.

use super::{
    AREA_RULE, AUTOMATIC_RULE, MAY_RULE, REPORT_RULE, ROLL_RULE, RULE, SeaPart, SeaReconnaissance, SeaSearch,
    Seeker, WATCH_RULE,
};
use crate::air::effect::{self, AirEffect, FlightWeather};
use crate::air::scouting::{self, ReconTables};
use crate::air::sighting::{self, SightedClass};
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::procedure::{Coded, ContextError};

/// Of this search, and of battles that begin with one.
pub const COASTWATCHERS: Key =
    Key::new("coastwatchers", &[], KeyKind::YesNo, WATCH_RULE, "Coastwatchers search in their own hex");
/// Of this search, and of battles that begin with one.
pub const HEXES: Key = Key::new(
    "hexes",
    &["distance"],
    KeyKind::Number(0, 100),
    ROLL_RULE,
    "hexes from the base to the flotilla's hex",
);
/// Of this search, and of battles that begin with one.
pub const AREA_MP: Key = Key::new(
    "area-mp",
    &["large-area"],
    KeyKind::Number(0, 50),
    AREA_RULE,
    "MP number of a large sea area into which or inside of which is searched",
);
/// Of this search, and of battles that begin with one.
pub const FURTHER_AIR: Key = Key::new(
    "further-air",
    &["more-air"],
    KeyKind::Number(0, 60),
    RULE,
    "further air units in range that join and give up their own try (gap G71)",
);
/// Of this search, and of battles that begin with one.
pub const ON_THE_SPOT: Key = Key::new(
    "on-the-spot",
    &["land-unit", "watchers-there"],
    KeyKind::Present,
    RULE,
    "a friendly land unit or Coastwatchers in the flotilla's hex (gap G71)",
);

const KEYS: &[Key] = &[
    Key::new(
        "air",
        &["searcher"],
        KeyKind::List,
        MAY_RULE,
        "the air unit that searches, as its counter is printed: B 5-16[3] US",
    ),
    COASTWATCHERS,
    Key::new(
        "automatic",
        &["intercepted"],
        KeyKind::YesNo,
        AUTOMATIC_RULE,
        "the flotilla intercepted ships in the hex or was intercepted there: no search",
    ),
    Key::new(
        "part",
        &["throw"],
        KeyKind::alone(&[("search", &[]), ("report", &["sighting", "sighting-report"])]),
        RULE,
        "search: only the search; report: only the owner's die; both when not given",
    ),
    HEXES,
    AREA_MP,
    FURTHER_AIR,
    ON_THE_SPOT,
    Key::new("coastal", &["coast"], KeyKind::YesNo, RULE, "the flotilla is in a coastal hex"),
    Key::new("located", &["located-before"], KeyKind::YesNo, RULE, "it was located before in this Phase"),
    effect::EFFECT,
    effect::BASE_EFFECT,
    scouting::PHASE,
    Key::new(
        "tried",
        &["tried-before"],
        KeyKind::YesNo,
        MAY_RULE,
        "it searched for this flotilla in this hex or area before in this Phase",
    ),
    scouting::MAGIC,
    Key::new("target", &["flotilla"], KeyKind::List, RULE, "what is searched for, for the report"),
    Key::new("ships", &["flotilla-ships"], KeyKind::List, REPORT_RULE, sighting::HELP),
];

impl Coded for SeaReconnaissance {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "sea-reconnaissance";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["recon_required"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<ReconTables, ContextError> {
        ReconTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<SeaSearch, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let part = match inputs.word("part") {
            Some("search") => SeaPart::Search,
            Some("report") => SeaPart::Report,
            _ => SeaPart::Both,
        };
        let by = seeker(inputs, part, &mut faults);
        let number = |key: &str| inputs.number(key).and_then(|number| u32::try_from(number).ok());
        let hexes = number("hexes");
        if matches!(by, Some(Seeker::Air(_))) && hexes.is_none() && part != SeaPart::Report {
            let fault = KeyFault::new("hexes", "is missing");
            faults.push(fault.help("hexes from the base of the air unit to the hex of the flotilla"));
        }
        if scouting::chit(inputs) > 0 && matches!(by, Some(Seeker::Coastwatchers | Seeker::Nobody)) {
            let fault = KeyFault::new("magic", "is only for the search of an air unit");
            faults.push(fault.help("leave it out if Coastwatchers search, or nobody"));
        }
        let ships = ships(inputs, &mut faults);
        let target = inputs.word("target").filter(|name| !name.is_empty()).unwrap_or("flotilla");
        match by {
            Some(by) if faults.is_empty() => Ok(SeaSearch {
                by,
                part,
                hexes,
                area: number("area-mp"),
                further: inputs.number("further-air").and_then(|count| u8::try_from(count).ok()).unwrap_or(0),
                on_the_spot: inputs.yes("on-the-spot"),
                coastal: inputs.yes("coastal"),
                located: inputs.yes("located"),
                weather: weather(inputs),
                phase: inputs.word("phase").map(str::to_owned),
                tried: inputs.yes("tried"),
                magic: scouting::chit(inputs),
                target: target.to_owned(),
                ships,
            }),
            _ => Err(faults),
        }
    }
}

/// Who searches; nobody where only the report is rolled.
fn seeker(inputs: &Inputs, part: SeaPart, faults: &mut Vec<KeyFault>) -> Option<Seeker> {
    let (air, watchers, automatic) =
        (inputs.value("air").is_some(), inputs.yes("coastwatchers"), inputs.yes("automatic"));
    match (air, watchers, automatic) {
        (true, false, false) => scouting::scout(inputs, faults).map(Seeker::Air),
        (false, true, false) => Some(Seeker::Coastwatchers),
        (false, false, true) => Some(Seeker::Nobody),
        (false, false, false) if part == SeaPart::Report => Some(Seeker::Nobody),
        (false, false, false) => {
            let fault = KeyFault::new("air", "is missing");
            faults.push(
                fault.help("the air unit that searches: B 5-16[3] US; or coastwatchers=yes, automatic=yes"),
            );
            None
        }
        _ => {
            let told = "air, coastwatchers and automatic are alternatives: give one of them";
            faults.push(KeyFault::new(if air { "air" } else { "coastwatchers" }, told));
            None
        }
    }
}

/// The ships of the flotilla, where they were told.
fn ships(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Vec<SightedClass> {
    let ships = inputs.value("ships").map(|value| sighting::flotilla("ships", value));
    ships.unwrap_or_else(|| Ok(Vec::new())).map_err(|more| faults.extend(more)).unwrap_or_default()
}

/// What weather does to the searcher; it modifies no search at sea, so that no zone is asked for.
fn weather(inputs: &Inputs) -> FlightWeather {
    let [there, base] = ["effect", "base-effect"].map(|key| AirEffect::told(inputs, key).unwrap_or_default());
    FlightWeather { there, base, zone: None }
}
