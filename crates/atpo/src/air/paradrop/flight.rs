//! Who flies to a drop, and who can meet them.

use super::RULE;
use crate::air::aircraft;
use crate::air::aircraft::Aircraft;
use crate::air::strike::keys::MetOnTheWay;
use crate::air::strike::passage::{self, PassageInput};
use crate::air::strike::plan::StrikePhase;
use crate::air::strike::read::TAKES;
use crate::air::transport::{self, ABORTED};
use liege_rules::inputs;
use liege_rules::play::inputs::{Inputs, Key, KeyFault, TypedInput};

/// Who flies, and who can meet them.
#[derive(Debug, Clone)]
pub struct DropFlight {
    /// The air transport, where it is listed, then those who escort it.
    pub(super) units: [Vec<Aircraft>; 2],
    pub(super) passage: Option<PassageInput>,
}

inputs! {
    #[derive(Debug)]
    struct FlightKeys {
        /// the air transport that carries it, where it can be met: ATP 1 US, ATP 2 1 JP
        _transport: Option<String> = "transport" | "aircraft", "4.12.1";
        /// fighters that fly along: F 4-10/3 US; unmet they have air superiority
        _escorts: Option<String> = "escorts", RULE;
        .._met: MetOnTheWay;
    }
}

impl TypedInput for DropFlight {
    const KEYS: &'static [Key] = FlightKeys::KEYS;

    fn fields(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let passage = met(inputs, faults);
        let units = [("transport", "the"), ("escorts", "escorting")].map(|(key, whose)| {
            let units = inputs.value(key).map(|value| aircraft(key, whose, value, TAKES, inputs.nations()));
            units.transpose().map_err(|more| faults.extend(more)).ok().flatten().unwrap_or_default()
        });
        transport::only_transport(&units[0], faults);
        if passage.is_none() {
            passage::only_fighters(inputs, "escorts", faults);
        }
        Some(Self { units, passage })
    }
}

/// Who flies and who can meet it; none where nobody does.
fn met(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<PassageInput> {
    let own = [("transport", false), ("escorts", true)];
    let input = passage::read(inputs, &own, StrikePhase::LandOffensive, faults)?;
    if inputs.value("transport").is_none() {
        let fault = KeyFault::new("transport", "is missing");
        faults.push(fault.help("the air transport that is met: ATP 1 US"));
    }
    if inputs.word("atp") == Some(ABORTED) {
        let fault = KeyFault::new("atp", "is the result of the meeting");
        faults.push(fault.help("leave out atp or the interceptors"));
    }
    Some(input)
}
