//! Salt and Lanterns, a game of areas, cards, values and three sides that is data alone (`data/packs/islands`): built,
//! checked, rolled and kept secret like any other.

mod copies;
mod faults;
mod pack;
mod secrets;

use serde_json::Value;

use pack::{DATA, built, json, run, situation};

#[test]
fn it_is_built_without_a_word_and_holds_what_its_tables_say() {
    let module = pack::module();
    let maps: Vec<&str> = module.maps.iter().map(|map| map.identifier()).collect();
    let windows = ["Kestrel Isles", "Cards", "Crown hand", "League hand", "Corsair hand", "Stores"];
    assert_eq!(maps, [&windows[..], &["Turn Track", "Arrivals", "Lost", "Order of Battle"]].concat());
    let decks: Vec<(&str, usize)> = module
        .map("Cards")
        .unwrap()
        .at_start
        .iter()
        .map(|stack| (stack.name.as_str(), stack.slots.len()))
        .collect();
    assert_eq!(decks, [("Fortune cards", 12), ("Played cards", 0)]);
    assert_eq!(module.sides, ["Crown", "League", "Corsairs", "Solo", "Umpire"]);
    let listed = run(&["counters", "islands", "--list"], 0);
    assert_eq!(listed.lines().count(), 1 + 46, "a heading and the counters: {listed}");
    let names = module.setups.iter().map(|setup| setup.path.last().unwrap().as_str());
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["1704, the lanterns are lit", "1705, the winter of storms"],
        "one is named in module.toml, the other names itself"
    );
}

#[test]
fn a_set_up_has_its_pieces_where_the_text_puts_them_and_no_fault() {
    for (name, pieces, on_map) in [("lanterns", 79, 50), ("storms", 80, 52)] {
        let save = built(&format!("{name}.vsav"));
        let inspected = json(&["inspect", &save, "--side", "umpire"], 0);
        assert_eq!(inspected["pieces"], pieces, "{name}: {inspected}");
        let maps = inspected["maps"].as_array().unwrap();
        let main = maps.iter().find(|map| map["name"] == "Kestrel Isles").unwrap();
        assert_eq!(main["pieces"], on_map, "{name}: {inspected}");
        let checked = &json(&["check", &save, "--side", "umpire"], 0)["reports"][0];
        assert_eq!(
            (&checked["findings"], &checked["untold"]),
            (&Value::Array([].into()), &Value::Array([].into()))
        );
        let skipped: Vec<&str> = checked["not_checked"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["id"].as_str().unwrap())
            .collect();
        let compare = ["ISLES-X01", "ISLES-X02", "ISLES-X03", "ISLES-Y01"];
        assert_eq!(skipped, compare, "they compare two saves: {checked}");
    }
}

#[test]
fn a_set_up_tells_its_values_its_flags_and_who_carries_whom() {
    let storms = situation("storms.txt", &pack::text("oob/islands/scenarios/storms.txt"));
    let value = |word: &str| storms.values[word].nominal;
    assert_eq!((value("crown-stores"), value("league-stores"), value("corsair-stores")), (4, 3, 2));
    assert_eq!((value("crown-gold"), value("league-gold"), value("corsair-gold")), (2, 9, 5));
    let holder = |island: &str| {
        let place = &storms.pack.map.place(island).unwrap().id;
        storms.control.get(place).map(String::as_str)
    };
    assert_eq!(
        (holder("Ember Key"), holder("Widow's Tooth"), holder("Cinder")),
        (Some("CO"), Some("CO"), None)
    );
    let carrier = |name: &str| {
        let piece = storms.pieces.iter().find(|piece| piece.name == name).unwrap();
        piece.carried_by.map(|ix| storms.pieces[ix].name.as_str())
    };
    assert_eq!((carrier("Captain Vane"), carrier("Governor Harrow")), (Some("Sovereign"), None));
    assert_eq!(carrier("Tamsin Quick"), Some("Merry Widow"));
    let spot = |name: &str| {
        let piece =
            storms.pieces.iter().find(|piece| piece.name == name && piece.at.to_string() == "Highmoor");
        piece.and_then(|piece| piece.spot.clone()).unwrap()
    };
    let (flag, company) = (spot("Crown flag"), spot("2nd Fencibles"));
    assert_eq!((flag.x - company.x, flag.y - company.y), (-66, 12), "flags lie beside the forces");
}

#[test]
fn what_arrives_waits_in_the_box_of_its_season() {
    assert_eq!(run(&["oob", "islands", "check"], 0).lines().last(), Some("0 faults, 0 notes"));
    let arrivals = run(&["oob", "islands", "arrivals", "--turn", "1705-winter"], 0);
    for name in ["Captain Vane", "League Sloop", "Net-makers", "2 x Fire-ship"] {
        assert!(arrivals.contains(name), "{name}: {arrivals}");
    }
    let lanterns = pack::position(&built("lanterns.vsav"));
    let waits = |name: &str| {
        let piece = lanterns.pieces.iter().find(|piece| piece.basic_name == name).unwrap();
        piece.location.clone().unwrap()
    };
    assert_eq!((waits("Prudence"), waits("Captain Vane")), ("1704 Autumn".into(), "1705 Winter".into()));
}

#[test]
fn a_raid_is_rolled_counted_out_and_explained() {
    let raid = json(
        &[
            "run",
            "islands",
            "raid",
            "island=Tallow",
            "raiders=3",
            "victim=league",
            "nerve=5",
            "--dice",
            "4,5",
        ],
        0,
    );
    assert_eq!(
        (raid["result"].as_str(), raid["outcome"]["total"].as_i64()),
        (Some("sack"), Some(13)),
        "{raid}"
    );
    let changes: Vec<(&str, &str)> = raid["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deed| (deed["subject"].as_str().unwrap(), deed["change"].as_str().unwrap()))
        .collect();
    assert_eq!(changes, [("a company on Tallow", "reduce"), ("stores of league", "value")]);
    let storm = json(
        &["run", "islands", "ISLES-R01", "target=Tallow", "raiders=1", "victim=league", "card=storm"],
        1,
    );
    assert_eq!(storm["result"], "refused");
    let chances = json(
        &["chances", "islands", "raid", "target=Tallow", "raiders=3", "victim=league", "defence=fort"],
        0,
    );
    let share = |result: &str| {
        let all = chances["results"].as_array().unwrap();
        let one = all.iter().find(|one| one["result"] == result).unwrap();
        (one["weight"].as_i64().unwrap(), one["of"].as_i64().unwrap())
    };
    assert_eq!(
        (share("plunder"), share("repulsed")),
        ((26, 36), (3, 36)),
        "9 or more is plunder, 6 or less repulsed"
    );
    let page = run(&["explain", "ISLES-R01"], 0);
    for part in [
        "+1 where `captain>=4`, modifier: captain",
        "- refused where `card=storm`: nobody lands in a storm. [5.4]",
        "| 11 or more | sack | plunder |",
        "- sack: a company on {target}: reduce, stores of {victim} -3. [5.1]",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
}

#[test]
fn its_checks_are_listed_and_explained_in_words() {
    let listed = run(&["explain", "--list", "islands"], 0);
    assert_eq!(listed.matches("  check  ").count(), 14, "{listed}");
    let page = run(&["explain", "crowded-island"], 0);
    assert!(page.contains("more than 4 for each place and side") && page.contains("Rule: 3.1"), "{page}");
    let page = run(&["explain", "ISLES-X01"], 0);
    assert!(page.contains("rises crown-stores"), "{page}");
}

#[test]
fn a_choice_of_its_own_is_read_by_its_row_without_a_warning() {
    let text = "date: 1704-11\nphase: SA\nat \"North Deep\": le-galley\n";
    let save = pack::save("galley", text);
    let check = |more: &[&str]| json(&[&["check", &save, "--side", "umpire"], more].concat(), 0);
    assert_eq!(check(&[])["reports"][0]["findings"][0]["id"], "ISLES-W05");
    let passing = check(&["--choice", "oars_in_the_deep=passing"]);
    assert_eq!(passing["reports"][0]["findings"], Value::Array([].into()));
}

#[test]
fn waters_lie_below_islands_on_the_board_and_in_the_grid() {
    let plan = pack::plan();
    let board = plan.pictures.iter().find(|picture| picture.name == "board-1.png").unwrap();
    let liege::build::Drawing::Svg(svg) = &board.drawing else { panic!("no drawing") };
    let at = |name: &str| svg.find(&format!(">{name}<")).unwrap_or_else(|| panic!("{name}"));
    assert!(at("Kestrel Sea") < at("Highmoor"), "what is drawn later lies on top");
    let areas: Vec<String> = pack::data().pack.map.areas().map(|area| area.name.clone()).collect();
    assert_eq!(areas.len(), 21);
    let text: String = areas.iter().map(|area| format!("at \"{area}\": co-hands, co-flag\n")).collect();
    let named = pack::position(&pack::save("everywhere", &text));
    for area in areas {
        let there = |piece: &&liege::model::position::Piece| piece.location.as_deref() == Some(area.as_str());
        assert_eq!(named.pieces.iter().filter(there).count(), 2, "{area}");
    }
}

/// A save that VASSAL 3.7.26 wrote after the League had drawn a card into its hand, hidden a frigate, moved a company to
/// sea and a store marker down its track, and after it had moved a hidden piece of the Corsairs.
#[test]
fn a_save_that_the_engine_wrote_is_read_as_the_engine_reads_it() {
    let played = built("islands-played.vsav");
    let position = pack::position(&played);
    let engine = std::fs::read_to_string(pack::tests("data/engine/islands-played.jsonl")).unwrap();
    let mut pieces = 0;
    for line in engine.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        if let Some(deck) = line["deck"].as_str() {
            let ours = position.stacks.iter().find(|stack| stack.deck.as_deref() == Some(deck)).unwrap();
            assert_eq!(ours.pieces.len() as u64, line["cards"].as_u64().unwrap(), "{deck}");
            continue;
        }
        pieces += 1;
        let ours = position.piece(line["id"].as_str().unwrap()).unwrap();
        let told = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::from);
        assert_eq!(told(&ours.map), line["map"], "{line}");
        assert_eq!(told(&ours.location), line["location"], "{line}");
        assert_eq!(ours.basic_name, line["basicName"], "{line}");
        if !ours.face_down {
            assert_eq!(Value::from(ours.masked_by.is_some()), line["obscured"], "{line}");
        }
    }
    assert_eq!(pieces, position.pieces.len());
    let before = built("islands-start.vsav");
    let checked = json(&["check", &played, "--previous", &before, "--side", "umpire"], 1);
    let found = &checked["reports"][0]["findings"];
    assert_eq!((found.as_array().unwrap().len(), &found[0]["id"]), (1, &"ISLES-W03".into()), "{checked}");
    assert_eq!(checked["reports"][0]["phase"], "FO");
    for (side, hidden, seen) in
        [("Crown", ["Storm", "Bright Lantern"], "Salters"), ("League", ["Mutiny", "Tamsin"], "Storm")]
    {
        let table = run(&["convert", &played, "--to", "json", "--side", side], 0);
        assert!(hidden.iter().all(|name| !names(&table).contains(&(*name).to_owned())), "{side}: {table}");
        assert!(names(&table).contains(&seen.to_owned()), "{side}: {table}");
    }
}

/// The names of the pieces in a table.
fn names(table: &str) -> Vec<String> {
    let table: Value = serde_json::from_str(table).unwrap();
    let pieces = table["reports"][0]["pieces"].as_array().unwrap();
    pieces.iter().map(|piece| piece["name"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn its_data_are_exported_as_they_are_written() {
    let place = tempfile::tempdir().unwrap();
    let copy = place.path().join("copy");
    run(&["data", "export", "islands", "-o", copy.to_str().unwrap()], 0);
    for file in ["maps/islands/areas.csv", "rules/islands/choices.toml", "oob/islands/scenarios/storms.txt"] {
        let read = |root: &std::path::Path| std::fs::read(root.join(file)).unwrap();
        assert_eq!(read(&copy), read(std::path::Path::new(DATA)), "{file}");
    }
}

#[test]
fn a_position_drawn_for_a_side_is_a_picture_of_the_whole_map() {
    let place = tempfile::tempdir().unwrap();
    let picture = place.path().join("crown.png");
    let save = built("storms.vsav");
    run(&["render", &save, "--side", "Crown", "-o", picture.to_str().unwrap()], 0);
    let (width, height) = image::image_dimensions(&picture).unwrap();
    assert!(width > 1800 && height > 1200, "{width} by {height}");
}
