//! Air reconnaissance of a flotilla (ATPO-R25, 4.4): two dice by the distance, then the die of the sighting report.

use serde::Serialize;

use super::aircraft::Aircraft;
use super::dice::two_dice;
use super::effect::{self, AirEffect, FlightWeather};
use super::scouting::{self, ReconTables, SearchModifier, SearchPhase};
use super::sighting::{self, Flotilla, SightedNumber};
use crate::magic;
use crate::terms::{AIR_MAGIC, LOCATED};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, KeyValue as _, Present, TypedInput};
use liege_rules::play::procedure::{
    ContextError, Log, Outcome, Played, Refusal, Script, ScriptHead, TableTop,
};
use liege_rules::{inputs, words};

/// ATPO-R25.
pub struct SeaReconnaissance;

const RULE: &str = "4.4";
const MAY_RULE: &str = "4.4.1";
const ROLL_RULE: &str = "4.4.2";
const AREA_RULE: &str = "4.4.3";
const AUTOMATIC_RULE: &str = "4.4.4";
const REPORT_RULE: &str = "4.4.5";
const WATCH_RULE: &str = "16.12.1";

/// Coastwatchers search, here and in battles that begin with a search.
pub const COASTWATCHERS: Key =
    Key::new("coastwatchers", &[], KeyKind::YesNo, WATCH_RULE, "Coastwatchers search in their own hex");

/// Who searches.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Seeker {
    Air(Aircraft),
    Coastwatchers,
    /// Nobody: ships that intercepted or were intercepted are found without a search.
    Nobody,
}

words! {
    /// Which of the two rolls is made.
    pub enum SeaPart alone { Search = "search", Report = "report" | "sighting" | "sighting-report" }
}

inputs! {
    /// Who searches for which flotilla.
    #[derive(Debug, Clone)]
    pub struct SeaSearch {
        ..by: Seeker;
        /// search: only the search; report: only the owner's die; both when not given
        part: Option<SeaPart> = "part" | "throw", RULE;
        /// hexes from the base to the flotilla's hex
        hexes: Option<u32> = "hexes" | "distance", ROLL_RULE, 0..=100;
        /// MP number of a large sea area into which or inside of which is searched
        area: Option<u32> = "area-mp" | "large-area", AREA_RULE, 0..=50;
        /// further air units in range that join and give up their own try (gap G71)
        further: Option<u8> = "further-air" | "more-air", RULE, 0..=60;
        /// a friendly land unit or Coastwatchers in the flotilla's hex (gap G71)
        on_the_spot: Present = "on-the-spot" | "land-unit" | "watchers-there", RULE;
        /// the flotilla is in a coastal hex
        coastal: bool = "coastal" | "coast", RULE;
        /// it was located before in this Phase
        located: bool = "located" | "located-before", RULE;
        there: Option<AirEffect> = effect::EFFECT;
        base: Option<AirEffect> = effect::BASE_EFFECT;
        phase: Option<SearchPhase> = scouting::PHASE;
        /// it searched for this flotilla in this hex or area before in this Phase
        tried: bool = "tried" | "tried-before", MAY_RULE;
        magic: Option<u8> = scouting::MAGIC;
        /// what is searched for, for the report
        target: Option<String> = "target" | "flotilla", RULE;
        ships: Flotilla = sighting::SHIPS;
    }
}

impl TypedInput for Seeker {
    const KEYS: &'static [Key] = &[
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
    ];

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let reports = SeaPart::read(inputs, "part").ok().flatten() == Some(SeaPart::Report);
        let by = Self::of(inputs, reports, faults)?;
        let flies = matches!(by, Self::Air(_));
        if flies && inputs.number("hexes").is_none() && !reports {
            let fault = KeyFault::new("hexes", "is missing");
            faults.push(fault.help("hexes from the base of the air unit to the hex of the flotilla"));
        }
        if !flies && inputs.number("magic").is_some() {
            let fault = KeyFault::new("magic", "is only for the search of an air unit");
            faults.push(fault.help("leave it out if Coastwatchers search, or nobody"));
        }
        Some(by)
    }
}

impl Seeker {
    /// Who searches; nobody where the search `reports` what was found before.
    fn of(inputs: &Inputs, reports: bool, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let (air, watchers, automatic) =
            (inputs.value("air").is_some(), inputs.yes("coastwatchers"), inputs.yes("automatic"));
        match (air, watchers, automatic) {
            (true, false, false) => return scouting::scout(inputs, faults).map(Self::Air),
            (false, true, false) => return Some(Self::Coastwatchers),
            (false, false, true) => return Some(Self::Nobody),
            (false, false, false) if reports => return Some(Self::Nobody),
            (false, false, false) => faults.push(
                KeyFault::new("air", "is missing")
                    .help("the air unit that searches: B 5-16[3] US; or coastwatchers=yes, automatic=yes"),
            ),
            _ => {
                let told = "air, coastwatchers and automatic are alternatives: give one of them";
                faults.push(KeyFault::new(if air { "air" } else { "coastwatchers" }, told));
            }
        }
        None
    }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SeekOutcome {
    /// Whether the flotilla is located.
    pub located: bool,
    /// Whether aircraft may attack it.
    pub may_attack: bool,
    /// The die of the sighting report, where it was rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<u8>,
    /// The numbers that its owner may tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<SightedNumber>,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

impl Script for SeaReconnaissance {
    const HEAD: ScriptHead =
        ScriptHead::of("atpo", "ATPO-R25", "sea-reconnaissance").reads(&["recon_required"]);
    type Cx = ReconTables;
    type Input = SeaSearch;
    type Battle = SeaSearch;
    type State = SeekOutcome;
    type Outcome = SeekOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<ReconTables, ContextError> {
        ReconTables::load(files, settings, Self::HEAD.choices())
    }

    fn begin(search: SeaSearch, tables: &ReconTables) -> Result<(SeaSearch, SeekOutcome), Vec<Refusal>> {
        let told = search.against(tables);
        let known = search.reports_only();
        let outcome = search.outcome(known, None, known && search.magic.is_some(), tables);
        if told.is_empty() { Ok((search, outcome)) } else { Err(told) }
    }

    fn play<'b>(
        search: &'b SeaSearch,
        tables: &'b ReconTables,
        outcome: &mut SeekOutcome,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let magic = search.air().map_or(0, |air| tables.magic(air, search.magic.unwrap_or(0)));
        let (dice, log) = at.dice();
        *outcome = search.play(magic, tables, dice, log);
        Ok(())
    }

    fn outcome(_: &SeaSearch, outcome: &SeekOutcome) -> SeekOutcome {
        outcome.clone()
    }
}

impl Outcome for SeekOutcome {
    fn result(&self) -> String {
        match (self.located, self.report) {
            (true, Some(die)) => format!("located, sighting report {die}"),
            (true, None) => "located".into(),
            (false, _) => "not located".into(),
        }
    }

    fn deeds(&self) -> Vec<Deed> {
        self.deeds.clone()
    }
}

/// What a face of the report owes.
fn sighting_row(die: u8, tables: &ReconTables) -> Option<scouting::SightingRow> {
    tables.of.numbers.sighting.get(usize::from(die).wrapping_sub(1)).copied()
}

impl SeaSearch {
    /// The key of a field, for battles that begin with a search.
    pub(super) const fn key(name: &str) -> Key {
        inputs::key(Self::KEYS, name)
    }

    /// The search, with a chit that does this to its dice, and the report of what it finds.
    pub(super) fn play(
        &self,
        magic: i8,
        tables: &ReconTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> SeekOutcome {
        let located = self.reports_only() || self.seek(magic, tables, dice, log);
        // A search for which faces are missing finds nothing to report.
        let reports = located && self.part != Some(SeaPart::Search) && dice.fault().is_none();
        let report = reports.then(|| self.report(tables, dice, log));
        let outcome = self.outcome(located, report, magic != 0, tables);
        self.close(&outcome, log);
        outcome
    }

    fn outcome(&self, located: bool, report: Option<u8>, magic: bool, tables: &ReconTables) -> SeekOutcome {
        let row = report.and_then(|die| sighting_row(die, tables));
        let deed = Deed {
            whom: Whom::Unit { name: self.target().to_owned(), piece: None },
            act: Act::Mark(LOCATED),
            rule: RULE.into(),
        };
        SeekOutcome {
            located,
            may_attack: located || !tables.needs_search(),
            report,
            allowed: row.map(|row| row.allowed(&self.ships.0)).unwrap_or_default(),
            deeds: located.then_some(deed).into_iter().chain(magic::spent(AIR_MAGIC, magic)).collect(),
        }
    }

    /// Whether only the owner's die is rolled.
    fn reports_only(&self) -> bool {
        self.part == Some(SeaPart::Report)
    }

    fn target(&self) -> &str {
        self.target.as_deref().filter(|name| !name.is_empty()).unwrap_or("flotilla")
    }

    /// The air unit that searches, where one does.
    #[must_use]
    pub fn air(&self) -> Option<&Aircraft> {
        match &self.by {
            Seeker::Air(air) => Some(air),
            Seeker::Coastwatchers | Seeker::Nobody => None,
        }
    }

    /// Hexes to the flotilla, the number of a large sea area included.
    fn distance(&self) -> u32 {
        self.hexes.unwrap_or(0).saturating_add(self.area.unwrap_or(0))
    }

    fn against(&self, tables: &ReconTables) -> Vec<Refusal> {
        if self.reports_only() {
            return Vec::new();
        }
        let mut told = match &self.by {
            Seeker::Air(air) => {
                // Weather modifies no search at sea, so that no zone is asked for.
                let [there, base] = [self.there, self.base].map(Option::unwrap_or_default);
                let flight = (Some(self.distance()), FlightWeather { there, base, zone: None });
                let mut told = scouting::against(air, flight, &tables.weather, MAY_RULE);
                told.extend(tables.magic_refused(air, self.magic.unwrap_or(0)));
                told
            }
            Seeker::Coastwatchers if self.distance() > 0 => {
                vec![Refusal::new(WATCH_RULE, "Coastwatchers search only in their own hex")]
            }
            Seeker::Coastwatchers | Seeker::Nobody => Vec::new(),
        };
        if matches!(self.by, Seeker::Nobody) {
            return told;
        }
        if self.phase == Some(SearchPhase::Other) {
            let reason = "ships are searched for only in the Naval and Air, Offensive and End Phases";
            told.push(Refusal::new(RULE, reason));
        }
        if self.tried {
            let reason = "a unit searches once for a flotilla in a sea area or coastal hex in a Phase";
            told.push(Refusal::new(MAY_RULE, reason));
        }
        told
    }

    /// The search; whether it finds the flotilla.
    fn seek(&self, magic: i8, tables: &ReconTables, dice: &mut dyn Dice, log: &mut Log) -> bool {
        if matches!(self.by, Seeker::Nobody) {
            let cause = "no dice: ships of both sides in a naval interception are located there";
            log.line(|| (self.target(), "located", cause, AUTOMATIC_RULE));
            return true;
        }
        let need = tables.of.numbers.sea.need(self.distance());
        let modifiers = self.modifiers(magic, tables);
        let sum = modifiers.iter().fold(0i32, |sum, modifier| sum.saturating_add(modifier.value));
        let total = |dice: u16| sum.saturating_add(dice.into());
        let finds = |dice: u16| total(dice) >= need;
        log.line(|| {
            let cause = match (&self.by, self.area) {
                (Seeker::Coastwatchers, _) => "Coastwatchers, in their own hex".to_owned(),
                (_, Some(area)) => format!("{} hexes and {area} of the sea area", self.hexes.unwrap_or(0)),
                (_, None) => format!("{} hexes from the base", self.distance()),
            };
            ("needed", format!("{need} or more"), cause, RULE)
        });
        let dice = two_dice(("sea reconnaissance", ROLL_RULE), &|dice| finds(dice).into(), dice, log);
        for SearchModifier { label, value, cause, rule } in modifiers {
            log.line(|| (format!("modifier: {label}"), format!("{value:+}"), cause, rule));
        }
        let located = finds(dice);
        log.line(|| {
            let value = if located { "located" } else { "not located" };
            let cause = format!("total {}; {need} or more is needed", total(dice));
            (self.target(), value, cause, ROLL_RULE)
        });
        located
    }

    fn modifiers(&self, magic: i8, tables: &ReconTables) -> Vec<SearchModifier> {
        let row = &tables.of.numbers.sea.modifier;
        let when = |holds: bool, value: i32| if holds { value } else { 0 };
        let all = [
            ("further air units", row.further_air.saturating_mul(self.further.unwrap_or(0).into())),
            ("land unit or Coastwatchers there", when(self.on_the_spot.0, row.on_the_spot)),
            ("coastal hex", when(self.coastal, row.coastal)),
            ("located before in this Phase", when(self.located, row.located)),
        ];
        let of_table = |(label, value)| SearchModifier { label, value, cause: "Sea Recon Table", rule: RULE };
        let all = all.into_iter().map(of_table).chain([scouting::of_magic(magic)]);
        all.filter(|modifier| modifier.value != 0).collect()
    }

    /// The owner's die, and what he owes by it.
    fn report(&self, tables: &ReconTables, dice: &mut dyn Dice, log: &mut Log) -> u8 {
        let die = dice.roll(Die::D6, "sighting report");
        log.roll(Die::D6, die, || {
            ("sighting report: die", "1d6, rolled in secret by the owner", REPORT_RULE)
        });
        let Some(row) = sighting_row(die, tables) else { return die };
        log.line(|| {
            let (ships, rule) = match self.area {
                Some(_) => ("of the flotilla that was searched for", AREA_RULE),
                None => ("of all ships of its side in the hex", REPORT_RULE),
            };
            (
                "sighting report",
                row.words(),
                format!("{ships}; each point of sea transport is one ship"),
                rule,
            )
        });
        sighting::tell(row, &row.allowed(&self.ships.0), log);
        die
    }

    /// What follows.
    fn close(&self, outcome: &SeekOutcome, log: &mut Log) {
        if self.reports_only() {
            return;
        }
        log.line(|| {
            let (value, cause) = match (outcome.located, outcome.may_attack) {
                (true, _) => ("allowed", "until the flotilla leaves the hex or the Phase ends (gap G71)"),
                (false, true) => ("allowed", "without a search (choice recon_required)"),
                (false, false) => ("not allowed", "the flotilla is not located (choice recon_required)"),
            };
            ("Air-Naval attacks", value, cause, RULE)
        });
        if outcome.located && self.part == Some(SeaPart::Search) {
            let cause = "its owner rolls it in secret (part=report)";
            log.line(|| ("sighting report", "owed", cause, REPORT_RULE));
        }
    }
}
