//! Japanese bombers over a convoy route (ATPO-R05, 2.2.1).

use super::SIDES;
use super::flown::{FlownRaid, RaidMission};
use super::given::{self, RaidFliers, RaidKeys, ToldEp};
use super::numbers::RaidTables;
use super::raid::{BomberRaid, RaidAim};
use crate::air::aircraft::{AirClass, Aircraft};
use crate::air::flak;
use crate::air::strike::keys as met;
use crate::air::strike::passage;
use crate::air::strike::prompts::joined;
use crate::forces::DEFENDER;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::procedure::{Log, Prompt, Refusal, Role};

/// ATPO-R05.
pub type ConvoyAirRaid = FlownRaid<ConvoyMission>;

const RULE: &str = "2.2.1";

const KEYS: &[Key] = met::met_on_the_way![
    given::BOMBERS,
    given::ESCORTS,
    Key::new(
        "route",
        &["area"],
        KeyKind::alone(&[
            ("us", &["us-route"]),
            ("indian-ocean", &["indian-ocean-route"]),
            ("south-pacific", &["south-pacific-route"]),
        ]),
        RULE,
        "the convoy route: us, indian-ocean, south-pacific",
    ),
    Key::new(
        "open",
        &[],
        KeyKind::YesNo,
        "2.2",
        "the UK has opened the Indian Ocean routes; closed when not given",
    ),
    Key::new(
        "distance",
        &["hexes"],
        KeyKind::Number(0, 99),
        RULE,
        "hexes from the base to the nearest hex of the area: a bomber of a shorter range is refused",
    ),
    given::NEXT_INCOME,
    given::LOST,
    given::ON_TRACK,
];

const OWN: &[Prompt] = &[Prompt { by: DEFENDER, rule: RULE, ..flak::HIT }];
const ALL_PROMPTS: [Prompt; OWN.len() + passage::PROMPTS.len()] =
    joined(&[OWN, &passage::PROMPTS], usize::MAX, "");
const PROMPTS: &[Prompt] = &ALL_PROMPTS;

/// A raid on a convoy route as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvoyMission {
    fliers: RaidFliers,
    route: String,
    open: bool,
    ep: ToldEp,
}

impl RaidMission for ConvoyMission {
    const ID: &'static str = "ATPO-R05";
    const NAME: &'static str = "convoy-air-raid";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] =
        &["ep_loss_time", "ep_negative", "launch_check_span", "return_fire_trigger"];
    const ROLES: &'static [Role] = SIDES;
    const PROMPTS: &'static [Prompt] = PROMPTS;

    fn read(inputs: &Inputs) -> Result<Self, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let has = RaidKeys { bombers: "bombers", initiative: false, long_range: false, place: false };
        let fliers = RaidFliers::read(inputs, has, &mut faults);
        let Some(route) = inputs.word("route").map(str::to_owned) else {
            faults.push(KeyFault::new("route", "is missing").help("us, indian-ocean or south-pacific"));
            return Err(faults);
        };
        let (open, ep) = (inputs.yes("open"), ToldEp::read(inputs));
        if faults.is_empty() { Ok(ConvoyMission { fliers, route, open, ep }) } else { Err(faults) }
    }

    fn raid(mut self, tables: &RaidTables) -> Result<BomberRaid, Vec<Refusal>> {
        let escorts = [AirClass::Fighter, AirClass::FighterBomber, AirClass::NavalAir];
        let mut refusals = self.fliers.forbidden(&escorts, "only F, FB and N escort");
        let foreign = |unit: &&Aircraft| unit.nation.is_some_and(|code| code != "JP");
        let all = self.fliers.bombers.iter().chain(&self.fliers.escorts);
        refusals.extend(all.filter(foreign).map(|unit| {
            Refusal::new(RULE, format!("{}: only Japanese air units raid convoy routes", unit.name))
        }));
        let (route, payer) = tables.rules.route(&self.route).map_err(|refusal| vec![refusal])?;
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
