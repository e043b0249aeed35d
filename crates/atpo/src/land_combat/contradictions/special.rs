//! What contradicts itself in landings, drops and the attacks of Soviet armor.

use super::{fault, fighting};
use crate::forces::unit::{Condition, LandKind, LandUnit};
use crate::land_combat::attack::LandForce;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::position::places::Hex;

/// Marines and pinned friends.
pub(super) fn landing(inputs: &Inputs, attacker: &LandForce) -> Vec<KeyFault> {
    let mut faults = Vec::new();
    let marine = fighting(attacker).find(|unit| unit.is_marine());
    let others = fighting(attacker).next().is_some()
        && fighting(attacker).all(|unit| !unit.is_marine() && unit.kind != LandKind::Land);
    match (inputs.word("marine"), marine) {
        (Some("none"), Some(unit)) => {
            faults.extend(fault("marine", format!("is none, but {} is one", unit.name)))
        }
        (Some("some" | "all" | "yes"), None) if others => {
            faults.extend(fault("marine", "is given, but no listed unit is a marine or SNLF"));
        }
        (Some("all"), Some(_)) => {
            let lands =
                |unit: &&LandUnit| !unit.from_the_air() && !unit.is_marine() && unit.kind != LandKind::Land;
            if let Some(unit) = fighting(attacker).find(lands) {
                faults.extend(fault("marine", format!("is all, but {} is none", unit.name)));
            }
        }
        _ => {}
    }
    let pinned = attacker.units().iter().find(|unit| unit.is(Condition::Pinned));
    if inputs.yes_no("second-wave") == Some(false)
        && let Some(unit) = pinned
    {
        faults.extend(fault("second-wave", format!("is no, but {} is pinned on the beach", unit.name)));
    }
    faults
}

/// A drop told for the whole attack beside listed units.
pub(super) fn paratroop(inputs: &Inputs, attacker: &LandForce) -> Option<KeyFault> {
    let units = attacker.units();
    let drops = units.iter().any(|unit| unit.is(Condition::Drop));
    if inputs.yes_no("drop-adjacent") == Some(false)
        && drops
        && let Some(unit) = fighting(attacker).find(|unit| !unit.from_the_air())
    {
        return fault("drop-adjacent", format!("is no, but {} attacks on the ground", unit.name));
    }
    let said = inputs.word("paratroop")?;
    let rolled = units.iter().find(|unit| unit.is(Condition::Drop));
    let dropped = || units.iter().filter(|unit| unit.is(Condition::Dropped));
    let wrong = match said {
        "none" => dropped().next().or(rolled),
        _ if rolled.is_some() => rolled,
        "intact" => dropped().next().filter(|_| dropped().all(|unit| unit.is(Condition::Reduced))),
        _ => dropped().find(|unit| !unit.is(Condition::Reduced)),
    };
    if let Some(unit) = wrong {
        let how = match () {
            () if unit.is(Condition::Drop) => "is still to drop",
            () if unit.is(Condition::Reduced) => "was depleted by the drop",
            () => "dropped without becoming depleted",
        };
        return fault("paratroop", format!("is {said}, but {} {how}", unit.name));
    }
    let missing = said != "none" && !units.is_empty() && dropped().next().is_none();
    missing.then(|| {
        KeyFault::new("paratroop", format!("is {said}, but no paratroop is among the units listed"))
            .help("list it, for example: 1 paratroop dropped")
    })
}

/// Soviet armor, which makes no sneak attack.
pub(super) fn soviet_armor(inputs: &Inputs, attacker: &LandForce) -> Option<KeyFault> {
    let sneak =
        inputs.word("sneak").is_some_and(|word| word != "none") || inputs.number("sneak-month").is_some();
    if inputs.yes("soviet-armor") && sneak {
        return fault("soviet-armor", "is yes, but only Japanese units make a sneak attack");
    }
    let soviet = |unit: &&LandUnit| unit.nation.is_none_or(|nation| nation == "SU");
    let armor = |unit: &&LandUnit| matches!(unit.kind, LandKind::Armor | LandKind::Land);
    match inputs.yes_no("soviet-armor")? {
        true if attacker.nation.is_some_and(|nation| nation != "SU") => {
            fault("soviet-armor", format!("is yes, but the attackers are {}", attacker.nation?))
        }
        true if !attacker.units().is_empty()
            && !fighting(attacker).filter(soviet).any(|unit| armor(&unit)) =>
        {
            fault("soviet-armor", "is yes, but no unit listed can be Soviet armor")
        }
        false => {
            let listed = |unit: &&LandUnit| unit.kind == LandKind::Armor && unit.nation == Some("SU");
            let unit = fighting(attacker).find(listed)?;
            fault("soviet-armor", format!("is no, but {} is Soviet armor", unit.name))
        }
        true => None,
    }
}

/// Attackers on the ground in the hex that they attack, who neither land nor are pinned there.
pub(super) fn place(inputs: &Inputs, attacker: &LandForce) -> Option<KeyFault> {
    let hex = Hex::tidy(inputs.word("hex").filter(|_| !inputs.yes("amphibious"))?);
    let inside = |unit: &&LandUnit| unit.hex.as_deref().is_some_and(|from| from.eq_ignore_ascii_case(&hex));
    let mut ground = fighting(attacker).filter(|unit| !unit.from_the_air() && !unit.is(Condition::Pinned));
    fault("hex", format!("is where {} attacks from", ground.find(inside)?.name))
}
