//! Copies that come back: the side's own units change only by what the log has (4; 6; 7).

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::boards::Boards;
use super::super::super::class::UnitClass;
use super::super::layer::{self, GivenBack};
use super::super::turns;
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::check::{Found, Report};
use liege_rules::desk::log::{LogEntry, LogEvent, UmpireLog};
use vassal::diagnostic::{PieceRef, Severity};

/// A power and a class.
type Corps<'a> = (&'a str, UnitClass);

/// How many units of a corps there are.
#[derive(Debug, Clone, Copy, Default)]
struct CorpsCount {
    units: u32,
    /// Those of them for which chips stand.
    by_chips: u32,
}

/// AAF-069.
pub fn own_units_changed(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let returned = case.wants_returned()?;
    let log = case.wants_log()?;
    let is_told = log.tells_all(&["purchase", "mobilize", "casualty", "capture"]);
    let mut lacks = false;
    for (name, back) in returned {
        let Some(copy) = case.copies.get(name) else {
            lacks = true;
            continue;
        };
        let when = layer::given_back(case, name);
        let issued = match (when, case.earlier.get(name)) {
            (Some(GivenBack::Before), Some(earlier)) => earlier,
            (Some(GivenBack::Before), None) => {
                report.not_checked(format!(
                    "{name} returned that copy before it was given its --copy: needs the one that it worked \
                     in as --earlier-copy"
                ));
                continue;
            }
            _ => &copy.held,
        };
        let side = case.now.side_of(name);
        let records = Records::of(case, log, name);
        let (had, has) = (count(issued, side), count(back, side));
        let loose = back.loose_chips().saturating_sub(issued.loose_chips());
        let chips = StrayChips { had: &had, has: &has, loose };
        for corps in had.keys().chain(has.keys()).collect::<BTreeSet<_>>() {
            let number =
                |all: &BTreeMap<Corps<'_>, CorpsCount>| all.get(corps).map_or(0, |count| count.units);
            let judged = || records.judge(*corps, (number(&had), number(&has)), chips.of(*corps));
            let judged = is_told.then(judged).flatten();
            let Some((severity, told)) = judged else { continue };
            let (power, class) = *corps;
            let of_corps = back.of_side(side).filter(|unit| unit.power == power && unit.class == class);
            let absent: Vec<PieceRef> = of_corps.map(|unit| back.piece_ref(unit)).collect();
            let adjective =
                case.now.pack().nations.get(power).map_or(power, |nation| nation.adjective.as_str());
            let message = format!("returned copy of {name}: {adjective} {}: {told}", class.name());
            report.add(Found { absent, ..Found::new(None, Vec::new(), message).severity(severity) });
        }
    }
    if !is_told {
        report.not_checked(
            "the turn log may leave out purchases, losses or captures, so the number of units is not checked",
        );
    }
    if lacks { Err(NotGiven("--copy")) } else { Ok(()) }
}

/// The units of a side on the board.
fn count<'a>(view: &'a Boards, side: &'a str) -> BTreeMap<Corps<'a>, CorpsCount> {
    let mut all: BTreeMap<Corps<'a>, CorpsCount> = BTreeMap::new();
    for unit in view.of_side(side).filter(|unit| unit.class != UnitClass::Kami) {
        let count = all.entry((unit.power.as_str(), unit.class)).or_default();
        count.units += unit.count;
        count.by_chips += unit.count.saturating_sub(1);
    }
    all
}

/// Chips that stayed where their unit was taken from: they are loose, or lie below another unit.
struct StrayChips<'a> {
    had: &'a BTreeMap<Corps<'a>, CorpsCount>,
    has: &'a BTreeMap<Corps<'a>, CorpsCount>,
    loose: u32,
}

impl StrayChips<'_> {
    /// How many units a corps may have too many by chips of others, and too few by chips that it lost.
    fn of(&self, corps: Corps<'_>) -> (u32, u32) {
        let chips = |all: &BTreeMap<Corps<'_>, CorpsCount>, corps: &Corps<'_>| {
            all.get(corps).map_or(0, |count| count.by_chips)
        };
        let known = self.had.keys().chain(self.has.keys()).collect::<BTreeSet<_>>();
        let others = || known.iter().copied().filter(|other| **other != corps);
        let more = |corps: &Corps<'_>| chips(self.has, corps).saturating_sub(chips(self.had, corps));
        let fewer = |corps: &Corps<'_>| chips(self.had, corps).saturating_sub(chips(self.has, corps));
        let left_by_others: u32 = others().map(fewer).sum();
        let with_others = others().map(more).sum::<u32>() + self.loose;
        (more(&corps).min(left_by_others), fewer(&corps).min(with_others))
    }
}

/// What the log has of the units of a side.
#[derive(Default)]
struct Records {
    /// Bought and not placed before the last issue of copies.
    bought: BTreeMap<(String, UnitClass), u32>,
    /// Whether it is known when the copy came back.
    is_dated: bool,
    /// Whether something was bought of which the log does not say what.
    unknown: bool,
    /// Lost at any time.
    lost: BTreeMap<(String, UnitClass), u32>,
    /// Lost between the issue and the moment at which the copy was given back, where the log has both.
    lost_since: BTreeMap<(String, UnitClass), u32>,
    /// Lost of a power that nobody can tell, by class.
    lost_somewhere: BTreeMap<UnitClass, u32>,
    /// Whether the side took a place: armies and facilities may have come with it.
    captured: bool,
}

impl Records {
    fn of(case: &Case<Boards>, log: &UmpireLog, name: &str) -> Self {
        let side = case.now.side_of(name);
        let when = layer::given_back(case, name);
        let mut records = Self { is_dated: when.is_some(), ..Self::default() };
        let of_copies =
            |entry: &LogEntry| matches!(entry.event, LogEvent::Issue { record_only, .. } if !record_only);
        let mut issue = layer::issue_of(case, log, name);
        if when == Some(GivenBack::Before) {
            issue = log.entries.iter().take(issue.unwrap_or(0)).rposition(of_copies);
        }
        let is_back = |entry: &LogEntry| matches!(&entry.event, LogEvent::Returned { side: who, .. } if case.now.side_of(who) == side);
        let from = issue.map_or(0, |issue| issue + 1);
        let back = log.entries.iter().skip(from).position(is_back).map(|at| from + at);
        for (at, entry) in log.entries.iter().enumerate() {
            let is_own = case.now.side_of(&entry.power) == side;
            match &entry.event {
                LogEvent::Purchase(goods) if is_own => {
                    match turns::units_in(&goods.what).and_then(|units| turns::counts(case, &units)) {
                        Some(counts) => counts.into_iter().for_each(|(class, number)| {
                            *records.bought.entry((entry.power.to_lowercase(), class)).or_default() += number;
                        }),
                        None => records.unknown = true,
                    }
                }
                LogEvent::Mobilize(goods) if is_own && issue.is_some_and(|issue| at < issue) => {
                    let placed = turns::units_in(&goods.what).and_then(|units| turns::counts(case, &units));
                    for (class, number) in placed.into_iter().flatten() {
                        if let Some(left) = records.bought.get_mut(&(entry.power.to_lowercase(), class)) {
                            *left = left.saturating_sub(number);
                        }
                    }
                }
                LogEvent::Casualty(fate) => {
                    let Some(class) = turns::class_of(case, &fate.unit) else { continue };
                    let power = fate
                        .unit
                        .power
                        .clone()
                        .or_else(|| Some(turns::piece_of(case, &fate.unit)?.power.clone()));
                    let Some(power) = power else {
                        *records.lost_somewhere.entry(class).or_default() += fate.unit.number;
                        continue;
                    };
                    let key = (power.to_lowercase(), class);
                    if issue.is_some_and(|issue| at > issue) && back.is_some_and(|back| at < back) {
                        *records.lost_since.entry(key.clone()).or_default() += fate.unit.number;
                    }
                    *records.lost.entry(key).or_default() += fate.unit.number;
                }
                LogEvent::Capture { to, .. } if case.now.side_of(to) == side => records.captured = true,
                _ => {}
            }
        }
        records
    }

    /// What is wrong with the number of units of a corps, if anything is, with so many more and fewer by stray chips.
    fn judge(
        &self,
        (power, class): Corps<'_>,
        (had, has): (u32, u32),
        (more, fewer): (u32, u32),
    ) -> Option<(Severity, String)> {
        let key = (power.to_lowercase(), class);
        let number = |all: &BTreeMap<(String, UnitClass), u32>| all.get(&key).copied().unwrap_or(0);
        let (bought, lost_since) = (number(&self.bought), number(&self.lost_since));
        let lost = number(&self.lost) + self.lost_somewhere.get(&class).copied().unwrap_or(0);
        let firm = class.is_ship() || class.is_air();
        // Of a copy that came back nobody knows when, the one that was issued may lack what was lost in between, and have
        // what was bought.
        let (spare, placed) = if self.is_dated { (0, 0) } else { (lost, bought) };
        if has > had + bought + spare + more {
            let told = format!("{has} were returned, {had} were issued and {bought} bought since");
            let severity = if firm { Severity::Illegal } else { Severity::Suspicious };
            return (!self.unknown && (firm || !self.captured)).then_some((severity, told));
        }
        if firm && self.is_dated && has > (had + bought + more).saturating_sub(lost_since) {
            let told = format!("{has} were returned, {had} were issued, and {lost_since} were lost since");
            return Some((Severity::Suspicious, told)).filter(|_| bought == 0);
        }
        let told = format!("{has} of {had} were returned, but the turn log has {lost} lost");
        (has + lost + placed + fewer < had).then_some((Severity::Suspicious, told))
    }
}
