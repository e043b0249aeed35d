//! Air transport on its way: who can meet it, and what that does to its cargo (4.12.1).

use super::{AirLoad, AirTransport, fate_of, only_transport};
use crate::air::aircraft;
use crate::air::aircraft::Aircraft;
use crate::air::flight::Flight;
use crate::air::met::Crossing;
use crate::air::strike::passage::{self, PassageInput};
use crate::air::strike::plan::StrikePhase;
use crate::air::strike::read::TAKES;
use liege_rules::play::inputs::{Inputs, KeyFault};

impl Crossing for AirTransport {
    fn met(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<PassageInput> {
        let own = [("transport", false), ("escorts", true)];
        let input = passage::read(inputs, &own, StrikePhase::NavalAndAir, faults)?;
        let mut say = |key: &str, what: &str, help: &str| faults.push(KeyFault::new(key, what).help(help));
        if inputs.value("transport").is_none() {
            say("transport", "is missing", "the air transport that is met: 2 x ATP 1 US");
        }
        if inputs.word("fate").is_some() {
            say("fate", "is the result of the meeting", "leave it out, or the interceptors");
        }
        Some(input)
    }

    fn after(load: &AirLoad, left: &Flight, tables: &Self::Cx) -> AirLoad {
        let needed = load.takes(&tables.numbers.points).unwrap_or(u32::MAX);
        AirLoad { fate: fate_of(left, 0..carriers(left, needed)), ..load.clone() }
    }
}

/// How many markers of air transport carry something that takes these points: the first of the list, the others fly along.
fn carriers(left: &Flight, needed: u32) -> usize {
    let points = |unit: usize| left.wing(unit).map_or(0, |wing| u32::from(wing.came()));
    let carried = |first: &usize| (0..*first).map(points).sum::<u32>() >= needed;
    (1..=left.len()).find(carried).unwrap_or(left.len())
}

/// The air transport by name; what is listed there and is none is a fault.
pub(super) fn listed(inputs: &Inputs, faults: &mut Vec<KeyFault>) -> Option<Vec<Aircraft>> {
    let units = aircraft("transport", "the", inputs.value("transport")?, TAKES, inputs.nations());
    let units = units.map_err(|more| faults.extend(more)).ok()?;
    only_transport(&units, faults);
    Some(units)
}

/// The points of air transport.
pub(super) fn points_of(units: &[Aircraft]) -> u32 {
    units.iter().map(|unit| u32::from(unit.face().strength)).sum()
}
