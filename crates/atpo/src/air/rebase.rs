//! Change of base of an air unit (ATPO-REBASE, 4.3.6.1, 4.6.2.2, 13.6.3): hops, carriers, the US West Coast.

mod stops;

use serde::Serialize;

use super::aircraft::{AirClass, AirWord, Aircraft};
use super::combat::keys as combat;
use super::flight::Flight;
use super::met::Crossing;
use super::strike::keys::MetOnTheWay;
use super::strike::passage::{self, PassageInput};
use super::strike::plan::StrikePhase;
use super::transport::{AirTransportNumbers, NUMBERS};
use crate::sea::numbers::{self, TopicTables};
use crate::terms::COMMITTED;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Whom};
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, ReadElsewhere, TypedInput as _, UnlessNo};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use liege_rules::position::places::PlaceId;
use liege_rules::{inputs, words};

/// ATPO-REBASE.
pub struct ChangeOfBase;

const RULE: &str = "4.3.6.1";
const CARRIERS: &str = "4.6.2.2";
const UNSUPPLIED: &str = "13.6.3";
/// More stops than any flight has.
const MOST_STOPS: usize = 6;
const MOST_HEXES: u32 = 99;
const HELP: &str = "hexes to each stop, what it is and where: 8, 7 carrier, 6 E2112; panama, hawaii, alaska from the West Coast";

words! {
    /// Where it starts.
    pub enum RebaseStart or Airbase {
        Airbase = "airbase" | "base",
        Carrier = "carrier" | "damaged-carrier" | "cv",
        WestCoast = "west-coast" | "us-west-coast",
    }
}

words! {
    /// When it flies.
    pub enum RebasePhase or NavalAndAir {
        NavalAndAir = "naval-and-air" | "naval" | "na",
        Offensive = "offensive" | "air-offensive",
    }
}

inputs! {
    /// A change of base as typed in.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct TypedRebase {
        /// the air unit with its range: N 4-5/3 JP, B 4-16 US unsupplied
        unit: Rebased = "unit" | "air", RULE;
        /// where it starts: airbase, when not given, carrier, west-coast
        from: RebaseStart = "from" | "start", RULE;
        stops: Stops = STOPS;
        /// naval-and-air, when not given, or offensive
        phase: RebasePhase = "phase", RULE;
        /// weather halves ranges
        halved: bool = "range-halved" | "weather", "1.1";
        /// the last base has room for it; yes when not given
        room: UnlessNo = "room" | "vacant", RULE;
        /// the stop on the way to which it was intercepted and aborted, where that is not fought here
        aborted_at: Option<u8> = "aborted-at" | "aborted", RULE, 1..=6;
        /// the stop on the way to which interceptors meet it; the last when not given
        met_at: Option<u8> = "met-at" | "met", RULE, 1..=6;
        /// fighters that fly along: F 4-10/3 US, N 4-5/3
        _escorts: Option<String> = "escorts", RULE;
        _sneak: ReadElsewhere = combat::SNEAK;
        .._met: MetOnTheWay;
    }
}

const STOPS: Key = Key::new("stops", &["hops"], KeyKind::List, RULE, HELP);

/// A flight from base to base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RebaseFlight {
    typed: TypedRebase,
    aborted: Option<usize>,
    /// The stop on the way to which it is met.
    met_at: usize,
    /// It was shot down there.
    lost: bool,
}

/// The one air unit, with its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebased(Aircraft);

/// The stops in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stops(Vec<Stop>);

/// A base on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Stop {
    text: String,
    hexes: Option<u32>,
    kind: StopKind,
    /// The hex where it is, where that was told.
    at: Option<PlaceId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum StopKind {
    Airbase,
    Airstrip,
    Carrier,
    /// A place that is reached from the West Coast alone.
    Across(&'static str),
}

/// How it went.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RebaseFacts {
    /// Hops that it took.
    pub hops: usize,
    /// Where it ends: the number of the stop, 0 at the start.
    pub ends_at: usize,
    #[serde(skip)]
    told: String,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

impl Sum for ChangeOfBase {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-REBASE";
    const NAME: &'static str = "change-of-base";
    const KEYS: &'static [Key] = TypedRebase::KEYS;
    const CHOICES: &'static [&'static str] =
        &["interceptor_commit", "launch_check_span", "naval_phase_commit", "return_fire_trigger"];
    type Cx = TopicTables<AirTransportNumbers>;
    type Input = RebaseFlight;
    type Facts = RebaseFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, &["naval_phase_commit"])
    }

    fn read(inputs: &Inputs) -> Result<RebaseFlight, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let typed = TypedRebase::fields(inputs, &mut faults).filter(|_| faults.is_empty()).ok_or(faults)?;
        let stops = typed.stops.0.len();
        let [aborted, met_at] = [typed.aborted_at, typed.met_at].map(|stop| stop.map(usize::from));
        let beyond = [("aborted-at", aborted), ("met-at", met_at)]
            .into_iter()
            .find(|(_, stop)| stop.is_some_and(|stop| stop > stops));
        match beyond {
            Some((key, _)) => Err(vec![KeyFault::new(key, format!("there are only {stops} stops"))]),
            None => Ok(RebaseFlight { typed, aborted, met_at: met_at.unwrap_or(stops), lost: false }),
        }
    }

    fn sum(flight: &RebaseFlight, tables: &Self::Cx, log: &mut Log) -> Result<RebaseFacts, Vec<Refusal>> {
        let mut refusals = flight.forbidden(&tables.numbers);
        let mut hops = 0;
        for (at, stop) in flight.stops().iter().enumerate() {
            match flight.hop(at, stop, &tables.numbers, log) {
                Ok(taken) => hops += taken,
                Err(refusal) => refusals.push(refusal),
            }
        }
        let most = match flight.unit().is(AirWord::Unsupplied) {
            true => tables.numbers.rebase.unsupplied_hops,
            false => tables.numbers.rebase.hops,
        };
        if hops > most {
            let rule = if flight.unit().is(AirWord::Unsupplied) { UNSUPPLIED } else { RULE };
            refusals.push(Refusal::new(rule, format!("{hops} hops; at most {most} may be flown")));
        }
        if !refusals.is_empty() {
            return Err(refusals);
        }
        log.line(|| ("hops", format!("{hops} of {most}"), "stacking counts at the end only", RULE));
        if flight.lost {
            let told = format!("shot down on the way to stop {}", flight.met_at);
            log.line(|| (flight.unit().name.clone(), "eliminated", told.clone(), "4.8.7"));
            return Ok(RebaseFacts { hops, ends_at: flight.met_at - 1, told, deeds: Vec::new() });
        }
        let ends_at = flight.aborted.map_or(flight.stops().len(), |stop| stop - 1);
        let told = match flight.aborted {
            None => format!("{hops} of {most} hops"),
            Some(_) if ends_at == 0 => "aborted, back at the base where it started".to_owned(),
            Some(_) => format!("aborted, back at stop {ends_at}"),
        };
        if flight.aborted.is_some() {
            let why = "the last base where it stopped, even if full";
            log.line(|| ("aborted", told.clone(), why, RULE));
        }
        let deeds = flight.arrival(ends_at).into_iter().chain(flight.marks(tables, log)).collect();
        Ok(RebaseFacts { hops, ends_at, told, deeds })
    }

    fn result(facts: &RebaseFacts) -> String {
        facts.told.clone()
    }

    fn deeds(facts: &RebaseFacts) -> Vec<Deed> {
        facts.deeds.clone()
    }
}

impl Crossing for ChangeOfBase {
    fn met(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<PassageInput> {
        let phase = match inputs.word("phase") {
            Some("offensive") => StrikePhase::AirOffensive,
            _ => StrikePhase::NavalAndAir,
        };
        let own = [("unit", false), ("escorts", true)];
        let input = passage::read(inputs, &own, phase, faults)?;
        if inputs.number("aborted-at").is_some() {
            let fault = KeyFault::new("aborted-at", "is the result of the meeting");
            faults.push(fault.help(
                "leave it out, or the interceptors; met-at gives the stop on the way to which they meet",
            ));
        }
        Some(input)
    }

    fn after(flight: &RebaseFlight, left: &Flight, _tables: &Self::Cx) -> RebaseFlight {
        let lost = !left.has(0);
        let aborted = (!lost && !left.flies(0)).then_some(flight.met_at);
        RebaseFlight { aborted, lost, ..flight.clone() }
    }
}

impl RebaseFlight {
    fn unit(&self) -> &Aircraft {
        &self.typed.unit.0
    }

    fn stops(&self) -> &[Stop] {
        &self.typed.stops.0
    }

    fn is_offensive(&self) -> bool {
        self.typed.phase == RebasePhase::Offensive
    }

    fn range(&self) -> u32 {
        let range = u32::from(self.unit().face().range.unwrap_or(0));
        if self.typed.halved { (range / 2).max(1) } else { range }
    }

    fn is_carrier_borne(&self) -> bool {
        self.unit().class == AirClass::NavalAir
    }

    /// What the rules forbid about the flight as a whole.
    fn forbidden(&self, numbers: &AirTransportNumbers) -> Vec<Refusal> {
        let mut all = Vec::new();
        let mut say = |wrong: bool, rule: &str, what: String| {
            if wrong {
                all.push(Refusal::new(rule, what));
            }
        };
        let name = &self.unit().name;
        let carriers = self.typed.from == RebaseStart::Carrier
            || self.stops().iter().any(|stop| stop.kind == StopKind::Carrier);
        say(
            carriers && !self.is_carrier_borne(),
            CARRIERS,
            format!("{name} is not a carrier's Naval-Air unit"),
        );
        let last = self.stops().len().saturating_sub(1);
        let on_the_way = self.stops()[..last].iter().any(|stop| stop.kind == StopKind::Carrier);
        say(on_the_way, CARRIERS, "a carrier can be the start or the end, but not a stop on the way".into());
        let unsupplied = self.unit().is(AirWord::Unsupplied);
        say(
            unsupplied && !self.is_offensive(),
            UNSUPPLIED,
            format!("{name} is out of supply, and can change base only in the Offensive Phase"),
        );
        say(!self.typed.room.0, RULE, "the last base has no room: stacking counts at the end".into());
        let strip = self.stops().iter().any(|stop| stop.kind == StopKind::Airstrip);
        say(
            strip && !self.unit().is_fighter(),
            "4.6.1",
            format!("{name} is not a fighter and cannot land on an airstrip"),
        );
        let across = self.typed.from == RebaseStart::WestCoast;
        let allied = self.unit().nation != Some("JP");
        say(across && !allied, RULE, format!("{name} is Japanese, and cannot start from the US West Coast"));
        let first = self.stops().first().is_some_and(|stop| matches!(stop.kind, StopKind::Across(_)));
        let to = numbers.west_coast.long_range_to.join(", ");
        say(across && !first, RULE, format!("from the US West Coast it flies to one of {to}"));
        all
    }

    /// The hops that the flight to a stop takes.
    fn hop(
        &self,
        at: usize,
        stop: &Stop,
        numbers: &AirTransportNumbers,
        log: &mut Log,
    ) -> Result<usize, Refusal> {
        if let StopKind::Across(place) = stop.kind {
            return self.across(at, place, numbers, log);
        }
        let most = self.range().saturating_mul(numbers.rebase.range_times);
        let hexes = stop.hexes.unwrap_or(0);
        if hexes > most {
            let times = numbers.rebase.range_times;
            let what =
                format!("stop {}: {hexes} hexes are more than {times} times the range, {most}", at + 1);
            return Err(Refusal::new(RULE, what));
        }
        log.line(|| {
            (format!("stop {}", at + 1), stop.text.clone(), format!("{hexes} of {most} hexes"), RULE)
        });
        Ok(1)
    }

    /// From the US West Coast one hop for a long range, else all of them.
    fn across(
        &self,
        at: usize,
        place: &str,
        numbers: &AirTransportNumbers,
        log: &mut Log,
    ) -> Result<usize, Refusal> {
        let coast = &numbers.west_coast;
        let range = self.range();
        let is_long = range >= coast.long_range;
        let (places, hops) = match is_long {
            true => (&coast.long_range_to, 1),
            false => (&coast.short_range_to, numbers.rebase.hops),
        };
        let name = &self.unit().name;
        if at > 0 || self.typed.from != RebaseStart::WestCoast {
            return Err(Refusal::new(
                RULE,
                format!("{place} may omit its hexes only as the first stop from the US West Coast"),
            ));
        }
        if !places.iter().any(|known| known == place) {
            let to = places.join(", ");
            return Err(Refusal::new(
                RULE,
                format!("{name} has a range of {range}, and can cross only to {to}"),
            ));
        }
        log.line(|| {
            let told = if is_long { "one hop" } else { "all hops" };
            (place.to_owned(), told, format!("from the US West Coast, range {range}"), RULE)
        });
        Ok(hops)
    }

    /// The piece of a save comes to the stop where the flight ends; the last one is the target.
    fn arrival(&self, ends_at: usize) -> Option<Deed> {
        let stop = self.stops().get(ends_at.checked_sub(1)?)?;
        let is_last = ends_at == self.stops().len();
        let at = if is_last { None } else { stop.at.clone() };
        let whom = Whom::Unit { name: self.unit().name.clone(), piece: Some(self.unit().piece.clone()?) };
        Some(Deed { whom, act: Act::Advance(at), rule: RULE.into() })
    }

    /// The mark of a unit that has changed base.
    fn marks(&self, tables: &TopicTables<AirTransportNumbers>, log: &mut Log) -> Vec<Deed> {
        let always = tables.choices.is("naval_phase_commit", "rebase_committed");
        if !self.is_offensive() && !always {
            let why = "in the Naval and Air Phase it is free again afterwards (choice naval_phase_commit)";
            log.line(|| (self.unit().name.clone(), "not Committed", why, "4.14.1"));
            return Vec::new();
        }
        let why = match self.is_offensive() {
            true => "it has changed base in an Offensive Phase",
            false => "it has changed base (choice naval_phase_commit)",
        };
        log.line(|| (self.unit().name.clone(), "Committed", why, "4.14.1"));
        let whom = Whom::Unit { name: self.unit().name.clone(), piece: self.unit().piece.clone() };
        vec![Deed { whom, act: Act::Mark(COMMITTED), rule: "4.14.1".into() }]
    }
}
