//! What a land battle ended in: facts about both sides and the hex, and the changes that follow.

use serde::Serialize;

use super::attack::{Attack, Fort, Troops};
use super::battle::{Battle, Fate, Standing};
use super::retreat::{self, Mix};
use super::unit::{Kind, Trait, Unit};
use crate::rules::atpo::crt::Loss;
use crate::rules::procedure::Effect;

/// What became of one unit.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct UnitOutcome {
    /// `attacker` or `defender`.
    pub side: &'static str,
    /// Its name.
    pub unit: String,
    /// Its id in the save.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// Steps it lost.
    pub steps_lost: u8,
    /// `stands`, `eliminated`, `retreated`, `advanced`, `landed`, `pinned`, `evacuated`, `out of the game`.
    pub fate: &'static str,
    /// Where it went: a hex, `Force Pool` or `Replenishment Box`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
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
    /// `yes`, `no`, or `if the defender leaves` while that is not decided.
    pub vacated: &'static str,
    /// Whether attackers may advance: the same words.
    pub may_advance: &'static str,
    /// Installations the attacker captures (11.6.9).
    pub captured: Vec<String>,
    /// Forts and supply chits that are destroyed (11.6.9).
    pub destroyed: Vec<String>,
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
}

impl Outcome {
    /// The facts of a battle as it stands.
    #[must_use]
    pub fn of(battle: &Battle) -> Self {
        let vacated = vacated(battle);
        let attackers_left = battle.attackers_left();
        let may_advance = if attackers_left { vacated } else { "no" };
        let entered = vacated == "yes" && attackers_left;
        let attack = &battle.attack;
        let mut units = unit_outcomes("attacker", attack, attack.attacker.units(), &battle.attackers);
        units.extend(unit_outcomes("defender", attack, attack.defender.units(), &battle.defenders));
        Self {
            result: battle.result(),
            odds: battle.odds.clone(),
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
                    && vacated == "no"
                    && battle.attackers.iter().any(|standing| standing.fate == Fate::Pinned),
            },
            units,
        }
    }

    /// The changes for the save, in players' words.
    #[must_use]
    pub fn effects(&self) -> Vec<Effect> {
        let mut effects: Vec<Effect> = self.units.iter().flat_map(unit_effects).collect();
        let place = |subject: &str, change, to: Option<&str>, rule| Effect {
            subject: subject.to_owned(),
            piece: None,
            change,
            to: to.map(str::to_owned),
            rule,
        };
        effects
            .extend(self.hex.captured.iter().map(|what| place(what, "capture", Some("attacker"), "11.6.9")));
        effects.extend(
            self.hex.destroyed.iter().map(|what| place(what, "destroy", Some("Force Pool"), "11.6.9")),
        );
        if self.hex.sea_supply {
            effects.push(place("Sea Supply", "place", Some("defender's hex"), "3.14.7"));
        }
        effects
    }
}

fn vacated(battle: &Battle) -> &'static str {
    let Some(cell) = &battle.cell else {
        return if battle.partisans_dead { "yes" } else { "no" };
    };
    let attack = &battle.attack;
    match cell.defender {
        Loss::Points(0) => "no",
        _ if battle.enemy_remains() => "no",
        Loss::All => "yes",
        Loss::Points(_) if !attack.is_defended() => "yes",
        Loss::Points(points) => match &attack.defender.troops {
            Troops::Total(_, steps) => {
                let mixes = retreat::mixes(points, *steps, &attack.retreat, attack.defender.out_of_supply);
                if mixes.iter().all(|mix| mix.eliminated) { "yes" } else { "if the defender leaves" }
            }
            Troops::Units(_) if battle.defenders_left() && battle.is_undecided() => "if the defender leaves",
            Troops::Units(_) if battle.defenders_left() => "no",
            Troops::Units(_) => "yes",
        },
    }
}

fn captured(attack: &Attack) -> Vec<String> {
    let mut list: Vec<String> =
        attack.installations.iter().filter(|what| !is_supply(what)).cloned().collect();
    if attack.port && !list.iter().any(|what| what == "port") {
        list.push("port".into());
    }
    list
}

fn destroyed(attack: &Attack) -> Vec<String> {
    let mut list: Vec<String> = attack.installations.iter().filter(|what| is_supply(what)).cloned().collect();
    match attack.fort {
        Fort::None => {}
        Fort::Fortification => list.push("fortification".into()),
        Fort::Permanent => list.push("permanent fortification".into()),
    }
    if attack.coastal_fort {
        list.push("coastal fort".into());
    }
    list
}

fn is_supply(what: &str) -> bool {
    what.contains("supply")
}

fn points(loss: Loss, noun: &str) -> String {
    match loss {
        Loss::Points(0) => "none".into(),
        Loss::Points(1) => format!("1 {noun}"),
        Loss::Points(count) => format!("{count} {}", noun.replace("step", "steps").replace("hex", "hexes")),
        Loss::All => "all".into(),
    }
}

fn attacker(battle: &Battle) -> SideOutcome {
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
        eliminated: !battle.attackers_left(),
        retreated: 0,
        options: Vec::new(),
    }
}

fn defender(battle: &Battle) -> SideOutcome {
    let attack = &battle.attack;
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
        outcome.eliminated = dead || battle.partisans_dead;
        outcome.steps_lost = if dead { *steps } else { Some(0) };
    } else {
        outcome.eliminated = attack.is_defended()
            && battle
                .defenders
                .iter()
                .zip(attack.defender.units())
                .all(|(standing, unit)| !unit.fights() || standing.fate == Fate::Eliminated)
            || battle.partisans_dead;
    }
    outcome
}

fn lost(units: &[Unit], standings: &[Standing]) -> u16 {
    units
        .iter()
        .zip(standings)
        .filter(|(unit, _)| unit.fights())
        .map(|(unit, standing)| u16::from(unit.steps.saturating_sub(standing.steps)))
        .sum()
}

fn unit_outcomes(
    side: &'static str,
    attack: &Attack,
    units: &[Unit],
    standings: &[Standing],
) -> Vec<UnitOutcome> {
    let outcome = |(unit, standing): (&Unit, &Standing)| {
        let (fate, to) = match &standing.fate {
            Fate::Stands => ("stands", None),
            Fate::Eliminated => ("eliminated", Some(box_of(unit, is_out_of_supply(unit, side, attack)))),
            Fate::Retreated(hex) => ("retreated", hex.clone()),
            Fate::Advanced => ("advanced", attack.hex.clone()),
            Fate::Landed => ("landed", attack.hex.clone()),
            Fate::Pinned => ("pinned", attack.hex.clone()),
            Fate::Evacuated => ("evacuated", None),
            Fate::OutOfTheGame => ("out of the game", None),
            Fate::ForcePool => ("force pool", Some("Force Pool".to_owned())),
        };
        let steps_lost = if unit.fights() { unit.steps.saturating_sub(standing.steps) } else { 0 };
        UnitOutcome { side, unit: unit.name.clone(), piece: unit.piece.clone(), steps_lost, fate, to }
    };
    units.iter().zip(standings).map(outcome).collect()
}

/// Where an eliminated unit goes: infantry of China, Japan, Australia and India that dies at home in supply to the
/// Replenishment Box (11.6.10), all others to the force pool (11.6.6.1).
fn box_of(unit: &Unit, out_of_supply: bool) -> String {
    let nation = matches!(unit.nation, Some("CN" | "CC" | "JP" | "AU" | "IN"));
    let at_home = unit.kind == Kind::Infantry && nation && unit.is(Trait::Home);
    let replenished = at_home && !out_of_supply;
    if replenished { "Replenishment Box".into() } else { "Force Pool".into() }
}

/// Whether a unit is out of supply: told of itself, of the defending hex, or of the attackers where none is told alone.
fn is_out_of_supply(unit: &Unit, side: &str, attack: &Attack) -> bool {
    let told_alone = || attack.attacker.units().iter().any(|unit| unit.fights() && unit.is_unsupplied());
    let by_side = if side == "attacker" {
        attack.attacker.out_of_supply && !told_alone()
    } else {
        attack.defender.out_of_supply
    };
    unit.is_unsupplied() || by_side
}

fn unit_effects(unit: &UnitOutcome) -> Vec<Effect> {
    let effect = |change, to: Option<String>, rule| Effect {
        subject: unit.unit.clone(),
        piece: unit.piece.clone(),
        change,
        to,
        rule,
    };
    let mut effects = Vec::new();
    if unit.steps_lost > 0 && unit.fate != "eliminated" {
        effects.push(effect("reduce", None, "11.6.6.1"));
    }
    match unit.fate {
        "eliminated" => effects.push(effect("eliminate", unit.to.clone(), "11.6.6.1")),
        "retreated" => effects.push(effect("retreat", unit.to.clone(), "11.6.7")),
        "advanced" => effects.push(effect("advance", unit.to.clone(), "11.6.8.1")),
        "landed" => effects.push(effect("mark", Some("Active".into()), "3.14.7")),
        "pinned" => {
            effects.push(effect("mark", Some("Pinned on the Beach".into()), "3.14.8"));
            effects.push(effect("mark", Some("Active".into()), "3.14.8"));
        }
        "evacuated" => effects.push(effect("evacuate", None, "3.14.8")),
        "force pool" => effects.push(effect("eliminate", unit.to.clone(), "11.5.3")),
        "out of the game" => effects.push(effect("eliminate", Some("out of the game".into()), "11.5.3")),
        _ => {}
    }
    effects
}
