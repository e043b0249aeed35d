//! Naval interception (ATPO-R10, 3.8): one die for each search group, in order of speed.

mod eligible;
mod given;
mod groups;
mod modifiers;
mod search;

use serde::Serialize;

use super::magic;
use super::numbers::{self, Format1, TopicTables, numbers};
use crate::forces::{ATTACKER, DEFENDER};
pub(super) use given::is_told;
use given::{Certain, HuntCircumstances, HuntPhase};
pub(super) use groups::SearchGroup;
use liege_rules::data::Files;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::Deed;
use liege_rules::play::procedure::{
    ContextError, OrdersName, Outcome, Played, Prompt, Refusal, Script, ScriptHead, TableTop,
};
use modifiers::{DistanceRow, ModifierNumbers};
pub use search::Searched;

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/naval_interception.toml";

numbers! {
    /// `naval_interception.toml`.
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

    struct InterceptionRoll { success: i32, natural_success: u8, natural_failure: u8 }
    struct SevereRow { severe_monsoon: i32, severe_wet: i32 }
    struct AppendixRow { severe_wet: i32, severe_monsoon: i32, moderate_monsoon: i32 }
    struct GroupRow { least_ships: u32 }
    struct StateRows { naval_movement: Vec<String>, offensive: Vec<String> }
    struct OffensiveRow { fast: u32, fast_most: u32, slow_most: u32 }
    struct ReactionRow { coastal_hexes: u32 }
}

/// The questions of a search.
pub(super) const PROMPTS: &[Prompt] = &[LOCATOR, MAGIC, EVADER];

/// ATPO-R10.
pub struct Interception;

/// Who searches for whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunt {
    given: HuntCircumstances,
    pub(super) reactive: bool,
    /// Modifiers of leaders and chits, each for one group.
    pub(super) once: Vec<OnceModifier>,
}

/// A modifier that one group gets once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OnceModifier {
    pub what: OnceKind,
    pub value: i32,
    /// The number of the only group that can get it.
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
    /// Its name in the report, and its question.
    fn told(self) -> (&'static str, Prompt) {
        match self {
            Self::Locator => ("L of an Admiral", LOCATOR),
            Self::Evader => ("E of an enemy Admiral", EVADER),
            Self::Magic => ("Naval Magic", MAGIC),
        }
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

impl Script for Interception {
    const HEAD: ScriptHead = ScriptHead::of("atpo", "ATPO-R10", "naval-interception")
        .asks(&[ATTACKER, DEFENDER], PROMPTS)
        .reads(&[
            "active_sub_intercept",
            "inclement",
            "interception_repeat",
            "natural_6_automatic",
            "reactive_naval_phase",
            "search_group_bonus",
            "weather_interception",
        ]);
    type Cx = TopicTables<InterceptionNumbers>;
    type Input = Hunt;
    type Battle = Hunt;
    type State = Searched;
    type Outcome = InterceptionOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<Self::Cx, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::HEAD.choices())
    }

    fn begin(hunt: Hunt, tables: &Self::Cx) -> Result<(Hunt, Searched), Vec<Refusal>> {
        let refusals = eligible::against(&hunt, tables);
        let searched = Searched::new(&hunt);
        if refusals.is_empty() { Ok((hunt, searched)) } else { Err(refusals) }
    }

    fn play<'b>(
        hunt: &'b Hunt,
        tables: &'b Self::Cx,
        searched: &mut Searched,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        if let Some(why) = hunt.without_die() {
            at.log().line(|| ("interception", "automatic", format!("no dice: {why}"), "3.8.3"));
            hunt.tell_found(None, at.log());
        } else if let Some(group) = searched.next(hunt) {
            hunt.search(group, searched, tables, at)?;
            at.settle()?;
        }
        hunt.tell_marker(&searched.found_by(hunt), at.log());
        Ok(())
    }

    fn outcome(hunt: &Hunt, searched: &Searched) -> InterceptionOutcome {
        let automatic = hunt.is_automatic();
        let found_by = searched.found_by(hunt);
        let mut deeds = Vec::new();
        if automatic || searched.next(hunt).is_none() {
            deeds = hunt.marked(&found_by);
            deeds.extend(magic::spent(!automatic && hunt.has_used_magic(searched)));
        }
        InterceptionOutcome { found_by, groups: hunt.groups().len(), automatic, deeds }
    }
}

impl Outcome for InterceptionOutcome {
    fn result(&self) -> String {
        let found: Vec<String> = self.found_by.iter().map(ToString::to_string).collect();
        match (&found[..], self.groups) {
            _ if self.automatic => "automatic".into(),
            ([], 1) => "failure".into(),
            (_, 1) => "success".into(),
            ([], _) => "nothing found".into(),
            ([one], _) => format!("found by group {one}"),
            ([all @ .., last], _) => format!("found by groups {} and {last}", all.join(", ")),
        }
    }

    fn deeds(&self) -> Vec<Deed> {
        self.deeds.clone()
    }
}

impl Hunt {
    /// The same search for a single ship, or for several.
    #[must_use]
    pub fn for_single(mut self, single: bool) -> Self {
        self.given.single = single;
        self
    }

    /// The groups, in the order of their dice.
    pub(super) fn groups(&self) -> &[SearchGroup] {
        &self.given.groups
    }

    /// Whether the search is in a coastal hex.
    #[must_use]
    pub fn is_coastal(&self) -> bool {
        self.given.coastal
    }

    /// Whether the target is to land in the hex.
    #[must_use]
    pub fn is_landing(&self) -> bool {
        self.given.amphibious
    }

    /// Whether no die is rolled.
    #[must_use]
    pub fn is_automatic(&self) -> bool {
        self.given.automatic.is_some()
    }

    /// Why no die is rolled.
    fn without_die(&self) -> Option<&'static str> {
        self.given.automatic.map(|case| match case {
            Certain::Docked => "docked ships against ships that enter their port",
            Certain::EnemyPort => "ships inside an enemy port against ships there",
            Certain::Canal => "ships in or beside the mouth of a canal against ships that enter or leave it",
            Certain::Landing => {
                "ships in range of reaction against ships that are Activated to land, in their landing hex"
            }
        })
    }

    /// When it is; who is to land is met in no other phase (3.8.3.3).
    fn phase(&self) -> HuntPhase {
        let landing = self.given.automatic == Some(Certain::Landing);
        let unsaid = if landing { HuntPhase::Offensive } else { HuntPhase::NavalMovement };
        self.given.phase.unwrap_or(unsaid)
    }
}
