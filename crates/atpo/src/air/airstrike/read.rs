//! The bombing of installations as it is typed in: bombers, targets in their order, the hex, aircraft on the ground.

use serde_json::Value;

use super::target::BombTarget;
use super::{AirBombingTables, BombRun, RULE, SUMMARY};
use crate::air::aircraft::{AirBack, AirClass, AirWord, Aircraft};
use crate::air::combat::keys as combat;
use crate::air::{aircraft, flak};
use crate::magic as chits;
use crate::sea::combat::battle::SideIx;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, KeyKind, WordRows, nearest_key};
use liege_rules::play::procedure::{Refusal, Role};

/// More targets than any hex has.
const MOST_TARGETS: usize = 12;
/// Words beyond the counter that a bomber can have here.
const BOMBER_WORDS: &[AirWord] = &[
    AirWord::AsBomber,
    AirWord::AsFighter,
    AirWord::Carrier,
    AirWord::Committed,
    AirWord::PreviouslyCommitted,
    AirWord::Unsupplied,
    AirWord::Halved,
];
const HELP: &str = "airbase, or several in their order with who bombs each: airbase: A, B; port: C";

/// The targets by their words in the data.
const TARGETS: WordRows = &[
    ("airstrip", &["dirt-strip", "strip"]),
    ("airbase", &["base", "airfield"]),
    ("small-airbase", &["small-airfield"]),
    ("large-airbase", &["large-airfield"]),
    ("coastal-fort", &[]),
    ("fortification", &["fort"]),
    ("permanent-fort", &["permanent-fortification"]),
    ("port", &["minor-port"]),
    ("major-port", &[]),
    ("mulberry", &[]),
    ("radar", &[]),
    ("rocket-site", &["rocket"]),
    ("burma-railway", &["burma-rail", "railway"]),
    ("engineer", &[]),
];

/// What is bombed.
pub const TARGET: Key = Key::new("target", &["installation"], KeyKind::List, RULE, HELP);
/// What the hex holds.
pub const CAPACITY: Key = Key::new(
    "capacity",
    &["airbase-capacity"],
    KeyKind::Number(0, 20),
    RULE,
    "airbase capacity of the hex, 0 when not given",
);

/// The keys of the procedure.
pub const KEYS: &[Key] = &[
    Key::new(
        "bombers",
        &[],
        KeyKind::List,
        SUMMARY,
        "the unaborted bombers in the hex: Betty:B 4-16, FB 3-7/2, N 4-5/3; FB and N fly as bombers",
    ),
    TARGET,
    CAPACITY,
    Key::new("fortified", &["fort-in-hex"], KeyKind::YesNo, RULE, "a fort in the hex"),
    Key::new(
        "grounded",
        &["based", "on-ground"],
        KeyKind::List,
        RULE,
        "aircraft of the hex that ride it out on the ground: F 4-6/3, ATP 2; overstacked: the base has no room for it",
    ),
    Key::new(
        "distance",
        &["hexes"],
        KeyKind::Number(0, 99),
        SUMMARY,
        "hexes from the base: a bomber of a shorter range is refused",
    ),
    flak::initiative(RULE),
    combat::LATER_PILOTS,
    combat::MAGIC,
    combat::MAGIC_SIDE,
];

/// A bombing of installations as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BombingMission {
    bombers: Vec<Aircraft>,
    targets: Vec<(&'static str, Vec<usize>)>,
    capacity: u32,
    fortified: bool,
    grounded: Vec<Aircraft>,
    distance: Option<u8>,
    chooser: Option<Role>,
    later_pilots: bool,
    magic: Option<(SideIx, u8)>,
}

/// Reads all of it.
pub(super) fn mission(inputs: &Inputs) -> Result<BombingMission, Vec<KeyFault>> {
    let mut faults = Vec::new();
    let mut list = |key: &str, whose: &str, words: &[AirWord]| {
        let read = inputs.value(key).map(|value| aircraft(key, whose, value, words, inputs.nations()));
        read.unwrap_or_else(|| Ok(Vec::new())).map_err(|more| faults.extend(more)).unwrap_or_default()
    };
    let bombers = list("bombers", "the", BOMBER_WORDS);
    let mut grounded = list("grounded", "grounded", &[AirWord::OnGround, AirWord::Overstacked]);
    // A point of air transport is its step.
    for unit in
        grounded.iter_mut().filter(|unit| unit.class == AirClass::Transport && unit.face().strength < 2)
    {
        unit.back = AirBack::Blank;
    }
    if bombers.is_empty() && faults.is_empty() {
        let missing = KeyFault::new("bombers", "is missing");
        faults.push(missing.help("the bombers in the hex: Betty:B 4-16, FB 3-7/2"));
    }
    let all = (0..bombers.len()).collect();
    let distance = inputs.number("distance").and_then(|hexes| u8::try_from(hexes).ok());
    let mission =
        BombingMission { distance, ..BombingMission::of(inputs, (bombers, all), grounded, &mut faults) };
    if faults.is_empty() { Ok(mission) } else { Err(faults) }
}

/// The targets in their order, each with its bombers.
fn targets(
    value: Option<&Value>,
    units: &[Aircraft],
    bombers: &[usize],
    faults: &mut Vec<KeyFault>,
) -> Vec<(&'static str, Vec<usize>)> {
    let texts: Vec<String> = match value {
        Some(Value::Array(list)) => {
            list.iter().map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned)).collect()
        }
        Some(Value::String(text)) => text.split(';').map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    let texts: Vec<&str> = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
    let fault = |what: String| KeyFault::new("target", what).help(HELP);
    if texts.is_empty() {
        faults.push(fault("is missing".into()));
    }
    if texts.len() > MOST_TARGETS {
        faults.push(fault(format!("more than {MOST_TARGETS} targets")));
        return Vec::new();
    }
    let mut read = Vec::new();
    for (at, text) in texts.iter().enumerate() {
        let (word, names) = text.split_once(':').map_or((*text, None), |(word, names)| (word, Some(names)));
        let Some(word) = known(word, faults) else { continue };
        if word == "airbase" && at + 1 < texts.len() {
            let what = "an airbase before another target: say small-airbase or large-airbase, since its capacity is gone for \
                        what follows";
            faults.push(fault(what.into()));
        }
        match names {
            Some(names) => read.push((word, named(names, units, faults))),
            None if texts.len() == 1 => read.push((word, bombers.to_vec())),
            None => faults.push(fault(format!("{word}: no bombers are named for it"))),
        }
    }
    read
}

/// The word of the data for a target.
fn known(word: &str, faults: &mut Vec<KeyFault>) -> Option<&'static str> {
    let plain = word.trim().to_lowercase().replace([' ', '_'], "-");
    let row = TARGETS.iter().find(|(known, more)| *known == plain || more.contains(&plain.as_str()));
    if row.is_none() {
        let fault = KeyFault::new("target", format!("unknown installation \"{}\"", word.trim()));
        let near = nearest_key(&plain, TARGETS.iter().map(|(word, _)| *word));
        faults.push(fault.help(near.map_or(HELP.to_owned(), |near| format!("did you mean `{near}`?"))));
    }
    row.map(|(word, _)| *word)
}

/// The bombers of these names.
fn named(names: &str, bombers: &[Aircraft], faults: &mut Vec<KeyFault>) -> Vec<usize> {
    let mut found = Vec::new();
    for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match bombers.iter().position(|unit| unit.name.eq_ignore_ascii_case(name)) {
            Some(at) if found.contains(&at) => {
                faults.push(KeyFault::new("target", format!("{name} is named twice for one target")));
            }
            Some(at) => found.push(at),
            None => {
                let all: Vec<&str> = bombers.iter().map(|unit| unit.name.as_str()).collect();
                let fault = KeyFault::new("target", format!("no bomber is called {name}"));
                faults.push(fault.help(format!("there are {}", all.join(", "))));
            }
        }
    }
    found
}

impl BombingMission {
    /// The units that bomb something.
    #[must_use]
    pub fn assigned(&self) -> Vec<usize> {
        self.targets.iter().flat_map(|(_, bombers)| bombers.iter().copied()).collect()
    }

    /// A mission of the air units of a side, of which some bomb: those that a target names, or all of these where one
    /// target names none. The keys are those of the procedure but for the air units.
    pub fn of(
        inputs: &Inputs,
        (units, bombers): (Vec<Aircraft>, Vec<usize>),
        grounded: Vec<Aircraft>,
        faults: &mut Vec<KeyFault>,
    ) -> Self {
        let targets = targets(inputs.value("target"), &units, &bombers, faults);
        let chooser = flak::chooser(inputs);
        let japanese = [&units, &grounded].map(|units| units.iter().any(|unit| unit.nation == Some("JP")));
        let magic = chits::played(inputs, japanese, "Air", faults);
        let number = |key: &str| inputs.number(key);
        Self {
            bombers: units,
            targets,
            capacity: number("capacity").and_then(|points| u32::try_from(points).ok()).unwrap_or(0),
            fortified: inputs.yes("fortified"),
            grounded,
            distance: None,
            chooser,
            later_pilots: inputs.yes("quality-4"),
            magic,
        }
    }

    /// The run, unless the rules forbid it.
    pub(super) fn run(self, tables: &AirBombingTables) -> Result<BombRun, Vec<Refusal>> {
        let mut refusals = Vec::new();
        for (at, unit) in self.bombers.iter().enumerate() {
            let targets = self.targets.iter().filter(|(_, bombers)| bombers.contains(&at)).count();
            if targets > 0 {
                refusals.extend(self.against(unit));
            }
            if targets > 1 {
                refusals.push(Refusal::new(RULE, format!("{} bombs one installation only", unit.name)));
            }
        }
        refusals.extend(self.against_magic(tables));
        let mut targets = Vec::new();
        for (word, bombers) in self.targets {
            let row = tables.of.numbers.row(word);
            let other = tables.of.choices.is("burma_rail_target", "air 1/+2");
            let resistance = row.and_then(|row| row.air_otherwise.filter(|_| other).or(row.air));
            match row.cloned().zip(resistance) {
                Some((row, resistance)) => targets.push(BombTarget { row, resistance, bombers }),
                None => refusals.push(Refusal::new(RULE, format!("the data have no target {word}"))),
            }
        }
        if !refusals.is_empty() {
            return Err(refusals);
        }
        Ok(BombRun {
            bombers: self.bombers,
            targets,
            capacity: self.capacity,
            fortified: self.fortified,
            grounded: self.grounded,
            chooser: self.chooser,
            later_pilots: self.later_pilots,
            magic: self.magic,
        })
    }

    /// Air Magic is for bombers of the US, the UK and the Commonwealth, and against those of their enemies.
    fn against_magic(&self, tables: &AirBombingTables) -> Option<Refusal> {
        let (side, _) = self.magic?;
        let owners = if side == 0 { &self.bombers } else { &self.grounded };
        let mut nations = owners.iter().filter_map(|unit| unit.nation);
        let other = nations.find(|nation| !tables.helped.helps(Some(nation)))?;
        let reason = format!("Air Magic is only for US, UK and Commonwealth units, and one is of {other}");
        Some(Refusal::new("17.10.2.1.1", reason))
    }

    /// Why a unit may not bomb.
    fn against(&self, unit: &Aircraft) -> Vec<Refusal> {
        let mut all = Vec::new();
        let mut say =
            |rule: &str, what: String| all.push(Refusal::new(rule, format!("{} {what}", unit.name)));
        if unit.is(AirWord::AsFighter) && unit.may_choose() {
            say(SUMMARY, "flies as a fighter, and cannot bomb after dropping its bombs".into());
        } else if !unit.may_bomb() {
            say(SUMMARY, "is not a bomber".into());
        }
        if unit.is(AirWord::PreviouslyCommitted) || unit.is(AirWord::Committed) && !unit.is(AirWord::Carrier)
        {
            say("4.3.8", "has already flown".into());
        }
        if let Some((hexes, range)) =
            self.distance.zip(unit.face().range).filter(|(hexes, range)| hexes > range)
        {
            say(SUMMARY, format!("has a range of {range}, not {hexes}"));
        }
        if unit.is(AirWord::Unsupplied) && self.distance.is_some_and(|hexes| hexes > 1) {
            say("13.6.3", "is out of supply, and flies only to an adjacent hex".into());
        }
        all
    }
}
