//! Command trees come back as the text they were.

use liege::format::command::{Command, CommandError};
use liege::format::leaf::{BoardAt, Leaf, Spot};
use proptest::prelude::*;

const DEPTH: usize = 200;

fn parse(text: &str) -> Command {
    Command::parse(text.to_owned(), DEPTH).unwrap()
}

#[test]
fn a_save_is_a_tree() {
    let save = "begin_save\u{1b}\u{1b}\\\u{1b}+/1/piece;;;a;b/null;0;0;\\\u{1b}-/2\u{1b}end_save";
    let tree = parse(save);
    assert_eq!(tree.own(), "begin_save");
    assert_eq!(tree.children().len(), 3);
    let group = &tree.children()[1];
    assert_eq!(group.own(), "");
    assert_eq!(group.children().len(), 2);
    assert_eq!(tree.walk().count(), 6);
    assert_eq!(tree.to_text().unwrap(), save);
}

#[test]
fn a_changed_tree_is_written_anew() {
    let mut tree = parse("begin_save\u{1b}end_save");
    let group = Command::group("", vec![Command::leaf("CHATone"), Command::leaf("CHATtwo")]);
    tree.children_mut().insert(0, group);
    let text = tree.to_text().unwrap();
    assert_eq!(text, "begin_save\u{1b}\\\u{1b}CHATone\\\u{1b}CHATtwo\u{1b}end_save");
    assert_eq!(parse(&text), tree);
}

#[test]
fn a_swallowed_separator_is_kept_as_it_stands() {
    let log = "begin_save\u{1b}LOG\tCHATslash\\\u{1b}LOG\tCHATnext\u{1b}end_save";
    let tree = parse(log);
    assert_eq!(tree.to_text().unwrap(), log);
    assert!(tree.walk().any(|command| command.own() == "LOG\tCHATnext"));
}

#[test]
fn quoted_commands_come_back() {
    for text in ["'a'", "'\\a'\u{1b}b", "''\u{1b}b", "'\u{1b}'", "\u{1b}", "\\\u{1b}", "'a\u{1b}b'"] {
        assert_eq!(parse(text).to_text().unwrap(), text, "{text:?}");
    }
}

#[test]
fn deep_nesting_is_refused_soon() {
    let mut text = String::from("x");
    for level in 0..300 {
        text.push_str(&"\\".repeat(level));
        text.push('\u{1b}');
        text.push('y');
    }
    let error = Command::parse(text, DEPTH).unwrap_err();
    assert!(matches!(error, CommandError::TooDeep { .. } | CommandError::TooMuchNesting), "{error}");
}

#[test]
fn leaves_say_what_they_mean() {
    let leaf = Leaf::decode(r"+/17/mark;a\/b	piece;;;x.png;Unit/v	null;0;0;");
    assert!(matches!(&leaf, Leaf::AddPiece { id: Some(id), .. } if id == "17"));
    let moved = Leaf::decode("M/17/Map0/10/20/null/Map0/5/6/18/me");
    let Leaf::MovePiece { to, from, player, .. } = moved else { panic!("{moved:?}") };
    assert_eq!(to, Spot { map: Some("Map0".into()), x: 10, y: 20, under: None });
    assert_eq!(from.under.as_deref(), Some("18"));
    assert_eq!(player.as_deref(), Some("me"));
    let boards = Leaf::decode("Main MapBoardPicker\tWest/rev\t0\t0\tEast\t1\t0");
    let Leaf::SetBoards { map, boards } = boards else { panic!("{boards:?}") };
    assert_eq!(map, "Main Map");
    assert_eq!(boards[0], BoardAt { name: "West".into(), reversed: true, column: 0, row: 0 });
    assert!(matches!(Leaf::decode("TURNTurnTracker0\t0|1"), Leaf::Turn { .. }));
    for text in
        ["GlobalProperty\t;n;v;Module", "GlobalProperty\t;n;v", "GlobalProperty\t;n\tzone\tboard\tmap;v;"]
    {
        assert!(matches!(Leaf::decode(text), Leaf::GlobalProperty { .. }), "{text}");
    }
    assert!(matches!(Leaf::decode("PLAYER\tpw\tAnn\tRed"), Leaf::AddPlayer { .. }));
    assert!(matches!(Leaf::decode("LOG\tCHAThello"), Leaf::Log(_)));
    assert!(matches!(Leaf::decode("D/1/new/old"), Leaf::ChangePiece { old_state: Some(_), .. }));
    assert!(matches!(Leaf::decode("WHATEVER\tx"), Leaf::Verbatim(_)));
    assert!(matches!(Leaf::decode("M/1/2"), Leaf::Verbatim(_)));
}

proptest! {
    #[test]
    fn any_text_comes_back(text in "[a'\\\\\u{1b}/+\t]{0,40}") {
        if let Ok(tree) = Command::parse(text.clone(), DEPTH) {
            prop_assert_eq!(tree.to_text().unwrap(), text);
        }
    }

    #[test]
    fn any_leaf_comes_back(text in "(\\+/|D/|M/|LOG\t|TURN|PLAYER\t|GlobalProperty\t;|MapBoardPicker\t)[a1'\\\\/;\t]{0,20}") {
        prop_assert_eq!(Leaf::decode(&text).encode().unwrap(), text);
    }
}

#[test]
fn a_damaged_long_command_is_none_of_another_kind() {
    for text in ["+/1/2BoardPicker\tBoard\t0\t0", "D/aBoardPicker\tBoard\t0\t0", "+/'1'/piece;;;a;b/x"] {
        assert_eq!(Leaf::decode(text), Leaf::Verbatim(text.into()));
    }
}
