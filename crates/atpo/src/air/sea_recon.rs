//! Air reconnaissance of a flotilla (ATPO-R25, 4.4): two dice by the distance, then the die of the sighting report.

pub mod read;

use serde::Serialize;

use super::aircraft::Aircraft;
use super::dice::two_dice;
use super::effect::FlightWeather;
use super::scouting::{self, ReconTables, SearchModifier};
use super::sighting::{self, SightedClass, SightedNumber};
use crate::magic;
use crate::terms::{AIR_MAGIC, LOCATED};
use liege_rules::deeds::{Act, Deed, Whom};
use liege_rules::dice::{Dice, Die};
use liege_rules::procedure::{Flow, Log, Procedure, Refusal};

/// ATPO-R25.
pub struct SeaReconnaissance;

/// Who searches.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Seeker {
    Air(Aircraft),
    Coastwatchers,
    /// Nobody: ships that intercepted or were intercepted are found without a search.
    Nobody,
}

/// Which of the two rolls is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SeaPart {
    Both,
    Search,
    Report,
}

/// Who searches for which flotilla.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeaSearch {
    by: Seeker,
    part: SeaPart,
    /// Hexes from the base to the hex of the flotilla.
    hexes: Option<u32>,
    /// The MP number of a large sea area.
    area: Option<u32>,
    further: u8,
    on_the_spot: bool,
    coastal: bool,
    located: bool,
    weather: FlightWeather,
    phase: Option<String>,
    tried: bool,
    /// The number of an Air Magic chit, or 0.
    magic: u8,
    target: String,
    ships: Vec<SightedClass>,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SeekStage {
    /// The two dice of the search.
    Search,
    /// The owner's die.
    Report,
    /// It is over.
    End,
}

/// How far the search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeekState {
    stage: SeekStage,
    located: bool,
    /// The face of the sighting report.
    report: Option<u8>,
    /// What an Air Magic chit does to the dice.
    magic: i8,
}

impl SeekState {
    /// Whether no die was rolled yet.
    #[must_use]
    pub fn is_before_the_search(&self) -> bool {
        self.stage == SeekStage::Search
    }

    /// The same with a chit that does this to the dice.
    #[must_use]
    pub fn with_magic(self, magic: i8) -> Self {
        Self { magic, ..self }
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

const RULE: &str = "4.4";
const MAY_RULE: &str = "4.4.1";
const ROLL_RULE: &str = "4.4.2";
const AREA_RULE: &str = "4.4.3";
const AUTOMATIC_RULE: &str = "4.4.4";
const REPORT_RULE: &str = "4.4.5";
const WATCH_RULE: &str = "16.12.1";

impl Procedure for SeaReconnaissance {
    const ID: &'static str = "ATPO-R25";
    type Cx = ReconTables;
    type Input = SeaSearch;
    type Battle = SeaSearch;
    type State = SeekState;
    type Outcome = SeekOutcome;

    fn begin(search: SeaSearch, tables: &ReconTables) -> Result<(SeaSearch, SeekState), Vec<Refusal>> {
        let told = search.against(tables);
        if !told.is_empty() {
            return Err(told);
        }
        let only_report = search.part == SeaPart::Report;
        let stage = if only_report { SeekStage::Report } else { SeekStage::Search };
        let magic = search.air().map_or(0, |air| tables.magic(air, search.magic));
        Ok((search, SeekState { stage, located: only_report, report: None, magic }))
    }

    fn step<'b>(
        search: &'b SeaSearch,
        state: SeekState,
        tables: &'b ReconTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, SeekState, SeekOutcome> {
        match state.stage {
            SeekStage::Search => {
                let located = search.seek(state.magic, tables, dice, log);
                let reports = located && search.part == SeaPart::Both;
                let stage = if reports { SeekStage::Report } else { SeekStage::End };
                Flow::Next(SeekState { stage, located, ..state })
            }
            SeekStage::Report => {
                let die = dice.roll(Die::D6, "sighting report");
                search.report(die, tables, log);
                Flow::Next(SeekState { stage: SeekStage::End, report: Some(die), ..state })
            }
            SeekStage::End => {
                let outcome = Self::so_far(search, &state, tables);
                search.close(&outcome, log);
                Flow::Done(outcome)
            }
        }
    }

    fn so_far(search: &SeaSearch, state: &SeekState, tables: &ReconTables) -> SeekOutcome {
        let required = tables.of.choices.is("recon_required", "required");
        let row = state.report.and_then(|die| sighting_row(die, tables));
        let deed = Deed {
            whom: Whom::Unit { name: search.target.clone(), piece: None },
            act: Act::Mark(LOCATED),
            rule: RULE.into(),
        };
        let used = state.magic != 0 && state.stage != SeekStage::Search;
        SeekOutcome {
            located: state.located,
            may_attack: state.located || !required,
            report: state.report,
            allowed: row.map(|row| row.allowed(&search.ships)).unwrap_or_default(),
            deeds: state.located.then_some(deed).into_iter().chain(magic::spent(AIR_MAGIC, used)).collect(),
        }
    }

    fn result(outcome: &SeekOutcome) -> String {
        match (outcome.located, outcome.report) {
            (true, Some(die)) => format!("located, sighting report {die}"),
            (true, None) => "located".into(),
            (false, _) => "not located".into(),
        }
    }

    fn deeds(outcome: &SeekOutcome) -> Vec<Deed> {
        outcome.deeds.clone()
    }
}

/// What a face of the report owes.
fn sighting_row(die: u8, tables: &ReconTables) -> Option<scouting::SightingRow> {
    tables.of.numbers.sighting.get(usize::from(die).wrapping_sub(1)).copied()
}

impl SeaSearch {
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
        if self.part == SeaPart::Report {
            return Vec::new();
        }
        let mut told = match &self.by {
            Seeker::Air(air) => {
                let flight = (Some(self.distance()), self.weather);
                let mut told = scouting::against(air, flight, &tables.weather, MAY_RULE);
                told.extend(tables.magic_refused(air, self.magic));
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
        if self.phase.as_deref() == Some("other") {
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
            log.line(|| (self.target.as_str(), "located", cause, AUTOMATIC_RULE));
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
            (self.target.as_str(), value, cause, ROLL_RULE)
        });
        located
    }

    fn modifiers(&self, magic: i8, tables: &ReconTables) -> Vec<SearchModifier> {
        let row = &tables.of.numbers.sea.modifier;
        let when = |holds: bool, value: i32| if holds { value } else { 0 };
        let all = [
            ("further air units", row.further_air.saturating_mul(self.further.into())),
            ("land unit or Coastwatchers there", when(self.on_the_spot, row.on_the_spot)),
            ("coastal hex", when(self.coastal, row.coastal)),
            ("located before in this Phase", when(self.located, row.located)),
        ];
        let of_table = |(label, value)| SearchModifier { label, value, cause: "Sea Recon Table", rule: RULE };
        let all = all.into_iter().map(of_table).chain([scouting::of_magic(magic)]);
        all.filter(|modifier| modifier.value != 0).collect()
    }

    /// What the owner owes.
    fn report(&self, die: u8, tables: &ReconTables, log: &mut Log) {
        log.roll(Die::D6, die, || {
            ("sighting report: die", "1d6, rolled in secret by the owner", REPORT_RULE)
        });
        let Some(row) = sighting_row(die, tables) else { return };
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
        sighting::tell(row, &row.allowed(&self.ships), log);
    }

    /// What follows.
    fn close(&self, outcome: &SeekOutcome, log: &mut Log) {
        if self.part == SeaPart::Report {
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
        if outcome.located && self.part == SeaPart::Search {
            let cause = "its owner rolls it in secret (part=report)";
            log.line(|| ("sighting report", "owed", cause, REPORT_RULE));
        }
    }
}
