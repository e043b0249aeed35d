//! Port mines (ATPO-R12, 3.9.2): one attack on each ship and each point of sea transport that enters an enemy port.

use super::damage::{self, Afloat};
use super::magic::{self, MinesMagic};
use super::ship::{self, NavalUnit, ShipClass};
use super::shot::{Added, Shot};
use super::tables::SeaTables;
use super::typed::Entering;
use super::under_fire::{SeaLosses, UnderFire};
use crate::forces::{ATTACKER, DEFENDER};
use crate::ground::{Ground, GroundMap, Port};
use liege_rules::data::{DataError, Files};
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Key, KeyFault, TypedInput as _};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    ContextError, Log, Played, Prompt, Refusal, Script, ScriptHead, TableTop,
};
use liege_rules::position::places::{Hex, Places};
use liege_rules::{inputs, words};
use vassal::diagnostic::counted;

/// ATPO-R12.
pub struct PortMines;

const RULE: &str = "3.9.2";
const ADDED_RULE: &str = "3.9.2.1";

words! {
    /// The size of a port.
    pub enum PortSize {
        Minor = "minor" | "small",
        Major = "major" | "large",
        City = "city" | "dot" | "yellow-dot" | "none",
    }
}

inputs! {
    /// What enters, and where.
    #[derive(Debug, Clone)]
    pub struct PortEntry {
        /// all that enter: CA 2-8/1-6, 2 x DD 0-5, STP 5
        ships: Entering = "ships" | "entering" | "task-force", RULE;
        /// minor or major; city is a yellow dot without a Port symbol
        port: Option<PortSize> = "port", RULE;
        /// the hex of the port, whose port and fort the map tells: W2112
        hex: Option<Hex> = "hex" | "target", RULE;
        /// the port has a Harbor Enlargement
        enlarged: bool = "enlarged" | "enlargement", ADDED_RULE;
        /// a working fort in the hex; the map's when not given
        fortified: Option<bool> = "fortified" | "fort", ADDED_RULE;
        ..magic: MinesMagic;
    }
}

impl PortEntry {
    /// The key of a field, for an encounter in which ships enter a port.
    pub(super) const fn key(name: &str) -> Key {
        inputs::key(Self::KEYS, name)
    }

    /// The same port, entered by these ships, with the chit that its owner plays.
    pub(super) fn with(self, ships: Vec<NavalUnit>, magic: MinesMagic) -> Self {
        Self { ships: Entering(ships), magic, ..self }
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
    /// The Naval Magic chit of who owns the mines.
    magic: MinesMagic,
}

/// How far the attacks have come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MinesState {
    done: usize,
    /// The ship of each attack; a counter of sea transport once for each point.
    attacks: Vec<u8>,
    /// Destroyers and destroyer escorts that enter, sunk ones too.
    escorts: u8,
    /// What became of the force.
    pub force: UnderFire,
}

/// What is asked of who owns mines.
pub(super) const MINES_PROMPT: Prompt = Prompt { by: DEFENDER, ..magic::PROMPT };

impl Script for PortMines {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R12", "port-mines")
        .asks(&[DEFENDER], &[MINES_PROMPT])
        .measured(damage::MEASURE)
        .reads(&["hit_compare"]);
    type Cx = MinedMap;
    type Input = PortEntry;
    type Battle = Minefield;
    type State = MinesState;
    type Outcome = SeaLosses;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<MinedMap, ContextError> {
        let tables = SeaTables::load(files, settings, Self::HEAD.choices())?;
        let read = |path: &str| files.text(path).ok().map(str::to_owned);
        let mut faults = Vec::new();
        let places = Places::load("atpo", &[], &read, &mut faults);
        if let Some(error) = DataError::of(&faults) {
            return Err(error.into());
        }
        Ok(MinedMap { tables, map: GroundMap::of(&places) })
    }

    fn fault(entry: &PortEntry) -> Option<KeyFault> {
        let is_missing = entry.hex.is_none() && entry.port.is_none() && !entry.enlarged;
        let fault = || KeyFault::new("port", "is missing").help("give port=minor, port=major or hex=HEX");
        is_missing.then(fault)
    }

    fn begin(entry: PortEntry, cx: &MinedMap) -> Result<(Minefield, MinesState), Vec<Refusal>> {
        let field = field(entry, cx)?;
        let state = field.enter(Afloat::all(&field.ships), false);
        Ok((field, state))
    }

    fn play<'b>(
        field: &'b Minefield,
        cx: &'b MinedMap,
        state: &mut MinesState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        if state.done == 0 {
            field.report(state, at.log());
        }
        while let Some(ship) = state.next() {
            let UnderFire { afloat, magic_used } = &mut state.force;
            let name = field.ships[ship].name.as_str();
            let what = format!("mines attack {name}");
            let magic = magic::of_defender(field.magic.number, magic_used, (Some(name), &what), at)?;
            let mut shot = Shot::new("mines", name, afloat.armor(&field.ships, ship), RULE);
            shot.added.extend(field.added);
            let escorts = field.escort.saturating_mul(state.escorts.into());
            shot.added.push(("destroyers and destroyer escorts", escorts, ADDED_RULE));
            shot.added.extend(magic);
            shot.above = cx.tables.must_exceed();
            shot.twelve_hits = true;
            let (dice, log) = at.dice();
            let hit = shot.roll(false, dice, log);
            afloat.strike(&field.ships, ship, (hit, RULE), (&cx.tables.admiral, dice), log);
            state.done += 1;
            at.settle()?;
        }
        state.force.afloat.tell_cargo(&field.ships, at.log());
        Ok(())
    }

    fn outcome(field: &Minefield, state: &MinesState) -> SeaLosses {
        state.force.losses(&field.ships)
    }

    fn losses(field: &Minefield, outcome: &SeaLosses) -> Vec<UnitLoss> {
        damage::losses(&[(ATTACKER, &field.ships, &outcome.hit)])
    }

    fn has_alike(field: &Minefield) -> bool {
        damage::any_alike(&field.ships)
    }

    fn alike(field: &Minefield, mut state: MinesState) -> MinesState {
        // Ships without an attack stay as they are, so all before the next one are done with.
        let done = state.next().unwrap_or(field.ships.len());
        state.force.afloat = state.force.afloat.in_order(&field.ships, done);
        state
    }
}

impl MinesState {
    /// The ship of the next attack.
    fn next(&self) -> Option<usize> {
        self.attacks.get(self.done).map(|ship| usize::from(*ship))
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
        MinesState { done: 0, attacks, escorts, force: UnderFire { magic_used, afloat } }
    }

    fn report(&self, state: &MinesState, log: &mut Log) {
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
        None => PortSize::Minor,
    };
    let port = entry.port.unwrap_or(symbol);
    if port == PortSize::City && !entry.enlarged {
        return Err(Refusal::new(RULE, "a yellow dot is no Port symbol: there are no mines"));
    }
    if let Some(refusal) = ship::of_both_sides(&entry.ships.0, &cx.tables.nations, RULE) {
        return Err(refusal);
    }
    if let Some(refusal) = entry.magic.against(&cx.tables.helped, &entry.ships.0) {
        return Err(refusal);
    }
    let numbers = &cx.tables.numbers.mines;
    let fort = entry
        .fortified
        .unwrap_or(ground.is_some_and(|(_, ground)| ground.is_some_and(|hex| hex.permanent_fort)));
    let (size, more) = match (port, entry.enlarged) {
        (_, true) => (("enlarged port", numbers.major, ADDED_RULE), "enlarged"),
        (PortSize::Major, _) => (("major port", numbers.major, ADDED_RULE), "major"),
        _ => (("minor port", 0, ADDED_RULE), "minor"),
    };
    let fort = ("fortified", if fort { numbers.fortified } else { 0 }, ADDED_RULE);
    let place = entry.hex.map(|hex| format!(" in {hex}")).unwrap_or_default();
    let port = format!("{more}{}{place}", if fort.1 == 0 { "" } else { ", fortified" });
    Ok(Minefield {
        ships: entry.ships.0,
        port,
        added: [fort, size],
        escort: numbers.escort,
        magic: entry.magic,
    })
}

/// The kind of port that a hex has by the map; none with mines where there is no Port symbol (demand ATPO-P13).
fn symbol(hex: Hex, ground: &Ground, enlarged: bool) -> Result<PortSize, Refusal> {
    match ground.port {
        Some(Port::Major | Port::Unlimited) => Ok(PortSize::Major),
        Some(Port::Minor) => Ok(PortSize::Minor),
        // A Harbor Enlargement makes a major port of it (14.6.1).
        Some(Port::City) if enlarged => Ok(PortSize::City),
        Some(Port::City) | None => {
            let name = if ground.name.is_empty() { String::new() } else { format!(" ({})", ground.name) };
            let reason = format!("{hex}{name} has no Port symbol on our map: it carries no mines");
            Err(Refusal::new(RULE, reason))
        }
    }
}
