//! Coastal batteries (ATPO-R13, 3.10): a fortress attacks the ships of an assault, once in each round.

use super::bonus;
use super::damage::{self, Afloat};
use super::magic;
use super::numbers::DataHex;
use super::rows::BatteryRow;
use super::ship::NavalUnit;
use super::shot::Shot;
use super::tables::SeaTables;
use super::targets::{self, TARGET, TARGET_OR_STOP};
use super::typed::Japanese;
use super::under_fire::{SeaLosses, UnderFire};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::inputs;
use liege_rules::play::inputs::{Key, KeyFault, TypedInput as _};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{
    ContextError, Offer, Pause, Played, Prompt, Refusal, Script, ScriptHead, TableTop,
};
use liege_rules::position::places::Hex;
use liege_rules::{inputs, words};

/// ATPO-R13.
pub struct CoastalBattery;

const RULE: &str = "3.10";

words! {
    /// A fortress with a battery.
    pub enum Fortress alone { Corregidor = "corregidor" | "manila", Singapore = "singapore", Gibraltar = "gibraltar" }
}

inputs! {
    /// The assault as typed in.
    #[derive(Debug, Clone)]
    pub struct Approach {
        /// all Japanese ships in the hex: CA 2-8/1-6, STP 5
        ships: Japanese = "ships" | "fleet" | "task-force", RULE;
        /// corregidor (gunnery 3), singapore (4), gibraltar (5)
        fortress: Option<Fortress> = "fortress" | "battery", RULE;
        /// the ships are there for an assault on that hex, as is assumed when not given; a fortress fires at nothing else
        assault: Option<bool> = "amphibious" | "assault" | "landing", RULE;
        /// the hex that is assaulted, instead of the fortress: W2112
        hex: Option<Hex> = "hex" | "target", RULE;
        /// the fortress is destroyed and has no battery
        destroyed: bool = "destroyed", "4.13.2";
        /// other modifiers to its dice, with their sign
        drm: Option<i32> = "drm" | "modifier", "3.11.4.1", -20..=20;
        /// the number of a Naval Magic chit
        magic: Option<u8> = "magic", "17.10", 1..=9;
    }
}

impl Approach {
    /// The key of a field, for an encounter that a fortress takes part in.
    pub(super) const fn key(name: &str) -> Key {
        inputs::key(Self::KEYS, name)
    }

    /// The same fortress, approached by these ships, with the number of a chit that its owner plays.
    pub(super) fn with(self, ships: Vec<NavalUnit>, magic: Option<u8>) -> Self {
        Self { ships: Japanese(ships), magic, ..self }
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

/// How far the battle has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BatteryState {
    round: u8,
    /// Ships that Japan has screened in this round.
    screened: Vec<usize>,
    /// What became of the ships.
    pub force: UnderFire,
}

/// What ends the screening.
const NO_MORE: &str = "no more";

/// Its questions: the target and the screening first.
pub(super) const PROMPTS: &[Prompt] = &[
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

impl Script for CoastalBattery {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R13", "coastal-battery")
        .asks(&[ATTACKER, DEFENDER], PROMPTS)
        .measured(damage::MEASURE)
        .reads(&["battery_screen", "hit_compare"]);
    type Cx = SeaTables;
    type Input = Approach;
    type Battle = Siege;
    type State = BatteryState;
    type Outcome = SeaLosses;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::HEAD.choices())
    }

    fn fault(approach: &Approach) -> Option<KeyFault> {
        let fault = || {
            let missing = KeyFault::new("fortress", "is missing");
            missing.help("give corregidor, singapore, gibraltar or hex=HEX")
        };
        (approach.hex.is_none() && approach.fortress.is_none()).then(fault)
    }

    fn begin(approach: Approach, tables: &SeaTables) -> Result<(Siege, BatteryState), Vec<Refusal>> {
        let siege = siege(approach, tables)?;
        let state = BatteryState::new(Afloat::all(&siege.ships), false);
        Ok((siege, state))
    }

    fn play<'b>(
        siege: &'b Siege,
        tables: &'b SeaTables,
        state: &mut BatteryState,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        while state.round <= tables.numbers.combat.rounds && !siege.afloat(state).is_empty() {
            siege.screen(state, tables, at)?;
            let ships = targets::offers(&siege.ships, &state.force.afloat, &siege.open(state), |ship| ship);
            let text = format!("round {}: which ship the battery of {} attacks", state.round, siege.name);
            let ship = at.ask(PROMPTS[0], None, text, ships)?;
            siege.fire(ship, &mut state.force, tables, at)?;
            state.round += 1;
            state.screened.clear();
            at.settle()?;
        }
        state.force.afloat.tell_cargo(&siege.ships, at.log());
        Ok(())
    }

    fn outcome(siege: &Siege, state: &BatteryState) -> SeaLosses {
        state.force.losses(&siege.ships)
    }

    fn losses(siege: &Siege, outcome: &SeaLosses) -> Vec<UnitLoss> {
        damage::losses(&[(ATTACKER, &siege.ships, &outcome.hit)])
    }
}

impl BatteryState {
    /// Before the first round; Naval Magic may be used up.
    #[must_use]
    pub fn new(afloat: Afloat, magic_used: bool) -> Self {
        Self { round: 1, screened: Vec::new(), force: UnderFire { magic_used, afloat } }
    }
}

impl Siege {
    fn afloat(&self, state: &BatteryState) -> Vec<usize> {
        (0..self.ships.len()).filter(|ship| state.force.afloat.has(*ship)).collect()
    }

    /// Ships that are there and not screened.
    fn open(&self, state: &BatteryState) -> Vec<usize> {
        let mut ships = self.afloat(state);
        ships.retain(|ship| !state.screened.contains(ship));
        ships
    }

    /// By the other reading the battery is one unit, and Japan may screen as many ships as it has more (3.11.3).
    fn screen<'b>(
        &'b self,
        state: &mut BatteryState,
        tables: &SeaTables,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let is_one_unit = tables.choices.is("battery_screen", "one_unit");
        while is_one_unit && state.screened.len() + 1 < self.afloat(state).len() {
            let mut list = targets::offers(&self.ships, &state.force.afloat, &self.open(state), Some);
            list.push(Offer::new(NO_MORE, vec!["stop"], None));
            let text = format!("round {}: which ship is screened from the battery", state.round);
            let Some(ship) = at.ask(PROMPTS[1], None, text, list)? else { break };
            state.screened.push(ship);
            state.screened.sort_unstable();
            at.settle()?;
        }
        Ok(())
    }

    /// What is added to the attack is declared before the dice, then they are rolled.
    fn fire<'b>(
        &'b self,
        ship: usize,
        force: &mut UnderFire,
        tables: &SeaTables,
        at: &mut TableTop<'_, 'b>,
    ) -> Result<(), Pause> {
        let UnderFire { afloat, magic_used } = force;
        let name = self.ships[ship].name.as_str();
        let what = format!("the battery of {} attacks {name}", self.name);
        let magic = magic::of_defender(self.magic, magic_used, (Some(name), &what), at)?;
        let guard = match afloat.guard(&self.ships, |_| true) {
            Some(guard) => {
                let (prompt, text) = (PROMPTS[3], bonus::question(PROMPTS[3].label, &what));
                at.ask(prompt, Some(name), text, bonus::offers(prompt.label))?.then_some(guard)
            }
            None => None,
        };
        let mut shot = Shot::new(&self.name, name, afloat.armor(&self.ships, ship), RULE);
        shot.added = vec![("gunnery", self.gunnery.into(), RULE), ("others", self.drm, "3.11.4.1")];
        shot.added.extend(magic);
        shot.added.extend(guard.map(|guard| afloat.use_defence(guard)));
        shot.above = tables.must_exceed();
        let (dice, log) = at.dice();
        let hit = shot.roll(true, dice, log);
        afloat.strike(&self.ships, ship, (hit, "3.11.4.1"), (&tables.admiral, dice), log);
        Ok(())
    }
}

/// The fortress that fires, unless it has no battery.
fn siege(approach: Approach, tables: &SeaTables) -> Result<Siege, Refusal> {
    let rows = &tables.numbers.battery;
    let at = |row: &BatteryRow| row.hex.as_ref().map(DataHex::hex);
    let named = |row: &&BatteryRow| approach.fortress.is_none_or(|name| name.to_string() == row.fortress);
    let here = |row: &&BatteryRow| approach.hex.is_none_or(|hex| at(row) == Some(hex));
    let Some(row) = rows.iter().find(|row| named(row) && here(row)) else {
        let hex = approach.hex.map_or_else(String::new, |hex| hex.to_string());
        let known: Vec<String> = rows
            .iter()
            .filter_map(|row| Some(format!("{} ({})", capital(&row.fortress), at(row)?)))
            .collect();
        let whose =
            approach.fortress.map(|name| format!(" of {}", capital(&name.to_string()))).unwrap_or_default();
        return Err(Refusal::new(
            RULE,
            format!("{hex} has no coastal battery{whose}: only {} have one", known.join(" and ")),
        ));
    };
    let name = capital(&row.fortress);
    let side = |nation: &str| tables.nations.alliance(nation);
    let stranger = |unit: &&NavalUnit| unit.nation.is_some_and(|nation| side(nation) != side("JP"));
    if let Some(unit) = approach.ships.0.iter().find(stranger) {
        let reason = format!("the battery of {name} is Allied, but {} is not Japanese", unit.name);
        return Err(Refusal::new(RULE, reason));
    }
    if approach.assault == Some(false) {
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
    Ok(Siege { ships: ships.0, name, gunnery: row.gunnery, drm: drm.unwrap_or_default(), magic })
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
