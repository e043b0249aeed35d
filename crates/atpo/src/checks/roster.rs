//! The order of battle: what may be in play when, what waits in the pool, and where replacements come.

use std::collections::{BTreeMap, BTreeSet};

use super::super::elite_pilots::{quality, waiting_quality};
use super::super::kind::Kind;
use super::super::supply::Supplied;
use super::super::view::{Alliance, Unit, View};
use super::copies::copies;
use super::track::{is_seasonal, month_of};
use super::war::is_japan_proper;
use liege_rules::check::{Check, Found, Report, now, since};
use liege_rules::data::catalogue::{Entry, Source};
use liege_rules::data::schedule::{Event, EventKind, Season, Turn};
use liege_rules::position::moves::Moves;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::{Severity, counted};

pub(super) const ROSTER: &[Check<View>] = &[
    now("ATPO-F03", counter_before_its_year),
    now("ATPO-F04", misplaced_delayed_purchase),
    since("ATPO-F05", veteran_back_too_early).of("axis"),
    since("ATPO-F10", replacement_in_wrong_hex),
    now("ATPO-F27", lost_counter_not_in_pool),
];

/// Of how many hundredths of a nation's counters a save must tell before one that is missing is missed.
const WHOLE_ROSTER: usize = 90;

/// The boxes of the Turn Track in which a unit may wait beside those of seasons: what has arrived and is not placed yet.
const ARRIVALS: &str = "Arrivals";

/// Whether the order of battle brings a counter in a month, within a year from now.
fn comes_in_month(view: &View, entry: &Entry, month: u8) -> bool {
    let soon = |turn: Turn| {
        view.situation.clock.date.is_none_or(|date| {
            let months = |year: u16, month: u8| i32::from(year) * 12 + i32::from(month);
            (0..=12).contains(&(months(turn.season().year, month) - months(date.year, date.month)))
        })
    };
    let events = &view.situation.pack.schedule.events;
    let mut months = events.iter().filter(|event| event.id == entry.id && event.kind == EventKind::Arrival);
    months.any(|event| event.turn.is_some_and(|turn| turn.month() == Some(month) && soon(turn)))
}

/// A purchase waits in the box of a season; only what arrives free may wait for a month (14.5).
fn misplaced_delayed_purchase(view: &View, report: &mut Report<'_>) {
    let seasons = Season::ALL.map(Season::name);
    for (ix, piece) in view.situation.pieces.iter().enumerate() {
        let Some(entry) = piece.entry.as_ref().filter(|entry| !entry.is_chit) else { continue };
        let on_track = view.situation.facts(&piece.at).is_some_and(|facts| *facts.kind == *"track");
        let sided = Alliance::of(view.situation.alliance(ix)).is_some();
        let may_wait = piece.at.name().is_some_and(|name| name == ARRIVALS || seasons.contains(&name));
        let month = month_of(&piece.at);
        if !on_track || !sided || may_wait || month.is_some_and(|month| comes_in_month(view, entry, month)) {
            continue;
        }
        let message = format!(
            "{} in the box {}; a delayed purchase waits in the box of a season",
            piece.name, piece.at
        );
        let found = Found::at(piece.at.clone(), vec![ix], message);
        report.add(match month {
            Some(_) => found
                .severity(Severity::Suspicious)
                .help("put it into the box of the Seasonal Turn in which it arrives, unless it arrives free in that month"),
            None => found.help("put it into the box of the Seasonal Turn in which it arrives"),
        });
    }
}

fn first_coming<'s>(events: &[&'s Event]) -> Option<&'s Event> {
    let brings = events.iter().filter(|event| event.kind.brings());
    brings.min_by_key(|event| event.turn).copied()
}

/// Whether the order of battle is laid out: some counter waits in the box of a season.
fn is_laid_out(view: &View) -> bool {
    let boxes: BTreeSet<String> =
        view.situation.pack.schedule.seasons().iter().map(ToString::to_string).collect();
    view.situation.at.keys().filter_map(PlaceId::name).any(|name| boxes.contains(name))
}

/// Whether a row brings its counter after a year. Where history alone says so, it is a ship that was not commissioned
/// before either, or a counter that should wait in the box of its season.
fn is_after(event: &Event, unit: &Unit, year: u16, laid_out: bool) -> bool {
    let comes = event.turn.is_some_and(|turn| turn.season().year > year);
    let exists = event.available.is_none_or(|date| date.year <= year);
    let ship = matches!(unit.kind, Kind::Ship(_));
    comes && (event.source == Source::Rules || (!exists && (ship || laid_out)))
}

/// The schedule's months are history where the order of battle of the game is not at hand.
fn counter_before_its_year(view: &View, report: &mut Report<'_>) {
    let Some(date) = view.situation.clock.date else { return };
    let schedule = view.situation.pack.schedule.by_counter();
    let laid_out = is_laid_out(view);
    let mut early: BTreeMap<&str, (Vec<PieceIx>, &Event)> = BTreeMap::new();
    for unit in &view.units {
        let Some(event) = schedule.get(unit.entry.id.as_str()).and_then(|events| first_coming(events)) else {
            continue;
        };
        if is_after(event, unit, date.year, laid_out) {
            early.entry(&unit.entry.id).or_insert_with(|| (Vec::new(), event)).0.push(unit.ix);
        }
    }
    for (pieces, event) in early.into_values() {
        let piece = &view.situation.pieces[pieces[0]];
        let come = event.turn.map_or_else(String::new, |turn| turn.in_words());
        let message = format!("{} in {} in {}; it comes in {come}", piece.name, piece.at, date.in_words());
        let severity = if event.source == Source::Rules { Severity::Illegal } else { Severity::Suspicious };
        let help = "put it into its box of the Order of Battle, or into the schedule if your tables bring it earlier";
        report.add(Found::at(piece.at.clone(), pieces, message).severity(severity).help(help));
    }
}

fn is_in_pool(view: &View, place: &PlaceId) -> bool {
    view.situation.facts(place).is_some_and(|facts| *facts.kind == *"force-pool")
}

/// A Japanese air unit that was in play and lies in the pool although no Winter Seasonal Turn is here.
fn veteran_back_too_early(before: &View, now: &View, moves: &Moves, report: &mut Report<'_>) {
    let winter = now.situation.clock.date.is_some_and(|date| date.month == 1 && is_seasonal(now));
    let years = before.situation.clock.date.zip(now.situation.clock.date);
    if winter || years.is_some_and(|(was, is)| was.year != is.year) {
        return;
    }
    let waits = waiting_quality(now);
    let (was, is) = (before.situation.by_id(), now.situation.by_id());
    for (id, _, to) in moves.moved() {
        let (Some(old), Some(ix)) = (was.get(id), is.get(id)) else { continue };
        let piece = &now.situation.pieces[*ix];
        let Some(entry) = &piece.entry else { continue };
        let lost = before.situation.is_in_play(*old) && is_in_pool(now, to);
        if lost && entry.nation == "JP" && entry.family == "air" && quality(entry) == Some(waits) {
            let message = format!("{} lost and back in {to} at once", piece.name);
            let help = format!(
                "set aside a lost Japanese air unit of quality {waits} until the Winter Seasonal Turn"
            );
            report.add(Found::at(to.clone(), vec![*ix], message).help(help));
        }
    }
}

/// What came out of a Replenishment box stands in a friendly, supplied home hex outside enemy zones of control; a British
/// unit may come to India.
fn replacement_in_wrong_hex(before: &View, now: &View, moves: &Moves, report: &mut Report<'_>) {
    for (id, from, to) in moves.moved() {
        let came = before.situation.facts(from).is_some_and(|facts| *facts.kind == *"replenishment");
        let unit = now.units.iter().find(|unit| now.piece(unit).id == *id);
        let (Some(unit), Some(hex), true) = (unit, to.hex(), came) else { continue };
        let nation = unit.entry.nation.as_str();
        let home = now.map().facts(hex).is_some_and(|facts| {
            (facts.territory == nation && (nation != "JP" || is_japan_proper(now, hex)))
                || (nation == "UK" && facts.territory == "IN")
                || (nation == "CC" && facts.territory == "CN")
        });
        let why = if !home {
            "which is not a home hex of its nation"
        } else if !now.may_hold(hex).contains(&unit.side) {
            "which the enemy controls"
        } else if now.zoc().reaches(unit.side.enemy(), hex) {
            "in an enemy zone of control"
        } else if now.supply().of_unit(unit) == Supplied::No {
            "which is out of supply"
        } else {
            continue;
        };
        let message = format!("{} replaced in {to}, {why}", now.piece(unit).name);
        let help = "put it into a friendly, supplied home hex outside every enemy zone of control";
        report.add(Found::at(to.clone(), vec![unit.ix], message).help(help));
    }
}

/// Transports that are nowhere, in a save that tells of nearly all other counters of their nation: they were deleted
/// where they should have gone to the pool.
fn lost_counter_not_in_pool(view: &View, report: &mut Report<'_>) {
    let pack = &view.situation.pack;
    let mut there: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in view.situation.pieces.iter().filter_map(|piece| piece.entry.as_ref()) {
        *there.entry(&entry.id).or_default() += 1;
    }
    let there_of = |entry: &Entry| there.get(entry.id.as_str()).copied().unwrap_or(0).min(copies(entry));
    let scheduled = |entry: &Entry| {
        let events = pack.schedule.events.iter().filter(|event| event.id == entry.id);
        events.filter(|event| !matches!(event.kind, EventKind::Remove | EventKind::Cbr)).count() > 0
    };
    for entry in pack.catalogue.entries().filter(|entry| Kind::of(entry) == Some(Kind::Stp)) {
        // Where the pool of the nation is empty the text of a set-up leaves it to the schedule.
        let pool = pack.pool("force-pool").and_then(|pool| pool.of(entry)).map(|name| view.box_called(name));
        let filled = pool.is_some_and(|pool| !view.situation.here(&pool).is_empty());
        let missing = copies(entry).saturating_sub(there_of(entry));
        if !filled || missing == 0 {
            continue;
        }
        let units = || {
            let of_nation = |other: &&std::sync::Arc<Entry>| {
                other.nation == entry.nation
                    && !other.is_chit
                    && Kind::of(other) != Some(Kind::Stp)
                    && scheduled(other)
            };
            pack.catalogue.entries().filter(of_nation)
        };
        let (all, told): (usize, usize) =
            units().fold((0, 0), |(all, told), other| (all + copies(other), told + there_of(other)));
        if all > 0 && told * 100 >= all * WHOLE_ROSTER && !view.situation.may_hide(Some(entry)) {
            let nation = pack.nations.get(&entry.nation).map_or("", |nation| nation.adjective.as_str());
            let all = counted(copies(entry), &format!("{nation} {}", entry.name));
            let message = match there_of(entry) {
                0 if copies(entry) == 1 => format!("the {nation} {} is missing from the save", entry.name),
                0 => format!("none of the game's {all} is in the save"),
                1 => format!("one of the game's {all} is in the save"),
                number => format!("{number} of the game's {all} are in the save"),
            };
            let help = "a lost transport goes back to the force pool; take one from the palette";
            report.add(Found::new(None, Vec::new(), message).severity(Severity::Suspicious).help(help));
        }
    }
}
