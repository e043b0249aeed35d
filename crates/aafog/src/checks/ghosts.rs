//! Enemy pieces in a side's copy: what shows that they may be there.

use std::collections::BTreeMap;

use super::super::boards::{BoardUnit, Boards};
use super::super::class::UnitClass;
use super::layer::{self, GivenBack, Layer};
use super::{in_copy, stage};
use liege_rules::check::Report;
use liege_rules::check::case::{Case, NotGiven};
use liege_rules::desk::ledger::{Ledger, LedgerEntry};
use liege_rules::desk::log::{LogEvent, UmpireLog};
use liege_rules::position::situation::PlaceId;
use vassal::diagnostic::Severity;

/// Enemy units of one class in one place that nothing justifies.
pub struct Stray<'a> {
    /// Where.
    pub place: &'a PlaceId,
    /// Whose.
    pub power: &'a str,
    /// What.
    pub class: UnitClass,
    /// How many the copy shows.
    pub shown: u32,
    /// How many of them nothing justifies.
    pub excess: u32,
    /// Their pieces in the copy.
    pub units: Vec<&'a BoardUnit>,
    /// Whether it is known that its side did not put them there.
    pub is_certain: bool,
}

impl Stray<'_> {
    /// How a sentence calls them: `2 American TR in SZ 20`.
    pub fn in_words(&self, view: &Boards) -> String {
        let nation = view.pack().nations.get(self.power);
        let adjective = nation.map_or(self.power, |nation| nation.adjective.as_str());
        format!("{} {adjective} {} in {}", self.excess, self.class, self.place)
    }
}

/// Every enemy piece of an issued copy is explained by the ledger or by the side itself (AAF-005).
pub fn enemy_without_a_reason(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let copies = case.wants_copies()?;
    case.wants_ledgers()?;
    let past = stage::is_past_setup(case);
    if past == Some(false) {
        return Ok(());
    }
    for (side, copy) in copies {
        let Some(strays) = strays(case, side, &copy.held) else {
            report.not_checked(format!("needs --ledger {side}=FILE"));
            continue;
        };
        for stray in strays {
            if !stray.is_certain {
                report.not_checked(layer::unknown(side));
                continue;
            }
            let severity = if past == Some(true) { Severity::Illegal } else { Severity::Suspicious };
            let message = format!("nothing justifies {}", stray.in_words(&case.now));
            let units = stray.units.iter().map(|unit| (&copy.held, *unit));
            report.add(in_copy(side, Some(stray.place), units, message).severity(severity));
        }
    }
    Ok(())
}

/// The enemy units of a copy that neither ledger nor log nor its side explains; none without its ledger.
pub fn strays<'a>(case: &'a Case<Boards>, side: &str, held: &'a Boards) -> Option<Vec<Stray<'a>>> {
    let own = case.now.side_of(side);
    let ledger = case.papers.ledgers.get(own)?;
    let layer = Layer::of(case, side);
    let mut groups: BTreeMap<(&PlaceId, &str, UnitClass), Vec<&BoardUnit>> = BTreeMap::new();
    for unit in enemies(held, own) {
        groups.entry((&unit.place, &unit.power, unit.class)).or_default().push(unit);
    }
    let stray = |((place, power, class), units): ((&'a PlaceId, &'a str, UnitClass), Vec<&'a BoardUnit>)| {
        let shown: u32 = units.iter().map(|unit| unit.count).sum();
        let seen: u32 = ledger
            .entries
            .iter()
            .filter(|entry| is_about(held, entry, units[0]))
            .map(|entry| entry.number.max(1))
            .fold(0, u32::saturating_add);
        let told =
            case.papers.log.as_deref().is_some_and(|log| log_shows(&case.now, log, own, (place, class)));
        let mocked: u32 = layer.view().map_or(0, |view| mock_ups(view, ledger, own, (place, power, class)));
        let excess = shown.saturating_sub(seen.saturating_add(mocked));
        (excess > 0 && !told).then(|| Stray {
            place,
            power,
            class,
            shown,
            excess,
            units,
            is_certain: layer.is_known(),
        })
    };
    Some(groups.into_iter().filter_map(stray).collect())
}

/// The enemy units on the board of a copy. Tokens are counted openly (C15).
pub fn enemies<'a>(view: &'a Boards, own: &'a str) -> impl Iterator<Item = &'a BoardUnit> {
    view.on_board()
        .filter(move |unit| unit.side != own && !unit.side.is_empty() && unit.class != UnitClass::Kami)
}

/// Whether an entry of a ledger is about a unit: place, class, and the power or its side. Aircraft may be seen with their
/// carrier (G13).
fn is_about(view: &Boards, entry: &LedgerEntry, unit: &BoardUnit) -> bool {
    let seen = &entry.side_seen;
    let whose = seen.eq_ignore_ascii_case(&unit.power)
        || (!view.pack().nations.contains_key(&seen.to_lowercase()) && view.side_of(seen) == unit.side);
    let class = UnitClass::find(&entry.class);
    let what = class == Some(unit.class) || (class == Some(UnitClass::Cv) && unit.class.scrambles());
    whose && what && view.place(&entry.place).as_ref() == Some(&unit.place)
}

/// How many such units the side itself put into a copy that it gave back.
fn mock_ups(
    view: &Boards,
    ledger: &Ledger,
    own: &str,
    (place, power, class): (&PlaceId, &str, UnitClass),
) -> u32 {
    let is_ghost = |unit: &BoardUnit| {
        claimed(unit).and_then(|number| ledger.entry(number)).is_some_and(|entry| is_about(view, entry, unit))
    };
    enemies(view, own)
        .filter(|unit| unit.place == *place && unit.power == power && unit.class == class && !is_ghost(unit))
        .map(|unit| unit.count)
        .fold(0, u32::saturating_add)
}

/// Whether the log tells that a side saw units of a class in a place: in a battle there, or in a list that it was told.
fn log_shows(view: &Boards, log: &UmpireLog, own: &str, (place, class): (&PlaceId, UnitClass)) -> bool {
    let is_here = |name: &str| view.place(name).as_ref() == Some(place);
    log.entries.iter().any(|entry| match &entry.event {
        LogEvent::Battle(battle) | LogEvent::BattleEnd(battle) => {
            let lists = || battle.units.values();
            is_here(&battle.place)
                && (lists().all(|units| units.is_empty())
                    || lists().any(|units| stage::has_class(view, units, class)))
        }
        LogEvent::Message(notice) if view.side_of(&notice.to) == own => {
            let places = ["zone", "place"].iter().filter_map(|key| notice.fields.get(*key)?.as_str());
            let list = notice.fields.get("list");
            places.into_iter().any(is_here) && list.is_some_and(|list| stage::names_class(view, list, class))
        }
        LogEvent::Reveal(reveal) => {
            view.side_of(&entry.power) == own
                && is_here(&reveal.place)
                && stage::has_class(view, &reveal.facilities, class)
        }
        _ => false,
    })
}

/// The number of the entry that a ghost claims.
fn claimed(unit: &BoardUnit) -> Option<u32> {
    unit.claims.as_deref()?.trim().parse().ok()
}

/// What a piece of an issued copy claims is what the ledger says (AAF-006).
pub fn claims_that_do_not_fit(case: &Case<Boards>, report: &mut Report<'_>) -> Result<(), NotGiven> {
    let copies = case.wants_copies()?;
    case.wants_ledgers()?;
    for (side, copy) in copies {
        let (held, own) = (&copy.held, case.now.side_of(side));
        let Some(ledger) = case.papers.ledgers.get(own) else {
            report.not_checked(format!("needs --ledger {side}=FILE"));
            continue;
        };
        for unit in enemies(held, own) {
            let Some(claim) = &unit.claims else { continue };
            let back = case.returned.get(side);
            let moved_by_its_side = back
                .filter(|_| layer::given_back(case, side) != Some(GivenBack::After))
                .is_some_and(|view| mock_ups(view, ledger, own, (&unit.place, &unit.power, unit.class)) > 0);
            let fault = match claimed(unit).and_then(|number| ledger.entry(number)) {
                None => "but the ledger has no such entry".to_owned(),
                Some(entry) if is_about(held, entry, unit) => continue,
                Some(LedgerEntry { side_seen, class, place, .. }) => {
                    format!("which is about {side_seen} {class} in {place}")
                }
            };
            if !moved_by_its_side {
                let ship = unit.called(held.pack());
                let message = format!("the {ship} in {} claims entry {claim}, {fault}", unit.place);
                report.add(in_copy(side, Some(&unit.place), [(held, unit)], message));
            }
        }
    }
    Ok(())
}
