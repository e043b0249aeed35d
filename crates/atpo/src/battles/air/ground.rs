//! Aircraft that bear the mission Ground support: who helps the battle on land of a hex, and who cannot (4.11).

use std::collections::BTreeSet;

use super::super::super::kind::Kind;
use super::super::super::range::leg;
use super::super::super::states::{AirMission, Posture};
use super::super::super::view::{Alliance, Unit, View};
use super::{carry, missions};
use liege_rules::play::procedure::Refusal;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::counted;

/// The air units of a party whose marks say that they help in a hex.
#[derive(Default)]
pub(in crate::battles) struct SupportParty<'a> {
    /// Who flies, with what is said of it.
    pub flown: Vec<(&'a Unit, String)>,
    /// Those of them that escort the others, and fly as fighters.
    pub escorts: BTreeSet<PieceIx>,
    /// From where the one that comes from farthest does.
    pub farthest: Option<(u32, PlaceId)>,
    /// Why the others do not.
    pub left_out: Vec<Refusal>,
}

/// Who of a party helps in a hex by its mark, and who escorts those that do or that drop paratroops there; what is aloft
/// there helps without one, and is not among them.
pub(in crate::battles) fn ground_support(view: &View, side: Alliance, hex: Hex) -> SupportParty<'_> {
    let place = PlaceId::Hex(hex);
    let there =
        |unit: &&Unit| !(view.posture(unit) == Posture::Aloft && view.piece(unit).at.hex() == Some(hex));
    let mut party = SupportParty::default();
    let ventures = missions::declared(view);
    let flies = |mission: AirMission| {
        let own =
            ventures.iter().filter(|venture| venture.side == side && venture.target.as_ref() == Ok(&place));
        own.filter(move |venture| venture.mission == mission)
    };
    for unit in
        flies(AirMission::GroundSupport).flat_map(|venture| venture.units.iter().copied()).filter(there)
    {
        if unit.kind == Kind::Atp {
            party.left_out.push(carry::gives_no_support(view, unit, &place));
        } else {
            party.fly(view, (unit, AirMission::GroundSupport), &place);
        }
    }
    // Who escorts a strike there goes with that.
    let is_struck = flies(AirMission::Strike).next().is_some();
    let is_helped = !party.flown.is_empty() || flies(AirMission::Transport).next().is_some();
    let escorts = flies(AirMission::Escort).flat_map(|venture| venture.units.iter().copied());
    for unit in escorts.filter(there).filter(|_| !is_struck) {
        if is_helped {
            party.fly(view, (unit, AirMission::Escort), &place);
        } else {
            let name = &view.piece(unit).name;
            let why = format!(
                "{name} is to escort, but nothing on its side flies to {place}: give it Ground support"
            );
            party.left_out.push(Refusal::new("4.8.5.2", why));
        }
    }
    party
}

impl<'a> SupportParty<'a> {
    /// A unit flies there, or is left out.
    fn fly(&mut self, view: &View, (unit, mission): (&'a Unit, AirMission), place: &PlaceId) {
        match leg(view, unit, mission, place) {
            Ok(leg) => {
                let (name, from) = (&view.piece(unit).name, leg.base.called(view));
                let far = counted(leg.hexes as usize, "hex");
                let doubt = leg.doubt().map(|doubt| format!("; {doubt}")).unwrap_or_default();
                let escorts = mission == AirMission::Escort;
                let (what, rule) =
                    if escorts { ("escorts", "4.8.5.2") } else { ("flies ground support", "4.11") };
                let told = format!("{name} {what} from {from}, {far}{doubt} ({rule})");
                self.escorts.extend(escorts.then_some(unit.ix));
                self.farthest = self.farthest.take().max(Some((leg.hexes, leg.base.at.clone())));
                self.flown.push((unit, told));
            }
            Err(refusal) => self.left_out.push(refusal),
        }
    }
}

/// Whether aircraft of a party are to strike in a hex.
pub(in crate::battles) fn is_struck(view: &View, side: Alliance, hex: Hex) -> bool {
    let strikes = |venture: &missions::AirVenture<'_>| {
        venture.mission == AirMission::Strike
            && venture.side == side
            && venture.target == Ok(PlaceId::Hex(hex))
    };
    missions::declared(view).iter().any(strikes)
}
