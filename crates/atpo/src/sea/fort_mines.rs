//! Sea mines of a coastal fort against ships by name (ATPO-FORT-MINES, 3.14.5.6): the die of ATPO-R18 for the whole
//! force, and which of its units the mines hit.

use super::damage::{self, Afloat};
use super::magic::{self, ChitState, MAGIC_KEY, MINES_KEY, MinesMagic};
use super::mines::{MINES_PROMPT, MinesOutcome};
use super::ship::{self, NavalUnit};
use super::shot::{Added, Hit};
use super::tables::SeaTables;
use super::typed;
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::choices::Setting;
use liege_rules::data::Files;
use liege_rules::deeds::Deed;
use liege_rules::dice::{Dice, Die};
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::losses::UnitLoss;
use liege_rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Prompt, Refusal, Role};
use liege_rules::roll::Fact;
use vassal::diagnostic::counted;

/// ATPO-FORT-MINES.
pub struct FortMines;

const RULE: &str = "3.14.5.6";

const KEYS: &[Key] = &[
    Key::new(
        "ships",
        &["entering", "task-force"],
        KeyKind::List,
        RULE,
        "all that enter in one movement option, submarines too: CA 2-8/1-6 US, 2 x DD 0-5, STP 5",
    ),
    Key::new("nation", &[], KeyKind::List, RULE, "of ships that name none"),
    Key::new("date", &["month"], KeyKind::Month, RULE, "the month: from 1943 on the die has +1"),
    MINES_KEY,
    MAGIC_KEY,
];

/// What enters the hex of a coastal fort, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MinedCoast {
    ships: Vec<NavalUnit>,
    /// Such as `1942-08`.
    date: String,
    /// The Naval Magic chit of who owns the fort.
    magic: MinesMagic,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum EntryStage {
    /// The die of the mines.
    Die,
    /// Which unit they hit.
    Draw,
    /// It is over.
    End,
}

/// How far the entry has come.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FortMinesState {
    stage: EntryStage,
    chit: ChitState,
    afloat: Afloat,
}

impl Procedure for FortMines {
    const ID: &'static str = "ATPO-FORT-MINES";
    const ROLES: &'static [Role] = &[DEFENDER];
    const PROMPTS: &'static [Prompt] = &[MINES_PROMPT];
    const MEASURE: Option<&'static str> = Some(damage::MEASURE);
    type Cx = SeaTables;
    type Input = MinedCoast;
    type Battle = MinedCoast;
    type State = FortMinesState;
    type Outcome = MinesOutcome;

    fn begin(coast: MinedCoast, tables: &SeaTables) -> Result<(MinedCoast, FortMinesState), Vec<Refusal>> {
        if let Some(refusal) = ship::of_both_sides(&coast.ships, &tables.nations, RULE) {
            return Err(vec![refusal]);
        }
        let reason = if u8::try_from(coast.ships.len()).is_err() {
            "at most 255 naval units can enter a hex together"
        } else if let Some(refusal) = coast.magic.against(&tables.helped, &coast.ships) {
            return Err(vec![refusal]);
        } else {
            let state = coast.enter(Afloat::all(&coast.ships), false);
            return Ok((coast, state));
        };
        Err(vec![Refusal::new(RULE, reason)])
    }

    fn step<'b>(
        coast: &'b MinedCoast,
        mut state: FortMinesState,
        tables: &'b SeaTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, FortMinesState, MinesOutcome> {
        match state.stage {
            EntryStage::Die if coast.magic.number.is_some() && state.chit.is_open() => {
                magic::ask(DEFENDER, None, "the die of the sea mines", move |yes| FortMinesState {
                    chit: state.chit.said(yes),
                    ..state.clone()
                })
            }
            EntryStage::Die => {
                let magic = state.chit.spend(coast.magic.number);
                let outcome = tables.sea_mines.play(&coast.told(&state.afloat, magic), dice, log);
                let is_hit = outcome.facts.contains(&("hit".to_owned(), Fact::Truth(true)));
                state.stage = if is_hit { EntryStage::Draw } else { EntryStage::End };
                Flow::Next(state)
            }
            EntryStage::Draw => {
                let ship = coast.draw(&state.afloat, dice, log);
                state.afloat.strike(
                    &coast.ships,
                    ship,
                    (Hit::Plain, "3.14.5.6"),
                    (&tables.admiral, dice),
                    log,
                );
                state.afloat.tell_cargo(&coast.ships, log);
                state.stage = EntryStage::End;
                Flow::Next(state)
            }
            EntryStage::End => Flow::Done(Self::so_far(coast, &state, tables)),
        }
    }

    fn has_alike(coast: &MinedCoast) -> bool {
        damage::any_alike(&coast.ships)
    }

    fn alike(coast: &MinedCoast, state: FortMinesState) -> FortMinesState {
        FortMinesState { afloat: state.afloat.in_order(&coast.ships, coast.ships.len()), ..state }
    }

    fn so_far(coast: &MinedCoast, state: &FortMinesState, _: &SeaTables) -> MinesOutcome {
        MinesOutcome::of(&coast.ships, &state.afloat, state.chit)
    }

    fn result(outcome: &MinesOutcome) -> String {
        outcome.in_words()
    }

    fn deeds(outcome: &MinesOutcome) -> Vec<Deed> {
        outcome.deeds()
    }

    fn losses(coast: &MinedCoast, outcome: &MinesOutcome) -> Vec<UnitLoss> {
        damage::losses(&[(ATTACKER, &coast.ships, &outcome.hit)])
    }
}

impl FortMinesState {
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

impl MinedCoast {
    /// These ships, entering in this month, with the chit of who owns the fort.
    #[must_use]
    pub fn new(ships: Vec<NavalUnit>, date: String, magic: MinesMagic) -> Self {
        Self { ships, date, magic }
    }

    /// All that is afloat enters; Naval Magic may be used up.
    #[must_use]
    pub fn enter(&self, afloat: Afloat, magic_used: bool) -> FortMinesState {
        FortMinesState { stage: EntryStage::Die, chit: ChitState::new(magic_used), afloat }
    }

    fn entering(&self, afloat: &Afloat) -> Vec<usize> {
        (0..self.ships.len()).filter(|ship| afloat.has(*ship)).collect()
    }

    /// What the roll asks for, of the units that enter; Naval Magic where it is used.
    fn told(&self, afloat: &Afloat, magic: Option<Added<'_>>) -> Inputs {
        let entering = self.entering(afloat);
        let count =
            |is: &dyn Fn(&NavalUnit) -> bool| entering.iter().filter(|ship| is(&self.ships[**ship])).count();
        let mut told = Inputs::default();
        told.preset("ships", entering.len().into());
        told.preset("date", self.date.as_str().into());
        told.preset("fort", "complete".into());
        told.preset("dd", (count(&|ship| ship.class.is_escort()) > 0).into());
        told.preset("japanese", (count(&|ship| ship.nation == Some("JP")) > 0).into());
        if let Some((_, number, _)) = magic {
            told.preset("magic", number.into());
        }
        told.preset("half-us", (2 * count(&|ship| ship.nation == Some("US")) >= entering.len()).into());
        told
    }

    /// The unit that is hit: each with the same chance (proposed for gap G18).
    fn draw(&self, afloat: &Afloat, dice: &mut dyn Dice, log: &mut Log) -> usize {
        let entering = self.entering(afloat);
        let sides = u8::try_from(entering.len()).unwrap_or(u8::MAX);
        if sides < 2 {
            return entering.first().copied().unwrap_or_default();
        }
        let die = Die(sides);
        let face = dice.roll(die, "unit hit by sea mines");
        let cause =
            || format!("of {}, in the order given; proposed for gap G18", counted(entering.len(), "unit"));
        log.roll(die, face, || ("unit hit by sea mines: die", cause(), RULE));
        entering.get(usize::from(face).saturating_sub(1)).copied().unwrap_or_default()
    }
}

impl Coded for FortMines {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "fort-mines";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-FORT-MINES.md";
    const KEYS: &'static [Key] = KEYS;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<MinedCoast, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let mut ships = typed::fleet(inputs, "ships", "entering", &mut faults);
        let told = inputs.word("nation").map(|word| (word, inputs.nation(word)));
        if let Some((word, None)) = told {
            faults.push(KeyFault::new("nation", format!("no nation \"{word}\"")));
        }
        let nation = told.and_then(|(_, nation)| nation);
        ships.iter_mut().for_each(|ship| ship.nation = ship.nation.or(nation));
        let date = inputs.word("date").map(str::to_owned);
        if date.is_none() {
            faults.push(KeyFault::new("date", "is missing").help("the month, such as 1942-08"));
        }
        let magic = MinesMagic::read(inputs, &mut faults);
        match date {
            Some(date) if faults.is_empty() => Ok(MinedCoast { ships, date, magic }),
            _ => Err(faults),
        }
    }
}
