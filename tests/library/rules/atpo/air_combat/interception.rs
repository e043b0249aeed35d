//! ATPO-R27: each rule that forbids an interception, and what becomes of who may fly.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use super::{Call, refused, run};

/// Words parted by blanks, `~` for a blank inside of a value; the unit comes first.
fn words(typed: &str) -> Vec<String> {
    let mut words = typed.split_whitespace().map(|word| word.replace('~', " "));
    let unit = format!("interceptor={}", words.next().unwrap());
    std::iter::once(unit).chain(words).collect()
}

fn result(typed: &str, choices: &[&str]) -> String {
    let words = words(typed);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Call { procedure: "R27", words: &words, choices, ..Call::default() }.run(&[]).result
}

fn rule(typed: &str) -> String {
    let words = words(typed);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    refused("R27", &words).remove(0)
}

#[test]
fn each_unit_intercepts_what_its_type_may() {
    for class in ["F", "FB", "N", "floatplane"] {
        assert_eq!(
            result(&format!("{class}~3-6 target=aircraft phase=NA.2"), &[]),
            "intercepts, then Current"
        );
    }
    for class in ["B", "FB", "N", "floatplane"] {
        assert_eq!(result(&format!("{class}~3-6 target=ships phase=NA.1"), &[]), "intercepts, then Current");
    }
    for (unit, target, due) in [
        ("B~3-6", "aircraft", "4.7"),
        ("F~3-6", "ships", "4.7"),
        ("N~3-6~as-bomber", "aircraft", "4.7"),
        ("N~3-6~as-fighter", "ships", "4.7"),
        ("ATP", "aircraft", "4.3.5"),
        ("B-25~x-7/0", "ships", "16.14.1"),
        ("N~3-6~kamikaze", "ships", "16.4.2"),
        ("Ohka~2-1/5", "ships", "16.4.2"),
    ] {
        assert_eq!(rule(&format!("{unit} target={target} phase=NA.1")), due, "{unit} {target}");
    }
}

#[test]
fn range_and_supply_say_how_far() {
    let at = |more: &str| result(&format!("F~4-6/3 target=aircraft phase=OA.2 {more}"), &[]);
    assert_eq!(at("distance=6"), "intercepts, then Committed");
    assert_eq!(at("distance=3 weather=range"), "intercepts, then Committed");
    for (unit, more, due) in [
        ("F~4-6/3", "distance=7", "4.7.1"),
        ("F~4-6/3", "distance=6 range=5", "4.7.1"),
        ("F~4-6/3", "distance=4 weather=range", "4.7.1"),
        ("F~4-6/3", "weather=grounded", "1.1"),
        ("F~4-6/3~unsupplied", "distance=2", "13.6.3"),
        ("F~4-6/3", "damaged-carrier=yes", "4.6.2.3"),
        ("F~4-6/3", "overstacked=yes", "4.6.3.1"),
        ("F~4-6/3~overstacked", "", "4.6.3.1"),
    ] {
        assert_eq!(rule(&format!("{unit} target=aircraft phase=OA.2 {more}")), due, "{unit} {more}");
    }
    assert_eq!(at("distance=1 range=1"), "intercepts, then Committed");
    let words = ["interceptor=F 4", "target=aircraft", "phase=OA.2", "distance=3"];
    assert!(Call { procedure: "R27", words: &words, ..Call::default() }.tried(&[]).is_err());
}

#[test]
fn commitment_keeps_a_unit_at_home_but_for_its_own_hex_and_the_end_phase() {
    let typed = |unit: &str, more: &str| format!("F~4-6/3~{unit} target=aircraft {more}");
    for (unit, more, due) in [
        ("committed", "phase=OA.2", "4.7.4"),
        ("committed", "phase=OA.2 distance=0", "4.7.4"),
        ("committed", "phase=OA.2 distance=1 own-hex-attacked=yes", "4.7.4"),
        ("committed", "phase=OA.2 whose=own distance=0 own-hex-attacked=yes", "4.7.4"),
        ("committed~carrier", "phase=OA.2 distance=0 own-hex-attacked=yes", "4.7.4"),
        ("committed", "phase=NA.2", "4.14.1"),
        ("previously-committed", "phase=OA.2 distance=0 own-hex-attacked=yes", "4.14"),
    ] {
        assert_eq!(rule(&typed(unit, more)), due, "{unit} {more}");
    }
    // Over its own carrier one may, by the reading that holds.
    let patrol = typed("committed~carrier", "phase=OA.2 carrier-defence=yes");
    assert_eq!(result(&patrol, &[]), "intercepts, no mark");
    assert_eq!(result(&patrol, &["committed_cap=uncommitted"]), "refused");
    for barred in ["phase=NA.2 carrier-defence=yes", "phase=OA.2 carrier-defence=yes whose=own"] {
        assert_eq!(result(&typed("committed~carrier", barred), &[]), "refused", "{barred}");
    }
    let home = typed("committed", "phase=OA.2 distance=0 own-hex-attacked=yes");
    assert_eq!(result(&home, &[]), "intercepts, no mark");
    assert_eq!(result(&typed("previously-committed", "phase=EN.1"), &[]), "counter-intercepts, no mark");
}

#[test]
fn a_unit_intercepts_once_in_a_step_but_for_its_carrier() {
    let fighter = |more: &str| format!("N~3-5/3~carrier target=aircraft {more}");
    let per_phase = ["air_interceptions=per_phase"];
    assert_eq!(rule(&fighter("phase=NA.2 intercepted=step")), "4.7.4");
    assert_eq!(result(&fighter("phase=NA.2 intercepted=phase"), &[]), "intercepts, then Current");
    let words = words(&fighter("phase=NA.2 intercepted=phase"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let report = Call { procedure: "R27", words: &words, choices: &per_phase, ..Call::default() }.run(&[]);
    assert_eq!(report.refused[0].rule, "4.3.7");
    assert_eq!(
        result(&fighter("phase=NA.2 whose=own intercepted=phase"), &per_phase),
        "counter-intercepts, then Current"
    );
    assert_eq!(rule(&fighter("phase=OS.2 intercepted=phase")), "4.3.8");
    // In defence of its carrier, but not twice in one hex.
    let defends = fighter("phase=NA.1 intercepted=step carrier-defence=yes");
    assert_eq!(result(&defends, &[]), "intercepts, then Current");
    assert_eq!(rule(&format!("{defends} same-hex=yes")), "4.7.4");
    assert_eq!(rule("N~3-5/3 target=aircraft phase=NA.1 intercepted=step carrier-defence=yes"), "4.7.4");
    assert_eq!(rule(&fighter("phase=EN.1 intercepted=step")), "3.7");
    assert_eq!(
        result(&fighter("phase=EN.1 intercepted=step carrier-defence=yes same-hex=yes"), &[]),
        "counter-intercepts, no mark"
    );
}

#[test]
fn each_phase_has_its_targets() {
    // The unit, what it is asked for, whose step it is; then SW.1, NA.1, NA.2, OL, OA.2, OS.2 and EN.1 by the first letter
    // of what it does, or the rule that forbids it.
    let rows = [
        ("F~4-6 target=aircraft", "i i i i i i c"),
        ("B~4-6 target=ships", "2.1 i i 4.3.10 4.3.12 i i"),
        ("F~4-6 target=aircraft whose=own", "c c c c c c c"),
        ("B~4-6 target=ships whose=own", "2.1 c c 4.3.10 c 4.3.8.2 3.7"),
        ("B~4-6 target=ships whose=own with-friends=yes", "2.1 c c 4.3.10 c a 3.7"),
        ("F~4-6 target=aircraft moving=no", "4.7.5 4.7.5 4.7.5 4.7.5 4.7.5 4.7.5 4.7.5"),
        ("F~4-6 target=aircraft moving=no whose=own", "4.7.5 4.7.5 a 4.7.5 a 4.7.5 4.7.5"),
        ("B~4-6 target=ships moving=no whose=own", "2.1 4.7.5 a 4.3.10 a 4.3.8.2 3.7"),
        ("B~4-6 target=ships began-in-range=yes", "2.1 i i 4.3.10 4.3.12 i 4.7.4"),
    ];
    for (typed, due) in rows {
        let told = ["SW.1", "NA.1", "NA.2", "OL", "OA.2", "OS.2", "EN.1"].map(|phase| {
            let typed = format!("{typed} phase={phase}");
            match result(&typed, &[]).as_str() {
                "refused" => rule(&typed),
                other => other[..1].to_owned(),
            }
        });
        assert_eq!(told.join(" "), due, "{typed}");
    }
}

#[test]
fn who_only_intercepted_stays_free_by_the_other_reading() {
    let free = ["interceptor_commit=free"];
    assert_eq!(result("F~4-6 target=aircraft phase=OL", &free), "intercepts, no mark");
    assert_eq!(result("B~4-6 target=ships phase=OS.2", &free), "intercepts, then Committed");
    assert_eq!(
        result("F~4-6 target=aircraft phase=OL whose=own", &free),
        "counter-intercepts, then Committed"
    );
    assert_eq!(result("F~4-6 target=aircraft phase=SW.1", &free), "intercepts, then Previously Committed");
    let words = ["interceptor=Zero:F 4-6 JP", "target=aircraft", "phase=OA.2"];
    let report = run("R27", &words, "", &[]);
    assert_eq!(
        (report.deeds[0].subject(), report.deeds[0].act.to()),
        ("Zero".into(), Some("Committed".into()))
    );
}
