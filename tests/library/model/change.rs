//! Editing a save, writing the same as a log, and writing saves from nothing.

use super::support::{commands, data_bytes, image_size, module};
use liege::format::command::Command;
use liege::format::leaf::Leaf;
use liege::model::change::{Change, ChangeError, Destination, Order, Step, apply, play, write_log};
use liege::model::geometry::Point;
use liege::model::module::Module;
use liege::model::position::{Piece, Position};
use liege::model::scenario::{Placed, Scenario};

const INFANTRY: &str = "1795296624495";
const OTHER: &str = "1795296624496";

fn mini() -> (Module, Command) {
    let file = module(&data_bytes("mini/mini.vmod"));
    let root = &file.build_file.root;
    let (module, problems) = Module::read(root, &|name| image_size(&file, name));
    assert_eq!(problems, []);
    (module, commands(&data_bytes("mini/mini.vsav")))
}

fn to(x: i32, y: i32) -> Destination {
    Destination { map: "Main Map".to_owned(), at: Point::new(x, y), order: Order::Top }
}

/// What matters of a position, stack ids left out.
fn picture(position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = position.pieces.iter().map(line).collect();
    for stack in position.stacks.iter().filter(|s| !s.pieces.is_empty()) {
        lines.push(format!("{:?} {} {} {:?}", stack.map, stack.x, stack.y, stack.pieces));
    }
    lines.push(format!("{:?} {:?}", position.properties, position.turns));
    lines.push(position.scenario_notes.clone());
    lines.sort();
    lines
}

fn line(p: &Piece) -> String {
    let state = &p.traits.traits.last().unwrap().state_text;
    format!("{} {} {:?} {} {} {:?} {:?} {state}", p.id, p.name, p.map, p.x, p.y, p.location, p.properties)
}

fn changes() -> Vec<Change> {
    let text = str::to_owned;
    let set = |value| Change::SetProperty { piece: text(OTHER), key: text("Str"), value };
    vec![
        set(text("2")),
        Change::Move { piece: text(OTHER), to: to(160, 125) },
        Change::Move { piece: text(INFANTRY), to: to(160, 125) },
        Change::SetGlobal { container: text("Module"), name: text("VP"), value: text("7") },
        Change::SetTurn { tracker: text("TurnTracker0"), state: text("0|3;0;false;-1") },
        Change::SetScenarioNotes(text("as written")),
    ]
}

#[test]
fn a_played_log_ends_where_the_edited_save_does() {
    let (module, before) = mini();
    let mut after = before.clone();
    let applied = apply(&mut after, Some(&module), &changes()).unwrap();
    assert_eq!(applied[1].text, "moved A2 Inf from Z1/0302 to Z1/0403");
    let steps: Vec<Step> = changes()
        .into_iter()
        .map(|change| Step { chat: vec!["rolled 4".to_owned()], changes: vec![change], ids: None })
        .collect();
    let log = write_log(&before, Some(&module), &steps).unwrap();
    let again = Command::parse(log.to_text().unwrap(), 200).unwrap();
    let (played, _) = play(&again, Some(&module));
    let (edited, _) = Position::read(&after, Some(&module));
    assert_eq!(picture(&played), picture(&edited));
    assert_eq!(played.chat.len(), 6);
    let start = Position::read(&again, Some(&module)).0;
    assert_eq!(picture(&start), picture(&Position::read(&before, Some(&module)).0));
}

#[test]
fn a_log_made_from_a_log_has_its_own_steps_alone() {
    let (module, mut before) = mini();
    let nested = Command::group("CHATbefore", vec![Command::leaf("LOG\tCHAT* nested")]);
    before.children_mut().extend([nested, Command::leaf("LOG\tCHAT* outermost")]);
    let step = Step { chat: vec!["own".to_owned()], ..Step::default() };
    let log = write_log(&before, Some(&module), &[step]).unwrap();
    assert_eq!(play(&log, Some(&module)).0.chat, ["before", "own"]);
}

/// A stacked piece can carry an old place of its own, which a change of its
/// state must not bring back.
#[test]
fn a_piece_with_a_stale_place_moves_the_same_in_log_and_save() {
    let (module, before) = mini();
    let stale = before.to_text().unwrap().replace("Main Map;100;90;3;1", "null;1;2;3;1");
    let before = Command::parse(stale, 200).unwrap();
    let changes = vec![Change::Move { piece: OTHER.to_owned(), to: to(160, 125) }];
    let mut after = before.clone();
    apply(&mut after, Some(&module), &changes).unwrap();
    let log = write_log(&before, Some(&module), &[Step { changes, ..Step::default() }]).unwrap();
    assert!(log.to_text().unwrap().contains("LOG\tM/"));
    let played = play(&log, Some(&module)).0;
    assert_eq!(picture(&played), picture(&Position::read(&after, Some(&module)).0));
    assert_eq!(played.stacks.iter().filter(|s| s.pieces.len() == 1).count(), 2);
}

#[test]
fn only_commands_of_changed_pieces_change() {
    let (module, before) = mini();
    let mut after = before.clone();
    let change =
        Change::SetProperty { piece: OTHER.to_owned(), key: "Str".to_owned(), value: "1".to_owned() };
    apply(&mut after, Some(&module), &[change]).unwrap();
    let (old, new): (Vec<_>, Vec<_>) = (before.walk().collect(), after.walk().collect());
    assert_eq!(old.len(), new.len());
    let differ = old.iter().zip(&new).filter(|(a, b)| a.own() != b.own());
    assert_eq!(differ.count(), 1);
}

#[test]
fn nothing_changes_without_changes() {
    let (module, before) = mini();
    let mut after = before.clone();
    apply(&mut after, Some(&module), &[]).unwrap();
    assert_eq!(before.to_text().unwrap(), after.to_text().unwrap());
}

#[test]
fn a_piece_that_leaves_is_in_no_stack_and_an_empty_stack_is_gone() {
    let (module, before) = mini();
    let mut after = before.clone();
    let remove = |id: &str| Change::Remove { piece: id.to_owned() };
    apply(&mut after, Some(&module), &[remove(OTHER)]).unwrap();
    let (position, _) = Position::read(&after, Some(&module));
    assert_eq!(position.stacks[0].pieces, [INFANTRY]);
    apply(&mut after, Some(&module), &[remove(INFANTRY)]).unwrap();
    assert!(!after.to_text().unwrap().contains("+/"));
}

#[test]
fn a_stack_without_pieces_is_not_in_the_position_and_stays_in_the_save() {
    let (module, before) = mini();
    let mut commands = before.children().to_vec();
    let stack = |id: &str, state: &str| {
        let texts = ("stack".to_owned(), state.to_owned());
        Command::leaf(Leaf::add(Some(id.to_owned()), texts).encode().unwrap())
    };
    commands.insert(0, stack("77", "Main Map;5;6"));
    commands.insert(1, stack("78", "Nowhere;5;6;nobody"));
    let mut save = Command::group(before.own().clone(), commands);
    let ids = |position: &Position| position.stacks.iter().map(|s| s.id.clone()).collect::<Vec<_>>();
    let (position, problems) = Position::read(&save, Some(&module));
    assert_eq!(ids(&position), ids(&Position::read(&before, Some(&module)).0));
    assert_eq!(problems, [], "a map that the module does not have matters to nobody there");
    apply(&mut save, Some(&module), &[Change::SetScenarioNotes("kept".to_owned())]).unwrap();
    let text = save.to_text().unwrap();
    assert!(text.contains("+/77/") && text.contains("+/78/"), "{text}");
}

#[test]
fn a_piece_goes_above_the_one_named() {
    let (module, before) = mini();
    let mut after = before.clone();
    let traits = (*Position::read(&before, None).0.pieces[0].traits).clone();
    let order = Order::Above(INFANTRY.to_owned());
    let change = Change::Add { traits, to: Destination { order, ..to(100, 90) } };
    apply(&mut after, Some(&module), &[change]).unwrap();
    let (position, _) = Position::read(&after, Some(&module));
    let stack = position.stacks.iter().find(|s| s.pieces.len() == 3).unwrap();
    assert_eq!([&stack.pieces[0], &stack.pieces[2]], [INFANTRY, OTHER]);
}

#[test]
fn a_failed_change_leaves_the_save_alone_and_says_what_there_is() {
    let (module, before) = mini();
    let mut after = before.clone();
    let wrong = Change::SetLayer { piece: OTHER.to_owned(), layer: "Reduced".to_owned(), level: 2 };
    let remove = Change::Remove { piece: INFANTRY.to_owned() };
    let error = apply(&mut after, Some(&module), &[remove, wrong]).unwrap_err();
    assert!(matches!(error, ChangeError::NoLayer { .. }), "{error}");
    assert_eq!(before, after);
    let astray =
        Change::Move { piece: OTHER.to_owned(), to: Destination { map: "Mars".to_owned(), ..to(1, 1) } };
    let error = apply(&mut after, Some(&module), &[astray]).unwrap_err();
    assert_eq!(error.to_string(), "no map is called \"Mars\", expected one of: Main Map");
}

#[test]
fn a_new_save_holds_pieces_in_stacks_at_named_places() {
    let (module, _) = mini();
    let layout = module.maps[0].lay_out(None, &mut Vec::new());
    let at = layout.centre_of("Z1/0403").unwrap();
    let pieces = module.slots.iter().map(|slot| Placed {
        traits: module.make(slot, &mut Vec::new()).unwrap(),
        to: to(at.x, at.y),
        owner: String::new(),
    });
    let scenario = Scenario {
        pieces: pieces.collect(),
        turns: [("TurnTracker0".to_owned(), "0|2;0;false;-1".to_owned())].into(),
        scenario_notes: "Start".to_owned(),
        ..Scenario::default()
    };
    let (save, problems) = scenario.write(&module).unwrap();
    assert_eq!(problems, []);
    let text = save.to_text().unwrap();
    let (position, problems) = Position::read(&Command::parse(text.clone(), 200).unwrap(), Some(&module));
    assert_eq!(problems, []);
    assert_eq!(position.pieces.len(), module.slots.len());
    assert!(position.pieces.iter().all(|p| p.location.as_deref() == Some("Z1/0403")));
    assert_eq!(position.stacks.len(), 1);
    assert_eq!(position.scenario_notes, "Start");
    assert!(text.contains("SETUP_STACK\t") && text.ends_with("end_save"));
}

#[test]
fn the_engines_own_log_plays_to_the_engines_own_end() {
    let (module, _) = mini();
    let log = commands(&data_bytes("mini/mini.vlog"));
    let (position, problems) = play(&log, Some(&module));
    assert_eq!(problems, []);
    let dump = super::support::data("mini/mini.vlog.dump.jsonl");
    for line in dump.lines() {
        let theirs: serde_json::Value = serde_json::from_str(line).unwrap();
        if theirs["k"] != "piece" {
            continue;
        }
        let ours = position.piece(theirs["id"].as_str().unwrap()).unwrap();
        assert_eq!((theirs["x"].as_i64(), theirs["y"].as_i64()), (Some(ours.x.into()), Some(ours.y.into())));
        assert_eq!(theirs["location"].as_str(), ours.location.as_deref());
        assert_eq!(theirs["name"].as_str(), Some(ours.name.as_str()));
    }
}
