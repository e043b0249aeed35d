//! What each kind of trait may say in a copy: all of a side's own pieces, of others what is seen.

use liege::format::command::Command;
use liege::format::piece::{Form, PieceText};
use liege::model::change::{Destination, Order};
use liege::model::eyes::Eyes;
use liege::model::geometry::Point;
use liege::model::position::Position;
use liege::model::view::{self, Added, Extent, Fate, Matter, Plan, Properties};
use serde_json::Value;

use super::super::support::data;
use super::copy;
use super::world::{add, module, text};

const LABEL: &str = "label;76,130;Label";
const PIECE: &str = "piece;;;tank.png;Tank";

/// A save with these commands between its beginning and its end, pieces first.
fn save(pieces: Vec<Command>, more: &[&str]) -> Command {
    let mut children = vec![Command::default(), Command::group("", pieces)];
    children.extend(more.iter().map(|text| Command::leaf(*text)));
    children.push(Command::leaf("end_save"));
    Command::group("begin_save", children)
}

fn piece(id: &str, map: &str, traits: &[(&str, &str)]) -> Command {
    let mut all: Vec<_> = traits.iter().map(|(type_text, state)| text(type_text, state)).collect();
    all.push(text(PIECE, &format!("{map};10;20;5;2;UniqueID;9;OldMap;Blue room")));
    add(id.to_owned(), &Form::Piece(PieceText { traits: all }))
}

const PLAYERS: [&str; 2] = ["PLAYER\tredword\tRita\tRed", "PLAYER\tblueword\tBob\tBlue"];

/// The state of a trait in Red's copy, where the piece lies on the board or in Red's own room.
fn state(type_text: &str, state: &str, map: &str) -> Option<String> {
    let save = save(vec![piece("7", map, &[(type_text, state)]), piece("8", "Board", &[])], &PLAYERS);
    let (position, _) = Position::read(&copy(&save, &module(), "Red").commands, Some(&module()));
    let traits = &position.piece("7")?.traits.traits;
    traits.iter().find(|text| text.type_text == type_text).map(|text| text.state_text.to_string())
}

#[test]
fn a_state_stays_where_the_side_sees_it_or_owns_the_piece() {
    let footprint = "footprint;84,130;Trail;false;true";
    let cases = [
        // definition, state, on the board, in the side's own room
        (LABEL, "dug in", Some("dug in"), Some("dug in")),
        (LABEL, "blueword", Some(""), Some("")),
        ("mark;Side", "Blue", Some("Blue"), Some("Blue")),
        ("markmoved;moved.png;0;0", "true", Some("true"), Some("true")),
        ("PROP;Steps;false,0,100,false;", "3", Some("3"), Some("3")),
        ("immob;n;N;R;", "junk", Some(""), Some("")),
        (
            "footprint;84,130;Trail",
            "false;Board;1;3,4;true",
            Some("false;;0;false"),
            Some("false;Board;1;3,4;true"),
        ),
        (footprint, "true;Board;1;3,4;true", Some("true;Board;1;3,4;true"), Some("true;Board;1;3,4;true")),
        ("sendto;Send;;Board;;0;0", "Blue room;7;8", Some(";;"), Some("Blue room;7;8")),
        ("mat;Tray;", "3;8;404;405", Some("1;8"), Some("1;8")),
        ("attach;A;", "2;404;8", Some("1;8"), Some("1;8")),
        ("matPiece;", "404", Some("noMat"), Some("noMat")),
        ("matPiece;", "8", Some("8"), Some("8")),
        (
            "obs;77,130;back.png;Mask;I;?;player:",
            "redword;override|count|blueword",
            Some("redword;"),
            Some("redword;"),
        ),
        ("obs;77,130;back.png;Mask;I;?;side:", "null;", Some("null;"), Some("null;")),
        ("hide;72,130;Hide;;side:", "Red", Some("Red"), Some("Red")),
        ("restrict;Red,Blue;true;true;", "blueword", Some(""), Some("")),
        ("restrict;Red,Blue;true;true;", "redword", Some("redword"), Some("redword")),
        ("turr;ge/a;r", "1;2", None, Some("1;2")),
        ("turr;ge/a;blueword", "1;2", None, None),
    ];
    for (type_text, before, board, own) in cases {
        assert_eq!(state(type_text, before, "Board").as_deref(), board, "{type_text} {before} on the board");
        assert_eq!(
            state(type_text, before, "Red room").as_deref(),
            own,
            "{type_text} {before} in its own room"
        );
    }
}

#[test]
fn what_a_mask_opens_to_two_sides_names_no_player() {
    let shared = "obs;77,130;back.png;Mask;I;?;sides:Red:Blue";
    assert_eq!(state(shared, "Blue;", "Board").as_deref(), Some("null;"), "Red sees it as it is");
}

#[test]
fn every_trait_of_the_engine_is_on_the_list() {
    let all: Vec<Value> = serde_json::from_str(&data("vassal/trait_types.json")).unwrap();
    let mut prefixes = 0;
    for type_text in all.iter().map(|one| one["type"].as_str().unwrap()) {
        if ["piece;", "stack", "deck;"].iter().any(|own| type_text.starts_with(own)) {
            continue;
        }
        prefixes += 1;
        let save = save(vec![piece("7", "Board", &[(type_text, "")])], &[]);
        let left = copy(&save, &module(), "Red").left_out;
        assert!(!left.iter().any(|one| matches!(one.matter, Matter::Trait(_))), "{type_text}: {left:?}");
    }
    assert!(prefixes > 40, "{prefixes}");
}

#[test]
fn where_a_piece_of_others_has_been_goes_and_the_own_ones_way_stays() {
    let save = save(vec![piece("7", "Board", &[]), piece("8", "Red room", &[])], &[]);
    let (position, _) = Position::read(&copy(&save, &module(), "Red").commands, Some(&module()));
    let basic = |id: &str| position.piece(id).unwrap().traits.traits.last().unwrap().state_text.clone();
    assert_eq!(basic("7"), "Board;10;20;5;0");
    assert_eq!(basic("8"), "Red room;10;20;5;2;UniqueID;9;OldMap;Blue room");
}

#[test]
fn commands_stay_by_the_list_and_all_others_are_named() {
    let commands = [
        "GlobalProperty\t;Weather;Rain;Module",
        "GlobalProperty\t;Gold;7;Blue room",
        "TURNTurnTracker0\t1",
        "NOTES\tall",
        "PNOTES\topen",
        "PNOTE\tredword\tmine",
        "PNOTE\tblueword\this",
        "SNOTE\ta\tredword\ttrue\tmine too\t\t",
        "SNOTE\ta\tblueword\ttrue\this too\t\t",
        "SGKC\tset-up\ttrue",
        "SGKC\tset-up\tlies off Tallow",
        "EXT\tmore\t1.0",
        "BoardBoardPicker\tBoard\t0\t0",
        "SETUP_STACK\t",
        "CHAThe is there",
        "LOG\tCHATthere",
        "UNDO\ttrue",
        "D/7/x",
        "LOS\t1\t2",
        "NEWTHING\tx",
    ];
    let save = save(vec![piece("7", "Board", &[])], &[&PLAYERS[..], &commands[..]].concat());
    let copy = copy(&save, &module(), "Red");
    let kept: Vec<&str> =
        copy.commands.children()[2..].iter().map(|command| command.own().as_str()).collect();
    let expected = [
        "PLAYER\tredword\tRita\tRed",
        "GlobalProperty\t;Weather;Rain;Module",
        "TURNTurnTracker0\t1",
        "BoardBoardPicker\tBoard\t0\t0",
        "EXT\tmore\t1.0",
        "SGKC\tset-up\ttrue",
        "NOTES\tall",
        "PNOTES\topen",
        "PNOTE\tredword\tmine",
        "SNOTE\ta\tredword\ttrue\tmine too\t\t",
        "SETUP_STACK\t",
        "end_save",
    ];
    assert_eq!(kept, expected);
    let mut gone: Vec<&str> = copy.left_out.iter().filter_map(|one| one.matter.name()).collect();
    gone.sort_unstable();
    assert_eq!(gone, ["CHAT", "D/", "Gold", "LOG", "LOS", "NEWTHING", "SGKC", "UNDO"]);
}

#[test]
fn a_plan_of_ones_own_adds_ghosts_and_says_what_is_public() {
    let module = module();
    let save = save(
        vec![piece("7", "Board", &[]), piece("8", "Board", &[])],
        &["GlobalProperty\t;Weather;Rain;Module", "GlobalProperty\t;Plot;x;Module", "NOTES\tmaster"],
    );
    let (position, _) = Position::read(&save, Some(&module));
    let mut plan = Plan::of(&position, &module, &Eyes::of_side("Red", &position));
    plan.set("7", Fate::LeftOut);
    plan.set("8", Fate::Shown(Extent::Own));
    plan.properties = Properties::Named(["Weather".to_owned()].into());
    plan.scenario_notes = Some("issue 3".to_owned());
    let ghost = PieceText {
        traits: vec![
            text("label;76,130;Label", "turn 3"),
            text("piece;;;bb.png;Battleship", "null;0;0;12;0"),
        ],
    };
    let to = Destination { map: "Board".to_owned(), at: Point::new(10, 20), order: Order::Top };
    plan.added.push(Added { id: Some("4711".to_owned()), traits: ghost.clone(), to: to.clone() });
    plan.added.push(Added { id: None, traits: ghost, to: Destination { at: Point::new(50, 60), ..to } });
    let copy = view::write(&plan, &save, &position, &module).unwrap();
    let (after, _) = Position::read(&copy.commands, Some(&module));
    let ids: Vec<&str> = after.pieces.iter().map(|piece| piece.id.as_str()).collect();
    assert_eq!((ids[0], ids[1], ids.len()), ("8", "4711", 3));
    assert_eq!(after.pieces[0].stack, after.pieces[1].stack, "a ghost joins the stack at its place");
    assert_eq!((after.pieces[2].x, after.pieces[2].labels.as_slice()), (50, &["turn 3".to_owned()][..]));
    assert_eq!(after.scenario_notes, "issue 3");
    let names: Vec<&str> = after.properties.keys().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names, ["Weather"]);
}

#[test]
fn what_lies_open_to_all_names_no_player_not_even_one_of_no_side() {
    let save = save(vec![piece("8", "Board", &[])], &["PLAYER\tgreyword\tGus\t", "PNOTE\tgreyword\tmine"]);
    let (position, _) = Position::read(&save, Some(&module()));
    let plan = Plan::of(&position, &module(), &Eyes::stranger());
    let open = view::write(&plan, &save, &position, &module()).unwrap();
    let text = open.commands.to_text().unwrap();
    assert!(!text.contains("greyword"), "{text}");
}
