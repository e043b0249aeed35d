//! Which procedure resolves which mission of aircraft, and which of its keys the save tells.

use super::super::super::air::land_recon::LandReconnaissance;
use super::super::super::air::sea_recon::SeaReconnaissance;
use super::super::super::air::strafing::Strafing;
use super::super::super::air::strike::StrikeMission;
use super::super::super::sea::air_loss::AirLoss;
use super::super::super::sea::air_search::AirSearch;
use super::super::sea::links::{SeaLink, link};
use crate::rules::procedure::Procedure as _;

/// Aircraft look for ships (4.4).
pub(super) const SEA_RECON: SeaLink = SeaLink {
    then: &[],
    ..link::<SeaReconnaissance>("recon", "reconnaissance", &["air", "hexes", "area-mp"])
};
/// Aircraft look at a hex on land (4.5).
pub(super) const LAND_RECON: SeaLink =
    SeaLink { then: &[], ..link::<LandReconnaissance>("recon", "reconnaissance", &["air", "hexes"]) };
/// Aircraft strike ships or an installation (4.2 to 4.14).
pub(super) const STRIKE: SeaLink = SeaLink {
    then: &[AirLoss::ID],
    ..link::<StrikeMission>(
        "strike",
        "air strike",
        &["strike", "interceptors", "way", "way-2", "way-3", "based", "ships", "scout", "hexes"],
    )
};
/// Aircraft search for a submarine (3.16.8).
pub(super) const SWEEP: SeaLink =
    SeaLink { then: &[], ..link::<AirSearch>("asw", "ASW sweep", &["air", "submarine"]) };

/// Fighters attack aircraft on the ground (4.9).
pub(super) const STRAFING: SeaLink =
    SeaLink { then: &[], ..link::<Strafing>("strafe", "strafing", &["attack", "defence", "interceptors"]) };

/// All of them.
pub(super) const LINKS: &[&SeaLink] = &[&STRIKE, &STRAFING, &SEA_RECON, &LAND_RECON, &SWEEP];
