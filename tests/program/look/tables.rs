//! `convert` to tables: nobody's secrets in them, and nothing open left out.

use std::path::Path;

use serde_json::{Value, json};

use super::corpus;

/// A module with a public map, the hand of side A, and sides A and B.
fn module() -> Vec<u8> {
    let hand = r#"  <VASSAL.build.module.PlayerHand mapName="Hand of A"><VASSAL.build.module.map.BoardPicker/>
  <entry>A</entry></VASSAL.build.module.PlayerHand>
</VASSAL.build.GameModule>"#;
    let hand = hand.replace("PlayerHand mapName", r#"PlayerHand side="A" visible="false" mapName"#);
    let build_file = corpus::BUILD_FILE.replace("</VASSAL.build.GameModule>", &hand);
    corpus::archive(&[
        ("buildFile.xml", build_file.as_bytes()),
        ("moduledata", corpus::MODULE_DATA.as_bytes()),
        ("images/green.png", &corpus::green_square()),
    ])
}

const PLAYERS: [&str; 3] =
    ["PLAYER\tpassword-of-a\tAnna\tA", "PLAYER\tpassword-of-b\tBert\tB", "MainBoardPicker\tSea\t0\t0"];

const OPEN: &str = "+/1/piece;;;green.png;Tank/Main;150;150;;0";

/// What is secret of whom, by the name it must not be given away by.
const SECRETS: [(&str, &[&str]); 5] = [
    ("Masked", &["+/2/obs;77,130;;Mask;I;unknown;side:\tpiece;;;green.png;Masked/A;\tMain;250;150;;0"]),
    (
        "Invisible",
        &["+/2/hide;73,130;Invisible;200,200,200;side:\tpiece;;;green.png;Invisible/A\tMain;250;150;;0"],
    ),
    ("Held", &["+/2/piece;;;green.png;Held/Hand of A;50;50;;0"]),
    (
        "Card",
        &[
            "+/2/piece;;;green.png;Card/Main;70;70;;0",
            "+/3/deck;false;0,0,0;10;100;Always;Always;false;false;false;;;;Draw;;;;true;false/Main;70;70;true;2",
        ],
    ),
    (
        "Drawn",
        &["+/2/obs;77,130;;Mask;I;unknown;player:\tpiece;;;green.png;Drawn/password-of-a;\tMain;250;150;;0"],
    ),
];

/// The table of a save with these pieces, and what was said when there is none; without the folder that it lay in.
fn table(pieces: &[&str], with_module: bool, arguments: &[&str]) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.vsav");
    std::fs::write(&save, corpus::save(&[&PLAYERS[..], &[OPEN], pieces].concat())).unwrap();
    if with_module {
        std::fs::write(folder.path().join("small.vmod"), module()).unwrap();
    }
    let output = corpus::liege().arg("convert").arg(&save).args(arguments).output();
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(folder.path().to_str().unwrap(), "");
    match output.status.code() {
        Some(0) => Ok(text(output.stdout)),
        Some(2) if output.stdout.is_empty() => Err(text(output.stderr)),
        other => panic!("status {other:?}: {}", text(output.stderr)),
    }
}

#[test]
fn a_table_of_secrets_asks_who_looks() {
    for (secret, pieces) in SECRETS {
        for to in ["json", "csv"] {
            let told = table(pieces, true, &["--to", to]).unwrap_err();
            assert!(
                told.contains("--side") && told.contains("umpire") && told.contains(", A, B"),
                "{secret}: {told}"
            );
        }
    }
}

#[test]
fn a_table_names_and_counts_no_secret_of_another() {
    for (secret, pieces) in SECRETS {
        for to in ["json", "csv"] {
            let seen = |side: &str| table(pieces, true, &["--to", to, "--side", side]).unwrap();
            let open = table(&[], true, &["--to", to]).unwrap();
            assert_eq!(seen("B"), open, "{secret} as {to}");
            assert!(seen("umpire").contains(secret), "{secret} as {to}");
            assert_eq!(seen("A") == open, secret == "Card", "{secret} as {to}: {}", seen("A"));
        }
    }
}

#[test]
fn cards_that_lie_open_are_no_secret() {
    let (_, deck) = SECRETS[3];
    let open = deck[1].replace("70;70;true", "70;70;false");
    assert!(table(&[deck[0], &open], true, &["--to", "csv"]).unwrap().contains("Card"));
}

#[test]
fn without_the_module_a_second_window_may_be_private() {
    let (_, held) = SECRETS[2];
    for side in [&[][..], &["--side", "A"]] {
        let told = table(held, false, &[&["--to", "json"], side].concat()).unwrap_err();
        assert!(told.contains("Hand of A") && told.contains("--module"), "{told}");
    }
    assert!(table(held, false, &["--to", "json", "--side", "umpire"]).unwrap().contains("Held"));
    assert!(table(&[], false, &["--to", "json"]).unwrap().contains("Tank"));
}

#[test]
fn a_window_that_the_module_does_not_have_may_be_private() {
    let (_, held) = SECRETS[2];
    let elsewhere = held[0].replace("Hand of A", "Hand of C");
    for side in [&[][..], &["--side", "B"]] {
        let told = table(&[&elsewhere], true, &[&["--to", "json"], side].concat()).unwrap_err();
        assert!(told.contains(": Hand of C"), "{told}");
    }
    assert!(table(&[&elsewhere], true, &["--to", "json", "--side", "umpire"]).unwrap().contains("Held"));
}

#[test]
fn an_encoding_is_the_whole_save_and_takes_no_side() {
    let (_, masked) = SECRETS[0];
    let told = table(masked, true, &["--to", "vcsk", "-o", "never", "--side", "B"]).unwrap_err();
    assert!(told.contains("keeps all its secrets"), "{told}");
    assert!(!Path::new("never").exists());
}

#[test]
fn labels_are_told_by_the_words_that_are_seen() {
    let label = "label;;Label;12;;0,0,0;b;0;c;0;b;c;$pieceName$;Dialog;0;0;;\tpiece;;;plain.png;Tank";
    for (text, seen) in [
        ("<html><style>b { color: red }<\\/style><b>4<\\/b>&nbsp;&amp;&nbsp;2", json!(["4 & 2"])),
        ("<html>&nbsp;<\\/html>", json!([])),
        ("4 &amp; 2", json!(["4 &amp; 2"])),
    ] {
        let piece = format!("+/9/{label}/{text}\tMain;150;150;;0");
        let told = table(&[&piece], true, &["--to", "json"]).unwrap();
        let rows: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(rows["reports"][0]["pieces"][1]["labels"], seen, "{told}");
    }
}

#[test]
fn layers_markers_labels_and_pictures_are_all_in_both_forms() {
    let layer = |name: &str, level: i32, image: &str| {
        (
            format!(
                "emb2;;2;;;2;;;2;;;;1;false;0;0;{image},other.png;,;true;{name};;;false;;1;1;false;;;;;1.0;;true"
            ),
            level,
        )
    };
    let layers = [layer("", 1, "top.png"), layer("", -1, "off.png"), layer("Step", 2, "first.png")];
    let mut types: Vec<String> = layers.iter().map(|(text, _)| text.clone()).collect();
    let mut states: Vec<String> = layers.iter().map(|(_, level)| level.to_string()).collect();
    types.push("label;76,130;Label;12;;255,255,255;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;;".into());
    states.push("strength 4".into());
    types.push("mark;Side,Kind".into());
    states.push("Japan,a;b=c".into());
    types.push("piece;;;plain.png;Tank".into());
    states.push("Main;150;150;;0".into());
    let nested = |parts: &[String]| {
        let mut out = String::new();
        for (depth, part) in parts.iter().enumerate() {
            if depth > 0 {
                out.push_str(&"\\".repeat(depth - 1));
                out.push('\t');
            }
            out.push_str(part);
        }
        out
    };
    let piece = format!("+/9/{}/{}", nested(&types), nested(&states));
    let rows: Value = serde_json::from_str(&table(&[&piece], true, &["--to", "json"]).unwrap()).unwrap();
    let row = &rows["reports"][0]["pieces"][1];
    assert_eq!(row["layers"], json!({"layer 1": 1, "layer 2": -1, "Step": 2}), "{row}");
    assert_eq!(row["markers"], json!({"Side": "Japan", "Kind": "a;b=c"}));
    assert_eq!(row["labels"], json!(["strength 4"]));
    assert_eq!(row["images"], json!(["plain.png", "other.png", "top.png"]));
    let csv = table(&[&piece], true, &["--to", "csv"]).unwrap();
    let line = csv.lines().find(|line| line.starts_with("9,")).unwrap();
    assert!(
        csv.starts_with("id,name,map,x,y,board,zone,location,stack,layers,markers,labels,images\n"),
        "{csv}"
    );
    assert!(
        line.ends_with(
            r",layer 1=1;layer 2=-1;Step=2,Kind=a\;b\=c;Side=Japan,strength 4,plain.png;other.png;top.png"
        ),
        "{line}"
    );
}

/// What `convert` makes of a real save; `None` when it refuses.
fn real(folder: &Path, save: &str, arguments: &[&str]) -> Option<Vec<Value>> {
    let call = corpus::liege().arg("convert").arg(folder.join(save)).args(["--to", "json"]);
    let output = call.args(arguments).output();
    assert_eq!(output.stdout.is_empty(), output.status.code() == Some(2), "{save}");
    let mut told: Value = serde_json::from_slice(&output.stdout).ok()?;
    serde_json::from_value(told["reports"][0]["pieces"].take()).unwrap()
}

#[test]
fn the_tiles_still_to_be_drawn_in_a_real_game_are_nobodys() {
    let Some(folder) = corpus::folder() else { return };
    let module = folder.join("carcassonne-ark.vmod").into_os_string().into_string().unwrap();
    for save in ["carcassonne-ark-2players-2.sav", "carcassonne-ark-2players-3.sav"] {
        let tiles = |side: &[&str]| {
            let rows = real(&folder, save, &[&["--module", &module], side].concat())?;
            Some(rows.iter().filter(|row| row["map"] == "Tile Stacks").count())
        };
        let seen = [&[][..], &["--side", "umpire"], &["--side", "Black"]].map(tiles);
        assert_eq!(seen, [None, Some(72), Some(1)], "{save}");
    }
}

#[test]
fn hidden_and_possibly_private_pieces_of_real_games_are_not_shown_unasked() {
    let Some(folder) = corpus::folder() else { return };
    for (save, pieces) in [("vasl-hip-concealed.vsav", 4), ("borodino-79k-stacks.vsav", 348)] {
        assert_eq!(real(&folder, save, &[]), None, "{save}");
        assert_eq!(real(&folder, save, &["--side", "umpire"]).map(|rows| rows.len()), Some(pieces), "{save}");
    }
}
