//! The bombing of installations as it is typed in: bombers, targets in their order, the hex, aircraft on the ground.

use serde_json::Value;

use super::target::BombTarget;
use super::{AirBombingTables, BombRun, RULE, SUMMARY};
use crate::air::aircraft::{AirBack, AirClass, AirWord, Aircraft};
use crate::air::combat::keys as combat;
use crate::air::{aircraft, flak};
use crate::magic as chits;
use crate::sea::combat::battle::SideIx;
use liege_rules::inputs;
use liege_rules::play::inputs::{
    Field, Inputs, Key, KeyFault, KeyKind, ReadElsewhere, TypedInput, WordRows, nearest_key,
};
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

const INITIATIVE: Key = flak::initiative(RULE);

inputs! {
    /// What only this procedure has of its keys; the others are read with a strike, too.
    #[derive(Debug)]
    struct BombingKeys {
        /// the unaborted bombers in the hex: Betty:B 4-16, FB 3-7/2, N 4-5/3; FB and N fly as bombers
        bombers: Bombers = "bombers", SUMMARY;
        _targets: ReadElsewhere = TARGET;
        _capacity: ReadElsewhere = CAPACITY;
        /// a fort in the hex
        _fortified: bool = "fortified" | "fort-in-hex", RULE;
        /// aircraft of the hex that ride it out on the ground: F 4-6/3, ATP 2; overstacked: the base has no room for it
        grounded: Grounded = "grounded" | "based" | "on-ground", RULE;
        /// hexes from the base: a bomber of a shorter range is refused
        distance: Option<u8> = "distance" | "hexes", SUMMARY, 0..=99;
        _initiative: ReadElsewhere = INITIATIVE;
        _later_pilots: ReadElsewhere = combat::LATER_PILOTS;
        _magic: ReadElsewhere = combat::MAGIC;
        _magic_side: ReadElsewhere = combat::MAGIC_SIDE;
    }
}

#[derive(Debug)]
struct Bombers(Vec<Aircraft>);

impl Field for Bombers {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        Some(Self(listed(inputs, (key, "the", BOMBER_WORDS), faults)))
    }
}

#[derive(Debug)]
struct Grounded(Vec<Aircraft>);

impl Field for Grounded {
    const KIND: KeyKind = KeyKind::List;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let words = [AirWord::OnGround, AirWord::Overstacked];
        let mut units = listed(inputs, (key, "grounded", &words), faults);
        // A point of air transport is its step.
        let points = |unit: &&mut Aircraft| unit.class == AirClass::Transport && unit.face().strength < 2;
        units.iter_mut().filter(points).for_each(|unit| unit.back = AirBack::Blank);
        Some(Self(units))
    }
}

fn listed(
    inputs: &Inputs,
    (key, whose, words): (&str, &str, &[AirWord]),
    faults: &mut Vec<KeyFault>,
) -> Vec<Aircraft> {
    let read = inputs.value(key).map(|value| aircraft(key, whose, value, words, inputs.nations()));
    read.unwrap_or_else(|| Ok(Vec::new())).map_err(|more| faults.extend(more)).unwrap_or_default()
}

/// A bombing of installations as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BombingMission {
    pub(super) bombers: Vec<Aircraft>,
    targets: Vec<(&'static str, Vec<usize>)>,
    pub(super) capacity: u32,
    pub(super) fortified: bool,
    /// Aircraft of the hex that ride it out on the ground.
    pub(super) grounded: Vec<Aircraft>,
    distance: Option<u8>,
    /// Who has the Initiative, where it was told.
    pub(super) chooser: Option<Role>,
    /// Japan has had an air unit of the later quality on a base of the map (4.8.7.1).
    pub(super) later_pilots: bool,
    /// An Air Magic chit: whose, and its number (17.10.2.1.1).
    pub(super) magic: Option<(SideIx, u8)>,
}

impl TypedInput for BombingMission {
    const KEYS: &'static [Key] = BombingKeys::KEYS;

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let BombingKeys { bombers, grounded, distance, .. } = BombingKeys::fields(inputs, faults)?;
        if bombers.0.is_empty() && faults.is_empty() {
            let missing = KeyFault::new("bombers", "is missing");
            faults.push(missing.help("the bombers in the hex: Betty:B 4-16, FB 3-7/2"));
        }
        let all = (0..bombers.0.len()).collect();
        Some(Self { distance, ..Self::of(inputs, (bombers.0, all), grounded.0, faults) })
    }
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
        let owners =
            if self.magic.is_some_and(|(side, _)| side == 0) { &self.bombers } else { &self.grounded };
        let nations = owners.iter().filter(|_| self.magic.is_some()).map(|unit| unit.nation);
        refusals.extend(tables.helped.refused_in_the_air(nations));
        let mut targets = Vec::new();
        for (word, bombers) in &self.targets {
            let row = tables.of.numbers.row(word);
            let other = tables.of.choices.is("burma_rail_target", "air 1/+2");
            let resistance = row.and_then(|row| row.air_otherwise.filter(|_| other).or(row.air));
            match row.cloned().zip(resistance) {
                Some((row, resistance)) => {
                    targets.push(BombTarget { row, resistance, bombers: bombers.clone() });
                }
                None => refusals.push(Refusal::new(RULE, format!("the data have no target {word}"))),
            }
        }
        match refusals.is_empty() {
            true => Ok(BombRun { mission: self, targets, units: tables.units.clone() }),
            false => Err(refusals),
        }
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
