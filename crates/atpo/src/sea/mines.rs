//! Port mines (ATPO-R12, 3.9.2): one attack on each ship and each point of sea transport that enters an enemy port.

use serde::Serialize;

use super::admirals::LostAdmiral;
use super::damage::{self, Afloat, HitUnit};
use super::magic::{self, ChitState, MAGIC_KEY, MINES_KEY, MinesMagic};
use super::ship::{self, NavalUnit, ShipClass};
use super::shot::{Added, Shot};
use super::tables::SeaTables;
use super::typed;
use crate::forces::{ATTACKER, DEFENDER};
use crate::ground::{Ground, GroundMap, Port};
use liege_rules::choices::Setting;
use liege_rules::data::{DataError, Files};
use liege_rules::deeds::Deed;
use liege_rules::dice::Dice;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::losses::UnitLoss;
use liege_rules::places::{Hex, Places};
use liege_rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};
use vassal::diagnostic::counted;

/// ATPO-R12.
pub struct PortMines;

const RULE: &str = "3.9.2";
const ADDED_RULE: &str = "3.9.2.1";

pub(super) const PORT_KEY: Key = Key::new(
    "port",
    &[],
    KeyKind::word(&[("minor", &["small"]), ("major", &["large"]), ("city", &["dot", "yellow-dot", "none"])]),
    RULE,
    "minor or major; city is a yellow dot without a Port symbol",
);
pub(super) const HEX_KEY: Key = Key::new(
    "hex",
    &["target"],
    KeyKind::List,
    RULE,
    "the hex of the port, whose port and fort the map tells: W2112",
);
pub(super) const ENLARGED_KEY: Key =
    Key::new("enlarged", &["enlargement"], KeyKind::YesNo, ADDED_RULE, "the port has a Harbor Enlargement");
pub(super) const FORTIFIED_KEY: Key = Key::new(
    "fortified",
    &["fort"],
    KeyKind::YesNo,
    ADDED_RULE,
    "a working fort in the hex; the map's when not given",
);

const KEYS: &[Key] = &[
    Key::new(
        "ships",
        &["entering", "task-force"],
        KeyKind::List,
        RULE,
        "all that enter: CA 2-8/1-6, 2 x DD 0-5, STP 5",
    ),
    PORT_KEY,
    HEX_KEY,
    ENLARGED_KEY,
    FORTIFIED_KEY,
    MINES_KEY,
    MAGIC_KEY,
];

/// What enters, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortEntry {
    ships: Vec<NavalUnit>,
    port: Option<String>,
    hex: Option<Hex>,
    enlarged: bool,
    fortified: Option<bool>,
    magic: MinesMagic,
}

impl PortEntry {
    /// The same port, entered by these ships, with the chit that its owner plays.
    pub(super) fn with(self, ships: Vec<NavalUnit>, magic: MinesMagic) -> Self {
        Self { ships, magic, ..self }
    }

    /// Whether its port has a Port symbol, by what was told and by the map; a hex that is not on the map has none.
    pub(super) fn is_mined(&self, cx: &MinedMap) -> bool {
        field(self.clone(), cx).is_ok()
    }

    /// A hex that is not on the map.
    pub(super) fn off_the_map(&self, cx: &MinedMap) -> Option<Refusal> {
        let hex = self.hex.filter(|hex| cx.map.facts(*hex).is_none())?;
        Some(no_hex(hex))
    }
}

/// What mines need to know.
pub struct MinedMap {
    tables: SeaTables,
    map: GroundMap,
}

/// A mined port with all that may enter.
pub struct Minefield {
    ships: Vec<NavalUnit>,
    port: String,
    /// What the fort and the size of the port add.
    added: [Added<'static>; 2],
    /// What each destroyer or destroyer escort that enters adds.
    escort: i32,
    /// The number of the Naval Magic chit of who owns the mines.
    magic: Option<u8>,
}

/// How far the attacks have come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MinesState {
    done: usize,
    /// The ship of each attack; a counter of sea transport once for each point.
    attacks: Vec<u8>,
    /// Destroyers and destroyer escorts that enter, sunk ones too.
    escorts: u8,
    /// The Naval Magic chit of who owns the mines.
    chit: ChitState,
    afloat: Afloat,
}

/// What the mines did.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MinesOutcome {
    /// The units that were hit.
    pub hit: Vec<HitUnit>,
    /// Admirals who were eliminated.
    pub admirals: Vec<LostAdmiral>,
    /// Whether Naval Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

/// What is asked of who owns mines.
pub(super) const MINES_PROMPT: Prompt = Prompt { by: DEFENDER, ..magic::PROMPT };

impl Procedure for PortMines {
    const ID: &'static str = "ATPO-R12";
    const ROLES: &'static [Role] = &[DEFENDER];
    const PROMPTS: &'static [Prompt] = &[MINES_PROMPT];
    const MEASURE: Option<&'static str> = Some(damage::MEASURE);
    type Cx = MinedMap;
    type Input = PortEntry;
    type Battle = Minefield;
    type State = MinesState;
    type Outcome = MinesOutcome;

    fn begin(entry: PortEntry, cx: &MinedMap) -> Result<(Minefield, MinesState), Vec<Refusal>> {
        let field = field(entry, cx).map_err(|refusal| vec![refusal])?;
        let state = field.enter(Afloat::all(&field.ships), false);
        Ok((field, state))
    }

    fn step<'b>(
        field: &'b Minefield,
        mut state: MinesState,
        cx: &'b MinedMap,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, MinesState, MinesOutcome> {
        if state.done == 0 && !state.chit.is_said() {
            field.tell(&state, log);
        }
        let Some(ship) = state.next() else {
            state.afloat.tell_cargo(&field.ships, log);
            return Flow::Done(Self::so_far(field, &state, cx));
        };
        if field.magic.is_some() && state.chit.is_open() {
            let name = field.ships[ship].name.as_str();
            return magic::ask(DEFENDER, Some(name), &format!("mines attack {name}"), move |yes| {
                MinesState { chit: state.chit.said(yes), ..state.clone() }
            });
        }
        let armor = state.afloat.armor(&field.ships, ship);
        let mut shot = Shot::new("mines", &field.ships[ship].name, armor, RULE);
        shot.added.extend(field.added);
        let escorts = field.escort.saturating_mul(state.escorts.into());
        shot.added.push(("destroyers and destroyer escorts", escorts, ADDED_RULE));
        shot.added.extend(state.chit.spend(field.magic));
        shot.above = cx.tables.must_exceed();
        shot.twelve_hits = true;
        let hit = shot.roll(false, dice, log);
        state.afloat.strike(&field.ships, ship, (hit, RULE), (&cx.tables.admiral, dice), log);
        state.done += 1;
        Flow::Next(state)
    }

    fn has_alike(field: &Minefield) -> bool {
        damage::any_alike(&field.ships)
    }

    fn alike(field: &Minefield, state: MinesState) -> MinesState {
        // Ships without an attack stay as they are, so all before the next one are done with.
        let done = state.next().unwrap_or(field.ships.len());
        MinesState { afloat: state.afloat.in_order(&field.ships, done), ..state }
    }

    fn so_far(field: &Minefield, state: &MinesState, _: &MinedMap) -> MinesOutcome {
        MinesOutcome::of(&field.ships, &state.afloat, state.chit)
    }

    fn result(outcome: &MinesOutcome) -> String {
        outcome.in_words()
    }

    fn deeds(outcome: &MinesOutcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(field: &Minefield, outcome: &MinesOutcome) -> Vec<UnitLoss> {
        damage::losses(&[(ATTACKER, &field.ships, &outcome.hit)])
    }
}

impl MinesOutcome {
    /// What mines left of these ships.
    pub(super) fn of(ships: &[NavalUnit], afloat: &Afloat, chit: ChitState) -> Self {
        Self { hit: afloat.hit(ships), admirals: afloat.lost(ships), magic_used: chit.used }
    }

    /// What is done to the pieces.
    pub(super) fn deeds(&self) -> Vec<Deed> {
        let mut deeds = damage::deeds(&self.hit, &self.admirals);
        deeds.extend(magic::spent(self.magic_used));
        deeds
    }

    /// In short.
    pub(super) fn in_words(&self) -> String {
        if self.hit.is_empty() { "no hit".into() } else { damage::in_words(&self.hit, &self.admirals) }
    }
}

impl MinesState {
    /// The ship of the next attack.
    fn next(&self) -> Option<usize> {
        self.attacks.get(self.done).map(|ship| usize::from(*ship))
    }

    /// What is left of the ships.
    #[must_use]
    pub fn afloat(&self) -> &Afloat {
        &self.afloat
    }

    /// Whether Naval Magic is used up.
    #[must_use]
    pub fn magic_used(&self) -> bool {
        self.chit.used
    }
}

impl Minefield {
    /// All that is afloat enters; Naval Magic may be used up.
    #[must_use]
    pub fn enter(&self, afloat: Afloat, magic_used: bool) -> MinesState {
        let entering = || (0u8..).zip(&self.ships).filter(|(at, _)| afloat.has(usize::from(*at)));
        let mined = |(at, ship): (u8, &NavalUnit)| match ship.class {
            class if class.is_submarine() => Vec::new(),
            ShipClass::Transport => vec![at; usize::from(afloat.left(at.into()))],
            _ => vec![at],
        };
        let attacks = entering().flat_map(mined).collect();
        let escorts = entering().filter(|(_, ship)| ship.class.is_escort()).count();
        let escorts = u8::try_from(escorts).unwrap_or(u8::MAX);
        MinesState { done: 0, attacks, escorts, chit: ChitState::new(magic_used), afloat }
    }

    fn tell(&self, state: &MinesState, log: &mut Log) {
        log.line(|| ("port", self.port.clone(), counted(state.attacks.len(), "attack"), RULE));
        for boat in self.ships.iter().filter(|ship| ship.class.is_submarine()) {
            log.line(|| (boat.name.clone(), "no attack", "a submarine infiltrates an enemy port", RULE));
        }
    }
}

fn no_hex(hex: Hex) -> Refusal {
    Refusal::new(RULE, format!("the map has no hex {hex}"))
}

/// The mines of a port, unless it has none.
fn field(entry: PortEntry, cx: &MinedMap) -> Result<Minefield, Refusal> {
    let ground = entry.hex.map(|hex| (hex, cx.map.facts(hex)));
    let symbol = match ground {
        Some((hex, None)) => return Err(no_hex(hex)),
        Some((hex, Some(ground))) => symbol(hex, ground, entry.enlarged)?,
        None => "minor",
    };
    let port = entry.port.as_deref().unwrap_or(symbol);
    if port == "city" && !entry.enlarged {
        return Err(Refusal::new(RULE, "a yellow dot is no Port symbol: there are no mines"));
    }
    if let Some(refusal) = ship::of_both_sides(&entry.ships, &cx.tables.nations, RULE) {
        return Err(refusal);
    }
    if let Some(refusal) = entry.magic.against(&cx.tables.helped, &entry.ships) {
        return Err(refusal);
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
    let fort = ("fortified", if fort { numbers.fortified } else { 0 }, ADDED_RULE);
    let place = entry.hex.map(|hex| format!(" in {hex}")).unwrap_or_default();
    let port = format!("{more}{}{place}", if fort.1 == 0 { "" } else { ", fortified" });
    let magic = entry.magic.number;
    Ok(Minefield { ships: entry.ships, port, added: [fort, size], escort: numbers.escort, magic })
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
        let ships = typed::fleet(inputs, "ships", "entering", &mut faults);
        let hex = typed::hex(inputs, "hex", &mut faults);
        let port = inputs.word("port").map(str::to_owned);
        let enlarged = inputs.yes("enlarged");
        if hex.is_none() && port.is_none() && !enlarged && faults.is_empty() {
            faults.push(KeyFault::new("port", "is missing").help("give port=minor, port=major or hex=HEX"));
        }
        let fortified = inputs.yes_no("fortified");
        let magic = MinesMagic::read(inputs, &mut faults);
        let entry = PortEntry { ships, port, hex, enlarged, fortified, magic };
        if faults.is_empty() { Ok(entry) } else { Err(faults) }
    }
}
