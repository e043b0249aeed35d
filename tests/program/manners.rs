//! How the command line speaks: names in any case, colours, lines, and what help pages list.

use liege::rules::data::{Embedded, Files as _};
use liege::rules::games::GAMES;
use serde_json::Value;

use super::call::Call;
use super::check::TWO_HQS;
use super::resolve::{BOTH, BUNA, Case};
use super::{liege, told};

/// What the program prints with variables set.
fn with(variables: &[(&str, &str)], arguments: &[&str]) -> String {
    let call = variables.iter().fold(Call::of(arguments), |call, (name, value)| call.with(name, value));
    String::from_utf8(call.output().stdout).unwrap()
}

#[test]
fn help_of_run_and_run_alone_list_the_procedures() {
    let alone = told(&["run", "ATPO"], 0);
    let procedures = GAMES[0].all_procedures(&|path| Embedded.text(path).ok().map(str::to_owned)).unwrap();
    for page in [told(&["run", "--help"], 0), told(&["chances", "--help"], 0), alone] {
        for entry in &procedures {
            let line = page.lines().find(|line| line.trim_start().starts_with(&*entry.id));
            let line = line.unwrap_or_else(|| panic!("{} is missing:\n{page}", entry.id));
            assert!(line.contains(&*entry.name) && line.len() > 40, "{line}");
        }
    }
    let json: Value = serde_json::from_str(&told(&["run", "atpo", "--format", "json"], 0)).unwrap();
    assert_eq!(json["procedures"].as_array().unwrap().len(), procedures.len());
    for command in ["build", "counters", "explain", "oob"] {
        let help = told(&[command, "--help"], 0);
        assert!(help.contains(&format!("Games: {}", GAMES[0].id())), "{help}");
    }
}

#[test]
fn names_are_known_in_capital_and_small_letters() {
    let case = Case::of(TWO_HQS);
    let save = case.save.as_str();
    let values = ["attack=10", "defence=4", "--dice", "4"];
    let same = |one: &[&str], other: &[&str], status: i32| {
        assert_eq!(told(one, status), told(other, status), "{one:?}");
    };
    same(
        &[&["run", "ATPO", "r39"], &values[..]].concat(),
        &[&["run", "atpo", "R39"], &values[..]].concat(),
        0,
    );
    same(
        &["run", "Atpo", "Land-Combat", "attack=10", "defence=4", "--dice", "4"],
        &["run", "atpo", "land-combat", "attack=10", "defence=4", "--dice", "4"],
        0,
    );
    same(&["explain", "--list", "ATPO"], &["explain", "--list", "atpo"], 0);
    same(&["explain", "atpo-s06"], &["explain", "ATPO-S06"], 0);
    same(
        &["oob", "ATPO", "list", "--nation", "jp", "--format", "JSON"],
        &["oob", "atpo", "list", "--nation", "JP", "--format", "json"],
        0,
    );
    same(
        &["check", save, "--game", "ATPO", "--only", "Two-Headquarters-In-Hex"],
        &["check", save, "--game", "atpo", "--only", "ATPO-S06"],
        1,
    );
}

#[test]
fn choices_are_known_in_capital_and_small_letters() {
    let (small, large) = ("rule_11_6_2=x", "RULE_11_6_2=X");
    let talk = |setting| {
        let output =
            liege(&["run", "atpo", "R39", "attack=10", "defence=4", "--dice", "4", "--choice", setting]);
        String::from_utf8(output.stderr).unwrap().to_lowercase()
    };
    assert_eq!(talk(small), talk(large), "an unknown choice is unknown in any case");
    let data = super::data();
    let known = data.pack.choices.all().next().unwrap();
    let setting = format!("{}={}", known.key.to_uppercase(), known.default.to_uppercase());
    let case = Case::of(TWO_HQS);
    told(&["check", &case.save, "--choice", &setting], 1);
}

#[test]
fn findings_are_coloured_when_asked_for_and_json_never() {
    let case = Case::of(TWO_HQS);
    let check = |variables: &[(&str, &str)], more: &[&str]| {
        with(variables, &[&["check", case.save.as_str()], more].concat())
    };
    let painted = check(&[], &["--color", "always"]);
    assert!(painted.contains("\u{1b}[1m\u{1b}[31millegal[ATPO-S06"), "{painted:?}");
    let plain = check(&[], &["--color", "never"]);
    assert!(!plain.contains('\u{1b}') && plain.contains("illegal[ATPO-S06"));
    assert_eq!(check(&[], &[]), plain, "no colour in a pipe");
    assert_eq!(check(&[("NO_COLOR", "1")], &[]), plain);
    assert!(!check(&[], &["--color", "always", "--format", "json"]).contains('\u{1b}'));
    let complaint = |colour| {
        let output = liege(&["check", "no-such.vsav", "--game", "nomad", "--color", colour]);
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(complaint("always").starts_with("\u{1b}[1m\u{1b}[31merror:"), "{:?}", complaint("always"));
    assert!(complaint("never").starts_with("error:"));
    let usage = liege(&["check", "--color", "always"]);
    assert!(usage.stderr.contains(&0x1b), "the parser's complaints are coloured, too");
}

#[test]
fn lines_are_wrapped_between_words_where_a_width_is_known() {
    let case = Case::of(TWO_HQS);
    for command in [&["check", &case.save, "-v"][..], &["inspect", &case.save, "--side", "umpire"]] {
        let whole = with(&[], command);
        let narrow = with(&[("COLUMNS", "60")], command);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&whole), words(&narrow));
        assert!(whole.lines().any(|line| line.chars().count() > 60), "nothing to wrap in {whole}");
        for line in narrow.lines().filter(|line| line.chars().count() > 60) {
            assert!(!line.trim_start().contains(' ') || line.contains(&case.save), "{line:?}");
        }
    }
}

#[test]
fn json_and_tables_are_never_wrapped() {
    let case = Case::of(BUNA);
    for words in [
        &["convert", &case.save, "--to", "csv", "--side", "umpire"][..],
        &["check", &case.save, "--format", "json"],
        &["resolve", &case.save, "land-E4631", "--template"],
    ] {
        assert_eq!(with(&[("COLUMNS", "40")], words), with(&[], words), "{words:?}");
    }
}

#[test]
fn an_input_of_json_is_complained_about_as_json() {
    let case = Case::of(TWO_HQS);
    let complaint = |name: &str, text: &str| {
        let input = case.file(name, text);
        let output = liege(&["run", "atpo", "R39", "--input", &input, "--dice", "4"]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        String::from_utf8(output.stderr).unwrap()
    };
    for (name, text) in [("a.json", "[1, 2]"), ("a", "[{\"attack\": 10}]"), ("a.json", "3"), ("b", "\"x\"")] {
        let told = complaint(name, text);
        assert!(told.contains("JSON") && told.contains("expected an object"), "{text}: {told}");
    }
    assert!(complaint("c.json", "[attack]").contains("no valid JSON"));
    assert!(complaint("c.json", "attack = 3").contains("no valid JSON"));
    assert!(complaint("d", "{\"attack\": }").contains("no valid JSON"));
    let told = complaint("e.toml", "attack = ");
    assert!(told.contains("e.toml:1") && !told.contains("JSON"), "{told}");
    let read = |name: &str, text: &str| {
        let input = case.file(name, text);
        super::told(&["run", "atpo", "R39", "--input", &input, "--dice", "4"], 0)
    };
    assert_eq!(read("f.json", "{\"attack\": 10, \"defence\": 4}"), read("f", "attack = 10\ndefence = 4\n"));
}

/// What the program says on standard error, fed with a file on standard input.
fn fed(input: &str, arguments: &[&str]) -> (String, String) {
    let output = Call::of(arguments).typing(std::fs::read(input).unwrap()).output();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn messages_call_a_dash_standard_input() {
    let case = Case::of(BUNA);
    let (told, _) = fed(&case.save, &["check", "-"]);
    assert!(told.starts_with("standard input: 0 illegal"), "{told}");
    let values = case.file("values", "attack = ");
    for words in [
        &["run", "atpo", "R39", "--input", "-"][..],
        &["run", "atpo", "R39", "attack=1", "defence=1", "--orders", "-"],
        &["inspect", "-"],
    ] {
        let (_, complaint) = fed(&values, words);
        assert!(complaint.starts_with("error: standard input:"), "{words:?}: {complaint}");
    }
}

#[test]
fn what_is_named_twice_with_a_dash_is_read_twice() {
    let case = Case::of(BUNA);
    let (told, _) = fed(&case.save, &["check", "-", "-"]);
    assert_eq!(told.matches("standard input: 0 illegal").count(), 2, "{told}");
    let (_, complaint) = fed(&case.save, &["resolve", "-", "land-E4631", "--input", "-"]);
    assert!(complaint.contains("standard input: is not text in UTF-8"), "a save is no table: {complaint}");
}

#[test]
fn quiet_drops_what_is_said_by_the_way() {
    let peace = Case::of("game: atpo\ndate: 1942-11\nphase: OL.4\nat E4631: jp-inf-nankai\n");
    let talk = |words: &[&str]| String::from_utf8(liege(words).stderr).unwrap();
    assert!(talk(&["battles", &peace.save]).contains("no battle is declared"));
    assert_eq!(talk(&["battles", &peace.save, "-q"]), "");
    let war = Case::of(BUNA);
    let after = war.path("after.vsav").to_str().unwrap().to_owned();
    let refused =
        ["resolve", &war.save, "land-E4631", "activated=no", "--dice", "4", "--policy", BOTH, "-o", &after];
    assert!(talk(&refused).contains("was not written"), "{}", talk(&refused));
    assert_eq!(talk(&[&refused[..], &["-q"]].concat()), "");
}

#[test]
fn usage_of_the_order_of_battle_names_the_game() {
    for action in ["list", "arrivals", "check", "export", "import"] {
        let help = told(&["oob", action, "--help"], 0);
        assert!(help.contains(&format!("Usage: liege oob <GAME> {action}")), "{help}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let help =
        std::process::Command::new(assert_cmd::cargo::cargo_bin("liege")).arg("--help").stdout(full).output();
    let help = help.unwrap();
    assert_eq!(help.status.code(), Some(2));
    assert!(String::from_utf8(help.stderr).unwrap().starts_with("error: standard output: "));
}

#[test]
fn what_is_no_number_is_refused_in_plain_words() {
    for (words, expected) in [
        (
            &["run", "atpo", "R39", "attack=1", "defence=1", "--dice", "4,x"][..],
            "a whole number such as 4, found \"x\"",
        ),
        (
            &["run", "atpo", "R39", "attack=1", "defence=1", "--seed", "-1"],
            "a whole number such as 4, found \"-1\"",
        ),
        (&["check", "game.vlog", "--step", "-2"], "a whole number such as 4, found \"-2\""),
        (&["oob", "atpo", "list", "--year", "'42"], "a whole number such as 4, found \"'42\""),
        (
            &["render", "game.vsav", "-o", "game.png", "--scale", "half"],
            "a number such as 0.5, found \"half\"",
        ),
    ] {
        let output = liege(words);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && told.contains(expected), "{words:?}: {told}");
        assert!(!told.contains("tip: to pass"), "{told}");
    }
}

#[test]
fn one_page_or_the_list_is_explained_not_both() {
    let told = String::from_utf8(liege(&["explain", "S01", "--list", "atpo"]).stderr).unwrap();
    assert!(told.contains("cannot be used with"), "{told}");
}
