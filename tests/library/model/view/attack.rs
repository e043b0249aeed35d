//! A side that compares its copies learns nothing: whatever changes among the hidden things, its file stays the same to
//! the last byte.

use super::world::{Luck, SECRET, Throw, World, module};
use super::{bytes, copy, decoded};
use liege::model::eyes::Eyes;
use liege::model::position::Position;
use liege::model::view::residues;

/// Games, and how often the hidden half of each is thrown.
const GAMES: u64 = 80;
const THROWS: usize = 25;

#[test]
fn nothing_hidden_changes_a_byte_of_a_copy() {
    let module = module();
    for game in 0..GAMES {
        let world = World::new(&mut Luck::new(game));
        let mut luck = Luck::new(game + 1_000_000);
        let mut first: Option<Vec<u8>> = None;
        for throw in 0..THROWS {
            let save = Throw::new(&mut luck).save(&world);
            let copy = copy(&save, &module, "Red");
            // The file is made of the text alone; of some games it is compared, too.
            let file =
                if game % 10 == 0 { bytes(&copy) } else { copy.commands.to_text().unwrap().into_bytes() };
            let first = first.get_or_insert_with(|| file.clone());
            if *first != file {
                let (one, other) = (String::from_utf8_lossy(first), String::from_utf8_lossy(&file));
                let apart = one.split('\u{1b}').zip(other.split('\u{1b}')).find(|(a, b)| a != b);
                panic!("game {game}, throw {throw}: {apart:#?}");
            }
        }
    }
}

#[test]
fn no_word_of_a_hidden_thing_stands_in_a_copy() {
    let module = module();
    for game in 0..200 {
        let mut luck = Luck::new(game);
        let world = World::new(&mut luck);
        let save = Throw::new(&mut luck).save(&world);
        assert!(save.to_text().unwrap().contains(SECRET));
        let text = decoded(&bytes(&copy(&save, &module, "Red")));
        let told =
            text.find(SECRET).map(|at| text[at.saturating_sub(200)..].chars().take(300).collect::<String>());
        assert_eq!(told, None, "game {game}");
    }
}

#[test]
fn a_copy_has_no_residue_and_its_master_has() {
    let module = module();
    for game in 0..100 {
        let mut luck = Luck::new(game);
        let world = World::new(&mut luck);
        let save = Throw::new(&mut luck).save(&world);
        let look = |commands: &liege::format::command::Command| {
            let (position, _) = Position::read(commands, Some(&module));
            residues(commands, &position, &module, &Eyes::of_side("Red", &position))
        };
        assert_ne!(look(&save), [], "game {game}");
        assert_eq!(look(&copy(&save, &module, "Red").commands), [], "game {game}");
    }
}

#[test]
fn a_copy_of_a_copy_is_the_copy() {
    let module = module();
    for game in 0..100 {
        let mut luck = Luck::new(game);
        let world = World::new(&mut luck);
        let first = copy(&Throw::new(&mut luck).save(&world), &module, "Red");
        assert_eq!(bytes(&copy(&first.commands, &module, "Red")), bytes(&first), "game {game}");
    }
}
