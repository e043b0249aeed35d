//! A game played with the desk is proven to its last unit; whatever the umpire did without a word in the log is told.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::umpire::Club;
use super::umpire_take::Hand;
use super::{liege, said};

/// A game at the desk, and the folder in which it is published.
struct Evening {
    club: Club,
    game: PathBuf,
}

impl Evening {
    fn of(scenario: &str, power: &str) -> Self {
        let club = Club::new();
        let text = std::fs::read_to_string(format!("oob/aafog/scenarios/{scenario}.txt")).unwrap();
        let game = club.begin("evening", &text);
        let evening = Self { club, game };
        evening.phase(power, "CM");
        evening
    }

    fn done(&self, task: &str, words: &[&str]) -> String {
        let run = liege(&[&["umpire", task, self.game.to_str().unwrap()], words].concat());
        assert!(run.status.success(), "{task} {words:?}: {}", said(&run));
        said(&run)
    }

    fn phase(&self, power: &str, phase: &str) {
        self.done("issue", &["--power", power, "--phase", phase]);
    }

    /// Takes a copy of an issue with a list.
    fn take(&self, copy: &str, list: &str) {
        let orders = self.club.path("list.txt");
        std::fs::write(&orders, list).unwrap();
        self.done("take", &[copy, "--orders", orders.to_str().unwrap()]);
    }

    fn issued(&self, issue: u32, side: &str) -> String {
        self.game.join(format!("issues/{issue:03}/{side}.vsav")).to_str().unwrap().to_owned()
    }

    /// Goes on with the list, to its end where the answers last so long.
    fn turn(&self, answers: &[&str]) {
        let mut answers = answers.iter();
        let mut answer: Option<&str> = None;
        for _ in 0..30 {
            let words: Vec<&str> = answer.map(|answer| ["--answer", answer]).into_iter().flatten().collect();
            let text = self.done("turn", &[&["--format", "json"], words.as_slice()].concat());
            let told: Value = serde_json::from_str(&text).unwrap();
            let report = &told["reports"][0];
            if report["finished"] == true {
                return;
            }
            answer = None;
            if !report["open"].is_null() {
                match answers.next() {
                    Some(next) => answer = Some(next),
                    None => return,
                }
            }
        }
        panic!("the list comes to no end");
    }

    /// Moves a unit in the master behind the desk's back.
    fn cheat(&self, id: &str, from: &str, to: &str) {
        let master = self.game.join("master.vsav");
        let changed = Hand::of(&self.club, &master).go(id, from, to).save(&self.club, "cheat.vsav");
        std::fs::copy(changed, master).unwrap();
    }

    /// Changes a file of the last state behind the desk's back.
    fn edit(&self, file: &str, edit: impl Fn(&str) -> String) {
        let states = std::fs::read_dir(self.game.join("state")).unwrap();
        let last = states.map(|state| state.unwrap().path()).filter(|path| path.is_dir()).max().unwrap();
        let path = last.join(file);
        let before = std::fs::read_to_string(&path).unwrap();
        let after = edit(&before);
        assert_ne!(before, after, "nothing was changed");
        std::fs::write(path, after).unwrap();
    }

    /// Adds an entry to the ledger of the Axis: something in SZ 35 that nobody saw. Gives its number.
    fn invent(&self, issue: u32) -> u32 {
        let number = Cell::new(0);
        self.edit("ledger-axis.csv", |text| {
            let last = text.lines().last().and_then(|line| line.split(',').next()?.parse::<u32>().ok());
            number.set(last.unwrap_or(0) + 1);
            format!("{text}{},{issue},1,us,CC,SZ 35,us,SUB,1,0,M11,,\n", number.get())
        });
        number.get()
    }

    /// What `verify` says of the published game.
    fn verified(&self, status: i32) -> Value {
        let end = self.club.path("end");
        if end.exists() {
            std::fs::remove_dir_all(&end).unwrap();
        }
        let end = end.to_str().unwrap();
        self.done("publish", &["-o", end]);
        let mut words: Vec<String> = ["verify", end, "--module"].map(str::to_owned).into();
        words.push(self.club.path("fog.vmod").to_str().unwrap().to_owned());
        words.extend(["--format".to_owned(), "json".to_owned()]);
        let issues = std::fs::read_dir(self.game.join("issues")).unwrap().count() as u32;
        let copies =
            (0..issues).flat_map(|issue| ["axis", "allies", "shared"].map(|side| self.issued(issue, side)));
        words.extend(copies.filter(|copy| Path::new(copy).is_file()));
        // Of an issue without copies the players have the record.
        let last = self.game.join(format!("issues/{:03}/record.json", issues - 1));
        words.push(last.to_str().unwrap().to_owned());
        let run = liege(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(run.status.code(), Some(status), "{}", said(&run));
        let told: Value = serde_json::from_slice(&run.stdout).unwrap();
        told["reports"].as_array().unwrap().last().unwrap().clone()
    }

    /// The game is proven, and nothing of it is left unchecked but the copies of records that had none.
    fn is_proven(&self) {
        let report = self.verified(0);
        for issue in report["issues"].as_array().unwrap() {
            for check in issue["checks"].as_array().unwrap() {
                let record_alone =
                    check["check"] == "copy" && check["why"] == "no copy of this issue is given";
                assert!(check["verdict"] == "proven" || record_alone, "issue {}: {check}", issue["issue"]);
            }
        }
    }

    /// The contradictions: issue, question, difference, place.
    fn contradictions(&self) -> Vec<Value> {
        let report = self.verified(1);
        let mut all = Vec::new();
        for issue in report["issues"].as_array().unwrap() {
            for check in issue["checks"].as_array().unwrap() {
                if check["verdict"] == "contradicted" {
                    all.push(json!([issue["issue"], check["check"], check["difference"], check["place"]]));
                }
            }
        }
        all
    }
}

#[test]
fn a_blitz_with_its_captures_is_proven_to_its_last_unit() {
    let evening = Evening::of("blitz", "japan");
    evening.take(&evening.issued(1, "axis"), "1. 2 TANK, 3 MECH: Siam > Shan State\n");
    evening.turn(&["TANK + MECH to Malaya, TANK + MECH to Burma", "axis lost MECH; allies lost 2 INF"]);
    evening.done("issue", &[]);
    evening.is_proven();
    evening.cheat("japan-tank", "Malaya", "Siam");
    evening.done("issue", &[]);
    assert_eq!(evening.contradictions(), [json!([4, "units", "way", "Siam"])]);
}

#[test]
fn a_fleet_that_took_troops_aboard_and_went_back_is_proven() {
    let evening = Evening::of("amphibious", "us");
    let copy = Hand::of(&evening.club, Path::new(&evening.issued(1, "allies")))
        .board("us-inf", "Philippines", "us-tr", "SZ 35")
        .board("us-inf", "Philippines", "us-tr", "SZ 35");
    let back = copy.save(&evening.club, "back.vsav");
    evening.take(&back, "CV, TR (2 INF), 2 FTR: SZ 35 > SZ 20 > SZ 19 > Kiangsu\n");
    evening.turn(&[]);
    // Issue 3 is made while the battle is open.
    evening.done("issue", &[]);
    evening.is_proven();
    evening.turn(&[
        "allies damaged CV; allies retreat CV, TR to SZ 35",
        "1; stranded: a functional carrier in SZ 19",
    ]);
    evening.phase("us", "NC");
    evening.is_proven();
}

#[test]
fn a_unit_that_was_moved_while_a_battle_was_open_is_told() {
    let evening = Evening::of("amphibious", "us");
    evening.take(&evening.issued(1, "allies"), "CV, 2 FTR: SZ 35 > SZ 20\n");
    evening.turn(&[]);
    evening.cheat("us-cv", "SZ 20", "SZ 19");
    evening.done("issue", &[]);
    let found = evening.contradictions();
    assert!(found.contains(&json!([3, "units", "way", "SZ 19"])), "{found:?}");
}

#[test]
fn a_non_combat_move_over_friendly_land_is_proven_and_a_unit_that_nobody_ordered_is_told() {
    let evening = Evening::of("blitz", "japan");
    evening.take(&evening.issued(1, "axis"), "1. TANK: Siam > Shan State\n");
    evening.turn(&["TANK to Burma", "stay"]);
    evening.phase("japan", "NC");
    evening.take(&evening.issued(3, "axis"), "1. MECH: Siam > Shan State > Burma\n");
    evening.turn(&[]);
    evening.done("issue", &[]);
    evening.is_proven();
    evening.cheat("japan-mech", "Burma", "Siam");
    evening.done("issue", &[]);
    assert_eq!(evening.contradictions(), [json!([5, "units", "way", "Siam"])]);
}

#[test]
fn a_master_of_another_set_up_is_refused_and_one_of_a_like_set_up_is_found() {
    let evening = Evening::of("blitz", "japan");
    let put = |name: &str, text: &str| {
        std::fs::copy(evening.club.save(name, text), evening.game.join("master.vsav")).unwrap();
    };
    let set_up = |name: &str| std::fs::read_to_string(format!("oob/aafog/scenarios/{name}.txt")).unwrap();
    put("other.vsav", &set_up("amphibious"));
    let refused = liege(&["umpire", "issue", evening.game.to_str().unwrap()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("is the save of another game"), "{}", said(&refused));
    put("like.vsav", &format!("{}at \"Malaya\": uk-ftr\n", set_up("blitz")));
    evening.done("issue", &[]);
    let found = evening.contradictions();
    assert!(found.iter().any(|one| one[0] == 2 && one[1] == "units"), "{found:?}");
    assert!(found.iter().all(|one| one[0] == 2), "{found:?}");
}

#[test]
fn an_entry_that_no_sighting_brings_is_told_and_with_its_line_it_is_proven() {
    let evening = Evening::of("blitz", "japan");
    let entry = evening.invent(2);
    evening.done("issue", &[]);
    let made_up = json!([2, "sightings", "unannounced", "ledger/axis"]);
    assert_eq!(evening.contradictions(), std::slice::from_ref(&made_up));
    // A line that comes after the issue is too late, and brings nothing to the next one.
    let sighting =
        |n: u32| format!("{{\"n\":{n},\"kind\":\"sighting\",\"side\":\"axis\",\"entry\":{entry}}}\n");
    evening.edit("turn-log.jsonl", |text| format!("{text}{}", sighting(900)));
    evening.done("issue", &[]);
    assert_eq!(evening.contradictions(), [made_up]);
    let evening = Evening::of("blitz", "japan");
    evening.invent(2);
    evening.edit("turn-log.jsonl", |text| format!("{text}{}", sighting(900)));
    evening.done("issue", &[]);
    evening.is_proven();
}

#[test]
fn an_entry_that_is_dropped_changed_or_never_written_down_is_told() {
    let evening = Evening::of("blitz", "japan");
    evening.take(&evening.issued(1, "axis"), "1. 2 TANK, 3 MECH: Siam > Shan State\n");
    evening.turn(&["TANK + MECH to Malaya, TANK + MECH to Burma", "axis lost MECH; allies lost 2 INF"]);
    let without_last = |text: &str| {
        let end = text.trim_end().rfind('\n').unwrap();
        text[..=end].to_owned()
    };
    evening.edit("ledger-axis.csv", without_last);
    evening.done("issue", &[]);
    let unwritten = json!([3, "sightings", "unwritten", "ledger/axis"]);
    assert_eq!(evening.contradictions(), std::slice::from_ref(&unwritten));
    evening.edit("ledger-axis.csv", without_last);
    evening.edit("ledger-allies.csv", |text| text.replacen("setup", "public", 1));
    evening.done("issue", &[]);
    let [changed, gone] = [("changed", "allies"), ("gone", "axis")]
        .map(|(what, side)| json!([4, "sightings", what, format!("ledger/{side}")]));
    assert_eq!(evening.contradictions(), [unwritten, changed, gone]);
}

#[test]
fn an_order_of_the_log_that_is_another_than_in_the_committed_list_is_told() {
    let evening = Evening::of("blitz", "japan");
    evening.take(&evening.issued(1, "axis"), "1. 2 TANK, 3 MECH: Siam > Shan State\n");
    evening.turn(&["TANK + MECH to Malaya, TANK + MECH to Burma", "axis lost MECH; allies lost 2 INF"]);
    evening.is_proven();
    let elsewhere = |text: &str| {
        let line = text.lines().find(|line| line.contains(r#""kind":"order""#)).unwrap().to_owned();
        text.replacen(&line, &line.replace("Shan State", "Malaya"), 1)
    };
    evening.edit("turn-log.jsonl", elsewhere);
    let told = evening.contradictions();
    let order = |told: &&Value| told[1] == "orders";
    let orders: Vec<&Value> = told.iter().filter(order).collect();
    assert_eq!(orders, [&json!([2, "orders", "order", "orders/japan"])]);
}
