//! Strategic bombing (ATPO-R03, 2.1): bombers against one target of the enemy's economy.

use super::flown::{FlownRaid, RaidMission};
use super::given::{self, RaidFliers, RaidKeys, ToldEp};
use super::numbers::RaidTables;
use super::raid::{BomberRaid, TargetMark};
use super::targets::{TargetKinds, TargetState};
use super::{BOMBED, BOMBER_PROMPTS, SIDES};
use crate::air::aircraft::AirClass;
use crate::air::flak;
use crate::air::strike::keys as met;
use liege_rules::inputs::{Inputs, Key, KeyFault, KeyKind};
use liege_rules::procedure::{Prompt, Refusal, Role};

/// ATPO-R03.
pub type StrategicBombing = FlownRaid<StrategicMission>;

const KEYS: &[Key] = met::met_on_the_way![
    given::BOMBERS,
    given::ESCORTS,
    Key::new(
        "target",
        &[],
        KeyKind::List,
        "2.1.2",
        "what the target is, as far as Table 1 asks: home-city, city, resource, dei-oil, rail, capital, unconquered-capital",
    ),
    given::PLACE,
    Key::new(
        "against",
        &["enemy"],
        KeyKind::word(&[
            ("japan", &["jp"]),
            ("us", &["usa"]),
            ("uk", &["britain"]),
            ("australia", &["au"]),
            ("china", &["cn"]),
            ("ussr", &["su"]),
        ]),
        "2.1",
        "whose EP are lost; Japan where no bomber is Japanese",
    ),
    Key::new("night", &[], KeyKind::YesNo, "2.1.2", "night bombing was declared"),
    Key::new(
        "bombed-before",
        &["redundant"],
        KeyKind::YesNo,
        "2.1.2",
        "the target was bombed with success in an earlier month of this season",
    ),
    Key::new(
        "firebombed",
        &[],
        KeyKind::YesNo,
        "2.1.4",
        "a chit Firebombed lies on the target, so that bombed-before halves nothing",
    ),
    Key::new(
        "home-islands",
        &["in-japan"],
        KeyKind::YesNo,
        "17.7",
        "the target is in the Japanese Home Islands; when not given, where it is a home city of Japan",
    ),
    given::LONG_RANGE,
    given::DISTANCE,
    flak::initiative("2.1.3"),
    given::NEXT_INCOME,
    given::LOST,
    given::ON_TRACK,
];

/// A strategic bombing as typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrategicMission {
    fliers: RaidFliers,
    kinds: TargetKinds,
    state: TargetState,
    against: String,
    ep: ToldEp,
}

impl RaidMission for StrategicMission {
    const ID: &'static str = "ATPO-R03";
    const NAME: &'static str = "strategic-bombing";
    const KEYS: &'static [Key] = KEYS;
    const CHOICES: &'static [&'static str] = &[
        "bombing_13_90",
        "dei_oil",
        "ep_loss_time",
        "ep_negative",
        "launch_check_span",
        "long_range_drm",
        "return_fire_trigger",
        "strategic_escort",
    ];
    const ROLES: &'static [Role] = SIDES;
    const PROMPTS: &'static [Prompt] = BOMBER_PROMPTS;

    fn read(inputs: &Inputs) -> Result<Self, Vec<KeyFault>> {
        let mut faults = Vec::new();
        let has = RaidKeys { bombers: "bombers", initiative: true, long_range: true, place: true };
        let fliers = RaidFliers::read(inputs, has, &mut faults);
        let kinds = TargetKinds::read(inputs, &mut faults);
        let japanese = fliers.bombers.iter().any(|unit| unit.nation == Some("JP"));
        let against = inputs.word("against").map(str::to_owned);
        if against.is_none() && japanese {
            faults.push(
                KeyFault::new("against", "is missing").help("whom the Japanese bombers bomb: us, china"),
            );
        }
        let (ep, against) = (ToldEp::read(inputs), against.unwrap_or_else(|| "japan".to_owned()));
        let of_japan = against == "japan" && kinds.is_home_city();
        let state = TargetState {
            night: inputs.yes("night"),
            bombed_before: inputs.yes("bombed-before"),
            firebombed: inputs.yes("firebombed"),
            in_japan: inputs.yes_no("home-islands").unwrap_or(of_japan),
        };
        if faults.is_empty() {
            Ok(StrategicMission { fliers, kinds, state, against, ep })
        } else {
            Err(faults)
        }
    }

    fn raid(mut self, tables: &RaidTables) -> Result<BomberRaid, Vec<Refusal>> {
        let few = tables.choices.is("strategic_escort", "fb_n");
        let (escorts, why): (&[AirClass], &str) = match few {
            true => (
                &[AirClass::FighterBomber, AirClass::NavalAir],
                "only FB and N escort (choice strategic_escort)",
            ),
            false => (
                &[AirClass::Fighter, AirClass::FighterBomber, AirClass::NavalAir],
                "only F, FB and N escort (choice strategic_escort)",
            ),
        };
        let mut refusals = self.fliers.forbidden(escorts, why);
        let payer = tables.rules.payer(&self.against).map_err(|refusal| vec![refusal])?;
        let own = self.fliers.bombers.iter().filter(|unit| unit.nation == Some(payer.nation.as_str()));
        refusals.extend(
            own.map(|unit| Refusal::new("2.1", format!("{} does not bomb {}", unit.name, payer.name))),
        );
        let aim = self.kinds.aim(self.fliers.place.as_deref(), self.state, tables);
        match aim {
            Ok(aim) if refusals.is_empty() => Ok(BomberRaid {
                passage: self.fliers.passage(tables)?,
                later_pilots: self.fliers.later_pilots,
                modifiers: self.fliers.modifiers(tables),
                chooser: self.fliers.chooser,
                star: "2.1.3",
                purse: self.ep.purse(payer),
                marks: vec![TargetMark { state: BOMBED, always: false, rule: "2.1.2" }],
                aim,
                bombers: self.fliers.bombers,
                escorts: self.fliers.escorts,
            }),
            Ok(_) => Err(refusals),
            Err(more) => Err(refusals.into_iter().chain(more).collect()),
        }
    }
}
