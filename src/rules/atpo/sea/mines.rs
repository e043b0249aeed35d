//! Port mines (ATPO-R12, 3.9.2): one attack on each ship and each point of sea transport that enters an enemy port.

use serde::Serialize;

use super::damage::{self, Afloat, HitUnit};

use super::ship::{NavalUnit, ShipClass};
use super::shot::{Added, Shot};
use super::tables::SeaTables;
use crate::diagnostic::counted;
use crate::rules::atpo::ground::{Ground, GroundMap, Port};
use crate::rules::choices::Setting;
use crate::rules::data::{DataError, Files};
use crate::rules::deeds::Deed;
use crate::rules::dice::Dice;
use crate::rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use crate::rules::losses::UnitLoss;
use crate::rules::places::{Hex, Places};
use crate::rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal, Role};

/// ATPO-R12.
pub struct PortMines;

/// The side whose ships enter.
const ENTERING: Role = Role::new("entering");

const RULE: &str = "3.9.2";
const ADDED_RULE: &str = "3.9.2.1";

const KEYS: &[Key] = &[
    Key::new(
        "ships",
        &["entering", "task-force"],
        KeyKind::List,
        RULE,
        "all that enter: CA 2-8/1-6, 2 x DD 0-5, STP 5",
    ),
    Key::new(
        "port",
        &[],
        KeyKind::word(&[
            ("minor", &["small"]),
            ("major", &["large"]),
            ("city", &["dot", "yellow-dot", "none"]),
        ]),
        RULE,
        "minor or major; city is a yellow dot without a Port symbol",
    ),
    Key::new(
        "hex",
        &["target"],
        KeyKind::List,
        RULE,
        "the hex of the port, whose port and fort the map tells: W2112",
    ),
    Key::new("enlarged", &["enlargement"], KeyKind::YesNo, ADDED_RULE, "the port has a Harbor Enlargement"),
    Key::new(
        "fortified",
        &["fort"],
        KeyKind::YesNo,
        ADDED_RULE,
        "a working fort in the hex; the map's when not given",
    ),
];

/// What enters, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortEntry {
    ships: Vec<NavalUnit>,
    port: Option<String>,
    hex: Option<Hex>,
    enlarged: bool,
    fortified: Option<bool>,
}

/// What mines need to know.
pub struct MinedMap {
    tables: SeaTables,
    map: GroundMap,
}

/// A mined port with all that enter.
pub struct Minefield {
    ships: Vec<NavalUnit>,
    /// The ship of each attack; a counter of sea transport once for each point.
    attacks: Vec<usize>,
    port: String,
    added: Vec<Added<'static>>,
}

/// How far the attacks have come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MinesState {
    done: usize,
    afloat: Afloat,
}

/// What the mines did.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MinesOutcome {
    /// The units that were hit.
    pub hit: Vec<HitUnit>,
}

impl Procedure for PortMines {
    const ID: &'static str = "ATPO-R12";
    const MEASURE: Option<&'static str> = Some(damage::MEASURE);
    type Cx = MinedMap;
    type Input = PortEntry;
    type Battle = Minefield;
    type State = MinesState;
    type Outcome = MinesOutcome;

    fn begin(entry: PortEntry, cx: &MinedMap) -> Result<(Minefield, MinesState), Vec<Refusal>> {
        let field = field(entry, cx).map_err(|refusal| vec![refusal])?;
        let state = MinesState { done: 0, afloat: Afloat::all(&field.ships) };
        Ok((field, state))
    }

    fn step<'b>(
        field: &'b Minefield,
        mut state: MinesState,
        cx: &'b MinedMap,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, MinesState, MinesOutcome> {
        if state.done == 0 {
            field.tell(log);
        }
        let Some(&ship) = field.attacks.get(state.done) else {
            state.afloat.tell_cargo(&field.ships, log);
            return Flow::Done(MinesOutcome { hit: state.afloat.hit(&field.ships) });
        };
        let armor = state.afloat.armor(&field.ships, ship);
        let mut shot = Shot::new("mines", &field.ships[ship].name, armor, RULE);
        shot.added.clone_from(&field.added);
        shot.above = cx.tables.must_exceed();
        shot.twelve_hits = true;
        let hit = shot.roll(false, dice, log);
        state.afloat.strike(&field.ships, ship, hit, log);
        state.done += 1;
        Flow::Next(state)
    }

    fn has_alike(field: &Minefield) -> bool {
        damage::any_alike(&field.ships)
    }

    fn alike(field: &Minefield, state: MinesState) -> MinesState {
        // Ships without an attack stay as they are, so all before the next one are done with.
        let done = field.attacks.get(state.done).map_or(field.ships.len(), |next| *next);
        MinesState { afloat: state.afloat.in_order(&field.ships, done), ..state }
    }

    fn so_far(field: &Minefield, state: &MinesState, _: &MinedMap) -> MinesOutcome {
        MinesOutcome { hit: state.afloat.hit(&field.ships) }
    }

    fn result(outcome: &MinesOutcome) -> String {
        if outcome.hit.is_empty() { "no hit".into() } else { damage::in_words(&outcome.hit) }
    }

    fn deeds(outcome: &MinesOutcome) -> Vec<Deed> {
        damage::deeds(&outcome.hit)
    }

    fn losses(field: &Minefield, outcome: &MinesOutcome) -> Vec<UnitLoss> {
        damage::losses(&[(ENTERING, &field.ships, &outcome.hit)])
    }
}

impl Minefield {
    fn tell(&self, log: &mut Log) {
        log.line(|| ("port", self.port.clone(), counted(self.attacks.len(), "attack"), RULE));
        for boat in self.ships.iter().filter(|ship| ship.class == ShipClass::Submarine) {
            log.line(|| (boat.name.clone(), "no attack", "a submarine infiltrates an enemy port", RULE));
        }
    }
}

/// The mines of a port, unless it has none.
fn field(entry: PortEntry, cx: &MinedMap) -> Result<Minefield, Refusal> {
    let ground = entry.hex.map(|hex| (hex, cx.map.facts(hex)));
    let symbol = match ground {
        Some((hex, None)) => return Err(Refusal::new(RULE, format!("the map has no hex {hex}"))),
        Some((hex, Some(ground))) => symbol(hex, ground, entry.enlarged)?,
        None => "minor",
    };
    let port = entry.port.as_deref().unwrap_or(symbol);
    if port == "city" && !entry.enlarged {
        return Err(Refusal::new(RULE, "a yellow dot is no Port symbol: there are no mines"));
    }
    let numbers = &cx.tables.numbers.mines;
    let fort = entry
        .fortified
        .unwrap_or(ground.is_some_and(|(_, ground)| ground.is_some_and(|hex| hex.permanent_fort)));
    let (size, more) = match (port, entry.enlarged) {
        (_, true) => (("enlarged port", numbers.major, ADDED_RULE), "enlarged"),
        ("major", _) => (("major port", numbers.major, ADDED_RULE), "major"),
        _ => (("minor port", 0, ADDED_RULE), "minor"),
    };
    let escorts = entry.ships.iter().filter(|ship| ship.class.is_escort()).count();
    // At most 60 ships are read.
    let escorts = i32::try_from(escorts).unwrap_or(i32::MAX);
    let escorts = ("destroyers and destroyer escorts", numbers.escort.saturating_mul(escorts), ADDED_RULE);
    let fort = ("fortified", if fort { numbers.fortified } else { 0 }, ADDED_RULE);
    let mined = |(at, ship): (usize, &NavalUnit)| match ship.class {
        ShipClass::Submarine => Vec::new(),
        _ => vec![at; usize::from(ship.points.max(1))],
    };
    let attacks = entry.ships.iter().enumerate().flat_map(mined).collect();
    let place = entry.hex.map(|hex| format!(" in {hex}")).unwrap_or_default();
    let port = format!("{more}{}{place}", if fort.1 == 0 { "" } else { ", fortified" });
    Ok(Minefield { ships: entry.ships, attacks, port, added: vec![fort, size, escorts] })
}

/// The kind of port that a hex has by the map; none with mines where there is no Port symbol (demand ATPO-P13).
fn symbol(hex: Hex, ground: &Ground, enlarged: bool) -> Result<&'static str, Refusal> {
    match ground.port {
        Some(Port::Major | Port::Unlimited) => Ok("major"),
        Some(Port::Minor) => Ok("minor"),
        // A Harbor Enlargement makes a major port of it (14.6.1).
        Some(Port::City) if enlarged => Ok("city"),
        Some(Port::City) | None => {
            let name = if ground.name.is_empty() { String::new() } else { format!(" ({})", ground.name) };
            let reason = format!("{hex}{name} has no Port symbol on our map: it carries no mines");
            Err(Refusal::new(RULE, reason))
        }
    }
}

impl Coded for PortMines {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "port-mines";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R12.md";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["hit_compare"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<MinedMap, ContextError> {
        let tables = SeaTables::load(files, settings, Self::CHOICES)?;
        let read = |path: &str| files.text(path).ok().map(str::to_owned);
        let mut faults = Vec::new();
        let places = Places::load(Self::GAME, &[], &read, &mut faults);
        if let Some(error) = DataError::of(&faults) {
            return Err(error.into());
        }
        Ok(MinedMap { tables, map: GroundMap::of(&places) })
    }

    fn read(inputs: &Inputs) -> Result<PortEntry, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let ships = super::given::fleet(inputs, "ships", "entering", &mut faults);
        let hex = super::given::hex(inputs, "hex", &mut faults);
        let port = inputs.word("port").map(str::to_owned);
        let enlarged = inputs.yes("enlarged");
        if hex.is_none() && port.is_none() && !enlarged && faults.is_empty() {
            faults.push(KeyFault::new("port", "is missing").help("give port=minor, port=major or hex=HEX"));
        }
        let fortified = inputs.yes_no("fortified");
        if faults.is_empty() { Ok(PortEntry { ships, port, hex, enlarged, fortified }) } else { Err(faults) }
    }
}
