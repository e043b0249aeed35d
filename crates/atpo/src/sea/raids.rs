//! Interdiction of convoy routes by ships (ATPO-R06, 2.2.2, 2.2.3): EP that raiders cost the owner of a route.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::notation::classes_joined;
use super::numbers::{self, Format1, TopicTables};
use super::ship::ShipClass;
use super::typed::{self, TypedPart};
use crate::terms::ACTIVE;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/convoy_raids.toml";

/// `convoy_raids.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaidNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    ep: EpRow,
    kinds: RaiderKinds,
    route: Vec<ConvoyRouteRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct EpRow {
    gun: u32,
    carrier: u32,
    submarine: u32,
    least_gunnery: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct RaiderKinds {
    guns: Vec<String>,
    carriers: Vec<String>,
    guns_and_aircraft: Vec<String>,
    free: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConvoyRouteRow {
    id: String,
    name: String,
    payer: String,
    loss: String,
    #[serde(default)]
    closes: bool,
}

/// ATPO-R06.
pub struct Raids;

/// Raiders by the key of their route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RaidersAtSea {
    raiders: BTreeMap<&'static str, Vec<Raider>>,
    incomes: BTreeMap<&'static str, u32>,
    open: bool,
}

/// A ship in a convoy route.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Raider {
    name: String,
    kind: String,
    count: u32,
    gunnery: u32,
    naval_air: bool,
    damaged: bool,
    late: bool,
}

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RaidFacts {
    /// EP lost, by who pays.
    pub losses: BTreeMap<String, u32>,
    #[serde(skip)]
    told: String,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

const MOST_GUNNERY: u32 = 100;
const MOST_COUNT: u32 = 50;
/// Keys of routes, each with that of the income of who pays.
const ROUTES: &[(&str, &str)] =
    &[("us", "us-income"), ("indian-ocean", "uk-income"), ("south-pacific", "australia-income")];
const HELP: &str = "raiders there: CA 2, CV 0 N, AC 1: kind, gunnery, N for a Naval-Air unit aboard";

const KEYS: &[Key] = &[
    Key::new("us", &["us-routes"], KeyKind::List, "2.2.2", HELP),
    Key::new("indian-ocean", &["indian-ocean-routes"], KeyKind::List, "2.2.2", HELP),
    Key::new("south-pacific", &["south-pacific-route"], KeyKind::List, "2.2.2", HELP),
    Key::new(
        "open",
        &[],
        KeyKind::YesNo,
        "2.2",
        "the UK has opened the Indian Ocean routes; closed when not given",
    ),
    Key::new(
        "us-income",
        &[],
        KeyKind::Number(0, 10_000),
        "2",
        "next EP income of the US: it never loses more",
    ),
    Key::new("uk-income", &[], KeyKind::Number(0, 10_000), "2", "next EP income of the UK"),
    Key::new("australia-income", &[], KeyKind::Number(0, 10_000), "2", "next EP income of Australia"),
];

impl Sum for Raids {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R06";
    const NAME: &'static str = "convoy-raids";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["carrier_raider"];
    type Cx = TopicTables<RaidNumbers>;
    type Input = RaidersAtSea;
    type Facts = RaidFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<RaidersAtSea, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let (mut raiders, mut incomes) = (BTreeMap::new(), BTreeMap::new());
        for (route, income) in ROUTES {
            if let Some(value) = inputs.value(route) {
                match typed::parts(route, value) {
                    Err(more) => faults.extend(more),
                    Ok(parts) => {
                        let read = parts.iter().map(|part| raider(route, part));
                        let (good, bad): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
                        faults.extend(bad.into_iter().filter_map(Result::err));
                        raiders.insert(*route, good.into_iter().filter_map(Result::ok).collect::<Vec<_>>());
                    }
                }
            }
            let told = inputs.number(income).and_then(|number| u32::try_from(number).ok());
            incomes.extend(told.map(|told| (*route, told)));
        }
        if raiders.values().all(Vec::is_empty) && faults.is_empty() {
            faults.push(KeyFault::new("us", "or another route is missing").help(HELP));
        }
        let read = RaidersAtSea { raiders, incomes, open: inputs.yes("open") };
        if faults.is_empty() { Ok(read) } else { Err(faults) }
    }

    fn sum(at_sea: &RaidersAtSea, tables: &Self::Cx, log: &mut Log) -> Result<RaidFacts, Vec<Refusal>> {
        let numbers = &tables.numbers;
        let all = at_sea.raiders.values().flatten();
        let both = tables.choices.is("carrier_raider", "sum");
        let refusals: Vec<Refusal> = all.flat_map(|raider| raider.against(numbers, both)).collect();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let mut facts = RaidFacts { losses: BTreeMap::new(), told: String::new(), deeds: Vec::new() };
        let mut told = Vec::new();
        for route in &numbers.route {
            let Some((id, raiders)) = at_sea.raiders.get_key_value(route.id.as_str()) else { continue };
            let lost = lost(route, raiders, at_sea.open, numbers, both, log);
            let most = at_sea.incomes.get(id).copied().unwrap_or(u32::MAX);
            if lost > most {
                let why =
                    "losses are limited to the next income; EP in Economic Reserve, up to 20, are immune";
                log.line(|| (format!("{}: limit", route.payer), format!("{most} EP"), why, "2"));
            }
            let lost = lost.min(most);
            told.push(match lost {
                0 => format!("{} loses nothing", route.payer),
                lost => format!("{} loses {lost} EP", route.payer),
            });
            facts.losses.insert(route.payer.clone(), lost);
            if lost > 0 {
                let whom = Whom::Thing(Term::read(route.loss.clone(), format!("losses of {}", route.payer)));
                facts.deeds.push(Deed { whom, act: Act::Value(lost.into()), rule: "2.2.2".into() });
            }
            if !route.closes || at_sea.open {
                let mark = |raider: &Raider| Deed {
                    whom: Whom::Unit { name: raider.name.clone(), piece: None },
                    act: Act::Mark(ACTIVE),
                    rule: "2.2.2".into(),
                };
                facts.deeds.extend(raiders.iter().map(mark));
            }
        }
        log.line(|| {
            let why = "before Japan enters the war the UK and Australia lose up to 3 EP to them; the rules \
                       do not say how many, so none are counted (gap G19)";
            ("German raiders", "not counted", why, "2.2")
        });
        facts.told = told.join(", ");
        Ok(facts)
    }

    fn result(facts: &RaidFacts) -> String {
        facts.told.clone()
    }

    fn deeds(facts: &RaidFacts) -> Vec<Deed> {
        facts.deeds.clone()
    }
}

/// EP that the raiders in a route cost before any limit.
fn lost(
    route: &ConvoyRouteRow,
    raiders: &[Raider],
    open: bool,
    numbers: &RaidNumbers,
    both: bool,
    log: &mut Log,
) -> u32 {
    if route.closes && !open {
        log.line(|| (route.name.as_str(), "0 EP", "closed: ships there cannot interdict", "2.2"));
        return 0;
    }
    let mut sum: u32 = 0;
    for raider in raiders {
        let (each, why) = raider.worth(numbers, both);
        let ep = each.saturating_mul(raider.count);
        log.line(|| (format!("{}: {}", route.name, raider.name), format!("{ep} EP"), why, "2.2.2"));
        sum = sum.saturating_add(ep);
    }
    log.line(|| (route.name.as_str(), format!("{sum} EP"), format!("paid by {}", route.payer), "2.2.3"));
    sum
}

impl Raider {
    fn is_of(&self, kinds: &[String]) -> bool {
        kinds.iter().any(|kind| kind.eq_ignore_ascii_case(&self.kind))
    }

    /// EP of one such ship, and why.
    fn worth(&self, numbers: &RaidNumbers, both: bool) -> (u32, String) {
        let ep = &numbers.ep;
        let guns = self.gunnery.saturating_mul(ep.gun);
        match () {
            () if self.kind == "ss" => (ep.submarine, "a submarine (gap G51, proposed)".into()),
            () if self.naval_air && both => (
                ep.carrier.saturating_add(guns),
                format!("Naval-Air {}, gunnery {guns} (choice carrier_raider)", ep.carrier),
            ),
            () if self.naval_air => (ep.carrier, "only Naval-Air (choice carrier_raider)".into()),
            () => (guns, format!("gunnery {}", self.gunnery)),
        }
    }

    /// Why it may not interdict.
    fn against(&self, numbers: &RaidNumbers, both: bool) -> Vec<Refusal> {
        let carrier = self.is_of(&numbers.kinds.carriers);
        let mut told = Vec::new();
        if self.damaged {
            told.push("only undamaged ships interdict");
        }
        if self.late && !self.is_of(&numbers.kinds.free) {
            told.push("a ship must lie in the route since a Naval and Air or Offensive Phase before, not since an End Phase");
        }
        let has_guns = self.gunnery >= numbers.ep.least_gunnery;
        let known = self.kind == "ss" || carrier || self.is_of(&numbers.kinds.guns);
        match () {
            () if !known => told.push("ships of this kind cannot interdict"),
            () if carrier && !self.naval_air && !both => {
                told.push("a carrier interdicts with a Naval-Air unit (choice carrier_raider)");
            }
            () if self.kind != "ss" && !self.naval_air && !has_guns => {
                told.push("a ship interdicts with gunnery of 1 or more, a carrier with a Naval-Air unit");
            }
            () if self.naval_air && !carrier && !self.is_of(&numbers.kinds.guns_and_aircraft) => {
                told.push("only a carrier has a Naval-Air unit aboard")
            }
            () => {}
        }
        told.into_iter().map(|what| Refusal::new("2.2.2", format!("{}: {what}", self.name))).collect()
    }
}

/// The gunnery of a printed rating, behind which that of torpedoes may stand: 2 of `2(3)`.
fn guns(word: &str) -> Option<u32> {
    let guns = match word.split_once('(') {
        Some((guns, torpedoes)) => {
            typed::number(torpedoes.strip_suffix(')')?, MOST_GUNNERY)?;
            guns
        }
        None => word,
    };
    typed::number(guns, MOST_GUNNERY)
}

fn raider(key: &str, part: &TypedPart) -> Result<Raider, KeyFault> {
    let mut raider = Raider {
        name: part.text.clone(),
        kind: String::new(),
        count: 1,
        gunnery: 0,
        naval_air: false,
        damaged: false,
        late: false,
    };
    let joined = classes_joined(part.words.iter().map(String::as_str));
    let mut words = joined.as_slice();
    if let [count, x, rest @ ..] = words
        && *x == "x"
    {
        let told = || part.fault(key, &format!("expected 1 to {MOST_COUNT} ships"));
        raider.count = typed::number(count, MOST_COUNT).filter(|count| *count > 0).ok_or_else(told)?;
        words = rest;
    }
    let mut gunnery = None;
    for word in words {
        match *word {
            "n" | "naval-air" => raider.naval_air = true,
            "damaged" | "reduced" | "depleted" => raider.damaged = true,
            "late" | "end-phase" | "new" => raider.late = true,
            "gunnery" | "gun" | "guns" | "with" => {}
            "submarine" | "sub" | "ss" if raider.kind.is_empty() => raider.kind = "ss".into(),
            word if raider.kind.is_empty() && ShipClass::of(word).is_some() => {
                raider.kind = ShipClass::of(word).map_or("", ShipClass::short).to_lowercase();
            }
            word if word.chars().all(|c| c.is_ascii_alphabetic()) && raider.kind.is_empty() => {
                raider.kind = word.to_owned();
            }
            word => match guns(word) {
                Some(_) if gunnery.is_some() => return Err(part.fault(key, "two ratings")),
                Some(number) => gunnery = Some(number),
                None => return Err(part.fault(key, &format!("\"{word}\" is not understood")).help(HELP)),
            },
        }
    }
    if raider.kind.is_empty() {
        return Err(part.fault(key, "no ship type").help(HELP));
    }
    if gunnery.is_none() && raider.kind != "ss" && !raider.naval_air {
        return Err(part.fault(key, "no gunnery").help(HELP));
    }
    raider.gunnery = gunnery.unwrap_or(0);
    Ok(raider)
}
