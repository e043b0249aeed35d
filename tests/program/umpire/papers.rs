//! The papers of a desk: what an opening shows a side, who may read which folder, what notes and leaves say.

use std::path::Path;

use super::leaks::note;
use super::{Club, START, text_of};
use crate::{liege, said};

#[test]
fn an_opening_for_a_side_has_its_own_lines_and_no_secret_of_the_other() {
    let club = Club::new();
    let text = format!("{START}at \"Siam\": uk-inf\n");
    let (game, _) = club.later("tuesday", &text, &[]);
    note(&game, "allies", "90,2,1,us,CM,SZ 20,japan,BB,1,0,battle,a submarine,");
    let folder = game.to_str().unwrap();
    club.issued(&game, &text, &[], 0);
    let open = |issue: &str, leaf: &str, side: &str| {
        let out = club.name("opening.json");
        let asked = liege(&["umpire", "open", folder, issue, leaf, "--for", side, "-o", &out]);
        (asked.status.code(), said(&asked))
    };
    let (exit, told) = open("2", "Siam", "allies");
    assert_eq!(exit, Some(0), "{told}");
    assert!(told.contains("for Allies; 2 pieces of others only as hashes"), "{told}");
    let opening = std::fs::read_to_string(club.path("opening.json")).unwrap();
    assert!(opening.contains("uk\\tINF") && !opening.contains("japan\\t"), "{opening}");
    for (leaf, side) in [("money/japan", "Axis"), ("tokens/japan", "Allies"), ("ledger/axis", "axis")] {
        assert_eq!(open("2", leaf, side).0, Some(0), "{leaf}");
    }
    assert_eq!(open("0", "SZ 20", "Allies").0, Some(0), "the set-up is known");
    for (leaf, side, says) in [
        ("money/japan", "Allies", "it is a secret of the other side: money of Japan"),
        ("orders/us", "Axis", "it is a secret of the other side: orders of United States"),
        ("pool/japan", "Allies", "its number of units reveals purchases"),
        ("ledger/axis", "Allies", "what the other side was shown"),
        ("ledger/allies", "Allies", "entry 90 has what was withheld"),
        ("SZ 20", "Allies", "a hidden submarine"),
        ("SZ 20", "Spain", "the sides are Axis, Allies"),
        ("SZ 20", "Umpire", "no side is called \"Umpire\""),
    ] {
        let (exit, told) = open("2", leaf, side);
        assert!(exit == Some(2) && told.contains(says), "{leaf} {side}: {told}");
    }
    let all = liege(&["umpire", "open", folder, "2", "SZ 20", "-o", &club.name("opening.json")]);
    assert!(said(&all).contains("only for you until the game is over"), "{}", said(&all));
}

#[cfg(unix)]
#[test]
fn the_desk_is_closed_to_others_and_what_is_handed_out_and_published_is_open() {
    use std::os::unix::fs::PermissionsExt;
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&game), 0o700);
    assert_eq!([mode(&game.join("issues/000")), mode(&game.join("issues/000/axis.vsav"))], [0o755, 0o644]);
    assert_eq!(mode(&game.join("sealed/000/master.vsav")), 0o600);
    let end = club.name("end");
    assert!(liege(&["umpire", "publish", game.to_str().unwrap(), "-o", &end]).status.success());
    for (part, due) in
        [("", 0o755), ("issues/000", 0o755), ("issues/000/leaves.json", 0o644), ("key.json", 0o644)]
    {
        assert_eq!(mode(&club.path("end").join(part)), due, "{part}");
    }
    std::fs::set_permissions(&game, std::fs::Permissions::from_mode(0o750)).unwrap();
    let refused = club.issued(&game, START, &[], 2);
    assert!(refused.contains("(mode 0750), expected 0700"), "{refused}");
}

#[test]
fn the_notes_tell_the_match_and_the_age_of_the_ghosts() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    note(&game, "axis", "90,1,12,us,CM,SZ 20,us,CA,2,0,battle,,");
    club.issued(&game, START, &[], 0);
    let axis = text_of(&game.join("issues/001/axis.vsav"));
    assert!(axis.contains("Ghosts of turn 0: 6") && axis.contains("Ghosts of turn 12: 2"), "{axis}");
    assert!(axis.contains("\"schema\":\"liege-aafog-commitment-1\",\"game\":\"tuesday\""), "{axis}");
    // Two matches of the same rules are no two stories of one.
    let other = club.begin("wednesday", START);
    let copies = [&game, &other].map(|game| game.join("issues/000/axis.vsav").to_str().unwrap().to_owned());
    let told = liege(&["verify", &copies[0], &copies[1]]);
    assert!(said(&told).contains("of different games"), "{}", said(&told));
}

#[test]
fn a_unit_at_the_battle_board_is_committed_to_where_the_battle_is_fought() {
    let club = Club::new();
    let battle = START.replace("at \"SZ 20\": japan-bb, japan-sub", "in \"Defender\": japan-bb");
    let (game, _) = club.later("tuesday", &battle, &[]);
    let places = |issue: u32| -> Vec<String> {
        let json = std::fs::read_to_string(game.join(format!("sealed/00{issue}/leaves.json"))).unwrap();
        let leaves: serde_json::Value = serde_json::from_str(&json).unwrap();
        let all = leaves["leaves"].as_array().unwrap().iter();
        let with = all.filter(|leaf| leaf["lines"].to_string().contains("japan\\tBB"));
        with.map(|leaf| leaf["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(places(1), ["pool/japan"], "nothing tells where");
    let log = game.join("state/00003/turn-log.jsonl");
    let old = std::fs::read_to_string(&log).unwrap();
    let line = r#"{"n":90,"round":1,"power":"us","phase":"CC","kind":"battle","number":1,"place":"SZ 20"}"#;
    std::fs::write(&log, format!("{old}{line}\n")).unwrap();
    club.issued(&game, &battle, &[], 0);
    assert_eq!(places(2), ["SZ 20"]);
}
