//! What weather does to flying: each total of each entry, and air units under its effect.

use liege::rules::atpo::air::effect::{AirEffect, NUMBERS};
use liege::rules::data::{Embedded, Files as _};

use super::super::sea::{fault, refused, result, run};

/// The effect of each total from 2 to 12.
fn each(typed: &str, settings: &[&str]) -> Vec<String> {
    (2..=12u8)
        .map(|total| {
            let one = total.div_ceil(2);
            result("R02", typed, &[one, total - one], settings)
        })
        .collect()
}

/// So many of each effect, from the lowest total.
fn bands(counts: [usize; 4]) -> Vec<&'static str> {
    let effects = [AirEffect::None, AirEffect::Strength, AirEffect::StrengthAndRange, AirEffect::Grounded];
    let each = effects.into_iter().zip(counts);
    each.flat_map(|(effect, count)| std::iter::repeat_n(effect.words(), count)).collect()
}

#[test]
fn each_total_of_an_entry_has_its_effect() {
    assert_eq!(each("severe wet", &[]), bands([6, 2, 2, 1]));
    assert_eq!(each("severe wet", &["weather_wet_band=8/9-11/12"]), bands([6, 1, 3, 1]));
    assert_eq!(each("severe monsoon", &[]), bands([5, 2, 2, 2]));
    assert_eq!(each("severe monsoon", &["weather_wet_band=8/9-11/12"]), bands([5, 2, 2, 2]));
    assert_eq!(each("zone=moderate weather=M", &[]), bands([7, 2, 1, 1]));
}

#[test]
fn without_an_entry_or_with_an_effect_no_dice_are_rolled() {
    for typed in ["moderate wet", "severe fair", "moderate fair"] {
        assert_eq!(result("R02", typed, &[], &[]), "no effect", "{typed}");
    }
    assert_eq!(result("R02", "severe wet effect=grounded", &[], &[]), "grounded");
    assert_eq!(result("R02", "severe wet effect=none", &[], &[]), "no effect");
    assert_eq!(refused("R02", "moderate wet effect=strength", &[]), ["21"]);
}

#[test]
fn strength_and_range_are_halved_and_rounded_down() {
    for (air, effect, told) in [
        ("F~4-7/3", "none", "no effect; own F 4-7"),
        ("F~5-7/3", "strength", "strength halved; own F 2-7"),
        ("F~5-7/3", "both", "strength and range halved; own F 2-3"),
        ("F~1-1/3", "both", "strength and range halved; own F 0-1"),
        ("N~4-5/3~elite", "strength", "strength halved; own N 2-5"),
        ("N~5-5/3~elite", "strength", "strength halved; own N 3-5"),
        ("B~6-8~3-8~depleted", "strength", "strength halved; own B 1-8"),
        ("B~6", "both", "strength and range halved; own B strength 3"),
        ("ATP~2-12", "both", "strength and range halved; own ATP 2-6"),
        ("F~4-7/3,~JP~B~6-8", "grounded", "grounded; own F grounded, JP B grounded"),
    ] {
        let typed = format!("severe monsoon effect={effect} air={air}");
        assert_eq!(result("R02", &typed, &[], &[]), told, "{typed}");
    }
}

#[test]
fn of_two_zones_the_worse_counts_once() {
    let typed = |effect: &str| format!("severe wet effect=strength base-effect={effect} air=F~4-7/3");
    assert_eq!(result("R02", &typed("none"), &[], &[]), "strength halved; own F 2-7");
    assert_eq!(result("R02", &typed("strength"), &[], &[]), "strength halved; own F 2-7");
    assert_eq!(result("R02", &typed("strength-and-range"), &[], &[]), "strength halved; own F 2-3");
    assert_eq!(result("R02", &typed("grounded"), &[], &[]), "strength halved; own F grounded");
    let none = "severe wet effect=none other-effect=grounded";
    assert_eq!(result("R02", none, &[], &[]), "no effect; the flight: grounded");
}

#[test]
fn what_is_inclement_hangs_on_the_choice() {
    let inclement = |typed: &str, reading: &str| {
        let report = run("R02", typed, &[], &[&format!("inclement={reading}")]).unwrap();
        report.lines.iter().any(|line| line.label.starts_with("inclement") && line.value == "yes")
    };
    for (typed, by_effect, by_entry) in [
        ("severe wet effect=strength", true, true),
        ("severe wet effect=none", false, true),
        ("moderate monsoon effect=none", false, true),
        ("moderate wet", false, false),
        ("severe fair", false, false),
        ("severe fair base-effect=grounded", false, false),
    ] {
        assert_eq!(inclement(typed, "air_effect"), by_effect, "{typed}");
        assert_eq!(inclement(typed, "zone_entry"), by_entry, "{typed}");
    }
}

#[test]
fn an_effect_is_marked_on_its_zone() {
    let report = run("R02", "moderate monsoon", &[6, 6], &[]).unwrap();
    let deed = &report.deeds[0];
    assert_eq!(
        (deed.subject().as_str(), deed.act.to().as_deref()),
        ("flying in the moderate zone", Some("grounded"))
    );
    assert!(run("R02", "moderate monsoon", &[1, 1], &[]).unwrap().deeds.is_empty());
}

#[test]
fn what_is_missing_is_told() {
    for (typed, key) in [
        ("wet", "zone"),
        ("severe", "weather"),
        ("air=F~4-7", "zone"),
        ("fair", "zone"),
        ("severe wet air=F", "air"),
        ("severe wet effect=stormy", "effect"),
    ] {
        assert_eq!(fault("R02", typed), key, "{typed}");
    }
}

#[test]
fn the_module_rolls_by_the_same_numbers() {
    let read = |path: &str| Embedded.text(path).unwrap().parse::<toml::Table>().unwrap();
    let (rules, module) = (read(NUMBERS), read("maps/atpo/module.toml"));
    let mut seen = 0;
    for zone in module["weather"]["zone"].as_array().unwrap() {
        let name = zone["name"].as_str().unwrap().to_lowercase();
        for (weather, totals) in zone["air"].as_table().unwrap() {
            let entry = &rules[&name][&weather.to_lowercase()];
            let of = ["strength", "strength_and_range", "grounded"].map(|column| entry[column].clone());
            assert_eq!(totals.as_array().unwrap(), &of, "{name} {weather}");
            seen += 1;
        }
    }
    assert_eq!(seen, 3);
}
