//! Economic points and what they decide: income, lend-lease, Initiative, surrender, the last month of the war.

use std::collections::BTreeSet;

use super::super::initiative;
use super::super::kind::Kind;
use super::super::view::{Alliance, Unit, View};
use super::track::{is_seasonal, month_box, month_of};
use crate::ground::{City, HexKind, SideKind};
use liege_rules::check::bound::Bound;
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use liege_rules::position::values::not_shown;
use vassal::diagnostic::counted;

pub(super) const ECONOMY: &[Check<View>] = &[
    now("ATPO-M32", misplaced_or_uncounted_atrocity).in_the_open(),
    now("ATPO-X02", points_below_zero),
    now("ATPO-X03", us_points_before_war).in_the_open(),
    now("ATPO-X05", lend_lease_over_closed_route).in_the_open(),
    now("ATPO-X08", initiative_with_wrong_side).in_the_open(),
    now("ATPO-X23", wrong_victory_month).in_the_open(),
    now("ATPO-X24", wrong_surrender_number),
    now("ATPO-X28", lend_lease_to_barred_nation),
];

/// The powers with an EP Track: the prefix of their values, and what players call them.
const POWERS: [(&str, &str); 3] = [("jp", "Japan"), ("us", "the US"), ("uk", "the UK")];

/// The last month of 1945 in which the Allies win, before Atrocities and other markers move it (15.2.2).
const LIMIT: i32 = 8;

/// What a track shows; where it shows nothing the check says so.
fn value<'v>(view: &'v View, word: &str, report: &mut Report<'_>) -> Option<&'v Bound> {
    let shown = view.situation.values.get(word);
    if shown.is_none() {
        report.not_checked(not_shown(&view.situation.pack.values, word));
    }
    shown
}

/// The chits that show a value.
fn signs(view: &View, word: &str) -> Vec<PieceIx> {
    let is = |ix: &PieceIx| view.situation.pieces[*ix].entry.as_ref().is_some_and(|entry| entry.id == word);
    view.situation.all().filter(is).collect()
}

fn at_signs(view: &View, word: &str, message: String) -> Found {
    let chits = signs(view, word);
    let place = chits.first().map(|ix| view.situation.pieces[*ix].at.clone());
    Found::new(place, chits, message)
}

/// Only what strategic warfare takes may bring a power below zero (14.4).
fn points_below_zero(view: &View, report: &mut Report<'_>) {
    let words = POWERS.map(|(power, name)| (power, name, format!("{power}-ep")));
    if words.iter().all(|(_, _, word)| !view.situation.values.contains_key(word.as_str())) {
        return report.not_checked("needs the Economic Points of a power, which the save does not show");
    }
    for (power, name, word) in words {
        let Some(points) = view.situation.values.get(word.as_str()) else { continue };
        let bombed = view.situation.values.get(&*format!("{power}-loss")).is_some_and(|loss| loss.most > 0);
        if points.most < 0 && !bombed {
            let message = format!("{name} has {points} economic points, and no strategic losses");
            let help = "a power cannot overspend; if strategic warfare took them, mark the losses";
            report.add(at_signs(view, &word, message).help(help));
        }
    }
}

fn us_points_before_war(view: &View, report: &mut Report<'_>) {
    let Some(points) = value(view, "us-ep", report) else { return };
    if points.least > 0 && !view.are_at_war("US", "JP") {
        let message = format!("the US has {} and is not at war", points.counted("economic point"));
        report.add(at_signs(view, "us-ep", message).help(if_at_war("the US")));
    }
}

/// What a player does where a war came earlier than in history.
pub(super) fn if_at_war(nation: &str) -> String {
    format!("if {nation} is at war, place its control chit in the box \"{}\"", crate::at_war::BOX)
}

/// The Initiative is with the side that bought more Offensives for the season. What is left of them tells that only
/// until the first is used.
fn initiative_with_wrong_side(view: &View, report: &mut Report<'_>) {
    let first_month = view.situation.clock.date.is_none_or(|date| date.month % 3 == 1);
    if !is_seasonal(view) && !first_month {
        return;
    }
    let values = &view.situation.values;
    let [Some(japan), Some(us), Some(uk)] = ["jp-off", "us-off", "uk-off"].map(|word| values.get(word))
    else {
        return report.not_checked("needs the Offensives of both sides, which the save does not show");
    };
    let soviet = view.situation.values.get("su-off").filter(|_| view.are_at_war("SU", "JP"));
    let allies: Bound = [us, uk].into_iter().chain(soviet).cloned().sum();
    for (name, whose) in initiative::BOXES {
        let (side, has, own, other) = match whose {
            Alliance::Axis => ("Japan", "has", japan, &allies),
            Alliance::Allies => ("the Allies", "have", &allies, japan),
        };
        let place = view.box_called(name);
        let chits = initiative::chits(view, name);
        if !chits.is_empty() && own.most < other.least {
            let message = format!(
                "{side} {has} the Initiative with {} bought; the other side bought {other}",
                own.counted("Offensive")
            );
            let help = "move the chit to the other side, unless the Shock of War or Magic moved it";
            report.add(Found::at(place, chits, message).help(help));
        }
    }
}

/// The chits of a kind on the map and on the tracks, not those in the pool.
fn in_play(view: &View, kind: &str) -> Vec<PieceIx> {
    let situation = &view.situation;
    let on_track = |ix: PieceIx| {
        situation
            .facts(&situation.pieces[ix].at)
            .is_some_and(|facts| matches!(&*facts.kind, "track" | "strategic"))
    };
    let counts =
        |ix: &PieceIx| situation.pieces[*ix].is_chit(kind) && (situation.is_in_play(*ix) || on_track(*ix));
    situation.all().filter(counts).collect()
}

/// The month of 1945 that the markers in play give.
fn due_limit(view: &View) -> i32 {
    let count = |kind| i32::try_from(in_play(view, kind).len()).unwrap_or(i32::MAX);
    LIMIT
        .saturating_add(count("atrocity"))
        .saturating_sub(count("casualty"))
        .saturating_sub(count("progress"))
}

/// The month of 1945 that the markers in play give, and the one that the chit of the limit shows; none where it lies
/// nowhere on the Turn Track.
fn limits(view: &View) -> Option<(i32, i32, PieceIx)> {
    let due = due_limit(view);
    in_play(view, "victory-limit").into_iter().find_map(|ix| {
        let month = month_of(&view.situation.pieces[ix].at)?;
        Some((due, i32::from(month), ix))
    })
}

/// A month of 1945, or after it, in words.
fn in_words(month: i32) -> String {
    let names = u8::try_from(month).ok().filter(|month| (1..=12).contains(month));
    names
        .map_or_else(|| "a month off the Turn Track".to_owned(), |month| format!("{} 1945", month_box(month)))
}

fn wrong_victory_month(view: &View, report: &mut Report<'_>) {
    let Some((due, shown, ix)) = limits(view) else {
        return report.not_checked("needs the Victory Limit chit on the Turn Track");
    };
    // The last box of the track stands for every later month.
    if due != shown && !(shown == 12 && due > 12) {
        let parts = [("atrocity", "Atrocity"), ("casualty", "Casualties"), ("progress", "Progress")];
        let told = parts.map(|(kind, name)| (in_play(view, kind).len(), format!("{name} marker")));
        let told = told.iter().filter(|(number, _)| *number > 0);
        let told: Vec<String> = told.map(|(number, name)| counted(*number, name)).collect();
        let message = format!(
            "the Victory Limit is {}, with {} in play: it should be {}",
            in_words(shown),
            if told.is_empty() { "no marker that moves it".to_owned() } else { told.join(", ") },
            in_words(due)
        );
        let at = view.situation.pieces[ix].at.clone();
        report.add(
            Found::at(at, vec![ix], message)
                .help("each Atrocity adds a month, each other marker subtracts one"),
        );
    }
}

/// An Atrocity lies in a nation that Japan has invaded, and gives the Allies a month (17.4.1).
fn misplaced_or_uncounted_atrocity(view: &View, report: &mut Report<'_>) {
    let atrocities = in_play(view, "atrocity");
    for ix in &atrocities {
        let place = &view.situation.pieces[*ix].at;
        let Some(facts) = view.ground(place) else { continue };
        let nation = facts.territory.as_str();
        let own = nation == "JP";
        if own
            || (!nation.is_empty()
                && view.situation.pack.alliance(nation) == "allies"
                && !view.are_at_war("JP", nation))
        {
            let why = if own { "which is Japan" } else { "which Japan has not invaded" };
            let message = format!("an Atrocity chit in {place}, {why}");
            report.add(
                Found::at(place.clone(), vec![*ix], message)
                    .help("it belongs in the nation that Japan invaded last"),
            );
        }
    }
    if let Some((due, shown, limit)) = limits(view)
        && shown < due
        && shown < 12
        && let Some(first) = atrocities.first()
    {
        let message = format!(
            "{} in play, but the Victory Limit is {}: it should be {}",
            counted(atrocities.len(), "Atrocity chit"),
            in_words(shown),
            in_words(due)
        );
        let at = view.situation.pieces[*first].at.clone();
        let pieces = atrocities.iter().copied().chain([limit]).collect();
        report.add(Found::at(at, pieces, message).help("each Atrocity gives the Allies another month"));
    }
}

/// Whether a supplied US combat unit stands in a hex.
fn holds(view: &View, hex: Hex) -> bool {
    let us = |unit: &&Unit| unit.entry.nation == "US" && unit.kind.is_land() && unit.kind != Kind::Partisan;
    view.land_ashore(hex, Alliance::Allies)
        .filter(us)
        .any(|unit| view.supply().of_unit(unit) != super::super::supply::Supplied::No)
}

/// The Japanese home cities that supplied US combat units hold.
fn lost_home_cities(view: &View) -> Vec<Hex> {
    let is_home = |city: Option<City>| matches!(city, Some(City::Home | City::Capital));
    let home = view.map().hexes().filter(|(_, facts)| facts.territory == "JP" && is_home(facts.city));
    home.map(|(hex, _)| hex).filter(|hex| holds(view, *hex)).collect()
}

/// What the Surrender Number may be (15.2.1): how many A-Bombs have fallen the save does not tell.
pub(crate) fn surrender_numbers(view: &View) -> Vec<i32> {
    let cities = i32::try_from(lost_home_cities(view).len()).unwrap_or(i32::MAX).saturating_mul(10);
    let left = 2usize.saturating_sub(in_play(view, "a-bomb").len());
    let early = view.situation.clock.date.is_some_and(|date| (date.year, date.month) < (1945, 7));
    let used = if early { 0 } else { left };
    [100, 85, 55][..=used].iter().map(|number| number - cities).collect()
}

/// The last month in which the Allies win, by the markers in play (15.2.2, 17.4).
pub(crate) fn victory_month(view: &View) -> String {
    in_words(due_limit(view))
}

/// 100, less 10 for each home city that supplied US units hold, 15 for the first A-Bomb and 30 for the second. How many
/// have fallen the save does not tell: those that are no longer in play may have.
fn wrong_surrender_number(view: &View, report: &mut Report<'_>) {
    let Some(shown) = value(view, "surrender", report) else { return };
    let held = lost_home_cities(view);
    let due = surrender_numbers(view);
    if !due.iter().any(|number| (shown.least..=shown.most).contains(number)) {
        let mut numbers: Vec<String> = due.iter().map(ToString::to_string).collect();
        let last = numbers.pop().unwrap_or_default();
        let due = if numbers.is_empty() { last } else { format!("{} or {last}", numbers.join(", ")) };
        let message = format!(
            "the Surrender Number is {shown}; with {} held by supplied US units it is {due}",
            counted(held.len(), "Japanese home city"),
        );
        let mut found = at_signs(view, "surrender", message);
        if let Some(hex) = held.first() {
            found.place = Some(PlaceId::Hex(*hex));
        }
        report.add(
            found.help("100, less 10 for each such city, 15 for the first A-Bomb and 30 for the second"),
        );
    }
}

/// What a power sends to a nation, where the save shows that it sends some.
fn sent<'v>(view: &'v View, word: &str) -> Option<&'v Bound> {
    view.situation.values.get(word).filter(|points| points.least > 0)
}

fn lend_lease_over_closed_route(view: &View, report: &mut Report<'_>) {
    if value(view, "uk-lend-au", report).is_none() || !in_play(view, "route-open").is_empty() {
        return;
    }
    if let Some(points) = sent(view, "uk-lend-au") {
        let message = format!(
            "the UK sends {} to Australia while the Indian Ocean route is closed",
            points.counted("economic point")
        );
        let help = "place Route Open in both boxes of the route, or send nothing";
        report.add(at_signs(view, "uk-lend-au", message).help(help));
    }
}

/// The nations that lend-lease is sent to, by the value that shows it, with what bars the way; US points reach the UK and
/// the USSR once the US is at war, Australia has a port open to the Allies, China a path over land (14.4.6).
fn lend_lease_to_barred_nation(view: &View, report: &mut Report<'_>) {
    let words = ["us-lend-uk", "us-lend-su", "us-lend-au", "us-lend-cn", "uk-lend-au", "uk-lend-cn"];
    if words.iter().all(|word| !view.situation.values.contains_key(*word)) {
        return report.not_checked("needs the points sent to other nations, which the save does not show");
    }
    for word in words {
        let Some(points) = sent(view, word) else { continue };
        let giver = if word.starts_with("us") { "the US" } else { "the UK" };
        let (to, barred) = match &word[word.len() - 2..] {
            "uk" => ("the UK", (!view.are_at_war("US", "JP")).then(|| "before the US is at war".to_owned())),
            "su" => {
                ("the USSR", (!view.are_at_war("US", "JP")).then(|| "before the US is at war".to_owned()))
            }
            "au" => {
                ("Australia", (!has_open_port(view)).then(|| "where no working port is Allied".to_owned()))
            }
            _ => (
                "China",
                (!is_china_reached(view))
                    .then(|| "which cannot be reached over land from the India Box".to_owned()),
            ),
        };
        if let Some(why) = barred {
            let message = format!("{giver} sends {} to {to}, {why}", points.counted("economic point"));
            report.add(at_signs(view, word, message).help("send nothing there this season"));
        }
    }
}

/// Whether a hex has a home city of a nation.
fn is_home_city(view: &View, hex: Hex, nation: &str) -> bool {
    view.map().facts(hex).is_some_and(|facts| {
        facts.territory == nation && matches!(facts.city, Some(City::Home | City::Capital))
    })
}

/// Whether an Australian port may be in Allied hands and working, with a way over land to a home city that is theirs.
fn has_open_port(view: &View) -> bool {
    let ports = view.map().hexes().filter(|(_, facts)| facts.territory == "AU" && facts.port.is_some());
    let ours = |hex: Hex| view.may_hold(hex).contains(&Alliance::Allies);
    let open = |hex: &Hex| view.chits(&PlaceId::Hex(*hex), "destroyed").is_empty() && ours(*hex);
    let ports = ports.map(|(hex, _)| hex).filter(open);
    is_joined(view, ports.collect(), |hex| is_home_city(view, hex, "AU") && ours(hex))
}

/// Whether the Chinese hold a hex: by its owner, or since only they and their allies stand there.
fn is_chinese(view: &View, hex: Hex) -> bool {
    let chinese = |nation: &str| matches!(nation, "CN" | "CC");
    let stands = view.land_ashore(hex, Alliance::Allies).any(|unit| chinese(&unit.entry.nation));
    view.may_hold(hex).contains(&Alliance::Allies) && (stands || view.owner(hex).is_some_and(chinese))
}

/// Whether a path of land hexes without enemy land units joins the India Box to a home city that the Chinese hold and that
/// is not cut off (14.4.6.3).
fn is_china_reached(view: &View) -> bool {
    if view.here(&view.box_called(INDIA)).any(|unit| is_in_the_way(view, unit)) {
        return false;
    }
    let is_goal =
        |hex: Hex| is_home_city(view, hex, "CN") && is_chinese(view, hex) && !view.supply().is_cut_off(hex);
    is_joined(view, view.supply().entries(INDIA), is_goal)
}

/// The box from which China is reached.
const INDIA: &str = "India Box";

/// Whether a unit is an enemy land unit of the Allies that stands in the way of what they send.
fn is_in_the_way(view: &View, unit: &Unit) -> bool {
    unit.side == Alliance::Axis && unit.kind.is_ground() && view.is_ashore(unit)
}

/// Whether a path of land hexes without Axis land units leads from one of some hexes to a goal.
fn is_joined(view: &View, from: Vec<Hex>, is_goal: impl Fn(Hex) -> bool) -> bool {
    let map = view.map();
    let free = |hex: Hex| {
        map.facts(hex).is_some_and(|facts| facts.kind != HexKind::Sea)
            && !view.in_hex(hex).any(|unit| is_in_the_way(view, unit))
    };
    let mut open: Vec<Hex> = from.into_iter().filter(|hex| free(*hex)).collect();
    let mut seen: BTreeSet<Hex> = open.iter().copied().collect();
    while let Some(hex) = open.pop() {
        if is_goal(hex) {
            return true;
        }
        for to in map.neighbours(hex) {
            let closed = [SideKind::AllSea, SideKind::Lake, SideKind::Impassable];
            let joined = !map.sides(hex, to).any(|side| closed.contains(&side))
                || map.has_side(hex, to, SideKind::Ferry);
            if joined && free(to) && seen.insert(to) {
                open.push(to);
            }
        }
    }
    false
}
