//! From outcomes to edits.

use liege::rules::play::battle::{PlannedChange, What};
use liege::rules::play::procedure::Resolution;
use liege::rules::position::situation::PlaceId;

use super::{fight, given};

/// Fights the only battle of a text and plans its changes, each as `piece what`.
pub(super) fn outcome(
    text: &str,
    faces: &[u8],
    attacker: &str,
    defender: &str,
) -> (Resolution, Vec<PlannedChange>) {
    let given = given(text);
    let battle = given.battles().remove(0);
    let report = fight(&battle, faces, attacker, defender);
    let changes = given.changes(&battle, &report.deeds);
    (report, changes)
}

pub(super) fn lines(changes: &[PlannedChange]) -> Vec<String> {
    let one = |change: &PlannedChange| {
        let what = match &change.what {
            What::TurnLayer { layer, level } => format!("{layer} {level}"),
            What::SetProperty { property, value } => format!("{property} {value}"),
            What::MoveTo(PlaceId::Off(name)) => format!("nowhere: {name}"),
            What::MoveTo(place) => format!("to {place}"),
            What::MoveOnto(piece) => format!("onto {piece}"),
            What::AddChit { entry, at } => format!("{entry} on {at}"),
            What::Say => "say".into(),
        };
        format!("{} {what}", change.piece).trim().to_owned()
    };
    changes.iter().map(one).collect()
}

const EVEN: &str = "at W4318: cn-inf-10\nat W4418: jp-armor-1 standby attack W4318";

#[test]
fn one_point_taken_as_a_step_flips_the_defender() {
    let (report, changes) = outcome(EVEN, &[4], "hold", "stand");
    assert_eq!(report.result, "D1");
    assert_eq!(lines(&changes), ["3.1 Face 2", "4.1 Attack 1", "4.1 Status 3"]);
    assert_eq!(changes[0].words, "10th Army loses a step (11.6.6.1)");
    assert_eq!(changes[0].rule, "11.6.6.1");
}

#[test]
fn one_point_taken_as_a_hex_moves_the_defender_before_the_advance() {
    let (report, changes) = outcome(EVEN, &[4], "advance", "retreat together");
    assert_eq!(report.result, "D1");
    assert_eq!(
        lines(&changes),
        [
            "3.1 to W4217",
            "4.1 to W4318",
            "4.1 Attack 1",
            "4.1 Status 3",
            "jp-control on W4318",
            "cn-control on W4217"
        ]
    );
    assert_eq!(changes[0].words, "10th Army retreats to W4217 (11.6.7)");
}

#[test]
fn who_retreats_to_a_hex_of_the_enemy_takes_it_with_what_is_in_it() {
    let text = format!("{EVEN}\nat W4217: chit:jp-control, chit:jp-sea-supply");
    let edits = lines(&outcome(&text, &[4], "hold", "retreat together").1);
    assert_eq!(edits[0], "3.1 to W4217");
    for edit in ["5.1 to Chits Pool", "5.2 to Chits Pool", "cn-control on W4217"] {
        assert!(edits.contains(&edit.to_owned()), "{edit}: {edits:?}");
    }
    // Behind a Front of the enemy the hex stays his.
    let (_, changes) =
        outcome(&text.replace("cn-inf-10", "cn-inf-10 out-of-supply"), &[3], "hold", "retreat together");
    assert_eq!(lines(&changes)[0], "3.1 to W4217");
    assert!(!lines(&changes).contains(&"cn-control on W4217".to_owned()), "{changes:?}");
    assert!(changes.iter().any(|change| change.words.contains("behind the enemy Front")), "{changes:?}");
}

#[test]
fn partisans_go_when_their_own_troops_come_to_them() {
    let text = format!("{EVEN}\nat W4217: cn-partisan\nat W4316: cn-partisan");
    let (_, changes) = outcome(&text, &[4], "hold", "retreat together");
    assert_eq!(lines(&changes)[0], "3.1 to W4217");
    let met: Vec<&str> =
        changes.iter().filter(|edit| edit.rule == "16.3.6").map(|edit| edit.words.as_str()).collect();
    assert_eq!(met, ["Chinese Partisans are eliminated and go to the China Force Pool (16.3.6)"]);
}

#[test]
fn communists_advance_nowhere_south_of_their_row() {
    let text = "at W4515: jp-inf-2 reduced out-of-supply\nat W4615: cc-inf-129 attack W4515\n\
                at W4415: cn-inf-6 attack W4515";
    let advances = |text: &str| {
        let (report, changes) = outcome(text, &[6], "advance", "stand");
        assert!(report.json["outcome"]["hex"]["vacated"] == "yes", "{}", report.json);
        let edits = lines(&changes);
        ["4.1", "5.1"].map(|piece| edits.contains(&format!("{piece} to W4515")))
    };
    assert_eq!(advances(text), [false, true]);
    assert_eq!(advances(&text.replace("cc-inf-129", "cn-inf-5")), [true, true]);
    assert_eq!(advances(&text.replace("cn-inf-6", "cc-inf-115")), [false, false]);
}

#[test]
fn edits_come_in_the_order_of_play_however_the_deeds_come() {
    let given = given(EVEN);
    let battle = given.battles().remove(0);
    let mut report = fight(&battle, &[4], "advance", "retreat together");
    let forth = given.changes(&battle, &report.deeds);
    report.deeds.reverse();
    assert_eq!(report.deeds.len(), 2, "{:?}", report.deeds);
    assert_eq!(given.changes(&battle, &report.deeds), forth);
    assert_eq!(lines(&forth)[..2], ["3.1 to W4217", "4.1 to W4318"]);
}

#[test]
fn an_eliminated_attacker_goes_to_its_force_pool_without_its_marks() {
    let weak = EVEN.replace("jp-armor-1", "jp-inf-4 reduced");
    let (report, changes) = outcome(&weak, &[1], "advance", "stand");
    assert_eq!(report.result, "AE");
    assert_eq!(lines(&changes), ["4.1 to Japan Force Pool", "4.1 Face 1", "4.1 Attack 1", "4.1 Status 1"]);
}

#[test]
fn an_eliminated_defender_leaves_the_hex_to_those_who_advance() {
    let text = "at W4318: jp-inf-2 reduced out-of-supply, chit:jp-control, chit:jp-sea-supply, chit:small-airbase\n\
                at W4217: cn-inf-5 attack W4318\nat W4218: cn-inf-6 active attack W4318";
    let (report, changes) = outcome(text, &[5], "advance", "stand");
    assert_eq!(report.result, "DE");
    assert_eq!(
        lines(&changes),
        [
            "3.1 to Japan Force Pool",
            "3.1 Face 1",
            "3.1 Supply 1",
            "4.1 to W4318",
            "5.1 to W4318",
            "say",
            "3.3 to Chits Pool",
            "4.1 Attack 1",
            "4.1 Status 3",
            "5.1 Attack 1",
            "3.2 to Chits Pool",
            "cn-control on W4318",
        ]
    );
}

#[test]
fn infantry_lost_at_home_goes_to_the_replenishment_box() {
    let text = "at W4318: cn-inf-10\nat W4418: jp-armor-1 attack W4318, jp-armor-2 attack W4318, jp-inf-2 attack W4318";
    let (report, changes) = outcome(text, &[6], "hold", "stand");
    assert_eq!(report.result, "DE");
    assert_eq!(lines(&changes)[0], "3.1 to China Replenishment");
    let unsupplied = text.replace("cn-inf-10", "cn-inf-10 out-of-supply");
    assert_eq!(lines(&outcome(&unsupplied, &[6], "hold", "stand").1)[0], "3.1 to China Force Pool");
}

#[test]
fn a_successful_landing_puts_units_ashore_with_supply() {
    let text = "control: JP E2720\nat E2720: us-tf-1\ntray 1: us-stp-1\n\
                tray 1 aboard us-stp-1: us-marine-1 attack E2720, us-marine-2 attack E2720";
    let (report, changes) = outcome(text, &[6], "stay", "stand");
    assert!(report.json["outcome"]["hex"]["sea_supply"].as_bool().unwrap());
    let lines = lines(&changes);
    assert_eq!(lines[..3], ["6.1 Ride 1", "6.1 to E2720", "6.1 Status 3"]);
    assert!(lines.contains(&"us-sea-supply on E2720".to_owned()));
    assert!(lines.contains(&"us-control on E2720".to_owned()));
    assert!(lines.contains(&"6.2 Attack 1".to_owned()));
}

#[test]
fn a_failed_landing_leaves_units_on_the_beach() {
    let text = "at E2720: jp-inf-2, jp-snlf-kure-3, chit:jp-coastal-fort, us-stp-1\n\
                at E2720 aboard us-stp-1: us-marine-1 attack E2720, us-marine-2 attack E2720";
    let (report, changes) = outcome(text, &[1], "stay spread", "stand");
    assert_eq!(report.result, "xx");
    assert_eq!(
        lines(&changes),
        [
            "4.1 Face 2",
            "4.2 Face 2",
            "4.1 Ride 1",
            "4.1 Beach 2",
            "4.1 Status 3",
            "4.2 Ride 1",
            "4.2 Beach 2",
            "4.2 Status 3",
            "4.1 Attack 1",
            "4.2 Attack 1"
        ]
    );
    let (_, changes) = outcome(text, &[1], "evacuate spread", "stand");
    assert!(lines(&changes).contains(&"4.1 say".to_owned()));
    assert!(!lines(&changes).iter().any(|line| line.contains("Beach") || line.contains("Ride")));
}
