//! Coastal batteries (ATPO-R13, 3.10): a fortress attacks the ships of an assault, once in each round.

use serde::Serialize;

use super::admirals::LostAdmiral;
use super::bonus;
use super::damage::{self, Afloat, HitUnit};
use super::magic::{self, ChitState, MAGIC_KEY};
use super::numbers::DataHex;
use super::rows::BatteryRow;
use super::ship::NavalUnit;
use super::shot::Shot;
use super::tables::SeaTables;
use super::targets::{self, TARGET, TARGET_OR_STOP};
use super::typed;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::deeds::Deed;
use liege_rules::dice::Dice;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::losses::UnitLoss;
use liege_rules::places::Hex;
use liege_rules::procedure::{
    Ask, Coded, ContextError, Flow, Log, Offer, Procedure, Prompt, Refusal, Role, few,
};

/// ATPO-R13.
pub struct CoastalBattery;

const RULE: &str = "3.10";

pub(super) const FORTRESS_KEY: Key = Key::new(
    "fortress",
    &["battery"],
    KeyKind::alone(&[("corregidor", &["manila"]), ("singapore", &[]), ("gibraltar", &[])]),
    RULE,
    "corregidor (gunnery 3), singapore (4), gibraltar (5)",
);
pub(super) const DESTROYED_KEY: Key =
    Key::new("destroyed", &[], KeyKind::YesNo, "4.13.2", "the fortress is destroyed and has no battery");

const KEYS: &[Key] = &[
    Key::new(
        "ships",
        &["fleet", "task-force"],
        KeyKind::List,
        RULE,
        "all Japanese ships in the hex: CA 2-8/1-6, STP 5",
    ),
    FORTRESS_KEY,
    Key::new(
        "amphibious",
        &["assault", "landing"],
        KeyKind::YesNo,
        RULE,
        "the ships are there for an assault on that hex, as is assumed when not given; a fortress fires at nothing else",
    ),
    Key::new(
        "hex",
        &["target"],
        KeyKind::List,
        RULE,
        "the hex that is assaulted, instead of the fortress: W2112",
    ),
    DESTROYED_KEY,
    Key::new(
        "drm",
        &["modifier"],
        KeyKind::Number(-20, 20),
        "3.11.4.1",
        "other modifiers to its dice, with their sign",
    ),
    MAGIC_KEY,
];

/// The assault as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approach {
    ships: Vec<NavalUnit>,
    fortress: Option<String>,
    hex: Option<Hex>,
    /// Whether its hex is assaulted.
    assault: bool,
    destroyed: bool,
    drm: i32,
    /// The number of a Naval Magic chit of the Allies.
    magic: Option<u8>,
}

impl Approach {
    /// The same fortress, approached by these ships, with the number of a chit that its owner plays.
    pub(super) fn with(self, ships: Vec<NavalUnit>, magic: Option<u8>) -> Self {
        Self { ships, magic, ..self }
    }
}

/// A fortress and the ships before it.
pub struct Siege {
    ships: Vec<NavalUnit>,
    name: String,
    gunnery: u8,
    drm: i32,
    magic: Option<u8>,
}

/// What happens next in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BatteryStage {
    /// Japan screens ships.
    Screen,
    /// The Allied player picks a ship.
    Aim,
    /// The battery fires at a ship.
    Fire(usize),
}

/// How far the battle has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BatteryState {
    round: u8,
    stage: BatteryStage,
    screened: Vec<usize>,
    /// The Naval Magic chit of the Allies.
    chit: ChitState,
    /// Whether an Admiral's D is used against the next attack; none before it was asked.
    defence: Option<bool>,
    afloat: Afloat,
}

/// What the battery did.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct BatteryOutcome {
    /// The units that were hit.
    pub hit: Vec<HitUnit>,
    /// Admirals who were eliminated.
    pub admirals: Vec<LostAdmiral>,
    /// Whether Naval Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

/// What ends the screening.
const NO_MORE: &str = "no more";

impl Procedure for CoastalBattery {
    const ID: &'static str = "ATPO-R13";
    const MEASURE: Option<&'static str> = Some(damage::MEASURE);
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = &[
        Prompt { by: DEFENDER, rule: RULE, ..TARGET },
        Prompt {
            label: "screen",
            text: "the next ship that is screened, or no more; asked under battery_screen=one_unit",
            answers: &["NAME OF A SHIP", NO_MORE],
            policies: &TARGET_OR_STOP,
            rule: "3.11.3",
            ..TARGET
        },
        Prompt { by: DEFENDER, ..magic::PROMPT },
        Prompt { by: ATTACKER, ..bonus::DEFENCE },
    ];
    type Cx = SeaTables;
    type Input = Approach;
    type Battle = Siege;
    type State = BatteryState;
    type Outcome = BatteryOutcome;

    fn begin(approach: Approach, tables: &SeaTables) -> Result<(Siege, BatteryState), Vec<Refusal>> {
        let siege = siege(approach, tables).map_err(|refusal| vec![refusal])?;
        let state = BatteryState::new(Afloat::all(&siege.ships), false);
        Ok((siege, state))
    }

    fn step<'b>(
        siege: &'b Siege,
        state: BatteryState,
        tables: &'b SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, BatteryState, BatteryOutcome> {
        let left = siege.afloat(&state);
        if state.round > tables.numbers.combat.rounds || left.is_empty() {
            state.afloat.tell_cargo(&siege.ships, log);
            return Flow::Done(Self::so_far(siege, &state, tables));
        }
        match state.stage {
            BatteryStage::Screen => screen(siege, state, &left, tables),
            BatteryStage::Aim => aim(siege, state),
            BatteryStage::Fire(ship) => fire(siege, state, ship, tables, dice, log),
        }
    }

    fn so_far(siege: &Siege, state: &BatteryState, _: &SeaTables) -> BatteryOutcome {
        let (hit, admirals) = (state.afloat.hit(&siege.ships), state.afloat.lost(&siege.ships));
        BatteryOutcome { hit, admirals, magic_used: state.chit.used }
    }

    fn result(outcome: &BatteryOutcome) -> String {
        if outcome.hit.is_empty() {
            "no hit".into()
        } else {
            damage::in_words(&outcome.hit, &outcome.admirals)
        }
    }

    fn deeds(outcome: &BatteryOutcome) -> Vec<Deed> {
        let mut deeds = damage::deeds(&outcome.hit, &outcome.admirals);
        deeds.extend(magic::spent(outcome.magic_used));
        deeds
    }

    fn losses(siege: &Siege, outcome: &BatteryOutcome) -> Vec<UnitLoss> {
        damage::losses(&[(ATTACKER, &siege.ships, &outcome.hit)])
    }
}

impl BatteryState {
    /// Before the first round; Naval Magic may be used up.
    #[must_use]
    pub fn new(afloat: Afloat, magic_used: bool) -> Self {
        let chit = ChitState::new(magic_used);
        Self { round: 1, stage: BatteryStage::Screen, screened: Vec::new(), chit, defence: None, afloat }
    }

    /// Whether Naval Magic is used up.
    #[must_use]
    pub fn magic_used(&self) -> bool {
        self.chit.used
    }

    /// What is left of the ships.
    #[must_use]
    pub fn afloat(&self) -> &Afloat {
        &self.afloat
    }
}

impl Siege {
    fn afloat(&self, state: &BatteryState) -> Vec<usize> {
        (0..self.ships.len()).filter(|ship| state.afloat.has(*ship)).collect()
    }

    /// Ships that are there and not screened.
    fn open(&self, state: &BatteryState) -> Vec<usize> {
        let mut ships = self.afloat(state);
        ships.retain(|ship| !state.screened.contains(ship));
        ships
    }
}

/// The fortress that fires, unless it has no battery.
fn siege(approach: Approach, tables: &SeaTables) -> Result<Siege, Refusal> {
    let rows = &tables.numbers.battery;
    let at = |row: &BatteryRow| row.hex.as_ref().map(DataHex::hex);
    let named = |row: &&BatteryRow| approach.fortress.as_ref().is_none_or(|name| *name == row.fortress);
    let here = |row: &&BatteryRow| approach.hex.is_none_or(|hex| at(row) == Some(hex));
    let Some(row) = rows.iter().find(|row| named(row) && here(row)) else {
        let hex = approach.hex.map_or_else(String::new, |hex| hex.to_string());
        let known: Vec<String> = rows
            .iter()
            .filter_map(|row| Some(format!("{} ({})", capital(&row.fortress), at(row)?)))
            .collect();
        let whose =
            approach.fortress.as_deref().map(|name| format!(" of {}", capital(name))).unwrap_or_default();
        return Err(Refusal::new(
            RULE,
            format!("{hex} has no coastal battery{whose}: only {} have one", known.join(" and ")),
        ));
    };
    let name = capital(&row.fortress);
    let side = |nation: &str| tables.nations.alliance(nation);
    let stranger = |unit: &&NavalUnit| unit.nation.is_some_and(|nation| side(nation) != side("JP"));
    if let Some(unit) = approach.ships.iter().find(stranger) {
        let reason = format!("the battery of {name} is Allied, but {} is not Japanese", unit.name);
        return Err(Refusal::new(RULE, reason));
    }
    if !approach.assault {
        let reason = format!("{name} fires only at an amphibious assault on its own hex");
        return Err(Refusal::new(RULE, reason));
    }
    if approach.destroyed {
        return Err(Refusal::new(
            "4.13.2",
            format!("{name} is destroyed, and has no battery until it is repaired"),
        ));
    }
    let Approach { ships, drm, magic, .. } = approach;
    Ok(Siege { ships, name, gunnery: row.gunnery, drm, magic })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// By the other reading the battery is one unit, and Japan may screen as many ships as it has more (3.11.3).
fn screen<'b>(
    siege: &'b Siege,
    state: BatteryState,
    left: &[usize],
    tables: &SeaTables,
) -> Flow<'b, BatteryState, BatteryOutcome> {
    let more = if tables.choices.is("battery_screen", "one_unit") { left.len() - 1 } else { 0 };
    let aim = |state: &BatteryState| BatteryState { stage: BatteryStage::Aim, ..state.clone() };
    if state.screened.len() >= more {
        return Flow::Next(aim(&state));
    }
    let mut list = targets::offers(&siege.ships, &state.afloat, &siege.open(&state), Some);
    list.push(Offer::new(NO_MORE, vec!["stop"], None));
    let text = format!("round {}: which ship is screened from the battery", state.round).into();
    let offers = few(list, move |ship: &Option<usize>| match ship {
        None => aim(&state),
        Some(ship) => {
            let mut then = state.clone();
            then.screened.push(*ship);
            then.screened.sort_unstable();
            then
        }
    });
    Flow::Ask(Ask { by: ATTACKER, label: "screen", about: None, text, rule: "3.11.3", offers })
}

fn aim(siege: &Siege, state: BatteryState) -> Flow<'_, BatteryState, BatteryOutcome> {
    let list = targets::offers(&siege.ships, &state.afloat, &siege.open(&state), |ship| ship);
    let text = format!("round {}: which ship the battery of {} attacks", state.round, siege.name).into();
    let offers =
        few(list, move |ship: &usize| BatteryState { stage: BatteryStage::Fire(*ship), ..state.clone() });
    Flow::Ask(Ask { by: DEFENDER, label: "target", about: None, text, rule: RULE, offers })
}

/// What is added to the attack is declared before the dice, then they are rolled.
fn fire<'b>(
    siege: &'b Siege,
    mut state: BatteryState,
    ship: usize,
    tables: &SeaTables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Flow<'b, BatteryState, BatteryOutcome> {
    let name = siege.ships[ship].name.as_str();
    let what = || format!("the battery of {} attacks {name}", siege.name);
    if siege.magic.is_some() && state.chit.is_open() {
        return magic::ask(DEFENDER, Some(name), &what(), move |yes| BatteryState {
            chit: state.chit.said(yes),
            ..state.clone()
        });
    }
    let guard = state.afloat.guard(&siege.ships, |_| true);
    if guard.is_some() && state.defence.is_none() {
        let prompt = Prompt { by: ATTACKER, ..bonus::DEFENCE };
        return bonus::ask(prompt, Some(name), &what(), move |yes| BatteryState {
            defence: Some(yes),
            ..state.clone()
        });
    }
    let armor = state.afloat.armor(&siege.ships, ship);
    let mut shot = Shot::new(&siege.name, &siege.ships[ship].name, armor, RULE);
    shot.added = vec![("gunnery", siege.gunnery.into(), RULE), ("others", siege.drm, "3.11.4.1")];
    shot.added.extend(state.chit.spend(siege.magic));
    let defended = state.defence.take() == Some(true);
    shot.added.extend(guard.filter(|_| defended).map(|guard| state.afloat.use_defence(guard)));
    shot.above = tables.must_exceed();
    let hit = shot.roll(true, dice, log);
    state.afloat.strike(&siege.ships, ship, (hit, "3.11.4.1"), (&tables.admiral, dice), log);
    let (stage, screened) = (BatteryStage::Screen, Vec::new());
    Flow::Next(BatteryState { round: state.round + 1, stage, screened, ..state })
}

impl Coded for CoastalBattery {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "coastal-battery";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R13.md";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["battery_screen", "hit_compare"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Approach, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let ships = typed::fleet(inputs, "ships", "Japanese", &mut faults);
        let hex = typed::hex(inputs, "hex", &mut faults);
        let fortress = inputs.word("fortress").map(str::to_owned);
        if hex.is_none() && fortress.is_none() && faults.is_empty() {
            let fault = KeyFault::new("fortress", "is missing");
            faults.push(fault.help("give corregidor, singapore, gibraltar or hex=HEX"));
        }
        let (destroyed, drm, magic) = (inputs.yes("destroyed"), typed::drm(inputs), magic::number(inputs));
        let assault = inputs.yes_no("amphibious") != Some(false);
        let approach = Approach { ships, fortress, hex, assault, destroyed, drm, magic };
        if faults.is_empty() { Ok(approach) } else { Err(faults) }
    }
}
