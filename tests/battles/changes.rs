//! From outcomes to edits.

use liege::rules::battle::{PlannedChange, What};
use liege::rules::procedure::Report;
use serde_json::Value;

use super::{fight, game, given};

const TEXT: &str = "at W4318: cn-inf-10, chit:fortification destroyed, chit:cn-air-supply\n\
                    at W4418: jp-inf-2 attack W4318, jp-inf-3 attack W4318\n\
                    at W4417: jp-inf-4 attack W4318, jp-inf-5 attack W4318";

/// Fights the only battle of a text and plans its changes, each as `piece what`.
fn outcome(text: &str, faces: &[u8], attacker: &str, defender: &str) -> (Report, Vec<PlannedChange>) {
    let given = given(text);
    let battle = game().battles(&given).remove(0);
    let report = fight(&battle, faces, attacker, defender);
    let effects: &Vec<Value> = report.json["changes"].as_array().unwrap();
    let changes = game().changes(&given, &battle, effects);
    (report, changes)
}

fn lines(changes: &[PlannedChange]) -> Vec<String> {
    let one = |change: &PlannedChange| {
        let what = match &change.what {
            What::TurnLayer { layer, level } => format!("{layer} {level}"),
            What::MoveToHex(hex) => format!("to {hex}"),
            What::MoveToBox(name) => format!("to {name}"),
            What::AddChit { entry, hex } => format!("{entry} on {hex}"),
            What::Say => "say".into(),
        };
        format!("{} {what}", change.piece).trim().to_owned()
    };
    changes.iter().map(one).collect()
}

#[test]
fn show() {
    for face in 1..=6 {
        let (report, changes) = outcome(TEXT, &[face], "weakest advance", "retreat together");
        println!("{} {} {:#?}", face, report.result, lines(&changes));
        let (report, changes) = outcome(TEXT, &[face], "weakest hold", "stand weakest");
        println!("{} {} {:#?}", face, report.result, lines(&changes));
        for c in changes { println!("{}", c.words); }
    }
}
