//! `lint` and `check` in the forms that editors, code hosts, test servers and browsers read.

use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::Event;
use serde_json::Value;

use super::example_module::bytes;
use super::{liege, save, told};

/// A module with the fault of a page.
fn module(folder: &Path, name: &str, id: &str) -> String {
    let module = folder.join(name);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("lint/checks/{id}.md"));
    std::fs::write(&module, bytes(&std::fs::read_to_string(page).unwrap())).unwrap();
    module.to_str().unwrap().to_owned()
}

/// What is told, as SARIF that the schema of OASIS takes.
fn sarif(arguments: &[&str], status: i32) -> Value {
    let output = liege(&[arguments, &["--format", "sarif"]].concat());
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    let schema = include_str!("../data/sarif/sarif-schema-2.1.0.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let faults: Vec<String> = validator.iter_errors(&log).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{faults:#?}\n{log:#}");
    log
}

#[test]
fn sarif_of_an_archive_has_rules_logical_locations_and_fingerprints() {
    let folder = tempfile::tempdir().unwrap();
    let module = module(folder.path(), "my game, 2nd.vmod", "VASSAL-P01");
    let log = sarif(&["lint", &module], 1);
    let run = &log["runs"][0];
    let find = |id: &str| run["results"].as_array().unwrap().iter().find(|one| one["ruleId"] == id).unwrap();
    let result = find("VASSAL-P01");
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!(rule["id"], "VASSAL-P01");
    assert_eq!(rule["name"], "missing-prototype");
    assert_eq!(rule["defaultConfiguration"]["level"], "error");
    let markdown = rule["help"]["markdown"].as_str().unwrap();
    assert!(markdown.contains("## The mend") && !markdown.contains("Example"), "{markdown}");
    assert!(rule.get("helpUri").is_none(), "no page of ours has an address");
    assert_eq!(result["level"], "error");
    let place = &result["locations"][0];
    assert_eq!(
        place["logicalLocations"][0]["fullyQualifiedName"],
        "Game Piece Palette \"Counters\" / Single piece \"Tank\" / Prototype \"Amour\" / prototypeName"
    );
    assert_eq!(place["logicalLocations"][0]["kind"], "attribute");
    let uri = place["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("file:///") && uri.ends_with("/my%20game%2C%202nd.vmod"), "{uri}");
    assert!(place["physicalLocation"].get("region").is_none());
    assert_eq!(find("VASSAL-P03")["level"], "note");
    let told: Value = serde_json::from_str(&told(&["lint", &module, "--format", "json"], 1)).unwrap();
    let findings = told["reports"][0]["findings"].as_array().unwrap();
    let own = findings.iter().find(|one| one["id"] == "VASSAL-P01").unwrap();
    assert_eq!(result["partialFingerprints"]["liegeFault/v1"], own["fingerprint"]);
}

#[test]
fn faults_of_an_unpacked_folder_have_file_and_line_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let module = module(folder.path(), "game.vmod", "VASSAL-P01");
    let unpacked = folder.path().join("game");
    let unpacked = unpacked.to_str().unwrap();
    told(&["unpack", &module, "-o", unpacked], 0);
    let log = sarif(&["lint", unpacked], 1);
    let results = log["runs"][0]["results"].as_array().unwrap().clone();
    let place = |id: &str| results.iter().find(|one| one["ruleId"] == id).unwrap()["locations"][0].clone();
    let prototype = &place("VASSAL-P01")["physicalLocation"];
    let uri = prototype["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("/game/module/PieceWindow%20Counters.toml"), "{uri}");
    let line = prototype["region"]["startLine"].as_u64().unwrap() as usize;
    let file = format!("{unpacked}/module/PieceWindow Counters.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(text.lines().nth(line - 1), Some("prototypeName = \"Amour\""));
    // The same fault, whether packed or not.
    let packed = sarif(&["lint", &module], 1);
    let packed = packed["runs"][0]["results"].as_array().unwrap().clone();
    let prints = |results: &[Value]| -> Vec<String> {
        results.iter().map(|one| one["partialFingerprints"].to_string()).collect()
    };
    assert_eq!(prints(&packed), prints(&results));

    let lines = told(&["lint", unpacked, "--format", "github"], 1);
    let expected = format!("::error file={file},line={line},title=VASSAL-P01 missing-prototype::Game Piece");
    assert!(lines.lines().any(|own| own.starts_with(&expected)), "{expected}\n{lines}");
    let text = told(&["lint", unpacked], 1);
    assert!(
        text.contains(&format!("error[VASSAL-P01 missing-prototype] {file}:{line}, Game Piece")),
        "{text}"
    );
    let json: Value = serde_json::from_str(&told(&["lint", unpacked, "--format", "json"], 1)).unwrap();
    let findings = json["reports"][0]["findings"].as_array().unwrap().clone();
    let own = findings.iter().find(|one| one["id"] == "VASSAL-P01").unwrap();
    assert_eq!(
        (own["place"]["file"].as_str(), own["place"]["line"].as_u64()),
        (Some(&*file), Some(line as u64))
    );
}

#[test]
fn an_entry_of_an_unpacked_folder_is_told_by_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let module = module(folder.path(), "game.vmod", "VASSAL-I03");
    let unpacked = folder.path().join("game");
    let unpacked = unpacked.to_str().unwrap();
    told(&["unpack", &module, "-o", unpacked], 0);
    let lines = told(&["lint", unpacked, "--format", "github", "--only", "I03"], 1);
    let Some(file) = lines.strip_prefix("::error file=").and_then(|rest| rest.split(',').next()) else {
        panic!("{lines}");
    };
    assert!(Path::new(file).is_file(), "{lines}");
}

#[test]
fn what_github_would_read_as_its_own_is_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let module = module(folder.path(), "a,b: 100%.vmod", "VASSAL-P01");
    let lines = told(&["lint", &module, "--format", "github"], 1);
    assert!(lines.lines().all(|line| line.starts_with("::")), "{lines}");
    assert!(lines.contains("/a%2Cb%3A 100%25.vmod,title="), "{lines}");
    assert!(lines.contains("%0Ahelp: the module has a prototype \"Armour\""), "{lines}");
    assert!(lines.contains("::notice file="), "{lines}");
}

/// The elements of a text in XML, each with its attributes.
fn elements(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = true;
    let mut found = Vec::new();
    loop {
        let (Event::Start(element) | Event::Empty(element)) = (match reader.read_event().unwrap() {
            Event::Eof => return found,
            Event::Start(element) => Event::Start(element),
            Event::Empty(element) => Event::Empty(element),
            _ => continue,
        }) else {
            continue;
        };
        let own = |attribute: quick_xml::events::attributes::Attribute<'_>| {
            (attribute.key.as_ref().to_owned(), attribute.value.into_owned())
        };
        let attributes = element.attributes().map(|attribute| own(attribute.unwrap())).collect();
        found.push((element.name().as_ref().to_owned(), attributes));
    }
}

#[test]
fn junit_has_a_suite_for_each_file_and_a_case_for_each_check() {
    let folder = tempfile::tempdir().unwrap();
    let faulty = module(folder.path(), "a & <b>.vmod", "VASSAL-P01");
    let noted = module(folder.path(), "noted.vmod", "VASSAL-P03");
    let none = folder.path().join("notes.vmod");
    std::fs::write(&none, "no module").unwrap();
    let output = liege(&["lint", &faulty, &noted, none.to_str().unwrap(), "--format", "junit"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let elements = elements(&text);
    let attribute = |attributes: &[(String, String)], name: &str| {
        attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let of = |name: &str| -> Vec<&Vec<(String, String)>> {
        elements.iter().filter(|(own, _)| own == name).map(|(_, attributes)| attributes).collect()
    };
    let suites = of("testsuite");
    let counts = |name: &str| suites.iter().map(|suite| attribute(suite, name)).collect::<Vec<_>>();
    assert_eq!(counts("failures"), ["1", "0", "0"], "{text}");
    assert_eq!(counts("errors"), ["0", "0", "1"], "{text}");
    let tests: usize = counts("tests").iter().map(|count| count.parse::<usize>().unwrap()).sum();
    assert_eq!(of("testcase").len(), tests);
    assert!(attribute(suites[0], "name").ends_with("a &amp; &lt;b&gt;.vmod"), "{text}");
    assert_eq!(of("failure").len(), 1);
    assert!(text.contains("no prototype") && text.contains("<system-out>note: "), "{text}");
}

#[test]
fn the_page_groups_by_check_says_what_the_checks_page_says_and_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let one = module(folder.path(), "one.vmod", "VASSAL-P01");
    let two = module(folder.path(), "two.vmod", "VASSAL-P01");
    let html = told(&["lint", &one, &two, "--format", "html"], 1);
    assert_eq!(html.matches("<h2>VASSAL-P01 missing-prototype</h2>").count(), 1);
    assert_eq!(html.matches("has no prototype &quot;Amour&quot;").count(), 2);
    assert!(html.contains("<h3>The mend</h3>") && html.contains("2 errors, 0 warnings, 2 notes"), "{html}");
    assert!(!html.contains("http") && html.contains("prefers-color-scheme"));
    let none = folder.path().join("notes.vmod");
    std::fs::write(&none, "no module").unwrap();
    let html = told(&["lint", &one, none.to_str().unwrap(), "--format", "html"], 2);
    let (_, after) = html.split_once("<h2>Not read</h2>").unwrap();
    assert_eq!(after.split("</ul>").next().unwrap().matches("notes.vmod").count(), 1, "{after}");
}

#[test]
fn check_has_sarif_and_a_page_too() {
    let folder = tempfile::tempdir().unwrap();
    let text = "game: atpo\ndate: 1942-08\nphase: NA.1\nat W4117: jp-inf-2, jp-inf-3, jp-inf-4, jp-inf-5, jp-inf-6\n";
    let path = save(folder.path(), "x.vsav", text);
    let path = path.to_str().unwrap();
    let log = sarif(&["check", path], 1);
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"ATPO-S01".into(), &"error".into()));
    let place = result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"].as_str().unwrap();
    assert!(place.ends_with("W4117"), "{place}");
    let rule = &log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!(rule["id"], "ATPO-S01");
    let html = told(&["check", path, "--format", "html"], 1);
    assert!(
        html.contains("<h2>ATPO-S01 overstacked-hex</h2>") && html.contains("1 illegal, 0 suspicious"),
        "{html}"
    );
}
