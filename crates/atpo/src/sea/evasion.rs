//! Evasion of a naval interception (ATPO-R11, 3.8.4, 17.2): by speed, and by an Evasion chit.

use serde::Serialize;

use super::night::{NUMBERS, NightNumbers};
use super::numbers::{self, TopicTables};
use super::ship::NavalUnit;
use super::typed;
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Field, Inputs, Key, KeyFault, KeyKind, TypedInput as _};
use liege_rules::play::procedure::{ContextError, Log, Refusal, Sum};

/// ATPO-R11.
pub struct Evasion;

/// Who was found by whom, and what may save him.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chase {
    /// The slowest speed of the target.
    pub(super) target: u32,
    /// The slowest speed of the group that found it.
    pub(super) interceptor: u32,
    pub(super) automatic: bool,
    pub(super) natural_6: bool,
    pub(super) amphibious: bool,
    pub(super) chit: Option<ChitCase>,
}

/// What the limits of an Evasion chit depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChitCase {
    pub(super) us: bool,
    /// US gunnery points and all of them, when they were told.
    pub(super) share: Option<(u32, u32)>,
    pub(super) sea_area: bool,
    pub(super) near_japan: bool,
    pub(super) submarine: bool,
    pub(super) lies: bool,
}

/// What comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct EvasionFacts {
    /// By speed.
    pub by_speed: bool,
    /// By the Evasion chit.
    pub by_chit: bool,
    /// Whether enemy aircraft may attack it.
    pub located: bool,
    /// Whether an amphibious assault in the hex is given up by evading.
    pub assault_lost: bool,
}

const FASTEST: u32 = 99;

inputs! {
    /// All that can be typed in.
    struct EvasionKeys {
        /// current speeds of the ships that were intercepted, all in the hex: 33, 31; the slowest counts
        target: Slowest = "target" | "target-speed" | "intercepted", "3.8.4";
        /// current speeds of the group that found them; the slowest counts
        interceptor: Slowest = "interceptor" | "interceptor-speed" | "search-group", "3.8.4";
        /// the interception needed no die
        automatic: bool = "automatic", "3.8.4.2";
        /// the interception was a natural 6
        natural_6: bool = "natural-6" | "six", "3.8.1";
        /// the target is to assault in this hex
        amphibious: bool = "amphibious" | "landing", "3.8.4.1";
        /// the US uses an Evasion chit
        chit: bool = "chit" | "evasion-chit", "17.2.2";
        /// nation of the target; US when a chit is used and nothing given
        nation: Option<String> = "nation" | "side", "17.2.2";
        /// gunnery points of its US ships, Naval-Air strength aboard included
        us_gunnery: Option<u32> = "us-gunnery" | "us-points", "17.2.2", 0..=10_000;
        /// gunnery points of all its ships, Naval-Air strength aboard included
        gunnery: Option<u32> = "gunnery" | "all-gunnery", "17.2.2", 0..=10_000;
        /// in a large sea area
        sea_area: bool = "sea-area" | "large-sea-area", "17.2.3";
        /// within one hex of a Japanese home coastal hex
        near_japan: bool = "near-japan" | "beside-japan", "17.2.3";
        /// the target is a submarine
        submarine: bool = "submarine", "17.2.3";
        /// the target already has an Evasion chit
        chit_lies: bool = "chit-lies" | "under-chit", "17.2.2";
    }
}

impl Sum for Evasion {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R11";
    const NAME: &'static str = "evasion";
    const KEYS: &'static [Key] = EvasionKeys::KEYS;
    const CHOICES: &'static [&'static str] = &["natural_6_automatic"];
    type Cx = TopicTables<NightNumbers>;
    type Input = Chase;
    type Facts = EvasionFacts;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Chase, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let Some(keys) = EvasionKeys::fields(inputs, &mut faults) else { return Err(faults) };
        let chit = keys.chit(inputs, &mut faults);
        let EvasionKeys { target, interceptor, automatic, natural_6, amphibious, .. } = keys;
        if automatic && natural_6 {
            let told = "an automatic interception needed no die, so it was not a natural 6";
            faults.push(KeyFault::new("natural-6", told));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(Chase { target: target.0, interceptor: interceptor.0, automatic, natural_6, amphibious, chit })
    }

    fn sum(chase: &Chase, tables: &Self::Cx, log: &mut Log) -> Result<EvasionFacts, Vec<Refusal>> {
        let refusals: Vec<Refusal> =
            chase.chit.iter().flat_map(|chit| against(*chit, tables.numbers.us_share_percent())).collect();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let by_speed = chase.by_speed(tables, log);
        Ok(chase.evades(by_speed, chase.chit.is_some(), log))
    }

    fn result(facts: &EvasionFacts) -> String {
        match (facts.by_speed, facts.by_chit) {
            (true, _) => "may evade".into(),
            (false, true) => "speed does not help, the chit does".into(),
            (false, false) => "cannot evade".into(),
        }
    }
}

impl Evasion {
    /// The key of a field, for an encounter with an Evasion chit.
    pub(super) const fn key(name: &str) -> Key {
        inputs::key(EvasionKeys::KEYS, name)
    }
}

impl Chase {
    /// Whether the target is fast enough to evade.
    pub(super) fn by_speed(&self, tables: &TopicTables<NightNumbers>, log: &mut Log) -> bool {
        let six = self.natural_6 && tables.choices.is("natural_6_automatic", "yes");
        let faster = self.target > self.interceptor;
        let by_speed = faster && !self.automatic && !six;
        log.line(|| {
            let (own, other) = (self.target, self.interceptor);
            let speeds = match self.automatic {
                true => String::new(),
                false => format!("slowest {own} against slowest {other}: "),
            };
            let cause = match () {
                () if self.automatic => "an automatic interception is not evaded by speed",
                () if six => "a natural 6 is automatic (choice natural_6_automatic)",
                () if faster => "the target is faster",
                () => "the target must be faster than the group that found it",
            };
            let value = if by_speed { "evades" } else { "does not help" };
            ("speed", value, format!("{speeds}{cause}"), "3.8.4")
        });
        by_speed
    }

    /// What evading by speed, by a chit, by both or by neither brings.
    pub(super) fn evades(&self, by_speed: bool, by_chit: bool, log: &mut Log) -> EvasionFacts {
        if by_chit {
            log.line(|| {
                let cause = "evades any interception and search; no air attack or interception for the rest of the Phase";
                ("Evasion chit", "evades", cause, "17.2.2")
            });
        }
        let evades = by_speed || by_chit;
        let facts =
            EvasionFacts { by_speed, by_chit, located: true, assault_lost: evades && self.amphibious };
        log.line(|| {
            let value = if by_chit { "located, but not attacked" } else { "located for air attack" };
            ("target", value, "an evaded interception is a success nonetheless", "3.8.4")
        });
        if facts.assault_lost {
            let cause = "ships that evade in their landing hex cannot assault this month";
            log.line(|| ("amphibious assault", "given up by evading", cause, "3.8.4.1"));
        }
        facts
    }
}

/// The lowest of the speeds in a list.
struct Slowest(u32);

impl Field for Slowest {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        Some(Self(slowest(key, inputs).map_err(|more| faults.extend(more)).unwrap_or_default()))
    }
}

/// Each part has one number.
fn slowest(key: &str, inputs: &Inputs) -> Result<u32, Vec<KeyFault>> {
    let Some(value) = inputs.value(key) else {
        return Err(vec![KeyFault::new(key, "is missing").help("current speeds, such as 33, 31")]);
    };
    let mut faults = Vec::new();
    let mut lowest = None;
    for part in typed::parts(key, value)? {
        let numbers = part.words.iter().filter_map(|word| word.parse::<u32>().ok());
        match numbers.collect::<Vec<_>>()[..] {
            [speed] if (1..=FASTEST).contains(&speed) => {
                lowest = Some(lowest.map_or(speed, |lowest: u32| lowest.min(speed)));
            }
            _ => faults.push(part.fault(key, &format!("expected one speed from 1 to {FASTEST}"))),
        }
    }
    match lowest {
        Some(lowest) if faults.is_empty() => Ok(lowest),
        None if faults.is_empty() => Err(vec![KeyFault::new(key, "expected at least one speed")]),
        _ => Err(faults),
    }
}

/// US gunnery points and all of them, when both were told.
pub(super) fn share(own: Option<u32>, all: Option<u32>, faults: &mut Vec<KeyFault>) -> Option<(u32, u32)> {
    let (key, what) = match (own, all) {
        (Some(own), Some(all)) if own > all => {
            ("us-gunnery", format!("{own} of {all} points cannot be US points"))
        }
        (Some(own), Some(all)) => return Some((own, all)),
        (None, None) => return None,
        (Some(_), None) => ("gunnery", "is missing: of how many points in all".to_owned()),
        (None, Some(_)) => ("us-gunnery", "is missing: how many of the points are US points".to_owned()),
    };
    faults.push(KeyFault::new(key, what));
    None
}

impl EvasionKeys {
    /// The case of the chit, when one is used; its keys alone are a fault.
    fn chit(&self, inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<ChitCase> {
        let typed = self.nation.as_deref().unwrap_or_default();
        let nation = inputs.nation(typed);
        if nation.is_none() && !typed.is_empty() {
            faults.push(KeyFault::new("nation", format!("no nation \"{typed}\"")).help("JP, US, UK …"));
        }
        let share = share(self.us_gunnery, self.gunnery, faults);
        let of_chits = [
            ("near-japan", self.near_japan),
            ("chit-lies", self.chit_lies),
            ("us-gunnery", self.us_gunnery.is_some()),
            ("gunnery", self.gunnery.is_some()),
        ];
        for (key, _) in of_chits.into_iter().filter(|(_, given)| *given && !self.chit) {
            let fault = KeyFault::new(key, "counts for an Evasion chit, but none is used");
            faults.push(fault.help("give chit=yes, or leave it out"));
        }
        self.chit.then_some(ChitCase {
            us: nation.is_none_or(|nation| nation == "US"),
            share,
            sea_area: self.sea_area,
            near_japan: self.near_japan,
            submarine: self.submarine,
            lies: self.chit_lies,
        })
    }
}

/// Whether a ship is of the US, as is assumed of one that names no nation.
pub(super) fn is_us(unit: &NavalUnit) -> bool {
    unit.nation.is_none_or(|nation| nation == "US")
}

/// The limits of Evasion chits.
pub(super) fn against(chit: ChitCase, percent: u32) -> Vec<Refusal> {
    let is_us = match chit.share {
        Some((own, all)) => u64::from(own) * 100 >= u64::from(all) * u64::from(percent) && all > 0,
        None => chit.us,
    };
    let limits = [
        (!is_us, "17.2.2", "an Evasion chit is for a force with at least half its gunnery points US"),
        (chit.lies, "17.2.2", "the force already has an Evasion chit; it cannot be intercepted this Phase"),
        (chit.sea_area, "17.2.3", "Evasion chits cannot be used in a large sea area"),
        (
            chit.near_japan,
            "17.2.3",
            "Evasion chits cannot be used within one hex of a Japanese home coastal hex",
        ),
        (chit.submarine, "17.2.3", "Evasion chits cannot be used for a submarine"),
    ];
    limits.into_iter().filter(|(holds, ..)| *holds).map(|(_, rule, told)| Refusal::new(rule, told)).collect()
}
