//! Interdiction of convoy routes by ships (ATPO-R06, 2.2.2, 2.2.3): EP that raiders cost the owner of a route.

use std::collections::BTreeMap;

use serde::Serialize;

use super::notation::classes_joined;
use super::numbers::{self, Format1, TopicTables, numbers};
use super::ship::ShipClass;
use super::typed::{self, TypedPart};
use crate::terms::ACTIVE;
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/convoy_raids.toml";

numbers! {
    /// `convoy_raids.toml`.
    pub struct RaidNumbers {
        #[serde(rename = "format")]
        _format: Format1,
        ep: EpRow,
        kinds: RaiderKinds,
        route: Vec<ConvoyRouteRow>,
    }

    struct EpRow { gun: u32, carrier: u32, submarine: u32, least_gunnery: u32 }

    struct RaiderKinds {
        guns: Vec<String>,
        carriers: Vec<String>,
        guns_and_aircraft: Vec<String>,
        free: Vec<String>,
    }

    struct ConvoyRouteRow {
        id: String,
        name: String,
        payer: String,
        loss: String,
        #[serde(default)]
        closes: bool,
    }
}

/// ATPO-R06.
pub struct Raids;

const US: Key = Key::new("us", &["us-routes"], KeyKind::List, "2.2.2", HELP);
const INDIAN_OCEAN: Key = Key::new("indian-ocean", &["indian-ocean-routes"], KeyKind::List, "2.2.2", HELP);
const SOUTH_PACIFIC: Key = Key::new("south-pacific", &["south-pacific-route"], KeyKind::List, "2.2.2", HELP);

inputs! {
    /// Raiders by their routes, and the income of who pays.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct RaidersAtSea {
        us: Raiders = US;
        indian_ocean: Raiders = INDIAN_OCEAN;
        south_pacific: Raiders = SOUTH_PACIFIC;
        /// the UK has opened the Indian Ocean routes; closed when not given
        open: bool = "open", "2.2";
        /// next EP income of the US: it never loses more
        us_income: Option<u32> = "us-income", "2", 0..=10_000;
        /// next EP income of the UK
        uk_income: Option<u32> = "uk-income", "2", 0..=10_000;
        /// next EP income of Australia
        australia_income: Option<u32> = "australia-income", "2", 0..=10_000;
    }
}

/// The raiders of a route that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raiders(Option<Vec<Raider>>);

impl Field for Raiders {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let parts = inputs.value(key).map(|value| typed::parts(key, value)).transpose();
        let parts = parts.map_err(|more| faults.extend(more)).ok().flatten();
        let mut read = |part: &TypedPart| raider(key, part).map_err(|fault| faults.push(fault)).ok();
        Some(Self(parts.map(|parts| parts.iter().filter_map(&mut read).collect())))
    }
}

impl RaidersAtSea {
    /// The raiders of a route and the income of who pays; none of one that was not given.
    fn route(&self, id: &str) -> Option<(&[Raider], Option<u32>)> {
        let (Raiders(raiders), income) = match id {
            "us" => (&self.us, self.us_income),
            "indian-ocean" => (&self.indian_ocean, self.uk_income),
            "south-pacific" => (&self.south_pacific, self.australia_income),
            _ => return None,
        };
        raiders.as_deref().map(|raiders| (raiders, income))
    }

    /// All raiders, by the names of their routes.
    fn all(&self) -> impl Iterator<Item = &Raider> {
        [&self.indian_ocean, &self.south_pacific, &self.us].into_iter().flat_map(|route| &route.0).flatten()
    }
}

/// A ship in a convoy route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raider {
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
const HELP: &str = "raiders there: CA 2, CV 0 N, AC 1: kind, gunnery, N for a Naval-Air unit aboard";

impl Sum for Raids {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R06";
    const NAME: &'static str = "convoy-raids";
    const KEYS: &'static [Key] = RaidersAtSea::KEYS;
    const CHOICES: &'static [&'static str] = &["carrier_raider"];
    type Cx = TopicTables<RaidNumbers>;
    type Input = RaidersAtSea;
    type Facts = RaidFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<RaidersAtSea, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let at_sea = RaidersAtSea::fields(inputs, &mut faults);
        if faults.is_empty() && at_sea.as_ref().is_some_and(|at_sea| at_sea.all().next().is_none()) {
            faults.push(KeyFault::new("us", "or another route is missing").help(HELP));
        }
        at_sea.filter(|_| faults.is_empty()).ok_or(faults)
    }

    fn sum(at_sea: &RaidersAtSea, tables: &Self::Cx, log: &mut Log) -> Result<RaidFacts, Vec<Refusal>> {
        let numbers = &tables.numbers;
        let all = at_sea.all();
        let both = tables.choices.is("carrier_raider", "sum");
        let refusals: Vec<Refusal> = all.flat_map(|raider| raider.against(numbers, both)).collect();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let mut facts = RaidFacts { losses: BTreeMap::new(), told: String::new(), deeds: Vec::new() };
        let mut told = Vec::new();
        for route in &numbers.route {
            let Some((raiders, income)) = at_sea.route(&route.id) else { continue };
            let lost = lost(route, raiders, at_sea.open, numbers, both, log);
            let most = income.unwrap_or(u32::MAX);
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
