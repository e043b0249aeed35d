//! Reads a strafing attack from typed-in values, and what the rules have against it.

use super::battle::{StrafedPlace, StrafingCase, StrafingInput};
use crate::air::aircraft::{AirClass, AirWord};
use crate::air::interception::case::AirPhase;
use crate::air::interception::keys::PHASES;
use crate::air::strike::passage;
use crate::air::strike::plan::Post;
use liege_rules::play::inputs::{Inputs, KeyFault};
use liege_rules::play::procedure::Refusal;

/// The keys of those who strafe, who escort them, and who is based there.
const FORCES: (&str, &str, &str) = ("attack", "escorts", "defence");

/// Read a strafing attack.
///
/// # Errors
/// Every value that is missing, wrong, or does not fit another.
pub(super) fn raid(inputs: &Inputs) -> Result<StrafingInput, Vec<KeyFault>> {
    let mut faults = Vec::new();
    for key in [FORCES.0, FORCES.2] {
        if inputs.value(key).is_none() {
            faults.push(KeyFault::new(key, "is missing").help("air units such as F 4-6/3 JP"));
        }
    }
    let place = match inputs.word("place") {
        Some("carrier") => StrafedPlace::Carrier,
        Some("nation-box") => StrafedPlace::NationBox,
        _ => StrafedPlace::Base,
    };
    let phase = PHASES.iter().find(|(word, _)| inputs.word("phase") == Some(word));
    let case = StrafingCase {
        phase: phase.map_or(AirPhase::AirMovement, |(_, phase)| *phase),
        place,
        strafed: inputs.yes("strafed"),
    };
    let told = inputs.number("flown-over").and_then(|hexes| u8::try_from(hexes).ok());
    let surprised = inputs.yes("under-sneak-attack") || inputs.yes("sneak");
    let leaves = inputs.yes_no("refuge").unwrap_or(true) && !surprised;
    let overflown = leaves.then(|| told.unwrap_or(0));
    let Some(flies) = passage::over_base(inputs, FORCES, overflown, &mut faults) else { return Err(faults) };
    let raid = StrafingInput { flies, case };
    // What can never be is refused without a question for more of it.
    if told.is_none() && leaves && against(&raid).is_empty() {
        let missing = KeyFault::new("flown-over", "is missing");
        faults.push(missing.help("the land hexes that the strafers flew over; or refuge=no"));
    }
    if faults.is_empty() { Ok(raid) } else { Err(faults) }
}

/// What the rules forbid about it.
pub(super) fn against(raid: &StrafingInput) -> Vec<Refusal> {
    let mut refusals = Vec::new();
    let mut refuse = |rule: &str, reason: String| refusals.push(Refusal::new(rule, reason));
    if raid.case.phase != AirPhase::AirMovement {
        refuse("4.9", "bases are strafed only in the Air Movement Steps of the Naval and Air Phase".into());
    }
    match raid.case.place {
        StrafedPlace::Carrier => refuse("4.9", "an aircraft carrier is never strafed".into()),
        StrafedPlace::NationBox => refuse("4.9.3", "units based in a nation box cannot be strafed".into()),
        StrafedPlace::Base => {}
    }
    if raid.case.strafed {
        refuse("4.9", "a hex is strafed once in a phase".into());
    }
    for unit in raid.flies.own() {
        let spent = [AirWord::Current, AirWord::Committed, AirWord::PreviouslyCommitted];
        if !unit.is_fighter() {
            refuse("4.9", format!("{} cannot fly as a fighter", unit.name));
        } else if spent.into_iter().any(|word| unit.is(word)) {
            refuse("4.14", format!("{} has flown already", unit.name));
        }
    }
    let based = raid.flies.at(1, Post::Based);
    for unit in based.filter(|unit| unit.class == AirClass::Transport) {
        refuse("4.3.5", format!("{} is air transport, which cannot be strafed", unit.name));
    }
    refusals
}
