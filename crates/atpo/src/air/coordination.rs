//! Carrier coordination (ATPO-R33, 4.10.7): whether carriers in one hex launch together, else the Launch Check of each.

mod carriers;

use serde::{Deserialize, Serialize};

use super::dice::two_dice;
use crate::sea::numbers::{self, Format1, TopicTables};
use carriers::CARRIERS;
use liege_rules::data::Files;
use liege_rules::inputs;
use liege_rules::play::choices::Setting;
use liege_rules::play::deeds::{Act, Deed, Term, Whom};
use liege_rules::play::dice::{Dice, Die};
use liege_rules::play::inputs::KeyFault;
use liege_rules::play::procedure::{
    ContextError, Log, Outcome, Played, Refusal, Script, ScriptHead, TableTop,
};
use vassal::diagnostic::counted;

/// Path of its numbers.
pub const NUMBERS: &str = "rules/atpo/carrier_coordination.toml";

/// `carrier_coordination.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoordinationNumbers {
    #[serde(rename = "format")]
    _format: Format1,
    check: JointCheckRow,
    launch: LaunchRow,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct JointCheckRow {
    carriers: usize,
    units: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct LaunchRow {
    admiral: i32,
    idle: Vec<String>,
}

/// Its numbers, with the choices that it reads.
pub type CoordinationTables = TopicTables<CoordinationNumbers>;

/// ATPO-R33.
pub struct CarrierCoordination;

/// A carrier in the hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LaunchingCarrier {
    /// Its name.
    pub name: String,
    /// Its current aircraft capacity.
    pub capacity: u8,
    /// Naval-Air units aboard.
    pub units: u8,
    /// Whether it is damaged or depleted: then it launches nothing.
    pub damaged: bool,
    /// Whether it is in port: then it neither checks nor counts.
    pub in_port: bool,
    /// Its hex, where those of several are told; empty where all lie in one.
    pub at: String,
}

inputs! {
    /// The friendly carriers that are about to launch, hex by hex: 60 at most.
    #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct CarrierStack {
        carriers: Vec<LaunchingCarrier> = CARRIERS;
        /// Naval-Air units that are to launch in this Phase; all that can when not given
        launching: Option<u32> = "launch" | "launching", RULE, 0..=500;
        /// Admirals in the hex: their names, or yes for any but Tanaka
        admirals: Vec<CarrierAdmiral> = "admiral", LAUNCH_RULE;
        /// this hex was checked before in this Phase
        checked: bool = "checked" | "check-made", RULE;
    }
}

/// An Admiral near carriers that launch.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CarrierAdmiral {
    /// His name; an empty one is anyone but those who do not help.
    pub name: String,
    /// His hex, where carriers of several are told; else he is with all of them.
    pub at: Option<String>,
}

/// Carriers of a stack that a larger battle has hit since it was told of, a bit for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct HitCarriers {
    /// Those that are damaged now.
    pub damaged: u64,
    /// Those that are not there any more.
    pub gone: u64,
}

/// Who launches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LaunchOutcome {
    /// Whether each carrier was spared a die of its own.
    pub together: bool,
    /// Carriers that may launch.
    pub launch: Vec<String>,
    /// Carriers that may not.
    pub held: Vec<String>,
    #[serde(skip)]
    deeds: Vec<Deed>,
}

const RULE: &str = "4.10.7";
const LAUNCH_RULE: &str = "4.10.7.1";

/// What a carrier is that failed, by choice `launch_check_span`.
const NO_LAUNCH_PHASE: Term = Term::new("no-launch-phase", "no launch for the rest of the Phase");
const NO_LAUNCH_STEP: Term = Term::new("no-launch-step", "no launch for the rest of the Step");

impl LaunchingCarrier {
    /// Whether it has aircraft to launch, so that it counts.
    fn counts(&self) -> bool {
        !self.in_port && !self.damaged && self.units > 0
    }
}

impl CarrierStack {
    /// The carriers that count, with their place among all.
    fn counting(&self) -> impl Iterator<Item = (usize, &LaunchingCarrier)> {
        self.carriers.iter().enumerate().filter(|(_, carrier)| carrier.counts())
    }

    /// Naval-Air units that are to launch.
    fn launching(&self) -> u32 {
        let all = self.counting().fold(0u32, |sum, (_, carrier)| sum.saturating_add(carrier.units.into()));
        self.launching.unwrap_or(all).min(all)
    }

    /// Why no check is needed.
    fn needs_none(&self, row: &JointCheckRow) -> Option<&'static str> {
        let at_sea = self.carriers.iter().filter(|carrier| !carrier.in_port).count();
        match () {
            () if self.launching() == 0 => Some("no carrier at sea has a Naval-Air unit that can launch"),
            () if at_sea < row.carriers => Some("no other carrier is at sea in the hex"),
            () if self.launching() < row.units => Some("only one Naval-Air unit will launch in the Phase"),
            () => None,
        }
    }

    /// The hexes in which they lie, each once, in the order of the list.
    fn hexes(&self) -> Vec<&str> {
        let mut hexes: Vec<&str> = Vec::new();
        for carrier in &self.carriers {
            if !hexes.contains(&carrier.at.as_str()) {
                hexes.push(&carrier.at);
            }
        }
        hexes
    }

    /// The stack of one hex, in which the others are no part of it; none where there are no more.
    fn of_hex(&self, number: usize) -> Option<Self> {
        let hex = *self.hexes().get(number)?;
        let mut stack = self.clone();
        stack.carriers.iter_mut().for_each(|carrier| carrier.in_port |= carrier.at != hex);
        stack.admirals.retain(|admiral| admiral.at.as_ref().is_none_or(|at| at == hex));
        Some(stack)
    }

    /// The same as it is now.
    #[must_use]
    pub fn without(&self, hit: HitCarriers) -> Self {
        let mut left = self.clone();
        for (at, carrier) in left.carriers.iter_mut().enumerate() {
            carrier.damaged |= hit.damaged >> at & 1 == 1;
            // One that is gone is no part of the stack at sea.
            carrier.in_port |= hit.gone >> at & 1 == 1;
        }
        left
    }

    /// Whether the carriers are checked when so many Naval-Air units are to launch.
    #[must_use]
    pub fn is_checked(&self, launching: u32, tables: &CoordinationTables) -> bool {
        let stack = Self { launching: Some(launching), ..self.clone() };
        let mut hexes = (0..).map_while(|number| stack.of_hex(number));
        hexes.any(|hex| hex.needs_none(&tables.numbers.check).is_none())
    }

    /// The Admiral whose presence helps, and by how much.
    fn admiral(&self, row: &LaunchRow) -> Option<(&str, i32)> {
        let idles =
            |name: &str| row.idle.iter().any(|idle| name.to_lowercase().contains(&idle.to_lowercase()));
        let helps = self.admirals.iter().map(|admiral| admiral.name.as_str()).find(|name| !idles(name))?;
        Some((if helps.is_empty() { "an Admiral" } else { helps }, row.admiral))
    }

    /// Who launches; `failed` has a bit for each carrier that may not.
    fn outcome(&self, together: bool, failed: u64, tables: &CoordinationTables) -> LaunchOutcome {
        let has_failed = |at: usize| failed >> at & 1 == 1;
        let named = |failed: bool| {
            self.counting().filter(move |(at, _)| has_failed(*at) == failed).map(|(_, one)| one.name.clone())
        };
        let held: Vec<String> = named(true).collect();
        let mark = |name: &String| Deed {
            whom: Whom::Unit { name: name.clone(), piece: None },
            act: Act::Mark(span(tables)),
            rule: LAUNCH_RULE.into(),
        };
        let deeds = held.iter().map(mark).collect();
        LaunchOutcome { together, launch: named(false).collect(), held, deeds }
    }
}

impl Script for CarrierCoordination {
    const HEAD: ScriptHead =
        ScriptHead::of("atpo", "ATPO-R33", "carrier-coordination").reads(&["launch_check_span"]);
    type Cx = CoordinationTables;
    type Input = CarrierStack;
    type Battle = CarrierStack;
    type State = LaunchOutcome;
    type Outcome = LaunchOutcome;

    fn context(files: &dyn Files, settings: &[Setting]) -> Result<CoordinationTables, ContextError> {
        numbers::load(NUMBERS, files, settings, Self::HEAD.choices())
    }

    fn fault(stack: &CarrierStack) -> Option<KeyFault> {
        let aboard = CarrierStack { launching: None, ..stack.clone() }.launching();
        let launching = stack.launching.filter(|launching| *launching > aboard)?;
        let told = format!("{launching} cannot launch: undamaged carriers at sea have {aboard} aboard");
        Some(KeyFault::new("launch", told))
    }

    fn begin(
        stack: CarrierStack,
        tables: &CoordinationTables,
    ) -> Result<(CarrierStack, LaunchOutcome), Vec<Refusal>> {
        if stack.checked {
            let reason = "one check is made for a hex in a Phase, for attack and interception alike";
            return Err(vec![Refusal::new(RULE, reason)]);
        }
        let unchecked = stack.outcome(true, 0, tables);
        Ok((stack, unchecked))
    }

    fn play<'b>(
        stack: &'b CarrierStack,
        tables: &'b CoordinationTables,
        outcome: &mut LaunchOutcome,
        at: &mut TableTop<'_, 'b>,
    ) -> Played {
        let (dice, log) = at.dice();
        *outcome = stack.launch(tables, dice, log);
        Ok(())
    }

    fn outcome(_: &CarrierStack, outcome: &LaunchOutcome) -> LaunchOutcome {
        outcome.clone()
    }
}

impl Outcome for LaunchOutcome {
    fn result(&self) -> String {
        match (self.launch.as_slice(), self.held.as_slice()) {
            ([], []) => "nothing to launch".into(),
            (_, []) => "all launch".into(),
            ([], _) => "none may launch".into(),
            (launch, held) => format!("{} may launch, {} may not", launch.join(", "), held.join(", ")),
        }
    }

    fn deeds(&self) -> Vec<Deed> {
        self.deeds.clone()
    }
}

/// For how long a failed Launch Check holds.
fn span(tables: &CoordinationTables) -> Term {
    if tables.choices.is("launch_check_span", "step") { NO_LAUNCH_STEP } else { NO_LAUNCH_PHASE }
}

impl CarrierStack {
    /// The checks of all hexes: who launches.
    pub(super) fn launch(
        &self,
        tables: &CoordinationTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> LaunchOutcome {
        let (mut together, mut failed) = (true, 0);
        for (hex, here) in (0..).map_while(|hex| Some((hex, self.of_hex(hex)?))) {
            let all = here.together(hex, &tables.numbers, dice, log);
            // Nobody rolls behind a check for which faces are missing.
            if dice.fault().is_some() {
                break;
            }
            if all {
                continue;
            }
            together = false;
            for (at, carrier) in here.counting() {
                failed |= u64::from(here.fails(carrier, tables, dice, log)) << at;
            }
        }
        self.outcome(together, failed, tables)
    }

    /// The check of all carriers of a hex, where there is one; `self` has no others.
    fn together(
        &self,
        hex: usize,
        numbers: &CoordinationNumbers,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> bool {
        let label = match self.hexes().get(hex) {
            Some(at) if !at.is_empty() => format!("Carrier Coordination Check in {at}"),
            _ => "Carrier Coordination Check".to_owned(),
        };
        if let Some(why) = self.needs_none(&numbers.check) {
            log.line(|| (label, "none", format!("no dice: {why}"), RULE));
            return true;
        }
        let count = self.counting().count();
        let passes = |sum: u16| usize::from(sum) > count;
        let class = |sum: u16| u16::from(passes(sum));
        let sum = two_dice((&label, RULE), &class, dice, log);
        let together = passes(sum);
        log.line(|| {
            let who = counted(count, "undamaged carrier");
            let value = if together { "all launch" } else { "each carrier rolls" };
            let told = if together { "more than" } else { "not more than" };
            (label, value, format!("{sum} is {told} {who} with Naval-Air aboard"), RULE)
        });
        together
    }

    /// The Launch Check of one carrier: whether it fails.
    fn fails(
        &self,
        carrier: &LaunchingCarrier,
        tables: &CoordinationTables,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> bool {
        let admiral = self.admiral(&tables.numbers.launch);
        let total = |die: u8| i32::from(die) + admiral.map_or(0, |(_, value)| value);
        let fails = |die: u8| total(die) >= carrier.capacity.into();
        let name = carrier.name.as_str();
        let die = dice.roll_into(Die::D6, "Launch Check", &|die| fails(die).into());
        log.roll(Die::D6, die, || (format!("{name}: Launch Check: die"), "1d6", LAUNCH_RULE));
        if let Some((who, value)) = admiral {
            log.line(|| (format!("{name}: modifier: Admiral"), format!("{value:+}"), who, LAUNCH_RULE));
        }
        let fails = fails(die);
        log.line(|| {
            let (total, capacity) = (total(die), carrier.capacity);
            let (value, cause) = if fails {
                let span = span(tables);
                (
                    span.to_string(),
                    format!("{total}, its capacity {capacity} or more (choice launch_check_span)"),
                )
            } else {
                ("launches".to_owned(), format!("{total} is less than its capacity {capacity}"))
            };
            (name, value, cause, LAUNCH_RULE)
        });
        fails
    }
}
