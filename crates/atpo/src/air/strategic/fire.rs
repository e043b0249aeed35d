//! Fire bombing of a Japanese home city by B-29s (ATPO-R04, 2.1.4).

use super::flown::{FlownRaid, RaidMission};
use super::given::{self, RaidFliers, ToldEp};
use super::numbers::RaidTables;
use super::raid::{BomberRaid, FixedColumn, RaidAim, TargetMark};
use super::{BOMBER_PROMPTS, SIDES};
use crate::air::aircraft::AirClass;
use crate::air::strike::keys::MetOnTheWay;
use crate::terms::FIREBOMBED;
use liege_rules::inputs;
use liege_rules::play::inputs::{Month, ReadElsewhere};
use liege_rules::play::procedure::{Prompt, Refusal, Role};

/// ATPO-R04.
pub type FireBombing = FlownRaid<FireMission>;

const RULE: &str = "2.1.4";

inputs! {
    /// A fire bombing as typed in.
    #[derive(Debug, Clone)]
    pub struct FireMission {
        fliers: RaidFliers = given::BOMBERS;
        _escorts: ReadElsewhere = given::ESCORTS;
        _place: ReadElsewhere = given::PLACE;
        /// the month, such as 1945-03; before 1944 it is refused
        date: Option<Month> = "date" | "month", RULE;
        /// a chit Firebombed lies on the city already: refused
        firebombed: bool = "firebombed", RULE;
        _long_range: ReadElsewhere = given::LONG_RANGE;
        _distance: ReadElsewhere = given::DISTANCE;
        _initiative: ReadElsewhere = given::INITIATIVE;
        ..ep: ToldEp;
        .._met: MetOnTheWay;
    }
}

impl RaidMission for FireMission {
    const ID: &'static str = "ATPO-R04";
    const NAME: &'static str = "fire-bombing";
    const CHOICES: &'static [&'static str] =
        &["ep_loss_time", "ep_negative", "launch_check_span", "long_range_drm", "return_fire_trigger"];
    const ROLES: &'static [Role] = SIDES;
    const PROMPTS: &'static [Prompt] = BOMBER_PROMPTS;

    fn raid(mut self, tables: &RaidTables) -> Result<BomberRaid, Vec<Refusal>> {
        let escorts = [AirClass::Fighter, AirClass::FighterBomber, AirClass::NavalAir];
        let mut refusals = self.fliers.forbidden(&escorts, "only F, FB and N escort");
        refusals.extend(self.fliers.not_b29(&tables.rules, RULE, "only they can fire-bomb"));
        let from = tables.rules.from.fire.text();
        if self.date.as_ref().is_some_and(|date| date.0.as_str() < from) {
            refusals.push(Refusal::new(RULE, format!("no fire bombing before {from}")));
        }
        if self.firebombed {
            refusals.push(Refusal::new(RULE, "each home city is fire-bombed once in the game"));
        }
        let payer = tables.rules.payer("japan").map_err(|refusal| vec![refusal])?;
        let column = tables.column(&tables.rules.columns.fire).map_err(|refusal| vec![refusal])?;
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let fixed = FixedColumn { column, cause: "fire bombing", rule: RULE };
        let name = self.fliers.place.clone().unwrap_or_else(|| "the home city".to_owned());
        Ok(BomberRaid {
            passage: self.fliers.passage(tables)?,
            later_pilots: self.fliers.later_pilots,
            aim: RaidAim { name, effects: Vec::new(), fixed: Some(fixed), is_rail: false, in_japan: true },
            modifiers: self.fliers.modifiers(tables),
            chooser: self.fliers.chooser,
            star: "2.1.3",
            purse: self.ep.purse(payer),
            marks: vec![TargetMark { state: FIREBOMBED, always: true, rule: RULE }],
            bombers: self.fliers.bombers,
            escorts: self.fliers.escorts,
        })
    }
}
