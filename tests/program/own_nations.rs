//! Nations that `--data` adds or renames are known wherever a nation is typed.

use std::path::Path;

use liege::rules::data::{Embedded, Files};
use tempfile::TempDir;

use super::{liege, said};

const NATIONS: &str = "rules/atpo/nations.toml";

const BRAZIL: &str = "
[[nation]]
code = \"BR\"
name = \"Brazil\"
adjective = \"Brazilian\"
also = [\"brasil\"]
side = \"allies\"
background = \"#c5f0c8\"
text = \"#1b1206\"
accent = \"#5a1a72\"
emblem = \"canton\"
";

/// A folder for `--data` in which Brazil is a nation and Thailand has the name Siam.
fn folder() -> TempDir {
    let ours = Embedded.text(NATIONS).unwrap();
    let old = "name = \"Thailand\"\nadjective = \"Thai\"\nalso = [\"thai\", \"thailand\"]";
    let new = "name = \"Siam\"\nadjective = \"Siamese\"\nalso = [\"muang-thai\"]";
    assert_eq!(ours.matches(old).count(), 1);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(NATIONS);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, format!("{}{BRAZIL}", ours.replace(old, new))).unwrap();
    folder
}

/// How a procedure ends on these words, and all that it says.
fn run(words: &[&str], data: Option<&Path>) -> (Option<i32>, String) {
    let policy = ["--seed", "3", "--policy", "attacker=balanced,defender=balanced"];
    let mut arguments = [&["run", "atpo"][..], words, &policy[..]].concat();
    if let Some(data) = data {
        arguments.extend(["--data", data.to_str().unwrap()]);
    }
    let output = liege(&arguments);
    (output.status.code(), said(&output))
}

#[test]
fn an_added_nation_is_known_of_land_units_ships_and_aircraft_and_in_keys() {
    let folder = folder();
    let told: &[(&[&str], &str)] = &[
        (&["R39", "attack=4/2 BR, 5 Brazilian", "defence=2 JP"], "attacker 1: 4 + attacker 2: 5"),
        (&["R39", "attack=4/2", "defence=2 JP", "attack-nation=Brasil"], "D2x"),
        (&["R39", "attack=4", "defence=2 JP", "attack-air=FB 3 BR"], "FB 3 BR"),
        (&["naval-combat", "attack=CA 2-8/1-6 JP", "defence=CA 2-8/1-6 Brasil"], "JP CA at BR CA"),
        (&["naval-combat", "attack=CA 2-8 JP", "defence=CA 2-8", "defence-nation=brazil"], "result"),
        (&["air-combat", "attack=F 4-6/3 BR", "defence=F 4-6/3 JP"], "BR F at JP F"),
        (&["air-combat", "attack=F 4-6/3", "defence=F 4-6/3 JP", "attack-nation=BR"], "JP F"),
        (&["merchant-interdiction", "date=1943-06", "routes=2 submarines BR"], "route 1"),
    ];
    for (words, expected) in told {
        let (status, talk) = run(words, Some(folder.path()));
        let unknown = talk.contains("no nation") || talk.contains("unknown");
        assert!(status != Some(2) && !unknown, "{words:?} ended with {status:?}: {talk}");
        assert!(talk.contains(expected), "{words:?}: {talk}");
    }
    for words in [&told[3].0, &told[4].0, &told[5].0] {
        let (status, talk) = run(words, None);
        assert_eq!(status, Some(2), "only --data has it, {words:?}: {talk}");
    }
}

#[test]
fn the_alliance_of_an_added_nation_counts() {
    let folder = folder();
    let words = ["naval-combat", "attack=CA 2-8/1-6 BR", "defence=CA 2-8/1-6 US"];
    let (_, talk) = run(&words, Some(folder.path()));
    assert!(talk.contains("BR CA and US CA are on the same side"), "{talk}");
}

#[test]
fn a_nation_is_known_by_the_name_that_it_was_given() {
    let folder = folder();
    for (word, known) in
        [("Siam", true), ("siamese", true), ("muang-thai", true), ("TH", true), ("thai", false)]
    {
        let ship = format!("attack=CA 2-8/1-6 {word}");
        let key = format!("attack-nation={word}");
        for words in [
            ["naval-combat", &ship, "defence=CA 2-8/1-6 US", "moonlit=no"],
            ["naval-combat", "attack=CA 2-8/1-6", "defence=CA 2-8/1-6 US", &key],
        ] {
            let (status, talk) = run(&words, Some(folder.path()));
            assert_eq!(status != Some(2), known, "{words:?}: {talk}");
        }
    }
    let (status, talk) = run(&["naval-combat", "attack=CA 2-8/1-6 thai", "defence=CA 2-8/1-6 US"], None);
    assert_ne!(status, Some(2), "{talk}");
}
