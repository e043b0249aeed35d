//! A turn put into a save: pieces move, none is made or lost, and the log ends where the save does.

use std::path::Path;

use liege::model::change;
use liege::model::module::Module;
use liege::model::position::Position;

use super::{DAY, counters, data_with, folder_with, open, places, position, sample, save, told};

const SEPTEMBER: &str = "game: atpo\ndate: 1942-09\nphase: NA.1\nfill: schedule\n\
    at W4533 docked: jp-bb-yamato\nat E2501 docked: us-bb-washington\nat W1616 docked: uk-bb-warspite\n\
    in \"Autumn\": us-dd-1\nin \"Dec\": us-b-43\n";

/// Everything about the pieces of a position that a player sees, by id.
fn facts(position: &Position) -> Vec<String> {
    let mut facts: Vec<String> = position
        .pieces
        .iter()
        .map(|piece| {
            let place = (&piece.map, piece.x, piece.y, &piece.location, &piece.stack, piece.index);
            format!("{} {place:?} {:?} {:?}", piece.id, piece.properties, piece.traits)
        })
        .collect();
    facts.sort();
    facts
}

struct Bench {
    folder: tempfile::TempDir,
    module: Module,
}

impl Bench {
    fn new() -> Self {
        let folder = folder_with(&sample());
        let data = data_with(&sample());
        save(folder.path(), &data, "game.vsav", SEPTEMBER);
        Bench { folder, module: data.plan(DAY).unwrap().module() }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn apply(&self, from: &str, turn: &str, to: &str, status: i32) -> (String, Position) {
        let log = format!("{to}.vlog");
        let arguments = ["oob", "apply", from, "--turn", turn, "-o", to, "--log", &log];
        let text = told(self.path(), &arguments, status);
        let after = position(&self.path().join(to), &self.module);
        let before = position(&self.path().join(from), &self.module);
        assert_eq!(counters(&before.pieces), counters(&after.pieces), "pieces were made or lost");
        let played = change::play(&open(&self.path().join(&log)).commands().unwrap(), Some(&self.module)).0;
        assert_eq!(facts(&played), facts(&after), "the log ends elsewhere than the save");
        (text, after)
    }
}

#[test]
fn a_season_brings_its_pieces_to_the_arrivals_the_pools_and_the_track() {
    let bench = Bench::new();
    // Washington and Warspite: the one is on the map already, the other leaves it.
    let (text, after) = bench.apply("game.vsav", "1942-autumn", "autumn.vsav", 1);
    let at = |id: &str| places(&after.pieces, id);
    assert_eq!(at("jp-bb-musashi"), ["Arrivals"]);
    assert_eq!(at("us-dd").iter().filter(|place| *place == "Arrivals").count(), 4);
    assert_eq!(at("us-ca-indianapolis"), ["Dec"]);
    assert_eq!(at("uk-bb-warspite"), ["Not in this scenario"]);
    // Where the button of the module puts it.
    let window = after.map("Arrivals").unwrap();
    let middle = window.layout.boards[0].board.grid.as_ref().unwrap();
    let middle = middle.zone_at(window.layout.centre_of("Arrivals").unwrap()).unwrap().bounds();
    for piece in after.pieces.iter().filter(|piece| piece.map.as_deref() == Some("Arrivals")) {
        let (x, y) = piece.spot_in("Arrivals").unwrap();
        let at = middle.origin.offset(middle.size.width / 2 + x, middle.size.height / 2 + y);
        assert_eq!(piece.at(), at, "{}", piece.name);
    }
    // Nobody covers anybody: every counter has a place of its own.
    let moved: Vec<_> =
        after.pieces.iter().filter(|piece| piece.map.as_deref() == Some("Arrivals")).collect();
    assert!(moved.len() > 2);
    for (index, piece) in moved.iter().enumerate() {
        for other in &moved[index + 1..] {
            let apart = (piece.x - other.x).abs() >= 75 || (piece.y - other.y).abs() >= 75;
            assert!(apart || piece.basic_name == other.basic_name, "{} covers {}", piece.name, other.name);
        }
    }
    // Bought earlier with a delay, and due now.
    assert_eq!(at("us-dd-1"), ["Arrivals"]);
    assert_eq!(at("us-bb-washington"), ["E2501"]);
    assert!(text.contains("already elsewhere: Washington (row"), "{text}");

    let (_, after) = bench.apply("autumn.vsav", "1942-12", "december.vsav", 0);
    assert_eq!(places(&after.pieces, "us-ca-indianapolis"), ["Arrivals"]);
    assert_eq!(places(&after.pieces, "us-b-43"), ["Arrivals"]);

    let (_, after) = bench.apply("december.vsav", "1943-winter", "winter.vsav", 0);
    assert_eq!(places(&after.pieces, "us-cvl-independence"), ["US Force Pool"]);
    assert_eq!(places(&after.pieces, "us-dd").iter().filter(|place| *place == "US Force Pool").count(), 4);
}

#[test]
fn a_month_works_without_its_season_and_a_second_time_finds_nothing() {
    let bench = Bench::new();
    let (_, after) = bench.apply("game.vsav", "1942-12", "december.vsav", 0);
    assert_eq!(places(&after.pieces, "us-ca-indianapolis"), ["Arrivals"]);
    let (text, _) = bench.apply("december.vsav", "1942-12", "again.vsav", 1);
    assert!(text.contains("already elsewhere: Indianapolis (row 21 of the schedule): Arrivals"), "{text}");
    let (text, _) = bench.apply("game.vsav", "1939-winter", "nothing.vsav", 0);
    assert!(text.contains("winter 1939: 0 pieces moved"), "{text}");
}

#[test]
fn a_save_without_trays_is_reported_and_nothing_is_invented() {
    let bench = Bench::new();
    let bare = SEPTEMBER.replace("fill: schedule\n", "");
    save(bench.path(), &data_with(&sample()), "bare.vsav", &bare);
    let (text, after) = bench.apply("bare.vsav", "1944-spring", "next.vsav", 1);
    assert!(text.contains("not found: Taiho, moved by row"), "{text}");
    assert!(places(&after.pieces, "jp-cv-taiho").is_empty());
}

#[test]
fn wrong_calls_write_nothing_and_end_with_two() {
    let bench = Bench::new();
    for arguments in [
        &["oob", "apply", "game.vsav", "--turn", "1942-autumn"][..],
        &["oob", "apply", "game.vsav", "--turn", "1942-autumn", "-o", "game.vsav"],
        &["oob", "apply", "game.vsav", "--turn", "1942-autumn", "-o", "x", "--log", "x"],
        &["oob", "apply", "game.vsav", "--turn", "autumn", "-o", "x"],
        &["oob", "apply", "no.vsav", "--turn", "1942-autumn", "-o", "x"],
        &["oob", "atpo", "apply", "game.vsav", "--turn", "1942-autumn", "-o", "x"],
    ] {
        told(bench.path(), arguments, 2);
    }
    assert!(!bench.path().join("x").exists());
}
