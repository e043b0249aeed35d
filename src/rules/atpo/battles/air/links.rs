//! Which procedure resolves which mission of aircraft, and which of its keys the save tells.

use super::super::super::air::land_recon::LandReconnaissance;
use super::super::super::air::sea_recon::SeaReconnaissance;
use super::super::super::sea::air_search::AirSearch;
use super::super::sea::links::{SeaLink, link};

/// Aircraft look for ships (4.4).
pub(super) const SEA_RECON: SeaLink = SeaLink {
    then: &[],
    ..link::<SeaReconnaissance>("recon", "reconnaissance", &["air", "hexes", "area-mp"])
};
/// Aircraft look at a hex on land (4.5).
pub(super) const LAND_RECON: SeaLink =
    SeaLink { then: &[], ..link::<LandReconnaissance>("recon", "reconnaissance", &["air", "hexes"]) };
/// Aircraft search for a submarine (3.16.8).
pub(super) const SWEEP: SeaLink =
    SeaLink { then: &[], ..link::<AirSearch>("asw", "ASW sweep", &["air", "submarine"]) };

/// All of them.
pub(super) const LINKS: &[&SeaLink] = &[&SEA_RECON, &LAND_RECON, &SWEEP];
