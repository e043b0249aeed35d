//! Buttons, menus, charts and help: everything named is there.

use super::{all, built, one};

fn text_of(element: &liege::format::build_file::Element) -> Option<&str> {
    ["text", "buttonText", "buttonName"].into_iter().find_map(|name| element.attr(name))
}

#[test]
fn every_item_of_a_menu_is_the_text_of_a_button() {
    let classes = [
        "DiceButton",
        "GlobalKeyCommand",
        "DoActionButton",
        "ChangePropertyButton",
        "Map",
        "PrivateMap",
        "ChartWindow",
        "Inventory",
        "PieceWindow",
    ];
    let texts: Vec<&str> = classes.into_iter().flat_map(all).filter_map(text_of).collect();
    let menus = all("ToolbarMenu");
    assert!(menus.len() >= 4);
    for menu in menus {
        for item in menu.attr("menuItems").unwrap().split(',') {
            assert!(texts.contains(&item), "{item} of {:?}", menu.attr("text"));
        }
    }
}

#[test]
fn clean_up_sends_keys_that_some_piece_answers() {
    let (data, plan, _) = built();
    let definitions: Vec<String> = all("PrototypeDefinition")
        .into_iter()
        .map(|prototype| prototype.text())
        .chain(plan.slots.values().flat_map(|slot| slot.piece.traits.iter().map(|t| t.type_text.to_string())))
        .collect();
    for row in &data.layout.cleanup {
        assert!(definitions.iter().any(|text| text.contains(&row.key)), "nothing answers {}", row.key);
        let button = one("GlobalKeyCommand", "name", &row.name);
        assert!(button.attr("reportFormat").unwrap().contains(&row.rule), "told in the chat");
    }
}

#[test]
fn the_end_of_the_turn_fires_every_row_marked_for_it() {
    let (data, ..) = built();
    let keys = one("DoActionButton", "name", "End of turn").attr("hotkeys").unwrap();
    for row in &data.layout.cleanup {
        // Commas inside a list of keys are escaped.
        let fired = keys.replace('\\', "").contains(&format!("clean up {}", row.name));
        assert_eq!(fired, row.end_of_turn, "{}", row.name);
    }
}

#[test]
fn the_weather_knows_the_letters_of_every_month() {
    let setter =
        one("GlobalProperty", "name", "Weather_Letter").children("ChangePropertyButton").next().unwrap();
    let changer = setter.attr("propChanger").unwrap();
    assert!(
        changer.contains("\"April\" ? \"FFFWWW\"") && changer.contains("\"July\" ? \"MMMMMM\""),
        "{changer}"
    );
    for name in ["Weather_Severe", "Weather_Moderate", "Weather_SevereAir", "Weather_ModerateAir"] {
        assert!(one("GlobalProperty", "name", name).attr("initialValue").is_some());
    }
}

#[test]
fn every_chart_has_its_picture_and_is_readable_at_full_size() {
    let (_, plan, _) = built();
    let charts = all("Chart");
    assert!(charts.len() >= 8);
    for chart in charts {
        let file = chart.attr("fileName").unwrap();
        let picture = plan.pictures.iter().find(|picture| picture.name == file).unwrap();
        assert!(picture.size.0 > 300 && picture.size.0 < 1800, "{file} is {:?}", picture.size);
    }
}

#[test]
fn help_pages_are_in_the_module() {
    let (data, ..) = built();
    assert_eq!(all("HelpFile").len(), data.layout.help.len());
    assert!(!data.layout.help.is_empty());
}

#[test]
fn buttons_of_the_order_of_battle_let_each_piece_tell_where_it_goes() {
    let buttons = all("MassKeyCommand");
    assert!(buttons.len() >= 4);
    for button in buttons {
        let report = button.attr("reportFormat").unwrap();
        // VASSAL itself begins the line with a star.
        assert!(!report.starts_with('*'), "{report}");
        assert_eq!(button.attr("reportSingle"), Some("false"), "{report}");
    }
}

#[test]
fn whoever_plays_a_side_that_sees_all_is_told_to_everybody() {
    let (data, ..) = built();
    let commands = all("StartupGlobalKeyCommand");
    let attr =
        |command: &liege::format::build_file::Element, name: &str| command.attr(name).unwrap().to_owned();
    let told: Vec<_> = commands.iter().filter(|command| !attr(command, "reportFormat").is_empty()).collect();
    let when: Vec<String> = told.iter().map(|command| attr(command, "whenToApply")).collect();
    assert_eq!(
        when,
        ["everyLaunchOfSession", "sideChange"],
        "in every game that is opened, and when sides change"
    );
    for report in told.iter().map(|command| attr(command, "reportFormat")) {
        for side in &data.layout.side {
            assert_eq!(report.contains(&format!("\"{}\"", side.name)), side.sees_all, "{}", side.name);
        }
    }
    // The engine runs both at the first opening, in their order, and the second keeps silent while the game is opened.
    let names: Vec<String> = commands.iter().map(|command| attr(command, "name")).collect();
    let at = |name: &str| names.iter().position(|known| known == name).unwrap();
    let [first, begins, second, ends] =
        ["Who sees all", "The game is being opened", "Who sees all now", "The game is open"].map(at);
    assert!(first < begins && begins < second && second < ends, "{names:?}");
    assert!(attr(commands[second], "reportFormat").contains("Opening != \"yes\""));
    for (number, value) in [(begins, "P,yes"), (ends, "P,")] {
        let button = one("ChangePropertyButton", "hotkey", &attr(commands[number], "globalHotkey"));
        assert_eq!(button.attr("propChanger"), Some(value));
    }
    let page = super::read("maps/atpo/help/module.html").unwrap();
    assert!(
        page.contains("<b>Solo</b> and <b>Umpire</b> see every hidden piece"),
        "the help page warns, too"
    );
}
