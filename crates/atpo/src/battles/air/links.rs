//! Which procedure resolves which mission of aircraft, and which of its keys the save tells.

use super::super::super::air::land_recon::LandReconnaissance;
use super::super::super::air::met::Met;
use super::super::super::air::paradrop::Drop;
use super::super::super::air::rebase::ChangeOfBase;
use super::super::super::air::sea_recon::SeaReconnaissance;
use super::super::super::air::strafing::Strafing;
use super::super::super::air::strategic::a_bomb::AtomicBombing;
use super::super::super::air::strategic::bombing::StrategicBombing;
use super::super::super::air::strategic::convoy::ConvoyAirRaid;
use super::super::super::air::strategic::fire::FireBombing;
use super::super::super::air::strike::StrikeMission;
use super::super::super::air::transport::AirTransport;
use super::super::super::sea::air_loss::AirLoss;
use super::super::super::sea::air_search::AirSearch;
use super::super::sea::links::{SeaLink, link, scripted};
use liege_rules::play::battle::Overrides;
use liege_rules::play::procedure::Script as _;

/// Aircraft look for ships (4.4).
pub(super) const SEA_RECON: SeaLink = SeaLink {
    then: &[],
    ..scripted::<SeaReconnaissance>("recon", "reconnaissance", &["air", "hexes", "area-mp"])
};
/// Aircraft look at a hex on land (4.5).
pub(super) const LAND_RECON: SeaLink =
    SeaLink { then: &[], ..scripted::<LandReconnaissance>("recon", "reconnaissance", &["air", "hexes"]) };
/// Aircraft strike ships or an installation (4.2 to 4.14).
pub(super) const STRIKE: SeaLink = SeaLink {
    then: &[AirLoss::HEAD.id()],
    overlay: Overrides {
        units: &["strike", "interceptors", "way", "way-2", "way-3", "based", "ships", "scout", "hexes"],
        instead: &[("located", &["scout", "hexes", "further-scouts", "coastwatchers"])],
    },
    ..link::<StrikeMission>("strike", "air strike", &[])
};
/// Aircraft search for a submarine (3.16.8).
pub(super) const SWEEP: SeaLink =
    SeaLink { then: &[], ..scripted::<AirSearch>("asw", "ASW sweep", &["air", "submarine"]) };

/// Fighters attack aircraft on the ground (4.9).
pub(super) const STRAFING: SeaLink = SeaLink {
    then: &[],
    ..link::<Strafing>(
        "strafe",
        "strafing",
        &["attack", "escorts", "defence", "interceptors", "way", "way-2", "way-3"],
    )
};

/// Air transport takes cargo to a base (4.12).
pub(in crate::battles) const TRANSPORT: SeaLink = SeaLink {
    then: &[],
    overlay: Overrides { units: &["transport", "escorts"], instead: &[("fate", WHO_MEETS)] },
    ..link::<Met<AirTransport>>("transport", "air transport", &[])
};
/// The keys of a meeting, which its result takes away.
const WHO_MEETS: &[&str] =
    &["interceptors", "way", "way-2", "way-3", "counter", "defence-carriers", "defence-admiral"];
/// A paratroop drops alone into a hex (4.12.4).
pub(in crate::battles) const DROP: SeaLink = SeaLink {
    then: &[],
    overlay: Overrides { units: &["transport", "escorts"], instead: &[("atp", WHO_MEETS)] },
    ..link::<Drop>("drop", "paradrop", &[])
};
/// An air unit or air transport changes base (4.3.6.1).
pub(in crate::battles) const REBASE: SeaLink = SeaLink {
    then: &[],
    overlay: Overrides { units: &["unit", "stops"], instead: &[("aborted-at", WHO_MEETS_BASE)] },
    ..link::<Met<ChangeOfBase>>("rebase", "change of base", &[])
};
const WHO_MEETS_BASE: &[&str] =
    &["met-at", "interceptors", "way", "way-2", "way-3", "counter", "defence-carriers", "defence-admiral"];
/// Bombers fly against the economy (2.1).
pub(super) const BOMBING: SeaLink =
    SeaLink { then: &[], ..link::<StrategicBombing>("bomb", "strategic bombing", RAIDERS) };
/// B-29s fire-bomb a home city (2.1.4).
pub(super) const FIRE: SeaLink =
    SeaLink { then: &[], ..link::<FireBombing>("firebomb", "fire bombing", RAIDERS) };
/// Japanese bombers fly over a convoy route (2.2.1).
pub(super) const CONVOY: SeaLink =
    SeaLink { then: &[], ..link::<ConvoyAirRaid>("convoy", "raid on the convoys", RAIDERS) };

/// A B-29 drops an A-Bomb (16.11).
pub(super) const A_BOMB: SeaLink =
    SeaLink { then: &[], ..link::<AtomicBombing>("abomb", "A-Bomb attack", &["bomber", "escorts", "units"]) };

const RAIDERS: &[&str] = &["bombers", "escorts"];

/// All of them.
pub(super) const LINKS: &[&SeaLink] = &[
    &STRIKE,
    &STRAFING,
    &SEA_RECON,
    &LAND_RECON,
    &SWEEP,
    &TRANSPORT,
    &DROP,
    &REBASE,
    &BOMBING,
    &FIRE,
    &CONVOY,
    &A_BOMB,
];
