//! Decks, tracks and three sides of a game that is data: the built module holds them, and a save shows them.

use liege::build::scenario::Table;
use liege::build::{BuildError, Data, Plan};
use liege::format::timestamp::Timestamp;
use liege::model::eyes::Eyes;
use liege::model::module::Module;
use liege::model::position::{Player, Position};
use liege::rules::check::bound::{Bound, Reason};
use liege::rules::data::{Embedded, Overlay, REPLACED};
use liege::rules::games::GAMES;
use liege::rules::position::situation::{Situation, from_save};

/// Two windows, a deck with its discards, a hand of one side, a track with its marker, and a third side.
const MODULE: &str = r#"
[[window]]
name = "Cards"
button = "Cards"
columns = 2
box_width = 220
box_height = 206
boxes = ["Draw", "Discard"]

[[window]]
name = "Hand of Japan"
button = "Hand"
side = "Japan"
columns = 1
box_width = 420
box_height = 206
boxes = ["Japan holds"]

[[window]]
name = "Tension"
button = "Tension"
columns = 5
box_width = 120
box_height = 120
boxes = ["Tension 0", "Tension 1", "Tension 2", "Tension 3", "Tension 4"]

[[deck]]
name = "Strategy cards"
window = "Cards"
box = "Draw"
cards = ["strategy", "surprise"]

[[deck]]
name = "Discards"
window = "Cards"
box = "Discard"
face_down = false
shuffle = false
empties_into = "Strategy cards"
"#;

const CHITS: &str = "\
card-oil,Oil embargo,OIL,,,strategy,map,1,rules,
card-bluff,Bluff,BLUFF,,,strategy,map,2,rules,
surprise,Surprise,SURPRISE,,,event,map,1,rules,
tension-marker,Tension,TENSION,,,tension,map,1,rules,
";

const VALUES: &str = r#"
[[value]]
word = "tension"
name = "Tension"
chit = "tension-marker"
track = '^Tension (\d+)$'
least = 0
most = 4

[[value]]
word = "oil"
name = "Oil"
property = "LandSteps"

[[value]]
word = "points"
name = "Points"
chit = "ep"
property = "Number"

[[value]]
word = "left"
name = "Cards left"
deck = "Strategy cards"
"#;

fn with(module: &str, values: &str) -> Result<Data, Vec<BuildError>> {
    let ours = |path: &str| super::read(path).unwrap();
    let third = "[[side]]\nname = \"Soviet Union\"\nalliance = \"comintern\"\n";
    let nations = ours("rules/atpo/nations.toml");
    let (before, soviet) = nations.split_once("code = \"SU\"").unwrap();
    let soviet = soviet.replacen("side = \"allies\"", "side = \"comintern\"", 1);
    let own = [
        ("maps/atpo/module.toml", format!("{}\n{third}{module}", ours("maps/atpo/module.toml"))),
        ("rules/atpo/pack.toml", format!("{}\n{values}", ours("rules/atpo/pack.toml"))),
        ("rules/atpo/nations.toml", format!("{before}code = \"SU\"{soviet}")),
        ("counters/atpo/chits.csv", format!("{}\n{CHITS}", ours("counters/atpo/chits.csv").trim_end())),
        (REPLACED, "counters/atpo/chits.csv\nrules/atpo/nations.toml\n".to_owned()),
    ];
    let own = own.map(|(path, text)| (path.to_owned(), text.into_bytes()));
    let files = Overlay::new(own.into(), &Embedded);
    Data::load(GAMES[0], &files)
}

fn data() -> (Data, Plan) {
    let data = with(MODULE, VALUES).unwrap_or_else(|faults| panic!("{faults:?}"));
    let plan = data.plan(Timestamp(0)).unwrap_or_else(|faults| panic!("{faults:?}"));
    (data, plan)
}

const TEXT: &str = "game: atpo\ndate: 1942-08\nin \"Tension 3\": tension-marker\nin \"Discards\": surprise\n\
    in \"Japan holds\": card-bluff\nin \"Strategy cards\": card-oil\n";

/// The position of a save of a text, with a player of each of three sides.
fn saved(data: &Data, plan: &Plan, module: &Module, text: &str) -> Position {
    let table = Table::new(data, plan).unwrap();
    let commands = table.save("x", text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let mut position = Position::read(&commands, Some(module)).0;
    let player = |side: &str| Player { id: side.to_lowercase(), name: side.into(), side: side.into() };
    position.players = ["Japan", "Allies", "Soviet Union"].map(player).into();
    position
}

fn seen(data: &Data, module: &Module, position: &Position, eyes: &Eyes) -> Situation {
    from_save(&data.pack.clone(), position, Some(module), eyes, None)
}

/// The cards of a deck by their counters, bottom first, and how many there are.
fn deck(situation: &Situation, name: &str) -> (Vec<String>, Option<usize>) {
    let deck = &situation.decks[name];
    let id = |ix: &usize| situation.pieces[*ix].entry.as_ref().unwrap().id.clone();
    (deck.cards.iter().map(id).collect(), deck.count)
}

#[test]
fn a_save_gives_its_decks_and_values_as_far_as_the_looker_may_know_them() {
    let (data, plan) = data();
    let module = plan.module();
    let position = saved(&data, &plan, &module, TEXT);
    let all = seen(&data, &module, &position, &Eyes::Umpire);
    let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    assert_eq!(deck(&all, "Strategy cards"), (owned(&["card-oil", "card-bluff"]), Some(2)));
    assert_eq!(deck(&all, "Discards"), (owned(&["surprise"]), Some(1)));
    assert_eq!(all.values.get("tension"), Some(&Bound::exact(3)));
    assert_eq!(all.values.get("oil"), Some(&Bound::exact(0)));
    for side in ["Japan", "Allies", "Soviet Union"] {
        let own = seen(&data, &module, &position, &Eyes::of_side(side, &position));
        assert_eq!(deck(&own, "Strategy cards"), (Vec::new(), Some(2)), "{side} sees backs and their number");
        assert_eq!(deck(&own, "Discards"), (owned(&["surprise"]), Some(1)), "{side}");
        assert_eq!(own.values, all.values, "{side}");
        let holds = own.pieces.iter().filter(|piece| piece.kind() == "strategy").count();
        assert_eq!(holds, usize::from(side == "Japan"), "{side}");
    }
}

#[test]
fn a_text_and_its_save_say_the_same_of_decks_and_values() {
    let (data, plan) = data();
    let module = plan.module();
    let pack = data.pack.clone();
    let text = format!("{TEXT}in \"Strategy cards\": card-bluff\nvalues: oil 7\n");
    let (scenario, faults) = liege::rules::position::notation::read("x", &text, &pack.terms.words);
    assert_eq!(faults, []);
    let (direct, faults) = liege::rules::position::situation::from_scenario(&pack, "x", &scenario);
    assert_eq!(faults, []);
    let read = seen(&data, &module, &saved(&data, &plan, &module, &text), &Eyes::Umpire);
    assert_eq!(direct.values, read.values);
    for name in ["Strategy cards", "Discards"] {
        assert_eq!(deck(&direct, name), deck(&read, name));
    }
}

#[test]
fn a_text_that_names_only_values_and_some_cards_says_the_same_as_its_save() {
    let (data, plan) = data();
    let module = plan.module();
    let pack = data.pack.clone();
    let chit = pack.catalogue.entries().find(|entry| entry.is_chit && entry.kind == "ep").unwrap().id.clone();
    let text = format!(
        "game: atpo\ndate: 1942-08\nvalues: tension 2, points 12, jp-ep 12, left 3, oil 7\nat W4533: chit:{chit}\n\
         in \"Japan holds\": card-bluff\n"
    );
    let (scenario, faults) = liege::rules::position::notation::read("x", &text, &pack.terms.words);
    assert_eq!(faults, []);
    let (direct, faults) = liege::rules::position::situation::from_scenario(&pack, "x", &scenario);
    assert_eq!(faults, []);
    let read = seen(&data, &module, &saved(&data, &plan, &module, &text), &Eyes::Umpire);
    let numbers: Vec<i32> = ["tension", "points", "left", "oil"].map(|word| read.values[word].nominal).into();
    assert_eq!((numbers.as_slice(), &direct.values), ([2, 12, 3, 7].as_slice(), &read.values));
    assert_eq!(deck(&direct, "Strategy cards"), deck(&read, "Strategy cards"));
    let lying = |situation: &Situation| {
        let one = |piece: &liege::rules::position::situation::Piece| {
            (piece.entry.as_ref().unwrap().id.clone(), piece.at.to_string())
        };
        let mut all: Vec<(String, String)> = situation.pieces.iter().map(one).collect();
        all.sort();
        all
    };
    assert_eq!(lying(&direct), lying(&read));
    let without = text.replace(&format!("at W4533: chit:{chit}\n"), "");
    let table = Table::new(&data, &plan).unwrap();
    let told: Vec<String> = table.save("x", &without).unwrap_err().iter().map(ToString::to_string).collect();
    assert!(told[0].contains("points: \"ep\" shows it, but no line places one"), "{told:?}");
}

#[test]
fn a_value_without_its_sign_is_unknown_and_one_that_cannot_be_is_told() {
    let (data, plan) = data();
    let module = plan.module();
    let text = "game: atpo\ndate: 1942-08\nat W4533: jp-dd\n";
    let mut position = saved(&data, &plan, &module, text);
    let situation = seen(&data, &module, &position, &Eyes::Umpire);
    assert_eq!(situation.values.get("tension"), None);
    assert_eq!(situation.untold, []);
    position.properties.insert(("Module".into(), "LandSteps".into()), "soon".into());
    let situation = seen(&data, &module, &position, &Eyes::Umpire);
    assert_eq!(situation.values.get("oil"), None);
    assert_eq!(situation.untold[0].reason, "Oil: expected a whole number, found \"soon\"");
}

#[test]
fn the_module_has_its_decks_with_every_card_as_often_as_it_exists() {
    let (data, plan) = data();
    let module = plan.module();
    let cards = module.map("Cards").unwrap();
    let decks: Vec<(&str, usize)> =
        cards.at_start.iter().map(|stack| (stack.name.as_str(), stack.slots.len())).collect();
    assert_eq!(decks, [("Strategy cards", 4), ("Discards", 0)]);
    let position = saved(&data, &plan, &module, TEXT);
    let card = position.pieces.iter().find(|piece| piece.location.as_deref() == Some("Strategy cards"));
    let traits: Vec<&str> = card.unwrap().traits.traits.iter().map(|one| one.type_text.as_str()).collect();
    for deck in ["Strategy cards", "Discards"] {
        let command = format!("return;Send to {deck};");
        assert!(traits.iter().any(|text| text.starts_with(&command)), "{traits:?}");
    }
    assert!(traits.iter().any(|text| text.starts_with("obs;")), "a card has a back");
    assert!(
        !traits.iter().any(|text| text.starts_with("clone;") || text.starts_with("delete;")),
        "{traits:?}"
    );
}

#[test]
fn three_sides_hide_and_see_each_their_own() {
    let (data, plan) = data();
    let module = plan.module();
    let su = data.pack.catalogue.entries().find(|entry| entry.nation == "SU" && entry.family == "land");
    let text = format!(
        "game: atpo\ndate: 1942-08\nat W4533: jp-inf-2 hidden\nat E4527: us-marine-1 hidden\nat E4528: {} hidden\n",
        su.unwrap().id
    );
    let position = saved(&data, &plan, &module, &text);
    for (side, nation) in [("Japan", "JP"), ("Allies", "US"), ("Soviet Union", "SU")] {
        let own = seen(&data, &module, &position, &Eyes::of_side(side, &position));
        let nations: Vec<&str> = own.pieces.iter().map(|piece| piece.nation()).collect();
        assert_eq!(nations, [nation], "{side}");
    }
}

#[test]
fn faulty_rows_of_decks_and_values_are_told_with_their_lines_and_the_nearest_word() {
    let told = |module: &str, values: &str| -> Vec<String> {
        with(module, values).err().unwrap().iter().map(ToString::to_string).collect()
    };
    let module = MODULE.replace("\"strategy\"", "\"strategie\"").replace("box = \"Draw\"", "box = \"Drow\"");
    let faults = told(&module, VALUES);
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults.iter().all(|fault| fault.starts_with("maps/atpo/module.toml:")), "{faults:?}");
    assert!(faults[0].ends_with("unknown box \"Drow\"; did you mean \"Draw\"?"), "{faults:?}");
    assert!(
        faults[1].ends_with("unknown counter or kind \"strategie\"; did you mean \"strategy\"?"),
        "{faults:?}"
    );
    let rows = [
        (
            "chit = \"tension-marker\"",
            "chit = \"tension-maker\"",
            "unknown counter or kind \"tension-maker\"",
        ),
        ("(\\d+)", "\\d+", "track: expected one group around the number, found 0"),
        ("least = 0", "least = 5", "least is more than most"),
        ("property = \"LandSteps\"", "", "expected how it is shown"),
        ("word = \"oil\"", "word = \"tension\"", "the word is already used"),
    ];
    for (old, new, expected) in rows {
        assert!(VALUES.contains(old), "{old}");
        let faults = told(MODULE, &VALUES.replacen(old, new, 1));
        assert_eq!(faults.len(), 1, "{faults:?}");
        let line = faults[0].strip_prefix("rules/atpo/pack.toml:").unwrap_or_else(|| panic!("{faults:?}"));
        assert!(line.starts_with(|c: char| c.is_ascii_digit() && c != '0'), "{faults:?}");
        assert!(line.contains(expected), "{faults:?}");
    }
}

#[test]
fn faulty_values_of_a_text_are_told_with_their_lines_and_the_nearest_word() {
    let (data, _) = data();
    let pack = data.pack.clone();
    let text = "game: atpo\nvalues: tention 2, tension 9, year\nvalues: tension 1..3\n";
    let (scenario, faults) = liege::rules::position::notation::read("x", text, &pack.terms.words);
    let (situation, more) = liege::rules::position::situation::from_scenario(&pack, "x", &scenario);
    let told: Vec<String> = faults.iter().chain(&more).map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "x:2: expected the word of a value and a number, or the smallest and the largest it may be, such as \
             \"oil 12\" or \"oil 3..5\", found \"year\"",
            "x:2: unknown value \"tention\"; did you mean \"tension\"?",
            "x:2: tension: expected a whole number from 0 to 4, found 9",
        ]
    );
    assert_eq!(situation.values["tension"], {
        let told = Reason::unknown("the number of Tension");
        Bound { least: 1, nominal: 1, most: 3, rests_on: [told].into() }
    });
}
