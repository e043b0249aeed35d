//! Naval interception (ATPO-R10, 3.8): one die for each search group, in order of speed.

mod eligible;
mod idle;
pub mod keys;
mod modifiers;
mod read;
mod search;

use serde::{Deserialize, Serialize};

use super::numbers::{self, Format1, TopicTables};
use crate::forces::{ATTACKER, DEFENDER};
pub(super) use idle::is_told;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::dice::Dice;
use liege_rules::play::inputs::{Inputs, Key, KeyFault};
use liege_rules::play::procedure::{
    Coded, ContextError, Flow, Log, OrdersName, Procedure, Prompt, Refusal, Role,
};
use modifiers::{Common, DistanceRow, ModifierNumbers};
pub(super) use read::hunt;
pub(super) use search::Searched;

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/naval_interception.toml";

/// `naval_interception.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InterceptionNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    roll: InterceptionRoll,
    modifier: ModifierNumbers,
    weather: SevereRow,
    appendix: AppendixRow,
    distance: Vec<DistanceRow>,
    groups: GroupRow,
    states: StateRows,
    offensive: OffensiveRow,
    reaction: ReactionRow,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct InterceptionRoll {
    success: i32,
    natural_success: u8,
    natural_failure: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct SevereRow {
    severe_monsoon: i32,
    severe_wet: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct AppendixRow {
    severe_wet: i32,
    severe_monsoon: i32,
    moderate_monsoon: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupRow {
    least_ships: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateRows {
    naval_movement: Vec<String>,
    offensive: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct OffensiveRow {
    fast: u32,
    fast_most: u32,
    slow_most: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReactionRow {
    coastal_hexes: u32,
}

/// The questions of a search.
pub(super) const PROMPTS: &[Prompt] = &[LOCATOR, MAGIC, EVADER];

/// ATPO-R10.
pub struct Interception;

/// Who searches for whom, and under which circumstances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunt {
    pub(super) reactive: bool,
    phase: HuntPhase,
    /// The state of the interceptor, when it was told.
    state: Option<String>,
    strategic_warfare: bool,
    pub(super) submarine: bool,
    pub(super) groups: Vec<SearchGroup>,
    pub(super) automatic: Option<&'static str>,
    tried: Option<Tried>,
    re_entered: bool,
    has_found: bool,
    enters_port: bool,
    undocked: bool,
    range: Option<u32>,
    common: Common,
    /// Modifiers of leaders and chits, each for one group.
    pub(super) once: Vec<OnceModifier>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HuntPhase {
    NavalMovement,
    Offensive,
    End,
}

/// When this group tried to find this target before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tried {
    Step,
    Phase,
}

/// A search group as it was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SearchGroup {
    /// Its number, from 1, as typed.
    pub number: usize,
    /// What the report calls it.
    pub called: String,
    pub ships: Option<u32>,
    pub speed: Option<u32>,
    pub only_stp: bool,
    /// No surface ship with a gunnery rating.
    pub only_de: bool,
    /// Whether it was in port, where other groups were not.
    pub in_port: bool,
    /// MPs that it moved, where other groups moved others.
    pub moved: Option<u32>,
}

/// A modifier that one group gets once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OnceModifier {
    pub what: OnceKind,
    pub value: i32,
    /// The number of the group that alone can get it.
    pub group: Option<usize>,
    /// Whether its side is asked before the die; else the group gets it.
    pub asked: bool,
}

/// What a modifier that is used once comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OnceKind {
    /// L of an Admiral with the interceptor.
    Locator,
    /// E of an Admiral in the target's hex.
    Evader,
    /// A Naval Magic chit of the US.
    Magic,
}

impl OnceKind {
    /// Its name in the report, its question, and its rule.
    fn told(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Locator => ("L of an Admiral", LOCATOR.label, LOCATOR.rule),
            Self::Evader => ("E of an enemy Admiral", EVADER.label, EVADER.rule),
            Self::Magic => ("Naval Magic", MAGIC.label, MAGIC.rule),
        }
    }

    /// Whose decision it is.
    fn by(self) -> Role {
        if self == Self::Evader { DEFENDER } else { ATTACKER }
    }
}

const LOCATOR: Prompt = Prompt {
    by: ATTACKER,
    label: "locator bonus",
    names: OrdersName::About,
    text: "whether L of an Admiral is used for the die of this group; asked before each while it is not used",
    answers: &["use", "keep"],
    policies: &["use", "keep", "cautious", "balanced", "aggressive"],
    rule: "3.12.1.1",
};

const EVADER: Prompt = Prompt {
    by: DEFENDER,
    label: "evasion bonus",
    text: "whether E of an Admiral is used against the die of this group; asked before each while it is not used",
    rule: "3.12.1.2",
    ..LOCATOR
};

const MAGIC: Prompt = Prompt {
    label: "search magic",
    text: "whether the Naval Magic chit is used for the die of this group; asked before each while it is not used",
    rule: "17.10.2.1.3",
    ..LOCATOR
};

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct InterceptionOutcome {
    /// Numbers of the groups that found the target.
    pub found_by: Vec<usize>,
    /// Groups that searched.
    pub groups: usize,
    /// Whether it was automatic, so that only an Evasion chit evades it.
    pub automatic: bool,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

impl Coded for Interception {
    const GAME: &'static str = "atpo";
    const NAME: &'static str = "naval-interception";
    const KEYS: &'static [Key] = keys::KEYS;
    const CHOICES: &'static [&'static str] = &[
        "active_sub_intercept",
        "inclement",
        "interception_repeat",
        "natural_6_automatic",
        "reactive_naval_phase",
        "search_group_bonus",
        "weather_interception",
    ];

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::CHOICES)
    }

    fn read(inputs: &Inputs) -> Result<Hunt, Vec<KeyFault>> {
        read::alone(inputs)
    }
}

impl Procedure for Interception {
    const ID: &'static str = "ATPO-R10";
    const ROLES: &'static [Role] = &[ATTACKER, DEFENDER];
    const PROMPTS: &'static [Prompt] = PROMPTS;
    type Cx = TopicTables<InterceptionNumbers>;
    type Input = Hunt;
    type Battle = Hunt;
    type State = Searched;
    type Outcome = InterceptionOutcome;

    fn begin(hunt: Hunt, tables: &Self::Cx) -> Result<(Hunt, Searched), Vec<Refusal>> {
        let refusals = eligible::against(&hunt, tables);
        let searched = Searched::new(&hunt);
        if refusals.is_empty() { Ok((hunt, searched)) } else { Err(refusals) }
    }

    fn step<'b>(
        hunt: &'b Hunt,
        searched: Searched,
        tables: &'b Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, Searched, InterceptionOutcome> {
        hunt.next(searched, tables, dice, log)
    }

    fn so_far(hunt: &Hunt, searched: &Searched, _: &Self::Cx) -> InterceptionOutcome {
        InterceptionOutcome {
            found_by: searched.found_by(),
            groups: hunt.groups.len(),
            automatic: false,
            deeds: Vec::new(),
        }
    }

    fn result(outcome: &InterceptionOutcome) -> String {
        let found: Vec<String> = outcome.found_by.iter().map(ToString::to_string).collect();
        match (&found[..], outcome.groups) {
            _ if outcome.automatic => "automatic".into(),
            ([], 1) => "failure".into(),
            (_, 1) => "success".into(),
            ([], _) => "nothing found".into(),
            ([one], _) => format!("found by group {one}"),
            ([all @ .., last], _) => format!("found by groups {} and {last}", all.join(", ")),
        }
    }

    fn deeds(outcome: &InterceptionOutcome) -> Vec<Deed> {
        outcome.deeds.clone()
    }
}
