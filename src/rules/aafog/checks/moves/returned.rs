//! Copies that come back: the side's own units change only by what the log has (4; 6; 7).

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::boards::Boards;
use super::super::super::class::UnitClass;
use super::super::turns;
use crate::diagnostic::{PieceRef, Severity};
use crate::rules::case::{Case, NotGiven};
use crate::rules::check::{Found, Report};
use crate::rules::desk::log::{LogEvent, UmpireLog};

/// A power and a class.
type Corps<'a> = (&'a str, UnitClass);

/// AAF-069.
pub fn own_units_changed(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let returned = case.wants_returned()?;
    let log = case.wants_log()?;
    let mut lacks = false;
    for (name, back) in returned {
        let Some(issued) = case.copies.get(name) else {
            lacks = true;
            continue;
        };
        let side = case.now.side_of(name);
        let records = Records::of(case, log, side);
        let (had, has) = (count(&issued.held, side), count(back, side));
        for corps in had.keys().chain(has.keys()).collect::<BTreeSet<_>>() {
            let number = |all: &BTreeMap<Corps<'_>, u32>| all.get(corps).copied().unwrap_or(0);
            let Some((severity, told)) = records.judge(*corps, number(&had), number(&has), log.complete)
            else {
                continue;
            };
            let (power, class) = *corps;
            let of_corps = back.of_side(side).filter(|unit| unit.power == power && unit.class == class);
            let absent: Vec<PieceRef> = of_corps.map(|unit| back.piece_ref(unit)).collect();
            let adjective =
                case.now.pack().nations.get(power).map_or(power, |nation| nation.adjective.as_str());
            let message = format!("returned copy of {name}: {adjective} {}: {told}", class.name());
            report.add(Found { absent, ..Found::new(None, Vec::new(), message).severity(severity) });
        }
    }
    if !log.complete {
        report
            .not_checked("the turn log may leave purchases out, so units beyond those issued are not judged");
    }
    if lacks { Err(NotGiven("--copy")) } else { Ok(()) }
}

/// The units of a side on the board.
fn count<'a>(view: &'a Boards, side: &'a str) -> BTreeMap<Corps<'a>, u32> {
    let mut all = BTreeMap::new();
    for unit in view.of_side(side).filter(|unit| unit.class != UnitClass::Kami) {
        *all.entry((unit.power.as_str(), unit.class)).or_default() += unit.count;
    }
    all
}

/// What the log has of the units of a side.
#[derive(Default)]
struct Records {
    /// Bought and not placed before the last issue of copies.
    bought: BTreeMap<(String, UnitClass), u32>,
    /// Whether something was bought of which the log does not say what.
    unknown: bool,
    /// Lost at any time.
    lost: BTreeMap<(String, UnitClass), u32>,
    /// Lost since the last issue, by what can be told.
    lost_since: BTreeMap<(String, UnitClass), u32>,
    /// Lost of a power that nobody can tell, by class.
    lost_somewhere: BTreeMap<UnitClass, u32>,
    /// Whether the side took a place: armies and facilities may have come with it.
    captured: bool,
}

impl Records {
    fn of(case: &Case<Boards>, log: &UmpireLog, side: &str) -> Self {
        let mut records = Self::default();
        let issue = log.entries.iter().rposition(|entry| matches!(entry.event, LogEvent::Issue { .. }));
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
                    if issue.is_some_and(|issue| at > issue) {
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

    /// What is wrong with the number of units of a corps, if anything is.
    fn judge(
        &self,
        (power, class): Corps<'_>,
        had: u32,
        has: u32,
        complete: bool,
    ) -> Option<(Severity, String)> {
        let key = (power.to_lowercase(), class);
        let number = |all: &BTreeMap<(String, UnitClass), u32>| all.get(&key).copied().unwrap_or(0);
        let (bought, lost_since) = (number(&self.bought), number(&self.lost_since));
        let lost = number(&self.lost) + self.lost_somewhere.get(&class).copied().unwrap_or(0);
        let firm = class.is_ship() || class.is_air();
        if has > had + bought {
            let told = format!("{has} came back, {had} were issued and {bought} bought since");
            let severity = if firm { Severity::Illegal } else { Severity::Suspicious };
            return (complete && !self.unknown && (firm || !self.captured)).then_some((severity, told));
        }
        if firm && has > (had + bought).saturating_sub(lost_since) {
            let told = format!("{has} came back, {had} were issued, and {lost_since} were lost since");
            return Some((Severity::Suspicious, told)).filter(|_| complete && bought == 0);
        }
        let told = format!("{has} came back of {had}, and the turn log has {lost} lost");
        (complete && has + lost < had).then_some((Severity::Suspicious, told))
    }
}
