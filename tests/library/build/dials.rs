//! Dials: a value of the game in the toolbar, with its number and buttons that keep it within its ends.

use liege::build::{Data, Plan};
use liege::format::build_file::Element;
use liege::format::timestamp::Timestamp;
use liege::rules::data::{Embedded, Overlay};
use liege::rules::game::data_game::DataGame;

const PACK: &str = "format = 1
title = \"Pond\"

[[value]]
word = \"flies\"
name = \"Flies\"
property = \"FliesLeft\"
least = 2
most = 9

[[value]]
word = \"mood\"
name = \"Mood\"
property = \"Mood\"
";

/// A value that a piece shows.
const DEPTH: &str = "[[value]]
word = \"depth\"
name = \"Depth\"
chit = \"stone\"
property = \"Depth\"
";

fn load(more: &str, dials: &str) -> Result<Data, String> {
    let pack = format!("{PACK}{more}");
    let module = format!("format = 1\nname = \"Pond\"\n{dials}");
    let own = [
        ("rules/pond/pack.toml", &*pack),
        ("rules/pond/nations.toml", "format = 1\n"),
        ("maps/pond/module.toml", &module),
        ("maps/pond/sheets.toml", "format = 1\n[[board]]\nname = \"Pond\"\nwidth_px = 90\nheight_px = 60\n"),
        ("maps/pond/areas.csv", "id,name,x,y,outline,source,note\npond,Pond,9,9,,rules,\n"),
    ];
    let own = own.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let data = Data::load(&DataGame::new("pond"), &Overlay::new(own.into(), &Embedded));
    data.map_err(|faults| faults.iter().map(|fault| format!("{fault}\n")).collect())
}

fn planned(dials: &str) -> Plan {
    let data = load("", dials).unwrap_or_else(|faults| panic!("{faults}"));
    data.plan(Timestamp(0)).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn property<'p>(plan: &'p Plan, name: &str) -> &'p Element {
    let mut all = plan.document.root.walk().filter(|element| element.is("GlobalProperty"));
    all.find(|element| element.attr("name") == Some(name)).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn a_dial_shows_its_number_and_is_turned_within_the_ends_of_its_value() {
    let plan = planned("[[dial]]\nvalue = \"flies\"\nstart = 5\nstep = 2\n[[dial]]\nvalue = \"mood\"\n");
    let flies = property(&plan, "FliesLeft");
    let kept = ["initialValue", "isNumeric", "min", "max"].map(|name| flies.attr(name).unwrap());
    assert_eq!(kept, ["5", "true", "2", "9"]);
    let buttons: Vec<[&str; 2]> = flies
        .elements()
        .map(|button| ["text", "propChanger"].map(|name| button.attr(name).unwrap()))
        .collect();
    assert_eq!(
        buttons,
        [["Flies $FliesLeft$", "R,Flies\\, a whole number from 2 to 9"], ["\u{2212}", "I,-2"], ["+", "I,2"],]
    );
    let mood = property(&plan, "Mood");
    let kept = ["initialValue", "min", "max"].map(|name| mood.attr(name).unwrap());
    assert_eq!(kept, ["0", "-1000000000", "1000000000"]);
    let module = plan.module();
    let first =
        |name: &str| module.properties.iter().find(|(known, _)| known == name).map(|(_, value)| &**value);
    assert_eq!((first("FliesLeft"), first("Mood")), (Some("5"), Some("0")), "what a new game begins with");
}

#[test]
fn a_dial_without_a_value_that_it_can_turn_is_told_with_its_line() {
    for (dial, told) in [
        (
            "value = \"fleis\"",
            "maps/pond/module.toml:4: [[dial]]: rules/pond/pack.toml has no value \"fleis\"; did you mean \"flies\"?",
        ),
        (
            "value = \"depth\"",
            "maps/pond/module.toml:4: [[dial]]: the value \"depth\" is shown by pieces; a dial needs one \
             with only a `property`",
        ),
        ("value = \"flies\"\nstart = 1", "start: expected a whole number from 2 to 9, found 1"),
        ("value = \"flies\"\nstep = 0", "step: expected a whole number of at least 1, found 0"),
        ("value = \"flies\"\n[[dial]]\nvalue = \"flies\"", "this value already has a dial"),
        ("value = \"flies\"\nsteps = 2", "maps/pond/module.toml:5: unknown field `steps`"),
    ] {
        let faults = load(DEPTH, &format!("[[dial]]\n{dial}\n")).err().unwrap();
        assert!(faults.contains(told), "{dial}: {faults}");
    }
}
