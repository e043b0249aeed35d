//! The properties of a module, its maps and zones, and those that its other parts show.

use std::collections::BTreeMap;

use super::is_map;
use crate::format::build_file::Element;

/// The properties and scenario options in a `GlobalProperties` element, folders and tabs looked through.
pub(in crate::model) fn global_properties(container: &Element) -> Vec<(String, String)> {
    let own = |e: &&Element| e.is("GlobalProperty") || e.short_tag().ends_with("ScenarioProperty");
    container.walk().filter(own).map(pair).collect()
}

/// The properties of a zone.
pub(in crate::model) fn zone_properties(zone: &Element) -> Vec<(String, String)> {
    zone.children("ZoneProperty").map(pair).collect()
}

fn pair(property: &Element) -> (String, String) {
    let at = |name: &str| property.attr(name).unwrap_or_default().to_owned();
    (at("name"), at("initialValue"))
}

/// What the other parts of the module show: the module itself, its dice, turn trackers and messages
/// (`GameModule.getProperty`).
pub(super) fn shown(root: &Element) -> Vec<(String, String)> {
    let at = |name: &str| root.attr(name).unwrap_or_default();
    let own = [
        ("ModuleName", at("name")),
        ("ModuleVersion", at("version")),
        ("ModuleDescription", at("description")),
        ("ModuleOther1", at("ModuleOther1")),
        ("ModuleOther2", at("ModuleOther2")),
        ("VassalVersionCreated", at("VassalVersion")),
        // Whoever looks at a file has no name, takes part on no side and points at nothing.
        ("PlayerSide", ""),
        ("playerSide", ""),
        ("PlayerName", ""),
        ("playerName", ""),
        ("PlayerId", ""),
        ("playerId", ""),
        ("DrawingMouseover", "false"),
        ("DrawingMouseoverIndex", "1"),
    ];
    let mut all: Vec<_> = own.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    for element in root.walk() {
        let name = |default| element.attr("name").unwrap_or(default);
        let parts: &[(&str, &str)] = match element.short_tag() {
            "DiceButton" => &[("_result", "1"), ("_total", "0"), ("_keep", "0"), ("_summary", "")],
            "SpecialDiceButton" => &[("_result", "")],
            "TurnTracker" => &[("_command", "Set"), ("_value", "")],
            "GlobalTranslatableMessage" => {
                all.push(pair(element));
                continue;
            }
            tag if tag.ends_with("Preference") => {
                let value = element.attr("default").unwrap_or_else(|| unset(tag));
                all.push((name("").to_owned(), value.to_owned()));
                continue;
            }
            _ => continue,
        };
        let name = name(if element.is("TurnTracker") { "Turn" } else { "" });
        all.extend(parts.iter().map(|(part, value)| (format!("{name}{part}"), (*value).to_owned())));
    }
    all
}

/// The value of a preference for which the module names none.
fn unset(tag: &str) -> &'static str {
    match tag {
        "BooleanPreference" => "false",
        "IntegerPreference" => "0",
        "DoublePreference" => "0.0",
        _ => "",
    }
}

/// Where the first property of each name stands; old files name no container.
pub(super) fn containers(root: &Element) -> BTreeMap<String, String> {
    let mut first = BTreeMap::new();
    let mut note = |name: String, container: &str| {
        first.entry(name).or_insert_with(|| container.to_owned());
    };
    for child in root.elements() {
        if child.is("GlobalProperties") {
            global_properties(child).into_iter().for_each(|(name, _)| note(name, "Module"));
        }
        for map in std::iter::once(child).chain(child.walk()).filter(|e| is_map(e)) {
            let id = map.attr("mapName").unwrap_or_default();
            for element in map.walk() {
                match element.short_tag() {
                    "Zone" => {
                        let zone = format!("{id}:{}", element.attr("name").unwrap_or_default());
                        zone_properties(element).into_iter().for_each(|(name, _)| note(name, &zone));
                    }
                    "GlobalProperties" => {
                        global_properties(element).into_iter().for_each(|(name, _)| note(name, id));
                    }
                    _ => {}
                }
            }
        }
    }
    first
}
