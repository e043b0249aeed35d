//! What is said of a file that cannot be read names its path, and names it once.

use std::path::Path;

use super::look::corpus;
use super::{liege, said};

/// Calls that read a file: `F` is the file, `M` a module and `S` a save that can be read.
const CALLS: [&str; 44] = [
    "inspect F",
    "unpack F -o out",
    "pack F -o out.vsav",
    "diff F S",
    "diff S F",
    "transcript F",
    "convert F --to csv",
    "convert F --to json",
    "convert F --to vcsk -o out.vsav",
    "convert F --zero-passwords -o out.vsav",
    "convert S --module F --to csv",
    "render F -o out.png",
    "render S --module F --side umpire -o out.png",
    "view F --side B -o out.vsav",
    "view S --side B --module F -o out.vsav",
    "refresh F --module M -o out.vsav",
    "refresh S --module F -o out.vsav",
    "refresh S --module M --from F -o out.vsav",
    "check F",
    "check S --module F",
    "check S --game atpo --side umpire --previous F",
    "check S --game atpo --side umpire --turn-log F",
    "lint F",
    "lint S --module F",
    "facts F",
    "facts S --module F",
    "battles F",
    "resolve F --all",
    "chances F x",
    "run atpo R14 --input F",
    "run atpo R14 --orders F",
    "run atpo R14 --continue F",
    "oob apply F --turn 1942-07 -o out.vsav",
    "verify F",
    "umpire status F",
    "umpire new aafog out --module M --master F",
    "umpire new aafog out --module F --master S",
    "umpire take F F",
    "umpire open F 1 x -o out.json",
    "counters atpo -o out --data F",
    "build atpo -o out.vmod --data F",
    "data check atpo --data F",
    "git merge F M M",
    "explain L01 --data F",
];

/// Files that nothing can be made of, by the ending that they have.
fn faulty(folder: &Path, ending: &str) -> Vec<String> {
    let good = if ending == "vmod" { corpus::module() } else { corpus::save(&corpus::COMMANDS) };
    let files = [("cut", &good[..good.len() / 2]), ("empty", &[]), ("text", b"no such thing".as_slice())];
    for (name, bytes) in files {
        std::fs::write(folder.join(format!("{name}.{ending}")), bytes).unwrap();
    }
    std::fs::create_dir_all(folder.join(format!("folder.{ending}"))).unwrap();
    let names = ["missing", "folder", "cut", "empty", "text"];
    names.map(|name| folder.join(format!("{name}.{ending}")).to_str().unwrap().to_owned()).to_vec()
}

#[test]
fn a_path_is_named_once_whatever_is_wrong_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(at("good.vmod"), corpus::module()).unwrap();
    std::fs::write(at("good.vsav"), corpus::save(&corpus::COMMANDS)).unwrap();
    let files = ["vsav", "vmod"].map(|ending| faulty(folder.path(), ending));
    let mut refused = 0;
    for call in CALLS {
        let is_module = ["--module F", "--from F"].iter().any(|part| call.contains(part));
        for file in &files[usize::from(is_module)] {
            let words = call.split(' ').map(|word| match word {
                "F" => file.clone(),
                "M" => at("good.vmod"),
                "S" => at("good.vsav"),
                "out" | "out.vsav" | "out.vmod" | "out.png" | "out.json" => at(word),
                word => word.to_owned(),
            });
            let words: Vec<String> = words.collect();
            let output = liege(&words.iter().map(String::as_str).collect::<Vec<_>>());
            let talk = said(&output);
            // Lines are broken at the width of the terminal, never within a path.
            assert!(talk.matches(file.as_str()).count() <= 1, "{words:?}: {talk}");
            if output.status.code() == Some(2) {
                refused += 1;
                assert!(talk.contains("error: "), "{words:?}: {talk}");
            }
        }
    }
    // A folder may be an unpacked archive, and tables that lie over ours may be none.
    assert!(refused > CALLS.len() * 3, "{refused}");
}
