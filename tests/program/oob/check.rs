//! Faults of a schedule, planted and found.

use serde_json::Value;

use super::{folder_with, told};

/// The sample with planted faults.
fn faulty() -> String {
    let mut text = super::sample();
    text.push_str(
        "jp-bb-musashi,1943-summer,arrival,1,,JP,,draft,\n\
         jp-bb-hiei,1943-summer,arrival,1,,JP,,draft,\n\
         us-bb-iwoa,1943-summer,arrival,1,,US,,draft,\n\
         us-cv-wasp,1940-winter,arrival,1,,US,1940-04,history,\n\
         us-ca-chester,1940-winter,remove,1,,US,,draft,\n\
         us-ca-chester,1941-winter,arrival,1,E9999,JP,,draft,\n\
         nl-cl-1,,cbr,1,,NL,,draft,\n\
         us-ca-portland,1933-winter,arrival,1,,US,1933-02,history,\n\
         uk-stp-1,1941-winter,force-pool,2,,UK,,draft,\n",
    );
    text
}

#[test]
fn planted_faults_are_found_and_the_tool_says_so_by_its_status() {
    let folder = folder_with(&faulty());
    let json: Value =
        serde_json::from_str(&told(folder.path(), &["oob", "atpo", "check", "--format", "json"], 1)).unwrap();
    let findings = json["findings"].as_array().unwrap();
    let found = |name: &str, id: &str| {
        findings.iter().filter(|finding| finding["name"] == name && finding["id"] == id).count()
    };
    for (name, id) in [
        ("scheduled-twice", "jp-bb-musashi"),
        ("starts-and-arrives", "jp-bb-hiei"),
        ("no-counter", "us-bb-iwoa"),
        ("arrives-before-it-existed", "us-cv-wasp"),
        ("removed-before-arrival", "us-ca-chester"),
        ("unknown-place", "us-ca-chester"),
        ("wrong-nation", "us-ca-chester"),
        ("cbr-never-available", "nl-cl-1"),
        ("before-the-game", "us-ca-portland"),
        ("not-scheduled", "jp-cv-kaga"),
    ] {
        assert_eq!(found(name, id), 1, "{name} of {id}");
    }
    // What is in order is not complained about, and chits need no row.
    for id in ["jp-bb-yamato", "us-cv-essex", "us-cvl-independence", "uk-bb-warspite", "standby"] {
        assert!(findings.iter().all(|finding| finding["id"] != id), "{id}");
    }
    let notes = json["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note["name"] == "partly-scheduled" && note["id"] == "uk-stp-1"));
    let rows = &json["shares"]["rows"];
    assert_eq!((rows["rules"].as_u64(), rows["total"].as_u64()), (Some(4), Some(39)));
    assert!(json["shares"]["counters"]["total"].as_u64().unwrap() > 400);
    let text = told(folder.path(), &["oob", "atpo", "check"], 1);
    assert!(text.contains("us-bb-iwoa: no counter has this id; did you mean \"us-bb-iowa\"?"), "{text}");
    assert!(text.contains(": Wasp (us-cv-wasp): comes in winter 1940, but was not there before "), "{text}");
}

#[test]
fn a_schedule_that_cannot_be_read_ends_in_all_its_faults() {
    let text = super::sample().replace("1942-winter,arrival", "1942-wint,arival").replace(",NL,", ",XX,");
    let folder = folder_with(&text);
    let talk = told(folder.path(), &["oob", "atpo", "check"], 2);
    for part in ["column \"turn\"", "column \"kind\"", "column \"nation\"", "oob/atpo/schedule.csv:31"] {
        assert!(talk.contains(part), "{part} is not in: {talk}");
    }
}

#[test]
fn lists_and_arrivals_tell_what_comes_when() {
    let folder = folder_with(&super::sample());
    let text = told(folder.path(), &["oob", "atpo", "list", "--nation", "JP", "--year", "1942"], 0);
    assert!(text.contains("Yamato (jp-bb-yamato, JP) [history]"), "{text}");
    assert!(!text.contains("Washington") && !text.contains("Taiho"), "{text}");
    let arrivals = ["oob", "atpo", "arrivals", "--turn", "1942-autumn", "--format", "json"];
    let json: Value = serde_json::from_str(&told(folder.path(), &arrivals, 0)).unwrap();
    let ids = |key: &str| {
        let rows = json[key].as_array().unwrap();
        rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(ids("arrivals"), ["jp-bb-musashi", "us-bb-washington", "us-dd"]);
    assert_eq!(ids("track"), ["us-ca-indianapolis"]);
    assert_eq!(ids("removals"), ["uk-bb-warspite"]);
    let month = told(folder.path(), &["oob", "atpo", "arrivals", "--turn", "1942-12"], 0);
    assert!(month.contains("Indianapolis") && !month.contains("Musashi"), "{month}");
    told(folder.path(), &["oob", "atpo", "arrivals", "--turn", "1942-sumer"], 2);
    told(folder.path(), &["oob", "atpo", "list", "--nation", "JX"], 2);
    told(folder.path(), &["oob", "nowhere", "list"], 2);
    told(folder.path(), &["oob", "list"], 2);
}
