//! What a command prints for a side of a save is what it prints of the copy that `view` makes for that side.

use std::path::Path;

use liege::format::Limits;
use liege::format::save_file::SaveFile;
use liege::model::position::Position;

use super::corpus;

/// A piece with its traits and their states, outermost first.
fn piece(id: u32, traits: &[(&str, &str)]) -> String {
    let nested = |parts: Vec<&str>| {
        let mut parts = parts.into_iter().rev();
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |inner, part| format!("{part}\t{}", inner.replace('\t', "\\\t")))
    };
    let types = nested(traits.iter().map(|(text, _)| *text).collect());
    let states = nested(traits.iter().map(|(_, state)| *state).collect());
    format!("+/{id}/{types}/{states}")
}

/// What side B may not know of a save.
#[derive(Clone)]
struct Hidden {
    plan: &'static str,
    cargo: &'static str,
    attached: &'static str,
    trail: &'static str,
    back: &'static str,
    stack: u32,
    spy: &'static str,
    /// Of this text a label draws the first six letters and two of the last.
    order: &'static str,
}

const HIDDEN: Hidden = Hidden {
    plan: "attack hex five",
    cargo: "1;9",
    attached: "1;9",
    trail: "false;;1;10,20;false",
    back: "0",
    stack: 7_000_077,
    spy: "Spy",
    order: "attack hex five at dawn",
};

fn save(hidden: &Hidden) -> Vec<u8> {
    let [(kind, _)] = label("");
    let tank = piece(
        1,
        &[
            ("mat;MatX;", hidden.cargo),
            ("attach;AttX;77,130;Attach;78,130;Clear;;;;;;;;;", hidden.attached),
            ("PROP;Plan;false,0,100,false;", hidden.plan),
            (kind, "{Order.substring(0,6)+Order.substring(19,21)}"),
            ("PROP;Order;false,0,100,false;", hidden.order),
            ("footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;", hidden.trail),
            ("piece;;;green.png;Tank", &format!("Main;150;150;1;{}", hidden.back)),
        ],
    );
    let scout = piece(2, &[("piece;;;green.png;Scout", "Main;150;150;2;0")]);
    let spy_type = format!("piece;;;green.png;{}", hidden.spy);
    let spy = piece(9, &[("hide;73,130;Invisible;200,200,200;side:", "A"), (&spy_type, "Main;150;150;3;0")]);
    let masked = piece(8, &[("obs;77,130;;Mask;I;unknown;side:", "A;"), (&spy_type, "Main;250;150;4;0")]);
    let stack = format!("+/{}/stack/Main;150;150;1;9;2;@@-1", hidden.stack);
    let players =
        ["PLAYER\tpassword-of-a\tAnna\tA", "PLAYER\tpassword-of-b\tBert\tB", "MainBoardPicker\tSea\t0\t0"];
    let pieces = [tank, scout, spy, masked, stack];
    corpus::save(&[&players[..], &pieces.iter().map(String::as_str).collect::<Vec<_>>()].concat())
}

/// A folder with the module and these saves.
fn folder(build_file: &str, saves: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let entries = [
        ("buildFile.xml", build_file.as_bytes()),
        ("moduledata", corpus::MODULE_DATA.as_bytes()),
        ("images/green.png", &corpus::green_square()),
    ];
    std::fs::write(folder.path().join("small.vmod"), corpus::archive(&entries)).unwrap();
    for (name, bytes) in saves {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// A folder with the module, a save and an earlier one, which differ in what side B may not know and in what it may.
pub fn folder_of_two() -> tempfile::TempDir {
    let before =
        Hidden { plan: "sail to hex nine", trail: "false;;1;30,40;false", spy: "Assassin", ..HIDDEN };
    folder(corpus::BUILD_FILE, &[("game.vsav", save(&HIDDEN)), ("before.vsav", save(&before))])
}

/// What a command prints in a folder, and its status.
fn told(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = corpus::liege().within(folder).args(words).output();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn view(folder: &Path, save: &str, copy: &str) -> Vec<u8> {
    let (status, text) = told(folder, &["view", save, "--module", "small.vmod", "--side", "B", "-o", copy]);
    assert_eq!(status, Some(0), "{text}");
    std::fs::read(folder.join(copy)).unwrap()
}

/// The same save with one hidden thing changed.
fn changes() -> Vec<(&'static str, Hidden)> {
    vec![
        ("text", Hidden { plan: "sail to hex nine", ..HIDDEN }),
        ("part of a text", Hidden { order: "attack hex nine at dark and more", ..HIDDEN }),
        ("cargo", Hidden { cargo: "0", ..HIDDEN }),
        ("attachment", Hidden { attached: "0", ..HIDDEN }),
        ("trail", Hidden { trail: "false;;2;10,20;30,40;false", ..HIDDEN }),
        ("way back", Hidden { back: "1;OldZone;North", ..HIDDEN }),
        ("id of the stack", Hidden { stack: 7_000_078, ..HIDDEN }),
        ("name of the hidden pieces", Hidden { spy: "Assassin", ..HIDDEN }),
    ]
}

#[test]
fn saves_that_differ_in_hidden_things_alone_are_one_to_a_side_in_every_command() {
    for (what, other) in changes() {
        let folder = folder(corpus::BUILD_FILE, &[("was.vsav", save(&HIDDEN)), ("is.vsav", save(&other))]);
        let (path, bare) = (folder.path(), tempfile::tempdir().unwrap());
        for name in ["was.vsav", "is.vsav"] {
            std::fs::copy(path.join(name), bare.path().join(name)).unwrap();
        }
        assert_eq!(view(path, "was.vsav", "one.vsav"), view(path, "is.vsav", "two.vsav"), "{what}");
        for format in ["text", "json"] {
            let (status, text) =
                told(path, &["diff", "was.vsav", "is.vsav", "--side", "B", "--format", format]);
            assert_eq!(status, Some(0), "{what}: {text}");
            assert!(!text.contains("Plan") && !text.contains("attack"), "{what}: {text}");
            let alone =
                told(bare.path(), &["diff", "was.vsav", "is.vsav", "--side", "B", "--format", format]);
            assert_eq!(alone.0, Some(0), "{what}, without the module: {}", alone.1);
        }
        assert_ne!(save(&HIDDEN), save(&other), "{what}");
        for to in ["csv", "json"] {
            let table =
                |save: &str| told(path, &["convert", save, "--to", to, "--side", "B"]).1.replace(save, "");
            assert_eq!(table("was.vsav"), table("is.vsav"), "{what}");
        }
    }
}

/// A log in which a text changes of which a label draws the first word.
fn log(was: &str, is: &str) -> Vec<u8> {
    let [(kind, text)] = label("{Plan.substring(0,6)}");
    let tank = |plan: &str| {
        piece(1, &[(kind, &text), (PLAN.0, plan), ("piece;;;green.png;Tank", "Main;150;150;1;0")])
    };
    let state = |plan: &str| tank(plan).splitn(4, '/').nth(3).unwrap().to_owned();
    let step = format!("LOG\tD/1/{}/{}", state(is), state(was));
    corpus::save(&[
        "PLAYER\tpassword-of-a\tAnna\tA",
        "PLAYER\tpassword-of-b\tBert\tB",
        "MainBoardPicker\tSea\t0\t0",
        &tank(was),
        &step,
    ])
}

#[test]
fn a_log_for_a_side_and_what_lies_between_two_have_of_a_text_only_what_is_drawn() {
    let logs = [
        ("1.vlog", log("attack hex five", "attack hex nine")),
        ("2.vlog", log("attack hex two", "defend hex two")),
    ];
    let folder = folder(corpus::BUILD_FILE, &logs);
    for format in ["text", "json", "markdown"] {
        let words = ["transcript", "1.vlog", "2.vlog", "--module", "small.vmod", "--format", format];
        let (status, text) = told(folder.path(), &[&words[..], &["--side", "B"]].concat());
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains("defend") && !text.contains("hex"), "{format}: {text}");
        let (_, all) = told(folder.path(), &[&words[..], &["--side", "umpire"]].concat());
        assert!(all.contains("hex five") && all.contains("hex nine") && all.contains("hex two"), "{all}");
    }
}

#[test]
fn a_table_for_a_side_has_of_each_piece_what_the_copy_has() {
    let folder = folder(corpus::BUILD_FILE, &[("game.vsav", save(&HIDDEN))]);
    let path = folder.path();
    view(path, "game.vsav", "copy.vsav");
    let (_, of_master) = told(path, &["convert", "game.vsav", "--to", "csv", "--side", "B"]);
    let (_, of_copy) = told(path, &["convert", "copy.vsav", "--to", "csv", "--side", "B"]);
    // The copy has an unknown counter in the place of the masked piece, which is neither named nor counted.
    assert_eq!(of_master, of_copy);
    assert!(of_master.contains("Tank") && !of_master.contains("7000077"), "{of_master}");
    let (status, differences) = told(path, &["diff", "game.vsav", "copy.vsav", "--side", "B"]);
    assert_eq!(status, Some(0), "{differences}");
}

/// The value of Plan on the tank in a copy for side B.
fn kept(build_file: &str, traits: &[(&str, &str)]) -> String {
    let own = [traits, &[("piece;;;green.png;Tank", "Main;150;150;1;0")]].concat();
    let master = corpus::save(&[
        "PLAYER\tpassword-of-a\tAnna\tA",
        "PLAYER\tpassword-of-b\tBert\tB",
        "MainBoardPicker\tSea\t0\t0",
        &piece(1, &own),
    ]);
    let folder = folder(build_file, &[("game.vsav", master)]);
    let copy = view(folder.path(), "game.vsav", "copy.vsav");
    let save = SaveFile::read(copy, &Limits::default()).unwrap();
    let (position, _) = Position::read(&save.commands().unwrap(), None);
    position.pieces[0].property("Plan").unwrap_or_default().to_owned()
}

const PLAN: (&str, &str) = ("PROP;Plan;false,0,100,false;", "attack hex five");

fn label(text: &str) -> [(&'static str, String); 1] {
    [("label;;Label;10;255,255,255;0,0,0;t;0;c;0;b;c;$pieceName$;Dialog;0;0;TextLabel;", text.to_owned())]
}

#[test]
fn of_a_text_stays_what_a_label_draws_of_it() {
    for (text, due) in [
        ("$Plan$", "attack hex five"),
        ("Plan: $Plan$!", "attack hex five"),
        ("{Plan.substring(0,6)}", "attack"),
        ("{Plan.substring(7,10)}", "???????hex"),
        ("{Plan.substring(0,1) + Plan.substring(11)}", "a??????????five"),
        ("{Plan == \"\" ? \"none\" : \"some\"}", "?"),
        ("a label that says nothing of the Plan", ""),
    ] {
        let [(kind, state)] = label(text);
        assert_eq!(kept(corpus::BUILD_FILE, &[(kind, &state), PLAN]), due, "{text}");
    }
    assert_eq!(kept(corpus::BUILD_FILE, &[PLAN]), "");
    let (secret, [(kind, state)]) = ("secret ".repeat(1_000), label("{Plan.substring(0,6)}"));
    let long = format!("attack {secret}");
    assert_eq!(kept(corpus::BUILD_FILE, &[(kind, &state), (PLAN.0, &long)]), "attack");
}

#[test]
fn a_text_stays_that_a_mouse_over_viewer_shows_everybody() {
    let with = |viewer: &str| {
        let end = "  </VASSAL.build.module.Map>";
        corpus::BUILD_FILE.replace(end, &format!("{viewer}{end}"))
    };
    let viewer = |shows: &str, format: &str| {
        format!(
            r#"<VASSAL.build.module.map.CounterDetailViewer showtext="{shows}" counterReportFormat="{format}" summaryReportFormat="$LocationName$"/>"#
        )
    };
    assert_eq!(kept(&with(&viewer("true", "$PieceName$ $Plan$")), &[PLAN]), "attack hex five");
    assert_eq!(kept(&with(&viewer("true", "{Plan.substring(0,6)}")), &[PLAN]), "attack");
    assert_eq!(kept(&with(&viewer("false", "$PieceName$ $Plan$")), &[PLAN]), "");
    for (marker, due) in [("Unit", "attack hex five"), ("Marker", "")] {
        let filtered =
            viewer("true", "$Plan$").replace("/>", r#" propertyFilter="{Layer == &quot;Unit&quot;}"/>"#);
        assert_eq!(kept(&with(&filtered), &[("mark;Layer", marker), PLAN]), due, "{marker}");
    }
    assert_eq!(kept(&with(&viewer("true", "$PieceName$")), &[PLAN]), "");
}
