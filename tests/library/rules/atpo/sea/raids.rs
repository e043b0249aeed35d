//! Interdiction of convoy and merchant routes: each row of Tables 2 and 3, each choice, STP given up.

use super::{fault, refused, result, run};

#[test]
fn each_row_of_table_2_counts() {
    for (typed, wanted) in [
        ("us=AC~2", "US loses 2 EP"),
        ("us=CL~1", "US loses 1 EP"),
        ("us=CA~2", "US loses 2 EP"),
        ("us=BB~6", "US loses 6 EP"),
        ("us=BBCV~4", "US loses 4 EP"),
        ("us=CB3", "US loses 3 EP"),
        ("us=CV~0~N", "US loses 8 EP"),
        ("us=CVL~N", "US loses 8 EP"),
        ("us=SS", "US loses 1 EP"),
        ("us=3~x~CA~2,CL~1", "US loses 7 EP"),
        ("us=CA~2 south-pacific=CL~1", "US loses 2 EP, Australia loses 1 EP"),
        ("indian-ocean=AC~2", "UK loses nothing"),
        ("indian-ocean=AC~2 open=yes", "UK loses 2 EP"),
        ("us=BB~6 us-income=4", "US loses 4 EP"),
        ("indian-ocean=BB~6 open=yes uk-income=0", "UK loses nothing"),
        ("south-pacific=BB~6 australia-income=6", "Australia loses 6 EP"),
    ] {
        assert_eq!(result("R06", typed, &[], &[]), wanted, "{typed}");
    }
}

#[test]
fn german_raiders_are_told_as_open() {
    let report = run("R06", "indian-ocean=AC~2 open=yes", &[], &[]).unwrap();
    let line = report.lines.iter().find(|line| line.label == "German raiders").unwrap();
    assert_eq!((line.value.as_str(), line.rule.as_str()), ("not counted", "2.2"));
}

#[test]
fn a_carrier_counts_its_guns_as_the_choice_says() {
    let told = |typed: &str, choice: &str| result("R06", typed, &[], &[choice]);
    assert_eq!(told("us=CV~2~N", "carrier_raider=sum"), "US loses 10 EP");
    assert_eq!(told("us=CV~2~N", "carrier_raider=air_only"), "US loses 8 EP");
    assert_eq!(told("us=CV~2", "carrier_raider=sum"), "US loses 2 EP");
    assert_eq!(refused("R06", "us=CV~2", &["carrier_raider=air_only"]), ["2.2.2"]);
}

#[test]
fn who_may_not_raid_is_refused() {
    for typed in [
        "us=CA~2~damaged",
        "us=CA~2~end-phase",
        "us=CA~0",
        "us=DD~0",
        "us=DD~1",
        "us=CV~0",
        "us=CA~2~N",
        "us=AC~2~reduced",
    ] {
        assert_eq!(refused("R06", typed, &[]), ["2.2.2"], "{typed}");
    }
    assert_eq!(result("R06", "us=AC~2~end-phase", &[], &[]), "US loses 2 EP");
    for (typed, key) in [
        ("open=yes", "us"),
        ("us=", "us"),
        ("us=CA", "us"),
        ("us=2", "us"),
        ("us=CA~2~3", "us"),
        ("us=0~x~CA~2", "us"),
        ("south-pacific=CA~2~green", "south-pacific"),
    ] {
        assert_eq!(fault("R06", typed), key, "{typed}");
    }
}

#[test]
fn losses_and_markers_of_raiders_are_deeds() {
    let raid = run("R06", "us=CA~2 indian-ocean=AC~1", &[], &[]).unwrap();
    let told: Vec<(String, Option<String>)> =
        raid.deeds.iter().map(|deed| (deed.subject(), deed.act.to())).collect();
    let wanted = [("losses of US", "+2"), ("CA 2", "Active")];
    assert_eq!(told, wanted.map(|(whom, to)| (whom.to_owned(), Some(to.to_owned()))));
}

#[test]
fn each_row_of_table_3_counts() {
    for (date, ep) in [
        ("1941-12", 0),
        ("1942-01", 1),
        ("1943-06", 1),
        ("1943-07", 1),
        ("1943-12", 1),
        ("1944-01", 4),
        ("1944-12", 4),
        ("1945-01", 5),
        ("1946-02", 5),
    ] {
        for (count, counted) in [(1, 1), (3, 3), (4, 3)] {
            let typed = format!("date={date} routes={count}~submarines");
            assert_eq!(result("R07", &typed, &[], &[]), format!("{} EP", ep * counted), "{typed}");
        }
    }
    let late = "date=1943-08 routes=2~UK";
    assert_eq!(result("R07", late, &[], &["merchant_1943h2=2"]), "4 EP");
    assert_eq!(result("R07", "date=1943-06 routes=2~UK", &[], &["merchant_1943h2=2"]), "2 EP");
}

#[test]
fn bombers_maru_and_several_routes_count() {
    for (typed, wanted) in [
        ("routes=bomber", "1 EP"),
        ("routes=3~bombers", "1 EP"),
        ("routes=1~US,bomber", "5 EP"),
        ("routes=4~US,maru", "15 EP"),
        ("routes=1~US,2~UK,maru", "13 EP"),
        ("routes=2~UK,maru", "8 EP"),
        ("routes=1~US;1~NL;bomber", "9 EP"),
        ("routes=Red:~1~US,maru;Blue:~two~US,maru", "15 EP"),
    ] {
        assert_eq!(result("R07", &format!("date=1944-05 {typed}"), &[], &[]), wanted, "{typed}");
    }
    assert_eq!(refused("R07", "date=1944-05 routes=1~US,maru;1~US,maru;1~US,maru", &[]), ["17.10.2.2"]);
}

#[test]
fn okinawa_counts_once_and_with_its_second_place_as_the_choice_says() {
    let told = |typed: &str, choice: &str| {
        result("R07", &format!("date=1945-05 {typed}"), &[], &[&format!("both_okinawa={choice}")])
    };
    for (typed, [only, iwo, formosa]) in [
        ("okinawa=yes", ["3 EP", "0 EP", "0 EP"]),
        ("okinawa=yes iwo-jima=yes", ["3 EP", "3 EP", "0 EP"]),
        ("okinawa=yes formosa=yes", ["3 EP", "0 EP", "3 EP"]),
        ("iwo-jima=yes formosa=yes routes=1~US", ["5 EP", "5 EP", "5 EP"]),
        ("okinawa=yes routes=1~US;1~US", ["13 EP", "10 EP", "10 EP"]),
    ] {
        assert_eq!(told(typed, "okinawa_only"), only, "{typed}");
        assert_eq!(told(typed, "okinawa_and_iwo"), iwo, "{typed}");
        assert_eq!(told(typed, "okinawa_and_formosa"), formosa, "{typed}");
    }
}

#[test]
fn stp_spare_two_ep_each_of_those_lost_on_routes() {
    let told = |typed: &str| result("R07", &format!("date=1944-05 {typed}"), &[], &[]);
    assert_eq!(told("routes=2~US stp=3"), "8 EP; giving up 3 STP spares 6, so 2 EP are lost");
    assert_eq!(told("routes=2~US stp=4"), "8 EP; giving up 4 STP spares 8, so 0 EP are lost");
    assert_eq!(told("routes=3~US income=7"), "7 EP");
    assert_eq!(refused("R07", "date=1944-05 routes=2~US stp=5", &[]), ["2.3.1.1"]);
    assert_eq!(refused("R07", "date=1945-05 okinawa=yes stp=1", &[]), ["2.3.1.1"], "no route");
    assert_eq!(refused("R07", "date=1944-05 routes=2~US income=4 stp=3", &[]), ["2.3.1.1"]);
    let deeds = run("R07", "date=1944-05 routes=2~US stp=3", &[], &[]).unwrap().deeds;
    let told: Vec<String> = deeds.iter().filter_map(|deed| deed.act.to()).collect();
    assert_eq!(told, ["+2", "-3", "Active"]);
}

#[test]
fn routes_that_are_not_understood_are_told() {
    for (typed, key) in [
        ("routes=1~US", "date"),
        ("date=1944-05", "routes"),
        ("date=1944-05 routes=", "routes"),
        ("date=1944-05 routes=3~JP", "routes"),
        ("date=1944-05 routes=three~whales", "routes"),
        ("date=1944-05 routes=2~maru", "routes"),
        ("date=1944-05 routes=101~US", "routes"),
    ] {
        assert_eq!(fault("R07", typed), key, "{typed}");
    }
}

#[test]
fn a_carrier_battleship_raids_with_its_aircraft_and_a_printed_rating_has_its_torpedoes() {
    for choice in ["carrier_raider=sum", "carrier_raider=air_only"] {
        let told = |ship: &str| result("R06", ship, &[], &[choice]);
        assert_eq!(told("us=BBCV~3~N"), told("us=CV~3~N"), "{choice}");
    }
    assert_eq!(refused("R06", "us=BB~3~N", &[]), ["2.2.2"]);
    assert_eq!(result("R06", "us=CA~2(3)", &[], &[]), result("R06", "us=CA~2", &[], &[]));
    for ship in ["us=CA~2(3", "us=CA~2(x)"] {
        assert_eq!(fault("R06", ship), "us", "{ship}");
    }
}
