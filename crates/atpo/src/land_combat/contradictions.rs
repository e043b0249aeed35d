//! Values of an attack that are right alone and cannot be true together, or that need another beside them.

mod special;

use special::{landing, paratroop, place, soviet_armor};

use super::attack::{LandForce, Troops};
use super::sides::{ATTACK, DEFENCE, SideKeys, plain_count};
use crate::forces::ATTACKER;
use crate::forces::unit::{Condition, LONGEST_NAME, LandKind, LandUnit};
use liege_rules::play::inputs::{Inputs, KeyFault};
use vassal::diagnostic::counted;

/// Everything that contradicts itself.
pub(super) fn of(inputs: &Inputs, attacker: &LandForce, defender: &LandForce) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    for (side, force) in [(&ATTACK, attacker), (&DEFENCE, defender)] {
        faults.extend(counts(inputs, side, force));
        faults.extend(origin(inputs, side, force));
        faults.extend(supply(inputs, side, force));
        faults.extend(fighters(inputs, side, force));
    }
    faults.extend(roles(attacker, defender));
    faults.extend(superiority(inputs, attacker, defender));
    faults.extend(works(inputs, defender));
    faults.extend(garrison(inputs, defender));
    faults.extend(river(inputs, attacker));
    faults.extend(landing(inputs, attacker));
    faults.extend(paratroop(inputs, attacker));
    faults.extend(soviet_armor(inputs, attacker));
    faults.extend(place(inputs, attacker));
    faults.extend(guns(inputs));
    faults.extend(circumstances(inputs));
    faults
}

fn things(number: i64, thing: &str) -> String {
    counted(usize::try_from(number).unwrap_or(usize::MAX), thing)
}

fn fault(key: &str, message: impl Into<String>) -> Option<KeyFault> {
    Some(KeyFault::new(key, message))
}

fn fighting(force: &LandForce) -> impl Iterator<Item = &LandUnit> {
    force.units().iter().filter(|unit| unit.fights())
}

fn is_defended(defender: &LandForce) -> bool {
    matches!(&defender.troops, Troops::Total(strength, _) if *strength > 0)
        || fighting(defender).next().is_some()
}

/// Steps, units and Generals told as numbers beside units that are listed, or beside each other.
fn counts(inputs: &Inputs, side: &SideKeys, force: &LandForce) -> Vec<KeyFault> {
    let steps = inputs.number(side.steps);
    let count = plain_count(inputs, side.units).map(i64::from);
    let (listed, listed_steps) = (
        i64::try_from(fighting(force).count()).unwrap_or(i64::MAX),
        fighting(force).map(|unit| i64::from(unit.steps)).sum::<i64>(),
    );
    let mut faults = Vec::new();
    match &force.troops {
        Troops::Units(units) => {
            if let Some(steps) = steps.filter(|steps| *steps != listed_steps) {
                let message =
                    format!("is {steps}, but the listed units have {}", things(listed_steps, "step"));
                faults.extend(fault(side.steps, message));
            }
            if let Some(count) = count.filter(|count| *count != listed) {
                faults.extend(fault(
                    side.units,
                    format!("is {count}, but the list has {}", things(listed, "unit")),
                ));
            }
            let generals = units.iter().any(|unit| unit.kind == LandKind::General);
            if force.general > 0 && generals {
                faults.extend(fault(side.general, "is given in addition to a General among the units"));
            }
        }
        Troops::Total(strength, _) => {
            if steps == Some(0) && *strength > 0 {
                faults.extend(fault(side.steps, format!("is 0, but the strength is {strength}")));
            } else if let (Some(steps), Some(count)) = (steps, count)
                && !(count..=count * 2).contains(&steps)
            {
                let message = format!(
                    "is {steps}, but {} can have {count} to {} steps",
                    things(count, "unit"),
                    count * 2
                );
                faults.extend(fault(side.steps, message));
            }
        }
    }
    faults
}

/// Nation and home of a whole side beside those of its units.
fn origin(inputs: &Inputs, side: &SideKeys, force: &LandForce) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    let units = force.units();
    let foreign = |unit: &LandUnit| unit.nation.is_some() && unit.nation != force.nation;
    if let Some(nation) = force.nation
        && !units.is_empty()
        && units.iter().all(foreign)
    {
        faults.extend(fault(side.nation, format!("is {nation}, but every unit listed is of another nation")));
    }
    if inputs.yes_no(side.home) == Some(false)
        && let Some(unit) = units.iter().find(|unit| unit.is(Condition::Home))
    {
        faults.extend(fault(side.home, format!("is no, but {} is given as home", unit.name)));
    }
    faults
}

/// Supply said in several ways. The attacker is out when any unit is, the defender when all are (11.6.5.4).
fn supply(inputs: &Inputs, side: &SideKeys, force: &LandForce) -> Option<KeyFault> {
    let by_word = inputs.word(side.supply).map(|word| (side.supply, word == "out"));
    let by_flag = inputs.yes_no(side.out_of_supply).map(|out| (side.out_of_supply, out));
    let by_side = match inputs.word("out-of-supply") {
        Some("none") => Some(("out-of-supply", false)),
        Some(word) => Some(("out-of-supply", word == "both" || word == side.role.word())),
        None => None,
    };
    let said: Vec<(&str, bool)> = [by_word, by_flag, by_side].into_iter().flatten().collect();
    let out = said.iter().find(|(_, out)| *out);
    let (key, _) = said.iter().find(|(_, out)| !*out)?;
    if let Some((other, _)) = out {
        return fault(key, format!("has the {} in supply, but `{other}` says out", side.role));
    }
    let unsupplied: Vec<&LandUnit> = fighting(force).filter(|unit| unit.is_unsupplied()).collect();
    let attacks = side.role == ATTACKER;
    let all = unsupplied.len() == fighting(force).count();
    let first = unsupplied.first().filter(|_| attacks || all)?;
    let why =
        if first.is(Condition::Pinned) { "is pinned, which is out of supply" } else { "is out of supply" };
    fault(key, format!("has the {} in supply, but {} {why}", side.role, first.name))
}

fn fighters(inputs: &Inputs, side: &SideKeys, force: &LandForce) -> Option<KeyFault> {
    let listed = force.air.iter().find(|unit| unit.gives_superiority() && !unit.may_bomb())?;
    let denied = inputs.yes_no(side.fighters) == Some(false);
    denied.then(|| KeyFault::new(side.fighters, format!("is no, but `{}` has {}", side.air, listed.name)))
}

/// States that only units of the other side can have.
fn roles(attacker: &LandForce, defender: &LandForce) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    for unit in defender.units() {
        if unit.from_the_air() || unit.is(Condition::River) {
            faults.extend(fault("defence", format!("{} defends: only attackers drop or cross", unit.name)));
        }
    }
    for unit in attacker.units() {
        if unit.is(Condition::Retreated) || unit.is(Condition::Doubled) {
            let message = format!("{} attacks: only defenders retreat or are doubled", unit.name);
            faults.extend(fault("attack", message));
        }
    }
    if attacker.nation.is_some() && attacker.nation == defender.nation {
        let nation = attacker.nation.unwrap_or_default();
        faults.extend(fault(DEFENCE.nation, format!("{nation} is the attackers' nation too")));
    }
    for name in defender.aura_names.iter().filter(|name| attacker.aura_names.contains(name)) {
        faults.extend(fault(DEFENCE.aura, format!("{name} leads the attackers too")));
    }
    faults
}

/// Superiority told for one side beside the air units over the hex (4.11.2).
fn superiority(inputs: &Inputs, attacker: &LandForce, defender: &LandForce) -> Option<KeyFault> {
    let key = "air-superiority";
    let (said, own, own_side, other, other_side) = match inputs.word(key)? {
        "attacker" => ("attacker", attacker, &ATTACK, defender, "defender"),
        "defender" => ("defender", defender, &DEFENCE, attacker, "attacker"),
        _ => return nobodys_superiority(inputs, attacker, defender),
    };
    if other.has_air() {
        let what = if own.has_air() {
            format!("the {other_side} has air units over the hex, too")
        } else {
            format!("only the {other_side} has air units over the hex")
        };
        return fault(key, format!("is {said}, but {what} (4.11.2)"));
    }
    if own.has_air() {
        return None;
    }
    if !own.air.is_empty() {
        return fault(key, format!("is {said}, whose only air units over the hex are ATPs (4.11.2)"));
    }
    let denied = inputs.yes_no(own_side.fighters) == Some(false);
    denied.then(|| {
        KeyFault::new(key, format!("is {said}, but `{}` is no and no bomber is listed", own_side.fighters))
    })
}

/// No superiority told, although one side has air units and the other surely has none.
fn nobodys_superiority(inputs: &Inputs, attacker: &LandForce, defender: &LandForce) -> Option<KeyFault> {
    let sides = [(attacker, defender, &DEFENCE), (defender, attacker, &ATTACK)];
    sides.into_iter().find_map(|(one, other, side)| {
        let alone = one.has_air() && !other.has_air() && inputs.yes_no(side.fighters) == Some(false);
        let message = format!("is none, but only the side against the {} has air units", side.role);
        alone.then(|| KeyFault::new("air-superiority", message))
    })
}

/// Forts, the port, and what defends them.
fn works(inputs: &Inputs, defender: &LandForce) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    for key in ["fort", "coastal-fort"] {
        if is_defended(defender) && inputs.word(key) == Some("unoccupied") {
            faults.extend(fault(key, "is unoccupied, but land units defend the hex"));
        }
    }
    let fort = inputs.word("fort").is_some_and(|word| word != "none");
    let several = plain_count(inputs, DEFENCE.units).is_some_and(|count| count > 1);
    if matches!(defender.troops, Troops::Total(1.., _)) && several && fort {
        let fault =
            KeyFault::new("defence", "a fortification doubles one unit only, and the total hides which");
        faults.push(fault.help("list the units, for example defence=\"4/2, 2/2\""));
    }
    let doubled: Vec<&LandUnit> =
        defender.units().iter().filter(|unit| unit.is(Condition::Doubled)).collect();
    match doubled.as_slice() {
        [] => {}
        [one] if !fort => faults.extend(fault("fort", format!("is none, but {} is doubled", one.name))),
        [_] => {}
        [_, second, ..] => {
            let message = format!("{} is doubled too: a fortification doubles one unit", second.name);
            faults.extend(fault("defence", message));
        }
    }
    let listed = inputs.value("installations").is_some_and(|list| {
        let text = list.to_string().to_lowercase();
        text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == "port")
    });
    if inputs.yes_no("port") == Some(false) && listed {
        faults.extend(fault("port", "is no, but the installations list a port"));
    }
    faults
}

/// The intrinsic garrison (3.14.5.1) and partisans (16.3.8).
fn garrison(inputs: &Inputs, defender: &LandForce) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    let said = inputs.yes_no("garrison");
    if said == Some(true) && is_defended(defender) {
        faults.extend(fault("garrison", "is yes, but a hex with land units has no intrinsic garrison"));
    }
    if said == Some(true) && inputs.yes("attack-zoc") {
        let message = "is yes, but there is none in an uncontested zone of control of the attacker";
        faults.extend(fault("garrison", message));
    }
    if said == Some(true) && inputs.yes("partisan") {
        faults.extend(fault("garrison", "is yes, but a hex with partisans has no intrinsic garrison"));
    }
    let by_name = inputs.word("defence").is_some_and(|word| word.eq_ignore_ascii_case("garrison"));
    if said == Some(false) && by_name {
        faults.extend(fault("garrison", "is no, but it is the only defender"));
    }
    let partisan = defender.units().iter().find(|unit| unit.kind == LandKind::Partisan);
    if inputs.yes_no("partisan") == Some(false)
        && let Some(unit) = partisan
    {
        faults.extend(fault("partisan", format!("is no, but {} is one", unit.name)));
    }
    faults
}

/// The river told for all beside that of single units.
fn river(inputs: &Inputs, attacker: &LandForce) -> Option<KeyFault> {
    let said = inputs.word("river")?;
    let ground: Vec<&LandUnit> = fighting(attacker).filter(|unit| !unit.from_the_air()).collect();
    let across = ground.iter().filter(|unit| unit.is(Condition::River)).count();
    let wrong = match said {
        "none" => across > 0,
        "all" => across > 0 && across < ground.len(),
        _ => !ground.is_empty() && across == ground.len() || ground.len() == 1,
    };
    let told = match across {
        0 => format!(
            "is {said}, but of {} on the ground none is given as across",
            counted(ground.len(), "attacker")
        ),
        1 => format!(
            "is {said}, but of {} on the ground 1 is given as across",
            counted(ground.len(), "attacker")
        ),
        _ => {
            format!("is {said}, but of {} attackers on the ground {across} are given as across", ground.len())
        }
    };
    wrong.then(|| KeyFault::new("river", told))
}

/// The gunnery of CA and BB as a sum beside its parts.
fn guns(inputs: &Inputs) -> Option<KeyFault> {
    inputs.number("gunnery")?;
    let part = ["ca-gunnery", "bb-gunnery"].into_iter().find(|key| inputs.number(key).is_some())?;
    fault("gunnery", format!("is the sum of CA and BB, but `{part}` is given, too"))
}

/// Letters of the lists of words that come again in every outcome.
const LONGEST_LIST: usize = 1000;

fn circumstances(inputs: &Inputs) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    for (key, most) in [("hex", LONGEST_NAME), ("installations", LONGEST_LIST)] {
        if inputs.value(key).is_some_and(|value| value.to_string().len() > most + 2) {
            faults.extend(fault(key, format!("is longer than {most} letters")));
        }
    }
    if inputs.word("sneak").is_some() && inputs.number("sneak-month").is_some() {
        faults.extend(fault("sneak-month", "is given in addition to sneak"));
    }
    if inputs.word("weather") == Some("wet") && inputs.word("zone").is_none() {
        let fault =
            KeyFault::new("zone", "is missing: wet weather hinders an attack only in the severe zone (21)");
        faults.push(fault.help("give zone=severe or zone=moderate"));
    }
    faults
}
