//! What `umpire take` does with a change in a copy, row by row as the table of AAF-P08 has it.

use liege::model::change::Change;
use serde_json::Value;

use super::hidden_play::{every_row, outcome};
use super::umpire::START;
use super::umpire_take::{Hand, Table};
use super::{liege, said};

/// A change in the copy of the Axis, in the turn of Japan.
struct Case {
    row: &'static str,
    phase: &'static str,
    /// What was changed and how, and whether the list has it, as the procedure takes it.
    words: &'static [&'static str],
    edit: fn(Hand) -> Hand,
    /// What the side is told, where it is not taken.
    told: &'static str,
}

const CASES: &[Case] = &[
    Case {
        row: "guess",
        phase: "CM",
        words: &["piece=us ghost", "change=removed"],
        edit: |hand| hand.remove("us-cv", "SZ 35"),
        told: "",
    },
    Case {
        row: "enemy",
        phase: "PU",
        words: &["piece=us SUB", "change=added"],
        edit: |hand| hand.add("us-sub", "SZ 19"),
        told: "",
    },
    Case {
        row: "public",
        phase: "CI",
        words: &["piece=time", "change=moved"],
        edit: |hand| hand.go("time", "Turn 1", "Turn 2"),
        told: "the umpire keeps it",
    },
    Case {
        row: "partner",
        phase: "PU",
        words: &["piece=germany BB", "change=added"],
        edit: |hand| hand.add("germany-bb", "Germany purchase"),
        told: "it is not the turn of Germany",
    },
    Case {
        row: "list",
        phase: "CM",
        words: &["piece=japan orders", "change=changed"],
        edit: |hand| hand.note("Axis", "BB: SZ 20 > SZ 19"),
        told: "",
    },
    Case {
        row: "purchase",
        phase: "PU",
        words: &["piece=japan money", "change=changed"],
        edit: |hand| hand.number("japan-money", "Japan money", "12"),
        told: "",
    },
    Case {
        row: "bought",
        phase: "PU",
        words: &["piece=japan TANK", "change=added"],
        edit: |hand| hand.add("japan-tank", "Japan purchase"),
        told: "",
    },
    Case {
        row: "research",
        phase: "RD",
        words: &["piece=japan research", "change=added"],
        edit: |hand| hand.add("japan-research", "Japan research"),
        told: "",
    },
    Case {
        row: "technology",
        phase: "RD",
        words: &["piece=japan technology", "change=added"],
        edit: |hand| hand.add("japan-technology", "Japan research"),
        told: "the umpire places it after seeing the dice",
    },
    Case {
        row: "move",
        phase: "CM",
        words: &["piece=japan BB", "change=moved", "listed=yes"],
        edit: |hand| hand.go("japan-bb", "SZ 20", "SZ 19").note("Axis", "BB: SZ 20 > SZ 19"),
        told: "",
    },
    Case {
        row: "unlisted",
        phase: "CM",
        words: &["piece=japan INF", "change=moved", "listed=no"],
        edit: |hand| hand.go("japan-inf", "Siam", "Malaya").note("Axis", "BB: SZ 20 > SZ 19"),
        told: "it is not in the list",
    },
    Case {
        row: "non-combat",
        phase: "NC",
        words: &["piece=japan BB", "change=moved"],
        edit: |hand| hand.go("japan-bb", "SZ 20", "SZ 19"),
        told: "",
    },
    Case {
        row: "mobilize",
        phase: "MO",
        words: &["piece=japan TANK", "change=moved"],
        edit: |hand| hand.go("japan-tank", "Japan purchase", "Siam"),
        told: "",
    },
    Case {
        row: "losses",
        phase: "CI",
        words: &["piece=japan SUB", "change=removed"],
        edit: |hand| hand.remove("japan-sub", "SZ 20"),
        told: "not in Collect Income",
    },
    Case {
        row: "damage",
        phase: "CI",
        words: &["piece=japan BB", "change=changed"],
        edit: |hand| {
            let piece = hand.id("japan-bb", "SZ 20");
            hand.change(&[Change::SetLayer { piece, layer: "Damage".into(), level: 2 }])
        },
        told: "not in Collect Income",
    },
    Case {
        row: "rest",
        phase: "CI",
        words: &["piece=japan BB", "change=moved"],
        edit: |hand| hand.go("japan-bb", "SZ 20", "SZ 19"),
        told: "not in Collect Income",
    },
];

/// What a desk makes of the copy: applied, mock-up or left-out.
fn at_the_desk(case: &Case) -> &'static str {
    let bought = if case.row == "mobilize" { "at \"Japan purchase\": japan-tank\n" } else { "" };
    let table = Table::new(&format!("{START}{bought}"), "japan", case.phase);
    let copy = (case.edit)(table.hand(1, "axis")).save(&table.club, "back.vsav");
    let taken = liege(&["umpire", "take", &table.folder, &copy, "--format", "json"]);
    assert!(taken.status.success(), "{}: {}", case.row, said(&taken));
    let told: Value = serde_json::from_slice(&taken.stdout).unwrap();
    let told = if told["left_out"].is_null() { &told["reports"][0] } else { &told };
    let texts = |key: &str| -> Vec<String> {
        told[key].as_array().into_iter().flatten().map(ToString::to_string).collect()
    };
    let left = texts("left_out");
    if !case.told.is_empty() && left.iter().any(|text| text.contains(case.told)) {
        return "left-out";
    }
    assert_eq!(left, [""; 0], "{}", case.row);
    let applied = !texts("orders").is_empty() || told["changes"] != 0;
    if applied { "applied" } else { "mock-up" }
}

#[test]
fn the_desk_takes_a_copy_as_the_table_of_returned_copies_has_it() {
    for case in CASES {
        let phase = format!("phase={}", case.phase);
        let asked = [&["P08", "side=axis", "turn-of=japan", &phase], case.words].concat();
        let told = outcome(&asked);
        assert_eq!(told["row"], case.row);
        assert_eq!(told["fate"], at_the_desk(case), "{}", case.row);
    }
    every_row("returns.csv", CASES.iter().map(|case| case.row).collect());
}
