//! A scenario filled in by the schedule: everything exactly once, in the box of its season or where it is by now.

use std::collections::BTreeSet;

use liege::build::order_of_battle::{REMOVAL_PROPERTY, SEASON_PROPERTY};

use super::{DAY, counters, data_with, pieces_of, places, sample};

const AUGUST: &str = "game: atpo\ndate: 1942-08\nphase: NA.1\nfill: schedule\n\
    at W4533 docked: jp-bb-yamato, 2 x jp-dd\nat E2501 docked: us-bb-washington\n";

#[test]
fn what_the_text_does_not_place_comes_from_the_schedule() {
    let data = data_with(&sample());
    let plan = data.plan(DAY).unwrap();
    let pieces = pieces_of(&data, &plan, AUGUST);
    let at = |id: &str| places(&pieces, id);
    // Placed by the text, and therefore nowhere else.
    assert_eq!(at("jp-bb-yamato"), ["W4533"]);
    assert_eq!(at("us-bb-washington"), ["E2501"]);
    // Six from the start, of which the text places two, and two added to the pool in winter 1942.
    assert_eq!(at("jp-dd").iter().filter(|place| *place == "Japan Force Pool").count(), 6);
    assert_eq!(at("us-stp-1")[..6], vec!["1943 Winter"; 6]);
    assert_eq!(at("us-stp-1")[6..], vec!["US Force Pool"; 6]);
    // Still to come, a monthly arrival in the box of its season.
    assert_eq!(at("jp-bb-musashi"), ["1942 Autumn"]);
    assert_eq!(at("us-ca-indianapolis"), ["1942 Autumn"]);
    assert_eq!(at("a-bomb"), ["1945 Summer", "1945 Summer"]);
    // Came long ago and is not on the map: it may be bought back, unless it never comes back.
    assert_eq!(at("jp-ca-takao"), ["Japan Force Pool"]);
    assert_eq!(at("jp-bb-hiei"), ["Eliminated"]);
    // No row, no piece.
    assert_eq!(at("jp-cv-kaga"), [""; 0]);
    for (id, count) in counters(&pieces) {
        let most = data.pack.catalogue.get(&id).unwrap().count.unwrap_or(1);
        assert!(count <= most as usize, "{count} of {id} exist, but {most} are printed");
    }
}

#[test]
fn the_start_of_the_game_stands_on_the_map_and_a_text_without_the_line_is_left_alone() {
    let data = data_with(&sample());
    let plan = data.plan(DAY).unwrap();
    let july = "game: atpo\ndate: 1937-07\nphase: NA.1\nfill: schedule\n";
    let pieces = pieces_of(&data, &plan, july);
    assert_eq!(places(&pieces, "jp-bb-hiei"), ["W4533"]);
    assert_eq!(places(&pieces, "jp-ca-takao"), ["Arrivals"]);
    assert_eq!(places(&pieces, "uk-bb-prince-of-wales"), ["1941 Autumn"]);
    assert_eq!(pieces_of(&data, &plan, &july.replace("fill: schedule\n", "")).len(), 0);
}

#[test]
fn a_piece_that_left_before_the_scenario_is_out_of_the_game() {
    let data = data_with(&sample());
    let plan = data.plan(DAY).unwrap();
    let pieces = pieces_of(&data, &plan, "game: atpo\ndate: 1943-01\nfill: schedule\n");
    assert_eq!(places(&pieces, "uk-bb-warspite"), ["Not in this scenario"]);
    let pieces = pieces_of(&data, &plan, AUGUST);
    let warspite = pieces.iter().find(|piece| piece.basic_name == "Warspite").unwrap();
    assert_eq!(warspite.properties.get(REMOVAL_PROPERTY).unwrap(), "1942 Autumn");
}

#[test]
fn waiting_pieces_do_not_cover_each_other_and_know_their_season() {
    // A season with more pieces than a row holds, of four nations.
    let mut schedule = sample();
    for id in ["jp-stp-1", "us-stp-1", "uk-stp-1", "au-stp-1"] {
        let nation = id[..2].to_uppercase();
        schedule.push_str(&format!("{id},1944-autumn,force-pool,11,,{nation},,draft,\n"));
    }
    let data = data_with(&schedule);
    let plan = data.plan(DAY).unwrap();
    let pieces = pieces_of(&data, &plan, "game: atpo\ndate: 1937-07\nfill: schedule\n");
    let waiting: Vec<_> =
        pieces.iter().filter(|piece| piece.map.as_deref() == Some("Order of Battle")).collect();
    assert!(waiting.len() > 60);
    for (index, piece) in waiting.iter().enumerate() {
        assert_eq!(piece.properties.get(SEASON_PROPERTY), piece.location.as_ref(), "{}", piece.name);
        for other in &waiting[index + 1..] {
            let apart = (piece.x - other.x).abs() >= 75 || (piece.y - other.y).abs() >= 75;
            assert!(apart, "{} covers {}", piece.name, other.name);
        }
    }
    let window = data.layout.window.iter().find(|window| window.name == "Order of Battle").unwrap();
    let titles: BTreeSet<String> = window.titles().into_iter().filter(|title| !title.is_empty()).collect();
    assert!(titles.contains("1937 Summer") && titles.contains("1945 Summer"));
    assert!(!titles.contains("1937 Spring") && !titles.contains("1945 Autumn"));
    let autumn = |nation: &str| {
        let of = waiting.iter().filter(|piece| piece.location.as_deref() == Some("1944 Autumn"));
        of.filter(|piece| piece.markers.get("Nation").is_some_and(|own| own == nation))
            .map(|piece| piece.y)
            .collect::<BTreeSet<i32>>()
    };
    for (nation, other) in [("JP", "US"), ("US", "UK"), ("UK", "AU")] {
        assert!(autumn(nation).is_disjoint(&autumn(other)), "{nation} and {other} share a row");
    }
}

#[test]
fn the_buttons_ask_for_properties_that_the_tracker_keeps() {
    use liege::build::order_of_battle::{MONTH_PROPERTY, YEAR_PROPERTY};
    let data = data_with(&sample());
    let plan = data.plan(DAY).unwrap();
    let text = plan.document.write();
    for property in [YEAR_PROPERTY, MONTH_PROPERTY] {
        // A level of the tracker keeps it, or a global property that follows the tracker.
        let (level, own) = (format!("property=\"{property}\""), format!("name=\"{property}\""));
        let kept = text.split('<').any(|element| {
            (element.contains("TurnLevel") && element.contains(&level))
                || (element.contains("GlobalProperty ") && element.contains(&own))
        });
        assert!(kept, "nothing keeps {property}");
    }
    for button in
        ["Bring in the season", "Take out the season's removals", "Due this season", "Due this month"]
    {
        let text = text.replace("&apos;", "'").replace("&#39;", "'");
        assert_eq!(text.matches(&format!("buttonText=\"{button}\"")).count(), 1, "{button}");
    }
}
