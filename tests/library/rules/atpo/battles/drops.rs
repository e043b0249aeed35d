//! Paratroops that drop alone: what keeps them from it, and who has no part in it (4.12.4, 4.11).

use super::{battle, fight, has_note};

/// A paratroop at a base of the US, in supply by its chit, whose target is an empty hex of Japan.
const TARAWA: &str = "date: 1943-02\nphase: OL.1\ncontrol: US E3917\ncontrol: JP E3911\n\
    at E3917: chit:large-airbase, chit:us-sea-supply, us-atp-1 transport target=E3911\n\
    at E3917 aboard us-atp-1: us-para-503\n\
    at E3911: chit:small-airbase\n";

#[test]
fn a_paratroop_without_a_line_of_supply_drops_nowhere() {
    let fed = battle(TARAWA);
    assert!(!fed.inputs.contains_key("out-of-supply"), "{:?}", fed.notes);
    assert_eq!(fight(&fed, &[6], "", "").result, "depleted");
    for cut in [
        TARAWA.replace(", chit:us-sea-supply", ""),
        TARAWA.replace("us-para-503", "us-para-503 out-of-supply"),
    ] {
        let drop = battle(&cut);
        assert_eq!(drop.inputs["out-of-supply"], true);
        let report = fight(&drop, &[6], "", "");
        assert_eq!((report.result.as_str(), report.refused[0].rule.as_str()), ("refused", "4.12.4.1"));
    }
    // One that has a line drops, and the other stays.
    let two = TARAWA.replace("us-para-503", "us-para-503, us-para-11 out-of-supply");
    let two = battle(&two);
    assert!(has_note(&two, "11th Airborne Division is out of supply and cannot drop"), "{:?}", two.notes);
    assert_eq!(fight(&two, &[6], "", "").result, "depleted");
}

#[test]
fn ground_support_has_no_part_in_a_drop_alone_and_is_told_so() {
    let text = TARAWA.to_owned()
        + "at E3917: us-f-211 ground-support target=E3911, us-b-22 ground-support target=E3911\n";
    let drop = battle(&text);
    for name in ["Marine Fighting Squadron 211", "22nd Bomb Group"] {
        let told = drop
            .notes
            .iter()
            .find(|note| note.contains("cannot give ground support in E3911") && note.contains(name));
        let told = told.unwrap_or_else(|| panic!("{name} in {:?}", drop.notes));
        assert_eq!(told.contains("mission Escort"), name.starts_with("Marine"), "{told:?}");
    }
    let report = fight(&drop, &[6], "", "");
    let changes = super::given(&text).changes(&drop, &report.deeds);
    assert!(changes.iter().all(|change| !change.words.contains("Squadron 211")), "its mission stays");
    // Where somebody defends the hex it helps.
    let defended = battle(&(text + "at E3911: jp-inf-1\n"));
    assert_eq!(defended.id, "land-E3911");
    assert!(
        has_note(&defended, "flies ground support") || has_note(&defended, "left out"),
        "{:?}",
        defended.notes
    );
}
