//! Search for a submarine from the air (ATPO-R22, 3.16.8): one die and what searches.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::numbers::{self, TopicTables};
use super::typed::{self, TypedPart};
use crate::forces::unit::entries;
use crate::terms::{COMMITTED, LOCATED};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/submarine_search.toml";

/// `submarine_search.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchNumbers {
    #[serde(rename = "format")]
    _format: numbers::Format1,
    search: SearchRow,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchRow {
    located: i32,
    full_unit: i32,
    strength_point: i32,
}

/// ATPO-R22.
pub struct AirSearch;

/// An air unit that is to search.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Searcher {
    name: String,
    /// Its piece in the save, when the input gave one.
    piece: Option<String>,
    kind: &'static str,
    strength: u32,
    full: bool,
}

/// Where the submarine is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lair {
    Sea,
    Port,
    FortifiedPort,
}

/// Who searches for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    air: Vec<Searcher>,
    submarine: String,
    /// Its piece in the save, when the input gave one.
    piece: Option<String>,
    lair: Lair,
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

const KEYS: &[Key] = &[
    Key::new(
        "air",
        &["searchers"],
        KeyKind::List,
        RULE,
        "Bombers, Fighter-Bombers and Naval-Air units that search: FB 3, B 2 reduced",
    ),
    Key::new("submarine", &["target"], KeyKind::List, RULE, "name of the submarine"),
    Key::new(
        "place",
        &["at"],
        KeyKind::alone(&[
            ("at-sea", &["sea"]),
            ("port", &["in-port", "docked", "unfortified-port"]),
            ("fortified-port", &["fortified", "pen", "pens"]),
        ]),
        "3.16.9",
        "where the submarine is; at sea when not given",
    ),
];

impl Coded for AirSearch {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "air-search-for-submarine";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["asw_house"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Search, Vec<KeyFault>> {
        let Some(value) = inputs.value("air") else {
            let help = "Bombers, Fighter-Bombers and Naval-Air units in range: FB 3, B 2 reduced";
            return Err(vec![KeyFault::new("air", "is missing").help(help)]);
        };
        let (units, pieces): (Vec<Value>, Vec<_>) = entries(value).iter().map(told).unzip();
        let mut parts = typed::parts("air", &units.into())?;
        for (part, (name, _)) in parts.iter_mut().zip(&pieces) {
            part.text = name.clone().unwrap_or_else(|| part.text.clone());
        }
        let (air, faults): (Vec<_>, Vec<_>) = parts.iter().map(searcher).partition(Result::is_ok);
        let mut faults: Vec<KeyFault> = faults.into_iter().filter_map(Result::err).collect();
        let mut air: Vec<Searcher> = air.into_iter().filter_map(Result::ok).collect();
        air.iter_mut().zip(pieces).for_each(|(unit, (_, piece))| unit.piece = piece);
        if air.is_empty() && faults.is_empty() {
            faults.push(KeyFault::new("air", "expected at least one air unit"));
        }
        let lair = match inputs.word("place") {
            Some("port") => Lair::Port,
            Some("fortified-port") => Lair::FortifiedPort,
            _ => Lair::Sea,
        };
        let typed = inputs.value("submarine").map(entries).unwrap_or_default();
        let (name, piece) = typed.first().map(told).map_or((None, None), |(text, (name, piece))| {
            (name.or(text.as_str().filter(|text| !text.is_empty()).map(str::to_owned)), piece)
        });
        if faults.is_empty() {
            let submarine = name.unwrap_or_else(|| "submarine".to_owned());
            Ok(Search { air, submarine, piece, lair })
        } else {
            Err(faults)
        }
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

impl Procedure for AirSearch {
    const ID: &'static str = "ATPO-R22";
    type Cx = TopicTables<SearchNumbers>;
    type Input = Search;
    type Battle = Search;
    type State = ();
    type Outcome = SearchOutcome;

    fn begin(search: Search, _: &Self::Cx) -> Result<(Search, ()), Vec<Refusal>> {
        let barred = search.air.iter().filter(|unit| !SEARCHERS.contains(&unit.kind));
        let mut refusals: Vec<Refusal> = barred
            .map(|unit| {
                let told = format!(
                    "{}: only Bombers, Fighter-Bombers and Naval-Air units search for submarines",
                    unit.name
                );
                Refusal::new(RULE, told)
            })
            .collect();
        if search.lair == Lair::FortifiedPort {
            refusals.push(Refusal::new("3.16.9", "a submarine in a fortified port cannot be attacked"));
        }
        if refusals.is_empty() { Ok((search, ())) } else { Err(refusals) }
    }

    fn step<'b>(
        search: &'b Search,
        (): (),
        tables: &'b Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), SearchOutcome> {
        if search.lair == Lair::Port {
            log.line(|| {
                (
                    search.submarine.as_str(),
                    "no search",
                    "in an unfortified port it is attacked at once",
                    "3.16.9",
                )
            });
            return Flow::Done(SearchOutcome { located: true, searched: false, deeds: Vec::new() });
        }
        Flow::Done(roll(search, tables, dice, log))
    }

    fn so_far(_: &Search, (): &(), _: &Self::Cx) -> SearchOutcome {
        SearchOutcome { located: false, searched: false, deeds: Vec::new() }
    }

    fn result(outcome: &SearchOutcome) -> String {
        match (outcome.searched, outcome.located) {
            (false, _) => "no search needed".into(),
            (true, true) => "located".into(),
            (true, false) => "not located".into(),
        }
    }

    fn deeds(outcome: &SearchOutcome) -> Vec<Deed> {
        outcome.deeds.clone()
    }
}

fn roll(
    search: &Search,
    tables: &TopicTables<SearchNumbers>,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> SearchOutcome {
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
        (search.submarine.as_str(), value, format!("total {total}; {least} {sign}{after}"), RULE)
    });
    let mut deeds = Vec::new();
    if located {
        deeds.push(unit(&search.submarine, &search.piece, Act::Mark(LOCATED)));
    }
    if house {
        log.line(|| ("aircraft", "Committed", "all that searched (choice asw_house)", RULE));
        deeds.extend(search.air.iter().map(|air| unit(&air.name, &air.piece, Act::Mark(COMMITTED))));
    }
    SearchOutcome { located, searched: true, deeds }
}
