//! Submarines that slip through a closed strait (ATPO-R09, 3.4.3.1): one die, and what a natural 1 brings.

use serde::Serialize;

use super::damage::{self, Afloat, HitUnit};
use super::numbers::DataHex;
use super::rows::StraitPlace;
use super::ship::NavalUnit;
use super::shot::Shot;
use super::tables::SeaTables;
use super::typed;
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::deeds::Deed;
use liege_rules::dice::{Dice, Die};
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::losses::UnitLoss;
use liege_rules::places::Hex;
use liege_rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal, Role};

/// ATPO-R09.
pub struct StraitPassage;

const RULE: &str = "3.4.3.1";

/// The side of the submarine.
const INFILTRATING: Role = Role::new("infiltrating");

const KEYS: &[Key] = &[
    Key::new("submarine", &["sub", "boat"], KeyKind::List, RULE, "the submarine: SS 3-5/2-4 US"),
    Key::new(
        "escorts",
        &["destroyers"],
        KeyKind::List,
        RULE,
        "enemy DD and DE in the hex: units, or how many",
    ),
    Key::new(
        "strait",
        &[],
        KeyKind::alone(&[("bungo", &[]), ("korea", &[]), ("naruto", &[]), ("soya", &[]), ("tsugaru", &[])]),
        "18.1.6",
        "which strait, for the report",
    ),
    Key::new("hex", &["at"], KeyKind::List, "18.1.6", "the hex of the strait that it has entered"),
];

/// The attempt as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    boat: Vec<NavalUnit>,
    escorts: Vec<String>,
    strait: Option<String>,
    hex: Option<Hex>,
}

/// A strait with its guards, and the submarine.
pub struct GuardedStrait {
    boat: Vec<NavalUnit>,
    escorts: Vec<String>,
    /// Its name and hexes, where they were told.
    place: Option<(String, String)>,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StraitStage {
    /// The die of the attempt.
    Die,
    /// The mines attack.
    Mines,
    /// This escort attacks.
    Escort(usize),
}

/// How far the attempt has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct StraitState {
    stage: StraitStage,
    afloat: Afloat,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct StraitOutcome {
    /// Whether the submarine is through.
    pub through: bool,
    /// The submarine, if it was hit.
    pub hit: Vec<HitUnit>,
}

impl Procedure for StraitPassage {
    const ID: &'static str = "ATPO-R09";
    const MEASURE: Option<&'static str> = Some(damage::MEASURE);
    type Cx = SeaTables;
    type Input = Attempt;
    type Battle = GuardedStrait;
    type State = StraitState;
    type Outcome = StraitOutcome;

    fn begin(attempt: Attempt, tables: &SeaTables) -> Result<(GuardedStrait, StraitState), Vec<Refusal>> {
        let place = place(&attempt, tables).map_err(|refusal| vec![refusal])?;
        if attempt.boat.iter().any(|boat| boat.nation == Some("JP")) {
            return Err(vec![Refusal::new(
                "3.4.3",
                "the straits are not closed to Japan: it needs no infiltration",
            )]);
        }
        let state = StraitState { stage: StraitStage::Die, afloat: Afloat::all(&attempt.boat) };
        Ok((GuardedStrait { boat: attempt.boat, escorts: attempt.escorts, place }, state))
    }

    fn step<'b>(
        strait: &'b GuardedStrait,
        mut state: StraitState,
        tables: &'b SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, StraitState, StraitOutcome> {
        let most = usize::from(tables.numbers.escorts.most);
        let by = match state.stage {
            StraitStage::Die => {
                if let Some((name, hexes)) = &strait.place {
                    log.line(|| ("strait", name.clone(), hexes.clone(), "18.1.6"));
                }
                return strait.attempt(state, tables, dice, log);
            }
            _ if !state.afloat.has(0) => return strait.stopped(&state, log),
            StraitStage::Mines => "mines",
            StraitStage::Escort(at) => match strait.escorts.get(at).filter(|_| at < most) {
                Some(escort) => escort.as_str(),
                None => return strait.stopped(&state, log),
            },
        };
        let mut shot = Shot::new(by, &strait.boat[0].name, state.afloat.armor(&strait.boat, 0), RULE);
        shot.above = tables.must_exceed();
        let hit = shot.roll(true, dice, log);
        state.afloat.strike(&strait.boat, 0, (hit, RULE), (&tables.admiral, dice), log);
        state.stage = match state.stage {
            StraitStage::Escort(at) => StraitStage::Escort(at + 1),
            _ => StraitStage::Escort(0),
        };
        Flow::Next(state)
    }

    fn so_far(strait: &GuardedStrait, state: &StraitState, _: &SeaTables) -> StraitOutcome {
        StraitOutcome { through: false, hit: state.afloat.hit(&strait.boat) }
    }

    fn result(outcome: &StraitOutcome) -> String {
        match (outcome.through, outcome.hit.as_slice()) {
            (true, _) => "through".into(),
            (false, []) => "stopped".into(),
            (false, hit) => format!("stopped: {}", damage::in_words(hit, &[])),
        }
    }

    fn deeds(outcome: &StraitOutcome) -> Vec<Deed> {
        damage::deeds(&outcome.hit, &[])
    }

    fn losses(strait: &GuardedStrait, outcome: &StraitOutcome) -> Vec<UnitLoss> {
        damage::losses(&[(INFILTRATING, &strait.boat, &outcome.hit)])
    }
}

impl GuardedStrait {
    fn attempt(
        &self,
        state: StraitState,
        tables: &SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'_, StraitState, StraitOutcome> {
        let numbers = &tables.numbers.strait;
        let guards = i32::try_from(self.escorts.len()).unwrap_or(i32::MAX).saturating_mul(numbers.escort);
        let through = |die: u8| die == 6 || i32::from(die) + guards >= numbers.through;
        let face = dice.roll_into(Die::D6, "infiltration", &|die| match die {
            1 => 0,
            die => 1 + u16::from(through(die)),
        });
        log.roll(Die::D6, face, || ("infiltration: die", "1d6", RULE));
        if guards != 0 {
            log.line(|| ("modifier: enemy DD and DE", format!("{guards:+}"), "in the same hex", RULE));
        }
        let through = face != 1 && through(face);
        log.line(|| {
            let total = i32::from(face) + guards;
            let cause = match face {
                6 => "a natural 6".to_owned(),
                1 => "a natural 1: the mines and up to four escorts attack".to_owned(),
                _ => format!("total {total}, {} or more is needed", numbers.through),
            };
            ("infiltration", if through { "through" } else { "stopped" }, cause, RULE)
        });
        match face {
            1 => {
                log.line(|| {
                    ("escorts", "gunnery ignored", "the rules leave this open; read as in 3.16.7", RULE)
                });
                Flow::Next(StraitState { stage: StraitStage::Mines, ..state })
            }
            _ if through => Flow::Done(StraitOutcome { through, hit: Vec::new() }),
            _ => self.stopped(&state, log),
        }
    }

    fn stopped(&self, state: &StraitState, log: &mut Log) -> Flow<'_, StraitState, StraitOutcome> {
        if state.afloat.has(0) {
            let cause = "it may move back out, and infiltrates nowhere else this Phase";
            log.line(|| (self.boat[0].name.clone(), "not pursued", cause, RULE));
        }
        Flow::Done(StraitOutcome { through: false, hit: state.afloat.hit(&self.boat) })
    }
}

/// The strait that was told, with its hexes in the reading that holds.
fn place(attempt: &Attempt, tables: &SeaTables) -> Result<Option<(String, String)>, Refusal> {
    if attempt.strait.is_none() && attempt.hex.is_none() {
        return Ok(None);
    }
    let as_printed = tables.choices.is("strait_hexes", "printed");
    let hexes =
        |place: &StraitPlace| -> Vec<Hex> { place.hexes(as_printed).iter().map(DataHex::hex).collect() };
    let named = |place: &&StraitPlace| {
        attempt.strait.as_ref().is_none_or(|word| place.name.to_lowercase().starts_with(word.as_str()))
    };
    let here = |place: &&StraitPlace| attempt.hex.is_none_or(|hex| hexes(place).contains(&hex));
    let told = |place: &StraitPlace| hexes(place).iter().map(Hex::to_string).collect::<Vec<_>>().join(", ");
    let places = &tables.numbers.strait.place;
    if let Some(place) = places.iter().find(|place| named(place) && here(place)) {
        return Ok(Some((place.name.clone(), told(place))));
    }
    let hex = attempt.hex.map(|hex| hex.to_string()).unwrap_or_default();
    let known: Vec<String> =
        places.iter().filter(named).map(|place| format!("{} ({})", place.name, told(place))).collect();
    Err(Refusal::new("18.1.6", format!("{hex} is no hex of the strait: {}", known.join("; "))))
}

impl Coded for StraitPassage {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "strait-infiltration";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R09.md";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &["hit_compare", "strait_hexes"];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Attempt, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let boat = typed::submarine(inputs, false, &mut faults);
        let escorts = typed::escorts(inputs, "escorts", &mut faults);
        let hex = typed::hex(inputs, "hex", &mut faults);
        let strait = inputs.word("strait").map(str::to_owned);
        match boat {
            Some(boat) if faults.is_empty() => Ok(Attempt { boat: vec![boat], escorts, strait, hex }),
            _ => Err(faults),
        }
    }
}
