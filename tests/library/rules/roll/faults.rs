//! What is wrong in a row, told with its line, what was expected, and the nearest word.

use super::{Files, chances, entries, given};

const ROLL: &str = r#"format = 1
[[roll]]
id = "X-R01"
name = "test"
rule = "1"
title = "a test"
dice = "1d6"
[[roll.key]]
name = "ground"
kind = "word"
words = ["hill", "wood"]
help = "ground"
[[roll.modifier]]
label = "modifier: hill"
when = "ground=hill"
add = 1
[[roll.band]]
to = 3
result = "lost"
[[roll.band]]
from = 4
result = "won"
"#;

fn files(text: &str) -> Files {
    Files::from([("rules/x/procedures.toml".to_owned(), text.to_owned())])
}

/// The faults of the roll with one line written differently.
fn told(old: &str, new: &str) -> String {
    assert!(ROLL.contains(old), "{old}");
    let Err(faults) = entries("x", &files(&ROLL.replace(old, new))) else { panic!("{new} is accepted") };
    faults.join("\n")
}

#[test]
fn the_roll_as_it_is_has_no_fault() {
    assert_eq!(entries("x", &files(ROLL)).unwrap().len(), 1);
    assert!(entries("y", &files(ROLL)).unwrap().is_empty(), "a game without the file has no rolls");
}

#[test]
fn every_fault_names_file_and_line_and_the_nearest_word() {
    let at = |line: usize| format!("rules/x/procedures.toml:{line}: ");
    for (old, new, line, expected) in [
        ("dice = ", "dize = ", 7, "did you mean \"dice\"?"),
        ("\"1d6\"", "\"1w6\"", 7, "expected 1d6, 2d6, d10"),
        ("\"1d6\"", "\"9d6\"", 7, "1 to 8 dice"),
        ("kind = \"word\"", "kind = \"wrod\"", 8, "did you mean \"word\"?"),
        ("words = [\"hill\", \"wood\"]\n", "", 8, "expected words"),
        ("ground=hill", "grond=hill", 13, "did you mean \"ground\"?"),
        ("ground=hill", "ground=hil", 13, "did you mean \"hill\"?"),
        ("ground=hill", "ground=", 13, "expected a word or a text in quotes"),
        ("ground=hill", "total>2", 13, "known only after the roll"),
        ("add = 1", "add = 1\nper = \"ground\"", 13, "not a key of the kind number"),
        (
            "label = \"modifier: hill\"",
            "label = \"hill\"\nsays = \"{grund}\"",
            13,
            "did you mean \"ground\"?",
        ),
        ("from = 4", "from = 5", 2, "none has a total of 4"),
        ("from = 4", "from = 3", 2, "two have a total of 3"),
        ("from = 4", "from = 4\nto = 3", 20, "from is more than to"),
        ("result = \"won\"", "", 20, "expected a result"),
        (
            "result = \"won\"",
            "result = \"won\"\neffects = [{ does = \"reduse\", unit = \"a\" }]",
            20,
            "did you mean \"reduce\"?",
        ),
        (
            "result = \"won\"",
            "result = \"won\"\neffects = [{ does = \"reduce\" }]",
            20,
            "expected a unit or a thing",
        ),
        ("help = \"ground\"", "help = \"ground\"\ndefault = \"lake\"", 8, "expected one of hill, wood"),
        (
            "help = \"ground\"",
            "help = \"ground\"\nsynonyms = [\"a\", \"b\", \"c\"]",
            8,
            "at most two synonyms",
        ),
        ("help = \"ground\"", "help = \"ground\"\nneeded = 3", 8, "expected true or a condition"),
        ("id = \"X-R01\"", "id = \"X R01\"", 3, "letters, digits and hyphens"),
        ("add = 1", "add = 9223372036854775807", 13, "add: expected -10000 to 10000"),
        (
            "result = \"won\"",
            "result = \"won\"\n[[roll.band]]\nwhen = \"ground=hill\"\nfrom = 3\nto = 4\nresult = \"x\"",
            23,
            "never chosen",
        ),
        ("format = 1", "format = 2", 1, "expected format = 1"),
        ("title = \"a test\"", "title = \"a test\"\ntable = { file = \"none.csv\" }", 7, "no such data file"),
    ] {
        let told = told(old, new);
        assert!(told.contains(&at(line)) && told.contains(expected), "{new}: {told}");
    }
}

#[test]
fn faults_of_a_table_stand_at_its_rows() {
    let text = ROLL.replace(
        "title = \"a test\"",
        "title = \"a test\"\ntable = { file = \"t.csv\", column = \"ground\" }",
    );
    let text = text.replace("to = 3\n", "").replace("from = 4\n", "");
    let text = text.replacen("[[roll.band]]\n", "[[roll.band]]\ncell = \"x\"\n", 1);
    let text = text.replace("[[roll.band]]\nresult", "[[roll.band]]\ncell = \"y\"\nresult");
    let with = |table: &str| {
        let mut files = files(&text);
        files.insert("rules/x/t.csv".into(), table.into());
        entries("x", &files).map(|all| all.len()).map_err(|faults| faults.join("\n"))
    };
    assert_eq!(with("from,to,hill,wood\n,3,x,y\n4,,,z\n"), Ok(1));
    let wrong = with("from,to,hill,wod\n,3,x,y\n4,x,,z\n").unwrap_err();
    assert!(wrong.contains("rules/x/t.csv:1: unknown column \"wod\"; did you mean \"wood\"?"), "{wrong}");
    assert!(wrong.contains("rules/x/t.csv:3: column \"to\": expected a whole number"), "{wrong}");
    let gap = with("from,to,hill,wood\n,3,x,y\n5,,,z\n").unwrap_err();
    assert!(gap.contains("rows: none has a total of 4"), "{gap}");
}

#[test]
fn a_text_that_no_cell_has_and_one_that_is_told_twice_are_faults() {
    let text = ROLL.replace(
        "title = \"a test\"",
        "title = \"a test\"\ntable = { file = \"t.csv\", column = \"ground\" }",
    );
    let text = text.replace("to = 3\n", "cell = \"storm\"\n").replace("from = 4\n", "cell = \"no effect\"\n");
    let with = |text: &str| {
        let mut files = files(text);
        files.insert("rules/x/t.csv".into(), "from,to,hill,wood\n,3,storm,\n4,,sun,storm\n".into());
        entries("x", &files).map(|all| all.len()).map_err(|faults| faults.join("\n"))
    };
    assert_eq!(with(&text), Ok(1), "an empty cell has no effect");
    let strom = with(&text.replace("\"storm\"", "\"strom\"")).unwrap_err();
    assert!(strom.contains("the table has no cell \"strom\"; did you mean \"storm\"?"), "{strom}");
    let twice = with(&text.replace("\"no effect\"", "\"storm\"")).unwrap_err();
    assert!(twice.contains("toml:21: the band is never chosen"), "{twice}");
}

#[test]
fn a_band_under_a_condition_that_reaches_beyond_those_before_it_is_none_that_is_never_chosen() {
    let more = "result = \"won\"\n[[roll.band]]\nwhen = \"ground=hill\"\nfrom = 6\nresult = \"x\"";
    let text = ROLL.replace("from = 4\n", "from = 4\nto = 6\n").replace("result = \"won\"", more);
    let entry = entries("x", &files(&text)).unwrap().remove(0);
    assert_eq!(given(&entry, &["ground=hill"], &[6]).unwrap().result, "x");
}

#[test]
fn a_roll_with_the_name_of_a_procedure_that_is_code_is_a_fault() {
    let game = liege::rules::games::GAMES[0];
    for name in ["land-combat", "LAND-COMBAT"] {
        let text = ROLL.replace("\"test\"", &format!("\"{name}\""));
        let Err(told) = game.all_procedures(&|_| Some(text.clone())) else { panic!("{name} is accepted") };
        let told: Vec<String> = told.iter().map(ToString::to_string).collect();
        assert!(told[0].contains("toml:2: ") && told[0].contains("is a built-in procedure"), "{told:?}");
    }
}

#[test]
fn large_modifiers_add_up_to_a_large_total() {
    let many = "[[roll.key]]\nname = \"men\"\nkind = \"number\"\nmost = 9223372036854775807\nhelp = \"men\"\n\
                [[roll.modifier]]\nlabel = \"a\"\nadd = 10000\nper = \"men\"\n\
                [[roll.modifier]]\nlabel = \"b\"\nadd = 10000\nper = \"men\"\n[[roll.modifier]]";
    let entry = entries("x", &files(&ROLL.replace("[[roll.modifier]]", many))).unwrap().remove(0);
    assert_eq!(given(&entry, &["men=9223372036854775807"], &[6]).unwrap().result, "won");
}

#[test]
fn a_default_does_not_stand_where_a_flag_denies_it() {
    let key = "default = \"hill\"\nhelp = \"ground\"\n[[roll.key]]\nname = \"hilly\"\nkind = \"flag\"\n\
               gives = \"ground=hill\"\nhelp = \"the same\"";
    let entry = entries("x", &files(&ROLL.replace("help = \"ground\"", key))).unwrap().remove(0);
    let result = |words: &[&str]| given(&entry, words, &[3]).unwrap().result;
    assert_eq!(result(&[]), "won", "a hill adds 1");
    assert_eq!(result(&["hilly=no"]), "lost");
}

#[test]
fn a_band_under_a_condition_goes_before_the_others() {
    let natural =
        "[[roll.band]]\nwhen = \"die=6 or ground=wood total>=4\"\nresult = \"won twice, {total}\"\n";
    let text = ROLL.replacen("[[roll.band]]", &format!("{natural}[[roll.band]]"), 1);
    let entry = entries("x", &files(&text)).unwrap().remove(0);
    let result = |words: &[&str], face: u8| given(&entry, words, &[face]).unwrap().result;
    assert_eq!(result(&[], 6), "won twice, 6");
    assert_eq!(result(&["ground=hill"], 6), "won twice, 7");
    assert_eq!(result(&["ground=wood"], 4), "won twice, 4");
    assert_eq!(result(&["ground=hill"], 4), "won");
    assert_eq!(result(&["ground=hill"], 1), "lost");
    let results = chances(&entry, &[])["results"].as_array().unwrap().len();
    assert_eq!(results, 3, "lost, won, won twice with one total");
}

#[test]
fn a_modifier_counts_full_groups_after_the_first_ones() {
    let key = "[[roll.key]]\nname = \"ships\"\nkind = \"number\"\nhelp = \"ships\"\n[[roll.modifier]]\n\
               label = \"modifier: many\"\nadd = 1\nper = \"ships\"\nafter = 1\neach = 10\n[[roll.modifier]]";
    let text = ROLL.replacen("[[roll.modifier]]", key, 1);
    let roll = &entries("x", &files(&text)).unwrap()[0];
    for (ships, least) in [(0, 4), (1, 4), (10, 4), (11, 3), (20, 3), (21, 2), (1000, 1)] {
        let won = |face: &u8| given(roll, &[&format!("ships={ships}")], &[*face]).unwrap().result == "won";
        assert_eq!((1..=6).find(won), Some(least), "{ships}");
    }
    let words = roll.data.as_ref().unwrap().words.clone();
    assert!(words.contains("+1 for each 10 of `ships` after the first 1"), "{words}");
    for (old, new, expected) in [
        ("add = 1", "add = 1\neach = 10", "each and after belong to per"),
        ("add = 1", "add = 1\nafter = 10", "each and after belong to per"),
        ("add = 1", "add = 1\neach = 0", "nonzero"),
    ] {
        assert!(told(old, new).contains(expected), "{}", told(old, new));
    }
}

#[test]
fn a_sure_result_needs_no_dice() {
    let sure = "[[roll.sure]]\nwhen = \"ground=wood\"\nresult = \"hidden\"\nsays = \"nobody looks into a {ground}\"\n\
                facts = { seen = false }\n[[roll.band]]";
    let roll = &entries("x", &files(&ROLL.replacen("[[roll.band]]", sure, 1))).unwrap()[0];
    let hidden = given(roll, &["ground=wood"], &[]).unwrap();
    assert_eq!((hidden.result.as_str(), hidden.faces.len()), ("hidden", 0));
    assert_eq!(hidden.lines[0].cause, "no dice: nobody looks into a wood");
    assert_eq!(hidden.json["outcome"]["seen"], false);
    assert_eq!(given(roll, &["ground=hill"], &[3]).unwrap().result, "won");
    assert!(roll.data.as_ref().unwrap().words.contains("- no dice where `ground=wood`: hidden"));
    assert_eq!(chances(roll, &["ground=wood"])["results"].as_array().map_or(0, Vec::len), 1);
    for (old, new, expected) in [
        ("when = \"ground=wood\"\n", "", "expected when"),
        ("when = \"ground=wood\"\n", "when = \"ground=wood\"\nfrom = 3\n", "expected when"),
        ("ground=wood", "total>3", "known only after the roll"),
        ("{ground}", "{die}", "known only after the roll"),
    ] {
        let text = ROLL.replacen("[[roll.band]]", &sure.replacen(old, new, 1), 1);
        let Err(faults) = entries("x", &files(&text)) else { panic!("{new} is accepted") };
        assert!(faults.join("\n").contains(expected), "{faults:?}");
    }
}

#[test]
fn months_are_compared() {
    let key = "[[roll.key]]\nname = \"date\"\nkind = \"month\"\nhelp = \"month\"\n[[roll.modifier]]";
    let text = ROLL.replacen("[[roll.modifier]]", key, 1);
    let won = |condition: &str, date: &str| {
        let text = text.replace("ground=hill", condition);
        let roll = &entries("x", &files(&text)).unwrap()[0];
        given(roll, &[&format!("date={date}")], &[3]).unwrap().result == "won"
    };
    for (condition, june, july, august) in [
        ("date<1943-07", true, false, false),
        ("date<=1943-7", true, true, false),
        ("date>=1943-07", false, true, true),
        ("date>1943-07", false, false, true),
        ("date=1943-07", false, true, false),
        ("date!=1943-07", true, false, true),
    ] {
        let all = ["1943-06", "July~1943", "1943-08"].map(|date| won(condition, &date.replace('~', " ")));
        assert_eq!(all, [june, july, august], "{condition}");
    }
    let Err(faults) = entries("x", &files(&text.replace("ground=hill", "date<1943"))) else { panic!() };
    assert!(faults[0].contains("expected a month like 1944-02"), "{faults:?}");
}
