//! Search for a submarine from the air (ATPO-R22, 3.16.8): one die and what searches.

use serde::Serialize;
use serde_json::Value;

use super::numbers::{self, TopicTables, numbers};
use super::typed::{self, TypedPart};
use crate::forces::unit::entries;
use crate::terms::{COMMITTED, LOCATED};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::Die;
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind, Listed};
use liege_rules::play::procedure::{ContextError, Outcome, Played, Refusal, Script, ScriptHead, TableTop};
use liege_rules::{inputs, words};

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/submarine_search.toml";

numbers! {
    /// `submarine_search.toml`.
    pub struct SearchNumbers {
        #[serde(rename = "format")]
        _format: numbers::Format1,
        search: SearchRow,
    }

    struct SearchRow { located: i32, full_unit: i32, strength_point: i32 }
}

/// ATPO-R22.
pub struct AirSearch;

/// An air unit that is to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searcher {
    name: String,
    /// Its piece in the save, when the input gave one.
    piece: Option<String>,
    kind: &'static str,
    strength: u32,
    full: bool,
}

words! {
    /// Where the submarine is.
    pub enum Lair alone {
        Sea = "at-sea" | "sea",
        Port = "port" | "in-port" | "docked" | "unfortified-port",
        FortifiedPort = "fortified-port" | "fortified" | "pen" | "pens",
    }
}

/// The submarine: its name, and its piece in the save, when the input gave one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quarry {
    name: String,
    piece: Option<String>,
}

inputs! {
    /// Who searches for what.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Search {
        /// Bombers, Fighter-Bombers and Naval-Air units that search: FB 3, B 2 reduced
        air: Vec<Searcher> = "air" | "searchers", RULE;
        /// name of the submarine
        submarine: Quarry = "submarine" | "target", RULE;
        /// where the submarine is; at sea when not given
        place: Option<Lair> = "place" | "at", "3.16.9";
    }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SearchOutcome {
    /// Whether the aircraft may attack it.
    pub located: bool,
    /// Whether a die was needed.
    pub searched: bool,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

const RULE: &str = "3.16.8";
const MOST_STRENGTH: u32 = 1000;
const NAVAL_AIR: &str = "Naval-Air";
const FLOATPLANE: &str = "Floatplane";
/// Who searches: Naval-Air units are Fighter-Bombers, and floatplanes Naval-Air units (4.3.3, 4.3.4).
const SEARCHERS: [&str; 4] = ["B", "FB", NAVAL_AIR, FLOATPLANE];

impl Listed for Searcher {
    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Vec<Self>> {
        searchers(inputs.value(key), key).map_err(|more| faults.extend(more)).ok()
    }
}

fn searchers(value: Option<&Value>, key: &str) -> Result<Vec<Searcher>, Vec<KeyFault>> {
    let Some(value) = value else {
        let help = "Bombers, Fighter-Bombers and Naval-Air units in range: FB 3, B 2 reduced";
        return Err(vec![KeyFault::new(key, "is missing").help(help)]);
    };
    let (units, pieces): (Vec<Value>, Vec<_>) = entries(value).iter().map(told).unzip();
    let mut faults = Vec::new();
    let mut air = Vec::new();
    for (mut part, (name, piece)) in typed::parts(key, &units.into())?.into_iter().zip(pieces) {
        part.text = name.unwrap_or(part.text);
        match searcher(&part) {
            Ok(unit) => air.push(Searcher { piece, ..unit }),
            Err(fault) => faults.push(fault),
        }
    }
    if air.is_empty() && faults.is_empty() {
        faults.push(KeyFault::new(key, "expected at least one air unit"));
    }
    if faults.is_empty() { Ok(air) } else { Err(faults) }
}

impl Field for Quarry {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, _: &mut Vec<KeyFault>) -> Option<Self> {
        let typed = inputs.value(key).map(entries).unwrap_or_default();
        let (name, piece) = typed.first().map(told).map_or((None, None), |(text, (name, piece))| {
            (name.or(text.as_str().filter(|text| !text.is_empty()).map(str::to_owned)), piece)
        });
        Some(Self { name: name.unwrap_or_else(|| "submarine".to_owned()), piece })
    }
}

/// What an entry says of a unit, as text; a save tells its name and piece, too.
fn told(entry: &Value) -> (Value, (Option<String>, Option<String>)) {
    let of = |word: &str| entry.get(word).and_then(Value::as_str).map(str::to_owned);
    let text = of("air").map_or_else(|| entry.clone(), Value::from);
    (text, (of("name"), of("piece")))
}

fn searcher(part: &TypedPart) -> Result<Searcher, KeyFault> {
    let mut unit = Searcher { name: part.text.clone(), piece: None, kind: "B", strength: 0, full: true };
    let mut strength = None;
    for word in &part.words {
        let head = word.split(['-', '/', '[']).next().unwrap_or_default();
        match word.as_str() {
            "b" | "bomber" | "heavy" => unit.kind = "B",
            "fb" | "fighter-bomber" => unit.kind = "FB",
            "n" | "naval-air" => unit.kind = NAVAL_AIR,
            "floatplane" => unit.kind = FLOATPLANE,
            "f" | "fighter" => unit.kind = "Fighter",
            "atp" => unit.kind = "ATP",
            "reduced" | "depleted" | "half-strength" => unit.full = false,
            "full" => unit.full = true,
            _ => match typed::number(head, MOST_STRENGTH) {
                Some(_) if strength.is_some() => return Err(part.fault("air", "two strengths")),
                Some(number) => strength = Some(number),
                None => return Err(part.fault("air", &format!("unknown word \"{word}\" for an air unit"))),
            },
        }
    }
    let may = SEARCHERS.contains(&unit.kind);
    match strength {
        None if may => Err(part.fault("air", "has no strength").help("write for example FB 3, B 2 reduced")),
        strength => Ok(Searcher { strength: strength.unwrap_or(0), ..unit }),
    }
}

impl Script for AirSearch {
    const HEAD: ScriptHead =
        ScriptHead::of("atpo", "ATPO-R22", "air-search-for-submarine").reads(&["asw_house"]);
    type Cx = TopicTables<SearchNumbers>;
    type Input = Search;
    type Battle = Search;
    type State = SearchOutcome;
    type Outcome = SearchOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::HEAD.choices())
    }

    fn begin(search: Search, _: &Self::Cx) -> Result<(Search, SearchOutcome), Vec<Refusal>> {
        let barred = search.air.iter().filter(|unit| !SEARCHERS.contains(&unit.kind));
        let only = "only Bombers, Fighter-Bombers and Naval-Air units search for submarines";
        let mut refusals: Vec<Refusal> =
            barred.map(|unit| Refusal::new(RULE, format!("{}: {only}", unit.name))).collect();
        if search.place == Some(Lair::FortifiedPort) {
            refusals.push(Refusal::new("3.16.9", "a submarine in a fortified port cannot be attacked"));
        }
        let before = SearchOutcome { located: false, searched: false, deeds: Vec::new() };
        if refusals.is_empty() { Ok((search, before)) } else { Err(refusals) }
    }

    fn play<'b>(
        search: &'b Search,
        tables: &'b Self::Cx,
        outcome: &mut SearchOutcome,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        *outcome = if search.place == Some(Lair::Port) {
            let cause = "in an unfortified port it is attacked at once";
            at.log().line(|| (search.submarine.name.as_str(), "no search", cause, "3.16.9"));
            SearchOutcome { located: true, searched: false, deeds: Vec::new() }
        } else {
            roll(search, tables, at)
        };
        Ok(())
    }

    fn outcome(_: &Search, outcome: &SearchOutcome) -> SearchOutcome {
        outcome.clone()
    }
}

impl Outcome for SearchOutcome {
    fn result(&self) -> String {
        match (self.searched, self.located) {
            (false, _) => "no search needed".into(),
            (true, true) => "located".into(),
            (true, false) => "not located".into(),
        }
    }

    fn deeds(&self) -> Vec<Deed> {
        self.deeds.clone()
    }
}

fn roll(search: &Search, tables: &TopicTables<SearchNumbers>, at: &mut TableTop<'_, '_>) -> SearchOutcome {
    let (dice, log) = at.dice();
    let numbers = &tables.numbers.search;
    let house = tables.choices.is("asw_house", "on");
    let strength: u32 = search.air.iter().map(|unit| unit.strength).sum();
    let full = search.air.iter().filter(|unit| unit.full).count();
    let (count, each, why) = if house {
        (i64::from(strength), numbers.strength_point, "1 for each point of air strength (choice asw_house)")
    } else {
        (full.try_into().unwrap_or(i64::MAX), numbers.full_unit, "1 for each full-strength unit")
    };
    let modifier = count.saturating_mul(each.into());
    let found = |die: u8| i64::from(die) + modifier >= numbers.located.into();
    let die = dice.roll_into(Die::D6, "search", &|die| found(die).into());
    let located = found(die);
    let unit = |name: &str, piece: &Option<String>, act: Act| {
        let whom = Whom::Unit { name: name.to_owned(), piece: piece.clone() };
        Deed { whom, act, rule: RULE.into() }
    };
    log.roll(Die::D6, die, || ("search: die", "1d6", RULE));
    log.line(|| ("search modifier: aircraft", format!("{modifier:+}"), why, RULE));
    log.line(|| {
        let (total, least) = (i64::from(die) + modifier, numbers.located);
        let after =
            if house && located { "; it may not attack for the rest of the month (proposed)" } else { "" };
        let value = if located { "located" } else { "not located" };
        let sign = if located { "or more" } else { "is needed" };
        (search.submarine.name.as_str(), value, format!("total {total}; {least} {sign}{after}"), RULE)
    });
    let mut deeds = Vec::new();
    if located {
        deeds.push(unit(&search.submarine.name, &search.submarine.piece, Act::Mark(LOCATED)));
    }
    if house {
        log.line(|| ("aircraft", "Committed", "all that searched (choice asw_house)", RULE));
        deeds.extend(search.air.iter().map(|air| unit(&air.name, &air.piece, Act::Mark(COMMITTED))));
    }
    SearchOutcome { located, searched: true, deeds }
}
