//! `umpire turn`: the three sample dialogues played from the list to the last message, and turns that stop and go on.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::umpire::Club;
use super::umpire_take::Hand;
use super::{done, liege, said};

/// A game of one of the scenarios in the turn of a power, with the module that it needs.
pub struct Table {
    pub club: Club,
    pub game: PathBuf,
}

impl Table {
    pub fn of(scenario: &str, power: &str) -> Self {
        let club = Club::new();
        let text = std::fs::read_to_string(format!("oob/aafog/scenarios/{scenario}.txt")).unwrap();
        let game = club.begin("evening", &text);
        let table = Self { club, game };
        table.done(&["issue", table.folder(), "--power", power, "--phase", "CM"]);
        table
    }

    /// The second dialogue: a carrier and a transport with two infantry on their way to Kiangsu, fighters above.
    pub fn with_convoy() -> Self {
        let table = Self::of("amphibious", "us");
        let copy = Hand::of(&table.club, &table.copy("allies"))
            .board("us-inf", "Philippines", "us-tr", "SZ 35")
            .board("us-inf", "Philippines", "us-tr", "SZ 35");
        let back = copy.save(&table.club, "back.vsav");
        table.take(Path::new(&back), "CV, TR (2 INF), 2 FTR: SZ 35 > SZ 20 > SZ 19 > Kiangsu\n");
        table
    }

    pub fn folder(&self) -> &str {
        self.game.to_str().unwrap()
    }

    pub fn done(&self, words: &[&str]) -> String {
        done(&[&["umpire"], words].concat())
    }

    pub fn copy(&self, side: &str) -> PathBuf {
        self.game.join(format!("issues/001/{side}.vsav"))
    }

    /// Takes a copy with a list.
    pub fn take(&self, copy: &Path, list: &str) {
        let orders = self.club.path("list.txt");
        std::fs::write(&orders, list).unwrap();
        self.done(&["take", self.folder(), copy.to_str().unwrap(), "--orders", orders.to_str().unwrap()]);
    }

    /// One call of the turn, as JSON.
    pub fn turn(&self, answer: Option<&str>) -> Value {
        let mut words = vec!["turn", self.folder(), "--format", "json"];
        words.extend(answer.map(|answer| ["--answer", answer]).into_iter().flatten());
        let text = self.done(&words);
        let json: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        json["reports"][0].clone()
    }

    /// The messages of one call: to whom, and what.
    pub fn told(&self, answer: Option<&str>) -> Vec<String> {
        let turn = self.turn(answer);
        let one = |message: &Value| {
            format!("{} {}: {}", message["to"], message["template"], message["text"]).replace('"', "")
        };
        turn["messages"].as_array().unwrap().iter().map(one).collect()
    }

    fn state(&self) -> PathBuf {
        let mut states: Vec<PathBuf> =
            std::fs::read_dir(self.game.join("state")).unwrap().map(|entry| entry.unwrap().path()).collect();
        states.sort();
        states.pop().unwrap()
    }

    pub fn ledger(&self, side: &str) -> String {
        std::fs::read_to_string(self.state().join(format!("ledger-{side}.csv"))).unwrap()
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.state().join("turn-log.jsonl")).unwrap()
    }

    pub fn master(&self) -> Hand {
        Hand::of(&self.club, &self.game.join("master.vsav"))
    }
}

#[test]
fn the_first_dialogue_is_played_to_its_end() {
    let table = Table::of("blitz", "japan");
    table.take(&table.copy("axis"), "1. 2 TANK, 3 MECH: Siam > Shan State\n");
    assert_eq!(
        table.told(None),
        [
            "Axis M04: Shan State was empty and is yours, with no facilities; the income chart has moved. Able to blitz on: \
          2 tanks; 2 pairs of tank and mechanized infantry."
        ]
    );
    assert_eq!(
        table.told(Some("2 TANK to Malaya, 3 MECH to Burma")),
        [
            "Axis M17: Not allowed: mechanized infantry blitz only with one tank each, and 3 MECH and 0 TANK go to Burma."
        ]
    );
    assert_eq!(
        table.told(Some("TANK + MECH to Malaya, TANK + MECH to Burma")),
        ["Allies M03: Shan State fell to Japan; there was no battle."]
    );
    assert_eq!(
        table.told(None),
        ["Allies M01: Malaya is under attack. Bring your units there to the battle board."],
        "nothing of Burma yet, nor of the unit that stayed"
    );
    assert_eq!(table.told(Some("axis lost MECH; allies lost 2 INF")), [""; 0]);
    let told = table.told(None);
    assert!(told[0].starts_with("Axis M04: Burma was empty and is yours"), "{told:?}");
    assert_eq!(told[1], "Allies M03: Burma fell to Japan; there was no battle.");
    assert_eq!(table.turn(None)["finished"], true);
    let master = table.master();
    assert_eq!(master.places("japan-tank"), ["Burma", "Malaya"]);
    assert_eq!(master.places("japan-mech"), ["Burma", "Japan casualties", "Shan State"]);
    assert_eq!(master.places("uk-inf"), ["UK casualties", "UK casualties"]);
    assert_eq!(master.places("japan-control"), ["Burma", "Malaya", "Shan State"]);
    assert_eq!(master.places("japan-income"), ["IPC 21"], "the income chart has moved three times");
    let allies = table.ledger("allies");
    assert!(allies.lines().any(|line| line.contains("Malaya,japan,TANK,1")), "{allies}");
    assert!(!allies.contains("Burma,japan") && !allies.contains("Shan State,japan"), "{allies}");
}

#[test]
fn the_second_dialogue_is_played_to_its_end() {
    let table = Table::with_convoy();
    assert_eq!(
        table.told(None),
        [
            "Axis M01: SZ 20 is under attack. Bring your units there to the battle board.",
            "Allies M02: Item 1: your ships go no farther than SZ 20. Bring them to the battle board.",
        ]
    );
    let axis = table.ledger("axis");
    assert!(axis.contains("SZ 20,us,CV,1") && axis.contains("SZ 20,us,TR,1"), "{axis}");
    assert!(
        !axis.contains("SZ 20,us,INF") && !axis.contains("SZ 20,us,FTR"),
        "neither cargo nor who flies on: {axis}"
    );
    assert_eq!(table.told(Some("allies damaged CV; allies retreat CV, TR to SZ 35")), [""; 0]);
    let turn = table.turn(None);
    assert!(turn["open"]["text"].as_str().unwrap().starts_with("Nobody defends Kiangsu"), "{turn}");
    assert_eq!(turn["open"]["by"], "the umpire");
    assert_eq!(
        table.told(Some("1; stranded: a functional carrier in SZ 19")),
        [
            "Allies M12: Kiangsu has no defenders: nothing is fought, and without land units it is not taken. Movement \
             left to your aircraft: 1.",
            "Allies M18: Where your aircraft at Kiangsu can land: a functional carrier in SZ 19. Those that do not are lost.",
        ]
    );
    assert_eq!(table.turn(None)["finished"], true);
    let master = table.master();
    assert_eq!(master.places("us-cv"), ["SZ 35"]);
    assert_eq!(master.places("us-inf"), ["SZ 35", "SZ 35"], "they stay aboard");
    assert_eq!(master.places("us-ftr"), ["Kiangsu", "Kiangsu"]);
    assert_eq!(master.places("us-control"), [""; 0], "aircraft take nothing");
    assert!(table.log().contains("\"kind\":\"retreat\""));
}

#[test]
fn the_third_dialogue_is_played_to_its_end() {
    let table = Table::of("choices", "us");
    table.take(&table.copy("allies"), "2 CA, TR (TANK, INF): SZ 208 > SZ 35\n");
    assert_eq!(
        table.told(None),
        ["Axis M05: Radar blip in SZ 35. Which fighters and tactical bombers scramble?"]
    );
    assert_eq!(
        table.told(Some("none")),
        ["Axis M06: Kamikaze target in SZ 35: there are surface warships. How many tokens?"]
    );
    assert_eq!(
        table.told(Some("1")),
        ["Axis M10: A battle begins in SZ 35, and no destroyer is in the fleet. Does your hidden sub join?"]
    );
    assert_eq!(
        table.told(Some("stay hidden")),
        [
            "Axis M01: SZ 35 is under attack. Bring your units there to the battle board.",
            "Allies M20: Item 1: your sea units in SZ 35 are engaged. Bring them to the battle board.",
        ]
    );
    assert_eq!(table.told(Some("allies lost CA")), [""; 0]);
    assert_eq!(table.turn(None)["finished"], true);
    let allies = table.ledger("allies");
    let met: Vec<&str> = allies.lines().filter(|line| line.contains("battle 1")).collect();
    assert!(!met.iter().any(|line| line.contains(",SUB,") || line.contains("Philippines")), "{allies}");
    let axis = table.ledger("axis");
    assert!(axis.contains("SZ 35,us,CA,2,0,battle 1") && axis.contains("SZ 35,us,TR,1,0,battle 1"), "{axis}");
    assert!(!axis.contains("SZ 35,us,TANK") && !axis.contains("SZ 35,us,INF"), "{axis}");
    let battle = Hand::of(&table.club, &table.game.join("battles/001.vsav"));
    assert_eq!(battle.places("us-ca"), ["Attacker", "Attacker"], "as the battle began");
    assert_eq!(battle.places("us-tr"), ["Attacker"]);
    assert_eq!(battle.places("japan-kami"), ["Defender", "Kamikaze tokens"]);
    for hidden in ["us-tank", "us-inf", "japan-sub", "japan-inf", "japan-ftr", "japan-airbase"] {
        assert_eq!(battle.places(hidden), [""; 0], "{hidden}");
    }
    let master = table.master();
    assert_eq!(master.places("japan-kami"), ["Kamikaze tokens", "Tokens used"]);
    assert_eq!(master.places("us-ca"), ["SZ 35", "US casualties"]);
}

#[test]
fn each_side_gets_a_sheet_of_what_it_is_told_and_of_nothing_else() {
    let table = Table::of("amphibious", "us");
    table.take(&table.copy("allies"), "CV, TR: SZ 35 > SZ 20\n");
    let text = table.done(&["turn", table.folder()]);
    let sheets = table.game.join("sheets");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(sheets).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 2, "{text}");
    let read = |end: &str| {
        let file = files.iter().find(|file| file.to_str().unwrap().ends_with(end)).unwrap();
        std::fs::read_to_string(file).unwrap()
    };
    assert!(files.iter().any(|file| file.ends_with("axis-0001.txt")), "numbered for each side: {files:?}");
    assert_eq!(
        read("axis-0001.txt"),
        "evening, turn 4, United States: Conduct Combat\nTo Axis:\nM01: SZ 20 is under attack. Bring your units there to the battle \
         board.\n"
    );
    assert!(read("allies-0001.txt").contains("M02") && !read("allies-0001.txt").contains("M01"));
}

#[test]
fn a_question_stays_open_until_it_has_a_legal_answer() {
    let table = Table::of("choices", "us");
    table.take(&table.copy("allies"), "2 CA, TR (TANK, INF): SZ 208 > SZ 35\n");
    table.turn(None);
    let before = table.state();
    let wrong = liege(&["umpire", "turn", table.folder(), "--answer", "3 FTR"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        said(&wrong).contains("\"3 FTR\" is not an answer; expected \"none\" or \"1 TAC\""),
        "{}",
        said(&wrong)
    );
    assert_eq!(table.state(), before, "nothing is written");
    let again = table.turn(None);
    assert_eq!(again["open"]["answers"], serde_json::json!(["none", "1 TAC", "1 FTR", "1 FTR, 1 TAC"]));
    assert_eq!(again["messages"], serde_json::json!([]), "what was told is not told twice");
    let between = liege(&["umpire", "issue", table.folder()]);
    assert_eq!(between.status.code(), Some(2));
    assert!(said(&between).contains("a question of the turn is open"), "{}", said(&between));
    assert_eq!(table.state(), before);
}

#[test]
fn an_answer_to_nothing_and_a_turn_without_a_list_are_refused() {
    let table = Table::of("choices", "us");
    let early = liege(&["umpire", "turn", table.folder()]);
    assert_eq!(early.status.code(), Some(2));
    assert!(said(&early).contains("no list of moves is in progress"), "{}", said(&early));
    table.take(&table.copy("allies"), "2 CA: SZ 208 > SZ 35\n");
    let early = liege(&["umpire", "turn", table.folder(), "--answer", "none"]);
    assert_eq!(early.status.code(), Some(2));
    assert!(said(&early).contains("no question is open"), "{}", said(&early));
}

#[test]
fn attackers_go_back_only_where_one_of_them_came_from() {
    let table = Table::of("amphibious", "us");
    table.take(&table.copy("allies"), "CV, TR: SZ 35 > SZ 20\n");
    table.turn(None);
    for (answer, told) in [
        ("allies retreat CV, TR to SZ 19", "no attackers came from there; they retreat to SZ 35"),
        ("allies lost BB", "not so many BB in this battle"),
        ("neutrals lost BB", "no side is called \"neutrals\""),
        ("well", "is not an answer; expected none, or parts"),
    ] {
        let wrong = liege(&["umpire", "turn", table.folder(), "--answer", answer]);
        assert_eq!(wrong.status.code(), Some(2), "{answer}");
        assert!(said(&wrong).contains(told), "{answer}: {}", said(&wrong));
    }
}

#[test]
fn a_turn_that_was_killed_before_its_master_was_placed_goes_on_from_whole_files() {
    let table = Table::of("choices", "us");
    table.take(&table.copy("allies"), "2 CA, TR (TANK, INF): SZ 208 > SZ 35\n");
    let before = std::fs::read(table.game.join("master.vsav")).unwrap();
    for answer in [None, Some("none"), Some("0")] {
        table.turn(answer);
    }
    let state = table.state();
    let after = std::fs::read(table.game.join("master.vsav")).unwrap();
    assert_ne!(before, after, "the fleet has come in");
    // As a command leaves it that is killed between its state and the master.
    std::fs::remove_file(state.join("master-is-placed")).unwrap();
    std::fs::write(table.game.join("master.vsav"), &before).unwrap();
    table.turn(None);
    assert_eq!(std::fs::read(table.game.join("master.vsav")).unwrap(), after);
    // What the umpire changes afterwards with VASSAL is his.
    std::fs::write(table.game.join("master.vsav"), &before).unwrap();
    table.done(&["issue", table.folder()]);
    assert_eq!(std::fs::read(table.game.join("master.vsav")).unwrap(), before);
}

#[test]
fn income_is_collected_once_and_the_loss_is_told_without_its_source() {
    let table = Table::of("blitz", "japan");
    table.done(&["issue", table.folder(), "--phase", "CI"]);
    assert_eq!(table.turn(None)["open"]["by"], "the umpire");
    let turn = table.turn(Some("convoy 3; objectives 5"));
    assert_eq!(turn["messages"][0]["text"], "Convoy disruption costs you 3 IPC.");
    assert!(turn["remarks"].to_string().contains("Japan collects 17"), "{turn}");
    let again = liege(&["umpire", "turn", table.folder()]);
    assert_eq!(again.status.code(), Some(2), "{}", said(&again));
}

#[test]
fn ask_walks_through_the_whole_list_in_the_terminal() {
    let table = Table::of("choices", "us");
    table.take(&table.copy("allies"), "2 CA, TR (TANK, INF): SZ 208 > SZ 35\n");
    let answers = "9 FTR\nnone\n1\nstay hidden\nallies lost CA\n\n";
    let walked = super::liege_with(&["umpire", "turn", table.folder(), "--ask"], answers);
    assert!(walked.status.success(), "{}", said(&walked));
    let text = said(&walked);
    for part in ["to Axis: Radar blip in SZ 35", "\"9 FTR\" is not an answer", "the list is finished"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let halfway = Table::of("choices", "us");
    halfway.take(&halfway.copy("allies"), "2 CA: SZ 208 > SZ 35\n");
    let stopped = super::liege_with(&["umpire", "turn", halfway.folder(), "--ask"], "none\n");
    assert!(said(&stopped).contains("stopped; continue with"), "{}", said(&stopped));
    assert!(halfway.turn(None)["open"]["text"].as_str().unwrap().contains("tokens"));
}

/// A game of our own set-up in the turn of a power.
pub fn game(text: &str, power: &str) -> Table {
    let club = Club::new();
    let game = club.begin("evening", text);
    let table = Table { club, game };
    table.done(&["issue", table.folder(), "--power", power, "--phase", "CM"]);
    table
}

#[test]
fn without_war_no_territory_is_attacked() {
    let text = "game: aafog\nin \"Turn 1\": time\nin \"US not at war\": us-status\nat \"Siam\": 2 x japan-inf\n\
        at \"Malaya\": us-inf\ncontrol: us \"Malaya\"\n";
    let table = game(text, "japan");
    table.take(&table.copy("axis"), "INF: Siam > Malaya, attack\n");
    let told = table.told(None);
    assert_eq!(
        told,
        ["Axis M17: Not allowed: you are not at war with us, whose units or territory are in Malaya."]
    );
    assert_eq!(table.turn(None)["finished"], true);
    assert_eq!(table.master().places("japan-inf"), ["Siam", "Siam"]);
}

#[test]
fn what_no_table_tells_of_an_air_base_is_asked_once() {
    let text = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\ncontrol: japan \"Philippines\"\n\
        at \"Philippines\": japan-ftr, japan-airbase number=2\nat \"SZ 208\": us-ca, us-dd\n";
    let table = game(text, "us");
    table.take(&table.copy("allies"), "CA: SZ 208 > SZ 35\nDD: SZ 208 > SZ 35\n");
    let turn = table.turn(None);
    assert_eq!(turn["open"]["text"], "Does the air base in Philippines still work with damage 2?");
    table.turn(Some("yes"));
    let turn = table.turn(None);
    assert_eq!(turn["messages"][0]["template"], "M05", "{turn}");
    table.turn(Some("1 FTR"));
    table.turn(Some("none"));
    let turn = table.turn(None);
    assert_ne!(turn["open"]["by"], "Axis", "the fighter has scrambled already: {turn}");
}

#[test]
fn aircraft_that_scrambled_do_not_defend_their_island() {
    let text = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\ncontrol: japan \"Philippines\"\n\
        at \"Philippines\": japan-ftr, japan-inf, japan-airbase\nat \"SZ 208\": us-ca\nat \"Malaya\": us-bmb\n";
    let table = game(text, "us");
    table.take(&table.copy("allies"), "CA: SZ 208 > SZ 35\nBMB: Malaya > SZ 208 > SZ 35 > Philippines\n");
    table.turn(None);
    table.turn(Some("1 FTR"));
    table.turn(Some("none"));
    let mut last = table.turn(None);
    for _ in 0..4 {
        if last["open"].is_null() {
            last = table.turn(None);
        }
    }
    let question = last["open"]["text"].as_str().unwrap();
    assert!(
        question.contains("battle 2 in Philippines")
            && question.contains("against Axis with Japanese INF, Japanese AIRBASE:"),
        "{question}"
    );
}

#[test]
fn the_aircraft_of_a_lost_carrier_stay_and_a_transport_takes_its_cargo_down() {
    let text = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\nat \"SZ 35\": japan-bb\n\
        at \"SZ 208\": us-cv, us-tr\nat \"SZ 208\" aboard us-cv: us-ftr\nat \"SZ 208\" aboard us-tr: us-inf\n";
    let table = game(text, "us");
    table.take(&table.copy("allies"), "CV (FTR), TR (INF): SZ 208 > SZ 35\n");
    table.turn(None);
    let turn = table.turn(Some("allies lost CV, TR"));
    assert!(turn["remarks"].to_string().contains("American FTR in SZ 35 have lost their carrier"), "{turn}");
    let master = table.master();
    assert_eq!(master.places("us-ftr"), ["SZ 35"]);
    assert_eq!(master.places("us-inf"), ["US casualties"]);
    assert_eq!(master.places("us-cv"), ["US casualties"]);
}

#[test]
fn a_phase_does_not_change_under_a_list_and_a_copy_is_no_master() {
    let table = Table::of("choices", "us");
    table.take(&table.copy("allies"), "2 CA: SZ 208 > SZ 35\n");
    for answer in [None, Some("none"), Some("1"), Some("join")] {
        table.turn(answer);
    }
    let early = liege(&["umpire", "issue", table.folder(), "--phase", "NC"]);
    assert_eq!(early.status.code(), Some(2));
    assert!(said(&early).contains("a list of moves is still being carried out"), "{}", said(&early));
    let empty = liege(&["umpire", "turn", table.folder(), "--answer", " "]);
    assert!(said(&empty).contains("the answer is empty"), "{}", said(&empty));
    std::fs::copy(table.copy("axis"), table.game.join("master.vsav")).unwrap();
    let foreign = liege(&["umpire", "turn", table.folder()]);
    assert_eq!(foreign.status.code(), Some(2));
    assert!(said(&foreign).contains("is a copy handed out"), "{}", said(&foreign));
}

#[test]
fn an_answer_that_names_no_unit_ends_no_battle() {
    let table = Table::with_convoy();
    table.told(None);
    for answer in [
        "allies lost ,",
        "allies lost CV,",
        "allies lost TR ()",
        "axis lost ;",
        "allies retreat , to SZ 35",
        ",",
    ] {
        let run = liege(&["umpire", "turn", table.folder(), "--answer", answer]);
        assert_eq!(run.status.code(), Some(2), "{answer}: {}", said(&run));
    }
    assert!(table.turn(None)["open"]["text"].as_str().unwrap().starts_with("battle 1 in SZ 20"));
}

#[test]
fn the_end_of_a_battle_lists_what_changed() {
    let table = Table::with_convoy();
    table.told(None);
    let end = table.turn(Some("axis damaged BB; allies lost TR; allies retreat CV to SZ 35"));
    let remarks: Vec<&str> = end["remarks"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(
        remarks,
        [
            "lost: American TR (2 American INF)",
            "damaged: Japanese BB",
            "back to SZ 35: American CV",
            "left in SZ 20: Japanese BB"
        ]
    );
}

#[test]
fn status_says_where_a_game_stands_and_undo_takes_the_last_answer_back() {
    let table = Table::with_convoy();
    let status = |says: &str| {
        let text = table.done(&["status", table.folder()]);
        assert!(text.contains(says), "expected \"{says}\": {text}");
        text
    };
    status("evening: aafog");
    status("- the list of United States: 1 item\n  1. SZ 35 > SZ 20 > SZ 19 > Kiangsu, attack\n");
    table.told(None);
    let before = status("open: the umpire answers (8): battle 1 in SZ 20");
    let master = std::fs::read(table.game.join("master.vsav")).unwrap();
    let (log, ledger) = (table.log(), table.ledger("axis"));
    let nothing = liege(&["umpire", "undo", table.folder()]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(said(&nothing).contains("has no answer to undo"), "{}", said(&nothing));
    table.told(Some("allies damaged CV; allies retreat CV, TR to SZ 35"));
    status("- last answer: allies damaged CV; allies retreat CV, TR to SZ 35 (liege umpire undo ");
    // What followed without an answer goes, too.
    table.told(None);
    let text = table.done(&["undo", table.folder()]);
    assert!(text.contains("undone: allies damaged CV; allies retreat CV, TR to SZ 35\n"), "{text}");
    assert_eq!(status("next: "), before);
    assert_eq!(std::fs::read(table.game.join("master.vsav")).unwrap(), master);
    assert_eq!((table.log(), table.ledger("axis")), (log, ledger));
    // The game goes on as if nothing had been, and both answers can be taken back.
    table.told(Some("allies damaged CV; allies retreat CV, TR to SZ 35"));
    table.told(None);
    table.told(Some("1; stranded: a functional carrier in SZ 19"));
    let told: Value =
        serde_json::from_str(&table.done(&["undo", table.folder(), "--format", "json"])).unwrap();
    assert_eq!(told["answer"], "1; stranded: a functional carrier in SZ 19");
    assert_eq!(told["withdrawn"][0]["template"], "M12", "{told}");
    table.done(&["undo", table.folder()]);
    assert_eq!(status("next: "), before);
    // Once copies are handed out an answer counts.
    table.told(Some("allies damaged CV; allies retreat CV, TR to SZ 35"));
    table.told(None);
    table.told(Some("1; stranded: a functional carrier in SZ 19"));
    table.turn(None);
    table.done(&["issue", table.folder()]);
    assert_eq!(liege(&["umpire", "undo", table.folder()]).status.code(), Some(2));
}

#[test]
fn power_and_phase_are_taken_as_people_type_them() {
    let table = Table::of("amphibious", "us");
    for (power, phase, due) in [
        ("USA", "combat", "United States, Combat Move"),
        ("american", "non-combat move", "United States, Non-Combat Move"),
        ("Japan", "mobilize", "Japan, Mobilize New Units"),
        ("JAPANESE", "pu", "Japan, Purchase Units"),
    ] {
        table.done(&["issue", table.folder(), "--power", power, "--phase", phase]);
        let text = table.done(&["status", table.folder()]);
        assert!(text.lines().next().unwrap().ends_with(due), "{power} {phase}: {text}");
    }
    for (word, given) in [("--power", "france"), ("--phase", "tea")] {
        let run = liege(&["umpire", "issue", table.folder(), word, given]);
        assert_eq!(run.status.code(), Some(2), "{}", said(&run));
    }
}
