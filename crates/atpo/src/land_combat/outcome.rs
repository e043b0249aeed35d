//! What a land battle ended in: facts about both sides and the hex, and the deeds that follow.

use serde::Serialize;

use super::attack::{Attack, Fort, Troops};
use super::battle::{Fate, Fight, LandBattle, Standing, WithoutDie};
use super::ends::unit_outcomes;
pub use super::ends::{End, UnitOutcome};
use super::retreat::{self, Mix};
use crate::air::flight::AIR_STEPS;
use crate::air::strike::passage::PassageOutcome;
use crate::crt::Loss;
use crate::forces::installations;
use crate::forces::unit::LandUnit;
use crate::forces::{ATTACKER, DEFENDER};
use crate::magic;
use crate::terms::{FORCE_POOL, LAND_MAGIC, SEA_SUPPLY};
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::losses::{LostUnit, UnitLoss};

/// Whether the defenders are gone from the hex: in the order of the words, which is that of outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Vacated {
    /// The defender has not decided.
    #[serde(rename = "if the defender leaves")]
    IfTheDefenderLeaves,
    /// Some are left.
    #[serde(rename = "no")]
    No,
    /// None is left.
    #[serde(rename = "yes")]
    Yes,
}

impl Vacated {
    /// The word of the report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::IfTheDefenderLeaves => "if the defender leaves",
            Self::No => "no",
            Self::Yes => "yes",
        }
    }
}

/// What became of one side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SideOutcome {
    /// What the table asks: `none`, `1 step`, `2 steps or hexes`, `all`.
    pub required: String,
    /// Steps lost so far; none when only a total was given and all of it dies.
    pub steps_lost: Option<u16>,
    /// Nothing of it is left.
    pub eliminated: bool,
    /// Hexes its stack retreated.
    pub retreated: u8,
    /// Legal ways to satisfy the table, for a defender who has not chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Mix>,
}

/// What became of the hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct HexOutcome {
    /// Whether the defenders are gone.
    pub vacated: Vacated,
    /// Whether attackers may advance: the same words.
    pub may_advance: Vacated,
    /// Installations the attacker captures (11.6.9).
    pub captured: Vec<Term>,
    /// Forts and supply chits that are destroyed (11.6.9).
    pub destroyed: Vec<Term>,
    /// A successful assault lands one Sea Supply (3.14.7).
    pub sea_supply: bool,
    /// The hex turns friendly to the assaulting side at the end of the offensive (3.14.8).
    pub friendly_at_end: bool,
}

/// The facts of a battle, final or so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Outcome {
    /// As the table prints it.
    pub result: String,
    /// The odds column.
    pub odds: Option<String>,
    /// Total strength of the attack.
    pub attack: u32,
    /// Total strength of the defence.
    pub defence: u32,
    /// The attacker.
    pub attacker: SideOutcome,
    /// The defender.
    pub defender: SideOutcome,
    /// The hex.
    pub hex: HexOutcome,
    /// Each unit, when units were given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<UnitOutcome>,
    /// What became of all that were in the air, where enemies could meet there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub air: Option<PassageOutcome>,
    /// Whether Land Magic was used.
    #[serde(skip)]
    pub magic_used: bool,
}

impl Outcome {
    /// What became of each unit of an attack, in steps.
    #[must_use]
    pub fn losses(&self, battle: &LandBattle) -> Vec<UnitLoss> {
        let attack = &battle.attack;
        let first = attack.attacker.units().len();
        let alike = &attack.alike;
        let like = alike.attackers.iter().copied().chain(alike.defenders.iter().map(|like| first + like));
        let loss = |(unit, like): (&UnitOutcome, usize)| UnitLoss {
            side: unit.side,
            unit: unit.unit.clone(),
            like,
            fate: unit.loss(),
        };
        let mut losses: Vec<UnitLoss> = self.units.iter().zip(like).map(loss).collect();
        if let Some((passage, air)) = battle.passage.as_ref().zip(self.air.as_ref()) {
            let first = losses.len();
            let in_steps =
                |loss: UnitLoss| UnitLoss { like: first + loss.like, fate: loss.fate.map(by_steps), ..loss };
            losses.extend(air.losses(passage, 0).into_iter().map(in_steps));
        }
        losses
    }

    /// The facts of a battle as it stands.
    #[must_use]
    pub fn of(battle: &Fight<'_>) -> Self {
        let vacated = vacated(battle);
        let attackers_left = battle.attackers_left();
        let may_advance = if attackers_left { vacated } else { Vacated::No };
        let entered = vacated == Vacated::Yes && attackers_left;
        let attack = battle.attack;
        let mut units = unit_outcomes(ATTACKER, attack, attack.attacker.units(), &battle.attackers);
        units.extend(unit_outcomes(DEFENDER, attack, attack.defender.units(), &battle.defenders));
        Self {
            result: battle.result(),
            odds: battle.column.map(|column| battle.tables.crt.columns[column].text.clone()),
            attack: battle.attack_strength,
            defence: battle.defence_strength,
            attacker: attacker(battle),
            defender: defender(battle),
            hex: HexOutcome {
                vacated,
                may_advance,
                captured: if entered { captured(attack) } else { Vec::new() },
                destroyed: if entered { destroyed(attack) } else { Vec::new() },
                sea_supply: attack.amphibious && entered,
                friendly_at_end: attack.amphibious
                    && !attack.is_defended()
                    && vacated == Vacated::No
                    && battle.attackers.iter().any(|standing| standing.fate == Fate::Pinned),
            },
            units,
            air: battle.in_the_air(),
            magic_used: attack.magic != 0 && battle.cell.is_some(),
        }
    }

    /// What is done to the units and to what is in the hex.
    #[must_use]
    pub fn deeds(&self) -> Vec<Deed> {
        let mut deeds: Vec<Deed> = self.units.iter().flat_map(UnitOutcome::deeds).collect();
        let of_hex = |thing: &Term, act, rule: &'static str| Deed {
            whom: Whom::Thing(thing.clone()),
            act,
            rule: rule.into(),
        };
        let captured = self.hex.captured.iter();
        deeds.extend(captured.map(|thing| of_hex(thing, Act::Capture(ATTACKER), "11.6.9")));
        let destroyed = self.hex.destroyed.iter();
        deeds.extend(destroyed.map(|thing| of_hex(thing, Act::Destroy(FORCE_POOL), "11.6.9")));
        if self.hex.sea_supply {
            deeds.push(of_hex(&SEA_SUPPLY, Act::Place(DEFENDER), "3.14.7"));
        }
        deeds.extend(self.air.iter().flat_map(|air| air.deeds().iter().cloned()));
        deeds.extend(magic::spent(LAND_MAGIC, self.magic_used));
        deeds
    }
}

/// What is lost of an air unit, measured as land units are.
fn by_steps(lost: LostUnit) -> LostUnit {
    let steps = lost.lost.iter().find(|(what, _)| *what == AIR_STEPS).map_or(0, |(_, steps)| *steps);
    LostUnit { measure: steps, ..lost }
}

/// Whether the hex is empty of defenders.
pub(super) fn vacated(battle: &Fight<'_>) -> Vacated {
    let Some(cell) = battle.cell else {
        return if battle.without_die.is_some() { Vacated::Yes } else { Vacated::No };
    };
    let attack = battle.attack;
    match cell.defender {
        Loss::Points(0) => Vacated::No,
        _ if battle.enemy_remains() => Vacated::No,
        Loss::All => Vacated::Yes,
        Loss::Points(_) if !attack.is_defended() => Vacated::Yes,
        Loss::Points(points) => match &attack.defender.troops {
            Troops::Total(_, steps) => {
                let mixes = retreat::mixes(points, *steps, &attack.retreat, attack.defender.out_of_supply);
                let dead = mixes.iter().all(|mix| mix.eliminated);
                if dead { Vacated::Yes } else { Vacated::IfTheDefenderLeaves }
            }
            Troops::Units(_) if battle.defenders_left() && battle.is_undecided() => {
                Vacated::IfTheDefenderLeaves
            }
            Troops::Units(_) if battle.defenders_left() => Vacated::No,
            Troops::Units(_) => Vacated::Yes,
        },
    }
}

fn captured(attack: &Attack) -> Vec<Term> {
    let mut list: Vec<Term> =
        attack.installations.iter().filter(|what| !installations::is_supply(what)).cloned().collect();
    if attack.port && !list.contains(&installations::PORT) {
        list.push(installations::PORT);
    }
    list
}

fn destroyed(attack: &Attack) -> Vec<Term> {
    let mut list: Vec<Term> =
        attack.installations.iter().filter(|what| installations::is_supply(what)).cloned().collect();
    match attack.fort {
        Fort::None => {}
        Fort::Fortification => list.push(installations::FORTIFICATION),
        Fort::Permanent => list.push(installations::PERMANENT_FORTIFICATION),
    }
    if attack.coastal_fort {
        list.push(installations::COASTAL_FORT);
    }
    list
}

fn points(loss: Loss, noun: &str) -> String {
    match loss {
        Loss::Points(0) => "none".into(),
        Loss::Points(1) => format!("1 {noun}"),
        Loss::Points(count) => format!("{count} {}", noun.replace("step", "steps").replace("hex", "hexes")),
        Loss::All => "all".into(),
    }
}

fn attacker(battle: &Fight<'_>) -> SideOutcome {
    let loss = battle.cell.as_ref().map_or(Loss::Points(0), |cell| cell.attacker);
    let steps_lost = match (&battle.attack.attacker.troops, loss) {
        (Troops::Units(_), _) => Some(lost(battle.attack.attacker.units(), &battle.attackers)),
        (Troops::Total(_, steps), Loss::All) => *steps,
        (Troops::Total(_, steps), Loss::Points(count)) => {
            Some(steps.unwrap_or(u16::MAX).min(battle.total_steps_lost(count).into()))
        }
    };
    SideOutcome {
        required: points(loss, "step"),
        steps_lost,
        eliminated: !battle.attackers_left()
            && battle.attackers.iter().all(|standing| standing.fate != Fate::TurnedBack),
        retreated: 0,
        options: Vec::new(),
    }
}

fn defender(battle: &Fight<'_>) -> SideOutcome {
    let attack = battle.attack;
    let loss = battle.cell.as_ref().map_or(Loss::Points(0), |cell| cell.defender);
    let mut outcome = SideOutcome {
        required: points(loss, "step or hex"),
        steps_lost: Some(lost(attack.defender.units(), &battle.defenders)),
        eliminated: false,
        retreated: battle.hexes,
        options: Vec::new(),
    };
    if let Loss::Points(count @ 1..) = loss
        && attack.is_defended()
        && battle.is_undecided()
    {
        outcome.options =
            retreat::mixes(count, battle.defending_steps(), &attack.retreat, attack.defender.out_of_supply);
    }
    if let Troops::Total(_, steps) = &attack.defender.troops {
        let dead = loss == Loss::All
            || (!outcome.options.is_empty() && outcome.options.iter().all(|mix| mix.eliminated));
        outcome.eliminated = dead || battle.without_die == Some(WithoutDie::Partisans);
        outcome.steps_lost = if dead { *steps } else { Some(0) };
    } else {
        outcome.eliminated = attack.is_defended()
            && battle
                .defenders
                .iter()
                .zip(attack.defender.units())
                .all(|(standing, unit)| !unit.fights() || standing.fate == Fate::Eliminated)
            || battle.without_die == Some(WithoutDie::Partisans);
    }
    outcome
}

fn lost(units: &[LandUnit], standings: &[Standing]) -> u16 {
    units
        .iter()
        .zip(standings)
        .filter(|(unit, _)| unit.fights())
        .map(|(unit, standing)| u16::from(unit.steps.saturating_sub(standing.steps)))
        .sum()
}
