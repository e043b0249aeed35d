//! The words of the commands: hexes in every form that people write, numbers of findings, who looks.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use liege::format::module_file::ModuleFile;

use super::resolve::BUNA;
use super::{liege, save, told};

#[test]
fn a_hex_may_be_typed_in_any_form_and_is_told_in_one() {
    for form in ["@w4533", "@4533W", "@W-4533", "@w 4533", "@W 4533"] {
        let attack = format!("attack=2nd Division: 3 {form}");
        let output = liege(&["run", "atpo", "R39", &attack, "defence=2", "hex=4533w", "--dice", "4"]);
        let talk = String::from_utf8_lossy(&output.stderr);
        assert!(talk.contains("hex: is where 2nd Division attacks from"), "{form}: {talk}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "buna.vsav", BUNA);
    let path = path.to_str().unwrap();
    for id in ["land-e4631", "LAND-E 4631", "land-4631E", "land-E-4631"] {
        let text = told(&["resolve", path, id, "--dice", "4"], 1);
        assert!(text.starts_with("land-E4631: "), "{id}: {text}");
    }
}

/// Two illegal findings and one that is only suspicious, whose id comes first.
const THREE: &str = "game: atpo\ndate: 1942-08\nphase: NA.1\nat W4533: jp-hq-17, jp-hq-25\n\
                     at W3031: jp-cv-kaga, jp-n-akagi\nat W5021: 2 x jp-f-11, jp-f-64\n";

#[test]
fn findings_bear_one_number_in_text_json_and_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "three.vsav", THREE);
    let path = path.to_str().unwrap();
    let json: serde_json::Value =
        serde_json::from_str(&told(&["check", path, "--format", "json"], 1)).unwrap();
    let findings = json["reports"][0]["findings"].as_array().unwrap().clone();
    assert!(findings.len() >= 3, "{findings:#?}");
    let text = told(&["check", path], 1);
    let all = told(&["check", path, "-v"], 1);
    let mut numbers: Vec<u64> = Vec::new();
    for finding in &findings {
        let number = finding["number"].as_u64().unwrap();
        let severity = finding["severity"].as_str().unwrap();
        let head = format!("{number}. {severity}[{} ", finding["id"].as_str().unwrap());
        for text in [&text, &all] {
            assert!(text.lines().any(|line| line.starts_with(&head)), "no line begins with {head}:\n{text}");
        }
        numbers.push(number);
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=findings.len() as u64).collect::<Vec<_>>());
    let told: Vec<u64> = text.lines().filter_map(|line| line.split_once(". ")?.0.parse().ok()).collect();
    assert_eq!(told, numbers, "the text counts upwards:\n{text}");
}

#[test]
fn the_first_line_names_file_game_time_and_looker() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "three.vsav", THREE);
    let path = path.to_str().unwrap();
    for (side, looker) in [("umpire", "seen by the umpire"), ("japan", "seen by Japan")] {
        let text = told(&["check", path, "--side", side], 1);
        let first = text.lines().take(2).collect::<Vec<_>>().join(" ");
        for part in ["three.vsav: ", "ATPO", "August 1942", "NA.1 ", looker] {
            assert!(first.contains(part), "{part}: {first}");
        }
    }
    let json = told(&["check", path, "--side", "japan", "--format", "json"], 1);
    assert!(json.contains("\"side\": \"Japan\""), "{json}");
    let buna = save(folder.path(), "buna.vsav", BUNA);
    let battles = told(&["battles", buna.to_str().unwrap(), "--side", "allies"], 0);
    let first = battles.lines().next().unwrap();
    assert!(first.contains("buna.vsav: ") && first.ends_with("seen by Allies"), "{battles}");
}

#[test]
fn checks_that_were_not_made_are_listed_once_for_each_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = save(folder.path(), "three.vsav", THREE);
    let text = told(&["check", path.to_str().unwrap(), "-v"], 1);
    for waits in ["an earlier save", "the log of the turn", "an earlier save and the log of the turn"] {
        let reason = format!("not implemented; would need {waits}:");
        assert_eq!(text.matches(&reason).count(), 1, "{reason} in {text}");
    }
    assert!(text.contains("ATPO-N03"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 200), "{text}");
}

/// The module of the main game with blank boards, beside the saves of a folder.
pub(super) fn module(folder: &Path) -> PathBuf {
    let path = folder.join("ATPO.vmod");
    std::fs::write(&path, &*MODULE).unwrap();
    path
}

static MODULE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let plan = super::plan();
    let mut module = ModuleFile::new(plan.document.clone(), plan.about.clone()).unwrap();
    for picture in plan.pictures.iter().filter(|picture| picture.size.0 > 1000) {
        let mut png = std::io::Cursor::new(Vec::new());
        image::GrayImage::from_pixel(picture.size.0, picture.size.1, image::Luma([220]))
            .write_to(&mut png, image::ImageFormat::Png)
            .unwrap();
        module.archive.insert(&format!("images/{}", picture.name), png.into_inner()).unwrap();
    }
    module.write(super::DAY).unwrap()
});

#[test]
fn a_picture_bears_its_key_and_takes_places_by_any_name() {
    let folder = tempfile::tempdir().unwrap();
    let module = module(folder.path());
    let path = save(folder.path(), "three.vsav", THREE);
    let (path, module) = (path.to_str().unwrap(), module.to_str().unwrap());
    let png = folder.path().join("three.png");
    let render = |extra: &[&str]| {
        let call = ["render", path, "-o", png.to_str().unwrap(), "--module", module, "--side", "japan"];
        let output = liege(&[&call, extra].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let size = || image::image_dimensions(&png).unwrap();
    let mut sizes = Vec::new();
    for crop in ["W4533,W4330", "w 4533,4330w", "Tokyo,w4330", "tokyo, W-4330"] {
        let (status, talk) = render(&["--crop", crop, "--scale", "0.5"]);
        assert_eq!(status, Some(0), "{crop}: {talk}");
        sizes.push(size());
    }
    sizes.dedup();
    assert_eq!(sizes.len(), 1, "every form is the same part: {sizes:?}");
    let (status, talk) = render(&["--crop", "Tokio"]);
    assert_eq!(status, Some(2));
    assert!(talk.contains("did you mean \"Tokyo\"?"), "{talk}");
    assert!(talk.contains("names such as E0112 and Adak"), "{talk}");
    let (_, talk) = render(&["--crop", "tokyo,w4330", "--scale", "0.5", "--mark"]);
    assert!(size().0 > sizes[0].0, "the key stands beside the picture: {:?}", size());
    for part in ["seen by Japan", "1. illegal[", "2. illegal["] {
        assert!(talk.contains(part), "{part}: {talk}");
    }
    let bytes = || std::fs::read(&png).unwrap();
    render(&["--crop", "tokyo"]);
    let covered = bytes();
    render(&["--crop", "tokyo", "--names"]);
    assert!(bytes() != covered, "the name of a place stands below what lies on it");
    let quiet = render(&["--crop", "tokyo,w4330", "--mark", "-q"]);
    assert_eq!(quiet, (Some(0), String::new()));
}
