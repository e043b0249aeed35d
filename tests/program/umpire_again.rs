//! `umpire take` once more: a second copy of a side in one phase, and what is kept of every copy that came back.

use super::umpire::START;
use super::umpire_take::{Hand, Table};
use super::{liege, said};

fn read(table: &Table, file: &str) -> Vec<u8> {
    std::fs::read(table.game.join(file)).unwrap()
}

#[test]
fn an_empty_list_uses_up_nothing_until_something_is_announced() {
    let table = Table::new(START, "japan", "CM");
    let empty = table.hand(1, "axis").save(&table.club, "empty.vsav");
    let text = table.taken(&empty);
    assert!(text.contains("another copy of Axis with orders can replace it"), "{text}");
    let full = table.hand(1, "axis").note("Axis", "BB: SZ 20 > SZ 19").save(&table.club, "full.vsav");
    let text = table.taken(&full);
    assert!(text.contains("it replaces the one before"), "{text}");
    assert_eq!(table.ways(), ["1 1: SZ 20 > SZ 19, attack"]);
    assert!(table.game.join("issues/003/record.json").is_file(), "the new list has a record of its own");
    let better = table
        .hand(1, "axis")
        .note("Axis", "TANK: Siam > Shan State\nBB: SZ 20 > SZ 19")
        .save(&table.club, "better.vsav");
    table.taken(&better);
    let log = table.read("turn-log.jsonl");
    assert_eq!(
        log.matches(r#""kind":"order""#).count(),
        2,
        "the list that does not count left the log: {log}"
    );
    assert_eq!(log.matches(r#""kind":"returned""#).count(), 3, "the hash of every file stays: {log}");
    assert_eq!(read(&table, "returned/001-axis.vsav"), std::fs::read(&empty).unwrap());
    assert_eq!(read(&table, "returned/001.2-axis.vsav"), std::fs::read(&full).unwrap());
    assert_eq!(read(&table, "returned/001.3-axis.vsav"), std::fs::read(&better).unwrap());
    assert!(liege(&["umpire", "turn", &table.folder]).status.success());
    let late = table.hand(1, "axis").note("Axis", "BB: SZ 20 > SZ 35").save(&table.club, "late.vsav");
    table.refused(&late, &[], "is a second copy of Axis for issue 1 (Japan, C");
}

#[test]
fn a_second_list_starts_from_the_board_before_the_first_one() {
    let table = Table::new(START, "us", "CM");
    let first = table
        .hand(1, "allies")
        .board("us-inf", "Philippines", "us-tr", "SZ 35")
        .note("Allies", "TR (2 INF): SZ 35 > SZ 20")
        .save(&table.club, "first.vsav");
    let before = read(&table, "master.vsav");
    table.taken(&first);
    assert_eq!(table.master().places("us-inf"), ["SZ 35", "SZ 35"]);
    let second = table.hand(1, "allies").note("Allies", "CV: SZ 35 > SZ 20").save(&table.club, "second.vsav");
    let taken = read(&table, "master.vsav");
    std::fs::write(table.game.join("master.vsav"), &before).unwrap();
    table.refused(&second, &[], "the master was changed after the first one was taken");
    std::fs::write(table.game.join("master.vsav"), taken).unwrap();
    table.taken(&second);
    assert_eq!(table.master().places("us-inf"), ["Philippines", "SZ 35"], "nobody went aboard");
    assert_eq!(table.ways(), ["1 1: SZ 35 > SZ 20, attack"]);
}

#[test]
fn a_purchase_is_made_anew_by_a_second_copy() {
    let table = Table::new(START, "japan", "PU");
    let buy = |units: usize, name: &str| {
        let add = |hand: Hand, _| hand.add("japan-inf", "Japan purchase");
        (0..units).fold(table.hand(1, "axis"), add).save(&table.club, name)
    };
    table.taken(&buy(3, "first.vsav"));
    table.taken(&buy(1, "second.vsav"));
    assert_eq!(table.master().places("japan-inf"), ["Japan purchase", "Siam"]);
    let log = table.read("turn-log.jsonl");
    assert_eq!(log.matches(r#""kind":"purchase""#).count(), 1, "{log}");
    let empty = table.hand(1, "axis").note("Axis", "nothing").save(&table.club, "empty.vsav");
    table.refused(&empty, &[], "(Japan, PU), and has nothing to take");
}

#[test]
fn new_copies_before_the_first_announcement_leave_the_list_open_to_a_better_one() {
    let table = Table::new(START, "japan", "CM");
    let list =
        |issue, text: &str| table.hand(issue, "axis").note("Axis", text).save(&table.club, "back.vsav");
    table.taken(&list(1, "BB: SZ 20 > SZ 19"));
    table.issue(&[]);
    table.taken(&list(3, "BB: SZ 20 > SZ 35"));
    assert_eq!(table.ways(), ["1 1: SZ 20 > SZ 35, attack"]);
    assert_eq!(table.read("turn-log.jsonl").matches(r#""kind":"order""#).count(), 1);
}

#[test]
fn the_copies_of_two_phases_are_both_kept_and_both_proven() {
    let table = Table::new(START, "japan", "CM");
    let first = table.hand(1, "axis").add("us-dd", "SZ 19").save(&table.club, "first.vsav");
    table.taken(&first);
    while table.state().join("turn.json").exists() {
        assert!(liege(&["umpire", "turn", &table.folder]).status.success());
    }
    table.issue(&["--phase", "NC", "--record-only"]);
    let second = table
        .hand(1, "axis")
        .add("us-dd", "Burma")
        .add("us-dd", "SZ 206")
        .note("Axis", "SUB: SZ 20 > SZ 19")
        .save(&table.club, "second.vsav");
    table.taken(&second);
    assert_eq!(read(&table, "returned/001-axis.vsav"), std::fs::read(&first).unwrap());
    assert_eq!(read(&table, "returned/001.2-axis.vsav"), std::fs::read(&second).unwrap());
    while table.state().join("turn.json").exists() {
        assert!(liege(&["umpire", "turn", &table.folder]).status.success());
    }
    table.issue(&[]);
    let last = std::fs::read_dir(table.game.join("issues")).unwrap().count() as u32 - 1;
    assert_eq!(table.hand(last, "axis").places("us-dd"), ["Burma", "SZ 206"], "the last copy counts");
    let end = table.club.name("end");
    let published = liege(&["umpire", "publish", &table.folder, "-o", &end]);
    assert!(published.status.success(), "{}", said(&published));
    let copy = table.game.join(format!("issues/{last:03}/axis.vsav"));
    let verified =
        liege(&["verify", &end, copy.to_str().unwrap(), "--module", &table.club.name("fog.vmod"), "-v"]);
    assert_eq!(verified.status.code(), Some(0), "{}", said(&verified));
    assert!(said(&verified).contains("001.2-axis.vsav"), "{}", said(&verified));
}

#[test]
fn all_faults_of_a_list_are_told_at_once_in_the_order_of_its_lines() {
    let table = Table::new(START, "us", "CM");
    let list = "CV: SZ 35 > SZ 19\nBB: SZ 20 > SZ 35 > SZ 19\nCA SZ 35 > SZ 20\nTR: SZ 35 > SZ 21\n\
        FTR: SZ 35 > SZ 20, raid complex\nCA damaged: SZ 35 > Siam\n";
    let copy = table.hand(1, "allies").note("Allies", list).save(&table.club, "back.vsav");
    let (status, text) = table.take(&copy, &[]);
    assert_eq!(status, Some(2), "{text}");
    let mut rest = text.as_str();
    for fault in [
        "line 1 of the list: SZ 35 and SZ 19 do not adjoin",
        "line 2 of the list: expected 1 BB in SZ 20, found 0",
        "line 2 of the list: SZ 35 and SZ 19 do not adjoin",
        "line 3 of the list: \"CA SZ 35 > SZ 20\"",
        "line 4 of the list: the map has no place \"SZ 21\"",
        "line 5 of the list: SZ 20 is a sea zone",
        "line 6 of the list: no unit aboard goes ashore in Siam; ships that fire at it have \", bombard\" \
         after their path",
    ] {
        let at = rest.find(fault).unwrap_or_else(|| panic!("{fault}: {text}"));
        rest = &rest[at..];
    }
}
