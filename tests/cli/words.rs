//! The words of the commands: hexes in every form that people write, numbers of findings, who looks.

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
        let text = told(&["resolve", path, id, "--dice", "4"], 0);
        assert!(text.starts_with("land-E4631: "), "{id}: {text}");
    }
}

#[test]
fn a_procedure_speaks_of_one_thing_in_the_singular_and_of_nobody_by_no_name() {
    let general = told(&["run", "atpo", "R41", "nation=JP", "--dice", "3"], 0);
    assert!(general.starts_with("General: die "), "{general}");
    let retreat = told(&["run", "atpo", "R40", "result=D2", "steps=3"], 0);
    assert!(retreat.contains("(2 hexes)") && retreat.contains("(1 hex and 1 step)"), "{retreat}");
    let left = liege(&["run", "atpo", "R40", "result=D2", "steps=3", "--dice", "4"]);
    let talk = String::from_utf8_lossy(&left.stderr);
    assert!(talk.contains("1 of the given faces was not rolled: no die is rolled here"), "{talk}");
}
