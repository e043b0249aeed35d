//! `umpire take`: what a side gives back, what of it is taken, and what a broken or forged copy can do.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use liege::format::Limits;
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::format::save_file::SaveFile;
use liege::format::sequence;
use liege::model::change::{self, Change, Destination, Order};
use liege::model::module::Module;
use liege::model::position::{Piece, Position};
use serde_json::Value;

use super::umpire::{Club, START};
use super::{DAY, liege, said};

/// The counter that a piece is.
fn counter(piece: &Piece) -> &str {
    piece.property("LiegeId").unwrap_or_default()
}

/// Where a piece lies.
fn place(piece: &Piece) -> &str {
    match piece.location.as_deref() {
        Some("offboard") | None => piece.zone.as_deref().unwrap_or_default(),
        Some(location) => location,
    }
}

/// A save in the hands of a player.
pub struct Hand {
    module: Module,
    file: SaveFile,
    commands: Command,
    position: Position,
}

impl Hand {
    pub fn of(club: &Club, path: &Path) -> Self {
        let module = club.plan.module();
        let file = SaveFile::read(std::fs::read(path).unwrap(), &Limits::default()).unwrap();
        let commands = file.commands().unwrap();
        let (position, _) = Position::read(&commands, Some(&module));
        Self { module, file, commands, position }
    }

    pub fn find(&self, id: &str, at: &str) -> &Piece {
        let found = self.position.pieces.iter().find(|piece| counter(piece) == id && place(piece) == at);
        let all =
            || self.position.pieces.iter().map(|piece| (counter(piece), place(piece))).collect::<Vec<_>>();
        found.unwrap_or_else(|| panic!("no {id} in {at}: {:?}", all()))
    }

    /// All pieces that are this counter.
    pub fn all(&self, id: &str) -> Vec<&Piece> {
        self.position.pieces.iter().filter(|piece| counter(piece) == id).collect()
    }

    /// Where so many of a counter lie.
    pub fn places(&self, id: &str) -> Vec<String> {
        let own = self.position.pieces.iter().filter(|piece| counter(piece) == id);
        let mut places: Vec<String> = own.map(|piece| place(piece).to_owned()).collect();
        places.sort();
        places
    }

    /// The id of the one counter of a kind in a place.
    pub fn id(&self, id: &str, at: &str) -> String {
        self.find(id, at).id.clone()
    }

    /// How many pieces are marked as being aboard something.
    pub fn aboard(&self) -> usize {
        self.position.pieces.iter().filter(|piece| piece.name.contains("(aboard)")).count()
    }

    /// Each counter of a kind in a place, with what lies directly under it: `chip-1, chip-1, uk-inf`.
    pub fn counters(&self, id: &str, at: &str) -> Vec<String> {
        let of_id = |id: &String| self.position.pieces.iter().find(|piece| piece.id == *id);
        let mut found = Vec::new();
        for stack in &self.position.stacks {
            let mut under = Vec::new();
            for piece in stack.pieces.iter().filter_map(of_id) {
                under.push(counter(piece));
                if !counter(piece).starts_with("chip") {
                    let group = std::mem::take(&mut under);
                    found.extend((counter(piece) == id && place(piece) == at).then(|| group.join(", ")));
                }
            }
        }
        found.sort();
        found
    }

    pub fn to(&self, at: &str) -> Destination {
        let maps = self.position.maps.iter();
        let found = maps.filter_map(|map| Some((map.identifier.clone(), map.layout.centre_of(at)?))).next();
        let (map, at) = found.unwrap_or_else(|| panic!("no place {at}"));
        Destination { map, at, order: Order::Top }
    }

    pub fn change(mut self, changes: &[Change]) -> Self {
        change::apply(&mut self.commands, Some(&self.module), changes).unwrap();
        self.position = Position::read(&self.commands, Some(&self.module)).0;
        self
    }

    pub fn go(self, id: &str, from: &str, to: &str) -> Self {
        let change = Change::Move { piece: self.find(id, from).id.clone(), to: self.to(to) };
        self.change(&[change])
    }

    /// Takes a piece aboard a ship.
    pub fn board(self, id: &str, from: &str, ship: &str, at: &str) -> Self {
        let (piece, carrier) = (self.find(id, from).id.clone(), self.find(ship, at));
        let to = Destination {
            map: carrier.map.clone().unwrap(),
            at: carrier.at(),
            order: Order::Above(carrier.id.clone()),
        };
        let aboard = Change::SetLayer { piece: piece.clone(), layer: "Ride".into(), level: 2 };
        self.change(&[Change::Move { piece, to }, aboard])
    }

    pub fn ashore(self, id: &str, from: &str, to: &str) -> Self {
        let piece = self.find(id, from).id.clone();
        let to = self.to(to);
        let ashore = Change::SetLayer { piece: piece.clone(), layer: "Ride".into(), level: 1 };
        self.change(&[Change::Move { piece, to }, ashore])
    }

    pub fn add(self, id: &str, at: &str) -> Self {
        let is_it =
            |slot: &&liege::model::slot::Slot| format!("{:?}", slot.piece()).contains(&format!("{id}.png"));
        let slot = self.module.slots.iter().find(is_it).unwrap();
        let traits = self.module.make(slot, &mut Vec::new()).unwrap();
        let change = Change::Add { traits, to: self.to(at) };
        self.change(&[change])
    }

    pub fn remove(self, id: &str, at: &str) -> Self {
        let change = Change::Remove { piece: self.find(id, at).id.clone() };
        self.change(&[change])
    }

    pub fn number(self, id: &str, at: &str, number: &str) -> Self {
        let piece = self.find(id, at).id.clone();
        self.change(&[Change::SetProperty { piece, key: "Number".into(), value: number.into() }])
    }

    pub fn tell(mut self, leaf: &Leaf) -> Self {
        self.commands.children_mut().push(Command::leaf(leaf.encode().unwrap()));
        self.position = Position::read(&self.commands, Some(&self.module)).0;
        self
    }

    /// A player of a side writes his private note, as VASSAL saves it.
    pub fn note(self, side: &str, text: &str) -> Self {
        let owner = format!("password of {side}");
        let lines = sequence::join(text.split('\n'), '|').unwrap();
        self.tell(&Leaf::AddPlayer { id: owner.clone(), name: "Ann".into(), side: side.into() })
            .tell(&Leaf::PrivateNotes { owner, text: lines })
    }

    /// The notes of the scenario with another text, as VASSAL saves them.
    pub fn notes(mut self, text: &str) -> Self {
        let lines = sequence::join(text.split('\n'), '|').unwrap();
        self.commands.children_mut().retain(|own| !matches!(Leaf::decode(own.own()), Leaf::Notes(_)));
        self.tell(&Leaf::Notes(lines))
    }

    pub fn save(mut self, club: &Club, name: &str) -> String {
        self.file.set_commands(&self.commands).unwrap();
        std::fs::write(club.path(name), self.file.write(DAY).unwrap()).unwrap();
        club.name(name)
    }
}

/// A game at the desk.
pub struct Table {
    pub club: Club,
    pub game: PathBuf,
    pub folder: String,
}

impl Table {
    /// A game in which it is the turn of a power; its copies are those of issue 1.
    pub fn new(text: &str, power: &str, phase: &str) -> Self {
        let club = Club::new();
        let game = club.begin("tuesday", text);
        let folder = club.name("tuesday");
        let table = Self { club, game, folder };
        table.issue(&["--power", power, "--phase", phase]);
        table
    }

    pub fn issue(&self, more: &[&str]) {
        let mut arguments = vec!["umpire", "issue", &self.folder];
        arguments.extend(more);
        let issued = liege(&arguments);
        assert!(issued.status.success(), "{}", said(&issued));
    }

    /// A copy in the hands of its side.
    pub fn hand(&self, issue: u32, side: &str) -> Hand {
        Hand::of(&self.club, &self.game.join(format!("issues/{issue:03}/{side}.vsav")))
    }

    pub fn master(&self) -> Hand {
        Hand::of(&self.club, &self.game.join("master.vsav"))
    }

    pub fn take(&self, copy: &str, more: &[&str]) -> (Option<i32>, String) {
        let mut arguments = vec!["umpire", "take", &self.folder, copy];
        arguments.extend(more);
        let done = liege(&arguments);
        (done.status.code(), said(&done))
    }

    pub fn taken(&self, copy: &str) -> String {
        let (status, text) = self.take(copy, &[]);
        assert_eq!(status, Some(0), "{text}");
        text
    }

    /// Takes a copy that must be refused, and looks that nothing was written.
    pub fn refused(&self, copy: &str, more: &[&str], says: &str) {
        let before = self.files();
        let (status, text) = self.take(copy, more);
        assert_eq!(status, Some(2), "expected \"{says}\": {text}");
        assert!(text.contains(says), "expected \"{says}\": {text}");
        assert!(self.files() == before, "something was written: {says}");
    }

    /// What the checks find with a copy that came back, by ids; the log counts as complete.
    pub fn found(&self, issued: &str, returned: &str) -> Vec<String> {
        let at = |path: PathBuf| path.to_str().unwrap().to_owned();
        let log = self.read("turn-log.jsonl").replace("\"complete\":false", "\"complete\":true");
        std::fs::write(self.club.path("log.jsonl"), log).unwrap();
        let checked = liege(&[
            "check",
            &at(self.game.join("master.vsav")),
            "--side",
            "umpire",
            "--copy",
            &format!("Axis={}", at(self.game.join(issued))),
            "--returned",
            &format!("Axis={returned}"),
            "--ledger",
            &format!("axis={}", at(self.state().join("ledger-axis.csv"))),
            "--turn-log",
            &self.club.name("log.jsonl"),
            "--record",
            &at(self.game.join(issued).with_file_name("record.json")),
            "--format",
            "json",
        ]);
        let told: Value =
            serde_json::from_slice(&checked.stdout).unwrap_or_else(|_| panic!("{}", said(&checked)));
        let findings = told["reports"][0]["findings"].as_array().unwrap();
        findings.iter().map(|found| found["id"].as_str().unwrap().to_owned()).collect()
    }

    /// All files of the game.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut all = BTreeMap::new();
        let mut folders = vec![self.game.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path)
                } else {
                    _ = all.insert(path.clone(), std::fs::read(path).unwrap())
                }
            }
        }
        all
    }

    /// The folder of the last state.
    pub fn state(&self) -> PathBuf {
        let states = std::fs::read_dir(self.game.join("state")).unwrap().map(|entry| entry.unwrap().path());
        states.max().unwrap()
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.state().join(name)).unwrap_or_default()
    }

    pub fn turn(&self) -> Value {
        serde_json::from_str(&self.read("turn.json")).unwrap()
    }

    /// The way and the purpose of each item that waits to be carried out.
    pub fn ways(&self) -> Vec<String> {
        let turn = self.turn();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let item = |order: &Value| {
            let path: Vec<String> = order["path"].as_array().unwrap().iter().map(text).collect();
            let pieces = order["pieces"].as_array().unwrap().len();
            format!("{} {pieces}: {}, {}", order["item"], path.join(" > "), text(&order["purpose"]))
        };
        turn["orders"].as_array().unwrap().iter().map(item).collect()
    }
}

#[test]
fn a_list_in_the_private_notes_waits_to_be_carried_out_under_a_record_of_its_own() {
    let table = Table::new(START, "japan", "CM");
    let list = "# our plan\n1. BB: SZ 20 > SZ 19\n\n2) TANK: Siam > Shan State\nSUB: sz 20 > sz-206 , move";
    let copy = table
        .hand(1, "axis")
        .go("japan-bb", "SZ 20", "SZ 19")
        .go("japan-tank", "Siam", "Shan State")
        .go("japan-inf", "Siam", "Malaya")
        .note("Axis", list)
        .save(&table.club, "back.vsav");
    let text = table.taken(&copy);
    assert_eq!(
        table.ways(),
        ["1 1: SZ 20 > SZ 19, attack", "2 1: Siam > Shan State, attack", "3 1: SZ 20 > SZ 206, move"]
    );
    let left = "to Axis: not taken\n- Japanese infantry in Siam, moved to Malaya: it is not in the list";
    assert!(text.contains(left) && text.contains("next: liege umpire turn"), "{text}");
    assert_eq!(table.master().places("japan-bb"), ["SZ 20"], "nothing has moved yet");
    assert_eq!(table.read("texts/orders-japan.txt"), format!("{list}\n"));
    let log = table.read("turn-log.jsonl");
    for kind in [
        r#""kind":"returned","side":"axis""#,
        r#""kind":"order","item":1"#,
        r#""kind":"approve","item":3,"by":"liege""#,
    ] {
        assert!(log.contains(kind), "{kind}: {log}");
    }
    assert!(!log.contains("password") && !text.contains("password"), "the id of a player is his password");
    let sealed: Value =
        serde_json::from_slice(&std::fs::read(table.game.join("sealed/002/leaves.json")).unwrap()).unwrap();
    assert!(sealed.to_string().contains("TANK: Siam"), "the list is committed to");
    assert!(
        table.game.join("issues/002/record.json").is_file()
            && !table.game.join("issues/002/axis.vsav").exists()
    );
    assert_eq!(
        std::fs::read(table.game.join("returned/001-axis.vsav")).unwrap(),
        std::fs::read(&copy).unwrap()
    );
}

#[test]
fn without_a_list_each_group_that_moved_is_an_item() {
    let table = Table::new(START, "us", "CM");
    let copy = table
        .hand(1, "allies")
        .go("us-ca", "SZ 35", "SZ 20")
        .go("us-tr", "SZ 35", "SZ 20")
        .ashore("us-inf", "SZ 35", "Siam")
        .board("us-inf", "Philippines", "us-tr", "SZ 20")
        .save(&table.club, "back.vsav");
    let text = table.taken(&copy);
    assert_eq!(table.ways(), ["1 1: SZ 35 > SZ 20, attack", "2 1: SZ 35 > SZ 20 > Siam, attack"], "{text}");
    let written = table.read("texts/orders-us.txt");
    assert_eq!(written, "1. CA damaged: SZ 35 > SZ 20\n2. TR (2 INF): SZ 35 > SZ 20 > Siam\n");
    let master = table.master();
    assert_eq!(
        master.places("us-inf"),
        ["SZ 35", "SZ 35"],
        "who goes aboard is aboard before the fleet sails"
    );
    let (ship, loaded) = (master.find("us-tr", "SZ 35"), master.find("us-inf", "SZ 35"));
    assert_eq!(ship.stack, loaded.stack);
}

#[test]
fn a_way_over_more_than_one_step_has_to_be_written() {
    let table = Table::new(START, "japan", "CM");
    let moved = || table.hand(1, "axis").go("japan-bb", "SZ 20", "SZ 205").go("japan-inf", "Siam", "Burma");
    let copy = moved().save(&table.club, "back.vsav");
    table.refused(&copy, &[], "the path of BB from SZ 20 to SZ 205 is unclear; write it in the list");
    table.refused(&copy, &[], "the path of INF from Siam to Burma is unclear");
    let orders = table.club.name("orders.txt");
    std::fs::write(&orders, "BB: SZ 20 > SZ 35 > SZ 208 > SZ 205, move\nINF: Siam > Malaya > Burma\n")
        .unwrap();
    let (status, text) = table.take(&copy, &["--orders", &orders]);
    assert_eq!(status, Some(0), "{text}");
    assert_eq!(table.ways().len(), 2);
}

#[test]
fn every_wrong_line_of_a_list_is_named_and_nothing_is_taken() {
    let table = Table::new(START, "us", "CM");
    let hand = || table.hand(1, "allies");
    for (list, says) in [
        ("CV SZ 35 > SZ 20", "expected units and their path"),
        ("CV: SZ 35", "a path of at least two places"),
        ("XX: SZ 35 > SZ 20", "unknown class \"XX\""),
        ("CV: SZ 35 > SZ 21", "the map has no place \"SZ 21\""),
        ("CV: SZ 35 > SZ 20, atack", "after a comma comes the purpose"),
        ("2. CV: SZ 35 > SZ 20", "it is item 1 of the list"),
        ("2 CV: SZ 35 > SZ 20", "expected 2 CV in SZ 35, found 1"),
        ("CA: SZ 35 > SZ 20", "found 0, and 1 that is written CA damaged"),
        ("japan BB: SZ 20 > SZ 35", "it is not the turn of Japan"),
        ("BB: SZ 20 > SZ 35", "expected 1 BB in SZ 20, found 0"),
        ("CV: SZ 35 > SZ 19", "SZ 35 and SZ 19 do not adjoin"),
        ("CV: SZ 35 > SZ 20 > Siam > SZ 208", "CV cannot go from SZ 20 to Siam"),
        ("CA damaged: SZ 35 > Siam", "no unit aboard goes ashore in Siam"),
        ("INF: Philippines > SZ 35", "INF cannot go from Philippines to SZ 35"),
        ("TR (TANK): SZ 35 > SZ 20", "carries the units in brackets"),
        ("TR (2 INF): SZ 35 > SZ 20", "carries the units in brackets"),
        ("AIRBASE: Philippines > SZ 35", "AIRBASE does not move"),
        ("TR (INF): SZ 35 > Siam, raid complex", "only aircraft raid"),
        ("FTR: SZ 35 > Siam, bombard", "only ships bombard"),
        ("FTR: SZ 35 > SZ 20, raid air-base", "SZ 20 is a sea zone"),
        (
            "FTR: SZ 35 > Siam\nFTR: SZ 35 > SZ 20",
            "line 2 of the list: expected 1 FTR in SZ 35, found 0 left",
        ),
    ] {
        let copy = hand().note("Allies", list).save(&table.club, "back.vsav");
        table.refused(&copy, &[], says);
    }
    let both =
        hand().note("Allies", "XX: SZ 35 > SZ 20\n# fine\nCV: SZ 1 > SZ 2").save(&table.club, "back.vsav");
    table.refused(&both, &[], "line 1 of the list");
    table.refused(&both, &[], "line 3 of the list");
    let fine =
        hand().note("Allies", "TR (INF): SZ 35 > Siam\nFTR: SZ 35 > Siam, raid  Air-Base\nCV: SZ 35 > SZ 20");
    table.taken(&fine.save(&table.club, "back.vsav"));
    assert_eq!(
        table.ways(),
        ["1 1: SZ 35 > Siam, attack", "2 1: SZ 35 > Siam, raid air-base", "3 1: SZ 35 > SZ 20, attack"]
    );
}

#[test]
fn a_purchase_goes_into_the_box_of_its_power_and_what_was_not_bought_is_not_placed() {
    let table = Table::new(START, "japan", "PU");
    let copy = table
        .hand(1, "axis")
        .add("japan-inf", "Japan purchase")
        .add("japan-inf", "Japan purchase")
        .add("japan-tr", "Japan purchase")
        .add("japan-bb", "SZ 19")
        .add("germany-bb", "Germany purchase")
        .number("japan-money", "Japan money", "12")
        .go("japan-tank", "Siam", "Malaya")
        .save(&table.club, "back.vsav");
    let text = table.taken(&copy);
    for line in [
        "bought: TR, 2 INF",
        "Japanese battleship in SZ 19, new: purchases go into the box Japan purchase",
        "German battleship in Germany purchase, new: it is not the turn of Germany",
        "Japanese tank in Siam, moved to Malaya: not in Purchase Units",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let master = table.master();
    assert_eq!(master.places("japan-inf"), ["Japan purchase", "Japan purchase", "Siam"]);
    assert_eq!((master.places("japan-bb").len(), master.places("germany-bb").len()), (1, 0));
    assert_eq!(master.find("japan-money", "Japan money").property("Number"), Some("12"));
    assert_eq!(table.read("texts/purchase-japan.txt"), "TR\n2 INF\n");
    table.issue(&["--phase", "MO"]);
    let copy = table
        .hand(2, "axis")
        .go("japan-inf", "Japan purchase", "Siam")
        .go("japan-inf", "Japan purchase", "SZ 20")
        .go("japan-tr", "Japan purchase", "SZ 20")
        .add("japan-tank", "Siam")
        .save(&table.club, "more.vsav");
    let text = table.taken(&copy);
    for line in [
        "placed: TR in SZ 20",
        "placed: INF in Siam",
        "Japanese infantry in Japan purchase, moved to SZ 20: it is placed in a territory",
        "Japanese tank in Siam, new: it was not bought",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let master = table.master();
    assert_eq!(master.places("japan-inf"), ["Japan purchase", "Siam", "Siam"]);
    assert_eq!((master.places("japan-tr"), master.places("japan-tank").len()), (vec!["SZ 20".to_owned()], 1));
    let log = table.read("turn-log.jsonl");
    assert!(log.contains(r#""kind":"purchase""#) && log.contains(r#""kind":"mobilize""#), "{log}");
}

#[test]
fn chips_in_the_purchase_box_are_so_many_units() {
    let table = Table::new(START, "japan", "PU");
    let copy = table
        .hand(1, "axis")
        .add("chip-5", "Japan purchase")
        .add("japan-inf", "Japan purchase")
        .save(&table.club, "back.vsav");
    assert!(table.taken(&copy).contains("bought: 6 INF"));
    assert_eq!(table.master().places("japan-inf").len(), 7);
    let found = table.found("issues/001/axis.vsav", &copy);
    assert!(!found.iter().any(|id| id == "AAF-069"), "{found:?}");
}

#[test]
fn a_list_that_is_not_asked_for_is_ignored_and_that_is_said() {
    for (side, word, phase) in [("Axis", "axis", "CC"), ("Axis", "axis", "MO"), ("Allies", "allies", "CM")] {
        let table = Table::new(START, "japan", phase);
        let copy = table.hand(1, word).note(side, "TANK: Siam > Malaya").save(&table.club, "back.vsav");
        let text = table.taken(&copy);
        let line = format!(
            "- the list in the private note is ignored: {side} has no list of moves now (Japan, {phase})\n"
        );
        assert_eq!(text.matches(&line).count(), 1, "{text}");
        let without = Table::new(START, "japan", phase);
        let text = without.taken(&without.hand(1, word).save(&without.club, "back.vsav"));
        assert!(!text.contains("ignored"), "{text}");
    }
}

#[test]
fn powers_that_move_together_give_one_list() {
    let club = Club::new();
    let base = club.path("own/rules/aafog/base.toml");
    std::fs::create_dir_all(base.parent().unwrap()).unwrap();
    std::fs::write(base, "format = 1\n[turn]\norder = [[\"japan\"], [\"us\", \"uk\"]]\n").unwrap();
    let text = format!("{START}at \"SZ 205\": uk-dd\nat \"SZ 201\": uk-dd\n");
    let (own, master, module, folder) =
        (club.name("own"), club.save("master.vsav", &text), club.name("fog.vmod"), club.name("tuesday"));
    let new = ["--data", &own, "umpire", "new", "aafog", &folder, "--module", &module, "--master", &master];
    let begun = liege(&new);
    assert!(begun.status.success(), "{}", said(&begun));
    let table = Table { game: club.path("tuesday"), club, folder };
    table.issue(&["--power", "us", "--phase", "CM"]);
    let list = "CV: SZ 35 > SZ 208\n2. uk DD: SZ 205 > SZ 208";
    let copy = table
        .hand(1, "allies")
        .go("uk-dd", "SZ 201", "SZ 202")
        .note("Allies", list)
        .save(&table.club, "back.vsav");
    let text = table.taken(&copy);
    assert!(text.contains("item 2: uk DD: SZ 205 > SZ 208"), "{text}");
    assert!(text.contains("British destroyer in SZ 201, moved to SZ 202: it is not in the list"), "{text}");
    assert_eq!(table.ways().len(), 2);
}

#[test]
fn a_list_that_was_taken_is_carried_out_with_what_went_aboard() {
    let table = Table::new(START, "us", "CM");
    let copy = table
        .hand(1, "allies")
        .board("us-inf", "Philippines", "us-tr", "SZ 35")
        .note("Allies", "TR (2 INF): SZ 35 > SZ 207 > SZ 206, move\nFTR: SZ 35 > SZ 207 > SZ 206, move")
        .save(&table.club, "back.vsav");
    table.taken(&copy);
    for _ in 0..20 {
        if !table.state().join("turn.json").exists() {
            break;
        }
        let done = liege(&["umpire", "turn", &table.folder]);
        assert!(done.status.success(), "{}", said(&done));
    }
    let master = table.master();
    assert_eq!(master.places("us-tr"), ["SZ 206"]);
    assert_eq!(master.places("us-inf"), ["SZ 206", "SZ 206"]);
    assert_eq!(
        (master.places("us-ftr"), master.places("us-cv")),
        (vec!["SZ 206".into()], vec!["SZ 35".to_owned()])
    );
    let ride = |id: &str| master.find(id, "SZ 206").layer("Ride").map(|layer| layer.level);
    assert_eq!((ride("us-inf"), ride("us-ftr")), (Some(2), Some(1)), "who flies off is aboard no more");
    assert!(!table.state().join("turn.json").exists());
}

#[test]
fn research_and_money_are_taken_in_their_phases_and_technologies_are_the_umpires() {
    let table = Table::new(START, "japan", "RD");
    let copy = table
        .hand(1, "axis")
        .add("japan-research", "Japan research")
        .add("japan-research", "Japan research")
        .add("japan-technology", "Japan research")
        .number("japan-money", "Japan money", "16")
        .save(&table.club, "back.vsav");
    let text = table.taken(&copy);
    assert!(text.contains("research: 2 tokens bought"), "{text}");
    assert!(text.contains("Japanese Technology in Japan research, new: the umpire places it"), "{text}");
    assert_eq!(table.master().places("japan-research").len(), 2);
    assert_eq!(table.read("texts/research-japan.txt"), "2 tokens bought\n");
    table.issue(&["--phase", "CI"]);
    let copy = table
        .hand(2, "axis")
        .remove("japan-research", "Japan research")
        .number("japan-money", "Japan money", "42")
        .save(&table.club, "more.vsav");
    let text = table.taken(&copy);
    assert!(
        text.contains("Japanese Research in Japan research, taken away: not in Collect Income"),
        "{text}"
    );
    assert_eq!(table.master().find("japan-money", "Japan money").property("Number"), Some("42"));
}

#[test]
fn whose_turn_it_is_not_gives_back_nothing_but_its_guesses() {
    let table = Table::new(START, "japan", "CM");
    let copy = table
        .hand(1, "allies")
        .go("us-cv", "SZ 35", "SZ 20")
        .go("us-control", "Philippines", "Siam")
        .number("us-airbase", "Philippines", "0")
        .go("time", "Turn 1", "Turn 2")
        .add("japan-bb", "SZ 19")
        .go("japan-income", "IPC 26", "IPC 27")
        .note("Allies", "CV: SZ 35 > nowhere")
        .save(&table.club, "back.vsav");
    let before = table.master();
    let orders = table.club.name("orders.txt");
    std::fs::write(&orders, "CV: SZ 35 > SZ 20\n").unwrap();
    table.refused(&copy, &["--orders", &orders], "Allies has no list of moves now (Japan, CM)");
    let text = table.taken(&copy);
    for line in [
        "American aircraft carrier in SZ 35, moved to SZ 20: it is not the turn of United States",
        "American air base in Philippines, its number changed to 0",
        "American control in Philippines, moved to Siam",
        "Time Marker in Turn 1, moved to Turn 2: the umpire keeps it",
        "- 2 pieces of others placed, moved, changed or removed: guesses of Allies, only for its own copies; \
         not in the master\n",
        "next: liege umpire issue",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("Japanese"), "nobody complains about guesses: {text}");
    assert!(before.commands.to_text().unwrap() == table.master().commands.to_text().unwrap());
    assert!(!table.state().join("turn.json").exists());
}

#[test]
fn a_fleet_that_nobody_ordered_anywhere_is_a_list_without_items() {
    let table = Table::new(START, "us", "NC");
    let text = table.taken(&table.hand(1, "allies").save(&table.club, "back.vsav"));
    assert!(text.contains("no orders"), "{text}");
    assert_eq!(table.ways(), [""; 0]);
    assert!(!table.game.join("issues/002").exists(), "only a list of attacks has a record of its own");
}

#[test]
fn only_the_last_copy_of_a_side_of_this_game_comes_back_and_only_once() {
    let table = Table::new(START, "japan", "CM");
    let club = &table.club;
    let back = table.hand(1, "axis").save(club, "back.vsav");
    let notes = table.hand(1, "axis").position.scenario_notes;
    let with = |from: &str, to: &str| {
        assert!(notes.contains(from), "{notes}");
        table.hand(1, "axis").notes(&notes.replace(from, to)).save(club, "edited.vsav")
    };
    table.refused(&back, &["--side", "Allies"], "is the copy of Axis, but --side says Allies");
    let old = table.hand(0, "axis").save(club, "old.vsav");
    table.refused(&old, &[], "is a copy of issue 0, expected one of issue 1");
    let master = table.master().save(club, "own.vsav");
    table.refused(&master, &[], "is not a copy for a side");
    let shared = table.game.join("issues/001/shared.vsav");
    table.refused(shared.to_str().unwrap(), &[], "is not a copy for a side");
    table.refused(&with("Copy of Axis", "Copy of Atlantis"), &[], "is the copy of a side \"Atlantis\"");
    table.refused(&with("issue 1.", "issue 0."), &[], "calls itself a copy of issue 0");
    table.refused(
        &with("\"round\":1", "\"round\":2"),
        &[],
        "its record was changed: it says round 2, expected 1",
    );
    table.refused(
        &with("\"power\":\"japan\"", "\"power\":\"us\""),
        &[],
        "it says power \"us\", expected \"japan\"",
    );
    table.refused(&with("\"round\":1", "\"round\": 1"), &[], "it is written differently than issued");
    table.refused(
        &with("\"root\":\"", "\"root\":\"0000"),
        &[],
        "its record was changed: a record that cannot be read",
    );
    table.refused(&with("\"issue\":1", "\"issue\":7"), &[], "it says issue 7");
    table.refused(&with("\"issue\":1,", ""), &[], "its record was changed: a record that cannot be read");
    table.refused(&with("{\"schema\"", "\"schema\""), &[], "no longer has a record of an issue");
    let record = with("Copy of Axis", "Copy of Allies");
    table.refused(&record, &["--side", "Axis"], "is the copy of Allies, but --side says Axis");
    let other = club.begin("wednesday", START);
    let issued = liege(&["umpire", "issue", other.to_str().unwrap(), "--power", "japan", "--phase", "CM"]);
    assert!(issued.status.success());
    let foreign = Hand::of(club, &other.join("issues/001/axis.vsav")).save(club, "foreign.vsav");
    table.refused(&foreign, &[], "is a copy of another game");
    table.refused(&club.name("fog.vmod"), &[], "expected");
    table.refused(&club.name("absent.vsav"), &[], "no such file");
    std::fs::write(club.path("broken.vsav"), b"!VCSK00").unwrap();
    table.refused(&club.name("broken.vsav"), &[], "broken.vsav");
    std::fs::write(club.path("text.vsav"), "Copy of Axis, issue 1.").unwrap();
    table.refused(&club.name("text.vsav"), &[], "text.vsav");
    // As VASSAL writes the notes again.
    let again =
        table.hand(1, "axis").notes(&notes).note("Axis", "BB: SZ 20 > SZ 19").save(club, "again.vsav");
    table.taken(&again);
    table.refused(&again, &[], "was taken before");
    table.refused(&back, &[], "is a second copy of Axis for issue 1 (Japan, CM)");
    table.taken(&table.hand(1, "allies").save(club, "allies.vsav"));
}

#[test]
fn a_list_that_is_carried_out_is_not_replaced_by_another() {
    let table = Table::new(START, "japan", "CM");
    let copy =
        |issue| table.hand(issue, "axis").note("Axis", "BB: SZ 20 > SZ 19").save(&table.club, "back.vsav");
    table.taken(&copy(1));
    table.issue(&["--phase", "NC"]);
    table.refused(&copy(3), &[], "a list of moves is still being carried out");
}

#[test]
fn two_players_with_notes_need_one_list() {
    let table = Table::new(START, "japan", "CM");
    let second = |hand: Hand| {
        let owner = "second".to_owned();
        hand.tell(&Leaf::AddPlayer { id: owner.clone(), name: "Bob".into(), side: "Axis".into() })
            .tell(&Leaf::PrivateNotes { owner, text: "BB: SZ 20 > SZ 35".into() })
    };
    let copy = second(table.hand(1, "axis").note("Axis", "BB: SZ 20 > SZ 19")).save(&table.club, "back.vsav");
    table.refused(&copy, &[], "private notes of 2 players");
    let stranger = table.hand(1, "axis").note("Allies", "BB: SZ 20 > SZ 35").save(&table.club, "other.vsav");
    table.taken(&stranger);
    assert_eq!(table.ways(), [""; 0], "what others noted is no list of this side");
}

#[test]
fn guesses_and_ghosts_come_again_as_their_side_left_them() {
    let table = Table::new(START, "japan", "CM");
    let copy = table
        .hand(1, "axis")
        .add("us-dd", "SZ 19")
        .add("us-ic", "Burma")
        .go("us-cv", "SZ 35", "SZ 207")
        .remove("us-ca", "SZ 35")
        .save(&table.club, "back.vsav");
    table.taken(&copy);
    table.issue(&[]);
    let axis = table.hand(3, "axis");
    let seen =
        |hand: &Hand| ["us-dd", "us-ic", "us-cv", "us-ca", "us-tr"].map(|id| hand.places(id).join("+"));
    assert_eq!(seen(&axis), ["SZ 19", "Burma", "SZ 207", "", "SZ 35"]);
    table.issue(&[]);
    let later = table.hand(4, "axis");
    assert_eq!(seen(&later), seen(&axis), "what was removed stays away though nothing came back since");
    let entry = axis.find("us-cv", "SZ 207").property("Seen").unwrap().to_owned();
    assert_eq!(axis.find("us-dd", "SZ 19").property("Seen"), Some(""), "a guess claims nothing");
    let allies = table.hand(3, "allies");
    assert_eq!(seen(&allies), ["", "", "SZ 35", "SZ 35", "SZ 35"], "nothing of it comes to the others");
    assert_eq!(seen(&table.master()), seen(&allies));
    assert_eq!(table.found("issues/003/axis.vsav", &copy), [""; 0], "what a side put there is its own");
    // It is the side's own layer: what it leaves out of its next copy is gone.
    table.issue(&["--power", "us"]);
    table.taken(&table.hand(5, "axis").remove("us-dd", "SZ 19").save(&table.club, "more.vsav"));
    // The carrier is seen again where it was.
    let ledger = table.state().join("ledger-axis.csv");
    let mut text = std::fs::read_to_string(&ledger).unwrap();
    text.push_str(&format!("90,6,1,us,CC,SZ 35,us,CV,1,0,C2,,{entry}\n"));
    std::fs::write(&ledger, text).unwrap();
    table.issue(&[]);
    assert_eq!(seen(&table.hand(6, "axis")), ["", "Burma", "SZ 35", "", "SZ 35"]);
}

#[test]
fn a_ghost_that_was_copied_or_forged_is_a_guess() {
    let table = Table::new(START, "japan", "CM");
    let hand = table.hand(1, "axis");
    let entry = hand.find("us-cv", "SZ 35").property("Seen").unwrap().to_owned();
    let claim = |hand: Hand, at: &str, entry: &str| {
        let hand = hand.add("us-cv", at);
        let piece = hand.find("us-cv", at).id.clone();
        hand.change(&[Change::SetProperty { piece, key: "Seen".into(), value: entry.into() }])
    };
    let hand = claim(claim(claim(hand, "SZ 19", &entry), "SZ 206", "77"), "SZ 207", "no number");
    table.taken(&hand.save(&table.club, "back.vsav"));
    table.issue(&[]);
    let axis = table.hand(3, "axis");
    assert_eq!(axis.places("us-cv"), ["SZ 19", "SZ 206", "SZ 207", "SZ 35"]);
    let claims = axis
        .position
        .pieces
        .iter()
        .filter(|piece| counter(piece) == "us-cv" && piece.property("Seen") != Some(""));
    assert_eq!(claims.count(), 1);
    assert_eq!(table.found("issues/003/axis.vsav", &table.club.name("back.vsav")), [""; 0]);
}

#[test]
fn a_command_that_is_stopped_has_done_nothing_or_goes_on() {
    let table = Table::new(START, "japan", "CM");
    let copy = table.hand(1, "axis").note("Axis", "BB: SZ 20 > SZ 19").save(&table.club, "back.vsav");
    table.taken(&copy);
    let (issue, master) = (table.game.join("issues/002"), table.game.join("master.vsav"));
    let before = std::fs::read(&master).unwrap();
    // Stopped before the record: the list was taken.
    std::fs::remove_dir_all(table.state()).unwrap();
    std::fs::remove_dir_all(&issue).unwrap();
    let text = table.taken(&copy);
    assert!(text.contains("record 2 commits to the list") && issue.join("record.json").is_file(), "{text}");
    assert!(table.read("texts/orders-japan.txt").contains("BB"));
    table.refused(&copy, &[], "was taken before");
    // Stopped before the record, and the umpire goes on at once.
    std::fs::remove_dir_all(table.state()).unwrap();
    std::fs::remove_dir_all(&issue).unwrap();
    assert!(liege(&["umpire", "turn", &table.folder]).status.success());
    assert!(issue.join("record.json").is_file(), "the list is committed to before anything is announced");
    // Stopped before the state: nothing was taken.
    while !table.state().ends_with("00003") {
        std::fs::remove_dir_all(table.state()).unwrap();
    }
    std::fs::remove_dir_all(&issue).unwrap();
    std::fs::write(&master, before).unwrap();
    assert!(!table.state().join("turn.json").exists());
    table.taken(&copy);
    assert_eq!(table.ways(), ["1 1: SZ 20 > SZ 19, attack"]);
}

#[test]
fn a_hostile_copy_changes_nothing_that_is_not_its_sides() {
    let table = Table::new(START, "japan", "PU");
    let master = table.master();
    let hidden = master.find("us-cv", "SZ 35").id.clone();
    let own = table.hand(1, "axis");
    let (tank, bb) = (own.find("japan-tank", "Siam").clone(), own.find("japan-bb", "SZ 20").clone());
    let form = |id: &str, piece: &Piece| {
        let texts = liege::format::piece::Form::Piece((*piece.traits).clone()).encode().unwrap();
        Leaf::add(Some(id.into()), texts)
    };
    let copy = own
        .tell(&form(&hidden, &bb))
        .tell(&form(&tank.id, &bb))
        .tell(&form(&bb.id, &tank))
        .tell(&form("", &tank))
        .number("japan-money", "Japan money", "-5")
        .add("us-tank", "Japan purchase")
        .add("us-control", "Kiangsu")
        .save(&table.club, "back.vsav");
    let text = table.taken(&copy);
    assert!(text.contains("expected a number from 0"), "{text}");
    let after = table.master();
    for id in ["us-cv", "us-tank", "japan-tank", "japan-bb", "us-control"] {
        assert_eq!(after.places(id), master.places(id), "{id}");
    }
    table.issue(&[]);
    let deep = format!("begin_save\u{1b}{}", "\\".repeat(100_000));
    std::fs::write(table.club.path("deep.vsav"), deep).unwrap();
    let (status, _) = table.take(&table.club.name("deep.vsav"), &[]);
    assert_eq!(status, Some(2));
    let long = "BB: SZ 20 > SZ 19\n".repeat(300);
    table.issue(&["--phase", "CM"]);
    let copy = table.hand(3, "axis").note("Axis", &long).save(&table.club, "long.vsav");
    table.refused(&copy, &[], "has 300 items, expected at most 200");
    let copy = table.hand(3, "axis").note("Axis", &"x".repeat(70_000)).save(&table.club, "long.vsav");
    table.refused(&copy, &[], "longer than 65536 bytes");
}

#[test]
fn what_was_taken_is_told_to_programs_too() {
    let table = Table::new(START, "japan", "CM");
    let copy = table
        .hand(1, "axis")
        .go("japan-inf", "Siam", "Malaya")
        .note("Axis", "BB: SZ 20 > SZ 19")
        .save(&table.club, "back.vsav");
    let done = liege(&["umpire", "take", &table.folder, &copy, "--side", "axis", "--format", "json"]);
    assert_eq!(done.status.code(), Some(0), "{}", said(&done));
    let told: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(told["side"], "Axis");
    assert_eq!(told["taken"][0], "item 1: BB: SZ 20 > SZ 19, attack");
    assert_eq!(told["orders"][0]["path"][1], "SZ 19");
    assert_eq!(told["left_out"].as_array().map(Vec::len), Some(1));
    assert_eq!((&told["sealed"]["issue"], &told["issue"]), (&Value::from(2), &Value::from(1)));
}

#[test]
fn a_game_whose_turns_the_desk_does_not_know_takes_nothing_back() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/packs/islands");
    let run = |arguments: &[&str]| liege(&[&["--data", pack], arguments].concat());
    assert!(run(&["build", "islands", "-o", &at("isles.vmod"), "--saves", &at("saves")]).status.success());
    let master = std::fs::read_dir(at("saves")).unwrap().next().unwrap().unwrap().path();
    let (module, master) = (at("isles.vmod"), master.to_str().unwrap().to_owned());
    let new = run(&["umpire", "new", "islands", &at("game"), "--module", &module, "--master", &master]);
    assert!(new.status.success(), "{}", said(&new));
    let refused = run(&["umpire", "take", &at("game"), &at("game/issues/000/crown.vsav")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("has no rules for the turns"), "{}", said(&refused));
}

#[test]
fn money_that_is_no_number_is_refused_and_changes_nothing() {
    for written in ["", "1e3", "NaN", "9223372036854775808", "\u{661}\u{665}", "fifteen", "1,5", "-5", "1000"]
    {
        let table = Table::new(START, "japan", "CI");
        let had = table.master().find("japan-money", "Japan money").property("Number").map(str::to_owned);
        let copy = table.hand(1, "axis").number("japan-money", "Japan money", written);
        let text = table.taken(&copy.save(&table.club, "back.vsav"));
        assert!(text.contains("expected a number from 0"), "{written}: {text}");
        let has = table.master().find("japan-money", "Japan money").property("Number").map(str::to_owned);
        assert_eq!(has, had, "{written}");
    }
}

#[test]
fn a_list_of_moves_is_read_however_it_was_saved() {
    let list = "1. BB: SZ 20 > SZ 19\r\n";
    let marked = format!("\u{feff}{list}");
    let utf16 = |order: fn(u16) -> [u8; 2]| marked.encode_utf16().flat_map(order).collect::<Vec<u8>>();
    for bytes in [marked.clone().into_bytes(), utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)] {
        let table = Table::new(START, "japan", "CM");
        let orders = table.club.name("list.txt");
        std::fs::write(&orders, &bytes).unwrap();
        let copy = table.hand(1, "axis").save(&table.club, "back.vsav");
        let (status, text) = table.take(&copy, &["--orders", &orders]);
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains("item 1: BB: SZ 20 > SZ 19"), "{text}");
    }
}

#[test]
fn a_list_with_nothing_between_its_commas_is_refused() {
    let table = Table::new(START, "japan", "CM");
    let copy = table.hand(1, "axis").note("Axis", "BB, : SZ 20 > SZ 19").save(&table.club, "back.vsav");
    table.refused(&copy, &[], "expected a unit on both sides of each comma");
}
