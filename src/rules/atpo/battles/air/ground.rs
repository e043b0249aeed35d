//! Aircraft that bear the mission Ground support: who helps the battle on land of a hex, and who cannot (4.11).

use super::super::super::kind::Kind;
use super::super::super::range::leg;
use super::super::super::states::{AirMission, Posture};
use super::super::super::view::{Alliance, Unit, View};
use super::{carry, missions};
use crate::diagnostic::counted;
use crate::rules::places::Hex;
use crate::rules::procedure::Refusal;
use crate::rules::situation::PlaceId;

/// The air units of a party whose marks say that they help in a hex.
#[derive(Default)]
pub(in crate::rules::atpo::battles) struct SupportParty<'a> {
    /// Who flies, with what is said of it.
    pub flown: Vec<(&'a Unit, String)>,
    /// From where the one that comes from farthest does.
    pub farthest: Option<(u32, PlaceId)>,
    /// Why the others do not.
    pub left_out: Vec<Refusal>,
}

/// Who of a party helps in a hex by its mark; what is aloft there helps without one, and is not among them.
pub(in crate::rules::atpo::battles) fn ground_support(
    view: &View,
    side: Alliance,
    hex: Hex,
) -> SupportParty<'_> {
    let place = PlaceId::Hex(hex);
    let there =
        |unit: &&Unit| !(view.posture(unit) == Posture::Aloft && view.piece(unit).at.hex() == Some(hex));
    let mut party = SupportParty::default();
    for venture in missions::declared(view) {
        let helps = venture.mission == AirMission::GroundSupport && venture.side == side;
        if !helps || venture.target.as_ref() != Ok(&place) {
            continue;
        }
        for unit in venture.units.into_iter().filter(there) {
            if unit.kind == Kind::Atp {
                party.left_out.push(carry::gives_no_support(view, unit, &place));
                continue;
            }
            match leg(view, unit, AirMission::GroundSupport, &place) {
                Ok(leg) => {
                    let (name, from) = (&view.piece(unit).name, leg.base.called(view));
                    let far = counted(leg.hexes as usize, "hex");
                    let doubt = leg.doubt().map(|doubt| format!("; {doubt}")).unwrap_or_default();
                    let told = format!("{name} flies ground support from {from}, {far}{doubt} (4.11)");
                    let from = Some((leg.hexes, leg.base.at.clone()));
                    party.farthest = party.farthest.take().max(from);
                    party.flown.push((unit, told));
                }
                Err(refusal) => party.left_out.push(refusal),
            }
        }
    }
    party
}

/// Whether aircraft of a party are to strike in a hex.
pub(in crate::rules::atpo::battles) fn is_struck(view: &View, side: Alliance, hex: Hex) -> bool {
    let strikes = |venture: &missions::AirVenture<'_>| {
        venture.mission == AirMission::Strike
            && venture.side == side
            && venture.target == Ok(PlaceId::Hex(hex))
    };
    missions::declared(view).iter().any(strikes)
}
