//! War and neutrality: which wars follow from which, who may stand where, partisans, and garrisons that the rules demand.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::super::kind::{Air, Kind, Land};
use super::super::listed::{joined, names, the_country};
use super::super::ratings::Ratings;
use super::super::states::Posture;
use super::super::view::{Alliance, Unit, View};
use super::economy::if_at_war;
use super::stacking::joined_by_land;
use crate::at_war::BOX;
use crate::ground::{City, GroundColumn};
use liege_rules::check::{Check, Found, Report, now};
use liege_rules::data::catalogue::Rating;
use liege_rules::position::places::Hex;
use liege_rules::position::situation::{PieceIx, PlaceId};
use vassal::diagnostic::{Severity, counted};

pub(super) const WAR: &[Check<View>] = &[
    now("ATPO-F23", partisan_in_uninvaded_nation),
    now("ATPO-X09", japan_proper_without_fighter).of("axis"),
    now("ATPO-X10", too_few_on_soviet_border).of("axis"),
    now("ATPO-X11", wrong_state_of_war),
    now("ATPO-X12", indochina_still_french).of("allies").cleared_by_company(),
    now("ATPO-Z13", land_unit_in_neutral_nation),
];

/// Which nations are at war once another is, whoever attacked whom (15.1.1, 18.2).
const FOLLOWS: &[(&str, &[&str])] = &[
    ("UK", &["US", "AU", "NL"]),
    ("AU", &["UK", "US"]),
    ("NL", &["UK", "US", "AU"]),
    ("PH", &["US", "UK", "NL"]),
    ("SU", &["UK", "US"]),
];

/// The month from which Indochina is Japanese (15.1.1).
const INDOCHINA_FALLS: (u16, u8) = (1941, 7);

/// How many hexes of the border with the USSR Japan guards, and how many of them may lie in Mongolia (17.5).
const GARRISON: usize = 10;
const IN_MONGOLIA: usize = 2;

/// Where an armistice of the border ends: Nomonhan (17.5).
const NOMONHAN: &str = "W5420";

/// The hex of Tokyo.
const TOKYO: &str = "W4533";

/// Places that free Japan from keeping a fighter at home: Midway and Wake (17.9).
const OUTPOSTS: [&str; 2] = ["E2112", "E2720"];

/// What belongs to a nation is called so.
fn adjective(view: &View, code: &str) -> String {
    let nations = &view.situation.pack.nations;
    nations.get(code).map_or_else(|| code.to_owned(), |nation| nation.adjective.clone())
}

fn wrong_state_of_war(view: &View, report: &mut Report<'_>) {
    let Some(told) = view.told_wars() else {
        return report.not_checked(format!("needs control chits of the nations at war in the box \"{BOX}\""));
    };
    let (mut missing, mut because) = (BTreeSet::new(), BTreeSet::new());
    for (nation, follows) in FOLLOWS.iter().filter(|(nation, _)| told.contains(nation)) {
        for other in follows.iter().filter(|other| !told.contains(*other)) {
            missing.insert(the_country(view, other).to_owned());
            because.insert(the_country(view, nation).to_owned());
        }
    }
    let [missing, because] = [missing, because].map(Vec::from_iter);
    if missing.is_empty() {
        return;
    }
    let are = |nations: &[String]| if nations.len() == 1 { "is" } else { "are" };
    let message = format!(
        "{} {} not at war with Japan, although {} {}",
        joined(&missing),
        are(&missing),
        joined(&because),
        are(&because)
    );
    // One chit may be meant for all who are at war with its nation.
    let severity = if told.len() > 1 { Severity::Illegal } else { Severity::Suspicious };
    let found = Found::at(view.box_called(BOX), view.chits_of_war(), message).severity(severity);
    report.add(found.help(format!("for each that is at war, place its control chit in the box \"{BOX}\"")));
}

/// Hexes of Indochina that are marked as French after its fall, where no Allied unit is to have taken them back. One that did
/// and has left again a save does not show.
fn indochina_still_french(view: &View, report: &mut Report<'_>) {
    let Some(date) = view.situation.clock.date else { return };
    if (date.year, date.month) < INDOCHINA_FALLS {
        return;
    }
    let of = |hex: Hex| view.map().facts(hex).filter(|facts| facts.territory == "FR");
    let allied = view.units.iter().filter(|unit| unit.side == Alliance::Allies && unit.kind.is_ground());
    if allied.filter_map(|unit| view.piece(unit).at.hex()).any(|hex| of(hex).is_some()) {
        return;
    }
    for (place, nation) in view.situation.control.iter().filter(|(_, nation)| *nation == "FR") {
        if place.hex().and_then(of).is_none() {
            continue;
        }
        let message = format!(
            "{place} in Indochina is under {} control in {}",
            adjective(view, nation),
            date.in_words()
        );
        let chits = view.chits(place, "control");
        let help = "Indochina is a Japanese conquest from July 1941; place a Japanese control chit";
        report.add(Found::at(place.clone(), chits, message).severity(Severity::Suspicious).help(help));
    }
}

/// The nation in whose borders a hex lies, where neither its row nor a neighbour leaves a doubt of it.
fn surely_in(view: &View, hex: Hex) -> Option<&str> {
    let map = view.map();
    let facts = map.facts(hex)?;
    let nation = facts.territory.as_str();
    let alike =
        |near: Hex| map.facts(near).is_none_or(|near| near.territory == nation || near.territory.is_empty());
    let sure = !facts.is_draft(GroundColumn::Territory) || map.neighbours(hex).into_iter().all(alike);
    (sure && !nation.is_empty()).then_some(nation)
}

/// The possessions of a nation by rows and columns of the western sheets, as the maps of the time call them.
const POSSESSIONS: &[(&str, RangeInclusive<u8>, RangeInclusive<u8>, &str)] = &[
    ("FR", 26..=36, 9..=16, "French Indochina"),
    ("UK", 28..=39, 4..=9, "British Burma"),
    ("UK", 21..=25, 8..=12, "British Malaya"),
    ("UK", 21..=25, 15..=21, "British Borneo"),
    ("NL", 14..=25, 4..=33, "the Dutch East Indies"),
];

/// A hex of a nation as a sentence calls its country.
fn possession(view: &View, land: &str, hex: Option<Hex>) -> String {
    let within = |(nation, rows, columns, _): &&(&str, RangeInclusive<u8>, RangeInclusive<u8>, &str)| {
        let is_there =
            |hex: Hex| hex.sheet == 'W' && rows.contains(&hex.row) && columns.contains(&hex.column);
        *nation == land && hex.is_some_and(is_there)
    };
    let named = POSSESSIONS.iter().find(within);
    named.map_or_else(|| format!("{} territory", adjective(view, land)), |(.., name)| (*name).to_owned())
}

/// The nation that goes to war for another: Manchukuo belongs to Japan (18.2).
fn who_wages_war(nation: &str) -> &str {
    if nation == "MK" { "JP" } else { nation }
}

/// Whether a nation's units may stand in another nation (15, 17.5).
fn may_stand(view: &View, unit: &Unit, land: &str, hex: Hex) -> bool {
    let nation = unit.entry.nation.as_str();
    let pack = &view.situation.pack;
    let date = view.situation.clock.date.map(|date| (date.year, date.month));
    let japanese = matches!(nation, "JP" | "MK");
    let indochina = land == "FR" && date.is_none_or(|date| date >= INDOCHINA_FALLS);
    pack.alliance(land) == pack.alliance(nation)
        || land == "MN"
        || (japanese && (indochina || land == "TH"))
        || view.owning_side(hex) == Some(unit.side)
        || view.are_at_war(nation, land)
}

fn land_unit_in_neutral_nation(view: &View, report: &mut Report<'_>) {
    let mut groups: BTreeMap<(&PlaceId, &str), Vec<&Unit>> = BTreeMap::new();
    for unit in view.units.iter().filter(|unit| unit.kind.is_ground() && view.is_ashore(unit)) {
        let place = &view.piece(unit).at;
        let Some(hex) = place.hex() else { continue };
        if let Some(land) = surely_in(view, hex).filter(|land| !may_stand(view, unit, land, hex)) {
            groups.entry((place, land)).or_default().push(unit);
        }
    }
    for ((place, land), units) in groups {
        let own = units.first().map_or("JP", |unit| who_wages_war(&unit.entry.nation));
        let enemy = who_wages_war(land);
        let message = format!(
            "{} in {place}, {}; {} is not at war with {}",
            names(view, &units),
            possession(view, land, place.hex()),
            the_country(view, own),
            the_country(view, enemy)
        );
        // Without chits in the box of wars only history tells, and a game may leave it.
        let severity = if view.told_wars().is_some() { Severity::Illegal } else { Severity::Suspicious };
        let pieces = units.iter().map(|unit| unit.ix).collect();
        report.add(
            Found::at(place.clone(), pieces, message)
                .severity(severity)
                .help(if_at_war(the_country(view, if enemy == "JP" { own } else { enemy }))),
        );
    }
}

/// Whether an enemy holds a hex of a nation or stands in one.
fn is_invaded(view: &View, nation: &str, by: Alliance) -> bool {
    let of_nation = view.map().hexes().filter(|(_, facts)| facts.territory == nation);
    of_nation.map(|(hex, _)| hex).any(|hex| view.may_hold(hex).contains(&by))
}

fn partisan_in_uninvaded_nation(view: &View, report: &mut Report<'_>) {
    let mut by_nation: BTreeMap<&str, Vec<PieceIx>> = BTreeMap::new();
    for unit in view
        .units
        .iter()
        .filter(|unit| unit.kind == Kind::Partisan && !matches!(&*unit.entry.nation, "IN" | "CN" | "CC"))
    {
        by_nation.entry(&unit.entry.nation).or_default().push(unit.ix);
    }
    for (nation, pieces) in by_nation {
        let enemy = Alliance::of(view.situation.pack.alliance(nation)).map(Alliance::enemy);
        let Some(enemy) = enemy.filter(|enemy| !is_invaded(view, nation, *enemy)) else { continue };
        // Partisans stay when the invader is driven out, so that only peace makes them impossible.
        let at_peace = enemy == Alliance::Axis && !view.are_at_war("JP", nation);
        let severity =
            if at_peace && view.told_wars().is_some() { Severity::Illegal } else { Severity::Suspicious };
        let name = &view.situation.pieces[pieces[0]].name;
        let times = if pieces.len() > 1 { format!("{} x ", pieces.len()) } else { String::new() };
        let message = format!("{times}{name} in play, although no enemy has invaded their country");
        let place = view.situation.pieces[pieces[0]].at.clone();
        let help = "partisans appear only after an enemy invasion; return them unless there has been one";
        report.add(Found::at(place, pieces, message).severity(severity).help(help));
    }
}

/// How far from Tokyo an island may lie to be a part of Japan proper (13.7.1).
const HOME_WATERS: u32 = 4;

/// Whether a hex is in Japan proper (13.7.1): not a possession such as Formosa or Korea, nor a far island. The map has one
/// word for all of them, but only the home islands have home cities.
pub(super) fn is_japan_proper(view: &View, hex: Hex) -> bool {
    let map = view.map();
    let home =
        |hex: Hex| map.facts(hex).is_some_and(|facts| matches!(facts.city, Some(City::Home | City::Capital)));
    let near =
        || TOKYO.parse().is_ok_and(|tokyo| map.distance(tokyo, hex).is_some_and(|far| far <= HOME_WATERS));
    map.facts(hex).is_some_and(|facts| facts.territory == "JP")
        && (near() || joined_by_land(view, hex).into_iter().any(home))
}

/// The quality that the fighter at home must have (17.9).
const LEAST_QUALITY: i32 = 3;

/// A fighter as the homeland must have one: full strength, of quality 3 or more, no Naval-Air unit (17.9).
fn guards_japan(view: &View, unit: &Unit) -> bool {
    let Ratings::Air(air) = &*unit.ratings else { return false };
    let at_home = view.piece(unit).at.hex().is_some_and(|hex| is_japan_proper(view, hex));
    let quality = air.quality.front.as_ref().and_then(Rating::number);
    unit.entry.nation == "JP"
        && unit.kind == Kind::Air(Air::Fighter)
        && !view.is_reduced(unit)
        && at_home
        && quality.is_some_and(|quality| quality >= LEAST_QUALITY)
}

/// Firebombed chits and strategic losses show that the US has bombed Japan; whether what is missing was lost and is
/// to be rebuilt first the save does not tell.
fn japan_proper_without_fighter(view: &View, report: &mut Report<'_>) {
    if view.may_hide(Alliance::Axis) {
        return report.not_checked("needs the aircraft of Japan, which may be hidden");
    }
    let bombed = view.situation.in_play().any(|ix| view.situation.pieces[ix].is_chit("firebombed"));
    let free =
        OUTPOSTS.iter().all(|hex| hex.parse().is_ok_and(|hex| view.may_hold(hex).contains(&Alliance::Axis)));
    if bombed && !free && !view.units.iter().any(|unit| guards_japan(view, unit)) {
        let message =
            "no full-strength fighter of quality 3 or better in Japan proper after the first bombing";
        let help = "keep one in Japan; if it was lost, rebuild or buy one before any other air unit";
        report.add(Found::new(None, Vec::new(), message).severity(Severity::Suspicious).help(help));
    }
}

/// Whether a hex of Manchukuo may border on the USSR: drafts of a border may be one hex off.
fn borders_on_ussr(view: &View, hex: Hex) -> bool {
    let map = view.map();
    let of = |hex: &Hex, nation: &str| map.facts(*hex).is_some_and(|facts| facts.territory == nation);
    let near: BTreeSet<Hex> = map.neighbours(hex).into_iter().collect();
    let further = || near.iter().flat_map(|near| map.neighbours(*near)).any(|hex| of(&hex, "SU"));
    (of(&hex, "MK") || near.iter().any(|hex| of(hex, "MK")))
        && (near.iter().any(|hex| of(hex, "SU")) || further())
}

/// Whether the border may be held by any infantry (17.5).
fn any_infantry_guards(view: &View) -> bool {
    view.situation.clock.date.is_none_or(|date| (date.year, date.month) >= (1941, 12))
}

/// Whether a unit may hold a hex of the border: 3-1 infantry, from December 1941 any.
fn is_border_guard(view: &View, unit: &Unit) -> bool {
    let Ratings::Land(land) = &*unit.ratings else { return false };
    let late = any_infantry_guards(view);
    let strong = land.strength.front.as_ref().is_none_or(|rating| rating.number() == Some(3));
    let infantry = unit.kind == Kind::Land(Land::Infantry) && unit.entry.kind != "cavalry";
    unit.entry.nation == "JP" && infantry && (late || strong)
}

fn too_few_on_soviet_border(view: &View, report: &mut Report<'_>) {
    let japanese = |unit: &&Unit| unit.entry.nation == "JP" && view.posture(unit) == Posture::Present;
    let infantry: Vec<&Unit> =
        view.units.iter().filter(japanese).filter(|unit| is_border_guard(view, unit)).collect();
    let holds_nomonhan = NOMONHAN.parse().is_ok_and(|hex| view.may_hold(hex).contains(&Alliance::Axis));
    if holds_nomonhan
        || view.are_at_war("JP", "SU")
        || view.situation.may_hide(infantry.first().map(|unit| &*unit.entry))
    {
        return;
    }
    let hexes: Vec<Hex> = infantry.iter().filter_map(|unit| view.piece(unit).at.hex()).collect();
    let lies_in =
        |hex: Hex, nation: &str| view.map().facts(hex).is_some_and(|facts| facts.territory == nation);
    // In Mongolia the units count, wherever they are; on the border the hexes.
    let abroad = hexes.iter().filter(|hex| lies_in(**hex, "MN")).count().min(IN_MONGOLIA);
    let guarded = |hex: &Hex| !lies_in(*hex, "MN") && borders_on_ussr(view, *hex);
    let border: BTreeSet<Hex> = hexes.into_iter().filter(guarded).collect();
    // A position that shows no army of Japan says nothing of its garrison.
    let shows_army = border.len() + abroad >= GARRISON / 2 || infantry.len() >= 2 * GARRISON;
    if shows_army && border.len() + abroad < GARRISON {
        let beside = |hex: Hex| view.map().neighbours(hex).into_iter().any(|near| lies_in(near, "SU"));
        let line = view.map().hexes().map(|(hex, _)| hex).filter(|hex| lies_in(*hex, "MK") && beside(*hex));
        let open: Vec<String> = line.filter(|hex| !border.contains(hex)).map(|hex| hex.to_string()).collect();
        let message = format!(
            "Japan guards {} of the border with the USSR{}; it must guard {GARRISON}{}",
            counted(border.len(), "hex"),
            match abroad {
                0 => String::new(),
                number => format!(
                    ", and {} in Mongolia {}",
                    counted(number, "unit"),
                    if number == 1 { "counts, too" } else { "count, too" }
                ),
            },
            match open.as_slice() {
                [] => String::new(),
                [one] => format!(", and {one} has no garrison"),
                several => format!(", and {} have no garrison", several.join(", ")),
            }
        );
        let guards = if any_infantry_guards(view) { "infantry" } else { "3-1 infantry" };
        let help = format!("station {guards} there until Japan is at war with the USSR or holds Nomonhan");
        report.add(Found::new(None, Vec::new(), message).help(help));
    }
}
