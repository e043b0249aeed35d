//! The game's procedures that are code; those that are rows stand in `rules/atpo/procedures.toml`.

use super::air::airstrike::AirBombing;
use super::air::combat::AirCombat;
use super::air::coordination::CarrierCoordination;
use super::air::interception::AirInterception;
use super::air::land_recon::LandReconnaissance;
use super::air::magic::Magic;
use super::air::met::Met;
use super::air::naval::AirNavalAttack;
use super::air::naval::kamikaze::KamikazeAttack;
use super::air::paradrop::Drop;
use super::air::rebase::ChangeOfBase;
use super::air::return_fire::ReturnFire;
use super::air::sea_recon::SeaReconnaissance;
use super::air::strafing::Strafing;
use super::air::strategic::a_bomb::AtomicBombing;
use super::air::strategic::bombing::StrategicBombing;
use super::air::strategic::convoy::ConvoyAirRaid;
use super::air::strategic::fire::FireBombing;
use super::air::strategic::surrender::SurrenderTest;
use super::air::strike::StrikeMission;
use super::air::transport::AirTransport;
use super::air::weather::AirWeather;
use super::forces::support::GroundSupport;
use super::land_combat::LandCombat;
use super::land_combat::defence::DefenderOptions;
use super::sea::air_loss::AirLoss;
use super::sea::air_search::AirSearch;
use super::sea::batteries::CoastalBattery;
use super::sea::bombardment::ShipBombardment;
use super::sea::cargo::TransportHits;
use super::sea::cargo_loss::CargoLoss;
use super::sea::combat::NavalCombat;
use super::sea::encounter::NavalEncounter;
use super::sea::evasion::Evasion;
use super::sea::fort_mines::FortMines;
use super::sea::interception::Interception;
use super::sea::lift::SeaLift;
use super::sea::lift::force::ForceLift;
use super::sea::merchant::Merchants;
use super::sea::mines::PortMines;
use super::sea::night::NightMoves;
use super::sea::raids::Raids;
use super::sea::straits::StraitPassage;
use super::sea::submarine::harbour::HarbourInfiltration;
use super::sea::submarine::hunt::SubmarineAttack;
use super::sea::submarine::kaiten::KaitenAttack;
use liege_rules::play::procedure::{AnyProcedure, Summed, entry, entry_under, script};

/// All of them.
pub static PROCEDURES: &[AnyProcedure] = &[
    entry::<LandCombat>(),
    entry_under::<LandCombat>("ATPO-R19", "amphibious-assault", &[("amphibious", true)]),
    entry::<Summed<GroundSupport>>(),
    entry::<Drop>(),
    entry::<Summed<DefenderOptions>>(),
    script::<StraitPassage>(),
    script::<PortMines>(),
    script::<FortMines>(),
    script::<CoastalBattery>(),
    script::<ShipBombardment>(),
    script::<SubmarineAttack>(),
    script::<HarbourInfiltration>(),
    script::<KaitenAttack>(),
    entry::<NavalCombat>(),
    entry::<Summed<TransportHits>>(),
    entry::<Summed<Raids>>(),
    entry::<Summed<Merchants>>(),
    script::<Interception>(),
    entry::<Summed<Evasion>>(),
    entry::<Summed<SeaLift>>(),
    entry::<Summed<ForceLift>>(),
    script::<AirSearch>(),
    script::<NightMoves>(),
    entry::<NavalEncounter>(),
    script::<CargoLoss>(),
    script::<AirLoss>(),
    script::<AirWeather>(),
    script::<SeaReconnaissance>(),
    script::<LandReconnaissance>(),
    script::<CarrierCoordination>(),
    entry::<Summed<Magic>>(),
    entry::<AirNavalAttack>(),
    entry::<AirCombat>(),
    entry::<StrikeMission>(),
    entry::<StrategicBombing>(),
    entry::<FireBombing>(),
    entry::<ConvoyAirRaid>(),
    entry::<AtomicBombing>(),
    entry::<Summed<SurrenderTest>>(),
    script::<AirBombing>(),
    entry::<Met<AirTransport>>(),
    entry::<Met<ChangeOfBase>>(),
    entry::<Summed<AirInterception>>(),
    script::<ReturnFire>(),
    entry::<Strafing>(),
    entry::<KamikazeAttack>(),
];
