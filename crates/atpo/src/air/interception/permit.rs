//! Who may intercept whom in the air, and what becomes of him (4.3.6 to 4.3.12, 4.7, 4.14).

use super::case::{AirPhase, AirPrey, FlyingWeather, Intercepted, InterceptionCase};
use crate::air::aircraft::{AirClass, AirWord, Aircraft};
use crate::air::combat::tables::AirInterceptionRow;
use crate::terms::{COMMITTED, CURRENT, PREVIOUSLY_COMMITTED};
use liege_rules::play::choices::Choices;
use liege_rules::play::deeds::Term;
use liege_rules::play::procedure::Refusal;

/// What a unit that may intercept becomes by it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Permit {
    /// In what way it flies.
    pub way: InterceptionWay,
    /// The mark that it gets, with the rule and why; none where it gets none.
    pub mark: Option<Term>,
    /// Why, and the rule.
    pub because: (&'static str, &'static str),
    /// It flies no attack after the Naval Movement Step of this phase if its carrier moves (4.7.4).
    pub no_attack_later: bool,
}

/// In what way a unit intercepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InterceptionWay {
    /// What an enemy moves in his own step or offensive.
    Interception,
    /// Enemies who move to intercept (4.7.2).
    Counter,
    /// Enemies who do not move (4.7.5).
    Stationary,
}

/// What every question comes to.
type AirVerdict = Result<(), Refusal>;

fn refuse(rule: &str, unit: &Aircraft, what: &str) -> AirVerdict {
    Err(Refusal::new(rule, format!("{} {what}", unit.name)))
}

/// Whether a unit may intercept, and what it becomes by it.
///
/// # Errors
/// The first rule that forbids it.
pub fn may_intercept(
    unit: &Aircraft,
    case: &InterceptionCase,
    row: &AirInterceptionRow,
    choices: &Choices,
) -> Result<Permit, Refusal> {
    of_its_type(unit, case)?;
    from_its_base(unit, case)?;
    uncommitted(unit, case, row, choices)?;
    not_again(unit, case, choices)?;
    within_range(unit, case, row)?;
    let way = in_phase(unit, case)?;
    let (mark, because) = mark(unit, case, choices);
    let no_attack_later = case.defends_carrier && case.phase == AirPhase::NavalMovement;
    Ok(Permit { way, mark, because, no_attack_later })
}

/// Fighters intercept air units, bombers ships (4.7).
fn of_its_type(unit: &Aircraft, case: &InterceptionCase) -> AirVerdict {
    let never = match unit.class {
        AirClass::Transport => Some(("4.3.5", "is air transport, which does not intercept")),
        AirClass::B25 => Some(("16.14.1", "is the Hornet's bomber, which flies only its one raid")),
        _ if unit.is_kamikaze() => Some(("16.4.2", "flies only as a Kamikaze")),
        _ => None,
    };
    if let Some((rule, what)) = never {
        return refuse(rule, unit, what);
    }
    match case.prey {
        AirPrey::Aircraft if !unit.is_fighter() => {
            refuse("4.7", unit, "is a bomber and intercepts only ships")
        }
        AirPrey::Ships if !unit.may_bomb() => {
            refuse("4.7", unit, "is a fighter and intercepts only air units")
        }
        _ => Ok(()),
    }
}

/// Who cannot take off.
fn from_its_base(unit: &Aircraft, case: &InterceptionCase) -> AirVerdict {
    if case.damaged_carrier {
        return refuse("4.6.2.3", unit, "is on a damaged carrier and can only change its base");
    }
    if case.overstacked {
        return refuse("4.6.3.1", unit, "is over-stacked and cannot fly missions");
    }
    if case.effect == FlyingWeather::Grounded {
        return refuse("1.1", unit, "is grounded by the weather");
    }
    Ok(())
}

/// Who is committed intercepts in the End Phase alone, or over its own hex (3.7, 4.7.4, 4.14.1).
fn uncommitted(
    unit: &Aircraft,
    case: &InterceptionCase,
    row: &AirInterceptionRow,
    choices: &Choices,
) -> AirVerdict {
    if case.phase == AirPhase::End {
        return Ok(());
    }
    if unit.is(AirWord::PreviouslyCommitted) {
        return refuse("4.14", unit, "is Previously Committed");
    }
    if !unit.is(AirWord::Committed) {
        return Ok(());
    }
    if !case.phase.is_offensive() {
        return refuse("4.14.1", unit, "is committed to a mission until it is back at its base");
    }
    let at_home = case.distance == Some(row.own_hex) && case.own_hex_attacked && !case.is_own();
    if at_home && !unit.is(AirWord::Carrier) {
        return Ok(());
    }
    let patrols = case.defends_carrier && !case.is_own() && choices.is("committed_cap", "own_carrier");
    if patrols && unit.is(AirWord::Carrier) {
        return Ok(());
    }
    let what =
        "is committed; on land it may still defend its own hex against an attack in an enemy offensive";
    refuse("4.7.4", unit, what)
}

/// How often a unit intercepts (3.7, 4.3.7, 4.7.4).
fn not_again(unit: &Aircraft, case: &InterceptionCase, choices: &Choices) -> AirVerdict {
    if case.intercepted == Intercepted::Not {
        return Ok(());
    }
    let moves_ships = matches!(case.phase, AirPhase::NavalMovement | AirPhase::End);
    if case.defends_carrier && moves_ships {
        let again = case.same_hex && case.phase == AirPhase::NavalMovement;
        let what = "has defended its carrier in this hex already";
        return if again { refuse("4.7.4", unit, what) } else { Ok(()) };
    }
    match case.phase {
        AirPhase::End => refuse("3.7", unit, "has flown in this End Phase"),
        _ if case.intercepted == Intercepted::InStep => refuse("4.7.4", unit, "has intercepted in this step"),
        phase if phase.is_offensive() => refuse("4.3.8", unit, "has flown a mission in this Offensive Phase"),
        phase
            if phase.is_naval_and_air() && !case.is_own() && choices.is("air_interceptions", "per_phase") =>
        {
            refuse("4.3.7", unit, "has intercepted in this phase (choice air_interceptions)")
        }
        _ => Ok(()),
    }
}

/// How far it flies (4.7.1, 13.6.3).
fn within_range(unit: &Aircraft, case: &InterceptionCase, row: &AirInterceptionRow) -> AirVerdict {
    let Some(distance) = case.distance else { return Ok(()) };
    if unit.is(AirWord::Unsupplied) && distance > row.unsupplied_hexes {
        return refuse("13.6.3", unit, "is out of supply and flies only over its own or an adjacent hex");
    }
    let range = case.range.map(|range| match case.effect {
        FlyingWeather::Range => (range / 2).max(1),
        _ => range,
    });
    match range.filter(|range| distance > *range) {
        Some(range) => {
            let reason = format!("{} has a range of {range}, and the hex is {distance} away", unit.name);
            Err(Refusal::new("4.7.1", reason))
        }
        None => Ok(()),
    }
}

/// What may be intercepted in which phase, and in what way (4.3.6 to 4.3.12, 4.7.2, 4.7.5).
fn in_phase(unit: &Aircraft, case: &InterceptionCase) -> Result<InterceptionWay, Refusal> {
    let ships = case.prey == AirPrey::Ships;
    let sharing = case.is_own() && ships && case.phase == AirPhase::SeaOffensive;
    if let Some((rule, what)) = barred(case).filter(|_| ships) {
        return Err(Refusal::new(rule, format!("{} {what}", unit.name)));
    }
    if sharing {
        return Ok(InterceptionWay::Stationary);
    }
    if !case.moving.0 {
        let attacks = case.is_own() && matches!(case.phase, AirPhase::AirMovement | AirPhase::AirOffensive);
        let what = "attacks stationary targets only in an Air Movement Step or air offensive of its own side";
        return match attacks {
            true => Ok(InterceptionWay::Stationary),
            false => Err(Refusal::new("4.7.5", format!("{} {what}", unit.name))),
        };
    }
    let counters = case.is_own() || case.phase == AirPhase::End && !ships;
    Ok(if counters { InterceptionWay::Counter } else { InterceptionWay::Interception })
}

/// Why ships cannot be attacked in a phase.
fn barred(case: &InterceptionCase) -> Option<(&'static str, &'static str)> {
    Some(match case.phase {
        AirPhase::StrategicWarfare => ("2.1", "does not meet moving ships in strategic warfare"),
        AirPhase::LandOffensive => ("4.3.10", "does not intercept ships in a land offensive"),
        AirPhase::AirOffensive if !case.is_own() => {
            ("4.3.12", "intercepts only air units in an enemy air offensive")
        }
        AirPhase::SeaOffensive if case.is_own() && !case.with_friends => {
            ("4.3.8.2", "attacks in its own sea offensive only ships that share a hex with friendly ones")
        }
        AirPhase::End if case.began_in_range => {
            ("4.7.4", "had the ships in range when the End Phase began, and they have not come back into it")
        }
        AirPhase::End if case.is_own() => {
            ("3.7", "does not meet moving enemy ships while its own side moves")
        }
        _ => return None,
    })
}

/// The mark that it gets when it flies.
fn mark(
    unit: &Aircraft,
    case: &InterceptionCase,
    choices: &Choices,
) -> (Option<Term>, (&'static str, &'static str)) {
    match case.phase {
        AirPhase::End => (None, ("the End Phase ignores commitment", "3.7")),
        AirPhase::StrategicWarfare => (Some(PREVIOUSLY_COMMITTED), ("used in strategic warfare", "4.14.1")),
        phase if phase.is_naval_and_air() => (Some(CURRENT), ("until it is back at its base", "4.14.1")),
        _ if unit.is(AirWord::Committed) => (None, ("it is committed already", "4.14.1")),
        _ if case.is_own() => {
            (Some(COMMITTED), ("when it first moves in an offensive of its own side", "4.14.1"))
        }
        _ if case.prey == AirPrey::Aircraft && choices.is("interceptor_commit", "free") => {
            (None, ("it only intercepted (choice interceptor_commit)", "4.7.4"))
        }
        _ => (Some(COMMITTED), ("when it intercepts in an enemy offensive", "4.7.4")),
    }
}
