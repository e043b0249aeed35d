//! Twenty messages with nothing but the facts that they may name.

use std::collections::BTreeSet;

use liege::rules::aafog::class::UnitClass;
use liege::rules::aafog::messages::{
    Arm, FILE, FORMS, FacilityList, Forbidden, Message, MessageTexts, SurfaceList, VisibleList,
};
use liege::rules::data::{Embedded, Files as _};

use super::{group, rules};

/// One of each; the lists are made of forces that hold all that must not be named.
fn samples() -> Vec<Message> {
    let all = group("2 CA, TR (TANK, INF), SUB, CV (2 FTR), IC damage 2, AIRBASE, 3 INF");
    let zone = || "SZ 9".to_owned();
    let place = || "Burma".to_owned();
    vec![
        Message::Attacked { place: place() },
        Message::Stopped { item: 4, zone: zone() },
        Message::LostWithoutBattle { place: place(), power: "japan".into() },
        Message::TakenWithoutBattle {
            place: place(),
            tanks: 2,
            pairs: 1,
            captured: FacilityList::of(&all, true),
        },
        Message::RadarBlip { zone: zone() },
        Message::KamikazeTarget { zone: zone() },
        Message::ObserverReport { unit: UnitClass::Tr, zone: zone(), list: SurfaceList::of(&all) },
        Message::SubContact { zone: zone(), list: SurfaceList::of(&all) },
        Message::FreeShot { zone: zone(), transports: 2 },
        Message::HiddenSubMayJoin { zone: zone() },
        Message::ContactOptional { zone: zone(), list: VisibleList::of(&all, false) },
        Message::NothingForAircraft { place: place(), left: 1 },
        Message::Bump { zone: zone(), list: VisibleList::of(&all, true) },
        Message::ConvoyLoss { n: 4 },
        Message::Infrastructure { place: place(), list: FacilityList::of(&all, false) },
        Message::TechnologyUsed { power: "uk".into(), technology: "radar".into() },
        Message::NotAllowed { reason: Forbidden::AttackedBefore(place()) },
        Message::StrandedAircraft { place: place(), options: vec!["SZ 9".into()] },
        Message::FreeShotTaken { zone: zone(), die: 2, hit: true, subs: 1 },
        Message::EngagedUnits { item: 4, zone: zone(), arm: Arm::Air },
    ]
}

#[test]
fn each_message_has_each_fact_of_its_form_and_no_other() {
    let texts = rules().texts;
    let samples = samples();
    assert_eq!(samples.len(), FORMS.len());
    for (message, form) in samples.iter().zip(FORMS) {
        assert_eq!(message.id(), form.id);
        let facts: BTreeSet<String> = message.facts().keys().cloned().collect();
        let due: BTreeSet<String> = form.facts.iter().map(|fact| (*fact).to_owned()).collect();
        assert_eq!(facts, due, "{}", form.id);
        assert_eq!(texts.bounds(form.id).0, form.facts, "{}", form.id);
        let text = texts.text(message);
        assert!(!text.is_empty() && !text.contains(['{', '}']), "{}: {text}", form.id);
        assert!(!texts.receiver(form.id).is_empty() && texts.rule(form.id).contains("(L"), "{}", form.id);
    }
}

#[test]
fn every_fact_that_a_text_names_is_said_in_it() {
    let texts = rules().texts;
    let toml: toml::Table = Embedded.text(FILE).unwrap().parse().unwrap();
    for (message, row) in samples().iter().zip(toml["message"].as_array().unwrap()) {
        let template = row["text"].as_str().unwrap();
        let text = texts.text(message);
        for part in template.split(['{', '}']).step_by(2) {
            assert!(text.contains(part), "{}: {text}", message.id());
        }
        let empty: String = template.split(['{', '}']).step_by(2).collect();
        let holes = template.matches('{').count();
        assert!(holes == 0 || text.len() > empty.len() + holes - 1, "{}: {text}", message.id());
    }
}

#[test]
fn no_message_names_cargo_or_what_its_list_must_hide() {
    let texts = rules().texts;
    for message in samples() {
        let (json, text) = (serde_json::to_string(&message.facts()).unwrap(), texts.text(&message));
        for secret in ["TANK", "INF", "cargo", "infantry"] {
            let own = message.id() == "M04" && ["TANK", "infantry"].contains(&secret);
            assert!(!json.contains(secret), "{}: {json}", message.id());
            assert!(own || !text.contains(secret), "{}: {text}", message.id());
        }
        let subs = json.contains("SUB") || text.contains("submarine");
        assert_eq!(subs, ["M13", "M19"].contains(&message.id()), "{}: {text}", message.id());
        assert_eq!(json.contains("AIRBASE"), message.id() == "M04", "{}", message.id());
    }
}

#[test]
fn a_text_that_could_say_more_is_refused_with_its_line() {
    let text = Embedded.text(FILE).unwrap();
    let faults_of = |text: &str| {
        let mut faults = Vec::new();
        MessageTexts::read(FILE, text, &mut faults);
        faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    for form in FORMS {
        let (before, row) = text.split_once(&format!("id = \"{}\"", form.id)).unwrap();
        let more = row.replacen("text = \"", "text = \"{secret} ", 1);
        let told = faults_of(&format!("{before}id = \"{}\"{more}", form.id));
        assert!(told.contains(&format!("{}: its text may not say {{secret}}", form.id)), "{told}");
        assert!(told.starts_with(FILE) && !told.starts_with(&format!("{FILE}: ")), "with its line: {told}");
        let wider = row.replacen("allowed = [", "allowed = [\"secret\", ", 1);
        let told = faults_of(&format!("{before}id = \"{}\"{wider}", form.id));
        assert!(told.contains("allowed is secret"), "{told}");
    }
    let (short, _) = text.rsplit_once("[[message]]").unwrap();
    assert!(faults_of(short).contains("missing: M20"));
    assert!(faults_of(&text.replacen("\"M02\"", "\"M01\"", 1)).contains("M01"));
    assert!(faults_of(&text.replacen("\"M02\"", "\"M21\"", 1)).contains("no message \"M21\""));
}
