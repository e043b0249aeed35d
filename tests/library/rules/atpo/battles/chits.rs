//! A Naval Magic chit that is used for mines, a battery or a submarine goes back into the pool of chits.

use liege::rules::battle::Battle;
use liege::rules::dice::Seeded;
use liege::rules::procedure::Ending;
use serde_json::json;

use super::changes::lines;
use super::{fight_with, game, given};

/// What becomes of the chit of a position whose battle of this procedure is fought with it, by these policies.
fn of_chit(text: &str, procedure: &str, policies: (&str, &str)) -> Vec<String> {
    let given = given(text);
    let battle: Battle =
        given.battles().into_iter().find(|battle| battle.procedure == procedure).expect(procedure);
    let said = json!({"magic": 2});
    let battle = game().lay(&battle, said.as_object().unwrap()).unwrap();
    let over = fight_with(&battle, &mut Seeded::new(1), policies.0, policies.1);
    assert_eq!(over.status, Ending::Done, "{procedure}: {:?} {:?}", over.open, over.refused);
    lines(&given.changes(&battle, &over.deeds)).into_iter().filter(|line| line.starts_with("3.")).collect()
}

#[test]
fn a_chit_that_is_used_for_mines_a_battery_or_a_submarine_goes_back() {
    let port = "at E2501: chit:magic\ncontrol: UK W2112\nat W2112: jp-ca-haguro enter-port";
    let fort = "at E2501: chit:magic\ncontrol: US E4525\nat E4525: chit:us-coastal-fort\nat E4525: jp-ca-haguro sail";
    let battery = "at E2501: chit:magic\nat W3021: jp-stp-1, jp-ca-haguro\n\
        at W3021 aboard jp-stp-1: jp-snlf-kure-3 attack W3021\nat W3021: us-inf-24";
    let boat = "at E2501: chit:magic\nat E4526: us-ss-1 submarine-attack\nat E4526: jp-stp-1, jp-dd-5";
    let both = ["attacker", "defender"];
    for (text, procedure, owner) in [
        (port, "ATPO-R12", both[1]),
        (fort, "ATPO-FORT-MINES", both[1]),
        (battery, "ATPO-R13", both[1]),
        (boat, "ATPO-R21", both[0]),
    ] {
        let with = |word: &str| {
            let words = format!("{word},balanced");
            match owner {
                "attacker" => of_chit(text, procedure, (&words, "balanced")),
                _ => of_chit(text, procedure, ("balanced", &words)),
            }
        };
        assert_eq!(with("use"), ["3.1 to Chits Pool"], "{procedure}");
        assert_eq!(with("keep"), Vec::<String>::new(), "{procedure}");
    }
}
