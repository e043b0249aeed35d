//! Carrier coordination (ATPO-R33, 4.10.7): whether carriers in one hex launch together, else the Launch Check of each.

mod read;

use serde::{Deserialize, Serialize};

use super::dice::two_dice;
use crate::sea::numbers::{Format1, TopicTables};
use liege_rules::deeds::{Act, Deed, Term, Whom};
use liege_rules::dice::{Dice, Die};
use liege_rules::procedure::{Flow, Log, Procedure, Refusal};
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

/// The friendly carriers that are about to launch, hex by hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CarrierStack {
    /// All carriers in their hexes, 60 at most.
    pub carriers: Vec<LaunchingCarrier>,
    /// How many Naval-Air units are to launch in this Phase; all that can where it was not told.
    pub launching: Option<u32>,
    /// The Admirals there, by name; an empty name is anyone but those who do not help.
    pub admirals: Vec<CarrierAdmiral>,
    /// Whether the check of this hex and Phase was made before.
    pub checked: bool,
}

/// An Admiral near carriers that launch.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CarrierAdmiral {
    /// His name.
    pub name: String,
    /// His hex, where carriers of several are told; else he is with all of them.
    pub at: Option<String>,
}

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum LaunchStage {
    /// The check of all in the hex of this number.
    Together(usize),
    /// The check of this carrier there.
    Each(usize, usize),
    /// It is over.
    End,
}

/// Carriers of a stack that a larger battle has hit since it was told of, a bit for each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct HitCarriers {
    /// Those that are damaged now.
    pub damaged: u64,
    /// Those that are not there any more.
    pub gone: u64,
}

/// How far the launch has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LaunchState {
    hit: HitCarriers,
    stage: LaunchStage,
    /// Whether all launch together, once that is known.
    together: bool,
    /// A bit for each carrier that may not launch.
    failed: u64,
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
    pub fn is_checked(&self, launching: u32, tables: &TopicTables<CoordinationNumbers>) -> bool {
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

    fn outcome(&self, state: &LaunchState, span: Term) -> LaunchOutcome {
        let has_failed = |at: usize| state.failed >> at & 1 == 1;
        let named = |failed: bool| {
            self.counting().filter(move |(at, _)| has_failed(*at) == failed).map(|(_, one)| one.name.clone())
        };
        let held: Vec<String> = named(true).collect();
        let mark = |name: &String| Deed {
            whom: Whom::Unit { name: name.clone(), piece: None },
            act: Act::Mark(span.clone()),
            rule: LAUNCH_RULE.into(),
        };
        let deeds = held.iter().map(mark).collect();
        LaunchOutcome { together: state.together, launch: named(false).collect(), held, deeds }
    }
}

impl LaunchState {
    /// Before the first die.
    #[must_use]
    pub const fn new(hit: HitCarriers) -> Self {
        Self { hit, stage: LaunchStage::Together(0), together: true, failed: 0 }
    }
}

impl Procedure for CarrierCoordination {
    const ID: &'static str = "ATPO-R33";
    type Cx = TopicTables<CoordinationNumbers>;
    type Input = CarrierStack;
    type Battle = CarrierStack;
    type State = LaunchState;
    type Outcome = LaunchOutcome;

    fn begin(stack: CarrierStack, _: &Self::Cx) -> Result<(CarrierStack, LaunchState), Vec<Refusal>> {
        if stack.checked {
            let reason = "one check is made for a hex in a Phase, for attack and interception alike";
            return Err(vec![Refusal::new(RULE, reason)]);
        }
        Ok((stack, LaunchState::new(HitCarriers::default())))
    }

    fn step<'b>(
        stack: &'b CarrierStack,
        state: LaunchState,
        tables: &'b Self::Cx,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Flow<'b, LaunchState, LaunchOutcome> {
        let stack = &stack.without(state.hit);
        match state.stage {
            LaunchStage::Together(hex) => Flow::Next(match stack.of_hex(hex) {
                Some(here) => here.together(hex, state, &tables.numbers, dice, log),
                None => LaunchState { stage: LaunchStage::End, ..state },
            }),
            LaunchStage::Each(hex, from) => {
                let here = stack.of_hex(hex).unwrap_or_else(|| stack.clone());
                let next = here.counting().find(|(at, _)| *at >= from);
                let Some((at, carrier)) = next else {
                    return Flow::Next(LaunchState { stage: LaunchStage::Together(hex + 1), ..state });
                };
                let fails = here.fails(carrier, tables, dice, log);
                let failed = state.failed | u64::from(fails) << at;
                Flow::Next(LaunchState { stage: LaunchStage::Each(hex, at + 1), failed, ..state })
            }
            LaunchStage::End => Flow::Done(Self::so_far(stack, &state, tables)),
        }
    }

    fn so_far(stack: &CarrierStack, state: &LaunchState, tables: &Self::Cx) -> LaunchOutcome {
        stack.without(state.hit).outcome(state, span(tables))
    }

    fn result(outcome: &LaunchOutcome) -> String {
        match (outcome.launch.as_slice(), outcome.held.as_slice()) {
            ([], []) => "nothing to launch".into(),
            (_, []) => "all launch".into(),
            ([], _) => "none may launch".into(),
            (launch, held) => format!("{} may launch, {} may not", launch.join(", "), held.join(", ")),
        }
    }

    fn deeds(outcome: &LaunchOutcome) -> Vec<Deed> {
        outcome.deeds.clone()
    }
}

/// For how long a failed Launch Check holds.
fn span(tables: &TopicTables<CoordinationNumbers>) -> Term {
    if tables.choices.is("launch_check_span", "step") { NO_LAUNCH_STEP } else { NO_LAUNCH_PHASE }
}

impl CarrierStack {
    /// The check of all carriers of a hex, where there is one; `self` has no others.
    fn together(
        &self,
        hex: usize,
        state: LaunchState,
        numbers: &CoordinationNumbers,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> LaunchState {
        let label = match self.hexes().get(hex) {
            Some(at) if !at.is_empty() => format!("Carrier Coordination Check in {at}"),
            _ => "Carrier Coordination Check".to_owned(),
        };
        if let Some(why) = self.needs_none(&numbers.check) {
            log.line(|| (label, "none", format!("no dice: {why}"), RULE));
            return LaunchState { stage: LaunchStage::Together(hex + 1), ..state };
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
        let stage = if together { LaunchStage::Together(hex + 1) } else { LaunchStage::Each(hex, 0) };
        LaunchState { stage, together: state.together && together, ..state }
    }

    /// The Launch Check of one carrier: whether it fails.
    fn fails(
        &self,
        carrier: &LaunchingCarrier,
        tables: &TopicTables<CoordinationNumbers>,
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
