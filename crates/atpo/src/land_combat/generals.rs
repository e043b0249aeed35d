//! Generals who lose their troops in a battle (11.5.3): each is rolled for as ATPO-R41 has it. HQs and Generals who are left
//! alone in a hex that falls.

use super::battle::{Fate, Fight, Stage, Standing, State, eliminate};
use crate::crt::Tables;
use crate::forces::unit::{self, LandKind};
use crate::terms::OUT_OF_THE_GAME;
use liege_rules::play::deeds::Act;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::Inputs;
use liege_rules::play::procedure::Log;

/// Roll for one General: true when he is out of the game.
pub fn roll(name: &str, nation: Option<&str>, tables: &Tables, dice: &mut dyn Dice, log: &mut Log) -> bool {
    let mut told = Inputs::default();
    told.preset("general", name.into());
    if let Some(nation) = nation {
        told.preset("nation", nation.into());
    }
    let outcome = tables.general.play(&told, dice, log);
    outcome.deeds.iter().any(|deed| deed.act == Act::Eliminate(Some(OUT_OF_THE_GAME)))
}

/// HQs and Generals whose troops are gone leave a hex that enemy units have entered (gap G83).
pub(super) fn leave_entered(battle: &mut Fight<'_>, log: &mut Log) {
    let entered = |standing: &Standing| matches!(standing.fate, Fate::Advanced | Fate::Landed);
    if battle.attackers.iter().any(entered) {
        leave_without_troops(battle, log);
    }
}

/// HQs without troops are eliminated where their hex is taken, and Generals go to the force pool without a die (7.1.7,
/// 11.5.3, gap G83).
pub(super) fn leave_without_troops(battle: &mut Fight<'_>, log: &mut Log) {
    let units = battle.attack.defender.units().iter().zip(&mut battle.defenders);
    for (unit, standing) in units.filter(|(_, standing)| standing.fate == Fate::Stands) {
        match unit.kind {
            LandKind::General => {
                standing.fate = Fate::ForcePool;
                log.line(|| (unit.name.as_str(), "to the force pool", "without troops (gap G83)", "11.5.3"));
            }
            LandKind::Hq => {
                eliminate(standing);
                log.line(|| (unit.name.as_str(), "eliminated", "without troops (gap G83)", "7.1.7"));
            }
            _ => {}
        }
    }
}

/// Roll for the next General of the defender, from this unit on, if all his troops are dead.
pub(super) fn next(mut battle: Fight<'_>, from: usize, dice: &mut dyn Dice, log: &mut Log) -> State {
    let attack = battle.attack;
    let units = attack.defender.units();
    let had_troops = units.iter().any(unit::LandUnit::fights);
    let all_dead = units
        .iter()
        .zip(&battle.defenders)
        .all(|(unit, standing)| !unit.fights() || standing.fate == Fate::Eliminated);
    let general = battle.defending_generals().into_iter().find(|index| *index >= from);
    let Some(index) = general.filter(|_| had_troops && all_dead) else {
        return battle.at(Stage::Paratroops);
    };
    let unit = &units[index];
    let gone = roll(&unit.name, unit.nation, battle.tables, dice, log);
    battle.defenders[index].fate = if gone { Fate::OutOfTheGame } else { Fate::ForcePool };
    battle.at(Stage::Generals(index + 1))
}
