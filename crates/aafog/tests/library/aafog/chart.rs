//! The chart is the catalogue's, and meetings do what it says for every pair.

use std::collections::BTreeMap;

use liege::rules::aafog::because::{Firmness, firmness};
use liege::rules::aafog::chart::{CellSource, ChartMover, ChartOccupant, MOVERS, OCCUPANTS};
use liege::rules::aafog::class::UnitClass;
use liege::rules::aafog::force::UnitGroup;
use liege::rules::aafog::meeting::{Meeting, Movers, SeaContact, ZoneFacts};

use super::{group, rules};
use crate::beside::beside;
use crate::tables::text;

#[test]
fn all_144_pairs_are_those_of_the_catalogue_with_their_sources() {
    let Some(folder) = beside("LIEGE_CATALOGUE", "spec/aafog") else { return };
    let ours = text("rules/aafog/meetings.csv");
    let theirs = std::fs::read_to_string(folder.join("pair_matrix.csv")).unwrap();
    let cells = |text: &str| -> BTreeMap<(String, String), Vec<String>> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows = reader.records().map(Result::unwrap);
        rows.map(|row| {
            let cells: Vec<String> = row.iter().map(str::to_owned).collect();
            ((cells[0].clone(), cells[1].clone()), cells[2..].to_vec())
        })
        .collect()
    };
    let (ours, theirs) = (cells(&ours), cells(&theirs));
    assert_eq!(theirs.len(), 144);
    assert_eq!(ours, theirs);
}

#[test]
fn the_codes_are_those_of_the_catalogue() {
    let Some(folder) = beside("LIEGE_CATALOGUE", "spec/aafog") else { return };
    let catalogue = std::fs::read_to_string(folder.join("catalogue.md")).unwrap();
    let chart = rules().chart;
    for (word, mover) in MOVERS {
        let row = catalogue.lines().find(|line| line.starts_with(&format!("| **{word}** |"))).unwrap();
        let cells: Vec<&str> = row.split('|').skip(2).map(str::trim).collect();
        for ((_, met), told) in OCCUPANTS.iter().zip(cells) {
            let cell = chart.cell(mover, *met).unwrap();
            assert_eq!(cell.code(), told.trim_end_matches('p'), "{mover} meets {met}");
            let proposed = cell.source == CellSource::Proposed;
            assert_eq!(proposed, told.ends_with('p'), "{mover} meets {met}");
        }
    }
}

/// One unit of each side; an escorted aircraft has its destroyer beside it, which the pair alone is not about.
fn pair(mover: ChartMover, occupant: UnitClass) -> Meeting {
    let one = |class: UnitClass| UnitGroup::counted(&[(class, 1)]);
    let movers = match mover {
        ChartMover::Alone(class) if class.is_air() => Movers { ending: one(class), ..Movers::default() },
        ChartMover::Alone(class) => Movers { ships: one(class), ..Movers::default() },
        ChartMover::Escorted(class) => {
            Movers { ending: one(class), earlier: one(UnitClass::Dd), ..Movers::default() }
        }
    };
    let contact = SeaContact { zone: "Z".into(), movers, occupants: one(occupant), ..SeaContact::default() };
    let rules = rules();
    Meeting::of(&contact, &rules.chart, rules.readings)
}

#[test]
fn a_meeting_of_one_unit_with_one_does_what_its_cell_says() {
    let chart = rules().chart;
    let mut seen = 0;
    for (_, mover) in MOVERS {
        for (_, occupant) in OCCUPANTS {
            let ChartOccupant::Unit(class) = occupant else { continue };
            let cell = chart.cell(mover, occupant).unwrap();
            if cell.source == CellSource::NoCase {
                continue;
            }
            seen += 1;
            let meeting = pair(mover, class);
            let disputed = matches!(mover, ChartMover::Escorted(_)) && class == UnitClass::Sub;
            let code = if disputed { "F?" } else { cell.code() };
            let found = [
                meeting.battle.is_some(),
                meeting.may_attack.is_some(),
                meeting.subs_may_attack.is_some(),
                meeting.free_shot.is_some(),
                !meeting.mover_sees.what.is_empty(),
                !meeting.occupant_sees.what.is_empty(),
            ];
            let due = match code {
                "F!" => [true, false, false, false, true, true],
                "F?" => [false, true, false, false, true, true],
                "S?" => [false, false, true, false, true, false],
                "H?" => [false, false, false, true, false, true],
                "H" => [false, false, false, false, false, true],
                "T" => [false, false, false, false, true, true],
                "0" => [false; 6],
                other => panic!("{other}"),
            };
            assert_eq!(found, due, "{mover} meets {class}: {code}");
            if let Some(battle) = &meeting.battle {
                let firm =
                    if cell.source == CellSource::Proposed { Firmness::Proposed } else { Firmness::Said };
                assert_eq!(firmness(&battle.because), firm, "{mover} meets {class}");
            }
        }
    }
    assert_eq!(seen, 96);
}

#[test]
fn notices_go_to_the_owner_and_name_their_row() {
    let rules = rules();
    for (_, mover) in MOVERS {
        let ChartMover::Alone(class) = mover else { continue };
        let one = UnitGroup::counted(&[(class, 1)]);
        let movers = if class.is_air() {
            Movers { passing: one, ..Movers::default() }
        } else {
            Movers { ships: one, ..Movers::default() }
        };
        let facts = ZoneFacts { base: Some(group("FTR")), tokens: Some(6), ..ZoneFacts::default() };
        let mut contact = SeaContact { zone: "Z".into(), movers, facts, ..SeaContact::default() };
        let meeting = Meeting::of(&contact, &rules.chart, rules.readings);
        let code = |met| rules.chart.cell(mover, met).unwrap().code();
        assert_eq!(meeting.blip.is_some(), code(ChartOccupant::AirBaseZone) == "B", "{class}");
        assert_eq!(meeting.kamikaze.is_some(), code(ChartOccupant::KamikazeZone) == "K", "{class}");
        contact.non_combat = true;
        let meeting = Meeting::of(&contact, &rules.chart, rules.readings);
        assert!(meeting.blip.is_none() && meeting.kamikaze.is_none(), "no notices in a non-combat move");
    }
}

#[test]
fn ships_stop_at_warships_submarines_at_destroyers_and_nobody_who_began_there() {
    let rules = rules();
    let stops = |ships: &str, began: &str, occupants: &str| {
        let movers = Movers { ships: group(ships), began: group(began), ..Movers::default() };
        let contact = SeaContact { movers, occupants: group(occupants), ..SeaContact::default() };
        let meeting = Meeting::of(&contact, &rules.chart, rules.readings);
        let told = |stop: &Option<liege::rules::aafog::meeting::Statement<UnitGroup>>| {
            stop.as_ref().map_or_else(String::new, |stop| stop.what.to_string())
        };
        (told(&meeting.surface_stop), told(&meeting.sub_stop))
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(stops("CA, TR (INF), SUB", "none", "BB"), pair("CA, TR (INF)", ""));
    assert_eq!(stops("CA, SUB", "none", "DD"), pair("CA", "SUB"));
    assert_eq!(stops("CA, SUB", "none", "SUB, TR"), pair("", ""));
    assert_eq!(stops("2 CA", "CA", "BB"), pair("CA", ""));
    assert_eq!(stops("CA", "CA", "BB"), pair("", ""));
}
