//! Saves that another program made badly, or on purpose.

use std::io::Write;

use super::{liege, told};

/// A zip of these entries; names that differ in their last letter can be made equal afterwards.
fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in entries {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn a_header_that_no_release_writes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("odd.vsav");
    std::fs::write(&path, zip(&[("savedGame", b"!XCSKffa1b2")])).unwrap();
    for command in ["inspect", "check"] {
        let output = liege(&[command, path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("!XCSK"), "{output:?}");
        assert!(output.stdout.is_empty(), "{command}");
    }
}

#[test]
fn a_second_saved_game_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("twice.vsav");
    let mut bytes = zip(&[("savedGame", b"begin_save\x1bend_save"), ("savedGamf", b"begin_save")]);
    let at: Vec<usize> = (0..bytes.len() - 9).filter(|at| bytes[*at..].starts_with(b"savedGamf")).collect();
    assert_eq!(at.len(), 2, "the name stands before the data and in the table");
    for at in at {
        bytes[at + 8] = b'e';
    }
    std::fs::write(&path, bytes).unwrap();
    let output = liege(&["inspect", path.to_str().unwrap()]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("savedGame more than once"), "{output:?}");
    told(&["inspect", path.to_str().unwrap()], 0);
}

#[test]
fn a_scan_whose_corners_are_wrong_is_refused_before_anything_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let (scan, module) = (folder.path().join("scan.png"), folder.path().join("x.vmod"));
    image::RgbImage::new(400, 500).save(&scan).unwrap();
    let scan = scan.to_str().unwrap();
    let corners = |corners: &str| {
        let given = format!("W={scan},{corners}");
        let output = liege(&["build", "atpo", "-o", module.to_str().unwrap(), "--map-image", &given]);
        assert_eq!(output.status.code(), Some(2), "{corners}");
        assert!(!module.exists());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(corners("W6000@5:5,W6033@390:5,W0100@5:490").contains("four hexes are needed"));
    assert!(corners("W6000@5:5,W6033@390:5,W0100@5:490,W9999@390:490").contains("no hex \"W9999\""));
    assert!(corners("W6000@5:5,W6033@390:5,W0100@5:490,W0133@3900:490").contains("400 x 500 pixels"));
    assert!(corners("W6000@390:5,W6033@5:5,W0100@390:490,W0133@5:490").contains("do not span the map"));
}

#[test]
fn faces_too_few_and_too_many_print_the_report_so_far_and_the_roll() {
    let fight = ["run", "atpo", "R14", "attack=Chokai:CA 2-8 JP", "defence=Astoria:CA 0-9 US", "rounds=1"];
    for (dice, error) in [
        ("5", "error: no die is left for the roll \"naval attack: Chokai at Astoria\" (roll 2)"),
        ("5,7", "error: a d6 has no face 7 (roll 2, \"naval attack: Chokai at Astoria\")"),
        ("5,4,1,1,6", "error: 1 face too many; the last roll was \"naval attack: Astoria at Chokai\""),
    ] {
        let output = liege(&[&fight[..], &["--dice", dice]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(output.stdout.is_empty(), "{dice}");
        assert!(said.contains(error), "{dice}: {said}");
        assert!(said.starts_with("report so far:") && said.contains("Chokai at Astoria: die"), "{said}");
        assert!(said.find("sub-round") < said.find("error:"), "{said}");
    }
}
