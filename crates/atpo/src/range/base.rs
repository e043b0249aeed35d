//! Where an air unit is based: on an airfield, on a carrier, in a box.

use super::super::bases::{air_capacity, port_capacity};
use super::super::kind::{Air, Kind, Ship};
use super::super::states::Posture;
use super::super::view::{Unit, View};
use liege_rules::play::procedure::Refusal;
use liege_rules::position::situation::{PieceIx, PlaceId};

/// Where an air unit is based.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AirBase {
    /// The place: of a ship where the ship is.
    pub at: PlaceId,
    /// The ship; none on land, and where the save does not tell which.
    pub ship: Option<PieceIx>,
    /// Whether it is a ship.
    pub afloat: bool,
}

impl AirBase {
    /// What players call it.
    pub fn called(&self, view: &View) -> String {
        match self.ship {
            Some(ship) => view.situation.pieces[ship].name.clone(),
            None if self.afloat => format!("a ship in {}", self.at),
            None => self.at.to_string(),
        }
    }
}

/// The base of an air unit (4.6.1).
///
/// # Errors
/// Why there is none that it could fly from.
pub fn base_of(view: &View, unit: &Unit) -> Result<AirBase, Refusal> {
    let piece = view.piece(unit);
    let refuse = |rule: &str, reason: String| Err(Refusal::new(rule, format!("{} {reason}", piece.name)));
    match view.posture(unit) {
        Posture::Aboard(Some(ship)) => {
            let carrier = view.units.iter().find(|other| other.ix == ship);
            if carrier.is_some_and(|carrier| is_deck(unit.kind, carrier)) {
                return Ok(AirBase { at: piece.at.clone(), ship: Some(ship), afloat: true });
            }
            refuse("4.6.2.1", format!("is cargo aboard {}", view.situation.pieces[ship].name))
        }
        Posture::Aboard(None) => Ok(AirBase { at: piece.at.clone(), ship: None, afloat: true }),
        Posture::Aloft => refuse("4.6.1", "is aloft, and the save does not show its base".to_owned()),
        _ if !view.states(unit).posture_told && has_deck(view, unit) => {
            Ok(AirBase { at: piece.at.clone(), ship: None, afloat: true })
        }
        _ if has_base(view, &piece.at, unit.kind) => {
            Ok(AirBase { at: piece.at.clone(), ship: None, afloat: false })
        }
        _ => refuse("4.6.1", format!("has no working air base in {}", piece.at)),
    }
}

/// Whether a ship is a base for an air unit rather than its transport (4.3.4, 4.6.2).
fn is_deck(unit: Kind, ship: &Unit) -> bool {
    match unit {
        Kind::Air(Air::Floatplane) => matches!(ship.kind, Kind::Ship(Ship::Capital | Ship::Submarine)),
        Kind::Air(Air::NavalAir | Air::B25) => ship.is_carrier(),
        _ => false,
    }
}

/// Whether a ship beside an air unit may be its base, in a save that does not tell.
fn has_deck(view: &View, unit: &Unit) -> bool {
    let own = |other: &Unit| other.side == unit.side && is_deck(unit.kind, other);
    view.here(&view.piece(unit).at).any(own)
}

/// Whether a place may be a base for a kind of air unit, by the most lenient reading of the data (4.6.1).
pub(crate) fn has_base(view: &View, place: &PlaceId, kind: Kind) -> bool {
    if kind == Kind::Air(Air::Floatplane) {
        return !view.is_sea_area(place) && port_capacity(view, place).is_none_or(|port| port.most > 0);
    }
    let fighter = matches!(kind, Kind::Air(Air::Fighter | Air::FighterBomber | Air::NavalAir));
    let strip = fighter && !view.working(place, "dirt-airstrip").is_empty();
    strip || air_capacity(view, place).is_none_or(|bases| bases.most > 0)
}
