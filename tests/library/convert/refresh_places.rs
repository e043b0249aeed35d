//! What lies in boxes goes with them when the new module has them elsewhere.

use liege::convert::refresh::{Followers, Wishes, follow, refresh};
use liege::format::Limits;
use liege::format::command::Command;
use liege::format::save_file::SaveFile;
use liege::model::counters::Counters;
use liege::model::module::Module;
use liege::model::position::Position;

use crate::example_module::document;

/// A board with a zone of regions, a zone that is one place, and nothing around them.
fn module(regions: &[(&str, i32, i32)], pool: &str) -> Module {
    let region = |(name, x, y): &(&str, i32, i32)| {
        let table = "[[Map.BoardPicker.Board.ZonedGrid.Zone.RegionGrid.Region]]";
        format!("{table}\nname = \"{name}\"\noriginx = {x}\noriginy = {y}\n")
    };
    let text = format!(
        r##"
"#class" = "VASSAL.build.GameModule"
name = "Example"

[[Map]]
mapName = "Main"
[[Map.BoardPicker]]
[[Map.BoardPicker.Board]]
name = "East"
width = 600
height = 600
[[Map.BoardPicker.Board.ZonedGrid]]
[[Map.BoardPicker.Board.ZonedGrid.Zone]]
name = "Pool"
locationFormat = "$name$"
path = "{pool}"
[[Map.BoardPicker.Board.ZonedGrid.Zone]]
name = "Ports"
locationFormat = "$gridLocation$"
path = "0,0;400,0;400,600;0,600"
[[Map.BoardPicker.Board.ZonedGrid.Zone.RegionGrid]]
snapto = true
{}
"##,
        regions.iter().map(region).collect::<String>()
    );
    Module::read(&document(&text).root, &|_| None).0
}

const OLD: [(&str, i32, i32); 3] = [("Harbour", 100, 100), ("Yard", 200, 100), ("Gone", 300, 100)];
const NEW: [(&str, i32, i32); 4] =
    [("Harbour", 300, 400), ("Yard", 200, 100), ("Twice", 20, 20), ("Twice", 40, 20)];
const POOL: &str = "420,0;600,0;600,200;420,200";
const LOWER_POOL: &str = "420,300;520,300;520,400;420,400";

fn commands(pieces: &str) -> Command {
    let text = format!("begin_save\n{pieces}\nMainBoardPicker\tEast\t0\t0\nend_save").replace('\n', "\u{1b}");
    let save = SaveFile::read(text.into_bytes(), &Limits::default()).expect("a save");
    save.commands().expect("its commands")
}

/// Where a piece lies: its id, x, y, its stack.
type At = (String, i32, i32, Option<String>);

/// What becomes of a save, and the save then.
fn refreshed(pieces: &str, (old, new): (&Module, &Module)) -> (Followers, Command) {
    let commands = commands(pieces);
    let (position, _) = Position::read(&commands, Some(new));
    let (counters, wishes) = (Counters::of(new), Wishes { by_name: true, decks: None });
    let mut made = refresh(&commands, &position, (new, &counters), wishes, &|_| true).expect("a refresh");
    follow(&mut made, &commands, (old, new)).expect("it can be written");
    (made.followers.expect("places were looked at"), made.commands.unwrap_or(commands))
}

/// What becomes of a save, and where each piece lies then.
fn followed(pieces: &str, modules: (&Module, &Module)) -> (Followers, Vec<At>) {
    let (told, after) = refreshed(pieces, modules);
    let (after, _) = Position::read(&after, Some(modules.1));
    let place = |piece: liege::model::position::Piece| (piece.id, piece.x, piece.y, piece.stack);
    (told, after.pieces.into_iter().map(place).collect())
}

#[test]
fn a_stack_and_a_lone_piece_go_with_their_region_and_keep_their_distance_from_its_middle() {
    let modules = (module(&OLD, POOL), module(&NEW, POOL));
    let pieces = "+/1/piece;;;;Ship/Main;110;100;1;0\n+/2/piece;;;;Tug/Main;110;100;1;0\n\
                  +/9/stack/Main;110;100;1;2\n+/3/piece;;;;Crane/Main;200;100;1;0";
    let (told, after) = followed(pieces, (&modules.0, &modules.1));
    let in_stack = Some("9".to_owned());
    assert_eq!(after[0], ("1".to_owned(), 310, 400, in_stack.clone()));
    assert_eq!(after[1], ("2".to_owned(), 310, 400, in_stack));
    assert_eq!((after[2].1, after[2].2), (200, 100), "its region is where it was");
    assert_eq!(told.followed.len(), 1, "{told:?}");
    let own = &told.followed[0];
    assert_eq!((own.place.as_str(), own.map.as_str()), ("Harbour", "Main"));
    assert_eq!((own.from, own.to), ((110, 100), (310, 400)));
    assert_eq!(own.pieces, ["1", "2"]);
    assert!(told.stayed.is_empty(), "{told:?}");
}

#[test]
fn a_stack_without_pieces_stays_as_it_is_and_is_not_told() {
    let (old, new) = (module(&OLD, POOL), module(&NEW, POOL));
    let (told, after) = refreshed("+/9/stack/Main;110;100", (&old, &new));
    assert_eq!(told, Followers::default());
    assert!(after.to_text().expect("a text").contains("+/9/stack/Main;110;100"));
}

#[test]
fn a_piece_in_a_zone_stays_while_the_zone_holds_it_and_goes_to_its_middle_where_it_would_lie_outside() {
    let (before, now) = (module(&OLD, POOL), module(&OLD, LOWER_POOL));
    let pieces = "+/1/piece;;;;Near/Main;515;110;1;0\n+/2/piece;;;;Far/Main;590;10;1;0";
    let (told, after) = followed(pieces, (&before, &now));
    let places: Vec<(i32, i32)> = after.iter().map(|(_, x, y, _)| (*x, *y)).collect();
    assert_eq!(places, [(475, 360), (470, 350)]);
    assert_eq!(told.followed.len(), 2);
    let (told, after) = followed(pieces, (&before, &module(&OLD, "410,0;600,0;600,220;410,220")));
    let places: Vec<(i32, i32)> = after.iter().map(|(_, x, y, _)| (*x, *y)).collect();
    assert_eq!(places, [(515, 110), (590, 10)], "the zone has grown around them");
    assert_eq!(told, Followers::default());
}

#[test]
fn pieces_whose_place_is_gone_or_stands_twice_stay_and_are_told_and_all_else_stays() {
    let old = module(&[OLD[0], OLD[2], ("Twice", 30, 500)], POOL);
    let pieces = "+/1/piece;;;;A/Main;300;100;1;0\n+/2/piece;;;;B/Main;30;500;1;0\n\
                  +/3/piece;;;;C/Main;550;550;1;0\n+/4/piece;;;;D/Cellar;30;500;1;0\n+/5/piece;;;;E/null;30;500;1;0";
    let new = module(&NEW, POOL);
    let (told, after) = followed(pieces, (&old, &new));
    assert!(told.followed.is_empty(), "{told:?}");
    let stayed: Vec<(&str, usize)> = told.stayed.iter().map(|own| (own.place.as_str(), own.places)).collect();
    assert_eq!(stayed, [("Gone", 0), ("Twice", 2)]);
    assert_eq!((after[2].1, after[2].2), (550, 550));
    // The same module on both sides changes nothing.
    assert_eq!(followed(pieces, (&new, &new)).0, Followers::default());
}
