//! The folder of an umpire's desk: what does not belong to its game, what killed commands leave there, and words for
//! people who mistype.

use std::path::PathBuf;
use std::process::Output;

use super::umpire::{Club, START};
use super::umpire_take::Table;
use super::{liege, said};

fn refused(words: &[&str], says: &[&str]) {
    let done: Output = liege(words);
    let text = said(&done);
    assert_eq!(done.status.code(), Some(2), "{words:?}: {text}");
    for part in says {
        assert!(text.contains(part), "{words:?}: expected \"{part}\": {text}");
    }
}

#[test]
fn a_module_and_a_set_up_of_another_game_are_refused_with_both_names() {
    let club = Club::new();
    let (module, master, new) = (club.name("fog.vmod"), club.save("master.vsav", START), club.name("new"));
    let begin = |game: &str, module: &str, master: &str, says: &[&str]| {
        refused(&["umpire", "new", game, &new, "--module", module, "--master", master], says);
        assert!(!club.path("new").exists());
    };
    begin("atpo", &module, &master, &["is a module of aafog, expected one of atpo", "liege build atpo -o"]);
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/packs/islands");
    let (isles, saves) = (club.name("isles.vmod"), club.name("saves"));
    let built = liege(&["--data", pack, "build", "islands", "-o", &isles, "--saves", &saves]);
    assert!(built.status.success(), "{}", said(&built));
    let foreign: PathBuf = std::fs::read_dir(&saves).unwrap().next().unwrap().unwrap().path();
    begin("aafog", &isles, &master, &["is a module of islands, expected one of aafog"]);
    begin(
        "aafog",
        &module,
        foreign.to_str().unwrap(),
        &["was made with the module \"Salt and Lanterns\"", "is \"Fog of War 1940\""],
    );
}

#[test]
fn a_master_of_another_set_up_is_noticed() {
    let table = Table::new(START, "japan", "CM");
    let master = table.game.join("master.vsav");
    let own = std::fs::read(&master).unwrap();
    let other = "game: aafog\nin \"Turn 1\": time\nat \"Burma\": 2 x uk-inf\nat \"SZ 20\": japan-bb\n";
    std::fs::copy(table.club.save("other.vsav", other), &master).unwrap();
    for words in [
        &["umpire", "issue", &table.folder][..],
        &["umpire", "turn", &table.folder],
        &["umpire", "take", &table.folder, table.game.join("issues/001/axis.vsav").to_str().unwrap()],
    ] {
        refused(words, &["master.vsav: is the save of another game", "sealed/001/master.vsav"]);
    }
    std::fs::write(&master, own).unwrap();
    table.issue(&[]);
}

#[test]
fn a_small_position_that_a_turn_has_changed_may_be_edited_by_hand() {
    let text = "game: aafog\nin \"Turn 4\": time\nin \"US at war\": us-status\nat \"Siam\": japan-inf\n\
        control: uk \"Shan State\"\nat \"Shan State\": uk-ic number=1, uk-airbase number=1, uk-navalbase number=1\n";
    let table = Table::new(text, "japan", "CM");
    table.taken(&table.hand(1, "axis").note("Axis", "INF: Siam > Shan State").save(&table.club, "back.vsav"));
    for _ in 0..2 {
        let turn = liege(&["umpire", "turn", &table.folder]);
        assert!(turn.status.success(), "{}", said(&turn));
    }
    let edited = table.master().go("japan-inf", "Shan State", "Burma").save(&table.club, "edited.vsav");
    std::fs::copy(edited, table.game.join("master.vsav")).unwrap();
    table.issue(&[]);
}

#[test]
fn a_master_that_was_put_into_a_state_is_noticed() {
    let table = Table::new(START, "us", "CM");
    let copy = table
        .hand(1, "allies")
        .board("us-inf", "Philippines", "us-tr", "SZ 35")
        .note("Allies", "TR (2 INF): SZ 35 > SZ 20")
        .save(&table.club, "back.vsav");
    table.taken(&copy);
    let states = std::fs::read_dir(table.game.join("state")).unwrap().map(|entry| entry.unwrap().path());
    let with = states.filter(|path| path.join("master.vsav").exists()).max().unwrap();
    while table.state() != with {
        std::fs::remove_dir_all(table.state()).unwrap();
    }
    std::fs::copy(table.club.save("other.vsav", START), with.join("master.vsav")).unwrap();
    refused(&["umpire", "turn", &table.folder], &["is not the master that was written there"]);
}

#[test]
fn nobody_names_an_empty_power_and_who_errs_reads_what_there_is() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let folder = game.to_str().unwrap();
    let powers = "the powers are germany, italy, japan, uk, us";
    refused(&["umpire", "issue", folder, "--power", ""], &["--power is empty", powers]);
    refused(&["umpire", "issue", folder, "--power", " "], &["--power is empty", powers]);
    refused(&["umpire", "issue", folder, "--phase", ""], &["--phase is empty", "CM Combat Move"]);
    refused(&["umpire", "issue", folder, "--phase", "XX"], &["no phase is called \"XX\"", "CM Combat Move"]);
    assert_eq!(std::fs::read_dir(game.join("state")).unwrap().count(), 2, "nothing was written");
}

#[test]
fn what_is_not_there_is_told_with_what_to_do() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let folder = game.to_str().unwrap();
    refused(
        &["umpire", "issue", &club.name("monday")],
        &["umpire.toml: no such file", "help: ", "umpire new"],
    );
    let copy = game.join("issues/000/alies.vsav");
    refused(
        &["umpire", "take", folder, copy.to_str().unwrap()],
        &["alies.vsav: no such file", "help: did you mean \"allies.vsav\"?"],
    );
    let copy = game.join("issues/009/axis.vsav");
    refused(&["umpire", "take", folder, copy.to_str().unwrap()], &["no such file", "help: the folder"]);
    let slashed = format!("{folder}/");
    refused(
        &["umpire", "turn", &slashed],
        &[&format!("{folder}: no list of moves"), &format!("liege umpire take {folder} COPY")],
    );
}

#[test]
fn what_killed_commands_left_is_cleared_by_the_next_one_that_writes() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let folder = game.to_str().unwrap();
    let ours = ["state/.liege-aB3xY9", ".liege-000000", "issues/.liege-zzzzzz"].map(|name| game.join(name));
    let file = game.join("sealed/.liege-Abcdef");
    for path in &ours {
        std::fs::create_dir_all(path.join("00009")).unwrap();
        std::fs::write(path.join("00009/desk.toml"), "issue = 9").unwrap();
    }
    std::fs::write(&file, "half").unwrap();
    let others = ["state/.liege-notes.txt", "state/.hidden", ".liege-12", "issues/liege-aaaaaa"];
    others.iter().for_each(|name| std::fs::write(game.join(name), "mine").unwrap());
    refused(&["umpire", "issue", folder, "--power", "spain"], &["no power is called"]);
    assert!(liege(&["check", folder]).status.success());
    assert!(ours.iter().all(|path| path.exists()), "who only reads clears nothing");
    let issued = liege(&["umpire", "issue", folder]);
    assert!(issued.status.success(), "{}", said(&issued));
    assert!(said(&issued).contains("issue 1 of tuesday"), "they are no states: {}", said(&issued));
    assert!(!ours.iter().any(|path| path.exists()) && !file.exists());
    assert!(others.iter().all(|name| game.join(name).exists()), "what is not ours stays");
}

#[test]
fn a_new_game_that_was_killed_before_its_first_issue_is_ended_by_the_same_command() {
    let club = Club::new();
    for is_handed_out in [false, true] {
        let name = format!("tuesday {is_handed_out}");
        let game = club.begin(&name, START);
        let folder = game.to_str().unwrap();
        let key = std::fs::read(game.join("umpire.toml")).unwrap();
        let copy = std::fs::read(game.join("issues/000/axis.vsav")).unwrap();
        let (master, module) = (club.name("master.vsav"), club.name("fog.vmod"));
        let new = ["umpire", "new", "aafog", folder, "--module", &module, "--master", &master];
        refused(&new, &["exists already"]);
        std::fs::remove_dir_all(game.join("state/00002")).unwrap();
        if !is_handed_out {
            std::fs::remove_dir_all(game.join("issues")).unwrap();
            std::fs::remove_dir_all(game.join("sealed")).unwrap();
        }
        let other = club.save("other.vsav", "game: aafog\nin \"Turn 1\": time\n");
        let of_other = ["umpire", "new", "aafog", folder, "--module", &module, "--master", &other];
        refused(&of_other, &["a game without its first issue", "with other files", "remove the folder"]);
        let begun = liege(&new);
        assert!(begun.status.success(), "{}", said(&begun));
        assert!(said(&begun).contains(&format!("issue 0 of {name}")), "{}", said(&begun));
        assert_eq!(std::fs::read(game.join("umpire.toml")).unwrap(), key, "its key stays");
        assert_eq!(std::fs::read(game.join("issues/000/axis.vsav")).unwrap(), copy);
        assert!(liege(&["umpire", "issue", folder]).status.success());
    }
}

#[test]
fn a_misspelt_game_is_told_with_the_nearest_name() {
    let club = Club::new();
    let (master, module) = (club.save("master.vsav", START), club.name("fog.vmod"));
    let new = |game: &str| {
        let folder = club.name("evening");
        let words = ["umpire", "new", game, &folder, "--module", &module, "--master", &master];
        refused(&words, &[&format!("unknown game \"{game}\""), "known games: atpo, aafog"]);
        said(&liege(&words))
    };
    assert!(new("aafgo").contains("did you mean \"aafog\"?"));
    assert!(!new("tuesday").contains("is a module of"));
}

#[test]
fn publishing_warns_and_nothing_for_players_lands_in_the_desk() {
    let club = Club::new();
    let game = club.begin("tuesday", START);
    let (folder, end) = (game.to_str().unwrap(), club.name("end"));
    let within = |name: &str| game.join(name).to_str().unwrap().to_owned();
    for place in ["end", "issues/end", "new/folder", "../tuesday/end"] {
        refused(
            &["umpire", "publish", folder, "-o", &within(place)],
            &["is in the folder of the game, which is only for the umpire"],
        );
    }
    for place in ["opening.json", "issues/000/opening.json"] {
        refused(
            &["umpire", "open", folder, "0", "SZ 20", "-o", &within(place)],
            &["is in the folder of the game, which is only for the umpire"],
        );
        assert!(!game.join(place).exists());
    }
    let published = liege(&["umpire", "publish", folder, "-o", &end]);
    assert!(published.status.success(), "{}", said(&published));
    assert!(said(&published).contains("reveals the key of tuesday"), "{}", said(&published));
}

#[test]
fn a_battle_is_asked_for_with_its_own_units_and_the_walk_says_where_it_stopped() {
    let text = START.replace(", us-airbase number=2", "");
    let table = Table::new(&format!("{text}in \"US at war\": us-status\n"), "japan", "CM");
    let copy = table.hand(1, "axis").note("Axis", "BB: SZ 20 > SZ 35").save(&table.club, "back.vsav");
    table.taken(&copy);
    let walked = said(&super::liege_with(&["umpire", "turn", &table.folder, "--ask"], ""));
    for part in ["sheets/allies-0001.txt", "battles/001.vsav"] {
        assert!(walked.contains(part), "{part}: {walked}");
    }
    assert!(
        walked.contains(&format!("stopped; continue with: liege umpire turn {}", table.folder)),
        "{walked}"
    );
    let example = "axis lost BB; axis retreat all to SZ 20";
    assert!(walked.contains("none | allies lost ") && walked.contains(example), "{walked}");
    refused(
        &["umpire", "turn", &table.folder, "--answer", "axis lost 3 BB"],
        &["so many BB in this battle; that side has Japanese BB"],
    );
}
