//! What the rules forbid about an attack before it is made (3.14.2, 11.6.1, 11.6.4, 16.3.7, 17.1.6).

use super::attack::{Attack, LandForce, Paratroop, Portion, Troops};
use crate::air::strike::passage::kept_aboard;
use crate::crt::Tables;
use crate::forces::unit::{Condition, LandKind, LandUnit};
use liege_rules::play::procedure::Refusal;

/// Every reason why this attack is not allowed.
#[must_use]
pub fn against(attack: &Attack, tables: &Tables) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    attackers(attack, &mut refusals);
    target(attack, &mut refusals);
    landing(attack, tables, &mut refusals);
    bonuses(attack, tables, &mut refusals);
    for force in [&attack.attacker, &attack.defender] {
        refusals.extend(force.carriers.iter().flat_map(|stack| kept_aboard(stack, &force.air)));
    }
    refusals
}

fn attackers(attack: &Attack, refusals: &mut Vec<Refusal>) {
    let units = attack.attacker.units();
    let fighting = match &attack.attacker.troops {
        Troops::Total(strength, _) => *strength > 0,
        Troops::Units(units) => units.iter().any(LandUnit::fights),
    };
    if !fighting {
        refusals.push(Refusal::new("11.6.1", "no land unit attacks"));
    }
    if attack.inactive {
        refusals.push(Refusal::new("11.6.4", "attacking units must be activated"));
    }
    for unit in units {
        if unit.is(Condition::Inactive) {
            refusals.push(Refusal::new("11.6.4", format!("{} is not activated", unit.name)));
        }
        if unit.kind == LandKind::Partisan {
            refusals.push(Refusal::new("16.3.7", format!("{} is a partisan and cannot attack", unit.name)));
        }
        if unit.is(Condition::Drop) && unit.is(Condition::Reduced) {
            refusals
                .push(Refusal::new("4.12.4.4", format!("{} is depleted and cannot make a drop", unit.name)));
        }
        if unit.is(Condition::Drop) && unit.is_unsupplied() {
            let reason = format!("{} is out of supply and cannot drop", unit.name);
            refusals.push(Refusal::new("4.12.4.1", reason));
        }
        if unit.from_the_air() && unit.kind != LandKind::Paratroop {
            refusals.push(Refusal::new(
                "4.12.4",
                format!("{} is not a paratroop and cannot be dropped", unit.name),
            ));
        }
    }
    let all_dropped = match &attack.attacker.troops {
        Troops::Total(..) => attack.paratroop != Paratroop::None,
        Troops::Units(units) => units.iter().all(LandUnit::from_the_air),
    };
    if attack.not_adjacent && !attack.amphibious && !all_dropped {
        refusals.push(Refusal::new("11.6.1", "attackers must be adjacent to the hex they attack"));
    }
}

fn target(attack: &Attack, refusals: &mut Vec<Refusal>) {
    if attack.attacked_before {
        refusals.push(Refusal::new("11.6.4", "a hex can be attacked only once in an offensive"));
    }
    if attack.hexside != "open"
        && !attack.amphibious
        && attack.attacker.units().iter().any(|unit| !unit.from_the_air())
    {
        refusals
            .push(Refusal::new("22", format!("land units cannot cross this hexside: {}", attack.hexside)));
    }
    if attack.hexside != "open" && !attack.amphibious && matches!(attack.attacker.troops, Troops::Total(..)) {
        refusals
            .push(Refusal::new("22", format!("land units cannot cross this hexside: {}", attack.hexside)));
    }
    if attack.amphibious || attack.is_defended() || attack.only_partisans() {
        return;
    }
    if attack.garrison == Some(true) {
        refusals.push(Refusal::new(
            "3.14.5.1",
            "an intrinsic garrison cannot be attacked from an adjacent land hex",
        ));
    } else if !attack.is_fortified() {
        let reason = if attack.coastal_fort {
            "a coastal fort has no effect against a land attack, and no unit is in the hex"
        } else {
            "only hexes with land units or fortifications can be attacked"
        };
        refusals.push(Refusal::new("11.6.1", reason));
    }
}

fn landing(attack: &Attack, tables: &Tables, refusals: &mut Vec<Refusal>) {
    if !attack.amphibious {
        if attack.second_wave {
            refusals.push(Refusal::new("3.14.8.1", "only an amphibious assault has a second wave"));
        }
        return;
    }
    let allowed = tables.terrain.get(&attack.terrain).map_or("", |terrain| terrain.amphibious.as_str());
    if allowed != "yes" && (allowed != "port" || !attack.port) {
        let port = if allowed == "port" { " without a port" } else { "" };
        refusals.push(Refusal::new("3.14.2", format!("no amphibious assault into {}{port}", attack.terrain)));
    }
    let own_river = attack.attacker.units().iter().any(|unit| unit.is(Condition::River));
    if own_river || attack.river == Portion::All {
        refusals.push(Refusal::new("3.14", "a landing unit does not attack across a river"));
    }
}

fn bonuses(attack: &Attack, tables: &Tables, refusals: &mut Vec<Refusal>) {
    if attack.admiral != 0 && !attack.amphibious {
        refusals.push(Refusal::new("3.12.1.3", "an Admiral's A value counts only in amphibious assaults"));
    }
    if attack.sneak > 0 {
        let own = nations(&attack.attacker);
        if own.iter().all(|nation| nation.is_some_and(|nation| nation != "JP")) {
            refusals.push(Refusal::new("17.1.1", "the sneak attack bonus is for Japanese units only"));
        }
        let foes = nations(&attack.defender);
        if foes.contains(&Some("SU")) {
            refusals.push(Refusal::new("17.1.6", "no sneak attack bonus against the Soviet Union"));
        } else if foes.iter().all(|nation| matches!(nation, Some("CN" | "CC"))) {
            refusals.push(Refusal::new("17.1", "China is not neutral: no sneak attack bonus"));
        }
    }
    refusals.extend(magic(attack, tables));
    for (force, name) in [&attack.attacker, &attack.defender]
        .into_iter()
        .flat_map(|force| force.aura_names.iter().map(move |name| (force, name)))
    {
        if let Some(aura) = tables.numbers.aura.get(name) {
            if !can_be_of(force, &aura.nation) {
                let reason = format!("{name} helps only stacks of {}", aura.nation);
                refusals.push(Refusal::new("16.7", reason));
            }
        } else {
            let known: Vec<&str> = tables.numbers.aura.keys().map(String::as_str).collect();
            let reason = format!("{name} does not help stacks around his HQ, only {} do", known.join(", "));
            refusals.push(Refusal::new("16.7", reason));
        }
    }
}

/// The nations of the units of a force; of the force where none are listed.
fn nations(force: &LandForce) -> Vec<Option<&'static str>> {
    let listed: Vec<_> = force.units().iter().filter(|unit| unit.fights()).map(|unit| unit.nation).collect();
    if listed.is_empty() { vec![force.nation] } else { listed }
}

/// Whether any troops of a force are, or may be, of a nation.
fn can_be_of(force: &LandForce, nation: &str) -> bool {
    let may = |told: Option<&str>| told.is_none_or(|told| told == nation);
    match &force.troops {
        Troops::Total(..) => may(force.nation),
        Troops::Units(units) => units.iter().any(|unit| unit.fights() && may(unit.nation)),
    }
}

/// Land Magic is for attacks in which US, UK or Commonwealth land units take part, and no Soviet ones (17.10.2.1.2,
/// 17.10.2.6).
fn magic(attack: &Attack, tables: &Tables) -> Option<Refusal> {
    let all = [nations(&attack.attacker), nations(&attack.defender)].concat();
    let never = all.iter().flatten().any(|nation| tables.helped.bars(nation));
    let (rule, reason) = match all.iter().any(|nation| tables.helped.helps(*nation)) {
        _ if attack.magic == 0 => return None,
        _ if never => ("17.10.2.6", "Magic cannot be used where Soviet units take part"),
        false => ("17.10.2.1.2", "Land Magic is for attacks by or on US, UK or Commonwealth land units"),
        true => return None,
    };
    Some(Refusal::new(rule, reason))
}
