//! A game that is data alone has words of its own for what lies in boxes, trays, on counters and beside the map.

use std::path::Path;

use tempfile::TempDir;

use super::own_game::{MODULE, PACK, pond, refused, with};
use super::told;

/// What a built module says in its build file.
fn module_text(data: &Path) -> String {
    let place = tempfile::tempdir().unwrap();
    let module = place.path().join("pond.vmod").display().to_string();
    told(&with(data, &["build", "pond", "-o", &module]), 0);
    let folder = place.path().join("pond");
    told(&["unpack", &module, "-o", folder.to_str().unwrap()], 0);
    std::fs::read_to_string(folder.join("buildFile.xml")).unwrap()
}

const POOLS: &str = r#"
[[pool]]
id = "swallowed"
command = "Feed to the pike"
key = "Ctrl+Y"
of = ["cavalry"]
called = ["belly", "bellies"]
at = { FR = "Old Pike", "*" = "Young Pike" }
joins = true
rule = "6.2"

[[pool]]
id = "spawn"
of = ["infantry"]
at = { "*" = "Spawn" }
"#;

const BELLIES: &str = r#"
[[window]]
name = "Below"
button = "Below"
columns = 3
box_width = 400
box_height = 206
boxes = ["Old Pike", "Young Pike", "Spawn"]
"#;

fn with_pools(pools: &str, others: &[(&str, &str)]) -> TempDir {
    let (pack, module) = (format!("{PACK}{pools}"), format!("{MODULE}{BELLIES}"));
    let own = [("rules/pond/pack.toml", pack.as_str()), ("maps/pond/module.toml", module.as_str())];
    pond(&own.into_iter().chain(others.iter().copied()).collect::<Vec<_>>())
}

#[test]
fn boxes_of_removed_pieces_are_rows_with_a_command_a_key_and_owners() {
    let text = module_text(with_pools(POOLS, &[]).path());
    for (command, place) in [
        ("sendto;Feed to the pike;89,130;Below;", "$SwallowedX$;$SwallowedY$;;Z;Old Pike;"),
        ("sendto;Feed to the pike;89,130;Below;", "$SwallowedX$;$SwallowedY$;;Z;Young Pike;"),
        ("sendto;Send to spawn;", "$SpawnX$;$SpawnY$;;Z;Spawn;"),
    ] {
        let found = text.lines().any(|line| line.contains(command) && line.contains(place));
        assert!(found, "{command} … {place}");
    }
    // Hidden or not, all are told that it went.
    assert!(text.contains(r#"(menuCommand.startsWith("Send") || menuCommand == "Feed to the pike")"#));
    assert!(!text.contains("force pool"));
    let slot = |name: &str| {
        let line = text.lines().find(|line| line.contains(&format!("entryName=\"{name}\"")));
        line.unwrap_or_else(|| panic!("no piece {name}")).to_owned()
    };
    assert!(slot("Tadpole").contains("To Old Pike") && !slot("Tadpole").contains("To Spawn"));
    assert!(slot("Duckling").contains("To Young Pike"));
    assert!(slot("King Frog").contains("To Spawn") && !slot("King Frog").contains("Pike"));
}

#[test]
fn the_order_of_battle_speaks_of_a_games_own_pools() {
    let schedule = "id,turn,kind,count,place,nation,available,source,note\n\
                    fr-king,1900-summer,start,2,P0100,FR,,rules,\n\
                    fr-tadpole,1900-autumn,swallowed,4,,FR,,rules,\n\
                    du-drake,1900-summer,start,1,P0201,DU,,rules,\n\
                    du-duckling,1900-summer,start,4,P0201,DU,,rules,\n";
    let data = with_pools(POOLS, &[("oob/pond/schedule.csv", schedule)]);
    let turn = ["oob", "pond", "arrivals", "--turn", "1900-autumn"];
    let text = told(&with(data.path(), &turn), 0);
    assert!(text.starts_with("autumn 1900 join the bellies:\n  4 x Tadpole"), "{text}");
    let json = told(&with(data.path(), &[&turn[..], &["--format", "json"]].concat()), 0);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["reports"][0]["swallowed"][0]["kind"], "swallowed", "{json}");
    assert!(json["reports"][0].get("spawn").is_none(), "nothing joins it: {json}");

    let wrong = schedule.replace("swallowed", "swalowed");
    let talk = refused(with_pools(POOLS, &[("oob/pond/schedule.csv", &wrong)]).path(), &turn);
    let words = "schedule.csv:3: column \"kind\": expected one of start, arrival, swallowed, remove, cbr, \
                 found \"swalowed\"; did you mean \"swallowed\"?";
    assert!(talk.contains(words), "{talk}");
}

#[test]
fn pools_that_a_module_could_not_tell_apart_are_refused_with_their_line() {
    let list = ["counters", "pond", "--list"];
    let told = |from: &str, to: &str| refused(with_pools(&POOLS.replace(from, to), &[]).path(), &list);
    let talk = told("\"*\" = \"Spawn\"", "\"*\" = \"Old Pike\"");
    assert!(talk.contains("the box \"Old Pike\" is in two pools; it can be in one"), "{talk}");
    let talk = told("\"*\" = \"Spawn\"", "\"*\" = \"Spown\"");
    assert!(talk.contains("unknown box \"Spown\"; did you mean \"Spawn\"?"), "{talk}");
    let talk = told("id = \"spawn\"", "id = \"spawn\"\nkey = \"Ctrl+Y\"");
    assert!(talk.contains("pack.toml:18: two pools have this key"), "{talk}");
}
