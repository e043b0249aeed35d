//! Japanese bombers over a convoy route (ATPO-R05, 2.2.1).

use super::SIDES;
use super::flown::{FlownRaid, RaidMission};
use super::given::{self, RaidFliers, ToldEp};
use super::numbers::RaidTables;
use super::raid::{BomberRaid, RaidAim};
use crate::air::aircraft::{AirClass, Aircraft};
use crate::air::flak;
use crate::air::strike::keys::MetOnTheWay;
use crate::air::strike::passage;
use crate::air::strike::prompts::joined;
use crate::forces::DEFENDER;
use liege_rules::play::inputs::{Field, Inputs, KeyFault, KeyKind, KeyValue as _, ReadElsewhere};
use liege_rules::play::procedure::{Log, Prompt, Refusal, Role};
use liege_rules::{inputs, words};

/// ATPO-R05.
pub type ConvoyAirRaid = FlownRaid<ConvoyMission>;

const RULE: &str = "2.2.1";

words! {
    /// The convoy routes.
    pub enum Route alone {
        Us = "us" | "us-route",
        IndianOcean = "indian-ocean" | "indian-ocean-route",
        SouthPacific = "south-pacific" | "south-pacific-route",
    }
}

inputs! {
    /// A raid on a convoy route as typed in.
    #[derive(Debug, Clone)]
    pub struct ConvoyMission {
        fliers: RaidFliers = given::BOMBERS;
        _escorts: ReadElsewhere = given::ESCORTS;
        /// the convoy route: us, indian-ocean, south-pacific
        route: AttackedRoute = "route" | "area", RULE;
        /// the UK has opened the Indian Ocean routes; closed when not given
        open: bool = "open", "2.2";
        /// hexes from the base to the nearest hex of the area: a bomber of a shorter range is refused
        _distance: ReadElsewhere = "distance" | "hexes", RULE, 0..=99;
        ..ep: ToldEp;
        .._met: MetOnTheWay;
    }
}

/// The route, which must be given.
#[derive(Debug, Clone)]
pub struct AttackedRoute(Route);

impl Field for AttackedRoute {
    const KIND: KeyKind = Route::KIND;

    fn read(inputs: &Inputs, key: &str, faults: &mut Vec<KeyFault>) -> Option<Self> {
        let missing = || KeyFault::new(key, "is missing").help("us, indian-ocean or south-pacific");
        let route = Route::read(inputs, key).and_then(|route| route.ok_or_else(missing));
        route.map(Self).map_err(|fault| faults.push(fault)).ok()
    }
}

const OWN: &[Prompt] = &[Prompt { by: DEFENDER, rule: RULE, ..flak::HIT }];
const ALL_PROMPTS: [Prompt; OWN.len() + passage::PROMPTS.len()] =
    joined(&[OWN, &passage::PROMPTS], usize::MAX, "");
const PROMPTS: &[Prompt] = &ALL_PROMPTS;

impl RaidMission for ConvoyMission {
    const ID: &'static str = "ATPO-R05";
    const NAME: &'static str = "convoy-air-raid";
    const CHOICES: &'static [&'static str] =
        &["ep_loss_time", "ep_negative", "launch_check_span", "return_fire_trigger"];
    const ROLES: &'static [Role] = SIDES;
    const PROMPTS: &'static [Prompt] = PROMPTS;

    fn raid(mut self, tables: &RaidTables) -> Result<BomberRaid, Vec<Refusal>> {
        let escorts = [AirClass::Fighter, AirClass::FighterBomber, AirClass::NavalAir];
        let mut refusals = self.fliers.forbidden(&escorts, "only F, FB and N escort");
        let foreign = |unit: &&Aircraft| unit.nation.is_some_and(|code| code != "JP");
        let all = self.fliers.bombers.iter().chain(&self.fliers.escorts);
        refusals.extend(all.filter(foreign).map(|unit| {
            Refusal::new(RULE, format!("{}: only Japanese air units raid convoy routes", unit.name))
        }));
        let (route, payer) = tables.rules.route(self.route.0.word()).map_err(|refusal| vec![refusal])?;
        if route.closes && !self.open {
            let told = format!("the {} is closed: raids there have no effect", route.name);
            refusals.push(Refusal::new("2.2", told));
        }
        if !refusals.is_empty() {
            return Err(refusals);
        }
        Ok(BomberRaid {
            passage: self.fliers.passage(tables)?,
            later_pilots: self.fliers.later_pilots,
            aim: RaidAim {
                name: route.name.clone(),
                effects: Vec::new(),
                fixed: None,
                is_rail: false,
                in_japan: false,
            },
            modifiers: Vec::new(),
            chooser: Some(DEFENDER),
            star: RULE,
            purse: self.ep.purse(payer),
            marks: Vec::new(),
            bombers: self.fliers.bombers,
            escorts: self.fliers.escorts,
        })
    }

    fn close(raid: &BomberRaid, log: &mut Log) {
        log.line(|| {
            let why = "undamaged enemy carriers in the area can intercept with their Naval-Air units (interceptors). Range is counted to the nearest hex of the area (gap G76)";
            (raid.aim.name.clone(), "raided", why, RULE)
        });
    }
}
