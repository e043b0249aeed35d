//! Naval interception (ATPO-R10, 3.8): one die for each search group, in order of speed.

mod eligible;
mod modifiers;
mod read;

use serde::{Deserialize, Serialize};

use super::numbers::{self, Format1, TopicTables};
use crate::rules::atpo::terms::ACTIVE;
use crate::rules::choices::Setting;
use crate::rules::data::Files;
use crate::rules::deeds::{Act, Deed, Whom};
use crate::rules::dice::{Dice, Die};
use crate::rules::inputs::{Inputs, Key, KeyFault};
use crate::rules::procedure::{Coded, ContextError, Flow, Log, Procedure, Refusal};
use modifiers::{Common, DistanceRow, ModifierNumbers};

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

/// ATPO-R10.
pub struct Interception;

/// Who searches for whom, and under which circumstances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunt {
    reactive: bool,
    phase: HuntPhase,
    /// The state of the interceptor, when it was told.
    state: Option<String>,
    strategic_warfare: bool,
    submarine: bool,
    groups: Vec<SearchGroup>,
    automatic: Option<&'static str>,
    tried: Option<Tried>,
    re_entered: bool,
    has_found: bool,
    enters_port: bool,
    undocked: bool,
    range: Option<u32>,
    common: Common,
    /// Modifiers of leaders and chits, each for one group.
    once: Vec<OnceModifier>,
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
struct SearchGroup {
    /// Its number, from 1, as typed.
    number: usize,
    ships: Option<u32>,
    speed: Option<u32>,
    only_stp: bool,
    /// No surface ship with a gunnery rating.
    only_de: bool,
}

/// A modifier that one group gets once.
#[derive(Debug, Clone, PartialEq, Eq)]
struct OnceModifier {
    label: &'static str,
    value: i32,
    /// The number of the group.
    group: usize,
    rule: &'static str,
}

/// Which groups have rolled, and what they found: numbers of groups in the order in which they rolled.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Searched {
    rolled: usize,
    found: Vec<usize>,
}

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
    const PAGE: &'static str = "rules/atpo/procedures/ATPO-R10.md";
    const KEYS: &'static [Key] = read::KEYS;
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
        read::hunt(inputs)
    }
}

impl Procedure for Interception {
    const ID: &'static str = "ATPO-R10";
    type Cx = TopicTables<InterceptionNumbers>;
    type Input = Hunt;
    type Battle = Hunt;
    type State = Searched;
    type Outcome = InterceptionOutcome;

    fn begin(hunt: Hunt, tables: &Self::Cx) -> Result<(Hunt, Searched), Vec<Refusal>> {
        let refusals = eligible::against(&hunt, tables);
        if refusals.is_empty() { Ok((hunt, Searched::default())) } else { Err(refusals) }
    }

    fn step<'b>(
        hunt: &'b Hunt,
        mut searched: Searched,
        tables: &'b Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, Searched, InterceptionOutcome> {
        if let Some(why) = hunt.automatic {
            log.line(|| ("interception", "automatic", format!("no dice: {why}"), "3.8.3"));
            let all = hunt.groups.iter().map(|group| group.number).collect();
            return Flow::Done(hunt.outcome(all, true, log));
        }
        let Some(group) = hunt.groups.get(searched.rolled) else {
            return Flow::Done(hunt.outcome(searched.found, false, log));
        };
        if hunt.search(group, tables, dice, log) {
            searched.found.push(group.number);
        }
        searched.rolled += 1;
        Flow::Next(searched)
    }

    fn so_far(hunt: &Hunt, searched: &Searched, _: &Self::Cx) -> InterceptionOutcome {
        InterceptionOutcome {
            found_by: searched.found.clone(),
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

impl Hunt {
    /// One group rolls.
    fn search(
        &self,
        group: &SearchGroup,
        tables: &TopicTables<InterceptionNumbers>,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> bool {
        let row = &tables.numbers.roll;
        let modifiers = self.modifiers(group, tables);
        let sum = modifiers.iter().fold(0i32, |sum, (_, value, _)| sum.saturating_add(*value));
        let finds = |die: u8| match die {
            die if die == row.natural_failure => false,
            die if die == row.natural_success => true,
            die => i32::from(die).saturating_add(sum) >= row.success,
        };
        let name = self.name(group);
        let die = dice.roll_into(Die::D6, "interception", &|die| finds(die).into());
        log.roll(Die::D6, die, || (format!("{name}: die"), "1d6", "3.8.1"));
        for (label, value, rule) in &modifiers {
            log.line(|| {
                (format!("interception modifier: {label}"), format!("{value:+}"), name.as_str(), *rule)
            });
        }
        let found = finds(die);
        log.line(|| {
            let total = i32::from(die).saturating_add(sum);
            let six = tables.choices.is("natural_6_automatic", "yes");
            let why = match die {
                die if die == row.natural_failure => "a natural 1 fails whatever the modifiers".to_owned(),
                die if die == row.natural_success && six => {
                    "a natural 6 succeeds and is automatic: only an Evasion chit evades it (choice \
                     natural_6_automatic)"
                        .to_owned()
                }
                die if die == row.natural_success => "a natural 6 succeeds; it may be evaded".to_owned(),
                _ if found => format!("total {total}; {} or more", row.success),
                _ => format!("total {total}; {} is needed", row.success),
            };
            (name.as_str(), if found { "success" } else { "failure" }, why, "3.8.1")
        });
        found
    }

    /// What the report calls a group.
    fn name(&self, group: &SearchGroup) -> String {
        if self.groups.len() == 1 { "interceptor".into() } else { format!("group {}", group.number) }
    }

    /// What follows, told and as deeds.
    fn outcome(&self, found_by: Vec<usize>, automatic: bool, log: &mut Log) -> InterceptionOutcome {
        let groups = self.groups.len();
        if !found_by.is_empty() {
            log.line(|| {
                let why = "all ships in that place, as one task force: docked ships are in another place than those \
                           outside of the port; both sides are located";
                ("caught", "the target", why, "3.8.8")
            });
            log.line(|| {
                let why = match (automatic, groups) {
                    (true, _) => "strikes of its carriers, then combat; only an Evasion chit evades",
                    (false, 1) => "strikes of its carriers, evasion (ATPO-R11), then combat",
                    (false, _) => "each group that finds strikes, is evaded (ATPO-R11) or fights before the next one rolls",
                };
                ("next", if self.submarine { "ATPO-R21" } else { "naval combat" }, why, "3.8.4")
            });
        }
        let marked = self.groups.iter().filter(|group| !self.reactive || found_by.contains(&group.number));
        let deeds: Vec<Deed> = marked
            .map(|group| Deed {
                whom: Whom::Unit { name: self.name(group), piece: None },
                act: Act::Mark(ACTIVE),
                rule: if self.reactive { "3.8.7.3" } else { "3.8.6" }.into(),
            })
            .collect();
        log.line(|| {
            let (value, why) = match (self.reactive, deeds.is_empty()) {
                (false, _) => ("Active", "an active interceptor is marked whether it finds anything or not"),
                (true, false) => ("Active", "a reaction that succeeded"),
                (true, true) => ("as it was", "a reaction that failed leaves the marker alone"),
            };
            ("marker of the interceptor", value, why, if self.reactive { "3.8.7" } else { "3.8.6" })
        });
        InterceptionOutcome { found_by, groups, automatic, deeds }
    }
}
