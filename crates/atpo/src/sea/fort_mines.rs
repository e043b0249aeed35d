//! Sea mines of a coastal fort against ships by name (ATPO-FORT-MINES, 3.14.5.6): the die of ATPO-R18 for the whole
//! force, and which of its units the mines hit.

use super::damage::{self, Afloat};
use super::magic::{self, MinesMagic};
use super::mines::MINES_PROMPT;
use super::ship::{self, NavalUnit};
use super::shot::{Added, Hit};
use super::tables::SeaTables;
use super::typed::Entering;
use super::under_fire::{SeaLosses, UnderFire};
use crate::forces::{ATTACKER, DEFENDER};
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::{Inputs, Month, NationCode};
use liege_rules::play::losses::UnitLoss;
use liege_rules::play::procedure::{ContextError, Log, Played, Refusal, Script, ScriptHead, TableTop};
use liege_rules::play::roll::Fact;
use vassal::diagnostic::counted;

/// ATPO-FORT-MINES.
pub struct FortMines;

const RULE: &str = "3.14.5.6";

inputs! {
    /// What enters the hex of a coastal fort, and when, as typed in.
    #[derive(Debug, Clone)]
    pub struct CoastEntry {
        /// all that enter in one movement option, submarines too: CA 2-8/1-6 US, 2 x DD 0-5, STP 5
        ships: Entering = "ships" | "entering" | "task-force", RULE;
        /// of ships that name none
        nation: Option<NationCode> = "nation", RULE;
        /// the month: from 1943 on the die has +1
        date: Month = "date" | "month", RULE;
        ..magic: MinesMagic;
    }
}

/// The coastal waters of a fort, with all that enters them.
#[derive(Debug, Clone)]
pub struct MinedCoast {
    ships: Vec<NavalUnit>,
    /// Such as `1942-08`.
    date: String,
    /// The Naval Magic chit of who owns the fort.
    magic: MinesMagic,
}

impl CoastEntry {
    /// These ships, entering in this month, with the chit of who owns the fort.
    #[must_use]
    pub fn new(ships: Vec<NavalUnit>, date: String, magic: MinesMagic) -> Self {
        Self { ships: Entering(ships), nation: None, date: Month(date), magic }
    }
}

impl Script for FortMines {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-FORT-MINES", "fort-mines")
        .asks(&[DEFENDER], &[MINES_PROMPT])
        .measured(damage::MEASURE);
    type Cx = SeaTables;
    type Input = CoastEntry;
    type Battle = MinedCoast;
    type State = UnderFire;
    type Outcome = SeaLosses;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<SeaTables, ContextError> {
        SeaTables::load(files, settings, Self::HEAD.choices())
    }

    fn begin(entry: CoastEntry, tables: &SeaTables) -> Result<(MinedCoast, UnderFire), Vec<Refusal>> {
        let CoastEntry { ships: Entering(mut ships), nation, date: Month(date), magic } = entry;
        ships.iter_mut().for_each(|ship| ship.nation = ship.nation.or(nation.map(|nation| nation.0)));
        if let Some(refusal) = ship::of_both_sides(&ships, &tables.nations, RULE) {
            return Err(refusal.into());
        }
        if u8::try_from(ships.len()).is_err() {
            return Err(Refusal::new(RULE, "at most 255 naval units can enter a hex together").into());
        }
        if let Some(refusal) = magic.against(&tables.helped, &ships) {
            return Err(refusal.into());
        }
        let force = UnderFire { magic_used: false, afloat: Afloat::all(&ships) };
        Ok((MinedCoast { ships, date, magic }, force))
    }

    fn play<'b>(
        coast: &'b MinedCoast,
        tables: &'b SeaTables,
        force: &mut UnderFire,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let UnderFire { afloat, magic_used } = force;
        let magic =
            magic::of_defender(coast.magic.number, magic_used, (None, "the die of the sea mines"), at)?;
        let (dice, log) = at.dice();
        let mines = tables.sea_mines.play(&coast.facts(afloat, magic), dice, log);
        if mines.facts.contains(&("hit".to_owned(), Fact::Truth(true))) {
            let ship = coast.draw(afloat, dice, log);
            afloat.strike(&coast.ships, ship, (Hit::Plain, RULE), (&tables.admiral, dice), log);
            afloat.tell_cargo(&coast.ships, log);
        }
        Ok(())
    }

    fn outcome(coast: &MinedCoast, force: &UnderFire) -> SeaLosses {
        force.losses(&coast.ships)
    }

    fn losses(coast: &MinedCoast, outcome: &SeaLosses) -> Vec<UnitLoss> {
        damage::losses(&[(ATTACKER, &coast.ships, &outcome.hit)])
    }

    fn has_alike(coast: &MinedCoast) -> bool {
        damage::any_alike(&coast.ships)
    }

    fn alike(coast: &MinedCoast, force: UnderFire) -> UnderFire {
        UnderFire { afloat: force.afloat.in_order(&coast.ships, coast.ships.len()), ..force }
    }
}

impl MinedCoast {
    fn entering(&self, afloat: &Afloat) -> Vec<usize> {
        (0..self.ships.len()).filter(|ship| afloat.has(*ship)).collect()
    }

    /// What the roll asks for, of the units that enter; Naval Magic where it is used.
    fn facts(&self, afloat: &Afloat, magic: Option<Added<'_>>) -> Inputs {
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
