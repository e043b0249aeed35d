//! The worked examples of the list of the rules that take a whole desk, WA02, WA16 and WA19: every value of their steps
//! and results. Those that are one meeting stand in `data/aafog/meetings.toml`.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use super::umpire::Club;
use super::umpire_take::Hand;
use super::umpire_turn::Table;
use super::{done, liege, said};

/// The messages of one call: side, template and every field.
fn messages(turn: &Value) -> Vec<(String, String, Value)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let one = |message: &Value| (text(&message["to"]), text(&message["template"]), message["fields"].clone());
    turn["messages"].as_array().unwrap().iter().map(one).collect()
}

fn sent(side: &str, template: &str, fields: Value) -> (String, String, Value) {
    (side.into(), template.into(), fields)
}

/// What the ledger of a side has from anything but the set-up: place, power, class, number, damage, source.
fn met(ledger: &str) -> BTreeSet<String> {
    let mut lines = ledger.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let of = |line: &str, name: &str| {
        let at = head.iter().position(|known| *known == name).unwrap();
        line.split(',').nth(at).unwrap().to_owned()
    };
    let words = ["place", "side_seen", "class", "number", "damage", "source"];
    let new = lines.filter(|line| of(line, "source") != "setup");
    new.map(|line| words.map(|word| of(line, word)).join(" ")).collect()
}

/// WA02: a carrier is stopped, its fighters fly on and are lost.
#[test]
fn wa02_a_carrier_is_stopped_and_its_fighters_are_doomed() {
    let table = Table::with_convoy();
    // Step 1: the carrier meets a battleship: stop, mutual, battle; the fighters fly over it.
    let turn = table.turn(None);
    let attacked = sent("Axis", "M01", json!({"place": "SZ 20"}));
    let stopped = sent("Allies", "M02", json!({"item": 1, "zone": "SZ 20"}));
    assert_eq!(messages(&turn), [attacked, stopped]);
    let seen = |ledger: &str, all: &[&str]| {
        let due: BTreeSet<String> = all.iter().map(|one| (*one).to_owned()).collect();
        assert_eq!(met(&table.ledger(ledger)), due, "{ledger}");
    };
    seen("axis", &["SZ 20 us CV 1 0 battle 1", "SZ 20 us TR 1 0 battle 1"]);
    seen("allies", &["SZ 20 japan BB 1 0 battle 1"]);
    let battle = Hand::of(&table.club, &table.game.join("battles/001.vsav"));
    for (counter, place) in [("us-cv", "Attacker"), ("us-tr", "Attacker"), ("japan-bb", "Defender")] {
        assert_eq!(battle.places(counter), [place], "{counter}");
    }
    assert!(battle.places("us-inf").is_empty() && battle.places("us-ftr").is_empty());
    // Steps 2 and 3: the players roll; the battleship's 4 damages the carrier, and the fleet goes back with its cargo.
    table.turn(Some("allies damaged CV; allies retreat CV, TR to SZ 35"));
    let master = table.master();
    let is_damaged = |hand: &Hand, id: &str, at: &str| hand.find(id, at).name.contains("(damaged)");
    assert!(is_damaged(&master, "us-cv", "SZ 35") && !is_damaged(&master, "us-tr", "SZ 35"));
    assert!(!is_damaged(&master, "japan-bb", "SZ 20"));
    assert_eq!(master.places("us-inf"), ["SZ 35", "SZ 35"]);
    assert_eq!(master.aboard(), 2, "the infantry stays aboard");
    // Step 4: Kiangsu is empty: no battle, no capture, 4 - 3 = 1 movement left; Anhwe is held by the Axis.
    table.turn(None);
    let turn = table.turn(Some("1; stranded: a functional carrier in SZ 19"));
    let options = json!({"place": "Kiangsu", "options": ["a functional carrier in SZ 19"]});
    let none = sent("Allies", "M12", json!({"place": "Kiangsu", "mp": 1}));
    assert_eq!(messages(&turn), [none, sent("Allies", "M18", options)]);
    assert_eq!(table.turn(None)["finished"], true);
    assert!(table.master().places("us-control").is_empty(), "aircraft take nothing");
    // Step 5: no undamaged carrier is in SZ 19 after the Non-Combat Move.
    table.done(&["issue", table.folder(), "--phase", "NC"]);
    let last = table.game.join("issues/003/allies.vsav");
    table.done(&["take", table.folder(), last.to_str().unwrap()]);
    let turn = table.turn(None);
    let nowhere = sent("Allies", "M18", json!({"place": "Kiangsu", "options": []}));
    assert_eq!(messages(&turn), [nowhere]);
    // The result: the fleet is back in SZ 35, the fighters are lost.
    let master = table.master();
    assert_eq!([master.places("us-cv"), master.places("us-tr")], [["SZ 35"], ["SZ 35"]]);
    assert_eq!(master.places("us-ftr"), ["US casualties", "US casualties"]);
}

/// The counters of the other side in a copy that were not seen in the set-up: counter, place, when they were sighted.
fn fresh(copy: &Hand, of: &[&str]) -> Vec<String> {
    let ghost = |id: &&str| {
        let own = copy.all(id).into_iter();
        let told = own.map(|piece| {
            (piece.location.clone().unwrap_or_default(), piece.property("Sighted").map(str::to_owned))
        });
        let new = told.filter(|(_, when)| when.as_deref() != Some("turn 0"));
        new.map(|(place, when)| format!("{id}, {place}, {}", when.unwrap_or_default())).collect::<Vec<_>>()
    };
    let mut all: Vec<String> = of.iter().flat_map(ghost).collect();
    all.sort();
    all
}

const AMERICAN: [&str; 4] = ["us-ca", "us-tr", "us-tank", "us-inf"];
const JAPANESE: [&str; 7] =
    ["japan-sub", "japan-inf", "japan-art", "japan-ftr", "japan-tac", "japan-airbase", "japan-navalbase"];

/// WA16: what each side's copy shows before and after the third dialogue.
#[test]
fn wa16_cargo_submarine_and_garrison_stay_hidden() {
    let table = Table::of("choices", "us");
    // Step 1: the Japanese copy has its own, and of the Americans what was seen in the set-up.
    let before = Hand::of(&table.club, &table.copy("axis"));
    assert_eq!(before.places("japan-sub"), ["SZ 35"]);
    for id in &JAPANESE[1..] {
        assert_eq!(before.places(id), ["Philippines"], "{id}");
    }
    assert_eq!(before.places("us-ca"), ["SZ 208", "SZ 208"]);
    assert_eq!(before.places("us-tr"), ["SZ 208"]);
    assert!(before.places("us-tank").is_empty() && before.places("us-inf").is_empty(), "cargo is never seen");
    assert_eq!(fresh(&before, &AMERICAN), [""; 0]);
    // Step 2: each question says one thing more.
    table.take(&table.copy("allies"), "2 CA, TR (TANK, INF): SZ 208 > SZ 35\n");
    let zone = || json!({"zone": "SZ 35"});
    let texts = [
        (None, "M05", "Radar blip in SZ 35. Which fighters and tactical bombers scramble?"),
        (Some("none"), "M06", "Kamikaze target in SZ 35: there are surface warships. How many tokens?"),
        (
            Some("1"),
            "M10",
            "A battle begins in SZ 35, and no destroyer is in the fleet. Does your hidden sub join?",
        ),
    ];
    for (answer, template, text) in texts {
        let turn = table.turn(answer);
        assert_eq!(messages(&turn), [sent("Axis", template, zone())]);
        assert_eq!(turn["messages"][0]["text"], text);
    }
    let turn = table.turn(Some("stay hidden"));
    let board = sent("Allies", "M20", json!({"item": 1, "zone": "SZ 35", "arm": "sea"}));
    assert_eq!(messages(&turn), [sent("Axis", "M01", json!({"place": "SZ 35"})), board]);
    // Step 3: the battle save.
    let battle = Hand::of(&table.club, &table.game.join("battles/001.vsav"));
    let at_board =
        |id: &str| battle.places(id).into_iter().filter(|at| ["Attacker", "Defender"].contains(&at.as_str()));
    assert_eq!(at_board("us-ca").collect::<Vec<_>>(), ["Attacker", "Attacker"]);
    assert_eq!(at_board("us-tr").collect::<Vec<_>>(), ["Attacker"]);
    assert_eq!(at_board("japan-kami").collect::<Vec<_>>(), ["Defender"], "one token");
    for hidden in AMERICAN[2..].iter().chain(&JAPANESE) {
        assert!(battle.places(hidden).is_empty(), "{hidden}");
    }
    // Step 4: the copies after it.
    table.turn(Some("none"));
    assert_eq!(table.turn(None)["finished"], true);
    table.done(&["issue", table.folder(), "--phase", "NC"]);
    let copy = |side: &str| Hand::of(&table.club, &table.game.join(format!("issues/003/{side}.vsav")));
    let seen = ["us-ca, SZ 35, turn 4", "us-ca, SZ 35, turn 4", "us-tr, SZ 35, turn 4"];
    assert_eq!(fresh(&copy("axis"), &AMERICAN), seen);
    assert!(copy("axis").places("us-tank").is_empty() && copy("axis").places("us-inf").is_empty());
    assert_eq!(fresh(&copy("allies"), &JAPANESE), [""; 0], "neither the submarine nor the island");
    assert_eq!(met(&table.ledger("allies")), BTreeSet::new());
    // A token is no unit that stands there: their history is the box of those that were used.
    assert_eq!(Hand::of(&table.club, &table.copy("allies")).places("japan-kami"), ["Kamikaze tokens"; 2]);
    assert_eq!(copy("allies").places("japan-kami"), ["Kamikaze tokens", "Tokens used"]);
}

/// WA19: the set-up is known to both sides.
#[test]
fn wa19_both_copies_of_the_set_up_equal_the_master() {
    let club = Club::new();
    let text = std::fs::read_to_string("oob/aafog/scenarios/opening.txt").unwrap();
    let game = club.begin("evening", &text);
    let copy = |side: &str| game.join(format!("issues/000/{side}.vsav"));
    let module = club.name("fog.vmod");
    let table = |save: &Path| -> Vec<Value> {
        let words =
            ["convert", save.to_str().unwrap(), "--module", &module, "--to", "json", "--side", "umpire"];
        let json: Value = serde_json::from_str(&done(&words)).unwrap();
        json["reports"][0]["pieces"].as_array().unwrap().clone()
    };
    let master = table(&game.join("master.vsav"));
    let [axis, allies] = ["axis", "allies"].map(|side| table(&copy(side)));
    // Step 1: each holds its own side as in the master, piece by piece.
    for (own, powers) in [(&axis, &["germany", "italy", "japan"][..]), (&allies, &["us", "uk"])] {
        let of_side =
            |piece: &&Value| powers.iter().any(|power| counter(piece).starts_with(&format!("{power}-")));
        let ids = |all: &[Value]| -> BTreeSet<String> {
            all.iter()
                .filter(of_side)
                .map(|piece| format!("{}{}{}", piece["id"], counter(piece), place(piece)))
                .collect()
        };
        assert!(ids(&master).len() > 20);
        assert!(ids(&master).is_subset(&ids(own)), "{powers:?}");
    }
    // Step 2: what is set up of the enemy equals the master.
    let [on_master, on_axis, on_allies] = [&master, &axis, &allies].map(|all| on_board(all));
    assert_eq!(on_axis, on_master);
    // The result: both are alike where both sides take the option.
    assert_eq!(on_axis, on_allies);
    let unlike = |own: &str| {
        let log = game.join("state/00002/turn-log.jsonl");
        let master = game.join("master.vsav");
        let words =
            ["check", master.to_str().unwrap(), "--module", &module, "--side", "umpire", "--only", "AAF-003"];
        let given = ["--copy", own, "--turn-log", log.to_str().unwrap(), "--format", "json"];
        let checked = liege(&[&words[..], &given].concat());
        let json: Value =
            serde_json::from_slice(&checked.stdout).unwrap_or_else(|_| panic!("{}", said(&checked)));
        assert_eq!(json["reports"][0]["not_checked"], json!([]), "{json}");
        json["reports"][0]["findings"].as_array().unwrap().len()
    };
    assert_eq!(unlike(&format!("Axis={}", copy("axis").display())), 0);
    // A copy without Allied pieces is legal, too; one that lacks its own is not.
    let bare = club.name("bare.vsav");
    done(&[
        "view",
        game.join("master.vsav").to_str().unwrap(),
        "--module",
        &module,
        "--side",
        "Axis",
        "-o",
        &bare,
    ]);
    assert!(!table(Path::new(&bare)).iter().any(|piece| counter(piece).starts_with("us-bb")));
    assert_eq!(unlike(&format!("Axis={bare}")), 0);
    let fewer = Hand::of(&club, Path::new(&bare)).go("japan-sub", "SZ 20", "SZ 19").save(&club, "fewer.vsav");
    assert_eq!(unlike(&format!("Axis={fewer}")), 2, "one is missing, and one is too many");
}

fn counter(piece: &Value) -> &str {
    piece["markers"]["LiegeId"].as_str().unwrap_or_default()
}

fn place(piece: &Value) -> &str {
    piece["location"].as_str().unwrap_or_default()
}

/// The units and facilities of a board: counter and place of each, sorted.
fn on_board(pieces: &[Value]) -> Vec<String> {
    let boxed = ["income", "money", "kami", "status", "time"];
    let is_unit = |piece: &&Value| {
        counter(piece).contains('-') && !boxed.iter().any(|word| counter(piece).contains(word))
    };
    let mut all: Vec<String> =
        pieces.iter().filter(is_unit).map(|piece| format!("{} {}", counter(piece), place(piece))).collect();
    all.sort();
    all
}
