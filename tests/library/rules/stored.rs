//! The tables in binary form are those of the texts.

use liege::rules::data::{Embedded, Files};
use liege::rules::games::GAMES;
use liege::rules::pack::{Pack, stored_path};

#[test]
fn the_stored_tables_are_those_of_the_texts() {
    for game in GAMES {
        let game = game.id();
        let read = |path: &str| Embedded.text(path).ok().map(str::to_owned);
        let stored = Embedded.read(&stored_path(game)).unwrap_or_default();
        let made = Pack::stored_tables(game, &Embedded).unwrap();
        assert!(stored == made, "{game}: run `cargo run --example prebuild`");
        let [of_texts, of_stored] =
            [None, Some(stored)].map(|stored| Pack::of_shipped(game, &read, stored).unwrap());
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
    }
}
