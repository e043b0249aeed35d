//! Generals who lose their troops (ATPO-R41, 11.5.3): after an attack, and alone.

use serde::Serialize;

use super::battle::{Fate, Fight, Phase, State};
use super::unit;
use crate::rules::atpo::crt::Tables;
use crate::rules::atpo::terms::{FORCE_POOL, OUT_OF_THE_GAME};
use crate::rules::choices::Setting;
use crate::rules::data::Files;
use crate::rules::deeds::{Act, Deed, Term, Whom};
use crate::rules::dice::{Dice, Die};
use crate::rules::inputs::{Fault, Inputs, Key, Kind};
use crate::rules::procedure::{ContextError, Flow, Log, Procedure, Refusal};

/// Roll for one General: true when he is out of the game.
pub fn roll(name: &str, nation: Option<&str>, tables: &Tables, dice: &mut dyn Dice, log: &mut Log) -> bool {
    let numbers = &tables.numbers.general;
    let lower = name.to_lowercase();
    let named =
        numbers.named.iter().find(|(known, _)| lower.contains(known.as_str())).map_or(0, |(_, value)| *value);
    let known = is_japanese(name, tables);
    let japanese = if nation == Some("JP") || (nation.is_none() && known) { numbers.japanese } else { 0 };
    let general = called(name);
    let gone_at = |die: u8| i32::from(die) + named + japanese <= numbers.eliminated_most;
    let die = dice.roll_into(Die::D6, "general", &|die| gone_at(die).into());
    log.roll(Die::D6, die, || {
        (format!("{general}: die"), "1d6, every land unit with him is eliminated", "11.5.3")
    });
    for (label, value) in [("his name", named), ("Japanese", japanese)] {
        if value != 0 {
            log.line(|| (format!("General modifier: {label}"), format!("{value:+}"), name, "11.5.3"));
        }
    }
    let total = i32::from(die) + named + japanese;
    let gone = gone_at(die);
    log.line(|| {
        let most = numbers.eliminated_most;
        if gone {
            (general, "out of the game", format!("total {total}; {most} or less"), "11.5.3")
        } else {
            (general, "force pool", format!("total {total}; more than {most}"), "11.5.3")
        }
    });
    gone
}

/// What a report calls a General, who may have no name or a counter that says what he is.
fn called(name: &str) -> String {
    match name {
        "" => "General".to_owned(),
        name if name.to_lowercase().contains("general") => name.to_owned(),
        name => format!("General {name}"),
    }
}

/// Whether a name tells a Japanese General.
fn is_japanese(name: &str, tables: &Tables) -> bool {
    let lower = name.to_lowercase();
    tables.numbers.general.japanese_names.iter().any(|known| lower.contains(known.as_str()))
}

/// Roll for the next General of the defender, from this unit on, if all his troops are dead.
pub(super) fn next(mut battle: Fight<'_>, from: usize, dice: &mut dyn Dice, log: &mut Log) -> State {
    let attack = battle.attack;
    let units = attack.defender.units();
    let had_troops = units.iter().any(unit::Unit::fights);
    let all_dead = units
        .iter()
        .zip(&battle.defenders)
        .all(|(unit, standing)| !unit.fights() || standing.fate == Fate::Eliminated);
    let general = battle.defending_generals().into_iter().find(|index| *index >= from);
    let Some(index) = general.filter(|_| had_troops && all_dead) else {
        return battle.at(Phase::Paratroops);
    };
    let unit = &units[index];
    let gone = roll(&unit.name, unit.nation, battle.tables, dice, log);
    battle.defenders[index].fate = if gone { Fate::OutOfTheGame } else { Fate::ForcePool };
    battle.at(Phase::Generals(index + 1))
}

/// ATPO-R41: one General alone.
pub struct GeneralTest;

const KEYS: &[Key] = &[
    Key::new(
        "general",
        &["name", "leader"],
        Kind::List,
        "11.5.3",
        "his name: MacArthur, Buckner, Wingate and the Japanese have modifiers",
    ),
    Key::new(
        "nation",
        &["side"],
        Kind::List,
        "11.5.3",
        "his nation: JP has a modifier; known for the Generals that the rules name",
    ),
    Key::new("japanese", &[], Kind::flag("nation", "JP"), "11.5.3", "the same as nation=JP"),
];

/// Where a General waits for the next Seasonal Turn, as the result calls it.
const WAITS: Term = Term::new(FORCE_POOL.word(), "force pool");

/// What became of a General.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct GeneralOutcome {
    /// His name.
    pub general: String,
    /// Out of the game for good; else in the force pool until the next Seasonal Turn.
    pub eliminated: bool,
}

impl Procedure for GeneralTest {
    const GAME: &'static str = "atpo";
    const ID: &'static str = "ATPO-R41";
    const NAME: &'static str = "general-elimination";
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R41.md";
    const KEYS: &'static [Key] = KEYS;
    type Cx = Tables;
    type Input = (String, Option<&'static str>, bool);
    type Battle = (String, Option<&'static str>);
    type State = ();
    type Outcome = GeneralOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Tables, ContextError> {
        super::tables::<Self>(files, settings)
    }

    fn read(inputs: &Inputs) -> Result<Self::Input, Vec<Fault>> {
        let nation = match inputs.word("nation") {
            None => None,
            Some(word) => Some(
                unit::nation(word)
                    .ok_or_else(|| vec![Fault::new("nation", format!("unknown nation \"{word}\""))])?,
            ),
        };
        let name = inputs.word("general").unwrap_or("").to_owned();
        if name.is_empty() && nation.is_none() {
            return Err(vec![Fault::new("general", "is missing: give a name or a nation")]);
        }
        Ok((name, nation, inputs.denies("nation", "JP")))
    }

    fn begin(
        (name, nation, not_japanese): Self::Input,
        tables: &Tables,
    ) -> Result<(Self::Battle, ()), Vec<Refusal>> {
        let lower = name.to_lowercase();
        let named = tables.numbers.general.named.keys().any(|known| lower.contains(known.as_str()));
        let japanese = is_japanese(&name, tables);
        let refuse = |reason: &str| Err(vec![Refusal::new("11.5.3", format!("{name} is {reason}"))]);
        match nation {
            Some("JP") if named => refuse("no Japanese General"),
            Some(nation) if nation != "JP" && japanese => refuse("a Japanese General"),
            None if not_japanese && japanese => refuse("a Japanese General"),
            _ => Ok(((name, nation), ())),
        }
    }

    fn step<'b>(
        (name, nation): &'b Self::Battle,
        (): (),
        tables: &'b Tables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, (), GeneralOutcome> {
        let eliminated = roll(name, *nation, tables, dice, log);
        Flow::Done(GeneralOutcome { general: name.clone(), eliminated })
    }

    fn so_far((name, _): &Self::Battle, (): &(), _: &Tables) -> GeneralOutcome {
        GeneralOutcome { general: name.clone(), eliminated: false }
    }

    fn result(outcome: &GeneralOutcome) -> String {
        if outcome.eliminated { OUT_OF_THE_GAME } else { WAITS }.to_string()
    }

    fn deeds(outcome: &GeneralOutcome) -> Vec<Deed> {
        let whom = Whom::Unit { name: called(&outcome.general), piece: None };
        let pool = if outcome.eliminated { OUT_OF_THE_GAME } else { WAITS };
        vec![Deed { whom, act: Act::Eliminate(Some(pool)), rule: "11.5.3" }]
    }
}
