//! Which air transport carries which paratroop into an attack (4.12.1, 4.12.3).

use crate::air::aircraft::{AirClass, Aircraft};
use crate::forces::unit::{Condition, LandUnit};
use liege_rules::play::procedure::Refusal;
use vassal::diagnostic::counted;

const RULE: &str = "4.12.3";

/// For each attacker the one of these air units that carries it into the drop; none for those who walk, and for all where
/// no air transport is listed and nobody meets it.
///
/// # Errors
/// Every paratroop for which no point of air transport is left.
pub(super) fn of(
    units: &[LandUnit],
    air: &[Aircraft],
    met: bool,
    takes: u8,
) -> Result<Vec<Option<usize>>, Vec<Refusal>> {
    let mut lift = Airlift::new(air, takes);
    let mut carried = vec![None; units.len()];
    let drops = || (0..units.len()).filter(|unit| units[*unit].is(Condition::Drop));
    if !met && lift.is_empty() {
        return Ok(carried);
    }
    let mut refusals = Vec::new();
    // Those who are aboard one of them have their points before the others share what is left.
    let told = |unit: &usize| met && units[*unit].transport.is_some();
    for unit in drops().filter(told) {
        carried[unit] = lift.told(&units[unit], air).map_err(|refusal| refusals.push(refusal)).ok();
    }
    for unit in drops().filter(|unit| !told(unit)) {
        carried[unit] = lift.next();
        if carried[unit].is_none() {
            refusals.push(lift.spent(&units[unit]));
        }
    }
    if refusals.is_empty() { Ok(carried) } else { Err(refusals) }
}

/// The air transport of an attack with the points that are left in it.
struct Airlift {
    /// The number of each in its list, and its points.
    points: Vec<(usize, u8)>,
    /// All points.
    all: u32,
    /// What a paratroop takes.
    takes: u8,
}

impl Airlift {
    fn new(air: &[Aircraft], takes: u8) -> Self {
        let transport = air.iter().enumerate().filter(|(_, unit)| unit.class == AirClass::Transport);
        let points: Vec<(usize, u8)> = transport.map(|(at, unit)| (at, unit.steps_left())).collect();
        let all = points.iter().map(|(_, points)| u32::from(*points)).sum();
        Self { points, all, takes }
    }

    fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The one that a paratroop is in, as told.
    fn told(&mut self, paratroop: &LandUnit, air: &[Aircraft]) -> Result<usize, Refusal> {
        let called = paratroop.transport.as_deref().unwrap_or_default();
        let bears = |at: usize| air[at].name == called || air[at].piece.as_deref() == Some(called);
        let Some(place) = self.points.iter().position(|(at, _)| bears(*at)) else {
            let what = format!("{} is in {called}, which is not air transport in attack-air", paratroop.name);
            return Err(Refusal::new(RULE, what));
        };
        self.take(place).ok_or_else(|| {
            let name = &air[self.points[place].0].name;
            let what =
                format!("{name} has no points left for {}: a paratroop takes {}", paratroop.name, self.takes);
            Refusal::new(RULE, what)
        })
    }

    /// The first that has points left.
    fn next(&mut self) -> Option<usize> {
        let place = self.points.iter().position(|(_, left)| *left >= self.takes)?;
        self.take(place)
    }

    fn take(&mut self, place: usize) -> Option<usize> {
        let (at, left) = self.points.get_mut(place)?;
        *left = left.checked_sub(self.takes)?;
        Some(*at)
    }

    /// Why a paratroop without a place drops nowhere.
    fn spent(&self, paratroop: &LandUnit) -> Refusal {
        let name = &paratroop.name;
        let why = match self.all {
            0 => "list it in attack-air: ATP 1 US".to_owned(),
            all => format!(
                "{} in attack-air, but each paratroop takes {}",
                counted(all as usize, "point"),
                self.takes
            ),
        };
        Refusal::new(RULE, format!("{name} has no air transport: {why}"))
    }
}
