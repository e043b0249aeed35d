//! README's jobs: the commands as they stand there print what it shows.

use std::path::Path;

use super::example_module::bytes;
use super::words::module;
use super::{data, save};
use crate::call::Call;

const README: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"));
/// What stands for lines, or parts of a line, that are left out.
const LEFT_OUT: char = '…';

/// The module that is linted: a misspelt prototype, a number used twice, a misspelt named command.
const MODULE: &str = r##"```toml
"#class" = "VASSAL.build.GameModule"
name = "Example"
nextPieceSlotId = "10"

[[PieceWindow]]
name = "Counters"
[[PieceWindow.PieceSlot]]
entryName = "Tank"
gpid = "1"
[[PieceWindow.PieceSlot.trait]]
trait = "Prototype"
prototypeName = "Amour"
[[PieceWindow.PieceSlot.trait]]
trait = "Basic piece"
imageName = "tank.png"
name = "Tank"
state = "null;0;0;1;0"
[[PieceWindow.PieceSlot]]
entryName = "Truck"
gpid = "1"
[[PieceWindow.PieceSlot.trait]]
trait = "Prototype"
prototypeName = "Armour"
[[PieceWindow.PieceSlot.trait]]
trait = "Global Hotkey"
commandName = "End turn"
key = "Ctrl+T"
globalHotKey = "[NextTrun]"
[[PieceWindow.PieceSlot.trait]]
trait = "Basic piece"
imageName = "tank.png"
name = "Truck"
state = "null;0;0;1;0"

[[PrototypesContainer]]
[[PrototypesContainer.PrototypeDefinition]]
name = "Armour"
[[PrototypesContainer.PrototypeDefinition.trait]]
trait = "Delete"
commandName = "Delete"
[[PrototypesContainer.PrototypeDefinition.trait]]
trait = "Basic piece"
imageName = ""
name = "Tank"
state = "null;0;0;;0"

[[TurnTracker]]
name = "Turn"
nexthotkey = "[NextTurn]"
```

With the pictures `images/tank.png`.
"##;

/// The folder in which a reader types: a module of his own, and what the tour left in `out`.
fn prepare(folder: &Path) {
    std::fs::write(folder.join("my-game.vmod"), bytes(MODULE)).unwrap();
    let out = folder.join("out");
    std::fs::create_dir(&out).unwrap();
    std::fs::rename(module(folder), out.join("ATPO-2022.vmod")).unwrap();
    let text = |name: &str| data().scenario_text(&format!("{name}.txt")).unwrap();
    let placed = text("guadalcanal").lines().filter(|line| !line.starts_with("fill:"));
    let placed: String = placed.map(|line| format!("{line}\n")).collect();
    let faulty = format!("{placed}\n{}", text("tour/faults"));
    let titled = save(&out, "The scenario with planted faults", &faulty);
    std::fs::rename(titled, out.join("planted-faults.vsav")).unwrap();
    save(&out, "battle.vsav", text("tour/battle"));
}

/// The commands of the page with what it shows below each.
fn jobs() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut jobs: Vec<(&str, Vec<&str>)> = Vec::new();
    for part in README.split("```").skip(1).step_by(2) {
        if let Some(command) = part.strip_prefix("sh\nliege ") {
            jobs.push((command.trim_end(), Vec::new()));
        } else if let Some(shown) = part.strip_prefix("text\n") {
            jobs.last_mut().expect("a command above each output").1 = shown.lines().collect();
        }
    }
    jobs
}

/// A line that is shown, whose parts come in this order.
fn is_shown(line: &str, shown: &str) -> bool {
    let mut rest = Some(line);
    for part in shown.split(LEFT_OUT) {
        rest = rest.and_then(|rest| Some(rest.split_once(part)?.1));
    }
    rest == Some("") && line.starts_with(shown.split(LEFT_OUT).next().unwrap_or_default())
}

#[test]
fn every_job_of_the_readme_prints_what_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let jobs = jobs();
    assert_eq!(jobs.len(), 3);
    for (command, shown) in jobs {
        let output = Call::of(command.split(' ')).within(folder.path()).output();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut lines = printed.lines();
        for line in shown.into_iter().filter(|line| line.chars().ne([LEFT_OUT])) {
            let found = lines.any(|own| is_shown(own, line));
            assert!(found, "{command}: README shows {line:?}\n{printed}{}", super::said(&output));
        }
    }
}
