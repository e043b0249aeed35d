//! The tables in binary form are those of the texts.

use std::collections::BTreeSet;

use liege::rules::data::{Embedded, Files};
use liege::rules::game::pack::{Pack, stored_path};
use liege::rules::games::GAMES;
use liege::shipped::stamp_of;

#[test]
fn the_stored_tables_are_those_of_the_texts() {
    for game in GAMES {
        let game = game.id();
        let read = |path: &str| Embedded.text(path).ok().map(str::to_owned);
        let stored = Embedded.read(&stored_path(game)).unwrap_or_default();
        let made = Pack::stored_tables(game, &Embedded, stamp_of(game)).unwrap();
        assert!(stored == made, "{game}: run `cargo run --example prebuild`");
        let of_texts = Pack::of_shipped(game, &read, None).unwrap();
        let of_stored = Pack::of_shipped(game, &without_tables, Some(stored)).unwrap();
        assert!(of_texts.map == of_stored.map && !of_stored.map.all().is_empty(), "{game}");
        assert!(of_texts.catalogue == of_stored.catalogue, "{game}");
        assert!(of_stored.catalogue.entries().count() > 10, "{game}");
        assert_eq!(of_texts.schedule, of_stored.schedule, "{game}");
        assert_eq!((&of_texts.name, &of_texts.sides), (&of_stored.name, &of_stored.sides), "{game}");
        assert_eq!((&of_texts.nations, &of_texts.decks), (&of_stored.nations, &of_stored.decks), "{game}");
        assert_eq!(of_texts.terms.private, of_stored.terms.private, "{game}");
        assert_eq!(of_texts.demands, of_stored.demands, "{game}");
        assert_eq!(of_texts.choices, of_stored.choices, "{game}");
        assert_eq!(format!("{:?}", of_texts.rows), format!("{:?}", of_stored.rows), "{game}");
        let lines =
            |pack: &Pack| pack.catalogue.families().iter().map(|family| family.line).collect::<Vec<_>>();
        assert_eq!(lines(&of_texts), lines(&of_stored), "{game}");
    }
}

#[test]
fn bytes_that_are_no_stored_tables_leave_the_texts() {
    let game = GAMES[0].id();
    let read = |path: &str| Embedded.text(path).ok().map(str::to_owned);
    let stored = Embedded.read(&stored_path(game)).unwrap_or_default();
    let longer = [stored, &[0]].concat();
    for bytes in [&[][..], b"tables!", &stored[..stored.len() / 2], &longer] {
        let pack = Pack::of_shipped(game, &read, Some(bytes)).unwrap();
        assert!(!pack.map.all().is_empty() && pack.catalogue.entries().count() > 10);
        let nothing = Pack::of_shipped(game, &without_tables, Some(bytes));
        assert!(nothing.is_err(), "{} bytes were taken for tables", bytes.len());
    }
}

#[test]
fn hexes_that_have_a_row_in_common_share_it() {
    let game = GAMES[0].id();
    let stored = Embedded.read(&stored_path(game));
    let pack = Pack::of_shipped(game, &without_tables, stored).unwrap();
    let rows: BTreeSet<usize> = pack.map.hexes().map(|(_, facts)| facts.row_id()).collect();
    let hexes = pack.map.hexes().count();
    assert!(rows.len() > 100 && rows.len() * 4 < hexes, "{} rows for {hexes} hexes", rows.len());
}

/// The texts that are not stored: so that what a pack has of the others can only be out of the stored tables.
fn without_tables(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_stored = !path.starts_with("rules/")
        || ["nations.toml", "checks.csv", "checks.toml", "selectors.toml", "choices.toml"].contains(&name);
    Embedded.text(path).ok().filter(|_| !is_stored).map(str::to_owned)
}
