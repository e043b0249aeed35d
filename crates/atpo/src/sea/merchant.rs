//! Interdiction of the Japanese merchant routes (ATPO-R07, 2.3), and STP given up in place of EP.

use serde::Serialize;
use serde_json::Value;

use super::numbers::{self, DataMonth, Format1, TopicTables, numbers};
use super::typed::{self, TypedPart};
use crate::forces::unit::number_word;
use crate::terms::ACTIVE;
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::inputs::{
    Inputs, Key, KeyFault, KeyKind, Listed, Month, NationWords, TypedInput as _,
};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};
use vassal::diagnostic::counted;

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/merchant_routes.toml";

numbers! {
    /// `merchant_routes.toml`.
    pub struct MerchantNumbers {
        #[serde(rename = "format")]
        _format: Format1,
        submarine: Vec<SubmarineRow>,
        route: MerchantRow,
        okinawa: EpOnly,
        stp: EpOnly,
    }

    struct SubmarineRow { from: DataMonth, to: DataMonth, ep: u32, otherwise: Option<u32> }
    struct MerchantRow { submarines_most: u32, bombers_most: u32, bomber: u32, maru: u32, maru_chits: usize }
    struct EpOnly { ep: u32 }
}

impl MerchantNumbers {
    /// How many of these US submarines on one route a Maru chit counts, and the EP that it adds (17.10.2.2.1).
    pub(crate) fn maru(&self, us: u32) -> (u32, u32) {
        let count = us.min(self.route.submarines_most);
        (count, count.saturating_mul(self.route.maru))
    }
}

/// ATPO-R07.
pub struct Merchants;

const GIVEN: Key = Key::new("routes", &["merchant-routes"], KeyKind::List, "2.3", HELP);

inputs! {
    /// Who attacks which routes, and what Japan gives up.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MerchantWar {
        routes: Vec<Attackers> = GIVEN;
        /// the month, such as 1944-05
        date: Option<Month> = "date" | "month", "2.3";
        /// the Allies hold Okinawa
        okinawa: bool = "okinawa", "2.3";
        /// the Allies hold Iwo Jima
        iwo_jima: bool = "iwo-jima" | "iwo", "2.3";
        /// the Allies hold Formosa
        formosa: bool = "formosa" | "taiwan", "2.3";
        /// empty STP (points) that Japan gives up
        stp: Option<u32> = "stp" | "stp-given-up", "2.3.1.1", 0..=1000;
        /// next EP income of Japan: it never loses more
        income: Option<u32> = "income" | "japanese-income", "2", 0..=10_000;
    }
}

/// Who attacks one route.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attackers {
    name: String,
    us: u32,
    others: u32,
    bombers: u32,
    maru: bool,
}

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MerchantFacts {
    /// EP before STP are given up.
    pub ep: u32,
    /// STP that are given up.
    pub stp: u32,
    /// EP that they spare.
    pub spared: u32,
    /// EP that are lost.
    pub lost: u32,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

const MOST_UNITS: u32 = 100;
const MOST_ROUTES: usize = 20;
const HELP: &str = "routes between semicolons: 4 US submarines, 1 NL, 1 bomber, maru; 2 UK";

impl Sum for Merchants {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R07";
    const NAME: &'static str = "merchant-interdiction";
    const KEYS: &'static [Key] = MerchantWar::KEYS;
    const CHOICES: &'static [&'static str] = &["both_okinawa", "merchant_1943h2"];
    type Cx = TopicTables<MerchantNumbers>;
    type Input = MerchantWar;
    type Facts = MerchantFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<MerchantWar, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let war = MerchantWar::fields(inputs, &mut faults);
        if war.as_ref().is_some_and(|war| war.date.is_none()) {
            faults.push(KeyFault::new("date", "is missing").help("the month, such as 1944-05"));
        }
        war.filter(|_| faults.is_empty()).ok_or(faults)
    }

    fn sum(war: &MerchantWar, tables: &Self::Cx, log: &mut Log) -> Result<MerchantFacts, Vec<Refusal>> {
        let (numbers, stp) = (&tables.numbers, war.stp.unwrap_or(0));
        let chits = war.routes.iter().filter(|route| route.maru).count();
        if chits > numbers.route.maru_chits {
            let told = format!("there are {} Maru chits, one for each route", numbers.route.maru_chits);
            return Err(vec![Refusal::new("17.10.2.2", told)]);
        }
        let each = per_submarine(war.date.as_ref().map_or("", |month| &month.0), tables, log);
        let on_routes = war
            .routes
            .iter()
            .fold(0u32, |sum, route| sum.saturating_add(route.ep(each, &numbers.route, log)));
        let all = on_routes.saturating_add(okinawa(war, tables, log));
        let ep = all.min(war.income.unwrap_or(u32::MAX));
        if ep < all {
            let why = "losses are limited to the next income; EP in Economic Reserve, up to 20, are immune";
            log.line(|| ("limit", format!("{ep} EP"), why, "2"));
        }
        let most = on_routes.min(ep) / numbers.stp.ep.max(1);
        if stp > most {
            let told = format!(
                "{} given up, but {} EP lost on the routes{} allow {most}",
                counted(stp as usize, "STP point"),
                on_routes.min(ep),
                if on_routes > ep { ", limited to the next income," } else { "" }
            );
            return Err(vec![Refusal::new("2.3.1.1", told)]);
        }
        let spared = stp.saturating_mul(numbers.stp.ep);
        let lost = ep.saturating_sub(spared);
        log.line(|| ("EP", ep.to_string(), "off the next income of Japan", "2.3"));
        if stp > 0 {
            let why = format!("{} EP for each point, which must be empty", numbers.stp.ep);
            log.line(|| ("STP given up", format!("{} spare {spared} EP", stp), why, "2.3.1.1"));
        }
        let deeds = deeds(war, lost);
        Ok(MerchantFacts { ep, stp, spared, lost, deeds })
    }

    fn result(facts: &MerchantFacts) -> String {
        let MerchantFacts { ep, stp, spared, lost, .. } = facts;
        let verb = if *lost == 1 { "is" } else { "are" };
        match stp {
            0 => format!("{ep} EP"),
            stp => format!("{ep} EP; giving up {stp} STP spares {spared}, so {lost} EP {verb} lost"),
        }
    }

    fn deeds(facts: &MerchantFacts) -> Vec<Deed> {
        facts.deeds.clone()
    }
}

/// EP for each submarine in this month.
fn per_submarine(date: &str, tables: &TopicTables<MerchantNumbers>, log: &mut Log) -> u32 {
    let in_month = |row: &&SubmarineRow| (row.from.text()..=row.to.text()).contains(&date);
    let Some(row) = tables.numbers.submarine.iter().find(in_month) else {
        log.line(|| ("each submarine", "0 EP", format!("Table 3 has no row for {date}"), "2.3"));
        return 0;
    };
    let otherwise = row.otherwise.filter(|_| tables.choices.is("merchant_1943h2", "2"));
    let ep = otherwise.unwrap_or(row.ep);
    let why = if row.otherwise.is_some() { " (choice merchant_1943h2)" } else { "" };
    log.line(|| ("each submarine", format!("{ep} EP"), format!("Table 3 in {date}{why}"), "2.3"));
    ep
}

/// What the island costs, once in a month.
fn okinawa(war: &MerchantWar, tables: &TopicTables<MerchantNumbers>, log: &mut Log) -> u32 {
    let (second, place) = match tables.choices.get("both_okinawa") {
        Some("okinawa_and_iwo") => (war.iwo_jima, "Okinawa and Iwo Jima"),
        Some("okinawa_and_formosa") => (war.formosa, "Okinawa and Formosa"),
        _ => (true, "only Okinawa"),
    };
    let ep = if war.okinawa && second { tables.numbers.okinawa.ep } else { 0 };
    if war.okinawa {
        let why = format!("for {place}, once in the month (proposed; choice both_okinawa)");
        log.line(|| ("Okinawa", format!("{ep} EP"), why, "2.3"));
    }
    ep
}

impl Attackers {
    fn ep(&self, each: u32, row: &MerchantRow, log: &mut Log) -> u32 {
        let submarines = (self.us + self.others).min(row.submarines_most);
        let under_maru = if self.maru { self.us.min(row.submarines_most) } else { 0 };
        let bombers = self.bombers.min(row.bombers_most);
        let parts = [(submarines, each), (under_maru, row.maru), (bombers, row.bomber)];
        let sum = parts.iter().fold(0u32, |sum, (count, ep)| sum.saturating_add(count.saturating_mul(*ep)));
        log.line(|| {
            let mut told = vec![format!(
                "{submarines} of {} x {each}",
                counted((self.us + self.others) as usize, "submarine")
            )];
            if self.maru {
                told.push(format!("Maru {under_maru} x {}", row.maru));
            }
            if self.bombers > 0 {
                told.push(format!(
                    "{bombers} of {} x {}",
                    counted(self.bombers as usize, "bomber"),
                    row.bomber
                ));
            }
            (self.name.as_str(), format!("{sum} EP"), told.join(", "), "2.3")
        });
        sum
    }
}

fn deeds(war: &MerchantWar, lost: u32) -> Vec<Deed> {
    let thing = |word: &'static str, name: &'static str, by: i64| Deed {
        whom: Whom::Thing(Term::new(word, name)),
        act: Act::Value(by),
        rule: "2.3".into(),
    };
    let mut deeds = Vec::new();
    if lost > 0 {
        deeds.push(thing("jp-loss", "strategic losses of Japan", lost.into()));
    }
    if let Some(stp) = war.stp.filter(|stp| *stp > 0) {
        deeds.push(thing("stp", "Japanese STP", -i64::from(stp)));
    }
    for route in war.routes.iter().filter(|route| route.us + route.others > 0) {
        let whom = Whom::Unit { name: format!("submarines of {}", route.name), piece: None };
        deeds.push(Deed { whom, act: Act::Mark(ACTIVE), rule: "2.3".into() });
    }
    deeds
}

impl Listed for Attackers {
    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Vec<Self>> {
        let Some(value) = inputs.value(key) else {
            if !inputs.yes("okinawa") {
                faults.push(KeyFault::new(key, "is missing").help(HELP));
            }
            return Some(Vec::new());
        };
        Some(routes(value, inputs.nations()).map_err(|more| faults.extend(more)).unwrap_or_default())
    }
}

/// Routes between semicolons, or as a list; a name may stand before a colon.
fn routes(value: &Value, nations: &NationWords) -> Result<Vec<Attackers>, Vec<KeyFault>> {
    let texts: Vec<String> = match value {
        Value::Array(list) => {
            list.iter().map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned)).collect()
        }
        Value::String(text) => text.split(';').map(str::to_owned).collect(),
        other => vec![other.to_string()],
    };
    let texts: Vec<&str> = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
    if texts.len() > MOST_ROUTES {
        return Err(vec![KeyFault::new("routes", format!("more than {MOST_ROUTES} routes"))]);
    }
    if texts.is_empty() {
        return Err(vec![KeyFault::new("routes", "expected at least one route").help(HELP)]);
    }
    let mut faults = Vec::new();
    let mut routes = Vec::new();
    for (index, text) in texts.into_iter().enumerate() {
        let (name, rest) = text.split_once(':').unwrap_or(("", text));
        let name =
            if name.trim().is_empty() { format!("route {}", index + 1) } else { name.trim().to_owned() };
        let mut route = Attackers { name, ..Attackers::default() };
        match typed::parts("routes", &Value::from(rest)) {
            Err(more) => faults.extend(more),
            Ok(parts) => faults.extend(parts.iter().filter_map(|part| route.take(part, nations).err())),
        }
        routes.push(route);
    }
    if faults.is_empty() { Ok(routes) } else { Err(faults) }
}

impl Attackers {
    /// Takes one part of a route.
    fn take(&mut self, part: &TypedPart, nations: &NationWords) -> Result<(), KeyFault> {
        let (mut count, mut bomber, mut maru, mut us) = (None, false, false, false);
        for word in &part.words {
            match word.as_str() {
                "bomber" | "bombers" | "b" => bomber = true,
                "maru" => maru = true,
                "submarine" | "submarines" | "sub" | "subs" | "ss" | "allied" => {}
                word => {
                    let number = number_word(word).and_then(|number| u32::try_from(number).ok());
                    match (number.or_else(|| typed::number(word, MOST_UNITS)), nations.code(word)) {
                        (Some(number), _) if count.is_none() => count = Some(number),
                        (None, Some("JP")) => {
                            return Err(part.fault("routes", "only Allied submarines interdict"));
                        }
                        (None, Some(nation)) => us = nation == "US",
                        _ => {
                            return Err(part
                                .fault("routes", &format!("\"{word}\" is not understood"))
                                .help(HELP));
                        }
                    }
                }
            }
        }
        if maru && (count.is_some() || bomber) {
            return Err(part.fault("routes", "maru must be separated by commas").help(HELP));
        }
        let count = count.unwrap_or(1);
        match () {
            () if maru => self.maru = true,
            () if bomber => self.bombers = (self.bombers + count).min(MOST_UNITS),
            () if us => self.us = (self.us + count).min(MOST_UNITS),
            () => self.others = (self.others + count).min(MOST_UNITS),
        }
        Ok(())
    }
}
