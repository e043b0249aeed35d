//! `run` and `chances` on values typed in.

use serde_json::Value;

use super::told;

#[test]
fn run_gives_the_keys_that_other_tools_rely_on() {
    let text = told(&["run", "atpo", "R39", "attack=10", "defence=4", "--dice", "4", "--format", "json"], 0);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["game"], "atpo");
    assert_eq!(json["procedure"], "ATPO-R39");
    assert_eq!(json["name"], "land-combat");
    assert_eq!(json["dice"], serde_json::json!([4]));
    assert_eq!(json["result"], "D3x");
    let odds = json["steps"].as_array().unwrap().iter().find(|step| step["label"] == "odds").unwrap();
    assert_eq!((&odds["value"], &odds["rule"]), (&Value::from("2-1"), &Value::from("11.6.2")));
    assert!(json["outcome"].is_object() && json["changes"].is_array() && json["inputs"].is_object());
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let call = ["run", "atpo", "R39", "attack=10", "defence=4", "--seed", "11", "--format", "json"];
    assert_eq!(told(&call, 0), told(&call, 0));
}

#[test]
fn chances_name_each_result_with_its_fraction() {
    let text = told(&["chances", "atpo", "R39", "attack=10", "defence=4", "--format", "json"], 0);
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["procedure"], "ATPO-R39");
    assert_eq!(json["exact"], true);
    for result in json["results"].as_array().unwrap() {
        assert_eq!(result["of"], 6);
        assert!(result["weight"].as_u64().unwrap() >= 1 && result["p"].is_f64());
    }
}

#[test]
fn what_the_rules_forbid_is_a_result_with_status_1() {
    let text = told(&["run", "atpo", "R39", "attack=10", "defence=4", "activated=no", "--dice", "4"], 1);
    assert!(text.contains("refused"), "{text}");
}

#[test]
fn an_unknown_key_is_an_error_with_the_nearest_name() {
    let output =
        super::liege(&["run", "atpo", "R39", "attack=10", "defence=4", "terrian=jungle", "--dice", "4"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("terrain"));
}
