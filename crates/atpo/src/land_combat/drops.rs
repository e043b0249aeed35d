//! Paradrops (4.12.4.2): the die of one, and those that come before an attack.

use serde::Serialize;

use super::attack::Superiority;
use super::battle::{Fate, Fight, Stage, State, eliminate};
use crate::air::transport::{ABORTED, DESTROYED};
use crate::crt::Tables;
use crate::forces::unit::Condition;
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::procedure::Log;

/// What a drop depends on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Circumstances {
    /// Terrain of the hex.
    pub terrain: String,
    /// Who alone has air units over the hex; the dropping side is the attacker.
    pub superiority: Superiority,
    /// A friendly land unit is adjacent, or was dropped or landed before.
    pub adjacent: bool,
    /// First month of a sneak attack.
    pub sneak_first: bool,
}

/// How a drop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Landing {
    Eliminated,
    Depleted,
    Intact,
}

impl Landing {
    /// In a word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Eliminated => "eliminated",
            Self::Depleted => "depleted",
            Self::Intact => "intact",
        }
    }
}

/// Roll one drop.
pub fn roll(
    name: &str,
    given: &Circumstances,
    tables: &Tables,
    dice: &mut dyn Dice,
    log: &mut Log,
) -> Landing {
    let numbers = &tables.numbers.paradrop;
    let terrain = match given.terrain.as_str() {
        "jungle" | "mountain" => numbers.jungle_or_mountain,
        "jungle-mountain" => numbers.jungle_mountain,
        _ => 0,
    };
    let air = match given.superiority {
        Superiority::Attacker => numbers.own_superiority,
        Superiority::Defender => numbers.enemy_superiority,
        Superiority::Nobody => 0,
    };
    let modifiers = [
        ("air superiority", air, "4.12.4.2"),
        ("terrain", terrain, "4.12.4.2"),
        ("not adjacent", if given.adjacent { 0 } else { numbers.not_adjacent }, "4.12.4.2"),
        ("sneak attack", if given.sneak_first { numbers.sneak_first } else { 0 }, "17.1.5"),
    ];
    let sum: i32 = modifiers.iter().map(|(_, value, _)| value).sum();
    let landing_of = |die: u8| match i32::from(die) + sum {
        total if total <= numbers.eliminated_most => Landing::Eliminated,
        total if total <= numbers.depleted_most => Landing::Depleted,
        _ => Landing::Intact,
    };
    let die = dice.roll_into(Die::D6, "paradrop", &|die| landing_of(die) as u16);
    let landing = landing_of(die);
    log.roll(Die::D6, die, || (format!("drop of {name}: die"), "1d6", "4.12.4.2"));
    for (label, value, rule) in modifiers.iter().filter(|(_, value, _)| *value != 0) {
        log.line(|| (format!("drop modifier: {label}"), format!("{value:+}"), name, *rule));
    }
    let total = i32::from(die) + sum;
    log.line(|| {
        let (dead, weak) = (numbers.eliminated_most, numbers.depleted_most);
        let why = match landing {
            Landing::Eliminated => format!("total {total}; {dead} or less"),
            Landing::Depleted => format!("total {total}; {} to {weak}", dead + 1),
            Landing::Intact => format!("total {total}; more than {weak}"),
        };
        (format!("drop of {name}"), landing.word(), why, "4.12.4.2")
    });
    landing
}

/// Roll the next drop of a battle, from this attacker on; then the attack follows.
pub(super) fn next(mut battle: Fight<'_>, from: usize, dice: &mut dyn Dice, log: &mut Log) -> State {
    let attack = battle.attack;
    let units = attack.attacker.units();
    let Some(index) = (from..units.len()).find(|index| units[*index].is(Condition::Drop)) else {
        let next = if units.is_empty() || !battle.fighting_attackers().is_empty() {
            Stage::Fight
        } else {
            Stage::End
        };
        return battle.at(next);
    };
    let (fate, cause) = match battle.transport_of(index) {
        Some(ABORTED) => (Fate::TurnedBack, "back at its base with the air transport that was aborted"),
        Some(DESTROYED) => (Fate::Eliminated, "with the air transport that carried it"),
        _ => (Fate::Stands, ""),
    };
    if fate != Fate::Stands {
        let name = &units[index].name;
        log.line(|| (format!("drop of {name}"), "not dropped", cause, "4.12.1"));
        if fate == Fate::Eliminated {
            eliminate(&mut battle.attackers[index]);
        }
        battle.attackers[index].fate = fate;
        return battle.at(Stage::Drops(index + 1));
    }
    // Units that attack by land or from the sea are adjacent, and so are earlier drops (4.12.4.2).
    let there = |other: usize| {
        let waits = units[other].is(Condition::Drop) && other >= index;
        units[other].fights() && !waits && battle.attackers[other].fate == Fate::Stands
    };
    let given = Circumstances {
        terrain: attack.terrain.clone(),
        superiority: battle.superiority(),
        adjacent: attack.drop_adjacent || (0..units.len()).any(there),
        sneak_first: attack.sneak == 1 && units[index].nation.is_none_or(|nation| nation == "JP"),
    };
    match roll(&units[index].name, &given, battle.tables, dice, log) {
        Landing::Eliminated => eliminate(&mut battle.attackers[index]),
        Landing::Depleted => battle.attackers[index].weak_drop = true,
        Landing::Intact => battle.attackers[index].intact_drop = true,
    }
    battle.at(Stage::Drops(index + 1))
}
