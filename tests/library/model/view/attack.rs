//! A side that compares its copies learns nothing: whatever changes among the hidden things, its file stays the same to
//! the last byte.

use super::world::{Luck, SECRET, Throw, World, add, module, text};
use super::{bytes, copy, decoded};
use liege::format::command::Command;
use liege::format::piece::{Form, PieceText};
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
        let look = |commands: &Command| {
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

#[test]
fn what_a_value_says_is_not_told_by_its_absence() {
    let module = module();
    let says = |name: &str| {
        let memo = text("PROP;Memo;false,0,100,false;", "from Yamato");
        let basic = |name: &str| text(&format!("piece;;;x.png;{name}"), "Board;10;20;5;0");
        let open = Form::Piece(PieceText { traits: vec![memo, basic("Tank")] });
        let hidden = vec![text("hide;72,130;Hide;;side:", "Blue"), basic(name)];
        let hidden = Form::Piece(PieceText { traits: hidden });
        let pieces = vec![add("7".to_owned(), &open), add("8".to_owned(), &hidden)];
        let children = vec![
            Command::default(),
            Command::group("", pieces),
            Command::leaf("GlobalProperty\t;Last;Musashi was sunk;Module"),
            Command::leaf("GlobalProperty\t;Weather;Heavy rain;Module"),
            Command::leaf("end_save"),
        ];
        decoded(&bytes(&copy(&Command::group("begin_save", children), &module, "Red")))
    };
    let other = says("Kirishima");
    assert_eq!(says("Yamato"), other, "a memo that quotes what lies hidden");
    assert_eq!(says("Musashi"), other, "a property that quotes a counter which can be hidden");
    assert!(!other.contains("Yamato") && !other.contains("Musashi") && other.contains("Heavy rain"));
}
