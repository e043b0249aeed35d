//! Strategic bombing (ATPO-R03, 2.1): bombers against one target of the enemy's economy.

use super::flown::{FlownRaid, RaidMission};
use super::given::{self, RaidFliers, ToldEp};
use super::numbers::RaidTables;
use super::raid::{BomberRaid, TargetMark};
use super::targets::{TargetKinds, TargetState};
use super::{BOMBED, BOMBER_PROMPTS, SIDES};
use crate::air::aircraft::AirClass;
use crate::air::strike::keys::MetOnTheWay;
use liege_rules::play::inputs::{KeyFault, ReadElsewhere};
use liege_rules::play::procedure::{Prompt, Refusal, Role};
use liege_rules::{inputs, words};

/// ATPO-R03.
pub type StrategicBombing = FlownRaid<StrategicMission>;

words! {
    /// Who is bombed.
    pub enum Bombed {
        Japan = "japan" | "jp",
        Us = "us" | "usa",
        Uk = "uk" | "britain",
        Australia = "australia" | "au",
        China = "china" | "cn",
        Ussr = "ussr" | "su",
    }
}

inputs! {
    /// A strategic bombing as typed in.
    #[derive(Debug, Clone)]
    pub struct StrategicMission {
        fliers: RaidFliers = given::BOMBERS;
        _escorts: ReadElsewhere = given::ESCORTS;
        /// what the target is, as far as Table 1 asks: home-city, city, resource, dei-oil, rail, capital, unconquered-capital
        kinds: TargetKinds = "target", "2.1.2";
        _place: ReadElsewhere = given::PLACE;
        /// whose EP are lost; Japan where no bomber is Japanese
        against: Option<Bombed> = "against" | "enemy", "2.1";
        /// night bombing was declared
        night: bool = "night", "2.1.2";
        /// the target was bombed with success in an earlier month of this season
        bombed_before: bool = "bombed-before" | "redundant", "2.1.2";
        /// a chit Firebombed lies on the target, so that bombed-before halves nothing
        firebombed: bool = "firebombed", "2.1.4";
        /// the target is in the Japanese Home Islands; when not given, where it is a home city of Japan
        in_japan: Option<bool> = "home-islands" | "in-japan", "17.7";
        _long_range: ReadElsewhere = given::LONG_RANGE;
        _distance: ReadElsewhere = given::DISTANCE;
        _initiative: ReadElsewhere = given::INITIATIVE;
        ..ep: ToldEp;
        .._met: MetOnTheWay;
    }
}

impl RaidMission for StrategicMission {
    const ID: &'static str = "ATPO-R03";
    const NAME: &'static str = "strategic-bombing";
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

    fn fault(&self) -> Option<KeyFault> {
        let japanese = self.fliers.bombers.iter().any(|unit| unit.nation == Some("JP"));
        let fault =
            || KeyFault::new("against", "is missing").help("whom the Japanese bombers bomb: us, china");
        (self.against.is_none() && japanese).then(fault)
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
        let against = self.against.unwrap_or(Bombed::Japan);
        let of_japan = against == Bombed::Japan && self.kinds.is_home_city();
        let state = TargetState {
            night: self.night,
            bombed_before: self.bombed_before,
            firebombed: self.firebombed,
            in_japan: self.in_japan.unwrap_or(of_japan),
        };
        let payer = tables.rules.payer(against.word()).map_err(|refusal| vec![refusal])?;
        let own = self.fliers.bombers.iter().filter(|unit| unit.nation == Some(payer.nation.as_str()));
        refusals.extend(
            own.map(|unit| Refusal::new("2.1", format!("{} does not bomb {}", unit.name, payer.name))),
        );
        let aim = self.kinds.aim(self.fliers.place.as_deref(), state, tables);
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
