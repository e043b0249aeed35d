//! The sighting report: what each face owes, and the numbers that the owner may tell.

use super::super::sea::{fault, refused, run};

/// Lines of the report after a face: what is counted, and the values that are allowed.
fn told(typed: &str, face: u8) -> Vec<(String, String)> {
    let report = run("R25", &format!("report {typed}"), &[face], &[]).unwrap();
    let of = |label: &str| label.strip_prefix("sighting report: ").map(str::to_owned);
    let lines = report.lines.iter().filter_map(|line| Some((of(&line.label)?, line.value.clone())));
    lines.filter(|(what, _)| what != "die" && what != "the rest").collect()
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(what, value)| ((*what).to_owned(), (*value).to_owned())).collect()
}

#[test]
fn each_face_owes_what_the_table_says() {
    let ships = "ships=2~CV,~3~CA,~8~DD";
    assert_eq!(told(ships, 1), pairs(&[("ships", "6 to 20")]));
    assert_eq!(told(ships, 2), pairs(&[("ships", "9 to 17")]));
    assert_eq!(told(ships, 3), pairs(&[("CV", "1 to 3"), ("CA", "1 to 5"), ("DD", "4 to 12")]));
    assert_eq!(told(ships, 4), pairs(&[("CV", "1 to 3"), ("CA", "2 to 4"), ("DD", "6 to 10")]));
    for face in [5, 6] {
        assert_eq!(told(ships, face), pairs(&[("CV", "2"), ("CA", "3"), ("DD", "8")]), "{face}");
    }
}

#[test]
fn a_fraction_goes_up_or_down() {
    for (count, half, quarter) in [(1, "0 to 2", "0 to 2"), (4, "2 to 6", "3 to 5"), (5, "2 to 8", "3 to 7")]
    {
        let ships = format!("ships={count}~BB");
        assert_eq!(told(&ships, 1), pairs(&[("ships", half)]));
        assert_eq!(told(&ships, 4), pairs(&[("BB", quarter)]));
    }
}

#[test]
fn points_of_transport_are_ships_and_a_class_is_counted_once() {
    assert_eq!(told("ships=STP~4,~2~x~STP,~two~STP~points", 2), pairs(&[("ships", "6 to 10")]));
    assert_eq!(told("ships=CV,~Akagi:CV,~3~DD,~DD", 5), pairs(&[("CV", "2"), ("DD", "4")]));
}

#[test]
fn names_are_owed_at_six_alone() {
    let names = |face: u8| {
        let report = run("R25", "report ships=Akagi:CV,Kaga:CV,DD", &[face], &[]).unwrap();
        report.lines.iter().any(|line| line.cause.contains("Akagi, Kaga"))
    };
    assert_eq!((1..=6).map(names).collect::<Vec<_>>(), [false, false, false, false, false, true]);
    let rest = |face: u8| {
        let report = run("R25", "report ships=CV", &[face], &[]).unwrap();
        report.lines.last().unwrap().cause.clone()
    };
    assert!(rest(1).contains("types nor names") && rest(3).contains("names do not have to be revealed"));
}

#[test]
fn without_ships_the_report_tells_what_is_owed() {
    let report = run("R25", "report area-mp=3", &[4], &[]).unwrap();
    assert_eq!(report.result, "located, sighting report 4");
    let line = report.lines.iter().find(|line| line.label == "sighting report").unwrap();
    assert!(line.value.contains("up to 25 %") && line.cause.contains("that was searched for"), "{line:?}");
    // Who searched was looked at with the search.
    assert!(refused_report().is_empty());
}

fn refused_report() -> Vec<String> {
    let report = run("R25", "report air=B~4-10~committed", &[1], &[]).unwrap();
    report.refused.into_iter().map(|refusal| refusal.rule).collect()
}

#[test]
fn a_search_that_fails_owes_nothing() {
    let report = run("R25", "air=B~4-10 hexes=4", &[1, 1], &[]).unwrap();
    assert_eq!((report.result.as_str(), report.deeds.len()), ("not located", 0));
    let found = run("R25", "air=B~4-10 hexes=4 target=TF~3", &[6, 6, 2], &[]).unwrap();
    assert_eq!(
        (found.deeds[0].subject().as_str(), found.deeds[0].act.to().as_deref()),
        ("TF 3", Some("located"))
    );
    assert!(refused("R25", "air=B~4-3 hexes=4", &[]).len() == 1);
}

#[test]
fn ships_that_cannot_be_read_are_told() {
    for ships in ["2", "CV~CA", "2~3~CV", "zeppelin", "0~CV", "600~DD", "Akagi:2~CV", "Fubuki:DD", ","] {
        assert_eq!(fault("R25", &format!("report ships={ships}")), "ships", "{ships}");
    }
}
